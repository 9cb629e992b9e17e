"""Measure the cost of profiling: `python -m benchmarks.profiler`.

The same chain of 20 small operations, forward and backward, runs alternately with and without a profile, in wengert and
in PyTorch. Each library has its own process on one thread. The difference divided by the number of events is the cost
of an event while the program runs; the processing afterwards is not included. Times are processor times, and the
minimum over the rounds, because other load on the machine can only increase them.
"""

import argparse
import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.contestants import THREADS

ROOT = Path(__file__).resolve().parent.parent
RUNS = 300
OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"record_shapes": True},
    {"profile_memory": True},
    {"with_flops": True, "record_shapes": True},
)


def chain(lib: Any) -> Callable[[], None]:
    """Return the program: `CHAIN` of the other benchmarks."""
    x, b = lib.ones(10, requires_grad=True), lib.ones(10, requires_grad=True)

    def run() -> None:
        y = x
        for _ in range(10):
            y = (y * b).tanh()
        y.sum().backward()

    return run


def took(run: Callable[[], None]) -> float:
    start = time.process_time()
    for _ in range(RUNS):
        run()
    return time.process_time() - start


def measure(library: str, rounds: int) -> dict[str, Any]:
    """Return the time of one run without and with a profile, and its number of events, for each of `OPTIONS`."""
    lib = importlib.import_module(library)
    profile = importlib.import_module(f"{library}.autograd.profiler").profile
    run = chain(lib)
    took(run)
    off, on, events = float("inf"), [float("inf")] * len(OPTIONS), [0] * len(OPTIONS)
    for _ in range(rounds):
        off = min(off, took(run))
        for i, options in enumerate(OPTIONS):
            with profile(**options) as prof:
                on[i] = min(on[i], took(run))
            events[i] = len([e for e in prof.function_events if e.name != "[memory]"])
    return {"off": off / RUNS, "on": [s / RUNS for s in on], "events": [n / RUNS for n in events]}


def main(rounds: int) -> None:
    """Measure each library in a new process, and print the table."""
    environment = {**os.environ, **dict.fromkeys(THREADS, "1")}
    print("| | chain off | on | events | per event |\n| --- | ---: | ---: | ---: | ---: |")
    libraries = (("PyTorch", "torch", {}), ("wengert", "wengert", {}),
                ("wengert, uncompiled", "wengert", {"WENGERT_PURE_PYTHON": "1"}))  # fmt: skip
    for title, library, more in libraries:
        command = [sys.executable, "-m", "benchmarks.profiler", "--library", library, "--rounds", str(rounds)]
        done = subprocess.run(
            command, cwd=ROOT, env={**environment, **more}, stdout=subprocess.PIPE, text=True, check=True
        )
        found = json.loads(done.stdout.splitlines()[-1])
        for options, on, events in zip(OPTIONS, found["on"], found["events"], strict=True):
            name = ", ".join([title, *options])
            cost = (on - found["off"]) / events
            print(f"| {name} | {found['off'] * 1e6:.0f} µs | {on * 1e6:.0f} µs | {events:.0f} | {cost * 1e9:.0f} ns |")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(prog="python -m benchmarks.profiler", description="Measure what profiles cost.")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--library", help="measure this one here, and write JSON")
    chosen = arguments.parse_args()
    if chosen.library:
        print(json.dumps(measure(chosen.library, chosen.rounds)))
    else:
        main(chosen.rounds)
