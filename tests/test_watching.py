"""Tools: who is told of what, in which threads and in which order, and what attaching them leaves alone."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import wengert
from wengert._core.tape import watching
from wengert._core.tape.state import current, everywhere
from wengert._core.tape.watching import (
    BACKWARD,
    CALLS,
    COMPOSITE,
    COMPUTES,
    NODES,
    OPERATION,
    PASSES,
    SAVES,
    WRITES,
    PassWatcher,
    Tool,
    attach,
    attaching,
    compute_with,
    detach,
)
from wengert.autograd import graph, profiler


def leaf(*values: float) -> Any:
    return wengert.tensor(values or (1.0, 2.0), requires_grad=True)


@pytest.fixture(autouse=True)
def nothing_attached() -> Iterator[None]:
    """Check that a test leaves no tool behind, in no thread."""
    yield
    assert everywhere.tools is None and watching.attached == []


class Calls(Tool):
    """Notes the operations and composites that begin and end."""

    events = CALLS

    def __init__(self, name: str = "", log: list[Any] | None = None) -> None:
        self.name = name
        self.log: list[Any] = [] if log is None else log

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        said = (
            what.name if kind == OPERATION else what if kind == COMPOSITE else what.name() if kind == BACKWARD else ""
        )
        self.log.append((self.name + "+", said))
        return said

    def end(self, begun: Any, result: Any) -> None:
        self.log.append((self.name + "-", begun))

    @property
    def began(self) -> list[str]:
        return [said for sign, said in self.log if sign.endswith("+")]


def in_another_thread(work: Callable[[], Any]) -> Any:
    """Return what ``work()`` returns there, or raise what it raises."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append((True, work()))
        except BaseException as error:
            found.append((False, error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    done, value = found[0]
    if not done:
        raise value
    return value


# -- threads


def names_of_modules() -> dict[str, dict[str, Any]]:
    found = {name: m for name, m in sys.modules.items() if name.startswith("wengert.") and m is not None}
    return {name: dict(vars(m)) for name, m in found.items()}


def test_a_tool_of_one_thread_changes_nothing_for_another() -> None:
    """The other thread calls composites while this one is watched, and sees the same functions as before."""
    before = names_of_modules()
    x, tool = leaf(), Calls()

    def work() -> Any:
        assert current().tools is None
        y = wengert.matmul(x, x)  # a composite
        y.backward()
        now = names_of_modules()
        return [(m, k) for m, names in before.items() for k, v in names.items() if now[m].get(k, v) is not v]

    with attaching(tool), profiler.profile() as prof:
        changed = in_another_thread(work)
        wengert.flatten(x)
    assert changed == []
    assert tool.began[0] == "flatten"
    assert "aten::flatten" in [e.name for e in prof.function_events]
    assert "aten::matmul" not in [e.name for e in prof.function_events]


def test_a_tool_of_all_threads() -> None:
    x, tool, waits, goes = leaf(), Calls(), threading.Event(), threading.Event()

    def running() -> Any:
        goes.set()
        waits.wait()
        return wengert.flatten(x)

    started = threading.Thread(target=running)  # which has a state when the tool comes
    started.start()
    goes.wait()
    attach(tool, all_threads=True)
    try:
        waits.set()
        started.join()
        assert tool.began[0] == "flatten"
        tool.log.clear()
        in_another_thread(lambda: wengert.flatten(x))  # a thread that begins later
        assert tool.began[0] == "flatten"
    finally:
        in_another_thread(lambda: detach(tool))  # from anywhere
    assert current().tools is None
    tool.log.clear()
    in_another_thread(lambda: wengert.flatten(x))
    assert tool.log == []


def test_threads_without_tools_of_their_own_share_those_of_all() -> None:
    tool = Calls()
    attach(tool, all_threads=True)
    try:
        assert in_another_thread(lambda: current().tools) is everywhere.tools is not None
    finally:
        detach(tool)


def test_one_object_of_hooks_may_serve_several_threads() -> None:
    x, packed = leaf(), []
    hooks = graph.saved_tensors_hooks(lambda t: packed.append(threading.get_ident()) or t, lambda t: t)

    def other() -> None:
        with hooks:
            x.exp()

    with hooks:
        in_another_thread(other)
        x.exp()
    x.exp()
    assert len(packed) == 2 and packed[1] == threading.get_ident() != packed[0]


def test_a_write_by_another_thread_is_copied_before() -> None:
    x = wengert.ones(2, requires_grad=True)
    with graph.allow_mutation_on_saved_tensors():
        y = x.clone()
        out = (y**2).sum()
        in_another_thread(lambda: y.detach().mul_(5))
        out.backward()
    assert x.grad.tolist() == [2.0, 2.0]


# -- several tools, in any order


def test_several_tools_begin_in_order_and_end_in_reverse() -> None:
    log: list[Any] = []
    x = wengert.ones(2)
    a, b, c = Calls("a", log), Calls("b", log), Calls("c", log)
    with attaching(a), attaching(b):
        attach(c, all_threads=True)
        x.exp()
        detach(c)
    assert [sign for sign, _ in log] == ["c+", "a+", "b+", "b-", "a-", "c-"]


def test_a_tool_attached_twice_is_told_twice_until_it_is_detached_twice() -> None:
    tool, x = Calls(), wengert.ones(2)
    for count in (1, 2):
        attach(tool)
        tool.log.clear()
        x.exp()
        assert tool.began == ["exp"] * count
    detach(tool)
    tool.log.clear()
    x.exp()
    assert tool.began == ["exp"]
    detach(tool)
    detach(tool)  # which is not attached: nothing happens
    assert current().tools is None


def test_of_a_tool_attached_twice_the_latest_goes_first() -> None:
    log: list[Any] = []
    a, b, x = Calls("a", log), Calls("b", log), wengert.ones(2)
    with attaching(a), attaching(b):
        attach(a)
        detach(a)
        x.exp()
    assert [sign for sign, _ in log] == ["a+", "b+", "b-", "a-"]


def test_tools_may_be_detached_out_of_order() -> None:
    a, b, c, x = Calls(), Calls(), Calls(), wengert.ones(2)
    for tool in (a, b, c):
        attach(tool)
    for tool, told in ((b, (a, c)), (a, (c,)), (c, ())):
        detach(tool)
        for other in (a, b, c):
            other.log.clear()
        x.exp()
        assert [t for t in (a, b, c) if t.log] == list(told)


def test_hooks_leave_what_they_entered_in_any_order() -> None:
    x, packed = leaf(), []
    a = graph.saved_tensors_hooks(lambda t: packed.append("a") or t, lambda t: t)
    b = graph.saved_tensors_hooks(lambda t: packed.append("b") or t, lambda t: t)
    a.__enter__()
    b.__enter__()
    a.__exit__()
    x.exp()
    b.__exit__()
    x.exp()
    assert packed == ["b"]


# -- errors in tools


class Failing(Calls):
    """Raises where it is told to."""

    def __init__(self, where: str, log: list[Any]) -> None:
        super().__init__("f", log)
        self.where = where

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        if self.where == "begin":
            raise KeyError("begin")
        return super().begin(kind, what, args, params)

    def end(self, begun: Any, result: Any) -> None:
        super().end(begun, result)
        if self.where == "end":
            raise KeyError("end")


@pytest.mark.parametrize("where", ["begin", "end"])
@pytest.mark.parametrize("call", [lambda x: x.exp(), lambda x: x.add_(1), lambda x: wengert.flatten(x)])
def test_an_error_in_a_tool_leaves_the_tools_as_they_were(where: str, call: Callable[[Any], Any]) -> None:
    log: list[Any] = []
    x = wengert.ones(2)
    outer, failing, inner = Calls("o", log), Failing(where, log), Calls("i", log)
    with attaching(outer), attaching(failing), attaching(inner):
        before = current().tools
        with pytest.raises(KeyError, match=where):
            call(x)
        assert current().tools is before
        for name in ("o", "i"):  # whoever was told of a beginning was told of the end
            signs = [sign for sign, _ in log if sign[0] == name]
            assert signs.count(name + "+") == signs.count(name + "-")
        failing.where = ""
        log.clear()
        call(x)
        assert [sign for sign, _ in log][:3] == ["o+", "f+", "i+"] and [sign for sign, _ in log][-1] == "o-"


def test_an_error_while_a_node_is_shown_leaves_the_tools_as_they_were() -> None:
    class Refuses(Tool):
        events = NODES

        def recorded(self, node: Any) -> None:
            raise KeyError(node.name())

    x = leaf()
    with attaching(Refuses()):
        before = current().tools
        with pytest.raises(KeyError, match="ExpBackward0"):
            x.exp()
        assert current().tools is before
    assert current().tools is None


# -- events


class Everything(Tool):
    """Notes the events that it gets."""

    def __init__(self, events: int, hides: int = 0) -> None:
        self.events = events
        self.hides = hides
        self.log: list[str] = []

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        self.log.append("call")

    def recorded(self, node: Any) -> None:
        self.log.append("node")

    def watcher(self) -> PassWatcher | None:
        self.log.append("pass")
        return None

    def writing(self, storage: Any) -> None:
        self.log.append("write")

    def pack(self, t: Any) -> Any:
        self.log.append("save")
        return t

    def unpack(self, packed: Any) -> Any:
        return packed

    def compute(self, op: Any, args: Any, values: Any, params: Any, written: bool, outer: tuple[Tool, ...]) -> Any:
        self.log.append("compute")
        return compute_with(outer, op, args, values, params, written)

    def drawing(self, draw: Any, args: Any, options: dict[str, Any], outer: tuple[Tool, ...]) -> Any:
        raise AssertionError("nothing is drawn")


EVENTS = {CALLS: "call", NODES: "node", PASSES: "pass", WRITES: "write", SAVES: "save", COMPUTES: "compute"}


def program() -> None:
    x = leaf()
    y = x.exp()
    y.detach().add_(0).sum()
    with wengert.no_grad():
        y.add_(0)
    y = x.exp()
    y.sum().backward()


@pytest.mark.parametrize("event", EVENTS)
def test_a_tool_gets_the_events_it_asks_for_and_no_others(event: int) -> None:
    one, all_of_them = Everything(event), Everything(sum(EVENTS))
    with attaching(one):
        program()
    with attaching(all_of_them):
        program()
    assert set(one.log) == {EVENTS[event]}
    assert set(all_of_them.log) == set(EVENTS.values())
    assert one.log == [e for e in all_of_them.log if e == EVENTS[event]]


@pytest.mark.parametrize("event", sorted({*EVENTS} - {COMPUTES}))  # those tools are never attached to all threads
def test_a_tool_may_hide_events_from_those_before_it(event: int) -> None:
    hidden, shown, everybody = Everything(sum(EVENTS)), Everything(event), Everything(event)
    attach(everybody, all_threads=True)
    with attaching(hidden), attaching(Everything(0, hides=event)), attaching(shown):
        program()
    detach(everybody)
    assert EVENTS[event] not in hidden.log
    assert set(hidden.log) == {*EVENTS.values()} - {EVENTS[event]}
    assert set(shown.log) == {EVENTS[event]}
    assert set(everybody.log) == ({EVENTS[event]} if event != SAVES else set())  # only the innermost packs


def test_tools_that_compute_ask_those_around_them() -> None:
    outer, inner = Everything(COMPUTES), Everything(COMPUTES)
    with attaching(outer), attaching(inner):
        x = wengert.ones(2).exp()
    assert outer.log == inner.log == ["compute"] * len(inner.log) != []
    assert x.tolist() == wengert.ones(2).exp().tolist() and current().busy == 0


def test_what_runs_while_a_tool_computes_is_none_of_its_business() -> None:
    class Asks(Everything):
        def compute(self, op: Any, args: Any, values: Any, params: Any, written: bool, outer: Any) -> Any:
            self.log.append(op.name)
            wengert.ones(2).cos()
            with attaching(within):
                wengert.ones(2).sin()
            return super().compute(op, args, values, params, written, outer)

    tool, within = Asks(COMPUTES), Everything(COMPUTES)
    x = wengert.ones(2)
    with attaching(tool):
        x.exp()
    assert tool.log == ["exp", "compute"] and within.log.count("compute") > 0


# -- backward passes


class Pass(PassWatcher):
    def __init__(self, name: str, log: list[Any]) -> None:
        self.name, self.log = name, log

    def before(self, walk: Any, node: Any) -> None:
        self.log.append((self.name, "before", node.name()))

    def ran(self, walk: Any, node: Any, gs: Any, results: Any) -> None:
        self.log.append((self.name, "ran", node.name()))

    def failed(self, node: Any, error: Exception) -> None:
        self.log.append((self.name, "failed", node.name()))


class Passes(Tool):
    events = PASSES

    def __init__(self, name: str, log: list[Any]) -> None:
        self.name, self.log = name, log

    def watcher(self) -> PassWatcher:
        return Pass(self.name, self.log)


@pytest.mark.parametrize("profiled", [False, True])
def test_several_watch_one_backward_pass(profiled: bool) -> None:
    log: list[Any] = []
    x = leaf()
    y = x.exp().sum()
    with attaching(Passes("a", log)), attaching(Passes("b", log)), profiler.profile(enabled=profiled) as prof:
        y.backward()
    assert log == [
        (name, what, node)
        for node in ("SumBackward0", "ExpBackward0") for what in ("before", "ran") for name in ("a", "b")
    ]  # fmt: skip
    assert ("ExpBackward0" in [e.name for e in prof.function_events]) is profiled
    assert x.grad is not None


def test_anomaly_mode_and_a_profile_watch_the_same_pass() -> None:
    log: list[Any] = []
    x = leaf(0.0)
    with (
        wengert.autograd.set_detect_anomaly(True), attaching(Passes("a", log)), profiler.profile() as prof,
        pytest.raises(RuntimeError, match="'SqrtBackward0' returned nan"),
    ):  # fmt: skip
        (x.sqrt() * 0).sum().backward()
    assert log[-1] == ("a", "failed", "SqrtBackward0")
    assert "SqrtBackward0" in [e.name for e in prof.function_events]
    assert current().tools is None


def test_every_node_is_shown_to_every_tool_once_it_is_complete() -> None:
    class Nodes(Tool):
        events = NODES

        def __init__(self) -> None:
            self.found: list[Any] = []

        def recorded(self, node: Any) -> None:
            self.found.append((node.name(), node._wg_saved is not None, len(node._wg_next)))

    a, b, x = Nodes(), Nodes(), leaf()
    with attaching(a), graph.saved_tensors_hooks(lambda t: t, lambda t: t), attaching(b):
        x.exp()
        y = x * 1
        y.mul_(y.detach())
    assert a.found == b.found
    assert [name for name, _, _ in a.found] == ["ExpBackward0", "MulBackward0", "MulBackward0"]
    assert all(saved and edges for name, saved, edges in a.found if name == "ExpBackward0")
