"""What ``assert_close`` says of pairs of values, and what ``make_tensor`` makes, in both libraries."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

INF, NAN = float("inf"), float("nan")
Pair = tuple[Any, Any, dict[str, Any]]


def pairs(lib: Any) -> dict[str, Callable[[], Pair]]:
    """Pairs of values, with the options that they are compared with."""
    t = lib.tensor
    sparse = lib.eye(2).to_sparse()

    def pair(actual: Any, expected: Any, **options: Any) -> Pair:
        return actual, expected, options

    return {
        "floats": lambda: pair(1.0, 1.1),
        "ints": lambda: pair(1, 2),
        "kinds of numbers": lambda: pair(1, 1.0),
        "kinds, unchecked": lambda: pair(1, 1.0, check_dtype=False),
        "bools": lambda: pair(True, False),
        "complex numbers": lambda: pair(1 + 1j, 1 + 2j),
        "numbers at infinity": lambda: pair([INF, NAN], [INF, NAN]),
        "nan": lambda: pair(NAN, 1.0),
        "infinity": lambda: pair(INF, 1.0),
        "0-d": lambda: pair(t(1.0), t(2.0)),
        "0-d nan": lambda: pair(t(NAN), t(2.0)),
        "0-d, ints": lambda: pair(t(3), t(-2)),
        "0-d, zero": lambda: pair(t(1.0), t(0.0)),
        "one element": lambda: pair(t([1.0, 2.0, 3]), t([1.0, 2.1, 3])),
        "elements": lambda: pair(t([[1.0, 2.0], [3, 4]]), t([[1.0, 2.1], [3, 5]])),
        "integers": lambda: pair(t([1, 2]), t([1, 3])),
        "integers, close": lambda: pair(t([1, 2]), t([1, 3]), rtol=0, atol=1),
        "bytes": lambda: pair(t([1, 255], dtype=lib.uint8), t([0, 0], dtype=lib.uint8)),
        "truths": lambda: pair(t([True, False]), t([True, True])),
        "shapes": lambda: pair(t([1.0, 2]), t([1.0])),
        "shapes that broadcast": lambda: pair(lib.ones(1, 2), lib.ones(2)),
        "dtypes": lambda: pair(t([1.0, 2]), t([1, 2])),
        "dtypes, unchecked": lambda: pair(t([1.0, 2]), t([1, 2]), check_dtype=False),
        "precisions": lambda: pair(t([1.0]).half(), t([1.01]), check_dtype=False),
        "strides": lambda: pair(lib.ones(2, 3), lib.ones(3, 2).T),
        "strides, checked": lambda: pair(lib.ones(2, 3), lib.ones(3, 2).T, check_stride=True),
        "layouts": lambda: pair(lib.eye(2), sparse),
        "layouts, unchecked": lambda: pair(lib.eye(2), sparse, check_layout=False),
        "sparse values": lambda: pair(sparse, (2 * lib.eye(2)).to_sparse()),
        "sparse": lambda: pair(sparse, sparse),
        "patterns": lambda: pair(sparse, lib.ones(2, 2).to_sparse()),
        "sparse indices": lambda: pair(sparse, lib.eye(2).flip(0).to_sparse()),
        "NaN": lambda: pair(t([NAN]), t([NAN])),
        "NaN is equal": lambda: pair(t([NAN]), t([NAN]), equal_nan=True),
        "a number and NaN": lambda: pair(t([1.0, 5.0]), t([NAN, 1.0]), equal_nan=True),
        "infinite": lambda: pair(t([INF, 1]), t([1.0, 1])),
        "infinities": lambda: pair(t([INF, -INF]), t([INF, -INF])),
        "zero": lambda: pair(t([1.0, 2.0]), t([0.0, 2.0])),
        "complex": lambda: pair(t([1 + 1j]), t([1 + 2j])),
        "half": lambda: pair(t([1.0]).half(), t([1.001]).half()),
        "half, apart": lambda: pair(t([1.0]).half(), t([1.01]).half()),
        "bfloat16": lambda: pair(t([1.0]).bfloat16(), t([1.0625]).bfloat16()),
        "double": lambda: pair(t([1.0]).double(), t([1 + 1e-6]).double()),
        "empty": lambda: pair(lib.empty(0), lib.empty(0)),
        "requires grad": lambda: pair(lib.ones(1, requires_grad=True), lib.ones(1) * 2),
        "no tolerance": lambda: pair(t([1.0, 2.0]), t([1.0, 2.1]), rtol=0, atol=0),
        "relative": lambda: pair(t([1.0, 2.0]), t([1.0, 2.1]), rtol=1e-3, atol=0),
        "one tolerance": lambda: pair(t(1.0), t(1.0), rtol=1),
        "the other": lambda: pair(t(1.0), t(1.0), atol=1),
        "lists": lambda: pair([t(1.0), t(2.0)], [t(1.0), t(3.0)]),
        "lengths": lambda: pair([t(1.0), t(2.0)], [t(1.0)]),
        "a list and a tuple": lambda: pair([t(1.0)], (t(1.0),)),
        "dicts": lambda: pair({"a": t(1.0), "b": {"c": t([1.0])}}, {"a": t(1.0), "b": {"c": t([2.0])}}),
        "keys": lambda: pair({"a": t(1.0), "d": 1, "c": 2}, {"b": t(1.0), "d": 1}),
        "dicts in lists": lambda: pair([{1: 2}], [{1: 3}]),
        "arrays": lambda: pair(np.array([1.0]), np.array([2.0])),
        "an array and a tensor": lambda: pair(np.array([1.0]), t([1.0])),
        "NumPy's numbers": lambda: pair(np.float64(1.0), np.float32(2.0)),
        "a number and a tensor": lambda: pair(1.0, t(1.0)),
        "None": lambda: pair(None, None),
        "None and a tensor": lambda: pair(None, t(1.0)),
        "text": lambda: pair("a", "a"),
        "text in a list": lambda: pair(["a"], ["a"]),
        "sets": lambda: pair({1}, {1}),
        "text of the user": lambda: pair(t(1.0), t(2.0), msg="mine"),
        "text by the user": lambda: pair([1], [2], msg=lambda text: f"mine\n{text}"),
        "the second is not comparable": lambda: pair([1, "a"], [2, "a"]),
    }


def said(lib: Any, make: Callable[[], Pair]) -> str:
    """What comes of a comparison."""
    actual, expected, options = make()
    try:
        lib.testing.assert_close(actual, expected, **options)
    except (AssertionError, TypeError, ValueError) as e:
        text = str(e).partition("\nExpected two tensors")[0] if isinstance(e, TypeError) else str(e)
        return f"{type(e).__name__}: {text}".replace("wengert", "torch")
    return "close"


MADE: dict[str, tuple[Any, dict[str, Any]]] = {
    **{
        name: (3, {"dtype": name})
        for name in (
            "float32",
            "float64",
            "float16",
            "bfloat16",
            "complex64",
            "int8",
            "int32",
            "int64",
            "uint8",
            "bool",
            "uint16",
            "uint64",
        )
    },
    "sizes": ((2, 3), {"dtype": "float32"}),
    "no dimensions": ((), {"dtype": "float32"}),
    "empty": ((0, 2), {"dtype": "float32"}),
    "gaps": ((2, 2), {"dtype": "float32", "noncontiguous": True}),
    "one with gaps": (1, {"dtype": "float32", "noncontiguous": True}),
    "no zeros": (4, {"dtype": "int64", "low": 0, "high": 2, "exclude_zero": True}),
    "empty interval": (3, {"dtype": "float32", "low": 5, "high": 4}),
    "one number": (3, {"dtype": "float32", "low": 5, "high": 5}),
    "whole, with grad": (3, {"dtype": "int64", "requires_grad": True}),
    "with grad": (3, {"dtype": "float32", "requires_grad": True}),
    "all of half": (3, {"dtype": "float16", "low": -1e10, "high": 1e10}),
    "all of int8": (3, {"dtype": "int8", "low": -1000, "high": 1000}),
    "all of float": (3, {"dtype": "float32", "low": -INF, "high": INF}),
    "NaN": (3, {"dtype": "float32", "low": NAN}),
    "fractions": (3, {"dtype": "int64", "low": 0.5, "high": 2.5}),
    "negative": (3, {"dtype": "uint8", "low": -5}),
    "truth": (3, {"dtype": "bool", "low": 0, "high": 1}),
    "low": (3, {"dtype": "float32", "low": 0}),
    "outside": (3, {"dtype": "float32", "low": 5e38, "high": 6e38}),
    "all of uint8": (5, {"dtype": "uint8", "low": 0, "high": 256}),
    "formats": ((1, 2, 2, 2), {"dtype": "float32", "noncontiguous": True, "memory_format": "contiguous_format"}),
    "channels last": ((1, 2, 2, 2), {"dtype": "float32", "memory_format": "channels_last"}),
}


def made(lib: Any, name: str) -> list[Any]:
    """What comes of making a tensor from a seed."""
    shape, options = MADE[name]
    options = {k: getattr(lib, v) if isinstance(v, str) else v for k, v in options.items()}
    lib.manual_seed(0)
    try:
        with warnings.catch_warnings(action="ignore"):
            x = lib.testing.make_tensor(shape, device="cpu", **options)
    except ValueError as e:
        return [type(e).__name__, str(e).replace("wengert", "torch")[:60]]
    shown = lib.view_as_real(x) if x.is_complex() else x
    return [shown.tolist(), str(x.dtype).replace("wengert", "torch"), list(x.stride()), x.requires_grad]


def table(lib: Any) -> dict[str, Any]:
    """All of it."""
    return {
        "said": {name: said(lib, make) for name, make in pairs(lib).items()},
        "made": {n: made(lib, n) for n in MADE},
    }
