"""Anomaly mode: what it notes while operations are recorded, and what it checks while a walk runs."""

from __future__ import annotations

import contextlib
import sys
import traceback
import zlib
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays
from ...arrays.coo import parts
from ...tape.node import PACKED, AccumulateGrad, Saved
from ...tape.state import local
from ...tape.watching import NODES, PASSES, Tool
from .nans import Suspect
from .trace import has, on_cpu, saved_name

TRACE, PARENT, SUMS = "traceback_", "parent_", "checksums_"  # in a node's metadata; the first two are torch's names


class Anomaly(Tool):
    """The tool that watches all threads while the mode is on."""

    events = NODES | PASSES

    def __init__(self, check_nan: bool) -> None:
        self.check_nan = check_nan

    def recorded(self, node: Any) -> None:
        """Note where a node was recorded, within which node of a walk, and what it saved."""
        notes = node.metadata
        notes[TRACE] = stack()
        walk = local.state.walk
        if walk is not None and walk.at is not None:
            notes[PARENT] = walk.at
        if node.saved is not None:
            notes[SUMS] = [checksum(s) for s in node.saved]

    def watcher(self) -> Guard:
        return Guard(self.check_nan)


class Guard(Suspect):
    """Watches one walk in anomaly mode."""

    def __init__(self, check_nan: bool) -> None:
        super().__init__()
        self.check_nan = check_nan

    def before(self, walk: Any, node: Any) -> None:
        """Check what a node has saved."""
        if node not in walk.ends:
            verify(node)

    def failed(self, node: Any, error: Exception) -> None:
        """What fails gets the forward traceback."""
        report(node, error)

    def ran(self, walk: Any, node: Any, gs: Any, results: Any) -> None:
        """Look for NaN in what a node gives, if asked to."""
        if not self.check_nan:
            return
        super().ran(walk, node, gs, results)

    def found(self, node: Any, output: int, lines: list[str]) -> None:
        """NaN is an error."""
        raise errors.diagnosis.nan(node.name(), output, lines)

    def hooked(self, node: Any, nr: int, hook: Any, old: Any, new: Any, after: bool) -> None:
        """Note what a hook did; NaN for a leaf, which no node will see, is an error at once."""
        if not self.check_nan:
            return
        super().hooked(node, nr, hook, old, new, after)
        if type(node) is AccumulateGrad and new is not None and has("isnan", new) and not has("isnan", old):
            raise errors.diagnosis.hook_nan(hook, node.shape)


def stack() -> list[str]:
    """The calls that are running, outermost first, without wengert's own; formatted as torch keeps them."""
    frames: list[Any] = []
    frame: Any = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if not code.co_filename.startswith(errors.text.PACKAGE):
            frames.append(traceback.FrameSummary(code.co_filename, frame.f_lineno, code.co_name))
        frame = frame.f_back
    return traceback.format_list(frames[::-1])


def report(node: Any, error: Exception) -> None:
    """Put the forward traceback of a node that failed into its exception, and warn of it as torch does; then of the
    nodes whose backward recorded it."""
    texts: list[str] = []
    while node is not None:
        notes = node.user or {}
        trace = notes.get(TRACE)
        site = None if type(node) is AccumulateGrad else (node.code, node.lasti)
        texts.append(
            errors.diagnosis.detected(node.name(), None if trace is None else "".join(trace), site, len(texts) > 0)
        )
        node = notes.get(PARENT)
    error.add_note("".join(texts))
    for text in texts:
        with contextlib.suppress(Warning):  # where warnings are errors: the error that is raised says the same
            errors.text.warn(text)


# -- writes that versions cannot see


def checksum(s: Any) -> int | None:
    """A checksum of a saved value; None for numbers, and for what a hook has packed."""
    if not isinstance(s, Saved) or s.version == PACKED:
        return None
    found = 0
    for a in parts(s.data):
        if not arrays.is_array(a):
            return None
        once = tuple(slice(0, 1) if stride == 0 else slice(None) for stride in a.strides)  # of what is expanded, once
        found = zlib.crc32(np.ascontiguousarray(on_cpu(a[(*once, ...)])).view(np.uint8).reshape(-1).data, found)
    return found


def verify(node: Any) -> None:
    """Check that what a node has saved is what it was, as far as it was noted."""
    saved, notes = node.saved, node.user
    sums = None if notes is None else notes.get(SUMS)
    if saved is None or sums is None:
        return
    for k, (s, known) in enumerate(zip(saved, sums, strict=False)):
        if known is None or not isinstance(s, Saved) or s.version != s.storage.version:  # the walk itself will tell
            continue
        now = checksum(s)
        if now is not None and now != known:
            raise errors.diagnosis.written_unseen(
                s.data.shape,
                s.data.dtype,
                str(arrays.device_of(s.data)),
                node.name(),
                saved_name(node, k),
                (node.code, node.lasti),
            )
