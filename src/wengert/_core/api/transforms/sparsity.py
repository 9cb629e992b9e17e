"""Determine which entries of a Jacobian or Hessian may be nonzero at any point.

Note [Structure]
The function runs once on a batch of one. So every value that depends on the inputs is ``Batched``, including integers
and masks, and code that branches on such a value raises an error, by the rules of ``vmap``. Hence the tape is the same
at every point, and it shows which values are constant. Then sets of input entries are propagated forward along the
tape. The set of an entry is the union of the sets of the entries that it may depend on. For one operation these are,
independently of the values:

- elementwise operations: the entry at the same position, unless a constant factor there is zero;
- operations whose formula uses no value that depends on the inputs: the derivative is a constant matrix. Its pattern is
  determined by running the formula on random numbers (:func:`entries_of`). Products of several arrays are treated in
  the same way, with random numbers in place of the values that depend on the inputs: an entry that is then zero is
  always zero;
- operations along dimensions: all entries in the same line;
- everything else, custom Functions and nodes with hooks: all entries.

So the pattern may contain additional entries, but it never misses one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, dtypes, objects
from ...arrays.batched import Batched, batch_dims, levels_of, physical
from ...dispatch.formula_names import SAVED
from ...errors.tracebacks import public
from ...ops.random.seeding import rng_bytes, set_rng_state
from ...tape.node import Meta, Node, Saved
from ...tape.tensor import TensorBase, make
from ...tape.view import read
from ..trees import tree_flatten, tree_unflatten
from .array_inputs import flattened
from .coloring import Ints, Sparsity, distinct
from .reverse_mode import Recorded, grad, picked, replaced, tensors_only
from .vmap import mapping

Fn = Callable[..., Any]
MOST = 1 << 27  # the largest number of entries of a pattern
RADIX = 16  # the number of parts into which a block of rows is split
PROBES = 1 << 22  # the size of a batch of probes, in numbers
ELEMENTWISE = frozenset((  # if they are not reduced
    "_mse_loss", "_smooth_l1_loss", "_huber_loss", "_binary_cross_entropy", "_binary_cross_entropy_with_logits",
    "_soft_margin_loss",
))  # fmt: skip


# -- sets of input entries


class Sets:
    """For each entry of a value, a set of input entries. ``ids`` has the number of the entry's set in a table.

    Set ``k`` is ``items[starts[k] : starts[k + 1]]``, sorted. Entries share sets, so that entries that depend on
    everything need little memory.
    """

    def __init__(self, ids: Ints, starts: Ints, items: Ints) -> None:
        self.ids, self.starts, self.items = ids, starts, items

    def taken(self, places: Ints) -> Sets:
        """The sets of some entries."""
        return Sets(self.ids[places], self.starts, self.items)


def singletons(first: int, count: int) -> Sets:
    """Sets of entries that each depend only on themselves."""
    return Sets(np.arange(count), np.arange(count + 1), first + np.arange(count))


def gathered(starts: Ints, items: Ints, which: Ints) -> tuple[Ints, Ints]:
    """The elements of some sets, concatenated, and the size of each set."""
    lengths = starts[which + 1] - starts[which]
    ends = np.cumsum(lengths)
    at = np.arange(int(ends[-1]) if ends.size else 0) - np.repeat(ends - lengths, lengths)
    return items[np.repeat(starts[which], lengths) + at], lengths


def united(count: int, parts: Iterable[tuple[Ints, Ints, Sets]]) -> Sets:
    """Sets for ``count`` entries: for entry ``r``, the union of the sets at ``places[k]`` where ``rows[k] == r``."""
    rows_, ids_, starts_, items_ = [], [], [np.zeros(1, np.int64)], []
    tables = total = 0
    for rows, places, sets in parts:
        rows_.append(rows)
        ids_.append(sets.ids[places] + tables)
        starts_.append(sets.starts[1:] + total)
        items_.append(sets.items)
        tables, total = tables + sets.starts.size - 1, total + sets.items.size
    starts = np.concatenate([*starts_, [total]])  # and the empty set at the end
    items = np.concatenate(items_) if items_ else np.zeros(0, np.int64)
    ids = np.full(count, tables, np.int64)
    if rows_:
        pairs = np.unique(np.concatenate(rows_) * (tables + 1) + np.concatenate(ids_))
        row, old = pairs // (tables + 1), pairs % (tables + 1)
        ids[row] = old
        several = np.bincount(row, minlength=count) > 1
        chosen = several[row]
        row, old = row[chosen], old[chosen]
        if row.size:  # rows with the same sets share their union; two random sums identify them
            first = np.flatnonzero(np.diff(row, prepend=-1))
            words = np.random.default_rng(0).integers(0, 2**63, size=(2, tables + 1), dtype=np.uint64)
            sums = np.stack([np.add.reduceat(w[old], first) for w in words], axis=1)
            _, shown, same = np.unique(sums, axis=0, return_index=True, return_inverse=True)
            same = same.reshape(-1)
            ids[row[first]] = tables + 1 + same
            number = np.repeat(np.arange(first.size), np.diff(np.append(first, row.size)))
            kept = shown[same[number]] == number
            elements, lengths = gathered(starts, items, old[kept])
            wide = int(items.max(initial=0)) + 1
            keys = np.unique(np.repeat(same[number[kept]], lengths) * wide + elements)
            sizes = np.bincount(keys // wide, minlength=shown.size)
            starts = np.concatenate([starts, starts[-1] + np.cumsum(sizes)])
            items = np.concatenate([items, keys % wide])
    used, ids = np.unique(ids, return_inverse=True)
    items, lengths = gathered(starts, items, used)
    return Sets(ids.reshape(-1), np.concatenate([[0], np.cumsum(lengths)]), items)


# -- the pattern of one constant matrix


def entries_of(pull: Callable[[Any], list[Any]], noise: Any, sizes: Sequence[int]) -> list[
        tuple[Ints, Ints]]:  # fmt: skip
    """The nonzero entries of a matrix that is known only by products with its transpose, by block of columns.

    Blocks of rows are tested, and blocks with entries are split. Blocks without a common column are tested in one
    product. So a banded matrix needs as many products as the width of its band, times the logarithm of its size.
    ``pull`` takes a batch of vectors, and returns a batch for each block of columns. ``noise`` has a random number for
    every row: a product with it is zero only if all entries are zero, with probability one.
    """
    m, n = noise.size, sum(sizes)
    block = 1
    while block < m:
        block *= RADIX
    parents, columns = np.zeros(n, np.int64), np.arange(n)  # pairs: this block may have entries in this column
    while block > 1:
        inner = block // RADIX
        count = -(-m // block)
        if count == 1 or np.bincount(columns, minlength=n).max(initial=0) <= 1:
            color = np.zeros(count, np.int64)
        else:
            color = distinct(parents, columns, count, range(count))
        owner = np.full((int(color.max(initial=0)) + 1, n), -1, np.int64)
        owner[color[parents], columns] = parents
        rows = np.arange(m)
        probe = color[rows // block] * RADIX + rows // inner % RADIX
        probe[color[rows // block] < 0] = -1
        found_blocks, found_columns = [], []
        total = owner.shape[0] * RADIX
        step = max(1, PROBES // max(m, n, 1))
        for start in range(0, total, step):
            some = min(step, total - start)
            here = np.flatnonzero((probe >= start) & (probe < start + some))
            if not here.size:
                continue
            batch = np.zeros((some, m), noise.dtype)
            batch[probe[here] - start, here] = noise[here]
            hit, col = np.nonzero(np.concatenate([p.reshape(some, -1) for p in pull(batch)], axis=1))
            parent = owner[(hit + start) // RADIX, col]
            real = parent >= 0
            found_blocks.append(parent[real] * RADIX + (hit[real] + start) % RADIX)
            found_columns.append(col[real])
        parents = np.concatenate(found_blocks) if found_blocks else np.zeros(0, np.int64)
        columns = np.concatenate(found_columns) if found_columns else np.zeros(0, np.int64)
        order = np.argsort(parents, kind="stable")
        parents, columns = parents[order], columns[order]
        block = inner
    if m == 1:
        products = pull(noise[None])
        columns = np.flatnonzero(np.concatenate([p.reshape(-1) for p in products]))
        parents = np.zeros(columns.size, np.int64)
    ends = np.cumsum([0, *sizes])
    which = np.searchsorted(ends, columns, side="right") - 1
    return [(parents[which == k], columns[which == k] - ends[k]) for k in range(len(sizes))]


# -- one operation


class Frame:
    """A value on the tape as an array: the dimensions of vmaps inside the function, outermost first, then its own."""

    def __init__(self, meta: Any, sizes: dict[int, int], level: int) -> None:
        self.levels = tuple(sorted(k for k in meta.levels if k != level))
        missing = [k for k in self.levels if k not in sizes]
        if missing:
            raise errors.jacobian.captured_batch()
        self.batch = tuple(sizes[k] for k in self.levels)
        self.own = tuple(meta.shape)
        self.shape = (*self.batch, *self.own)
        self.size = int(np.prod(self.shape, dtype=np.int64))

    def payload(self, array: Any, level: int | None = None) -> Any:
        """An array of this shape as a payload. With ``level``, the array has that batch dimension in front."""
        p = array if level is None else Batched(array, level)
        for k in self.levels:
            p = Batched(p, k)
        return p

    def spread(self, out: Frame) -> Ints:
        """For every entry of a value that this one is broadcast to, the position of the entry here."""
        own = (1,) * (len(out.own) - len(self.own)) + self.own
        batch = tuple(s if k in self.levels else 1 for k, s in zip(out.levels, out.batch, strict=True))
        places = np.arange(self.size).reshape((*batch, *own))
        return np.broadcast_to(places, out.shape).reshape(-1)

    def fitted(self, p: Any, count: int, level: int) -> Any:
        """A batch of gradients, as returned by formulas, as ``count`` arrays of this shape."""
        have = levels_of(p)
        array = physical(p)
        array = np.asarray(arrays.move(array, "cpu") if hasattr(array, "shape") else array)
        rank = array.ndim - len(have)
        if level not in have:
            array, have = array[None], (level, *have)
        levels = (level, *self.levels)
        gone = tuple(i for i, k in enumerate(have) if k not in levels)
        array, have = array.sum(axis=gone), tuple(k for k in have if k in levels)
        for i, k in enumerate(levels):
            if k not in have:
                array = np.expand_dims(array, i)
        first = len(levels)
        array = array.sum(axis=tuple(range(first, first + rank - len(self.own))))
        ones = tuple(first + i for i, s in enumerate(self.own) if s == 1 and array.shape[first + i] != 1)
        return np.broadcast_to(array.sum(axis=ones, keepdims=True), (count, *self.shape))


def wide(dtype: Any) -> Any:
    """The dtype of random numbers: half precision would lose entries by rounding."""
    return np.dtype(np.complex128) if dtype.kind == "c" else dtypes.F64


def found_itself(found: list[Any], k: int) -> bool:
    """Whether formula ``k`` returned the cotangent itself, which is the last element of ``found``."""
    return found[k] is found[-1]


class Tape:
    """The recorded call of a function, with a set for every entry of every value that depends on its inputs."""

    def __init__(self, inputs: Sequence[tuple[Node, int]], roots: Sequence[tuple[Node, int]], level: int) -> None:
        self.level = level
        self.rng = np.random.default_rng(1876)
        self.sets: dict[tuple[Node, int], Sets] = {}
        self.sizes: dict[int, int] = {}
        ends = {node for node, _ in inputs}
        nodes = self.reached(roots, ends)
        first = 0
        for node, nr in inputs:
            size = self.frame(node._wg_meta(nr)).size
            self.sets[node, nr] = singletons(first, size)
            first += size
        uses: dict[Node, int] = dict.fromkeys(nodes, 0)
        outputs: dict[Node, set[int]] = {node: set() for node in nodes}
        for node in nodes:
            for n, nr in zip(node._wg_next, node._wg_next_output_nrs, strict=True):
                if n in uses:
                    uses[n] += 1
                    outputs[n].add(nr)
        for node, nr in roots:
            if node in uses:
                uses[node] += 1  # keep until the end
                outputs[node].add(nr)
        for node in nodes:
            sources = [self.sets.get(edge) for edge in zip(node._wg_next, node._wg_next_output_nrs, strict=True)]
            if any(s is not None for s in sources):
                for nr in sorted(outputs[node]):
                    self.sets[node, nr] = self.sets_of(node, nr, sources)
            for n in node._wg_next:
                if n in uses:
                    uses[n] -= 1
                    if not uses[n]:
                        for nr in outputs[n]:
                            self.sets.pop((n, nr), None)

    def reached(self, roots: Sequence[tuple[Node, int]], ends: set[Node]) -> list[Node]:
        """The nodes between ``roots`` and ``ends``, in the order of recording. It also records the sizes of vmaps."""
        stack = [node for node, _ in roots]
        seen = set(stack)
        while stack:
            node = stack.pop()
            if node._wg_params and "level" in node._wg_params and "size" in node._wg_params:
                self.sizes[node._wg_params["level"]] = node._wg_params["size"]
            for n in node._wg_next if node not in ends else ():
                if n is not None and n not in seen:
                    seen.add(n)
                    stack.append(n)
        return sorted(seen - ends, key=lambda node: node._wg_sequence_nr)

    def frame(self, meta: Any) -> Frame:
        return Frame(meta, self.sizes, self.level)

    # -- one node

    def sets_of(self, node: Node, nr: int, sources: list[Sets | None]) -> Sets:
        """The sets of one output of a node."""
        out = self.frame(node._wg_meta(nr))
        if node._wg_plan is None or node._wg_hooks is not None:
            return self.mixed(out.size, sources)
        targets = [self.frame(n._wg_meta(k)) for n, k in zip(node._wg_next, node._wg_next_output_nrs, strict=True)]
        if node._wg_chain is None:
            return united(out.size, self.parts(node, nr, out, targets, sources))
        return self.written(node, out, targets, sources)

    def mixed(self, count: int, sources: Sequence[Sets | None]) -> Sets:
        """Sets for an operation in which every entry may depend on every entry."""
        live = [s for s in sources if s is not None]
        everything = united(1, [(np.zeros(s.ids.size, np.int64), np.arange(s.ids.size), s) for s in live])
        return everything.taken(np.zeros(count, np.int64))

    def written(self, node: Node, base: Frame, targets: list[Frame], sources: list[Sets | None]) -> Sets:
        """The sets of a base after a write through one of its views (Note [Writes through views])."""
        if any("strided" in op.name for op, _, _ in node._wg_chain):  # it depends on the memory layout
            return self.mixed(base.size, sources)
        view = self.frame(node._wg_view_meta)
        places = physical(read(base.payload(np.arange(base.size).reshape(base.shape)), node._wg_chain)).reshape(-1)
        old = sources[0] if node._wg_base else None
        inner_targets, inner = (targets[1:], sources[1:]) if node._wg_base else (targets, sources)
        if node._wg_plan.edges[:1] == (0,):
            inner_targets, inner = [view, *inner_targets], [None if old is None else old.taken(places), *inner]
        new = united(view.size, self.parts(node, 0, view, inner_targets, inner))
        parts = [(places, np.arange(view.size), new)]
        if old is not None:
            kept = np.delete(np.arange(base.size), places)
            parts.append((kept, kept, old))
        return united(base.size, parts)

    def parts(self, node: Node, nr: int, out: Frame, targets: list[Frame], sources: list[Sets | None]) -> list[
            tuple[Ints, Ints, Sets]]:  # fmt: skip
        """The dependences of an output: its entries, the entries of a source, and the sets of that source."""
        op = node._wg_plan.op
        live = [k for k, s in enumerate(sources) if s is not None]
        elementwise = op.family == "pointwise" or (
            op.name in ELEMENTWISE and all(targets[k].own == out.own for k in live)
        )
        saved = self.substitutes(node)
        if saved is None and not elementwise:
            return self.lines(node, out, targets, sources)
        straight = dict.fromkeys(live, np.arange(out.size)) if elementwise else {}
        if saved is not None and out.size:
            run = self.formulas(node, nr, out, saved)
            first = run(self.random((1, out.size), wide(node._wg_meta(nr).dtype)))
            for k in live:
                if found_itself(first, k):  # a cotangent that is passed on is broadcast
                    straight[k] = np.arange(out.size)
                elif k in straight and hasattr(first[k], "shape") and tuple(first[k].shape) == out.own:
                    straight[k] = np.flatnonzero(out.fitted(first[k], 1, self.level))  # a constant factor may be zero
        parts = [(rows, targets[k].spread(out)[rows], self.known(sources[k])) for k, rows in straight.items()]
        rest = [k for k in live if k not in straight and targets[k].size]
        if saved is None or not rest or not out.size:
            return parts

        def pull(batch: Any) -> list[Any]:
            results, n = run(batch), len(batch)
            return [
                np.zeros((n, targets[k].size)) if results[k] is None else targets[k].fitted(results[k], n, self.level)
                for k in rest
            ]  # fmt: skip

        noise = self.random((out.size,), wide(node._wg_meta(nr).dtype))
        for k, (rows, places) in zip(rest, entries_of(pull, noise, [targets[k].size for k in rest]), strict=True):
            parts.append((rows, places, self.known(sources[k])))
        return parts

    def formulas(self, node: Node, nr: int, out: Frame, saved: Any) -> Callable[[Any], list[Any]]:
        """The formulas of a node as a function of a batch of flattened cotangents of one output.

        It returns the result of each formula, followed by the cotangent.
        """
        shadow = objects.blank(Node)
        shadow._wg_plan, shadow._wg_saved, shadow._wg_params = node._wg_plan, saved, node._wg_params
        shadow.shape, shadow.dtype, shadow.levels = out.own, wide(node._wg_meta(nr).dtype), out.levels
        if node._wg_metas is not None:
            shadow._wg_metas = tuple([None if m is None else self.widened(m) for m in node._wg_metas])
        if node.metas_in is not None:
            shadow.metas_in = tuple([self.widened(m) for m in node.metas_in])
        count = 1 if node._wg_metas is None else len(node._wg_metas)

        def run(batch: Any) -> list[Any]:
            g = out.payload(self.xp_like(node, batch.reshape((len(batch), *out.shape))), self.level)
            gs = [g if k == nr else None for k in range(count)]
            return [*node._wg_plan.run_full(shadow, gs, False), g]

        return run

    def known(self, sets: Sets | None) -> Sets:
        assert sets is not None
        return sets

    def xp_like(self, node: Node, array: Any) -> Any:
        """An array on the device of this node's values."""
        return arrays.move(array, str(node._wg_device()))

    def random(self, shape: tuple[int, ...], dtype: Any) -> Any:
        real = self.rng.normal(size=shape)
        return real + 1j * self.rng.normal(size=shape) if dtype.kind == "c" else real

    def widened(self, meta: Any) -> Any:
        """The metadata of an input, as formulas see it, with the dtype of the random numbers."""
        dtype = wide(meta.dtype) if dtypes.is_inexact(meta.dtype) else meta.dtype
        out = Meta(np.broadcast_to(np.zeros((), dtype), meta.shape))
        out.levels, out.xp = meta.levels, meta.xp
        return out

    def substitutes(self, node: Node) -> Any:
        """The saved values of a node, random if they depend on the inputs; None if they may decide the pattern."""
        if node._wg_saved is None:
            return None if node._wg_plan.saves else ()
        op = node._wg_plan.op
        free = op.family in ("multilinear", "affine")
        used = {at for kind, at, _ in node._wg_plan.sources if kind == SAVED}
        values: list[Any] = []
        for i, s in enumerate(node._wg_saved, 1):  # the sources count the cotangent as the first
            v = s.raw(node) if isinstance(s, Saved) else s
            if not hasattr(v, "dtype"):
                values.append(v)
                continue
            inexact = dtypes.is_inexact(v.dtype)
            if self.level in levels_of(v):
                if not (free and inexact and i in used):
                    return None
                frame = self.frame(Meta(v))
                v = frame.payload(self.xp_like(node, self.random(frame.shape, v.dtype)))
            values.append(v.astype(wide(v.dtype)) if inexact else v)
        return tuple(values)

    def lines(self, node: Node, out: Frame, targets: list[Frame], sources: list[Sets | None]) -> list[
            tuple[Ints, Ints, Sets]]:  # fmt: skip
        """For an operation along dimensions, entries depend on those in the same line; else, on all entries."""
        parts = []
        for target, s in zip(targets, sources, strict=True):
            if s is None:
                continue
            groups = self.groups(node, out, target)
            mine, theirs = (np.zeros(out.size, np.int64), np.zeros(target.size, np.int64)) if groups is None else groups
            count = int(max(mine.max(initial=0), theirs.max(initial=0))) + 1
            lines = united(count, [(theirs, np.arange(target.size), s)])
            parts.append((np.arange(out.size), mine, lines))
        return parts

    def groups(self, node: Node, out: Frame, target: Frame) -> tuple[Ints, Ints] | None:
        """For each entry of the output and of an input, the number of its line; None if lines do not apply."""
        params = node._wg_params or {}
        if node._wg_plan.op.batch_rule is not batch_dims or "dim" not in params or target.levels != out.levels:
            return None
        dim, rank, first = params["dim"], len(target.own), len(target.batch)
        dims = range(rank) if dim is None or dim == () else [dim] if isinstance(dim, int) else dim
        along = {d % rank for d in dims} if rank else set()
        rest = [s for i, s in enumerate(target.own) if i not in along]
        if len(out.own) == rank:
            same = [s for i, s in enumerate(out.own) if i not in along]
            mine_along = along
        else:
            same, mine_along = list(out.own), set()
        if same != rest:
            return None
        lines = np.arange(int(np.prod([*target.batch, *rest], dtype=np.int64)))

        def spread(frame: Frame, dims: set[int]) -> Ints:
            shape = [1 if i - first in dims else s for i, s in enumerate(frame.shape)]
            return np.broadcast_to(lines.reshape(shape), frame.shape).reshape(-1)

        return spread(out, mine_along), spread(target, along)


# -- functions


def pattern_of(func: Fn, leaves: Sequence[Any], spec: Any) -> Sparsity:
    """The pattern of the Jacobian of all outputs, concatenated, with respect to all inputs."""
    for x in leaves:
        if type(x._wg_data) is Batched:
            raise errors.jacobian.batched_pattern()
    state = rng_bytes()
    try:
        with mapping(1, "different") as level:  # random numbers are not constants
            entered = [make(Batched(x._wg_data[None], level)) for x in leaves]
            call = Recorded(lambda new: func(*new), tuple(entered))
    except RuntimeError as e:
        e.add_note(errors.jacobian.NOT_TRACED)
        raise
    finally:
        set_rng_state(state)
    outs, _ = tree_flatten(call.out)
    tensors_only(outs, "sparsity")
    roots = [o._wg_edge() for o in outs if o.requires_grad]
    tape = Tape(call.edges, roots, level)
    rows: list[Ints] = []
    cols: list[Ints] = []
    m, n = 0, sum(x._wg_data.size for x in leaves)
    for o in outs:
        sets = tape.sets.get(o._wg_edge()) if o.requires_grad else None
        if sets is not None:
            lengths = np.diff(sets.starts)[sets.ids]
            if int(lengths.sum()) + sum(r.size for r in rows) > MOST:
                raise errors.jacobian.too_dense((m + sets.ids.size, n), int(lengths.sum()))
            elements, lengths = gathered(sets.starts, sets.items, sets.ids)
            rows.append(m + np.repeat(np.arange(sets.ids.size), lengths))
            cols.append(elements)
        m += o._wg_data.size
    none = [np.zeros(0, np.int64)]
    return Sparsity(np.concatenate(rows or none), np.concatenate(cols or none), (m, n))


def jacobian_sparsity(func: Fn, argnums: Any = 0) -> Fn:
    """Return a function that determines the sparsity pattern of the Jacobian of ``func``.

    It runs ``func`` once and examines the operations, not the values, so the pattern is valid at every point of the
    same shape. If an operation is not known in detail, the pattern may contain entries that are zero, but it misses
    none.

    Args:
        func: returns a pytree of tensors. It must not branch on values of its arguments, as under :func:`vmap`.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate; each a pytree of tensors.

    Returns:
        a function of the same arguments, which returns a :class:`Sparsity`. The rows are the entries of all outputs,
        flattened and concatenated; the columns are those of the arguments.

    Raises:
        RuntimeError: (when called) if ``func`` branches on values; if the pattern would have too many entries.

    >>> import wengert
    >>> f = lambda x: x[1:] * x[:-1]
    >>> wengert.func.jacobian_sparsity(f)(wengert.zeros(4)).numpy().astype(int)
    array([[1, 1, 0, 0],
           [0, 1, 1, 0],
           [0, 0, 1, 1]])
    """

    @public
    def wrapper(*args: Any, **kwargs: Any) -> Sparsity:
        leaves, spec = flattened(picked(args, argnums))
        _check_leaves(leaves)
        return pattern_of(
            lambda *new: func(*replaced(args, argnums, tree_unflatten(list(new), spec)), **kwargs), leaves, spec
        )

    return wrapper


def hessian_sparsity(func: Fn, argnums: Any = 0) -> Fn:
    """Return a function that determines the sparsity pattern of the Hessian of ``func``, which returns a scalar.

    Args:
        func: returns a scalar tensor; see :func:`jacobian_sparsity`.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate; each a pytree of tensors.

    Returns:
        a function of the same arguments, which returns a symmetric :class:`Sparsity`.

    Raises:
        RuntimeError: as for :func:`jacobian_sparsity`.

    >>> import wengert
    >>> f = lambda x: (x[1:] * x[:-1]).sum() + (x**2)[0]
    >>> wengert.func.hessian_sparsity(f)(wengert.zeros(3)).numpy().astype(int)
    array([[1, 1, 0],
           [1, 0, 1],
           [0, 1, 0]])
    """
    jacobian_pattern = jacobian_sparsity(grad(func, argnums), argnums)

    @public
    def wrapper(*args: Any, **kwargs: Any) -> Sparsity:
        pattern: Sparsity = jacobian_pattern(*args, **kwargs)
        return pattern.symmetric()

    return wrapper


def _check_leaves(leaves: Sequence[Any]) -> None:
    for x in leaves:
        if not isinstance(x, TensorBase):
            raise errors.jacobian.not_a_tensor(x)
