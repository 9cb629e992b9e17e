"""``wengert.distributions``: probability distributions, whose samples and densities are differentiable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.categories import (
    Categorical,
    Multinomial,
    OneHotCategorical,
    OneHotCategoricalStraightThrough,
)
from .._core.modules.distributions.circle import VonMises
from .._core.modules.distributions.composed_transforms import (
    CatTransform,
    ComposeTransform,
    IndependentTransform,
    ReshapeTransform,
    StackTransform,
    identity_transform,
)
from .._core.modules.distributions.constraint_registry import biject_to, transform_to
from .._core.modules.distributions.distribution import Distribution, ExponentialFamily
from .._core.modules.distributions.divergences import kl_divergence, register_kl
from .._core.modules.distributions.elementwise_transforms import (
    AbsTransform,
    AffineTransform,
    CumulativeDistributionTransform,
    ExpTransform,
    PowerTransform,
    SigmoidTransform,
    SoftplusTransform,
    TanhTransform,
)
from .._core.modules.distributions.gamma_family import Beta, Chi2, Dirichlet, FisherSnedecor, Gamma, InverseGamma
from .._core.modules.distributions.independent import Independent
from .._core.modules.distributions.invertible import Transform
from .._core.modules.distributions.location_scale import Cauchy, HalfCauchy, HalfNormal, Laplace, Normal, StudentT
from .._core.modules.distributions.mixture import MixtureSameFamily
from .._core.modules.distributions.multivariate import LowRankMultivariateNormal, MultivariateNormal
from .._core.modules.distributions.positive import (
    Exponential,
    GeneralizedPareto,
    Gumbel,
    LogisticNormal,
    LogNormal,
    Pareto,
    Weibull,
)
from .._core.modules.distributions.random_matrices import LKJCholesky, Wishart
from .._core.modules.distributions.relaxed import RelaxedBernoulli, RelaxedOneHotCategorical
from .._core.modules.distributions.transformed import TransformedDistribution
from .._core.modules.distributions.two_outcomes import (
    Bernoulli,
    Binomial,
    ContinuousBernoulli,
    Geometric,
    NegativeBinomial,
    Poisson,
)
from .._core.modules.distributions.uniform import Kumaraswamy, Uniform
from .._core.modules.distributions.vector_transforms import (
    CorrCholeskyTransform,
    LowerCholeskyTransform,
    PositiveDefiniteTransform,
    SoftmaxTransform,
    StickBreakingTransform,
)
from . import constraints, kl, transforms

__all__ = [
    "AbsTransform", "AffineTransform", "Bernoulli", "Beta", "Binomial", "CatTransform", "Categorical", "Cauchy", "Chi2",
    "ComposeTransform", "ContinuousBernoulli", "CorrCholeskyTransform", "CumulativeDistributionTransform", "Dirichlet",
    "Distribution", "ExpTransform", "Exponential", "ExponentialFamily", "FisherSnedecor", "Gamma", "GeneralizedPareto",
    "Geometric", "Gumbel", "HalfCauchy", "HalfNormal", "Independent", "IndependentTransform", "InverseGamma",
    "Kumaraswamy", "LKJCholesky", "Laplace", "LogNormal", "LogisticNormal", "LowRankMultivariateNormal",
    "LowerCholeskyTransform", "MixtureSameFamily", "Multinomial", "MultivariateNormal", "NegativeBinomial", "Normal",
    "OneHotCategorical", "OneHotCategoricalStraightThrough", "Pareto", "Poisson", "PositiveDefiniteTransform",
    "PowerTransform", "RelaxedBernoulli", "RelaxedOneHotCategorical", "ReshapeTransform", "SigmoidTransform",
    "SoftmaxTransform", "SoftplusTransform", "StackTransform", "StickBreakingTransform", "StudentT", "TanhTransform",
    "Transform", "TransformedDistribution", "Uniform", "VonMises", "Weibull", "Wishart", "biject_to", "constraints",
    "identity_transform", "kl", "kl_divergence", "register_kl", "transform_to", "transforms",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(
        __name__,
        submodules=(
            "bernoulli", "beta", "binomial", "categorical", "cauchy", "chi2", "constraint_registry",
            "continuous_bernoulli", "dirichlet", "distribution", "exp_family", "exponential", "fishersnedecor",
            "gamma", "generalized_pareto", "geometric", "gumbel", "half_cauchy", "half_normal", "independent",
            "inverse_gamma", "kumaraswamy", "laplace", "lkj_cholesky", "log_normal", "logistic_normal",
            "lowrank_multivariate_normal", "mixture_same_family", "multinomial", "multivariate_normal",
            "negative_binomial", "normal", "one_hot_categorical", "pareto", "poisson", "relaxed_bernoulli",
            "relaxed_categorical", "studentT", "transformed_distribution", "uniform", "utils", "von_mises",
            "weibull", "wishart",
        ),
    )  # fmt: skip
