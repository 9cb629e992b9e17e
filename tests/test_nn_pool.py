"""Pooling by windows that lie at random is PyTorch's for the same seed, and is refused where PyTorch's is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Program, compare

SHAPES: dict[int, tuple[int, ...]] = {2: (2, 3, 7, 9), 3: (2, 2, 5, 6, 8)}


def pooled(count: int, *args: Any, shape: Any = None, dtype: str = "float64", **how: Any) -> Program:
    """The windows' largest elements, their places if asked for, and the gradient."""

    def run(lib: Any) -> Any:
        n = shape or SHAPES[count]
        values = np.random.default_rng(0).permutation(int(np.prod(n))).reshape(n) / 64.0
        x = lib.tensor(values.tolist(), dtype=getattr(lib, dtype)).reshape(n).requires_grad_()
        lib.manual_seed(7)
        found = getattr(lib.nn.functional, f"fractional_max_pool{count}d")(x, *args, **how)
        out, *places = found if isinstance(found, tuple) else (found,)
        (out * lib.arange(1.0, out.numel() + 1, dtype=out.dtype).reshape(out.shape)).sum().backward()
        return out.tolist(), [p.tolist() for p in places], x.grad.tolist()

    return run


ALIKE = [
    pooled(2, 2, (3, 4)),
    pooled(2, (2, 3), 4, return_indices=True),
    pooled(2, (3, 2), output_ratio=(0.5, 0.7), return_indices=True, dtype="float32"),
    pooled(2, 2, (1, 8), shape=(3, 7, 9)),
    pooled(3, 2, 3),
    pooled(3, (1, 2, 3), (3, 3, 5), return_indices=True),
    pooled(3, 2, output_ratio=(0.5, 0.5, 0.7), shape=(2, 5, 6, 8), dtype="float32", return_indices=True),
    pooled(2, 2),
    pooled(3, 2),
    pooled(2, 2, output_ratio=(0.5, 0.5, 0.5)),
    pooled(2, 2, (3, 4, 5)),
    pooled(3, 2, (3, 4)),
    pooled(2, (2, 2, 2), 3),
    pooled(2, 2, (7, 9)),
    pooled(2, 8, 2),
    pooled(2, 2, 3, shape=(2, 0, 7, 9)),
    *[lambda lib, s=s: pooled(2, 2, 3, _random_samples=lib.zeros(s, dtype=lib.float64))(lib)
      for s in ((2, 3), (1, 3, 2), (2, 2, 2), (2, 3, 3))],
    lambda lib: pooled(2, 2, 3, _random_samples=lib.zeros(2, 3, 2))(lib),
]  # fmt: skip


@pytest.mark.parametrize("run", ALIKE)
def test_fractional_pooling_as_in_pytorch(run: Program, control: Control) -> None:
    compare(run, control)


def test_the_ratio_may_be_one_number() -> None:
    """As PyTorch's documentation says; its function takes the length of the number."""
    assert pooled(2, 2, output_ratio=0.5)(wengert) == pooled(2, 2, (3, 4))(wengert)


def test_windows_of_nothing() -> None:
    """PyTorch gives minus infinity, and the indices of nothing."""
    for size, kernel in ((3, 0), (-1, 2)):
        with pytest.raises(RuntimeError, match="expected kernel_size above 0 and output_size not below"):
            pooled(2, kernel, size)(wengert)


def test_a_window_that_holds_no_number_has_none() -> None:
    x = wengert.tensor([[[1.0, 2.0, 3.0], [4.0, float("nan"), 0.0], [1.0, 0.0, 0.0]]])
    out, places = wengert.nn.functional.fractional_max_pool2d(x, 2, 2, return_indices=True)
    assert np.isnan(out.numpy()).all() and (places.numpy() == 4).all()


def windows(lib: Any, r: np.random.Generator) -> list[Any]:
    """What a pooling gives by windows drawn at random, which fit: the result, positions and the gradient."""
    count, kind, flag = int(r.integers(1, 4)), int(r.integers(5)), bool(r.integers(2))
    space = tuple(map(int, r.integers(5 if kind < 2 else 1, 8, count)))
    values = np.round(r.normal(size=(2, 2, *space)), 1)  # many are equal
    values[r.random(values.shape) < r.choice([0, 0.2])] = -np.inf
    values[r.random(values.shape) < r.choice([0, 0.1])] = np.nan
    kernel, stride, dilation = r.integers(1, 4, count), r.integers(1, 4, count), r.integers(1, 3, count)
    given = {"kernel_size": kernel.tolist(), "stride": stride.tolist(), "ceil_mode": bool(r.integers(2)),
             "padding": r.integers(0, kernel // 2 + 1).tolist()}  # fmt: skip
    size = r.integers(1, 9, count).tolist()
    x = lib.from_numpy(values).requires_grad_()
    f = lib.nn.functional
    found = (
        lambda: getattr(f, f"max_pool{count}d")(x, **given, dilation=dilation.tolist(), return_indices=True),
        lambda: getattr(f, f"avg_pool{count}d")(x, **given, count_include_pad=flag),
        lambda: getattr(f, f"adaptive_max_pool{count}d")(x, size, return_indices=True),
        lambda: getattr(f, f"adaptive_avg_pool{count}d")(x, size),
        lambda: f.interpolate(x, size, mode="area"),
    )[kind]()
    out, *places = found if isinstance(found, tuple) else (found,)
    (out * lib.arange(1.0, out.numel() + 1, dtype=out.dtype).reshape(out.shape)).sum().backward()
    return [v.detach().numpy() for v in (out, *places, x.grad)]


@pytest.mark.oracle
@pytest.mark.parametrize("seed", range(100))
def test_pooling_by_any_windows_as_in_pytorch(seed: int) -> None:
    torch = pytest.importorskip("torch")
    expected = windows(torch, np.random.default_rng(seed))
    for one, other in zip(windows(wengert, np.random.default_rng(seed)), expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)
