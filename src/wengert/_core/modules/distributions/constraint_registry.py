"""For each constraint, a transform from all numbers to the values that satisfy it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import errors
from . import constraints
from .composed_transforms import (
    CatTransform,
    ComposeTransform,
    IndependentTransform,
    StackTransform,
    identity_transform,
)
from .elementwise_transforms import AffineTransform, ExpTransform, SigmoidTransform
from .vector_transforms import (
    CorrCholeskyTransform,
    LowerCholeskyTransform,
    PositiveDefiniteTransform,
    SoftmaxTransform,
    StickBreakingTransform,
)


class ConstraintRegistry:
    """A table of functions from constraints to transforms. Calling it with a constraint gives the transform.

    >>> import wengert
    >>> d = wengert.distributions
    >>> to_positive = d.transform_to(d.constraints.positive)
    >>> bool(to_positive(wengert.tensor(-3.0)) > 0)
    True
    """

    def __init__(self) -> None:
        self._registry: dict[type, Callable[[Any], Any]] = {}

    def register(self, constraint: Any, factory: Callable[[Any], Any] | None = None) -> Any:
        """Enter a function that makes transforms for the constraints of a class.

        Args:
            constraint: a class of constraints, or a constraint of the class
            factory: a function of the constraint, which returns a transform. Without it, a decorator is returned.

        Raises:
            TypeError: if ``constraint`` is neither a class of constraints nor a constraint.
        """
        if factory is None:
            return lambda factory: self.register(constraint, factory)
        kind = type(constraint) if isinstance(constraint, constraints.Constraint) else constraint
        if not isinstance(kind, type) or not issubclass(kind, constraints.Constraint):
            raise TypeError(f"Expected constraint to be either a Constraint subclass or instance, but got {kind}")
        self._registry[kind] = factory
        return factory

    def __call__(self, constraint: Any) -> Any:
        """The transform for a constraint.

        Args:
            constraint: a constraint

        Raises:
            NotImplementedError: if there is none for constraints of this class.
        """
        try:
            factory = self._registry[type(constraint)]
        except KeyError:
            raise errors.distributions.no_transform(type(constraint)) from None
        return factory(constraint)


biject_to = ConstraintRegistry()
transform_to = ConstraintRegistry()
BOTH = (biject_to, transform_to)


def _in_both(*kinds: type) -> Callable[[Any], Any]:
    def enter(factory: Any) -> Any:
        for registry in BOTH:
            for kind in kinds:
                registry.register(kind, factory)
        return factory

    return enter


@_in_both(constraints._Real)
def _to_real(constraint: Any) -> Any:
    return identity_transform


@_in_both(constraints._GreaterThan, constraints._GreaterThanEq)
def _above(constraint: Any) -> Any:
    return ComposeTransform([ExpTransform(), AffineTransform(constraint.lower_bound, 1)])


@_in_both(constraints._LessThan)
def _below(constraint: Any) -> Any:
    return ComposeTransform([ExpTransform(), AffineTransform(constraint.upper_bound, -1)])


@_in_both(constraints._Interval, constraints._HalfOpenInterval)
def _between(constraint: Any) -> Any:
    low, high = constraint.lower_bound, constraint.upper_bound
    if isinstance(low, (int, float)) and isinstance(high, (int, float)) and (low, high) == (0, 1):
        return SigmoidTransform()
    return ComposeTransform([SigmoidTransform(), AffineTransform(low, high - low)])


biject_to.register(constraints.simplex, lambda constraint: StickBreakingTransform())
transform_to.register(constraints.simplex, lambda constraint: SoftmaxTransform())
transform_to.register(constraints.lower_cholesky, lambda constraint: LowerCholeskyTransform())
transform_to.register(constraints.positive_definite, lambda constraint: PositiveDefiniteTransform())
transform_to.register(constraints.positive_semidefinite, lambda constraint: PositiveDefiniteTransform())
for _registry in BOTH:
    _registry.register(constraints.corr_cholesky, lambda constraint: CorrCholeskyTransform())


def _of_parts(registry: ConstraintRegistry) -> None:
    """Transforms for constraints that are made of others come from the same table."""
    registry.register(
        constraints.independent(constraints.real, 0),
        lambda c: IndependentTransform(registry(c.base_constraint), c.reinterpreted_batch_ndims),
    )
    registry.register(constraints.cat, lambda c: CatTransform([registry(p) for p in c.cseq], c.dim, c.lengths))
    registry.register(constraints.stack, lambda c: StackTransform([registry(p) for p in c.cseq], c.dim))


for _registry in BOTH:
    _of_parts(_registry)
