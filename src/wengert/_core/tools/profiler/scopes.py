"""Ranges that users name."""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from ...tape.state import local
from ...tape.watching import RANGE

T = TypeVar("T")


class record_function:  # noqa: N801 - torch's name
    """Give a block of code, or a function, a name that profiles and emitted ranges show.

    If nothing observes, the cost is one check. A range may end in another thread than it started. Profiles then show it
    outside the nesting, with ``is_async``.

    Args:
        name: the label.
        args: additional text to show.

    Raises:
        TypeError: if ``name`` is not a str.

    >>> import wengert
    >>> from wengert.autograd.profiler import profile, record_function
    >>> x = wengert.ones(3, requires_grad=True)
    >>> with profile() as prof:
    ...     with record_function("square"):
    ...         y = x * x
    >>> [(e.name, e.cpu_parent and e.cpu_parent.name) for e in prof.function_events]
    [('square', None), ('aten::mul', 'square')]

    As a decorator:

    >>> @record_function("cube")
    ... def cube(x):
    ...     return x * x * x
    >>> with profile() as prof:
    ...     y = cube(x)
    >>> [e.name for e in prof.function_events]
    ['cube', 'aten::mul', 'aten::mul']
    """

    def __init__(self, name: str, args: str | None = None) -> None:
        if not isinstance(name, str):
            raise TypeError(f"record_function: expected a str as name, got {type(name).__name__}")
        self.name = name
        self.args = args
        self.run_callbacks_on_exit = True
        self._tool: Any = None
        self._begun: Any = None
        self._thread = 0

    def __enter__(self) -> record_function:
        tools = local.state.tools
        self._tool = tool = None if tools is None else tools.calls
        if tool is not None:
            self._thread = threading.get_ident()
            self._begun = tool.begin(RANGE, self.name, () if self.args is None else (self.args,))
        return self

    def __exit__(self, *error: object) -> None:
        if self.run_callbacks_on_exit:
            self._end()

    def _end(self) -> None:
        tool, begun = self._tool, self._begun
        self._tool = self._begun = None
        if tool is None:
            return
        if threading.get_ident() == self._thread:
            tool.end(begun, None)
        else:
            tool.end_elsewhere(begun)

    def __call__(self, fn: Callable[..., T]) -> Callable[..., T]:
        """Decorate a function or coroutine function: every call is a range."""
        name, args = self.name, self.args
        if inspect.iscoroutinefunction(fn):

            @functools.wraps(fn)
            async def later(*a: Any, **k: Any) -> Any:
                with type(self)(name, args):
                    return await fn(*a, **k)

            return later  # type: ignore[return-value]

        @functools.wraps(fn)
        def wrapper(*a: Any, **k: Any) -> T:
            with type(self)(name, args):
                return fn(*a, **k)

        return wrapper

    def _call_end_callbacks_on_future(self, fut: Any) -> Any:
        """End the range when a future is done, instead of at the end of the block. Call it once, inside the block.

        Args:
            fut: an object with ``add_done_callback``.

        Returns:
            the future.

        Raises:
            RuntimeError: if it is called again.
        """
        if not self.run_callbacks_on_exit:
            raise RuntimeError("_call_end_callbacks_on_future can only be called once.")
        self.run_callbacks_on_exit = False
        fut.add_done_callback(lambda _: self._end())
        return fut
