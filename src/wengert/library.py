"""``wengert.library``: operations of your own, by name, with a gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.api.custom_ops import (
    CustomOpDef,
    custom_op,
    register_autograd,
    register_fake,
    register_kernel,
    register_vmap,
)

__all__ = ["CustomOpDef", "custom_op", "register_autograd", "register_fake", "register_kernel", "register_vmap"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
