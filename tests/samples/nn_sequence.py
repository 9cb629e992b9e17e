"""Samples of ``wengert._core.ops.nn.sequence``."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples
from tests.samples.nn_loss import F, _each, _reduced

LEAP = np.array([[False, False, False, True, False]])


@samples("_path_sums")
def path_sums() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 2, 2)), np.zeros((2, 2), bool))
    yield Sample(r.normal(size=(4, 1, 5)), LEAP)
    yield Sample(r.normal(size=(1, 2, 3)), np.zeros((2, 3), bool))
    yield Sample(r.normal(size=(2, 1, 1)), np.zeros((1, 1), bool))


def _matrix(w: Any) -> Any:
    """Each step of the flow, as the matrix that carries all values to the next time: (T, S, S)."""
    _, times, _, size = w.shape
    m = np.zeros((times, size, size))
    for k, t, s in np.ndindex(3, times, size):
        if s >= k and t:
            m[t, s, s - k] = w[k, t, 0, s]
    return m


def _flowing(x: Any, w: Any, back: bool = False) -> Any:
    out, m = x.copy(), _matrix(w)
    for t in range(1, len(x)):
        if back:
            out[-t - 1, 0] += m[-t].T @ out[-t, 0]
        else:
            out[t, 0] += m[t] @ out[t - 1, 0]
    return out


@samples("_flow", "_reflow", ref={"_flow": _flowing, "_reflow": lambda x, w: _flowing(x, w, back=True)})
def flows() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 1, 4)), r.normal(size=(3, 3, 1, 4)))
    yield Sample(r.normal(size=(1, 1, 2)), r.normal(size=(3, 1, 1, 2)))
    yield Sample(r.normal(size=(2, 1, 1)), r.normal(size=(3, 2, 1, 1)))


def _ctc(x: Any, targets: Any, heard: Any, spoken: Any, blank: int = 0, zero_infinity: bool = False) -> Any:
    """The sum over all sequences of labels and blanks that collapse to the target."""
    if x.ndim == 2:
        x = x[:, None]
    ends = np.cumsum(spoken)
    losses = []
    for n, (times, count) in enumerate(zip(heard, spoken, strict=True)):
        wanted = list(targets[n, :count] if targets.ndim == 2 else targets[ends[n] - count : ends[n]])
        total = 0.0
        for path in itertools.product(range(x.shape[2]), repeat=int(times)):
            read = [c for c, _ in itertools.groupby(path) if c != blank]
            total += np.exp(sum(x[t, n, c] for t, c in enumerate(path))) if read == wanted else 0
        losses.append(-np.log(total) if total else 0.0 if zero_infinity else np.inf)
    return np.array(losses)


def _of_labels(loss: Any) -> Any:
    """Change the mean to a mean per label."""

    def reference(x: Any, targets: Any, heard: Any, spoken: Any, reduction: str = "mean", **how: Any) -> Any:
        each = loss(x, targets, heard, spoken, **how)
        each = each / np.maximum(spoken, 1) if reduction == "mean" else each
        return _reduced(lambda: each)(reduction=reduction) if x.ndim == 3 or reduction != "none" else each[0]

    return reference


@samples(F + "ctc_loss", ref=_of_labels(_ctc))
def ctc_losses() -> Iterator[Sample]:
    x = rng().normal(size=(4, 2, 3)) - 1
    targets, heard, spoken = np.array([[1, 2], [2, 2]]), np.array([4, 3]), np.array([2, 1])
    yield from _each(x, targets, heard, spoken)
    yield Sample(x, targets, (4, 4), (2, 2), reduction="none")
    yield Sample(x, np.array([1, 2, 2]), np.array([3, 4]), np.array([2, 1]))
    yield Sample(x, np.array([[0, 2], [0, 0]]), heard, spoken, blank=1, reduction="none")
    yield Sample(x, targets, np.array([4, 3]), np.array([0, 1]), reduction="none")  # one target has no labels
    yield Sample(x, np.zeros((2, 0), int), (4, 0), (0, 0), reduction="sum")
    yield Sample(x, np.zeros(0, int), (2, 1), (0, 0), reduction="none")
    # a label that occurs twice in a row needs three times
    yield Sample(x, targets, (4, 2), (2, 2), zero_infinity=True, reduction="none")
    yield Sample(x[:, 0], targets[0], (4,), (2,), reduction="none")
    yield Sample(x[:, 0], targets[0], np.array([3]), np.array([2]))


@samples(F + "ctc_loss", ref=_of_labels(_ctc))
def ctc_losses_of_the_impossible() -> Iterator[Sample]:
    x = rng().normal(size=(2, 2, 3))
    yield Sample(x, np.array([[1, 2], [2, 2]]), (2, 2), (2, 2), reduction="none", kink=True)
    yield Sample(x, np.array([[1, 2], [2, 2]]), (2, 0), (2, 1), reduction="none", kink=True)


@samples("ctc_loss")
def numbered_ctc_losses() -> Iterator[Sample]:
    x = rng().normal(size=(3, 2, 3))
    yield from (Sample(x, np.array([[1, 2], [2, 1]]), (3, 3), (2, 1), reduction=k) for k in range(3))
