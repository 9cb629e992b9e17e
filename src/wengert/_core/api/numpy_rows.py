"""How a function of NumPy is declared as operations, and how it reads its arguments.

A row is a function with the parameters of its namesake in NumPy, as far as it means the same; its docstring is NumPy's.
:class:`Otherwise` says that it does not: then NumPy itself is called, on arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays import dtypes
from ..tape.tensor import TensorBase, detach, payload_of, wrap
from .generated import functions
from .numpy_reductions import Otherwise, inexact

RECORDED: dict[str, Callable[..., Any]] = {}  # by NumPy's name, without ``numpy.``


def of(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say of which functions of NumPy a function is the same in operations."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            RECORDED[name] = function
        return function

    return register


def of_numpy(name: str) -> Any:
    """A function of NumPy, or None in a version that has it not."""
    space, _, bare = name.rpartition(".")
    return getattr(getattr(np, space) if space else np, bare, None)


# -- arguments


def tensor(value: Any) -> Any:
    """A tensor for a tensor, an array, a number, or a list of these."""
    if isinstance(value, TensorBase):
        return value
    if isinstance(value, (list, tuple)) and has_tensors(value):
        return functions.stack(common(*map(tensor, value)))
    return wrap(np.asarray(value))


def has_tensors(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(has_tensors, value))
    return isinstance(value, TensorBase)


def common(*values: Any) -> list[Any]:
    """Tensors of the dtype in which NumPy computes. Python's numbers have none of their own."""
    weak = (int, float, complex)
    found = [v if type(v) in weak else tensor(v) for v in values]
    dtype = dtypes.of(np.result_type(*[v if type(v) in weak else payload_of(v).dtype for v in found]))
    return [v if isinstance(v, TensorBase) and v.dtype is dtype else functions.as_tensor(v, dtype=dtype) for v in found]


def inexact_tensor(value: Any) -> Any:
    """:func:`tensor`, in double precision for integers."""
    return inexact(tensor(value))


def axes_of(axis: Any) -> Any:
    return tuple(axis) if isinstance(axis, list) else axis


def converted(a: Any, dtype: Any) -> Any:
    """A tensor with a dtype of NumPy's."""
    return a if dtype is None else a.to(dtypes.of(np.dtype(dtype)))


def values_of(value: Any) -> np.ndarray[Any, Any]:
    """The values that decide which elements a function takes: they have no gradient."""
    return np.asarray(detach(value) if isinstance(value, TensorBase) else value)


def refuse() -> Any:
    raise Otherwise
