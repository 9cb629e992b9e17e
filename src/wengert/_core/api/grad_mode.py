"""Grad mode and inference mode: context managers and decorators that act on the current thread."""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncGenerator, Callable, Generator
from typing import Any

from .. import errors
from ..errors import tracebacks
from ..tape.state import Before, local
from ..tape.tensor import TensorBase


def _enter(outer: list[Before], grad_enabled: bool, inference: bool) -> None:
    """Set both modes, and note in ``outer`` what they were; after an interrupt, neither."""
    state = local.state
    before = state.now()
    try:
        state.enter(grad_enabled, inference)
        outer.append(before)
    except BaseException:
        state.leave(before)
        raise


class Decorating:
    """A base class of context managers that are decorators, too: each call of the decorated code enters a new one."""

    def __enter__(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__}.__enter__: define it, with __exit__() and clone().")

    def __exit__(self, *error: object) -> None:
        raise NotImplementedError(f"{type(self).__name__}.__exit__: define it, with __enter__() and clone().")

    def clone(self) -> Any:
        """A new context manager like this one."""
        return type(self)()

    def __call__(self, fn: Any) -> Any:
        """Decorate a function, generator function, coroutine function or asynchronous generator function.

        Decorating a class is deprecated: the result is a function that calls the class in this context.
        """
        if not callable(fn):
            raise errors.modes.not_decorable(type(self).__name__, fn)
        context = self.clone
        if inspect.isclass(fn):
            errors.modes.decorated_class()
            wrapper: Any = functools.wraps(fn, updated=())(_function(context, fn))
            wrapper.__doc__ = fn.__doc__
            return wrapper
        for is_kind, wrap in _KINDS:
            if is_kind(fn):
                return functools.wraps(fn)(wrap(context, fn))
        return functools.wraps(fn)(_function(context, fn))


class _Mode(Decorating):
    """Sets modes on entry and restores them on exit. As a decorator, sets them while the decorated code runs.

    An instance may be entered again before it is left: each exit undoes the matching entry.
    """

    def __init__(self, mode: bool) -> None:
        self.mode = mode
        self.before: list[Before] = []

    def __enter__(self) -> None:
        _enter(self.before, self.mode, local.state.inference)

    def __exit__(self, *error: object) -> None:
        local.state.leave(self.before.pop())

    def clone(self) -> _Mode:
        """A new context manager for the same mode."""
        return type(self)(self.mode)


@tracebacks.public
def _decorated(mode: _Mode, fn: Any) -> Any:
    """What ``@no_grad`` without parentheses gives."""
    return mode(fn)


class _Bare(_Mode):
    """A mode without parameters: ``@no_grad`` works like ``@no_grad()``."""

    on: bool

    def __new__(cls, fn: Any = None) -> Any:
        return object.__new__(cls) if fn is None else _decorated(cls(), fn)

    def __init__(self, fn: Any = None) -> None:
        self.mode = self.on
        self.before = []

    def clone(self) -> _Mode:
        return type(self)()


# -- decorators: the mode is set while the decorated code runs, and not while it is suspended

Context = Callable[[], Any]


def _function(context: Context, fn: Any) -> Any:
    def decorated(*args: Any, **kwargs: Any) -> Any:
        with context():
            return fn(*args, **kwargs)

    return decorated


class _Steps:
    """Runs a generator or coroutine in a mode, one step at a time.

    Modes that the code sets itself (a ``yield`` inside ``with enable_grad():``) are restored when it continues.
    PyTorch forgets them there.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.own: Any = None

    def step(self, resume: Any, *value: Any) -> Any:
        with self.context():
            state = local.state
            if self.own is not None:
                state.leave(self.own)
            try:
                return resume(*value)
            finally:
                self.own = state.now()

    def run(self, inner: Any) -> Generator[Any, Any, Any]:
        """Drive a generator or an awaitable."""
        try:
            out = self.step(inner.send, None)
            while True:
                try:
                    sent = yield out
                except GeneratorExit:
                    self.step(inner.close)
                    raise
                except BaseException as e:
                    out = self.step(inner.throw, e)
                else:
                    out = self.step(inner.send, sent)
        except StopIteration as stop:
            return stop.value


class _Awaited:
    """An awaitable that drives ``inner`` in the mode."""

    def __init__(self, steps: _Steps, inner: Any) -> None:
        self.steps = steps
        self.inner = inner

    def __await__(self) -> Generator[Any, Any, Any]:
        return self.steps.run(self.inner)


def _generator(context: Context, fn: Any) -> Any:
    def generator(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        return (yield from _Steps(context).run(fn(*args, **kwargs)))

    return generator


def _coroutine(context: Context, fn: Any) -> Any:
    async def coroutine(*args: Any, **kwargs: Any) -> Any:
        return await _Awaited(_Steps(context), fn(*args, **kwargs))

    return coroutine


def _async_generator(context: Context, fn: Any) -> Any:
    async def generator(*args: Any, **kwargs: Any) -> AsyncGenerator[Any, Any]:
        inner, steps = fn(*args, **kwargs), _Steps(context)
        try:
            out = await _Awaited(steps, inner.asend(None))
            while True:
                try:
                    sent = yield out
                except GeneratorExit:
                    await _Awaited(steps, inner.aclose())
                    raise
                except BaseException as e:
                    out = await _Awaited(steps, inner.athrow(e))
                else:
                    out = await _Awaited(steps, inner.asend(sent))
        except StopAsyncIteration:
            return

    return generator


_KINDS = (
    (inspect.isgeneratorfunction, _generator),
    (inspect.iscoroutinefunction, _coroutine),
    (inspect.isasyncgenfunction, _async_generator),
)


# -- the modes


class no_grad(_Bare):  # noqa: N801  (torch's name)
    """Disable recording: results of operations inside do not require grad.

    It is a context manager and a decorator, with or without parentheses. Forward-mode tangents are still propagated.

    >>> import wengert
    >>> x = wengert.ones(2, requires_grad=True)
    >>> with wengert.no_grad():
    ...     (x * 2).requires_grad
    False
    """

    on = False


class enable_grad(_Bare):  # noqa: N801  (torch's name)
    """Enable recording, also inside :class:`no_grad` (but not inside :class:`inference_mode`).

    >>> import wengert
    >>> x = wengert.ones(2, requires_grad=True)
    >>> with wengert.no_grad(), wengert.enable_grad():
    ...     (x * 2).requires_grad
    True
    """

    on = True


class set_grad_enabled(_Mode):  # noqa: N801  (torch's name)
    """Set the grad mode at once. As a context manager, restore the previous mode on exit.

    Args:
        mode: whether to record.

    Raises:
        TypeError: if ``mode`` is not a bool.

    >>> import wengert
    >>> with wengert.set_grad_enabled(False):
    ...     wengert.is_grad_enabled()
    False
    """

    def __init__(self, mode: bool) -> None:
        if not isinstance(mode, bool):
            raise errors.modes.mode_not_bool("set_grad_enabled", mode)
        super().__init__(mode)
        set_at_once: list[Before] = []
        _enter(set_at_once, mode, local.state.inference)
        self.outer = set_at_once[0]

    def __enter__(self) -> None:
        _enter([], self.mode, local.state.inference)
        self.before.append(self.outer)

    def __call__(self, fn: Any) -> Any:
        local.state.leave(self.outer)  # as a decorator, change the mode only during calls
        return super().__call__(fn)

    def __repr__(self) -> str:
        return f"{errors.text.package()}.autograd.grad_mode.set_grad_enabled(mode={self.mode})"


class inference_mode(_Mode):  # noqa: N801  (torch's name)
    """Disable recording, and everything that recording needs, for results that are never differentiated.

    In addition to :class:`no_grad`, it disables forward mode, and tensors made inside are *inference tensors*. They
    have no version counter, and their views are not tracked. Outside, they can be neither saved for backward nor
    written; use a ``clone()`` of one, which is a normal tensor if it is made outside. It is a context manager and a
    decorator, with or without parentheses.

    Args:
        mode: True enters inference mode. False leaves it and records inside.

    >>> import wengert
    >>> x = wengert.ones(2, requires_grad=True)
    >>> with wengert.inference_mode():
    ...     y = x * 2
    >>> y.requires_grad, y.is_inference()
    (False, True)
    """

    def __new__(cls, mode: Any = True) -> Any:
        return object.__new__(cls) if isinstance(mode, bool) else _decorated(cls(), mode)

    def __init__(self, mode: bool = True) -> None:
        super().__init__(mode)

    def __enter__(self) -> None:
        _enter(self.before, not self.mode, self.mode)


class _Setting(_Mode):
    """A setting of this thread that takes effect at once. As a context manager, it is restored on exit."""

    field: str  # where ``local.state`` has it

    def __init__(self, mode: bool) -> None:
        if type(mode) is not bool:
            raise errors.modes.mode_not_bool(type(self).__name__, mode)
        super().__init__(mode)
        self.outer = getattr(local.state, self.field)
        self._set(mode)

    def _set(self, mode: bool) -> None:
        setattr(local.state, self.field, mode)

    def __enter__(self) -> None:
        self._set(self.mode)

    def __exit__(self, *error: object) -> None:
        self._set(self.outer)

    def __call__(self, fn: Any) -> Any:
        # as a decorator, change the mode only during calls (PyTorch sets some when decorating, and leaves them set)
        self._set(self.outer)
        return super().__call__(fn)


class set_multithreading_enabled(_Setting):  # noqa: N801  (torch's name)
    """Allow or forbid other threads in a backward pass. As a context manager, restore the previous setting on exit.

    A backward pass always runs on the thread that calls it. PyTorch does the same on the CPU, and a GPU works
    asynchronously anyway. So the setting is stored for each thread, but has no effect.

    Args:
        mode: whether other threads may be used.

    >>> import wengert
    >>> with wengert.autograd.set_multithreading_enabled(False):
    ...     wengert.autograd.is_multithreading_enabled()
    False
    """

    field = "multithreading"


class enforce_grad_layout_policy(_Setting):  # noqa: N801  (torch's name)
    """Say whether the first gradient of a leaf must get the leaf's layout. It acts on this thread, at once; as a
    context manager, it restores the previous setting on exit.

    The layout is that of the leaf if this fills its memory without overlap, else row by row. If a gradient arrives in
    another one, it is copied. With ``enable=False`` a gradient that nothing else refers to becomes ``.grad`` as it is,
    which saves the copy.

    Args:
        enable: whether to copy gradients of another layout.

    >>> import wengert
    >>> p = wengert.ones(2, 3).t().requires_grad_()
    >>> with wengert.autograd.enforce_grad_layout_policy(False):
    ...     (p * wengert.ones(3, 2)).sum().backward()
    >>> p.stride(), p.grad.stride()
    ((1, 3), (2, 1))
    """

    field = "keeps_layout"

    @tracebacks.public
    def __init__(self, enable: bool = True) -> None:
        super().__init__(enable)


def is_multithreading_enabled() -> bool:
    """Return whether a backward pass in this thread may use other threads.

    >>> import wengert
    >>> wengert.autograd.is_multithreading_enabled()
    True
    """
    return bool(local.state.multithreading)


def is_grad_enabled() -> bool:
    """Return whether recording is enabled in this thread. Inference mode is not taken into account.

    >>> import wengert
    >>> wengert.is_grad_enabled()
    True
    """
    return local.state.grad_asked()


def is_inference_mode_enabled() -> bool:
    """Return whether this thread is in :class:`inference_mode`.

    >>> import wengert
    >>> with wengert.inference_mode():
    ...     wengert.is_inference_mode_enabled()
    True
    """
    return local.state.inference


def is_inference(input: Any) -> bool:  # noqa: A002  (torch's name)
    """Return whether a tensor's memory was allocated in :class:`inference_mode`.

    >>> import wengert
    >>> with wengert.inference_mode():
    ...     x = wengert.ones(2)
    >>> wengert.is_inference(x), wengert.is_inference(x.clone())
    (True, False)
    """
    if not isinstance(input, TensorBase):
        raise errors.calls.not_an_array("is_inference", "input", input)
    return bool(input.is_inference())
