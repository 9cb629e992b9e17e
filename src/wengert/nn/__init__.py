"""``wengert.nn``: functions of layers in :mod:`wengert.nn.functional`, and modules, which hold their parameters.

Modules are imported when first touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from ..nn import modules as modules

if TYPE_CHECKING:
    from . import attention as attention
    from . import functional as functional
    from . import grad as grad
    from . import init as init
    from . import parameter as parameter
    from . import utils as utils
    from .modules.activation import *  # noqa: F403
    from .modules.adaptive import *  # noqa: F403
    from .modules.batchnorm import *  # noqa: F403
    from .modules.channelshuffle import *  # noqa: F403
    from .modules.container import *  # noqa: F403
    from .modules.conv import *  # noqa: F403
    from .modules.distance import *  # noqa: F403
    from .modules.dropout import *  # noqa: F403
    from .modules.flatten import *  # noqa: F403
    from .modules.fold import *  # noqa: F403
    from .modules.instancenorm import *  # noqa: F403
    from .modules.linear import *  # noqa: F403
    from .modules.loss import *  # noqa: F403
    from .modules.module import *  # noqa: F403
    from .modules.normalization import *  # noqa: F403
    from .modules.padding import *  # noqa: F403
    from .modules.pixelshuffle import *  # noqa: F403
    from .modules.pooling import *  # noqa: F403
    from .modules.rnn import *  # noqa: F403
    from .modules.sparse import *  # noqa: F403
    from .modules.transformer import *  # noqa: F403
    from .modules.upsampling import *  # noqa: F403
    from .parameter import *  # noqa: F403

INNER = {
    **{name: f"modules.{module}" for name, module in modules.INNER.items()},
    **dict.fromkeys(("Buffer", "Parameter", "UninitializedBuffer", "UninitializedParameter"), "parameter"),
}
SUBMODULES = ("attention", "functional", "grad", "init", "parameter", "utils")

__all__ = ["modules", *INNER, *SUBMODULES]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=SUBMODULES, inner=INNER)
