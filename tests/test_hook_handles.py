"""Handles of hooks, and the hooks of tensors that are copied, pickled or dropped."""

from __future__ import annotations

import copy
import gc
import importlib
import io
import pickle
import weakref
from collections import OrderedDict
from typing import Any

import pytest

import wengert
from tests.both import single as leaf
from wengert.autograd.graph import register_multi_grad_hook


def handles(lib: Any) -> Any:
    """The module with the handle class of the library."""
    return importlib.import_module(f"{lib.__name__}.utils.hooks")


def test_handles_have_numbers_of_their_own(lib: Any) -> None:
    x = leaf(lib, 1.0)
    a, b = x.register_hook(print), x.register_hook(print)
    c = (x * 1).grad_fn.register_hook(print)
    assert a.id < b.id < c.id
    assert all(isinstance(h, handles(lib).RemovableHandle) for h in (a, b, c))
    with a as entered:
        assert entered is a
    assert list(x._backward_hooks) == [b.id]


def test_handles_can_be_pickled(lib: Any) -> None:
    x = leaf(lib, 1.0)
    a = x.register_hook(print)
    twin = pickle.loads(pickle.dumps(a))
    assert twin.id == a.id
    twin.remove()  # its own copy of the hooks is gone, so nothing happens
    assert list(x._backward_hooks) == [a.id]
    both = pickle.loads(pickle.dumps((a, x._backward_hooks)))
    both[0].remove()
    assert list(both[1]) == []
    a.__setstate__((None, 10**6, ()))
    assert x.register_hook(print).id > 10**6


def test_handles_may_remove_from_several_places(lib: Any) -> None:
    made = handles(lib).RemovableHandle
    hooks, one, two = (OrderedDict() for _ in range(3))
    for extra in (one, [one, two]):
        handle = made(hooks, extra_dict=extra)
        for d in (hooks, one, two):
            d[handle.id] = print
        handle.remove()
        handle.remove()
        assert handle.id not in hooks and handle.id not in one
    assert len(two) == 1


# -- lifetime and copies


def test_hooks_keep_no_graph_alive() -> None:
    x = leaf(wengert, 2.0)
    y = x * x
    y.register_hook(lambda g: g)
    y.grad_fn.register_hook(lambda gi, go: None)
    register_multi_grad_hook((x, y), lambda gs: None)
    z = y.sin()
    z.backward(retain_graph=True)
    node = weakref.ref(z.grad_fn)
    gc.disable()
    try:
        del z
        assert node() is None
    finally:
        gc.enable()


def test_copies_have_no_hooks(lib: Any) -> None:
    x = leaf(lib, 2.0)
    x.register_hook(lambda g: g * 10)
    twin = copy.deepcopy(x)
    assert twin._backward_hooks is None
    (twin * 1).backward()
    assert twin.grad.item() == 1


def test_pickling_a_tensor_tells_that_its_hooks_stay_behind() -> None:
    x = leaf(wengert, 2.0)
    x.register_hook(lambda g: g * 10)
    for keep in (pickle.dumps, copy.copy, lambda x: wengert.save(x, io.BytesIO())):
        with pytest.warns(UserWarning, match="backward hook .* on tensor will not be serialized") as warned:
            kept = keep(x)
        assert [w.filename for w in warned] == [__file__]  # not the module that pickles or copies
        assert not isinstance(kept, bytes) or pickle.loads(kept)._backward_hooks is None
    y = leaf(wengert, 2.0)
    y.register_hook(handles(wengert).unserializable_hook(lambda g: g))
    pickle.dumps(y)
