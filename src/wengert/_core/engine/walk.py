"""The backward pass: from outputs back to leaves, in an order that depends on the graph alone.

A pass first counts, iteratively, how many edges lead to each node, and which nodes lead to a captured gradient. Then
each node runs once, after all nodes that send it a gradient; of those ready, the newest first. At every edge the
gradient is made to fit its input before it is accumulated (``edges.py``). Formulas therefore never do that.
"""

from __future__ import annotations

import contextvars
import heapq
import threading
from typing import Any

import numpy as np

from .. import compiled, errors
from ..arrays import arrays, copies, gradient_buffers, objects, sites
from ..dispatch.memory import write_through
from ..dispatch.part_gradients import PartGradient, full_gradient, plus_part
from ..dispatch.primitives import primitives
from ..tape.node import AccumulateGrad, set_call
from ..tape.state import duals, local
from ..tape.tensor import TensorBase, make
from ..tape.view import read
from . import hook_calls
from .edges import accumulate, accumulating, fresh, summed_for, validate_gradient
from .watched_pass import watched

ndarray = np.ndarray
WRITES = compiled.active  # compiled programs reuse gradient buffers that nothing else refers to

# Note [A pass that never ends]
# -----------------------------
# A backward pass may start others, to any depth: each has a graph of its own. But if a backward formula or a hook
# starts a pass over the graph that it belongs to, its node runs within itself, and so on until memory is full. This is
# checked only when a pass moves to another Python stack: it looks at the nodes that wait.

ROUNDS = 10  # so many waits of one node are taken for an endless pass
DEEP = 20  # nested passes on one Python stack


class Arrivals:
    """What has reached a node that waits to run."""

    missing: int  # how many edges have still to send a gradient
    gradient: Any  # the sum so far; of a node with several outputs, the list of their sums
    owned: bool  # whether the pass may write into it
    sums: int  # of a node with several outputs, those into whose sums it may write, as bits


objects.fields(Arrivals)


def arrivals(missing: int) -> Any:
    """The arrivals of a node that nothing has reached yet."""
    new: Arrivals = objects.blank(Arrivals)
    new.missing = missing
    new.gradient = None  # set on the instance: class attributes are slower to read
    new.owned = False
    new.sums = 0
    return new


class Walk:
    """One backward pass. ``create_graph`` records it; ``retain_graph`` keeps the saved tensors.

    ``captures`` maps ``(node, output)`` to the positions of that gradient in the answer; None means that every leaf
    accumulates. ``accumulate``: captured leaves accumulate into ``.grad`` instead. ``rest``: all other leaves
    accumulate too.
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
        self.waiting: dict[Any, Arrivals] = {}  # by node
        self.heap: Any = []
        self.answer: Any = {}
        self.capturing: Any = set()  # nodes, apart from leaves, at which a gradient is captured
        self.ends: Any = set()  # those of them with nothing captured behind them: they do not run
        self.parts: Any = {}  # of nodes with edges that lead to nothing captured: the other edges, as bits
        self.depth = 0  # how many passes wait for this one
        self.trail: Any = ()  # the nodes at which some of them wait: Note [A pass that never ends]
        self.callbacks: Any = []  # called when the pass is over
        tools = state.tools
        self.watch: Any = None if tools is None else watched(tools)  # a WatchedPass if a tool watches
        self.at: Any = None  # the node that runs, if it may start other passes; after an error in a hook, its node

    # -- preparation

    def count(self, roots: Any) -> None:
        """How many edges lead to each node that takes part."""
        nodes = list(set(roots))
        if self.captures is not None:
            for node, _ in self.captures:
                if type(node) is not AccumulateGrad:
                    self.capturing.add(node)
        if self.rest:
            self.count_all(nodes)
        else:
            self.count_leading(nodes, len(roots) == 1)

    def count_all(self, nodes: Any) -> None:
        """Count where every leaf accumulates: all edges behind ``nodes``."""
        waiting = self.waiting
        for node in nodes:
            waiting[node] = arrivals(0)
        for node in nodes:  # the list grows meanwhile
            for n in node._wg_next:
                if n is not None:
                    known = waiting.get(n)
                    if known is None:
                        waiting[n] = arrivals(1)
                        nodes.append(n)
                    else:
                        known.missing += 1

    def count_leading(self, nodes: Any, single: bool) -> None:
        """Count where nothing but captured gradients matters: the edges behind ``nodes`` that lead to one."""
        waiting = self.waiting
        targets = set()
        floor = 0  # older nodes lead to no captured gradient
        for node, _ in self.captures:
            targets.add(node)
            floor = node._wg_sequence_nr if floor == 0 or node._wg_sequence_nr < floor else floor
        if single:
            targets.add(nodes[0])  # as in PyTorch, the hooks of a single root always run
        seen = {None, *nodes}
        for node in nodes:  # the list grows meanwhile
            for n in node._wg_next:
                if n not in seen and n._wg_sequence_nr >= floor:
                    seen.add(n)
                    nodes.append(n)
        if len(nodes) > 1:
            nodes.sort(key=sequence)
        for node in nodes:  # in sequence order, so that a node's targets come first
            leads = 0
            for n in node._wg_next:
                known = waiting.get(n)
                if known is not None:
                    leads += 1
                    known.missing += 1
            if leads:
                waiting[node] = arrivals(0)
                if leads < len(node._wg_next) and node._wg_plan is not None and node._wg_chain is None:
                    self.parts[node] = sum([1 << i for i, n in enumerate(node._wg_next) if n in waiting])
            elif node in targets:
                waiting[node] = arrivals(0)
                if type(node) is not AccumulateGrad:
                    self.capturing.add(node)
                    self.ends.add(node)

    # -- the backward pass

    def launch(self, roots: Any, grads: Any) -> Any:
        """Run the pass, then the callbacks queued meanwhile; deep inside other passes, on a fresh stack."""
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
        """Run the pass in this thread."""
        state = local.state
        outer, before = state.walk, state.grad_enabled
        try:
            state.walk, state.grad_enabled = self, self.create_graph
            answer = self.run(roots, grads)
            if self.callbacks:
                state.grad_enabled = self.create_graph  # whatever hooks have set
                for callback in self.callbacks:  # a callback may queue more
                    callback()
        finally:
            state.walk, state.grad_enabled = outer, before
        return answer

    def run(self, roots: Any, grads: Any) -> Any:
        """Run all nodes from ``roots``, pairs ``(node, output number)``, with their gradients."""
        self.count([n for n, _ in roots])
        i = -1
        for node, nr in roots:
            i += 1
            reached = self.waiting.get(node)
            if reached is not None:
                g = self.validate_gradient(grads[i], node._wg_meta(nr), node, nr)
                self.arrive(reached, node, nr, g)
        heap, watch = self.heap, self.watch
        for node in {node: None for node, _ in roots}:
            reached = self.waiting.get(node)
            if reached is not None and reached.missing == 0:
                if type(node) is AccumulateGrad:
                    self.leaf(node)
                else:
                    heapq.heappush(heap, (-node._wg_sequence_nr, node))
        node = None
        while True:
            if node is None:
                if not heap:
                    break
                node = heapq.heappop(heap)[1]
            elif heap:
                node = heapq.heappushpop(heap, (-node._wg_sequence_nr, node))[1]
            node = self.step(node) if watch is None else watch.step(self, node)
        return self.answer

    def arrive(self, reached: Any, node: Any, nr: int, g: Any) -> None:
        """Add a gradient to what has reached a node."""
        old = reached.gradient
        if node._wg_metas is None:
            if old is None:
                reached.gradient = g
            elif type(g) is ndarray and type(old) is ndarray:
                if not reached.owned:
                    reached.gradient, reached.owned = arrays.add(old, g), True
                elif not gradient_buffers.add_into(old, g):
                    reached.gradient = arrays.add(old, g, old if old.dtype == g.dtype else None)
            elif type(g) is PartGradient or type(old) is PartGradient:
                reached.gradient = plus_part(old, g, reached.owned)
                reached.owned = type(reached.gradient) is ndarray
            else:
                reached.gradient = primitives.add(old, g)
                reached.owned = type(reached.gradient) is ndarray
            return
        if old is None:
            old = reached.gradient = [None] * len(node._wg_metas)
        a = old[nr]
        if a is None:
            old[nr] = g
        elif type(g) is PartGradient or type(a) is PartGradient:
            old[nr] = plus_part(a, g, reached.sums >> nr & 1)
            reached.sums |= 1 << nr
        elif type(a) is ndarray and type(g) is ndarray:
            old[nr] = arrays.add(a, g)
        else:
            old[nr] = primitives.add(a, g)

    def step(self, node: Any) -> Any:
        """Run one node and send its results along its edges; on a chain, also the nodes that follow.

        Return the next ready node if there is exactly one (saves a heap push), else None. With a tool attached, each
        call runs one node.
        """
        waiting, heap = self.waiting, self.heap
        capturing, recording, alone = self.capturing or None, self.recording, self.watch is None
        parts = self.parts or None
        while True:
            reached: Any = waiting[node]
            g = reached.gradient
            reached.gradient = None
            mine = reached.owned
            if type(g) is PartGradient:
                g = full_gradient(g)
                mine = type(g) is ndarray
            hooks = node._wg_hooks
            plan = node._wg_plan
            if (hooks is None and alone and g is not None and plan is not None and node._wg_metas is None
                    and (capturing is None or node not in capturing)):  # fmt: skip
                gs = [g]
                if node._wg_chain is None:
                    owned = False
                    tracked = WRITES
                    if parts is None or node not in parts:
                        results = plan.run(node, gs, recording, mine)
                    else:
                        results = plan.run_part(node, gs, recording, parts[node], mine)
                else:
                    tracked = False
                    results, owned = self.step_through_view(node, g, mine)
            else:
                gs = [g] if node._wg_metas is None else full_gradients(g, len(node._wg_metas))
                tracked = False
                results, owned = self.step_in_full(node, gs, mine)
                if results is None:
                    return None
            if not self.retain_graph:
                node._wg_saved = None
                node._wg_freed = self.started
            ready = None
            i = -1
            for target in node._wg_next:
                i += 1
                reached = waiting.get(target)
                if reached is None:
                    continue
                d = results[i]
                if d is not None:
                    if target._wg_metas is not None:
                        nr = node._wg_next_output_nrs[i]
                        d = self.validate_gradient(d, target._wg_meta(nr), node, i)
                        self.arrive(reached, target, nr, d)
                    else:
                        if not gradient_buffers.is_like(d, target.shape, target.dtype):
                            d = self.validate_gradient(d, target, node, i)
                        if reached.gradient is not None:
                            self.arrive(reached, target, 0, d)
                        else:
                            reached.gradient = d
                            if tracked:
                                reached.owned = fresh(d, i, results, gs, mine)
                            elif (plan is not None and hooks is None and (type(target) is AccumulateGrad or (alone
                                    and (WRITES or reached.missing > 1 or target._wg_chain is not None)))
                                    and fresh(d, i, results, gs)):  # fmt: skip
                                reached.owned = True
                            elif owned:
                                reached.owned = i == 0 and node._wg_base
                reached.missing -= 1
                if reached.missing == 0:
                    if type(target) is AccumulateGrad:
                        self.leaf(target)
                    elif ready is None:
                        ready = target
                    else:
                        heapq.heappush(heap, (-target._wg_sequence_nr, target))
            if ready is None or heap or not alone:
                return ready
            node = ready

    def step_in_full(self, node: Any, gs: Any, owned: bool) -> Any:
        """Run any node, with its hooks and captures, and report it to tools.

        Return its results (None if it only captures), and whether the pass may write into the first.
        """
        hooks = node._wg_hooks
        self.at = node
        if hooks is not None:
            gs = hook_calls.tensor_hooks(self, node, hooks, gs)
            owned = False  # what users saw is not ours to write into
        ends = False
        if self.captures is not None:
            self.capture(node, gs)
            owned = False  # it may be in the answer
            ends = node in self.ends
            if ends and not (self.accumulate and any([node is n for n, _ in self.captures])):
                return None, False
        if hooks is not None and hooks.before:
            gs = hook_calls.prehooks(self, node, hooks, gs)
        if not ends:
            results, owned = self.run_rare(node, gs, owned)
        else:  # as in PyTorch, backward(inputs=...) runs the node of an input with its hooks; nothing takes its results
            results = [None] * len(node._wg_next) if node._wg_plan is not None else node._wg_run(self, gs)
        if hooks is not None and hooks.after:
            results, owned = hook_calls.posthooks(self, node, hooks, gs, results), False
        if self.watch is not None:
            self.watch.ran(self, node, gs, results)
        return results, owned

    def run_rare(self, node: Any, gs: Any, owned: bool) -> Any:
        """Run any node. Return its results, and whether the pass may write into the first."""
        plan = node._wg_plan
        if plan is None:
            wanted = any([n in self.waiting for n in node._wg_next])
            return node._wg_run(self, gs) if wanted else [None] * len(node._wg_next), owned
        if gs[0] is None and all([g is None for g in gs]):
            return [None] * len(node._wg_next), owned
        if node._wg_chain is not None:
            return self.step_through_view(node, gs[0], owned)
        if node in self.parts:
            return [full_gradient(d) for d in plan.run_part(node, gs, self.recording, self.parts[node])], owned
        return plan.run_full(node, gs, self.recording), owned

    def step_through_view(self, node: Any, g: Any, owned: bool) -> Any:
        """Run the node of a write through a view (Note [Writes through views]).

        Return its results, and whether the pass may write into the first.
        """
        raw = type(g) is ndarray or arrays.is_array(g)
        if raw and node._wg_base:
            if not owned:
                g = copies.copied(g)
            part = copies.copied(read(g, node._wg_chain))
        else:
            part = read(g, node._wg_chain)
        results = node._wg_plan.run(node, [part], self.recording)
        if not node._wg_base:
            return results, False
        first = results.pop(0) if 0 in node._wg_plan.edges else None
        first = (
            node._wg_view_meta.zeros() if first is None else self.validate_gradient(first, node._wg_view_meta, node, 0)
        )
        if raw and type(first) is type(g):
            write_through(g, node._wg_chain, first)
        else:  # it has batches or a history that g lacks
            g = primitives.view_write(g, first, chain=node._wg_chain)
        return [g, *results], type(g) is ndarray

    # -- edges

    def validate_gradient(self, d: Any, meta: Any, node: Any, nr: int) -> Any:
        """See :func:`~wengert._core.engine.edges.validate_gradient`."""
        return validate_gradient(d, meta, node, nr, self.running)

    def capture(self, node: Any, gs: Any) -> None:
        """Put the gradients that are captured at this node into the answer."""
        for nr, g in enumerate(gs):
            places = self.captures.get((node, nr))
            if places is not None and g is not None:
                for place in places:
                    self.answer[place] = g

    def retain(self, retained: Any, gs: Any) -> None:
        """Add gradients to ``.grad`` of tensors that retain it. ``.grad`` is always new and owns its memory."""
        for nr, ref in list(retained.items()):
            t, g = ref(), gs[nr]
            if t is None or g is None:
                continue
            g = summed_for(g, t)
            with accumulating:
                if t._wg_grad is not None:
                    t._wg_grad = primitives.add(t._wg_grad, g)
                elif isinstance(g, TensorBase):
                    t._wg_grad = primitives.clone(g)
                else:
                    t._wg_grad = make(copies.copied(g))

    # -- leaves

    def leaf(self, node: Any) -> None:
        """All gradients of a leaf have arrived."""
        if self.watch is None:
            self.finish_leaf(node)
        else:
            self.watch.leaf(self, node)

    def finish_leaf(self, node: Any) -> None:
        reached = self.waiting[node]
        g, owned = reached.gradient, reached.owned
        reached.gradient = None
        if type(g) is PartGradient:
            g = full_gradient(g)
            owned = type(g) is ndarray
        hooks = node._wg_hooks
        if hooks is not None:
            self.at = node
            (g,), owned = hook_calls.tensor_hooks(self, node, hooks, [g]), False
        elif g is None:
            return
        if self.captures is not None:
            self.capture(node, [g])
            if not self.accumulates(node):
                return
        if hooks is not None:
            hook_calls.finish_leaf(self, node, hooks, g)
            return
        leaf = node.ref()
        if leaf is not None:
            self.accumulate_into(leaf, g, owned)

    def accumulates(self, node: Any) -> bool:
        """Whether a leaf accumulates into its ``.grad``."""
        if self.captures is None:
            return True
        return self.accumulate if (node, 0) in self.captures else self.rest

    def accumulate_into(self, leaf: Any, g: Any, owned: bool) -> None:
        """Add to the ``.grad`` of a leaf, if it still requires one. Other threads may do the same."""
        if leaf._wg_node is not None:
            raise errors.gradients.no_longer_a_leaf(leaf.shape)
        if leaf._wg_requires_grad:
            with accumulating:
                accumulate(leaf, g, owned, self.create_graph, self.started)


class Elsewhere(threading.Thread):
    """A backward pass in its own thread, with an empty Python stack, in the modes of the thread that waits for it."""

    def __init__(self, walk: Any, roots: Any, grads: Any) -> None:
        super().__init__(name="wengert backward pass")
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
        """Start the thread, wait, and return the answer or raise its error."""
        self.start()
        try:
            self.join()
        except BaseException:  # an interrupt: the other thread must end before this one uses its modes again
            self.join()
            raise
        error, self.error = self.error, None
        if error is not None:
            try:
                raise error
            finally:
                del error  # it refers to this frame
        return self.answer


def full_gradients(g: Any, count: int) -> list[Any]:
    """The gradients of the outputs of a node."""
    return [None] * count if g is None else [full_gradient(d) for d in g]


def sequence(node: Any) -> Any:
    return node._wg_sequence_nr


def gradients(
    outputs: Any, inputs: Any, grads: Any, create_graph: bool, retain_graph: bool, inner: bool = False
) -> list[Any]:
    """The gradients of ``outputs`` (tensors) at ``inputs`` (edges), None where unreachable; payloads or tensors.

    ``inner``: the pass is part of an operation, and no tool watches it.
    """
    captures: dict[Any, list[int]] = {}
    for i, edge in enumerate(inputs):
        captures.setdefault(edge, []).append(i)
    walk = Walk(create_graph, retain_graph, captures, False)
    if inner:
        walk.watch = None
    answer = walk.launch([o._wg_edge() for o in outputs], grads)
    return [answer.get(i) for i in range(len(inputs))]


def call_node(node: Any, grads: Any, kwargs: Any) -> Any:
    """Run one node by hand, in a pass that goes no further."""
    if kwargs:
        raise TypeError("keyword arguments are not supported. Give all arguments by position.")
    walk = Walk(local.state.grad_enabled, True, None, False)
    gs = hook_calls.arguments(walk, node, grads)
    if type(node) is AccumulateGrad:
        leaf = node.ref()
        if gs[0] is not None and leaf is not None:
            walk.accumulate_into(leaf, gs[0], False)
        return ()
    walk.waiting = {n: arrivals(1) for n in node._wg_next}
    results, _ = walk.run_rare(node, gs, False)
    return hook_calls.given_back(walk, node, results)


set_call(call_node)
