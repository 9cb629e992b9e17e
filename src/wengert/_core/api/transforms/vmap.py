"""``vmap``: call a function of one example once for a whole batch."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

from ... import errors
from ...arrays.batched import levels_of
from ...errors.tracebacks import public
from ...ops.elementwise.pointwise import clone
from ...ops.random.seeding import rng_bytes, set_rng_state
from ...ops.shape.join import cat
from ...ops.shape.shape import narrow
from ...ops.structure import _enter, _leave
from ...tape.state import local, new_level
from ...tape.tensor import TensorBase
from ..trees import TreeSpec, broadcast_to_and_flatten, tree_flatten, tree_leaves, tree_structure, tree_unflatten
from .array_inputs import as_tensor

Fn = Callable[..., Any]

NONE_FOR_ALL = "What is the same for every example has None among in_dims: in_dims=(0, None)."


@contextlib.contextmanager
def mapping(size: int, randomness: str = "error") -> Iterator[int]:
    """Enter a new vmap of ``size`` examples, and return its level."""
    state = local.state
    before, drawing = state.vmap, state.randomness
    level = new_level()
    try:
        state.vmap = (*before, level)
        if randomness != "error":
            state.randomness = {**drawing, level: (size, randomness)}
        yield level
    finally:
        state.vmap, state.randomness = before, drawing


def check_randomness(randomness: str) -> None:
    """Raise an error for an unknown value of ``randomness``."""
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(
            f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}"
        )  # fmt: skip


def name_of(func: Any) -> str:
    """The name of a function for messages."""
    if isinstance(func, functools.partial):
        return f"functools.partial({name_of(func.func)}, ...)"
    return getattr(func, "__name__", None) or repr(func)


@public
def vmap(func: Fn, in_dims: Any = 0, out_dims: Any = 0, randomness: str = "error", *,
         chunk_size: int | None = None) -> Fn:  # fmt: skip
    """Return a function that maps ``func`` over a dimension of its arguments, with one batched call.

    Inside ``func``, a tensor has the shape of one example. Tensors that ``func`` captures are the same for all
    examples, and their gradient is the sum over the examples. ``vmap`` can be nested, and combined with all other
    transforms.

    Args:
        func: takes and returns pytrees of tensors. Keyword arguments are passed on and not mapped.
        in_dims: the dimension to map over: an int for all tensors, or a tuple of ints (or None, for arguments that are
            not mapped) with the structure of the arguments. The structure may stop above the leaves.
        out_dims: the position of the mapped dimension in the outputs: an int, or a structure like that of the outputs.
            None is for outputs that are the same for all examples; they are returned as they are.
        randomness: how random functions behave: ``"error"`` raises an error, ``"same"`` draws the same numbers for all
            examples, and ``"different"`` draws different ones.
        chunk_size: the number of examples to compute at a time; None for all. It limits the memory for intermediate
            values.

    Returns:
        a function of the same arguments.

    Raises:
        ValueError: if dims do not match the arguments, the outputs, or each other.
        RuntimeError: (when called) if ``func`` reads the value of a mapped tensor, as ``if`` and ``item()`` do, or
            writes a mapped tensor into memory from outside the vmap. The message names the line.

    >>> import wengert
    >>> xs = wengert.tensor([[1.0, 2.0], [3.0, 4.0]])
    >>> wengert.vmap(lambda x: x.sum())(xs)
    tensor([3., 7.])
    >>> outer = wengert.vmap(wengert.vmap(lambda a, b: a * b, in_dims=(None, 0)), in_dims=(0, None))
    >>> outer(wengert.tensor([1.0, 2.0]), wengert.tensor([3.0, 4.0, 5.0]))
    tensor([[ 3.,  4.,  5.],
            [ 6.,  8., 10.]])

    The gradient of each example (``backward`` would return their sum):

    >>> wengert.vmap(wengert.func.grad(lambda x: (x**2).sum()))(xs)
    tensor([[2., 4.],
            [6., 8.]])
    """
    check_randomness(randomness)
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    return _mapping(func, in_dims, out_dims, randomness, lambda size: chunk_size)


def chunk_vmap(func: Fn, in_dims: Any = 0, out_dims: Any = 0, randomness: str = "error", chunks: int = 2) -> Fn:
    """Return a function that maps ``func`` like :func:`vmap`, with a given number of batched calls.

    Args:
        func: see :func:`vmap`.
        in_dims: see :func:`vmap`.
        out_dims: see :func:`vmap`.
        randomness: see :func:`vmap`.
        chunks: the number of parts into which the batch is split.

    Raises:
        ValueError: if ``chunks`` is not positive; and as for :func:`vmap`.

    >>> import wengert
    >>> wengert.func.chunk_vmap(lambda x: x.sum(), chunks=2)(wengert.ones(5, 3))
    tensor([3., 3., 3., 3., 3.])
    """
    check_randomness(randomness)
    if chunks < 1:
        raise ValueError(f"chunk_vmap: chunks should be greater than 0. (got {chunks})")
    return _mapping(func, in_dims, out_dims, randomness, lambda size: None if chunks == 1 else -(-size // chunks))


def _mapping(func: Fn, in_dims: Any, out_dims: Any, randomness: str, chunk: Callable[[int], int | None]) -> Fn:
    """``func``, mapped. ``chunk`` returns the number of examples to compute at a time, for a batch size.

    None computes all without chunks. Then results may be views of the inputs; those of chunks are joined copies.
    """

    @public
    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        _check_out_dims(func, out_dims)
        leaves, dims, spec = _mapped_inputs(func, in_dims, args)
        size = _batch_size(leaves, dims)
        chunk_size = chunk(size)
        if chunk_size is None or not size:
            return _mapped(func, size, leaves, dims, spec, kwargs, out_dims, randomness)
        seed = rng_bytes() if randomness == "same" else None
        done = []
        for start in range(0, size, chunk_size):
            n = min(chunk_size, size - start)
            part = [x if d is None else narrow(x, d, start, n) for x, d in zip(leaves, dims, strict=True)]
            if seed is not None:
                set_rng_state(seed)
            done.append(_mapped(func, n, part, dims, spec, kwargs, out_dims, randomness))
        return _joined(func, done, out_dims)

    return wrapper


def _mapped(func: Fn, size: int, leaves: list[Any], dims: list[Any], spec: TreeSpec, kwargs: Any, out_dims: Any,
            randomness: str) -> Any:  # fmt: skip
    """One batched call of ``func``."""
    with mapping(size, randomness) as level:
        entered = [
            x if d is None else _enter(x, dim=d, level=level, size=size) for x, d in zip(leaves, dims, strict=True)
        ]
        out = func(*tree_unflatten(entered, spec), **kwargs)
    outs, structure = tree_flatten(out)
    places = _places(func, structure, out_dims)
    return tree_unflatten([_left(x, d, level, size, func) for x, d in zip(outs, places, strict=True)], structure)


def _mapped_inputs(func: Fn, in_dims: Any, args: tuple[Any, ...]) -> tuple[list[Any], list[Any], TreeSpec]:
    """The leaves of the arguments, the mapped dimension of each (or None), and their structure."""

    def called() -> str:
        return f"vmap({name_of(func)}, in_dims={in_dims}, ...)(<inputs>)"

    if not isinstance(in_dims, int | tuple):
        raise ValueError(
            f"{called()}: expected `in_dims` to be int or a (potentially nested) tuple matching the structure of "
            f"inputs, got: {type(in_dims)}."
        )
    if not args:
        raise ValueError(
            f"vmap({name_of(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to "
            "vmap over a function with no inputs. The latter is unsupported."
        )
    leaves, spec = tree_flatten(args)
    dims = broadcast_to_and_flatten(in_dims, spec)
    if dims is None:
        raise ValueError(
            f"{called()}: in_dims is not compatible with the structure of `inputs`. in_dims has structure "
            f"{tree_structure(in_dims)} but inputs has structure {spec}. "
            "Give in_dims one integer or None for each input, in the same structure."
        )
    for i, (x, d) in enumerate(zip(leaves, dims, strict=True)):
        if d is None:
            continue
        if not isinstance(d, int):
            raise ValueError(
                f"{called()}: Got in_dim={d} for an input but in_dim must be either an integer dimension or None."
            )
        leaves[i] = x = as_tensor(x)
        if not isinstance(x, TensorBase):
            raise ValueError(
                f"{called()}: Got in_dim={d} for an input but the input is of type {type(x)}. We cannot vmap over "
                "non-Tensor arguments, please use None as the respective in_dim"
            )
        if not -x.ndim <= d < x.ndim:
            raise ValueError(
                f"{called()}: Got in_dim={d} for some input, but that input is a Tensor of dimensionality {x.ndim} so "
                f"expected in_dim to satisfy -{x.ndim} <= in_dim < {x.ndim}. {NONE_FOR_ALL}"
            )
        dims[i] = d % x.ndim
    return leaves, dims, spec


def _batch_size(leaves: list[Any], dims: list[Any]) -> int:
    """The number of examples, which must be the same for all mapped dimensions."""
    sizes = [x._wg_data.shape[d] for x, d in zip(leaves, dims, strict=True) if d is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension. {NONE_FOR_ALL}"
        )
    return int(sizes[0])


def _check_out_dims(func: Fn, out_dims: Any) -> None:
    if not isinstance(out_dims, int) and not all(d is None or isinstance(d, int) for d in tree_leaves(out_dims)):
        raise ValueError(
            f"vmap({name_of(func)}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python collection "
            "of ints representing where in the outputs the vmapped dimension should appear."
        )


def _places(func: Fn, spec: TreeSpec, out_dims: Any) -> list[Any]:
    """The position of the mapped dimension in each leaf of the outputs."""
    if spec.is_leaf() and isinstance(out_dims, tuple) and len(out_dims) == 1:
        return list(out_dims)  # torch accepts (0,) for a single tensor
    places = broadcast_to_and_flatten(out_dims, spec)
    if places is None or (spec.is_leaf() and not (out_dims is None or isinstance(out_dims, int))):
        raise ValueError(
            f"vmap({name_of(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure "
            f"of `outputs`. out_dims has structure {tree_structure(out_dims)} but outputs has structure {spec}. "
            "Give out_dims one integer or None for each output, in the same structure."
        )
    return places


def _left(out: Any, dim: int | None, level: int, size: int, func: Fn) -> Any:
    """A result of ``func`` whose batch dimension is an ordinary dimension again."""
    batched = isinstance(out, TensorBase) and level in levels_of(out._wg_data)
    if dim is None:
        # torch also refuses a value that is mapped only by an outer vmap, which is none of this one's business
        if batched:
            name = name_of(func)
            raise ValueError(
                f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None: the output differs "
                "between examples. Say where its mapped axis goes."
            )
        return out
    if not isinstance(out, TensorBase):
        name = name_of(func)
        raise ValueError(
            f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(out)}. Did you mean to set "
            f"out_dims= to None for output?{errors.gradients.forgotten_return(out)}"
        )
    n = out.ndim + 1
    if not -n <= dim < n:
        raise errors.calls.dim_range(dim, n)
    left = _leave(out, dim=dim % n, level=level, size=size)
    return left if batched else clone(left)  # every example gets its own memory


def _joined(func: Fn, done: list[Any], out_dims: Any) -> Any:
    """The results of all chunks, concatenated along the mapped dimensions. Others are the same in each chunk."""
    leaves, specs = zip(*map(tree_flatten, done), strict=True)
    places = _places(func, specs[0], out_dims)
    joined = [
        parts[0] if d is None else cat(*parts, dim=d) for parts, d in zip(zip(*leaves), places, strict=True)
    ]  # fmt: skip
    return tree_unflatten(joined, specs[0])
