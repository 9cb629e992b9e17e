"""Masks of attention in blocks: which blocks of queries and keys meet, and a function that decides within a block."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from copy import copy
from typing import Any, NoReturn

import numpy as np

from ... import errors
from ...api.generated import functions, nn_functions
from ...api.transforms.vmap import vmap
from ...arrays import dtypes
from ...errors.tracebacks import public
from ...tape.tensor import Tensor

BLOCK = 128
OF_MASKS, OF_SCORES = 4, 5  # how many arguments the functions take
SHADES = ("  ", "░░", "██")


def over_all(f: Callable[..., Any], scored: int) -> Callable[..., Any]:
    """A function of one batch, head, query and key as a function of all, each given by a vector.

    Args:
        f: the function.
        scored: how many arguments come before these; they have all four dimensions.
    """
    for last in (3, 2, 1, 0):
        f = vmap(f, in_dims=(0,) * scored + tuple(0 if k == last else None for k in range(4)))
    return f


def places(shape: tuple[int, ...], device: Any) -> list[Any]:
    """The numbers of batches, heads, queries and keys, each a vector of int32."""
    return [functions.arange(n, dtype=dtypes.int32, device=device) for n in shape]


def noop_mask(batch: Any, head: Any, token_q: Any, token_kv: Any) -> Any:
    """The mask that allows every key to every query.

    Args:
        batch, head, token_q, token_kv (Tensor): numbers, 0-d, of int32

    Returns:
        a 0-d tensor of bools, which is True

    >>> import wengert
    >>> from wengert.nn.attention.flex_attention import noop_mask
    >>> noop_mask(*wengert.zeros(4, dtype=wengert.int32))
    tensor(True)
    """
    return functions.ones((), dtype=dtypes.bool_, device=batch.device)


@public
def and_masks(*mask_mods: Callable[..., Any]) -> Callable[..., Any]:
    """A mask that allows what all of these masks allow.

    Args:
        mask_mods: functions of a batch, a head, a query and a key, as :func:`create_block_mask` takes

    Returns:
        a function of the same kind

    Raises:
        RuntimeError: if one of them cannot be called.

    >>> import wengert
    >>> from wengert.nn.attention.flex_attention import and_masks, create_mask
    >>> causal = lambda b, h, q, k: q >= k
    >>> near = lambda b, h, q, k: q - k < 2
    >>> create_mask(and_masks(causal, near), None, None, 3, 3)[0, 0].int()
    tensor([[1, 0, 0],
            [1, 1, 0],
            [0, 1, 1]], dtype=wengert.int32)
    """
    return _joined(mask_mods, "and_masks", lambda x, y: x & y, True)


@public
def or_masks(*mask_mods: Callable[..., Any]) -> Callable[..., Any]:
    """A mask that allows what at least one of these masks allows.

    Args:
        mask_mods: functions of a batch, a head, a query and a key, as :func:`create_block_mask` takes

    Returns:
        a function of the same kind

    Raises:
        RuntimeError: if one of them cannot be called.

    >>> import wengert
    >>> from wengert.nn.attention.flex_attention import create_mask, or_masks
    >>> itself = lambda b, h, q, k: q == k
    >>> first = lambda b, h, q, k: k == 0
    >>> create_mask(or_masks(itself, first), None, None, 3, 3)[0, 0].int()
    tensor([[1, 0, 0],
            [1, 1, 0],
            [1, 0, 1]], dtype=wengert.int32)
    """
    return _joined(mask_mods, "or_masks", lambda x, y: x | y, False)


def _joined(masks: tuple[Any, ...], name: str, join: Callable[[Any, Any], Any], empty: bool) -> Callable[..., Any]:
    if not all(map(callable, masks)):
        raise RuntimeError(f"All inputs should be callable mask_mods: {masks}. Pass functions to {name}.")

    def mask(b: Any, h: Any, q: Any, k: Any) -> Any:
        allowed = functions.full((), empty, dtype=dtypes.bool_, device=b.device)
        for each in masks:
            allowed = join(allowed, each(b, h, q, k))
        return allowed

    return mask


@public
def create_mask(
    mod_fn: Callable[..., Any], B: int | None, H: int | None, Q_LEN: int, KV_LEN: int, device: Any = None
) -> Any:
    """The mask of attention that a function describes, an element for every query and key.

    The function is called once, under ``vmap``: it sees single numbers and may index tensors with them.

    Args:
        mod_fn: a function of a batch, a head, a query and a key, which returns whether the query may see the key; or
            of a score and these four, which returns the score to use. A score of minus infinity forbids.
        B (int | None): how many batches; None for one that stands for all
        H (int | None): how many heads of queries; None for one that stands for all
        Q_LEN (int): how many queries
        KV_LEN (int): how many keys
        device: where the mask is made

    Returns:
        bools (B, H, Q_LEN, KV_LEN); True where the query may see the key

    Raises:
        TypeError: if the function takes another number of arguments, or a mask is not of bools.

    >>> from wengert.nn.attention.flex_attention import create_mask
    >>> create_mask(lambda b, h, q, k: q >= k, None, None, 2, 3)
    tensor([[[[ True, False, False],
              [ True,  True, False]]]])
    """
    shape = tuple(1 if n is None else n for n in (B, H, Q_LEN, KV_LEN))
    found = places(shape, device)
    if _count(mod_fn) == OF_SCORES:
        scores = functions.zeros(shape, device=device)
        return over_all(mod_fn, 1)(scores, *found) != -math.inf
    return _of_bools(over_all(mod_fn, 0)(*found))


def _count(f: Any) -> int:
    """How many positional arguments without a default a function takes; a fault if those are not of a mask or score."""
    if not callable(f):
        raise errors.attention.no_function("mod_fn", f)
    try:
        given = inspect.signature(f).parameters.values()
    except ValueError:  # a function of C
        return OF_MASKS
    if any(p.kind is p.VAR_POSITIONAL for p in given):
        return OF_MASKS
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    count = len([p for p in given if p.kind in by_place and p.default is p.empty])
    if count not in (OF_MASKS, OF_SCORES):
        raise errors.attention.wrong_count(f, count)
    return count


def _of_bools(mask: Any) -> Any:
    if mask.dtype != dtypes.bool_:
        raise errors.attention.no_bools(mask.dtype)
    return mask


@public
def create_block_mask(
    mask_mod: Callable[..., Any],
    B: int | None,
    H: int | None,
    Q_LEN: int,
    KV_LEN: int,
    device: Any = None,
    BLOCK_SIZE: int | tuple[int, int] = BLOCK,
    _compile: bool = False,
    separate_full_blocks: bool = True,
    compute_dq_write_order: bool = False,
    dq_kv_order: bool = True,
) -> BlockMask:
    """The mask of attention that a function describes, in blocks, for :func:`flex_attention`.

    Args:
        mask_mod: a function of a batch, a head, a query and a key, which returns whether the query may see the key. It
            gets 0-d tensors of int32 and is called under ``vmap``; it may index tensors with them.
        B (int | None): how many batches; None for one that stands for all
        H (int | None): how many heads of queries; None for one that stands for all
        Q_LEN (int): how many queries
        KV_LEN (int): how many keys
        device: where the mask is made
        BLOCK_SIZE (int | tuple[int, int]): how many queries and keys a block has
        _compile (bool): accepted as in PyTorch; nothing is compiled
        separate_full_blocks (bool): whether blocks without a forbidden element are kept apart: ``mask_mod`` decides
            nothing in them
        compute_dq_write_order (bool): an order of writes on a GPU, which wengert does not need: its gradients have the
            same bits each time
        dq_kv_order (bool): belongs to it

    Returns:
        BlockMask

    Raises:
        TypeError: if ``mask_mod`` is not a function of four arguments that returns bools.
        ValueError: if a block size is not positive.
        NotImplementedError: if ``compute_dq_write_order``.

    >>> from wengert.nn.attention.flex_attention import create_block_mask
    >>> mask = create_block_mask(lambda b, h, q, k: q >= k, None, None, 6, 6, BLOCK_SIZE=2)
    >>> print(mask)
    BlockMask(shape=(1, 1, 6, 6), sparsity=33.33%)
    (0, 0)
    ██
    ████
    ██████
    """
    if compute_dq_write_order:
        raise errors.attention.no_write_order()
    if _count(mask_mod) != OF_MASKS:
        raise errors.attention.wrong_count(mask_mod, OF_SCORES)
    size = sizes(BLOCK_SIZE)
    mask = create_mask(mask_mod, B, H, Q_LEN, KV_LEN, device)
    short = [-n % b for n, b in zip(mask.shape[2:], size, strict=True)]
    mask = nn_functions.pad(mask, (0, short[1], 0, short[0]))
    count = mask.unflatten(3, (-1, size[1])).unflatten(2, (-1, size[0])).sum((3, 5))
    full = (count == size[0] * size[1]) if separate_full_blocks else None
    part = (count > 0) if full is None else (count > 0) & ~full
    return BlockMask._of(part, full, size, mask_mod, (Q_LEN, KV_LEN))


def sizes(given: Any) -> tuple[int, int]:
    """A block size of queries and one of keys."""
    pair = tuple(given) if isinstance(given, (tuple, list)) else (given, given)
    if len(pair) != 2 or not all(isinstance(n, int) and n > 0 for n in pair):
        raise errors.attention.wrong_block(given)
    return pair


class BlockMask:
    """A mask of attention in blocks. ``create_block_mask`` makes it, or :meth:`from_kv_blocks`.

    A block of queries and keys is *full* (every query sees every key), *partial* (``mask_mod`` decides), or left out.
    For each row of blocks the mask has the columns of its blocks, those that count first, and how many count; for each
    column, the same of its rows.

    Attributes:
        seq_lengths (tuple[int, int]): how many queries and keys
        kv_num_blocks (Tensor): int32 (batches, heads, rows of blocks): how many partial blocks a row has
        kv_indices (Tensor): int32 (batches, heads, rows, columns): the columns of blocks, those of the partial ones
            first
        full_kv_num_blocks, full_kv_indices (Tensor | None): the same of full blocks
        q_num_blocks, q_indices, full_q_num_blocks, full_q_indices (Tensor | None): the same by columns
        BLOCK_SIZE (tuple[int, int]): how many queries and keys a block has
        mask_mod: the function that decides in partial blocks
    """

    def __init__(
        self,
        seq_lengths: tuple[int, int],
        kv_num_blocks: Tensor,
        kv_indices: Tensor,
        full_kv_num_blocks: Tensor | None,
        full_kv_indices: Tensor | None,
        q_num_blocks: Tensor | None,
        q_indices: Tensor | None,
        full_q_num_blocks: Tensor | None,
        full_q_indices: Tensor | None,
        BLOCK_SIZE: tuple[int, int] = (BLOCK, BLOCK),
        mask_mod: Callable[..., Any] = noop_mask,
    ) -> None:
        """Take the parts of a mask as they are; :meth:`from_kv_blocks` makes those that follow from others."""
        parts = (kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices)
        if kv_indices.ndim < 2:
            raise errors.attention.no_rows(kv_indices)
        if (full_kv_num_blocks is None) != (full_kv_indices is None):
            raise errors.attention.half_a_pair("full_kv_num_blocks", "full_kv_indices", parts[2:])
        if (full_q_num_blocks is None) != (full_q_indices is None):
            raise errors.attention.half_a_pair(
                "full_q_num_blocks", "full_q_indices", (full_q_num_blocks, full_q_indices)
            )
        self.seq_lengths = seq_lengths
        self.kv_num_blocks, self.kv_indices, self.full_kv_num_blocks, self.full_kv_indices = parts
        self.q_num_blocks, self.q_indices = q_num_blocks, q_indices
        self.full_q_num_blocks, self.full_q_indices = full_q_num_blocks, full_q_indices
        self.BLOCK_SIZE = BLOCK_SIZE
        self.mask_mod = mask_mod

    @classmethod
    def from_kv_blocks(
        cls,
        kv_num_blocks: Tensor,
        kv_indices: Tensor,
        full_kv_num_blocks: Tensor | None = None,
        full_kv_indices: Tensor | None = None,
        BLOCK_SIZE: int | tuple[int, int] = BLOCK,
        mask_mod: Callable[..., Any] | None = None,
        seq_lengths: tuple[int, int] | None = None,
        compute_q_blocks: bool = True,
    ) -> BlockMask:
        """A mask from the blocks of each row.

        Args:
            kv_num_blocks (Tensor): int32 (batches, heads, rows): how many blocks a row has in which ``mask_mod``
                decides
            kv_indices (Tensor): int32 (batches, heads, rows, columns): their columns come first in a row
            full_kv_num_blocks, full_kv_indices (Tensor | None): the same of blocks that are allowed as a whole
            BLOCK_SIZE (int | tuple[int, int]): how many queries and keys a block has
            mask_mod: a function as :func:`create_block_mask` takes; without one, everything in the blocks is allowed
            seq_lengths (tuple[int, int] | None): how many queries and keys; by default what the blocks hold
            compute_q_blocks (bool): whether the blocks of each column are listed, too

        Returns:
            BlockMask

        Raises:
            ValueError: if ``kv_indices`` has fewer than two dimensions, or one of two full parts is missing.

        >>> import wengert
        >>> from wengert.nn.attention.flex_attention import BlockMask
        >>> one = wengert.ones(1, 1, 2, dtype=wengert.int32)
        >>> mask = BlockMask.from_kv_blocks(one, wengert.tensor([[[[0, 1], [1, 0]]]]), BLOCK_SIZE=2)
        >>> mask.to_dense()[0, 0]
        tensor([[1, 0],
                [0, 1]], dtype=wengert.int32)
        """
        by_columns = (None, None, None, None)
        mask = cls((0, 0), kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, *by_columns)
        mask.BLOCK_SIZE = rows, columns = sizes(BLOCK_SIZE)
        mask.mask_mod = mask_mod or noop_mask
        down, across = kv_indices.shape[-2:]
        mask.seq_lengths = seq_lengths or (down * rows, across * columns)
        if compute_q_blocks:
            part, full = mask._blocks()
            mask.q_num_blocks, mask.q_indices = _listed(part.mT)
            if full is not None:
                mask.full_q_num_blocks, mask.full_q_indices = _listed(full.mT)
        return mask

    @classmethod
    def _of(cls, part: Any, full: Any, size: tuple[int, int], mask_mod: Any, lengths: tuple[int, int]) -> BlockMask:
        """A mask from bools, one for each block: which are partial, and which are full."""
        count, columns = _listed(part)
        fulls, full_columns = (None, None) if full is None else _listed(full)
        return cls.from_kv_blocks(count, columns, fulls, full_columns, size, mask_mod, lengths)

    def _blocks(self) -> tuple[Any, Any]:
        """Bools, one for each block: which are partial, and which are full, or None."""
        part = _dense(self.kv_num_blocks, self.kv_indices)
        if self.full_kv_num_blocks is None:
            return part, None
        return part, _dense(self.full_kv_num_blocks, self.full_kv_indices)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many batches, heads, queries and keys the mask is for."""
        return (*self.kv_indices.shape[:-2], *self.seq_lengths)

    def numel(self) -> int:
        """How many elements the mask has, with those that are forbidden."""
        return math.prod(self.shape)

    def sparsity(self) -> float:
        """The part of the elements that is in no block, in per cent; below zero where blocks reach beyond the end."""
        counted = int(self.to_dense().sum()) * self.BLOCK_SIZE[0] * self.BLOCK_SIZE[1]
        return 100 * (1 - counted / self.numel())

    def to_dense(self) -> Any:
        """Int32 (batches, heads, rows, columns): 1 for every block that is not left out."""
        part, full = self._blocks()
        return (part if full is None else part | full).to(dtypes.int32)

    def allowed(self) -> Any:
        """Bools (batches, heads, queries, keys): which keys a query sees."""
        part, full = (None if b is None else self._elements(b) for b in self._blocks())
        if self.mask_mod is not noop_mask:
            found = places(self.shape, self.kv_indices.device)
            part = part & _of_bools(over_all(self.mask_mod, 0)(*found))
        return part if full is None else part | full

    def _elements(self, blocks: Any) -> Any:
        """What is said of blocks, said of their elements."""
        rows, columns = self.BLOCK_SIZE
        each = blocks.repeat_interleave(rows, 2).repeat_interleave(columns, 3)
        return each[:, :, : self.seq_lengths[0], : self.seq_lengths[1]]

    def to(self, device: Any) -> BlockMask:
        """The mask with its tensors on a device.

        Args:
            device: the device.
        """
        moved, tensors = copy(self), {n: v for n, v in vars(self).items() if isinstance(v, Tensor)}
        vars(moved).update({n: v.to(device) for n, v in tensors.items()})
        return moved

    def as_tuple(self, flatten: bool = True) -> tuple[Any, ...]:
        """The parts of the mask in the order of PyTorch's, with None for the orders of writes that it has no use for.

        Args:
            flatten: whether the lengths and the block sizes are four numbers, not two pairs.
        """
        parts = (
            self.kv_num_blocks, self.kv_indices, self.full_kv_num_blocks, self.full_kv_indices, self.q_num_blocks,
            self.q_indices, self.full_q_num_blocks, self.full_q_indices, None, None, None, None,
        )  # fmt: skip
        if flatten:
            return (*self.seq_lengths, *parts, *self.BLOCK_SIZE, self.mask_mod)
        return (self.seq_lengths, *parts, self.BLOCK_SIZE, self.mask_mod)

    def __getitem__(self, index: Any) -> BlockMask:
        """The mask of some batches, heads and rows of blocks; a number keeps its dimension. It needs a new ``mask_mod``
        before it is used: the old one would count from the first of them.
        """
        given = index if isinstance(index, tuple) else (index,)
        kept = tuple(slice(i, i + 1 or None) if isinstance(i, int) else i for i in given)
        fulls, full_columns = (None if t is None else t[kept[:3]] for t in self.as_tuple(flatten=False)[3:5])
        count, columns = self.kv_num_blocks[kept[:3]], self.kv_indices[kept[:3]]
        return self.from_kv_blocks(
            count, columns, fulls, full_columns, self.BLOCK_SIZE, _of_a_part, self.seq_lengths,
            self.q_num_blocks is not None,
        )  # fmt: skip

    def _adjust(self, new_q_len: int, new_kv_len: int) -> BlockMask:
        """The mask of the first queries and keys.

        Args:
            new_q_len: how many queries, at most as many as now.
            new_kv_len: how many keys, at most as many as now.
        """
        if new_q_len > self.seq_lengths[0] or new_kv_len > self.seq_lengths[1]:
            raise errors.attention.other_lengths(self.shape, new_q_len, new_kv_len)
        rows, columns = (-(-n // b) for n, b in zip((new_q_len, new_kv_len), self.BLOCK_SIZE, strict=True))
        part, full = (None if b is None else b[:, :, :rows, :columns] for b in self._blocks())
        return self._of(part, full, self.BLOCK_SIZE, self.mask_mod, (new_q_len, new_kv_len))

    def to_string(self, grid_size: int | tuple[int, int] = (20, 20), limit: int = 4) -> str:
        """A picture of the blocks of every batch and head, dark where they are not left out.

        Args:
            grid_size: how many rows and columns a picture has at most; -1 for one for every block. A place that stands
                for several blocks is light if some of them are left out.
            limit: how many pictures there are at most.
        """
        there = self.to_dense()
        grid = tuple(grid_size) if isinstance(grid_size, (tuple, list)) else (grid_size, grid_size)
        steps = [1 if g < 0 else -(-n // g) for n, g in zip(there.shape[-2:], grid, strict=True)]
        pictures = []
        every = list(np.ndindex(*there.shape[:-2]))
        for place in every[:limit]:
            rows = _coarser(there[place].tolist(), *steps)
            drawn = ["".join(SHADES[v] for v in row).rstrip() for row in rows]
            pictures.append("\n".join([str(place), *drawn]))
        if len(every) > limit:
            pictures.append(f"... {len(every) - limit} more: to_string(limit={len(every)}), or mask[batch, head]")
        return "\n\n".join(pictures)

    def __repr__(self) -> str:
        return f"BlockMask(shape={self.shape}, sparsity={self.sparsity():.2f}%)"

    def __str__(self) -> str:
        return f"{self!r}\n{self.to_string()}"


def _of_a_part(b: Any, h: Any, q: Any, k: Any) -> NoReturn:
    """In the place of the function of a mask of which a part was taken."""
    raise errors.attention.function_of_a_part()


def _listed(blocks: Any) -> tuple[Any, Any]:
    """How many blocks of each row are True, and all columns, those of the True ones first."""
    columns = functions.argsort(blocks.int(), -1, descending=True, stable=True)
    return blocks.sum(-1).to(dtypes.int32), columns.to(dtypes.int32)


def _dense(count: Any, columns: Any) -> Any:
    """Bools, one for each block, from what :func:`_listed` returns."""
    counted = functions.arange(columns.shape[-1], device=columns.device) < count.unsqueeze(-1)
    return functions.zeros_like(columns, dtype=dtypes.bool_).scatter(-1, columns.long(), counted)


def _coarser(rows: list[list[int]], down: int, across: int) -> list[list[int]]:
    """A picture with one place for so many rows and columns: 2 where all are there, 0 where none is, else 1."""
    found = []
    for i in range(0, len(rows), down):
        band = rows[i : i + down]
        cells = [[v for row in band for v in row[j : j + across]] for j in range(0, len(band[0]), across)]
        found.append([any(c) + all(c) for c in cells])
    return found
