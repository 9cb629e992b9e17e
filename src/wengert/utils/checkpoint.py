"""``wengert.utils.checkpoint``: save memory by recomputing saved tensors in the backward pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.checkpoint.budget import checkpoint_plan
from .._core.api.checkpoint.checkpoint import checkpoint, checkpoint_sequential
from .._core.api.checkpoint.reentrant import (
    CheckpointFunction,
    DefaultDeviceType,
    check_backward_validity,
    detach_variable,
    get_device_states,
    set_device_states,
)
from .._core.api.checkpoint.regions import (
    GraphExecGroup,
    noop_context_fn,
    set_checkpoint_debug_enabled,
    set_checkpoint_early_stop,
)
from .._core.api.checkpoint.selective import (
    SAC_IGNORED_OPS,
    CheckpointPolicy,
    SelectiveCheckpointContext,
    create_selective_checkpoint_contexts,
)
from .._core.errors.checkpoint_errors import CheckpointError
from .._core.tools.recompute.checkpoint_plan import CheckpointPlan

__all__ = [
    "CheckpointError", "CheckpointFunction", "CheckpointPlan", "CheckpointPolicy", "DefaultDeviceType",
    "GraphExecGroup", "SAC_IGNORED_OPS", "SelectiveCheckpointContext", "check_backward_validity", "checkpoint",
    "checkpoint_plan", "checkpoint_sequential", "create_selective_checkpoint_contexts", "detach_variable",
    "get_device_states", "noop_context_fn", "set_checkpoint_debug_enabled", "set_checkpoint_early_stop",
    "set_device_states",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
