"""Running a user's program inside a command, as Python itself would run it."""

from __future__ import annotations

import argparse
import builtins
import io
import os
import runpy
import sys
import types
import zipfile
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from typing import Any

from ...errors.tracebacks import bare


def add_program(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a program: a script, or a module after ``-m``, and what is handed to it."""
    add = parser.add_argument
    add("-m", dest="module", action="store_true", help="what follows is the name of a module, as for python -m")
    add("program", metavar="PROGRAM", help="a script, or with -m a module")
    add("args", nargs=argparse.REMAINDER, help="its arguments").required = False  # else an error asks for them, too


def check_program(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> None:
    """End with a message if there is no such script."""
    if not asked.module and not os.path.exists(asked.program):
        parser.error(f"there is no file {asked.program}")


def run_program(asked: argparse.Namespace) -> tuple[int, BaseException | None]:
    """Run the program that the arguments name.

    An error is reported as Python reports it, without the frames that started the program and without wengert's own
    (Note [Short tracebacks]).

    Returns:
        the exit status, and the ``SystemExit`` or ``KeyboardInterrupt`` that ended the program, if one did. Raise it
        again when your own work is done: Python handles it.
    """
    sys.argv = [asked.program, *asked.args]
    try:
        (_module if asked.module else _script)(asked.program)
    except Exception as e:
        shown = bare(e.with_traceback(within(e)))
        sys.excepthook(type(shown), shown, shown.__traceback__)
        return 1, None
    except BaseException as e:
        return 0, e.with_traceback(within(e))
    return 0, None


def add_call(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names a function: ``module:function``, or ``file.py:function``."""
    parser.add_argument("function", metavar="MODULE:FUNCTION", help="as in package.module:f, or in file.py:f")


def load_call(parser: argparse.ArgumentParser, name: str) -> Callable[..., Any]:
    """The function that ``module:function`` names. End with a message if there is none."""
    where, colon, path = name.rpartition(":")
    if not colon or not where or not path:
        parser.error(f"name the function as MODULE:FUNCTION or FILE.py:FUNCTION, not as {name!r}")
    found: Any
    if where.endswith(".py"):
        if not os.path.exists(where):
            parser.error(f"there is no file {where}")
        sys.path.insert(0, os.path.dirname(os.path.abspath(where)))
        found = types.SimpleNamespace(**runpy.run_path(where))
    else:
        sys.path.insert(0, os.getcwd())
        try:
            found = __import__(where, fromlist=["*"])
        except ModuleNotFoundError as e:
            if e.name != where and not where.startswith(f"{e.name}."):
                raise
            parser.error(f"there is no module {where}")
    for part in path.split("."):
        found = getattr(found, part, None)
        if found is None:
            parser.error(f"{where} has no function {path}")
    if not callable(found):
        parser.error(f"{where}:{path} cannot be called: it is of type {type(found).__name__}")
    return found  # type: ignore[no-any-return]


def within(e: BaseException) -> types.TracebackType | None:
    """The traceback without the frames that started the program."""
    tb = e.__traceback__
    while tb is not None and tb.tb_frame.f_code.co_filename in (__file__, runpy.__file__, "<frozen runpy>"):
        tb = tb.tb_next
    return tb


def _script(path: str) -> None:
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


def _module(name: str) -> None:
    """Run a module as ``python -m name`` would."""
    runpy.run_module(name, run_name="__main__", alter_sys=True)
