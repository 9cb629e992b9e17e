"""``wengert.backends``: flags of libraries that PyTorch computes with. wengert does not: they have no effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from . import cuda, cudnn, mkl, mkldnn, mps, openmp

__all__ = ["cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
