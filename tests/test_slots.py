"""Subclasses of Tensor with slots: their instances are of another size than tensors."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import wengert
from wengert.autograd import Function


class Mixin:
    __slots__ = ()


class Slotted(Mixin, wengert.Tensor):
    __slots__ = ("_hidden", "tag")


class SlottedChild(Slotted):
    __slots__ = ("more",)


class Weighted(wengert.Tensor):
    __slots__ = ("weight",)

    @staticmethod
    def __new__(cls: Any, data: Any, weight: float) -> Any:
        return wengert.Tensor._make_subclass(cls, data)

    def __init__(self, data: Any, weight: float) -> None:
        self.weight = weight


MADE: dict[str, Callable[[Any], Any]] = {
    "as_subclass": lambda cls: wengert.ones(2).as_subclass(cls),
    "constructed": lambda cls: cls([1.0, 1.0]),
    "made": lambda cls: wengert.Tensor._make_subclass(cls, wengert.ones(2), True),
    "computed": lambda cls: wengert.ones(2).as_subclass(cls) * 1,
    "recorded": lambda cls: wengert.ones(2, requires_grad=True).as_subclass(cls) * 1,
    "a view": lambda cls: wengert.ones(3).as_subclass(cls)[1:],
    "detached": lambda cls: wengert.ones(2, requires_grad=True).as_subclass(cls).detach(),
}


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("cls", [Slotted, SlottedChild])
def test_a_subclass_may_have_slots(cls: Any, made: str) -> None:
    t = MADE[made](cls)
    t._hidden, t.tag, t.free = 1, 2, 3
    assert type(t) is cls and (t._hidden, t.tag, t.free) == (1, 2, 3) and t.tolist() == [1.0, 1.0]
    assert not hasattr(t, "more") and "tag" not in vars(t)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))])
def test_copies_have_what_is_in_slots(copied: Any) -> None:
    t = wengert.ones(2).as_subclass(SlottedChild)
    t.tag, t.more, t.free = 1, 2, 3
    u = copied(t)
    assert type(u) is SlottedChild and (u.tag, u.more, u.free) == (1, 2, 3) and not hasattr(u, "_hidden")
    assert isinstance(copied(Weighted(wengert.ones(2), 5.0)), Weighted)
    assert copied(Weighted(wengert.ones(2), 5.0)).weight == 5.0


def test_gradients_of_a_subclass_with_slots() -> None:
    x = wengert.ones(2, requires_grad=True)
    s = (x * 1).as_subclass(Slotted)
    v = s[:1]
    s.mul_(1)
    (s * s + v).sum().backward()
    assert x.grad.tolist() == [4.0, 2.0] and type(v) is Slotted

    class Saves(Function):
        @staticmethod
        def forward(ctx: Any, a: Any) -> Any:
            out = (a * a).as_subclass(Slotted)
            out.tag = "kept"
            ctx.save_for_backward(out)
            return out

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (out,) = ctx.saved_tensors
            assert type(out) is Slotted and out.tag == "kept"
            return g * 2

    Saves.apply(x).sum().backward()
