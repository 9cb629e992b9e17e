"""The version counter that all aliases of one memory share, and where that memory was last written."""

from __future__ import annotations

from typing import Any


class Storage:
    """One per memory that was saved, viewed or written: its version, its last writer and, under vmap, its aliases.

    ``born`` are the vmap levels that were running when the memory was made, ``aliases`` weak references to
    the tensors on it; both are kept only for memory born inside a vmap, because only that can be promoted.
    """

    def __init__(self) -> None:
        self.version = 0
        self.code: Any = None  # of the last write: code object and instruction, resolved only when an error is built
        self.lasti = -1
        self.writer = ""
        self.born: tuple[int, ...] = ()
        self.aliases: Any = None
        self.keepers: Any = None  # who wants to copy what is here before it is overwritten

    def keep(self) -> None:
        """Call before a write: let those who asked copy what is about to be overwritten."""
        for keeper in self.keepers:
            keeper.keep()

    def bump(self, writer: str, site: Any) -> None:
        """Count a write made by the operation ``writer`` at ``site``."""
        self.version += 1
        self.writer = writer
        self.code, self.lasti = site
