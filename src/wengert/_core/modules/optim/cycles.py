"""Schedules of learning rates that rise and fall: cycles and restarts."""

from __future__ import annotations

import math
import types
from collections.abc import Callable
from typing import Any

from ... import errors
from .optimizer import Optimizer
from .schedulers import LRScheduler, for_groups, half_cosine, put


def _start_momenta(optimizer: Any, base: list[Any], most: list[Any]) -> None:
    for group, low, high in zip(optimizer.param_groups, base, most, strict=True):
        set_momentum(group, high)
        group["max_momentum"], group["base_momentum"] = high, low


def set_momentum(group: dict[str, Any], value: Any) -> None:
    """Set the momentum of a group, or the first of its betas."""
    if "betas" in group:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value


def _check_momentum(optimizer: Any) -> None:
    if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
        raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")


class CyclicLR(LRScheduler):
    """Let the learning rate rise and fall between two bounds, and the momentum the other way round.

    Call ``step`` after every batch.

    Args:
        optimizer: the optimiser.
        base_lr: the lower bound, or a list with one for each group.
        max_lr: the upper bound of the first cycle, or a list with one for each group.
        step_size_up: how many batches the rate rises.
        step_size_down: how many batches it falls. Default: as many as it rises.
        mode: "triangular", with all cycles alike; "triangular2", each half as high as the one before; "exp_range",
            ``gamma`` to the power of the batches so far.
        gamma: the constant of "exp_range".
        scale_fn: a function that gives the factor of the height, in the place of ``mode``.
        scale_mode: what ``scale_fn`` gets: the number of the "cycle", from 1, or of the batch ("iterations").
        cycle_momentum: let the momentum (or the first of ``betas``) fall while the rate rises.
        base_momentum: its lower bound, or a list with one for each group.
        max_momentum: its upper bound, or a list with one for each group.
        last_epoch: the batch to continue after; -1 starts anew.

    Raises:
        ValueError: if the mode is unknown, or the optimiser has no momentum.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=0.1, momentum=0.9)
    >>> scheduler = wengert.optim.lr_scheduler.CyclicLR(optimizer, base_lr=0.25, max_lr=1.25, step_size_up=2)
    >>> for batch in range(3):
    ...     print(scheduler.get_last_lr())
    ...     optimizer.step()
    ...     scheduler.step()
    [0.25]
    [0.75]
    [1.25]
    """

    def __init__(
        self, optimizer: Optimizer, base_lr: float | list[float], max_lr: float | list[float], step_size_up: int = 2000,
        step_size_down: int | None = None, mode: str = "triangular", gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None, scale_mode: str = "cycle", cycle_momentum: bool = True,
        base_momentum: float | list[float] = 0.8, max_momentum: float | list[float] = 0.9, last_epoch: int = -1,
    ) -> None:  # fmt: skip
        if not isinstance(optimizer, Optimizer):
            raise errors.optim.not_an_optimizer(optimizer)
        base_lrs = for_groups("base_lr", optimizer, base_lr)
        self.max_lrs = for_groups("max_lr", optimizer, max_lr)
        down = float(step_size_up if step_size_down is None else step_size_down)
        self.total_size = float(step_size_up) + down
        self.step_ratio = float(step_size_up) / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise errors.optim.no_scale()
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom: Any = scale_fn
        self.scale_mode = scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            _check_momentum(optimizer)
            self.use_beta1 = "betas" in optimizer.defaults
            self.base_momentums = for_groups("base_momentum", optimizer, base_momentum)
            self.max_momentums = for_groups("max_momentum", optimizer, max_momentum)
        if last_epoch == -1:
            for lr, group in zip(base_lrs, optimizer.param_groups, strict=True):
                put(group, "lr", lr)
            if cycle_momentum:
                _start_momenta(optimizer, self.base_momentums, self.max_momentums)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def scale_fn(self, x: float) -> float:
        """Return the factor of the height of a cycle, or of the height at a batch."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)  # type: ignore[no-any-return]
        if self.mode == "exp_range":
            return float(self.gamma**x)
        return 1.0 if self.mode == "triangular" else 1 / 2.0 ** (x - 1)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group. With ``cycle_momentum``, set the momenta."""
        self._present()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        share = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            bounds = zip(self.optimizer.param_groups, self.base_momentums, self.max_momentums, strict=True)
            for group, low, high in bounds:
                set_momentum(group, high - (high - low) * share * scale)
        return [low + (high - low) * share * scale for low, high in zip(self.base_lrs, self.max_lrs, strict=True)]

    def state_dict(self) -> dict[str, Any]:
        """Return the state of the schedule. Of ``scale_fn``, the attributes of a callable object are part of it."""
        state = super().state_dict()
        given = state.pop("_scale_fn_custom")
        plain = given is None or isinstance(given, types.FunctionType)
        state["_scale_fn_custom"] = None if plain else given.__dict__.copy()
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that :meth:`state_dict` returned. ``scale_fn`` stays the one that was given.

        Args:
            state_dict: what :meth:`state_dict` returned.
        """
        attributes = state_dict["_scale_fn_custom"]
        super().load_state_dict({k: v for k, v in state_dict.items() if k != "_scale_fn_custom"})
        if attributes is not None:
            self._scale_fn_custom.__dict__.update(attributes)


class OneCycleLR(LRScheduler):
    """Let the learning rate rise to ``max_lr`` and fall far below its start, once.

    The momentum goes the other way round. Call ``step`` after every batch.

    Args:
        optimizer: the optimiser.
        max_lr: the greatest learning rate, or a list with one for each group.
        total_steps: how many batches there are. Or give ``epochs`` and ``steps_per_epoch``.
        epochs: how many epochs there are.
        steps_per_epoch: how many batches an epoch has.
        pct_start: the share of the batches in which the rate rises.
        anneal_strategy: "cos" for half a wave of a cosine, "linear" for a line.
        cycle_momentum: let the momentum (or the first of ``betas``) fall while the rate rises.
        base_momentum: its lower bound, or a list with one for each group.
        max_momentum: its upper bound, or a list with one for each group.
        div_factor: the first learning rate is ``max_lr / div_factor``.
        final_div_factor: the last is the first divided by this.
        three_phase: let the rate fall to the first one in as many batches as it rose, and to the last one after that.
        last_epoch: the batch to continue after; -1 starts anew.

    Raises:
        ValueError: if the number of batches is not known, or an option is out of its range.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=0.1, momentum=0.9)
    >>> scheduler = wengert.optim.lr_scheduler.OneCycleLR(
    ...     optimizer, max_lr=1.0, total_steps=5, pct_start=0.6, div_factor=4.0, anneal_strategy="linear"
    ... )
    >>> for batch in range(3):
    ...     print(scheduler.get_last_lr())
    ...     optimizer.step()
    ...     scheduler.step()
    [0.25]
    [0.625]
    [1.0]
    """

    def __init__(
        self, optimizer: Optimizer, max_lr: float | list[float], total_steps: int | None = None,
        epochs: int | None = None, steps_per_epoch: int | None = None, pct_start: float = 0.3,
        anneal_strategy: str = "cos", cycle_momentum: bool = True, base_momentum: float | list[float] = 0.85,
        max_momentum: float | list[float] = 0.95, div_factor: float = 25.0, final_div_factor: float = 1e4,
        three_phase: bool = False, last_epoch: int = -1,
    ) -> None:  # fmt: skip
        if not isinstance(optimizer, Optimizer):
            raise errors.optim.not_an_optimizer(optimizer)
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        if total_steps is not None:
            self.total_steps = _positive("total_steps", total_steps)
        else:
            self.total_steps = _positive("epochs", epochs) * _positive("steps_per_epoch", steps_per_epoch)
        if not isinstance(pct_start, float) or not 0 <= pct_start <= 1:
            raise errors.optim.expected("float between 0 and 1 pct_start", pct_start)
        if anneal_strategy not in ("cos", "linear"):
            raise errors.optim.strategy(anneal_strategy)
        self._schedule_phases = _phases(pct_start * self.total_steps, self.total_steps, three_phase)
        self._anneal_func_type = anneal_strategy
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            _check_momentum(optimizer)
            self.use_beta1 = "betas" in optimizer.defaults
        max_lrs = for_groups("max_lr", optimizer, max_lr)
        low, high = (for_groups(name, optimizer, value) for name, value in (
            ("base_momentum", base_momentum), ("max_momentum", max_momentum)
        ))  # fmt: skip
        if last_epoch == -1:
            for group, most in zip(optimizer.param_groups, max_lrs, strict=True):
                group["initial_lr"], group["max_lr"] = most / div_factor, most
                group["min_lr"] = group["initial_lr"] / final_div_factor
            if cycle_momentum:
                _start_momenta(optimizer, low, high)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group. With ``cycle_momentum``, set the momenta."""
        self._present()
        step = self.last_epoch
        if step > self.total_steps:
            raise errors.optim.too_many_steps(step, self.total_steps)
        start = 0.0
        for phase in self._schedule_phases:
            if step <= phase["end_step"] or phase is self._schedule_phases[-1]:
                break
            start = phase["end_step"]
        done = (step - start) / (phase["end_step"] - start)
        groups = self.optimizer.param_groups
        if self.cycle_momentum:
            for group in groups:
                set_momentum(group, self._between(group[phase["start_momentum"]], group[phase["end_momentum"]], done))
        return [self._between(group[phase["start_lr"]], group[phase["end_lr"]], done) for group in groups]

    def _between(self, start: Any, end: Any, done: float) -> Any:
        if self._anneal_func_type == "cos":
            return end + (start - end) * half_cosine(done)
        return (end - start) * done + start


def _positive(name: str, value: Any) -> int:
    if not isinstance(value, int) or value <= 0:
        raise errors.optim.expected(f"positive integer {name}", value)
    return value


def _phases(rising: float, total: int, three: bool) -> list[dict[str, Any]]:
    """The phases of a cycle: where each ends, and between what the rates and momenta go."""

    def phase(end: float, rates: str, momenta: str) -> dict[str, Any]:
        (a, b), (c, d) = rates.split(), momenta.split()
        return {
            "end_step": end, "start_lr": f"{a}_lr", "end_lr": f"{b}_lr", "start_momentum": f"{c}_momentum",
            "end_momentum": f"{d}_momentum",
        }  # fmt: skip

    up = phase(float(rising) - 1, "initial max", "max base")
    if not three:
        return [up, phase(total - 1, "max min", "base max")]
    return [up, phase(float(2 * rising) - 2, "max initial", "base max"), phase(total - 1, "initial min", "max max")]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Let the learning rate fall like half a wave of a cosine, and start again at the top.

    Args:
        optimizer: the optimiser.
        T_0: how many epochs the first fall takes.
        T_mult: how many times as long each fall takes as the one before.
        eta_min: the least learning rate.
        last_epoch: the epoch to continue after; -1 starts anew.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=2)
    >>> for epoch in range(2):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [1.0]
    """

    def __init__(
        self, optimizer: Optimizer, T_0: int, T_mult: int = 1, eta_min: float = 0.0, last_epoch: int = -1  # noqa: N803
    ) -> None:  # fmt: skip
        if not isinstance(T_0, int) or T_0 <= 0:
            raise errors.optim.expected("positive integer T_0", T_0)
        if not isinstance(T_mult, int) or T_mult < 1:
            raise errors.optim.expected("integer T_mult >= 1", T_mult)
        if not isinstance(eta_min, (float, int)):
            raise errors.optim.expected("float or int eta_min", f"{eta_min} of type {type(eta_min)}")
        self.T_0 = self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur: float = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group."""
        self._present()
        share = half_cosine(self.T_cur, self.T_i)
        return [self.eta_min + (base - self.eta_min) * share for base in self.base_lrs]

    def step(self, epoch: float | None = None) -> None:
        """Set the learning rates of the next epoch.

        Args:
            epoch: go to this epoch. Fractions are for calls after every batch.

        Raises:
            ValueError: if it is negative.
        """
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur %= self.T_i
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise errors.optim.expected("non-negative epoch", epoch)
        elif epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            falls = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult**falls - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult**falls
        self.last_epoch = math.floor(epoch)
        with self._computing():
            self._put(self.get_lr())
