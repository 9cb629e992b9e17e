"""``wengert.serialization``: files that PyTorch reads and writes, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.modules.files.pickled_names import add_safe_globals, clear_safe_globals, get_safe_globals, safe_globals
from ._core.modules.files.serialization import get_unsafe_globals_in_checkpoint, load, save
from ._core.modules.files.stored import (
    LoadEndianness,
    default_restore_location,
    get_default_load_endianness,
    location_tag,
    register_package,
    set_default_load_endianness,
)

__all__ = [
    "LoadEndianness", "add_safe_globals", "clear_safe_globals", "default_restore_location",
    "get_default_load_endianness", "get_safe_globals", "get_unsafe_globals_in_checkpoint", "load", "location_tag",
    "register_package", "safe_globals", "save", "set_default_load_endianness",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
