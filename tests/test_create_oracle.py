"""Factories and what works on single elements, on both libraries: the same values, the same refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Library, outcome

BYTES = bytearray(range(16))

PROGRAMS: dict[str, Callable[[Library], Any]] = {
    "range of 1, 4": lambda lib: lib.told(lib.range(1, 4)),
    "range of 0, 2, 0.5": lambda lib: lib.told(lib.range(0, 2, 0.5)),
    "range of 4, 1, -1": lambda lib: lib.told(lib.range(4, 1, -1)),
    "range of 1, 4, -1": lambda lib: lib.told(lib.range(1, 4, -1)),
    "range of 1, 4, 0": lambda lib: lib.told(lib.range(1, 4, 0)),
    "range of 0.0, 1.0, 0.1": lambda lib: lib.told(lib.range(0.0, 1.0, 0.1)),
    "range of 1, 4, dtype=int64": lambda lib: lib.told(lib.range(1, 4, dtype=lib.int64)),
    "range of 0, 3.5, dtype=uint8": lambda lib: lib.told(lib.range(0, 3.5, dtype=lib.uint8)),
    "range of 0, 3, dtype=float16": lambda lib: lib.told(lib.range(0, 3, dtype=lib.float16)),
    "range of 0, 3, dtype=bool": lambda lib: lib.told(lib.range(0, 3, dtype=lib.bool)),
    "range of 0, float(nan)": lambda lib: lib.told(lib.range(0, float("nan"))),
    "range of 0, float(inf)": lambda lib: lib.told(lib.range(0, float("inf"))),
    "range of 0, 1j": lambda lib: lib.told(lib.range(0, 1j)),
    "range of 3": lambda lib: lib.told(lib.range(3)),
    "range of 2, 2": lambda lib: lib.told(lib.range(2, 2)),
    "range of 0, 2, requires_grad=True": lambda lib: lib.told(lib.range(0, 2, requires_grad=True)),
    "range of 0, 2, out=empty(0)": lambda lib: lib.told(lib.range(0, 2, out=lib.empty(0))),
    "range of tensor(1.0), tensor(3)": lambda lib: lib.told(lib.range(lib.tensor(1.0), lib.tensor(3))),
    "range of -2, 5, 3, dtype=int32": lambda lib: lib.told(lib.range(-2, 5, 3, dtype=lib.int32)),
    "scalar_tensor": lambda lib: [lib.told(lib.scalar_tensor(v)) for v in (3, 2.5, True)],
    "scalar_tensor of a dtype": lambda lib: lib.told(lib.scalar_tensor(3, dtype=lib.int64)),
    "frombuffer": lambda lib: lib.told(lib.frombuffer(BYTES, dtype=lib.int32)),
    "frombuffer part": lambda lib: lib.told(lib.frombuffer(BYTES, dtype=lib.int16, count=2, offset=2)),
    "frombuffer leaf": lambda lib: lib.told(lib.frombuffer(BYTES, dtype=lib.float32, requires_grad=True)),
    "frombuffer odd": lambda lib: lib.frombuffer(BYTES, dtype=lib.int64, offset=1),
    "frombuffer too long": lambda lib: lib.frombuffer(BYTES, dtype=lib.int64, count=3),
    "frombuffer behind": lambda lib: lib.frombuffer(BYTES, dtype=lib.int64, offset=16),
    "frombuffer before": lambda lib: lib.frombuffer(BYTES, dtype=lib.int64, offset=-1),
    "frombuffer none": lambda lib: lib.frombuffer(BYTES, dtype=lib.int64, count=0),
    "frombuffer empty": lambda lib: lib.frombuffer(bytearray(), dtype=lib.int64),
    "frombuffer of a list": lambda lib: lib.frombuffer([1], dtype=lib.int8),
    "apply_": lambda lib: lib.told(lib.arange(4.0).apply_(lambda v: v * v)),
    "apply_ to integers": lambda lib: lib.told(lib.arange(4).apply_(lambda v: v + 1)),
    "apply_ on the tape": lambda lib: lib.leaf(1, 2).apply_(lambda v: v),
    "apply_ of text": lambda lib: lib.arange(4.0).apply_(lambda v: "a"),
    "map_": lambda lib: lib.told(lib.arange(6.0).reshape(2, 3).map_(lib.ones(3), lambda a, b: a + 2 * b)),
    "map_ of another size": lambda lib: lib.arange(6.0).reshape(2, 3).map_(lib.ones(2), lambda a, b: a),
    "map_ of another dtype": lambda lib: lib.arange(3.0).map_(lib.arange(3), lambda a, b: a),
    "map2_": lambda lib: lib.told(lib.arange(3.0).map2_(lib.ones(3), lib.ones(3), lambda a, b, c: a - b - c)),
    "reversed": lambda lib: lib.told(reversed(lib.arange(6).reshape(2, 3))),
    "reversed number": lambda lib: lib.told(reversed(lib.tensor(2.0))),
    "detach": lambda lib: lib.told(lib.detach(lib.leaf(1, 2))),
    "detach_": lambda lib: lib.told(lib.detach_(lib.leaf(1, 2) * 2)),
}


@pytest.mark.oracle
@pytest.mark.parametrize("name", PROGRAMS)
def test_as_in_pytorch(name: str) -> None:
    ours, theirs = (outcome(PROGRAMS[name], Library(m)) for m in (wengert, pytest.importorskip("torch")))
    assert ours[0] == theirs[0], (ours[1], theirs[1])
    assert {w[0] for w in ours[2]} == {w[0] for w in theirs[2]}
    said = theirs[1].split(". ")[0].removesuffix(".")
    if name != "map_ of another size":
        assert said in ours[1]


def test_memory_of_a_buffer_is_shared() -> None:
    memory = bytearray(8)
    x = wengert.frombuffer(memory, dtype=wengert.float32)
    x.fill_(1)
    assert np.frombuffer(memory, np.float32).tolist() == [1, 1]
    with pytest.warns(UserWarning, match="not writable"):
        wengert.frombuffer(bytes(memory), dtype=wengert.bfloat16)


def test_functions_of_elements_count_as_writes() -> None:
    x = wengert.tensor([1.0, 2.0], requires_grad=True)
    y = x * 1
    kept = y.detach()
    z = (y * y).sum()
    kept.apply_(lambda v: v + 1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.backward()
