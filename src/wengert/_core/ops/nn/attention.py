"""Attention."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, dtypes
from ...arrays.batched import batch_together, physical
from ...arrays.fused import in_rows
from ...declare.families import composite, general
from ...tape.tensor import payload_of
from ..elementwise.pointwise import _to, add, mul, where
from ..linalg.matmul import matmul
from ..reduce.reduce import mean as mean_of
from ..reduce.reduce import sum as sum_of
from ..shape.arrange import expand, expanded
from ..shape.join import cat
from ..shape.shape import mT, narrow, permute, reshape, transpose, unsqueeze
from . import attention_blocks, attention_loops
from .activation import F, _safe_softmax, _softmax
from .conv import constant_pad_nd
from .layer import _dropped, linear_layer

# -- One head ----------------------------------------------------------------------------------------------------------

# Note [Attention in pieces]. There is a weight for every pair of a query and a key, which is much more than all inputs
# together. So weights are not kept. Kernel and formulas compute them for a few queries at a time, and use them while
# they are in the cache.

PIECE = 1 << 18  # weights that are computed at once
QUERIES = 64  # that are computed at once where the last of them does not see all keys
Piece = tuple[slice, ...]  # of all dimensions but the keys; the last is that of the queries


def _parts(shape: Sequence[int], is_causal: bool) -> Iterator[tuple[Piece, Piece]]:
    """Parts of the weights: which queries, and which keys they see."""
    *lead, rows, keys = shape
    step = QUERIES if is_causal and rows > QUERIES else max(rows, 1)
    for i in range(0, rows, step):
        seen = min(i + step, keys) if step < rows else keys
        for at in _pieces((*lead, min(step, rows - i), seen)):
            start, stop, _ = at[-1].indices(min(step, rows - i))
            yield (*at[:-1], slice(i + start, i + stop)), (*at[:-1], slice(seen))


def _pieces(shape: Sequence[int], at: int = 0) -> Iterator[Piece]:
    """Parts of the weights, whose shape is (..., queries, keys). Each is about a piece."""
    own = len(shape) - 1 - at
    if not own or math.prod(shape[at:]) <= PIECE:
        yield (slice(None),) * own
        return
    step = max(1, PIECE // math.prod(shape[at + 1 :]))
    for i in range(0, shape[at], step):
        for rest in _pieces(shape, at + 1) if step == 1 else ((slice(None),) * (own - 1),):
            yield (slice(i, i + step), *rest)


def _weights(query: Any, key: Any, mask: Any, scale: float, is_causal: bool, at: Piece = ()) -> Any:
    """The softmax of the scaled products of queries and keys; of one piece, if ``at`` says which."""
    scores = matmul(mul(query, scale), mT(key))
    if is_causal:  # each query attends only to keys at its own or an earlier position
        first = at[-1].start or 0 if at else 0
        mask = arrays.xp_of(physical(payload_of(scores))).tri(*scores.shape[-2:], first, dtype=bool)
    elif mask is not None:
        mask = _part(mask, at)
    if mask is None:
        return _softmax(scores, dim=-1)
    expanded(mask.shape, scores.shape)  # raises unless the mask broadcasts to the scores
    boolean = dtypes.as_numpy(mask.dtype).kind == "b"
    return _safe_softmax(where(mask, scores, -math.inf) if boolean else add(scores, mask), dim=-1)


def _part(mask: Any, at: Piece) -> Any:
    """The part of a mask for a piece. It has as many dimensions as the weights, some perhaps of length 1."""
    return mask[tuple([slice(None) if n == 1 else part for n, part in zip(mask.shape, at)])] if at else mask


@in_rows
def _through_softmax(g, weights, each, dim):
    """The gradient for the scores, given that for the weights, and its sum with the weights, ``each``."""
    return weights * (g - each)


def _score_gradient(g: Any, weights: Any, value: Any, out: Any) -> Any:
    return _through_softmax(matmul(g, mT(value)), weights, sum_of(g * out, -1, True), dim=-1)


def _mask_gradient(g, query, key, value, out, mask, scale, is_causal):
    return _score_gradient(g, _weights(query, key, mask, scale, is_causal), value, out)


def _head_gradients(g, query, key, value, out, mask, scale, is_causal, needs):
    """The gradients for queries, keys and values, None where none is needed. The weights are computed once."""
    if mask is None and not is_causal and arrays.are_numpy(g, query, key, value, out):
        small = attention_loops.slopes(g, query, key, value, out, scale, needs)
        if small is not None:
            return small
    found = attention_blocks.slopes(g, query, key, value, out, mask, scale, is_causal, needs)
    if found is not None:
        return found
    if not arrays.are_numpy(g, query, key, value, out, mask):
        weights = _weights(query, key, mask, scale, is_causal)
        scores = _score_gradient(g, weights, value, out) * scale if needs[0] or needs[1] else None
        return (
            matmul(scores, key) if needs[0] else None,
            matmul(mT(scores), query) if needs[1] else None,
            matmul(mT(weights), g) if needs[2] else None,
        )
    of_query = np.empty(query.shape, g.dtype) if needs[0] else None
    of_key, of_value = (
        np.zeros(x.shape, g.dtype) if n else None for x, n in zip((key, value), needs[1:3], strict=True)
    )
    for at, seen in _parts((*query.shape[:-1], key.shape[-2]), is_causal):
        weights = _weights(query[at], key[seen], mask, scale, is_causal, at)
        if of_value is not None:
            of_value[seen] += matmul(mT(weights), g[at])
        if needs[0] or needs[1]:
            scores = _score_gradient(g[at], weights, value[seen], out[at]) * scale
            if of_query is not None:
                of_query[at] = matmul(scores, key[seen])
            if of_key is not None:
                of_key[seen] += matmul(mT(scores), query[at])
    return of_query, of_key, of_value


def _attention_tangent(query, key, value, mask, out, scale, is_causal, t_query, t_key, t_value, t_mask=None):
    weights = _weights(query, key, mask, scale, is_causal)
    t = matmul(mul(t_query, scale), mT(key)) + matmul(mul(query, scale), mT(t_key))
    t = weights * (t if t_mask is None else t + t_mask)
    return matmul(t, value) - sum_of(t, -1, True) * out + matmul(weights, t_value)


@general(
    heads=_head_gradients, query=lambda d_heads: d_heads[0], key=lambda d_heads: d_heads[1],
    value=lambda d_heads: d_heads[2], mask=_mask_gradient, jvp=_attention_tangent, batch=batch_together,
    node="ScaledDotProductFlashAttentionForCpuBackward0", saved="query=query key=key value=value out=output mask=attn_mask",
)  # fmt: skip
def _attention(xp, query, key, value, mask=None, *, scale, is_causal):
    """See Note [Attention in pieces]."""
    small = attention_loops.attended(query, key, value, scale) if mask is None and not is_causal else None
    if small is not None:
        return small
    found = attention_blocks.attended(query, key, value, mask, scale, is_causal)
    if found is not None:
        return found
    *lead, rows = query.shape[:-1]
    if math.prod(lead) * rows * key.shape[-2] <= PIECE:
        return matmul(_weights(query, key, mask, scale, is_causal), value)
    out = xp.empty((*lead, rows, value.shape[-1]), query.dtype)
    for at, seen in _parts((*lead, rows, key.shape[-2]), is_causal):
        out[at] = matmul(_weights(query[at], key[seen], mask, scale, is_causal, at), value[seen])
    return out


def _fits(query: Any, key: Any, value: Any, mask: Any) -> bool:
    """Whether all are of one dtype, and no dimension has to be broadcast but those of the mask."""
    q, k, v = payload_of(query), payload_of(key), payload_of(value)
    (*lead, rows, width), (*beside, keys, same), (*others, held, _) = q.shape, k.shape, v.shape
    if lead != beside or lead != others or width != same or keys != held or not q.dtype == k.dtype == v.dtype:
        return False
    if mask is None:
        return True
    if mask.ndim > query.ndim or (mask.dtype != query.dtype and mask.dtype != dtypes.BOOLEAN):
        return False
    return all([m in (1, n) for m, n in zip(reversed(mask.shape), reversed((*lead, rows, keys)))])


@composite(
    "scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, "
    "enable_gqa=False)", namespace=F, method=False,
)  # fmt: skip
def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                                 enable_gqa=False):  # fmt: skip
    """Attention: for each query, the mean of the values, weighted by the softmax of the scaled products of query and
    keys.

    Vaswani et al., "Attention is all you need", 2017.

    Args:
        key: the keys: shape (..., S, E)
        value: the values: shape (..., S, V)

    Returns:
        a tensor of shape (..., L, V)

    >>> q, k, v = wengert.ones(1, 2, 4), wengert.ones(1, 3, 4), wengert.ones(1, 3, 5)
    >>> F.scaled_dot_product_attention(q, k, v).shape
    wengert.Size([1, 2, 5])
    """
    if query.ndim < 2 or key.ndim < 2 or value.ndim < 2:
        raise RuntimeError(
            f"Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: {query.ndim} key.dim: "
            f"{key.ndim} and value.dim: {value.ndim} instead."
        )
    _check_dtypes(query, key, value, attn_mask)
    if attn_mask is not None and payload_of(attn_mask).dtype not in (payload_of(query).dtype, dtypes.BOOLEAN):
        attn_mask = _to(attn_mask, dtype=query.dtype)
    if attn_mask is not None and is_causal:
        raise RuntimeError(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True. Give one mask, "
            "which holds back what either does."
        )
    if enable_gqa:
        key, value = (_for_each_query_head(x, query.shape[-3]) for x in (key, value))
    scale = max(payload_of(query).shape[-1], 1) ** -0.5 if scale is None else scale
    if not dropout_p and _fits(query, key, value, attn_mask):
        if attn_mask is None:
            return _attention(query, key, value, scale=scale, is_causal=is_causal)
        mask = reshape(attn_mask, ((1,) * (query.ndim - attn_mask.ndim) + tuple(attn_mask.shape)))
        return _attention(query, key, value, mask, scale=scale, is_causal=is_causal)
    weights = _weights(query, key, attn_mask, scale, is_causal)
    return matmul(_dropped(weights, dropout_p, True, False), value)


def _check_dtypes(query: Any, key: Any, value: Any, mask: Any) -> None:
    found = [dtypes.as_numpy(x.dtype) for x in (query, key, value)]
    if found[1:] != found[:-1]:
        q, k, v = map(errors.text.type_name, found)
        raise RuntimeError(
            f"Expected query, key, and value to have the same dtype, but got query.dtype: {q} key.dtype: {k} and "
            f"value.dtype: {v} instead. Cast them: x.to(dtype)."
        )
    if mask is not None and dtypes.as_numpy(mask.dtype) not in (found[0], dtypes.F32, dtypes.BOOLEAN):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
            f"{errors.text.type_name(dtypes.as_numpy(mask.dtype))} and query.dtype: {errors.text.type_name(found[0])} "
            "instead. Use mask.bool(), or mask.to(query.dtype)."
        )


def _for_each_query_head(x: Any, heads: int) -> Any:
    """Repeat each head of keys or values for all query heads that share it."""
    *batch, own, length, width = x.shape
    if heads % own:
        raise RuntimeError(
            f"Number of heads in key and value must divide the number of heads in query ({own}, {heads})."
        )
    grouped = expand(unsqueeze(x, dim=-3), shape=(*batch, own, heads // own, length, width))
    return reshape(grouped, (*batch, heads, length, width))


# -- Several heads -----------------------------------------------------------------------------------------------------


def _require(holds: Any, message: str) -> None:
    if not holds:
        raise AssertionError(message)


def _size(x: Any) -> str:
    return errors.text.size(x.shape)


def _check_heads(query: Any, key: Any, value: Any, key_padding_mask: Any, attn_mask: Any, num_heads: int) -> bool:
    """Check the number of dimensions of all inputs. Returns whether there is a batch dimension."""
    _require(
        query.ndim in (2, 3),
        f"query should be unbatched 2D or batched 3D tensor but received {query.ndim}-D query tensor",
    )
    batched = query.ndim == 3
    kind = "batched (3-D)" if batched else "unbatched (2-D)"
    _require(
        key.ndim == value.ndim == query.ndim,
        f"For {kind} `query`, expected `key` and `value` to be {query.ndim}-D but found {key.ndim}-D and {value.ndim}-D "
        "tensors respectively",
    )
    if key_padding_mask is not None:
        _require(
            key_padding_mask.ndim == query.ndim - 1,
            f"For {kind} `query`, expected `key_padding_mask` to be `None` or {query.ndim - 1}-D but found "
            f"{key_padding_mask.ndim}-D tensor instead",
        )
    if attn_mask is not None:
        _require(
            attn_mask.ndim in (2, 3),
            f"For {kind} `query`, expected `attn_mask` to be `None`, 2-D or 3-D but found {attn_mask.ndim}-D tensor instead",
        )
        if not batched and attn_mask.ndim == 3:
            wanted = (num_heads, query.shape[0], key.shape[0])
            _require(
                tuple(attn_mask.shape) == wanted,
                f"Expected `attn_mask` shape to be {wanted} but got {_size(attn_mask)}",
            )
    return batched


def _added(mask: Any, name: str, dtype: Any) -> Any:
    """Convert a mask to the numbers to add to scores of a dtype. A bool mask forbids the positions where it is True."""
    if mask is None:
        return None
    own = dtypes.as_numpy(mask.dtype)
    boolean = own == dtypes.BOOLEAN
    _require(boolean or dtypes.category(own) == dtypes.FLOAT, f"only bool and floating types of {name} are supported")
    return _to(where(mask, -math.inf, 0.0), dtype=dtypes.as_numpy(dtype)) if boolean else mask


def _check_shape(name: str, x: Any, wanted: Any, error: Any = AssertionError) -> None:
    if x is not None and tuple(x.shape) != tuple(wanted):
        raise error(f"expecting {name} shape of {tuple(wanted)}, but got {_size(x)}")


def _projected(query: Any, key: Any, value: Any, weight: Any, bias: Any) -> tuple[Any, Any, Any]:
    """Project the three inputs by parts of one matrix. Inputs that are the same tensor share one matrix product."""
    width = query.shape[-1]
    _check_shape("in_proj_weight", weight, (3 * width, width), RuntimeError)
    _check_shape("in_proj_bias", bias, (3 * width,), RuntimeError)
    inputs = [query, key, value]
    projected: list[Any] = []
    while len(projected) < 3:
        at = len(projected)
        count = next((n for n in range(3 - at, 1, -1) if all(x is inputs[at] for x in inputs[at : at + n])), 1)
        rows = (0, at * width, count * width)
        out = linear_layer(inputs[at], narrow(weight, *rows), None if bias is None else narrow(bias, *rows))
        projected += [narrow(out, -1, i * width, width) for i in range(count)] if count > 1 else [out]
    return projected[0], projected[1], projected[2]


def _projected_apart(inputs: tuple[Any, ...], weights: tuple[Any, ...], bias: Any) -> list[Any]:
    width = inputs[0].shape[-1]
    for name, w in zip("qkv", weights, strict=True):
        _require(w is not None, f"use_separate_proj_weight is True but {name}_proj_weight is None")
    for name, x, w in zip(("query", "key", "value"), inputs, weights, strict=True):
        _check_shape(f"{name} weights", w, (width, x.shape[-1]))
    _check_shape("in_proj_bias", bias, (3 * width,))
    biases = [None if bias is None else narrow(bias, 0, i * width, width) for i in range(3)]
    return [linear_layer(x, w, b) for x, w, b in zip(inputs, weights, biases, strict=True)]


def _by_heads(x: Any, heads: int) -> Any:
    """Reshape (L, N, heads * E) to (N * heads, L, E)."""
    length, batch, width = x.shape
    return transpose(reshape(x, (length, batch * heads, width // heads)), dim0=0, dim1=1)


def _static(x: Any, name: str, heads: int, width: int) -> Any:
    _require(x.shape[0] == heads, f"expecting {name}.size(0) of {heads}, but got {x.shape[0]}")
    _require(x.shape[2] == width, f"expecting {name}.size(2) of {width}, but got {x.shape[2]}")
    return x


def _one_more(mask: Any) -> Any:
    """Extend a mask by one key, which all queries may attend to."""
    return None if mask is None else constant_pad_nd(mask, pad=(0, 1), value=0)


def _check_mask(mask: Any, batch_heads: int, length: int, keys: int) -> None:
    if mask is None:
        return
    wanted = (length, keys) if mask.ndim == 2 else (batch_heads, length, keys)
    if tuple(mask.shape) != wanted:
        raise RuntimeError(f"The shape of the {mask.ndim}D attn_mask is {_size(mask)}, but should be {wanted}.")


def _both_masks(attn_mask: Any, key_padding_mask: Any, batch: int, heads: int, keys: int) -> Any:
    """The sum of both masks, to add to the scores (N * heads, L, S)."""
    if key_padding_mask is None:
        return attn_mask
    _check_shape("key_padding_mask", key_padding_mask, (batch, keys))
    padding = expand(reshape(key_padding_mask, (batch, 1, 1, keys)), shape=(batch, heads, 1, keys))
    padding = reshape(padding, (batch * heads, 1, keys))
    return padding if attn_mask is None else add(attn_mask, padding)


def _check_widths(width: int, stated: int, num_heads: int, bias_k: Any, bias_v: Any, out_weight: Any,
                  out_bias: Any) -> None:  # fmt: skip
    """Check the width of the queries, which the heads share, and what has to fit it."""
    _require(width == stated, f"was expecting embedding dimension of {stated}, but got {width}")
    if num_heads <= 0:
        raise RuntimeError(f"multi_head_attention_forward: num_heads must be positive, got {num_heads}")
    _require(width % num_heads == 0, f"embed_dim {width} not divisible by num_heads {num_heads}")
    _require(bias_v is not None or bias_k is None, "bias_k is set but bias_v is None")
    _require(bias_k is not None or bias_v is None, "bias_v is set but bias_k is None")
    if out_weight.ndim != 2:
        raise RuntimeError(f"mat2 must be a matrix, got {out_weight.ndim}-D tensor. (It is out_proj_weight.)")
    _check_shape("out_proj_bias", out_bias, out_weight.shape[:1], RuntimeError)


def _projected_in(query: Any, key: Any, value: Any, weight: Any, bias: Any, apart: Any) -> Any:
    """The projected queries, keys and values; by three weights where they are given ``apart``, else by one."""
    if apart is not None:
        _require(
            key.shape[:2] == value.shape[:2],
            f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}",
        )
        return _projected_apart((query, key, value), apart, bias)
    _require(key.shape == value.shape, f"key shape {_size(key)} does not match value shape {_size(value)}")
    _require(weight is not None, "use_separate_proj_weight is False but in_proj_weight is None")
    return _projected(query, key, value, weight, bias)


def _check_keys(key: Any, value: Any, bias_k: Any, bias_v: Any, batch: int, width: int) -> None:
    """Check that keys and values have the batch of the queries, and biases their width."""
    for name, x in (("key", key), ("value", value)):
        if x.shape[1] != batch:
            raise RuntimeError(
                f"expecting {name} with a batch of {batch}, as query has, but got {_size(x)}. "
                "Give it the batch size of the query."
            )
    for name, x in (("bias_k", bias_k), ("bias_v", bias_v)):
        if x is not None and (tuple(x.shape[-1:]) != (width,) or math.prod(x.shape) != width):
            raise RuntimeError(f"expecting {name} shape of {(1, 1, width)}, but got {_size(x)}. Give it this shape.")


def _attended(q: Any, k: Any, v: Any, mask: Any, num_heads: int, dropout_p: float, average: bool) -> tuple[Any, Any]:
    """The values that the queries attend to (N, heads, L, E), and the weights: of all heads, or their ``average``."""
    heads, length, each = q.shape  # those of all examples
    batch = heads // num_heads
    scores = matmul(mul(q, math.sqrt(1 / each)), mT(k))
    weights = _softmax(scores if mask is None else add(scores, mask), dim=-1)
    weights = _dropped(weights, dropout_p, True, False)
    out = reshape(matmul(weights, v), (batch, num_heads, length, each))
    weights = reshape(weights, (batch, num_heads, length, k.shape[1]))
    return out, mean_of(weights, 1) if average else weights


@composite(
    "multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, "
    "bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, "
    "need_weights=True, attn_mask=None, use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, "
    "v_proj_weight=None, static_k=None, static_v=None, average_attn_weights=True, is_causal=False)",
    namespace=F, method=False,
)  # fmt: skip
def multi_head_attention_forward(
    query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn,
    dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None,
    use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None,
    static_v=None, average_attn_weights=True, is_causal=False,
) -> tuple[Any, Any | None]:  # fmt: skip
    """Multi-head attention: projects queries, keys and values, attends with each head, and projects the result.

    Vaswani et al., "Attention is all you need", 2017.

    Args:
        query: the queries: shape (L, N, E), or (L, E) without a batch
        key: the keys: shape (S, N, E), or (S, E)
        value: the values, of the shape of ``key``
        dropout_p: the probability of dropping an attention weight, in training
        attn_mask: a bool mask, True where a query may not attend to a key, or numbers to add to the scores: shape (L,
            S) or (N * num_heads, L, S)
        is_causal: whether ``attn_mask`` is the mask of causal attention; a hint only

    Returns:
        the result, of the shape of ``query``; and the attention weights: shape (N, L, S), or (N, num_heads, L, S) for
        each head, or None

    >>> x, eye = wengert.ones(3, 1, 4), wengert.eye(4)
    >>> w = wengert.cat([eye, eye, eye])
    >>> out, weights = F.multi_head_attention_forward(x, x, x, 4, 2, w, None, None, None, False, 0.0, eye, None)
    >>> out.shape, weights[0, 0]
    (wengert.Size([3, 1, 4]), tensor([0.3333, 0.3333, 0.3333]))
    """
    batched = _check_heads(query, key, value, key_padding_mask, attn_mask, num_heads)
    masks = [m for m in (key_padding_mask, attn_mask) if m is not None]
    if len({m.dtype for m in masks}) > 1:
        errors.layers.other_masks("key_padding_mask", "attn_mask")
    if is_causal and attn_mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
            "`generate_square_subsequent_mask` to create this mask."
        )
    padding = _added(key_padding_mask, "key_padding_mask", query.dtype)
    mask = _added(attn_mask, "attn_mask", query.dtype)
    is_causal = is_causal and padding is None and not need_weights
    if not batched:
        same = {id(x): unsqueeze(x, dim=1) for x in (query, key, value)}
        query, key, value = (same[id(x)] for x in (query, key, value))
        padding = None if padding is None else unsqueeze(padding, dim=0)
    length, batch, width = query.shape
    _check_widths(width, embed_dim_to_check, num_heads, bias_k, bias_v, out_proj_weight, out_proj_bias)
    apart = (q_proj_weight, k_proj_weight, v_proj_weight) if use_separate_proj_weight else None
    q, k, v = _projected_in(query, key, value, in_proj_weight, in_proj_bias, apart)
    _check_keys(key, value, bias_k, bias_v, batch, width)
    _check_mask(mask, batch * num_heads, length, key.shape[0])
    if bias_k is not None:
        _require(static_k is None, "bias cannot be added to static key.")
        _require(static_v is None, "bias cannot be added to static value.")
        k, v = (cat(x, expand(b, shape=(1, batch, width)), dim=0) for x, b in ((k, bias_k), (v, bias_v)))
        mask, padding = _one_more(mask), _one_more(padding)
    heads, each = batch * num_heads, width // num_heads
    q = _by_heads(q, num_heads)
    k = _by_heads(k, num_heads) if static_k is None else _static(static_k, "static_k", heads, each)
    v = _by_heads(v, num_heads) if static_v is None else _static(static_v, "static_v", heads, each)
    if add_zero_attn:
        zeros = arrays.xp_of(payload_of(k)).zeros((heads, 1, each), dtypes.as_numpy(k.dtype))
        k, v = cat(k, zeros, dim=1), cat(v, zeros, dim=1)
        mask, padding = _one_more(mask), _one_more(padding)
    mask = None if is_causal else _both_masks(mask, padding, batch, num_heads, k.shape[1])
    dropout_p = dropout_p if training else 0.0
    if need_weights:
        out, weights = _attended(q, k, v, mask, num_heads, dropout_p, average_attn_weights)
    else:
        q, k, v = (reshape(x, (batch, num_heads, *x.shape[1:])) for x in (q, k, v))
        if mask is not None and mask.ndim == 3:
            mask = reshape(mask, (batch, num_heads, *mask.shape[1:])) if mask.shape[0] > 1 else unsqueeze(mask, dim=0)
        out, weights = scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal), None
    out = reshape(permute(out, dims=(2, 0, 1, 3)), (length, batch, width))
    out = linear_layer(out, out_proj_weight, out_proj_bias)
    if not batched:
        out = reshape(out, (length, out.shape[2]))
        weights = None if weights is None else reshape(weights, tuple(weights.shape[1:]))
    return out, weights
