"""What holds around every test: the state of the thread is as it was, nothing is left alive, PyTorch is optional."""

from __future__ import annotations

import gc
import importlib
import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest

from wengert import cuda
from wengert._core.arrays import dtypes
from wengert._core.tape import state as modes
from wengert._core.tools.diagnosis.leaks import Census, report

# modules whose subject has no compiled part: the rows, the documents, the package
EITHER_BUILD = frozenset((
    "test_accuracy", "test_arguments", "test_complete", "test_degenerate", "test_docs", "test_examples", "test_foreign",
    "test_house", "test_imports", "test_laws_complex", "test_laws_device", "test_layouts", "test_mutation",
    "test_package", "test_peaks", "test_signatures", "test_silence", "test_types", "test_words",
))  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what one build is enough for, and skip what needs PyTorch or a GPU where there is none."""
    for item in items:
        if item.path.stem in EITHER_BUILD:
            item.add_marker(pytest.mark.either_build)
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


def pytest_collection_finish() -> None:
    """Spare every collection of garbage the looking at what the modules of tests hold: most of what there is."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="module")
def nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check that when a module of tests is over, every node and tensor it made is gone."""
    census, failed = Census(), request.session.testsfailed
    yield
    if request.session.testsfailed == failed:  # the traceback of a failure holds what it saw
        left = census.left()
        assert not left, report(left)


@pytest.fixture
def no_gc() -> Iterator[None]:
    """Reference counts alone must free everything."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


FIELDS = (
    "grad_enabled", "inference", "asked", "overriding", "functions", "skipping", "vmap", "counted", "transforms",
    "dual", "forward", "randomness", "multithreading", "walk", "disabled", "unrecorded", "streams", "passing",
    "tools", "attached", "busy", "covered",
)  # fmt: skip


def _state() -> dict[str, Any]:
    state = modes.current()
    return {"default dtype": dtypes.default_float(), **{name: getattr(state, name) for name in FIELDS}}


@pytest.fixture(params=["wengert", pytest.param("torch", marks=pytest.mark.oracle)])
def lib(request: pytest.FixtureRequest) -> Any:
    """The library a test's program runs on: wengert, and PyTorch as the control, which must do the same."""
    module = importlib.import_module(request.param)
    if request.param == "torch":
        module.set_warn_always(True)  # not only in the first test that gives cause
    return module
