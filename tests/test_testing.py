"""``wengert.testing``: closeness in PyTorch's words, and random tensors with PyTorch's numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from tests import facts
from tests.facts import comparing
from wengert.testing import assert_close

FACTS = facts.load("comparing")


def test_what_is_said_of_values_that_are_not_close() -> None:
    found = {name: comparing.said(wengert, make) for name, make in comparing.pairs(wengert).items()}
    assert found.keys() == FACTS["said"].keys(), "`make facts` asks PyTorch"
    assert not {name: (said, FACTS["said"][name]) for name, said in found.items() if said != FACTS["said"][name]}


def test_tensors_that_are_made_are_those_of_pytorch() -> None:
    wrong = {}
    for name in comparing.MADE:
        found, expected = comparing.made(wengert, name), FACTS["made"][name]
        if isinstance(expected[0], str):  # an error, whose text goes on
            alike = found[0] == expected[0] and found[1].startswith(expected[1])
        elif np.issubdtype(np.asarray(expected[0]).dtype, np.floating):
            alike = found[1:] == expected[1:] and np.allclose(found[0], expected[0], rtol=1e-5)
        else:
            alike = found == expected
        if not alike:
            wrong[name] = found, expected
    assert not wrong


def test_tolerances_are_not_negative(lib: Any) -> None:
    with pytest.raises(RuntimeError):
        lib.testing.assert_close(lib.tensor(1.0), lib.tensor(2.0), rtol=-1, atol=0)


class Sub(wengert.Tensor):
    pass


def test_subclasses_are_tensors_unless_it_is_said_otherwise() -> None:
    x = wengert.ones(2)
    assert_close(x, x.as_subclass(Sub))
    with pytest.raises(TypeError, match="No comparison pair was able to handle inputs of type"):
        assert_close(x, x.as_subclass(Sub), allow_subclasses=False)


def test_nothing_is_recorded_and_no_hidden_difference_is_lost() -> None:
    x = wengert.ones(2, requires_grad=True)
    assert_close(x * 2, wengert.ones(2) * 2)
    big = wengert.tensor([2**62, 2**62])
    with pytest.raises(AssertionError, match="Greatest absolute difference: 1 at index"):
        assert_close(big, big + wengert.tensor([0, 1]))
