"""reformer_pytorch as its documentation does: attention within buckets, and blocks that recompute their inputs."""

from __future__ import annotations

import pytest
import torch
from reformer_pytorch import LSHSelfAttention, ReformerLM


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)


def model(**options: object) -> ReformerLM:
    return ReformerLM(
        num_tokens=16, dim=32, depth=2, max_seq_len=64, heads=2, bucket_size=8, n_hashes=2, causal=True, **options
    )


@pytest.mark.parametrize(
    "options", [{"ff_chunks": 4, "weight_tie": True}, {"n_local_attn_heads": 1, "use_full_attn": False}]
)
def test_a_language_model_learns(options: dict) -> None:
    net, tokens = model(**options), (torch.arange(64) * 3 % 16)[None]
    optimizer, losses = torch.optim.Adam(net.parameters(), lr=0.003), []
    for _ in range(30):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(net(tokens)[0, :-1], tokens[0, 1:])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.5 * losses[0]


def test_blocks_that_recompute_give_the_gradients_of_those_that_keep() -> None:
    net = model(use_full_attn=True)
    x = torch.randint(0, 16, (1, 64))
    found = []
    for training in (True, False):  # out of training, blocks are run one after the other and keep what they need
        net.train(training)
        net.zero_grad()
        (net(x) ** 2).mean().backward()
        found.append([p.grad.clone() for p in net.parameters() if p.grad is not None])
    assert all(torch.allclose(a, b, rtol=1e-3, atol=1e-6) for a, b in zip(*found, strict=True))


def test_the_future_has_no_influence() -> None:
    attention = LSHSelfAttention(dim=16, heads=2, bucket_size=8, n_hashes=2, causal=True, use_full_attn=True)
    x = torch.randn(1, 32, 16, requires_grad=True)
    (grad,) = torch.autograd.grad(attention(x)[0, 9].sum(), x)
    assert grad[0, :10].ne(0).any() and not grad[0, 10:].any()
