"""Schedules of learning rates: the base class, and those that are a formula of the epoch."""

from __future__ import annotations

import bisect
import contextlib
import functools
import math
import types
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ... import errors
from ...tape.tensor import Tensor
from .optimizer import Optimizer, to_scalar


def copies(values: Iterable[Any]) -> list[Any]:
    """Numbers as they are, and copies of tensors."""
    return [value.clone() if isinstance(value, Tensor) else value for value in values]


def of_groups(optimizer: Any, name: str = "lr") -> list[Any]:
    """An option of each group. Tensors are copied."""
    return copies(group[name] for group in optimizer.param_groups)


def for_groups(name: str, optimizer: Any, value: Any) -> list[Any]:
    """A value for each group: one for all, or a list of as many."""
    groups = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return copies([value] * groups)
    if len(value) != groups:
        raise errors.optim.lengths(name, len(value), groups)
    return copies(value)


def put(group: dict[str, Any], name: str, value: Any) -> None:
    """Set an option of a group. A tensor is written in place: the optimiser and others may hold it."""
    if isinstance(group[name], Tensor):
        group[name].fill_(to_scalar(value))
    else:
        group[name] = value


class LRScheduler:
    """The base class of schedules: it sets the learning rates of an optimiser after every epoch.

    A subclass defines ``get_lr``, which computes the next rates from those that the groups have. The first rates are
    ``base_lrs``. ``last_epoch`` counts the calls of ``step``.

    Args:
        optimizer: the optimiser.
        last_epoch: the epoch to continue after; -1 starts anew.

    Raises:
        TypeError: if ``optimizer`` is none.
        KeyError: if a run is continued and the groups do not have ``initial_lr``.

    >>> import wengert
    >>> class Halve(wengert.optim.lr_scheduler.LRScheduler):
    ...     def get_lr(self):
    ...         return [base / 2**self.last_epoch for base in self.base_lrs]
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = Halve(optimizer)
    >>> for epoch in range(3):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [0.125]
    """

    optimizer: Any
    _get_lr_called_within_step = False
    _is_initial = False

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        if not isinstance(optimizer, Optimizer):
            raise errors.optim.not_an_optimizer(optimizer)
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", copies([group["lr"]])[0])
            elif "initial_lr" not in group:
                raise errors.optim.no_initial(i)
        self.optimizer = optimizer
        self.base_lrs = of_groups(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        _note_steps(optimizer)
        self._initial_step()

    def _initial_step(self) -> None:
        """Set the rates of the first epoch."""
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def state_dict(self) -> dict[str, Any]:
        """Return the state of the schedule: all its attributes, except the optimiser."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that :meth:`state_dict` returned.

        Args:
            state_dict: what :meth:`state_dict` returned.
        """
        self.__dict__.update(state_dict)

    def get_last_lr(self) -> list[Any]:
        """Return the learning rate of each group that the schedule set last."""
        return self._last_lr

    def get_lr(self) -> list[Any]:
        """Compute the next learning rate of each group, from the present ones. Each schedule defines it."""
        raise NotImplementedError

    def step(self, epoch: int | None = None) -> None:
        """Set the learning rates of the next epoch. Call it after the optimiser's ``step``.

        Args:
            epoch: deprecated: go to this epoch.
        """
        if self._step_count == 1:
            replaced = not hasattr(self.optimizer.step, "_wrapped_by_lr_sched")
            if replaced or not getattr(self.optimizer, "_opt_called", False):
                errors.optim.warn_order(replaced)
        self._step_count += 1
        if epoch is not None:
            errors.optim.warn_epoch()
        self._update_lr(epoch)

    def _update_lr(self, epoch: int | None = None) -> None:
        """Go to an epoch, or to the next one."""
        with self._computing():
            self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
            closed = None if epoch is None else getattr(self, "_get_closed_form_lr", None)
            self._put(self.get_lr() if closed is None else closed())

    @contextlib.contextmanager
    def _computing(self) -> Iterator[None]:
        """While the schedule calls its ``get_lr`` itself."""
        self._get_lr_called_within_step = True
        try:
            yield
        finally:
            self._get_lr_called_within_step = False

    def _put(self, values: list[Any]) -> None:
        for group, lr in zip(self.optimizer.param_groups, values, strict=True):
            put(group, "lr", lr)
        self._last_lr: list[Any] = of_groups(self.optimizer)

    def _present(self) -> list[Any]:
        """The learning rates as they are: what ``get_lr`` starts with."""
        if not self._get_lr_called_within_step:
            errors.optim.warn_get_lr()
        return of_groups(self.optimizer)


def _note_steps(optimizer: Any) -> None:
    """Let an optimiser note that its ``step`` was called."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    known, function = weakref.ref(optimizer), _unbound(optimizer.step)

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        own: Any = known()
        own._opt_called = True
        return function(own, *args, **kwargs)

    wrapper._wrapped_by_lr_sched = True  # type: ignore[attr-defined]
    optimizer.step = wrapper


def _unbound(step: Any) -> Any:
    """A method as a function of its object, which it does not keep alive. Any other function ignores the object."""
    function = getattr(step, "__func__", None)
    return function or (lambda own, *args, **kwargs: step(*args, **kwargs))


class _LRScheduler(LRScheduler):
    """The name of :class:`LRScheduler` in old programs."""


def functions_of(given: Any, groups: int) -> list[Callable[[int], float]]:
    """A function for each group: one for all, or a list of as many."""
    if not isinstance(given, (list, tuple)):
        return [given] * groups
    if len(given) != groups:
        raise ValueError(f"Expected {groups} lr_lambdas, but got {len(given)}")
    return list(given)


class LambdaLR(LRScheduler):
    """The first learning rate times a function of the epoch.

    Args:
        optimizer: the optimiser.
        lr_lambda: a function of the epoch, or a list with one for each group.
        last_epoch: the epoch to continue after; -1 starts anew.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.5**epoch)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.5]
    """

    def __init__(
        self, optimizer: Optimizer, lr_lambda: Callable[[int], float] | list[Callable[[int], float]],
        last_epoch: int = -1,
    ) -> None:  # fmt: skip
        self.lr_lambdas = functions_of(lr_lambda, len(optimizer.param_groups))
        super().__init__(optimizer, last_epoch)

    def state_dict(self) -> dict[str, Any]:
        """Return the state of the schedule. Of functions, the attributes of callable objects are part of it."""
        state = super().state_dict()
        state["lr_lambdas"] = [
            None if isinstance(f, types.FunctionType) else f.__dict__.copy() for f in state.pop("lr_lambdas")
        ]  # fmt: skip
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that :meth:`state_dict` returned. The functions stay those that were given.

        Args:
            state_dict: what :meth:`state_dict` returned.
        """
        functions, given = self.lr_lambdas, state_dict["lr_lambdas"]
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for function, attributes in zip(functions, given, strict=False):
            if attributes is not None:
                function.__dict__.update(attributes)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group."""
        self._present()
        return [base * f(self.last_epoch) for f, base in zip(self.lr_lambdas, self.base_lrs, strict=True)]


class MultiplicativeLR(LambdaLR):
    """The learning rate times a function of the epoch, in every epoch.

    Args:
        optimizer: the optimiser.
        lr_lambda: a function of the epoch, or a list with one for each group.
        last_epoch: the epoch to continue after; -1 starts anew.

    Raises:
        TypeError: if it is no function.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.lr_scheduler.MultiplicativeLR(optimizer, lambda epoch: 0.5)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.5]
    """

    def __init__(
        self, optimizer: Optimizer, lr_lambda: Callable[[int], float] | list[Callable[[int], float]],
        last_epoch: int = -1,
    ) -> None:  # fmt: skip
        for f in functions_of(lr_lambda, len(optimizer.param_groups)):
            if not callable(f):
                raise TypeError(f"lr_lambda should be a function, but got {type(f).__name__}")
        super().__init__(optimizer, lr_lambda, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group."""
        present = self._present()
        if self._is_initial:
            return present
        return [lr * f(self.last_epoch) for f, lr in zip(self.lr_lambdas, present, strict=True)]


class StepLR(LRScheduler):
    """Multiply the learning rate by ``gamma`` every ``step_size`` epochs.

    Args:
        optimizer: the optimiser.
        step_size: how many epochs lie between.
        gamma: the factor.
        last_epoch: the epoch to continue after; -1 starts anew.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    >>> for epoch in range(5):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [0.25]
    """

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group."""
        now = self.last_epoch != 0 and self.last_epoch % self.step_size == 0
        return [lr * self.gamma if now else lr for lr in self._present()]

    def _get_closed_form_lr(self) -> list[Any]:
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    """Multiply the learning rate by ``gamma`` at each milestone.

    Args:
        optimizer: the optimiser.
        milestones: epochs.
        gamma: the factor.
        last_epoch: the epoch to continue after; -1 starts anew.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[1, 3], gamma=0.5)
    >>> for epoch in range(4):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [0.25]
    """

    def __init__(
        self, optimizer: Optimizer, milestones: Iterable[int], gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group."""
        times = self.milestones.get(self.last_epoch, 0)
        return [lr * self.gamma**times if times else lr for lr in self._present()]

    def _get_closed_form_lr(self) -> list[Any]:
        times = bisect.bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma**times for base in self.base_lrs]


class ConstantLR(LRScheduler):
    """Multiply the learning rate by ``factor`` for the first ``total_iters`` epochs.

    Args:
        optimizer: the optimiser.
        factor: the factor, from 0 to 1.
        total_iters: how many epochs.
        last_epoch: the epoch to continue after; -1 starts anew.

    Raises:
        ValueError: if the factor is out of its range.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.lr_scheduler.ConstantLR(optimizer, factor=0.5, total_iters=2)
    >>> scheduler.get_last_lr()
    [0.5]
    """

    def __init__(
        self, optimizer: Optimizer, factor: float = 1.0 / 3, total_iters: int = 5, last_epoch: int = -1
    ) -> None:
        if factor > 1.0 or factor < 0:
            raise errors.optim.factor("Constant", "between 0 and 1")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group."""
        change = self.factor if self.last_epoch == 0 else 1.0
        if 0 != self.last_epoch == self.total_iters:
            change = 1.0 / self.factor
        return [lr * change for lr in self._present()]

    def _get_closed_form_lr(self) -> list[Any]:
        over = self.last_epoch >= self.total_iters
        return [base * (self.factor + over * (1 - self.factor)) for base in self.base_lrs]


class LinearLR(LRScheduler):
    """Change the factor of the learning rate linearly, from ``start_factor`` to ``end_factor``.

    Args:
        optimizer: the optimiser.
        start_factor: the factor of the first epoch, greater than 0.
        end_factor: the factor after ``total_iters`` epochs.
        total_iters: how many epochs it takes.
        last_epoch: the epoch to continue after; -1 starts anew.

    Raises:
        ValueError: if a factor is out of its range.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.5, total_iters=4)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.625]
    """

    def __init__(
        self, optimizer: Optimizer, start_factor: float = 1.0 / 3, end_factor: float = 1.0, total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:  # fmt: skip
        if start_factor > 1.0 or start_factor <= 0:
            raise errors.optim.factor("Starting", "greater than 0 and less or equal to 1")
        if end_factor > 1.0 or end_factor < 0:
            raise errors.optim.factor("Ending", "between 0 and 1")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group."""
        present, rise = self._present(), self.end_factor - self.start_factor
        if self.last_epoch == 0:
            return [lr * self.start_factor for lr in present]
        if self._is_initial or self.last_epoch > self.total_iters:
            return present
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return [lr * (1.0 + rise / before) for lr in present]

    def _get_closed_form_lr(self) -> list[Any]:
        rise = self.end_factor - self.start_factor
        done = min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * (self.start_factor + rise * done) for base in self.base_lrs]


class ExponentialLR(LRScheduler):
    """Multiply the learning rate by ``gamma`` in every epoch.

    Args:
        optimizer: the optimiser.
        gamma: the factor.
        last_epoch: the epoch to continue after; -1 starts anew.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.5]
    """

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group."""
        return [lr if self._is_initial else lr * self.gamma for lr in self._present()]

    def _get_closed_form_lr(self) -> list[Any]:
        return [base * self.gamma**self.last_epoch for base in self.base_lrs]


class PolynomialLR(LRScheduler):
    """Let the learning rate fall to zero like a power of the epochs that are left.

    Args:
        optimizer: the optimiser.
        total_iters: how many epochs it takes.
        power: the power.
        last_epoch: the epoch to continue after; -1 starts anew.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.lr_scheduler.PolynomialLR(optimizer, total_iters=4, power=2.0)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.5625]
    """

    def __init__(self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group."""
        present = self._present()
        if self._is_initial or self.last_epoch > self.total_iters:
            return present
        left, before = (1.0 - epoch / self.total_iters for epoch in (self.last_epoch, self.last_epoch - 1))
        return [lr * (left / before) ** self.power for lr in present]

    def _get_closed_form_lr(self) -> list[Any]:
        left = 1.0 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left**self.power for base in self.base_lrs]


def half_cosine(done: float, period: float = 1) -> float:
    """A factor that falls from 1 to 0 over `period` like half a wave of a cosine, and rises after."""
    # Multiplied before it is divided, so that the rates are PyTorch's to the last bit.
    return (1 + math.cos(math.pi * done / period)) / 2


def rising_cosine(done: float, period: float = 1) -> float:
    """What `half_cosine` falls by: from 0 to 1 over `period`. Computed on its own, it keeps its digits near 0."""
    return (1 - math.cos(math.pi * done / period)) / 2


class CosineAnnealingLR(LRScheduler):
    """Let the learning rate fall like half a wave of a cosine, and rise again after that.

    Args:
        optimizer: the optimiser.
        T_max: how many epochs it takes to fall.
        eta_min: the least learning rate.
        last_epoch: the epoch to continue after; -1 starts anew.

    >>> import wengert
    >>> optimizer = wengert.optim.SGD([wengert.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = wengert.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=4)
    >>> for epoch in range(4):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [0.0]
    """

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1) -> None:  # noqa: N803
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rate of each group."""
        present, least = self._present(), self.eta_min
        if self._is_initial:
            return present
        if self._step_count == 1 and self.last_epoch > 0:
            return self._get_closed_form_lr()
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:  # from the least rate on
            rise = rising_cosine(1, self.T_max)
            return [lr + (base - least) * rise for base, lr in zip(self.base_lrs, present, strict=True)]
        change = half_cosine(self.last_epoch, self.T_max) / half_cosine(self.last_epoch - 1, self.T_max)
        return [(lr - least) * change + least for lr in present]

    def _get_closed_form_lr(self) -> list[Any]:
        share = half_cosine(self.last_epoch, self.T_max)
        return [self.eta_min + (base - self.eta_min) * share for base in self.base_lrs]
