"""``func.jacobian``: every way gives the matrix of finite differences; the plan is the cheapest that fits."""

from __future__ import annotations

import itertools
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert.autograd import functional
from wengert.func import JacobianPlan, hessian, jacobian, jacrev, vmap
from wengert.pytree import tree_flatten

Fn = Callable[..., Any]
MODES = ("auto", "forward", "reverse", "mixed")
R = np.random.default_rng(5)
X, Y, S = R.normal(size=4) + 2, R.normal(size=(3, 4)), R.normal(size=())


def t(a: Any) -> Any:
    return wengert.from_numpy(np.array(a))


def written(x: Any, y: Any) -> Any:
    z = wengert.zeros(3, 4, dtype=wengert.float64)
    z[1:] = y[:2] * x
    z[0, 1:3].add_(x[:2])
    return {"z": z, "x": x[::1].mul(2)}


# name: (function, arrays)
CASES: dict[str, tuple[Fn, tuple[Any, ...]]] = {
    "wide": (lambda x: x.sin().sum() * x[:2], (X,)),
    "tall": (lambda x: wengert.outer(x.exp(), x[:3]), (X,)),
    "two by two": (lambda x, y: (y @ x, x.sum() * y[0]), (X, Y)),
    "scalars": (lambda s: s.exp(), (S,)),
    "unrelated": (lambda x, y: (x * 2, y.cos(), wengert.ones(2, dtype=wengert.float64)), (X, Y)),
    "an arrow of blocks": (lambda x, y: (y.prod() * x.sum(), y[0].repeat(5)), (X, Y)),
    "written": (written, (X, Y)),
    "mapped inside": (lambda x, y: vmap(lambda r: (r * x).sum() * r.sin())(y), (X, Y)),
    "no entries": (lambda x: x[:0], (X,)),
    "the input itself": (lambda x: x, (X,)),
}


def flat(tree: Any) -> list[Any]:
    if isinstance(tree, dict):
        tree = tuple(tree.values())
    return [a for part in tree for a in flat(part)] if isinstance(tree, (tuple, list)) else [tree]


def same(found: Any, expected: Any) -> None:
    """Check that two nests of tensors have the same shapes and values."""
    for a, b in zip(flat(found), flat(expected), strict=True):
        assert a.shape == b.shape
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-7, atol=1e-12)


def differences(f: Fn, arrays: tuple[Any, ...], step: float = 1e-5) -> list[Any]:
    """The Jacobian blocks by central differences; by complex inputs, along the real axis."""
    blocks = []
    for j in range(len(flat(f(*map(t, arrays))))):
        for i, a in enumerate(arrays):
            columns = []
            for k in np.ndindex(a.shape):
                ends = []
                for sign in (1, -1):
                    moved = [np.array(b) for b in arrays]
                    moved[i][k] += sign * step
                    ends.append(flat(f(*map(t, moved)))[j].numpy())
                columns.append((ends[0] - ends[1]) / (2 * step))
            shape = flat(f(*map(t, arrays)))[j].shape
            blocks.append(np.stack(columns, axis=-1).reshape((*shape, *a.shape)))
    return blocks


@pytest.mark.parametrize("budget", [None, 3000])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", CASES)
def test_every_way_gives_the_matrix_of_finite_differences(name: str, mode: str, budget: int | None) -> None:
    f, arrays = CASES[name]
    jac = jacobian(f, tuple(range(len(arrays))), mode=mode, max_bytes=budget)
    found = flat(jac(*map(t, arrays)))
    expected = differences(f, arrays)
    assert [g.shape for g in found] == [e.shape for e in expected]
    for g, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(g.numpy(), e, rtol=1e-6, atol=1e-8)
        assert not g.requires_grad


@pytest.mark.parametrize("mode", MODES)
def test_structure_argnums_and_aux_are_those_of_jacrev(mode: str) -> None:
    def f(p: Any, k: int, q: Any) -> Any:
        return {"a": p["w"] * q, "b": [q.sum()]}, (p["w"].sum(), "more")

    args = {"w": t(X)}, 3, t(S)
    for argnums in (0, 2, (0, 2), -1):
        found, aux = jacobian(f, argnums, True, mode=mode)(*args)
        expected, other = jacrev(f, argnums, has_aux=True)(*args)
        assert tree_flatten(found)[1] == tree_flatten(expected)[1]
        same(found, expected)
        assert str(aux) == str(other)


# -- the plan


def plan_of(f: Fn, *args: Any, **options: Any) -> JacobianPlan:
    return jacobian(f, tuple(range(len(args))), **options).plan(*args)


def test_the_cheapest_way_is_chosen() -> None:
    x = wengert.ones(50)
    assert plan_of(lambda x: x.sum() * x[:3], x).mode == "reverse"
    assert plan_of(lambda x: x.repeat(3), x).mode == "forward"
    assert plan_of(lambda x: x * 2, x).mode == "reverse"  # as many: the call is on the tape already
    plan = plan_of(lambda a, b: (a.sum() * b.sum(), a.repeat(40)), wengert.ones(2), x)
    assert (plan.mode, plan.by_row, plan.by_column) == ("mixed", (True, False), (True, False))
    assert (plan.reverse, plan.forward, plan.passes) == (1, 2, 3)
    assert "1 backward pass and 2 forward passes" in plan.explain()
    assert "Alternatives: forward 52, reverse 81." in plan.explain()


def test_a_cover_of_blocks_is_the_cheapest() -> None:
    """Against all covers, for random patterns of dependence."""
    rng = np.random.default_rng(3)
    for _ in range(40):
        m, n = rng.integers(1, 5, size=2)
        sizes = rng.integers(1, 9, size=n), rng.integers(1, 9, size=m)
        depends = rng.random((m, n)) < 0.5

        def f(*xs: Any, depends: Any = depends, outs: Any = sizes[1]) -> Any:
            sums = [x.sum() for x in xs]
            return [
                sum((sums[i] for i in np.flatnonzero(row)), wengert.zeros(())).expand(int(k))
                for row, k in zip(depends, outs, strict=True)
            ]

        plan = plan_of(f, *[wengert.ones(int(k)) for k in sizes[0]], mode="mixed")
        best = min(
            sum(sizes[1][list(rows)]) + sum(sizes[0][depends[[j for j in range(m) if j not in rows]].any(axis=0)])
            for r in range(m + 1)
            for rows in itertools.combinations(range(m), r)
        )
        assert plan.passes == best


def test_the_plan_counts_what_is_done() -> None:
    calls = 0

    def f(x: Any) -> Any:
        nonlocal calls
        calls += 1
        return x.sin().repeat(2)

    x = wengert.ones(10)
    jac = jacobian(f, max_bytes=1500)
    plan = jac.plan(x)
    assert plan.mode == "forward" and plan.forward == 10 and 1 < plan.column_chunk < 10
    assert plan.batches == -(-10 // plan.column_chunk)
    calls = 0
    jac(x)
    assert calls == 1 + plan.batches  # one to record


def deep(x: Any) -> Any:
    for _ in range(6):
        x = (x.sin() * x).exp().tanh()
    return x


def some(f: Fn) -> Fn:
    """A function of few numbers with few results and much in between."""
    return lambda x: f(x.repeat(80)).reshape(-1)[:64]


BUDGETED: dict[str, Fn] = {
    "a chain": some(deep),
    "a network": some(lambda x: (W @ (W @ x.reshape(40, -1)).tanh()).sigmoid()),
    "reductions": some(lambda x: x.reshape(40, -1).softmax(1).logsumexp(0) * x.reshape(40, -1).norm(dim=0)),
    "fans": some(lambda x: wengert.cat([x[:-1] * x[1:], x.cumsum(0), x**3, wengert.where(x > 0, x, x.exp())])),
    "writes": some(lambda x: wengert.zeros(5120)[:2560].add(0).index_put((wengert.arange(2560),), x.sin()[:2560]) ** 2),
    "convolution": some(lambda x: wengert.nn.functional.conv1d(x.reshape(1, 2, -1), wengert.ones(3, 2, 3))),
    "mapped inside": some(lambda x: vmap(lambda r: r.outer(r).sum(0).sin())(x.reshape(160, -1))),
    "broadcasts": some(lambda x: (x[:100] * x[:60, None]).exp() / (1 + x[:60, None] ** 2)),
}
W = wengert.ones(40, 40)


@pytest.mark.parametrize("mode", ["forward", "reverse"])
@pytest.mark.parametrize("name", BUDGETED)
def test_the_budget_is_kept(name: str, mode: str) -> None:
    """What batches add to the height of what is allocated, over a pass at a time, stays below ``max_bytes``."""
    f, x = BUDGETED[name], wengert.linspace(-1, 1, 64)
    loose = jacobian(f, mode=mode).plan(x)
    one = max(loose.row_bytes, loose.column_bytes)
    heights = []
    for share in (1, 16):
        jac = jacobian(f, mode=mode, max_bytes=share * one)
        assert jac.plan(x).batches == 64 // share
        jac(x)  # what is made once and kept is made
        tracemalloc.start()
        try:
            jac(x)
            heights.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    added = (heights[1] - heights[0]) / one
    assert 1 < added <= 15, added  # 16 less the one; and the estimate is of the right order


def test_a_budget_changes_the_way() -> None:
    f = lambda x: deep(x.repeat(100))[:30]  # noqa: E731
    x = wengert.ones(20)
    free = jacobian(f).plan(x)
    assert free.mode == "forward"
    tight = jacobian(f, max_bytes=free.column_bytes - 1).plan(x)
    assert tight.mode == "reverse"
    assert "Forward does not fit: one pass needs" in tight.explain()
    with pytest.raises(RuntimeError, match=r"max_bytes=10 is too little: a single pass \(reverse\) is estimated"):
        jacobian(f, max_bytes=10)(x)


# -- transforms and history


@pytest.mark.parametrize("mode", MODES)
def test_results_are_differentiable_and_transforms_nest(mode: str) -> None:
    f = lambda x: x.sin() * x.sum()  # noqa: E731
    x = t(X).requires_grad_()
    found = jacobian(f, mode=mode, max_bytes=2000)(x)
    (g,) = wengert.autograd.grad(found.square().sum(), x)
    (e,) = wengert.autograd.grad(jacrev(f)(x).square().sum(), x)
    np.testing.assert_allclose(g.numpy(), e.numpy())
    twice = jacobian(jacobian(f, mode=mode), mode=mode)(t(X))
    np.testing.assert_allclose(twice.numpy(), jacrev(jacrev(f))(t(X)).numpy())
    many = vmap(jacobian(f, mode=mode))(t(Y))
    np.testing.assert_allclose(many.numpy(), vmap(jacrev(f))(t(Y)).numpy())


@pytest.mark.parametrize("mode", MODES)
def test_hessians(mode: str) -> None:
    f = lambda x, y: (y @ x).sin().sum() * x[0]  # noqa: E731
    args = t(X), t(Y)
    expected = hessian(f, (0, 1))(*args)
    found = hessian(f, (0, 1), mode=mode, max_bytes=10000)(*args)
    same(found, expected)
    same(functional.hessian(f, args, mode=mode), expected)


def test_a_hessian_is_differentiated_forwards_where_nothing_else_is_cheaper() -> None:
    assert hessian(lambda x: (x**3).sum(), mode="auto").plan(t(X)).mode == "forward"  # type: ignore[attr-defined]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["wide", "tall", "two by two", "unrelated"])
def test_functional_takes_a_mode(name: str, mode: str) -> None:
    f, arrays = CASES[name]
    xs: Any = tuple(map(t, arrays))
    for inputs in (xs, xs[0]) if len(xs) == 1 else (xs,):
        found = functional.jacobian(f, inputs, mode=mode)
        expected = functional.jacobian(f, inputs)
        assert tree_flatten(found)[1] == tree_flatten(expected)[1]
        same(found, expected)


def test_functional_creates_a_graph_where_asked() -> None:
    x = t(X).requires_grad_()
    f = lambda x: x.sin()  # noqa: E731
    assert not functional.jacobian(f, x, mode="forward").requires_grad
    found = functional.jacobian(f, x, mode="forward", create_graph=True)
    found.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), -np.sin(X))
    with pytest.raises(RuntimeError, match="`strict=True` and `mode='auto'` are not supported together"):
        functional.jacobian(f, x, strict=True, mode="auto")


# -- complex

Z = R.normal(size=3) + 1j * R.normal(size=3)

COMPLEX: dict[str, Fn] = {
    "holomorphic": lambda z: (z * z[0]).exp() * z[:, None],
    "with conjugates": lambda z: z.conj() * z[1] + z**2,
    "to real": lambda z: z.abs() * z.imag[0],
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", COMPLEX)
def test_wirtinger_pairs_and_real_pairs_are_those_of_finite_differences(name: str, mode: str) -> None:
    f = COMPLEX[name]
    (x,) = differences(lambda a: f(t(a.numpy() + 1j * Z.imag)), (Z.real,))
    (y,) = differences(lambda b: f(t(Z.real + 1j * b.numpy())), (Z.imag,))
    dz, dconj = jacobian(f, mode=mode, convention="wirtinger")(t(Z))
    np.testing.assert_allclose(dz.numpy(), (x - 1j * y) / 2, atol=1e-8)
    np.testing.assert_allclose(dconj.numpy(), (x + 1j * y) / 2, atol=1e-8)
    real = jacobian(f, mode=mode, convention="real_pair")(t(Z)).numpy()
    both = np.concatenate([x.reshape(-1, 3), y.reshape(-1, 3)], axis=1)
    parts = [both.real, both.imag] if name != "to real" else [both]
    np.testing.assert_allclose(real, np.concatenate(parts), atol=1e-8)
    assert real.shape == ((2 if name != "to real" else 1) * x.size // 3, 6)


@pytest.mark.parametrize("mode", MODES)
def test_holomorphic_is_checked(mode: str) -> None:
    f = COMPLEX["holomorphic"]
    found = jacobian(f, mode=mode, convention="holomorphic")(t(Z))
    np.testing.assert_allclose(found.numpy(), differences(f, (Z,))[0], rtol=1e-7)
    for name in ("with conjugates", "to real"):
        with pytest.raises(RuntimeError, match="not holomorphic at this point: the Cauchy-Riemann equations fail"):
            jacobian(COMPLEX[name], mode=mode, convention="holomorphic")(t(Z))


def test_the_worst_entry_is_named() -> None:
    def f(z: Any) -> Any:
        return z, wengert.stack([z, z + 1e-3 * z.conj(), z + wengert.tensor([0, 0, 5], dtype=wengert.float64) * z.imag])

    with pytest.raises(RuntimeError, match=r"output 1 at index \(2, 2\) by the input at index \(2,\), .* = 0\+2.5j"):
        jacobian(f, convention="holomorphic")(t(Z))


def test_functions_of_real_and_complex_arguments() -> None:
    f = lambda x, z: (x * z, z.real * x)  # noqa: E731
    found = jacobian(f, (0, 1), convention="real_pair")(t(X[:3]), t(Z))
    assert [g.shape for g in flat(found)] == [(6, 3), (6, 6), (3, 3), (3, 6)]
    np.testing.assert_allclose(found[0][0].numpy(), np.concatenate([np.diag(Z.real), np.diag(Z.imag)]))
    np.testing.assert_allclose(found[1][1].numpy(), np.concatenate([np.diag(X[:3]), np.zeros((3, 3))], axis=1))


# -- samples


def per_sample(x: Any) -> Any:
    return wengert.stack([x[:, 0] * x[:, 1], x.sum(1).sin(), x[:, 3].exp()], dim=1)


@pytest.mark.parametrize("mode", MODES)
def test_jacobians_of_samples(mode: str) -> None:
    x = t(Y)
    jac = jacobian(per_sample, mode=mode, batch_dims=0, check=True)
    expected = vmap(jacrev(lambda r: per_sample(r[None])[0]))(x)
    np.testing.assert_allclose(jac(x).numpy(), expected.numpy())
    plan = jac.plan(x)
    assert plan.passes == (4 if mode == "forward" else 3)  # as many as one sample needs
    assert plan.samples == 3 and plan.explain().startswith("3 samples, each 3 output entries by 4 input entries")
    (_, jac_y) = jacobian(lambda a, b: a * b.exp(), (0, 1), batch_dims=-1, mode=mode)(x, x)
    np.testing.assert_allclose(jac_y.numpy(), np.stack([np.diag(c) for c in (Y * np.exp(Y)).T]))


@pytest.mark.parametrize("mode", MODES)
def test_samples_by_several_dims_and_with_complex_numbers(mode: str) -> None:
    z = t(R.normal(size=(2, 5, 3)) + 1j * R.normal(size=(2, 5, 3)))
    f = lambda z: z.sum(1, keepdim=True).conj() * z[:, :2]  # noqa: E731
    dz, dconj = jacobian(f, batch_dims=(0, 2), convention="wirtinger", mode=mode, check=True)(z)
    assert dz.shape == dconj.shape == (2, 3, 2, 5)
    for b in range(2):
        for c in range(3):
            whole = lambda v, b=b, c=c: v.sum().conj() * v[:2]  # noqa: E731
            one, other = jacobian(whole, convention="wirtinger")(z[b, :, c])
            np.testing.assert_allclose(dz[b, c].numpy(), one.numpy(), atol=1e-12)
            np.testing.assert_allclose(dconj[b, c].numpy(), other.numpy(), atol=1e-12)


@pytest.mark.parametrize("mode", ["forward", "reverse"])
@pytest.mark.parametrize("f", [lambda x: x - x.mean(0), lambda x: x + 1e-4 * x.flip(0), lambda x: x.cumsum(0)])
def test_samples_that_depend_on_each_other_are_found(f: Fn, mode: str) -> None:
    jacobian(f, batch_dims=0, mode=mode)(t(Y))  # not without the check
    with pytest.raises(RuntimeError, match=r"outputs may depend on their own sample only, but the sample at \(\d,\)"):
        jacobian(f, batch_dims=0, mode=mode, check=True)(t(Y))
    jacobian(lambda x: (x.float() * 1e4).sin(), batch_dims=0, mode=mode, check=True)(t(Y))
