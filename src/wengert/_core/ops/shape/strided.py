"""Views that are made by strides (diagonals, windows, ``as_strided``), and the copying forms of views."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...arrays import arrays, copies, layouts, objects
from ...arrays.arrays import combine_at
from ...arrays.batched import batch_dims, batch_together, levels_of, physical
from ...arrays.conjugates import unconjugated
from ...declare.families import composite, linear
from ...tape.view import LONG, replay, set_strided
from ..elementwise.complex import conjugate_view, is_conj, resolve_conj, view_as_complex, view_as_real
from .arrange import expand
from .dims import in_sequence
from .join import _split, _unbind, split_with_sizes
from .shape import (
    _getitem,
    _squeeze,
    _squeeze_all,
    _view,
    as_sizes,
    at_dim,
    compact,
    narrow,
    permute,
    reshape,
    select,
    squeeze,
    t,
    transpose,
    unsqueeze,
    view,
    wrap_dim,
)

FAR = 2**31 - 1  # NumPy counts offsets in 32 bits, and strides are products: what is farther is just as empty

# -- Diagonals ---------------------------------------------------------------------------------------------------------


def _diagonal_dims(dim1: int, dim2: int, ndim: int) -> tuple[int, int]:
    first, second = wrap_dim(dim1, ndim), wrap_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}. Give two different dimensions.")
    return first, second


def _diagonal_view(xp: Any, x: Any, offset: int, dim1: int, dim2: int) -> Any:
    """The diagonal as a view. It is writable if ``x`` is; NumPy's is always read-only."""
    if not -FAR <= offset <= FAR:
        offset = FAR if offset > 0 else -FAR
    if type(dim1) is type(dim2) is int:
        found = objects.diagonal(x, offset, dim1, dim2)
        if found is not None:
            return found
    out = x.diagonal(offset, *_diagonal_dims(dim1, dim2, x.ndim))
    if xp is np and x.flags.writeable:
        out.flags.writeable = True
    return out


def _writable(x: Any) -> Any:
    """The same array, to be written if its memory may be: what NumPy has broadcast is read-only."""
    same = x[...]
    try:
        same.flags.writeable = True
    except ValueError:
        return x
    return same


def _batched_diagonal(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    _diagonal_dims(params["dim1"], params["dim2"], args[0].ndim - 1)
    return batch_dims(op, size, args, flags, params)


@linear(
    "diagonal(input, offset=0, dim1=0, dim2=1)",
    x=lambda g, x_meta, offset, dim1, dim2: _onto_diagonal(g, shape=x_meta.shape, offset=offset, dim1=dim1, dim2=dim2),
    view=True,
    batch=_batched_diagonal,
)
def diagonal(xp, x, *, offset=0, dim1=0, dim2=1):
    """The diagonals with respect to two dimensions, in a new last dimension.

    >>> wengert.diagonal(wengert.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    return _diagonal_view(xp, x, offset, dim1, dim2)


@composite("linalg.diagonal(A, *, offset=0, dim1=-2, dim2=-1)", method=False, view=True)
def linalg_diagonal(A: Any, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    """The diagonal of each matrix, as a view.

    >>> wengert.linalg.diagonal(wengert.tensor([[1, 2], [3, 4]]), offset=1)
    tensor([2])
    """
    return diagonal(A, offset=offset, dim1=dim1, dim2=dim2)


def _batched_onto_diagonal(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    dim1, dim2 = _diagonal_dims(params["dim1"], params["dim2"], len(params["shape"]))
    return op(*args, shape=(size, *params["shape"]), offset=params["offset"], dim1=dim1 + 1, dim2=dim2 + 1)


@linear(
    x=lambda g, offset, dim1, dim2: diagonal(g, offset=offset, dim1=dim1, dim2=dim2),
    moves=True,
    batch=_batched_onto_diagonal,
    node="DiagEmbedBackward0",
)
def _onto_diagonal(xp, x, *, shape, offset, dim1, dim2):
    """Zeros of the given shape, with ``x`` on a diagonal."""
    out = copies.zeros(xp, shape, x.dtype)
    copies.put(_diagonal_view(xp, out, offset, dim1, dim2), x)
    return out


@composite("diag_embed(input, offset=0, dim1=-2, dim2=-1)")
def diag_embed(input: Any, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    """A tensor with two new dimensions that has ``input`` on a diagonal of them, and 0 elsewhere.

    >>> wengert.diag_embed(wengert.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    dims = sorted(_diagonal_dims(dim1, dim2, input.ndim + 1))
    *shape, length = input.shape
    for d in dims:
        shape.insert(d, length + abs(offset))
    return _onto_diagonal(input, shape=tuple(shape), offset=offset, dim1=dim1, dim2=dim2)


@composite("diag(input, diagonal=0, *, out=None)")
def diag(input: Any, diagonal: int = 0) -> Any:
    """The diagonal matrix of a vector, or the diagonal of a matrix.

    >>> wengert.diag(wengert.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    >>> wengert.diag(wengert.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    if input.ndim == 1:
        return diag_embed(input, diagonal)
    if input.ndim == 2:
        return diagonal_copy(input, diagonal)
    raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")


@composite("diagflat(input, offset=0)")
def diagflat(input: Any, offset: int = 0) -> Any:
    """The diagonal matrix of all elements of ``input``.

    >>> wengert.diagflat(wengert.tensor([1, 2]), 1)
    tensor([[0, 1, 0],
            [0, 0, 2],
            [0, 0, 0]])
    """
    return diag_embed(reshape(input, -1), offset)


# -- Windows -----------------------------------------------------------------------------------------------------------


def _windows(xp: Any, x: Any, dim: int, size: int, step: int) -> Any:
    if xp is np and not x.flags.writeable:
        x = _writable(x)
    count = (x.shape[dim] - size) // step + 1
    return xp.lib.stride_tricks.as_strided(
        x,
        (*x.shape[:dim], count, *x.shape[dim + 1 :], size),
        (*x.strides[:dim], x.strides[dim] * step, *x.strides[dim + 1 :], x.strides[dim]),
    )


@linear(
    x=lambda g, x_meta, dim, size, step: _fold(g, shape=x_meta.shape, dim=dim, size=size, step=step),
    view=True,
    batch=batch_dims,
    node="UnfoldBackward0",
    saved="dim=dimension",
)
def _unfold(xp, x, *, dim, size, step):
    return _windows(xp, x, wrap_dim(dim, x.ndim), size, step)


def _batched_fold(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    shape, dim = params["shape"], params["dim"]
    return op(*args, **{**params, "shape": (size, *shape), "dim": wrap_dim(dim, len(shape)) + 1})


@linear(x=lambda g, dim, size, step: _unfold(g, dim=dim, size=size, step=step), batch=_batched_fold,
        node="UnfoldBackwardBackward0")  # fmt: skip
def _fold(xp, x, *, shape, dim, size, step):
    """Add the windows to the positions from which they were taken."""
    dim = wrap_dim(dim, len(shape))
    out = copies.zeros(xp, shape, x.dtype)
    if step >= size:  # the windows do not overlap
        copies.put(_windows(xp, out, dim, size, step), x)
    else:
        span = step * (x.shape[dim] - 1) + 1
        for k in range(size):
            out[at_dim(dim, slice(k, k + span, step), out.ndim)] += x[..., k]
    return out


@composite("unfold(input, dimension, size, step)", view=True)
def unfold(input: Any, dimension: int, size: Any, step: int) -> Any:
    """The windows of ``size`` entries along one dimension, taken every ``step`` entries.

    The result is a view with the windows in a new last dimension.

    Args:
        size: the number of entries of a window
        step: the distance from one window to the next

    >>> wengert.tensor([1, 2, 3, 4, 5]).unfold(0, 3, 2)
    tensor([[1, 2, 3],
            [3, 4, 5]])
    """
    dim = wrap_dim(dimension, input.ndim)
    vector = input if input.ndim else view(input, shape=(1,))
    length = vector.shape[dim]
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if size > length:
        raise RuntimeError(f"maximum size for tensor at dimension {dim} is {length} but size is {size}. Choose a size of at most this length.")  # fmt: skip
    if step < 1:
        raise RuntimeError(f"step is {step} but must be > 0")
    windows = _unfold(vector, dim=dim, size=size, step=min(step, max(FAR, length)))
    return windows if input.ndim else select(windows, dim=0, index=0)


# -- Any strides -------------------------------------------------------------------------------------------------------

# Note [Geometries]
# -----------------
# A geometry ``(size, stride, offset)`` gives the positions in memory of the elements of a tensor, counted in elements.
# ``as_strided`` reads the memory of its input, which has one geometry, with another. As a linear map it does two
# things: lay the input out in memory by its own geometry, then read the memory by the other. The gradient does the same
# with the geometries swapped. Where elements of the input share a position in memory (an expanded tensor), each gets an
# equal part. The way over memory is a copy by strides; only where positions are shared, it goes by their numbers.


def _apart(geometry: Any) -> bool:
    """Whether no two elements share a position, as the strides show: each steps over all the smaller ones."""
    size, stride, _ = geometry
    reach = 0
    for s, n in sorted(zip(stride, size, strict=True)):
        if n > 1:
            if s <= reach:
                return False
            reach += (n - 1) * s
    return True


def _at(xp: Any, places: Any, geometry: Any, origin: int) -> Any:
    """The elements of a geometry in memory that starts at ``origin``, as a view; ``places`` may have dimensions more
    in front."""
    size, stride, offset = geometry
    if 0 in size:
        return places[..., :0].reshape(*places.shape[:-1], *size)
    steps = (*places.strides[:-1], *[s * places.itemsize for s in stride])
    return xp.lib.stride_tricks.as_strided(places[..., offset - origin :], (*places.shape[:-1], *size), steps)


def _places(xp: Any, geometry: Any, origin: int) -> Any:
    """The position of every element in memory, counted from ``origin``."""
    size, stride, offset = geometry
    at = xp.asarray(offset - origin)
    for d, (n, s) in enumerate(zip(size, stride, strict=True)):
        at = at + (xp.arange(n) * s).reshape(-1, *(1,) * (len(size) - d - 1))
    return at


def _extent(*geometries: Any) -> tuple[int, int]:
    """The first position that any of the geometries uses, and the number of positions up to the last one."""
    first = end = min([offset for _, _, offset in geometries])
    for size, stride, last in geometries:
        if 0 not in size:
            for n, s in zip(size, stride, strict=True):
                last += (n - 1) * s
            end = max(end, last + 1)
    return first, end - first


@linear(
    x=lambda g, source, target, owner: _through_memory(g, source=target, target=source, owner=owner),
    batch=batch_together,
)
def _through_memory(xp, x, *, source, target, owner):
    """Lay ``x`` out by ``source``, read it by ``target``. Elements of ``owner`` at one position share its value."""
    origin, extent = _extent(source, target)
    front = x.shape[: x.ndim - len(source[0])]
    places = copies.zeros(xp, (*front, extent), x.dtype)
    if _apart(source) and _apart(owner):
        _at(xp, places, source, origin)[...] = x
        return _at(xp, places, target, origin).copy()
    into, out_of, owned = (_places(xp, geometry, origin) for geometry in (source, target, owner))
    rows = xp.arange(math.prod(front)).reshape(-1, 1)
    combine_at(xp.add, places.reshape(-1), (rows * extent + into.reshape(-1)).reshape(-1), x.reshape(-1))
    owners = xp.bincount(owned.ravel(), minlength=extent)
    return (places / xp.maximum(owners, 1).astype(places.real.dtype))[..., out_of]


def _strides(x: Any) -> tuple[int, ...]:
    each = x.itemsize
    return tuple([s // each for s in x.strides])


def _inside(row: Any, geometry: Any) -> int:
    """The first position of a geometry, which must be inside the memory ``row``."""
    size, stride, _ = geometry
    first, extent = _extent(geometry)
    if first < 0 or (0 not in size and first + extent > row.size):
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {first}, and itemsize "
            f"{row.itemsize} requiring a storage size of {(first + extent) * row.itemsize} are out of bounds for "
            f"storage of size {row.nbytes}. Choose smaller sizes, strides or offset, or resize the storage first."
        )
    return first


@linear(
    x=lambda g, source, target: _through_memory(g, source=target, target=source, owner=source),
    view=True,
    batch=batch_together,
    node="AsStridedBackward0",
    saved="source= target=",
    elsewhere=(
        lambda x, source, target: _through_memory(x, source=source, target=target, owner=source),
        lambda x, part, written, source, target: _strided_write(x, part, source=source, target=target, written=written),
    ),
)
def _as_strided(xp, x, *, source, target):
    front = x.ndim - len(source[0])
    own, each = _strides(x), x.itemsize
    if own != source[1]:  # a copy of the base with other strides has other elements at these positions
        for n, here, there in zip(x.shape[front:], own[front:], source[1], strict=True):
            if n > 1 and here != there:
                raise RuntimeError(
                    "as_strided: the view cannot be taken again of memory with other strides. Use clone() first."
                )
    size, stride, offset = target
    row, start = layouts.memory(x)
    size, stride = (*x.shape[:front], *size), (*own[:front], *stride)
    first = _inside(row, (size, stride, start + offset))
    steps = tuple([s * each for s in stride])
    if xp is np:
        return objects.placed(row, arrays.address(row) + first * each, x.dtype, size, steps)
    return xp.lib.stride_tricks.as_strided(row[first:], size, steps)


@linear(
    x=lambda g, src_meta, source, target, written: _strided_write(
        g, src_meta.zeros(), source=source, target=target, written=written
    ),
    src=lambda g, source, target, written: _masked(
        _through_memory(g, source=source, target=target, owner=source), written
    ),
    moves=True,
    layout="free",
    batch=batch_together,
    node="AsStridedScatterBackward0",
    saved="source= target=",
)
def _strided_write(xp, x, src, *, source, target, written=None):
    """Lay ``x`` out by ``source``, write ``src`` over it by ``target``, and read ``x`` back.

    ``written`` are the numbers of the elements of ``src`` to write, row by row; None means all.
    """
    origin, extent = _extent(source, target)
    front = x.shape[: x.ndim - len(source[0])]
    places = copies.zeros(xp, (*front, extent), x.dtype)
    _at(xp, places, source, origin)[...] = x
    if written is None:
        _at(xp, places, target, origin)[...] = src
    else:
        at = list(written)
        places[..., _places(xp, target, origin).reshape(-1)[at]] = src.reshape(*front, -1)[..., at]
    out = layouts.blank_with_strides(x)
    out[...] = _at(xp, places, source, origin)
    return out


def _masked(g: Any, written: Any) -> Any:
    """``g`` at the elements with these numbers, and 0 at the others; None means all."""
    if written is None:
        return g
    mask = np.zeros(math.prod(g.shape), bool)
    mask[list(written)] = True
    return g * mask.reshape(g.shape)


def _geometries(x: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None) -> dict[str, Any]:
    """The geometries of ``x`` and of the view of its memory. Both are counted from the first element of ``x``."""
    payload = unconjugated(getattr(x, "_wg_data", x))
    own, shape = _strides(payload), tuple(x.shape)
    size, stride = in_sequence(size), in_sequence(stride)
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape. Give one stride per size.")
    if size and min(size) < 0:
        raise RuntimeError(f"as_strided: sizes must not be negative, got {list(size)}")
    if stride and min(stride) < 0:
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}. Use flip to go backwards.")  # fmt: skip
    if own and min(own) < 0 and any(s < 0 for n, s in zip(shape, own, strict=True) if n > 1):
        raise RuntimeError("as_strided: this tensor runs through its memory backwards. Use clone() first.")
    offset = 0 if storage_offset is None else storage_offset - layouts.memory(physical(payload))[1]
    return {"source": (shape, own, 0), "target": (size, stride, offset)}


@composite("as_strided(input, size, stride, storage_offset=None)", inplace=True, view=True)
def as_strided(input: Any, size: Any, stride: Any, storage_offset: int | None = None) -> Any:
    """A view of the memory of ``input`` with the given sizes and strides.

    Args:
        stride: the distance from one entry to the next in memory, in elements, for each dimension

    >>> wengert.as_strided(wengert.arange(9), (2, 2), (3, 1), 1)
    tensor([[1, 2],
            [4, 5]])
    """
    if is_conj(input):  # an image has no memory between its elements
        return conjugate_view(as_strided(conjugate_view(input), size, stride, storage_offset))
    return _as_strided(input, **_geometries(input, size, stride, storage_offset))


# what these do to a tensor, strides say all of it
STRIDED = frozenset((
    view, permute, transpose, t, squeeze, _squeeze_all, unsqueeze, expand, select, _getitem, diagonal, _unfold, _unbind,
    split_with_sizes, _split, _as_strided,
))  # fmt: skip


def _gathered(x: Any) -> Any:
    """The chain of a view, with as many of its last steps as possible gathered in one ``as_strided``."""
    link = x._wg_view
    chain = link.chain
    first, least = len(chain), max([start for _, _, start in link.held], default=0)
    while first > least and chain[first - 1][0] in STRIDED:
        first -= 1
    if len(chain) - first < LONG:
        return chain
    root, payload = replay(link.base._wg_data, chain[:first]), x._wg_data
    if levels_of(root) != levels_of(payload) or not arrays.is_array(physical(root)):
        return chain  # one has batches that the other lacks
    try:
        start = layouts.memory(physical(payload))[1]
        geometries = _geometries(root, payload.shape, _strides(payload), start)
    except RuntimeError:
        return chain  # it runs through its memory backwards
    return (*chain[:first], (_as_strided, geometries, -1))


def _way_back(x: Any, old: Any) -> Any:
    """The view operation from the payload ``x`` to ``old``, which shows the same memory with other strides.

    None if strides cannot say it, or ``x`` does not have all elements of ``old``.
    """
    try:
        geometries = _geometries(x, old.shape, _strides(old), layouts.memory(physical(unconjugated(old)))[1])
    except RuntimeError:
        return None  # it runs through its memory backwards
    return (_as_strided, geometries, -1) if _covers(**geometries) else None


def _covers(source: Any, target: Any) -> bool:
    """Whether every position of the second geometry is one of the first."""
    if source[2] == target[2] and _axes(source) == _axes(target):
        return True
    return bool(np.isin(_places(np, target, 0), _places(np, source, 0)).all())


def _axes(geometry: Any) -> list[tuple[int, int]]:
    """The strides and sizes of the axes that are longer than one, in the order of memory."""
    return sorted((s, n) for n, s in zip(*geometry[:2], strict=True) if n != 1)


set_strided(_gathered, _way_back)


@composite("as_strided_scatter(input, src, size, stride, storage_offset=None)")
def as_strided_scatter(input: Any, src: Any, size: Any, stride: Any, storage_offset: int | None = None) -> Any:
    """A copy of ``input``, with ``src`` written to the elements that :func:`as_strided` would return.

    Args:
        stride: the distance from one entry to the next in memory, in elements, for each dimension

    >>> wengert.as_strided_scatter(wengert.zeros(4), wengert.ones(2), (2,), (2,))
    tensor([1., 0., 1., 0.])
    """
    _check_part(src, tuple(size))
    geometries = _geometries(input, size, stride, storage_offset)
    row, start = layouts.memory(physical(getattr(input, "_wg_data", input)))
    at = geometries["target"]
    _inside(row, (*at[:2], start + at[2]))
    return _strided_write(input, src, **geometries)


# -- Copies with a part replaced ---------------------------------------------------------------------------------------


def _check_part(src: Any, shape: Sequence[int]) -> None:
    if tuple(src.shape) != tuple(shape):
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. "
            f"src size = {list(src.shape)}, slice size = {list(shape)}"
        )


def _replaced(x: Any, src: Any, view: Any) -> Any:
    """A copy of ``x`` with the same strides, with ``src`` written to the given ``view`` of the copy."""
    out = layouts.blank_with_strides(x)
    copies.put(out, x)
    part = view(out)
    _check_part(src, part.shape)
    part[...] = src
    return out


@linear(
    "select_scatter(input, src, dim, index)",
    x=lambda g, src_meta, dim, index: select_scatter(g, src_meta.zeros(), dim=dim, index=index),
    src=lambda g, dim, index: select(g, dim=dim, index=index),
    moves=True,
    layout="free",
    batch=batch_dims,
)
def select_scatter(xp, x, src, *, dim, index):
    """A copy of ``input``, with ``src`` written to one entry of a dimension.

    Args:
        index: the position of the entry

    >>> wengert.select_scatter(wengert.zeros(2, 2), wengert.ones(2), 0, 1)
    tensor([[0., 0.],
            [1., 1.]])
    """
    return _replaced(x, src, lambda out: select(out, dim=dim, index=index))


def _slice(x: Any, dim: int, start: int | None, end: int | None, step: int) -> Any:
    if step < 1:
        raise RuntimeError("slice step must be positive")
    if not x.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor. Unsqueeze it first.")
    return _getitem(x, key=at_dim(dim, slice(start, end, step), x.ndim))


@linear(
    "slice_scatter(input, src, dim=0, start=None, end=None, step=1)",
    x=lambda g, src_meta, dim, start, end, step: slice_scatter(
        g, src_meta.zeros(), dim=dim, start=start, end=end, step=step
    ),
    src=lambda g, dim, start, end, step: _slice(g, dim, start, end, step),
    moves=True,
    layout="free",
    batch=batch_dims,
)
def slice_scatter(xp, x, src, *, dim=0, start=None, end=None, step=1):
    """A copy of ``input``, with ``src`` written to a slice of a dimension.

    Args:
        end: the end of the slice; None means the end of the dimension
        start: the start of the slice; None means the start of the dimension

    >>> wengert.slice_scatter(wengert.zeros(4), wengert.ones(2), start=1, end=3)
    tensor([0., 1., 1., 0.])
    """
    return _replaced(x, src, lambda out: _slice(out, dim, start, end, step))


@linear(
    "diagonal_scatter(input, src, offset=0, dim1=0, dim2=1)",
    x=lambda g, src_meta, offset, dim1, dim2: diagonal_scatter(
        g, src_meta.zeros(), offset=offset, dim1=dim1, dim2=dim2
    ),
    src=lambda g, offset, dim1, dim2: diagonal(g, offset=offset, dim1=dim1, dim2=dim2),
    moves=True,
    layout="free",
    batch=batch_dims,
)
def diagonal_scatter(xp, x, src, *, offset=0, dim1=0, dim2=1):
    """A copy of ``input``, with ``src`` written to a diagonal.

    >>> wengert.diagonal_scatter(wengert.zeros(2, 2), wengert.ones(2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    return _replaced(x, src, lambda out: diagonal(out, offset=offset, dim1=dim1, dim2=dim2))


# -- Copying forms of views --------------------------------------------------------------------------------------------


@composite("alias_copy(input, *, out=None)", method=False)
def alias_copy(input: Any) -> Any:
    """A copy of ``input``.

    >>> wengert.alias_copy(wengert.tensor([1, 2]))
    tensor([1, 2])
    """
    return compact(input)


@composite("as_strided_copy(input, size, stride, storage_offset=None, *, out=None)", method=False)
def as_strided_copy(input: Any, size: Any, stride: Any, storage_offset: int | None = None) -> Any:
    """The same as :func:`as_strided`, with a copy instead of a view.

    Args:
        stride: the distance from one entry to the next in memory, in elements, for each dimension

    >>> wengert.as_strided_copy(wengert.arange(4), (2,), (2,))
    tensor([0, 2])
    """
    return compact(as_strided(input, size, stride, storage_offset))


@composite("diagonal_copy(input, offset=0, dim1=0, dim2=1, *, out=None)", method=False)
def diagonal_copy(input: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    """The same as :func:`diagonal`, with a copy instead of a view.

    >>> wengert.diagonal_copy(wengert.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    return compact(diagonal(input, offset=offset, dim1=dim1, dim2=dim2))


@composite("expand_copy(input, size, *, implicit=False, out=None)", method=False)
def expand_copy(input: Any, size: Any, *, implicit: bool = False) -> Any:
    """The same as ``Tensor.expand``, with a copy instead of a view.

    >>> wengert.expand_copy(wengert.tensor([[1], [2]]), (2, 2))
    tensor([[1, 1],
            [2, 2]])
    """
    return compact(expand(input, shape=as_sizes(size)))


@composite("narrow_copy(input, dim, start, length, *, out=None)")
def narrow_copy(input: Any, dim: int, start: Any, length: int) -> Any:
    """The same as :func:`narrow`, with a copy instead of a view.

    >>> wengert.narrow_copy(wengert.tensor([1, 2, 3]), 0, 1, 2)
    tensor([2, 3])
    """
    return compact(narrow(input, dim, start, length))


@composite("permute_copy(input, dims, *, out=None)", method=False)
def permute_copy(input: Any, dims: Any) -> Any:
    """The same as :func:`permute`, with a copy instead of a view.

    Args:
        dims: the dimensions in their new order

    >>> wengert.permute_copy(wengert.zeros(2, 3), (1, 0)).shape
    wengert.Size([3, 2])
    """
    return compact(permute(input, dims=as_sizes(dims)))


@composite("squeeze_copy(input, dim=None, *, out=None)", method=False)
def squeeze_copy(input: Any, dim: int | Sequence[int] | None = None) -> Any:
    """The same as :func:`squeeze`, with a copy instead of a view.

    Args:
        dim: the dimensions to remove if their size is 1; None means all dimensions

    >>> wengert.squeeze_copy(wengert.zeros(1, 3)).shape
    wengert.Size([3])
    """
    return compact(_squeeze(input, dim))


@composite("t_copy(input, *, out=None)", method=False)
def t_copy(input: Any) -> Any:
    """The same as :func:`t`, with a copy instead of a view.

    >>> wengert.t_copy(wengert.tensor([[1, 2]]))
    tensor([[1],
            [2]])
    """
    return compact(t(input))


@composite("transpose_copy(input, dim0, dim1, *, out=None)", method=False)
def transpose_copy(input: Any, dim0: int, dim1: int) -> Any:
    """The same as :func:`transpose`, with a copy instead of a view.

    Args:
        dim1: the second dimension

    >>> wengert.transpose_copy(wengert.zeros(2, 3), 0, 1).shape
    wengert.Size([3, 2])
    """
    return compact(transpose(input, dim0=dim0, dim1=dim1))


@composite("unfold_copy(input, dimension, size, step, *, out=None)", method=False)
def unfold_copy(input: Any, dimension: int, size: Any, step: int) -> Any:
    """The same as ``Tensor.unfold``, with a copy instead of a view.

    Args:
        size: the number of entries of a window
        step: the distance from one window to the next

    >>> wengert.unfold_copy(wengert.tensor([1, 2, 3]), 0, 2, 1)
    tensor([[1, 2],
            [2, 3]])
    """
    return compact(unfold(input, dimension, size, step))


@composite("unsqueeze_copy(input, dim, *, out=None)", method=False)
def unsqueeze_copy(input: Any, dim: int) -> Any:
    """The same as :func:`unsqueeze`, with a copy instead of a view.

    >>> wengert.unsqueeze_copy(wengert.tensor([1, 2]), 0)
    tensor([[1, 2]])
    """
    return compact(unsqueeze(input, dim=dim))


@composite("view_copy(input, size=None, *, dtype=None, out=None)", method=False)
def view_copy(input: Any, size: Any = None, *, dtype: Any = None) -> Any:
    """The same as ``Tensor.view``, with a copy instead of a view.

    Args:
        dtype: the dtype to read the memory as, instead of ``size``

    >>> wengert.view_copy(wengert.arange(4), (2, 2))
    tensor([[0, 1],
            [2, 3]])
    """
    if size is not None and dtype is not None:
        raise TypeError("view_copy() takes size or dtype, and both were given. Call it twice.")
    return compact(_view(input, size, dtype=dtype) if size is None else reshape(input, size))


@composite("select_copy(input, dim, index, *, out=None)", method=False)
def select_copy(input: Any, dim: int, index: int) -> Any:
    """The same as :func:`select`, with a copy instead of a view.

    Args:
        index: the position along ``dim``

    >>> wengert.select_copy(wengert.tensor([[1, 2], [3, 4]]), 0, 1)
    tensor([3, 4])
    """
    return compact(select(input, dim=dim, index=index))


@composite("slice_copy(input, dim=0, start=None, end=None, step=1, *, out=None)", method=False)
def slice_copy(input: Any, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Any:
    """A slice of one dimension, as a copy.

    Args:
        start: the first position; None means the start of the dimension
        end: the position after the last; None means the end of the dimension

    >>> wengert.slice_copy(wengert.tensor([1, 2, 3, 4]), 0, 1, None, 2)
    tensor([2, 4])
    """
    return compact(_slice(input, dim, start, end, step))


@composite("view_as_real_copy(input, *, out=None)", method=False)
def view_as_real_copy(input: Any) -> Any:
    """The same as :func:`view_as_real`, with a copy instead of a view.

    >>> wengert.view_as_real_copy(wengert.tensor([1 + 2j]))
    tensor([[1., 2.]])
    """
    return compact(view_as_real(resolve_conj(input)))


@composite("view_as_complex_copy(input, *, out=None)", method=False)
def view_as_complex_copy(input: Any) -> Any:
    """The same as :func:`view_as_complex`, with a copy instead of a view.

    >>> wengert.view_as_complex_copy(wengert.tensor([[1.0, 2.0]]))
    tensor([1.+2.j])
    """
    return compact(view_as_complex(input))
