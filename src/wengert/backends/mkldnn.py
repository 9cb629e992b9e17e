"""``wengert.backends.mkldnn``: oneDNN, which wengert does not compute with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.switches.hardware import flags_of
from .._core.modules.switches.hardware import never_available as is_available

enabled = True
flags = flags_of(__name__, {"enabled": False})

__all__ = ["enabled", "flags", "is_available"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
