"""Transforms that are made of others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from operator import add, mul
from typing import Any

from ... import errors
from ...api.generated import functions
from ...tape.tensor import Size
from . import constraints
from .invertible import Transform, at_least, sum_rightmost
from .parameters import lazy_property


def _deepened(constraint: Any, event_dim: int) -> Any:
    """A constraint whose events have as many dimensions."""
    missing = event_dim - constraint.event_dim
    return constraints.independent(constraint, missing) if missing else constraint


class ComposeTransform(Transform):
    """Transforms one after the other.

    Args:
        parts: the transforms, the first one first
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> d = wengert.distributions
    >>> d.ComposeTransform([d.ExpTransform(), d.AffineTransform(1.0, 2.0)])(wengert.tensor(0.0))
    tensor(3.)
    """

    def __init__(self, parts: Sequence[Transform], cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.parts = [part.with_cache(cache_size) for part in parts] if cache_size else list(parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    __hash__ = Transform.__hash__

    @constraints.dependent_property(is_discrete=False)
    def domain(self) -> Any:  # type: ignore[override]
        """What the first transform takes, in events as large as all need."""
        if not self.parts:
            return constraints.real
        event_dim = self.parts[-1].codomain.event_dim
        for part in reversed(self.parts):
            event_dim += part.domain.event_dim - part.codomain.event_dim
            event_dim = max(event_dim, part.domain.event_dim)
        return _deepened(self.parts[0].domain, event_dim)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self) -> Any:  # type: ignore[override]
        """What the last transform gives, in events as large as all need."""
        if not self.parts:
            return constraints.real
        event_dim = self.parts[0].domain.event_dim
        for part in self.parts:
            event_dim += part.codomain.event_dim - part.domain.event_dim
            event_dim = max(event_dim, part.codomain.event_dim)
        return _deepened(self.parts[-1].codomain, event_dim)

    @lazy_property
    def bijective(self) -> bool:  # type: ignore[override]
        """Whether all parts are."""
        return all(part.bijective for part in self.parts)

    @lazy_property
    def sign(self) -> Any:  # type: ignore[override]
        """The product of the signs."""
        return reduce(mul, [part.sign for part in self.parts], 1)

    def _make_inverse(self) -> Any:
        inverse = ComposeTransform([part.inv for part in reversed(self.parts)], cache_size=self._cache_size)
        inverse._inv = lambda: self  # it keeps this one alive, not the other way round
        return inverse

    def with_cache(self, cache_size: int = 1) -> Any:
        """The same transforms, each with another size of the cache.

        Args:
            cache_size: 0 or 1
        """
        return self if self._cache_size == cache_size else ComposeTransform(self.parts, cache_size)

    def __call__(self, x: Any) -> Any:
        for part in self.parts:
            x = part(x)
        return x

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The sum of those of the parts."""
        if not self.parts:
            return functions.zeros_like(x)
        values = [x]
        for part in self.parts[:-1]:
            values.append(part(values[-1]))
        values.append(y)
        terms, event_dim = [], self.domain.event_dim
        for part, before, after in zip(self.parts, values, values[1:], strict=False):
            found = part.log_abs_det_jacobian(before, after)
            terms.append(sum_rightmost(found, event_dim - part.domain.event_dim))
            event_dim += part.codomain.event_dim - part.domain.event_dim
        return reduce(add, terms)

    def forward_shape(self, shape: Any) -> Any:
        """The shape after all parts."""
        return reduce(lambda shape, part: part.forward_shape(shape), self.parts, shape)

    def inverse_shape(self, shape: Any) -> Any:
        """The shape before all parts."""
        return reduce(lambda shape, part: part.inverse_shape(shape), reversed(self.parts), shape)

    def __repr__(self) -> str:
        inner = ",\n    ".join(map(repr, self.parts))
        return f"ComposeTransform(\n    {inner}\n)"


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform whose last batch dimensions belong to the event: determinants are summed over them.

    Args:
        base_transform: the transform
        reinterpreted_batch_ndims: how many dimensions
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> exp = wengert.distributions.IndependentTransform(wengert.distributions.ExpTransform(), 1)
    >>> exp.log_abs_det_jacobian(wengert.ones(3), wengert.ones(3).exp())
    tensor(3.)
    """

    def __init__(self, base_transform: Transform, reinterpreted_batch_ndims: int, cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def with_cache(self, cache_size: int = 1) -> Any:
        """The same transform with another size of the cache.

        Args:
            cache_size: 0 or 1
        """
        if self._cache_size == cache_size:
            return self
        return IndependentTransform(self.base_transform, self.reinterpreted_batch_ndims, cache_size)

    @constraints.dependent_property(is_discrete=False)
    def domain(self) -> Any:  # type: ignore[override]
        """Events of the base transform, along more dimensions."""
        return constraints.independent(self.base_transform.domain, self.reinterpreted_batch_ndims)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self) -> Any:  # type: ignore[override]
        """Events of the base transform, along more dimensions."""
        return constraints.independent(self.base_transform.codomain, self.reinterpreted_batch_ndims)

    @property
    def bijective(self) -> bool:  # type: ignore[override]
        """Whether the base transform is."""
        return bool(self.base_transform.bijective)

    @property
    def sign(self) -> Any:
        """The base transform's."""
        return self.base_transform.sign

    def _call(self, x: Any) -> Any:
        at_least(x.shape, self.domain.event_dim)
        return self.base_transform(x)

    def _inverse(self, y: Any) -> Any:
        at_least(y.shape, self.codomain.event_dim)
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The base transform's, summed over the dimensions of the event."""
        return sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self) -> str:
        return f"IndependentTransform({self.base_transform!r}, {self.reinterpreted_batch_ndims})"

    def forward_shape(self, shape: Any) -> Any:
        """The base transform's."""
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape: Any) -> Any:
        """The base transform's."""
        return self.base_transform.inverse_shape(shape)


class ReshapeTransform(Transform):
    """Events of one shape become events of another.

    Args:
        in_shape: the shape of events before
        out_shape: the shape after
        cache_size: how many values are cached: 0 or 1

    Raises:
        ValueError: if the shapes do not have as many elements.

    >>> import wengert
    >>> wengert.distributions.ReshapeTransform((4,), (2, 2))(wengert.zeros(3, 4)).shape
    wengert.Size([3, 2, 2])
    """

    bijective = True

    def __init__(self, in_shape: Any, out_shape: Any, cache_size: int = 0) -> None:
        self.in_shape, self.out_shape = Size(in_shape), Size(out_shape)
        if math.prod(self.in_shape) != math.prod(self.out_shape):
            raise ValueError("in_shape, out_shape have different numbers of elements. Give shapes with equal products.")
        super().__init__(cache_size=cache_size)

    @constraints.dependent_property
    def domain(self) -> Any:  # type: ignore[override]
        """Arrays of real numbers."""
        return constraints.independent(constraints.real, len(self.in_shape))

    @constraints.dependent_property
    def codomain(self) -> Any:  # type: ignore[override]
        """Arrays of real numbers."""
        return constraints.independent(constraints.real, len(self.out_shape))

    def _call(self, x: Any) -> Any:
        return x.reshape((*x.shape[: x.ndim - len(self.in_shape)], *self.out_shape))

    def _inverse(self, y: Any) -> Any:
        return y.reshape((*y.shape[: y.ndim - len(self.out_shape)], *self.in_shape))

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Zero."""
        return x.new_zeros(x.shape[: x.ndim - len(self.in_shape)])

    @staticmethod
    def _exchanged(shape: Any, old: Any, new: Any) -> Any:
        shape = at_least(shape, len(old))
        batch = len(shape) - len(old)
        if shape[batch:] != old:
            raise ValueError(f"Shape mismatch: expected {tuple(old)} but got {tuple(shape[batch:])}")
        return Size((*shape[:batch], *new))

    def forward_shape(self, shape: Any) -> Any:
        """The shape, with the other shape of events."""
        return self._exchanged(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape: Any) -> Any:
        """The shape, with the other shape of events."""
        return self._exchanged(shape, self.out_shape, self.in_shape)


class _PartsTransform(Transform):
    """Transforms of parts along one dimension. A subclass says how values are taken apart and put together."""

    def __init__(self, tseq: Sequence[Transform], dim: int, cache_size: int) -> None:
        if not all(isinstance(t, Transform) for t in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        super().__init__(cache_size=cache_size)
        self.transforms, self.dim = [t.with_cache(cache_size) if cache_size else t for t in tseq], dim

    @property
    def bijective(self) -> bool:  # type: ignore[override]
        """Whether all parts are."""
        return all(t.bijective for t in self.transforms)

    def _parts(self, value: Any) -> Any:
        raise NotImplementedError

    def _whole(self, parts: Sequence[Any], dim: int) -> Any:
        raise NotImplementedError

    def _call(self, x: Any) -> Any:
        return self._whole([t(part) for t, part in zip(self.transforms, self._parts(x), strict=True)], self.dim)

    def _inverse(self, y: Any) -> Any:
        return self._whole([t.inv(part) for t, part in zip(self.transforms, self._parts(y), strict=True)], self.dim)

    def _determinants(self, x: Any, y: Any) -> list[Any]:
        rows = zip(self.transforms, self._parts(x), self._parts(y), strict=True)
        return [t.log_abs_det_jacobian(before, after) for t, before, after in rows]


class CatTransform(_PartsTransform):
    """Transforms of neighbouring parts along one dimension: ``cat`` of the images.

    Args:
        tseq: the transforms
        dim: the dimension
        lengths: the length of each part; by default 1
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> d = wengert.distributions
    >>> both = d.CatTransform([d.ExpTransform(), d.identity_transform], dim=0, lengths=[1, 2])
    >>> both(wengert.zeros(3))
    tensor([1., 0., 0.])
    """

    def __init__(
        self, tseq: Sequence[Transform], dim: int = 0, lengths: Sequence[int] | None = None, cache_size: int = 0
    ) -> None:
        super().__init__(tseq, dim, cache_size)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise errors.distributions.pieces("CatTransform: lengths", len(self.lengths), len(self.transforms))

    @lazy_property
    def event_dim(self) -> int:  # type: ignore[override]
        """The most dimensions that an event of a part has."""
        return max(t.event_dim for t in self.transforms)

    @lazy_property
    def length(self) -> int:
        """The size of the dimension."""
        return sum(self.lengths)

    @constraints.dependent_property
    def domain(self) -> Any:  # type: ignore[override]
        """What the parts take."""
        return constraints.cat([t.domain for t in self.transforms], self.dim, self.lengths)

    @constraints.dependent_property
    def codomain(self) -> Any:  # type: ignore[override]
        """What the parts give."""
        return constraints.cat([t.codomain for t in self.transforms], self.dim, self.lengths)

    def _parts(self, value: Any) -> Any:
        if value.shape[self.dim] != self.length:
            raise errors.distributions.pieces("CatTransform: the value's size", value.shape[self.dim], self.length)
        return functions.split(value, self.lengths, self.dim)

    def _whole(self, parts: Sequence[Any], dim: int) -> Any:
        return functions.cat(list(parts), dim)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The parts', side by side; or their sum, if the dimension belongs to the event."""
        found = [
            sum_rightmost(value, self.event_dim - t.event_dim)
            for value, t in zip(self._determinants(x, y), self.transforms, strict=True)
        ]
        dim = self.dim - x.ndim if self.dim >= 0 else self.dim
        dim += self.event_dim
        return functions.cat(found, dim) if dim < 0 else reduce(add, found)


class StackTransform(_PartsTransform):
    """A transform for each index of one dimension: ``stack`` of the images.

    Args:
        tseq: the transforms
        dim: the dimension
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> d = wengert.distributions
    >>> d.StackTransform([d.ExpTransform(), d.identity_transform])(wengert.zeros(2))
    tensor([1., 0.])
    """

    def __init__(self, tseq: Sequence[Transform], dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(tseq, dim, cache_size)

    @constraints.dependent_property
    def domain(self) -> Any:  # type: ignore[override]
        """What the parts take."""
        return constraints.stack([t.domain for t in self.transforms], self.dim)

    @constraints.dependent_property
    def codomain(self) -> Any:  # type: ignore[override]
        """What the parts give."""
        return constraints.stack([t.codomain for t in self.transforms], self.dim)

    def _parts(self, value: Any) -> Any:
        if value.shape[self.dim] != len(self.transforms):
            given = value.shape[self.dim]
            raise errors.distributions.pieces("StackTransform: the value's size", given, len(self.transforms))
        return value.unbind(self.dim)

    def _whole(self, parts: Sequence[Any], dim: int) -> Any:
        return functions.stack(list(parts), dim)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The parts', stacked."""
        return self._whole(self._determinants(x, y), self.dim)
