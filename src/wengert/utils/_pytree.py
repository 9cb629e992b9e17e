"""PyTorch's name for :mod:`wengert.pytree`."""

from __future__ import annotations

from ..pytree import *  # noqa: F403
from ..pytree import __all__ as __all__
