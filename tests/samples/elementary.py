"""Samples of ``wengert._core.ops.elementwise.elementary``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.pointwise import AWAY, _binary, _unary


@samples("pow", ref=np.power)
@samples("float_power", ref=np.float_power)
def powers() -> Iterator[Sample]:
    r = rng()
    x, y = r.uniform(0.5, 2.0, (2, 3)), r.normal(size=(2, 3))
    yield Sample(x, y)
    yield Sample(x[:, :1], y[0])
    yield Sample(np.array(x[0, 0]), y)
    yield Sample(x[:0], y[0])
    for exponent in (2, 3, -1, 0.5, 0, 1, 2.5):
        yield Sample(x, exponent)
    yield Sample(np.array([-1.5, 0.7]), 3)
    yield Sample(2, y)
    yield Sample(1.5, y)
    yield Sample(AWAY, 2)
    yield Sample(AWAY, y)
    yield Sample(AWAY, AWAY[::-1].copy())
    yield Sample(x, AWAY)
    yield Sample(x, 1.5 - 0.5j)
    yield Sample(1.5 + 0.5j, AWAY)
    yield Sample(np.array([-1.5, -0.7]), AWAY.reshape(-1)[:2].copy(), ref=lambda x, y: (x + 0j) ** y)
    yield Sample(-1.5, AWAY, ref=lambda x, y: (x + 0j) ** y)
    yield Sample(np.array([-2, 0, 3]), 2)
    yield Sample(np.array([-2, 1, 3]), np.array([3, 2, 0]))
    yield Sample(np.array([2, 1, 3]), 2.5)
    yield Sample(np.array([0.0, 1.0]), 2)
    yield Sample(np.array([0.0, 1.0]), 1)
    yield Sample(np.array([0.0, 1.0, 2.0]), np.array([2.0, 0.0, 0.0]), kink=True)
    yield Sample(0.0, np.array([1.0, 2.0]))


@samples("sqrt", "rsqrt", ref={"sqrt": np.sqrt, "rsqrt": lambda x: 1 / np.sqrt(x)})
@samples("log", "log2", "log10", ref={"log": np.log, "log2": np.log2, "log10": np.log10})
def positive_numbers() -> Iterator[Sample]:
    yield from _unary([0.5, 1.5, 2.0, 0.3, 0.8, 1.2])


@samples("hypot", ref=lambda x, y: np.hypot(x, y).astype(np.float32 if x.dtype.kind == "i" else np.float64))
@samples("atan2", ref=np.arctan2)
def planes() -> Iterator[Sample]:
    yield from _binary([0.5, -1.5, 2.0, -0.3, 0.8, 1.2], [1.5, 0.7, -2.2, -0.6, 1.1, 3.0], integers=False)
    yield Sample(np.array([7, -7, 5]), np.array([2, 3, -3]))


@samples("atan2")
def origin() -> Iterator[Sample]:
    yield Sample(np.array([0.0, 1.0]), np.array([0.0, 0.0]), kink=True)


@samples(
    "_two", "_twice", "exp", "exp2", "expm1", "sigmoid", "sin", "cos", "tan", "sinh", "cosh", "tanh", "atan", "asinh",
    "sinc",
    ref={
        "_two": lambda x: np.full_like(x, 2), "_twice": lambda x: 2 * x,
        "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "sin": np.sin,
        "cos": np.cos, "tan": np.tan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "atan": np.arctan,
        "asinh": np.arcsinh, "sinc": np.sinc,
    },
)  # fmt: skip
def everywhere() -> Iterator[Sample]:
    yield from _unary([0.5, -1.2, 2.0, -0.3, 0.8, 1.1])


@samples("sinc")
def removable() -> Iterator[Sample]:
    yield Sample(np.array([0.0, 1.0]))


@samples(
    "_sigmoid_backward", "_tanh_backward",
    ref={"_sigmoid_backward": lambda t, y: t * y * (1 - y), "_tanh_backward": lambda t, y: t * (1 - y**2)},
)  # fmt: skip
def slopes() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.normal(size=3))
    yield Sample(*[r.normal(size=3) + 1j * r.normal(size=3) for _ in range(2)])
    yield Sample(r.normal(size=(0, 3)), r.normal(size=3))


@samples("sigmoid")
def saturated() -> Iterator[Sample]:
    yield Sample(np.array([-60.0, 60.0]))


@samples("log1p", ref=np.log1p)
def above_minus_one() -> Iterator[Sample]:
    yield from _unary([0.5, -0.5, 2.0, -0.3, 0.8, 1.1])


@samples("asin", "acos", "atanh", ref={"asin": np.arcsin, "acos": np.arccos, "atanh": np.arctanh})
def within_one() -> Iterator[Sample]:
    yield from _unary([0.5, -0.5, 0.7, -0.3, 0.1, 0.0], integers=(0, 0))


@samples("acosh", ref=np.arccosh)
def above_one() -> Iterator[Sample]:
    yield from _unary([1.5, 2.5, 1.7, 3.0, 1.3, 2.0])


@samples("logaddexp", "logaddexp2", ref={"logaddexp": np.logaddexp, "logaddexp2": np.logaddexp2})
def added_exponentials() -> Iterator[Sample]:
    r = rng()
    yield from _binary(r.normal(size=6), r.normal(size=6), integers=False)
    yield Sample(np.array([300.0, -300.0]), np.array([0.0, 0.0]))


@samples("logaddexp")
def added_complex_exponentials() -> Iterator[Sample]:
    yield Sample(AWAY, AWAY[::-1] * 0.5, ref=lambda x, y: np.log(np.exp(x) + np.exp(y)))


@samples("xlogy", ref=lambda x, y: np.where(np.equal(x, 0), 0.0, x * np.log(y)))
def entropies() -> Iterator[Sample]:
    yield from _binary([0.5, -1.5, 2.0, 0.3, 0.8, 1.2], [1.5, 0.7, 2.2, 0.6, 1.1, 3.0], 1.7, integers=False)
    yield Sample(1.5, np.array([0.5, 2.0]))
    yield Sample(np.array([2, 3]), np.array([1, 2]))
    yield Sample(np.array([0.0, 0.0, 0.0]), np.array([2.0, 0.7, 0.5]))


@samples("ldexp", ref=lambda x, y: x * 2.0**y)
def scaled_by_powers() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.normal(size=(2, 3)))
    yield Sample(r.normal(size=(2, 3)), np.array([1, 2, 0]))
    yield Sample(np.array(1.5), np.array([1.5, -0.5]))
    yield Sample(r.normal(size=(0, 3)), np.arange(3))
    yield Sample(cnormal(r, 3), AWAY[0])
    yield Sample(np.array([1, 3]), np.array([2, 1]))


def _logit(x: Any, eps: float | None = None) -> Any:
    x = x if eps is None else np.clip(x, eps, 1 - eps)
    return np.log(x / (1 - x))


@samples("logit", ref=_logit)
def odds() -> Iterator[Sample]:
    x = np.array([[0.5, 0.2, 0.8], [0.35, 0.65, 0.9]])
    yield Sample(x)
    yield Sample(np.array(x[0, 1]))
    yield Sample(x[:0])
    yield Sample(np.array([0.05, 0.5, 0.95, -0.5, 1.5]), eps=0.2)
    yield Sample(np.array([0.2, 0.5, 0.8]), eps=0.2, kink=True)


@samples("deg2rad", "rad2deg", ref={"deg2rad": np.deg2rad, "rad2deg": np.rad2deg})
def angles() -> Iterator[Sample]:
    yield from _unary([0.5, -90.0, 45.0, -0.3, 180.0, 1.2], complex=False)
