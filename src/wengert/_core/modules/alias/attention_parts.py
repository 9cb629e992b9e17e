"""Private names of PyTorch about the parts of attention with several heads: packages write their own of these."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api.generated import nn_functions
from ...ops.nn.attention import _added, _check_heads, _projected


def _in_projection(
    q: Any, k: Any, v: Any, w_q: Any, w_k: Any, w_v: Any, b_q: Any = None, b_k: Any = None, b_v: Any = None
) -> tuple[Any, Any, Any]:
    """Queries, keys and values, each by a matrix of its own."""
    return nn_functions.linear(q, w_q, b_q), nn_functions.linear(k, w_k, b_k), nn_functions.linear(v, w_v, b_v)


def _in_projection_packed(q: Any, k: Any, v: Any, w: Any, b: Any = None) -> list[Any]:
    """Queries, keys and values by parts of one matrix, each contiguous: programs view them by heads."""
    return [part.contiguous() for part in _projected(q, k, v, w, b)]


def _canonical_mask(
    mask: Any, mask_name: str, other_type: Any, other_name: str, target_type: Any, check_other: bool = True
) -> Any:
    """The numbers that a mask adds to scores of the dtype ``target_type``. ``other_type`` is that of another mask."""
    if check_other and mask is not None and other_type is not None and mask.dtype != other_type:
        errors.layers.other_masks(mask_name, other_name)
    return _added(mask, mask_name, target_type)


def _none_or_dtype(input: Any) -> Any:
    """The dtype of a mask, if there is one."""
    return None if input is None else input.dtype


PARTS: dict[str, Any] = {
    "_canonical_mask": _canonical_mask, "_in_projection": _in_projection,
    "_in_projection_packed": _in_projection_packed, "_mha_shape_check": _check_heads, "_none_or_dtype": _none_or_dtype,
}  # fmt: skip
