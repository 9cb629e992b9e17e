"""Fail if anything has become grossly slower: `python -m benchmarks.gate`.

The time of each case is divided by that of a control, which is NumPy alone in the same process, so that the figures
hardly depend on the machine. `gate.json` has the ratios of both builds, and by which factor a case may exceed them. The
factor leaves room for another machine: a case that takes three times its time fails. A processor with wide vectors
computes the control of elements up to three times as fast as one without, so the ratio of such a case is the larger of
those on two machines.

Times are processor times, and nearly the least of many short samples, because other load increases them. The very least
is not used: a virtual machine may now and then lose some of the time. A case that seems too slow is sampled again and
again until it is not, or `PATIENCE` is over.

`--write` writes the ratios of the build at hand. Run it on a quiet machine after making something faster, and look at
what it raises or lowers.
"""

import argparse
import importlib
import json
import time
from bisect import insort
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import wengert
from benchmarks.case import Case
from benchmarks.peers import BUFFER, CHAIN, HESSIAN, HVP, MLP, SAMPLES, control

BOUNDS = Path(__file__).parent / "gate.json"
SAMPLE = 0.0005  # the least seconds of a sample
SAMPLES_AT_LEAST = 12
PATIENCE = 4.0  # seconds to spend on a case that seems too slow
FASTER = 0.6  # of the ratio in the file: then it should be written again

_small, _large = np.random.default_rng(0).normal(size=(2, 64, 256)).astype(np.float32), np.eye(192, dtype=np.float32)
CONTROLS: dict[str, Callable[[], Any]] = {
    "calls": control,  # twenty calls on ten elements
    "elements": lambda: np.tanh(np.exp(_small[0]) * _small[1]),
    "products": lambda: _large @ _large,
}
CASES = (
    ("operations", "x * y, ten, plain", "calls"),
    ("operations", "x * y, ten, recorded", "calls"),
    ("operations", "x * y, ten, with backward", "calls"),
    ("operations", "a + row, ten, with backward", "calls"),
    ("operations", "x[1:-1], ten, recorded", "calls"),
    ("operations", "reshape, ten, with backward", "calls"),
    ("operations", "sum(-1), ten, with backward", "calls"),
    ("operations", "cat, ten, with backward", "calls"),
    ("operations", "x[i], ten, with backward", "calls"),
    ("operations", "x[i:j] = v, ten, with backward", "calls"),
    ("operations", "linear, ten, with backward", "calls"),
    ("operations", "cross_entropy, ten, with backward", "calls"),
    ("operations", "gelu, realistic, with backward", "elements"),
    ("operations", "softmax, realistic, with backward", "elements"),
    ("operations", "layer_norm, realistic, with backward", "elements"),
    ("operations", "conv2d, realistic, with backward", "products"),
    ("operations", "max_pool2d, realistic, with backward", "elements"),
    ("operations", "bmm, realistic, with backward", "products"),
    ("peers", CHAIN, "calls"),
    ("peers", MLP, "products"),
    ("peers", BUFFER, "calls"),
    ("peers", HESSIAN, "calls"),
    ("peers", HVP, "calls"),
    ("peers", SAMPLES, "elements"),
    ("programs", "k-means: with gradient and Hessian diagonal", "elements"),
    ("programs", "LSTM, parameters per unit: with gradient", "calls"),
    ("programs", "Kalman filter: with gradient", "calls"),
    ("programs", "heat equation, in place: with gradient", "calls"),
    ("programs", "transformer: training step", "products"),
)


class Clock:
    """The processor time of one run, by all samples so far."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.samples: list[float] = []  # sorted
        with case.around():
            case.run()
            self.runs = 1
            while (taken := self.sample() * self.runs) < SAMPLE:
                self.runs = max(2 * self.runs, round(self.runs * SAMPLE / max(taken, SAMPLE / 100)))
        self.samples.clear()

    def sample(self) -> float:
        run, runs = self.case.run, self.runs
        with self.case.around():
            start = time.process_time()
            for _ in range(runs):
                run()
            taken = (time.process_time() - start) / runs
        insort(self.samples, taken)
        return taken

    @property
    def seconds(self) -> float:
        return self.samples[len(self.samples) // 25 + 1]


def measured(case: Case, beside: Clock, bound: float = 0.0, patience: float | None = None) -> float:
    """The ratio of a case to a control. Sampling ends early when it is within the bound."""
    clock = Clock(case)
    end = time.perf_counter() + (PATIENCE if patience is None else patience)
    while True:
        clock.sample()
        beside.sample()
        if len(clock.samples) >= SAMPLES_AT_LEAST:
            ratio = clock.seconds / beside.seconds
            if ratio <= bound or time.perf_counter() > end:
                return ratio


def found(group: str, name: str) -> Case:
    case = importlib.import_module(f"benchmarks.{group}").find("wengert", name)
    assert case is not None, name
    return case


def main(write: bool) -> None:
    """Measure all cases; print those that are too slow, and exit with 1 if there are any."""
    bounds = json.loads(BOUNDS.read_text(encoding="utf-8"))
    build = "compiled" if wengert.compiled else "uncompiled"
    known = bounds["ratios"].setdefault(build, {})
    controls = {name: Clock(Case(run)) for name, run in CONTROLS.items()}
    for _ in range(50):
        for clock in controls.values():
            clock.sample()
    slow, faster, ratios, start = [], [], {}, time.perf_counter()
    for group, name, beside in CASES:
        bound = 0.0 if write else bounds["factor"] * known.get(name, 0.0)
        ratio = ratios[name] = float(f"{measured(found(group, name), controls[beside], bound):.3g}")
        if not write and ratio > bound:
            slow.append(f"  {name}: {ratio} of the control's time ({beside}), and {known.get(name)} before")
        elif not write and ratio < FASTER * known[name]:
            faster.append(f"  {name}: {ratio} of the control's time, and {known[name]} before")
    if write:
        bounds["ratios"][build] = ratios
        BOUNDS.write_text(json.dumps(bounds, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{build}: {len(CASES)} cases in {time.perf_counter() - start:.0f} s, {len(slow)} too slow")
    if faster:
        print(
            "Faster than in benchmarks/gate.json; `make bench-gate ARGS=--write` lowers the bounds:", *faster, sep="\n"
        )
    if slow:
        print(f"More than {bounds['factor']} times as slow as in benchmarks/gate.json:", *slow, sep="\n")
        raise SystemExit(1)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(prog="python -m benchmarks.gate", description="Is anything grossly slower?")
    arguments.add_argument("--write", action="store_true", help="write the ratios of this build to gate.json")
    main(**vars(arguments.parse_args()))
