"""``autograd.scipy.stats``: densities of SciPy's distributions, each a module, which take boxes."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..._core.api import public
from ..._core.modules.hips.densities import DISTRIBUTIONS, functions_of


def _module(distribution: str) -> ModuleType:
    """A module of its own for a distribution, because programs import it as one."""
    made = ModuleType(f"{__name__}.{distribution}", f"``autograd.scipy.stats.{distribution}``.")
    vars(made).update(functions_of(distribution))
    sys.modules[made.__name__] = made
    return made


if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
else:
    __dir__ = public.mirror(__name__, {name: _module(name) for name in DISTRIBUTIONS})
