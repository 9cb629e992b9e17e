"""What modules hold, print, draw and compute: keys and shapes of their state, text, first values, outputs, gradients.

A call is written as text: the module, then its inputs. An input is a shape of floats (``5,3``), or of ints below a
number (``10:2,3``), or of bools (``?2,3``), or anything that Python reads (``=[3, 2]``).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

OF_RANK = {1: "6", 2: "6,6", 3: "4,4,4"}
NORMAL = frozenset(("Embedding", "EmbeddingBag", "MultiheadAttention"))  # their draws are PyTorch's to two ulp
DIFFERS = {  # what the functions do otherwise: docs/differences.md
    "CTCLoss": "the gradient is that of the function as it stands",
    "Hardsigmoid": "the slope is not rounded to float32",
    "RReLU": "slopes are drawn for all elements, not for negative ones alone",
}


def calls() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every module with its inputs."""
    yield "Linear(3, 2)", ("5,3",)
    yield "Linear(3, 2, bias=False)", ("5,3",)
    yield "Bilinear(3, 4, 2)", ("5,3", "5,4")
    yield "Identity()", ("5,3",)
    for rank, size in OF_RANK.items():
        image = f"2,4,{size}"
        yield f"Conv{rank}d(4, 6, 3, stride=2, padding=1, groups=2)", (image,)
        yield f"Conv{rank}d(4, 2, 3, padding='same', padding_mode='circular', bias=False)", (image,)
        yield f"ConvTranspose{rank}d(4, 6, 3, stride=2, output_padding=1, dilation=2)", (image,)
        yield f"MaxPool{rank}d(2)", (image,)
        yield f"MaxPool{rank}d(3, 2, 1, return_indices=True, ceil_mode=True)", (image,)
        yield f"AvgPool{rank}d(3, 2, 1, count_include_pad=False)", (image,)
        yield f"LPPool{rank}d(2.0, 2)", (image,)
        yield f"AdaptiveMaxPool{rank}d(2)", (image,)
        yield f"AdaptiveAvgPool{rank}d(3)", (image,)
        yield f"MaxUnpool{rank}d(2)", (image, f"4:2,4,{size}")
        yield f"BatchNorm{rank}d(4)", (image,)
        yield f"BatchNorm{rank}d(4, momentum=None, affine=False)", (image,)
        yield f"BatchNorm{rank}d(4, track_running_stats=False, bias=False)", (image,)
        yield f"InstanceNorm{rank}d(4, affine=True, track_running_stats=True)", (image,)
        yield f"InstanceNorm{rank}d(4)", (f"4,{size}",)
        yield f"CircularPad{rank}d(1)", (image,)
        yield f"ConstantPad{rank}d(2, 3.5)", (image,)
        yield f"ReflectionPad{rank}d(1)", (image,)
        yield f"ReplicationPad{rank}d(2)", (image,)
        yield f"ZeroPad{rank}d(1)", (image,)
        yield f"Dropout{rank}d(0.4)", (image,)
        yield f"LazyConv{rank}d(6, 3)", (image,)
        yield f"LazyConvTranspose{rank}d(6, 3)", (image,)
        yield f"LazyBatchNorm{rank}d()", (image,)
        yield f"LazyInstanceNorm{rank}d()", (image,)
    yield "FractionalMaxPool2d(2, output_size=3)", ("2,4,6,6",)
    yield "FractionalMaxPool3d(2, output_ratio=0.5, return_indices=True)", ("2,4,6,6,6",)
    yield "LazyLinear(2)", ("5,3",)
    yield "LayerNorm((4, 6))", ("2,4,6",)
    yield "LayerNorm(6, elementwise_affine=False)", ("2,4,6",)
    yield "LayerNorm(6, bias=False)", ("2,4,6",)
    yield "RMSNorm(6)", ("2,4,6",)
    yield "GroupNorm(2, 4)", ("2,4,6",)
    yield "GroupNorm(2, 4, bias=False)", ("2,4,6",)
    yield "LocalResponseNorm(2)", ("2,4,6",)
    for name in (
        "CELU(0.5)", "ELU(2.0)", "GELU()", "GELU('tanh')", "GLU(1)", "Hardshrink(0.3)", "Hardsigmoid()", "Hardswish()",
        "Hardtanh(-0.5, 0.25)", "LeakyReLU(0.2)", "LogSigmoid()", "LogSoftmax(1)", "Mish()", "PReLU(4)", "RReLU()",
        "ReLU()", "ReLU6()", "SELU()", "Sigmoid()", "SiLU()", "Softmax(1)", "Softmin(1)", "Softplus(2.0, 10.0)",
        "Softshrink(0.3)", "Softsign()", "Tanh()", "Tanhshrink()", "Threshold(0.1, 20.0)", "Dropout(0.3)",
        "AlphaDropout(0.3)", "FeatureAlphaDropout(0.3)",
    ):  # fmt: skip
        yield name, ("3,4,6",)
    yield "Softmax2d()", ("2,3,4,4",)
    yield "Flatten()", ("2,3,4",)
    yield "Unflatten(1, (2, 3))", ("2,6",)
    yield "Fold((4, 5), (2, 3))", ("2,18,9",)
    yield "Unfold((2, 3))", ("2,3,4,5",)
    yield "Upsample(scale_factor=(2, 3), mode='bilinear')", ("1,2,3,3",)
    yield "Upsample(7)", ("1,2,3",)
    yield "UpsamplingNearest2d(scale_factor=2)", ("1,2,3,3",)
    yield "UpsamplingBilinear2d(size=(5, 4))", ("1,2,3,3",)
    yield "PixelShuffle(2)", ("1,8,3,3",)
    yield "PixelUnshuffle(3)", ("1,2,6,3",)
    yield "ChannelShuffle(2)", ("1,4,3",)
    yield "CosineSimilarity()", ("3,4", "3,4")
    yield "PairwiseDistance(3.0, keepdim=True)", ("3,4", "3,4")
    yield "Embedding(7, 3, padding_idx=-2)", ("7:2,4",)
    yield "Embedding(7, 3, norm_type=1.0, scale_grad_by_freq=True)", ("7:2,4",)
    yield "EmbeddingBag(7, 3, mode='sum', padding_idx=1)", ("7:2,4",)
    yield "EmbeddingBag(7, 3, mode='max', max_norm=1.0)", ("7:8", "=tensor([0, 3, 5])")
    for name in ("L1Loss()", "MSELoss(reduction='sum')", "SmoothL1Loss(beta=0.5)",
                 "PoissonNLLLoss(full=True)", "SoftMarginLoss()",
                 "HingeEmbeddingLoss(0.5)", "MultiLabelSoftMarginLoss()"):  # fmt: skip
        yield name, ("3,4", "2:3,4")
    for name in ("HuberLoss(delta=0.4)", "BCEWithLogitsLoss()", "KLDivLoss(reduction='batchmean')"):
        yield name, ("3,4", "=ones(3, 4)")
    yield "GaussianNLLLoss(full=True)", ("3,4", "3,4", "=ones(3, 4)")
    yield "BCELoss()", ("=rand(3, 4)", "=ones(3, 4)")
    yield "NLLLoss(ignore_index=1)", ("5,4", "4:5")
    yield "CrossEntropyLoss(label_smoothing=0.1)", ("5,4", "4:5")
    yield "LinearCrossEntropyLoss(4, 3, bias=True, label_smoothing=0.1)", ("5,4", "3:5")
    yield "MultiLabelMarginLoss()", ("3,4", "=tensor([[1, 0, -1, 2], [3, -1, 0, 0], [0, 1, 2, 3]])")
    yield "CosineEmbeddingLoss(0.1)", ("3,4", "3,4", "=tensor([1, -1, 1])")
    yield "MarginRankingLoss(0.1)", ("3", "3", "=tensor([1, -1, 1])")
    yield "MultiMarginLoss(p=2)", ("5,4", "4:5")
    yield "TripletMarginLoss(swap=True)", ("3,4", "3,4", "3,4")
    yield "TripletMarginWithDistanceLoss(margin=2.0)", ("3,4", "3,4", "3,4")
    yield "CTCLoss()", ("=randn(6, 2, 4).log_softmax(2)", "=tensor([[1, 2], [3, 3]])", "=tensor([6, 5])",
                        "=tensor([2, 1])")  # fmt: skip
    yield "AdaptiveLogSoftmaxWithLoss(8, 12, [3, 7], div_value=2.0, head_bias=True)", ("4,8", "=tensor([0, 4, 11, 2])")
    for name in ("RNN(3, 4)", "RNN(3, 4, 2, 'relu', bidirectional=True)", "LSTM(3, 4, 2, dropout=0.5)",
                 "LSTM(3, 4, proj_size=2, batch_first=True)", "GRU(3, 4, bias=False, bidirectional=True)"):  # fmt: skip
        yield name, ("5,2,3",)
    yield "LSTM(3, 4, 2, bidirectional=True)", ("5,3",)
    for name in ("RNN(3, 4)", "LSTM(3, 4, 2, bidirectional=True)", "GRU(3, 4)"):
        yield name, ("=nn.utils.rnn.pack_sequence([randn(2, 3), randn(5, 3), randn(3, 3)], enforce_sorted=False)",)
    yield "RNNCell(3, 4, nonlinearity='relu')", ("5,3",)
    yield "LSTMCell(3, 4, bias=False)", ("5,3", "=(ones(5, 4), ones(5, 4))")
    yield "GRUCell(3, 4)", ("3", "4")
    yield "MultiheadAttention(4, 2)", ("3,2,4", "3,2,4", "3,2,4")
    yield ("MultiheadAttention(4, 2, 0.3, add_bias_kv=True, add_zero_attn=True, kdim=3, vdim=5, batch_first=True)",
           ("2,3,4", "2,6,3", "2,6,5", "?2,6"))  # fmt: skip
    yield "TransformerEncoderLayer(4, 2, 8, norm_first=True)", ("3,2,4",)
    yield "TransformerDecoderLayer(4, 2, 8, 0.0, 'gelu', batch_first=True, bias=False)", ("2,3,4", "2,5,4")
    yield ("TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 2, nn.LayerNorm(4))",
           ("3,2,4", "=nn.Transformer.generate_square_subsequent_mask(3)"))  # fmt: skip
    yield "TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 8), 2)", ("3,2,4", "5,2,4")
    yield "Transformer(4, 2, 1, 1, 8, 0.1)", ("5,2,4", "3,2,4")
    yield ("Sequential(nn.Linear(3, 4), nn.Sequential(nn.ReLU(inplace=True), nn.Dropout()), nn.Linear(4, 2))", ("5,3",))


def text(name: str, inputs: tuple[str, ...]) -> str:
    """A call as a key."""
    return " | ".join((name, *inputs))


def made(lib: Any, spec: str) -> Any:
    """An input."""
    if spec.startswith("="):
        names = {n: getattr(lib, n) for n in ("nn", "tensor", "ones", "rand", "randn")}
        value = eval(spec[1:], names)
        double = hasattr(value, "is_floating_point") and value.is_floating_point()
        return doubled(value) if double or isinstance(value, tuple) else value
    kind, _, sizes = spec.rpartition(":")
    shape = tuple(int(n) for n in sizes.lstrip("?").split(","))
    numbers = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    if spec.startswith("?"):
        return lib.tensor((numbers % 5 == 4).tolist())
    if kind:
        return lib.tensor(((numbers * 7 + numbers // 3) % int(kind)).tolist())
    return lib.tensor(np.cos(numbers * 1.7 + 0.3).tolist(), dtype=lib.float64)


def doubled(value: Any) -> Any:
    """Tensors as float64."""
    if hasattr(value, "batch_sizes"):
        return value.to(value.data.double().dtype)
    return tuple(map(doubled, value)) if isinstance(value, tuple) else value.double()


def tensors(value: Any) -> Iterator[Any]:
    """The tensors in a result."""
    if hasattr(value, "detach"):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from tensors(part)


def summary(t: Any) -> list[float]:
    """A sum and a weighted sum: what is left out or in another place shows in them."""
    values = np.asarray(t.detach().numpy(), np.float64).ravel()
    return [float(f"{x:.11g}") for x in (values.sum(), values @ np.sin(np.arange(values.size) + 0.5))]


def outcome(lib: Any, name: str, inputs: tuple[str, ...]) -> dict[str, Any]:
    """What comes of one call."""
    lib.manual_seed(0)
    module = eval(name, vars(lib.nn) | {"nn": lib.nn, **{c: getattr(lib.nn, c) for c in [name.partition("(")[0]]}})
    found: dict[str, Any] = {"text": repr(module), "modes": {}}
    lazy = name.startswith("Lazy")
    if not lazy:
        found["state"] = {k: [list(v.shape), str(v.dtype).partition(".")[2]] for k, v in module.state_dict().items()}
        found["draws"] = {k: [*summary(v), zlib.crc32(v.detach().numpy().tobytes())] for k, v in named(module)}
    module.double()
    for mode in (True, False):
        lib.manual_seed(1)
        module.train(mode)
        module.zero_grad()
        given = [made(lib, spec) for spec in inputs]
        for t in given:
            if hasattr(t, "is_floating_point") and t.is_floating_point():
                t.requires_grad_()
        copies = given if "inplace" not in name else [t.clone() for t in given]
        results = [t for t in tensors(module(*copies)) if t.is_floating_point()]
        sum([(t * lib.tensor(np.cos(np.arange(t.numel())).reshape(tuple(t.shape)).tolist(), dtype=t.dtype)).sum()
             for t in results]).backward()  # fmt: skip
        leaves = [t for t in given if hasattr(t, "requires_grad") and t.requires_grad]
        gradients = [p.grad for p in (*leaves, *module.parameters())]
        found["modes"]["train" if mode else "eval"] = {
            "shapes": [list(t.shape) for t in results],
            "results": [summary(t) for t in results],
            "gradients": [None if g is None else summary(g) for g in gradients],
        }
    if lazy:
        found["text"] = [found["text"], repr(module)]
    found["buffers"] = {k: summary(v) for k, v in module.named_buffers()}
    return found


def named(module: Any) -> Iterator[tuple[str, Any]]:
    """The parameters with their names."""
    yield from module.named_parameters()
