"""Whether the public functions are there, which the build writes into ``api/generated``, and whether they fit the rows.

``tools/generate.py`` writes them from the rows. An installed package has them and no generator: nothing is compared.
This runs whenever wengert is imported, so it does without pathlib and hashlib, which take longer to import than it.
"""

from __future__ import annotations

import importlib
import os
import warnings
from binascii import crc32
from collections.abc import Iterable

PACKAGE = os.path.dirname(os.path.abspath(__file__))
GENERATED = os.path.join(PACKAGE, "api", "generated")
STAMP = os.path.join(GENERATED, "__init__.py")
ADVICE = os.path.join(PACKAGE, "errors", "numpy_errors.py")  # which functions take whatever comes
TOOLS = os.path.join(os.path.dirname(PACKAGE), "..", "..", "tools")
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


def _under(folder: str) -> list[str]:
    """The sources in a folder and in those below it, but for what the generator writes."""
    found = [(place, names) for place, _, names in os.walk(folder) if place != os.fspath(GENERATED)]
    return [os.path.join(place, name) for place, names in found for name in names if name.endswith(".py")]


def rows() -> list[str]:
    """What the functions are written from: the rows, what is refused with advice, and the generator."""
    return [*_under(os.path.join(PACKAGE, "ops")), ADVICE, *(os.path.join(TOOLS, name) for name in GENERATOR)]


def sources() -> list[str]:
    """All that the generator reads: for the types of methods the whole package, but for what it writes itself."""
    return [*rows(), *_under(os.path.dirname(PACKAGE))]


def hash_of(files: Iterable[str]) -> str:
    """A hash of files and their names, the same on every version of Python: an sdist carries it."""
    texts = []
    for name, path in sorted((os.path.relpath(path, TOOLS).replace(os.sep, "/"), path) for path in files):
        with open(path, "rb") as source:
            texts.append(name.encode() + b"\0" + source.read())
    return format(crc32(b"\0".join(texts)), "08x")


def stamp(types_too: bool = True) -> str:
    """The text of ``generated/__init__.py`` for the sources as they are; not all is written before the types are."""
    return TEXT.format(rows=hash_of(rows()), sources=hash_of(sources()) if types_too else "")


def fresh() -> bool:
    """Whether the generator would write again what is there: then it need not run."""
    if not os.path.exists(STAMP):
        return False
    with open(STAMP) as written:
        return written.read() == stamp()


def check() -> None:
    """Say what to run where the functions are missing or older than the rows.

    Raises:
        ImportError: if they are missing.
    """
    try:
        written = importlib.import_module("wengert._core.api.generated").ROWS
    except (ModuleNotFoundError, AttributeError):
        raise ImportError(MISSING) from None
    if not os.path.exists(os.path.join(TOOLS, GENERATOR[0])):
        return
    if newest() > os.stat(STAMP).st_mtime_ns and written != hash_of(rows()):  # times cost less to read than files
        warnings.warn(STALE, stacklevel=3)


def newest() -> int:
    """When the latest of :func:`rows` was changed, in nanoseconds."""
    ops = os.path.join(PACKAGE, "ops")
    folders = [ops, *[entry.path for entry in os.scandir(ops) if entry.is_dir()]]
    tables = [entry for folder in folders for entry in os.scandir(folder) if entry.name.endswith(".py")]
    times = [entry.stat().st_mtime_ns for entry in tables]
    others = [ADVICE, *[os.path.join(TOOLS, name) for name in GENERATOR]]
    return max([*times, *[os.stat(path).st_mtime_ns for path in others]])
