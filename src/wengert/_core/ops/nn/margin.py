"""Losses based on similarities, rankings and margins."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, dtypes
from ...arrays.batched import physical
from ...declare.families import composite
from ...tape.tensor import payload_of
from ..elementwise.clamping import clamp_min, minimum
from ..elementwise.elementary import sqrt
from ..elementwise.pointwise import _to, add, eq, gt, logical_and, logical_not, lt, mul, sub, true_divide, where
from ..index.gather import _ungather, gather
from ..index.index import index_select
from ..index.positions import within
from ..reduce.norm import vector_norm
from ..reduce.reduce import mean as mean_of
from ..reduce.reduce import sum as sum_of
from ..reduce.scan import cumsum
from ..shape.arrange import broadcast_tensors
from ..shape.dims import as_int
from ..shape.shape import narrow, reshape, unsqueeze
from .activation import F, relu
from .loss import _check_floats, _check_long, _class_dim, _reduced, _reduction

# -- Similarities and margins ------------------------------------------------------------------------------------------


@composite("cosine_similarity(x1, x2, dim=1, eps=1e-08)", namespace=F, method=False, aliases="cosine_similarity",
           also={"dim": "axis"})  # fmt: skip  # this one is no Python in PyTorch
def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between vectors along ``dim``.

    Args:
        eps: the smallest norm to divide by

    >>> F.cosine_similarity(wengert.tensor([[1.0, 0.0]]), wengert.tensor([[1.0, 1.0]]))
    tensor([0.7071])
    """
    if dim is None:
        raise errors.calls.wrong_type("cosine_similarity", "dim", "int", dim)
    errors.calls.refuse_complex("cosine_similarity", (x1, x2))
    if eps < 0:
        raise RuntimeError(f"cosine_similarity: eps must be non-negative, got: {eps}")
    one, other = payload_of(x1), payload_of(x2)
    if one.shape != other.shape:
        x1, x2 = broadcast_tensors(x1, x2)
    if one.dtype is not other.dtype:
        dtype = dtypes.result_type([one, other])
        x1, x2 = _to(x1, dtype=dtype), _to(x2, dtype=dtype)
    directions = [true_divide(x, clamp_min(vector_norm(x, 2, dim, True), eps)) for x in (x1, x2)]
    return sum_of(mul(*directions), dim)


@composite('cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean")',
           namespace=F)  # fmt: skip
def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """The cosine embedding loss: ``1 - cos`` for similar pairs, ``max(0, cos - margin)`` for dissimilar ones.

    Args:
        input1: the first vectors: shape (N, D) or (D,)
        input2: the second vectors, of the same shape as ``input1``
        target: 1 for similar pairs, -1 for dissimilar ones: shape (N,) or ()

    >>> F.cosine_embedding_loss(wengert.tensor([[1.0, 0.0]]), wengert.tensor([[0.0, 1.0]]), wengert.tensor([1]))
    tensor(1.)
    """
    reduction = _reduction(reduction, size_average, reduce)
    if target.ndim > 1:
        raise errors.layers.several_targets("Give 1 or -1 for each pair.")
    if not input1.ndim == input2.ndim == target.ndim + 1:
        raise errors.shapes.pairs("cosine_embedding_loss", input1.shape, input2.shape, target.ndim)
    length = sqrt((sum_of(input1 * input1, -1) + 1e-12) * (sum_of(input2 * input2, -1) + 1e-12))
    cosine = sum_of(input1 * input2, -1) / length
    loss = where(target == 1, 1 - cosine, 0) + where(target == -1, clamp_min(cosine - margin, 0), 0)
    return _reduced(loss, reduction)


@composite(
    'hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean")', namespace=F
)
def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """The hinge embedding loss: ``input`` where the target is 1, ``max(0, margin - input)`` where it is -1.

    Args:
        target: the target, -1 or 1, of the same shape as ``input``

    >>> F.hinge_embedding_loss(wengert.tensor([0.3, 0.3]), wengert.tensor([1, -1]))
    tensor(0.5000)
    """
    reduction = _reduction(reduction, size_average, reduce)
    loss = where(target != 1, clamp_min(margin - input, 0), 0) + where(target != -1, input, 0)
    return _reduced(loss, reduction)


@composite('margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean")',
           namespace=F)  # fmt: skip
def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """The margin ranking loss, ``max(0, margin - target * (input1 - input2))``.

    Args:
        target: 1 if the first input should be larger, -1 if the second should be

    >>> F.margin_ranking_loss(wengert.tensor([1.0]), wengert.tensor([3.0]), wengert.tensor([1]))
    tensor(2.)
    """
    reduction = _reduction(reduction, size_average, reduce)
    if not input1.ndim == input2.ndim == target.ndim:
        sizes = (f"{n}: {errors.text.size(x.shape)}" for n, x in
                 (("input1", input1), ("input2", input2), ("target", target)))  # fmt: skip
        raise RuntimeError(
            f"margin_ranking_loss : All input tensors should have same dimension but got sizes: {', '.join(sizes)} "
        )
    return _reduced(clamp_min(-target * (input1 - input2) + float(margin), 0), reduction)


@composite("pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False)", namespace=F, method=False,
           aliases="pairwise_distance")  # fmt: skip
def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The ``p``-norm of ``x1 - x2 + eps`` along the last dimension.

    Args:
        p: the order of the norm

    >>> F.pairwise_distance(wengert.tensor([[0.0, 0.0]]), wengert.tensor([[3.0, 4.0]]))
    tensor([5.0000])
    """
    return vector_norm(add(sub(x1, x2), eps), p, -1, keepdim)


@composite(
    "triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, "
    'reduction="mean")', namespace=F,
)  # fmt: skip
def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False,
                                      reduction="mean"):  # fmt: skip
    """The triplet loss, ``max(0, margin + d(anchor, positive) - d(anchor, negative))``, for a given distance function
    d.

    >>> a, p, n = wengert.zeros(1, 2), wengert.ones(1, 2), 3 * wengert.ones(1, 2)
    >>> F.triplet_margin_with_distance_loss(a, p, n)
    tensor(0.)
    """
    reduction = _reduction(reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: "
            f"anchor {anchor.ndim}D, positive {positive.ndim}D, and negative {negative.ndim}D inputs"
        )
    distance = pairwise_distance if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = minimum(far, distance(positive, negative))
    return _reduced(clamp_min(margin + near - far, 0), reduction)


@composite(
    "triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, size_average=None, "
    'reduce=None, reduction="mean")', namespace=F,
)  # fmt: skip
def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None,
                        reduce=None, reduction="mean"):  # fmt: skip
    """The triplet loss, ``max(0, margin + |anchor - positive| - |anchor - negative|)``.

    Args:
        p: the order of the norm
        eps: a number added to each difference

    >>> F.triplet_margin_loss(wengert.zeros(1, 2), wengert.ones(1, 2), wengert.tensor([[1.0, 2.0]]))
    tensor(0.1781)
    """
    return triplet_margin_with_distance_loss(
        anchor, positive, negative, distance_function=lambda a, b: pairwise_distance(a, b, p, eps), margin=margin,
        swap=swap, reduction=_reduction(reduction, size_average, reduce),
    )  # fmt: skip


def _check_labels(input: Any, target: Any) -> None:
    if input.ndim > 2 or 0 in input.shape[input.ndim - 1 :]:
        raise RuntimeError(
            f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(input.shape)}"
        )
    if (tuple(target.shape) or (1,)) != (tuple(input.shape) or (1,)):
        raise RuntimeError(
            f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}. "
            "Give for each example the numbers of its classes, and -1 in what is left of the row."
        )
    labels = physical(payload_of(target))
    if labels.size:
        _check_long(input, target)
    if labels.size and not -1 <= labels.min() <= labels.max() < (input.shape[-1] if input.ndim else 1):
        raise RuntimeError(
            "argument #2 'target' is out of range. Give class numbers from 0 to the number of classes minus 1."
        )


@composite(
    'multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean")', namespace=F,
)  # fmt: skip
def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The multi-label margin loss: the sum of ``max(0, 1 - input[label] + input[other])`` over labels and other
    classes.

    The sum is divided by the number of classes.

    Args:
        input: the scores: shape (N, C) or (C,)
        target: the labels of each example, followed by -1: int64, of the same shape as ``input``

    >>> F.multilabel_margin_loss(wengert.tensor([[0.5, 0.0, 0.2]]), wengert.tensor([[0, 2, -1]]))
    tensor(0.4333)
    """
    reduction = _reduction(reduction, size_average, reduce)
    _check_labels(input, target)
    shape = tuple(input.shape) or (1,)
    input, labels = reshape(input, shape), _to(reshape(payload_of(target), shape), dtype=dtypes.I64)
    given = eq(cumsum(_to(lt(labels, 0), dtype=dtypes.I64), dim=-1), 0)
    labels = where(given, labels, 0)
    is_label = gt(_ungather(_to(given, dtype=dtypes.I64), labels, shape=shape, dim=-1), 0)
    counts = physical(given).sum(axis=-1)
    most = int(counts.max()) if counts.size else 0  # no example has more labels
    labels, given = (narrow(a, -1, 0, most) for a in (labels, given))
    loss = relu(1 - unsqueeze(gather(input, labels, dim=-1), dim=-1) + unsqueeze(input, dim=-2))
    counted = logical_and(unsqueeze(given, dim=-1), logical_not(unsqueeze(is_label, dim=-2)))
    return _reduced(true_divide(sum_of(where(counted, loss, 0), (-2, -1)), shape[-1]), reduction)


@composite(
    "multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, "
    'reduction="mean")', namespace=F,
)  # fmt: skip
def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    """The multi-class margin loss: the sum of ``max(0, margin - input[target] + input[c])**p`` over all other classes
    c.

    The sum is divided by the number of classes.

    Args:
        input: the scores: shape (N, C) or (C,)
        target: the classes: shape (N,) or ()
        p: the exponent, 1 or 2
        weight: a factor for each class: shape (C,); None means 1

    >>> F.multi_margin_loss(wengert.tensor([[0.5, 0.0]]), wengert.tensor([0]))
    tensor(0.2500)
    """
    reduction = _reduction(reduction, size_average, reduce)
    if as_int(p) not in (1, 2):
        raise ValueError(f"only p == 1 and p == 2 supported, but got {p}. Choose 1 or 2.")
    if weight is not None and weight.ndim != 1:
        raise ValueError(f"weight must be one-dimensional, one number a class, but has shape {list(weight.shape)}")
    _check_long(input, target)
    if input.ndim > 2 or 0 in input.shape[1:]:
        raise RuntimeError(
            f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(input.shape)}"
        )
    examples = input.shape[0] if input.ndim > 1 else 1
    if target.ndim > 1 or math.prod(target.shape) != examples or (target.ndim == 0 and examples != 1):
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch size). "
            f"Expected target size [{examples}], but got {list(target.shape)}. Input has shape {list(input.shape)}. "
            f"{'Use target.squeeze(1).' if tuple(target.shape) == (examples, 1) else 'Give one class for each example.'}"
        )
    shape, input = tuple(target.shape), reshape(input, (1,)) if input.ndim == 0 else input
    if weight is not None and len(weight) != input.shape[-1]:
        raise RuntimeError(f"inconsistent weight size, expected {input.shape[-1]} but got {list(weight.shape)}")
    _check_floats("multi_margin_loss", input, weight)
    if not within(physical(payload_of(target)), input.shape[-1]):
        raise RuntimeError(f"target out of range. Give numbers of classes from 0 to {input.shape[-1] - 1}.")
    target = reshape(target, input.shape[:-1])
    dim = _class_dim(input.ndim)
    place = unsqueeze(target, dim=dim)
    own = eq(payload_of(place), arrays.move(np.arange(input.shape[dim]), input.device))
    loss = relu(where(own, 0, margin - gather(input, place, dim=dim) + input))  # the class itself does not count
    if p != 1:
        loss = loss**p
    if weight is not None:
        loss = loss * reshape(index_select(weight, reshape(target, (-1,)), dim=0), tuple(place.shape))
    return _reduced(reshape(mean_of(loss, dim), shape), reduction)
