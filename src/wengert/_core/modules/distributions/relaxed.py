"""Continuous relaxations of discrete distributions, whose samples are differentiable.

Maddison, Mnih and Teh, "The Concrete distribution", 2017; Jang, Gu and Poole, "Categorical reparameterization with
Gumbel-softmax", 2017.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

from ...api.generated import functions
from ...api.generated import nn_functions as nn
from . import constraints
from .categories import CHANCES, _OfCategories
from .elementwise_transforms import ExpTransform, SigmoidTransform
from .parameters import broadcast_all, clamp_probs, log_sum_exp
from .transformed import TransformedDistribution
from .two_outcomes import CHANCE, ByProbability


def _inner_uniform(shape: Any, like: Any) -> Any:
    """Uniform numbers, clamped away from 0 and 1."""
    return clamp_probs(functions.rand(shape, dtype=like.dtype, device=like.device))


class LogitRelaxedBernoulli(ByProbability):
    """The log odds of a relaxed Bernoulli number. Give ``probs`` or ``logits``.

    Args:
        temperature: how far from 0 and 1 the numbers are, greater than 0
        probs: the probability of 1
        logits: its log odds
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if both or neither of ``probs`` and ``logits`` are given.

    >>> import wengert
    >>> wengert.distributions.relaxed_bernoulli.LogitRelaxedBernoulli(wengert.tensor(1.0), 0.5).sample().shape
    wengert.Size([])
    """

    support = constraints.real  # type: ignore[assignment]
    has_rsample = True
    _sizes = {"probs": 0, "logits": 0}
    _kept = ("temperature",)

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self.temperature = temperature
        self._set_chances(probs, logits)
        super().__init__(self._param.shape, (), validate_args=validate_args)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw log odds.

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        p, u = clamp_probs(self.probs.expand(shape)), _inner_uniform(shape, self.probs)
        return (u.log() - (-u).log1p() + p.log() - (-p).log1p()) / self.temperature

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor of log odds
        """
        logits, value = broadcast_all(self.logits, self._checked(value))
        moved = logits - value * self.temperature
        return functions.log(functions.as_tensor(self.temperature)) + moved - 2 * nn.softplus(moved)


class _Relaxed(TransformedDistribution):
    """A transformed distribution with the parameters of its base."""

    has_rsample = True  # type: ignore[assignment]

    @property
    def temperature(self) -> Any:
        """How far from certain outcomes the values are."""
        return self.base_dist.temperature

    @property
    def logits(self) -> Any:
        """The log odds, or the logarithms of the probabilities."""
        return self.base_dist.logits

    @property
    def probs(self) -> Any:
        """The probabilities."""
        return self.base_dist.probs


class RelaxedBernoulli(_Relaxed):
    """A relaxed Bernoulli number, between 0 and 1. Give ``probs`` or ``logits``.

    Args:
        temperature: how far from 0 and 1 the numbers are, greater than 0
        probs: the probability of 1
        logits: its log odds
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if both or neither of ``probs`` and ``logits`` are given.

    >>> import wengert
    >>> wengert.distributions.RelaxedBernoulli(wengert.tensor(0.5), wengert.tensor([0.1, 0.9])).rsample().shape
    wengert.Size([2])
    """

    arg_constraints = CHANCE
    support = constraints.unit_interval  # type: ignore[assignment]
    _sizes: ClassVar[dict[str, int]] = {}

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform(), validate_args=validate_args)


class ExpRelaxedCategorical(_OfCategories):
    """The logarithms of a relaxed one-hot vector. Give ``probs`` or ``logits``.

    Args:
        temperature: how far from one-hot the vectors are, greater than 0
        probs: the probabilities, which are divided by their sum: shape (..., n)
        logits: logarithms of the probabilities, up to a constant: shape (..., n)
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if both or neither of ``probs`` and ``logits`` are given.

    >>> import wengert
    >>> relaxed = wengert.distributions.relaxed_categorical.ExpRelaxedCategorical
    >>> relaxed(wengert.tensor(1.0), wengert.ones(3)).sample().shape
    wengert.Size([3])
    """

    support = constraints.real_vector  # type: ignore[assignment]
    has_rsample = True
    _sizes: ClassVar[dict[str, int]] = {}
    _kept = ("temperature",)

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self.temperature = temperature
        self._start(probs, logits, validate_args)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw logarithms.

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        gumbel = -((-(_inner_uniform(shape, self.logits).log())).log())
        scores = (self.logits + gumbel) / self.temperature
        return scores - log_sum_exp(scores, keepdim=True)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor of logarithms
        """
        n = self._event_shape[0]
        logits, value = broadcast_all(self.logits, self._checked(value))
        scale = math.lgamma(n) + (n - 1) * functions.log(functions.as_tensor(self.temperature))
        score = logits - value * self.temperature
        return (score - log_sum_exp(score, keepdim=True)).sum(-1) + scale


class RelaxedOneHotCategorical(_Relaxed):
    """A relaxed one-hot vector: positive numbers that sum to one. Give ``probs`` or ``logits``.

    Args:
        temperature: how far from one-hot the vectors are, greater than 0
        probs: the probabilities, which are divided by their sum: shape (..., n)
        logits: logarithms of the probabilities, up to a constant: shape (..., n)
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if both or neither of ``probs`` and ``logits`` are given.

    >>> import wengert
    >>> wengert.distributions.RelaxedOneHotCategorical(wengert.tensor(0.5), wengert.ones(3)).rsample().shape
    wengert.Size([3])
    """

    arg_constraints = CHANCES
    support = constraints.simplex  # type: ignore[assignment]
    _sizes: ClassVar[dict[str, int]] = {}

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args=validate_args)
        super().__init__(base, ExpTransform(), validate_args=validate_args)
