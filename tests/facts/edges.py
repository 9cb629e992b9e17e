"""Calls that no sample reaches: of one element instead of several, of nothing, of other dtypes and layouts.

``edges.json`` has what PyTorch makes of each: the results, or the type of the error.
"""

from __future__ import annotations

import warnings
from typing import Any

from tests.facts import refused_calls

X = ("wengert.zeros(3)", "wengert.tensor(1.0)")
PLACES = ("[0]", "0", "[0, 1]", "[]", "[[0]]")
MADE = "wengert.ones(2, 3)"
GROUPS: dict[str, list[str]] = {
    "one element scattered": [
        f"{x}.{f}(0, wengert.tensor({i}).long(), wengert.tensor({s}){more})"
        for x in X for i in PLACES for s in ("2.0", "[2.0]")
        for f, more in (("scatter", ""), ("scatter_add_", ""), ("scatter_reduce", ", 'sum'"))
    ],
    "norms of empty matrices": [
        f"wengert.linalg.matrix_norm(wengert.ones({shape}), {order}, keepdim={keep})"
        for shape in ("0, 2", "2, 0", "0, 0", "3, 0, 2") for order in (2, -2, "'nuc'", 1, -1, "float('inf')")
        for keep in (False, True)
    ],
    "means of integers": [
        "wengert.nn.functional." + f.replace("D", f"dtype=wengert.{d}")
        for d in ("uint8", "int32", "bool")
        for f in ("adaptive_avg_pool1d(wengert.ones(1, 1, 4, D), 2)", "avg_pool2d(wengert.ones(1, 1, 4, 4, D), 2)",
                  "interpolate(wengert.ones(1, 1, 4, 4, D), size=2, mode='area')")
    ] + ["wengert.nn.functional.avg_pool1d(wengert.arange(4).reshape(1, 1, 4), 2)"],
    "pools and sizes": [
        "wengert.nn.functional.max_pool1d(wengert.ones(1, 1, 4, dtype=wengert.bool), 2)",
        "wengert.nn.functional.interpolate(wengert.ones(1, 1, 4), scale_factor=0)",
    ],
    "layouts": [
        "wengert.zeros_like(wengert.ones(2, 3), layout=wengert.sparse_coo)",
        "wengert.zeros_like(wengert.ones(2, 3).to_sparse(), layout=wengert.strided)",
        "wengert.full_like(wengert.ones(2, 3), 1.0, layout=wengert.sparse_coo)",
    ],
    "dtypes of several results": [
        f"wengert.{f}(wengert.tensor([3.0, 1.0]), 0, out=(wengert.empty(0, dtype=wengert.{a}), "
        f"wengert.empty(0, dtype=wengert.{b})))"
        for f in ("max", "min", "median", "cummax")
        for a, b in (("float32", "int64"), ("float32", "float32"), ("float64", "int64"))
    ],
    "arguments of methods that write": [
        f"{MADE}.{f}" for f in ("random_(1.5)", "random_(0.0, 2)", "random_(None)", "resize_()", f"copy_({MADE}, 1)",
                                f"copy_({MADE}, {MADE})", f"copy_({MADE}, True)")
    ],
    "results of another dtype, written in place": [
        f"wengert.ones(2, dtype=wengert.{d}).{f}"
        for d in ("int64", "float32", "float64", "complex64")
        for f in ("float_power_(2)", "float_power_(2j)", "square_()", "mvlgamma_(1)", "div_(2)",
                  "mul_(2.5)", "mul_(2j)", "pow_(0.5)", "sqrt_()", "exp2_()", "nan_to_num_()", "clamp_(1.5)", "sgn_()",
                  "add_(wengert.ones(2).double())", "xlogy_(wengert.ones(2).double())",
                  "addcmul_(wengert.ones(2).double(), wengert.ones(2))")
    ],
    "dtypes of parameters": [
        "wengert.nn.functional."
        + f.format(x=f"wengert.ones(2, 3).to(wengert.{a})", w=f"wengert.ones(3).to(wengert.{b})", t="wengert.arange(2)")
        for a, b in (("float32", "float32"), ("float32", "float64"), ("float64", "float32"), ("float32", "int64"))
        for f in (
            "batch_norm({x}, {w}, {w}, {w})", "batch_norm({x}, None, None, {w}, training=True)",
            "batch_norm({x}, {w}, {w})", "batch_norm({x}, {w}, {w}, eps=-1)", "layer_norm({x}, (3,), {w})",
            "nll_loss({x}, {t}, {w})", "cross_entropy({x}, {t}, {w})", "cross_entropy({x}, {x}, {w})",
            "cross_entropy({x}, {x} * 1j)", "multi_margin_loss({x}, {t}, weight={w})",
            "cosine_similarity({x}[:, :1], {w}[:1])",
            "cosine_similarity({x}, {x}, eps=-1)", "scaled_dot_product_attention({x}, {x}, {w}.expand(2, 3))",
            "scaled_dot_product_attention({x}, {x}, {x}, {w}[:2].expand(2, 2))",
        )
    ] + [
        "wengert.nn.functional.batch_norm(wengert.ones(2, 3).half(), wengert.zeros(3), wengert.ones(3))",
        "wengert.nn.functional.scaled_dot_product_attention(*[wengert.ones(2, 3).half()] * 3, wengert.ones(2, 2))",
        "wengert.nn.functional.hardtanh(wengert.tensor([True]))",
        "wengert.nn.functional.nll_loss(wengert.ones(2, 3).bool(), wengert.arange(2))",
        "wengert.nn.functional.embedding(wengert.tensor([0]), wengert.tensor(1.0), 0)",
    ],
    "settings of two dimensions": [
        f"wengert.nn.functional.{f}"
        for s in ("2", "[2]", "(2, 2)", "(2, 2, 2)", "range(2)")
        for f in (f"unfold(wengert.ones(1, 1, 4, 4), {s})", f"unfold(wengert.ones(1, 1, 4, 4), 2, stride={s})",
                  f"fold(wengert.ones(1, 4, 4), 3, {s})", f"max_pool2d(wengert.ones(1, 1, 4, 4), {s})",
                  f"fold(wengert.ones(1, 4, 1), {s}, 2)", f"interpolate(wengert.ones(1, 1, 4, 4), {s})")
        if "range" not in s or "interpolate" in f
    ],
    "nothing to transform, shift or search": [
        f"wengert.{f}" for f in (
            "fft.fftfreq(0)", "fft.fftfreq(-1)", "fft.rfftfreq(-2)", "roll(wengert.ones(3), ())",
            "slice_copy(wengert.tensor(1.0))", "slice_scatter(wengert.tensor(1.0), wengert.ones(1))",
            "linalg.cross(wengert.tensor(1.0), wengert.tensor(1.0), dim=0)", "as_strided(wengert.ones(4), (-3,), (1,))",
            "linalg.cross(wengert.ones(0, 3), wengert.ones(2, 3))",
            "searchsorted(wengert.tensor(1.0), wengert.tensor(2.0))",
        )
    ],
    "sparse tensors taken apart and made": [
        f.replace("s.", "wengert.sparse_coo_tensor([[0, 1], [0, 1]], [1.0, 2.0], (2, 3)).")
        for f in ("s.unbind()", "s.unbind(-1)", "tuple(s.unbind()[1])", "tuple(wengert.ones(2, 3).to_sparse(1))",
                  "wengert.nn.functional.linear(s.coalesce(), wengert.ones(2, 3), wengert.ones(2))",
                  "wengert.nn.functional.linear(wengert.ones(4, 3), s.coalesce())")
    ] + [
        f"wengert.sparse_coo_tensor({f})"
        for f in ("[[0]], None", "[[0]], None, (3,)", "[[0]], [1.0], (3.5,)", "[[0, 1], [0]], [1.0, 2.0]",
                  "[[0]], wengert.ones(1).to_sparse()", "[[0]], 2.0, (3,)", "(2, 3)", "(2, 3.5)",
                  "[[0, 0]], [1.0, 2.0], (3,), is_coalesced=True, check_invariants=True")
    ] + [f"wengert.ones(2, 3).to_sparse({d})" for d in ("0", "1", "3", "-1", "layout=wengert.strided")],
    "empty indices of any dtype": [
        f"wengert.{f}"
        for f in ("gather(wengert.ones(3, 2), 1, wengert.tensor([]))", "gather(wengert.ones(3), 0, wengert.ones(1))",
                  "scatter(wengert.zeros(3), 0, wengert.tensor([]), wengert.tensor([]))",
                  "zeros(3).scatter_add(0, wengert.tensor([]), wengert.tensor([]))",
                  "zeros(3).scatter_reduce(0, wengert.tensor([]), wengert.tensor([]), 'sum')",
                  "take_along_dim(wengert.ones(3), wengert.tensor([]))",
                  "take_along_dim(wengert.ones(3), wengert.tensor([]), 0)",
                  "index_select(wengert.ones(3), 0, wengert.tensor([]))", "take(wengert.ones(3), wengert.tensor([]))")
    ],
    "keys and values of brackets": [
        f"wengert.arange(4)[type('I', (), {{'__index__': lambda s: 2}})(){more}]" for more in ("", ", None", ":", ", 0")
    ] + [
        f"wengert.ones(3).__setitem__({key}, {value})"
        for key in ("0", "slice(None)", "wengert.tensor([0])") for value in ("'a'", "None", "object()", "b'a'", "{1}")
    ] + [f"wengert.tensor({d})" for d in ("b'ab'", "[b'a']", "'ab'", "{1, 2}", "[[1, 2], 'a']")],
    "bools for integers": [
        f.replace("B", value).replace("x.", f"{MADE}.").replace("(x", f"({MADE}")
        for value in ("True", "False")
        for f in (
            "x.resize_(B)", "x.resize_((B,))", "x.resize_(B, 2)", "x.as_strided_((B,), (1,))",
            "x.as_strided_((2,), (B,))", "x.as_strided_((2,), (1,), B)", "x.set_(x, B, (2,), (1,))",
            "x.set_(x, 0, (B,), (1,))", "x.set_(x, 0, (2,), (B,))", "x.view(B, 6)", "x.reshape(B, 6)",
            "x.expand(B, 2, 3)", "x.repeat(B, 1)", "x.tile(B)", "x.unflatten(1, (B, 3))", "x.new_zeros(B)",
            "x.new_full((B,), 1)", "x.cumsum_(B)", "x.squeeze_(B)", "x.unsqueeze_(B)", "x.transpose_(B, 0)",
            "x.index_fill_(B, wengert.tensor([0]), 1)", "x.scatter_(B, wengert.tensor([[0]]), 1.0)",
            "x.renorm_(2, B, 1.0)", "x.tril_(B)", "x.sum_to_size(B, 3)", "x.split([B, 1])", "x.split(B)",
            "wengert.empty_strided((B,), (1,)).zero_()", "wengert.empty_strided((2,), (B,)).zero_()",
            "wengert.zeros(B)",
            "wengert.eye(B)", "wengert.linspace(0, 1, B)", "wengert.tril_indices(B, 2)", "wengert.randperm(B)",
            "wengert.hann_window(B)", "wengert.fft.fftfreq(B)", "wengert.nn.functional.layer_norm(x[:, :1], (B,))",
            "wengert.nn.functional.rms_norm(x[:, :1], (B,))", "wengert.nn.functional.one_hot(wengert.tensor([0]), B)",
            "wengert.nn.functional.max_pool1d(x, B)", "wengert.nn.functional.pad(x, (B, 0))",
            "wengert.stack([x, x], B)",
            "wengert.cross(wengert.ones(3, 3), wengert.ones(3, 3), dim=B)", "wengert.repeat_interleave(x, B)",
            "wengert.addmm(wengert.ones(2, 2), wengert.ones(2, 2), wengert.ones(2, 2), beta=B)",
            "wengert.addr(x, wengert.ones(2), wengert.ones(3), alpha=B)", "wengert.add(x, x, alpha=B)",
            "wengert.isin(x, B)", "wengert.nn.functional.interpolate(wengert.ones(1, 2, 3), B)",
            "x.random_(B)", "x.random_(0, B)", "x.polygamma_(B)",
        )
    ],
    "what is refused": [refused_calls.written_out(call) for call in refused_calls.CALLS],
}  # fmt: skip


def outcome(module: Any, call: str) -> Any:
    """The layout, shape and elements of each result, or the type of the error: one of Python's."""
    try:
        with warnings.catch_warnings(action="ignore"):
            found = eval(call, {"wengert": module})
    except Exception as e:
        return "RuntimeError" if isinstance(e, RuntimeError) else type(e).__name__  # NotImplementedError is one
    results = [*found] if isinstance(found, tuple) else [found]
    parts = [module.view_as_real(y) if y.is_complex() else y.to_dense() for y in results]
    return [[str(y.layout).rpartition(".")[2], list(y.shape), z.tolist()] for y, z in zip(results, parts, strict=True)]
