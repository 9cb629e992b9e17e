"""The inputs of a checkpointed call, saved like the saved tensors of a node."""

from __future__ import annotations

from typing import Any

from ...dispatch.op import record
from ...tape.node import Node
from ...tape.saved_hooks import pack_all
from ...tape.saving import save
from ...tape.state import local
from ...tape.tensor import with_tangents


def _lasting(tangents: Any) -> Any:
    """A copy of tangents by level, and of their tangents, that lasts when the levels end."""
    if tangents is None:
        return None
    copies = {}
    for level, t in tangents.items():
        copies[level] = t
        if t._wg_tangents is not None:
            copies[level] = with_tangents(t, None)
            copies[level]._wg_tangents = _lasting(t._wg_tangents)
    return copies


class Inputs(Node):
    """Keeps tensors through the active hooks, so that an enclosing region need not keep them itself.

    Args:
        tensors: the tensors to keep.
        versions: the expected version of each, if it may differ from the present one. A tensor that was written since
            is not packed, and raises an error when it is restored.
    """

    _wg_kept_as = "inputs"

    def __init__(self, tensors: list[Any], versions: list[int] | None = None) -> None:
        record(self, None, (), (), None)
        for t in tensors:
            t._wg_refresh()
        self._wg_saved = tuple([save(t) for t in tensors])
        for s in self._wg_saved:
            s.tans = _lasting(s.tans)
        packed = list(range(len(tensors)))
        if versions is not None:
            packed = [i for i in packed if self._wg_saved[i].version == versions[i]]
            for s, version in zip(self._wg_saved, versions, strict=True):
                s.version = version
        tools = local.state.tools
        if tools is not None:
            pack_all([self._wg_saved[i] for i in packed], [tensors[i] for i in packed], tools.saves, self)
            for tool in tools.nodes:
                tool.kept_inputs(self)

    def _wg_name(self) -> str:
        return "checkpoint()"
