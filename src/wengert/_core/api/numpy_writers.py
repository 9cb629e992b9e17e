"""What NumPy makes for a tensor, by ``like=``, and what it writes into one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..tape.tensor import payload_of, wrap
from .generated import functions
from .numpy_reductions import Otherwise
from .numpy_rows import converted, has_tensors, tensor, values_of


def made(like: Any, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What ``function(..., like=t)`` makes: a tensor on the device of ``t``, with the history of what it is given."""
    if function is np.full and has_tensors(list((*args[1:], *kwargs.values()))):
        return _full(*args, **kwargs)
    if args and has_tensors(args[0]):
        return _array(function, *args, **kwargs)
    found = wrap(np.asarray(function(*args, **kwargs)))
    return found.to(like.device)


def _full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C", *, device: Any = None) -> Any:
    return functions.clone(functions.broadcast_to(converted(tensor(fill_value), dtype), shape))


def _array(function: Any, values: Any, dtype: Any = None, order: str = "K", *, copy: Any = None, ndmin: int = 0) -> Any:
    found = converted(tensor(values), dtype)
    if found is values and (copy or (copy is None and function is np.array)):
        found = functions.clone(found)
    return found.reshape((1,) * (ndmin - found.ndim) + tuple(found.shape))


# -- writes: NumPy gets no memory of a tensor, which would not know of the write. Its operations write in place.


def _like(t: Any, values: Any) -> Any:
    """Values as elements of ``t``: as NumPy does, they are converted."""
    if has_tensors(values):
        return tensor(values).to(t.dtype)
    return wrap(np.asarray(values, payload_of(t).dtype))


def copyto(dst: Any, src: Any, where: Any = True) -> None:
    if where is True:
        dst.copy_(tensor(src))
    else:
        putmask(dst, where, functions.broadcast_to(tensor(src), dst.shape))


def putmask(a: Any, mask: Any, values: Any) -> None:
    mask, values = tensor(mask).to(bool), _like(a, values)
    if values.numel() != 1 and values.shape != a.shape:
        raise Otherwise
    a.copy_(functions.where(mask, values.reshape(()) if values.numel() == 1 else values, a))


def place(arr: Any, mask: Any, vals: Any) -> None:
    put(arr, np.flatnonzero(values_of(mask)), vals)


def put(a: Any, ind: Any, v: Any) -> None:
    places, values = values_of(ind).astype(np.intp).reshape(-1), _like(a, v).reshape(-1)
    a.put_(wrap(places), values[wrap(np.arange(len(places)) % values.shape[0])])


def put_along_axis(arr: Any, indices: Any, values: Any, axis: int | None) -> None:
    if axis is None:
        put(arr, indices, values)
    else:
        places = tensor(indices)
        arr.scatter_(axis, places, functions.broadcast_to(_like(arr, values), places.shape))


def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    if a.ndim != 2 or wrap:
        raise Otherwise
    put(a, np.arange(a.numel()).reshape(a.shape).diagonal(), val)


WRITERS = {
    np.copyto: copyto, np.fill_diagonal: fill_diagonal, np.place: place, np.put: put,
    np.put_along_axis: put_along_axis, np.putmask: putmask,
}  # fmt: skip
