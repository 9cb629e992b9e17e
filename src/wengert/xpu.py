"""``wengert.xpu``: GPUs of Intel, on which wengert does not compute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.modules.switches.hardware import never_available as is_available
from ._core.modules.switches.hardware import no_devices as device_count
from ._core.modules.switches.hardware import no_generator as manual_seed

manual_seed_all = manual_seed

__all__ = ["device_count", "is_available", "manual_seed", "manual_seed_all"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
