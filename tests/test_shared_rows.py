"""Masks, products of rows and recurrences, against their definitions, on any number of threads."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import wengert
from tests.test_shared_loops import SHAPES, compiled, same_at_each_count, values
from wengert._core.ops.reduce import order_loops


def test_masks() -> None:
    for shape in (*SHAPES, (60, 40, 70)):
        (x,) = values(1, shape)
        for mask in (x > 0, x > 2, x < 9, x > 9):
            for a in (x, x.astype("f8"), x.astype("f2"), x.astype("i4")):
                w, m = wengert.from_numpy(a), wengert.from_numpy(mask)
                taken, places = same_at_each_count(lambda w=w, m=m: [w[m], m.nonzero()])
                assert np.array_equal(taken, a[mask]) and np.array_equal(places, np.argwhere(mask))
                given = np.where(taken > 1, taken.dtype.type(-0.0), taken)
                given[::3] = np.nan if a.dtype.kind == "f" else 7
                w = wengert.from_numpy(np.where(a > 0, a, a.dtype.type(-0.0)))
                g = wengert.from_numpy(given)
                (added,) = same_at_each_count(lambda w=w, m=m, g=g: [w.clone().index_put_((m,), g, accumulate=True)])
                expected = w.numpy().copy()
                expected[mask] += g.numpy()
                assert added.tobytes() == expected.tobytes()


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_gradients_of_products(dtype: str) -> None:
    """They are products of all other numbers, also where the product of all, or of some, leaves the range."""
    for shape in ((301, 502), (70000, 3), (40, 5003)):
        near = 1 + 0.1 * values(1, shape, dtype)[0]
        tiny, far, zeros, odd = (near.copy() for _ in range(4))
        tiny[:, 1] = np.finfo(dtype).tiny
        far[::2, ::16], far[::2, 1::16] = 1e-12, 1e12
        zeros[::3, 1], zeros[::4, 2] = 0, 0
        odd[5, 0], odd[6, 2], odd[7, 1:] = np.inf, np.nan, [-np.inf, *[0] * (shape[1] - 2)]
        for x in (near, values(1, shape, dtype)[0], tiny, far, zeros, odd):
            w = wengert.from_numpy(x).requires_grad_()
            with np.errstate(all="ignore"):
                (found,) = same_at_each_count(lambda w=w: wengert.autograd.grad(w.prod(-1).sum(), w)[0])
                wide = np.pad(x.astype(np.longdouble), ((0, 0), (1, 1)), constant_values=1)
                before, behind = wide.cumprod(-1), wide[:, ::-1].cumprod(-1)[:, ::-1]
                expected = (before[:, :-2] * behind[:, 2:]).astype(dtype)
            np.testing.assert_allclose(found, expected, 5e-6 if dtype == "f4" else 1e-11, np.finfo(dtype).tiny)


@compiled
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_recurrences(dtype: str) -> None:
    """However the links lie in memory, each step is rounded once, in float64."""
    for shape, axis in (((301, 502), 1), ((301, 502), 0), ((6, 50, 590), 1), ((3, 1, 70000), 2), ((2, 3, 4, 1), 2)):
        x, b = values(2, shape, dtype)
        key = (*[slice(None)] * axis, slice(1, None))
        one = x[(0,) * axis][: shape[axis] - 1] if axis == len(shape) - 1 else x[(slice(1),) * axis][key]
        for links in (x[key], x[key].copy(), x[key].astype("f8"), np.broadcast_to(one, x[key].shape), -x[key][::-1]):
            for reverse in (False, True):
                (found,) = same_at_each_count(partial(order_loops.recurrence, links, b, axis, reverse))
                way = slice(None, None, -1 if reverse else 1)
                r, by = (np.moveaxis(a, axis, 0)[way].astype("f8") for a in (b, links))
                for k in range(1, len(r)):
                    r[k] += by[k - 1] * r[k - 1]
                assert np.array_equal(found, np.moveaxis(r[way], 0, axis).astype(dtype), equal_nan=True)
