"""``autograd.misc.flatten``: trees of arrays as vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.hips.array_trees import flatten, flatten_func

__all__ = [
    "flatten", "flatten_func",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
