"""``wengert.autograd.variable``: the former name of tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.variable import Variable, VariableMeta, variable

__all__ = [
    "Variable", "VariableMeta", "variable",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
