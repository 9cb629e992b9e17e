"""Saving values for the backward pass, and restoring them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors
from ..arrays import copies, dtypes, objects
from .node import PACKED, Saved, keeping
from .state import Tangents, duals, local
from .storage import cell
from .tensor import alias, make
from .view import replay


def save(t: Any) -> Any:
    """Save an input for the backward pass."""
    x = t
    s = objects.blank(Saved)
    storage = x._wg_storage
    if storage is None:
        storage = x._wg_cell()
    if storage.inference:
        check_transform(storage)
    s.data = x._wg_data
    s.storage = storage
    s.version = storage.version
    if x._wg_tangents is not None:
        s.tans = x._wg_tangents
    if x._wg_requires_grad:
        node = x._wg_node
        s.node = node if node is not None else x._wg_grad_accumulator or x._wg_accumulator()
        s.nr = x._wg_output_nr
    return s


def save_payload(a: Any) -> Any:
    """Save an argument that is not a tensor: numbers as they are, arrays with the version check of tensors."""
    if a is None or not hasattr(a, "dtype"):
        return a
    return save(make(dtypes.taken(a) if isinstance(a, np.ndarray) else a))


def check_transform(storage: Any) -> None:
    """Refuse to save an inference tensor, unless it was made outside the innermost running transform.

    Such a tensor outlives the graph of the transform.
    """
    transforms = local.state.transforms
    if not transforms or transforms[-1] in (storage.born or ()):
        raise errors.modes.inference_saved()


def save_copy(t: Any) -> Any:
    """Save a copy of an input that the operation is about to overwrite."""
    s = keeping(copies.copied(t._wg_data), cell())
    if t._wg_requires_grad:
        s.node, s.nr = t._wg_edge()
    s.tans = t._wg_tangents
    return s


def save_output(t: Any, nr: int, owner: Any) -> Any:
    """Save a result for its own node. It stores no edge, which would be a reference cycle."""
    x = t
    s = objects.blank(Saved)
    storage = x._wg_storage
    if storage is None:
        storage = x._wg_storage = cell()  # no other thread has this tensor yet
    s.data = x._wg_data
    s.storage = storage
    s.version = storage.version
    s.output = True
    s.nr = nr
    if x._wg_tangents is not None:
        s.tans = until_they_end(x._wg_tangents)
    if owner._wg_chain is not None:
        s.base = x._wg_view.base._wg_data
    return s


def until_they_end(tans: Any) -> Tangents:
    """Tangents of a node's own saved result, dropped when their levels end: their histories refer to the node."""
    kept = Tangents(tans)
    for level in kept:
        if level in duals:
            duals[level].add(kept)
    return kept


def restore(s: Any, owner: Any) -> Any:
    """The saved value as a tensor with its gradient edge, for formulas that are recorded."""
    if s.version == PACKED:
        t = s.data.open(s, owner)
        return placed(s, t._wg_data, t._wg_cell(), owner)
    return placed(s, s.raw(owner), s.storage, owner)


def placed(s: Any, data: Any, storage: Any, owner: Any) -> Any:
    """A tensor on ``data`` with the gradient edge of the saved value."""
    at_leaf = s.leaf
    if at_leaf:
        leaf = s.node.ref()
        if leaf is not None and leaf._wg_data is data and leaf._wg_tangents is s.tans and leaf._wg_node is None:
            return leaf
    t = alias(data, storage)
    t._wg_tangents = s.tans
    if s.output:
        if s.base is not None:  # the output of this node is the base of a written view: Note [Writes through views]
            b = alias(s.base, s.storage)
            b._wg_node, b._wg_output_nr, b._wg_requires_grad = owner, s.nr, True
            v = replay(b, owner._wg_chain)
            t._wg_node, t._wg_output_nr, t._wg_requires_grad = v._wg_node, v._wg_output_nr, v._wg_requires_grad
        else:
            t._wg_node, t._wg_output_nr, t._wg_requires_grad = owner, s.nr, True
    elif at_leaf:
        t._wg_grad_accumulator, t._wg_requires_grad = s.node, True
    elif s.node is not None:
        t._wg_node, t._wg_output_nr, t._wg_requires_grad = s.node, s.nr, True
    return t
