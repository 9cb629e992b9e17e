"""Windows are PyTorch's: values, dtypes and what is refused, by both of its names for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Library, compare
from wengert.signal import windows

PARAMETERS: dict[str, list[dict[str, Any]]] = {
    "exponential": [{}, {"tau": 2.5}, {"center": 1, "sym": False}],
    "gaussian": [{}, {"std": 0.7}],
    "general_cosine": [{"a": [0.5, 0.3, 0.1, 0.02]}, {"a": (1.0,)}],
    "general_hamming": [{}, {"alpha": 0.3}],
    "kaiser": [{}, {"beta": 0.0}, {"beta": 3.5}],
}
NAMES = (
    "bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming",
    "hann", "kaiser", "nuttall",
)  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("length", [0, 1, 2, 5, 8])
def test_values(name: str, length: int) -> None:
    torch = pytest.importorskip("torch")
    for params in PARAMETERS.get(name, [{}]):
        for sym in [params["sym"]] if "sym" in params else [True, False]:
            ours, theirs = (
                getattr(lib.signal.windows, name)(length, dtype=lib.float64, **{**params, "sym": sym})
                for lib in (wengert, torch)
            )
            np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=1e-12, atol=1e-15, err_msg=f"{params} {sym}")


@pytest.mark.parametrize("name", ["bartlett", "blackman", "hamming", "hann", "kaiser"])
def test_both_names_mean_the_same(name: str) -> None:
    for length in range(6):
        old = getattr(wengert, f"{name}_window")(length, periodic=True, dtype=wengert.float64)
        new = getattr(windows, name)(length, sym=False, dtype=wengert.float64)
        assert wengert.equal(old, new)


def test_a_leaf_of_the_dtype_that_is_asked_for() -> None:
    made = windows.gaussian(4, requires_grad=True)
    assert made.dtype == wengert.float32
    assert made.is_leaf
    made.sum().backward()
    assert made.grad.tolist() == [1.0] * 4
    wengert.set_default_dtype(wengert.float64)
    try:
        assert windows.hann(3).dtype == wengert.float64
        assert windows.hann(3, dtype=wengert.float32).dtype == wengert.float32
    finally:
        wengert.set_default_dtype(wengert.float32)


REFUSED: list[Callable[[Library], Any]] = [
    lambda lib: lib.signal.windows.gaussian(-1),
    lambda lib: lib.signal.windows.gaussian(4, std=0),
    lambda lib: lib.signal.windows.exponential(4, tau=-1.0),
    lambda lib: lib.signal.windows.exponential(4, center=2.0),
    lambda lib: lib.signal.windows.kaiser(4, beta=-1.0),
    lambda lib: lib.signal.windows.general_cosine(4, a=[]),
]


@pytest.mark.parametrize("run", REFUSED)
def test_refused(run: Callable[[Library], Any], control: Control) -> None:
    compare(run, control)


def test_arguments_that_are_refused() -> None:
    with pytest.raises(TypeError, match="argument 'a' must be tuple of floats, not float"):
        windows.general_cosine(4, a=3.0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hann expects float32 or float64 dtypes, got: float16"):
        windows.hann(4, dtype=wengert.float16)
    with pytest.raises(RuntimeError, match="hann_window expects floating point dtypes, got: Long"):
        wengert.hann_window(4, dtype=wengert.int64)
    with pytest.raises(ValueError, match="strided tensors only"):
        windows.hann(4, layout=wengert.sparse_coo)
