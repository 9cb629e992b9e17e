"""``saved``: list the values that are saved for backward, and the operations that save them."""

from __future__ import annotations

import html
import weakref
from collections.abc import Iterator
from typing import Any, NamedTuple

from ... import errors
from ...arrays import arrays
from ...arrays.coo import parts
from ...errors.tracebacks import public
from ...tape.node import PACKED, AccumulateGrad
from ...tape.node import Saved as Kept
from ...tape.saved_hooks import Keeper
from ...tape.tensor import TensorBase
from .picture import bytes_shown
from .trace import saved_name


class Row(NamedTuple):
    """One saved value. ``bytes`` is the size of the memory that it keeps alive. It is 0 if a row above keeps the same
    memory (``shared``), or if checkpointing recomputes the value (``recomputed``).
    """

    operation: str
    name: str
    shape: tuple[int, ...]
    dtype: str
    bytes: int
    shared: bool
    leaf: bool
    line: str
    recomputed: bool = False

    def memory(self) -> str:
        """``bytes`` as text for the table."""
        return "shared" if self.shared else "recomputed" if self.recomputed else bytes_shown(self.bytes)


class Saved:
    """The values that a graph saves for backward, as they were when :func:`saved` was called.

    ``rows`` has a :class:`Row` per value, the largest first. ``bytes`` is their total size, with each memory counted
    once. ``leaf_bytes`` is the part that belongs to leaves, which exist anyway. ``by(key)`` groups the bytes.
    """

    def __init__(self, rows: list[Row]) -> None:
        self.rows = sorted(rows, key=lambda row: -row.bytes)
        self.bytes = sum([row.bytes for row in rows])
        self.leaf_bytes = sum([row.bytes for row in rows if row.leaf])

    def by(self, key: str) -> dict[Any, int]:
        """Group the bytes by ``"operation"``, ``"line"``, ``"shape"``, ``"dtype"`` or ``"name"``, the largest first.

        Raises:
            ValueError: for any other key.
        """
        if key not in Row._fields:
            raise ValueError(f"saved: by() expected one of {', '.join(Row._fields)}, got {key!r}")
        sums: dict[Any, int] = {}
        for row in self.rows:
            sums[getattr(row, key)] = sums.get(getattr(row, key), 0) + row.bytes
        return dict(sorted(sums.items(), key=lambda pair: -pair[1]))

    def _cells(self) -> list[tuple[str, ...]]:
        return [
            (row.operation, row.name, str(list(row.shape)), row.dtype,
             row.memory(), "leaf" if row.leaf else "", row.line)
            for row in self.rows
        ]  # fmt: skip

    def _total(self) -> str:
        leaves = f", of which {bytes_shown(self.leaf_bytes)} are leaves" if self.leaf_bytes else ""
        return f"{bytes_shown(self.bytes)} kept for backward{leaves}"

    def __str__(self) -> str:
        cells = [HEAD, *self._cells()]
        widths = [max([len(row[k]) for row in cells]) for k in range(len(HEAD))]
        lines = ["  ".join([c.ljust(w) for c, w in zip(row, widths, strict=True)]).rstrip() for row in cells]
        return "\n".join([*lines, self._total()])

    def __repr__(self) -> str:
        return f"<saved: {len(self.rows)} values, {self._total()}>"

    def _repr_html_(self) -> str:
        """What notebooks display."""
        rows = [("th", HEAD), *[("td", row) for row in self._cells()]]
        body = "".join([
            "<tr>" + "".join([f'<{tag} style="text-align:left">{html.escape(c)}</{tag}>' for c in row]) + "</tr>"
            for tag, row in rows
        ])  # fmt: skip
        summary = f"{html.escape(self._total())}, in {len(self.rows)} values"
        return f"<details><summary>{summary}</summary><table>{body}</table></details>"


HEAD = ("operation", "value", "shape", "dtype", "memory", "", "line")


@public
def saved(loss: Any) -> Saved:
    """List the values that the graph behind ``loss`` saves for backward, with each memory counted once.

    Args:
        loss: a tensor with a history, or a sequence of such tensors.

    Returns:
        a :class:`Saved`: a table by operation, value, shape and line.

    Raises:
        TypeError: if ``loss`` is neither a tensor nor a sequence of tensors.

    For values packed by saved-tensor hooks, the bytes of the arrays inside are listed. Attributes of a Function's
    ``ctx`` are listed if they are tensors. For a checkpointed call, its inputs are listed, and values that are not
    kept are marked ``recomputed``.

    >>> import wengert
    >>> x = wengert.ones(100, requires_grad=True)
    >>> y = (x.exp() * x).sum()
    >>> kept = wengert.autograd.graph.saved(y)
    >>> kept.bytes, kept.leaf_bytes
    (800, 400)
    >>> print(kept)
    operation     value          shape  dtype    memory        line
    ExpBackward0  _saved_result  [100]  float32  400 B         ...
    MulBackward0  _saved_other   [100]  float32  400 B   leaf  ...
    MulBackward0  _saved_self    [100]  float32  shared        ...
    800 B kept for backward, of which 400 B are leaves
    """
    given = (loss,) if isinstance(loss, TensorBase) else tuple(loss)
    stack = []
    for t in given:
        if not isinstance(t, TensorBase):
            raise TypeError(f"saved(): argument 'loss' must be Tensor, not {type(t).__name__}")
        t._wg_refresh()
        if t._wg_node is not None:
            stack.append(t._wg_node)
    nodes = set(stack)
    while stack:
        for n in stack.pop()._wg_next:
            if n is not None and n not in nodes:
                nodes.add(n)
                stack.append(n)
    rows: list[Row] = []
    counted: dict[int, Any] = {}  # references to the arrays, so that no id is used twice
    for node in sorted(
        [n for n in with_keepers(nodes) if type(n) is not AccumulateGrad], key=lambda n: n._wg_sequence_nr
    ):
        for name, value, leaf in values(node):
            recomputed = isinstance(value, Elsewhere)
            arrays_ = [] if recomputed else list(owner(value))
            new = {id(a): a for a in arrays_ if id(a) not in counted}
            counted.update(new)
            shape = tuple(getattr(value, "shape", ()))
            dtype = str(getattr(value, "dtype", type(value).__name__))
            line = errors.text.where((node._wg_code, node._wg_lasti))
            size = sum([a.nbytes for a in new.values()])
            rows.append(
                Row(node._wg_name(), name, shape, dtype, size, bool(arrays_) and not new, leaf, line, recomputed)
            )
    return Saved(rows)


class Elsewhere(NamedTuple):
    """The description of a value that checkpointing recomputes."""

    shape: tuple[int, ...]
    dtype: Any


def keeper(s: Any) -> Keeper | None:
    """The object that keeps the inputs for recomputing a saved value, or None."""
    who = getattr(s.data.unpack, "__self__", None) if isinstance(s, Kept) and s.version == PACKED else None
    return who if isinstance(who, Keeper) else None


def with_keepers(nodes: set[Any]) -> set[Any]:
    """The nodes, and the nodes that keep the inputs of checkpointed calls."""
    all_nodes, stack = set(nodes), list(nodes)
    while stack:
        for s in stack.pop()._wg_saved or ():
            who = keeper(s)
            for n in () if who is None else who.keeps():
                if n not in all_nodes:
                    all_nodes.add(n)
                    stack.append(n)
    return all_nodes


def values(node: Any) -> Iterator[tuple[str, Any, bool]]:
    """The saved values of a node that have memory: name, value, and whether it is a leaf's."""
    for k, s in enumerate(node._wg_saved or ()):
        who = keeper(s)
        if who is not None:
            shape, dtype, payload = who.stands_for(s.data.value)
            known = payload is not None
            yield saved_name(node, k), payload if known else Elsewhere(shape, dtype), known and s.leaf
        elif isinstance(s, Kept):
            yield saved_name(node, k), s.data.stored() if s.version == PACKED else s.data, s.leaf
    if node._wg_plan is None:
        set_by_users = {k: v for k, v in vars(node).items() if not k.startswith("_wg_")}
        for name, value in [*set_by_users.items(), *(getattr(node, "_wg_kept", None) or {}).items()]:
            if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], weakref.ref):
                value = value[1]  # an output: Note [What ctx keeps]
            value = value.data if isinstance(value, Kept) else value
            if isinstance(value, TensorBase):
                yield f"ctx.{name}", value._wg_data, value._wg_requires_grad and value._wg_node is None
            elif arrays.is_array(value):
                yield f"ctx.{name}", value, False


def owner(value: Any) -> Iterator[Any]:
    """The arrays whose memory a value keeps alive. A view keeps all memory of its base."""
    if isinstance(value, TensorBase):
        value = value._wg_data
    for part in parts(value):
        if arrays.is_array(part):
            while arrays.is_array(part.base):
                part = part.base
            yield part
    if isinstance(value, (tuple, list)):
        for v in value:
            yield from owner(v)
    elif isinstance(value, dict):
        for v in value.values():
            yield from owner(v)
