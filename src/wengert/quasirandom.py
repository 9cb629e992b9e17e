"""``wengert.quasirandom``: points that fill a cube more evenly than random ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public

if TYPE_CHECKING:
    from ._core.modules.quasirandom.sobol import SobolEngine as SobolEngine

__all__ = ["SobolEngine"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, {"SobolEngine": "modules.quasirandom.sobol"})
