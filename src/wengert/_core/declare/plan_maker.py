"""How a plan is made: what a node saves, and where its formulas find the values that they name."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import planning
from ..arrays.fused import programs
from ..dispatch import formula_names as names
from ..dispatch.plan import Plan


class Source(NamedTuple):
    """Where a node finds the value of a name in a formula."""

    kind: int  # of formula_names.py
    at: Any
    optional: bool


class Call(NamedTuple):
    """A formula, where its arguments are among the sources, and where its results go among those of the plan."""

    fn: Any
    places: tuple[int, ...]
    slots: Any  # a tuple if it returns several results, else one; -1 for a result that nobody needs
    several: bool


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
    plan.sources = tuple([tuple(s) for s in made.sources])  # plain tuples are unpacked in less time
    plan.calls = tuple([tuple(c) for c in made.calls])
    kinds = [s.kind for s in made.sources]
    slots = [c.slots for c in made.calls]
    every = tuple(range(len(made.sources)))
    plan.single = not op.multi_output and slots == [0] and made.calls[0].places == every
    plan.direct = slots == list(range(len(plan.edges))) and names.D not in kinds
    plan.fn = made.calls[0].fn if made.calls else None
    plan.in_order = not op.multi_output and all(
        s.kind == names.G if i == 0 else s.kind == names.SAVED and s.at == i for i, s in enumerate(made.sources)
    )
    plan.indexed = not op.multi_output and {names.G, names.SAVED, names.PARAM, names.META}.issuperset(kinds)
    plan.local = op.elementwise and plan.indexed
    plan.parametric = names.PARAM in kinds
    plan.fused = programs(plan.function) if plan.local else None
    plan.pairs = _pairs(plan, made) if plan.indexed and plan.fused is None and not half else None
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
        self.sources: list[Source] = []
        self.calls: list[Call] = []
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
        self.calls.append(Call(formula.fn, places, slots if group else slots[0], group))

    def place(self, name: str, optional: bool) -> int:
        key = (name, optional)
        if key not in self.places:
            self.places[key] = len(self.sources)
            self.sources.append(self.source(name, optional))
        return self.places[key]

    def source(self, name: str, optional: bool) -> Source:
        """Where a node finds the value of ``name``."""
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
        return Source(kind, at, optional)

    def saved(self, output: bool, i: int) -> int:
        """The index of a saved value among the values of a node, of which the cotangent is the first."""
        return 1 + _place(self.saves, (output, i))


def _place(items: dict[Any, int], item: Any) -> int:
    """The index of ``item``, which is added if it is new."""
    return items.setdefault(item, len(items))


def _pairs(plan: Plan, made: _Maker) -> Any:
    """``(formula, kind and index of its second value)`` per edge, or None if the plan is too complicated for that.

    All formulas must be functions of the gradient and at most one other value. Of the gradient alone: its kind."""
    if not plan.direct:
        return None
    pairs = []
    for call in made.calls:
        sources = [made.sources[p] for p in call.places]
        if call.several or not sources or sources[0].kind != names.G or len(sources) > 2:
            return None
        pairs.append((call.fn, sources[-1].kind, sources[-1].at))
    return tuple(pairs)
