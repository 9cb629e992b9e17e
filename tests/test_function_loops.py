"""Elementary functions: what they give depends on the number alone, and is exact."""

from __future__ import annotations

import math
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_equal

import wengert
from wengert._core.arrays import function_loops, fused
from wengert._core.arrays.program_cache import Programs

pytestmark = pytest.mark.skipif(not wengert.compiled, reason="the uncompiled build has NumPy's functions")


def log_gamma(x: float) -> float:
    return math.inf if x <= 0 and x == np.floor(x) else math.lgamma(x)


EXACT: dict[str, Callable[[Any], Any]] = {
    "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "arctanh": np.arctanh,
    "log": np.log, "log1p": np.log1p, "log2": np.log2, "log10": np.log10, "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "arcsin": np.arcsin, "arccos": np.arccos, "arctan": np.arctan,
    "erf": np.vectorize(math.erf, otypes=[np.float64]), "erfc": np.vectorize(math.erfc, otypes=[np.float64]),
    "ndtr": np.vectorize(lambda x: math.erfc(x * -math.sqrt(0.5)) / 2, otypes=[np.float64]),
    "lgamma": np.vectorize(log_gamma, otypes=[np.float64]),
}  # fmt: skip
IN_DOUBLE = {  # the largest errors in float64, in units in the last place
    "exp": 0.9, "exp2": 1.2, "expm1": 1.9, "sigmoid": 2, "log": 0.9, "log1p": 0.9, "sinh": 2.5, "cosh": 2.2,
    "tanh": 2.2, "arctanh": 2.5, "sin": 0.8, "cos": 0.8, "tan": 2, "arcsin": 2.1, "arccos": 1.4, "arctan": 1.6,
}  # fmt: skip
DOUBLE = (*IN_DOUBLE, "digamma", "lgamma", "trigamma", "erf", "erfc", "erfinv")  # they have loops for float64, too
BESSEL = ("i0", "i0e", "i1", "i1e")
NAMES = (*EXACT, *BESSEL, "digamma", "trigamma", "normal_cdf", "gelu")
UNITS = {
    "exp": 1.1, "exp2": 1.3, "expm1": 1.8, "arctanh": 2.5,
    "log": 1, "log1p": 1, "log2": 0.51, "log10": 0.51, "sigmoid": 2.5, "arcsin": 2.1, "arccos": 1.4, "arctan": 1.6,
    "sin": 1.5, "cos": 1.5, "tan": 2.6, "erf": 2.2, "erfc": 0.6, "ndtr": 0.6, "lgamma": 0.6,
}  # in the last place  # fmt: skip
EDGES = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1e-40, 1.1754944e-38, 3.4028235e38,
         87.0, -87.0, 88.72283, 88.72284, 89.0, -103.97, -103.98, -104.0, -30.0, 0.70710677, 1.4142135]  # fmt: skip


def numbers(dtype: str = "float32") -> np.ndarray:
    """Numbers of all sizes and both signs, those near 1 and -1, and the edges of all functions."""
    r = np.random.default_rng(0)
    size = np.dtype(dtype).itemsize
    every = r.integers(0, 256, 60000 * size, np.uint8).view(dtype)
    quarters = np.arange(-60000, 60000) * (math.pi / 2)  # zeros and poles of sines
    parts = [
        every,
        quarters,
        r.uniform(-20, 20, 60000),
        r.uniform(-110, 90, 20000),
        1 + r.normal(size=20000) * 0.1,
        EDGES,
    ]
    return r.permutation(np.concatenate([np.asarray(p, dtype) for p in (*parts, np.negative(EDGES))]))


@pytest.mark.parametrize("name", EXACT)
def test_errors(name: str) -> None:
    x = numbers()
    function = getattr(function_loops, name)
    with np.errstate(all="ignore"):
        found, exact = function(x), EXACT[name](x.astype(np.float64))
        rounded = exact.astype(np.float32)
    plain = np.isfinite(rounded) & (np.abs(rounded) >= np.finfo(np.float32).tiny)
    unit = np.ldexp(1.0, np.frexp(exact[plain])[1] - 24)
    assert (np.abs(found[plain] - exact[plain]) / unit).max() <= UNITS[name]
    assert np.array_equal(found[~np.isfinite(rounded)], rounded[~np.isfinite(rounded)], equal_nan=True)
    signs = np.signbit(found) == np.signbit(rounded)
    assert (signs | np.isnan(rounded)).all()
    tiny = ~plain & np.isfinite(rounded) & (name != "sigmoid")  # its exponential is infinite there
    assert (np.abs(found[tiny] - exact[tiny]) <= 1.5 * np.finfo(np.float32).smallest_subnormal).all()


@pytest.mark.parametrize(
    ("name", "dtype"), [*[(name, "float32") for name in NAMES], *[(name, "float64") for name in DOUBLE]]
)
def test_a_result_depends_on_the_number_alone(name: str, dtype: str) -> None:
    function, x = getattr(function_loops, name), numbers(dtype)
    bits = f"i{x.itemsize}"
    expected = function(x)
    assert expected.dtype == dtype

    def same(found: np.ndarray, wanted: np.ndarray) -> None:
        equal = (found.view(bits) == wanted.view(bits)) | (np.isnan(found) & np.isnan(wanted))
        assert equal.all()

    for start, stop in ((1, None), (0, 63), (0, 64), (0, 65), (17, 400), (5, 6)):  # other strips, and what is left over
        same(function(x[start:stop]), expected[start:stop])
    same(np.array([function(v) for v in x[:500]]), expected[:500])
    same(function(x[::3]), expected[::3])
    same(function(x[::-1]), expected[::-1])
    same(function(x[:1000].reshape(10, 100).T).T.ravel(), expected[:1000])
    tame = np.random.default_rng(1).uniform(0.5, 3, 10000).astype(dtype)  # strips without edges
    mixed = tame.copy()
    mixed[::50] = np.inf
    same(function(mixed)[1::50], function(tame)[1::50])
    out = x.copy()
    function(out, out=out)
    same(out, expected)
    wide = np.zeros((x.size, 2), dtype)
    function(x, out=wide[:, 1])
    same(wide[:, 1].copy(), expected)
    same(Programs(lambda params: lambda v: (function(v),), fused.write).run([x])[0], expected)


def test_logarithms_of_powers_are_whole() -> None:
    twos, tens = np.arange(-149, 128), np.arange(-37, 39)
    np.testing.assert_array_equal(function_loops.log2(np.float32(2.0) ** twos.astype("f4")), twos)
    np.testing.assert_array_equal(function_loops.log10((10.0 ** tens.astype("f8")).astype("f4")), tens)


@pytest.mark.parametrize("name", IN_DOUBLE)
def test_errors_in_double_precision(name: str) -> None:
    """Against mpmath: numbers of all sizes, and those next to the zeros and poles."""
    mp = pytest.importorskip("mpmath")
    r = np.random.default_rng(0)
    turns = np.concatenate([np.arange(-1500, 1500), r.integers(-(2**29), 2**29, 500)])
    sizes = 10 ** r.uniform(-300, 300, 1500)
    parts = [r.uniform(-20, 20, 1500), r.uniform(-1, 1, 1500), 1 - 10 ** r.uniform(-15, 0, 500), turns * (math.pi / 2),
             r.uniform(-745, 710, 1500), sizes, -sizes, 10 ** r.uniform(-320, -300, 100), [0.0, -0.0]]  # fmt: skip
    x = np.concatenate(parts)
    x = x[(np.abs(x) < 1e9) | (name not in ("sin", "cos", "tan"))]
    x = x[(x > -700) | (name != "sigmoid")]  # where its exponential is finite
    exactly = {"arcsin": mp.asin, "arccos": mp.acos, "arctan": mp.atan, "arctanh": mp.atanh, "log1p": mp.log1p,
               "exp2": lambda v: mp.mpf(2) ** v, "sigmoid": lambda v: 1 / (1 + mp.exp(-v))}  # fmt: skip
    of = exactly[name] if name in exactly else getattr(mp, name)
    with np.errstate(all="ignore"):
        found, nearly = getattr(function_loops, name)(x), EXACT.get(name, getattr(np, name, None))(x)
    plain = np.isfinite(nearly)
    assert np.array_equal(found[~plain], nearly[~plain], equal_nan=True)
    assert (np.signbit(found) == np.signbit(nearly))[~np.isnan(nearly)].all()
    with mp.workdps(40):
        exact = [of(mp.mpf(v)) for v in x[plain].tolist()]
        off = np.array([float(abs(a - b)) for a, b in zip(found[plain].tolist(), exact, strict=True)])
        unit = np.spacing(np.abs(np.array([float(v) for v in exact])))
    assert (off / unit).max() <= IN_DOUBLE[name]


@pytest.mark.parametrize("name", IN_DOUBLE)
def test_edges_in_double_precision(name: str) -> None:
    """Infinities, NaN, and numbers at which the results overflow or underflow, beside NumPy's."""
    x = np.array([0.0, -0.0, 1, -1, 2, -2, np.inf, -np.inf, np.nan, 5e-324, -1e-310, 1e300, -1e300, 1.7e308, 1e9, 1024,
                  1023.5, -1074, -1075, -1080, 708, 709.5, 709.79, 710.4, 711, -708.5, -745, -746, 20, 40])  # fmt: skip
    with np.errstate(all="ignore"):
        found, exact = getattr(function_loops, name)(x), EXACT.get(name, getattr(np, name, None))(x)
    np.testing.assert_allclose(found, exact, rtol=1e-15, atol=5e-324)
    assert (np.signbit(found) == np.signbit(exact))[~np.isnan(exact)].all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_digamma(dtype: type) -> None:
    """Against mpmath on every branch, near its zero, and at its poles. Where terms cancel, errors are those of 1."""
    mp = pytest.importorskip("mpmath")
    r = np.random.default_rng(0)
    zero = 1.4616321449683622 + np.concatenate([r.normal(size=200) * 1e-3, r.uniform(-0.25, 0.25, 500)])
    parts = [r.uniform(*ends, 500) for ends in ((0.5, 3), (3, 40), (-1, 0.5), (-30, -1), (-1e6, -30))]
    x = np.concatenate([*parts, zero, 10 ** r.uniform(-15, 36, 300), -(10 ** r.uniform(-15, -1, 50))]).astype(dtype)
    x = x[(x > 0) | (x != np.floor(x))]
    with mp.workdps(40):
        exact = [mp.digamma(mp.mpf(v)) for v in x.tolist()]
        off = np.array([float(abs(a - b)) for a, b in zip(function_loops.digamma(x).tolist(), exact, strict=True)])
    size = np.abs(np.array(exact, float)).astype(dtype)
    cancelling = (np.abs(x - 1.4616) > 0.19) & (dtype is np.float64)
    size = np.where(cancelling, np.maximum(size, 1), size)
    size = np.where(x < 0.5, np.maximum(size, np.log(3 + np.abs(x))), size)
    assert (off / np.spacing(size)).max() <= (0.6 if dtype is np.float32 else 11)
    edges = np.array([0.0, -0.0, -1, -2, np.inf, -np.inf, np.nan, -1e30], dtype)
    assert_equal(
        function_loops.digamma(edges), np.array([-np.inf, np.inf, np.nan, np.nan, np.inf] + [np.nan] * 3, dtype)
    )


def test_the_normal_distribution_function() -> None:
    """What is left of 1 is exact to two of its last units; below 0, so much is lost, but no result is negative."""
    x = numbers()
    with np.errstate(all="ignore"):
        found = function_loops.normal_cdf(x)
        exact = np.vectorize(lambda v: math.erfc(-v / math.sqrt(2)) / 2, otypes=[np.float64])(x.astype(np.float64))
    known = ~np.isnan(x)
    assert np.abs(found[known] - exact[known]).max() <= 1.4e-7
    assert np.isnan(found[~known]).all() and found[known].min() == 0 and found[known].max() == 1
    assert function_loops.normal_cdf(np.zeros(1, np.float32)) == 0.5
    with np.errstate(all="ignore"):
        assert_equal(function_loops.gelu(x), x * found)
    line = np.linspace(-7, 7, 100_001).astype(np.float32)
    assert np.array_equal(function_loops.normal_cdf(line[line > 0]), 1 - function_loops.normal_cdf(-line[line > 0]))


def test_sines_near_zero() -> None:
    """Signs of zeros are kept, the cosine of small numbers is 1, and none exceeds 1."""
    small = np.array([0.0, 1e-45, 1e-30, 1e-4], np.float32)
    for name in ("sin", "tan"):
        found = getattr(function_loops, name)(np.concatenate([small, -small]))
        assert (
            np.array_equal(found, np.concatenate([small, -small])) and np.signbit(found).tolist() == [0] * 4 + [1] * 4
        )
    assert function_loops.cos(small).tolist() == [1] * 4
    x = (np.arange(-60000, 60000) * (math.pi / 2)).astype(np.float32)
    assert max(np.abs(function_loops.sin(x)).max(), np.abs(function_loops.cos(x)).max()) == 1


def test_the_logarithm_of_the_gamma_function_in_double_precision() -> None:
    """Against mpmath on every branch: 4 units in the last place, and where the result is near 0 below 0, of 1."""
    mp = pytest.importorskip("mpmath")
    r = np.random.default_rng(0)
    ends = (
        (0, 0.5),
        (0.5, 1.5),
        (1.5, 2.5),
        (2.5, 8),
        (8, 20),
        (20, 3000),
        (-0.5, 0),
        (-1, -0.5),
        (-7.5, -1),
        (-3000, -7.5),
    )
    close = [1 + r.normal(size=50) * 1e-9, 2 + r.normal(size=50) * 1e-9, 10 ** r.uniform(-320, 305, 200)]
    x = np.concatenate([*[r.uniform(*e, 200) for e in ends], *close, -(10 ** r.uniform(-320, -1, 50))])
    found = function_loops.lgamma(x)
    with mp.workdps(50):
        exact = [mp.loggamma(mp.mpf(v)).real for v in x.tolist()]
        off = np.array([float(abs(a - b)) for a, b in zip(found.tolist(), exact, strict=True)])
    size = np.abs(np.array(exact, float))
    assert (off / np.spacing(np.where(x < -1, np.maximum(size, 1), size))).max() <= 4


def test_the_logarithm_of_the_gamma_function_at_its_edges() -> None:
    edges = {0.0: np.inf, 1.0: 0.0, 2.0: 0.0, -1.0: np.inf, -7.0: np.inf, -8.0: np.inf, np.inf: np.inf,
             -np.inf: np.inf, 2.6e305: np.inf, -1e300: np.inf, -4503599627370497.0: np.inf}  # fmt: skip
    for dtype in (np.float32, np.float64):
        with np.errstate(over="ignore"):
            x = np.array(list(edges), dtype)
        assert function_loops.lgamma(x).tolist() == list(edges.values())
        assert np.isnan(function_loops.lgamma(dtype(np.nan)))


@pytest.mark.parametrize(("name", "units"), [("erf", 2), ("erfc", 4)])
def test_the_error_function_in_double_precision(name: str, units: int) -> None:
    mp = pytest.importorskip("mpmath")
    r = np.random.default_rng(0)
    parts = [r.normal(size=1000), r.uniform(0, 26, 1000), r.uniform(0.3, 1.2, 1000), 10 ** r.uniform(-300, -1, 300)]
    x = np.concatenate([*parts, -r.uniform(0, 6, 300)])
    found = getattr(function_loops, name)(x)
    with mp.workdps(40):
        exact = [getattr(mp, name)(mp.mpf(v)) for v in x.tolist()]
        off = np.array([float(abs(a - b)) for a, b in zip(found.tolist(), exact, strict=True)])
    assert (off / np.spacing(np.abs(np.array(exact, float)))).max() <= units
    edges = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, 26.6, 27.3, -27.3, 1e300])
    with np.errstate(all="ignore"):
        wanted = np.vectorize(getattr(math, name), otypes=[float])(edges)
    np.testing.assert_allclose(getattr(function_loops, name)(edges), wanted, rtol=1e-14, atol=1e-321)


def test_the_inverse_of_the_error_function_in_double_precision() -> None:
    mp = pytest.importorskip("mpmath")
    r = np.random.default_rng(0)
    ends = np.array([0.999, 0.99806954, 0.9999998874648, np.nextafter(1, 0)])  # of the polynomials
    near = [ends, ends - 1e-12, 1 - 10 ** r.uniform(-15, 0, 500), 10 ** r.uniform(-300, -1, 200)]
    x = np.concatenate([r.uniform(-1, 1, 500), *near, -ends])
    x = x[np.abs(x) < 1]
    with mp.workdps(40):
        exact = [mp.erfinv(mp.mpf(v)) for v in x.tolist()]
        off = np.array([float(abs(a - b)) for a, b in zip(function_loops.erfinv(x).tolist(), exact, strict=True)])
    assert (off / np.spacing(np.abs(np.array(exact, float)))).max() <= 3
    edges = np.array([0.0, -0.0, 1.0, -1.0, 1.5, -np.inf, np.nan, 5e-324])
    assert_equal(function_loops.erfinv(edges), np.array([0.0, -0.0, np.inf, -np.inf, np.nan, np.nan, np.nan, 5e-324]))


@pytest.mark.parametrize("name", BESSEL)
def test_bessel_functions(name: str) -> None:
    """Against SciPy's in double precision: a little more than the error of rounding."""
    special = pytest.importorskip("scipy.special")
    x = numbers()
    with np.errstate(all="ignore"):
        found, exact = getattr(function_loops, name)(x), getattr(special, name)(x.astype(np.float64))
        rounded = exact.astype(np.float32)
        unit = np.maximum(np.ldexp(1.0, np.frexp(exact)[1] - 24), np.finfo(np.float32).smallest_subnormal)
        near = np.abs(found - exact) <= 0.6 * unit
    assert (near | (found == rounded) | np.isnan(found) & np.isnan(rounded)).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_derivative_of_digamma(dtype: type) -> None:
    """Against mpmath on every branch, and its poles."""
    mp = pytest.importorskip("mpmath")
    r = np.random.default_rng(0)
    parts = [r.uniform(*ends, 300) for ends in ((0, 0.5), (0.5, 4), (4, 40), (-1, 0), (-30, -1))]
    x = np.concatenate([*parts, 10 ** r.uniform(-15, 36, 200), -(10 ** r.uniform(-15, -1, 50))]).astype(dtype)
    with mp.workdps(40):
        exact = [mp.psi(1, mp.mpf(v)) for v in x.tolist()]
        off = np.array([float(abs(a - b) / b) for a, b in zip(function_loops.trigamma(x).tolist(), exact, strict=True)])
    assert off.max() <= (0.6 if dtype is np.float32 else 8) * np.finfo(dtype).eps
    edges = np.array([0.0, -0.0, -1, -2, np.inf, -np.inf, np.nan], dtype)
    assert_equal(function_loops.trigamma(edges), np.array([np.inf] * 4 + [0, np.nan, np.nan], dtype))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_interpolation_is_its_formula(dtype: type) -> None:
    """To the last bit, wherever the numbers lie; both ends are exact."""
    r = np.random.default_rng(0)
    special = np.array([0, -0.0, 0.5, -0.5, 1, np.nextafter(dtype(0.5), dtype(0)), 2, -3, np.nan, np.inf], dtype)
    for n in (1, 7, 600):
        x, end, w = (r.normal(size=2 * n + 1).astype(dtype) for _ in range(3))
        w[: min(n, 10)] = special[:n]
        for some in (slice(n), slice(None, None, 2), slice(None, None, -1)):
            far = np.abs(w[some]) >= 0.5
            start, part = np.where(far, end[some], x[some]), np.where(far, w[some] - 1, w[some])
            found = function_loops.between(x[some], end[some], w[some])
            assert_equal(found, start + part * (end[some] - x[some]))
            for weight in (0, 1, 0.25, 0.75):
                found = function_loops.between(x[some], end[some], weight)
                assert_equal(found, function_loops.between(x[some], end[some], np.full_like(x[some], weight)))
                if weight in (0, 1):
                    assert_equal(found, (x, end)[weight][some])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_gamma_function_needs_no_scipy(dtype: str) -> None:
    code = f"""
import sys, wengert
x = wengert.tensor([0.5, 3.0], dtype=wengert.{dtype})
wengert.lgamma(x), wengert.mvlgamma(x, 2)
assert not [name for name in sys.modules if name.partition(".")[0] == "scipy"]
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", [name for name in IN_DOUBLE if hasattr(np, name)])
def test_other_dtypes_are_numpys(name: str) -> None:
    mine, its = getattr(function_loops, name), getattr(np, name)
    for dtype in (np.float16, np.longdouble, np.complex64, np.complex128, np.int8, np.int64, bool):
        x = np.array([0, 1, 2, 3]).astype(dtype)
        with np.errstate(all="ignore"):
            found, expected = mine(x), its(x)
        if found.dtype not in (np.float32, np.float64):
            assert found.dtype == expected.dtype and np.array_equal(found, expected, equal_nan=True)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_warns(name: str) -> None:
    with warnings.catch_warnings(), np.errstate(all="warn"):
        warnings.simplefilter("error")
        getattr(function_loops, name)(np.array(EDGES * 9, np.float32))
