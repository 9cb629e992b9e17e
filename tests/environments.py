"""Python environments to look at a package from outside, as a user's checker and a user's program do."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path


def environment(where: Path, *paths: Path) -> tuple[Path, Path]:
    """Make an environment that has what this one has, after what is in ``paths``.

    An editable installation of a package with ``src/`` is such a path, in a ``.pth`` file.

    Returns:
        its Python, and the folder that packages are installed into.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(where)], check=True)
    python = where / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
    known = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    (packages / "paths.pth").write_text("\n".join([*map(str, paths), *known]) + "\n")
    return python, packages


def checked(program: Path, python: Path, *options: str) -> str:
    """What mypy says of a program, with the packages of an environment."""
    usual = ["--config-file=", "--follow-imports=silent", "--no-error-summary", f"--cache-dir={program.parent}"]
    asked = [sys.executable, "-m", "mypy", *usual, *options, f"--python-executable={python}", str(program)]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout
