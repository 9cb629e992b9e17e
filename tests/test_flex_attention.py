"""Attention by a function of scores: what it computes, its gradients, masks in blocks, and causal masks."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert.autograd import gradcheck, gradgradcheck
from wengert.nn.attention import flex_attention as flex
from wengert.nn.attention.flex_attention import AuxRequest, BlockMask, create_block_mask, create_mask, flex_attention

PUBLISHED = "nn.attention.flex_attention"


def drawn(*shape: int, requires_grad: bool = False) -> wengert.Tensor:
    values = np.random.default_rng(sum(shape)).normal(size=shape)
    return wengert.tensor(values, requires_grad=requires_grad)


def heads(groups: int = 1, dtype: Any = None) -> list[Any]:
    """Queries, keys and values of two batches."""
    found = [drawn(2, 2 * groups, 6, 3), drawn(2, 2, 5, 3), drawn(2, 2, 5, 4)]
    return found if dtype is None else [t.to(dtype) for t in found]


def causal(b: Any, h: Any, q: Any, k: Any) -> Any:
    return q >= k


def one_by_one(query: Any, key: Any, value: Any, score: Callable[..., float], mask: Callable[..., bool]) -> np.ndarray:
    """The definition, in loops."""
    q, k, v = (t.numpy() for t in (query, key, value))
    out = np.zeros((*q.shape[:3], v.shape[3]))
    for b, h, i in np.ndindex(q.shape[:3]):
        g = h * k.shape[1] // q.shape[1]
        seen = [j for j in range(k.shape[2]) if mask(b, h, i, j)]
        scores = [score(q[b, h, i] @ k[b, g, j] / math.sqrt(q.shape[3]), b, h, i, j) for j in seen]
        weights = np.exp(np.array(scores) - max(scores, default=0.0))
        for j, w in zip(seen, weights / weights.sum(), strict=True):
            out[b, h, i] += w * v[b, g, j]
    return out


@pytest.mark.parametrize("groups", [1, 2])
def test_the_definition(groups: int) -> None:
    q, k, v = heads(groups)
    bias = drawn(2 * groups, 6, 5)

    def score(s: Any, b: Any, h: Any, i: Any, j: Any) -> Any:
        return s * (1 + b) + bias[h, i, j]

    def allowed(b: Any, h: Any, i: Any, j: Any) -> Any:
        return (i > j + b) | (i + h == 2)

    mask = create_block_mask(allowed, 2, 2 * groups, 6, 5, BLOCK_SIZE=(2, 3))
    found = flex_attention(q, k, v, score, mask, enable_gqa=groups > 1)
    table = bias.numpy()
    expected = one_by_one(q, k, v, lambda s, b, h, i, j: s * (1 + b) + table[h, i, j], allowed)
    np.testing.assert_allclose(found, expected, atol=1e-12)
    assert (found[0, 1, 0] == 0).all()  # sees no key


def test_it_is_attention_with_a_mask_of_bools() -> None:
    q, k, v = heads()
    mask = create_block_mask(causal, None, None, 6, 5, BLOCK_SIZE=2)
    expected = wengert.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask.allowed(), scale=0.3)
    assert wengert.allclose(flex_attention(q, k, v, block_mask=mask, scale=0.3), expected)
    assert wengert.allclose(flex_attention(q, k, v), wengert.nn.functional.scaled_dot_product_attention(q, k, v))
    shared = flex_attention(q, k[:1], v[:1], block_mask=mask)
    assert wengert.allclose(shared[1], flex_attention(q[1:], k[:1], v[:1], block_mask=mask)[0])


@pytest.mark.parametrize("fast_mode", [False, True])
def test_gradients_in_every_mode(fast_mode: bool) -> None:
    mask = create_block_mask(lambda b, h, q, k: (q > k) & (h + q != 3), None, 2, 4, 3, BLOCK_SIZE=2)

    def f(q: Any, k: Any, v: Any, slopes: Any) -> Any:
        def score(s: Any, b: Any, h: Any, i: Any, j: Any) -> Any:
            return slopes[h] * (j - i) + wengert.tanh(s)

        out, aux = flex_attention(q, k, v, score, mask, return_aux=AuxRequest(lse=True))
        return out, aux.lse.where(aux.lse > -math.inf, 0.0)

    inputs = [drawn(1, 2, n, 2, requires_grad=True) for n in (4, 3, 3)]
    inputs.append(drawn(2, requires_grad=True))
    assert gradcheck(f, inputs, check_forward_ad=True, check_batched_grad=True, fast_mode=fast_mode)
    assert gradgradcheck(f, inputs, fast_mode=True)


def test_under_vmap_and_its_gradients() -> None:
    q, k, v = (t.unsqueeze(0).expand(3, *t.shape) * wengert.arange(1.0, 4.0).view(3, 1, 1, 1, 1) for t in heads())
    mask = create_block_mask(causal, None, None, 6, 5)
    f = wengert.func.grad(lambda q, k, v: flex_attention(q, k, v, block_mask=mask).square().sum(), argnums=(0, 1, 2))
    for found, *each in zip(wengert.vmap(f)(q, k, v), *(f(q[i], k[i], v[i]) for i in range(3)), strict=True):
        assert wengert.allclose(found, wengert.stack(each))


@pytest.mark.parametrize("dtype", [wengert.float16, wengert.bfloat16, wengert.float32])
def test_half_types_compute_in_float32(dtype: Any) -> None:
    q, k, v = heads(dtype=dtype)
    seen: list[Any] = []
    out, aux = flex_attention(q, k, v, lambda s, *_: seen.append(s.dtype) or s, return_aux=AuxRequest(True, True))
    assert (out.dtype, aux.lse.dtype, aux.max_scores.dtype, seen) == (dtype, *[wengert.float32] * 2, [wengert.float32])
    expected = flex_attention(*(t.double() for t in (q, k, v)))
    assert (out.double() - expected).abs().max() < 4 * wengert.finfo(dtype).eps


def test_what_is_returned_besides() -> None:
    q, k, v = (t.requires_grad_() for t in heads())
    out, aux = flex_attention(q, k, v, return_aux=AuxRequest(max_scores=True))
    scores = q @ k.mT / math.sqrt(3)
    assert aux.lse is None and not aux.max_scores.requires_grad
    assert wengert.allclose(aux.max_scores, scores.amax(-1))
    with pytest.warns(FutureWarning, match="return_lse is deprecated"):
        again, lse = flex_attention(q, k, v, return_lse=True)
    assert wengert.equal(again, out) and wengert.allclose(lse, scores.logsumexp(-1))
    blind = create_block_mask(lambda b, h, q, k: q < 0, None, None, 6, 5)
    out, aux = flex_attention(q, k, v, block_mask=blind, return_aux=AuxRequest(True, True))
    assert (aux.lse == -math.inf).all() and (aux.max_scores == -math.inf).all()
    out.sum().backward()
    assert not (out.any() or q.grad.any() or k.grad.any() or v.grad.any())
    assert flex_attention(q, k[:, :, :0], v[:, :, :0]).count_nonzero() == 0


@pytest.mark.parametrize("separate", [True, False])
@pytest.mark.parametrize("size", [1, 2, 3, (2, 4), 128])
def test_blocks_hold_what_the_mask_allows(size: Any, separate: bool) -> None:
    table = drawn(2, 3, 7, 9) > -0.9

    def at(b: Any, h: Any, q: Any, k: Any) -> Any:
        return table[b, h, q, k]

    mask = create_block_mask(at, 2, 3, 7, 9, BLOCK_SIZE=size, separate_full_blocks=separate)
    assert wengert.equal(create_mask(at, 2, 3, 7, 9), table) and wengert.equal(mask.allowed(), table)
    assert mask.shape == (2, 3, 7, 9) and mask.numel() == table.numel()
    rows, columns = mask.BLOCK_SIZE
    for b, h, i, j in np.ndindex(*mask.to_dense().shape):
        block = table[b, h, i * rows : (i + 1) * rows, j * columns : (j + 1) * columns]
        assert bool(mask.to_dense()[b, h, i, j]) == bool(block.any())
    for part in ("", "full_"):
        count, order = getattr(mask, f"{part}kv_num_blocks"), getattr(mask, f"{part}kv_indices")
        if count is None:
            assert part == "full_" and not separate
            continue
        assert {t.dtype for t in (count, order)} == {wengert.int32}
        by_rows = {(*p, int(c)) for p in np.ndindex(*count.shape) for c in order[p][: int(count[p])]}
        count, order = getattr(mask, f"{part}q_num_blocks"), getattr(mask, f"{part}q_indices")
        by_columns = {(*p[:2], int(r), p[2]) for p in np.ndindex(*count.shape) for r in order[p][: int(count[p])]}
        assert by_rows == by_columns
    smaller = mask._adjust(5, 6)
    assert wengert.equal(smaller.allowed(), table[:, :, :5, :6])
    moved, there = mask.to("cpu").as_tuple()[2:10], mask.as_tuple()[2:10]
    assert all(x is y or wengert.equal(x, y) for x, y in zip(moved, there, strict=True))


def test_blocks_are_kept_where_no_function_says_so() -> None:
    one = wengert.ones(1, 1, 2, dtype=wengert.int32)
    mask = BlockMask.from_kv_blocks(one, wengert.tensor([[[[0, 1], [1, 0]]]]), BLOCK_SIZE=2)
    assert mask.seq_lengths == (4, 4) and mask.sparsity() == 50
    x = drawn(1, 1, 4, 2)
    expected = one_by_one(x, x, x, lambda s, *_: s, lambda b, h, i, j: i // 2 == j // 2)
    np.testing.assert_allclose(flex_attention(x, x, x, block_mask=mask), expected)


def test_a_part_of_a_mask_wants_a_new_function() -> None:
    x = drawn(1, 1, 4, 2)
    whole = create_block_mask(causal, None, None, 4, 4, BLOCK_SIZE=2)
    part = whole[:, :, 1]
    assert part.kv_num_blocks.shape == (1, 1, 1) and whole[0].shape == (1, 1, 4, 4)
    part.seq_lengths = (2, 4)
    with pytest.raises(RuntimeError, match="sliced BlockMask"):
        flex_attention(x[:, :, 2:], x, x, block_mask=part)
    part.mask_mod = lambda b, h, q, k: causal(b, h, q + 2, k)
    expected = flex_attention(x, x, x, block_mask=whole)[:, :, 2:]
    assert wengert.allclose(flex_attention(x[:, :, 2:], x, x, block_mask=part), expected)


def test_pictures() -> None:
    mask = create_block_mask(causal, 2, None, 20, 20, BLOCK_SIZE=4)
    assert mask.to_string(grid_size=3, limit=1).splitlines() == [
        "(0, 0)", "░░", "██░░", "██████", "", "... 1 more: to_string(limit=2), or mask[batch, head]",
    ]  # fmt: skip
    assert str(mask).startswith("BlockMask(shape=(2, 1, 20, 20), sparsity=40.00%)\n(0, 0)\n██\n████\n")
    assert repr(mask) == "BlockMask(shape=(2, 1, 20, 20), sparsity=40.00%)"


WRONG: list[tuple[str, type[Exception], str]] = [
    ("flex_attention(q[0], k, v)", NotImplementedError, "must be 4D tensors"),
    ("flex_attention(q.float(), k, v)", ValueError, "same dtype"),
    ("flex_attention(q.long(), k.long(), v.long())", ValueError, "floating point"),
    ("flex_attention(q, k[..., :2], v)", ValueError, "E=3 and E=2"),
    ("flex_attention(q, k, v[:, :, :2])", ValueError, "a value for every key"),
    ("flex_attention(q[:, :1], k, v)", ValueError, "enable_gqa=True"),
    ("flex_attention(q[:, :1], k, v, enable_gqa=True)", ValueError, "Hq=1 and Hkv=2"),
    ("flex_attention(q[:1], k, v)", ValueError, "Bq=1, and Bkv=2"),
    ("flex_attention(q, k, v, block_mask=mask.allowed())", TypeError, "create_block_mask"),
    ("flex_attention(q[:, :, :4], k, v, block_mask=mask)", ValueError, r"_adjust\(4, 5\)"),
    ("flex_attention(q, k, v, block_mask=mask._adjust(2, 2))", ValueError, "Create a new block mask"),
    ("flex_attention(q, k, v, block_mask=create_block_mask(causal, 3, 1, 6, 5))", ValueError, "2 batches and 2 heads"),
    (
        "flex_attention(q, k, v, block_mask=BlockMask((6, 5), one[0], one[0], *[None] * 6))",
        ValueError,
        "2 batches and 2",
    ),
    ("flex_attention(q, k, v, return_lse=True, return_aux=AuxRequest(True))", ValueError, "both return_lse and"),
    ("flex_attention(3, k, v)", TypeError, "query should be a tensor"),
    ("create_block_mask(3, 1, 1, 4, 4)", TypeError, "should be a function"),
    ("create_block_mask(lambda b, h, q: q, 1, 1, 4, 4)", TypeError, "takes 3 positional arguments"),
    ("create_block_mask(lambda s, b, h, q, k: s, 1, 1, 4, 4)", TypeError, "takes 5 positional arguments"),
    ("create_block_mask(lambda b, h, q, k: q - k, 1, 1, 4, 4)", TypeError, "must be torch.bool, got wengert.int32"),
    ("create_block_mask(causal, 1, 1, 4, 4, BLOCK_SIZE=0)", ValueError, "positive integer"),
    ("create_block_mask(causal, 1, 1, 4, 4, compute_dq_write_order=True)", NotImplementedError, "Leave it out"),
    ("flex.or_masks(causal, 3)", RuntimeError, "callable mask_mods"),
    ("BlockMask.from_kv_blocks(one, one.view(-1))", ValueError, "at least 2 dimensions"),
    ("BlockMask.from_kv_blocks(one, 0 * one.view(1, 1, 2, 1), one)", ValueError, "Pass full_kv_indices too"),
    ("mask._adjust(7, 5)", ValueError, "Create a new block mask"),
]


@pytest.mark.parametrize(("call", "kind", "words"), WRONG, ids=[call for call, _, _ in WRONG])
def test_wrong_calls_say_what_to_do(call: str, kind: type[Exception], words: str) -> None:
    q, k, v = heads()
    one = wengert.ones(1, 1, 2, dtype=wengert.int32)
    mask = create_block_mask(causal, None, None, 6, 5)
    with pytest.raises(kind, match=words):
        eval(call, {**globals(), "q": q, "k": k, "v": v, "mask": mask, "one": one})


def test_masks_of_nothing_and_names() -> None:
    assert create_mask(flex.and_masks(), None, None, 2, 2).all() and not create_mask(flex.or_masks(), 1, 1, 2, 2).any()
    options: flex.FlexKernelOptions = {"BLOCK_M": 64}
    q, k, v = heads()
    assert wengert.equal(flex_attention(q, k, v, kernel_options=options), flex_attention(q, k, v))


def test_causal_masks(lib: Any) -> None:
    bias = importlib.import_module(f"{lib.__name__}.nn.attention.bias")
    q, k, v = (
        lib.tensor(t.numpy(), requires_grad=True) for t in (drawn(1, 2, 3, 4), drawn(1, 2, 5, 4), drawn(1, 2, 5, 4))
    )
    attention = lib.nn.functional.scaled_dot_product_attention
    for made, offset in ((bias.causal_upper_left(3, 5), 0), (bias.causal_lower_right(3, 5), 2)):
        mask = lib.ones(3, 5, dtype=lib.bool).tril(offset)
        assert repr(made) == repr(mask) and lib.equal(made._materialize(), mask)
        assert (made.seq_len_q, made.seq_len_kv, isinstance(made, bias.CausalBias)) == (3, 5, True)
        out = attention(q, k, v, attn_mask=made)
        assert type(out) is lib.Tensor and lib.allclose(out, attention(q, k, v, attn_mask=mask))
        for found, expected in zip(
            *(lib.autograd.grad(attention(q, k, v, attn_mask=m).sum(), (q, k, v)) for m in (made, mask)), strict=True
        ):
            assert lib.allclose(found, expected)
    assert made.variant is bias.CausalVariant.LOWER_RIGHT
    with pytest.warns(UserWarning, match="Lower right causal bias"):
        assert not lib.isnan(attention(k.detach(), q, q, attn_mask=bias.causal_lower_right(5, 3))).any()
    with pytest.raises(AssertionError, match="only supports 2D tensors"):
        bias.causal_upper_left(3)
    with pytest.raises(AssertionError, match="must be a CausalVariant"):
        bias.CausalBias(1, 3, 4)


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:flex_attention called without", "ignore:return_lse")
def test_pytorch_computes_the_same() -> None:
    def program(name: str) -> list[Any]:
        torch, theirs = importlib.import_module(name), importlib.import_module(f"{name}.{PUBLISHED}")
        q, k, v = (torch.tensor(t.numpy().astype("f4")) for t in heads(2))
        bias = torch.tensor(drawn(4, 6, 5).numpy().astype("f4"))

        def allowed(b: Any, h: Any, i: Any, j: Any) -> Any:
            return (i > j + 1) & (bias[h, i, j] > b - 1)

        mask = theirs.create_block_mask(allowed, 2, 4, 6, 5, BLOCK_SIZE=(2, 3))
        out, lse = theirs.flex_attention(
            q, k, v, lambda s, b, h, i, j: torch.tanh(s) * bias[h, i, j], mask, enable_gqa=True, return_lse=True
        )
        half = theirs.flex_attention(q.half(), k.half(), v.half(), enable_gqa=True).float()
        shown = [out, lse, half, mask.to_dense(), *mask.as_tuple()[2:10], mask._adjust(3, 4).to_dense()]
        shown += [theirs.create_mask(f, 2, 4, 6, 5) for f in (theirs.and_masks(causal, allowed), theirs.or_masks())]
        shown += [theirs.create_mask(lambda s, b, h, q, k: torch.where(q >= k, s, -math.inf), 1, 1, 3, 4)]
        shown += [mask[0, 1].kv_indices, mask[:, :, 1:].q_indices, mask[0].full_kv_num_blocks]
        return [np.asarray(t) for t in shown] + [mask.shape, mask.sparsity(), mask.seq_lengths, mask.BLOCK_SIZE]

    for ours, theirs in zip(program("wengert"), program("torch"), strict=True):
        if isinstance(ours, np.ndarray):
            assert ours.dtype == theirs.dtype
        np.testing.assert_allclose(ours, theirs, atol=2e-3 if np.asarray(ours).dtype == np.float32 else 0)
