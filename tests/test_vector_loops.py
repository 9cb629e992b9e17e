"""The loops in C: each width of vectors gives the bits of the plain loop, and a compiler without vectors takes them."""

from __future__ import annotations

import ctypes
import re
import shlex
import subprocess
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import within
from wengert._core import compiled
from wengert._core.arrays import function_loops, pair_loops

CORE = Path(__file__).resolve().parent.parent / "src" / "wengert" / "_core"
VECTORS = (CORE / "arrays" / "vectors.pxd").read_text(encoding="utf-8")
THEMES = re.findall(r'^cdef extern from "(.*)":', VECTORS, re.MULTILINE)
LOOPS = dict(
    re.findall(r"^    (?:void|bint) (\w+)_f\((.*?)\)", VECTORS, re.MULTILINE)
)  # with the types of their arguments
WIDEST = re.findall(
    r"^#define (\w+)_f UP_TO_64", "".join((CORE / path).read_text(encoding="utf-8") for path in THEMES), re.MULTILINE
)  # loops that are compiled for 64 bytes, too
PARTS = (
    "arrays.each_real", "arrays.each_width", "arrays.common_expressions", "arrays.function_table", "arrays.pair_table",
)  # which other headers include  # fmt: skip
WIDTHS = ("plain", "16", "32", "64")
NUMBERS: dict[str, type] = {"f": np.float32, "d": np.float64, "i": np.int32, "l": np.int64}


def listed() -> Iterator[tuple[str, int, int]]:
    """The loops in tables: names with a letter, how many numbers they are functions of, and their widest vectors."""
    table = (CORE / "arrays" / "function_table.h").read_text(encoding="utf-8")
    for name, *forms, widest in re.findall(
        r"^FUNCTION\((\w+), (\w+), (\w+), UP_TO_(\d+)\w*, \w+\)$", table, re.MULTILINE
    ):
        yield from ((f"{name}_{k}", 1, int(widest)) for k, form in zip("fd", forms, strict=True) if form != "NO_LOOP")
    table = (CORE / "arrays" / "pair_table.h").read_text(encoding="utf-8")
    for name, *forms in re.findall(r"^PAIR\((\w+), (\w+), (\w+), (\w+)\)$", table, re.MULTILINE):
        forms.append(forms[-1])
        yield from ((f"{name}_{k}", 2, 32) for k, form in zip("fdil", forms, strict=True) if form != "NO_LOOP")
    yield from (("between_f", 3, 64), ("between_d", 3, 64))


LISTED = {name: (given, widest) for name, given, widest in listed()}

Arguments = list[Any]  # arrays, and numbers as they are


def rows(rng: np.random.Generator, real: type, *shape: int) -> Any:
    return rng.normal(size=shape).astype(real)


def wide(*shape: int) -> Any:
    return np.zeros(shape)


# What each loop is called with: rows or columns of n numbers. The results are zeros, and are compared with the rest.
CALLS: dict[str, Callable[[Callable[..., Any], type, int], Arguments]] = {
    "add_up": lambda some, real, n: [some(3, n), np.zeros(3, real), 3, n],
    "add_squares": lambda some, real, n: [some(3, n), np.zeros(3, real), 3, n],
    "add_pairs": lambda some, real, n: [some(3, 2 * n), np.zeros(6, real), 3, 2 * n],
    "add_rows": lambda some, real, n: [some(5, n), wide(n), 5, n, n],
    "multiply_rows": lambda some, real, n: [some(5, n), wide(n) + 1, 5, n, n],
    "widen": lambda some, real, n: [some(n), n, 0.3, wide(n)],
    "multiply_lanes": lambda some, real, n: [some(n + 32), some(n + 32), n + 32, 16 + n % 2 * 16, wide(32)],
    "before_each": lambda some, real, n: [some(n), n, wide(n), wide(16)],
    "without_each": lambda some, real, n: [some(n), n, some(n).astype(float), some(16).astype(float), some(n)],
    "lane_sums": lambda some, real, n: [some(n), 0.3, n // 16 * 16, n % 2, np.zeros(16, real)],
    "two_lane_sums": lambda some, real, n: [
        some(n), some(n), some(n) if n % 2 else None, 0.3, 1.7, n // 16 * 16, np.zeros(16, real), np.zeros(16, real),
    ],
    "wide_lane_sums": lambda some, real, n: [some(n), n // 16 * 16, wide(16)],
    "normalise": lambda some, real, n: [
        some(n), 0.3, 1.7, some(n) if n % 3 else None, some(n), n % 2, n, np.zeros(n, real),
    ],
    "bend": lambda some, real, n: [
        some(n), some(n), some(n) if n % 2 else None, 0.3, -0.2, 1.1, 1.7, n, np.zeros(n, real),
    ],
    "add_columns": lambda some, real, n: [
        some(3, n), some(3, n), some(3), some(3), 3, n // 5, n, n, np.zeros(n, real), np.zeros(n, real),
    ],
    "shift": lambda some, real, n: [some(n), 0.3, n],
    "stretch": lambda some, real, n: [some(n), 0.3, n],
    "largest": lambda some, real, n: [some(n + 32), n + 32, np.zeros(1, real)],
    "smallest": lambda some, real, n: [some(n + 32), n + 32, np.zeros(1, real)],
    "largest_rows": lambda some, real, n: [some(7, n), 7, n, n, some(n)],
    "smallest_rows": lambda some, real, n: [some(7, n), 7, n, n, some(n)],
    "places": lambda some, real, n: [some(7, n) > 0, 7, n, n, np.ones(n, real), np.zeros(n, np.int64)],
    "distances": lambda some, real, n: [some(11), some(11, n), np.zeros(n, real), n // 5, n, n, 11],
    "substitute": lambda some, real, n: [some(6, 6) + 4, 6, 1, 6, some(6, n), n, n, n % 2, n % 3 == 0],
    "subtract_fours": lambda some, real, n: [some(3, n + 4), some(4, n + 4), n + 4, 3, 4, n + 4],
    "subtract_rows": lambda some, real, n: [some(3, n + 4), n + 4, some(3, n), 3, n],
    "eliminate_few": lambda some, real, n: [
        some(n + 4, n + 4), n + 4, n // 4, 4, np.arange(n + 4, dtype=np.intp), np.zeros(4 * (n + 4), real),
    ],
    "dots": lambda some, real, n: [
        some(n // 8 + 1, n + 3), n + 3, some(15, n), n, n // 8 + 1, n, 2, 14, some(15) if n % 3 else None,
        np.zeros((40, 15), real), 15,
    ],
    "sums": lambda some, real, n: [
        some(n // 8 + 1, 400) if n % 2 else some(400, n // 8 + 1), 400 if n % 2 else 1, 1 if n % 2 else n // 8 + 1,
        some(n + 1, 400) if n % 3 else some(400, n + 1), 400 if n % 3 else n + 1, n % 3 > 0, n // 8 + 1, 129 + n,
        1, n + 1,
        some(n + 1) if n % 2 else None, np.zeros((40, n + 1), real), n + 1,
    ],
    "polynomial": lambda some, real, n: [some(n), some(n), np.zeros(n, real), n, n % 2, some(5), 5],
}  # fmt: skip


def compiler() -> list[str]:
    """The compiler of C, with all that it needs to find the headers; the test is skipped if there is none."""
    command = [*shlex.split(sysconfig.get_config_var("CC") or "no-such-compiler"), "-Wall", "-Werror"]
    folders = (CORE, np.get_include(), sysconfig.get_paths()["include"])
    command += [f"-I{folder}" for folder in folders]
    try:
        subprocess.run([*command, "--version"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no C compiler")
    return command


def including(*headers: str) -> str:
    return "".join([f'#include "{header}"\n' for header in headers])


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """All loops, each as a table of its functions for the widths."""
    folder = tmp_path_factory.mktemp("loops")
    code = [including(*THEMES, "arrays/function_loops.h", "arrays/pair_loops.h", "arrays/between.h")]
    widest = {f"{name}_{letter}": 64 if name in WIDEST else 32 for name in LOOPS for letter in "fd"}
    for name, width in (widest | {name: width for name, (_, width) in LISTED.items()}).items():
        functions = [f"(void*){name}_{width}" for width in WIDTHS]
        narrow, x86 = functions[1], ", ".join(functions[2 : 4 if width == 64 else 3])
        code.append(f"void* const table_{name}[] = {{ {functions[0]},")
        code.append(f"#if HAS_VECTORS\n{narrow},\n#endif\n#if defined(WIDE_CODE)\n{x86},\n#endif\n}};")
    code.append("int widths(void) { return HAS_WIDEST ? 4 : HAS_WIDE ? 3 : HAS_VECTORS ? 2 : 1; }")
    (folder / "loops.c").write_text("\n".join(code))
    command = [*compiler(), "-O3", "-ffp-contract=off", "-fno-trapping-math", "-fno-math-errno", "-shared", "-fPIC"]
    command += ["loops.c", "-o", "loops.so", "-lm"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ctypes.CDLL(str(folder / "loops.so"))


def c_types(declared: str, real: type) -> Iterator[Any]:
    """The types of a loop's arguments, by its declaration for floats."""
    number = ctypes.c_float if real is np.float32 else ctypes.c_double
    kinds = {"float": number, "double": ctypes.c_double, "bint": ctypes.c_int, "cnp.npy_intp": ctypes.c_ssize_t}
    for kind in declared.split(", "):
        yield ctypes.c_void_p if "*" in kind else kinds[kind]


@within("name", LOOPS)
def test_vectors_of_each_width_give_the_bits_of_the_plain_loop(name: str, library: ctypes.CDLL) -> None:
    widths = min(library.widths(), 4 if name in WIDEST else 3)
    for real, letter in ((np.float32, "f"), (np.float64, "d")):
        types = list(c_types(LOOPS[name], real))
        table = (ctypes.c_void_p * widths).in_dll(library, f"table_{name}_{letter}")
        for n in (1, 3, 8, 16, 17, 31, 40, 64, 67, 128, 131, 200):
            results = []
            for function in table:
                rng = np.random.default_rng(n)
                given = CALLS[name](lambda *shape, rng=rng, real=real: rows(rng, real, *shape), real, n)
                given = [a.astype(real) if isinstance(a, np.ndarray) and a.dtype == bool else a for a in given]
                passed = [a.ctypes.data if isinstance(a, np.ndarray) else a for a in given]
                returned = ctypes.CFUNCTYPE(ctypes.c_int, *types)(function)(*passed)
                arrays = [a.tobytes() for a in given if isinstance(a, np.ndarray)]
                results.append((returned if name.startswith(("largest", "smallest")) else None, arrays))
            for width, result in zip(WIDTHS, results, strict=False):
                assert result == results[0], f"{name}: {n} numbers of {real.__name__}, width {width}"


def every_kind(rng: np.random.Generator, kind: type, n: int) -> np.ndarray:
    """n numbers: a strip of tame ones, one of any bits, and so on."""
    size = np.dtype(kind).itemsize
    found = (rng.uniform(-3, 3, n) if kind in (np.float32, np.float64) else rng.integers(-999, 999, n)).astype(kind)
    for i in range(64, n, 128):
        found[i : i + 64] = rng.integers(0, 256, size * 64, np.uint8).view(kind)[: n - i]
    return found


@within("name", LISTED)
def test_functions_have_the_same_bits_at_each_width(name: str, library: ctypes.CDLL) -> None:
    count, widest = LISTED[name]
    kind, widths = NUMBERS[name[-1]], min(library.widths(), WIDTHS.index(str(widest)) + 1)
    table = (ctypes.c_void_p * widths).in_dll(library, f"table_{name}")
    for n in (1, 63, 64, 65, 200, 1000):
        rng = np.random.default_rng(n)
        given = [every_kind(rng, kind, n) for _ in range(count)]
        plain = None
        for width, function in zip(WIDTHS, table, strict=False):
            out = np.zeros(n, kind)
            arguments: list[Any] = [*[a.ctypes.data for a in (*given, out)], n]
            if name.startswith("between"):  # it is called as NumPy's inner loops
                at, by = (ctypes.c_void_p * 4)(*arguments[:4]), (ctypes.c_ssize_t * 4)(*[out.itemsize] * 4)
                arguments = [at, (ctypes.c_ssize_t * 1)(n), by, None]
            types = [ctypes.c_ssize_t if a is n else ctypes.c_void_p for a in arguments]
            ctypes.CFUNCTYPE(None, *types)(function)(*arguments)
            out[out != out] = np.nan if kind in (np.float32, np.float64) else 0  # of NaN any bits will do
            plain = out if plain is None else plain
            assert out.tobytes() == plain.tobytes(), f"{name}: {n} numbers, width {width}"


def test_the_tables_list_what_the_modules_have() -> None:
    if not wengert.compiled:
        pytest.skip("the uncompiled build has NumPy's functions")
    for module, given in ((function_loops, (1, 3)), (pair_loops, (2,))):
        names = {name for name, thing in vars(module).items() if isinstance(thing, np.ufunc) and name[0] != "_"}
        assert names == {name.rpartition("_")[0] for name, (count, _) in LISTED.items() if count in given}
        pure = Path(compiled.path_of(module.__name__.removeprefix("wengert._core."), ".py")).read_text(encoding="utf-8")
        assert names == set(re.findall(r"^(\w+): Any", pure, re.MULTILINE))


def test_all_loops_are_tried() -> None:
    assert CALLS.keys() == LOOPS.keys()


@within("header", [name for name in compiled.HEADERS if name not in PARTS])
def test_each_header_compiles_alone_and_without_vectors(header: str) -> None:
    """As for a compiler that has none."""
    for options in ([], ["-DWENGERT_NO_VECTORS"]):
        command = [*compiler(), "-Wno-unused-function", *options, "-fsyntax-only", "-x", "c", "-"]
        program = including(f"{header.replace('.', '/')}.h")
        ran = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f"{header} {options}: {ran.stderr}"


def test_the_build_knows_all_sources_of_the_compiled_modules() -> None:
    """Else a build would not be seen to be stale."""

    def named(*suffixes: str) -> set[str]:
        paths = [p.relative_to(CORE) for p in CORE.rglob("*") if p.suffix in suffixes and p.stem != "_stamp"]
        return {".".join(p.with_suffix("").parts) for p in paths}

    assert named(".pyx", ".pxd") <= {*compiled.HOT, *compiled.DECLARATIONS}
    assert named(".h") == {*compiled.HEADERS}
