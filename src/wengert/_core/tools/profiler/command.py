"""``python -m wengert profile script.py``: run a program as Python would, and report where it spends its time."""

from __future__ import annotations

import argparse
import builtins
import io
import os
import runpy
import sys
import threading
import types
import zipfile
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from typing import Any

from .profile import _ExperimentalConfig, profile
from .timeline import timeline

SORTS = {
    "self": "self_cpu_time_total",
    "total": "cpu_time_total",
    "mean": "cpu_time",
    "calls": "count",
    "memory": "self_cpu_memory_usage",
}
FILES = (".json.gz", ".html")


def main(argv: list[str]) -> int:
    """Run the program given by the arguments. Return its exit status, or raise the exception that it exits with."""
    parser = _parser()
    asked = parser.parse_args(argv)
    asked.memory = asked.memory or asked.sort == "memory"
    folder = os.path.dirname(os.path.abspath(asked.out))
    if not os.path.isdir(folder):
        parser.error(f"argument --out: there is no folder {folder}")
    if not asked.module and not os.path.exists(asked.script):
        parser.error(f"there is no file {asked.script}")
    run = profile(
        record_shapes=asked.record_shapes,
        profile_memory=asked.memory,
        with_stack=asked.stack,
        experimental_config=_ExperimentalConfig(profile_all_threads=True),
    )
    sys.argv = [asked.script, *asked.args]
    ended, status = None, 0
    with run:
        try:
            (module if asked.module else script)(asked.script)
        except Exception as e:
            tell(e)
            status = 1
        except BaseException as e:  # SystemExit and KeyboardInterrupt: Python handles them
            ended = e
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join()
    try:
        report(run, asked, " ".join([*["-m"] * asked.module, os.path.basename(asked.script), *asked.args]))
    except OSError as e:
        print(f"python -m wengert profile: {e}", file=sys.stderr)
        status = 1
    if ended is not None:
        raise ended.with_traceback(within(ended))
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m wengert profile",
        description="Run a program and tell where its time went: a table, a trace that profiler.diff compares and "
        "Perfetto shows, and a timeline to open in a browser.",
        usage="%(prog)s [options] (SCRIPT | -m MODULE) [args ...]",
    )
    add = parser.add_argument
    add("-m", dest="module", action="store_true", help="what follows is the name of a module, as for python -m")
    add("--sort", choices=SORTS, default="self", help="what the table is sorted by (default: self)")
    add("--rows", type=int, default=30, metavar="N", help="how many rows the table has, -1 for all (default: 30)")
    add("--out", default="profile", metavar="PATH", help="where the files go, without their endings (default: profile)")
    add("--record-shapes", action="store_true", help="record the shapes of arguments; the table tells them apart")
    add("--memory", action="store_true", help="record what memory is taken and given back")
    add("--stack", action="store_true", help="record the lines that called; the table tells them apart")
    add("script", metavar="SCRIPT", help="the program")
    add("args", nargs=argparse.REMAINDER, help="its arguments")
    return parser


# -- running


def script(path: str) -> None:
    """Run a file as ``python path`` would. For a folder or a zip file, run its ``__main__.py``."""
    if os.path.isdir(path) or zipfile.is_zipfile(path):
        runpy.run_path(path, run_name="__main__")
        return
    path = os.path.abspath(path)
    with io.open_code(path) as file:
        source = file.read()
    if not sys.flags.safe_path:
        sys.path[0] = os.path.dirname(os.path.realpath(path))
    # It stays in sys.modules: pickled objects of the program, and code that runs when Python exits, need it.
    running = types.ModuleType("__main__")
    running.__dict__.update(
        __builtins__=builtins, __file__=path, __cached__=None, __loader__=SourceFileLoader("__main__", path)
    )
    sys.modules["__main__"] = running
    exec(compile(source, path, "exec", dont_inherit=True), running.__dict__)


def module(name: str) -> None:
    """Run a module as ``python -m name`` would."""
    runpy.run_module(name, run_name="__main__", alter_sys=True)


def within(e: BaseException) -> types.TracebackType | None:
    """The traceback without the frames that started the program."""
    tb = e.__traceback__
    while tb is not None and tb.tb_frame.f_code.co_filename in (__file__, runpy.__file__, "<frozen runpy>"):
        tb = tb.tb_next
    return tb


def tell(e: BaseException) -> None:
    """Report that the program ended with an error, in Python's format."""
    e = e.with_traceback(within(e))
    sys.excepthook(type(e), e, e.__traceback__)


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
