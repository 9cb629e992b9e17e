"""The programs of a function are compiled code (``program_cache.pyx``): in the pure build there are none."""

from __future__ import annotations

from typing import Any

Programs: Any = None
