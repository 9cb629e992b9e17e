"""Inference mode: tensors made inside, their allowed uses outside, and refusals in torch's words."""

from __future__ import annotations

import copy
import pickle
import re
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert import enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad
from wengert.autograd import forward_ad

WRITE = "Inplace update to inference tensor outside InferenceMode is not allowed"
SAVE = "Inference tensors cannot be saved for backward"
VERSION = "Inference tensors do not track version counter"
REQUIRE = "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed"
BASE = "A view was created in inference mode and its base or another view of its base has been modified inplace"
VIEW = "A view was created in inference mode and is being modified inplace in normal mode"


def made_inside(t: Any = wengert, **options: Any) -> Any:
    with t.inference_mode():
        return t.ones(3, **options)


def leaf(t: Any = wengert) -> Any:
    return t.ones(3, requires_grad=True)


def modes() -> tuple[bool, bool]:
    return is_grad_enabled(), is_inference_mode_enabled()


# -- the mode


def test_grad_mode_inside_and_after() -> None:
    with inference_mode():
        assert modes() == (False, True)
        with enable_grad():
            assert modes() == (True, True)
            assert not (leaf() * 2).requires_grad  # nothing is recorded, whatever the grad mode
            with inference_mode(False):
                assert modes() == (True, False)
                assert (leaf() * 2).requires_grad
            assert modes() == (True, True)
        assert modes() == (False, True)
    with no_grad():
        with inference_mode(False):
            assert modes() == (True, False)
        with inference_mode():
            assert modes() == (False, True)
        assert modes() == (False, False)
    assert modes() == (True, False)


def test_set_grad_enabled_as_a_function_inside_ends_with_the_mode() -> None:
    with inference_mode():
        wengert.set_grad_enabled(True)
        assert modes() == (True, True)
    assert modes() == (True, False)


def test_state_survives_exceptions() -> None:
    with no_grad(), pytest.raises(KeyError), inference_mode():
        raise KeyError
    assert modes() == (True, False)


def test_decorators_with_and_without_parentheses() -> None:
    @inference_mode
    def bare() -> tuple[bool, bool]:
        return modes()

    @inference_mode()
    def called() -> tuple[bool, bool]:
        return modes()

    @inference_mode(False)
    def off() -> tuple[bool, bool]:
        return modes()

    assert bare() == called() == (False, True)
    assert modes() == (True, False)
    with inference_mode():
        assert off() == (True, False)
        assert modes() == (False, True)


@pytest.mark.parametrize("value", [None, 0, 1, "x"])
def test_what_is_no_mode(value: Any) -> None:
    if value is None:
        with pytest.raises(TypeError, match="inference_mode: expected a function to decorate, got None"):
            inference_mode(value)
        return
    with pytest.raises(TypeError):
        inference_mode(value).__enter__()
    assert modes() == (True, False)


def test_threads_have_their_own_mode() -> None:
    seen = []
    with inference_mode():
        thread = threading.Thread(target=lambda: seen.append(modes()))
        thread.start()
        thread.join()
    assert seen == [(True, False)]


# -- which tensors are inference tensors (programs take the library, so that PyTorch can run them too)

INSIDE: dict[str, tuple[Callable[[Any, Any], Any], bool]] = {
    "factory": (lambda t, x: t.zeros(2), True),
    "tensor": (lambda t, x: t.tensor([1.0]), True),
    "from_numpy": (lambda t, x: t.from_numpy(np.ones(2)), True),
    "operation": (lambda t, x: x * 2, True),
    "reduction": (lambda t, x: x.sum(), True),
    "several outputs": (lambda t, x: x.max(0)[1], True),
    "clone": (lambda t, x: x.clone(), True),
    "cast": (lambda t, x: x.double(), True),
    "view": (lambda t, x: x[:2], False),
    "views": (lambda t, x: x.unbind()[0], False),
    "detach": (lambda t, x: x.detach(), False),
    "data": (lambda t, x: x.data, False),
    "itself": (lambda t, x: x.contiguous(), False),
    "in place": (lambda t, x: x.add_(1), False),
    "view of what is made inside": (lambda t, x: (x * 2)[:2], True),
    "deepcopy": (lambda t, x: copy.deepcopy(x.detach()), True),
}
OUTSIDE: dict[str, tuple[Callable[[Any, Any], Any], bool]] = {
    "operation": (lambda t, x: x * 2, False),
    "clone": (lambda t, x: x.clone(), False),
    "cast": (lambda t, x: x.double(), False),
    "zeros_like": (lambda t, x: t.zeros_like(x), False),
    "view": (lambda t, x: x[:2], True),
    "views": (lambda t, x: x.unbind()[0], True),
    "detach": (lambda t, x: x.detach(), True),
    "detach_": (lambda t, x: x.detach_(), True),
    "data": (lambda t, x: x.data, True),
    "itself": (lambda t, x: x.contiguous(), True),
    "resized to its own sizes": (lambda t, x: x.resize_(3), True),
    "pickle": (lambda t, x: pickle.loads(pickle.dumps(x)), False),
    "deepcopy": (lambda t, x: copy.deepcopy(x), False),
}


def check_inside(t: Any, how: str) -> None:
    make, expected = INSIDE[how]
    for requires_grad in (False, True):
        x = t.ones(3, requires_grad=requires_grad)
        with t.inference_mode():
            out = make(t, x)
        assert out.is_inference() == t.is_inference(out) == expected


def check_outside(t: Any, how: str) -> None:
    make, expected = OUTSIDE[how]
    out = make(t, made_inside(t))
    assert out.is_inference() == t.is_inference(out) == expected
    assert not out.requires_grad


@pytest.mark.parametrize("how", INSIDE)
def test_made_inside(how: str) -> None:
    check_inside(wengert, how)


@pytest.mark.parametrize("how", OUTSIDE)
def test_made_outside_of_an_inference_tensor(how: str) -> None:
    check_outside(wengert, how)


@pytest.mark.oracle
@pytest.mark.parametrize("how", INSIDE)
def test_made_inside_in_torch(how: str) -> None:
    check_inside(pytest.importorskip("torch"), how)


@pytest.mark.oracle
@pytest.mark.parametrize("how", OUTSIDE)
def test_made_outside_in_torch(how: str) -> None:
    check_outside(pytest.importorskip("torch"), how)


def test_leaves_may_be_made_inside() -> None:
    with inference_mode():
        x = wengert.ones(3, requires_grad=True)
        assert wengert.ones(3).requires_grad_().requires_grad
    assert x.requires_grad and x.is_leaf and x.is_inference()
    (x + 1).sum().backward()  # x is not saved
    assert x.grad.tolist() == [1, 1, 1]


def test_views_of_inference_tensors_are_not_tracked() -> None:
    x = made_inside()
    for v in (x[:2], x.view(3)):
        assert v.is_inference() and not v._is_view() and v._base is None
    normal = wengert.ones(3)
    with inference_mode():
        v = normal[:2]
        w = v[:1]
    assert v._is_view() and v._base is normal and w._base is normal
    assert v._version == normal._version == 0


def test_a_batched_write_inside_reaches_every_view() -> None:
    """Under vmap memory may move when it is written; views of inference tensors move with it."""

    def f(x: Any) -> Any:
        buffer = wengert.zeros(3)
        v = buffer[:2]
        v.add_(x)
        return buffer + v.sum()

    xs = wengert.tensor([1.0, 2.0])
    expected = wengert.vmap(f)(xs)
    with inference_mode():
        found = wengert.vmap(f)(xs)
    assert found.tolist() == expected.tolist() == [[3, 3, 2], [6, 6, 4]]
    assert found.is_inference()


# -- refusals: they change nothing


def save(t: Any, *args: Any) -> Any:
    class Save(t.autograd.Function):  # type: ignore[name-defined, misc]
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.save_for_backward(x, y)
            return x * y

    return Save.apply(*args)


def dirty(t: Any, *args: Any) -> Any:
    class Dirty(t.autograd.Function):  # type: ignore[name-defined, misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            return x.add_(1)

    return Dirty.apply(*args)


def accumulate(t: Any) -> None:
    x = leaf(t)
    x.grad = made_inside(t)
    (x * 2).sum().backward()


def write_view(t: Any, view: Callable[[Any], Any]) -> None:
    x = leaf(t) * 1
    with t.inference_mode():
        v = view(x)
    v.mul_(2)


def write_base(t: Any) -> None:
    x = leaf(t) * 1
    with t.inference_mode():
        v = x[:2]
    x.mul_(2)
    v * 2


def write_under_no_grad(t: Any) -> None:
    with t.no_grad():
        made_inside(t).add_(1)


REFUSED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "saved": (lambda t: made_inside(t) * leaf(t), SAVE),
    "saved, other side": (lambda t: leaf(t) * made_inside(t), SAVE),
    "saved view": (lambda t: leaf(t)[:2] * made_inside(t)[:2], SAVE),
    "saved by matmul": (lambda t: leaf(t) @ made_inside(t), SAVE),
    "saved index": (lambda t: leaf(t).gather(0, made_inside(t, dtype=t.int64)), SAVE),
    "saved by a Function": (lambda t: save(t, made_inside(t), leaf(t)), SAVE),
    "saved by an in-place operation": (lambda t: (leaf(t) * 1).mul_(made_inside(t)), SAVE),
    "captured by func.grad": (lambda t: t.func.grad(lambda x: (x * made_inside(t)).sum())(t.ones(3)), SAVE),
    "written": (lambda t: made_inside(t).add_(1), WRITE),
    "written under no_grad": (write_under_no_grad, WRITE),
    "written through a view": (lambda t: made_inside(t)[:2].add_(1), WRITE),
    "written through one of several views": (lambda t: made_inside(t).chunk(2)[0].add_(1), WRITE),
    "setitem": (lambda t: made_inside(t).__setitem__(0, 1.0), WRITE),
    "copy_": (lambda t: made_inside(t).copy_(t.ones(3)), WRITE),
    "composite": (lambda t: made_inside(t).square_(), WRITE),
    "turned": (lambda t: made_inside(t).unsqueeze_(0), WRITE),
    "resized": (lambda t: made_inside(t).resize_(2), WRITE),
    "other memory": (lambda t: made_inside(t).set_(t.ones(2)), WRITE),
    "random": (lambda t: made_inside(t).uniform_(), WRITE),
    "out=": (lambda t: t.add(t.ones(3), 1, out=made_inside(t)), WRITE),
    "dirty": (lambda t: dirty(t, made_inside(t)), WRITE),
    "under vmap": (lambda t: t.func.vmap(lambda x: x.add_(1))(made_inside(t)), WRITE),
    "accumulated into": (accumulate, WRITE),
    "version": (lambda t: made_inside(t)._version, VERSION),
    "requires_grad_": (lambda t: made_inside(t).requires_grad_(), REQUIRE),
    "requires_grad": (lambda t: setattr(made_inside(t), "requires_grad", True), REQUIRE),
    "requires_grad_ of a view": (lambda t: made_inside(t)[:2].requires_grad_(), REQUIRE),
    "view of a recorded tensor": (lambda t: write_view(t, lambda x: x[:2]), VIEW),
    "view of what is written later": (write_base, BASE),
    "views of a recorded tensor": (lambda t: write_view(t, lambda x: x.unbind()[0]), VIEW),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refusals(what: str) -> None:
    run, message = REFUSED[what]
    with pytest.raises(RuntimeError, match=re.escape(message)):
        run(wengert)
    assert modes() == (True, False)


@pytest.mark.oracle
@pytest.mark.parametrize("what", REFUSED)
def test_refusals_in_torch(what: str) -> None:
    torch = pytest.importorskip("torch")
    run, message = REFUSED[what]
    with pytest.raises(RuntimeError, match=re.escape(message)):
        run(torch)


def test_a_refused_write_writes_nothing() -> None:
    x = made_inside()
    for write in (lambda: x.mul_(2), lambda: wengert.mul(wengert.ones(3), 2, out=x), lambda: x[1].zero_()):
        with pytest.raises(RuntimeError, match=WRITE):
            write()
    assert x.tolist() == [1, 1, 1]


def test_inference_mode_false_is_outside() -> None:
    with inference_mode():
        x = wengert.ones(3)
        with inference_mode(False):
            with pytest.raises(RuntimeError, match=WRITE):
                x.add_(1)
            with pytest.raises(RuntimeError, match=REQUIRE):
                x.requires_grad_()
        x.add_(1)
    assert x.tolist() == [2, 2, 2]


# -- allowed uses


def test_what_need_not_be_saved_may_be_used() -> None:
    x = leaf()
    y = (made_inside() + x) - made_inside()
    z = wengert.cat([made_inside(), y]).sum() + (made_inside().expand(2, 3) + x).sum()
    z.backward()
    assert x.grad.tolist() == [3, 3, 3]
    with no_grad():
        assert (made_inside() * x).tolist() == [1, 1, 1]
    assert (leaf() * made_inside().clone()).requires_grad
    assert made_inside().requires_grad_(False).is_inference()


def test_inference_tensors_may_be_written_in_another_inference_mode() -> None:
    x = made_inside()
    with inference_mode():
        x.add_(1)
        x[:2].mul_(2)
        wengert.add(x, 1, out=x)
    assert x.tolist() == [5, 5, 3] and x.is_inference()


def test_writing_normal_tensors_inside_is_counted_but_not_recorded() -> None:
    x = leaf()
    y = x * 1
    made_by = y.grad_fn
    with inference_mode(), enable_grad():
        x.add_(1)
        y.mul_(2)
    assert (x._version, y._version) == (1, 1)
    assert not x.is_inference() and x.is_leaf and y.grad_fn is made_by
    z = x * x
    with inference_mode():
        x.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()


def test_a_view_made_inside_of_what_needs_no_gradient_is_like_any_other() -> None:
    x = wengert.ones(3)
    with inference_mode():
        v = x[:2]
    v.mul_(2)
    assert x.tolist() == [2, 2, 1] and v._version == x._version == 1


def test_data_passes_the_kind_of_memory_on() -> None:
    x, y = wengert.ones(3), made_inside()
    x.data = made_inside()
    y.data = wengert.zeros(3)
    assert x.is_inference() and not y.is_inference()
    assert y._version == 0


def test_a_walk_inside_gives_inference_gradients_and_records_nothing() -> None:
    x = leaf()
    y = (x * x).sum()
    with inference_mode():
        (g,) = wengert.autograd.grad(y, x, create_graph=True)
        y.backward()
    assert not g.requires_grad and g.tolist() == x.grad.tolist() == [2, 2, 2]
    assert g.is_inference() and x.grad.is_inference()


def test_the_error_of_backward_names_the_line() -> None:
    with inference_mode():
        y = (leaf() * 2).sum()
    with pytest.raises(RuntimeError, match=r"does not have a grad_fn\n.*mul under inference_mode\(\) at .*test_inf"):
        y.backward()


def test_forward_mode_is_off_inside() -> None:
    with forward_ad.dual_level():
        d = forward_ad.make_dual(wengert.ones(3), wengert.ones(3))
        with inference_mode():
            inside = d * d
            several = d.max(0)[0]
        with no_grad():
            outside = d * d
        assert forward_ad.unpack_dual(inside).tangent is None
        assert forward_ad.unpack_dual(several).tangent is None
        assert forward_ad.unpack_dual(outside).tangent.tolist() == [2, 2, 2]


def test_transformations_work_inside_and_on_inference_tensors() -> None:
    def f(x: Any) -> Any:
        return (x * x).sum()

    with inference_mode():
        assert wengert.func.grad(f)(wengert.ones(3)).tolist() == [2, 2, 2]
        assert wengert.func.grad(lambda x: wengert.func.grad(f)(x).sum())(wengert.ones(3)).tolist() == [2, 2, 2]
        assert wengert.func.jvp(f, (wengert.ones(3),), (wengert.ones(3),))[1].item() == 6
        assert wengert.func.jacfwd(f)(wengert.ones(3)).tolist() == [2, 2, 2]
        assert wengert.func.hessian(f)(wengert.ones(2)).tolist() == [[2, 0], [0, 2]]
        assert modes() == (False, True)
    assert wengert.func.grad(f)(made_inside()).tolist() == [2, 2, 2]
    captured = made_inside()
    assert wengert.func.grad(lambda x: (x * captured).sum())(made_inside()).tolist() == [1, 1, 1]
    assert wengert.func.grad(lambda x, y: (x * y).sum())(wengert.ones(3), captured).tolist() == [1, 1, 1]
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor"):
        wengert.func.grad(lambda x, y: (x * y.mul_(2)).sum())(wengert.ones(3), captured)
    assert wengert.func.jvp(f, (made_inside(),), (wengert.ones(3),))[1].item() == 6


def test_nothing_is_drawn_for_what_may_not_be_written() -> None:
    x, before = made_inside(), wengert.get_rng_state()
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor"):
        x.uniform_()
    assert wengert.equal(wengert.get_rng_state(), before)


def test_repr_and_numpy_inside() -> None:
    with inference_mode():
        assert repr(leaf() * 0) == "tensor([0., 0., 0.])"
    assert made_inside().numpy().tolist() == [1, 1, 1]
