"""rotary_embedding_torch as its documentation does: positions as rotations, for the queries and keys of attention."""

from __future__ import annotations

import torch
from rotary_embedding_torch import RotaryEmbedding, apply_rotary_emb


def test_scores_depend_on_distances_alone() -> None:
    torch.manual_seed(0)
    rotary = RotaryEmbedding(dim=16)
    q, k = torch.randn(2, 1, 1, 1, 16).expand(2, 1, 1, 12, 16)
    q, k = rotary.rotate_queries_or_keys(q), rotary.rotate_queries_or_keys(k)
    scores = (q @ k.mT)[0, 0]
    for distance in range(-11, 12):
        line = scores.diagonal(distance)
        assert torch.allclose(line, line[:1].expand_as(line), atol=1e-4)
    assert torch.allclose(q.norm(dim=-1), q.norm(dim=-1)[..., :1], atol=1e-5)


def test_a_rotation_is_a_product_of_complex_numbers() -> None:
    x = torch.randn(1, 6, 8, dtype=torch.float64)
    rotary = RotaryEmbedding(dim=8).double()
    angles = rotary(torch.arange(6.0, dtype=torch.float64))
    by_numbers = torch.view_as_complex(x.reshape(1, 6, 4, 2)) * torch.polar(torch.ones(6, 4).double(), angles[:, ::2])
    assert torch.allclose(apply_rotary_emb(angles, x), torch.view_as_real(by_numbers).flatten(-2), atol=1e-6)


def test_keys_of_longer_sequences_and_other_axes() -> None:
    rotary = RotaryEmbedding(dim=16, use_xpos=True)
    q = torch.randn(1, 2, 10, 32, requires_grad=True)
    turned, keys = rotary.rotate_queries_and_keys(q, q)
    (turned.square().sum() + keys.sum()).backward()
    assert turned.shape == q.shape and q.grad.isfinite().all()
    last, keys = RotaryEmbedding(dim=16).rotate_queries_with_cached_keys(q[:, :, -1:], q)
    assert last.shape == (1, 2, 1, 32) and keys.shape == q.shape
    axes = RotaryEmbedding(dim=8, freqs_for="pixel", max_freq=64).get_axial_freqs(4, 6)
    assert apply_rotary_emb(axes, torch.randn(1, 4, 6, 32)).shape == (1, 4, 6, 32)


def test_learnt_frequencies() -> None:
    rotary = RotaryEmbedding(dim=8, learned_freq=True)
    x = torch.randn(1, 5, 8)
    rotary.rotate_queries_or_keys(x).sum().backward()
    assert rotary.freqs.grad.abs().sum() > 0
