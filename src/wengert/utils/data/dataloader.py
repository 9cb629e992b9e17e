"""PyTorch's other name for the loader of :mod:`wengert.utils.data`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.loading.collating import default_collate, default_convert
from ..._core.modules.loading.loader import DataLoader
from ..._core.modules.loading.workers import get_worker_info

__all__ = [
    "DataLoader", "default_collate", "default_convert", "get_worker_info",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
