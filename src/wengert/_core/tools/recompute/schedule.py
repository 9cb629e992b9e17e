"""Choose what to keep and what to recompute: a schedule within a budget and with the least recomputation.

This is pure arithmetic on a :class:`Problem`. Note [Schedules] describes the search.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..progress import progress

# Note [Schedules]
# ----------------
# Units (operations whose results have memory) are numbered in the order in which they ran. Each step of the backward
# pass reads a set of units together. At the end of the first call, any set of units that fits may be kept. Then, before
# each step, units are recomputed from available ones, and dropped. A unit uses memory from its computation until it is
# dropped. The task is to find the schedule with the least cost that never exceeds the limit.
#
# This is a pebble game, which is hard in general. Small problems are solved exactly, by Dijkstra's algorithm over sets
# of available units. For chains, the form of the best schedule is known (Griewank and Walther, 2000: revolve; Beaumont
# et al., 2019: rotor): keep one unit, handle the units after it, and then those before it with all of the memory. A
# recursion over segments and bytes finds it. For all other problems, several initial choices are simulated to the end:
# the best units by cost per byte, alone and including their dependences, and evenly spaced units. If memory is short,
# the unit that is cheapest to recompute is evicted (Kirisame et al., 2021: dynamic tensor rematerialization). The
# result is improved by exchanging single units, and the best one is used. If everything may be recomputed at once, as
# for a ratio, the problem is a knapsack: each unit is recomputed at most once.

EXACT = 12_000  # the largest number of states in an exact search
SEGMENTS = 400_000  # the largest number of steps in the recursion over a chain
LEVELS = 256  # bytes are rounded up to this fraction of the limit if their common divisor is too small
TRIES = 400  # the number of exchanges to try

MANY = 300  # with more units than this, fewer initial choices are tried

COMPUTE, DROP = "compute", "drop"
Action = tuple[str, int]


class Problem(NamedTuple):
    """The input of the planning.

    Attributes:
        sizes: the bytes of each unit.
        costs: the cost of computing each unit.
        needs: for each unit, the units it is computed from; their numbers are smaller.
        steps: the units that are read together, in the order of the backward pass.
        keep: the bytes that may be kept at the end of the first call.
        limit: the bytes that may be in use at any later time.
    """

    sizes: tuple[int, ...]
    costs: tuple[float, ...]
    needs: tuple[tuple[int, ...], ...]
    steps: tuple[tuple[int, ...], ...]
    keep: int
    limit: int

    def bytes(self, units: Iterable[int]) -> int:
        """The bytes of these units."""
        return sum([self.sizes[u] for u in units])

    def missing(self, wanted: Iterable[int], available: set[int] | frozenset[int]) -> set[int]:
        """The units that must be computed to obtain ``wanted``."""
        stack = [u for u in wanted if u not in available]
        units = set(stack)
        while stack:
            for v in self.needs[stack.pop()]:
                if v not in available and v not in units:
                    units.add(v)
                    stack.append(v)
        return units

    def useful(self) -> list[frozenset[int]]:
        """For each step, and for the end, the units that may be useful in it or later."""
        sets: list[frozenset[int]] = [frozenset()]
        for step in reversed(self.steps):
            known = sets[-1]
            sets.append(known | self.missing(step, known))
        return sets[::-1]


class Schedule(NamedTuple):
    """The units that are kept at the end of the first call, and the actions before each step."""

    keep: frozenset[int]
    actions: tuple[tuple[Action, ...], ...]

    def computed(self) -> list[int]:
        """All computations, in order."""
        return [u for step in self.actions for what, u in step if what is COMPUTE]

    def cost(self, problem: Problem) -> float:
        """The total cost."""
        return sum([problem.costs[u] for u in self.computed()])


def peak(problem: Problem, schedule: Schedule) -> int | None:
    """The largest number of bytes in use at any time; None if the schedule is invalid."""
    available = set(schedule.keep)
    most = now = problem.bytes(available)
    for step, actions in zip(problem.steps, schedule.actions, strict=True):
        for what, u in actions:
            if what is DROP:
                available.remove(u)
                now -= problem.sizes[u]
                continue
            if u in available or any(v not in available for v in problem.needs[u]):
                return None
            available.add(u)
            now += problem.sizes[u]
            most = max(most, now)
        if any(u not in available for u in step):
            return None
    return most


def solve(problem: Problem, start: frozenset[int] | None = None) -> Schedule | None:
    """The best schedule found; None if none is found.

    Args:
        problem: the problem.
        start: the available units at the end of the first call, if they are already fixed.
    """
    useful = problem.useful()
    if start is not None:
        start &= useful[0]
    read = frozenset(u for step in problem.steps for u in step)
    if start is None and problem.bytes(read) <= min(problem.keep, problem.limit):
        return _dropping(useful, read, [()] * len(problem.steps))
    if len(problem.steps) * 2 ** len(useful[0]) <= EXACT:
        return _exact(problem, useful, start)
    schedules = [] if start is not None else [_chain(problem, useful)]
    if schedules and schedules[0] is not None and len({problem.sizes[u] for u in useful[0]}) == 1:
        return schedules[0]  # this is optimal
    schedules += _played(problem, useful, start)
    return min([s for s in schedules if s is not None], key=lambda s: s.cost(problem), default=None)


def least(problem: Problem) -> int:
    """The smallest budget in bytes for which a schedule is found, rounded up if sizes have no large common divisor."""
    full = problem.bytes({u for step in problem.steps for u in step})
    unit = math.gcd(*problem.sizes) or 1
    unit *= max(1, full // LEVELS // unit)
    low, high = max([problem.bytes(set(s)) for s in problem.steps], default=0) // unit, -(-full // unit)
    while low < high:
        middle = (low + high) // 2
        if solve(problem._replace(keep=middle * unit, limit=middle * unit)) is None:
            low = middle + 1
        else:
            high = middle
    return low * unit


def _dropping(
    useful: Sequence[frozenset[int]], keep: frozenset[int], computing: Sequence[Sequence[Action]]
) -> Schedule:
    """A schedule with these computations, in which units are also dropped as soon as they have no further use."""
    available = set(keep)
    actions = []
    for t, given in enumerate(computing):
        gone = sorted(u for u in available if u not in useful[t])
        available.difference_update(gone)
        done = [(DROP, u) for u in gone]
        for what, u in given:
            if what is COMPUTE:
                available.add(u)
                done.append((COMPUTE, u))
            elif u in available:
                available.remove(u)
                done.append((DROP, u))
        actions.append(tuple(done))
    return Schedule(keep, tuple(actions))


# -- small problems


def _exact(problem: Problem, useful: Sequence[frozenset[int]], start: frozenset[int] | None) -> Schedule | None:
    """The best of all schedules: the shortest path through the sets of available units."""
    units = sorted(useful[0])
    bit = {u: 1 << i for i, u in enumerate(units)}
    sizes = [problem.sizes[u] for u in units]
    total = [0] * (1 << len(units))
    for mask in range(1, len(total)):
        low = mask & -mask
        total[mask] = total[mask ^ low] + sizes[low.bit_length() - 1]

    def mask_of(chosen: Iterable[int]) -> int:
        return sum([bit[u] for u in set(chosen)])

    needs = [mask_of(problem.needs[u]) for u in units]
    steps = [mask_of(s) for s in problem.steps]
    alive = [mask_of(s) for s in useful]
    first = min(problem.keep, problem.limit)
    starts = [m for m in range(len(total)) if total[m] <= first] if start is None else [mask_of(start)]
    best: dict[tuple[int, int], float] = {}
    previous: dict[tuple[int, int], tuple[tuple[int, int], Action | None]] = {}
    heap: list[tuple[float, int, int, tuple[int, int]]] = []
    count = 0
    for m in sorted(starts, key=lambda m: -total[m]):
        best[0, m] = 0.0
        heapq.heappush(heap, (0.0, 0, count := count + 1, (0, m)))
    while heap:
        cost, _, _, state = heapq.heappop(heap)
        t, m = state
        if cost > best[state]:
            continue
        if t == len(steps):
            return _retraced(previous, state, units, len(steps))
        moves: list[tuple[float, tuple[int, int], Action | None]] = []
        if m & steps[t] == steps[t]:
            moves.append((cost, (t + 1, m & alive[t + 1]), None))
        else:
            for i, u in enumerate(units):
                if m >> i & 1:
                    moves.append((cost, (t, m ^ 1 << i), (DROP, u)))
                elif needs[i] & m == needs[i] and total[m] + sizes[i] <= problem.limit and alive[t] >> i & 1:
                    moves.append((cost + problem.costs[u], (t, m | 1 << i), (COMPUTE, u)))
        for new, to, action in moves:
            if new < best.get(to, math.inf):
                best[to] = new
                previous[to] = state, action
                heapq.heappush(heap, (new, -to[0], count := count + 1, to))
    return None


def _retraced(previous: dict[tuple[int, int], tuple[tuple[int, int], Action | None]], state: tuple[int, int],
              units: Sequence[int], count: int) -> Schedule:  # fmt: skip
    """The path to a state, as a schedule."""
    actions: list[list[Action]] = [[] for _ in range(count)]
    while state in previous:
        before, action = previous[state]
        if action is None:  # from one step to the next: units without further use are dropped
            gone = before[1] & ~state[1]
            if state[0] < count:
                actions[state[0]] += [(DROP, u) for i, u in enumerate(units) if gone >> i & 1]
        else:
            actions[state[0]].append(action)
        state = before
    keep = frozenset(u for i, u in enumerate(units) if state[1] >> i & 1)
    return Schedule(keep, tuple([tuple(reversed(a)) for a in actions]))


# -- chains


def _chain(problem: Problem, useful: Sequence[frozenset[int]]) -> Schedule | None:
    """The best schedule of a chain; None if the problem is not a chain, or is too large."""
    units = sorted(useful[0])
    n = len(units)
    at = {u: i for i, u in enumerate(units)}
    reads = [step for step in problem.steps if step]
    if problem.keep != problem.limit or any(len(set(s)) != 1 for s in reads):
        return None
    if any(tuple(problem.needs[u]) != ((units[i - 1],) if i else ()) for i, u in enumerate(units)):
        return None
    order = [at[s[0]] for s in reads]
    if any(a < b for a, b in zip(order, order[1:], strict=False)):
        return None
    sizes = [problem.sizes[u] for u in units]
    unit = math.gcd(*sizes) or 1
    levels = max(8, min(LEVELS, SEGMENTS * 8 // n**3))
    if problem.limit // unit > levels and any(s != sizes[0] for s in sizes):
        unit = -(-problem.limit // levels)
    rounded = [-(-s // unit) for s in sizes]
    room = problem.limit // unit
    if n**3 * min(room, n) // 12 > 4 * SEGMENTS:
        return None
    wanted = set(order)
    segments = _Segments(rounded, [problem.costs[u] for u in units], [i in wanted for i in range(n)])
    if segments.free(0, n - 1, room)[0] == math.inf:
        return None
    events = segments.unrolled(n - 1, room)
    keep = frozenset(units[i] for what, i in events if what == "keep")
    computing: list[list[Action]] = []
    waiting: list[Action] = []
    by_unit: dict[int, list[Action]] = {}
    for what, i in events:
        if what == "read":
            by_unit[i], waiting = waiting, []
        elif what != "keep":
            waiting.append((COMPUTE if what == "compute" else DROP, units[i]))
    for step in problem.steps:
        computing.append(by_unit.pop(at[step[0]], []) if step else [])
    return _dropping(useful, keep, computing)


class _Segments:
    """The recursion over segments of a chain: Note [Schedules]. ``sizes`` are in units of memory."""

    def __init__(self, sizes: list[int], costs: list[float], read: list[bool]) -> None:
        self.sizes = sizes
        self.costs = costs
        self.last = [-1] * len(read)  # the last unit up to here that is read
        for i, r in enumerate(read):
            self.last[i] = i if r else self.last[i - 1] if i else -1
        self.read = read
        self.again_known: dict[tuple[int, int, int], tuple[float, int]] = {}
        self.free_known: dict[tuple[int, int], tuple[float, int]] = {}

    def again(self, i: int, j: int, room: int) -> tuple[float, int]:
        """The cost of reading all of ``i..j``, last first, if only units before ``i`` are available; and the unit to
        keep first."""
        j = self.last[j] if j >= i else j
        if j < i:
            return 0.0, -1
        key = i, j, room
        known = self.again_known.get(key)
        if known is not None:
            return known
        best, hold = math.inf, -1
        swept, before = 0.0, 0
        for k in range(i, j + 1):
            if before + self.sizes[k] > room:
                break
            swept += self.costs[k]
            before = self.sizes[k]
            if swept < best:
                cost = swept + self.again(k + 1, j, room - self.sizes[k])[0]
                if cost < best:
                    cost += self.again(i, k - 1, room)[0]
                    if cost < best:
                        best, hold = cost, k
        self.again_known[key] = best, hold
        return best, hold

    def free(self, i: int, j: int, room: int) -> tuple[float, int]:
        """The same during the first call, when keeping is free. ``hold`` is -1 if nothing is kept."""
        j = self.last[j] if j >= i else j
        if j < i:
            return 0.0, -1
        known = self.free_known.get((i, room))
        if known is not None:
            return known
        best, hold = self.again(i, j, room)[0], -1
        for k in range(i, j + 1):
            if self.sizes[k] <= room:
                cost = self.free(k + 1, j, room - self.sizes[k])[0]
                if cost < best:
                    cost += self.again(i, k - 1, room)[0]
                    if cost < best:
                        best, hold = cost, k
        self.free_known[i, room] = best, hold
        return best, hold

    def unrolled(self, end: int, room: int) -> list[tuple[str, int]]:
        """The events of the schedule, in order."""
        kept: list[tuple[str, int]] = []
        todo: list[tuple[str, int, int, int]] = []
        i, j = 0, end
        while True:
            j = self.last[j] if j >= i else j
            if j < i:
                break
            hold = self.free(i, j, room)[1]
            if hold < 0:
                todo.append(("again", i, j, room))
                break
            kept.append(("keep", hold))
            todo += [("again", i, hold - 1, room), ("read", hold, 0, 0)]
            i, room = hold + 1, room - self.sizes[hold]
        events = []
        while todo:
            what, i, j, room = todo.pop()
            if what == "read":
                events += [("read", i)] if self.read[i] else []
                events.append(("drop", i))
                continue
            j = self.last[j] if j >= i else j
            if j < i:
                continue
            hold = self.again(i, j, room)[1]
            for k in range(i, hold + 1):
                events.append(("compute", k))
                if k > i:
                    events.append(("drop", k - 1))
            todo += [
                ("again", i, hold - 1, room),
                ("read", hold, 0, 0),
                ("again", hold + 1, j, room - self.sizes[hold]),
            ]
        return [*kept, *events]


# -- general problems


class Player:
    """Simulates a backward pass, step by step, and evicts units if memory is short.

    ``available`` is the set of available units. With ``far``, units that are read late are evicted first.
    """

    def __init__(self, problem: Problem, useful: Sequence[frozenset[int]], available: Iterable[int], far: bool) -> None:
        self.problem = problem
        self.useful = useful
        self.available = set(available)
        self.now = problem.bytes(self.available)
        self.far = far
        self.reads: dict[int, list[int]] = {}
        for t, step in enumerate(problem.steps):
            for u in step:
                self.reads.setdefault(u, []).append(t)

    def step(self, t: int, limit: int) -> list[Action] | None:
        """The actions before step ``t``; None if memory is too short."""
        problem, done = self.problem, []
        for u in sorted(self.available - self.useful[t]):
            done.append(self.drop(u))
        wanted = set(problem.steps[t])
        todo = sorted(problem.missing(wanted, self.available))
        uses: dict[int, int] = {}
        for u in todo:
            for v in problem.needs[u]:
                uses[v] = uses.get(v, 0) + 1
        later = self.useful[t + 1]
        for u in todo:
            while self.now + problem.sizes[u] > limit:
                victim = self.victim(t, wanted, uses)
                if victim is None:
                    return None
                done.append(self.drop(victim))
            self.available.add(u)
            self.now += problem.sizes[u]
            done.append((COMPUTE, u))
            for v in problem.needs[u]:
                uses[v] -= 1
                if not uses[v] and v not in wanted and v not in later and v in self.available:
                    done.append(self.drop(v))
        return done

    def drop(self, u: int) -> Action:
        self.available.remove(u)
        self.now -= self.problem.sizes[u]
        return DROP, u

    def victim(self, t: int, wanted: set[int], uses: dict[int, int]) -> int | None:
        """The unit with the lowest recomputation cost per byte."""
        problem, best, choice = self.problem, math.inf, None
        for u in sorted(self.available):
            if u in wanted or uses.get(u, 0) or not problem.sizes[u]:
                continue
            per = 1
            if self.far:
                per = next((r for r in self.reads.get(u, ()) if r > t), t + len(problem.steps)) - t
            cost = problem.costs[u]
            if cost / problem.sizes[u] / per >= best:
                continue  # what it is computed from is available at best
            cost += sum([problem.costs[v] for v in problem.missing(problem.needs[u], self.available)])
            score = cost / problem.sizes[u] / per
            if score < best:
                best, choice = score, u
        return choice


def _play(problem: Problem, useful: Sequence[frozenset[int]], keep: frozenset[int], far: bool,
          most: float = math.inf) -> Schedule | None:  # fmt: skip
    """Simulate an initial choice to the end. Give up once it costs more than ``most``."""
    player = Player(problem, useful, keep, far)
    actions, cost, most = [], 0.0, most * (1 + 1e-9)  # sums in another order differ by rounding
    for t in range(len(problem.steps)):
        done = player.step(t, problem.limit)
        if done is None:
            return None
        actions.append(tuple(done))
        cost += sum([problem.costs[u] for what, u in done if what is COMPUTE])
        if cost > most:
            return None
    return Schedule(keep, tuple(actions))


def _played(problem: Problem, useful: Sequence[frozenset[int]], start: frozenset[int] | None) -> list[Schedule | None]:
    """Simulate initial choices, and improve the best one by exchanges."""
    if start is not None:
        return [_play(problem, useful, start, far) for far in (False, True)]
    first = min(problem.keep, problem.limit)
    choices: dict[frozenset[int], None] = {}
    tightened = problem.limit >= problem.bytes(useful[0])
    parts = [1.0] if tightened else [1.0, 0.7, 0.4, 0.1] if len(useful[0]) > MANY else [k / 10 for k in range(11)]
    for part in parts:
        for choose in (_by_cost, _by_neighbours, _evenly):
            choices[choose(problem, useful[0], int(first * part))] = None
    best, least_cost, way = None, math.inf, False
    for keep in progress(choices, "planning what to keep", len(choices)):
        for far in (False, True):
            schedule = _play(problem, useful, keep, far, least_cost)
            if schedule is not None and schedule.cost(problem) < least_cost:
                best, least_cost, way = schedule, schedule.cost(problem), far
    if best is None:
        return []
    tries = max(0, TRIES - 2 * len(useful[0]) ** 2 // 100)
    improved = True
    while improved and tries > 0:
        improved = False
        for keep in _exchanges(problem, useful[0], best.keep, first):
            tries -= 1
            schedule = _play(problem, useful, keep, way, least_cost)
            if schedule is not None and schedule.cost(problem) < least_cost * (1 - 1e-12):
                best, least_cost, improved = schedule, schedule.cost(problem), True
                break
            if tries <= 0:
                break
    return [best]


def _exchanges(problem: Problem, units: frozenset[int], keep: frozenset[int], first: int) -> Iterable[frozenset[int]]:
    """Variants of a choice: one unit more, if it fits; one unit exchanged; one unit less."""
    now = problem.bytes(keep)
    out = sorted(units - keep, key=lambda u: (-problem.costs[u], u))
    for u in out:
        if now + problem.sizes[u] <= first:
            yield keep | {u}
    for u in out:
        for v in sorted(keep, key=lambda v: (problem.costs[v], v)):
            if now + problem.sizes[u] - problem.sizes[v] <= first:
                yield (keep | {u}) - {v}
    for v in sorted(keep):
        yield keep - {v}


def _filled(problem: Problem, keep: set[int], units: Iterable[int], bound: int) -> frozenset[int]:
    """Add units that fit, in the given order."""
    now = problem.bytes(keep)
    for u in units:
        if u not in keep and now + problem.sizes[u] <= bound:
            keep.add(u)
            now += problem.sizes[u]
    return frozenset(keep)


def _by_cost(problem: Problem, units: frozenset[int], bound: int) -> frozenset[int]:
    """The units with the highest cost per byte: the knapsack, in which each is recomputed once."""
    read = {u for step in problem.steps for u in step}

    def worth(u: int) -> float:
        alone = [v for v in problem.missing((u,), frozenset(read - {u}))]
        return sum([problem.costs[v] for v in alone]) / max(1, problem.sizes[u])

    return _filled(problem, set(), sorted(read & units, key=lambda u: (-worth(u), -u)), bound)


def _by_neighbours(problem: Problem, units: frozenset[int], bound: int) -> frozenset[int]:
    """All units that are read, without those that are cheapest to recompute from the others, one after the other."""
    keep = {u for step in problem.steps for u in step}
    now = problem.bytes(keep)

    def score(u: int) -> float:
        return sum([problem.costs[v] for v in problem.missing((u,), keep - {u})]) / max(1, problem.sizes[u])

    heap = [(score(u), u) for u in sorted(keep)]
    heapq.heapify(heap)
    while now > bound and heap:
        known, u = heapq.heappop(heap)
        fresh = score(u)
        if fresh > known and heap and fresh > heap[0][0]:
            heapq.heappush(heap, (fresh, u))
            continue
        keep.remove(u)
        now -= problem.sizes[u]
    return frozenset(keep)


def _evenly(problem: Problem, units: frozenset[int], bound: int) -> frozenset[int]:
    """As many units as fit, evenly spaced in cost."""
    order = sorted(units)
    total = sum([problem.costs[u] for u in order])
    mean = max(1, problem.bytes(order) // max(1, len(order)))
    count = bound // mean
    keep: set[int] = set()
    passed = 0.0
    for u in order:
        passed += problem.costs[u]
        if count and passed * (count + 1) >= total * (len(keep) + 1):
            _filled(problem, keep, (u,), bound)
    return frozenset(keep)
