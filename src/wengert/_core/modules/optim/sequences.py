"""Schedules of learning rates made of other schedules, and one that looks at a metric."""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from typing import Any, SupportsFloat

from ... import errors
from .optimizer import Optimizer
from .schedulers import LRScheduler, of_groups, put


def _check(name: str, schedulers: Any, optimizer: Any) -> None:
    """Raise an error unless all schedules are for one optimiser."""
    for i, scheduler in enumerate(schedulers):
        if not hasattr(scheduler, "optimizer"):
            raise TypeError(f"{name} at index {i} should have `optimizer` as its attribute.")
        if isinstance(scheduler, ReduceLROnPlateau):
            raise errors.optim.plateau_inside(name, i)
        if optimizer != scheduler.optimizer:
            raise errors.optim.other_optimizer(name, i, scheduler, optimizer)


class _Composed(LRScheduler):
    """A schedule made of others."""

    _schedulers: Sequence[Any]

    def state_dict(self) -> dict[str, Any]:
        """Return the state of the schedule, with the states of its parts."""
        state = super().state_dict()
        state["_schedulers"] = [scheduler.state_dict() for scheduler in state.pop("_schedulers")]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that :meth:`state_dict` returned.

        Args:
            state_dict: what :meth:`state_dict` returned.
        """
        parts = state_dict["_schedulers"]
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "_schedulers"})
        for scheduler, state in zip(self._schedulers, parts, strict=False):
            scheduler.load_state_dict(state)


class SequentialLR(_Composed):
    """Schedules one after the other: each starts anew at its milestone.

    Args:
        optimizer: the optimiser.
        schedulers: the schedules.
        milestones: the epochs at which the second and all later ones start.
        last_epoch: the epoch to continue after; -1 starts anew.

    Raises:
        ValueError: if the schedules are for other optimisers, or there are too few or many milestones.

    >>> import wengert
    >>> from wengert.optim.lr_scheduler import ConstantLR, ExponentialLR, SequentialLR
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> parts = [ConstantLR(optimizer, factor=0.5, total_iters=10), ExponentialLR(optimizer, gamma=0.5)]
    >>> scheduler = SequentialLR(optimizer, parts, milestones=[2])
    >>> for epoch in range(4):
    ...     print(scheduler.get_last_lr())
    ...     optimizer.step()
    ...     scheduler.step()
    [0.5]
    [0.5]
    [1.0]
    [0.5]
    """

    def __init__(
        self, optimizer: Optimizer, schedulers: list[LRScheduler], milestones: list[int], last_epoch: int = -1
    ) -> None:
        if not schedulers:
            raise errors.optim.no_schedulers(type(self).__name__)
        _check(type(self).__name__, schedulers, optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise errors.optim.milestones(len(schedulers), len(milestones))
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            put(group, "lr", group["initial_lr"])
        self.recursive_undo()
        first = schedulers[bisect.bisect_right(milestones, 0)]
        first._initial_step()
        self._last_lr = first.get_last_lr()

    def recursive_undo(self, sched: Any = None) -> None:
        """Take back the first step of schedules, which they take when they are made.

        Args:
            sched: a schedule; None for this one.
        """
        scheduler = self if sched is None else sched
        if hasattr(scheduler, "_schedulers"):
            for part in scheduler._schedulers:
                self.recursive_undo(part)
        elif hasattr(scheduler, "last_epoch"):
            scheduler.last_epoch -= 1

    def step(self) -> None:  # type: ignore[override]
        """Set the learning rates of the next epoch. Call it after the optimiser's ``step``."""
        self.last_epoch += 1
        at = bisect.bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[at]
        if at > 0 and self._milestones[at - 1] == self.last_epoch:
            scheduler._update_lr(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_Composed):
    """Several schedules at once: in every epoch, each changes what the one before it left.

    Args:
        schedulers: the schedules.
        optimizer: the optimiser. Default: that of the first schedule.

    Raises:
        ValueError: if the schedules are for different optimisers.

    >>> import wengert
    >>> from wengert.optim.lr_scheduler import ChainedScheduler, ConstantLR, ExponentialLR
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = ChainedScheduler([ConstantLR(optimizer, factor=0.5), ExponentialLR(optimizer, gamma=0.5)])
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.25]
    """

    def __init__(self, schedulers: Sequence[LRScheduler], optimizer: Optimizer | None = None) -> None:
        if not schedulers:
            raise errors.optim.no_schedulers(type(self).__name__)
        own = optimizer or schedulers[0].optimizer
        _check(type(self).__name__, schedulers, own)
        self._schedulers = schedulers
        self.optimizer = own
        self._last_lr = of_groups(own)

    def step(self) -> None:  # type: ignore[override]
        """Set the learning rates of the next epoch. Call it after the optimiser's ``step``."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = of_groups(self.optimizer)


class ReduceLROnPlateau(LRScheduler):
    """Multiply the learning rate by ``factor`` when a metric has stopped improving.

    Args:
        optimizer: the optimiser.
        mode: "min" if the metric should fall, "max" if it should rise.
        factor: the factor, less than 1.
        patience: how many epochs without improvement are accepted.
        threshold: how much better counts as an improvement.
        threshold_mode: whether ``threshold`` is relative to the best value ("rel") or absolute ("abs").
        cooldown: how many epochs after a reduction are not counted.
        min_lr: the least learning rate, or a list with one for each group.
        eps: a smaller change of the learning rate is not made.

    Raises:
        ValueError: if the factor or a mode is out of its range.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=1)
    >>> for loss in [3.0, 2.0, 2.0, 2.0]:
    ...     optimizer.step()
    ...     scheduler.step(loss)
    >>> scheduler.get_last_lr()
    [0.5]
    """

    def __init__(
        self, optimizer: Optimizer, mode: str = "min", factor: float = 0.1, patience: int = 10,
        threshold: float = 1e-4, threshold_mode: str = "rel", cooldown: int = 0, min_lr: list[float] | float = 0,
        eps: float = 1e-8,
    ) -> None:  # fmt: skip
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        if not isinstance(optimizer, Optimizer):
            raise errors.optim.not_an_optimizer(optimizer)
        if mode not in ("min", "max"):
            raise errors.optim.unknown("mode", mode)
        if threshold_mode not in ("rel", "abs"):
            raise errors.optim.unknown("threshold mode", threshold_mode)
        groups = len(optimizer.param_groups)
        self.factor = factor
        self.default_min_lr: float | None = None
        if isinstance(min_lr, (list, tuple)):
            if len(min_lr) != groups:
                raise errors.optim.min_lrs(len(min_lr), groups)
            self.min_lrs = list(min_lr)
        else:
            self.default_min_lr = min_lr
            self.min_lrs = [min_lr] * groups
        self.optimizer = optimizer
        self.patience = patience
        self.cooldown = cooldown
        self.eps = eps
        self.last_epoch = 0
        self._last_lr = of_groups(optimizer)
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode = mode
        self.threshold = threshold
        self.threshold_mode = threshold_mode
        self.best = self.mode_worse
        self.cooldown_counter = 0
        self.num_bad_epochs = 0

    def step(self, metrics: SupportsFloat, epoch: int | None = None) -> None:  # type: ignore[override]
        """Look at the metric of an epoch, and reduce the learning rates if it has not improved for too long.

        Args:
            metrics: the metric.
            epoch: deprecated: the number of the epoch.
        """
        current = float(metrics)
        if epoch is not None:
            errors.optim.warn_epoch()
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self._is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce()
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = of_groups(self.optimizer)

    def _reduce(self) -> None:
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise errors.optim.groups_added(len(groups), len(self.min_lrs))
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, least in zip(groups, self.min_lrs, strict=True):
            old = float(group["lr"])
            new = max(old * self.factor, least)
            if old - new > self.eps:
                put(group, "lr", new)

    @property
    def in_cooldown(self) -> bool:
        """Whether the epochs after a reduction are not counted yet."""
        return self.cooldown_counter > 0

    def _is_better(self, a: float, best: float) -> bool:
        """Whether a value of the metric is an improvement."""
        sign = 1 if self.mode == "max" else -1
        bound = best * (1.0 + sign * self.threshold) if self.threshold_mode == "rel" else best + sign * self.threshold
        return a > bound if self.mode == "max" else a < bound

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that :meth:`state_dict` returned.

        Args:
            state_dict: what :meth:`state_dict` returned.
        """
        super().load_state_dict(state_dict)
        self.mode_worse = math.inf if self.mode == "min" else -math.inf
