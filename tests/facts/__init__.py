"""What PyTorch gives, as data: ``make facts`` writes it with PyTorch, and tests compare with it without PyTorch.

``dtypes.json``: per operation, the dtypes of the results for every kind of call that the samples make.
``complexes.json``: per operation, which kinds of calls with complex numbers PyTorch refuses, and with
which error; what is not listed it takes.
``signatures.json``: the names of parameters of PyTorch's functions and methods, in order, with plain defaults.
``kinks.json``: results and gradients of the calls in ``kinks.py``, and of all samples at kinks.
``halves.json``: the same for the calls in ``halves.py``, which have numbers beside arrays of half types.
``rounding.json``: how far results in half types are from exact ones, at the calls of ``rounding.py``.
``numbers.json``: the dtypes of results for numbers of each kind beside arrays of each dtype.
``degenerate.json``: dtypes and shapes, or types of errors, of the calls that ``degenerate.py`` makes from samples.
``layouts.json``: how results lie in memory, by the codes of ``layouts.py``.
``formats.json``, ``views.json``: the same of calls with a memory format, and of views of tensors with odd strides.
``outs.json``: what comes of the ways to give ``out=`` in ``outs.py``.
``bools.json``: where a bool is taken for an integer: ``bools.py``.
``flags.json``: what is taken for a bool: ``flags.py``.
``mixed.json``: the dtypes of calls with tensors of two dtypes, or their errors: ``mixed.py``.
``casts.json``: what comes of other dtypes of the result, by ``dtype=`` and by ``out=``: ``casts.py``.
``bases.json``: per operation, which results are views, by the codes of ``bases.py``.
``accuracy.json``: how far the results of the calls in ``accuracy.py`` are from those in double precision.
``peaks.json``: how much memory the calls in ``peaks.py`` need, in MiB.
``tails.json``: exact values of the special functions in ``tails.py``, by mpmath, and how far PyTorch's are from them.
``handlers.json``: which function a handler gets, for the calls in ``handlers.py``.
``modules.json``: what the modules in ``modules.py`` hold, print, draw and compute.
``refused.json``: the errors of the calls in ``refused.py``, of modules, optimisers, schedules and data sets.
``optimizers.json``: parameters after ten steps of the optimisers in ``optimizers.py``, and learning rates of schedules.
"""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

import wengert

FOLDER = Path(__file__).parent


def load(name: str) -> dict[str, Any]:
    """One of the files."""
    return json.loads((FOLDER / f"{name}.json").read_text())


def alike(a: Any, b: Any, tolerance: float = 1e-9) -> bool:
    """Whether two facts are equal, up to the rounding of other machines."""
    if isinstance(a, dict):
        return list(a) == list(b) and all(alike(a[k], b[k], tolerance) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(alike(x, y, tolerance) for x, y in zip(a, b, strict=True))
    return a == b if not isinstance(a, float) else bool(np.isclose(a, b, tolerance, tolerance, equal_nan=True))


def kind(case: Any) -> str:
    """What the dtypes of the results may depend on: dtypes, types of numbers, flags, whether an array is 0-d."""
    return kind_of(case.args, case.sample.params)


def kind_of(args: Any, params: dict[str, Any]) -> str:
    """:func:`kind` of these arguments."""
    return ", ".join([*map(_kind, args), *(f"{k}={_kind(v, k)}" for k, v in params.items())])


def _kind(x: Any, name: str = "") -> str:
    if isinstance(x, np.ndarray):
        return str(x.dtype) if x.ndim else f"{x.dtype}()"
    if name == "dtype" and x is not None:
        return str(wengert._core.arrays.dtypes.as_numpy(x))
    if isinstance(x, (list, tuple)):
        return f"[{', '.join(one for one, _ in groupby(map(_kind, x)))}]"
    return repr(x) if x is None or isinstance(x, (bool, str)) else type(x).__name__


def dtypes_of(results: list[Any]) -> str:
    """The dtypes of the tensors among results. Equal neighbours count once: how many there are may depend on shapes."""
    names = [str(y.dtype).rpartition(".")[2] for y in results if hasattr(y, "dtype")]
    return " ".join(one for one, _ in groupby(names))
