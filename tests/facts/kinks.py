"""Calls at kinks, ties, corners and poles, where a derivative is a convention: PyTorch's is ours.

Which of equal elements ``topk`` and ``kthvalue`` choose is not compared: PyTorch leaves it open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests import laws
from tests.calls import PUBLIC, Outcome, array, tensor
from tests.samples import Sample

NAN, INF = np.nan, np.inf
SHORT = 300  # characters of a sample that is a fact too: beyond, nobody could read it


def t(*values: Any) -> np.ndarray:
    """An array of floating point or complex numbers."""
    a = np.array(values)
    return a if a.dtype.kind == "c" else a.astype(np.float64)


ZERO = np.array(0.0)
SIGNED = t(0.0, -0.0, 1.0, -1.0, NAN, INF, -INF)
COMPLEX = t(0j, 1 + 0j, -1 + 0j, 1j)
TIED, OTHER = t(1, 2, -1, 0, -0.0, INF, NAN, 1, NAN), t(1, 1, -1, 0, 0.0, INF, 1, NAN, NAN)
ROW = t(1, 3, 2, 3, 1)
ROWS = t([2, 2, 1, 2], [1, 3, 3, 1], [0, 0, 0, 0])
ZEROS = t([0, 2, 3], [0, 0, 3], [0, 0, 0], [1, 2, 3])
CONSTANT = t([2, 2, 2], [0, 0, 0])
PAIRS = t([0, 0], [1, 0], [0, 0]), t([0, 0], [1, 0], [0, 2])
HOLED = t([1, NAN, 1], [NAN, NAN, NAN])
IMAGE = t([2, 2, 1, 0], [2, 2, 0, 1], [0, 1, 3, 3], [1, 0, 3, 3])[None, None]
NOWHERE = t([INF, 0], [0.3, -INF], [-INF, INF])[None, None]
INDEX = np.array([0, 0, 1, 1, 1])
MANY = 64  # PyTorch computes so many elements several at a time, and NaN may come out of that differently
NORMS = (0, 0.5, 1, 1.5, 2, 3, INF, -INF)
AT_ZERO = (
    "abs", "sgn", "sign", "angle", "sqrt", "square", "sinc", "frac", "floor", "ceil", "round", "trunc", "reciprocal",
    "rsqrt", "log", "log2", "log10", "log1p", "asin", "acos", "atanh", "erfinv", "special.entr", "special.i0",
    "special.i0e", "expm1", "tan", "nan_to_num",
)  # fmt: skip
AT_SOME = {
    "acosh": (1, INF, NAN), "special.i1": (0, -0.0, 1), "special.i1e": (0, -0.0, INF, -INF),
    "special.log_ndtr": (0, INF, NAN),
    "lgamma": (0, -0.0, 1, -1, INF, -INF, NAN), "digamma": (0, -0.0, 1, INF, -INF, NAN),
}  # fmt: skip
# Where PyTorch does otherwise, and why that is not followed
DIFFERS = {
    "acosh([-1.0])": "outside of where it is defined, the derivative is NaN like the value",
    "special.i1([nan])": "the derivative at NaN is NaN, not 1/2",
    "special.i1e([nan])": "the derivative at NaN is NaN, not 1/2",
    "digamma([-1.0])": "the slope at a pole is infinite; PyTorch gives what rounding leaves of it",
    "special.log_ndtr([-inf])": "the slope grows without bound; PyTorch divides 0 by 0",
    "copysign([inf], [1.0])": "the slope at infinity is 1; PyTorch divides infinity by itself",
    "pow([-0.0], 0.5)": "C's pow(-0.0, -0.5) is inf; PyTorch takes the reciprocal of the root instead",
    "polar([0.0], [1.0])": "the gradient of an absolute value of 0 needs the angle; PyTorch takes it from the result",
    "linalg.det([[1.0, 2.0], [2.0, 4.0]])": "the gradient is the matrix of cofactors, also of a singular matrix",
    **dict.fromkeys(
        (
            "hardshrink([-0.5, 0.0, 0.5, nan])",
            "nn.functional.softshrink([-0.5, 0.0, 0.5, nan])",
            "nn.functional.celu([0.0, nan], alpha=0.5)",
            "nn.functional.elu([0.0, nan], alpha=0.5)",
            "nn.functional.hardswish([-3.0, -1.0, 0.0, 1.0, 3.0, 6.0, nan])",
            "nn.functional.hardtanh([-3.0, -1.0, 0.0, 1.0, 3.0, 6.0, nan])",
            "nn.functional.hardtanh([-1.5, 0.5, nan], min_val=-1.5, max_val=0.5)",
            "nn.functional.relu6([-3.0, -1.0, 0.0, 1.0, 3.0, 6.0, nan])",
        ),
        "at NaN, PyTorch gives 1 for few elements; what it gives for many is given here for any number",
    ),
    **dict.fromkeys(
        (
            "linalg.lstsq([[4.0, 0.0], [0.0, 1.0]], [[1.0], [1.0]], rcond=0.25, driver='gelsd')",
            "linalg.lstsq([[4.0, 0.0], [0.0, 1.0]], [[1.0], [1.0]], rcond=0.25, driver='gelss')",
            "linalg.lstsq([[4.0, 0.0], [0.0, 1.0]], [[1.0], [1.0]], rcond=1.0, driver='gelss')",
            "linalg.lstsq([[4.0, 0.0], [0.0, 1.0]], [[1.0], [1.0]], rcond=1.0, driver='gelsy')",
        ),
        "the gradient is that of the solution, which leaves small singular values out",
    ),
    **{
        f"{name}([2.0, 1.0], 0, [0, 0], [2.0, 2.0], {how!r}, include_self=False)": "PyTorch shares with `input`, too"
        for name in ("scatter_reduce", "index_reduce")
        for how in ("amax", "amin")
    },
}
ACTIVATIONS = {
    "relu": (0,), "relu6": (0, 6), "hardtanh": (-1, 1), "leaky_relu": (0,), "elu": (0,), "selu": (0,), "celu": (0,),
    "hardshrink": (-0.5, 0.5), "softshrink": (-0.5, 0.5), "tanhshrink": (0,), "hardswish": (-3, 3),
    "hardsigmoid": (-3, 3), "logsigmoid": (0,), "softplus": (0, 20), "softsign": (0,), "gelu": (0,), "silu": (0,),
    "mish": (0,), "rrelu": (0,),
}  # fmt: skip


def calls() -> Iterator[tuple[str, Sample]]:
    """Every call: the public name of an operation, and a sample."""
    for group in (
        _different,
        _elementwise,
        _bounds,
        _reductions,
        _coordinates,
        _order,
        _norms,
        _functional,
        _pools,
        _places,
    ):
        yield from group()
    for name, public in PUBLIC.items():
        for case in laws.cases(name):
            if case.sample.kink and len(text(public, case.sample)) <= SHORT:
                yield public, case.sample


def _different() -> Iterator[tuple[str, Sample]]:
    """The calls of :data:`DIFFERS`."""
    for name, x in (
        ("acosh", -1),
        ("special.i1", NAN),
        ("special.i1e", NAN),
        ("special.log_ndtr", -INF),
        ("digamma", -1),
    ):
        yield name, Sample(t(x))
    yield "reciprocal", Sample(t(0j))
    yield "copysign", Sample(t(INF), t(1))
    yield "pow", Sample(t(-0.0), 0.5)
    yield "polar", Sample(t(0), t(1))
    yield "linalg.det", Sample(t([1, 2], [2, 4]))
    for name in ("scatter_reduce", "index_reduce"):
        for how in ("amax", "amin"):
            yield name, Sample(t(2, 1), 0, np.array([0, 0]), t(2, 2), how, include_self=False)


def _elementwise() -> Iterator[tuple[str, Sample]]:
    for name in AT_ZERO:
        yield name, Sample(SIGNED)
    for name, points in AT_SOME.items():
        yield name, Sample(t(*points))
    for name in ("abs", "sgn", "angle", "sqrt", "square", "log"):
        yield name, Sample(COMPLEX)
    yield "logit", Sample(t(0, 1, 0.2, 0.8))
    yield "logit", Sample(t(0, 1, 0.2, 0.8), 0.2)
    for name in ("fmax", "fmin", "maximum", "minimum", "logaddexp", "logaddexp2", "hypot", "atan2"):
        yield name, Sample(TIED, OTHER)
        yield name, Sample(t([1], [2]), t(1, 2, 2))
        yield name, Sample(np.array(1.0), np.array(1.0))
    x, y = t(0, -0.0, 0, 0, 1, -1, 0), t(1, 1, -1, -0.0, 0, -0.0, NAN)
    for name in ("atan2", "hypot", "copysign", "xlogy", "special.xlog1py", "pow", "float_power", "mul", "div"):
        yield name, Sample(x, y)
        yield name, Sample(y[:-1], x[:-1])
    yield "copysign", Sample(x, 0.0)
    yield "copysign", Sample(t(NAN, NAN, 0, 1), t(1, -1, NAN, NAN))
    yield "heaviside", Sample(x, np.ones_like(x))
    for name in ("remainder", "fmod"):
        yield name, Sample(t(4, -4, 5, -5, 0), t(2, 2, -2, 2.5, 3))
        yield name, Sample(t(4, -4, 5, -5, 0), 2.0)
    for mode in ("floor", "trunc"):
        yield "div", Sample(t(4, -4, 5), t(2, 2, -2), rounding_mode=mode)
    for p in (0, 0.5, 1, 1.5, 2, 3, -1):
        yield "pow", Sample(t(0, 1), p)
        yield "float_power", Sample(t(0, 1), p)
        if p >= 0:
            yield "pow", Sample(t(0j, 1 + 1j), p)
    for base in (0, 1, 2):
        yield "pow", Sample(float(base), t(0, 0.5, 1, 2))
    yield "pow", Sample(t(0, 0, 0, 2), t(0, 1, 2, 0))
    yield "where", Sample(np.array([True, False]), t(1, NAN), t(NAN, 2))
    yield "nan_to_num", Sample(SIGNED, 0.5, 9.0, -9.0)
    yield "lerp", Sample(t(1, 1), t(1, 2), t(0.5, 0.5))


def _bounds() -> Iterator[tuple[str, Sample]]:
    x = t(-2, -1, 0, 1, 2, NAN)
    for name in ("clamp", "clip"):
        for low, high in ((-1.0, 1.0), (-1.0, None), (None, 1.0), (1.0, 1.0), (1.0, -1.0), (NAN, 1.0)):
            yield name, Sample(x, low, high)
            bounds = (None if b is None else np.full(6, b) for b in (low, high))
            yield name, Sample(x, *bounds)
        yield name, Sample(x, t(-2, -1, -1, 1, 3, 0), t(-2, 0, 0, 1, 2, 0))
        yield name, Sample(x, np.array(-1.0), np.array(1.0))
    for name in ("clamp_min", "clamp_max"):
        yield name, Sample(x, 0.0)
        yield name, Sample(x, 1.0)
        yield name, Sample(x, t(-2, 0, 0, 0, 2, 1))


def _reductions() -> Iterator[tuple[str, Sample]]:
    for name in ("max", "min", "amax", "amin", "median", "nanmedian"):
        for x in (ROW, np.full(4, 2.0), t(1, NAN, 1), np.array(1.0), ROWS):
            yield name, Sample(x)
    for name in ("max", "min", "median", "nanmedian", "mode", "cummax", "cummin"):
        for x in (ROW, ROWS, t(2, 1, 2, 1)):
            yield name, Sample(x, -1)
        if name != "mode":  # PyTorch sorts, and NaN are equal to none
            yield name, Sample(t(1, NAN, 1, NAN), -1)
    for name in ("amax", "amin"):
        yield name, Sample(ROWS, (0, 1), True)
        yield name, Sample(ROWS, 1)
    yield "aminmax", Sample(ROWS)
    yield "aminmax", Sample(ROWS, dim=1)
    yield "aminmax", Sample(np.full(3, 2.0))
    for name in ("prod", "cumprod"):
        for dim in (0, 1):
            yield name, Sample(ZEROS, dim)
            yield name, Sample(ZEROS * (1 - 1j), dim)
    for x in (t(0, 2, 3), t(0, 2, 0), t(0, 0, 0), ZERO, ZEROS):
        yield "prod", Sample(x)
    for name in ("std", "var", "std_mean", "var_mean"):
        for correction in (0, 1):
            yield name, Sample(CONSTANT, 1, correction=correction)
            yield name, Sample(np.full(3, 2.0), correction=correction)
    for name in ("nansum", "nanmean"):
        yield name, Sample(HOLED, 1)
    x = t([-INF, 0, 1], [-INF, -INF, -INF], [INF, 0, 1])
    for name in ("logsumexp", "softmax", "log_softmax"):
        yield name, Sample(x, 1)
    yield "logcumsumexp", Sample(x[:2], 1)
    for x in (t(INF, 0, 1), t(0, INF, 1, INF), t(0, INF, -INF), t(-INF, -INF, 1), t(0, NAN, 1)):
        yield "logcumsumexp", Sample(x, 0)
    for x in (t([0, 0], [0, 0]), t([0, 0, 0], [0, 0, 0], [0, 0, 1])):
        yield "linalg.det", Sample(x)


def _coordinates() -> Iterator[tuple[str, Sample]]:
    for x in (t(1, 2, 3, INF, 5, 6), t(1, NAN, 3), t(1, INF, -INF, 2)):
        for order in (1, 2):
            yield "gradient", Sample(x, edge_order=order)
            yield "gradient", Sample(x, spacing=0.5, edge_order=order)
    places = t(0, 1, 3, 7)
    for x in (t(1, 2, 4, 8), t(1j, 2, 4, 8)):
        yield "gradient", Sample(x, spacing=[places])
        yield "gradient", Sample(x, spacing=[places * (1 + 2j)])
    for rcond in (0.25, 1.0):
        for driver in ("gelsy", "gelsd", "gelss"):
            yield "linalg.lstsq", Sample(t([4, 0], [0, 1]), t([1], [1]), rcond=rcond, driver=driver)


def _order() -> Iterator[tuple[str, Sample]]:
    for x in (ROW, ROWS, t(1, NAN, 1, NAN)):
        yield "sort", Sample(x, stable=True)
        yield "sort", Sample(x, stable=True, descending=True)
        yield "msort", Sample(x)
    for name in ("quantile", "nanquantile"):
        for q in (0.0, 0.25, 0.4, 0.5, 1.0):
            yield name, Sample(ROW, q)
            yield name, Sample(ROWS, q, dim=1)
        for how in ("lower", "higher", "midpoint", "nearest"):
            yield name, Sample(ROW, 0.4, interpolation=how)


def _norms() -> Iterator[tuple[str, Sample]]:
    for p in NORMS:
        for x in (t(0, 0, 0), t(0, 3, -3), ROWS, ZERO, t(0j, 3j, 3)):
            yield "norm", Sample(x, p)
            yield "linalg.vector_norm", Sample(x, p)
        yield "linalg.vector_norm", Sample(ROWS, p, dim=1)
        yield "linalg.norm", Sample(t(0, 0), p)
    yield "norm", Sample(t([0, 0], [0, 0]))
    yield "linalg.matrix_norm", Sample(t([0, 0], [0, 0]))
    for p in (1, INF, -1, -INF):
        yield "linalg.matrix_norm", Sample(t([1, -1], [0, 0]), p)
    for p in (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, INF):
        yield "dist", Sample(t(0, 1, 2), t(0, 1, 2), p)
        yield "dist", Sample(t(0, 1, 2), t(0, 2, 3), p)
        yield "cdist", Sample(*PAIRS, p)
        yield "pdist" if p else "nn.functional.pdist", Sample(PAIRS[1], p)
        yield "nn.functional.pairwise_distance", Sample(*PAIRS, p)
        yield "nn.functional.pairwise_distance", Sample(*PAIRS, p, eps=0.0)
        if p:
            yield "renorm", Sample(t([0, 0], [3, 4], [1, 1]), p, 0, 5.0)
            yield "renorm", Sample(t([0, 0], [3, 4], [1, 1]), p, 0, 1.0)
    yield "nn.functional.normalize", Sample(PAIRS[0])
    yield "nn.functional.normalize", Sample(PAIRS[0], 1.0)
    yield "nn.functional.cosine_similarity", Sample(*PAIRS)


def _functional() -> Iterator[tuple[str, Sample]]:
    for name, corners in ACTIVATIONS.items():
        yield f"nn.functional.{name}", Sample(t(*corners, -0.0, INF, -INF))
        yield f"nn.functional.{name}", Sample(np.full(MANY, NAN))
    yield "nn.functional.threshold", Sample(t(1, 0.5, 2, NAN), 1.0, 7.0)
    yield "nn.functional.hardtanh", Sample(t(-2, 0, 0.5), -2.0, 0.5)
    yield "nn.functional.hardtanh", Sample(t(-2, 0, 0.5), -2.0, 0.0)
    yield "nn.functional.softplus", Sample(t(0, 5, -5), 2.0, 10.0)
    yield "nn.functional.prelu", Sample(t([0, -0.0], [1, -1]), t(0.25, 0.5))
    yield "nn.functional.leaky_relu", Sample(t(0, -0.0), 0.0)
    x, y = t(0, 1, -1, 0.5, 2, NAN), t(0, 0, 0, 0, 0, 0)
    for reduction in ("none", "sum", "mean"):
        yield "nn.functional.l1_loss", Sample(x, y, reduction=reduction)
        yield "nn.functional.smooth_l1_loss", Sample(x, y, reduction=reduction)
        yield "nn.functional.huber_loss", Sample(x, y, reduction=reduction)
    for corner in (0.0, 0.5, 1.0):
        yield "nn.functional.smooth_l1_loss", Sample(x, y, beta=corner, reduction="none")
        yield "nn.functional.huber_loss", Sample(x, y, delta=corner or 2.0, reduction="none")
    signs = t(1, -1, 1, -1)
    yield "nn.functional.hinge_embedding_loss", Sample(t(1, 1, 0, 2), signs, reduction="none")
    yield "nn.functional.margin_ranking_loss", Sample(t(1, 1, 2, 2), t(1, 1, 1, 3), signs, reduction="none")
    yield "nn.functional.margin_ranking_loss", Sample(t(1, 1, 2, 2), t(1, 1, 1, 3), signs, margin=1.0, reduction="none")
    yield "nn.functional.soft_margin_loss", Sample(t(0, 0, INF, -INF), signs, reduction="none")
    for p in (1, 2):
        yield "nn.functional.multi_margin_loss", Sample(t([1, 0, 2], [0, 0, 0]), np.array([0, 1]), p=p)
    yield "nn.functional.multilabel_margin_loss", Sample(t([1, 0, 2, 0]), np.array([[0, 2, -1, 1]]))
    for p in (1.0, 2.0):
        anchor, near, far = t([0, 0], [1, 1]), t([0, 0], [1, 2]), t([0, 1], [1, 3])
        yield "nn.functional.triplet_margin_loss", Sample(anchor, near, far, p=p, eps=0.0, reduction="none")
        yield "nn.functional.triplet_margin_loss", Sample(anchor, near, far, p=p, swap=True, reduction="none")
    x, y = t([0, 0], [1, 0], [1, 0]), t([1, 0], [0, 1], [1, 0])
    yield "nn.functional.cosine_embedding_loss", Sample(x, y, t(1, -1, -1), reduction="none")
    probabilities = t(0, 1, 0, 1, 0.5)
    yield "nn.functional.binary_cross_entropy", Sample(probabilities, t(0, 1, 1, 0, 0.5), reduction="none")
    yield "nn.functional.kl_div", Sample(t(-1, 0, -INF), t(0, 1, 0), reduction="none")
    yield "nn.functional.poisson_nll_loss", Sample(t(0, 1), t(0, 1), log_input=False, full=True, reduction="none")
    yield "nn.functional.gaussian_nll_loss", Sample(t(0, 1, 1), t(0, 0, 1), t(0, 1e-6, 1), reduction="none")
    x = t([0, 0, 0], [INF, 0, 1])
    yield "nn.functional.cross_entropy", Sample(x, np.array([0, 1]), reduction="none")
    corners = t([-1, -1], [0, 0], [1, 1], [-1.5, 2])[None, None]
    for padding in ("zeros", "border", "reflection"):
        for aligned in (True, False):
            grid = {"padding_mode": padding, "align_corners": aligned}
            yield "nn.functional.grid_sample", Sample(IMAGE, corners, **grid)
            if padding == "zeros":  # with others, PyTorch writes beyond the image
                yield "nn.functional.grid_sample", Sample(IMAGE, NOWHERE, **grid)
                yield "nn.functional.grid_sample", Sample(IMAGE, NOWHERE, mode="nearest", **grid)
    for mode in ("bilinear", "nearest"):
        volume, points = IMAGE[:, :, None], np.append(NOWHERE, np.zeros((1, 1, 3, 1)), -1)[:, None]
        yield "nn.functional.grid_sample", Sample(volume, points, mode=mode, padding_mode="zeros", align_corners=False)


def _pools() -> Iterator[tuple[str, Sample]]:
    row = t(1, 1, 2, 2, 2, 0)[None, None]
    cube = t([[1, 1], [1, 1]], [[1, 1], [0, 1]])[None, None]
    for x, name, window in ((row, "1d", 3), (IMAGE, "2d", 2), (cube, "3d", 2)):
        yield f"nn.functional.max_pool{name}", Sample(x, window, 1)
        yield f"nn.functional.adaptive_max_pool{name}", Sample(x, 1)
    yield "nn.functional.max_pool2d", Sample(IMAGE, 3, 2, 1)
    yield "nn.functional.max_pool2d", Sample(np.where(IMAGE == 3, NAN, IMAGE), 2)
    for p in (1.0, 2.0, 3.0):
        yield "nn.functional.lp_pool1d", Sample(row * 0, p, 2)
        yield "nn.functional.lp_pool2d", Sample(IMAGE, p, 2)


def _places() -> Iterator[tuple[str, Sample]]:
    x, source = t(2, 1, 0), t(2, 2, 1, 1, 0)
    for how in ("amax", "amin", "prod", "mean", "sum"):
        for include in (True, False):
            start = x if include or how not in ("amax", "amin") else x + 7  # no tie with what is not included
            yield "scatter_reduce", Sample(start, 0, INDEX, source, how, include_self=include)
            if how != "sum":
                yield "index_reduce", Sample(start, 0, INDEX, source, how, include_self=include)
    yield "nn.functional.embedding_bag", Sample(np.array([[0, 1], [1, 2]]), t([1, 2], [1, 2], [1, 0]), mode="max")


# -- what is noted


def text(name: str, sample: Sample) -> str:
    """A call as a reader would write it."""

    def show(x: Any) -> str:
        if isinstance(x, np.ndarray):
            if x.size == MANY and len(np.unique(x)) == 1:
                return f"full({x.shape}, {x[0]})"
            return str(x.tolist()) if x.ndim else f"tensor({x})"
        return repr(x)

    return f"{name}({', '.join([*map(show, sample.args), *(f'{k}={show(v)}' for k, v in sample.params.items())])})"


def outcome(module: Any, name: str, sample: Sample) -> dict[str, Any] | None:
    """What a library makes of a call: results, gradients for the cotangents 1, 2, 3, …; None if it refuses the call.

    Where gradients for cotangents of 0 are not 0, they are part of it, too, as ``masked``.
    """
    call = Outcome(module, name, sample)
    if call.error is not None:
        return None
    ys = call.recorded
    gs = [tensor(module, np.arange(1, y.numel() + 1).reshape(tuple(y.shape)).astype(array(y).dtype)) for y in ys]
    xs = [x for x in call.leaves if x.requires_grad]

    def gradients(gs: list[Any]) -> list[Any]:
        found = module.autograd.grad(ys, xs, gs, allow_unused=True, retain_graph=True) if ys else [None] * len(xs)
        return [plain(module.zeros_like(x) if d is None else d) for d, x in zip(found, xs, strict=True)]

    try:
        made = {"results": [plain(y) for y in call.results], "gradients": gradients(gs)}
        masked = gradients([0 * g for g in gs])
    except RuntimeError:
        return None  # PyTorch has no derivative
    return {**made, "masked": masked} if any(np.any(np.array(d) != 0) for d in masked) else made


def plain(t: Any) -> Any:
    """Nested lists, of pairs where numbers are complex."""
    a = array(t)
    return (np.stack([a.real, a.imag], -1) if a.dtype.kind == "c" else a).tolist()
