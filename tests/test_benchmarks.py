"""The benchmarks: what they measure runs, what the documents quote is what was measured, and the gate shuts."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest

from benchmarks import gate, growth, operations, page, programs
from benchmarks.case import Case, agree, fingerprint
from benchmarks.peers import control
from tests.cases import collected

SMALL = [("operations", name) for name in operations.names(("ten",))]
SMALL += [("programs", name) for name in programs.NAMES] + [("growth", growth.named(axis, 10)) for axis in growth.AXES]
FINDERS = {"operations": operations.find, "programs": programs.find, "growth": growth.find}


@pytest.fixture(autouse=True)
def dropped() -> Iterator[None]:
    """Drop the tensors that cases share."""
    yield
    programs.program.cache_clear()
    operations.tensor.cache_clear()


def prints(library: str, group: str, name: str) -> list[list[object]]:
    case = FINDERS[group](library, name)
    assert case is not None
    return [fingerprint(value) for value in case.values()]


def test_what_is_measured_runs() -> None:
    with collected("cases do not run") as every:
        for group, name in SMALL:
            with every(name):
                found = prints("wengert", group, name)
                assert found and np.isfinite([number for one in found for number in one[1:]]).all()


@pytest.mark.oracle
def test_what_is_measured_is_the_same_in_pytorch() -> None:
    with collected("results differ") as every:
        for group, name in SMALL:
            with every(name):
                assert agree(prints("wengert", group, name), prints("torch", group, name))


def test_the_table_is_as_large_as_it_says() -> None:
    assert len(operations.OPERATIONS) >= 120 and len(programs.PROGRAMS) >= 12
    assert len(set(operations.NAMES)) == len(operations.NAMES)


def test_fingerprints_tell_results_apart() -> None:
    x = np.arange(6.0)
    for other in (x[::-1], x.reshape(2, 3), x * 1.01, x[:5], np.where(x == 3, np.nan, x)):
        assert not agree([fingerprint(x)], [fingerprint(other)])
    assert agree([fingerprint(x)], [fingerprint(x * (1 + 1e-6))])


def results() -> page.Results:
    return json.loads(page.RESULTS.read_text(encoding="utf-8"))


def test_the_page_is_what_was_measured() -> None:
    """`python -m benchmarks.page` writes the page and the README again from the results."""
    found = results()
    assert page.PAGE.read_text(encoding="utf-8") == page.page(found)
    text = page.README.read_text(encoding="utf-8")
    assert page.filled(text, page.readme(found)) == text and page.readme(found) in text
    assert page.PICTURE.exists()


def test_the_page_names_the_slowest() -> None:
    found = results()
    parts = found["parts"]
    slowest = max(
        by["wengert"][1] for key in ("programs", "operations", "large operations") for by in parts[key].values()
    )
    assert page.worst(found)[0][0] >= slowest
    assert page.worst(found)[0][1] in page.page(found)


def test_the_gate_knows_its_cases() -> None:
    bounds = json.loads(gate.BOUNDS.read_text(encoding="utf-8"))
    assert 1 < bounds["factor"] < 3
    names = [name for _, name, _ in gate.CASES]
    for ratios in bounds["ratios"].values():
        assert list(ratios) == names
    assert list(bounds["ratios"]) == ["compiled", "uncompiled"]


def test_the_gate_shuts() -> None:
    """A case that takes six times its time fails, and the case itself passes."""
    factor = json.loads(gate.BOUNDS.read_text(encoding="utf-8"))["factor"]
    for group, name, beside in (gate.CASES[0], gate.CASES[2], gate.CASES[12]):
        case = gate.found(group, name)

        def slower(run=case.run) -> None:
            for _ in range(6):
                run()

        clock = gate.Clock(Case(gate.CONTROLS[beside]))
        for _ in range(50):
            clock.sample()
        usual = min(gate.measured(case, clock, np.inf) for _ in range(3))
        assert gate.measured(case, clock, factor * usual) <= factor * usual
        assert gate.measured(Case(slower, around=case.around), clock, factor * usual, patience=0.5) > factor * usual


def test_the_gate_reports_what_is_slow(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    slow, group = "x * y, ten, plain", gate.CASES[:3]
    monkeypatch.setattr(gate, "CASES", group)
    monkeypatch.setattr(gate, "PATIENCE", 0.2)
    monkeypatch.setattr(
        gate, "found", lambda _, name: Case(lambda: [control() for _ in range(5 if name == slow else 0)])
    )
    with pytest.raises(SystemExit):
        gate.main(write=False)
    printed = capsys.readouterr().out
    assert "1 too slow" in printed and slow in printed.rpartition("More than")[2]
