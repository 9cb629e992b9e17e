"""The same programs with custom Functions on PyTorch: results, ctx, keywords, old names."""

from __future__ import annotations

import gc
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Library, compare, outcome

PROGRAMS: list[Callable[[Any], Any]] = []


def program(fn: Callable[[Any], Any]) -> Callable[[Any], Any]:
    PROGRAMS.append(fn)
    return fn


# -- results of backward


@program
def one_gradient_too_many(t: Any) -> Any:
    t.fn(lambda ctx, x: x * 2, lambda ctx, g: (g, g)).apply(t.leaf(1)).backward()


@program
def one_gradient_too_few(t: Any) -> Any:
    t.fn(lambda ctx, x, n: x * 2, lambda ctx, g: g).apply(t.leaf(1), 3).backward()


@program
def none_for_two(t: Any) -> Any:
    t.fn(lambda ctx, x, y: x * 2, lambda ctx, g: None).apply(t.leaf(1), t.leaf(2)).backward()


@program
def nones_too_many(t: Any) -> Any:
    x = t.leaf(1)
    t.fn(lambda ctx, x: x * 2, lambda ctx, g: (g, None, None)).apply(x).backward()
    return x.grad.item()


@program
def a_list(t: Any) -> Any:
    t.fn(lambda ctx, x: x * 2, lambda ctx, g: [g]).apply(t.leaf(1)).backward()


@program
def a_number(t: Any) -> Any:
    t.fn(lambda ctx, x: x * 2, lambda ctx, g: 3.0).apply(t.leaf(1)).backward()


@program
def an_array(t: Any) -> Any:
    t.fn(lambda ctx, x: x * 2, lambda ctx, g: np.ones(())).apply(t.leaf(1)).backward()


@program
def a_number_where_no_gradient_is_needed(t: Any) -> Any:
    t.fn(lambda ctx, x, y: x * 2, lambda ctx, g: (g, 3)).apply(t.leaf(1), t.plain(1)).backward()


@program
def a_tensor_for_a_number(t: Any) -> Any:
    t.fn(lambda ctx, x, n: x * 2, lambda ctx, g: (g, g)).apply(t.leaf(1), 2.0).backward()


@program
def a_string_for_a_number(t: Any) -> Any:
    t.fn(lambda ctx, x, n: x * 2, lambda ctx, g: (g, "g")).apply(t.leaf(1), 2.0).backward()


@program
def a_tensor_where_no_gradient_is_needed(t: Any) -> Any:
    x, y = t.leaf(1), t.plain(1)
    t.fn(lambda ctx, x, y: x * 2, lambda ctx, g: (g * 2, g)).apply(x, y).backward()
    return x.grad.item(), y.grad


@program
def a_wrong_shape(t: Any) -> Any:
    f = t.fn(lambda ctx, n, c, x: x * 2, lambda ctx, g: (None, None, t.ones(3, dtype=t.float64)))
    f.apply(3, t.ones(1), t.leaf(1, 2)).sum().backward()


@program
def integers(t: Any) -> Any:
    x = t.leaf(1, 2)
    t.fn(lambda ctx, x: x * 2, lambda ctx, g: t.ones(2, dtype=t.int64)).apply(x).sum().backward()
    return x.grad.tolist()


@program
def real_for_complex(t: Any) -> Any:
    x = t.tensor([1 + 2j], dtype=t.complex128, requires_grad=True)
    t.fn(lambda ctx, x: x * 2, lambda ctx, g: g.real).apply(x).backward(t.ones(1, dtype=t.complex128))
    return x.grad.tolist()


# -- results of forward


@program
def anything(t: Any) -> Any:
    x = t.leaf(1, 2)
    seen = []
    f = t.fn(lambda ctx, x: ("a", x * 2, None, x.argmax(), 3), lambda ctx, *g: (seen.append(len(g)), g[1])[1])
    out = f.apply(x)
    out[1].backward(t.plain(5, 7))
    return t.told(out), seen, x.grad.tolist()


@program
def no_tensor(t: Any) -> Any:
    x = t.leaf(1)
    return [t.fn(lambda ctx, x, r=r: r).apply(x) for r in (3, None, (), ("a",))]


@program
def a_list_is_no_tuple(t: Any) -> Any:
    return t.told(t.fn(lambda ctx, x: [x * 2]).apply(t.leaf(1)))


@program
def the_very_object(t: Any) -> Any:
    kept: list[Any] = []

    def forward(ctx: Any, x: Any) -> Any:
        with t.enable_grad():
            kept.append(x * 2)
        kept.append(x * 3)
        return tuple(kept)

    x = t.leaf(1)
    a, b = t.fn(forward, lambda ctx, g, h: g * 5 + h * 7).apply(x)
    (a + b).backward()
    return a is kept[0], b is kept[1], t.told(kept), x.grad.item()


@program
def an_input(t: Any) -> Any:
    x = t.leaf(1)
    y = t.fn(lambda ctx, x: x, lambda ctx, g: g * 2).apply(x)
    y.backward()
    return t.told(y), y is x, y._base is x, x.grad.item()


@program
def an_input_that_needs_nothing(t: Any) -> Any:
    x = t.plain(1)
    y = t.fn(lambda ctx, x: x).apply(x)
    return t.told(y), y is x, y._base is x


@program
def an_input_under_no_grad(t: Any) -> Any:
    x = t.leaf(1)
    with t.no_grad():
        y = t.fn(lambda ctx, x: x).apply(x)
    return t.told(y), y is x, y._base is x


@program
def an_input_marked_non_differentiable(t: Any) -> Any:
    x = t.leaf(1)
    y, z = t.fn(lambda ctx, x: (ctx.mark_non_differentiable(x), (x, x * 2))[1], lambda ctx, g, h: h).apply(x)
    return t.told((y, z)), y is x, y._base is x


@program
def an_input_of_integers(t: Any) -> Any:
    i = t.tensor([1, 0])
    y, z = t.fn(lambda ctx, x, i: (i, x * 2), lambda ctx, g, h: (h, None)).apply(t.leaf(1), i)
    return t.told((y, z)), y is i, y._base is i


@program
def an_input_twice(t: Any) -> Any:
    x = t.leaf(1)
    a, b = t.fn(lambda ctx, x: (x, x), lambda ctx, g, h: g * 2 + h * 3).apply(x)
    (a * 5 + b * 7).backward()
    return a is b, t.told((a, b)), x.grad.item()


@program
def an_input_saved_by_forward(t: Any) -> Any:
    x = t.leaf(3)
    f = t.fn(lambda ctx, x: (ctx.save_for_backward(x), x)[1], lambda ctx, g: g * 10 * ctx.saved_tensors[0])
    (d,) = t.grad(f.apply(x), x, create_graph=True)
    return d.item(), t.grad(d, x)[0].item()


@program
def an_input_saved_by_setup_context(t: Any) -> Any:
    t.fn(lambda x: x, setup_context=lambda ctx, i, o: ctx.save_for_backward(o)).apply(t.leaf(3))


# -- ctx


@program
def marked_but_no_input(t: Any) -> Any:
    def forward(ctx: Any, x: Any) -> Any:
        y = x * 2
        ctx.mark_dirty(y)
        return y

    y = t.fn(forward).apply(t.leaf(1))
    return t.told(y), y._version


@program
def marked_but_not_returned(t: Any) -> Any:
    t.fn(lambda ctx, x: (ctx.mark_dirty(x), x * 2)[1]).apply(t.plain(1))


@program
def not_saved(t: Any) -> Any:
    t.fn(lambda ctx, x: (ctx.save_for_backward(x, "s"), x * 2)[1]).apply(t.leaf(1))


@program
def not_saved_for_forward(t: Any) -> Any:
    t.fn(lambda ctx, x: (ctx.save_for_forward(3), x * 2)[1]).apply(t.leaf(1))


@program
def fields_in_forward(t: Any) -> Any:
    seen: list[Any] = []

    def forward(ctx: Any, x: Any, n: Any) -> Any:
        seen.extend([ctx.to_save, ctx.dirty_tensors, ctx.non_differentiable, ctx.saved_for_forward, ctx.saved_tensors])
        seen.extend([ctx.needs_input_grad, ctx.metadata, ctx.name(), ctx.requires_grad, len(ctx.next_functions)])
        ctx.save_for_backward(x)
        seen.append(len(ctx.to_save))
        return x * 2

    t.fn(forward).apply(t.leaf(1), 2)
    return seen


@program
def fields_in_backward(t: Any) -> Any:
    seen: list[Any] = []

    def forward(ctx: Any, x: Any, n: Any) -> Any:
        ctx.save_for_backward(x, None)
        ctx.mark_non_differentiable(x)
        ctx.metadata["k"] = ctx.n = n
        return x * 2

    def backward(ctx: Any, g: Any) -> Any:
        seen.extend([ctx.to_save, ctx.non_differentiable, ctx.needs_input_grad, ctx.metadata, ctx.n, ctx.name()])
        seen.extend([t.told(ctx.saved_tensors), t.told(ctx.saved_variables), ctx.requires_grad])
        return g, None

    t.fn(forward, backward).apply(t.leaf(1), 2).backward()
    return seen


@program
def next_functions(t: Any) -> Any:
    f = t.fn(lambda ctx, *a: a[0] * 2, lambda ctx, g: (g, None, None, g))
    y = f.apply(t.leaf(1), 3, t.plain(1), t.leaf(2) * 1)
    return [(n and n.name().rpartition(":")[2], i) for n, i in y.grad_fn.next_functions]


@program
def what_a_node_is(t: Any) -> Any:
    f = t.fn(lambda ctx, x: x * 2, lambda ctx, g: g * 3)
    node = f.apply(t.leaf(1)).grad_fn
    kinds = [isinstance(node, getattr(t.function, n)) for n in ("BackwardCFunction", "FunctionCtx")]
    names = f._backward_cls.__name__, t.function._ContextMethodMixin is t.function.FunctionCtx
    return kinds, type(node) is f._backward_cls, node._forward_cls is f, names, node.apply(t.plain(2)).item()


@program
def saved_and_freed(t: Any) -> Any:
    y = t.fn(lambda ctx, x: x * 2).apply(t.leaf(1))
    y.backward()
    return y.grad_fn.saved_tensors


@program
def saved_tensors_read_once(t: Any) -> Any:
    backward = lambda ctx, g: g * ctx.saved_tensors[0] * len(ctx.saved_tensors)
    f = t.fn(lambda ctx, x: (ctx.save_for_backward(x), x)[1], backward, clear_saved_tensors_on_access=True)
    f.apply(t.leaf(1)).backward()


@program
def boxed_cotangents(t: Any) -> Any:
    x = t.leaf(1)
    t.fn(lambda ctx, x: x * 2, lambda ctx, gs: gs.pop() * 7, boxed_grads_call=True).apply(x).backward()
    return x.grad.item()


@program
def a_wrong_setting(t: Any) -> Any:
    try:
        t.fn(lambda ctx, x: (ctx.set_materialize_grads("no"), x)[1]).apply(t.leaf(1))
    except TypeError as e:
        return "set_materialize_grads" in str(e)


@program
def cotangents_that_are_undefined(t: Any) -> Any:
    seen: list[Any] = []
    for value in (True, False):
        f = t.fn(
            lambda ctx, x, value=value: (ctx.set_materialize_grads(value), (x * 2, x * 3))[1],
            lambda ctx, g, h: (seen.append(h if h is None else h.tolist()), g)[1],
        )
        f.apply(t.leaf(1, 2))[0].sum().backward()
    stop = t.fn(lambda ctx, x: x * 2, lambda ctx, g: None)
    for value in (True, False):
        f = t.fn(
            lambda ctx, x, value=value: (ctx.set_materialize_grads(value), x * 2)[1],
            lambda ctx, g: (seen.append(g if g is None else g.tolist()), g)[1],
        )
        x = t.leaf(1)
        stop.apply(f.apply(x)).backward()
        seen.append(x.grad if x.grad is None else x.grad.tolist())
    return seen


@program
def needs_input_grad(t: Any) -> Any:
    seen: list[Any] = []
    f = t.fn(lambda ctx, *a: (seen.append(ctx.needs_input_grad), a[0] * 2)[1], lambda ctx, g: (g,) * 4)
    f.apply(t.leaf(1), t.ones(1), 3, None)
    with t.no_grad():
        f.apply(t.leaf(1), t.ones(1), 3, None)
    f.apply(t.leaf(1) * 2, t.leaf(1), [t.leaf(1)])
    return seen


@program
def exceptions(t: Any) -> Any:
    def fail(*args: Any) -> Any:
        raise KeyError("mine")

    seen = []
    runs: list[Callable[[], Any]] = [
        lambda: t.fn(fail).apply(t.leaf(1)),
        lambda: t.fn(lambda ctx, x: x * 2, fail).apply(t.leaf(1)).backward(),
        lambda: t.fn(lambda x: x * 2, setup_context=fail).apply(t.leaf(1)),
    ]
    for run in runs:
        with pytest.raises(KeyError) as e:
            run()
        seen.append((str(e.value), e.traceback[-1].name, t.is_grad_enabled()))
    return seen


@program
def pickled(t: Any) -> Any:
    pickle.dumps(t.fn(lambda ctx, x: x * 2).apply(t.leaf(1)).grad_fn)


@program
def an_intermediate_in_a_first_derivative(t: Any) -> Any:
    def forward(ctx: Any, x: Any) -> Any:
        y = x.exp()
        ctx.z = x.sin()
        ctx.save_for_backward(y)
        return y * ctx.z

    x = t.leaf(0.5)
    t.fn(forward, lambda ctx, g: g * ctx.saved_tensors[0] * (ctx.z + ctx.z.cos())).apply(x).backward()
    return round(x.grad.item(), 9)


@program
def a_backward_that_walks(t: Any) -> Any:
    def backward(ctx: Any, g: Any) -> Any:
        with t.enable_grad():
            w = ctx.saved_tensors[0].detach().requires_grad_()
            (w**3).backward()
        return g * w.grad

    x = t.leaf(2)
    t.fn(lambda ctx, x: (ctx.save_for_backward(x), x**3)[1], backward).apply(x).backward()
    return x.grad.item()


# -- keywords


@program
def keywords(t: Any) -> Any:
    x, y = t.leaf(1), t.leaf(2)
    f = t.fn(lambda ctx, x, y=None, scale=2: x * y * scale, lambda ctx, g: (g * 3, g * 5, None))
    out = f.apply(x, scale=4, y=y)
    return t.told(out), [n and n.name().rpartition(":")[2] for n, _ in out.grad_fn.next_functions]


@program
def keywords_are_inputs(t: Any) -> Any:
    t.fn(lambda ctx, x, scale=2: x * scale, lambda ctx, g: g).apply(t.leaf(1), scale=3).backward()


@program
def keywords_with_setup_context(t: Any) -> Any:
    seen: list[Any] = []
    setup = lambda ctx, inputs, output: seen.append((len(inputs), ctx.needs_input_grad))
    f = t.fn(lambda x, scale=2: x * scale, lambda ctx, g: (g * 3, None), setup_context=setup)
    x = t.leaf(1)
    f.apply(x, scale=3).backward()
    f.apply(x).backward()
    f.apply(scale=4, x=x).backward()
    return x.grad.item(), seen


@program
def keywords_only(t: Any) -> Any:
    t.fn(lambda x, *, scale=2: x * scale, setup_context=lambda *a: None).apply(t.leaf(1), scale=3)


@program
def a_missing_argument(t: Any) -> Any:
    t.fn(lambda x, scale: x * scale, setup_context=lambda *a: None).apply(t.leaf(1))


# -- old names


@program
def called(t: Any) -> Any:
    t.fn(lambda ctx, x: x * 2)()(t.leaf(1))


@program
def not_static(t: Any) -> Any:
    class F(t.autograd.Function):  # type: ignore[misc, name-defined]
        def forward(self, x: Any) -> Any:
            return x * 2

        def backward(self, g: Any) -> Any:
            return g * 3

    x = t.leaf(1)
    F.apply(x).backward()
    return x.grad.item()


@program
def old_names(t: Any) -> Any:
    old = t.function.NestedIOFunction()
    a, b = t.leaf(1), t.leaf(2)
    old.mark_dirty(a, [b])
    old.mark_non_differentiable({"a": a})
    old.save_for_backward(a, (b, None))
    seen = [len(old.dirty_tensors), len(old.non_differentiable), len(old.to_save)]
    for method in (old.forward_extended, old.backward_extended):
        with pytest.raises(NotImplementedError):
            method(a)
    return seen, t.function.InplaceFunction(True).inplace, sorted(set(t.function.__all__) - {"VmapInfo"})


@program
def shared_storage(t: Any) -> Any:
    return t.fn(lambda ctx, x: (ctx.mark_shared_storage((x, x)), x * 2)[1]).apply(t.leaf(1)).item()


@program
def both_backward_and_vjp(t: Any) -> Any:
    t.fn(lambda ctx, x: x * 2, vjp=lambda ctx, g: g).apply(t.leaf(1)).backward()


@program
def neither_backward_nor_vjp(t: Any) -> Any:
    f = type("F", (t.autograd.Function,), {"forward": staticmethod(lambda ctx, x: x * 2)})
    f.apply(t.leaf(1)).backward()


@program
def no_forward(t: Any) -> Any:
    type("F", (t.autograd.Function,), {}).apply(t.leaf(1))


@pytest.mark.parametrize("run", PROGRAMS, ids=lambda p: p.__name__)
def test_one_program(run: Callable[[Any], Any], control: Control) -> None:
    compare(run, control)


# -- where torch is wrong


def test_one_tensor_returned_twice_keeps_both_gradients(lib: Any) -> None:
    """torch adds both cotangents up and passes the sum as the second: 12 · 3."""

    def run(t: Any) -> Any:
        def forward(ctx: Any, x: Any) -> Any:
            y = x * 2
            return y, y

        x = t.leaf(1)
        a, b = t.fn(forward, lambda ctx, g, h: g * 2 + h * 3).apply(x)
        (a * 5 + b * 7).backward()
        return x.grad.item()

    assert run(Library(lib)) == (5 * 2 + 7 * 3 if lib is wengert else (5 + 7) * 3)


def test_what_captured_tensors_are_when_returned(lib: Any) -> None:
    """torch turns a parameter that forward returns into a result of the Function."""

    def run(t: Any) -> Any:
        c = t.leaf(5)
        t.fn(lambda ctx, x: c, lambda ctx, g: g * 7).apply(t.leaf(1)).backward()
        return c.is_leaf

    assert run(Library(lib)) == (lib is wengert)


def test_a_complex_gradient_of_a_real_input(lib: Any) -> None:
    def run(t: Any) -> Any:
        t.fn(lambda ctx, x: x * 2, lambda ctx, g: g * (1 + 2j)).apply(t.leaf(1)).backward()

    said = "Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be true"
    kind, words, _ = outcome(run, Library(lib))
    assert kind == "RuntimeError" and said in words


def test_memory_is_freed_where_torch_frees_it(lib: Any) -> None:
    """It is also freed where torch needs the garbage collector: for an output set on ctx."""

    def run(t: Any, keep: Callable[[Any, Any, Any], None]) -> bool:
        class Mark:
            pass

        mark = Mark()

        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark = ref_holder.pop()
            y = x.exp()
            keep(ctx, x, y)
            return y

        ref_holder = [mark]
        ref = weakref.ref(mark)
        del mark
        gc.collect()
        gc.disable()
        try:
            y = t.fn(forward).apply(t.leaf(1, 2))
            loss = (y * y).sum()
            loss.backward(retain_graph=True)
            del y, loss
            return ref() is None
        finally:
            gc.enable()

    ways: list[Callable[[Any, Any, Any], None]] = [
        lambda ctx, x, y: None,
        lambda ctx, x, y: ctx.save_for_backward(x),
        lambda ctx, x, y: ctx.save_for_backward(y),
        lambda ctx, x, y: ctx.save_for_backward(x * 2),
        lambda ctx, x, y: setattr(ctx, "x", x),
        lambda ctx, x, y: setattr(ctx, "w", x * 2),
        lambda ctx, x, y: setattr(ctx, "y", y),
    ]
    assert [run(Library(lib), keep) for keep in ways] == [True] * 6 + [lib is wengert]
