"""``autograd.scipy.stats``: densities and distribution functions of SciPy that take boxes.

Densities are the formulas of SciPy's documentation. Without boxes SciPy computes.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special
import scipy.stats

from .boxes import holds_box
from .broadcasting import elementwise
from .special_names import betainc, betaln, gammaln

Function = Callable[..., Any]
LOG_TWO_PI = math.log(2 * math.pi)


def _density(theirs: Function, formula: Function) -> Function:
    """A function of ``scipy.stats``: SciPy's own of arrays, and a formula of boxes."""

    @functools.wraps(theirs)
    def called(*args: Any, **kwargs: Any) -> Any:
        if holds_box(args) or holds_box(kwargs.values()):
            return formula(*args, **kwargs)
        return theirs(*args, **kwargs)

    return called


def _exp(formula: Function) -> Function:
    return lambda *args, **kwargs: np.exp(formula(*args, **kwargs))


def _log(formula: Function) -> Function:
    return lambda *args, **kwargs: np.log(formula(*args, **kwargs))


def _norm_logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    return -0.5 * ((x - loc) / scale) ** 2 - np.log(scale) - 0.5 * LOG_TWO_PI


def _norm_cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    return scipy.special.ndtr((x - loc) / scale)


def _norm_logcdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    return scipy.special.log_ndtr((x - loc) / scale)


def _norm_sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    return scipy.special.ndtr((loc - x) / scale)


def _norm_logsf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    return scipy.special.log_ndtr((loc - x) / scale)


def _t_logpdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    z = (x - loc) / scale
    of_df = gammaln((df + 1) / 2) - gammaln(df / 2) - 0.5 * np.log(math.pi * df)
    return of_df - np.log(scale) - (df + 1) / 2 * np.log1p(z**2 / df)


_stdtr = elementwise(scipy.special.stdtr, None, lambda ans, df, z: np.exp(_t_logpdf(z, df)))


def _t_cdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    return _stdtr(df, (x - loc) / scale)


def _beta_logpdf(x: Any, a: Any, b: Any) -> Any:
    return (a - 1) * np.log(x) + (b - 1) * np.log1p(-x) - betaln(a, b)


def _beta_cdf(x: Any, a: Any, b: Any) -> Any:
    return betainc(a, b, x)


def _gamma_logpdf(x: Any, a: Any) -> Any:
    return (a - 1) * np.log(x) - x - gammaln(a)


def _gamma_cdf(x: Any, a: Any) -> Any:
    return scipy.special.gammainc(a, x)


def _chi2_logpdf(x: Any, df: Any) -> Any:
    return (df / 2 - 1) * np.log(x) - x / 2 - gammaln(df / 2) - df / 2 * math.log(2)


def _chi2_cdf(x: Any, df: Any) -> Any:
    return scipy.special.gammainc(df / 2, x / 2)


def _poisson_logpmf(k: Any, mu: Any) -> Any:
    return k * np.log(mu) - mu - gammaln(k + 1)


def _poisson_cdf(k: Any, mu: Any) -> Any:
    return scipy.special.gammaincc(np.floor(k) + 1, mu)


def _dirichlet_logpdf(x: Any, alpha: Any) -> Any:
    return np.sum((alpha - 1) * np.log(x), axis=-1) + gammaln(np.sum(alpha)) - np.sum(gammaln(alpha))


def _normal_logpdf(x: Any, mean: Any = None, cov: Any = 1.0, allow_singular: bool = False) -> Any:
    """Of the multivariate normal distribution, along the last dimension of ``x``."""
    mean, cov, size = _mean_and_covariance(mean, cov, x)
    apart = np.reshape(x - mean, (-1, size))
    if allow_singular:
        inverse = np.linalg.pinv(cov)
        values = np.linalg.eigvalsh(cov)
        kept = values > 1e-10
        rank: Any = np.sum(kept)
        logdet = np.sum(np.log(np.where(kept, values, 1.0)))
        squares = np.sum(np.dot(apart, inverse) * apart, axis=-1)
    else:
        rank, logdet = size, np.linalg.slogdet(cov)[1]
        squares = np.sum(np.transpose(np.linalg.solve(cov, np.transpose(apart))) * apart, axis=-1)
    found = -0.5 * (rank * LOG_TWO_PI + logdet + squares)
    return np.reshape(found, np.shape(x - mean)[:-1])


def _mean_and_covariance(mean: Any, cov: Any, x: Any = None) -> tuple[Any, Any, int]:
    """The parameters of a normal distribution as a vector and a matrix, and their size."""
    size = next((np.shape(v)[-1] for v in (cov, mean, x) if v is not None and np.ndim(v)), 1)
    cov = cov * np.eye(size) if np.ndim(cov) == 0 else np.diag(cov) if np.ndim(cov) == 1 else cov
    return np.zeros(size) if mean is None else mean, cov, size


def _normal_entropy(mean: Any = None, cov: Any = 1.0) -> Any:
    _, cov, size = _mean_and_covariance(mean, cov)
    return 0.5 * (size * (1 + LOG_TWO_PI) + np.linalg.slogdet(cov)[1])


DISTRIBUTIONS: dict[str, dict[str, Function]] = {
    "norm": {
        "pdf": _exp(_norm_logpdf), "logpdf": _norm_logpdf, "cdf": _norm_cdf, "logcdf": _norm_logcdf, "sf": _norm_sf,
        "logsf": _norm_logsf,
    },
    "t": {"pdf": _exp(_t_logpdf), "logpdf": _t_logpdf, "cdf": _t_cdf, "logcdf": _log(_t_cdf)},
    "beta": {"pdf": _exp(_beta_logpdf), "logpdf": _beta_logpdf, "cdf": _beta_cdf},
    "gamma": {"pdf": _exp(_gamma_logpdf), "logpdf": _gamma_logpdf, "cdf": _gamma_cdf},
    "chi2": {"pdf": _exp(_chi2_logpdf), "logpdf": _chi2_logpdf, "cdf": _chi2_cdf},
    "poisson": {"pmf": _exp(_poisson_logpmf), "logpmf": _poisson_logpmf, "cdf": _poisson_cdf},
    "dirichlet": {"pdf": _exp(_dirichlet_logpdf), "logpdf": _dirichlet_logpdf},
    "multivariate_normal": {
        "pdf": _exp(_normal_logpdf), "logpdf": _normal_logpdf, "entropy": _normal_entropy,
    },
}  # fmt: skip


def functions_of(distribution: str) -> dict[str, Any]:
    """The functions of one distribution: those that have derivatives, and ``rvs``, which draws."""
    theirs = getattr(scipy.stats, distribution)
    return {"rvs": theirs.rvs} | {
        name: _density(getattr(theirs, name), formula) for name, formula in DISTRIBUTIONS[distribution].items()
    }
