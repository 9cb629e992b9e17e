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

from tests.cases import within
from wengert._core import compiled

CORE = Path(__file__).resolve().parent.parent / "src" / "wengert" / "_core"
VECTORS = (CORE / "arrays" / "vectors.pxd").read_text(encoding="utf-8")
THEMES = re.findall(r'^cdef extern from "(.*)":', VECTORS, re.MULTILINE)
LOOPS = dict(
    re.findall(r"^    (?:void|bint) (\w+)_f\((.*?)\)", VECTORS, re.MULTILINE)
)  # with the types of their arguments
WIDEST = re.findall(
    r"^#define (\w+)_f UP_TO_64", "".join((CORE / path).read_text(encoding="utf-8") for path in THEMES), re.MULTILINE
)  # loops that are compiled for 64 bytes, too
PARTS = ("arrays.each_real", "arrays.each_width", "arrays.common_expressions")  # which other headers include
WIDTHS = ("plain", "16", "32", "64")

Arguments = list[Any]  # arrays, and numbers as they are


def rows(rng: np.random.Generator, real: type, *shape: int) -> Any:
    return rng.normal(size=shape).astype(real)


def wide(*shape: int) -> Any:
    return np.zeros(shape)


# What each loop is called with: rows or columns of n numbers. The results are zeros, and are compared with the rest.
CALLS: dict[str, Callable[[Callable[..., Any], type, int], Arguments]] = {
    "add_up": lambda some, real, n: [some(3, n), np.zeros(3, real), 3, n],
    "add_squares": lambda some, real, n: [some(3, n), np.zeros(3, real), 3, n],
    "add_rows": lambda some, real, n: [some(5, n), wide(n), 5, n, n],
    "widen": lambda some, real, n: [some(n), n, 0.3, wide(n)],
    "multiply_lanes": lambda some, real, n: [some(n + 16), some(n + 16), n // 16 * 16 + 16, wide(32)],
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
    code = [including(*THEMES)]
    for name in LOOPS:
        for letter in "fd":
            functions = [f"(void*){name}_{letter}_{width}" for width in WIDTHS]
            narrow, x86 = functions[1], ", ".join(functions[2 : 4 if name in WIDEST else 3])
            code.append(f"void* const table_{name}_{letter}[] = {{ {functions[0]},")
            code.append(f"#if HAS_VECTORS\n{narrow},\n#endif\n#if defined(WIDE_CODE)\n{x86},\n#endif\n}};")
    code.append("int widths(void) { return HAS_WIDEST ? 4 : HAS_WIDE ? 3 : HAS_VECTORS ? 2 : 1; }")
    (folder / "loops.c").write_text("\n".join(code))
    command = [*compiler(), "-O2", "-ffp-contract=off", "-shared", "-fPIC", "loops.c", "-o", "loops.so"]
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
    known = {compiled.path_of(name, "") for name in (*compiled.HOT, *compiled.DECLARATIONS)}
    found = {str(p.with_suffix("")) for p in CORE.rglob("*") if p.suffix in (".pyx", ".pxd") and p.stem != "_stamp"}
    assert found <= known
    assert {str(p) for p in CORE.rglob("*.h")} == {compiled.path_of(name, ".h") for name in compiled.HEADERS}
