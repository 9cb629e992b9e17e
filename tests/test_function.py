"""Custom Functions in every documented form, in every mode."""

from __future__ import annotations

import gc
import math
import weakref
from typing import Any

import pytest

import wengert
from wengert.autograd import Function, grad, gradcheck, gradgradcheck
from wengert.autograd.function import once_differentiable


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
