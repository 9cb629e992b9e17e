"""The divergences of the pairs of distributions that are here.

Two distributions of one family have a formula each. For two of different families, it is the cross entropy less the
entropy. The cross entropy of q is a sum of moments of p (the mean of x, of its logarithm, of an exponential), so that
one formula for each q serves every p. The divergence is infinite where p has values that q does not have.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.generated import linalg_functions as linalg
from ...api.generated import nn_functions as nn
from .categories import Categorical, OneHotCategorical
from .distribution import ExponentialFamily
from .divergence import kl_divergence, register_kl
from .gamma_family import Beta, Dirichlet, Gamma
from .independent import Independent
from .invertible import sum_rightmost
from .location_scale import Cauchy, HalfNormal, Laplace, Normal
from .multivariate import (
    LowRankMultivariateNormal,
    MultivariateNormal,
    half_log_determinant,
    low_rank_length,
    squared_length,
)
from .parameters import EULER, LOG_TWO_PI
from .positive import Exponential, Gumbel, Pareto
from .transformed import TransformedDistribution
from .two_outcomes import Bernoulli, Binomial, ContinuousBernoulli, Geometric, Poisson
from .uniform import Uniform

__all__ = ["kl_divergence", "register_kl"]

lgamma, digamma, log, log1p = functions.lgamma, functions.digamma, functions.log, functions.log1p


def _infinite_where(condition: Any, value: Any) -> Any:
    return functions.where(condition, math.inf, value)


# -- two of one family


@register_kl(Normal, Normal)
def _normal(p: Any, q: Any) -> Any:
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


@register_kl(HalfNormal, HalfNormal)
def _half_normal(p: Any, q: Any) -> Any:
    return _normal(p.base_dist, q.base_dist)


@register_kl(Laplace, Laplace)
def _laplace(p: Any, q: Any) -> Any:
    ratio, distance = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + distance / q.scale + ratio * functions.exp(-distance / p.scale) - 1


@register_kl(Cauchy, Cauchy)
def _cauchy(p: Any, q: Any) -> Any:
    return ((p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)).log() - (4 * p.scale * q.scale).log()


@register_kl(Gumbel, Gumbel)
def _gumbel(p: Any, q: Any) -> Any:
    ratio, distance = p.scale / q.scale, (p.loc - q.loc) / q.scale
    return distance - ratio.log() + ratio * EULER + functions.exp(lgamma(1 + ratio) - distance) - (1 + EULER)


@register_kl(Gamma, Gamma)
def _gamma(p: Any, q: Any) -> Any:
    a, b = p.concentration, q.concentration
    return b * (p.rate / q.rate).log() + lgamma(b) - lgamma(a) + (a - b) * digamma(a) + (q.rate - p.rate) * (a / p.rate)


@register_kl(Exponential, Exponential)
def _exponential(p: Any, q: Any) -> Any:
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p: Any, q: Any) -> Any:
    a, b = p.concentration, q.concentration
    totals = lgamma(a.sum(-1)) - lgamma(b.sum(-1))
    return totals - (lgamma(a) - lgamma(b)).sum(-1) + ((a - b) * (digamma(a) - digamma(a.sum(-1, True)))).sum(-1)


@register_kl(Beta, Beta)
def _beta(p: Any, q: Any) -> Any:
    return _dirichlet(p._dirichlet, q._dirichlet)


@register_kl(Pareto, Pareto)
def _pareto(p: Any, q: Any) -> Any:
    ratio = q.alpha / p.alpha
    found = q.alpha * (p.scale / q.scale).log() - ratio.log() + ratio - 1
    return _infinite_where(p.scale < q.scale, found)


@register_kl(Uniform, Uniform)
def _uniform(p: Any, q: Any) -> Any:
    return _infinite_where((q.low > p.low) | (q.high < p.high), ((q.high - q.low) / (p.high - p.low)).log())


def _outcome(chance: Any, other: Any, difference: Any) -> Any:
    """What one outcome adds, with a chance under p and another under q."""
    return functions.where(chance == 0, 0.0, _infinite_where(other == 0, chance * difference))


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p: Any, q: Any) -> Any:
    one = _outcome(p.probs, q.probs, nn.softplus(-q.logits) - nn.softplus(-p.logits))
    zero = _outcome(1 - p.probs, 1 - q.probs, nn.softplus(q.logits) - nn.softplus(p.logits))
    return one + zero


@register_kl(Binomial, Binomial)
def _binomial(p: Any, q: Any) -> Any:
    if (p.total_count < q.total_count).any():
        raise errors.distributions.fewer_trials()
    one = p.probs * (p.logits - q.logits)
    return _infinite_where(p.total_count > q.total_count, p.total_count * (one + log1p(-p.probs) - log1p(-q.probs)))


@register_kl(Geometric, Geometric)
def _geometric(p: Any, q: Any) -> Any:
    return -p.entropy() - log1p(-q.probs) / p.probs - q.logits


@register_kl(Poisson, Poisson)
def _poisson(p: Any, q: Any) -> Any:
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _continuous_bernoulli(p: Any, q: Any) -> Any:
    totals = p._cont_bern_log_norm() + log1p(-p.probs) - q._cont_bern_log_norm() - log1p(-q.probs)
    return p.mean * (p.logits - q.logits) + totals


@register_kl(Categorical, Categorical)
def _categorical(p: Any, q: Any) -> Any:
    return _outcome(p.probs, q.probs, p.logits - q.logits).sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _one_hot(p: Any, q: Any) -> Any:
    return _categorical(p._categorical, q._categorical)


def _lengths_of_columns(factor: Any, columns: Any) -> Any:
    """The trace of ``M.mT @ inverse(L @ L.mT) @ M``."""
    return linalg.solve_triangular(factor, columns, upper=False).pow(2).sum((-2, -1))


@register_kl(MultivariateNormal, MultivariateNormal)
def _multivariate(p: Any, q: Any) -> Any:
    _same_event(p, q)
    mine, other = p._unbroadcasted_scale_tril, q._unbroadcasted_scale_tril
    determinants = half_log_determinant(other) - half_log_determinant(mine)
    trace, length = _lengths_of_columns(other, mine), squared_length(other, q.loc - p.loc)
    return determinants + 0.5 * (trace + length - p.event_shape[0])


@register_kl(MultivariateNormal, LowRankMultivariateNormal)
def _multivariate_low_rank(p: Any, q: Any) -> Any:
    _same_event(p, q)
    mine = p._unbroadcasted_scale_tril
    determinants = 0.5 * q._log_determinant() - half_log_determinant(mine)
    return determinants + 0.5 * (_low_rank_trace(q, mine) + _low_rank_length(p, q) - p.event_shape[0])


@register_kl(LowRankMultivariateNormal, MultivariateNormal)
def _low_rank_multivariate(p: Any, q: Any) -> Any:
    _same_event(p, q)
    other = q._unbroadcasted_scale_tril
    determinants = half_log_determinant(other) - 0.5 * p._log_determinant()
    trace = sum(_lengths_of_columns(other, part) for part in _square_roots(p))
    return determinants + 0.5 * (trace + squared_length(other, q.loc - p.loc) - p.event_shape[0])


@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
def _low_rank(p: Any, q: Any) -> Any:
    _same_event(p, q)
    trace = sum(_low_rank_trace(q, part) for part in _square_roots(p))
    determinants = 0.5 * (q._log_determinant() - p._log_determinant())
    return determinants + 0.5 * (trace + _low_rank_length(p, q) - p.event_shape[0])


def _square_roots(p: Any) -> tuple[Any, Any]:
    """Matrices whose squares add up to the covariance."""
    return p._unbroadcasted_cov_factor, functions.diag_embed(p._unbroadcasted_cov_diag.sqrt())


def _low_rank_trace(q: Any, columns: Any) -> Any:
    """The trace of ``M.mT @ inverse(covariance) @ M``, by Woodbury's formula."""
    factor, diagonal = q._unbroadcasted_cov_factor, q._unbroadcasted_cov_diag.unsqueeze(-1)
    inner = factor.mT @ (columns / diagonal)
    return (columns.pow(2) / diagonal).sum((-2, -1)) - _lengths_of_columns(q._capacitance_tril, inner)


def _low_rank_length(p: Any, q: Any) -> Any:
    return low_rank_length(q._unbroadcasted_cov_factor, q._unbroadcasted_cov_diag, q.loc - p.loc, q._capacitance_tril)


def _same_event(p: Any, q: Any) -> None:
    if p.event_shape != q.event_shape:
        raise errors.distributions.events_differ(p.event_shape, q.event_shape)


@register_kl(ExponentialFamily, ExponentialFamily)
def _one_exponential_family(p: Any, q: Any) -> Any:
    """The Bregman divergence of the log normalizer."""
    if type(p) is not type(q):
        raise errors.distributions.families_differ()
    natural, normalizer, slopes = p._slopes()
    found = q._log_normalizer(*q._natural_params) - normalizer
    for mine, other, slope in zip(natural, q._natural_params, slopes, strict=True):
        found = found - sum_rightmost((other - mine) * slope, len(q.event_shape))
    return found


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed(p: Any, q: Any) -> Any:
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise errors.distributions.transforms_differ()
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(Independent, Independent)
def _independent(p: Any, q: Any) -> Any:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise errors.distributions.reinterpreted_differ()
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


# -- moments of p


def _mean_log(p: Any) -> Any:
    """The mean of ``log(x)``."""
    if isinstance(p, Beta):
        return digamma(p.concentration1) - digamma(p.concentration1 + p.concentration0)
    if isinstance(p, Gamma):
        return digamma(p.concentration) - p.rate.log()
    if isinstance(p, Exponential):
        return -EULER - p.rate.log()
    if isinstance(p, Pareto):
        return p.scale.log() + p.alpha.reciprocal()
    return (functions.xlogy(p.high, p.high) - functions.xlogy(p.low, p.low)) / (p.high - p.low) - 1  # Uniform


def _mean_log_rest(p: Any) -> Any:
    """The mean of ``log(1 - x)``."""
    if isinstance(p, Beta):
        return digamma(p.concentration0) - digamma(p.concentration1 + p.concentration0)
    return _mean_log(Uniform(1 - p.high, 1 - p.low, validate_args=False))


def _mean_exp(p: Any, t: Any) -> Any:
    """The mean of ``exp(t * x)``, for negative t."""
    if isinstance(p, Exponential):
        return p.rate / (p.rate - t)
    if isinstance(p, Gamma):
        return (1 - t / p.rate).pow(-p.concentration)
    if isinstance(p, Normal):
        return (p.loc * t + 0.5 * (p.scale * t).pow(2)).exp()
    return ((t * p.high).exp() - (t * p.low).exp()) / (t * (p.high - p.low))  # Uniform


# -- cross entropies: minus the mean of the logarithm of the density of q, for values of p


def _to_exponential(p: Any, q: Any) -> Any:
    return q.rate * p.mean - q.rate.log()


def _to_gamma(p: Any, q: Any) -> Any:
    a = q.concentration
    return lgamma(a) - a * q.rate.log() - (a - 1) * _mean_log(p) + q.rate * p.mean


def _to_normal(p: Any, q: Any) -> Any:
    square = (p.variance + (p.mean - q.loc).pow(2)) / q.scale.pow(2)
    return 0.5 * square + q.scale.log() + LOG_TWO_PI / 2


def _to_gumbel(p: Any, q: Any) -> Any:
    rise = (q.loc / q.scale).exp() * _mean_exp(p, -q.scale.reciprocal())
    return q.scale.log() - (q.loc - p.mean) / q.scale + rise


def _to_beta(p: Any, q: Any) -> Any:
    a, b = q.concentration1, q.concentration0
    powers = (a - 1) * _mean_log(p) + (b - 1) * _mean_log_rest(p)
    return lgamma(a) + lgamma(b) - lgamma(a + b) - powers


def _to_continuous_bernoulli(p: Any, q: Any) -> Any:
    return -(p.mean * q.logits + log1p(-q.probs) + q._cont_bern_log_norm())


def _to_uniform(p: Any, q: Any) -> Any:
    return (q.high - q.low).log()


def _to_pareto(p: Any, q: Any) -> Any:
    return (q.alpha + 1) * _mean_log(p) - q.alpha.log() - q.alpha * q.scale.log()


def _to_laplace(p: Any, q: Any) -> Any:
    """The mean distance of a normal number from the location."""
    z = (p.loc - q.loc) / p.scale
    near = math.sqrt(2 / math.pi) * p.scale * functions.exp(-0.5 * z.pow(2))
    distance = near + (p.loc - q.loc) * functions.erf(math.sqrt(0.5) * z)
    return distance / q.scale + (2 * q.scale).log()


def _to_poisson(p: Any, q: Any) -> Any:
    return q.rate - p.mean * q.rate.log()


# -- where p has values that q does not have


def _starts_below_zero(p: Any, q: Any) -> Any:
    return p.low < 0


def _leaves_unit(p: Any, q: Any) -> Any:
    return (p.low < 0) | (p.high > 1)


def _unit_outside(p: Any, q: Any) -> Any:
    return (q.low > 0) | (q.high < 1)


def _starts_below_scale(p: Any, q: Any) -> Any:
    return p.low < q.scale


def _heavy_tail(power: int) -> Callable[[Any, Any], Any]:
    """Where a moment of a Pareto distribution is infinite."""
    return lambda p, q: p.alpha <= power


CROSSED: tuple[tuple[type, Any, tuple[tuple[type, Any], ...]], ...] = (
    (Exponential, _to_exponential, (
        (Beta, None), (ContinuousBernoulli, None), (Gamma, None), (Pareto, _heavy_tail(1)),
        (Uniform, _starts_below_zero),
    )),
    (Gamma, _to_gamma, (
        (Beta, None), (Exponential, None), (Pareto, _heavy_tail(1)), (Uniform, _starts_below_zero),
    )),
    (Normal, _to_normal, (
        (Beta, None), (ContinuousBernoulli, None), (Exponential, None), (Gamma, None), (Gumbel, None), (Laplace, None),
        (Pareto, _heavy_tail(2)), (Uniform, None),
    )),
    (Gumbel, _to_gumbel, ((Exponential, None), (Gamma, None), (Normal, None), (Uniform, None))),
    (Beta, _to_beta, ((Uniform, _leaves_unit),)),
    (ContinuousBernoulli, _to_continuous_bernoulli, ((Beta, None), (Uniform, _leaves_unit))),
    (Uniform, _to_uniform, ((Beta, _unit_outside), (ContinuousBernoulli, _unit_outside))),
    (Pareto, _to_pareto, ((Uniform, _starts_below_scale),)),
    (Laplace, _to_laplace, ((Normal, None),)),
    (Poisson, _to_poisson, ((Bernoulli, None),)),
)  # fmt: skip
NEVER_INSIDE: tuple[tuple[type, tuple[type, ...]], ...] = (  # p, and each q that does not have all values of p
    (Beta, (Pareto,)),
    (ContinuousBernoulli, (Pareto,)),
    (Exponential, (Beta, ContinuousBernoulli, Pareto, Uniform)),
    (Gamma, (Beta, ContinuousBernoulli, Pareto, Uniform)),
    (Gumbel, (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform)),
    (Laplace, (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform)),
    (Normal, (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform)),
    (Pareto, (Beta, ContinuousBernoulli, Uniform)),
    (Poisson, (Bernoulli, Binomial)),
)


def _tamed(p: Any, outside: Any) -> Any:
    """The distribution p, with other parameters where the divergence is infinite: gradients are zero there, not NaN."""
    if isinstance(p, Pareto):
        return Pareto(p.scale, functions.where(outside, 3.0, p.alpha), validate_args=False)
    if isinstance(p, Uniform):
        low, high = functions.where(outside, 0.25, p.low), functions.where(outside, 0.75, p.high)
        return Uniform(low, high, validate_args=False)
    return p


def _less_entropy(cross: Any, outside: Any) -> Any:
    def divergence(p: Any, q: Any) -> Any:
        if outside is None:
            return cross(p, q) - p.entropy()
        never = outside(p, q)
        p = _tamed(p, never)
        return _infinite_where(never, cross(p, q) - p.entropy())

    return divergence


def _infinite(p: Any, q: Any) -> Any:
    shape = functions.broadcast_shapes(p.batch_shape, q.batch_shape)
    return functions.full(shape, math.inf, dtype=p.mean.dtype, device=p.mean.device)


for _q, _cross, _ps in CROSSED:
    for _p, _outside in _ps:
        register_kl(_p, _q)(_less_entropy(_cross, _outside))
for _p, _qs in NEVER_INSIDE:
    for _q in _qs:
        register_kl(_p, _q)(_infinite)
