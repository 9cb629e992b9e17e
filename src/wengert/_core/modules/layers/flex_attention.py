"""Attention with scores that a function changes, and a mask in blocks."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict

from ... import errors
from ...api.generated import functions
from ...arrays import dtypes
from ...errors.tracebacks import public
from ...ops.nn.activation import _safe_softmax
from ...tape.tensor import Tensor, TensorBase
from .block_masks import BlockMask, over_all, places


class AuxRequest(NamedTuple):
    """What :func:`flex_attention` returns besides its result.

    Attributes:
        lse (bool): the logarithm of the sum of the exponentials of the scores, for each query
        max_scores (bool): the largest score of each query
    """

    lse: bool = False
    max_scores: bool = False


class AuxOutput(NamedTuple):
    """What :func:`flex_attention` returns besides its result, where ``return_aux`` asks for it; else None.

    Attributes:
        lse (Tensor | None): (batches, heads, queries); differentiable; minus infinity for a query that sees no key
        max_scores (Tensor | None): (batches, heads, queries); without history
    """

    lse: Tensor | None = None
    max_scores: Tensor | None = None


class FlexKernelOptions(TypedDict, total=False):
    """Options of PyTorch's kernels for GPUs, which :func:`flex_attention` accepts. No result depends on them."""

    num_warps: int
    num_stages: int
    BLOCK_M: int
    BLOCK_N: int
    BLOCK_M1: int
    BLOCK_N1: int
    BLOCK_M2: int
    BLOCK_N2: int
    PRESCALE_QK: bool
    ROWS_GUARANTEED_SAFE: bool
    BLOCKS_ARE_CONTIGUOUS: bool
    WRITE_DQ: bool
    FORCE_USE_FLEX_ATTENTION: bool
    USE_TMA: bool
    kpack: int
    matrix_instr_nonkdim: int
    waves_per_eu: int
    BACKEND: str


@public
def flex_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    score_mod: Callable[..., Any] | None = None,
    block_mask: BlockMask | None = None,
    scale: float | None = None,
    enable_gqa: bool = False,
    return_lse: bool = False,
    kernel_options: FlexKernelOptions | None = None,
    *,
    return_aux: AuxRequest | None = None,
) -> Any:
    """Attention whose scores a function changes: ``softmax(score_mod(query keyᵀ · scale)) value``.

    ``score_mod`` is called once, under ``vmap``. It sees one score and may use tensors, such as a bias that it indexes:
    ``lambda score, b, h, q, k: score + bias[h, q - k]``. Gradients pass to these, too, in every mode. (PyTorch has no
    gradients here on the CPU.) All scores are in memory at once, as many as batches × heads × queries × keys.

    Half types compute in float32; the scores that ``score_mod`` sees are of float32. A query that sees no key has the
    result 0. From Dong and others, "Flex Attention: A Programming Model for Generating Optimized Attention Kernels",
    2024.

    Args:
        query (Tensor): (B, H, L, E)
        key (Tensor): (B, H, S, E); with ``enable_gqa`` of fewer heads
        value (Tensor): (B, H, S, F), with the heads of ``key``
        score_mod: a function of a score and the numbers of its batch, head, query and key, 0-d tensors of int32; it
            returns the score to use
        block_mask (BlockMask | None): which keys a query sees; from ``create_block_mask``. With one, ``key`` and
            ``value`` may have one batch for all of ``query``.
        scale (float | None): what products of queries and keys are multiplied by; by default ``1 / sqrt(E)``
        enable_gqa (bool): whether several heads of queries share one of keys and values
        return_lse (bool): PyTorch's old way to ask for ``return_aux=AuxRequest(lse=True)``, with a warning
        kernel_options: accepted as in PyTorch; nothing depends on them
        return_aux (AuxRequest | None): what to return besides the result

    Returns:
        a tensor (B, H, L, F) of the dtype of ``query``; with ``return_aux``, that and an ``AuxOutput``; with
        ``return_lse``, that and the tensor (B, H, L)

    Raises:
        ValueError: if shapes or dtypes do not fit together or to the mask.
        NotImplementedError: if a tensor has another number of dimensions than four.
        TypeError: if ``block_mask`` is something else.
        RuntimeError: if ``block_mask`` is a part of a mask that was not given a new ``mask_mod``.

    >>> import wengert
    >>> from wengert.nn.attention.flex_attention import create_block_mask, flex_attention
    >>> q, k, v = wengert.rand(3, 1, 2, 4, 8).unbind()
    >>> slopes = wengert.tensor([0.5, 0.25], requires_grad=True)
    >>> causal = create_block_mask(lambda b, h, q, k: q >= k, None, None, 4, 4)
    >>> y = flex_attention(q, k, v, lambda score, b, h, q, k: score + slopes[h] * (k - q), causal)
    >>> y.sum().backward()
    >>> y.shape, slopes.grad.shape
    (wengert.Size([1, 2, 4, 8]), wengert.Size([2]))
    """
    _check(query, key, value, enable_gqa, block_mask)
    if return_lse and return_aux is not None:
        raise errors.attention.asked_twice()
    batches, heads, length, width = query.shape
    shared, sources = key.shape[1:3]
    wide = dtypes.float32 if dtypes.is_half(dtypes.as_numpy(query.dtype)) else query.dtype
    rows = heads // max(shared, 1) * length  # heads of queries that share keys are so many more queries of one head
    grouped = query.to(wide).reshape(batches, shared, rows, width)
    products = grouped @ key.to(wide).mT * (1 / math.sqrt(width) if scale is None else scale)
    scores = products.reshape(batches, heads, length, sources)
    if score_mod is not None:
        scores = over_all(score_mod, 1)(scores, *places(scores.shape, query.device)).to(wide)
    if block_mask is not None:
        scores = functions.where(block_mask.allowed(), scores, -math.inf)
    weights = _safe_softmax(scores, dim=-1).to(value.dtype)
    out = (weights.reshape(batches, shared, rows, sources) @ value).reshape(batches, heads, length, value.shape[-1])
    if return_aux is None and not return_lse:
        return out
    if return_lse:
        errors.attention.old_lse()
    asked = return_aux or AuxRequest(lse=True)
    top = scores.detach().amax(-1) if sources else functions.full(scores.shape[:-1], -math.inf, dtype=wide)
    lse = _sums(scores, top == -math.inf) if asked.lse else None
    return out, AuxOutput(lse, top if asked.max_scores else None) if return_aux is not None else lse


def _sums(scores: Any, blind: Any) -> Any:
    """The logarithms of the sums of exponentials; constant for the queries that are ``blind``: they see no key."""
    return functions.logsumexp(scores.masked_fill(blind.unsqueeze(-1), 0.0), -1).masked_fill(blind, -math.inf)


def _check(query: Any, key: Any, value: Any, enable_gqa: bool, mask: Any) -> None:
    """Refuse what does not fit together."""
    given = {"query": query, "key": key, "value": value}
    for name, t in given.items():
        if not isinstance(t, TensorBase):
            raise errors.attention.no_tensor(name, t)
    if {t.ndim for t in given.values()} != {4}:
        raise errors.attention.no_four_dimensions(given)
    if len({t.dtype for t in given.values()}) > 1 or not query.dtype.is_floating_point:
        raise errors.attention.two_dtypes(given)
    if query.shape[-1] != key.shape[-1]:
        raise errors.attention.two_widths(query.shape[-1], key.shape[-1])
    if key.shape[:3] != value.shape[:3]:
        raise errors.attention.keys_without_values(key.shape, value.shape)
    heads, shared = query.shape[1], key.shape[1]
    if heads != shared and not enable_gqa:
        raise errors.attention.two_counts_of_heads(heads, shared)
    if enable_gqa and (not shared or heads % shared):
        raise errors.attention.no_groups_of_heads(heads, shared)
    if mask is not None and not isinstance(mask, BlockMask):
        raise errors.attention.no_block_mask(mask)
    batches = query.shape[0]
    if key.shape[0] != batches and (mask is None or key.shape[0] != 1):
        raise errors.attention.two_counts_of_batches(batches, key.shape[0], mask)
    if mask is not None:
        if tuple(mask.seq_lengths) != (query.shape[2], key.shape[2]):
            raise errors.attention.other_lengths(mask.shape, query.shape[2], key.shape[2])
        if len(mask.shape) != 4 or mask.shape[0] not in (1, batches) or mask.shape[1] not in (1, heads):
            raise errors.attention.mask_of_others(mask.shape, query.shape)
