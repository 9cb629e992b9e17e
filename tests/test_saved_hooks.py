"""Hooks for saved tensors: packing and unpacking, in every mode, and the tools that use it.

Most tests run their program on PyTorch too (``lib``); where a test does not, it says why.
"""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import single as leaf
from wengert.autograd import forward_ad
from wengert.autograd.graph import saved_tensors_hooks
from wengert.func import grad, hessian, jacfwd, jacrev, jvp, vmap


def copying(lib: Any, log: list[str] | None = None) -> Any:
    """Hooks that store values outside of the library."""

    def pack(t: Any) -> Any:
        if log is not None:
            log.append("pack")
        return t.detach().tolist(), t.dtype

    def unpack(kept: Any) -> Any:
        if log is not None:
            log.append("unpack")
        return lib.tensor(kept[0], dtype=kept[1])

    return lib.autograd.graph.saved_tensors_hooks(pack, unpack)


def detaching(lib: Any) -> Any:
    return lib.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), lambda t: t)


# -- arguments of hooks


def test_every_saved_tensor_is_packed_and_unpacked_as_often_as_it_is_used(lib: Any) -> None:
    log: list[str] = []
    x = leaf(lib, 1.0, 2.0)
    with copying(lib, log):
        y = (x * x).exp().sum()
    assert log == ["pack"] * 3
    y.backward(retain_graph=True)
    y.backward()
    assert log == ["pack"] * 3 + ["unpack"] * 6
    assert np.allclose(x.grad.tolist(), [4 * np.e, 8 * np.exp(4)])


def test_pack_gets_the_tensor_itself(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    seen: list[Any] = []

    def pack(t: Any) -> Any:
        seen.append((t, lib.is_grad_enabled(), t.requires_grad, t.is_leaf))
        return t.detach()

    with lib.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        y = x * 2.0
        z = y * x
        e = z.exp()
    inputs = [s for s in seen if s[0].tolist() in (x.tolist(), y.tolist())]
    assert {id(s[0]) for s in inputs} == {id(x), id(y)}
    assert seen[-1][0] is e
    assert [s[1:] for s in seen] == [(False, True, True), (False, True, False), (False, True, False)]


def test_numbers_and_what_needs_no_gradient_are_not_packed(lib: Any) -> None:
    log: list[str] = []
    x, w = leaf(lib, 1.0, 2.0), lib.ones(2)
    with copying(lib, log):
        (x * 2.0).sum()
        x + w
        w * w
        with lib.no_grad():
            x * x
    assert log == []


def test_index_tensors_are_packed(lib: Any) -> None:
    seen: list[Any] = []
    x = leaf(lib, 1.0, 2.0)

    def pack(t: Any) -> Any:
        seen.append(t.dtype)
        return t.detach()

    with lib.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        y = x[lib.tensor([1, 1])]
    assert seen == [lib.int64]
    y.sum().backward()
    assert x.grad.tolist() == [0, 2]


def test_hooks_act_where_the_value_is_saved_not_where_the_walk_runs(lib: Any) -> None:
    log: list[str] = []
    x = leaf(lib, 1.0, 2.0)
    a = x * x
    with copying(lib, log):
        a.sum().backward(retain_graph=True)
        assert log == []
        b = x * x
    b.sum().backward()
    assert log == ["pack"] * 2 + ["unpack"] * 2


def test_a_custom_function_saves_through_the_hooks(lib: Any) -> None:
    class Cube(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any, w: Any) -> Any:
            y = x * x * x
            ctx.save_for_backward(x, None, y, w)
            return y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            x, none, y, w = ctx.saved_tensors
            assert none is None
            return g * 3 * y / x, w * 0

    log: list[str] = []
    x, w = leaf(lib, 2.0), leaf(lib, 3.0)
    with copying(lib, log):
        y = Cube.apply(x, w)
    assert log == ["pack"] * 3
    y.backward()
    assert log == ["pack"] * 3 + ["unpack"] * 3 and x.grad.item() == 12


# -- unpacked values are the saved ones, in every mode


def program(lib: Any, x: Any) -> Any:
    """Saves inputs and results; has views, writes through them, reductions and indices."""
    a = x * x.sin()
    b = a.clone()
    b[1:].mul_(x[:-1])
    b.exp_()
    return (b * a).cumsum(0) / x + b.max() * a.prod()


VALUES = [0.3, -0.5, 0.9]


def test_gradients_are_the_same(lib: Any) -> None:
    found = []
    for hooks in (None, copying(lib), detaching(lib)):
        x = lib.tensor(VALUES, dtype=lib.float64, requires_grad=True)
        if hooks is None:
            y = program(lib, x)
        else:
            with hooks:
                y = program(lib, x)
        y.sum().backward()
        found.append(x.grad.tolist())
    assert np.allclose(found[0], found[1]) and np.allclose(found[0], found[2])


@pytest.mark.parametrize("hooks", [copying, detaching])
def test_second_derivatives_are_the_same(lib: Any, hooks: Any) -> None:
    """A packed tensor has no history. The unpacked tensor has the history of the saved value."""
    found = []
    for inside in (False, True):
        x = lib.tensor(VALUES, dtype=lib.float64, requires_grad=True)
        if inside:
            with hooks(lib):
                y = program(lib, x)
                (g,) = lib.autograd.grad(y.sum(), x, create_graph=True)
        else:
            y = program(lib, x)
            (g,) = lib.autograd.grad(y.sum(), x, create_graph=True)
        found.append(lib.autograd.grad((g * g).sum(), x)[0].tolist())
    assert np.allclose(found[0], found[1])


TRANSFORMS = {
    "grad": lambda f: grad(lambda x: f(x).sum()),
    "jacrev": jacrev,
    "jacfwd": jacfwd,
    "hessian": lambda f: hessian(lambda x: f(x).sum()),
    "jvp of grad": lambda f: lambda x: jvp(grad(lambda x: f(x).sum()), (x,), (x.cos(),))[1],
    "grad of jvp": lambda f: grad(lambda x: jvp(f, (x,), (x.cos(),))[1].sum()),
    "vmap of grad": lambda f: lambda x: vmap(grad(lambda x: f(x).sum()))(x.expand(2, 3) * 1),
    "grad of vmap": lambda f: grad(lambda x: vmap(f)(x.expand(2, 3) * 1).sum()),
    "vmap of jacfwd of grad": lambda f: (
        lambda x: vmap(jacfwd(grad(lambda x: f(x).sum())))(x.expand(2, 3) * 1)
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", ["detach", "itself", "halve and double"])
@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms_are_the_same(name: str, kind: str) -> None:
    """PyTorch refuses hooks inside its transforms."""
    hooks = {
        "detach": saved_tensors_hooks(lambda t: t.detach(), lambda t: t),
        "itself": saved_tensors_hooks(lambda t: t, lambda t: t),
        "halve and double": saved_tensors_hooks(
            lambda t: (t.dtype, t.detach().double() / 2), lambda p: (p[1] * 2).to(p[0])
        ),
    }[kind]  # fmt: skip
    x = wengert.tensor(VALUES, dtype=wengert.float64)
    expected = TRANSFORMS[name](lambda x: program(wengert, x))(x)

    def inside(x: Any) -> Any:
        with hooks:
            return program(wengert, x)

    assert wengert.allclose(TRANSFORMS[name](inside)(x), expected)
    with hooks:
        assert wengert.allclose(TRANSFORMS[name](lambda x: program(wengert, x))(x), expected)


def test_tangents_of_saved_values_come_back(lib: Any) -> None:
    """Forward mode over a backward pass: the derivative of 2x along 1. (PyTorch too, if it unpacks tangents.)"""
    ad = forward_ad if lib is wengert else lib.autograd.forward_ad
    with ad.dual_level():
        x = ad.make_dual(leaf(lib, 3.0), lib.tensor(1.0))
        with copying(lib) if lib is wengert else detaching(lib):
            y = x * x
        (g,) = lib.autograd.grad(y, x)
        assert ad.unpack_dual(g).tangent.item() == 2


def test_hooks_under_vmap_get_one_example() -> None:
    """PyTorch cannot combine the two."""
    shapes = []

    def pack(t: Any) -> Any:
        shapes.append(tuple(t.shape))
        return t.detach()

    def f(x: Any) -> Any:
        with saved_tensors_hooks(pack, lambda t: t):
            return x.exp().sum()

    x = wengert.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    assert wengert.allclose(vmap(grad(f))(x), x.exp())
    assert shapes == [(2,)]


def test_half_types_are_unpacked_as_they_were_saved(lib: Any) -> None:
    x = lib.tensor([1.0, 2.0], dtype=lib.bfloat16, requires_grad=True)
    seen: list[Any] = []

    def pack(t: Any) -> Any:
        seen.append(t.dtype)
        return t.detach()

    with lib.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        y = x * x
    y.sum().backward()
    assert x.grad.tolist() == [2, 4] and set(seen) == {lib.bfloat16}


def test_a_packed_value_may_come_back_in_another_dtype(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    with lib.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), lambda t: t.double() * 2):
        y = x * x
    y.sum().backward()
    assert x.grad.dtype == lib.float32 and x.grad.tolist() == [4, 8]


# -- versions


def test_what_is_packed_is_not_checked_for_writes(lib: Any) -> None:
    """As documented: hooks may store anything, so a write to it is not noticed."""
    for hooks, expected in ((copying(lib), [2, 4]), (detaching(lib), [4, 6])):
        x = leaf(lib, 1.0, 2.0)
        y = x * 1
        with hooks:
            z = y * y
        y.add_(1)
        z.sum().backward()
        assert x.grad.tolist() == expected


def test_unpacked_values_are_checked_from_then_on(lib: Any) -> None:
    """A recorded backward pass saves unpacked tensors without hooks, so a write to their memory is noticed."""
    x = leaf(lib, 1.0, 2.0)
    y = x * 1
    with lib.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), lambda t: t):
        z = y.sin()
    (g,) = lib.autograd.grad(z.sum(), x, create_graph=True)
    y.detach().add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        g.sum().backward()


# -- errors


def test_exceptions_in_hooks_leave_everything_as_it_was(lib: Any) -> None:
    broken: list[int] = [1]

    def fail(t: Any) -> Any:
        if broken:
            raise ValueError("no")
        return t

    hooks = lib.autograd.graph.saved_tensors_hooks
    x = leaf(lib, 1.0, 2.0)
    y = x * 1
    with pytest.raises(ValueError, match="no"), hooks(fail, lambda t: t):
        y.mul_(x)
    assert y.tolist() == [1, 2] and y._version == 0 and y.grad_fn.name() == "MulBackward0"
    assert lib.is_grad_enabled()
    with hooks(lambda t: t.detach(), fail):
        z = y * x
    with pytest.raises(ValueError, match="no"):
        z.sum().backward()
    assert lib.is_grad_enabled() and x.grad is None
    broken.clear()
    z.sum().backward()  # the saved tensors are still there, because the node did not run
    assert x.grad.tolist() == [2, 4]
    x * x  # nothing is packed any more
    assert (x * x).grad_fn._raw_saved_self.unpack_hook is None


def test_pack_must_not_write(lib: Any) -> None:
    def pack(t: Any) -> Any:
        t.detach().add_(1)
        return t

    x = leaf(lib, 1.0, 2.0)
    with (
        lib.autograd.graph.saved_tensors_hooks(pack, lambda t: t),
        pytest.raises(RuntimeError, match="A saved tensor pack hook is modifying its input in place"),
    ):
        x * x


def test_unpack_must_return_a_tensor(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    with lib.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), lambda t: 3):
        y = x * x
    with pytest.raises(TypeError, match="Output of saved tensor unpack_hook expected to be a Tensor but got .* int"):
        y.sum().backward()


def test_a_wrong_shape_is_the_operations_business(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    with lib.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), lambda t: lib.ones(3)):
        y = x * x
    with pytest.raises(RuntimeError, match=r"The size of tensor a \(2\) must match the size of tensor b \(3\)"):
        y.sum().backward()


def test_hooks_must_be_functions(lib: Any) -> None:
    hooks = lib.autograd.graph.saved_tensors_hooks(1, 2)
    with pytest.raises(TypeError, match="incompatible function arguments"):
        hooks.__enter__()


def test_freed_values_stay_freed(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    with copying(lib):
        y = (x * x).sum()
    y.backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        y.backward()


# -- nesting, disabling


def naming(lib: Any, name: str, log: list[str], **options: Any) -> Any:
    def note(what: str) -> Any:
        def hook(t: Any) -> Any:
            log.append(f"{what} {name}")
            return t.detach()

        return hook

    return lib.autograd.graph.saved_tensors_hooks(note("pack"), note("unpack"), **options)


def test_the_innermost_pair_acts_alone(lib: Any) -> None:
    log: list[str] = []
    x = leaf(lib, 2.0)
    with naming(lib, "outer", log):
        with naming(lib, "inner", log):
            y = x.exp()
        z = x.exp()
    (y + z).backward()
    assert log == ["pack inner", "pack outer", "unpack outer", "unpack inner"]


def test_pairs_compose_where_asked_to() -> None:
    """Beyond PyTorch: the outer pair packs the tensors that the inner pair returns."""
    log: list[str] = []
    x = leaf(wengert, 2.0)
    with naming(wengert, "1", log), naming(wengert, "2", log, compose=True), naming(wengert, "3", log, compose=True):
        y = x.exp()
    assert log == ["pack 3", "pack 2", "pack 1"]
    y.backward()
    assert log[3:] == ["unpack 1", "unpack 2", "unpack 3"]
    assert x.grad.item() == y.item()


def test_composed_pairs_see_the_tensors_within_what_is_packed() -> None:
    """One pair compresses and another stores the results elsewhere. Neither depends on the other."""
    shelf: list[Any] = []

    def put(t: Any) -> int:
        shelf.append(t.tolist())
        return len(shelf) - 1

    def compress(t: Any) -> Any:
        low = t.detach().amin()
        return {"low": low, "rest": [(t.detach() - low) / 2, "text"]}

    away = saved_tensors_hooks(put, lambda i: wengert.tensor(shelf[i]))
    small = saved_tensors_hooks(compress, lambda p: p["low"] + p["rest"][0] * 2, compose=True)
    x = leaf(wengert, 1.0, 5.0)
    with away, small:
        y = x * x
    assert shelf == [1.0, [0.0, 2.0]] * 2
    raw = y.grad_fn._raw_saved_self.data
    assert raw["low"].item() == 1 and raw["rest"][1] == "text"
    y.sum().backward()
    assert x.grad.tolist() == [2, 10]


def test_hooks_can_be_disabled(lib: Any) -> None:
    graph = lib.autograd.graph
    with graph.disable_saved_tensors_hooks("outer"):
        with graph.disable_saved_tensors_hooks("inner"):
            with pytest.raises(RuntimeError, match="inner"), copying(lib):
                pass
        for made in (graph.save_on_cpu, graph.allow_mutation_on_saved_tensors):
            with pytest.raises(RuntimeError, match="outer"), made():
                pass
    with copying(lib), pytest.raises(RuntimeError, match="late"), graph.disable_saved_tensors_hooks("late"):
        pass
    with copying(lib):
        pass


def test_hooks_belong_to_their_thread(lib: Any) -> None:
    log: list[str] = []
    x = leaf(lib, 1.0)
    with copying(lib, log):
        thread = threading.Thread(target=lambda: x * x)
        thread.start()
        thread.join()
    assert log == []


# -- one saved tensor


def test_hooks_of_one_saved_tensor(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * x
    log: list[Any] = []

    def pack(t: Any) -> Any:
        log.append((t.item(), t.requires_grad))
        return "packed"

    raw = y.grad_fn._raw_saved_self
    assert raw.unpack_hook is None and raw.unpack() is x
    raw.register_hooks(pack, lambda p: lib.tensor(10.0))
    assert log == [(2, False)]
    assert raw.data == "packed" and raw.unpack_hook is not None
    assert y.grad_fn._saved_self.item() == 10 and y.grad_fn._saved_self.requires_grad
    y.backward()
    assert x.grad.item() == 12 and raw.data is None


def test_what_cannot_be_registered(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x.exp()
    raw = y.grad_fn._raw_saved_result
    with pytest.raises(TypeError):
        raw.register_hooks(lambda t: t)
    with pytest.raises(TypeError, match="incompatible function arguments"):
        raw.register_hooks(1, 2)
    raw.register_hooks(lambda t: t.detach(), lambda t: t)
    with pytest.raises(
        RuntimeError, match="Calling register_hooks on a saved tensor whose hooks have already been set"
    ):
        raw.register_hooks(lambda t: t, lambda t: t)
    with pytest.raises(RuntimeError, match="Trying to create a SavedTensor object from Python is forbidden"):
        type(raw)()
    y.sum().backward()
    raw = y.grad_fn._raw_saved_result
    with pytest.raises(RuntimeError, match="Calling register_hooks on a saved tensor after it has been freed"):
        raw.register_hooks(lambda t: t, lambda t: t)
    with pytest.raises(RuntimeError, match="second time"):
        raw.unpack()
    norm = lib.nn.functional.layer_norm(x, (2,)).grad_fn
    with pytest.raises(RuntimeError, match="Calling register_hooks on a saved tensor with value None is forbidden"):
        norm._raw_saved_weight.register_hooks(lambda t: t, lambda t: t)


def test_hooks_of_a_saved_number(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x * 3.0
    y.grad_fn._raw_saved_other.register_hooks(lambda t: t.item() * 2, lambda n: lib.tensor(n))
    y.sum().backward()
    assert x.grad.tolist() == [6, 6]


def test_saved_tensors_of_a_custom_function_take_hooks(lib: Any) -> None:
    class Square(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return 2 * g * ctx.saved_tensors[0]

    x = leaf(lib, 3.0)
    y = Square.apply(x)
    (raw,) = y.grad_fn._raw_saved_tensors
    raw.register_hooks(lambda t: t.item(), lambda n: lib.tensor(n + 1))
    y.backward()
    assert x.grad.item() == 8


# -- lifetime


@pytest.mark.parametrize("kind", ["itself", "save_on_cpu", "detach", "allow mutation"])
def test_packed_values_tie_no_knots(kind: str) -> None:
    """The graph is freed with its last tensor, without the garbage collector.

    (In PyTorch a hook that returns an output keeps it alive for ever, and so does save_on_cpu on the CPU.)
    """
    hooks: Any = {
        "itself": lambda: saved_tensors_hooks(lambda t: t, lambda t: t),
        "save_on_cpu": wengert.autograd.graph.save_on_cpu,
        "detach": lambda: saved_tensors_hooks(lambda t: t.detach(), lambda t: t),
        "allow mutation": wengert.autograd.graph.allow_mutation_on_saved_tensors,
    }[kind]
    gc.collect()
    gc.disable()
    try:
        x = leaf(wengert, 1.0, 2.0)
        with hooks():
            y = (x * 2).exp()
            z = y.tanh() * x
            node = weakref.ref(y.grad_fn)
            del y, z
            assert node() is None
    finally:
        gc.enable()


def test_a_walk_lets_packed_values_go(lib: Any) -> None:
    class Kept:
        pass

    kept: list[Any] = []

    def pack(t: Any) -> Any:
        one = Kept()
        kept.append(weakref.ref(one))
        return one

    x = leaf(lib, 1.0)
    with lib.autograd.graph.saved_tensors_hooks(pack, lambda k: lib.tensor(1.0)):
        y = (x * x).exp()
    assert all(ref() is not None for ref in kept)
    y.backward()
    gc.collect()
    assert [ref() for ref in kept] == [None] * 3


# -- save_on_cpu


@pytest.mark.parametrize("pin_memory", [False, True])
def test_save_on_cpu(lib: Any, pin_memory: bool) -> None:
    x, w = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    with lib.autograd.graph.save_on_cpu(pin_memory=pin_memory):
        y = ((x * w).exp() * x).sum()
    (g,) = lib.autograd.grad(y, x, create_graph=True)
    g.sum().backward()
    e = np.exp([3.0, 8.0])
    first = e + np.array([1, 2]) * np.array([3, 4]) * e
    assert np.allclose(g.tolist(), first, rtol=1e-5)
    assert np.allclose(x.grad.tolist(), 2 * np.array([3, 4]) * e + np.array([1, 2]) * np.array([9, 16]) * e, rtol=1e-5)


@pytest.mark.gpu
@pytest.mark.parametrize("pin_memory", [False, True])
def test_save_on_cpu_brings_values_back_to_the_gpu(pin_memory: bool) -> None:
    x = wengert.tensor([1.0, 2.0], device="cuda", requires_grad=True)
    with wengert.autograd.graph.save_on_cpu(pin_memory=pin_memory):
        y = x * x
    device, kept = y.grad_fn._raw_saved_self.data
    assert device.type == "cuda" and kept.device.type == "cpu"
    y.sum().backward()
    assert x.grad.device.type == "cuda" and x.grad.tolist() == [2, 4]


# -- writing to saved tensors


def test_saved_tensors_may_be_written_where_allowed(lib: Any) -> None:
    with lib.autograd.graph.allow_mutation_on_saved_tensors() as context:
        a = lib.ones(2, 3, requires_grad=True)
        b = a.clone()
        out = (b**2).sum()
        assert (len(context.original), len(context.cloned)) == (1, 0)
        b.sin_()
        assert len(context.cloned) == 1
        out.backward()
    assert a.grad.tolist() == [[2, 2, 2], [2, 2, 2]]


def writes(lib: Any) -> dict[str, Any]:
    return {
        "in place": lambda b: b.mul_(3),
        "through a view": lambda b: b[:2].mul_(3),
        "through its base": lambda b: b._base.mul_(3),
        "detached": lambda b: b.detach().add_(1),
        "item": lambda b: b.__setitem__(0, 7.0),
        "out": lambda b: lib.add(lib.ones(3), lib.ones(3), out=b.detach()),
        "copy": lambda b: b.copy_(lib.zeros(3)),
        "zero": lambda b: b.zero_(),
        "random": lambda b: b.uniform_(),
        "twice": lambda b: b.mul_(3).add_(1),
    }


@pytest.mark.parametrize("how", writes(wengert))
def test_ways_of_writing(lib: Any, how: str) -> None:
    with lib.autograd.graph.allow_mutation_on_saved_tensors():
        a = leaf(lib, 1.0, 2.0, 3.0)
        b = (a * 1).view(3)
        kept = b * b, b.exp()
        if lib is wengert:  # PyTorch ignores that a view with an offset shares memory: its gradients are wrong here
            kept = *kept, b[1:].square()
        writes(lib)[how](b)
        sum(k.sum() for k in kept).backward()
    e = np.array([2, 4, 6]) + np.exp([1, 2, 3])
    assert np.allclose(a.grad.tolist(), e if lib is not wengert else e + [0, 4, 6], rtol=1e-5)


def test_results_may_be_written_where_allowed(lib: Any) -> None:
    with lib.autograd.graph.allow_mutation_on_saved_tensors():
        a = leaf(lib, 1.0, 2.0)
        e = (a * 1).exp()
        out = e.sum()
        e.mul_(0)
        out.backward()
    assert np.allclose(a.grad.tolist(), np.exp([1, 2]))


def test_gradients_that_were_used_may_be_added_to_where_allowed(lib: Any) -> None:
    with lib.autograd.graph.allow_mutation_on_saved_tensors():
        a, w = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
        (a * a).sum().backward()
        out = (a.grad * w).sum()
        (a * a).sum().backward()
        out.backward()
    assert w.grad.tolist() == [2, 4] and a.grad.tolist() == [4, 8]


def test_second_order_with_writes_where_allowed(lib: Any) -> None:
    with lib.autograd.graph.allow_mutation_on_saved_tensors():
        a = leaf(lib, 1.0, 2.0)
        b = a * 1
        out = (b * b * b).sum()
        b.zero_()
        (g,) = lib.autograd.grad(out, a, create_graph=True)
        g.sum().backward()
    assert g.tolist() == [3, 12] and a.grad.tolist() == [6, 12]


def test_a_tensor_that_is_saved_twice_is_kept_once(lib: Any) -> None:
    with lib.autograd.graph.allow_mutation_on_saved_tensors() as context:
        a = leaf(lib, 1.0, 2.0)
        b = a * 1
        out = (b * b + b.sin()).sum()
        assert len(context.original) == 1
        b.zero_()
        assert len(context.cloned) == 1
        out.backward()
    assert np.allclose(a.grad.tolist(), [2 + np.cos(1), 4 + np.cos(2)])


def test_the_walk_belongs_inside(lib: Any) -> None:
    graph = lib.autograd.graph
    message = "Trying to backward outside of the 'allow_mutation_on_saved_tensors' context"
    a = leaf(lib, 1.0)
    with graph.allow_mutation_on_saved_tensors() as context:
        outs = [(a.clone() ** 2).sum() for _ in range(3)]
        outs[0].backward()
        context.clear()
        with pytest.raises(AssertionError, match=message):
            outs[1].backward()
    with pytest.raises(AssertionError, match=message):
        outs[2].backward()
    with graph.allow_mutation_on_saved_tensors(), pytest.raises(AssertionError, match=message):
        outs[2].backward()


def test_the_permission_does_not_nest(lib: Any) -> None:
    allow = lib.autograd.graph.allow_mutation_on_saved_tensors
    message = "allow_mutation_on_saved_tensors contexts cannot be nested"
    with allow(), pytest.raises(RuntimeError, match=message), allow():
        pass


def test_writes_outside_are_errors_again(lib: Any) -> None:
    a = leaf(lib, 1.0)
    with lib.autograd.graph.allow_mutation_on_saved_tensors():
        pass
    b = a.clone()
    out = (b * b).sum()
    b.zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        out.backward()
