"""PyTorch's name for :mod:`wengert.pytree`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from ..pytree import *  # noqa: F403
from ..pytree import __all__ as __all__

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
