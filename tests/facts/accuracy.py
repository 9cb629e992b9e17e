"""Sums over 10⁶ numbers in many forms, and how far the results are from those in float64, in units in the last place.

Reductions, scans, norms, variances, normalisations and gradients of biases, over leading, trailing and all dimensions
of arrays that are laid out in several ways. ``accuracy.json`` has PyTorch's errors: the least ones of several machines.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from tests.calls import array, function, tensor

LONG, SHORT = 250_000, 4
SIZE = LONG * SHORT
FACTOR, SMALL = 4, 2.0  # an error may be this many times PyTorch's, or so many units in the last place


class Layout(NamedTuple):
    """Dimensions of a tensor in memory, the order in which they are seen, and those of them to reduce."""

    shape: tuple[int, ...]
    order: tuple[int, ...] | None
    dim: tuple[int, ...]
    step: int = 1  # of the last dimension: 2 leaves gaps

    def view(self, module: Any, numbers: np.ndarray) -> Any:
        x = tensor(module, np.repeat(numbers, self.step).reshape(*self.shape[:-1], self.shape[-1] * self.step))
        x = x[..., :: self.step]
        return x if self.order is None else x.permute(self.order)


LAYOUTS = {
    "leading": Layout((LONG, SHORT), None, (0,)),
    "trailing": Layout((SHORT, LONG), None, (1,)),
    "all": Layout((1000, 1000), None, (0, 1)),
    "leading, transposed": Layout((SHORT, LONG), (1, 0), (0,)),
    "trailing, transposed": Layout((LONG, SHORT), (1, 0), (1,)),
    "all, transposed": Layout((2, LONG, 2), (2, 0, 1), (0, 1, 2)),
    "middle": Layout((10, 10_000, 10), None, (1,)),
    "first and last": Layout((10_000, 10, 10), None, (0, 2)),
    "all, with gaps": Layout((LONG, SHORT), None, (0, 1), 2),
}  # fmt: skip
ONE = ("leading", "trailing", "leading, transposed", "trailing, transposed", "middle")  # dimension is reduced


def data(kind: str) -> np.ndarray:
    """A million numbers."""
    r = np.random.default_rng(0)
    made = {
        "positive": lambda: r.uniform(size=SIZE).astype(np.float32),
        "signed": lambda: r.normal(size=SIZE).astype(np.float32),
        "far": lambda: (1e4 + r.normal(size=SIZE)).astype(np.float32),
        "equal": lambda: np.full(SIZE, 10000.1, np.float32),
        "near one": lambda: np.exp(r.normal(size=SIZE) * 1e-3).astype(np.float32),
        "half": lambda: (r.uniform(size=SIZE) * 1e-3).astype(np.float16),
        "complex": lambda: r.uniform(size=(SIZE, 2)).astype(np.float32).view(np.complex64)[:, 0],
    }
    return made[kind]()


Call = Callable[..., Any]  # of a module, a tensor, and the dimensions
REAL = ("positive", "signed", "far", "equal", "half")
ALL = (*REAL, "complex")
F = "nn.functional."


def reduced(name: str) -> Call:
    return lambda m, x, dim: function(m, name)(x, dim)


def along(name: str) -> Call:
    return lambda m, x, dim: function(m, name)(x, dim=dim[0])


def powered(ord: float) -> Call:
    return lambda m, x, dim: m.linalg.vector_norm(x, ord, dim)


def differentiated(call: Call) -> Call:
    return lambda m, x, dim: slope(m, x, lambda x: call(m, x, dim))


# What is called, and with which data. The names are public names; more words follow a comma.
REDUCTIONS: dict[str, tuple[Call, tuple[str, ...]]] = {
    "sum": (reduced("sum"), ALL),
    "nansum": (reduced("nansum"), ("positive",)),
    "mean": (reduced("mean"), ALL),
    "nanmean": (reduced("nanmean"), ("positive",)),
    "var": (reduced("var"), ALL),
    "std": (reduced("std"), ("far",)),
    "var_mean": (reduced("var_mean"), ("far",)),
    "std_mean": (reduced("std_mean"), ("far",)),
    "logsumexp": (reduced("logsumexp"), ("signed", "far")),
    "linalg.vector_norm": (powered(2), ("positive", "far", "half", "complex")),
    "linalg.vector_norm, order 1": (powered(1), ("signed",)),
    "linalg.vector_norm, order 3": (powered(3), ("signed",)),
    "var, gradient": (differentiated(reduced("var")), ("positive",)),
    "masked.sum": (reduced("masked.sum"), ("positive",)),
    "masked.mean": (reduced("masked.mean"), ("positive",)),
    "masked.var": (lambda m, x, dim: m.masked.var(x, dim, unbiased=True), ("far",)),
    "masked.std": (lambda m, x, dim: m.masked.std(x, dim, unbiased=True), ("far",)),
    "masked.logsumexp": (reduced("masked.logsumexp"), ("signed",)),
    "masked.norm": (lambda m, x, dim: m.masked.norm(x, 2, dim), ("positive",)),
}
ALONG: dict[str, tuple[Call, tuple[str, ...]]] = {
    "prod": (along("prod"), ("near one",)),
    "cumsum": (along("cumsum"), ALL),
    "cumprod": (along("cumprod"), ("near one",)),
    "logcumsumexp": (along("logcumsumexp"), ("signed", "far")),
    "trapezoid": (along("trapezoid"), ("positive",)),
    "cumulative_trapezoid": (along("cumulative_trapezoid"), ("positive",)),
    "softmax": (along("softmax"), ("signed", "half")),
    "log_softmax": (along("log_softmax"), ("signed",)),
    "nn.functional.normalize": (along(F + "normalize"), ("positive",)),
    "masked.prod": (reduced("masked.prod"), ("near one",)),
    "masked.cumsum": (along("masked.cumsum"), ("positive",)),
    "masked.cumprod": (along("masked.cumprod"), ("near one",)),
    "masked.softmax": (along("masked.softmax"), ("signed",)),
    "masked.softmin": (along("masked.softmin"), ("signed",)),
    "masked.log_softmax": (along("masked.log_softmax"), ("signed",)),
    "masked.normalize": (lambda m, x, dim: m.masked.normalize(x, 2, dim[0]), ("positive",)),
    "cumsum, gradient": (differentiated(along("cumsum")), ("positive",)),
    "cumprod, gradient": (differentiated(along("cumprod")), ("near one",)),
    "logcumsumexp, gradient": (differentiated(along("logcumsumexp")), ("signed",)),
    "softmax, gradient": (differentiated(along("softmax")), ("signed",)),
    "log_softmax, gradient": (differentiated(along("log_softmax")), ("signed",)),
    "nn.functional.normalize, gradient": (differentiated(along(F + "normalize")), ("positive",)),
}
# Public names of the same files that add nothing up, or count
EXACT = {
    "all", "any", "count_nonzero", "cummax", "cummin", "bincount", "bucketize", "diff", "histc", "searchsorted",
    "unique", "unique_consecutive", "masked.amax", "masked.amin", "masked.argmax", "masked.argmin", "masked.median",
    "masked.logaddexp",
}  # fmt: skip


def like(m: Any, x: Any, shape: tuple[int, ...], seed: int = 1) -> Any:
    """Numbers between a half and one and a half, in the dtype of ``x``, but as float32 has them."""
    a = np.random.default_rng(seed).uniform(0.5, 1.5, size=shape).astype(np.float32)
    return tensor(m, a.astype(array(x).dtype))


def slope(m: Any, x: Any, f: Callable[..., Any], *shapes: tuple[int, ...]) -> Any:
    """The gradients of ``f``, of ``x`` and parameters of these shapes: those of the parameters, or of ``x`` alone."""
    leaves = [like(m, x, s, 7 + i).requires_grad_() for i, s in enumerate(shapes)] or [x.requires_grad_()]
    y = f(x, *leaves) if shapes else f(*leaves)
    return m.autograd.grad(y, leaves, like(m, y, tuple(y.shape)))


def shaped(name: str, shape: tuple[int, ...], *more: Any) -> Call:
    """A call with all numbers in a given shape."""
    return lambda m, x: function(m, name)(x.reshape(shape), *more)


def parameters(name: str, before: tuple[Any, ...], over: int, shape: tuple[int, ...], *after: Any) -> Call:
    """The gradients of weight, bias and input of a normalisation."""

    def call(m: Any, x: Any) -> Any:
        x = x.reshape(shape)
        given = lambda x, w, b: function(m, name)(x, *before, w, b, *after)
        weights = [like(m, x, (over,), 7 + i) for i in range(2)]
        return (*slope(m, x, given, (over,), (over,)), *slope(m, x, lambda x: given(x, *weights)))

    return call


def added(shape: tuple[int, ...], bias: tuple[int, ...], f: Callable[..., Any]) -> Call:
    """The gradient of a parameter that ``f`` (of module, input and parameter) broadcasts."""
    return lambda m, x: slope(m, x.reshape(shape), lambda x, b: f(m, x, b), bias)


IMAGES = (100, 4, 50, 50)
LAYERS: dict[str, tuple[Call, tuple[str, ...]]] = {
    "nn.functional.layer_norm, one row": (shaped(F + "layer_norm", (1, SIZE), (SIZE,)), ("positive", "far", "half")),
    "nn.functional.layer_norm": (shaped(F + "layer_norm", (10, SIZE // 10), (SIZE // 10,)), ("positive", "far")),
    "nn.functional.rms_norm": (shaped(F + "rms_norm", (1, SIZE), (SIZE,)), ("positive", "far")),
    "nn.functional.group_norm": (shaped(F + "group_norm", (1, 10, SIZE // 10), 2), ("positive", "far")),
    "nn.functional.instance_norm": (shaped(F + "instance_norm", (1, 2, SIZE // 2)), ("positive", "far")),
    "nn.functional.batch_norm": (
        shaped(F + "batch_norm", (LONG, SHORT), None, None, None, None, True), ("positive", "far", "half"),
    ),
    "nn.functional.batch_norm, images": (
        shaped(F + "batch_norm", IMAGES, None, None, None, None, True), ("positive", "far"),
    ),
    "nn.functional.layer_norm, gradients": (
        parameters(F + "layer_norm", ((16,),), 16, (SIZE // 16, 16)), ("signed", "half"),
    ),
    "nn.functional.batch_norm, gradients": (
        parameters(F + "batch_norm", (None, None), SHORT, (LONG, SHORT), True), ("signed",),
    ),
    "nn.functional.batch_norm, gradients, images": (
        parameters(F + "batch_norm", (None, None), 4, IMAGES, True), ("signed",),
    ),
    "nn.functional.group_norm, gradients": (parameters(F + "group_norm", (2,), 4, (SIZE // 16, 4, 4)), ("signed",)),
    "nn.functional.linear, bias": (
        added((SIZE // 16, 16), (16,), lambda m, x, b: m.nn.functional.linear(x, like(m, x, (16, 16)), b)),
        ("signed", "half"),
    ),
    "nn.functional.conv1d, bias": (
        added((100, 4, 2500), (4,), lambda m, x, b: m.nn.functional.conv1d(x, like(m, x, (4, 4, 1)), b)), ("signed",),
    ),
    "nn.functional.conv2d, bias": (
        added(IMAGES, (4,), lambda m, x, b: m.nn.functional.conv2d(x, like(m, x, (4, 4, 1, 1)), b)), ("signed",),
    ),
    "add, bias": (added((LONG, SHORT), (SHORT,), lambda m, x, b: x + b), ("signed",)),
    "mul, one factor": (added((LONG, SHORT), (), lambda m, x, b: x * b), ("positive",)),
    "mul, factors of columns": (added((1000, 10, 100), (10, 1), lambda m, x, b: x * b), ("positive",)),
    "sum_to_size": (lambda m, x: x.reshape(1000, 10, 100).sum_to_size(10, 1), ("positive",)),
    "nn.functional.mse_loss": (lambda m, x: m.nn.functional.mse_loss(x, 0 * x), ("positive", "far")),
    "nn.functional.l1_loss": (
        lambda m, x: m.nn.functional.l1_loss(x.reshape(LONG, SHORT).T, 0 * x.reshape(SHORT, LONG)), ("far",),
    ),
    "nn.functional.cross_entropy": (
        lambda m, x: m.nn.functional.cross_entropy(
            x.reshape(LONG, SHORT), tensor(m, np.arange(LONG) % SHORT), like(m, x, (SHORT,))
        ),
        ("signed",),
    ),
    "cov": (lambda m, x: m.cov(x.reshape(SHORT, LONG)), ("positive", "far")),
    "corrcoef": (lambda m, x: m.corrcoef(x.reshape(SHORT, LONG)), ("positive",)),
    "dist": (lambda m, x: m.dist(x, 0 * x), ("positive",)),
    "dot": (lambda m, x: m.dot(x, x), ("positive",)),
    "nn.functional.cosine_similarity": (lambda m, x: m.nn.functional.cosine_similarity(x, x + 1, 0), ("positive",)),
    "trace": (lambda m, x: m.trace(x[:1000].reshape(1000, 1).expand(1000, 1000)), ("positive", "equal")),
}  # fmt: skip


def calls() -> Iterator[tuple[str, Callable[[Any], float]]]:
    """Each call, with a function that measures it in a library."""
    for table, layouts in ((REDUCTIONS, tuple(LAYOUTS)), (ALONG, ONE)):
        for name, (call, kinds) in table.items():
            for layout in layouts:
                for kind in kinds:
                    yield f"{name}: {layout}, {kind}", partial(error, call, kind, LAYOUTS[layout])
    for name, (call, kinds) in LAYERS.items():
        for kind in kinds:
            yield f"{name}: {kind}", partial(error, call, kind, None)


def alike(found: float, written: float) -> bool:
    """Whether the error that is checked in stays. The least one that PyTorch has had does, as a bound.

    The order in which PyTorch adds depends on the processor, so another error is no news, unless it is much smaller.
    """
    return written <= max(FACTOR * found, SMALL)


DOUBLE = {"f": np.float64, "e": np.float64, "F": np.complex128}  # by the character of a dtype


def error(call: Call, kind: str, layout: Layout | None, module: Any) -> float:
    """How far the results are from those of the same call in double precision, in units in the last place.

    The unit is the one of the number, or of the root mean square of all numbers where that is larger.
    """
    numbers = data(kind)
    if layout is None:
        found, true = (results(call(module, tensor(module, a))) for a in (numbers, widened(numbers)))
    else:
        found, true = (results(call(module, layout.view(module, a), layout.dim)) for a in (numbers, widened(numbers)))
    unit = np.dtype(numbers.dtype.char.lower())
    worst = 0.0
    for mine, exact in zip(found, true, strict=True):
        size = np.maximum(abs(exact), math.sqrt(np.square(abs(exact)).mean()))
        off = abs(widened(mine) - exact) / np.spacing(size.astype(unit)).astype(np.float64)
        worst = max(worst, float(np.where(np.isfinite(off), off, math.inf).max()))
    return worst


def widened(a: np.ndarray) -> np.ndarray:
    return a.astype(DOUBLE.get(a.dtype.char, a.dtype))


def results(out: Any) -> list[np.ndarray]:
    return [array(t) for t in (out if isinstance(out, tuple) else (out,))]
