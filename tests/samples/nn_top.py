"""Samples of ``wengert._core.ops.nn.composites``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples
from tests.samples.nn_loss import P, Q, X, Y
from tests.samples.solve import well

SIGNS = np.array([[1, -1, 1], [-1, -1, 1]])


def _each(*args: Any, **params: Any) -> Iterator[Sample]:
    yield Sample(*args, **params)
    for reduction in range(3):
        yield Sample(*args, reduction=reduction, **params)


@samples("binary_cross_entropy_with_logits")
def logits() -> Iterator[Sample]:
    yield from _each(X, Q)


@samples("cosine_embedding_loss")
def cosine_embedding() -> Iterator[Sample]:
    yield from _each(X, Y, np.array([1, -1]), margin=-0.5)


@samples("ctc_loss")
def ctc() -> Iterator[Sample]:
    x = rng().normal(size=(4, 2, 3))
    x = x - np.log(np.exp(x).sum(2, keepdims=True))
    for reduction in range(3):
        yield Sample(x, np.array([[1, 2], [2, 0]]), (4, 3), (2, 1), reduction=reduction)


@samples("hinge_embedding_loss")
def hinge() -> Iterator[Sample]:
    yield from _each(X, SIGNS)
    yield from _each(X, SIGNS, margin=2.0)


@samples("kl_div")
def kl_div() -> Iterator[Sample]:
    yield from _each(X, Q)
    yield from _each(X, Y, log_target=True)


@samples("margin_ranking_loss")
def ranking() -> Iterator[Sample]:
    yield from _each(X, Y, SIGNS)
    yield Sample(X, Y, SIGNS, margin=0.5)


@samples("poisson_nll_loss")
def poisson() -> Iterator[Sample]:
    for reduction in range(3):
        yield Sample(X, Q * 4, True, False, 1e-8, reduction)
        yield Sample(P, Q * 4, False, True, 1e-8, reduction)


@samples("triplet_margin_loss")
def triplet() -> Iterator[Sample]:
    z = rng().normal(size=(2, 3))
    yield from _each(X, Y, z, margin=3.0)
    yield Sample(X, Y, z, 3.0, 1.0, 1e-3, True)


# -- dropout without randomness


@samples("dropout", "dropout_", "alpha_dropout", "alpha_dropout_", "feature_dropout", "feature_dropout_",
         "feature_alpha_dropout", "feature_alpha_dropout_")  # fmt: skip
def dropout() -> Iterator[Sample]:
    x = rng().normal(size=(2, 2, 3))
    yield Sample(x, p=0.3, train=False)
    yield Sample(x, p=0.0, train=True)


@samples("dropout", "alpha_dropout", "feature_dropout", "feature_alpha_dropout")
def all_dropped() -> Iterator[Sample]:
    yield Sample(rng().normal(size=(2, 2, 3)), p=1.0, train=True)


# -- layers


@samples("batch_norm", "instance_norm")
def norms() -> Iterator[Sample]:
    r = rng()
    x = r.normal(size=(2, 3, 4))
    w, b, mean, var = r.normal(size=3), r.normal(size=3), r.normal(size=3), r.uniform(0.5, 2, size=3)
    yield Sample(x, None, None, None, None, True, 0.1, 1e-5, True)
    yield Sample(x, w, b, None, None, True, 0.1, 1e-2, True)
    yield Sample(x, w, b, mean, var, False, 0.1, 1e-5, False)


@samples("embedding")
def embedding() -> Iterator[Sample]:
    weight, places = rng().normal(size=(4, 3)), np.array([[1, 3], [0, 3]])
    yield Sample(weight, places)
    yield Sample(weight, places[0], padding_idx=2)


@samples("adaptive_max_pool1d")
def adaptive() -> Iterator[Sample]:
    yield Sample(rng().permutation(np.arange(12.0)).reshape(2, 6), 4)
    yield Sample(rng().permutation(np.arange(10.0)).reshape(1, 2, 5), [2])


@samples("conv_tbc")
def conv_tbc() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(4, 2, 3)), r.normal(size=(2, 3, 2)), r.normal(size=2))
    yield Sample(r.normal(size=(3, 1, 2)), r.normal(size=(3, 2, 1)), r.normal(size=1), pad=1)


# -- norms


@samples("norm_except_dim")
def norm_except_dim() -> Iterator[Sample]:
    x = rng().normal(size=(2, 3, 2))
    for dim in (0, 1, 2, -1):
        yield Sample(x, dim=dim)
    yield Sample(x, 1, 1)
    yield Sample(x[0, 0])


@samples("frobenius_norm")
def frobenius_norm() -> Iterator[Sample]:
    x = rng().normal(size=(2, 3))
    yield Sample(x, 1, ref=lambda x, dim: np.linalg.norm(x, axis=dim))
    yield Sample(x, (0, 1), ref=lambda x, dim: np.linalg.norm(x))
    yield Sample(x + 1j, (0, 1), keepdim=True)


@samples("nuclear_norm")
def nuclear_norm() -> Iterator[Sample]:
    x = well(rng(), 3, 2)
    yield Sample(x, ref=lambda x: np.linalg.norm(x, "nuc"))
    yield Sample(x, keepdim=True)
    yield Sample(x, (1, 0))
