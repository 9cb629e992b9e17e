"""MMEngine as its documentation uses it: a runner with hooks, schedules, checkpoints and an average of weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from mmengine.evaluator import BaseMetric
from mmengine.model import BaseModel
from mmengine.runner import Runner
from mmengine.structures import InstanceData
from torch.utils.data import TensorDataset


class Net(BaseModel):
    def __init__(self) -> None:
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2))

    def forward(self, x: torch.Tensor, y: torch.Tensor, mode: str) -> Any:
        found = self.layers(x)
        return {"loss": torch.nn.functional.cross_entropy(found, y)} if mode == "loss" else (found, y)


class Share(BaseMetric):
    def process(self, data_batch: Any, data_samples: Any) -> None:
        found, y = data_samples
        self.results.append(((found.argmax(1) == y).sum().item(), len(y)))

    def compute_metrics(self, results: list) -> dict:
        return {"share": sum(right for right, _ in results) / sum(number for _, number in results)}


def loader(seed: int, number: int) -> dict:
    x = torch.randn(number, 8, generator=torch.Generator().manual_seed(seed))
    y = (x[:, 0].sin() + x[:, 1] > 0).long()
    sampler = {"type": "DefaultSampler", "shuffle": True}
    collate = {"type": "default_collate"}
    return {"dataset": TensorDataset(x, y), "batch_size": 32, "sampler": sampler, "collate_fn": collate}


def runner(place: Path) -> Runner:
    return Runner(
        Net(),
        str(place),
        train_dataloader=loader(0, 256),
        val_dataloader=loader(1, 128),
        train_cfg={"by_epoch": True, "max_epochs": 6, "val_interval": 2},
        val_cfg={},
        val_evaluator={"type": Share},
        optim_wrapper={
            "optimizer": {"type": "AdamW", "lr": 0.02}, "clip_grad": {"max_norm": 1.0}, "accumulative_counts": 2,
            "paramwise_cfg": {"bias_lr_mult": 2.0},
        },
        param_scheduler=[
            {"type": "LinearLR", "start_factor": 0.1, "by_epoch": False, "begin": 0, "end": 10},
            {"type": "CosineAnnealingLR", "T_max": 5, "by_epoch": True, "begin": 1, "end": 6},
        ],
        default_hooks={
            "checkpoint": {"type": "CheckpointHook", "interval": 2, "save_best": "share", "rule": "greater"},
        },
        custom_hooks=[{"type": "EMAHook", "momentum": 0.05}],
        randomness={"seed": 0},
        log_level="ERROR",
        default_scope="mmengine",
        experiment_name=place.name,
    )  # fmt: skip


def test_a_runner_trains_and_writes_checkpoints(tmp_path: Path) -> None:
    one = runner(tmp_path / "one")
    one.train()
    found = one.val()["share"]
    assert found > 0.8
    rates = {group["lr"] for group in one.optim_wrapper.param_groups}
    assert len(rates) == 2 and max(rates) == 2 * min(rates) < 0.01
    written = {path.name for path in (tmp_path / "one").glob("*.pth")}
    assert {"epoch_2.pth", "epoch_4.pth", "epoch_6.pth"} < written
    whole = torch.load(tmp_path / "one" / "epoch_6.pth", weights_only=False)
    state = one.model.state_dict()
    assert whole["meta"]["epoch"] == 6 and all(value.equal(state[name]) for name, value in whole["state_dict"].items())


def test_items_of_an_image() -> None:
    items = InstanceData(boxes=torch.arange(20.0).view(5, 4), labels=torch.arange(5))
    assert items[items.labels > 2].boxes[:, 0].tolist() == [12, 16] and len(InstanceData.cat([items, items])) == 10
