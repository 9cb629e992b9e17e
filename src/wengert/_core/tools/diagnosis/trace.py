"""A trace of a backward pass: facts about every gradient, as bits, so that the pass can be analysed afterwards."""

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
    """The array in a tensor or payload, with all batch dimensions; of a sparse one, its values; else None."""
    payload = parts(payload_of(value))[0]
    if isinstance(payload, (np.generic, float, int, complex)):
        return np.asarray(payload)  # a formula may return a number
    return payload if arrays.is_array(payload) else None


def on_cpu(a: Any) -> Any:
    """An array as a NumPy array."""
    return arrays.move(a, "cpu")


def has(what: str, value: Any) -> bool:
    """Whether a tensor or payload contains NaN (``what="isnan"``) or infinity (``"isinf"``)."""
    a = flat(value)
    if a is None or a.dtype.kind in "biu":
        return False
    return bool(getattr(arrays.xp_of(a), what)(a).any())


def finite(a: Any) -> bool:
    """Whether this is a NumPy array that certainly contains neither NaN nor infinity."""
    return type(a) is np.ndarray and (
        a.dtype.kind in "biu" or (a.dtype.kind in "fc" and int(np.count_nonzero(np.isfinite(a))) == a.size)
    )


def first(mask: Any) -> tuple[int, ...] | None:
    """The first index at which a mask is True."""
    mask = on_cpu(mask)
    return tuple(int(k) for k in np.unravel_index(int(mask.argmax()), mask.shape)) if mask.any() else None


def place(value: Any, index: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """The index in a tensor or payload of the element ``index`` of :func:`flat`."""
    payload = payload_of(value)
    if index is None or type(payload) is not COO:
        return index
    return (*[int(k) for k in payload.indices[:, index[0]]], *index[1:])


class Facts:
    """The recorded facts about a gradient: its shape, where it is zero, and whether it contains infinity or NaN."""

    __slots__ = ("bits", "inf", "nan", "shape", "zero")

    def __init__(self, g: Any) -> None:
        payload = payload_of(g)
        self.shape = tuple(payload.shape)
        a = payload if type(payload) is np.ndarray else flat(g)
        self.inf = self.nan = False
        if not finite(a):
            self.inf, self.nan = has("isinf", g), has("isnan", g)
        zeros = None if a is None else on_cpu(a == 0)
        self.bits = None if zeros is None or type(payload) in (Batched, COO) else np.packbits(zeros)
        self.zero = (
            zeros is not None
            and int(np.count_nonzero(zeros)) == zeros.size
            and (zeros.size > 0 or type(payload) is COO)
        )

    def zero_at(self, index: tuple[int, ...] | None) -> bool:
        """Whether the gradient is zero at an index; without an index, everywhere."""
        if self.zero or index is None or self.bits is None:
            return self.zero
        k = 0
        for i, n in zip(index, self.shape, strict=True):
            k = k * n + i
        return bool(self.bits[k >> 3] >> (7 - (k & 7)) & 1)


class Hooked:
    """A hook that replaced a gradient, such that it became zero, NaN, infinite or None."""

    __slots__ = ("hook", "kind")

    def __init__(self, hook: Any, kind: str) -> None:
        self.hook = hook
        self.kind = kind


class Trace(PassWatcher):
    """Watches one backward pass.

    ``came``: by node and output, the incoming gradients. ``gave``: by node and edge, the results. ``fed``: by node and
    output, the pairs ``(node, edge)`` that sent the gradient. ``replaced``: by node, number, and whether it is an edge,
    the gradients that hooks replaced.
    """

    def __init__(self) -> None:
        self.came: dict[Any, Facts] = {}
        self.gave: dict[Any, Facts | None] = {}
        self.fed: dict[Any, list[Any]] = {}
        self.replaced: dict[Any, list[Hooked]] = {}

    def ran(self, walk: Any, node: Any, gs: Any, results: Any) -> None:
        """Called when a node has run, before its results are passed on."""
        for nr, g in enumerate(gs):
            if g is not None:
                self.came[node, nr] = Facts(g)
        for i, target in enumerate(node._wg_next):
            if target is not None and target in walk.waiting:
                self.gave[node, i] = None if results[i] is None else Facts(results[i])
                self.fed.setdefault((target, node._wg_next_output_nrs[i]), []).append((node, i))

    def hooked(self, place: Any, hook: Any, old: Any, new: Any) -> None:
        """Called when a hook has replaced a gradient. ``new`` is None if the hook stopped it."""
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
        self.replaced.setdefault((place.node, place.nr, place.after), []).append(Hooked(hook, kind))

    def hook_after(self, node: Any, i: int, kind: str) -> Any:
        """The hook that made the result of a node on an edge zero, NaN or None, as ``kind`` says."""
        places = node._wg_places()
        for found in self.replaced.get((node, places.index(i) if i in places else -1, True), ()):
            if found.kind == kind:
                return found.hook
        return None

    def hook_at(self, node: Any, nr: int, kind: str) -> Any:
        """The same for the gradient at an output: a hook there, or on an edge that leads there."""
        for found in self.replaced.get((node, nr, False), ()):
            if found.kind == kind:
                return found.hook
        for feeder, i in self.fed.get((node, nr), ()):
            hook = self.hook_after(feeder, i, kind)
            if hook is not None:
                return hook
        return None

    def silencers(self, node: Any, nr: int, index: tuple[int, ...] | None) -> list[tuple[Any, int, Any]]:
        """All causes for a zero gradient at ``index`` of an output (without an index: everywhere), the nearest first.

        Returns:
            ``(node, edge, None)``: the incoming gradient of this node was not zero, but its result on this edge was
            zero or None; ``(node, number, hook)``: a hook made it zero; ``(None, -1, None)``: the backward pass started
            with zero.
        """
        causes: list[tuple[Any, int, Any]] = []
        pending, seen = [(node, nr, index)], set()
        while pending:
            node, nr, index = place = pending.pop(0)
            if place in seen:
                continue
            seen.add(place)
            hook = self.hook_at(node, nr, "zero") or self.hook_at(node, nr, "None")
            if hook is not None:
                causes.append((node, nr, hook))
                continue
            feeders = self.fed.get((node, nr), ())
            if not feeders:
                causes.append((None, -1, None))
            for feeder, i in feeders:
                came = [(k, self.came[feeder, k]) for k in range(outputs_of(feeder)) if (feeder, k) in self.came]
                gave = self.gave.get((feeder, i))
                at = None
                if index is not None and len(came) == 1 and gave is not None:
                    at = origin(feeder, i, came[0][1].shape, gave.shape, index)
                nowhere = at == () and came[0][1].shape != ()
                if nowhere or not all([facts.zero_at(at) for _, facts in came]):
                    causes.append((feeder, i, None))
                else:
                    pending.append((feeder, came[0][0] if came else 0, at))
        return list(dict.fromkeys(causes))


def origin(node: Any, i: int, came: tuple[int, ...], gave: tuple[int, ...], index: tuple[int, ...]) -> Any:
    """The index in the incoming gradient of the element that a node returned at ``index`` on edge ``i``. It is None if
    unknown, and ``()`` if there is none.

    Operations that only move values are run on the numbers of the positions.
    """
    plan = node._wg_plan
    if plan is None or node._wg_chain is not None:
        return None
    if plan.op.elementwise:
        return index if came == gave else None
    if plan.saves or not (plan.op.moves or plan.op.name in ("_sum", "_sum_dim")):
        return None
    numbers = np.arange(1.0, math.prod(came) + 1).reshape(came)
    moved = np.asarray(payload_of(plan.run_full(node, [numbers], False)[i]))
    if moved.shape != gave:
        return None
    k = int(moved[index])
    return tuple(int(n) for n in np.unravel_index(k - 1, came)) if k else ()


def outputs_of(node: Any) -> int:
    """The number of outputs of a node."""
    return 1 if node._wg_metas is None else len(node._wg_metas)


def saved_values(node: Any) -> list[tuple[str, Any, Any]]:
    """The saved values of a node, except packed ones: name, array or number, and the node that computed it."""
    if node._wg_saved is None:
        return []
    values = []
    for k, s in enumerate(node._wg_saved):
        value = flat(s.data) if isinstance(s, Saved) else s
        name = saved_name(node, k)
        if isinstance(s, Saved) and type(s.data) is COO:
            name += "._values()"
        if arrays.is_array(value) or isinstance(value, (int, float, complex)):
            maker = None if not isinstance(s, Saved) else node if s.output else None if s.leaf else s.node
            values.append((name, value, maker))
    return values


def saved_name(node: Any, k: int) -> str:
    """The name of the ``k``-th saved value of a node."""
    if node._wg_plan is None:
        return f"{getattr(node, '_wg_kept_as', 'saved_tensors')}[{k}]"
    return f"_saved_{node._wg_plan.op.torch_names.saved_name(*node._wg_plan.saves[k])}"


def number(value: Any) -> str:
    """The text of a value in a message."""
    if isinstance(value, TensorBase):
        value = value._wg_data
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float) and math.isfinite(value) and value == int(value) and abs(value) < 1e6:
        return str(int(value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def shown(index: tuple[int, ...] | None) -> str:
    """The text of an index in a message: ``[0, 2]``; empty for a scalar."""
    return f" at index {list(index)}" if index else ""
