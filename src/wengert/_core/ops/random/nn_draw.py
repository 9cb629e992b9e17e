"""Layers with random results."""

from __future__ import annotations

from typing import Any

from wengert._core import errors
from wengert._core.arrays import arrays, dtypes
from wengert._core.arrays.batched import Batched
from wengert._core.declare.families import composite
from wengert._core.ops.random import generator as random
from wengert._core.tape.tensor import payload_of

from ..create.create import ones_like, zeros_like
from ..elementwise.elementary import log
from ..elementwise.pointwise import _to, add, neg, sub, true_divide
from ..index.gather import scatter
from ..nn.activation import F, softmax
from ..reduce.order import argmax
from ..shape.shape import wrap_dim


@composite("gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1)", namespace=F, method=False)
def gumbel_softmax(logits: Any, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Any:
    """Random one-hot vectors with probabilities ``softmax(logits)``, smoothed so that they are differentiable.

    Jang, Gu and Poole, "Categorical reparameterization with Gumbel-softmax", 2017.

    Args:
        logits: logarithms of probabilities, up to a constant for each draw
        tau: the temperature: a smaller one gives results nearer to 0 and 1
        hard: whether to round the results to 0 and 1; the derivative is that of the results before rounding
        eps: ignored
        dim: the dimension of the categories

    >>> F.gumbel_softmax(wengert.tensor([[1.0, 2.0, 3.0]]), hard=True).sum(dim=-1)
    tensor([1.])
    """
    if eps != 1e-10:
        errors.text.warn("`eps` parameter is deprecated and has no effect.")
    x = payload_of(logits)
    order = random.order_of(x) if type(x) is Batched else None  # examples come as they lie, their elements by rows
    drawn = random.exponential(tuple(logits.shape), dtypes.as_numpy(logits.dtype), order=order)
    drawn = arrays.move(drawn, logits.device)
    soft = softmax(true_divide(add(logits, neg(log(drawn))), tau), dim)
    if not hard:
        return soft
    places = argmax(soft, dim, True)
    ones = _to(ones_like(places), dtype=drawn.dtype)
    chosen = scatter(zeros_like(soft), places, ones, dim=wrap_dim(dim, soft.ndim))
    return add(sub(chosen, soft.detach()), soft)
