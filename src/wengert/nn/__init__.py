"""``wengert.nn``: functions of layers in :mod:`wengert.nn.functional`, and modules, which hold their parameters.

Modules are imported when first touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from ..nn import functional as functional

if TYPE_CHECKING:
    from . import init as init
    from . import modules as modules
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
    "AdaptiveAvgPool1d": "modules.pooling", "AdaptiveAvgPool2d": "modules.pooling", "AdaptiveAvgPool3d":
    "modules.pooling", "AdaptiveLogSoftmaxWithLoss": "modules.adaptive", "AdaptiveMaxPool1d": "modules.pooling",
    "AdaptiveMaxPool2d": "modules.pooling", "AdaptiveMaxPool3d": "modules.pooling", "AlphaDropout":
    "modules.dropout", "AvgPool1d": "modules.pooling", "AvgPool2d": "modules.pooling", "AvgPool3d":
    "modules.pooling", "BCELoss": "modules.loss", "BCEWithLogitsLoss": "modules.loss", "BatchNorm1d":
    "modules.batchnorm", "BatchNorm2d": "modules.batchnorm", "BatchNorm3d": "modules.batchnorm", "Bilinear":
    "modules.linear", "Buffer": "parameter", "CELU": "modules.activation", "CTCLoss": "modules.loss",
    "ChannelShuffle": "modules.channelshuffle", "CircularPad1d": "modules.padding", "CircularPad2d":
    "modules.padding", "CircularPad3d": "modules.padding", "ConstantPad1d": "modules.padding", "ConstantPad2d":
    "modules.padding", "ConstantPad3d": "modules.padding", "Container": "modules.container", "Conv1d":
    "modules.conv", "Conv2d": "modules.conv", "Conv3d": "modules.conv", "ConvTranspose1d": "modules.conv",
    "ConvTranspose2d": "modules.conv", "ConvTranspose3d": "modules.conv", "CosineEmbeddingLoss": "modules.loss",
    "CosineSimilarity": "modules.distance", "CrossEntropyLoss": "modules.loss", "Dropout": "modules.dropout",
    "Dropout1d": "modules.dropout", "Dropout2d": "modules.dropout", "Dropout3d": "modules.dropout", "ELU":
    "modules.activation", "Embedding": "modules.sparse", "EmbeddingBag": "modules.sparse", "FeatureAlphaDropout":
    "modules.dropout", "Flatten": "modules.flatten", "Fold": "modules.fold", "FractionalMaxPool2d":
    "modules.pooling", "FractionalMaxPool3d": "modules.pooling", "GELU": "modules.activation", "GLU":
    "modules.activation", "GRU": "modules.rnn", "GRUCell": "modules.rnn", "GaussianNLLLoss": "modules.loss",
    "GroupNorm": "modules.normalization", "Hardshrink": "modules.activation", "Hardsigmoid": "modules.activation",
    "Hardswish": "modules.activation", "Hardtanh": "modules.activation", "HingeEmbeddingLoss": "modules.loss",
    "HuberLoss": "modules.loss", "Identity": "modules.linear", "InstanceNorm1d": "modules.instancenorm",
    "InstanceNorm2d": "modules.instancenorm", "InstanceNorm3d": "modules.instancenorm", "KLDivLoss": "modules.loss",
    "L1Loss": "modules.loss", "LPPool1d": "modules.pooling", "LPPool2d": "modules.pooling", "LPPool3d":
    "modules.pooling", "LSTM": "modules.rnn", "LSTMCell": "modules.rnn", "LayerNorm": "modules.normalization",
    "LazyBatchNorm1d": "modules.batchnorm", "LazyBatchNorm2d": "modules.batchnorm", "LazyBatchNorm3d":
    "modules.batchnorm", "LazyConv1d": "modules.conv", "LazyConv2d": "modules.conv", "LazyConv3d": "modules.conv",
    "LazyConvTranspose1d": "modules.conv", "LazyConvTranspose2d": "modules.conv", "LazyConvTranspose3d":
    "modules.conv", "LazyInstanceNorm1d": "modules.instancenorm", "LazyInstanceNorm2d": "modules.instancenorm",
    "LazyInstanceNorm3d": "modules.instancenorm", "LazyLinear": "modules.linear", "LeakyReLU": "modules.activation",
    "Linear": "modules.linear", "LocalResponseNorm": "modules.normalization", "LogSigmoid": "modules.activation",
    "LogSoftmax": "modules.activation", "MSELoss": "modules.loss", "MarginRankingLoss": "modules.loss", "MaxPool1d":
    "modules.pooling", "MaxPool2d": "modules.pooling", "MaxPool3d": "modules.pooling", "MaxUnpool1d":
    "modules.pooling", "MaxUnpool2d": "modules.pooling", "MaxUnpool3d": "modules.pooling", "Mish":
    "modules.activation", "Module": "modules.module", "ModuleDict": "modules.container", "ModuleList":
    "modules.container", "MultiLabelMarginLoss": "modules.loss", "MultiLabelSoftMarginLoss": "modules.loss",
    "MultiMarginLoss": "modules.loss", "MultiheadAttention": "modules.activation", "NLLLoss": "modules.loss",
    "NLLLoss2d": "modules.loss", "PReLU": "modules.activation", "PairwiseDistance": "modules.distance", "Parameter":
    "parameter", "ParameterDict": "modules.container", "ParameterList": "modules.container", "PixelShuffle":
    "modules.pixelshuffle", "PixelUnshuffle": "modules.pixelshuffle", "PoissonNLLLoss": "modules.loss", "RMSNorm":
    "modules.normalization", "RNN": "modules.rnn", "RNNBase": "modules.rnn", "RNNCell": "modules.rnn",
    "RNNCellBase": "modules.rnn", "RReLU": "modules.activation", "ReLU": "modules.activation", "ReLU6":
    "modules.activation", "ReflectionPad1d": "modules.padding", "ReflectionPad2d": "modules.padding",
    "ReflectionPad3d": "modules.padding", "ReplicationPad1d": "modules.padding", "ReplicationPad2d":
    "modules.padding", "ReplicationPad3d": "modules.padding", "SELU": "modules.activation", "Sequential":
    "modules.container", "SiLU": "modules.activation", "Sigmoid": "modules.activation", "SmoothL1Loss":
    "modules.loss", "SoftMarginLoss": "modules.loss", "Softmax": "modules.activation", "Softmax2d":
    "modules.activation", "Softmin": "modules.activation", "Softplus": "modules.activation", "Softshrink":
    "modules.activation", "Softsign": "modules.activation", "SyncBatchNorm": "modules.batchnorm", "Tanh":
    "modules.activation", "Tanhshrink": "modules.activation", "Threshold": "modules.activation", "Transformer":
    "modules.transformer", "TransformerDecoder": "modules.transformer", "TransformerDecoderLayer":
    "modules.transformer", "TransformerEncoder": "modules.transformer", "TransformerEncoderLayer":
    "modules.transformer", "TripletMarginLoss": "modules.loss", "TripletMarginWithDistanceLoss": "modules.loss",
    "Unflatten": "modules.flatten", "Unfold": "modules.fold", "UninitializedBuffer": "parameter",
    "UninitializedParameter": "parameter", "Upsample": "modules.upsampling", "UpsamplingBilinear2d":
    "modules.upsampling", "UpsamplingNearest2d": "modules.upsampling", "ZeroPad1d": "modules.padding", "ZeroPad2d":
    "modules.padding", "ZeroPad3d": "modules.padding",
}  # fmt: skip
SUBMODULES = ("init", "modules", "parameter", "utils")

__all__ = ["functional", *INNER, *SUBMODULES]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=SUBMODULES, inner=INNER)
