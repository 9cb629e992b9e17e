"""``wengert.distributions.constraint_registry``: transforms from all numbers to what satisfies a constraint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.constraint_registry import ConstraintRegistry, biject_to, transform_to

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
