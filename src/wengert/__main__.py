"""``python -m wengert``: the command line."""

from __future__ import annotations

import sys

from ._core.modules.commands.command_line import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
