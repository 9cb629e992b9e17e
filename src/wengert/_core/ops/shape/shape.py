"""Views and rearrangements: the same elements in another shape.

The result of a row with ``view=True`` always shares memory with its input. All other rows always copy. The basic view
of Python indexing is here, too (``_getitem``): ``narrow`` and the gradients of views use it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ... import errors
from ...arrays import arrays, copies, dtypes, layouts, objects
from ...arrays.batched import batch_dims, together
from ...declare.families import composite, constant, linear
from ...dispatch.part_gradients import part_gradient
from ...tape.tensor import payload_of
from ..elementwise.complex import conj, conjugate_view, is_conj
from ..elementwise.pointwise import clone
from .dims import (
    as_group,
    as_int,
    as_sizes,
    at_dim,
    can_view,
    entry,
    inverse_permutation,
    permutation,
    refuse_scalar,
    resolve_shape,
    wrap_dim,
    wrap_dims,
)

# -- Reshaping ---------------------------------------------------------------------------------------------------------


class _NotAView(RuntimeError):
    """Raised by ``view`` where the wanted shape needs a copy. ``reshape`` catches it and copies."""


_NotAView.__module__, _NotAView.__qualname__ = "builtins", "RuntimeError"  # the name that tracebacks show
_NotAView.__name__ = "RuntimeError"


def _batched_view(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    (x,) = args
    return op(x, shape=(size, *resolve_shape(params["shape"], math.prod(x.shape[1:]))))


@linear(
    x=lambda g, x_meta: reshape(g, x_meta.shape),
    view=True,
    batch=_batched_view,
    node="ViewBackward0",
    elsewhere=(lambda x, shape: reshape(x, shape), lambda x, part, written, shape: reshape(part, x.shape)),
)
def view(xp, x, *, shape):
    found = objects.reshaped(x, tuple(shape))
    if found is not None:
        return found
    shape = resolve_shape(shape, x.size)
    if not objects.in_rows(x) and x.size and not can_view(x, shape):
        raise _NotAView(
            "view size is not compatible with input tensor's size and stride (at least one dimension spans across "
            "two contiguous subspaces). Use .reshape(...) instead."
        )
    return x.reshape(shape)


@linear(x=lambda g, x_meta: reshape(g, x_meta.shape), moves=True, batch=_batched_view, node="UnsafeViewBackward0")
def _reshape_copy(xp, x, *, shape):
    return layouts.in_order(x, None).reshape(resolve_shape(shape, x.size))


def compact(x: Any) -> Any:
    """A contiguous copy."""
    return clone(x, memory_format="contiguous_format")


@constant(view=True, batch=lambda op, size, args, flags, params: op(*args, **params))
def _view_dtype(xp, x, *, dtype):
    old, new = x.dtype.itemsize, dtype.itemsize
    if old != new and x.ndim == 0:
        raise RuntimeError(
            f"self.dim() cannot be 0 to view {errors.text.type_name(x.dtype)} as {errors.text.type_name(dtype)} (different element sizes). "
            "Unsqueeze it first, or choose a dtype of the same size."
        )
    if old < new and x.shape[-1] * old % new:
        raise RuntimeError(
            f"self.size(-1) must be divisible by {new // old} to view {errors.text.type_name(x.dtype)} as "
            f"{errors.text.type_name(dtype)} (different element sizes), but got {x.shape[-1]}"
        )
    if old != new and x.size and x.shape[-1] != 1 and x.strides[-1] != old:
        raise RuntimeError(
            f"self.stride(-1) must be 1 to view {errors.text.type_name(x.dtype)} as {errors.text.type_name(dtype)} (different "
            f"element sizes), but got {x.strides[-1] // old}"
        )
    return x.view(dtype)


@composite("view(input, size=None, *more, *, dtype=None)", view=True)
def _view(input: Any, size: Any = None, *more: Any, dtype: Any = None) -> Any:
    """The same memory with another shape, or with another dtype.

    Args:
        size: the shape, as a sequence or as separate integers (one size may be -1); or a dtype
        dtype: a dtype to read the memory as

    >>> wengert.arange(6).view(2, 3)
    tensor([[0, 1, 2],
            [3, 4, 5]])
    >>> wengert.tensor([1.0]).view(wengert.int32)
    tensor([1065353216], dtype=wengert.int32)
    """
    sizes = isinstance(size, (tuple, list)) or (hasattr(size, "__index__") and not isinstance(size, type))
    if dtype is None and not sizes:  # ``int`` and ``np.int32`` are dtypes, whose instances are sizes
        size, dtype = None, size
    if (size is None) == (dtype is None):
        raise TypeError("view() received an invalid combination of arguments: expected sizes, or a dtype")
    if dtype is not None:
        if is_conj(input) and dtypes.as_numpy(dtype) != dtypes.as_numpy(input.dtype):
            raise errors.writes.conjugated("Tensor.view, to a different dtype,")
        return _view_dtype(input, dtype=dtypes.as_numpy(dtype))
    return view(input, shape=as_sizes((size, *more)))


@composite("reshape(input, shape, *more)", view=True)
def reshape(input: Any, shape: Any, *more: Any) -> Any:
    """``input`` in another shape. The result is a view if strides allow it, and a copy otherwise.

    Args:
        shape: the new shape, as a sequence or as separate integers (one size may be -1)

    >>> wengert.reshape(wengert.arange(6), (2, -1))
    tensor([[0, 1, 2],
            [3, 4, 5]])
    """
    return _reshaped(input, as_sizes((shape, *more)))


def _reshaped(input: Any, shape: tuple[int, ...]) -> Any:
    row = view
    try:
        return row.on(input, None, {"shape": shape})
    except _NotAView:
        return _reshape_copy(input, shape=shape)


@composite("view_as(input, other)", view=True)
def view_as(input: Any, other: Any) -> Any:
    """A view of ``input`` in the shape of ``other``.

    >>> wengert.arange(4).view_as(wengert.zeros(2, 2))
    tensor([[0, 1],
            [2, 3]])
    """
    return view(input, shape=other.shape)


@composite("reshape_as(input, other)", view=True)
def reshape_as(input: Any, other: Any) -> Any:
    """``input`` in the shape of ``other``. See :func:`reshape`.

    >>> wengert.arange(4).reshape_as(wengert.zeros(2, 2))
    tensor([[0, 1],
            [2, 3]])
    """
    return reshape(input, other.shape)


@composite("flatten(input, start_dim=0, end_dim=-1)", view=True)
def flatten(input: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
    """Merges the dimensions from ``start_dim`` to ``end_dim`` into one.

    >>> wengert.flatten(wengert.zeros(2, 3, 4), start_dim=1).shape
    wengert.Size([2, 12])
    """
    return _flattened(input, start_dim, end_dim)


def _flattened(input: Any, start_dim: int, end_dim: int) -> Any:
    shape = objects.shape_of(payload_of(input))
    start, end = wrap_dim(start_dim, len(shape)), wrap_dim(end_dim, len(shape))
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim. Swap the two.")
    if shape and start == end:
        return input
    merged = 1
    for n in shape[start : end + 1]:
        merged *= n
    return _reshaped(input, (*shape[:start], merged, *shape[end + 1 :]))


@composite("ravel(input)", view=True)
def ravel(input: Any) -> Any:
    """Flattens ``input`` to a contiguous vector.

    >>> wengert.ravel(wengert.tensor([[1, 2], [3, 4]]))
    tensor([1, 2, 3, 4])
    """
    return contiguous(reshape(input, -1))


@composite("unflatten(input, dim, sizes)", view=True)
def unflatten(input: Any, dim: int, sizes: Any) -> Any:
    """Splits one dimension into several.

    >>> wengert.unflatten(wengert.arange(6), 0, (2, -1))
    tensor([[0, 1, 2],
            [3, 4, 5]])
    """
    shape = tuple(input.shape)
    dim = wrap_dim(dim, len(shape))
    sizes = as_sizes((sizes,))
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    try:
        sizes = resolve_shape(sizes, shape[dim])
    except RuntimeError as e:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({shape[dim]}) "
            "in the input tensor. "
            "Give sizes whose product is this size. One of them may be -1."
        ) from e
    return view(input, shape=(*shape[:dim], *sizes, *shape[dim + 1 :]))


@composite("contiguous(input, *, memory_format='contiguous_format')")
def contiguous(input: Any, *, memory_format: Any = "contiguous_format") -> Any:
    """Returns ``input`` if it is contiguous (in row-major order), and a contiguous copy otherwise.

    Args:
        memory_format: another order than row-major: ``wengert.channels_last`` or ``wengert.channels_last_3d``

    >>> wengert.tensor([[1, 2], [3, 4]]).t().contiguous().stride()
    (2, 1)
    """
    x = payload_of(input)
    if memory_format != layouts.contiguous_format:
        layouts.format_order("contiguous", memory_format, len(x.shape))
    if layouts.is_contiguous(x, memory_format):
        return input
    if memory_format == layouts.preserve_format:
        raise RuntimeError("preserve memory format is unsupported by the contiguous operator. Use clone().")
    return clone(input, memory_format=memory_format)


def _batched_squeeze(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    (x,) = args
    dims = wrap_dims(params["dim"], x.ndim - 1)
    return op(x, dim=tuple(d + 1 for d in dims)) if x.ndim > 1 else x


def _batched_squeeze_all(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    (x,) = args
    return squeeze(x, dim=tuple(range(1, x.ndim)))


@linear(x=lambda g, x_meta: view(g, shape=x_meta.shape), view=True, batch=_batched_squeeze_all, node="SqueezeBackward0")
def _squeeze_all(xp, x):
    return x.reshape([n for n in x.shape if n != 1])


@linear(x=lambda g, x_meta: view(g, shape=x_meta.shape), view=True, batch=_batched_squeeze,
        node="SqueezeBackward1 dim=SqueezeBackward2")  # fmt: skip
def squeeze(xp, x, *, dim):
    dims = wrap_dims(dim, x.ndim)
    return x.reshape([n for i, n in enumerate(x.shape) if n != 1 or i not in dims])


@composite("squeeze(input, dim=None)", inplace=True, view=True)
def _squeeze(input: Any, dim: int | Sequence[int] | None = None) -> Any:
    """Removes dimensions of size 1: all of them, or those that are named by ``dim``.

    Args:
        dim: the dimensions to remove if their size is 1; None means all dimensions

    >>> wengert.squeeze(wengert.zeros(1, 3, 1)).shape
    wengert.Size([3])
    """
    return _squeeze_all(input) if dim is None else squeeze(input, dim=dim)


def _batched_unsqueeze(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    return op(*args, dim=wrap_dim(params["dim"], args[0].ndim) + 1)


@linear(
    "unsqueeze(input, dim)", x=lambda g, dim: squeeze(g, dim=dim), view=True, batch=_batched_unsqueeze, inplace=True
)
def unsqueeze(xp, x, *, dim):
    """Adds a dimension of size 1 at position ``dim``.

    >>> wengert.unsqueeze(wengert.tensor([1, 2]), 1)
    tensor([[1],
            [2]])
    """
    return objects.unsqueezed(x, wrap_dim(dim, x.ndim + 1))


def at_least(ndim: int, x: Any) -> Any:
    """Add dimensions of size 1 to ``x`` in the positions that NumPy's ``atleast_1d``, ``_2d`` and ``_3d`` choose."""
    if x.ndim >= ndim:
        return x
    shape = tuple(x.shape)
    if ndim == 3 and shape:
        return view(x, shape=(1,) * (2 - len(shape)) + shape + (1,))
    return view(x, shape=(1,) * (ndim - len(shape)) + shape)


def _each(ndim: int, tensors: tuple[Any, ...]) -> Any:
    """Apply :func:`at_least` to one tensor, to several, or to one sequence of tensors."""
    if len(tensors) == 1 and not isinstance(tensors[0], (tuple, list)):
        return at_least(ndim, tensors[0])
    return tuple(at_least(ndim, x) for x in as_group(tensors))


@composite("atleast_1d(*tensors)", method=False, view=True)
def atleast_1d(*tensors: Any) -> Any:
    """Returns each tensor with at least one dimension.

    >>> wengert.atleast_1d(wengert.tensor(3.0))
    tensor([3.])
    """
    return _each(1, tensors)


@composite("atleast_2d(*tensors)", method=False, view=True)
def atleast_2d(*tensors: Any) -> Any:
    """Returns each tensor with at least two dimensions. New ones have size 1.

    >>> wengert.atleast_2d(wengert.tensor([1.0, 2.0]))
    tensor([[1., 2.]])
    """
    return _each(2, tensors)


@composite("atleast_3d(*tensors)", method=False, view=True)
def atleast_3d(*tensors: Any) -> Any:
    """Returns each tensor with at least three dimensions. New ones have size 1.

    >>> wengert.atleast_3d(wengert.tensor([1.0, 2.0])).shape
    wengert.Size([1, 2, 1])
    """
    return _each(3, tensors)


# -- Order of dimensions -----------------------------------------------------------------------------------------------


def _batched_permute(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    (x,) = args
    return op(x, dims=(0, *(d + 1 for d in permutation(params["dims"], x.ndim - 1))))


@linear(
    x=lambda g, dims: permute(g, dims=inverse_permutation(dims)),
    view=True,
    batch=_batched_permute,
    node="PermuteBackward0",
)
def permute(xp, x, *, dims):
    found = objects.permuted(x, tuple(dims))
    return x.transpose(permutation(dims, x.ndim)) if found is None else found


@composite("permute(input, dims, *more)", view=True)
def _permute(input: Any, dims: Any, *more: Any) -> Any:
    """Permutes the dimensions of ``input``, as a view.

    Args:
        dims: the dimensions in their new order, as a sequence or as separate integers

    >>> wengert.permute(wengert.zeros(2, 3, 4), (2, 0, 1)).shape
    wengert.Size([4, 2, 3])
    """
    return permute.on(input, None, {"dims": as_sizes((dims, *more))})


@linear(
    "transpose(input, dim0, dim1)",
    x=lambda g, dim0, dim1: transpose(g, dim0=dim0, dim1=dim1),
    view=True,
    batch=batch_dims,
    aliases="swapdims",
    inplace=True,
)
def transpose(xp, x, *, dim0, dim1):
    """Swaps two dimensions, as a view.

    Args:
        dim1: the second dimension

    >>> wengert.transpose(wengert.tensor([[1, 2, 3], [4, 5, 6]]), 0, 1)
    tensor([[1, 4],
            [2, 5],
            [3, 6]])
    """
    if x.ndim:
        return x.swapaxes(as_int(dim0), as_int(dim1))
    wrap_dim(dim0, 0), wrap_dim(dim1, 0)
    return x.view()


@composite("swapaxes(input, axis0, axis1)", inplace=True, view=True)
def swapaxes(input: Any, axis0: int, axis1: int) -> Any:
    """Swaps two dimensions, as a view. The same as :func:`transpose`.

    >>> wengert.swapaxes(wengert.zeros(2, 3, 4), 0, 2).shape
    wengert.Size([4, 3, 2])
    """
    return transpose(input, dim0=axis0, dim1=axis1)


def _batched_t(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    (x,) = args
    _at_most_matrix(x.ndim - 1)
    return transpose(x, dim0=1, dim1=2) if x.ndim == 3 else x


def _at_most_matrix(ndim: int) -> None:
    if ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {ndim}D")


@linear("t(input)", x=lambda g: t(g), view=True, batch=_batched_t, inplace=True)
def t(xp, x):
    """Transposes a matrix. Vectors and 0-d tensors are returned as they are.

    >>> wengert.t(wengert.tensor([[1, 2], [3, 4]]))
    tensor([[1, 3],
            [2, 4]])
    """
    _at_most_matrix(x.ndim)
    return x.T


@composite("movedim(input, source, destination)", aliases="moveaxis", view=True)
def movedim(input: Any, source: Any, destination: Any) -> Any:
    """Moves some dimensions to other positions. The others keep their order.

    Args:
        source: the dimension, or dimensions, to move
        destination: the new position of each of them

    >>> wengert.movedim(wengert.zeros(2, 3, 4), 0, -1).shape
    wengert.Size([3, 4, 2])
    """
    ndim = input.ndim
    sources, destinations = ([as_int(d)] if dtypes.is_integer(d) else list(d) for d in (source, destination))
    if len(sources) != len(destinations):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({sources} dims) should contain the same number of "
            f"dims as destination ({destinations} dims)"
        )
    moves = [[wrap_dim(d, ndim) for d in dims] for dims in (sources, destinations)]
    for name, given, dims in zip(("source", "destination"), (sources, destinations), moves, strict=True):
        if len(set(dims)) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({given}). Name each dimension once.")
    if ndim == 0:
        return view(input, shape=())
    origin = dict(zip(moves[1], moves[0], strict=True))
    rest = iter([d for d in range(ndim) if d not in moves[0]])  # a compiled generator would keep itself alive
    return permute(input, dims=tuple(origin[d] if d in origin else next(rest) for d in range(ndim)))


@composite("T(input)", property=True)
def T(input: Any) -> Any:  # noqa: N802
    """The tensor with its dimensions in reverse order."""
    ndim = input.ndim
    if ndim == 2:
        return permute.on(input, None, {"dims": (1, 0)})
    if not ndim:
        errors.text.warn("Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases.")
    else:
        errors.text.warn(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will "
            "throw an error in a future release. Consider `x.mT` to transpose batches of matrices or "
            "`x.permute(*range(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor."
        )
    return permute(input, dims=tuple(range(ndim - 1, -1, -1)))


@composite("mT(input)", property=True)
def mT(input: Any) -> Any:  # noqa: N802
    """The tensor with its last two dimensions swapped."""
    return _matrix_transpose(input, "mT")


@composite("mH(input)", property=True)
def mH(input: Any) -> Any:  # noqa: N802
    """The conjugate transpose, as a view: the last two dimensions swapped and the elements conjugated."""
    return conjugate_view(_matrix_transpose(input, "mH"))


@composite("H(input)", property=True)
def H(input: Any) -> Any:  # noqa: N802
    """The conjugate transpose of a matrix, as a view."""
    if input.ndim not in (0, 2):
        raise RuntimeError(
            f"tensor.H is only supported on matrices (2-D tensors). Got {input.ndim}-D tensor."
            + (
                " For batches of matrices, consider using tensor.mH"
                if input.ndim > 2
                else " Permute the dimensions instead."
            )
        )
    return conjugate_view(_matrix_transpose(input, "H"))


@composite("adjoint(input)", name="adjoint", view=True)
def adjoint_view(input: Any) -> Any:
    """The conjugate transpose, as a view: the last two dimensions swapped and the elements conjugated.

    >>> wengert.adjoint(wengert.tensor([[1, 2j], [3, 4]]))
    tensor([[1.-0.j, 3.-0.j],
            [0.-2.j, 4.-0.j]])
    """
    return conjugate_view(_matrix_transpose(input, "adjoint()"))


def adjoint(x: Any) -> Any:
    """What formulas and composites call: the conjugate transpose of matrices, not a view of complex ones."""
    return conj(transpose(x, dim0=-2, dim1=-1))


def _matrix_transpose(x: Any, name: str) -> Any:
    if x.ndim == 1:
        raise RuntimeError(
            f"tensor.{name} is only supported on matrices or batches of matrices. Got 1-D tensor. Unsqueeze it first."
        )
    if x.ndim == 0:
        errors.text.warn(f"Tensor.{name} is deprecated on 0-D tensors. Consider using x.conj().")
        return x
    return transpose(x, dim0=-2, dim1=-1)


# -- Parts -------------------------------------------------------------------------------------------------------------


def _batched_embed(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    keys = tuple([(slice(None), *key) for key in params["keys"]])
    return op(*together(size, args, flags), shape=(size, *params["shape"]), keys=keys)


def _parts_of(g: Any, needs: Sequence[bool], keys: Sequence[Any]) -> tuple[Any, ...]:
    return tuple([_getitem(g, key=key) if needed else None for needed, key in zip(needs, keys, strict=True)])


@linear(parts=_parts_of, moves=True, batch=_batched_embed, node="SliceBackward0")
def _embed(xp, *parts, shape, keys):
    """Zeros of the given shape, to which each part is added at its basic index."""
    out = copies.zeros(xp, shape, parts[0].dtype)
    if len(parts) == 1:
        copies.put_at(out, keys[0], parts[0])
        return out
    for x, key in zip(parts, keys, strict=True):
        part = objects.part(out, key)
        arrays.add(part, x, part)
    return out


def _put_back(g: Any, x_meta: Any, key: Any) -> Any:
    """The gradient of what the basic index ``key`` is applied to.

    Where it selects all entries, and no slice goes backwards, they are in order.
    """
    if math.prod(g.shape) == math.prod(x_meta.shape) and not any(map(_is_backwards, key)):
        return reshape(g, x_meta.shape)
    return part_gradient(x_meta.shape, key, g)


def _is_backwards(part: Any) -> bool:
    return type(part) is slice and part.step is not None and part.step < 0


def _batched_getitem(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    return op(*args, key=(slice(None), *params["key"]))


@linear(
    x=_put_back,
    view=True,
    batch=_batched_getitem,
    node="SliceBackward0",
)
def _getitem(xp, x, *, key):
    """The view that integers, slices and None select. The caller has replaced an Ellipsis by slices."""
    return objects.part(x, key)


def _batched_select(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    refuse_scalar(args[0].ndim - 1)
    return batch_dims(op, size, args, flags, params)


@linear(
    "select(input, dim, index)",
    x=lambda g, x_meta, dim, index: _put_back(g, x_meta, at_dim(dim, index, x_meta.ndim)),
    view=True,
    batch=_batched_select,
)
def select(xp, x, *, dim, index):
    """Selects one entry of a dimension. The result is a view without that dimension.

    Args:
        index: the position of the entry

    >>> wengert.select(wengert.tensor([[1, 2], [3, 4]]), 1, 0)
    tensor([1, 3])
    """
    if type(dim) is int and type(index) is int:
        found = objects.entry(x, dim, index)
        if found is not None:
            return found
    return x[entry(x.shape, dim, index)]


@composite("narrow(input, dim, start, length)", view=True)
def narrow(input: Any, dim: int, start: Any, length: int) -> Any:
    """The ``length`` entries of a dimension from ``start`` on, as a view.

    >>> wengert.narrow(wengert.tensor([1, 2, 3, 4]), 0, 1, 2)
    tensor([2, 3])
    """
    if input.ndim == 0:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor. Unsqueeze it first.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    for what, value in (("start", start), ("length", length)):
        if isinstance(value, bool):
            raise errors.calls.wrong_type("narrow", what, "int", value)
    if getattr(start, "ndim", 0) or dtypes.is_inexact(getattr(start, "dtype", dtypes.I64)):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    n, first = input.shape[wrap_dim(dim, input.ndim)], as_int(start)
    if not -n <= first <= n:
        if not errors.text.is_read(first):
            raise errors.text.unread("narrow(): argument 'start'", first)
        raise IndexError(f"start out of range (expected to be in range of [{-n}, {n}], but got {first})")
    if first < 0:
        first += n
    if first + length > n:
        raise RuntimeError(f"start ({first}) + length ({length}) exceeds dimension size ({n}).")
    return _getitem.on(input, None, {"key": at_dim(dim, slice(first, first + length), input.ndim)})
