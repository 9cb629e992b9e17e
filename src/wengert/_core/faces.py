"""Whether the public functions are there, which the build writes into ``api/generated``, and whether they fit the rows.

``tools/generate.py`` writes them from the rows. An installed package has them and no generator: nothing is compared.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import warnings
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parent
GENERATED = PACKAGE / "api" / "generated"
STAMP = GENERATED / "__init__.py"
TOOLS = PACKAGE.parent.parent.parent / "tools"
GENERATOR = ("generate.py", "signatures.py", "documents.py", "stubs.py", "glossary.py")
TEXT = '''\
"""The public functions and methods of the rows. Written by tools/generate.py: do not edit."""

# hashes of what they were written from: the rows and the generator; and for their types all of the package
ROWS = "{rows}"
SOURCES = "{sources}"
'''
MISSING = """\
wengert: the public functions have not been written yet: the build does that. Run `make build`, or `pip install -e .`, \
or, without installing anything, `python tools/generate.py`."""
STALE = """\
wengert: the rows of operations, or the generator, were changed after the public functions were written from them. \
Run `make generate`, or `python tools/generate.py`."""


def rows() -> list[Path]:
    """What the functions are written from: the rows, and the generator."""
    return [*(PACKAGE / "ops").rglob("*.py"), *(TOOLS / name for name in GENERATOR)]


def sources() -> list[Path]:
    """All that the generator reads: for the types of methods the whole package, but for what it writes itself."""
    return [*rows(), *(p for p in PACKAGE.parent.rglob("*.py") if p.parent != GENERATED)]


def hash_of(files: Iterable[Path]) -> str:
    """A hash of files and their names."""
    digest = hashlib.sha256()
    for name, path in sorted((path.relative_to(TOOLS.parent).as_posix(), path) for path in files):
        digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def stamp(types_too: bool = True) -> str:
    """The text of ``generated/__init__.py`` for the sources as they are; not all is written before the types are."""
    return TEXT.format(rows=hash_of(rows()), sources=hash_of(sources()) if types_too else "")


def fresh() -> bool:
    """Whether the generator would write again what is there: then it need not run."""
    return STAMP.exists() and STAMP.read_text() == stamp()


def check() -> None:
    """Say what to run where the functions are missing or older than the rows.

    Raises:
        ImportError: if they are missing.
    """
    try:
        written = importlib.import_module("wengert._core.api.generated").ROWS
    except (ModuleNotFoundError, AttributeError):
        raise ImportError(MISSING) from None
    if not (TOOLS / GENERATOR[0]).exists():
        return
    if newest() > os.stat(STAMP).st_mtime_ns and written != hash_of(rows()):  # times cost less to read than files
        warnings.warn(STALE, stacklevel=3)


def newest() -> int:
    """When the latest of :func:`rows` was changed, in nanoseconds."""
    ops = os.fspath(PACKAGE / "ops")
    folders = [ops, *[entry.path for entry in os.scandir(ops) if entry.is_dir()]]
    tables = [entry for folder in folders for entry in os.scandir(folder) if entry.name.endswith(".py")]
    times = [entry.stat().st_mtime_ns for entry in tables]
    return max([*times, *[os.stat(TOOLS / name).st_mtime_ns for name in GENERATOR]])
