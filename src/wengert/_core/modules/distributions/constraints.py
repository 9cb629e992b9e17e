"""Constraints: the sets in which parameters and values lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.generated import linalg_functions as linalg
from ...api.types import finfo
from ...arrays.batched import Batched
from ...tape.tensor import payload_of


def all_hold(valid: Any) -> bool:
    """Whether all bools of a tensor are true; under ``vmap``, those of every example."""
    values = payload_of(valid)
    while type(values) is Batched:
        values = values.data
    return bool(values.all())


class Constraint:
    """The base class of constraints: a set of values.

    A value has ``event_dim`` dimensions; those to the left are a batch. ``is_discrete`` says whether the set is.

    >>> import wengert
    >>> wengert.distributions.constraints.positive.check(wengert.tensor([1.0, -1.0]))
    tensor([ True, False])
    """

    is_discrete: Any = False
    event_dim: Any = 0

    def check(self, value: Any) -> Any:
        """Which values are in the set.

        Args:
            value: a tensor

        Returns:
            a bool per event: shape ``value.shape[: -event_dim]``.
        """
        raise errors.distributions.lacking(type(self), "check")

    def _arguments(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in vars(self).items() if not name.startswith("_"))

    def __repr__(self) -> str:
        return f"{type(self).__name__[1:]}({self._arguments()})"


class _Dependent(Constraint):
    """A set that depends on other parameters: it has a value only on an object."""

    def __init__(self, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> None:
        self._is_discrete, self._event_dim = is_discrete, event_dim
        super().__init__()

    @property
    def is_discrete(self) -> Any:  # type: ignore[override]
        if self._is_discrete is NotImplemented:
            raise errors.distributions.not_static("is_discrete")
        return self._is_discrete

    @property
    def event_dim(self) -> Any:  # type: ignore[override]
        if self._event_dim is NotImplemented:
            raise errors.distributions.not_static("event_dim")
        return self._event_dim

    def __call__(self, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> _Dependent:
        """The same, with properties that are known."""
        return _Dependent(
            is_discrete=self._is_discrete if is_discrete is NotImplemented else is_discrete,
            event_dim=self._event_dim if event_dim is NotImplemented else event_dim,
        )

    def check(self, value: Any) -> Any:
        raise errors.distributions.dependent_check()

    def _arguments(self) -> str:
        return ""


def is_dependent(constraint: Any) -> bool:
    """Whether a constraint depends on other parameters.

    Args:
        constraint: a constraint

    >>> import wengert
    >>> wengert.distributions.constraints.is_dependent(wengert.distributions.constraints.real)
    False
    """
    return isinstance(constraint, _Dependent)


class dependent_property(property, _Dependent):  # noqa: N801  (PyTorch's name)
    """A property that computes a constraint, and stands for a dependent one on the class.

    Args:
        fn: the method that computes it
        is_discrete: whether the set is discrete, if that is known
        event_dim: the dimensions of an event, if they are known

    >>> import wengert
    >>> wengert.distributions.Uniform(0.0, 2.0).support
    Interval(lower_bound=0.0, upper_bound=2.0)
    """

    def __init__(
        self,
        fn: Callable[..., Any] | None = None,
        *,
        is_discrete: bool | None = NotImplemented,  # type: ignore[assignment]
        event_dim: int | None = NotImplemented,  # type: ignore[assignment]
    ) -> None:
        property.__init__(self, fn)
        self._is_discrete, self._event_dim = is_discrete, event_dim

    def __call__(self, fn: Callable[..., Any]) -> dependent_property:  # type: ignore[override]
        """The property of a method, where it is used as ``@dependent_property(event_dim=1)``."""
        return dependent_property(fn, is_discrete=self._is_discrete, event_dim=self._event_dim)

    def __repr__(self) -> str:
        return "DependentProperty()"


class _IndependentConstraint(Constraint):
    """A set whose batch dimensions, the last ones, belong to the event.

    Args:
        base_constraint: the set of single values.
        reinterpreted_batch_ndims: the number of dimensions.

    >>> import wengert
    >>> constraints = wengert.distributions.constraints
    >>> constraints.independent(constraints.positive, 1).check(wengert.tensor([[1.0, 2.0], [0.0, 1.0]]))
    tensor([ True, False])
    """

    def __init__(self, base_constraint: Constraint, reinterpreted_batch_ndims: int) -> None:
        if not isinstance(base_constraint, Constraint):
            raise errors.distributions.not_a_constraint("base_constraint", base_constraint)
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims

    @property
    def is_discrete(self) -> Any:  # type: ignore[override]
        return self.base_constraint.is_discrete

    @property
    def event_dim(self) -> Any:  # type: ignore[override]
        return self.base_constraint.event_dim + self.reinterpreted_batch_ndims

    def check(self, value: Any) -> Any:
        found = self.base_constraint.check(value)
        if found.ndim < self.reinterpreted_batch_ndims:
            raise errors.distributions.independent_events(self.base_constraint, value.ndim, self.event_dim)
        return found.reshape((*found.shape[: found.ndim - self.reinterpreted_batch_ndims], -1)).all(-1)

    def __repr__(self) -> str:
        return f"IndependentConstraint({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


class MixtureSameFamilyConstraint(Constraint):
    """The values of a mixture: those of the components, without the dimension that counts components.

    Args:
        base_constraint: the constraint of the components' values

    >>> import wengert
    >>> c = wengert.distributions.constraints
    >>> c.MixtureSameFamilyConstraint(c.positive).check(wengert.tensor([1.0, -1.0]))
    tensor([ True, False])
    """

    def __init__(self, base_constraint: Constraint) -> None:
        if not isinstance(base_constraint, Constraint):
            raise errors.distributions.not_a_constraint("base_constraint", base_constraint)
        self.base_constraint = base_constraint

    @property
    def is_discrete(self) -> Any:  # type: ignore[override]
        return self.base_constraint.is_discrete

    @property
    def event_dim(self) -> Any:  # type: ignore[override]
        return self.base_constraint.event_dim

    def check(self, value: Any) -> Any:
        """Which values the components can have.

        Args:
            value: a tensor
        """
        found = self.base_constraint.check(value.unsqueeze(-1 - self.event_dim))
        if value.ndim < self.event_dim:
            raise errors.distributions.independent_events(self.base_constraint, value.ndim, self.event_dim)
        return found.reshape((*value.shape[: value.ndim - self.event_dim], -1)).all(-1)

    def __repr__(self) -> str:
        return f"MixtureSameFamilyConstraint({self.base_constraint!r})"


# -- sets of numbers


class _Real(Constraint):
    def check(self, value: Any) -> Any:
        return value == value  # all but NaN


class _Boolean(Constraint):
    is_discrete = True

    def check(self, value: Any) -> Any:
        return (value == 0) | (value == 1)


class _Bounded(Constraint):
    """Numbers between bounds. A subclass says which, and how they are compared."""

    def __init__(self, **bounds: Any) -> None:
        self.__dict__.update(bounds)


class _GreaterThan(_Bounded):
    """Numbers above a bound.

    Args:
        lower_bound: the lower bound: a number or a tensor.

    >>> import wengert
    >>> wengert.distributions.constraints.greater_than(1).check(wengert.tensor([1.0, 2.0]))
    tensor([False,  True])
    """

    def __init__(self, lower_bound: Any) -> None:
        super().__init__(lower_bound=lower_bound)

    def check(self, value: Any) -> Any:
        return self.lower_bound < value  # type: ignore[attr-defined]


class _GreaterThanEq(_Bounded):
    """Numbers that are the bound or above it.

    Args:
        lower_bound: the lower bound: a number or a tensor.

    >>> import wengert
    >>> wengert.distributions.constraints.greater_than_eq(1).check(wengert.tensor([0.0, 1.0]))
    tensor([False,  True])
    """

    def __init__(self, lower_bound: Any) -> None:
        super().__init__(lower_bound=lower_bound)

    def check(self, value: Any) -> Any:
        return self.lower_bound <= value  # type: ignore[attr-defined]


class _LessThan(_Bounded):
    """Numbers below a bound.

    Args:
        upper_bound: the upper bound: a number or a tensor.

    >>> import wengert
    >>> wengert.distributions.constraints.less_than(1).check(wengert.tensor([0.0, 1.0]))
    tensor([ True, False])
    """

    def __init__(self, upper_bound: Any) -> None:
        super().__init__(upper_bound=upper_bound)

    def check(self, value: Any) -> Any:
        return value < self.upper_bound  # type: ignore[attr-defined]


class _Interval(_Bounded):
    """Numbers between two bounds, both included.

    Args:
        lower_bound: the lower bound: a number or a tensor.
        upper_bound: the upper bound: a number or a tensor.

    >>> import wengert
    >>> wengert.distributions.constraints.interval(0, 1).check(wengert.tensor([0.0, 1.0, 2.0]))
    tensor([ True,  True, False])
    """

    def __init__(self, lower_bound: Any, upper_bound: Any) -> None:
        super().__init__(lower_bound=lower_bound, upper_bound=upper_bound)

    def check(self, value: Any) -> Any:
        return (self.lower_bound <= value) & (value <= self.upper_bound)  # type: ignore[attr-defined]


class _HalfOpenInterval(_Interval):
    """Numbers between two bounds, of which the upper one is excluded.

    Args:
        lower_bound: the lower bound: a number or a tensor.
        upper_bound: the upper bound: a number or a tensor.

    >>> import wengert
    >>> wengert.distributions.constraints.half_open_interval(0, 1).check(wengert.tensor([0.0, 1.0]))
    tensor([ True, False])
    """

    def check(self, value: Any) -> Any:
        return (self.lower_bound <= value) & (value < self.upper_bound)  # type: ignore[attr-defined]


class _IntegerInterval(_Interval):
    """Whole numbers between two bounds, both included.

    Args:
        lower_bound: the lower bound: a number or a tensor.
        upper_bound: the upper bound: a number or a tensor.

    >>> import wengert
    >>> wengert.distributions.constraints.integer_interval(0, 2).check(wengert.tensor([0.0, 0.5, 2.0]))
    tensor([ True, False,  True])
    """

    is_discrete = True

    def check(self, value: Any) -> Any:
        return (value % 1 == 0) & super().check(value)


class _IntegerGreaterThan(_GreaterThanEq):
    is_discrete = True

    def check(self, value: Any) -> Any:
        return (value % 1 == 0) & super().check(value)


# -- sets of vectors


class _Simplex(Constraint):
    event_dim = 1

    def check(self, value: Any) -> Any:
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _OneHot(Constraint):
    is_discrete = True
    event_dim = 1

    def check(self, value: Any) -> Any:
        return ((value == 0) | (value == 1)).all(-1) & (value.sum(-1) == 1)


class _Multinomial(Constraint):
    """Counts that sum to at most a bound.

    Args:
        upper_bound: the bound: a number or a tensor.

    >>> import wengert
    >>> wengert.distributions.constraints.multinomial(3).check(wengert.tensor([[1.0, 2.0], [2.0, 2.0]]))
    tensor([ True, False])
    """

    is_discrete = True
    event_dim = 1

    def __init__(self, upper_bound: Any) -> None:
        self.upper_bound = upper_bound

    def check(self, x: Any) -> Any:
        return (x >= 0).all(-1) & (x.sum(-1) <= self.upper_bound)

    def _arguments(self) -> str:
        return ""


# -- sets of matrices


class _Matrices(Constraint):
    event_dim = 2


class _LowerTriangular(_Matrices):
    def check(self, value: Any) -> Any:
        return (value.tril() == value).reshape((*value.shape[:-2], -1)).all(-1)


class _LowerCholesky(_LowerTriangular):
    def check(self, value: Any) -> Any:
        return super().check(value) & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


class _CorrCholesky(_LowerCholesky):
    """Cholesky factors of correlation matrices: their rows have length one."""

    def check(self, value: Any) -> Any:
        allowed = finfo(value.dtype).eps * value.shape[-1] * 10
        return super().check(value) & ((linalg.vector_norm(value, dim=-1) - 1).abs() <= allowed).all(-1)


class _Square(_Matrices):
    def check(self, value: Any) -> Any:
        return functions.full(value.shape[:-2], value.shape[-2] == value.shape[-1], device=value.device)


class _Symmetric(_Square):
    def check(self, value: Any) -> Any:
        square = super().check(value)
        if not all_hold(square):
            return square
        return functions.isclose(value, value.mT, atol=1e-6).all(-2).all(-1)


class _PositiveSemidefinite(_Symmetric):
    def check(self, value: Any) -> Any:
        symmetric = super().check(value)
        return linalg.eigvalsh(value).ge(0).all(-1) if all_hold(symmetric) else symmetric


class _PositiveDefinite(_Symmetric):
    def check(self, value: Any) -> Any:
        symmetric = super().check(value)
        return linalg.cholesky_ex(value).info.eq(0) if all_hold(symmetric) else symmetric


# -- sets that are made of others


class _Parts(Constraint):
    """Parts along one dimension, each with its constraint."""

    def __init__(self, cseq: Sequence[Constraint], dim: int) -> None:
        self.cseq, self.dim = list(cseq), dim
        if not all(isinstance(c, Constraint) for c in self.cseq):
            raise AssertionError("All elements of cseq must be Constraint instances")

    @property
    def is_discrete(self) -> Any:  # type: ignore[override]
        return any(c.is_discrete for c in self.cseq)

    def _arguments(self) -> str:
        return ""


class _Cat(_Parts):
    """Parts that lie one after the other along ``dim``, each ``lengths[i]`` long, each with its constraint.

    Args:
        cseq: the constraints.
        dim: the dimension.
        lengths: how long the parts are. Default: one each.

    >>> import wengert
    >>> constraints = wengert.distributions.constraints
    >>> constraints.cat([constraints.positive, constraints.real]).check(wengert.tensor([1.0, -1.0]))
    tensor([True, True])
    """

    def __init__(self, cseq: Sequence[Constraint], dim: int = 0, lengths: Sequence[int] | None = None) -> None:
        super().__init__(cseq, dim)
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.cseq):
            raise errors.distributions.pieces("cat: lengths", len(self.lengths), len(self.cseq))

    @property
    def event_dim(self) -> Any:  # type: ignore[override]
        return max(c.event_dim for c in self.cseq)

    def check(self, value: Any) -> Any:
        if value.shape[self.dim] != sum(self.lengths):
            raise errors.distributions.pieces("cat: the value's size", value.shape[self.dim], sum(self.lengths))
        parts = functions.split(value, self.lengths, self.dim)
        return functions.cat([c.check(part) for c, part in zip(self.cseq, parts, strict=True)], self.dim)


class _Stack(_Parts):
    """Slices along ``dim``, each with its constraint.

    Args:
        cseq: the constraints.
        dim: the dimension.

    >>> import wengert
    >>> constraints = wengert.distributions.constraints
    >>> constraints.stack([constraints.positive, constraints.real]).check(wengert.tensor([-1.0, -1.0]))
    tensor([False,  True])
    """

    def __init__(self, cseq: Sequence[Constraint], dim: int = 0) -> None:
        super().__init__(cseq, dim)

    @property
    def event_dim(self) -> Any:  # type: ignore[override]
        deepest = max(c.event_dim for c in self.cseq)
        return deepest + (self.dim + deepest < 0)

    def check(self, value: Any) -> Any:
        if value.shape[self.dim] != len(self.cseq):
            raise errors.distributions.pieces("stack: the value's size", value.shape[self.dim], len(self.cseq))
        parts = value.unbind(self.dim)
        return functions.stack([c.check(part) for c, part in zip(self.cseq, parts, strict=True)], self.dim)


# -- the names by which they are used

dependent = _Dependent()
independent = _IndependentConstraint
boolean = _Boolean()
one_hot = _OneHot()
nonnegative_integer = _IntegerGreaterThan(0)
positive_integer = _IntegerGreaterThan(1)
integer_interval = _IntegerInterval
real = _Real()
real_vector = independent(real, 1)
positive = _GreaterThan(0.0)
nonnegative = _GreaterThanEq(0.0)
greater_than = _GreaterThan
greater_than_eq = _GreaterThanEq
less_than = _LessThan
multinomial = _Multinomial
unit_interval = _Interval(0.0, 1.0)
interval = _Interval
half_open_interval = _HalfOpenInterval
simplex = _Simplex()
lower_triangular = _LowerTriangular()
lower_cholesky = _LowerCholesky()
corr_cholesky = _CorrCholesky()
square = _Square()
symmetric = _Symmetric()
positive_semidefinite = _PositiveSemidefinite()
positive_definite = _PositiveDefinite()
cat = _Cat
stack = _Stack
