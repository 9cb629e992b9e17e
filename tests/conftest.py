"""What holds around every test: the state of the thread is as it was, nothing is left alive, PyTorch is optional."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import json
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import both, cases
from wengert import cuda
from wengert._core.tools.diagnosis.leaks import Census, living, report

OUTCOMES = json.loads(both.FILE.read_text()) if both.FILE.exists() else {}  # of programs in PyTorch

# modules whose subject has no compiled part, or is C alone: the rows, the documents, the package, the loops
EITHER_BUILD = frozenset((
    "test_accuracy", "test_alias", "test_arguments", "test_array_api", "test_benchmarks", "test_cases",
    "test_checkpoint_budget", "test_command_line", "test_complete", "test_compositions", "test_conjugates",
    "test_containers", "test_data", "test_degenerate", "test_device_names", "test_distributions", "test_docs",
    "test_examples", "test_files", "test_foreign", "test_gradcheck", "test_gradcheck_blame", "test_hips",
    "test_house", "test_imports", "test_jacobian_auto", "test_laws_bounds", "test_laws_complex", "test_laws_device",
    "test_laws_forward", "test_layouts", "test_limits", "test_module", "test_module_hooks", "test_modules",
    "test_mutation", "test_next_steps", "test_nn_utils", "test_notebooks", "test_package", "test_peaks",
    "test_planning", "test_profiler_cli", "test_profiler_timeline", "test_progress", "test_proposals", "test_refused",
    "test_repeated_shapes", "test_schedules", "test_scipy_functions", "test_signatures", "test_silence", "test_site",
    "test_sparse_jacobian", "test_switches", "test_testing", "test_types", "test_vector_loops", "test_vmap_rules",
    "test_words",
))  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--few", action="store_true", help="check the laws at a few samples of every operation")


def pytest_configure(config: pytest.Config) -> None:
    cases.among.few = config.getoption("few")
    # a machine may be busy: no test fails for the time that it takes
    settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("untimed")


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
def same_state(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check that a test leaves the modes of the thread and the default dtype as it found them."""
    before = cases.state()
    yield
    left = cases.restored(before)  # one test that forgets must not fail all that follow
    if cases.skipped:
        request.node.user_properties.append((SKIPPED, dict(cases.skipped)))
        cases.skipped.clear()
    assert not left, left


SKIPPED = "cases skipped"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many cases were skipped inside tests that ran others."""
    total: Counter[str] = Counter()
    for phase in terminalreporter.stats.get("", []):  # what came before and after the calls
        if phase.when == "teardown":
            for name, counts in phase.user_properties:
                total.update(counts if name == SKIPPED else {})
    for reason, count in total.items():
        terminalreporter.write_line(f"{count} cases skipped inside tests: {reason}")


def pytest_collection_finish() -> None:
    """Spare every collection of garbage the looking at what the modules of tests hold: most of what there is."""
    gc.collect()
    gc.freeze()


# Free-threaded Python 3.13 frees no class and no function once there has been a thread, nor what they refer to.
KEEPS = sys.version_info[:2] == (3, 13) and bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


@pytest.fixture(autouse=True, scope="module")
def nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check that when a module of tests is over, every node and tensor it made is gone."""
    census, failed = Census(), request.session.testsfailed
    yield
    # the traceback of a failure holds what it saw
    left = census.left() if request.session.testsfailed == failed and not KEEPS else []
    gc.freeze()  # no collection need look again at what pytest keeps of all tests so far
    assert not left, report(left)


@pytest.fixture
def no_gc() -> Iterator[None]:
    """Reference counts alone must free everything."""
    gc.collect()
    if not living():  # what a test of this module has left stays in sight of the check at its end
        gc.freeze()  # collections in the test need not look at what was there before
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(params=["recorded", pytest.param("torch", marks=pytest.mark.oracle)])
def control(request: pytest.FixtureRequest) -> Any:
    """What comes of a test's program in PyTorch: as it was recorded, and where PyTorch is installed, as it is."""
    node = request.node
    name = f"{node.path.stem}::{node.name}".replace(f"[{request.param}", "[", 1)
    recorder = next((p for p in request.config.pluginmanager.get_plugins() if type(p).__name__ == "Recorder"), None)

    def recorded(run: Any) -> Any:
        assert name in OUTCOMES, "PyTorch's outcome is not recorded. Run make facts."
        return OUTCOMES[name]

    def computed(run: Any) -> Any:
        torch = importlib.import_module("torch")
        torch.set_warn_always(True)
        found = both.outcome(run, both.Library(torch))
        if recorder is not None:
            recorder.outcomes[name] = both.plain(found)
        assert recorder is not None or both.same(found, recorded(run)), "PyTorch's outcome is not the recorded one"
        return found

    return recorded if request.param == "recorded" else computed


@pytest.fixture(params=["wengert", pytest.param("torch", marks=pytest.mark.oracle)])
def lib(request: pytest.FixtureRequest) -> Any:
    """The library a test's program runs on: wengert, and PyTorch as the control, which must do the same."""
    module = importlib.import_module(request.param)
    if request.param == "torch":
        module.set_warn_always(True)  # not only in the first test that gives cause
    return module
