"""``wengert.jit``: annotations for a compiler. Nothing is compiled: functions and modules stay as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.modules.switches.compiling import (
    ScriptFunction,
    ScriptModule,
    annotate,
    export,
    freeze,
    ignore,
    is_scripting,
    is_tracing,
    optimize_for_inference,
    script,
    script_if_tracing,
    trace,
    unused,
)

__all__ = [
    "ScriptFunction", "ScriptModule", "annotate", "export", "freeze", "ignore", "is_scripting", "is_tracing",
    "optimize_for_inference", "script", "script_if_tracing", "trace", "unused",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
