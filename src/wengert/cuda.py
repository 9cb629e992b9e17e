"""``wengert.cuda``: whether there is a GPU. Streams and pinned memory come later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.api.cuda import device_count, is_available, manual_seed, manual_seed_all

__all__ = [
    "device_count", "is_available", "manual_seed", "manual_seed_all",
]  # fmt: skip

if not TYPE_CHECKING:  # to checkers a name that is not there is an error
    __getattr__, __dir__ = public.surface(__name__)
    __path__: list[str] = []  # a package to Python, which then asks __getattr__ for what is not there, as of the others
