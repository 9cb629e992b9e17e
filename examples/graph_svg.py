"""Draw the graph behind a tensor as an SVG picture, with nothing but the standard library.

    Path("loss.svg").write_text(graph_svg(loss, names={"weight": w, "bias": b}))

Every operation that was recorded is a node: `tensor.grad_fn` is the last one, and `next_functions` leads from a node
to those that made its inputs. The picture runs downwards as the program ran, from the parameters to the result;
`backward` climbs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from html import escape
from itertools import accumulate, pairwise

from wengert import Tensor
from wengert.graph import Node

ROW, HEIGHT, GAP, MARGIN = 74, 40, 18, 24
STYLE = """
  svg { background: #fff; font: 12px ui-sans-serif, system-ui, sans-serif; text-anchor: middle }
  rect { fill: #eef3fb; stroke: #5b7db1 } .leaf rect { fill: #fdf3df; stroke: #c28a1e } .root rect { fill: #5b7db1 }
  text { fill: #1d2733 } .shape { fill: #66717f; font-size: 11px } .root text { fill: #fff }
  path.edge { fill: none; stroke: #98a3b1; stroke-width: 1.3; marker-end: url(#tip) } marker path { fill: #98a3b1 }
"""


@dataclass(eq=False)
class Box:
    """A node's place in the picture, or (without a label) the bend of an edge that crosses a row."""

    row: int
    label: str = ""
    shape: str = ""
    kind: str = "operation"
    x: float = 0.0
    above: list[Box] = field(default_factory=list)
    below: list[Box] = field(default_factory=list)

    @property
    def width(self) -> float:
        return max(7.6 * max(len(self.label), len(self.shape)) + 20, 60) if self.label else 10

    @property
    def weight(self) -> float:
        """How hard the box holds its place: leaves give way to operations, which keeps the trunk straight."""
        return 1.0 if self.kind == "leaf" else 100.0

    @property
    def y(self) -> float:
        return MARGIN + HEIGHT / 2 + ROW * self.row


def graph_svg(output: Tensor, names: Mapping[str, Tensor] | None = None) -> str:
    """Return an SVG document of the graph that `output.backward()` would walk; `names` labels leaves."""
    if output.grad_fn is None:
        raise ValueError("graph_svg: the tensor has no grad_fn, so there is no graph to draw")
    boxes, edges = _boxes(output.grad_fn, {id(value): name for name, value in (names or {}).items()})
    rows: list[list[Box]] = [[] for _ in range(1 + max(box.row for box in boxes))]
    for box in boxes:
        rows[box.row].append(box)
    _arrange(rows)

    left = min(box.x - box.width / 2 for box in boxes) - MARGIN
    width = max(box.x + box.width / 2 for box in boxes) + MARGIN - left
    height = rows[-1][0].y + HEIGHT / 2 + MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
            f' viewBox="{left:.1f} 0 {width:.1f} {height:.1f}">',
            f"<style>{STYLE}</style>",
            '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0L8 4L0 8z"/></marker>',
            *(_edge(edge) for edge in edges),
            *(_box(box) for box in boxes if box.label),
            "</svg>\n",
        ]
    )


def _boxes(root: Node, names: Mapping[int, str]) -> tuple[list[Box], list[list[Box]]]:
    """Give every node a row and a box, and every edge the boxes that it passes on its way down."""
    inputs: dict[Node, list[Node]] = {}
    todo = [root]
    while todo:
        node = todo.pop()
        if node not in inputs:
            inputs[node] = [source for source, _ in node.next_functions if source is not None]
            todo += reversed(inputs[node])

    depth = dict.fromkeys(inputs, 0)  # the longest way from the root, so that an edge never points upwards
    for node in reversed(tuple(TopologicalSorter(inputs).static_order())):
        for source in inputs[node]:
            depth[source] = max(depth[source], depth[node] + 1)

    last = max(depth.values())
    of = {node: _labelled(node, last - depth[node], node is root, names) for node in inputs}
    boxes, edges = list(of.values()), []
    for node, sources in inputs.items():
        for source in sources:
            bends = [Box(row) for row in range(of[source].row + 1, of[node].row)]
            boxes += bends
            edges.append([of[source], *bends, of[node]])
            for upper, lower in pairwise(edges[-1]):
                upper.below.append(lower)
                lower.above.append(upper)
    return boxes, edges


def _labelled(node: Node, row: int, is_root: bool, names: Mapping[int, str]) -> Box:
    shape = " × ".join(map(str, node.meta(0).shape)) or "scalar"
    if hasattr(node, "variable"):  # AccumulateGrad: where a leaf receives its gradient
        return Box(row, names.get(id(node.variable), "leaf"), shape, "leaf")
    return Box(row, node.name(), shape, "root" if is_root else "operation")


def _arrange(rows: list[list[Box]]) -> None:
    """Choose the order in each row and the x of each box, sweeping down and up: edges cross little and run straight."""
    for row in rows:
        _place(row)
    for sweep in range(12):
        for row in rows[1:] if sweep % 2 else rows[-2::-1]:
            for box in row:
                box.x = _mean((box.above if sweep % 2 else box.below) or [box])
            row.sort(key=lambda box: box.x)
            _place(row)
    for row in (rows + rows[::-1]) * 40:  # the order stands: now let both sides pull
        for box in row:
            box.x = _mean(box.above + box.below or [box])
        _place(row)


def _mean(boxes: list[Box]) -> float:
    return sum(box.weight * box.x for box in boxes) / sum(box.weight for box in boxes)


def _place(row: list[Box]) -> None:
    """Move the boxes of a row as little as possible so that none overlap, in the least-squares sense.

    Measured from where it would stand if the row were packed tight, no box may stand left of the one before it. The
    nearest such places are found by merging neighbours that are out of order into blocks at their common mean (pool
    adjacent violators).
    """
    packed = [0.0, *accumulate((a.width + b.width) / 2 + GAP for a, b in pairwise(row))]
    blocks: list[tuple[float, float, int]] = []  # (place, weight, how many boxes)
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


def _edge(boxes: list[Box]) -> str:
    points = [(box.x, box.y) for box in boxes]
    points[0] = (boxes[0].x, boxes[0].y + HEIGHT / 2)
    points[-1] = (boxes[-1].x, boxes[-1].y - HEIGHT / 2)
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = (y0 + y1) / 2
        path += f"C{x0:.1f} {middle:.1f} {x1:.1f} {middle:.1f} {x1:.1f} {y1:.1f}"
    return f'<path class="edge" d="{path}"/>'


def _box(box: Box) -> str:
    return (
        f'<g class="{box.kind}"><rect x="{box.x - box.width / 2:.1f}" y="{box.y - HEIGHT / 2:.1f}"'
        f' width="{box.width:.1f}" height="{HEIGHT}" rx="{HEIGHT // 2 if box.kind == "leaf" else 6}"/>'
        f'<text x="{box.x:.1f}" y="{box.y - 3:.1f}">{escape(box.label)}</text>'
        f'<text class="shape" x="{box.x:.1f}" y="{box.y + 13:.1f}">{escape(box.shape)}</text></g>'
    )
