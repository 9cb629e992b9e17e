"""What runs here: the version, the build of the core and why, and the libraries below it."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import os
import platform
import sys
from typing import Any

import numpy as np

from ... import compiled
from ...arrays import arrays
from ...release import __version__
from ..switches.hardware import cuda_version
from ..switches.thread_counts import get_num_threads

VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")  # numbers of threads, at the start

# optional packages: the extra that installs each, the module to look for, and what it is for
EXTRAS = {
    "scipy": ("scipy", "special functions, sparse and triangular solvers"),
    "cuda12": ("cupy", "arrays on a GPU with CUDA 12"),
    "cuda13": ("cupy", "arrays on a GPU with CUDA 13"),
    "nvtx": ("nvtx", "ranges for Nsight"),
    "itt": ("ittapi", "ranges for VTune"),
    "demo": ("matplotlib", "pictures of the examples"),
    "progress": ("tqdm", "progress bars of slow calls"),
}


def facts() -> dict[str, str]:
    """What runs here, by topic, one line each."""
    found = {"wengert": f"{__version__}, in {os.path.dirname(compiled.PACKAGE)}"}
    if compiled.active:
        found["core"] = f"compiled ({len(compiled.HOT)} modules)"
    else:
        found["core"] = f"plain Python: {compiled.why_pure}"
    found["Python"] = f"{platform.python_version()} ({_python()}), {platform.system()} {platform.machine()}"
    found["NumPy"] = f"{np.__version__}, ml_dtypes {_version('ml_dtypes')}"
    found["BLAS"] = _blas()
    found["threads"] = _threads()
    found["CuPy"] = _cupy()
    found["extras"] = _extras()
    return found


def config_text() -> str:
    """Say which build runs and on what, as text.

    >>> import wengert.__config__
    >>> print(wengert.__config__.show())  # doctest: +ELLIPSIS
    wengert   0...
    core      ...
    """
    lines = facts()
    width = max(map(len, lines)) + 2
    return "\n".join([f"{name:{width}}{said}".rstrip() for name, said in lines.items()])


def threads_text() -> str:
    """Say how many threads compute, and what the environment says about it, as text.

    >>> import wengert.__config__
    >>> print(wengert.__config__.parallel_info())  # doctest: +ELLIPSIS
    threads...
    """
    variables = "\n".join([f"  {name} : {os.environ.get(name, '[not set]')}" for name in VARIABLES])
    return f"threads of one operation : {get_num_threads()}\ncores : {os.cpu_count()}\nenvironment:\n{variables}"


def show_config() -> None:
    """Print which build runs and on what: the version, compiled or not and why, BLAS, threads, CuPy and extras.

    ``python -m wengert info`` prints the same. Please add it when you report a problem.

    >>> import wengert
    >>> wengert.show_config()  # doctest: +ELLIPSIS
    wengert   0...
    core      ...
    """
    print(config_text())


def _python() -> str:
    gil = getattr(sys, "_is_gil_enabled", None)
    if gil is None:
        return platform.python_implementation()
    return f"{platform.python_implementation()}, {'with' if gil() else 'without'} the global lock"


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "of an unknown version"


def _blas() -> str:
    config: Any = {}
    with contextlib.suppress(TypeError):
        config = np.show_config(mode="dicts")
    blas = config.get("Build Dependencies", {}).get("blas", {})
    return f"{blas.get('name', 'unknown')} {blas.get('version', '')}".strip()


def _threads() -> str:
    given = [f"{name}={os.environ[name]}" for name in VARIABLES if name in os.environ]
    text = f"{get_num_threads()} of one operation, {os.cpu_count()} cores"
    return f"{text}; {', '.join(given)}" if given else text


def _cupy() -> str:
    if importlib.util.find_spec("cupy") is None:
        return 'not installed: pip install "wengert[cuda12]" for a GPU'
    if not arrays.cuda_available():
        return "installed, and finds no GPU"
    cupy = arrays.cupy()
    return f"{cupy.__version__}, CUDA {cuda_version()}, {cupy.cuda.runtime.getDeviceCount()} devices"


def _extras() -> str:
    there = {name: importlib.util.find_spec(module) is not None for name, (module, _) in EXTRAS.items()}
    parts = []
    if any(there.values()):
        parts.append(", ".join(f"{name} ({EXTRAS[name][0]})" for name, found in there.items() if found))
    missing = [name for name, found in there.items() if not found]
    if missing:
        parts.append(f'not installed: {", ".join(missing)} (pip install "wengert[NAME]")')
    return "; ".join(parts)
