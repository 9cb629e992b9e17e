"""pytorch-metric-learning as its documentation uses it: losses of embeddings, miners, distances and samplers."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from pytorch_metric_learning import distances, losses, miners, reducers, regularizers, samplers
from pytorch_metric_learning.utils import loss_and_miner_utils
from torch.nn import functional as F

OF_PAIRS = """
    AngularLoss ContrastiveLoss FastAPLoss GeneralizedLiftedStructureLoss IntraPairVarianceLoss LiftedStructureLoss
    MarginLoss MultiSimilarityLoss NPairsLoss NTXentLoss PNPLoss SignalToNoiseRatioContrastiveLoss SupConLoss
    TripletMarginLoss TupletMarginLoss
"""
WITH_CONSTANTS = "CircleLoss DynamicSoftMarginLoss SmoothAPLoss"  # weights, steps, what is drawn
OF_CLASSES = """
    ArcFaceLoss CosFaceLoss LargeMarginSoftmaxLoss NormalizedSoftmaxLoss ProxyAnchorLoss ProxyNCALoss SoftTripleLoss
    SphereFaceLoss SubCenterArcFaceLoss
"""
MINERS = """
    AngularMiner BatchEasyHardMiner BatchHardMiner DistanceWeightedMiner HDCMiner MultiSimilarityMiner PairMarginMiner
    TripletMarginMiner UniformHistogramMiner
"""
LABELS = torch.arange(16) % 4


@pytest.fixture
def embeddings() -> torch.Tensor:
    torch.manual_seed(0)
    return F.normalize(torch.randn(16, 8, dtype=torch.float64), dim=1).requires_grad_()


def slope(loss: Any, x: torch.Tensor) -> None:
    """Compare a gradient with a difference along a direction that is drawn."""
    (grad,) = torch.autograd.grad(loss(x), x)
    direction, step = torch.randn_like(x), 1e-6
    with torch.no_grad():
        difference = (loss(x + step * direction) - loss(x - step * direction)) / (2 * step)
    assert (grad * direction).sum().item() == pytest.approx(difference.item(), rel=1e-4, abs=1e-7)


@pytest.mark.parametrize("name", OF_PAIRS.split())
def test_losses_of_pairs(name: str, embeddings: torch.Tensor) -> None:
    loss = getattr(losses, name)()
    slope(lambda x: loss(x, LABELS), embeddings)


@pytest.mark.parametrize("name", WITH_CONSTANTS.split())
def test_losses_that_are_not_differentiated_whole(name: str, embeddings: torch.Tensor) -> None:
    loss = getattr(losses, name)()(embeddings, LABELS)
    (grad,) = torch.autograd.grad(loss, embeddings)
    assert loss.isfinite() and grad.isfinite().all()


@pytest.mark.parametrize("name", OF_CLASSES.split())
def test_losses_of_classes(name: str, embeddings: torch.Tensor) -> None:
    loss = getattr(losses, name)(num_classes=4, embedding_size=8).double()
    slope(lambda x: loss(x, LABELS), embeddings)
    loss(embeddings, LABELS).backward()
    assert all(p.grad is not None and p.grad.isfinite().all() for p in loss.parameters())


@pytest.mark.parametrize("name", MINERS.split())
def test_miners(name: str, embeddings: torch.Tensor) -> None:
    found = getattr(miners, name)()(embeddings.detach(), LABELS)
    assert len(found) in (3, 4) and losses.TripletMarginLoss()(embeddings, LABELS, found).isfinite()


def test_a_loss_by_hand(embeddings: torch.Tensor) -> None:
    a, p, n = loss_and_miner_utils.get_all_triplets_indices(LABELS)
    apart = torch.cdist(embeddings, embeddings)
    each = (apart[a, p] - apart[a, n] + 0.05).clamp(min=0)
    expected = each.sum() / (each > 0).sum()
    assert losses.TripletMarginLoss()(embeddings, LABELS).item() == pytest.approx(expected.item(), rel=1e-6)


def test_distances_and_reducers(embeddings: torch.Tensor) -> None:
    x = embeddings.detach()
    assert torch.allclose(distances.CosineSimilarity()(x), x @ x.T)
    assert torch.allclose(distances.LpDistance(p=1, normalize_embeddings=False)(x), torch.cdist(x, x, p=1))
    for reducer in (reducers.MeanReducer(), reducers.ThresholdReducer(low=0.1), reducers.ClassWeightedReducer(
        weights=torch.arange(1.0, 5, dtype=torch.float64)
    )):  # fmt: skip
        loss = losses.ContrastiveLoss(reducer=reducer, embedding_regularizer=regularizers.LpRegularizer())
        slope(lambda x, loss=loss: loss(x, LABELS), embeddings)


def test_memory_and_samplers(embeddings: torch.Tensor) -> None:
    memory = losses.CrossBatchMemory(losses.NTXentLoss(), 8, memory_size=32).double()
    first, second = memory(embeddings, LABELS), memory(embeddings, LABELS)
    assert first.isfinite() and second != first
    pairs = losses.SelfSupervisedLoss(losses.NTXentLoss())
    slope(lambda x: pairs(x[:8], x[8:]), embeddings)
    drawn = list(samplers.MPerClassSampler(LABELS, 2, 8, 16))
    assert len(drawn) == 16 and all(LABELS[i] == LABELS[j] for i, j in zip(drawn[::2], drawn[1::2], strict=True))
