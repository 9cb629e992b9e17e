"""``wengert.func.experimental``: transforms under the names that ``functorch.experimental`` has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.transforms.forward_mode import jacfwd, jvp
from .._core.api.transforms.jacobians import hessian
from .._core.api.transforms.vmap import chunk_vmap
from .._core.modules.layers.functional_calls import replace_all_batch_norm_modules_

__all__ = ["chunk_vmap", "hessian", "jacfwd", "jvp", "replace_all_batch_norm_modules_"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
