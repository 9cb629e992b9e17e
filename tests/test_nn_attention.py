"""Attention by several heads refuses, warns and drops what PyTorch's does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Program, compare
from wengert._core.ops.nn import attention

WIDTH, SHAPES = 4, {"query": (3, 2, 4), "key": (5, 2, 4), "value": (5, 2, 4)}
PLACES = 13  # arguments that have no defaults


def attend(**how: Any) -> Program:
    """A call with tensors of the shapes given as tuples, and for each dtype given as a string."""

    def run(lib: Any) -> Any:
        r = np.random.default_rng(3)
        given = {
            **SHAPES, "embed_dim_to_check": WIDTH, "num_heads": 2, "in_proj_weight": (12, 4), "in_proj_bias": (12,),
            "bias_k": None, "bias_v": None, "add_zero_attn": False, "dropout_p": 0.0, "out_proj_weight": (4, 4),
            "out_proj_bias": (4,), **how,
        }  # fmt: skip
        dtypes = {name.removesuffix("_dtype"): given.pop(name) for name in list(given) if name.endswith("_dtype")}

        def tensor(name: str, shape: Any) -> Any:
            values = lib.tensor((np.round(r.normal(size=shape) * 8) / 16).tolist(), dtype=lib.float64)
            return values.to(getattr(lib, dtypes.get(name, "float64")))

        made = {name: tensor(name, v) if isinstance(v, tuple) else v for name, v in given.items()}
        lib.manual_seed(1)
        attention = lib.nn.functional.multi_head_attention_forward
        out, weights = attention(*list(made.values())[:PLACES], **dict(list(made.items())[PLACES:]))
        return np.round(out.tolist(), 9).tolist(), None if weights is None else np.round(weights.tolist(), 9).tolist()

    return run


WORKS = [
    attend(),
    attend(query=(3, 4), key=(5, 4), value=(5, 4)),
    attend(query=(3, 4), key=(5, 4), value=(5, 4), average_attn_weights=False, attn_mask=(2, 3, 5)),
    attend(need_weights=False, attn_mask=(4, 3, 5)),
    attend(need_weights=False, attn_mask=(3, 5), key_padding_mask=(2, 5)),
    attend(attn_mask=(3, 5), is_causal=True, need_weights=False),
    attend(attn_mask=(3, 5), is_causal=True),
    attend(bias_k=(1, 1, 4), bias_v=(1, 1, 4), add_zero_attn=True, attn_mask=(3, 5), key_padding_mask=(2, 5)),
    attend(attn_mask=(3, 5), attn_mask_dtype="float32", key_padding_mask=(2, 5)),
    attend(static_k=(4, 6, 2), static_v=(4, 6, 2)),
    attend(dropout_p=0.5),
    attend(dropout_p=0.5, need_weights=False),
    attend(dropout_p=0.5, training=False),
    attend(key=(5, 2, 6), value=(5, 2, 7), use_separate_proj_weight=True, q_proj_weight=(4, 4), k_proj_weight=(4, 6),
           v_proj_weight=(4, 7)),
]  # fmt: skip
REFUSED = [
    attend(query=(3, 4)),
    attend(query=(4,)),
    attend(embed_dim_to_check=5),
    attend(num_heads=3),
    attend(key=(4, 2, 4)),
    attend(is_causal=True),
    attend(attn_mask=(3, 4)),
    attend(attn_mask=(3, 3, 5)),
    attend(attn_mask=(5,)),
    attend(attn_mask=(3, 5), attn_mask_dtype="int64"),
    attend(key_padding_mask=(2, 5), key_padding_mask_dtype="uint8"),
    attend(key_padding_mask=(5,)),
    attend(query=(3, 4), key=(5, 4), value=(5, 4), key_padding_mask=(2, 5)),
    attend(bias_k=(1, 1, 4)),
    attend(static_k=(3, 6, 2)),
    attend(static_k=(4, 6, 3)),
    attend(static_k=(4, 6, 2), bias_k=(1, 1, 4), bias_v=(1, 1, 4)),
    attend(use_separate_proj_weight=True),
    attend(in_proj_weight=None),
]


@pytest.mark.parametrize("run", WORKS + REFUSED)
def test_several_heads_as_in_pytorch(run: Program, control: Control) -> None:
    compare(run, control)


@pytest.mark.parametrize("shape", [(2, 3, 4, 5), (1, 2, 500, 600)])  # one piece, and several
@pytest.mark.parametrize("is_causal", [False, True])
def test_one_pass_over_the_weights_gives_the_gradients_that_are_needed(
    shape: tuple[int, ...], is_causal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    r, (*lead, rows, keys), computed = np.random.default_rng(0), shape, []
    weights = attention._weights
    monkeypatch.setattr(attention, "_weights", lambda *args: computed.append(1) or weights(*args))
    for loops in (attention.attention_loops, attention.attention_blocks):  # which have weights of their own
        monkeypatch.setattr(loops, "slopes", lambda *args: None)
    arrays = [r.normal(size=(*lead, n, 3)) for n in (rows, keys, keys)]
    pieces = len(list(attention._parts(shape, is_causal)))
    expected = {}
    for needed in range(7, 0, -1):
        leaves = [wengert.tensor(a, requires_grad=bool(needed >> i & 1)) for i, a in enumerate(arrays)]
        out = wengert.nn.functional.scaled_dot_product_attention(*leaves, is_causal=is_causal)
        computed.clear()
        out.backward(wengert.ones_like(out).cos() * out.detach())
        assert len(computed) == pieces
        for i, leaf in enumerate(leaves):
            if leaf.requires_grad:
                assert np.array_equal(leaf.grad.numpy(), expected.setdefault(i, leaf.grad.numpy()))
            else:
                assert leaf.grad is None


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("rows", [3, 40, 150])
def test_causal_attention_is_that_of_a_triangular_mask(rows: int, dtype: type) -> None:
    """So it is for scores that are minus infinity, of all keys that a query sees too, and for large ones and NaN."""
    r = np.random.default_rng(0)
    for special in (0.0, -np.inf, np.inf, np.nan, 1e30):
        for at in (0, rows // 2, rows - 1):
            q, k, v = (np.abs(r.normal(size=(2, rows, 4))).astype(dtype) for _ in range(3))
            k[:, at] = special
            inputs = [wengert.from_numpy(a) for a in (q, k, v)]
            attend = wengert.nn.functional.scaled_dot_product_attention
            with np.errstate(all="ignore"):
                found = attend(*inputs, is_causal=True).numpy()
                expected = attend(*inputs, wengert.ones(rows, rows, dtype=wengert.bool).tril()).numpy()
            np.testing.assert_allclose(found, expected, 1e-5, 1e-6)


def test_two_masks_are_refused() -> None:
    """As the documentation says. PyTorch's fused forms take both, and its other form refuses."""
    x = wengert.ones(1, 3, 4)
    with pytest.raises(RuntimeError, match="Explicit attn_mask should not be set when is_causal=True. Give one mask"):
        wengert.nn.functional.scaled_dot_product_attention(x, x, x, attn_mask=wengert.ones(3, 3), is_causal=True)
