"""Other distributions of positive numbers, and of those above a bound."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from ...api.generated import functions
from ...api.types import finfo
from . import constraints
from .distribution import ExponentialFamily, Simple
from .elementwise_transforms import AffineTransform, ExpTransform, PowerTransform
from .location_scale import REAL_AND_POSITIVE, Normal
from .parameters import EULER, broadcast_all
from .transformed import TransformedDistribution
from .uniform import Uniform
from .vector_transforms import StickBreakingTransform

SMALL = 1e-5  # the terms that the series leave out are below rounding


class Exponential(Simple, ExponentialFamily):
    """The exponential distribution.

    Args:
        rate: the inverse of the mean, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Exponential(2.0).mean
    tensor(0.5000)
    """

    arg_constraints = {"rate": constraints.positive}  # type: ignore[assignment]
    support = constraints.nonnegative  # type: ignore[assignment]
    has_rsample = True
    _mean_carrier_measure = 0
    _sizes = {"rate": 0}
    rate: Any

    def __init__(self, rate: Any, validate_args: bool | None = None) -> None:
        self._start(validate_args, rate=rate)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.rate.reciprocal()

    @property
    def mode(self) -> Any:
        """The value with the highest density: 0."""
        return functions.zeros_like(self.rate)

    @property
    def stddev(self) -> Any:
        """The standard deviation, which is the mean."""
        return self.rate.reciprocal()

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.rate.pow(-2)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values: standard ones, over the rate.

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        return functions.empty(shape, dtype=self.rate.dtype, device=self.rate.device).exponential_() / self.rate

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        return self.rate.log() - self.rate * self._checked(value)

    def cdf(self, value: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            value: a tensor
        """
        return -functions.expm1(-self.rate * self._checked(value))

    def icdf(self, value: Any) -> Any:
        """The value up to which there is a given probability.

        Args:
            value: probabilities
        """
        return -functions.log1p(-value) / self.rate

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return 1.0 - functions.log(self.rate)

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (-self.rate,)

    def _log_normalizer(self, x: Any) -> Any:  # type: ignore[override]
        return -functions.log(-x)


class LogNormal(TransformedDistribution):
    """The distribution of numbers whose logarithm is normal.

    Args:
        loc: the mean of the logarithm
        scale: the standard deviation of the logarithm, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.LogNormal(0.0, 1.0).mean
    tensor(1.6487)
    """

    arg_constraints = REAL_AND_POSITIVE
    support = constraints.positive  # type: ignore[assignment]
    has_rsample = True  # type: ignore[assignment]
    _sizes: ClassVar[dict[str, int]] = {}

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        base = Normal(loc, scale, validate_args=validate_args)
        super().__init__(base, ExpTransform(), validate_args=validate_args)

    @property
    def loc(self) -> Any:
        """The mean of the logarithm."""
        return self.base_dist.loc

    @property
    def scale(self) -> Any:
        """The standard deviation of the logarithm."""
        return self.base_dist.scale

    @property
    def mean(self) -> Any:
        """The mean."""
        return (self.loc + self.scale.pow(2) / 2).exp()

    @property
    def mode(self) -> Any:
        """The value with the highest density."""
        return (self.loc - self.scale.square()).exp()

    @property
    def variance(self) -> Any:
        """The variance."""
        square = self.scale.pow(2)
        return square.expm1() * (2 * self.loc + square).exp()

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return self.base_dist.entropy() + self.loc


class LogisticNormal(TransformedDistribution):
    """The distribution on the simplex that StickBreakingTransform makes of a vector of normal numbers.

    Args:
        loc: the means: shape (..., n - 1)
        scale: the standard deviations, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.LogisticNormal(wengert.zeros(2), wengert.ones(2)).event_shape
    wengert.Size([3])
    """

    arg_constraints = REAL_AND_POSITIVE
    support = constraints.simplex  # type: ignore[assignment]
    has_rsample = True  # type: ignore[assignment]
    _sizes: ClassVar[dict[str, int]] = {}

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        base = Normal(loc, scale, validate_args=validate_args)
        if not base.batch_shape:
            base = base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args=validate_args)

    @property
    def loc(self) -> Any:
        """The means of the normal numbers."""
        return self.base_dist.base_dist.loc

    @property
    def scale(self) -> Any:
        """The standard deviations of the normal numbers."""
        return self.base_dist.base_dist.scale


class Gumbel(TransformedDistribution):
    """The Gumbel distribution, of the largest of many numbers.

    Args:
        loc: the location, which is the mode
        scale: the scale, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Gumbel(1.0, 2.0).mean
    tensor(2.1544)
    """

    arg_constraints = REAL_AND_POSITIVE
    support = constraints.real  # type: ignore[assignment]
    _sizes = {"loc": 0, "scale": 0}

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale = broadcast_all(loc, scale)
        info = finfo(self.loc.dtype)
        low = functions.full_like(self.loc, info.tiny, requires_grad=False)
        base = Uniform(low, functions.full_like(low, 1 - info.eps), validate_args=validate_args)
        transforms = [
            ExpTransform().inv,
            AffineTransform(0, -functions.ones_like(self.scale)),
            ExpTransform().inv,
            AffineTransform(self.loc, -self.scale),
        ]
        super().__init__(base, transforms, validate_args=validate_args)

    def _expanded(self, source: Any, batch_shape: Any) -> Any:
        found = super()._expanded(source, batch_shape)
        self.transforms = [*source.transforms[:-1], AffineTransform(self.loc, -self.scale)]
        return found

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.loc + self.scale * EULER

    @property
    def mode(self) -> Any:
        """The value with the highest density, ``loc``."""
        return self.loc

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return math.pi / math.sqrt(6) * self.scale

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.stddev.pow(2)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        y = (self.loc - self._checked(value)) / self.scale
        return y - y.exp() - self.scale.log()

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return self.scale.log() + (1 + EULER)


class Weibull(TransformedDistribution):
    """The Weibull distribution.

    Args:
        scale: the scale, greater than 0
        concentration: the shape, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Weibull(2.0, 1.0).mean
    tensor(2.)
    """

    arg_constraints = {"scale": constraints.positive, "concentration": constraints.positive}
    support = constraints.positive  # type: ignore[assignment]
    _sizes = {"scale": 0, "concentration": 0, "concentration_reciprocal": 0}

    def __init__(self, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.scale, self.concentration = broadcast_all(scale, concentration)
        self.concentration_reciprocal = self.concentration.reciprocal()
        base = Exponential(functions.ones_like(self.scale), validate_args=validate_args)
        transforms = [PowerTransform(self.concentration_reciprocal), AffineTransform(0, self.scale)]
        super().__init__(base, transforms, validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.scale * functions.lgamma(1 + self.concentration_reciprocal).exp()

    @property
    def mode(self) -> Any:
        """The value with the highest density: 0 where the concentration is at most 1."""
        ratio = ((self.concentration - 1) / self.concentration).clamp(min=0)
        return self.scale * ratio**self.concentration_reciprocal

    @property
    def variance(self) -> Any:
        """The variance."""
        first = functions.lgamma(1 + self.concentration_reciprocal)
        second = functions.lgamma(1 + 2 * self.concentration_reciprocal)
        return self.scale.pow(2) * (second.exp() - (2 * first).exp())

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return EULER * (1 - self.concentration_reciprocal) + (self.scale * self.concentration_reciprocal).log() + 1


class Pareto(TransformedDistribution):
    """The Pareto distribution: numbers above ``scale``, whose density falls as a power.

    Args:
        scale: the smallest value, greater than 0
        alpha: the power, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Pareto(1.0, 2.0).mean
    tensor(2.)
    """

    arg_constraints = {"alpha": constraints.positive, "scale": constraints.positive}
    _sizes = {"scale": 0, "alpha": 0}

    def __init__(self, scale: Any, alpha: Any, validate_args: bool | None = None) -> None:
        self.scale, self.alpha = broadcast_all(scale, alpha)
        base = Exponential(self.alpha, validate_args=validate_args)
        super().__init__(base, [ExpTransform(), AffineTransform(0, self.scale)], validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean: infinite where ``alpha`` is at most 1."""
        a = self.alpha.clamp(min=1)
        return a * self.scale / (a - 1)

    @property
    def mode(self) -> Any:
        """The value with the highest density, ``scale``."""
        return self.scale

    @property
    def variance(self) -> Any:
        """The variance: infinite where ``alpha`` is at most 2."""
        a = self.alpha.clamp(min=2)
        return self.scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:  # type: ignore[override]
        """The numbers above ``scale``."""
        return constraints.greater_than_eq(self.scale)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())


class GeneralizedPareto(Simple):
    """The generalized Pareto distribution, of how far numbers exceed a threshold.

    Args:
        loc: the threshold
        scale: the scale, greater than 0
        concentration: the shape: below 0 the values are bounded, at 0 they are exponential, above 0 they have a heavy
            tail
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.GeneralizedPareto(0.0, 1.0, 0.5).mean
    tensor(2.)
    """

    arg_constraints = {**REAL_AND_POSITIVE, "concentration": constraints.real}  # type: ignore[assignment]
    has_rsample = True
    _sizes = {"loc": 0, "scale": 0, "concentration": 0}
    loc: Any
    scale: Any
    concentration: Any

    def __init__(self, loc: Any, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self._start(validate_args, loc=loc, scale=scale, concentration=concentration)

    def _excess(self, value: Any) -> Any:
        return (value - self.loc) / self.scale

    @property
    def mean(self) -> Any:
        """The mean: infinite where the concentration is at least 1."""
        found = self.loc + self.scale / (1 - self.concentration)
        return functions.where(self.concentration < 1, found, math.inf)

    @property
    def mode(self) -> Any:
        """The value with the highest density, ``loc``."""
        return self.loc

    @property
    def variance(self) -> Any:
        """The variance: infinite where the concentration is at least 1/2."""
        c = self.concentration
        found = self.scale**2 / ((1 - c) ** 2 * (1 - 2 * c))
        return functions.where(c < 0.5, found, math.inf)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values, by the inverse of the distribution function.

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        return self.icdf(functions.rand(shape, dtype=self.loc.dtype, device=self.loc.device))

    def log_survival_function(self, value: Any) -> Any:
        """The logarithm of the probability of values above a given one.

        Args:
            value: a tensor
        """
        return -bent_log(self._excess(self._checked(value)), self.concentration)

    def log_cdf(self, value: Any) -> Any:
        """The logarithm of the probability of values up to a given one.

        Args:
            value: a tensor
        """
        return functions.log1p(-functions.exp(self.log_survival_function(value)))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        z, c = self._excess(self._checked(value)), self.concentration
        return -bent_log(z, c) - functions.log1p(c * z) - self.scale.log()

    def cdf(self, value: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            value: a tensor
        """
        return -functions.expm1(self.log_survival_function(value))

    def icdf(self, value: Any) -> Any:
        """The value up to which there is a given probability.

        Args:
            value: probabilities
        """
        return self.loc + self.scale * bent_exp(-functions.log1p(-value), self.concentration)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return self.scale.log() + self.concentration + 1

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:  # type: ignore[override]
        """The numbers above ``loc``, up to a bound where the concentration is below 0."""
        bounded = self.concentration < 0
        bend = functions.where(bounded, self.concentration, -1.0)
        return constraints.interval(self.loc, functions.where(bounded, self.loc - self.scale / bend, math.inf))


def bent_log(z: Any, c: Any) -> Any:
    """``log(1 + c * z) / c``, also where c is 0: by a series, which is differentiable there."""
    x = c * z
    near = x.abs() < SMALL
    exact = functions.log1p(functions.where(near, 1.0, x)) / functions.where(near, 1.0, c)
    return functions.where(near, z * (1 - x / 2 + x * x / 3), exact)


def bent_exp(z: Any, c: Any) -> Any:
    """``(exp(c * z) - 1) / c``, the inverse, also where c is 0."""
    x = c * z
    near = x.abs() < SMALL
    exact = functions.expm1(functions.where(near, 1.0, x)) / functions.where(near, 1.0, c)
    return functions.where(near, z * (1 + x / 2 + x * x / 6), exact)
