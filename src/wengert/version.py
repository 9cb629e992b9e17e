"""``wengert.version``: of wengert, and of CUDA where there is a GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.modules.switches.hardware import cuda_version
from ._core.release import __version__ as __version__

cuda = cuda_version()
hip: str | None = None
debug = False

__all__ = ["__version__", "cuda", "debug", "hip"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
