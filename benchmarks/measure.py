"""Measure the groups: check that libraries agree, then time them in turn, round by round."""

import math
import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tqdm import tqdm

from benchmarks import growth, inputs, operations, peers, programs
from benchmarks.case import agree
from benchmarks.contestants import LIBRARIES, OURS, Contestant

IMPORT = "import, beyond NumPy's"
PAUSE = 0.03  # seconds until the threads of one library, which wait for work for a while, are out of the others' way


@dataclass
class Part:
    """Cases of one group, measured together in some libraries. ``key`` names the part in the results."""

    key: str
    group: str
    names: tuple[str, ...]
    titles: tuple[str, ...]
    rounds: int
    sample: float  # seconds to spend on one answer
    threads: bool = False
    peaks: bool = False  # measure memory, too
    seconds: dict[str, dict[str, list[float]]] = field(default_factory=dict)  # by case and title
    bytes: dict[str, dict[str, int]] = field(default_factory=dict)


def parts(rounds: int, quick: bool) -> list[Part]:
    """What a run measures."""
    few = max(2, rounds // 3)
    small, large = (tuple(operations.names(sizes)) for sizes in (("ten", "realistic"), ("large",)))
    threaded = tuple(name for name in large if not name.endswith("recorded"))
    grown = tuple(growth.names(quick))
    sample = 0.001 if quick else 0.003
    return [
        Part("peers", "peers", peers.NAMES, tuple(LIBRARIES), rounds, 10 * sample),
        Part("programs", "programs", programs.NAMES, OURS, rounds, 5 * sample, peaks=True),
        Part("programs, all threads", "programs", programs.NAMES, OURS[:2], rounds, 5 * sample, threads=True),
        Part("operations", "operations", small, OURS[:2], rounds + 2, sample),
        Part("large operations", "operations", large, OURS[:2], rounds, sample),
        Part("large operations, all threads", "operations", threaded, OURS[:2], few, sample, threads=True),
        Part("inputs", "inputs", inputs.NAMES, OURS[:2], few, sample),
        Part("growth", "growth", grown, OURS, few, sample, peaks=True),
    ]


def check(part: Part, present: list[Contestant]) -> dict[str, list[Contestant]]:
    """Return who has each case. Raise an error if they do not compute the same."""
    having: dict[str, list[Contestant]] = {}
    wrong = []
    for name in tqdm(part.names, desc=f"checking {part.key}", leave=False):
        found = [(one, one.ask("check", part.group, name)) for one in present]
        for one, values in found:
            if isinstance(values, str):
                wrong.append(f"{name}: {one.title} raises {values}")
        answers = [(one, values) for one, values in found if isinstance(values, list)]
        wrong += [
            f"{name}: {one.title} and {answers[0][0].title} disagree: {values} and {answers[0][1]}"
            for one, values in answers[1:]
            if not agree(values, answers[0][1])
        ]
        having[name] = [one for one, _ in answers]
    if wrong:
        raise SystemExit("\n".join(wrong))
    return having


def measure(part: Part, present: list[Contestant]) -> None:
    """Check and time a part. Every round measures every case once in every library, in turn."""
    having = check(part, present)
    total = part.rounds * sum(len(those) for those in having.values())
    with tqdm(total=total, desc=part.key) as progress:
        for turn in range(part.rounds):
            for name, those in having.items():
                for one in those if turn % 2 == 0 else reversed(those):
                    if part.threads:
                        time.sleep(PAUSE)
                    found = one.ask("time", part.group, name, part.sample)
                    part.seconds.setdefault(name, {}).setdefault(one.title, []).append(found)
                    progress.update()


def measure_peaks(part: Part, present: list[Contestant]) -> None:
    """Measure memory, in processes that have run nothing else."""
    for name in tqdm(part.names, desc=f"memory of {part.key}", leave=False):
        for one in present:
            found = one.ask("peak", part.group, name)
            if found is not None:
                part.bytes.setdefault(name, {})[one.title] = found


def measure_imports(part: Part, present: list[Contestant], rounds: int) -> None:
    for _ in range(rounds):
        for one in present:
            if one.library != "numpy":
                part.seconds.setdefault(IMPORT, {}).setdefault(one.title, []).append(one.seconds_of_import())


def ratio(mine: Iterable[float], its: Iterable[float]) -> float:
    """The median over the rounds of one time divided by the other."""
    return statistics.median(a / b for a, b in zip(mine, its, strict=True))


def geometric(ratios: Iterable[float]) -> float:
    logs = [math.log(one) for one in ratios]
    return math.exp(sum(logs) / len(logs)) if logs else math.nan


def rounded(number: float) -> float:
    return float(f"{number:.4g}")


def summed_up(part: Part) -> dict[str, dict[str, Any]]:
    """What the results keep of a part: for each case and title the median of seconds and the ratio, and bytes."""
    found: dict[str, dict[str, Any]] = {}
    for name, by in part.seconds.items():
        reference = next(iter(by.values()))
        found[name] = {
            title: [rounded(statistics.median(times)), rounded(ratio(times, reference))] for title, times in by.items()
        }
        for title, size in part.bytes.get(name, {}).items():
            found[name][title].append(size)
    return found
