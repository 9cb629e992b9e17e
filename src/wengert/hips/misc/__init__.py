"""``autograd.misc``: flat vectors, optimisers and fixed points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from .flatten import flatten, flatten_func

__all__ = [
    "flatten", "flatten_func",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(
        __name__,
        submodules=(
            "fixed_points",
            "optimizers",
        ),
    )
