"""The gradients of convolutions as functions of their own, for rules that a program writes by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import errors
from ...errors.tracebacks import public
from ...ops.elementwise.complex import conj
from ...ops.nn.conv import _check_convolution, _convolution_input, _convolution_weight
from ...ops.nn.sliding import sizes, window_count

Whole = int | Sequence[int]


def _input(count: int, input_size: Any, weight: Any, grad_output: Any, *given: Any) -> Any:
    """The gradient with respect to the input of a convolution over ``count`` dimensions."""
    how = _checked(f"conv{count}d_input", count, tuple(input_size), tuple(weight.shape), grad_output, *given)
    return _convolution_input(grad_output, conj(weight), size=tuple(input_size)[2:], **how)


def _weight(count: int, input: Any, weight_size: Any, grad_output: Any, *given: Any) -> Any:
    """The gradient with respect to the weight of a convolution over ``count`` dimensions."""
    how = _checked(f"conv{count}d_weight", count, tuple(input.shape), tuple(weight_size), grad_output, *given)
    return _convolution_weight(conj(input), grad_output, size=tuple(weight_size)[2:], **how)


def _checked(name: str, count: int, input: Any, weight: Any, grad_output: Any, stride: Any, padding: Any, dilation: Any,
             groups: int) -> dict[str, Any]:  # fmt: skip
    """The settings of a convolution, if the shapes are those of its input, weight and result."""
    how = {
        what: sizes(what, value, count)
        for what, value in (("stride", stride), ("padding", padding), ("dilation", dilation))
    }
    if len(input) != count + 2:
        raise errors.shapes.no_batch_of_convolution(name, count, input)
    _check_convolution(count, (input, weight, None), how["stride"], how["padding"], how["dilation"], groups)
    space = [n + 2 * p for n, p in zip(input[2:], how["padding"], strict=True)]
    expected = (input[0], weight[0], *window_count(space, weight[2:], how["dilation"], how["stride"]))
    if tuple(grad_output.shape) != expected:
        raise errors.shapes.other_result_of_convolution(name, tuple(grad_output.shape), expected)
    return {**how, "groups": groups}


@public
def conv1d_input(
    input_size: Sequence[int],
    weight: Any,
    grad_output: Any,
    stride: Whole = 1,
    padding: Whole = 0,
    dilation: Whole = 1,
    groups: int = 1,
) -> Any:
    """The gradient of ``conv1d`` with respect to its input. It is differentiable itself.

    Args:
        input_size (tuple[int, ...]): the shape of the input: (N, C, L)
        weight (Tensor): the kernels
        grad_output (Tensor): the gradient with respect to the result of the convolution
        stride, padding, dilation (int | tuple[int, ...]): those of the convolution, as numbers
        groups (int): those of the convolution

    Returns:
        a tensor of the shape of the input

    Raises:
        RuntimeError: if the shapes are not those of a convolution.

    >>> import wengert
    >>> x, w = wengert.rand(1, 2, 6), wengert.rand(3, 2, 3)
    >>> y = wengert.nn.functional.conv1d(x.requires_grad_(), w, padding=1)
    >>> g = wengert.ones_like(y)
    >>> found = wengert.nn.grad.conv1d_input(x.shape, w, g, padding=1)
    >>> wengert.allclose(found, wengert.autograd.grad(y, x, g)[0])
    True
    """
    return _input(1, input_size, weight, grad_output, stride, padding, dilation, groups)


@public
def conv1d_weight(
    input: Any,
    weight_size: Sequence[int],
    grad_output: Any,
    stride: Whole = 1,
    padding: Whole = 0,
    dilation: Whole = 1,
    groups: int = 1,
) -> Any:
    """The gradient of ``conv1d`` with respect to its weight. It is differentiable itself.

    Args:
        input (Tensor): the input: (N, C, L)
        weight_size (tuple[int, ...]): the shape of the kernels
        grad_output (Tensor): the gradient with respect to the result of the convolution
        stride, padding, dilation (int | tuple[int, ...]): those of the convolution, as numbers
        groups (int): those of the convolution

    Returns:
        a tensor of the shape of the weight

    Raises:
        RuntimeError: if the shapes are not those of a convolution.

    >>> import wengert
    >>> x, w = wengert.rand(1, 2, 6), wengert.rand(3, 2, 3)
    >>> y = wengert.nn.functional.conv1d(x, w.requires_grad_(), padding=1)
    >>> g = wengert.ones_like(y)
    >>> found = wengert.nn.grad.conv1d_weight(x, w.shape, g, padding=1)
    >>> wengert.allclose(found, wengert.autograd.grad(y, w, g)[0])
    True
    """
    return _weight(1, input, weight_size, grad_output, stride, padding, dilation, groups)


@public
def conv2d_input(
    input_size: Sequence[int],
    weight: Any,
    grad_output: Any,
    stride: Whole = 1,
    padding: Whole = 0,
    dilation: Whole = 1,
    groups: int = 1,
) -> Any:
    """The gradient of ``conv2d`` with respect to its input. It is differentiable itself.

    Args:
        input_size (tuple[int, ...]): the shape of the input: (N, C, H, W)
        weight (Tensor): the kernels
        grad_output (Tensor): the gradient with respect to the result of the convolution
        stride, padding, dilation (int | tuple[int, ...]): those of the convolution, as numbers
        groups (int): those of the convolution

    Returns:
        a tensor of the shape of the input

    Raises:
        RuntimeError: if the shapes are not those of a convolution.

    >>> import wengert
    >>> x, w = wengert.rand(1, 2, 6, 5), wengert.rand(3, 2, 3, 3)
    >>> y = wengert.nn.functional.conv2d(x.requires_grad_(), w, padding=1)
    >>> g = wengert.ones_like(y)
    >>> found = wengert.nn.grad.conv2d_input(x.shape, w, g, padding=1)
    >>> wengert.allclose(found, wengert.autograd.grad(y, x, g)[0])
    True
    """
    return _input(2, input_size, weight, grad_output, stride, padding, dilation, groups)


@public
def conv2d_weight(
    input: Any,
    weight_size: Sequence[int],
    grad_output: Any,
    stride: Whole = 1,
    padding: Whole = 0,
    dilation: Whole = 1,
    groups: int = 1,
) -> Any:
    """The gradient of ``conv2d`` with respect to its weight. It is differentiable itself.

    Args:
        input (Tensor): the input: (N, C, H, W)
        weight_size (tuple[int, ...]): the shape of the kernels
        grad_output (Tensor): the gradient with respect to the result of the convolution
        stride, padding, dilation (int | tuple[int, ...]): those of the convolution, as numbers
        groups (int): those of the convolution

    Returns:
        a tensor of the shape of the weight

    Raises:
        RuntimeError: if the shapes are not those of a convolution.

    >>> import wengert
    >>> x, w = wengert.rand(1, 2, 6, 5), wengert.rand(3, 2, 3, 3)
    >>> y = wengert.nn.functional.conv2d(x, w.requires_grad_(), padding=1)
    >>> g = wengert.ones_like(y)
    >>> found = wengert.nn.grad.conv2d_weight(x, w.shape, g, padding=1)
    >>> wengert.allclose(found, wengert.autograd.grad(y, w, g)[0])
    True
    """
    return _weight(2, input, weight_size, grad_output, stride, padding, dilation, groups)


@public
def conv3d_input(
    input_size: Sequence[int],
    weight: Any,
    grad_output: Any,
    stride: Whole = 1,
    padding: Whole = 0,
    dilation: Whole = 1,
    groups: int = 1,
) -> Any:
    """The gradient of ``conv3d`` with respect to its input. It is differentiable itself.

    Args:
        input_size (tuple[int, ...]): the shape of the input: (N, C, D, H, W)
        weight (Tensor): the kernels
        grad_output (Tensor): the gradient with respect to the result of the convolution
        stride, padding, dilation (int | tuple[int, ...]): those of the convolution, as numbers
        groups (int): those of the convolution

    Returns:
        a tensor of the shape of the input

    Raises:
        RuntimeError: if the shapes are not those of a convolution.

    >>> import wengert
    >>> x, w = wengert.rand(1, 2, 6, 5, 4), wengert.rand(3, 2, 3, 3, 3)
    >>> y = wengert.nn.functional.conv3d(x.requires_grad_(), w, padding=1)
    >>> g = wengert.ones_like(y)
    >>> found = wengert.nn.grad.conv3d_input(x.shape, w, g, padding=1)
    >>> wengert.allclose(found, wengert.autograd.grad(y, x, g)[0])
    True
    """
    return _input(3, input_size, weight, grad_output, stride, padding, dilation, groups)


@public
def conv3d_weight(
    input: Any,
    weight_size: Sequence[int],
    grad_output: Any,
    stride: Whole = 1,
    padding: Whole = 0,
    dilation: Whole = 1,
    groups: int = 1,
) -> Any:
    """The gradient of ``conv3d`` with respect to its weight. It is differentiable itself.

    Args:
        input (Tensor): the input: (N, C, D, H, W)
        weight_size (tuple[int, ...]): the shape of the kernels
        grad_output (Tensor): the gradient with respect to the result of the convolution
        stride, padding, dilation (int | tuple[int, ...]): those of the convolution, as numbers
        groups (int): those of the convolution

    Returns:
        a tensor of the shape of the weight

    Raises:
        RuntimeError: if the shapes are not those of a convolution.

    >>> import wengert
    >>> x, w = wengert.rand(1, 2, 6, 5, 4), wengert.rand(3, 2, 3, 3, 3)
    >>> y = wengert.nn.functional.conv3d(x, w.requires_grad_(), padding=1)
    >>> g = wengert.ones_like(y)
    >>> found = wengert.nn.grad.conv3d_weight(x, w.shape, g, padding=1)
    >>> wengert.allclose(found, wengert.autograd.grad(y, w, g)[0])
    True
    """
    return _weight(3, input, weight_size, grad_output, stride, padding, dilation, groups)
