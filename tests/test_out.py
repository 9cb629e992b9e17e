"""``out=`` is what it is in PyTorch, for every operation that takes it, as ``tests/facts/outs.json`` has it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests import facts
from tests.facts import outs

FACTS = facts.load("outs")
CALLS = outs.calls()
NO_OUT = {"std_mean", "var_mean"}  # PyTorch's take none
REFUSED = {"expanded", "input requires grad", "out requires grad"}  # PyTorch takes some, and writes something else


def reasons(name: str, way: str | None = None) -> set[str]:
    """Why an operation does not do as PyTorch, given this or anything: the keys of ``DIFFERS``."""
    word = None if way is None else re.sub(r" \d$", "", way).replace(" ", "-").replace(",", "")
    return {
        reason
        for reason, which in outs.DIFFERS.items()
        for names, ways in which.items()
        if name in names.split() and word in (None, *ways.split())
    }


def agree(name: str, way: str, fact: str, found: str) -> bool:
    """Whether an outcome is PyTorch's, or better: what is computed first is right, and what is written is counted."""
    if fact == found or (found == "RuntimeError" and way in REFUSED):
        return True
    if fact == "RuntimeError" and found == "TypeError":  # PyTorch looks for another form of the call
        return way == "a number"
    if fact == "chance":  # PyTorch resizes the input before it reads it
        return "!" not in found and found.endswith((" resized", "Error"))
    fact = re.sub(r" (!|unseen)", "", fact)
    if name in outs.LAPACK:
        fact, found = (outs.CODES.sub("", said) for said in (fact, found))
    return fact == found


def compared(name: str) -> Iterator[tuple[str, str, str]]:
    """The ways that do not end as in PyTorch, with a text and the outcome."""
    for number, fact in FACTS[name].items():
        sample = CALLS[name][int(number)]
        with np.errstate(all="ignore"):
            found = outs.outcomes(wengert, name, sample)
        for said, listed in fact.items():
            for way in listed.split(", "):
                came = found.get(way, "nothing")
                if not agree(name, way, said, came):
                    yield way, f"{name} {sample}, {way}: {came}, and in PyTorch {said}", came


@pytest.mark.parametrize("name", sorted(FACTS))
def test_out(name: str) -> None:
    wrong = []
    stale = reasons(name)
    for way, said, came in compared(name):
        found = reasons(name, way)
        stale -= found
        if not found or came.endswith("changed"):
            wrong.append(said)
    assert not wrong, "\n".join(wrong)
    assert not stale, f"as in PyTorch: take it out of DIFFERS: {stale}"


def test_all_operations_that_take_out_have_facts() -> None:
    assert set(CALLS) - set(FACTS) <= NO_OUT, "`make facts` asks PyTorch"


def test_a_resized_part_stays_in_its_memory() -> None:
    whole = wengert.zeros(2, 3, dtype=wengert.int64)
    out = whole[:, 1:]
    with pytest.warns(
        UserWarning, match=r"elements in the out tensor of shape \[2, 2\] is 4 which does not match .* 3"
    ):
        assert wengert.arange(1, 4, out=out) is out
    assert out.tolist() == [1, 2, 3] and whole.tolist() == [[0, 1, 2], [3, 0, 0]]
    with pytest.warns(UserWarning, match=r"resized since it had shape \[3\], which does not match .* shape \[2\]"):
        wengert.add(wengert.ones(2, dtype=wengert.int64), 6, out=out)
    assert whole.tolist() == [[0, 7, 7], [3, 0, 0]]


def test_other_factories_resize_without_a_warning() -> None:
    with warnings.catch_warnings(action="error"):
        for call in (wengert.zeros, wengert.ones, wengert.empty):
            assert call(3, out=wengert.empty(2)).shape == (3,)
        assert wengert.linspace(0, 1, 3, out=wengert.empty(2)).shape == (3,)
        assert wengert.arange(3, out=wengert.empty(0, dtype=wengert.int64)).shape == (3,)


@pytest.mark.parametrize("call", [
    lambda out: wengert.arange(1, 5, out=out), lambda out: wengert.range(1, 4, out=out),
    lambda out: wengert.linspace(1, 4, 4, out=out), lambda out: wengert.logspace(1, 4, 4, base=1, out=out),
])  # fmt: skip
@pytest.mark.filterwarnings("ignore:wengert.range is deprecated")
def test_numbers_fill_what_has_as_many_elements(call: Callable[[Any], Any]) -> None:
    for part in (lambda whole: whole[:, 1:], lambda whole: whole[:, ::2].t(), lambda whole: whole.view(-1)[2:]):
        whole, expected = wengert.zeros(2, 3), wengert.zeros(2, 3)
        out = part(whole)
        values = call(wengert.empty(0))
        part(expected).copy_(values.view(part(expected).shape))
        assert call(out) is out and out.shape == part(expected).shape
        assert whole.tolist() == expected.tolist()


def test_the_memory_of_numpy_is_not_resized_to_more() -> None:
    memory = np.zeros(4)
    out = wengert.from_numpy(memory)[2:]
    with pytest.warns(UserWarning, match="resized"):
        wengert.exp(wengert.zeros(1, dtype=wengert.float64), out=out)
    assert out.shape == (1,) and memory.tolist() == [0, 0, 1, 0]
    before = out._version
    with pytest.raises(RuntimeError, match="not resizable"):
        wengert.exp(wengert.zeros(3, dtype=wengert.float64), out=out)
    assert out.shape == (1,) and out._version == before


def test_a_view_with_a_history_keeps_its_shape() -> None:
    base = wengert.ones(3, requires_grad=True) * 2
    with wengert.no_grad(), pytest.raises(RuntimeError, match="cannot resize variables that require grad"):
        wengert.zeros(3, out=base[1:])
    assert base.tolist() == [2, 2, 2] and base._version == 0


def test_a_warning_that_is_an_error_changes_nothing() -> None:
    x = wengert.ones(2, 3)
    out = wengert.zeros(3), wengert.zeros(5, dtype=wengert.int64)
    before = [(o._version, o.tolist()) for o in out]
    with warnings.catch_warnings(action="error"), pytest.raises(UserWarning, match="resized"):
        wengert.max(x, 0, out=out)
    assert [(o._version, o.tolist()) for o in out] == before


def test_factories_ask_out_for_the_rest() -> None:
    out = wengert.zeros(3)
    with pytest.raises(RuntimeError, match="does not match dtype of out parameter"):
        wengert.ones(3, out=out, dtype=wengert.float64)
    assert wengert.arange(3, out=out, device="cpu") is out and out.tolist() == [0, 1, 2]
    assert wengert.zeros(3, out=out.expand(2, 3)[:1]).shape == (3,)
    assert wengert.ones(3, out=out, requires_grad=True).requires_grad and out.is_leaf
    with pytest.raises(RuntimeError, match="automatic differentiation"):
        wengert.ones(3, out=out)


def test_an_expanded_tensor_takes_what_is_equal_everywhere() -> None:
    one = wengert.zeros(())
    assert wengert.full((2, 3), 4.0, out=one.expand(2, 3)).tolist() == [[4.0] * 3] * 2 and one == 4
    with pytest.raises(RuntimeError, match="single memory location"):
        wengert.sum(wengert.ones(2, 3), 0, out=one.expand(3))
    assert one == 4


def test_sparse_tensors() -> None:
    s, d = wengert.eye(2).to_sparse(), wengert.ones(2, 2)
    out = wengert.zeros(2, 2).to_sparse()
    assert wengert.add(s, s, out=out) is out and out.to_dense().tolist() == [[2, 0], [0, 2]]
    assert wengert.mm(s, d, out=wengert.empty(0)).tolist() == [[1, 1], [1, 1]]
    for call in (lambda: wengert.add(s, s, out=d), lambda: wengert.add(d, d, out=out)):
        with pytest.raises(RuntimeError, match="add: the result is .*, and the out= tensor is"):
            call()
    assert out.to_dense().tolist() == [[2, 0], [0, 2]] and d.tolist() == [[1, 1], [1, 1]]


def test_named_results() -> None:
    x = wengert.tensor([[1.0, 5.0], [3.0, 2.0]])
    values, indices = wengert.empty(0), wengert.empty(0, dtype=wengert.int64)
    found = wengert.max(x, 0, out=(values, indices))
    assert found.values is values and found.indices is indices and type(found) is type(wengert.max(x, 0))
    assert wengert.sort(x[0], out=[values, indices]).indices is indices
    with pytest.raises(TypeError, match="expected tuple of 2 elements but got 1"):
        wengert.max(x, 0, out=(values,))
    with pytest.raises(TypeError, match="must be tuple of Tensors, not Tensor"):
        wengert.max(x, 0, out=values)
