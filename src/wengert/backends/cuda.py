"""``wengert.backends.cuda``: whether CuPy is there, and flags of products of matrices, which have no effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.switches.hardware import Matmul, attention_flag, sdp_kernel
from .._core.modules.switches.hardware import cuda_is_built as is_built

matmul = Matmul()
enable_cudnn_sdp, cudnn_sdp_enabled = attention_flag("cudnn")
enable_flash_sdp, flash_sdp_enabled = attention_flag("flash")
enable_math_sdp, math_sdp_enabled = attention_flag("math")
enable_mem_efficient_sdp, mem_efficient_sdp_enabled = attention_flag("mem_efficient")

__all__ = [
    "cudnn_sdp_enabled", "enable_cudnn_sdp", "enable_flash_sdp", "enable_math_sdp", "enable_mem_efficient_sdp",
    "flash_sdp_enabled", "is_built", "math_sdp_enabled", "matmul", "mem_efficient_sdp_enabled", "sdp_kernel",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
