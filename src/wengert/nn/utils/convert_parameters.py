"""``wengert.nn.utils.convert_parameters``: parameters as one vector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.parameter_vectors import parameters_to_vector, vector_to_parameters

__all__ = [
    "parameters_to_vector", "vector_to_parameters",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
