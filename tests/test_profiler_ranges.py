"""Ranges for NVIDIA's and Intel's tools, and reading the traces that nvprof writes."""

import contextlib
import itertools
import re
import sqlite3
import struct
import sys
import threading
import types
from pathlib import Path
from typing import Any

import pytest

import wengert
from wengert._core.tools.profiler import collection, nvprof
from wengert._core.tools.profiler.events import Scope
from wengert.autograd import profiler
from wengert.cuda import nvtx as nvtx_calls
from wengert.cuda import profiler as collecting

# -- traces of nvprof


class Trace:
    """A small trace as nvprof writes it: times are nanoseconds, names are numbers in a table of strings."""

    def __init__(self, path: Path, runtime_thread: bool = True) -> None:
        self.base = sqlite3.connect(path)
        self.threads = runtime_thread
        self.numbers: dict[str, int] = {}
        self.base.executescript(
            f"""
            CREATE TABLE StringTable (_id_ INTEGER PRIMARY KEY, value TEXT);
            CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER (
                _id_ INTEGER PRIMARY KEY AUTOINCREMENT, flags INT, timestamp INT, id INT, objectKind INT, objectId BLOB,
                name INT, domain INT);
            CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (
                _id_ INTEGER PRIMARY KEY AUTOINCREMENT, cbid INT, start INT, end INT, processId INT,
                {"threadId INT," if runtime_thread else ""} correlationId INT, returnValue INT);
            CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL (
                _id_ INTEGER PRIMARY KEY AUTOINCREMENT, start INT, end INT, deviceId INT, streamId INT,
                correlationId INT, name INT);
            """
        )

    def string(self, text: str) -> int:
        if text not in self.numbers:
            self.numbers[text] = len(self.numbers) + 1
            self.base.execute("INSERT INTO StringTable VALUES (?, ?)", (self.numbers[text], text))
        return self.numbers[text]

    def begin(self, number: int, label: str, at: int, thread: int = 7) -> None:
        self.marker(number, at, self.string(label), thread)

    def end(self, number: int, at: int, thread: int = 7) -> None:
        self.marker(number, at, 0, thread)

    def marker(self, number: int, at: int, name: int, thread: int) -> None:
        belongs = struct.pack("<III", 4242, thread, 0)
        self.base.execute(
            "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER (flags, timestamp, id, objectKind, objectId, name, domain)"
            " VALUES (2, ?, ?, 2, ?, ?, 0)", (at, number, belongs, name),
        )  # fmt: skip

    def kernel(self, name: str, launch: tuple[int, int], ran: tuple[int, int], thread: int = 7, cbid: int = 211):
        correlation = self.base.execute("SELECT count(*) FROM CUPTI_ACTIVITY_KIND_RUNTIME").fetchone()[0] + 1
        columns, values = ("threadId, ", (thread,)) if self.threads else ("", ())
        self.base.execute(
            f"INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME (cbid, start, end, {columns}correlationId)"
            f" VALUES (?, ?, ?, {'?, ' * len(values)}?)", (cbid, *launch, *values, correlation),
        )  # fmt: skip
        self.base.execute(
            "INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL (start, end, deviceId, streamId, correlationId, name)"
            " VALUES (?, ?, 0, 7, ?, ?)", (*ran, correlation, self.string(name)),
        )  # fmt: skip

    def close(self) -> None:
        self.base.commit()
        self.base.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "trace.nvvp"


def test_labels_are_taken_apart_and_times_are_microseconds(path: Path) -> None:
    t = Trace(path)
    t.begin(2, "MulBackward0, seq = 0, stashed seq = 5, sizes = [[3]]", 20_000)
    t.begin(1, "aten::mul, seq = 5, sizes = [[3], []]", 1_000)
    t.end(1, 3_500)
    t.end(2, 26_000)
    t.begin(3, "my range, with a comma", 30_000)
    t.end(3, 31_000)
    t.begin(4, "aten::exp, seq = 0, op_id = 3, input_op_ids = [(1,0), (2,0)]", 40_000)
    t.end(4, 41_000)
    t.close()
    mul, backward, mine, unrecorded = nvprof.load_nvprof(path)
    assert (mul.name, mul.sequence_nr, mul.input_shapes, mul.scope) == ("aten::mul", 5, [[3], []], Scope.FUNCTION)
    assert (mul.time_range.start, mul.time_range.end, mul.cpu_time_total, mul.thread) == (1.0, 3.5, 2.5, 7)
    assert (backward.name, backward.sequence_nr, backward.input_shapes) == ("MulBackward0", 5, [[3]])
    assert backward.scope == Scope.BACKWARD_FUNCTION and backward.id == 2
    assert (mine.name, mine.sequence_nr, mine.input_shapes) == ("my range, with a comma", -1, None)
    assert (unrecorded.name, unrecorded.sequence_nr) == ("aten::exp", -1)


def test_kernels_lie_in_the_innermost_range_of_their_thread(path: Path) -> None:
    t = Trace(path)
    t.begin(1, "outer", 1_000)
    t.begin(2, "inner", 2_000)
    t.begin(9, "elsewhere", 2_100, thread=8)
    t.kernel("_Z3addPfS_", (2_200, 2_300), (9_000, 12_000))
    t.kernel("after", (2_400, 2_500), (12_000, 14_000), cbid=13)
    t.end(2, 3_000)
    t.kernel("outside of inner", (3_100, 3_200), (20_000, 21_000))
    t.kernel("other thread", (2_200, 2_300), (30_000, 34_000), thread=8)
    t.end(1, 4_000)
    t.end(9, 4_000, thread=8)
    t.kernel("outside", (5_000, 5_100), (40_000, 41_000))
    t.close()
    outer, inner, elsewhere = nvprof.load_nvprof(path)
    assert [k.duration for k in inner.kernels] == [3.0, 2.0]
    assert [k.name for k in outer.kernels] == ["outside of inner"]
    assert [k.name for k in elsewhere.kernels] == ["other thread"]
    assert inner.cpu_parent is outer and elsewhere.cpu_parent is None
    assert (outer.device_time_total, outer.self_device_time_total, inner.device_time_total) == (6.0, 1.0, 5.0)
    assert outer.self_cpu_time_total == 2.0
    assert inner.kernels[0].name in ("add(float*, float*)", "_Z3addPfS_")  # demangled, where that is possible


def test_without_the_columns_of_threads_kernels_go_by_time(path: Path) -> None:
    t = Trace(path, runtime_thread=False)
    t.begin(1, "outer", 1_000)
    t.kernel("k", (1_200, 1_300), (9_000, 12_000))
    t.end(1, 4_000)
    t.close()
    (outer,) = nvprof.load_nvprof(path)
    assert [k.name for k in outer.kernels] == ["k"]


def test_a_trace_without_kernels_and_markers_that_never_end(path: Path) -> None:
    t = Trace(path)
    t.begin(1, "never ends", 1_000)
    t.begin(2, "ends", 2_000)
    t.end(2, 3_000)
    t.base.execute("DROP TABLE CUPTI_ACTIVITY_KIND_RUNTIME")
    t.base.execute("DROP TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL")
    t.close()
    events = nvprof.load_nvprof(path)
    assert [e.name for e in events] == ["ends"]
    assert "ends" in events.key_averages().table()


def test_what_is_no_trace_is_refused(path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="load_nvprof: there is no file"):
        nvprof.load_nvprof(path)
    path.write_text("not SQLite, but long enough to be looked at as a database by the library")
    with pytest.raises(ValueError, match="not a trace of nvprof: file is not a database"):
        nvprof.load_nvprof(path)
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE t (a)")
    with pytest.raises(ValueError, match="there is no table StringTable"):
        nvprof.load_nvprof(path)
    path.unlink()
    t = Trace(path)
    t.begin(1, "a", 1)
    t.begin(1, "b", 2)
    t.close()
    with pytest.raises(ValueError, match="two markers begin with id 1"):
        nvprof.load_nvprof(path)


# -- ranges

ONE, FOUR = wengert.tensor([1.0]), wengert.ones(4)


class Tool:
    """A fake of a vendor's tool. It stores the ranges of each thread, and raises if a range ends that is not open."""

    def __init__(self) -> None:
        self.told: dict[int, list[str]] = {}
        self.open: dict[int, list[str]] = {}

    def push(self, label: str) -> None:
        thread = threading.get_ident()
        self.told.setdefault(thread, []).append(">" * len(self.open.setdefault(thread, [])) + label)
        self.open[thread].append(label)

    def pop(self) -> None:
        self.open[threading.get_ident()].pop()

    @property
    def ranges(self) -> list[str]:
        """The ranges of this thread, with one ``>`` for each enclosing range. All of them must have ended."""
        assert not any(self.open.values()), self.open
        return self.told.get(threading.get_ident(), [])


@pytest.fixture
def tool() -> Tool:
    return Tool()


@pytest.fixture(params=["nvtx", "cupy", "cupy later", "itt"])
def emit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tool: Tool) -> Any:
    """Each context manager, with each package that it can use, backed by the fake tool."""
    nvtx, cupy, ittapi = (types.ModuleType(name) for name in ("nvtx", "cupy", "ittapi"))
    by_cupy = types.SimpleNamespace(RangePush=tool.push, RangePop=tool.pop, available=True)
    monkeypatch.setitem(sys.modules, "cupy", None)
    monkeypatch.setitem(sys.modules, "nvtx", None)
    if request.param == "itt":
        domains: list[str] = []
        ittapi.domain = lambda name: domains.append(name) or len(domains)
        ittapi.string_handle = lambda label: ("handle", label)
        ittapi.task_begin = lambda domain, handle: tool.push(handle[1])
        ittapi.task_end = lambda domain: tool.pop()
        monkeypatch.setitem(sys.modules, "ittapi", ittapi)
        return profiler.emit_itt
    if request.param == "nvtx":
        nvtx.push_range, nvtx.pop_range = tool.push, tool.pop
        monkeypatch.setitem(sys.modules, "nvtx", nvtx)
    else:
        cupy.cuda = types.SimpleNamespace(nvtx=by_cupy)
        cupy.ndarray = type("ndarray", (), {})
        monkeypatch.setitem(sys.modules, "cupy", cupy)
        if request.param == "cupy":
            monkeypatch.setitem(sys.modules, "nvtx", nvtx)  # this package is not used
    return profiler.emit_nvtx


@pytest.mark.parametrize("package", ["nvtx", "cupy"])
def test_ranges_of_programs(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    begin, end, mark = seen.append, lambda: seen.append("end"), lambda label: seen.append(f"mark {label}")
    module = types.ModuleType(package)
    if package == "nvtx":
        module.push_range, module.pop_range, module.mark = begin, end, mark
        monkeypatch.setitem(sys.modules, "cupy", None)
    else:
        module.cuda = types.SimpleNamespace(
            nvtx=types.SimpleNamespace(RangePush=begin, RangePop=end, Mark=mark, available=True)
        )
    monkeypatch.setitem(sys.modules, package, module)
    assert nvtx_calls.range_push("outer") == 0 and nvtx_calls.range_push("inner") == 1
    nvtx_calls.mark("here")
    assert nvtx_calls.range_pop() == 1 and nvtx_calls.range_pop() == 0

    @nvtx_calls.range("step {}", 3)
    def step() -> None:
        seen.append("within")

    step()
    with pytest.raises(KeyError), nvtx_calls.range("failing"):
        raise KeyError
    assert seen == ["outer", "inner", "mark here", "end", "end", "step 3", "within", "end", "failing", "end"]


def test_a_profiler_looks_at_a_part_of_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    runtime = types.SimpleNamespace(
        profilerStart=lambda: seen.append("start"), profilerStop=lambda: seen.append("stop"), getDeviceCount=lambda: 1
    )
    cupy: Any = types.ModuleType("cupy")
    cupy.cuda = types.SimpleNamespace(runtime=runtime)
    monkeypatch.setattr(collection, "cupy", lambda: cupy)
    with pytest.raises(KeyError), collecting.profile():
        seen.append("within")
        raise KeyError
    collecting.start()
    collecting.stop()
    assert seen == ["start", "within", "stop", "start", "stop"]


def test_without_cupy_there_is_nothing_to_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(RuntimeError, match="needs CuPy, which is not installed"), collecting.profile():
        pass


def names(ranges: list[str]) -> list[str]:
    return [re.sub(r", (stashed seq|seq|sizes) = (\d+|\[.*\])", "", label) for label in ranges]


def test_every_operation_and_backward_is_a_range(emit: Any, tool: Tool) -> None:
    x = wengert.ones(3, requires_grad=True)
    with emit():
        with profiler.record_function("my step"):
            y = (x * x).exp()
        y.sum().backward()
    told = names(tool.ranges)
    assert [label for label in told if not label.startswith(">")] == [
        "my step", "aten::sum", "SumBackward0", "ExpBackward0", "MulBackward0", "torch::autograd::AccumulateGrad",
    ]  # fmt: skip
    assert told[1:3] == [">aten::mul", ">aten::exp"] and ">aten::expand" in told
    x.exp()
    assert names(tool.ranges) == told


def test_sizes_stand_behind_the_label(emit: Any, tool: Tool) -> None:
    x = wengert.ones(3, 2, requires_grad=True)
    with emit(record_shapes=True):
        with profiler.record_function("mine"):
            (x * 2.0).sum().backward()
    told = tool.ranges
    assert told[0] == "mine"
    assert told[1].endswith(", sizes = [[3, 2], []]") and told[1].startswith(">aten::mul")
    by_name = {label.lstrip(">"): full for label, full in zip(names(told), told, strict=True)}
    assert by_name["SumBackward0"].endswith(", sizes = [[]]")
    assert by_name["MulBackward0"].endswith(", sizes = [[3, 2]]")


def test_arguments_that_only_look_like_arrays_have_no_size(emit: Any, tool: Tool) -> None:
    with emit(record_shapes=True), profiler.profile(record_shapes=True):
        wengert.randint(1, 4, (1,), dtype=wengert.float64)
        wengert.zeros(2, dtype=wengert.float32).to(wengert.int64)
    assert all(re.search(r", sizes = \[(\[\d?\](, )?)*\]$", label) for label in tool.ranges)


def numbers(label: str) -> dict[str, int]:
    return {key: int(n) for key, n in re.findall(r", (stashed seq|seq) = (\d+)", label)}


@pytest.fixture
def nvtx(monkeypatch: pytest.MonkeyPatch, tool: Tool) -> Any:
    module = types.ModuleType("nvtx")
    module.push_range, module.pop_range = tool.push, tool.pop
    monkeypatch.setitem(sys.modules, "nvtx", module)
    return profiler.emit_nvtx


def test_numbers_tie_backwards_to_what_recorded_them(nvtx: Any, tool: Tool) -> None:
    x = wengert.ones(3, requires_grad=True)
    with nvtx():
        y = x * x
        with wengert.no_grad():
            x.exp()
        z = y.tanh()
        z.sum().backward()
    by_name = {names([label])[0]: numbers(label) for label in tool.ranges}
    assert by_name["MulBackward0"]["stashed seq"] == y.grad_fn._sequence_nr()
    assert by_name["aten::mul"] == {"seq": y.grad_fn._sequence_nr()}
    assert by_name["aten::exp"] == {"seq": 0}
    assert by_name["aten::tanh"] == {"seq": z.grad_fn._sequence_nr()}
    assert by_name["MulBackward0"] == {"seq": 0, "stashed seq": y.grad_fn._sequence_nr()}
    assert by_name["TanhBackward0"]["stashed seq"] == by_name["aten::tanh"]["seq"]
    assert "stashed seq" not in by_name["torch::autograd::AccumulateGrad"]


def leaf(*shape: int) -> Any:
    return wengert.ones(*shape, requires_grad=True)


class Double(wengert.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any, y: Any) -> Any:
        return x * 2 + y

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 2, g


PROGRAMS = {
    "one leaf twice": lambda: (lambda x: x * x)(leaf(2)),
    "a list of leaves": lambda: wengert.cat([leaf(2), leaf(3)]),
    "a composite": lambda: wengert.nn.functional.layer_norm(leaf(2, 3), (3,), leaf(3), leaf(3)),
    "products": lambda: wengert.nn.functional.linear(leaf(2, 3), leaf(4, 3), leaf(4)),
    "several outputs": lambda: leaf(3, 2).max(0)[0],
    "a Function": lambda: Double.apply(leaf(3), leaf(3)),
    "in place": lambda: leaf(3).clone().mul_(leaf(3)),
    "in place, through a view": lambda: leaf(3, 2).clone()[0].mul_(2)._base,
    "a view": lambda: leaf(4).view(2, 2),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_number_is_that_of_the_node_whatever_records_it(name: str, nvtx: Any, tool: Tool) -> None:
    with nvtx():
        result = PROGRAMS[name]()
    assert result.grad_fn._sequence_nr() in [numbers(label)["seq"] for label in tool.ranges]


def test_numbers_of_a_double_backward_tie_to_the_backward_that_recorded_it(nvtx: Any, tool: Tool) -> None:
    x = wengert.tensor([0.5], requires_grad=True)
    y = x.exp()
    with nvtx():
        (g,) = wengert.autograd.grad(y.sum(), x, create_graph=True)
        recorded = {n for label in tool.told[threading.get_ident()] for n in [numbers(label)["seq"]]}
        within = [label for label in tool.told[threading.get_ident()] if label.startswith(">aten::mul")]
        assert numbers(within[0])["seq"] == g.grad_fn._sequence_nr()
        g.sum().backward()
    ran = [numbers(label).get("stashed seq") for label in tool.ranges]
    assert g.grad_fn._sequence_nr() in ran and g.grad_fn._sequence_nr() in recorded


def test_numbers_are_not_used_up(nvtx: Any) -> None:
    x = wengert.ones(2, requires_grad=True)
    with nvtx():
        a = x * 2
        x.detach().exp()
        b = x * 3
    assert b.grad_fn._sequence_nr() == a.grad_fn._sequence_nr() + 1


def test_ranges_end_after_errors(emit: Any, tool: Tool) -> None:
    x = wengert.ones(3, requires_grad=True)

    class Fails(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            with profiler.record_function("deep"):
                raise ArithmeticError

    with emit():
        with pytest.raises(RuntimeError):
            ONE @ FOUR
        with pytest.raises(ArithmeticError):
            Fails.apply(x).sum().backward()
        assert not tool.open[threading.get_ident()]
        x.exp()
    assert names(tool.ranges)[-2:] == [">deep", "aten::exp"]


def test_a_block_left_by_an_error_leaves_nothing_behind(emit: Any, tool: Tool) -> None:
    with pytest.raises(ZeroDivisionError), emit():
        profiler.record_function("never ended").__enter__()
        raise ZeroDivisionError
    ONE.exp()
    assert tool.ranges == ["never ended"]


def test_ranges_that_are_not_ended_in_order(emit: Any, tool: Tool) -> None:
    a, b = profiler.record_function("a"), profiler.record_function("b")
    with emit():
        a.__enter__()
        b.__enter__()
        a.__exit__(None, None, None)  # the tool ends b too
        ONE.exp()
        b.__exit__(None, None, None)
        with profiler.record_function("c"):
            ONE.exp()
    assert names(tool.ranges) == ["a", ">b", "aten::exp", "c", ">aten::exp"]


def test_a_range_that_another_thread_ends(emit: Any, tool: Tool) -> None:
    with emit():
        with profiler.record_function("outer"):
            lost = profiler.record_function("lost").__enter__()
            other = threading.Thread(target=lost.__exit__, args=(None, None, None))
            other.start()
            other.join()
        ONE.exp()
    assert names(tool.ranges)[-1] == "aten::exp"


def test_each_thread_emits_for_itself(emit: Any, tool: Tool) -> None:
    x = wengert.ones(3, requires_grad=True)
    ready = threading.Barrier(2)
    found: dict[str, list[str]] = {}

    def work(name: str) -> None:
        ready.wait()
        with emit():
            for _ in range(20):
                with profiler.record_function(name):
                    (x * x).sum().backward()
        found[name] = tool.told[threading.get_ident()]

    workers = [threading.Thread(target=work, args=(name,)) for name in ("left", "right")]
    for w in workers:
        w.start()
    for w in workers:
        w.join()
    assert not any(tool.open.values())
    assert tool.ranges == []  # this thread's calls were not requested
    for name in ("left", "right"):
        one = names(found[name])[: len(found[name]) // 20]
        assert names(found[name]) == one * 20 and one[:3] == [name, ">aten::mul", ">aten::sum"]


def test_a_graph_that_another_thread_walks_is_emitted_there(emit: Any, tool: Tool) -> None:
    x = wengert.ones(3, requires_grad=True)
    with emit():
        y = (x * x).sum()
    told: list[str] = []

    def walk() -> None:
        with emit():
            y.backward()
        told.extend(names(tool.told[threading.get_ident()]))

    other = threading.Thread(target=walk)
    other.start()
    other.join()
    assert "SumBackward0" in told and names(tool.ranges)[:2] == ["aten::mul", "aten::sum"]
    assert not any("Backward" in label for label in tool.ranges)


def test_it_may_be_off(emit: Any, tool: Tool) -> None:
    with emit(enabled=False) as block, emit(False) as again:
        wengert.ones(3).exp()
    assert block is None and again is None and tool.ranges == []


def test_nested_use_is_refused(emit: Any, tool: Tool) -> None:
    outer = emit()
    with outer as block:
        assert block is outer
        with pytest.raises(RuntimeError, match="Profiler is already enabled on this thread"):
            emit().__enter__()
        with pytest.raises(RuntimeError, match="annotation context manager is not reentrant"):
            outer.__enter__()
        ONE.exp()
    with pytest.raises(RuntimeError, match="(NVTX|ITT) annotation context manager is not reentrant"), outer:
        pass
    assert names(tool.ranges) == ["aten::exp"]
    with emit():  # a new one works
        ONE.exp()
    assert names(tool.ranges) == ["aten::exp"] * 2


def test_a_profile_may_run_beside_it(emit: Any, tool: Tool) -> None:
    with profiler.profile() as run, emit():
        ONE.exp()
    assert [e.name for e in run.function_events] == names(tool.ranges) == ["aten::exp"]


@pytest.mark.parametrize("name, package", [("nvtx", "nvtx"), ("itt", "ittapi")])
def test_the_extra_that_is_missing_is_named(name: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("nvtx", "ittapi", "cupy"):
        monkeypatch.setitem(sys.modules, module, None)
    block = getattr(profiler, "emit_" + name)()
    with pytest.raises(ImportError, match=rf"emit_{name} needs the {package} package.*wengert\[{name}\]") as e:
        block.__enter__()
    assert e.value.name == package
    with pytest.raises(ImportError):  # not the error that it is entered already
        block.__enter__()
    ONE.exp()


@pytest.mark.parametrize("package", ["nvtx", "ittapi"])
def test_the_package_itself_takes_ranges_where_no_tool_listens(package: str) -> None:
    pytest.importorskip(package)
    x = wengert.ones(3, requires_grad=True)
    with getattr(profiler, {"nvtx": "emit_nvtx", "ittapi": "emit_itt"}[package])(record_shapes=True):
        with profiler.record_function("Größe"):
            (x * x).sum().backward()
    assert x.grad is not None


def test_what_is_emitted_can_be_read_back(nvtx: Any, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """The round trip: ranges, the file that nvprof writes, and events again."""
    trace, clock, opened = Trace(path), itertools.count(1000, 500), []
    number = itertools.count(1)

    def push(label: str) -> None:
        opened.append(next(number))
        trace.begin(opened[-1], label, next(clock))

    monkeypatch.setattr(sys.modules["nvtx"], "push_range", push)
    monkeypatch.setattr(sys.modules["nvtx"], "pop_range", lambda: trace.end(opened.pop(), next(clock)))
    x = wengert.ones(3, 2, requires_grad=True)
    with nvtx(record_shapes=True), profiler.profile(record_shapes=True) as run:
        with profiler.record_function("mine, seq and all"):
            (x * x).sum().backward()
    trace.close()
    read = {e.name: e for e in profiler.load_nvprof(path)}
    taken = {e.name: e for e in run.function_events if not e.name.startswith("autograd::engine")}
    assert list(read) == list(taken)
    assert {k: e.input_shapes or [] for k, e in read.items()} == {k: e.input_shapes for k, e in taken.items()}
    assert read["MulBackward0"].sequence_nr == taken["MulBackward0"].sequence_nr == read["aten::mul"].sequence_nr
    assert read["aten::mul"].cpu_parent is read["mine, seq and all"]
