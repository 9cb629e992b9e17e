"""``wengert.distributions.kl``: the Kullback-Leibler divergence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.divergences import kl_divergence, register_kl

__all__ = ["kl_divergence", "register_kl"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
