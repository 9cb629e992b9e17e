"""``wengert.nn.modules.lazy``: modules that learn their sizes from the first input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.lazy_modules import LazyModuleMixin

__all__ = [
    "LazyModuleMixin",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
