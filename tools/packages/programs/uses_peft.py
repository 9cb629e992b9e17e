"""peft as its documentation does: a trained model learns something new in a few added parameters, which are merged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import peft
import pytest
import torch
from peft import PeftModel, get_peft_model
from torch import nn

LAYERS = ["first", "last"]
KINDS: dict[str, dict[str, Any]] = {
    "LoraConfig": {"r": 4},
    "LoraConfig, rslora": {"r": 4, "use_rslora": True},
    "LoraConfig, dora": {"r": 4, "use_dora": True},
    "LoraConfig, pissa": {"r": 4, "init_lora_weights": "pissa"},
    "LoHaConfig": {"r": 4},
    "LoKrConfig": {"r": 4},
    "AdaLoraConfig": {"init_r": 4, "target_r": 2, "total_step": 40},
    "IA3Config": {"feedforward_modules": ["last"]},
    "OFTConfig": {"oft_block_size": 4},
    "BOFTConfig": {"boft_block_size": 4},
    "HRAConfig": {"r": 4},
    "VeraConfig": {"r": 4},
    "FourierFTConfig": {"n_frequency": 20},
}


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.middle, self.last = nn.Linear(8, 8), nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.last(torch.tanh(self.middle(torch.tanh(self.first(x)))))


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)


def trained(model: nn.Module, x: torch.Tensor, y: torch.Tensor) -> list[float]:
    parameters = [p for p in model.parameters() if p.requires_grad]
    optimizer, losses = torch.optim.Adam(parameters, lr=2e-2), []
    for _ in range(30):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize("kind", KINDS)
def test_adapters_learn_and_are_merged(kind: str, tmp_path: Path) -> None:
    name = kind.partition(",")[0]
    base, (x, y) = Net(), torch.randn(2, 32, 8)
    before = {key: value.clone() for key, value in base.state_dict().items()}
    model = get_peft_model(base, getattr(peft, name)(target_modules=LAYERS, **KINDS[kind]))
    trainable, total = model.get_nb_trainable_parameters()
    assert 0 < trainable < total
    losses = trained(model, x, y)
    assert losses[-1] < losses[0]
    if "pissa" not in kind:
        torch.testing.assert_close(base.first.base_layer.weight, before["first.weight"])
    torch.testing.assert_close(base.middle.weight, before["middle.weight"])
    model.eval()
    with torch.no_grad():
        expected = model(x)
        model.save_pretrained(tmp_path)
        fresh = Net()
        fresh.load_state_dict(before)
        torch.testing.assert_close(PeftModel.from_pretrained(fresh, tmp_path).eval()(x), expected, rtol=1e-4, atol=1e-5)
        torch.testing.assert_close(model.merge_and_unload()(x), expected, rtol=1e-4, atol=1e-5)


def test_two_adapters_of_one_model() -> None:
    x = torch.randn(4, 8)
    model = get_peft_model(Net(), peft.LoraConfig(target_modules=LAYERS, init_lora_weights=False))
    model.add_adapter("other", peft.LoraConfig(target_modules=LAYERS, init_lora_weights=False))
    first = model(x)
    model.set_adapter("other")
    assert not model(x).allclose(first)
    with model.disable_adapter():
        plain = model(x)
    model.set_adapter("default")
    torch.testing.assert_close(model(x), first)
    model.add_weighted_adapter(["default", "other"], [0.5, 0.5], "both", combination_type="linear")
    model.set_adapter("both")
    assert not model(x).allclose(plain)
