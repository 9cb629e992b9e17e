"""``wengert.func``: functions in, functions out."""

from __future__ import annotations

from .forward import hessian, jacfwd, jvp, linearize
from .reverse import grad, grad_and_value, jacrev, vjp
from .vmap import chunk_vmap, vmap

__all__ = ["chunk_vmap", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "linearize", "vjp", "vmap"]
