"""A tensor is printed as PyTorch prints it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from textwrap import dedent
from typing import Any

import numpy as np
import pytest
from ml_dtypes import bfloat16

import wengert
from wengert._core.api import printing
from wengert._core.api.printing import format_tensor, set_printoptions

INF, NAN = float("inf"), float("nan")


@pytest.fixture(autouse=True)
def default_options() -> Iterator[None]:
    yield
    set_printoptions(profile="default")


def f32(*values: Any) -> Any:
    return np.array(values, np.float32)


FIXED: list[tuple[Any, dict[str, Any], str]] = [
    (np.float32(1.5), {}, "tensor(1.5000)"),
    (np.float32(3), {}, "tensor(3.)"),
    (f32(), {}, "tensor([])"),
    (np.zeros((0, 3), np.float32), {}, "tensor([], size=(0, 3))"),
    (np.zeros(0, np.int64), {}, "tensor([], dtype=wengert.int64)"),
    (np.zeros((2, 0), bool), {}, "tensor([], size=(2, 0), dtype=wengert.bool)"),
    (f32(1, 2.5, -3), {}, "tensor([ 1.0000,  2.5000, -3.0000])"),
    (f32(1, 2, -3), {}, "tensor([ 1.,  2., -3.])"),
    (f32(0, 0), {}, "tensor([0., 0.])"),
    (f32(1, NAN, INF, -INF), {}, "tensor([1., nan, inf, -inf])"),
    (f32(NAN, 0.5), {}, "tensor([   nan, 0.5000])"),
    (f32(1e-5, 1), {}, "tensor([1.0000e-05, 1.0000e+00])"),
    (f32(1001, 1), {}, "tensor([1.0010e+03, 1.0000e+00])"),
    (f32(1e9), {}, "tensor([1.0000e+09])"),
    (np.array([1.5]), {}, "tensor([1.5000], dtype=wengert.float64)"),
    (np.array([1.5], np.float16), {}, "tensor([1.5000], dtype=wengert.float16)"),
    (np.array([1.1], bfloat16), {}, "tensor([1.1016], dtype=wengert.bfloat16)"),
    (np.array([1, -20]), {}, "tensor([  1, -20])"),
    (np.array([1, 2], np.uint8), {}, "tensor([1, 2], dtype=wengert.uint8)"),
    (np.array([True, False]), {}, "tensor([ True, False])"),
    (np.array([1 + 2j, -0.5j], np.complex64), {}, "tensor([1.+2.0000j, -0.-0.5000j])"),
    (np.array([1 + 2j, complex(3, NAN)], np.complex64), {}, "tensor([1.+2.j, 3.+nanj])"),
    (np.array(2 + 1j), {}, "tensor(2.+1.j, dtype=wengert.complex128)"),
    (f32(1), {"requires_grad": True}, "tensor([1.], requires_grad=True)"),
    (f32(1), {"requires_grad": True, "grad_fn_name": "MulBackward0"}, "tensor([1.], grad_fn=<MulBackward0>)"),
    (f32(1), {"device": "cuda:0"}, "tensor([1.], device='cuda:0')"),
    (f32(1), {"tangents": {"tangent": "tensor([2.])"}}, "tensor([1.], tangent=tensor([2.]))"),
    (np.arange(4).reshape(2, 2), {}, "tensor([[0, 1],\n        [2, 3]])"),
]


@pytest.mark.parametrize(("array", "notes", "text"), FIXED, ids=[text.replace("\n", " ") for *_, text in FIXED])
def test_fixed(array: Any, notes: dict[str, Any], text: str) -> None:
    assert format_tensor(np.asarray(array), **notes) == text


def text(s: str) -> str:
    return dedent(s).strip()


def test_lines_are_wrapped() -> None:
    assert format_tensor(np.arange(30)) == text("""
        tensor([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,
                18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])
    """)


def test_notes_are_wrapped() -> None:
    array = np.linspace(0, 1, 8)
    assert format_tensor(array, grad_fn_name="LinspaceBackward0") == text("""
        tensor([0.0000, 0.1429, 0.2857, 0.4286, 0.5714, 0.7143, 0.8571, 1.0000],
               dtype=wengert.float64, grad_fn=<LinspaceBackward0>)
    """)


def test_dimensions_are_separated() -> None:
    assert format_tensor(np.arange(8).reshape(2, 2, 2)) == text("""
        tensor([[[0, 1],
                 [2, 3]],

                [[4, 5],
                 [6, 7]]])
    """)


def test_many_elements_are_summarised() -> None:
    assert format_tensor(np.arange(1001)) == "tensor([   0,    1,    2,  ...,  998,  999, 1000])"
    assert format_tensor(np.arange(1200).reshape(40, 30)) == text("""
        tensor([[   0,    1,    2,  ...,   27,   28,   29],
                [  30,   31,   32,  ...,   57,   58,   59],
                [  60,   61,   62,  ...,   87,   88,   89],
                ...,
                [1110, 1111, 1112,  ..., 1137, 1138, 1139],
                [1140, 1141, 1142,  ..., 1167, 1168, 1169],
                [1170, 1171, 1172,  ..., 1197, 1198, 1199]])
    """)


def test_the_default_dtype_goes_without_saying() -> None:
    wengert.set_default_dtype(wengert.float64)
    try:
        assert format_tensor(np.array([1.5])) == "tensor([1.5000])"
        assert format_tensor(np.array([1j])) == "tensor([0.+1.j])"
        assert format_tensor(f32(1.5)) == "tensor([1.5000], dtype=wengert.float32)"
    finally:
        wengert.set_default_dtype(wengert.float32)


def test_options() -> None:
    x = f32(3.14159, 1000.5)
    set_printoptions(precision=2)
    assert format_tensor(x) == "tensor([   3.14, 1000.50])"
    set_printoptions(sci_mode=True)
    assert format_tensor(x) == "tensor([3.14e+00, 1.00e+03])"
    set_printoptions(threshold=1, edgeitems=0)
    assert format_tensor(x) == "tensor([...], size=(2,))"
    set_printoptions(profile="full", linewidth=40)
    assert printing.options == printing.Options(threshold=INF, linewidth=40)
    with pytest.raises(ValueError, match="profile is one of default, short, full"):
        set_printoptions(profile="long")


def test_tensors_are_printed_so() -> None:
    x = wengert.tensor([1.0, 2.0], requires_grad=True)
    assert repr(x) == "tensor([1., 2.], requires_grad=True)"
    assert repr(x * 2) == "tensor([2., 4.], grad_fn=<MulBackward0>)"


# -- against PyTorch

DTYPES = [
    "float16", "bfloat16", "float32", "float64", "complex64", "complex128", "int8", "int16", "int32", "int64", "uint8",
    "bool",
]  # fmt: skip
SHAPES = [
    (), (1,), (3,), (0,), (0, 3), (2, 0), (7,), (30,), (100,), (2, 3), (3, 40), (2, 2, 2), (2, 3, 1, 4), (1001,),
    (30, 40), (5, 1, 300), (1000,), (11, 13, 17), (2, 2000),
]  # fmt: skip
OPTIONS: list[dict[str, Any]] = [
    {}, {}, {}, {}, {"precision": 2}, {"sci_mode": True}, {"sci_mode": False}, {"linewidth": 40},
    {"threshold": 10, "edgeitems": 1}, {"threshold": 5, "edgeitems": 0}, {"precision": 0},
    {"precision": 9, "linewidth": 120},
]  # fmt: skip


def numbers(r: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """Values that lead the formatter into each of its branches."""
    return [
        lambda: r.normal(size=shape),
        lambda: r.integers(-50, 50, shape).astype(float),
        lambda: r.normal(size=shape) * 10 ** r.uniform(-9, 9),
        lambda: r.normal(size=shape) * 10.0 ** r.integers(-6, 6, shape),
        lambda: np.zeros(shape),
        lambda: r.choice([NAN, INF, -INF, 0.0, 1.0, -2.5], shape),
        lambda: r.choice([NAN, INF, -INF, 0.0, -0.0], shape),
        lambda: r.integers(0, 2, shape) * 1e9,
        lambda: r.choice([1.0, 1000.0, 1001.0, 0.001], shape),
    ][r.integers(9)]()


def sample(r: np.random.Generator, dtype: str, shape: tuple[int, ...]) -> Any:
    x = numbers(r, shape)
    with np.errstate(all="ignore"):
        if "complex" in dtype:
            x = x + 1j * np.asarray(numbers(r, shape)) * r.choice([1, 0, 1e-3, 1e5])
        elif "int" in dtype:
            x = np.nan_to_num(x, posinf=3, neginf=2).clip(0 if dtype == "uint8" else -100, 100)
        return np.asarray(x).astype(bfloat16 if dtype == "bfloat16" else dtype)


@pytest.mark.oracle
@pytest.mark.parametrize("dtype", DTYPES)
def test_printed_as_pytorch_prints(dtype: str) -> None:
    torch = pytest.importorskip("torch")
    r, pick = np.random.default_rng(len(dtype)), random.Random(dtype)
    try:
        for _ in range(200):
            chosen, shape = pick.choice(OPTIONS), pick.choice(SHAPES)
            torch.set_printoptions(profile="default", **chosen)
            set_printoptions(profile="default", **chosen)
            x = sample(r, dtype, shape)
            t = torch.from_numpy(x.astype(np.float32) if dtype == "bfloat16" else x).to(getattr(torch, dtype))
            notes: dict[str, Any] = {}
            if ("float" in dtype or "complex" in dtype) and pick.random() < 0.5:
                t.requires_grad_()
                notes = {"requires_grad": True}
                if pick.random() < 0.5:
                    t = t.clone()
                    notes = {"grad_fn_name": "CloneBackward0"}
            assert format_tensor(x, dtype_name=f"torch.{dtype}", **notes) == repr(t), (chosen, shape)
    finally:
        torch.set_printoptions(profile="default")
