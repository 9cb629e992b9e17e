"""Gradients: arguments of ``backward`` and ``grad``, and values assigned to ``.grad``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .text import Site, here, named, recorded_and_freed, type_name, where


def gradient_device(where: str, expected: Any, got: Any) -> RuntimeError:
    return RuntimeError(
        f"{where} an invalid gradient - expected device {expected} but got {got}. Move it with .to(device)."
    )


def requires_grad_dtype() -> RuntimeError:
    return RuntimeError(
        "only Tensors of floating point and complex dtype can require gradients. Convert to one first: x.float(), or "
        "write floats: wengert.tensor([1.0, 2.0])."
    )


def freed(name: str, made: Site, freed_at: Site | None) -> RuntimeError:
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
        "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
        "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
        f"saved tensors after calling backward.\n{recorded_and_freed(name, made, freed_at)}"
    )


def not_scalar(i: int, shape: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"grad can be implicitly created only for scalar outputs, and output {i} has shape {list(shape)}. Reduce to "
        "one value, y.sum() or y.mean(), or give a weight for each value: y.backward(wengert.ones_like(y)), or "
        "grad(y, x, grad_outputs=...). For all derivatives, call wengert.autograd.functional.jacobian(f, x)."
    )


def grad_dtype(a: Any) -> RuntimeError:
    return RuntimeError(
        f"grad can be implicitly created only for real scalar outputs but got {a}. Differentiate a real value of it, "
        "such as y.abs() or y.real, or pass a gradient: y.backward(wengert.ones_like(y))."
    )


def grad_shape(i: int, a: Sequence[int], b: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"Mismatch in shape: grad_output[{i}] has a shape of {list(a)} and output[{i}] has a shape of {list(b)}. "
        "Give each gradient the shape of its output."
    )


def batched_grad_shape(i: int, a: Sequence[int], b: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The "
        "sizes of the remaining dimensions are expected to match the shape of corresponding output, but a mismatch was "
        f"detected: grad_output[{i}] has a shape of {list(a)} and output[{i}] has a shape of {list(b)}. Give each "
        "grad_output one leading dimension more than its output, or use vmap to batch some of them only."
    )


def batched_grad_missing(i: int) -> ValueError:
    return ValueError(
        f"grad: is_grads_batched=True needs a batch of gradients for every output, but grad_outputs[{i}] is None. Pass "
        "ones of shape (batch, *output.shape) for a gradient of one."
    )


def batched_grad_sizes(sizes: Sequence[int]) -> ValueError:
    return ValueError(
        "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
        f"{list(sizes)} for the mapped dimension"
    )


def grad_complexity(i: int, a: Any, b: Any) -> RuntimeError:
    return RuntimeError(
        f"For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: "
        f"grad_output[{i}] has a dtype of {a} and output[{i}] has a dtype of {b}. "
        "Cast the gradient to the dtype of its output."
    )


def gradient_type(kind: type) -> TypeError:
    return TypeError(f"gradients can be either Tensors or None, but got {named(kind)}. Give one of these.")


def gradient_total(tensors: int, gradients: int) -> RuntimeError:
    return RuntimeError(
        f"got {tensors} tensors and {gradients} gradients. Give one gradient for each tensor, None for those of one "
        "value."
    )


def both_gradients() -> RuntimeError:
    return RuntimeError(
        "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use "
        "`grad_tensors`."
    )


def no_inputs(caller: str) -> RuntimeError:
    return RuntimeError(
        f"`inputs` argument to `{caller}()` cannot be empty. Name at least one input, or leave `inputs` out."
    )


def inputs_mapping(caller: str, kind: type) -> TypeError:
    return TypeError(
        f"`inputs` argument to `{caller}()` must be a dict, not {kind.__name__}. Other Mapping types are not supported."
    )


def output_type(i: int, kind: type) -> TypeError:
    return TypeError(f"expected Tensors or GradientEdges to differentiate, got {named(kind)} at position {i}")


def input_type(kind: type) -> RuntimeError:
    return RuntimeError(
        f"all inputs have to be Tensors or GradientEdges, but got {named(kind)}. Give the tensors themselves."
    )


def edge_output(node: str, nr: int, count: int) -> RuntimeError:
    return RuntimeError(
        f"GradientEdge: {node} has {count} outputs, numbered from 0; number {nr} is none that has a gradient. "
        "Choose an output of the node that has a gradient."
    )


def edge_node(kind: type) -> TypeError:
    return TypeError(f"GradientEdge: expected a node such as tensor.grad_fn, got {kind.__name__}")


def materialize_edge() -> RuntimeError:
    return RuntimeError(
        "materialize_grads cannot be used when the given input is a GradientEdge (its shape may be unknown). Pass the "
        "tensor itself, or leave materialize_grads out."
    )


def materialize_unused() -> ValueError:
    return ValueError(
        "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
    )


def callback_outside() -> RuntimeError:
    return RuntimeError(
        "Final callbacks can only be installed during backward pass. (Queue them in a hook or in the backward of a "
        "Function.)"
    )


def grad_type(kind: type) -> TypeError:
    return TypeError(
        f"assigned grad expected to be a Tensor or None but got grad of type {named(kind)}. Make a tensor of it: "
        "wengert.asarray(g, dtype=x.dtype)."
    )


def own_grad() -> RuntimeError:
    return RuntimeError("can't assign Variable as its own grad. Give its detached copy, or another tensor.")


def grad_device(got: str, expected: str) -> RuntimeError:
    return RuntimeError(
        f"attempting to assign a gradient with device type '{got}' to a tensor with device type '{expected}'. Please "
        "ensure that the gradient and the tensor are on the same device"
    )


def assigned_dtype(got: Any, expected: Any) -> RuntimeError:
    return RuntimeError(
        f"attempting to assign a gradient with dtype '{type_name(got)}' to a tensor with grad_dtype "
        f"'{type_name(expected)}'. The gradient must match the tensor's grad_dtype, which is its own dtype by default: "
        "cast it with .to(), or set grad_dtype."
    )


def grad_dtype_of_result(what: str) -> RuntimeError:
    return RuntimeError(
        f"grad_dtype can only be {what} on leaf tensors. Cast the gradient of a result in a hook: "
        "y.register_hook(lambda g: g.double())."
    )


def no_grad_dtype(got: Any) -> RuntimeError:
    kind = type(got).__name__
    shown = got if kind == "dtype" else kind
    return RuntimeError(
        f"grad_dtype must be a torch.dtype or None, but got {shown}. Give a floating point or complex dtype, such as "
        "wengert.float32."
    )


def other_grad_dtype(wanted: Any, old: Any) -> RuntimeError:
    return RuntimeError(
        f"Cannot set grad_dtype to '{type_name(wanted)}' because there is already a gradient with dtype "
        f"'{type_name(old)}'. Clear it first: x.grad = None."
    )


def assigned_shape(got: Sequence[int], expected: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"attempting to assign a gradient of size '{list(got)}' to a tensor of size '{list(expected)}'. Please ensure "
        "that the gradient and the tensor are the same size"
    )


def invalid_gradient(name: str, nr: int, got: Sequence[int], expected: Sequence[int], made: Site) -> RuntimeError:
    return RuntimeError(
        f"Function {name} returned an invalid gradient at index {nr} - got {list(got)} but expected shape compatible "
        f"with {list(expected)}"
        + ("" if made[0] is None else f"\n  {name} was recorded at {where(made)}")
        + "\nReturn a gradient of the shape of the argument: sum over what was broadcast, expand what was summed."
    )


def gradient_count(name: str, got: int, expected: int) -> RuntimeError:
    return RuntimeError(
        f"function {name} returned an incorrect number of gradients (expected {expected}, got {got}). Return one for "
        "each argument of forward but ctx, None where there is none."
    )


def deepcopy_non_leaf(name: str) -> RuntimeError:
    return RuntimeError(
        "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment. "
        f"(This one is a result of {name}: copy x.detach(), or use x.clone(), which is differentiable.)"
    )


def result_without_history(expected: str, value: Any) -> RuntimeError:
    """For a function that is transformed: ``expected`` of it was a tensor, and ``value`` is none."""
    more = ""
    if isinstance(value, (int, float, complex)) or hasattr(value, "__array__"):
        more = (
            ". Numbers and arrays have no gradient: write np.sin(x) for math.sin(x), and fill np.zeros_like(x) in "
            "place of np.zeros(n)"
        )
    elif value is None:
        more = f".{forgotten_return(value)}"
    return RuntimeError(f"{expected} {type(value)}{more}")


def no_output(what: str, outs: Sequence[Any]) -> RuntimeError:
    return RuntimeError(
        f"{what}: Expected f to be a function that has non-empty output (got output = {list(outs)})."
        + forgotten_return(*outs[:1])
    )


def forgotten_return(value: Any = ()) -> str:
    """What to do about the result of a user's function, if it is None."""
    return " Return the value: without a `return`, a function of Python gives None." if value is None else ""


def memory_of_transformed(what: str) -> NotImplementedError:
    return NotImplementedError(
        f"Cannot access storage of a tensor that a running func transform differentiates: {what} gives its "
        "values alone, so that the derivative would end here. Use clone(), which is differentiable, or "
        "detach() if the result is meant to be constant."
    )


def data_of_transformed() -> RuntimeError:
    return RuntimeError(
        f"mutating directly with `.data` inside functorch transform is not allowed, at {where(here())}: the derivative "
        "would be that of other values. Use copy_(), or the value itself; detach() it if it is constant."
    )


def change_non_leaf() -> RuntimeError:
    return RuntimeError(
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
        "subgraph that doesn't require differentiation use var_no_grad = var.detach()."
    )


def no_longer_a_leaf(shape: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"leaf variable has been moved into the graph interior: a tensor of shape {list(shape)} was a leaf when it was "
        "used, and an in-place write has since made it the result of operations, so that its .grad has no place for "
        "this gradient. Write to another tensor instead, such as x.clone()."
    )


def constant_in_transform() -> RuntimeError:
    return RuntimeError(
        "autograd.functional: inside of a function transform such as func.grad, results without create_graph would "
        "count as constants, and their derivatives be zero. Give create_graph=True, or use the transforms of func."
    )


def backward_in_transform() -> RuntimeError:
    return RuntimeError(
        "backward() called inside a functorch transform, which differentiates what it starts from: the .grad would "
        "count as a constant, and its derivative be zero. Use func.grad, or autograd.grad(..., create_graph=True)."
    )
