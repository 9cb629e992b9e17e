"""Pyro as its documentation uses it: variational inference, guides by themselves, enumeration, and Markov chains."""

from __future__ import annotations

import pyro
import pyro.distributions as dist
import pytest
import torch
from pyro.infer import MCMC, NUTS, SVI, Trace_ELBO, TraceEnum_ELBO, config_enumerate
from pyro.infer.autoguide import AutoMultivariateNormal
from pyro.optim import Adam

TOSSES = torch.tensor([1.0] * 6 + [0.0] * 4)


@pytest.fixture(autouse=True)
def fresh() -> None:
    pyro.clear_param_store()
    pyro.set_rng_seed(0)


def coin(tosses: torch.Tensor) -> None:
    fairness = pyro.sample("fairness", dist.Beta(10.0, 10.0))
    with pyro.plate("tosses", len(tosses)):
        pyro.sample("toss", dist.Bernoulli(fairness), obs=tosses)


def guide(tosses: torch.Tensor) -> None:
    a, b = (pyro.param(name, torch.tensor(15.0), constraint=dist.constraints.positive) for name in "ab")
    pyro.sample("fairness", dist.Beta(a, b))


def test_the_coin_of_the_introduction() -> None:
    svi = SVI(coin, guide, Adam({"lr": 0.01}), loss=Trace_ELBO())
    for _ in range(800):
        svi.step(TOSSES)
    a, b = pyro.param("a").item(), pyro.param("b").item()
    assert abs(a / (a + b) - 16 / 30) < 0.05


def test_a_guide_made_by_pyro() -> None:
    normal = AutoMultivariateNormal(coin)
    svi = SVI(coin, normal, Adam({"lr": 0.02}), Trace_ELBO())
    for _ in range(300):
        svi.step(TOSSES)
    assert abs(normal.median()["fairness"].item() - 16 / 30) < 0.05


def test_a_mixture_is_enumerated() -> None:
    @config_enumerate
    def mixture(x: torch.Tensor) -> None:
        weights = pyro.param("weights", torch.ones(2) / 2, constraint=dist.constraints.simplex)
        places = pyro.param("places", torch.tensor([-1.0, 1.0]))
        with pyro.plate("data", len(x)):
            z = pyro.sample("z", dist.Categorical(weights))
            pyro.sample("x", dist.Normal(places[z], 1.0), obs=x)

    x = torch.cat([torch.randn(20) - 3, torch.randn(20) + 3])
    svi = SVI(mixture, lambda x: None, Adam({"lr": 0.05}), TraceEnum_ELBO(max_plate_nesting=1))
    for _ in range(150):
        svi.step(x)
    assert torch.allclose(pyro.param("places"), torch.stack([x[:20].mean(), x[20:].mean()]), atol=0.2)


def test_a_markov_chain() -> None:
    chain = MCMC(NUTS(coin), num_samples=150, warmup_steps=50, disable_progbar=True)
    chain.run(TOSSES)
    assert abs(chain.get_samples()["fairness"].mean().item() - 16 / 30) < 0.06
