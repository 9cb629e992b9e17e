"""How results lie in memory: those of every operation, for each sample with its arrays in several layouts; those of
calls with a memory format; and which views strides allow.

A code stands for the layout of one result. Axes of length one do not count, and neither do empty results.

- ``c``: row-major.
- ``021``: without gaps, the axes from the slowest to the fastest (here the second of three is the fastest).
- ``(3,0)``: anything else: the strides, in elements, of the axes that count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests import laws
from tests.calls import PUBLIC, flat, function
from tests.facts.layout_calls import calls
from tests.samples import Sample
from wengert._core.arrays import dtypes

Array = Any
MORE: dict[str, list[Sample]] = {}
for _name, _sample in calls():
    MORE.setdefault(_name, []).append(_sample)


def in_order(a: Array, order: list[int]) -> Array:
    """A copy whose axes lie in memory in this order, the slowest first."""
    out = np.empty([a.shape[i] for i in order], a.dtype).transpose(np.argsort(order) if order else [])
    out[...] = a
    return out


def rows(a: Array) -> Array:
    return np.array(a, order="C")


def columns(a: Array) -> Array:
    """The axes in reverse order: a transposed matrix."""
    return in_order(a, list(range(a.ndim))[::-1])


def channels(a: Array) -> Array:
    """The second axis last: images with channels last. A matrix is transposed."""
    if a.ndim < 2:
        return columns(a)
    return in_order(a, [0, *range(2, a.ndim), 1] if a.ndim > 2 else [1, 0])


def first_last(a: Array) -> Array:
    """The first axis last: an image, without a batch, with channels last."""
    return in_order(a, [*range(1, a.ndim), 0] if a.ndim else [])


def swapped(a: Array) -> Array:
    """The last two axes swapped."""
    return in_order(a, [*range(a.ndim)][:-2] + [a.ndim - 1, a.ndim - 2] if a.ndim > 1 else [*range(a.ndim)])


def sliced(a: Array) -> Array:
    """Every other element of a larger array, along all axes."""
    wide = np.zeros([2 * n for n in a.shape], a.dtype)[(*[slice(None, None, 2)] * a.ndim, ...)]
    wide[...] = a
    return wide


def sliced_columns(a: Array) -> Array:
    return sliced(a.T).T


def expanded(a: Array) -> Array:
    """The first entry of the first axis, expanded."""
    return np.broadcast_to(rows(a[:1]), a.shape) if a.ndim else rows(a)


def expanded_last(a: Array) -> Array:
    return np.broadcast_to(rows(a[..., :1]), a.shape) if a.ndim else rows(a)


LAYOUTS: dict[str, tuple[Callable[[Array], Array], Callable[[Array], Array]]] = {
    "rows": (rows, rows),
    "columns": (columns, columns),
    "channels": (channels, channels),
    "swapped": (swapped, swapped),
    "sliced": (sliced, sliced),
    "sliced columns": (sliced_columns, sliced_columns),
    "expanded": (expanded, expanded),
    "expanded last": (expanded_last, expanded_last),
    "channels, then rows": (channels, rows),
    "rows, then channels": (rows, channels),
    "first axis last": (first_last, first_last),
}  # of the first array, and of all others


def cases(name: str) -> list[laws.Case]:
    """The samples of an operation, and more calls on arrays of several axes."""
    found = laws.cases(name)
    return [*found, *[laws.Case(name, len(found) + k, sample, None) for k, sample in enumerate(MORE.get(name, ()))]]


def texts(name: str) -> list[str]:
    """A text for each case, by which its fact is found. Calls that look alike are numbered."""
    seen: dict[str, int] = {}
    found = []
    for case in cases(name):
        text = repr(case.sample).removesuffix(", kink)").removesuffix(")").removeprefix("(")
        seen[text] = seen.get(text, 0) + 1
        found.append(text if seen[text] == 1 else f"{text} #{seen[text]}")
    return found


def code(shape: Any, strides: Any) -> str:
    """The code of a layout."""
    axes = [i for i, n in enumerate(shape) if n != 1]
    if 0 in shape:
        return "c"
    order = sorted(axes, key=lambda i: -strides[i])
    expected = 1
    for i in reversed(order):
        if strides[i] != expected:
            return str(tuple([strides[i] for i in axes])).replace(" ", "")
        expected *= shape[i]
    return "c" if order == axes else "".join(map(str, order))


def of_length_one(case: laws.Case) -> bool:
    """Whether an array of a call of :data:`ROWS_OF_ONE` has one channel, or is one signal."""
    if case.name not in ROWS_OF_ONE:
        return False
    given = laws.arrays_in((case.sample.args, case.sample.params))
    return any(a.ndim > 2 and (a.shape[1] == 1 or (a.ndim == 3 and a.shape[0] == 1)) for a in given)


def outcome(module: Any, case: laws.Case, layout: str, grad: bool) -> str:
    """The codes of the results of one call; ``-`` if the call is refused."""
    if (case.name in CRASHES and layout != "rows") or (case.name in SOLVES and layout.startswith("expanded")):
        return "-"
    first, others = LAYOUTS[layout]
    given = laws.arrays_in((case.sample.args, case.sample.params))
    leaves = [module.from_numpy((others if k else first)(a)) for k, a in enumerate(given)]
    for t in leaves:
        if grad and t.is_floating_point():
            t.requires_grad_()
    args, params = laws.refilled((case.sample.args, case.sample.params), iter(leaves))
    args = [module.from_numpy(np.asarray(a)) if isinstance(a, np.generic) else a for a in args]
    if params.get("dtype") is not None:
        params["dtype"] = getattr(module, str(dtypes.as_numpy(params["dtype"])))
    try:
        results = flat(function(module, PUBLIC[case.name])(*args, **params))
    except Exception:
        return outcome(module, case, layout, False) if grad else "-"
    return codes(results)


def codes(results: list[Any]) -> str:
    return " ".join([code(tuple(y.shape), y.stride()) for y in results if "strided" in str(getattr(y, "layout", ""))])


# -- calls with a memory format


def formats(module: Any) -> dict[str, str]:
    """The strides, or what else comes out, of calls with a memory format. The keys are the calls."""
    images = module.zeros(2, 3, 4, 5)
    names = {
        "wengert": module, "x": images, "y": images.contiguous(memory_format=module.channels_last), "len": len,
        "volumes": module.zeros(2, 3, 4, 5, 6), "one": module.zeros(1, 1, 2, 2),
    }  # fmt: skip
    return {call: _said(call, names) for call in FORMATS}


def _said(call: str, names: dict[str, Any]) -> str:
    try:
        found = eval(call, dict(names))
    except (RuntimeError, TypeError) as e:
        return type(e).__name__
    return str(tuple(found.stride()) if hasattr(found, "stride") else found)


CHANNELS = "memory_format=wengert.channels_last"
ROWS = "memory_format=wengert.contiguous_format"
KEPT = "memory_format=wengert.preserve_format"
FORMATS = [
    *[f"x.{name}({how})" for name in ("to", "clone", "double", "cpu", "bool") for how in (CHANNELS, ROWS, KEPT)],
    *[f"y.{name}({how})" for name in ("to", "clone", "double", "cpu", "bool") for how in (CHANNELS, ROWS, KEPT)],
    *[f"x.permute(0, 2, 3, 1).{name}({how})" for name in ("to", "clone", "double") for how in (CHANNELS, ROWS, KEPT)],
    *[f"{x}.contiguous({how})" for x in "xy" for how in (CHANNELS, ROWS, KEPT)],
    *[f"{x}.is_contiguous({how})" for x in ("x", "y", "x[0]", "y[:1]", "y[:, :1]", "one") for how in (CHANNELS, ROWS)],
    *[f"wengert.{name}_like({x}, {how})" for name in ("empty", "zeros", "ones", "rand", "randn")
      for x in ("x", "y", "x.permute(0, 3, 1, 2)", "y[:, :, ::2]") for how in (CHANNELS, ROWS, KEPT)],
    *[f"wengert.full_like(y, 2.0, {how})" for how in (CHANNELS, ROWS, KEPT)],
    *[f"wengert.randint_like(y, 9, {how})" for how in (CHANNELS, ROWS, KEPT)],
    *[f"wengert.empty(2, 3, 4, 5, {how})" for how in (CHANNELS, ROWS, KEPT)],
    f"wengert.empty(2, 3, {CHANNELS})", f"x[0].clone({CHANNELS})", f"x[0].contiguous({CHANNELS})",
    f"volumes.contiguous({CHANNELS})", f"volumes.contiguous({CHANNELS}_3d)", f"x.to({CHANNELS}_3d)",
    f"volumes.to({CHANNELS}_3d).is_contiguous({CHANNELS}_3d)", f"volumes.to({CHANNELS}_3d).is_contiguous({CHANNELS})",
    f"x.to({ROWS}) is x", f"y.to({CHANNELS}) is y", f"x.to({KEPT}) is x", f"y.contiguous({CHANNELS}) is y",
    f"x.to(wengert.float64, {CHANNELS})", f"y.to(wengert.float64, {ROWS})", f"y.to(x, {KEPT})",
    f"y.to(copy=True, {ROWS})", f"y.to(copy=True, {KEPT})",
    f"wengert.zeros(6).resize_(1, 2, 3, 1, {CHANNELS})", f"wengert.zeros(6).resize_(2, 3, {KEPT})",
    f"wengert.zeros(6).resize_as_(x, {CHANNELS})", "wengert.zeros(6).resize_as_(y)",
    f"wengert.zeros(6).resize_as_(y, {KEPT})",
    *[f"wengert.{draw}" for draw in ("bernoulli(y)", "poisson(y)", "normal(y, 1.0)", "normal(0.0, y)", "normal(y, y)",
      "binomial(y, y)", "nn.functional.dropout(y, 0.5)", "nn.functional.rrelu(y, training=True)")],
    "y.bernoulli(0.5)", "wengert.nn.functional.interpolate(y[0][None], scale_factor=2)",
    "(y * 2 + 1).relu()", "y[:1].relu().abs()", "y + x", "x + y", "y.detach()", "y.double()", "y.new_zeros((2, 3))",
    "wengert.empty_permuted((2, 3, 4), (2, 0, 1))", "wengert.empty_permuted((2, 3), (0, 0))",
    "wengert.empty_permuted((2, 3), (0,))",
]  # fmt: skip


# -- views of strides


def tensors(module: Any) -> dict[str, Any]:
    """Tensors with axes of length one, empty ones, expanded ones and gaps. The keys say how they are made."""
    names = {"wengert": module, "a": module.arange(24).reshape(2, 3, 4), "e": module.zeros(2, 0, 3)}
    return {text: eval(text, dict(names)) for text in TENSORS}


TENSORS = [
    "a", "a.mT", "a.permute(2, 1, 0)", "a.permute(1, 0, 2)", "a[:, :2]", "a[:, :, ::2]", "a[:1]", "a[:, :1]",
    "a[:, :, :1]", "a[1:, 1:2]", "a[:, 1]", "a[None]", "a[:, None]", "a[..., None]", "a[:, :1].permute(1, 2, 0)",
    "a[:, :1].transpose(0, 1)", "a[:, :, :1].mT", "a[None, :, :1].permute(3, 1, 0, 2)", "a[0, 0].expand(2, 3, 4)",
    "a[:, :1].expand(2, 3, 4)", "a[:1].expand(2, 3, 4)", "a[:, :, :1].expand(2, 3, 4)", "a[:1, :1].expand(1, 3, 4)",
    "e", "e.permute(2, 0, 1)", "e[:, :, ::2]", "a[:0].mT", "a[0, 0, 0]", "a[0, 0, 0].expand(3, 2)",
    "a.as_strided((2, 3, 4), (1, 2, 3))", "a.as_strided((3, 1, 4), (4, 99, 1))", "a.unfold(2, 2, 1)",
    "a.diagonal(0, 0, 1)", "a.unsqueeze(0).transpose(0, 3)", "a[:1].squeeze(0).T",
    "a[:, None, :, None].permute(3, 2, 1, 0, 4)",
]  # fmt: skip
SHAPES = [
    (-1,), (2, -1), (-1, 2), (6, 4), (2, 12), (2, 3, 4), (1, 2, 3, 4), (2, 3, 2, 2), (2, 1, 3, 4), (4, 3, 2), (3, 8),
    (1, -1), (-1, 1), (2, 2, -1), (3, -1), (4, -1), (-1, 4), (1, 1, -1), (0, 5), (3, 2, 0), (2, 4), (4, 2), (3, 4),
    (12,),
]  # fmt: skip


def views(module: Any) -> dict[str, str]:
    """For each tensor: the code of its layout, then that of its view in each shape, where there is one."""
    return {
        text: " ".join([f"{t.is_contiguous()}", codes([t]), *[_viewed(t, shape) for shape in SHAPES]])
        for text, t in tensors(module).items()
    }


def _viewed(t: Any, shape: Any) -> str:
    try:
        return codes([t.view(shape)])
    except RuntimeError:
        return "-"


# -- where wengert differs, and why

CRASHES = {"linalg.ldl_solve"}  # PyTorch writes outside of its memory if pivots belong to another matrix

SOLVES = {
    "inverse",
    "linalg.inv",
    "linalg.lstsq",
    "linalg.lu_factor",
    "linalg.solve",
    "linalg.tensorinv",
    "linalg.tensorsolve",
    "matrix_power",
}  # of a matrix whose rows or columns are equal they say that it is singular, or not: rounding decides

LAPACK = "PyTorch returns what LAPACK leaves, column after column; here results are row-major"
FFT = "PyTorch returns the order of axes in which its FFT library went through them; here results are row-major"
PART = "PyTorch returns a view of a matrix that it computed with its axes in another order; here results are row-major"
DIFFERS = {
    **dict.fromkeys((
        "cholesky", "cholesky_inverse", "cholesky_solve", "inverse", "linalg.cholesky", "linalg.cholesky_ex",
        "linalg.eig", "linalg.eigh", "linalg.householder_product", "linalg.inv", "linalg.inv_ex", "linalg.ldl_factor",
        "linalg.ldl_factor_ex", "linalg.ldl_solve", "linalg.lstsq", "linalg.lu_factor", "linalg.lu_factor_ex",
        "linalg.lu_solve", "linalg.qr", "linalg.solve", "linalg.solve_ex", "linalg.solve_triangular", "linalg.svd",
        "linalg.tensorinv", "lu", "lu_solve", "matrix_power", "orgqr", "ormqr", "qr", "svd", "triangular_solve",
    ), LAPACK),
    **dict.fromkeys((
        "fft.fft", "fft.fft2", "fft.fftn", "fft.hfft", "fft.hfft2", "fft.hfftn", "fft.ifft", "fft.ifft2", "fft.ifftn",
        "fft.ihfft", "fft.ihfft2", "fft.ihfftn", "fft.irfft", "fft.irfft2", "fft.irfftn", "fft.rfft", "fft.rfft2",
        "fft.rfftn", "stft",
    ), FFT),
    **dict.fromkeys(("einsum", "unique_consecutive", "unravel_index"), PART),
}  # fmt: skip
# for calls with one channel, or one signal, these are row-major: NumPy does not keep the strides of axes of length one
ROWS_OF_ONE = {
    "adaptive_max_pool1d", "nn.functional.adaptive_avg_pool1d", "nn.functional.adaptive_max_pool1d",
    "nn.functional.avg_pool1d", "nn.functional.conv1d", "nn.functional.conv2d", "nn.functional.conv_transpose1d",
    "nn.functional.conv_transpose2d", "nn.functional.interpolate", "nn.functional.lp_pool1d",
    "nn.functional.max_pool1d", "nn.functional.max_pool1d_with_indices",
}  # fmt: skip
