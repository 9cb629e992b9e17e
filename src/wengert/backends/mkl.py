"""``wengert.backends.mkl``: MKL, which wengert knows nothing of: NumPy may compute with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.switches.hardware import never_available as is_available

__all__ = ["is_available"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
