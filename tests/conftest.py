"""What holds around every test: the state of the thread is as it was, and PyTorch is optional."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest

from wengert import cuda, dtypes, modes


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs PyTorch or a GPU where there is none."""
    missing = {
        "oracle": not importlib.util.find_spec("torch") and "needs PyTorch",
        "gpu": not cuda.is_available() and "needs CuPy and a GPU",
    }
    for item in items:
        for marker, reason in missing.items():
            if reason and item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(autouse=True)
def same_state() -> Iterator[None]:
    """Check that a test leaves the modes of the thread and the default dtype as it found them."""
    before = _state()
    yield
    after = _state()
    for name in FIELDS:
        setattr(modes.current(), name, before[name])  # one test that forgets must not fail all that follow
    assert after == before, f"the test left another state behind: {before} became {after}"


FIELDS = ("grad_enabled", "vmap", "counted", "transforms", "dual", "randomness")


def _state() -> dict[str, Any]:
    state = modes.current()
    return {"default dtype": dtypes.default_float(), **{name: getattr(state, name) for name in FIELDS}}
