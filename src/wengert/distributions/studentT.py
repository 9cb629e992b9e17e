"""``wengert.distributions.studentT``: where PyTorch keeps ``StudentT``."""  # noqa: N999  (PyTorch's name)

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.location_scale import StudentT

__all__ = ["StudentT"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
