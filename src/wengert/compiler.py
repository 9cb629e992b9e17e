"""``wengert.compiler``: annotations for a compiler. Nothing is compiled: functions and modules stay as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.modules.switches.compiling import (
    allow_in_graph,
    assume_constant_result,
    compile,
    cudagraph_mark_step_begin,
    disable,
    is_compiling,
    is_dynamo_compiling,
    is_exporting,
    list_backends,
    reset,
    set_stance,
)

__all__ = [
    "allow_in_graph", "assume_constant_result", "compile", "cudagraph_mark_step_begin", "disable", "is_compiling",
    "is_dynamo_compiling", "is_exporting", "list_backends", "reset", "set_stance",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
