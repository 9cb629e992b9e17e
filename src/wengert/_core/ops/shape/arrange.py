"""Operations that repeat, flip and shift the elements of one tensor, and triangles of matrices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from ... import errors
from ...arrays import copies, dtypes, layouts, objects
from ...arrays.arrays import broadcast_shape
from ...arrays.batched import batch_dims
from ...declare.families import composite, linear
from ...tape.tensor import Size, payload_of
from .dims import as_group, as_sizes, expanded, wrap_dim, wrap_dims
from .shape import permute, reshape, view

WHOLE, BACKWARDS = slice(None), slice(None, None, -1)

# -- Repetition --------------------------------------------------------------------------------------------------------


def _batched_expand(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    (x,) = args
    shape = expanded(x.shape[1:], params["shape"])
    aligned = view(x, shape=(size, *(1,) * (len(shape) - x.ndim + 1), *x.shape[1:]))
    return op(aligned, shape=(size, *shape))


@linear(x=lambda g: g, view=True, batch=_batched_expand, node="ExpandBackward0")
def expand(xp, x, *, shape):
    shape = expanded(x.shape, shape)
    if type(x) is np.ndarray:
        return objects.spread(x, shape)
    return x.reshape(shape) if math.prod(shape) == x.size else xp.broadcast_to(x, shape)


@composite("expand(input, size, *more)", view=True)
def _expand(input: Any, size: Any, *more: Any) -> Any:
    """Expands dimensions of size 1 to the given sizes, as a view. Additional dimensions are added in front.

    Args:
        size: the new sizes, as a sequence or as separate integers; -1 keeps a size

    >>> wengert.tensor([[1], [2]]).expand(2, 3)
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    return expand(input, shape=as_sizes((size, *more)))


@composite("expand_as(input, other)", view=True)
def expand_as(input: Any, other: Any) -> Any:
    """Expands ``input`` to the shape of ``other``, as a view.

    >>> wengert.tensor([[1], [2]]).expand_as(wengert.zeros(2, 3))
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    return expand(input, shape=other.shape)


@composite("broadcast_to(input, size, *more)", view=True)
def broadcast_to(input: Any, size: Any, *more: Any) -> Any:
    """Broadcasts ``input`` to a shape, as a view.

    >>> wengert.broadcast_to(wengert.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return expand(input, shape=as_sizes((size, *more)))


@composite("broadcast_shapes(*shapes)", method=False)
def broadcast_shapes(*shapes: Any) -> Size:
    """The shape to which tensors of these shapes are broadcast.

    >>> wengert.broadcast_shapes((2, 1), (3,))
    wengert.Size([2, 3])
    """
    sizes = [(n,) if dtypes.is_integer(n) else tuple(n) for n in shapes]
    for shape in sizes:
        if min(shape, default=0) < 0:
            raise ValueError(
                f"Attempting to broadcast a dimension with negative length! (The shape is {list(shape)}.) Give sizes of at least 0."
            )
    return Size(broadcast_shape(*sizes))


@composite("broadcast_tensors(*tensors)", method=False, view=True)
def broadcast_tensors(*tensors: Any) -> tuple[Any, ...]:
    """Broadcasts the tensors to a common shape, as views. One that has this shape is returned as it is.

    >>> a, b = wengert.broadcast_tensors(wengert.zeros(2, 1), wengert.zeros(3))
    >>> a.shape, b.shape
    (wengert.Size([2, 3]), wengert.Size([2, 3]))
    """
    tensors = as_group(tensors)
    shapes = [payload_of(x).shape for x in tensors]
    shape = broadcast_shape(*shapes)
    return tuple([x if own == shape else expand(x, shape=shape) for x, own in zip(tensors, shapes, strict=True)])


@composite("meshgrid(*tensors, *, indexing=None)", method=False, view=True)
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Any, ...]:
    """The coordinates of the grid that is spanned by vectors: one tensor per vector.

    Args:
        tensors: the vectors

    >>> rows, columns = wengert.meshgrid(wengert.tensor([1, 2]), wengert.tensor([3, 4, 5]), indexing="ij")
    >>> rows
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    tensors = as_group(tensors)
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing is None:
        errors.text.warn("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.")
    elif indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    for x in tensors:
        if x.ndim > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {list(x.shape)}")
        if x.dtype != tensors[0].dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    axes = list(range(len(tensors)))
    if indexing == "xy":
        axes[:2] = reversed(axes[:2])
    shape = tuple(math.prod(tensors[i].shape) for i in axes)
    return tuple(
        expand(view(x, shape=[-1 if d == axis else 1 for d in range(len(axes))]), shape=shape)
        for x, axis in zip(tensors, axes, strict=True)
    )


def _repeat_gradient(g: Any, x_meta: Any, repeats: Sequence[int]) -> Any:
    """Give the copies dimensions of their own in front. The engine then sums over them, as after broadcasting."""
    shape = (1,) * (len(repeats) - x_meta.ndim) + tuple(x_meta.shape)
    apart = reshape(g, [n for pair in zip(repeats, shape, strict=True) for n in pair])
    return permute(apart, dims=(*range(0, 2 * len(shape), 2), *range(1, 2 * len(shape), 2)))


def _batched_repeat(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    (x,) = args
    repeats = params["repeats"]
    _check_repeats(repeats, x.shape[1:])
    return op(view(x, shape=(size, *(1,) * (len(repeats) - x.ndim + 1), *x.shape[1:])), repeats=(1, *repeats))


def _check_repeats(repeats: Sequence[int], shape: Sequence[int]) -> None:
    if len(repeats) < len(shape):
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor. "
            "Give one count per dimension."
        )
    if any(n < 0 for n in repeats):
        sizes = list(_repeated_shape(repeats, shape))
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(sizes)}: {sizes}")


def _repeated_shape(repeats: Sequence[int], shape: Sequence[int]) -> tuple[int, ...]:
    return tuple([n * r for n, r in zip((1,) * (len(repeats) - len(shape)) + tuple(shape), repeats, strict=True)])


@linear(x=_repeat_gradient, moves=True, batch=_batched_repeat, node="RepeatBackward0")
def repeat(xp, x, *, repeats):
    _check_repeats(repeats, x.shape)
    if any(n >= 2**31 for n in repeats):  # tile() writes outside of its memory if its size does not fit 64 bits
        out = xp.empty(_repeated_shape(repeats, x.shape), x.dtype)  # which raises if it is too large
        if not out.size:
            return out
    return _tiled(xp, x, repeats)


def _tiled(xp: Any, x: Any, repeats: Sequence[int]) -> Any:
    """``xp.tile(x, repeats)``."""
    shape = _repeated_shape(repeats, x.shape)
    if xp is not np or not math.prod(shape) >= copies.LEAST or len(repeats) > 16:
        return xp.tile(x, repeats)
    out, sizes = np.empty(shape, x.dtype), (1,) * (len(repeats) - x.ndim) + x.shape
    each = out.reshape([n for pair in zip(repeats, sizes, strict=True) for n in pair])
    copies.put(each, x.reshape([n for size in sizes for n in (1, size)]))
    return out


@composite("repeat(input, repeats, *more)")
def _repeat(input: Any, repeats: Any, *more: Any) -> Any:
    """Repeats ``input`` along each dimension.

    Args:
        repeats: the number of repetitions of each dimension, as a sequence or as separate integers; if there are more
            numbers than dimensions, new dimensions are added in front

    >>> wengert.tensor([1, 2]).repeat(2, 2)
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    return repeat(input, repeats=as_sizes((repeats, *more)))


@composite("tile(input, dims, *more)")
def tile(input: Any, dims: Any, *more: Any) -> Any:
    """Repeats ``input`` along its last dimensions.

    Args:
        dims: the number of repetitions of each of the last dimensions, as a sequence or as separate integers

    >>> wengert.tile(wengert.tensor([[1, 2]]), (2, 2))
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    dims = as_sizes((dims, *more))
    return repeat(input, repeats=(1,) * (input.ndim - len(dims)) + dims)


# -- Flips and shifts --------------------------------------------------------------------------------------------------


@linear(x=lambda g, dims: flip(g, dims=dims), moves=True, layout="first", batch=batch_dims, node="FlipBackward0")
def flip(xp, x, *, dims):
    key = [WHOLE] * x.ndim
    places = wrap_dims(dims, x.ndim)
    for d in places if key else ():
        key[d] = BACKWARDS
    return layouts.copied(x[tuple(key)])


@composite("flip(input, dims, *more)")
def _flip(input: Any, dims: Any, *more: Any) -> Any:
    """Reverses the order of the elements along the given dimensions. Returns a copy.

    Args:
        dims: the dimensions to reverse, as a sequence or as separate integers

    >>> wengert.flip(wengert.tensor([[1, 2], [3, 4]]), (0,))
    tensor([[3, 4],
            [1, 2]])
    """
    return flip(input, dims=as_sizes((dims, *more)))


@composite("fliplr(input)")
def fliplr(input: Any) -> Any:
    """Reverses the order of the elements along the second dimension. Returns a copy.

    >>> wengert.fliplr(wengert.tensor([[1, 2], [3, 4]]))
    tensor([[2, 1],
            [4, 3]])
    """
    if input.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return flip(input, dims=(1,))


@composite("flipud(input)")
def flipud(input: Any) -> Any:
    """Reverses the order of the elements along the first dimension. Returns a copy.

    >>> wengert.flipud(wengert.tensor([[1, 2], [3, 4]]))
    tensor([[3, 4],
            [1, 2]])
    """
    if input.ndim < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return flip(input, dims=(0,))


def _batched_roll(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    (x,) = args
    if params["dims"]:
        return batch_dims(op, size, args, flags, params)
    flat = reshape(x, (size, math.prod(x.shape[1:])))
    return view(op(flat, shifts=params["shifts"], dims=(1,)), shape=x.shape)


@linear(
    x=lambda g, shifts, dims: _roll(g, shifts=[-s for s in shifts], dims=dims),
    moves=True,
    layout="free",
    batch=_batched_roll,
    node="RollBackward0",
)
def _roll(xp, x, *, shifts, dims):
    if not dims:
        return _roll(x.reshape(-1), shifts=shifts, dims=(0,)).reshape(x.shape)
    order = layouts.channels_order(x) if x.ndim > 3 else None
    if order is not None:
        dims = [order.index(wrap_dim(d, x.ndim)) for d in dims]
        return layouts.turned_back(_roll.kernel(xp, x.transpose(order), shifts=shifts, dims=dims), order)
    if len(dims) == 1:
        d = wrap_dim(dims[0], x.ndim)
        n = x.shape[d]
        at, lead = n - shifts[0] % max(n, 1), (WHOLE,) * d
        return layouts.joined(xp, (objects.part(x, (*lead, slice(at, None))), objects.part(x, (*lead, slice(at)))), d)
    places = {wrap_dim(d, x.ndim) for d in dims}
    cuts: list[Any] = [[(WHOLE, WHOLE)]] * (max(places) + 1)  # per dimension: pairs of target and source
    for d in places:
        n = x.shape[d]
        by = sum([s for s, e in zip(shifts, dims, strict=True) if (e - d) % x.ndim == 0]) % max(n, 1)
        cuts[d] = [(slice(by, None), slice(n - by)), (slice(by), slice(n - by, None))]
    out = xp.empty(x.shape, x.dtype)
    for piece in product(*cuts):
        to, source = zip(*piece, strict=True)
        copies.put(out[to], x[source])
    return out


@composite("roll(input, shifts, dims=())")
def roll(input: Any, shifts: Any, dims: Any = ()) -> Any:
    """Shifts the elements along dimensions. Elements that leave at one end enter at the other.

    Args:
        dims: the dimensions, one for each shift; an empty tuple means the flattened tensor

    >>> wengert.roll(wengert.tensor([1, 2, 3, 4]), 1)
    tensor([4, 1, 2, 3])
    """
    shifts, dims = as_sizes((shifts,)), as_sizes((() if dims is None else dims,))
    if not shifts:
        raise RuntimeError("`shifts` required: give a number, or a number for each of dims")
    if len(shifts) != len(dims) and (dims or len(shifts) != 1):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    if dims and not input.ndim:
        raise errors.shapes.no_dimensions(dims[0])
    return _roll(input, shifts=shifts, dims=dims)


@linear(x=lambda g, turns, dims: _rot90(g, turns=-turns % 4, dims=dims), moves=True, layout="free", batch=batch_dims,
        node="Rot90Backward0")  # fmt: skip
def _rot90(xp, x, *, turns, dims):
    if turns == 0:
        return copies.copied(x)
    out = flip.kernel(xp, x, dims=dims if turns == 2 else dims[1:] if turns == 1 else dims[:1])
    return out if turns == 2 else out.swapaxes(*dims)


@composite("rot90(input, k=1, dims=(0, 1))")
def rot90(input: Any, k: int = 1, dims: Any = (0, 1)) -> Any:
    """Rotates ``input`` ``k`` times by 90 degrees in the plane of two dimensions.

    Args:
        k: the number of quarter turns
        dims: the plane; the rotation is from the first dimension towards the second

    >>> wengert.rot90(wengert.tensor([[1, 2], [3, 4]]))
    tensor([[2, 4],
            [1, 3]])
    """
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.ndim}")
    first, second = (wrap_dim(d, input.ndim) for d in dims)
    if first == second:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    return _rot90(input, turns=k % 4, dims=(first, second))


def _batched_triangle(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    (x,) = args
    _at_least_matrix(x.ndim - 1, op.name)
    return op(x, **params)


def _at_least_matrix(ndim: int, name: str) -> None:
    if ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")


@linear(
    "tril(input, diagonal=0, *, out=None)",
    x=lambda g, diagonal: tril(g, diagonal=diagonal),
    moves=True,
    inplace=True,
    batch=_batched_triangle,
    row_major=True,
)
def tril(xp, x, *, diagonal=0):
    """The lower triangle of each matrix. The elements above the diagonal are set to 0.

    >>> wengert.tril(wengert.ones(3, 3))
    tensor([[1., 0., 0.],
            [1., 1., 0.],
            [1., 1., 1.]])
    """
    _at_least_matrix(x.ndim, "tril")
    found = copies.triangle(x, diagonal, False, 0)
    return xp.tril(x, diagonal) if found is None else found


@linear(
    "triu(input, diagonal=0, *, out=None)",
    x=lambda g, diagonal: triu(g, diagonal=diagonal),
    moves=True,
    inplace=True,
    batch=_batched_triangle,
    row_major=True,
)
def triu(xp, x, *, diagonal=0):
    """The upper triangle of each matrix. The elements below the diagonal are set to 0.

    >>> wengert.triu(wengert.ones(3, 3), diagonal=1)
    tensor([[0., 1., 1.],
            [0., 0., 1.],
            [0., 0., 0.]])
    """
    _at_least_matrix(x.ndim, "triu")
    found = copies.triangle(x, diagonal, True, 0)
    return xp.triu(x, diagonal) if found is None else found
