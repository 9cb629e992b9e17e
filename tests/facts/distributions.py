"""What distributions know of themselves and draw, what transforms compute, and which errors there are, in PyTorch.

A distribution is a line of Python, evaluated with the names of the library: ``d.Normal(t([0., 1.]), t(2.))``. Numbers
are float64. The parameters of which gradients are taken are the tensors that ``t`` makes. ``VALUES`` has the points at
which densities are evaluated.
"""

from __future__ import annotations

import functools
import math
import warnings
from collections.abc import Callable
from typing import Any

REAL = "t([-1.5, 0.0, 0.75])"
POSITIVE = "t([0.25, 1.0, 3.5])"
UNIT = "t([0.125, 0.5, 0.875])"
COUNTS = "t([0.0, 1.0, 3.0])"
BITS = "t([0.0, 1.0, 1.0])"
SIMPLEX = "t([[0.25, 0.25, 0.5], [0.125, 0.75, 0.125]])"
HOT = "t([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])"
VECTORS = "t([[0.5, -1.0], [2.0, 0.25]])"
MATRIX = "t([[2.0, 0.5], [0.5, 1.0]])"
TRIL = "t([[1.5, 0.0], [0.5, 0.75]])"
CORRELATION = "t([[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.0, 0.6, 0.8]])"
COVARIANCE = "t([[1.0, 0.25], [0.25, 2.0]])"
P3 = "t([0.25, 0.5, 0.75])"
BATCH = "t([0.5, 1.0, 2.0])"

CASES: dict[str, str] = {
    f"d.Normal({BATCH}, t(2.0))": REAL,
    "d.Normal(t(0.5), t([[1.0], [2.0]]))": REAL,
    f"d.LogNormal({BATCH}, t(0.5))": POSITIVE,
    f"d.Laplace({BATCH}, t(2.0))": REAL,
    f"d.Cauchy({BATCH}, t(2.0))": REAL,
    f"d.StudentT(t([1.0, 2.0, 4.5]), t(0.5), {BATCH})": REAL,
    f"d.HalfNormal({BATCH})": POSITIVE,
    f"d.HalfCauchy({BATCH})": POSITIVE,
    f"d.Gumbel({BATCH}, t(2.0))": REAL,
    f"d.Uniform(t(-2.0), {BATCH})": REAL.replace("0.75", "0.25"),
    "d.Kumaraswamy(t([0.5, 2.0, 3.0]), t([1.5, 0.5, 2.0]))": UNIT,
    "d.ContinuousBernoulli(t([0.125, 0.5, 0.75]))": UNIT,
    "d.ContinuousBernoulli(logits=t([-1.0, 0.0005, 2.0]))": UNIT,
    f"d.Exponential({BATCH})": POSITIVE,
    f"d.Gamma({BATCH}, t(1.5))": POSITIVE,
    "d.Chi2(t([1.0, 3.0, 7.0]))": POSITIVE,
    "d.InverseGamma(t([0.75, 1.5, 3.0]), t(2.0))": POSITIVE,
    "d.Beta(t([0.5, 2.0, 3.0]), t([1.5, 2.0, 0.5]))": UNIT,
    "d.Dirichlet(t([[0.5, 2.0, 3.0], [4.0, 1.0, 1.5]]))": SIMPLEX,
    "d.FisherSnedecor(t([1.0, 3.0, 5.0]), t([2.0, 5.0, 9.0]))": POSITIVE,
    "d.Weibull(t(2.0), t([0.5, 1.0, 2.5]))": POSITIVE,
    "d.Pareto(t(0.125), t([0.75, 1.5, 3.0]))": POSITIVE,
    "d.GeneralizedPareto(t(0.0), t(2.0), t([0.0, 0.25, 0.75]))": POSITIVE,
    "d.GeneralizedPareto(t(0.0), t(2.0), t([-0.5, 0.25, 0.0]))": POSITIVE,
    f"d.VonMises(t(0.5), {BATCH})": REAL,
    f"d.Bernoulli({P3})": BITS,
    "d.Bernoulli(logits=t([-1.0, 0.0, 2.0]))": BITS,
    "d.Binomial(4, t([0.25, 0.5, 0.75]))": COUNTS,
    "d.Binomial(4, logits=t([-1.0, 0.0, 2.0]))": COUNTS,
    f"d.Geometric({P3})": COUNTS,
    "d.Geometric(logits=t([-1.0, 0.0, 2.0]))": COUNTS,
    f"d.NegativeBinomial(t(2.5), {P3})": COUNTS,
    "d.NegativeBinomial(t(2.5), logits=t([-1.0, 0.0, 2.0]))": COUNTS,
    f"d.Poisson({BATCH})": COUNTS,
    "d.Categorical(t([[1.0, 2.0, 5.0], [3.0, 2.0, 1.0]]))": "lib.tensor([0, 2])",
    "d.Categorical(logits=t([1.0, 2.0, 0.0]))": "lib.tensor([[0], [2]])",
    "d.OneHotCategorical(t([[1.0, 2.0, 5.0], [3.0, 2.0, 1.0]]))": HOT,
    "d.OneHotCategoricalStraightThrough(logits=t([1.0, 2.0, 0.0]))": HOT,
    "d.Multinomial(4, t([1.0, 2.0, 5.0]))": "t([[1.0, 0.0, 3.0], [2.0, 2.0, 0.0]])",
    "d.RelaxedBernoulli(t(0.75), t([0.25, 0.5, 0.75]))": UNIT,
    "d.relaxed_bernoulli.LogitRelaxedBernoulli(t(0.75), logits=t([-1.0, 0.0, 2.0]))": REAL,
    "d.RelaxedOneHotCategorical(t(0.75), t([1.0, 2.0, 5.0]))": SIMPLEX,
    "d.relaxed_categorical.ExpRelaxedCategorical(t(0.75), logits=t([1.0, 2.0, 0.0]))": f"{SIMPLEX}.log()",
    f"d.MultivariateNormal(t([0.5, 1.0]), {MATRIX})": VECTORS,
    f"d.MultivariateNormal(t([[0.5, 1.0], [0.0, 2.0]]), precision_matrix={MATRIX})": VECTORS,
    f"d.MultivariateNormal(t([0.5, 1.0]), scale_tril={TRIL})": VECTORS,
    "d.LowRankMultivariateNormal(t([0.5, 1.0]), t([[0.5], [2.0]]), t([1.0, 0.5]))": VECTORS,
    "d.LogisticNormal(t([0.5, 1.0]), t([1.0, 2.0]))": SIMPLEX,
    "d.LKJCholesky(3, t([0.5, 2.0]))": CORRELATION,
    f"d.Wishart(t(3.5), {MATRIX})": COVARIANCE,
    f"d.Wishart(t(5.0), scale_tril={TRIL})": COVARIANCE,
    f"d.Independent(d.Normal({BATCH}, t(2.0)), 1)": REAL,
    f"d.TransformedDistribution(d.Normal({BATCH}, t(2.0)), [d.AffineTransform(1.0, -2.0), d.ExpTransform()])": POSITIVE,
    f"d.TransformedDistribution(d.Gamma({BATCH}, t(2.0)), d.PowerTransform(t(-0.5)))": POSITIVE,
    "d.MixtureSameFamily(d.Categorical(t([1.0, 3.0])), d.Normal(t([-1.0, 1.0]), t([0.5, 2.0])))": REAL,
    "d.MixtureSameFamily(d.Categorical(t([1.0, 3.0])), d.Independent(d.Normal(t([[0., 1.], [2., 3.]]), t(1.)), 1))":
        VECTORS,
}  # fmt: skip

# The pairs whose divergence is taken: one of each name, each with each for which there is a formula.
PAIRED = (
    f"d.Normal({BATCH}, t(2.0))",
    "d.Normal(t(0.25), t(0.5))",
    f"d.Laplace({BATCH}, t(2.0))",
    "d.Laplace(t(0.), t(1.))",
    "d.Cauchy(t(1.0), t(2.0))",
    "d.Cauchy(t(0.0), t(0.5))",
    f"d.Gumbel({BATCH}, t(2.0))",
    "d.Gumbel(t(0.0), t(1.5))",
    "d.HalfNormal(t(2.0))",
    "d.HalfNormal(t(0.5))",
    f"d.Gamma({BATCH}, t(1.5))",
    "d.Gamma(t(2.5), t(0.5))",
    f"d.Exponential({BATCH})",
    "d.Beta(t(2.0), t(1.5))",
    "d.Beta(t(0.5), t(3.0))",
    "d.Pareto(t(0.5), t([0.5, 1.5, 3.0]))",
    "d.Pareto(t(0.25), t(2.0))",
    "d.Uniform(t(0.25), t([0.5, 0.75, 2.0]))",
    "d.Uniform(t([-1.0, 0.0, 0.5]), t(3.0))",
    "d.ContinuousBernoulli(t([0.25, 0.5, 0.75]))",
    "d.ContinuousBernoulli(t(0.375))",
    f"d.Bernoulli({P3})",
    "d.Bernoulli(t([0.0, 0.5, 1.0]))",
    "d.Binomial(4, t(0.25))",
    "d.Binomial(4, t(0.75))",
    "d.Geometric(t(0.25))",
    "d.Geometric(t(0.75))",
    f"d.Poisson({BATCH})",
    "d.Poisson(t(1.5))",
    "d.Categorical(t([1.0, 2.0, 5.0]))",
    "d.Categorical(t([3.0, 0.0, 1.0]))",
    "d.OneHotCategorical(t([1.0, 2.0, 5.0]))",
    "d.OneHotCategorical(t([3., 2., 1.]))",
    "d.Dirichlet(t([1.0, 2.0, 5.0]))",
    "d.Dirichlet(t([0.5, 2.0, 0.5]))",
    f"d.MultivariateNormal(t([0.5, 1.0]), {MATRIX})",
    f"d.MultivariateNormal(t([0.0, 2.0]), scale_tril={TRIL})",
    "d.LowRankMultivariateNormal(t([0.5, 1.0]), t([[0.5], [2.0]]), t([1.0, 0.5]))",
    "d.LowRankMultivariateNormal(t([0.0, 2.0]), t([[1.5], [1.0]]), t([2.0, 0.5]))",
    f"d.LogNormal({BATCH}, t(2.0))",
    "d.LogNormal(t(0.5), t(1.0))",
    "d.Chi2(t(3.0))",
    f"d.Independent(d.Normal({BATCH}, t(2.0)), 1)",
    "d.Independent(d.Normal(t([0.0, 1.0, 2.0]), t(1.0)), 1)",
    "d.StudentT(t(3.0))",
)

TRANSFORMS: dict[str, str] = {  # each with the values that it takes
    "d.ExpTransform()": REAL,
    "d.PowerTransform(t([2.0, -0.5, 3.0]))": POSITIVE,
    "d.SigmoidTransform()": REAL,
    "d.SoftplusTransform()": REAL,
    "d.TanhTransform()": REAL,
    "d.AbsTransform()": REAL,
    "d.AffineTransform(1.0, -2.0)": REAL,
    "d.AffineTransform(t([1.0, 2.0, 3.0]), t([1.0, -2.0, 0.5]), event_dim=1)": REAL,
    "d.CumulativeDistributionTransform(d.Normal(t(0.5), t(2.0)))": REAL,
    "d.SoftmaxTransform()": REAL,
    "d.StickBreakingTransform()": REAL,
    "d.LowerCholeskyTransform()": MATRIX,
    "d.PositiveDefiniteTransform()": MATRIX,
    "d.CorrCholeskyTransform()": REAL,
    "d.ReshapeTransform((2, 2), (4,))": MATRIX,
    "d.IndependentTransform(d.ExpTransform(), 1)": REAL,
    "d.ComposeTransform([d.AffineTransform(1.0, 2.0), d.StickBreakingTransform()])": REAL,
    "d.ComposeTransform([d.ExpTransform(), d.PowerTransform(t(2.0)), d.AffineTransform(0.0, -1.0)])": REAL,
    "d.identity_transform": REAL,
    "d.CatTransform([d.ExpTransform(), d.AffineTransform(0.0, 2.0)], 0, [1, 2])": REAL,
    "d.StackTransform([d.ExpTransform(), d.identity_transform, d.TanhTransform()], -1)": REAL,
    "d.ExpTransform().inv": POSITIVE,
    "d.StickBreakingTransform().inv": SIMPLEX,
}

CONSTRAINTS: dict[str, tuple[str, ...]] = {  # each with values, some in it and some not
    "c.real": ("t([1.0, float('nan')])",),
    "c.boolean": ("t([0.0, 1.0, 0.5])",),
    "c.one_hot": (HOT, SIMPLEX),
    "c.nonnegative_integer": ("t([0.0, 1.5, -1.0])",),
    "c.positive_integer": ("t([0.0, 1.0, 2.5])",),
    "c.integer_interval(0, 3)": ("t([-1.0, 0.0, 3.0, 4.0, 1.5])",),
    "c.real_vector": ("t([[1.0, 2.0], [1.0, float('nan')]])",),
    "c.positive": ("t([0.0, 1.0, -1.0])",),
    "c.nonnegative": ("t([0.0, 1.0, -1.0])",),
    "c.greater_than(1.0)": ("t([0.0, 1.0, 2.0])",),
    "c.greater_than_eq(1.0)": ("t([0.0, 1.0, 2.0])",),
    "c.less_than(1.0)": ("t([0.0, 1.0, 2.0])",),
    "c.interval(-1.0, 1.0)": ("t([-2.0, -1.0, 1.0, 2.0])",),
    "c.half_open_interval(-1.0, 1.0)": ("t([-2.0, -1.0, 1.0, 2.0])",),
    "c.unit_interval": ("t([-2.0, 0.0, 1.0, 2.0])",),
    "c.multinomial(3)": ("t([[1.0, 2.0], [2.0, 2.0], [-1.0, 4.0]])",),
    "c.simplex": (SIMPLEX, "t([[0.5, 0.25], [-0.5, 1.5]])"),
    "c.lower_triangular": (TRIL, MATRIX, "t([[-1.0, 0.0], [1.0, 1.0]])"),
    "c.lower_cholesky": (TRIL, MATRIX, "t([[-1.0, 0.0], [1.0, 1.0]])"),
    "c.corr_cholesky": (CORRELATION, TRIL),
    "c.square": (MATRIX, "t([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])"),
    "c.symmetric": (MATRIX, TRIL),
    "c.positive_semidefinite": (MATRIX, TRIL, "t([[1.0, 1.0], [1.0, 1.0]])", "t([[-1.0, 0.0], [0.0, 1.0]])"),
    "c.positive_definite": (MATRIX, TRIL, "t([[-1.0, 0.0], [0.0, 1.0]])"),
    "c.independent(c.positive, 1)": ("t([[1.0, 2.0], [1.0, -2.0]])",),
    "c.cat([c.positive, c.real], 0, [1, 2])": ("t([1.0, -1.0, -2.0])", "t([-1.0, -1.0, -2.0])"),
    "c.stack([c.positive, c.real])": ("t([1.0, -1.0])", "t([-1.0, -1.0])"),
    "c.MixtureSameFamilyConstraint(c.positive)": ("t([1.0, -1.0])",),
    "c.dependent": (),
}

ERRORS = (
    "d.Normal(0.0, -1.0)",
    "d.Normal(0.0, t([1.0, -1.0]))",
    "d.Normal(0.0, 1.0).log_prob(3)",
    "d.Normal('a', 1.0)",
    "d.Exponential(1.0).log_prob(t(-1.0))",
    "d.Normal(t([0.0, 1.0]), 1.0).log_prob(t([1.0, 2.0, 3.0]))",
    "d.MultivariateNormal(t([0.0, 0.0]), t([[1.0, 0.0], [0.0, 1.0]])).log_prob(t([0.0, 0.0, 0.0]))",
    "d.Bernoulli()",
    "d.Bernoulli(0.5, logits=1.0)",
    "d.MultivariateNormal(t([0.0]))",
    "d.MultivariateNormal(t(0.0), t([[1.0]]))",
    "d.MultivariateNormal(t([0.0]), t([1.0]))",
    "d.MultivariateNormal(t([0.0, 0.0]), t([[1.0, 2.0], [2.0, 1.0]]))",
    "d.Categorical(t(1.0))",
    "d.Categorical(logits=t(1.0))",
    "d.Uniform(1.0, 0.0)",
    "d.Multinomial(t([1.0]), t([1.0]))",
    "d.Multinomial(3, t([0.5, 0.5])).rsample()",
    "d.Dirichlet(t(1.0))",
    "d.Independent(d.Normal(0.0, 1.0), 1)",
    "d.kl_divergence(d.Normal(0.0, 1.0), d.StudentT(1.0))",
    "d.kl_divergence(d.Normal(0.0, 1.0), d.Poisson(1.0))",
    "d.Distribution.set_default_validate_args(3)",
    "d.MixtureSameFamily(d.Normal(0.0, 1.0), d.Normal(0.0, 1.0))",
    "d.MixtureSameFamily(d.Categorical(t([1.0, 1.0])), 3)",
    "d.Poisson(1.0).rsample()",
    "d.Poisson(1.0).entropy()",
    "d.MixtureSameFamily(d.Categorical(t([1.0, 1.0])), d.Normal(t([0.0, 0.0, 1.0]), 1.0))",
    "d.MixtureSameFamily(d.Categorical(lib.ones(2, 3)), d.Normal(lib.zeros(4, 3), 1.0))",
    "d.Gamma(1.0, 1.0).icdf(t(0.5))",
    "d.Poisson(1.0).cdf(t(1.0))",
    "d.Normal(0.0, 1.0).enumerate_support()",
    "d.Geometric(0.0)",
    "d.TransformedDistribution(d.Normal(0.0, 1.0), 3)",
    "d.TransformedDistribution(d.Normal(0.0, 1.0), [3])",
    "d.TransformedDistribution(d.Normal(0.0, 1.0), d.StickBreakingTransform())",
    "d.register_kl(3, 4)",
    "d.Binomial(t([3.0, 4.0]), t([0.25, 0.5])).enumerate_support()",
    "d.LKJCholesky(1)",
    "d.biject_to(c.boolean)",
    "d.Wishart(t(0.5), t([[1.0, 0.0], [0.0, 1.0]]))",
    "d.transforms.Transform(cache_size=3)",
    "d.biject_to.register(3, 4)",
    "d.AbsTransform().log_abs_det_jacobian(t(1.0), t(1.0))",
    "d.ReshapeTransform((2,), (3,))",
    "c.dependent.check(t(1.0))",
    "d.StickBreakingTransform().forward_shape(())",
    "c.cat([3])",
    "c.independent(3, 1)",
    "c.Constraint().check(t(1.0))",
    "d.Bernoulli(t([2.0, 0.5]))",
    "d.Categorical(t([-1.0, 0.5]))",
    "d.Distribution().log_prob(t(1.0))",
    "d.kl_divergence(d.Binomial(3, 0.5), d.Binomial(4, 0.5))",
    "d.Beta(1.0, 1.0).log_prob(t(1.5))",
    "d.Poisson(2.0).log_prob(t(0.5))",
    "d.Categorical(t([0.5, 0.5])).log_prob(t(2.0))",
    "d.Normal(0.0, 1.0).cdf(t(1.0, 2))",
)


def calls() -> list[str]:
    """The texts of all cases."""
    return [*CASES, *(f"KL {p}" for p in PAIRED), *TRANSFORMS, *CONSTRAINTS, *ERRORS]


class Library:
    """A library, and the tensors that are made for one case."""

    def __init__(self, lib: Any) -> None:
        self.lib, self.made = lib, []  # type: ignore[var-annotated]
        self.names = {"lib": lib, "d": lib.distributions, "c": lib.distributions.constraints, "t": self.tensor}

    def tensor(self, values: Any) -> Any:
        """A tensor whose gradient is taken."""
        self.made.append(self.lib.tensor(values, dtype=self.lib.float64, requires_grad=True))
        return self.made[-1]

    def read(self, text: str) -> Any:
        return eval(text, dict(self.names))


def numbers(value: Any) -> Any:
    """The numbers of a tensor, as JSON has them, with twelve digits."""
    return _rounded(value.detach().tolist())


def _rounded(value: Any) -> Any:
    if isinstance(value, list):
        return [_rounded(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return float(f"{value:.12g}") if isinstance(value, float) else value


def attempt(compute: Callable[[], Any]) -> Any:
    """A result, or the type of the error."""
    try:
        return compute()
    except Exception as e:
        return type(e).__name__


def outcome(lib: Any, text: str) -> Any:
    """What comes of a case."""
    with warnings.catch_warnings(action="ignore"):
        if text in CASES:
            return known(lib, text)
        if text.startswith("KL "):
            return divergences(lib, text[3:])
        if text in TRANSFORMS:
            return transformed(lib, text)
        if text in CONSTRAINTS:
            return checked(lib, text)
        return refusal(lib, text)


def refusal(lib: Any, text: str) -> list[str]:
    """The type and the text of an error, without the name of the library."""
    try:
        found = Library(lib).read(text)
    except Exception as e:
        return [type(e).__name__, nameless(str(e))]
    return ["", plain(found)]


def nameless(text: str) -> str:
    """A text without the name of the library."""
    return text.replace("torch.", "").replace("wengert.", "")


def plain(value: Any) -> str:
    """The text of an object, without the name of the library."""
    return nameless(repr(value))


def known(lib: Any, text: str) -> dict[str, Any]:
    """What a distribution says of itself."""
    own = Library(lib)
    p = own.read(text)
    made, own.made = own.made, []
    value = own.read(CASES[text]).detach()
    found: dict[str, Any] = {
        "repr": plain(p), "shapes": [list(p.batch_shape), list(p.event_shape)],
        "support": attempt(lambda: plain(p.support)), "has": [p.has_rsample, p.has_enumerate_support],
        "arguments": attempt(lambda: {name: plain(c) for name, c in p.arg_constraints.items()}),
    }  # fmt: skip
    for name in ("mean", "mode", "variance", "stddev"):
        found[name] = attempt(lambda name=name: numbers(getattr(p, name)))  # type: ignore[misc]
    for name in ("entropy", "perplexity"):
        found[name] = attempt(lambda name=name: numbers(getattr(p, name)()))  # type: ignore[misc]
    found["log_prob"] = attempt(lambda: numbers(p.log_prob(value)))
    found["cdf"] = attempt(lambda: numbers(p.cdf(value)))
    unit = lib.tensor([0.125, 0.5, 0.875], dtype=lib.float64)
    found["icdf"] = attempt(lambda: numbers(p.icdf(unit)))
    found["enumerated"] = attempt(lambda: [numbers(p.enumerate_support(e)) for e in (True, False)])
    found["slopes"] = attempt(lambda: slopes(lib, p.log_prob(value).sum(), made))
    found["entropy slopes"] = attempt(lambda: slopes(lib, p.entropy().sum(), made))
    wide = p.expand((2, *p.batch_shape) if p.batch_shape else (2, 1))
    found["expanded"] = [plain(wide), list(wide.batch_shape), attempt(lambda: numbers(wide.log_prob(value)))]
    lib.manual_seed(3)
    found["sample"] = attempt(lambda: numbers(p.sample((2,))))
    if p.has_rsample:
        lib.manual_seed(3)
        found["sample slopes"] = attempt(lambda: slopes(lib, p.rsample((2,)).sin().sum(), made))
    lib.manual_seed(4)
    found["expanded sample"] = attempt(lambda: numbers(wide.sample()))
    return found


def slopes(lib: Any, y: Any, made: list[Any]) -> Any:
    """The gradients of a number by the tensors that were made."""
    if not y.requires_grad:
        return None
    found = lib.autograd.grad(y, made, retain_graph=True, allow_unused=True)
    return [None if g is None else numbers(g) for g in found]


def divergences(lib: Any, text: str) -> dict[str, Any]:
    """The divergences from a distribution to each for which there is a formula, and their gradients."""

    def compute(other: str) -> Any:
        own = Library(lib)
        p, q = own.read(text), own.read(other)
        value = lib.distributions.kl_divergence(p, q)
        return [numbers(value), slopes(lib, value[lib.isfinite(value)].sum(), own.made)]

    found = {other: attempt(functools.partial(compute, other)) for other in PAIRED}
    return {other: value for other, value in found.items() if value != "NotImplementedError"}


def transformed(lib: Any, text: str) -> dict[str, Any]:
    """What a transform computes."""
    own = Library(lib)
    transform = own.read(text)
    own.made = []
    x = own.read(TRANSFORMS[text])
    y = transform(x)
    return {
        "repr": plain(transform), "y": numbers(y), "x": attempt(lambda: numbers(transform.inv(y))),
        "determinant": attempt(lambda: numbers(transform.log_abs_det_jacobian(x, y))),
        "slopes": slopes(lib, y.cos().sum(), [x]), "bijective": attempt(lambda: bool(transform.bijective)),
        "sets": [attempt(lambda: plain(transform.domain)), attempt(lambda: plain(transform.codomain))],
        "sign": attempt(lambda: _sign(transform.sign)), "event_dim": attempt(lambda: transform.event_dim),
        "shapes": [attempt(lambda: list(transform.forward_shape(x.shape))),
                   attempt(lambda: list(transform.inverse_shape(y.shape)))],
    }  # fmt: skip


def _sign(value: Any) -> Any:
    return numbers(value) if hasattr(value, "tolist") else value


def checked(lib: Any, text: str) -> dict[str, Any]:
    """What a constraint says of values, and which transforms lead to it."""
    own = Library(lib)
    constraint = own.read(text)
    d = lib.distributions
    return {
        "repr": plain(constraint), "checks": [numbers(constraint.check(own.read(v))) for v in CONSTRAINTS[text]],
        "properties": [attempt(lambda: constraint.event_dim), attempt(lambda: constraint.is_discrete)],
        "biject_to": attempt(lambda: plain(d.biject_to(constraint))),
        "transform_to": attempt(lambda: plain(d.transform_to(constraint))),
    }  # fmt: skip
