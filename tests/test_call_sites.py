"""Where a node says that it was recorded: the user's code and instruction, whatever frames lie between."""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import wengert
from wengert._core.arrays import sites
from wengert._core.errors import text

INSIDE: dict[str, Any] = {"site": sites.site, "getframe": sys._getframe}  # names of a file that counts as wengert's
exec(
    compile(
        "def asked(): return site(1), outside()\n"
        "def outside():\n"
        "    frame = getframe(1)\n"
        f"    while frame.f_code.co_filename.startswith({text.PACKAGE!r}):\n"
        "        frame = frame.f_back\n"
        "    return frame.f_code, frame.f_lasti\n"
        "def called(f): return list(map(f, [None]))[0]\n",
        f"{text.PACKAGE}somewhere.py",
        "exec",
    ),
    INSIDE,
)
asked: Callable[[], Any] = INSIDE["asked"]
called: Callable[..., Any] = INSIDE["called"]


def same() -> None:
    """Ask from here. ``site`` and Python's own frames have to say the same."""
    found, expected = asked()
    assert found == expected and found[0] is same.__code__


def generator() -> Any:
    yield asked()
    yield asked()


async def coroutine() -> Any:
    return asked()


def awaited() -> Any:
    try:
        coroutine().send(None)
    except StopIteration as stopped:
        return stopped.value


class Asking:
    def __init__(self) -> None:
        self.made = asked()

    def __add__(self, other: Any) -> Any:
        return asked()

    @property
    def read(self) -> Any:
        return asked()


def traced() -> Any:
    before = sys.gettrace()
    sys.settrace(lambda *_: None)
    try:
        return asked()
    finally:
        sys.settrace(before)


def while_handling() -> Any:
    try:
        raise KeyError
    except KeyError:
        return asked()


def in_a_thread() -> Any:
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(asked()))
    thread.start()
    thread.join()
    return found[0]


WAYS: dict[str, Callable[[], Any]] = {
    "function": lambda: asked(),
    "generator": lambda: list(generator()),
    "comprehension": lambda: [asked() for _ in range(2)],
    "generator expression": lambda: list(asked() for _ in range(2)),  # noqa: C400
    "coroutine": awaited,
    "key of a sort": lambda: sorted([2, 1], key=lambda v: (v, asked())) and asked(),
    "map": lambda: list(map(lambda _: asked(), [1])),  # noqa: C417
    "partial": lambda: functools.partial(asked)(),
    "constructor": lambda: Asking().made,
    "operator": lambda: Asking() + 1,
    "property": lambda: Asking().read,
    "exec": lambda: eval("asked()", {"asked": asked}),
    "called by wengert": lambda: called(lambda _: asked()),
    "traced": traced,
    "while an error is handled": while_handling,
    "thread": in_a_thread,
}


@pytest.mark.parametrize("way", WAYS)
def test_a_site_is_what_the_frames_say(way: str) -> None:
    for _ in range(20):  # Python changes the instructions of what runs often
        found = WAYS[way]()
        for one, expected in found if isinstance(found, list) else [found]:
            assert one[0] is expected[0] and one == expected
            assert not one[0].co_filename.startswith(text.PACKAGE)
    same()


def test_every_operator_notes_the_line_of_its_call() -> None:
    x = wengert.ones(3, requires_grad=True)
    calls: dict[str, Callable[[], Any]] = {
        "x * x": lambda: x * x, "x + 1": lambda: x + 1, "1 / x": lambda: 1 / x, "-x": lambda: -x,
        "x @ x": lambda: x @ x, "x[0]": lambda: x[0], "x.exp()": lambda: x.exp(),
        "wengert.exp(x)": lambda: wengert.exp(x), "x.sum()": lambda: x.sum(), "stack": lambda: wengert.stack([x, x]),
    }  # fmt: skip
    for name, call in calls.items():
        node = call().grad_fn
        assert node._wg_code is call.__code__, name
        assert 0 <= node._wg_lasti < len(call.__code__.co_code), name
