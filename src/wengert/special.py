"""Special functions, under torch's names."""

from __future__ import annotations

from .faces.special import *  # noqa: F403
