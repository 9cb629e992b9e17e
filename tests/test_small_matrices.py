"""Batches of small matrices: loops of our own compute what LAPACK computes, however the matrices lie in memory."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import within
from wengert import linalg
from wengert._core.ops.linalg.solve import _bad_minor, _zero_pivot

SIZES = (1, 2, 3, 4, 5, 8, 16, 17)
TYPES = (np.float32, np.float64)


def with_gaps(x: np.ndarray) -> np.ndarray:
    """The matrices with rows and columns between them that no call is to read."""
    out = np.full((*x.shape[:-2], 2 * x.shape[-2], 3 * x.shape[-1]), np.nan, x.dtype)
    out[..., ::2, ::3] = x
    return out[..., ::2, ::3]


LAYOUTS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "dense": lambda x: x,
    "transposed": lambda x: np.swapaxes(np.swapaxes(x, -1, -2).copy(), -1, -2),
    "with gaps": with_gaps,
    "backwards": lambda x: x[..., ::-1, ::-1].copy()[..., ::-1, ::-1],
    "one batch behind the other": lambda x: np.moveaxis(np.moveaxis(x, 0, -1).copy(), -1, 0),
}


def batches(n: int) -> Iterator[np.ndarray]:
    """Matrices that need row exchanges, and some whose numbers are of many sizes."""
    r = np.random.default_rng(n)
    for batch in ((1,), (7,), (2, 3)):
        x = r.normal(size=(*batch, n, n)) / n + np.eye(n)[r.permutation(n)]
        yield x
        yield x * 10.0 ** r.integers(-6, 6, (n, 1))


def assert_near(found: Any, expected: np.ndarray, allowed: Any) -> None:
    found = found.numpy()
    assert found.shape == expected.shape
    assert (np.abs(found - expected) <= allowed).all()


@within("n", SIZES)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_results_are_those_of_lapack(n: int, dtype: Any, layout: str) -> None:
    eps = np.finfo(dtype).eps
    for given in batches(n):
        a = LAYOUTS[layout](given.astype(dtype))
        x, wide = wengert.from_numpy(a), a.astype(float)
        scale = np.linalg.norm(wide, axis=(-2, -1), keepdims=True)
        inverse = np.linalg.inv(wide)
        size = np.linalg.norm(inverse, axis=(-2, -1), keepdims=True)
        bound = 4 * eps * (scale * size) if dtype is np.float64 else eps  # what rounding in double precision spoils
        det = np.linalg.det(wide)
        logs = np.log(np.abs(det))
        of_numpy = 2 * np.finfo(float).eps * np.abs(logs)  # its determinant is the power of a logarithm
        assert_near(linalg.det(x), det, (np.max(bound) + of_numpy) * np.abs(det))
        sign, logarithm = linalg.slogdet(x)
        assert (sign.numpy() == np.sign(det)).all()
        assert_near(logarithm, logs, np.max(bound) * (1 + np.abs(logs)))
        assert_near(linalg.inv(x), inverse, bound * size)
        b = np.random.default_rng(0).normal(size=(*a.shape[:-1], 3)).astype(dtype)
        many = np.repeat(b, 6, -1)  # up to 16 right-hand sides a loop solves for, LAPACK for more
        for right in (b, b[..., :1], a[::-1], np.ones((n, 2), dtype), many[..., :16], many[..., :17]):
            expected = np.linalg.solve(wide, right.astype(float))
            largest = size * np.abs(right).sum((-2, -1), keepdims=True)
            assert_near(linalg.solve(x, wengert.from_numpy(right)), expected, bound * largest)


@within("n", SIZES)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_cholesky_factors_are_those_of_lapack(n: int, dtype: Any, layout: str) -> None:
    for given in batches(n):
        whole = (given @ np.swapaxes(given, -1, -2) + np.eye(n)).astype(dtype)
        expected = np.linalg.cholesky(whole.astype(float))
        bound = 8 * np.finfo(dtype).eps * np.linalg.cond(whole.astype(float))[..., None, None]
        for upper in (False, True):
            of = np.triu if upper else np.tril
            a = LAYOUTS[layout](np.where(of(np.ones((n, n))) > 0, whole, np.nan).astype(dtype))
            factor = linalg.cholesky(wengert.from_numpy(a), upper=upper)
            assert (of(factor.numpy()) == factor.numpy()).all()
            turned = factor.mT if upper else factor
            assert_near(turned, expected, bound * np.abs(expected).max((-2, -1), keepdims=True))


@within("n", SIZES)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_lu_factors_are_those_of_lapack(n: int, dtype: Any, layout: str) -> None:
    lapack = pytest.importorskip("scipy.linalg")
    for given in batches(n):
        given[0, ..., -1] = given[0, ..., 0]  # singular: the rest is factored, too
        given[-1, ..., n // 2] = 0
        a = LAYOUTS[layout](given.astype(dtype))
        LU, pivots, _ = linalg.lu_factor_ex(wengert.from_numpy(a))
        P, L, U = wengert.lu_unpack(LU, pivots)
        scale = n * np.finfo(dtype).eps * np.abs(given).max((-2, -1), keepdims=True)
        assert_near((P @ L @ U).double(), a.astype(float), 4 * scale)
        for at in np.ndindex(a.shape[:-2]):
            with warnings.catch_warnings(action="ignore"):
                assert (pivots[at].numpy() - 1 == lapack.lu_factor(a[at].astype(float))[1]).all()


@within("n", SIZES)
def test_of_equal_numbers_the_first_is_the_pivot(n: int) -> None:
    """As in LAPACK. Signs and zeros are eliminated without rounding, where few of them differ in a column."""
    lapack = pytest.importorskip("scipy.linalg")
    r = np.random.default_rng(n)
    for a in (np.triu(r.choice([-1.0, 1.0], (n, n)))[r.permutation(n)], np.ones((n, n)), r.choice([-1.0, 1.0], (n, n))):
        LU, pivots, _ = linalg.lu_factor_ex(wengert.from_numpy(a))
        with warnings.catch_warnings(action="ignore"):
            expected, rows = lapack.lu_factor(a)
        if n <= 4 or (a == np.triu(a)).all() or (a == 1).all():
            assert (pivots.numpy() - 1 == rows).all() and (LU.numpy() == expected).all()
        else:
            assert pivots[0].item() - 1 == rows[0]


@pytest.mark.parametrize("batch", [15, 16, 17, 30])
def test_batches_of_many_dimensions(batch: int) -> None:
    """A loop counts up to 16 of them."""
    shape = (2, *(1,) * (batch - 2), 3, 2, 2)
    a = np.random.default_rng(0).normal(size=shape) + 3 * np.eye(2)
    x = wengert.from_numpy(a)
    np.testing.assert_allclose(linalg.inv(x).numpy(), np.linalg.inv(a))
    np.testing.assert_allclose(linalg.det(x).numpy(), np.linalg.det(a))
    np.testing.assert_allclose(linalg.solve(x, x[..., :1]).numpy(), np.linalg.solve(a, a[..., :1]), atol=1e-12)


@pytest.mark.parametrize("dtype", TYPES)
def test_permutations_are_exact(dtype: Any) -> None:
    for n in range(1, 6):
        a = np.stack([np.eye(n, dtype=dtype)[list(order)] for order in permutations(range(n))])
        x, scales = wengert.from_numpy(a), wengert.arange(1, n + 1, dtype=wengert.from_numpy(a).dtype)
        assert linalg.inv(x).equal(x.mT)
        assert linalg.det(x).equal(wengert.from_numpy(np.round(np.linalg.det(a)).astype(dtype)))
        assert linalg.solve(x, scales.expand(len(a), n)).equal((x.mT @ scales[:, None])[..., 0])


@within("n", SIZES)
@pytest.mark.parametrize("dtype", TYPES)
def test_singular_matrices_of_a_batch(n: int, dtype: Any) -> None:
    r = np.random.default_rng(n)
    a = np.eye(n, dtype=dtype) + r.integers(-2, 3, (n + 1, n, n)).astype(dtype) / 8
    for k in range(n):
        a[k, :, k] = 0
    x = wengert.from_numpy(a)
    codes = [_zero_pivot(m) for m in a[:n]]
    inverse, info = linalg.inv_ex(x)
    assert info.tolist() == [*codes, 0] and codes == list(range(1, n + 1))
    assert inverse[:n].isnan().all() and inverse[n].equal(linalg.inv(x[n]))
    result, info = linalg.solve_ex(x, x)
    assert info.tolist() == [*codes, 0] and result[:n].isnan().all() and not result[n].isnan().any()
    assert linalg.det(x)[:n].tolist() == [0] * n and not linalg.det(x)[:n].signbit().any()
    sign, logarithm = linalg.slogdet(x)
    assert sign[:n].tolist() == [0] * n and logarithm[:n].tolist() == [-wengert.inf] * n
    with pytest.raises(linalg.LinAlgError, match=r"\(Batch element 0\): The diagonal element 1 is zero"):
        linalg.inv(x)


@within("n", SIZES)
def test_matrices_of_a_batch_that_are_not_positive_definite(n: int) -> None:
    r = np.random.default_rng(n)
    b = r.normal(size=(n + 1, n, n))
    a = b @ b.swapaxes(1, 2) + np.eye(n)
    for k in range(n):
        a[k, k, k] = -1 if k % 2 else 0
    for upper in (False, True):
        factor, info = linalg.cholesky_ex(wengert.from_numpy(a), upper=upper)
        assert info.tolist() == [*[_bad_minor(m) for m in a[:n]], 0] == [*range(1, n + 1), 0]
        assert factor[:n].isnan().all() and factor[n].isfinite().all()


@within("n", SIZES)
def test_logarithms_of_determinants_of_any_size(n: int) -> None:
    for power in (-300, -100, -25, -19, -18, -17, 17, 18, 19, 25, 100, 300):
        sign, logarithm = linalg.slogdet(wengert.eye(n, dtype=wengert.float64) * -(10.0**power))
        assert sign.item() == (-1) ** n
        assert logarithm.item() == pytest.approx(n * power * np.log(10), rel=1e-14)


@pytest.mark.parametrize("n", [3, 5])
def test_determinants_whose_products_overflow_on_the_way(n: int) -> None:
    for sizes in ([1e200, 1e200, 1e-300], [1e-200, 1e-200, 1e300], [1e-170, 1e-150, 1e300], [-1e100, 1e-120, 1e20]):
        rest = [1.0] * (n - 3)
        expected = np.exp(np.sum(np.log(np.abs(sizes)))) * np.prod(np.sign(sizes))
        a = wengert.tensor(np.diag([*sizes, *rest]))
        assert linalg.det(a).item() == pytest.approx(expected, rel=1e-12)
        assert linalg.slogdet(a).logabsdet.item() == pytest.approx(np.sum(np.log(np.abs(sizes))), rel=1e-14)
    for sizes in ([1e-200, -1e-200, 1e-10], [1e-308, 1e-150, 3e-305]):
        a = wengert.tensor(np.diag([*sizes, *rest]))
        assert linalg.slogdet(a).sign.item() == np.prod(np.sign(sizes))
        assert linalg.slogdet(a).logabsdet.item() == pytest.approx(np.sum(np.log(np.abs(sizes))), rel=1e-14)
    a = wengert.tensor(np.diag([2.0**600, -(2.0**423), 1.0, *rest]))  # the largest power of two there is
    assert linalg.det(a).item() == pytest.approx(-(2.0**1023), rel=1e-12)
    for sign in (1, -1):
        a = wengert.tensor(np.diag([sign * 1e200, 1e200, 1.0, *[1.0] * (n - 3)]))
        assert linalg.det(a).item() == sign * wengert.inf
        assert linalg.slogdet(a).sign.item() == sign
        assert linalg.slogdet(a).logabsdet.item() == pytest.approx(400 * np.log(10))


@within("n", SIZES)
def test_small_numbers_are_no_zeros(n: int) -> None:
    a = np.eye(n)[np.random.default_rng(n).permutation(n)] * 1e-305
    x = wengert.from_numpy(a)
    np.testing.assert_allclose(linalg.inv(x).numpy(), a.T * 1e305 * 1e305, rtol=1e-14)
    np.testing.assert_allclose(linalg.solve(x, x).numpy(), np.eye(n))


@within("n", SIZES)
def test_determinants_of_infinite_numbers(n: int) -> None:
    for bad in (np.inf, -np.inf):
        for other in (2.0, -2.0):
            a = np.eye(n) * other
            a[0, 0] = bad
            sign = np.sign(bad) * np.sign(other) ** (n - 1)
            assert linalg.det(wengert.tensor(a)).item() == sign * np.inf
            assert [t.item() for t in linalg.slogdet(wengert.tensor(a))] == [sign, np.inf]


@within("n", SIZES)
@pytest.mark.parametrize("order", [2, 3])
def test_derivatives_of_determinants_in_several_directions(n: int, order: int) -> None:
    """A determinant is linear in each row: its derivative in directions that change one row each is a determinant."""
    r = np.random.default_rng(n)
    a, moved = r.normal(size=(n, n)), r.normal(size=(n, n))
    y, xs = wengert.from_numpy(a), []
    for k in range(min(order, n)):
        xs.append(wengert.zeros((), dtype=wengert.float64, requires_grad=True))
        y = y + xs[-1] * wengert.from_numpy(moved * (np.arange(n) == k)[:, None])
    found = linalg.det(y)
    for x in xs:
        (found,) = wengert.autograd.grad(found, x, create_graph=True)
    expected = np.linalg.det(np.where((np.arange(n) < order)[:, None], moved, a))
    np.testing.assert_allclose(found.item(), expected, rtol=1e-9)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_leaves_other_matrices_alone(bad: float) -> None:
    for n in SIZES[1:]:
        a = np.random.default_rng(n).normal(size=(3, n, n)) + 2 * n * np.eye(n)
        a[1, -1, 0] = bad
        x = wengert.from_numpy(a)
        for call in (linalg.inv, linalg.det, lambda x: linalg.slogdet(x)[1], lambda x: linalg.solve(x, x[:, :1].mT)):
            found = call(x)
            assert found[1].isnan().any() or bad == bad  # noqa: PLR0124
            for k in (0, 2):
                assert found[k].isfinite().all()
                np.testing.assert_allclose(found[k].numpy(), call(x[k : k + 1])[0].numpy(), rtol=1e-12)
        factors, info = linalg.cholesky_ex(x @ x.mT)
        assert factors[[0, 2]].isfinite().all() and not factors[1].isfinite().all()
        assert info[[0, 2]].tolist() == [0, 0]
        assert linalg.cholesky_ex(wengert.full((n, n), np.nan)).info.item() == 0  # as LAPACK has it


@pytest.mark.parametrize("dtype", [wengert.float32, wengert.float64])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 20, 40])
def test_sign_of_no_number(n: int, dtype: Any) -> None:
    """It is 0, as in PyTorch: a sign of 1 says that the determinant is positive."""
    x = wengert.eye(n, dtype=dtype).repeat(3, 1, 1)
    x[1, n // 2, 0] = np.nan
    sign, logarithm = linalg.slogdet(x)
    assert sign.tolist() == [1, 0, 1] and logarithm.isnan().tolist() == [False, True, False]
    assert linalg.det(x).isnan().tolist() == wengert.logdet(x).isnan().tolist() == [False, True, False]
    alone = linalg.slogdet(x[1])
    assert alone.sign.item() == 0 and np.isnan(alone.logabsdet.item()) and alone.sign.dtype is dtype
