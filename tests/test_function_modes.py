"""Custom Functions in forward mode, under vmap, and in compositions of transformations."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests import test_words
from tests.functions import Cube, Exp, Product, leaf
from wengert import pytree
from wengert.autograd import Function, forward_ad, grad
from wengert.func import grad as func_grad
from wengert.func import jacfwd, jacrev, vmap

W = wengert.tensor([0.3, -0.5, 0.9], dtype=wengert.float64, requires_grad=True)


class ExpInPlace(Function):
    """Writes its input, and saves it as its output."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: Any) -> Any:
        return x.exp_()

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.mark_dirty(output)
        ctx.save_for_backward(output)
        ctx.save_for_forward(output)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * ctx.saved_tensors[0]

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return t.mul_(ctx.saved_tensors[0])


class Tanh(Function):
    """Sets its output on ctx, and uses it in backward and jvp."""

    generate_vmap_rule = True

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.y = x.tanh()
        return ctx.y

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * (1 - ctx.y * ctx.y)

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return t * (1 - ctx.y * ctx.y)


class Column(Function):
    """Returns a view of its input."""

    generate_vmap_rule = True

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x[..., None]

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g[..., 0]

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return t[..., None]


class Same(Function):
    """Returns its input."""

    generate_vmap_rule = True

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 1

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return t.view_as(t)


class Square(Function):
    """Calls Functions in its own methods. It has two outputs, and the callers use one."""

    generate_vmap_rule = True

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        return x.sin(), Product.apply(x, x, 1.0)

    @staticmethod
    def backward(ctx: Any, unused: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return Product.apply(g, x, 2.0)

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        (x,) = ctx.saved_tensors
        return t * x.cos(), Product.apply(t, x, 2.0)


def by_functions(x: Any) -> Any:
    """[3] -> [3], by every kind of Function."""
    a = x * 1
    v = a[:2]
    ExpInPlace.apply(v)
    b = Tanh.apply(a) * W
    c = Column.apply(Same.apply(b))[..., 0]
    _, d = Square.apply(c)
    return d * a + Exp.apply(x) * v.sum()


def by_operations(x: Any) -> Any:
    """The same by operations, without a Function."""
    e = x[:2].exp()
    a = wengert.cat([e, x[2:]])
    d = (a.tanh() * W) ** 2
    return d * a + x.exp() * e.sum()


@pytest.mark.parametrize("word", test_words.ALL, ids=".".join)
def test_functions_in_every_word_of_transformations(word: tuple[str, ...]) -> None:
    x = test_words.point(word)
    found, expected = (test_words.apply(word, f)(x) for f in (by_functions, by_operations))
    assert found.shape == expected.shape
    np.testing.assert_allclose(found.detach().numpy(), expected.detach().numpy(), rtol=1e-9, atol=1e-10)
    by = [grad(test_words.apply(word, f)(x).sum(), W)[0].numpy() for f in (by_functions, by_operations)]
    np.testing.assert_allclose(by[0], by[1], rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("mode", [jacfwd, jacrev, func_grad], ids=["forward", "reverse", "grad"])
def test_derivatives_to_the_fourth_order(mode: Any, order: int) -> None:
    """Written inputs, outputs on ctx, views, and returned inputs, in one scalar function of one variable."""

    def f(apply: Any) -> Any:
        def g(x: Any) -> Any:
            a = x.reshape(1) * 1
            return (apply["tanh"](apply["exp"](a[:1])) * apply["column"](apply["same"](a))[..., 0]).sum()

        for _ in range(order):
            g = mode(g)
        return g(wengert.tensor(0.3, dtype=wengert.float64)).item()

    functions = {"exp": ExpInPlace.apply, "tanh": Tanh.apply, "column": Column.apply, "same": Same.apply}
    operations = {"exp": lambda x: x.exp(), "tanh": lambda x: x.tanh(), "column": lambda x: x[..., None]}
    # an in-place exp changes the second factor, so the twin writes in place exactly when the Function does
    found = f({**functions, "exp": lambda a: ExpInPlace.apply(a * 1)})
    assert found == pytest.approx(f({**operations, "same": lambda x: x}), rel=1e-9)
    assert f(functions) == pytest.approx(f({**operations, "exp": lambda a: a.exp_(), "same": lambda x: x}), rel=1e-9)


def test_intermediates_in_forward_mode() -> None:
    """Values that forward keeps have the tangents of outer levels: forward over forward, and forward over reverse."""

    class Sin(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.c = x.cos()
            ctx.save_for_backward(x.cos())
            ctx.save_for_forward(x.cos())
            return x.sin()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * (ctx.c + ctx.saved_tensors[0]) / 2

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            return t * (ctx.c + ctx.saved_tensors[0]) / 2

    f: Any = Sin.apply
    x = wengert.tensor(0.3, dtype=wengert.float64)
    assert jacfwd(jacfwd(f))(x).item() == pytest.approx(-math.sin(0.3))
    assert jacfwd(func_grad(f))(x).item() == pytest.approx(-math.sin(0.3))
    for wrong in (func_grad(func_grad(f)), func_grad(jacfwd(f))):
        with pytest.raises(RuntimeError, match="an intermediate value of forward"):
            wrong(x)

    class Saved(Sin):
        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            return t * ctx.saved_tensors[0]

    with pytest.raises(RuntimeError, match=r"SavedBackward: jvp used ctx.saved_tensors\[0\], an intermediate value"):
        func_grad(jacfwd(Saved.apply))(x)


def test_a_tangent_carries_smaller_levels_only() -> None:
    x = wengert.tensor(0.5)
    with forward_ad.dual_level() as outer:
        x = forward_ad.make_dual(x, wengert.tensor(1.0))
        with forward_ad.dual_level() as inner:
            z = forward_ad.make_dual(x, wengert.tensor(1.0))
            y = Product.apply(z, z, 1.0)
            slow = forward_ad.unpack_dual(y, level=outer).tangent
            fast = forward_ad.unpack_dual(y, level=inner).tangent
            assert forward_ad.unpack_dual(slow, level=inner).tangent.item() == 2  # the order of levels does not matter
            assert forward_ad.unpack_dual(fast, level=outer).tangent.item() == 2


def test_in_place_jvp_may_return_a_new_tangent() -> None:
    """torch requires a write to the tangent. Here a new tangent is right too, and no shared tangent is written."""

    class Doubled(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, write: bool) -> Any:
            ctx.write = write
            ctx.mark_dirty(x)
            return x.mul_(2)

        @staticmethod
        def jvp(ctx: Any, t: Any, write: Any) -> Any:
            return t.mul_(2) if ctx.write else t * 2

    for write in (False, True):
        with forward_ad.dual_level():
            t = wengert.ones(2)
            x, y = (forward_ad.make_dual(wengert.tensor([1.0, 2.0]), t) for _ in range(2))
            v = y[1:]
            assert Doubled.apply(x, write) is x and Doubled.apply(v, write) is v
            tangents = [forward_ad.unpack_dual(z).tangent.tolist() for z in (x, y, v)]
            assert tangents == [[2, 2], [1, 2], [2]] and t.tolist() == [1, 1]
            assert (x.tolist(), y.tolist()) == ([2, 4], [1, 4])


def test_tangents_that_are_none() -> None:
    class Half(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.set_materialize_grads(False)
            return x * 1, y * 2

        @staticmethod
        def jvp(ctx: Any, dx: Any, dy: Any) -> Any:
            return dx, dy

    with forward_ad.dual_level():
        x = forward_ad.make_dual(wengert.ones(2), wengert.ones(2))
        a, b = Half.apply(x, wengert.ones(2))
        assert forward_ad.unpack_dual(a).tangent.tolist() == [1, 1]
        assert forward_ad.unpack_dual(b).tangent is None


def test_what_forward_captures_is_constant_in_forward_mode() -> None:
    with forward_ad.dual_level():
        c = forward_ad.make_dual(wengert.ones(2), wengert.ones(2))
        f = type("F", (Function,), {"forward": staticmethod(lambda ctx, x: x * c)})
        assert forward_ad.unpack_dual(f.apply(wengert.ones(2))).tangent is None


def test_a_jvp_may_call_its_own_function() -> None:
    """What it saved has no tangent at the level that it computes: there would be no end."""

    class Exp(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            ctx.save_for_forward(x)
            return x.exp()

        @staticmethod
        def jvp(ctx: Any, tangent: Any) -> Any:
            (x,) = ctx.saved_tensors
            return tangent * Exp.apply(x)

    def slope(x: Any) -> Any:
        return wengert.func.jvp(Exp.apply, (x,), (wengert.ones(()),))[1]

    x = wengert.tensor(0.5)
    for derivative in (slope(x), wengert.func.jvp(slope, (x,), (wengert.ones(()),))[1]):
        assert derivative.item() == x.exp().item()


def test_forward_mode_needs_jvp() -> None:
    with forward_ad.dual_level():
        x = forward_ad.make_dual(leaf(1.0).detach(), wengert.ones((), dtype=wengert.float64))
        with pytest.raises(NotImplementedError, match="You must implement the jvp function"):
            Cube.apply(x)


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_nested_forward_mode(order: int) -> None:
    """All derivatives of ``exp(x)·x·2`` through two Functions."""

    def f(x: Any) -> Any:
        return Product.apply(Exp.apply(x), x, 2.0)

    for _ in range(order):
        f = jacfwd(f)
    x = 0.4
    assert f(wengert.tensor(x, dtype=wengert.float64)).item() == pytest.approx(2 * math.exp(x) * (x + order))


def test_forward_over_reverse_and_reverse_over_forward() -> None:
    def f(x: Any) -> Any:
        return (Exp.apply(x) * x).sum()

    x = wengert.tensor([0.3, 0.7], dtype=wengert.float64)
    expected = np.diag(np.exp(x.numpy()) * (x.numpy() + 2))
    for hessian in (jacfwd(func_grad(f)), jacrev(jacfwd(f)), jacrev(jacrev(f)), jacfwd(jacfwd(f))):
        np.testing.assert_allclose(hessian(x).numpy(), expected)


# -- vmap


def test_vmap_without_a_rule_is_refused() -> None:
    with pytest.raises(RuntimeError, match="You tried to vmap over Cube, but it does not have vmap support"):
        vmap(Cube.apply)(wengert.ones(3))


def test_vmap_with_two_rules_is_refused() -> None:
    class Both(Exp):
        @staticmethod
        def vmap(info: Any, in_dims: Any, x: Any) -> Any:
            return x, 0

    with pytest.raises(RuntimeError, match="but it has both generate_vmap_rule=True and an overridden vmap"):
        vmap(Both.apply)(wengert.ones(3))


def test_generated_vmap_rule() -> None:
    x = wengert.tensor([0.1, 0.2, 0.3], dtype=wengert.float64)
    np.testing.assert_allclose(vmap(Exp.apply)(x).numpy(), np.exp(x.numpy()))
    np.testing.assert_allclose(vmap(func_grad(Exp.apply))(x).numpy(), np.exp(x.numpy()))
    np.testing.assert_allclose(func_grad(lambda v: vmap(Exp.apply)(v).sum())(x).numpy(), np.exp(x.numpy()))
    np.testing.assert_allclose(vmap(jacfwd(Exp.apply))(x).numpy(), np.exp(x.numpy()))


@pytest.mark.parametrize("in_dims", [(0, 0), (0, None), (None, 1), (1, 0)])
def test_written_vmap_rule(in_dims: Any) -> None:
    x, y = leaf(*range(9)).view(3, 3).detach(), leaf(*range(9, 18)).view(3, 3).detach()
    x, y = (t if d is not None else t[0] for t, d in zip((x, y), in_dims, strict=True))
    f = lambda a, b: Product.apply(a, b, 2.0)
    np.testing.assert_array_equal(vmap(f, in_dims)(x, y).numpy(), vmap(lambda a, b: a * b * 2, in_dims)(x, y).numpy())
    for argnum in (0, 1):
        d = vmap(func_grad(lambda a, b: f(a, b).sum(), argnum), in_dims)(x, y)
        e = vmap(func_grad(lambda a, b: (a * b * 2).sum(), argnum), in_dims)(x, y)
        np.testing.assert_array_equal(d.numpy(), e.numpy())


def test_a_backward_that_differentiates_an_unbatched_value_walked_after_the_vmap() -> None:
    """The inner backward pass must keep one gradient per example, because the outer cotangent weights them."""

    class Inner(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x: Any, w: Any) -> Any:
            return (x * w).sin().sum()

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            x, w = ctx.saved_tensors
            with wengert.enable_grad():
                w1 = w.detach().requires_grad_()
                (gw,) = grad((x * w1).sin().sum(), w1)
            return None, gw * g

    x = wengert.tensor(np.random.default_rng(0).normal(size=(4, 3)))
    weights = wengert.tensor([1.0, -2.0, 3.0, 0.5], dtype=wengert.float64)
    w, w2 = leaf(0.3, 0.7, -0.4), leaf(0.3, 0.7, -0.4)
    (vmap(Inner.apply, (0, None))(x, w) * weights).sum().backward()
    ((x * w2).sin().sum(1) * weights).sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), w2.grad.numpy())


def test_gradients_per_example_of_an_argument_that_is_not_mapped() -> None:
    class Generated(Product):
        generate_vmap_rule = True
        vmap = Function.vmap

    x, y = leaf(*range(6)).view(3, 2).detach(), leaf(2.0, 3.0).detach()
    for cls in (Generated, Product):
        d = vmap(func_grad(lambda a, b, cls=cls: cls.apply(a, b, 2.0).sum(), 1), (0, None))(x, y)
        assert d.tolist() == (2 * x).tolist()


def test_a_rule_that_works_on_arrays() -> None:
    """vmap, backward and jvp may compute with NumPy, outside the tape, if each is a Function itself."""

    class Cubed(Function):
        @staticmethod
        def forward(x: Any) -> Any:
            return wengert.from_numpy(x.detach().numpy() ** 3)

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return g * 3 * x * x

        @staticmethod
        def vmap(info: Any, in_dims: Any, x: Any) -> Any:
            return Cubed.apply(x), in_dims[0]

    x = wengert.from_numpy(np.random.default_rng(0).normal(size=(2, 3, 4)))
    for f in (vmap(Cubed.apply), vmap(vmap(Cubed.apply, 1, 1)), vmap(Cubed.apply, 2, 2)):
        np.testing.assert_allclose(f(x).numpy(), x.numpy() ** 3)
        np.testing.assert_allclose(func_grad(lambda x, f=f: f(x).sum())(x).numpy(), 3 * x.numpy() ** 2)
    np.testing.assert_allclose(vmap(func_grad(lambda x: Cubed.apply(x).sum()))(x).numpy(), 3 * x.numpy() ** 2)
    hessian = vmap(jacrev(func_grad(lambda x: Cubed.apply(x).sum())))(x[0])
    np.testing.assert_allclose(hessian.numpy(), [np.diag(6 * row) for row in x[0].numpy()])


def test_in_dims_tell_where_the_batch_came_in() -> None:
    """An unmapped argument that requires grad is the exception: inside the vmap it has one gradient per example."""
    seen = []

    class Seen(Product):
        @staticmethod
        def vmap(info: Any, in_dims: Any, x: Any, y: Any, scale: float) -> Any:
            seen.append((in_dims, tuple(x.shape), tuple(y.shape)))
            return x.sum(), None

    x, y = wengert.ones(2, 3, 4), wengert.ones(3, 5)
    f = lambda x, y: Seen.apply(x, y, 1.0)
    vmap(f, (2, None))(x, y)
    vmap(f, (-2, 0))(x, y)
    vmap(lambda x, y: f(x * 1, y), (1, 0))(x, y)
    vmap(vmap(f, (1, None)), (0, 1))(x.movedim(0, 1), y[:, :3])
    vmap(f, (1, None))(x, y.clone().requires_grad_())
    assert seen == [
        ((2, None, None), (2, 3, 4), (3, 5)),
        ((1, 0, None), (2, 3, 4), (3, 5)),
        ((0, 0, None), (3, 2, 4), (3, 5)),
        ((1, None, None), (2, 4), (3,)),
        ((1, 0, None), (2, 3, 4), (3, 3, 5)),
    ]


def test_a_mapped_view_is_promoted_with_its_base() -> None:
    """The view is a Function's view of a buffer made inside the vmap. Then a batched value is written to the buffer."""

    def f(x: Any) -> Any:
        buffer = wengert.zeros(2, 3)
        v, same = Column.apply(buffer), Same.apply(buffer)
        buffer[1] = x
        return v[..., 0] + same

    x = wengert.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    assert vmap(f)(x)[:, 1].tolist() == (2 * x).tolist()


NESTED: dict[str, tuple[Callable[[Any, Any], Any], Any]] = {  # an argument of a mapped and a plain tensor -> its dims
    "a list": (lambda x, y: [x, x], [0, 0]),
    "mixed": (lambda x, y: [x, y, 3], [0, None, None]),
    "a tuple": (lambda x, y: (y, x), (None, 0)),
    "a dict": (lambda x, y: {"a": x, "b": [y, x]}, {"a": 0, "b": [None, 0]}),
    "nested": (lambda x, y: [[x], ()], [[0], ()]),
    "plain": (lambda x, y: [y], [None]),
    "empty": (lambda x, y: [], []),
    "no tensor": (lambda x, y: "xy", None),
}


@pytest.mark.parametrize("what", NESTED)
def test_a_rule_gets_dims_of_the_structure_of_its_arguments(what: str) -> None:
    """As in PyTorch: lists and dicts of tensors have a dim for each."""
    make, expected = NESTED[what]
    found = []

    class Nested(Function):
        @staticmethod
        def forward(x: Any, more: Any) -> Any:
            raise AssertionError

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            pass

        @staticmethod
        def vmap(info: Any, in_dims: Any, x: Any, more: Any) -> Any:
            found.append(in_dims)
            shapes = [t.shape for t in pytree.tree_leaves(more) if isinstance(t, wengert.Tensor)]
            assert all(s in ((2, 3), (5,)) for s in shapes)
            return {"twice": x * 2, "more": more}, {"twice": in_dims[0], "more": in_dims[1]}

    x, y = wengert.ones(2, 3), wengert.ones(5)
    out = vmap(lambda x: Nested.apply(x, make(x, y))["twice"])(x)
    assert out.tolist() == [[2.0] * 3] * 2 and found == [(0, expected)]


def test_a_rule_is_called_for_what_is_mapped_within_a_list() -> None:
    class Nested(Function):
        @staticmethod
        def forward(ctx: Any, y: Any, xs: Any) -> Any:
            raise AssertionError

        @staticmethod
        def vmap(info: Any, in_dims: Any, y: Any, xs: Any) -> Any:
            assert in_dims == (None, [0])
            return y + xs[0].sum(1), 0

    out = vmap(lambda x: Nested.apply(wengert.ones(()), [x]))(wengert.ones(2, 3))
    assert out.tolist() == [4.0, 4.0]
