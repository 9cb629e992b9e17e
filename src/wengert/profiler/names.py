"""What events are called: by PyTorch's names, which is what people look for.

An operation is ``aten::`` and the name under which PyTorch dispatches it. What exists only here is ``wengert::``.
"""

from __future__ import annotations

from typing import Any

from ..observing import BACKWARD, COMPOSITE, EVALUATE, FUNCTION, INPLACE, RANGE

ATEN = {  # rows whose name says more, or something else
    "_pairs_as_complex": "view_as_complex",
    "_floor_quotient": "div",
    "_trunc_quotient": "div",
    "true_divide": "div",
    "ndtr": "special_ndtr",
    "xlog1py": "special_xlog1py",
    "entr": "special_entr",
    "_view_dtype": "view",
    "_reshape_copy": "_unsafe_view",
    "_squeeze_all": "squeeze",
    "_embed": "slice_backward",
    "_getitem": "slice",
    "_onto_diagonal": "diag_embed",
    "_fold": "unfold_backward",
    "_strided_write": "as_strided_scatter",
    "_unindex": "index_put",
    "_ungather": "scatter_add",
    "_scatter_prod": "scatter_reduce",
    "_scatter_extreme": "scatter_reduce",
    "_sum_dim": "sum",
    "_sum_to": "sum",
    "_mean_dim": "mean",
    "_prod_dim": "prod",
    "_max_dim": "max",
    "_min_dim": "min",
    "_median_dim": "median",
    "_nanmedian_dim": "nanmedian",
    "_vector_norm": "linalg_vector_norm",
    "_cross": "linalg_cross",
    "_cumsum_back": "cumsum",
    "_dual": "_make_dual",
    "_primal": "_fw_primal",
    "_move": "to",
    "_linear": "addmm",
    "_unique": "_unique2",
    "_prelu_kernel": "_prelu_kernel",
    "_safe_softmax": "_safe_softmax",
    "_scaled_sum": "add",
    "_contract": "bmm",
    "logsigmoid": "log_sigmoid",
    "_layer_norm": "native_layer_norm",
    "_group_norm": "native_group_norm",
    "_batch_norm": "native_batch_norm",
    "_im2col": "im2col",
    "_col2im": "col2im",
    "_convolution_input": "convolution_backward",
    "_convolution_weight": "convolution_backward",
    "_max_pool": "max_pool2d_with_indices",
    "_avg_pool": "avg_pool2d",
    "_avg_unpool": "avg_pool2d_backward",
    "_adaptive_max_pool": "adaptive_max_pool2d",
    "_adaptive_avg_pool": "_adaptive_avg_pool2d",
    "_adaptive_avg_unpool": "_adaptive_avg_pool2d_backward",
}
OURS = frozenset((
    "_through_memory", "_zeros_at", "_once", "_fail_at_zeros", "_counts", "_filled_like", "_ranks", "_unravel",
    "_each_repeated", "_recur", "_view_write", "_enter", "_leave", "_sum_level", "_identity_like", "_causal_mask",
))  # fmt: skip
OWN = frozenset((
    "from_numpy", "from_dlpack", "asarray", "new_tensor", "unravel_index", "tanhshrink", "softsign", "softmin",
    "dropout1d", "dropout2d", "dropout3d", "normalize", "gaussian_nll_loss", "multilabel_soft_margin_loss",
    "triplet_margin_with_distance_loss", "max_unpool1d", "local_response_norm", "interpolate",
))  # fmt: skip
PUBLIC = {  # published functions that call rows
    "linear_layer": "linear", "cross_entropy": "cross_entropy_loss", "T": "numpy_T", "H": "matrix_H",
    "cat_public": "cat", "stack_public": "stack", "fold": "col2im", "vecdot": "linalg_vecdot", "unique": "_unique2",
}  # fmt: skip


def operation(name: str) -> str:
    """The event of a row."""
    if name in OURS:
        return "wengert::" + name.lstrip("_")
    return "aten::" + ATEN.get(name, name.lstrip("_"))


def of(kind: int, what: Any) -> str:
    """What the event of something that begins is called; see :mod:`wengert.observing`."""
    if kind == EVALUATE:
        return "autograd::engine::evaluate_function: " + backward(what)
    if kind == BACKWARD:
        return backward(what)
    if kind == RANGE:
        return str(what)
    if kind == FUNCTION:
        return what if isinstance(what, str) else str(what.__name__)
    if kind == INPLACE:
        op, name = what
        public = operation(op.name)
        return public + "_" if name == op.inplace_name else "aten::" + name.lstrip("_")
    if kind == COMPOSITE:
        return published(what)
    return operation(what.name)


def published(name: str) -> str:
    """The event of a published function: ``linalg.norm`` is ``aten::linalg_norm``, ``nn.functional.relu`` no more than
    ``aten::relu``."""
    space, _, name = name.rpartition(".")
    name = name.lstrip("_")
    if name in OWN:
        return "wengert::" + name
    name = PUBLIC.get(name, name)
    return (
        f"aten::{name}"
        if space in ("", "nn.functional", "Tensor") or name.startswith(space)
        else f"aten::{space.replace('.', '_')}_{name}"
    )


def backward(node: Any) -> str:
    """The event of a node, or of what it is called."""
    name = node if isinstance(node, str) else str(node.name())
    return "torch::autograd::AccumulateGrad" if name == "AccumulateGrad" else name
