"""Layers and losses at the top, whose arguments are those of PyTorch's core."""

from __future__ import annotations

from typing import Any

import pytest

import wengert


def test_rows_that_get_no_gradient_or_part_of_it(lib: Any) -> None:
    for how in ({"padding_idx": 1}, {"scale_grad_by_freq": True}, {"padding_idx": -1}):
        weight = lib.arange(6.0, dtype=lib.float64).reshape(3, 2).requires_grad_()
        lib.embedding(weight, lib.tensor([1, 1, 2]), **how).sum().backward()
        rows = {"padding_idx": [0, 0, 1], "scale_grad_by_freq": [0, 1, 1]}[next(iter(how))]
        rows = [0, 2, 1] if how == {"padding_idx": -1} else rows
        assert weight.grad.tolist() == [[n, n] for n in rows]


def test_dropout_in_place(lib: Any) -> None:
    for name in ("dropout_", "alpha_dropout_", "feature_dropout_", "feature_alpha_dropout_"):
        x = lib.ones(2, 3, 4)
        assert getattr(lib, name)(x, 0.5, False) is x and x.tolist() == lib.ones(2, 3, 4).tolist()
        lib.manual_seed(0)
        assert getattr(lib, name)(x, 0.5, True) is x
        kinds = {len({v for row in channel for v in row}) for channel in x.reshape(6, 1, 4).tolist()}
        assert kinds == ({1} if "feature" in name else {1, 2} if 1 in kinds else {2})
        assert len({v for v in x.reshape(-1).tolist()}) == 2


def test_running_statistics_follow(lib: Any) -> None:
    mean, var = lib.zeros(1), lib.ones(1)
    x = lib.tensor([[1.0], [3.0]])
    lib.batch_norm(x, None, None, mean, var, True, 0.5, 0.0, True)
    assert (mean.tolist(), var.tolist()) == ([1.0], [1.5])


def test_weights_of_logits(lib: Any) -> None:
    x = lib.tensor([[0.5, -1.0, 2.0], [0.0, 1.0, -2.0]], requires_grad=True)
    weight, positive = lib.tensor([1.0, 0.5, 2.0]), lib.tensor([2.0, 1.0, 3.0])
    loss = lib.binary_cross_entropy_with_logits(x, lib.tensor([[0.0, 1.0, 0.5]] * 2), weight, positive, 2)
    loss.backward()
    assert abs(loss.item() - 11.49591) < 1e-4 and abs(x.grad.sum().item() + 1.37754) < 1e-4


def test_reductions_are_numbers() -> None:
    x = wengert.ones(2)
    assert wengert.kl_div(x, x).shape == (2,) and wengert.kl_div(x, x, 1).shape == ()
    with pytest.raises(ValueError) as raised:
        wengert.kl_div(x, x, 3)
    assert str(raised.value) == "kl_div(): expected reduction to be 0 (none), 1 (mean) or 2 (sum), but got 3"
    with pytest.raises(TypeError) as wrong:
        wengert.kl_div(x, x, "mean")
    assert str(wrong.value) == "kl_div(): argument 'reduction' must be int, not str"


@pytest.mark.parametrize("call", [
    lambda lib: lib.conv_tbc(lib.ones(2, 3), lib.ones(1, 1, 1), lib.ones(1)),
    lambda lib: lib.binary_cross_entropy_with_logits(lib.ones(2), lib.ones(3)),
    lambda lib: lib.norm_except_dim(lib.ones(2, 3), 2, 5),
])  # fmt: skip
def test_what_is_refused(lib: Any, call: Any) -> None:
    with pytest.raises((RuntimeError, IndexError)):
        call(lib)
