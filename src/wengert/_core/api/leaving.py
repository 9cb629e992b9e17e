"""What a tensor loses where only its memory goes on: a history, a tangent, a batch.

An array, a copy or a storage has the values alone. Where a derivative or a batch would end without a word, there is an
error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .. import errors
from ..arrays.batched import Batched
from ..tape.state import local
from ..tape.tensor import inside, moving_levels

# The func transforms that run now. Reverse ones by the moment they started: the nodes of their inputs. Forward ones by
# their level.
running: dict[int, Any] = {}
mapped: dict[int, tuple[int, ...]] = {}  # by the moment that a reverse transform started: the vmaps around it


def live_tangents(t: Any) -> bool:
    """Whether a tensor has a tangent that no one would carry on.

    In the ``forward`` of a Function there is none: its ``jvp`` computes the tangents of what ``forward`` returns.
    """
    return t._wg_tangents is not None and any([level not in local.state.covered for level in moving_levels((t,))])


def stays(t: Any) -> bool:
    """Whether a tensor has something that an array cannot have: a history that is recorded, a tangent, or a batch."""
    return (local.state.grad_enabled and t.requires_grad) or type(t._wg_data) is Batched or live_tangents(t)


def differentiated(t: Any) -> bool:
    """Whether a func transform that runs now differentiates a tensor, and it is recorded here."""
    if t._wg_tangents is not None and live_tangents(t) and not running.keys().isdisjoint(t._wg_tangents):
        return True
    state = local.state
    if not (state.transforms and state.grad_enabled and t.requires_grad):
        return False
    root, leaf = t._wg_edge()[0], t._wg_node is None
    return any([root in running.get(m, ()) or (not leaf and inside(t, m)) for m in state.transforms])


def keep_derivative(t: Any, what: str) -> None:
    """Refuse ``what``, which takes the memory of ``t`` alone, where a running transform differentiates ``t``."""
    if differentiated(t):
        raise errors.gradients.memory_of_transformed(what)


def keep_second(outputs: Any, roots: Any) -> None:
    """Refuse a pass into ``.grad`` that is not recorded, from ``outputs`` at ``roots``, their edges.

    It is refused where it depends on what a running transform differentiates.
    """
    state = local.state
    own = {node for m in state.transforms for node in running.get(m, ())} if state.grad_enabled else None
    if not own:
        return
    moving = [m for t in outputs for m in (getattr(t, "_wg_tangents", None) or {}).values() if m.requires_grad]
    if any(node in own for node in behind([node for node, _ in (*roots, *[m._wg_edge() for m in moving])])):
        raise errors.gradients.backward_in_transform()


def behind(nodes: Iterable[Any]) -> Iterator[Any]:
    """These nodes, and those that a backward pass reaches from them."""
    stack = list(nodes)
    seen = set(stack)
    while stack:
        node = stack.pop()
        yield node
        stack += (found := {n for n in node._wg_next or () if n is not None} - seen)
        seen |= found


def keep_tangent(t: Any, what: str) -> None:
    """Refuse ``what``, a copy of ``t`` without its tangent or what a running transform differentiates."""
    keep_derivative(t, what)
    if live_tangents(t):
        raise errors.forward.copied_without_tangent(what)


def keep_all(t: Any, what: str) -> None:
    """Refuse ``what``, the values of ``t`` outside of the program, where it has a batch or a derivative."""
    if type(t._wg_data) is Batched:
        raise errors.vmap.no_memory(what)
    keep_tangent(t, what)
