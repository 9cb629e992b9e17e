"""Anomaly mode: what it records for each operation, and what it checks in a backward pass."""

from __future__ import annotations

import contextlib
import traceback
import zlib
from collections.abc import Iterator, Sequence
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

TRACE, PARENT, SUMS = "traceback_", "parent_", "checksums_"  # keys in a node's metadata; the first two are torch's


class Anomaly(Tool):
    """The tool that watches all threads while the mode is on."""

    events = NODES | PASSES

    def __init__(self, check_nan: bool) -> None:
        self.check_nan = check_nan

    def recorded(self, node: Any) -> None:
        """Note where a node was recorded, by the backward of which node, and checksums of what it saved."""
        notes = node.metadata
        notes[TRACE] = Calls(errors.text.running())
        walk = local.state.walk
        if walk is not None and walk.at is not None:
            notes[PARENT] = walk.at
        if node._wg_saved is not None:
            notes[SUMS] = [checksum(s) for s in node._wg_saved]

    def watcher(self) -> Guard:
        return Guard(self.check_nan)


class Guard(Suspect):
    """Watches one backward pass in anomaly mode."""

    def __init__(self, check_nan: bool) -> None:
        super().__init__()
        self.check_nan = check_nan

    def before(self, walk: Any, node: Any) -> None:
        """Check what a node has saved."""
        if node not in walk.ends:
            verify(node)

    def failed(self, node: Any, error: Exception) -> None:
        """Add the forward traceback to the error."""
        report(node, error)

    def ran(self, walk: Any, node: Any, gs: Any, results: Any) -> None:
        """Check the results of a node for NaN, if that is enabled."""
        if not self.check_nan:
            return
        super().ran(walk, node, gs, results)

    def found(self, node: Any, output: int, lines: list[str]) -> None:
        """Raise an error: a node returned NaN."""
        raise errors.diagnosis.nan(node._wg_name(), output, lines)

    def hooked(self, place: Any, hook: Any, old: Any, new: Any) -> None:
        """Note what a hook did. NaN for a leaf is an error at once, because no node sees it later."""
        if not self.check_nan:
            return
        super().hooked(place, hook, old, new)
        if type(place.node) is AccumulateGrad and new is not None and has("isnan", new) and not has("isnan", old):
            raise errors.diagnosis.hook_nan(hook, place.node.shape)


class Calls(Sequence[str]):
    """Running calls of the user's program, outermost first, in Python's format. They are written out when read."""

    __slots__ = ("calls",)

    def __init__(self, calls: list[errors.text.Site]) -> None:
        self.calls = calls

    def lines(self) -> list[str]:
        """The text of each call."""
        lines = []
        for code, lasti in errors.text.of_user(self.calls):
            file, line = code.co_filename, errors.text.line_of(code, lasti)
            (text,) = traceback.format_list([traceback.FrameSummary(file, line, code.co_name)])
            cell = errors.text.cell_of(file)
            lines.append(text.replace(f'File "{file}", line', f"{cell}, line", 1) if cell else text)
        return lines

    def __getitem__(self, i: Any) -> Any:
        return self.lines()[i]

    def __len__(self) -> int:
        return len(errors.text.of_user(self.calls))

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines())

    def __repr__(self) -> str:
        return repr(self.lines())


def report(node: Any, error: Exception) -> None:
    """Add the forward traceback of a failed node to its error, and warn like torch. Continue with the nodes whose
    backward recorded it."""
    texts: list[str] = []
    while node is not None:
        notes = node._wg_user or {}
        trace = notes.get(TRACE)
        site = None if type(node) is AccumulateGrad else (node._wg_code, node._wg_lasti)
        texts.append(
            errors.diagnosis.detected(node._wg_name(), None if trace is None else "".join(trace), site, len(texts) > 0)
        )
        node = notes.get(PARENT)
    error.add_note("".join(texts))
    for text in texts:
        with contextlib.suppress(Warning):  # if warnings are errors: the raised error says the same
            errors.text.warn(text)


# -- writes that versions do not detect


def checksum(s: Any) -> int | None:
    """A checksum of a saved value; None for numbers, and for values that a hook has packed."""
    if not isinstance(s, Saved) or s.version == PACKED:
        return None
    found = 0
    a = s.data
    if type(a) is np.ndarray and a.flags.c_contiguous and a.dtype.kind in "biufc":
        return zlib.crc32(a.data)
    for a in parts(s.data):
        if not arrays.is_array(a):
            return None
        once = tuple(slice(0, 1) if stride == 0 else slice(None) for stride in a.strides)  # expanded ones once
        found = zlib.crc32(np.ascontiguousarray(on_cpu(a[(*once, ...)])).view(np.uint8).reshape(-1).data, found)
    return found


def verify(node: Any) -> None:
    """Check that the saved values of a node have not changed since their checksums were computed."""
    saved, notes = node._wg_saved, node._wg_user
    sums = None if notes is None else notes.get(SUMS)
    if saved is None or sums is None:
        return
    for k, (s, known) in enumerate(zip(saved, sums, strict=False)):
        if known is None or not isinstance(s, Saved) or s.version != s.storage.version:  # the pass reports it
            continue
        now = checksum(s)
        if now is not None and now != known:
            raise errors.diagnosis.written_unseen(
                s.data.shape,
                s.data.dtype,
                str(arrays.device_of(s.data)),
                node._wg_name(),
                saved_name(node, k),
                (node._wg_code, node._wg_lasti),
            )
