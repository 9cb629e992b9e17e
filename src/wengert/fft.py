"""Discrete Fourier transforms, under torch's names."""

from __future__ import annotations

from .faces.fft import *  # noqa: F403
