"""Orthogonal polynomials, each family by its recurrence (Abramowitz and Stegun, 1964, 22.7)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any

import numpy as np

from ... import errors
from ...arrays.fused import programs
from ...declare.families import composite, pointwise
from .pointwise import _dtype as number_dtype

Step = Callable[[int], tuple[int, int, int, int]]


def _chebyshev(k: int) -> tuple[int, int, int, int]:
    return 2, 0, 1, 1


def _shifted(k: int) -> tuple[int, int, int, int]:
    return 4, -2, 1, 1


# For each family: a and b of P(1) = a x + b, and the step k -> (a, b, c, e) of the recurrence
# P(k + 1) = ((a x + b) P(k) - c P(k - 1)) / e.
FAMILIES: dict[str, tuple[int, int, Step]] = {
    "chebyshev_t": (1, 0, _chebyshev),
    "chebyshev_u": (2, 0, _chebyshev),
    "chebyshev_v": (2, -1, _chebyshev),
    "chebyshev_w": (2, 1, _chebyshev),
    "shifted_chebyshev_t": (2, -1, _shifted),
    "shifted_chebyshev_u": (4, -2, _shifted),
    "shifted_chebyshev_v": (4, -3, _shifted),
    "shifted_chebyshev_w": (4, -1, _shifted),
    "hermite_h": (2, 0, lambda k: (2, 0, 2 * k, 1)),
    "hermite_he": (1, 0, lambda k: (1, 0, k, 1)),
    "laguerre": (-1, 1, lambda k: (-1, 2 * k + 1, k, k + 1)),
    "legendre": (1, 0, lambda k: (2 * k + 1, 0, k, k + 1)),
}


@pointwise(x=lambda g, x, n, family, order: g * _polynomial(x, n, family=family, order=order + 1),
           n=lambda n_meta: n_meta.zeros(), promote="float", node="SpecialPolynomialBackward0")  # fmt: skip
def _polynomial(xp, x, n, *, family, order):
    """The derivative of order ``order`` of the polynomial of degree ``n``, by the differentiated recurrence."""
    errors.calls.refuse_complex(
        family,
        (
            x,
            n,
        ),
    )
    if type(n) in (int, float) and order + 1 <= n < math.inf:
        return next(islice(_by_degree(x, family, order), int(n) - 1, None))
    dtype = number_dtype(x, n)
    x, n = xp.asarray(x, dtype), xp.trunc(xp.asarray(n, dtype))
    params = {"family": family, "order": order, "top": int(xp.nan_to_num(n, nan=0.0).max()) if n.size else 0}
    fused = PICKED.run([x, n], params) if PICKED and xp is np and params["top"] <= FUSED else None
    return _picked(xp, *xp.broadcast_arrays(x, n), **params).astype(dtype) if fused is None else fused[0]


FUSED = 30  # the highest degree for which a program is written: one of more steps takes longer to write than to run


def _picked(xp: Any, x: Any, n: Any, family: str, order: int, top: int) -> Any:
    """For each element, the derivative of the polynomial of its own degree. ``top`` is the highest degree."""
    out = xp.where(n == 0, float(order == 0), xp.where(xp.isnan(n), n, 0.0))
    for k, values in zip(range(1, top + 1), _by_degree(x, family, order)):
        out = xp.where(n == k, values, out)
    return out


PICKED = programs(lambda params: lambda x, n: (_picked(np, x, n, **params),))


def _by_degree(x: Any, family: str, order: int) -> Iterator[Any]:
    """The derivatives of this order of the polynomials of degree 1, 2, ...

    They use only operations on ``x`` and numbers, so that they can be traced into a fused program.
    """
    a, b, step = FAMILIES[family]
    before, now = [1.0, *[0.0] * order], [a * x + b, float(a), *[0.0] * (order - 1)]
    for k in count(1):
        yield now[order]
        a, b, c, e = step(k)
        line = a * x + b
        before, now = now, [
            (line * now[d] - c * before[d] + (d * a * now[d - 1] if d else 0.0)) / e for d in range(order + 1)
        ]  # fmt: skip


@composite("chebyshev_polynomial_t(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def chebyshev_polynomial_t(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the first kind and degree ``n``, ``cos(n * acos(x))``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.chebyshev_polynomial_t(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.6875, -1.0000])
    """
    return _polynomial(x, n, family="chebyshev_t", order=0)


@composite("chebyshev_polynomial_u(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def chebyshev_polynomial_u(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the second kind and degree ``n``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.chebyshev_polynomial_u(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.8750, -1.0000])
    """
    return _polynomial(x, n, family="chebyshev_u", order=0)


@composite("chebyshev_polynomial_v(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def chebyshev_polynomial_v(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the third kind and degree ``n``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.chebyshev_polynomial_v(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.1250, -1.0000])
    """
    return _polynomial(x, n, family="chebyshev_v", order=0)


@composite("chebyshev_polynomial_w(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def chebyshev_polynomial_w(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the fourth kind and degree ``n``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.chebyshev_polynomial_w(wengert.tensor([0.25, 0.5]), 3)
    tensor([-1.6250, -1.0000])
    """
    return _polynomial(x, n, family="chebyshev_w", order=0)


@composite("shifted_chebyshev_polynomial_t(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def shifted_chebyshev_polynomial_t(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the first kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.shifted_chebyshev_polynomial_t(wengert.tensor([0.25, 0.5]), 3)
    tensor([1., 0.])
    """
    return _polynomial(x, n, family="shifted_chebyshev_t", order=0)


@composite("shifted_chebyshev_polynomial_u(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def shifted_chebyshev_polynomial_u(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the second kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.shifted_chebyshev_polynomial_u(wengert.tensor([0.25, 0.5]), 3)
    tensor([1., 0.])
    """
    return _polynomial(x, n, family="shifted_chebyshev_u", order=0)


@composite("shifted_chebyshev_polynomial_v(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def shifted_chebyshev_polynomial_v(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the third kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.shifted_chebyshev_polynomial_v(wengert.tensor([0.25, 0.5]), 3)
    tensor([1., 1.])
    """
    return _polynomial(x, n, family="shifted_chebyshev_v", order=0)


@composite("shifted_chebyshev_polynomial_w(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def shifted_chebyshev_polynomial_w(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the fourth kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.shifted_chebyshev_polynomial_w(wengert.tensor([0.25, 0.5]), 3)
    tensor([ 1., -1.])
    """
    return _polynomial(x, n, family="shifted_chebyshev_w", order=0)


@composite("hermite_polynomial_h(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def hermite_polynomial_h(x: Any, n: Any) -> Any:
    """The physicists' Hermite polynomial of degree ``n``. These are orthogonal with respect to the weight
    ``exp(-x**2)``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.hermite_polynomial_h(wengert.tensor([0.25, 0.5]), 3)
    tensor([-2.8750, -5.0000])
    """
    return _polynomial(x, n, family="hermite_h", order=0)


@composite("hermite_polynomial_he(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def hermite_polynomial_he(x: Any, n: Any) -> Any:
    """The probabilists' Hermite polynomial of degree ``n``, orthogonal with respect to the weight ``exp(-x**2 / 2)``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.hermite_polynomial_he(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.7344, -1.3750])
    """
    return _polynomial(x, n, family="hermite_he", order=0)


@composite("laguerre_polynomial_l(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def laguerre_polynomial_l(x: Any, n: Any) -> Any:
    """The Laguerre polynomial of degree ``n``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.laguerre_polynomial_l(wengert.tensor([0.25, 0.5]), 3)
    tensor([ 0.3411, -0.1458])
    """
    return _polynomial(x, n, family="laguerre", order=0)


@composite("legendre_polynomial_p(x, n, *, out=None)", namespace="special", method=False, out="cast over")
def legendre_polynomial_p(x: Any, n: Any) -> Any:
    """The Legendre polynomial of degree ``n``.

    Args:
        x: the argument
        n: the degree, broadcast against ``x``; a fraction is cut off

    >>> wengert.special.legendre_polynomial_p(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.3359, -0.4375])
    """
    return _polynomial(x, n, family="legendre", order=0)
