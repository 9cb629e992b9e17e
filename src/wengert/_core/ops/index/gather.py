"""Gathering and scattering along a dimension, by an index with as many dimensions as the tensor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ... import errors
from ...arrays import arrays, copies, dtypes
from ...arrays.batched import Batched, insert_axes, together
from ...declare.families import composite, linear
from ...dispatch.inplace import apply_inplace
from ...dispatch.primitives import primitives
from ...tape.tensor import payload_of
from ..shape.shape import _getitem, reshape, view, wrap_dim
from . import index_loops
from .index import _within
from .positions import check_bounds, check_index_shape, flat_places, taken_along


def _checked_dim(shape: Sequence[int], index: Any, dim: int) -> int:
    """``dim`` as a non-negative number. Raises if ``index`` is out of bounds along it."""
    dim = wrap_dim(dim, len(shape))
    check_bounds(index, shape[dim] if shape else 1, dim, error=RuntimeError)
    return dim


def _batched_along(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    values = [insert_axes(v, 1) if hasattr(v, "ndim") and v.ndim == 1 else v for v in together(size, args, flags)]
    like = 1 if op is gather else 0
    shape = params.get("shape", args[like].shape[flags[like] :])
    shifted = {**params, "dim": wrap_dim(params["dim"], values[0].ndim - 1) + 1}
    if "shape" in params:
        shifted["shape"] = (size, *(shape or (1,)))
    return reshape(op(*values, **shifted), (size, *shape))


def _check_index(name: str, x: Any, dim: int, index: Any, src: Any = None) -> Any:
    """Check an index, and the tensor that is scattered with it, by torch's conditions. Return the part of the latter that
    an index of this shape uses."""
    given = index, src
    x, index = payload_of(x), payload_of(index)
    if type(index) is not np.ndarray and not hasattr(index, "dtype"):
        raise errors.calls.not_an_array(name, "index", given[0])
    if src is not None:
        src = payload_of(src)
        if type(src) is not np.ndarray and not hasattr(src, "dtype"):
            raise errors.calls.not_an_array(name, "src", given[1])
    shape, own = x.shape, index.shape
    at = wrap_dim(dim, len(shape))
    if index.dtype is not dtypes.I64 and index.dtype not in (dtypes.I64, dtypes.int32.dtype) and 0 not in own:
        raise RuntimeError(
            f"{name}(): Expected dtype int32/int64 for index, got {errors.text.describe(index)}. Use index.long()."
        )
    if src is not None and src.dtype is not x.dtype and src.dtype != x.dtype:
        raise RuntimeError(
            f"scatter(): Expected self.dtype to be equal to src.dtype, got {dtypes.of(x.dtype)} and "
            f"{dtypes.of(src.dtype)}. Cast one of them: x.to(y.dtype)."
        )
    size = None if src is None else src.shape
    if own != shape or (src is not None and own != size):
        check_index_shape(name, at, own, shape, size)
    return given[1] if src is None or own == size else _fitting(given[1], own)


def _fitting(src: Any, shape: tuple[int, ...]) -> Any:
    """The part of ``src`` that an index of this shape uses."""
    if 0 in shape:
        src = reshape(src, -1)
        return view(_getitem(src, key=(slice(0, 0),)), shape=shape)
    if not src.ndim:  # one element
        return reshape(src, shape)
    return _getitem(src, key=tuple(slice(n) for n in shape))


def _gather_slope(g: Any, x_meta: Any, index: Any, dim: int, sparse_grad: bool) -> Any:
    places = payload_of(index)
    if not sparse_grad or not x_meta.shape or Batched in (type(payload_of(g)), type(places)):
        return _ungather(g, index, shape=x_meta.shape, dim=dim)
    shape = places.shape or (1,)
    grid = x_meta.xp.indices(shape).reshape(len(shape), -1).astype("int64")
    grid[dim] = places.reshape(-1)
    return primitives.sparse(reshape(g, -1), indices=grid, shape=x_meta.shape)


@linear(
    name="_gather",
    x=_gather_slope,
    moves=True, batch=_batched_along, check=_within(error=RuntimeError), saved="x_meta=", row_major=True,
)  # fmt: skip
def gather(xp, x, index, *, dim, sparse_grad=False):
    if not index.size:
        return xp.empty(index.shape, x.dtype)
    found = index_loops.taken(x, index, dim)  # it checks bounds, too
    return taken_along(xp, x, index, _checked_dim(x.shape, index, dim)) if found is None else found


@composite("gather(input, dim, index, *, sparse_grad=False, out=None)", name="gather", out="apart")
def _gather(input: Any, dim: int, index: Any, *, sparse_grad: bool = False) -> Any:
    """Gathers elements along ``dim``: the result at ``[i, j]`` is ``input[i, index[i, j]]`` for ``dim=1``.

    Args:
        index: an integer tensor with as many dimensions as ``input``; only along ``dim`` it may be larger

    Returns:
        a tensor of the shape of ``index``

    >>> wengert.gather(wengert.tensor([[1, 2], [3, 4]]), 1, wengert.tensor([[1], [0]]))
    tensor([[2],
            [3]])
    """
    _check_index("gather", input, dim, index)
    return gather(input, index, dim=dim, sparse_grad=sparse_grad)


@linear(x=lambda g, index, dim: gather(g, index, dim=dim), batch=_batched_along,
        check=_within(error=RuntimeError), node="ScatterAddBackward0")  # fmt: skip
def _ungather(xp, x, index, *, shape, dim):
    """Zeros of the given shape, with ``x`` added at the positions ``index`` along ``dim``."""
    return _scattered(xp, xp.add, copies.zeros(xp, shape, x.dtype), index, x, dim)


class At(NamedTuple):
    """The choice of the elements at the positions ``places`` along ``dim``, from an array of the given ``shape``.

    If ``shape`` has more dimensions than ``places``, its last dimensions are merged into one.
    """

    places: Any
    dim: int
    shape: tuple[int, ...]

    def flat(self) -> tuple[int, ...]:
        n = self.places.ndim
        return self.shape if len(self.shape) == n else (*self.shape[: n - 1], math.prod(self.shape[n - 1 :]))

    def take(self, t: Any, shape: Any) -> Any:
        return _shaped(gather(_shaped(t, self.flat()), self.places, dim=self.dim), shape)

    def put(self, g: Any) -> Any:
        g = _shaped(g, self.places.shape)
        return _shaped(_ungather(g, self.places, shape=self.flat(), dim=self.dim), self.shape)


def _shaped(x: Any, shape: Any) -> Any:
    return x if tuple(x.shape) == tuple(shape) else reshape(x, shape)


def _scattered(xp: Any, ufunc: Any, out: Any, index: Any, src: Any, dim: int) -> Any:
    """Combine ``src`` into ``out`` at the positions ``index`` along ``dim``. ``out`` is contiguous and not shared."""
    if index_loops.along(out, index, copies.in_row_major(src), dim, ufunc):  # it checks bounds, too
        return out
    if index.size:
        dim = _checked_dim(out.shape, index, dim)
        at = flat_places(xp, out.shape, index, dim)
        arrays.combine_at(ufunc, out.reshape(-1), at.reshape(-1), src.reshape(-1))
    return out


def _overwritten(xp: Any, out: Any, index: Any, src: Any, dim: int) -> Any:
    """Write ``src`` to ``out`` at the positions ``index`` along ``dim``. ``out`` is contiguous and not shared."""
    if index_loops.along(out, index, copies.in_row_major(src), dim, None):  # it checks bounds, too
        return out
    if index.size:
        dim = _checked_dim(out.shape, index, dim)
        at = flat_places(xp, out.shape, index, dim)
        out.reshape(-1)[at.reshape(-1)] = src.reshape(-1) if getattr(src, "ndim", 0) else src
    return out


@linear(
    name="_scatter",
    x=lambda g, index, dim: scatter(g, index, 0, dim=dim),
    src=lambda g, index, dim: gather(g, index, dim=dim),
    moves=True, batch=_batched_along, check=_within(error=RuntimeError),
    onto=lambda xp, x, index, src, dim: _overwritten(xp, x, index, src, dim),
    node="ScatterBackward0 src=ScatterBackward1",
)  # fmt: skip
def scatter(xp, x, index, src, *, dim):
    return _overwritten(xp, copies.copied(x), index, src, dim)


@linear(name="_scatter_add", x=lambda g: g, src=lambda g, index, dim: gather(g, index, dim=dim), batch=_batched_along,
        check=_within(error=RuntimeError), onto=lambda xp, x, index, src, dim: _scattered(xp, xp.add, x, index, src, dim))  # fmt: skip
def scatter_add(xp, x, index, src, *, dim):
    return _scattered(xp, xp.add, copies.copied(x), index, src, dim)


@composite("scatter_add(input, dim, index, src, *, out=None)", name="scatter_add", out="first")
def _scatter_add(input: Any, dim: int, index: Any, src: Any) -> Any:
    """A copy of ``input``, with the elements of ``src`` added at the positions ``index`` along ``dim``.

    Args:
        index: an integer tensor with as many dimensions as ``input``, no larger than ``src``
        src: the values to add

    >>> wengert.scatter_add(wengert.zeros(3), 0, wengert.tensor([0, 0, 2]), wengert.tensor([1.0, 2.0, 3.0]))
    tensor([3., 0., 3.])
    """
    src = _check_index("scatter_add", input, dim, index, src)
    return scatter_add.apply((input, index, src), {"dim": dim})


@composite("scatter_add_(input, dim, index, src)")
def scatter_add_(input: Any, dim: int, index: Any, src: Any) -> Any:
    """In-place version of ``scatter_add``.

    Args:
        index: an integer tensor with as many dimensions as the tensor, no larger than ``src``
        src: the values to add

    >>> wengert.zeros(3).scatter_add_(0, wengert.tensor([0, 0, 2]), wengert.tensor([1.0, 2.0, 3.0]))
    tensor([3., 0., 3.])
    """
    src = _check_index("scatter_add", input, dim, index, src)
    return apply_inplace(scatter_add, (input, index, src), {"dim": dim})
