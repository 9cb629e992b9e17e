"""Calls with two tensors of different dtypes: the dtypes of the results, or the types of errors.

Samples have one dtype for all arrays. What stands here may be given two: a loss and its weights, a layer and its
parameters, memory and what is written into it.
"""

from __future__ import annotations

import warnings
from typing import Any

DTYPES = ("float32", "float64", "float16", "bfloat16", "int64", "uint8", "bool", "complex64")
OF_TWO = (
    "mse_loss l1_loss smooth_l1_loss huber_loss soft_margin_loss kl_div poisson_nll_loss hinge_embedding_loss "
    "binary_cross_entropy_with_logits pairwise_distance prelu"
)
FIRST = "lib.tensor([0])"
CALLS = {name: f"F.{name}(a, b)" for name in OF_TWO.split()} | {  # of two vectors, a and b
    "binary_cross_entropy, weight": "F.binary_cross_entropy(a, a, b)",
    "binary_cross_entropy_with_logits, weight": "F.binary_cross_entropy_with_logits(a, a, b)",
    "binary_cross_entropy_with_logits, pos_weight": "F.binary_cross_entropy_with_logits(a, a, pos_weight=b)",
    "nll_loss, weight": f"F.nll_loss(a[None], {FIRST}, b)",
    "cross_entropy, weight": f"F.cross_entropy(a[None], {FIRST}, b)",
    "cross_entropy, smoothed": f"F.cross_entropy(a[None], {FIRST}, b, label_smoothing=0.1)",
    "cross_entropy, probabilities": "F.cross_entropy(a[None], b[None])",
    "multi_margin_loss, weight": f"F.multi_margin_loss(a[None], {FIRST}, weight=b)",
    "multilabel_soft_margin_loss": "F.multilabel_soft_margin_loss(a[None], b[None])",
    "margin_ranking_loss": "F.margin_ranking_loss(a, a, b)",
    "cosine_embedding_loss": "F.cosine_embedding_loss(a[:, None], a[:, None], b)",
    "triplet_margin_loss": "F.triplet_margin_loss(a[None], b[None], b[None])",
    "gaussian_nll_loss": "F.gaussian_nll_loss(a, a, b)",
    "cosine_similarity": "F.cosine_similarity(a, b, 0)",
    "layer_norm": "F.layer_norm(a, (2,), b)",
    "rms_norm": "F.rms_norm(a, (2,), b)",
    "batch_norm": "F.batch_norm(a[None], b, b)",
    "batch_norm, weight": "F.batch_norm(a[None], a, a, b)",
    "instance_norm, weight": "F.instance_norm(a.view(1, 1, 2), weight=b[:1])",
    "group_norm": "F.group_norm(a[None], 1, b)",
    "einsum": "lib.einsum('i,i->', a, b)",
    "einsum, outer": "lib.einsum('i,j->ij', a, b)",
    "einsum, elementwise": "lib.einsum('i,i->i', a, b)",
    "einsum, sums of factors": "lib.einsum('i,j->', a, b)",
    "einsum, of three": "lib.einsum('i,j,j->i', a, b, b)",
    "tensordot": "lib.tensordot(a, b, 1)",
    "tensordot, outer": "lib.tensordot(a, b, 0)",
    "linear": "F.linear(a[None], b[None])",
    "linear, bias": "F.linear(a[None], a[None], b[:1])",
    "conv1d": "F.conv1d(a.view(1, 1, 2), b.view(1, 1, 2))",
    "conv1d, bias": "F.conv1d(a.view(1, 1, 2), a.view(1, 1, 2), b[:1])",
    "bilinear": "F.bilinear(a[None], b[None], a.view(1, 1, 2).expand(1, 2, 2))",
    "embedding_bag, weights":
        "F.embedding_bag(lib.tensor([[0, 1]]), a[:, None], mode='sum', per_sample_weights=b[None])",
    "attention": "F.scaled_dot_product_attention(a[None, :, None], b[None, :, None], b[None, :, None])",
    "attention, mask": "F.scaled_dot_product_attention(*[a[None, :, None]] * 3, b[:, None])",
    "grid_sample": "F.grid_sample(a.view(1, 1, 1, 2), b.view(1, 1, 1, 2), align_corners=False)",
    "cdist": "lib.cdist(a[None], b[None])",
    "cross": "lib.linalg.cross(a.repeat(2)[:3], b.repeat(2)[:3])",
    "copy_": "a.clone().copy_(b)",
    "add_": "a.clone().add_(b)",
    "div_": "a.clone().div_(b)",
    "masked_fill": "a.masked_fill(lib.tensor([True, False]), b[0])",
    "masked_scatter": "a.masked_scatter(lib.tensor([True, False]), b)",
    "index_fill": f"a.index_fill(0, {FIRST}, b[0])",
    "index_add": f"a.index_add(0, {FIRST}, b[:1])",
    "index_copy": f"a.index_copy(0, {FIRST}, b[:1])",
    "index_put": f"a.index_put(({FIRST},), b[:1])",
    "scatter": f"a.scatter(0, {FIRST}, b[:1])",
    "scatter_add": f"a.scatter_add(0, {FIRST}, b[:1])",
    "select_scatter": "lib.select_scatter(a, b[0], 0, 0)",
    "slice_scatter": "lib.slice_scatter(a, b)",
}  # fmt: skip


def outcome(lib: Any, name: str, one: str, other: str) -> str:
    """The dtype of the result of a call, or the type of its error."""
    a, b = (lib.ones(2, dtype=getattr(lib, dtype)) for dtype in (one, other))
    with warnings.catch_warnings(action="ignore"):
        try:
            found = eval(CALLS[name], {"lib": lib, "F": lib.nn.functional, "a": a, "b": b})
        except Exception as e:
            return type(e).__name__
    return str(found.dtype).split(".")[-1]


def table(lib: Any) -> dict[str, dict[str, list[str]]]:
    """Per call and dtype of the first tensor, what comes of each dtype of the second one."""
    return {name: {one: [outcome(lib, name, one, other) for other in DTYPES] for one in DTYPES} for name in CALLS}
