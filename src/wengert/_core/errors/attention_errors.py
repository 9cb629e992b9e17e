"""Attention by functions of scores, masks in blocks, and causal masks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .text import describe, size, warn

SIGNATURES = "def mask(batch, head, query, key) or def score(score, batch, head, query, key)"


# -- what flex_attention is given


def no_tensor(name: str, given: Any) -> TypeError:
    return TypeError(f"flex_attention: {name} should be a tensor, but it is {describe(given)}. Pass a tensor.")


def no_four_dimensions(given: Mapping[str, Any]) -> NotImplementedError:
    shapes = ", ".join(f"{name} {size(t.shape)}" for name, t in given.items())
    return NotImplementedError(
        f"NYI: query, key, and value must be 4D tensors (batches, heads, positions, width), but got {shapes}. Call "
        "unsqueeze(0) where the batch is missing."
    )


def two_dtypes(given: Mapping[str, Any]) -> ValueError:
    names = ", ".join(f"{name}.dtype: {t.dtype}" for name, t in given.items())
    return ValueError(
        "Expected query, key, and value to have the same dtype, which is a floating point one, but got "
        f"{names} instead. Convert them with .to()."
    )


def two_widths(query: int, key: int) -> ValueError:
    return ValueError(
        f"Expect query and key/value to have the same embedding dimension but got E={query} and E={key}. Give both the "
        "same last dimension."
    )


def keys_without_values(key: Any, value: Any) -> ValueError:
    return ValueError(
        "flex_attention: key and value should have the same batches, heads and positions, but their shapes are "
        f"{size(key)} and {size(value)}. Pass a value for every key."
    )


def two_counts_of_heads(heads: int, shared: int) -> ValueError:
    return ValueError(
        f"Expect query and key/value to have the same number of heads but got Hq={heads} and Hkv={shared}. "
        "Try setting enable_gqa=True for GQA."
    )


def no_groups_of_heads(heads: int, shared: int) -> ValueError:
    return ValueError(
        f"Expect number of query heads to be a multiple of kv heads for GQA but got Hq={heads} and Hkv={shared}. "
        "Give every head of keys the same number of heads of queries."
    )


def two_counts_of_batches(batches: int, others: int, mask: Any) -> ValueError:
    given = "block_mask=None" if mask is None else "a block_mask"
    return ValueError(
        "Expect query and key/value to have the same batch size, or non-none block_mask and one batch of keys, but got "
        f"{given}, Bq={batches}, and Bkv={others}. Call expand on what has one batch."
    )


def no_block_mask(given: Any) -> TypeError:
    return TypeError(
        f"flex_attention: block_mask should be a BlockMask, but it is {describe(given)}. Call create_block_mask, or, "
        "for a mask of bools, scaled_dot_product_attention(attn_mask=...)."
    )


def other_lengths(shape: Any, queries: int, keys: int) -> ValueError:
    said = f"block_mask was created for block_mask.shape={tuple(shape)} but got q_len={queries} and kv_len={keys}."
    if shape[-2] >= queries and shape[-1] >= keys:
        return ValueError(f"{said} Call block_mask._adjust({queries}, {keys}) for the first of them.")
    return ValueError(f"{said} Create a new block mask.")


def mask_of_others(shape: Any, query: Any) -> ValueError:
    return ValueError(
        f"block_mask was created for block_mask.shape={tuple(shape)}, but query has {query[0]} batches and {query[1]} "
        "heads. Create a block mask for as many, or for None, which stands for all."
    )


def asked_twice() -> ValueError:
    return ValueError(
        "Cannot specify both return_lse and return_aux. return_lse is deprecated, please use "
        "return_aux=AuxRequest(lse=True) instead."
    )


def old_lse() -> None:
    warn("return_lse is deprecated. Please use return_aux=AuxRequest(lse=True) instead.", FutureWarning)


# -- functions of scores and masks


def no_function(name: str, given: Any) -> TypeError:
    return TypeError(f"{name} should be a function, but it is {describe(given)}. Write {SIGNATURES}.")


def wrong_count(function: Any, count: int) -> TypeError:
    name = getattr(function, "__name__", repr(function))
    return TypeError(
        f"{name} takes {count} positional arguments; a mask takes 4, and a function of scores takes 5. Write "
        f"{SIGNATURES}."
    )


def no_bools(dtype: Any) -> TypeError:
    return TypeError(
        f"mask.dtype must be torch.bool, got {dtype}. Return a comparison, such as q >= k, from the mask function."
    )


def function_of_a_part() -> RuntimeError:
    return RuntimeError(
        "Cannot use mask_mod from a sliced BlockMask: it would count from the first row of the part. Set "
        "block_mask.mask_mod to a function that adds where the part begins."
    )


# -- blocks


def wrong_block(given: Any) -> ValueError:
    return ValueError(
        f"BLOCK_SIZE should be a positive integer, or two, of queries and keys, but it is {given!r}. Leave it out for "
        "128."
    )


def no_rows(indices: Any) -> ValueError:
    return ValueError(
        f"BlockMask must have at least 2 dimensions of kv_indices, but its shape is {size(indices.shape)}. Pass the "
        "columns of the blocks of every row."
    )


def half_a_pair(first: str, second: str, given: tuple[Any, ...]) -> ValueError:
    absent = first if given[0] is None else second
    return ValueError(f"{first} and {second} must be both provided or omitted. Pass {absent} too.")


def no_write_order() -> NotImplementedError:
    return NotImplementedError(
        "create_block_mask: compute_dq_write_order is for a kernel of GPUs that wengert does not have; gradients have "
        "the same bits each time without it. Leave it out."
    )


# -- causal masks


def no_variant(given: Any) -> AssertionError:
    return AssertionError(
        f"CausalBias: variant must be a CausalVariant, got {describe(given)}. Call causal_upper_left or "
        "causal_lower_right."
    )


def not_two_sizes(name: str, given: Any) -> AssertionError:
    return AssertionError(
        f"{name} only supports 2D tensors, but got {len(given)} sizes. Pass how many queries and how many keys there "
        "are."
    )


def queries_without_keys(queries: int, keys: int) -> None:
    warn(
        f"Lower right causal bias, where seq_len_q={queries} > seq_len_kv={keys}: the first {queries - keys} queries "
        "see no key, and attention gives 0 for them."
    )
