"""What composites are given, and what they hand back."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors
from ..arrays import arrays, dtypes
from ..tape.tensor import Tensor, TensorBase, wrap
from .operators import OPERANDS

ndarray = np.ndarray

# -- what composites are given


def base_arrays(value: Any) -> Any:
    """An argument of a composite, its arrays from outside as payloads. The kernels of rows do so themselves."""
    if isinstance(value, ndarray):
        return dtypes.taken(value)
    if type(value) is list or type(value) is tuple:
        for v in value:
            if type(v) is not Tensor and isinstance(v, ndarray):
                return type(value)([base_arrays(v) for v in value])
    return value


def tensor_argument(op: str, name: str, value: Any) -> Any:
    """An argument of a composite that has to be a tensor, and is not of that very type. An array is a constant tensor.

    An operation that writes its argument, as its name with an underscore says, gets the array, and refuses it.
    """
    if isinstance(value, ndarray):
        return dtypes.taken(value) if op.endswith("_") else wrap(value)
    if not isinstance(value, OPERANDS):
        raise errors.calls.not_an_array(op, name, value)
    return value


# -- what they hand back


def tensors(result: Any) -> Any:
    """What a public function returns, where an array in it has come of arrays or numbers alone."""
    if isinstance(result, TensorBase):
        return result
    if isinstance(result, (tuple, list)):
        for r in result:
            if not isinstance(r, TensorBase):
                break
        else:
            return result
        parts = [tensors(r) for r in result]
        if all([a is b for a, b in zip(parts, result, strict=True)]):
            return result
        return parts if isinstance(result, list) else tuple.__new__(type(result), parts)
    return wrap(result) if isinstance(result, (ndarray, np.generic)) or arrays.is_array(result) else result


def own(result: Any, args: Any) -> Any:
    """What a composite hands back: views of its arguments, and otherwise tensors of their own, as a row does.

    Where the last step is a view of an intermediate value, nobody else holds that value, and the result may as well
    have its memory and history for itself: hooks stay when it is written, and ``detach_()`` works.
    """
    if own_all(result):
        return result
    result = tensors(result)
    if isinstance(result, TensorBase):
        t = result
        if t._wg_view is not None and not holds(args, t._wg_view.base):
            t._wg_view = None
        return result
    results = [t for t in tensors_in(result) if t._wg_view is not None]
    for t in results:
        base = t._wg_view.base
        if not holds(args, base) and not holds([r for r in tensors_in(result) if r is not t], base):
            t._wg_view = None
    return result


def own_all(results: Any) -> bool:
    """Whether these are tensors, and no views."""
    if not isinstance(results, (tuple, list)):
        return False
    for r in results:
        if not isinstance(r, TensorBase):
            return False
        t = r
        if t._wg_view is not None:
            return False
    return True


def holds(values: Any, base: Any) -> bool:
    """Whether a tensor or a view of it is among these values, and those in nested lists and tuples."""
    for x in values:
        if isinstance(x, TensorBase):
            if x is base or (x._wg_view is not None and x._wg_view.base is base):
                return True
        elif isinstance(x, (list, tuple)) and holds(x, base):
            return True
    return False


def tensors_in(x: Any) -> list[Any]:
    """The tensors in nested lists and tuples."""
    if isinstance(x, TensorBase):
        return [x]
    found: list[Any] = []
    if isinstance(x, (list, tuple)):
        for one in x:
            found += tensors_in(one)
    return found
