"""Choose how to compute a Jacobian, from the sizes, the dependences, and a memory budget.

A row costs a backward pass, and a column costs a forward pass. Several of them can be computed together, as a batch,
which multiplies the memory of the intermediate values. The memory for one row or column is estimated from the recorded
call.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Any

import ml_dtypes

from ... import errors
from ...arrays.dtypes import is_inexact
from ...tape.node import Node
from .coloring import Coloring
from .reverse_mode import Recorded

DEFAULT = 1 << 30  # the default budget in bytes
SPARE = 3  # how many values of the largest shape a formula may need in addition to its arguments and results
MODES = ("forward", "reverse", "mixed")


class Footprint:
    """The properties of a recorded call that matter for its derivatives: dependences, and memory in bytes.

    Attributes:
        reach: for each output, the inputs it depends on, as bits.
        column: the bytes that one column of all outputs needs.
        rounding: the relative rounding error of a derivative; the dtype with the lowest precision determines it.
    """

    def __init__(self, call: Recorded, outs: Sequence[Any]) -> None:
        self.roots = [o._wg_edge() if o.requires_grad else None for o in outs]
        self.scales: dict[int, int] = {}
        order = self._between(call)
        masks: dict[Node, int] = {}
        for i, (node, _) in enumerate(call.edges):
            masks[node] = masks.get(node, 0) | 1 << i
        for node in order:
            for n in node._wg_next:
                if n in masks:
                    masks[node] = masks.get(node, 0) | masks[n]
        self.masks = masks
        self.order = [n for n in order if n in masks]
        self.reach = [0 if root is None else masks.get(root[0], 0) for root in self.roots]
        dtypes_ = {m.dtype for n in [*self.order, *call.own] for m in n._wg_metas or (n,) if m is not None}
        self.rounding = max([math.sqrt(float(ml_dtypes.finfo(d).eps)) for d in dtypes_ if is_inexact(d)], default=0.0)
        sizes = [self.bytes_of(n) for n in self.order]
        entered = sum(self.meta_bytes(node._wg_meta(nr)) for node, nr in call.edges)
        left = sum(self.meta_bytes(node._wg_meta(nr)) for node, nr in filter(None, self.roots))
        self.column = sum(sizes) + 2 * entered + left + SPARE * max([*sizes, entered], default=0)

    def _between(self, call: Recorded) -> list[Node]:
        """The nodes between outputs and inputs, in the order of recording."""
        stack = [root[0] for root in self.roots if root is not None]
        seen = set(stack)
        while stack:
            node = stack.pop()
            if node._wg_params and "level" in node._wg_params and "size" in node._wg_params:
                self.scales[node._wg_params["level"]] = node._wg_params["size"]
            if node in call.own:
                continue
            for n in node._wg_next:
                if n is not None and n not in seen and n._wg_sequence_nr >= call.floor:
                    seen.add(n)
                    stack.append(n)
        return sorted(seen - call.own, key=lambda node: node._wg_sequence_nr)

    def meta_bytes(self, meta: Any) -> int:
        """The bytes of a value, including the batches of vmaps inside the function."""
        n = int(meta.dtype.itemsize)
        for s in meta.shape:
            n *= s
        for k in meta.levels:
            n *= self.scales.get(k, 1)
        return n

    def bytes_of(self, node: Node) -> int:
        """The bytes of all outputs of a node."""
        metas = (node,) if node._wg_metas is None else node._wg_metas
        return sum(self.meta_bytes(m) for m in metas if m is not None)

    def row(self, which: Sequence[int]) -> int:
        """The peak number of bytes that a backward pass from these outputs needs."""
        waiting: dict[Any, int] = {}
        for i in which:
            root = self.roots[i]
            if root is not None:
                waiting[root] = self.meta_bytes(root[0]._wg_meta(root[1]))
        total = sum(waiting.values())
        given = peak = total
        for node in reversed(self.order):
            outputs = range(1 if node._wg_metas is None else len(node._wg_metas))
            mine = sum(waiting.pop((node, nr), 0) for nr in outputs)
            if not mine:
                continue
            new = largest = 0
            width = self.bytes_of(node)
            for n, nr in zip(node._wg_next, node._wg_next_output_nrs, strict=True):
                if n in self.masks:
                    size = self.meta_bytes(n._wg_meta(nr))
                    largest = max(largest, size, width)
                    if (n, nr) not in waiting:
                        waiting[n, nr] = size
                        new += size
            fanout = max(1, len(node._wg_next))
            peak = max(peak, total + new + (fanout + SPARE) * largest)
            total += new - mine
        return peak + given  # the caller holds the cotangents too

    def rows(self) -> list[int]:
        """:meth:`row` for each output separately."""
        return [self.row([j]) for j in range(len(self.roots))]


class JacobianPlan:
    """The plan by which :func:`jacobian` computes. ``print(plan.explain())`` explains it.

    Attributes:
        mode: ``"forward"``, ``"reverse"`` or ``"mixed"``.
        outputs: the number of entries of each output; with ``batch_dims``, of one sample.
        inputs: the number of entries of each input.
        by_row: for each output, whether its rows are computed, by backward passes.
        by_column: for each input, whether its columns are computed, by forward passes.
        reverse, forward: the numbers of rows and columns to compute, or of their colours.
        row_bytes, column_bytes: the estimated memory for one row or column.
        row_chunk, column_chunk: the number of rows or columns that are computed together.
        max_bytes: the memory budget.
        coloring: the colouring of a sparse Jacobian, else None.
        result_bytes: the size of the result, which is not part of the budget.
    """

    def __init__(
        self, outputs: Sequence[int], inputs: Sequence[int], footprint: Footprint, max_bytes: int | None
    ) -> None:
        self.outputs, self.inputs = tuple(outputs), tuple(inputs)
        self.given = max_bytes
        self.max_bytes = DEFAULT if max_bytes is None else max_bytes
        self.mode = "reverse"
        self.by_row: tuple[bool, ...] = ()
        self.by_column: tuple[bool, ...] = ()
        self.reverse = self.forward = 0
        self.row_bytes = self.column_bytes = 0
        self.row_chunk = self.column_chunk = 1
        self.coloring: Coloring | None = None
        self.samples = 1
        self.result_bytes = 0
        self.rounding = footprint.rounding
        self.reasons: list[str] = []

    @property
    def passes(self) -> int:
        """The number of rows and columns to compute: products with the Jacobian or its transpose."""
        return self.reverse + self.forward

    @property
    def batches(self) -> int:
        """The number of batched passes."""
        return -(-self.reverse // self.row_chunk) + -(-self.forward // self.column_chunk)

    def settle(self) -> None:
        """Choose how many rows and columns to compute together. At least one, unless the user gave a budget."""
        for kind, count, one in (
            ("reverse", self.reverse, self.row_bytes),
            ("forward", self.forward, self.column_bytes),
        ):
            fit = self.max_bytes // max(one, 1)
            if count and not fit and self.given is not None:
                raise errors.jacobian.over_budget(one, self.given, kind)
            chunk = max(1, min(count, fit))
            if kind == "reverse":
                self.row_chunk = chunk
            else:
                self.column_chunk = chunk

    def explain(self) -> str:
        """Return an explanation of the plan, with numbers.

        >>> import wengert
        >>> jac = wengert.func.jacobian(lambda x: x.sum() * x[:2])
        >>> print(jac.plan(wengert.ones(1000)).explain())
        2 output entries by 1000 input entries: 2 rows or 1000 columns.
        Chosen: reverse, 2 backward passes. Alternatives: forward 1000.
        A row needs about 20.0 kB of intermediate values; 1.07 GB are allowed: 2 at a time, 1 batch.
        The result needs 8.0 kB in addition.
        """
        m, n = sum(self.outputs), sum(self.inputs)
        what = f"{_count(m, 'output entry')} by {_count(n, 'input entry')}"
        if self.samples > 1:
            what = f"{_count(self.samples, 'sample')}, each {what}"
        lines = [f"{what}: {_count(m, 'row')} or {_count(n, 'column')}."]
        done = [_count(c, k) for c, k in ((self.reverse, "backward pass"), (self.forward, "forward pass")) if c]
        lines.append(" ".join([f"Chosen: {self.mode}, {' and '.join(done) or 'nothing to compute'}.", *self.reasons]))
        for kind, count, one, chunk in (
            ("row", self.reverse, self.row_bytes, self.row_chunk),
            ("column", self.forward, self.column_bytes, self.column_chunk),
        ):
            if count:
                lines.append(
                    f"A {kind} needs about {_bytes(one)} of intermediate values; {_bytes(self.max_bytes)} are allowed: "
                    f"{chunk} at a time, {_count(-(-count // chunk), 'batch')}."
                )
        lines.append(f"The result needs {_bytes(self.result_bytes)} in addition.")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"JacobianPlan(mode={self.mode!r}, passes={self.passes}, batches={self.batches})"


def _count(n: int, noun: str) -> str:
    if n != 1:
        noun = noun[:-1] + "ies" if noun.endswith("y") else noun + ("es" if noun.endswith(("ch", "ss")) else "s")
    return f"{n} {noun}"


def _bytes(n: int) -> str:
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if n >= size:
            return f"{n / size:.2f} {unit}" if unit == "GB" else f"{n / size:.1f} {unit}"
    return f"{n} bytes"


# -- choosing


def plan_dense(footprint: Footprint, outputs: Sequence[int], inputs: Sequence[int], mode: str, max_bytes: int | None,
               first: str) -> JacobianPlan:  # fmt: skip
    """A plan by rows, columns or both: the fewest passes that fit the budget. ``first`` wins a tie."""
    plan = JacobianPlan(outputs, inputs, footprint, max_bytes)
    rows = [j for j, mask in enumerate(footprint.reach) if mask and outputs[j]]
    columns = [i for i, n in enumerate(inputs) if n and any(footprint.reach[j] >> i & 1 for j in rows)]
    ways: dict[str, tuple[list[int], list[int]]] = {"reverse": (rows, []), "forward": ([], columns)}
    ways["mixed"] = _cover(rows, columns, footprint.reach, outputs, inputs)
    alone = footprint.rows()

    def passes(way: str) -> int:
        return sum(outputs[j] for j in ways[way][0]) + sum(inputs[i] for i in ways[way][1])

    def needed(way: str) -> int:
        return max([alone[j] for j in ways[way][0]] + [footprint.column] * bool(ways[way][1]), default=0)

    if mode != "auto":
        chosen = mode
    else:
        known = [w for w in MODES if w != "mixed" or all(ways[w])]  # mixed with one kind only is no other plan
        order = sorted(known, key=lambda way: (passes(way), way != first, way == "mixed"))
        fitting = [w for w in order if max_bytes is None or needed(w) <= max_bytes]
        if not fitting:
            way = min(order, key=needed)
            raise errors.jacobian.over_budget(needed(way), max_bytes or 0, way)
        chosen = fitting[0]
        others = [f"{w} {passes(w)}" for w in order if w != chosen]
        plan.reasons.append(f"Alternatives: {', '.join(others)}.")
        if order[0] != chosen:
            plan.reasons.append(f"{order[0].capitalize()} does not fit: one pass needs {_bytes(needed(order[0]))}.")
    by_row, by_column = ways[chosen]
    plan.by_row = tuple(j in by_row for j in range(len(outputs)))
    plan.by_column = tuple(i in by_column for i in range(len(inputs)))
    plan.reverse, plan.forward = sum(outputs[j] for j in by_row), sum(inputs[i] for i in by_column)
    plan.mode = "mixed" if by_row and by_column else "forward" if by_column else "reverse" if by_row else chosen
    plan.row_bytes = max([alone[j] for j in by_row], default=0)
    plan.column_bytes = footprint.column if by_column else 0
    plan.settle()
    return plan


def plan_colored(footprint: Footprint, outputs: Sequence[int], inputs: Sequence[int], coloring: Coloring,
                 max_bytes: int | None) -> JacobianPlan:  # fmt: skip
    """A plan with one pass per colour."""
    plan = JacobianPlan(outputs, inputs, footprint, max_bytes)
    plan.coloring = coloring
    plan.mode, plan.reverse, plan.forward = coloring.mode, coloring.reverse, coloring.forward
    plan.by_row = (bool(coloring.reverse),) * len(outputs)
    plan.by_column = (bool(coloring.forward),) * len(inputs)
    plan.row_bytes = footprint.row(range(len(outputs))) if coloring.reverse else 0
    plan.column_bytes = footprint.column if coloring.forward else 0
    kind = "a star colouring of a symmetric" if coloring.symmetric else "a colouring of a"
    plan.reasons.append(f"By {kind} pattern of {_count(coloring.sparsity.nnz, 'entry')}.")
    plan.settle()
    return plan


def _cover(rows: list[int], columns: list[int], reach: Sequence[int], outputs: Sequence[int],
           inputs: Sequence[int]) -> tuple[list[int], list[int]]:  # fmt: skip
    """The cheapest set of outputs and inputs that covers every nonzero block by its output or its input.

    This is a minimum vertex cover of a bipartite graph. The minimum cut of a flow gives it (König 1931).
    """
    all_columns = sum(1 << i for i in columns)
    if all(reach[j] & all_columns == all_columns for j in rows):  # a cover has all rows or all columns
        fewer = sum(outputs[j] for j in rows) <= sum(inputs[i] for i in columns)
        return (rows, []) if fewer else ([], columns)
    left = {j: outputs[j] for j in rows}
    right = {i: inputs[i] for i in columns}
    flow: dict[tuple[int, int], int] = {}
    while True:
        # paths from rows with remaining capacity, along blocks, and backwards along blocks with flow
        previous: dict[tuple[str, int], tuple[str, int] | None] = {("row", j): None for j in rows if left[j]}
        queue = deque(previous)
        end = None
        while queue and end is None:
            kind, k = here = queue.popleft()
            if kind == "row":
                following = [("column", i) for i in columns if reach[k] >> i & 1]
            elif right[k]:
                end = here
                break
            else:
                following = [("row", j) for j in rows if flow.get((j, k))]
            for place in following:
                if place not in previous:
                    previous[place] = here
                    queue.append(place)
        if end is None:
            break
        path: list[tuple[str, int]] = [end]
        while (before := previous[path[-1]]) is not None:
            path.append(before)
        path.reverse()
        back = [(path[p + 1][1], path[p][1]) for p in range(1, len(path) - 1, 2)]
        amount = min([left[path[0][1]], right[end[1]], *(flow[edge] for edge in back)])
        left[path[0][1]] -= amount
        right[end[1]] -= amount
        for p in range(0, len(path) - 1, 2):
            edge = path[p][1], path[p + 1][1]
            flow[edge] = flow.get(edge, 0) + amount
        for edge in back:
            flow[edge] -= amount
    return [j for j in rows if ("row", j) not in previous], [i for i in columns if ("column", i) in previous]
