"""Views and in-place writes: each program has the values and derivatives of its out-of-place twin."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core.tape.counting import next_number
from wengert.autograd import forward_ad, grad, gradcheck, gradgradcheck
from wengert.func import grad as func_grad
from wengert.func import jacfwd, jacrev, jvp, vmap

Program = Callable[[Any, Any], Any]


def stacked(*rows: Any) -> Any:
    return wengert.stack(rows)


def write_whole(x: Any, y: Any) -> Any:
    z = x * 2
    z.mul_(y)
    return z


def write_whole_twin(x: Any, y: Any) -> Any:
    return x * 2 * y


def write_a_row(x: Any, y: Any) -> Any:
    z = x * 1
    z[0].mul_(y[1])
    return z


def write_a_row_twin(x: Any, y: Any) -> Any:
    return stacked(x[0] * y[1], x[1], x[2])


def assign_a_row(x: Any, y: Any) -> Any:
    z = x.exp() + 0
    z[1] = y[0] * z[1].clone()
    return z * z


def assign_a_row_twin(x: Any, y: Any) -> Any:
    e = x.exp()
    z = stacked(e[0], y[0] * e[1], e[2])
    return z * z


def view_sees_a_write_to_its_base(x: Any, y: Any) -> Any:
    z = x * 1
    v = z[1]
    z.mul_(y)
    return v * v


def view_sees_a_write_to_its_base_twin(x: Any, y: Any) -> Any:
    return (x[1] * y[1]) ** 2


def view_sees_a_write_to_another_view(x: Any, y: Any) -> Any:
    z = x * 1
    v, w = z[:, 0], z[0]
    w.mul_(y[0])
    return v.sin()


def view_sees_a_write_to_another_view_twin(x: Any, y: Any) -> Any:
    return wengert.cat([x[0, :1] * y[0, :1], x[1:, 0]]).sin()


def chain_of_views(x: Any, y: Any) -> Any:
    z = x * 1
    z.t()[0].unsqueeze(0)[:, 1:].mul_(y[1:, 0])
    return z


def chain_of_views_twin(x: Any, y: Any) -> Any:
    first = wengert.cat([x[:1, 0], x[1:, 0] * y[1:, 0]])
    return wengert.cat([first.unsqueeze(1), x[:, 1:]], 1)


def base_without_history(x: Any, y: Any) -> Any:
    z = wengert.zeros(3, 2, dtype=x.dtype)
    z[0] = x[0]
    z[2].add_(y[1])
    return z.exp()


def base_without_history_twin(x: Any, y: Any) -> Any:
    return stacked(x[0], wengert.zeros(2, dtype=x.dtype), y[1]).exp()


def overwritten(x: Any, y: Any) -> Any:
    z = x * y
    z[0].copy_(y[1])
    z[1].fill_(3.0)
    z[2].zero_()
    return z * x


def overwritten_twin(x: Any, y: Any) -> Any:
    c = wengert.full((2,), 3.0, dtype=x.dtype)
    return stacked(y[1], c, 0 * c) * x


def written_with_itself(x: Any, y: Any) -> Any:
    z = x * y
    z.mul_(z)
    z[0].add_(z[1])
    return z


def written_with_itself_twin(x: Any, y: Any) -> Any:
    z = (x * y) * (x * y)
    return stacked(z[0] + z[1], z[1], z[2])


def many_steps(x: Any, y: Any) -> Any:
    z = wengert.zeros(4, 2, dtype=x.dtype)
    for t in range(3):
        z[t + 1] = z[t].clone() * y[t] + x[t]
    return z


def many_steps_twin(x: Any, y: Any) -> Any:
    rows = [wengert.zeros(2, dtype=x.dtype)]
    for t in range(3):
        rows.append(rows[-1] * y[t] + x[t])
    return stacked(*rows)


def saved_result_written_through_a_view(x: Any, y: Any) -> Any:
    z = x * 1
    z[0].exp_()
    return z * y


def saved_result_written_through_a_view_twin(x: Any, y: Any) -> Any:
    return stacked(x[0].exp(), x[1], x[2]) * y


def fancy_assignment(x: Any, y: Any) -> Any:
    z = x * 1
    z[wengert.tensor([2, 0])] = y[:2]
    z[z > 1] = 0.25
    return z * z


def fancy_assignment_twin(x: Any, y: Any) -> Any:
    z = stacked(y[1], x[1], y[0])
    z = wengert.where(z > 1, 0.25, z)
    return z * z


def detached_value_is_not_tracked(x: Any, y: Any) -> Any:
    z = x * 1
    return z * z.detach().clone().mul_(2) + y


def detached_value_is_not_tracked_twin(x: Any, y: Any) -> Any:
    return x * (2 * x).detach() + y


def write_before_the_read(x: Any, y: Any) -> Any:
    z = x + 1
    z.add_(y)
    a = z.sin()
    z = z.clone()
    z.mul_(a)
    return z


def write_before_the_read_twin(x: Any, y: Any) -> Any:
    z = x + 1 + y
    return z * z.sin()


def composite_beside_a_stale_view(x: Any, y: Any) -> Any:
    base = wengert.zeros_like(y)
    row = base[:1]
    base.add_(y)  # from now on, the row requires grad; it is brought up to date when it is used
    z = wengert.ones_like(y).detach() * 2
    z.scatter_reduce_(0, wengert.tensor([[1, 1]]), row, "prod")
    return z * x


def composite_beside_a_stale_view_twin(x: Any, y: Any) -> Any:
    return x * stacked(wengert.full_like(y[0], 2.0), 2 * y[0], wengert.full_like(y[0], 2.0))


PROGRAMS = [(f, globals()[f"{name}_twin"]) for name, f in list(globals().items()) if f"{name}_twin" in globals()]
each = pytest.mark.parametrize(("program", "twin"), PROGRAMS, ids=[f.__name__ for f, _ in PROGRAMS])


def inputs() -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    return tuple(wengert.from_numpy(rng.uniform(0.3, 0.9, (3, 2))).requires_grad_() for _ in range(2))  # type: ignore


def same(a: Any, b: Any) -> None:
    np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-11, atol=1e-12)


@each
def test_values_and_gradients_are_the_twins(program: Program, twin: Program) -> None:
    xs = inputs()
    a, b = program(*xs), twin(*xs)
    same(a, b)
    g = wengert.linspace(1, 2, b.numel(), dtype=b.dtype).reshape(b.shape)
    for d, e in zip(grad(a, xs, g, materialize_grads=True), grad(b, xs, g, materialize_grads=True), strict=True):
        same(d, e)


@each
def test_second_derivatives_are_the_twins(program: Program, twin: Program) -> None:
    xs = inputs()
    found = []
    for f in (program, twin):
        y = f(*xs)
        first = grad((y * y).sum(), xs, create_graph=True, materialize_grads=True)
        total = sum((d.sin() for d in first), start=wengert.zeros((), dtype=y.dtype)).sum()
        found.append(grad(total, xs, materialize_grads=True))
    for d, e in zip(*found, strict=True):
        same(d, e)


@each
def test_tangents_are_the_twins(program: Program, twin: Program) -> None:
    xs = inputs()
    with forward_ad.dual_level():
        duals = [forward_ad.make_dual(x.detach(), x.detach() * 2 + 1) for x in xs]
        a, b = (forward_ad.unpack_dual(f(*duals)).tangent for f in (program, twin))
        same(a, b)


@each
def test_under_vmap_they_are_the_twins(program: Program, twin: Program) -> None:
    if program is fancy_assignment:
        pytest.skip("a boolean mask per example has no fixed shape")
    xs, ys = (wengert.stack([t.detach(), t.detach() * 0.5]) for t in inputs())
    same(vmap(program)(xs, ys), vmap(twin)(xs, ys))


@each
def test_gradients_per_example_are_the_twins(program: Program, twin: Program) -> None:
    if program is fancy_assignment:
        pytest.skip("a boolean mask per example has no fixed shape")
    xs, ys = (wengert.stack([t.detach(), t.detach() * 0.5]) for t in inputs())
    for argnum in (0, 1):
        d, e = (vmap(func_grad(lambda x, y, f=f: f(x, y).sum(), argnum))(xs, ys) for f in (program, twin))
        same(d, e)


@pytest.mark.parametrize("program", [f for f, _ in PROGRAMS if "detached" not in f.__name__], ids=lambda f: f.__name__)
def test_finite_differences_agree(program: Program) -> None:
    assert gradcheck(program, inputs())
    assert gradgradcheck(program, inputs())


# -- versions and sharing


def test_views_know_their_base() -> None:
    x = wengert.ones(2, 3)
    v = x[0]
    w = v[1:]
    assert v._is_view() and w._is_view() and not x._is_view()
    assert v._base is x and w._base is x and x._base is None
    assert not (x * 1)._is_view() and not x.clone()._is_view()


def test_all_views_share_one_version() -> None:
    x = wengert.ones(2, 3)
    v = x[0]
    assert (x._version, v._version) == (0, 0)
    v.add_(1)
    assert (x._version, v._version, x.t()._version) == (1, 1, 1)
    x.t().zero_()
    x[0, 0] = 5.0
    assert v._version == 3
    assert x.tolist() == [[5, 0, 0], [0, 0, 0]]


def test_detach_shares_memory_and_version() -> None:
    x = wengert.ones(2, requires_grad=True)
    d = x.detach()
    d.mul_(3)
    assert x.tolist() == [3, 3]
    assert (x._version, d._version) == (1, 1)
    assert not d.requires_grad and d.grad_fn is None and d.is_leaf


def test_data_shares_memory_but_no_version() -> None:
    x = wengert.ones(2, requires_grad=True)
    y = (x * x).sum()
    x.data.mul_(3)
    assert x._version == 0 and x.tolist() == [3, 3]
    y.backward()
    assert x.grad.tolist() == [6, 6]


def test_data_can_be_replaced() -> None:
    x = wengert.ones(2, requires_grad=True)
    x.data = wengert.ones(3)
    (x * 2).sum().backward()
    assert x.is_leaf and x.grad.tolist() == [2, 2, 2]


def test_writes_through_detach_are_found() -> None:
    x = wengert.ones(2, requires_grad=True)
    y = x.exp()
    y.detach().zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_from_numpy_and_numpy_share_memory() -> None:
    a = np.zeros(2)
    x = wengert.from_numpy(a)
    x.add_(1)
    assert a.tolist() == [1, 1]
    x.numpy()[0] = 7
    assert x.tolist() == [7, 1]


def test_leaves_may_be_written_without_grad() -> None:
    x = wengert.ones(2, requires_grad=True)
    with wengert.no_grad():
        x.sub_(0.5)
        x[0] = 9.0
    assert x.is_leaf and x.requires_grad and x.tolist() == [9, 0.5]


def test_a_leaf_becomes_a_result_by_a_tracked_write() -> None:
    x, b = wengert.ones(2, requires_grad=True), wengert.zeros(2)
    assert b.is_leaf and not b.requires_grad
    b.add_(x)
    assert b.requires_grad and b.grad_fn.name() == "AddBackward0" and not b.is_leaf


def test_what_was_a_leaf_when_it_was_used_accumulates_no_more_as_a_result() -> None:
    b = wengert.ones(2, requires_grad=True)
    used = b * 2
    b.requires_grad_(False).add_(wengert.ones(2, requires_grad=True))
    with pytest.raises(RuntimeError, match="leaf variable has been moved into the graph interior"):
        used.sum().backward()
    assert b.grad_fn is not None and b.requires_grad and wengert.autograd.grad(b.sum(), b)[0].tolist() == [1, 1]


@pytest.mark.parametrize(
    ("save", "write"),
    [
        (lambda x, z: z * z, lambda z: z.add_(1)),
        (lambda x, z: z.exp(), None),
        (lambda x, z: x / z, lambda z: z[0].mul_(2)),
        (lambda x, z: z @ x, lambda z: z.t().zero_()),
    ],
    ids=["mul", "exp", "div", "matmul"],
)
def test_only_what_was_saved_may_not_be_written(save: Any, write: Any) -> None:
    x = wengert.ones(2, 2, requires_grad=True)
    z = x * 1
    y = save(x, z)
    (write or (lambda z: z.add_(1)))(z)
    if write is None:
        y.sum().backward()
        assert x.grad is not None
    else:
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()


@pytest.mark.parametrize("op", ["add", "sub", "div", "sin", "neg", "clone"])
def test_results_that_nobody_saved_may_be_written(op: str) -> None:
    """torch does not save the quotient of a division either, so it may be written."""
    x = wengert.ones(2, requires_grad=True)
    y = getattr(x, op)(*([x * 2] if op in ("add", "sub", "div") else []))
    y.mul_(3)
    y.sum().backward()
    assert x.grad is not None


@pytest.mark.parametrize("op", ["exp", "tanh", "sigmoid", "sqrt", "reciprocal"])
def test_results_that_were_saved_may_not_be_written(op: str) -> None:
    x = wengert.ones(2, requires_grad=True)
    y = getattr(x, op)()
    y.mul_(3)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


# -- traps


def test_an_element_of_a_vector_is_a_view() -> None:
    x = wengert.ones(2)
    x[0].add_(5)
    assert x.tolist() == [6, 1] and x._version == 1


@pytest.mark.parametrize("op", ["reshape", "flip", "conj", "to", "contiguous", "real"])
def test_what_may_alias_is_declared(op: str) -> None:
    """A result that shares memory also shares the version."""
    x = wengert.ones(2, 2)
    args: dict[str, tuple[Any, ...]] = {"reshape": (4,), "flip": (0,), "to": (wengert.float32,)}
    y = getattr(x, op)(*args.get(op, ())) if op != "real" else wengert.real(x)
    assert np.shares_memory(x.numpy(), y.numpy()) == (y is x or y._base is x)


@pytest.mark.parametrize("view", [lambda x: x.diagonal(), lambda x: x.t(), lambda x: x.unfold(0, 1, 1)])
def test_views_can_be_written(view: Callable[[Any], Any]) -> None:
    x = wengert.ones(2, 2)
    view(x).zero_()
    assert x._version == 1 and x[0, 0].item() == 0


def test_a_write_into_a_mapped_input_reaches_the_users_memory_and_history() -> None:
    x, w = wengert.ones(3, 2), wengert.ones(3, 2, requires_grad=True)

    def f(a: Any, b: Any) -> Any:
        a.mul_(b * 2)
        return a

    vmap(f)(x, w)
    assert x.tolist() == [[2, 2]] * 3 and x.requires_grad
    x.sum().backward()
    assert w.grad.tolist() == [[2, 2]] * 3


def test_memory_made_inside_vmap_takes_a_batch_with_its_live_views() -> None:
    def f(a: Any) -> Any:
        z = wengert.zeros(2)
        v = z[0]
        z[1] = a
        v.add_(a * 2)
        return z, v

    z, v = vmap(f)(wengert.tensor([1.0, 2.0]))
    assert z.tolist() == [[2, 1], [4, 2]] and v.tolist() == [2, 4]


def test_confusion_of_perturbations() -> None:
    x = wengert.tensor(1.0)
    with forward_ad.dual_level():
        outer = forward_ad.make_dual(x, wengert.ones(()))
        with forward_ad.dual_level():
            inner = forward_ad.make_dual(x, wengert.ones(()))
            d = forward_ad.unpack_dual(outer + inner).tangent
        assert forward_ad.unpack_dual(outer * d).tangent.item() == 1


def test_gradient_of_a_tangent() -> None:
    x = wengert.tensor(3.0, requires_grad=True)
    with forward_ad.dual_level():
        y = forward_ad.make_dual(wengert.tensor(2.0), wengert.ones(()))
        t = forward_ad.unpack_dual(x * y).tangent
    assert grad(x * t, x)[0].item() == 6


def test_a_saved_result_keeps_its_tangent() -> None:
    """Forward over reverse of exp, which saves its own result."""
    for create in (False, True):
        x = wengert.tensor(0.5, dtype=wengert.float64, requires_grad=True)
        with forward_ad.dual_level():
            dual = forward_ad.make_dual(x, wengert.ones((), dtype=wengert.float64))
            (g,) = grad((dual.exp() * dual), dual, create_graph=create)
            tangent = forward_ad.unpack_dual(g).tangent
        assert tangent.item() == pytest.approx(2.5 * np.exp(0.5))


@pytest.mark.parametrize("history", [False, True])
def test_a_write_through_a_view_of_a_dual_keeps_the_rest_of_its_tangent(history: bool) -> None:
    x = wengert.tensor([1.0, 2.0], requires_grad=history) * 1
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x, wengert.tensor([3.0, 4.0]))
        v = dual[0]
        v.mul_(dual[1])
        assert forward_ad.unpack_dual(dual).tangent.tolist() == [10, 4]
        assert forward_ad.unpack_dual(v).tangent.item() == 10


def test_tangents_without_grad_mode_and_after_their_level() -> None:
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(wengert.tensor([1.0, 2.0]), wengert.tensor([3.0, 4.0]))
        with wengert.no_grad():
            y = dual * 2
        assert forward_ad.unpack_dual(y).tangent.tolist() == [6, 8]
        assert forward_ad.unpack_dual(dual.detach()).tangent is None
    assert forward_ad.unpack_dual(y).tangent is None
    assert not (y * 2).requires_grad


# -- random programs

STEPS: list[Callable[..., Any]] = [
    lambda a, b, i: a * b,
    lambda a, b, i: a + b,
    lambda a, b, i: a.sin(),
    lambda a, b, i: a[i],
    lambda a, b, i: a.t() if a.ndim == 2 else a,
    lambda a, b, i: a.unsqueeze(0)[0],
    lambda a, b, i: a.clone(),
    lambda a, b, i: a @ b,
    lambda a, b, i: a.mul_(b),
    lambda a, b, i: a.add_(b),
    lambda a, b, i: a.tanh_(),
    lambda a, b, i: a.copy_(b),
    lambda a, b, i: a.__setitem__(i, b[0] if b.ndim == 2 else b),
]


def drawn(seed: int) -> Program:
    """A random function of two matrices. Each step makes a tensor or a view, or writes in place."""

    def program(x: Any, y: Any) -> Any:
        rng = random.Random(seed)
        ts = [x * 1, y * 1, wengert.ones(2, 2, dtype=x.dtype)]
        for _ in range(rng.randint(3, 10)):
            step, a, b, i = rng.choice(STEPS), rng.choice(ts), rng.choice(ts), rng.randrange(2)
            try:
                made = step(a, b, i)
            except (RuntimeError, IndexError):
                continue  # the shapes do not fit, which is the same in every mode
            if made is not None and made is not a:
                ts.append(made)
        return sum((t.sum() * k for k, t in enumerate(ts, 1)), start=wengert.zeros((), dtype=x.dtype))

    return program


@pytest.mark.parametrize("seed", range(60))
def test_drawn_programs_mean_the_same_in_every_mode(seed: int) -> None:
    """Compares finite differences, forward mode, reverse mode, batches, and their compositions."""
    rng = np.random.default_rng(seed)
    xs, ys, vs, ws = (wengert.from_numpy(rng.uniform(0.2, 0.9, (3, 2, 2))) for _ in range(4))
    f = drawn(seed)
    point, direction = (xs[0], ys[0]), (vs[0], ws[0])
    ahead, behind = (f(*(p + h * v for p, v in zip(point, direction, strict=True))) for h in (1e-6, -1e-6))
    tangent = jvp(f, point, direction)[1]
    np.testing.assert_allclose((ahead - behind).item() / 2e-6, tangent.item(), rtol=1e-4, atol=1e-6)
    same(vmap(f)(xs, ys), stacked(*map(f, xs, ys)))
    same(
        vmap(lambda *a: jvp(f, a[:2], a[2:])[1])(xs, ys, vs, ws),
        stacked(*(jvp(f, a[:2], a[2:])[1] for a in zip(xs, ys, vs, ws, strict=True))),
    )
    both = func_grad(f, (0, 1))
    try:
        gx, gy = both(*point)
    except RuntimeError as e:
        assert "modified by an inplace operation" in str(e)  # the program writes to a saved tensor
        return
    same((gx * vs[0]).sum() + (gy * ws[0]).sum(), tangent)
    for d, *loop in zip(vmap(both)(xs, ys), *map(both, xs, ys), strict=True):
        same(d, stacked(*loop))
    same(jacfwd(func_grad(f))(*point), jacrev(func_grad(f))(*point))


# -- cotangents and tangents with another memory layout than the written tensor


def in_one_piece(y: Any) -> Any:
    return next(z for z in (y, y.t(), y[1]) if z.is_contiguous() or z.ndim == 1)


LIES: dict[str, Callable[[Any], Any]] = {
    "row by row": lambda x: x * x,
    "column by column": lambda x: (x * x).t().contiguous().t(),
    "with gaps": lambda x: wengert.zeros(2, 3, 2, dtype=x.dtype)[..., 0].detach().add_(x * x),
    "behind other memory": lambda x: wengert.zeros(9, dtype=x.dtype)[3:].detach().view(2, 3).add_(x * x),
}
SHOWS: dict[str, Callable[[Any, int], Any]] = {
    "strided": lambda y, at: y.as_strided((2, 2), (2, 1), at + 1),
    "strided twice": lambda y, at: y.as_strided((4,), (1,), at + 1).as_strided((2,), (2,)),
    "a transpose, strided": lambda y, at: y.t()[1:].as_strided((2,), (y.stride(0),), at + y.stride(1)),
    "strided, and a part": lambda y, at: y.as_strided((2, 2), (1, 2), at)[0].view(2, 1).t(),
    "flat": lambda y, at: in_one_piece(y).view(-1),
    "flat, and a part": lambda y, at: in_one_piece(y).view(-1)[1:],
}


@pytest.mark.parametrize("shows", SHOWS)
@pytest.mark.parametrize("lies", LIES)
def test_derivatives_know_what_a_view_shows(lies: str, shows: str) -> None:
    """They are right whether the cotangent or tangent is expanded, transposed or a copy."""
    weights = wengert.arange(1.0, 7.0, dtype=wengert.float64)

    def program(x: Any) -> Any:
        y = LIES[lies](x)
        v = SHOWS[shows](y, 3 * (lies == "behind other memory"))
        v.mul_(wengert.arange(1.0, 1.0 + v.numel(), dtype=x.dtype).view(v.shape)).exp_()
        return y

    for made in (
        program,
        lambda x: program(x).sum(),
        lambda x: (program(x).t() * weights.view(3, 2)).sum(),
        lambda x: program(x.t().contiguous().t()),
    ):
        x = wengert.tensor([[0.3, -0.4, 0.5], [-0.6, 0.7, 0.2]], dtype=wengert.float64, requires_grad=True)
        assert gradcheck(made, x, check_forward_ad=True)
        assert gradgradcheck(made, x, check_fwd_over_rev=True)
        (g,) = grad(made(x).sum(), x, create_graph=True)
        same(g, grad(made(x).sum(), x)[0])
        xs = wengert.stack([x.detach(), -x.detach()])
        same(vmap(jacrev(made))(xs), stacked(*map(jacrev(made), xs)))


# views that a write reads, too, or whose history is made anew because they are written
READ = {"x[1:] = a[1:]": 1, "x[0][1:] = a[1, 1:]": 2, "x[0, 1] += 1.0": 2, "v *= 2.0": 1}
WRITES = ("x[0] = 3.0", "x[:, 1] = 2", *READ, "v[1] = 5.0")


@pytest.mark.parametrize("write", WRITES)
def test_a_write_to_a_part_records_that_write_alone(write: str) -> None:
    counts = []

    def program(a: Any) -> Any:
        x = a * 2
        v = x[1]
        before = next_number()
        exec(write, {"x": x, "a": a, "v": v})
        counts.append(next_number() - before - 1)
        return x.square().sum() + (v * x[0]).sum()

    a = wengert.tensor([[0.3, -0.4, 0.5], [-0.6, 0.7, 0.2]], dtype=wengert.float64, requires_grad=True)
    program(a)
    assert counts == [1 + READ.get(write, 0)]
    assert gradcheck(program, a, check_forward_ad=True)
    assert gradgradcheck(program, a)
