"""Custom Functions in every documented form, in every mode."""

from __future__ import annotations

import math
import pickle
from typing import Any

import pytest

import wengert
from tests.functions import Cube, Exp, Product, SinCos, leaf
from wengert.autograd import Function, function, grad, gradcheck, gradgradcheck
from wengert.autograd.function import once_differentiable


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
    assert d.item() == 6
    with pytest.raises(RuntimeError, match="trying to differentiate twice a function that was marked with"):
        d.backward()


def test_gradients_are_fitted_to_their_inputs() -> None:
    """A wider dtype is cast and broadcast dimensions are summed, as for every operation."""

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


def test_the_name_and_the_metadata_of_a_node() -> None:
    y = Cube.apply(leaf(2.0))
    y.grad_fn.metadata["seen"] = True
    assert type(y.grad_fn).__name__ == "CubeBackward" and y.grad_fn.metadata == {"seen": True}
    assert isinstance(y.grad_fn, function.BackwardCFunction) and isinstance(y.grad_fn, function.FunctionCtx)
    assert isinstance(Cube, function.FunctionMeta) and Cube._backward_cls is type(y.grad_fn)
    assert y.grad_fn.apply(leaf(1.0)).item() == 12


def test_saved_tensors_may_be_read_once() -> None:
    class Once(Cube):
        clear_saved_tensors_on_access = True

    x = leaf(2.0)
    Once.apply(x).backward()
    assert x.grad.item() == 12


def test_cotangents_in_a_box_may_be_freed_while_backward_runs() -> None:
    class Boxed(SinCos):
        boxed_grads_call = True

        @staticmethod
        def backward(ctx: Any, gs: Any) -> Any:  # type: ignore[override]
            s, c = ctx.saved_tensors
            first = gs.pop(0) * c
            assert len(gs) == 1
            return first - gs.pop() * s

    assert gradcheck(Boxed.apply, leaf(0.5, 1.0))


def test_keywords_are_inputs() -> None:
    """As in torch 2.13: the given keywords, in their order; with setup_context all, in the order of forward."""
    seen = []

    class Combined(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any = None, scale: float = 1.0) -> Any:
            seen.append(ctx.needs_input_grad)
            return x * y * scale

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g, None, g * 10

    x, y = leaf(2.0), leaf(3.0)
    assert Combined.apply(x, scale=2.0, y=y).item() == 12
    Combined.apply(x, scale=2.0, y=y).backward()
    assert (x.grad.item(), y.grad.item()) == (1, 10)
    assert gradcheck(lambda a, b: Product.apply(y=b, x=a, scale=0.5), (x, y))
    assert seen[0] == (True, False, True)


def test_functions_of_functions() -> None:
    """A nested call is not recorded inside forward, but is recorded inside a recorded backward."""

    class Outer(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            y = Cube.apply(x)
            assert y.grad_fn is None
            ctx.save_for_backward(x)
            return y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return Product.apply(g, Product.apply(x, x, 1.0), 3.0)

    assert gradcheck(Outer.apply, leaf(0.5, -2.0)) and gradgradcheck(Outer.apply, leaf(0.5, -2.0))


def test_a_backward_that_calls_grad() -> None:
    """An implicit layer: solves y³ + y = x by Newton's method; its backward runs a nested backward pass."""

    class Solve(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            y = x * 0
            for _ in range(30):
                y = y - (y**3 + y - x) / (3 * y * y + 1)
            ctx.save_for_backward(y)
            return y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (y,) = ctx.saved_tensors
            with wengert.enable_grad():
                z = y if y.requires_grad else y.detach().requires_grad_()
                (slope,) = grad((z**3 + z).sum(), z, create_graph=wengert.is_grad_enabled())
            return g / slope

    x = leaf(0.5, -2.0)
    assert gradcheck(Solve.apply, x)
    assert gradgradcheck(Solve.apply, x)


def test_only_what_is_asked_for_is_computed() -> None:
    runs = []

    class Watch(Cube):
        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            runs.append(1)
            return g

    x, y = leaf(1.0), leaf(2.0)
    out = Watch.apply(x) + y
    assert grad(out, y)[0].item() == 1 and not runs


def test_nodes_are_not_pickled_and_functions_are_by_name() -> None:
    with pytest.raises(TypeError, match="cannot pickle 'CubeBackward' object"):
        pickle.dumps(Cube.apply(leaf(1.0)).grad_fn)
    assert pickle.loads(pickle.dumps(Cube)) is Cube


@pytest.mark.parametrize("again", [False, True])
def test_what_is_kept_on_ctx_can_be_deleted(again: bool) -> None:
    class Kept(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.y = x * 2
            return ctx.y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            if again:
                ctx.y = 3.0
            else:
                assert ctx.y.tolist() == [2.0, 2.0]
            del ctx.y
            assert not hasattr(ctx, "y")
            with pytest.raises(AttributeError):
                del ctx.y
            return g * 2

    x = wengert.ones(2, requires_grad=True)
    Kept.apply(x).sum().backward()
    assert x.grad is not None and x.grad.tolist() == [2.0, 2.0]
