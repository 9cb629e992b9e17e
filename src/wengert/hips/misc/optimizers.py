"""``autograd.misc.optimizers``: optimisers of functions of trees of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.hips.optimizers import adam, rmsprop, sgd, unflatten_optimizer

__all__ = [
    "adam", "rmsprop", "sgd", "unflatten_optimizer",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
