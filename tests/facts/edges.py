"""Calls that no sample reaches: of one element instead of several, of nothing, of other dtypes and layouts.

``edges.json`` has what PyTorch makes of each: the results, or the type of the error.
"""

from __future__ import annotations

import warnings
from typing import Any

X = ("wengert.zeros(3)", "wengert.tensor(1.0)")
PLACES = ("[0]", "0", "[0, 1]", "[]", "[[0]]")
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
}  # fmt: skip


def outcome(module: Any, call: str) -> Any:
    """The layout, shape and elements of each result, or the type of the error: one of Python's."""
    try:
        with warnings.catch_warnings(action="ignore"):
            found = eval(call, {"wengert": module})
    except Exception as e:
        return "RuntimeError" if isinstance(e, RuntimeError) else type(e).__name__  # NotImplementedError is one
    results = [*found] if isinstance(found, tuple) else [found]
    return [[str(y.layout).rpartition(".")[2], list(y.shape), y.to_dense().tolist()] for y in results]
