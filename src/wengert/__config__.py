"""``wengert.__config__``: which build runs, and how many threads compute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.modules.commands.build_info import config_text as show, threads_text as parallel_info

__all__ = ["parallel_info", "show"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
