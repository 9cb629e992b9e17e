"""What is said of wrong use of profiles: every message in full."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import wengert
from wengert.autograd import profiler


def raises(kind: type[Exception], message: str, run: Callable[[], object]) -> None:
    with pytest.raises(kind) as found:
        run()
    assert str(found.value) == message


def test_what_is_no_profile_is_not_compared(tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    trace.write_text("{}")
    with profiler.profile() as run:
        wengert.ones(2).exp()
        raises(
            TypeError,
            "profiler: expected a profile, its events or the path of a saved trace, got a profile that has not ended. "
            "Take it with profiler.profile(), whose block has ended, or save it with export_chrome_trace(path).",
            lambda: profiler.timeline(run),
        )
    raises(
        ValueError,
        f"profiler: {trace} holds no trace: KeyError: 'traceEvents'. Expected the JSON that export_chrome_trace(path) "
        "writes, compressed by gzip or not.",
        lambda: profiler.diff(run, trace),
    )
    raises(
        ValueError,
        "diff: expected by to be one of 'op', 'line', got 'file'.",
        lambda: profiler.diff(run, run).table("file"),
    )
    raises(
        ValueError,
        f"load_nvprof: {trace} is not a trace of nvprof: file is not a database. Write one with `nvprof "
        "--profile-from-start off -o PATH -- python program.py`.",
        lambda: profiler.load_nvprof(trace),
    )


def test_ranges_say_what_is_missing_and_who_emits_already(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("nvtx", "ittapi", "cupy"):
        monkeypatch.setitem(sys.modules, module, None)
    raises(
        ImportError,
        "emit_nvtx needs the nvtx package, which is not installed. Install it with `pip install wengert[nvtx]`.",
        profiler.emit_nvtx().__enter__,
    )
    raises(
        ImportError,
        "emit_itt needs the ittapi package, which is not installed. Install it with `pip install wengert[itt]`.",
        profiler.emit_itt().__enter__,
    )
    monkeypatch.setitem(sys.modules, "nvtx", SimpleNamespace(push_range=lambda label: None, pop_range=lambda: None))
    block = profiler.emit_nvtx()
    with block:
        raises(
            RuntimeError,
            "NVTX annotation context manager is not reentrant: make another one for the next block.",
            block.__enter__,
        )
        raises(
            RuntimeError,
            "emit_nvtx: Profiler is already enabled on this thread. One block at a time emits ranges: leave the other "
            "first.",
            profiler.emit_nvtx().__enter__,
        )
