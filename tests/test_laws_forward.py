"""Every operation has right derivatives in nested forward mode, to fourth order.

The measure is the function itself, on a curve: :func:`taylor` takes the derivatives of a polynomial through its values,
so that no derivative of ours is on the other side. Points marked as kinks count too where the function turns out to be
smooth along the curve: a product is so at a zero factor, though quotients are not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.polynomial import chebyshev

from tests import laws
from tests.laws import Array, Arrays, Case, arrays, normal_like, tensors
from tests.samples import Sample
from wengert._core.dispatch.plan import Formula
from wengert._core.dispatch.registry import REGISTRY
from wengert.autograd import forward_ad

ORDER = 4
REACH = 0.03  # how far the curve goes to both sides; samples stay 0.1 away from kinks
NODES = 12
AT = np.cos(np.pi * (np.arange(NODES) + 0.5) / NODES)
SMOOTH = 1e-9  # how small, measured by the largest, the last coefficients of a smooth function are
TOLERANCE = 1e-4
ROUNDING = 10 * np.finfo(float).eps * NODES**4  # of a fourth derivative of the polynomial


def nested(f: Callable[[list[Any]], list[Any]], xs: list[Any], vs: list[Any], bs: list[Any]) -> list[list[Any]]:
    """``f`` on the curve ``xs + vs s + bs s²`` at ``s = 0`` and its derivatives, by nested levels of forward mode."""
    levels = [forward_ad.enter_dual_level() for _ in range(ORDER)]
    try:
        curve = []
        for x, v, b in zip(xs, vs, bs, strict=True):
            for k in levels:
                tangent = v.clone()
                for j in levels[:k]:  # s is in four levels, s² so in every two of them
                    tangent = forward_ad.make_dual(tangent, 2 * b, level=j)
                x = forward_ad.make_dual(x, tangent, level=k)
            curve.append(x)
        found = [f(curve)]
        for level in reversed(levels):
            tangents = [forward_ad.unpack_dual(y, level=level).tangent for y in found[-1]]
            found.append(laws.filled(tangents, found[-1]))
        return found
    finally:
        for level in reversed(levels):
            forward_ad.exit_dual_level(level=level)


def taylor(f: Callable[[float], Arrays]) -> list[list[Array]]:
    """For each result of ``f`` its value at 0 and its derivatives in order; none for a result that is not smooth."""
    found = []
    for values in zip(*[f(REACH * s) for s in AT], strict=True):
        y = np.stack(values)
        c = np.polynomial.chebyshev.chebvander(AT, NODES - 1).T @ y.reshape(NODES, -1) * (2 / NODES)
        c[0] /= 2
        largest = np.abs(c).max(axis=0, initial=1e-300)
        smooth = np.isfinite(c).all() and (np.abs(c[-2:]) <= SMOOTH * largest).all()
        rows = [chebyshev.chebval(0.0, chebyshev.chebder(c, k)) / REACH**k for k in range(ORDER + 1)] if smooth else []
        found.append([np.asarray(row).reshape(y.shape[1:]) for row in rows])
    return found


def orders(case: Case) -> None:
    """Derivatives along a curve, up to the fourth."""
    if not case.live:
        return
    speed = [normal_like(x, 701 + k) for k, x in enumerate(case.point)]
    bend = [normal_like(x, 801 + k) for k, x in enumerate(case.point)]
    top = max(1.0, *[float(np.abs(v).max(initial=0)) for v in (*speed, *bend)]) * 1.1

    speed, bend = [v / top for v in speed], [b / top for b in bend]

    def along(s: float) -> Arrays:
        return case.primal([x + v * s + b * s * s for x, v, b in zip(case.point, speed, bend, strict=True)])

    with np.errstate(all="ignore"):
        expected = taylor(along)
        if not any(expected) and not case.smooth:
            return
        ys = nested(lambda xs: [case.at(xs)[k] for k in case.live], *map(tensors, (case.point, speed, bend)))
        found = [arrays(y) for y in ys]
    for k, rows in enumerate(expected):
        assert rows or not case.smooth, f"result {k} is not smooth here; is the sample too close to a kink?"
        size = max([float(np.abs(row).max(initial=0)) for row in rows[:1]], default=0)
        for order in range(1, len(rows)):
            noise = ROUNDING * size / (TOLERANCE * REACH**order)
            scale = max(1.0, float(np.abs(rows[order]).max(initial=0)), noise)
            if order == 1 and case.sample.kink and not np.allclose(found[1][k], rows[1], TOLERANCE, TOLERANCE * scale):
                break  # PyTorch's subgradient, which the law ``adjoint`` and the oracle hold it to
            what = f"result {k}, derivative of order {order}"
            laws.assert_close(found[order][k], rows[order], TOLERANCE, what, scale)


@pytest.mark.parametrize("name", laws.NAMES)
def test_orders(name: str) -> None:
    laws.check(orders, name)


# Points at which functions are smooth and quotients, logarithms or masks in their formulas are not
ZEROS = np.array([[0.0, 1.5, -2.0], [0.0, 0.0, 3.0], [0.0, 0.0, 0.0]])
LINE = ZEROS[0]
SPECIAL = [
    *[(name, Sample(x, dim=d)) for name in ("prod", "cumprod") for x in (ZEROS, ZEROS * (1 - 1j)) for d in (0, 1)],
    ("prod", Sample(LINE)),
    ("prod", Sample(np.array(0.0))),
    *[("pow", Sample(LINE, exponent)) for exponent in (0, 1, 2.0, 3, 4.0, 5)],
    *[("float_power", Sample(LINE, exponent)) for exponent in (0, 1, 2, 3)],
    # PyTorch: the gradient of the base is masked wherever the exponent is 0, and with it its slope, 1 / x
    ("pow", Sample(np.array([1.5, 2.0, 3.0]), np.array([0.0, 1.0, 2.0]))),
    ("pow", Sample(2.0, LINE)),
    *[("linalg.vector_norm", Sample(x, ord=p)) for x in (LINE, LINE * (1 - 1j)) for p in (2, 4, 6)],
    ("dist", Sample(LINE, LINE + np.array([0.0, 1.0, 0.0]), 4)),
    ("cdist", Sample(LINE[None], LINE[None] + np.array([0.0, 1.0, 0.0]), 4.0)),
    ("cdist", Sample(LINE[None], LINE[None] + np.array([0.0, 1.0, 0.0]))),
    ("polar", Sample(np.array([0.0, 1.0]), np.array([0.7, 0.0]))),  # PyTorch: the angle is taken from 0
    ("sinc", Sample(np.array([0.0, 1e-3, -0.049, 0.051]))),
    ("logaddexp", Sample(np.array([0.0, -800.0]), np.array([1.0, 1.0]))),  # PyTorch: NaN of an overflow
    ("logaddexp2", Sample(np.array([0.0, -1200.0]), np.array([1.0, 1.0]))),
    *[(name, Sample(np.array([-800.0, 0.0, 1.0]), dim=0)) for name in ("softmax", "log_softmax", "logsumexp")],
    *[(name, Sample(np.array([-np.inf, 0.0, 1.0]), dim=0)) for name in ("softmax", "logsumexp", "logcumsumexp")],
    ("var", Sample(np.ones(4))),
    ("std", Sample(np.array([1.0, 1.0, 2.0]))),
    ("xlogy", Sample(np.array([0.0, 0.0, 1.0]), np.array([2.0, 3.0, 4.0]))),
    ("atan2", Sample(np.array([0.0, 1.0]), np.array([1.0, 0.0]))),
    ("hypot", Sample(np.array([0.0, 3.0]), np.array([1.0, 0.0]))),
    ("where", Sample(np.array([True, False]), np.array([1.0, np.nan]), np.array([np.nan, 2.0]))),
    ("cummax", Sample(np.array([1.0, 3.0, 2.0]), dim=0)),
    ("square", Sample(LINE)),
    ("sigmoid", Sample(np.array([0.0, -50.0, 50.0]))),
    ("nn.functional.cosine_similarity", Sample(LINE, np.array([3.0, 0.0, 1.0]), dim=0)),
    ("nn.functional.normalize", Sample(LINE, dim=0)),
    ("nn.functional.binary_cross_entropy_with_logits", Sample(np.array([0.0, 30.0]), np.array([0.0, 1.0]))),
    ("nn.functional.cross_entropy", Sample(np.array([[100.0, 0.0, -100.0]]), np.array([2]))),
    ("scatter_reduce", Sample(LINE, 0, np.array([0, 0, 2]), np.array([0.0, 2.0, 0.0]), reduce="prod")),
]


@pytest.mark.parametrize("number", range(len(SPECIAL)), ids=lambda k: f"{SPECIAL[k][0]}{SPECIAL[k][1]}")
def test_orders_where_formulas_have_holes(number: int) -> None:
    name, sample = SPECIAL[number]
    orders(Case(name, number, sample, None))


def test_the_law_sees_what_is_wrong_in_the_fourth_order_only(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case("square", 0, Sample(np.zeros(2)), None)
    orders(case)
    row = REGISTRY["pow"]
    right = row.formulas["x"].fn
    cubic = Formula(lambda g, x, y, x_meta: right(g, x, y, x_meta) + g * x**3)
    monkeypatch.setitem(row.formulas, "x", cubic)
    with pytest.raises(AssertionError, match="derivative of order 4"):
        orders(case)
