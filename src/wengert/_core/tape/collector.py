"""What Python's garbage collector sees of the tape, in the pure build: everything. See ``collector.pyx``."""

from __future__ import annotations

from typing import Any

hides = False  # whether anything is out of sight in this build


class Hidden:
    """A node."""


class Part:
    """A container that belongs to one node."""


def untrack(o: Any) -> None:
    """Take an object out of the collector's sight, in the compiled build."""


def track(o: Any) -> None:
    """Bring an object back into the collector's sight, in the compiled build: it has become part of a cycle."""


def enlist(node: Any) -> None:
    """Take a node out of the collector's sight, in the compiled build."""


def show(always: bool = True) -> None:
    """Bring all nodes back into the collector's sight."""


def expect_cycles() -> None:
    """Something was attached to a node that may refer back to it."""
