"""``wengert.utils.checkpoint``: save memory by recomputing saved tensors in the backward pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.checkpoint.checkpoint import (
    SAC_IGNORED_OPS,
    CheckpointError,
    CheckpointFunction,
    CheckpointPlan,
    CheckpointPolicy,
    DefaultDeviceType,
    GraphExecGroup,
    SelectiveCheckpointContext,
    check_backward_validity,
    checkpoint,
    checkpoint_plan,
    checkpoint_sequential,
    create_selective_checkpoint_contexts,
    detach_variable,
    get_device_states,
    noop_context_fn,
    set_checkpoint_debug_enabled,
    set_checkpoint_early_stop,
    set_device_states,
)

__all__ = [
    "CheckpointError", "CheckpointFunction", "CheckpointPlan", "CheckpointPolicy", "DefaultDeviceType",
    "GraphExecGroup", "SAC_IGNORED_OPS", "SelectiveCheckpointContext", "check_backward_validity", "checkpoint",
    "checkpoint_plan", "checkpoint_sequential", "create_selective_checkpoint_contexts", "detach_variable",
    "get_device_states", "noop_context_fn", "set_checkpoint_debug_enabled", "set_checkpoint_early_stop",
    "set_device_states",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
