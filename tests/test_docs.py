"""Every example in the documents and in the docstrings runs, and prints what it says."""

import builtins
import doctest
import importlib
import inspect
import pydoc
import re
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

import wengert
from tests.cases import within
from tools.site import reference, sources
from wengert._core.api.overrides import SPACES
from wengert._core.declare.families import SIGNATURES

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

# every page with examples; what is left out has none
WRITTEN = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [
    p.relative_to(ROOT).as_posix()
    for p in WRITTEN
    if ">>>" in p.read_text("utf-8") and "design" not in p.parts  # whose excerpts assume the source
]


def test_every_public_function_and_class_has_its_text_in_the_reference(tmp_path: Path) -> None:
    reference.write(tmp_path)
    text = "".join(p.read_text("utf-8") for p in tmp_path.glob("*.rst"))
    places = re.findall(r"^\.\. auto(?:function|class):: (\S+)\.(\w+)$", text, re.MULTILINE)
    places += [(m, n) for n, m in re.findall(r"^\.\. class:: (\w+)\(.*\n   :module: (\S+)$", text, re.MULTILINE)]
    told = {id(v): v for v in (getattr(importlib.import_module(module), name) for module, name in places)}
    silent = [v for v in told.values() if isinstance(v, type) and not written(v)]
    assert silent == [], "classes without a docstring"
    modules = [name.removeprefix("wengert").lstrip(".") for name in reference.listing.modules(wengert)]
    missing = [v for name in modules for v in reference.objects(name) if id(v) not in told]
    assert [v for v in missing if not v.__name__.endswith(("Tensor", "Storage"))] == []  # one class per dtype


def written(kind: type) -> bool:
    """Whether somebody wrote the docstring of a class: named tuples and dataclasses are given one."""
    return bool(kind.__doc__) and not kind.__doc__.startswith(f"{kind.__name__}(")


def sessions(text: str) -> str:
    """Keep the fenced `>>>` sessions of a document and blank out the rest, so that line numbers stay the file's."""
    kept = [""] * len(text.splitlines())
    for block in FENCE.finditer(text):
        if ">>>" in block[1]:
            start = text.count("\n", 0, block.start(1))
            lines = block[1].splitlines()
            kept[start : start + len(lines)] = lines
    return "\n".join(kept)


def run(source: str, name: str, where: str) -> None:
    """Run the examples in a text, of which there must be one, as a reader would: with nothing imported."""
    test = doctest.DocTestParser().get_doctest(source, {}, name, where, 0)
    report: list[str] = []
    failed, tried = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append)
    assert tried, f"{name} has no example that runs"
    assert not failed, "".join(report)


@pytest.mark.parametrize("name", PAGES)
def test_examples_of_a_document(name: str) -> None:
    run(sessions((ROOT / name).read_text(encoding="utf-8")), name, str(ROOT / name))


def published() -> Iterator[tuple[str, Any]]:
    """The functions of the faces, and the methods that have no function beside them."""
    for space, module in SPACES.items():
        importlib.import_module(space)  # says where its functions come from
        for name in module.__all__:
            yield f"{space}.{name}", getattr(module, name)
    for _, signature, options in SIGNATURES:
        name = signature.partition("(")[0]
        if name.endswith("_") and not name.startswith("__") and not options.get("function"):
            yield f"Tensor.{name}", getattr(wengert.Tensor, name)


PUBLISHED = dict(published())


def says_what_it_does_takes_and_gives_and_shows_it(name: str) -> None:
    """The docstring has a sentence, explains every parameter and has an example that runs."""
    function = PUBLISHED[name]
    doc = inspect.getdoc(function)
    assert doc is not None
    sentence = doc.partition("\n\n")[0]
    assert re.search(r"[.:;]|\.$", sentence) and not sentence.startswith(("Args:", "Also", "Overloads:", ">>>")), (
        f"{name}: its row has no sentence that says what it computes"
    )
    explained = dict(re.findall(r"^    (\w+) \([^\n]*?\): *(.*)$", doc.partition("Args:\n")[2], re.MULTILINE))
    for p in inspect.signature(function).parameters.values():
        assert explained.get(p.name), f"{name}: nothing says what {p.name} is: see tools/glossary.py"
    run(doc, name, name)


def help_shows_the_signature_once_from_wengert(name: str) -> None:
    """``help`` takes the signature from the function: the docstring need not repeat it, unless it has overloads."""
    function = PUBLISHED[name]
    called, home = function.__name__, name.rpartition(".")[0].replace("Tensor", "wengert")
    title, _, shown = pydoc.render_doc(function, renderer=pydoc.plaintext).partition("\n\n")
    assert title.endswith(f"function {called} in module {home}")
    signature = f"{called}{inspect.signature(function)}"
    assert "".join(shown.split()).startswith("".join(signature.split()))  # Python 3.13 breaks lines in it
    assert re.search(r" -> .*\b(wengert\.(Tensor|dtype|Size)|bool|int|None|object)\b", signature)
    repeated = re.findall(rf"^ *{re.escape(called)}\(.*\) -> .*$", str(inspect.getdoc(function)), re.MULTILINE)
    assert len(repeated) != 1 and bool(repeated) == ("\n\nOverloads:\n" in str(inspect.getdoc(function)))


@pytest.mark.parametrize("name", PUBLISHED)
@within("law", [says_what_it_does_takes_and_gives_and_shows_it, help_shows_the_signature_once_from_wengert])
def test_docstring(name: str, law: Callable[[str], None]) -> None:
    law(name)


SWITCHES = ("accelerator", "backends", "compiler", "cpu", "cuda", "jit", "mps", "xpu")  # need a device, or do nothing


def by_hand() -> Iterator[tuple[str, Any]]:
    """The public functions and classes that are no operations, but for those that are explained elsewhere."""
    seen = {id(function) for function in PUBLISHED.values()}
    for module in reference.listing.modules(wengert):
        for value in reference.objects(module.removeprefix("wengert").lstrip(".")):
            if id(value) in seen or module.split(".")[1:2] in [[name] for name in SWITCHES]:
                continue
            seen.add(id(value))
            one_per_dtype = value.__name__.endswith(("Tensor", "Storage"))
            named = isinstance(value, type) and issubclass(value, (BaseException, Enum, tuple))
            if not (one_per_dtype or named or str(value.__doc__).startswith(("Deprecated", "Removed"))):
                yield f"{module}.{value.__name__}", value


BY_HAND = dict(by_hand())


@within("name", BY_HAND)
def test_docstring_of_what_is_no_operation(name: str) -> None:
    """It names every parameter, and has an example (``test_examples_of_a_module``) or leads to what has one.

    A single parameter is what the sentence is about. Of classes, parameters are explained where programs make objects.
    """
    doc = str(inspect.getdoc(BY_HAND[name]))
    assert ">>>" in doc or re.search(r":(func|class|meth):`", doc), f"{name} has no example, and leads to none"
    if isinstance(BY_HAND[name], type) and "Args:" not in doc:
        return
    parameters = [
        p.name
        for p in inspect.signature(BY_HAND[name]).parameters.values()
        if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD) and not p.name.startswith("_")
    ]
    missing = [p for p in parameters if not re.search(rf"\b{p}\b", doc)]
    assert len(parameters) < 2 or not missing or "ther arguments" in doc, f"{name}: nothing says what {missing} are"


MODULES = [
    path.relative_to(ROOT / "src").with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for path in sorted((ROOT / "src" / "wengert").rglob("*.py"))
    if not {"generated", "ops"} & set(path.parts)  # shown above
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name: str) -> None:
    module = importlib.import_module(name)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    names = {
        n: value for n, value in vars(module).items() if not hasattr(builtins, n)
    }  # `bool` is Python's to a reader
    for test in doctest.DocTestFinder(recurse=True).find(module, name, globs=names):
        runner.run(test, out=report.append, clear_globs=True)
    assert not runner.summarize(verbose=False).failed, "".join(report)


@within("path", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))])
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{path.name} links to {target}, which is not there"


def test_every_page_is_in_the_list_of_pages() -> None:
    """The list is the menu of the site, too."""
    docs = ROOT / "docs"
    listed = set(
        re.findall(r"^\| \[[^\]]*\]\(([^)]+)\)", (docs / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    there = {p.relative_to(docs).as_posix() for p in docs.rglob("*") if p.suffix in (".md", ".ipynb")}
    assert there - {"README.md"} <= listed, "docs/README.md does not list these pages"


def test_a_page_of_the_reference_knows_the_files_that_its_texts_come_from() -> None:
    """When one of these changes, the page is read again."""
    for value, name, expected in (
        (wengert.exp, "wengert.exp", ["_core/ops/elementwise/elementary.py", "tools/glossary.py"]),
        (wengert.nn.Linear, "wengert.nn.Linear", ["_core/modules/layers/linear_layers.py"]),
        (wengert.func.vmap, "wengert.func.vmap", ["_core/api/transforms/vmap.py"]),
    ):
        assert [p.removeprefix("src/wengert/") for p in sources.origins_of(value, name)] == expected
