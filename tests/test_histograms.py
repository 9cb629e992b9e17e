"""Histograms and distinct values: what has a derivative in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from wengert import func
from wengert.autograd import grad, gradcheck, gradgradcheck

W = wengert.float64


def apart(*shape: int) -> Any:
    """Numbers that differ by 0.1 at least."""
    n = int(np.prod(shape))
    return wengert.from_numpy(np.random.default_rng(5).permutation(np.linspace(-1.0, 1.0 + 0.1 * n, n)).reshape(shape))


CALLS: dict[str, Any] = {
    "weights of bincount": (lambda w: wengert.bincount(wengert.tensor([0, 2, 2, 5]), w, 7), apart(4)),
    "weight": (lambda w: wengert.histogram(apart(4), 3, weight=w).hist, apart(4)),
    "weight, density": (lambda w: wengert.histogram(apart(4), 3, weight=w, density=True).hist, apart(4).abs() + 1),
    "weight of points": (lambda w: wengert.histogramdd(apart(5, 2), [2, 3], weight=w).hist, apart(5)),
    "edges that are given": (lambda e: wengert.histogram(apart(6), e, density=True).hist,
                             wengert.tensor([-1.05, 0.3, 2.0], dtype=W)),
    "edges between the ends": (lambda x: wengert.histogram(x, 4).bin_edges, apart(6)),
    "edges of points": (lambda x: wengert.histogramdd(x, 2).bin_edges[1], apart(4, 2)),
    "unique": (lambda x: wengert.unique(x), apart(2, 3)),
    "unique rows": (lambda x: wengert.unique(x, dim=0, return_counts=True)[0], apart(3, 2)),
    "unique_consecutive": (lambda x: wengert.unique_consecutive(x, dim=-1), apart(2, 3)),
    "values of heaviside": (lambda v: wengert.heaviside(wengert.tensor([0.0, 1, -1], dtype=W), v), apart(2, 3)),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_derivatives_are_those_of_the_function(name: str) -> None:
    f, x = CALLS[name]
    x = x.clone().requires_grad_()
    assert f(x).requires_grad
    assert gradcheck(f, (x,), check_forward_ad=True, check_batched_grad=True) and gradgradcheck(f, (x,))


def test_a_constant_part_adds_nothing() -> None:
    x = apart(6).requires_grad_()
    assert grad((wengert.histogram(x, 3, range=(-1, 2)).hist + x[0]).sum(), x)[0].tolist() == [3, 0, 0, 0, 0, 0]
    assert not wengert.histogram(x, 3, range=(-1, 2)).hist.requires_grad


def test_equal_elements_share_the_gradient() -> None:
    x = wengert.tensor([2.0, 1.0, 2.0, 2.0], requires_grad=True)
    g = wengert.tensor([6.0, 3.0])
    assert grad(wengert.unique(x), x, g)[0].tolist() == [1.0, 6.0, 1.0, 1.0]
    y = wengert.tensor([[2.0, 2.0, 1.0], [3.0, 3.0, 1.0]], requires_grad=True)
    assert grad(wengert.unique_consecutive(y, dim=1).sum(), y)[0].tolist() == [[0.5, 0.5, 1.0]] * 2
    assert func.jvp(wengert.unique, (x.detach(),), (wengert.tensor([1.0, 5.0, 2.0, 6.0]),))[1].tolist() == [5.0, 3.0]


def test_equal_ends_of_a_histogram_are_moved_apart() -> None:
    x = wengert.full((3,), 2.0, requires_grad=True)
    hist, edges = wengert.histogram(x, 2)
    assert hist.tolist() == [0.0, 3.0] and edges.tolist() == [1.5, 2.0, 2.5]
    np.testing.assert_allclose(grad(edges.sum(), x)[0].numpy(), [1.0, 1.0, 1.0])


def test_complex_weights_lose_their_imaginary_part_with_a_warning() -> None:
    wengert._core.errors.deprecated.imaginary_part.cache_clear()
    weights = wengert.tensor([1 + 2j, 3.0], requires_grad=True)
    with pytest.warns(UserWarning, match="discards the imaginary part"):
        found = wengert.bincount(wengert.tensor([0, 1]), weights)
    assert found.tolist() == [1.0, 3.0] and grad(found.sum(), weights)[0].tolist() == [1, 1]
