"""Distributions of transformed values."""

from __future__ import annotations

from typing import Any, ClassVar

from ... import errors
from ...api.grad_mode import no_grad
from . import constraints
from .composed_transforms import ComposeTransform
from .distribution import Distribution
from .independent import Independent
from .invertible import Transform, sum_rightmost


class TransformedDistribution(Distribution):
    """The distribution of values of a base distribution after transforms.

    Args:
        base_distribution: the distribution of the values before
        transforms: a transform, or a list of them, the first one first
        validate_args: whether to check values

    >>> import wengert
    >>> d = wengert.distributions
    >>> d.TransformedDistribution(d.Normal(0.0, 1.0), d.ExpTransform()).cdf(wengert.tensor(1.0))
    tensor(0.5000)
    """

    arg_constraints: Any = {}
    _sizes: ClassVar[dict[str, int]] = {}
    base_dist: Any

    def __init__(self, base_distribution: Distribution, transforms: Any, validate_args: bool | None = None) -> None:
        self.transforms = [transforms] if isinstance(transforms, Transform) else transforms
        if not isinstance(self.transforms, list) or not all(isinstance(t, Transform) for t in self.transforms):
            raise errors.distributions.not_transforms(transforms)
        # The base takes the shapes that the transforms broadcast to, and the dimensions of their events.
        base_shape = base_distribution.batch_shape + base_distribution.event_shape
        base_event_dim = len(base_distribution.event_shape)
        transform = ComposeTransform(self.transforms)
        if len(base_shape) < transform.domain.event_dim:
            raise errors.distributions.too_few_for_transform(transform.domain.event_dim, base_shape)
        forward_shape = transform.forward_shape(base_shape)
        expanded = transform.inverse_shape(forward_shape)
        if tuple(expanded) != tuple(base_shape):
            base_distribution = base_distribution.expand(expanded[: len(expanded) - base_event_dim])
        reinterpreted = transform.domain.event_dim - base_event_dim
        if reinterpreted > 0:
            base_distribution = Independent(base_distribution, reinterpreted)
        self.base_dist = base_distribution
        cut = len(forward_shape) - self._event_dim(transform, base_event_dim)
        super().__init__(forward_shape[:cut], forward_shape[cut:], validate_args=validate_args)

    @staticmethod
    def _event_dim(transform: Any, base_event_dim: int) -> int:
        """The dimensions of an event after a transform."""
        change = transform.codomain.event_dim - transform.domain.event_dim
        return max(int(transform.codomain.event_dim), base_event_dim + int(change))

    def _expanded(self, source: Any, batch_shape: Any) -> Any:
        self.transforms = source.transforms
        shape = ComposeTransform(self.transforms).inverse_shape((*batch_shape, *source._event_shape))
        self.base_dist = source.base_dist.expand(shape[: len(shape) - len(source.base_dist.event_shape)])
        return super()._expanded(source, batch_shape)

    @constraints.dependent_property(is_discrete=False)
    def support(self) -> Any:  # type: ignore[override]
        """The values that the last transform gives."""
        if not self.transforms:
            return self.base_dist.support
        found = self.transforms[-1].codomain
        missing = len(self._event_shape) - found.event_dim
        return constraints.independent(found, missing) if missing > 0 else found

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]
        """Whether the base distribution has."""
        return bool(self.base_dist.has_rsample)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values of the base distribution without gradients, and transform them.

        Args:
            sample_shape: how many; a shape
        """
        with no_grad():
            return self._forward(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values of the base distribution, and transform them.

        Args:
            sample_shape: how many; a shape
        """
        return self._forward(self.base_dist.rsample(sample_shape))

    def _forward(self, x: Any) -> Any:
        for transform in self.transforms:
            x = transform(x)
        return x

    def _backward(self, y: Any) -> Any:
        for transform in reversed(self.transforms):
            y = transform.inv(y)
        return y

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density: that of the value before, less that of the transforms' determinant.

        Args:
            value: a tensor
        """
        y, event_dim, found = self._checked(value), len(self._event_shape), 0.0
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            event_dim += transform.domain.event_dim - transform.codomain.event_dim
            found = found - sum_rightmost(transform.log_abs_det_jacobian(x, y), event_dim - transform.domain.event_dim)
            y = x
        return found + sum_rightmost(self.base_dist.log_prob(y), event_dim - len(self.base_dist.event_shape))

    def _risen(self, probability: Any) -> Any:
        """A probability below, of one below before the transforms: the other side, where they decrease."""
        sign: Any = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        if isinstance(sign, int) and sign == 1:
            return probability
        return sign * (probability - 0.5) + 0.5

    def cdf(self, value: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            value: a tensor
        """
        return self._risen(self.base_dist.cdf(self._backward(self._checked(value))))

    def icdf(self, value: Any) -> Any:
        """The value up to which there is a given probability.

        Args:
            value: probabilities
        """
        return self._forward(self.base_dist.icdf(self._risen(value)))
