"""``wengert.func``: functions in, functions out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import errors
from .coloring import Coloring, Sparsity
from .forward import jacfwd, jvp, linearize
from .jacobians import COO, hessian, jacobian
from .plans import JacobianPlan
from .reverse import grad, grad_and_value, jacrev, vjp
from .sparsity import hessian_sparsity, jacobian_sparsity
from .vmap import chunk_vmap, vmap

__all__ = [
    "COO", "Coloring", "JacobianPlan", "Sparsity", "chunk_vmap", "grad", "grad_and_value", "hessian",
    "hessian_sparsity", "jacfwd", "jacobian", "jacobian_sparsity", "jacrev", "jvp", "linearize", "vjp", "vmap",
]  # fmt: skip

if not TYPE_CHECKING:  # to checkers a name that is not there is an error
    __getattr__ = errors.absent.looked_up_in(__name__)
