"""Convolutions, and their transposes."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.generated import nn_functions as F
from ...api.grad_mode import no_grad
from .linear_layers import bias_or_none, fill_weight_and_bias
from .module import Module
from .parameter import Parameter
from .sizes import _ntuple, _reverse_repeat_tuple

MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    """What convolutions of all numbers of dimensions have in common."""

    rank: int  # the number of dimensions besides batch and channels

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: tuple[int, ...],
        stride: tuple[int, ...],
        padding: str | tuple[int, ...],
        dilation: tuple[int, ...],
        transposed: bool,
        output_padding: tuple[int, ...],
        groups: int,
        bias: bool,
        padding_mode: str,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if groups <= 0:
            raise errors.layers.groups()
        for name, channels in (("in_channels", in_channels), ("out_channels", out_channels)):
            if channels % groups:
                raise errors.layers.divisible(name)
        if isinstance(padding, str):
            if padding not in ("same", "valid"):
                raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'same', 'valid'}}")
            if padding == "same" and any(s != 1 for s in stride):
                raise errors.layers.same_strided()
        if padding_mode not in MODES:
            raise errors.layers.padding_mode(padding_mode, MODES)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.transposed = transposed
        self.output_padding = output_padding
        self.groups = groups
        self.padding_mode = padding_mode
        self._reversed_padding_repeated_twice = self._sides()
        self.weight = Parameter(functions.empty(self._sizes(), device=device, dtype=dtype))
        bias_or_none(self, out_channels, bias, device, dtype)
        self.reset_parameters()

    def _sides(self) -> Any:
        """The padding at both ends of each dimension, from the last one on, as ``pad`` takes it."""
        if not isinstance(self.padding, str):
            return _reverse_repeat_tuple(self.padding, 2)
        sides: list[int] = []
        for d, k in zip(reversed(self.dilation), reversed(self.kernel_size), strict=False):
            total = d * (k - 1) if self.padding == "same" else 0
            sides += [total // 2, total - total // 2]
        return sides

    def _sizes(self) -> tuple[int, ...]:
        outer, inner = self.out_channels, self.in_channels
        if self.transposed:
            outer, inner = inner, outer
        return (outer, inner // self.groups, *self.kernel_size)

    def reset_parameters(self) -> None:
        """Draw the parameters again."""
        with no_grad():
            fill_weight_and_bias(self)

    def extra_repr(self) -> str:
        n = len(self.kernel_size)
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        if self.padding != (0,) * len(self.padding):
            text += f", padding={self.padding}"
        if self.dilation != (1,) * n:
            text += f", dilation={self.dilation}"
        if self.output_padding != (0,) * n:
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.__dict__.setdefault("padding_mode", "zeros")


class _Conv(_ConvNd):
    """A convolution: its function is that of its number of dimensions."""

    function: Any

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        each = _ntuple(self.rank)
        super().__init__(
            in_channels, out_channels, each(kernel_size), each(stride),
            padding if isinstance(padding, str) else each(padding), each(dilation), False, each(0), groups, bias,
            padding_mode, device, dtype,
        )  # fmt: skip

    def _conv_forward(self, input: Any, weight: Any, bias: Any) -> Any:
        padding: Any = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            padding = (0,) * self.rank
        return self.function(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Any) -> Any:
        return self._conv_forward(input, self.weight, self.bias)


class Conv1d(_Conv):
    """The convolution of signals, (N, C, L) or (C, L), with learned kernels.

    Args:
        in_channels: the number of channels of the input.
        out_channels: the number of channels of the result.
        kernel_size: the length of a kernel.
        stride: the distance between two places of the kernel.
        padding: how far the input is extended at both ends, ``"same"`` or ``"valid"``.
        dilation: the distance between two entries of the kernel.
        groups: the number of groups of channels that do not mix.
        bias: whether there is a bias.
        padding_mode: with what: ``"zeros"``, ``"reflect"``, ``"replicate"`` or ``"circular"``.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> wengert.nn.Conv1d(2, 4, 3)(wengert.ones(1, 2, 8)).shape
    wengert.Size([1, 4, 6])
    """

    rank = 1
    function = staticmethod(F.conv1d)


class Conv2d(_Conv):
    """The convolution of images, (N, C, H, W) or (C, H, W), with learned kernels.

    Args:
        in_channels: the number of channels of the input.
        out_channels: the number of channels of the result.
        kernel_size: the height and width of a kernel.
        stride: the distance between two places of the kernel.
        padding: how far the input is extended at each edge, ``"same"`` or ``"valid"``.
        dilation: the distance between two entries of the kernel.
        groups: the number of groups of channels that do not mix.
        bias: whether there is a bias.
        padding_mode: with what: ``"zeros"``, ``"reflect"``, ``"replicate"`` or ``"circular"``.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> wengert.nn.Conv2d(3, 4, 3, padding=1)(wengert.ones(1, 3, 8, 8)).shape
    wengert.Size([1, 4, 8, 8])
    """

    rank = 2
    function = staticmethod(F.conv2d)


class Conv3d(_Conv):
    """The convolution of volumes, (N, C, D, H, W) or (C, D, H, W), with learned kernels.

    Args:
        in_channels: the number of channels of the input.
        out_channels: the number of channels of the result.
        kernel_size: the sizes of a kernel.
        stride: the distance between two places of the kernel.
        padding: how far the input is extended at each side, ``"same"`` or ``"valid"``.
        dilation: the distance between two entries of the kernel.
        groups: the number of groups of channels that do not mix.
        bias: whether there is a bias.
        padding_mode: with what: ``"zeros"``, ``"reflect"``, ``"replicate"`` or ``"circular"``.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> wengert.nn.Conv3d(1, 2, 2)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 2, 3, 3, 3])
    """

    rank = 3
    function = staticmethod(F.conv3d)


class _ConvTransposeNd(_ConvNd):
    """The transpose of a convolution: its function is that of its number of dimensions."""

    function: Any

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        if padding_mode != "zeros":
            raise errors.layers.only_zeros(type(self).__name__)
        each = _ntuple(self.rank)
        super().__init__(
            in_channels, out_channels, each(kernel_size), each(stride), each(padding), each(dilation), True,
            each(output_padding), groups, bias, padding_mode, device, dtype,
        )  # fmt: skip

    def _added(self, input: Any, output_size: Any) -> Any:
        """How much is added at one side of each dimension, so that the result has a size."""
        if output_size is None:
            return self.output_padding
        first = 2 if input.ndim == self.rank + 2 else 1
        sizes = list(output_size)
        if len(sizes) == first + self.rank:
            sizes = sizes[first:]
        if len(sizes) != self.rank:
            raise errors.layers.output_size(self.rank, input.ndim, first, len(sizes))
        padding: Any = self.padding
        least = [
            (input.shape[first + d] - 1) * self.stride[d]
            - 2 * padding[d]
            + self.dilation[d] * (self.kernel_size[d] - 1)
            + 1
            for d in range(self.rank)
        ]
        most = [size + stride - 1 for size, stride in zip(least, self.stride, strict=True)]
        if any(not low <= size <= high for low, size, high in zip(least, sizes, most, strict=True)):
            raise errors.layers.output_range(sizes, least, most, input.shape[2:])
        return [size - low for size, low in zip(sizes, least, strict=True)]

    def forward(self, input: Any, output_size: Any = None) -> Any:
        """Compute the result; ``output_size`` chooses between the sizes that a stride leaves open."""
        added = self._added(input, output_size)
        return self.function(
            input, self.weight, self.bias, self.stride, self.padding, added, self.groups, self.dilation
        )


class _ConvTransposeMixin(_ConvTransposeNd):
    """The older name of the base class, which no layer here derives from; packages name it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        errors.layers.warn_of_transpose_mixin()
        super().__init__(*args, **kwargs)


class ConvTranspose1d(_ConvTransposeNd):
    """The transpose of the convolution of signals: it makes them longer.

    Args:
        in_channels: the number of channels of the input.
        out_channels: the number of channels of the result.
        kernel_size: the length of a kernel.
        stride: the distance between two places of the kernel in the result.
        padding: how much of the result is left out at both ends.
        output_padding: how much is added at one end.
        groups: the number of groups of channels that do not mix.
        bias: whether there is a bias.
        dilation: the distance between two entries of the kernel.
        padding_mode: ``"zeros"``.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> wengert.nn.ConvTranspose1d(2, 4, 3, stride=2)(wengert.ones(1, 2, 8)).shape
    wengert.Size([1, 4, 17])
    """

    rank = 1
    function = staticmethod(F.conv_transpose1d)


class ConvTranspose2d(_ConvTransposeNd):
    """The transpose of the convolution of images: it makes them larger.

    Args:
        in_channels: the number of channels of the input.
        out_channels: the number of channels of the result.
        kernel_size: the height and width of a kernel.
        stride: the distance between two places of the kernel in the result.
        padding: how much of the result is left out at each edge.
        output_padding: how much is added at one edge.
        groups: the number of groups of channels that do not mix.
        bias: whether there is a bias.
        dilation: the distance between two entries of the kernel.
        padding_mode: ``"zeros"``.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> wengert.nn.ConvTranspose2d(2, 4, 3, stride=2)(wengert.ones(1, 2, 8, 8)).shape
    wengert.Size([1, 4, 17, 17])
    """

    rank = 2
    function = staticmethod(F.conv_transpose2d)


class ConvTranspose3d(_ConvTransposeNd):
    """The transpose of the convolution of volumes: it makes them larger.

    Args:
        in_channels: the number of channels of the input.
        out_channels: the number of channels of the result.
        kernel_size: the sizes of a kernel.
        stride: the distance between two places of the kernel in the result.
        padding: how much of the result is left out at each side.
        output_padding: how much is added at one side.
        groups: the number of groups of channels that do not mix.
        bias: whether there is a bias.
        dilation: the distance between two entries of the kernel.
        padding_mode: ``"zeros"``.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> wengert.nn.ConvTranspose3d(1, 2, 2)(wengert.ones(1, 1, 3, 3, 3)).shape
    wengert.Size([1, 2, 4, 4, 4])
    """

    rank = 3
    function = staticmethod(F.conv_transpose3d)
