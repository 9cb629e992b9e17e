"""What the laws cannot see of losses of sequences: the gradient behind a softmax, refusals, long and dead paths."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Program, compare

F = wengert.nn.functional
T, N, C = 6, 3, 4
LOGITS = np.random.default_rng(5).normal(size=(T, N, C))
PADDED = [[1, 2, 3], [3, 3, 1], [2, 1, 2]]
LENGTHS = [((6, 6, 6), (3, 3, 3)), ((6, 5, 4), (3, 2, 1)), ((6, 3, 1), (0, 3, 1)), ((0, 6, 2), (0, 3, 2))]


def gradient_of_logits(lengths: Any, joined: bool, dtype: str = "float64", **how: Any) -> Program:
    def run(lib: Any) -> Any:
        logits = lib.tensor(LOGITS.tolist(), dtype=getattr(lib, dtype), requires_grad=True)
        heard, spoken = lengths
        labels = [x for row, n in zip(PADDED, spoken, strict=True) for x in row[:n]] if joined else PADDED
        targets = lib.tensor(labels, dtype=lib.int64)
        with np.errstate(all="ignore"):
            log_probs = lib.nn.functional.log_softmax(logits, 2)
            loss = lib.nn.functional.ctc_loss(log_probs, targets, heard, spoken, **how)
            loss.sum().backward()
        digits = 3 if dtype == "float32" else 8
        return np.round(loss.tolist(), digits).tolist(), np.round(logits.grad.tolist(), digits).tolist()

    return run


@pytest.mark.oracle
@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("how", [{}, {"reduction": "none"}, {"reduction": "sum", "zero_infinity": True}])
def test_behind_a_softmax_the_gradient_is_that_of_pytorch(lengths: Any, joined: bool, how: Any) -> None:
    found, expected = (
        gradient_of_logits(lengths, joined, **how)(lib) for lib in (wengert, pytest.importorskip("torch"))
    )
    np.testing.assert_array_equal(np.array(found[0]), np.array(expected[0]))
    np.testing.assert_array_equal(np.array(found[1]) + 0.0, np.array(expected[1]) + 0.0)


@pytest.mark.parametrize("spoken", [[(3, 2), (1, 1), (0, 3)], [(3,), (1,), (0,)]])
def test_concatenated_targets_of_different_lengths_are_padded_under_vmap(spoken: Any) -> None:
    def loss(log_probs: Any, targets: Any, lengths: Any) -> Any:
        return wengert.nn.functional.ctc_loss(log_probs, targets, [T] * len(lengths), lengths)

    rows = [[x for row, n in zip(PADDED, each, strict=False) for x in row[:n]] for each in spoken]
    longest = max(map(len, rows))
    padded = wengert.tensor([row + [1] * (longest - len(row)) for row in rows])
    log_probs = wengert.tensor(LOGITS).log_softmax(2)[:, : len(spoken[0])].expand(len(spoken), -1, -1, -1)
    found = wengert.vmap(loss)(log_probs, padded, wengert.tensor(spoken))
    expected = [
        loss(x, wengert.tensor(row, dtype=wengert.int64), each)
        for x, row, each in zip(log_probs, rows, spoken, strict=True)
    ]
    assert wengert.allclose(found, wengert.stack(expected))
    with pytest.raises(RuntimeError, match="size at least 5|size at least 3"):
        wengert.vmap(loss)(log_probs, padded[:, 1:], wengert.tensor(spoken))


def ctc(
    times: Any = (2, 2), counts: Any = (1, 1), targets: Any = ((1,), (2,)), shape: Any = (2, 2, 3), **how: Any
) -> Program:
    return lambda lib: lib.nn.functional.ctc_loss(lib.zeros(*shape), lib.tensor(targets), times, counts, **how).tolist()


ALIKE = [
    ctc(times=(3, 2)),
    ctc(times=(-1, 2)),
    ctc(counts=(-1, 2)),
    ctc(times=(2,)),
    ctc(counts=(1, 1, 1)),
    ctc(counts=(1, 2)),
    ctc(targets=(1, 2, 1)),
    ctc(targets=((1,),)),
    ctc(targets=(1, 2, 1), times=(2,), counts=(2,), shape=(2, 1, 3)),
    ctc(targets=(1, 2, 1), times=(2,), counts=(2,), shape=(2, 3)),
    ctc(targets=(((1,),),)),
    ctc(blank=3),
    ctc(blank=-1),
    ctc(reduction="most"),
    ctc(shape=(0, 2, 3)),
    lambda lib: ctc(lib.tensor([2.0, 2.0]), lib.tensor([1, 1]))(lib),
]


@pytest.mark.parametrize("run", ALIKE)
def test_refused_as_in_pytorch(run: Program, control: Control) -> None:
    compare(lambda lib: told(run, lib), control)


def told(run: Program, lib: Any) -> Any:
    """The error without the function that PyTorch says it came from."""
    try:
        return run(lib)
    except RuntimeError as e:
        raise RuntimeError(str(e).replace("ctc_loss_allocate_outputs", "ctc_loss")) from None


def test_labels_that_are_no_classes() -> None:
    """PyTorch reads whatever stands there in memory."""
    for wrong in (3, -1):
        with pytest.raises(RuntimeError, match=f"ctc_loss: expected targets from 0 to 2, .* but got {wrong}"):
            ctc(targets=((1,), (wrong,)))(wengert)
    assert np.isfinite(ctc(targets=((1, 7), (2, -5)))(wengert))  # behind the labels there may be anything


def test_shapes_that_are_neither_of_a_batch_nor_of_an_example() -> None:
    with pytest.raises(
        RuntimeError, match=r"Expected 3-dimensional tensor, but got 1-.*: it is \(T, N, C\), or \(T, C\)"
    ):
        ctc(shape=(2,))(wengert)


def test_reductions_without_a_number() -> None:
    with pytest.raises(ValueError, match=r"expected reduction to be 0 \(none\), 1 \(mean\) or 2 \(sum\), but got 3"):
        wengert.ctc_loss(wengert.zeros(2, 1, 2), wengert.tensor([[1]]), (2,), (1,), reduction=3)


def test_of_the_impossible_the_gradient_is_not_a_number_but_for_others_as_usual() -> None:
    x = wengert.tensor(LOGITS.tolist(), dtype=wengert.float64, requires_grad=True)
    with np.errstate(invalid="ignore"):
        F.ctc_loss(x, wengert.tensor(PADDED), (6, 3, 6), (3, 3, 3), reduction="none").sum().backward()
    dead = np.isnan(x.grad.numpy()).any((0, 2))
    np.testing.assert_array_equal(dead, [False, True, False])


def test_logarithms_of_zero_close_ways_and_break_nothing() -> None:
    """Where a label is certain not to be heard, paths through it do not count, nor do their gradients."""
    with np.errstate(divide="ignore"):
        x = np.log([[0.5, 0.5, 0.0], [0.25, 0.0, 0.75], [0.5, 0.5, 0.0]])
    t = wengert.from_numpy(x).requires_grad_()
    loss = F.ctc_loss(t, wengert.tensor([1]), (3,), (1,), reduction="none")
    # blank-blank-1, 1-blank-blank, and 1-blank-1 is another word
    np.testing.assert_allclose(loss.item(), -np.log(2 * 0.5 * 0.25 * 0.5))
    loss.backward()
    np.testing.assert_allclose(t.grad.numpy(), [[-0.5, -0.5, 0], [-1, 0, 0], [-0.5, -0.5, 0]], atol=1e-12)


@pytest.mark.oracle
def test_long_sequences_in_single_precision() -> None:
    torch = pytest.importorskip("torch")
    r = np.random.default_rng(0)
    logits = (4 * r.normal(size=(400, 2, 20))).astype(np.float32)
    targets = r.integers(1, 20, size=(2, 60))
    found = []
    for lib in (wengert, torch):
        x = lib.from_numpy(logits).requires_grad_()
        loss = lib.nn.functional.ctc_loss(x.log_softmax(2), lib.from_numpy(targets), (400, 390), (60, 41))
        loss.backward()
        found.append((loss.item(), x.grad.numpy()))
    np.testing.assert_allclose(found[0][0], found[1][0], rtol=1e-5)
    np.testing.assert_allclose(found[0][1], found[1][1], atol=1e-5)


def test_examples_by_vmap() -> None:
    """One example each, with lengths of its own."""
    x = wengert.from_numpy(LOGITS)
    heard, spoken = wengert.tensor([6, 5, 4]), wengert.tensor([3, 2, 1])

    def one(x: Any, labels: Any, heard: Any, spoken: Any) -> Any:
        return F.ctc_loss(x, labels, heard, spoken, reduction="none")

    found = wengert.func.vmap(one, in_dims=(1, 0, 0, 0))(x, wengert.tensor(PADDED), heard, spoken)
    expected = F.ctc_loss(x, wengert.tensor(PADDED), heard, spoken, reduction="none")
    np.testing.assert_allclose(found.numpy(), expected.numpy())
