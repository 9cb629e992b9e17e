"""The gamma distribution and its relatives: beta, Dirichlet, and what is made of them."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from ... import errors
from ...api.generated import functions
from ...api.types import finfo
from ...ops.random.gamma_draws import dirichlet, standard_gamma
from . import constraints
from .distribution import ExponentialFamily, Simple
from .elementwise_transforms import PowerTransform
from .parameters import broadcast_all
from .transformed import TransformedDistribution

lgamma, digamma = functions.lgamma, functions.digamma


class Gamma(Simple, ExponentialFamily):
    """The gamma distribution. Samples are differentiable in both parameters.

    Args:
        concentration: the shape, greater than 0
        rate: the inverse of the scale, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Gamma(3.0, 2.0).mean
    tensor(1.5000)
    """

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}  # type: ignore[assignment]
    support = constraints.nonnegative  # type: ignore[assignment]
    has_rsample = True
    _mean_carrier_measure = 0
    _sizes = {"concentration": 0, "rate": 0}
    concentration: Any
    rate: Any

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        self._start(validate_args, concentration=concentration, rate=rate)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.concentration / self.rate

    @property
    def mode(self) -> Any:
        """The value with the highest density."""
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values. The gradients are pathwise: they move a value so that its probability below stays.

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        drawn = standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        # As small as possible, but not 0. The gradient passes.
        drawn.detach().clamp_(min=finfo(drawn.dtype).tiny)
        return drawn

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        value = functions.as_tensor(value, dtype=self.rate.dtype, device=self.rate.device)
        a, rate = self.concentration, self.rate
        power = functions.xlogy(a, rate) + functions.xlogy(a - 1, self._checked(value))
        return power - rate * value - lgamma(a)

    def cdf(self, value: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            value: a tensor
        """
        return functions.igamma(self.concentration, self.rate * self._checked(value))

    def entropy(self) -> Any:
        """The entropy, in nats."""
        a = self.concentration
        return a - self.rate.log() + lgamma(a) + (1 - a) * digamma(a)

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return self.concentration - 1, -self.rate

    def _log_normalizer(self, x: Any, y: Any) -> Any:  # type: ignore[override]
        return lgamma(x + 1) + (x + 1) * functions.log(-y.reciprocal())


class Chi2(Gamma):
    """The chi-squared distribution: the sum of ``df`` squares of standard normal numbers.

    Args:
        df: the degrees of freedom, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Chi2(3.0).mean
    tensor(3.)
    """

    arg_constraints = {"df": constraints.positive}  # type: ignore[assignment]
    _sizes = {"concentration": 0, "rate": 0}

    def __init__(self, df: Any, validate_args: bool | None = None) -> None:
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    @property
    def df(self) -> Any:
        """The degrees of freedom."""
        return self.concentration * 2


class InverseGamma(TransformedDistribution):
    """The distribution of the reciprocal of a gamma number.

    Args:
        concentration: the shape, greater than 0
        rate: the rate of the gamma number, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.InverseGamma(3.0, 2.0).mean
    tensor(1.)
    """

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.positive  # type: ignore[assignment]
    has_rsample = True  # type: ignore[assignment]
    _sizes: ClassVar[dict[str, int]] = {}

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        base = Gamma(concentration, rate, validate_args=validate_args)
        power = PowerTransform(-base.rate.new_ones(()))
        super().__init__(base, power, validate_args=validate_args)

    @property
    def concentration(self) -> Any:
        """The shape."""
        return self.base_dist.concentration

    @property
    def rate(self) -> Any:
        """The rate of the gamma number."""
        return self.base_dist.rate

    @property
    def mean(self) -> Any:
        """The mean: infinite where the concentration is at most 1."""
        found = self.rate / (self.concentration - 1)
        return functions.where(self.concentration > 1, found, math.inf)

    @property
    def mode(self) -> Any:
        """The value with the highest density."""
        return self.rate / (self.concentration + 1)

    @property
    def variance(self) -> Any:
        """The variance: infinite where the concentration is at most 2."""
        a = self.concentration
        found = self.rate.square() / ((a - 1).square() * (a - 2))
        return functions.where(a > 2, found, math.inf)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        a = self.concentration
        return a + self.rate.log() + lgamma(a) - (1 + a) * digamma(a)


class Dirichlet(ExponentialFamily):
    """The Dirichlet distribution: vectors of positive numbers that sum to one. Samples are differentiable.

    Args:
        concentration: numbers greater than 0: shape (..., n)
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if ``concentration`` has no dimensions.

    >>> import wengert
    >>> wengert.distributions.Dirichlet(wengert.tensor([1.0, 3.0])).mean
    tensor([0.2500, 0.7500])
    """

    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}  # type: ignore[assignment]
    support = constraints.simplex  # type: ignore[assignment]
    has_rsample = True
    _sizes = {"concentration": 1}

    def __init__(self, concentration: Any, validate_args: bool | None = None) -> None:
        if concentration.ndim < 1:
            raise errors.distributions.no_dimension("concentration")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    @property
    def _total(self) -> Any:
        return self.concentration.sum(-1, True)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.concentration / self._total

    @property
    def mode(self) -> Any:
        """The value with the highest density. Where all concentrations are below 1, a corner of the simplex."""
        above = (self.concentration - 1).clamp(min=0.0)
        found = above / above.sum(-1, True)
        flat = (self.concentration < 1).all(-1, True)
        corner = functions.zeros_like(found).scatter(-1, found.argmax(-1, True), 1.0)
        return functions.where(flat, corner, found)

    @property
    def variance(self) -> Any:
        """The variance of each number."""
        a, total = self.concentration, self._total
        return a * (total - a) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values. The gradients are pathwise.

        Args:
            sample_shape: how many; a shape
        """
        return dirichlet(self.concentration.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        powers = functions.xlogy(self.concentration - 1, self._checked(value)).sum(-1)
        return powers - self._log_normalizer(self.concentration)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        a = self.concentration
        total, n = a.sum(-1), a.shape[-1]
        return self._log_normalizer(a) - (n - total) * digamma(total) - ((a - 1) * digamma(a)).sum(-1)

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (self.concentration,)

    def _log_normalizer(self, x: Any) -> Any:  # type: ignore[override]
        return lgamma(x).sum(-1) - lgamma(x.sum(-1))


class Beta(ExponentialFamily):
    """The beta distribution, on the numbers from 0 to 1. Samples are differentiable in both parameters.

    Args:
        concentration1: the first concentration (alpha), greater than 0
        concentration0: the second concentration (beta), greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Beta(1.0, 3.0).mean
    tensor(0.2500)
    """

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}  # type: ignore[assignment]
    support = constraints.unit_interval  # type: ignore[assignment]
    has_rsample = True
    _sizes: ClassVar[dict[str, int]] = {}

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        both = functions.stack(broadcast_all(concentration1, concentration0), -1)
        self._dirichlet = Dirichlet(both, validate_args=False)
        super().__init__(self._dirichlet.batch_shape, (), validate_args=validate_args)

    def _expanded(self, source: Any, batch_shape: Any) -> Any:
        self._dirichlet = source._dirichlet.expand(batch_shape)
        return super()._expanded(source, batch_shape)

    @property
    def concentration1(self) -> Any:
        """The first concentration."""
        return self._dirichlet.concentration[..., 0]

    @property
    def concentration0(self) -> Any:
        """The second concentration."""
        return self._dirichlet.concentration[..., 1]

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self) -> Any:
        """The value with the highest density."""
        return self._dirichlet.mode[..., 0]

    @property
    def variance(self) -> Any:
        """The variance."""
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values. The gradients are pathwise.

        Args:
            sample_shape: how many; a shape
        """
        return self._dirichlet.rsample(sample_shape)[..., 0]

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        value = self._checked(value)
        return self._dirichlet.log_prob(functions.stack([value, 1.0 - value], -1))

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return self._dirichlet.entropy()

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return self.concentration1, self.concentration0

    def _log_normalizer(self, x: Any, y: Any) -> Any:  # type: ignore[override]
        return lgamma(x) + lgamma(y) - lgamma(x + y)


class FisherSnedecor(Simple):
    """The F-distribution: the ratio of two chi-squared numbers, each over its degrees of freedom.

    Args:
        df1: the degrees of freedom above, greater than 0
        df2: the degrees of freedom below, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.FisherSnedecor(2.0, 4.0).mean
    tensor(2.)
    """

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}  # type: ignore[assignment]
    support = constraints.positive  # type: ignore[assignment]
    has_rsample = True
    _sizes = {"df1": 0, "df2": 0}
    df1: Any
    df2: Any

    def __init__(self, df1: Any, df2: Any, validate_args: bool | None = None) -> None:
        self._start(validate_args, df1=df1, df2=df2)

    @property
    def mean(self) -> Any:
        """The mean: NaN where ``df2`` is at most 2."""
        df2 = functions.where(self.df2 > 2, self.df2, math.nan)
        return df2 / (df2 - 2)

    @property
    def mode(self) -> Any:
        """The value with the highest density: NaN where ``df1`` is at most 2."""
        found = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return functions.where(self.df1 > 2, found, math.nan)

    @property
    def variance(self) -> Any:
        """The variance: NaN where ``df2`` is at most 4."""
        df2 = functions.where(self.df2 > 4, self.df2, math.nan)
        return 2 * df2.pow(2) * (self.df1 + df2 - 2) / (self.df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values, by two gamma numbers.

        Args:
            sample_shape: how many; a shape
        """
        above = Gamma(self.df1 * 0.5, self.df1, validate_args=False).rsample(sample_shape)
        below = Gamma(self.df2 * 0.5, self.df2, validate_args=False).rsample(sample_shape)
        found = above / below
        found.detach().clamp_(min=finfo(found.dtype).tiny)
        return found

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        value = self._checked(value)
        a, b, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        total = lgamma(a + b) - lgamma(a) - lgamma(b)
        power = a * ratio.log() + (a - 1) * value.log()
        return total + power - (a + b) * functions.log1p(ratio * value)
