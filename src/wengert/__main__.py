"""``python -m wengert``: the command line."""

from __future__ import annotations

import sys

from ._core.modules.commands.command_line import process

if __name__ == "__main__":
    sys.exit(process())
