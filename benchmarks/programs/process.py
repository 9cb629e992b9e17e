"""The log marginal likelihood of a Gaussian process, and its gradient by the hyperparameters.

Rasmussen and Williams, "Gaussian processes for machine learning", 2006, algorithm 2.1: by a Cholesky decomposition of
the covariance of the observations, whose kernel is the squared exponential with a length scale for each input.
"""

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

POINTS, INPUTS = 200, 3


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    x = t.from_numpy(r.normal(size=(POINTS, INPUTS)))
    y = t.from_numpy(np.sin(r.normal(size=(POINTS, 1))))
    lengths = t.from_numpy(0.1 * r.normal(size=INPUTS)).requires_grad_()
    height, noise = (t.tensor(number, dtype=t.float64, requires_grad=True) for number in (0.1, -1.0))

    def log_likelihood() -> Any:
        scaled = x * t.exp(-lengths)
        squares = scaled.square().sum(1)
        distances = squares[:, None] + squares - 2 * scaled @ scaled.T
        covariance = t.exp(2 * height) * t.exp(-0.5 * distances)
        covariance = covariance + t.exp(2 * noise) * t.eye(POINTS, dtype=t.float64)
        factor = t.linalg.cholesky(covariance)
        alpha = t.cholesky_solve(y, factor)
        fit = -0.5 * (y * alpha).sum()
        return fit - factor.diagonal().log().sum() - 0.5 * POINTS * math.log(2 * math.pi)

    def value() -> list[Any]:
        return [log_likelihood()]

    def gradient() -> list[Any]:
        return list(t.autograd.grad(log_likelihood(), [lengths, height, noise]))

    return {"log-likelihood": value, "with gradient": gradient}
