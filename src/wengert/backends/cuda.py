"""``wengert.backends.cuda``: whether CuPy is there, and flags of products of matrices, which have no effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.switches.hardware import Matmul
from .._core.modules.switches.hardware import cuda_is_built as is_built

matmul = Matmul()

__all__ = ["is_built", "matmul"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
