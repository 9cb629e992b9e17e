"""``nn.grad``: the gradients of convolutions as functions of their own."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import wengert
from wengert.autograd import gradcheck


def drawn(lib: Any, seed: int, shape: tuple[int, ...], dtype: str = "f8") -> Any:
    r = np.random.default_rng(seed)
    values = r.normal(size=shape) + (1j * r.normal(size=shape) if dtype == "c16" else 0)
    return lib.tensor(values.astype(dtype), requires_grad=True)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_they_are_the_gradients_of_convolutions(lib: Any, count: int) -> None:
    for stride, padding, dilation, groups in itertools.product((1, 2), (0, 1), (1, 2), (1, 2)):
        if count == 3 and stride + padding + dilation + groups > 6:
            continue
        how = {"stride": stride, "padding": (padding,) * count, "dilation": dilation, "groups": groups}
        x, w = drawn(lib, 1, (2, 4, *range(6, 6 + count))), drawn(lib, 2, (6, 4 // groups, *[3, 2, 2][:count]))
        y = getattr(lib.nn.functional, f"conv{count}d")(x, w, **how)
        g = drawn(lib, 3, tuple(y.shape))
        expected = lib.autograd.grad(y, (x, w), g)
        of_input, of_weight = (getattr(lib.nn.grad, f"conv{count}d_{kind}") for kind in ("input", "weight"))
        assert lib.allclose(of_input(x.shape, w, g, **how), expected[0])
        assert lib.allclose(of_weight(x, w.shape, g, **how), expected[1])


def test_they_are_differentiable_and_of_complex_numbers() -> None:
    w, g = drawn(wengert, 1, (2, 1, 2, 2)), drawn(wengert, 2, (1, 2, 2, 3))
    assert gradcheck(lambda w, g: wengert.nn.grad.conv2d_input((1, 1, 3, 4), w, g), (w, g), check_forward_ad=True)
    x = drawn(wengert, 3, (1, 1, 3, 4))
    assert gradcheck(lambda x, g: wengert.nn.grad.conv2d_weight(x, (2, 1, 2, 2), g), (x, g), check_forward_ad=True)
    x, w, g = (drawn(wengert, k, s, "c16") for k, s in ((4, (1, 1, 5)), (5, (1, 1, 2)), (6, (1, 1, 4))))
    expected = wengert.autograd.grad(wengert.nn.functional.conv1d(x, w), (x, w), g)
    assert wengert.allclose(wengert.nn.grad.conv1d_input(x.shape, w, g), expected[0])
    assert wengert.allclose(wengert.nn.grad.conv1d_weight(x, w.shape, g), expected[1])


def test_a_function_with_a_backward_pass_written_by_hand() -> None:
    class Conv(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, w: Any) -> Any:
            ctx.save_for_backward(x, w)
            return wengert.nn.functional.conv2d(x, w, stride=2)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            x, w = ctx.saved_tensors
            return (
                wengert.nn.grad.conv2d_input(x.shape, w, g, stride=2),
                wengert.nn.grad.conv2d_weight(x, w.shape, g, stride=2),
            )

    inputs = drawn(wengert, 1, (1, 2, 5, 4)), drawn(wengert, 2, (2, 2, 3, 2))
    assert gradcheck(Conv.apply, inputs) and wengert.autograd.gradgradcheck(Conv.apply, inputs)


def test_what_does_not_fit_is_refused() -> None:
    w, g = wengert.rand(3, 2, 3), wengert.rand(1, 3, 4)
    with pytest.raises(RuntimeError, match=r"grad_output should have the shape \[1, 3, 3\]"):
        wengert.nn.grad.conv1d_input((1, 2, 5), w, g)
    with pytest.raises(RuntimeError, match="expected an input of 3 dimensions"):
        wengert.nn.grad.conv1d_weight(wengert.rand(2, 6), w.shape, g)
    with pytest.raises(RuntimeError, match="to have 2 channels, but got 4"):
        wengert.nn.grad.conv1d_input((1, 4, 6), w, g)
    with pytest.raises(RuntimeError, match="non-positive stride"):
        wengert.nn.grad.conv1d_input((1, 2, 6), w, g, stride=0)
