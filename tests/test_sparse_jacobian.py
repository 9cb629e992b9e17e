"""Sparse Jacobians and Hessians: no entry is missing, colourings are right and small, passes are as many as colours."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from wengert._core.api.transforms import jacobians as module
from wengert._core.api.transforms.jacobian_plan import Footprint, plan_dense
from wengert._core.api.transforms.jacobians import Problem, dense
from wengert._core.api.transforms.sparsity import pattern_of
from wengert.func import (
    Coloring,
    Sparsity,
    grad,
    hessian,
    hessian_sparsity,
    jacobian,
    jacobian_sparsity,
    jacrev,
    jvp,
    vmap,
)

Fn = Callable[..., Any]
D = wengert.float64
X = np.random.default_rng(7).normal(size=12)


def t(a: Any) -> Any:
    return wengert.from_numpy(np.array(a))


def found(f: Fn, n: int = 6) -> Any:
    """The pattern of a function of ``n`` numbers, at zero: nothing may be read off the values there."""
    return jacobian_sparsity(f)(wengert.zeros(n, dtype=D)).numpy().astype(int)


# -- the law: no entry is missing


def whole(problem: Problem) -> Any:
    """The dense real Jacobian as one matrix, row by row."""
    m, n = [problem.count(o) for o in problem.outs], [problem.count(x) for x in problem.inputs]
    plan = plan_dense(Footprint(problem.call, problem.outs), m, n, "reverse", None, "reverse")
    blocks = dense(problem, plan)
    lines = [
        np.concatenate([b.numpy().reshape(k, c) for b, c in zip(line, n, strict=True)], axis=1)
        for line, k in zip(blocks, m, strict=True)
    ]
    return np.concatenate(lines) if lines else np.zeros((0, sum(n)))


def complete(case: laws.Case) -> None:
    """Every entry that is not zero at the sample, or with its numbers in another order, is in the pattern."""
    if not case.live:
        return

    def f(*xs: Any) -> Any:
        return [y for k, y in enumerate(case.at(xs)) if k in case.live]

    def problem(points: laws.Arrays) -> Problem:
        xs = tuple(laws.tensors(points))
        return Problem(f, xs, {}, tuple(range(len(xs))), False, "real_pair", None)

    start = problem(case.point)
    try:
        pattern = pattern_of(start, start.inputs, None).numpy()
    except RuntimeError as e:
        assert "can output dynamic shape" in str(e)  # how many results there are depends on values: no pattern holds
        return
    for points in (case.point, [np.flip(p).copy() for p in case.point]):
        try:
            entries = whole(problem(points))
        except RuntimeError:
            if points is case.point:
                raise
            continue  # the operation refuses the other order: edges of bins do not fall
        missing = np.argwhere(np.isfinite(entries) & (entries != 0) & ~pattern)
        assert not len(missing), f"{case}: the pattern misses {missing.tolist()}"


@pytest.mark.parametrize("name", laws.NAMES)
def test_no_operation_loses_an_entry(name: str) -> None:
    laws.check(complete, name)


def test_what_is_known_of_operations_is_not_given_away() -> None:
    """The patterns of operations that move, sum or multiply are exact."""
    exact = "_getitem permute expand _sum_dim _cat _gather _index_select mm mv _bmm repeat diagonal triu _unfold"
    for name in exact.split(" "):
        for case in laws.cases(name):
            if case.live and all(p.dtype.kind == "f" for p in case.point):
                f = lambda *xs, case=case: [case.at(xs)[k] for k in case.live]  # noqa: E731
                p = Problem(f, tuple(laws.tensors(case.point)), {}, tuple(range(len(case.point))), False, None, None)
                assert (pattern_of(p, p.inputs, None).numpy() == (whole(p) != 0)).all(), case


# -- global structure


def test_the_pattern_does_not_depend_on_the_values() -> None:
    eye = np.eye(6, dtype=int)
    assert (found(lambda x: x.relu()) == eye).all()
    assert (found(lambda x: wengert.where(x > 0, x, x.flip(0))) == (eye | eye[::-1])).all()
    assert (found(lambda x: x.max(0).values.reshape(1)) == 1).all()
    assert (found(lambda x: x.reshape(2, 3).sort(1).values) == np.kron(np.eye(2), np.ones((3, 3)))).all()
    assert (found(lambda x: x[x.argsort()]) == 1).all()  # which entry is taken depends on all
    assert (found(lambda x: x.reshape(2, 3) @ x.reshape(2, 3).T) == product_pattern()).all()
    assert (found(lambda x: x.detach() * 2) == 0).all()


def product_pattern() -> Any:
    rows = np.kron(np.eye(2, dtype=int), np.ones((1, 3), int))
    return np.array([rows[i] | rows[k] for i in range(2) for k in range(2)])


def test_constants_are_looked_at() -> None:
    a = np.triu(np.tril(np.ones((6, 6)), 1))
    assert (found(lambda x: t(a) @ x.sin()) == a).all()
    assert (found(lambda x: x[wengert.tensor([5, 0, 0])]) == np.eye(6)[[5, 0, 0]]).all()
    assert (found(lambda x: wengert.einsum("ij,j->i", t(a), x)) == a).all()
    assert (found(lambda x: x * t(a)) == np.kron(np.ones((6, 1)), np.eye(6)) * a.reshape(-1, 1)).all()
    assert (hessian_sparsity(lambda x: (x**2)[:2].sum())(t(X)).rows == [0, 1]).all()


def test_what_is_drawn_is_no_constant() -> None:
    for f in (lambda x: wengert.nn.functional.dropout(x), lambda x: x * wengert.bernoulli(x.detach() * 0 + 0.1)):
        assert (found(f) == np.eye(6)).all()
    assert (found(lambda x: (wengert.rand(6, 6, dtype=D) > 0.9).double() @ x) == 1).all()


def test_writes_and_maps_inside() -> None:
    def written(x: Any) -> Any:
        out = wengert.zeros(6, dtype=D)
        out[1:-1] = x[2:] - 2 * x[1:-1] + x[:-2]
        out[0] = x[0]
        out[1].add_(x[5])
        return out

    expected = np.tril(np.triu(np.ones((6, 6), int), -1), 1)
    expected[0, 1] = expected[5] = 0
    expected[1, 5] = 1
    assert (found(written) == expected).all()
    blocks = np.kron(np.eye(2), np.ones((3, 3)))
    assert (found(lambda x: vmap(lambda r: r * r.sum())(x.reshape(2, 3))) == blocks).all()
    nested = vmap(vmap(lambda a, b: a * b, in_dims=(None, 0)), in_dims=(0, None))
    expected = np.array([np.eye(6, dtype=int)[i] | np.eye(6, dtype=int)[j] for i in range(3) for j in range(3, 6)])
    assert (found(lambda x: nested(x[:3], x[3:])) == expected).all()
    assert (found(lambda x: vmap(grad(lambda r: (r**3).sum()))(x.reshape(2, 3))) == np.eye(6)).all()
    inner = vmap(lambda r: r.reshape(3, 1).expand(3, 2).sum(1))
    assert (found(lambda x: inner(x.reshape(2, 3))) == np.eye(6)).all()


def test_functions_and_hooks_take_everything() -> None:
    class Twice(wengert.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x: Any) -> Any:
            return x * 2

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None: ...

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    assert (found(lambda x: wengert.cat([Twice.apply(x[:2]), x[2:]]))[:2, :2] == 1).all()
    assert found(lambda x: wengert.cat([Twice.apply(x[:2]), x[2:]])).sum() == 8

    def hooked(x: Any) -> Any:
        y = x * 2
        y.register_hook(lambda g: g.flip(0))
        return y

    assert (found(hooked) == 1).all()


def test_several_arguments_and_outputs_are_one_matrix() -> None:
    f = lambda p, k: {"a": p["u"] * k, "b": p["v"].sum()}  # noqa: E731
    s = jacobian_sparsity(f)({"u": wengert.zeros(2), "v": wengert.zeros(3)}, 3.0)
    assert s == Sparsity([0, 1, 2, 2, 2], [0, 1, 2, 3, 4], (3, 5))
    m = jacobian(f, sparsity="auto")({"u": wengert.ones(2), "v": wengert.ones(3)}, 3.0)
    np.testing.assert_array_equal(m.toarray(), [[3, 0, 0, 0, 0], [0, 3, 0, 0, 0], [0, 0, 1, 1, 1]])


def test_branches_on_values_are_refused() -> None:
    before = wengert.get_rng_state().tolist()
    with pytest.raises(RuntimeError, match="data-dependent control flow") as e:
        jacobian(lambda x: x if x[0] > 0 else -x, sparsity="auto")(wengert.ones(3))
    assert "This was raised while looking for the sparsity pattern" in e.value.__notes__[0]
    eye = jacobian(lambda x: x if x[0] > 0 else -x, sparsity=np.eye(3), mode="reverse", max_bytes=1000)
    assert (eye(-wengert.ones(3)).toarray() == -np.eye(3)).all()
    jacobian_sparsity(lambda x: wengert.nn.functional.dropout(x))(wengert.ones(3))
    assert wengert.get_rng_state().tolist() == before


# -- colourings


def patterns() -> dict[str, Any]:
    r = np.random.default_rng(2)
    arrow = np.eye(9, dtype=bool)
    arrow[-1] = arrow[:, -1] = True
    band = np.triu(np.tril(np.ones((11, 11), bool), 2), -1)
    found = {"an arrow": arrow, "a band": band, "none": np.zeros((3, 4), bool), "all": np.ones((4, 3), bool)}
    found |= {"no rows": np.zeros((0, 4), bool), "no columns": np.zeros((4, 0), bool), "an arrow upwards": arrow[::-1]}
    return found | {f"random {k}": r.random(r.integers(1, 14, size=2)) < 0.25 for k in range(25)}


@pytest.mark.parametrize("mode", ["auto", "forward", "reverse", "mixed"])
@pytest.mark.parametrize("name", patterns())
def test_colourings_give_every_entry(name: str, mode: str) -> None:
    pattern = patterns()[name]
    c = Sparsity.of(pattern).coloring(mode)
    a = np.random.default_rng(1).normal(size=pattern.shape) * pattern
    columns = np.stack([a[:, c.columns == k].sum(1) for k in range(c.forward)]) if c.forward else None
    rows = np.stack([a[c.rows == k].sum(0) for k in range(c.reverse)]) if c.reverse else None
    entries = [(rows if by else columns)[k, p] for by, k, p in zip(c.by_row, c.color, c.place, strict=True)]
    np.testing.assert_array_equal(entries, a[c.sparsity.rows, c.sparsity.cols])
    if mode == "auto":
        assert c.passes == min(Sparsity.of(pattern).coloring(m).passes for m in ("forward", "reverse", "mixed"))


@pytest.mark.parametrize("diagonal", [True, False])
@pytest.mark.parametrize("name", [k for k, p in patterns().items() if 0 not in p.shape])
def test_star_colourings_give_every_entry(name: str, diagonal: bool) -> None:
    pattern = patterns()[name]
    n = min(pattern.shape)
    pattern = pattern[:n, :n] | pattern[:n, :n].T
    if not diagonal:
        pattern &= ~np.eye(n, dtype=bool)
    c = Sparsity.of(pattern).coloring(symmetric=True)
    a = np.random.default_rng(1).normal(size=(n, n))
    a = (a + a.T) * pattern
    products = np.stack([a[:, c.columns == k].sum(1) for k in range(c.forward)]) if c.forward else None
    entries = [products[k, p] for k, p in zip(c.color, c.place, strict=True)]
    np.testing.assert_array_equal(entries, a[c.sparsity.rows, c.sparsity.cols])
    for path in itertools.permutations(range(n), 4) if n < 8 else ():  # the definition
        if all(pattern[i, j] for i, j in itertools.pairwise(path)):
            assert len({c.columns[v] for v in path}) > 2


def test_colourings_are_small() -> None:
    many = patterns()
    assert Sparsity.of(many["a band"]).coloring().passes == 4
    assert Sparsity.of(many["an arrow"]).coloring("forward").passes == 9
    assert Sparsity.of(many["an arrow"]).coloring().passes == 3
    assert Sparsity.of(many["an arrow"]).coloring(symmetric=True).passes == 2
    for pattern in many.values():
        s = Sparsity.of(pattern)
        assert s.coloring("forward").passes >= pattern.sum(1).max(initial=0)
        assert s.T.coloring("forward").passes == s.coloring("reverse").passes


# -- Jacobians


def stencil(x: Any) -> Any:
    return wengert.cat([x[:1], x[2:] * x[:-2] - 2 * x[1:-1] + x[1:-1] ** 3, x[-1:].exp()])


FUNCTIONS: dict[str, Fn] = {
    "a stencil": stencil,
    "an arrow": lambda x: wengert.cat([(x * x).sum().reshape(1), x[1:] * x[0]]),
    "tall": lambda x: wengert.cat([x, x.flip(0) ** 2, x[::2]]),
    "wide": lambda x: x.reshape(4, 3).prod(1),
    "nothing": lambda x: wengert.ones(3, dtype=D),
    "sums": lambda x: x.reshape(3, 4).softmax(1) * x.reshape(3, 4),
}


@pytest.mark.parametrize("mode", ["auto", "forward", "reverse", "mixed"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_sparse_jacobians_are_the_dense_ones(name: str, mode: str) -> None:
    pytest.importorskip("scipy")
    f = FUNCTIONS[name]
    jac = jacobian(f, sparsity="auto", mode=mode, check=True)
    expected = jacrev(f)(t(X)).numpy().reshape(-1, 12)
    np.testing.assert_allclose(jac(t(X)).toarray(), expected, atol=1e-12)
    coloring = jac.plan(t(X)).coloring
    assert coloring is not None
    for given in (coloring, coloring.sparsity, coloring.sparsity.numpy(), jac(t(X)), t(coloring.sparsity.numpy())):
        again = jacobian(f, sparsity=given, mode=mode, max_bytes=4000)(t(X + 1))
        np.testing.assert_allclose(again.toarray(), jacrev(f)(t(X + 1)).numpy().reshape(-1, 12), atol=1e-12)


HESSIANS: dict[str, Fn] = {
    "rosenbrock": lambda x: (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum(),
    "an arrow": lambda x: x[-1] * (x**2).sum(),
    "no diagonal": lambda x: (x[1:] * x[:-1]).sum(),
    "linear": lambda x: x.sum(),
    "blocks": lambda x: x.reshape(4, 3).prod(1).sin().sum(),
    "full": lambda x: x.sum() ** 2,
}


@pytest.mark.parametrize("mode", [None, "forward", "reverse", "mixed"])
@pytest.mark.parametrize("name", HESSIANS)
def test_sparse_hessians_are_the_dense_ones(name: str, mode: str | None) -> None:
    pytest.importorskip("scipy")
    f = HESSIANS[name]
    found = hessian(f, sparsity="auto", mode=mode, check=True)(t(X))
    expected = hessian(f)(t(X)).numpy()
    np.testing.assert_allclose(found.toarray(), expected, atol=1e-11)
    assert hessian_sparsity(f)(t(X)).numpy()[expected != 0].all()


def test_a_large_band_takes_as_many_passes_as_it_is_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    n, taken = 10_000, []
    for name in ("pulled", "moved"):
        real = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda p, c, total, chunk, real=real: (taken.append(total), real(p, c, total, chunk))[1]
        )
    x = wengert.linspace(0, 1, n, dtype=D)
    m = jacobian(stencil, sparsity="auto")(x)
    assert m.shape == (n, n) and m.nnz == 3 * (n - 2) + 2
    assert sum(taken) == 3
    v = t(np.random.default_rng(0).normal(size=n))
    np.testing.assert_allclose(m @ v.numpy(), jvp(stencil, (x,), (v,))[1].numpy(), rtol=1e-12)
    taken.clear()
    h = hessian(HESSIANS["rosenbrock"], sparsity="auto")(x)
    assert h.nnz == 3 * n - 2 and sum(taken) == 3


def test_values_keep_their_history() -> None:
    x = t(X).requires_grad_()
    coo = jacobian(stencil, sparsity="auto", layout="coo")(x)
    (g,) = wengert.autograd.grad((coo.values**2).sum(), x)
    (e,) = wengert.autograd.grad((jacrev(stencil)(x) ** 2).sum(), x)
    np.testing.assert_allclose(g.numpy(), e.numpy())
    out = np.zeros(coo.shape)
    out[coo.rows, coo.cols] = coo.values.detach().numpy()
    np.testing.assert_allclose(out, jacrev(stencil)(t(X)).numpy())


def test_a_pattern_that_misses_an_entry_is_found() -> None:
    for mode in ("forward", "reverse"):
        jac = jacobian(stencil, sparsity=np.eye(12), mode=mode, layout="coo", check=True)
        with pytest.raises(RuntimeError, match=r"the sparsity pattern misses entries of column \d+"):
            jac(t(X))


def test_without_scipy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def gone(name: str, *args: Any) -> Any:
        if name.startswith("scipy"):
            raise ImportError(name)
        return real(name, *args)

    monkeypatch.setattr(importlib, "import_module", gone)
    with pytest.raises(ImportError, match=r"Install wengert\[scipy\], or ask for layout='coo'"):
        jacobian(stencil, sparsity="auto")(t(X))
    assert jacobian(stencil, sparsity="auto", layout="coo")(t(X)).values.numel() == 32


def test_least_squares_is_fed_directly() -> None:
    optimize = pytest.importorskip("scipy.optimize")

    def residual(x: Any) -> Any:
        return wengert.cat([10 * (x[1:] - x[:-1] ** 2), 1 - x[:-1]])

    start = np.full(40, -0.5)
    jac = jacobian(residual, sparsity="auto")
    coloring = jac.plan(t(start)).coloring
    assert isinstance(coloring, Coloring) and coloring.passes == 2
    jac = jacobian(residual, sparsity=coloring)
    answer = optimize.least_squares(lambda x: residual(t(x)).numpy(), start, jac=lambda x: jac(t(x)), method="trf")
    np.testing.assert_allclose(answer.x, 1, atol=1e-6)
