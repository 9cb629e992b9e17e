"""The base class of transforms, their inverses, and what it takes to cache a value."""

from __future__ import annotations

import copy
import weakref
from typing import Any

from ... import errors
from ...tape.tensor import Size


def sum_rightmost(value: Any, ndim: int) -> Any:
    """Sum over the last ``ndim`` dimensions."""
    return value.reshape((*value.shape[: value.ndim - ndim], -1)).sum(-1) if ndim else value


class Transform:
    """The base class of differentiable transforms, which know the determinants of their Jacobians.

    A subclass gives ``domain`` and ``codomain``, ``_call``, and if it can ``_inverse`` and ``log_abs_det_jacobian``.

    Args:
        cache_size: 1 to keep the last value and its image. The inverse of a value that was just computed is then the
            value itself, which is faster and exact. 0 to keep nothing.

    Raises:
        ValueError: if ``cache_size`` is neither 0 nor 1.

    >>> import wengert
    >>> exp = wengert.distributions.ExpTransform()
    >>> exp.inv(exp(wengert.tensor(2.0)))
    tensor(2.)
    """

    bijective: Any = False
    domain: Any
    codomain: Any

    def __init__(self, cache_size: int = 0) -> None:
        if cache_size not in (0, 1):
            raise errors.distributions.cache_size()
        self._cache_size = cache_size
        self._inv: Any = None  # a weak reference to the inverse
        self._cached_x_y: tuple[Any, Any] = (None, None)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_inv": None}

    @property
    def event_dim(self) -> int:
        """The dimensions of one event, before and after.

        Raises:
            ValueError: if the two differ.
        """
        if self.domain.event_dim == self.codomain.event_dim:
            return int(self.domain.event_dim)
        raise ValueError("Please use either .domain.event_dim or .codomain.event_dim")

    @property
    def inv(self) -> Any:
        """The inverse, as a transform. Its inverse is this transform."""
        inverse = self._inv() if self._inv is not None else None
        if inverse is None:
            inverse = self._make_inverse()
            self._inv = weakref.ref(inverse)
        return inverse

    def _make_inverse(self) -> Any:
        return _InverseTransform(self)

    @property
    def sign(self) -> Any:
        """1 where the transform of numbers increases, -1 where it decreases.

        Raises:
            NotImplementedError: if it does neither.
        """
        raise errors.distributions.lacking(type(self), "sign")

    def with_cache(self, cache_size: int = 1) -> Any:
        """The same transform with another size of the cache.

        Args:
            cache_size: 0 or 1
        """
        if self._cache_size == cache_size:
            return self
        new = copy.copy(self)
        Transform.__init__(new, cache_size)
        return new

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __call__(self, x: Any) -> Any:
        """The image of a value."""
        old, image = self._cached_x_y
        if self._cache_size and x is old:
            return image
        y = self._call(x)
        if self._cache_size:
            self._cached_x_y = x, y
        return y

    def _inv_call(self, y: Any) -> Any:
        x, old = self._cached_x_y
        if self._cache_size and y is old:
            return x
        x = self._inverse(y)
        if self._cache_size:
            self._cached_x_y = x, y
        return x

    def _call(self, x: Any) -> Any:
        raise errors.distributions.lacking(type(self), "a call")

    def _inverse(self, y: Any) -> Any:
        raise errors.distributions.lacking(type(self), "an inverse")

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of the absolute determinant of the Jacobian, at a value and its image.

        Args:
            x: the value
            y: its image

        Returns:
            a number per event.

        Raises:
            NotImplementedError: if the transform does not have one.
        """
        raise errors.distributions.lacking(type(self), "log_abs_det_jacobian")

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the image of a value.

        Args:
            shape: the shape of the value
        """
        return shape

    def inverse_shape(self, shape: Any) -> Any:
        """The shape of a value whose image is given.

        Args:
            shape: the shape of the image
        """
        return shape


class _InverseTransform(Transform):
    """The inverse of a transform. It has no cache of its own."""

    def __init__(self, transform: Transform) -> None:
        super().__init__(cache_size=transform._cache_size)
        self._inv = transform

    def __getstate__(self) -> dict[str, Any]:
        return dict(self.__dict__)

    @property
    def domain(self) -> Any:  # type: ignore[override]
        return self._inv.codomain

    @property
    def codomain(self) -> Any:  # type: ignore[override]
        return self._inv.domain

    @property
    def bijective(self) -> Any:  # type: ignore[override]
        return self._inv.bijective

    @property
    def sign(self) -> Any:
        return self._inv.sign

    @property
    def inv(self) -> Any:
        return self._inv

    def with_cache(self, cache_size: int = 1) -> Any:
        return self._inv.with_cache(cache_size).inv

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _InverseTransform) and self._inv == other._inv

    def __hash__(self) -> int:
        return hash(self._inv) + 1

    def __repr__(self) -> str:
        return f"_InverseTransform({self._inv!r})"

    def __call__(self, x: Any) -> Any:
        return self._inv._inv_call(x)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape: Any) -> Any:
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape: Any) -> Any:
        return self._inv.forward_shape(shape)


def at_least(shape: Any, ndim: int) -> Any:
    """A shape, if it has as many dimensions as a transform takes."""
    if len(shape) < ndim:
        raise errors.distributions.too_few_dimensions()
    return Size(shape)
