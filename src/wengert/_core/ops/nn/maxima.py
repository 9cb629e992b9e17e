"""Max pooling functions that always return the positions of the maxima."""

from __future__ import annotations

from typing import Any

from ...declare.families import composite
from .activation import F
from .adaptive_pool import adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d
from .fractional import FRACTIONAL, fractional_max_pool2d, fractional_max_pool3d
from .pool import max_pool1d, max_pool2d, max_pool3d

POOL = "(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)"
ADAPTIVE = "(input, output_size, return_indices=False)"


@composite("max_pool1d_with_indices" + POOL, namespace=F, method=False, aliases="max_pool1d_with_indices")
def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                             return_indices=False) -> tuple[Any, Any]:  # fmt: skip
    """The largest element of each window, and its position in the flattened channel.

    Args:
        input: shape (N, C, L) or (C, L)
        stride: the distance from one window to the next; None means the size of the window
        return_indices: ignored: the positions are always returned

    >>> F.max_pool1d_with_indices(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    (tensor([[3., 2.]]), tensor([[1, 2]]))
    """
    result: tuple[Any, Any] = max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, True)
    return result


@composite("max_pool2d_with_indices" + POOL, namespace=F, method=False)
def max_pool2d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                             return_indices=False) -> tuple[Any, Any]:  # fmt: skip
    """The largest element of each window, and its position in the flattened channel.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        stride: the distance from one window to the next; None means the size of the window
        return_indices: ignored: the positions are always returned

    >>> F.max_pool2d_with_indices(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2)
    (tensor([[[3.]]]), tensor([[[1]]]))
    """
    result: tuple[Any, Any] = max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, True)
    return result


@composite("max_pool3d_with_indices" + POOL, namespace=F, method=False)
def max_pool3d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                             return_indices=False) -> tuple[Any, Any]:  # fmt: skip
    """The largest element of each window, and its position in the flattened channel.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        stride: the distance from one window to the next; None means the size of the window
        return_indices: ignored: the positions are always returned

    >>> F.max_pool3d_with_indices(wengert.arange(8.0).reshape(1, 2, 2, 2), 2)
    (tensor([[[[7.]]]]), tensor([[[[7]]]]))
    """
    result: tuple[Any, Any] = max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, True)
    return result


@composite("adaptive_max_pool1d_with_indices" + ADAPTIVE, namespace=F, method=False)
def adaptive_max_pool1d_with_indices(input, output_size, return_indices=False) -> tuple[Any, Any]:
    """Adaptive max pooling: divides the input into windows. Returns the largest element of each and its position.

    Args:
        input: shape (N, C, L) or (C, L)
        return_indices: ignored: the positions are always returned
        output_size: the size of the result

    >>> F.adaptive_max_pool1d_with_indices(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    (tensor([[3., 2.]]), tensor([[1, 2]]))
    """
    result: tuple[Any, Any] = adaptive_max_pool1d(input, output_size, True)
    return result


@composite("adaptive_max_pool2d_with_indices" + ADAPTIVE, namespace=F, method=False)
def adaptive_max_pool2d_with_indices(input, output_size, return_indices=False) -> tuple[Any, Any]:
    """Adaptive max pooling: divides the input into windows. Returns the largest element of each and its position.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        return_indices: ignored: the positions are always returned
        output_size: the size of the result, one number or two

    >>> F.adaptive_max_pool2d_with_indices(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 1)
    (tensor([[[3.]]]), tensor([[[1]]]))
    """
    result: tuple[Any, Any] = adaptive_max_pool2d(input, output_size, True)
    return result


@composite("adaptive_max_pool3d_with_indices" + ADAPTIVE, namespace=F, method=False)
def adaptive_max_pool3d_with_indices(input, output_size, return_indices=False) -> tuple[Any, Any]:
    """Adaptive max pooling: divides the input into windows. Returns the largest element of each and its position.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        return_indices: ignored: the positions are always returned
        output_size: the size of the result, one number or three

    >>> F.adaptive_max_pool3d_with_indices(wengert.arange(8.0).reshape(1, 2, 2, 2), 1)
    (tensor([[[[7.]]]]), tensor([[[[7]]]]))
    """
    result: tuple[Any, Any] = adaptive_max_pool3d(input, output_size, True)
    return result


@composite("fractional_max_pool2d_with_indices" + FRACTIONAL, namespace=F, method=False)
def fractional_max_pool2d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                                        _random_samples=None) -> tuple[Any, Any]:  # fmt: skip
    """Fractional max pooling: the largest element of each randomly placed window, and its position.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        return_indices: ignored: the positions are always returned
        output_size: the size of the result; give either this or ``output_ratio``

    >>> F.fractional_max_pool2d_with_indices(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2, output_size=1)
    (tensor([[[3.]]]), tensor([[[1]]]))
    """
    result: tuple[Any, Any] = fractional_max_pool2d(
        input, kernel_size, output_size, output_ratio, True, _random_samples
    )
    return result


@composite("fractional_max_pool3d_with_indices" + FRACTIONAL, namespace=F, method=False)
def fractional_max_pool3d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                                        _random_samples=None) -> tuple[Any, Any]:  # fmt: skip
    """Fractional max pooling: the largest element of each randomly placed window, and its position.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        return_indices: ignored: the positions are always returned
        output_size: the size of the result; give either this or ``output_ratio``

    >>> F.fractional_max_pool3d_with_indices(wengert.arange(8.0).reshape(1, 2, 2, 2), 2, output_size=1)
    (tensor([[[[7.]]]]), tensor([[[[7]]]]))
    """
    result: tuple[Any, Any] = fractional_max_pool3d(
        input, kernel_size, output_size, output_ratio, True, _random_samples
    )
    return result
