"""``python -m wengert``: the command line."""

from __future__ import annotations

import importlib
import sys

COMMANDS = {
    "profile": ("wengert._core.tools.profiler.command", "run a program and see where its time goes"),
    "run": ("wengert._core.modules.alias.torch_alias", "run a program written for PyTorch as it is"),
}


def main(argv: list[str]) -> int:
    """Run the command named by the first argument. Return the exit status."""
    if argv and argv[0] in COMMANDS:
        module, _ = COMMANDS[argv[0]]
        return int(importlib.import_module(module).main(argv[1:]))
    asked = argv[:1] in (["-h"], ["--help"])
    said = "" if asked or not argv else f"python -m wengert: there is no command {argv[0]!r}\n\n"
    commands = "".join([f"  {name:10}{what}\n" for name, (_, what) in COMMANDS.items()])
    print(
        f"{said}usage: python -m wengert COMMAND [--help] ...\n\ncommands:\n{commands}",
        end="",
        file=sys.stdout if asked else sys.stderr,
    )
    return 0 if asked else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
