"""The same programs on PyTorch: custom Functions that return views, or write their inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Library, compare

PROGRAMS: list[Callable[[Any], Any]] = []


def program(fn: Callable[[Any], Any]) -> Callable[[Any], Any]:
    PROGRAMS.append(fn)
    return fn


# -- views


def column(t: Any) -> Any:
    return t.fn(lambda ctx, x: x.view(2, 1), lambda ctx, g: 3 * g.view(2))


@program
def a_view(t: Any) -> Any:
    x = t.leaf(1, 2)
    y = column(t).apply(x)
    y.sum().backward()
    return t.told(y), y._base is x, x.grad.tolist()


@program
def a_view_written(t: Any) -> Any:
    column(t).apply(t.leaf(1, 2) * 1).add_(1)


@program
def a_view_of_a_view_written(t: Any) -> Any:
    column(t).apply((t.leaf(1, 2, 3) * 1)[1:]).add_(1)


@program
def a_view_of_the_result_written(t: Any) -> Any:
    column(t).apply(t.leaf(1, 2) * 1)[0].add_(1)


@program
def an_input_as_it_is_written(t: Any) -> Any:
    t.fn(lambda ctx, x: x).apply(t.leaf(1) * 1).add_(1)


@program
def a_view_of_an_intermediate_written(t: Any) -> Any:
    t.fn(lambda ctx, x: (x * 2)[:1], lambda ctx, g: g.expand(2)).apply(t.leaf(1, 2)).add_(1)


@program
def one_of_two_views_written(t: Any) -> Any:
    y, _ = t.fn(lambda ctx, x: (x[:1], x[1:]), lambda ctx, g, h: t.cat([g, h])).apply(t.leaf(1, 2) * 1)
    y.add_(1)


@program
def a_view_after_its_base_was_written(t: Any) -> Any:
    x = t.leaf(1, 2) * 1
    y = column(t).apply(x)
    x.mul_(10)
    with t.no_grad():
        seen = [(y * 2).tolist(), y.detach().tolist(), y.requires_grad, y.shape == (2, 1)]
    seen.append("grad_fn=<Invalid>" in repr(y))
    for use in (lambda: y * 2, lambda: y.grad_fn, lambda: y.sum().backward(), lambda: y[0]):
        with pytest.raises(RuntimeError) as e:
            use()
        seen.append(str(e.value)[:90])
    return seen


@program
def one_of_two_views_after_the_base_was_written(t: Any) -> Any:
    x = t.leaf(1, 2) * 1
    _, z = t.fn(lambda ctx, x: (x[:1], x[1:]), lambda ctx, g, h: t.cat([g, h])).apply(x)
    x.mul_(10)
    return z.grad_fn


@program
def a_result_after_it_was_written_unrecorded(t: Any) -> Any:
    y = t.fn(lambda ctx, x: x).apply(t.leaf(1) * 1)
    with t.no_grad():
        y.add_(1)
    return y.grad_fn


# -- written inputs


def increment(t: Any) -> Any:
    return t.fn(lambda ctx, x: (x.add_(1), ctx.mark_dirty(x), x)[-1], lambda ctx, g: g * 3)


def product(t: Any) -> Any:
    def forward(ctx: Any, x: Any, y: Any) -> Any:
        ctx.save_for_backward(x.clone(), y)
        ctx.mark_dirty(x)
        return x.mul_(y)

    return t.fn(forward, lambda ctx, g: (g * ctx.saved_tensors[1], g * ctx.saved_tensors[0]))


@program
def a_written_input(t: Any) -> Any:
    x = t.leaf(1, 2)
    y = x * 1
    square = y * y
    z = increment(t).apply(y)
    seen = [z is y, t.told(z), y._version]
    z.sum().backward(retain_graph=True)
    try:
        square.sum().backward()
    except RuntimeError as e:
        seen.append(str(e)[:90])
    return seen, x.grad.tolist()


@program
def a_written_tensor_without_grad(t: Any) -> Any:
    x, w = t.plain(1, 2), t.leaf(3, 4)
    y = product(t).apply(x, w)
    y.sum().backward()
    return y is x, t.told(x), w.grad.tolist()


@program
def a_written_leaf(t: Any) -> Any:
    increment(t).apply(t.leaf(1))


@program
def a_written_leaf_under_no_grad(t: Any) -> Any:
    x = t.leaf(1)
    with t.no_grad():
        y = increment(t).apply(x)
    return y is x, t.told((x, y)), x._version


@program
def a_written_view_of_a_leaf(t: Any) -> Any:
    increment(t).apply(t.leaf(1, 2)[1:])


@program
def a_written_view(t: Any) -> Any:
    x, weights = t.leaf(1, 2, 3), t.plain(1, 10, 100)
    y = x * 1
    v, other = y[1:], y[:2]
    z = increment(t).apply(v)
    seen = [z is v, t.told((v, y, other)), v._version, v.grad_fn.next_functions[0][0].name().endswith("CopySlices")]
    seen.append([n.name() for n, _ in y.grad_fn.next_functions])
    return seen, t.grad((y * weights).sum(), x, retain_graph=True)[0].tolist(), t.grad(v.sum(), x)[0].tolist()


@program
def a_written_view_among_two_inputs(t: Any) -> Any:
    x, w, weights = t.leaf(1, 2, 3, 4), t.leaf(5, 6), t.plain(1, 10, 100, 1000)
    y = x * 1
    product(t).apply(y.view(2, 2)[1], w)
    (y * weights).sum().backward()
    return t.told(y), x.grad.tolist(), w.grad.tolist()


@program
def a_written_view_of_a_constant(t: Any) -> Any:
    x, w = t.plain(1, 1, 1), t.leaf(5, 6)
    v = x[1:]
    product(t).apply(v, w)
    (x * t.plain(1, 10, 100)).sum().backward()
    return t.told((x, v)), w.grad.tolist()


@program
def views_written_again_and_again(t: Any) -> Any:
    x = t.leaf(1, 2, 0.5)
    y = x * 1
    v = y[1:]
    increment(t).apply(v)
    v.mul_(2)
    increment(t).apply(v)
    y.mul_(3)
    (y * t.plain(1, 10, 100)).sum().backward()
    return t.told((y, v)), x.grad.tolist()


@program
def a_written_view_whose_result_is_saved(t: Any) -> Any:
    def forward(ctx: Any, x: Any) -> Any:
        x.exp_()
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x

    f = t.fn(forward, lambda ctx, g: g * ctx.saved_tensors[0])
    x = t.leaf(1, 2, 0.5)
    y = x * 1
    f.apply(y[1:])
    (d,) = t.grad((y * y).sum(), x, create_graph=True)
    return np.round(d.tolist(), 9).tolist(), np.round(t.grad(d.sum(), x)[0].tolist(), 9).tolist()


@program
def a_written_view_and_more(t: Any) -> Any:
    f = t.fn(lambda ctx, x: (x.add_(1), ctx.mark_dirty(x), (x, x * 2))[-1], lambda ctx, g, h: g)
    f.apply((t.leaf(1, 2) * 1)[1:])


@program
def a_written_one_of_several_views(t: Any) -> Any:
    increment(t).apply((t.leaf(1, 2) * 1).unbind()[0].view(1))


@program
def a_written_view_of_a_function(t: Any) -> Any:
    increment(t).apply(column(t).apply(t.leaf(1, 2) * 1))


@program
def written_inputs_among_several_outputs(t: Any) -> Any:
    def forward(ctx: Any, x: Any, y: Any) -> Any:
        x.add_(1)
        y.mul_(2)
        ctx.mark_dirty(x, y)
        return x * 2, x, y

    a, b = t.leaf(1, 2), t.leaf(3, 4)
    x, y = a * 1, b * 1
    p, q, r = t.fn(forward, lambda ctx, f, g, h: (2 * f + g, 3 * h)).apply(x, y)
    (p * 5 + q * 7 + r * 11).sum().backward()
    return t.told((p, q, r)), q is x, r is y, a.grad.tolist(), b.grad.tolist()


@program
def hooks_and_retained_gradients_of_a_written_input(t: Any) -> Any:
    x = t.leaf(1, 2)
    y = x * 1
    y.retain_grad()
    seen: list[Any] = []
    y.register_hook(lambda g: (seen.append(g.tolist()), g * 10)[1])
    z = increment(t).apply(y)
    z.register_hook(lambda g: seen.append(g.tolist()))
    z.sum().backward()
    return seen, y.grad.tolist(), x.grad.tolist()


@program
def a_written_input_without_gradient(t: Any) -> Any:
    def forward(ctx: Any, x: Any, i: Any) -> Any:
        x.add_(1)
        i.add_(1)
        ctx.mark_dirty(x, i)
        ctx.mark_non_differentiable(x)
        return x, i, x * 2

    x, i = t.leaf(1) * 1, t.tensor([1])
    y, j, z = t.fn(forward, lambda ctx, *g: (g[2], None)).apply(x, i)
    return y is x, j is i, t.told((x, y, z)), j.requires_grad


@program
def memory_written_behind_the_back(t: Any) -> Any:
    def forward(ctx: Any, x: Any) -> Any:
        array = x.detach().numpy()
        array += 1
        ctx.mark_dirty(x)
        return x

    x = t.leaf(1, 2) * 1
    square = x * x
    y = t.fn(forward).apply(x)
    seen = [y is x, t.told(y), x._version]
    try:
        square.sum().backward()
    except RuntimeError as e:
        return seen, str(e)[:80]


@program
def a_written_input_that_is_not_marked(t: Any) -> Any:
    x = t.leaf(1, 2) * 1
    y = t.fn(lambda ctx, x: x.mul_(x)).apply(x)
    return y is x, t.told((x, y)), x._version


@program
def marked_in_setup_context(t: Any) -> Any:
    x = t.leaf(1, 2) * 1
    y = t.fn(lambda x: x.add_(1), setup_context=lambda ctx, i, o: ctx.mark_dirty(*i)).apply(x)
    return y is x, t.told(x)


@pytest.mark.parametrize("run", PROGRAMS, ids=lambda p: p.__name__)
def test_one_program(run: Callable[[Any], Any], control: Control) -> None:
    compare(run, control)


# -- where torch is wrong


def test_a_view_written_as_the_second_argument(lib: Any) -> None:
    """torch assumes that the first gradient belongs to the written input, and gives none to the base."""

    def run(t: Any) -> Any:
        def forward(ctx: Any, y: Any, x: Any) -> Any:
            ctx.save_for_backward(x.clone(), y)
            ctx.mark_dirty(x)
            return x.mul_(y)

        f = t.fn(forward, lambda ctx, g: (g * ctx.saved_tensors[0], g * ctx.saved_tensors[1]))
        x, w = t.leaf(1, 2, 3), t.leaf(5, 6)
        y = x * 1
        f.apply(w, y[1:])
        (y * t.plain(1, 10, 100)).sum().backward()
        return None if x.grad is None else x.grad.tolist(), None if w.grad is None else w.grad.tolist()

    assert (run(Library(lib)) == ([1, 50, 600], [20, 300])) == (lib is wengert)
