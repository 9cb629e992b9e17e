"""vector-quantize-pytorch as its documentation uses it: code books, residuals of them, and codes without a book."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from vector_quantize_pytorch import (
    FSQ,
    LFQ,
    GroupedResidualVQ,
    RandomProjectionQuantizer,
    ResidualFSQ,
    ResidualVQ,
    SimVQ,
    VectorQuantize,
)

BOOKS = {
    "euclidean": {},
    "cosine": {"use_cosine_sim": True},
    "first values by k-means": {"kmeans_init": True, "kmeans_iters": 3},
    "codes that die": {"threshold_ema_dead_code": 2},
    "lower dimension": {"codebook_dim": 4},
    "rotated gradients": {"rotation_trick": True},
    "orthogonal codes": {"orthogonal_reg_weight": 1.0, "orthogonal_reg_active_codes_only": True},
    "learnt codes": {"learnable_codebook": True, "ema_update": False},
    "heads": {"heads": 2, "codebook_dim": 4, "separate_codebook_per_head": True},
    "drawn codes": {"sample_codebook_temp": 0.1, "stochastic_sample_codes": True},
}


@pytest.fixture
def x() -> torch.Tensor:
    torch.manual_seed(0)
    return torch.randn(1, 32, 8, requires_grad=True)


@pytest.mark.parametrize("name", BOOKS)
def test_code_books(name: str, x: torch.Tensor) -> None:
    settings: dict[str, Any] = BOOKS[name]
    quantize = VectorQuantize(dim=8, codebook_size=16, **settings)
    for _ in range(3):
        quantized, indices, loss = quantize(x)
    (quantized.sum() + loss.sum()).backward()
    assert quantized.shape == x.shape and indices.min() >= 0 and indices.max() < 16
    assert x.grad is not None and x.grad.isfinite().all() and loss.isfinite().all()


def test_quantized_values_are_the_nearest_codes(x: torch.Tensor) -> None:
    quantize = VectorQuantize(dim=8, codebook_size=16, rotation_trick=False).eval()
    quantized, indices, _ = quantize(x)
    book = quantize.codebook
    assert torch.allclose(quantized, book[indices], atol=1e-6)
    assert torch.equal(indices, torch.cdist(x, book[None]).argmin(-1))
    quantize.train()(x)[0].sum().backward()
    assert torch.allclose(x.grad, torch.ones_like(x), atol=1e-5)


def test_a_book_follows_the_data(x: torch.Tensor) -> None:
    quantize, errors = VectorQuantize(dim=8, codebook_size=16, decay=0.8), []
    for _ in range(10):
        quantized, _, _ = quantize(x)
        errors.append(torch.nn.functional.mse_loss(quantized, x).item())
    assert errors[-1] < errors[0]


def test_residuals(x: torch.Tensor) -> None:
    quantize = ResidualVQ(dim=8, num_quantizers=3, codebook_size=16).eval()
    quantized, indices, _, codes = quantize(x, return_all_codes=True)
    assert codes.shape == (3, 1, 32, 8) and torch.allclose(codes.sum(0), quantized, atol=1e-5)
    assert torch.allclose(quantize.get_output_from_indices(indices), quantized, atol=1e-5)
    grouped = GroupedResidualVQ(dim=8, num_quantizers=2, groups=2, codebook_size=16)
    assert grouped(x)[1].shape == (2, 1, 32, 2)


def test_codes_without_a_book() -> None:
    torch.manual_seed(0)
    z = torch.randn(1, 12, 4, requires_grad=True)
    finite = FSQ(levels=[8, 5, 5, 5])
    quantized, indices = finite(z)
    assert torch.equal(quantized, finite.indices_to_codes(indices)) and indices.max() < 1000
    quantized.sum().backward()
    assert z.grad is not None
    free = LFQ(codebook_size=16, dim=4, entropy_loss_weight=0.1, diversity_gamma=1.0)
    quantized, indices, loss = free(z)
    assert set(quantized.unique().tolist()) <= {-1.0, 1.0} and loss.isfinite()
    assert torch.equal(free.eval()(z)[0], free.indices_to_codes(indices))
    residual = ResidualFSQ(dim=4, levels=[8, 5, 5, 3], num_quantizers=2).eval()
    quantized, indices = residual(z)
    assert torch.allclose(residual.get_output_from_indices(indices), quantized, atol=1e-5)


def test_other_quantizers(x: torch.Tensor) -> None:
    simple = SimVQ(dim=8, codebook_size=16)
    quantized, indices, loss = simple(x)
    loss.backward()
    assert quantized.shape == x.shape and all(p.grad is not None for p in simple.parameters())
    projected = RandomProjectionQuantizer(dim=8, num_codebooks=2, codebook_dim=4, codebook_size=16)
    assert projected(x).shape == (1, 32, 2)
