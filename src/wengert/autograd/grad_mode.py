"""Grad modes: context managers and decorators, local to the thread."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from ..modes import local


class _Mode:
    """Sets the grad mode on entry and restores it on exit; as a decorator, around every call, resumption and step."""

    def __init__(self, mode: bool) -> None:
        self.mode = mode
        self.before: list[bool] = []

    def __enter__(self) -> None:
        state = local.state
        self.before.append(state.grad_enabled)
        state.grad_enabled = self.mode

    def __exit__(self, *error: object) -> None:
        local.state.grad_enabled = self.before.pop()

    def clone(self) -> _Mode:
        return _Mode(self.mode)

    def __call__(self, fn: Any) -> Any:
        """Decorate a function, generator function, coroutine function or class."""
        if inspect.isclass(fn):
            setattr(fn, "__init__", self(fn.__init__))  # noqa: B010  (a class seen as Any)
            return fn
        if inspect.isgeneratorfunction(fn):
            return _wrap_generator(self.clone, fn)
        if inspect.iscoroutinefunction(fn):

            @functools.wraps(fn)
            async def coroutine(*args: Any, **kwargs: Any) -> Any:
                with self.clone():
                    return await fn(*args, **kwargs)

            return coroutine

        @functools.wraps(fn)
        def decorated(*args: Any, **kwargs: Any) -> Any:
            with self.clone():
                return fn(*args, **kwargs)

        return decorated


def _wrap_generator(context: Callable[[], Any], fn: Any) -> Any:
    """Hold the mode while the generator's own code runs, not while it is suspended."""

    @functools.wraps(fn)
    def generator(*args: Any, **kwargs: Any) -> Any:
        inner = fn(*args, **kwargs)
        try:
            with context():
                out = inner.send(None)
            while True:
                try:
                    sent = yield out
                except GeneratorExit:
                    with context():
                        inner.close()
                    raise
                except BaseException as e:
                    with context():
                        out = inner.throw(e)
                else:
                    with context():
                        out = inner.send(sent)
        except StopIteration as stop:
            return stop.value

    return generator


class no_grad(_Mode):  # noqa: N801  (torch's name)
    """Record nothing inside: results do not require grad.

    A context manager and a decorator, with or without parentheses.

    >>> import wengert
    >>> x = wengert.ones(2, requires_grad=True)
    >>> with wengert.no_grad():
    ...     (x * 2).requires_grad
    False
    """

    def __new__(cls, fn: Any = None) -> Any:
        return object.__new__(cls) if fn is None else cls()(fn)

    def __init__(self, fn: Any = None) -> None:
        super().__init__(False)


class enable_grad(_Mode):  # noqa: N801  (torch's name)
    """Record inside, also within :class:`no_grad`.

    >>> import wengert
    >>> x = wengert.ones(2, requires_grad=True)
    >>> with wengert.no_grad(), wengert.enable_grad():
    ...     (x * 2).requires_grad
    True
    """

    def __new__(cls, fn: Any = None) -> Any:
        return object.__new__(cls) if fn is None else cls()(fn)

    def __init__(self, fn: Any = None) -> None:
        super().__init__(True)


class set_grad_enabled(_Mode):  # noqa: N801  (torch's name)
    """Set the grad mode at once, as a function; as a context manager, restore it on exit.

    Args:
        mode: whether to record.

    >>> import wengert
    >>> with wengert.set_grad_enabled(False):
    ...     wengert.is_grad_enabled()
    False
    """

    def __init__(self, mode: bool) -> None:
        super().__init__(bool(mode))
        state = local.state
        self.outer = state.grad_enabled
        state.grad_enabled = self.mode

    def __enter__(self) -> None:
        self.before.append(self.outer)
        local.state.grad_enabled = self.mode

    def __call__(self, fn: Any) -> Any:
        local.state.grad_enabled = self.outer  # used as a decorator: only the calls are affected
        return super().__call__(fn)


class set_multithreading_enabled(_Mode):  # noqa: N801  (torch's name)
    """Allow or forbid that a backward uses other threads; as a context manager, restore what was set on exit.

    A backward runs on the thread that calls it, whatever is set: on the CPU that is what PyTorch does too, and a GPU
    works asynchronously anyway. So the setting is kept, per thread, for the code that asks for it.

    Args:
        mode: whether other threads may be used.

    >>> import wengert
    >>> with wengert.autograd.set_multithreading_enabled(False):
    ...     wengert.autograd.is_multithreading_enabled()
    False
    """

    def __init__(self, mode: bool) -> None:
        super().__init__(bool(mode))
        state = local.state
        self.outer = state.multithreading
        state.multithreading = self.mode

    def __enter__(self) -> None:
        local.state.multithreading = self.mode

    def __exit__(self, *error: object) -> None:
        local.state.multithreading = self.outer

    def clone(self) -> _Mode:
        return type(self)(self.mode)

    def __call__(self, fn: Any) -> Any:
        # used as a decorator only the calls are affected (in PyTorch decorating itself sets the mode, and leaves it)
        local.state.multithreading = self.outer
        return super().__call__(fn)


def is_multithreading_enabled() -> bool:
    """Whether a backward in this thread may use other threads.

    >>> import wengert
    >>> wengert.autograd.is_multithreading_enabled()
    True
    """
    return bool(local.state.multithreading)


def is_grad_enabled() -> bool:
    """Whether operations are recorded in this thread now."""
    return local.state.grad_enabled


__all__ = [
    "enable_grad", "is_grad_enabled", "is_multithreading_enabled", "no_grad", "set_grad_enabled",
    "set_multithreading_enabled",
]  # fmt: skip
