"""``wengert.testing``: whether tensors are close, and tensors to try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.modules.comparing.closeness import assert_close
from ._core.modules.comparing.making import make_tensor

__all__ = ["assert_close", "make_tensor"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
