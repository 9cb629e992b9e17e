"""``wengert.utils.dlpack``: memory shared with other libraries, by DLPack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.generated.functions import from_dlpack, to_dlpack

__all__ = ["from_dlpack", "to_dlpack"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
