"""The largest and the smallest element."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...arrays import reductions
from ...arrays.batched import batch_dims
from ...declare.families import composite, selecting
from ..elementwise.clamping import maximum, minimum
from ..elementwise.pointwise import div, eq, isnan, where
from ..index.gather import At
from ..results import named, of_kind
from .reduce import Axes, _batch_whole, _sum_dim, _unreduced, along_axis, axes, refuse_empty, refuse_keepdim

Aminmax = named("aminmax", "min max")
Max = named("max")
Min = named("min")

# -- Extremes ----------------------------------------------------------------------------------------------------------


def shared(g: Any, mask: Any, dim: Axes) -> Any:
    """Share a gradient evenly between the elements that tie."""
    return div(g * mask, _sum_dim(mask, dim=dim, keepdim=True))


class Ties(NamedTuple):
    """The choice of the elements where ``mask`` is True along ``dim``. Each gets an even share."""

    mask: Any
    dim: Axes
    keepdim: bool = False

    def take(self, t: Any, shape: Any) -> Any:
        how = {"dim": self.dim, "keepdim": self.keepdim}
        return div(_sum_dim(t * self.mask, **how), _sum_dim(self.mask, **how))

    def put(self, g: Any) -> Any:
        return shared(_unreduced(g, self.dim, self.keepdim), self.mask, self.dim)


def _equal(x, out, dim, keepdim):
    return Ties(eq(x, _unreduced(out, dim, keepdim)), dim, keepdim)


@selecting(x=_equal, batch=batch_dims, node="AmaxBackward0", real_only="amax")
def _amax(xp, x, *, dim, keepdim):
    return reductions.largest(x, dim, keepdim)


@selecting(x=_equal, batch=batch_dims, node="AminBackward0", real_only="amin")
def _amin(xp, x, *, dim, keepdim):
    return reductions.smallest(x, dim, keepdim)


def _extreme_of(row: Any, name: str, x: Any, dim: Any, keepdim: bool) -> Any:
    refuse_empty(name, x, dim)
    return row(x, dim=axes(x, dim), keepdim=keepdim)


@composite("amax(input, dim=(), keepdim=False, *, out=None)")
def amax(input: Any, dim: int | Sequence[int] | None = (), keepdim: bool = False) -> Any:
    """The largest element over the dimensions ``dim`` (default: all). Elements that tie share the gradient evenly.

    Args:
        dim: the dimensions to reduce; an empty tuple means all of them

    >>> wengert.amax(wengert.tensor([[1, 5], [3, 2]]), 1)
    tensor([5, 3])
    """
    return _extreme_of(_amax, "amax", input, dim, keepdim)


@composite("amin(input, dim=(), keepdim=False, *, out=None)")
def amin(input: Any, dim: int | Sequence[int] | None = (), keepdim: bool = False) -> Any:
    """The smallest element over the dimensions ``dim`` (default: all). Elements that tie share the gradient evenly.

    Args:
        dim: the dimensions to reduce; an empty tuple means all of them

    >>> wengert.amin(wengert.tensor([[1, 5], [3, 2]]), 1)
    tensor([1, 2])
    """
    return _extreme_of(_amin, "amin", input, dim, keepdim)


@selecting(x=(lambda x, min, dim, keepdim: _equal(x, min, dim, keepdim),
              lambda x, max, dim, keepdim: _equal(x, max, dim, keepdim)),
           outputs="min max", batch=batch_dims, node="AminmaxBackward0", real_only="aminmax")  # fmt: skip
def _aminmax(xp, x, *, dim, keepdim):
    return reductions.smallest(x, dim, keepdim), reductions.largest(x, dim, keepdim)


@composite("aminmax(input, *, dim=None, keepdim=False, out=None)")
def aminmax(input: Any, *, dim: int | None = None, keepdim: bool = False) -> Aminmax:
    """The smallest and the largest element, of the whole tensor or along ``dim``.

    Args:
        dim: the dimension to reduce; None means all of them

    >>> wengert.aminmax(wengert.tensor([3, 1, 2]))
    wengert.return_types.aminmax(
    min=tensor(1),
    max=tensor(3))
    """
    return Aminmax(*_extreme_of(_aminmax, "aminmax", input, dim, keepdim))


def tied(x, out):
    """The elements equal to the extreme of the whole tensor. If that is NaN, all NaN elements."""
    return Ties(where(isnan(out), isnan(x), eq(x, out)), None)


@selecting(x=tied, batch=_batch_whole(lambda: _amax), node="MaxBackward1", real_only="max")
def _max(xp, x):
    return reductions.largest(x, None)


@selecting(x=tied, batch=_batch_whole(lambda: _amin), node="MinBackward1", real_only="min")
def _min(xp, x):
    return reductions.smallest(x, None)


def along(indices, x_meta, dim):
    """The choice of several elements along a dimension."""
    return At(indices, dim, x_meta.shape)


def one_along(indices, x_meta, dim, keepdim):
    """The choice of one element along a dimension."""
    return At(_unreduced(indices, dim, keepdim), dim, x_meta.shape)


@selecting(x=one_along, outputs="values indices", nondiff="indices", batch=batch_dims, node="MaxBackward0",
           real_only="max", row_major=True)  # fmt: skip
def _max_dim(xp, x, *, dim, keepdim=False):
    return reductions.extreme_and_place(x, dim, False, keepdim)


@selecting(x=one_along, outputs="values indices", nondiff="indices", batch=batch_dims, node="MinBackward0",
           real_only="min", row_major=True)  # fmt: skip
def _min_dim(xp, x, *, dim, keepdim=False):
    return reductions.extreme_and_place(x, dim, True, keepdim)


def picked(kind: Any, row: Any, name: str, x: Any, dim: int, **params: Any) -> Any:
    """Call a row that picks elements along one dimension. Returns a named tuple ``(values, indices)``."""
    refuse_empty(name, x, dim)
    return of_kind(kind, along_axis(row, x, dim, **params))


@composite("max(input, dim=None, keepdim=False, *, other=None, out=None)", out="cast")
def max(input: Any, dim: Any = None, keepdim: bool = False, *, other: Any = None) -> Any:
    """The largest element of the tensor. With ``dim``, the largest along it and its first index.

    With a tensor as second argument, the same as :func:`maximum`.

    Elements that tie share the gradient of ``max(input)``. With ``dim``, the element at the returned index gets it.

    Args:
        other: a tensor to compare with, elementwise

    >>> x = wengert.tensor([[1, 5], [3, 2]])
    >>> wengert.max(x)
    tensor(5)
    >>> wengert.max(x, 1)
    wengert.return_types.max(
    values=tensor([5, 3]),
    indices=tensor([1, 0]))
    """
    other = dim if hasattr(dim, "requires_grad") else other
    if other is None and dim is not None:
        return picked(Max, _max_dim, "max", input, dim, keepdim=keepdim)
    refuse_keepdim("max", keepdim)
    if other is not None:
        return maximum(input, other)
    refuse_empty("max", input, None)
    return _max(input)


@composite("min(input, dim=None, keepdim=False, *, other=None, out=None)", out="cast")
def min(input: Any, dim: Any = None, keepdim: bool = False, *, other: Any = None) -> Any:
    """The smallest element of the tensor. With ``dim``, the smallest along it and its first index.

    With a tensor as second argument, the same as :func:`minimum`.

    Elements that tie share the gradient of ``min(input)``. With ``dim``, the element at the returned index gets it.

    Args:
        other: a tensor to compare with, elementwise

    >>> x = wengert.tensor([[1, 5], [3, 2]])
    >>> wengert.min(x)
    tensor(1)
    >>> wengert.min(x, 1)
    wengert.return_types.min(
    values=tensor([1, 2]),
    indices=tensor([0, 1]))
    """
    other = dim if hasattr(dim, "requires_grad") else other
    if other is None and dim is not None:
        return picked(Min, _min_dim, "min", input, dim, keepdim=keepdim)
    refuse_keepdim("min", keepdim)
    if other is not None:
        return minimum(input, other)
    refuse_empty("min", input, None)
    return _min(input)
