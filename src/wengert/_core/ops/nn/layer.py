"""Layers other than convolutions and normalization: dropout and linear maps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ... import errors
from ...arrays import arrays, dtypes, layouts
from ...arrays.batched import insert_axes
from ...arrays.matrix_batches import product
from ...declare.families import BROADCAST, affine, composite
from ...declare.sparse_rules import sparse_rule
from ...dispatch.inplace import apply_inplace
from ...ops.random import generator as random
from ...tape.tensor import payload_of
from ..elementwise.complex import conj
from ..elementwise.pointwise import add, mul, true_divide
from ..linalg.contract import _contract
from ..linalg.matmul import _flat, matmul, mm
from ..reduce.reduce import need_array
from ..shape.arrange import expanded
from ..shape.shape import mT, reshape
from .activation import SELU_ALPHA, SELU_SCALE, F


def leading(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    """The batch rule of operations that do not touch leading dimensions."""
    return op(*args, **(params or {}))


# -- Dropout -----------------------------------------------------------------------------------------------------------


def _dropout_mask(input: Any, p: float, shape: Sequence[int]) -> Any:
    """A random mask that broadcasts against ``input``: 0 with probability ``p``, else 1.

    A mask with an entry per element is drawn in the order of the input's memory, as in PyTorch.
    """
    x, order = payload_of(input), None
    if arrays.is_array(x) and tuple(shape) == tuple(x.shape):
        order = layouts.order_in_memory(x)
    drawn = random.bernoulli(tuple(shape), 1 - p, dtypes.as_numpy(input.dtype), order=order)
    return arrays.move(drawn, input.device)


def _check_probability(p: float, error: type[Exception] = RuntimeError) -> None:
    """Raise if ``p`` is not a probability: a ``ValueError`` in ``nn.functional``, a ``RuntimeError`` elsewhere, as
    in PyTorch.
    """
    if not 0 <= p <= 1:
        raise error(f"dropout probability has to be between 0 and 1, but got {p}")


def _dropped(input: Any, p: float, training: bool, inplace: bool, channels: int | None = None) -> Any:
    """Drop single elements or, if the first ``channels`` dimensions number the channels, whole channels."""
    _check_probability(p)
    if not training or p == 0 or not math.prod(input.shape):
        need_array("dropout", "input", input)
        return input
    shape = _mask_shape(input, channels)
    factor = 0.0 if p == 1 else true_divide(_dropout_mask(input, p, shape), 1 - p)
    return apply_inplace(mul, (input, factor), None) if inplace else mul(input, factor)


@composite("dropout(input, p=0.5, training=True, inplace=False)", namespace=F, method=False)
def dropout(input, p=0.5, training=True, inplace=False):
    """Sets each element to 0 with probability ``p``, and multiplies the others by ``1 / (1 - p)``.

    Args:
        p: the probability of dropping an element, between 0 and 1

    >>> F.dropout(wengert.tensor([1.0, 2.0]), training=False)
    tensor([1., 2.])
    """
    _check_probability(p, ValueError)
    return _dropped(input, p, training, inplace)


def _mask_shape(input: Any, channels: int | None) -> tuple[int, ...]:
    """A shape with one entry per element or per channel. Before the channels there may be a batch."""
    if channels is None:
        return tuple(input.shape)
    if input.ndim < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return (*input.shape[:channels], *(1 for _ in input.shape[channels:]))


@composite("dropout1d(input, p=0.5, training=True, inplace=False)", namespace=F, method=False)
def dropout1d(input, p=0.5, training=True, inplace=False):
    """Sets each channel to 0 with probability ``p``, and multiplies the others by ``1 / (1 - p)``.

    Args:
        input: shape (N, C, L) or (C, L)
        p: the probability of dropping a channel, between 0 and 1

    >>> F.dropout1d(wengert.ones(2, 3, 4), p=0.0).sum()
    tensor(24.)
    """
    _check_probability(p, ValueError)
    if input.ndim not in (2, 3):
        raise RuntimeError(f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input.")
    return _dropped(input, p, training, inplace, 2 if input.ndim == 3 else 1)


@composite("dropout2d(input, p=0.5, training=True, inplace=False)", namespace=F, method=False)
def dropout2d(input, p=0.5, training=True, inplace=False):
    """Sets each channel to 0 with probability ``p``, and multiplies the others by ``1 / (1 - p)``.

    Args:
        input: shape (N, C, H, W)
        p: the probability of dropping a channel, between 0 and 1

    >>> F.dropout2d(wengert.ones(2, 3, 4, 4), p=0.0).sum()
    tensor(96.)
    """
    _check_probability(p, ValueError)
    if input.ndim == 3:
        errors.text.warn(
            "dropout2d: Received a 3D input to dropout2d, which is taken as (N, C, L): whole rows of L entries are dropped."
        )
    elif input.ndim != 4:
        errors.text.warn(
            f"dropout2d: Received a {input.ndim}-D input to dropout2d, which is deprecated. Use dropout instead."
        )
    return _dropped(input, p, training, inplace, 2)


@composite("dropout3d(input, p=0.5, training=True, inplace=False)", namespace=F, method=False)
def dropout3d(input, p=0.5, training=True, inplace=False):
    """Sets each channel to 0 with probability ``p``, and multiplies the others by ``1 / (1 - p)``.

    Args:
        input: shape (N, C, D, H, W)
        p: the probability of dropping a channel, between 0 and 1

    >>> F.dropout3d(wengert.ones(1, 2, 2, 2, 2), p=0.0).sum()
    tensor(16.)
    """
    _check_probability(p, ValueError)
    if input.ndim not in (4, 5):
        errors.text.warn(
            f"dropout3d: Received a {input.ndim}-D input to dropout3d, which is deprecated. Use dropout instead."
        )
    return _dropped(input, p, training, inplace, 1 if input.ndim == 4 else 2)


def _alpha_dropped(input: Any, p: float, training: bool, inplace: bool, channels: int | None = None) -> Any:
    """Set entries to the limit of SELU, then scale and shift to keep mean and variance (Klambauer et al., 2017)."""
    _check_probability(p)
    if not training or p == 0 or not math.prod(input.shape):
        need_array("dropout", "input", input)
        return input
    if p == 1:
        return apply_inplace(mul, (input, 0.0), None) if inplace else mul(input, 0.0)
    saturated = -SELU_ALPHA * SELU_SCALE
    scale = ((1 - p) * (1 + p * saturated**2)) ** -0.5
    mask = _dropout_mask(input, p, _mask_shape(input, channels))
    shift = mul(add(mask, p - 1), -saturated * scale)
    out = add(mul(input, mul(mask, scale)), shift)
    return input.copy_(out) if inplace else out


@composite("alpha_dropout(input, p=0.5, training=False, inplace=False)", namespace=F, method=False)
def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Alpha dropout: sets each element, with probability ``p``, to the limit of :func:`selu` for negative numbers.

    Then it scales and shifts all elements, so that their mean and variance do not change.

    Klambauer et al., "Self-normalizing neural networks", 2017.

    Args:
        p: the probability of dropping an element, between 0 and 1

    >>> F.alpha_dropout(wengert.tensor([1.0, 2.0]))
    tensor([1., 2.])
    """
    _check_probability(p, ValueError)
    return _alpha_dropped(input, p, training, inplace)


@composite("feature_alpha_dropout(input, p=0.5, training=False, inplace=False)", namespace=F, method=False)
def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """:func:`alpha_dropout` of whole channels.

    Args:
        p: the probability of dropping a channel, between 0 and 1

    >>> F.feature_alpha_dropout(wengert.ones(1, 2, 3)).shape
    wengert.Size([1, 2, 3])
    """
    _check_probability(p, ValueError)
    return _alpha_dropped(input, p, training, inplace, 2)


# -- Linear maps -------------------------------------------------------------------------------------------------------


def _batched_linear(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    input, weight, *bias = args
    if flags[0] and not any(flags[1:]):
        return op(*args)
    batch = (size,) if flags[0] else ()
    lead = tuple(input.shape[len(batch) : -1])
    out = matmul(reshape(input, (*batch, math.prod(lead), input.shape[-1])), mT(weight))
    if bias:
        out = out + (insert_axes(bias[0], 1, 3 - bias[0].ndim) if flags[2] else bias[0])
    return reshape(out, (size, *lead, out.shape[-1]))


def _check_linear(input: Any, weight: Any, bias: Any = None) -> None:
    _check_inner(input, weight)
    if bias is not None:
        expanded(bias.shape, (math.prod(input.shape[:-1]), weight.shape[0]))


def _check_inner(input: Any, weight: Any) -> None:
    if input.shape[-1] != weight.shape[1]:
        raise errors.shapes.layer(input.shape, weight.shape, math.prod(input.shape[:-1]))


@affine(
    input=lambda g, weight: matmul(g, conj(weight)), weight=lambda g, input: mm(mT(_flat(g)), conj(_flat(input))),
    bias=BROADCAST, batch=_batched_linear, check=_check_linear, promote="match",
    node="AddmmBackward0 -bias=MmBackward0",
)  # fmt: skip
def _linear(xp, input, weight, bias=None):
    """One node instead of three (transpose, product, sum). The gradient of ``weight`` has the layout of ``weight``."""
    _check_inner(input, weight)
    rows = input if input.ndim == 2 else input.reshape(math.prod(input.shape[:-1]), input.shape[-1])
    try:
        out = product(rows, weight.T, bias)
    except ValueError:
        if bias is not None:
            expanded(bias.shape, (rows.shape[0], weight.shape[0]))  # raises torch's error
        raise
    return out if rows is input else out.reshape(*input.shape[:-1], weight.shape[0])


@sparse_rule("_linear")
def _sparse_linear(args: Any, params: Any) -> Any:
    input, weight, *bias = args
    out = matmul(input, mT(weight))
    return add(out, bias[0]) if bias and bias[0] is not None else out


@composite("linear(input, weight, bias=None)", namespace=F, method=False)
def linear_layer(input, weight, bias=None):
    """A linear layer, ``input @ weight.T + bias``.

    Args:
        input: shape (..., n)
        weight: shape (m, n), or (n,)
        bias: the vector to add: shape (m,); None means none

    Returns:
        a tensor of shape (..., m)

    >>> F.linear(wengert.tensor([1.0, 2.0]), wengert.tensor([[3.0, 4.0]]), wengert.tensor([10.0]))
    tensor([21.])
    """
    if input.ndim == 0:
        raise RuntimeError(f"both arguments to linear need to be at least 1D, but they are 0D and {weight.ndim}D")
    if weight.ndim == 2:
        return _linear.apply((input, weight) if bias is None else (input, weight, bias), None)
    if bias is not None:
        raise errors.shapes.one_row(weight.shape)
    return matmul(input, weight)


@composite("bilinear(input1, input2, weight, bias=None)", namespace=F, method=False, aliases="bilinear")
def bilinear(input1, input2, weight, bias=None):
    """A bilinear layer: for each output k, ``input1 @ weight[k] @ input2``, plus the bias.

    Args:
        input1: shape (..., n)
        input2: shape (..., m)
        weight: shape (k, n, m)
        bias: the vector to add: shape (k,); None means none

    >>> F.bilinear(wengert.ones(1, 2), wengert.ones(1, 3), wengert.ones(4, 2, 3)).shape
    wengert.Size([1, 4])
    """
    if input1.ndim != input2.ndim:
        raise RuntimeError(
            f"bilinear(): input dimensions do not match: got {input1.ndim} and {input2.ndim}. "
            "Give both as many dimensions."
        )
    if not input1.ndim:
        raise errors.shapes.no_dimensions(-1)
    for d, (n, m) in enumerate(zip(input1.shape[:-1], input2.shape[:-1])):
        if n != m:
            raise RuntimeError(
                f"bilinear(): input batch dimensions do not match at dim {d}: got {n} and {m}. "
                "Give both the same batch sizes."
            )
    if weight.ndim != 3:
        raise RuntimeError(f"bilinear(): expected a weight of 3 dimensions (out, in1, in2), but got {weight.ndim}")
    if bias is not None and tuple(bias.shape) != tuple(weight.shape[:1]):
        raise RuntimeError(
            f"bilinear(): bias size does not match weight size: got {bias.shape[0] if bias.ndim else 1} but expected "
            f"{weight.shape[0]}"
        )
    for i, x in enumerate((input1, input2)):
        if x.shape[-1] != weight.shape[1 + i]:
            raise RuntimeError(
                f"bilinear(): input{1 + i} size does not match weight size: got {x.shape[-1]} but expected "
                f"{weight.shape[1 + i]}"
            )
    # rows n, features i and j of the inputs, features o of the result
    n, i, j, o = range(4)
    partial = _contract(_flat(input1), weight, x_axes=(n, i), y_axes=(o, i, j), axes=(n, o, j))
    out = _contract(partial, _flat(input2), x_axes=(n, o, j), y_axes=(n, j), axes=(n, o))
    out = reshape(out, (*input1.shape[:-1], weight.shape[0]))
    return out if bias is None else add(out, bias)
