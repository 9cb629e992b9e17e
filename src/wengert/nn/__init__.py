"""``wengert.nn``: it contains :mod:`wengert.nn.functional`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from ..nn import functional as functional

__all__ = [
    "functional",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
