"""Distributions on all numbers with a location and a scale, and the half of the symmetric ones."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from ...api.generated import functions
from ...api.grad_mode import no_grad
from ...api.types import finfo
from . import constraints
from .distribution import ExponentialFamily, Simple
from .elementwise_transforms import AbsTransform
from .gamma_family import Chi2
from .parameters import LOG_TWO_PI
from .transformed import TransformedDistribution

REAL_AND_POSITIVE = {"loc": constraints.real, "scale": constraints.positive}


class _LocationScale(Simple):
    """A location and a scale. A subclass gives what holds for location 0 and scale 1 (``z`` is such a value)."""

    arg_constraints = REAL_AND_POSITIVE  # type: ignore[assignment]
    support = constraints.real  # type: ignore[assignment]
    has_rsample = True
    _sizes = {"loc": 0, "scale": 0}
    loc: Any
    scale: Any

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self._start(validate_args, loc=loc, scale=scale)

    def _standardised(self, value: Any) -> Any:
        return (self._checked(value) - self.loc) / self.scale

    @property
    def mean(self) -> Any:
        """The mean, ``loc``."""
        return self.loc

    @property
    def mode(self) -> Any:
        """The value with the highest density, ``loc``."""
        return self.loc


class Normal(_LocationScale, ExponentialFamily):
    """The normal distribution.

    Args:
        loc: the mean
        scale: the standard deviation, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Normal(0.0, 1.0).log_prob(wengert.tensor(0.0))
    tensor(-0.9189)
    """

    _mean_carrier_measure = 0

    @property
    def stddev(self) -> Any:
        """The standard deviation, ``scale``."""
        return self.scale

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.scale.pow(2)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values, without gradients.

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return functions.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values: ``loc`` plus ``scale`` times standard normal numbers.

        Args:
            sample_shape: how many; a shape
        """
        return self.loc + standard_normal(self._extended_shape(sample_shape), self.loc) * self.scale

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        return -0.5 * self._standardised(value) ** 2 - self.scale.log() - LOG_TWO_PI / 2

    def cdf(self, value: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            value: a tensor
        """
        return 0.5 * (1 + functions.erf(self._standardised(value) / math.sqrt(2)))

    def icdf(self, value: Any) -> Any:
        """The value up to which there is a given probability.

        Args:
            value: probabilities
        """
        return self.loc + self.scale * functions.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return 0.5 + LOG_TWO_PI / 2 + self.scale.log()

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return self.loc / self.scale.pow(2), -0.5 * self.scale.pow(2).reciprocal()

    def _log_normalizer(self, x: Any, y: Any) -> Any:  # type: ignore[override]
        return -0.25 * x.pow(2) / y + 0.5 * functions.log(-math.pi / y)


def standard_normal(shape: Any, like: Any) -> Any:
    """Standard normal numbers of a dtype and device."""
    zeros = functions.zeros(shape, dtype=like.dtype, device=like.device)
    return functions.normal(zeros, functions.ones_like(zeros))


class Laplace(_LocationScale):
    """The Laplace distribution: the density is ``exp(-|x - loc| / scale) / (2 scale)``.

    Args:
        loc: the mean
        scale: the mean distance from it, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Laplace(0.0, 1.0).cdf(wengert.tensor(0.0))
    tensor(0.5000)
    """

    @property
    def variance(self) -> Any:
        """The variance."""
        return 2 * self.scale.pow(2)

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return math.sqrt(2) * self.scale

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values, by the inverse of the distribution function.

        Args:
            sample_shape: how many; a shape
        """
        info, like = finfo(self.loc.dtype), self.loc
        u = functions.empty(self._extended_shape(sample_shape), dtype=like.dtype, device=like.device)
        u = u.uniform_(info.eps - 1, 1)
        return self.loc - self.scale * u.sign() * functions.log1p(-u.abs().clamp(min=info.tiny))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        return -functions.log(2 * self.scale) - self._standardised(value).abs()

    def cdf(self, value: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            value: a tensor
        """
        z = self._standardised(value)
        return 0.5 - 0.5 * z.sign() * functions.expm1(-z.abs())

    def icdf(self, value: Any) -> Any:
        """The value up to which there is a given probability.

        Args:
            value: probabilities
        """
        centred = value - 0.5
        return self.loc - self.scale * centred.sign() * functions.log1p(-2 * centred.abs())

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return 1 + functions.log(2 * self.scale)


class Cauchy(_LocationScale):
    """The Cauchy distribution, of a ratio of two normal numbers. It has neither a mean nor a variance.

    Args:
        loc: the median
        scale: half of the width at half of the height, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Cauchy(0.0, 1.0).icdf(wengert.tensor(0.5))
    tensor(0.)
    """

    @property
    def mean(self) -> Any:
        """NaN: there is no mean."""
        return functions.full_like(self.loc, math.nan)

    @property
    def variance(self) -> Any:
        """Infinite: there is none."""
        return functions.full_like(self.loc, math.inf)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values: ``loc`` plus ``scale`` times standard numbers.

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        drawn = functions.empty(shape, dtype=self.loc.dtype, device=self.loc.device).cauchy_()
        return self.loc + drawn * self.scale

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        return -math.log(math.pi) - self.scale.log() - functions.log1p(self._standardised(value) ** 2)

    def cdf(self, value: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            value: a tensor
        """
        return functions.atan(self._standardised(value)) / math.pi + 0.5

    def icdf(self, value: Any) -> Any:
        """The value up to which there is a given probability.

        Args:
            value: probabilities
        """
        return functions.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return math.log(4 * math.pi) + self.scale.log()


class StudentT(Simple):
    """Student's t-distribution.

    Args:
        df: the degrees of freedom, greater than 0
        loc: the location
        scale: the scale, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.StudentT(4.0).variance
    tensor(2.)
    """

    arg_constraints = {"df": constraints.positive, **REAL_AND_POSITIVE}  # type: ignore[assignment]
    support = constraints.real  # type: ignore[assignment]
    has_rsample = True
    _sizes = {"df": 0, "loc": 0, "scale": 0}
    df: Any
    loc: Any
    scale: Any

    def __init__(self, df: Any, loc: Any = 0.0, scale: Any = 1.0, validate_args: bool | None = None) -> None:
        self._start(validate_args, df=df, loc=loc, scale=scale)

    @property
    def mean(self) -> Any:
        """The mean: NaN where ``df`` is at most 1."""
        return functions.where(self.df > 1, self.loc, math.nan)

    @property
    def mode(self) -> Any:
        """The value with the highest density, ``loc``."""
        return self.loc

    @property
    def variance(self) -> Any:
        """The variance: infinite where ``df`` is at most 2, NaN where it is at most 1."""
        df = functions.where(self.df > 2, self.df, math.inf)  # the gradient elsewhere is zero
        found = self.scale.pow(2) / (1 - 2 / df)
        found = functions.where(self.df > 2, found, math.inf)
        return functions.where(self.df > 1, found, math.nan)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values: normal numbers, over the root of chi-squared ones.

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        x = standard_normal(shape, self.df)
        z = Chi2(self.df, validate_args=False).rsample(sample_shape)
        return self.loc + self.scale * (x * functions.rsqrt(z / self.df))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        y = (self._checked(value) - self.loc) / self.scale
        return -0.5 * (self.df + 1) * functions.log1p(y**2 / self.df) - self._log_total()

    def _log_total(self) -> Any:
        half = 0.5 * self.df
        ratio = functions.lgamma(half) - functions.lgamma(half + 0.5)
        return self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi) + ratio

    def entropy(self) -> Any:
        """The entropy, in nats."""
        half = 0.5 * self.df
        return (half + 0.5) * (functions.digamma(half + 0.5) - functions.digamma(half)) + self._log_total()


class _Half(TransformedDistribution):
    """The absolute value of a symmetric distribution around 0."""

    arg_constraints = {"scale": constraints.positive}  # type: ignore[assignment]
    support = constraints.nonnegative  # type: ignore[assignment]
    has_rsample = True  # type: ignore[assignment]

    @property
    def scale(self) -> Any:
        """The scale of the whole distribution."""
        return self.base_dist.scale

    @property
    def mode(self) -> Any:
        """The value with the highest density: 0."""
        return functions.zeros_like(self.scale)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        value = functions.as_tensor(value, dtype=self.scale.dtype, device=self.scale.device)
        found = self.base_dist.log_prob(self._checked(value)) + math.log(2)
        return functions.where(value >= 0, found, -math.inf)

    def cdf(self, value: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            value: a tensor
        """
        return 2 * self.base_dist.cdf(self._checked(value)) - 1

    def icdf(self, prob: Any) -> Any:
        """The value up to which there is a given probability.

        Args:
            prob: probabilities
        """
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return self.base_dist.entropy() - math.log(2)


class HalfNormal(_Half):
    """The absolute value of a normal number with mean 0.

    Args:
        scale: the standard deviation of the normal number, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.HalfNormal(1.0).mean
    tensor(0.7979)
    """

    _sizes: ClassVar[dict[str, int]] = {}

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(0.0, scale, validate_args=False), AbsTransform(), validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.scale.pow(2) * (1 - 2 / math.pi)


class HalfCauchy(_Half):
    """The absolute value of a Cauchy number around 0.

    Args:
        scale: the scale of the Cauchy number, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.HalfCauchy(1.0).icdf(wengert.tensor(0.5))
    tensor(1.)
    """

    _sizes: ClassVar[dict[str, int]] = {}

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Cauchy(0.0, scale, validate_args=False), AbsTransform(), validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """Infinite."""
        return functions.full_like(self.scale, math.inf)

    @property
    def variance(self) -> Any:
        """Infinite: there is none."""
        return self.base_dist.variance
