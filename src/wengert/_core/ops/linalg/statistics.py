"""Covariance, histograms, membership, and numerical derivatives."""

from __future__ import annotations

import builtins
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, dtypes
from ...arrays.batched import Batched, physical, repeat_first, together
from ...declare.families import composite, constant, general, linear
from ...declare.forward import total
from ...tape.tensor import payload_of
from ..elementwise.clamping import clamp, clamp_min
from ..elementwise.complex import COMPLEX, imag, real
from ..elementwise.complex import complex as complex_of
from ..elementwise.elementary import sqrt
from ..elementwise.pointwise import _to, add, clone, div, eq, ge, logical_and, mul, ne, sub, where
from ..index.gather import gather
from ..reduce.extreme import amax, amin
from ..reduce.order import sort
from ..reduce.reduce import mean, need_array, sum
from ..reduce.scan import _searchsorted, between, bin_of, counted, diff, edges_between
from ..results import named
from ..shape.arrange import expand
from ..shape.dims import as_int
from ..shape.join import cat, stack
from ..shape.shape import _squeeze_all, adjoint, narrow, reshape, select, transpose, unsqueeze, wrap_dims
from ..shape.strided import diagonal
from .matmul import matmul

Histogram = named("histogram", "hist bin_edges")
Histogramdd = named("histogramdd", "hist bin_edges")
Histogramdd.__annotations__ = {"bin_edges": "tuple[Tensor, ...]"}


# -- Covariance --------------------------------------------------------------------------------------------------------


def _check_weights(name: str, weights: Any, kind: int, called: str, count: int) -> None:
    need_array("cov", name, weights)
    if weights.ndim > 1:
        raise RuntimeError(
            f"cov(): expected {name} to have one or fewer dimensions but got {name} with {weights.ndim} dimensions"
        )
    given = dtypes.as_numpy(weights.dtype)
    if dtypes.category(given) != kind:
        raise RuntimeError(f"cov(): expected {name} to have {called} dtype but got {name} with {_called(given)} dtype")
    if math.prod(weights.shape) != count:
        raise RuntimeError(
            f"cov(): expected {name} to have the same numel as there are observations in the input but got "
            f"{math.prod(weights.shape)} != {count}"
        )
    values = payload_of(weights)
    if type(values) is not Batched and count and values.min() < 0:
        raise RuntimeError(f"cov(): {name} cannot be negative. Give weights of at least 0.")


def _called(dtype: Any) -> str:
    return errors.text.type_name(dtype)


BLOCK = 1024  # products of numbers that a matrix library adds one after the other


def _products_of_rows(x: Any, y: Any) -> Any:
    """``x @ y.mH``. Sums of many products are added up in blocks: one after the other, errors grow with their number."""
    rows, n = x.shape
    count = n // BLOCK
    if count < 2:
        return matmul(x, adjoint(y))
    blocks, rests = [], []
    for v in (x, y):
        blocks.append(transpose(reshape(narrow(v, 1, 0, count * BLOCK), (rows, count, BLOCK)), dim0=0, dim1=1))
        rests.append(narrow(v, 1, count * BLOCK, n - count * BLOCK))
    return add(sum(matmul(blocks[0], adjoint(blocks[1])), 0), matmul(rests[0], adjoint(rests[1])))


@composite("cov(input, *, correction=1, fweights=None, aweights=None)")
def cov(input: Any, *, correction: int = 1, fweights: Any = None, aweights: Any = None) -> Any:
    """The covariance matrix of variables. Each row of ``input`` is a variable and each column an observation of all of
    them.

    The sum of the products of the deviations is divided by the number of observations minus ``correction``. If this
    number is not positive, there is a warning.

    Args:
        input: the observations: shape (variables, observations), or (observations,)
        correction: subtracted from the number of observations

    >>> wengert.cov(wengert.tensor([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]))
    tensor([[1., 2.],
            [2., 4.]])
    """
    if input.ndim > 2:
        raise RuntimeError(
            f"cov(): expected input to have two or fewer dimensions but got an input with {input.ndim} dimensions"
        )
    given = dtypes.as_numpy(input.dtype)
    if dtypes.category(given) == dtypes.BOOL:
        raise RuntimeError(
            "cov(): bool dtype is not supported for input. Cast it to integers or floating point numbers first."
        )
    count = input.shape[-1] if input.ndim else 1
    weights = None
    if fweights is not None:
        _check_weights("fweights", fweights, dtypes.INT, "integral", count)
        weights = fweights
    if aweights is not None:
        _check_weights("aweights", aweights, dtypes.FLOAT, "floating point", count)
        weights = aweights if weights is None else mul(fweights, aweights)
    wanted = dtypes.default_float() if aweights is None else aweights.dtype
    x = input if dtypes.is_inexact(given) else _to(input, dtype=wanted)
    if x.ndim < 2:
        x = reshape(x, (1, -1))
    if weights is None:
        centered = weighted = sub(x, mean(x, 1, True))
        freedom: Any = count - correction
        short = freedom <= 0
        freedom = max(freedom, 0)
    else:
        total = sum(weights)
        known = payload_of(total)
        if type(known) is not Batched and not known:
            raise RuntimeError("cov(): weights sum to zero, can't be normalized. Give at least one weight above 0.")
        centered = sub(x, div(sum(mul(x, weights), 1, True), total))
        weighted = mul(centered, weights)
        off = correction if aweights is None or not correction else div(sum(mul(weights, aweights)), total) * correction
        freedom = clamp_min(sub(total, off), 0)
        values = payload_of(freedom)
        short = type(values) is not Batched and bool(values <= 0)
    if short:
        errors.text.warn(
            "cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations."
        )
    out = _products_of_rows(centered, weighted)
    return _squeeze_all(div(out, freedom) if hasattr(freedom, "dtype") or freedom else mul(out, math.inf))


@composite("corrcoef(input)")
def corrcoef(input: Any) -> Any:
    """The correlation coefficients of variables. Each row of ``input`` is a variable and each column an observation.

    Args:
        input: the observations: shape (variables, observations), or (observations,)

    >>> wengert.corrcoef(wengert.tensor([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.ndim > 2:
        raise RuntimeError(
            f"corrcoef(): expected input to have two or fewer dimensions but got an input with {input.ndim} dimensions"
        )
    c = cov(input)
    if not c.ndim:
        return div(c, c)
    deviation = sqrt(real(diagonal(c)))
    c = div(div(c, unsqueeze(deviation, dim=1)), unsqueeze(deviation, dim=0))
    if dtypes.as_numpy(c.dtype) in COMPLEX:
        return complex_of(clamp(real(c), -1, 1), clamp(imag(c), -1, 1))
    return clamp(c, -1, 1)


# -- Histograms --------------------------------------------------------------------------------------------------------


def _like(x: Any, count: int) -> Any:
    return arrays.xp_of(x).zeros(count, x.dtype)


@constant(batch=lambda op, size, args, flags, params: repeat_first(op(_like(args[0], args[0].shape[1])), size))
def _parts(xp, x):
    """How far along the elements of a vector are, from 0 for the first one to 1 for the last."""
    return xp.linspace(0, 1, len(x), dtype=x.dtype)


def _to_ends(g: Any) -> Any:
    """What reaches the two ends, of which each edge is a mean."""
    part = _parts(g)
    return stack(sum(g * (1 - part)), sum(g * part), dim=0)


def _check_ends(bins: int, low: float, high: float, dim: int) -> None:
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension {dim}")
    if not (math.isfinite(low) and math.isfinite(high)):
        raise RuntimeError(
            f"torch.histogramdd: dimension {dim}'s range [{low}, {high}] is not finite. "
            "Give a finite range, or remove infinite elements from the input."
        )
    if low > high:
        raise RuntimeError(
            f"torch.histogramdd: min should not exceed max, but got min {low:g} max {high:g} for dimension {dim}"
        )


def _batch_edges(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    """The edges of each example, as the kernel computes them."""
    x, ends = (*args, None)[:2]
    if ends is None or not flags[1]:  # the same for all examples; of x only the dtype counts
        return repeat_first(op(_like(x, 0), ends, **params), size)
    given = arrays.move(physical(ends), "cpu").astype(np.float64).reshape(-1, 2)
    for low, high in sorted(given.tolist(), key=lambda pair: math.isfinite(pair[0] + pair[1]))[:1] or [(0.0, 1.0)]:
        _check_ends(params["bins"], low, high, params["dim"])
    wide = _to(ends, dtype=dtypes.F64)
    low, high = select(wide, dim=1, index=0), select(wide, dim=1, index=1)
    same = eq(low, high)
    edges = edges_between(where(same, low - 0.5, low), where(same, high + 0.5, high), params["bins"])
    return _to(edges, dtype=x.dtype)


@general(ends=_to_ends, promote=None, batch=_batch_edges)
def _equal_bins(xp, x, ends=None, *, bins, range, dim):
    """The edges of equal bins between two ends, or over ``range``, with the dtype of ``x``."""
    low, high = map(float, ends if ends is not None else (0.0, 1.0) if range is None else range)
    _check_ends(bins, low, high, dim)
    if low == high:
        low, high = low - 0.5, high + 0.5
    return arrays.silently(xp.linspace, low, high, bins + 1).astype(x.dtype)


def _edges(x: Any, bins: int, range: Sequence[float] | None, dim: int) -> Any:
    """The edges of equal bins over ``range``, or from the least of the values to the greatest."""
    ends = stack(amin(x), amax(x), dim=0) if range is None and x.shape[0] and bins > 0 else None
    return _equal_bins(x, ends, bins=bins, range=range, dim=dim)


def _places(x: Any, edges: Any) -> Any:
    """The bin of each point, counted through all dimensions, or -1. Points are the rows of ``x``."""
    place = inside = None
    for d, e in enumerate(edges):
        at = bin_of(select(x, dim=-1, index=d), e)
        place = at if place is None else place * (e.shape[-1] - 1) + at
        inside = ge(at, 0) if inside is None else logical_and(inside, ge(at, 0))
    return where(inside, place, -1)


def _to_weights(g: Any, x: Any, edges: Any) -> Any:
    place = _places(x, edges)
    return where(ge(place, 0), gather(reshape(g, -1), clamp_min(place, 0), dim=0), 0)


def _batch_heights(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    """Find the bin of each point, then add up the weights per bin."""
    x, weight, *edges = (a if f or a is None else repeat_first(a, size) for a, f in zip(args, flags, strict=True))
    for d, e in enumerate(edges):
        if (np.diff(arrays.move(physical(e), "cpu").astype(np.float64)) < 0).any():
            raise RuntimeError(f"_histogram: `edges[{d}]` must be monotonically increasing, when given as an array")
    place = _places(x, edges)
    given = _to(eq(place, place), dtype=x.dtype) if weight is None else weight
    counts = [e.shape[1] - 1 for e in edges]
    return reshape(counted(place, given, math.prod(counts)), (size, *counts))


@linear(weight=_to_weights, promote=None, batch=_batch_heights)
def _heights(xp, x, weight=None, *edges):
    """How many rows of ``x`` are in each bin, or the sum of their weights."""
    if len(edges) == 1 and weight is None and (edges[0][1:] >= edges[0][:-1]).all():
        return between(xp, x[:, 0], edges[0]).astype(x.dtype)
    return arrays.silently(xp.histogramdd, x, edges, weights=weight)[0].astype(x.dtype)


def _histogram_of(input: Any, bins: Any, range: Any, weight: Any, density: bool) -> tuple[Any, ...]:
    """The histogram of points. Each row of the last dimension of ``input`` is a point."""
    if dtypes.category(dtypes.as_numpy(input.dtype)) != dtypes.FLOAT:
        raise NotImplementedError(
            f"\"histogramdd\" not implemented for '{_called(dtypes.as_numpy(input.dtype))}'. "
            "Cast it to float32 or float64 first."
        )
    if input.ndim < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    width = input.shape[-1]
    if not width:
        raise RuntimeError(f"histogramdd: expected points with coordinates, got an input of shape {list(input.shape)}")
    if isinstance(bins, (int, np.integer)):
        bins = (bins,) * width
    bins = [as_int(b) if isinstance(b, (int, np.integer)) else b for b in bins]
    if len(bins) != width:
        raise RuntimeError("histogramdd: The size of bins must be equal to the innermost dimension of the input.")
    edges = tuple(b for b in bins if hasattr(b, "dtype"))
    for d, e in enumerate(edges):
        if e.ndim != 1:
            raise RuntimeError(
                f"torch.histogramdd: bins tensor should have one dimension, but got {e.ndim} dimensions in the bins "
                f"tensor for dimension {d}"
            )
        if e.shape[0] < 2:
            raise RuntimeError(
                f"torch.histogramdd: bins tensor should have at least 2 elements, the edges of one bin, but got "
                f"{e.shape[0]} in the bins tensor for dimension {d}"
            )
        if e.dtype != input.dtype:
            raise RuntimeError(
                "torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with dtype "
                f"{input.dtype} and bins for dimension {d} with dtype {e.dtype}"
            )
    if range is not None and len(range) != 2 * width:
        raise RuntimeError(
            f"torch.histogramdd: for a {width}-dimensional histogram range should have {2 * width} elements, but got "
            f"{len(range)}"
        )
    if weight is not None:
        need_array("histogramdd", "weight", weight)
        if tuple(weight.shape) != tuple(input.shape[:-1]):
            raise RuntimeError(
                "torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor "
                f"excluding its innermost dimension, but got input with shape {list(input.shape)} and weight with shape "
                f"{list(weight.shape)}"
            )
        if weight.dtype != input.dtype:
            raise RuntimeError(
                "torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same "
                f"dtype, but got input({input.dtype}), and weight({weight.dtype})"
            )
        weight = reshape(weight, -1)
    points = reshape(input, (math.prod(input.shape[:-1]), width))
    if not edges:
        ranges = (None,) * width if range is None else [tuple(range[2 * d : 2 * d + 2]) for d in builtins.range(width)]
        edges = tuple(_edges(select(points, dim=1, index=d), bins[d], r, d) for d, r in enumerate(ranges))
        fresh = edges
    else:
        fresh = tuple(clone(e) for e in edges)
    points, weight, *edges = (t if t is None else _to(t, dtype=dtypes.F64) for t in (points, weight, *edges))
    heights = _heights(points, weight, *edges)
    if density:
        total = sum(heights)
        for d, e in enumerate(edges):
            sizes = [1] * width
            sizes[d] = -1
            heights = div(heights, reshape(diff(e), sizes))
        heights = div(heights, total)
    return (_to(heights, dtype=input.dtype), *fresh)


@composite("histogram(input, bins=100, *, range=None, weight=None, density=False, out=None)")
def histogram(
    input: Any, bins: Any = 100, *, range: Any = None, weight: Any = None, density: bool = False
) -> Histogram:
    """A histogram: the number of elements (or the sum of their ``weight``) in each bin, and the edges of the bins.

    The last bin includes its upper edge. Weights and edges have derivatives; the number of elements in a bin has none.

    Args:
        bins: the number of bins, or their edges: an ascending tensor with the dtype of ``input``
        weight: the weight of each element, of the shape and dtype of ``input``; None means 1

    >>> wengert.histogram(wengert.tensor([1.0, 2.0, 2.5, 4.0]), bins=3, range=(1.0, 4.0)).hist
    tensor([1., 2., 1.])
    """
    edges = hasattr(bins, "dtype") and not isinstance(bins, np.integer)
    if isinstance(bins, (tuple, list)) or (edges and range is not None):
        raise TypeError("histogram(): expected bins to be an int, with or without range, or a Tensor of edges")
    if weight is not None:
        need_array("histogram", "weight", weight)
        weight = reshape(weight, -1)
    return Histogram(*_histogram_of(reshape(input, (-1, 1)), (bins,), range, weight, density))


@composite("histogramdd(input, bins, *, range=None, weight=None, density=False)", method=False)
def histogramdd(input: Any, bins: Any, *, range: Any = None, weight: Any = None, density: bool = False) -> Histogramdd:
    """The histogram of points in several dimensions, which are the rows of ``input``; see :func:`wengert.histogram`.

    Args:
        input: the points: shape (..., dimensions)
        bins: the number of bins, one for all dimensions or one per dimension; or the edges for each, as tensors
        range: the smallest and the largest edge of the first dimension, then of the second, and so on
        weight: the weight of each point: shape (...); None means 1

    >>> wengert.histogramdd(wengert.tensor([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), bins=[2, 2]).hist
    tensor([[0., 1.],
            [1., 1.]])
    """
    hist, *edges = _histogram_of(input, bins, range, weight, density)
    if isinstance(bins, (tuple, list)):
        edges = [given if getattr(given, "ndim", 0) else e for given, e in zip(bins, edges, strict=True)]
    return Histogramdd(hist, tuple(edges))


# -- Membership --------------------------------------------------------------------------------------------------------


def _batched_isin(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    """The batch rule: if each example has its own values to look for, they are sorted and searched."""
    if not flags[1]:
        return op(*args, **params)
    examples = [np.empty((0,) * (x.ndim - f), x.dtype) if hasattr(x, "dtype") else x for x, f in zip(args, flags)]
    dtype = dtypes.result_type(examples)  # an example without dimensions is like a number
    elements, tests = together(size, args, flags)
    tests = _to(reshape(tests, (size, math.prod(tests.shape[1:]))), dtype=dtype)
    if not hasattr(elements, "dtype"):
        elements = expand(arrays.xp_of(tests).asarray(elements, dtype), shape=(size,))
    shape = elements.shape
    elements = _to(reshape(elements, (size, math.prod(shape[1:]))), dtype=dtype)
    if not tests.shape[1]:
        return arrays.xp_of(tests).full(shape, params["invert"])
    ordered = sort(tests, 1).values
    places = clamp(_searchsorted(ordered, elements, right=False, dtype=dtypes.I64), 0, tests.shape[1] - 1)
    nearest = gather(ordered, places, dim=1)
    return reshape(ne(nearest, elements) if params["invert"] else eq(nearest, elements), shape)


def _check_isin(elements: Any, test_elements: Any, *, assume_unique: bool = False, invert: bool = False) -> None:
    given = [x.dtype for x in (elements, test_elements) if hasattr(x, "dtype")]
    for d in [*given, *[np.dtype(bool) for x in (elements, test_elements) if type(x) is bool]]:
        if d.kind in "bc":
            raise RuntimeError(
                f"Unsupported input type encountered for isin(): {_called(d)}. Cast it to a real dtype first."
            )
    if not given:
        raise TypeError("isin(): expected elements or test_elements to be a Tensor, got two numbers")


PAIRS = 1024  # as many are compared in less time than it takes to sort a few


@constant("isin(elements, test_elements, *, assume_unique=False, invert=False, out=None)",
          also={"elements": "element", "test_elements": "test_element"}, batch=_batched_isin,
          check=_check_isin, moves=True, method=False)  # fmt: skip
def isin(xp, elements, test_elements, *, assume_unique=False, invert=False):
    """True where an element of ``elements`` is in ``test_elements``. One of the two may be a number.

    >>> wengert.isin(wengert.tensor([1, 2, 3]), wengert.tensor([2, 4]))
    tensor([False,  True, False])
    """
    _check_isin(elements, test_elements)
    dtype = dtypes.result_type([elements, test_elements])
    pair = [xp.asarray(v) for v in (elements, test_elements)]
    if dtypes.is_inexact(dtype):  # a number is found where it was rounded to the dtype
        pair = [v.astype(dtype, copy=False) for v in pair]
    if dtypes.is_half(dtype):  # NumPy sorts some of them slowly, or not at all
        pair = [v.astype(dtypes.F32) for v in pair]
    given, wanted = pair
    if given.size * wanted.size <= PAIRS:
        return (given[..., None] == wanted.reshape(-1)).any(-1) != invert
    return xp.isin(given, wanted, invert=invert)


# -- Numerical derivatives ---------------------------------------------------------------------------------------------


def _spacings(spacing: Any, dims: Sequence[int], ndim: int, given: bool) -> list[Any]:
    """The step, or the coordinates, along each of ``dims``."""
    if not isinstance(spacing, (tuple, list)):
        return [1 if spacing is None else spacing] * len(dims)
    for step in spacing:
        if getattr(step, "shape", None) == () and not isinstance(step, np.generic):
            raise RuntimeError(
                "torch.gradient expected each element of spacing to have one dimension, but got an element with 0 "
                "dimensions! A single step is a number, or not in a list."
            )
    if len(spacing) == len(dims):
        return list(spacing)
    if given:
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to have the "
            f"same length, but got a spacing argument of length {len(spacing)} and a dim argument of length {len(dims)}."
        )
    raise RuntimeError(
        "torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to 'self.dim() = "
        f"{ndim}', since dim argument was not given, but got a list of length {len(spacing)}"
    )


# The weights of three samples in the derivative of the parabola through them. ``b`` and ``a`` are the steps before and
# after the middle sample (Fornberg, "Generation of finite difference formulas on arbitrarily spaced grids", 1988).


def _in_the_middle(b: Any, a: Any) -> tuple[Any, Any, Any]:
    return -a / (b * (b + a)), (a - b) / (b * a), b / (a * (b + a))


def _at_the_first(b: Any, a: Any) -> tuple[Any, Any, Any]:
    return -(2 * b + a) / (b * (b + a)), (b + a) / (b * a), -b / (a * (b + a))


def _derivative(x: Any, dim: int, spacing: Any, edge_order: int) -> Any:
    """The derivative along one dimension, given the step between samples or their coordinates."""
    n = x.shape[dim]
    if n < edge_order + 1:
        raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    if getattr(spacing, "ndim", 0):
        if tuple(spacing.shape) != (n,):
            raise RuntimeError(
                "torch.gradient expected each element of spacing to be a scalar or the coordinates of its dimension, "
                f"got shape {list(spacing.shape)} for {n} samples"
            )
        if not dtypes.is_inexact(dtypes.as_numpy(spacing.dtype)):  # torch's division of integer steps truncates
            given = dtypes.real_of(dtypes.as_numpy(x.dtype))
            spacing = _to(spacing, dtype=given if given == dtypes.F64 else dtypes.default_float())
        steps = reshape(diff(spacing), (-1, *(1,) * (x.ndim - dim - 1)))
        middle = _in_the_middle(narrow(steps, 0, 0, n - 2), narrow(steps, 0, 1, n - 2))
        start, end = (
            [narrow(steps, 0, k, 1) for k in range(edge_order)],
            [narrow(steps, 0, n - 2 - k, 1) for k in range(edge_order)],
        )
    else:
        middle = -0.5, None, 0.5  # the middle sample has no part, even if it is infinite
        start = end = [1] * edge_order

    def taken(weights: Sequence[Any], at: int, count: int) -> Any:
        return total([mul(narrow(x, dim, at + k, count), w) for k, w in enumerate(weights) if w is not None])

    if edge_order == 1:
        first, last = [-1 / start[0], 1 / start[0]], [-1 / end[0], 1 / end[0]]
    else:  # the last sample is the first of the mirror image
        first, last = list(_at_the_first(*start)), [-w for w in reversed(_at_the_first(*end))]
    parts = [taken(first, 0, 1), taken(middle, 0, n - 2), taken(last, n - len(last), 1)]
    found = cat(*(parts if n > 2 else (parts[0], parts[2])), dim=dim)
    if getattr(spacing, "ndim", 0) or type(spacing) in dtypes.PYTHON and spacing == 1:
        return found
    return div(found, spacing)


@composite("gradient(input, *, spacing=1, dim=None, edge_order=1)", method=False)
def gradient(input: Any, *, spacing: Any = 1, dim: Any = None, edge_order: int = 1) -> tuple[Any, ...]:
    """Estimates the derivative of sampled values along each dimension, or along ``dim``. Returns one tensor per
    dimension.

    Inside, it is the derivative of the parabola through a sample and its two neighbours. At the ends, it is the slope
    of the line through two samples or, with ``edge_order=2``, the derivative of the parabola through three.

    >>> wengert.gradient(wengert.tensor([1.0, 4.0, 9.0, 16.0]))
    (tensor([3., 4., 6., 7.]),)
    """
    if hasattr(spacing, "ndim") and spacing.ndim:
        raise TypeError("gradient(): argument 'spacing' must be a number, or a tuple of numbers or Tensors, not Tensor")
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    if dtypes.category(dtypes.as_numpy(input.dtype)) == dtypes.BOOL:
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` operator."
        )
    if dtypes.as_numpy(input.dtype) == dtypes.uint8.dtype:
        raise RuntimeError("torch.gradient does not support uint8 input. Cast it to int16 or float32 first.")
    dims = wrap_dims(range(input.ndim) if dim is None else dim, input.ndim)
    spacings = _spacings(spacing, dims, input.ndim, dim is not None)
    return tuple(_derivative(input, d, s, edge_order) for d, s in zip(dims, spacings, strict=True))
