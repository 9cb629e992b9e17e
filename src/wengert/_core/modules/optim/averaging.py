"""Averages of weights over training: how they are updated, and the schedule that goes with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import errors
from ...api.grad_mode import no_grad
from .optimizer import Optimizer
from .schedulers import LRScheduler, for_groups, rising_cosine


def each(average: Callable[[Any, Any, Any], Any]) -> Callable[[Any, Any, Any], None]:
    """An update of lists of tensors, by a function of one average, one new value and how many were averaged."""

    @no_grad()
    def update(averages: Any, values: Any, averaged: Any) -> None:
        for a, value in zip(averages, values, strict=True):
            a.copy_(average(a, value, averaged))

    return update  # type: ignore[no-any-return]


def get_ema_avg_fn(decay: float = 0.999) -> Callable[[Any, Any, Any], Any]:
    """Return a function that updates an exponential moving average.

    Args:
        decay: how much of the average is kept in each update.

    Returns:
        a function of the average, the new value, and how many were averaged before; it returns the new average.

    Raises:
        ValueError: if ``decay`` is not between 0 and 1.

    >>> import wengert
    >>> average = wengert.optim.swa_utils.get_ema_avg_fn(0.5)
    >>> average(wengert.zeros(2), wengert.ones(2), 1)
    tensor([0.5000, 0.5000])
    """
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")

    @no_grad()
    def average(old: Any, new: Any, averaged: Any) -> Any:
        return decay * old + (1 - decay) * new

    return average  # type: ignore[no-any-return]


def get_swa_avg_fn() -> Callable[[Any, Any, Any], Any]:
    """Return a function that updates a mean in which all values count alike.

    Returns:
        a function of the average, the new value, and how many were averaged before; it returns the new average.

    >>> import wengert
    >>> average = wengert.optim.swa_utils.get_swa_avg_fn()
    >>> average(wengert.zeros(2), wengert.ones(2), 3)
    tensor([0.2500, 0.2500])
    """

    @no_grad()
    def average(old: Any, new: Any, averaged: Any) -> Any:
        return old + (new - old) / (averaged + 1)

    return average  # type: ignore[no-any-return]


def get_ema_multi_avg_fn(decay: float = 0.999) -> Callable[[Any, Any, Any], None]:
    """Return a function that updates exponential moving averages in place.

    Args:
        decay: how much of each average is kept in each update.

    Returns:
        a function of a list of averages, a list of new values, and how many were averaged before.

    Raises:
        ValueError: if ``decay`` is not between 0 and 1.

    >>> import wengert
    >>> update = wengert.optim.swa_utils.get_ema_multi_avg_fn(0.5)
    >>> averages = [wengert.zeros(2)]
    >>> update(averages, [wengert.ones(2)], 1)
    >>> averages
    [tensor([0.5000, 0.5000])]
    """
    return each(get_ema_avg_fn(decay))


def get_swa_multi_avg_fn() -> Callable[[Any, Any, Any], None]:
    """Return a function that updates means in place. All values count alike.

    Returns:
        a function of a list of means, a list of new values, and how many were averaged before.

    >>> import wengert
    >>> update = wengert.optim.swa_utils.get_swa_multi_avg_fn()
    >>> averages = [wengert.zeros(2)]
    >>> update(averages, [wengert.ones(2)], 3)
    >>> averages
    [tensor([0.2500, 0.2500])]
    """
    return each(get_swa_avg_fn())


class SWALR(LRScheduler):
    """Lead the learning rates to a constant one, with which weights are averaged.

    Args:
        optimizer: the optimiser.
        swa_lr: the learning rate in the end, or a list with one for each group.
        anneal_epochs: how many epochs it takes.
        anneal_strategy: "cos" for half a wave of a cosine, "linear" for a line.
        last_epoch: the epoch to continue after; -1 starts anew.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.swa_utils.SWALR(optimizer, swa_lr=0.5, anneal_epochs=2, anneal_strategy="linear")
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.75]
    """

    def __init__(self, optimizer: Optimizer, swa_lr: float | list[float], anneal_epochs: int = 10,
                 anneal_strategy: str = "cos", last_epoch: int = -1) -> None:  # fmt: skip
        if anneal_strategy not in ("cos", "linear"):
            raise errors.optim.strategy(anneal_strategy)
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise errors.optim.anneal_epochs(anneal_epochs)
        for lr, group in zip(for_groups("swa_lr", optimizer, swa_lr), optimizer.param_groups, strict=True):
            group["swa_lr"] = lr
        self._anneal_strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _share(self, step: int) -> float:
        """How much of the last learning rate there is at a step."""
        done = max(0.0, min(1.0, step / max(1, self.anneal_epochs)))
        return done if self._anneal_strategy == "linear" else rising_cosine(done)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group."""
        present, step = self._present(), self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._share(step - 1), self._share(step)
        found = []
        for group, lr in zip(self.optimizer.param_groups, present, strict=True):
            last = group["swa_lr"]
            first = last if before == 1 else (lr - before * last) / (1 - before)
            found.append(last * now + first * (1 - now))
        return found
