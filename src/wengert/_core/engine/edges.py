"""A gradient at an edge: made to fit the input it belongs to, accumulated into a leaf, laid out in memory."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from .. import errors
from ..arrays import arrays, copies, gradient_buffers, layouts
from ..arrays.batched import Batched, levels_of
from ..arrays.coo import COO
from ..dispatch.inplace import apply_inplace, report_write
from ..dispatch.memory import shares_elements
from ..dispatch.part_gradients import PartGradient, full_gradient, part_gradient
from ..dispatch.primitives import primitives
from ..tape.state import local
from ..tape.tensor import TensorBase, make, payload_of

ndarray = np.ndarray
accumulating = threading.RLock()  # backward passes in several threads may meet at a leaf


def validate_gradient(d: Any, meta: Any, node: Any, nr: int, running: Any) -> Any:
    """Make a gradient fit the value that it belongs to: batch dimensions, shape, real part, dtype.

    Args:
        d: what a formula of ``node`` gave for edge ``nr``: a payload or a tensor.
        meta: shape, dtype and vmap levels of the value. The dtype is None at a leaf that takes gradients of any dtype.
        node, nr: the edge, for the error.
        running: the vmap levels that are not summed: they were running when the backward pass started.

    Raises:
        RuntimeError: if summing over broadcast dimensions cannot give the shape.
    """
    if type(d) is PartGradient:
        if d.shape == tuple(meta.shape) and meta.dtype is not None:
            if d.dtype == meta.dtype:
                return d
            if d.add is None:  # else several values may meet, which are added before they are rounded
                return part_gradient(d.shape, d.key, cast(d.values, meta.dtype))
        d = full_gradient(d)
    payload = payload_of(d)
    if gradient_buffers.is_like(payload, meta.shape, meta.dtype):
        return d
    if not hasattr(d, "dtype") or isinstance(d, np.generic):
        d = payload = np.asarray(d)
    if type(payload) is Batched:
        for level in payload.levels:
            if level not in meta.levels and level not in running:
                d = primitives.sum_level(d, level=level)
        payload = payload_of(d)
    elif type(payload) is COO and (not meta.sparse or payload.shape != tuple(meta.shape)):
        d = primitives.to_dense(d)
        payload = payload_of(d)
    if tuple(payload.shape) != tuple(meta.shape):
        if not reducible(payload.shape, meta.shape):
            made = node._wg_code, node._wg_lasti
            raise errors.gradients.invalid_gradient(node._wg_name(), nr, payload.shape, meta.shape, made)
        d = primitives.sum_to(d, shape=tuple(meta.shape))
    return d if meta.dtype is None or payload.dtype == meta.dtype else cast(d, meta.dtype)


def cast(d: Any, dtype: Any) -> Any:
    """A gradient in the dtype of its value, of which it may be the real part."""
    if payload_of(d).dtype.kind == "c" and dtype.kind != "c":
        d = primitives.real(d)
    return d if payload_of(d).dtype == dtype else primitives.cast(d, dtype=dtype)


def accumulate(leaf: Any, g: Any, owned: bool, create_graph: bool, started: Any) -> None:
    """Add a gradient to a leaf's ``.grad``, by the layout rules of ``docs/backward.md``. The caller holds the lock.

    ``owned``: the pass may write into ``g``. ``started``: where the pass was called, for errors about this write.
    """
    old = leaf._wg_grad
    if type(g) is ndarray and type(leaf._wg_data) is ndarray:
        if old is None:
            kept = owned and (g.strides == leaf._wg_data.strides or not local.state.keeps_layout)
            leaf._wg_grad = make(g if kept else laid_out(g, leaf._wg_data))
            return
    else:
        payload = payload_of(g)
        if type(payload) is Batched:
            g, owned = summed_for(g, leaf), False
        elif type(payload) is not type(leaf._wg_data) and arrays.device_of(payload) != arrays.device_of(leaf._wg_data):
            raise errors.gradients.gradient_device("a leaf got", leaf.device, arrays.device_of(payload))
    if isinstance(g, TensorBase):
        if old is None:
            new = primitives.clone(g)
            new._wg_data = laid_out(new._wg_data, leaf._wg_data)
        elif create_graph or type(old._wg_data) in (Batched, COO) or type(g._wg_data) is Batched:
            new = primitives.add(old, g)
            if new._wg_data.strides != old._wg_data.strides:
                new._wg_data = laid_out(new._wg_data, old._wg_data)
        else:
            add = primitives.add
            new = apply_inplace(add, (old, g), add.defaults)
        leaf._wg_grad = new  # with its tangents; PyTorch drops those of the first gradient
    elif old is None:
        leaf._wg_grad = make(laid_out(g, leaf._wg_data))
    elif type(old._wg_data) is Batched or type(g) is Batched or old._wg_data.shape != g.shape:
        leaf._wg_grad = make(primitives.add(old._wg_data, g))
    elif type(old._wg_data) is COO and type(g) is not COO:  # a sparse gradient becomes dense
        leaf._wg_grad = make(primitives.add(g, old._wg_data))
    else:
        if old._wg_inference() and not local.state.inference:
            raise errors.modes.inference_write("backward")
        if type(old._wg_data) is not COO and (
            not old._wg_data.flags.writeable if type(g) is ndarray else shares_elements(old._wg_data)
        ):
            raise errors.writes.expanded_write()
        storage = old._wg_cell()
        report_write(old)
        try:
            if type(old._wg_data) is COO:
                old._wg_data.become(primitives.add(old._wg_data, g))
            elif type(g) is COO:
                g.add_to(old._wg_data)
            else:
                arrays.add(old._wg_data, g, old._wg_data)
        finally:  # an interrupted write counts, too
            storage.bump("backward", started, old._wg_data)


def summed_for(g: Any, t: Any) -> Any:
    """A gradient to be kept with ``t``: summed over every vmap in which ``t`` was not made."""
    born = levels_of(t._wg_data)
    for level in levels_of(payload_of(g)):
        if level not in born:
            g = primitives.sum_level(g, level=level)
    return g


def fresh(d: Any, i: int, results: Any, gs: Any, mine: bool = False) -> bool:
    """Whether the pass may write into result ``i``: it owns its memory, and nothing else refers to it.

    ``gs`` are the gradients that reached the node, which a formula may return. If they are ``mine``, the pass owns
    them, and so the one result that is a view of all of one.
    """
    if not gradient_buffers.owns(d):
        return (
            mine and type(d) is ndarray and len(results) == 1 and d.base is gs[0] is not None and d.size == gs[0].size
            and bool(d.flags.forc and d.flags.writeable)
        )  # fmt: skip
    if not mine:
        for g in gs:  # a batched or sparse gradient may hold it
            if d is g or type(g) is Batched or type(g) is COO:
                return False
    for j, r in enumerate(results):
        if j == i:
            continue
        if r is d or type(r) is Batched or type(r) is COO:
            return False
        if type(r) is ndarray and r.base is d:
            return False
    return True


def laid_out(g: Any, like: Any) -> Any:
    """A copy of ``g`` with the strides of ``like`` if that fills its memory without overlap, else row by row."""
    if type(g) is Batched or type(g) is COO:
        return g.copy()
    xp = arrays.xp_of(g)
    if type(like) is Batched or type(like) is COO or like.flags.c_contiguous or not layouts.without_gaps(like):
        return copies.copied(g)
    out = xp.empty_like(like, dtype=g.dtype)
    copies.put(out, g)
    return out


def reducible(shape: Any, target: Any) -> bool:
    """Whether summing broadcast axes of ``shape`` can give ``target``."""
    extra = len(shape) - len(target)
    if extra < 0:
        return False
    for s, t in zip(shape[extra:], target, strict=True):  # noqa: SIM110  (a generator would take longer)
        if t not in (1, s):
            return False
    return True
