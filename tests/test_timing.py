"""``utils.benchmark``: what a timer runs, how often, and what is said of the times."""

from __future__ import annotations

import importlib
import re
from typing import Any

import pytest


@pytest.fixture
def benchmark(lib: Any) -> Any:
    return importlib.import_module(f"{lib.__name__}.utils.benchmark")


def text(measured: Any) -> str:
    return re.sub(r"^<.*Measurement object at 0x\w+>\n", "", repr(measured))


def times(benchmark: Any, seconds: list[float], number: int = 1, **spec: Any) -> Any:
    names = {"f": abs, "g": abs, "x": 1}
    task = benchmark.Timer(**{"stmt": "f(x)", "globals": names, **spec}).timeit(1).task_spec
    return benchmark.Measurement(number, seconds, task)


def test_a_statement_runs_as_often_as_is_said(lib: Any, benchmark: Any) -> None:
    ran: list[int] = []
    statement = """
        ran.append(torch.get_num_threads())
        x = y + 1
    """
    made = benchmark.Timer(statement, setup="y = 1", globals={"ran": ran}, num_threads=2, label="adds", env="here")
    before = lib.get_num_threads()
    measured = made.timeit(500)
    assert len(ran) == 505 and set(ran) == {2} and lib.get_num_threads() == before
    assert measured.number_per_run == 500 and len(measured.raw_times) == 1 and measured.median == measured.mean > 0
    assert (measured.title, measured.env, measured.setup) == ("adds", "here", "y = 1")
    assert measured.as_row_name == measured.stmt == "ran.append(torch.get_num_threads())\nx = y + 1"


def test_a_block_is_measured_until_it_is_enough(benchmark: Any) -> None:
    seen: list[tuple[int, float]] = []
    made = benchmark.Timer("sum(range(100))")
    measured = made.blocked_autorange(callback=lambda *given: seen.append(given), min_run_time=0.02)
    assert sum(measured.raw_times) >= 0.02 and seen == [(measured.number_per_run, t) for t in measured.raw_times]
    measured = made.adaptive_autorange(threshold=1e-12, min_run_time=0.005, max_run_time=0.02)
    assert 0.02 <= sum(measured.raw_times) < 2


def test_what_is_said_of_times(benchmark: Any) -> None:
    one = times(benchmark, [1e-3], 10, label="dot", sub_label="small", description="fast", setup="x = 1\nf = g")
    assert text(one) == (
        "dot: small\nfast\nsetup:\n  x = 1\n  f = g\n\n  100.00 us\n  1 measurement, 10 runs , 1 thread"
    )
    steady = times(benchmark, [1e-3 * (1 + i / 100) for i in range(9)], 100, num_threads=2, setup="x = 1")
    assert text(steady) == (
        "f(x)\nsetup: x = 1\n  Median: 10.40 us\n  IQR:    0.40 us (10.20 to 10.60)\n"
        "  9 measurements, 100 runs per measurement, 2 threads"
    )
    assert steady.significant_figures == 1 and not steady.has_warnings and steady.iqr == pytest.approx(4e-7)
    wild = times(benchmark, [1.0, 2.0, 3.0])
    assert wild.has_warnings and wild.significant_figures == 1 and not wild.meets_confidence(0.25)
    assert text(wild).endswith(
        "  WARNING: Interquartile range is 50.0% of the median measurement.\n"
        "           This suggests significant environmental influence."
    )
    unsteady = times(benchmark, [1e-3 * (1 + i / 40) for i in range(20)])
    assert text(unsteady).endswith(
        "is 19.2% of the median measurement.\n           This could indicate system fluctuation."
    )


def test_units_and_merging(benchmark: Any) -> None:
    assert [benchmark.select_unit(t)[0] for t in (2.0, 0.1, 1.23e-3, 4.5e-7, 3e-9)] == ["s", "ms", "ms", "ns", "ns"]
    assert benchmark.unit_to_english("us") == "microsecond"
    a, b = times(benchmark, [1.0], 10), times(benchmark, [3.0])
    merged = benchmark.Measurement.merge([a, times(benchmark, [2.0], label="other"), b])
    assert [m.times for m in merged] == [[0.1, 3.0], [2.0]] and merged[0].number_per_run == 1


def test_what_is_not_there_is_refused(lib: Any, benchmark: Any) -> None:
    with pytest.raises(ValueError, match="Currently only a `str` stmt is supported"):
        benchmark.Timer(lambda: 1)
    with pytest.raises(NotImplementedError, match="blocked_autorange"):
        benchmark.Timer("1").repeat()
    if lib.__name__ == "wengert":
        with pytest.raises(NotImplementedError, match="statements are of Python"):
            benchmark.Timer("1;", language="c++")
        with pytest.raises(NotImplementedError, match="not counted"):
            benchmark.Timer("1").collect_callgrind()
        with pytest.raises(AttributeError, match="print what .*Timer measures"):
            _ = benchmark.Fuzzer


@pytest.fixture
def compared(benchmark: Any) -> list[Any]:
    def one(seconds: list[float], size: str, how: str, threads: int = 1, **more: Any) -> Any:
        spec = {"label": "dot", "sub_label": size, "description": how, "num_threads": threads, **more}
        return benchmark.Measurement(1, seconds, benchmark.TaskSpec("f(x)", "", **spec))

    return [
        one([1.234e-5, 1.3e-5, 1.2e-5], "[1, 1]", "mul/sum"), one([2.2e-5] * 3, "[1, 1]", "bmm"),
        one([3.4e-4] * 2, "[1024, 10000]", "mul/sum"), one([1.1e-3, 1.9e-3, 5e-3], "[1024, 10000]", "bmm"),
        one([4e-6], "[1, 1]", "mul/sum", 4), one([9e-6], "[1024, 10000]", "mul/sum", 4),
        one([3.4e-4], "[1024, 10000]", "mul/sum"), one([2.0], "a long one", "also", 2, label="another"),
    ]  # fmt: skip


def test_measurements_side_by_side(benchmark: Any, compared: list[Any], capsys: Any) -> None:
    table = benchmark.Compare(compared[:3])
    table.extend_results(compared[3:])
    table.print()
    assert capsys.readouterr().out.splitlines() == [
        "[----------------- dot ------------------]",
        "                     |  mul/sum  |   bmm  ",
        "1 threads: -------------------------------",
        "      [1, 1]         |    12.3   |    22.0",
        "      [1024, 10000]  |   340.0   |  1900.0",
        "4 threads: -------------------------------",
        "      [1, 1]         |     4.0   |        ",
        "      [1024, 10000]  |     9.0   |        ",
        "",
        "Times are in microseconds (us).",
        "",
        "[------- another -------]",
        "                  |  also",
        "2 threads: --------------",
        "      a long one  |  2.0 ",
        "",
        "Times are in seconds (s).",
        "",
    ]
    table.trim_significant_figures()
    assert "      [1, 1]         |     10    |    22\n      [1024, 10000]  |    340    |  2000" in str(table)
    table.highlight_warnings()
    assert "2000 (! 103%)" in str(table) and "(! XX%) Measurement has high variance" in str(table)


@pytest.mark.parametrize("rowwise", [False, True])
def test_colours_of_times(benchmark: Any, compared: list[Any], rowwise: bool) -> None:
    table = benchmark.Compare(compared)
    table.colorize(rowwise)
    green, red, dim = "\x1b[92m\x1b[1m", "\x1b[31m\x1b[1m", "\x1b[2m\x1b[91m"
    text = str(table)
    assert f"{green}  12.3 " in text
    assert (f"{red} 340.0 " in text) == (f"{dim}   9.0 " in text) == (not rowwise)
    assert f"{red}1900.0" in text


def test_what_is_no_measurement_is_refused(benchmark: Any) -> None:
    with pytest.raises(ValueError, match="Expected an instance of `?Measurement`?"):
        benchmark.Compare([1.0])
