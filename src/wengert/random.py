"""``wengert.random``: generators of random numbers, and their state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.ops.random.generator import Generator, default_generator
from ._core.ops.random.seeding import (
    fork_rng,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
    thread_safe_generator,
)

__all__ = [
    "Generator", "default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed",
    "set_rng_state", "thread_safe_generator",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
