"""A picture of the graph, as SVG, DOT or JSON, made with the standard library."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from ... import errors
from ...errors.tracebacks import public
from ...tape.node import AccumulateGrad
from ...tape.tensor import TensorBase

HEIGHT, GAP, MARGIN = 40, 22, 24
LINE, BEND = 11, 40  # the height of a label below a box, and of what is below the labels, where links bend
REPEATS = 3  # groups that are repeated at least this often are drawn once
STYLE = """
  svg.graph { background: #fff; font: 12px ui-sans-serif, system-ui, sans-serif; text-anchor: middle }
  .graph rect { fill: #eef3fb; stroke: #5b7db1 } .graph .leaf rect { fill: #fdf3df; stroke: #c28a1e }
  .graph .root rect { fill: #5b7db1 } .graph .mark rect { fill: #fbe3e1; stroke: #b3261e; stroke-width: 2 }
  .graph text { fill: #1d2733 } .graph .small { fill: #66717f; font-size: 10px }
  .graph .halo { stroke: #fff; stroke-width: 4; paint-order: stroke } .graph .root text { fill: #fff }
  .graph .edge { fill: none; stroke: #98a3b1; stroke-width: 1.3; marker-end: url(#tip) }
  .graph .again { stroke-dasharray: 4 3 } .graph marker path { fill: #98a3b1 }
"""


@dataclass(eq=False)
class Item:
    """A box of the picture: a node, or several repeated ones."""

    name: str
    kind: str  # "operation", "leaf" or "root"
    shape: tuple[int, ...]
    dtype: str
    line: str
    count: int
    note: str
    number: int = 0

    @property
    def label(self) -> str:
        return self.name if self.count == 1 else f"{self.name} × {self.count}"

    @property
    def place(self) -> str:
        """The line where it was recorded, in short form: ``train.py:12``, or ``In[2], line 3`` of a notebook."""
        cell = re.match(r"Cell (In\[\d+\], line \d+)", self.line)
        return cell[1] if cell else re.split(r"[\\/]", self.line.partition(" in ")[0])[-1]


@dataclass(eq=False)
class Link:
    """A value that is passed from one box to another. ``again``: from one repetition to the next."""

    source: Item
    target: Item
    output: int
    shape: tuple[int, ...]
    dtype: str
    size: int
    again: bool = False

    @property
    def label(self) -> str:
        return f"{shown(self.shape)} · {bytes_shown(self.size)}"


class Picture:
    """The graph behind a tensor, as it was when :func:`picture` was called. It keeps no tensor alive.

    Notebooks display it. ``svg()``, ``dot()`` and ``json()`` return it as text. ``save(path)`` writes one of these,
    chosen by the extension.
    """

    def __init__(self, output: Any, names: Mapping[str, Any], marked: Mapping[Any, str], collapse: bool) -> None:
        self.items, self.links = _snapshot(output, {id(t): n for n, t in names.items()}, marked, collapse)

    def svg(self) -> str:
        """Return an SVG document. It runs downwards in program order, from the leaves to the result."""
        boxes, edges, loops = _boxes(self.items, self.links)
        rows: list[list[Box]] = [[] for _ in range(1 + max(box.row for box in boxes))]
        for box in boxes:
            rows[box.row].append(box)
        _arrange(rows)
        _stack(rows)
        left = min(box.x - box.width / 2 for box in boxes) - MARGIN
        right = max(box.x + box.width / 2 for box in boxes) + MARGIN + 20 * bool(loops)
        height = rows[-1][0].y + HEIGHT / 2 + MARGIN
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" class="graph" width="{right - left:.0f}" height="{height:.0f}"'
            f' viewBox="{left:.1f} 0 {right - left:.1f} {height:.1f}">',
            f"<style>{STYLE}</style>",
            '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0L8 4L0 8z"/></marker>',
            *[_edge(link, bends) for link, bends in edges],
            *[_loop(link, a, b, max(a.x + a.width / 2, b.x + b.width / 2) + 40) for link, a, b in loops],
            *[_box(box) for box in boxes if box.item is not None],
            "</svg>\n",
        ])  # fmt: skip

    def dot(self) -> str:
        """Return the graph in Graphviz's DOT language."""
        lines = ["digraph {", "  node [shape=box]"]
        for item in self.items:
            more = ", style=filled, fillcolor=mistyrose" if item.note else ", style=rounded" * (item.kind == "leaf")
            label = _quoted(item.label, shown(item.shape), *([item.note] if item.note else []))
            lines.append(f"  n{item.number} [label={label}{more}]")
        for link in self.links:
            more = ", style=dashed, constraint=false" if link.again else ""
            lines.append(f"  n{link.source.number} -> n{link.target.number} [label={_quoted(link.label)}{more}]")
        return "\n".join([*lines, "}\n"])

    def json(self) -> str:
        """Return the graph as JSON: ``nodes`` (name, kind, shape, dtype, line, count), and ``edges``."""
        nodes = [
            {"id": i.number, "name": i.name, "kind": i.kind, "shape": list(i.shape), "dtype": i.dtype, "line": i.line,
             "count": i.count, **({"note": i.note} if i.note else {})}
            for i in self.items
        ]  # fmt: skip
        edges = [
            {"source": e.source.number, "target": e.target.number, "output": e.output, "shape": list(e.shape),
             "dtype": e.dtype, "bytes": e.size, "again": e.again}
            for e in self.links
        ]  # fmt: skip
        return json.dumps({"nodes": nodes, "edges": edges}, indent=1)

    def save(self, path: Any) -> None:
        """Write the picture to a file with the extension ``.svg``, ``.dot`` or ``.json``.

        Raises:
            ValueError: for any other extension.
        """
        kinds = {".svg": self.svg, ".dot": self.dot, ".json": self.json}
        write = kinds.get(Path(path).suffix)
        if write is None:
            raise ValueError(
                f"picture: expected a name that ends in {', '.join(kinds)}, got {str(path)!r}. Browsers and notebooks "
                "show .svg; Graphviz makes other formats of .dot: dot -Tpng."
            )
        Path(path).write_text(write(), encoding="utf-8")

    def _repr_svg_(self) -> str:
        """What notebooks display."""
        return self.svg()

    def __repr__(self) -> str:
        return f"<picture of {sum(i.count for i in self.items)} nodes in {len(self.items)} boxes>"


@public
def picture(loss: Any, names: Mapping[str, Any] | None = None, *, collapse: bool = True) -> Picture:
    """Draw the graph that ``loss.backward()`` uses.

    Args:
        loss: a tensor that was computed from a tensor that requires grad.
        names: names for leaves: a dictionary from names to tensors.
        collapse: draw a group of operations once, with its count, if the same lines recorded it three or more times in
            a row.

    Returns:
        a :class:`Picture`. Notebooks display it; elsewhere use ``svg()``, ``dot()``, ``json()`` and ``save(path)``.

    Raises:
        TypeError: if ``loss`` is not a tensor.
        ValueError: if ``loss`` has no history.

    >>> import wengert
    >>> w = wengert.ones(3, 3, requires_grad=True)
    >>> h = wengert.ones(3)
    >>> for _ in range(10):
    ...     h = (w @ h).tanh()
    >>> drawing = wengert.autograd.graph.picture(h.sum(), names={"w": w})
    >>> drawing
    <picture of 22 nodes in 4 boxes>
    >>> drawing.save("graph.svg")  # doctest: +SKIP
    """
    return drawn(loss, names, {}, collapse)


def drawn(loss: Any, names: Mapping[str, Any] | None, marked: Mapping[Any, str], collapse: bool = True) -> Picture:
    """A picture in which some nodes are marked with a word."""
    if not isinstance(loss, TensorBase):
        raise TypeError(f"picture(): argument 'loss' must be Tensor, not {type(loss).__name__}")
    loss._wg_refresh()
    if loss._wg_node is None:
        raise ValueError(
            "picture: the tensor has no grad_fn, so there is no graph to draw. Give what was computed from it."
        )
    return Picture(loss, names or {}, marked, collapse)


def _quoted(*lines: str) -> str:
    """Lines as a DOT string."""
    return '"' + "\\n".join([line.replace("\\", "\\\\").replace('"', '\\"') for line in lines]) + '"'


def shown(shape: tuple[int, ...]) -> str:
    """The text of a shape in a picture."""
    return " × ".join(map(str, shape)) or "scalar"


def bytes_shown(n: int) -> str:
    """A number of bytes in short form: ``2.5 kB``."""
    size, units = float(n), ["TB", "GB", "MB", "kB", "B"]
    while size >= 999.5 and len(units) > 1:
        size /= 1000
        units.pop()
    return f"{size:.3g} {units[-1]}"


# -- the content


def _snapshot(output: Any, names: Mapping[int, str], marked: Mapping[Any, str], collapse: bool) -> Any:
    """The boxes, and the links between them."""
    root = output._wg_node
    seen, stack = {root}, [root]
    leaves: list[Any] = []
    while stack:
        node = stack.pop()
        for n in node._wg_next:
            if n is not None and n not in seen:
                seen.add(n)
                (leaves if type(n) is AccumulateGrad else stack).append(n)
    leaving = set(leaves)
    nodes = sorted([n for n in seen if n not in leaving], key=lambda n: n._wg_sequence_nr)
    groups = [([n], _key(n)) for n in nodes]
    if collapse:
        for _ in range(4):  # also loops inside loops
            before = len(groups)
            groups = _collapsed(groups)
            if len(groups) == before:
                break
    of: dict[Any, Item] = {}
    items = []
    for members, _ in groups:
        first = members[-1]
        note = next((marked[n] for n in members if n in marked), "")
        line = errors.text.where((first._wg_code, first._wg_lasti))
        item = Item(first._wg_name(), "operation", *_carried(first, 0), line, len(members), note)
        items.append(item)
        of.update(dict.fromkeys(members, item))
    of[root].kind = "root"
    items = _leaves(nodes, of, items, names, marked)
    for number, item in enumerate(items):
        item.number = number
    links: dict[Any, Link] = {}
    for node in nodes:
        for n, nr in zip(node._wg_next, node._wg_next_output_nrs, strict=True):
            if n is None:
                continue
            a, b = of[n], of[node]
            again = a.number >= b.number and a.kind != "leaf"
            shape, dtype = _carried(n, nr)
            if (a, b, nr, again) not in links:
                links[a, b, nr, again] = Link(a, b, nr, shape, dtype, _bytes(n, nr), again)
    return items, list(links.values())


def _key(node: Any) -> Any:
    """The criterion for equal nodes: operation, line and shape."""
    return node._wg_name(), node._wg_code, node._wg_lasti, _carried(node, 0)


def _carried(node: Any, nr: int) -> tuple[tuple[int, ...], str]:
    meta = node._wg_meta(nr)
    return ((), "") if meta is None else (tuple(meta.shape), str(meta.dtype))


def _bytes(node: Any, nr: int) -> int:
    meta = node._wg_meta(nr)
    return 0 if meta is None else math.prod(meta.shape) * meta.dtype.itemsize


def _collapsed(groups: list[Any]) -> list[Any]:
    """Merge groups that are repeated in the order of recording: each box of a period becomes one box."""
    later: dict[Any, list[int]] = {}
    for i, (_, key) in enumerate(groups):
        later.setdefault(key, []).append(i)
    seat = {i: k for at in later.values() for k, i in enumerate(at)}
    out: list[Any] = []
    i = 0
    while i < len(groups):
        best, times = 1, 1
        at = later[groups[i][1]]
        for j in at[seat[i] + 1 : seat[i] + 9]:
            period, r = j - i, 1
            while all(
                i + r * period + k < len(groups) and groups[i + r * period + k][1] == groups[i + k][1]
                for k in range(period)
            ):
                r += 1
            if r >= REPEATS and period * r > best * times:
                best, times = period, r
        for k in range(best):
            copies = [groups[i + t * best + k] for t in range(times)]
            key = copies[0][1] if times == 1 else (copies[0][1], times)
            out.append(([n for members, _ in copies for n in members], key))
        i += best * times
    return out


def _leaves(
    nodes: list[Any], of: dict[Any, Item], items: list[Item], names: Mapping[int, str], marked: Any
) -> list[Item]:
    """The boxes of leaves, before all others. Leaves with the same use in repetitions of one box are merged."""
    users: dict[Any, dict[Any, None]] = {}
    for node in nodes:
        places = node._wg_places()
        for edge, n in enumerate(node._wg_next):
            if type(n) is AccumulateGrad:
                users.setdefault(n, {})[of[node], places.index(edge) if edge in places else -1] = None
    together: dict[Any, list[Any]] = {}
    for leaf, uses in users.items():
        variable = leaf.variable
        single = len(uses) == 1 and next(iter(uses))[0].count > 1 and id(variable) not in names
        together.setdefault(next(iter(uses)) if single else leaf, []).append(leaf)
    boxes = []
    for members in together.values():
        variable = members[0].variable
        name = names.get(id(variable), "leaf") if variable is not None else "leaf"
        note = next((marked[n] for n in members if n in marked), "")
        item = Item(name, "leaf", *_carried(members[0], 0), "", len(members), note)
        boxes.append(item)
        of.update(dict.fromkeys(members, item))
    return boxes + items


# -- the layout


@dataclass(eq=False)
class Box:
    """A position in the picture: of an item, or (without an item) the bend of a link that crosses a row."""

    row: int
    item: Item | None = None
    x: float = 0.0
    y: float = 0.0  # of the middle of the box
    foot: float = 0.0  # below all labels of the row
    above: list[Box] = field(default_factory=list)
    below: list[Box] = field(default_factory=list)

    leaving: list[str] = field(default_factory=list)  # labels of the values that are passed on from here

    @property
    def lines(self) -> list[str]:
        item = self.item
        if item is None:
            return []
        return [item.label, item.note or (item.place if item.kind == "operation" else shown(item.shape))]

    @property
    def width(self) -> float:
        if self.item is None:
            return 10
        return max(7.6 * len(self.lines[0]) + 20, 6 * max(map(len, [self.lines[1], *self.leaving])) + 12, 60)

    @property
    def weight(self) -> float:
        """How strongly the box keeps its position: leaves give way to operations, so that the trunk stays straight."""
        return 1.0 if self.item is not None and self.item.kind == "leaf" else 100.0

    @property
    def end(self) -> float:
        """The y below the labels of this box."""
        return self.y + HEIGHT / 2 + (6 + LINE * len(self.leaving)) * bool(self.leaving)


def _boxes(items: list[Item], links: list[Link]) -> Any:
    """Give every item a row and a box, and every link a box in each row that it crosses."""
    forward = [link for link in links if not link.again]
    depth = dict.fromkeys(items, 0)  # the longest path to the root, so that no link points upwards
    feeding: dict[Item, list[Item]] = {}
    for link in forward:
        feeding.setdefault(link.target, []).append(link.source)
    for item in sorted(items, key=lambda i: i.number, reverse=True):
        for source in feeding.get(item, ()):
            depth[source] = max(depth[source], depth[item] + 1)
    last = max(depth.values())
    of = {item: Box(last - depth[item], item) for item in items}
    for link in links:
        if link.label not in of[link.source].leaving:
            of[link.source].leaving.append(link.label)
    boxes, edges = list(of.values()), []
    for link in forward:
        bends = [Box(row) for row in range(of[link.source].row + 1, of[link.target].row)]
        boxes += bends
        path = [of[link.source], *bends, of[link.target]]
        edges.append((link, path))
        for upper, lower in pairwise(path):
            upper.below.append(lower)
            lower.above.append(upper)
    return boxes, edges, [(link, of[link.source], of[link.target]) for link in links if link.again]


def _arrange(rows: list[list[Box]]) -> None:
    """Choose the order in each row and the x of each box, by sweeps down and up, to avoid crossings and bends."""
    for row in rows:
        _place(row)
    for sweep in range(12):
        for row in rows[1:] if sweep % 2 else rows[-2::-1]:
            for box in row:
                box.x = _mean((box.above if sweep % 2 else box.below) or [box])
            row.sort(key=lambda box: box.x)
            _place(row)
    for row in (rows + rows[::-1]) * 40:  # the order is fixed: now both neighbours pull
        for box in row:
            box.x = _mean(box.above + box.below or [box])
        _place(row)


def _stack(rows: list[list[Box]]) -> None:
    """Give each row its y: below it there is room for its labels, and then for the links, which so miss the labels."""
    top = float(MARGIN)
    for row in rows:
        for box in row:
            box.y = top + HEIGHT / 2
        foot = max(box.end for box in row)
        for box in row:
            box.foot = foot
        top = foot + BEND


def _mean(boxes: list[Box]) -> float:
    return sum(box.weight * box.x for box in boxes) / sum(box.weight for box in boxes)


def _place(row: list[Box]) -> None:
    """Move the boxes of a row as little as possible, in the least-squares sense, so that none overlap.

    Positions are measured relative to those in a tightly packed row. Relative positions must not decrease from left to
    right. The nearest such positions are found by merging neighbours that are out of order into blocks at their common
    mean (pool adjacent violators).
    """
    packed = [0.0, *accumulate((a.width + b.width) / 2 + GAP for a, b in pairwise(row))]
    blocks: list[tuple[float, float, int]] = []  # (position, weight, number of boxes)
    for box, offset in zip(row, packed, strict=True):
        place, weight, count = box.x - offset, box.weight, 1
        while blocks and blocks[-1][0] >= place:
            other, other_weight, other_count = blocks.pop()
            place = (place * weight + other * other_weight) / (weight + other_weight)
            weight, count = weight + other_weight, count + other_count
        blocks.append((place, weight, count))
    places = [place for place, _, count in blocks for _ in range(count)]
    for box, place, offset in zip(row, places, packed, strict=True):
        box.x = place + offset


# -- writing SVG


def _edge(link: Link, boxes: list[Box]) -> str:
    path = f"M{boxes[0].x:.1f} {boxes[0].end:.1f}V{boxes[0].foot:.1f}"
    for upper, lower in pairwise(boxes):
        middle, top = (upper.foot + lower.y - HEIGHT / 2) / 2, lower.y - HEIGHT / 2
        path += f"C{upper.x:.1f} {middle:.1f} {lower.x:.1f} {middle:.1f} {lower.x:.1f} {top:.1f}"
        path += f"V{lower.foot:.1f}" * (lower.item is None)
    return f'<path class="edge" d="{path}"><title>{escape(link.label)}</title></path>'


def _loop(link: Link, a: Box, b: Box, x: float) -> str:
    """A link from a later row back to an earlier one: a value that one repetition passes to the next."""
    y0, y1 = (a.y + 9, a.y - 9) if a is b else (a.y, b.y)
    path = f"M{a.x + a.width / 2:.1f} {y0:.1f}C{x:.1f} {y0:.1f} {x:.1f} {y1:.1f} {b.x + b.width / 2:.1f} {y1:.1f}"
    return f'<path class="edge again" d="{path}"><title>{escape(link.label)}</title></path>'


def _box(box: Box) -> str:
    item = box.item
    assert item is not None
    kind = "mark" if item.note else item.kind
    title = f"<title>{escape(item.line)}</title>" if item.line else ""
    carried = "".join([
        f'<text class="small halo" x="{box.x:.1f}" y="{box.y + HEIGHT / 2 + 12 + LINE * k:.1f}">{escape(label)}</text>'
        for k, label in enumerate(box.leaving)
    ])  # fmt: skip
    return (
        f'<g class="{kind}">{title}<rect x="{box.x - box.width / 2:.1f}" y="{box.y - HEIGHT / 2:.1f}"'
        f' width="{box.width:.1f}" height="{HEIGHT}" rx="{HEIGHT // 2 if item.kind == "leaf" else 6}"/>'
        f'<text x="{box.x:.1f}" y="{box.y - 3:.1f}">{escape(box.lines[0])}</text>'
        f'<text class="small" x="{box.x:.1f}" y="{box.y + 13:.1f}">{escape(box.lines[1])}</text>{carried}</g>'
    )
