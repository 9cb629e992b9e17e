"""NumPy's loops for Fourier transforms, without its public functions: these take longer than a short transform.

The loops are private: where NumPy has none of the name, and for CuPy's arrays, the caller uses public functions. These
give the same bits but for complex64 without a scale, which they compute in complex128.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...arrays import dtypes, planning

_private = getattr(np.fft, "_pocketfft_umath", None)
LOOPS = {name: getattr(_private, name, None) for name in ("fft", "ifft", "rfft_n_even", "rfft_n_odd", "irfft")}
F32, F64, C64, C128 = dtypes.F32, dtypes.F64, dtypes.C64, dtypes.C128


def complex_to_complex(x: Any, dim: Sequence[int], scale: str, forward: bool) -> Any:
    """The transform of a complex array along dimensions. None if public functions have to compute it."""
    loop = LOOPS["fft" if forward else "ifft"]
    if loop is None or type(x) is not np.ndarray or (x.dtype is not C64 and x.dtype is not C128):
        return None
    for d in reversed(dim):
        x = _along(loop, x, d, x.shape[d], x.shape[d], scale, x.dtype)
    return x


def real_to_complex(x: Any, dim: Sequence[int], scale: str) -> Any:
    """Half of the spectrum of a real array. None if public functions have to compute it."""
    n = x.shape[dim[-1]]
    loop = LOOPS["rfft_n_odd" if n % 2 else "rfft_n_even"]
    if loop is None or type(x) is not np.ndarray or (x.dtype is not F32 and x.dtype is not F64):
        return None
    half = _along(loop, x, dim[-1], n, n // 2 + 1, scale, C64 if x.dtype is F32 else C128)
    return complex_to_complex(half, dim[:-1], scale, True)


def real_to_whole(x: Any, dim: Sequence[int], scale: str) -> Any:
    """The whole spectrum of a real array. None if public functions have to compute it.

    Along a single dimension, half of it is computed and mirrored: the other half is its conjugate.
    """
    if len(dim) == 1:
        half = real_to_complex(x, dim, scale)
        if half is None:
            return None
        n, lead = x.shape[dim[0]], (slice(None),) * (dim[0] % x.ndim)
        out = np.empty(x.shape, half.dtype)
        known = n // 2 + 1
        out[(*lead, slice(0, known))] = half
        np.conjugate(half[(*lead, slice(n - known, 0, -1))], out=out[(*lead, slice(known, n))])
        return out
    if type(x) is not np.ndarray or (x.dtype is not F32 and x.dtype is not F64):
        return None
    return complex_to_complex(x.astype(C64 if x.dtype is F32 else C128), dim, scale, True)


def complex_to_real(x: Any, dim: Sequence[int], scale: str, size: int) -> Any:
    """The real array, ``size`` long, of half a spectrum. None if public functions have to compute it."""
    loop = LOOPS["irfft"]
    if loop is None or type(size) is not int:  # public functions convert or refuse it
        return None
    whole = complex_to_complex(x, dim[-2::-1], scale, False)
    if whole is None:
        return None
    return _along(loop, whole, dim[-1], size, size, scale, F32 if x.dtype is C64 else F64)


def _along(loop: Any, x: Any, d: int, n: int, size: int, scale: str, dtype: Any) -> Any:
    """A transform of ``n`` points along one dimension, whose result is ``size`` long."""
    d %= x.ndim
    shape = x.shape
    if size != shape[d]:
        shape = (*shape[:d], size, *shape[d + 1 :])
    out = np.empty_like(x, dtype, shape=shape)
    factor = _factor(scale, n, F32 if dtype is C64 or dtype is F32 else F64)
    with np.errstate(all="ignore"):
        if d == x.ndim - 1:
            return loop(x, factor, out)
        return loop(x, factor, out, axes=[(d,), (), (d,)])


@planning.cached
def _factor(scale: str, n: int, dtype: Any) -> Any:
    """The number by which ``n`` points are scaled, as NumPy rounds it. Its dtype chooses the loop."""
    if scale == "none":
        return dtype.type(1)
    return np.reciprocal(np.sqrt(n, dtype=dtype) if scale == "sqrt" else n, dtype=dtype)
