"""``wengert.nn.utils``: what works on the parameters of modules: clipping, vectors, norms, packed sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.parametrizations import remove_spectral_norm, remove_weight_norm
from ..._core.modules.layers.parametrizations import spectral_norm_by_hook as spectral_norm
from ..._core.modules.layers.parametrizations import weight_norm_by_hook as weight_norm

if TYPE_CHECKING:
    from . import clip_grad as clip_grad
    from . import convert_parameters as convert_parameters
    from . import fusion as fusion
    from . import init as init
    from . import memory_format as memory_format
    from . import parametrizations as parametrizations
    from . import parametrize as parametrize
    from . import prune as prune
    from . import rnn as rnn
    from .clip_grad import *  # noqa: F403
    from .convert_parameters import *  # noqa: F403
    from .fusion import *  # noqa: F403
    from .init import *  # noqa: F403
    from .memory_format import *  # noqa: F403

INNER = {
    "clip_grad_norm": "clip_grad", "clip_grad_norm_": "clip_grad", "clip_grad_value_": "clip_grad",
    "clip_grads_with_norm_": "clip_grad", "convert_conv2d_weight_memory_format": "memory_format",
    "convert_conv3d_weight_memory_format": "memory_format", "fuse_conv_bn_eval": "fusion", "fuse_conv_bn_weights":
    "fusion", "fuse_linear_bn_eval": "fusion", "fuse_linear_bn_weights": "fusion", "get_total_norm": "clip_grad",
    "parameters_to_vector": "convert_parameters", "skip_init": "init", "vector_to_parameters": "convert_parameters",
}  # fmt: skip
SUBMODULES = (
    "clip_grad", "convert_parameters", "fusion", "init", "memory_format", "parametrizations", "parametrize", "prune",
    "rnn",
)  # fmt: skip

__all__ = ["remove_spectral_norm", "remove_weight_norm", "spectral_norm", "weight_norm", *INNER, *SUBMODULES]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=SUBMODULES, inner=INNER)
