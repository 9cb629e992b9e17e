"""Interrupts: a KeyboardInterrupt on any line of wengert leaves modes, levels, tools and hooks as they were."""

from __future__ import annotations

import ast
import functools
import gc
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import FIELDS
from wengert._core.api import anomaly_mode
from wengert._core.dispatch import override
from wengert._core.tape.state import duals, everywhere, local
from wengert._core.tape.watching import arrange, attached
from wengert.autograd import Function, forward_ad, grad, graph
from wengert.func import grad as func_grad
from wengert.func import hessian, jacrev, jvp, vjp, vmap
from wengert.utils.checkpoint import checkpoint

PACKAGE = str(Path(wengert.__file__).parent)

# -- what is tried


class Cube(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        ctx.y = x * x
        return x**3

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 3 * ctx.saved_tensors[0] ** 2

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return t * 3 * ctx.saved_tensors[0] ** 2


class Doubled(Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 2


class Twice(Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 2

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 2

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Any) -> Any:
        return Twice.apply(x), in_dims[0]


def f(x: Any) -> Any:
    return (x * x.exp() + x[:1].sin() * 2).sum() / 3


def leaf() -> Any:
    return wengert.tensor([0.5, 1.5], dtype=wengert.float64, requires_grad=True)


def plain() -> Any:
    return leaf().detach()


def in_place() -> None:
    x = leaf() * 1
    v = x[:1]
    v.mul_(3)
    x.add_(1).clamp_(min=0)
    x[0] = 2.0
    Doubled.apply(x)
    wengert.add(plain(), 1, out=plain())
    y = leaf()
    with wengert.no_grad():
        y.sub_(0.1)
    v.sum().backward()


def levels() -> None:
    x = plain()
    with forward_ad.dual_level():
        a = forward_ad.make_dual(x, wengert.ones_like(x))
        with forward_ad.dual_level():
            b = forward_ad.make_dual(a, wengert.ones_like(x))
            forward_ad.unpack_dual(f(b))
        forward_ad.unpack_dual(Cube.apply(a))
        with forward_ad._set_fwd_grad_enabled(False):
            f(a)


def modes() -> None:
    x = leaf()
    with wengert.no_grad(), wengert.enable_grad(), wengert.set_grad_enabled(False):
        f(x)
    with wengert.inference_mode():
        f(x)
        with wengert.inference_mode(False):
            f(x)

    @wengert.no_grad()
    def steps() -> Any:
        yield f(x)
        with wengert.enable_grad():
            yield f(x)

    list(steps())


def hooked() -> None:
    x = leaf()
    y = x * x
    y.retain_grad()
    handles = [
        y.register_hook(lambda g: g * 1), y.grad_fn.register_prehook(lambda gs: gs),
        y.grad_fn.register_hook(lambda gi, go: gi), x.register_post_accumulate_grad_hook(lambda t: None),
        graph.register_multi_grad_hook((x, y), lambda gs: None),
    ]  # fmt: skip
    with graph.saved_tensors_hooks(lambda t: t.detach().numpy(), wengert.from_numpy):
        z = f(y)
    with graph.save_on_cpu():
        f(y)
    with graph.disable_saved_tensors_hooks("no"):
        f(y)
    z.backward()
    for h in handles:
        h.remove()


def kept() -> None:
    x = leaf()
    with graph.allow_mutation_on_saved_tensors():
        y = x.clone()
        z = y.sin()
        y.mul_(2)
        z.sum().backward()
    with graph.node_creation_hook(lambda node: None):
        f(x)
    with graph.region_activation_memory_budget(0.3):
        z = f(x.exp().sin())
    z.backward()


def profiled() -> None:
    with wengert.autograd.profiler.profile(record_shapes=True), wengert.autograd.profiler.record_function("r"):
        f(leaf()).backward()
    with graph.check_leaks():
        f(leaf())


def in_anomaly_mode() -> None:
    with wengert.autograd.detect_anomaly():
        f(leaf()).backward()
    with wengert.autograd.set_detect_anomaly(True, check_nan=False):
        f(leaf()).backward()


class Passing(wengert.overrides.TorchFunctionMode):
    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


class Sub(wengert.Tensor):
    pass


def overridden() -> None:
    with Passing(), Passing():
        f(leaf()).backward()
    f(leaf().as_subclass(Sub)).backward()


def checkpointed(reentrant: bool) -> None:
    x = leaf()
    checkpoint(lambda x: f(x * wengert.rand(2)), x, use_reentrant=reentrant).backward()
    if not reentrant:
        checkpoint(lambda x: checkpoint(f, x, use_reentrant=False) * 2, x, use_reentrant=False).backward()


def mapped() -> None:
    x = wengert.ones(3, 2, dtype=wengert.float64)
    vmap(vmap(wengert.sin))(x)
    vmap(f, chunk_size=2)(x)
    vmap(lambda x: x + wengert.rand(2), randomness="different")(x)
    vmap(Cube.apply)(x)
    vmap(Twice.apply)(x)
    vmap(func_grad(f))(x)


SCENARIOS: dict[str, Callable[[], Any]] = {
    "backward": lambda: f(leaf()).backward(),
    "grad": lambda: (lambda x: grad(f(x), x))(leaf()),
    "batched": lambda: (lambda x: grad(x * x, x, wengert.eye(2, dtype=x.dtype), is_grads_batched=True))(leaf()),
    "create_graph": lambda: (lambda x: grad(grad(f(x), x, create_graph=True)[0].sum(), x))(leaf()),
    "function": lambda: Cube.apply(leaf()).sum().backward(create_graph=True),
    "checkpoint": lambda: checkpointed(False),
    "re-entrant": lambda: checkpointed(True),
    "vmap": mapped,
    "jvp": lambda: jvp(lambda x: jvp(f, (x,), (plain(),))[1], (plain(),), (plain(),)),
    "reverse": lambda: (jacrev(Cube.apply)(plain()), vjp(f, plain())[1](wengert.ones((), dtype=wengert.float64))),
    "hessian": lambda: hessian(f)(plain()),
    "levels": levels,
    "modes": modes,
    "hooks": hooked,
    "saved": kept,
    "in place": in_place,
    "profiler": profiled,
    "anomaly": in_anomaly_mode,
    "gradcheck": lambda: wengert.autograd.gradcheck(f, leaf(), check_forward_ad=True, check_batched_grad=True),
    "functional": lambda: (
        wengert.autograd.functional.jacobian(Cube.apply, plain(), vectorize=True),
        wengert.autograd.functional.vhp(f, plain(), plain()),
    ),
    "overridden": overridden,
    "explained": lambda: graph.explain(leaf(), f(leaf())),
}


# -- what must be as before


def state() -> dict[str, Any]:
    """All that lasts: what the thread's modes are, and what watches."""
    found = {name: getattr(local.state, name) for name in FIELDS if name != "tools"}
    return found | {
        "levels": sorted(duals), "anomaly": anomaly_mode._now, "tools": list(attached), "asked types": override.on,
        "everywhere": everywhere.attached, "watched": local.state.tools is not None, "collecting": gc.isenabled(),
    }  # fmt: skip


# -- where it comes


@functools.cache
def restoring(path: str) -> frozenset[int]:
    """The lines that restore: those of ``finally`` and ``except`` blocks, and of ``__exit__``."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(Path(path).read_text())):
        blocks: list[Any] = []
        if isinstance(node, ast.Try):
            blocks = [*node.finalbody, *node.handlers]
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == "__exit__":
            blocks = node.body
        for block in blocks:
            found |= set(range(block.lineno, block.end_lineno + 1))
    return frozenset(found)


@functools.cache
def source(path: str) -> list[str]:
    return Path(path).read_text().splitlines()


@functools.cache
def lines_of(code: Any) -> frozenset[int]:
    """The lines of a function at which an interrupt is tried: all where something is set or restored, else the first.

    A function that sets nothing can only pass the interrupt on.
    """
    lines = sorted({line for _, _, line in code.co_lines() if line is not None and line > code.co_firstlineno})
    if not lines:
        return frozenset([code.co_firstlineno])
    text = source(code.co_filename)[code.co_firstlineno - 1 : lines[-1]]
    lines = [line for line in lines if source(code.co_filename)[line - 1].strip() != "try:"]  # nothing runs there
    sets = any(word in line for line in text for word in ("state", "try:", "with ", "yield", "self.", "global "))
    return frozenset(lines if sets else lines[:1])


AT_ONCE = frozenset((  # what was set when the object was made stays set until the block begins
    "set_grad_enabled.__enter__", "_set_fwd_grad_enabled.__enter__", "set_detect_anomaly.__enter__",
))  # fmt: skip


def ours(frame: Any) -> bool:
    """Whether a frame is wengert's, or a user's function that wengert calls."""
    code = frame.f_code
    if code.co_filename == __file__:
        return frame.f_back is not None and frame.f_back.f_code.co_filename != __file__
    return bool(code.co_filename.startswith(PACKAGE)) and code.co_qualname not in AT_ONCE


def is_restoring(frame: Any) -> bool:
    """Whether something is being restored: an interrupt then is the one that is lost."""
    while frame is not None:
        if ours(frame) and frame.f_lineno in restoring(frame.f_code.co_filename):
            return True
        frame = frame.f_back
    return False


def places(run: Callable[[], Any]) -> list[tuple[Any, int]]:
    """The lines of wengert that a scenario comes to, in order."""
    found: dict[tuple[Any, int], None] = {}

    def enter(frame: Any, event: str, arg: Any) -> Any:
        return line if ours(frame) and not frame.f_code.co_name.startswith("<module") else None

    def line(frame: Any, event: str, arg: Any) -> Any:
        key = frame.f_code, frame.f_lineno
        if event == "line" and key not in found and key[1] in lines_of(key[0]) and not is_restoring(frame):
            found[key] = None
        return line

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        run()
    finally:
        sys.settrace(before)
    return list(found)


def interrupt_at(run: Callable[[], Any], code: Any, at: int) -> bool:
    """Run a scenario, with an interrupt when it first comes to a line. Whether it came.

    None comes in the look-up of an operator, which Python answers with "not supported": the members of Tensor are
    descriptors once modes or autocast have been entered often.
    """
    came = code.co_name == "__get__"

    def enter(frame: Any, event: str, arg: Any) -> Any:
        return line if frame.f_code is code and not came else None

    def line(frame: Any, event: str, arg: Any) -> Any:
        nonlocal came
        if event == "line" and frame.f_lineno == at and not came and not is_restoring(frame):
            came = True
            raise KeyboardInterrupt
        return line

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        run()
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(before)
    return came


tried: set[tuple[Any, int]] = set()  # each line is tried in the first scenario that comes to it


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SCENARIOS)
def test_an_interrupt_leaves_everything_as_it_was(name: str) -> None:
    run = SCENARIOS[name]
    run()  # what is imported or made once
    before = state()
    run()
    assert state() == before
    broken = []
    for code, at in places(run):
        if (code, at) in tried:
            continue
        tried.add((code, at))
        interrupt_at(run, code, at)
        now = state()
        if now != before:
            gc.collect()
            now = state()
        if now != before:
            where = f"{Path(code.co_filename).name}:{at} {code.co_qualname}"
            broken.append((where, [k for k in before if now[k] != before[k]]))
            reset(before)
    assert not broken, "\n".join(f"{where}: {what}" for where, what in broken)


# -- a write that has begun is counted


def spread(x: Any) -> Any:
    return wengert.full_like(x, 2.0)


def add_to_grad(x: Any) -> None:
    t = wengert.ones_like(x).requires_grad_()
    t.grad = x
    with wengert.enable_grad():
        t.sum().backward()


WRITES: dict[str, Callable[[Any], Any]] = {
    "add_": lambda x: x.add_(1),
    "mul_": lambda x: x.mul_(spread(x)),
    "a row": lambda x: x[0].exp_(),
    "a step": lambda x: x[:, ::2].sub_(3),
    "setitem": lambda x: x.__setitem__(0, 7.0),
    "a mask": lambda x: x.__setitem__(x > 0.5, 7.0),
    "places": lambda x: x.__setitem__(wengert.tensor([0, 1]), spread(x)[:2]),
    "index_add_": lambda x: x.index_add_(0, wengert.tensor([0, 0]), spread(x)[:2]),
    "scatter_": lambda x: x.scatter_(0, wengert.zeros(1, 2, dtype=wengert.int64), spread(x)),
    "masked_fill_": lambda x: x.masked_fill_(x > 0.5, 7.0),
    "copy_": lambda x: x.copy_(spread(x)),
    "copy_ of another dtype": lambda x: x.copy_(spread(x).float()),
    "fill_": lambda x: x.fill_(3),
    "zero_": lambda x: x.zero_(),
    "clamp_": lambda x: x.clamp_(0.6, 0.7),
    "addcmul_": lambda x: x.addcmul_(spread(x), spread(x)),
    "normal_": lambda x: x.normal_(),
    "into": lambda x: wengert.exp(x.clone(), out=x),
    "a reduction into": lambda x: wengert.sum(spread(x), 0, out=x[0]),
    "a composite": lambda x: x.nan_to_num_().neg_(),
    "tril_": lambda x: x.tril_(-1),
    "lerp_": lambda x: x.lerp_(spread(x), 0.5),
    "recorded": lambda x: wengert.enable_grad()(x.mul_)(leaf()[0]),
    "accumulated": lambda x: add_to_grad(x),
    "dirty": lambda x: Doubled.apply(x),
}


@pytest.mark.parametrize("what", WRITES)
def test_an_interrupted_write_is_counted(what: str) -> None:
    """Else what was saved of the old values would be taken for good."""

    def fresh() -> Any:
        return (wengert.arange(6, dtype=wengert.float64).reshape(3, 2) / 7 + 0.1) * 1

    def try_write(x: Any) -> None:
        with wengert.no_grad():
            WRITES[what](x)

    silent = []
    for code, at in places(lambda: try_write(fresh())):
        x = fresh()
        y = x.detach()
        old, version = x.numpy().copy(), x._version
        came = interrupt_at(lambda x=x: try_write(x), code, at)
        if came and not np.array_equal(old, y.numpy()) and y._version == version:
            silent.append(f"{Path(code.co_filename).name}:{at} {code.co_qualname}")
    assert not silent


# -- the same, read in the sources: a line that sets comes after ``try``


def restored(node: ast.Try) -> set[str]:
    """The attributes that a ``finally`` block sets to a name."""
    found = set()
    for statement in node.finalbody:
        if isinstance(statement, ast.Assign) and all(isinstance(v, ast.Name) for v in elements(statement.value)):
            found |= {ast.unparse(t) for t in elements(statement.targets[0]) if isinstance(t, ast.Attribute)}
    return found


def elements(node: Any) -> list[Any]:
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def test_what_is_restored_is_set_after_try() -> None:
    early = []
    for path in sorted(Path(PACKAGE).rglob("*.py")):
        for block in ast.walk(ast.parse(path.read_text())):
            body = getattr(block, "body", None)
            for i, node in enumerate(body if isinstance(body, list) else ()):
                if not isinstance(node, ast.Try):
                    continue
                names = restored(node)
                for statement in body[:i]:
                    targets = [t for a in ast.walk(statement) if isinstance(a, ast.Assign) for t in a.targets]
                    set_here = {ast.unparse(t) for target in targets for t in elements(target)}
                    early += [f"{path.relative_to(PACKAGE)}:{statement.lineno} {n}" for n in sorted(names & set_here)]
    assert not early


def reset(before: dict[str, Any]) -> None:
    """Go on with the next line after a failure."""
    for name in FIELDS:
        if name != "tools":
            setattr(local.state, name, before[name])
    for level in [k for k in duals if k not in before["levels"]]:
        del duals[level]
    attached[:], everywhere.attached = before["tools"], before["everywhere"]
    arrange(everywhere)
    anomaly_mode._now = before["anomaly"]
