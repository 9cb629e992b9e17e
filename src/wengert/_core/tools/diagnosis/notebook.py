"""The display of a tensor in notebooks."""

from __future__ import annotations

from html import escape
from typing import Any

from ...arrays.batched import Batched
from ...tape.node import AccumulateGrad
from .picture import bytes_shown, drawn, shown
from .saved_memory import saved

DRAWN = 500  # larger graphs are not drawn automatically
# columns stand below each other in a font of equal widths only, whatever the notebook's theme has for <pre>
BLOCK = (
    "<pre style=\"font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
    'white-space:pre;line-height:1.3;text-align:left;overflow-x:auto">'
)


def as_html(t: Any) -> str:
    """The printed values, some facts, the gradient, and the graph, which can be unfolded."""
    text = block(repr(t))
    if type(t._wg_data) is Batched:
        return text
    facts = [
        shown(tuple(t._wg_data.shape)),
        str(t.dtype).rpartition(".")[2],
        str(t.device),
        bytes_shown(t._wg_data.nbytes),
    ]
    parts = [f'<div class="wengert">{text}<small>{escape(" · ".join(facts))}</small>']
    if t._wg_grad is not None:
        parts.append(f"<details><summary>grad</summary>{block(repr(t._wg_grad))}</details>")
    count = _size(t._wg_node)
    if count:
        many = "at least " * (count > DRAWN)
        summary = f"history: {many}{count} operation{'s' * (count != 1)}"
        if count <= DRAWN:
            kept = saved(t).bytes
            svg = drawn(t, None, {}).svg()
            parts.append(f"<details><summary>{summary}, {bytes_shown(kept)} kept for backward</summary>{svg}</details>")
        else:
            parts.append(f"<small>{summary}; autograd.graph.picture() draws it</small>")
    return "".join([*parts, "</div>"])


def block(text: str) -> str:
    """A text as it stands, in a font of its own."""
    return f"{BLOCK}{escape(text)}</pre>"


def _size(root: Any) -> int:
    """The number of operations behind a tensor. It stops counting when the graph is too large to be drawn."""
    seen, stack = {root} - {None}, [] if root is None else [root]
    count = 0
    while stack and count <= DRAWN:
        node = stack.pop()
        count += 1
        for n in node._wg_next:
            if n is not None and type(n) is not AccumulateGrad and n not in seen:
                seen.add(n)
                stack.append(n)
    return count
