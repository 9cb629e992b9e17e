"""``python -m wengert``: the commands, and which module runs each. A command is imported when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

from ...release import __version__

PROGRAM = "python -m wengert"
COMMANDS = {
    "info": ("info_command", "say which version and which build runs, on what"),
    "demo": ("demo_command", "train a small network, and show what it learned"),
    "gradcheck": ("gradcheck_command", "check the gradients of a function against finite differences"),
    "profile": ("profile_command", "run a program and see where its time goes"),
    "run": ("run_command", "run a program written for PyTorch as it is"),
}


def process() -> int:
    """:func:`main` for the arguments of this process. It ends without a word if nobody reads on, as before ``head``."""
    try:
        try:
            return main(sys.argv[1:])
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes what is left when it exits
        return 1


def main(argv: Sequence[str]) -> int:
    """Run the command named by the first argument. Return the exit status."""
    first = argv[0] if argv else ""
    if first in COMMANDS:
        module, _ = COMMANDS[first]
        return int(importlib.import_module(f"{__package__}.{module}").main(argv[1:]))
    if first in ("-V", "--version"):
        print(f"wengert {__version__}")
        return 0
    asked = first in ("-h", "--help")
    if not asked and argv:
        print(f"{PROGRAM}: there is no command {first!r}\n", file=sys.stderr)
    print(usage(), end="", file=sys.stdout if asked else sys.stderr)
    return 0 if asked else 2


def usage() -> str:
    """What ``--help`` shows."""
    commands = "".join([f"  {name:11}{what}\n" for name, (_, what) in COMMANDS.items()])
    return (
        f"usage: {PROGRAM} COMMAND [--help] ...\n       {PROGRAM} --version\n\ncommands:\n{commands}\n"
        f"{PROGRAM} COMMAND --help says more about a command.\n"
    )
