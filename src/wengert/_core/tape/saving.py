"""What is kept for backward, and how it comes back."""

from __future__ import annotations

from typing import Any

from .. import errors
from ..arrays import objects
from .node import PACKED, Saved
from .state import Tangents, duals, local
from .storage import Storage, cell
from .tensor import alias, make, replay


def save(t: Any) -> Any:
    """Keep an input for backward."""
    x = t
    s = objects.new(Saved)
    storage = x._storage
    if storage is None:
        storage = x._cell()
    if storage.inference:
        check_transform(storage)
    s.data = x._data
    s.storage = storage
    s.version = storage.version
    if x._tangents is not None:
        s.tans = x._tangents
    if x._requires_grad:
        s.node = x._node or x._grad_accumulator or x._accumulator()
        s.nr = x._output_nr
    return s


def save_payload(a: Any) -> Any:
    """Keep an argument that is no tensor: numbers as they are, arrays checked like tensors' memory."""
    if a is None or not hasattr(a, "dtype"):
        return a
    return save(make(a))


def check_transform(storage: Any) -> None:
    """Refuse to keep inference tensors, unless for a transform that they come from outside of: it ends before them."""
    transforms = local.state.transforms
    if not transforms or transforms[-1] in (storage.born or ()):
        raise errors.modes.inference_saved()


def save_copy(t: Any) -> Any:
    """Keep an input that is about to be overwritten by the operation that saves it."""
    s = Saved(t._data.copy(), Storage())
    if t._requires_grad:
        s.node, s.nr = t._edge()
    s.tans = t._tangents
    return s


def save_output(t: Any, nr: int, owner: Any) -> Any:
    """Keep a result for its own node: without an edge, which would be a cycle."""
    x = t
    s = objects.new(Saved)
    storage = x._storage
    if storage is None:
        storage = x._storage = cell()  # nobody else has this tensor yet
    s.data = x._data
    s.storage = storage
    s.version = storage.version
    s.output = True
    s.nr = nr
    if x._tangents is not None:
        s.tans = until_they_end(x._tangents)
    if owner.chain is not None:
        s.base = x._view.base._data
    return s


def until_they_end(tans: Any) -> Tangents:
    """Tangents, kept until their levels end: a tangent of what a node has saved of its own leads back to the node."""
    kept = Tangents(tans)
    for level in kept:
        if level in duals:
            duals[level].add(kept)
    return kept


def restore(s: Any, owner: Any) -> Any:
    """The saved value as a tensor at its place on the tape, for formulas that record."""
    if s.version == PACKED:
        t = s.data.open(s, owner)
        return placed(s, t._data, t._cell(), owner)
    return placed(s, s.raw(owner), s.storage, owner)


def placed(s: Any, data: Any, storage: Any, owner: Any) -> Any:
    """A tensor on ``data`` where the saved value was on the tape."""
    at_leaf = s.leaf
    if at_leaf:
        leaf = s.node.ref()
        if leaf is not None and leaf._data is data and leaf._tangents is s.tans and leaf._node is None:
            return leaf
    t = alias(data, storage)
    t._tangents = s.tans
    if s.output:
        if s.base is not None:  # written through a view: the node's output is the base (Note [Writes through views])
            b = alias(s.base, s.storage)
            b._node, b._output_nr, b._requires_grad = owner, s.nr, True
            v = replay(b, owner.chain)
            t._node, t._output_nr, t._requires_grad = v._node, v._output_nr, v._requires_grad
        else:
            t._node, t._output_nr, t._requires_grad = owner, s.nr, True
    elif at_leaf:
        t._grad_accumulator, t._requires_grad = s.node, True
    elif s.node is not None:
        t._node, t._output_nr, t._requires_grad = s.node, s.nr, True
    return t
