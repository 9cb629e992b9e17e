"""Masked operations: what is masked out does not count, has no gradient, and nothing of it gets through."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Library, outcome, same
from wengert import masked

X = np.array([[1.0, 2.0, 4.0], [3.0, 0.5, 1.0]])
MASK = np.array([[True, False, True], [True, True, False]])
ALONG = ("sum", "prod", "mean", "amax", "amin", "var", "std", "logsumexp", "median", "norm", "cumsum", "cumprod",
         "softmax", "log_softmax", "softmin", "normalize")  # fmt: skip


def call(name: str, x: Any, **params: Any) -> Any:
    if name == "normalize":
        params["ord"] = 2.0
    return getattr(masked, name)(x, dim=1, **params)


@pytest.mark.parametrize("bad", [np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("name", ALONG)
def test_nothing_gets_through_a_mask(name: str, bad: float) -> None:
    """Neither into the values nor into the gradients, of the first order and of the second."""
    found = []
    for hidden in (bad, 0.25):
        x = wengert.tensor(np.where(MASK, X, hidden), requires_grad=True)
        y = call(name, x, mask=wengert.tensor(MASK))
        y = y[wengert.isfinite(y)]
        (g,) = wengert.autograd.grad((y * y).sum(), x, create_graph=True)
        second = wengert.autograd.grad((g * g).sum(), x)[0] if g.requires_grad else g
        assert (g.detach().numpy()[~MASK] == 0).all()
        found.append([v.detach().numpy() for v in (y, g, second)])
    for a, b in zip(*found, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)


@pytest.mark.parametrize("name", ALONG)
def test_a_part_that_is_masked_out_as_a_whole_has_no_gradient(name: str) -> None:
    """PyTorch's of a variance is NaN, so that one empty row spoils a model."""
    x = wengert.tensor(X, requires_grad=True)
    call(name, x, mask=wengert.tensor([[False], [True]])).sum().backward()
    assert x.grad is not None
    assert x.grad[0].tolist() == [0, 0, 0]
    assert wengert.isfinite(x.grad).all()


@pytest.mark.parametrize("ord", [-1.0, -2.0, -0.5, -np.inf])
def test_norms_of_negative_order(ord: float) -> None:
    """PyTorch puts zeros in the place of what is masked out, whose norm is 0 whatever else there is."""
    found = masked.norm(wengert.tensor(X), ord, 1, mask=wengert.tensor(MASK))
    expected = [np.linalg.norm(row[m], ord) for row, m in zip(X, MASK, strict=True)]
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-12)


def test_small_numbers_are_normalised_in_half_precision() -> None:
    zeros = wengert.zeros(2, 3, dtype=wengert.float16)
    assert masked.normalize(zeros, 2.0, 1).tolist() == [[0, 0, 0], [0, 0, 0]]


def test_sparse_tensors_are_refused() -> None:
    with pytest.raises(ValueError, match=r"masked sum expects strided tensor \(got sparse_coo tensor\)"):
        masked.sum(wengert.eye(2).to_sparse())


def test_a_mask_of_its_own_for_each_example() -> None:
    masks = wengert.tensor(np.stack([MASK, ~MASK]))
    found = wengert.vmap(lambda m: masked.mean(wengert.tensor(X), 1, mask=m))(masks)
    expected = [masked.mean(wengert.tensor(X), 1, mask=m).tolist() for m in masks]
    assert found.tolist() == expected


PROGRAMS: dict[str, Callable[[Library], Any]] = {
    "mask of more dimensions": lambda lib: lib.masked.sum(lib.ones(3), mask=lib.ones(1, 3)),
    "mask of another size": lambda lib: lib.masked.sum(lib.ones(2, 3), mask=lib.ones(2)),
    "mask larger": lambda lib: lib.masked.sum(lib.ones(1, 3), mask=lib.ones(2, 3)),
    "mean of integers": lambda lib: lib.masked.mean(lib.ones(3, dtype=lib.int64)),
    "mean to integers": lambda lib: lib.masked.mean(lib.ones(3), dtype=lib.int64),
    "maximum of bools": lambda lib: lib.masked.amax(lib.ones(3, dtype=lib.bool), mask=lib.ones(3)),
    "dimension twice": lambda lib: lib.masked.sum(lib.ones(2, 3), (0, -2)),
    "dimension 5": lambda lib: lib.masked.sum(lib.ones(2, 3), 5),
    "median of no integers": lambda lib: lib.masked.median(lib.ones(2, 3, dtype=lib.int64), mask=lib.zeros(3)),
    "empty": lambda lib: lib.told(lib.masked.sum(lib.ones(2, 3), ())),
    "dtype of places": lambda lib: str(lib.masked.argmax(lib.ones(3)).dtype).split(".")[-1],
    "no mask": lambda lib: lib.told(lib.masked.var(lib.arange(4.0))),
    "integers": lambda lib: lib.told(lib.masked.var(lib.arange(4), mask=lib.tensor([1, 0, 1, 1]))),
    "to integers": lambda lib: lib.told(lib.masked.std(lib.arange(9), dtype=lib.int64)),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_in_pytorch(name: str, control: Control) -> None:
    def run(lib: Library) -> Any:
        importlib.import_module(f"{lib.module.__name__}.masked")
        return PROGRAMS[name](lib)

    ours, theirs = outcome(run, Library(wengert)), control(run)
    assert same((ours[0], "", []), (theirs[0], "", [])), (ours, theirs)


def test_two_corrections() -> None:
    with pytest.raises(ValueError, match="Only one of unbiased and correction"):
        masked.var(wengert.ones(3), unbiased=True, correction=2)
