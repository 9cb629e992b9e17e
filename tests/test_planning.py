"""Planning what to keep: against a search through everything, on small problems; within the limit, on all."""

from __future__ import annotations

import heapq
import itertools
import math
import random
from typing import Any

import pytest

from wengert._core.tools.recompute import schedule as planning
from wengert._core.tools.recompute.schedule import Problem, Schedule, least, peak, solve


def everything(p: Problem) -> float | None:
    """The least cost there is: every set that can be there, step by step, by plain relaxation."""
    units = range(len(p.sizes))
    sets = [frozenset(c) for r in range(len(p.sizes) + 1) for c in itertools.combinations(units, r)]
    costs = {s: 0.0 for s in sets if p.bytes(s) <= min(p.keep, p.limit)}
    for step in p.steps:
        heap = [(c, sorted(s)) for s, c in costs.items()]
        heapq.heapify(heap)
        while heap:
            cost, there = heapq.heappop(heap)
            s = frozenset(there)
            if cost > costs[s]:
                continue
            for u in units:
                if u in s:
                    to, now = s - {u}, cost
                elif all(v in s for v in p.needs[u]) and p.bytes(s | {u}) <= p.limit:
                    to, now = s | {u}, cost + p.costs[u]
                else:
                    continue
                if now < costs.get(to, math.inf):
                    costs[to] = now
                    heapq.heappush(heap, (now, sorted(to)))
        costs = {s: c for s, c in costs.items() if s.issuperset(step)}
    return min(costs.values(), default=None)


def check(p: Problem, schedule: Schedule | None) -> float | None:
    """That a schedule can be carried out within its limits; its cost."""
    if schedule is None:
        return None
    most = peak(p, schedule)
    assert most is not None and most <= p.limit and p.bytes(schedule.keep) <= p.keep
    return schedule.cost(p)


def graph(r: random.Random, n: int, ratio: bool = False) -> Problem:
    needs = tuple(tuple(sorted(r.sample(range(i), min(i, r.randint(0, 2))))) for i in range(n))
    sizes = tuple(r.randint(1, 5) for _ in range(n))
    steps = tuple(tuple(sorted(r.sample(range(n), min(n, r.randint(0, 2))))) for _ in range(r.randint(1, n + 1)))
    limit = sum(sizes) if ratio else r.randint(1, sum(sizes))
    keep = r.randint(0, limit) if ratio else limit
    return Problem(sizes, tuple(r.randint(1, 9) for _ in range(n)), needs, steps, keep, limit)


def chain(r: random.Random, n: int, sizes: tuple[int, ...], limit: int) -> Problem:
    read = [i for i in range(n) if r.random() < 0.8 or i == n - 1]
    costs = tuple(r.randint(1, 9) for _ in range(n))
    needs = tuple((i - 1,) if i else () for i in range(n))
    return Problem(sizes, costs, needs, tuple((i,) for i in reversed(read)), limit, limit)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("ratio", [False, True])
def test_small_graphs_are_planned_best(seed: int, ratio: bool) -> None:
    r = random.Random(seed)
    p = graph(r, r.randint(1, 6), ratio)
    assert check(p, solve(p)) == everything(p)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("uniform", [True, False])
def test_chains_are_planned_best(seed: int, uniform: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the recursion over segments, not by search."""
    monkeypatch.setattr(planning, "EXACT", 0)
    r = random.Random(seed)
    n = r.randint(2, 8)
    sizes = (3,) * n if uniform else tuple(r.randint(1, 4) for _ in range(n))
    p = chain(r, n, sizes, r.randint(min(2 * max(sizes), sum(sizes)), sum(sizes)))
    found = check(p, solve(p))
    assert found == everything(p)
    assert found is not None


@pytest.mark.parametrize("n", [20, 60])
@pytest.mark.parametrize("slots", [3, 5, 9])
def test_long_chains_follow_the_binomial_law(n: int, slots: int) -> None:
    """Reversing a chain with s places needs each unit at most t times, where C(s + t, s) >= n (Griewank, 1992)."""
    p = chain(random.Random(0), n, (1,) * n, slots)
    p = p._replace(costs=(1.0,) * n, steps=tuple((i,) for i in reversed(range(n))))
    cost = check(p, solve(p))
    t = next(t for t in itertools.count(1) if math.comb(slots - 1 + t, slots - 1) >= n)
    assert cost is not None and cost <= n * t


@pytest.mark.parametrize("seed", range(25))
def test_large_graphs_are_planned_within_the_limit(seed: int) -> None:
    """And what is feasible stays feasible: with the least that is needed, and less recomputed with more room."""
    r = random.Random(seed)
    n = r.randint(12, 40)
    needs = tuple(tuple(sorted({max(0, i - r.randint(1, 4)) for _ in range(2)})) if i else () for i in range(n))
    sizes = tuple(r.randint(1, 9) for _ in range(n))
    steps = tuple((i, *needs[i][:1]) for i in reversed(range(n)))
    p = Problem(sizes, tuple(r.randint(1, 9) for _ in range(n)), needs, steps, 0, 0)
    bound = least(p)
    costs = []
    for limit in (bound, (bound + sum(sizes)) // 2, sum(sizes)):
        q = p._replace(keep=limit, limit=limit)
        costs.append(check(q, solve(q)))
    assert costs[-1] == 0 and None not in costs and costs[0] >= costs[1]


def test_what_is_settled_is_kept_or_dropped() -> None:
    p = Problem((1,) * 6, (1.0,) * 6, tuple((i - 1,) if i else () for i in range(6)),
                tuple((i,) for i in reversed(range(6))), 3, 3)  # fmt: skip
    for start in (frozenset(), frozenset({2}), frozenset({0, 5})):
        schedule = solve(p, start)
        assert schedule is not None and schedule.keep == start
        check(p, schedule)


def test_a_schedule_that_cannot_be_carried_out() -> None:
    p = Problem((1, 1), (1.0, 1.0), ((), (0,)), ((1,),), 1, 1)
    nothing: Any = frozenset()
    assert peak(p, Schedule(nothing, ((("compute", 1),),))) is None
    assert peak(p, Schedule(nothing, ((),))) is None
    assert peak(p, Schedule(frozenset({0}), ((("compute", 1),),))) == 2
    assert solve(p) == Schedule(frozenset({1}), ((),))


def test_least() -> None:
    """To compute the second its argument has to be there too; to keep it, not."""
    p = Problem((4, 4), (1.0, 1.0), ((), (0,)), ((1,),), 0, 0)
    assert least(p) == 4
    p = p._replace(steps=((1,), (0,)))
    assert least(p) == 4  # the second is kept, the first computed again
    assert least(Problem((4, 4), (1.0, 1.0), ((), (0,)), ((0, 1),), 0, 0)) == 8
