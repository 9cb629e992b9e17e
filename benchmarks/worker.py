"""Measure one library in its own process: `python -m benchmarks.worker LIBRARY [--checkout]`.

The process first writes one line of JSON that describes the library. Then it reads requests, one line of JSON each, and
answers each with a line. The parent process decides the order, so that two libraries never run at the same time. A
request is a command, the group and name of a case, and for ``time`` the seconds to spend:

- ``check``: fingerprints of the results; null if the library has no such case, or the text of the error it raises
- ``time``: the mean time of a run, with the garbage collector on, as for users
- ``peak``: the most memory, in bytes, that the first run in a new process needs beside its inputs; null where
  processes cannot fork
"""

import importlib
import importlib.metadata
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.case import Case, fingerprint

GROUPS = ("peers", "operations", "inputs", "programs", "growth")
RUNS: dict[tuple[str, str], int] = {}  # how often to run a case for one answer


def find(library: str, group: str, name: str) -> Case | None:
    return importlib.import_module(f"benchmarks.{group}").find(library, name)


def seconds(run: Callable[[], Any], runs: int) -> float:
    """Return the mean time of a run."""
    start = time.perf_counter()
    for _ in range(runs):
        run()
    return (time.perf_counter() - start) / runs


def check(library: str, group: str, name: str) -> Any:
    try:
        case = find(library, group, name)
        return None if case is None else [fingerprint(value) for value in case.values()]
    except Exception as e:  # of any kind: the case is reported, and the others go on
        return f"{type(e).__name__}: {e}"


def timed(library: str, group: str, name: str, sample: float) -> float:
    case = find(library, group, name)
    with case.around():
        once = seconds(case.run, 1)  # not measured: what it touches may have left the cache
        if (group, name) not in RUNS:
            once = seconds(case.run, 1)
            RUNS[group, name] = max(1, round(sample / once))
            if once < sample / 10:
                RUNS[group, name] = max(1, round(sample / seconds(case.run, max(3, RUNS[group, name] // 4))))
        return seconds(case.run, RUNS[group, name])


def peak(library: str, group: str, name: str) -> int | None:
    """Measure memory in a child of this process, which has run nothing: no allocator keeps memory to use again."""
    if not hasattr(os, "fork"):
        return None
    reads, writes = os.pipe()
    child = os.fork()
    if child:
        os.close(writes)
        with os.fdopen(reads) as pipe:
            answer = pipe.read()
        os.waitpid(child, 0)
        return int(answer) if answer else None
    try:
        case = find(library, group, name)
        warm(library)  # again: a child has none of the pages of the code
        with case.around():
            before = resident()
            case.run()
        os.write(writes, str(resident() - before).encode())
    finally:
        os._exit(0)


def resident() -> int:
    """The most memory, in bytes, that this process has had."""
    import resource  # which Windows lacks

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def warm(library: str) -> None:
    """Load what every first call loads, so that no program is charged for it."""
    t = importlib.import_module(library)
    x = t.ones(2, 2, requires_grad=True)
    for _ in range(2):
        (x @ x + x.tanh() * 2).sum().backward()


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
    module = importlib.import_module(library)
    version = getattr(module, "__version__", "") or importlib.metadata.version(library)
    found = {"version": version, "compiled": False}
    if library == "wengert" and not installed:
        found.update(compiled=sys.modules[library].compiled)
    elif library == "wengert":
        found.update(compiled=sys.modules[library].compiled, site=seconds_of_a_site())
    return found


COMMANDS: dict[str, Callable[..., Any]] = {"check": check, "time": timed, "peak": peak}


def main(library: str, *options: str) -> None:
    described = about(library, not options)
    if library in ("torch", "wengert"):
        warm(library)
    print(json.dumps(described), flush=True)
    for line in sys.stdin:
        command, *arguments = json.loads(line)
        print(json.dumps(COMMANDS[command](library, *arguments)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
