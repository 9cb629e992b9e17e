"""The frequencies of discrete Fourier transforms."""

from __future__ import annotations

import math
from typing import Any

from ...declare.families import composite
from ...tape.tensor import payload_of
from ..create.create import LEAF, _dtype, _leaf
from ..create.ranges import arange
from ..elementwise.pointwise import mul
from ..shape.join import cat


def _step(n: int, d: float) -> float:
    return 1.0 / (n * d) if n * d else math.copysign(math.inf, n * d)


def _spaced(start: int, stop: int, step: float, dtype: Any, device: Any) -> Any:
    return mul(arange(start, stop, dtype=dtype, device=device), step)


@composite(f"fftfreq(n, d=1.0, *, out=None, dtype=None, {LEAF})", namespace="fft", method=False)
def fftfreq(n: int, d: float = 1.0, *, dtype: Any = None, out: Any = None, **leaf: Any) -> Any:
    """The frequencies of the entries of :func:`wengert.fft.fft`, in cycles per unit of ``d``.

    Args:
        n: the number of samples
        d: the distance between neighbouring samples

    >>> wengert.fft.fftfreq(4, 0.5)
    tensor([ 0.0000,  0.5000, -1.0000, -0.5000])
    """
    half, step, target, device = (n + 1) // 2, _step(n, d), _dtype(dtype, out), leaf.get("device")
    parts = _spaced(0, half, step, target, device), _spaced(-(n // 2), 0, step, target, device)
    return _leaf("fftfreq", payload_of(cat(*parts, dim=0)), out=out, **leaf)


@composite(f"rfftfreq(n, d=1.0, *, out=None, dtype=None, {LEAF})", namespace="fft", method=False)
def rfftfreq(n: int, d: float = 1.0, *, dtype: Any = None, out: Any = None, **leaf: Any) -> Any:
    """The frequencies of the entries of :func:`wengert.fft.rfft`, in cycles per unit of ``d``.

    Args:
        n: the number of samples
        d: the distance between neighbouring samples

    >>> wengert.fft.rfftfreq(4, 0.5)
    tensor([0.0000, 0.5000, 1.0000])
    """
    found = _spaced(0, n // 2 + 1, _step(n, d), _dtype(dtype, out), leaf.get("device"))
    return _leaf("rfftfreq", payload_of(found), out=out, **leaf)
