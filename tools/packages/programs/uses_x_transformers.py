"""x-transformers as its documentation uses it: models of text, of images and of numbers, and what they generate."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from x_transformers import (
    AutoregressiveWrapper,
    ContinuousTransformerWrapper,
    Decoder,
    Encoder,
    TransformerWrapper,
    ViTransformerWrapper,
    XTransformer,
)

TOKENS, LENGTH = 20, 12
VARIANTS = {
    "plain": {},
    "rotary": {"rotary_pos_emb": True},
    "xpos": {"rotary_xpos": True},
    "alibi": {"alibi_pos_bias": True},
    "t5 bias": {"rel_pos_bias": True},
    "rmsnorm, glu": {"use_rmsnorm": True, "ff_glu": True, "ff_swish": True},
    "memory": {"attn_num_mem_kv": 4},
    "one head of keys": {"attn_one_kv_head": True, "attn_qk_norm": True},
    "sandwich, residual": {"sandwich_norm": True, "residual_attn": True},
    "flash": {"attn_flash": True},
    "macaron": {"macaron": True},
    "gates": {"attn_gate_values": True},
    "few keys": {"attn_sparse_topk": 4},
    "shifted": {"shift_tokens": 1, "pre_norm": False},
    "layer drop": {"layer_dropout": 0.2, "attn_dropout": 0.1, "ff_dropout": 0.1},
}


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)


def decoder(**settings: Any) -> TransformerWrapper:
    layers = Decoder(dim=16, depth=2, heads=2, **settings)
    return TransformerWrapper(num_tokens=TOKENS, max_seq_len=16, attn_layers=layers)


@pytest.mark.parametrize("name", VARIANTS)
def test_decoders_learn_and_do_not_see_what_follows(name: str) -> None:
    model, x = decoder(**VARIANTS[name]), torch.randint(0, TOKENS, (2, LENGTH))
    optimizer, losses = torch.optim.Adam(model.parameters(), lr=1e-2), []
    for _ in range(8):
        loss = torch.nn.functional.cross_entropy(model(x[:, :-1]).transpose(1, 2), x[:, 1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]
    model.eval()
    other = x.clone()
    other[:, -1] = (other[:, -1] + 1) % TOKENS
    assert torch.allclose(model(x)[:, :-1], model(other)[:, :-1], atol=1e-5)
    assert not torch.allclose(model(x)[:, -1], model(other)[:, -1], atol=1e-5)


def test_generating() -> None:
    model = AutoregressiveWrapper(decoder())
    x = torch.randint(0, TOKENS, (2, LENGTH))
    assert model(x).isfinite()
    assert model.generate(x[:, :3], 5).shape == (2, 5)
    greedy = model.generate(x[:1, :3], 5, temperature=0.0)
    assert torch.equal(greedy, model.generate(x[:1, :3], 5, temperature=0.0, cache_kv=False))
    nucleus = model.generate(x[:1, :3], 5, filter_logits_fn="top_p", filter_kwargs={"thres": 0.9})
    assert nucleus.shape == (1, 5)


def test_images() -> None:
    layers = Encoder(dim=16, depth=1, heads=2)
    model = ViTransformerWrapper(image_size=8, patch_size=4, num_classes=5, attn_layers=layers)
    out = model(torch.randn(2, 3, 8, 8))
    out.square().mean().backward()
    assert out.shape == (2, 5) and all(p.grad is not None for p in model.parameters() if p.requires_grad)


def test_numbers_and_masks() -> None:
    layers = Encoder(dim=16, depth=1, heads=2)
    model = ContinuousTransformerWrapper(dim_in=4, dim_out=3, max_seq_len=8, attn_layers=layers)
    x, mask = torch.randn(1, 8, 4), torch.arange(8)[None] < 6
    other = x.clone()
    other[:, 6:] = 100.0
    assert torch.allclose(model(x, mask=mask)[:, :6], model(other, mask=mask)[:, :6], atol=1e-5)


def test_from_text_to_text() -> None:
    model = XTransformer(
        dim=16, enc_num_tokens=TOKENS, enc_depth=1, enc_heads=2, enc_max_seq_len=LENGTH,
        dec_num_tokens=TOKENS, dec_depth=1, dec_heads=2, dec_max_seq_len=LENGTH,
    )  # fmt: skip
    x = torch.randint(0, TOKENS, (2, LENGTH))
    loss = model(x, x, mask=torch.ones(2, LENGTH, dtype=torch.bool))
    loss.backward()
    assert loss.isfinite() and model.generate(x, torch.zeros(2, 1, dtype=torch.long), 4).shape == (2, 4)
