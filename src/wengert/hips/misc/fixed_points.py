"""``autograd.misc.fixed_points``: fixed points that are differentiable in parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.hips.optimizers import fixed_point

__all__ = [
    "fixed_point",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
