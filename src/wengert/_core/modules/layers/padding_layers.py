"""Padding: signals, images and volumes, extended at their ends."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api.generated import nn_functions as F
from .module import Module
from .sizes import _ntuple


class _PadNd(Module):
    """Padding of ``rank`` dimensions."""

    rank: int
    mode: str

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = _ntuple(2 * self.rank)(padding)

    def forward(self, input: Any) -> Any:
        return F.pad(input, self.padding, self.mode)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class _CircularPadNd(_PadNd):
    mode = "circular"

    def forward(self, input: Any) -> Any:
        if input.ndim not in (self.rank + 1, self.rank + 2):
            raise errors.layers.rank((self.rank + 1, self.rank + 2), input.ndim)
        return super().forward(input)


class _ReflectionPadNd(_PadNd):
    mode = "reflect"


class _ReplicationPadNd(_PadNd):
    mode = "replicate"


class _ConstantPadNd(_PadNd):
    def __init__(self, padding: Any, value: float) -> None:
        super().__init__(padding)
        self.value = value

    def forward(self, input: Any) -> Any:
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        return f"padding={self.padding}, value={self.value}"


class CircularPad1d(_CircularPadNd):
    """Signals, extended by what stands at their other end.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.CircularPad1d(1)(wengert.ones(1, 1, 4)).shape
    wengert.Size([1, 1, 6])
    """

    rank = 1


class CircularPad2d(_CircularPadNd):
    """Images, extended by what stands at their other end.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.CircularPad2d(1)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 1, 6, 6])
    """

    rank = 2


class CircularPad3d(_CircularPadNd):
    """Volumes, extended by what stands at their other end.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.CircularPad3d(1)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 1, 6, 6, 6])
    """

    rank = 3


class ConstantPad1d(_ConstantPadNd):
    """Signals, extended by one value.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.
        value: the value.

    >>> import wengert
    >>> wengert.nn.ConstantPad1d(1, 9.0)(wengert.ones(1, 1, 4)).shape
    wengert.Size([1, 1, 6])
    """

    rank = 1


class ConstantPad2d(_ConstantPadNd):
    """Images, extended by one value.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.
        value: the value.

    >>> import wengert
    >>> wengert.nn.ConstantPad2d(1, 9.0)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 1, 6, 6])
    """

    rank = 2


class ConstantPad3d(_ConstantPadNd):
    """Volumes, extended by one value.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.
        value: the value.

    >>> import wengert
    >>> wengert.nn.ConstantPad3d(1, 9.0)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 1, 6, 6, 6])
    """

    rank = 3


class ReflectionPad1d(_ReflectionPadNd):
    """Signals, extended by their mirror image, without the last value.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.ReflectionPad1d(1)(wengert.ones(1, 1, 4)).shape
    wengert.Size([1, 1, 6])
    """

    rank = 1


class ReflectionPad2d(_ReflectionPadNd):
    """Images, extended by their mirror image, without the last value.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.ReflectionPad2d(1)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 1, 6, 6])
    """

    rank = 2


class ReflectionPad3d(_ReflectionPadNd):
    """Volumes, extended by their mirror image, without the last value.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.ReflectionPad3d(1)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 1, 6, 6, 6])
    """

    rank = 3


class ReplicationPad1d(_ReplicationPadNd):
    """Signals, extended by their last value.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.ReplicationPad1d(1)(wengert.ones(1, 1, 4)).shape
    wengert.Size([1, 1, 6])
    """

    rank = 1


class ReplicationPad2d(_ReplicationPadNd):
    """Images, extended by their last value.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.ReplicationPad2d(1)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 1, 6, 6])
    """

    rank = 2


class ReplicationPad3d(_ReplicationPadNd):
    """Volumes, extended by their last value.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.ReplicationPad3d(1)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 1, 6, 6, 6])
    """

    rank = 3


class ZeroPad1d(ConstantPad1d):
    """Signals, extended by zeros.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.ZeroPad1d(1)(wengert.ones(1, 1, 4)).shape
    wengert.Size([1, 1, 6])
    """

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    """Images, extended by zeros.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.ZeroPad2d(1)(wengert.ones(1, 1, 4, 4)).shape
    wengert.Size([1, 1, 6, 6])
    """

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    """Volumes, extended by zeros.

    Args:
        padding: by how much: at all ends, or at each, from the last dimension on.

    >>> import wengert
    >>> wengert.nn.ZeroPad3d(1)(wengert.ones(1, 1, 4, 4, 4)).shape
    wengert.Size([1, 1, 6, 6, 6])
    """

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"
