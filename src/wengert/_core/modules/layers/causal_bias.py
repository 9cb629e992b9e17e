"""Causal masks of attention for sequences of two lengths."""

from __future__ import annotations

import enum
from typing import Any, Self

from ... import errors
from ...api.generated import functions
from ...arrays import dtypes
from ...dispatch.override import NOTHING
from ...errors.tracebacks import public
from ...tape.tensor import Tensor, without_subclass


class CausalVariant(enum.IntEnum):
    """Where the triangle of a causal mask lies if there are more or fewer keys than queries.

    ``UPPER_LEFT``: query i sees keys 0 to i. ``LOWER_RIGHT``: the last query sees all keys, and each one before it one
    key less. :func:`causal_upper_left` and :func:`causal_lower_right` make such masks.
    """

    UPPER_LEFT = 1
    LOWER_RIGHT = 2


class CausalBias(Tensor):
    """A causal mask for ``scaled_dot_product_attention(attn_mask=)``: bools (queries, keys), True where a query sees a
    key. Results of operations are ordinary tensors.

    Args:
        variant (CausalVariant): where the triangle lies
        seq_len_q (int): how many queries
        seq_len_kv (int): how many keys

    >>> from wengert.nn.attention.bias import CausalBias, CausalVariant
    >>> CausalBias(CausalVariant.LOWER_RIGHT, 2, 3)
    tensor([[ True,  True, False],
            [ True,  True,  True]])
    """

    __wengert_function__ = __torch_function__ = NOTHING
    variant: CausalVariant
    seq_len_q: int
    seq_len_kv: int

    def __new__(cls, variant: CausalVariant, seq_len_q: int, seq_len_kv: int) -> Self:
        if not isinstance(variant, CausalVariant):
            raise errors.attention.no_variant(variant)
        offset = seq_len_kv - seq_len_q if variant is CausalVariant.LOWER_RIGHT else 0
        if offset < 0:
            errors.attention.queries_without_keys(seq_len_q, seq_len_kv)
        mask = functions.ones(seq_len_q, seq_len_kv, dtype=dtypes.bool_).tril(offset)
        made: Self = Tensor._make_subclass(cls, mask)  # type: ignore[attr-defined]
        made.variant, made.seq_len_q, made.seq_len_kv = variant, seq_len_q, seq_len_kv
        return made

    def __init__(self, variant: CausalVariant, seq_len_q: int, seq_len_kv: int) -> None: ...

    def _materialize(self, device: Any = None) -> Any:
        """The mask as an ordinary tensor.

        Args:
            device: where it is to be; by default where it is.
        """
        return without_subclass(self) if device is None else without_subclass(self).to(device)

    def __repr__(self) -> str:
        return repr(without_subclass(self))


@public
def causal_upper_left(*size: int) -> CausalBias:
    """The causal mask in which query i sees keys 0 to i.

    Args:
        size (int): how many queries, and how many keys

    Returns:
        CausalBias, bools (queries, keys)

    Raises:
        AssertionError: if there are not two sizes.

    >>> from wengert.nn.attention.bias import causal_upper_left
    >>> causal_upper_left(2, 3)
    tensor([[ True, False, False],
            [ True,  True, False]])
    """
    return CausalBias(CausalVariant.UPPER_LEFT, *_two("causal_upper_left", size))


@public
def causal_lower_right(*size: int) -> CausalBias:
    """The causal mask in which the last query sees all keys, and each one before it one key less.

    It is the mask for queries that continue a sequence whose first keys are known. With fewer keys than queries the
    first queries see no key, and a warning says so.

    Args:
        size (int): how many queries, and how many keys

    Returns:
        CausalBias, bools (queries, keys)

    Raises:
        AssertionError: if there are not two sizes.

    >>> import wengert
    >>> from wengert.nn.attention.bias import causal_lower_right
    >>> q, k = wengert.rand(1, 1, 2, 4), wengert.rand(1, 1, 3, 4)
    >>> wengert.nn.functional.scaled_dot_product_attention(q, k, k, attn_mask=causal_lower_right(2, 3)).shape
    wengert.Size([1, 1, 2, 4])
    """
    return CausalBias(CausalVariant.LOWER_RIGHT, *_two("causal_lower_right", size))


def _two(name: str, size: tuple[int, ...]) -> tuple[int, int]:
    if len(size) != 2:
        raise errors.attention.not_two_sizes(name, size)
    return size
