"""Samples of ``wengert._core.ops.nn.embedding``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples

F = "nn.functional."

# -- single rows


@samples("one_hot", ref=lambda x, num_classes: np.eye(num_classes, dtype=int)[x])
def one_hot() -> Iterator[Sample]:
    yield Sample(np.array([0, 2, 1]), num_classes=4)
    yield Sample(np.array([[0, 2], [1, 1]]), num_classes=3)
    yield Sample(np.array(1), num_classes=2)
    yield Sample(np.zeros((0, 2), int), num_classes=2)


@samples("_embedding", ref=lambda i, w, padding_idx, scale_grad_by_freq, sparse: w[i])
def embedding() -> Iterator[Sample]:
    w = rng().normal(size=(4, 2))
    plain = {"padding_idx": -1, "scale_grad_by_freq": False, "sparse": False}
    yield Sample(np.array([[1, 0, 1], [3, 3, 0]]), w, **plain)
    yield Sample(np.array(2), w, **plain)
    yield Sample(np.zeros((0, 2), int), w, **plain)


@samples(F + "embedding", ref=lambda i, w: w[i])
def embeddings() -> Iterator[Sample]:
    w = rng().normal(size=(4, 2))
    yield Sample(np.array([[1, 0, 1], [3, 3, 0]]), w)
    yield Sample(np.array(2), w)


# -- bags


def _summed(x: Any, bags: Any, count: int, each: int | None = None) -> Any:
    return np.array([x[bags == b].sum(0) for b in range(count)]).reshape(count, x.shape[1])


@samples("_bag_sums", ref=_summed)
def bag_sums() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(5, 2)), np.array([0, 0, 2, 2, 3]), count=3)
    yield Sample(r.normal(size=(3, 1)), np.array([1, 1, 1]), count=2)
    yield Sample(np.zeros((0, 2)), np.zeros(0, int), count=2)
    yield Sample(r.integers(0, 5, size=(3, 2)), np.array([0, 1, 1]), count=2)
    yield Sample(r.normal(size=(7, 2)), np.array([0, 1, 1, 1, 2, 2, 4]), count=5)
    yield Sample(r.normal(size=(6, 2)), np.array([0, 0, 0, 1, 1, 1]), count=2, each=3)
    yield Sample(np.zeros((0, 2)), np.zeros(0, int), count=2, each=0)


@samples("_unbagged", ref=lambda y, bags: np.concatenate([y, y[:1] * 0])[bags])
def unbagged() -> Iterator[Sample]:
    yield Sample(rng().normal(size=(3, 2)), np.array([0, 0, 2, 2, 3]))


@samples("_bag_maxima")
def bag_maxima() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(5, 2)), np.array([0, 0, 2, 2, 3]), np.array([True, True, False, True, True]), count=3)
    yield Sample(np.zeros((0, 2)), np.zeros(0, int), np.zeros(0, bool), count=2)
    yield Sample(np.ones((3, 1)), np.array([0, 0, 1]), np.array([True, True, False]), count=2, kink=True)


def _bagged(i: Any, w: Any, offsets: Any = None, mode: str = "mean", per_sample_weights: Any = 1.0, **how: Any) -> Any:
    if offsets is None:
        offsets = np.arange(len(i)) * i.shape[1]
    ends = offsets if how.get("include_last_offset") else np.append(offsets, i.size)
    i, s = i.reshape(-1), np.broadcast_to(per_sample_weights, i.shape).reshape(-1, 1)
    out = np.zeros((len(ends) - 1, w.shape[1]))
    for b, (start, end) in enumerate(zip(ends[:-1], ends[1:], strict=True)):
        kept = [k for k in range(start, end) if i[k] != how.get("padding_idx", np.inf) % len(w)]
        if kept:
            out[b] = getattr(np, mode)(w[i[kept]] * s[kept], axis=0)
    return out


@samples(F + "embedding_bag", ref=_bagged)
def embedding_bags() -> Iterator[Sample]:
    """All offsets are 0, so that they are valid in any order. tests/test_nn_embedding.py has other offsets."""
    w = rng().normal(size=(4, 2))
    i, offsets = np.array([0, 1, 2, 3, 1, 3]), np.zeros(2, int)
    for mode in ("sum", "mean", "max"):
        yield Sample(i, w, offsets, mode=mode)
        yield Sample(i.reshape(2, 3), w, mode=mode)
        yield Sample(i, w, offsets, mode=mode, padding_idx=-1)
        yield Sample(i[:0], w, offsets, mode=mode, include_last_offset=True)
    s = rng().normal(size=6)
    yield Sample(i, w, offsets, mode="sum", per_sample_weights=s)
    yield Sample(i.reshape(3, 2), w, mode="sum", per_sample_weights=s.reshape(3, 2), padding_idx=1)
    yield Sample(i[[0, 0, 1]], np.ones((2, 2)), np.array([0]), mode="max", kink=True)  # the first of equal elements
