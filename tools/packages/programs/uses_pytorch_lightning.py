"""Lightning as its documentation uses it: train, validate, test, predict, stop early, save and go on; and Fabric."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lightning_fabric
import pytest
import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import EarlyStopping, LearningRateMonitor, ModelCheckpoint, StochasticWeightAveraging
from pytorch_lightning.loggers import CSVLogger
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

pytestmark = pytest.mark.filterwarnings("ignore")
OPTIONS: dict[str, Any] = {"accelerator": "cpu", "enable_progress_bar": False, "log_every_n_steps": 1}


class Regression(pl.LightningModule):
    def __init__(self, width: int = 8, lr: float = 0.05) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(nn.Linear(3, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x)

    def _loss(self, batch: list[torch.Tensor], name: str) -> torch.Tensor:
        x, y = batch
        loss = nn.functional.mse_loss(self(x), y)
        self.log(name, loss, on_epoch=True, on_step=False)
        return loss

    def training_step(self, batch: list[torch.Tensor], batch_idx: int) -> torch.Tensor:
        return self._loss(batch, "train")

    def validation_step(self, batch: list[torch.Tensor], batch_idx: int) -> None:
        self._loss(batch, "val")

    def test_step(self, batch: list[torch.Tensor], batch_idx: int) -> None:
        self._loss(batch, "test")

    def predict_step(self, batch: list[torch.Tensor], batch_idx: int) -> torch.Tensor:
        return self(batch[0])

    def configure_optimizers(self) -> dict[str, Any]:
        optimizer = torch.optim.Adam(self.parameters(), lr=self.hparams.lr)
        return {"optimizer": optimizer, "lr_scheduler": torch.optim.lr_scheduler.StepLR(optimizer, 5, 0.5)}


class Data(pl.LightningDataModule):
    def setup(self, stage: str) -> None:
        x = torch.randn(96, 3, generator=torch.Generator().manual_seed(0))
        whole = TensorDataset(x, x.sum(1, keepdim=True))
        self.parts = random_split(whole, [64, 16, 16], generator=torch.Generator().manual_seed(1))

    def train_dataloader(self) -> DataLoader[Any]:
        return DataLoader(self.parts[0], batch_size=16, shuffle=True)

    def val_dataloader(self) -> DataLoader[Any]:
        return DataLoader(self.parts[1], batch_size=16)

    def test_dataloader(self) -> DataLoader[Any]:
        return DataLoader(self.parts[2], batch_size=16)

    predict_dataloader = test_dataloader


@pytest.fixture(autouse=True)
def seeded() -> None:
    pl.seed_everything(1)


def trainer(path: Path, **given: Any) -> pl.Trainer:
    usual = {"max_epochs": 6, "logger": False, "enable_checkpointing": False, "enable_model_summary": False}
    return pl.Trainer(default_root_dir=path, **{**OPTIONS, **usual, **given})


def test_training_lowers_the_loss(tmp_path: Path) -> None:
    model, data, runs = Regression(), Data(), trainer(tmp_path, max_epochs=12)
    before = runs.validate(model, data, verbose=False)[0]["val"]
    runs.fit(model, data)
    assert runs.test(model, data, verbose=False)[0]["test"] < 0.3 * before
    found = torch.cat(runs.predict(model, data))
    assert found.shape == (16, 1) and not found.requires_grad


def test_files_of_a_run_and_going_on(tmp_path: Path) -> None:
    best = ModelCheckpoint(tmp_path, monitor="val", save_last=True)
    runs = trainer(tmp_path, callbacks=[best], enable_checkpointing=True, max_epochs=3)
    model = Regression(width=4)
    runs.fit(model, Data())
    loaded = Regression.load_from_checkpoint(best.best_model_path)
    assert loaded.hparams.width == 4
    last = torch.load(tmp_path / "last.ckpt", weights_only=False)
    assert last["epoch"] == 2 and last["state_dict"]["net.0.weight"].equal(model.net[0].weight)
    further = trainer(tmp_path, max_epochs=5)
    further.fit(Regression(width=4), Data(), ckpt_path=tmp_path / "last.ckpt")
    assert further.current_epoch == 5 and further.global_step == 20


def test_callbacks(tmp_path: Path) -> None:
    stop = EarlyStopping("val", patience=1, min_delta=100.0)
    runs = trainer(tmp_path, callbacks=[stop, LearningRateMonitor()], logger=CSVLogger(tmp_path), max_epochs=10)
    runs.fit(Regression(), Data())
    assert stop.stopped_epoch == 1 and runs.current_epoch == 2
    assert "lr-Adam" in next(tmp_path.glob("**/metrics.csv")).read_text()


def test_weights_are_averaged(tmp_path: Path) -> None:
    runs = trainer(tmp_path, callbacks=[StochasticWeightAveraging(0.01, swa_epoch_start=2)])
    runs.fit(Regression(), Data())
    assert runs.current_epoch == 6


@pytest.mark.parametrize(
    "given", [{"accumulate_grad_batches": 2}, {"gradient_clip_val": 0.1}, {"precision": "bf16-mixed"}]
)
def test_settings_of_a_step(given: dict[str, Any], tmp_path: Path) -> None:
    runs = trainer(tmp_path, **given)
    runs.fit(Regression(), Data())
    assert runs.callback_metrics["train"].isfinite()
    assert runs.global_step == (12 if "accumulate_grad_batches" in given else 24)


def test_a_summary_of_the_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trainer(tmp_path, enable_model_summary=True, fast_dev_run=True).fit(Regression(), Data())
    assert pl.utilities.model_summary.summarize(Regression()).total_parameters == 41


def test_optimisers_by_hand(tmp_path: Path) -> None:
    class Manual(Regression):
        automatic_optimization = False

        def training_step(self, batch: list[torch.Tensor], batch_idx: int) -> None:
            optimizer = self.optimizers()
            optimizer.zero_grad()
            self.manual_backward(self._loss(batch, "train"))
            optimizer.step()

    model = Manual()
    before = model.net[0].weight.detach().clone()
    trainer(tmp_path, max_epochs=1).fit(model, Data())
    assert not model.net[0].weight.equal(before)


def test_fabric() -> None:
    fabric = lightning_fabric.Fabric(accelerator="cpu", devices=1)
    fabric.launch()
    model = nn.Linear(3, 1)
    model, optimizer = fabric.setup(model, torch.optim.SGD(model.parameters(), lr=0.1))
    data = Data()
    data.setup("fit")
    losses = []
    for _ in range(3):
        for x, y in fabric.setup_dataloaders(data.train_dataloader()):
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(x), y)
            fabric.backward(loss)
            optimizer.step()
            losses.append(loss.item())
    assert losses[-1] < 0.1 * losses[0]
