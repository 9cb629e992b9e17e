"""``wengert.optim.optimizer``: the base class of optimisers, and hooks for the steps of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.optimizer import (
    Optimizer,
    register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook,
)
from .._core.modules.optim.optimizer import ParamsT as ParamsT
from .._core.modules.optim.optimizer import get_value as _get_value  # noqa: F401  (programs import it)
from .._core.modules.optim.optimizer import required as required
from .._core.modules.optim.optimizer import to_scalar as _to_scalar  # noqa: F401  (programs import it)
from .._core.modules.optim.optimizer import use_grad_for_differentiable as _use_grad_for_differentiable  # noqa: F401  (programs import it)

__all__ = ["Optimizer", "register_optimizer_step_post_hook", "register_optimizer_step_pre_hook"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
