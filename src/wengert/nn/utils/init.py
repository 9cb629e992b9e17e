"""``wengert.nn.utils.init``: modules without first values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.parameter_vectors import skip_init

__all__ = [
    "skip_init",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
