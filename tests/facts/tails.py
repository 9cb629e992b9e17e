"""Special functions far out, near their poles and near 0, in float64.

``tails.json`` has exact values, and PyTorch's errors.

Points near the zeros of oscillating functions are left out: there the reduction of the argument decides.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.calls import array, function, tensor

FACTOR, SMALL = 4, 4.0  # an error may be this many times PyTorch's, or so many units in the last place
TINY, SMALLER = 1e-300, 1e-10
AROUND = (TINY, SMALLER, 1.0, 2.0, 5.0, 100.0, 700.0)
FAR = (SMALLER, 1.0, 7.999, 8.001, 100.0, 1e5, 1e300)
WAVES = (SMALLER, 1.0, 5.0, 10.0, 50.0)


def _far(f: Callable[..., Any], then: Callable[..., Any], beyond: float = 1e4) -> Callable[..., Any]:
    """``f``, and a series beyond the arguments for which mpmath computes it."""
    return lambda mp, x: f(mp, x) if abs(x) < beyond else then(mp, x)


def _scaled_i(n: int) -> Callable[..., Any]:
    a, b = ((1, 9), (-3, -15))[n]
    series = lambda mp, x: (1 + mp.mpf(a) / (8 * x) + mp.mpf(b) / (128 * x * x)) / mp.sqrt(2 * mp.pi * x)
    return _far(lambda mp, x: mp.besseli(n, x) * mp.exp(-x), series)


def _scaled_k(n: int) -> Callable[..., Any]:
    a, b = ((-1, 9), (3, -15))[n]
    series = lambda mp, x: mp.sqrt(mp.pi / (2 * x)) * (1 + mp.mpf(a) / (8 * x) + mp.mpf(b) / (128 * x * x))
    return _far(lambda mp, x: mp.besselk(n, x) * mp.exp(x), series)


FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[float, ...]]] = {
    "lgamma": (
        lambda mp, x: mp.loggamma(x).real,
        (TINY, SMALLER, 0.5, 1 + 1e-10, 2 - 1e-10, 10.5, 171.5, 1e5, 1e100, 1e305, -0.5, -1.5, -100.5, 0.345, 0.75,
         1.2, 1.45, 1.5, 1.75, 2.65, 3.5, 5.5, 7.49, 7.999, 8.001, 11.25, 4271.25, -0.25, -0.75, -3.5, -7.25, -7.75,
         -226.75),
    ),
    "digamma": (lambda mp, x: mp.digamma(x), (TINY, SMALLER, 0.5, 10.5, 1e5, 1e300, -0.5, -10.5, -1000.5)),
    "special.erfcx": (
        _far(lambda mp, x: mp.exp(x * x) * mp.erfc(x), lambda mp, x: 1 / (x * mp.sqrt(mp.pi)), 1e9),
        (-26.0, -5.0, -1.0, SMALLER, 1.0, 5.0, 26.0, 100.0, 1e10, 1e300),
    ),
    "erf": (lambda mp, x: mp.erf(x), (TINY, SMALLER, 0.5, 1.0, 3.0, 5.0, 5.9, -5.0)),
    "erfc": (lambda mp, x: mp.erfc(x), (-5.0, SMALLER, 0.5, 1.0, 5.0, 10.0, 20.0, 26.0)),
    "erfinv": (lambda mp, x: mp.erfinv(x), (TINY, SMALLER, 0.5, 0.9, 0.999999, 1 - 1e-12, 1 - 2**-53, -0.5)),
    "special.ndtr": (lambda mp, x: mp.ncdf(x), (-37.0, -30.0, -10.0, -5.0, -1.0, SMALLER, 1.0, 5.0, 8.0)),
    "special.log_ndtr": (
        lambda mp, x: mp.log(mp.erfc(-x / mp.sqrt(2)) / 2), (-1e4, -100.0, -38.0, -20.0, -5.0, -1.0, 0.0, 1.0, 5.0)
    ),
    "i0": (lambda mp, x: mp.besseli(0, x), AROUND),
    "special.i1": (lambda mp, x: mp.besseli(1, x), AROUND),
    "special.i0e": (_scaled_i(0), FAR),
    "special.i1e": (_scaled_i(1), FAR),
    "special.modified_bessel_k0": (lambda mp, x: mp.besselk(0, x), AROUND),
    "special.modified_bessel_k1": (lambda mp, x: mp.besselk(1, x), AROUND),
    "special.scaled_modified_bessel_k0": (_scaled_k(0), FAR),
    "special.scaled_modified_bessel_k1": (_scaled_k(1), FAR),
    "special.bessel_j0": (lambda mp, x: mp.besselj(0, x), WAVES),
    "special.bessel_j1": (lambda mp, x: mp.besselj(1, x), WAVES),
    "special.bessel_y0": (lambda mp, x: mp.bessely(0, x), WAVES),
    "special.bessel_y1": (lambda mp, x: mp.bessely(1, x), WAVES),
    "special.spherical_bessel_j0": (lambda mp, x: mp.sin(x) / x, (TINY, SMALLER, 0.4, 1.0, 10.0)),
    "special.airy_ai": (lambda mp, x: mp.airyai(x), (-100.0, -10.0, -1.0, SMALLER, 1.0, 5.0, 20.0, 100.0)),
    "special.entr": (lambda mp, x: -x * mp.log(x), (TINY, SMALLER, 0.5, 1 - 1e-10, 1e300)),
    "nn.functional.softplus": (lambda mp, x: mp.log1p(mp.exp(x)), (-700.0, -100.0, -1.0, 0.0, 1.0, 19.0)),
    "nn.functional.logsigmoid": (lambda mp, x: -mp.log1p(mp.exp(-x)), (-700.0, -36.0, -1.0, 0.0, 1.0, 36.0, 700.0)),
    "log1p": (lambda mp, x: mp.log1p(x), (TINY, 1e-17, 1e-5, -1e-17, -1 + 1e-10)),
    "expm1": (lambda mp, x: mp.expm1(x), (TINY, 1e-17, 1e-5, -1e-17, -40.0, 700.0)),
    "sigmoid": (lambda mp, x: 1 / (1 + mp.exp(-x)), (-700.0, -100.0, -1.0, 1.0, 40.0)),
}  # fmt: skip


def exact(name: str) -> list[float]:
    """The values, by mpmath, rounded once."""
    mp = importlib.import_module("mpmath")
    value, points = FUNCTIONS[name]
    with mp.workdps(60):
        return [float(value(mp, mp.mpf(x))) for x in points]


def errors(module: Any, name: str, values: list[float]) -> list[float]:
    """How far a library is from the values, in units in the last place."""
    points = np.array(FUNCTIONS[name][1])
    found = array(function(module, name)(tensor(module, points)))
    off = abs(found - np.array(values)) / np.spacing(np.abs(values))
    return [float(f"{e:.3g}") for e in off]
