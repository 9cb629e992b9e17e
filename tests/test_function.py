"""Custom Functions in every documented form, in every mode."""

from __future__ import annotations

import gc
import math
import weakref
from typing import Any

import numpy as np
import pytest

import wengert
from wengert.autograd import Function, forward_ad, grad, gradcheck, gradgradcheck
from wengert.autograd.function import once_differentiable
from wengert.func import grad as func_grad
from wengert.func import jacfwd, jacrev, vmap


def leaf(*values: float) -> Any:
    return wengert.tensor(values if len(values) != 1 else values[0], dtype=wengert.float64, requires_grad=True)


class Cube(Function):
    """The older form, which saves an input."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return g * 3 * x * x


class Exp(Function):
    """The newer form, with jvp and a generated vmap rule; it saves its output."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: Any) -> Any:
        return x.exp()

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(output)
        ctx.save_for_forward(output)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (y,) = ctx.saved_tensors
        return g * y

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        (y,) = ctx.saved_tensors
        return t * y


class Product(Function):
    """Two inputs, a number and a flag besides; jvp and vmap written out."""

    @staticmethod
    def forward(x: Any, y: Any, scale: float) -> Any:
        return x * y * scale

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        x, y, ctx.scale = inputs
        ctx.save_for_backward(x, y)
        ctx.save_for_forward(x, y)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        x, y = ctx.saved_tensors
        return g * y * ctx.scale, g * x * ctx.scale, None

    @staticmethod
    def jvp(ctx: Any, dx: Any, dy: Any, _: Any) -> Any:
        x, y = ctx.saved_tensors
        return (dx * y + x * dy) * ctx.scale

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Any, y: Any, scale: float) -> Any:
        assert info.batch_size == 3 and info.randomness == "error"
        x = x if in_dims[0] is None else x.movedim(in_dims[0], 0)
        y = y if in_dims[1] is None else y.movedim(in_dims[1], 0)
        return Product.apply(x, y, scale), 0


class SinCos(Function):
    """Two outputs."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        s, c = x.sin(), x.cos()
        ctx.save_for_backward(s, c)
        return s, c

    @staticmethod
    def backward(ctx: Any, gs: Any, gc: Any) -> Any:
        s, c = ctx.saved_tensors
        return gs * c - gc * s


@pytest.mark.parametrize("cls", [Cube, Exp])
def test_derivatives_are_checked_by_differences(cls: Any) -> None:
    x = leaf(0.5, -0.3)
    assert gradcheck(cls.apply, x)
    assert gradgradcheck(cls.apply, x)


def test_several_arguments_of_several_kinds() -> None:
    x, y = leaf(1.0, 2.0), leaf(3.0, 4.0)
    assert gradcheck(lambda a, b: Product.apply(a, b, 2.0), (x, y), check_forward_ad=True)
    assert gradgradcheck(lambda a, b: Product.apply(a, b, 2.0), (x, y))


def test_several_outputs() -> None:
    x = leaf(0.5, 1.0)
    assert gradcheck(SinCos.apply, x)
    assert gradgradcheck(SinCos.apply, x)
    s, c = SinCos.apply(x)
    assert s.grad_fn is c.grad_fn and (s.output_nr, c.output_nr) == (0, 1)
    assert grad(c.sum(), x)[0].tolist() == pytest.approx([-math.sin(0.5), -math.sin(1.0)])


def test_third_derivative() -> None:
    x = leaf(0.5)
    y = Exp.apply(x) * Cube.apply(x)
    for _ in range(3):
        (y,) = grad(y, x, create_graph=True)
    assert y.item() == pytest.approx(math.exp(0.5) * (0.125 + 9 * 0.25 + 18 * 0.5 + 6))


def test_what_the_node_shows() -> None:
    y = Cube.apply(leaf(2.0))
    assert y.grad_fn.name() == "CubeBackward"
    assert y.grad_fn.saved_tensors[0].item() == 2
    assert y.grad_fn.next_functions[0][0].name() == "AccumulateGrad"


def test_nothing_is_recorded_without_need() -> None:
    assert Cube.apply(wengert.ones(2)).grad_fn is None
    with wengert.no_grad():
        assert not Cube.apply(leaf(1.0)).requires_grad


def test_forward_runs_without_grad_and_backward_with_create_graph_only() -> None:
    modes = []

    class Watch(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            modes.append(wengert.is_grad_enabled())
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            modes.append(wengert.is_grad_enabled())
            return g * 2

    x = leaf(1.0)
    Watch.apply(x).backward()
    grad(Watch.apply(x), x, create_graph=True)
    assert modes == [False, False, False, True]


def test_needs_input_grad() -> None:
    seen = []

    class Watch(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, n: int, y: Any) -> Any:
            return x * y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            seen.append(ctx.needs_input_grad)
            return g, None, None

    Watch.apply(leaf(1.0), 3, wengert.ones(())).backward()
    assert seen == [(True, False, False)]


def test_undefined_cotangents() -> None:
    seen = []

    class Two(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, materialize: bool) -> Any:
            ctx.set_materialize_grads(materialize)
            return x * 2, x * 3

        @staticmethod
        def backward(ctx: Any, a: Any, b: Any) -> Any:
            seen.append(b if b is None else b.tolist())
            return a * 2, None

    for materialize in (True, False):
        Two.apply(leaf(1.0, 2.0), materialize)[0].sum().backward()
    assert seen == [[0, 0], None]


def test_outputs_without_gradient() -> None:
    class Both(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            y, places = x * 2, x.argsort()
            signs = x.sign()
            ctx.mark_non_differentiable(signs)
            return y, places, signs

        @staticmethod
        def backward(ctx: Any, g: Any, *rest: Any) -> Any:
            return g * 2

    x = leaf(2.0, 1.0)
    y, places, signs = Both.apply(x)
    assert (y.requires_grad, places.requires_grad, signs.requires_grad) == (True, False, False)
    y.sum().backward()
    assert x.grad.tolist() == [2, 2]


def test_an_input_returned_is_a_new_place_on_the_tape() -> None:
    class Same(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 10

    x = leaf(1.0)
    y = Same.apply(x)
    assert y is not x and y.grad_fn.name() == "SameBackward"
    y.backward()
    assert x.grad.item() == 10


def test_saved_tensors_are_checked_and_freed() -> None:
    x = leaf(1.0, 2.0)
    z = x * 1
    y = Cube.apply(z)
    z.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()
    y = Cube.apply(x)
    y.sum().backward()
    with pytest.raises(RuntimeError, match="a second time"):
        y.sum().backward()


def test_a_function_that_saves_its_output_makes_no_cycle() -> None:
    gc.collect()
    gc.disable()
    try:
        y = Exp.apply(leaf(1.0))
        node = weakref.ref(y.grad_fn)
        del y
        assert node() is None
    finally:
        gc.enable()


def test_save_for_backward_takes_tensors_only() -> None:
    class Bad(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(3)
            return x * 2

    with pytest.raises(TypeError, match="save_for_backward can only save variables, but argument 0 is of type int"):
        Bad.apply(leaf(1.0))


def test_none_can_be_saved() -> None:
    class Maybe(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.save_for_backward(x, y)
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            assert ctx.saved_tensors[1] is None
            return g * 2, None

    x = leaf(1.0)
    Maybe.apply(x, None).backward()
    assert x.grad.item() == 2


def test_missing_methods_say_so() -> None:
    class Nothing(Function):
        pass

    class OneWay(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

    with pytest.raises(NotImplementedError, match="You must implement the forward function"):
        Nothing.apply(leaf(1.0))
    with pytest.raises(NotImplementedError, match="You must implement either the backward or vjp method"):
        OneWay.apply(leaf(1.0)).backward()
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        OneWay()


def test_vjp_is_another_name_of_backward() -> None:
    class Twice(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def vjp(ctx: Any, g: Any) -> Any:
            return g * 2

    x = leaf(1.0)
    Twice.apply(x).backward()
    assert x.grad.item() == 2


def test_gradients_for_what_is_no_tensor_are_refused() -> None:
    class Bad(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, n: float) -> Any:
            return x * n

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g, g

    with pytest.raises(RuntimeError, match="returned a gradient different from None at position 2"):
        Bad.apply(leaf(1.0), 2.0).backward()


def test_once_differentiable() -> None:
    class Once(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        @once_differentiable
        def backward(ctx: Any, g: Any) -> Any:
            assert not wengert.is_grad_enabled()
            return g * 2 * ctx.saved_tensors[0]

    x = leaf(3.0)
    Once.apply(x).backward()
    assert x.grad.item() == 6
    (d,) = grad(Once.apply(x), x, create_graph=True)
    assert d.item() == 6 and not d.requires_grad  # as in torch: no cotangent required grad
    (d,) = grad(Once.apply(x) * x, x, create_graph=True)
    with pytest.raises(RuntimeError, match="trying to differentiate twice a function that was marked with"):
        d.backward()


# -- forward mode


def test_forward_mode_needs_jvp() -> None:
    with forward_ad.dual_level():
        x = forward_ad.make_dual(leaf(1.0).detach(), wengert.ones((), dtype=wengert.float64))
        with pytest.raises(RuntimeError, match="forward AD with Cube that does not support it"):
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

    with pytest.raises(RuntimeError, match="but it has both generate_vmap_rule=True and a vmap"):
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
    """The inner walk must keep one gradient per example: the outer cotangent weighs them."""

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


def test_a_result_that_is_a_view_of_an_input_may_not_be_written() -> None:
    """Its write would change the input, whose history a Function cannot tell."""

    class Column(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.view(2, 1)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g.view(2)

    z = leaf(1.0, 2.0) * 1
    y = Column.apply(z)
    with pytest.raises(RuntimeError, match="is a view and is being modified inplace"):
        y.add_(1)
    assert z.tolist() == [1, 2]


def test_gradients_are_fitted_to_their_inputs() -> None:
    """Wider dtypes are cast and broadcast axes summed, as for any operation."""

    class Sloppy(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return wengert.ones(3, 2, dtype=wengert.float64) * g

    x = wengert.ones(2, requires_grad=True)
    Sloppy.apply(x).sum().backward()
    assert x.grad.dtype == wengert.float32 and x.grad.tolist() == [3, 3]


def test_none_is_no_gradient() -> None:
    class Stop(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return None

    x = leaf(1.0)
    (Stop.apply(x) + x).backward()
    assert x.grad.item() == 1


def test_results_of_other_types_pass_through() -> None:
    class Mixed(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, options: dict[str, float]) -> Any:
            return x * options["scale"], "label", None

        @staticmethod
        def backward(ctx: Any, g: Any, *rest: Any) -> Any:
            return g * 2, None

    x = leaf(1.0, 2.0)
    y, label, nothing = Mixed.apply(x, {"scale": 2.0})
    y.sum().backward()
    assert (label, nothing, x.grad.tolist()) == ("label", None, [2, 2])


class Increment(wengert.autograd.Function):
    """Writes into its input."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        x.add_(1)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 3


def test_a_written_input_is_returned_with_a_new_history() -> None:
    x = wengert.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    saved = y * y
    z = Increment.apply(y)
    assert z is y
    assert z.tolist() == [3.0, 5.0]
    z.sum().backward(retain_graph=True)
    assert x.grad.tolist() == [6.0, 6.0]
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        saved.sum().backward()


def test_a_leaf_may_not_be_written_by_a_function() -> None:
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        Increment.apply(wengert.ones(2, requires_grad=True))
