"""Print what the optional dependencies of pyproject.toml install: ``python tools/requirements.py dev,demo``.

So they can be installed without building the package again.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def requirements(extras: str) -> list[str]:
    """The requirements of extras, which are named with commas between them."""
    known = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    return [requirement for name in extras.split(",") for requirement in known[name]]


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1])))
