"""The frequencies of discrete Fourier transforms."""

from __future__ import annotations

from typing import Any

from wengert._core.arrays import dtypes
from wengert._core.declare.families import composite

from ..create.create import LEAF
from ..create.ranges import arange
from ..elementwise.pointwise import mul
from ..shape.join import cat


def _spaced(start: int, stop: int, step: float, dtype: Any, leaf: dict[str, Any]) -> Any:
    dtype = dtypes.default_float() if dtype is None else dtype
    return mul(arange(start, stop, dtype=dtype, device=leaf.get("device")), step)


@composite(f"fftfreq(n, d=1.0, *, out=None, dtype=None, {LEAF})", namespace="fft", method=False)
def fftfreq(n: int, d: float = 1.0, *, dtype: Any = None, **leaf: Any) -> Any:
    """The frequencies of the entries of :func:`wengert.fft.fft`, in cycles per unit of ``d``.

    Args:
        n: the number of samples
        d: the distance between neighbouring samples

    >>> wengert.fft.fftfreq(4, 0.5)
    tensor([ 0.0000,  0.5000, -1.0000, -0.5000])
    """
    half = (n + 1) // 2
    step = 1.0 / (n * d)
    out = cat(_spaced(0, half, step, dtype, leaf), _spaced(-(n // 2), 0, step, dtype, leaf), dim=0)
    return out.requires_grad_() if leaf.get("requires_grad") else out


@composite(f"rfftfreq(n, d=1.0, *, out=None, dtype=None, {LEAF})", namespace="fft", method=False)
def rfftfreq(n: int, d: float = 1.0, *, dtype: Any = None, **leaf: Any) -> Any:
    """The frequencies of the entries of :func:`wengert.fft.rfft`, in cycles per unit of ``d``.

    Args:
        n: the number of samples
        d: the distance between neighbouring samples

    >>> wengert.fft.rfftfreq(4, 0.5)
    tensor([0.0000, 0.5000, 1.0000])
    """
    out = _spaced(0, n // 2 + 1, 1.0 / (n * d), dtype, leaf)
    return out.requires_grad_() if leaf.get("requires_grad") else out
