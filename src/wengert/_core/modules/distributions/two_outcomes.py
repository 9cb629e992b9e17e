"""Distributions of trials that succeed or fail: their parameter is a probability, or its log odds."""

from __future__ import annotations

from typing import Any, ClassVar

from ... import errors
from ...api.generated import functions
from ...api.generated import nn_functions as nn
from ...api.grad_mode import no_grad
from ...api.types import finfo
from . import constraints
from .distribution import Distribution, ExponentialFamily
from .gamma_family import Gamma
from .parameters import broadcast_all, clamp_probs, lazy_property, logits_to_probs, probs_to_logits

CHANCE = {"probs": constraints.unit_interval, "logits": constraints.real}


class ByProbability(Distribution):
    """A distribution with ``probs`` or ``logits``. What is not given is computed when it is first read."""

    arg_constraints: Any = CHANCE
    _is_binary: ClassVar[bool] = True

    def _chances(self, probs: Any, logits: Any) -> Any:
        """The one of the two that is given."""
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self._given = "logits" if probs is None else "probs"
        return logits if probs is None else probs

    def _set_chances(self, probs: Any, logits: Any, *others: Any) -> list[Any]:
        """Set the one of the two that is given, broadcast with other parameters, which are returned."""
        *broadcast, value = broadcast_all(*others, self._chances(probs, logits))
        self.__dict__[self._given] = value
        return broadcast

    def _expanded(self, source: Any, batch_shape: Any) -> Any:
        self._given = source._given
        return super()._expanded(source, batch_shape)

    @property
    def _param(self) -> Any:
        """The one that was given."""
        return self.__dict__[self._given]

    def _new(self, *args: Any, **kwargs: Any) -> Any:
        return self._param.new(*args, **kwargs)

    @lazy_property
    def probs(self) -> Any:
        """The probabilities."""
        return logits_to_probs(self.logits, is_binary=self._is_binary)

    @lazy_property
    def logits(self) -> Any:
        """The logits: log odds, or logarithms of probabilities."""
        return probs_to_logits(self.probs, is_binary=self._is_binary)

    @property
    def param_shape(self) -> Any:
        """The shape of the parameter."""
        return self._param.shape


class Bernoulli(ByProbability, ExponentialFamily):
    """The Bernoulli distribution: 1 with a probability, else 0. Give ``probs`` or ``logits``.

    Args:
        probs: the probability of 1
        logits: its log odds
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if both or neither are given.

    >>> import wengert
    >>> wengert.distributions.Bernoulli(0.25).log_prob(wengert.tensor(1.0)).exp()
    tensor(0.2500)
    """

    support = constraints.boolean  # type: ignore[assignment]
    has_enumerate_support = True
    _mean_carrier_measure = 0
    _sizes = {"probs": 0, "logits": 0}

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._set_chances(probs, logits)
        super().__init__(self._param.shape, (), validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean: the probability."""
        return self.probs

    @property
    def mode(self) -> Any:
        """The more likely value: NaN if both are as likely."""
        found = (self.probs >= 0.5).to(self.probs)
        return functions.where(self.probs == 0.5, float("nan"), found)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values.

        Args:
            sample_shape: how many; a shape
        """
        with no_grad():
            return functions.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability.

        Args:
            value: a tensor of zeros and ones
        """
        logits, value = broadcast_all(self.logits, self._checked(value))
        return -nn.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return nn.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

    def enumerate_support(self, expand: bool = True) -> Any:
        """0 and 1.

        Args:
            expand: whether they are expanded to ``batch_shape``
        """
        return enumerated(self, 2, expand)

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (functions.logit(self.probs),)

    def _log_normalizer(self, x: Any) -> Any:  # type: ignore[override]
        return functions.log1p(x.exp())


def enumerated(distribution: Any, count: int, expand: bool, dtype: Any = None) -> Any:
    """The integers below a count, as values of a distribution."""
    like, batch = distribution._param, distribution.batch_shape
    values = functions.arange(count, dtype=like.dtype if dtype is None else dtype, device=like.device)
    values = values.reshape((-1, *[1] * len(batch)))
    return values.expand((-1, *batch)) if expand else values


class Counting(ByProbability):
    """A distribution of a count in trials, of which ``total_count`` says when they end."""

    _sizes = {"total_count": 0, "probs": 0, "logits": 0}

    def __init__(
        self, total_count: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        (count,) = self._set_chances(probs, logits, total_count)
        self.total_count = count.type_as(self._param)
        super().__init__(self._param.shape, (), validate_args=validate_args)


class Binomial(Counting):
    """The binomial distribution: the number of successes in a number of trials. Give ``probs`` or ``logits``.

    Args:
        total_count: the number of trials
        probs: the probability of success
        logits: its log odds
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if both or neither of ``probs`` and ``logits`` are given.

    >>> import wengert
    >>> wengert.distributions.Binomial(4, wengert.tensor(0.5)).mean
    tensor(2.)
    """

    arg_constraints = {"total_count": constraints.nonnegative_integer, **CHANCE}
    has_enumerate_support = True
    _sizes = Counting._sizes  # again, because the constructor is another one: ``expand`` looks at both

    def __init__(
        self, total_count: Any = 1, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(total_count, probs, logits, validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self) -> Any:  # type: ignore[override]
        """The integers from 0 to the number of trials."""
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.total_count * self.probs

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values.

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return functions.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability.

        Args:
            value: a tensor of counts
        """
        n, k = self.total_count, self._checked(value)
        ways = functions.lgamma(n + 1) - functions.lgamma(k + 1) - functions.lgamma(n - k + 1)
        return ways + k * self.logits - n * nn.softplus(self.logits)

    def entropy(self) -> Any:
        """The entropy, in nats.

        Raises:
            NotImplementedError: if the numbers of trials differ.
        """
        count = int(self.total_count.max())
        if not self.total_count.min() == count:
            raise errors.distributions.several_counts("entropy")
        found = self.log_prob(self.enumerate_support(False))
        return -(found.exp() * found).sum(0)

    def enumerate_support(self, expand: bool = True) -> Any:
        """The integers from 0 to the number of trials.

        Args:
            expand: whether they are expanded to ``batch_shape``

        Raises:
            NotImplementedError: if the numbers of trials differ.
        """
        count = int(self.total_count.max())
        if not self.total_count.min() == count:
            raise errors.distributions.several_counts("enumerate_support")
        return enumerated(self, 1 + count, expand)


class Geometric(ByProbability):
    """The geometric distribution: the number of failures before the first success. Give ``probs`` or ``logits``.

    Args:
        probs: the probability of success, greater than 0
        logits: its log odds
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if both or neither are given, or a probability is 0.

    >>> import wengert
    >>> wengert.distributions.Geometric(0.25).mean
    tensor(3.)
    """

    support = constraints.nonnegative_integer  # type: ignore[assignment]
    _sizes = {"probs": 0, "logits": 0}

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._set_chances(probs, logits)
        super().__init__(self._param.shape, (), validate_args=validate_args)
        if self._validate_args and self._given == "probs" and not constraints.all_hold(self.probs > 0):
            raise errors.distributions.probability_zero(self.probs, repr(self), self.probs[~(self.probs > 0)])

    @property
    def mean(self) -> Any:
        """The mean."""
        return 1.0 / self.probs - 1.0

    @property
    def mode(self) -> Any:
        """The most likely value: 0."""
        return functions.zeros_like(self.probs)

    @property
    def variance(self) -> Any:
        """The variance."""
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values.

        Args:
            sample_shape: how many; a shape
        """
        shape, like = self._extended_shape(sample_shape), self.probs
        with no_grad():
            u = functions.empty(shape, dtype=like.dtype, device=like.device).uniform_(finfo(like.dtype).tiny, 1)
            return (u.log() / (-like).log1p()).floor()

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability.

        Args:
            value: a tensor of counts
        """
        value, probs = broadcast_all(self._checked(value), self.probs)
        certain = (probs == 1) & (value == 0)
        return value * (-functions.where(certain, 0.0, probs)).log1p() + probs.log()

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return nn.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none") / self.probs


class NegativeBinomial(Counting):
    """The negative binomial distribution: the successes before a number of failures. Give ``probs`` or ``logits``.

    Args:
        total_count: the number of failures, not negative; it need not be an integer
        probs: the probability of success, below 1
        logits: its log odds
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if both or neither of ``probs`` and ``logits`` are given.

    >>> import wengert
    >>> wengert.distributions.NegativeBinomial(2.0, wengert.tensor(0.5)).mean
    tensor(2.)
    """

    arg_constraints = {
        "total_count": constraints.greater_than_eq(0),
        "probs": constraints.half_open_interval(0.0, 1.0),
        "logits": constraints.real,
    }
    support = constraints.nonnegative_integer  # type: ignore[assignment]

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.total_count * functions.exp(self.logits)

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.mean / functions.sigmoid(-self.logits)

    @lazy_property
    def _gamma(self) -> Any:
        """The rates: a negative binomial number is a Poisson number whose rate is drawn."""
        return Gamma(self.total_count, functions.exp(-self.logits), validate_args=False)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values.

        Args:
            sample_shape: how many; a shape
        """
        with no_grad():
            return functions.poisson(self._gamma.sample(sample_shape))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability.

        Args:
            value: a tensor of counts
        """
        n, k = self.total_count, self._checked(value)
        powers = n * nn.logsigmoid(-self.logits) + k * nn.logsigmoid(self.logits)
        ways = functions.lgamma(n + k) - functions.lgamma(1.0 + k) - functions.lgamma(n)
        return powers + functions.where(n + k == 0.0, 0.0, ways)


class Poisson(ExponentialFamily):
    """The Poisson distribution, of the number of events at a rate.

    Args:
        rate: the mean, not negative
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.Poisson(4.0).log_prob(wengert.tensor(0.0))
    tensor(-4.)
    """

    arg_constraints = {"rate": constraints.nonnegative}  # type: ignore[assignment]
    support = constraints.nonnegative_integer  # type: ignore[assignment]
    _sizes = {"rate": 0}

    def __init__(self, rate: Any, validate_args: bool | None = None) -> None:
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape, (), validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean, ``rate``."""
        return self.rate

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return self.rate.floor()

    @property
    def variance(self) -> Any:
        """The variance, ``rate``."""
        return self.rate

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values.

        Args:
            sample_shape: how many; a shape
        """
        with no_grad():
            return functions.poisson(self.rate.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability.

        Args:
            value: a tensor of counts
        """
        rate, value = broadcast_all(self.rate, self._checked(value))
        return functions.xlogy(value, rate) - rate - (value + 1).lgamma()

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (functions.log(self.rate),)

    def _log_normalizer(self, x: Any) -> Any:  # type: ignore[override]
        return functions.exp(x)


class ContinuousBernoulli(ByProbability, ExponentialFamily):
    """The continuous Bernoulli distribution, on the numbers from 0 to 1.

    The density is proportional to ``p**x * (1 - p)**(1 - x)``. Around p = 1/2 a Taylor series is used, because the
    normalisation is 0 / 0 there (Loaiza-Ganem and Cunningham, "The continuous Bernoulli", 2019). Give ``probs`` or
    ``logits``.

    Args:
        probs: p, between 0 and 1. It is not the mean.
        logits: its log odds
        lims: the limits of p between which the series is used
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if both or neither of ``probs`` and ``logits`` are given.

    >>> import wengert
    >>> wengert.distributions.ContinuousBernoulli(0.5).mean
    tensor(0.5000)
    """

    support = constraints.unit_interval  # type: ignore[assignment]
    has_rsample = True
    _mean_carrier_measure = 0
    _sizes = {"probs": 0, "logits": 0}
    _kept = ("_lims",)

    def __init__(
        self, probs: Any = None, logits: Any = None, lims: tuple[float, float] = (0.499, 0.501),
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        self._set_chances(probs, logits)
        if self._given == "probs":
            if validate_args is not None and not constraints.all_hold(constraints.unit_interval.check(self.probs)):
                raise ValueError(f"The parameter probs has invalid values: {probs}. They must lie between 0 and 1.")
            self.probs = clamp_probs(self.probs)
        self._lims = lims
        super().__init__(self._param.shape, (), validate_args=validate_args)

    def _apart(self) -> tuple[Any, Any]:
        """Where p is far from 1/2, and p with a number that is far in all other places."""
        far = (self.probs <= self._lims[0]) | (self.probs > self._lims[1])
        return far, functions.where(far, self.probs, self._lims[0])

    def _cont_bern_log_norm(self) -> Any:
        """The logarithm of what the density is multiplied by."""
        far, p = self._apart()
        below = functions.where(p <= 0.5, p, 0.0)
        above = functions.where(p >= 0.5, p, 1.0)
        width = functions.where(p <= 0.5, functions.log1p(-2.0 * below), functions.log(2.0 * above - 1.0))
        exact = functions.log((functions.log1p(-p) - functions.log(p)).abs()) - width
        x = (self.probs - 0.5).pow(2)
        return functions.where(far, exact, 0.6931471805599453 + (4.0 / 3.0 + 104.0 / 45.0 * x) * x)

    @property
    def mean(self) -> Any:
        """The mean."""
        far, p = self._apart()
        exact = p / (2.0 * p - 1.0) + 1.0 / (functions.log1p(-p) - functions.log(p))
        x = self.probs - 0.5
        return functions.where(far, exact, 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * x.pow(2)) * x)

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return self.variance.sqrt()

    @property
    def variance(self) -> Any:
        """The variance."""
        far, p = self._apart()
        exact = p * (p - 1.0) / (1.0 - 2.0 * p).pow(2) + 1.0 / (functions.log1p(-p) - functions.log(p)).pow(2)
        x = (self.probs - 0.5).pow(2)
        return functions.where(far, exact, 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values, by the inverse of the distribution function.

        Args:
            sample_shape: how many; a shape
        """
        shape, like = self._extended_shape(sample_shape), self.probs
        return self.icdf(functions.rand(shape, dtype=like.dtype, device=like.device))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor
        """
        logits, value = broadcast_all(self.logits, self._checked(value))
        found = -nn.binary_cross_entropy_with_logits(logits, value, reduction="none")
        return found + self._cont_bern_log_norm()

    def cdf(self, value: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            value: a tensor
        """
        value = self._checked(value)
        far, p = self._apart()
        exact = (p.pow(value) * (1.0 - p).pow(1.0 - value) + p - 1.0) / (2.0 * p - 1.0)
        found = functions.where(far, exact, value)
        return functions.where(value <= 0.0, 0.0, functions.where(value >= 1.0, 1.0, found))

    def icdf(self, value: Any) -> Any:
        """The value up to which there is a given probability.

        Args:
            value: probabilities
        """
        far, p = self._apart()
        odds = functions.log1p(-p + value * (2.0 * p - 1.0)) - functions.log1p(-p)
        return functions.where(far, odds / (functions.log(p) - functions.log1p(-p)), value)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        log_rest = functions.log1p(-self.probs)
        log_odds = functions.log(self.probs) - log_rest
        return -self.mean * log_odds - self._cont_bern_log_norm() - log_rest

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (self.logits,)

    def _log_normalizer(self, x: Any) -> Any:  # type: ignore[override]
        """The logarithm of (exp(x) - 1) / x, by a series near 0."""
        far = (x <= self._lims[0] - 0.5) | (x > self._lims[1] - 0.5)
        safe = functions.where(far, x, self._lims[0] - 0.5)
        exact = functions.log((functions.expm1(safe)).abs()) - functions.log(safe.abs())
        return functions.where(far, exact, 0.5 * x + x.pow(2) / 24.0 - x.pow(4) / 2880.0)
