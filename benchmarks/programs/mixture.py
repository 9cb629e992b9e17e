"""The log-likelihood of a Gaussian mixture with full covariances, and its gradient.

The parameters are those of Šrajer, Kukelova and Fitzgibbon, "A benchmark of selected algorithmic differentiation tools
on some problems in computer vision and machine learning", 2018: the logits ``alphas`` of the weights, the means, and
for each inverse covariance the Cholesky factor, given by the logarithms of its diagonal and by its lower triangle. The
prior on the factors is Wishart's.
"""

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

POINTS, DIMENSIONS, COMPONENTS = 500, 8, 10
GAMMA, M = 1.0, 0  # of the prior: inverse scale, and degrees of freedom above the least


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    n, d, k = POINTS, DIMENSIONS, COMPONENTS
    x = t.from_numpy(r.normal(size=(n, d)))
    shapes = ((k,), (k, d), (k, d), (k, d * (d - 1) // 2))
    parameters = [t.from_numpy(0.5 * r.normal(size=shape)).requires_grad_() for shape in shapes]
    rows, columns = np.tril_indices(d, -1)
    below = t.from_numpy(rows * d + columns)
    freedom = d + M + 1

    def log_likelihood() -> Any:
        alphas, means, logs, lower = parameters
        diagonal = logs.exp()
        factors = t.zeros(k, d * d, dtype=x.dtype).index_add(1, below, lower).reshape(k, d, d) + t.diag_embed(diagonal)
        centred = x[:, None, :] - means
        scaled = t.einsum("kij,nkj->nki", factors, centred)
        inner = alphas + logs.sum(1) - 0.5 * scaled.square().sum(2)
        likelihood = t.logsumexp(inner, 1).sum() - n * t.logsumexp(alphas, 0)
        prior = 0.5 * GAMMA**2 * (diagonal.square().sum() + lower.square().sum()) - M * logs.sum()
        scale = k * (freedom * d * (math.log(GAMMA) - 0.5 * math.log(2)) - float(t.mvlgamma(t.tensor(freedom / 2), d)))
        return likelihood - n * d * 0.5 * math.log(2 * math.pi) - prior + scale

    def value() -> list[Any]:
        return [log_likelihood()]

    def gradient() -> list[Any]:
        return list(t.autograd.grad(log_likelihood(), parameters))

    return {"log-likelihood": value, "with gradient": gradient}
