"""Lazy layers: those whose first input tells how many features or channels it has."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.grad_mode import no_grad
from . import conv_layers, norm_layers
from .lazy_modules import LazyModuleMixin
from .linear_layers import Linear
from .uninitialized import UninitializedBuffer, UninitializedParameter


class LazyLinear(LazyModuleMixin, Linear):
    """A linear layer that takes ``in_features`` from its first input.

    Args:
        out_features: the size of the last dimension of the result.
        bias: whether there is a bias.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> layer = wengert.nn.LazyLinear(2)
    >>> layer(wengert.ones(5, 3)).shape, layer.in_features
    (wengert.Size([5, 2]), 3)
    """

    cls_to_become = Linear

    def __init__(self, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        super().__init__(0, 0, False)
        self.weight: Any = UninitializedParameter(device=device, dtype=dtype)
        self.out_features = out_features
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        if not self.has_uninitialized_params() and self.in_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Any) -> None:
        if self.has_uninitialized_params():
            with no_grad():
                self.in_features = input.shape[-1]
                self.weight.materialize((self.out_features, self.in_features))
                if self.bias is not None:
                    self.bias.materialize((self.out_features,))
                self.reset_parameters()
        if self.in_features == 0:  # the parameters were loaded
            if input.shape[-1] != self.weight.shape[-1]:
                raise errors.layers.loaded_features(input.shape[-1], self.weight.shape[-1])
            self.in_features = input.shape[-1]


class _LazyConvXdMixin(LazyModuleMixin):
    """A convolution that takes ``in_channels`` from its first input."""

    def __init__(self: Any, out_channels: int, kernel_size: Any, *args: Any, **kwargs: Any) -> None:
        given = self._given(*args, **kwargs)
        place = {"device": given["device"], "dtype": given["dtype"]}
        bias, given["bias"] = given["bias"], False
        super().__init__(0, 0, kernel_size, **given)
        self.weight = UninitializedParameter(**place)
        self.out_channels = out_channels
        if bias:
            self.bias = UninitializedParameter(**place)

    def reset_parameters(self: Any) -> None:
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()  # type: ignore[misc]

    def initialize_parameters(self: Any, input: Any, *args: Any, **kwargs: Any) -> None:
        if self.has_uninitialized_params():
            if input.ndim not in (self.rank + 1, self.rank + 2):
                raise errors.layers.lazy_rank(type(self).__name__, self.rank, input.shape)
            self.in_channels = input.shape[1 if input.ndim == self.rank + 2 else 0]
            if self.in_channels % self.groups:
                raise errors.layers.divisible("in_channels")
            self.weight.materialize(self._sizes())
            if self.bias is not None:
                self.bias.materialize((self.out_channels,))
            self.reset_parameters()


class _LazyConv(_LazyConvXdMixin):
    @staticmethod
    def _given(
        stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1, bias: bool = True,
        padding_mode: str = "zeros", device: Any = None, dtype: Any = None,
    ) -> dict[str, Any]:  # fmt: skip
        return dict(locals())


class _LazyConvTranspose(_LazyConvXdMixin):
    @staticmethod
    def _given(
        stride: Any = 1, padding: Any = 0, output_padding: Any = 0, groups: int = 1, bias: bool = True,
        dilation: Any = 1, padding_mode: str = "zeros", device: Any = None, dtype: Any = None,
    ) -> dict[str, Any]:  # fmt: skip
        return dict(locals())


class _LazyNormBase(LazyModuleMixin):
    """A normalisation that takes ``num_features`` from its first input."""

    def __init__(
        self: Any,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        place = {"device": device, "dtype": dtype}
        super().__init__(0, eps, momentum, False, False, **place, bias=False)
        self.affine = affine
        self.track_running_stats = track_running_stats
        if affine:
            self.weight = UninitializedParameter(**place)
            if bias:
                self.bias = UninitializedParameter(**place)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(**place)
            self.running_var = UninitializedBuffer(**place)
            self.num_batches_tracked = functions.tensor(0, device=device)

    def reset_parameters(self: Any) -> None:
        if not self.has_uninitialized_params() and self.num_features != 0:
            super().reset_parameters()  # type: ignore[misc]

    def initialize_parameters(self: Any, input: Any) -> None:
        if self.has_uninitialized_params():
            self.num_features = input.shape[1]
            for value in (self.weight, self.bias, self.running_mean, self.running_var):
                if value is not None:
                    value.materialize((self.num_features,))
            self.reset_parameters()


class LazyConv1d(_LazyConv, conv_layers.Conv1d):  # type: ignore[misc]
    """A :class:`Conv1d` that takes ``in_channels`` from its first input.

    Args:
        out_channels: the number of channels of the result.
        kernel_size: the sizes of a kernel; the other arguments are those of :class:`Conv1d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyConv1d(5, 1)
    >>> _ = layer(wengert.ones(2, 3, 4))
    >>> type(layer).__name__, layer.in_channels
    ('Conv1d', 3)
    """

    cls_to_become = conv_layers.Conv1d


class LazyConv2d(_LazyConv, conv_layers.Conv2d):  # type: ignore[misc]
    """A :class:`Conv2d` that takes ``in_channels`` from its first input.

    Args:
        out_channels: the number of channels of the result.
        kernel_size: the sizes of a kernel; the other arguments are those of :class:`Conv2d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyConv2d(5, 1)
    >>> _ = layer(wengert.ones(2, 3, 4, 4))
    >>> type(layer).__name__, layer.in_channels
    ('Conv2d', 3)
    """

    cls_to_become = conv_layers.Conv2d


class LazyConv3d(_LazyConv, conv_layers.Conv3d):  # type: ignore[misc]
    """A :class:`Conv3d` that takes ``in_channels`` from its first input.

    Args:
        out_channels: the number of channels of the result.
        kernel_size: the sizes of a kernel; the other arguments are those of :class:`Conv3d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyConv3d(5, 1)
    >>> _ = layer(wengert.ones(2, 3, 4, 4, 4))
    >>> type(layer).__name__, layer.in_channels
    ('Conv3d', 3)
    """

    cls_to_become = conv_layers.Conv3d


class LazyConvTranspose1d(_LazyConvTranspose, conv_layers.ConvTranspose1d):  # type: ignore[misc]
    """A :class:`ConvTranspose1d` that takes ``in_channels`` from its first input.

    Args:
        out_channels: the number of channels of the result.
        kernel_size: the sizes of a kernel; the other arguments are those of :class:`ConvTranspose1d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyConvTranspose1d(5, 1)
    >>> _ = layer(wengert.ones(2, 3, 4))
    >>> type(layer).__name__, layer.in_channels
    ('ConvTranspose1d', 3)
    """

    cls_to_become = conv_layers.ConvTranspose1d


class LazyConvTranspose2d(_LazyConvTranspose, conv_layers.ConvTranspose2d):  # type: ignore[misc]
    """A :class:`ConvTranspose2d` that takes ``in_channels`` from its first input.

    Args:
        out_channels: the number of channels of the result.
        kernel_size: the sizes of a kernel; the other arguments are those of :class:`ConvTranspose2d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyConvTranspose2d(5, 1)
    >>> _ = layer(wengert.ones(2, 3, 4, 4))
    >>> type(layer).__name__, layer.in_channels
    ('ConvTranspose2d', 3)
    """

    cls_to_become = conv_layers.ConvTranspose2d


class LazyConvTranspose3d(_LazyConvTranspose, conv_layers.ConvTranspose3d):  # type: ignore[misc]
    """A :class:`ConvTranspose3d` that takes ``in_channels`` from its first input.

    Args:
        out_channels: the number of channels of the result.
        kernel_size: the sizes of a kernel; the other arguments are those of :class:`ConvTranspose3d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyConvTranspose3d(5, 1)
    >>> _ = layer(wengert.ones(2, 3, 4, 4, 4))
    >>> type(layer).__name__, layer.in_channels
    ('ConvTranspose3d', 3)
    """

    cls_to_become = conv_layers.ConvTranspose3d


class LazyBatchNorm1d(_LazyNormBase, norm_layers.BatchNorm1d):  # type: ignore[misc]
    """A :class:`BatchNorm1d` that takes ``num_features`` from its first input.

    Args:
        eps: added to the variance; the other arguments are those of :class:`BatchNorm1d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyBatchNorm1d()
    >>> _ = layer(wengert.ones(2, 3, 4))
    >>> type(layer).__name__, layer.num_features
    ('BatchNorm1d', 3)
    """

    cls_to_become = norm_layers.BatchNorm1d


class LazyBatchNorm2d(_LazyNormBase, norm_layers.BatchNorm2d):  # type: ignore[misc]
    """A :class:`BatchNorm2d` that takes ``num_features`` from its first input.

    Args:
        eps: added to the variance; the other arguments are those of :class:`BatchNorm2d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyBatchNorm2d()
    >>> _ = layer(wengert.ones(2, 3, 4, 4))
    >>> type(layer).__name__, layer.num_features
    ('BatchNorm2d', 3)
    """

    cls_to_become = norm_layers.BatchNorm2d


class LazyBatchNorm3d(_LazyNormBase, norm_layers.BatchNorm3d):  # type: ignore[misc]
    """A :class:`BatchNorm3d` that takes ``num_features`` from its first input.

    Args:
        eps: added to the variance; the other arguments are those of :class:`BatchNorm3d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyBatchNorm3d()
    >>> _ = layer(wengert.ones(2, 3, 4, 4, 4))
    >>> type(layer).__name__, layer.num_features
    ('BatchNorm3d', 3)
    """

    cls_to_become = norm_layers.BatchNorm3d


class LazyInstanceNorm1d(_LazyNormBase, norm_layers.InstanceNorm1d):  # type: ignore[misc]
    """A :class:`InstanceNorm1d` that takes ``num_features`` from its first input.

    Args:
        eps: added to the variance; the other arguments are those of :class:`InstanceNorm1d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyInstanceNorm1d()
    >>> _ = layer(wengert.ones(2, 3, 4))
    >>> type(layer).__name__, layer.num_features
    ('InstanceNorm1d', 3)
    """

    cls_to_become = norm_layers.InstanceNorm1d


class LazyInstanceNorm2d(_LazyNormBase, norm_layers.InstanceNorm2d):  # type: ignore[misc]
    """A :class:`InstanceNorm2d` that takes ``num_features`` from its first input.

    Args:
        eps: added to the variance; the other arguments are those of :class:`InstanceNorm2d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyInstanceNorm2d()
    >>> _ = layer(wengert.ones(2, 3, 4, 4))
    >>> type(layer).__name__, layer.num_features
    ('InstanceNorm2d', 3)
    """

    cls_to_become = norm_layers.InstanceNorm2d


class LazyInstanceNorm3d(_LazyNormBase, norm_layers.InstanceNorm3d):  # type: ignore[misc]
    """A :class:`InstanceNorm3d` that takes ``num_features`` from its first input.

    Args:
        eps: added to the variance; the other arguments are those of :class:`InstanceNorm3d`.

    >>> import wengert
    >>> layer = wengert.nn.LazyInstanceNorm3d()
    >>> _ = layer(wengert.ones(2, 3, 4, 4, 4))
    >>> type(layer).__name__, layer.num_features
    ('InstanceNorm3d', 3)
    """

    cls_to_become = norm_layers.InstanceNorm3d
