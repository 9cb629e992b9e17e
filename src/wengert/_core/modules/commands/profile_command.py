"""``python -m wengert profile script.py``: run a program as Python would, and report where it spends its time."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from ...tools.profiler.profile import _ExperimentalConfig, profile
from ...tools.profiler.timeline import timeline
from .command_line import PROGRAM
from .running_programs import add_program, check_program, run_program

SORTS = {
    "self": "self_cpu_time_total",
    "total": "cpu_time_total",
    "mean": "cpu_time",
    "calls": "count",
    "memory": "self_cpu_memory_usage",
}
FILES = (".json.gz", ".html")


def main(argv: Sequence[str]) -> int:
    """Run the program given by the arguments. Return its exit status, or raise the exception that it exits with."""
    parser = _parser()
    asked = parser.parse_args(argv)
    asked.memory = asked.memory or asked.sort == "memory"
    folder = os.path.dirname(os.path.abspath(asked.out))
    if not os.path.isdir(folder):
        parser.error(f"argument --out: there is no folder {folder}")
    check_program(parser, asked)
    run = profile(
        record_shapes=asked.record_shapes,
        profile_memory=asked.memory,
        with_stack=asked.stack,
        experimental_config=_ExperimentalConfig(profile_all_threads=True),
    )
    with run:
        status, ended = run_program(asked)
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join()
    try:
        report(run, asked, " ".join([*["-m"] * asked.module, os.path.basename(asked.program), *asked.args]))
    except OSError as e:
        print(f"{PROGRAM} profile: {e}", file=sys.stderr)
        status = 1
    if ended is not None:
        raise ended
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} profile",
        description="Run a program and tell where its time went: a table, a trace that profiler.diff compares and "
        "Perfetto shows, and a timeline to open in a browser.",
        usage="%(prog)s [options] (PROGRAM | -m MODULE) [args ...]",
    )
    add = parser.add_argument
    add("--sort", choices=SORTS, default="self", help="what the table is sorted by (default: self)")
    add("--rows", type=int, default=30, metavar="N", help="how many rows the table has, -1 for all (default: 30)")
    add("--out", default="profile", metavar="PATH", help="where the files go, without their endings (default: profile)")
    add("--record-shapes", action="store_true", help="record the shapes of arguments; the table tells them apart")
    add("--memory", action="store_true", help="record what memory is taken and given back")
    add("--stack", action="store_true", help="record the lines that called; the table tells them apart")
    add_program(parser)
    return parser


# -- reporting


def report(run: Any, asked: argparse.Namespace, title: str) -> None:
    """Print the table and write the files."""
    sums = run.key_averages(group_by_input_shape=asked.record_shapes, group_by_stack_n=int(asked.stack))
    sys.stdout.flush()
    print(sums.table(sort_by=SORTS[asked.sort], row_limit=asked.rows), end="", flush=True)
    writers: tuple[Callable[[str], Any], ...] = (
        run.export_chrome_trace,
        lambda path: timeline(run, path, title=title),
    )
    paths = [asked.out + ending for ending in FILES]
    for path, write in zip(paths, writers, strict=True):
        write(path)
    print(f"trace: {paths[0]}\ntimeline: {paths[1]}", file=sys.stderr)
