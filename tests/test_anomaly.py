"""Anomaly mode: which operation failed, where it was called, and what made its gradient NaN."""

from __future__ import annotations

import gc
import linecache
import re
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from wengert import autograd
from wengert.autograd.anomaly_mode import detect_anomaly, set_detect_anomaly
from wengert.func import grad, vmap
from wengert.utils.checkpoint import checkpoint

from .both import Control, compare

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@pytest.fixture
def on() -> Iterator[None]:
    with set_detect_anomaly(True):
        yield


def fails(run: Callable[[], Any], kind: type[Exception] = RuntimeError) -> tuple[str, str, list[str]]:
    """The message, the notes, and the warnings of a call that must fail."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        with pytest.raises(kind) as info:
            run()
    told = [str(w.message) for w in caught if w.category is UserWarning]
    return str(info.value), "".join(getattr(info.value, "__notes__", ())), told


def leaf(*values: float) -> Any:
    return wengert.tensor(values, dtype=wengert.float64, requires_grad=True)


# -- the mode


def test_the_mode_is_switched_and_restored(lib: Any) -> None:
    assert not lib.is_anomaly_enabled() and lib.is_anomaly_check_nan_enabled()
    with lib.autograd.set_detect_anomaly(True, check_nan=False):
        assert lib.is_anomaly_enabled() and not lib.is_anomaly_check_nan_enabled()
        with lib.autograd.set_detect_anomaly(False):
            assert not lib.is_anomaly_enabled() and lib.is_anomaly_check_nan_enabled()
        with pytest.warns(UserWarning, match="^Anomaly Detection has been enabled. This mode will increase"):
            inner = lib.autograd.detect_anomaly()
        with pytest.raises(KeyError), inner:
            assert lib.is_anomaly_check_nan_enabled()
            raise KeyError
        assert not lib.is_anomaly_check_nan_enabled()
    before = lib.autograd.set_detect_anomaly(True)
    assert lib.is_anomaly_enabled()
    with before:
        assert lib.is_anomaly_enabled()
    assert not lib.is_anomaly_enabled()
    for given in ((1,), (True, None)):
        with pytest.raises(TypeError, match=r"argument '(enabled|check_nan)' \(position [12]\) must be bool"):
            lib.autograd.set_detect_anomaly(*given)
    assert not lib.is_anomaly_enabled()
    with pytest.raises(TypeError), warnings.catch_warnings(action="ignore"):
        lib.autograd.detect_anomaly()(lambda: None)


def test_the_mode_holds_for_threads_that_run_and_that_begin(lib: Any) -> None:
    go, seen = threading.Event(), []

    def work() -> None:
        x = lib.tensor([0.0], requires_grad=True)
        go.wait(10)
        with warnings.catch_warnings(action="ignore"):
            try:
                (x.sqrt() * 0).sum().backward()
            except RuntimeError as e:
                seen.append(str(e).splitlines()[0])

    early = threading.Thread(target=work)
    early.start()
    with lib.autograd.set_detect_anomaly(True):
        go.set()
        late = threading.Thread(target=work)
        late.start()
        early.join()
        late.join()
    assert seen == ["Function 'SqrtBackward0' returned nan values in its 0th output."] * 2


def test_hooks_and_the_mode_do_not_undo_each_other() -> None:
    """What watches recording is one thing: entering and leaving in any order keeps the others."""
    names: list[str] = []
    x = leaf(0.0)
    hook = autograd.graph.node_creation_hook(lambda node: names.append(node.name()))
    hook.__enter__()
    mode = set_detect_anomaly(True)
    hook.__exit__()
    (x * 2).sum()
    assert names == []
    assert "_saved_result" in fails(lambda: (x.sqrt() * 0).sum().backward())[0]
    with autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t), hook:
        mode.__exit__()
        node = (x * x).grad_fn
    assert names == ["MulBackward0"] and "traceback_" not in node.metadata
    assert wengert._core.tape.state.current().tools is None


# -- where it failed


def failing(lib: Any, error: Exception) -> Any:
    class Fails(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.clone()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            raise error

    return Fails.apply


def test_an_error_keeps_its_type_and_tells_the_forward_call(lib: Any) -> None:
    error = ValueError("oops")
    apply = failing(lib, error)
    x = lib.ones(2, requires_grad=True)
    with lib.autograd.set_detect_anomaly(True):
        out = apply(x).sum()  # the line
        message, note, told = fails(out.backward, ValueError)
    assert message == "oops"
    assert len(told) == 1 and told[0].startswith(
        "Error detected in FailsBackward. Traceback of forward call that caused the error:\n  File"
    )
    assert "out = apply(x).sum()  # the line" in told[0]
    if lib is wengert:
        assert note.endswith(told[0])  # in the exception too, which PyTorch leaves to the warning
        assert "/wengert/autograd/" not in note


def test_recorded_outside_the_mode(lib: Any) -> None:
    x = lib.ones(2, requires_grad=True)
    out = failing(lib, ValueError("oops"))(x).sum()
    with lib.autograd.set_detect_anomaly(True):
        _, note, told = fails(out.backward, ValueError)
    assert told[0].startswith(
        "Error detected in FailsBackward. No forward pass information available. Enable detect anomaly during forward "
        "pass for more information."
    )
    if lib is wengert:  # the line is known all the same
        assert re.search(r"recorded at .*test_anomaly.py:\d+ in test_recorded.*`out = failing", note)


def test_backward_of_backward_tells_the_chain(lib: Any) -> None:
    x = lib.tensor([0.0], requires_grad=True)
    with lib.autograd.set_detect_anomaly(True):
        y = x**1.5  # first
        (g,) = lib.autograd.grad(y.sum(), x, create_graph=True)  # second
        (h,) = lib.autograd.grad(g.sum(), x, create_graph=True)  # third
        message, note, told = fails(lambda: lib.autograd.grad((h * 0).sum(), x, create_graph=True))
    assert message.startswith("Function 'PowBackward0' returned nan values in its 0th output.")
    assert [t.split(". ")[0] for t in told] == [
        "Error detected in PowBackward0",
        "\n\nPrevious calculation was induced by PowBackward0",
        "\n\nPrevious calculation was induced by PowBackward0",
    ]
    for text, line in zip(told, ("third", "second", "first"), strict=True):
        assert f"# {line}" in text
    assert all("Traceback of forward call that induced the previous calculation:" in t for t in told[1:])
    if lib is wengert:
        assert note == "".join(told)


def test_metadata_is_kept_under_the_names_of_torch(lib: Any) -> None:
    x = lib.ones(2, requires_grad=True)
    with lib.autograd.set_detect_anomaly(True):
        y = x * x
        (g,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    assert "y = x * x" in y.grad_fn.metadata["traceback_"][-1] and "parent_" not in y.grad_fn.metadata
    assert g.grad_fn.metadata["parent_"].name() == "MulBackward0"


def test_the_calls_are_written_out_when_they_are_read(lib: Any) -> None:
    def inner(x: Any) -> Any:
        if lib is wengert:
            linecache.clearcache()
        return x * x

    x = lib.ones(2, requires_grad=True)
    with lib.autograd.set_detect_anomaly(True):
        y = inner(x)
        read = __file__ in linecache.cache
    trace = y.grad_fn.metadata["traceback_"]
    assert "y = inner(x)" in trace[-2] and "return x * x" in trace[-1] and "line" in "".join(trace)
    assert len(trace) == len(list(trace)) and trace[-1].endswith("\n")
    assert lib is not wengert or not read


def test_an_error_in_a_hook_is_told_of_its_node(lib: Any) -> None:
    def hook(g: Any) -> Any:
        raise KeyError("hook")

    for make in (lambda x: x, lambda x: x * 1):
        x = lib.ones(2, requires_grad=True)
        with lib.autograd.set_detect_anomaly(True):
            y = make(x)
            y.register_hook(hook)
            _, _, told = fails((y * 3).sum().backward, KeyError)
        name = "AccumulateGrad" if y is x else "MulBackward0"
        assert re.match(rf"Error detected in (torch::autograd::)?{name}\. ", told[0])


def test_walks_within_walks_tell_of_both(on: None) -> None:
    x = leaf(1.0)
    inner = failing(wengert, ValueError("deep"))

    class Outer(autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            with wengert.enable_grad():
                t = leaf(1.0)
                inner(t).sum().backward()
            return g

    _, note, told = fails(Outer.apply(x).sum().backward, ValueError)
    assert [re.findall(r"detected in (\w+)", t) for t in told] == [["FailsBackward"], [], ["OuterBackward"]]
    assert told[1].startswith("\n\nPrevious calculation was induced by OuterBackward.")
    assert "FailsBackward" in note and "OuterBackward" in note


def test_warnings_that_are_errors_do_not_hide_the_error(on: None) -> None:
    out = failing(wengert, ValueError("oops"))(leaf(1.0)).sum()
    with warnings.catch_warnings(action="error"), pytest.raises(ValueError, match="oops") as info:
        out.backward()
    assert info.value.__notes__[1].startswith("Error detected in FailsBackward.")


@pytest.mark.parametrize(
    "program",
    [
        lambda lib: lib.where(lib.leaf(0.0, 1.0) > 0, lib.leaf(0.0, 1.0).sqrt(), 0.0).sum().backward(),
        lambda lib: (1 / lib.leaf(0.0, 1.0)).sum().backward(),  # infinity is no NaN
        lambda lib: (lib.leaf(0.0) * 1 / 0).sum().backward(),
        lambda lib: ((lambda y: y.sqrt() - y.sqrt())(lib.leaf(0.0) * 1)).sum().backward(),
        lambda lib: lib.vmap(lambda t: t.sqrt() * 0)(lib.leaf(0.0, 1.0)).sum().backward(),
        lambda lib: lib.linalg.vector_norm(lib.leaf(0.0, 0.0) * 0).backward(),
        lambda lib: lib.leaf(1.0, 2.0).sum().backward(lib.plain(float("nan"))),
        lambda lib: lib.leaf(2.0).log().backward(lib.plain(float("inf"))),
        lambda lib: lib.leaf(-1.0, 1.0).log().sum().backward(),
        lambda lib: lib.grad((lib.leaf(-1.0, 1.0) ** 0.5).sum(), lib.leaf(1.0), allow_unused=True),
        lambda lib: (lib.leaf(3.0, 1.0) * lib.plain(float("nan"))).sum().backward(),
    ],
)
def test_what_is_an_error_is_what_torch_says(program: Any, control: Control) -> None:
    def run(lib: Any) -> None:
        with lib.autograd.set_detect_anomaly(True), warnings.catch_warnings(action="ignore"):
            program(lib)

    compare(run, control)


# -- NaN


def test_nan_in_a_masked_branch(on: None) -> None:
    x = leaf(4.0, 0.0, -1.0)
    root = x.sqrt()  # root
    y = wengert.where(x > 0, root, 0.0)  # mask
    message, _, _ = fails(y.sum().backward)
    lines = message.splitlines()
    assert lines[0] == "Function 'SqrtBackward0' returned nan values in its 0th output."
    assert re.match(r"  SqrtBackward0 was recorded at .*: `root = x.sqrt\(\)  # root`", lines[1])
    assert lines[2] == "  NaN: 2 of 3 values, the first at index [1]"
    assert lines[3] == (
        "  its derivative is inf, where _saved_result is 0; the gradient that came in is 0, and 0 * inf is NaN"
    )
    assert re.match(r"  it is 0 because WhereBackward0 did not choose it, at .*# mask`$", lines[4])
    assert lines[5] == (
        "The branch that is masked out is differentiated too. Keep the values that it cannot take out of it, and mask "
        "its result as well (double where): safe = where(mask, x, 1); where(mask, sqrt(safe), 0)."
    )
    assert x.grad is None
    safe = wengert.where(x > 0, x, 1)  # the advice
    wengert.where(x > 0, safe.sqrt(), 0.0).sum().backward()
    assert x.grad.tolist() == [0.25, 0.0, 0.0]


@pytest.mark.parametrize(
    ("mask", "how"),
    [
        (lambda r: r * wengert.tensor([1.0, 0.0]).double(), "MulBackward0 multiplied it by zero"),
        (lambda r: r.masked_fill(wengert.tensor([False, True]), 7.0), "MaskedFillBackward0 masked it out"),
        (lambda r: (r - 1).relu(), "ReluBackward0 cut it off"),
        (lambda r: wengert.maximum(r, wengert.tensor([1.0, 1.0]).double()), "MaximumBackward0 chose another value"),
        (lambda r: r[:1], "SliceBackward0 did not select it"),
        (lambda r: r[wengert.tensor([True, False])], "IndexBackward0 did not select it"),
        (lambda r: r.index_put((wengert.tensor([1]),), wengert.zeros(1).double()), "IndexPutBackward0 wrote over it"),
        (
            lambda r: wengert.where(wengert.tensor([True, False]), (r * 2).reshape(1, 2).flatten(), 0.0),
            "WhereBackward0",
        ),
    ],
)
def test_who_masked_it(on: None, mask: Any, how: str) -> None:
    x = leaf(4.0, 0.0)
    message, _, _ = fails(mask(x.sqrt()).sum().backward)
    assert f"it is 0 because {how}" in message
    assert not message.rpartition("\n")[2].startswith(" ")  # the last line says what to do


def test_the_first_infinity_is_named(on: None) -> None:
    x = leaf(0.0)
    y = x * 0  # no slope
    message, _, _ = fails(y.sqrt().sum().backward)  # infinite
    assert (
        "its derivative is 0, where _saved_other is 0; the gradient that came in is inf, and inf * 0 is NaN" in message
    )
    assert re.search(r"the first infinity came from SqrtBackward0, recorded at .*# infinite`, at index \[0\] where "
                     r"_saved_result is 0", message)  # fmt: skip


def test_infinities_of_opposite_sign(on: None) -> None:
    y = leaf(0.0) * 1
    message, _, _ = fails((y.sqrt() - y.sqrt()).sum().backward)
    assert "NaN came in: it is the sum of infinite gradients of opposite sign, from" in message
    assert message.count("SqrtBackward0 recorded at") == 2
    scale = leaf(0.0).reshape(())  # broadcast, so that the sum is taken at the edge
    message, _, _ = fails((scale.sqrt() * wengert.tensor([1.0, -1.0]).double()).sum().backward)
    assert "0 * inf is NaN" in message or "broadcast" in message


def test_nan_from_the_forward_pass(on: None) -> None:
    x = leaf(-1.0, 2.0)
    y = x.log()  # bad
    message, _, _ = fails((y * y).sum().backward)
    assert message.startswith("Function 'MulBackward0' returned nan values in its 0th output.")
    assert re.search(
        r"going forward, NaN was there already: first in _saved_\w+ of MulBackward0 at index \[0\]; "
        r"LogBackward0 made it at .*# bad`",
        message,
    )
    m = (leaf(float("nan"), 1.0).exp() * 1).reshape(1, 2)
    message, _, _ = fails((m @ leaf(1.0, 2.0)).sum().backward)  # a product mixes its values
    assert (
        "going forward, NaN was there already: first in _saved_result of ExpBackward0 at index [0]; ExpBackward0 made"
        in message
    )


def test_a_norm_at_zero_times_infinity(on: None) -> None:
    x = leaf(0.0, 0.0)
    message, _, _ = fails(lambda: ((x * x).sum().sqrt() * 0).backward())
    assert "its derivative is inf, where _saved_result is 0" in message
    assert "it is 0 because MulBackward0 multiplied it by zero" in message


def test_a_hook_that_returns_nan_is_named(on: None) -> None:
    def spoil(g: Any) -> Any:
        return g * float("nan")

    x = leaf(1.0)
    y = x * 2
    y.register_hook(spoil)
    message, _, _ = fails((y * 3).sum().backward)
    assert re.search(r"NaN came in: hook 'spoil' \(.*test_anomaly.py:\d+\) returned it", message)
    y = x * 2
    z = y.exp()
    z.grad_fn.register_hook(lambda grads, _: (spoil(grads[0]),))
    message, _, _ = fails(z.sum().backward)
    assert message.startswith("Function 'ExpBackward0'")
    assert re.search(
        r"\n  hook '<lambda>' \(.*test_anomaly.py:\d+\) returned it\nReturn another gradient from", message
    )
    x.register_hook(spoil)  # nothing runs after it, so PyTorch accumulates the NaN silently
    message, _, _ = fails((x * 3).sum().backward)
    assert re.match(r"hook 'spoil' \(.*\) returned nan values for a leaf of shape \[1\]", message)
    assert x.grad is None


def test_a_hook_that_returns_zero_is_named(on: None) -> None:
    y = leaf(0.0) * 1
    z = y.sqrt()
    z.register_hook(lambda g: g * 0)
    message, _, _ = fails(z.sum().backward)
    assert re.search(r"it is 0 because hook '<lambda>' \(.*test_anomaly.py:\d+\) returned zero", message)


def test_functions_that_return_nan(on: None) -> None:
    class Spoils(autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.save_for_backward(x)
            return x + y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g, g / 0 * 0

    x, y = leaf(1.0), leaf(2.0)
    message, _, _ = fails(Spoils.apply(x, y).sum().backward)
    assert message.startswith("Function 'SpoilsBackward' returned nan values in its 1th output.")
    Spoils.apply(x, y.detach()).sum().backward()  # nobody waits for it
    assert x.grad.tolist() == [1.0]


def test_without_check_nan() -> None:
    x = leaf(0.0)
    with set_detect_anomaly(True, check_nan=False):
        (x.sqrt() * 0).sum().backward()
        assert np.isnan(x.grad.item())
        message, note, _ = fails(failing(wengert, ValueError("oops"))(x).sum().backward, ValueError)
    assert "Traceback of forward call" in note


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "complex64", "complex128"])
def test_every_dtype(on: None, dtype: str) -> None:
    x = wengert.tensor([0.0, 1.0], dtype=getattr(wengert, dtype), requires_grad=True)
    (x * x).backward(wengert.ones_like(x))
    message, _, _ = fails(lambda: wengert.where(x == 1, x.sqrt(), 0 * x).backward(wengert.ones_like(x)))
    assert "'SqrtBackward0'" in message and "did not choose it" in message


# -- other modes


def test_vmap_forward_mode_and_transforms(on: None) -> None:
    x = leaf(0.0, 4.0)

    def f(t: Any) -> Any:
        return wengert.where(t > 1, t.sqrt(), 0.0)

    message, note, _ = fails(lambda: vmap(grad(f))(x.detach()))
    assert message.startswith("Function 'SqrtBackward0' returned nan values") and "did not choose it" in message
    assert "return wengert.where(t > 1, t.sqrt(), 0.0)" in note
    with autograd.forward_ad.dual_level():  # NaN in a tangent is no failure of a backward
        out = f(autograd.forward_ad.make_dual(x.detach(), wengert.zeros_like(x)))
        assert out.tolist() == [0.0, 2.0]
        far = autograd.forward_ad.make_dual(wengert.tensor([[np.inf, 0.0]]), wengert.ones(1, 2))
        tangent = autograd.forward_ad.unpack_dual(wengert.cdist(far, wengert.zeros(1, 2))).tangent
        assert np.isnan(tangent.item())  # computed by a walk, which is the operation's own business
    good = vmap(grad(lambda t: (t * t).exp()))(x.detach())
    assert np.allclose(good.numpy(), 2 * np.array([0.0, 4.0]) * np.exp([0.0, 16.0]))


@pytest.mark.parametrize("reentrant", [False, True])
def test_checkpointed_parts(on: None, reentrant: bool) -> None:
    def part(t: Any) -> Any:
        return wengert.where(t > 1, t.sqrt(), 0.0)  # part

    x = leaf(0.0, 4.0)
    out = checkpoint(part, x, use_reentrant=reentrant).sum()  # called
    message, note, _ = fails(out.backward)
    assert message.startswith("Function 'SqrtBackward0' returned nan values") and "did not choose it" in message
    assert note.index("# called") < note.index("# part") if not reentrant else "# part" in note and "# called" in note
    good = leaf(1.0, 4.0)
    checkpoint(lambda t: (t * t).exp(), good, use_reentrant=reentrant).sum().backward()
    assert np.allclose(good.grad.numpy(), 2 * np.array([1.0, 4.0]) * np.exp([1.0, 16.0]))


def test_gradients_are_the_same_with_and_without(on: None) -> None:
    def run() -> list[Any]:
        x = leaf(0.5, 2.0, 3.0)
        y = x.clone()
        y[:2].mul_(x[1:])
        z = (y.exp() * x).sum() + x.max() + (x.reshape(3, 1) @ x.reshape(1, 3)).sum()
        (g,) = autograd.grad(z, x, create_graph=True)
        (g * g).sum().backward()
        return [g.tolist(), x.grad.tolist()]

    inside = run()
    with set_detect_anomaly(False):
        assert run() == inside


# -- writes that nobody sees


def test_a_write_through_numpy_is_found(on: None) -> None:
    x = leaf(1.0, 2.0)
    w = wengert.tensor([3.0, 4.0]).double()
    y = (x * w).sum()  # saved here
    w.numpy()[0] = 100.0
    message, _, _ = fails(y.backward)
    assert message.startswith(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        "[torch.DoubleTensor [2]], _saved_other of MulBackward0, has other values than when it was saved"
    )
    assert re.search(r"saved by MulBackward0 at .*# saved here`", message)
    assert x.grad is None
    y = (x * w).sum()
    y.backward()
    assert x.grad.tolist() == [100.0, 4.0]


def test_a_write_through_data_or_to_what_a_function_saved_is_found(on: None) -> None:
    class Mul(autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.save_for_backward(x, y)
            return x * y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            x, y = ctx.saved_tensors
            return g * y, g * x

    x, y = leaf(1.0, 2.0), leaf(3.0, 4.0)
    out = Mul.apply(x, y).sum()
    y.data.mul_(2)
    assert "saved_tensors[1] of MulBackward, has other values" in fails(out.backward)[0]


def test_checksums_of_strided_and_expanded_and_written_values(on: None) -> None:
    x = leaf(1.0, 2.0, 3.0)
    a = np.arange(12.0).reshape(3, 4)
    t = wengert.from_numpy(a)
    parts = [t[:, 1], t[:, ::2].t()[1], t[0, 0].expand(3), wengert.from_numpy(np.asfortranarray(a))[:, 0]]
    losses = [(x * p).sum() for p in parts]
    for out in losses:
        out.backward(retain_graph=True)
    a += 1
    for out in losses[:3]:
        assert "has other values" in fails(out.backward)[0]
    losses[3].backward()
    y = x.clone()
    y.exp_()  # its own result, saved after the write
    y.sum().backward()


def test_what_hooks_packed_is_theirs(on: None) -> None:
    x = leaf(1.0, 2.0)
    with autograd.graph.saved_tensors_hooks(
        lambda t: t.numpy() if not t.requires_grad else t.detach().numpy(), lambda a: wengert.from_numpy(a)
    ):
        w = wengert.tensor([3.0, 4.0]).double()
        y = (x * w).sum()
    w.numpy()[0] = 5.0
    y.backward()
    assert x.grad.tolist() == [5.0, 4.0]


def test_nothing_is_kept_alive(on: None, no_gc: None) -> None:
    x = leaf(1.0, 2.0)
    y = (x * x).exp()
    (g,) = autograd.grad(y.sum(), x, create_graph=True)
    refs = [weakref.ref(y), weakref.ref(y.grad_fn), weakref.ref(g.grad_fn)]
    del y, g
    assert [r() for r in refs] == [None] * 3
    gc.collect()


def test_detect_anomaly_is_the_same_mode() -> None:
    with pytest.warns(UserWarning, match="Anomaly Detection"):
        mode = detect_anomaly(check_nan=True)
    x = leaf(0.0)
    with mode:
        assert "'SqrtBackward0'" in fails((x.sqrt() * 0).sum().backward)[0]
    (x.sqrt() * 0).sum().backward()
