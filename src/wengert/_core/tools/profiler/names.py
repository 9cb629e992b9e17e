"""The names of events, which are PyTorch's names, because users look for those.

An operation is called ``aten::`` and PyTorch's dispatch name. Operations that exist only here are ``wengert::``.
"""

from __future__ import annotations

import re
from typing import Any

from ...dispatch.registry import COMPOSITES, REGISTRY
from ...tape.watching import BACKWARD, COMPOSITE, EVALUATE, FUNCTION, INPLACE, RANGE

STEP = "ProfilerStep#"  # and the number of the step


def in_tables(name: str) -> str:
    """The name of an event in tables, where the steps of a loop are one row. The timeline has their numbers."""
    return "ProfilerStep*" if name.startswith(STEP) else name


ATEN = {  # rows whose name differs from PyTorch's
    "_coo": "sparse_coo_tensor",
    "_sparse_product": "_sparse_addmm",
    "_fft_c2c": "_fft_c2c",
    "_fft_c2r": "_fft_c2r",
    "_fft_r2c": "_fft_r2c",
    "true_divide": "div",
    "_view_dtype": "view",
    "_reshape_copy": "_unsafe_view",
    "_embed": "slice_backward",
    "_fold": "unfold_backward",
    "_dual": "_make_dual",
    "_primal": "_fw_primal",
    "_move": "to",
    "_alias": "alias",
    "_to": "to",
    "_real": "real",
    "_imag": "imag",
    "_index": "index",
    "_convolution": "convolution",
    "_eigvals": "_linalg_eigvals",
    "_eigvalsh": "_linalg_eigh",
    "_pairs_as_complex": "view_as_complex",
    "_unique": "_unique2",
    "_attention": "_scaled_dot_product_flash_attention_for_cpu",
    "_standard_gamma": "_standard_gamma",
    "_dirichlet": "_sample_dirichlet",
    "_prelu_kernel": "_prelu_kernel",
    "_safe_softmax": "_safe_softmax",
    "logsigmoid": "log_sigmoid",
    "_im2col": "im2col",
    "_grid_sample": "grid_sampler_2d",
    "_sample": "grid_sampler_2d",
    "_resampled": "upsample_bilinear2d",
    "_col2im": "col2im",
    "_convolution_input": "convolution_backward",
    "_max_pool": "max_pool2d_with_indices",
    "_avg_pool": "avg_pool2d",
    "_avg_unpool": "avg_pool2d_backward",
    "_adaptive_max_pool": "adaptive_max_pool2d",
    "_adaptive_avg_pool": "_adaptive_avg_pool2d",
    "_adaptive_avg_unpool": "_adaptive_avg_pool2d_backward",
}
OURS = frozenset(("_polynomial",))
OWN = frozenset((
    "lu", "svd_lowrank", "pca_lowrank", "to_sparse_coo",
    "frombuffer", "gumbel_softmax", "multi_head_attention_forward",
    "from_numpy", "from_dlpack", "asarray", "new_tensor", "unravel_index", "tanhshrink", "softsign", "softmin",
    "dropout1d", "dropout2d", "dropout3d", "normalize", "gaussian_nll_loss", "multilabel_soft_margin_loss",
    "triplet_margin_with_distance_loss", "max_unpool1d", "local_response_norm", "interpolate",
    "adaptive_max_pool1d_with_indices", "adaptive_max_pool2d_with_indices", "adaptive_max_pool3d_with_indices",
    "fractional_max_pool2d_with_indices", "fractional_max_pool3d_with_indices",
    "lp_pool1d", "lp_pool2d", "lp_pool3d", "upsample", "upsample_bilinear", "upsample_nearest", "linear_cross_entropy",
    "to_dlpack",
))  # fmt: skip
OWN_SPACES = ("masked", "signal.windows")  # PyTorch implements these in Python
PUBLIC = {  # public functions that call rows
    "values_public": "values", "indices_public": "indices", "nnz": "_nnz", "sparse_mm": "_sparse_mm",
    "sparse_addmm": "_sparse_addmm", "sparse_sum": "_sparse_sum", "sparse_softmax": "_sparse_softmax",
    "sparse_log_softmax": "_sparse_log_softmax", "sparse_spdiags": "_spdiags",
    "grid_sample": "grid_sampler", "affine_grid": "affine_grid_generator",
    "linear_layer": "linear", "cross_entropy": "cross_entropy_loss", "T": "numpy_T", "H": "matrix_H",
    "cat_public": "cat", "stack_public": "stack", "fold": "col2im", "vecdot": "linalg_vecdot", "unique": "_unique2",
    "standard_gamma": "_standard_gamma", "dirichlet": "_sample_dirichlet",
}  # fmt: skip


def operation(name: str) -> str:
    """The event name of a row. A row without a public function and without a node of PyTorch is wengert's own."""
    if name in ATEN:
        return "aten::" + ATEN[name]
    public = name.lstrip("_")
    options = REGISTRY[name].options
    node = (options.get("node") or "").split(" ")[0].partition("Backward")
    if name in OURS:
        return "wengert::" + public
    if name[0] == "_" and node[1]:
        return "aten::" + snake(node[0]) + ("_backward" if "Backward" in node[2] else "")
    if name[0] == "_" and not published_as(public):
        return "wengert::" + public
    space = options.get("namespace") or ""
    for prefix in ("linalg", "special", "fft"):
        if (space == prefix or node[0].lower().startswith(prefix)) and not public.startswith(prefix + "_"):
            return f"aten::{prefix}_{public}"
    return "aten::" + public


def snake(name: str) -> str:
    """``LinalgVectorNorm`` → ``linalg_vector_norm``, ``FractionalMaxPool2D`` → ``fractional_max_pool2d``."""
    return re.sub(r"(?<!^)(?=[A-Z])(?!(?<=\d)D$)", "_", name).lower()


def published_as(name: str) -> bool:
    """Whether there is a public function with this name."""
    return any(
        f"{space}{name}" in found for space in ("", "nn.functional.", "linalg.") for found in (COMPOSITES, REGISTRY)
    )


def of(kind: int, what: Any) -> str:
    """The event name of something that starts; see ``tape/watching.py``."""
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
    """The event name of a public function: ``linalg.norm`` is ``aten::linalg_norm``, but ``nn.functional.relu`` is
    ``aten::relu``."""
    space, _, name = name.rpartition(".")
    name = name.lstrip("_")
    if space in OWN_SPACES:
        return f"wengert::{space.replace('.', '_')}_{name}"
    if name in OWN:
        return "wengert::" + name
    name = PUBLIC.get(name, name)
    return (
        f"aten::{name}"
        if space in ("", "nn.functional", "Tensor") or name.startswith(space + "_")
        else f"aten::{space.replace('.', '_')}_{name}"
    )


def backward(node: Any) -> str:
    """The event name of a node, or of a node's name."""
    name = node if isinstance(node, str) else str(node._wg_name())
    return "torch::autograd::AccumulateGrad" if name == "AccumulateGrad" else name
