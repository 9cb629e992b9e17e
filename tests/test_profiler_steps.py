"""``wengert.profiler``: which steps of a loop are measured, and when the measurements are handed on."""

from __future__ import annotations

import json
import warnings
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import wengert


def test_schedules(lib: Any) -> None:
    schedule = lib.profiler.schedule
    with warnings.catch_warnings(action="ignore"):
        found = {
            numbers: [
                schedule(wait=a, warmup=b, active=c, repeat=d, skip_first=e, skip_first_wait=f)(i).value
                for i in range(9)
            ]
            for numbers in product((0, 1), (0, 2), (1, 2), (0, 1), (0, 1), (0, 1))
            for a, b, c, d, e, f in [numbers]
        }
    assert found[1, 0, 1, 0, 0, 0] == [0, 3] * 4 + [0] and found[1, 2, 2, 1, 1, 0] == [0, 0, 1, 1, 2, 3, 0, 0, 0]
    assert found[1, 0, 2, 0, 0, 1] == [2, 3, 0, 2, 3, 0, 2, 3, 0] and found[0, 0, 1, 1, 0, 0] == [3] + [0] * 8
    with pytest.warns(UserWarning, match="Profiler won't be using warmup"):
        schedule(wait=0, warmup=0, active=1)
    for wrong in ({"active": 0}, {"wait": -1}, {"warmup": -1}, {"repeat": -1}, {"skip_first": -1}):
        with pytest.raises(AssertionError):
            schedule(**{"wait": 0, "warmup": 1, "active": 1, **wrong})
    with pytest.raises(AssertionError):
        schedule(wait=0, warmup=1, active=1)(-1)


def measured(lib: Any, actions: str, steps: int) -> list[Any]:
    """For a schedule with a letter a step, when measurements are handed on, and the steps and operations in them."""
    names = {"n": "NONE", "w": "WARMUP", "r": "RECORD", "s": "RECORD_AND_SAVE"}
    kinds = {letter: lib.profiler.ProfilerAction[name] for letter, name in names.items()}
    found: list[Any] = []

    def ready(prof: Any) -> None:
        names = [e.trace_name for e in prof.events()]
        found.append((prof.step_num, [n for n in names if n.startswith("ProfilerStep")], names.count("aten::tanh")))

    activities = [lib.profiler.ProfilerActivity.CPU]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with lib.profiler.profile(
            activities=activities, schedule=lambda i: kinds[actions[i % len(actions)]], on_trace_ready=ready
        ) as prof:
            for _ in range(steps):
                lib.tanh(lib.ones(2))
                prof.step()
    return [found, [str(w.message) for w in caught if "Incorrect" in str(w.message)]]


def test_what_is_measured(lib: Any) -> None:
    assert measured(lib, "nwrs", 8) == [
        [(4, ["ProfilerStep#2", "ProfilerStep#3"], 2), (8, ["ProfilerStep#6", "ProfilerStep#7"], 2)], []
    ]  # fmt: skip
    assert measured(lib, "s", 2)[0][:2] == [(1, ["ProfilerStep#0"], 1), (2, ["ProfilerStep#1"], 1)]
    assert measured(lib, "ns", 2) == [[(2, ["ProfilerStep#1"], 1)], []]
    assert measured(lib, "sw", 2)[0][0] == (1, ["ProfilerStep#0"], 1)


def test_incorrect_schedules_warn() -> None:
    """PyTorch warns, too, and with some of them it ends the process."""
    assert measured(wengert, "wrn", 3) == [[], ["Incorrect schedule: RECORD followed by NONE"]]
    assert measured(wengert, "wn", 2)[1] == ["Incorrect schedule: WARMUP followed by NONE"]
    assert measured(wengert, "rw", 2)[1] == ["Incorrect schedule: RECORD followed by WARMUP"]
    assert measured(wengert, "nw", 1) == [[], []]


def test_without_a_schedule_all_is_measured(lib: Any) -> None:
    ready: list[Any] = []
    with lib.profiler.profile(record_shapes=True, on_trace_ready=ready.append) as prof:
        with lib.profiler.record_function("mine"):
            lib.tanh(lib.ones(2))
        prof.step()
    assert ready == [prof] and {"mine", "aten::tanh"} <= {e.name for e in prof.events()}
    assert "aten::tanh" in {row.key for row in prof.key_averages()} and prof.step_num == 1
    ready.clear()


def test_steps_are_one_row(lib: Any) -> None:
    with lib.profiler.profile(schedule=lambda i: lib.profiler.ProfilerAction.RECORD) as prof:
        prof.step()
        prof.step()
    assert [(row.key, row.count) for row in prof.key_averages() if "Step" in row.key] == [("ProfilerStep*", 3)]


def test_notebooks_display_the_last_measurement() -> None:
    prof = wengert.profiler.profile()
    assert prof._repr_html_() is None  # then they show the text
    with prof:
        wengert.tanh(wengert.ones(2))
    shown = prof._repr_html_()
    assert shown is not None and "aten::tanh" in shown and "<summary>timeline</summary><iframe" in shown


def test_files(lib: Any, tmp_path: Path) -> None:
    with lib.profiler.profile(on_trace_ready=lib.profiler.tensorboard_trace_handler(str(tmp_path / "runs"), "me")):
        lib.tanh(lib.ones(2))
    (path,) = (tmp_path / "runs").iterdir()
    assert path.name.startswith("me.") and path.name.endswith(".pt.trace.json")
    assert "aten::tanh" in {e.get("name") for e in json.loads(path.read_text())["traceEvents"]}


def test_what_is_refused() -> None:
    with pytest.raises(AssertionError, match="nothing has been measured yet"):
        wengert.profiler.profile().events()
    with pytest.raises(AssertionError, match="No activities specified"):
        wengert.profiler.profile(activities=[])
    with pytest.raises(NotImplementedError, match="acc_events is not supported"):
        wengert.profiler.profile(acc_events=True)
