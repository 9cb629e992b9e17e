"""Operations that join several tensors, and that split one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from ... import errors
from ...arrays import copies, dtypes, layouts, objects
from ...arrays.batched import batch_dims, batch_together, together
from ...declare.families import composite, linear
from ...tape.tensor import make, payload_of
from .arrange import meshgrid
from .dims import as_int, as_sizes, at_dim, wrap_dim
from .shape import _getitem, at_least, compact, narrow, reshape, select, view

# -- Joining -----------------------------------------------------------------------------------------------------------


WHOLE = slice(None)
SECTIONS = {"indices_or_sections": "sections indices"}  # further names of a parameter
EMPTY = (0,)  # for historical reasons ``cat`` skips a tensor of this shape, if there are others


def _cat_gradient(g: Any, needs: Sequence[bool], dim: int, sizes: Sequence[int | None]) -> tuple[Any, ...]:
    parts, start = [], 0
    for needed, length in zip(needs, sizes, strict=True):
        if length is None:
            parts.append(narrow(reshape(g, -1), 0, 0, 0) if needed else None)
        else:
            parts.append(narrow(g, dim, start, length) if needed else None)
            start += length
    return tuple(parts)


def _batched_cat(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    kept = [i for i, n in enumerate(params["sizes"]) if n is not None]
    args, flags = [args[i] for i in kept], [flags[i] for i in kept]
    values = together(size, args, flags)
    dim = wrap_dim(params["dim"], values[0].ndim - 1) + 1
    return op(*values, dim=dim, sizes=tuple(v.shape[dim] for v in values))


@linear(tensors=_cat_gradient, promote="same", moves=True, layout="free", batch=_batched_cat, node="CatBackward0")
def _cat(xp, *tensors, dim, sizes):
    """``sizes`` are the sizes of the tensors along ``dim``; None for a tensor that is skipped."""
    out = copies.joined(tensors, dim)
    if out is not None:
        return out
    if None in sizes:
        tensors = tuple([x for x, n in zip(tensors, sizes, strict=True) if n is not None])
    order = _channels(tensors)
    if order is None:
        return layouts.joined(xp, tensors, dim)
    dim = order.index(wrap_dim(dim, len(order)))
    return layouts.turned_back(layouts.joined(xp, tuple([x.transpose(order) for x in tensors]), dim), order)


def _channels(tensors: tuple[Any, ...]) -> layouts.Order:
    """The order of the axes of images or volumes with the channels last, if that is what all of them are."""
    for x in tensors:
        if not objects.in_rows(x):
            order = layouts.channels_order(x) if x.ndim > 3 else None
            return order if all([layouts.channels_order(x) == order for x in tensors]) else None
    return None


def cat(*tensors: Any, dim: int = 0) -> Any:
    """``cat`` with the tensors as separate arguments."""
    return _joined_along(tensors, dim)


def _joined_along(tensors: tuple[Any, ...], dim: int) -> Any:
    shapes = [objects.shape_of(payload_of(x)) for x in tensors]
    first = shapes[0]
    if first == EMPTY:
        first = next((s for s in shapes if s != EMPTY), first)
        if first == EMPTY:
            dim = 0  # with nothing to join, PyTorch does not look at it
    if not first:
        raise _not_joined(shapes.index(first), first, first, dim)
    rank = len(first)
    dim = wrap_dim(dim, rank)
    sizes: list[int | None] = []
    for i, shape in enumerate(shapes):
        if shape == first or _fits(shape, first, dim):
            sizes.append(shape[dim])
        elif shape == EMPTY:
            sizes.append(None)
        else:
            raise _not_joined(i, shape, first, dim)
    row = _cat
    return row.apply(tensors, {"dim": dim, "sizes": tuple(sizes)})


def _fits(shape: tuple[int, ...], first: tuple[int, ...], dim: int) -> bool:
    """Whether two shapes differ in one dimension alone."""
    return len(shape) == len(first) and shape[:dim] == first[:dim] and shape[dim + 1 :] == first[dim + 1 :]


def _not_joined(i: int, shape: Sequence[int], first: Sequence[int], dim: int) -> RuntimeError:
    """The error that says why ``cat`` refuses this shape."""
    if not shape:
        return RuntimeError(
            f"zero-dimensional tensor (at position {i}) cannot be concatenated. "
            "Use stack, or reshape it to one dimension first."
        )
    if len(shape) != len(first):
        return RuntimeError(
            f"Tensors must have same number of dimensions: got {len(first)} and {len(shape)}. "
            "Use stack to join along a new dimension, or unsqueeze those that lack one."
        )
    d = next(d for d, (n, m) in enumerate(zip(shape, first, strict=True)) if d != dim and n != m)
    return RuntimeError(
        f"Sizes of tensors must match except in dimension {dim}. Expected size {first[d]} but got size {shape[d]} for "
        f"tensor number {i} in the list."
    )


def _tensors(name: str, tensors: Any) -> tuple[Any, ...]:
    """The checked tensors of a joining function, which takes them as a sequence."""
    if not isinstance(tensors, (tuple, list)):
        raise TypeError(
            f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not {type(tensors).__name__}"
        )
    if not tensors:
        raise (ValueError if name == "cat" else RuntimeError)(
            "torch.cat(): expected a non-empty list of Tensors"
            if name == "cat"
            else f"{name} expects a non-empty TensorList"
        )
    for i, x in enumerate(tensors):
        if payload_of(x) is x and not hasattr(x, "ndim"):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(x).__name__}")
    return tuple(tensors)


@composite("cat(tensors, dim=0, *, out=None)", method=False, aliases="concat concatenate", out="joined apart")
def _cat_public(tensors: Any, dim: int = 0) -> Any:
    """Concatenates tensors along an existing dimension.

    Args:
        tensors: the tensors; their shapes must agree in all other dimensions

    >>> wengert.cat([wengert.tensor([1, 2]), wengert.tensor([3])])
    tensor([1, 2, 3])
    """
    return _joined_along(_tensors("cat", tensors), dim)


def _stack_gradient(g: Any, needs: Sequence[bool], dim: int) -> tuple[Any, ...]:
    return tuple(select(g, dim=dim, index=i) if needed else None for i, needed in enumerate(needs))


def _check_stack(*tensors: Any, dim: int) -> None:
    shape = tensors[0].shape
    for i, x in enumerate(tensors):
        if x.shape != shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(tensors[0].shape)} at entry 0 and "
                f"{list(x.shape)} at entry {i}. Pad them to one size; in a DataLoader, a collate_fn does that."
            )


def _batched_stack(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    values = together(size, args, flags)
    return op(*values, dim=wrap_dim(params["dim"], values[0].ndim) + 1)


@linear(tensors=_stack_gradient, promote="same", moves=True, layout="free", batch=_batched_stack, check=_check_stack)
def stack(xp, *tensors, dim):
    dim = wrap_dim(dim, tensors[0].ndim + 1)
    out = copies.joined(tensors, dim, True)
    if out is not None:
        return out
    _check_stack(*tensors, dim=dim)
    shape = tensors[0].shape
    if dim < len(shape) and _channels(tensors):  # as PyTorch: they are joined, and the dimension is divided
        out = _cat.kernel(xp, *tensors, dim=dim, sizes=())
        return out.reshape((*shape[:dim], len(tensors), *shape[dim:]))
    key = (*(WHOLE,) * dim, None)
    return layouts.joined(xp, tuple([x[key] for x in tensors]), dim)


@composite("stack(tensors, dim=0, *, out=None)", method=False, out="joined apart")
def _stack_public(tensors: Any, dim: int = 0) -> Any:
    """Stacks tensors of one shape along a new dimension.

    Args:
        dim: the position of the new dimension

    >>> wengert.stack([wengert.tensor([1, 2]), wengert.tensor([3, 4])])
    tensor([[1, 2],
            [3, 4]])
    """
    return stack.apply(_tensors("stack", tensors), {"dim": dim})


@composite("hstack(tensors, *, out=None)", method=False, out="joined apart")
def hstack(tensors: Any) -> Any:
    """Concatenates tensors horizontally: along the second dimension, or the first if they are vectors.

    >>> wengert.hstack([wengert.tensor([1, 2]), wengert.tensor([3])])
    tensor([1, 2, 3])
    """
    tensors = [at_least(1, x) for x in _tensors("hstack", tensors)]
    return cat(*tensors, dim=0 if tensors[0].ndim == 1 else 1)


@composite("vstack(tensors, *, out=None)", method=False, aliases="row_stack", out="joined apart")
def vstack(tensors: Any) -> Any:
    """Stacks tensors vertically: along the first dimension, after vectors are turned into rows.

    >>> wengert.vstack([wengert.tensor([1, 2]), wengert.tensor([3, 4])])
    tensor([[1, 2],
            [3, 4]])
    """
    return cat(*(at_least(2, x) for x in _tensors("vstack", tensors)), dim=0)


@composite("dstack(tensors, *, out=None)", method=False, out="joined apart")
def dstack(tensors: Any) -> Any:
    """Concatenates tensors along the third dimension, after adding it where it is missing.

    >>> wengert.dstack([wengert.tensor([1, 2]), wengert.tensor([3, 4])])
    tensor([[[1, 3],
             [2, 4]]])
    """
    return cat(*(at_least(3, x) for x in _tensors("dstack", tensors)), dim=2)


@composite("column_stack(tensors, *, out=None)", method=False, out="joined apart")
def column_stack(tensors: Any) -> Any:
    """Joins tensors as the columns of a matrix.

    >>> wengert.column_stack([wengert.tensor([1, 2]), wengert.tensor([3, 4])])
    tensor([[1, 3],
            [2, 4]])
    """
    columns = (view(x, shape=(-1, 1)) if x.ndim < 2 else x for x in _tensors("column_stack", tensors))
    return cat(*columns, dim=1)


def _corners(shapes: Sequence[Sequence[int]]) -> list[tuple[slice, slice]]:
    """The rows and columns of each block of a block diagonal matrix."""
    corners, row, column = [], 0, 0
    for rows, columns in shapes:
        corners.append((slice(row, row + rows), slice(column, column + columns)))
        row, column = row + rows, column + columns
    return corners


def _block_diag_gradient(g: Any, needs: Sequence[bool], shapes: Sequence[Sequence[int]]) -> tuple[Any, ...]:
    return tuple(_getitem(g, key=key) if needed else None for needed, key in zip(needs, _corners(shapes), strict=True))


@linear(tensors=_block_diag_gradient, promote="same", moves=True, batch=batch_together, node="BlockDiagBackward0")
def _block_diag(xp, *tensors, shapes):
    """``shapes`` are the shapes of the blocks. The tensors may have batch dimensions in front."""
    corners = _corners(shapes)
    rows, columns = corners[-1]
    out = copies.zeros(xp, (*tensors[0].shape[:-2], rows.stop, columns.stop), tensors[0].dtype)
    for x, key in zip(tensors, corners, strict=True):
        copies.put_at(out, (..., *key), x)
    return out


@composite("block_diag(*tensors)", method=False)
def block_diag(*tensors: Any) -> Any:
    """A block diagonal matrix with the tensors as its blocks.

    >>> wengert.block_diag(wengert.tensor([[1, 2]]), wengert.tensor([[3]]))
    tensor([[1, 2, 0],
            [0, 0, 3]])
    """
    blocks = []
    for i, x in enumerate(tensors):
        if not hasattr(payload_of(x), "shape"):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(x).__name__}")
        if x.ndim > 2:
            raise RuntimeError(
                f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {i} has {x.ndim} dimensions"
            )
        blocks.append(at_least(2, x))
    if not blocks:
        return make(np.zeros((1, 0), dtypes.default_float()))
    return _block_diag(*blocks, shapes=tuple(tuple(x.shape) for x in blocks))


@composite("cartesian_prod(*tensors)", method=False)
def cartesian_prod(*tensors: Any) -> Any:
    """The cartesian product of vectors: all combinations of one entry of each, one per row.

    >>> wengert.cartesian_prod(wengert.tensor([1, 2]), wengert.tensor([3, 4]))
    tensor([[1, 3],
            [1, 4],
            [2, 3],
            [2, 4]])
    """
    for x in tensors:
        if x.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(x.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return stack(*(reshape(x, -1) for x in meshgrid(*tensors, indexing="ij")), dim=1)


# -- Splitting ---------------------------------------------------------------------------------------------------------


def _joined(gs: Sequence[Any], x_meta: Any, sizes: Sequence[int], dim: int) -> Any:
    """The gradient of a tensor that was split: the gradients of its parts joined, with zeros for undefined ones."""
    zeros = x_meta.zeros() if any(g is None for g in gs) else None
    starts = accumulate(sizes, initial=0)
    return cat(
        *(narrow(zeros, dim, at, n) if g is None else g for g, at, n in zip(gs, starts, sizes, strict=False)), dim=dim
    )


def _stacked(gs: Sequence[Any], x_meta: Any, dim: int) -> Any:
    """The gradient of a tensor that was unbound: the gradients of its entries stacked."""
    zeros = select(x_meta.zeros(), dim=dim, index=0) if any(g is None for g in gs) else None
    return stack(*(zeros if g is None else g for g in gs), dim=dim)


def _refuse_scalar(ndim: int) -> None:
    if ndim == 0:
        raise errors.shapes.no_dimensions(0)


def _batched_unbind(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    _refuse_scalar(args[0].ndim - 1)
    return batch_dims(op, size, args, flags, params)


@linear(x=_stacked, view=True, outputs="*", batch=_batched_unbind, saved="x_meta=")
def _unbind(xp, x, *, dim):
    _refuse_scalar(x.ndim)
    dim = wrap_dim(dim, x.ndim)
    found = objects.parts(x, dim, None)
    if found is not None:
        return found
    lead = (WHOLE,) * dim
    return tuple([x[(*lead, i, ...)] for i in range(x.shape[dim])])


@composite("unbind(input, dim=0)", view=True)
def unbind(input: Any, dim: int = 0) -> tuple[Any, ...]:
    """Splits a tensor into the entries of one dimension, as a tuple of views without that dimension.

    >>> wengert.unbind(wengert.tensor([[1, 2], [3, 4]]))
    (tensor([1, 2]), tensor([3, 4]))
    """
    return _unbind.apply((input,), {"dim": dim})


def _slices(x: Any, sizes: Sequence[int], dim: int) -> tuple[Any, ...]:
    dim = wrap_dim(dim, x.ndim)
    found = objects.parts(x, dim, sizes)
    if found is not None:
        return found
    ends = accumulate(sizes)
    return tuple([x[(*(WHOLE,) * dim, slice(end - n, end))] for end, n in zip(ends, sizes, strict=True)])


def _check_sizes(sizes: Sequence[int], shape: Sequence[int], dim: int) -> tuple[int, ...]:
    if not shape:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    dim, sizes = wrap_dim(dim, len(shape)), as_sizes((sizes,))
    if min(sizes, default=0) < 0:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={list(sizes)}"
        )
    if sum(sizes) != shape[dim]:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {shape[dim]} (input tensor's size at dimension "
            f"{dim}), but got split_sizes={list(sizes)}"
        )
    return sizes


@linear(
    "split_with_sizes(input, split_sizes, dim=0)",
    x=lambda gs, x_meta, split_sizes, dim: _joined(gs, x_meta, split_sizes, dim),
    view=True,
    outputs="*",
    batch=batch_dims,
)
def split_with_sizes(xp, x, *, split_sizes, dim=0):
    """Splits ``input`` along one dimension into views of the given sizes. Their sum must be the size of the dimension.

    >>> wengert.split_with_sizes(wengert.tensor([1, 2, 3]), [1, 2])
    (tensor([1]), tensor([2, 3]))
    """
    return _slices(x, _check_sizes(split_sizes, x.shape, dim), dim)


def _even(n: int, size: int) -> tuple[int, ...]:
    """``n`` divided into parts of ``size``. The last one may be smaller."""
    full, rest = divmod(n, size)
    return (size,) * full + ((rest,) if rest or not full else ())


@linear(
    x=lambda gs, x_meta, split_size, dim: _joined(gs, x_meta, _even(x_meta.shape[dim], split_size), dim),
    view=True,
    outputs="*",
    batch=batch_dims,
    node="SplitBackward0",
)
def _split(xp, x, *, split_size, dim):
    return _slices(x, _even(x.shape[dim], split_size), dim)


@composite("split(tensor, split_size_or_sections, dim=0)", also={"split_size_or_sections": "split_size"}, view=True)
def split(tensor: Any, split_size_or_sections: Any, dim: int = 0) -> tuple[Any, ...]:
    """Splits ``tensor`` along one dimension into views of one size, or of the given sizes.

    >>> wengert.split(wengert.tensor([1, 2, 3]), 2)
    (tensor([1, 2]), tensor([3]))
    """
    if not dtypes.is_integer(split_size_or_sections) and tensor.ndim:
        return split_with_sizes(tensor, split_sizes=tuple(map(as_int, split_size_or_sections)), dim=dim)
    return _split(tensor, split_size=_part_size(tensor, split_size_or_sections, dim), dim=dim)


def _part_size(x: Any, size: int, dim: int) -> int:
    """The size of the parts that ``split`` makes, at least 1."""
    if x.ndim == 0:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    n, size = x.shape[wrap_dim(dim, x.ndim)], as_int(size)
    if size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
    if size == 0 and n > 0:
        raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {n}")
    return max(size, 1)


@composite("chunk(input, chunks, dim=0)", view=True)
def chunk(input: Any, chunks: int, dim: int = 0) -> tuple[Any, ...]:
    """Splits ``input`` along one dimension into at most ``chunks`` views of equal size. The last one may be smaller.

    >>> wengert.chunk(wengert.tensor([1, 2, 3, 4]), 2)
    (tensor([1, 2]), tensor([3, 4]))
    """
    sizes = _chunk_sizes(input, chunks, dim)
    if not any(sizes):
        return split_with_sizes(input, split_sizes=sizes, dim=dim)
    return _split(input, split_size=sizes[0], dim=dim)


def _chunk_sizes(x: Any, chunks: int, dim: int) -> tuple[int, ...]:
    """The sizes of the parts that ``chunk`` makes."""
    chunks = as_int(chunks)
    if chunks < 1:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    shape = payload_of(x).shape
    if not shape:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    n = shape[wrap_dim(dim, len(shape))]
    return _even(n, -(-n // chunks)) if n else (0,) * chunks


# Several views of one call may not be written, because its one node has the gradients of all. PyTorch's way out does
# not know that the parts are views: gradients are wrong if the input is written, too. Here each part is a view of its
# own, which may be written, and so may the input.


def _separate(x: Any, sizes: Sequence[int], dim: int) -> tuple[Any, ...]:
    """Views of these sizes, each by a node of its own."""
    ends = tuple(accumulate(sizes))
    return tuple(
        [_getitem(x, key=at_dim(dim, slice(end - n, end), x.ndim)) for n, end in zip(sizes, ends, strict=True)]
    )


@composite("unsafe_split(input, split_size, dim=0)")
def unsafe_split(input: Any, split_size: int, dim: int = 0) -> tuple[Any, ...]:
    """Splits ``input`` along one dimension into views of one size, which may be written in place.

    It is like :func:`split`, whose parts may not be written, because they are the results of one call. Gradients are
    right whatever is written.

    Args:
        split_size: the size of the parts; the last one may be smaller

    >>> x = wengert.tensor([1.0, 2.0, 3.0], requires_grad=True)
    >>> first, last = wengert.unsafe_split(x * 1, 2)
    >>> first.mul_(10.0).sum().backward()
    >>> x.grad
    tensor([10., 10.,  0.])
    """
    size = _part_size(input, split_size, dim)
    return _separate(input, _even(input.shape[dim], size), dim)


@composite("unsafe_split_with_sizes(input, split_sizes, dim=0)")
def unsafe_split_with_sizes(input: Any, split_sizes: Any, dim: int = 0) -> tuple[Any, ...]:
    """Splits ``input`` along one dimension into views of the given sizes, which may be written in place.

    It is like :func:`split_with_sizes`, as :func:`unsafe_split` is like :func:`split`.

    >>> wengert.unsafe_split_with_sizes(wengert.tensor([1, 2, 3]), [1, 2])
    (tensor([1]), tensor([2, 3]))
    """
    sizes = tuple(map(as_int, split_sizes))
    _check_sizes(sizes, input.shape, dim)
    return _separate(input, sizes, dim)


@composite("unsafe_chunk(input, chunks, dim=0)")
def unsafe_chunk(input: Any, chunks: int, dim: int = 0) -> tuple[Any, ...]:
    """Splits ``input`` into at most ``chunks`` views of equal size, which may be written in place.

    It is like :func:`chunk`, as :func:`unsafe_split` is like :func:`split`.

    >>> wengert.unsafe_chunk(wengert.tensor([1, 2, 3, 4]), 2)
    (tensor([1, 2]), tensor([3, 4]))
    """
    return _separate(input, _chunk_sizes(input, chunks, dim), dim)


@composite(
    "tensor_split(input, indices_or_sections, dim=0)",
    also={"indices_or_sections": "sections indices tensor_indices_or_sections"},
    view=True,
)
def tensor_split(input: Any, indices_or_sections: Any, dim: int = 0) -> tuple[Any, ...]:
    """Splits ``input`` along one dimension at the given indices, or into the given number of nearly equal views.

    >>> wengert.tensor_split(wengert.tensor([1, 2, 3]), 2)
    (tensor([1, 2]), tensor([3]))
    >>> wengert.tensor_split(wengert.tensor([1, 2, 3]), (1,))
    (tensor([1]), tensor([2, 3]))
    """
    if input.ndim == 0:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    n = input.shape[wrap_dim(dim, input.ndim)]
    if hasattr(indices_or_sections, "tolist"):
        indices_or_sections = indices_or_sections.tolist()
    if dtypes.is_integer(indices_or_sections):
        count = as_int(indices_or_sections)
        if count < 1:
            raise RuntimeError(f"number of sections must be larger than 0, got {count}")
        bounds = [n // count * i + min(i, n % count) for i in range(count + 1)]
        pieces = [slice(*pair) for pair in pairwise(bounds)]
    else:
        pieces = [slice(*pair) for pair in pairwise((None, *map(as_int, indices_or_sections), None))]
    return tuple(_getitem(input, key=at_dim(dim, piece, input.ndim)) for piece in pieces)


def _split_along(name: str, x: Any, indices_or_sections: Any, dim: int, least: int) -> tuple[Any, ...]:
    if x.ndim < least:
        raise RuntimeError(
            f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor with {x.ndim} dimensions!"
        )
    if dtypes.is_integer(indices_or_sections) and (indices_or_sections < 1 or x.shape[dim] % indices_or_sections):
        raise RuntimeError(
            f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension {x.shape[dim]} is "
            f"not divisible by the split_size {indices_or_sections}!"
        )
    return tensor_split(x, indices_or_sections, dim)


@composite("hsplit(input, indices_or_sections)", also=SECTIONS, view=True)
def hsplit(input: Any, indices_or_sections: Any) -> tuple[Any, ...]:
    """Splits ``input`` along its second dimension (a vector along its first). See :func:`tensor_split`.

    >>> wengert.hsplit(wengert.tensor([[1, 2], [3, 4]]), 2)
    (tensor([[1],
            [3]]), tensor([[2],
            [4]]))
    """
    return _split_along("hsplit", input, indices_or_sections, dim=1 if input.ndim > 1 else 0, least=1)


@composite("vsplit(input, indices_or_sections)", also=SECTIONS, view=True)
def vsplit(input: Any, indices_or_sections: Any) -> tuple[Any, ...]:
    """Splits ``input`` along its first dimension. See :func:`tensor_split`.

    >>> wengert.vsplit(wengert.tensor([[1, 2], [3, 4]]), 2)
    (tensor([[1, 2]]), tensor([[3, 4]]))
    """
    return _split_along("vsplit", input, indices_or_sections, dim=0, least=2)


@composite("dsplit(input, indices_or_sections)", also=SECTIONS, view=True)
def dsplit(input: Any, indices_or_sections: Any) -> tuple[Any, ...]:
    """Splits ``input`` along its third dimension. See :func:`tensor_split`.

    >>> [part.shape for part in wengert.dsplit(wengert.zeros(1, 2, 4), [1])]
    [wengert.Size([1, 2, 1]), wengert.Size([1, 2, 3])]
    """
    return _split_along("dsplit", input, indices_or_sections, dim=2, least=3)


# -- Copying forms of splits -------------------------------------------------------------------------------------------


@composite("unbind_copy(input, dim=0)", method=False)
def unbind_copy(input: Any, dim: int = 0) -> tuple[Any, ...]:
    """The same as :func:`unbind`, with copies instead of views.

    >>> wengert.unbind_copy(wengert.tensor([1, 2]))
    (tensor(1), tensor(2))
    """
    return tuple(map(compact, unbind(input, dim=dim)))


@composite("split_with_sizes_copy(input, split_sizes, dim=0)", method=False)
def split_with_sizes_copy(input: Any, split_sizes: Any, dim: int = 0) -> tuple[Any, ...]:
    """The same as :func:`split_with_sizes`, with copies instead of views.

    >>> wengert.split_with_sizes_copy(wengert.tensor([1, 2, 3]), [1, 2])
    (tensor([1]), tensor([2, 3]))
    """
    return tuple(map(compact, split_with_sizes(input, split_sizes=tuple(split_sizes), dim=dim)))


@composite("split_copy(input, split_size, dim=0)", method=False)
def split_copy(input: Any, split_size: int, dim: int = 0) -> tuple[Any, ...]:
    """The same as :func:`split`, with copies instead of views.

    Args:
        split_size: the size of the parts

    >>> wengert.split_copy(wengert.tensor([1, 2, 3]), 2)
    (tensor([1, 2]), tensor([3]))
    """
    return tuple(map(compact, split(input, split_size, dim)))
