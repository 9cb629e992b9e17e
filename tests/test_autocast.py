"""Autocast on the CPU: the dtypes that PyTorch gives, gradients in the dtype of the leaf, regions and their ends."""

from __future__ import annotations

import copy
import threading
from typing import Any

import pytest

import wengert
from tests import facts
from tests.calls import PUBLIC
from tests.cases import within
from tests.facts import autocast as table
from wengert import amp, nn
from wengert._core.dispatch import override
from wengert.overrides import TorchFunctionMode

FACTS = facts.load("autocast")
bf16, f16, f32 = wengert.bfloat16, wengert.float16, wengert.float32


@within("name", sorted(PUBLIC))
def test_results_have_pytorchs_dtypes(name: str) -> None:
    for given in table.GIVEN:
        found = table.outcomes(wengert, name, given)
        if found is not None:
            expected = FACTS.get(PUBLIC[name], {}).get(given, found[0])
            assert expected is None or found[1] == expected, f"{given}: {found[1]} in a region, not {expected}"


def test_gradients_arrive_in_the_dtype_of_the_leaf() -> None:
    layer, x = nn.Linear(3, 2), wengert.randn(4, 3, requires_grad=True)
    with wengert.autocast("cpu"):
        y = layer(x)
        loss = nn.functional.mse_loss(y, wengert.zeros(4, 2))
    assert (y.dtype, loss.dtype, layer.weight.dtype) == (bf16, f32, f32)
    loss.backward()
    found = layer.weight.grad, layer.bias.grad, x.grad
    layer.zero_grad()
    x.grad = None
    nn.functional.mse_loss(layer(x), wengert.zeros(4, 2)).backward()
    for ours, exact in zip(found, (layer.weight.grad, layer.bias.grad, x.grad), strict=True):
        assert ours is not None and ours.dtype == f32
        wengert.testing.assert_close(ours, exact, rtol=0.05, atol=0.02)


def test_regions_nest_and_end() -> None:
    x = wengert.ones(2, 2, requires_grad=True)
    with wengert.autocast("cpu"):
        assert (x @ x).dtype == bf16 and (x @ x.to(bf16)).dtype == bf16 and (x + x).dtype == f32
        with wengert.autocast("cpu", enabled=False):
            assert (x @ x).dtype == f32 and not wengert.is_autocast_enabled("cpu")
        with wengert.autocast("cpu", dtype=f16):
            assert (x @ x).dtype == x.mm(x).dtype == f16 and wengert.get_autocast_dtype("cpu") == f16
        assert (x.double() @ x.double()).dtype == wengert.float64
        out = wengert.empty(2, 2)
        assert wengert.mm(x.detach(), x.detach(), out=out) is out and out.dtype == f32
    assert (x @ x).dtype == f32 and override.casting.now is None
    with pytest.raises(ZeroDivisionError), wengert.autocast("cpu"):
        raise ZeroDivisionError
    assert (x @ x).dtype == f32 and not wengert.is_autocast_enabled("cpu") and override.entered == 0

    @wengert.autocast("cpu")
    def decorated(a: Any) -> Any:
        return a @ x if a.dtype == f32 else decorated(a.float())

    assert decorated(x.to(bf16)).dtype == bf16 and (x @ x).dtype == f32


def test_one_thread_casts_alone() -> None:
    x, found = wengert.ones(2, 2), []
    with wengert.autocast("cpu"):
        other = threading.Thread(target=lambda: found.append((x @ x).dtype))
        other.start()
        other.join()
        assert (x @ x).dtype == bf16
    assert found == [f32]


def test_weights_are_cast_once_until_they_are_written() -> None:
    w, x = wengert.ones(2, 2, requires_grad=True), wengert.ones(1, 2)
    with wengert.autocast("cpu"):
        nodes = [(x @ w).grad_fn.next_functions[1][0] for _ in range(2)]
        assert nodes[0] is nodes[1]
        with wengert.no_grad():
            assert not (x @ w).requires_grad
            w.mul_(3)
        assert (x @ w).tolist() == [[6, 6]]
        with wengert.autocast("cpu", cache_enabled=False):
            first, second = ((x @ w).grad_fn.next_functions[1][0] for _ in range(2))
            assert first is not second
        per_example = wengert.vmap(wengert.func.grad(lambda w, x: (x @ w).float().sum()), (None, 0))(w, x[None])
        assert per_example.dtype == f32 and per_example.tolist() == [[[1, 1], [1, 1]]]


def test_subclasses_and_modes_see_calls_first() -> None:
    seen = []

    class Mode(TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append((func.__name__, args[0].dtype))
            return func(*args, **(kwargs or {}))

    class Kind(wengert.Tensor):
        pass

    x = wengert.ones(2, 2)
    with wengert.autocast("cpu"):
        with Mode():
            y = wengert.mm(x, x)
        z = wengert.mm(x.as_subclass(Kind), x)
    assert seen[0] == ("mm", f32) and y.dtype == z.dtype == bf16 and type(z) is Kind
    assert not wengert.overrides.has_torch_function((x,))


@pytest.mark.parametrize("use_reentrant", [False, True])
def test_checkpoints_compute_again_as_in_their_region(use_reentrant: bool) -> None:
    layer, x = nn.Linear(3, 3), wengert.randn(2, 3, requires_grad=True)

    def part(x: Any) -> Any:
        return layer(layer(x).tanh())

    with wengert.autocast("cpu"):
        direct = part(x)
        kept = wengert.utils.checkpoint.checkpoint(part, x, use_reentrant=use_reentrant)
    expected = wengert.autograd.grad(direct.sum(), [x, layer.weight])
    layer.zero_grad()
    kept.sum().backward()
    for found, exact in zip((x.grad, layer.weight.grad), expected, strict=True):
        assert found is not None
        wengert.testing.assert_close(found, exact, rtol=0.02, atol=0.02)
    outside = wengert.utils.checkpoint.checkpoint(lambda x: x @ x.T, x, use_reentrant=False)
    with wengert.autocast("cpu"):
        outside.sum().backward()
    assert override.casting.now is None


def test_functions_of_users() -> None:
    seen: list[Any] = []

    def product(**cast: Any) -> Any:
        class Product(wengert.autograd.Function):
            @staticmethod
            @amp.custom_fwd(device_type="cpu", **cast)
            def forward(ctx: Any, a: Any, b: Any) -> Any:
                ctx.save_for_backward(a, b)
                seen.append((wengert.is_autocast_enabled("cpu"), a.dtype))
                return a @ b

            @staticmethod
            @amp.custom_bwd(device_type="cpu")
            def backward(ctx: Any, g: Any) -> Any:
                a, b = ctx.saved_tensors
                seen.append((wengert.is_autocast_enabled("cpu"), g.dtype))
                return g @ b.T, a.T @ g

        return Product

    x = wengert.ones(2, 2, requires_grad=True)
    with wengert.autocast("cpu"):
        y = product().apply(x, x)
    y.sum().backward()
    assert y.dtype == bf16 and seen == [(True, f32), (True, bf16)] and x.grad is not None and x.grad.dtype == f32
    seen.clear()
    with wengert.autocast("cpu"):
        z = product(cast_inputs=f32).apply(y.detach().requires_grad_(), x)
    z.sum().backward()
    assert z.dtype == f32 and seen == [(False, f32), (False, f32)]


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="Expected `device_type` of type `str`, got: `<class 'int'>`"):
        wengert.autocast(3)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="unsupported autocast device_type 'xyz'"):
        wengert.autocast("xyz")
    with pytest.warns(UserWarning, match="the target dtype is not supported. Disabling autocast"):
        region = wengert.autocast("cpu", dtype=f32)
    with region:
        assert not wengert.is_autocast_enabled("cpu")
    if not wengert.cuda.is_available():
        with pytest.warns(UserWarning, match="CUDA is not available. Disabling autocast"), wengert.autocast("cuda"):
            assert not wengert.is_autocast_enabled()
    with pytest.warns(FutureWarning, match=r"use `wengert.amp.autocast\('cpu', args...\)` instead"):
        wengert.cpu.amp.autocast()


def test_scaled_gradients() -> None:
    w = wengert.ones(2, requires_grad=True)
    optimizer, scaler = wengert.optim.SGD([w], lr=0.5), wengert.GradScaler("cpu", growth_interval=2)
    for step in range(3):
        optimizer.zero_grad()
        scaler.scale((w * (step + 1)).sum()).backward()
        if step == 1:
            scaler.unscale_(optimizer)
            assert w.grad is not None and w.grad.tolist() == [2, 2]
            with pytest.raises(RuntimeError, match="unscale_.. has already been called on this optimizer"):
                scaler.unscale_(optimizer)
        scaler.step(optimizer)
        with pytest.raises(RuntimeError, match="step.. has already been called since the last update"):
            scaler.step(optimizer)
        scaler.update()
    assert w.tolist() == [-2, -2] and scaler.get_scale() == 2.0**17
    optimizer.zero_grad()
    scaler.scale((w * float("inf")).sum()).backward()
    assert scaler.step(optimizer) is None and w.tolist() == [-2, -2]
    scaler.update()
    assert scaler.get_scale() == 2.0**16
    other = amp.GradScaler("cpu")
    assert wengert.GradScaler is amp.GradScaler
    other.load_state_dict(copy.deepcopy(scaler.state_dict()))
    assert other.state_dict() == scaler.state_dict()
    with pytest.raises(ValueError, match="Attempting to unscale FP16 gradients"):
        half = wengert.ones(2, dtype=f16, requires_grad=True)
        other.scale(half.sum()).backward()
        other.step(wengert.optim.SGD([half], lr=0.1))
