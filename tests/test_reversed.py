"""Slices with negative steps: views that run through memory backwards, as NumPy's are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert.autograd import gradcheck, gradgradcheck

KEYS: tuple[Any, ...] = (
    np.s_[::-1], np.s_[:, ::-1], np.s_[::-1, ::-1], np.s_[::-2], np.s_[1, ::-1], np.s_[..., 2:0:-1], np.s_[::-1, None],
    np.s_[-100:100:-1], np.s_[100:-100:-1], np.s_[:0:-1, ::2], np.s_[:, 0:1][::-1], np.s_[::-1, [0, -1]],
    np.s_[:: np.int64(-1)],
)  # fmt: skip
WRITES: dict[str, Callable[[Any], Any]] = {
    "+=": lambda v: v.__iadd__(2.0), "a number": lambda v: v.__setitem__(..., 3.0),
    "itself": lambda v: v.__imul__(v), "itself, turned": lambda v: v.__iadd__(v[::-1]),
    "turned onto itself": lambda v: v.__setitem__(..., v[::-1] * 1), "a part": lambda v: v[..., ::-1].__imul__(3.0),
    "one row": lambda v: v[:1].__setitem__(..., v[-1:] * 5.0),
}  # fmt: skip


def numbers() -> Any:
    return np.array([[0.3, -0.4, 0.5], [-0.6, 0.7, 0.2]])


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_a_slice_goes_backwards_as_numpys_does(key: Any) -> None:
    a = numbers()
    x = wengert.from_numpy(a)
    part, expected = x[key], a[key]
    assert np.array_equal(part.numpy(), expected) and np.shares_memory(part.numpy(), a) == np.shares_memory(expected, a)
    if part._is_view() and expected.size:
        assert part.numpy().strides == expected.strides and part._base is x
    leaf = wengert.tensor(a, requires_grad=True)
    assert gradcheck(lambda x: x[key].sin(), leaf, check_forward_ad=True, check_batched_grad=True)
    assert gradgradcheck(lambda x: x[key].sin(), leaf)
    several = wengert.tensor(np.stack([a, a + 1]))
    assert np.array_equal(wengert.vmap(lambda x: x[key])(several).numpy(), np.stack([expected, (a + 1)[key]]))


@pytest.mark.parametrize("shape", [(2, 3), (90, 70)], ids=str)
@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("key", KEYS[:5], ids=str)
def test_a_write_through_a_reversed_view_is_numpys(key: Any, write: str, shape: tuple[int, ...]) -> None:
    expected = np.resize(numbers(), shape)
    x = wengert.tensor(expected)
    WRITES[write](expected[key])
    WRITES[write](x[key])
    assert np.array_equal(x.numpy(), expected)
    if shape == (2, 3):

        def program(x: Any) -> Any:
            y = x * 2
            WRITES[write](y[key])
            return y.square()

        assert gradcheck(program, wengert.tensor(numbers(), requires_grad=True), check_forward_ad=True)


def test_what_needs_memory_that_runs_forwards_says_so() -> None:
    x = wengert.arange(6.0)
    with pytest.raises(RuntimeError, match=r"as_strided: this tensor runs through its memory backwards\. Use clone"):
        x[::-1].as_strided((2,), (1,))
    with pytest.raises(NotImplementedError, match="indexing with a negative step: expected dense tensors"):
        wengert.eye(3).to_sparse()[::-1]
    with pytest.raises(ValueError, match="slice step cannot be zero"):
        x[::0]
