"""Transforms of single numbers."""

from __future__ import annotations

import math
from numbers import Number
from typing import Any

from ...api.generated import functions
from ...api.generated import nn_functions as nn
from ...api.types import finfo
from . import constraints
from .invertible import Transform, sum_rightmost
from .parameters import is_tensor, lazy_property


class ExpTransform(Transform):
    """``y = exp(x)``, from all numbers to the positive ones.

    Args:
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.ExpTransform()(wengert.tensor(0.0))
    tensor(1.)
    """

    domain, codomain, bijective, sign = constraints.real, constraints.positive, True, 1  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExpTransform)

    __hash__ = Transform.__hash__

    def _call(self, x: Any) -> Any:
        return x.exp()

    def _inverse(self, y: Any) -> Any:
        return y.log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of the slope, which is ``x``."""
        return x


class PowerTransform(Transform):
    """``y = x ** exponent``, among the positive numbers.

    Args:
        exponent: a number or a tensor
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.PowerTransform(2.0)(wengert.tensor(3.0))
    tensor(9.)
    """

    domain = codomain = constraints.positive
    bijective = True

    def __init__(self, exponent: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.exponent = exponent if is_tensor(exponent) else functions.tensor(float(exponent))

    @lazy_property
    def sign(self) -> Any:  # type: ignore[override]
        """The sign of the exponent."""
        return self.exponent.sign()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PowerTransform) and bool(self.exponent.eq(other.exponent).all())

    __hash__ = Transform.__hash__

    def _call(self, x: Any) -> Any:
        return x.pow(self.exponent)

    def _inverse(self, y: Any) -> Any:
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of ``|exponent * y / x|``."""
        return (self.exponent * y / x).abs().log()

    def forward_shape(self, shape: Any) -> Any:
        """The shape, broadcast with that of the exponent."""
        return functions.broadcast_shapes(shape, self.exponent.shape)

    inverse_shape = forward_shape


def clipped_sigmoid(x: Any) -> Any:
    """The sigmoid, off 0 and 1."""
    return inside_unit(functions.sigmoid(x))


class SigmoidTransform(Transform):
    """``y = 1 / (1 + exp(-x))``, from all numbers to those between 0 and 1. The results are clamped inside.

    Args:
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.SigmoidTransform()(wengert.tensor(0.0))
    tensor(0.5000)
    """

    domain, codomain, bijective, sign = constraints.real, constraints.unit_interval, True, 1  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SigmoidTransform)

    __hash__ = Transform.__hash__

    def _call(self, x: Any) -> Any:
        return clipped_sigmoid(x)

    def _inverse(self, y: Any) -> Any:
        y = inside_unit(y)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of the slope."""
        return -nn.softplus(-x) - nn.softplus(x)


def inside_unit(value: Any) -> Any:
    """Numbers moved into the open interval from 0 to 1."""
    info = finfo(value.dtype)
    return functions.clamp(value, info.tiny, 1.0 - info.eps)


class SoftplusTransform(Transform):
    """``y = log(1 + exp(x))``, from all numbers to the positive ones.

    Args:
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.SoftplusTransform()(wengert.tensor(0.0))
    tensor(0.6931)
    """

    domain, codomain, bijective, sign = constraints.real, constraints.positive, True, 1  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SoftplusTransform)

    __hash__ = Transform.__hash__

    def _call(self, x: Any) -> Any:
        return nn.softplus(x)

    def _inverse(self, y: Any) -> Any:
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of the slope."""
        return -nn.softplus(-x)


class TanhTransform(Transform):
    """``y = tanh(x)``, from all numbers to those between -1 and 1.

    The inverse is infinite where rounding has given 1 or -1: use ``cache_size=1`` then.

    Args:
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.TanhTransform()(wengert.tensor(0.0))
    tensor(0.)
    """

    domain, codomain, bijective, sign = constraints.real, constraints.interval(-1.0, 1.0), True, 1  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TanhTransform)

    __hash__ = Transform.__hash__

    def _call(self, x: Any) -> Any:
        return x.tanh()

    def _inverse(self, y: Any) -> Any:
        return functions.atanh(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of ``1 - y**2``, without cancellation."""
        return 2.0 * (math.log(2.0) - x - nn.softplus(-2.0 * x))


class AbsTransform(Transform):
    """``y = |x|``. It is no bijection; its "inverse" is the positive one of the two values.

    Args:
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.AbsTransform()(wengert.tensor(-2.0))
    tensor(2.)
    """

    domain, codomain = constraints.real, constraints.positive

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbsTransform)

    __hash__ = Transform.__hash__

    def _call(self, x: Any) -> Any:
        return x.abs()

    def _inverse(self, y: Any) -> Any:
        return y


class AffineTransform(Transform):
    """``y = loc + scale * x``.

    Args:
        loc: a number or a tensor
        scale: a number or a tensor
        event_dim: the dimensions of one event: 0 for numbers, 1 for vectors, and so on
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.AffineTransform(1.0, 2.0)(wengert.tensor(3.0))
    tensor(7.)
    """

    bijective = True

    def __init__(self, loc: Any, scale: Any, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.loc, self.scale, self._event_dim = loc, scale, event_dim

    @property
    def event_dim(self) -> int:
        """The dimensions of one event."""
        return self._event_dim

    @constraints.dependent_property(is_discrete=False)
    def domain(self) -> Any:  # type: ignore[override]
        """All numbers."""
        return constraints.independent(constraints.real, self.event_dim) if self.event_dim else constraints.real

    codomain = domain

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AffineTransform) and _same(self.loc, other.loc) and _same(self.scale, other.scale)

    __hash__ = Transform.__hash__

    @property
    def sign(self) -> Any:
        """The sign of the scale."""
        if isinstance(self.scale, Number):
            return int(self.scale > 0) - int(self.scale < 0)  # type: ignore[operator]
        return self.scale.sign()

    def _call(self, x: Any) -> Any:
        return self.loc + self.scale * x

    def _inverse(self, y: Any) -> Any:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of the scale, once for each number of an event."""
        if isinstance(self.scale, Number):
            found = functions.full_like(x, math.log(abs(self.scale)))  # type: ignore[arg-type]
        else:
            found = self.scale.abs().log()
        return sum_rightmost(found.expand(functions.broadcast_shapes(found.shape, x.shape)), self.event_dim)

    def forward_shape(self, shape: Any) -> Any:
        """The shape, broadcast with those of ``loc`` and ``scale``."""
        return functions.broadcast_shapes(shape, getattr(self.loc, "shape", ()), getattr(self.scale, "shape", ()))

    inverse_shape = forward_shape


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, Number) and isinstance(b, Number):
        return a == b
    return bool(functions.as_tensor(a == b).all())


class CumulativeDistributionTransform(Transform):
    """The cumulative distribution function of a distribution of numbers, as a transform.

    Args:
        distribution: a distribution with ``cdf`` and ``icdf``
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> to_unit = wengert.distributions.CumulativeDistributionTransform(wengert.distributions.Normal(0.0, 1.0))
    >>> to_unit(wengert.tensor(0.0))
    tensor(0.5000)
    """

    bijective, codomain, sign = True, constraints.unit_interval, 1  # type: ignore[assignment]

    def __init__(self, distribution: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.distribution = distribution

    @property
    def domain(self) -> Any:  # type: ignore[override]
        """The support of the distribution."""
        return self.distribution.support

    def _call(self, x: Any) -> Any:
        return self.distribution.cdf(x)

    def _inverse(self, y: Any) -> Any:
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of the density."""
        return self.distribution.log_prob(x)
