"""Methods of NumPy's arrays that PyTorch's tensors do not have: programs written for NumPy call them.

Each is what NumPy's function of that name is of a tensor, and always returns a tensor. Methods whose names PyTorch has
are PyTorch's. Those that stay absent are in ``errors.absent``, each with what replaces it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors.tracebacks import public
from ..tape.tensor import Tensor
from . import numpy_protocols as protocols
from .methods import method
from .numpy_reductions import Otherwise, of_methods


def _found(name: str, *args: Any, out: Any = None, **options: Any) -> Tensor:
    """What a function of NumPy is of tensors: as operations, or what NumPy computes of values."""
    function, rows = getattr(np, name), protocols.rows("functions")
    args = args if out is None else protocols.rows("ufuncs").apart(args, out)
    try:
        found: Tensor = (of_methods().get(function) or rows.RECORDED[name])(*args, **options)
    except Otherwise:
        args = protocols.detached(args) if function in rows.constant() else args
        found = protocols.as_tensor(protocols.called_on_arrays(function, args, options, ""))
    if out is not None:
        found = protocols.rows("ufuncs").written(out, found)
    return found


@method
@public
def astype(
    self: Any, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True
) -> Tensor:
    """Return the tensor in another dtype, as NumPy's arrays do; :meth:`to` is PyTorch's name for it.

    Args:
        dtype: the dtype, as NumPy takes it: ``float`` is float64, and ``"f4"`` float32; or one of wengert
        order: the order in memory: ``"C"``, ``"F"``, or that of the tensor, ``"K"`` or ``"A"``
        casting: which conversions NumPy allows, for example ``"safe"``; others raise an error
        subok: is ignored
        copy: whether to copy even if nothing is to be converted

    >>> import wengert
    >>> wengert.tensor([1, 2]).astype(float)
    tensor([1., 2.], dtype=wengert.float64)
    """
    return _found("astype", self, dtype, order, casting, subok, copy)


@method
@public
def copy(self: Any, order: str = "C") -> Tensor:
    """Return a copy, as NumPy's arrays do: it is recorded, like that of :meth:`clone`.

    Args:
        order: the order in memory: ``"C"``, ``"F"``, or that of the tensor, ``"K"`` or ``"A"``

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0])
    >>> y = x.copy()
    >>> y[0] = 5.0
    >>> x
    tensor([1., 2.])
    """
    return _found("copy", self, order)


@method
@public
def conjugate(self: Any) -> Tensor:
    """Return the complex conjugates in new memory, or a real tensor itself, as NumPy's arrays do.

    >>> import wengert
    >>> wengert.tensor([1 + 2j]).conjugate()
    tensor([1.-2.j])
    """
    found: Tensor = np.conjugate(self) if self.is_complex() else self
    return found


@method
@public
def ptp(self: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Tensor:
    """Return the largest element minus the smallest one, as NumPy's arrays do.

    Args:
        axis: the dimension, or several; None for all
        out: a tensor to write the result into
        keepdims: whether to keep reduced dimensions, with size 1

    >>> import wengert
    >>> wengert.tensor([[1.0, 5.0], [2.0, 9.0]]).ptp(axis=1)
    tensor([4., 7.])
    """
    return _found("ptp", self, axis, keepdims=keepdims, out=out)


@method
@public
def searchsorted(self: Any, v: Any, side: str = "left", sorter: Any = None) -> Tensor:
    """Return where values would be inserted into this sorted vector, as NumPy's arrays do.

    Args:
        v: the values
        side: ``"left"`` of elements that are equal, or ``"right"``
        sorter: the order that sorts the tensor, if it is not sorted

    >>> import wengert
    >>> wengert.tensor([1.0, 2.0, 3.0]).searchsorted([2.0, 2.5])
    tensor([1, 2])
    """
    return _found("searchsorted", self, v, side, sorter)


@method
@public
def compress(self: Any, condition: Any, axis: int | None = None, out: Any = None) -> Tensor:
    """Return the entries along one dimension for which a condition is true, as NumPy's arrays do.

    Args:
        condition: a vector of bools
        axis: the dimension; None for the elements of all dimensions, as a vector
        out: a tensor to write the result into

    >>> import wengert
    >>> wengert.tensor([1.0, 2.0, 3.0]).compress([True, False, True])
    tensor([1., 3.])
    """
    return _found("compress", condition, self, axis, out=out)


@method
@public
def choose(self: Any, *choices: Any, out: Any = None, mode: str = "raise") -> Tensor:
    """Return elements of several arrays: this tensor has the number of the array, as NumPy's arrays do.

    Args:
        choices: the arrays to choose from, or one list of them
        out: a tensor to write the result into
        mode: what numbers beyond the last array mean: ``"raise"``, ``"wrap"`` or ``"clip"``

    >>> import wengert
    >>> wengert.tensor([0, 1]).choose([[1.0, 2.0], [3.0, 4.0]])
    tensor([1., 4.], dtype=wengert.float64)
    """
    return _found("choose", self, choices[0] if len(choices) == 1 else choices, mode=mode, out=out)


@method
@public
def fill(self: Any, value: Any) -> None:
    """Write a number into all elements, as NumPy's arrays do; :meth:`fill_` is PyTorch's name for it.

    Args:
        value: the number

    >>> import wengert
    >>> x = wengert.zeros(2)
    >>> x.fill(3.0)
    >>> x
    tensor([3., 3.])
    """
    self.fill_(value)
