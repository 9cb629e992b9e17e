"""The extension for Fourier transforms of the array API standard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from ..fft import fft, fftfreq, hfft, ifft, ihfft, irfft, rfft, rfftfreq
from .._core.modules.array_api.spectra import fftn, fftshift, ifftn, ifftshift, irfftn, rfftn

__all__ = [
    "fft", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifftn", "ifftshift", "ihfft", "irfft", "irfftn", "rfft",
    "rfftfreq", "rfftn",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
