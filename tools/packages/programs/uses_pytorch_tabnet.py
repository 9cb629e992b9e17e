"""pytorch_tabnet as its documentation does: tables are learnt by attention that chooses columns, and explained."""

from __future__ import annotations

import numpy as np
import torch
from pytorch_tabnet.pretraining import TabNetPretrainer
from pytorch_tabnet.tab_model import TabNetClassifier, TabNetRegressor

OPTIONS = {"n_d": 8, "n_a": 8, "n_steps": 2, "seed": 0, "verbose": 0, "optimizer_params": {"lr": 0.03}}


def table() -> tuple[np.ndarray, np.ndarray]:
    x = np.random.default_rng(0).normal(size=(400, 6)).astype(np.float32)
    return x, (x[:, 2] > 0).astype(int)


def test_a_classifier_finds_the_column_that_counts(tmp_path) -> None:  # noqa: ANN001
    x, y = table()
    model = TabNetClassifier(**OPTIONS)
    model.fit(x[:300], y[:300], [(x[300:], y[300:])], max_epochs=25, batch_size=100, virtual_batch_size=50,
              patience=25, eval_metric=["accuracy"])  # fmt: skip
    assert model.best_cost > 0.9 and model.feature_importances_.argmax() == 2
    masks, _ = model.explain(x[300:])
    assert masks.shape == (100, 6)
    path = model.save_model(str(tmp_path / "model"))
    again = TabNetClassifier()
    again.load_model(path)
    assert np.allclose(again.predict_proba(x), model.predict_proba(x), atol=1e-6)


def test_a_regressor_after_pretraining() -> None:
    x, _ = table()
    y = x[:, :1] + 2 * x[:, 3:4]
    before = TabNetPretrainer(**OPTIONS, mask_type="entmax")
    before.fit(x, max_epochs=3, batch_size=100, virtual_batch_size=50)
    schedule = {"scheduler_fn": torch.optim.lr_scheduler.StepLR, "scheduler_params": {"step_size": 30, "gamma": 0.5}}
    model = TabNetRegressor(**OPTIONS, **schedule, mask_type="entmax")
    model.fit(x[:300], y[:300], [(x[300:], y[300:])], max_epochs=40, batch_size=100, virtual_batch_size=50,
              patience=40, from_unsupervised=before)  # fmt: skip
    assert np.square(model.predict(x[300:]) - y[300:]).mean() < 0.3 * np.square(y).mean()
