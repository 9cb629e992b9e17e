"""Samples of ``ops/polynomials.py``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import special

from tests.samples import Sample, rng, samples
from wengert._core.ops.elementwise.polynomials import FAMILIES

DEGREES = np.array([0, 1, 2, 5])


def _third(x: np.ndarray, n: np.ndarray) -> np.ndarray:
    return special.eval_chebyu(n, x) - np.where(n > 0, special.eval_chebyu(np.maximum(n - 1, 0), x), 0)


def _fourth(x: np.ndarray, n: np.ndarray) -> np.ndarray:
    return special.eval_chebyu(n, x) + np.where(n > 0, special.eval_chebyu(np.maximum(n - 1, 0), x), 0)


REFERENCES = {
    "chebyshev_polynomial_t": lambda x, n: special.eval_chebyt(n, x),
    "chebyshev_polynomial_u": lambda x, n: special.eval_chebyu(n, x),
    "chebyshev_polynomial_v": _third,
    "chebyshev_polynomial_w": _fourth,
    "shifted_chebyshev_polynomial_t": lambda x, n: special.eval_chebyt(n, 2 * x - 1),
    "shifted_chebyshev_polynomial_u": lambda x, n: special.eval_chebyu(n, 2 * x - 1),
    "shifted_chebyshev_polynomial_v": lambda x, n: _third(2 * x - 1, n),
    "shifted_chebyshev_polynomial_w": lambda x, n: _fourth(2 * x - 1, n),
    "hermite_polynomial_h": lambda x, n: special.eval_hermite(n, x),
    "hermite_polynomial_he": lambda x, n: special.eval_hermitenorm(n, x),
    "laguerre_polynomial_l": lambda x, n: special.eval_laguerre(n, x),
    "legendre_polynomial_p": lambda x, n: special.eval_legendre(n, x),
}


@samples(*(f"special.{name}" for name in REFERENCES), ref={f"special.{n}": f for n, f in REFERENCES.items()})
def polynomials() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(0.05, 0.95, size=(2, 4)), DEGREES)
    yield Sample(np.array([1.0, 0.0]), 3)


@samples("_polynomial")
def rows() -> Iterator[Sample]:
    r = rng()
    for family in FAMILIES:
        yield Sample(r.uniform(0.1, 0.9, size=(2, 1)), DEGREES + 0.5, family=family, order=0)
        yield Sample(r.uniform(0.1, 0.9, size=3), 5.5, family=family, order=0)  # the same degree for all
    yield Sample(np.array([1.5, -1.5]), np.array([3.5, 4.5]), family="legendre", order=2)
    yield Sample(np.array([1.5, -1.5]), 4, family="legendre", order=2)
    yield Sample(np.array([1.5, -1.5]), 2, family="legendre", order=2)  # a constant
    yield Sample(0.5, np.array([3, 4]), family="hermite_h", order=0)
    yield Sample(np.array(0.5), 3, family="hermite_h", order=0)
    yield Sample(np.zeros((0, 3)), np.array([3, 4, -1]), family="hermite_h", order=0)
