"""Pools: the greatest or mean value, or a norm, of each window of the input."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api.generated import nn_functions as F
from .module import Module
from .sizes import _ntuple


class _Windowed(Module):
    """A pool with windows of a size, at distances."""

    kernel_size: Any
    stride: Any
    padding: Any

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class _Sized(Module):
    """A pool whose result has a size."""

    output_size: Any

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class _MaxPoolNd(_Windowed):
    """The greatest value of each window: its function is that of its number of dimensions."""

    function: Any

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def forward(self, input: Any) -> Any:
        return self.function(
            input, self.kernel_size, self.stride, self.padding, self.dilation, ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )  # fmt: skip

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, dilation={self.dilation}, ceil_mode={self.ceil_mode}"


class _MaxUnpoolNd(_Windowed):
    """Zeros, but for the values at places that a pool gave: its function is that of its number of dimensions."""

    function: Any
    rank: int

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None:
        super().__init__()
        each = _ntuple(self.rank)
        self.kernel_size = each(kernel_size)
        self.stride = each(stride if stride is not None else kernel_size)
        self.padding = each(padding)

    def forward(self, input: Any, indices: Any, output_size: Any = None) -> Any:
        return self.function(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class _AvgPoolNd(_Windowed):
    """The mean of each window: its function is that of its number of dimensions."""

    function: Any
    divisor_override: int | None

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input: Any) -> Any:
        return self.function(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad,
            self.divisor_override,
        )  # fmt: skip

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for name, value in (("padding", 0), ("ceil_mode", False), ("count_include_pad", True)):
            self.__dict__.setdefault(name, value)


class _FractionalMaxPoolNd(Module):
    """The greatest value of windows that are drawn: its function is that of its number of dimensions."""

    function: Any
    rank: int

    def __init__(
        self,
        kernel_size: Any,
        output_size: Any = None,
        output_ratio: Any = None,
        return_indices: bool = False,
        _random_samples: Any = None,
    ) -> None:
        super().__init__()
        each, name = _ntuple(self.rank), type(self).__name__
        if self.rank == 3 and not all(k > 0 for k in each(kernel_size)):
            raise errors.layers.kernel_size(kernel_size)
        if output_size is None and output_ratio is None:
            raise ValueError(f"{name} requires specifying either an output size, or a pooling ratio")
        if output_size is not None and output_ratio is not None:
            raise ValueError("only one of output_size and output_ratio may be specified")
        self.kernel_size = each(kernel_size)
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else each(output_size)
        self.output_ratio = None if output_ratio is None else each(output_ratio)
        if self.output_ratio is not None and not all(0 < ratio < 1 for ratio in self.output_ratio):
            raise errors.layers.output_ratio(output_ratio)

    def forward(self, input: Any) -> Any:
        return self.function(
            input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices,
            _random_samples=self._random_samples,
        )  # fmt: skip


class _LPPoolNd(Module):
    """The norm of each window: its function is that of its number of dimensions."""

    function: Any

    def __init__(self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False) -> None:
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def forward(self, input: Any) -> Any:
        return self.function(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

    def extra_repr(self) -> str:
        return (
            f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, stride={self.stride}, "
            f"ceil_mode={self.ceil_mode}"
        )


class _AdaptiveMaxPoolNd(_Sized):
    """The greatest value of windows, as many as the result has: its function is that of its number of dimensions."""

    function: Any

    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def forward(self, input: Any) -> Any:
        return self.function(input, self.output_size, self.return_indices)


class _AdaptiveAvgPoolNd(_Sized):
    """The mean of windows, as many as the result has: its function is that of its number of dimensions."""

    function: Any

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def forward(self, input: Any) -> Any:
        return self.function(input, self.output_size)


class MaxPool1d(_MaxPoolNd):
    """The greatest value of each window of signals, (N, C, L) or (C, L).

    Args:
        kernel_size: the length of a window.
        stride: the distance between two windows. Default: their size.
        padding: how far the input is extended, by values below all others.
        dilation: the distance between two entries of a window.
        return_indices: whether the places of these values are returned, too.
        ceil_mode: whether windows that reach beyond the end count.

    >>> import wengert
    >>> wengert.nn.MaxPool1d(2)(wengert.ones(1, 1, 4)).shape
    wengert.Size([1, 1, 2])
    """

    function = staticmethod(F.max_pool1d)


class MaxPool2d(_MaxPoolNd):
    """The greatest value of each window of images, (N, C, H, W) or (C, H, W).

    Args:
        kernel_size: the height and width of a window.
        stride: the distance between two windows. Default: their size.
        padding: how far the input is extended, by values below all others.
        dilation: the distance between two entries of a window.
        return_indices: whether the places of these values are returned, too.
        ceil_mode: whether windows that reach beyond the end count.

    >>> import wengert
    >>> wengert.nn.MaxPool2d(2)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 1, 2, 2])
    """

    function = staticmethod(F.max_pool2d)


class MaxPool3d(_MaxPoolNd):
    """The greatest value of each window of volumes, (N, C, D, H, W) or (C, D, H, W).

    Args:
        kernel_size: the sizes of a window.
        stride: the distance between two windows. Default: their size.
        padding: how far the input is extended, by values below all others.
        dilation: the distance between two entries of a window.
        return_indices: whether the places of these values are returned, too.
        ceil_mode: whether windows that reach beyond the end count.

    >>> import wengert
    >>> wengert.nn.MaxPool3d(2)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 1, 2, 2, 2])
    """

    function = staticmethod(F.max_pool3d)


class MaxUnpool1d(_MaxUnpoolNd):
    """The inverse of :class:`MaxPool1d`: the values at their places, zeros elsewhere.

    Args:
        kernel_size: the length of a window.
        stride: the distance between two windows. Default: their size.
        padding: how far the input of the pool was extended.

    >>> import wengert
    >>> values, places = wengert.nn.MaxPool1d(2, return_indices=True)(wengert.ones(1, 1, 4))
    >>> wengert.nn.MaxUnpool1d(2)(values, places).shape
    wengert.Size([1, 1, 4])
    """

    rank = 1
    function = staticmethod(F.max_unpool1d)


class MaxUnpool2d(_MaxUnpoolNd):
    """The inverse of :class:`MaxPool2d`: the values at their places, zeros elsewhere.

    Args:
        kernel_size: the height and width of a window.
        stride: the distance between two windows. Default: their size.
        padding: how far the input of the pool was extended.

    >>> import wengert
    >>> values, places = wengert.nn.MaxPool2d(2, return_indices=True)(wengert.ones(1, 1, 4, 4))
    >>> wengert.nn.MaxUnpool2d(2)(values, places).shape
    wengert.Size([1, 1, 4, 4])
    """

    rank = 2
    function = staticmethod(F.max_unpool2d)


class MaxUnpool3d(_MaxUnpoolNd):
    """The inverse of :class:`MaxPool3d`: the values at their places, zeros elsewhere.

    Args:
        kernel_size: the sizes of a window.
        stride: the distance between two windows. Default: their size.
        padding: how far the input of the pool was extended.

    >>> import wengert
    >>> values, places = wengert.nn.MaxPool3d(2, return_indices=True)(wengert.ones(1, 1, 4, 4, 4))
    >>> wengert.nn.MaxUnpool3d(2)(values, places).shape
    wengert.Size([1, 1, 4, 4, 4])
    """

    rank = 3
    function = staticmethod(F.max_unpool3d)


class AvgPool1d(_AvgPoolNd):
    """The mean of each window of signals, (N, C, L) or (C, L).

    Args:
        kernel_size: the length of a window.
        stride: the distance between two windows. Default: their size.
        padding: how far the input is extended, by zeros.
        ceil_mode: whether windows that reach beyond the end count.
        count_include_pad: whether these zeros count.

    >>> import wengert
    >>> wengert.nn.AvgPool1d(2)(wengert.ones(1, 1, 4)).shape
    wengert.Size([1, 1, 2])
    """

    function = staticmethod(F.avg_pool1d)

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        each = _ntuple(1)
        stride = each(stride if stride is not None else kernel_size)
        super().__init__(each(kernel_size), stride, each(padding), ceil_mode, count_include_pad)
        del self.divisor_override

    def forward(self, input: Any) -> Any:
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)


class AvgPool2d(_AvgPoolNd):
    """The mean of each window of images, (N, C, H, W) or (C, H, W).

    Args:
        kernel_size: the height and width of a window.
        stride: the distance between two windows. Default: their size.
        padding: how far the input is extended, by zeros.
        ceil_mode: whether windows that reach beyond the end count.
        count_include_pad: whether these zeros count.
        divisor_override: what the sum is divided by. Default: the number of values.

    >>> import wengert
    >>> wengert.nn.AvgPool2d(2)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 1, 2, 2])
    """

    function = staticmethod(F.avg_pool2d)


class AvgPool3d(_AvgPoolNd):
    """The mean of each window of volumes, (N, C, D, H, W) or (C, D, H, W).

    Args:
        kernel_size: the sizes of a window.
        stride: the distance between two windows. Default: their size.
        padding: how far the input is extended, by zeros.
        ceil_mode: whether windows that reach beyond the end count.
        count_include_pad: whether these zeros count.
        divisor_override: what the sum is divided by. Default: the number of values.

    >>> import wengert
    >>> wengert.nn.AvgPool3d(2)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 1, 2, 2, 2])
    """

    function = staticmethod(F.avg_pool3d)


class FractionalMaxPool2d(_FractionalMaxPoolNd):
    """The greatest value of windows of images, (N, C, H, W) or (C, H, W), whose places are drawn.

    Args:
        kernel_size: the height and width of a window.
        output_size: the size of the result.
        output_ratio: its ratio to that of the input, if the size is not given.
        return_indices: whether the places of these values are returned, too.

    >>> import wengert
    >>> wengert.nn.FractionalMaxPool2d(2, output_size=2)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 1, 2, 2])
    """

    rank = 2
    function = staticmethod(F.fractional_max_pool2d)


class FractionalMaxPool3d(_FractionalMaxPoolNd):
    """The greatest value of windows of volumes, (N, C, D, H, W) or (C, D, H, W), whose places are drawn.

    Args:
        kernel_size: the sizes of a window.
        output_size: the size of the result.
        output_ratio: its ratio to that of the input, if the size is not given.
        return_indices: whether the places of these values are returned, too.

    >>> import wengert
    >>> wengert.nn.FractionalMaxPool3d(2, output_size=2)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 1, 2, 2, 2])
    """

    rank = 3
    function = staticmethod(F.fractional_max_pool3d)


class LPPool1d(_LPPoolNd):
    """The norm of each window of signals, (N, C, L) or (C, L).

    Args:
        norm_type: the order of the norm.
        kernel_size: the length of a window.
        stride: the distance between two windows. Default: their size.
        ceil_mode: whether windows that reach beyond the end count.

    >>> import wengert
    >>> wengert.nn.LPPool1d(2, 2)(wengert.ones(1, 1, 4)).shape
    wengert.Size([1, 1, 2])
    """

    function = staticmethod(F.lp_pool1d)


class LPPool2d(_LPPoolNd):
    """The norm of each window of images, (N, C, H, W) or (C, H, W).

    Args:
        norm_type: the order of the norm.
        kernel_size: the height and width of a window.
        stride: the distance between two windows. Default: their size.
        ceil_mode: whether windows that reach beyond the end count.

    >>> import wengert
    >>> wengert.nn.LPPool2d(2, 2)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 1, 2, 2])
    """

    function = staticmethod(F.lp_pool2d)


class LPPool3d(_LPPoolNd):
    """The norm of each window of volumes, (N, C, D, H, W) or (C, D, H, W).

    Args:
        norm_type: the order of the norm.
        kernel_size: the sizes of a window.
        stride: the distance between two windows. Default: their size.
        ceil_mode: whether windows that reach beyond the end count.

    >>> import wengert
    >>> wengert.nn.LPPool3d(2, 2)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 1, 2, 2, 2])
    """

    function = staticmethod(F.lp_pool3d)


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """The greatest value of windows of signals, (N, C, L) or (C, L), as many as the result has.

    Args:
        output_size: the sizes of the result; None keeps one.
        return_indices: whether the places of these values are returned, too.

    >>> import wengert
    >>> wengert.nn.AdaptiveMaxPool1d(2)(wengert.ones(1, 1, 4)).shape
    wengert.Size([1, 1, 2])
    """

    function = staticmethod(F.adaptive_max_pool1d)


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """The greatest value of windows of images, (N, C, H, W) or (C, H, W), as many as the result has.

    Args:
        output_size: the sizes of the result; None keeps one.
        return_indices: whether the places of these values are returned, too.

    >>> import wengert
    >>> wengert.nn.AdaptiveMaxPool2d(2)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 1, 2, 2])
    """

    function = staticmethod(F.adaptive_max_pool2d)


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """The greatest value of windows of volumes, (N, C, D, H, W) or (C, D, H, W), as many as the result has.

    Args:
        output_size: the sizes of the result; None keeps one.
        return_indices: whether the places of these values are returned, too.

    >>> import wengert
    >>> wengert.nn.AdaptiveMaxPool3d(2)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 1, 2, 2, 2])
    """

    function = staticmethod(F.adaptive_max_pool3d)


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """The mean of windows of signals, (N, C, L) or (C, L), as many as the result has.

    Args:
        output_size: the sizes of the result; None keeps one.

    >>> import wengert
    >>> wengert.nn.AdaptiveAvgPool1d(2)(wengert.ones(1, 1, 4)).shape
    wengert.Size([1, 1, 2])
    """

    function = staticmethod(F.adaptive_avg_pool1d)


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """The mean of windows of images, (N, C, H, W) or (C, H, W), as many as the result has.

    Args:
        output_size: the sizes of the result; None keeps one.

    >>> import wengert
    >>> wengert.nn.AdaptiveAvgPool2d(2)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 1, 2, 2])
    """

    function = staticmethod(F.adaptive_avg_pool2d)


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """The mean of windows of volumes, (N, C, D, H, W) or (C, D, H, W), as many as the result has.

    Args:
        output_size: the sizes of the result; None keeps one.

    >>> import wengert
    >>> wengert.nn.AdaptiveAvgPool3d(2)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 1, 2, 2, 2])
    """

    function = staticmethod(F.adaptive_avg_pool3d)
