"""A part of a program that keeps what a budget allows: recorded, planned at its end, recomputed in backward."""

from __future__ import annotations

import re
import threading
import weakref
from collections import OrderedDict
from typing import Any

from ... import errors
from ...arrays import arrays, planning
from ...arrays.batched import physical
from ...errors.text import Site
from ...tape.node import PACKED, Saved
from ...tape.saved_hooks import Keeper, saving
from ...tape.saving import restore
from ...tape.state import local
from ...tape.tensor import TensorBase, alias
from ...tape.watching import COMPUTES, NODES, SAVES, attach, detach
from .checkpoint_plan import CheckpointPlan
from .inputs import Inputs
from .recording import Constant, Recorder, Value
from .schedule import COMPUTE, Player, Problem, Schedule, least, solve

# Note [Budgets]
# --------------
# As in Note [Regions], places replace the tensors that a region saves. But instead of the function, single operations
# run again (Note [Recipes]). So side effects of the function do not happen twice, and a region need not be a function.
#
# During the first call, saved values are kept. When they exceed the budget, the value that is cheapest to recompute is
# dropped at once. At the end of the call everything is known, and the best schedule is computed (Note [Schedules]).
# Values that it keeps, but that were dropped, are recomputed. The next call of the same code with arguments of the same
# shapes knows from the start what to keep.
#
# At the end of the first call, kept values go through the saved-tensor hooks around the region, like the saved tensors
# of a node: an enclosing region drops them, to recompute them itself.
#
# A backward pass that reads in the order of the schedule follows it, step by step. For another order, or another
# backward pass, missing values are computed when they are read, and the values that are cheapest to recompute are
# evicted. The region holds its values by unit. Places hold nothing, and nothing refers back.

UNITS = {"": 1, "k": 1000, "m": 1000**2, "g": 1000**3, "t": 1000**4}
PLANS = 64

_solved: OrderedDict[Any, Any] = OrderedDict()  # problem -> schedule
_wanted: OrderedDict[Any, frozenset[int]] = OrderedDict()  # key of the call -> the units that should be kept


def parsed(budget: Any) -> int | float:
    """A budget in bytes (an int), or as a fraction (a float) of what would be kept.

    >>> parsed("1.5 GiB"), parsed("200MB"), parsed(0.25)
    (1610612736, 200000000, 0.25)
    """
    if isinstance(budget, str):
        match = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*([kmgt]?)(i?)b?\s*", budget.lower())
        if match is None or (match[3] and not match[2]):
            raise errors.checkpoint.budget_text(budget)
        factor = 1024 ** "kmgt".index(match[2]) * 1024 if match[3] else UNITS[match[2]]
        return int(float(match[1]) * factor)
    if isinstance(budget, bool) or not isinstance(budget, (int, float)):
        raise errors.checkpoint.budget_type(budget)
    if budget < 0 or (isinstance(budget, float) and not budget <= 1):
        raise errors.checkpoint.budget_range(budget)
    return budget


def _remember(table: OrderedDict[Any, Any], key: Any, value: Any) -> Any:
    """Store a value in a table that keeps the latest entries."""
    table[key] = value
    table.move_to_end(key)
    while len(table) > PLANS:
        table.popitem(last=False)
    return value


def _solve(problem: Problem, start: frozenset[int] | None = None) -> Schedule | None:
    """``solve`` with a cache."""
    key = problem, start
    if key not in _solved:
        planning.note("checkpoint")
        _remember(_solved, key, solve(problem, start))
    return _solved[key]  # type: ignore[no-any-return]


class _Place:
    """A placeholder for one saved tensor of a region."""

    def __init__(self, value: Value, t: Any) -> None:
        self.value = value
        self.shape = tuple(t._wg_data.shape)
        self.dtype = t._wg_data.dtype
        self.cell = t._wg_cell()
        self.version = self.cell.version
        self.node: int | None = None  # the number of nodes recorded before the one that saved it
        self.made: tuple[str, Site] = "an operation", (None, -1)


class Held:
    """The available results of one unit. Results that others hold, too, have a version counter and a version."""

    def __init__(self) -> None:
        self.results: dict[int, tuple[Any, Any, int]] = {}


class Region(Recorder, Keeper):
    """A part of a program under a budget, as a context manager: Note [Budgets].

    Args:
        budget: a number of bytes, or a fraction of what would be kept.
        ratio: limit only what is kept at the end of the first call, like PyTorch.
        key: identifies the part of the program when it runs again.
    """

    events = SAVES | NODES | COMPUTES

    def __init__(self, budget: int | float, ratio: bool = False, key: Any = None) -> None:
        super().__init__()
        self.budget = budget
        self.ratio = ratio
        self.code = key, budget, ratio
        self.wanted = _wanted.get(self.code)
        self.places: list[weakref.ref[_Place]] = []
        self.unnamed: list[_Place] = []  # places of the node that is being recorded
        self.nodes = 0
        self.held: dict[int, Held] = {}
        self.now = 0  # the bytes of the values held during the first call
        self.lock = threading.RLock()
        self.plan: CheckpointPlan | None = None
        self.entered = False
        self.opened: Any = weakref.WeakKeyDictionary()  # by walk: sources that hooks had packed
        self.inputs: Any = None
        self.kept: Any = None  # the kept values, packed by the hooks around the region
        self.problem: Any = None

    # -- the first call

    def __enter__(self) -> Region:
        state = local.state
        if state.disabled:
            raise RuntimeError(state.disabled[-1])
        if self.entered:
            raise errors.checkpoint.region_again()
        self.entered = True
        try:
            attach(self)
            return self
        except BaseException:  # an interrupt
            detach(self)
            raise

    def __exit__(self, kind: Any, *error: object) -> None:
        detach(self)
        if kind is None:
            self.close()
        self.known.clear()

    def pack(self, t: Any) -> _Place:
        value = self.value(t, t._wg_data)
        place = _Place(value, t)
        if value[0] >= 0:
            for k in self.bases(value):
                self.hold(k)
            self.lighten()
        self.places.append(weakref.ref(place))
        self.unnamed.append(place)
        return place

    def recorded(self, node: Any) -> None:
        """Called when a node was recorded: the latest places belong to it."""
        for place in self.unnamed:
            place.node, place.made = self.nodes, (node._wg_name(), (node._wg_code, node._wg_lasti))
        self.unnamed.clear()
        self.nodes += 1

    def kept_inputs(self, node: Any) -> None:
        self.recorded(node)

    def done(self, index: int) -> None:
        if self.wanted is not None and index in self.wanted and not self.units[index].alias:
            self.hold(index)

    def hold(self, k: int) -> None:
        """Keep the available results of a unit."""
        held = self.held.setdefault(k, Held())
        for i, w in enumerate(self.units[k].weak):
            payload = w.get()
            entry = None if payload is None else self.known.get(self.key(payload))
            if i not in held.results and entry is not None and entry.value == (k, i):
                held.results[i] = payload, entry.cell, entry.version
                self.now += self.units[k].bytes[i]

    def let_go(self, k: int) -> None:
        """Drop the results of a unit."""
        self.now -= sum([self.units[k].bytes[i] for i in self.held.pop(k).results])

    def size(self, k: int) -> int:
        """The bytes of the needed results of a unit."""
        unit = self.units[k]
        return sum([unit.bytes[i] for i in unit.needed]) if unit.needed else sum(unit.bytes)

    def lighten(self) -> None:
        """Drop values: those that an earlier call's plan does not keep, or else those that exceed the budget."""
        if self.wanted is not None:
            for k in [k for k in self.held if k not in self.wanted]:
                self.let_go(k)
        if isinstance(self.budget, float):
            return
        while self.held and self.now > self.budget:
            available = set(self.held)
            self.let_go(min(available, key=lambda k: (self.price(k, available) / max(1, self.size(k)), k)))

    def price(self, k: int, available: set[int]) -> float:
        """The cost of recomputing a unit."""
        stack, seen, total = [k], {k}, 0.0
        while stack:
            k = stack.pop()
            total += self.units[k].cost
            for v in self.needs(k):
                if v not in available and v not in seen:
                    seen.add(v)
                    stack.append(v)
        return total

    def before_write(self, x: Any) -> None:
        super().before_write(x)
        memory = arrays.owner(physical(x._wg_data))
        for k, held in list(self.held.items()):
            if any(arrays.owner(physical(p)) is memory for p, _, _ in held.results.values()):
                self.let_go(k)

    # -- the plan

    def close(self) -> None:
        """Analyse what was recorded, and choose a schedule."""
        places = [p for p in [ref() for ref in self.places] if p is not None]
        nodes: dict[int, set[int]] = {}
        values = [p.value for p in places]
        for p in places:
            nodes.setdefault(-1 if p.node is None else p.node, set()).update(self.bases(p.value))
        read = set().union(*nodes.values())
        needs: dict[int, set[int]] = {}
        stack = list(read)
        while stack:
            k = stack.pop()
            if k not in needs:
                needs[k] = self.needs(k)
                stack += needs[k]
        self.order = sorted(needs)
        self.at = {k: i for i, k in enumerate(self.order)}
        for value in [*values, *[i for k in self.order for i in self.units[k].inputs]]:
            self.ask(value)
        used = sorted(self.used_sources(set(self.order), values))
        sources = [self.sources[s] for s in used]
        self.inputs = Inputs([s.tensor for s in sources], [s.version for s in sources])
        self.source_at = {s: i for i, s in enumerate(used)}
        self.sources = []
        sizes = tuple([self.size(k) for k in self.order])
        full = sum([sizes[self.at[k]] for k in read])
        copied = sum([s.tensor._wg_data.nbytes for s in sources if s.copied and hasattr(s.tensor._wg_data, "nbytes")])
        allowed = int(self.budget * full) if isinstance(self.budget, float) else self.budget - copied
        steps = sorted(nodes, reverse=True)
        self.step_of = {node: t for t, node in enumerate(steps)}
        problem = Problem(
            sizes,
            tuple([self.units[k].cost for k in self.order]),
            tuple([tuple(sorted(self.at[v] for v in needs[k])) for k in self.order]),
            tuple([tuple(sorted(self.at[k] for k in nodes[n])) for n in steps]),
            allowed,
            sum(sizes) if self.ratio else allowed,
        )
        schedule = _solve(problem)
        if schedule is None:
            raise errors.checkpoint.over_budget(least(problem) + copied, allowed + copied, full, self.budget)
        self.problem, self.useful = problem, problem.useful()
        _remember(_wanted, self.code, frozenset([self.order[i] for i in schedule.keep]))
        total = sum([unit.cost for unit in self.units])
        made = []
        for unit in [self.units[k] for k in self.order]:
            shape, dtype = unit.metas[min(unit.needed, default=0)]
            made.append((unit.name, shape, dtype, unit.site))
        kept_inputs = sum([s.tensor._wg_data.nbytes for s in sources if hasattr(s.tensor._wg_data, "nbytes")])
        self.plan = CheckpointPlan(problem, schedule, made, None if self.ratio else allowed, full, kept_inputs, total)
        for k in [k for k in self.held if self.at.get(k) not in schedule.keep]:
            del self.held[k]
        self.planned = schedule.keep
        if saving():
            self.hand_over()
        available = frozenset([self.at[k] for k in self.held if self.complete(k)])
        if available != schedule.keep:
            schedule = _solve(problem, available)
        self.schedule: Any = schedule
        self.position = 0 if schedule is not None else len(steps) + 1  # past the last step: the plan is not followed

    def hand_over(self) -> None:
        """Pack the kept values with the hooks around the region: all planned units, so that all calls are alike."""
        planned = sorted([self.order[i] for i in self.planned])
        for k in planned:
            self.act(COMPUTE, k)
        self.held = {k: self.held[k] for k in planned}
        slots = [(self.held[k], i) for k in planned for i in sorted(self.units[k].needed)]
        entries = [held.results[i] for held, i in slots]
        self.kept = Inputs([alias(p, cell) for p, cell, _ in entries], [version for _, _, version in entries])
        self.kept._wg_kept_as = "kept"
        for (held, i), saved in zip(slots, self.kept._wg_saved, strict=True):
            held.results[i] = saved, None, 0

    def ask(self, value: Any) -> None:
        """Mark a value as needed, together with the values it is a view of."""
        stack = [value]
        while stack:
            v = stack.pop()
            if type(v) is tuple and v[0] >= 0 and v[1] not in self.units[v[0]].needed:
                self.units[v[0]].needed.add(v[1])
                if self.units[v[0]].alias:
                    stack += self.units[v[0]].inputs

    def complete(self, k: int) -> bool:
        """Whether all needed results of a unit are available."""
        return k in self.held and self.units[k].needed <= self.held[k].results.keys()

    # -- backward passes

    def unpack(self, place: _Place) -> Any:
        if place.cell.version != place.version:
            name, site = place.made
            raise errors.writes.modified(
                place.shape, place.dtype, "cpu", name, site, place.cell, place.version, place.value[1], None
            )
        with self.lock:
            if self.problem is None:  # the region is still running: its values are held or can be computed
                return alias(self.fetched(place.value), None)
            wanted = self.bases(place.value)
            if wanted:
                self.prepare(self.step_of[-1 if place.node is None else place.node], wanted)
            return alias(self.fetched(place.value), None)

    def prepare(self, t: int, wanted: set[int]) -> None:
        """Make the values of step ``t`` available."""
        walking = local.state.walk is not None
        if walking and t == 0 != self.position and not all(self.complete(k) for k in wanted):
            again = _solve(self.problem, frozenset([self.at[k] for k in self.held if self.complete(k)]))
            if again is not None:  # a further backward pass, starting from what the previous one left
                self.schedule, self.position = again, 0
        if t == self.position and walking:
            self.position = t + 1
            for what, i in self.schedule.actions[t]:
                self.act(what, self.order[i])
        if all(self.complete(k) for k in wanted):
            return
        self.position = len(self.problem.steps) + 1
        for k in [k for k in self.held if not self.complete(k)]:
            del self.held[k]
        for available, limit in ((self.held, self.problem.limit), ((), self.problem.limit), (self.held, 1 << 62)):
            player = Player(self.problem, self.useful, [self.at[k] for k in available], True)
            done = player.step(t, limit)
            if done is not None:
                for k in [k for k in self.held if k not in available]:
                    del self.held[k]
                for what, i in done:
                    self.act(what, self.order[i])
                return

    def act(self, what: str, k: int) -> None:
        """Execute one action of a schedule."""
        if what is not COMPUTE:
            self.held.pop(k, None)
            return
        if self.complete(k):
            return
        unit = self.units[k]
        outs = self.ran(k)
        held = self.held[k] = Held()
        for i in unit.needed:
            held.results[i] = outs[i], None, 0

    def ran(self, k: int) -> Any:
        """The results of a unit, recomputed."""
        unit = self.units[k]
        values = [i.value if type(i) is Constant else self.fetched(i) for i in unit.inputs]
        state = local.state
        tools, before = state.tools, state.busy
        try:
            state.busy = 0 if tools is None else len(tools.computes)
            return unit.run(*values)
        finally:
            state.busy = before

    def fetched(self, value: Value) -> Any:
        """A payload: held, or a view of a held one, or computed from held ones."""
        k, i = value
        if k < 0:
            return self.source_payload(-1 - k)
        held = self.held.get(k)
        if held is not None and i in held.results:
            payload, cell, version = held.results[i]
            if isinstance(payload, Saved):
                payload = restore(payload, self.kept)._wg_data
                held.results[i] = payload, None, 0
            if cell is not None and cell.version != version:
                unit = self.units[k]
                shape, dtype = unit.metas[i]
                raise errors.writes.modified(shape, dtype, "cpu", unit.name, unit.site, cell, version, i, None)
            return payload
        return self.ran(k)[i]

    def source_payload(self, number: int) -> Any:
        """The payload of a source."""
        if self.inputs is None:
            return self.sources[number].tensor._wg_data
        saved = self.inputs._wg_saved[self.source_at[number]]
        walk = local.state.walk
        if walk is None or saved.version != PACKED:
            return restore(saved, self.inputs)._wg_data
        opened = self.opened.setdefault(walk, {})
        if number not in opened:
            opened[number] = restore(saved, self.inputs)._wg_data
        return opened[number]

    # -- for tools

    def stands_for(self, place: _Place) -> tuple[tuple[int, ...], Any, Any]:
        k, i = place.value
        payload = None
        if k < 0 and self.inputs is not None:
            payload = self.inputs._wg_saved[self.source_at[-1 - k]]
        elif k >= 0:
            for base in self.bases(place.value) & self.held.keys():
                results = self.held[base].results
                payload = results.get(i if base == k else min(results), (None,))[0]
        if isinstance(payload, Saved):
            payload = None if payload.version == PACKED else payload.data
        return place.shape, place.dtype, payload

    def keeps(self) -> list[Any]:
        return [node for node in (self.inputs, self.kept) if node is not None]


def signature(values: Any) -> tuple[Any, ...]:
    """The shapes and dtypes of the tensors among the arguments, which distinguish calls of one function."""
    return tuple([(tuple(v._wg_data.shape), str(v._wg_data.dtype)) for v in values if isinstance(v, TensorBase)])
