"""Calls hooks during a backward pass: makes their arguments, sets the modes, and checks what they return.

The order is published in ``docs/hooks.md`` and tested in ``tests/test_hooks.py``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from .. import errors
from ..arrays import arrays
from ..tape.hooks import Hooks, NodeHooks
from ..tape.state import local
from ..tape.tensor import TensorBase, make


class Observer:
    """A hook that replaces nothing. It is also called, with None, if no gradient arrived."""

    def __init__(self, call: Callable[[Any], None]) -> None:
        self.call = call

    def __call__(self, grad: Any) -> None:
        self.call(grad)


class Place(NamedTuple):
    """Where hooks replace a gradient: output ``nr`` of a node or, if ``after``, its edge ``nr``."""

    node: Any
    nr: int
    meta: Any  # of the value that the gradient belongs to
    after: bool = False


def levels(node: Any) -> tuple[int, ...]:
    """The vmap levels under which a node was recorded, as far as its gradients show them."""
    if node._wg_vmaps:
        return tuple(node._wg_vmaps)
    if node._wg_metas is None:
        return tuple(node.levels)
    return tuple(dict.fromkeys([k for m in node._wg_metas if m is not None for k in m.levels]))


def call(walk: Any, node: Any, hook: Any, *args: Any) -> Any:
    """Call a hook. The vmaps under which the node was recorded count as running."""
    state = local.state
    before = state.counted
    try:
        state.counted = tuple(walk.running) + levels(node)
        return hook(*args)
    finally:
        state.counted = before


def hook_argument(g: Any) -> Any:
    """A gradient as an argument of hooks: a tensor, or None."""
    return g if g is None or isinstance(g, TensorBase) else make(g)


def taken(walk: Any, ts: Any) -> list[Any]:
    """Gradients as the backward pass stores them: tensors if it is recorded, else payloads."""
    return [t if walk.recording or t is None else t._wg_data for t in ts]


def blamed(fire: Callable[..., Any]) -> Callable[..., Any]:
    """Record the failing node: an error in a hook of a leaf would else be attributed to the previous node."""

    @functools.wraps(fire)
    def wrapper(walk: Any, node: Any, *args: Any) -> Any:
        try:
            return fire(walk, node, *args)
        except BaseException:
            walk.at = node
            raise

    return wrapper


def accepted(walk: Any, place: Place, hook: Any, old: Any, new: Any) -> Any:
    """The result of a hook, checked: it replaces the gradient ``old``."""
    if new is None:
        if walk.watch is not None and old is not None:
            walk.watch.hooked(place, hook, old, None)
        return None
    if old is None:
        raise errors.hooks.hook_fills()
    if not isinstance(new, TensorBase):
        raise errors.hooks.hook_result(new)
    if tuple(new.shape) != tuple(old.shape):
        raise errors.hooks.hook_size(hook, old.shape, new.shape)
    was, got = arrays.device_of(old._wg_data), arrays.device_of(new._wg_data)
    if old._wg_data.dtype != new._wg_data.dtype or was != got:
        raise errors.hooks.hook_type(hook, old._wg_data.dtype, was.type, new._wg_data.dtype, got.type)
    if walk.watch is not None:
        walk.watch.hooked(place, hook, old, new)
    return walk.validate_gradient(new, place.meta, place.node, place.nr)


def all_accepted(walk: Any, places: list[Place], hook: Any, old: Any, new: Any) -> list[Any]:
    """As :func:`accepted`, for a tuple of gradients."""
    if not isinstance(new, tuple):
        raise errors.hooks.hook_no_tuple(new)
    if len(new) != len(old):
        raise errors.hooks.hook_count(hook, len(new), len(old))
    return [accepted(walk, p, hook, a, b) for p, a, b in zip(places, old, new, strict=True)]


@blamed
def tensor_hooks(walk: Any, node: Any, hooks: NodeHooks, gs: Any) -> list[Any]:
    """Pass the gradients of a node through the hooks of its outputs. Then store those that tensors retain."""
    now: list[Any] = list(gs)
    for nr, called in hooks.tensors.items():
        now[nr] = through(walk, node, nr, called, now[nr])
    if hooks.retained:
        walk.retain(hooks.retained, now)
    if walk.watch is not None and not hooks.before:
        walk.watch.begins(node, now)
    return now


def through(walk: Any, node: Any, nr: int, hooks: Hooks, g: Any) -> Any:
    """Pass one gradient through the hooks of one tensor. If none arrived, only observers are called."""
    if not hooks:
        return g
    t = hook_argument(g)
    for hook in list(hooks.values()):  # a copy: hooks that are added or removed meanwhile count in the next pass
        if t is None:
            if isinstance(hook, Observer):
                call(walk, node, hook, None)
            continue
        r = call(walk, node, hook, t)
        if r is not None:
            t = accepted(walk, Place(node, nr, node._wg_meta(nr)), hook, t, r)
    return taken(walk, [t])[0]


def prehooks(walk: Any, node: Any, hooks: NodeHooks, gs: Any) -> list[Any]:
    """Pass the gradients of a node through its prehooks."""
    ts = [hook_argument(g) for g in gs]
    places = [Place(node, nr, node._wg_meta(nr)) for nr in range(len(ts))]
    for hook in list(hooks.before.values()):
        r = call(walk, node, hook, tuple(ts))
        if r is not None:
            ts = all_accepted(walk, places, hook, ts, r)
    now = taken(walk, ts)
    if walk.watch is not None:
        walk.watch.begins(node, now)
    return now


def posthooks(walk: Any, node: Any, hooks: NodeHooks, gs: Any, results: Any) -> list[Any]:
    """Pass the gradients that a node computed through its hooks: validated, and None where no node waits for one."""
    if walk.watch is not None:
        walk.watch.ends(results)
    metas = [
        None if n is None else n._wg_meta(nr) for n, nr in zip(node._wg_next, node._wg_next_output_nrs, strict=True)
    ]
    grads = [
        None if d is None or n not in walk.waiting else hook_argument(walk.validate_gradient(d, m, node, i))
        for i, (d, n, m) in enumerate(zip(results, node._wg_next, metas, strict=True))
    ]
    edges = node._wg_places()
    places = [Place(node, i, None if k < 0 else metas[k], True) for i, k in enumerate(edges)]
    inputs = [None if k < 0 else grads[k] for k in edges]
    outputs = tuple([hook_argument(g) for g in gs])
    for hook in list(hooks.after.values()):
        r = call(walk, node, hook, tuple(inputs), outputs)
        if r is not None:
            inputs = all_accepted(walk, places, hook, inputs, r)
    for k, t in zip(edges, inputs, strict=True):
        if k >= 0:
            grads[k] = t
    return taken(walk, grads)


@blamed
def finish_leaf(walk: Any, node: Any, hooks: NodeHooks, g: Any) -> None:
    """Accumulate into a leaf's ``.grad`` and call the post-accumulate hooks, in one step."""
    if hooks.before:
        (g,) = prehooks(walk, node, hooks, [g])
    leaf = node.ref()
    if leaf is None:
        leaf = hooks.stand_in
    if g is not None and leaf is not None:
        with hooks.lock:
            walk.accumulate_into(leaf, g, False)
            for hook in list(hooks.accumulated.values()):
                r = call(walk, node, hook, leaf)
                if r is not None and r is not leaf:  # `lambda p: p.add_(p.grad, alpha=-lr)` returns the leaf
                    raise errors.hooks.post_accumulate_result(r, isinstance(r, TensorBase))
    if hooks.after:
        posthooks(walk, node, hooks, [g], [])


def arguments(walk: Any, node: Any, grads: Any) -> list[Any]:
    """The arguments of ``node(*grads)``, checked."""
    count = 1 if node._wg_metas is None else len(node._wg_metas)
    if len(grads) != count:
        raise TypeError(f"expected {count} arguments, got {len(grads)} instead")
    for i, g in enumerate(grads):
        if g is not None and not isinstance(g, TensorBase):
            raise TypeError(f"argument {i} is not a Variable. Return a tensor or None for each gradient.")
    fitted = [None if g is None else walk.validate_gradient(g, node._wg_meta(i), node, i) for i, g in enumerate(grads)]
    return taken(walk, fitted)


def given_back(walk: Any, node: Any, results: Any) -> Any:
    """The result of ``node(*grads)``."""
    each = enumerate(zip(results, node._wg_next, node._wg_next_output_nrs, strict=True))
    grads = [
        None if d is None or n is None else hook_argument(walk.validate_gradient(d, n._wg_meta(nr), node, i))
        for i, (d, n, nr) in each
    ]
    out = tuple([None if k < 0 else grads[k] for k in node._wg_places()])
    return out[0] if len(out) == 1 else out
