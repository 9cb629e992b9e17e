"""Schedules of learning rates and averages of parameters do what PyTorch's do."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import wengert
from tests.facts import optimizers
from tests.test_optim import leaf


def test_a_saved_schedule_goes_on_where_it_was(lib: Any) -> None:
    for call in (*optimizers.SCHEDULES[:-2], *optimizers.PLATEAUS):
        rates = []
        saved: Any = None
        for loaded in (False, True):
            p, q = leaf(lib, 1.0), leaf(lib, 1.0)
            optimizer = lib.optim.SGD([{"params": [p], "lr": 0.4}, {"params": [q], "lr": 0.1}], momentum=0.9)
            with warnings.catch_warnings(action="ignore"):
                scheduler = eval(call, {**vars(lib.optim.lr_scheduler), "optimizer": optimizer})
            if loaded:
                scheduler.load_state_dict(saved[0])
                optimizer.load_state_dict(saved[1])
            for i in range(4):
                optimizer.step()
                scheduler.step(*([1.0] if "Plateau" in call else []))
                if i == 1 and not loaded:
                    saved = pickle.loads(pickle.dumps((scheduler.state_dict(), optimizer.state_dict())))
                if (i > 1) != loaded:
                    rates.append(scheduler.get_last_lr())
        assert rates[:2] == rates[2:], call


def test_a_state_has_its_keys_in_pytorchs_order(lib: Any) -> None:
    always = ["base_lrs", "last_epoch", "_step_count", "_is_initial", "_get_lr_called_within_step", "_last_lr"]
    momenta = ["base_momentums", "max_momentums"]
    scales = ["max_lrs", "total_size", "step_ratio", "mode", "gamma", "scale_mode", "cycle_momentum", "use_beta1"]
    waits = ["factor", "default_min_lr", "min_lrs", "patience", "cooldown", "eps", "last_epoch", "_last_lr"]
    waits += ["mode_worse", "mode", "threshold", "threshold_mode", "best", "cooldown_counter", "num_bad_epochs"]
    cases: dict[str, list[str]] = {
        "LambdaLR(optimizer, [float])": [*always, "lr_lambdas"],
        "MultiplicativeLR(optimizer, [float])": [*always, "lr_lambdas"],
        "OneCycleLR(optimizer, 0.1, 10)": [
            "total_steps", "_schedule_phases", "_anneal_func_type", "cycle_momentum", "use_beta1", *always,
        ],
        "CyclicLR(optimizer, 0.1, 0.2)": [*scales, *momenta, *always, "_scale_fn_custom"],
        "ReduceLROnPlateau(optimizer)": waits,
        "SequentialLR(optimizer, [ConstantLR(optimizer), StepLR(optimizer, 2)], [2])": [
            "_milestones", "last_epoch", "_last_lr", "_schedulers",
        ],
        "ChainedScheduler([ConstantLR(optimizer), StepLR(optimizer, 2)])": ["_last_lr", "_schedulers"],
    }  # fmt: skip
    for call, keys in cases.items():
        optimizer = lib.optim.SGD([leaf(lib, 1.0)], lr=0.1, momentum=0.9)
        scheduler = eval(call, {**vars(lib.optim.lr_scheduler), "optimizer": optimizer, "float": lambda epoch: 1.0})
        assert list(scheduler.state_dict()) == keys, call


def test_tensors_of_learning_rates_are_written_in_place(lib: Any) -> None:
    lr = lib.tensor(0.5)
    optimizer = lib.optim.SGD([leaf(lib, 1.0)], lr=lr)
    scheduler = lib.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
    optimizer.step()
    scheduler.step()
    assert optimizer.param_groups[0]["lr"] is lr and lr.item() == 0.25
    assert scheduler.base_lrs[0].item() == 0.5


def test_the_first_of_betas_is_a_momentum(lib: Any) -> None:
    for call in ("CyclicLR(o, 0.1, 0.5, step_size_up=2)", "OneCycleLR(o, 0.5, 5, pct_start=0.6, max_momentum=0.9)"):
        optimizer = lib.optim.Adam([leaf(lib, 1.0)], lr=0.1)
        scheduler = eval(f"schedulers.{call}", {"schedulers": lib.optim.lr_scheduler, "o": optimizer})
        assert optimizer.param_groups[0]["betas"] == (0.9, 0.999)
        for _ in range(2):
            optimizer.step()
            scheduler.step()
        assert optimizer.param_groups[0]["betas"] == pytest.approx((0.85 if "One" in call else 0.8, 0.999))


def test_schedules_warn_of_steps_in_the_wrong_order(lib: Any) -> None:
    optimizer = lib.optim.SGD([leaf(lib, 1.0)], lr=0.5)
    scheduler = lib.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
    with pytest.warns(UserWarning, match=r"Detected call of `lr_scheduler.step\(\)` before `optimizer.step\(\)`"):
        scheduler.step()
    with pytest.warns(UserWarning, match="The epoch parameter in `scheduler.step"):
        scheduler.step(5)
    assert scheduler.get_last_lr() == [0.5**6]
    with pytest.warns(UserWarning, match=r"please use `get_last_lr\(\)`"):
        scheduler.get_lr()
    with warnings.catch_warnings(action="error"):
        other = lib.optim.lr_scheduler.ExponentialLR(lib.optim.SGD([leaf(lib, 1.0)], lr=0.5), 0.5)
        other.optimizer.step()
        other.step()


def test_schedules_refuse_what_they_cannot_follow(lib: Any) -> None:
    optimizer = lib.optim.SGD([leaf(lib, 1.0)], lr=0.5)
    plain = lib.optim.Adagrad([leaf(lib, 1.0)])
    names = {**vars(lib.optim.lr_scheduler), "o": optimizer, "plain": plain}
    for call, kind, message in (
        ("StepLR(3, 1)", TypeError, "int is not an Optimizer"),
        ("StepLR(plain, 1, last_epoch=2)", KeyError, r"param 'initial_lr' is not specified in param_groups\[0\]"),
        ("LambdaLR(o, [abs, abs])", ValueError, "Expected 1 lr_lambdas, but got 2"),
        ("MultiplicativeLR(o, 3)", TypeError, "lr_lambda should be a function, but got int"),
        ("ConstantLR(o, factor=2)", ValueError, "Constant multiplicative factor expected to be between 0 and 1."),
        ("LinearLR(o, start_factor=0)", ValueError, "Starting multiplicative factor expected to be greater than 0"),
        ("LinearLR(o, end_factor=2)", ValueError, "Ending multiplicative factor expected to be between 0 and 1."),
        ("CyclicLR(o, [1, 2], 3)", ValueError, "base_lr must have the same length as optimizer.param_groups"),
        ("CyclicLR(o, 1, 2, mode='x')", ValueError, "mode is invalid and scale_fn is None"),
        ("CyclicLR(plain, 1, 2)", ValueError, "optimizer must support momentum or beta1 with `cycle_momentum`"),
        ("OneCycleLR(o, 1)", ValueError, r"You must define either total_steps OR \(epochs AND steps_per_epoch\)"),
        ("OneCycleLR(o, 1, total_steps=0)", ValueError, "Expected positive integer total_steps, but got 0"),
        ("OneCycleLR(o, 1, 9, pct_start=2)", ValueError, "Expected float between 0 and 1 pct_start, but got 2"),
        ("OneCycleLR(o, 1, 9, anneal_strategy='x')", ValueError, "anneal_strategy must be one of 'cos' or 'linear'"),
        ("CosineAnnealingWarmRestarts(o, 0)", ValueError, "Expected positive integer T_0, but got 0"),
        ("ReduceLROnPlateau(o, factor=1.0)", ValueError, "Factor should be < 1.0."),
        ("ReduceLROnPlateau(o, 'x')", ValueError, "mode x is unknown!"),
        ("ReduceLROnPlateau(o, min_lr=[1, 2])", ValueError, "expected 1 min_lrs, got 2"),
        ("ChainedScheduler([])", ValueError, "expects at least one scheduler to be chained, but got no scheduler"),
        ("SequentialLR(o, [StepLR(o, 1)], [1])", ValueError, "number of schedulers provided to be one more than the"),
        ("SequentialLR(o, [StepLR(plain, 1)], [])", ValueError, "expects all schedulers to belong to the same optimi"),
        ("ChainedScheduler([ReduceLROnPlateau(o)])", ValueError, "does not support `ReduceLROnPlateau` scheduler as i"),
    ):
        with pytest.raises(kind, match=message):
            eval(call, dict(names))
    scheduler = names["OneCycleLR"](optimizer, 1.0, total_steps=2, cycle_momentum=False)
    for _ in range(2):
        optimizer.step()
        scheduler.step()
    with pytest.raises(ValueError, match="Tried to step 3 times. The specified number of total steps is 2"):
        scheduler.step()


def test_averages(lib: Any) -> None:
    utils = lib.optim.swa_utils
    for make, expected in ((lambda: utils.get_ema_multi_avg_fn(0.5), 0.5), (utils.get_swa_multi_avg_fn, 0.25)):
        averages = [lib.zeros(2), lib.zeros(1)]
        make()(averages, [lib.ones(2), lib.ones(1)], 3)
        assert [a.tolist() for a in averages] == [[expected] * 2, [expected]]
    with pytest.raises(ValueError, match=r"Invalid decay value 2 provided. Please provide a value in \[0,1\] range."):
        utils.get_ema_avg_fn(2)


def test_a_schedule_takes_an_optimizer_whose_step_was_replaced() -> None:
    optimizer = wengert.optim.SGD([leaf(wengert, 1.0)], lr=1.0)
    steps: list[int] = []
    optimizer.step = lambda closure=None: steps.append(1)  # type: ignore[method-assign]
    scheduler = wengert.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
    optimizer.step()
    scheduler.step()
    assert steps == [1] and scheduler.get_last_lr() == [0.5]


def model(lib: Any) -> Any:
    net = lib.nn.Sequential(lib.nn.Linear(2, 3), lib.nn.BatchNorm1d(3), lib.nn.Linear(3, 1)).double()
    with lib.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(optimizers.numbers(lib, tuple(p.shape), i, "float64"))
    return net


@pytest.mark.parametrize("options", [
    "", "use_buffers=True", "multi_avg_fn=utils.get_ema_multi_avg_fn(0.75)", "avg_fn=utils.get_ema_avg_fn(0.75)",
    "multi_avg_fn=utils.get_swa_multi_avg_fn()",
])  # fmt: skip
def test_a_model_of_averages_follows_a_model(lib: Any, options: str) -> None:
    net = model(lib)
    averaged = eval(f"utils.AveragedModel(net, {options})", {"utils": lib.optim.swa_utils, "net": net})
    seen = []
    for i in range(3):
        with lib.no_grad():
            for p in (*net.parameters(), *list(net.buffers())[:2]):
                p.copy_(optimizers.numbers(lib, tuple(p.shape), 20 + i, "float64") ** 2)
        seen.append([p.detach().clone() for p in (*net.parameters(), *net.buffers())])
        averaged.update_parameters(net)
        assert all(lib.equal(p, q) for p, q in zip((*net.parameters(), *net.buffers()), seen[-1], strict=True))
    shares = [0.5625, 0.1875, 0.25] if "ema" in options else [1 / 3] * 3
    count = len(list(net.parameters()))
    for i, average in enumerate([*averaged.module.parameters(), *averaged.module.buffers()]):
        expected = sum(s * values[i] for s, values in zip(shares, seen, strict=True))
        if i >= count and "use_buffers" not in options:
            expected = seen[-1][i]
        np.testing.assert_allclose(average.detach().numpy(), expected.numpy(), rtol=1e-6)  # 1 / n is a float32
    assert averaged.n_averaged.item() == 3 and "n_averaged" in averaged.state_dict()
    x = lib.ones(2, 2, dtype=lib.float64)
    averaged.eval()
    assert averaged(x).tolist() == averaged.module(x).tolist()
    other = lib.optim.swa_utils.AveragedModel(model(lib))
    other.load_state_dict(averaged.state_dict())
    assert other.eval()(x).tolist() == averaged(x).tolist()
    with pytest.raises(AssertionError, match="Only one of avg_fn and multi_avg_fn should be provided"):
        lib.optim.swa_utils.AveragedModel(net, avg_fn=max, multi_avg_fn=max)


def test_statistics_of_batches_are_computed_anew(lib: Any) -> None:
    net = model(lib).eval()
    data = [optimizers.numbers(lib, (4, 2), i, "float64") for i in range(3)]
    lib.optim.swa_utils.update_bn([(x, 0) for x in data], net)
    expected = lib.stack([net[0](x).mean(0) for x in data]).mean(0)
    np.testing.assert_allclose(net[1].running_mean.numpy(), expected.detach().numpy(), rtol=1e-12)
    assert net[1].momentum == 0.1 and not net.training and net[1].num_batches_tracked == 3
