"""Linear layers."""

from __future__ import annotations

import math
from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.generated import nn_functions as F
from . import init
from .module import Module
from .parameter import Parameter


def bias_or_none(module: Module, size: int, bias: bool, device: Any, dtype: Any) -> None:
    """Give a module a bias, or register that it has none."""
    made = Parameter(functions.empty(size, device=device, dtype=dtype)) if bias else None
    module.register_parameter("bias", made)


def fill_weight_and_bias(module: Any) -> None:
    """Draw the first values of a weight and a bias, from ranges that become smaller with the number of inputs."""
    init.kaiming_uniform_(module.weight, a=math.sqrt(5))
    if module.bias is not None:
        inputs, _ = init._calculate_fan_in_and_fan_out(module.weight)
        bound = 1 / math.sqrt(inputs) if inputs > 0 else 0
        init.uniform_(module.bias, -bound, bound)


class Identity(Module):
    """The input itself. Arguments are accepted and ignored.

    >>> import wengert
    >>> wengert.nn.Identity(54)(wengert.ones(2))
    tensor([1., 1.])
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Any) -> Any:
        return input


class Linear(Module):
    """``x @ weight.T + bias``, for inputs (*, in_features) and results (*, out_features).

    Args:
        in_features: the size of the last dimension of the input.
        out_features: the size of the last dimension of the result.
        bias: whether there is a bias.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> layer = wengert.nn.Linear(3, 2)
    >>> layer(wengert.ones(5, 3)).shape
    wengert.Size([5, 2])
    """

    def __init__(
        self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(functions.empty((out_features, in_features), device=device, dtype=dtype))
        bias_or_none(self, out_features, bias, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the parameters again."""
        fill_weight_and_bias(self)

    def forward(self, input: Any) -> Any:
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class NonDynamicallyQuantizableLinear(Linear):
    """A :class:`Linear` under the name that PyTorch gives the last one of attention."""


class Bilinear(Module):
    """``x1 @ weight @ x2 + bias``, for inputs (*, in1_features) and (*, in2_features).

    Args:
        in1_features: the size of the last dimension of the first input.
        in2_features: the size of the last dimension of the second input.
        out_features: the size of the last dimension of the result.
        bias: whether there is a bias.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> wengert.nn.Bilinear(3, 4, 2)(wengert.ones(5, 3), wengert.ones(5, 4)).shape
    wengert.Size([5, 2])
    """

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        sizes = (out_features, in1_features, in2_features)
        self.weight = Parameter(functions.empty(sizes, device=device, dtype=dtype))
        bias_or_none(self, out_features, bias, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the parameters again."""
        if self.in1_features <= 0:
            raise errors.layers.not_positive("in1_features", self.in1_features)
        bound = 1 / math.sqrt(self.weight.shape[1])
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1: Any, input2: Any) -> Any:
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        return (
            f"in1_features={self.in1_features}, in2_features={self.in2_features}, out_features={self.out_features}, "
            f"bias={self.bias is not None}"
        )
