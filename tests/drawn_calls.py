"""Calls on drawn arrays: of the sizes around which compiled loops change what they do, and of any layout in memory.

A draw is a function of a :class:`Chooser`. It returns arrays, and the call of a library on tensors of them.
``tests/test_drawn_calls.py`` holds a few draws of each operation to the laws. To compare many of them with PyTorch, run
``python -m tests.drawn_calls FIRST LAST [NAME ...]``: seeds, and words that names contain.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Sequence
from math import inf, prod
from typing import Any, NamedTuple

import numpy as np

import wengert
from tests import calls

Call = Callable[..., Any]
Drawn = tuple[list[Any], Call]

SOME = (0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65)
MANY = (127, 128, 129, 255, 256, 257, 511, 513, 1023, 1025, 4095, 4096, 4097)
LARGE = (65535, 65536, 65537)
MOST = 70000  # elements of an array
FLOATS = ("float32", "float32", "float64", "float16", "bfloat16")
PRECISE = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
INTEGERS = ("int64", "int32", "int16", "int8", "uint8")
ALL = (*FLOATS, *COMPLEX, *INTEGERS, "bool")
LAYOUTS = ("dense", "turned", "turned", "gaps", "gaps", "backwards", "shifted", "unaligned", "expanded", "read-only")
TOLERANCE = {"float64": 1e-9, "complex128": 1e-9, "float32": 3e-4, "complex64": 3e-4, "float16": 2e-2, "bfloat16": 0.1}


class Chooser:
    """Draws sizes, numbers and layouts. ``distinct``: the numbers of an array are not to be equal."""

    def __init__(self, name: str, seed: int) -> None:
        self.random = np.random.default_rng([seed, zlib.crc32(name.encode())])
        self.distinct = False

    def pick(self, choices: Sequence[Any]) -> Any:
        return choices[self.number(0, len(choices))]

    def flip(self, p: float = 0.5) -> bool:
        return bool(self.random.random() < p)

    def number(self, least: int, end: int) -> int:
        return int(self.random.integers(least, end))

    def numbers(self, least: int, end: int, count: int) -> tuple[int, ...]:
        return tuple(self.number(least, end) for _ in range(count))

    def size(self) -> int:
        p = self.random.random()
        return int(self.pick(LARGE if p < 0.02 else MANY if p < 0.12 else SOME))

    def shape(self, least: int = 0, most: int = 4, elements: int = MOST, empty: bool = True) -> tuple[int, ...]:
        """A shape of ``least`` to ``most`` dimensions."""
        n = self.number(least, most + 1)
        while True:
            found = tuple(self.size() for _ in range(n))
            if n > 1 and self.flip(0.2):  # many short rows
                found = (self.pick((33, 40, 64, 65, 257, 1025)), *found[1:-1], self.pick((1, 2, 3, 8, 9, 16, 17, 31)))
            if not empty:
                found = tuple(max(k, 1) for k in found)
            if prod(max(k, 1) for k in found) <= elements:
                return found

    def array(self, shape: Sequence[int], dtype: str, low: float | None = None, high: float = 1.0) -> Any:
        """An array of normal numbers, or of numbers between ``low`` and ``high``."""
        kind = np.dtype(dtype if dtype != "bfloat16" else wengert.bfloat16.dtype)
        if kind.kind == "b":
            return np.asarray(self.random.random(shape) < 0.5)
        if kind.kind in "iu":
            return np.asarray(self.random.integers(0 if kind.kind == "u" else -9, 10, size=shape), kind)
        a = self.random.normal(size=shape) if low is None else low + (high - low) * self.random.random(shape)
        if low is None and not self.distinct and self.flip(0.3):
            a = np.round(a * 2) / 2
        if kind.kind == "c":
            a = a + 1j * self.random.normal(size=shape)
        return np.asarray(a).astype(kind)

    def beside(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """A shape that broadcasts to ``shape``."""
        found = tuple(1 if self.flip(0.25) else k for k in shape)
        return found[self.number(0, len(found) + 1) :] if self.flip(0.3) else found

    def places(self, size: int, shape: Sequence[int], negative: bool = False) -> Any:
        return self.random.integers(-size if negative else 0, max(size, 1), size=tuple(shape))

    def dims(self, n: int) -> Any:
        """No dimension, one of ``n``, or several."""
        kind = self.number(0, 3) if n else 0
        if kind == 0:
            return None
        order = self.random.permutation(n).tolist()
        return self.number(-n, n) if kind == 1 else tuple(order[: self.number(1, n + 1)])

    def laid(self, a: Any) -> Any:
        """The array with another layout. An expanded one has its first entries along some dimension."""
        layout, n = self.pick(LAYOUTS), a.ndim
        if layout == "turned" and n:
            order = self.random.permutation(n)
            return np.ascontiguousarray(a.transpose(order)).transpose(np.argsort(order))
        if layout in ("gaps", "backwards") and n:
            steps = self.numbers(1, 4, n) if prod(a.shape) < 5000 and self.flip() else (1,) * n
            starts, ends = self.numbers(0, 2, n), self.numbers(0, 2, n)
            room = [max(0, (k - 1) * s + 1) for k, s in zip(a.shape, steps, strict=True)]
            whole = np.full([f + k + e for f, k, e in zip(starts, room, ends, strict=True)], 7).astype(a.dtype)
            found = whole[tuple([slice(f, f + k, s) for f, k, s in zip(starts, room, steps, strict=True)])]
            if layout == "backwards":
                found = found[tuple([slice(None, None, -1 if self.flip() else 1) for _ in range(n)])]
        elif layout == "shifted":
            found = np.zeros(a.size + 5, a.dtype)[3 : 3 + a.size].reshape(a.shape)
        elif layout == "unaligned" and a.dtype.itemsize > 1:
            found = np.frombuffer(bytearray(a.nbytes + 1), np.uint8, a.nbytes, 1).view(a.dtype).reshape(a.shape)
        elif layout == "expanded" and a.size and n and not self.distinct:
            dim = self.number(0, n)
            return np.broadcast_to(a[(slice(None),) * dim + (slice(1),)], a.shape)
        else:
            found = a.copy()
            found.flags.writeable = layout != "read-only"
            return found
        found[...] = a
        return found


class Draws(NamedTuple):
    """How arguments of an operation are drawn, and what of its calls is held to the laws."""

    draw: Callable[[Chooser], Drawn]
    out: bool = False  # whether the call takes ``out=``
    method: str = ""  # the in-place method that computes the same
    distinct: bool = False
    pytorch: bool = True  # whether PyTorch's results are the same


DRAWS: dict[str, Draws] = {}


def drawn(name: str = "", **options: Any) -> Callable[[Callable[[Chooser], Drawn]], Callable[[Chooser], Drawn]]:
    def register(draw: Callable[[Chooser], Drawn]) -> Callable[[Chooser], Drawn]:
        DRAWS[name or draw.__name__.strip("_")] = Draws(draw, **options)
        return draw

    return register


def table(draw: Callable[[Chooser, str], Drawn], names: str, **options: Any) -> None:
    """Register ``draw`` for each of several names."""
    for name in names.split():
        drawn(name, **{k: v(name) if callable(v) else v for k, v in options.items()})(
            lambda r, name=name: draw(r, name)
        )


def named(lib: Any, name: str) -> Any:
    return calls.function(lib, name)


def functional(lib: Any) -> Any:
    return lib.nn.functional


# -- elementwise


def one(dtypes: Sequence[str]) -> Callable[[Chooser, str], Drawn]:
    def draw(r: Chooser, name: str) -> Drawn:
        return [r.array(r.shape(), r.pick(dtypes))], lambda lib, x, **how: named(lib, name)(x, **how)

    return draw


def two(dtypes: Sequence[str], mixed: bool = False) -> Callable[[Chooser, str], Drawn]:
    def draw(r: Chooser, name: str) -> Drawn:
        shape, dtype = r.shape(), r.pick(dtypes)
        x = r.array(shape, dtype)
        y = r.array(r.beside(shape), r.pick(dtypes) if mixed and r.flip(0.2) else dtype)
        return [x, y] if r.flip() else [y, x], lambda lib, x, y, **how: named(lib, name)(x, y, **how)

    return draw


table(one(FLOATS), "expm1 log log1p log2 log10 tan asin acos atan sinh cosh asinh atanh sigmoid erf erfc lgamma rsqrt "
      "abs sign floor ceil trunc round frac exp2 relu", method=lambda name: name + "_")  # fmt: skip
table(one((*FLOATS, *COMPLEX)), "exp sin cos tanh sqrt reciprocal square neg", out=True, method=lambda name: name + "_")
table(one(FLOATS), " ".join("nn.functional." + name for name in (
    "gelu", "silu", "softplus", "mish", "elu", "selu", "celu", "relu6", "hardswish", "hardtanh", "leaky_relu",
    "logsigmoid", "tanhshrink", "softshrink", "hardshrink")))  # fmt: skip
table(two(ALL, True), "add mul eq", out=True)
table(two((*FLOATS, *INTEGERS)), "sub maximum minimum fmax fmin lt ge")
table(two(FLOATS), "div atan2 hypot logaddexp copysign")
table(two(("bool", *INTEGERS)), "bitwise_and logical_or")


@drawn(out=True)
def addcmul(r: Chooser) -> Drawn:
    shape, dtype = r.shape(), r.pick(FLOATS)
    arrays = [r.array(s, dtype) for s in (shape, r.beside(shape), shape)]
    return arrays, lambda lib, x, y, z, **how: lib.addcmul(x, y, z, value=0.5, **how)


@drawn()
def lerp(r: Chooser) -> Drawn:
    shape, dtype = r.shape(), r.pick(FLOATS)
    return [r.array(s, dtype) for s in (shape, r.beside(shape), shape)], lambda lib, *xs: lib.lerp(*xs)


@drawn(out=True)
def where(r: Chooser) -> Drawn:
    shape, dtype = r.shape(), r.pick(ALL)
    return (
        [r.array(shape, "bool"), r.array(shape, dtype), r.array(r.beside(shape), dtype)],
        lambda lib, c, x, y, **how: lib.where(c, x, y, **how),
    )


@drawn()
def masked(r: Chooser) -> Drawn:
    shape = r.shape()
    return (
        [r.array(shape, r.pick(ALL)), r.array(shape, "bool")],
        lambda lib, x, m: (lib.masked_fill(x, m, 1), lib.masked_select(x, m), x[m]),
    )


@drawn(out=True)
def clamp(r: Chooser) -> Drawn:
    return [r.array(r.shape(), r.pick((*FLOATS, *INTEGERS)))], lambda lib, x, **how: lib.clamp(x, 1, 2, **how)


@drawn("cast")
def _cast(r: Chooser) -> Drawn:
    dtype, wanted = r.pick(ALL), r.pick(ALL)
    x = r.array(r.shape(), dtype, *((0.0, 200.0) if wanted == "uint8" and dtype in FLOATS else ()))
    return [np.abs(x).astype(x.dtype) if wanted == "uint8" else x], lambda lib, x: x.to(getattr(lib, wanted))


# -- reductions, scans, orders


def reduced(r: Chooser, name: str) -> Drawn:
    shape = r.shape(elements=2 * MOST, empty=name not in ("amax", "amin"))
    dtypes = {"sum": ALL, "all": ALL, "any": ALL, "amax": (*FLOATS, *INTEGERS), "amin": (*FLOATS, *INTEGERS)}
    dims, keepdim = r.dims(len(shape)), r.flip()
    if name == "prod" and type(dims) is tuple:
        dims = dims[0]
    if name == "logsumexp" and dims is None:
        dims = tuple(range(len(shape)))
    if dims is None:
        return [r.array(shape, r.pick(dtypes.get(name, FLOATS)))], lambda lib, x: named(lib, name)(x)
    return (
        [r.array(shape, r.pick(dtypes.get(name, FLOATS)))],
        lambda lib, x, **how: named(lib, name)(x, dims, keepdim=keepdim, **how),
    )


table(reduced, "sum mean var std prod logsumexp all any amax amin nansum")


@drawn()
def vector_norm(r: Chooser) -> Drawn:
    shape, order = r.shape(empty=False), r.pick((2, 1, inf, 0, 3, -inf))
    dims = r.dims(len(shape))
    return [r.array(shape, r.pick(FLOATS))], lambda lib, x: lib.linalg.vector_norm(x, order, dims)


def along(r: Chooser, name: str) -> Drawn:
    shape = r.shape(1, empty=name.startswith(("cum", "soft", "log")))
    dim = r.number(-len(shape), len(shape))
    exact = name in ("softmax", "log_softmax", "logcumsumexp", "nanmedian", "cumprod")
    dtype = r.pick(FLOATS if exact else (*PRECISE, "int64") if r.distinct else (*FLOATS, *INTEGERS))
    return [r.array(shape, dtype)], lambda lib, x: named(lib, name)(x, dim)


table(along, "argmax argmin cumsum cumprod logcumsumexp softmax log_softmax")
# of equal elements, any may be taken
table(along, "max min cummax cummin median nanmedian", distinct=True, pytorch=False)


@drawn(distinct=True)
def sort(r: Chooser) -> Drawn:
    shape, down = r.shape(1), r.flip()
    dim = r.number(0, len(shape))
    return [r.array(shape, r.pick(PRECISE))], lambda lib, x: lib.sort(x, dim=dim, descending=down, stable=True)


@drawn(distinct=True)
def topk(r: Chooser) -> Drawn:
    shape, largest = r.shape(1, 3), r.flip()
    dim = r.number(0, len(shape))
    k = r.number(0, min(shape[dim], 40) + 1)
    return [r.array(shape, r.pick(PRECISE))], lambda lib, x: lib.topk(x, k, dim, largest)


@drawn(distinct=True)
def kthvalue(r: Chooser) -> Drawn:
    shape = r.shape(1, 3, empty=False)
    dim = r.number(0, len(shape))
    k = r.number(1, shape[dim] + 1)
    return [r.array(shape, r.pick(PRECISE))], lambda lib, x: lib.kthvalue(x, k, dim)


@drawn()
def searchsorted(r: Chooser) -> Drawn:
    dtype, right = r.pick((*PRECISE, "int64", "int32", "int8")), r.flip()
    return (
        [np.sort(r.array((r.size(),), dtype)), r.array(r.shape(0, 3), dtype)],
        lambda lib, a, v: (lib.searchsorted(a, v, right=right), lib.bucketize(v, a, right=right)),
    )


@drawn()
def unique(r: Chooser) -> Drawn:
    x = r.array(r.shape(0, 2, 9000), r.pick((*PRECISE, *INTEGERS, "bool")))
    return [x], lambda lib, x: lib.unique(x.detach(), return_inverse=True, return_counts=True)


@drawn()
def histograms(r: Chooser) -> Drawn:
    return (
        [r.array(r.shape(1, 2), r.pick(PRECISE)), r.places(40, (r.size(),))],
        lambda lib, x, i: (lib.histc(x.detach(), 17, -2, 2), lib.bincount(i, minlength=5)),
    )


# -- normalisation, attention, distances, systems


@drawn()
def layer_norm(r: Chooser) -> Drawn:
    shape, dtype = r.shape(1), r.pick(FLOATS)
    last = shape[-r.number(1, len(shape) + 1) :]
    arrays = [r.array(shape, dtype), r.array(last, dtype), r.array(last, dtype)]
    return arrays[: r.number(1, 4)], lambda lib, x, *how: functional(lib).layer_norm(x, last, *how)


@drawn()
def group_norm(r: Chooser) -> Drawn:
    groups, dtype = r.number(1, 4), r.pick(FLOATS)
    channels = groups * r.number(1, 6)
    arrays = [r.array((r.number(1, 8), channels, *r.shape(0, 2, 5000, False)), dtype)]
    arrays += [r.array((channels,), dtype), r.array((channels,), dtype)]
    return arrays, lambda lib, x, w, b: functional(lib).group_norm(x, groups, w, b)


@drawn()
def batch_norm(r: Chooser) -> Drawn:
    channels, dtype, training = r.pick((1, 2, 3, 8, 17)), r.pick(FLOATS), r.flip()
    arrays = [r.array((r.pick((2, 3, 7, 33)), channels, *r.shape(0, 2, 3000)), dtype)]
    arrays += [r.array((channels,), dtype, 0.5, 2.0) for _ in range(4)]

    def call(lib: Any, x: Any, w: Any, b: Any, mean: Any, var: Any) -> Any:
        mean, var = mean.detach().clone(), var.detach().clone()
        return functional(lib).batch_norm(x, mean, var, w, b, training), mean, var

    return arrays, call


@drawn("scaled_dot_product_attention")
def _attention(r: Chooser) -> Drawn:
    batch, (n, m, e, f), causal = r.shape(0, 2, 6, False), (r.pick(SOME[1:]) for _ in range(4)), r.flip(0.3)
    dtype = r.pick(PRECISE)
    arrays = [r.array((*batch, *last), dtype) for last in ((n, e), (m, e), (m, f))]
    if not causal and r.flip():
        arrays.append(r.array((n, m), "bool") if r.flip() else r.array((n, m), dtype))
        arrays[3][:, :1] = 1
    return arrays, lambda lib, q, k, v, mask=None: functional(lib).scaled_dot_product_attention(
        q, k, v, mask, is_causal=causal)  # fmt: skip


@drawn()
def cdist(r: Chooser) -> Drawn:
    batch, order, dtype = r.shape(0, 1, 4), r.pick((1.0, 2.0, inf, 0.0, 3.0)), r.pick(PRECISE)
    n, m, k = (r.pick(SOME[:16]) for _ in range(3))
    return [r.array((*batch, n, k), dtype), r.array((*batch, m, k), dtype)], lambda lib, x, y: lib.cdist(x, y, order)


@drawn()
def solve_triangular(r: Chooser) -> Drawn:
    batch, dtype, upper, ones, left = r.shape(0, 1, 4), r.pick((*PRECISE, "complex128")), r.flip(), r.flip(), r.flip()
    n, m = r.pick(SOME[1:]), r.pick(SOME[:16])
    A = (r.array((*batch, n, n), dtype) / (2 * n) + 2 * np.eye(n)).astype(dtype)
    return (
        [A, r.array((*batch, n, m) if left else (*batch, m, n), dtype)],
        lambda lib, A, B: lib.linalg.solve_triangular(A, B, upper=upper, left=left, unitriangular=ones),
    )


@drawn(out=True)
def matmul(r: Chooser) -> Drawn:
    n, m, k = (r.pick((*SOME, 130)) for _ in range(3))
    batch, dtype = r.shape(0, 2, 20), r.pick((*FLOATS, *COMPLEX, "int64", "int32"))
    left, right = (*batch, n, k), (*(1 if r.flip(0.2) else size for size in batch), k, m)
    if r.flip(0.3):
        left, right = ((k,), right) if r.flip() else (left, (k,))
    return [r.array(left, dtype), r.array(right, dtype)], lambda lib, x, y, **how: lib.matmul(x, y, **how)


@drawn()
def linear(r: Chooser) -> Drawn:
    k, m, dtype = r.pick((1, 3, 8, 17, 33)), r.pick((1, 2, 8, 9, 33)), r.pick(FLOATS)
    arrays = [r.array((*r.shape(0, 2, 500), k), dtype), r.array((m, k), dtype), r.array((m,), dtype)]
    return arrays[: r.number(2, 4)], lambda lib, *xs: functional(lib).linear(*xs)


# -- windows


def convolved(r: Chooser, name: str) -> Drawn:
    n, turned, groups, dtype = int(name[-2]), "transpose" in name, r.number(1, 3), r.pick(PRECISE)
    kernel, inside, outside = r.numbers(1, 4, n), groups * r.number(1, 4), groups * r.number(1, 4)
    space = r.numbers(5, (40, 18, 8)[n - 1], n)
    stride, padding, dilation = r.numbers(1, 4, n), r.numbers(0, 2, n), r.numbers(1, 3, n)
    weight = (inside, outside // groups) if turned else (outside, inside // groups)
    arrays = [r.array((r.number(1, 4), inside, *space), dtype), r.array((*weight, *kernel), dtype)]
    if r.flip():
        arrays.append(r.array((outside,), dtype))

    def call(lib: Any, x: Any, w: Any, b: Any = None) -> Any:
        f = getattr(functional(lib), name)
        return f(x, w, b, stride, padding, 0, groups, dilation) if turned else f(
            x, w, b, stride, padding, dilation, groups)  # fmt: skip

    return arrays, call


table(convolved, "conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d")


def pooled(r: Chooser, name: str) -> Drawn:
    n = int(name[-2])
    shape = (r.number(1, 3), r.number(1, 4), *r.numbers(5, (40, 18, 8)[n - 1], n))
    kernel, stride, dilation, wanted = r.numbers(1, 4, n), r.numbers(1, 4, n), r.numbers(1, 3, n), r.numbers(1, 6, n)
    padding, ceil = tuple(min(r.number(0, 2), k // 2) for k in kernel), r.flip()
    how: tuple[Any, ...] = (kernel, stride, padding, ceil)
    if name.startswith("max"):
        how = (kernel, stride, padding, dilation, ceil, True)
    elif name.startswith("adaptive"):
        how = (wanted, *((True,) if "max" in name else ()))
    return [r.array(shape, r.pick(PRECISE))], lambda lib, x: getattr(functional(lib), name)(x, *how)


POOLS = ("max", "avg", "adaptive_max", "adaptive_avg")
table(pooled, " ".join(f"{kind}_pool{n}d" for n in (1, 2, 3) for kind in POOLS), distinct=lambda name: "max" in name)


@drawn()
def fold(r: Chooser) -> Drawn:
    size, kernel, stride, padding = r.numbers(5, 17, 2), r.numbers(1, 4, 2), r.numbers(1, 3, 2), r.numbers(0, 2, 2)
    windows = prod((n + 2 * p - k) // s + 1 for n, k, s, p in zip(size, kernel, stride, padding, strict=True))
    dtype = r.pick(PRECISE)
    arrays = [r.array((2, 3 * prod(kernel), windows), dtype), r.array((2, 3, *size), dtype)]
    return arrays, lambda lib, x, y: (
        functional(lib).fold(x, size, kernel, 1, padding, stride),
        functional(lib).unfold(y, kernel, 1, padding, stride),
    )


def resized(r: Chooser, mode: str) -> Drawn:
    n = {"linear": 1, "nearest": r.number(1, 4), "trilinear": 3}.get(mode, 2)
    space, size = r.numbers(1, 18, n), r.numbers(2, 17, n)  # PyTorch takes no antialiasing to one column
    corners = r.flip() if "linear" in mode or mode == "bicubic" else None
    smooth = mode in ("bilinear", "bicubic") and r.flip(0.3)
    x = r.array((r.number(1, 3), r.number(1, 4), *space), r.pick(PRECISE))
    return [x], lambda lib, x: functional(lib).interpolate(
        x, size, mode=mode, align_corners=corners, antialias=smooth)  # fmt: skip


table(resized, "nearest nearest-exact linear bilinear bicubic trilinear area")


@drawn()
def grid_sample(r: Chooser) -> Drawn:
    n, border, corners = r.pick((2, 2, 3)), r.pick(("zeros", "border", "reflection")), r.flip()
    mode, dtype, batch = (
        r.pick(("nearest", "bilinear", "bicubic")[: 3 if n == 2 else 2]),
        r.pick(PRECISE),
        r.number(1, 3),
    )
    x = r.array((batch, r.pick((1, 3, 8, 9)), *r.numbers(1, 10, n)), dtype)
    grid = r.array((batch, *r.numbers(0, 10, n), n), dtype, -1.4, 1.4)
    return [x, grid], lambda lib, x, grid: functional(lib).grid_sample(x, grid, mode, border, corners)


@drawn()
def pad(r: Chooser) -> Drawn:
    mode, n = r.pick(("constant", "reflect", "replicate", "circular")), r.number(1, 4)
    pads, shape = r.numbers(-1, 3, 2 * n), (r.number(1, 3), r.number(1, 4), *r.numbers(4, 10, n))
    return [r.array(shape, r.pick((*FLOATS, "complex64")))], lambda lib, x: functional(lib).pad(x, pads, mode)


# -- places


@drawn()
def gather(r: Chooser) -> Drawn:
    shape = r.shape(1, 3, 9000, False)
    dim = r.number(0, len(shape))
    at = [r.pick((0, 1, 3, 8, 17, n)) if i == dim else r.number(0, n + 1) for i, n in enumerate(shape)]
    arrays = [r.array(shape, r.pick((*FLOATS, "int64", "complex64"))), r.places(shape[dim], at)]
    return arrays, lambda lib, x, i: lib.gather(x, dim, i)


def scattered(r: Chooser, name: str) -> Drawn:
    shape = r.shape(1, 3, 9000, False)
    dim = r.number(0, len(shape))
    at = tuple(r.number(0, n + 1) for n in shape)
    order = np.argsort(r.random.random(shape), axis=dim)  # each place once
    i = order[tuple([slice(n) for n in at])] if name == "scatter" else r.places(shape[dim], at)
    dtype = r.pick((*FLOATS, "int64", "complex64"))
    arrays = [r.array(shape, dtype), i, r.array(at, dtype)]
    return arrays, lambda lib, x, i, v: getattr(lib, name)(x, dim, i, v)


table(scattered, "scatter scatter_add")


def selected(r: Chooser, name: str) -> Drawn:
    shape = r.shape(1, 3, 9000, False)
    dim = r.number(-len(shape), len(shape))
    count = r.pick((0, 1, 2, 3, 8, 9, 17, 33))
    i = r.random.permutation(shape[dim])[:count] if name == "index_copy" else r.places(shape[dim], (count,))
    dtype = r.pick((*FLOATS, "int64", "complex64"))
    part = list(shape)
    part[dim] = len(i)
    if name == "index_select":
        return [r.array(shape, dtype), i], lambda lib, x, i: lib.index_select(x, dim, i)
    return [r.array(shape, dtype), i, r.array(part, dtype)], lambda lib, x, i, v: getattr(lib, name)(x, dim, i, v)


table(selected, "index_select index_add index_copy")


@drawn("x[...]")
def _item(r: Chooser) -> Drawn:
    shape, key, arrays = r.shape(1, 4, 9000, False), [], []
    at = r.pick(((2,), (9,), (2, 3), (0,), (1,), ()))
    for n in shape[: r.number(1, len(shape) + 1)]:
        kind = r.number(0, 4)
        if kind == 0:
            key.append(slice(r.number(0, n + 1), r.number(0, n + 2), r.number(1, 3)))
        elif kind == 1:
            key.append(r.number(-n, n))
        elif kind == 2:
            key.append(str(len(arrays)))  # the number of an index array
            arrays.append(r.places(n, at if r.flip(0.8) else (1,), True))
        else:
            key.append(slice(None))
    x = r.array(shape, r.pick(ALL))
    return [x, *arrays], lambda lib, x, *at: x[tuple([at[int(k)] if type(k) is str else k for k in key])]


@drawn()
def index_put(r: Chooser) -> Drawn:
    shape = r.shape(1, 3, 9000, False)
    k, n, dtype = r.number(1, len(shape) + 1), r.pick((0, 1, 2, 8, 17)), r.pick((*FLOATS, "int64"))
    arrays = [r.array(shape, dtype), r.array((n, *shape[k:]), dtype)]
    arrays += [r.places(size, (n,), True) for size in shape[:k]]
    return arrays, lambda lib, x, v, *i: lib.index_put(x, i, v, True)


@drawn()
def embedding(r: Chooser) -> Drawn:
    n, width, padding = r.pick((1, 2, 9, 33, 257)), r.pick((1, 2, 3, 8, 9, 17, 64)), r.pick((None, 0, -1))
    arrays = [r.places(n, r.shape(0, 2, 600)), r.array((n, width), r.pick(FLOATS))]
    return arrays, lambda lib, i, w: functional(lib).embedding(i, w, padding_idx=padding)


@drawn()
def cross_entropy(r: Chooser) -> Drawn:
    n, k, space = r.pick((1, 2, 3, 8, 9, 33)), r.pick((1, 2, 3, 8, 9, 17, 257)), r.shape(0, 2, 70)
    reduction, smooth = r.pick(("none", "sum", "mean")), r.pick((0.0, 0.1))
    target = r.places(k, (n, *space))
    if r.flip(0.4) and n > 1:
        target[0] = -100
    arrays = [r.array((n, k, *space), r.pick(FLOATS)), target]
    return arrays, lambda lib, x, at: (
        functional(lib).cross_entropy(x, at, reduction=reduction, label_smoothing=smooth),
        functional(lib).nll_loss(lib.log_softmax(x, 1), at, reduction=reduction),
    )


# -- copies


@drawn(out=True)
def cat(r: Chooser) -> Drawn:
    shape, dtype, arrays = list(r.shape(1, 4, 5000)), r.pick(ALL), []
    dim = r.number(-len(shape), len(shape))
    for _ in range(r.number(1, 5)):
        shape[dim] = r.pick(SOME[:12])
        arrays.append(r.array(shape, dtype if r.flip(0.85) else r.pick(ALL)))
    return arrays, lambda lib, *xs, **how: lib.cat(xs, dim, **how)


@drawn()
def stack(r: Chooser) -> Drawn:
    shape, dtype = r.shape(0, 3, 5000), r.pick(ALL)
    dim = r.number(-len(shape) - 1, len(shape) + 1)
    return [r.array(shape, dtype) for _ in range(r.number(1, 5))], lambda lib, *xs: lib.stack(xs, dim)


@drawn()
def triangles(r: Chooser) -> Drawn:
    diagonal = r.number(-5, 6)
    return [r.array(r.shape(2), r.pick(ALL))], lambda lib, x: (lib.triu(x, diagonal), lib.tril(x, diagonal))


@drawn()
def moved(r: Chooser) -> Drawn:
    shape, by = r.shape(1), r.number(-20, 20)
    dim, order = r.number(0, len(shape)), r.random.permutation(len(shape)).tolist()
    times = r.numbers(1, 3, len(shape)) if prod(shape) < 500 else (1,) * len(shape)
    return [r.array(shape, r.pick(ALL))], lambda lib, x: (
        lib.flip(x, (dim,)), lib.roll(x, by, dim), x.repeat(*times), lib.repeat_interleave(x, times[0], dim),
        x.permute(order).contiguous(), x.permute(order).reshape(-1), x.clone(),
    )  # fmt: skip


# -- what a library makes of a draw


class Made:
    """The arrays of a draw, their calls, and what the calls give."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed, self.draws = name, seed, DRAWS[name]
        r = Chooser(name, seed)
        r.distinct = self.draws.distinct
        arrays, self.call = self.draws.draw(r)
        self.laid = [r.laid(np.asarray(a)) for a in arrays]
        self.dense = [np.array(a, order="C") for a in self.laid]
        self.recorded = r.flip(0.8)
        self.gradients: dict[int, Any] = {}  # of results, by their numbers

    def __repr__(self) -> str:
        what = ", ".join(f"{a.dtype}{list(a.shape)} by {list(a.strides)}" for a in self.laid)
        return f"{self.name}, seed {self.seed}: {what}"

    def tensors(self, lib: Any, arrays: Sequence[Any]) -> list[Any]:
        made = [wengert.from_numpy(a) if lib is wengert else calls.tensor(lib, a) for a in arrays]
        return [t.requires_grad_() if self.recorded and (t.is_floating_point() or t.is_complex()) else t for t in made]

    def outcome(self, lib: Any, arrays: Sequence[Any]) -> list[Any]:
        """The results and gradients, as arrays. The gradients of results have layouts of their own."""
        given = self.tensors(lib, arrays)
        results = calls.flat(self.call(lib, *given))
        found = [calls.array(y).copy() for y in results]
        live = [k for k, y in enumerate(results) if y.requires_grad]
        leaves = [t for t in given if t.requires_grad]
        if not live:
            return found
        for k in live:
            if k not in self.gradients:
                r = Chooser(self.name, self.seed + k)
                self.gradients[k] = r.laid(r.array(found[k].shape, str(found[k].dtype)))
        cotangents = [
            wengert.from_numpy(g) if lib is wengert else calls.tensor(lib, g) for g in map(self.gradients.get, live)
        ]
        gradients = lib.autograd.grad([results[k] for k in live], leaves, cotangents, allow_unused=True)
        return found + [None if g is None else calls.array(g).copy() for g in gradients]

    @property
    def tolerance(self) -> float:
        return max([TOLERANCE.get(str(a.dtype), 0.0) for a in self.dense], default=0.0)


def apart(a: Any, b: Any, tolerance: float) -> str | None:
    """How two results differ, or None."""
    if (a is None) != (b is None):
        return f"{a} and {b}"
    if a is None:
        return None
    if str(a.dtype) != str(b.dtype) or a.shape != b.shape:
        return f"{a.dtype}{list(a.shape)} and {b.dtype}{list(b.shape)}"
    if a.dtype.kind in "biu":
        return None if np.array_equal(a, b) else f"{a[a != b][:3]} and {b[a != b][:3]}"
    wide = np.complex128 if a.dtype.kind == "c" else np.float64
    x, y = a.astype(wide), b.astype(wide)
    size = np.abs(y[np.isfinite(y)])
    tolerance = max(tolerance, TOLERANCE[str(a.dtype)])
    same = np.isclose(
        x, y, rtol=tolerance, atol=tolerance * max(1.0, np.median(size) if size.size else 1), equal_nan=True
    )
    return None if same.all() else f"{x[~same][:3]} and {y[~same][:3]}, {(~same).sum()} of {same.size}"


def unlike(made: Made, torch: Any) -> str | None:
    """Where PyTorch's results and gradients differ, or None. What it refuses is not compared."""
    with np.errstate(all="ignore"):
        try:
            expected = made.outcome(torch, made.dense)
        except Exception:
            return None
        found = made.outcome(wengert, made.laid)
    for k, (a, b) in enumerate(zip(found, expected, strict=True)):
        wrong = None if b is None else apart(a, b, made.tolerance)
        if wrong:
            return f"result {k}: {wrong} of PyTorch"
    return None


if __name__ == "__main__":
    import torch

    first, last, *words = sys.argv[1:]
    for seed in range(int(first), int(last)):
        for name in DRAWS:
            if DRAWS[name].pytorch and (not words or any(word in name for word in words)):
                made = Made(name, seed)
                wrong = unlike(made, torch)
                if wrong:
                    print(made, wrong, sep="\n    ", flush=True)
