"""The version counter that all aliases of one memory share, and where that memory was last written."""

from __future__ import annotations

from typing import Any

from ..arrays import objects
from ..arrays.conjugates import images, settle


class Storage:
    """One per memory that was saved, viewed or written: its version, its last writer and, under vmap, its aliases.

    ``born`` are the vmap levels that were running when the memory was made, ``aliases`` weak references to
    the tensors on it; both are kept only for memory born inside a vmap, because only that can be promoted.
    ``heir`` is the base of all views of this memory if the tensor that was their base has moved to other memory.
    """

    version: int
    foreign: bool  # shared with NumPy or another library: it cannot be moved
    inference: bool  # allocated in inference mode: neither saved nor, outside, written
    viewed: bool  # a view of this memory was made, and may be there still
    code: Any  # of the last write: code object and instruction, resolved only when an error is built
    lasti: int
    writer: Any
    born: Any
    aliases: Any
    heir: Any

    def bump(self, writer: str, site: Any, payload: Any) -> None:
        """Count a write made by the operation ``writer`` at ``site`` into ``payload``; None if nothing was changed."""
        self.version += 1
        self.writer = writer
        self.code, self.lasti = site
        if images:
            settle(payload)


objects.fields(Storage)


def cell() -> Storage:
    """The storage of memory that nobody has written to."""
    new: Storage = objects.blank(Storage)
    new.version = 0
    new.inference = False  # on the instance what is read often: class attributes are slower to read
    new.aliases = None
    return new
