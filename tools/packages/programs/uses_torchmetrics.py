"""torchmetrics as its documentation uses it: metrics in steps and as a whole. The numbers are PyTorch's."""

from __future__ import annotations

import pickle

import pytest
import torch
import torchmetrics as tm

torch.manual_seed(0)
P, T = torch.softmax(torch.randn(60, 4), -1), torch.randint(4, (60,))
B, X = torch.rand(60), torch.randn(60)
Y = (B > 0.4).long()
Z = X + 0.5 * B
METRICS = {
    "accuracy": (tm.Accuracy("multiclass", num_classes=4), (P, T), 0.2666667),
    "F1": (tm.F1Score("multiclass", num_classes=4, average="macro"), (P, T), 0.2583028),
    "area under ROC": (tm.AUROC("multiclass", num_classes=4), (P, T), 0.5428821),
    "average precision": (tm.AveragePrecision("binary"), (B, Y.flip(0)), 0.6654976),
    "kappa": (tm.CohenKappa("multiclass", num_classes=4), (P, T), 0.0178572),
    "calibration": (tm.CalibrationError("binary"), (B, Y), 0.2674136),
    "Jaccard": (tm.JaccardIndex("multiclass", num_classes=4), (P, T), 0.1533831),
    "squared error": (tm.MeanSquaredError(), (Z, X), 0.0965313),
    "R2": (tm.R2Score(), (Z, X), 0.9179748),
    "Pearson": (tm.PearsonCorrCoef(), (Z, X), 0.9924683),
    "Spearman": (tm.SpearmanCorrCoef(), (Z, X), 0.9902751),
    "Kendall": (tm.KendallRankCorrCoef(), (Z, X), 0.9242938),
    "divergence": (tm.KLDivergence(), (P, P.flip(0)), 0.6473011),
}  # fmt: skip


@pytest.mark.parametrize("name", METRICS)
def test_values(name: str) -> None:
    metric, given, value = METRICS[name]
    assert metric(*given).item() == pytest.approx(value, rel=2e-5, abs=2e-6)
    metric.reset()
    for part in zip(*[g.split(20) for g in given], strict=True):
        metric.update(*part)
    assert metric.compute().item() == pytest.approx(value, rel=2e-5, abs=2e-6)


def test_collections_states_and_gradients() -> None:
    metrics = tm.MetricCollection([tm.MeanSquaredError(), tm.R2Score()])
    assert set(metrics(Z, X)) == {"MeanSquaredError", "R2Score"}
    assert pickle.loads(pickle.dumps(tm.MeanSquaredError()))(Z, X).item() == tm.MeanSquaredError()(Z, X).item()
    x = X.clone().requires_grad_()
    tm.functional.mean_squared_error(x, Z).backward()
    assert torch.allclose(x.grad, 2 * (X - Z) / 60)
