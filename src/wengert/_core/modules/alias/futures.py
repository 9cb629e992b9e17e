"""``torch.futures``: results that come later, which packages make and chain."""

from __future__ import annotations

import concurrent.futures
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from ... import errors

T = TypeVar("T")


class Future(Generic[T]):
    """A result that somebody sets later, or an error.

    Args:
        devices: accepted and ignored.
    """

    def __init__(self, *, devices: Any = None) -> None:
        self._result: concurrent.futures.Future[Any] = concurrent.futures.Future()

    def done(self) -> bool:
        """Return whether the result, or an error, has been set."""
        return self._result.done()

    def wait(self) -> T:
        """Wait for the result, and return it. An error that was set is raised."""
        result: T = self._result.result()
        return result

    def value(self) -> T:
        """Return the result, which must have been set. An error that was set is raised."""
        if not self.done():
            raise RuntimeError("Future.value: no result has been set yet. Call wait(), which waits for it.")
        return self.wait()

    def set_result(self, result: T) -> None:
        """Set the result, once."""
        if self.done():
            raise errors.alias.is_done()
        self._result.set_result(result)

    def set_exception(self, result: BaseException) -> None:
        """Set an error, which whoever waits for the result gets."""
        if not isinstance(result, BaseException):
            raise errors.alias.no_exception(result)
        if self.done():
            raise errors.alias.is_done()
        self._result.set_exception(result)

    def add_done_callback(self, callback: Callable[[Future[T]], Any]) -> None:
        """Call a function with this future when it is done; at once if it is."""
        self._result.add_done_callback(lambda _: callback(self))

    def then(self, callback: Callable[[Future[T]], Any]) -> Future[Any]:
        """Return a future for what a function gives, which is called with this one when it is done."""
        following: Future[Any] = Future()

        def follow(_: Any) -> None:
            try:
                result = callback(self)
            except BaseException as e:  # noqa: BLE001  (it goes to whoever waits)
                following.set_exception(e)
            else:
                following.set_result(result)

        self._result.add_done_callback(follow)
        return following


def collect_all(futures: list[Future[Any]]) -> Future[list[Future[Any]]]:
    """Return a future that is done when all are done. Its result is the list of these."""
    whole: Future[list[Future[Any]]] = Future()
    waiting = {id(f) for f in futures}

    def one_is_done(done: Future[Any]) -> None:
        waiting.discard(id(done))
        if not waiting and not whole.done():
            whole.set_result(futures)

    for f in futures:
        f.add_done_callback(one_is_done)
    if not futures:
        whole.set_result(futures)
    return whole


def wait_all(futures: list[Future[Any]]) -> list[Any]:
    """Wait for all futures, and return their results. The first error is raised."""
    return [f.wait() for f in futures]


def fork(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Future[Any]:
    """Call a function, and return a future that has its result: ``torch.jit.fork``, which is not parallel either."""
    done: Future[Any] = Future()
    done.set_result(func(*args, **kwargs))
    return done


def wait(future: Future[Any]) -> Any:
    """Return the result of a future: ``torch.jit.wait``."""
    return future.wait()
