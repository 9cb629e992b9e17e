"""``wengert.autograd.variable``: the older name of a tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.variable import Variable, VariableMeta, variable

__all__ = [
    "Variable", "VariableMeta", "variable",
]  # fmt: skip

if not TYPE_CHECKING:  # to checkers a name that is not there is an error
    __getattr__, __dir__ = public.surface(__name__)
