"""The walk: from outputs back to leaves, in an order that depends on the graph alone.

A walk first counts, iteratively, how often each node will be reached, and which nodes lead to what was asked for. Then
it runs nodes as they become complete, the youngest first. At every edge, before anything is accumulated, a cotangent is
fitted to the value it belongs to: summed over vmaps that have ended and over broadcast axes, made real, cast. Formulas
therefore never do that.
"""

from __future__ import annotations

import contextvars
import heapq
import threading
from typing import Any

import numpy as np

from .. import compiled, errors
from ..arrays import arrays, sites
from ..arrays.batched import Batched, levels_of
from ..arrays.coo import COO
from ..dispatch.inplace import apply_inplace, report_write
from ..dispatch.memory import shares_elements, write_through
from ..dispatch.primitives import primitives
from ..tape.node import AccumulateGrad, set_call
from ..tape.state import duals, local
from ..tape.tensor import TensorBase, make, payload_of, read
from . import gradient_buffers
from . import hook_calls as firing
from .watched_pass import watched

ndarray = np.ndarray
adding = threading.RLock()  # walks in several threads may meet at a leaf
WRITES = compiled.active  # whether programs write over cotangents that are of no use to anybody else
# Note [A walk that never ends]
# -----------------------------
# Walks within walks are no mistake, however many: each walks a graph of its own. But where a backward or a hook walks
# the graph that it is part of, its node runs within itself, and so on until memory is full. Which nodes wait is looked
# at where a walk moves to another stack.

ROUNDS = 10  # how often the same node is met there before that is taken for the reason
DEEP = 20  # walks within walks that one Python stack holds, whatever calls users put between them


class Walk:
    """One backward pass. ``create_graph`` records it; ``retain_graph`` leaves what was saved in place.

    ``captures`` maps ``(node, output)`` to the places in the answer that the gradient there goes to; None means that
    every leaf accumulates. ``accumulate``: wanted leaves get their ``.grad`` instead. ``rest``: the leaves that nobody
    asked for accumulate too.
    """

    def __init__(
        self, create_graph: bool, retain_graph: bool, captures: Any, accumulate: bool, rest: bool = False
    ) -> None:
        state = local.state
        self.create_graph = False if state.inference else create_graph
        self.retain_graph = retain_graph
        self.captures = captures
        self.accumulate = accumulate
        self.rest = rest or captures is None
        self.recording = self.create_graph or len(duals) > 0
        self.running = frozenset(state.vmap + state.counted)
        self.started = sites.site()
        self.waiting: Any = {}  # node -> [edges still to come, what came so far, whether that is ours to write into]
        self.heap: Any = []
        self.answer: Any = {}
        self.told: Any = set()  # nodes, leaves apart, of which somebody wants to know what arrives
        self.ends: Any = set()  # those among them that lead to nothing else that is asked for: they are not run
        self.depth = 0  # how many walks wait for this one
        self.trail: Any = ()  # the nodes at which some of them wait: Note [A walk that never ends]
        self.callbacks: Any = []  # what users want called when the walk is over
        tools = state.tools
        self.watch: Any = None if tools is None else watched(tools)  # a WatchedPass while somebody watches
        self.at: Any = None  # the node that runs, where it may start other walks; after an error in a hook, its node

    # -- preparation

    def count(self, roots: Any) -> None:
        """How many edges lead to each node that takes part."""
        nodes = list(set(roots))
        only = nodes[0] if len(roots) == 1 else None
        waiting, told = self.waiting, self.told
        targets = set()
        floor = 0  # no node before the first that is asked for leads to any
        if self.captures is not None:
            for node, _ in self.captures:
                targets.add(node)
                floor = node.sequence_nr if floor == 0 or node.sequence_nr < floor else floor
                if type(node) is not AccumulateGrad:
                    told.add(node)
        if self.rest:
            for node in nodes:
                waiting[node] = [0, None, False]
            for node in nodes:  # which grow meanwhile
                for n in node.next:
                    if n is not None:
                        place = waiting.get(n)
                        if place is None:
                            waiting[n] = [1, None, False]
                            nodes.append(n)
                        else:
                            place[0] += 1
            return
        seen = set(nodes)
        for node in nodes:
            for n in node.next:
                if n is not None and n.sequence_nr >= floor and n not in seen:
                    seen.add(n)
                    nodes.append(n)
        if only is not None:
            targets.add(only)  # as in PyTorch, the hooks of an only root run wherever it leads
        if len(nodes) > 1:
            nodes.sort(key=sequence)
        for node in nodes:  # of nodes that lead to what is wanted; what a node leads to is here before it
            leads = False
            for n in node.next:
                place = waiting.get(n)
                if place is not None:
                    leads = True
                    place[0] += 1
            if leads:
                waiting[node] = [0, None, False]
            elif node in targets:
                waiting[node] = [0, None, False]
                if type(node) is not AccumulateGrad:
                    told.add(node)
                    self.ends.add(node)

    # -- the walk

    def launch(self, roots: Any, grads: Any) -> Any:
        """Walk, then call what was queued meanwhile. Deep inside other walks, on a fresh stack."""
        state = local.state
        outer = state.walk
        if outer is not None:
            self.depth = outer.depth + 1
            self.trail = outer.trail
            if self.depth % DEEP == 0:
                self.trail = (*outer.trail, outer.at)
                if self.trail.count(outer.at) == ROUNDS:
                    raise errors.history.within_itself(outer.at, self.depth)
                return Elsewhere(self, roots, grads).result()
        return self.stay(roots, grads)

    def stay(self, roots: Any, grads: Any) -> Any:
        """Walk in this thread."""
        state = local.state
        outer, before = state.walk, state.grad_enabled
        state.walk = self
        try:
            answer = self.run(roots, grads)
            if self.callbacks:
                state.grad_enabled = self.create_graph
                for callback in self.callbacks:  # a callback may queue more
                    callback()
        finally:
            state.walk, state.grad_enabled = outer, before
        return answer

    def run(self, roots: Any, grads: Any) -> Any:
        """Walk from ``roots``, pairs ``(node, output number)``, with their cotangents."""
        self.count([n for n, _ in roots])
        state = local.state
        before = state.grad_enabled
        state.grad_enabled = self.create_graph
        try:
            i = -1
            for node, nr in roots:
                i += 1
                place = self.waiting.get(node)
                if place is not None:
                    self.arrive(place, node, nr, self.validate_gradient(grads[i], node.meta(nr), node, nr), False)
            heap, watch = self.heap, self.watch
            for node in {node: None for node, _ in roots}:
                place = self.waiting.get(node)
                if place is not None and place[0] == 0:
                    if type(node) is AccumulateGrad:
                        self.leaf(node)
                    else:
                        heapq.heappush(heap, (-node.sequence_nr, node))
            node = None
            while True:
                if node is None:
                    if not heap:
                        break
                    node = heapq.heappop(heap)[1]
                elif heap:
                    node = heapq.heappushpop(heap, (-node.sequence_nr, node))[1]
                node = self.step(node) if watch is None else watch.step(self, node)
        finally:
            state.grad_enabled = before
        return self.answer

    def arrive(self, place: Any, node: Any, nr: int, g: Any, owned: bool) -> None:
        """Add a cotangent to what has reached a node so far."""
        if g is None:
            return
        old = place[1]
        if node.metas is None:
            if old is None:
                place[1], place[2] = g, owned
            elif place[2] and type(old) is ndarray and type(g) is ndarray:
                if not gradient_buffers.add_into(old, g):
                    arrays.add(old, g, old)
            else:
                place[1] = self.plus(old, g)
                place[2] = type(place[1]) is ndarray
            return
        if old is None:
            old = place[1] = [None] * len(node.metas)
        old[nr] = g if old[nr] is None else self.plus(old[nr], g)

    def plus(self, a: Any, b: Any) -> Any:
        """The sum of two cotangents, in memory of its own."""
        if type(a) is ndarray and type(b) is ndarray:
            return arrays.add(a, b)
        return primitives.add(a, b)

    def step(self, node: Any) -> Any:
        """Run one node and hand its results on; then the one that is ready by that, if no other is, as on a chain.

        Returns one that is ready then, which so needs no place in the heap; None if there is none. Where somebody is
        told of every step, it is one.
        """
        waiting, heap = self.waiting, self.heap
        told, recording, alone = self.told or None, self.recording, self.watch is None
        while True:
            place = waiting[node]
            g = place[1]
            place[1] = None
            mine = place[2]
            hooks = node.hooks
            plan = node.plan
            if (hooks is None and alone and g is not None and plan is not None and node.metas is None
                    and (told is None or node not in told)):  # fmt: skip
                gs = [g]
                if node.chain is None:
                    owned = False
                    tracked = WRITES
                    results = plan.run(node, gs, recording, mine)
                else:
                    tracked = False
                    results, owned = self.step_through_view(node, g, mine)
            else:
                gs = [g] if node.metas is None else [None] * len(node.metas) if g is None else g
                tracked = False
                results, owned = self.step_told(node, gs, mine)
                if results is None:
                    return None
            if not self.retain_graph:
                node.saved = None
                node.freed = self.started
            ready = None
            i = -1
            for target in node.next:
                i += 1
                place = waiting.get(target)
                if place is None:
                    continue
                d = results[i]
                if d is not None:
                    if target.metas is not None:
                        self.arrive(
                            place,
                            target,
                            node.next_output_nrs[i],
                            self.validate_gradient(d, target.meta(node.next_output_nrs[i]), node, i),
                            False,
                        )
                    else:
                        if not gradient_buffers.is_like(d, target.shape, target.dtype):
                            d = self.validate_gradient(d, target, node, i)
                        if place[1] is not None:
                            self.arrive(place, target, 0, d, False)
                        else:
                            place[1] = d
                            if tracked:
                                place[2] = fresh(d, i, results, None if mine else gs)
                            elif type(target) is AccumulateGrad:
                                place[2] = plan is not None and hooks is None and fresh(d, i, results, gs)
                            elif owned:
                                place[2] = i == 0 and node.base
                left = place[0] - 1
                place[0] = left
                if left == 0:
                    if type(target) is AccumulateGrad:
                        self.leaf(target)
                    elif ready is None:
                        ready = target
                    else:
                        heapq.heappush(heap, (-target.sequence_nr, target))
            if ready is None or heap or not alone:
                return ready
            node = ready

    def step_told(self, node: Any, gs: Any, owned: bool) -> Any:
        """Run a node whatever it is, with its hooks, and where somebody wants to know what arrives or is told of it;
        returns results, None if it is an end, and whether the first is ours to write."""
        hooks = node.hooks
        self.at = node
        if hooks is not None:
            gs, owned = firing.tensor_hooks(self, node, hooks, gs), False  # what users saw is not ours to write into
        if self.captures is not None:
            self.capture(node, gs)
            owned = False  # it may be an answer
            if node in self.ends:
                return None, False
        if hooks is not None and hooks.before:
            gs = firing.prehooks(self, node, hooks, gs)
        results, owned = self.run_rare(node, gs, owned)
        if hooks is not None and hooks.after:
            results, owned = firing.posthooks(self, node, hooks, gs, results), False
        if self.watch is not None:
            self.watch.ran(self, node, gs, results)
        return results, owned

    def run_rare(self, node: Any, gs: Any, owned: bool) -> Any:
        """Run a node whatever it is; returns results and whether the first is ours to write."""
        plan = node.plan
        if plan is None:
            wanted = any([n in self.waiting for n in node.next])
            return node.run(self, gs) if wanted else [None] * len(node.next), owned
        if gs[0] is None and all([g is None for g in gs]):
            return [None] * len(node.next), owned
        if node.chain is not None:
            return self.step_through_view(node, gs[0], owned)
        return plan.run(node, gs, self.recording), owned

    def step_through_view(self, node: Any, g: Any, owned: bool) -> Any:
        """A write through a view (Note [Writes through views]); returns results and whether the first is ours to
        write."""
        raw = type(g) is ndarray or arrays.is_array(g)
        if raw and node.base:
            if not owned:
                g = g.copy()
            part = read(g, node.chain).copy()
        else:
            part = read(g, node.chain)
        results = node.plan.run(node, [part], self.recording)
        if not node.base:
            return results, False
        first = results.pop(0) if 0 in node.plan.edges else None
        first = node.view_meta.zeros() if first is None else self.validate_gradient(first, node.view_meta, node, 0)
        if raw and type(first) is type(g):
            write_through(g, node.chain, first)
        else:  # it has batches or a history that g lacks
            g = primitives.view_write(g, first, chain=node.chain)
        return [g, *results], type(g) is ndarray

    # -- edges

    def validate_gradient(self, d: Any, meta: Any, node: Any, nr: int) -> Any:
        """A cotangent with the levels, shape and dtype of the value it belongs to."""
        payload = payload_of(d)
        if gradient_buffers.is_like(payload, meta.shape, meta.dtype):
            return d
        if not hasattr(d, "dtype") or isinstance(d, np.generic):
            d = payload = np.asarray(d)
        if type(payload) is Batched:
            for level in payload.levels:
                if level not in meta.levels and level not in self.running:
                    d = primitives.sum_level(d, level=level)
            payload = payload_of(d)
        elif type(payload) is COO and (not meta.sparse or payload.shape != tuple(meta.shape)):
            d = primitives.to_dense(d)
            payload = payload_of(d)
        if tuple(payload.shape) != tuple(meta.shape):
            if not reducible(payload.shape, meta.shape):
                raise errors.gradients.invalid_gradient(node.name(), nr, payload.shape, meta.shape)
            d = primitives.sum_to(d, shape=tuple(meta.shape))
        if payload.dtype != meta.dtype:
            if payload.dtype.kind == "c" and meta.dtype.kind != "c":
                d = primitives.real(d)
            if payload_of(d).dtype != meta.dtype:
                d = primitives.cast(d, dtype=meta.dtype)
        return d

    def capture(self, node: Any, gs: Any) -> None:
        """Keep what arrived where somebody asked for it."""
        for nr, g in enumerate(gs):
            places = self.captures.get((node, nr))
            if places is not None and g is not None:
                for place in places:
                    self.answer[place] = g

    def retain(self, retained: Any, gs: Any) -> None:
        """Add what arrived to ``.grad`` of the tensors that retain it: always a new one, with memory of its own."""
        for nr, ref in list(retained.items()):
            t, g = ref(), gs[nr]
            if t is None or g is None:
                continue
            g = settled(g, t)
            with adding:
                if t._grad is not None:
                    t._grad = primitives.add(t._grad, g)
                elif isinstance(g, TensorBase):
                    t._grad = primitives.clone(g)
                else:
                    t._grad = make(g.copy())

    # -- leaves

    def leaf(self, node: Any) -> None:
        """All that leads to a leaf has reached it."""
        if self.watch is None:
            self.finish_leaf(node)
        else:
            self.watch.leaf(self, node)

    def finish_leaf(self, node: Any) -> None:
        place = self.waiting[node]
        g, owned = place[1], place[2]
        place[1] = None
        hooks = node.hooks
        if hooks is not None:
            self.at = node
            (g,), owned = firing.tensor_hooks(self, node, hooks, [g]), False
        elif g is None:
            return
        if self.captures is not None:
            self.capture(node, [g])
            if not self.accumulates(node):
                return
        if hooks is not None:
            firing.finish_leaf(self, node, hooks, g)
            return
        leaf = node.ref()
        if leaf is not None:
            self.accumulate_into(leaf, g, owned)

    def accumulates(self, node: Any) -> bool:
        """Whether a leaf adds what reaches it to its ``.grad``."""
        if self.captures is None:
            return True
        return self.accumulate if (node, 0) in self.captures else self.rest

    def accumulate_into(self, leaf: Any, g: Any, owned: bool) -> None:
        """Add to a leaf's ``.grad``, if it still requires one; other threads may be doing the same."""
        if leaf._requires_grad:
            with adding:
                self.add_to_leaf(leaf, g, owned)

    def add_to_leaf(self, leaf: Any, g: Any, owned: bool) -> None:
        """``leaf.grad += g`` by the layout rules."""
        old = leaf._grad
        if type(g) is ndarray and type(leaf._data) is ndarray:
            if old is None:
                leaf._grad = make(g if owned and g.strides == leaf._data.strides else laid_out(g, leaf._data))
                return
        else:
            payload = payload_of(g)
            if type(payload) is Batched:
                g, owned = settled(g, leaf), False
            elif type(payload) is not type(leaf._data) and arrays.device_of(payload) != arrays.device_of(leaf._data):
                raise errors.gradients.gradient_device("a leaf got", leaf.device, arrays.device_of(payload))
        if isinstance(g, TensorBase):
            if old is None:
                new = primitives.clone(g)
                new._data = laid_out(new._data, leaf._data)
            elif self.create_graph or type(old._data) in (Batched, COO) or type(g._data) is Batched:
                new = primitives.add(old, g)
                if new._data.strides != old._data.strides:
                    new._data = laid_out(new._data, old._data)
            else:
                add = primitives.add
                new = apply_inplace(add, (old, g), add.defaults)
            leaf._grad = new  # with its tangents (PyTorch drops them when the first gradient arrives, then adds some)
        elif old is None:
            leaf._grad = make(laid_out(g, leaf._data))
        elif type(old._data) is Batched or type(g) is Batched or old._data.shape != g.shape:
            leaf._grad = make(primitives.add(old._data, g))
        elif type(old._data) is COO and type(g) is not COO:  # what was sparse becomes dense
            leaf._grad = make(primitives.add(g, old._data))
        else:
            if old._inference() and not local.state.inference:
                raise errors.modes.inference_write("backward")
            if type(old._data) is not COO and (
                not old._data.flags.writeable if type(g) is ndarray else shares_elements(old._data)
            ):
                raise errors.writes.expanded_write()
            storage = old._cell()
            report_write(old)
            if type(old._data) is COO:
                old._data.become(primitives.add(old._data, g))
            elif type(g) is COO:
                g.add_to(old._data)
            else:
                arrays.add(old._data, g, old._data)
            storage.bump("backward", self.started)


class Elsewhere(threading.Thread):
    """A walk in a thread of its own, with an empty Python stack, in the modes of the thread that waits for it."""

    def __init__(self, walk: Any, roots: Any, grads: Any) -> None:
        super().__init__(name="wengert walk")
        self.work = (walk, roots, grads)
        self.state = local.state
        self.context = contextvars.copy_context()
        self.answer: Any = None
        self.error: Any = None

    def run(self) -> None:
        """Called by the new thread."""
        local.state = self.state
        walk, roots, grads = self.work
        try:
            self.answer = self.context.run(walk.stay, roots, grads)
        except BaseException as error:
            self.error = error

    def result(self) -> Any:
        """Start, wait, and return or raise what came out."""
        self.start()
        try:
            self.join()
        except BaseException:  # an interrupt: the other thread must not go on in modes that are this one's again
            self.join()
            raise
        error, self.error = self.error, None
        if error is not None:
            try:
                raise error
            finally:
                del error  # it refers to this frame
        return self.answer


def sequence(node: Any) -> Any:
    return node.sequence_nr


def settled(g: Any, t: Any) -> Any:
    """A gradient that is to stay with ``t``, summed over every vmap that ``t`` was not born in."""
    born = levels_of(t._data)
    for level in levels_of(payload_of(g)):
        if level not in born:
            g = primitives.sum_level(g, level=level)
    return g


def fresh(d: Any, i: int, results: Any, gs: Any) -> bool:
    """Whether a result is ours to write into: owns its memory and is nobody else's. ``gs``: what came, None if ours."""
    if not gradient_buffers.owns(d):
        return False
    if gs is not None:
        for g in gs:  # a batch or a sparse one may hold it
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
    if type(like) is Batched or type(like) is COO or like.ndim < 2 or like.flags.c_contiguous or not fills(like):
        return xp.array(g, order="C")
    out = xp.empty_like(like, dtype=g.dtype)
    out[...] = g
    return out


def fills(a: Any) -> bool:
    """Whether every byte from the first element to the last belongs to exactly one element."""
    step = a.itemsize
    for stride, size in sorted([(s, n) for s, n in zip(a.strides, a.shape, strict=True) if n != 1]):
        if stride != step:
            return False
        step *= size
    return True


def reducible(shape: Any, target: Any) -> bool:
    """Whether summing broadcast axes of ``shape`` can give ``target``."""
    extra = len(shape) - len(target)
    return extra >= 0 and all(t in (1, s) for s, t in zip(shape[extra:], target, strict=True))


def gradients(
    outputs: Any, inputs: Any, grads: Any, create_graph: bool, retain_graph: bool, inner: bool = False
) -> list[Any]:
    """The gradients of ``outputs`` (tensors) at ``inputs`` (edges), None where unreachable; payloads or tensors.

    ``inner``: the walk is part of an operation and nobody else's business.
    """
    captures: dict[Any, list[int]] = {}
    for i, edge in enumerate(inputs):
        captures.setdefault(edge, []).append(i)
    walk = Walk(create_graph, retain_graph, captures, False)
    if inner:
        walk.watch = None
    answer = walk.launch([o._edge() for o in outputs], grads)
    return [answer.get(i) for i in range(len(inputs))]


def call_node(node: Any, grads: Any, kwargs: Any) -> Any:
    """Run one node by hand, in a walk that leads nowhere else."""
    if kwargs:
        raise TypeError("keyword arguments are not supported")
    walk = Walk(local.state.grad_enabled, True, None, False)
    gs = firing.arguments(walk, node, grads)
    if type(node) is AccumulateGrad:
        leaf = node.ref()
        if gs[0] is not None and leaf is not None:
            walk.accumulate_into(leaf, gs[0], False)
        return ()
    walk.waiting = {n: [1, None, False] for n in node.next}
    results, _ = walk.run_rare(node, gs, False)
    return firing.given_back(walk, node, results)


set_call(call_node)
