"""``autograd.scipy``: functions of SciPy that take boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public

__all__ = [

]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(
        __name__,
        submodules=(
            "integrate",
            "linalg",
            "signal",
            "special",
            "stats",
        ),
    )
