"""Orthogonal polynomials, by the recurrence that each family obeys (Abramowitz and Stegun, 1964, 22.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..families import composite, pointwise
from .pointwise import _dtype as number_dtype
from .special import refuse_complex

Step = Callable[[int], tuple[float, float, float]]


def _chebyshev(k: int) -> tuple[float, float, float]:
    return 2, 0, 1


def _shifted(k: int) -> tuple[float, float, float]:
    return 4, -2, 1


# for each family a and b of P(1) = a x + b, and those with c of P(k + 1) = (a x + b) P(k) - c P(k - 1)
FAMILIES: dict[str, tuple[float, float, Step]] = {
    "chebyshev_t": (1, 0, _chebyshev),
    "chebyshev_u": (2, 0, _chebyshev),
    "chebyshev_v": (2, -1, _chebyshev),
    "chebyshev_w": (2, 1, _chebyshev),
    "shifted_chebyshev_t": (2, -1, _shifted),
    "shifted_chebyshev_u": (4, -2, _shifted),
    "shifted_chebyshev_v": (4, -3, _shifted),
    "shifted_chebyshev_w": (4, -1, _shifted),
    "hermite_h": (2, 0, lambda k: (2, 0, 2 * k)),
    "hermite_he": (1, 0, lambda k: (1, 0, k)),
    "laguerre": (-1, 1, lambda k: (-1 / (k + 1), (2 * k + 1) / (k + 1), k / (k + 1))),
    "legendre": (1, 0, lambda k: ((2 * k + 1) / (k + 1), 0, k / (k + 1))),
}


@pointwise(x=lambda g, x, n, family, order: g * _polynomial(x, n, family=family, order=order + 1),
           n=lambda n_meta: n_meta.zeros(), promote="float", node="SpecialPolynomialBackward0")  # fmt: skip
def _polynomial(xp, x, n, *, family, order):
    """The derivative of this order of the polynomial of degree ``n``: the recurrence, differentiated."""
    refuse_complex(family, x, n)
    slope, start, step = FAMILIES[family]
    dtype = number_dtype(x, n)
    x, n = xp.broadcast_arrays(xp.asarray(x, dtype), xp.trunc(xp.asarray(n, dtype)))
    zero = xp.zeros(x.shape, dtype)
    now, before = [zero + 1, *[zero] * order], [zero] * (order + 1)
    out = xp.where(n == 0, now[order], xp.where(xp.isnan(n), n, zero))
    for k in range(int(n.max()) if n.size else 0):
        a, b, c = step(k) if k else (slope, start, 0)
        line = a * x + b
        higher = [line * now[d] - c * before[d] + (d * a * now[d - 1] if d else 0) for d in range(order + 1)]
        now, before = higher, now
        out = xp.where(n == k + 1, now[order], out)
    return out.astype(dtype)


@composite("chebyshev_polynomial_t(x, n, *, out=None)", namespace="special", method=False)
def chebyshev_polynomial_t(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of degree ``n`` of the first kind, ``cos(n * acos(x))``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.chebyshev_polynomial_t(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.6875, -1.0000])
    """
    return _polynomial(x, n, family="chebyshev_t", order=0)


@composite("chebyshev_polynomial_u(x, n, *, out=None)", namespace="special", method=False)
def chebyshev_polynomial_u(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the second kind and degree ``n``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.chebyshev_polynomial_u(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.8750, -1.0000])
    """
    return _polynomial(x, n, family="chebyshev_u", order=0)


@composite("chebyshev_polynomial_v(x, n, *, out=None)", namespace="special", method=False)
def chebyshev_polynomial_v(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the third kind and degree ``n``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.chebyshev_polynomial_v(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.1250, -1.0000])
    """
    return _polynomial(x, n, family="chebyshev_v", order=0)


@composite("chebyshev_polynomial_w(x, n, *, out=None)", namespace="special", method=False)
def chebyshev_polynomial_w(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the fourth kind and degree ``n``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.chebyshev_polynomial_w(wengert.tensor([0.25, 0.5]), 3)
    tensor([-1.6250, -1.0000])
    """
    return _polynomial(x, n, family="chebyshev_w", order=0)


@composite("shifted_chebyshev_polynomial_t(x, n, *, out=None)", namespace="special", method=False)
def shifted_chebyshev_polynomial_t(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the first kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.shifted_chebyshev_polynomial_t(wengert.tensor([0.25, 0.5]), 3)
    tensor([1., 0.])
    """
    return _polynomial(x, n, family="shifted_chebyshev_t", order=0)


@composite("shifted_chebyshev_polynomial_u(x, n, *, out=None)", namespace="special", method=False)
def shifted_chebyshev_polynomial_u(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the second kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.shifted_chebyshev_polynomial_u(wengert.tensor([0.25, 0.5]), 3)
    tensor([1., 0.])
    """
    return _polynomial(x, n, family="shifted_chebyshev_u", order=0)


@composite("shifted_chebyshev_polynomial_v(x, n, *, out=None)", namespace="special", method=False)
def shifted_chebyshev_polynomial_v(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the third kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.shifted_chebyshev_polynomial_v(wengert.tensor([0.25, 0.5]), 3)
    tensor([1., 1.])
    """
    return _polynomial(x, n, family="shifted_chebyshev_v", order=0)


@composite("shifted_chebyshev_polynomial_w(x, n, *, out=None)", namespace="special", method=False)
def shifted_chebyshev_polynomial_w(x: Any, n: Any) -> Any:
    """The Chebyshev polynomial of the fourth kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.shifted_chebyshev_polynomial_w(wengert.tensor([0.25, 0.5]), 3)
    tensor([ 1., -1.])
    """
    return _polynomial(x, n, family="shifted_chebyshev_w", order=0)


@composite("hermite_polynomial_h(x, n, *, out=None)", namespace="special", method=False)
def hermite_polynomial_h(x: Any, n: Any) -> Any:
    """The Hermite polynomial of degree ``n``, that of physicists, orthogonal by the weight ``exp(-x**2)``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.hermite_polynomial_h(wengert.tensor([0.25, 0.5]), 3)
    tensor([-2.8750, -5.0000])
    """
    return _polynomial(x, n, family="hermite_h", order=0)


@composite("hermite_polynomial_he(x, n, *, out=None)", namespace="special", method=False)
def hermite_polynomial_he(x: Any, n: Any) -> Any:
    """The Hermite polynomial of degree ``n``, that of probabilists, orthogonal by the weight ``exp(-x**2 / 2)``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.hermite_polynomial_he(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.7344, -1.3750])
    """
    return _polynomial(x, n, family="hermite_he", order=0)


@composite("laguerre_polynomial_l(x, n, *, out=None)", namespace="special", method=False)
def laguerre_polynomial_l(x: Any, n: Any) -> Any:
    """The Laguerre polynomial of degree ``n``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.laguerre_polynomial_l(wengert.tensor([0.25, 0.5]), 3)
    tensor([ 0.3411, -0.1458])
    """
    return _polynomial(x, n, family="laguerre", order=0)


@composite("legendre_polynomial_p(x, n, *, out=None)", namespace="special", method=False)
def legendre_polynomial_p(x: Any, n: Any) -> Any:
    """The Legendre polynomial of degree ``n``.

    Args:
        x: where it is taken
        n: the degree, which broadcasts with ``x``; what is not an integer is cut off

    >>> wengert.special.legendre_polynomial_p(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.3359, -0.4375])
    """
    return _polynomial(x, n, family="legendre", order=0)
