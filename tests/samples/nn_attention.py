"""Samples of ``wengert._core.ops.nn.attention``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples

F = "nn.functional."

# -- one head


@samples(F + "scaled_dot_product_attention")
def attention() -> Iterator[Sample]:
    r = rng()
    q, k, v = r.normal(size=(2, 2, 3)), r.normal(size=(2, 3, 3)), r.normal(size=(2, 3, 2))
    yield Sample(q, k, v)
    yield Sample(q, k, v, is_causal=True)
    yield Sample(q, k, v, np.array([[True, False, True], [False, False, False]]), scale=0.3)
    yield Sample(q, k, v, r.normal(size=(2, 3)))
    yield Sample(r.normal(size=(1, 2, 2, 2)), r.normal(size=(1, 1, 2, 2)), r.normal(size=(1, 1, 2, 2)), enable_gqa=True)


@samples("_attention")
def attention_in_pieces() -> Iterator[Sample]:
    r = rng()
    q, k, v = r.normal(size=(2, 2, 3)), r.normal(size=(2, 3, 3)), r.normal(size=(2, 3, 2))
    yield Sample(q, k, v, scale=0.5, is_causal=False)
    yield Sample(q, k, v, r.normal(size=(1, 2, 3)), scale=0.5, is_causal=False)
    yield Sample(q, k, v, np.array([[[True, False, True]], [[True, True, False]]]), scale=2.0, is_causal=False)
    yield Sample(q[0], k[0], v[0], scale=0.5, is_causal=True)
    yield Sample(q[None], k[None], v[None], r.normal(size=(1, 1, 1, 3)), scale=0.5, is_causal=False)
    yield Sample(q[:0], k[:0], v[:0], scale=1.0, is_causal=False)


# -- several heads


def _heads(q: Any, k: Any, v: Any, width: int, heads: int, w: Any, b: Any, *others: Any, attn_mask: Any = None,
           key_padding_mask: Any = None, **how: Any) -> Any:  # fmt: skip
    """Attention, one example and one head at a time."""
    bk, bv, zeros, _, o, ob = others
    three = [x.reshape(len(x), -1, x.shape[-1]) for x in (q, k, v)]
    parts = [how.get(f"{n}_proj_weight", None if w is None else w[i * width : i * width + width])
             for i, n in enumerate("qkv")]  # fmt: skip
    b = np.zeros(3 * width) if b is None else b
    q, k, v = (x @ m.T + b[i * width : i * width + width] for i, (x, m) in enumerate(zip(three, parts, strict=True)))
    if "static_k" in how:
        shapes = (q.shape[1], heads, -1, width // heads), (-1, q.shape[1], width)
        k, v = (how[n].reshape(shapes[0]).transpose(2, 0, 1, 3).reshape(shapes[1]) for n in ("static_k", "static_v"))
    added = np.zeros((q.shape[1] * heads, len(q), len(k)))
    if attn_mask is not None:
        added = added + (np.where(attn_mask, -np.inf, 0.0) if attn_mask.dtype == bool else attn_mask)
    if key_padding_mask is not None:
        padding = np.atleast_2d(key_padding_mask)
        added = added + np.where(padding, -np.inf, 0.0).repeat(heads, 0)[:, None]
    if bk is not None:
        k, v = (np.concatenate([x, x0.repeat(x.shape[1], 1)]) for x, x0 in ((k, bk), (v, bv)))
        added = np.pad(added, ((0, 0), (0, 0), (0, 1)))
    if zeros:
        k, v = (np.pad(x, ((0, 1), (0, 0), (0, 0))) for x in (k, v))
        added = np.pad(added, ((0, 0), (0, 0), (0, 1)))
    out, each = np.zeros((len(q), q.shape[1], width)), width // heads
    weights = np.zeros((q.shape[1], heads, len(q), len(k)))
    for n, h in np.ndindex(q.shape[1], heads):
        one = slice(h * each, h * each + each)
        scores = np.exp(q[:, n, one] @ k[:, n, one].T / each**0.5 + added[n * heads + h])
        weights[n, h] = scores / scores.sum(-1, keepdims=True)
        out[:, n, one] = weights[n, h] @ v[:, n, one]
    out = out @ o.T + (0 if ob is None else ob)
    weights = weights.mean(1) if how.get("average_attn_weights", True) else weights
    if three[0].shape[1] == 1 and how.get("alone"):
        out, weights = out[:, 0], weights[0]
    return out, weights if how.get("need_weights", True) else None


def _alone(*args: Any, **how: Any) -> Any:
    return _heads(*args, **how, alone=True)


@samples(F + "multi_head_attention_forward", ref=_heads)
def several_heads() -> Iterator[Sample]:
    r = rng()
    q, k, v = r.normal(size=(2, 1, 2)), r.normal(size=(3, 1, 2)), r.normal(size=(3, 1, 2))
    w, b, o, ob = r.normal(size=(6, 2)), r.normal(size=6), r.normal(size=(2, 2)), r.normal(size=2)
    bk, bv = r.normal(size=(1, 1, 2)), r.normal(size=(1, 1, 2))
    plain, rest = (2, 2, w, b, None, None, False, 0.0), (o, ob)
    yield Sample(q, k, v, *plain, *rest)
    yield Sample(q, q, q, 2, 1, w, None, None, None, False, 0.5, o, None, training=False, average_attn_weights=False)
    yield Sample(q, k, k, 2, 2, w, b, bk, bv, True, 0.0, *rest)
    yield Sample(q, k, v, *plain, *rest, need_weights=False)
    mask = np.array([[False, True, False], [True, False, False]])
    for needed in (True, False):
        yield Sample(q, k, v, *plain, *rest, attn_mask=mask, need_weights=needed)
        yield Sample(q, k, v, *plain, *rest, attn_mask=r.normal(size=(2, 2, 3)), need_weights=needed)
        yield Sample(q, k, v, *plain, *rest, key_padding_mask=mask[:1], need_weights=needed)
    two = r.normal(size=(2, 2, 2))
    causal = np.triu(np.ones((2, 2), bool), 1)
    yield Sample(two, two, two, *plain, *rest, attn_mask=causal, key_padding_mask=np.array([[False, True]] * 2))
    yield Sample(q, q, q, *plain, *rest, attn_mask=causal, is_causal=True, need_weights=False)
    yield Sample(q, q, q, *plain, *rest, attn_mask=causal, is_causal=True)
    parts = {"q_proj_weight": w[:2], "k_proj_weight": r.normal(size=(2, 3)), "v_proj_weight": r.normal(size=(2, 1))}
    other = (r.normal(size=(3, 1, 3)), r.normal(size=(3, 1, 1)))
    yield Sample(q, *other, 2, 2, None, b, None, None, False, 0.0, *rest, use_separate_proj_weight=True, **parts)


@samples(F + "multi_head_attention_forward")
def several_heads_alone() -> Iterator[Sample]:
    r = rng()
    q, k = r.normal(size=(2, 2)), r.normal(size=(3, 2))
    w, b, o, ob = r.normal(size=(6, 2)), r.normal(size=6), r.normal(size=(2, 2)), r.normal(size=2)
    plain = (2, 2, w, b, None, None, False, 0.0, o, ob)
    yield Sample(q, k, k, *plain, ref=_alone)
    yield Sample(
        q, k, k, *plain, average_attn_weights=False, key_padding_mask=np.array([False, True, False]), ref=_alone
    )
    yield Sample(q, k, k, *plain, attn_mask=r.normal(size=(2, 2, 3)), ref=_alone)
    x, static = r.normal(size=(2, 1, 2)), r.normal(size=(2, 4, 1))
    yield Sample(x, x, x, *plain, static_k=static, static_v=static * 2)
