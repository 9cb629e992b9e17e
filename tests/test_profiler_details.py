"""The options of a profile besides times: shapes, FLOPs, memory, lines, modules; also sums and files."""

import gzip
import json
import threading

import numpy as np
import pytest

import wengert
import wengert.nn.functional as F
from tests import standin
from tests.test_profiler import check, leaf, names
from wengert._core.tools.profiler import flops
from wengert.autograd import profiler
from wengert.autograd.profiler import EventList, FunctionEvent, FunctionEventAvg, profile, record_function
from wengert.utils.checkpoint import checkpoint


def one(prof, name):
    (found,) = [e for e in prof.function_events if e.name == name]
    return found


# -- shapes


def test_shapes():
    x = wengert.ones(2, 3)
    with profile(record_shapes=True) as prof:
        x * wengert.ones(3)
        x + 1.5
        x.sum(1)
    mul, add, total = one(prof, "aten::mul"), one(prof, "aten::add"), one(prof, "aten::sum")
    assert mul.input_shapes == [[2, 3], [3]]
    assert mul.input_dtypes == ["float", "float"]
    assert add.input_shapes == [[2, 3], [], []]
    assert add.input_dtypes == ["float", "Scalar", "Scalar"]
    assert add.concrete_inputs[:2] == [None, 1.5]
    assert total.input_shapes[0] == [2, 3]


def test_averages_by_shape():
    with profile(record_shapes=True) as prof:
        for n in (2, 3, 2):
            wengert.ones(n).exp()
    rows = [r for r in prof.key_averages(group_by_input_shape=True) if r.key == "aten::exp"]
    assert [(r.count, r.input_shapes) for r in rows] == [(2, [[2]]), (1, [[3]])]
    (row,) = [r for r in prof.key_averages() if r.key == "aten::exp"]
    assert (row.count, row.input_shapes) == (3, "")


def test_shapes_are_not_noted_unasked():
    with profile() as prof:
        wengert.ones(2) * 2
    assert {str(e.input_shapes) for e in prof.function_events} == {"[]"}


# -- FLOPs


@pytest.mark.parametrize(
    ("run", "name", "count"),
    [
        (lambda: wengert.ones(2, 3) @ wengert.ones(3, 5), "aten::mm", 2 * 2 * 3 * 5),
        (lambda: wengert.ones(4, 2, 3) @ wengert.ones(4, 3, 5), "aten::bmm", 4 * 2 * 2 * 3 * 5),
        (lambda: wengert.ones(2, 3) @ wengert.ones(3), "aten::mv", 2 * 2 * 3),
        (lambda: wengert.ones(3) @ wengert.ones(3), "aten::dot", 2 * 3),
        (lambda: F.linear(wengert.ones(7, 3), wengert.ones(5, 3), wengert.ones(5)), "aten::addmm", 2 * 7 * 3 * 5),
        (
            lambda: wengert.einsum("bij,bjk->bik", wengert.ones(4, 2, 3), wengert.ones(4, 3, 5)),
            "aten::bmm",
            4 * 2 * 2 * 3 * 5,
        ),
        (
            lambda: F.conv2d(wengert.ones(2, 4, 6, 6), wengert.ones(8, 4, 3, 3), padding=1),
            "aten::convolution",
            2 * 2 * 8 * 36 * 4 * 9,
        ),
        (
            lambda: F.conv2d(wengert.ones(2, 4, 6, 6), wengert.ones(8, 2, 3, 3), groups=2),
            "aten::convolution",
            2 * 2 * 8 * 16 * 2 * 9,
        ),
        (lambda: wengert.ones(2, 3) * wengert.ones(3), "aten::mul", 6),
        (lambda: wengert.ones(2, 3).add_(1), "aten::add_", 6),
        (lambda: wengert.addcmul(wengert.ones(4), wengert.ones(4), wengert.ones(4)), "aten::addcmul", 12),
        (lambda: wengert.ones(2, 3).sum(), "aten::sum", 6),
        (lambda: wengert.ones(2, 3).mean(1), "aten::mean", 6),
        (lambda: wengert.ones(2, 3).reshape(6), "aten::reshape", 0),
        (lambda: wengert.ones(2, 3) > 1, "aten::gt", 0),
        (lambda: wengert.ones(2, 3).clone(), "aten::clone", 0),
    ],
)
def test_flops(run, name, count):
    with profile(with_flops=True) as prof:
        run()
    assert one(prof, name).flops == count
    assert prof.total_average().flops == count


def test_flops_of_backward():
    x, w = leaf(2, 3), leaf(3, 5)
    with profile(with_flops=True) as prof:
        (x @ w).backward(wengert.ones(2, 5))
    backward = one(prof, "MmBackward0")
    assert sum(e.flops for e in prof.function_events if e.cpu_parent is backward) == 2 * 2 * 2 * 3 * 5
    assert backward.flops == 0  # counted in the events within


def test_flops_of_an_elementwise_backward():
    a, b = leaf(4), leaf(4)
    with profile(with_flops=True) as prof:
        (a * b).backward(wengert.ones(4))
    assert one(prof, "MulBackward0").flops == 2 * 4  # g * b and g * a
    with profile(with_flops=True) as prof:
        wengert.tanh(a).backward(wengert.ones(4))
    backward = one(prof, "TanhBackward0")  # g * (1 - out * out): a program of its own, or an operation within
    assert sum(e.flops for e in prof.function_events if backward in (e, e.cpu_parent)) == 3 * 4


def test_flops_under_vmap():
    x = wengert.ones(5, 2, 3)
    with profile(with_flops=True) as prof:
        wengert.func.vmap(lambda a: a * 2)(x)
        wengert.func.vmap(lambda a: a @ wengert.ones(3, 4))(x)
    assert prof.total_average().flops == 5 * 6 + 5 * 2 * 2 * 3 * 4


def test_tables_of_flops_name_rows():
    from wengert._core.dispatch.registry import REGISTRY

    known = {*flops.NONE, *flops.PER_RESULT, *flops.PER_INPUT, *flops.SPECIAL}
    assert known <= set(REGISTRY)
    assert all(REGISTRY[n].elementwise or n in ("clone", "_to") for n in flops.NONE)


# -- memory


def test_memory_of_an_operation():
    x = wengert.ones(256)
    with profile(profile_memory=True) as prof:
        y = x * 2
    assert one(prof, "aten::mul").cpu_memory_usage == one(prof, "aten::mul").self_cpu_memory_usage == 1024
    assert prof.peak_memory == 1024
    del y


def test_memory_is_given_back():
    x = wengert.ones(256)
    with profile(profile_memory=True) as prof:
        with record_function("within"):
            y = x * 2
            del y
        y = x * 3
        del y
    within, (first, second) = one(prof, "within"), [e for e in prof.function_events if e.name == "aten::mul"]
    assert first.cpu_memory_usage == second.cpu_memory_usage == 1024
    assert within.self_cpu_memory_usage == -1024
    assert within.cpu_memory_usage == 0
    assert within.cpu_memory_peak == 1024
    assert one(prof, "[memory]").cpu_memory_usage == -1024
    assert prof.total_average().self_cpu_memory_usage == 0
    assert prof.peak_memory == 1024


def test_views_and_writes_take_none():
    x = wengert.ones(4, 4)
    with profile(profile_memory=True) as prof:
        x.t()
        x[0].add_(1)
        x.reshape(16)
        x.detach()
    assert {e.cpu_memory_usage for e in prof.function_events} == {0}


def test_memory_adds_up():
    x, w = leaf(16, 16), leaf(16, 16)
    with profile(profile_memory=True) as prof:
        wengert.tanh(x @ w).sum().backward()
    left = x.grad.numpy().nbytes + w.grad.numpy().nbytes
    assert sum(e.self_cpu_memory_usage for e in prof.function_events) == left
    for e in prof.function_events:
        assert e.cpu_memory_usage == e.self_cpu_memory_usage + sum(c.cpu_memory_usage for c in e.cpu_children)
        assert e.cpu_memory_peak >= max(0, e.cpu_memory_usage)
    assert prof.peak_memory >= left


def test_saved_bytes():
    x = leaf(16, 16)
    with profile(profile_memory=True) as prof:
        x.exp()
        x.sum()
        x * x
        with wengert.no_grad():
            x.exp()
    exp, total, mul, unrecorded = [e.saved_bytes for e in prof.function_events if e.name != "[memory]"]
    assert (exp, total, mul, unrecorded) == (1024, 0, 2048, 0)


# -- lines and modules


def here():
    return wengert.ones(2, requires_grad=True) * 3


def test_lines():
    with profile(with_stack=True) as prof:
        y = here()
        y.sum().backward()
    first, second = one(prof, "aten::mul").stack[:2]
    assert first == f"{__file__}({here.__code__.co_firstlineno + 1}): here"
    assert second.startswith(__file__)
    assert second.endswith(": test_lines")
    assert one(prof, "MulBackward0").stack == one(prof, "aten::mul").stack
    assert not [line for e in prof.function_events for line in e.stack if "/src/wengert/" in line]


def test_averages_by_line():
    with profile(with_stack=True) as prof:
        x = wengert.ones(2)
        x.exp()
        x.exp()
    rows = [r for r in prof.key_averages(group_by_stack_n=1) if r.key == "aten::exp"]
    assert [(r.count, len(r.stack)) for r in rows] == [(1, 1), (1, 1)]


def test_export_stacks(tmp_path):
    with profile(with_stack=True) as prof:
        x = here()
        for _ in range(100):
            x = x.exp()
    file = tmp_path / "stacks"
    prof.export_stacks(file, "self_cpu_time_total")
    for line in file.read_text().splitlines():
        stack, _, number = line.rpartition(" ")
        assert int(number) > 0
        assert " " not in stack
        assert stack.split(";")[-1].startswith(__file__)
    with pytest.raises(ValueError, match="metric should be one of"):
        prof.export_stacks(file, "nonsense")
    with profile() as prof:
        pass
    with pytest.raises(AssertionError, match="requires with_stack=True"):
        prof.export_stacks(file, "self_cpu_time_total")


class Inner:
    def forward(self, x):
        return x * 2


class Outer:
    def __init__(self):
        self.inner = Inner()

    def __call__(self, x):
        return self.forward(x)

    def forward(self, x):
        return self.inner.forward(x).exp()


def test_modules():
    with profile(with_modules=True) as prof:
        Outer()(wengert.ones(2))
    assert one(prof, "aten::mul").module_hierarchy == "Outer.Inner"
    assert one(prof, "aten::exp").module_hierarchy == "Outer"
    assert one(prof, "aten::ones").module_hierarchy == ""


# -- operations that other parts of the library run


def test_checkpoint_and_forward_mode():
    x = leaf(3)
    with profile() as prof:
        checkpoint(lambda a: a.exp().sin(), x, use_reentrant=False).sum().backward()
    assert names(prof).count("aten::exp") == 2  # the second one runs in the backward pass
    check(prof.function_events)
    with profile() as prof:
        wengert.func.jvp(lambda a: a.exp(), (wengert.ones(2),), (wengert.ones(2),))
    assert "aten::exp" in names(prof)
    check(prof.function_events)
    with profile() as prof:
        wengert.func.hessian(lambda a: (a**3).sum())(wengert.ones(2))
        wengert.func.vmap(wengert.func.grad(lambda a: (a**2).sum()))(wengert.ones(2, 3))
    check(prof.function_events)


# -- sums and tables


def test_total_average_and_self_time():
    with profile() as prof:
        leaf(3).exp().sum().backward()
    total = prof.total_average()
    assert total.key == "Total"
    assert total.count == len(prof.function_events)
    assert total.self_cpu_time_total == pytest.approx(prof.self_cpu_time_total)
    assert sum(r.count for r in prof.key_averages()) == total.count


SORT_KEYS = (
    "cpu_time", "cuda_time", "device_time", "cpu_time_total", "cuda_time_total", "device_time_total",
    "self_cpu_time_total", "self_cuda_time_total", "cpu_memory_usage", "cuda_memory_usage", "self_cpu_memory_usage",
    "self_cuda_memory_usage", "count", "flops", "saved_bytes", "key",
)  # fmt: skip


@pytest.mark.parametrize("key", SORT_KEYS)
def test_sort_keys(key):
    with profile(profile_memory=True, with_flops=True) as prof:
        leaf(3).exp().sum().backward()
    rows = sorted(prof.key_averages(), key=lambda r: getattr(r, key), reverse=True)
    shown = [line.split()[0] for line in prof.key_averages().table(sort_by=key, max_name_column_width=90).splitlines()]
    assert shown[3:-2] == [r.key.split()[0] for r in rows]
    if key != "key":
        assert len(prof.table(sort_by=key).splitlines()) == len(prof.function_events) + 5


def test_bad_sort_key():
    with profile() as prof:
        leaf(3).exp()
    with pytest.raises(AttributeError, match="'FunctionEventAvg' object has no attribute 'nonsense'"):
        prof.key_averages().table(sort_by="nonsense")
    with pytest.raises(ValueError, match="time_unit should be one of"):
        prof.table(time_unit="h")


def test_sum_of_other_events():
    a = FunctionEvent(1, "a", 1, 0.0, 5.0)
    with pytest.raises(AssertionError, match="events of different names"):
        FunctionEventAvg().add(a).add(FunctionEvent(2, "b", 1, 0.0, 5.0))
    with pytest.raises(AssertionError, match="Expected tree to be built before calling key_averages"):
        EventList([a]).key_averages()
    with pytest.raises(AssertionError, match="expected a FunctionEvent"):
        FunctionEventAvg().add(a).add("a")


def test_operations_join_forward_and_backward():
    x = leaf(4, 4)
    with profile(profile_memory=True) as prof:
        (g,) = wengert.autograd.grad(F.linear(x, x).exp().sum(), x, create_graph=True)
        g.sum().backward()
    rows = {o.name: o for o in prof.function_events.operations()}
    assert rows["aten::linear"].count == 1
    assert rows["aten::linear"].backward_count > 2  # plus the backward of its backward
    assert rows["aten::exp"].saved_bytes == 64
    assert "aten::addmm" not in rows
    ran = [e for e in prof.function_events if e.scope == 1]
    assert sum(o.backward_count for o in rows.values()) == len([e for e in ran if e.sequence_nr >= 0])
    assert sum(o.backward for o in rows.values()) == pytest.approx(
        sum(e.cpu_time_total for e in ran if e.sequence_nr >= 0)
    )
    assert "Forward" in str(prof.function_events.operations())


def test_html():
    with profile(with_stack=True) as prof, record_function("<label>"):
        here()
    html = prof._repr_html_()
    assert "<table>" in html
    assert "&lt;label&gt;" in html
    assert "<label>" not in html
    assert "<summary>timeline</summary><iframe" in html and 'sandbox="allow-scripts"' in html
    with profile() as prof:
        pass
    assert prof._repr_html_() == "<p>No events.</p>"


# -- traces


def trace_of(prof, path):
    prof.export_chrome_trace(path)
    opened = gzip.open if str(path).endswith(".gz") else open
    with opened(path, "rt") as file:
        return json.load(file)["traceEvents"]


@pytest.mark.parametrize("name", ["trace.json", "trace.json.gz"])
def test_trace(name, tmp_path):
    config = profiler._ExperimentalConfig(profile_all_threads=True)
    x = leaf(8, 8)

    def work():
        (x @ x).exp().sum().backward()

    with profile(record_shapes=True, profile_memory=True, with_stack=True, experimental_config=config) as prof:
        with record_function("label"):
            work()
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    entries = trace_of(prof, tmp_path / name)
    spans = [e for e in entries if e["ph"] == "X"]
    assert [e["name"] for e in spans] == [e.name for e in prof.function_events if e.name != "[memory]"]
    open_ = {}
    for e in spans:  # in order of start; each lies within the open spans, or after them
        stack = open_.setdefault(e["tid"], [])
        while stack and stack[-1] <= e["ts"]:
            stack.pop()
        end = e["ts"] + e["dur"]
        assert not stack or end <= stack[-1] + 1e-6
        stack.append(end)
    starts = {e["id"]: e for e in entries if e["ph"] == "s"}
    ends = {e["id"]: e for e in entries if e["ph"] == "f"}
    assert starts.keys() == ends.keys()
    assert len(starts) == 6  # three operations with a backward, twice
    for k, end in ends.items():
        (target,) = [e for e in spans if (e["ts"], e["tid"]) == (end["ts"], end["tid"])]
        (source,) = [
            e for e in spans
            if (e["ts"], e["tid"]) == (starts[k]["ts"], starts[k]["tid"]) and not e["name"].startswith("aten::matmul")
        ]  # fmt: skip
        assert target["args"]["Sequence number"] == source["args"]["Sequence number"]
        assert target["name"].lower().startswith(source["name"].removeprefix("aten::")[:2])
    counters = [e for e in entries if e["ph"] == "C"]
    assert max(e["args"]["bytes"] for e in counters) == prof.peak_memory
    assert [e["ts"] for e in counters] == sorted(e["ts"] for e in counters)
    named = {e["tid"]: e["args"]["name"] for e in entries if e["ph"] == "M" and e["name"] == "thread_name"}
    assert named == {1: "thread 1", 2: "thread 2"}
    mm = next(e for e in spans if e["name"] == "aten::mm")
    assert mm["args"]["Input Dims"] == [[8, 8], [8, 8]]
    assert "test_trace" in mm["args"]["Call stack"]


def test_trace_of_nothing(tmp_path):
    with profile() as prof:
        pass
    assert [e["ph"] for e in trace_of(prof, tmp_path / "t.json")] == ["M"]


def test_trace_of_strange_arguments(tmp_path):
    with profile(record_shapes=True) as prof:
        wengert.ones(2).to(wengert.float64)
        wengert.ones(4)[np.array([0, 1])]
        wengert.full((2,), float("inf"))
    assert trace_of(prof, tmp_path / "t.json")


# -- devices


def test_devices_that_are_not_there():
    with pytest.warns(UserWarning, match="The xpu is not a valid device option"):
        assert profile(use_device="xpu").use_device is None
    with pytest.raises(AssertionError, match=r"Device-only events supported only with Kineto \(use_kineto=True\)"):
        profile(use_cpu=False)
    with pytest.raises(AssertionError, match="No activities specified for the profiler"):
        profile(use_cpu=False, use_kineto=True)
    with pytest.raises(NotImplementedError, match="profiler_metrics"):
        profiler._ExperimentalConfig(profiler_metrics=["sm__cycles"])


@pytest.mark.skipif(wengert.cuda.is_available(), reason="there is a GPU")
def test_no_gpu():
    with (
        pytest.warns(FutureWarning, match="The attribute `use_cuda` will be deprecated soon"),
        pytest.warns(UserWarning, match="CUDA is not available, disabling CUDA profiling"),
    ):
        prof = profile(use_cuda=True)
    with prof:
        wengert.ones(2) * 2
    assert names(prof) == ["aten::ones", "aten::mul"]


@pytest.fixture(params=["stand-in", pytest.param("GPU", marks=pytest.mark.gpu)])
def gpu(request, monkeypatch):
    if request.param == "stand-in":
        standin.install(monkeypatch)


def test_time_on_a_gpu(gpu):
    x = wengert.ones(512, 512, device="cuda", requires_grad=True)
    with profile(use_device="cuda", profile_memory=True) as prof:
        y = x @ x
        y.sum().backward()
    mm = one(prof, "aten::mm") if names(prof).count("aten::mm") == 1 else prof.function_events[0]
    assert mm.device_time_total > 0
    assert "CUDA total" in prof.key_averages().table(sort_by="cuda_time_total")
    assert prof.total_average().self_device_time_total > 0
    assert max(e.device_memory_usage for e in prof.function_events) >= 1 << 20
    for e in prof.function_events:
        assert e.self_device_time_total >= 0
    with profile(use_device="cuda", use_kineto=True, use_cpu=False) as prof:
        x @ x
    assert {e.device_type for e in prof.function_events} == {profiler.DeviceType.CUDA}


def test_profiler_util() -> None:
    from wengert.autograd import profiler, profiler_util

    assert profiler_util.EventList is profiler.EventList and profiler_util.Kernel("k", 0, 2.0).duration == 2.0
    names = profiler_util.StringTable()
    assert (names["MulBackward0"], names["t"]) == ("MulBackward0", "t")
    assert names["_ZN3foo3barEi"] in ("foo::bar(int)", "_ZN3foo3barEi")  # without a C++ library, the name itself

    class At:
        def __init__(self, ns: int) -> None:
            self.ns = ns

        def start_ns(self) -> int:
            return self.ns

    records = [(At(ns), ns) for ns in (30, 10, 20, 20)]
    found = profiler_util.MemRecordsAcc(records).in_interval
    assert [ns for _, ns in found(10, 20)] == [10, 20, 20] and not list(found(31, 40))
