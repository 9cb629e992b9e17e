"""``wengert.autograd.function``: define functions with their own backward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.custom import VmapInfo
from .._core.api.function import (
    BackwardCFunction,
    Function,
    FunctionCtx,
    FunctionMeta,
    InplaceFunction,
    NestedIOFunction,
    once_differentiable,
)
from .._core.api.function import _ContextMethodMixin as _ContextMethodMixin

__all__ = [
    "BackwardCFunction", "Function", "FunctionCtx", "FunctionMeta", "InplaceFunction", "NestedIOFunction", "VmapInfo",
    "once_differentiable",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
