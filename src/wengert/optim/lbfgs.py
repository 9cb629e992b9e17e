"""``wengert.optim.lbfgs``: where PyTorch keeps ``LBFGS``, and the line search that other libraries use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.lbfgs import LBFGS
from .._core.modules.optim.lbfgs import cubic_interpolate as _cubic_interpolate  # noqa: F401  (programs import them)
from .._core.modules.optim.lbfgs import strong_wolfe as _strong_wolfe  # noqa: F401

__all__ = ["LBFGS"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
