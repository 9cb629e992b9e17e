"""Distributions of numbers between two bounds."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from ...api.generated import functions
from . import constraints
from .distribution import Simple
from .elementwise_transforms import AffineTransform, PowerTransform
from .parameters import EULER, broadcast_all
from .transformed import TransformedDistribution


class Uniform(Simple):
    """The uniform distribution on [low, high).

    Args:
        low: the lower bound
        high: the upper bound
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Uniform(0.0, 4.0).mean
    tensor(2.)
    """

    has_rsample = True
    _sizes = {"low": 0, "high": 0}
    low: Any
    high: Any

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None) -> None:
        self._start(validate_args, low=low, high=high)

    @property
    def arg_constraints(self) -> Any:
        """The lower bound is below the upper one."""
        return {"low": constraints.less_than(self.high), "high": constraints.greater_than(self.low)}

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:  # type: ignore[override]
        """The numbers between the bounds."""
        return constraints.interval(self.low, self.high)

    @property
    def mean(self) -> Any:
        """The mean."""
        return (self.high + self.low) / 2

    @property
    def mode(self) -> Any:
        """NaN: no value is more likely than others."""
        return math.nan * self.high

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return (self.high - self.low) / math.sqrt(12)

    @property
    def variance(self) -> Any:
        """The variance."""
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values: ``low`` plus the width times numbers from [0, 1).

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        drawn = functions.rand(shape, dtype=self.low.dtype, device=self.low.device)
        return self.low + drawn * (self.high - self.low)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density: minus infinity outside.

        Args:
            value: a tensor
        """
        value = self._checked(value)
        inside = (self.low <= value) & (self.high > value)
        return functions.log(inside.to(self.low.dtype)) - functions.log(self.high - self.low)

    def cdf(self, value: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            value: a tensor
        """
        return ((self._checked(value) - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value: Any) -> Any:
        """The value up to which there is a given probability.

        Args:
            value: probabilities
        """
        return value * (self.high - self.low) + self.low

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return functions.log(self.high - self.low)


class Kumaraswamy(TransformedDistribution):
    """The Kumaraswamy distribution, on the numbers from 0 to 1. It is like the beta distribution, but simpler.

    Args:
        concentration1: the first concentration (alpha), greater than 0
        concentration0: the second concentration (beta), greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Kumaraswamy(1.0, 1.0).mean
    tensor(0.5000)
    """

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval  # type: ignore[assignment]
    has_rsample = True  # type: ignore[assignment]
    _sizes: ClassVar[dict[str, int]] = {"concentration1": 0, "concentration0": 0}

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        base = Uniform(functions.zeros_like(self.concentration0, requires_grad=False), 1.0, validate_args=validate_args)
        transforms = [
            PowerTransform(self.concentration0.reciprocal()),
            AffineTransform(1.0, -1.0),
            PowerTransform(self.concentration1.reciprocal()),
        ]
        super().__init__(base, transforms, validate_args=validate_args)

    def _moment(self, n: int) -> Any:
        """The mean of the n-th power."""
        a, b = 1 + n / self.concentration1, self.concentration0
        return (b.log() + functions.lgamma(a) + functions.lgamma(b) - functions.lgamma(a + b)).exp()

    @property
    def mean(self) -> Any:
        """The mean."""
        return self._moment(1)

    @property
    def mode(self) -> Any:
        """The value with the highest density: NaN where it is not unique, or at an end."""
        a, b = self.concentration1, self.concentration0
        found = ((a - 1) / (a * b - 1)) ** a.reciprocal()
        return functions.where((a < 1) | (b < 1), math.nan, found)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self._moment(2) - self._moment(1).pow(2)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        a, b = self.concentration1, self.concentration0
        harmonic = functions.digamma(b + 1) + EULER
        return (1 - b.reciprocal()) + (1 - a.reciprocal()) * harmonic - a.log() - b.log()
