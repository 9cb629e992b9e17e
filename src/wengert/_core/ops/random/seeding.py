"""The default generator: its seed and its state, for a while or for good."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from ... import errors
from .generator import Array, Generator, default_generator, drawing_from


def manual_seed(seed: Any) -> Generator:
    """Seed the default generator and return it.

    Args:
        seed: any 64-bit integer, signed or not.

    >>> manual_seed(0) is default_generator
    True
    """
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    """Seed the default generator with an unpredictable seed and return the seed.

    >>> import wengert
    >>> wengert.seed() == wengert.initial_seed()
    True
    """
    return default_generator.seed()


def initial_seed() -> int:
    """The seed with which the default generator was started.

    >>> import wengert
    >>> _ = wengert.manual_seed(7)
    >>> wengert.initial_seed()
    7
    """
    return default_generator.initial_seed()


def thread_safe_generator() -> None:
    """Return what to give as ``generator=`` in code that workers of a ``DataLoader`` run, too: None.

    With None, numbers come from the default generator. Each worker has a stream of its own of it, started from the seed
    that it was given.

    >>> import wengert
    >>> wengert.randint(0, 10, (5,), generator=wengert.random.thread_safe_generator()).shape
    wengert.Size([5])
    """


def get_rng_state() -> Any:
    """The state of the default generator, as a tensor of bytes.

    >>> import wengert
    >>> state = wengert.get_rng_state()
    >>> x = wengert.rand(2)
    >>> wengert.set_rng_state(state)
    >>> wengert.equal(x, wengert.rand(2))
    True
    """
    return default_generator.get_state()


def rng_bytes() -> Array:
    """The state of the default generator, as an array of bytes."""
    return default_generator.state_bytes()


def place() -> tuple[Any, ...]:
    """The position of the default generator. It changes with each draw, and when the generator is seeded or set."""
    stream = default_generator._stream
    return stream, stream.drawn, stream.second


@errors.tracebacks.public
def set_rng_state(new_state: Any) -> None:
    """Set the state of the default generator.

    Args:
        new_state: the state, as :func:`get_rng_state` returns it.

    >>> import wengert
    >>> state = wengert.get_rng_state()
    >>> wengert.set_rng_state(state)
    >>> wengert.equal(wengert.get_rng_state(), state)
    True
    """
    default_generator.set_state(new_state)


@contextlib.contextmanager
def fork_rng(devices: Any = None, enabled: bool = True) -> Iterator[None]:
    """Within the context, draw as usual. Afterwards the default generator has its previous state again.

    Draws of other threads are independent: they neither change the numbers here nor are undone.

    Args:
        devices: ignored: one generator serves all devices.
        enabled: with False, nothing happens.

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> with wengert.random.fork_rng():
    ...     inside = wengert.rand(2)
    >>> wengert.equal(inside, wengert.rand(2))
    True
    """
    if not enabled:
        yield
        return
    with drawing_from(rng_bytes()):
        yield
