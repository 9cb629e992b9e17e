"""Grad modes: as contexts, as decorators of everything callable, and local to their thread."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from typing import Any

import pytest

import wengert
from wengert import enable_grad, inference_mode, is_grad_enabled, no_grad, set_grad_enabled

MODES: list[tuple[Callable[[], Any], bool]] = [
    (no_grad, False),
    (enable_grad, True),
    (lambda: set_grad_enabled(False), False),
    (lambda: set_grad_enabled(True), True),
    (lambda: inference_mode(), False),
    (lambda: inference_mode(False), True),
]
NAMES = ["no_grad", "enable_grad", "set(False)", "set(True)", "inference", "inference(False)"]
each = pytest.mark.parametrize(("mode", "expected"), MODES, ids=NAMES)


@pytest.fixture(params=[True, False], ids=["outside on", "outside off"])
def outside(request: pytest.FixtureRequest) -> Any:
    """The mode around the test. No test may change it."""
    with set_grad_enabled(request.param):
        yield request.param
        assert is_grad_enabled() == request.param


@each
def test_context(mode: Any, expected: bool, outside: bool) -> None:
    with mode():
        assert is_grad_enabled() == expected
    assert is_grad_enabled() == outside


@each
def test_context_and_exceptions(mode: Any, expected: bool, outside: bool) -> None:
    with pytest.raises(KeyError), mode():
        raise KeyError
    assert is_grad_enabled() == outside


@each
def test_function(mode: Any, expected: bool, outside: bool) -> None:
    decorator = mode()

    @decorator
    def f(x: int, *, y: int = 0) -> tuple[int, bool]:
        """Its documentation."""
        return x + y, is_grad_enabled()

    assert is_grad_enabled() == outside
    assert f(1, y=2) == (3, expected)
    assert (f.__name__, f.__doc__) == ("f", "Its documentation.")


@pytest.mark.parametrize(("mode", "expected"), [(no_grad, False), (enable_grad, True), (inference_mode, False)])
def test_function_without_parentheses(mode: Any, expected: bool, outside: bool) -> None:
    @mode
    def f() -> bool:
        return is_grad_enabled()

    assert f() == expected
    assert is_grad_enabled() == outside


@each
def test_recursion_and_exceptions(mode: Any, expected: bool, outside: bool) -> None:
    @mode()
    def f(n: int) -> bool:
        if n == 0:
            raise KeyError
        with pytest.raises(KeyError):
            f(n - 1)
        assert is_grad_enabled() == expected
        if n > 1:
            return True
        raise KeyError

    with pytest.raises(KeyError):
        f(1)
    assert is_grad_enabled() == outside


@each
def test_method(mode: Any, expected: bool, outside: bool) -> None:
    class C:
        @mode()
        def f(self) -> bool:
            return is_grad_enabled()

        @staticmethod
        @mode()
        def g() -> bool:
            return is_grad_enabled()

    assert (C().f(), C.g()) == (expected, expected)


@each
def test_generator(mode: Any, expected: bool, outside: bool) -> None:
    """The mode holds while the generator's own code runs, not while it is suspended."""
    seen: list[Any] = []

    @mode()
    def f() -> Generator[Any, Any, str]:
        try:
            sent = yield is_grad_enabled()
            try:
                yield sent, is_grad_enabled()
            except KeyError:
                yield "caught", is_grad_enabled()
        finally:
            seen.append(is_grad_enabled())
        return "end"

    it = f()
    assert next(it) == expected and is_grad_enabled() == outside
    assert it.send(5) == (5, expected) and is_grad_enabled() == outside
    assert it.throw(KeyError()) == ("caught", expected) and is_grad_enabled() == outside
    with pytest.raises(StopIteration) as stop:
        next(it)
    assert stop.value.value == "end" and is_grad_enabled() == outside
    it = f()
    next(it)
    it.close()
    assert seen == [expected, expected] and is_grad_enabled() == outside


def test_two_generators_at_once() -> None:
    @no_grad()
    def off() -> Any:
        while True:
            yield is_grad_enabled()

    @enable_grad()
    def on() -> Any:
        while True:
            yield is_grad_enabled()

    a, b = off(), on()
    assert [(next(a), next(b)) for _ in range(3)] == [(False, True)] * 3


@each
def test_coroutine(mode: Any, expected: bool, outside: bool) -> None:
    @mode()
    async def f() -> bool:
        await asyncio.sleep(0)
        return is_grad_enabled()

    assert asyncio.run(f()) == expected
    assert is_grad_enabled() == outside


@each
def test_coroutines_share_a_loop(mode: Any, expected: bool, outside: bool) -> None:
    """While a decorated coroutine waits, others have their own mode. PyTorch's coroutine does not enter the mode."""
    seen: list[bool] = []

    @mode()
    async def decorated() -> list[bool]:
        seen = [is_grad_enabled()]
        for _ in range(3):
            await asyncio.sleep(0)
            seen.append(is_grad_enabled())
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.01)
        except TimeoutError:
            seen.append(is_grad_enabled())
        return seen

    async def other() -> None:
        for _ in range(5):
            seen.append(is_grad_enabled())
            await asyncio.sleep(0)

    async def both() -> list[bool]:
        return (await asyncio.gather(decorated(), other(), decorated()))[0]  # type: ignore[return-value]

    assert asyncio.run(both()) == [expected] * 5
    assert seen == [outside] * 5
    assert inspect.iscoroutinefunction(decorated)


@each
def test_cancelled_coroutine(mode: Any, expected: bool, outside: bool) -> None:
    seen: list[bool] = []

    @mode()
    async def f() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            seen.append(is_grad_enabled())

    async def cancel() -> None:
        task = asyncio.ensure_future(f())
        await asyncio.sleep(0)
        assert is_grad_enabled() == outside
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert seen == [expected]


@each
def test_asynchronous_generator(mode: Any, expected: bool, outside: bool) -> None:
    seen: list[Any] = []

    @mode()
    async def f() -> AsyncGenerator[Any, Any]:
        try:
            sent = yield is_grad_enabled()
            await asyncio.sleep(0)
            try:
                yield sent, is_grad_enabled()
            except KeyError:
                yield "caught", is_grad_enabled()
        finally:
            seen.append(is_grad_enabled())

    async def use() -> None:
        it = f()
        assert await anext(it) == expected and is_grad_enabled() == outside
        assert await it.asend(5) == (5, expected) and is_grad_enabled() == outside
        assert await it.athrow(KeyError()) == ("caught", expected) and is_grad_enabled() == outside
        with pytest.raises(StopAsyncIteration):
            await anext(it)
        it = f()
        assert await anext(it) == expected
        await it.aclose()
        assert [x async for x in f()] == [expected, (None, expected)]
        assert is_grad_enabled() == outside

    asyncio.run(use())
    assert seen == [expected] * 3
    assert inspect.isasyncgenfunction(f)


@each
def test_class(mode: Any, expected: bool, outside: bool) -> None:
    """torch deprecates it: the class becomes a function that makes instances in the mode."""

    class C:
        def __init__(self, x: int) -> None:
            self.x, self.seen = x, is_grad_enabled()

        def f(self) -> bool:
            return is_grad_enabled()

    context = mode()
    with pytest.warns(FutureWarning, match="Decorating classes is deprecated and will be disabled in future versions"):
        make = context(C)
    assert is_grad_enabled() == outside
    c = make(3)
    assert (type(c), c.x, c.seen, c.f()) == (C, 3, expected, outside)
    assert make.__name__ == "C" and inspect.isfunction(make)


@pytest.mark.parametrize("value", [1, True, "x", [wengert.ones(1)]])
def test_what_cannot_be_decorated(value: Any) -> None:
    with pytest.raises(TypeError, match="no_grad: expected a function to decorate, got .* call it with no arguments"):
        no_grad(value)


@pytest.mark.parametrize("value", [1, None, "x"])
def test_set_grad_enabled_takes_a_bool(value: Any) -> None:
    message = rf"set_grad_enabled\(\): argument 'enabled' \(position 1\) must be bool, not {type(value).__name__}"
    with pytest.raises(TypeError, match=message):
        set_grad_enabled(value)
    assert is_grad_enabled()


def test_set_grad_enabled_prints_its_mode() -> None:
    with no_grad():
        assert repr(set_grad_enabled(True)) == "wengert.autograd.grad_mode.set_grad_enabled(mode=True)"


def test_recursive_generator_of_one_instance() -> None:
    """A mode that a generator sets itself holds after it resumes. PyTorch forgets it."""
    off = no_grad()

    @off
    def f(n: int) -> Generator[bool, None, None]:
        yield is_grad_enabled()
        if n:
            with enable_grad():
                yield from f(n - 1)
                yield is_grad_enabled()

    out = []
    for on in f(2):
        out.append(on)
        assert is_grad_enabled()
    assert out == [False, False, False, True, True]


def test_modes_set_within_a_coroutine_hold_after_await() -> None:
    @no_grad()
    async def f() -> list[bool]:
        seen = [is_grad_enabled()]
        with enable_grad():
            await asyncio.sleep(0)
            seen.append(is_grad_enabled())
        return [*seen, is_grad_enabled()]

    @no_grad()
    async def g() -> AsyncGenerator[bool, None]:
        with enable_grad():
            yield is_grad_enabled()
            yield is_grad_enabled()
        yield is_grad_enabled()

    async def collect() -> list[bool]:
        return [x async for x in g()]

    assert asyncio.run(f()) == [False, True, False]
    assert asyncio.run(collect()) == [True, True, False]


def test_set_grad_enabled_as_a_function() -> None:
    try:
        set_grad_enabled(False)
        assert not is_grad_enabled()
    finally:
        set_grad_enabled(True)
    assert is_grad_enabled()


def test_contexts_nest_and_can_be_entered_again() -> None:
    off, on = no_grad(), enable_grad()
    with off, on, off:
        assert not is_grad_enabled()
        with on:
            assert is_grad_enabled()
    with off:
        assert not is_grad_enabled()
    assert is_grad_enabled()


def test_threads_start_with_grad_and_keep_their_own_mode() -> None:
    seen: list[bool] = []
    inside, leave = threading.Event(), threading.Event()

    def work() -> None:
        seen.append(is_grad_enabled())
        with no_grad():
            inside.set()
            leave.wait(5)
            seen.append(is_grad_enabled())

    with no_grad():
        thread = threading.Thread(target=work)
        thread.start()
        assert inside.wait(5)
        with enable_grad():
            leave.set()
            thread.join()
            assert is_grad_enabled()
        assert not is_grad_enabled()
    assert seen == [True, False]


def test_what_no_grad_means_for_results() -> None:
    x = wengert.ones(2, requires_grad=True)
    with no_grad():
        y, v = x * 2, x[0]
        z = wengert.ones(2, requires_grad=True)
    assert not y.requires_grad and y.grad_fn is None and y.is_leaf
    assert not v.requires_grad and v._base is x
    assert z.requires_grad
    with no_grad(), enable_grad():
        assert (x * 2).requires_grad


def test_a_walk_ignores_the_mode_around_it() -> None:
    x = wengert.ones((), requires_grad=True)
    y = x * x
    with no_grad():
        y.backward()
        assert not is_grad_enabled()
    assert x.grad.item() == 2 and not x.grad.requires_grad
