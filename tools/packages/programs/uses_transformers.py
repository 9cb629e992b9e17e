"""Transformers as its documentation uses it, with small models from a configuration: train, generate, save and load."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    BertModel,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    T5Config,
    T5ForConditionalGeneration,
    ViTConfig,
    ViTForImageClassification,
    get_linear_schedule_with_warmup,
)

BERT = BertConfig(vocab_size=50, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32)
GPT2 = GPT2Config(vocab_size=50, n_positions=20, n_embd=16, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0)
LLAMA = LlamaConfig(
    vocab_size=50,
    hidden_size=16,
    intermediate_size=32,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=2,
)
T5 = T5Config(vocab_size=50, d_model=16, d_kv=8, d_ff=32, num_layers=2, num_heads=2, decoder_start_token_id=0)
VIT = ViTConfig(
    hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32, image_size=8, patch_size=4
)


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)


def ids() -> torch.Tensor:
    return torch.randint(1, 50, (2, 7))


def trained(model: torch.nn.Module, **inputs: torch.Tensor) -> tuple[float, float]:
    """The loss before and after some steps."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    schedule = get_linear_schedule_with_warmup(optimizer, 2, 30)
    model.eval()  # no dropout: the loss falls
    losses = []
    for _ in range(15):
        loss = model(**inputs).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    return losses[0], losses[-1]


def test_masked_tokens_do_not_count() -> None:
    model, tokens = BertModel(BERT).eval(), ids()
    mask = torch.ones_like(tokens)
    mask[:, 5:] = 0
    whole = model(input_ids=tokens, attention_mask=mask).last_hidden_state
    changed = tokens.clone()
    changed[:, 5:] = 3
    other = model(input_ids=changed, attention_mask=mask).last_hidden_state
    assert whole.shape == (2, 7, 16) and torch.allclose(whole[:, :5], other[:, :5], atol=1e-6)


def test_classifying_sentences() -> None:
    first, last = trained(BertForSequenceClassification(BERT), input_ids=ids(), labels=torch.tensor([0, 1]))
    assert last < 0.5 * first


@pytest.mark.parametrize("kind", ["gpt2", "llama"])
def test_a_language_model(kind: str) -> None:
    model = GPT2LMHeadModel(GPT2) if kind == "gpt2" else LlamaForCausalLM(LLAMA)
    tokens = ids()
    first, last = trained(model, input_ids=tokens, labels=tokens)
    assert last < 0.8 * first
    mask = torch.ones_like(tokens)
    given = {"attention_mask": mask, "max_new_tokens": 5, "do_sample": False, "pad_token_id": 0}
    cached = model.generate(tokens, **given)
    assert cached.shape[1] <= 12 and cached.equal(model.generate(tokens, use_cache=False, **given))
    assert model.generate(tokens, num_beams=3, **given).shape[0] == 2


def test_a_sequence_from_another() -> None:
    tokens = ids()
    first, last = trained(T5ForConditionalGeneration(T5), input_ids=tokens, labels=tokens[:, :4].contiguous())
    assert last < first


def test_classifying_pictures() -> None:
    first, last = trained(
        ViTForImageClassification(VIT), pixel_values=torch.randn(3, 3, 8, 8), labels=torch.tensor([0, 1, 0])
    )
    assert last < 0.5 * first


def test_attention_computed_in_two_ways() -> None:
    model, tokens = BertModel(BERT).eval(), ids()
    model.set_attn_implementation("eager")
    plain = model(tokens, output_attentions=True)
    model.set_attn_implementation("sdpa")
    assert torch.allclose(plain.last_hidden_state, model(tokens).last_hidden_state, atol=1e-5)
    assert torch.allclose(plain.attentions[0].sum(-1), torch.ones(2, 2, 7))


def test_files(tmp_path: Path) -> None:
    model = BertModel(BERT).eval()
    model.save_pretrained(tmp_path)
    other = BertModel(BertConfig.from_pretrained(tmp_path)).eval()
    other.load_state_dict(load_file(tmp_path / "model.safetensors"))
    tokens = ids()
    assert model(tokens).pooler_output.equal(other(tokens).pooler_output)


def test_recomputation_gives_the_same_gradients() -> None:
    model, tokens = GPT2LMHeadModel(GPT2), ids()
    model.train()
    model.config.resid_pdrop = 0
    grads = []
    for enable in (model.gradient_checkpointing_disable, model.gradient_checkpointing_enable):
        enable()
        torch.manual_seed(0)
        model.zero_grad()
        model(tokens, labels=tokens, use_cache=False).loss.backward()
        grads.append(model.transformer.wte.weight.grad.clone())
    assert torch.allclose(*grads, atol=1e-6)
