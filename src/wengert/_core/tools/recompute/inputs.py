"""What a checkpointed call begins with, kept as a node keeps what it saved."""

from __future__ import annotations

from typing import Any

from ...dispatch.op import record
from ...tape.node import Node
from ...tape.saved_hooks import pack_all
from ...tape.saving import save
from ...tape.state import local
from ...tape.tensor import with_tangents


def _lasting(tangents: Any) -> Any:
    """Tangents by level, and theirs, out of reach of the levels: their ends take away what they know of."""
    if tangents is None:
        return None
    found = {}
    for level, t in tangents.items():
        found[level] = t
        if t._tangents is not None:
            found[level] = with_tangents(t, None)
            found[level]._tangents = _lasting(t._tangents)
    return found


class Inputs(Node):
    """Keeps tensors through the hooks that are set, so that a region around this one need not keep them itself.

    Args:
        tensors: what to keep.
        versions: of which version each should be, if that may not be the present one: what was written since stays as
            it is, and is refused when it is asked for.
    """

    kept_as = "inputs"

    def __init__(self, tensors: list[Any], versions: list[int] | None = None) -> None:
        record(self, None, (), (), None)
        for t in tensors:
            t._refresh()
        self.saved = tuple([save(t) for t in tensors])
        for s in self.saved:
            s.tans = _lasting(s.tans)
        packed = list(range(len(tensors)))
        if versions is not None:
            packed = [i for i in packed if self.saved[i].version == versions[i]]
            for s, version in zip(self.saved, versions, strict=True):
                s.version = version
        watched = local.state.watch
        if watched is not None:
            pack_all([self.saved[i] for i in packed], [tensors[i] for i in packed], watched.pairs, self)
            for hook in watched.created:
                if getattr(hook, "sees_inputs", False):  # the region around this one; for others there is no node here
                    hook(self)

    def name(self) -> str:
        return "checkpoint()"
