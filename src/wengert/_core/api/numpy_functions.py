"""What functions of NumPy mean in operations, so that programs written for NumPy can be differentiated.

Each function here has the parameters of its namesake in NumPy, as far as it means the same; its docstring is NumPy's.
With other arguments NumPy itself is called, on arrays. Functions that call a method of their argument, such as
``numpy.sum``, give tensors for all tensors, as they do for PyTorch's: they are in ``numpy_reductions``. Those of this
file give arrays for tensors that have nothing to lose. They record what they compute of a tensor that requires grad,
has a tangent or is batched.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays import dtypes
from ..tape.tensor import TensorBase, payload_of, wrap
from .generated import fft_functions as fft
from .generated import functions
from .generated import linalg_functions as linalg
from .generated import nn_functions as nn
from .numpy_reductions import Otherwise, inexact

RECORDED: dict[str, Callable[..., Any]] = {}  # by NumPy's name, without ``numpy.``


def of(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say of which functions of NumPy a function is the same in operations."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            RECORDED[name] = function
        return function

    return register


@functools.cache
def recorded() -> dict[Any, Callable[..., Any]]:
    """:data:`RECORDED` by the functions of NumPy themselves."""
    return {theirs: function for name, function in RECORDED.items() if (theirs := _of_numpy(name)) is not None}


@functools.cache
def constant() -> frozenset[Any]:
    """:data:`CONSTANT` as the functions of NumPy themselves."""
    return frozenset(filter(None, map(_of_numpy, CONSTANT)))


def _of_numpy(name: str) -> Any:
    """A function of NumPy, or None in a version that has it not."""
    space, _, bare = name.rpartition(".")
    return getattr(getattr(np, space) if space else np, bare, None)


# -- arguments


def tensor(value: Any) -> Any:
    """A tensor for a tensor, an array, a number, or a list of these."""
    if isinstance(value, TensorBase):
        return value
    if isinstance(value, (list, tuple)) and _has_tensors(value):
        return functions.stack(common(*map(tensor, value)))
    return wrap(np.asarray(value))


def _has_tensors(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_has_tensors, value))
    return isinstance(value, TensorBase)


def common(*values: Any) -> list[Any]:
    """Tensors of the dtype in which NumPy computes. Python's numbers have none of their own."""
    weak = (int, float, complex)
    found = [v if type(v) in weak else tensor(v) for v in values]
    dtype = np.result_type(*[v if type(v) in weak else payload_of(v).dtype for v in found])
    return [functions.as_tensor(v, dtype=dtypes.of(dtype)) for v in found]


def inexact_tensor(value: Any) -> Any:
    """:func:`tensor`, in double precision for integers."""
    return inexact(tensor(value))


def _axes(axis: Any) -> Any:
    return tuple(axis) if isinstance(axis, list) else axis


# -- shapes


@of("concatenate", "concat")
def concatenate(arrays: Any, /, axis: Any = 0) -> Any:
    parts = common(*[tensor(a) for a in arrays])
    if axis is None:
        parts, axis = [a.reshape(-1) for a in parts], 0
    if len({a.ndim for a in parts}) > 1:
        raise Otherwise  # cat() takes empty vectors anywhere
    return functions.cat(parts, axis)


@of("stack")
def stack(arrays: Any, axis: int = 0) -> Any:
    return functions.stack(common(*[tensor(a) for a in arrays]), axis)


def _joined(operation: Any) -> Callable[..., Any]:
    def joined(tup: Any) -> Any:
        return operation(common(*[tensor(a) for a in tup]))

    return joined


for _n in ("vstack", "hstack", "dstack", "column_stack"):
    RECORDED[_n] = _joined(getattr(functions, _n))
RECORDED["row_stack"] = RECORDED["vstack"]


@of("block")
def block(arrays: Any) -> Any:
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
def ravel(a: Any) -> Any:
    return functions.reshape(a, (-1,))


@of("expand_dims")
def expand_dims(a: Any, axis: Any) -> Any:
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    ndim = a.ndim + len(axes)
    for d in sorted([d % ndim if -ndim <= d < ndim else _refuse() for d in axes]):
        a = functions.unsqueeze(a, d)
    return a


def _refuse() -> Any:
    raise Otherwise


@of("roll")
def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    if axis is None:
        return functions.roll(a.reshape(-1), shift).reshape(a.shape)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,) * len(axes)
    return functions.roll(a, tuple(map(int, shifts)), tuple(axes))


@of("moveaxis")
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    return functions.moveaxis(a, _axes(source), _axes(destination))


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
def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    return functions.sum(functions.diagonal(a, offset, axis1, axis2), -1)


@of("tril")
def tril(m: Any, k: int = 0) -> Any:
    return functions.tril(m, k)


@of("triu")
def triu(m: Any, k: int = 0) -> Any:
    return functions.triu(m, k)


@of("meshgrid")
def meshgrid(*xi: Any, indexing: str = "xy") -> Any:
    lines = [tensor(x).reshape(-1) for x in xi]
    order = [1, 0, *range(2, len(lines))] if indexing == "xy" and len(lines) > 1 else list(range(len(lines)))
    shape = [lines[i].shape[0] for i in order]
    found: list[Any] = []
    for i, line in enumerate(lines):
        own = [1] * len(lines)
        own[order.index(i)] = -1
        found.append(functions.broadcast_to(line.reshape(own), shape))
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


@of("linspace")
def linspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, *, axis: int = 0) -> Any:
    start, stop = map(inexact, common(start, stop))
    start, stop = functions.broadcast_tensors(start, stop)
    parts = np.arange(num) / max(num - 1 if endpoint else num, 1)
    steps = wrap(parts.astype(payload_of(start).dtype).reshape(-1, *[1] * start.ndim))
    return functions.moveaxis(start + steps * (stop - start), 0, axis)


@of("copy")
def copy(a: Any) -> Any:
    return functions.clone(a)


def _like(operation: Any) -> Callable[..., Any]:
    def made(a: Any, dtype: Any = None, *, shape: Any = None) -> Any:
        if shape is not None or dtype is not None:
            raise Otherwise
        return operation(a)

    return made


for _n in ("zeros", "ones", "empty"):
    RECORDED[f"{_n}_like"] = _like(getattr(functions, f"{_n}_like"))


@of("full_like")
def full_like(a: Any, fill_value: Any) -> Any:
    return functions.zeros_like(a) + tensor(fill_value).to(a.dtype)


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
def take(a: Any, indices: Any, axis: int | None = None) -> Any:
    a, axis = (a.reshape(-1), 0) if axis is None else (a, axis % a.ndim)
    return a[(*[slice(None)] * axis, np.asarray(indices))]


@of("take_along_axis")
def take_along_axis(arr: Any, indices: Any, axis: int | None = -1) -> Any:
    return functions.take_along_dim(arr, tensor(indices), axis)


@of("compress")
def compress(condition: Any, a: Any, axis: int | None = None) -> Any:
    return take(a, np.flatnonzero(np.asarray(condition)), axis)


@of("extract")
def extract(condition: Any, arr: Any) -> Any:
    return take(arr, np.flatnonzero(np.asarray(condition)))


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


@of("nan_to_num")
def nan_to_num(x: Any, copy: bool = True, nan: float = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    if not copy:
        raise Otherwise
    return functions.nan_to_num(x, nan, posinf, neginf)


# -- elements, differences, integrals


@of("sinc")
def sinc(x: Any) -> Any:
    return functions.sinc(inexact(x))


@of("i0")
def i0(x: Any) -> Any:
    return functions.i0(inexact(x))


@of("angle")
def angle(z: Any, deg: bool = False) -> Any:
    found = functions.angle(inexact(z))
    return functions.rad2deg(found) if deg else found


@of("diff")
def diff(a: Any, n: int = 1, axis: int = -1) -> Any:
    return functions.diff(a, n, axis)


@of("ediff1d")
def ediff1d(ary: Any) -> Any:
    return functions.diff(ary.reshape(-1))


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


@of("polyval")
def polyval(p: Any, x: Any) -> Any:
    p, x = common(p, x)
    found = functions.zeros_like(x)
    for c in p:
        found = found * x + c
    return found


@of("vander")
def vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:  # noqa: N803
    return functions.vander(x, N, increasing)


@of("convolve")
def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    a, v = common(a, v)
    if a.ndim != 1 or v.ndim != 1 or not a.shape[0] or not v.shape[0] or mode not in ("full", "same", "valid"):
        raise Otherwise
    if v.shape[0] > a.shape[0]:
        a, v = v, a
    n, m = a.shape[0], v.shape[0]
    full = nn.conv1d(a.reshape(1, 1, -1), v.flip(0).reshape(1, 1, -1), padding=m - 1).reshape(-1)
    start, count = {"full": (0, n + m - 1), "same": ((m - 1) // 2, n), "valid": (m - 1, n - m + 1)}[mode]
    return full[start : start + count]


# -- statistics


@of("average")
def average(a: Any, axis: Any = None, weights: Any = None, *, keepdims: bool = False) -> Any:
    a = inexact_tensor(a)
    if weights is None:
        return functions.mean(a, axis, keepdims)
    a, weights = common(a, weights)
    if weights.ndim == 1 != a.ndim and isinstance(axis, int):
        weights = weights.reshape([-1 if d == axis % a.ndim else 1 for d in range(a.ndim)])
    weights = functions.broadcast_to(weights, a.shape)
    return functions.sum(a * weights, axis, keepdims) / functions.sum(weights, axis, keepdims)


def _by_quantile(operation: Any, whole: int) -> Callable[..., Any]:
    def quantile(a: Any, q: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        a, q = inexact_tensor(a), tensor(q)
        if isinstance(axis, tuple) or q.ndim > 1:
            raise Otherwise
        return operation(a, q.to(a.dtype) / whole, axis, keepdims)

    return quantile


def _in_the_middle(quantile: Callable[..., Any]) -> Callable[..., Any]:
    def median(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        return quantile(a, 0.5, axis, keepdims=keepdims)

    return median


for _n, _operation in (("", functions.quantile), ("nan", functions.nanquantile)):
    RECORDED[f"{_n}quantile"] = _by_quantile(_operation, 1)
    RECORDED[f"{_n}percentile"] = _by_quantile(_operation, 100)
    RECORDED[f"{_n}median"] = _in_the_middle(RECORDED[f"{_n}quantile"])


@of("nansum")
def nansum(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    return functions.nansum(tensor(a), axis, keepdims)


@of("nanmean")
def nanmean(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    return functions.nanmean(inexact_tensor(a), axis, keepdims)


@of("cov")
def cov(m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: int | None = None) -> Any:
    rows = []
    for values in (m, y):
        if values is not None:
            values = inexact_tensor(values)
            values = values.reshape(1, -1) if values.ndim < 2 else values
            rows.append(values if rowvar or values.shape[0] == 1 else values.T)
    return functions.cov(functions.cat(common(*rows)), correction=int(not bias) if ddof is None else ddof).squeeze()


@of("corrcoef")
def corrcoef(x: Any, y: Any = None, rowvar: bool = True) -> Any:
    c = cov(x, y, rowvar)
    if not c.ndim:
        return c / c
    scale = functions.sqrt(functions.diagonal(c).real)
    return c / scale[:, None] / scale[None]


# -- products


@of("dot")
def dot(a: Any, b: Any) -> Any:
    a, b = common(a, b)
    if not a.ndim or not b.ndim:
        return a * b
    return functions.matmul(a, b) if b.ndim == 1 or b.ndim == 2 else functions.tensordot(a, b, ([-1], [-2]))


@of("inner")
def inner(a: Any, b: Any, /) -> Any:
    a, b = common(a, b)
    return functions.inner(a, b)


@of("vdot")
def vdot(a: Any, b: Any, /) -> Any:
    a, b = common(a, b)
    return functions.vdot(a.reshape(-1), b.reshape(-1))


@of("outer", "linalg.outer")
def outer(a: Any, b: Any) -> Any:
    a, b = common(a, b)
    return functions.outer(a.reshape(-1), b.reshape(-1))


@of("tensordot")
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    a, b = common(a, b)
    if not isinstance(axes, int):
        axes = tuple([list(d) if isinstance(d, (list, tuple)) else [d] for d in axes])
    return functions.tensordot(a, b, axes)


@of("kron")
def kron(a: Any, b: Any) -> Any:
    return functions.kron(*common(a, b))


@of("cross", "linalg.cross")
def cross(a: Any, b: Any, *, axis: int = -1) -> Any:
    a, b = common(a, b)
    if a.shape[axis] != 3 or b.shape[axis] != 3:
        raise Otherwise
    return linalg.cross(*functions.broadcast_tensors(a, b), dim=axis)


@of("einsum")
def einsum(subscripts: Any, *operands: Any, optimize: Any = False) -> Any:
    if not isinstance(subscripts, str):
        raise Otherwise
    return functions.einsum(subscripts, *common(*operands))


# -- numpy.linalg

for _n in ("inv", "det", "matrix_power", "eigvals"):
    RECORDED[f"linalg.{_n}"] = getattr(linalg, _n)


@of("linalg.slogdet")
def slogdet(a: Any) -> Any:
    return linalg.slogdet(inexact_tensor(a))


@of("linalg.solve")
def solve(a: Any, b: Any) -> Any:
    a, b = map(inexact, common(a, b))
    if b.ndim == 1:
        return linalg.solve(a, b[:, None]).squeeze(-1)
    return linalg.solve(a, b) if b.ndim == a.ndim or b.ndim == 2 else _refuse()


@of("linalg.norm")
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A002
    x = inexact_tensor(x)
    if ord is None and axis is None:
        found = linalg.vector_norm(x)
        return found.reshape([1] * x.ndim) if keepdims else found
    if axis is None and x.ndim > 2:
        raise Otherwise  # NumPy says what is wrong
    return linalg.norm(x, ord, axis, keepdims)


@of("linalg.eigh")
def eigh(a: Any, UPLO: str = "L") -> Any:  # noqa: N803
    return linalg.eigh(inexact_tensor(a), UPLO)


@of("linalg.eigvalsh")
def eigvalsh(a: Any, UPLO: str = "L") -> Any:  # noqa: N803
    return linalg.eigvalsh(inexact_tensor(a), UPLO)


@of("linalg.eig")
def eig(a: Any) -> Any:
    return linalg.eig(inexact_tensor(a))


@of("linalg.cholesky")
def cholesky(a: Any, /, *, upper: bool = False) -> Any:
    return linalg.cholesky(inexact_tensor(a), upper=upper)


@of("linalg.svd")
def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    return linalg.svd(inexact_tensor(a), full_matrices) if compute_uv else linalg.svdvals(inexact_tensor(a))


@of("linalg.svdvals")
def svdvals(x: Any, /) -> Any:
    return linalg.svdvals(inexact_tensor(x))


@of("linalg.qr")
def qr(a: Any, mode: str = "reduced") -> Any:
    if mode == "r":
        return linalg.qr(inexact_tensor(a), "r")[1]
    return linalg.qr(inexact_tensor(a), mode) if mode in ("reduced", "complete") else _refuse()


@of("linalg.pinv")
def pinv(a: Any, rcond: Any = None, hermitian: bool = False) -> Any:
    return linalg.pinv(inexact_tensor(a), rcond, hermitian)


@of("linalg.cond")
def cond(x: Any, p: Any = None) -> Any:
    return linalg.cond(inexact_tensor(x), p)


@of("linalg.multi_dot")
def multi_dot(arrays: Any) -> Any:
    return linalg.multi_dot(common(*arrays))


# -- numpy.fft


def _transform(operation: Any) -> Callable[..., Any]:
    def transformed(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
        return operation(tensor(a), n, axis, norm)

    return transformed


def _transforms(operation: Any, last: Any) -> Callable[..., Any]:
    def transformed(a: Any, s: Any = None, axes: Any = last, norm: str | None = None) -> Any:
        return operation(tensor(a), s, axes, norm)

    return transformed


def _shifted(operation: Any) -> Callable[..., Any]:
    def shifted(x: Any, axes: Any = None) -> Any:
        return operation(tensor(x), axes)

    return shifted


for _n in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
    RECORDED[f"fft.{_n}"] = _transform(getattr(fft, _n))
for _n in ("fft", "ifft", "rfft", "irfft"):
    RECORDED[f"fft.{_n}2"] = _transforms(getattr(fft, f"{_n}2"), (-2, -1))
    RECORDED[f"fft.{_n}n"] = _transforms(getattr(fft, f"{_n}n"), None)
for _n in ("fftshift", "ifftshift"):
    RECORDED[f"fft.{_n}"] = _shifted(getattr(fft, _n))

# Functions whose results change in steps: NumPy computes them of the values, and they have no gradient.
CONSTANT = frozenset((
    "allclose", "argpartition", "argsort", "argwhere", "array_equal", "array_equiv", "count_nonzero", "digitize",
    "flatnonzero", "isclose", "isin", "iscomplex", "isneginf", "isposinf", "isreal", "nonzero", "searchsorted",
    "linalg.matrix_rank",
))  # fmt: skip
