"""``wengert.nn.modules``: all modules, in the files that PyTorch has them in. They are imported when first touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public

if TYPE_CHECKING:
    from . import activation as activation
    from . import adaptive as adaptive
    from . import batchnorm as batchnorm
    from . import channelshuffle as channelshuffle
    from . import container as container
    from . import conv as conv
    from . import distance as distance
    from . import dropout as dropout
    from . import flatten as flatten
    from . import fold as fold
    from . import instancenorm as instancenorm
    from . import lazy as lazy
    from . import linear as linear
    from . import loss as loss
    from . import module as module
    from . import normalization as normalization
    from . import padding as padding
    from . import pixelshuffle as pixelshuffle
    from . import pooling as pooling
    from . import rnn as rnn
    from . import sparse as sparse
    from . import transformer as transformer
    from . import upsampling as upsampling
    from . import utils as utils
    from .activation import *  # noqa: F403
    from .adaptive import *  # noqa: F403
    from .batchnorm import *  # noqa: F403
    from .channelshuffle import *  # noqa: F403
    from .container import *  # noqa: F403
    from .conv import *  # noqa: F403
    from .distance import *  # noqa: F403
    from .dropout import *  # noqa: F403
    from .flatten import *  # noqa: F403
    from .fold import *  # noqa: F403
    from .instancenorm import *  # noqa: F403
    from .linear import *  # noqa: F403
    from .loss import *  # noqa: F403
    from .module import *  # noqa: F403
    from .normalization import *  # noqa: F403
    from .padding import *  # noqa: F403
    from .pixelshuffle import *  # noqa: F403
    from .pooling import *  # noqa: F403
    from .rnn import *  # noqa: F403
    from .sparse import *  # noqa: F403
    from .transformer import *  # noqa: F403
    from .upsampling import *  # noqa: F403

INNER = {
    "AdaptiveAvgPool1d": "pooling", "AdaptiveAvgPool2d": "pooling", "AdaptiveAvgPool3d": "pooling",
    "AdaptiveLogSoftmaxWithLoss": "adaptive", "AdaptiveMaxPool1d": "pooling", "AdaptiveMaxPool2d": "pooling",
    "AdaptiveMaxPool3d": "pooling", "AlphaDropout": "dropout", "AvgPool1d": "pooling", "AvgPool2d": "pooling",
    "AvgPool3d": "pooling", "BCELoss": "loss", "BCEWithLogitsLoss": "loss", "BatchNorm1d": "batchnorm",
    "BatchNorm2d": "batchnorm", "BatchNorm3d": "batchnorm", "Bilinear": "linear", "CELU": "activation", "CTCLoss":
    "loss", "ChannelShuffle": "channelshuffle", "CircularPad1d": "padding", "CircularPad2d": "padding",
    "CircularPad3d": "padding", "ConstantPad1d": "padding", "ConstantPad2d": "padding", "ConstantPad3d": "padding",
    "Container": "container", "Conv1d": "conv", "Conv2d": "conv", "Conv3d": "conv", "ConvTranspose1d": "conv",
    "ConvTranspose2d": "conv", "ConvTranspose3d": "conv", "CosineEmbeddingLoss": "loss", "CosineSimilarity":
    "distance", "CrossEntropyLoss": "loss", "Dropout": "dropout", "Dropout1d": "dropout", "Dropout2d": "dropout",
    "Dropout3d": "dropout", "ELU": "activation", "Embedding": "sparse", "EmbeddingBag": "sparse",
    "FeatureAlphaDropout": "dropout", "Flatten": "flatten", "Fold": "fold", "FractionalMaxPool2d": "pooling",
    "FractionalMaxPool3d": "pooling", "GELU": "activation", "GLU": "activation", "GRU": "rnn", "GRUCell": "rnn",
    "GaussianNLLLoss": "loss", "GroupNorm": "normalization", "Hardshrink": "activation", "Hardsigmoid":
    "activation", "Hardswish": "activation", "Hardtanh": "activation", "HingeEmbeddingLoss": "loss", "HuberLoss":
    "loss", "Identity": "linear", "InstanceNorm1d": "instancenorm", "InstanceNorm2d": "instancenorm",
    "InstanceNorm3d": "instancenorm", "KLDivLoss": "loss", "L1Loss": "loss", "LPPool1d": "pooling", "LPPool2d":
    "pooling", "LPPool3d": "pooling", "LSTM": "rnn", "LSTMCell": "rnn", "LayerNorm": "normalization",
    "LazyBatchNorm1d": "batchnorm", "LazyBatchNorm2d": "batchnorm", "LazyBatchNorm3d": "batchnorm", "LazyConv1d":
    "conv", "LazyConv2d": "conv", "LazyConv3d": "conv", "LazyConvTranspose1d": "conv", "LazyConvTranspose2d":
    "conv", "LazyConvTranspose3d": "conv", "LazyInstanceNorm1d": "instancenorm", "LazyInstanceNorm2d":
    "instancenorm", "LazyInstanceNorm3d": "instancenorm", "LazyLinear": "linear", "LeakyReLU": "activation",
    "Linear": "linear", "LocalResponseNorm": "normalization", "LogSigmoid": "activation", "LogSoftmax":
    "activation", "MSELoss": "loss", "MarginRankingLoss": "loss", "MaxPool1d": "pooling", "MaxPool2d": "pooling",
    "MaxPool3d": "pooling", "MaxUnpool1d": "pooling", "MaxUnpool2d": "pooling", "MaxUnpool3d": "pooling", "Mish":
    "activation", "Module": "module", "ModuleDict": "container", "ModuleList": "container", "MultiLabelMarginLoss":
    "loss", "MultiLabelSoftMarginLoss": "loss", "MultiMarginLoss": "loss", "MultiheadAttention": "activation",
    "NLLLoss": "loss", "NLLLoss2d": "loss", "PReLU": "activation", "PairwiseDistance": "distance", "ParameterDict":
    "container", "ParameterList": "container", "PixelShuffle": "pixelshuffle", "PixelUnshuffle": "pixelshuffle",
    "PoissonNLLLoss": "loss", "RMSNorm": "normalization", "RNN": "rnn", "RNNBase": "rnn", "RNNCell": "rnn",
    "RNNCellBase": "rnn", "RReLU": "activation", "ReLU": "activation", "ReLU6": "activation", "ReflectionPad1d":
    "padding", "ReflectionPad2d": "padding", "ReflectionPad3d": "padding", "ReplicationPad1d": "padding",
    "ReplicationPad2d": "padding", "ReplicationPad3d": "padding", "SELU": "activation", "Sequential": "container",
    "SiLU": "activation", "Sigmoid": "activation", "SmoothL1Loss": "loss", "SoftMarginLoss": "loss", "Softmax":
    "activation", "Softmax2d": "activation", "Softmin": "activation", "Softplus": "activation", "Softshrink":
    "activation", "Softsign": "activation", "SyncBatchNorm": "batchnorm", "Tanh": "activation", "Tanhshrink":
    "activation", "Threshold": "activation", "Transformer": "transformer", "TransformerDecoder": "transformer",
    "TransformerDecoderLayer": "transformer", "TransformerEncoder": "transformer", "TransformerEncoderLayer":
    "transformer", "TripletMarginLoss": "loss", "TripletMarginWithDistanceLoss": "loss", "Unflatten": "flatten",
    "Unfold": "fold", "Upsample": "upsampling", "UpsamplingBilinear2d": "upsampling", "UpsamplingNearest2d":
    "upsampling", "ZeroPad1d": "padding", "ZeroPad2d": "padding", "ZeroPad3d": "padding",
}  # fmt: skip
SUBMODULES = (
    "activation", "adaptive", "batchnorm", "channelshuffle", "container", "conv", "distance", "dropout", "flatten",
    "fold", "instancenorm", "lazy", "linear", "loss", "module", "normalization", "padding", "pixelshuffle",
    "pooling", "rnn", "sparse", "transformer", "upsampling", "utils",
)  # fmt: skip

__all__ = [*INNER, *SUBMODULES]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=SUBMODULES, inner=INNER)
