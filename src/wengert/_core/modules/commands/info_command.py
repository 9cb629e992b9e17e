"""``python -m wengert info``: say which version and which build runs, on what."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from .build_info import EXTRAS, show_config
from .command_line import PROGRAM


def main(argv: Sequence[str]) -> int:
    """Print what runs here. Return the exit status."""
    extras = "\n".join([f"  {name:10}{what}" for name, (_, what) in EXTRAS.items()])
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} info",
        description="Say which version runs, whether its core is compiled, and why not;\n"
        "NumPy's BLAS and threads, CuPy, and which optional packages are installed.",
        epilog=f'optional packages, pip install "wengert[NAME]":\n{extras}',
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.parse_args(argv)
    show_config()
    return 0
