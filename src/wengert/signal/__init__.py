"""``wengert.signal``: it contains :mod:`wengert.signal.windows`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from ..signal import windows as windows

__all__ = [
    "windows",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
