"""The error messages about custom Functions, in full."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from typing import Any

import pytest

import wengert
from tests.functions import leaf
from wengert.autograd import Function, forward_ad, function, grad
from wengert.func import vmap


def make(forward: Any, backward: Any = lambda ctx, g: g, **more: Any) -> Any:
    body = {k: staticmethod(v) if callable(v) else v for k, v in more.items()}
    return type("F", (Function,), body | {"forward": staticmethod(forward), "backward": staticmethod(backward)})


def raises(kind: type[Exception], message: str, run: Callable[[], Any]) -> None:
    """Check the type and the message, sites replaced, and that the modes are as before.

    That the line of ``apply`` is named: ``test_errors_name_the_line_of_apply``.
    """
    before = wengert.is_grad_enabled()
    with pytest.raises(kind) as found:
        run()
    told = re.sub(r"\S+\.py:\d+ in \S+: `(.*)`", r"<\1>", str(found.value))
    assert re.sub(r"\n  FBackward(: the Function was applied| was recorded) at <.*>", "", told) == message
    assert wengert.is_grad_enabled() == before


def after_backward(backward: Any, *args: Any) -> Callable[[], Any]:
    return lambda: make(lambda ctx, x, *rest: x * 2, backward).apply(*args).sum().backward()


@pytest.mark.parametrize(
    ("backward", "args", "message"),
    [
        (
            lambda ctx, g: (g, g),
            (leaf(1),),
            "function FBackward returned an incorrect number of gradients (expected 1, got 2). Return one for each "
            "argument of forward but ctx, None where there is none.",
        ),
        (
            lambda ctx, g: g,
            (leaf(1), 2),
            "function FBackward returned an incorrect number of gradients (expected 2, got 1). Return one for each "
            "argument of forward but ctx, None where there is none.",
        ),
        (
            lambda ctx, g: (g, g),
            (leaf(1), 2),
            "function FBackward returned a gradient different than None at position 2, but the corresponding forward "
            "input was not a Variable. Return None there.",
        ),
        (
            lambda ctx, g: 3.0,
            (leaf(1),),
            "expected Variable or None (got float) as gradient 0 of function FBackward. Return a Tensor.",
        ),
        (
            lambda ctx, g: g.numpy(),
            (leaf(1),),
            "expected Variable or None (got numpy.ndarray) as gradient 0 of function FBackward. Return a Tensor.",
        ),
        (
            lambda ctx, g: wengert.ones(3),
            (leaf(1, 2),),
            "Function FBackward returned an invalid gradient at index 0 - got [3] but expected shape compatible "
            "with [2]\nReturn a gradient of the shape of the argument: sum over what was broadcast, expand what "
            "was summed.",
        ),
        (
            lambda ctx, g: g * 1j,
            (leaf(1),),
            "Function FBackward returned an invalid gradient at index 0 - got ComplexDouble for an input of dtype "
            "Double. Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be true, "
            "but got false. The gradient of a real input is real: return its real part.",
        ),
    ],
)
def test_what_backward_may_not_return(backward: Any, args: Any, message: str) -> None:
    raises(RuntimeError, message, after_backward(backward, *args))


def set_on(method: str, *values: Any) -> Callable[[], Any]:
    return lambda: make(lambda ctx, x: (getattr(ctx, method)(*values), x * 2)[1]).apply(leaf(1))


def test_what_may_not_be_set_on_ctx() -> None:
    raises(
        TypeError,
        "save_for_backward can only save variables, but argument 1 is of type str. Set it on ctx instead.",
        set_on("save_for_backward", None, "s"),
    )
    raises(
        AssertionError,
        "save_for_forward expects all arguments to be tensors; you should save non-tensors as attributes on ctx.",
        set_on("save_for_forward", 3),
    )
    raises(
        RuntimeError,
        "mark_dirty can only accept variables, but argument 0 is of type int",
        set_on("mark_dirty", 3),
    )
    raises(
        RuntimeError,
        "mark_non_differentiable only accepts variable arguments, but got int. Give tensors that forward returns.",
        set_on("mark_non_differentiable", 3),
    )
    raises(TypeError, "set_materialize_grads expects a bool, got int", set_on("set_materialize_grads", 0))
    raises(
        RuntimeError,
        "autograd internal error: to_save attribute is expected to be a tuple but is list. Use the method of ctx to "
        "set it.",
        lambda: make(lambda ctx, x: (setattr(ctx, "to_save", [x]), x * 2)[1]).apply(leaf(1)),
    )
    raises(
        RuntimeError,
        "An input that has been returned as-is as output is being saved for backward. This is not supported if you "
        "override setup_context. You should return and save a view of the input instead, e.g. with x.view_as(x) or "
        "setup ctx inside the forward function itself.",
        lambda: make(lambda x: x, setup_context=lambda ctx, i, o: ctx.save_for_backward(o)).apply(leaf(1)),
    )


def increment(ctx: Any, x: Any) -> Any:
    x.add_(1)
    ctx.mark_dirty(x)
    return x


def test_what_may_not_be_written() -> None:
    f = make(increment)
    raises(
        RuntimeError,
        "Some elements marked as dirty during the forward method were not returned as output. The inputs that are "
        "modified inplace must all be outputs of the Function.",
        lambda: make(lambda ctx, x: (ctx.mark_dirty(x), x * 2)[1]).apply(leaf(1) * 1),
    )
    raises(
        RuntimeError,
        "a leaf Variable that requires grad has been used in an in-place operation. (F: call it under "
        "wengert.no_grad(), or on a clone().)",
        lambda: f.apply(leaf(1)),
    )
    raises(
        RuntimeError,
        "a view of a leaf Variable that requires grad is being used in an in-place operation. (F: write under "
        "wengert.no_grad(), or clone() the leaf first.)",
        lambda: f.apply(leaf(1, 2)[1:]),
    )
    raises(
        RuntimeError,
        "If your Function modifies inplace an input that is a view of another Tensor, your Function cannot return more "
        "than one Tensor. This is not supported by the current autograd engine. You should either make sure the input "
        "is not a view (using .clone() for example) or make your Function only return one Tensor (potentially "
        "splitting it into two Functions: one that writes and one that computes the others). (F)",
        lambda: make(lambda ctx, x: (increment(ctx, x), x * 2)).apply((leaf(1, 2) * 1)[1:]),
    )
    x = leaf(1, 2) * 1
    with wengert.no_grad():
        view = x[1:]
    with pytest.raises(RuntimeError, match="A view was created in no_grad mode and is being modified inplace"):
        f.apply(view)  # raises, though the view does not require grad
    with pytest.warns(UserWarning) as found:
        make(lambda ctx, x: (y := x * 2, ctx.mark_dirty(y))[0]).apply(leaf(1))
    assert str(found[0].message) == (
        "ctx.mark_dirty() received a tensor that was not an input. Only input Tensors that have been mutated should be "
        "passed to ctx.mark_dirty()."
    )


CUSTOM = (
    "This view was created inside a custom Function (or because an input was returned as-is) and the autograd logic to "
    "handle view+inplace would override the custom backward associated with the custom Function, leading to incorrect "
    "gradients. This behavior is forbidden. You can fix this by cloning the output of the custom Function."
)
MANY = (
    "This view is the output of a function that returns multiple views. Such functions do not allow the output views "
    "to be modified inplace. You should replace the inplace operation by an out-of-place one."
)


def test_views_that_may_not_be_written() -> None:
    one = make(lambda ctx, x: x.view(2, 1))
    two = make(lambda ctx, x: (x[:1], x[1:]))
    x = leaf(1, 2) * 1
    said = "is a view and is being modified inplace."
    raises(RuntimeError, f"Output 0 of F {said} {CUSTOM} (add_)", lambda: one.apply(x).add_(1))
    raises(RuntimeError, f"Output 0 of Select {said} {CUSTOM} (mul_)", lambda: one.apply(x)[0].mul_(1))
    raises(RuntimeError, f"Output 1 of F {said} {MANY} (add_)", lambda: two.apply(x)[1].add_(1))
    assert x.tolist() == [1, 2]
    said = "is a view and its base or another view of its base has been modified inplace."
    y, (_, z) = one.apply(x), two.apply(x)
    x.mul_(2)
    raises(RuntimeError, f"Output 0 of F {said} {CUSTOM}", lambda: y * 2)
    raises(RuntimeError, f"Output 1 of F {said} {MANY}", lambda: z * 2)


def test_calls_that_are_refused() -> None:
    raises(
        TypeError,
        "forward() got an unexpected keyword argument 'scale': where setup_context is defined, every argument of "
        "forward must be one that can be passed by position",
        lambda: make(lambda x, *, scale: x, setup_context=lambda *a: None).apply(leaf(1), scale=2),
    )
    with pytest.warns(DeprecationWarning):
        instance = make(lambda ctx, x: x)()
    with pytest.warns(DeprecationWarning):
        nested = function.NestedIOFunction()
    for call in (instance, nested, function.NestedIOFunction.apply):
        raises(
            RuntimeError,
            "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd "
            "function with static forward method: call it as MyFunction.apply(...).",
            lambda call=call: call(leaf(1)),
        )
    with pytest.warns(DeprecationWarning):
        old = function.NestedIOFunction()
    with pytest.raises(ValueError, match="Auto nesting doesn't know how to process an input object of type int"):
        old.mark_dirty(3)


def test_methods_that_are_missing() -> None:
    x = leaf(1)
    only_forward = type("F", (Function,), {"forward": staticmethod(lambda ctx, x: x * 2)})
    raises(
        NotImplementedError,
        "You must implement the forward function for custom autograd.Function.",
        lambda: type("F", (Function,), {}).apply(x),
    )
    raises(
        NotImplementedError,
        "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
        "backward mode AD.",
        lambda: only_forward.apply(x).backward(),
    )
    raises(
        RuntimeError,
        "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one of "
        "them.",
        lambda: make(lambda ctx, x: x * 2, vjp=lambda ctx, g: g).apply(x).backward(),
    )
    raises(
        NotImplementedError,
        "To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
        "generate_vmap_rule=True.",
        lambda: Function.vmap(None, None),
    )


def test_saved_tensors_that_are_gone() -> None:
    save = lambda ctx, x: (ctx.save_for_backward(x), x * 2)[1]
    raises(
        RuntimeError,
        "saved_tensors can only be accessed once when clear_saved_tensors_on_access=True is set on the "
        "autograd.Function. Either access saved_tensors only once, or set clear_saved_tensors_on_access=False.",
        lambda: (
            make(save, lambda ctx, g: (ctx.saved_tensors, ctx.saved_tensors), clear_saved_tensors_on_access=True)
            .apply(leaf(1))
            .backward()
        ),
    )
    y = make(save).apply(leaf(1))
    y.backward()
    with pytest.raises(RuntimeError, match=r"a second time .* saved tensors after they have already been freed"):
        _ = y.grad_fn.saved_tensors


@pytest.mark.parametrize("name", ["F", "G"])
def test_functions_of_one_name_are_told_apart(name: str) -> None:
    """A value from the forward of another Function is a constant, even if the two have the same name."""
    stash: list[Any] = []

    def stashing(ctx: Any, x: Any) -> Any:
        stash.append(x * 2)
        return x * 1

    def keeping(ctx: Any, x: Any) -> Any:
        ctx.k = stash[0]
        return x**3

    x = leaf(0.5)
    make(stashing).apply(x)
    keeper = make(keeping, lambda ctx, g: g * 3 * x**2 + 0 * ctx.k.sum())
    keeper.__name__ = name
    (d,) = grad(keeper.apply(x), x, create_graph=True)
    assert grad(d, x)[0].item() == 3.0


def test_an_intermediate_is_known_by_its_class() -> None:
    """A Function that keeps a value of its own forward raises, though another Function has the same name."""

    def keeping(ctx: Any, x: Any) -> Any:
        ctx.k = x * 2
        return x**3

    x = leaf(0.5)
    make(lambda ctx, x: x * 2).apply(x)
    (d,) = grad(make(keeping, lambda ctx, g: g + 0 * ctx.k.sum()).apply(x), x, create_graph=True)
    with pytest.raises(RuntimeError, match=r"ctx.k, an intermediate value of forward(.|\n)*from mul in F.forward at"):
        grad(d, x)


def test_an_intermediate_is_not_differentiated() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.w = x.exp()
        ctx.save_for_backward(ctx.w.sin(), x)
        return x * 1

    x = leaf(0.5)
    advice = (
        "Compute it again in backward from saved inputs, return it as an output (mark_non_differentiable if it is to "
        "count as constant), or decorate backward with once_differentiable."
    )
    said = (
        "an intermediate value of forward, which is neither an input nor an output, so that its derivative is unknown "
        "and differentiating a second time would be wrong."
    )
    (d,) = grad(make(forward, lambda ctx, g: g * ctx.w).apply(x), x, create_graph=True)
    raises(
        RuntimeError,
        f"function FBackward: backward used ctx.w, {said}\n  it comes from exp in F.forward at <ctx.w = x.exp()>\n"
        + advice,
        lambda: grad(d, x),
    )
    (d,) = grad(make(forward, lambda ctx, g: g * ctx.saved_tensors[0]).apply(x), x, create_graph=True)
    raises(
        RuntimeError,
        f"function FBackward: backward used ctx.saved_tensors[0], {said}\n  it comes from exp in F.forward at "
        f"<ctx.w = x.exp()>\n{advice}",
        d.backward,
    )
    raises(
        RuntimeError,
        "trying to differentiate twice a function that was marked with @once_differentiable. Remove the mark: "
        "then its backward is differentiated like any other code, if it is written in operations on tensors.",
        lambda: grad(
            make(forward, function.once_differentiable(lambda ctx, g: g * ctx.w)).apply(x), x, create_graph=True
        )[0].backward(),
    )


def test_what_jvp_may_not_return() -> None:
    def run(jvp: Any) -> Callable[[], Any]:
        def inside() -> None:
            with forward_ad.dual_level():
                x = forward_ad.make_dual(leaf(1, 2).detach(), wengert.ones(2, dtype=wengert.float64))
                make(lambda ctx, x: (x * 2, x.argmax()), jvp=jvp).apply(x)

        return inside

    raises(
        RuntimeError,
        "Function's jvp returned an invalid number of forward gradients (expected 2 but got 1)",
        run(lambda ctx, t: t),
    )
    raises(
        RuntimeError,
        "expected Variable or None (got int) for grad output 0. (F.jvp)",
        run(lambda ctx, t: (3, None)),
    )
    raises(
        RuntimeError,
        "Function's jvp returned a gradient at position 1, but the corresponding forward output is not a "
        "differentiable Tensor. You should return None at that position instead.",
        run(lambda ctx, t: (t, t)),
    )
    raises(
        RuntimeError,
        "Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
        "supported. Tensor is of size [2] while the given forward gradient is of size [1]. (F.jvp). "
        "Return tangents of the size of the tensor from jvp.",
        run(lambda ctx, t: (t[:1], None)),
    )
    raises(
        RuntimeError,
        "F.jvp returned a tangent of dtype ComplexDouble for output 0, which is Double. The tangent of a real output "
        "is real: return its real part.",
        run(lambda ctx, t: (t * 1j, None)),
    )
    raises(
        NotImplementedError,
        "You must implement the jvp function for custom autograd.Function to use it with forward mode AD.",
        run(Function.jvp),
    )


def test_what_vmap_may_not_return() -> None:
    x = wengert.ones(2, 3)
    returned: dict[str, Any] = {
        "Expected the vmap staticmethod to have two returns, an output and out_dims with pytree structure compatible "
        "with the output. Got 3 returns instead": lambda i, d, x: (x, 0, 0),
        "Expected the vmap staticmethod to have two returns, an output and out_dims with pytree structure compatible "
        "with the output. Got a <class 'wengert.Tensor'> instead": lambda i, d, x: x,
        "The autograd.Function's vmap staticmethod returned an incompatible (output, out_dims) tuple. Expected "
        "out_dims=(0, 0) to be compatible with the structure of `output`, which is tuple of 1. (F.vmap)": (
            lambda i, d, x: ((x,), (0, 0))
        ),
        "The autograd.Function's vmap staticmethod returned an incompatible (output, out_dims) tuple. Expected "
        "out_dims=a to be compatible with the structure of `output`, which is wengert.Tensor. (F.vmap)": (
            lambda i, d, x: (x * 2, "a")
        ),
        "F.vmap returned an output whose dimension 0 has size 1, but out_dims says that it is the batch, of size 2. "
        "Return the dimension of the batch as out_dims, or None if there is none.": (lambda i, d, x: (x[:1] * 1, 0)),
    }
    for message, rule in returned.items():
        raises(RuntimeError, message, lambda rule=rule: vmap(make(lambda ctx, x: x, vmap=rule).apply)(x))
    raises(
        IndexError,
        "Dimension out of range (expected to be in range of [-2, 1], but got 2)",
        lambda: vmap(make(lambda ctx, x: x, vmap=lambda i, d, x: (x * 2, 2)).apply)(x),
    )


def test_vmaps_that_are_refused() -> None:
    x = wengert.ones(2, 3)
    rule = lambda info, in_dims, x, **more: (x * 2, 0)
    raises(
        RuntimeError,
        "You tried to vmap over F, but it has both generate_vmap_rule=True and an overridden vmap staticmethod. Please "
        "set generate_vmap_rule=False or delete the overridden vmap staticmethod to avoid ambiguity.",
        lambda: vmap(make(lambda ctx, x: x, vmap=rule, generate_vmap_rule=True).apply)(x),
    )
    raises(
        RuntimeError,
        "You tried to vmap over F, but it does not have vmap support. Please override and implement the vmap "
        "staticmethod or set generate_vmap_rule=True.",
        lambda: vmap(make(lambda ctx, x: x).apply)(x),
    )
    raises(
        NotImplementedError,
        "Run vmap on autograd.Function with kwarg-only Tensor args. Please do not pass kwarg-only Tensors to F: pass "
        "them by position.",
        lambda: vmap(lambda x: make(lambda ctx, x, y: x, vmap=rule).apply(x, y=x))(x),
    )


class Own(Exception):
    """An exception that no library raises."""


@pytest.mark.parametrize("where", ["forward", "setup_context", "backward", "jvp", "vmap"])
def test_exceptions_of_the_user_pass_with_their_traceback(where: str) -> None:
    def fail(*args: Any) -> Any:
        raise Own("mine")

    parts: dict[str, Any] = {
        "setup_context": lambda ctx, i, o: None,
        "jvp": lambda ctx, t: t * 2,
        "vmap": lambda i, d, x: (x * 2, 0),
    }
    parts = {"forward": lambda x: x * 2, "backward": lambda ctx, g: g} | parts | {where: fail}
    f = make(**parts)
    x = leaf(1, 2)
    state = wengert._core.tape.state.current()
    before = (state.grad_enabled, state.vmap, state.counted, state.dual, state.unrecorded)
    with pytest.raises(Own, match="mine") as found:
        if where == "vmap":
            vmap(f.apply)(x.detach())
        elif where == "jvp":
            with forward_ad.dual_level():
                f.apply(forward_ad.make_dual(x.detach(), x.detach()))
        else:
            f.apply(x).sum().backward()
    assert traceback.extract_tb(found.value.__traceback__)[-1].name == "fail"
    assert (state.grad_enabled, state.vmap, state.counted, state.dual, state.unrecorded) == before
    assert x._wg_grad is None and x._version == 0


# -- where: a backward pass runs far from the call


def fails_in_user_code(ctx: Any, g: Any) -> Any:
    raise KeyError("oops")


def fails_in_wengert(ctx: Any, g: Any) -> Any:
    return g @ wengert.ones(7, 7, 7).to(g.dtype).expand(2, 2)


WRONG: dict[str, tuple[type[Exception], Any]] = {
    "user code raises": (KeyError, fails_in_user_code),
    "an operation raises": (RuntimeError, fails_in_wengert),
    "a wrong shape": (RuntimeError, lambda ctx, g: wengert.ones(5, dtype=g.dtype)),
    "too many": (RuntimeError, lambda ctx, g: (g, g)),
    "too few": (RuntimeError, lambda ctx, g: ()),
    "a number": (RuntimeError, lambda ctx, g: 3.0),
    "an array": (RuntimeError, lambda ctx, g: g.detach().numpy()),
    "a string": (RuntimeError, lambda ctx, g: "g"),
    "a complex gradient": (RuntimeError, lambda ctx, g: g * 1j),
    "saved tensors read twice": (RuntimeError, lambda ctx, g: (ctx.saved_tensors, ctx.saved_tensors)),
}
WAYS: dict[str, Callable[[Any, Any], Any]] = {
    "backward": lambda y, x: y.sum().backward(),
    "grad": lambda y, x: grad(y.sum(), x),
    "create_graph": lambda y, x: grad(y.sum(), x, create_graph=True),
    "batched": lambda y, x: grad(y, x, wengert.eye(2, dtype=y.dtype), is_grads_batched=True),
    "by hand": lambda y, x: y.grad_fn(wengert.ones(2, dtype=y.dtype)),
}


def named_line(error: BaseException) -> bool:
    """Whether an error names the line that is marked here."""
    told = "\n".join([str(error), *getattr(error, "__notes__", ())])
    return "test_function_errors.py:" in told and "# the line of apply" in told


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("method", ["backward", "vjp"])
@pytest.mark.parametrize("what", WRONG)
def test_errors_name_the_line_of_apply(what: str, method: str, way: str) -> None:
    kind, wrong = WRONG[what]
    more = {method: wrong, "clear_saved_tensors_on_access": True}

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * 1

    x = leaf(1, 2)
    y = make(forward, **more, **({} if method == "backward" else {"backward": Function.backward})).apply(x)  # the line of apply  # fmt: skip  # noqa: E501
    with pytest.raises(kind) as found:
        WAYS[way](y, x)
    assert named_line(found.value)


@pytest.mark.parametrize(
    ("kind", "jvp"),
    [
        (KeyError, fails_in_user_code),
        (RuntimeError, fails_in_wengert),
        (RuntimeError, lambda ctx, t: wengert.ones(5)),
        (RuntimeError, lambda ctx, t: (t, t)),
        (RuntimeError, lambda ctx, t: 3.0),
        (RuntimeError, lambda ctx, t: t * 1j),
        (NotImplementedError, Function.jvp),
    ],
)
def test_errors_of_jvp_name_the_line_of_apply(kind: type[Exception], jvp: Any) -> None:
    f = make(lambda ctx, x: x * 1, jvp=jvp)
    with pytest.raises(kind) as found:
        wengert.func.jvp(lambda x: f.apply(x), (leaf(1, 2),), (wengert.ones(2, dtype=wengert.float64),))  # the line of apply  # fmt: skip  # noqa: E501
    assert named_line(found.value)


def test_errors_of_second_derivatives_name_the_line_of_apply() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.w = x.exp()
        return x * 1

    x = leaf(0.5)
    for backward in (lambda ctx, g: g * ctx.w, function.once_differentiable(lambda ctx, g: g * ctx.w)):
        y = make(forward, backward).apply(x)  # the line of apply
        (d,) = grad(y, x, create_graph=True)
        with pytest.raises(RuntimeError) as found:
            d.backward()
        assert named_line(found.value)


def test_a_missing_backward_names_the_line_of_apply() -> None:
    y = make(lambda ctx, x: x * 1, Function.backward).apply(leaf(1))  # the line of apply
    with pytest.raises(NotImplementedError) as found:
        y.backward()
    assert named_line(found.value)


def test_an_error_that_is_raised_again_has_one_note() -> None:
    error = ValueError("oops")

    def backward(ctx: Any, g: Any) -> Any:
        raise error

    y = make(lambda ctx, x: x * 1, backward).apply(leaf(1))
    for _ in range(3):
        with pytest.raises(ValueError, match="oops"):
            y.backward()
    assert len(error.__notes__) == 1
