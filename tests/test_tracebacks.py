"""Shortened tracebacks: Note [Short tracebacks] in ``_core/errors/tracebacks.py``."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core.errors import tracebacks
from wengert.nn import functional as F


def frames(call: Callable[[], Any]) -> list[str]:
    """The functions in the traceback of a call's error, from this function on."""
    with pytest.raises(Exception) as found:  # noqa: B017
        call()
    return [frame.name for frame in traceback.extract_tb(found.value.__traceback__)][1:]


def twice() -> None:
    y = (wengert.ones(3, requires_grad=True) ** 2).sum()
    y.backward()
    y.backward()


MISTAKES = {
    "add": lambda: wengert.ones(2, 3) + wengert.ones(2, 4),
    "radd": lambda: np.ones((2, 3)) + wengert.ones(2, 4),
    "matmul": lambda: wengert.ones(2, 3) @ wengert.ones(2, 3),
    "neg": lambda: -wengert.ones(2, dtype=bool),
    "iadd": lambda: wengert.ones(2).__iadd__(wengert.ones(3)),
    "reshape": lambda: wengert.ones(3).reshape(2, 2),
    "view": lambda: wengert.ones(2, 3).t().view(6),
    "cat": lambda: wengert.cat([wengert.ones(2, 3), wengert.ones(2, 4)]),
    "index": lambda: wengert.ones(3)[5],
    "assignment": lambda: wengert.ones(3).__setitem__(0, wengert.ones(2)),
    "factory": lambda: wengert.tensor([1, 2], requires_grad=True),
    "conv2d": lambda: F.conv2d(wengert.ones(1, 3, 8, 8), wengert.ones(4, 2, 3, 3)),
    "cross_entropy": lambda: F.cross_entropy(wengert.ones(2, 3), wengert.tensor([0, 5])),
    "cholesky": lambda: wengert.linalg.cholesky(-wengert.eye(3)),
    "no tensor": lambda: wengert.exp([1.0]),
    "twice": twice,
}


@pytest.mark.parametrize("name", MISTAKES)
def test_few_frames_are_ours_and_nothing_lies_underneath(name: str) -> None:
    with pytest.raises(Exception) as found:  # noqa: B017
        MISTAKES[name]()
    shown = traceback.extract_tb(found.value.__traceback__)
    ours = [frame for frame in shown if "/wengert/" in frame.filename.replace("\\", "/")]
    assert shown[1].filename == __file__
    assert 0 < len(ours) <= 4, shown
    assert "direct cause" not in "".join(traceback.format_exception(found.value))
    assert "During handling" not in "".join(traceback.format_exception(found.value))


def test_the_users_frames_stay() -> None:
    def inner(x: Any) -> Any:
        return x @ wengert.ones(3, 3)

    assert frames(lambda: wengert.func.grad(lambda x: inner(x).sum())(wengert.ones(2)))[-3:-1] == ["<lambda>", "inner"]

    def hook(g: Any) -> Any:
        return g + wengert.ones(7)

    x = wengert.ones(3, requires_grad=True)
    y = (x * 2).exp()
    y.register_hook(hook)
    found = frames(lambda: y.sum().backward())
    assert "hook" in found and "step" not in found


def test_what_the_user_raised_from_stays() -> None:
    class Fails(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            try:
                return {}["missing"]
            except KeyError as e:
                raise ValueError("no such thing") from e

    with pytest.raises(ValueError, match="no such thing") as found:
        Fails.apply(wengert.ones(3, requires_grad=True)).sum().backward()
    assert isinstance(found.value.__cause__, KeyError)


def test_a_mistake_of_ours_keeps_all_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(x: Any, y: Any) -> None:
        return x.no_such_thing

    monkeypatch.setattr(wengert._core.ops.linalg.matmul, "_check_matrices", check)
    assert frames(lambda: wengert.ones(2, 3) @ wengert.ones(2, 3))[-2:] == ["mm", "check"]


def test_all_frames_are_kept_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    short = frames(MISTAKES["matmul"])
    monkeypatch.setattr(tracebacks, "full", True)
    assert len(frames(MISTAKES["matmul"])) > len(short)
    with pytest.raises(TypeError) as found:
        F.cross_entropy(wengert.ones(2, 2), None)
    assert isinstance(found.value.__cause__, AttributeError)


def test_an_error_holds_no_cycle(no_gc: None) -> None:
    """Everything that an error holds is freed when the error is dropped."""
    import weakref

    x = wengert.ones(2, 3)
    gone = weakref.ref(x)
    with pytest.raises(RuntimeError):
        x @ wengert.ones(2, 3)
    del x
    assert gone() is None
