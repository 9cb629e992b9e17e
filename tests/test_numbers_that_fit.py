"""Numbers that an integer dtype does not hold are refused, as in PyTorch. Negative integers wrap around."""

from __future__ import annotations

import contextlib
import operator
import warnings
from typing import Any

import numpy as np
import pytest

import wengert

NUMBERS = (-1.0, -0.5, -1.5, -255.0, -256.0, 255.5, 300.0, 1.9, float("inf"), float("nan"), -1, -255, 300)
CALLS = {
    "fill_": lambda x, v: x.clone().fill_(v),
    "full_like": lambda x, v: wengert.full_like(x, v),
    "new_full": lambda x, v: x.new_full((1,), v),
    "full": lambda x, v: wengert.full((1,), v, dtype=x.dtype),
    "masked_fill": lambda x, v: x.masked_fill(x > 1, v),
    "index_fill": lambda x, v: x.index_fill(0, wengert.tensor([0]), v),
    "scatter": lambda x, v: x.scatter(0, wengert.tensor([0]), v),
    "constant_pad_nd": lambda x, v: wengert.constant_pad_nd(x, (1, 0), v),
    "fill_diagonal_": lambda x, v: x.clone().view(1, 3).fill_diagonal_(v),
    "x[0] = v": lambda x, v: x.clone().__setitem__(0, v),
}


def holds(number: Any, least: int, most: int) -> bool:
    """A float is compared as it stands, and then cut off; an integer may be negative in an unsigned dtype."""
    return (-most if least == 0 and isinstance(number, int) else least) <= number <= most


@pytest.mark.parametrize("name", CALLS)
def test_a_number_that_is_not_held_is_refused(name: str) -> None:
    wrong = []
    for dtype, least, most in (("uint8", 0, 255), ("int8", -128, 127), ("uint16", 0, 65535)):
        x = wengert.tensor([1, 2, 3], dtype=getattr(wengert, dtype))
        for number in NUMBERS:
            refused = contextlib.nullcontext() if holds(number, least, most) else pytest.raises(RuntimeError)
            with warnings.catch_warnings(action="ignore"):
                try:
                    with refused:
                        CALLS[name](x, number)
                except BaseException as e:  # pytest's Failed is one
                    wrong.append(f"{dtype}, {number}: {e!r}")
    assert not wrong


@pytest.mark.parametrize("value", [1e300, -1e39])
@pytest.mark.parametrize("dtype", [wengert.float32, wengert.complex64])
def test_a_number_is_refused_wherever_it_stands(dtype: Any, value: float) -> None:
    x, mask = wengert.ones(3, dtype=dtype), wengert.tensor([True, False, True])
    calls = {
        "second": lambda: wengert.where(mask, value, x),
        "third": lambda: wengert.where(mask, x, value),
        "one": lambda: wengert.where(mask, value, x[0]),
        "filled": lambda: x.masked_fill(mask, value),
    }
    for name, call in calls.items():
        with pytest.raises(RuntimeError, match="without overflow"):
            pytest.fail(f"{name}: {call()}")


@pytest.mark.parametrize("value", [-1.0, -0.5, 255.5, float("nan")])
def test_a_list_is_no_exception(value: float) -> None:
    with pytest.raises(RuntimeError, match="without overflow"):
        wengert.tensor([1.0, value], dtype=wengert.uint8)
    assert wengert.tensor([-1], dtype=wengert.uint8).tolist() == [255]


def test_padding_counts_in_floats() -> None:
    x = wengert.tensor([1], dtype=wengert.uint8)
    with pytest.raises(RuntimeError, match="without overflow"):
        wengert.nn.functional.pad(x, (1, 0), value=-1)
    assert wengert.nn.functional.pad(x, (0, 0), value=-1).tolist() == [1]
    assert wengert.nn.functional.pad(x.to(wengert.int8), (1, 0), value=-1).tolist() == [-1, 1]


def test_bools_have_nothing_between_them() -> None:
    true = wengert.tensor([True])
    with pytest.raises(NotImplementedError, match="lerp.* not implemented for 'Bool'"):
        wengert.lerp(true, ~true, true)


@pytest.mark.parametrize("x", [wengert.ones(2), wengert.ones(2, dtype=wengert.complex64)])
def test_only_integers_have_bits_to_invert(x: Any) -> None:
    with pytest.raises(TypeError, match=r"~ \(operator\.invert\) is only implemented on integer and Boolean-type"):
        operator.invert(x)
    with pytest.raises(NotImplementedError):
        wengert.bitwise_not(x)


def test_a_randomized_slope_in_place_has_a_gradient() -> None:
    for lower, upper in ((0.1, 0.4), (-0.5, -0.2)):
        x = wengert.tensor([-1.0, 2.0, -3.0], requires_grad=True)
        y = wengert.nn.functional.rrelu_(x * 1, lower, upper, True)
        wengert.testing.assert_close(wengert.autograd.grad(y.sum(), x)[0], (y / x).detach())


def test_the_classes_of_the_input_count() -> None:
    ones = wengert.ones
    loss = wengert.nn.functional.multilabel_soft_margin_loss
    assert loss(ones(4, 1), ones(4, 3)).item() == pytest.approx(3 * loss(ones(4, 3), ones(4, 3)).item())
    assert loss(ones(3), ones(4, 3)).item() == pytest.approx(4 / 3 * loss(ones(4, 3), ones(4, 3)).item())


@pytest.mark.parametrize("function", [wengert.quantile, wengert.nanquantile])
def test_quantiles_lie_between_the_ends(function: Any) -> None:
    x = wengert.tensor([1.0, 2.0])
    for q in (1.5, wengert.tensor([0.5, 1.5]), wengert.tensor(-0.1), wengert.tensor(float("nan"))):
        with pytest.raises(RuntimeError, match=r"must be in the range \[0, 1\]"):
            function(x, q)
        with pytest.raises(RuntimeError, match=r"must be in the range \[0, 1\]"):
            wengert.vmap(lambda x, q=q: function(x, q))(wengert.stack([x, x]))


def test_an_array_for_a_number_is_named() -> None:
    """The error had no text where an array with dimensions was given for a number."""
    x = wengert.ones(2)
    for value in (np.array([1.0]), np.ones(2), wengert.ones(2)):
        with pytest.raises(TypeError, match=r"add\(\): argument 'alpha' must be number, not (ndarray|Tensor)"):
            x.add(x, alpha=value)
    for integer in (np.array([2]), wengert.tensor([True]), 2.0):
        with pytest.raises(TypeError, match="argument 'num_classes' must be int, not (ndarray|Tensor|float)"):
            wengert.nn.functional.one_hot(wengert.tensor([0, 1]), integer)
