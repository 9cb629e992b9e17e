"""LAPACK on small matrices: NumPy's loops, called without the functions of ``numpy.linalg`` around them.

These check and cast what is right already here, and set NumPy's error state. On a matrix of 2 × 2 that takes three
times as long as LAPACK. The loops are private to NumPy. Where one is missing, and where LAPACK fails, the public
function computes. Its results have the same bits: it calls the same loop, and computes in double precision too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...arrays import dtypes
from ...arrays.arrays import silently

_NAMES = {"solve": "solve", "inv": "inv", "cholesky": "cholesky_lo", "det": "det", "slogdet": "slogdet"}
_private = getattr(np.linalg, "_umath_linalg", None)
LOOPS = {name: getattr(_private, loop, None) for name, loop in _NAMES.items()}
WIDE = {dtypes.F32: dtypes.F64, dtypes.F64: dtypes.F64, dtypes.C64: dtypes.C128, dtypes.C128: dtypes.C128}


def _called(name: str, arrays: Sequence[Any]) -> Any:
    """The result of NumPy's loop; None where the function of that name in ``numpy.linalg`` has to compute."""
    loop, dtype = LOOPS[name], arrays[0].dtype
    wide = WIDE.get(dtype)
    if loop is None or wide is None:
        return None
    for a in arrays:
        if type(a) is not np.ndarray or a.dtype is not dtype or not a.size:
            return None
    try:
        if dtype is wide:
            return loop(*arrays)
        out = loop(*[a.astype(wide) for a in arrays])
        if name == "slogdet":
            return out[0].astype(dtype), out[1].astype(dtypes.F32)
        return out.astype(dtype)
    except FloatingPointError:  # the user's np.errstate: the public functions have their own
        return None


def matrices(name: str, *arrays: Any) -> Any:
    """``numpy.linalg.solve``, ``inv`` or ``cholesky``; None where it has to be called itself, as where it fails."""
    out = _called(name, arrays)
    if out is None:
        return None
    if out.ndim == 2:  # where LAPACK fails, all of a matrix is NaN
        corner = out.item(0)
        return out if corner == corner else None
    corners = out[..., 0, 0]
    return out if (corners == corners).all() else None


def either(xp: Any, name: str, *arrays: Any) -> Any:
    """:func:`matrices`, or the public function."""
    out = matrices(name, *arrays)
    return getattr(xp.linalg, name)(*arrays) if out is None else out


def determinants(xp: Any, name: str, x: Any) -> Any:
    """``linalg.det`` or ``linalg.slogdet``."""
    out = _called(name, (x,))
    return silently(getattr(xp.linalg, name), x) if out is None else out
