"""``python -m wengert run``: run a script or a module in which ``import torch`` imports wengert.

``import autograd`` imports ``wengert.hips`` in it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..alias.torch_alias import install_as_torch
from ..hips.autograd_alias import install_as_autograd
from .command_line import PROGRAM
from .running_programs import add_program, check_program, run_program


def main(argv: Sequence[str]) -> int:
    """Run the program given by the arguments. Return its exit status, or raise the exception that it exits with."""
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} run",
        description="Run a program written for PyTorch or HIPS autograd: in it, `import torch` imports wengert, and "
        "`import autograd` imports wengert.hips.",
        usage="%(prog)s [options] (PROGRAM | -m MODULE) [args ...]",
        epilog=f"example: {PROGRAM} run -m pytest tests",
    )
    parser.add_argument("--force", action="store_true", help="also where PyTorch or HIPS autograd is installed")
    add_program(parser)
    asked = parser.parse_args(argv)
    check_program(parser, asked)
    try:
        install_as_torch(force=asked.force)
        install_as_autograd(force=asked.force)
    except RuntimeError as e:
        parser.error(str(e))
    status, ended = run_program(asked)
    if ended is not None:
        raise ended
    return status
