"""``wengert.func``: functions in, functions out."""

from __future__ import annotations

from .transforms import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vmap

__all__ = ["grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "vmap"]
