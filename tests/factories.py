"""Calls of all public functions that make tensors on a device."""

from __future__ import annotations

import inspect
from typing import Any

import wengert
from tests.facts.signatures import lookup
from wengert._core.declare.families import SIGNATURES

# what is given for a parameter without a default, by its name
GIVEN = {
    "size": (2, 3), "fill_value": 1.0, "data": [1.0, 2.0], "obj": [1.0, 2.0], "s": 1.0, "n": 3, "row": 2, "col": 3,
    "steps": 3, "window_length": 4, "M": 4, "a": [0.5, 0.5], "low": 0, "high": 5, "start": 0, "end": 4,
    "stride": (3, 1), "physical_layout": (1, 0), "mean": 0.0,
    **{f"{name}_indices": [0, 1] for name in ("crow", "ccol", "compressed")},
    **{f"{name}_indices": [0] for name in ("row", "col", "plain")},
}  # fmt: skip
MORE: dict[str, dict[str, Any]] = {
    "randint_like": {"high": 5}, "normal": {"size": (2, 3)}, "arange": {"end": 4}, "range": {"end": 4},
    "sparse_coo_tensor": {"size": (2, 3)}, "sparse_csr_tensor": {"values": [1.0]},
    "sparse_csc_tensor": {"values": [1.0]},
    "sparse_compressed_tensor": {"values": [1.0], "layout": wengert.sparse_csr}, "randint": {"high": 5, "size": (2, 3)},
}  # fmt: skip


def factories() -> dict[str, tuple[Any, dict[str, Any]]]:
    """Per name, the function and the arguments of a small call."""
    found = {}
    for _, signature, options in SIGNATURES:
        if " device=" not in signature:
            continue
        name = signature.partition("(")[0]
        space = options.get("namespace") or ("Tensor" if name == "new_tensor" else "")
        function = lookup(wengert, f"{space}.{name}")
        given = {
            p.name: GIVEN[p.name] if p.name in GIVEN else wengert.ones(2, 3)
            for p in inspect.signature(function).parameters.values()
            if p.default is p.empty and p.kind is not p.VAR_POSITIONAL
        }
        found[name] = function, given | MORE.get(name, {})
    return found
