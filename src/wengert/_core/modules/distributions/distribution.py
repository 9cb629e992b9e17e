"""What all distributions have: shapes, validation, and how they are expanded and printed."""

from __future__ import annotations

from typing import Any, ClassVar

from ... import errors
from ...api.backward import grad
from ...api.generated import functions
from ...api.grad_mode import no_grad
from ...tape.tensor import Size
from . import constraints
from .parameters import broadcast_all, is_tensor, lazy_property


class Distribution:
    """The base class of distributions.

    A distribution holds ``batch_shape`` independent ones, whose parameters may differ. Each gives values of the shape
    ``event_shape``.

    Args:
        batch_shape: the shape of the independent distributions
        event_shape: the shape of one value
        validate_args: whether to check parameters and values; by default as :meth:`set_default_validate_args` says

    >>> import wengert
    >>> normal = wengert.distributions.Normal(wengert.zeros(3), 1.0)
    >>> normal.batch_shape, normal.event_shape, normal.sample((2,)).shape
    (wengert.Size([3]), wengert.Size([]), wengert.Size([2, 3]))
    """

    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__
    _sizes: ClassVar[dict[str, int]] = {}  # the parameters, and how many dimensions of each belong to one event
    _kept: ClassVar[tuple[str, ...]] = ()  # attributes that an expanded distribution shares

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Turn the checks of parameters and values on or off, for distributions made from now on.

        Args:
            value: whether to check.

        Raises:
            ValueError: if it is neither True nor False.
        """
        if value not in (True, False):
            raise ValueError(f"set_default_validate_args expected True or False, got {value!r}")
        Distribution._validate_args = value

    def __init__(self, batch_shape: Any = (), event_shape: Any = (), validate_args: bool | None = None) -> None:
        self._batch_shape, self._event_shape = Size(batch_shape), Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_parameters()

    def _check_parameters(self) -> None:
        """Raise if a given parameter does not satisfy its constraint."""
        try:
            expected = self.arg_constraints
        except NotImplementedError:
            errors.distributions.no_constraints(type(self))
            return
        for name, constraint in expected.items():
            given = name in self.__dict__ or not isinstance(getattr(type(self), name, None), lazy_property)
            if constraints.is_dependent(constraint) or not given:
                continue
            value = getattr(self, name)
            if not constraints.all_hold(constraint.check(value)):
                raise errors.distributions.invalid_parameter(name, value, repr(self), constraint)

    # -- shapes

    @property
    def batch_shape(self) -> Any:
        """The shape of the independent distributions."""
        return self._batch_shape

    @property
    def event_shape(self) -> Any:
        """The shape of one value."""
        return self._event_shape

    def _extended_shape(self, sample_shape: Any = ()) -> Any:
        """The shape of a sample: the given one, the batch's, the event's."""
        try:
            return Size((*sample_shape, *self._batch_shape, *self._event_shape))
        except TypeError:
            if hasattr(sample_shape, "__iter__"):
                raise
            raise errors.distributions.sample_shape(sample_shape) from None

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        """The same distribution for a larger batch. Parameters are expanded, not copied.

        Args:
            batch_shape: the new shape of the batch

        Raises:
            NotImplementedError: if a subclass has an ``__init__`` of its own, and no ``expand``.
        """
        owner: Any = next(kind for kind in type(self).__mro__ if "_sizes" in vars(kind))
        new, batch_shape = self._get_checked_instance(owner, _instance), Size(batch_shape)
        for name in {name: 0 for kind in owner.__mro__ for name in vars(kind).get("_kept", ())}:
            new.__dict__[name] = self.__dict__[name]
        for name, size in owner._sizes.items():
            value: Any = self.__dict__.get(name)
            if is_tensor(value):
                new.__dict__[name] = value.expand((*batch_shape, *value.shape[value.ndim - size :]))
        return new._expanded(self, batch_shape)

    def _expanded(self, source: Any, batch_shape: Any) -> Any:
        """Finish an expanded distribution, whose parameters have been checked before."""
        Distribution.__init__(self, batch_shape, source._event_shape, validate_args=False)
        self._validate_args = source._validate_args
        return self

    def _get_checked_instance(self, cls: type, _instance: Any = None) -> Any:
        """A new object for :meth:`expand`, of the class that is expanded."""
        if _instance is None and type(self).__init__ is not cls.__init__:  # type: ignore[misc]
            raise errors.distributions.custom_init(type(self), type(self).__bases__[0])
        return self.__new__(type(self)) if _instance is None else _instance

    # -- what is known of the values

    @property
    def arg_constraints(self) -> dict[str, constraints.Constraint]:
        """The constraint of each parameter."""
        raise errors.distributions.lacking(type(self), "arg_constraints")

    @property
    def support(self) -> Any:
        """The constraint of the values."""
        raise errors.distributions.lacking(type(self), "support")

    @property
    def mean(self) -> Any:
        """The mean."""
        raise errors.distributions.lacking(type(self), "mean")

    @property
    def mode(self) -> Any:
        """The value with the highest density or probability."""
        raise errors.distributions.lacking(type(self), "mode")

    @property
    def variance(self) -> Any:
        """The variance."""
        raise errors.distributions.lacking(type(self), "variance")

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return self.variance.sqrt()

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values, without gradients.

        Args:
            sample_shape: how many; a shape

        Returns:
            a tensor of the shape ``sample_shape + batch_shape + event_shape``.
        """
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values that are differentiable functions of the parameters.

        Args:
            sample_shape: how many; a shape

        Raises:
            NotImplementedError: if there are none: ``has_rsample`` is False.
        """
        raise errors.distributions.lacking(type(self), "rsample (a sample with gradients): sample() has none")

    def sample_n(self, n: int) -> Any:
        """Draw ``n`` values: ``sample((n,))``.

        Args:
            n: how many
        """
        errors.distributions.sample_n()
        return self.sample((n,))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density, or of the probability, at a value.

        Args:
            value: a tensor, which is broadcast with ``batch_shape + event_shape``

        Raises:
            ValueError: with validation, if the value has a wrong shape or is outside the support.
        """
        raise errors.distributions.lacking(type(self), "log_prob")

    def cdf(self, value: Any) -> Any:
        """The probability of values up to a given one.

        Args:
            value: a tensor, which is broadcast with ``batch_shape``
        """
        raise errors.distributions.lacking(type(self), "cdf")

    def icdf(self, value: Any) -> Any:
        """The value up to which there is a given probability: the inverse of :meth:`cdf`.

        Args:
            value: probabilities
        """
        raise errors.distributions.lacking(type(self), "icdf")

    def enumerate_support(self, expand: bool = True) -> Any:
        """All values that a discrete distribution can have, along a new first dimension.

        Args:
            expand: whether they are expanded to ``batch_shape``; else these dimensions have size 1
        """
        raise errors.distributions.lacking(type(self), "enumerate_support")

    def entropy(self) -> Any:
        """The entropy, in nats."""
        raise errors.distributions.lacking(type(self), "entropy")

    def perplexity(self) -> Any:
        """The exponential of the entropy."""
        return functions.exp(self.entropy())

    # -- values that come from outside

    def _validate_sample(self, value: Any) -> None:
        """Raise if a value has a wrong shape, or is outside the support."""
        if not is_tensor(value):
            raise errors.distributions.value_not_tensor(value)
        ndim = len(self._event_shape)
        if value.shape[value.ndim - ndim :] != self._event_shape:
            raise errors.distributions.event_of_value(value.shape, self._event_shape)
        expected = self._extended_shape()
        for given, own in zip(reversed(value.shape), reversed(expected), strict=False):
            if given != 1 and own != 1 and given != own:
                raise errors.distributions.batch_of_value(value.shape, expected)
        try:
            support = self.support
        except NotImplementedError:
            errors.distributions.no_support(type(self))
            return
        if not constraints.all_hold(support.check(value)):
            raise errors.distributions.outside_support(value, support, repr(self))

    def _checked(self, value: Any) -> Any:
        """A value from outside, after the checks, if they are on."""
        if self._validate_args:
            self._validate_sample(value)
        return value

    def __repr__(self) -> str:
        names = [name for name in self.arg_constraints if name in self.__dict__]
        shown = [(name, self.__dict__[name]) for name in names]
        inner = ", ".join(f"{name}: {value if value.numel() == 1 else value.shape}" for name, value in shown)
        return f"{type(self).__name__}({inner})"


class ExponentialFamily(Distribution):
    """The base class of exponential families: densities ``exp(t(x) · θ - F(θ) + k(x))``.

    A subclass may give ``_natural_params`` (θ), ``_log_normalizer`` (F) and ``_mean_carrier_measure`` (the mean of k).
    The entropy comes of them, and so does the divergence of two distributions of one family.

    >>> import wengert
    >>> issubclass(wengert.distributions.Gamma, wengert.distributions.ExponentialFamily)
    True
    """

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        raise errors.distributions.lacking(type(self), "natural parameters")

    def _log_normalizer(self, *natural_params: Any) -> Any:
        raise errors.distributions.lacking(type(self), "a log normalizer")

    @property
    def _mean_carrier_measure(self) -> Any:
        raise errors.distributions.lacking(type(self), "entropy: it has no mean carrier measure")

    def _slopes(self) -> tuple[list[Any], Any, tuple[Any, ...]]:
        """The natural parameters, the log normalizer there, and its gradients: the mean statistics."""
        # copies, because one parameter may be computed from another
        natural = [p.clone() if p.requires_grad else p.detach().requires_grad_() for p in self._natural_params]
        normalizer = self._log_normalizer(*natural)
        return natural, normalizer, grad(normalizer.sum(), natural, create_graph=True)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        natural, normalizer, slopes = self._slopes()
        found = normalizer - self._mean_carrier_measure
        for parameter, slope in zip(natural, slopes, strict=True):
            found = found - (parameter * slope).reshape((*self._batch_shape, -1)).sum(-1)
        return found


class Simple(Distribution):
    """A distribution of single numbers, whose parameters are broadcast."""

    def _start(self, validate_args: bool | None, **parameters: Any) -> None:
        self.__dict__.update(zip(parameters, broadcast_all(*parameters.values()), strict=True))
        Distribution.__init__(self, self.__dict__[next(iter(parameters))].shape, (), validate_args)
