"""``wengert.func``: every transform over every structure equals products with the dense Jacobian, and nests freely."""

from __future__ import annotations

import doctest
import importlib
import re
from collections import OrderedDict, namedtuple
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Library, outcome, same
from wengert import pytree
from wengert._core.api.trees import KINDS
from wengert.func import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, linearize, vjp, vmap
from wengert.pytree import tree_flatten, tree_leaves, tree_map, tree_structure, tree_unflatten
from wengert.utils.checkpoint import checkpoint

Fn = Callable[..., Any]
Point = namedtuple("Point", "a b")
R = np.random.default_rng(2)


class Box:
    def __init__(self, inside: Any) -> None:
        self.inside = inside


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    pytree.register_pytree_node(Box, lambda b: ([b.inside], None), lambda c, _: Box(*c))
    yield
    del KINDS[Box]


def t(*shape: int) -> Any:
    return wengert.from_numpy(R.normal(size=shape))


def close(a: Any, b: Any, tolerance: float = 1e-11) -> None:
    xs, ys = tree_leaves(a), tree_leaves(b)
    assert len(xs) == len(ys)
    for x, y in zip(xs, ys, strict=True):
        x, y = (v.detach().numpy() if isinstance(v, wengert.Tensor) else v for v in (x, y))
        assert x.shape == y.shape
        np.testing.assert_allclose(x, y, rtol=tolerance, atol=tolerance)


# name: (function, arguments, argnums)
STRUCTURES: dict[str, tuple[Fn, tuple[Any, ...], Any]] = {
    "a tensor": (lambda x: x * x.sin(), (t(3),), 0),
    "scalars": (lambda x: x.exp(), (t(),), 0),
    "second": (lambda x, y: (x @ y).sin(), (t(2, 3), t(3)), 1),
    "last": (lambda x, y: (x @ y).sin(), (t(2, 3), t(3)), -1),
    "both, crossed": (lambda x, y: (x @ y).sin(), (t(2, 3), t(3)), (-1, 0)),
    "a tuple of one": (lambda x, y: x * y, (t(3), t(3)), (1,)),
    "a dict": (lambda d: {"r": d["a"] * d["b"].sum(), "s": d["b"] ** 2}, ({"a": t(2), "b": t(3)},), 0),
    "an ordered dict": (lambda d: OrderedDict(y=d["z"] ** 2), (OrderedDict(z=t(2), y=t()),), 0),
    "named tuples": (lambda p: Point(p.b * p.a.sum(), p.a.cos()), (Point(t(2), t(2, 2)),), 0),
    "lists in tuples": (lambda p, s: [p[0] * s, (p[1][0].sum(),)], ((t(2), [t(3)]), t()), (0, 1)),
    "a registered class": (lambda b: Box([b.inside["x"] ** 3]), (Box({"x": t(2)}),), 0),
    "ignored parts": (lambda d: (d["a"] * 2, wengert.ones(2, dtype=wengert.float64)), ({"a": t(2), "b": t(3)},), 0),
    "the input": (lambda x: x, (t(2),), 0),
    "views": (lambda x: (x.t(), x[0]), (t(2, 3),), 0),
    "writes": (lambda x: written(x), (t(2, 3),), 0),
    "no elements": (lambda x: (x[:0], x.sum()), (t(3),), 0),
    "an empty input": (lambda x, y: x * 2 + y.sum(), (t(2), t(0)), (0, 1)),
}


def written(x: Any) -> Any:
    z = x.clone()
    z[0] *= x[1]
    z[:, 1].add_(x[:, 0])
    return z


def moved(args: tuple[Any, ...], argnums: Any) -> tuple[list[Any], Callable[[list[Any]], tuple[Any, ...]]]:
    """The differentiated arrays, and a function that replaces them in the arguments."""
    nums = (argnums,) if isinstance(argnums, int) else argnums
    nums = [n % len(args) for n in nums]
    leaves, spec = tree_flatten([args[n] for n in nums])

    def rebuilt(arrays: list[Any]) -> tuple[Any, ...]:
        new = dict(zip(nums, tree_unflatten([wengert.from_numpy(a.copy()) for a in arrays], spec), strict=True))
        return tuple(new.get(i, a) for i, a in enumerate(args))

    return [x.numpy() for x in leaves], rebuilt


def differences(f: Fn, args: tuple[Any, ...], argnums: Any) -> list[list[Any]]:
    """The Jacobian of each output leaf with respect to each input leaf, by central differences."""
    arrays, rebuilt = moved(args, argnums)

    def at(arrays: list[Any]) -> list[Any]:
        return [o.numpy().copy() for o in tree_leaves(f(*rebuilt(arrays)))]

    blocks = [[np.zeros((*o.shape, *a.shape)) for a in arrays] for o in at(arrays)]
    for j, a in enumerate(arrays):
        for place in np.ndindex(a.shape):
            ends = []
            for step in (1e-6, -1e-6):
                copies = [b.copy() for b in arrays]
                copies[j][place] += step
                ends.append(at(copies))
            for i, (up, down) in enumerate(zip(*ends, strict=True)):
                blocks[i][j][(..., *place)] = (up - down) / 2e-6
    return blocks


@pytest.mark.parametrize("name", STRUCTURES)
def test_jacobians(name: str) -> None:
    f, args, argnums = STRUCTURES[name]
    expected = [b for row in differences(f, args, argnums) for b in row]
    found = {
        "forward": jacfwd(f, argnums)(*args),
        "reverse": jacrev(f, argnums)(*args),
        **{f"chunks of {n}": jacrev(f, argnums, chunk_size=n)(*args) for n in (1, 2, 100)},
    }
    picked = args[argnums] if isinstance(argnums, int) else tuple(args[n] for n in argnums)
    out = f(*args)
    structure = tree_structure(tree_map(lambda _: picked, out))
    for how, jacobian in found.items():
        assert tree_structure(jacobian) == structure, how
        close(jacobian, expected, 1e-7)
        assert all(j.dtype == wengert.float64 for j in tree_leaves(jacobian))


@pytest.mark.parametrize("name", STRUCTURES)
def test_products(name: str) -> None:
    """vjp, jvp, linearize, at the arguments all of which are differentiated."""
    f, args, _ = STRUCTURES[name]
    everything = tuple(range(len(args)))
    blocks = differences(f, args, everything)
    out = f(*args)
    us, vs = (tree_map(lambda x: t(*x.shape), tree) for tree in (out, args))
    value, pull = vjp(f, *args)
    close(value, out)
    expected = [
        sum(np.tensordot(u.numpy(), row[j], u.ndim) for u, row in zip(tree_leaves(us), blocks, strict=True))
        for j in range(len(tree_leaves(args)))
    ]
    for _ in range(2):  # it may be called repeatedly
        found = pull(us)
        assert tree_structure(found) == tree_structure(args)
        close(found, expected, 1e-7)
    expected = [
        sum(np.tensordot(b, v.numpy(), v.ndim) for b, v in zip(row, tree_leaves(vs), strict=True)) for row in blocks
    ]
    value, push = jvp(f, args, vs)
    close(value, out)
    assert tree_structure(push) == tree_structure(value) == tree_structure(out)
    close(push, expected, 1e-7)
    value, linear = linearize(f, *args)
    close(value, out)
    for _ in range(2):
        assert tree_structure(linear(*vs)) == tree_structure(out)
        close(linear(*vs), expected, 1e-7)


@pytest.mark.parametrize("name", STRUCTURES)
def test_gradient_and_hessian(name: str) -> None:
    f, args, argnums = STRUCTURES[name]

    def scalar(*args: Any) -> Any:
        return sum((o**3).sum() for o in tree_leaves(f(*args)))

    picked = args[argnums] if isinstance(argnums, int) else tuple(args[n] for n in argnums)
    found, value = grad_and_value(scalar, argnums)(*args)
    close(value, scalar(*args))
    assert tree_structure(found) == tree_structure(picked)
    close(found, [b for row in differences(scalar, args, argnums) for b in row], 1e-5)
    close(grad(scalar, argnums)(*args), found)
    second = hessian(scalar, argnums)(*args)
    assert tree_structure(second) == tree_structure(tree_map(lambda _: picked, picked))
    close(second, [b for row in differences(grad(scalar, argnums), args, argnums) for b in row], 1e-5)
    for other in (jacrev(jacfwd(scalar, argnums), argnums), jacrev(jacrev(scalar, argnums), argnums)):
        close(other(*args), second, 1e-9)


def test_the_same_tensor_twice() -> None:
    """torch's jacfwd returns zeros for a negative argnum in a tuple, because it drops the tangent."""
    x = t(3)
    for jacobian in (jacfwd, jacrev):
        first, last = jacobian(lambda x, y: x * y * y, argnums=(0, -1))(x, x)
        close((first, last), (wengert.diag(x * x), wengert.diag(2 * x * x)))


# -- auxiliary values


def test_aux() -> None:
    """torch allows only tensors. Here any value is returned."""
    x = t(3)
    f: Fn = lambda x: ((x**3).sum(), {"twice": x * 2, "word": "w", "none": None})  # noqa: E731
    g, aux = grad(f, has_aux=True)(x)
    g2, (value, aux2) = grad_and_value(f, has_aux=True)(x)
    j, aux3 = jacrev(f, has_aux=True)(x)
    k, aux4 = jacfwd(f, has_aux=True)(x)
    v, pull, aux5 = vjp(f, x, has_aux=True)
    v2, push, aux6 = jvp(f, (x,), (x,), has_aux=True)
    close((g, g2, j, k, pull(wengert.ones((), dtype=wengert.float64))[0]), [3 * x * x] * 5)
    close((value, v, v2), [(x**3).sum()] * 3)
    for a in (aux, aux2, aux3, aux4, aux5, aux6):
        assert a["word"] == "w" and a["none"] is None and not a["twice"].requires_grad
        close(a["twice"], 2 * x)


# -- histories


def test_results_belong_to_who_is_outside() -> None:
    x = t(3)
    w = t(3).requires_grad_()
    f: Fn = lambda x: (x * x * w).sum()  # noqa: E731
    g, value = grad_and_value(f)(x)
    assert g.requires_grad and value.requires_grad and not x.requires_grad
    close(wengert.autograd.grad(g.sum() + value, w)[0], 2 * x + x * x)
    with wengert.no_grad():
        g, value = grad_and_value(f)(x)
        assert not g.requires_grad and not value.requires_grad
    close(g, 2 * x * w)
    results: list[tuple[Fn, Any]] = [
        (lambda h: grad(lambda h: (h**3).sum())(h), 6 * w),
        (lambda h: sum(jvp(lambda h: h**3, (h,), (x,))), 3 * w**2 + 6 * w * x),
        (lambda h: jacfwd(lambda h: h**3)(h), 6 * w),
        (lambda h: jacrev(lambda h: h**3)(h), 6 * w),
        (lambda h: hessian(lambda h: (h**3).sum())(h), wengert.full((3,), 6.0, dtype=wengert.float64)),
    ]
    for f, expected in results:
        close(wengert.autograd.grad(f(w * 1).sum(), w)[0], expected)
    assert w.grad is None
    for found in (grad(lambda x: (x**2).sum())(x), jacrev(lambda x: x**2)(x), jvp(lambda x: x, (x,), (x,))[1]):
        assert not found.requires_grad


def test_pullback_is_a_function_of_cotangent_and_primal() -> None:
    x, u = t(3).requires_grad_(), t(3).requires_grad_()
    y, pull = vjp(lambda x: x**3, x * 1)
    (g,) = pull(u)
    close(g, 3 * x**2 * u)
    close(wengert.autograd.grad(g.sum(), (x, u)), (6 * x * u, 3 * x**2))
    _, pull = vjp(lambda x: x**3, x.detach())
    (g,) = pull(u)
    close(wengert.autograd.grad(g.sum(), u)[0], 3 * x**2)
    close(grad(lambda u: (pull(u)[0] ** 2).sum())(u.detach()), 2 * u * 9 * x**4)
    us = t(4, 3)
    close(vmap(pull)(us)[0], 3 * x**2 * us)
    close(jvp(lambda u: pull(u)[0], (u.detach(),), (us[0],))[1], 3 * x**2 * us[0])
    with wengert.no_grad():
        assert not pull(u)[0].requires_grad
    pull(u, retain_graph=False)
    with pytest.raises(RuntimeError, match="a second time"):
        pull(u)


def test_linear_function_is_one_of_tangent_and_primal() -> None:
    calls = []
    x, v = t(3).requires_grad_(), t(3)

    def f(x: Any) -> Any:
        calls.append(1)
        return x**3 * x.sum()

    y, push = linearize(f, x)
    expected = 3 * x**2 * v * x.sum() + x**3 * v.sum()
    close(push(v), expected)
    close(vmap(push)(wengert.stack([v, 2 * v])), wengert.stack([expected, 2 * expected]))
    close(grad(lambda v: push(v).sum())(v), grad(lambda v: jvp(f, (x.detach(),), (v,))[1].sum())(v))
    close(wengert.autograd.grad(y.sum(), x, retain_graph=True)[0], grad(lambda x: f(x).sum())(x))
    close(wengert.autograd.grad(push(v).sum(), x)[0], grad(lambda x: jvp(f, (x,), (v,))[1].sum())(x.detach()))
    calls.clear()
    xs = t(2, 3)
    close(vmap(lambda x: linearize(f, x)[1](v))(xs), vmap(lambda x: jvp(f, (x,), (v,))[1])(xs))
    _, push = linearize(f, x.detach())
    assert not push(v).requires_grad
    calls.clear()
    push(v)
    assert not calls


@wengert.no_grad()
def _quietly(f: Any, *args: Any) -> Any:
    return f(*args)


def _overwritten(x: Any) -> Any:
    z = x * x
    _quietly(z[:2].mul_, x[1:] * 2)
    return z.sin()


class _Cubed(wengert.autograd.Function):
    @staticmethod
    def forward(x: Any) -> Any:
        return x**3

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_forward(*inputs)

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 3 * x * x * t


UNRECORDED: dict[str, Any] = {
    "a factor": lambda x: x * _quietly(lambda: x.sin() * x.sum()),
    "all": lambda x: _quietly(lambda: (x**3).cumsum(0)),
    "a write": lambda x: _quietly((x * 1).mul_, x),
    "a write to a view": _overwritten,
    "views": lambda x: _quietly(lambda: wengert.stack(x.unbind(0)[::-1])) + x,
    "a Function": lambda x: _quietly(_Cubed.apply, x) * x,
    "a gradient": lambda x: _quietly(grad(lambda x: (x**4).sum()), x),
    "a Jacobian": lambda x: _quietly(jacfwd(lambda x: x**3 * x.sum()), x),
    "a checkpoint": lambda x: checkpoint(lambda x: _quietly(lambda: x.sin() * x) * x, x, use_reentrant=False),
    "in a gradient": grad(lambda x: (x**3 * _quietly(lambda: x**2)).sum()),
}


@pytest.mark.parametrize("name", UNRECORDED)
def test_linearize_is_forward_mode_where_recording_is_off(name: str) -> None:
    """``no_grad`` does not affect forward mode: so neither does it the function that ``linearize`` returns."""
    f, x, v = UNRECORDED[name], t(3), t(3)
    close(linearize(f, x)[1](v), jvp(f, (x,), (v,))[1])
    close(_quietly(lambda: linearize(f, x)[1](v)), jvp(f, (x,), (v,))[1])
    close(vmap(lambda v: linearize(f, x)[1](v))(wengert.eye(3, dtype=x.dtype)), jacfwd(f)(x).movedim(-1, 0))
    if name != "a write to a view":  # jvp loses there where the rest of the base came from
        close(grad(lambda x: linearize(f, x)[1](v).sum())(x), grad(lambda x: jvp(f, (x,), (v,))[1].sum())(x))


def test_what_inner_transforms_made_takes_no_gradients_outside() -> None:
    x, v = t(3), t(3)

    def f(x: Any) -> Any:
        return (x**3).sum() + x.prod()

    gradient, push = linearize(grad(f), x)
    close(push(v), jvp(grad(f), (x,), (v,))[1])
    assert not gradient.requires_grad and not push(v).requires_grad
    value, moved = jvp(lambda x: grad_and_value(f)(x)[1], (x,), (v,))
    assert not value.requires_grad and not moved.requires_grad
    w = v.clone().requires_grad_()
    first, second = jvp(grad(f), (x,), (w,))
    assert not first.requires_grad and second.requires_grad
    close(wengert.autograd.grad(second.sum(), w)[0], hessian(f)(x).sum(0))


def test_autograd_and_hooks_inside_transforms() -> None:
    x = t(3)

    def f(x: Any) -> Any:
        (g,) = wengert.autograd.grad((x**3).sum(), x, create_graph=True)
        return g.sum()

    close(grad(f)(x), 6 * x)
    close(jacrev(lambda x: wengert.autograd.grad((x**3).sum(), x, create_graph=True)[0])(x), wengert.diag(6 * x))

    def hooked(x: Any) -> Any:
        y = x * 1
        y.register_hook(lambda g: g * 10)
        return (y**2).sum()

    close(grad(hooked)(x), 20 * x)
    close(vmap(grad(lambda x: hooked(x)))(x[:, None]), 20 * x[:, None])
    close(hessian(hooked)(x), 20 * wengert.eye(3, dtype=wengert.float64))
    w = t(3).requires_grad_()
    g = grad(lambda x: [(w * x.detach()).sum().backward(), (x * w).sum()][1])(x)  # torch refuses backward() inside
    close((g, w.grad), (w, x))


def test_inputs_are_not_written() -> None:
    for x in (t(2), t(2).requires_grad_(), t(2).requires_grad_() * 1):
        before = x.tolist()
        for transform in (grad, jacrev):
            for f in (lambda x: x.mul_(2).sum(), lambda x: x[:1].mul_(2).sum()):
                with pytest.raises(RuntimeError, match="leaf Variable that requires grad is being used in an in-place"):
                    transform(f)(x)
        assert x.tolist() == before


def buffers(T: Any) -> Fn:
    """Writes to all tensors that are made inside, tracked or not."""

    def f(x: Any) -> Any:
        a, b, c = T.zeros(3), T.zeros_like(x), x.sin().detach()
        a[0] = x[0]
        a.add_(x)
        b[1:] += x[1:]
        c.mul_(x)
        d, e = x.detach().clone(), (x * 1).detach()
        d *= x
        e.view(3, 1)[0] *= x[0]
        return (a + b + c + d).sum() * 2 + e.sum()

    return f


def test_buffers_born_inside_are_written() -> None:
    x = wengert.tensor([1.0, 2.0, 3.0])
    c, one, first = x.sin(), wengert.ones(3), wengert.tensor([1.0, 0.0, 0.0])
    expected = 2 * (one + first + (1 - first) + c + x) + first * x  # c and the clone are constants
    close(grad(buffers(wengert))(x), expected, 1e-6)
    close(grad(lambda x: (x * 1).data.mul_(x).sum())(x), x)
    xs = wengert.stack([x, x])
    close(vmap(grad(buffers(wengert)))(xs), wengert.stack([expected] * 2), 1e-6)
    close(grad(lambda xs: vmap(buffers(wengert))(xs).sum())(xs), wengert.stack([expected] * 2), 1e-6)


def test_captured_tensors_are_not_written_with_what_is_tracked() -> None:
    x, outer = t(3), wengert.zeros(3, dtype=wengert.float64)
    writes: list[Fn] = [
        lambda x: outer.add_(x),
        lambda x: outer[:1].copy_(x[:1]),
        lambda x: outer.__setitem__(0, x[0]),
    ]
    for write in writes:
        for transform in (grad, jacrev, hessian, lambda f: lambda x: vjp(f, x)):
            with pytest.raises(RuntimeError, match=r"would mutate a captured Tensor, at .*test_func\.py"):
                transform(lambda x, write=write: [write(x), x.sum()][1])(x)
    assert outer.tolist() == [0.0] * 3 and not outer.requires_grad

    def nested(x: Any) -> Any:
        born_further_out = wengert.zeros(3, dtype=wengert.float64)
        return grad(lambda y: born_further_out.add_(y).sum())(x).sum()

    with pytest.raises(RuntimeError, match="would mutate a captured Tensor"):
        grad(nested)(x)
    grad(lambda x: [outer.add_(x.detach()), x.sum()][1])(x)  # an untracked value may be stored outside
    close(outer, x)


def test_arguments_beside_the_differentiated_are_written() -> None:
    x, buffer = t(3), wengert.zeros(3, dtype=wengert.float64)
    g = grad(lambda x, b: [b.add_(x), (b * x).sum()][1])(x, buffer)
    close((g, buffer), (2 * x, x))
    assert not buffer.requires_grad


@pytest.mark.oracle
def test_buffers_as_torch() -> None:
    torch = pytest.importorskip("torch")

    def both(T: Any) -> Any:
        x = T.tensor([1.0, 2.0, 3.0])
        f = buffers(T)
        return T.func.grad(f)(x), T.func.hessian(f)(x)

    for a, b in zip(both(wengert), both(torch), strict=True):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-5)
    for T in (wengert, torch):
        outer = T.zeros(3)
        with pytest.raises(
            RuntimeError, match=r"attempted to call in-place operation \(.*add_.*mutate a captured Tensor"
        ):
            T.func.grad(lambda x: outer.add_(x).sum())(T.ones(3))  # noqa: B023
        b = T.zeros(3)
        g = T.func.grad(lambda x, b: [b.add_(x), (b * x).sum()][1])(T.ones(3), b)
        assert g.tolist() == [2.0] * 3 and b.tolist() == [1.0] * 3 and not b.requires_grad


def test_state_is_kept_when_a_function_raises() -> None:
    def bad(x: Any) -> Any:
        raise KeyError

    x = wengert.ones(2)
    with wengert.no_grad():
        for call in (grad(bad), jacrev(bad), jacfwd(bad), hessian(bad), vmap(bad), lambda x: vjp(bad, x)):
            with pytest.raises(KeyError):
                call(x)
        for call in (lambda x: jvp(bad, (x,), (x,)), lambda x: linearize(bad, x), vmap(grad(jacfwd(bad)))):
            with pytest.raises(KeyError):
                call(x)
        assert not wengert.is_grad_enabled()


def test_tangents_take_the_dtype_of_their_primal() -> None:
    """torch keeps the tangent's dtype, which then differs from the output's."""
    x = wengert.ones(2)
    for tangent in (x.double(), x.half()):
        assert jvp(lambda x: x * 2, (x,), (tangent,))[1].dtype == wengert.float32
    with pytest.raises(RuntimeError, match="dtype"):
        jvp(lambda x: x * 2, (x,), (x * 1j,))


@pytest.mark.parametrize("name", ["vmap", "reverse_mode", "forward_mode"])
def test_examples(name: str) -> None:
    module = importlib.import_module(f"wengert._core.api.transforms.{name}")
    assert doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


# -- as torch: refusals, and complex functions

PROGRAMS: dict[str, Callable[[Any, Any, Any], Any]] = {
    # F (func), x = [0, 1, 2] in float32, T
    "grad, integers": lambda F, x, T: F.grad(lambda x: x.sum())(x.long()),
    "grad, a number": lambda F, x, T: F.grad(lambda x: x)(3.0),
    "grad, a number in a dict": lambda F, x, T: F.grad(lambda d: d["a"].sum())({"a": x, "b": 3}),
    "grad, number out": lambda F, x, T: F.grad(lambda x: 1.0)(x),
    "grad, vector out": lambda F, x, T: F.grad(lambda x: x)(x),
    "grad, argnums": lambda F, x, T: F.grad(lambda x: x.sum(), 1)(x),
    "grad, negative argnums": lambda F, x, T: F.grad(lambda x: x.sum(), -2)(x),
    "grad, twice": lambda F, x, T: F.grad(lambda x: x.sum(), (0, 0))(x),
    "grad, none": lambda F, x, T: F.grad(lambda x: x.sum(), ())(x),
    "grad, list": lambda F, x, T: F.grad(lambda x: x.sum(), [0])(x),
    "grad, word": lambda F, x, T: F.grad(lambda x: x.sum(), "a")(x),
    "grad, word in tuple": lambda F, x, T: F.grad(lambda x: x.sum(), (0, "a"))(x),
    "grad, no aux": lambda F, x, T: F.grad(lambda x: x.sum(), has_aux=True)(x),
    "grad, three": lambda F, x, T: F.grad(lambda x: (x.sum(), x, x), has_aux=True)(x),
    "grad, integers out": lambda F, x, T: F.grad(lambda x: x.long().sum())(x),
    "grad, constant": lambda F, x, T: F.grad(lambda x: T.ones(()))(x),
    "grad, complex out": lambda F, x, T: F.grad(lambda x: (x + 1j).sum())(x),
    "grad, complex in": lambda F, x, T: F.grad(lambda x: (x * x.conj()).sum().real)(x + 1j),
    "vjp, structure": lambda F, x, T: F.vjp(lambda x: (x, {"k": x}), x)[1]((x, x)),
    "vjp, list for tuple": lambda F, x, T: F.vjp(lambda x: [x, x], x)[1]((x, x)),
    "vjp, integers out": lambda F, x, T: F.vjp(lambda x: x.long(), x),
    "vjp, number out": lambda F, x, T: F.vjp(lambda x: 3.0, x),
    "vjp, nothing out": lambda F, x, T: F.vjp(lambda x: (), x),
    "vjp, None out": lambda F, x, T: F.vjp(lambda x: None, x),
    "vjp, no aux": lambda F, x, T: F.vjp(lambda x: x, x, has_aux=True),
    "vjp, number": lambda F, x, T: F.vjp(lambda x: x * 2, x)[1](3),
    "vjp, shape": lambda F, x, T: F.vjp(lambda x: x * 2, x)[1](x[:2]),
    "vjp, double": lambda F, x, T: F.vjp(lambda x: x * 2, x)[1](x.double()),
    "vjp, complex": lambda F, x, T: F.vjp(lambda z: z * z.conj() * z, x + 2j)[1](x - 1j),
    "vjp, complex for real": lambda F, x, T: F.vjp(lambda x: x * 2, x)[1](x + 1j),
    "vjp, constant": lambda F, x, T: F.vjp(lambda x: T.ones(3), x)[1](x),
    "jvp, no tuple": lambda F, x, T: F.jvp(lambda x: x, x, x),
    "jvp, no tuple of tangents": lambda F, x, T: F.jvp(lambda x: x, (x,), x),
    "jvp, too many": lambda F, x, T: F.jvp(lambda x: x, (x,), (x, x)),
    "jvp, number": lambda F, x, T: F.jvp(lambda x: x, (3.0,), (3.0,)),
    "jvp, number as tangent": lambda F, x, T: F.jvp(lambda x: x, (x,), (3.0,)),
    "jvp, nothing": lambda F, x, T: F.jvp(lambda: x, (), ()),
    "jvp, integers": lambda F, x, T: F.jvp(lambda x: x, (x.long(),), (x.long(),)),
    "jvp, number out": lambda F, x, T: F.jvp(lambda x: 3, (x,), (x,)),
    "jvp, None out": lambda F, x, T: F.jvp(lambda x: None, (x,), (x,)),
    "jvp, integers out": lambda F, x, T: F.jvp(lambda x: x.long(), (x,), (x,)),
    "jvp, strict": lambda F, x, T: F.jvp(lambda x: T.ones(2), (x,), (x,), strict=True),
    "jvp, strict in part": lambda F, x, T: F.jvp(lambda x: (x, T.ones(2)), (x,), (x,), strict=True),
    "jvp, not strict": lambda F, x, T: F.jvp(lambda x: (x, T.ones(2)), (x,), (x,)),
    "jvp, no aux": lambda F, x, T: F.jvp(lambda x: x, (x,), (x,), has_aux=True),
    "jvp, complex": lambda F, x, T: F.jvp(lambda z: z * z.conj() * z, (x + 2j,), (x - 1j,)),
    "jacrev, integers out": lambda F, x, T: F.jacrev(lambda x: x.long())(x),
    "jacrev, complex out": lambda F, x, T: F.jacrev(lambda x: (x, x * 1j))(x),
    "jacrev, complex in": lambda F, x, T: F.jacrev(lambda x, y: x)(x, x * 1j),
    "jacrev, chunks of 0": lambda F, x, T: F.jacrev(lambda x: x, chunk_size=0)(x),
    "jacrev, None out": lambda F, x, T: F.jacrev(lambda x: None)(x),
    "jacrev, number out": lambda F, x, T: F.jacrev(lambda x: 3)(x),
    "jacrev, twice": lambda F, x, T: F.jacrev(lambda x: x, (0, 0))(x),
    "jacrev, integers": lambda F, x, T: F.jacrev(lambda x: x)(x.long()),
    "jacrev, a number": lambda F, x, T: F.jacrev(lambda x: x)(3.0),
    "jacrev, no aux": lambda F, x, T: F.jacrev(lambda x: x, has_aux=True)(x),
    "jacrev, draws": lambda F, x, T: F.jacrev(lambda x: T.rand(3) * 0 + x)(x),
    "jacfwd, integers out": lambda F, x, T: F.jacfwd(lambda x: x.long())(x),
    "jacfwd, complex out": lambda F, x, T: F.jacfwd(lambda x: x * 1j)(x),
    "jacfwd, complex in": lambda F, x, T: F.jacfwd(lambda x: x.real)(x * 1j),
    "jacfwd, None out": lambda F, x, T: F.jacfwd(lambda x: None)(x),
    "jacfwd, no aux": lambda F, x, T: F.jacfwd(lambda x: x, has_aux=True)(x),
    "jacfwd, integers": lambda F, x, T: F.jacfwd(lambda x: x)(x.long()),
    "jacfwd, randomness": lambda F, x, T: F.jacfwd(lambda x: x, randomness="often")(x),
    "jacfwd, draws": lambda F, x, T: F.jacfwd(lambda x: x + T.rand(3))(x),
    "jacfwd, the same draws": lambda F, x, T: F.jacfwd(lambda x: x + T.rand(3), randomness="same")(x),
    "jacfwd, constant": lambda F, x, T: F.jacfwd(lambda x: T.ones(2))(x),
    "hessian, linear": lambda F, x, T: F.hessian(lambda x: x.sum())(x),
    "hessian, both": lambda F, x, T: F.hessian(lambda x, y: (x * y).sum(), (0, 1))(x, x + 1),
    "linearize, structure": lambda F, x, T: F.linearize(lambda x, y: x * y, x, x)[1](x),
    "linearize, shape": lambda F, x, T: F.linearize(lambda x: x * 2, x)[1](x[:2]),
    "linearize, dtype": lambda F, x, T: F.linearize(lambda x: x * 2, x)[1](x.double()),
    "linearize, a dict": lambda F, x, T: F.linearize(lambda x: {"a": x.sin()}, x)[1](x),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_torch(name: str, control: Control) -> None:
    def run(lib: Library) -> Any:
        found = PROGRAMS[name](lib.func, lib.arange(3.0), lib.module)
        leaves, spec = importlib.import_module(f"{lib.module.__name__}.utils._pytree").tree_flatten(found)
        return repr(spec), [(str(x.dtype).rpartition(".")[2], x.tolist()) for x in leaves]

    ours, theirs = outcome(run, Library(wengert)), control(run)
    assert same((ours[0], "", []), (theirs[0], "", [])), f"{ours}, and {theirs} in PyTorch"
    words = re.sub(r"torch\.Size\((\[[^]]*\])\)", r"\1", theirs[1]).replace("torch.", "wengert.")
    words = words.replace("of floating point dtype", "of floating point and complex dtype")
    assert ours[1].startswith(words.rstrip("."))


@pytest.mark.oracle
@pytest.mark.parametrize("name", [n for n in STRUCTURES if n not in ("a registered class", "ignored parts")])
def test_structures_as_torch(name: str) -> None:
    torch = pytest.importorskip("torch")
    f, args, argnums = STRUCTURES[name]
    argnums = {"both, crossed": (1, 0), "last": 1}.get(name, argnums)  # negative ones give zeros in torch's jacfwd
    theirs = tree_map(lambda x: torch.from_numpy(x.numpy().copy()), args)
    for transform in ("jacrev", "jacfwd"):
        if "empty" in name or "elements" in name:
            continue  # torch cannot stack nothing
        expected = getattr(torch.func, transform)(f, argnums)(*theirs)
        found = getattr(wengert.func, transform)(f, argnums)(*args)
        assert repr(tree_structure(found)) == repr(torch.utils._pytree.tree_structure(expected))
        close(found, [e.numpy() for e in torch.utils._pytree.tree_leaves(expected)])


@pytest.mark.parametrize("argnums", [(0, -2), (1, -1), (0, 0), (-1, 1)])
@pytest.mark.parametrize("transform", [grad, grad_and_value, jacrev, jacfwd, hessian])
def test_one_argument_is_differentiated_once(transform: Any, argnums: tuple[int, ...]) -> None:
    x, y = wengert.tensor(2.0), wengert.tensor(3.0)
    with pytest.raises(RuntimeError, match="argnums elements must be unique"):
        transform(lambda x, y: x * y, argnums=argnums)(x, y)
    assert [g.item() for g in grad(lambda x, y: x * y, argnums=(0, -1))(x, y)] == [3.0, 2.0]


@pytest.mark.parametrize("transform", [jacrev, jacfwd])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_jacobians_of_nothing_have_the_dtype_of_the_input(transform: Any, dtype: str) -> None:
    x = wengert.ones(2, dtype=getattr(wengert, dtype))
    for empty in (lambda x: x[:0], lambda x: x[:0].reshape(0, 3)):
        found = transform(empty)(x)
        assert found.dtype == x.dtype and found.shape == (*empty(x).shape, 2)  # type: ignore[no-untyped-call]


PRODUCTS = {
    "jacobian": (), "hessian": (), "vjp": (wengert.tensor(1.0),), "jvp": (wengert.tensor(1.0),),
    "vhp": (wengert.tensor(1.0),), "hvp": (wengert.tensor(1.0),),
}  # fmt: skip


@pytest.mark.parametrize("name", PRODUCTS)
def test_functional_inside_of_a_transform_is_no_constant(name: str) -> None:
    """Its results without ``create_graph`` are constants of reverse mode, and keep their tangents."""

    def product(x: Any, **options: Any) -> Any:
        found = getattr(wengert.autograd.functional, name)(lambda y: y**3, x, *PRODUCTS[name], **options)
        return found[1] if isinstance(found, tuple) else found

    second = name in ("hessian", "vhp", "hvp")
    x, slope = wengert.tensor(2.0), 6.0 if second else 12.0
    for transform in (grad, jacrev):
        with pytest.raises(RuntimeError, match="create_graph=True"):
            transform(product)(x)
        assert transform(lambda x: product(x, create_graph=True))(x).item() == slope
    for transform in (jacfwd, lambda f: lambda x: jvp(f, (x,), (wengert.ones(()),))[1]):
        assert transform(product)(x).item() == slope


# -- arrays


def as_arrays(tree: Any) -> Any:
    return tree_map(lambda x: x.numpy() if isinstance(x, wengert.Tensor) else x, tree)


ON_ARRAYS: dict[str, Fn] = {
    "jacrev": lambda f, args, nums: jacrev(f, nums)(*args),
    "jacfwd": lambda f, args, nums: jacfwd(f, nums)(*args),
    "jacobian": lambda f, args, nums: wengert.func.jacobian(f, nums)(*args),
    "hessian": lambda f, args, nums: hessian(lambda *a: sum(o.sum() for o in tree_leaves(f(*a))), nums)(*args),
    "grad": lambda f, args, nums: grad(lambda *a: sum(o.sum() for o in tree_leaves(f(*a))), nums)(*args),
    "jvp": lambda f, args, nums: jvp(f, args, args),
    "vjp": lambda f, args, nums: (lambda value, pull: pull(as_arrays(value)))(*vjp(f, *args)),
    "linearize": lambda f, args, nums: linearize(f, *args)[1](*args),
}


@pytest.mark.parametrize("name", STRUCTURES)
def test_arrays_are_differentiated(name: str) -> None:
    """As operations do, transforms take arrays of NumPy's for tensors."""
    f, args, argnums = STRUCTURES[name]
    for transform in ON_ARRAYS.values():
        found = transform(f, as_arrays(args), argnums)
        assert all(isinstance(x, wengert.Tensor) and not x.requires_grad for x in tree_leaves(found))
        close(found, transform(f, args, argnums))


def test_arrays_are_mapped_and_scalars_of_numpy_are_tensors() -> None:
    a = np.arange(6.0).reshape(2, 3)
    assert vmap(lambda x, y: x * y.sum(), in_dims=(0, 1))(a, a.T).equal(wengert.from_numpy(a * a.sum(1)[:, None]))
    assert grad(grad(lambda x: x**3))(np.float64(2.0)).equal(wengert.tensor(12.0).double())
    assert wengert.func.jacobian_sparsity(lambda x: x[1:] * x[:-1])(np.ones(3)).shape == (2, 3)
    for transform in (jacrev, jacfwd):
        with pytest.raises(RuntimeError, match="to be real but received complex"):
            transform(lambda x: x * 2)(np.array([1j]))
    with pytest.raises(ValueError, match="must be Tensor, got <class 'float'>"):
        grad(lambda x: x**3)(2.0)


def test_optimisers_of_scipy_take_gradients() -> None:
    optimize = pytest.importorskip("scipy.optimize")

    def rosenbrock(x: Any) -> Any:
        return ((1 - x[:-1]) ** 2 + 100 * (x[1:] - x[:-1] ** 2) ** 2).sum()

    for second in ({"method": "BFGS"}, {"method": "trust-exact", "hess": hessian(rosenbrock)}):
        found = optimize.minimize(rosenbrock, [-1.0, 2.0], jac=grad(rosenbrock), **second)
        np.testing.assert_allclose(found.x, 1, atol=1e-4)
    t, y = np.linspace(0, 4, 20), 2 * np.exp(-np.linspace(0, 4, 20))
    residuals = lambda p: p[0] * np.exp(-p[1] * t) - y  # noqa: E731
    found = optimize.least_squares(residuals, [1.0, 0.5], jac=wengert.func.jacobian(residuals))
    np.testing.assert_allclose(found.x, [2, 1], atol=1e-6)


def test_a_result_without_history_says_where_it_is_lost() -> None:
    def filled(x: Any) -> Any:
        y = np.zeros(2)
        y[:] = x.detach().numpy()
        return y.sum()

    lost = ". Numbers and arrays have no gradient: write np.sin(x) for math.sin(x), and fill np.zeros_like(x)"
    for transform in (grad, jacrev, jacfwd, wengert.func.jacobian):
        with pytest.raises(RuntimeError, match=re.escape(lost)):
            transform(filled)(np.ones(2))
    for transform in (grad, jacrev, jacfwd, wengert.func.jacobian, vmap):
        with pytest.raises((RuntimeError, ValueError), match="None.* Return the value: without a `return`, a function"):
            transform(lambda x: None)(np.ones(2))
    with pytest.raises(RuntimeError, match="got unsupported type <class 'str'>$"):
        jacrev(lambda x: "text")(np.ones(2))
    g = grad(lambda x: sum_of_squares(np.zeros_like(x), x))(np.ones(2))
    assert g.tolist() == [2, 2]


def sum_of_squares(y: Any, x: Any) -> Any:
    for i in range(len(x)):
        y[i] = x[i] ** 2
    return y.sum()


def test_a_pull_that_is_differentiated_leaves_nothing_recorded() -> None:
    """The inputs of a transform that has ended are nobody's: what depends on them alone is a constant."""
    x = wengert.tensor([1.0, 2.0])
    _, pull = vjp(lambda x: x.exp() * x, x)
    value, twice = vjp(lambda u: pull(u)[0], wengert.ones(2))
    (product,) = twice(wengert.tensor([1.0, 0.0]))
    assert not value.requires_grad and not product.requires_grad
    assert product.tolist() == [value[0].item(), 0.0]
    third = grad(lambda x: vjp(lambda u: vjp(lambda x: x**3, x)[1](u)[0].sum(), wengert.ones(()))[0])(
        wengert.tensor(2.0)
    )
    assert third.item() == 12.0  # inside a transform that runs, the derivative goes on
