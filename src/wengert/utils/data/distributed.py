"""PyTorch's other name for the sampler of several processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.loading.samplers import DistributedSampler
from .sampler import Sampler as Sampler  # the base says where it is listed, as in PyTorch

__all__ = [
    "DistributedSampler",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
