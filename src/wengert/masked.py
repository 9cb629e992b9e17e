"""Reductions and normalisations of what a mask lets pass, under torch's names."""

from __future__ import annotations

from .faces.masked import *  # noqa: F403
