"""``wengert.nn.functional``: layers, activations and losses as functions, under torch's names."""

from __future__ import annotations

import typing as _typing

from .._core.api import public as _public
from .._core.api.generated import nn_functions as _generated
from .._core.api.generated.nn_functions import *  # noqa: F403

__all__ = _generated.__all__

if not _typing.TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = _public.surface(__name__)
