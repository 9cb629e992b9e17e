"""PyTorch's name for :mod:`wengert.pytree`."""

from __future__ import annotations

from ..pytree import *  # noqa: F403
from ..pytree import __all__ as __all__
from ..pytree import broadcast_to_and_flatten as _broadcast_to_and_flatten
