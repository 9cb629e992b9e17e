"""Files are replaced as a whole: what is interrupted, or fails, leaves the old one.

A file that is mapped into memory must not be cut off, either: tensors loaded with ``mmap=True`` may be saved to the
path that they came from.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from typing import IO, Any


@contextlib.contextmanager
def opened_to_write(f: Any) -> Iterator[IO[bytes]]:
    """A path as a file that takes its place when all is written; a file as it is."""
    if not isinstance(f, (str, os.PathLike)):
        yield f
        return
    path = os.path.realpath(os.fspath(f))
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        raise RuntimeError(f"Parent directory {folder} does not exist. Make it first: os.makedirs.")
    if (os.path.exists(path) and not os.path.isfile(path)) or not os.access(folder, os.W_OK):  # a device, for example
        with open(path, "wb") as file:
            yield file
        return
    number, name = tempfile.mkstemp(dir=folder)
    try:
        with open(number, "wb") as file:
            yield file
        os.chmod(name, os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.remove(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
