"""Special functions without SciPy, and what the laws do not see."""

from __future__ import annotations

import math
import operator
import sys

import numpy as np
import pytest

import wengert
from wengert import special
from wengert._core.dispatch.registry import REGISTRY

LOG_GAMMA = [  # by mpmath
    0.20328095143129538,
    0.06637623973474295,
    5.375739798578573e-10,
    0.0,
    -5.249745890076018e-13,
    -0.049872441259839764,
    -0.09827183642181316,
    -0.08440112102048555,
    -0.03898427592308336,
    -4.921857442950446e-11,
    0.0,
    4.0319885504430156e-07,
    0.1248717148923966,
]


@pytest.fixture
def no_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setattr(REGISTRY["i0"], "fused", None)  # of which an earlier test may have made a program


def test_libm_takes_the_place_of_scipy(no_scipy: None) -> None:
    x = wengert.tensor([0.5, -1.5, 3.0, 0.0, -2.0, wengert.inf, 1e306, 2.0], dtype=wengert.float64)
    expected = [0.5723649429247001, 0.8600470153764810, 0.6931471805599453, np.inf, np.inf, np.inf, np.inf, 0.0]
    np.testing.assert_allclose(wengert.lgamma(x).numpy(), expected, rtol=1e-14)
    found = wengert.lgamma(x.reshape(2, 4).T)
    assert found.stride() == (1, 4) and found.flatten().tolist() == wengert.lgamma(x).reshape(2, 4).T.flatten().tolist()
    np.testing.assert_allclose(wengert.erf(wengert.tensor([0.5])).numpy(), [0.5204999], rtol=1e-6)


def test_the_logarithm_of_the_gamma_function_near_its_zeros() -> None:
    x = [0.75, 0.9, 1 - 2**-30, 1.0, 1 + 2**-40, 1.1, 1.25, 1.75, 1.9, 2 - 2**-33, 2.0, 2 + 2**-20, 2.25]
    found = wengert.lgamma(wengert.tensor(x, dtype=wengert.float64)).numpy()
    np.testing.assert_allclose(found, LOG_GAMMA, rtol=1e-15)


@pytest.mark.parametrize(("dtype", "units"), [("float64", 4), ("float32", 8)])
def test_the_error_function_without_scipy(no_scipy: None, dtype: str, units: int) -> None:
    """Against libm's, in units in the last place, on every branch and where two of them meet."""
    ends = [0.46875, 0.46876, 4.0, 4.0001, 5.9, 9.0, 26.0, 31.0, 1e-30, 0.0, np.inf]
    x = np.concatenate([np.linspace(-9, 9, 2001), ends, np.negative(ends)]).astype(dtype)
    for name in ("erf", "erfc"):
        expected = np.array([getattr(math, name)(float(v)) for v in x])
        with np.errstate(under="ignore"):
            found = REGISTRY[name].kernel(np, x)
        error = np.abs(found.astype(np.float64) - expected)
        small = np.abs(expected) < np.finfo(dtype).tiny
        assert found.dtype == dtype and (error[~small] <= units * np.finfo(dtype).eps * np.abs(expected)[~small]).all()
        assert (error[small] <= np.finfo(dtype).tiny).all()
        assert np.isnan(REGISTRY[name].kernel(np, np.array([np.nan], dtype))[0])
    assert np.signbit(REGISTRY["erf"].kernel(np, np.array([-0.0], dtype))[0])


EDGES = np.array([0.0, -0.0, 1, -1, 1.5, -1.5, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1e-40, 3e38, -3e38, 1e-30, 1e30])
COMPOSED = {"log1p": (-1, 3), "expm1": (-20, 88), "atan": (-5, 5), "asin": (-1, 1), "acos": (-1, 1), "tan": (-20, 20),
            "sinh": (-89, 89), "cosh": (-89, 89)}  # fmt: skip


@pytest.mark.parametrize("name", [*COMPOSED, "atan2", "logaddexp"])
def test_functions_composed_in_single_precision(name: str) -> None:
    """Against NumPy's in double precision, in units in the last place; NumPy's signs and edges."""
    rng = np.random.default_rng(0)
    ordinary = rng.uniform(*COMPOSED.get(name, (-2, 2)), 20000)
    x = np.concatenate([ordinary, rng.normal(size=20000), 10.0 ** rng.uniform(-37, 1.9, 20000), EDGES]).astype("f4")
    given = [x] if name in COMPOSED else [rng.permutation(x), x]
    if name not in COMPOSED:
        given = [np.append(g, edge.astype("f4")) for g, edge in zip(given, np.meshgrid(EDGES, EDGES), strict=True)]
    ufunc = getattr(np, f"arc{name[1:]}" if name.startswith("a") else name)
    with np.errstate(all="ignore"):
        found, expected = REGISTRY[name].kernel(np, *given), ufunc(*[g.astype("f8") for g in given])
        error, size = np.abs(found - expected), np.abs(expected)
        rounded = expected.astype("f4")
        if name == "logaddexp":  # a sum, whose terms may cancel
            size = np.maximum(size, np.abs(np.fmax(*given)).astype("f8"))
    exact = ~np.isfinite(rounded) | (rounded == 0)
    assert found.dtype == np.float32 and np.array_equal(found[exact], rounded[exact], equal_nan=True)
    assert (error[~exact] <= 8 * np.finfo("f4").eps * size[~exact] + 1e-45).all()
    assert np.array_equal(np.signbit(found[~np.isnan(found)]), np.signbit(rounded[~np.isnan(found)]))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize(
    "y", [-5, -3.0, -2, -1, 0, 1, 2, 3, 4.0, 5, 7.0, 12, 1e10, 0.5, -0.5, 2.5, np.inf, -np.inf, np.nan]
)
def test_powers_of_numbers(y: float, dtype: str) -> None:
    """Those that are not computed by ``**`` are as exact, signs and edges included."""
    x = np.array([-3.7, -1.0, -0.3, -0.0, 0.0, 0.4, 1.0, 2.9, np.inf, -np.inf, np.nan], dtype)
    with np.errstate(all="ignore"):
        expected = np.power(x, np.array(y, dtype))
        found = REGISTRY["pow"].kernel(np, x, y)
    np.testing.assert_allclose(found, expected, rtol=2 * np.finfo(dtype).eps)
    assert (np.signbit(found) == np.signbit(expected))[~np.isnan(expected)].all()


def test_what_scipy_is_needed_for_says_so(no_scipy: None) -> None:
    with pytest.raises(ImportError) as e:
        wengert.special.i0(wengert.ones(2, dtype=wengert.float64))
    assert str(e.value) == (
        "i0: NumPy has no such function and SciPy, which has it, is not installed. Install wengert[scipy]."
    )


@pytest.mark.parametrize("name", ["gammainc", "gammaincc"])
@pytest.mark.parametrize("a", [0.02, 0.5, 3.0, 40.0, 400.0])
@pytest.mark.parametrize("ratio", [0.001, 0.7, 1.0, 1.3, 3.0])
def test_incomplete_gamma_by_its_shape(name: str, a: float, ratio: float) -> None:
    """Far in the tails and near the middle the derivative is the slope."""
    f = getattr(special, name)
    x = wengert.tensor(a * ratio, dtype=wengert.float64)
    shape = wengert.tensor(a, dtype=wengert.float64, requires_grad=True)
    (found,) = wengert.autograd.grad(f(shape, x), shape)
    h = a * 1e-3

    def at(k: int) -> float:
        return float(f(wengert.tensor(a + k * h, dtype=wengert.float64), x))

    slope = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h)
    assert found.item() == pytest.approx(slope, rel=1e-6, abs=1e-11 / h)


@pytest.mark.parametrize("q", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("s", [1.05, 2.0, 20.0])
def test_zeta_by_its_exponent(s: float, q: float) -> None:
    x = wengert.tensor(s, dtype=wengert.float64, requires_grad=True)
    (found,) = wengert.autograd.grad(special.zeta(x, q), x)
    h = min(s - 1, 1) * 1e-3

    def at(k: int) -> float:
        return float(special.zeta(wengert.tensor(s + k * h, dtype=wengert.float64), q))

    slope = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h)
    assert found.item() == pytest.approx(slope, rel=1e-7)


def test_airy_where_scipy_has_no_values() -> None:
    """Beyond a million SciPy gives NaN. The oscillation goes on: value and slope lie on its amplitudes."""
    x = wengert.tensor([1e7, 1e200, -2e6, -1e7, -1e12], dtype=wengert.float64, requires_grad=True)
    y = special.airy_ai(x)
    (slope,) = wengert.autograd.grad(y.sum(), x)
    assert y[:2].tolist() == slope[:2].tolist() == [0.0, 0.0]
    z = (-x[2:]).detach()
    amplitude = math.pi * (y[2:] ** 2 * z**0.5 + slope[2:] ** 2 / z**0.5)
    np.testing.assert_allclose(amplitude.detach().numpy(), 1.0, rtol=1e-7)


def test_airy_is_continuous_where_its_expansion_takes_over() -> None:
    near = wengert.tensor([-999999.9999, -1000000.0001], dtype=wengert.float64, requires_grad=True)
    y = special.airy_ai(near)
    (slope,) = wengert.autograd.grad(y.sum(), near)
    assert (y[0] - y[1]).item() == pytest.approx(2e-4 * slope[0].item(), rel=0.2)


@pytest.mark.parametrize("dtype", [wengert.float32, wengert.float64])
def test_second_derivative_of_log_ndtr_far_out(dtype: wengert.dtype) -> None:
    """The slope r satisfies r' = -r (x + r), which is 0 where r is, and close to -1 on the other side."""
    x = wengert.tensor([14.0, 20.0, 100.0, -10.0, -30.0], dtype=dtype, requires_grad=True)
    (first,) = wengert.autograd.grad(special.log_ndtr(x).sum(), x, create_graph=True)
    (second,) = wengert.autograd.grad(first.sum(), x)
    wanted = [0, 0, 0, -0.99055462, -0.99889623]
    np.testing.assert_allclose(second.numpy(), wanted, atol=1e-3 if dtype is wengert.float32 else 1e-8)


BOUNDS = {  # of the values of functions: probabilities and the like are checked by those who get them
    "acos": (0, math.pi), "asin": (-math.pi / 2, math.pi / 2), "atan": (-math.pi / 2, math.pi / 2), "cos": (-1, 1),
    "erf": (-1, 1), "erfc": (0, 2), "nn.functional.hardsigmoid": (0, 1), "nn.functional.softsign": (-1, 1),
    "sigmoid": (0, 1), "sin": (-1, 1), "sinc": (-1, 1), "special.bessel_j0": (-1, 1), "special.bessel_j1": (-1, 1),
    "special.i0e": (0, 1), "special.i1e": (-1, 1), "special.ndtr": (0, 1), "tanh": (-1, 1),
}  # fmt: skip


@pytest.mark.parametrize("dtype", [wengert.float32, wengert.float64, wengert.float16, wengert.bfloat16], ids=str)
def test_values_keep_the_bounds_of_their_function(dtype: wengert.dtype) -> None:
    grid = wengert.from_numpy(np.concatenate([np.linspace(-20, 20, 40001), np.linspace(-1, 1, 20001)])).to(dtype)
    outside = []
    for name, (low, high) in BOUNDS.items():
        x = grid[grid.abs() <= 1] if name in ("acos", "asin") else grid
        found = operator.attrgetter(name)(wengert)(x)
        bounds = wengert.tensor([low, high], dtype=wengert.float64).to(dtype)  # rounded, as the values are
        if not ((found >= bounds[0]) & (found <= bounds[1])).all():
            outside.append(f"{name}: from {found.min().item()} to {found.max().item()}")
    assert not outside, outside


def test_erf_in_single_precision_rises_and_is_exact_to_two_units() -> None:
    x = np.linspace(-5, 5, 200001, dtype=np.float32)
    found = wengert.erf(wengert.from_numpy(x)).numpy()
    exact = np.array([math.erf(v) for v in x.tolist()])
    units = np.spacing(np.minimum(np.abs(exact), 1 - 2.0**-24).astype(np.float32))
    assert np.abs((found - exact) / units).max() < 2 and np.diff(found).min() >= 0
