"""How a plan is made: what a node saves, and where its formulas find the values that they name."""

from __future__ import annotations

from typing import Any

from ..arrays import planning
from ..arrays.fused import programs
from ..dispatch import formula_names as names
from ..dispatch.plan import Plan


def plan_of(op: Any, mask: int, count: int, half: bool) -> Plan:
    """The :class:`~wengert._core.dispatch.plan.Plan` of an operation, given which inputs need a gradient."""
    planning.note("node")
    plan = Plan()
    plan.op = op
    plan.mask = mask
    plan.count = count
    plan.half = half
    plan.edges = tuple([i for i in range(count) if mask >> i & 1])
    plan.numbers = mask >> count
    made = _Maker(op, plan.edges, count)
    plan.saves, plan.metas = tuple(made.saves), tuple(made.metas)
    plan.keeps = tuple([-1 if output else i for output, i in plan.saves])
    plan.crossed = plan.keeps == (1, 0) and len(plan.edges) == 2
    plan.sources, plan.calls = tuple(made.sources), tuple(made.calls)
    kinds = [s[0] for s in plan.sources]
    plan.single = (
        not op.multi_output
        and len(plan.calls) == 1
        and plan.calls[0][2] == 0
        and plan.calls[0][1] == tuple(range(len(plan.sources)))
    )
    plan.direct = [c[2] for c in plan.calls] == list(range(len(plan.edges))) and names.D not in kinds
    plan.fn = plan.calls[0][0] if plan.calls else None
    plan.in_order = not op.multi_output and all(
        s[0] == names.G if i == 0 else s[0] == names.SAVED and s[1] == i for i, s in enumerate(plan.sources)
    )
    plan.indexed = not op.multi_output and {names.G, names.SAVED, names.PARAM, names.META}.issuperset(kinds)
    plan.local = op.elementwise and plan.indexed
    plan.parametric = names.PARAM in kinds
    plan.fused = programs(plan.function) if plan.local else None
    plan.pairs = _pairs(plan) if plan.indexed and plan.fused is None and not half else None
    plan.parts = {}
    return plan


class _Maker:
    """Collects the calls of formulas. A formula comes after those that it names."""

    def __init__(self, op: Any, edges: tuple[int, ...], count: int) -> None:
        self.op = op
        self.count = count
        self.known = names.known_names(op)
        self.slots = {i: slot for slot, i in enumerate(edges)}  # argument -> slot of its gradient in the result
        self.saves: dict[tuple[bool, int], int] = {}  # saved value -> its index
        self.metas: dict[int, int] = {}
        self.sources: list[Any] = []
        self.calls: list[Any] = []
        self.places: dict[Any, int] = {}  # name in a formula -> its index in sources
        self.called: dict[str, int] = {}  # name of a formula -> its index in calls
        for array in dict.fromkeys(op.array_at(i) for i in edges):
            self.call(array)

    def call(self, array: str) -> None:
        """Add a formula, after the formulas that it names."""
        if array in self.called:
            return
        op = self.op
        formula = op.formulas[array]
        for other in names.formulas_in(formula.names):
            self.call(other)
        places = tuple([self.place(n, n in formula.optional) for n in formula.names])
        places_of = op.positions(array, self.count) if array in op.arrays else (-1,)  # a part that formulas share
        slots = tuple([self.slots.get(i, -1) for i in places_of])
        group = op.is_group(array)
        self.called[array] = len(self.calls)
        self.calls.append((formula.fn, places, slots if group else slots[0], group))

    def place(self, name: str, optional: bool) -> int:
        key = (name, optional)
        if key not in self.places:
            self.places[key] = len(self.sources)
            self.sources.append(self.source(name, optional))
        return self.places[key]

    def source(self, name: str, optional: bool) -> Any:
        """Where a node finds the value of ``name``: kind, index, and whether it may be missing."""
        kind, at = self.known[name]
        if kind == names.INPUT:
            kind, at = (names.SAVED, self.saved(False, at)) if at < self.count else (names.CONST, None)
        elif kind == names.OUTPUT:
            kind, at = names.SAVED, self.saved(True, at)
        elif kind == names.GROUP:
            at = tuple([self.saved(False, i) for i in range(at, self.count)])
        elif kind == names.META:
            at = _place(self.metas, at)
        elif kind == names.D:
            at = self.called[at]
        elif kind == names.NEEDS:
            kind, at = names.CONST, tuple([i in self.slots for i in range(at, self.count)])
        return kind, at, optional

    def saved(self, output: bool, i: int) -> int:
        """The index of a saved value among the values of a node, of which the cotangent is the first."""
        return 1 + _place(self.saves, (output, i))


def _place(items: dict[Any, int], item: Any) -> int:
    """The index of ``item``, which is added if it is new."""
    return items.setdefault(item, len(items))


def _pairs(plan: Plan) -> Any:
    """``(formula, kind and index of its second value)`` per edge, or None if the plan is too complicated for that.

    All formulas must be functions of the gradient and at most one other value. Of the gradient alone: its kind."""
    pairs = []
    for fn, places, _, group in plan.calls:
        sources = [plan.sources[p] for p in places]
        if group or not plan.direct or not sources or sources[0][0] != names.G or len(sources) > 2:
            return None
        kind, at, _ = sources[-1]
        pairs.append((fn, kind, at))
    return tuple(pairs)
