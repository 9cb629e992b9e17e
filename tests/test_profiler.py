"""The profiler: which calls become events, how events nest, and how they are linked."""

import asyncio
import concurrent.futures
import sys
import threading

import pytest

import wengert
from tests import laws
from wengert._core.tape.node import AccumulateGrad
from wengert._core.tape.state import current
from wengert.autograd import profiler
from wengert.autograd.profiler import profile, record_function


def leaf(*shape):
    return wengert.randn(*shape, requires_grad=True)


def names(prof):
    return [e.name for e in prof.function_events]


def depth(e):
    return 0 if e.cpu_parent is None else 1 + depth(e.cpu_parent)


def outline(prof):
    """The names of events, indented by their depth."""
    return [". " * depth(e) + e.name for e in prof.function_events]


def check(events):
    """Check the laws that hold for every profile."""
    events = [e for e in events if e.name != "[memory]"]
    assert [e.id for e in events] == sorted(e.id for e in events)
    for e in events:
        assert e.time_range.start <= e.time_range.end
        assert e.self_cpu_time_total >= 0
        for child in e.cpu_children:
            assert child.cpu_parent is e
            assert e.time_range.start <= child.time_range.start <= child.time_range.end <= e.time_range.end
        for before, after in zip(e.cpu_children, e.cpu_children[1:], strict=False):
            assert before.time_range.end <= after.time_range.start
    tops = [e for e in events if e.cpu_parent is None and not e.is_async]
    total = sum(e.self_cpu_time_total for e in events)
    assert total == pytest.approx(sum(e.cpu_time_total for e in tops))
    by_thread = {}
    for e in tops:
        assert by_thread.get(e.thread, 0) <= e.time_range.start
        by_thread[e.thread] = e.time_range.end


# -- calls that become events


def test_forward_and_backward():
    x = leaf(3, 3)
    with profile() as prof:
        (x * x).sum().backward()
    assert outline(prof) == [
        "aten::mul",
        "aten::sum",
        "autograd::engine::evaluate_function: SumBackward0",
        ". SumBackward0",
        ". . aten::expand",
        "autograd::engine::evaluate_function: MulBackward0",
        ". MulBackward0",
        "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad",
        ". torch::autograd::AccumulateGrad",
    ]
    check(prof.function_events)


def test_forms_of_an_operation():
    x = wengert.ones(3)
    with profile() as prof:
        x + 1
        x.add_(1)
        wengert.add(x, 1, out=wengert.empty(3))
        x[0].mul_(2)
        wengert.nn.functional.linear(x, wengert.ones(2, 3), wengert.ones(2))
    assert outline(prof) == [
        "aten::add", "aten::add_", "aten::empty", "aten::add", "aten::select", "aten::mul_", "aten::ones", "aten::ones",
        "aten::linear", ". aten::addmm",
    ]  # fmt: skip


def test_nothing_of_what_is_outside():
    x = leaf(3)
    y = x * x
    with profile() as prof:
        pass
    (y + 1).sum().backward()
    assert names(prof) == []
    assert current().tools is None


def test_disabled():
    with profile(enabled=False) as prof:
        leaf(3) * 2
        assert current().tools is None
    assert names(prof) == []
    assert prof.table() == ""


def test_function():
    class Twice(wengert.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = leaf(3)
    with profile() as prof:
        Twice.apply(x).sum().backward()
    assert outline(prof)[:2] == ["Twice", ". aten::mul"]
    forward = prof.function_events[0]
    backward = next(e for e in prof.function_events if e.name == "TwiceBackward")
    assert forward.sequence_nr == backward.sequence_nr >= 0
    assert [c.name for c in backward.cpu_children] == ["aten::mul"]
    check(prof.function_events)


def test_hooks_are_outside_the_backward():
    x = leaf(3)
    y = x * 2
    y.register_hook(lambda g: g.exp())
    y.grad_fn.register_prehook(lambda gs: (gs[0].sin(),))
    y.grad_fn.register_hook(lambda gi, go: (gi[0].cos(), None))
    x.register_hook(lambda g: g.tanh())
    x.register_post_accumulate_grad_hook(lambda t: (t.grad.neg(), None)[1])
    with profile() as prof:
        y.sum().backward()
    assert outline(prof)[4:] == [
        "autograd::engine::evaluate_function: MulBackward0",
        ". aten::exp",
        ". aten::sin",
        ". MulBackward0",
        ". aten::cos",
        "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad",
        ". aten::tanh",
        ". torch::autograd::AccumulateGrad",
        ". . aten::neg",
    ]
    check(prof.function_events)


def test_what_only_captures_runs_no_backward():
    x = leaf(3)
    y = x * 2
    with profile() as prof:
        wengert.autograd.grad(y.sum(), (x, y))
    assert "torch::autograd::AccumulateGrad" not in names(prof)
    assert names(prof)[-1] == "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad"


# -- sequence numbers


def test_numbers_tie_backward_to_forward():
    x, w = leaf(3, 3), leaf(3, 3)
    with profile() as prof:
        y = x * w
        z = wengert.tanh(y) @ w
        z.sum().backward()
    made = {"aten::mul": y.grad_fn, "aten::mm": z.grad_fn, "aten::tanh": z.grad_fn.next_functions[0][0]}
    for name, node in made.items():
        forward = next(e for e in prof.function_events if e.name == name)
        backward = next(e for e in prof.function_events if e.name == node.name())
        assert forward.sequence_nr == backward.sequence_nr == node._sequence_nr()
        assert forward.fwd_thread == 0
        assert backward.fwd_thread == forward.thread
        assert backward.scope == 1
    unrecorded = [e for e in prof.function_events if e.cpu_parent is not None and e.cpu_parent.scope == 1]
    assert unrecorded
    assert {e.sequence_nr for e in unrecorded} == {-1}


def test_numbers_through_double_backward():
    x = leaf(3)
    with profile() as prof:
        (g,) = wengert.autograd.grad((x**3).sum(), x, create_graph=True)
        g.sum().backward()
    first = next(e for e in prof.function_events if e.name == "PowBackward0")
    again = {c.sequence_nr for c in first.cpu_children}
    assert len(again) == len(first.cpu_children) > 1
    assert min(again) > first.sequence_nr
    later = [e for e in prof.function_events if e.scope == 1 and e.time_range.start > first.time_range.end]
    assert again <= {e.sequence_nr for e in later}


def test_numbers_of_writes_and_views():
    x = leaf(3, 3)
    with profile() as prof:
        y = x * 1
        y[0].mul_(2)
        y.add_(1)
        y.sum().backward()
    ran = {e.sequence_nr: e.name for e in prof.function_events if e.scope == 1 and e.sequence_nr >= 0}
    recorded = {e.sequence_nr: e.name for e in prof.function_events if e.scope == 0 and not e.fwd_thread}
    assert {name: recorded[seq] for seq, name in ran.items()} == {
        "SumBackward0": "aten::sum", "AddBackward0": "aten::add_", "CopySlices": "aten::mul_",
        "MulBackward0": "aten::mul",
    }  # fmt: skip


def test_no_number_where_nothing_is_recorded():
    x = leaf(3)
    with profile() as prof, wengert.no_grad():
        x * x
        x.add_(1)
    assert [e.sequence_nr for e in prof.function_events] == [-1, -1]


# -- ranges


def test_ranges_nest():
    x = leaf(3)
    with profile() as prof, record_function("outer", "some text"):
        with record_function("inner"):
            x * x
        x + 1
    assert outline(prof) == ["outer", ". inner", ". . aten::mul", ". aten::add"]
    assert [e.is_user_annotation for e in prof.function_events] == [True, True, False, False]
    assert prof.function_events[0].scope == 7
    check(prof.function_events)


def test_range_as_decorator():
    @record_function("label")
    def f(x):
        """Documented."""
        return f(x - 1) if x.item() > 0 else x

    one = wengert.tensor(1.0)
    with profile() as prof:
        f(one)
    assert outline(prof) == ["label", ". aten::sub", ". label"]
    assert f.__doc__ == "Documented."


def test_range_of_a_coroutine():
    @record_function("label")
    async def f(x):
        await asyncio.sleep(0)
        return x * 2

    ones = wengert.ones(2)
    with profile() as prof:
        asyncio.run(f(ones))
    assert outline(prof) == ["label", ". aten::mul"]


def test_interleaved_coroutines():
    first, second = record_function("first"), record_function("second")
    with profile() as prof:
        first.__enter__()
        second.__enter__()
        wengert.ones(2) * 2
        first.__exit__()
        wengert.ones(2) + 2
        second.__exit__()
    events = {e.name: e for e in prof.function_events}
    assert events["first"].is_async
    assert not events["second"].is_async
    assert [c.name for c in events["second"].cpu_children] == ["aten::ones", "aten::mul", "aten::ones", "aten::add"]
    check(prof.function_events)


def test_range_that_is_left_open():
    with profile() as prof:
        record_function("open").__enter__()
        wengert.ones(2) * 2
    assert outline(prof) == ["open", ". aten::ones", ". aten::mul"]
    check(prof.function_events)


def test_range_that_outlives_what_it_began_in():
    ranges = []

    class Opens(wengert.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ranges.append(record_function("opened inside").__enter__())
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g

    with profile() as prof:
        Opens.apply(leaf(2))
        ranges[0].__exit__()
    events = {e.name: e for e in prof.function_events}
    assert events["opened inside"].is_async
    assert [c.name for c in events["Opens"].cpu_children] == ["aten::mul"]
    check(prof.function_events)


def test_range_ends_in_another_thread():
    r = record_function("moved")
    with profile() as prof:
        r.__enter__()
        wengert.ones(2) * 2
        thread = threading.Thread(target=r.__exit__)
        thread.start()
        thread.join()
    events = {e.name: e for e in prof.function_events}
    assert events["moved"].is_async
    assert events["moved"].self_cpu_time_total == 0
    assert events["aten::mul"].cpu_parent is None


def test_range_ends_with_a_future():
    future = concurrent.futures.Future()
    with profile() as prof:
        with record_function("until done") as r:
            assert r._call_end_callbacks_on_future(future) is future
        wengert.ones(2) * 2
        future.set_result(None)
    assert outline(prof) == ["until done", ". aten::ones", ". aten::mul"]
    with pytest.raises(RuntimeError, match="can only be called once"):
        r._call_end_callbacks_on_future(future)


def test_range_without_profile():
    with record_function("nothing"):
        pass
    with pytest.raises(TypeError, match="expected a str as name, got int"):
        record_function(3)


# -- threads and nesting


def test_other_threads():
    x = leaf(3)

    def work():
        (x * x).sum().backward()

    with profile() as mine:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    config = profiler._ExperimentalConfig(profile_all_threads=True)
    with profile(experimental_config=config) as all_:
        x + 1
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert names(mine) == []
    assert {e.name: e.thread for e in all_.function_events if depth(e) == 0 and "::engine" not in e.name} == {
        "aten::add": 1, "aten::mul": 2, "aten::sum": 2,
    }  # fmt: skip
    backward = next(e for e in all_.function_events if e.name == "MulBackward0")
    assert backward.thread == backward.fwd_thread == 2
    check(all_.function_events)


def test_a_thread_that_is_there_already():
    config = profiler._ExperimentalConfig(profile_all_threads=True)
    x = wengert.ones(2)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(x.exp).result()
        with profile(experimental_config=config) as prof:
            pool.submit(x.sin).result()
        pool.submit(x.cos).result()
    assert names(prof) == ["aten::sin"]


def test_forward_here_backward_there():
    x = leaf(3)
    config = profiler._ExperimentalConfig(profile_all_threads=True)
    with profile(experimental_config=config) as prof:
        y = (x * x).sum()
        thread = threading.Thread(target=y.backward)
        thread.start()
        thread.join()
    backward = next(e for e in prof.function_events if e.name == "MulBackward0")
    assert (backward.thread, backward.fwd_thread) == (2, 1)


def test_walks_within_walks():
    class Inner(wengert.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, g):
            with wengert.enable_grad():
                z = wengert.ones(2, requires_grad=True)
                (z.exp()).sum().backward()
            return g

    with profile() as prof:
        Inner.apply(leaf(2)).sum().backward()
    exp = next(e for e in prof.function_events if e.name == "ExpBackward0")
    above = []
    while exp.cpu_parent is not None:
        exp = exp.cpu_parent
        above.append(exp.name)
    assert "InnerBackward" in above
    check(prof.function_events)


def test_profiles_nest():
    x = leaf(3)
    with profile() as outer:
        x * x
        with profile() as inner:
            x + x
        x - x
    assert names(outer) == ["aten::mul", "aten::add", "aten::sub"]
    assert names(inner) == ["aten::add"]


def test_one_object_measures_one_block():
    prof = profile()
    with prof:
        pass
    with pytest.raises(RuntimeError, match="Profiler context manager is not reentrant"), prof:
        pass
    assert current().tools is None


def test_error_inside():
    x = leaf(3)
    with pytest.raises(ZeroDivisionError), profile() as prof:
        x * x
        1 / 0  # noqa: B018
    assert names(prof) == ["aten::mul"]
    assert current().tools is None


def test_error_in_an_operation_and_in_a_backward():
    class Fails(wengert.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, g):
            raise ValueError("no gradient today")

    x = leaf(3)
    y = Fails.apply(x * 2).sum()
    with profile() as prof:
        with pytest.raises(RuntimeError):
            x.expand(2, 2)
        with pytest.raises(ValueError, match="no gradient today"):
            y.backward()
        x + 1
    assert outline(prof)[-3:] == [
        "autograd::engine::evaluate_function: FailsBackward", ". FailsBackward", "aten::add",
    ]  # fmt: skip
    check(prof.function_events)


def test_before_it_is_over():
    prof = profile()
    assert repr(prof) == str(prof) == "<unfinished wengert.autograd.profile>"
    with prof:
        wengert.ones(2)
        assert list(prof.key_averages()) == []
        assert prof.self_cpu_time_total == 0
        with pytest.raises(RuntimeError, match="Profiler didn't finish running"):
            prof.export_chrome_trace("nowhere")
    assert names(prof) == ["aten::ones"]


def test_leaving_inside_an_operation():
    prof = profile()

    def stop(g):
        prof.__exit__(None, None, None)

    y = leaf(3) * 2
    y.register_hook(stop)
    prof.__enter__()
    y.sum().backward()
    assert names(prof)[-1] == "autograd::engine::evaluate_function: MulBackward0"
    check(prof.function_events)


@pytest.mark.filterwarnings("ignore:Anomaly Detection")
def test_with_anomaly_mode_and_hooks_on_saved():
    x = leaf(3)
    with profile() as prof, wengert.autograd.detect_anomaly(), wengert.autograd.graph.save_on_cpu():
        (x * x).sum().backward()
    assert "MulBackward0" in names(prof)
    assert "torch::autograd::AccumulateGrad" in names(prof)
    check(prof.function_events)


def test_a_profile_leaves_all_modules_alone():
    modules = {name: m for name, m in sys.modules.items() if name.startswith("wengert.")}
    before = {name: dict(vars(m)) for name, m in modules.items()}
    with profile() as prof:
        leaf(3, 3) @ leaf(3, 3)
        assert all(vars(modules[name]).get(k) is v for name, names in before.items() for k, v in names.items())
    assert "aten::matmul" in names(prof)


# -- the laws, over all operations


def well_formed(case):
    """Events nest. Every node of the graph has an event that is linked to the operation that recorded it."""
    nodes = set()
    xs = laws.tensors(case.point, requires_grad=True)
    with profile(record_shapes=True, with_flops=True, profile_memory=True) as prof:
        live = [y for y in case.at(xs) if y.requires_grad]
        if live:
            waiting = [y.grad_fn for y in live]
            while waiting:
                node = waiting.pop()
                if node is not None and node not in nodes and not isinstance(node, AccumulateGrad):
                    nodes.add(node)
                    waiting += [n for n, _ in node.next_functions]
            wengert.autograd.backward(live, [wengert.ones_like(y) for y in live])
    check(prof.function_events)
    ran = {e.sequence_nr for e in prof.function_events if e.scope == 1 and e.sequence_nr >= 0}
    recorded = {e.sequence_nr for e in prof.function_events if e.scope == 0 and not e.fwd_thread}
    assert ran == {n._sequence_nr() for n in nodes}
    assert ran <= recorded
    assert all(e.flops >= 0 and e.saved_bytes >= 0 for e in prof.function_events)
    assert sum(e.self_cpu_memory_usage for e in prof.function_events) <= prof.peak_memory


@pytest.mark.parametrize("name", laws.NAMES)
def test_every_operation(name):
    laws.check(well_formed, name)
