"""Numbers that a dtype does not hold are refused wherever one number is written, as in PyTorch."""

from __future__ import annotations

import re
from typing import Any

import pytest

import wengert
from tests.both import Control, Library, plain

BIG = 10**400
CALLS = [
    *[f"{way}" for number in ("1e300", "1j", "2**70", str(BIG)) for way in (
        f"t.ones(3).fill_({number})", f"t.fill(t.ones(3), {number})",
        f"t.ones(2).masked_fill(t.tensor([True, False]), {number})",
        f"t.ones(2).masked_fill_(t.tensor([True, False]), {number})",
        f"t.ones(2).scatter(0, t.tensor([0]), {number})", f"t.ones(2).scatter_(0, t.tensor([0]), {number})",
        f"t.full_like(t.ones(2), {number})", f"t.ones(2).new_full((2,), {number})")],
    "t.ones(2).index_fill(0, t.tensor([0]), 1e300)", "t.ones(2).__setitem__(0, 1e300)",
    "t.zeros(2, 2).fill_diagonal_(1e300)",
    *[f"t.full((2,), {number}, dtype=t.{dtype})" for dtype, numbers in {
        "float32": "1e39 3.4028235e38 float('-inf') float('nan') 2**63 2**64 -2**63 1+1j 1+0j",
        "float16": "65504.0 65505.0 -1e9 float('inf') 70000",
        "bfloat16": "1e39 3e38", "float64": "2**63 2**70 1e300", "complex64": "1e300 complex(0,1e300) 1j",
        "int64": "2**63 2**63-1 -2**63 2.7 -2.7 1e30 float('nan') 2**70 1j", "int32": "2**31 -2**31 2**40",
        "int16": "40000 True", "int8": "128 -128 -129", "uint8": "255 256 -1 -255 -256 1.9",
        "uint64": "2**64-1 2**64 -1",
        "bool": "3 float('nan') 1j 2**70 0.0",
    }.items() for number in numbers.split()],
    "t.full((2,), 2**63)", "t.full((2,), 2**70)", "t.scalar_tensor(1e300)",
    "t.arange(2**64)", "t.arange(2**63)", "t.arange(0, 2**63, 2**62)", "t.arange(0, 2**62, 2**61)", "t.arange(10**400)",
    "t.arange(0, 1e30, 1e29, dtype=t.int64)", "t.arange(2.0**63)", "t.arange(0, 1e30, 1e29)",
    "t.ones(3).fill_(t.ones(2))", "t.ones(3).fill_(t.ones(1))", "t.fill(t.ones(3), t.ones(3))",
    "t.ones(3).fill_(t.tensor(2.0))",
    "t.func.vmap(lambda x, v: x.fill_(v))(t.ones(2, 3), t.tensor([5.0, 6.0]))",
]  # fmt: skip


def _told(lib: Any, call: str) -> Any:
    try:
        found = eval(call, {"t": lib})
    except Exception as e:
        return type(e).__name__, re.match(r"[^.:(]*", str(e))[0].strip()  # type: ignore[index]
    return None if found is None else (str(found.dtype).partition(".")[2], str(found.tolist()))


@pytest.mark.parametrize("call", CALLS)
def test_it_is_as_in_pytorch(call: str, control: Control) -> None:
    def run(lib: Library) -> Any:
        return _told(lib.module, call)

    expected, found = plain(control(run)[0]), plain(run(Library(wengert)))
    if expected is not None and "IntArrayRef" in expected[1]:
        expected = ["RuntimeError", "invalid size, possible overflow?"]  # which torch's other dtypes say
        found = [found[0], found[1][: len(expected[1])]]
    if expected is not None and expected[1] == "can't convert negative int to unsigned":
        expected = ["OverflowError", "int too big to convert"]
    assert found == expected


def test_the_next_step_is_told() -> None:
    for call, words in {
        "t.ones(2, dtype=t.half).masked_fill(t.tensor([True, False]), -1e9)":
            "value cannot be converted to type c10::Half without overflow: float16 does not hold -1000000000.0. Give a "
            "number that it holds, or a dtype that holds more.",
        "t.full((2,), 2**70)": "int too big to convert: an integer of 71 bits, and dtypes have up to 64.",
        "t.ones(3).fill_(t.ones(2))":
            "fill_ only supports 0-dimension value tensor but got tensor with 1 dimensions. Use copy_.",
    }.items():  # fmt: skip
        with pytest.raises((RuntimeError, OverflowError)) as raised:
            eval(call, {"t": wengert})
        assert str(raised.value) == words


def test_nothing_is_written_then() -> None:
    x = wengert.ones(3)
    for wrong in (1e300, 2**70, 1j, wengert.ones(3)):
        with pytest.raises((RuntimeError, OverflowError)):
            x.fill_(wrong)
    assert x.tolist() == [1, 1, 1] and x._version == 0


def test_under_vmap_each_example_is_filled_with_one_value() -> None:
    x, v = wengert.ones(2, 3), wengert.tensor([5.0, 6.0], requires_grad=True)
    out = wengert.func.vmap(wengert.fill)(x, v)
    assert out.tolist() == [[5, 5, 5], [6, 6, 6]]
    out.sum().backward()
    assert v.grad is not None and v.grad.tolist() == [3, 3]
    with pytest.raises(RuntimeError, match="fill_ only supports 0-dimension value tensor but got tensor with 1 dim"):
        wengert.func.vmap(wengert.fill)(x, x)
