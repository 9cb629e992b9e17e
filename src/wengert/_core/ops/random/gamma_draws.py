"""Gamma and Dirichlet random numbers, with pathwise gradients. For equal seeds they are those that PyTorch draws.

A draw x with the distribution function F(x; a) and the density p moves with the parameter a so that F stays as it is:
dx/da = -(dF/da) / p (Figurnov, Mohamed and Mnih, "Implicit reparameterization gradients", 2018). For the Dirichlet
distribution, the marginal of each component moves like this, and the others keep their proportions (Jankowiak and
Obermeyer, "Pathwise derivatives beyond the reparameterization trick", 2018).

The numbers come by rejection: Marsaglia and Tsang, "A simple method for generating gamma variables", 2000.

Note [Moments over the density]
The derivatives of F by its parameters are integrals from 0 to x of powers of the score, times the density. Divided by
p(x), nothing in them over- or underflows: p(t) / p(x) is a product of powers. The integral runs over v = |log(t / x)|,
from the side of x that is farther from the bulk of the density, where p(t) / p(x) only falls. The whole integral
differs from the part by a constant that drops out of all derivatives. The rule is double exponential (Takahasi and
Mori, 1974). The derivatives of these moments are moments again, so that there are derivatives of every order.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, dtypes
from ...arrays.dtypes import F32, F64
from ...arrays.fused import in_one_pass
from ...declare.families import general, pointwise
from ...tape.tensor import payload_of, wrap
from ..elementwise import single
from ..elementwise.elementary import log, log1p
from ..elementwise.gamma import digamma, polygamma
from ..elementwise.special import scipy
from ..reduce.reduce import sum as total_of
from . import random_loops
from .counts import each
from .draw import _spread
from .generator import Generator, _watched

THIRD = np.float32(1 / 3)  # as PyTorch has it, in every dtype
TINY = {F64: np.finfo(F64).tiny, F32: np.finfo(F32).tiny}
CHUNK = 2048  # elements whose quadrature is done at a time

# -- the draws


@_watched
def gamma(a: Any, *, wide: bool = False, generator: Generator | None = None) -> Any:
    """Gamma random numbers of these shapes and rate 1, as a payload; ``wide``: in float64, whatever the dtype."""
    if a.dtype not in (F32, F64) and not dtypes.is_half(a.dtype):
        raise errors.calls.not_implemented("gamma_cpu", a.dtype)
    dtype = F64 if wide else a.dtype
    return each(functools.partial(_drawn, dtype), generator, dtype, a)


def _drawn(dtype: Any, engine: Any, second: float | None, a: Any) -> tuple[Any, float | None, int]:
    """``random_loops.gammas``, with what depends on the shape alone computed as PyTorch does, in at most float32."""
    small = a < 1
    with np.errstate(all="ignore"):
        shape = a.astype(dtype) + small.astype(dtype)
        shape, inverse = (v if dtype == F64 else v.astype(F32) for v in (shape, 1 / a.astype(dtype)))
        power, d = np.where(small, inverse, 0.0), shape - shape.dtype.type(THIRD)
    return random_loops.gammas(engine, second, a, power.astype(F64), d.astype(F64))  # type: ignore[no-any-return]


def standard_gamma(concentration: Any, generator: Generator | None = None) -> Any:
    """Draw from gamma distributions of rate 1. The gradient by the concentration is pathwise."""
    a = payload_of(concentration)
    drawn = gamma(arrays.move(a, "cpu"), generator=generator)
    least = TINY.get(a.dtype, TINY[F32])
    drawn = np.maximum(drawn, drawn.dtype.type(least)) if isinstance(drawn, np.ndarray) else drawn
    return _standard_gamma(concentration, wrap(arrays.move(drawn, arrays.device_of(a))))


def dirichlet(concentration: Any, generator: Generator | None = None) -> Any:
    """Draw from Dirichlet distributions, whose concentrations are in the last dimension. The gradient is pathwise."""
    a = payload_of(concentration)
    drawn = gamma(arrays.move(a, "cpu"), wide=True, generator=generator)
    return _dirichlet(concentration, wrap(arrays.move(drawn, arrays.device_of(a))))


# -- Note [Moments over the density]


@functools.cache
def _nodes() -> tuple[Any, Any]:
    """Where v is evaluated, in units of the width of the density, and the weights."""
    h = 1 / 16
    u = np.arange(-4.0, 3.0, h)
    v = np.exp(math.pi / 2 * np.sinh(u))
    return v, v * (math.pi / 2 * h) * np.cosh(u)


def _in_chunks(xp: Any, integral: Any, *given: Any) -> Any:
    """Evaluate an integral at many points, with nodes in the last dimension of what it is given."""
    dtype = np.result_type(*[v for v in given if hasattr(v, "dtype")])
    wide = xp.broadcast_arrays(*[xp.asarray(v, "d") for v in given])
    flat = [v.reshape(-1, 1) for v in wide]
    v, weights = (xp.asarray(part) for part in _nodes())
    found = [
        integral(xp, v, weights, *[f[i : i + CHUNK] for f in flat]) for i in range(0, flat[0].shape[0], CHUNK)
    ] or [xp.zeros(0)]
    return xp.concatenate(found).reshape(wide[0].shape).astype(dtype)


def _gamma_by_shape(g, a, x, m):
    score = log(x) - digamma(a)
    lower = m * polygamma(1, a) * _gamma_moment(a, x, m=m - 1) if m else 0
    return g * (_gamma_moment(a, x, m=m + 1) - lower - score * _gamma_moment(a, x, m=m))


def _gamma_by_point(g, a, x, m):
    return g * ((log(x) - digamma(a)) ** m - _gamma_moment(a, x, m=m) * ((a - 1) / x - 1))


@in_one_pass
def _gamma_terms(xp: Any, v: Any, weights: Any, a: Any, x: Any, side: Any, width: Any) -> Any:
    v = v * width
    weight = single.exp(xp, side * a * v - x * single.expm1(xp, side * v))
    return xp.where(weight > 0, weight * weights * width, 0.0)


@in_one_pass
def _times_score(xp: Any, terms: Any, v: Any, score: Any, step: Any) -> Any:
    """A moment of the next order. Where the density is 0, the score may be infinite."""
    return xp.where(terms == 0, 0.0, terms * (score + step * v))


@pointwise(a=_gamma_by_shape, x=_gamma_by_point, promote="float")
def _gamma_moment(xp, a, x, *, m):
    """The integral of (log(t) - digamma(a))**m p(t) / p(x) up to x, for the density p of the gamma distribution."""

    def integral(xp: Any, v: Any, weights: Any, a: Any, x: Any) -> Any:
        side = xp.where(x > a, 1.0, -1.0)
        width = 1 / (xp.abs(x - a) + xp.sqrt(x))
        terms = _gamma_terms(xp, v, weights, a, x, side, width)
        score = xp.log(x) - scipy(xp, "digamma", a)
        for _ in range(m):
            terms = _times_score(xp, terms, v, score, side * width)
        return -side[:, 0] * x[:, 0] * terms.sum(-1)

    with np.errstate(all="ignore"):
        return _in_chunks(xp, integral, a, x)


@pointwise(concentration=lambda g, concentration, out: -g * _gamma_moment(concentration, out, m=1),
           promote=None, moves=True, layout="rows", node="StandardGammaBackward0")  # fmt: skip
def _standard_gamma(xp, concentration, drawn):
    return _spread(xp, drawn, concentration)


def _beta_scores(a, b, x):
    whole = digamma(a + b)
    return log(x) - digamma(a) + whole, log1p(-x) - digamma(b) + whole


def _beta_by_first(g, a, b, x, m, n):
    whole = polygamma(1, a + b)
    found = _beta_moment(a, b, x, m=m + 1, n=n) - _beta_scores(a, b, x)[0] * _beta_moment(a, b, x, m=m, n=n)
    if m:
        found = found + m * (whole - polygamma(1, a)) * _beta_moment(a, b, x, m=m - 1, n=n)
    if n:
        found = found + n * whole * _beta_moment(a, b, x, m=m, n=n - 1)
    return g * found


def _beta_by_second(g, a, b, x, m, n):
    whole = polygamma(1, a + b)
    found = _beta_moment(a, b, x, m=m, n=n + 1) - _beta_scores(a, b, x)[1] * _beta_moment(a, b, x, m=m, n=n)
    if n:
        found = found + n * (whole - polygamma(1, b)) * _beta_moment(a, b, x, m=m, n=n - 1)
    if m:
        found = found + m * whole * _beta_moment(a, b, x, m=m - 1, n=n)
    return g * found


def _beta_by_point(g, a, b, x, m, n):
    first, second = _beta_scores(a, b, x)
    slope = (a - 1) / x - (b - 1) / (1 - x)
    return g * (first**m * second**n - _beta_moment(a, b, x, m=m, n=n) * slope)


@in_one_pass
def _beta_growth(xp: Any, v: Any, near: Any, far: Any, width: Any) -> Any:
    """The logarithm of how much farther the other end of the interval is."""
    return single.log1p(xp, -near * single.expm1(xp, -v * width) / far)


@in_one_pass
def _beta_terms(xp: Any, v: Any, weights: Any, growth: Any, c: Any, d: Any, width: Any) -> Any:
    weight = single.exp(xp, (d - 1) * growth - c * (v * width))
    return xp.where(weight > 0, weight * weights * width, 0.0)


@in_one_pass
def _times_one_score(xp: Any, terms: Any, v: Any, growth: Any, width: Any, grows: Any, near: Any, far: Any) -> Any:
    """:func:`_times_score` of the end that grows, or else of the one that shrinks."""
    return xp.where(terms == 0, 0.0, terms * xp.where(grows, growth + far, near - v * width))


@pointwise(a=_beta_by_first, b=_beta_by_second, x=_beta_by_point, promote="float")
def _beta_moment(xp, a, b, x, *, m, n):
    """The integral of A**m B**n p(t) / p(x) up to x, for the density p of the beta distribution.

    A and B are the derivatives of log(p(t)) by a and b.
    """

    def integral(xp: Any, v: Any, weights: Any, a: Any, b: Any, x: Any) -> Any:
        above = x * (a + b) > a
        near = xp.where(above, 1 - x, x)  # the distance to the end of the interval, which shrinks as exp(-v)
        far = xp.where(above, x, 1 - x)
        c, d = xp.where(above, b, a), xp.where(above, a, b)
        width = 1 / (xp.abs(c - (d - 1) * near / far) + xp.sqrt(xp.maximum(d - 1, 0) * near) / far)
        growth = _beta_growth(xp, v, near, far, width)
        terms = _beta_terms(xp, v, weights, growth, c, d, width)
        whole = scipy(xp, "digamma", a + b)
        near_score, far_score = (xp.log(z) - scipy(xp, "digamma", by) + whole for z, by in ((near, c), (far, d)))
        for grows in [above] * m + [~above] * n:
            terms = _times_one_score(xp, terms, v, growth, width, grows, near_score, far_score)
        return xp.where(above, -1, 1)[:, 0] * near[:, 0] * terms.sum(-1)

    with np.errstate(all="ignore"):
        return _in_chunks(xp, integral, a, b, x)


def _by_concentration(g, concentration, out):
    rest = total_of(concentration, dim=(-1,), keepdim=True) - concentration
    slope = -_beta_moment(concentration, rest, out, m=1, n=0)
    return slope * (g - total_of(g * out, dim=(-1,), keepdim=True)) / (1 - out)


@general(concentration=_by_concentration, node="DirichletBackward0")
def _dirichlet(xp, concentration, drawn):
    drawn = xp.maximum(drawn, TINY[F64])
    found = drawn / drawn.sum(-1, keepdims=True)
    dtype = concentration.dtype
    return xp.clip(found, TINY[dtype], 1 - np.finfo(dtype).epsneg).astype(dtype)
