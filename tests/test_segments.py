"""Reductions of segments: properties that the laws do not cover."""

from __future__ import annotations

from typing import Any

import pytest

import wengert


def test_segments_without_elements(lib: Any) -> None:
    x, lengths = lib.arange(6.0).reshape(3, 2), lib.tensor([2, 0, 1])
    for reduce, empty in {"sum": "0.0", "max": "-inf", "min": "inf", "prod": "1.0", "mean": "nan"}.items():
        assert str(lib.segment_reduce(x, reduce, lengths=lengths)[1, 0].item()) == empty
        assert lib.segment_reduce(x, reduce, lengths=lengths, initial=2.0)[1].tolist() == [2, 2]


def test_extremes_share_their_gradient_and_what_is_begun_with_takes_none(lib: Any) -> None:
    for how, expected in (({}, [0.5, 0.5, 1]), ({"initial": 3.0}, [0.5, 0.5, 0])):
        x = lib.tensor([3.0, 3.0, 1.0], requires_grad=True)
        lib.segment_reduce(x, "max", lengths=lib.tensor([2, 1]), **how).sum().backward()
        assert x.grad.tolist() == expected


def test_offsets_may_begin_later_and_end_before(lib: Any) -> None:
    x = lib.arange(6.0).reshape(3, 2)
    assert lib.segment_reduce(x, "sum", offsets=lib.tensor([1, 2])).tolist() == [[2, 3]]
    assert lib.segment_reduce(x, "sum", lengths=lib.tensor([2]), unsafe=True).tolist() == [[2, 4]]


@pytest.mark.parametrize(("how", "kind", "words"), [
    ({"lengths": [2]}, RuntimeError, "Expected all rows of lengths along axis to sum to"),
    ({"lengths": [-1, 4]}, RuntimeError, "lengths contains negative value!"),
    ({}, RuntimeError, "Either lengths or offsets must be defined"),
    ({"indices": [0, 0, 1]}, RuntimeError, "indices based reduction is not supported yet"),
    ({"lengths": [2], "axis": 1}, RuntimeError, "Expected axis to be the last dimension of lengths but got 1"),
    ({"lengths": [2.0, 1.0]}, NotImplementedError, "not implemented for 'Float'"),
])  # fmt: skip
def test_what_is_no_division_is_refused(lib: Any, how: Any, kind: type[Exception], words: str) -> None:
    given = {name: lib.tensor(value) if name != "axis" else value for name, value in how.items()}
    with pytest.raises(kind, match=words):
        lib.segment_reduce(lib.ones(3, 2), "sum", **given)


def test_integers_are_refused(lib: Any) -> None:
    with pytest.raises(NotImplementedError, match="not implemented for 'Long'"):
        lib.segment_reduce(lib.ones(3, dtype=lib.int64), "sum", lengths=lib.tensor([2, 1]))


def test_each_row_has_its_own_segments(lib: Any) -> None:
    x, lengths = lib.arange(8.0).reshape(2, 4), lib.tensor([[1, 3], [2, 2]])
    assert lib.segment_reduce(x, "sum", lengths=lengths, axis=1).tolist() == [[0, 6], [9, 13]]
    assert lib.segment_reduce(x, "mean", lengths=lengths, axis=-1).tolist() == [[0, 2], [4.5, 6.5]]


def test_examples_have_their_own_segments() -> None:
    x, lengths = wengert.arange(8.0).reshape(2, 4), wengert.tensor([[[1, 3], [2, 2]], [[4, 0], [3, 1]]])
    each = wengert.func.vmap(
        lambda n: wengert.func.vmap(lambda v, m: wengert.segment_reduce(v, "sum", lengths=m))(x, n)
    )
    assert each(lengths).tolist() == [[[0, 6], [9, 13]], [[6, 0], [15, 7]]]


@pytest.mark.parametrize("reduce", ["sum", "mean", "max", "prod"])
def test_as_many_segments_as_elements(reduce: str) -> None:
    x = wengert.arange(1_000_000.0)
    assert wengert.segment_reduce(x, reduce, lengths=wengert.ones(1_000_000, dtype=wengert.int64)).equal(x)
