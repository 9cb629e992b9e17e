"""Window functions of signal processing."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any

import numpy as np

from ... import errors
from ...arrays import dtypes
from ...declare.families import composite
from ..shape.dims import as_int
from .create import LEAF, _dtype, _leaf

Array = np.ndarray[Any, np.dtype[np.float64]]
Shape = Callable[[Array, int], Array]  # takes the numbers of the samples, and the length of a period in samples
SIGNAL = "layout=None, device=None, requires_grad=False"


# -- shapes


def _stretched(shape: Callable[[Array], Array]) -> Shape:
    """Stretch a function on [0, 1] over all samples. A single sample gets 1."""
    return lambda n, last: shape(n / last) if last else np.ones(n.shape)


def _cosines(a: Sequence[float]) -> Shape:
    """A window that is a sum of cosines with alternating signs."""
    terms = [s * w for s, w in zip(cycle((1, -1)), a, strict=False)]
    return _stretched(lambda t: np.sum([w * np.cos(2 * math.pi * k * t) for k, w in enumerate(terms)], axis=0))


def _bessel(beta: float) -> Shape:
    return _stretched(lambda t: np.i0(beta * np.sqrt(np.maximum(1 - (2 * t - 1) ** 2, 0))) / np.i0(beta))


TRIANGLE = _stretched(lambda t: 1 - abs(2 * t - 1))
HANN = (0.5, 0.5)
BLACKMAN = (0.42, 0.5, 0.08)
NUTTALL = (0.3635819, 0.4891775, 0.1365995, 0.0106411)


def _samples(shape: Shape, length: int, periodic: bool) -> Array:
    """The samples of a window. A periodic one is a symmetric one without its last sample."""
    return np.asarray(shape(np.arange(length), length if periodic and length > 1 else max(length - 1, 0)))


def _length(name: str, argument: str, value: Any, error: type[Exception]) -> int:
    try:
        length = as_int(value)
    except TypeError:
        raise errors.calls.wrong_type(name, argument, "int", value) from None
    if length < 0:
        raise errors.signal.negative_length(error, name, argument, length)
    return length


# -- wengert.*_window


def _window(name: str, length: Any, periodic: bool, shape: Shape, dtype: Any, **options: Any) -> Any:
    length = _length(name, "window_length", length, RuntimeError)
    wanted = _dtype(dtype)
    if dtypes.category(wanted) != dtypes.FLOAT:
        raise errors.signal.not_floating(name, wanted)
    return _leaf(name, _samples(shape, length, periodic).astype(wanted), **options)


@composite(f"bartlett_window(window_length, periodic=True, *, dtype=None, {LEAF})", method=False)
def bartlett_window(window_length: int, periodic: bool = True, *, dtype: Any = None, **options: Any) -> Any:
    """The Bartlett window: a triangle that goes from 0 up to 1 and down to 0.

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point dtype.

    >>> wengert.bartlett_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    return _window("bartlett_window", window_length, periodic, TRIANGLE, dtype, **options)


@composite(f"blackman_window(window_length, periodic=True, *, dtype=None, {LEAF})", method=False)
def blackman_window(window_length: int, periodic: bool = True, *, dtype: Any = None, **options: Any) -> Any:
    """The Blackman window: a sum of three cosine terms with small side lobes.

    Blackman and Tukey, "The measurement of power spectra", 1958.

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point dtype.

    >>> wengert.blackman_window(4)
    tensor([-1.3878e-17,  3.4000e-01,  1.0000e+00,  3.4000e-01])
    """
    return _window("blackman_window", window_length, periodic, _cosines(BLACKMAN), dtype, **options)


@composite(f"hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, {LEAF})", method=False)
def hamming_window(
    window_length: int, periodic: bool = True, alpha: float = 0.54, beta: float = 0.46, *, dtype: Any = None,
    **options: Any,
) -> Any:  # fmt: skip
    """The Hamming window: a raised cosine, ``alpha - beta * cos(t)`` over one period.

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point dtype.

    >>> wengert.hamming_window(4)
    tensor([0.0800, 0.5400, 1.0000, 0.5400])
    """
    return _window("hamming_window", window_length, periodic, _cosines((alpha, beta)), dtype, **options)


@composite(f"hann_window(window_length, periodic=True, *, dtype=None, {LEAF})", method=False)
def hann_window(window_length: int, periodic: bool = True, *, dtype: Any = None, **options: Any) -> Any:
    """The Hann window: a raised cosine, ``0.5 - 0.5 * cos(t)`` over one period.

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point dtype.

    >>> wengert.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    return _window("hann_window", window_length, periodic, _cosines(HANN), dtype, **options)


@composite(f"kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, {LEAF})", method=False)
def kaiser_window(window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: Any = None,
                  **options: Any) -> Any:  # fmt: skip
    """The Kaiser window, which uses a Bessel function. A larger ``beta`` gives smaller side lobes and a wider main
    lobe.

    Args:
        beta: the shape of the window, not negative; 0 gives a rectangle

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point dtype.

    >>> wengert.kaiser_window(4)
    tensor([5.2773e-05, 2.1567e-01, 1.0000e+00, 2.1567e-01])
    """
    return _window("kaiser_window", window_length, periodic, _bessel(beta), dtype, **options)


# -- wengert.signal.windows


def _signal(name: str, M: Any, sym: bool, shape: Shape, dtype: Any, layout: Any = None, **options: Any) -> Any:
    """Make a window, as a leaf. (PyTorch returns a non-leaf for ``requires_grad=True``: its ``.grad`` stays None.)"""
    M = _length(name, "M", M, ValueError)
    if layout is not None and "strided" not in str(layout):
        raise errors.signal.not_strided(name, layout)
    wanted = _dtype(dtype)
    if wanted not in (dtypes.F32, dtypes.F64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {wanted}. Cast the window afterwards.")
    return _leaf(name, _samples(shape, M, not sym).astype(wanted), **options)


def _positive(name: str, value: float) -> float:
    if not value > 0:
        raise errors.signal.not_positive(name, value)
    return value


@composite(f"bartlett(M, *, sym=True, dtype=None, {SIGNAL})", namespace="signal.windows", method=False)
def bartlett(M: int, *, sym: bool = True, dtype: Any = None, **options: Any) -> Any:
    """The Bartlett window: a triangle that goes from 0 up to 1 and down to 0.

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> wengert.signal.windows.bartlett(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return _signal("bartlett", M, sym, TRIANGLE, dtype, **options)


@composite(f"blackman(M, *, sym=True, dtype=None, {SIGNAL})", namespace="signal.windows", method=False)
def blackman(M: int, *, sym: bool = True, dtype: Any = None, **options: Any) -> Any:
    """The Blackman window: a sum of three cosine terms with small side lobes.

    Blackman and Tukey, "The measurement of power spectra", 1958.

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> wengert.signal.windows.blackman(4, sym=False)
    tensor([-1.3878e-17,  3.4000e-01,  1.0000e+00,  3.4000e-01])
    """
    return _signal("blackman", M, sym, _cosines(BLACKMAN), dtype, **options)


@composite(f"cosine(M, *, sym=True, dtype=None, {SIGNAL})", namespace="signal.windows", method=False)
def cosine(M: int, *, sym: bool = True, dtype: Any = None, **options: Any) -> Any:
    """The cosine window: half a period of a sine.

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> wengert.signal.windows.cosine(4)
    tensor([0.3827, 0.9239, 0.9239, 0.3827])
    """
    return _signal("cosine", M, sym, lambda n, last: np.sin(math.pi * (n + 0.5) / (last + 1)), dtype, **options)


@composite(
    f"exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, {SIGNAL})", namespace="signal.windows", method=False
)
def exponential(
    M: int, *, center: float | None = None, tau: float = 1.0, sym: bool = True, dtype: Any = None, **options: Any
) -> Any:
    """The exponential window: ``exp(-|n - center| / tau)``.

    Args:
        center: the sample at which the window is 1, if it is not symmetric; None means the middle
        tau: the number of samples after which the window has decayed by a factor of e

    Raises:
        ValueError: if the length is negative, ``tau`` is not positive, a center is given for a symmetric window, or the
        dtype is neither float32 nor float64.

    >>> wengert.signal.windows.exponential(5, tau=2.0)
    tensor([0.3679, 0.6065, 1.0000, 0.6065, 0.3679])
    """
    _positive("Tau", tau)
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows: leave it out, or give sym=False")
    return _signal(
        "exponential",
        M,
        sym,
        lambda n, last: np.exp(-abs(n - (last / 2 if center is None else center)) / tau),
        dtype,
        **options,
    )


@composite(f"gaussian(M, *, std=1.0, sym=True, dtype=None, {SIGNAL})", namespace="signal.windows", method=False)
def gaussian(M: int, *, std: float = 1.0, sym: bool = True, dtype: Any = None, **options: Any) -> Any:
    """The Gaussian window with standard deviation ``std``, in samples.

    Args:
        std: the standard deviation, greater than 0

    Raises:
        ValueError: if the length is negative, ``std`` is not positive, or the dtype is neither float32 nor float64.

    >>> wengert.signal.windows.gaussian(5)
    tensor([0.1353, 0.6065, 1.0000, 0.6065, 0.1353])
    """
    _positive("Standard deviation", std)
    return _signal("gaussian", M, sym, lambda n, last: np.exp(-0.5 * ((n - last / 2) / std) ** 2), dtype, **options)


@composite(f"general_cosine(M, *, a, sym=True, dtype=None, {SIGNAL})", namespace="signal.windows", method=False)
def general_cosine(M: int, *, a: Sequence[float], sym: bool = True, dtype: Any = None, **options: Any) -> Any:
    """A sum of cosines with alternating signs: ``a[0] - a[1] cos(t) + a[2] cos(2 t) - ...`` over one period.

    Args:
        a: the coefficients

    Raises:
        ValueError: if the length is negative, there are no coefficients, or the dtype is neither float32 nor float64.

    >>> wengert.signal.windows.general_cosine(5, a=[0.5, 0.4, 0.1])
    tensor([0.2000, 0.4000, 1.0000, 0.4000, 0.2000])
    """
    a = list(a)
    if not a:
        raise ValueError("Coefficients cannot be empty. Give at least one coefficient.")
    return _signal("general_cosine", M, sym, _cosines(a), dtype, **options)


@composite(
    f"general_hamming(M, *, alpha=0.54, sym=True, dtype=None, {SIGNAL})", namespace="signal.windows", method=False
)
def general_hamming(M: int, *, alpha: float = 0.54, sym: bool = True, dtype: Any = None, **options: Any) -> Any:
    """The general Hamming window: a raised cosine, ``alpha - (1 - alpha) cos(t)`` over one period.

    Args:
        alpha: the constant term

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> wengert.signal.windows.general_hamming(5, alpha=0.5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return _signal("general_hamming", M, sym, _cosines((alpha, 1 - alpha)), dtype, **options)


@composite(f"hamming(M, *, sym=True, dtype=None, {SIGNAL})", namespace="signal.windows", method=False)
def hamming(M: int, *, sym: bool = True, dtype: Any = None, **options: Any) -> Any:
    """The Hamming window: a raised cosine that is 0.08 at its ends. This makes the nearest side lobe smallest.

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> wengert.signal.windows.hamming(5)
    tensor([0.0800, 0.5400, 1.0000, 0.5400, 0.0800])
    """
    return _signal("hamming", M, sym, _cosines((0.54, 0.46)), dtype, **options)


@composite(f"hann(M, *, sym=True, dtype=None, {SIGNAL})", namespace="signal.windows", method=False)
def hann(M: int, *, sym: bool = True, dtype: Any = None, **options: Any) -> Any:
    """The Hann window: a raised cosine, ``0.5 - 0.5 * cos(t)`` over one period.

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> wengert.signal.windows.hann(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return _signal("hann", M, sym, _cosines(HANN), dtype, **options)


@composite(f"kaiser(M, *, beta=12.0, sym=True, dtype=None, {SIGNAL})", namespace="signal.windows", method=False)
def kaiser(M: int, *, beta: float = 12.0, sym: bool = True, dtype: Any = None, **options: Any) -> Any:
    """The Kaiser window, which uses a Bessel function. A larger ``beta`` gives smaller side lobes and a wider main
    lobe.

    Args:
        beta: the shape of the window, not negative; 0 gives a rectangle

    Raises:
        ValueError: if the length or ``beta`` is negative, or the dtype is neither float32 nor float64.

    >>> wengert.signal.windows.kaiser(5)
    tensor([5.2773e-05, 2.1567e-01, 1.0000e+00, 2.1567e-01, 5.2773e-05])
    """
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    return _signal("kaiser", M, sym, _bessel(beta), dtype, **options)


@composite(f"nuttall(M, *, sym=True, dtype=None, {SIGNAL})", namespace="signal.windows", method=False)
def nuttall(M: int, *, sym: bool = True, dtype: Any = None, **options: Any) -> Any:
    """The Nuttall window: a sum of four cosine terms with very small side lobes.

    Nuttall, "Some windows with very good sidelobe behavior", 1981.

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> wengert.signal.windows.nuttall(5)
    tensor([3.6280e-04, 2.2698e-01, 1.0000e+00, 2.2698e-01, 3.6280e-04])
    """
    return _signal("nuttall", M, sym, _cosines(NUTTALL), dtype, **options)
