"""``autograd.numpy``: the names of NumPy, whose functions take boxes, too."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from ...api import numpy_protocols
from ...api.generated import functions
from ...api.numpy_reductions import of_methods
from ...api.numpy_rows import tensor
from .boxes import ArrayBox, boxed, call, holds_box, opened

Function = Callable[..., Any]
JOINING = (np.column_stack, np.concatenate, np.dstack, np.hstack, np.stack, np.vstack)  # of any iterable of arrays
FUNCTIONS = (np.ufunc, FunctionType, BuiltinFunctionType, type(np.sum))


def taking_boxes(function: Function) -> Function:
    """A function of NumPy or SciPy that takes boxes in the place of arrays, within lists, too.

    Where no derivative of it is known, a program may define one: then ``as_primitive`` is called with boxes.
    """
    joins = function in JOINING

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        if joins and args and not isinstance(args[0], (list, tuple, np.ndarray, ArrayBox)):
            args = (list(args[0]), *args[1:])
        if holds_box(args) or (kwargs and holds_box(kwargs.values())):
            own = vars(called).get("as_primitive")
            return call(function, args, kwargs) if own is None else own(*args, **kwargs)
        return function(*args, **kwargs)

    called.__module__ = getattr(function, "__module__", None) or "numpy"
    return called


def is_of_library(function: Function) -> bool:
    """Whether a function is one of NumPy or SciPy that :func:`taking_boxes` made."""
    return getattr(function, "__code__", None) is CALLED


def has_derivative(function: Function) -> bool:
    """Whether a derivative of a function of NumPy or SciPy is known."""
    if isinstance(function, np.ufunc):
        return numpy_protocols.meaning(function) is not None
    return function in of_methods() or function in numpy_protocols.rows("functions").recorded()


CALLED = taking_boxes(np.sum).__code__


def names_of(module: ModuleType) -> dict[str, Any]:
    """The public names of a module of NumPy or SciPy: functions take boxes, types and constants are as they are."""
    found = {name: getattr(module, name) for name in dir(module) if not name.startswith("_")}
    return {
        name: taking_boxes(value) if isinstance(value, FUNCTIONS) else value
        for name, value in found.items()
        if not isinstance(value, ModuleType)
    }


# -- functions that are not NumPy's


class Joining:
    """``r_`` and ``c_``: arrays and ranges in brackets, joined."""

    def __init__(self, theirs: Any, axis: int) -> None:
        self.theirs, self.axis = theirs, axis

    def __getitem__(self, key: Any) -> Any:
        parts = key if isinstance(key, tuple) else (key,)
        if not holds_box(parts):
            return self.theirs[key]
        given = [p if isinstance(p, ArrayBox) else np.r_[p] for p in parts]
        if self.axis:  # columns
            return call(np.column_stack, (given,))
        return call(np.concatenate, ([np.atleast_1d(p) for p in given],))


def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """``numpy.where``, which returns ``x`` or ``y`` itself where the condition is one bool.

    Args:
        condition: an array of bools.
        x: what to take where it is True; without ``x`` and ``y`` the indices of True are returned.
        y: what to take where it is False.
    """
    if x is None and y is None:
        return np.where(condition)
    if isinstance(condition, bool):
        return x if condition else y
    return call(np.where, (condition, x, y))


def make_diagonal(D: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:  # noqa: N803  # HIPS's name
    """Arrays of zeros with ``D`` on a diagonal: what ``numpy.diagonal`` takes out.

    Args:
        D: an array, whose last dimension runs along the diagonal.
        offset: which diagonal; 0 is the main one.
        axis1: the first of the two dimensions of the result in which the diagonal is.
        axis2: the second.
    """
    return boxed(functions.diag_embed(tensor(opened(D)), offset, axis1, axis2))


def _mirrored(a: Any, UPLO: str = "L") -> Any:  # noqa: N803  # NumPy's name
    """The Hermitian matrix of which NumPy reads one triangle. So gradients are those of what is read."""
    if UPLO.upper() == "U":
        a = np.conj(np.swapaxes(a, -1, -2))
    lower = np.tril(a, -1)
    return lower + np.conj(np.swapaxes(lower, -1, -2)) + np.real(np.tril(a) - lower)


def eigh(a: Any, UPLO: Any = "L") -> Any:  # noqa: N803
    """``numpy.linalg.eigh``, with the gradient of the triangle that is read."""
    return call(np.linalg.eigh, (_mirrored(a, UPLO), UPLO)) if holds_box((a,)) else np.linalg.eigh(a, UPLO)


def eigvalsh(a: Any, UPLO: Any = "L") -> Any:  # noqa: N803
    """``numpy.linalg.eigvalsh``, with the gradient of the triangle that is read."""
    return call(np.linalg.eigvalsh, (_mirrored(a, UPLO), UPLO)) if holds_box((a,)) else np.linalg.eigvalsh(a, UPLO)


ARRAYS = {"c_": Joining(np.c_, 1), "make_diagonal": make_diagonal, "r_": Joining(np.r_, 0), "where": where}
MATRICES = {"eigh": eigh, "eigvalsh": eigvalsh}
