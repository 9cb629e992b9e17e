"""The shape of the source: imports point one way, and no file grows past what a reader holds."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from wengert.ops import TABLES  # in order: each may import from those before it

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "wengert"
LONGEST = 800

# Each module may import from its own row and from those above it.
LAYERS = (
    ("_compiled", "arrays", "dtypes", "errors", "modes"),
    ("storage", "graph", "batched", "random"),
    ("tensor",),
    ("op",),
    ("families",),
    ("engine",),
    ("ops",),
    ("printing", "autograd", "func", "faces"),
    ("methods",),
    ("linalg", "fft", "special", "sparse", "nn", "cuda", "utils", "__init__"),
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}

SOURCES = sorted(PACKAGE.rglob("*.py"))
WRITTEN = sorted(
    path
    for folder in ("src", "tests", "tools", "examples", "benchmarks")
    for pattern in ("*.py", "*.pxd", "*.c")
    for path in (ROOT / folder).rglob(pattern)
)


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def module_of(path: Path) -> tuple[str, ...]:
    """Return the name below `wengert` as a tuple: `("ops", "pointwise")`; the package itself is `("__init__",)`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts


def imports(tree: ast.AST, path: Path) -> Iterator[tuple[ast.stmt, tuple[str, ...]]]:
    """Yield every import statement with each module it names, as an absolute dotted name."""
    package = ("wengert", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node, tuple(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = (*start, *(node.module or "").split(".")) if node.module else start
            for alias in node.names:  # the name may be a submodule of what it is imported from
                yield node, (*module, alias.name)


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def at_run_time(tree: ast.Module) -> ast.Module:
    """Drop what stands under `if TYPE_CHECKING:`, which never runs."""
    return ast.Module([node for node in tree.body if not is_type_checking(node)], [])


def ours(module: tuple[str, ...]) -> str | None:
    """Return which part of wengert an imported name belongs to, or None for other packages."""
    if module[0] != "wengert":
        return None
    return module[1] if len(module) > 1 and module[1] in RANK else "__init__"


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_imports_point_one_way(path: Path) -> None:
    part = module_of(path)[0]
    assert part in RANK, f"{relative(path)} has no place in LAYERS"
    for node, module in imports(at_run_time(ast.parse(path.read_text())), path):
        source = ours(module)
        if source is not None and not (source == "__init__" == part):
            assert RANK[source] <= RANK[part], (
                f"{relative(path)}:{node.lineno} imports {'.'.join(module)}, which lies above it"
            )


@pytest.mark.parametrize("path", sorted((PACKAGE / "ops").glob("*.py")), ids=relative)
def test_tables_import_only_from_tables_before_them(path: Path) -> None:
    if path.stem == "__init__":
        return
    assert path.stem in TABLES, f"{relative(path)} has no place in TABLES"
    for node, module in imports(ast.parse(path.read_text()), path):
        if path.stem != "create":  # the factories are where tensors are born
            assert module[-1] not in ("Tensor", "TensorBase"), (
                f"{relative(path)}:{node.lineno}: payloads and tensors alike"
            )
        if module[:2] == ("wengert", "ops"):
            assert TABLES.index(module[2]) < TABLES.index(path.stem), (
                f"{relative(path)}:{node.lineno} imports {module[2]}"
            )


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_imports_stand_at_the_top_and_never_name_torch(path: Path) -> None:
    tree = ast.parse(path.read_text())
    for node, module in imports(tree, path):
        assert module[0] != "torch", f"{relative(path)}:{node.lineno}"
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node, module in imports(function, path):
                assert ours(module) is None, (
                    f"{relative(path)}:{node.lineno}: an import inside a function hides a cycle"
                )


@pytest.mark.parametrize("path", WRITTEN, ids=relative)
def test_no_file_is_too_long_or_a_drawer(path: Path) -> None:
    lines = path.read_text().splitlines()
    generated = any("tools/generate.py: do not edit" in line for line in lines[:3])
    assert generated or len(lines) <= LONGEST, f"{relative(path)} has {len(lines)} lines: split it by what it is about"
    assert path.stem != "utils", f"{relative(path)}: name it for what is in it"
