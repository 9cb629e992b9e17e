"""What users read when something is wrong: every message in full, and nothing has changed after it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from wengert import cuda
from wengert._core import errors
from wengert._core.tape.history import Kind
from wengert.autograd import Function
from wengert.func import vmap


def leaf(*shape: int) -> Any:
    return wengert.ones(shape, requires_grad=True)


def raises(kind: type[Exception], message: str, run: Callable[[], Any], *watched: Any) -> None:
    """Check that ``run`` raises exactly ``message`` (sites replaced) and leaves modes and watched tensors alone."""
    before = state(watched)
    with pytest.raises(kind) as found:
        run()
    assert re.sub(r"\S+\.py:\d+ in \S+: `(.*)`", r"<\1>", str(found.value)) == message
    assert state(watched) == before


def state(watched: tuple[Any, ...]) -> list[Any]:
    """All that an error must not change."""
    tensors = [(t.tolist(), t._version, t.grad_fn, t.requires_grad, numbers(t._wg_grad)) for t in watched]
    return [wengert.is_grad_enabled(), *tensors]


def numbers(t: Any) -> Any:
    return None if t is None else t.tolist()


# -- dtypes, devices, shapes


def test_not_a_tensor() -> None:
    raises(TypeError, "sin(): argument 'input' must be Tensor, not str", lambda: wengert.sin("x"))


def test_dtype_unknown() -> None:
    known = "float64, float32, float16, bfloat16, complex64, complex128, int64, int32, int16, int8, uint8, bool"
    message = f"dtype: expected one of {known}, got 'float128'. Convert the array first."
    raises(TypeError, message, lambda: wengert.ones(2, dtype="float128"))


@pytest.mark.skipif(cuda.is_available(), reason="for machines without a GPU")
def test_cuda_where_there_is_none() -> None:
    x = wengert.ones(2)
    for run in (lambda: wengert.ones(2, device="cuda"), x.cuda, lambda: x.to("cuda")):
        with pytest.raises(RuntimeError, match="^cuda: .*Use device='cpu'|^cuda: .*use device='cpu'"):
            run()
    assert x.device.type == "cpu"


@pytest.mark.parametrize("dim", [2, -3])
def test_dimension_out_of_range(dim: int) -> None:
    x = leaf(2, 3)
    message = f"Dimension out of range (expected to be in range of [-2, 1], but got {dim})"
    for run in (lambda: x.sum(dim), lambda: x.transpose(0, dim), lambda: x.unbind(dim), lambda: x.size(dim)):
        raises(IndexError, message, run, x)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (5, "index 5 is out of bounds for dimension 0 with size 2. (Indices go from -2 to 1.)"),
        ((0, 0, 0), "too many indices for tensor of dimension 2. Leave out an index, or unsqueeze the tensor first."),
        (wengert.tensor([0, 9]), "index 9 is out of bounds for dimension 0 with size 2. (Indices go from -2 to 1.)"),
        (
            wengert.tensor([0.5]),
            "tensors used as indices must be long, int, byte or bool tensors (got Tensor of wengert.float32). "
            "x.long() is one of positions, x > 0 a mask.",
        ),
        (
            object(),
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
            "(got object). Give the positions in a list or in a tensor.",
        ),
        (
            1.0,
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
            "(got float). Make it whole: int(i).",
        ),
        (
            wengert.tensor([True, False, True]),
            "The shape of the mask [3] at index 0 does not match the shape of the indexed tensor [2, 3] at index 0. "
            "Make the mask of the tensor itself, as x > 0 does.",
        ),
    ],
    ids=["int", "many", "tensor", "float", "object", "number", "mask"],
)
def test_bad_index(key: Any, message: str) -> None:
    x = leaf(2, 3)
    raises(IndexError, message, lambda: x[key], x)


FIELD = "(A tensor has no fields: give a number or a slice.)"
ENDS = "slice indices must be integers or None or have an __index__ method"


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("x", f"new(): invalid data type 'str'. {FIELD}"),
        ((0, np.str_("x")), f"new(): invalid data type 'str'. {FIELD}"),
        (b"x", f"new(): invalid data type 'bytes'. {FIELD}"),
        (slice(0.5, None), f"{ENDS} (got float). Make it whole: int(i)."),
        ((None, slice(None, np.float64(2))), f"{ENDS} (got float64). Make it whole: int(i)."),
        (slice(None, None, "x"), f"{ENDS} (got str). Give a number, or leave it out."),
        (slice([1], None), f"{ENDS} (got list). Give a number, or leave it out."),
    ],
    ids=str,
)
def test_bad_index_of_no_number(key: Any, message: str) -> None:
    x = leaf(2, 3)
    raises(TypeError, message, lambda: x[key], x)
    raises(TypeError, message, lambda: wengert.ones(2, 3).__setitem__(key, 1.0), x)


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (
            lambda x: x.reshape(4),
            "shape '[4]' is invalid for input of size 6. Give sizes whose product is this number. "
            "One of them may be -1.",
        ),
        (
            lambda x: x.expand(4, 3),
            "The expanded size of the tensor (4) must match the existing size (2) at non-singleton dimension 0.  "
            "Target sizes: [4, 3].  Tensor sizes: [2, 3]. Sizes are compared from the last dimension on, and have to "
            "be equal, or that of the tensor 1.",
        ),
        (
            lambda x: x.t().view(6),
            "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
            "contiguous subspaces). Use .reshape(...) instead.",
        ),
        (
            lambda x: wengert.cat([x, x[:, :2]]),
            "Sizes of tensors must match except in dimension 0. Expected size 3 but got size 2 for tensor number 1 in "
            "the list.",
        ),
        (
            lambda x: wengert.cat([x, x[0]]),
            "Tensors must have same number of dimensions: got 2 and 1. Use stack to join along a new dimension, or "
            "unsqueeze those that lack one.",
        ),
    ],
    ids=["reshape", "expand", "view", "cat", "dimensions"],
)
def test_shapes_that_do_not_fit(run: Callable[[Any], Any], message: str) -> None:
    x = leaf(2, 3)
    raises(RuntimeError, message, lambda: run(x), x)
    with pytest.raises(RuntimeError) as error:
        run(x)
    assert error.type.__name__ == "RuntimeError"


# -- asking for gradients


def test_integers_have_no_gradient() -> None:
    message = (
        "only Tensors of floating point and complex dtype can require gradients. Convert to one first: x.float(), or "
        "write floats: wengert.tensor([1.0, 2.0])."
    )
    x = wengert.tensor([1, 2])
    raises(RuntimeError, message, lambda: wengert.tensor([1, 2], requires_grad=True))
    raises(RuntimeError, message, x.requires_grad_, x)
    raises(RuntimeError, message, lambda: setattr(x, "requires_grad", True), x)


def test_backward_of_many_values() -> None:
    x = leaf(2)
    y = x * 2
    message = (
        "grad can be implicitly created only for scalar outputs, and output 0 has shape [2]. Reduce to one value, "
        "y.sum() or y.mean(), or give a weight for each value: y.backward(wengert.ones_like(y)), or "
        "grad(y, x, grad_outputs=...). For all derivatives, call wengert.autograd.functional.jacobian(f, x)."
    )
    raises(RuntimeError, message, y.backward, x, y)
    raises(RuntimeError, message, lambda: wengert.autograd.grad(y, x), x, y)


def test_backward_of_a_complex_value() -> None:
    x = leaf()
    message = (
        "grad can be implicitly created only for real scalar outputs but got wengert.complex64. Differentiate a real "
        "value of it, such as y.abs() or y.real, or pass a gradient: y.backward(wengert.ones_like(y))."
    )
    raises(RuntimeError, message, x.cfloat().backward, x)


def test_cotangents_that_do_not_fit() -> None:
    x = leaf(2)
    y = x * 2
    message = "Mismatch in shape: grad_output[0] has a shape of [3] and output[0] has a shape of [2]. "
    message += "Give each gradient the shape of its output."
    raises(RuntimeError, message, lambda: y.backward(wengert.ones(3)), x, y)
    message = (
        "For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: "
        "grad_output[0] has a dtype of wengert.complex64 and output[0] has a dtype of wengert.float32. "
        "Cast the gradient to the dtype of its output."
    )
    raises(RuntimeError, message, lambda: y.backward(wengert.ones(2).cfloat()), x, y)
    message = "gradients can be either Tensors or None, but got int. Give one of these."
    raises(TypeError, message, lambda: wengert.autograd.backward([y], [1]), x, y)
    message = "got 1 tensors and 2 gradients. Give one gradient for each tensor, None for those of one value."
    raises(RuntimeError, message, lambda: wengert.autograd.backward([y], [y, y]), x, y)


def test_unused_input() -> None:
    x, other = leaf(2), leaf(2)
    message = (
        "The differentiated Tensor at index 1 appears to not have been used in the graph. Set allow_unused=True if "
        "this is the desired behavior.\n"
    )
    fix = "Use x in what the loss is computed from, the very tensor and not a copy made before."
    raises(RuntimeError, message + fix, lambda: wengert.autograd.grad(x.sum(), [x, other]), x, other)
    y = other.detach()
    z = x * y
    fix = (
        "  MulBackward0 took a value at <z = x * y>\n"
        "  its history was lost: detach() at <y = other.detach()>\n"
        "Leave detach() out there, or detach a copy for what needs no gradient."
    )
    raises(RuntimeError, message + fix, lambda: wengert.autograd.grad(z.sum(), [x, other]), x, other)


def test_input_without_grad() -> None:
    x, constant = leaf(2), wengert.ones(2)
    message = "One of the differentiated Tensors does not require grad"
    fix = "\nCall requires_grad_() on it before it is used."
    y = (x * constant).sum()
    raises(RuntimeError, message + fix, lambda: wengert.autograd.grad(y, constant), x, constant)
    # errors about the outputs come first, as in PyTorch
    with pytest.raises(RuntimeError, match="implicitly created only for scalar outputs"):
        wengert.autograd.grad(x * constant, constant)
    with pytest.raises(RuntimeError, match="element 0 of tensors does not require grad and does not have a grad_fn"):
        wengert.autograd.grad(constant.sum(), constant)
    message = "can't retain_grad on Tensor that has requires_grad=False"
    raises(RuntimeError, message + fix, lambda: y.backward(inputs=[constant]), x, constant)
    z = x.detach()
    cause = "\n  history was lost: detach() at <z = x.detach()>\n"
    fix = cause + "Leave detach() out there, or detach a copy for what needs no gradient."
    raises(RuntimeError, message + fix, z.retain_grad, x, z)
    message = "One of the differentiated Tensors does not require grad"
    raises(RuntimeError, message + fix, lambda: wengert.autograd.grad(y, z), x, z)
    message = "cannot register a hook on a tensor that doesn't require gradient"
    raises(RuntimeError, message + fix, lambda: z.register_hook(print), x, z)
    message = "It is not possible to get the gradient edge for a Tensor that does not require gradients."
    raises(RuntimeError, message + fix, lambda: wengert.autograd.graph.get_gradient_edge(z), x, z)


def test_no_inputs() -> None:
    x = leaf(2)
    message = "`inputs` argument to `backward()` cannot be empty. Name at least one input, or leave `inputs` out."
    raises(RuntimeError, message, lambda: x.sum().backward(inputs=[]), x)


NO_HISTORY = "element 0 of tensors does not require grad and does not have a grad_fn"


def test_constant_has_no_history() -> None:
    fix = (
        "\nCompute it by operations of wengert from tensors that require grad: x.requires_grad_(), or "
        "requires_grad=True where x is made."
    )
    raises(RuntimeError, NO_HISTORY + fix, wengert.ones(()).backward)


def test_history_lost_is_found() -> None:
    x = leaf(2)

    def lost(y: Any, cause: str, fix: str) -> None:
        z = (y * 2.0).sum()
        raises(RuntimeError, f"{NO_HISTORY}\n  history was lost: {cause}\n{fix}", z.backward, x)

    y = x.detach()
    fix = "Leave detach() out there, or detach a copy for what needs no gradient."
    lost(y, "detach() at <y = x.detach()>", fix)
    y = x.data
    lost(y, ".data at <y = x.data>", fix)
    y = x.to(wengert.int64)
    fix = "Keep floating point values where gradients are to flow: integers have none."
    lost(y, "to gives int64, which has no gradient at <y = x.to(wengert.int64)>", fix)
    y = x > 0
    lost(y, "gt gives bool, which has no gradient at <y = x > 0>", fix)
    with wengert.no_grad():
        y = x * 3
    lost(y, "mul under no_grad() at <y = x * 3>", "Compute it outside of no_grad() or inference_mode().")
    (y,) = wengert.autograd.grad((x * x).sum(), x)
    cause = "grad() without create_graph=True at <(y,) = wengert.autograd.grad((x * x).sum(), x)>"
    lost(y, cause, "Call grad() there with create_graph=True.")


def test_every_loss_of_history_has_a_phrase_and_a_fix() -> None:
    assert set(errors.history.KINDS) == {kind.value for kind in Kind}
    assert {cause for cause, _ in errors.history.KINDS.values()} == set(errors.history.FIXES)


def test_history_lost_in_strict_mode() -> None:
    x = leaf(2)

    def function(x: Any) -> Any:
        y = x.detach()
        return (y * y).sum()

    message = (
        "Output 0 of the user-provided function does not require gradients. The outputs must be computed in a "
        "differentiable manner from the input when running in strict mode.\n"
        "  history was lost: detach() at <y = x.detach()>\n"
        "Leave detach() out there, or detach a copy for what needs no gradient."
    )
    raises(RuntimeError, message, lambda: wengert.autograd.functional.jacobian(function, x, strict=True), x)


def test_graph_walked_twice() -> None:
    x = leaf(2)
    y = x * x
    y.sum().backward()
    message = (
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
        "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
        "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
        "saved tensors after calling backward.\n"
        "  MulBackward0 was recorded at <y = x * x>\n"
        "  and freed by the backward pass that began at <y.sum().backward()>\n"
        "Call backward there with retain_graph=True, or compute it anew for each backward: detach() what one step "
        "hands to the next."
    )
    raises(RuntimeError, message, lambda: y.sum().backward(), x, y)
    raises(RuntimeError, message, lambda: wengert.autograd.grad(y.sum(), x), x, y)


# -- in place


def test_saved_value_overwritten() -> None:
    x = leaf(2)
    y = x.exp()
    z = y.sum()
    y.add_(1)
    message = (
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        "[torch.FloatTensor [2]], which is output 0 of ExpBackward0, is at version 1; expected version 0 instead.\n"
        "  saved by ExpBackward0 at <y = x.exp()>\n"
        "  overwritten by add_ at <y.add_(1)>\n"
        "Write to a clone() of it there, or use the out-of-place operation."
    )
    raises(RuntimeError, message, z.backward, x, y)


def test_saved_input_overwritten_through_a_view() -> None:
    x, w = leaf(2), wengert.ones(2)
    y = x * w
    w[0].mul_(0)
    message = (
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        "[torch.FloatTensor [2]] is at version 1; expected version 0 instead.\n"
        "  saved by MulBackward0 at <y = x * w>\n"
        "  overwritten by mul_ at <w[0].mul_(0)>\n"
        "Write to a clone() of it there, or use the out-of-place operation."
    )
    raises(RuntimeError, message, lambda: y.sum().backward(), x, w)


def test_leaf_written() -> None:
    x = leaf(2)
    message = (
        "a leaf Variable that requires grad is being used in an in-place operation. "
        "(add_: write under wengert.no_grad(), or use the out-of-place form.)"
    )
    raises(RuntimeError, message, lambda: x.add_(1), x)


def test_view_of_a_leaf_written() -> None:
    x = leaf(2)
    message = (
        "a view of a leaf Variable that requires grad is being used in an in-place operation. "
        "(add_: write under wengert.no_grad(), or clone() the leaf first.)"
    )
    raises(RuntimeError, message, lambda: x[0].add_(1), x)


def test_one_of_several_views_written() -> None:
    x = leaf(2) * 1
    parts = x.unbind()
    message = (
        "Output 1 of UnbindBackward0 is a view and is being modified inplace. This view is the output of a function "
        "that returns multiple views. Such functions do not allow the output views to be modified inplace. You should "
        "replace the inplace operation by an out-of-place one. "
        "(add_; the view was made by UnbindBackward0 at <parts = x.unbind()>; clone() it.)"
    )
    raises(RuntimeError, message, lambda: parts[1].add_(1), x)


def test_view_made_without_grad_written() -> None:
    x = leaf(2) * 1
    with wengert.no_grad():
        v = x[:1]
    message = (
        "A view was created in no_grad mode and is being modified inplace with grad mode enabled. Given that this use "
        "case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and the "
        "inplace either both inside the no_grad block (if you don't want the inplace to be tracked) or both outside "
        "(if you want the inplace to be tracked). (mul_; the view was made by SliceBackward0 at <v = x[:1]>; clone() "
        "it.)"
    )
    raises(RuntimeError, message, lambda: v.mul_(leaf(1)), x)


def test_view_made_without_grad_written_with_a_constant() -> None:
    x = leaf(2) * 1
    with wengert.no_grad():
        v = x[:1]
    with pytest.raises(RuntimeError, match="^A view was created in no_grad mode and is being modified inplace with"):
        v.add_(1)
    assert x.tolist() == [1, 1] and x._version == 0


def test_result_does_not_fit_in_place() -> None:
    x = wengert.ones(2)
    message = (
        "output with shape [2] doesn't match the broadcast shape [3, 2] "
        "(add_ writes into its first argument, which cannot grow: use add instead)"
    )
    raises(RuntimeError, message, lambda: x.add_(wengert.ones(3, 2)), x)
    message = (
        "output with shape [2] doesn't match the broadcast shape [3, 2] "
        "(copy_ writes into its first argument, which cannot grow: give a value of its shape)"
    )
    raises(RuntimeError, message, lambda: x.copy_(wengert.ones(3, 2)), x)
    message = (
        "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0. (copy: a is [2], b "
        "is [3]; sizes are compared from the last dimension on, and have to be equal, or one of them 1.)"
    )
    raises(RuntimeError, message, lambda: x.copy_(wengert.ones(3)), x)
    raises(
        RuntimeError,
        "result type ComplexFloat can't be cast to the desired output type Float. (mul: what is written into keeps its "
        "dtype, float32. Use what mul() returns, or convert it first: x.to(dtype).)",
        lambda: x.mul_(1j),
        x,
    )
    n = wengert.tensor([1, 2])
    raises(
        RuntimeError,
        "result type Float can't be cast to the desired output type Long. (add: what is written into keeps its dtype, "
        "int64. Use what add() returns, or convert it first: x.to(dtype).)",
        lambda: n.add_(1.5),
        n,
    )


def test_out_is_not_differentiable() -> None:
    x, out = leaf(2), wengert.ones(2)
    message = (
        "add(): functions with out=... arguments don't support automatic differentiation, but one of the arguments "
        "requires grad. Use what add() returns, or write under wengert.no_grad()."
    )
    raises(RuntimeError, message, lambda: wengert.add(x, 1, out=out), x, out)
    raises(RuntimeError, message, lambda: wengert.add(out, 1, out=x), x, out)


# -- tensors


def test_numpy_of_a_tensor_that_requires_grad() -> None:
    x = leaf(2)
    message = "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
    raises(RuntimeError, message, x.numpy, x)
    joined = (
        " (In np.array([a, b]) of tensors, write wengert.stack([a, b]): it keeps the gradient. "
        "Leave out np.asarray, and write the operator @ for an array's dot.)"
    )
    raises(RuntimeError, message + joined, lambda: np.asarray(x), x)


def test_requires_grad_of_a_non_leaf() -> None:
    y = leaf(2) * 1
    message = (
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
        "subgraph that doesn't require differentiation use var_no_grad = var.detach()."
    )
    raises(RuntimeError, message, lambda: y.requires_grad_(False), y)


def test_hooks_need_grad() -> None:
    x = wengert.ones(2)
    message = "cannot register a hook on a tensor that doesn't require gradient"
    fix = "\nCall requires_grad_() on it before it is used."
    raises(RuntimeError, message + fix, lambda: x.register_hook(print), x)
    raises(RuntimeError, "can't retain_grad on Tensor that has requires_grad=False" + fix, x.retain_grad, x)


def test_grad_assigned_wrongly() -> None:
    x = leaf(2)
    for value, kind, message in (
        (
            wengert.ones(3),
            RuntimeError,
            "attempting to assign a gradient of size '[3]' to a tensor of size "
            "'[2]'. Please ensure that the gradient and the tensor are the same size",
        ),
        (
            wengert.ones(2, dtype=wengert.float64),
            RuntimeError,
            "attempting to assign a gradient with dtype 'Double' to a tensor with grad_dtype 'Float'. The gradient "
            "must match the tensor's grad_dtype, which is its own dtype by default: cast it with .to(), or set "
            "grad_dtype.",
        ),
        (
            1,
            TypeError,
            "assigned grad expected to be a Tensor or None but got grad of type int. Make a tensor of it: "
            "wengert.asarray(g, dtype=x.dtype).",
        ),
        (x, RuntimeError, "can't assign Variable as its own grad. Give its detached copy, or another tensor."),
    ):
        raises(kind, message, lambda value=value: setattr(x, "grad", value), x)


# -- Functions


class Short(Function):
    """Its backward gives one gradient for two inputs."""

    @staticmethod
    def forward(ctx: Any, x: Any, y: Any) -> Any:
        return x * y

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g


class Wide(Function):
    """Its backward gives a gradient of a wrong shape."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 2

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return wengert.ones(5)


def test_function_gives_wrong_gradients() -> None:
    x = leaf(2)
    message = (
        "function ShortBackward returned an incorrect number of gradients (expected 2, got 1). Return one for each "
        "argument of forward but ctx, None where there is none."
    )
    raises(RuntimeError, message, lambda: Short.apply(x, wengert.ones(2)).sum().backward(), x)
    message = (
        "Function WideBackward returned an invalid gradient at index 0 - got [5] but expected shape compatible with [2]"
        "\n  WideBackward was recorded at <raises(RuntimeError, message, lambda: Wide.apply(x).sum().backward(), x)>"
        "\nReturn a gradient of the shape of the argument: sum over what was broadcast, expand what was summed."
    )
    raises(RuntimeError, message, lambda: Wide.apply(x).sum().backward(), x)


# -- vmap


ONE = "tensor with one value per example"


def item(what: str) -> str:
    return (
        "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a "
        f"Tensor, please try to rewrite what you're doing with other operations. ({what}, of a {ONE}.)"
    )


def escaped(what: str) -> str:
    return (
        f"vmap: {what}. It has no single value. Use operations inside vmap (where() instead of if), or return it and "
        "look at it outside."
    )


def shapeless(what: str) -> str:
    return (
        f"vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over {what}: "
        "what a mask or a count selects has another shape for every example. Use where(mask, x, 0) or masked_fill(), "
        "which keep the shape."
    )


def test_no_single_value_inside_vmap() -> None:
    x = wengert.ones(3)

    def branch(x: Any) -> Any:
        if x > 0:
            return x
        return -x

    def nonzero(x: Any) -> Any:
        return x.nonzero()

    def mask(x: Any) -> Any:
        return x[x > 0]

    def method(name: str) -> Any:
        return lambda x: getattr(x, name)()

    message = (
        "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support "
        f"that yet. (bool() at <if x > 0:>, of a {ONE}: every example would take a branch of its own. Compute both and "
        "choose with where(condition, a, b).)"
    )
    raises(RuntimeError, message, lambda: vmap(branch)(x), x)
    here = " at <return lambda x: getattr(x, name)()>"
    raises(RuntimeError, item("item()" + here), lambda: vmap(method("item"))(x), x)
    raises(RuntimeError, item("float()" + here), lambda: vmap(method("__float__"))(x), x)
    raises(RuntimeError, item("int()" + here), lambda: vmap(method("__int__"))(x), x)
    for name in ("tolist", "numpy"):
        message = escaped(f"{name}() of a {ONE}, at <return lambda x: getattr(x, name)()>")
        raises(RuntimeError, message, lambda name=name: vmap(method(name))(x), x)  # type: ignore[misc]
    raises(RuntimeError, shapeless("nonzero, at <return x.nonzero()>"), lambda: vmap(nonzero)(x[None]), x)
    message = shapeless("indexing with a boolean mask, at <return x[x > 0]>")
    raises(RuntimeError, message, lambda: vmap(mask)(x[None]), x)


def test_captured_memory_inside_a_transform() -> None:
    x, total = wengert.ones(3), wengert.zeros(3)

    def count(x: Any) -> Any:
        total.add_(x)
        return x.sum()

    message = (
        "During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call in-place operation "
        "(add_) that would mutate a captured Tensor, at <total.add_(x)>. This is not supported; please rewrite the "
        "function being transformed to explicitly accept the mutated Tensor(s) as inputs. (Or write a detached value: "
        "what was captured would keep the history of a call that is over.)"
    )
    raises(RuntimeError, message, lambda: wengert.func.grad(count)(x), x, total)


def test_a_value_that_outlived_its_vmap() -> None:
    x, kept = wengert.ones(3, requires_grad=True), []
    vmap(lambda y: kept.append(x * y) or y)(wengert.ones(2))
    message = (
        "vmap: sum at <raises(RuntimeError, message, lambda: kept[0].sum().backward(), x)> of a tensor that has "
        "escaped from a function being vmapped: its vmap has ended, and it still has one value per example. Return "
        "it from the function."
    )
    raises(RuntimeError, message, lambda: kept[0].sum().backward(), x)


def test_random_numbers_inside_vmap() -> None:
    x = wengert.ones(2)
    message = (
        "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' "
        "randomness flags on vmap or perform the randomness operation out of vmap"
    )
    raises(RuntimeError, message, lambda: vmap(wengert.rand_like)(x), x)
    message = (
        "Vmap does not currently support same randomness with a batched tensor input: every example would need a draw "
        "of its own. Use randomness='different', or draw uniform numbers and compare."
    )
    raises(RuntimeError, message, lambda: vmap(wengert.bernoulli, randomness="same")(x), x)


def test_batched_write_into_unbatched_memory() -> None:
    x, total = wengert.ones(3), wengert.zeros(())
    message = (
        "vmap: add_ at <return total.add_(v)> writes a batched value into a tensor that is not batched and was made "
        "outside the vmap: there is no room in it for every example. Make the tensor inside the function (clone(), "
        "new_zeros()), pass it in with in_dims, or use the out-of-place operation."
    )

    def add(v: Any) -> Any:
        return total.add_(v)

    raises(RuntimeError, message, lambda: vmap(add)(x), x, total)


def test_expanded_memory_is_not_written() -> None:
    x = wengert.ones(2)
    message = (
        "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
        "Please clone() the tensor before performing the operation."
    )
    raises(RuntimeError, message, lambda: x.expand(3, 2).add_(1), x)


def test_no_inputs_of_grad() -> None:
    x = leaf(2)
    raises(
        RuntimeError,
        "`inputs` argument to `grad()` cannot be empty. Name at least one input, or leave `inputs` out.",
        lambda: wengert.autograd.grad(x.sum(), []),
        x,
    )


def test_sizes_have_the_name_under_which_wengert_is_imported() -> None:
    """Only what stands for a name in a file of PyTorch's, or in a program for it, may say ``torch.Size``."""
    core = Path(wengert.__file__).parent / "_core"
    kept = ("modules/files/pickled_names.py", "modules/alias")
    said = [
        p.relative_to(core).as_posix() for p in core.rglob("*.py") if "torch.Size(" in p.read_text(encoding="utf-8")
    ]
    assert not [name for name in said if not name.startswith(kept)]
    with pytest.warns(UserWarning, match=r"target size \(wengert.Size\(\[2\]\)\).*Use target.reshape\(input.shape\)"):
        wengert.nn.functional.mse_loss(wengert.ones(2, 1), wengert.ones(2))
