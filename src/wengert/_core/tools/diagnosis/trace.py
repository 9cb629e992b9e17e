"""What a walk brought to every place: remembered in bits, so that a whole walk can be looked back on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...arrays import arrays
from ...arrays.batched import Batched
from ...arrays.coo import COO, parts
from ...tape.node import Saved
from ...tape.tensor import TensorBase, payload_of
from ...tape.watching import PassWatcher


def flat(value: Any) -> Any:
    """The array within a tensor or payload, whatever batches it has, of a sparse one that of its values; None for
    anything that is none."""
    payload = parts(payload_of(value))[0]
    if isinstance(payload, (np.generic, float, int, complex)):
        return np.asarray(payload)  # a formula may give a number
    return payload if arrays.is_array(payload) else None


def on_cpu(a: Any) -> Any:
    """An array as NumPy's."""
    return arrays.move(a, "cpu")


def has(what: str, value: Any) -> bool:
    """Whether there is a NaN (``what="isnan"``) or an infinity (``"isinf"``) in a tensor or payload."""
    a = flat(value)
    if a is None or a.dtype.kind in "biu":
        return False
    return bool(getattr(arrays.xp_of(a), what)(a).any())


def first(found: Any) -> tuple[int, ...] | None:
    """The first index where a mask holds."""
    found = on_cpu(found)
    return tuple(int(k) for k in np.unravel_index(int(found.argmax()), found.shape)) if found.any() else None


def place(value: Any, index: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Where the element ``index`` of :func:`flat` stands in a tensor or payload."""
    payload = payload_of(value)
    if index is None or type(payload) is not COO:
        return index
    return (*[int(k) for k in payload.indices[:, index[0]]], *index[1:])


class Facts:
    """What is remembered of one gradient: its shape, where it is zero, whether anything in it is infinite."""

    __slots__ = ("bits", "inf", "nan", "shape", "zero")

    def __init__(self, g: Any) -> None:
        payload = payload_of(g)
        self.shape = tuple(payload.shape)
        self.inf, self.nan = has("isinf", g), has("isnan", g)
        a = flat(g)
        zeros = None if a is None else on_cpu(a == 0)
        self.bits = None if zeros is None or type(payload) in (Batched, COO) else np.packbits(zeros)
        self.zero = zeros is not None and bool(zeros.all()) and (zeros.size > 0 or type(payload) is COO)

    def zero_at(self, index: tuple[int, ...] | None) -> bool:
        """Whether the gradient is zero at an index; without one, everywhere."""
        if self.zero or index is None or self.bits is None:
            return self.zero
        k = 0
        for i, n in zip(index, self.shape, strict=True):
            k = k * n + i
        return bool(self.bits[k >> 3] >> (7 - (k & 7)) & 1)


class Hooked:
    """A hook that put something else in the place of a gradient: a zero, a NaN or nothing where there was something."""

    __slots__ = ("hook", "kind")

    def __init__(self, hook: Any, kind: str) -> None:
        self.hook = hook
        self.kind = kind


class Trace(PassWatcher):
    """Watches one walk.

    ``came``: by node and output, what arrived there; ``gave``: by node and edge, what left; ``fed``: by node and output
    the pairs ``(node, edge)`` it came from; ``hooked``: by node, number and whether it is an edge, what hooks replaced.
    """

    def __init__(self) -> None:
        self.came: dict[Any, Facts] = {}
        self.gave: dict[Any, Facts | None] = {}
        self.fed: dict[Any, list[Any]] = {}
        self.replaced: dict[Any, list[Hooked]] = {}

    def ran(self, walk: Any, node: Any, gs: Any, results: Any) -> None:
        """Called when a node has run, before what it gave is handed on."""
        for nr, g in enumerate(gs):
            if g is not None:
                self.came[node, nr] = Facts(g)
        for i, target in enumerate(node.next):
            if target is not None and target in walk.waiting:
                self.gave[node, i] = None if results[i] is None else Facts(results[i])
                self.fed.setdefault((target, node.next_output_nrs[i]), []).append((node, i))

    def hooked(self, node: Any, nr: int, hook: Any, old: Any, new: Any, after: bool) -> None:
        """Called when a hook has replaced a gradient, by None if it stopped it."""
        was, now = Facts(old), None if new is None else Facts(new)
        if now is None:
            kind = "None"
        elif now.nan and not was.nan:
            kind = "NaN"
        elif now.zero and not was.zero:
            kind = "zero"
        elif now.inf and not was.inf:
            kind = "inf"
        else:
            return
        self.replaced.setdefault((node, nr, after), []).append(Hooked(hook, kind))

    def hook_after(self, node: Any, i: int, kind: str) -> Any:
        """The hook that made what a node gave on an edge of this kind."""
        places = node.places()
        for found in self.replaced.get((node, places.index(i) if i in places else -1, True), ()):
            if found.kind == kind:
                return found.hook
        return None

    def hook_at(self, node: Any, nr: int, kind: str) -> Any:
        """The hook that made the gradient at an output of this kind: at that place, or at an edge that leads there."""
        for found in self.replaced.get((node, nr, False), ()):
            if found.kind == kind:
                return found.hook
        for feeder, i in self.fed.get((node, nr), ()):
            hook = self.hook_after(feeder, i, kind)
            if hook is not None:
                return hook
        return None

    def silencers(self, node: Any, nr: int, index: tuple[int, ...] | None) -> list[tuple[Any, int, Any]]:
        """All who made the gradient at ``index`` of an output (without one: everywhere) zero, the nearest first.

        Returns:
            ``(node, edge, None)``: what came to this node was not zero there, what it gave on this edge was, or was
            nothing; ``(node, number, hook)``: a hook did; ``(None, -1, None)``: the walk began with zero.
        """
        found: list[tuple[Any, int, Any]] = []
        pending, seen = [(node, nr, index)], set()
        while pending:
            node, nr, index = place = pending.pop(0)
            if place in seen:
                continue
            seen.add(place)
            hook = self.hook_at(node, nr, "zero") or self.hook_at(node, nr, "None")
            if hook is not None:
                found.append((node, nr, hook))
                continue
            feeders = self.fed.get((node, nr), ())
            if not feeders:
                found.append((None, -1, None))
            for feeder, i in feeders:
                came = [(k, self.came[feeder, k]) for k in range(outputs_of(feeder)) if (feeder, k) in self.came]
                gave = self.gave.get((feeder, i))
                at = None
                if index is not None and len(came) == 1 and gave is not None:
                    at = origin(feeder, i, came[0][1].shape, gave.shape, index)
                nowhere = at == () and came[0][1].shape != ()
                if nowhere or not all([facts.zero_at(at) for _, facts in came]):
                    found.append((feeder, i, None))
                else:
                    pending.append((feeder, came[0][0] if came else 0, at))
        return list(dict.fromkeys(found))


def origin(node: Any, i: int, came: tuple[int, ...], gave: tuple[int, ...], index: tuple[int, ...]) -> Any:
    """Where what a node gave on edge ``i`` at ``index`` was in what came to it: None if that cannot be said, ``()`` if
    nowhere.

    Operations that only move values are asked: they are run on the numbers of the places.
    """
    plan = node.plan
    if plan is None or node.chain is not None:
        return None
    if plan.op.elementwise:
        return index if came == gave else None
    if plan.saves or not (plan.op.moves or plan.op.name in ("_sum", "_sum_dim")):
        return None
    numbers = np.arange(1.0, math.prod(came) + 1).reshape(came)
    moved = np.asarray(payload_of(plan.run(node, [numbers], False)[i]))
    if moved.shape != gave:
        return None
    k = int(moved[index])
    return tuple(int(n) for n in np.unravel_index(k - 1, came)) if k else ()


def outputs_of(node: Any) -> int:
    """How many outputs a node has."""
    return 1 if node.metas is None else len(node.metas)


def kept(node: Any) -> list[tuple[str, Any, Any]]:
    """What a node has saved, but for what hooks packed: its name, the array or number, and the node that made it."""
    if node.saved is None:
        return []
    found = []
    for k, s in enumerate(node.saved):
        value = flat(s.data) if isinstance(s, Saved) else s
        name = saved_name(node, k)
        if isinstance(s, Saved) and type(s.data) is COO:
            name += "._values()"
        if arrays.is_array(value) or isinstance(value, (int, float, complex)):
            maker = None if not isinstance(s, Saved) else node if s.output else None if s.leaf else s.node
            found.append((name, value, maker))
    return found


def saved_name(node: Any, k: int) -> str:
    """What the ``k``-th saved value of a node is called."""
    if node.plan is None:
        return f"{getattr(node, 'kept_as', 'saved_tensors')}[{k}]"
    return f"_saved_{node.plan.op.saved_name(*node.plan.saves[k])}"


def number(value: Any) -> str:
    """A value in a message."""
    if isinstance(value, TensorBase):
        value = value._data
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float) and math.isfinite(value) and value == int(value) and abs(value) < 1e6:
        return str(int(value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def shown(index: tuple[int, ...] | None) -> str:
    """An index in a message: ``[0, 2]``; nothing for a scalar."""
    return f" at index {list(index)}" if index else ""
