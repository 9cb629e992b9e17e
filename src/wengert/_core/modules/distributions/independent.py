"""Distributions whose batch dimensions belong to the event."""

from __future__ import annotations

from typing import Any, ClassVar

from ... import errors
from . import constraints
from .distribution import Distribution
from .invertible import sum_rightmost


class Independent(Distribution):
    """A distribution whose last batch dimensions belong to the event: log-probabilities are summed over them.

    Args:
        base_distribution: the distribution
        reinterpreted_batch_ndims: how many of its batch dimensions
        validate_args: whether to check values

    >>> import wengert
    >>> d = wengert.distributions
    >>> d.Independent(d.Normal(wengert.zeros(3), 1.0), 1).log_prob(wengert.zeros(3)).shape
    wengert.Size([])
    """

    arg_constraints: Any = {}
    _sizes: ClassVar[dict[str, int]] = {}
    base_dist: Any

    def __init__(
        self, base_distribution: Distribution, reinterpreted_batch_ndims: int, validate_args: bool | None = None
    ) -> None:
        batch = base_distribution.batch_shape
        if reinterpreted_batch_ndims > len(batch):
            raise errors.distributions.reinterpreted(reinterpreted_batch_ndims, len(batch))
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        shape, cut = batch + base_distribution.event_shape, len(batch) - reinterpreted_batch_ndims
        super().__init__(shape[:cut], shape[cut:], validate_args=validate_args)

    def _expanded(self, source: Any, batch_shape: Any) -> Any:
        self.reinterpreted_batch_ndims = source.reinterpreted_batch_ndims
        own = source._event_shape[: self.reinterpreted_batch_ndims]
        self.base_dist = source.base_dist.expand((*batch_shape, *own))
        return super()._expanded(source, batch_shape)

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]
        """Whether the base distribution has."""
        return bool(self.base_dist.has_rsample)

    @property
    def has_enumerate_support(self) -> bool:  # type: ignore[override]
        """Whether the base distribution has, and no dimension is reinterpreted."""
        return self.reinterpreted_batch_ndims == 0 and self.base_dist.has_enumerate_support

    @constraints.dependent_property
    def support(self) -> Any:  # type: ignore[override]
        """The base distribution's, with more dimensions in an event."""
        found = self.base_dist.support
        return (
            constraints.independent(found, self.reinterpreted_batch_ndims) if self.reinterpreted_batch_ndims else found
        )

    @property
    def mean(self) -> Any:
        """The base distribution's."""
        return self.base_dist.mean

    @property
    def mode(self) -> Any:
        """The base distribution's."""
        return self.base_dist.mode

    @property
    def variance(self) -> Any:
        """The base distribution's."""
        return self.base_dist.variance

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values of the base distribution.

        Args:
            sample_shape: how many; a shape
        """
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values of the base distribution, with gradients.

        Args:
            sample_shape: how many; a shape
        """
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Any) -> Any:
        """The sum of the base distribution's.

        Args:
            value: a tensor
        """
        return sum_rightmost(self.base_dist.log_prob(self._checked(value)), self.reinterpreted_batch_ndims)

    def entropy(self) -> Any:
        """The sum of the base distribution's."""
        return sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self, expand: bool = True) -> Any:
        """The base distribution's, if no dimension is reinterpreted.

        Args:
            expand: whether the values are expanded to ``batch_shape``

        Raises:
            NotImplementedError: if dimensions are reinterpreted.
        """
        if self.reinterpreted_batch_ndims:
            raise errors.distributions.enumerating_events(type(self))
        return self.base_dist.enumerate_support(expand=expand)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_dist}, {self.reinterpreted_batch_ndims})"
