"""Custom Functions: what their methods may do and return. ``f`` names the Function, ``node`` its node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .text import Site, type_name, where


def no_static_call() -> RuntimeError:
    return RuntimeError(
        "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function "
        "with static forward method: call it as MyFunction.apply(...)."
    )


def no_forward() -> NotImplementedError:
    return NotImplementedError("You must implement the forward function for custom autograd.Function.")


def no_backward() -> NotImplementedError:
    return NotImplementedError(
        "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
        "backward mode AD."
    )


def two_backwards() -> RuntimeError:
    return RuntimeError(
        "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one "
        "of them."
    )


def no_jvp() -> NotImplementedError:
    return NotImplementedError(
        "You must implement the jvp function for custom autograd.Function to use it with forward mode AD."
    )


def no_vmap() -> NotImplementedError:
    return NotImplementedError(
        "To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
        "generate_vmap_rule=True."
    )


def keyword_only(names: Sequence[str]) -> TypeError:
    return TypeError(
        f"forward() got an unexpected keyword argument {names[0]!r}: where setup_context is defined, every argument of "
        "forward must be one that can be passed by position"
    )


def arrays_returned(name: str) -> str:
    return (
        f"{name}.forward returned arrays and no tensor, so that its result has no gradient. Return a tensor: "
        "wengert.from_numpy(y)."
    )


def not_saved(i: int, value: Any) -> TypeError:
    return TypeError(
        f"save_for_backward can only save variables, but argument {i} is of type {type_of(value)}. "
        "Set it on ctx instead."
    )


def not_saved_forward() -> AssertionError:
    return AssertionError(
        "save_for_forward expects all arguments to be tensors; you should save non-tensors as attributes on ctx."
    )


def not_a_tuple(name: str, value: Any) -> RuntimeError:
    return RuntimeError(
        f"autograd internal error: {name} attribute is expected to be a tuple but is {type_of(value)}. "
        "Use the method of ctx to set it."
    )


def saved_as_is() -> RuntimeError:
    return RuntimeError(
        "An input that has been returned as-is as output is being saved for backward. This is not supported if you "
        "override setup_context. You should return and save a view of the input instead, e.g. with x.view_as(x) or "
        "setup ctx inside the forward function itself."
    )


def saved_once() -> RuntimeError:
    return RuntimeError(
        "saved_tensors can only be accessed once when clear_saved_tensors_on_access=True is set on the "
        "autograd.Function. Either access saved_tensors only once, or set clear_saved_tensors_on_access=False."
    )


def materialize_type(value: Any) -> TypeError:
    return TypeError(f"set_materialize_grads expects a bool, got {type_of(value)}")


def dirty_type(i: int, value: Any) -> RuntimeError:
    return RuntimeError(f"mark_dirty can only accept variables, but argument {i} is of type {type_of(value)}")


def dirty_not_returned() -> RuntimeError:
    return RuntimeError(
        "Some elements marked as dirty during the forward method were not returned as output. The inputs that are "
        "modified inplace must all be outputs of the Function."
    )


def dirty_not_input() -> str:
    return (
        "ctx.mark_dirty() received a tensor that was not an input. Only input Tensors that have been mutated should be "
        "passed to ctx.mark_dirty()."
    )


def dirty_leaf(f: str) -> RuntimeError:
    return RuntimeError(
        "a leaf Variable that requires grad has been used in an in-place operation. "
        f"({f}: call it under wengert.no_grad(), or on a clone().)"
    )


def dirty_view_many(f: str) -> RuntimeError:
    return RuntimeError(
        "If your Function modifies inplace an input that is a view of another Tensor, your Function cannot return more "
        "than one Tensor. This is not supported by the current autograd engine. You should either make sure the input "
        "is not a view (using .clone() for example) or make your Function only return one Tensor (potentially "
        f"splitting it into two Functions: one that writes and one that computes the others). ({f})"
    )


def non_differentiable_type(value: Any) -> RuntimeError:
    return RuntimeError(
        f"mark_non_differentiable only accepts variable arguments, but got {type_of(value)}. "
        "Give tensors that forward returns."
    )


def gradient_of_nothing(node: str, i: int) -> RuntimeError:
    return RuntimeError(
        f"function {node} returned a gradient different than None at position {i + 1}, but the corresponding forward "
        "input was not a Variable. Return None there."
    )


def gradient_type(node: str, i: int, value: Any) -> RuntimeError:
    return RuntimeError(
        f"expected Variable or None (got {type_of(value)}) as gradient {i} of function {node}. Return a Tensor."
    )


def gradient_complexity(node: str, nr: int, a: Any, b: Any) -> RuntimeError:
    return RuntimeError(
        f"Function {node} returned an invalid gradient at index {nr} - got {type_name(a)} for an input of dtype "
        f"{type_name(b)}. Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be "
        "true, but got false. The gradient of a real input is real: return its real part."
    )


def tangent_count(got: int, expected: int) -> RuntimeError:
    return RuntimeError(
        f"Function's jvp returned an invalid number of forward gradients (expected {expected} but got {got})"
    )


def tangent_type(f: str, i: int, value: Any) -> RuntimeError:
    return RuntimeError(f"expected Variable or None (got {type_of(value)}) for grad output {i}. ({f}.jvp)")


def tangent_of_nothing(i: int) -> RuntimeError:
    return RuntimeError(
        f"Function's jvp returned a gradient at position {i}, but the corresponding forward output is not a "
        "differentiable Tensor. You should return None at that position instead."
    )


def tangent_shape(f: str, a: Sequence[int], b: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        "Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
        f"supported. Tensor is of size {list(a)} while the given forward gradient is of size {list(b)}. ({f}.jvp). "
        "Return tangents of the size of the tensor from jvp."
    )


def tangent_complexity(f: str, i: int, a: Any, b: Any) -> RuntimeError:
    return RuntimeError(
        f"{f}.jvp returned a tangent of dtype {type_name(a)} for output {i}, which is {type_name(b)}. The tangent of a "
        "real output is real: return its real part."
    )


def applied(node: str, made: Site) -> str:
    """A note on errors of ``backward`` and ``jvp``: a backward pass runs far from the call."""
    return f"  {node}: the Function was applied at {where(made)}"


def unknown_derivative(node: str, method: str, name: str, origin: str, site: Site, made: Site) -> RuntimeError:
    """``origin`` says what computed the intermediate value, at ``site``; ``made`` where the Function was applied."""
    return RuntimeError(
        f"function {node}: {method} used {name}, an intermediate value of forward, which is neither an input nor an "
        "output, so that its derivative is unknown and differentiating a second time would be wrong.\n"
        f"  it comes from {origin} at {where(site)}\n{applied(node, made)}\n"
        "Compute it again in backward from saved inputs, return it as an output (mark_non_differentiable if it is to "
        "count as constant), or decorate backward with once_differentiable."
    )


def twice_differentiated(node: str, made: Site | None) -> RuntimeError:
    return RuntimeError(
        "trying to differentiate twice a function that was marked with @once_differentiable. Remove the "
        "mark: then its backward is differentiated like any other code, if it is written in operations on tensors."
        + ("" if made is None else f"\n{applied(node, made)}")
    )


def two_vmap_rules(f: str) -> RuntimeError:
    return RuntimeError(
        f"You tried to vmap over {f}, but it has both generate_vmap_rule=True and an overridden vmap staticmethod. "
        "Please set generate_vmap_rule=False or delete the overridden vmap staticmethod to avoid ambiguity."
    )


def no_vmap_rule(f: str) -> RuntimeError:
    return RuntimeError(
        f"You tried to vmap over {f}, but it does not have vmap support. Please override and implement the vmap "
        "staticmethod or set generate_vmap_rule=True."
    )


def vmap_keyword_tensors(f: str) -> NotImplementedError:
    return NotImplementedError(
        f"Run vmap on autograd.Function with kwarg-only Tensor args. Please do not pass kwarg-only Tensors to {f}: "
        "pass them by position."
    )


def vmap_result(what: str) -> RuntimeError:
    return RuntimeError(
        "Expected the vmap staticmethod to have two returns, an output and out_dims with pytree structure compatible "
        f"with the output. Got {what} instead"
    )


def vmap_out_dims(f: str, dims: Any, out: Any) -> RuntimeError:
    return RuntimeError(
        "The autograd.Function's vmap staticmethod returned an incompatible (output, out_dims) tuple. Expected "
        f"out_dims={dims} to be compatible with the structure of `output`, which is {type_of(out)}"
        f"{f' of {len(out)}' if isinstance(out, (tuple, list)) else ''}. ({f}.vmap)"
    )


def vmap_out_size(f: str, dim: int, got: int, size: int) -> RuntimeError:
    return RuntimeError(
        f"{f}.vmap returned an output whose dimension {dim} has size {got}, but out_dims says that it is the batch, of "
        f"size {size}. "
        "Return the dimension of the batch as out_dims, or None if there is none."
    )


def type_of(value: Any) -> str:
    """Name the type of a value: ``float``, ``numpy.ndarray``."""
    t = type(value)
    return t.__qualname__ if t.__module__ == "builtins" else f"{t.__module__}.{t.__qualname__}"


# -- operations by name


def no_such_argument(name: str, given: str, known: Sequence[str]) -> ValueError:
    return ValueError(
        f"{name}: mutates_args names {given!r}, which is no argument of the function. It has {', '.join(known)}. "
        "Name one of these."
    )


def not_in_namespace(space: str, name: str) -> AttributeError:
    return AttributeError(
        f"'_OpNamespace' '{space}' object has no attribute '{name}': wengert.library.custom_op makes operations by "
        "name, and wengert's own are called as wengert.add, x.add and the like."
    )


def tensor_by_keyword(name: str) -> NotImplementedError:
    return NotImplementedError(f"{name}: a tensor was given for a keyword-only argument. Make it one by position.")


def writes_its_arguments(name: str) -> RuntimeError:
    return RuntimeError(
        f"Cannot register autograd formula for non-functional operator {name}, which writes its arguments. Please "
        "create a functional operator, which returns new tensors, and register an autograd formula for that."
    )


def writes_and_requires_grad(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name} writes its arguments, so its calls are not recorded, and an argument requires grad. Call it under "
        "wengert.no_grad(), or give it x.detach()."
    )


def does_not_take(name: str, signature: Any, said: str) -> TypeError:
    """The error for a call whose arguments do not fit; ``said`` is Python's sentence, which lacks the function."""
    return TypeError(f"{name}() {said}. Give the arguments {signature}.")


def writes_undeclared(name: str) -> RuntimeError:
    return RuntimeError(f"{name}: the function wrote an argument. Name it in mutates_args, or write a clone.")


def gives_its_input(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name}: the output of this custom operator must not also be an input to it, nor a view of one. Return a "
        "clone."
    )


def no_formula(name: str) -> RuntimeError:
    return RuntimeError(
        f"Trying to backward through {name} but no autograd formula was registered. Please use register_autograd to "
        "add one."
    )


def count_of_gradients(name: str, expected: int, given: int) -> RuntimeError:
    return RuntimeError(
        f"{name}: backward returned {given} gradients; it has {expected} arguments. Return None for some."
    )
