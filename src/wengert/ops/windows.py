"""Window functions: how samples of a signal fade in and out."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import index as as_int
from typing import Any

import numpy as np

from .. import dtypes, errors
from ..families import composite
from .create import LEAF, _dtype, _leaf

Array = np.ndarray[Any, np.dtype[np.float64]]


def _window(name: str, length: Any, periodic: bool, shape: Callable[[Array], Array], dtype: Any, **options: Any) -> Any:
    """``shape`` sampled from 0 to 1: both ends for filters, all but the last for a ``periodic`` one."""
    try:
        length = as_int(length)
    except TypeError:
        raise errors.wrong_type(name, "window_length", "int", length) from None
    if length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={length}")
    wanted = _dtype(dtype)
    if dtypes.category(wanted) != dtypes.FLOAT:
        raise RuntimeError(f"{name} expects floating point dtypes, got: {errors.type_name(wanted)}")
    if length < 2:
        values = np.ones(length)
    else:
        values = shape(np.arange(length) / (length if periodic else length - 1))
    return _leaf(name, values.astype(wanted), **options)


@composite(f"bartlett_window(window_length, periodic=True, *, dtype=None, {LEAF})", method=False)
def bartlett_window(window_length: int, periodic: bool = True, *, dtype: Any = None, **options: Any) -> Any:
    """A triangle: up from 0 to 1 and down again.

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point one.

    >>> wengert.bartlett_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    return _window("bartlett_window", window_length, periodic, lambda t: 1 - abs(2 * t - 1), dtype, **options)


@composite(f"blackman_window(window_length, periodic=True, *, dtype=None, {LEAF})", method=False)
def blackman_window(window_length: int, periodic: bool = True, *, dtype: Any = None, **options: Any) -> Any:
    """Three cosines, with small side lobes (Blackman and Tukey, "The measurement of power spectra", 1958).

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point one.

    >>> wengert.blackman_window(4)
    tensor([-1.3878e-17,  3.4000e-01,  1.0000e+00,  3.4000e-01])
    """
    return _window("blackman_window", window_length, periodic, lambda t: (
        0.42 - 0.5 * np.cos(2 * math.pi * t) + 0.08 * np.cos(4 * math.pi * t)
    ), dtype, **options)  # fmt: skip


@composite(f"hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, {LEAF})", method=False)
def hamming_window(
    window_length: int, periodic: bool = True, alpha: float = 0.54, beta: float = 0.46, *, dtype: Any = None,
    **options: Any,
) -> Any:  # fmt: skip
    """A raised cosine, ``alpha - beta * cos``.

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point one.

    >>> wengert.hamming_window(4)
    tensor([0.0800, 0.5400, 1.0000, 0.5400])
    """
    return _window("hamming_window", window_length, periodic, lambda t: alpha - beta * np.cos(2 * math.pi * t), dtype,
                   **options)  # fmt: skip


@composite(f"hann_window(window_length, periodic=True, *, dtype=None, {LEAF})", method=False)
def hann_window(window_length: int, periodic: bool = True, *, dtype: Any = None, **options: Any) -> Any:
    """A cosine raised so that it ends at zero.

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point one.

    >>> wengert.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    return _window(
        "hann_window", window_length, periodic, lambda t: 0.5 - 0.5 * np.cos(2 * math.pi * t), dtype, **options
    )


@composite(f"kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, {LEAF})", method=False)
def kaiser_window(window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: Any = None,
                  **options: Any) -> Any:  # fmt: skip
    """Bessel's window, whose ``beta`` weighs the width of the main lobe against the height of the others.

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point one.

    >>> wengert.kaiser_window(4)
    tensor([5.2773e-05, 2.1567e-01, 1.0000e+00, 2.1567e-01])
    """
    return _window("kaiser_window", window_length, periodic, lambda t: (
        np.i0(beta * np.sqrt(np.maximum(1 - (2 * t - 1) ** 2, 0))) / np.i0(beta)
    ), dtype, **options)  # fmt: skip
