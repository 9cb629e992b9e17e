"""Layers that arrange what they get in another shape or size, and distances."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api.generated import nn_functions as F
from .module import Module


class Flatten(Module):
    """The input with several dimensions made one.

    Args:
        start_dim: the first of them.
        end_dim: the last of them.

    >>> import wengert
    >>> wengert.nn.Flatten()(wengert.ones(2, 3, 4)).shape
    wengert.Size([2, 12])
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Any) -> Any:
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """The input with one dimension made several.

    Args:
        dim: the dimension.
        unflattened_size: the sizes of those that it becomes.

    >>> import wengert
    >>> wengert.nn.Unflatten(1, (3, 4))(wengert.ones(2, 12)).shape
    wengert.Size([2, 3, 4])
    """

    def __init__(self, dim: int, unflattened_size: Any) -> None:
        super().__init__()
        if not isinstance(unflattened_size, tuple | list):
            raise errors.layers.unflattened(unflattened_size)
        for i, size in enumerate(unflattened_size):
            if not isinstance(size, int):
                raise errors.layers.unflattened_at(i, size)
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input: Any) -> Any:
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


class Fold(Module):
    """Images that are the sums of their patches, of which :class:`Unfold` makes columns.

    Args:
        output_size: the height and width of the images.
        kernel_size: those of a patch.
        dilation: the distance between two entries of a patch.
        padding: how far the images were extended at each edge.
        stride: the distance between two patches.

    >>> import wengert
    >>> wengert.nn.Fold((4, 4), 2, stride=2)(wengert.ones(1, 4, 4)).shape
    wengert.Size([1, 1, 4, 4])
    """

    def __init__(
        self, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1
    ) -> None:
        super().__init__()
        self.output_size = output_size
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input: Any) -> Any:
        return F.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self) -> str:
        return (
            f"output_size={self.output_size}, kernel_size={self.kernel_size}, dilation={self.dilation}, "
            f"padding={self.padding}, stride={self.stride}"
        )


class Unfold(Module):
    """The patches of images, (N, C, H, W) or (C, H, W), as columns.

    Args:
        kernel_size: the height and width of a patch.
        dilation: the distance between two entries of a patch.
        padding: how far the images are extended at each edge, by zeros.
        stride: the distance between two patches.

    >>> import wengert
    >>> wengert.nn.Unfold(2, stride=2)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 4, 4])
    """

    def __init__(self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input: Any) -> Any:
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, dilation={self.dilation}, padding={self.padding}, stride={self.stride}"


class Upsample(Module):
    """Signals, images or volumes in another size.

    Args:
        size: the new size.
        scale_factor: its ratio to the old one, if the size is not given.
        mode: ``"nearest"``, ``"linear"``, ``"bilinear"``, ``"bicubic"`` or ``"trilinear"``.
        align_corners: whether the corners keep their values.
        recompute_scale_factor: whether the ratio is computed again from the sizes.

    >>> import wengert
    >>> wengert.nn.Upsample(scale_factor=2)(wengert.ones(1, 1, 3)).shape
    wengert.Size([1, 1, 6])
    """

    def __init__(
        self,
        size: Any = None,
        scale_factor: Any = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ) -> None:
        super().__init__()
        self.name = type(self).__name__
        self.size = size
        if isinstance(scale_factor, tuple):
            self.scale_factor: Any = tuple([float(factor) for factor in scale_factor])
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input: Any) -> Any:
        return F.interpolate(
            input, self.size, self.scale_factor, self.mode, self.align_corners,
            recompute_scale_factor=self.recompute_scale_factor,
        )  # fmt: skip

    def extra_repr(self) -> str:
        given = f"size={self.size!r}" if self.scale_factor is None else f"scale_factor={self.scale_factor!r}"
        return f"{given}, mode={self.mode!r}"

    def __setstate__(self, state: dict[str, Any]) -> None:
        state.setdefault("recompute_scale_factor", True)
        super().__setstate__(state)


class UpsamplingNearest2d(Upsample):
    """Images in another size, by the nearest pixel.

    Args:
        size: the new size.
        scale_factor: its ratio to the old one, if the size is not given.

    >>> import wengert
    >>> wengert.nn.UpsamplingNearest2d(scale_factor=2)(wengert.ones(1, 1, 2, 2)).shape
    wengert.Size([1, 1, 4, 4])
    """

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor, mode="nearest")


class UpsamplingBilinear2d(Upsample):
    """Images in another size, by interpolation between pixels; the corners keep their values.

    Args:
        size: the new size.
        scale_factor: its ratio to the old one, if the size is not given.

    >>> import wengert
    >>> wengert.nn.UpsamplingBilinear2d(scale_factor=2)(wengert.ones(1, 1, 2, 2)).shape
    wengert.Size([1, 1, 4, 4])
    """

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor, mode="bilinear", align_corners=True)


class PixelShuffle(Module):
    """Images, (*, C * r * r, H, W), with groups of channels made pixels: (*, C, H * r, W * r).

    Args:
        upscale_factor: the number r.

    >>> import wengert
    >>> wengert.nn.PixelShuffle(2)(wengert.ones(1, 4, 3, 3)).shape
    wengert.Size([1, 1, 6, 6])
    """

    def __init__(self, upscale_factor: int) -> None:
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input: Any) -> Any:
        return F.pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self) -> str:
        return f"upscale_factor={self.upscale_factor}"


class PixelUnshuffle(Module):
    """Images, (*, C, H * r, W * r), with pixels made channels: (*, C * r * r, H, W).

    Args:
        downscale_factor: the number r.

    >>> import wengert
    >>> wengert.nn.PixelUnshuffle(2)(wengert.ones(1, 1, 6, 6)).shape
    wengert.Size([1, 4, 3, 3])
    """

    def __init__(self, downscale_factor: int) -> None:
        super().__init__()
        self.downscale_factor = downscale_factor

    def forward(self, input: Any) -> Any:
        return F.pixel_unshuffle(input, self.downscale_factor)

    def extra_repr(self) -> str:
        return f"downscale_factor={self.downscale_factor}"


class ChannelShuffle(Module):
    """The channels, (N, C, *), in an order that mixes groups of them.

    Args:
        groups: the number of groups.

    >>> import wengert
    >>> wengert.nn.ChannelShuffle(2)(wengert.arange(4.0).reshape(1, 4, 1, 1)).flatten()
    tensor([0., 2., 1., 3.])
    """

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    def forward(self, input: Any) -> Any:
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self) -> str:
        return f"groups={self.groups}"


class PairwiseDistance(Module):
    """The distances between vectors of two inputs, (N, D) or (D,).

    Args:
        p: the order of the norm.
        eps: added to the differences.
        keepdim: whether the last dimension is kept, with size 1.

    >>> import wengert
    >>> wengert.nn.PairwiseDistance()(wengert.zeros(1, 2), wengert.tensor([[3.0, 4.0]]))
    tensor([5.0000])
    """

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1: Any, x2: Any) -> Any:
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class CosineSimilarity(Module):
    """The cosines of the angles between vectors of two inputs.

    Args:
        dim: the dimension of the vectors.
        eps: the least length that is divided by.

    >>> import wengert
    >>> wengert.nn.CosineSimilarity()(wengert.ones(1, 2), wengert.tensor([[1.0, 0.0]]))
    tensor([0.7071])
    """

    def __init__(self, dim: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps

    def forward(self, x1: Any, x2: Any) -> Any:
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
