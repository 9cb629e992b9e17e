"""Linear algebra, under torch's names."""

from __future__ import annotations

from .faces.linalg import *  # noqa: F403
