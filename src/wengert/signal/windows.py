"""Window functions, symmetric unless told otherwise, under torch's names."""

from __future__ import annotations

from ..faces.signal_windows import *  # noqa: F403
