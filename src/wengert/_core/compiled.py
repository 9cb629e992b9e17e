"""Choose the build of the hot modules: all compiled or all pure, never a mixture, and never a stale build."""

from __future__ import annotations

import contextlib
import importlib
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from types import ModuleType

PACKAGE = os.path.dirname(os.path.abspath(__file__))
HOUSE = "wengert._core."
active = False  # whether the compiled modules are used; set by choose()
why_pure = ""  # why they are not used; set by choose()
HOT = (
    "arrays.sites", "arrays.objects", "arrays.threads", "arrays.copies", "arrays.matrix_batches", "arrays.dtypes",
    "arrays.layouts", "arrays.function_loops", "arrays.pair_loops", "arrays.few", "arrays.rows", "arrays.scan_loops",
    "arrays.extremes", "arrays.reductions", "arrays.programs", "arrays.program_cache", "arrays.row_programs",
    "arrays.update_programs", "arrays.batched", "arrays.gradient_buffers", "arrays.matrix_blocks",
    "tape.collector", "tape.counting", "tape.history", "tape.per_thread", "tape.state", "tape.storage", "tape.node",
    "tape.view", "tape.tensor", "tape.saving", "tape.watching",
    "dispatch.part_gradients", "dispatch.plan", "dispatch.kernel", "dispatch.tangents", "dispatch.op",
    "dispatch.memory", "dispatch.inplace", "dispatch.composite_calls", "dispatch.outs", "dispatch.operators",
    "engine.edges", "engine.watched_pass", "engine.walk",
    "ops.shape.dims", "ops.shape.shape", "ops.shape.arrange", "ops.shape.join",
    "ops.index.brackets", "ops.index.index_loops", "ops.index.positions",
    "ops.linalg.lapack", "ops.linalg.distance_loops", "ops.linalg.small_matrices", "ops.linalg.triangular_loops",
    "ops.nn.attention_blocks", "ops.nn.attention_loops", "ops.nn.column_norm_loops", "ops.nn.convolution_loops",
    "ops.nn.grid_loops", "ops.nn.norm_loops", "ops.nn.path_loops", "ops.nn.recurrent_loops", "ops.nn.tap_loops",
    "ops.nn.window_loops",
    "ops.random.twister", "ops.random.random_loops",
    "ops.reduce.order_loops", "tools.profiler.notes", "api.backward", "api.products",
)  # fmt: skip
DECLARATIONS = (
    "arrays.c_numpy",
    "arrays.expressions",
    "arrays.grids",
    "arrays.moves",
    "arrays.step_loops",
    "arrays.vectors",
    "arrays.widths",
    "tape.threads_own",
)  # .pxd files without a module, which hot modules share
HEADERS = (
    "arrays.arcs", "arrays.bessel_functions", "arrays.between", "arrays.column_sums", "arrays.common_expressions",
    "arrays.each_real", "arrays.each_width", "arrays.error_functions", "arrays.exponentials", "arrays.expressions",
    "arrays.extremes", "arrays.function_loops", "arrays.function_table", "arrays.gamma_functions",
    "arrays.half_casts", "arrays.lane_sums", "arrays.logarithms", "arrays.number_bits", "arrays.pair_functions",
    "arrays.pair_loops", "arrays.pair_table", "arrays.point_distances", "arrays.polynomial", "arrays.remainders",
    "arrays.row_products", "arrays.row_sums", "arrays.sines", "arrays.small_products", "arrays.step_loops",
    "arrays.substitution", "arrays.thin_products", "arrays.widths", "ops.linalg.elimination", "ops.nn.run_sums",
)  # fmt: skip
BUILT = (*HOT, "_stamp", "_shared")
SUFFIXES = tuple(importlib.machinery.EXTENSION_SUFFIXES)


class _PureFinder:
    """Finds the .py files of the hot modules, so that compiled files beside them are not used."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        name = fullname.removeprefix(HOUSE)
        if name == fullname or name not in HOT:
            return None
        return importlib.util.spec_from_file_location(fullname, path_of(name, ".py"))


def path_of(name: str, suffix: str) -> str:
    """The path of a hot module's file with this suffix."""
    return os.path.join(PACKAGE, *name.split(".")) + suffix


def compiled_file(name: str) -> str | None:
    """The compiled file of a hot module, if it exists."""
    return next((p for s in SUFFIXES if os.path.exists(p := path_of(name, s))), None)


def fingerprint() -> str:
    """A hash of the sources of the hot modules. setup.py embeds it in a build."""
    texts = []
    paths = [path_of(name, suffix) for name in (*HOT, *DECLARATIONS) for suffix in (".py", ".pyx", ".pxd")]
    for path in (*paths, *(path_of(name, ".h") for name in HEADERS)):
        with contextlib.suppress(FileNotFoundError), open(path, "rb") as source:
            texts.append(source.read())
    return importlib.util.source_hash(b"\0".join(texts)).hex()  # hashlib takes longer to import than this to run


def choose() -> bool:
    """Choose the build before any hot module is imported. Return whether it is compiled.

    ``WENGERT_PURE_PYTHON=1`` chooses the sources. An incomplete build is ignored, and any where no lock guards it.

    Raises:
        ImportError: if the build is older than the sources.
    """
    global active, why_pure
    missing = [n for n in BUILT if compiled_file(n) is None]
    if os.environ.get("WENGERT_PURE_PYTHON", "") not in ("", "0"):
        why_pure = "WENGERT_PURE_PYTHON is set"
    elif len(missing) == len(BUILT):
        why_pure = (
            "it was installed without compiled modules: no C compiler was found, or WENGERT_PURE_PYTHON was set. "
            "With a C compiler, install it again to make it faster"
        )
    elif missing:
        why_pure = f"these modules did not compile: {', '.join(missing)}"
    else:
        stamp = importlib.import_module(HOUSE + "_stamp")
        if fingerprint() != stamp.FINGERPRINT:
            raise ImportError(
                "wengert: the compiled modules were built from other sources than those beside them. Run `make build`, "
                "or set WENGERT_PURE_PYTHON=1 to use the sources."
            )
        if not has_lock():
            why_pure = "Python runs without the global lock (PYTHON_GIL=0), which the compiled modules need"
    if why_pure:
        sys.meta_path.insert(0, _PureFinder())
    active = not why_pure
    return active


def has_lock() -> bool:
    """Whether one thread at a time runs Python.

    Free-threaded Python turns the lock on when it imports a compiled module, unless the user forbids it.
    """
    is_enabled = getattr(sys, "_is_gil_enabled", None)
    return is_enabled is None or is_enabled()
