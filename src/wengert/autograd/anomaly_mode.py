"""``wengert.autograd.anomaly_mode``: find the operation whose backward raised an error or returned NaN."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.anomaly_mode import (
    detect_anomaly,
    is_anomaly_check_nan_enabled,
    is_anomaly_enabled,
    set_detect_anomaly,
)

__all__ = [
    "detect_anomaly", "is_anomaly_check_nan_enabled", "is_anomaly_enabled", "set_detect_anomaly",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
