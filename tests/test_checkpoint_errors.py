"""Checkpointing: random numbers, threads, modes, and the errors if something changes between the two runs.

Most tests run their program on PyTorch too (``lib``); where a test does not, it says why.
"""

from __future__ import annotations

import logging
import threading
import warnings
from types import GetSetDescriptorType
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import FIELDS
from tests.test_checkpoint import again, leaf, tools
from wengert._core.api.checkpoint.regions import Modes
from wengert._core.tape import state as modes
from wengert.func import vmap
from wengert.utils.checkpoint import CheckpointError, checkpoint, checkpoint_sequential, set_checkpoint_early_stop

# -- random numbers


@pytest.mark.parametrize("form", [False, True])
def test_the_same_numbers_are_drawn(lib: Any, form: bool) -> None:
    lib.manual_seed(1)
    x = leaf(lib, 1.0, 2.0, 3.0)
    y = tools(lib).checkpoint(lambda x: x * lib.rand(3, dtype=x.dtype), x, use_reentrant=form)
    state = lib.get_rng_state().tolist()
    lib.rand(5)
    moved = lib.get_rng_state().tolist()
    y.sum().backward()
    assert np.allclose(x.grad.tolist(), (y / x).tolist())
    assert lib.get_rng_state().tolist() == moved != state


def test_numbers_need_not_be_the_same(lib: Any) -> None:
    lib.manual_seed(1)
    x = leaf(lib, 1.0, 2.0, 3.0)
    y = again(lib, lambda x: x * lib.rand(3, dtype=x.dtype), x, preserve_rng_state=False)
    y.sum().backward()
    assert not np.allclose(x.grad.tolist(), (y / x).tolist())


def test_the_rest_of_a_pair_is_drawn_again(lib: Any) -> None:
    """The second number of a pair does not advance the stream, but the second run draws it again."""
    lib.manual_seed(0)
    lib.randn(1)
    x = leaf(lib, 1.0)
    y = again(lib, lambda x: x.exp() * lib.randn(1, dtype=x.dtype), x)
    y.backward()
    assert x.grad.tolist() == y.tolist()[0]


def test_seeding_inside_stays_inside(lib: Any) -> None:
    def f(x: Any) -> Any:
        lib.manual_seed(7)
        return x * lib.rand(3, dtype=x.dtype)

    x = leaf(lib, 1.0, 2.0, 3.0)
    y = again(lib, f, x)
    lib.manual_seed(3)
    before = lib.get_rng_state().tolist()
    y.sum().backward()
    assert np.allclose(x.grad.tolist(), (y / x).tolist())
    assert lib.get_rng_state().tolist() == before and lib.initial_seed() == 3


@pytest.mark.parametrize("randomness", ["same", "different"])
def test_the_same_numbers_under_vmap(randomness: str) -> None:
    """Also if the region is recomputed after the vmap. (PyTorch raises then: the tensors have escaped.)"""
    x = wengert.ones(4, 3, dtype=wengert.float64, requires_grad=True)
    f = vmap(
        lambda x: checkpoint(lambda x: x * wengert.rand(3, dtype=x.dtype), x, use_reentrant=False),
        randomness=randomness,
    )
    y = f(x)
    wengert.rand(1)
    y.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), y.detach().numpy())
    assert (np.ptp(y.detach().numpy(), axis=0) == 0).all() == (randomness == "same")


def test_threads_draw_their_own_numbers_again() -> None:
    """Another thread draws while one recomputes. (In PyTorch that changes the numbers, and so the gradient.)"""
    inside, drawn = threading.Event(), threading.Event()

    def f(x: Any) -> Any:
        x = x * wengert.rand(3, dtype=x.dtype)
        if inside.is_set():
            drawn.wait(10)
        inside.set()
        return x * wengert.rand(3, dtype=x.dtype)

    def disturb() -> None:
        inside.wait(10)
        wengert.rand(100)
        drawn.set()

    x = leaf(wengert, 1.0, 2.0, 3.0)
    with set_checkpoint_early_stop(False):
        y = checkpoint(f, x, use_reentrant=False)
    thread = threading.Thread(target=disturb)
    thread.start()
    y.sum().backward()
    thread.join()
    np.testing.assert_allclose(x.grad.numpy(), (y / x).detach().numpy())


def test_threads_walk_one_graph_at_once() -> None:
    """Each thread redraws the numbers by itself. (PyTorch's threads draw them from one generator.)"""
    wengert.manual_seed(5)
    x, w = leaf(wengert, 1.0, 2.0, 3.0), leaf(wengert, 0.5)
    y = checkpoint(lambda x: (x * wengert.rand(3, dtype=x.dtype)).sin() * w, x, use_reentrant=False)
    z = checkpoint(lambda y: (y * wengert.rand(3, dtype=x.dtype)).exp(), y, use_reentrant=False).sum()
    expected = [g.numpy() for g in wengert.autograd.grad(z, (x, w), retain_graph=True)]
    found: list[Any] = []

    def walk() -> None:
        for _ in range(5):
            found.append([g.numpy() for g in wengert.autograd.grad(z, (x, w), retain_graph=True)])

    threads = [threading.Thread(target=walk) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(found) == 20
    for pair in found:
        for a, b in zip(pair, expected, strict=True):
            np.testing.assert_array_equal(a, b)


# -- the second run differs


def shifting(*values: Any) -> Any:
    """A function that returns the next value at each call, and the last one for ever."""
    left = list(values)
    return lambda: left.pop(0) if len(left) > 1 else left[0]


def failure(lib: Any, f: Any, **options: Any) -> str:
    y = again(lib, f, leaf(lib, 1.0, 2.0, 3.0), **options)
    with pytest.raises(tools(lib).CheckpointError) as caught:
        y.sum().backward()
    assert isinstance(caught.value, RuntimeError)
    return str(caught.value)


def test_other_shapes(lib: Any) -> None:
    n = shifting(3, 2)
    text = failure(lib, lambda x: (x[: n()] * 2).sin().exp())
    assert "Recomputed values for the following tensors have different metadata than during the forward pass." in text
    assert "tensor at position 0:\nsaved metadata: {'shape':" in text and "tensor at position 1:" in text
    assert "Size([3])" in text and "recomputed metadata: {'shape':" in text and "Size([2])" in text
    assert "float64, 'device': device(type='cpu')}" in text


def test_other_dtypes(lib: Any) -> None:
    dtype = shifting(lib.float64, lib.float32)
    text = failure(lib, lambda x: x.to(dtype()).sin())
    assert "'dtype': " in text and "float32" in text and "float64" in text


def test_fewer_tensors(lib: Any) -> None:
    more = shifting(True, False)
    text = failure(lib, lambda x: x.sin().exp() if more() else x.sin())
    assert "A different number of tensors was saved during the original forward and recomputation.\n" in text
    assert "Number of tensors saved during forward: 2\nNumber of tensors saved during recomputation: 1." in text


def test_more_tensors(lib: Any) -> None:
    more = shifting(False, True)
    text = failure(lib, lambda x: x.sin().exp() if more() else x.sin(), early_stop=False)
    assert "trying to save more tensors during recomputation than during the original forward pass." in text


def test_more_tensors_are_not_seen_early(lib: Any) -> None:
    more = shifting(False, True)
    x = leaf(lib, 1.0)
    again(lib, lambda x: x.sin().exp() if more() else x.sin(), x).backward()
    assert x.grad.item() == pytest.approx(np.cos(1))


def test_errors_name_operations_and_lines() -> None:
    n = shifting(3, 2)

    def f(x: Any) -> Any:
        y = x[: n()] * 2
        return y.sin()

    text = failure(wengert, f)
    assert text.count("by SinBackward0 at ") == 2 and text.count("in f: `return y.sin()`") == 2
    assert "Pass debug=True to see all" in text


def test_the_first_difference_is_named() -> None:
    more = shifting(True, False)
    text = failure(wengert, lambda x: x.sin().exp() if more() else x.sin())
    assert "They part at position 1:\n  saved by ExpBackward0 at " in text
    assert "  recomputed by an operation that is not known\n" in text


def test_another_operation_of_the_same_shape() -> None:
    """(PyTorch compares only metadata such as shapes, and gives a wrong gradient.)"""
    other = shifting(True, False)
    text = failure(wengert, lambda x: (x.sin() if other() else x.cos()).exp())
    assert "position 0" in text and "by SinBackward0 at" in text and "by CosBackward0 at" in text
    other = shifting(True, False)
    y = checkpoint(
        lambda x: (x.sin() if other() else x.cos()).exp(), leaf(wengert, 1.0), use_reentrant=False,
        determinism_check="none",
    )  # fmt: skip
    y.backward()


def test_no_check(lib: Any) -> None:
    n = shifting(3, 1)
    x = leaf(lib, 1.0, 2.0, 3.0)
    y = again(lib, lambda x: (x[: n()] * 2).sin(), x, determinism_check="none")
    y.sum().backward()
    assert np.allclose(x.grad.tolist(), [2 * np.cos(2)] * 3)  # as requested: nothing is checked


@pytest.mark.parametrize("how", ["argument", "context"])
def test_debug(lib: Any, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("LoggingTensor"), "propagate", False)  # PyTorch's debug mode logs here
    n = shifting(3, 2)

    def f(x: Any) -> Any:
        return (x[: n()] * 2).sin().exp()

    if how == "argument":
        text = failure(lib, f, debug=True)
    else:
        with tools(lib).set_checkpoint_debug_enabled(True):
            y = again(lib, f, leaf(lib, 1.0, 2.0, 3.0))
        with pytest.raises(tools(lib).CheckpointError) as caught:
            y.sum().backward()
        text = str(caught.value)
    first = text.index("Operations executed during the original forward")
    second = text.index("Operations executed during recomputation")
    assert "sin" in text[first:second].lower() and "sin" in text[second:].lower()


def test_debug_numbers_the_operations() -> None:
    n = shifting(3, 2)
    text = failure(wengert, lambda x: (x[: n()] * 2).sin(), debug=True)
    steps = [line.split(" at ")[0].strip() for line in text.splitlines() if line.startswith("  ")]
    assert steps == ["1. SliceBackward0", "2. MulBackward0", "3. SinBackward0"] * 2


# -- in-place writes between the runs


def test_an_argument_was_written(lib: Any) -> None:
    x = leaf(lib, 1.0)
    z = x * 2
    y = again(lib, lambda z: z.sin(), z)
    z.add_(1)
    with pytest.raises(RuntimeError, match="has been modified by an inplace operation"):
        y.backward()


def test_the_function_writes_its_argument(lib: Any) -> None:
    x = leaf(lib, 1.0)
    y = again(lib, lambda z: z.mul_(2).sin(), x * 1)
    with pytest.raises(RuntimeError, match="has been modified by an inplace operation"):
        y.backward()


def test_the_function_writes_what_it_makes(lib: Any) -> None:
    def f(x: Any) -> Any:
        y = x.clone()
        y[0].mul_(x[1])
        y[1:].exp_()
        return y.sin()

    x, t = leaf(lib, 1.0, 2.0, 3.0), leaf(lib, 1.0, 2.0, 3.0)
    again(lib, f, x).sum().backward()
    f(t).sum().backward()
    assert np.allclose(x.grad.tolist(), t.grad.tolist(), rtol=1e-12)


def written_before_it_is_used(x: Any) -> Any:
    y = x.exp()
    z = y * 1.0
    y.mul_(2)
    return z.sin() * y


def test_a_saved_value_was_written_inside() -> None:
    """It raises as without checkpoint. (PyTorch computes with the written value.)"""
    for call in (written_before_it_is_used, lambda x: checkpoint(written_before_it_is_used, x, use_reentrant=False)):
        y = call(leaf(wengert, 1.0))
        with pytest.raises(
            RuntimeError, match=r"modified by an inplace operation(.|\n)*saved by ExpBackward0(.|\n)*mul_"
        ):
            y.backward()


def test_what_is_read_from_outside_was_written() -> None:
    """An optimiser's step before backward raises as without checkpoint. (PyTorch computes with the new value.)"""
    w, x = leaf(wengert, 2.0), leaf(wengert, 3.0)
    y = checkpoint(lambda x: (x * w).sin(), x, use_reentrant=False)
    with wengert.no_grad():
        w.mul_(10)
    with pytest.raises(RuntimeError, match=r"saved by MulBackward0 at(.|\n)*overwritten by mul_ at"):
        y.backward()


def test_memory_from_outside_that_the_function_fills(lib: Any) -> None:
    """Several regions use one scratch buffer. Each fills it again before it reads it."""
    buffer = lib.zeros(2, dtype=lib.float64)

    def f(x: Any, k: float) -> Any:
        buffer.copy_(x.detach() * k)
        return x * buffer

    x = leaf(lib, 1.0, 2.0)
    y = again(lib, lambda x: f(x, 2.0), x) + again(lib, lambda x: f(x, 3.0), x)
    y.sum().backward()
    assert x.grad.tolist() == [5.0, 10.0]


# -- wrong calls


def test_wrong_calls(lib: Any) -> None:
    c, x = tools(lib), leaf(lib, 1.0)
    f = lib.sin
    with pytest.raises(ValueError, match=r"determinism_check should be one of \['default', 'none'\], but got strict"):
        again(lib, f, x, determinism_check="strict")
    with pytest.raises(ValueError, match="Unexpected keyword arguments: scale"):
        c.checkpoint(f, x, use_reentrant=True, scale=2)
    for options in ({"context_fn": lambda: None}, {"debug": True}):
        with pytest.raises(
            ValueError, match="Passing `context_fn` or `debug` is only supported when use_reentrant=False"
        ):
            c.checkpoint(f, x, use_reentrant=True, **options)
    with pytest.raises(ValueError, match="debug=True is incompatible with non-default context_fn"):
        again(lib, f, x, debug=True, context_fn=lambda: c.noop_context_fn())
    with pytest.raises(TypeError):
        again(lib, f, x, context_fn=lambda: None)
    with pytest.raises(RuntimeError, match="Only tuple of tensors is supported. Got Unsupported input type: list"):
        c.detach_variable([x])


def test_which_form_must_be_said(lib: Any) -> None:
    x = leaf(lib, 1.0)
    with pytest.warns(UserWarning, match="the use_reentrant parameter should be passed explicitly"):
        y = tools(lib).checkpoint(lib.sin, x)
    assert y.grad_fn.name() == "CheckpointFunctionBackward"
    with pytest.warns(
        UserWarning, match="checkpoint_sequential: the use_reentrant parameter should be passed explicitly"
    ):
        tools(lib).checkpoint_sequential([lib.sin, lib.cos], 2, x)


def test_saved_tensor_hooks_may_be_disabled(lib: Any) -> None:
    with lib.autograd.graph.disable_saved_tensors_hooks("not here"), pytest.raises(RuntimeError, match="not here"):
        again(lib, lib.sin, leaf(lib, 1.0))


def test_a_context_must_let_exceptions_pass(lib: Any) -> None:
    class Swallow:
        def __enter__(self) -> None: ...
        def __exit__(self, *error: object) -> bool:
            return True

    def fail(x: Any) -> Any:
        raise KeyError("inside")

    with pytest.raises(RuntimeError, match="suppressed an exception raised during the checkpointed forward"):
        again(lib, fail, leaf(lib, 1.0), context_fn=lambda: (Swallow(), Swallow()))


def test_an_exception_in_the_function(lib: Any) -> None:
    def fail(x: Any) -> Any:
        x.sin()
        raise KeyError("inside")

    x = leaf(lib, 1.0)
    for form in (False, True):
        with pytest.raises(KeyError, match="inside"):
            tools(lib).checkpoint(fail, x, use_reentrant=form)
    y = x.exp()
    assert y.grad_fn._saved_result.item() == y.item() and lib.is_grad_enabled()


@pytest.mark.parametrize("form", [False, True])
def test_an_exception_when_it_is_computed_again(lib: Any, form: bool) -> None:
    """backward raises it unchanged. Nothing is accumulated, and the backward pass can be repeated."""
    calls = iter([False, True, False])

    def f(x: Any) -> Any:
        y = x.sin()
        if next(calls):
            raise KeyError("inside")
        return y.exp()

    x = leaf(lib, 1.0)
    y = tools(lib).checkpoint(f, x, use_reentrant=form)
    state = lib.get_rng_state().tolist()
    with pytest.raises(KeyError, match="inside"):
        y.backward(retain_graph=True)
    assert x.grad is None and lib.is_grad_enabled() and lib.get_rng_state().tolist() == state
    y.backward()
    assert x.grad.item() == pytest.approx(np.cos(1) * np.exp(np.sin(1)))


def test_a_function_that_catches_everything_of_its_own(lib: Any) -> None:
    """The function cannot catch the exception that stops the second run early."""
    caught = []

    def f(x: Any) -> Any:
        try:
            return x.sin().exp()
        except Exception:
            caught.append(1)
            raise

    x = leaf(lib, 1.0)
    again(lib, f, x).backward()
    if lib is wengert:
        assert not caught  # PyTorch stops with an Exception
    assert x.grad is not None


# -- modes


def test_every_mode_is_thought_of() -> None:
    """Each mode is either restored for the second run, or listed as irrelevant to it."""
    set_by_hand = {*Modes.RECORDING, "tools", "attached", "passing", "streams", "busy"}
    # These belong to the recomputing pass, have no effect, or concern only functions that users call.
    as_it_is = {"walk", "multithreading", "keeps_layout", "functions", "skipping", "covered"}
    assert set(FIELDS) == {*Modes.NAMES} | set_by_hand | as_it_is
    state = modes.State()
    declared = {name for name, member in vars(modes.State).items() if isinstance(member, GetSetDescriptorType)}
    assert (vars(state).keys() if hasattr(state, "__dict__") else declared) == set(FIELDS)


@pytest.mark.parametrize("form", [False, True])
def test_inference_mode_around(lib: Any, form: bool) -> None:
    """Around the call it disables recording. Around backward it has no effect."""
    x, w = leaf(lib, 1.0), leaf(lib, 2.0)
    call = tools(lib).checkpoint
    with lib.inference_mode():
        assert not call(lambda x: x.sin(), x, use_reentrant=form).requires_grad
    y = call(lambda x: (x * w).sin().exp(), x, use_reentrant=form)
    with lib.no_grad():
        y.backward(retain_graph=True)
    with wengert.inference_mode():  # in PyTorch the second run makes inference tensors, which cannot be recorded
        if lib is wengert:
            y.backward()
            assert w.grad.item() == pytest.approx(2 * np.exp(np.sin(2)) * np.cos(2))


def test_hooks_around_the_region_keep_its_inputs(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    with lib.autograd.graph.save_on_cpu():
        y = again(lib, lambda x: x.sin().exp(), x * 2)
    y.sum().backward()
    assert np.allclose(x.grad.tolist(), [2 * np.cos(2 * v) * np.exp(np.sin(2 * v)) for v in (1.0, 2.0)])


def test_arguments_may_be_written_where_that_is_allowed(lib: Any) -> None:
    x = leaf(lib, 1.0)
    with lib.autograd.graph.allow_mutation_on_saved_tensors():
        z = x * 2
        y = again(lib, lambda z: z.sin().exp(), z)
        z.mul_(5)
        y.backward()
    assert x.grad.item() == pytest.approx(2 * np.cos(2) * np.exp(np.sin(2)))


def test_hooks_inside_act_alone(lib: Any) -> None:
    log: list[str] = []

    def pack(t: Any) -> Any:
        log.append("pack")
        return t.detach().clone()

    def f(x: Any) -> Any:
        with lib.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
            y = x.sin()
        return y.exp()

    x = leaf(lib, 1.0)
    again(lib, f, x).backward()
    assert log == ["pack"] * 2 and x.grad.item() == pytest.approx(np.cos(1) * np.exp(np.sin(1)))


def test_nodes_of_the_second_run_are_not_shown() -> None:
    """A hook on node creation sees the nodes of a region once. (PyTorch has no such hook.)"""
    names: list[str] = []
    x = leaf(wengert, 1.0)
    with wengert.autograd.graph.node_creation_hook(lambda node: names.append(node.name())):
        checkpoint(lambda x: x.sin().exp(), x, use_reentrant=False).backward()
    assert names == ["SinBackward0", "ExpBackward0"]


# -- in segments


@pytest.mark.parametrize("form", [False, True])
@pytest.mark.parametrize("segments", [1, 2, 3, 4, 5, 7])
def test_sequential(lib: Any, segments: int, form: bool) -> None:
    runs = [0] * 7
    w = leaf(lib, 0.7)

    def step(i: int) -> Any:
        def f(x: Any) -> Any:
            runs[i] += 1
            return (x * w).sin() + i

        return f

    steps = [step(i) for i in range(7)]
    x = leaf(lib, 0.3, 0.5)
    y = tools(lib).checkpoint_sequential(steps, segments, x * 1, use_reentrant=form)
    y.sum().backward()
    again_run = 7 // segments * (segments - 1)
    assert runs == [2] * again_run + [1] * (7 - again_run)
    found = x.grad.tolist(), w.grad.item()
    x.grad = w.grad = None
    z = x * 1
    for f in steps:
        z = f(z)
    z.sum().backward()
    assert np.allclose(y.tolist(), z.tolist()) and np.allclose(found[0], x.grad.tolist())
    assert found[1] == pytest.approx(w.grad.item())


def test_sequential_refuses(lib: Any) -> None:
    c, x = tools(lib), leaf(lib, 1.0)
    with pytest.raises(ValueError, match="Unexpected keyword arguments: debug"):
        c.checkpoint_sequential([lib.sin], 1, x, use_reentrant=False, debug=True)
    with pytest.raises(ValueError):
        c.checkpoint_sequential([lib.sin, lib.cos], 3, x, use_reentrant=False)


def test_sequential_says_what_it_expects() -> None:
    """(PyTorch raises Python's own errors.)"""
    for n in (0, -1, 3):
        with pytest.raises(ValueError, match=rf"expected between 1 and 2 segments for 2 functions, got {n}\."):
            checkpoint_sequential([wengert.sin, wengert.cos], n, leaf(wengert, 1.0), use_reentrant=False)


def test_the_error_is_published_where_torch_has_it() -> None:
    assert CheckpointError.__module__ == "wengert.utils.checkpoint"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checkpoint(wengert.sin, leaf(wengert, 1.0), use_reentrant=False)
