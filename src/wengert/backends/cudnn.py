"""``wengert.backends.cudnn``: flags that programs set. They read back as they were set, and have no effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.switches.hardware import flags_of, is_acceptable, no_version
from .._core.modules.switches.hardware import never_available as is_available

enabled = True
benchmark = False
deterministic = False
allow_tf32 = True
benchmark_limit: int | None = None
version = no_version
flags = flags_of(
    __name__, {"enabled": False, "benchmark": False, "benchmark_limit": 10, "deterministic": False, "allow_tf32": True}
)

__all__ = [
    "allow_tf32", "benchmark", "benchmark_limit", "deterministic", "enabled", "flags", "is_acceptable", "is_available",
    "version",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
