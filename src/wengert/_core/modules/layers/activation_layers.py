"""Activations."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.generated import nn_functions as F
from . import init as initial
from .module import Module
from .parameter import Parameter


class _InPlace(Module):
    """An activation whose only argument says whether it writes into its input."""

    inplace: bool

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def extra_repr(self) -> str:
        return "inplace=True" if self.inplace else ""

    def _and_inplace(self, text: str) -> str:
        return f"{text}, inplace=True" if self.inplace else text


class Threshold(_InPlace):
    """The input where it is greater than a threshold, and a value elsewhere.

    Args:
        threshold: what the input is compared with.
        value: what stands for smaller numbers.
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.Threshold(0.5, 9.0)(wengert.tensor([0.0, 1.0]))
    tensor([9., 1.])
    """

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__(inplace)
        self.threshold = threshold
        self.value = value

    def forward(self, input: Any) -> Any:
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self) -> str:
        return self._and_inplace(f"threshold={self.threshold}, value={self.value}")


class ReLU(_InPlace):
    """The input where it is positive, and 0 elsewhere.

    Args:
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.ReLU()(wengert.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """

    def forward(self, input: Any) -> Any:
        return F.relu(input, inplace=self.inplace)


class RReLU(_InPlace):
    """The input, multiplied where it is negative by a slope that is drawn in training, and is the mean otherwise.

    Args:
        lower: the least slope.
        upper: the greatest slope.
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.RReLU(0.1, 0.3).eval()(wengert.tensor([-1.0, 2.0]))
    tensor([-0.2000,  2.0000])
    """

    def __init__(self, lower: float = 1.0 / 8, upper: float = 1.0 / 3, inplace: bool = False) -> None:
        super().__init__(inplace)
        self.lower = lower
        self.upper = upper

    def forward(self, input: Any) -> Any:
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self) -> str:
        return self._and_inplace(f"lower={self.lower}, upper={self.upper}")


class Hardtanh(_InPlace):
    """The input, cut off at both ends.

    Args:
        min_val: the least value.
        max_val: the greatest value.
        inplace: whether it writes into its input.
        min_value: deprecated: ``min_val``.
        max_value: deprecated: ``max_val``.

    >>> import wengert
    >>> wengert.nn.Hardtanh()(wengert.tensor([-3.0, 0.5, 3.0]))
    tensor([-1.0000,  0.5000,  1.0000])
    """

    def __init__(
        self,
        min_val: float = -1.0,
        max_val: float = 1.0,
        inplace: bool = False,
        min_value: float | None = None,
        max_value: float | None = None,
    ) -> None:
        super().__init__(inplace)
        if min_value is not None:
            errors.layers.renamed("min_value", "min_val")
            min_val = min_value
        if max_value is not None:
            errors.layers.renamed("max_value", "max_val")
            max_val = max_value
        if max_val <= min_val:
            raise errors.layers.limits(min_val, max_val)
        self.min_val = min_val
        self.max_val = max_val

    def forward(self, input: Any) -> Any:
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> str:
        return self._and_inplace(f"min_val={self.min_val}, max_val={self.max_val}")


class ReLU6(Hardtanh):
    """The input, cut off at 0 and 6.

    Args:
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.ReLU6()(wengert.tensor([-1.0, 2.0, 8.0]))
    tensor([0., 2., 6.])
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self) -> str:
        return _InPlace.extra_repr(self)


class Sigmoid(Module):
    """``1 / (1 + exp(-x))``.

    >>> import wengert
    >>> wengert.nn.Sigmoid()(wengert.zeros(1))
    tensor([0.5000])
    """

    def forward(self, input: Any) -> Any:
        return functions.sigmoid(input)


class Hardsigmoid(_InPlace):
    """A sigmoid of straight lines: ``relu6(x + 3) / 6``.

    Args:
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.Hardsigmoid()(wengert.tensor([-4.0, 0.0, 4.0]))
    tensor([0.0000, 0.5000, 1.0000])
    """

    def forward(self, input: Any) -> Any:
        return F.hardsigmoid(input, self.inplace)

    def extra_repr(self) -> str:
        return ""


class Tanh(Module):
    """The hyperbolic tangent.

    >>> import wengert
    >>> wengert.nn.Tanh()(wengert.zeros(1))
    tensor([0.])
    """

    def forward(self, input: Any) -> Any:
        return functions.tanh(input)


class SiLU(_InPlace):
    """``x * sigmoid(x)``.

    Args:
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.SiLU()(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7311])
    """

    def forward(self, input: Any) -> Any:
        return F.silu(input, inplace=self.inplace)


class Mish(_InPlace):
    """``x * tanh(softplus(x))``.

    Args:
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.Mish()(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8651])
    """

    def forward(self, input: Any) -> Any:
        return F.mish(input, inplace=self.inplace)


class Hardswish(_InPlace):
    """``x * relu6(x + 3) / 6``.

    Args:
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.Hardswish()(wengert.tensor([-4.0, 0.0, 4.0]))
    tensor([-0., 0., 4.])
    """

    def forward(self, input: Any) -> Any:
        return F.hardswish(input, self.inplace)


class _Alpha(_InPlace):
    """An activation with a factor."""

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__(inplace)
        self.alpha = alpha

    def extra_repr(self) -> str:
        return self._and_inplace(f"alpha={self.alpha}")


class ELU(_Alpha):
    """The input where it is positive, and ``alpha * (exp(x) - 1)`` elsewhere.

    Args:
        alpha: the factor.
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.ELU()(wengert.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """

    def forward(self, input: Any) -> Any:
        return F.elu(input, self.alpha, self.inplace)


class CELU(_Alpha):
    """The input where it is positive, and ``alpha * (exp(x / alpha) - 1)`` elsewhere.

    Args:
        alpha: the factor.
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.CELU(2.0)(wengert.tensor([-1.0, 2.0]))
    tensor([-0.7869,  2.0000])
    """

    def forward(self, input: Any) -> Any:
        return F.celu(input, self.alpha, self.inplace)


class SELU(_InPlace):
    """ELU with the factors under which activations keep mean 0 and variance 1.

    Args:
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.SELU()(wengert.tensor([-1.0, 2.0]))
    tensor([-1.1113,  2.1014])
    """

    def forward(self, input: Any) -> Any:
        return F.selu(input, self.inplace)


class GLU(Module):
    """The first half of the input times the sigmoid of the second.

    Args:
        dim: the dimension that is halved.

    >>> import wengert
    >>> wengert.nn.GLU()(wengert.tensor([2.0, 0.0]))
    tensor([1.])
    """

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Any) -> Any:
        return F.glu(input, self.dim)

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class GELU(Module):
    """The input times the probability that a normal number is smaller.

    Args:
        approximate: ``"tanh"`` for an approximation by tanh.

    >>> import wengert
    >>> wengert.nn.GELU()(wengert.tensor([-1.0, 2.0]))
    tensor([-0.1587,  1.9545])
    """

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Any) -> Any:
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        return f"approximate={self.approximate!r}"


class _Lambd(Module):
    """An activation with a limit."""

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def extra_repr(self) -> str:
        return f"{self.lambd}"


class Hardshrink(_Lambd):
    """0 between ``-lambd`` and ``lambd``, and the input elsewhere.

    Args:
        lambd: the limit.

    >>> import wengert
    >>> wengert.nn.Hardshrink()(wengert.tensor([0.2, 2.0]))
    tensor([0., 2.])
    """

    def forward(self, input: Any) -> Any:
        return F.hardshrink(input, self.lambd)


class Softshrink(_Lambd):
    """0 between ``-lambd`` and ``lambd``, and the distance to these elsewhere.

    Args:
        lambd: the limit.

    >>> import wengert
    >>> wengert.nn.Softshrink()(wengert.tensor([0.2, 2.0]))
    tensor([0.0000, 1.5000])
    """

    def forward(self, input: Any) -> Any:
        return F.softshrink(input, self.lambd)


class LeakyReLU(_InPlace):
    """The input, multiplied by a slope where it is negative.

    Args:
        negative_slope: the slope.
        inplace: whether it writes into its input.

    >>> import wengert
    >>> wengert.nn.LeakyReLU(0.1)(wengert.tensor([-1.0, 2.0]))
    tensor([-0.1000,  2.0000])
    """

    def __init__(self, negative_slope: float = 1e-2, inplace: bool = False) -> None:
        super().__init__(inplace)
        self.negative_slope = negative_slope

    def forward(self, input: Any) -> Any:
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        return self._and_inplace(f"negative_slope={self.negative_slope}")


class PReLU(Module):
    """The input, multiplied where it is negative by a slope that is learned.

    Args:
        num_parameters: 1, or the number of channels.
        init: the slope at first.
        device: where the parameter is.
        dtype: its dtype.

    >>> import wengert
    >>> wengert.nn.PReLU()(wengert.tensor([-1.0, 2.0]))
    tensor([-0.2500,  2.0000], grad_fn=<PreluKernelBackward0>)
    """

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = Parameter(functions.empty(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the slopes again."""
        initial.constant_(self.weight, self.init)

    def forward(self, input: Any) -> Any:
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        return f"num_parameters={self.num_parameters}"


class LogSigmoid(Module):
    """The logarithm of the sigmoid.

    >>> import wengert
    >>> wengert.nn.LogSigmoid()(wengert.zeros(1))
    tensor([-0.6931])
    """

    def forward(self, input: Any) -> Any:
        return F.logsigmoid(input)


class Softplus(Module):
    """``log(1 + exp(beta * x)) / beta``: a smooth ReLU.

    Args:
        beta: how sharp the bend is.
        threshold: where ``beta * x`` is greater, it is the input.

    >>> import wengert
    >>> wengert.nn.Softplus()(wengert.zeros(1))
    tensor([0.6931])
    """

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Any) -> Any:
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        return f"beta={self.beta}, threshold={self.threshold}"


class Softsign(Module):
    """``x / (1 + abs(x))``.

    >>> import wengert
    >>> wengert.nn.Softsign()(wengert.tensor([-1.0, 3.0]))
    tensor([-0.5000,  0.7500])
    """

    def forward(self, input: Any) -> Any:
        return F.softsign(input)


class Tanhshrink(Module):
    """``x - tanh(x)``.

    >>> import wengert
    >>> wengert.nn.Tanhshrink()(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.2384])
    """

    def forward(self, input: Any) -> Any:
        return F.tanhshrink(input)


class _OverDim(Module):
    """A normalisation along a dimension."""

    dim: int | None

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class Softmin(_OverDim):
    """The softmax of the negative input.

    Args:
        dim: the dimension along which the results add up to 1.

    >>> import wengert
    >>> wengert.nn.Softmin(dim=0)(wengert.tensor([0.0, 1.0]))
    tensor([0.7311, 0.2689])
    """

    def forward(self, input: Any) -> Any:
        return F.softmin(input, self.dim, _stacklevel=5)


class Softmax(_OverDim):
    """Exponentials, divided by their sum.

    Args:
        dim: the dimension along which the results add up to 1.

    >>> import wengert
    >>> wengert.nn.Softmax(dim=0)(wengert.tensor([0.0, 1.0]))
    tensor([0.2689, 0.7311])
    """

    def forward(self, input: Any) -> Any:
        return F.softmax(input, self.dim, _stacklevel=5)


class Softmax2d(Module):
    """The softmax over the channels of images, (N, C, H, W) or (C, H, W).

    >>> import wengert
    >>> wengert.nn.Softmax2d()(wengert.zeros(1, 2, 1, 1)).flatten()
    tensor([0.5000, 0.5000])
    """

    def forward(self, input: Any) -> Any:
        if input.ndim not in (3, 4):
            raise errors.layers.dimensions("Softmax2d", "3D or 4D", input.ndim)
        return F.softmax(input, -3, _stacklevel=5)


class LogSoftmax(_OverDim):
    """The logarithm of the softmax.

    Args:
        dim: the dimension along which the exponentials add up to 1.

    >>> import wengert
    >>> wengert.nn.LogSoftmax(dim=0)(wengert.tensor([0.0, 1.0]))
    tensor([-1.3133, -0.3133])
    """

    def forward(self, input: Any) -> Any:
        return F.log_softmax(input, self.dim, _stacklevel=5)
