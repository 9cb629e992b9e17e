"""A batch norm in ``eval`` mode, made part of the convolution or linear layer before it."""

from __future__ import annotations

import copy
from typing import Any

from ... import errors
from ...api.generated import functions
from .parameter import Parameter


def _folded(
    weight: Any, bias: Any, mean: Any, var: Any, eps: float, scale: Any, shift: Any, shape: Any
) -> tuple[Parameter, Parameter]:
    dtype = weight.dtype
    bias_dtype, requires_grad = (dtype, False) if bias is None else (bias.dtype, bias.requires_grad)
    factor = functions.rsqrt(var + eps)
    if scale is not None:
        factor = factor * scale
    moved = (-mean if bias is None else bias - mean) * factor
    if shift is not None:
        moved = moved + shift
    new_weight = (weight * factor.reshape(shape)).to(dtype).detach()
    return Parameter(new_weight, weight.requires_grad), Parameter(moved.to(bias_dtype).detach(), requires_grad)


def fuse_conv_bn_weights(
    conv_w: Any, conv_b: Any, bn_rm: Any, bn_rv: Any, bn_eps: float, bn_w: Any, bn_b: Any, transpose: bool = False
) -> tuple[Parameter, Parameter]:
    """Return the weight and bias of a convolution that does what it and a batch norm after it do in ``eval``.

    Args:
        conv_w: the weight of the convolution.
        conv_b: its bias, or None.
        bn_rm: the running mean of the batch norm.
        bn_rv: its running variance.
        bn_eps: what it adds to that.
        bn_w: its weight, or None.
        bn_b: its bias, or None.
        transpose: whether the convolution is a transposed one.

    >>> import wengert
    >>> weight, ones, zeros = wengert.ones(2, 1, 3), wengert.ones(2), wengert.zeros(2)
    >>> w, b = wengert.nn.utils.fuse_conv_bn_weights(weight, None, ones, ones, 0.0, 2 * ones, zeros)
    >>> w.tolist(), b.tolist()
    ([[[2.0, 2.0, 2.0]], [[2.0, 2.0, 2.0]]], [-2.0, -2.0])
    """
    rest = (1,) * (conv_w.ndim - 2)
    shape = (1, -1, *rest) if transpose else (-1, 1, *rest)
    return _folded(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, shape)


def fuse_linear_bn_weights(
    linear_w: Any, linear_b: Any, bn_rm: Any, bn_rv: Any, bn_eps: float, bn_w: Any, bn_b: Any
) -> tuple[Parameter, Parameter]:
    """Return the weight and bias of a linear layer that does what it and a batch norm after it do in ``eval``.

    Args:
        linear_w: the weight of the linear layer.
        linear_b: its bias, or None.
        bn_rm: the running mean of the batch norm.
        bn_rv: its running variance.
        bn_eps: what it adds to that.
        bn_w: its weight, or None.
        bn_b: its bias, or None.

    >>> import wengert
    >>> weight, ones, zeros = wengert.ones(2, 1), wengert.ones(2), wengert.zeros(2)
    >>> w, b = wengert.nn.utils.fuse_linear_bn_weights(weight, None, ones, ones, 0.0, 2 * ones, zeros)
    >>> w.tolist(), b.tolist()
    ([[2.0], [2.0]], [-2.0, -2.0])
    """
    return _folded(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, (-1, 1))


def _check(layer: Any, bn: Any) -> None:
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval! Call eval() on the modules first.")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("bn.running_mean and bn.running_var must not be None")


def fuse_conv_bn_eval(conv: Any, bn: Any, transpose: bool = False) -> Any:
    """Return a convolution that does what a convolution and a batch norm after it do in ``eval``.

    Args:
        conv: the convolution, in ``eval``.
        bn: the batch norm, in ``eval``.
        transpose: whether the convolution is a transposed one.

    >>> import wengert
    >>> conv, bn = wengert.nn.Conv1d(2, 3, 1).eval(), wengert.nn.BatchNorm1d(3).eval()
    >>> x = wengert.randn(1, 2, 4)
    >>> wengert.allclose(wengert.nn.utils.fuse_conv_bn_eval(conv, bn)(x), bn(conv(x)), atol=1e-6)
    True
    """
    _check(conv, bn)
    fused = copy.deepcopy(conv)
    fused.weight, fused.bias = fuse_conv_bn_weights(
        conv.weight, conv.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias, transpose
    )
    return fused


def fuse_linear_bn_eval(linear: Any, bn: Any) -> Any:
    """Return a linear layer that does what a linear layer and a batch norm after it do in ``eval``.

    Args:
        linear: the linear layer, in ``eval``.
        bn: the batch norm, in ``eval``.

    >>> import wengert
    >>> linear, bn = wengert.nn.Linear(2, 3).eval(), wengert.nn.BatchNorm1d(3).eval()
    >>> x = wengert.randn(4, 2)
    >>> wengert.allclose(wengert.nn.utils.fuse_linear_bn_eval(linear, bn)(x), bn(linear(x)), atol=1e-6)
    True
    """
    _check(linear, bn)
    if bn.num_features not in (linear.out_features, 1):
        raise errors.parametrizing.fused_features(linear.out_features, bn.num_features)
    fused = copy.deepcopy(linear)
    fused.weight, fused.bias = fuse_linear_bn_weights(
        linear.weight, linear.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias
    )
    return fused
