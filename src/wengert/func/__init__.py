"""``wengert.func``: transforms, which take a function and return a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.transforms.forward_mode import jacfwd, jvp, linearize
from .._core.api.transforms.reverse_mode import grad, grad_and_value, jacrev, vjp
from .._core.api.transforms.vmap import chunk_vmap, vmap

if TYPE_CHECKING:  # imported when first touched
    from .._core.api.transforms.coloring import Coloring, Sparsity
    from .._core.api.transforms.jacobian_plan import JacobianPlan
    from .._core.api.transforms.jacobians import COO, hessian, jacobian
    from .._core.api.transforms.sparsity import hessian_sparsity, jacobian_sparsity
    from .._core.modules.layers.functional_calls import (
        functional_call,
        replace_all_batch_norm_modules_,
        stack_module_state,
    )
    from . import experimental as experimental

__all__ = [
    "COO", "Coloring", "JacobianPlan", "Sparsity", "chunk_vmap", "functional_call", "grad", "grad_and_value", "hessian",
    "hessian_sparsity", "jacfwd", "jacobian", "jacobian_sparsity", "jacrev", "jvp", "linearize",
    "replace_all_batch_norm_modules_", "stack_module_state", "vjp", "vmap",
]  # fmt: skip

_LATE = {  # names that are imported when they are first used, and where they are
    name: module
    for module, names in {
        "api.transforms.coloring": ("Coloring", "Sparsity"),
        "api.transforms.jacobian_plan": ("JacobianPlan",),
        "api.transforms.jacobians": ("COO", "hessian", "jacobian"),
        "api.transforms.sparsity": ("hessian_sparsity", "jacobian_sparsity"),
        "modules.layers.functional_calls": (
            "functional_call", "replace_all_batch_norm_modules_", "stack_module_state",
        ),
    }.items()
    for name in names
}  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, late=_LATE, submodules=("experimental",))
