"""Values and state at the edges: the smallest and largest numbers, batches of nothing, leaves that were detached."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import wengert


@pytest.mark.parametrize("scale", [1e-30, 1e-22, 1e25, 1e37])
@pytest.mark.parametrize("dim", [None, 0, 1])
def test_deviations_whose_squares_the_dtype_does_not_hold(scale: float, dim: int | None) -> None:
    x = (np.random.default_rng(0).normal(size=(30, 40)) * scale).astype("f4")
    exact = x.astype("f8").std(dim, ddof=1)
    for given in (x, np.asfortranarray(x)):
        t = wengert.tensor(given, requires_grad=True)
        for found in (wengert.std(t, dim), wengert.std_mean(t, dim)[0]):
            np.testing.assert_allclose(found.detach().numpy(), exact, rtol=1e-5)
            assert wengert.autograd.grad(found.sum(), t)[0].any()


def test_the_smallest_numbers() -> None:
    least = [5e-324, -1e-310]
    expected = [-math.log(5e-324), -math.log(1e-310)]
    np.testing.assert_allclose(wengert.lgamma(wengert.tensor(least, dtype=wengert.float64)).numpy(), expected)
    z = wengert.tensor([1e-310 + 0j, -1e-310j, 5e-324], dtype=wengert.complex128, requires_grad=True)
    assert wengert.sgn(z.detach()).tolist() == [1, -1j, 1]
    assert wengert.autograd.grad(z.abs().sum(), z)[0].tolist() == [1, -1j, 1]


@pytest.mark.parametrize("dtype", ["f4", "f8", "f2"])
@pytest.mark.parametrize("shape", [(3, 4), (40, 50)])
def test_what_a_mask_leaves_out_is_zero(shape: tuple[int, ...], dtype: str) -> None:
    """Whatever is left out, and whatever is kept keeps its bits: of NaN, infinity and minus zero, too."""
    r = np.random.default_rng(0)
    x = r.choice(np.array([np.nan, np.inf, -np.inf, -0.0, 1.5], dtype), shape)
    mask = r.random(shape) < 0.5
    for given, kept in ((x, mask), (x.T, mask.T), (x[:, ::2], mask[:, ::2]), (x, mask[:1])):
        for found, expected in (
            (wengert.where(wengert.tensor(kept), wengert.tensor(given), 0), np.where(kept, given, given.dtype.type(0))),
            (wengert.where(wengert.tensor(kept), 0, wengert.tensor(given)), np.where(kept, given.dtype.type(0), given)),
        ):
            np.testing.assert_array_equal(found.numpy(), expected)
            np.testing.assert_array_equal(np.signbit(found.numpy()), np.signbit(expected))


@pytest.mark.parametrize("dtype", [wengert.complex64, wengert.complex128])
def test_a_reciprocal_is_a_quotient(dtype: wengert.dtype) -> None:
    """To the signs of zeros, which decide on which side of a cut a complex function is, as in PyTorch."""
    parts = (0.0, -0.0, 0.5, -2.0, math.inf, -math.inf, math.nan)
    z = wengert.tensor([complex(a, b) for a in parts for b in parts], dtype=dtype)
    with np.errstate(all="ignore"):
        assert wengert.reciprocal(z).numpy().tobytes() == (1 / z).numpy().tobytes()
        assert wengert.rsqrt(z).numpy().tobytes() == (1 / z.sqrt()).numpy().tobytes()
    assert str(wengert.reciprocal(wengert.tensor(2 + 0j)).item()) == "(0.5+0j)"


@pytest.mark.parametrize("shape", [(0, 3), (2, 3, 0)])
def test_a_batch_of_nothing_leaves_running_statistics(shape: tuple[int, ...]) -> None:
    layer = wengert.nn.BatchNorm1d(3)
    layer(wengert.zeros(shape))
    assert layer.running_mean.tolist() == [0, 0, 0] and layer.running_var.tolist() == [1, 1, 1]


def test_reductions_and_padding_to_nothing() -> None:
    assert wengert.prod(wengert.ones(0, 31), 1).shape == (0,)
    assert wengert.nn.functional.pad(wengert.zeros(1, 2, 4), (-2, -2), "circular").shape == (1, 2, 0)


def test_a_detached_leaf_of_another_shape_takes_no_gradient() -> None:
    x = wengert.ones(3, requires_grad=True)
    y = wengert.ones(2, 3, requires_grad=True)
    loss = (x + y).sum()
    x.detach_().unsqueeze_(0).t_()
    loss.backward()
    assert x.grad is None and y.grad.tolist() == [[1.0] * 3] * 2


MODES = ("use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist")


@pytest.mark.parametrize("far", [0.0, 1e3, 1e6])
@pytest.mark.parametrize("columns", [3, 40])
def test_distances_and_their_gradients_are_exact_far_from_the_origin(far: float, columns: int) -> None:
    """Differences of points are; what is computed without them has to move the origin."""
    r = np.random.default_rng(0)
    x, y = ((r.normal(size=(n, columns)) + far).astype("f4") for n in (40, 30))
    calls = {mode: lambda a, b, mode=mode: wengert.cdist(a, b, compute_mode=mode) for mode in MODES}
    calls["pdist"] = lambda a, b: wengert.pdist(wengert.cat([a, b]))
    for name, call in calls.items():
        found = []
        for dtype in (wengert.float32, wengert.float64):
            a, b = (wengert.tensor(v, dtype=dtype, requires_grad=True) for v in (x, y))
            out = call(a, b)
            weights = wengert.arange(out.numel(), dtype=dtype).reshape(out.shape) % 7
            found.append([out, *wengert.autograd.grad((out * weights).sum(), (a, b))])
        for single, double in zip(*found, strict=True):
            error = (single.double() - double).abs().max() / double.abs().max()
            assert error < 2e-6, f"{name}: {float(error):.1e}"
    a, b = (wengert.tensor(v, dtype=wengert.float64) for v in (x, y))
    moved = [wengert.tensor(v - far, dtype=wengert.float64) for v in (x.astype("f8"), y.astype("f8"))]
    np.testing.assert_allclose(wengert.cdist(a, b), wengert.cdist(*moved), rtol=1e-8)


@pytest.mark.parametrize("dtype", [wengert.float32, wengert.float64, wengert.float16, wengert.bfloat16])
def test_infinite_exponents(dtype: wengert.dtype) -> None:
    """A product with 2 to an infinite power, as a number, in tensors and in the gradient by the exponent."""
    x = wengert.tensor([1.0, -3.0, 0.0, math.inf, math.nan], dtype=dtype)
    for power, expected in ((math.inf, [math.inf, -math.inf, math.nan, math.inf, math.nan]),
                            (-math.inf, [0.0, -0.0, 0.0, math.nan, math.nan])):  # fmt: skip
        y = wengert.full((5,), power, dtype=dtype, requires_grad=True)
        with np.errstate(all="ignore"):
            found = wengert.ldexp(x, y)
            (slope,) = wengert.autograd.grad(found.sum(), y)
            for values in (found.detach(), wengert.ldexp(x, wengert.tensor(power)), slope):
                np.testing.assert_array_equal(values.double().numpy(), expected)


def test_integers_of_nothing_may_be_divided_by_zero(lib: Any) -> None:
    zeros = lib.zeros
    for zero in (0, zeros(1, dtype=lib.int32)):
        nothing = zeros(0, dtype=lib.int32)
        for found in (nothing // zero, nothing % zero, nothing.fmod(zero), nothing.div(zero, rounding_mode="trunc")):
            assert found.shape == (0,)
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            zeros(1, dtype=lib.int32) // zero
