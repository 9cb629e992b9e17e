"""Normalisations."""

from __future__ import annotations

from numbers import Integral
from typing import Any, NoReturn

from ... import errors
from ...api.generated import functions
from ...api.generated import nn_functions as F
from . import init
from .linear_layers import bias_or_none
from .module import Module
from .parameter import Parameter


class _Affine(Module):
    """A normalisation whose result may be multiplied by a learned weight, and moved by a learned bias."""

    def _make(self, sizes: Any, affine: bool, bias: bool, device: Any, dtype: Any) -> None:
        weight = Parameter(functions.empty(sizes, device=device, dtype=dtype)) if affine else None
        self.register_parameter("weight", weight)
        bias_or_none(self, sizes, affine and bias, device, dtype)

    def reset_parameters(self) -> None:
        """Set the weight to ones, and the bias to zeros."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


class _NormBase(_Affine):
    """A normalisation of channels that may keep running means and variances."""

    _version = 2
    ranks: tuple[int, ...]  # the numbers of dimensions that an input may have

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self._make(num_features, affine, bias, device, dtype)
        mean = var = count = None
        if track_running_stats:
            mean = functions.zeros(num_features, device=device, dtype=dtype)
            var = functions.ones(num_features, device=device, dtype=dtype)
            count = functions.tensor(0, device=device)
        self.register_buffer("running_mean", mean)
        self.register_buffer("running_var", var)
        self.register_buffer("num_batches_tracked", count)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Set the running means to zeros, and the running variances to ones."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Set everything to what it was at first."""
        self.reset_running_stats()
        super().reset_parameters()

    def _check_input_dim(self, input: Any) -> None:
        if input.ndim not in self.ranks:
            raise errors.layers.rank(self.ranks, input.ndim)

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )

    def _load_from_state_dict(  # type: ignore[override]
        self, state_dict: Any, prefix: str, local_metadata: Any, *rest: Any
    ) -> None:
        version = local_metadata.get("version")
        key = prefix + "num_batches_tracked"
        if (version is None or version < 2) and self.track_running_stats and key not in state_dict:
            count = self.num_batches_tracked
            state_dict[key] = functions.tensor(0) if count is None else count
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)


class _BatchNorm(_NormBase):
    """A normalisation by means and variances over the batch."""

    def forward(self, input: Any) -> Any:
        self._check_input_dim(input)
        tracked = self.training and self.track_running_stats
        factor = 0.0 if self.momentum is None else self.momentum
        if tracked and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        used = tracked or not self.training
        return F.batch_norm(
            input,
            self.running_mean if used else None,
            self.running_var if used else None,
            self.weight,
            self.bias,
            self.training or (self.running_mean is None and self.running_var is None),
            factor,
            self.eps,
        )


class BatchNorm1d(_BatchNorm):
    """Values of mean 0 and variance 1 over the batch, for inputs (N, C) or (N, C, L); in ``eval`` by running means.

    Args:
        num_features: the number of channels C.
        eps: added to the variance.
        momentum: how much of a new mean goes into the running one; None for the mean of all batches.
        affine: whether the result is multiplied and moved by learned numbers.
        track_running_stats: whether running means and variances are kept.
        device: where the parameters are.
        dtype: their dtype.
        bias: whether the result is moved.

    >>> import wengert
    >>> wengert.nn.BatchNorm1d(1)(wengert.tensor([[1.0], [3.0]])).detach()
    tensor([[-1.0000],
            [ 1.0000]])
    """

    ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Values of mean 0 and variance 1 over the batch, for images (N, C, H, W); in ``eval`` by running means.

    Args:
        num_features: the number of channels C.
        eps: added to the variance.
        momentum: how much of a new mean goes into the running one; None for the mean of all batches.
        affine: whether the result is multiplied and moved by learned numbers.
        track_running_stats: whether running means and variances are kept.
        device: where the parameters are.
        dtype: their dtype.
        bias: whether the result is moved.

    >>> import wengert
    >>> wengert.nn.BatchNorm2d(3)(wengert.ones(2, 3, 4, 4)).shape
    wengert.Size([2, 3, 4, 4])
    """

    ranks = (4,)


class BatchNorm3d(_BatchNorm):
    """Values of mean 0 and variance 1 over the batch, for volumes (N, C, D, H, W); in ``eval`` by running means.

    Args:
        num_features: the number of channels C.
        eps: added to the variance.
        momentum: how much of a new mean goes into the running one; None for the mean of all batches.
        affine: whether the result is multiplied and moved by learned numbers.
        track_running_stats: whether running means and variances are kept.
        device: where the parameters are.
        dtype: their dtype.
        bias: whether the result is moved.

    >>> import wengert
    >>> wengert.nn.BatchNorm3d(3)(wengert.ones(2, 3, 2, 2, 2)).shape
    wengert.Size([2, 3, 2, 2, 2])
    """

    ranks = (5,)


class SyncBatchNorm(_BatchNorm):
    """Batch norm across processes, which are not part of wengert: making one raises an error.

    Raises:
        NotImplementedError: always. Use :class:`BatchNorm1d`, :class:`BatchNorm2d` or :class:`BatchNorm3d`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise errors.layers.sync()

    @classmethod
    def convert_sync_batchnorm(cls, module: Any, process_group: Any = None) -> NoReturn:
        """There is nothing to convert to: it raises an error."""
        raise errors.layers.sync()


class _InstanceNorm(_NormBase):
    """A normalisation by means and variances over each channel of each example."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _apply_instance_norm(self, input: Any) -> Any:
        return F.instance_norm(
            input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            self.momentum if self.momentum is not None else 0.0,
            self.eps,
        )

    def forward(self, input: Any) -> Any:
        self._check_input_dim(input)
        unbatched = self.ranks[0]
        dim = input.ndim - unbatched
        if input.shape[dim] != self.num_features:
            if self.affine:
                raise errors.layers.features(dim, self.num_features, input.shape[dim])
            errors.layers.features_ignored(dim)
        if input.ndim == unbatched:
            return self._apply_instance_norm(input.unsqueeze(0)).squeeze(0)
        return self._apply_instance_norm(input)

    def _load_from_state_dict(  # type: ignore[override]
        self, state_dict: Any, prefix: str, local_metadata: Any, *rest: Any
    ) -> None:
        if local_metadata.get("version") is None and not self.track_running_stats:
            keys = [prefix + name for name in ("running_mean", "running_var") if prefix + name in state_dict]
            if keys:
                rest[-1].append(errors.layers.old_statistics(type(self).__name__, keys))
                for key in keys:
                    state_dict.pop(key)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)


class InstanceNorm1d(_InstanceNorm):
    """Values of mean 0 and variance 1 over each channel of each signal, (N, C, L) or (C, L).

    Args:
        num_features: the number of channels C.
        eps: added to the variance.
        momentum: how much of a new mean goes into the running one.
        affine: whether the result is multiplied and moved by learned numbers.
        track_running_stats: whether running means and variances are kept, for ``eval``.
        device: where the parameters are.
        dtype: their dtype.
        bias: whether the result is moved.

    >>> import wengert
    >>> wengert.nn.InstanceNorm1d(1)(wengert.tensor([[1.0, 3.0]]))
    tensor([[-1.0000,  1.0000]])
    """

    ranks = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """Values of mean 0 and variance 1 over each channel of each image, (N, C, H, W) or (C, H, W).

    Args:
        num_features: the number of channels C.
        eps: added to the variance.
        momentum: how much of a new mean goes into the running one.
        affine: whether the result is multiplied and moved by learned numbers.
        track_running_stats: whether running means and variances are kept, for ``eval``.
        device: where the parameters are.
        dtype: their dtype.
        bias: whether the result is moved.

    >>> import wengert
    >>> wengert.nn.InstanceNorm2d(3)(wengert.ones(2, 3, 4, 4)).shape
    wengert.Size([2, 3, 4, 4])
    """

    ranks = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    """Values of mean 0 and variance 1 over each channel of each volume, (N, C, D, H, W) or (C, D, H, W).

    Args:
        num_features: the number of channels C.
        eps: added to the variance.
        momentum: how much of a new mean goes into the running one.
        affine: whether the result is multiplied and moved by learned numbers.
        track_running_stats: whether running means and variances are kept, for ``eval``.
        device: where the parameters are.
        dtype: their dtype.
        bias: whether the result is moved.

    >>> import wengert
    >>> wengert.nn.InstanceNorm3d(3)(wengert.ones(2, 3, 2, 2, 2)).shape
    wengert.Size([2, 3, 2, 2, 2])
    """

    ranks = (4, 5)


class LayerNorm(_Affine):
    """Values of mean 0 and variance 1 over the last dimensions.

    Args:
        normalized_shape: the sizes of these dimensions.
        eps: added to the variance.
        elementwise_affine: whether the result is multiplied and moved by learned numbers.
        bias: whether it is moved.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> wengert.nn.LayerNorm(2)(wengert.tensor([1.0, 3.0])).detach()
    tensor([-1.0000,  1.0000])
    """

    def __init__(
        self,
        normalized_shape: Any,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        one = isinstance(normalized_shape, Integral)
        self.normalized_shape = (normalized_shape,) if one else tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self._make(self.normalized_shape, elementwise_affine, bias, device, dtype)
        self.reset_parameters()

    def forward(self, input: Any) -> Any:
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
            f"bias={self.bias is not None}"
        )


class RMSNorm(Module):
    """Values whose squares have mean 1 over the last dimensions.

    Args:
        normalized_shape: the sizes of these dimensions.
        eps: added to the mean. Default: the distance from 1 to the next number.
        elementwise_affine: whether the result is multiplied by learned numbers.
        device: where the parameter is.
        dtype: its dtype.

    >>> import wengert
    >>> wengert.nn.RMSNorm(2)(wengert.tensor([3.0, 3.0])).detach()
    tensor([1., 1.])
    """

    def __init__(
        self,
        normalized_shape: Any,
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        one = isinstance(normalized_shape, Integral)
        self.normalized_shape = (normalized_shape,) if one else tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        made = functions.empty(self.normalized_shape, device=device, dtype=dtype) if elementwise_affine else None
        self.register_parameter("weight", None if made is None else Parameter(made))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the weight to ones."""
        if self.weight is not None:
            init.ones_(self.weight)

    def forward(self, x: Any) -> Any:
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class GroupNorm(_Affine):
    """Values of mean 0 and variance 1 over groups of channels of each example, (N, C, *).

    Args:
        num_groups: the number of groups.
        num_channels: the number of channels C.
        eps: added to the variance.
        affine: whether the result is multiplied and moved by learned numbers.
        device: where the parameters are.
        dtype: their dtype.
        bias: whether the result is moved.

    >>> import wengert
    >>> wengert.nn.GroupNorm(2, 4)(wengert.ones(1, 4, 3)).shape
    wengert.Size([1, 4, 3])
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if num_channels % num_groups:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self._make(num_channels, affine, bias, device, dtype)
        self.reset_parameters()

    def forward(self, input: Any) -> Any:
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, "
            f"bias={self.bias is not None}"
        )


class LocalResponseNorm(Module):
    """The input, divided by a power of the squares in neighbouring channels.

    Args:
        size: the number of neighbouring channels.
        alpha: the factor of the squares.
        beta: the power.
        k: what is added to the squares.

    >>> import wengert
    >>> wengert.nn.LocalResponseNorm(2)(wengert.ones(1, 4, 3)).shape
    wengert.Size([1, 4, 3])
    """

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input: Any) -> Any:
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
