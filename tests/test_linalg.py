"""What of linear algebra the laws do not see: phases and signs, repeated values, failing ranks, large matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.samples import cnormal
from wengert import linalg
from wengert._core.ops.linalg import lapack, small_matrices

R = np.random.default_rng(7)
REAL, COMPLEX = R.normal(size=(3, 3)), cnormal(R, 3, 3)


def leaf(a: Any) -> Any:
    return wengert.tensor(a, requires_grad=True)


def gradient(f: Callable[[Any], Any], a: Any) -> np.ndarray:
    x = leaf(a)
    (g,) = wengert.autograd.grad(f(x), x)
    return g.numpy()


# -- values that repeat: where vectors are not asked for, they do no harm


def test_sums_of_repeated_values() -> None:
    np.testing.assert_allclose(gradient(lambda A: linalg.eigvalsh(A).sum(), np.eye(3)), np.eye(3), atol=1e-12)
    np.testing.assert_allclose(gradient(lambda A: linalg.svdvals(A).sum(), np.eye(3, 2)), np.eye(3, 2), atol=1e-12)
    np.testing.assert_allclose(gradient(lambda A: wengert.norm(A, "nuc"), np.eye(3, 2)), np.eye(3, 2), atol=1e-12)


# -- NumPy's loops of LAPACK


def answers(matrices: list[np.ndarray]) -> list[Any]:
    """What the operations on LAPACK's loops give, as bytes, and their errors as text."""
    found: list[Any] = []
    for a in matrices:
        b = a[..., :1] + 1
        for f in (linalg.inv, linalg.inv_ex, linalg.cholesky, linalg.cholesky_ex, linalg.det, linalg.slogdet,
                  wengert.logdet, lambda A: linalg.solve(A, wengert.tensor(b)),  # noqa: B023
                  lambda A: linalg.solve_triangular(A, wengert.tensor(b), upper=True)):  # fmt: skip  # noqa: B023
            try:
                got = f(wengert.tensor(a))
            except (RuntimeError, FloatingPointError) as e:  # products raise as the user's np.errstate says
                found.append(str(e))
                continue
            for t in got if isinstance(got, tuple) else (got,):
                found += [t.dtype, tuple(t.shape), t.numpy().tobytes()]
    return found


@pytest.mark.parametrize("state", ["warn", "raise"])
def test_loops_of_lapack_give_what_numpys_functions_give(monkeypatch: pytest.MonkeyPatch, state: Any) -> None:
    good = np.stack([REAL @ REAL.T + k * np.eye(3) for k in range(1, 4)])
    mixed = np.concatenate([good, np.zeros((1, 3, 3)), -good[:1], np.full((1, 3, 3), np.nan)])
    sizes = [good[0], good[:1], good, mixed, *mixed[3:], COMPLEX, np.zeros((0, 3, 3)), np.zeros((0, 0)), np.eye(1)]
    matrices = [*sizes, *[a.astype(np.float32) for a in sizes if a.dtype == np.float64], good[0].T[::-1, ::-1]]
    for name in ("determinants", "log_determinants", "solved", "factors"):  # which compute most of them otherwise
        monkeypatch.setattr(small_matrices, name, lambda *given: None)
    with np.errstate(invalid=state):
        mine = answers(matrices)
        for name in lapack.LOOPS:
            monkeypatch.setitem(lapack.LOOPS, name, None)
        assert mine == answers(matrices)


def test_of_a_batch_matrices_that_fail_are_looked_at_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Any] = []
    monkeypatch.setitem(lapack.FUNCTIONS, "inv", lambda of, a: (looked.append(a.shape), of.inv(a))[1])
    a = np.stack([COMPLEX, 0 * COMPLEX, np.full_like(COMPLEX, np.nan), np.ones_like(COMPLEX), 2 * COMPLEX])
    inverse, info = linalg.inv_ex(wengert.tensor(a))
    assert info.tolist() == [0, 1, 0, 2, 0]
    assert looked == [COMPLEX.shape] * 3
    np.testing.assert_allclose(inverse.numpy()[[0, 4]], np.linalg.inv(a[[0, 4]]))
    assert np.isnan(inverse.numpy()[1:4]).all()


# -- phases


@pytest.mark.parametrize(
    "f",
    [
        lambda A: linalg.eigh(A + A.mH).eigenvectors[0, 0].imag,
        lambda A: linalg.eig(A).eigenvectors[0, 0].imag,
        lambda A: linalg.svd(A).U[0, 0].imag,
    ],
)
def test_a_loss_that_depends_on_the_phase_is_refused(f: Callable[[Any], Any]) -> None:
    with pytest.raises(RuntimeError, match=r"specified up to multiplication by e\^\{i phi\}"):
        f(leaf(COMPLEX)).backward()


# -- ranks


@pytest.mark.parametrize("name", ["atol", "rtol"])
def test_each_matrix_of_a_batch_has_a_tolerance_of_its_own(name: str) -> None:
    x = wengert.diag_embed(wengert.tensor([[4.0, 2.0, 1.0], [8.0, 2.0, 1.0]], dtype=wengert.float64))
    each = wengert.tensor([0.3, 0.2] if name == "rtol" else [1.5, 2.5], dtype=wengert.float64)
    assert linalg.matrix_rank(x, **{name: each}).tolist() == [2, 2 if name == "rtol" else 1]
    for function in (linalg.matrix_rank, linalg.pinv):
        alone = [function(m, **{name: tolerance.item()}) for m, tolerance in zip(x, each, strict=True)]
        assert wengert.equal(function(x, **{name: each}), wengert.stack(alone))


def test_pseudo_inverse_along_matrices_of_one_rank() -> None:
    u, v, du, dv = (R.normal(size=n) for n in (3, 2, 3, 2))
    weights = wengert.tensor(R.normal(size=(2, 3)))

    def at(t: float) -> float:
        A = wengert.tensor(np.outer(u + t * du, v + t * dv))
        return float((linalg.pinv(A, rtol=1e-6) * weights).sum())

    g = gradient(lambda A: (linalg.pinv(A, rtol=1e-6) * weights).sum(), np.outer(u, v))
    slope = (8 * (at(1e-4) - at(-1e-4)) - (at(2e-4) - at(-2e-4))) / 12e-4
    assert float((g * (np.outer(du, v) + np.outer(u, dv))).sum()) == pytest.approx(slope, rel=1e-7)


@pytest.mark.parametrize("rank", [0, 1, 3, 7, 8, 9])
def test_every_derivative_of_a_determinant_at_any_rank(rank: int) -> None:
    """A determinant is a polynomial in each direction; of rank r, it begins with the power n - r."""
    n, order = 9, 9 - rank
    A = R.normal(size=(n, rank)) @ R.normal(size=(rank, n))
    D = R.normal(size=(n, n))
    if order <= 2:
        t = wengert.tensor(0.0, dtype=wengert.float64, requires_grad=True)
        y = linalg.det(wengert.tensor(A) + t * wengert.tensor(D))
        for _ in range(order):
            (y,) = wengert.autograd.grad(y, t, create_graph=True)
        points = np.cos(np.arange(n + 1) * np.pi / n)
        expected = np.polynomial.Polynomial.fit(points, [np.linalg.det(A + p * D) for p in points], n).deriv(
            max(order, 1)
        )
        found = y.item() if order else gradient(lambda A: linalg.det(A), A).ravel() @ D.ravel()
        assert found == pytest.approx(expected(0.0), rel=1e-8)
    else:
        np.testing.assert_allclose(gradient(linalg.det, A), 0, atol=1e-9)


def test_a_batch_of_determinants_some_singular_under_vmap() -> None:
    A = np.stack([REAL, np.ones((3, 3)), np.diag([1.0, 2.0, 0.0])])
    found = wengert.func.vmap(wengert.func.grad(linalg.det))(wengert.tensor(A)).numpy()
    for a, g in zip(A, found, strict=True):
        np.testing.assert_allclose(g, gradient(linalg.det, a), atol=1e-12)
    np.testing.assert_allclose(found[2], np.diag([0.0, 0.0, 2.0]), atol=1e-12)


def test_a_batch_of_determinants_of_which_one_is_singular_and_one_is_nan(monkeypatch: pytest.MonkeyPatch) -> None:
    decomposed, either = [], lapack.either
    monkeypatch.setattr(
        lapack, "either", lambda xp, name, *a: (decomposed.append((name, len(a[0]))), either(xp, name, *a))[1]
    )
    regular = R.normal(size=(4, 4))
    A = np.stack([regular, np.full((4, 4), np.nan), np.diag([1.0, 2.0, 0.0, 3.0])])
    found = gradient(lambda A: linalg.det(A).sum(), A)
    assert decomposed == [("svd", 1), ("svd_f", 1)], "of a large batch, what is singular alone pays for it"
    assert np.isnan(found[1]).all()
    np.testing.assert_allclose(found[0], np.linalg.det(regular) * np.linalg.inv(regular).T, rtol=1e-12)
    np.testing.assert_allclose(found[2], np.diag([0.0, 0.0, 6.0, 0.0]), atol=1e-12)


@pytest.mark.parametrize("columns", [1, 3, 32, 33])
def test_products_of_a_matrix_with_its_transpose(columns: int) -> None:
    x = R.normal(size=(40, columns))
    for given in (wengert.from_numpy(x), wengert.from_numpy(x[::2]), wengert.from_numpy(x.T.copy()).T):
        a = given.numpy()
        expected = np.array([[(p * q).sum() for q in a] for p in a])
        np.testing.assert_allclose((given @ given.T).numpy(), expected, rtol=1e-12, atol=1e-12)


# -- more than a block


@pytest.mark.parametrize("upper", [False, True])
def test_large_triangular_systems(upper: bool) -> None:
    A = wengert.tensor(R.normal(size=(2, 75, 75)) + 20 * np.eye(75))
    A = A.triu() if upper else A.tril()
    B = wengert.tensor(R.normal(size=(75, 3)))
    np.testing.assert_allclose((A @ linalg.solve_triangular(A, B, upper=upper)).numpy(), np.stack([B.numpy()] * 2))
    found = linalg.solve_triangular(A, B.mT, upper=upper, left=False) @ A
    np.testing.assert_allclose(found.numpy(), np.stack([B.mT.numpy()] * 2))


def kahan(n: int) -> np.ndarray:
    """A triangle with a large inverse."""
    return np.triu(np.full((n, n), -0.9), 1) + np.eye(n)


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("unitriangular", [False, True])
@pytest.mark.parametrize("shape", [(7,), (40,), (100,), (2, 40), (50, 7)])
@pytest.mark.parametrize("columns", [0, 1, 90])
def test_triangular_systems_are_solved_as_exactly_as_by_substitution(
    upper: bool, unitriangular: bool, shape: tuple[int, ...], columns: int
) -> None:
    n = shape[-1]
    T = np.broadcast_to(kahan(n) if upper else kahan(n).T, (*shape, n)).copy()
    of, on = np.triu if upper else np.tril, np.arange(n)
    given = T + np.where(of(np.ones((n, n))), 0, np.nan)  # what is not read may be anything
    if unitriangular:
        given[..., on, on] = np.nan
    B = T @ np.ones((n, columns))
    found = linalg.solve_triangular(
        wengert.tensor(given), wengert.tensor(B), upper=upper, unitriangular=unitriangular
    ).numpy()
    size = (np.abs(T) @ np.abs(found)).max(initial=0)
    assert np.abs(T @ found - B).max(initial=0) <= 4 * n * np.finfo(float).eps * size


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("n", [5, 40, 100])
@pytest.mark.parametrize("bad", [0.0, np.nan])
def test_what_is_not_finite_spoils_only_the_rows_that_follow(upper: bool, n: int, bad: float) -> None:
    T = np.eye(n) + (np.triu if upper else np.tril)(np.full((n, n), 1 / n))
    T[n // 2, n // 2] = bad
    found = linalg.solve_triangular(wengert.tensor(T), wengert.ones(n, 2, dtype=wengert.float64), upper=upper).numpy()
    before, after = (slice(n // 2 + 1, n), slice(0, n // 2 + 1)) if upper else (slice(0, n // 2), slice(n // 2, n))
    np.testing.assert_allclose(T[before, before] @ found[before], np.ones(found[before].shape), rtol=1e-8)
    assert not np.isfinite(found[after]).any()


def test_a_triangular_matrix_with_a_zero_on_its_diagonal() -> None:
    A = wengert.tensor([[0.0, 1.0], [0.0, 2.0]])
    assert linalg.solve_triangular(A, wengert.ones(2, 1), upper=True).flatten().tolist() == [wengert.inf, 0.5]


# -- large matrices, which are computed in their own precision


def large(n: int, kind: str) -> np.ndarray:
    """A regular matrix. Elimination of all but the first kind fails, or loses digits, without row exchanges."""
    a = R.normal(size=(2, n, n))
    if kind == "dominant":
        return a + n * np.eye(n)
    if kind == "tiny":
        return a - a * np.eye(n) + 1e-9 * np.eye(n)
    if kind == "shifted":
        return np.roll(np.triu(a / n) + np.eye(n), 1, axis=-2)
    return a


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64])
@pytest.mark.parametrize("n", [32, 33, 64, 65, 130, 200])
@pytest.mark.parametrize("kind", ["dominant", "tiny", "shifted", "normal"])
def test_large_systems_are_solved_as_exactly_as_by_elimination(dtype: Any, n: int, kind: str) -> None:
    a, ones = large(n, kind).astype(dtype), np.ones((n, n), dtype)
    eps = 4 * n * np.finfo(dtype).eps
    A = wengert.tensor(a)
    for B in (ones, ones[:, :1], a[:1] @ ones):
        X = linalg.solve(A, wengert.tensor(B)).numpy()
        assert (np.abs(a @ X - B) <= eps * (np.abs(a) @ np.abs(X) + np.abs(B)).max()).all()
    inverse, info = linalg.inv_ex(A)
    assert info.tolist() == [0, 0]
    size = np.abs(a) @ np.abs(inverse.numpy())
    assert (np.abs(a @ inverse.numpy() - np.eye(n)) <= eps * size.max()).all()


@pytest.mark.parametrize("n", [40, 100])
def test_large_singular_matrices(n: int) -> None:
    a = np.stack([np.eye(n), np.triu(np.ones((n, n)))])
    a[1, n // 2] = 0
    A, B = wengert.tensor(a), wengert.ones(n, n, dtype=wengert.float64)
    with pytest.raises(RuntimeError, match=rf"\(Batch element 1\): .* {n // 2 + 1}"):
        linalg.inv(A)
    with pytest.raises(RuntimeError, match=r"\(Batch element 1\)"):
        linalg.solve(A, B)
    result, info = linalg.solve_ex(A, B)
    assert info.tolist() == [0, n // 2 + 1]
    assert (result[0] == B).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
@pytest.mark.parametrize("n", [5, 40])
def test_values_alone_are_those_with_vectors(dtype: Any, n: int) -> None:
    a = R.normal(size=(2, n, n)).astype(dtype)
    a = a + (1j * R.normal(size=a.shape)).astype(dtype) if np.dtype(dtype).kind == "c" else a
    spd = a @ a.swapaxes(-1, -2).conj()
    for f, x in ((linalg.svdvals, a), (linalg.eigvalsh, spd), (linalg.cholesky, spd + n * np.eye(n, dtype=dtype)),
                 (lambda A: linalg.eigvals(A).abs().sort()[0], a)):  # fmt: skip
        alone, recorded = f(wengert.tensor(x)), f(wengert.tensor(x, requires_grad=True))
        assert recorded.requires_grad and not alone.requires_grad and alone.dtype == recorded.dtype
        exact = f(wengert.tensor(x.astype(np.complex128 if np.dtype(dtype).kind == "c" else float))).numpy()
        for found in (alone, recorded.detach()):
            assert (np.abs(found.numpy() - exact) <= 50 * n * np.finfo(dtype).eps * np.abs(exact).max()).all()


# -- names of old, and low ranks


def test_low_rank() -> None:
    A = wengert.tensor(R.normal(size=(2, 9, 3)) @ R.normal(size=(2, 3, 7)))
    for B in (A, A.mT):
        U, S, V = wengert.svd_lowrank(B, q=4)
        np.testing.assert_allclose(((U * S.unsqueeze(-2)) @ V.mH).numpy(), B.numpy(), atol=1e-10)
    centred = A - A.mean(-2, keepdim=True)
    np.testing.assert_allclose(
        wengert.pca_lowrank(A, q=3)[1].numpy(), linalg.svdvals(centred).numpy()[..., :3], atol=1e-10
    )


def test_lu_needs_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "scipy.linalg.lapack", None)
    with pytest.raises(ImportError, match=r"lu_factor: .* Install wengert\[scipy\]"):
        linalg.lu_factor(wengert.eye(20))


def test_pivots_are_those_of_lu_factor() -> None:
    with pytest.raises(RuntimeError, match=r"linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32\."):
        linalg.lu_solve(wengert.eye(2), wengert.tensor([1, 2]), wengert.ones(2, 1))


# -- matrices that stay Hermitian


@pytest.mark.parametrize("a", [REAL, COMPLEX], ids=["real", "complex"])
def test_steps_along_the_gradient_of_eigenvectors_lead_to_hermitian_matrices(a: np.ndarray) -> None:
    """Of which only a triangle is read: what the other has would be lost."""

    def f(A: Any) -> Any:
        return (linalg.eigh(A).eigenvectors.abs() * wengert.tensor(REAL)).sum()

    matrix = a + a.conj().T
    g = gradient(f, matrix)
    np.testing.assert_allclose(g, g.conj().T, atol=1e-12)
    direction = a @ a.conj().T
    ends = [f(wengert.tensor(matrix + step * direction)).item() for step in (1e-5, -1e-5)]
    np.testing.assert_allclose((g.conj() * direction).sum().real, (ends[0] - ends[1]) / 2e-5, rtol=1e-6)


# -- PyTorch, by what does not depend on signs and phases


def projections(lib: Any, name: str, A: Any) -> list[Any]:
    if name == "eigh":
        values, V = lib.linalg.eigh(A)
        return [values, (V * values.unsqueeze(-2)) @ V.mH, (V[..., :1] @ V[..., :1].mH)]
    if name == "svd":
        U, S, Vh = lib.linalg.svd(A, full_matrices=False)
        return [S, (U * S.unsqueeze(-2) ** 2) @ Vh, U[..., :1] @ Vh[..., :1, :], U[..., :1] @ U[..., :1].mH]
    values, V = lib.linalg.eig(A)
    return [(values**2).sum(-1), lib.abs(V).sum(-1), V @ lib.linalg.solve(V, A.to(V.dtype))]


@pytest.mark.oracle
@pytest.mark.parametrize("name", ["eigh", "svd", "eig"])
@pytest.mark.parametrize("a", [REAL, COMPLEX, R.normal(size=(2, 4, 4))], ids=["real", "complex", "batch"])
def test_gradients_are_those_of_pytorch(name: str, a: np.ndarray) -> None:
    torch = pytest.importorskip("torch")
    found = []
    for lib in (wengert, torch):
        x = lib.tensor(a + a.conj().swapaxes(-1, -2) if name == "eigh" else a, requires_grad=True)
        ys = projections(lib, name, x)
        loss = sum((y.real * y.real).sum() + (y * 2).real.sum() for y in ys)
        (g,) = lib.autograd.grad(loss, x)
        found.append([y.detach().numpy() for y in (*ys, g)])
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)


OLDER: dict[str, Callable[[Any], Any]] = {
    "cholesky": lambda a: wengert.cholesky(a), "qr": lambda a: a.qr(), "lu": lambda a: a.lu(),
    "lu_solve": lambda a: wengert.lu_solve(a, *wengert.linalg.lu_factor(a)),
    "triangular_solve": lambda a: a.triangular_solve(a), "chain_matmul": lambda a: wengert.chain_matmul(a, a),
}  # fmt: skip


@pytest.mark.parametrize("name", OLDER)
def test_older_forms_say_what_to_call_instead(name: str) -> None:
    with pytest.warns(UserWarning, match=rf"wengert\.{name} is deprecated .* Use `wengert\.linalg\.\w+\(") as told:
        OLDER[name](wengert.eye(2))
    assert [w.filename for w in told] == [__file__]


@pytest.mark.parametrize("name", ["float16", "bfloat16"])
def test_a_product_plus_a_tensor_is_rounded_once(lib: Any, name: str) -> None:
    dtype = getattr(lib, name)
    r = np.random.default_rng(0)
    shapes = {
        "addmm": ((5, 6), (5, 4), (4, 6)), "addmv": ((5,), (5, 4), (4,)), "addr": ((5, 4), (5,), (4,)),
        "baddbmm": ((2, 5, 6), (2, 5, 4), (2, 4, 6)), "addbmm": ((5, 6), (2, 5, 4), (2, 4, 6)),
    }  # fmt: skip
    if lib is not wengert:
        shapes = {name: shapes[name] for name in ("addmm", "baddbmm")}  # PyTorch rounds the others on the way
    for op, sizes in shapes.items():
        xs = [lib.tensor(r.normal(size=size)).to(dtype).requires_grad_() for size in sizes]
        found = getattr(lib, op)(*xs, beta=3.4445, alpha=0.7)
        exact = getattr(lib, op)(*[x.detach().double() for x in xs], beta=3.4445, alpha=0.7)
        assert found.dtype is dtype
        assert ((found.double() - exact).abs() <= 0.51 * lib.finfo(dtype).eps * exact.abs() + 1e-5).all(), op
        found.sum().backward()
        assert all(x.grad.dtype is dtype and x.grad.shape == x.shape for x in xs), op


@pytest.mark.parametrize("dtype", ["int16", "uint8", "int64"])
def test_tensordot_of_integers_keeps_their_dtype(dtype: str) -> None:
    """Also where a dimension of size one broadcasts, so that the other factor alone is summed."""
    a, b = (wengert.tensor(v, dtype=getattr(wengert, dtype)) for v in ([[3, 100, 2]], [[20, 70, 0], [50, 200, 5]]))
    first, second = (x.numpy() for x in (a, b))
    expected = np.tensordot(first[0], second.sum(0, dtype=dtype), 1)
    for x, y in ((a, b), (b, a)):
        found = wengert.tensordot(x, y)
        assert found.dtype is a.dtype and found.item() == expected
    found = wengert.tensordot(a, b, dims=([0], [0]))
    assert found.dtype is a.dtype and found.tolist() == np.outer(first[0], second.sum(0, dtype=dtype)).tolist()


# -- einsum

SHORT = [  # an equation, the sizes of its operands, and what becomes of int16
    ("ij->j", [(1, 3)], "int64"), ("ij,jk->k", [(1, 3), (3, 2)], "int16"), ("ij,jk->i", [(2, 3), (3, 1)], "int16"),
    ("ij,kl->j", [(1, 3), (1, 1)], "int16"), ("i,i->", [(1,), (1,)], "int16"), ("ij,jk->k", [(2, 3), (3, 2)], None),
]  # fmt: skip


@pytest.mark.parametrize(("equation", "sizes", "dtype"), SHORT)
def test_factors_of_small_integers(equation: str, sizes: list[tuple[int, ...]], dtype: str | None, lib: Any) -> None:
    operands = [lib.ones(*size, dtype=lib.int16) for size in sizes]
    if dtype is None:
        with pytest.raises(RuntimeError):
            lib.einsum(equation, *operands)
    else:
        assert lib.einsum(equation, *operands).dtype == getattr(lib, dtype)


def test_a_list_of_dimensions_comes_after_its_operand(lib: Any) -> None:
    with pytest.raises(TypeError, match="argument 'equation' \\(position 1\\) must be str, not list"):
        lib.einsum([0, 1], lib.ones(2, 2))
