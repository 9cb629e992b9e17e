"""Every operation has right derivatives in nested forward mode, to fourth order.

The measure is the function itself, on a curve: :func:`taylor` takes derivatives of a polynomial that goes through its
values, so that no derivative of ours is on the other side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.laws import Arrays, Case, arrays, assert_all_close, normal_like, tensors
from wengert.autograd import forward_ad

ORDER = 4
REACH = 0.03  # how far the curve goes to both sides; samples stay 0.1 away from kinks
NODES = 15
TOLERANCE = 1e-4  # of what such a polynomial gives for a fourth derivative


def nested(f: Callable[[Any], list[Any]], order: int) -> list[list[Any]]:
    """``f`` and its derivatives at 0, up to ``order``, by as many nested levels of forward mode."""
    levels = [forward_ad.enter_dual_level() for _ in range(order)]
    try:
        s = wengert.tensor(0.0, dtype=wengert.float64)
        for _ in levels:
            s = forward_ad.make_dual(s, wengert.ones_like(s), level=levels[_ - levels[0]])
        found = [laws.tensors_in(f(s))]
        for level in reversed(levels):
            ts = [forward_ad.unpack_dual(y, level=level).tangent for y in found[-1]]
            found.append(laws.filled(ts, found[-1]))
        return found
    finally:
        for level in reversed(levels):
            forward_ad.exit_dual_level(level=level)


def taylor(f: Callable[[float], Arrays], order: int) -> list[Arrays]:
    """The same, from values of ``f`` around 0 (``numpy.polynomial.chebyshev``)."""
    at = np.cos(np.pi * (np.arange(NODES) + 0.5) / NODES)
    values = [f(REACH * s) for s in at]
    rows = []
    for column in zip(*values, strict=True):
        y = np.stack(column).reshape(NODES, -1)
        if not y.size:
            rows.append([np.zeros(column[0].shape, column[0].dtype)] * (order + 1))
            continue
        c = np.polynomial.chebyshev.chebfit(at, y, NODES - 1)
        row = []
        for k in range(order + 1):
            d = np.polynomial.chebyshev.chebder(c, k) / REACH**k
            row.append(np.polynomial.chebyshev.chebval(0.0, d).reshape(column[0].shape))
        rows.append(row)
    return [[row[k] for row in rows] for k in range(order + 1)]


def orders(case: Case) -> None:
    if not case.smooth:
        return
    speed = [normal_like(x, 701 + k) for k, x in enumerate(case.point)]
    top = max([float(np.abs(v).max()) for v in speed if v.size], default=1.0)
    speed = [v / top for v in speed]
    bend = [normal_like(x, 801 + k) for k, x in enumerate(case.point)]

    def curve(s: Any, xs: Any, vs: Any, bs: Any) -> list[Any]:
        return [x + s * v + s * s * b for x, v, b in zip(xs, vs, bs, strict=True)]

    with laws.without_loop_warnings():
        at = [tensors(part) for part in (case.point, speed, bend)]
        found = nested(lambda s: [case.at(curve(s, *at))[k] for k in case.live], ORDER)
    expected = taylor(lambda s: case.primal(curve(s, case.point, speed, bend)), ORDER)
    for k in range(1, ORDER + 1):
        assert_all_close(arrays(found[k]), expected[k], TOLERANCE * case.sample.cond, f"order {k}")


@pytest.mark.parametrize("name", laws.NAMES)
def test_orders(name: str) -> None:
    laws.check(orders, name)
