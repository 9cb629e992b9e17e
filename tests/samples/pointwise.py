"""Samples of ``wengert._core.ops.elementwise.pointwise``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples

NAN, INF = np.nan, np.inf
# not near any branch cut
AWAY = np.array([[0.6 + 0.8j, -1.2 + 0.5j, 0.3 - 0.7j], [-0.4 - 0.9j, 0.2 + 1.1j, 1.4 + 0.3j]])


def _unary(values: Any, complex: bool = True, integers: Any = (1, 2, 3)) -> Iterator[Sample]:
    """Samples of an elementwise function at ``values`` (2 × 3 of them)."""
    values = np.array(values)
    yield Sample(values.reshape(2, 3))
    yield Sample(values.reshape(3, 2).T)
    yield Sample(np.array(values[1]))
    yield Sample(values[:0].reshape(0, 3))
    if complex:
        yield Sample(AWAY)
        yield Sample(np.array(AWAY[0, 1]))
    yield Sample(np.array(integers))


def _binary(x: Any, y: Any, number: float | None = None, integers: bool = True) -> Iterator[Sample]:
    """Samples of a real elementwise function of two arguments (2 × 3 values each), and of one with a number."""
    x, y = np.array(x, float).reshape(2, 3), np.array(y, float).reshape(2, 3)
    yield Sample(x, y)
    yield Sample(x[:, :1], y[0])
    yield Sample(np.array(x[0, 0]), y[0])
    yield Sample(x[:0], y[0])
    if number is not None:
        yield Sample(x, number)
    if integers:
        yield Sample(np.array([7, -7, 5]), np.array([2, 3, -3]))
        yield Sample(np.array([7, -7, 5]), np.array([2.5, 3.2, -1.5]))


# -- arithmetic


@samples("add", "sub", "mul", ref={"add": np.add, "sub": np.subtract, "mul": np.multiply})
def sums_and_products() -> Iterator[Sample]:
    r = rng()
    yield from _binary(r.normal(size=6), r.normal(size=6), 2.0)
    yield Sample(r.normal(size=(2, 3)), 2)
    yield Sample(2.5, r.normal(size=3))
    yield Sample(cnormal(r, 2, 3), cnormal(r, 3))
    yield Sample(cnormal(r, 2, 3), r.normal(size=(2, 3)))
    yield Sample(r.normal(size=3), 1.5 - 2j)


@samples("add", ref={"add": lambda x, y, alpha=1: x + alpha * y})
@samples("sub", ref={"sub": lambda x, y, alpha=1: x - alpha * y})
@samples("rsub", ref={"rsub": lambda x, y, alpha=1: y - alpha * x})
def scaled_sums() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.normal(size=3), alpha=-2.5)
    yield Sample(r.normal(size=(2, 3)), 1.5, alpha=2)
    yield Sample(cnormal(r, 3), cnormal(r, 3), alpha=1.5 - 0.5j)
    yield Sample(np.arange(3), np.arange(3), alpha=3)


@samples("rsub")
def reflected() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.normal(size=(2, 3)))
    yield Sample(np.array(1.5), r.normal(size=(0, 3)))


@samples("true_divide", "div", ref={"true_divide": np.true_divide})
def quotients() -> Iterator[Sample]:
    r = rng()
    yield from _binary(r.normal(size=6), [1.5, -0.7, 2.2, 0.6, -1.1, 3.0], -1.7)
    yield Sample(2.5, r.uniform(0.5, 2.0, 3))
    yield Sample(cnormal(r, 2, 3), AWAY)
    yield Sample(cnormal(r, 2, 3), AWAY.real)
    yield Sample(r.normal(size=3), AWAY)


def _div(x: Any, y: Any, rounding_mode: str | None = None) -> Any:
    q = np.true_divide(x, y)
    if rounding_mode is None:
        return q
    return (np.floor(q) if rounding_mode == "floor" else np.trunc(q)).astype(np.result_type(x, y))


@samples("div", ref=_div)
def rounded_quotients() -> Iterator[Sample]:
    for sample in remainders():
        yield Sample(*sample.args, rounding_mode="floor")
        yield Sample(*sample.args, rounding_mode="trunc")


@samples("floor_divide", "_floor_quotient", ref=np.floor_divide)
@samples("_trunc_quotient", ref=lambda x, y: _div(x, y, "trunc"))
@samples("remainder", "fmod", ref={"remainder": np.remainder, "fmod": np.fmod})
def remainders() -> Iterator[Sample]:
    # no quotient is within 0.1 of an integer
    yield from _binary([5.5, -5.5, 7.0, -7.0, 0.5, -0.5], [2.0, 2.0, -2.0, -2.0, 3.0, 3.0], 4.0)


@samples("floor_divide", "_floor_quotient", "_trunc_quotient")
def divided_numbers() -> Iterator[Sample]:
    yield Sample(7.3, np.array([2.0, -3.0]))


@samples("neg", ref=np.negative)
@samples("positive", ref=np.positive)
@samples("square", ref=np.square)
def anywhere() -> Iterator[Sample]:
    yield from _unary([0.5, -1.5, 2.0, -0.3, 0.0, 1.2], integers=(-2, 0, 3))


@samples("reciprocal", ref=lambda x: 1 / x)
def away_from_zero() -> Iterator[Sample]:
    yield from _unary([0.5, -1.5, 2.0, -0.6, 0.8, 1.2])


# -- powers


# -- exponentials, logarithms, trigonometry


# -- signs and rounding


@samples("sign", "floor", "ceil", "trunc", "round", "frac",
         ref={"sign": np.sign, "floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "round": np.round,
              "frac": lambda x: x - np.trunc(x)})  # fmt: skip
def between_jumps() -> Iterator[Sample]:
    yield Sample(np.array([[0.3, -1.3, 2.2], [-0.7, 1.8, 3.4]]))
    yield Sample(np.array(-1.3))
    yield Sample(np.zeros((0, 3)))


@samples("sign", "floor", "ceil", "trunc", "round")
def integers() -> Iterator[Sample]:
    yield Sample(np.array([-2, 0, 3]))


@samples("sign", "frac", "floor")
def at_jumps() -> Iterator[Sample]:
    yield Sample(np.array([0.0, 1.0, -2.0]), kink=True)


@samples("round", ref=lambda x, decimals=0: np.round(x, decimals))
def decimals() -> Iterator[Sample]:
    yield Sample(np.array([0.26, -1.24, 2.03]) + 0.001, decimals=1, cond=100)
    yield Sample(np.array([12.0, -27.0, 131.0]), decimals=-1)
    yield Sample(np.array([0.5, 1.5, 2.5, -0.5]), kink=True)


@samples("copysign", ref=np.copysign)
def copied_signs() -> Iterator[Sample]:
    yield from _binary([0.5, -1.5, 2.0, 0.3, -0.8, 1.2], [1.5, 0.7, -2.2, -0.6, 1.1, -3.0], -1.7)
    yield Sample(np.array([0.0, 0.0]), np.array([1.0, -1.0]), kink=True)


# -- selection


@samples("_where", "where", ref=np.where)
def choices() -> Iterator[Sample]:
    r = rng()
    c = np.array([[True, False, True], [False, False, True]])
    yield Sample(c, r.normal(size=(2, 3)), r.normal(size=(2, 3)))
    yield Sample(c[0], r.normal(size=(2, 1)), r.normal(size=3))
    yield Sample(c, r.normal(size=(2, 3)), 0.5)
    yield Sample(c, 1.5, r.normal(size=3))
    yield Sample(np.array(True), r.normal(size=2), np.array(0.5))
    yield Sample(c[:0], r.normal(size=3), r.normal(size=3))
    yield Sample(c, cnormal(r, 2, 3), cnormal(r, 3))
    yield Sample(c, np.arange(3), 7)
    yield Sample(c, r.normal(size=3), np.array([INF, NAN, -INF]))


@samples("_where")
def mixed_choices() -> Iterator[Sample]:
    r = rng()
    yield Sample(np.array([True, False, True]), cnormal(r, 2, 3), r.normal(size=3))


@samples("_chosen", ref=lambda condition, x, y, chosen_by: np.where(condition, x, y))
def choices_by_a_value() -> Iterator[Sample]:
    for sample in choices():
        condition, x, y = sample.args
        shape = np.broadcast_shapes(*(np.shape(a) for a in sample.args))
        yield Sample(condition, x, y, rng().normal(size=shape))


@samples("where")
def numbers() -> Iterator[Sample]:
    yield Sample(np.array([True, False]), 1.5, 2.5)
    yield Sample(np.array([True, False]), 1, 2)


# -- three arguments


@samples("lerp", ref=lambda x, end, weight: x + weight * (end - x))
def interpolations() -> Iterator[Sample]:
    r = rng()
    x, end = r.normal(size=(2, 3)), r.normal(size=(2, 3))
    yield Sample(x, end, 0.3)
    yield Sample(x, end, 0.8)
    yield Sample(x, end[0], np.array([[0.3], [0.8]]))
    yield Sample(np.array(x[0, 0]), end, np.array(0.7))
    yield Sample(x[:0], end[0], 0.3)
    yield Sample(cnormal(r, 3), cnormal(r, 3), AWAY[0])


@samples("addcmul", "addcdiv", ref={"addcmul": lambda x, a, b, value=1: x + value * a * b,
                                    "addcdiv": lambda x, a, b, value=1: x + value * a / b})  # fmt: skip
def fused() -> Iterator[Sample]:
    r = rng()
    x, a, b = r.normal(size=(2, 3)), r.normal(size=(2, 3)), r.uniform(0.5, 2.0, (2, 3))
    yield Sample(x, a, b)
    yield Sample(x[0], a[:, :1], b[0], value=-2.5)
    yield Sample(np.array(x[0, 0]), a[0], np.array(b[0, 0]), value=2)
    yield Sample(x[:0], a[0], b[0])
    yield Sample(cnormal(r, 2, 3), cnormal(r, 3), AWAY, value=1.5 - 0.5j)


@samples("addcmul")
def fused_integers() -> Iterator[Sample]:
    yield Sample(np.arange(3), np.arange(3), np.arange(3), value=2)


# -- comparison and logic


@samples("eq", "ne", ref={"eq": np.equal, "ne": np.not_equal})
@samples("lt", "le", "gt", "ge", ref={"lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal})
@samples("logical_and", "logical_or", "logical_xor",
         ref={"logical_and": np.logical_and, "logical_or": np.logical_or, "logical_xor": np.logical_xor})  # fmt: skip
def comparisons() -> Iterator[Sample]:
    yield Sample(np.array([[1.0, 2.0, 0.0], [-1.0, 0.0, NAN]]), np.array([[1.0, 3.0, 0.0], [-2.0, 1.0, NAN]]))
    yield Sample(np.array([1.0, 2.0]), np.array([[2.0], [1.0]]))
    yield Sample(np.array(1.5), np.array([1.0, 2.0]))
    yield Sample(np.zeros((0, 2)), np.zeros(2))
    yield Sample(np.array([1, 2, 0]), np.array([1, 3, 0]))
    yield Sample(np.array([True, False]), np.array([True, True]))


@samples("eq", "ne", "lt", "le", "gt", "ge")
def comparisons_with_numbers() -> Iterator[Sample]:
    yield Sample(np.array([1.0, 2.0]), 2.0)
    yield Sample(np.array([1, 2]), 1.5)


@samples("eq", "ne", "logical_and", "logical_or", "logical_xor")
def complex_comparisons() -> Iterator[Sample]:
    yield Sample(np.array([1 + 1j, 0j]), np.array([1 + 1j, 1j]))


@samples("isnan", "isfinite", ref={"isnan": np.isnan, "isfinite": np.isfinite})
@samples("logical_not", ref=np.logical_not)
def predicates() -> Iterator[Sample]:
    yield Sample(np.array([[0.0, 1.0, NAN], [INF, -INF, -2.0]]))
    yield Sample(np.array(0.0))
    yield Sample(np.zeros((0, 3)))
    yield Sample(np.array([complex(NAN, 1), 2j, 0]))
    yield Sample(np.array([0, 1]))
    yield Sample(np.array([True, False]))


# -- casts and copies


@samples("_to", ref=lambda x, dtype, memory_format=None: np.asarray(x).astype(dtype))
def casts() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), dtype=np.float64)
    yield Sample(r.normal(size=(2, 3)), dtype=np.complex128)
    yield Sample(cnormal(r, 2, 3), dtype=np.float64, ref=lambda x, dtype: x.real)
    yield Sample(cnormal(r, 2, 3), dtype=np.complex128)
    yield Sample(r.normal(size=3), dtype=np.int64)
    yield Sample(np.array(1.5), dtype=np.float64)
    yield Sample(np.zeros((0, 3)), dtype=np.float64)
    yield Sample(np.array([0, 1, 2]), dtype=np.bool_)
    yield Sample(r.normal(size=(2, 3, 1, 2)), dtype=np.float64, memory_format="channels_last")


@samples("clone", ref=lambda x, memory_format=None: x)
def clones() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(r.normal(size=(3, 2)).T)
    yield Sample(np.array(1.5))
    yield Sample(np.zeros((0, 3)))
    yield Sample(cnormal(r, 3))
    yield Sample(np.arange(3))
    yield Sample(r.normal(size=(3, 2)).T, memory_format=None)


@samples("fill", ref=lambda x, value: np.full_like(x, value))
def fills() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), 2.5)
    yield Sample(r.normal(size=(2, 3)), np.array(2.5))
    yield Sample(np.array(1.0), np.array(2.5))
    yield Sample(np.zeros((0, 3)), 1.0)
    yield Sample(cnormal(r, 3), np.array(1 - 2j))
    yield Sample(cnormal(r, 3), 1 - 2j)
    yield Sample(np.arange(3), 2)


@samples("_zero", ref=np.zeros_like)
def zeros() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(np.array(1.0))
    yield Sample(np.zeros((0, 3)))
    yield Sample(cnormal(r, 2))
    yield Sample(np.arange(3))


@samples("_copy", ref=lambda x, src: np.broadcast_to(src, np.shape(x)).astype(x.dtype))
def copies() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.normal(size=(2, 3)))
    yield Sample(r.normal(size=(2, 3)), r.normal(size=3))
    yield Sample(r.normal(size=(2, 3)), np.array(0.5))
    yield Sample(np.array(1.0), np.array(0.5))
    yield Sample(np.zeros((0, 3)), r.normal(size=3))
    yield Sample(cnormal(r, 2), r.normal(size=2))
    yield Sample(np.arange(2), np.array([1.7, -1.7]))


@samples("zero_", ref=np.zeros_like)
def zeros_in_place() -> Iterator[Sample]:
    yield Sample(np.arange(3))
