"""Distributions, constraints, transforms and divergences: against what PyTorch gives, and against each other."""

from __future__ import annotations

import copy
import functools
import inspect
import math
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests import facts
from tests.cases import collected
from tests.facts import distributions as given
from wengert import distributions as d
from wengert._core.modules.distributions.divergence import _KL_REGISTRY
from wengert._core.ops.random import gamma_draws
from wengert.distributions import constraints

FACTS = facts.load("distributions")
TOLERANCE = {"sample slopes": 5e-3}  # PyTorch's gradients of gamma draws have four digits
GAMMA_DRAWS = ("Gamma", "Chi2", "InverseGamma", "Beta", "Dirichlet", "StudentT", "FisherSnedecor", "Wishart")

# What is otherwise on purpose (docs/differences.md), by the name of the distribution
DIFFERS = {
    ("Kumaraswamy", "mode"): "PyTorch's formula gives NaN where there is a mode",
    ("Weibull", "mode"): "PyTorch's is not 0 where the density falls from 0 on",
    ("GeneralizedPareto", "variance"): "infinite above 1/2, where PyTorch has NaN",
    ("GeneralizedPareto", "stddev"): "infinite above 1/2, where PyTorch has NaN",
    ("GeneralizedPareto", "sample slopes"): "the gradient by the concentration is there at 0, too",
    ("LogitRelaxedBernoulli", "has"): "rsample is there, and PyTorch says that it is not",
    ("Wishart", "slopes"): "what is above the diagonal of scale_tril has no effect",
    ("Wishart", "sample"): "the numbers are drawn in another order",
    ("Wishart", "expanded sample"): "the numbers are drawn in another order",
}
OURS = frozenset(("GeneralizedPareto", "Wishart"))  # whose facts are errors of PyTorch's, in float64 or with gradients


def named(text: str) -> str:
    return text.partition("(")[0].rpartition(".")[2]


def close(fact: Any, found: Any, tolerance: float = 1e-7) -> bool:
    """Whether two results are equal, numbers nearly so."""
    if isinstance(fact, dict):
        return isinstance(found, dict) and all(close(v, found.get(k), tolerance) for k, v in fact.items())
    if fact == "inf" and isinstance(found, list):
        return all(close(fact, v) for v in found)  # a divergence in the shape of both
    if isinstance(fact, list):
        same = isinstance(found, list) and len(fact) == len(found)
        return same and all(close(a, b, tolerance) for a, b in zip(fact, found, strict=True))
    if isinstance(fact, float) and isinstance(found, (int, float)):
        return abs(fact - found) <= tolerance * max(1, abs(fact), abs(found))
    return bool(fact == found)


def compare(text: str, fact: dict[str, Any], found: dict[str, Any]) -> None:
    """Compare two outcomes, part by part."""
    assert fact.keys() <= found.keys()
    with collected(text) as cases:
        for part, expected in fact.items():
            tolerance = TOLERANCE.get(part, 1e-7)
            if (named(text), part) in DIFFERS or (named(text) in OURS and "Error" in str(expected)):
                continue
            with cases(part):
                assert close(expected, found[part], tolerance), f"{found[part]}, and {expected} in PyTorch"


@pytest.mark.parametrize("text", given.CASES)
def test_distributions_are_as_in_pytorch(text: str) -> None:
    compare(text, FACTS[text], given.outcome(wengert, text))


def test_differences_are_there() -> None:
    different = set()
    for text in given.CASES:
        found = given.outcome(wengert, text)
        parts = FACTS[text].items()
        different |= {(named(text), k) for k, fact in parts if not close(fact, found[k], TOLERANCE.get(k, 1e-7))}
    assert DIFFERS.keys() <= different, f"as in PyTorch: take out of DIFFERS: {DIFFERS.keys() - different}"
    assert set(OURS) <= {name for name, _ in different}


@pytest.mark.oracle
def test_many_draws_are_those_of_pytorch() -> None:
    """Draws by rejection run several rounds together, and the next draw begins where they ended."""
    torch = pytest.importorskip("torch")
    with collected("draws") as cases:
        for text in given.CASES:
            if (named(text), "sample") in DIFFERS:
                continue
            found = []
            for lib in (torch, wengert):
                lib.manual_seed(5)
                p = given.Library(lib).read(text)
                found.append([p.sample((60,)).double().numpy(), lib.rand(3).numpy()])
            with cases(text):
                np.testing.assert_allclose(found[1][0], found[0][0], rtol=2e-4, atol=2e-4)
                assert (found[1][1] == found[0][1]).all()


@pytest.mark.parametrize("text", given.TRANSFORMS)
def test_transforms_are_as_in_pytorch(text: str) -> None:
    compare(text, FACTS[text], given.outcome(wengert, text))


@pytest.mark.parametrize("text", given.CONSTRAINTS)
def test_constraints_are_as_in_pytorch(text: str) -> None:
    compare(text, FACTS[text], given.outcome(wengert, text))


BETTER = (("Pareto", "Normal"), ("Uniform", "Beta"), ("Uniform", "Gamma"), ("Uniform", "Pareto"), ("Uniform", "Chi2"))


@pytest.mark.parametrize("p", given.PAIRED)
def test_divergences_are_as_in_pytorch(p: str) -> None:
    """Where PyTorch's gradient is NaN because the divergence is infinite at other elements, ours is not."""
    fact, found = FACTS[f"KL {p}"], given.outcome(wengert, f"KL {p}")
    assert fact.keys() == found.keys()
    with collected(p) as cases:
        for q, expected in fact.items():
            pair = named(p), named(q)
            if pair == ("ContinuousBernoulli", "Uniform"):  # PyTorch's is infinite for every element if it is for one
                continue
            with cases(q):
                both = expected[:1] if pair in BETTER and "nan" in str(expected[1]) else expected
                assert close(both, found[q][: len(both)]), f"{found[q]}, and {expected} in PyTorch"


def test_errors_are_pytorchs() -> None:
    """Where PyTorch's error says nothing, ours says what is missing."""
    with collected("errors") as cases:
        for text in given.ERRORS:
            fact, found = FACTS[text], given.outcome(wengert, text)
            with cases(text):
                assert fact[0] == found[0]
                assert found[0] == "" or found[1]
                if fact[1] and "register" not in text:
                    assert "".join(found[1].split()).startswith("".join(fact[1].split()))  # a next step may follow


# -- laws


def with_parameters(text: str) -> tuple[Callable[..., Any], list[Any]]:
    """A function that makes the distribution of parameters, and the parameters."""
    own = given.Library(wengert)
    own.read(text)
    parameters = [p.detach() for p in own.made]

    def make(*values: Any) -> Any:
        rest = iter(values)
        return eval(text, {**own.names, "t": lambda _: symmetric(next(rest))})

    def symmetric(value: Any) -> Any:
        """A covariance, of a matrix that finite differences change element by element."""
        return (value + value.mT) / 2 if value.ndim == 2 and given.MATRIX in text and value.shape == (2, 2) else value

    return make, [p.clone().requires_grad_() for p in parameters]


def value_of(text: str) -> Any:
    return given.Library(wengert).read(given.CASES[text]).detach()


def one_of_each(*, without: tuple[str, ...] = ()) -> list[str]:
    """One case of each distribution."""
    first = {named(text): text for text in reversed(given.CASES)}
    return [text for name, text in first.items() if name not in without]


@pytest.mark.parametrize("text", given.CASES)
def test_gradients_of_densities(text: str) -> None:
    make, parameters = with_parameters(text)
    with validation(False):
        assert wengert.autograd.gradcheck(lambda *p: make(*p).log_prob(value_of(text)), parameters)


class validation:  # noqa: N801
    def __init__(self, on: bool) -> None:
        self.on = on

    def __enter__(self) -> None:
        self.before = d.Distribution._validate_args
        d.Distribution.set_default_validate_args(self.on)

    def __exit__(self, *_: object) -> None:
        d.Distribution.set_default_validate_args(self.before)


@pytest.mark.parametrize("text", one_of_each(without=(*GAMMA_DRAWS, "OneHotCategoricalStraightThrough")))
def test_gradients_of_draws(text: str) -> None:
    """Draws with the same random numbers, with other parameters. Of gamma numbers see below."""
    make, parameters = with_parameters(text)
    if not make(*parameters).has_rsample:
        pytest.skip("no rsample")

    def draw(*values: Any) -> Any:
        wengert.manual_seed(1)
        return make(*values).rsample((2,))

    with validation(False):
        assert wengert.autograd.gradcheck(draw, parameters)


def test_gradients_of_gamma_draws_keep_the_probability_below() -> None:
    """F(x(a), a) does not change: dF/da + p dx/da = 0, with the derivative of F by finite differences."""
    special = pytest.importorskip("scipy.special")
    rng = np.random.default_rng(0)
    a = 10 ** rng.uniform(-1.5, 3, 300)
    x = rng.gamma(a)
    slope = -np.asarray(gamma_draws._gamma_moment(a, x, m=1))
    eps = 1e-4 * a
    moved = (special.gammainc(a + eps, x) - special.gammainc(a - eps, x)) / (2 * eps)
    density = np.exp((a - 1) * np.log(x) - x - special.gammaln(a))
    np.testing.assert_allclose(slope * density, -moved, rtol=1e-4, atol=1e-8)


def test_gradients_of_beta_draws_keep_the_probability_below() -> None:
    special = pytest.importorskip("scipy.special")
    rng = np.random.default_rng(1)
    a, b = 10 ** rng.uniform(-1, 2.5, (2, 300))
    x = np.clip(rng.beta(a, b), 1e-12, 1 - 1e-9)
    slope = -np.asarray(gamma_draws._beta_moment(a, b, x, m=1, n=0))
    eps = 1e-4 * a
    moved = (special.betainc(a + eps, b, x) - special.betainc(a - eps, b, x)) / (2 * eps)
    density = np.exp((a - 1) * np.log(x) + (b - 1) * np.log1p(-x) - special.betaln(a, b))
    np.testing.assert_allclose(slope * density, -moved, rtol=1e-3, atol=1e-7)


@pytest.mark.parametrize("n", (1, 2, 3))
def test_gamma_moments_are_differentiable_to_every_order(n: int) -> None:
    a = wengert.tensor([0.3, 2.0, 20.0], dtype=wengert.float64, requires_grad=True)
    b = wengert.tensor([0.7, 2.5, 10.0], dtype=wengert.float64, requires_grad=True)
    x = wengert.tensor([0.1, 3.0, 18.0], dtype=wengert.float64, requires_grad=True)
    u = wengert.tensor([0.1, 0.3, 0.7], dtype=wengert.float64, requires_grad=True)
    assert wengert.autograd.gradcheck(lambda a, x: gamma_draws._gamma_moment(a, x, m=n), (a, x))
    assert wengert.autograd.gradcheck(lambda a, b, x: gamma_draws._beta_moment(a, b, x, m=n, n=1), (a, b, u))


def test_the_gradient_of_a_dirichlet_draw_moves_the_mean() -> None:
    """The mean of the gradients of draws is the gradient of the mean: each a draw of its own."""
    a = wengert.tensor([0.5, 2.0, 3.0], dtype=wengert.float64, requires_grad=True)
    weights = wengert.tensor([1.0, -2.0, 0.5], dtype=wengert.float64)
    wengert.manual_seed(0)
    (drawn,) = wengert.autograd.grad((d.Dirichlet(a).rsample((2000,)) @ weights).mean(), a)
    (exact,) = wengert.autograd.grad(d.Dirichlet(a).mean @ weights, a)
    assert wengert.allclose(drawn, exact, atol=0.015)


@pytest.mark.parametrize("text", given.CASES)
def test_moments_of_draws(text: str) -> None:
    """The mean and the variance of draws are those of the distribution, within five standard errors."""
    p = given.Library(wengert).read(text)
    wengert.manual_seed(0)
    draws = p.sample((1000,)).double()
    assert bool(p.support.check(draws).all())
    if named(text) == "VonMises":  # angles from half a turn before the mean on: the mean of others is another
        draws = (draws - p.mean + math.pi) % (2 * math.pi) - math.pi + p.mean
    for moment, found in (("mean", draws.mean(0)), ("variance", draws.var(0))):
        if moment == "variance" and named(text) in ("VonMises", "FisherSnedecor"):
            continue  # it is circular; it has an infinite variance itself
        try:
            exact = getattr(p, moment).detach()
        except NotImplementedError:
            continue
        spread = draws if moment == "mean" else (draws - draws.mean(0)) ** 2
        error = spread.std(0) / math.sqrt(len(draws))
        tame = exact.isfinite() & ((spread - spread.mean(0)).abs().amax(0) < 20 * spread.std(0))  # no heavy tail
        assert bool(((found - exact).abs() <= 5 * error + 1e-9)[tame].all()), (moment, found, exact)


@pytest.mark.parametrize("text", given.CASES)
def test_the_density_is_the_derivative_of_the_distribution_function(text: str) -> None:
    p, x = given.Library(wengert).read(text), value_of(text)
    try:
        p.cdf(x)
    except NotImplementedError:
        pytest.skip("no cdf")
    x = x.expand(wengert.broadcast_shapes(x.shape, p.batch_shape)).clone().requires_grad_()
    if bool(((x == 0) | (x == 1)).any()) and named(text) in ("Uniform", "Laplace"):
        x = (x.detach() + 0.01).requires_grad_()
    (slope,) = wengert.autograd.grad(p.cdf(x).sum(), x)
    assert wengert.allclose(slope, p.log_prob(x).exp(), rtol=1e-6)
    try:
        back = p.icdf(p.cdf(x))
    except NotImplementedError:
        return
    assert wengert.allclose(back, x, rtol=1e-6)


@pytest.mark.parametrize("text", given.TRANSFORMS)
def test_transforms_go_back_and_know_their_determinants(text: str) -> None:
    """The determinant is that of the Jacobian; of matrices and simplices, of as many coordinates as there are."""
    own = given.Library(wengert)
    transform, x = own.read(text), own.read(given.TRANSFORMS[text]).detach()
    y = transform(x)
    assert y.shape == transform.forward_shape(x.shape)
    if transform.bijective:
        assert x.shape == transform.inverse_shape(y.shape)
        assert wengert.allclose(transform.inv(y), x, atol=1e-6)
        assert wengert.allclose(transform.inv.log_abs_det_jacobian(y, x), -transform.log_abs_det_jacobian(x, y))
        event = transform.domain.event_dim
        one = x if event else x.reshape(-1)
        one = one[0] if one.ndim > max(event, 1) else one

        def coordinates(v: Any) -> Any:
            z = transform(v)
            if "CorrCholesky" in text:
                return z[wengert.tril_indices(3, 3, -1).unbind()]
            if "StickBreaking" in text:
                return z[..., :-1]
            return z.reshape(-1)

        if text == "d.StickBreakingTransform().inv":
            return  # the inverse of one that is tested
        jacobian = wengert.func.jacrev(coordinates)(one)
        jacobian = jacobian.reshape(coordinates(one).numel(), one.numel())
        exact = wengert.linalg.slogdet(jacobian).logabsdet
        found = transform.log_abs_det_jacobian(one, transform(one)).sum()
        assert wengert.allclose(found, exact, atol=1e-6)


def test_transforms_cache_one_value() -> None:
    for make in (d.TanhTransform, d.ExpTransform, d.SigmoidTransform):
        transform = make(cache_size=1)
        x = wengert.tensor(40.0)
        assert transform.inv(transform(x)) is x
        assert make().inv(make()(x)) is not x
    both = d.ComposeTransform([d.TanhTransform(), d.AffineTransform(1.0, 2.0)], cache_size=1)
    x = wengert.tensor(40.0)
    assert both.inv(both(x)) is x
    assert both.inv.inv is both
    assert both.with_cache(1) is both
    assert both.with_cache(0).parts[0]._cache_size in (0, 1)


@pytest.mark.parametrize("constraint", [text for text in given.CONSTRAINTS if "dependent" not in text])
def test_transforms_lead_to_their_constraints(constraint: str) -> None:
    c = given.Library(wengert).read(constraint)
    wengert.manual_seed(0)
    for registry in (d.biject_to, d.transform_to):
        try:
            transform = registry(c)
        except NotImplementedError:
            continue
        shape = (3, 3, 3)
        if isinstance(c, (constraints.cat, constraints.stack)):
            shape = (3,) if isinstance(c, constraints.cat) else (2,)
        x = wengert.randn(shape, dtype=wengert.float64)
        assert bool(c.check(transform(x)).all())


# -- the rest of the contract


def test_every_class_of_pytorch_has_its_divergences() -> None:
    """As many pairs as PyTorch documents, so that none is lost."""
    assert len(_KL_REGISTRY) >= 87


def test_subclasses_with_an_init_of_their_own_need_expand() -> None:
    class Standard(d.Normal):
        def __init__(self) -> None:
            super().__init__(0.0, 1.0)

    with pytest.raises(NotImplementedError, match="Subclass Standard of Normal that defines a custom __init__"):
        Standard().expand((2,))

    class Plain(d.Normal):
        pass

    assert type(Plain(0.0, 1.0).expand((2,))) is Plain


def test_divergences_of_subclasses_and_ambiguous_ones() -> None:
    class Left(d.Normal):
        pass

    class Right(d.Normal):
        pass

    before = dict(_KL_REGISTRY)
    try:
        d.register_kl(Left, d.Normal)(lambda p, q: "left")
        d.register_kl(d.Normal, Right)(lambda p, q: "right")
        assert d.kl_divergence(Left(0.0, 1.0), d.Normal(0.0, 1.0)) == "left"
        with pytest.warns(RuntimeWarning, match="Ambiguous kl_divergence"):
            assert d.kl_divergence(Left(0.0, 1.0), Right(0.0, 1.0)) == "left"
        assert d.kl_divergence(Right(0.0, 1.0), Left(0.0, 1.0)).item() == 0
    finally:
        _KL_REGISTRY.clear()
        _KL_REGISTRY.update(before)


def test_a_mixture_shows_the_logits_that_it_has_computed(lib: Any) -> None:
    d = lib.distributions
    mixture = d.MixtureSameFamily(d.Categorical(lib.ones(2)), d.Normal(lib.zeros(2), lib.ones(2)))
    name = "torch" if lib is not wengert else "wengert"
    assert f"  Categorical(probs: {name}.Size([2]), logits: {name}.Size([2]))," in repr(mixture)


def test_validation_can_be_turned_off() -> None:
    assert d.Normal(0.0, -1.0, validate_args=False).scale.item() == -1
    with validation(False):
        d.Normal(0.0, -1.0)
    with pytest.raises(ValueError, match="to satisfy the constraint"):
        d.Normal(0.0, -1.0)


def test_own_distributions_warn_without_constraints_and_support() -> None:
    class Own(d.Distribution):
        pass

    with pytest.warns(UserWarning, match="does not define `arg_constraints`"):
        own = Own()
    own._validate_args = True
    with pytest.warns(UserWarning, match="does not define `support`"):
        own._validate_sample(wengert.tensor(1.0))
    with pytest.raises(NotImplementedError, match="Own does not implement mean"):
        own.mean  # noqa: B018


@pytest.mark.parametrize("text", one_of_each())
def test_distributions_are_copied_and_pickled(text: str) -> None:
    own = given.Library(wengert)
    own.names["t"] = lambda values: wengert.tensor(values, dtype=wengert.float64)  # a leaf: others cannot be copied
    p = own.read(text)
    for other in (copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
        assert type(other) is type(p)
        x = value_of(text)
        assert wengert.equal(other.log_prob(x), p.log_prob(x))


def test_entropies_of_exponential_families_are_the_general_ones() -> None:
    with collected("entropy") as cases:
        for text in given.CASES:
            p = given.Library(wengert).read(text)
            if not isinstance(p, d.ExponentialFamily):
                continue
            with cases(text):
                try:
                    general = d.ExponentialFamily.entropy(p)
                except NotImplementedError:
                    continue
                if named(text) not in ("Beta", "Dirichlet"):
                    assert wengert.allclose(general, p.entropy(), atol=1e-6)


def test_draws_have_the_dtype_of_the_parameters() -> None:
    with collected("dtypes") as cases:
        for text in one_of_each(without=("Categorical",)):
            for dtype in (wengert.float32, wengert.float64):
                with cases(text, dtype):
                    own = given.Library(wengert)
                    own.names["t"] = lambda v: wengert.tensor(v, dtype=dtype)  # noqa: B023
                    assert own.read(text).sample().dtype == dtype


def test_straight_through_draws_pass_gradients_to_the_probabilities() -> None:
    logits = wengert.zeros(3, requires_grad=True)
    p = d.OneHotCategoricalStraightThrough(logits=logits)
    drawn = p.rsample()
    assert drawn.sum().item() == 1
    weights = wengert.tensor([1.0, 2.0, 3.0])
    (slope,) = wengert.autograd.grad((drawn * weights).sum(), logits, retain_graph=True)
    (soft,) = wengert.autograd.grad((p.probs * weights).sum(), logits)
    assert wengert.allclose(slope, soft)


def test_vmap_of_densities_and_draws() -> None:
    locs = wengert.tensor([0.0, 1.0, 2.0])
    with validation(False):
        mapped = wengert.vmap(lambda m: d.Normal(m, 1.0).log_prob(wengert.tensor(0.5)))(locs)
        assert wengert.allclose(mapped, d.Normal(locs, 1.0).log_prob(wengert.tensor(0.5)))
        drawn = wengert.vmap(lambda a: d.Gamma(a, 1.0).rsample((2,)), randomness="different")(locs + 1)
        assert drawn.shape == (3, 2)


def test_parameters_become_tensors_of_one_shape() -> None:
    utils = d.utils
    a, b = utils.broadcast_all(1, wengert.zeros(2, dtype=wengert.float64))
    assert (a.dtype, a.shape) == (wengert.float64, (2,))
    matrix = utils.vec_to_tril_matrix(wengert.arange(1.0, 7.0))
    assert utils.tril_matrix_to_vec(matrix).tolist() == [1, 2, 3, 4, 5, 6]
    assert utils.vec_to_tril_matrix(wengert.arange(1.0, 4.0), -1).tolist() == [[0, 0, 0], [1, 0, 0], [2, 3, 0]]
    with pytest.raises(ValueError):
        utils.vec_to_tril_matrix(wengert.zeros(4))
    with pytest.raises(ValueError, match="provided is outside"):
        utils.tril_matrix_to_vec(matrix, 5)


def test_distributions_are_imported_when_they_are_first_used() -> None:
    code = (
        "import sys, wengert; assert not [m for m in sys.modules if 'modules.distributions' in m]; "
        "wengert.distributions.Normal(0.0, 1.0); from wengert.distributions.normal import Normal; "
        "assert Normal is wengert.distributions.Normal; assert Normal.__module__ == 'wengert.distributions'; "
        "from wengert.distributions.utils import broadcast_all; from wengert.distributions.kl import kl_divergence"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.oracle
def test_signatures_are_pytorchs() -> None:
    torch = pytest.importorskip("torch")
    wrong = []
    for name in torch.distributions.__all__:
        theirs, own = getattr(torch.distributions, name), getattr(d, name, None)
        if own is None:
            wrong.append(f"{name} is missing")
        elif inspect.isclass(theirs):
            a, b = ([(p.name, p.kind) for p in inspect.signature(k).parameters.values()] for k in (theirs, own))
            if a != b:
                wrong.append(f"{name}: {a} in PyTorch, {b} here")
            wrong += [f"{name}.{m}" for m in vars(theirs) if not m.startswith("_") and not hasattr(own, m)]
    assert not wrong, "\n".join(wrong)


def test_singular_matrices_of_wishart_are_drawn_again() -> None:
    """As often as is asked: ten times here, of which each makes about half of the matrices regular."""
    wengert.manual_seed(0)
    drawn = wengert.distributions.Wishart(wengert.tensor(2.0), wengert.eye(2))
    support = drawn.support
    seen: list[int] = []

    class Half(type(support)):  # type: ignore[misc]
        def check(self, value: Any) -> Any:
            fits = value[..., 0, 0] > 1
            seen.append(int((~fits).sum()))
            return fits

    drawn.support = Half()
    assert drawn.rsample((50,)).shape == (50, 2, 2) and seen == []
    found = drawn.rsample((50,), max_try_correction=30)
    assert seen[0] > seen[1] >= seen[-1] == 0 and bool((found[:, 0, 0] > 1).all())


BATCHED = {
    "Normal": lambda d, m: d.Normal(m, m.exp()).log_prob(m + 1).sum(),
    "Categorical": lambda d, m: d.Categorical(logits=m).entropy(),
    "Bernoulli": lambda d, m: d.Bernoulli(m.sigmoid()).log_prob((m > 0).to(m.dtype)).sum(),
    "Geometric": lambda d, m: d.Geometric(m.sigmoid()).log_prob((m > 0).to(m.dtype)).sum(),
    "Dirichlet": lambda d, m: d.Dirichlet(m.exp()).log_prob(m.softmax(0)),
    "MultivariateNormal": lambda d, m: d.MultivariateNormal(m, m.exp().diag()).log_prob(m + 1),
    "Beta": lambda d, m: d.kl_divergence(d.Beta(m.exp(), m.exp()), d.Beta(m.exp(), 1 + m.exp())).sum(),
}


ONLY_HERE = ("Geometric", "MultivariateNormal")  # PyTorch asks for the truth of a batch


@pytest.mark.parametrize("name", [name for name in BATCHED if name not in ONLY_HERE])
def test_parameters_and_values_are_checked_under_vmap(name: str, lib: Any) -> None:
    check_batched(name, lib)


@pytest.mark.parametrize("name", ONLY_HERE)
def test_more_parameters_and_values_are_checked_under_vmap(name: str) -> None:
    check_batched(name, wengert)


def check_batched(name: str, lib: Any) -> None:
    f, m = functools.partial(BATCHED[name], lib.distributions), lib.arange(6.0).reshape(2, 3).sin()
    expected = lib.stack([f(one) for one in m])
    lib.testing.assert_close(lib.func.vmap(f)(m), expected)
    lib.testing.assert_close(lib.func.vmap(lib.func.vmap(f))(m[None])[0], expected)
    if name != "Categorical":  # logits of NaN are refused as all parameters are
        m = lib.stack([m[0], m[1] * float("nan")])
        with pytest.raises(ValueError, match="Expected (parameter|value)"):
            lib.func.vmap(f)(m)


def test_a_first_success_that_is_certain(lib: Any) -> None:
    certain = lib.distributions.Geometric(lib.tensor([0.5, 1.0, 1.0]))
    assert certain.log_prob(lib.tensor([0.0, 0.0, 2.0])).exp().tolist() == [0.5, 1.0, 0.0]
