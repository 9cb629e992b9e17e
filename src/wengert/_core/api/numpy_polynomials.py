"""Polynomials and convolutions of NumPy in operations. The first coefficient is that of the highest power."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import dtypes
from ..tape.tensor import wrap
from .generated import functions
from .generated import linalg_functions as linalg
from .generated import nn_functions as nn
from .numpy_reductions import Otherwise, inexact
from .numpy_rows import common, inexact_tensor, of, tensor, values_of


@of("polyval")
def polyval(p: Any, x: Any) -> Any:
    p, x = common(p, x)
    found = functions.zeros_like(x)
    for c in p:
        found = found * x + c
    return found


@of("vander")
def vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:  # noqa: N803
    return functions.vander(x, N, increasing)


@of("convolve")
def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    a, v = (t.reshape(1) if t.ndim == 0 else t for t in common(a, v))
    if a.ndim != 1 or v.ndim != 1 or not a.shape[0] or not v.shape[0] or mode not in ("full", "same", "valid"):
        raise Otherwise
    if v.shape[0] > a.shape[0]:
        a, v = v, a
    n, m = a.shape[0], v.shape[0]
    full = nn.conv1d(a.reshape(1, 1, -1), v.flip(0).reshape(1, 1, -1), padding=m - 1).reshape(-1)
    start, count = {"full": (0, n + m - 1), "same": ((m - 1) // 2, n), "valid": (m - 1, n - m + 1)}[mode]
    return full[start : start + count]


@of("correlate")
def correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    v = tensor(v)
    if v.ndim != 1:
        raise Otherwise
    return convolve(a, v.flip(0).conj(), mode)


def _trimmed(p: Any) -> Any:
    """Coefficients without the zeros before the first that is none, as ``numpy.poly1d`` has them."""
    p = tensor(p)
    p = p.reshape(1) if p.ndim == 0 else p
    found = np.flatnonzero(values_of(p))
    return p[found[0] :] if len(found) else p[-1:]


def _of_one_degree(a: Any, b: Any) -> list[Any]:
    a, b = common(a, b)
    a, b = (v.reshape(1) if v.ndim == 0 else v for v in (a, b))
    return [nn.pad(v, [max(a.shape[0], b.shape[0]) - v.shape[0], 0]) for v in (a, b)]


@of("polyadd")
def polyadd(a1: Any, a2: Any) -> Any:
    a1, a2 = _of_one_degree(a1, a2)
    return a1 + a2


@of("polysub")
def polysub(a1: Any, a2: Any) -> Any:
    a1, a2 = _of_one_degree(a1, a2)
    return a1 - a2


@of("polymul")
def polymul(a1: Any, a2: Any) -> Any:
    return convolve(_trimmed(a1), _trimmed(a2))


@of("polydiv")
def polydiv(u: Any, v: Any) -> Any:
    rest, v = (inexact(t.reshape(1) if t.ndim == 0 else t) for t in common(u, v))
    if rest.ndim != 1 or v.ndim != 1:
        raise Otherwise
    n, quotient = v.shape[0], []
    for k in range(max(rest.shape[0] - n + 1, 0)):
        quotient.append(rest[k] / v[0])
        rest = rest - nn.pad(quotient[-1] * v, [k, rest.shape[0] - n - k])
    kept = np.flatnonzero(~np.isclose(values_of(rest), 0, rtol=1e-14))
    rest = functions.clone(rest[kept[0] if len(kept) else -1 :])
    return (functions.stack(quotient) if quotient else functions.zeros_like(v[:1])), rest


@of("polyder")
def polyder(p: Any, m: int = 1) -> Any:
    p = tensor(p)
    for _ in range(m):
        p = p[:-1] * wrap(np.arange(p.shape[0] - 1, 0, -1))
    return p


@of("polyint")
def polyint(p: Any, m: int = 1, k: Any = None) -> Any:
    p, k = inexact_tensor(p), tensor(0.0 if k is None else k).reshape(-1)
    k = k if k.shape[0] == m else functions.broadcast_to(k, (m,))
    for i in range(m):
        p, constant = common(p / wrap(np.arange(p.shape[0], 0, -1)), k[i : i + 1])
        p = functions.cat([p, constant])
    return p


@of("polyfit")
def polyfit(x: Any, y: Any, deg: int, rcond: Any = None, full: bool = False, w: Any = None, cov: Any = False) -> Any:
    if full or np.ndim(deg):
        raise Otherwise
    x, y = map(inexact, common(x, y))
    left, right = functions.vander(x, deg + 1), y if y.ndim == 2 else y[:, None]
    if w is not None:
        left, right = left * tensor(w)[:, None], right * tensor(w)[:, None]
    scale = functions.sqrt(functions.sum(left * left, 0))
    left = left / scale
    cutoff = x.shape[0] * np.finfo(dtypes.as_numpy(x.dtype)).eps if rcond is None else rcond
    fitted = linalg.lstsq(left, right, cutoff).solution
    found = fitted / scale[:, None]
    found = found if y.ndim == 2 else found[:, 0]
    if not cov:
        return found
    spread = linalg.inv(functions.matmul(left.T, left)) / functions.outer(scale, scale)
    if cov != "unscaled":
        noise = functions.sum(functions.square(right - functions.matmul(left, fitted)), 0) / (x.shape[0] - deg - 1)
        spread = spread * noise if y.ndim == 1 else spread[..., None] * noise
    elif y.ndim == 2:
        raise Otherwise
    return found, spread


@of("poly")
def poly(seq_of_zeros: Any) -> Any:
    zeros = inexact_tensor(seq_of_zeros)
    square = zeros.ndim == 2 and zeros.shape[0] == zeros.shape[1]
    real = square and not zeros.is_complex()
    found = functions.ones_like(zeros.reshape(-1)[:1])
    if square:
        zeros = linalg.eigvals(zeros)
        found = found.to(zeros.dtype)
    elif zeros.ndim != 1 or zeros.is_complex():
        raise Otherwise  # of pairs of conjugate numbers NumPy's result is real
    for z in zeros:
        found = nn.pad(found, [0, 1]) - nn.pad(z * found, [1, 0])
    return found.real if real else found


@of("roots")
def roots(p: Any) -> Any:
    p = inexact_tensor(p)
    nonzero = np.flatnonzero(values_of(p))
    if p.ndim != 1 or not len(nonzero):
        raise Otherwise
    last = p.shape[0] - 1 - int(nonzero[-1])  # as many roots are 0
    p = _trimmed(p)[: p.shape[0] - int(nonzero[0]) - last]
    n = p.shape[0] - 1
    if not n:
        raise Otherwise
    companion = functions.cat([(-p[1:] / p[0])[None], functions.eye(n - 1, n, dtype=p.dtype)])
    return nn.pad(linalg.eigvals(companion), [0, last])
