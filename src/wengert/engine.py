"""The walk: from outputs back to leaves, in an order that depends on the graph alone.

A walk first counts, iteratively, how often each node will be reached, and which nodes lead to what was asked for.
Then it runs nodes
as they become complete, the youngest first. At every edge, before anything is accumulated, a cotangent is fitted to
the value it belongs
to: summed over vmaps that have ended and over broadcast axes, made real, cast. Formulas therefore never do that.
"""

from __future__ import annotations

import heapq
import threading
from typing import Any

import numpy as np

from . import arrays, dtypes, errors, native
from .batched import Batched, levels_of
from .families import set_transpose
from .formula import REGISTRY
from .graph import Accumulator, Meta
from .modes import local
from .tensor import TensorBase, alias, make, payload_of, replay

ndarray = np.ndarray
adding = threading.RLock()  # walks in several threads may meet at a leaf


class Walk:
    """One backward pass. ``create`` records it; ``keep`` leaves what was saved in place.

    ``wanted`` maps ``(node, output)`` to the places in the answer that the gradient there goes to; None means that
    every leaf
    accumulates. ``accumulate``: wanted leaves get their ``.grad`` instead.
    """

    def __init__(self, create: bool, keep: bool, wanted: Any, accumulate: bool) -> None:
        state = local.state
        self.create = create
        self.keep = keep
        self.wanted = wanted
        self.accumulate = accumulate
        self.recording = create or len(state.dual) > 0
        self.running = frozenset(state.vmap + state.counted)
        self.started = native.site()
        self.buffers: Any = {}
        self.waiting: Any = {}
        self.heap: Any = []
        self.following: Any = None  # ready, and alone if the heap is empty
        self.answer: Any = {}

    # -- preparation

    def count(self, roots: Any) -> None:
        """How many edges lead to each node that takes part."""
        wanted = self.wanted
        floor = 0 if wanted is None else min([n.seq for n, _ in wanted], default=0)
        seen = set(roots)
        stack = list(seen)
        nodes = []
        if wanted is None:
            waiting = self.waiting
            for node in stack:
                waiting[node] = 0
            while stack:
                node = stack.pop()
                for n in node.next:
                    if n is not None:
                        left = waiting.get(n)
                        if left is None:
                            waiting[n] = 1
                            stack.append(n)
                        else:
                            waiting[n] = left + 1
            return
        while stack:
            node = stack.pop()
            nodes.append(node)
            for n in node.next:
                if n is not None and n not in seen and n.seq >= floor:
                    seen.add(n)
                    stack.append(n)
        targets = {n for n, _ in wanted}
        nodes.sort(key=sequence)
        taking = set()
        for node in nodes:
            if node in targets or any([n in taking for n in node.next]):
                taking.add(node)
        nodes = [n for n in nodes if n in taking]
        waiting = self.waiting
        for node in nodes:
            if node not in waiting:
                waiting[node] = 0
        for node in nodes:
            for n in node.next:
                if n in waiting:
                    waiting[n] += 1

    # -- the walk

    def run(self, roots: Any, grads: Any) -> Any:
        """Walk from ``roots``, pairs ``(node, output number)``, with their cotangents."""
        self.count([n for n, _ in roots])
        state = local.state
        before = state.grad_enabled
        state.grad_enabled = self.create
        try:
            for (node, nr), g in zip(roots, grads, strict=True):
                if node in self.waiting:
                    self.arrive(node, nr, self.fit(g, node.meta(nr), node, nr), False)
            for node in dict.fromkeys([node for node, _ in roots]):
                if self.waiting.get(node) == 0 and node in self.buffers:
                    self.ready(node)
            while self.heap or self.following is not None:
                node = self.following
                if node is not None and not self.heap:
                    self.following = None
                else:
                    if node is not None:
                        self.following = None
                        heapq.heappush(self.heap, (-node.seq, node))
                    node = heapq.heappop(self.heap)[1]
                self.step(node)
        finally:
            state.grad_enabled = before
        return self.answer

    def ready(self, node: Any) -> None:
        """All that will reach this node has reached it. Leaves take theirs at once."""
        if type(node) is Accumulator:
            self.finish_leaf(node)
        else:
            if self.following is None and not self.heap:
                self.following = node  # on a chain, the heap is not needed
            else:
                heapq.heappush(self.heap, (-node.seq, node))

    def arrive(self, node: Any, nr: int, g: Any, owned: bool) -> None:
        """Add a cotangent to what has reached a node so far."""
        found = self.buffers.get(node)
        if node.metas is None:
            if found is None:
                self.buffers[node] = [g, owned]
            elif g is not None:
                old = found[0]
                if old is None:
                    found[0], found[1] = g, owned
                elif found[1] and type(old) is ndarray and type(g) is ndarray:
                    if not native.add_into(old, g):
                        np.add(old, g, out=old)
                else:
                    found[0] = self.plus(old, g)
                    found[1] = type(found[0]) is ndarray
            return
        if found is None:
            found = self.buffers[node] = [None] * len(node.metas)
        if g is not None:
            found[nr] = g if found[nr] is None else self.plus(found[nr], g)

    def plus(self, a: Any, b: Any) -> Any:
        """The sum of two cotangents, in memory of its own."""
        if type(a) is ndarray and type(b) is ndarray:
            return np.asarray(a + b)
        return REGISTRY["add"](a, b)

    def step(self, node: Any) -> None:
        """Run one node and hand its results on."""
        found = self.buffers.pop(node, None)
        owned = False
        if found is None:
            gs = [None] * (1 if node.metas is None else len(node.metas))
        elif node.metas is None:
            gs = [found[0]]
            owned = found[1]
        else:
            gs = found
        if node.pre is not None:
            for nr, hooks in node.pre.items():
                if hooks and gs[nr] is not None:
                    gs[nr] = self.hooked(node, nr, gs[nr], hooks)
        if node.retain is not None:
            for nr, ref in node.retain.items():
                t = ref()
                if t is not None and gs[nr] is not None:
                    t._grad = self.kept(gs[nr]) if t._grad is None else self.kept(self.plus(t._grad, gs[nr]))
        if self.wanted is not None:
            self.capture(node, gs)
        plan = node.plan
        if plan is None:
            results = node.run(self, gs) if any([n in self.waiting for n in node.next]) else [None] * len(node.next)
        elif gs[0] is None and all([g is None for g in gs]):
            results = [None] * len(node.next)
        elif node.chain is not None:
            results, owned = self.step_through_view(node, gs[0], owned)
        else:
            results = plan.run(node, gs, self.recording)
        if not self.keep:
            if node.saved is not None:
                node.saved = None
            node.freed = self.started
        waiting = self.waiting
        for i, target in enumerate(node.next):
            left = waiting.get(target)
            if left is not None:
                nr = node.nrs[i]
                d = results[i]
                if d is not None:
                    meta = target if target.metas is None else target.metas[nr]
                    if not (type(d) is ndarray and d.dtype is meta.dtype and d.shape == meta.shape):
                        d = self.fit(d, meta, node, i)
                    mine = owned and i == 0 and node.base
                    if not mine and type(target) is Accumulator:
                        mine = plan is not None and fresh(d, i, results, gs)
                    self.arrive(target, nr, d, mine)
                if left == 1:
                    self.ready(target)
                else:
                    waiting[target] = left - 1

    def step_through_view(self, node: Any, g: Any, owned: bool) -> Any:
        """A write through a view (Note [Writes through views]); returns results and whether the first is ours to
        write."""
        raw = type(g) is ndarray
        if raw and node.base:
            if not owned:
                g = g.copy()
            part = replay(g, node.chain).copy()
        else:
            part = replay(g, node.chain)
        results = node.plan.run(node, [part], self.recording)
        if not node.base:
            return results, False
        first = results.pop(0) if 0 in node.plan.edges else None
        first = node.view_meta.zeros() if first is None else self.fit(first, node.view_meta, node, 0)
        if raw and type(first) is ndarray:
            replay(g, node.chain)[...] = first
        else:  # it has batches or a history that g lacks
            g = REGISTRY["_view_write"](g, first, chain=node.chain)
        return [g, *results], type(g) is ndarray

    # -- edges

    def fit(self, d: Any, meta: Any, node: Any, nr: int) -> Any:
        """A cotangent with the levels, shape and dtype of the value it belongs to."""
        if not hasattr(d, "dtype") or isinstance(d, np.generic):
            d = np.asarray(d)
        payload = payload_of(d)
        if type(payload) is Batched:
            for level in payload.levels:
                if level not in meta.levels and level not in self.running:
                    d = REGISTRY["_sum_level"](d, level=level)
            payload = payload_of(d)
        if tuple(payload.shape) != tuple(meta.shape):
            if not reducible(payload.shape, meta.shape):
                raise errors.invalid_gradient(node.name(), nr, payload.shape, meta.shape)
            d = REGISTRY["_sum_to"](d, shape=tuple(meta.shape))
        if payload.dtype != meta.dtype:
            if payload.dtype.kind == "c" and meta.dtype.kind != "c":
                d = REGISTRY["_real"](d)
            if payload_of(d).dtype != meta.dtype:
                d = REGISTRY["_to"](d, dtype=meta.dtype)
        return d

    def capture(self, node: Any, gs: Any) -> None:
        """Keep what arrived where somebody asked for it."""
        for nr, g in enumerate(gs):
            places = self.wanted.get((node, nr))
            if places is not None and g is not None:
                for place in places:
                    self.answer[place] = g

    def hooked(self, node: Any, nr: int, g: Any, hooks: Any) -> Any:
        """Pass a cotangent through tensor hooks."""
        state = local.state
        before = state.counted
        state.counted = tuple(self.running) + tuple(node.vmaps or node.levels)
        try:
            t = g if isinstance(g, TensorBase) else make(g)
            for hook in list(hooks.values()):
                r = hook(t)
                if r is not None:
                    if not isinstance(r, TensorBase):
                        raise TypeError(f"hooks should return None or a Tensor, got {type(r).__name__}")
                    t = self.fit(r, node.meta(nr), node, nr)
        finally:
            state.counted = before
        return t if self.recording else t._data

    def kept(self, g: Any) -> Any:
        """A gradient as the user gets it: a tensor with memory of its own."""
        if isinstance(g, TensorBase):
            return REGISTRY["clone"](g) if self.create else g
        return make(payload_of(g).copy())

    # -- leaves

    def finish_leaf(self, node: Any) -> None:
        g, owned = self.buffers.pop(node, (None, False))
        if g is None:
            return
        if node.pre is not None and node.pre.get(0):
            g, owned = self.hooked(node, 0, g, node.pre[0]), False
        if self.wanted is not None:
            self.capture(node, [g])
            if not self.accumulate or (node, 0) not in self.wanted:
                return
        leaf = node.ref()
        if leaf is not None:
            with adding:
                self.add_to_leaf(leaf, g, owned)

    def add_to_leaf(self, leaf: Any, g: Any, owned: bool) -> None:
        """``leaf.grad += g`` by the layout rules; over every vmap that the leaf was not born in, summed at once."""
        born = levels_of(leaf._data)
        for level in levels_of(payload_of(g)):
            if level not in born:
                g, owned = REGISTRY["_sum_level"](g, level=level), False
        old = leaf._grad
        if isinstance(g, TensorBase):
            if old is None:
                leaf._grad = REGISTRY["clone"](g)
            else:
                leaf._grad = REGISTRY["add"](old, g)
            if not self.create:
                leaf._grad = alias(leaf._grad._data, leaf._grad._storage)
            return
        if old is None:
            leaf._grad = make(g if owned and g.strides == leaf._data.strides else laid_out(g, leaf._data))
        elif type(old._data) is ndarray and type(g) is ndarray and old._data.flags.writeable:
            np.add(old._data, g, out=old._data)
            old._cell().bump("backward", self.started)
        else:
            leaf._grad = make(REGISTRY["add"](old._data, g))


def sequence(node: Any) -> Any:
    return node.seq


def fresh(d: Any, i: int, results: Any, gs: Any) -> bool:
    """Whether a result is ours to write into: owns its memory and is nobody else's."""
    if type(d) is not ndarray or d.base is not None or not d.flags.writeable:
        return False
    for g in gs:
        if d is g:
            return False
    return not any([r is d for j, r in enumerate(results) if j != i])


def laid_out(g: Any, like: Any) -> Any:
    """A copy of ``g`` in the memory order of a dense ``like``, else row by row."""
    if type(g) is not ndarray or type(like) is not ndarray or like.ndim < 2 or like.flags.c_contiguous:
        return g.copy() if type(g) is Batched else arrays.xp_of(g).array(g, order="C")
    out = np.empty_like(like, dtype=g.dtype)
    out[...] = g
    return out


def reducible(shape: Any, target: Any) -> bool:
    """Whether summing broadcast axes of ``shape`` can give ``target``."""
    extra = len(shape) - len(target)
    return extra >= 0 and all(t in (1, s) for s, t in zip(shape[extra:], target, strict=True))


def gradients(outputs: Any, inputs: Any, grads: Any, create: bool, keep: bool) -> list[Any]:
    """The gradients of ``outputs`` (tensors) at ``inputs`` (edges), None where unreachable; payloads or tensors."""
    wanted: dict[Any, list[int]] = {}
    for i, edge in enumerate(inputs):
        wanted.setdefault(edge, []).append(i)
    walk = Walk(create, keep, wanted, False)
    answer = walk.run([o._edge() for o in outputs], grads)
    return [answer.get(i) for i in range(len(inputs))]


def transpose(op: Any, primals: Any, moving: Any, results: Any, params: Any) -> Any:
    """Forward mode of an operation that has formulas only: differentiate J* g with respect to g, along t."""
    state = local.state
    needs = state.grad_enabled
    before, state.grad_enabled = state.grad_enabled, True
    try:
        gs = [make(Meta(payload_of(r)).zeros()) for r in results]
        for g, r in zip(gs, results, strict=True):
            if dtypes.is_inexact(payload_of(r).dtype):
                g._rg = True
        tangents = [None] * len(results)
        for i, t in enumerate(moving):
            if t is None or not op.bit(i):
                continue
            pulled = pull(op, op.array_at(i), i, primals, results, params, gs, moving)
            if not isinstance(pulled, TensorBase) or not pulled._rg:
                continue
            p = payload_of(primals[i])
            if pulled._data.dtype.kind == "c" and p.dtype.kind != "c":
                pulled = REGISTRY["_real"](pulled)
            if tuple(pulled.shape) != tuple(p.shape):
                pulled = REGISTRY["_sum_to"](pulled, shape=tuple(p.shape))
            edges = [g._edge() for g in gs if g._rg]
            found = iter(gradients([pulled], edges, [t], needs, True))
            for k, g in enumerate(gs):
                d = next(found) if g._rg else None
                if d is not None:
                    tangents[k] = d if tangents[k] is None else REGISTRY["add"](tangents[k], d)
    finally:
        state.grad_enabled = before
    return tuple(tangents) if op.many else tangents[0]


def pull(op: Any, array: str, i: int, primals: Any, results: Any, params: Any, gs: Any, moving: Any) -> Any:
    """One formula of an operation on recorded cotangents."""
    named = {n: g for n, g in zip([f"g_{o}" for o in op.outputs] if op.many else ["g"], gs, strict=False)}
    named["gs"] = tuple(gs)

    def call(name: str) -> Any:
        formula = op.formulas[name]
        extra = {n: call(n[2:]) for n in formula.names if n.startswith("d_")}
        known = {**named, **extra}
        rest = [n for n in formula.names if n not in known]
        known.update(zip(rest, op.values_of(rest, (), primals, results, params, None, moving), strict=True))
        return formula.fn(*[known[n] for n in formula.names])

    out = call(array)
    return out[i - op.count] if op.is_group(array) else out


set_transpose(transpose)
