"""``wengert.autograd.graph``: inspect the tape, and register hooks on recording and on the backward pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.graph import _current_graph_task_execution_order as _current_graph_task_execution_order
from .._core.api.graph import _current_graph_task_id as _current_graph_task_id
from .._core.api.graph import _will_engine_execute_node as _will_engine_execute_node
from .._core.api.graph import (
    allow_mutation_on_saved_tensors,
    disable_saved_tensors_hooks,
    get_gradient_edge,
    increment_version,
    node_creation_hook,
    region_activation_memory_budget,
    register_multi_grad_hook,
    save_on_cpu,
    saved_tensors_hooks,
)
from .._core.tape.node import AccumulateGrad, GradientEdge, InputMetadata, Node
from .._core.tape.saved_hooks import SavedTensor

if TYPE_CHECKING:
    from .._core.tools.diagnosis.explain import Explanation, explain
    from .._core.tools.diagnosis.leaks import check_leaks
    from .._core.tools.diagnosis.picture import Picture, picture
    from .._core.tools.diagnosis.saved_memory import Saved, saved

__all__ = [
    "Explanation", "GradientEdge", "Node", "Picture", "Saved", "allow_mutation_on_saved_tensors", "check_leaks",
    "disable_saved_tensors_hooks", "explain", "get_gradient_edge", "increment_version", "node_creation_hook",
    "picture", "region_activation_memory_budget", "register_multi_grad_hook", "save_on_cpu", "saved",
    "saved_tensors_hooks",
]  # fmt: skip

LATE = {
    "Explanation": "tools.diagnosis.explain", "Picture": "tools.diagnosis.picture",
    "Saved": "tools.diagnosis.saved_memory", "check_leaks": "tools.diagnosis.leaks",
    "explain": "tools.diagnosis.explain", "picture": "tools.diagnosis.picture",
    "saved": "tools.diagnosis.saved_memory",
}  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, LATE, returned=(AccumulateGrad, InputMetadata, SavedTensor))
