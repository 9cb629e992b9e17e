"""``torch.ao.quantization``: models that can be quantised run in their own dtype. Quantising them is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import errors
from ...api.generated import functions
from ..layers.module import Module
from .refusals import functions as refused_functions
from .refusals import types

STEPS = """
    convert default_eval_fn disable_fake_quant disable_observer enable_fake_quant enable_observer fuse_modules
    fuse_modules_qat get_default_qat_qconfig get_default_qconfig prepare prepare_qat propagate_qconfig_ quantize
    quantize_dynamic quantize_qat swap_module
"""
KINDS = """
    FakeQuantize FakeQuantizeBase HistogramObserver MinMaxObserver MovingAverageMinMaxObserver ObserverBase
    PerChannelMinMaxObserver QConfig default_observer default_per_channel_weight_observer default_weight_observer
"""


LAYERS = """
    BatchNorm2d BatchNorm3d Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d Dropout ELU Embedding
    EmbeddingBag GroupNorm Hardswish InstanceNorm1d InstanceNorm2d InstanceNorm3d LSTM LayerNorm LeakyReLU Linear
    MultiheadAttention PReLU Quantize DeQuantize ReLU6 Sigmoid Softmax
"""


class QuantStub(Module):
    """Marks where values are quantised in PyTorch. It returns its input."""

    def __init__(self, qconfig: Any = None) -> None:
        super().__init__()

    def forward(self, x: Any) -> Any:
        return x


class DeQuantStub(QuantStub):
    """Marks where values are no longer quantised in PyTorch. It returns its input."""


class FloatFunctional(Module):
    """Operations of values as methods of a module, which PyTorch replaces when it quantises."""

    def forward(self, x: Any) -> Any:
        raise RuntimeError("FloatFunctional is not intended to use the forward. Call one of its methods, such as add.")

    def add(self, x: Any, y: Any) -> Any:
        return x + y

    def add_scalar(self, x: Any, y: float) -> Any:
        return x + y

    def mul(self, x: Any, y: Any) -> Any:
        return x * y

    def mul_scalar(self, x: Any, y: float) -> Any:
        return x * y

    def cat(self, x: Sequence[Any], dim: int = 0) -> Any:
        return functions.cat(x, dim=dim)

    def add_relu(self, x: Any, y: Any) -> Any:
        return functions.relu(x + y)

    def matmul(self, x: Any, y: Any) -> Any:
        return functions.matmul(x, y)


QUANTIZATION: dict[str, Any] = {
    "DeQuantStub": DeQuantStub,
    "QuantStub": QuantStub,
    **refused_functions(STEPS, errors.alias.not_quantised),
    **types(KINDS, errors.alias.not_quantised),
}
QUANTIZED: dict[str, Any] = {"FloatFunctional": FloatFunctional, **types(LAYERS, errors.alias.not_quantised)}
