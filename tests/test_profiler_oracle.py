"""The same programs and the same events on PyTorch: its profiler and ours show the same."""

import importlib
import random
import re

import pytest

import wengert
from tools.signatures import SILENT
from wengert._core.dispatch.registry import COMPOSITES, REGISTRY
from wengert._core.tools.profiler import names as naming

pytestmark = pytest.mark.oracle
torch = pytest.importorskip("torch")

OURS = importlib.import_module("wengert.autograd.profiler")
THEIRS = importlib.import_module("torch.autograd.profiler_util")


# -- made-up events: sums and tables


def made(module, seed, device):
    """Nested events of two threads, with all values that a table can show."""
    r = random.Random(seed)
    events = []

    def within(start, end, thread, levels):
        at = start
        while levels and at < end - 20 and r.random() < 0.8:
            begin = at + r.uniform(1, (end - at) / 4)
            stop = begin + r.uniform(1, (end - begin) / 2)
            event = module.FunctionEvent(
                len(events),
                r.choice(["aten::a", "aten::bb", "label " * 12]) + str(levels),  # only ours merges events of one name
                thread,
                begin,
                stop,
                overload_name="",
                input_shapes=r.choice([[], [[1, 2], [3]], [[1] * 60]]) if seed % 2 else [],
                stack=r.choice([[], ["f.py(3): g", "zz.py(9): h"], ["q" * 100]]) if seed % 3 == 0 else [],
                flops=r.choice([0, 20, 5000]),
                cpu_memory_usage=r.choice([0, 5, -5000, 7 << 20, 3 << 30]),
                device_memory_usage=r.choice([0, 0, 3000]),
                use_device=device,
                sequence_nr=r.choice([-1, 3, 4]),
                fwd_thread=0,
                is_user_annotation=r.random() < 0.2,
            )
            if device and not r.randrange(3):
                event.append_kernel("k", 0, r.random() * 100)
            events.append(event)
            within(begin, stop, thread, levels - 1)
            at = stop + r.uniform(1, 9)

    for thread in (1, 2):
        within(0.0, r.choice([500.0, 5e4, 5e6]), thread, 3)
    flops = seed % 6 in (1, 2) and seed % 3 != 0  # with lines too, PyTorch swaps the two columns
    out = module.EventList(events, use_device=device, profile_memory=seed % 4 == 1, with_flops=flops)
    out._build_tree()
    return out


FIELDS = (
    "key", "count", "cpu_time_total", "self_cpu_time_total", "device_time_total", "self_device_time_total",
    "cpu_memory_usage", "self_cpu_memory_usage", "self_device_memory_usage", "flops", "input_shapes", "stack",
    "is_user_annotation", "node_id",
)  # fmt: skip
TABLES = (
    {},
    {"sort_by": "cpu_time_total"},
    {"sort_by": "cuda_time", "row_limit": 3},
    {"top_level_events_only": True, "header": "A header"},
    {"time_unit": "ms", "max_name_column_width": 20, "max_shapes_column_width": 30, "max_src_column_width": 40},
)


def shares(table):
    """A table without the share of each event in the total device time.

    PyTorch's total includes only kernels that are events themselves, not kernels that belong to an event.
    """
    rows = [line for line in table.splitlines() if not line.startswith("Self CUDA time total")]
    return [re.sub(r"( +)(NaN|[0-9.]+%)(?= +[0-9.]+m?u?s +[0-9.]+m?u?s +[0-9]+ )", "", row) for row in rows]


@pytest.mark.parametrize("device", [None, "cuda"])
@pytest.mark.parametrize("seed", range(24))
def test_made_events(seed, device):
    ours, theirs = made(OURS, seed, device), made(THEIRS, seed, device)
    assert [repr(e) for e in ours] == [repr(e) for e in theirs]
    for kind in (lambda events: events, lambda events: events.key_averages(), lambda e: e.key_averages(True, 1)):
        mine, control = kind(ours), kind(theirs)
        for options in TABLES:
            try:
                expected = shares(control.table(**options))
            except AssertionError:  # it cannot divide by a total of zero
                continue
            assert shares(mine.table(**options)) == expected
    for mine, control in zip(ours.key_averages(True, 2), theirs.key_averages(True, 2), strict=True):
        assert {n: getattr(mine, n) for n in FIELDS} == {n: getattr(control, n) for n in FIELDS}
    assert repr(ours.total_average()) == repr(theirs.total_average())
    assert ours.self_cpu_time_total == pytest.approx(theirs.self_cpu_time_total)


def test_export_stacks(tmp_path):
    mine, control = tmp_path / "ours", tmp_path / "theirs"
    made(OURS, 3, None).export_stacks(str(mine), "self_cpu_time_total")
    made(THEIRS, 3, None).export_stacks(str(control), "self_cpu_time_total")
    assert mine.read_text() == control.read_text() != ""


# -- the names


def test_names_are_those_of_pytorch():
    published = {n for n, fn in COMPOSITES.items() if n not in SILENT and fn.__module__.startswith("wengert.")}
    found = [naming.operation(n) for n in REGISTRY] + [naming.published(n) for n in published]
    missing = {n for n in found if n.startswith("aten::") and not hasattr(torch.ops.aten, n[6:])}
    assert not missing, "say in wengert/profiler/names.py what they are called"


# -- programs


def chain(lib):
    x = lib.ones(3, 3, requires_grad=True)
    return lambda: ((x * x).exp() @ x).sum().backward()


def layers(lib):
    x, w, b = lib.ones(4, 3), lib.ones(3, 2, requires_grad=True), lib.ones(4, 2, requires_grad=True)
    return lambda: lib.nn.functional.relu(lib.matmul(x, w) + b).tanh().mean().backward()


def writes(lib):
    x = lib.ones(3, 3, requires_grad=True)

    def run():
        y = x * 1
        y.add_(1)
        y.relu_()
        y.t().sum().backward()

    return run


def labels(lib):
    x = lib.ones(3, requires_grad=True)
    record_function = lib.autograd.profiler.record_function

    def run():
        with record_function("outer"):
            with record_function("inner"):
                y = x.sin()
            y.cos().sum().backward()

    return run


def custom(lib):
    class Twice(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = lib.ones(3, requires_grad=True)
    return lambda: Twice.apply(x).sum().backward()


def gradients(lib):
    x = lib.ones(3, requires_grad=True)
    return lambda: lib.autograd.grad((x * x).sum(), x)


def twice(lib):
    x = lib.ones(3, requires_grad=True)

    def run():
        (g,) = lib.autograd.grad(x.exp().sum(), x, create_graph=True)
        g.sum().backward()

    return run


INSIDE = {"aten::ones_like", "aten::add_", "aten::detach", "aten::resolve_conj"}  # called by PyTorch's engine


def shown(lib, program):
    """Summarise the profile of a program.

    Names by depth, without the events inside operations and backward formulas; and for each backward formula, the
    operation that recorded its node.
    """
    run = program(lib)
    with lib.autograd.profiler.profile() as prof:
        run()
    outline, forward, tied = [], {}, []
    for e in prof.function_events:
        above, depth = e.cpu_parent, 0
        while above is not None and not (above.name.startswith("aten::") or above.scope == 1):
            above, depth = above.cpu_parent, depth + 1
        if above is None and not (e.name in INSIDE and (depth == 1 or e.name == "aten::ones_like")):
            outline.append((depth, e.name, e.scope, e.is_user_annotation))
        if e.scope == 0 and not e.fwd_thread and e.sequence_nr >= 0:
            forward.setdefault(e.sequence_nr, e.name)
        elif e.scope == 1 and e.sequence_nr >= 0:
            tied.append((e.name, forward.get(e.sequence_nr), e.fwd_thread == e.thread))
    return outline, tied


@pytest.mark.parametrize("program", [chain, layers, writes, labels, custom, gradients])
def test_programs(program):
    ours, theirs = shown(wengert, program), shown(torch, program)
    assert ours == theirs


def test_double_backward():
    ours, theirs = shown(wengert, twice)[1], shown(torch, twice)[1]
    assert [name for name, *_ in ours] == [name for name, *_ in theirs]
    assert all(forward is not None for _, forward, _ in ours)


def test_flops_and_shapes():
    def run(lib):
        x, w = lib.ones(2, 3), lib.ones(3, 5)
        with lib.autograd.profiler.profile(record_shapes=True, with_flops=True) as prof:
            x @ w
            lib.bmm(lib.ones(4, 2, 3), lib.ones(4, 3, 5))
            x * lib.ones(3)
            x + x
            lib.nn.functional.conv2d(lib.ones(2, 4, 6, 6), lib.ones(8, 4, 3, 3), padding=1)
        wanted = ("aten::mm", "aten::bmm", "aten::mul", "aten::add", "aten::conv2d")
        found = {}
        for e in prof.function_events:
            if e.name in wanted:
                total = e.flops or sum(c.flops for c in e.cpu_children)
                found[e.name] = total, e.input_shapes[:2]
        return found

    assert run(wengert) == run(torch)


def test_errors():
    def run(lib):
        profile = lib.autograd.profiler.profile
        prof = profile()
        with prof:
            pass
        found = []
        for call in (
            prof.__enter__, lambda: prof.table(sort_by="nonsense"), lambda: prof.export_stacks("x", "nonsense"),
            lambda: profile(use_cpu=False), lambda: profile(use_cpu=False, use_kineto=True),
        ):  # fmt: skip
            try:
                call()
                found.append(None)
            except Exception as e:
                found.append((type(e), str(e).split(":")[0]))
        return found

    for mine, control in zip(run(wengert), run(torch), strict=True):  # ours may go on: they say what to do
        assert mine == control or (mine[0] is control[0] and mine[1].startswith(control[1]))
