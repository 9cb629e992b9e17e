"""What functions of NumPy mean in operations, so that programs written for NumPy can be differentiated.

Functions that call a method of their argument, such as ``numpy.sum``, give tensors for all tensors, as they do for
PyTorch's: they are in ``numpy_reductions``. Those of this file and of ``numpy_products``, ``numpy_polynomials`` and
``numpy_statistics`` give arrays for tensors that have nothing to lose. They record what they compute of a tensor that
requires grad, has a tangent or is batched.
"""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import errors
from ..arrays import dtypes, layouts
from ..tape.tensor import TensorBase, payload_of, wrap
from . import numpy_polynomials, numpy_products, numpy_statistics
from .generated import functions
from .generated import nn_functions as nn
from .numpy_reductions import Otherwise, inexact, of_methods
from .numpy_rows import RECORDED, axes_of, common, converted, of, of_numpy, refuse, tensor, values_of

OTHERS = (numpy_polynomials, numpy_products, numpy_statistics)  # they add their rows to RECORDED
OPTIMIZERS = os.sep.join(("", "scipy", "optimize", ""))  # in the paths of SciPy's files


@functools.cache
def recorded() -> dict[Any, Callable[..., Any]]:
    """:data:`RECORDED` by the functions of NumPy themselves."""
    return {theirs: function for name, function in RECORDED.items() if (theirs := of_numpy(name)) is not None}


@functools.cache
def constant() -> frozenset[Any]:
    """:data:`CONSTANT` as the functions of NumPy themselves."""
    return frozenset(filter(None, map(of_numpy, CONSTANT)))


# -- shapes


@of("concatenate", "concat")
def concatenate(arrays: Any, /, axis: Any = 0, *, dtype: Any = None) -> Any:
    parts = [converted(a, dtype) for a in common(*[tensor(a) for a in arrays])]
    if axis is None:
        parts, axis = [a.reshape(-1) for a in parts], 0
    if len({a.ndim for a in parts}) > 1:
        raise Otherwise  # cat() takes empty vectors anywhere
    return functions.cat(parts, axis)


@of("stack")
def stack(arrays: Any, axis: int = 0, *, dtype: Any = None) -> Any:
    return converted(functions.stack(common(*[tensor(a) for a in arrays]), axis), dtype)


def _joined(operation: Any) -> Callable[..., Any]:
    def joined(tup: Any, *, dtype: Any = None) -> Any:
        return converted(operation(common(*[tensor(a) for a in tup])), dtype)

    return joined


for _n in ("vstack", "hstack", "dstack", "column_stack"):
    RECORDED[_n] = _joined(getattr(functions, _n))
RECORDED["row_stack"] = RECORDED["vstack"]


@of("block")
def block(arrays: Any) -> Any:
    if not isinstance(arrays, list):
        return functions.clone(tensor(arrays))
    return _block(arrays, -_depth(arrays))


def _depth(arrays: Any) -> int:
    return 1 + _depth(arrays[0]) if isinstance(arrays, list) and arrays else 0


def _block(arrays: Any, axis: int) -> Any:
    """Join lists along ``axis``, and the lists in them along the axes after it."""
    if not isinstance(arrays, list) or not arrays:
        raise Otherwise
    parts = [tensor(a) if axis == -1 else _block(a, axis + 1) for a in arrays]
    ndim = max(-axis, *[a.ndim for a in parts])
    return concatenate([a.reshape([1] * (ndim - a.ndim) + list(a.shape)) for a in parts], axis)


@of("append")
def append(arr: Any, values: Any, axis: int | None = None) -> Any:
    return concatenate([tensor(arr), tensor(values)], axis)


@of("unstack")
def unstack(x: Any, /, *, axis: int = 0) -> Any:
    return functions.unbind(x, axis)


@of("resize")
def resize(a: Any, new_shape: Any) -> Any:
    a, size = ravel(a), math.prod(new_shape if isinstance(new_shape, (tuple, list)) else (new_shape,))
    if size <= 0 or not a.shape[0]:
        raise Otherwise
    return functions.reshape(functions.tile(a, (-(-size // a.shape[0]),))[:size], new_shape)


@of("trim_zeros")
def trim_zeros(filt: Any, trim: str = "fb") -> Any:
    kept = np.flatnonzero(values_of(filt))
    if filt.ndim != 1 or not len(kept):
        raise Otherwise
    return filt[kept[0] if "f" in trim.lower() else 0 : kept[-1] + 1 if "b" in trim.lower() else None]


@of("array_split")
def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    given = indices_or_sections if isinstance(indices_or_sections, int) else tuple(map(int, indices_or_sections))
    return list(functions.tensor_split(ary, given, axis))


@of("split")
def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    if isinstance(indices_or_sections, int) and ary.shape[axis] % indices_or_sections:
        raise Otherwise  # NumPy says what is wrong
    return array_split(ary, indices_or_sections, axis)


@of("vsplit")
def vsplit(ary: Any, indices_or_sections: Any) -> Any:
    return split(ary, indices_or_sections, 0)


@of("hsplit")
def hsplit(ary: Any, indices_or_sections: Any) -> Any:
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


@of("dsplit")
def dsplit(ary: Any, indices_or_sections: Any) -> Any:
    return split(ary, indices_or_sections, 2)


@of("ravel")
def ravel(a: Any, order: str = "C") -> Any:
    return of_methods()[np.reshape](a, -1, order)


@of("expand_dims")
def expand_dims(a: Any, axis: Any) -> Any:
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    ndim = a.ndim + len(axes)
    for d in sorted([d % ndim if -ndim <= d < ndim else refuse() for d in axes]):
        a = functions.unsqueeze(a, d)
    return a


@of("roll")
def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    if axis is None:
        return functions.roll(a.reshape(-1), shift).reshape(a.shape)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,) * len(axes)
    return functions.roll(a, tuple(map(int, shifts)), tuple(axes))


@of("moveaxis")
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    return functions.moveaxis(a, axes_of(source), axes_of(destination))


@of("rollaxis")
def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    axis, start = axis % a.ndim, start + a.ndim if start < 0 else start
    return functions.moveaxis(a, axis, start - (start > axis))


@of("flip")
def flip(m: Any, axis: Any = None) -> Any:
    return functions.flip(m, tuple(range(m.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,))


@of("flipud")
def flipud(m: Any) -> Any:
    return functions.flipud(m)


@of("fliplr")
def fliplr(m: Any) -> Any:
    return functions.fliplr(m)


@of("rot90")
def rot90(m: Any, k: int = 1, axes: Sequence[int] = (0, 1)) -> Any:
    return functions.rot90(m, k, tuple(axes))


@of("repeat")
def repeat(a: Any, repeats: Any, axis: int | None = None) -> Any:
    a, axis = (a.reshape(-1), 0) if axis is None else (a, axis)
    counts = np.asarray(repeats)
    return functions.repeat_interleave(a, int(counts) if counts.size == 1 else wrap(counts), axis)


@of("tile")
def tile(A: Any, reps: Any) -> Any:  # noqa: N803
    return functions.tile(A, tuple(reps) if isinstance(reps, (tuple, list)) else (int(reps),))


@of("broadcast_to")
def broadcast_to(array: Any, shape: Any) -> Any:
    return functions.broadcast_to(array, shape if isinstance(shape, (tuple, list)) else (shape,))


@of("broadcast_arrays")
def broadcast_arrays(*args: Any) -> Any:
    return tuple(functions.broadcast_tensors(*map(tensor, args)))


def _at_least(operation: Any) -> Callable[..., Any]:
    def widened(*arys: Any) -> Any:
        if OPTIMIZERS in errors.text.here()[0].co_filename:  # they take values alone, and read ``size`` as a number
            arys = tuple(map(np.asarray, arys))
        found = [operation(tensor(a)) for a in arys]
        return found[0] if len(found) == 1 else tuple(found)

    return widened


for _n in "123":
    RECORDED[f"atleast_{_n}d"] = _at_least(getattr(functions, f"atleast_{_n}d"))


@of("diag")
def diag(v: Any, k: int = 0) -> Any:
    return functions.diag(v, k)


@of("diagflat")
def diagflat(v: Any, k: int = 0) -> Any:
    return functions.diagflat(tensor(v), k)


@of("diagonal")
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    return functions.diagonal(a, offset, axis1, axis2)


@of("trace")
def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None) -> Any:
    return functions.sum(functions.diagonal(converted(a, dtype), offset, axis1, axis2), -1)


@of("tril")
def tril(m: Any, k: int = 0) -> Any:
    return functions.tril(m, k)


@of("triu")
def triu(m: Any, k: int = 0) -> Any:
    return functions.triu(m, k)


@of("meshgrid")
def meshgrid(*xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy") -> Any:
    lines = [tensor(x).reshape(-1) for x in xi]
    order = [1, 0, *range(2, len(lines))] if indexing == "xy" and len(lines) > 1 else list(range(len(lines)))
    shape = [lines[i].shape[0] for i in order]
    found: list[Any] = []
    for i, line in enumerate(lines):
        own = [1] * len(lines)
        own[order.index(i)] = -1
        grid = line.reshape(own) if sparse else functions.broadcast_to(line.reshape(own), shape)
        found.append(RECORDED["copy"](grid, "C") if copy else grid)
    return tuple(found)


@of("ix_")
def ix_(*args: Any) -> Any:
    found = []
    for i, line in enumerate(map(tensor, args)):
        at = functions.nonzero(line)[:, 0] if line.dtype == dtypes.bool_ else line
        found.append(at.reshape([-1 if i == d else 1 for d in range(len(args))]))
    return tuple(found)


@of("pad")
def pad(array: Any, pad_width: Any, mode: str = "constant", *, constant_values: Any = 0) -> Any:
    widths = np.broadcast_to(np.asarray(pad_width), (array.ndim, 2)).tolist()
    if mode == "constant" and np.ndim(constant_values) == 0 and not isinstance(constant_values, TensorBase):
        return nn.pad(array, [n for pair in reversed(widths) for n in pair], value=constant_values)
    if mode not in ("edge", "reflect", "symmetric", "wrap"):
        raise Otherwise
    for axis, pair in enumerate(widths):  # NumPy says which element each new one is
        if any(pair):
            array = functions.index_select(array, axis, wrap(np.pad(np.arange(array.shape[axis]), pair, mode)))  # type: ignore[call-overload]
    return array


def _steps(num: int, endpoint: bool, like: Any) -> Any:
    """Numbers from 0 to 1, along a new first dimension."""
    parts = np.arange(num) / max(num - 1 if endpoint else num, 1)
    return wrap(parts.astype(payload_of(like).dtype).reshape(-1, *[1] * like.ndim))


@of("linspace")
def linspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: Any = None, axis: int = 0
) -> Any:
    start, stop = functions.broadcast_tensors(*map(inexact, common(start, stop)))
    found = functions.moveaxis(start + _steps(num, endpoint, start) * (stop - start), 0, axis)
    return (
        (converted(found, dtype), (stop - start) / (num - 1 if endpoint else num))
        if retstep
        else converted(found, dtype)
    )


@of("logspace")
def logspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: Any = 10.0, dtype: Any = None, axis: int = 0
) -> Any:
    if np.ndim(base):
        raise Otherwise
    return converted(functions.pow(base, linspace(start, stop, num, endpoint, axis=axis)), dtype)


@of("geomspace")
def geomspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, dtype: Any = None, axis: int = 0) -> Any:
    start, stop = functions.broadcast_tensors(*map(inexact, common(start, stop)))
    if start.is_complex() or stop.is_complex():
        raise Otherwise  # NumPy goes along a spiral
    found = start * functions.pow(stop / start, _steps(num, endpoint, start))
    return converted(functions.moveaxis(found, 0, axis), dtype)


def _lies(a: Any, order: str) -> bool:
    """Whether the elements lie in an order of memory."""
    return order in "KA" or bool((a if order == "C" else _transposed(a)).is_contiguous())


def _transposed(a: Any) -> Any:
    return functions.permute(a, tuple(reversed(range(a.ndim))))


@of("copy")
def copy(a: Any, order: str = "K") -> Any:
    np.empty(0).copy(order)  # type: ignore[arg-type]  # NumPy says what is wrong
    if order == "F":
        return _transposed(copy(_transposed(a), "C"))
    return functions.clone(a, memory_format=layouts.contiguous_format if order == "C" else layouts.preserve_format)


@of("astype")
def astype(x: Any, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True) -> Any:
    np.empty(0, payload_of(x).dtype).astype(dtype, order, casting)  # type: ignore[call-overload]  # NumPy says what is wrong
    found = x.to(dtypes.of(np.dtype(dtype)))
    return found if _lies(found, order) and (found is not x or not copy) else RECORDED["copy"](found, order)


def _like(name: str) -> Callable[..., Any]:
    same, sized = getattr(functions, f"{name}_like"), getattr(functions, name)

    def made(a: Any, dtype: Any = None, order: str = "K", subok: bool = True, *, shape: Any = None) -> Any:
        if order not in "KCA":
            raise Otherwise
        found = same(a) if shape is None else sized(shape, dtype=a.dtype, device=a.device)
        return converted(found, dtype)

    return made


for _n in ("zeros", "ones", "empty"):
    RECORDED[f"{_n}_like"] = _like(_n)


@of("full_like")
def full_like(
    a: Any, fill_value: Any, dtype: Any = None, order: str = "K", subok: bool = True, *, shape: Any = None
) -> Any:
    found = RECORDED["zeros_like"](tensor(a), dtype, order, subok, shape=shape)
    return found + tensor(fill_value).to(found.dtype)


# -- what NumPy asks of dtypes: a tensor answers by its own


def _asks_dtypes(name: str) -> None:
    asked = getattr(np, name)

    def answered(*args: Any, **options: Any) -> Any:
        return asked(*[np.empty(0, payload_of(a).dtype) if isinstance(a, TensorBase) else a for a in args], **options)

    RECORDED[name] = answered


for _n in ("can_cast", "common_type", "iscomplexobj", "isrealobj", "result_type"):
    _asks_dtypes(_n)


# -- choosing elements


@of("where")
def where(condition: Any, x: Any, y: Any, /) -> Any:
    return functions.where(tensor(condition) != 0, *common(x, y))


@of("select")
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    if len(condlist) != len(choicelist) or not len(condlist):
        raise Otherwise
    found, *choices = common(default, *choicelist)
    for condition, choice in reversed(list(zip(condlist, choices, strict=True))):
        found = functions.where(tensor(condition), choice, found)
    return found


@of("take")
def take(a: Any, indices: Any, axis: int | None = None, mode: str = "raise") -> Any:
    a = tensor(a)
    a, axis = (a.reshape(-1), 0) if axis is None else (a, axis % a.ndim)
    places = np.take(np.arange(a.shape[axis]), values_of(indices), mode=mode)  # type: ignore[call-overload]
    found = a[(*[slice(None)] * axis, places)]
    return found if np.ndim(places) else functions.clone(found)  # one index makes a view


@of("choose")
def choose(a: Any, choices: Any, *, mode: str = "raise") -> Any:
    chosen = np.choose(values_of(a), np.arange(len(choices)), mode=mode)  # type: ignore[call-overload]
    found, *others = common(*choices)
    for i, choice in enumerate(others, 1):
        found = functions.where(wrap(chosen == i), choice, found)
    return functions.broadcast_to(found, np.broadcast_shapes(found.shape, chosen.shape))


@of("piecewise")
def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    x = tensor(x)
    masks = list(condlist) if np.ndim(condlist[0]) or not np.ndim(x) else [condlist]
    masks = [np.asarray(tensor(m), bool) for m in masks]
    if len(funclist) == len(masks) + 1:
        masks.append(~np.any(masks, axis=0))
    if len(funclist) != len(masks):
        raise Otherwise  # NumPy says what is wrong
    found = functions.zeros_like(x)
    for mask, function in zip(masks, funclist, strict=True):
        if not callable(function):
            found = functions.where(wrap(mask), tensor(function).to(x.dtype), found)
        elif mask.any():
            values = tensor(function(x[wrap(mask)], *args, **kw)).to(x.dtype)
            found = functions.index_put(found, (wrap(mask),), values)
    return found


@of("apply_along_axis")
def apply_along_axis(func1d: Any, axis: int, arr: Any, *args: Any, **kwargs: Any) -> Any:
    axis %= arr.ndim
    moved = functions.moveaxis(arr, axis, -1)
    rows = functions.unbind(moved.reshape(-1, arr.shape[axis]))
    found = [tensor(func1d(row, *args, **kwargs)) for row in rows]
    if not found:
        raise Otherwise  # NumPy says what is wrong
    own = found[0].ndim
    joined = functions.stack(found).reshape(tuple(moved.shape[:-1]) + tuple(found[0].shape))
    return functions.moveaxis(joined, tuple(range(-own, 0)), tuple(range(axis, axis + own)))


@of("apply_over_axes")
def apply_over_axes(func: Any, a: Any, axes: Any) -> Any:
    for axis in axes if isinstance(axes, (tuple, list)) else (axes,):
        found = func(a, axis)
        a = found if found.ndim == a.ndim else found.unsqueeze(axis)
    return a


@of("take_along_axis")
def take_along_axis(arr: Any, indices: Any, axis: int | None = -1) -> Any:
    return functions.take_along_dim(arr, tensor(indices), axis)


@of("compress")
def compress(condition: Any, a: Any, axis: int | None = None) -> Any:
    return take(a, np.flatnonzero(values_of(condition)), axis)


@of("extract")
def extract(condition: Any, arr: Any) -> Any:
    return take(arr, np.flatnonzero(values_of(condition)))


@of("searchsorted")
def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    a, v = common(a, v)
    if a.ndim != 1 or a.is_complex():
        raise Otherwise
    places = None if sorter is None else tensor(sorter).to(dtypes.int64)
    return functions.searchsorted(a.detach(), v.detach(), side=side, sorter=places)


@of("delete")
def delete(arr: Any, obj: Any, axis: int | None = None) -> Any:
    count = math.prod(arr.shape) if axis is None else arr.shape[axis]
    return take(arr, np.delete(np.arange(count), obj), axis)


@of("insert")
def insert(arr: Any, obj: Any, values: Any, axis: int | None = None) -> Any:
    arr, axis = (arr.reshape(-1), 0) if axis is None else (arr, axis % arr.ndim)
    values = tensor(values)
    if not isinstance(obj, int) or values.ndim >= arr.ndim > 1:
        raise Otherwise
    n, at = arr.shape[axis], obj + arr.shape[axis] if obj < 0 else obj
    if not 0 <= at <= n:
        raise Otherwise  # NumPy says what is wrong
    shape = [*arr.shape[:axis], values.shape[0] if arr.ndim == values.ndim else 1, *arr.shape[axis + 1 :]]
    arr, values = common(arr, values)
    if 0 < values.ndim < arr.ndim:
        values = values.unsqueeze(axis)
    new = functions.broadcast_to(values, shape)
    return functions.cat([arr.narrow(axis, 0, at), new, arr.narrow(axis, at, n - at)], axis)


@of("sort")
def sort(a: Any, axis: int | None = -1, kind: Any = None, *, stable: bool | None = None) -> Any:
    a, axis = (a.reshape(-1), -1) if axis is None else (a, axis)
    return functions.sort(a, axis)[0]


@of("partition")
def partition(a: Any, kth: Any, axis: int | None = -1) -> Any:
    a, axis = (a.reshape(-1), -1) if axis is None else (a, axis)
    return functions.take_along_dim(a, wrap(np.argpartition(values_of(a), kth, axis)), axis)


@of("nan_to_num")
def nan_to_num(x: Any, copy: bool = True, nan: float = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    found = functions.nan_to_num(x if copy else functions.clone(x), nan, posinf, neginf)
    return found if copy else x.copy_(found)


# -- elements, differences, integrals


@of("sinc")
def sinc(x: Any) -> Any:
    return functions.sinc(inexact(x))


@of("i0")
def i0(x: Any) -> Any:
    return functions.i0(inexact(x))


@of("fix")
def fix(x: Any) -> Any:
    return functions.trunc(x)


@of("real_if_close")
def real_if_close(a: Any, tol: float = 100) -> Any:
    a = tensor(a)
    if a.is_complex():
        small = tol * np.finfo(dtypes.as_numpy(a.dtype)).eps if tol > 1 else tol
        return a.real if np.all(np.abs(values_of(a).imag) < small) else a
    return functions.positive(a)


@of("unwrap")
def unwrap(p: Any, discont: float | None = None, axis: int = -1, *, period: float = 2 * math.pi) -> Any:
    p = tensor(p)
    if not p.is_floating_point():
        raise Otherwise
    steps = functions.diff(p.detach(), 1, axis)
    short = functions.remainder(steps + period / 2, period) - period / 2
    short = functions.where((short == -period / 2) & (steps > 0), period / 2, short)
    turns = functions.where(steps.abs() < (period / 2 if discont is None else discont), 0, short - steps)
    first = p.detach().narrow(axis, 0, 1) * 0
    return p + functions.cat([first, functions.cumsum(turns, axis)], axis)


@of("angle")
def angle(z: Any, deg: bool = False) -> Any:
    found = functions.angle(inexact(z))
    return functions.rad2deg(found) if deg else found


@of("diff")
def diff(a: Any, n: int = 1, axis: int = -1) -> Any:
    return functions.diff(a, n, axis)


@of("ediff1d")
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    steps = functions.diff(tensor(ary).reshape(-1))
    parts = [
        steps if p is steps else tensor(p).reshape(-1).to(steps.dtype)
        for p in (to_begin, steps, to_end)
        if p is not None
    ]
    return functions.cat(parts)


@of("gradient")
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    axes = tuple(range(f.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    given = varargs * len(axes) if len(varargs) == 1 else varargs or (1,) * len(axes)
    if len(given) != len(axes):
        raise Otherwise  # NumPy says what is wrong
    found: list[Any] = []
    for d, step in zip(axes, given, strict=True):
        spacing = step if isinstance(step, (int, float)) else [tensor(step)]
        found += functions.gradient(inexact(f), spacing=spacing, dim=[d], edge_order=edge_order)
    return found[0] if len(found) == 1 else tuple(found)


@of("trapezoid", "trapz")
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Any:
    y = tensor(y)
    if y.dtype == dtypes.bool_:
        raise Otherwise  # NumPy's sum of bools is a bool
    if x is None:
        return functions.trapezoid(y, dx=dx, dim=axis)
    x = tensor(x)
    if x.ndim == 1 != y.ndim:
        x = x.reshape([-1 if d == axis % y.ndim else 1 for d in range(y.ndim)])
    return functions.trapezoid(*common(y, x), dim=axis)


@of("interp")
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> Any:
    x, xp, fp = map(inexact, common(x, xp, fp))
    at = functions.searchsorted(xp.detach(), x.detach(), right=True).clamp(1, max(xp.shape[0] - 1, 1))
    x0, x1, y0, y1 = xp[at - 1], xp[at], fp[at - 1], fp[at]
    found = y0 + (x - x0) * (y1 - y0) / (x1 - x0)
    found = functions.where(x < xp[0], fp[0] if left is None else left, found)
    return functions.where(x > xp[-1], fp[-1] if right is None else right, found)


# Functions whose results change in steps: NumPy computes them of the values, and they have no gradient.
CONSTANT = frozenset((
    "allclose", "argpartition", "argsort", "argwhere", "array_equal", "array_equiv", "count_nonzero",
    "diag_indices_from", "digitize", "einsum_path", "flatnonzero", "in1d", "isclose", "isin", "iscomplex", "isneginf",
    "isposinf", "isreal", "lexsort", "linalg.matrix_rank", "may_share_memory", "min_scalar_type", "nanargmax",
    "nanargmin", "nonzero", "searchsorted", "shares_memory", "tril_indices_from", "triu_indices_from",
))  # fmt: skip
