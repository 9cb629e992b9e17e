"""Accelerate as its documentation uses it: a loop whose parts are prepared, on one process and the CPU."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from accelerate import Accelerator, DataLoaderConfiguration
from accelerate.state import AcceleratorState
from accelerate.utils import ProjectConfiguration, find_executable_batch_size, set_seed
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@pytest.fixture(autouse=True)
def fresh() -> None:
    AcceleratorState._reset_state(reset_partial_state=True)


def parts() -> tuple[nn.Module, torch.optim.Optimizer, DataLoader, torch.optim.lr_scheduler.LRScheduler]:
    set_seed(0)
    model = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.05)
    x = torch.randn(64, 3)
    loader = DataLoader(TensorDataset(x, x.sum(1, keepdim=True)), batch_size=16, shuffle=True)
    return model, optimizer, loader, torch.optim.lr_scheduler.StepLR(optimizer, 10)


def trained(accelerator: Accelerator, epochs: int = 8) -> tuple[nn.Module, list[float]]:
    model, optimizer, loader, schedule = accelerator.prepare(*parts())
    losses = []
    for _ in range(epochs):
        for x, y in loader:
            with accelerator.accumulate(model):
                optimizer.zero_grad()
                with accelerator.autocast():
                    loss = nn.functional.mse_loss(model(x), y)
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 5.0)
                optimizer.step()
                schedule.step()
        losses.append(accelerator.gather(loss.detach()).mean().item())
    return model, losses


@pytest.mark.parametrize("precision", ["no", "bf16"])
def test_a_loop(precision: str) -> None:
    accelerator = Accelerator(cpu=True, mixed_precision=precision)
    model, losses = trained(accelerator)
    assert losses[-1] < 0.6 * losses[0]
    assert isinstance(accelerator.unwrap_model(model), nn.Sequential) and accelerator.num_processes == 1


def test_gradients_of_several_batches() -> None:
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=2)
    assert trained(accelerator)[1][-1] < 5


def test_files(tmp_path: Path) -> None:
    accelerator = Accelerator(cpu=True, project_config=ProjectConfiguration(str(tmp_path)))
    model, optimizer, loader, schedule = accelerator.prepare(*parts())
    accelerator.save_state(str(tmp_path / "state"))
    before = [p.detach().clone() for p in model.parameters()]
    for x, y in loader:
        accelerator.backward(nn.functional.mse_loss(model(x), y))
        optimizer.step()
    assert not before[0].equal(next(model.parameters()))
    accelerator.load_state(str(tmp_path / "state"))
    assert all(a.equal(b) for a, b in zip(before, model.parameters(), strict=True))
    accelerator.save_model(model, str(tmp_path / "model"))
    assert list((tmp_path / "model").glob("*.safetensors"))


def test_metrics_of_whole_data_sets() -> None:
    accelerator = Accelerator(cpu=True, dataloader_config=DataLoaderConfiguration(split_batches=True))
    model, loader = accelerator.prepare(parts()[0], parts()[2])
    found = [accelerator.gather_for_metrics((model(x), y)) for x, y in loader]
    assert sum(len(y) for _, y in found) == 64


def test_a_batch_that_fits() -> None:
    sizes = []

    @find_executable_batch_size(starting_batch_size=16)
    def run(batch_size: int) -> int:
        sizes.append(batch_size)
        if batch_size > 4:
            raise RuntimeError("CUDA out of memory.")
        return batch_size

    assert run() == 4 and sizes[0] == 16 and sizes[-1] == 4
