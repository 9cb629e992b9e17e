"""Ranges for NVIDIA's and Intel's tools, and reading what nvprof wrote of them."""

import contextlib
import sqlite3
import struct
from pathlib import Path

import pytest

from wengert.profiler import nvprof
from wengert.profiler.events import Scope

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
    assert inner.kernels[0].name in ("add(float*, float*)", "_Z3addPfS_")  # as it was written, where that can be told


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
