"""What the laws cannot see of bags of rows: offsets, gradients that are sparse, divided or left out, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Program, compare

F = wengert.nn.functional
WEIGHT = [[0.5, -1.0], [2.0, 0.25], [-0.75, 1.5], [1.0, 3.0]]
PLACES = [0, 1, 2, 3, 1, 3, 3]
WEIGHTS = [1.0, -2.0, 0.5, 3.0, 1.5, 0.0, 2.0]
OFFSETS = [
    ([0, 2, 2, 5], False),
    ([0, 0], False),
    ([0, 7], True),
    ([0, 3, 3, 7], True),
    ([0, 7, 7], True),
    ([0], False),
]
HOW: list[dict[str, Any]] = [
    {"mode": "sum"},
    {"mode": "mean"},
    {"mode": "max"},
    {"mode": "mean", "padding_idx": 1},
    {"mode": "max", "padding_idx": -1},
    {"mode": "sum", "per_sample_weights": WEIGHTS},
    {"mode": "sum", "per_sample_weights": WEIGHTS, "padding_idx": 1},
    {"mode": "sum", "sparse": True},
    {"mode": "mean", "sparse": True, "padding_idx": 1},
    {"mode": "sum", "sparse": True, "per_sample_weights": WEIGHTS},
    {"mode": "sum", "max_norm": 1.0},
    {"mode": "mean", "max_norm": 0.5, "norm_type": 1.0},
]


def bag(offsets: Any, places: Any = PLACES, **how: Any) -> Program:
    """The bags, and what the table and the factors get back."""

    def run(lib: Any) -> Any:
        weight = lib.tensor(WEIGHT, dtype=lib.float64, requires_grad=True)
        given = dict(how)
        factors = None
        if "per_sample_weights" in how:
            factors = lib.tensor(how["per_sample_weights"], dtype=lib.float64, requires_grad=True)
            given["per_sample_weights"] = factors
        where = None if offsets is None else lib.tensor(offsets, dtype=lib.int64)
        out = lib.nn.functional.embedding_bag(lib.tensor(places, dtype=lib.int64), weight, where, **given)
        (out * lib.arange(1.0, out.numel() + 1, dtype=lib.float64).reshape(out.shape)).sum().backward()
        given_back = weight.grad.to_dense()
        stored = weight.grad._nnz() if weight.grad.is_sparse else None
        found = [out, given_back, weight, *([] if factors is None else [factors.grad])]
        return stored, [np.round(x.tolist(), 10).tolist() for x in found]

    return run


@pytest.mark.parametrize("how", HOW, ids=repr)
@pytest.mark.parametrize(("offsets", "last"), OFFSETS, ids=repr)
def test_bags_between_offsets(offsets: Any, last: bool, how: Any, control: Control) -> None:
    compare(bag(offsets, **how, include_last_offset=last), control)


def refused(
    places: Any = PLACES, offsets: Any = (0, 2), weight: Any = WEIGHT, dtype: str = "float64", **how: Any
) -> Program:
    def run(lib: Any) -> Any:
        table = lib.tensor(weight, dtype=getattr(lib, dtype))
        given = {k: lib.tensor(v) if isinstance(v, list) else v for k, v in how.items()}
        where = None if offsets is None else lib.tensor(offsets)
        return lib.nn.functional.embedding_bag(lib.tensor(places), table, where, **given).tolist()

    return run


ALIKE = [
    refused([PLACES]),
    refused(offsets=None),
    refused(offsets=((0, 1),)),
    refused(offsets=(1, 2)),
    refused(offsets=(0, 8)),
    refused(3),
    refused([[PLACES]], None),
    refused(weight=[1.0, 2.0]),
    refused(mode="min"),
    refused(mode="max", sparse=True),
    refused(mode="max", scale_grad_by_freq=True),
    refused(mode="mean", per_sample_weights=WEIGHTS),
    refused(mode="sum", per_sample_weights=WEIGHTS[1:]),
    refused(mode="sum", per_sample_weights=WEIGHTS),
    refused(padding_idx=4),
    refused(padding_idx=-5),
    refused([0.0, 1.0], (0,)),
    refused(dtype="int64"),
]


@pytest.mark.parametrize("run", ALIKE)
def test_refused_as_in_pytorch(run: Program, control: Control) -> None:
    compare(run, control)


@pytest.mark.parametrize("wrong", [4, -1])
def test_rows_that_are_not_there(wrong: int) -> None:
    with pytest.raises(
        RuntimeError, match=rf"Index 1 of input takes value {wrong} which is not in the valid range \[0, 4\)"
    ):
        refused([0, wrong], (0,))(wengert)


def test_offsets_that_go_back() -> None:
    """PyTorch writes beside its result."""
    with pytest.raises(RuntimeError, match="expected offsets in ascending order"):
        refused(offsets=(0, 3, 2))(wengert)


def test_no_last_offset() -> None:
    with pytest.raises(RuntimeError, match="number of offset should be at least 1"):
        F.embedding_bag(
            wengert.tensor([0]), wengert.ones(2, 2), wengert.zeros(0, dtype=wengert.int64), include_last_offset=True
        )


def test_bags_with_offsets_of_their_own_by_vmap() -> None:
    weight, places = wengert.tensor(WEIGHT), wengert.tensor([PLACES, PLACES[::-1]])
    offsets = wengert.tensor([[0, 2, 5], [0, 0, 6]])
    for mode in ("sum", "mean", "max"):
        found = wengert.func.vmap(lambda i, o, mode=mode: F.embedding_bag(i, weight, o, mode=mode))(places, offsets)
        for k in range(2):
            expected = F.embedding_bag(places[k], weight, offsets[k], mode=mode)
            np.testing.assert_allclose(found[k].numpy(), expected.numpy())


def test_means_of_half_precision_do_not_overflow() -> None:
    weight = wengert.full((2, 1), 60000.0, dtype=wengert.half)
    assert F.embedding_bag(wengert.tensor([[0, 1, 0]]), weight).item() == 60000.0


@pytest.mark.oracle
def test_the_padding_is_no_part_of_a_sparse_gradient(lib: Any) -> None:
    weight = lib.ones(4, 2, requires_grad=True)
    lib.nn.functional.embedding(lib.tensor([1, 0, 2, 1]), weight, padding_idx=1, sparse=True).sum().backward()
    assert weight.grad._nnz() == 2
