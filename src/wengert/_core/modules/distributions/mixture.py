"""Mixtures of distributions of one family."""

from __future__ import annotations

from typing import Any, ClassVar

from ... import errors
from ...api.generated import functions
from ...api.grad_mode import no_grad
from . import constraints
from .categories import Categorical
from .distribution import Distribution
from .parameters import log_sum_exp


class MixtureSameFamily(Distribution):
    """A mixture: a categorical distribution chooses which component a value comes from.

    Args:
        mixture_distribution: a Categorical: batch shape (...), with n categories
        component_distribution: the components: batch shape (..., n)
        validate_args: whether to check values

    Raises:
        ValueError: if the shapes do not agree, or one is no such distribution.

    >>> import wengert
    >>> d = wengert.distributions
    >>> components = d.Normal(wengert.tensor([-1.0, 1.0]), 0.5)
    >>> d.MixtureSameFamily(d.Categorical(wengert.ones(2)), components).mean
    tensor(0.)
    """

    arg_constraints: Any = {}
    has_rsample = False
    _sizes: ClassVar[dict[str, int]] = {}

    def __init__(
        self, mixture_distribution: Categorical, component_distribution: Distribution, validate_args: bool | None = None
    ) -> None:
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution needs to be an instance of torch.distributions.Distribution")
        chosen, components = mixture_distribution.batch_shape, component_distribution.batch_shape
        for own, other in zip(reversed(chosen), reversed(components[:-1]), strict=False):
            if own != 1 and other != 1 and own != other:
                raise errors.distributions.mixture_batches(chosen, components[:-1])
        count = mixture_distribution.logits.shape[-1]  # computed now, they are printed, as in PyTorch
        if components[-1:] != (count,):
            raise errors.distributions.mixture_sizes(count, components[-1] if components else 0)
        self._mixture_distribution, self._component_distribution = mixture_distribution, component_distribution
        super().__init__(components[:-1], component_distribution.event_shape, validate_args=validate_args)

    def _expanded(self, source: Any, batch_shape: Any) -> Any:
        count = source._mixture_distribution._num_events
        self._mixture_distribution = source._mixture_distribution.expand(batch_shape)
        self._component_distribution = source._component_distribution.expand((*batch_shape, count))
        return super()._expanded(source, batch_shape)

    @property
    def mixture_distribution(self) -> Any:
        """What chooses the component."""
        return self._mixture_distribution

    @property
    def component_distribution(self) -> Any:
        """The components."""
        return self._component_distribution

    @constraints.dependent_property
    def support(self) -> Any:  # type: ignore[override]
        """The components' values."""
        return constraints.MixtureSameFamilyConstraint(self._component_distribution.support)

    @property
    def _weights(self) -> Any:
        """The probabilities of the components, with a dimension of size 1 for each of the event."""
        probs = self._mixture_distribution.probs
        return probs.reshape((*probs.shape, *[1] * len(self._event_shape)))

    def _averaged(self, values: Any) -> Any:
        return (self._weights * values).sum(-1 - len(self._event_shape))

    @property
    def mean(self) -> Any:
        """The mean of the components' means."""
        return self._averaged(self._component_distribution.mean)

    @property
    def variance(self) -> Any:
        """The mean of the components' variances, plus the variance of their means."""
        means = self._component_distribution.mean
        centre = self._averaged(means).unsqueeze(-1 - len(self._event_shape))
        return self._averaged(self._component_distribution.variance) + self._averaged((means - centre).pow(2))

    def _of_each(self, value: Any) -> Any:
        """A value, for each component."""
        return value.unsqueeze(-1 - len(self._event_shape))

    def cdf(self, x: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            x: a tensor
        """
        return (self._component_distribution.cdf(self._of_each(x)) * self._mixture_distribution.probs).sum(-1)

    def log_prob(self, x: Any) -> Any:
        """The logarithm of the density.

        Args:
            x: a tensor
        """
        found = self._component_distribution.log_prob(self._of_each(self._checked(x)))
        return log_sum_exp(found + functions.log_softmax(self._mixture_distribution.logits, -1))

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values: a component, then a value of each component, of which one is taken.

        Args:
            sample_shape: how many; a shape
        """
        with no_grad():
            ndim = len(self._event_shape)
            chosen = self._mixture_distribution.sample(sample_shape)
            values = self._component_distribution.sample(sample_shape)
            chosen = chosen.reshape((*chosen.shape, *[1] * (1 + ndim)))
            shape = list(values.shape)
            shape[values.ndim - 1 - ndim] = 1
            return values.gather(-1 - ndim, chosen.expand(shape)).squeeze(-1 - ndim)

    def __repr__(self) -> str:
        return f"MixtureSameFamily(\n  {self._mixture_distribution},\n  {self._component_distribution})"
