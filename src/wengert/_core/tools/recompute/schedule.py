"""What to keep and what to compute again: a schedule within a budget at the least recomputation.

Pure arithmetic on a :class:`Problem`. Note [Schedules] says what is searched, and how.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

# Note [Schedules]
# ----------------
# Units (operations whose results have memory) are numbered in the order in which they ran. A walk reads at each step
# some of them, all at once. At the end of the first call any set of units may be kept, as long as it fits; then, before
# each step, units are computed again, from others that are there, and dropped. A unit counts from when it is computed
# until it is dropped. What is looked for is the schedule with the least cost that never exceeds the limit.
#
# That is a pebble game, hard in general. Small problems are solved exactly, by Dijkstra's algorithm over what is there.
# On chains the shape of the best schedule is known (Griewank and Walther, 2000: revolve; Beaumont et al., 2019: rotor):
# keep one unit, treat what comes after it, then what came before it with all of the memory; a recursion over segments
# and bytes finds it. For all else several first choices (the best by cost per byte, alone and with all that hangs on
# it, and evenly spaced ones) are played through to the end, evicting what is cheapest to get back where room is lacking
# (Kirisame et al., 2021: dynamic tensor rematerialization), improved by single exchanges, and the best one is taken.
# Where all may be computed again at once, as for a ratio, this is a knapsack: each unit costs once what it costs.

EXACT = 12_000  # states that an exact search may have
SEGMENTS = 400_000  # steps that the recursion over a chain may take
LEVELS = 256  # into how many parts of the limit bytes are rounded up for it where they do not divide
TRIES = 400  # exchanges that are tried on what was played through

MANY = 300  # units from which on fewer first choices are tried

COMPUTE, DROP = "compute", "drop"
Action = tuple[str, int]


class Problem(NamedTuple):
    """What is to be planned.

    Attributes:
        sizes: bytes of each unit.
        costs: what it costs to compute it.
        needs: which units it is computed from; all have smaller numbers.
        steps: which units are read together, in the order of the walk.
        keep: bytes that may be kept when the first call is over.
        limit: bytes that may be there at any time after.
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

    def missing(self, wanted: Iterable[int], there: set[int] | frozenset[int]) -> set[int]:
        """What must be computed to have ``wanted``."""
        stack = [u for u in wanted if u not in there]
        found = set(stack)
        while stack:
            for v in self.needs[stack.pop()]:
                if v not in there and v not in found:
                    found.add(v)
                    stack.append(v)
        return found

    def useful(self) -> list[frozenset[int]]:
        """For each step, and for the end, the units that it or a later one may have a use for."""
        found: list[frozenset[int]] = [frozenset()]
        for step in reversed(self.steps):
            known = found[-1]
            found.append(known | self.missing(step, known))
        return found[::-1]


class Schedule(NamedTuple):
    """What is kept when the first call is over, and what is done before each step."""

    keep: frozenset[int]
    actions: tuple[tuple[Action, ...], ...]

    def computed(self) -> list[int]:
        """Every computation, in order."""
        return [u for step in self.actions for what, u in step if what is COMPUTE]

    def cost(self, problem: Problem) -> float:
        """What all of it costs."""
        return sum([problem.costs[u] for u in self.computed()])


def peak(problem: Problem, schedule: Schedule) -> int | None:
    """The most bytes that are there at any time; None if the schedule does what cannot be done."""
    there = set(schedule.keep)
    most = now = problem.bytes(there)
    for step, actions in zip(problem.steps, schedule.actions, strict=True):
        for what, u in actions:
            if what is DROP:
                there.remove(u)
                now -= problem.sizes[u]
                continue
            if u in there or any(v not in there for v in problem.needs[u]):
                return None
            there.add(u)
            now += problem.sizes[u]
            most = max(most, now)
        if any(u not in there for u in step):
            return None
    return most


def solve(problem: Problem, start: frozenset[int] | None = None) -> Schedule | None:
    """The best schedule that is found, None if none is.

    Args:
        problem: what is to be planned.
        start: what is there when the first call is over, if that is settled.
    """
    useful = problem.useful()
    if start is not None:
        start &= useful[0]
    read = frozenset(u for step in problem.steps for u in step)
    if start is None and problem.bytes(read) <= min(problem.keep, problem.limit):
        return _dropping(problem, useful, read, [()] * len(problem.steps))
    if len(problem.steps) * 2 ** len(useful[0]) <= EXACT:
        return _exact(problem, useful, start)
    found = [] if start is not None else [_chain(problem, useful)]
    if found and found[0] is not None and len({problem.sizes[u] for u in useful[0]}) == 1:
        return found[0]  # nothing is better
    found += _played(problem, useful, start)
    return min([s for s in found if s is not None], key=lambda s: s.cost(problem), default=None)


def least(problem: Problem) -> int:
    """The least number of bytes, kept and at any time, for which a schedule is found; rounded up where many differ."""
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


def _dropping(problem: Problem, useful: Sequence[frozenset[int]], keep: frozenset[int],
              computing: Sequence[Sequence[Action]]) -> Schedule:  # fmt: skip
    """A schedule in which everything is dropped besides as soon as nothing later may use it."""
    there = set(keep)
    actions = []
    for t, given in enumerate(computing):
        gone = sorted(u for u in there if u not in useful[t])
        there.difference_update(gone)
        done = [(DROP, u) for u in gone]
        for what, u in given:
            if what is COMPUTE:
                there.add(u)
                done.append((COMPUTE, u))
            elif u in there:
                there.remove(u)
                done.append((DROP, u))
        actions.append(tuple(done))
    return Schedule(keep, tuple(actions))


# -- small problems


def _exact(problem: Problem, useful: Sequence[frozenset[int]], start: frozenset[int] | None) -> Schedule | None:
    """The best of all schedules: the shortest way through the sets of units that may be there."""
    units = sorted(useful[0])
    bit = {u: 1 << i for i, u in enumerate(units)}
    sizes = [problem.sizes[u] for u in units]
    total = [0] * (1 << len(units))
    for mask in range(1, len(total)):
        low = mask & -mask
        total[mask] = total[mask ^ low] + sizes[low.bit_length() - 1]

    def mask_of(found: Iterable[int]) -> int:
        return sum([bit[u] for u in set(found)])

    needs = [mask_of(problem.needs[u]) for u in units]
    steps = [mask_of(s) for s in problem.steps]
    alive = [mask_of(s) for s in useful]
    first = min(problem.keep, problem.limit)
    starts = [m for m in range(len(total)) if total[m] <= first] if start is None else [mask_of(start)]
    best: dict[tuple[int, int], float] = {}
    came: dict[tuple[int, int], tuple[tuple[int, int], Action | None]] = {}
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
            return _retraced(came, state, units, len(steps))
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
                came[to] = state, action
                heapq.heappush(heap, (new, -to[0], count := count + 1, to))
    return None


def _retraced(came: dict[tuple[int, int], tuple[tuple[int, int], Action | None]], state: tuple[int, int],
              units: Sequence[int], count: int) -> Schedule:  # fmt: skip
    """The way that led to a state, as a schedule."""
    actions: list[list[Action]] = [[] for _ in range(count)]
    while state in came:
        before, action = came[state]
        if action is None:  # from one step to the next, dropping what has no more use
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
    """The best schedule of a chain: None if it is none, or too long."""
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
    return _dropping(problem, useful, keep, computing)


class _Segments:
    """The recursion over segments of a chain: Note [Schedules]. ``sizes`` are in parts of the limit."""

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
        """The cost of reading all of ``i..j``, last first, when only what is before ``i`` is there; and what to hold
        first."""
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
        """The same when the first call is just passing: what it keeps costs nothing. Nothing kept: ``hold`` is -1."""
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
        """What happens, in order."""
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


# -- all else


class Player:
    """Plays a walk through, one step after the other, evicting where room is lacking.

    ``there`` is what is there. ``far``: evict rather what is read late.
    """

    def __init__(self, problem: Problem, useful: Sequence[frozenset[int]], there: Iterable[int], far: bool) -> None:
        self.problem = problem
        self.useful = useful
        self.there = set(there)
        self.now = problem.bytes(self.there)
        self.far = far
        self.reads: dict[int, list[int]] = {}
        for t, step in enumerate(problem.steps):
            for u in step:
                self.reads.setdefault(u, []).append(t)

    def step(self, t: int, limit: int) -> list[Action] | None:
        """What to do before step ``t``; None if there is no room."""
        problem, done = self.problem, []
        for u in sorted(self.there - self.useful[t]):
            done.append(self.drop(u))
        wanted = set(problem.steps[t])
        todo = sorted(problem.missing(wanted, self.there))
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
            self.there.add(u)
            self.now += problem.sizes[u]
            done.append((COMPUTE, u))
            for v in problem.needs[u]:
                uses[v] -= 1
                if not uses[v] and v not in wanted and v not in later and v in self.there:
                    done.append(self.drop(v))
        return done

    def drop(self, u: int) -> Action:
        self.there.remove(u)
        self.now -= self.problem.sizes[u]
        return DROP, u

    def victim(self, t: int, wanted: set[int], uses: dict[int, int]) -> int | None:
        """What is cheapest to get back, for the bytes that it gives."""
        best, found = math.inf, None
        for u in sorted(self.there):
            if u in wanted or uses.get(u, 0) or not self.problem.sizes[u]:
                continue
            cost = sum([self.problem.costs[v] for v in self.problem.missing((u,), self.there - {u})])
            next_read = next((r for r in self.reads.get(u, ()) if r > t), None)
            score = cost / self.problem.sizes[u]
            if self.far:
                score /= len(self.problem.steps) if next_read is None else next_read - t
            if score < best:
                best, found = score, u
        return found


def _play(problem: Problem, useful: Sequence[frozenset[int]], keep: frozenset[int], far: bool) -> Schedule | None:
    """Play a first choice through."""
    player = Player(problem, useful, keep, far)
    actions = []
    for t in range(len(problem.steps)):
        done = player.step(t, problem.limit)
        if done is None:
            return None
        actions.append(tuple(done))
    return Schedule(keep, tuple(actions))


def _played(problem: Problem, useful: Sequence[frozenset[int]], start: frozenset[int] | None) -> list[Schedule | None]:
    """First choices, played through; the best one improved by exchanges."""
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
    for keep in choices:
        for far in (False, True):
            schedule = _play(problem, useful, keep, far)
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
            schedule = _play(problem, useful, keep, way)
            if schedule is not None and schedule.cost(problem) < least_cost * (1 - 1e-12):
                best, least_cost, improved = schedule, schedule.cost(problem), True
                break
            if tries <= 0:
                break
    return [best]


def _exchanges(problem: Problem, units: frozenset[int], keep: frozenset[int], first: int) -> Iterable[frozenset[int]]:
    """One unit more, where there is room; one less; one for another."""
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
    """More of these units, as many as fit."""
    now = problem.bytes(keep)
    for u in units:
        if u not in keep and now + problem.sizes[u] <= bound:
            keep.add(u)
            now += problem.sizes[u]
    return frozenset(keep)


def _by_cost(problem: Problem, units: frozenset[int], bound: int) -> frozenset[int]:
    """Those that cost most for their bytes: the knapsack, where each is computed again once."""
    read = {u for step in problem.steps for u in step}

    def worth(u: int) -> float:
        alone = [v for v in problem.missing((u,), frozenset(read - {u}))]
        return sum([problem.costs[v] for v in alone]) / max(1, problem.sizes[u])

    return _filled(problem, set(), sorted(read & units, key=lambda u: (-worth(u), -u)), bound)


def _by_neighbours(problem: Problem, units: frozenset[int], bound: int) -> frozenset[int]:
    """All that is read, without those that are cheapest to get back from what stays, one after the other."""
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
    """As many as fit, evenly spaced in cost."""
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
