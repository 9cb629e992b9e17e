"""Custom Functions that return views or inputs, or write their inputs; and how long their saved values live."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.functions import Exp, Product, SinCos, leaf
from wengert.autograd import Function, grad, gradcheck, gradgradcheck
from wengert.autograd.function import once_differentiable

# -- views


def test_a_result_that_is_a_view_of_an_input_may_not_be_written() -> None:
    """The write would change the input too, and a Function does not say what the input's new history is."""

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


def test_a_result_that_is_an_input_or_a_view_is_differentiated_as_the_function_says() -> None:
    class Tripled(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, kind: str) -> Any:
            return {"same": x, "view": x[1:], "all": x.view_as(x)}[kind]

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return wengert.cat([wengert.zeros(2 - len(g), dtype=g.dtype), g * 3]), None

    for kind, n in {"same": 2, "view": 1, "all": 2}.items():
        x = leaf(1, 2)
        y = Tripled.apply(x, kind)
        assert y._base is x and np.shares_memory(y.detach().numpy(), x.detach().numpy())
        (y * y[0]).sum().backward(retain_graph=True)
        with wengert.no_grad():
            y.detach().add_(1)
        with pytest.raises(RuntimeError, match="its base or another view of its base has been modified inplace"):
            y * 2
        assert len(y.tolist()) == n


def test_one_tensor_twice_is_two_results() -> None:
    """torch returns one tensor twice, and loses the gradient of the first result."""

    class Twice(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            y = x * 2
            return y, y

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            return g * 2 + h * 3

    x = leaf(1, 2)
    a, b = Twice.apply(x)
    assert (a.output_nr, b.output_nr) == (0, 1)
    assert grad((a * 5 + b * 7).sum(), x)[0].tolist() == [31, 31]
    a, b = Twice.apply(x)
    a.mul_(2)  # this updates the history of a, but not that of b
    with pytest.raises(RuntimeError, match="Output 1 of Twice is a view and its base or another view"):
        b.sum()
    assert grad(a.sum(), x)[0].tolist() == [4, 4]


def test_what_forward_captures_keeps_its_history() -> None:
    """In torch, a captured parameter that forward returns becomes a result of the Function, and is no longer a leaf."""
    c = leaf(5)
    d = c * 2
    f = type("F", (Function,), {"forward": lambda ctx, x: (c, d), "backward": lambda ctx, g, h: g * 7 + h})
    y, z = f.apply(leaf(1))
    assert c.is_leaf and d.grad_fn.name() == "MulBackward0" and (y.output_nr, z.output_nr) == (0, 1)
    (y + d).backward()
    assert c.grad.item() == 2


# -- written inputs


class Increment(wengert.autograd.Function):
    """Writes to its input."""

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
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad has been used in an in-place operation"):
        Increment.apply(wengert.ones(2, requires_grad=True))


class Scale(Function):
    """``x ← x·y`` in place. The gradients for ``x`` need only saved tensors."""

    @staticmethod
    def forward(ctx: Any, y: Any, n: int, x: Any) -> Any:
        ctx.mark_dirty(x)
        x.mul_(y)
        ctx.save_for_backward(x, y)
        return x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        out, y = ctx.saved_tensors
        return g * out / y, None, g * y


SLICES: dict[str, Callable[[Any], Any]] = {
    "whole": lambda b: b,
    "part": lambda b: b[1:, 1],
    "of a view": lambda b: b.t()[1].view(2)[:1],
    "column": lambda b: b.view(-1, 1)[::2],
}


@pytest.mark.parametrize("where", SLICES)
@pytest.mark.parametrize("constant", [False, True])
def test_writing_through_views_is_differentiated_twice(where: str, constant: bool) -> None:
    """For the written view, its base and another view. The written input is not the first argument."""

    def f(x: Any, y: Any) -> Any:
        b = wengert.ones(2, 2, dtype=x.dtype) * 1.5 if constant else x.sin()
        other = b[0]
        v = SLICES[where](b)
        assert Scale.apply(y, 7, v) is v
        return (b * x).sum() + v.sum() ** 2 + (other * y).sum()

    x, y = leaf(0.3, 0.5, -0.4, 0.8).view(2, 2).detach().requires_grad_(), leaf(1.3)
    assert gradcheck(f, (x, y))
    assert gradgradcheck(f, (x, y))


def test_a_gradient_of_none_is_zero_where_a_view_was_written() -> None:
    """In torch the rest of the base then gets no gradient either."""

    class Set(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.mark_dirty(x)
            return x.copy_(y)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return None, g

    x, y = leaf(1, 2, 3), leaf(5)
    b = x * 1
    Set.apply(b[1], y)
    (b * b).sum().backward()
    assert (x.grad.tolist(), y.grad.item()) == ([2, 0, 6], 10)


def test_a_write_is_counted_though_nothing_is_recorded() -> None:
    x = wengert.ones(2)
    y = leaf(1, 2)
    saved = x * y
    Increment.apply(x)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        saved.sum().backward()


def test_memory_written_behind_the_back_is_counted() -> None:
    class Behind(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            array = x.detach().numpy()
            array += 1
            ctx.mark_dirty(x)
            return x

    x = leaf(1, 2) * 1
    saved = x * x
    assert Behind.apply(x) is x and x._version == 1 and x.tolist() == [2, 3]
    with pytest.raises(RuntimeError, match="overwritten by Behind at"):
        saved.sum().backward()


# -- lifetime of values on ctx


class Keeping(Function):
    """Keeps tensors in the way that its argument says."""

    @staticmethod
    def forward(ctx: Any, x: Any, keep: Any) -> Any:
        y, z = x.exp(), x * 2
        keep(ctx, x, y, z)
        return y, z, x[:1]

    @staticmethod
    def backward(ctx: Any, *gs: Any) -> Any:
        return gs[0] * 1, None


KEEP: dict[str, Callable[[Any, Any, Any, Any], None]] = {
    "nothing": lambda ctx, x, y, z: None,
    "input saved": lambda ctx, x, y, z: ctx.save_for_backward(x),
    "outputs saved": lambda ctx, x, y, z: ctx.save_for_backward(y, None, z),
    "intermediate saved": lambda ctx, x, y, z: ctx.save_for_backward(x * 3),
    "input set": lambda ctx, x, y, z: setattr(ctx, "a", x),
    "output set": lambda ctx, x, y, z: setattr(ctx, "a", y),
    "intermediate set": lambda ctx, x, y, z: setattr(ctx, "a", x * 3),
    "non-differentiable output set": lambda ctx, x, y, z: (setattr(ctx, "a", z), ctx.mark_non_differentiable(z)),
}


@pytest.mark.parametrize("how", KEEP)
def test_the_graph_is_freed_at_once(how: str) -> None:
    """It is freed with the loss, without the garbage collector, also after a recorded backward pass."""
    gc.collect()
    gc.disable()
    try:
        for record in (False, True):
            x = leaf(1, 2)
            y, z, v = Keeping.apply(x * 1, KEEP[how])
            loss = (y * z).sum() + v.sum()
            d = grad(loss, x, create_graph=record)
            node = weakref.ref(y.grad_fn)
            del y, z, v, loss, d
            assert node() is None
    finally:
        gc.enable()


def test_written_inputs_are_freed_at_once() -> None:
    class Kept(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            ctx.x = x.mul_(2)
            ctx.save_for_backward(x)
            return x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            assert ctx.x.tolist() == ctx.saved_tensors[0].tolist()
            return g * 2

    gc.collect()
    gc.disable()
    try:
        for part in (slice(None), slice(1, None)):
            x = leaf(1, 2)
            b = x * 1
            v = b if part == slice(None) else b[part]
            Kept.apply(v)
            node = weakref.ref(b.grad_fn)
            v.sum().backward()
            assert len(x.grad.tolist()) == 2
            del b, v
            assert node() is None
    finally:
        gc.enable()


def _asking_for_grad(x: Any) -> Any:
    y = x.detach().exp()
    y.requires_grad = True  # a leaf, made in forward
    return y


def _recorded_in_forward(x: Any) -> Any:
    with wengert.enable_grad():
        return x.detach().requires_grad_().exp()


WAYS_TO_AN_OUTPUT: dict[str, Callable[[Any], Any]] = {
    "computed": lambda x: x.exp(),
    "from detached values": lambda x: x.detach().exp(),
    "made to require grad": _asking_for_grad,
    "recorded in forward": _recorded_in_forward,
    "from an array": lambda x: wengert.from_numpy(x.exp().numpy()),
    "a parameter": lambda x: wengert.nn.Parameter(x.exp()),
    "written to a captured tensor": lambda x: x.detach().clone().requires_grad_().copy_(x.exp()),
}
WAYS_TO_KEEP: dict[str, tuple[Callable[[Any, Any], None], Callable[[Any], Any]]] = {
    "save_for_backward": (lambda ctx, y: ctx.save_for_backward(y), lambda ctx: ctx.saved_tensors[0]),
    "attribute": (lambda ctx, y: setattr(ctx, "y", y), lambda ctx: ctx.y),
}


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("kept", WAYS_TO_KEEP)
@pytest.mark.parametrize("made", WAYS_TO_AN_OUTPUT)
def test_a_kept_output_is_differentiated_as_the_output_however_forward_made_it(
    made: str, kept: str, split: bool, twice: bool
) -> None:
    """The second derivative of exp, whose ``backward`` uses the kept output, is exp itself."""
    keep, read = WAYS_TO_KEEP[kept]
    make = WAYS_TO_AN_OUTPUT[made]

    def forward(ctx: Any, x: Any) -> Any:
        y = make(x)
        keep(ctx, y)
        return (y, y) if twice else y

    members: dict[str, Any] = {"backward": lambda ctx, *gs: sum(gs) * read(ctx)}
    if split:
        members["forward"] = lambda x: (make(x),) * 2 if twice else make(x)
        members["setup_context"] = lambda ctx, inputs, output: keep(ctx, output[0] if twice else output)
    else:
        members["forward"] = forward
    exp = type("Exp", (Function,), members)
    x = leaf(0.5, 1.5)
    out = exp.apply(x)
    assert not (out[0] if twice else out).is_leaf
    (first,) = grad((out[0] if twice else out).sum(), x, create_graph=True)
    (second,) = grad(first.sum(), x)
    assert first.tolist() == second.tolist() == x.exp().tolist()


def test_an_output_set_on_ctx_is_itself_while_it_lives_and_differentiated_after() -> None:
    class Kept(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.y = x.exp()
            ctx.n, ctx.pair = 3, (1, 2)
            return ctx.y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            assert ctx.n == 3 and ctx.pair == (1, 2) and not hasattr(ctx, "other")
            return g * ctx.y

    x = leaf(0.5)
    y = Kept.apply(x)
    assert y.grad_fn.y is y
    assert gradgradcheck(Kept.apply, x)
    third = Kept.apply(x) * 1
    for _ in range(3):
        (third,) = grad(third, x, create_graph=True)
    assert third.item() == pytest.approx(y.item())
    z = Kept.apply(x)
    w = z * 1
    z.mul_(2)  # then it is deleted, so ctx has the written value, as in torch
    del z
    assert grad(w, x, retain_graph=True)[0].item() == pytest.approx(2 * y.item())
    (d,) = grad(w, x, create_graph=True)
    with pytest.raises(RuntimeError, match="mul_, which wrote it after forward"):
        grad(d, x)


def mask(ctx: Any, x: Any) -> Any:
    return (x > 0).to(x.dtype)


CONSTANTS: dict[str, Callable[[Any, Any], Any]] = {
    "a mask": mask,
    "a mask of an intermediate": lambda ctx, x: ((x * 2).exp() > 1).to(x.dtype),
    "a sign": lambda ctx, x: (x * 3).sign(),
    "a sign of the input": lambda ctx, x: x.sign(),
    "integers": lambda ctx, x: (x * 2).to(wengert.int64).to(x.dtype),
    "a rounded value": lambda ctx, x: (x * 3).round() * 2,
    "a buffer": lambda ctx, x: wengert.zeros_like(x) + 1,
    "what is detached": lambda ctx, x: x.detach() * 2,
    "the index of the largest": lambda ctx, x: (x * 2).argmax().to(x.dtype),
}
DEPENDENT: dict[str, Callable[[Any, Any], Any]] = {
    "a product": lambda ctx, x: x * 2,
    "a view": lambda ctx, x: x[...],
    "a written buffer": lambda ctx, x: wengert.zeros_like(x).copy_(x * 2),
    "a buffer written by and by": lambda ctx, x: wengert.zeros_like(x).add_(1).add_(x),
    "a masked value": lambda ctx, x: mask(ctx, x) * (x * 2),
    "the value of a Function": lambda ctx, x: Exp.apply(x),
    "a reduced value": lambda ctx, x: SinCos.apply(x)[1].sum(),
}


@pytest.mark.parametrize("how", ["saved", "set"])
@pytest.mark.parametrize("value", [*CONSTANTS, *DEPENDENT])
def test_intermediates_pass_or_raise_but_are_never_silently_constant(value: str, how: str) -> None:
    class Kept(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            w = {**CONSTANTS, **DEPENDENT}[value](ctx, x)
            if how == "saved":
                ctx.save_for_backward(w)
            else:
                ctx.w = w
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            w = ctx.saved_tensors[0] if how == "saved" else ctx.w
            assert w is ctx.w if how == "set" and not wengert.is_grad_enabled() else True
            return g * w

    x = leaf(0.5, -0.3)
    Kept.apply(x).sum().backward()
    (d,) = grad(Kept.apply(x).sum(), x, create_graph=True)
    if value in CONSTANTS:
        assert (d * x).sum().requires_grad and grad((d * x).sum(), x)[0].tolist() == d.tolist()
    else:
        with pytest.raises(RuntimeError, match="is unknown and differentiating a second time would be wrong"):
            (d * x).sum().backward()
        g = leaf(1, 1)  # the derivative with respect to the cotangent is known
        (d,) = grad(Kept.apply(x), x, g, create_graph=True)
        assert grad(d.sum(), g)[0].tolist() == d.tolist()


def test_once_differentiable_is_never_silently_constant() -> None:
    """torch raises only if a cotangent requires grad, and is wrong if only the inputs do."""

    class Square(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        @once_differentiable
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2 * ctx.saved_tensors[0]

    x = leaf(3)
    (d,) = grad(Square.apply(x), x, create_graph=True)
    with pytest.raises(RuntimeError, match="trying to differentiate twice a function"):
        (d * x).backward()
    assert grad(Square.apply(x), x)[0].item() == 6


def test_complex_gradients() -> None:
    class Times(Function):
        @staticmethod
        def forward(ctx: Any, z: Any, x: Any) -> Any:
            ctx.save_for_backward(z, x)
            return z * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            z, x = ctx.saved_tensors
            return g * x, (g * z.conj()).real

    z = wengert.tensor([1 + 2j, -0.5j], dtype=wengert.complex128, requires_grad=True)
    assert gradcheck(Times.apply, (z, leaf(0.5, 2)))
    assert gradgradcheck(Times.apply, (z, leaf(0.5, 2)))


def test_arguments_of_several_kinds_and_keywords() -> None:
    x, y = leaf(1, 2), leaf(3, 4)
    assert gradcheck(lambda a, b: Product.apply(a, scale=2.0, y=b), (x, y))
