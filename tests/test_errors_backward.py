"""What users read when ``backward`` or ``grad`` cannot do what was asked: every message in full, nothing changed."""

from __future__ import annotations

from collections import OrderedDict

import pytest

import wengert
from wengert._core.tape.node import GradientEdge
from wengert.autograd import Variable, backward, grad

from .test_errors import leaf, raises


def test_types_of_outputs_and_inputs() -> None:
    x = leaf(2)
    y = x.sum()
    message = "expected Tensors or GradientEdges to differentiate, got str at position 1"
    raises(TypeError, message, lambda: backward([y, "y"]), x)
    raises(TypeError, message, lambda: grad([y, "y"], x), x)
    message = "all inputs have to be Tensors or GradientEdges, but got int. Give the tensors themselves."
    raises(RuntimeError, message, lambda: backward(y, inputs=[x, 3]), x)
    raises(RuntimeError, message, lambda: grad(y, [x, 3]), x)


def test_collections_of_inputs() -> None:
    x = leaf(2)
    y = x.sum()
    raises(
        RuntimeError,
        "`inputs` argument to `grad()` cannot be empty. Name at least one input, or leave `inputs` out.",
        lambda: grad(y, []),
        x,
    )
    raises(
        RuntimeError,
        "`inputs` argument to `backward()` cannot be empty. Name at least one input, or leave `inputs` out.",
        lambda: backward(y, inputs={}),
        x,
    )
    message = "`inputs` argument to `grad()` must be a dict, not OrderedDict. Other Mapping types are not supported."
    raises(TypeError, message, lambda: grad(y, OrderedDict(x=x)), x)


def test_numbers_and_types_of_cotangents() -> None:
    x = leaf(2)
    y, one = x.sum(), wengert.ones(())
    advice = ". Give one gradient for each tensor, None for those of one value."
    raises(RuntimeError, "got 2 tensors and 1 gradients" + advice, lambda: backward([y, y], [one]), x)
    raises(RuntimeError, "got 1 tensors and 2 gradients" + advice, lambda: grad(y, x, [one, one]), x)
    raises(
        TypeError,
        "gradients can be either Tensors or None, but got float. Give one of these.",
        lambda: backward([y], [1.0]),
        x,
    )
    message = (
        "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use "
        "`grad_tensors`."
    )
    with pytest.warns(FutureWarning):
        raises(RuntimeError, message, lambda: backward(y, one, grad_variables=one), x)


def test_batches_of_cotangents() -> None:
    x = leaf(2)
    y = x * 2
    message = (
        "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The "
        "sizes of the remaining dimensions are expected to match the shape of corresponding output, but a mismatch was "
        "detected: grad_output[0] has a shape of [5, 3] and output[0] has a shape of [2]. Give each grad_output one "
        "leading dimension more than its output, or use vmap to batch some of them only."
    )
    raises(RuntimeError, message, lambda: grad(y, x, wengert.ones(5, 3), is_grads_batched=True), x)
    message = (
        "grad: is_grads_batched=True needs a batch of gradients for every output, but grad_outputs[0] is None. Pass "
        "ones of shape (batch, *output.shape) for a gradient of one."
    )
    raises(ValueError, message, lambda: grad(y, x, is_grads_batched=True), x)
    message = (
        "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes [5, 4] for the mapped "
        "dimension"
    )
    batches = [wengert.ones(5, 2), wengert.ones(4, 2)]
    raises(ValueError, message, lambda: grad([y, y], x, batches, is_grads_batched=True), x)


def test_edges() -> None:
    x = leaf(2)
    node = (x * 2).grad_fn
    message = "GradientEdge: expected a node such as tensor.grad_fn, got NoneType"
    raises(TypeError, message, lambda: grad(x.sum(), GradientEdge(None, 0)), x)
    message = "GradientEdge: MulBackward0 has 1 outputs, numbered from 0; number 2 is none that has a gradient. "
    message += "Choose an output of the node that has a gradient."
    raises(RuntimeError, message, lambda: backward(GradientEdge(node, 2), wengert.ones(2)), x)
    message = (
        "materialize_grads cannot be used when the given input is a GradientEdge (its shape may be unknown). Pass the "
        "tensor itself, or leave materialize_grads out."
    )
    raises(RuntimeError, message, lambda: grad(x.sum(), GradientEdge(node, 0), materialize_grads=True), x)


def test_unused_inputs_as_zeros_or_an_error() -> None:
    x = leaf(2)
    message = "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
    raises(ValueError, message, lambda: grad(x.sum(), x, materialize_grads=True, allow_unused=False), x)


def test_callbacks_outside() -> None:
    message = (
        "Final callbacks can only be installed during backward pass. (Queue them in a hook or in the backward of a "
        "Function.)"
    )
    raises(RuntimeError, message, lambda: Variable._execution_engine.queue_callback(print))


def test_a_gradient_that_cannot_be_added_to() -> None:
    x = leaf(2)
    x.grad = wengert.zeros(1).expand(2)
    message = (
        "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
        "Please clone() the tensor before performing the operation."
    )
    raises(RuntimeError, message, lambda: x.sum().backward(), x)


def test_warnings() -> None:
    x = leaf(2)
    message = "only_inputs argument is deprecated (defaults to True). To accumulate gradient for other parts of the "
    with pytest.warns(FutureWarning) as seen:
        grad(x.sum(), x, only_inputs=False)
    assert str(seen[0].message) == message + "graph, please use wengert.autograd.backward."
    assert seen[0].filename == __file__
    with pytest.warns(FutureWarning, match="^`grad_variables` is deprecated. Use `grad_tensors` instead.$") as seen:
        backward(x.sum(), grad_variables=wengert.ones(()))
    assert seen[0].filename == __file__
    with pytest.warns(UserWarning, match=r"^Using backward\(\) with create_graph=True will create a reference") as seen:
        (x * x).sum().backward(create_graph=True)
    assert seen[0].filename == __file__
    x.grad = None
    with pytest.warns(
        UserWarning, match=r"^The \.grad attribute of a Tensor that is not a leaf Tensor is being"
    ) as seen:
        assert (x * 2).grad is None
    assert seen[0].filename == __file__
