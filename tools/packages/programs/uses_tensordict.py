"""tensordict as its documentation does: dictionaries of tensors with a batch, and modules that read and write them."""

from __future__ import annotations

import pytest
import torch
from tensordict import TensorDict, tensorclass
from tensordict.nn import NormalParamExtractor, ProbabilisticTensorDictModule, TensorDictModule, TensorDictSequential
from torch import nn


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)


def example() -> TensorDict:
    return TensorDict({"a": torch.arange(6.0).reshape(3, 2), "b": {"c": torch.zeros(3)}}, batch_size=[3])


def test_a_dictionary_is_indexed_and_reshaped_as_its_tensors() -> None:
    t = example()
    assert t[1]["a"].tolist() == [2, 3] and t["b", "c"].shape == (3,) and t[t["a"][:, 0] > 1].batch_size == (2,)
    both = torch.stack([t, t + 1])
    assert both.shape == (2, 3) and both["b", "c"].tolist() == [[0, 0, 0], [1, 1, 1]]
    assert both.view(6)["a"].shape == (6, 2) and torch.cat([t, t]).shape == (6,)
    assert sorted(both.flatten_keys(".").keys()) == ["a", "b.c"] and [part.shape[0] for part in t.split(2)] == [2, 1]
    t[0] = t[2].clone()
    assert t["a"][0].tolist() == [4, 5] and t.apply(torch.square)["a"][0].tolist() == [16, 25]


def test_modules_read_and_write_keys() -> None:
    policy = TensorDictSequential(
        TensorDictModule(nn.Linear(2, 4), in_keys=["a"], out_keys=["h"]),
        TensorDictModule(NormalParamExtractor(), in_keys=["h"], out_keys=["loc", "scale"]),
        ProbabilisticTensorDictModule(
            in_keys=["loc", "scale"],
            out_keys=["x"],
            distribution_class=torch.distributions.Normal,
            return_log_prob=True,
        ),
    )
    optimizer, losses = torch.optim.Adam(policy.parameters(), lr=0.05), []
    for _ in range(60):
        out = policy(example())
        loss = ((out["loc"] - 1) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.3 * losses[0] and out["x"].shape == (3, 2)
    expected = torch.distributions.Normal(out["loc"], out["scale"]).log_prob(out["x"])
    assert torch.allclose(out["x_log_prob"], expected)


def test_parameters_are_exchanged_within_a_context() -> None:
    net = nn.Linear(2, 3)
    weight, parameters = net.weight, TensorDict.from_module(net)
    x = torch.randn(5, 2)
    with parameters.data.apply(lambda p: p * 0).to_module(net):
        assert not net(x).any()
    assert net.weight is weight and net(x).any()
    scaled = parameters.apply(lambda p: p * 2)
    with scaled.to_module(net):
        net(x).sum().backward()
    assert torch.allclose(weight.grad, 2 * x.sum(0).expand(3, 2))


@tensorclass
class Point:
    place: torch.Tensor
    name: str


def test_classes_of_tensors() -> None:
    p = Point(torch.ones(3, 2), "x", batch_size=[3])
    assert p[1].place.tolist() == [1, 1] and p[1].name == "x" and torch.stack([p, p]).place.shape == (2, 3, 2)
