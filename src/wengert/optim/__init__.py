"""``wengert.optim``: optimisers, and schedules of their learning rates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.adam import Adam, Adamax, AdamW, NAdam, RAdam, SparseAdam
from .._core.modules.optim.adaptive import Adadelta, Adagrad, RMSprop
from .._core.modules.optim.descent import ASGD, SGD, Rprop
from .._core.modules.optim.factored import Adafactor, Muon
from .._core.modules.optim.lbfgs import LBFGS
from .._core.modules.optim.optimizer import Optimizer
from .._core.modules.optim.swapping import swap_in_optimizer_params_and_state

__all__ = [
    "ASGD", "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "LBFGS", "Muon", "NAdam", "Optimizer",
    "RAdam", "RMSprop", "Rprop", "SGD", "SparseAdam", "lr_scheduler", "swa_utils", "swap_in_optimizer_params_and_state",
]  # fmt: skip

if TYPE_CHECKING:
    from . import lr_scheduler as lr_scheduler
    from . import swa_utils as swa_utils

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=("lbfgs", "lr_scheduler", "optimizer", "swa_utils"))
