"""Calls with tensors of two dtypes have PyTorch's dtype, or PyTorch's type of error."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

import wengert
from tests import facts
from tests.facts import mixed

FACTS = facts.load("mixed")
INTEGERS = ("int64", "uint8", "bool")
NO_KERNEL = (*INTEGERS, "float16", "bfloat16")
SUBTRACT = (
    "l1_loss mse_loss pairwise_distance triplet_margin_loss margin_ranking_loss poisson_nll_loss "
    "multilabel_soft_margin_loss binary_cross_entropy_with_logits,"
)


def error(outcome: str) -> type[Exception] | None:
    return getattr(builtins, outcome, None) if outcome.endswith("Error") else None


def alike(found: str, expected: str) -> bool:
    """Equal, or errors of which one is a case of the other."""
    ours, theirs = error(found), error(expected)
    return found == expected or bool(ours and theirs and (issubclass(ours, theirs) or issubclass(theirs, ours)))


def on_purpose(name: str, one: str, other: str, expected: str) -> bool:
    """Whether docs/differences.md says that these two are computed, or refused."""
    logits = name == "binary_cross_entropy_with_logits"
    return (
        (expected == "NotImplementedError" and (one in NO_KERNEL or other in NO_KERNEL))
        or ("bool" in (one, other) and bool(error(expected)) and any([name.startswith(s) for s in SUBTRACT.split()]))
        or ((logits or name in ("gaussian_nll_loss", "hinge_embedding_loss")) and bool({one, other} & {*INTEGERS}))
        or (logits and expected == other)
        or (name == "soft_margin_loss" and one == "complex64")
    )


@pytest.mark.parametrize("name", mixed.CALLS)
def test_two_dtypes(name: str) -> None:
    wrong = []
    for one, row in FACTS[name].items():
        for other, expected in zip(mixed.DTYPES, row, strict=True):
            found = mixed.outcome(wengert, name, one, other)
            if not alike(found, expected) and not on_purpose(name, one, other, expected):
                wrong.append(f"{one} and {other}: {found}, PyTorch {expected}")
    assert not wrong, "\n".join(wrong)


def test_weights_and_coordinates_of_another_dtype(lib: Any) -> None:
    """Integers beside half types: of weights the half type, of coordinates the default float."""
    counts = lib.tensor([[1, 2, 4], [2, 1, 0]])
    for half in (lib.float16, lib.bfloat16):
        weights = lib.tensor([1, 2, 3], dtype=half)
        assert lib.cov(counts, aweights=weights).dtype is half
        (slope,) = lib.gradient(weights, spacing=(lib.tensor([0, 1, 3]),))
        assert slope.dtype is lib.float32


@pytest.mark.parametrize("name", ["add", "mul", "true_divide", "maximum", "hypot", "gt", "where"])
def test_two_dtypes_are_computed_as_their_common_one(name: str) -> None:
    """To the last bit, and in the same order in memory."""
    f: Any = getattr(wengert, name)
    given = ((wengert.arange(12) - 3.5) / 7).reshape(3, 4), wengert.arange(1, 13).reshape(3, 4)
    for one in ("float16", "bfloat16", "float32", "float64", "int64"):
        for other in ("uint8", "int32", "float16", "bfloat16", "float32"):
            x, y = (v.to(getattr(wengert, d)) for v, d in zip(given, (one, other), strict=True))
            for a, b in ((x, y), (y, x), (x.T, y.T), (x.T, y.T.contiguous()), (x, y[0]), (x, y[1, 1])):
                common = wengert.result_type(a, b)
                if name == "hypot" and not common.is_floating_point:
                    continue
                lead = (a > 0,) if name == "where" else ()
                found, expected = f(*lead, a, b), f(*lead, a.to(common), b.to(common))
                assert found.dtype == expected.dtype and found.stride() == expected.stride()
                assert wengert.equal(found, expected)
