"""Comparison of profiles: by operation and by line, in memory and from files."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wengert
from tests.profiles import event, profile
from wengert._core.tools.profiler.diff import diff
from wengert._core.tools.profiler.spans import Run, Span, read
from wengert.autograd import profiler

LINES = {"stack": ["model.py(10): forward", "train.py(3): step"]}


def two() -> tuple[Any, Any]:
    a = profile(
        event("aten::softmax", 0, 100, cpu_memory_usage=64),
        event("aten::exp", 10, 50, cpu_memory_usage=64, **LINES),
        event("aten::mul", 200, 230, **LINES),
        event("aten::old", 300, 310),
        event("aten::same", 400, 405),
    )
    b = profile(
        event("aten::softmax", 0, 150, cpu_memory_usage=96),
        event("aten::exp", 10, 50, cpu_memory_usage=96, **LINES),
        event("aten::mul", 200, 220, **LINES),
        event("aten::mul", 220, 240, stack=["model.py(11): forward"]),
        event("aten::new", 300, 320),
        event("aten::same", 400, 405),
    )
    return a, b


def test_rows_by_operation_come_in_order_of_change() -> None:
    d = diff(*two())
    assert [(r.name, r.change) for r in d.by_op] == [
        ("aten::softmax", 50), ("aten::new", 20), ("aten::mul", 10), ("aten::old", -10), ("aten::exp", 0),
        ("aten::same", 0),
    ]  # fmt: skip
    by_name = {r.name: r for r in d.by_op}
    softmax = by_name["aten::softmax"]
    assert (softmax.before.calls, softmax.before.self, softmax.before.total, softmax.before.memory) == (1, 60, 100, 0)
    assert (softmax.after.self, softmax.after.total, softmax.ratio) == (110, 150, 110 / 60)
    assert (by_name["aten::exp"].before.memory, by_name["aten::exp"].after.memory) == (64, 96)
    assert by_name["aten::new"].ratio == math.inf and by_name["aten::old"].ratio == 0.0
    assert (d.before, d.after) == (145, 215)


def test_rows_by_line_tell_calls_of_one_operation_apart() -> None:
    d = diff(*two())
    mul = {r.line: r for r in d.by_line if r.name == "aten::mul"}
    assert {line: (r.before.self, r.after.self) for line, r in mul.items()} == {
        "model.py(10): forward": (30, 20), "model.py(11): forward": (0, 20),
    }  # fmt: skip
    assert sum(r.change for r in d.by_line) == sum(r.change for r in d.by_op) == d.after - d.before


def test_time_on_a_device_goes_to_what_launched_it(tmp_path: Path) -> None:
    outer, inner = event("aten::linear", 0, 100), event("aten::mm", 10, 50)
    inner.append_kernel("gemm", 0, 400.0)
    inner.append_kernel("bias", 0, 20.0)
    before, after = profile(event("aten::mm", 10, 50)), profile(outer, inner)
    path = tmp_path / "after.json"
    after.export_chrome_trace(path)
    for source in (after, path):
        rows = {r.name: (r.before.device, r.after.device) for r in diff(before, source).rows(sort_by="device")}
        assert rows == {"aten::mm": (0, 420), "aten::linear": (0, 0)}
    assert "Device" in str(diff(before, after)) and "+420.000us" in str(diff(before, after))
    assert list(read(after).threads.values()) == ["thread 1", "GPU 0"]
    assert "Device" not in str(diff(before, before))


def test_a_profile_that_is_off_compares_as_an_empty_one() -> None:
    with profiler.profile(enabled=False) as off:
        wengert.ones(2).exp()
    assert diff(off, off).by_op == [] and str(diff(off, off))


@pytest.mark.parametrize("by", ["self", "total", "memory", "calls", "ratio"])
def test_rows_are_sorted_by_what_is_asked_for(by: str) -> None:
    rows = diff(*two()).rows(sort_by=by)
    sizes = [abs(r.changed(by)) for r in rows]
    assert sizes == sorted(sizes, reverse=True) and len(rows) == 6
    first = {"self": "softmax", "total": "softmax", "memory": "exp", "calls": "mul", "ratio": "old"}[by]
    assert rows[0].name == "aten::" + first or by in ("calls", "ratio")


def test_what_is_nested_in_its_own_name_counts_its_time_once() -> None:
    run = profile(event("checkpoint", 0, 100), event("mul", 5, 10), event("checkpoint", 20, 80), event("mul", 30, 40))
    row = {r.name: r for r in diff(run, run).by_op}["checkpoint"]
    assert (row.before.calls, row.before.total, row.before.self) == (2, 100, 85)


def test_a_saved_trace_compares_as_the_profile_it_came_from(tmp_path: Path) -> None:
    a, b = two()
    plain, packed = tmp_path / "a.json", str(tmp_path / "b.json.gz")
    a.export_chrome_trace(plain)
    b.export_chrome_trace(packed)
    assert diff(plain, packed).data("line") == diff(a, b).data("line")
    assert [r["change"] for r in diff(a, plain).data()] == [0] * 5


def test_a_trace_in_the_older_layout_is_read(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text(json.dumps([{"name": "mul", "ph": "X", "ts": 1.5, "dur": 2.0, "tid": 3, "pid": "CPU", "args": {}}]))
    (row,) = diff(path, path).by_op
    assert (row.name, row.before.self) == ("mul", 2.0)


@pytest.mark.oracle
def test_a_trace_of_pytorch_is_read_too(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")

    def program(m: Any) -> None:
        x = m.ones(3, 3, requires_grad=True)
        for _ in range(4):
            (x @ x).tanh().sum().backward()

    path = tmp_path / "torch.json"
    with torch.autograd.profiler.profile(profile_memory=True, with_stack=True) as before:
        program(torch)
    before.export_chrome_trace(str(path))
    with profiler.profile() as after:
        program(wengert)
    d = diff(path, after)
    calls = {r.name: (r.before.calls, r.after.calls) for r in d.by_op}
    for name in ("aten::tanh", "MmBackward0", "TanhBackward0", "torch::autograd::AccumulateGrad"):
        assert calls[name] == (4, 4)
    assert not any(".py(" in name or "<built-in" in name for name in calls)
    run = read(path)
    assert len({a.sequence_nr for a, _ in run.links()}) == 12  # mm, tanh and sum of each backward pass
    assert max(held for _, held in run.memory["Memory"]) > 0


def test_the_table_says_what_changed() -> None:
    text = str(diff(*two()))
    lines = text.splitlines()
    head = "Name Calls Self before Self after Change Ratio Total before Total after Memory"
    assert " ".join(lines[1].split()) == head
    assert " ".join(lines[3].split()) == "aten::softmax 1 60.000us 110.000us +50.000us 1.83x 100.000us 150.000us"
    assert " ".join(lines[4].split()) == "aten::new 0 -> 1 - 20.000us +20.000us new - 20.000us"
    assert lines[5].split()[:4] == ["aten::mul", "1", "->", "2"]
    assert " ".join(lines[6].split()) == "aten::old 1 -> 0 10.000us - -10.000us gone 10.000us -"
    assert "+32 B" in text
    assert lines[-1] == "Self CPU time total: 145.000us before, 215.000us after, 1.48 times as long"
    assert len({len(line) for line in lines[:3]}) == 1


def test_the_table_by_line_shows_lines_and_may_be_cut() -> None:
    text = diff(*two()).table("line", sort_by="calls", row_limit=2)
    assert "Line" in text and "model.py(11): forward" in text
    assert "and 5 more" in text


def test_memory_has_a_column_where_it_was_recorded() -> None:
    run = profile(event("aten::exp", 0, 1))
    assert "Memory" not in str(diff(run, run)) and "Memory" not in diff(run, run)._repr_html_()


def test_notebooks_get_a_table_in_which_names_are_text() -> None:
    run = profile(event("<script>alert(1)</script>", 0, 1))
    shown = diff(run, run)._repr_html_()
    assert "&lt;script&gt;" in shown and "<script" not in shown


def test_data_are_plain() -> None:
    data = diff(*two()).data()
    assert json.loads(json.dumps(data))[0]["after"] == {
        "calls": 1, "self": 110, "total": 150, "memory": 0, "device": 0,
    }  # fmt: skip


def test_wrong_arguments_are_named(tmp_path: Path) -> None:
    a, b = two()
    with pytest.raises(TypeError, match="expected a profile, its events or the path of a saved trace, got int"):
        diff(a, 3)
    with pytest.raises(FileNotFoundError):
        diff(a, tmp_path / "nothing.json")
    path = tmp_path / "no.json"
    event_without_time = '{"traceEvents": [{"ph": "X", "name": "a", "ts": "x"}]}'
    for wrong in ("{}", "no JSON", "3", '[{"ph": "X"}]', "[3]", event_without_time):
        path.write_text(wrong)
        with pytest.raises(ValueError, match=r"no\.json holds no trace"):
            diff(path, b)
    path.write_bytes(b"\x1f\x8bnot gzip")
    with pytest.raises(ValueError, match="holds no trace"):
        diff(path, b)
    with pytest.raises(ValueError, match="diff: expected by to be one of 'op', 'line', got 'file'"):
        diff(a, b).rows("file")
    with pytest.raises(ValueError, match="diff: expected sort_by to be one of .*, got 'time'"):
        diff(a, b).table(sort_by="time")


# -- times of spans


@st.composite
def nests(draw: Any, depth: int = 0, start: float = 0.0, room: float = 1000.0) -> list[Span]:
    """Spans that nest properly, in one thread."""
    spans: list[Span] = []
    at = start
    for _ in range(draw(st.integers(0, 3))):
        begin = at + draw(st.integers(0, 5))
        length = draw(st.integers(0, int(room) // 4))
        if begin + length > start + room:
            break
        spans.append(Span(f"op{depth}", begin, begin + length))
        if length > 4 and depth < 3:
            spans += draw(nests(depth + 1, begin + 1, length - 2))
        at = begin + length
    return spans


@given(nests(), st.randoms())
def test_self_times_add_up_to_the_time_that_was_spent(spans: list[Span], random: Any) -> None:
    random.shuffle(spans)
    run = Run(spans)
    assert all(s.depth == int(s.name[2:]) for s in run.spans if s.time)
    top = sum(s.time for s in run.spans if s.parent is None)
    assert math.isclose(sum(s.self_time for s in run.spans), top)
    for s in run.spans:
        assert s.parent is None or (s.parent.start <= s.start and s.end <= s.parent.end)


def test_spans_that_cross_belong_to_what_holds_them_whole() -> None:
    outer, a, b = Span("outer", 0, 100), Span("a", 10, 50), Span("b", 40, 80)
    Run([b, a, outer])
    assert (a.parent, b.parent) == (outer, outer)
    assert (a.depth, b.depth) == (1, 2)  # they overlap, so one is drawn below the other
    assert outer.self_time == 20  # 100 less 40 and 40


def test_threads_do_not_nest_in_each_other() -> None:
    a, b = Span("a", 0, 100, thread=1), Span("b", 10, 20, thread=2)
    Run([a, b])
    assert b.parent is None and a.self_time == 100
