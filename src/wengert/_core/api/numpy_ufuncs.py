"""Ufuncs of NumPy with options, and their methods, in operations: ``np.divide(a, b, out=c, where=b != 0)``,
``np.subtract.outer(a, b)``, ``np.add.at(a, i, b)``.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays import arrays
from ..arrays.batched import physical
from ..tape.tensor import TensorBase, payload_of, wrap
from .generated import functions
from .leaving import stays
from .numpy_reductions import Otherwise, of_methods
from .numpy_rows import common, converted, tensor

Operation = Callable[..., Any]
REDUCED = {  # ufuncs, and the function that reduces by each
    np.add: np.sum, np.multiply: np.prod, np.maximum: np.max, np.minimum: np.min, np.logical_and: np.all,
    np.logical_or: np.any,
}  # fmt: skip
SCANNED = {np.add: np.cumsum, np.multiply: np.cumprod}


def recorded(ufunc: Any, operation: Operation, how: str, inputs: Sequence[Any], options: dict[str, Any]) -> Any:
    """What a method of a ufunc gives, as operations.

    Raises:
        Otherwise: if there is no operation that means the same.
    """
    try:
        outs = options.pop("out", None)
        out = outs[0] if isinstance(outs, tuple) and len(outs) == 1 else outs
        if out is not None and not isinstance(out, TensorBase):
            raise Otherwise  # an array keeps no history
        inputs = apart(inputs, out)
        if how == "__call__":
            return _called(operation, inputs, out, **options)
        if how == "at":
            return _at(ufunc, *inputs, **options)
        found: Any = METHODS[how](ufunc, operation, *inputs, **options)
    except TypeError:  # an option that there is no parameter for
        raise Otherwise from None
    return found if out is None else written(out, found)


def apart(inputs: Sequence[Any], out: Any) -> list[Any]:
    """Arguments of what is written into ``out``. Those that share its memory are copied where they may be saved."""
    if out is None or not any([stays(x) for x in inputs if isinstance(x, TensorBase)]):
        return list(inputs)
    return [functions.clone(x) if _overlap(x, out) else x for x in inputs]


def _overlap(x: Any, out: Any) -> bool:
    if not isinstance(x, TensorBase):
        return False
    a, b = physical(x._wg_data), physical(out._wg_data)
    return type(a) is type(b) and arrays.is_array(a) and arrays.overlap(a, b)


def written(out: Any, found: Any) -> Any:
    """A tensor with a result in its elements."""
    out.copy_(_castable(found, out))
    return out


def _castable(found: Any, out: Any) -> Any:
    """A result that is to be written. NumPy converts to no dtype that holds less of a kind."""
    if not np.can_cast(payload_of(found).dtype, payload_of(out).dtype, "same_kind"):
        raise Otherwise
    return found


def _called(operation: Operation, inputs: Sequence[Any], out: Any, *, where: Any = True, dtype: Any = None) -> Any:
    if dtype is not None and np.dtype(dtype).kind not in "fc":
        raise Otherwise
    given = [converted(tensor(x), dtype) for x in inputs] if dtype is not None else list(inputs)
    if where is True:
        found = operation(*[wrap(x) if isinstance(x, np.ndarray) else x for x in given])
        return found if out is None else written(out, found)
    if out is None:
        raise Otherwise  # elements that are left out have no value
    mask = functions.broadcast_to(tensor(where), out.shape)  # nothing is computed of the others: no NaN in a gradient
    chosen = [
        functions.broadcast_to(x, out.shape)[mask] for x in (map(tensor, given) if len(given) == 1 else common(*given))
    ]
    out[mask] = _castable(operation(*chosen), out).to(out.dtype)
    return out


def _reduce(ufunc: Any, operation: Operation, a: Any, axis: Any = 0, *rest: Any, **options: Any) -> Any:
    a = tensor(a)
    if ufunc in REDUCED:
        return of_methods()[REDUCED[ufunc]](a, axis, *rest, **options)
    if rest or options or not isinstance(axis, int) or not a.shape[axis]:
        raise Otherwise
    return functools.reduce(operation, functions.unbind(a, axis))


def _accumulate(ufunc: Any, operation: Operation, a: Any, axis: int = 0, dtype: Any = None) -> Any:
    a = tensor(a)
    if ufunc in SCANNED:
        return of_methods()[SCANNED[ufunc]](a, axis, dtype)
    if dtype is not None or not a.shape[axis]:
        raise Otherwise
    return functions.stack(list(itertools.accumulate(functions.unbind(a, axis), operation)), axis)


def _reduceat(ufunc: Any, operation: Operation, a: Any, indices: Any, axis: int = 0) -> Any:
    a = tensor(a)
    firsts = np.asarray(indices).tolist()
    lasts = [*firsts[1:], a.shape[axis]]
    parts = [a.narrow(axis, i, max(j - i, 1)) for i, j in zip(firsts, lasts, strict=True)]
    return functions.stack([_reduce(ufunc, operation, part, axis) for part in parts], axis)


def _outer(ufunc: Any, operation: Operation, a: Any, b: Any) -> Any:
    a, b = common(a, b)
    return operation(a.reshape(tuple(a.shape) + (1,) * b.ndim), b)


def _at(ufunc: Any, a: Any, indices: Any, b: Any) -> None:
    if ufunc not in (np.add, np.subtract) or isinstance(a, np.ndarray):
        raise Otherwise  # an array keeps no history
    indices = tuple(map(_plain, indices)) if isinstance(indices, tuple) else _plain(indices)
    places = np.arange(a.numel()).reshape(a.shape)[indices]
    values = functions.broadcast_to(tensor(b).to(a.dtype), places.shape)
    a.put_(wrap(np.ascontiguousarray(places)), values if ufunc is np.add else -values, accumulate=True)


def _plain(index: Any) -> Any:
    return np.asarray(index) if isinstance(index, TensorBase) else index


METHODS: dict[str, Callable[..., Any]] = {
    "reduce": _reduce,
    "accumulate": _accumulate,
    "reduceat": _reduceat,
    "outer": _outer,
}
