"""Discrete Fourier transforms, under torch's names."""

from __future__ import annotations

import typing as _typing

from ._core.api import public as _public
from ._core.api.generated import fft_functions as _generated
from ._core.api.generated.fft_functions import *  # noqa: F403

__all__ = _generated.__all__

if not _typing.TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = _public.surface(__name__)
