"""Discrete Fourier transforms over several axes. :mod:`wengert.fft` has the others under the standard's arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ...api.generated import fft_functions

Norm = Literal["backward", "ortho", "forward"]
Sizes = Sequence[int] | None


def fftn(x: Any, /, *, s: Sizes = None, axes: Sizes = None, norm: Norm = "backward") -> Any:
    """The Fourier transform over several axes.

    Args:
        x: the array
        s: the sizes to which the axes are cut, or filled with zeros
        axes: the axes; all by default
        norm: by what is divided, as in :func:`wengert.fft.fftn`

    >>> import wengert
    >>> wengert.array_api.fft.fftn(wengert.ones(2, 2))[0, 0]
    tensor(4.+0.j)
    """
    return fft_functions.fftn(x, s, axes, norm)


def ifftn(x: Any, /, *, s: Sizes = None, axes: Sizes = None, norm: Norm = "backward") -> Any:
    """The inverse of :func:`fftn`, with the other arguments of it.

    >>> import wengert
    >>> wengert.array_api.fft.ifftn(wengert.ones(2, 2))[0, 0]
    tensor(1.+0.j)
    """
    return fft_functions.ifftn(x, s, axes, norm)


def rfftn(x: Any, /, *, s: Sizes = None, axes: Sizes = None, norm: Norm = "backward") -> Any:
    """The Fourier transform of real numbers, without the half that follows.

    The other arguments are those of :func:`fftn`.

    >>> import wengert
    >>> wengert.array_api.fft.rfftn(wengert.ones(2, 4)).shape
    wengert.Size([2, 3])
    """
    return fft_functions.rfftn(x, s, axes, norm)


def irfftn(x: Any, /, *, s: Sizes = None, axes: Sizes = None, norm: Norm = "backward") -> Any:
    """The inverse of :func:`rfftn`, with the other arguments of it.

    >>> import wengert
    >>> wengert.array_api.fft.irfftn(wengert.ones(2, 3)).shape
    wengert.Size([2, 4])
    """
    return fft_functions.irfftn(x, s, axes, norm)


def fftshift(x: Any, /, *, axes: int | Sequence[int] | None = None) -> Any:
    """The frequency zero moved into the middle, along an axis, several or (None) all.

    Args:
        x: the array
        axes: an axis, several, or None

    >>> import wengert
    >>> wengert.array_api.fft.fftshift(wengert.arange(4))
    tensor([2, 3, 0, 1])
    """
    return fft_functions.fftshift(x, axes)


def ifftshift(x: Any, /, *, axes: int | Sequence[int] | None = None) -> Any:
    """The inverse of :func:`fftshift`.

    Args:
        x: the array
        axes: an axis, several, or None

    >>> import wengert
    >>> wengert.array_api.fft.ifftshift(wengert.tensor([2, 3, 0, 1]))
    tensor([0, 1, 2, 3])
    """
    return fft_functions.ifftshift(x, axes)
