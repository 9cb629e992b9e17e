"""Measure one library in its own process: `python -m benchmarks.worker LIBRARY [--checkout]`.

The process first writes one line of JSON that describes the library. Then it reads names of cases, one per line, and
answers each with the time of one run in seconds. The parent process decides the order, so that two libraries never run
at the same time.
"""

import importlib.metadata
import json
import sys
import time
from typing import Any

import numpy as np

from benchmarks.cases import Case, cases_of

SAMPLE = 0.05  # the approximate time to spend on one answer, in seconds


def seconds(case: Case, runs: int) -> float:
    """Return the mean time of a run, with the garbage collector on, as for users."""
    start = time.perf_counter()
    for _ in range(runs):
        case()
    return (time.perf_counter() - start) / runs


def seconds_of_a_site() -> float:
    """Return the time that wengert needs to record the line of an operation's call."""
    sites = importlib.import_module("wengert._core.arrays.sites")
    package = importlib.import_module("wengert._core.errors.text").PACKAGE
    space = {"site": sites.site}
    exec(compile("def asking(): site()", f"{package}faces", "exec"), space)  # its frame counts as wengert's
    runs = 20_000
    return min(max(0.0, seconds(space["asking"], runs) - seconds(lambda: None, runs)) for _ in range(5))


def about(library: str, installed: bool) -> dict[str, Any]:
    """Return the library's version; for wengert, also whether it is compiled, and the cost of recording a call site."""
    found = {"version": importlib.metadata.version(library) if installed else "", "compiled": False}
    if library == "wengert" and not installed:
        found.update(compiled=sys.modules[library].compiled)
    elif library == "wengert":
        found.update(compiled=sys.modules[library].compiled, site=seconds_of_a_site())
    return found


def main(library: str, *options: str) -> None:
    cases = cases_of(library)
    gradients = {name: [float(np.abs(g).sum()) for g in case()] for name, case in cases.items()}
    runs = {name: max(1, round(SAMPLE / seconds(case, 3))) for name, case in cases.items()}
    print(json.dumps({**about(library, not options), "gradients": gradients}), flush=True)
    for line in sys.stdin:
        name = line.rstrip("\n")
        print(seconds(cases[name], runs[name]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
