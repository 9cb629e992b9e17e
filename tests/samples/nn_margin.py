"""Samples of ``wengert._core.ops.nn.margin``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples
from tests.samples.nn_loss import F, X, Y, _each, _reduced


@samples(F + "cosine_similarity")
def cosine_similarity() -> Iterator[Sample]:
    yield Sample(X, Y, ref=lambda x, y: (x * y).sum(1) / np.linalg.norm(x, axis=1) / np.linalg.norm(y, axis=1))
    yield Sample(X, Y[0], dim=-1)
    yield Sample(X, Y, dim=0, eps=1e-3)


@samples(F + "cosine_embedding_loss")
def cosine_embedding() -> Iterator[Sample]:
    yield from _each(X, Y, np.array([1, -1]), margin=-0.5)


@samples(
    F + "hinge_embedding_loss", ref=_reduced(lambda x, y, margin=1: np.where(y == 1, x, np.maximum(0, margin - x)))
)
def hinge() -> Iterator[Sample]:
    yield from _each(X, np.array([[1, -1, 1], [-1, -1, 1]]))
    yield Sample(X, np.array([[1, -1, 1], [-1, -1, 1]]), margin=2.0)


@samples(F + "margin_ranking_loss", ref=_reduced(lambda a, b, y, margin=0: np.maximum(0, -y * (a - b) + margin)))
def ranking() -> Iterator[Sample]:
    yield from _each(X, Y, np.array([[1, -1, 1], [-1, -1, 1]]))
    yield Sample(X, Y, np.array([[1, -1, 1], [-1, -1, 1]]), margin=0.5)


@samples(F + "pairwise_distance", ref=lambda x, y, p=2, keepdim=False: np.linalg.norm(x - y + 1e-6, p, -1, keepdim))
def pairwise() -> Iterator[Sample]:
    yield Sample(X, Y)
    yield Sample(X, Y, p=1.0, keepdim=True)
    yield Sample(X[0], Y[0])


@samples(F + "triplet_margin_loss", F + "triplet_margin_with_distance_loss")
def triplet() -> Iterator[Sample]:
    z = rng().normal(size=(2, 3))
    yield from _each(X, Y, z, margin=3.0)
    yield Sample(X, Y, z, margin=3.0, swap=True)


@samples(F + "triplet_margin_loss")
def triplet_norm() -> Iterator[Sample]:
    yield Sample(X, Y, rng().normal(size=(2, 3)), margin=3.0, p=1, eps=1e-3)


def _multilabel(x: Any, y: Any) -> Any:
    losses = []
    for scores, labels in zip(np.atleast_2d(x), np.atleast_2d(y), strict=True):
        labels = labels[: np.argmax(labels < 0)] if (labels < 0).any() else labels
        others = np.delete(scores, labels)
        losses.append(np.maximum(0, 1 - scores[labels][:, None] + others).sum() / len(scores))
    return np.reshape(losses, np.shape(x)[:-1])


@samples(F + "multilabel_margin_loss", ref=_reduced(_multilabel))
def multilabel() -> Iterator[Sample]:
    x = rng().normal(size=(3, 4))
    yield from _each(x, np.array([[1, 3, -1, 0], [-1, 2, -1, 2], [0, 2, 3, -1]]))
    yield Sample(x[0], np.array([2, -1, 0, 1]))
    yield Sample(x[0], np.array([0, 1, 2, 3]), reduction="none")
    yield Sample(x[:0], np.zeros((0, 4), int), reduction="none")
    # exactly at the margin; one label twice
    yield Sample(np.array([[1.0, 0.0, 1.0]]), np.array([[0, 0, -1]]), kink=True)
    yield Sample(np.array(0.5), np.array(0))
