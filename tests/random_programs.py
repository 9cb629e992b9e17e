"""Random programs: what they are made of, how they run on a library, what two libraries must agree on, shrinking.

A program is a list of statements, which are plain data. It runs on PyTorch and on wengert; :func:`difference` says
where they first differ, and :func:`shrunk` takes statements away as long as they do. ``tests/random_statements.py``
draws programs.
"""

from __future__ import annotations

import builtins
import contextlib
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import wengert
from tests import calls

TOLERANCE = {"float64": 1e-7, "complex128": 1e-7, "float32": 2e-3, "complex64": 2e-3, "float16": 5e-2, "bfloat16": 0.2}
STRIDES = False  # whether strides along axes longer than one are compared

# What is different on purpose, and why. The functions that look for it are below.
EXCEPTED = {
    "views made without recording": "PyTorch says that they require grad, and drops their gradients. Here they do not "
    "require grad, and asking for a gradient says why there is none. No program makes one of what requires grad.",
    "views that may not be asked": "After a write to its base, PyTorch raises when a view that cannot follow is asked "
    "whether it is a leaf. Here questions have answers; using the view raises in both.",
    "views of what was detached": "After a write to a base that was detached in place, PyTorch says that its views "
    "require grad, and drops their gradients. Here they do not require grad. No program detaches what has views.",
    "hooks of what is reshaped": "In PyTorch, hooks and retained gradients of a tensor with new strides stay with its "
    "old shape, and so do hooks that are registered later, and the gradient of a leaf that was detached. No program "
    "reshapes a tensor that has hooks, or was a leaf that required grad.",
    "what is reshaped under no_grad": "Here its history follows. No program does it.",
    "real views of complex tensors": "PyTorch repeats them on a base that was reshaped in place. No program has one.",
    "views of intermediate values": "Results of einsum, tensordot and others are views of values that nobody holds in "
    "PyTorch, and gradients may be in both. No program registers hooks on them, or asks for their gradients.",
    "gradients that are constant": "A first gradient that does not depend on anything requires grad in one of the "
    "libraries, and its gradient is zero, or arrives in one of them.",
    "positions that wrap around": "take_along_dim takes positions beyond the size in PyTorch. Here it raises.",
    "hooks without a gradient": "PyTorch calls the hook of an output that no gradient reaches with None. Here it is "
    "not called.",
    "order of edges": "The gradient of the bias is the first edge of linear in PyTorch, and the last here.",
    "layout": "Where strides differ, so does what is a view and what a copy, and what as_strided reads. Such programs "
    "are not compared unless STRIDES is set.",
    "PyTorch lacks it": "a kernel or derivative that PyTorch has not written for a dtype; having it is no fault",
    "saved values": "PyTorch saves what some derivatives do not need, as the result of pow, and x.mul_(x) saves a copy "
    "here: the backward pass raises in PyTorch alone. There it runs again with copies of what it saves, and numbers "
    "are compared. Here it raises after SAVES_MORE. A write to data is not counted, and gradients are wrong.",
    "rules of its own": "scatter_reduce and index_reduce with include_self=False share a gradient between what was "
    "reduced. hinge_embedding_loss of integers computes in floating point. logcumsumexp of complex numbers adds in "
    "another order, which may give the imaginary part another multiple of 2π.",
    "parts that are views": "What unsafe_split and its kin give are views here, with right gradients when both are "
    "written. In PyTorch they share memory only: a write does not count for the others, they may be detached, and "
    "those of a leaf may be written.",
    "parts with nodes of their own": "The parts of split_copy and its kin have a node each. In PyTorch they have one "
    "for all, so a pass to one of them runs what leads to the others, and their hooks.",
    "decided by rounding": "A sign, a comparison or a rounding of what is equal but for the last digits, or the sign "
    "of zero. So is every difference in a program that is as different on PyTorch itself, from numbers that differ in "
    "their last digits and zeros of another sign.",
}
UNSUPPORTED = (
    "not implemented for", "not supported", "does not support", "is not differentiable", "not implemented",
    "unsupported",
    "Batching rule", "please report an enhancement", "internally", "INTERNAL ASSERT", "is not available",
    "ZeroTensors are immutable", "an invalid python storage", "unresolved conjugated tensors",
    "stride divisible by 2", "expected dtype",
)  # fmt: skip
REFUSED_IN_BACKWARD = ("modified by an inplace operation", "a second time", "detached in-place")


class Var(NamedTuple):
    """A variable as an argument."""

    name: str


class DType(NamedTuple):
    """A dtype as an argument."""

    name: str


class Step(NamedTuple):
    """One statement: what it does, the variables it makes, its arguments, and whether it runs under ``no_grad``."""

    kind: str
    outs: tuple[str, ...]
    args: tuple[Any, ...]
    params: dict[str, Any] = {}  # never changed
    quiet: bool = False

    def __str__(self) -> str:
        made = f"{', '.join(self.outs)} = " if self.outs else ""
        given = ", ".join([*map(shown, self.args), *(f"{k}={shown(v)}" for k, v in self.params.items())])
        return f"{made}{self.kind}({given}){'  # under no_grad' if self.quiet else ''}"


Program = list[Step]


def shown(x: Any) -> str:
    if isinstance(x, Var):
        return x.name
    if isinstance(x, np.ndarray):
        return f"array({(x if x.dtype.kind in 'bi' else np.round(x, 3)).tolist()}, {x.dtype})"
    if isinstance(x, (list, tuple)) and not isinstance(x, DType):
        return f"({', '.join(map(shown, x))})"
    return str(x)


def names_in(x: Any) -> Iterator[str]:
    """The variables that an argument names."""
    if isinstance(x, Var):
        yield x.name
    elif isinstance(x, DType):
        return
    elif isinstance(x, dict):
        for v in x.values():
            yield from names_in(v)
    elif isinstance(x, (list, tuple)):
        for v in x:
            yield from names_in(v)


# -- running


class World:
    """The variables of a program on one library, and what its hooks have seen."""

    def __init__(self, lib: Any, nudged: int = 0, copying: bool = False) -> None:
        self.lib = lib
        self.nudged = nudged  # 1 or -1: numbers change in their last digits, up or down, and zeros change their sign
        self.copying = copying  # whether copies are saved, and kept: no backward pass raises for what was written
        self.env: dict[str, Any] = {}
        self.log: list[tuple[str, Any]] = []
        self.born: dict[str, Any] = {}  # the version of each variable when it was made

    def value(self, x: Any) -> Any:
        """An argument as this library takes it."""
        if isinstance(x, Var):
            t = self.env[x.name]
            field(t, "grad_fn")  # of a view behind its base PyTorch asks the old history in places
            return t
        if isinstance(x, DType):
            return getattr(self.lib, x.name)
        if isinstance(x, np.ndarray | np.generic):
            return self.tensor(np.asarray(x))
        if isinstance(x, dict):
            return {k: self.value(v) for k, v in x.items()}
        if isinstance(x, (list, tuple)):
            return type(x)(map(self.value, x))
        return x

    def tensor(self, a: Any) -> Any:
        return calls.tensor(self.lib, nudged(a, self.nudged) if self.nudged else a)

    def run(self, step: Step) -> Exception | None:
        """Run one statement. Return what it raised."""
        with warnings.catch_warnings(action="ignore"):
            try:
                args, params = self.value(step.args), self.value(step.params)
                with contextlib.ExitStack() as modes:
                    if step.quiet:
                        modes.enter_context(self.lib.no_grad())
                    if self.copying:
                        hooks = self.lib.autograd.graph.saved_tensors_hooks
                        modes.enter_context(hooks(lambda t: t.clone(), lambda t: t))
                    result = KINDS[step.kind](self, *args, **params)
            except Exception as e:
                return e
        found = [t for t in calls.flat(result) if isinstance(t, self.lib.Tensor)]
        for name, t in zip(step.outs, found, strict=False):
            if self.nudged and (t.is_floating_point() or t.is_complex()):
                parts = self.lib.view_as_real(t.data) if t.is_complex() else t.data
                ulps = (2 + self.lib.arange(parts.numel()).reshape(parts.shape) % 3).double() * self.nudged
                with warnings.catch_warnings(action="ignore"):  # parts may be expanded
                    parts[parts == 0] *= -1
                    parts[parts != 0] *= (1 + ulps * self.lib.finfo(parts.dtype).eps)[parts != 0].to(parts.dtype)
            self.env[name] = t
            self.born[name] = field(t, "_version")
        return None

    def writes(self, name: str) -> Any:
        """How often a variable was written since it was made; how it was made is the business of its operation."""
        version, born = field(self.env[name], "_version"), self.born[name]
        return version - born if isinstance(version, int) and isinstance(born, int) else None

    def note(self, name: str, t: Any) -> None:
        self.log.append((name, None if t is None else calls.array(t).copy()))


def nudged(a: Any, sign: int) -> Any:
    """An array with other last digits."""
    if a.dtype.kind not in "fc" or a.dtype.itemsize < 4:
        return a
    ulps = np.resize([3, -2, 4, -3, 2, 5], a.size).reshape(a.shape)
    return (a * (1 + sign * ulps * np.finfo(a.dtype).eps)).astype(a.dtype)


def call(world: World, name: str, *args: Any, **params: Any) -> Any:
    return calls.function(world.lib, name)(*args, **params)


def method(world: World, name: str, x: Any, *args: Any, **params: Any) -> Any:
    return getattr(x, name)(*args, **params)


def attribute(world: World, name: str, x: Any) -> Any:
    return getattr(x, name)


def assign(world: World, name: str, x: Any, value: Any) -> None:
    setattr(x, name, value)


def leaf(world: World, array: Any, requires_grad: bool) -> Any:
    return array.requires_grad_() if requires_grad else array


def item(world: World, x: Any, key: Any) -> Any:
    return x[key]


def set_item(world: World, x: Any, key: Any, value: Any) -> None:
    x[key] = value


def augmented(world: World, operator: str, x: Any, key: Any, value: Any) -> None:
    """``x[key] += value`` and the like."""
    part = getattr(x[key], operator)(value)
    field(x, "grad_fn")  # as for arguments
    x[key] = part


def cotangent(world: World, y: Any) -> Any:
    """Weights for a result, the same in both libraries."""
    return world.tensor(np.asarray(weights(tuple(y.shape), y.is_complex()))).to(y.dtype)


def weights(shape: tuple[int, ...], is_complex: bool) -> Any:
    n = int(np.prod(shape))
    w = 0.5 + np.arange(n) % 5 / 4
    return (w + 1j * w[::-1] / 2 if is_complex else w).reshape(shape)


def backward(world: World, y: Any, retain: bool, inputs: Any = None) -> None:
    world.lib.autograd.backward(y, cotangent(world, y), retain_graph=retain or world.copying, inputs=inputs)


def grad(world: World, y: Any, xs: Any, create_graph: bool, retain: bool) -> Any:
    found = world.lib.autograd.grad(
        y,
        list(xs),
        cotangent(world, y),
        retain_graph=retain or world.copying,
        create_graph=create_graph,
        allow_unused=True,
    )
    for g in found:
        world.note("grad", None if g is None else g)
    return [g for g in found if g is not None]


def hook(world: World, where: str, x: Any, factor: float, name: str) -> None:
    """Register a hook that notes what it sees; ``factor`` scales what it replaces."""
    if where == "tensor":
        x.register_hook(lambda g: (world.note(name, g), None if g is None else g * factor)[1])
    elif where == "watch":
        x.register_hook(lambda g: world.note(name, g))
    elif where == "before":
        at = x.output_nr
        x.grad_fn.register_prehook(lambda gs: world.note(name, gs[at]))
    elif where == "after":
        at = x.output_nr
        x.grad_fn.register_hook(lambda gi, go: world.note(name, go[at]))
    elif where == "accumulated":
        x.register_post_accumulate_grad_hook(lambda p: world.note(name, p.grad))
    else:
        x.retain_grad()


def transform(world: World, kind: str, body: Any, x: Any) -> Any:
    """A transform of a function that is a chain of operations.

    What comes of it is copied: which results are views of memory that nobody else holds is not compared. Tangents have
    histories in PyTorch that lead nowhere, and of numbers another dtype than their primals.
    """
    found = [t for t in calls.flat(transformed(world, kind, body, x)) if isinstance(t, world.lib.Tensor)]
    return [t.detach().to(x.dtype) * 1 if kind in ("jvp", "jacfwd", "hessian") else t.clone() for t in found]


def transformed(world: World, kind: str, body: Any, x: Any) -> Any:
    lib = world.lib

    def f(x: Any) -> Any:
        for name, args in body:
            x = getattr(x, name)(*args)
        return x

    func = lib.func
    if kind == "grad":
        return func.grad(lambda x: (f(x) * 1.5).sum())(x)
    if kind == "grad of grad":
        return func.grad(lambda x: func.grad(lambda x: f(x).sum())(x).sin().sum())(x)
    if kind == "vjp":
        y, pull = func.vjp(f, x)
        return [y, *pull(cotangent(world, y))]
    if kind == "jvp":
        return func.jvp(f, (x,), (cotangent(world, x),))
    if kind == "vmap":
        return func.vmap(f)(x)
    if kind == "vmap of grad":
        return func.vmap(func.grad(lambda x: f(x).sum()))(x)
    if kind == "jacrev":
        return func.jacrev(f)(x)
    if kind == "jacfwd":
        return func.jacfwd(f)(x)
    if kind == "hessian":
        return func.hessian(lambda x: f(x).sum())(x)
    return lib.utils.checkpoint.checkpoint(f, x, use_reentrant=False)


def function(world: World, name: str, *xs: Any) -> Any:
    """A custom Function."""
    return FUNCTIONS[name](world.lib).apply(*xs)


def _cube(lib: Any) -> Any:
    class Cube(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return 3 * g * (x * x).conj()

    return Cube


def _doubled_in_place(lib: Any) -> Any:
    class Doubled(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            return x.mul_(2)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    return Doubled


def _product(lib: Any) -> Any:
    class Product(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.save_for_backward(x, y)
            return x * y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            x, y = ctx.saved_tensors
            return g * y.conj(), g * x.conj()

    return Product


FUNCTIONS: dict[str, Callable[[Any], Any]] = {"cube": _cube, "doubled in place": _doubled_in_place, "product": _product}
KINDS: dict[str, Callable[..., Any]] = {
    "call": call, "method": method, "attribute": attribute, "assign": assign, "leaf": leaf, "item": item,
    "set_item": set_item, "augmented": augmented, "backward": backward, "grad": grad, "hook": hook,
    "transform": transform, "function": function,
}  # fmt: skip
SAVES_MORE = (
    "lerp",
    "gradient",
    "inner",
    "tensordot",
    "nn.functional.linear",
    "nn.functional.scaled_dot_product_attention",
    "nn.functional.instance_norm",
    "instance_norm",
    "trapezoid",
    "cumulative_trapezoid",
)  # PyTorch saves copies, or numbers that are never freed
EDGES = ("nn.functional.linear",)
RULES = {
    "grad": ("scatter_reduce", "index_reduce"),
    "value": ("hinge_embedding_loss", "nn.functional.hinge_embedding_loss", "logcumsumexp"),
}  # by what differs
PARTS = ("unsafe_split", "unsafe_chunk", "unsafe_split_with_sizes")
INTERMEDIATE = ("einsum", "tensordot", "inner", "cov", "istft")
COPIES = ("split_copy", "split_with_sizes_copy", "unbind_copy")
BACKWARD = ("backward", "grad", "transform")


# -- comparing


class Difference(NamedTuple):
    """Where two runs differ first. ``what`` is the kind of difference; it stays while a program is shrunk."""

    what: str
    text: str


def difference(program: Program, torch: Any, copying: bool = False) -> Difference | None:
    """The first difference of a program, or None. ``copying``: PyTorch saves copies."""
    ours, theirs = World(wengert), World(torch, copying=copying)
    for k, step in enumerate(program):
        if any(name not in theirs.env for name in names_in((step.args, step.params))):
            continue
        expected, found = theirs.run(step), ours.run(step)
        if expected is not None and any(text in str(expected) for text in UNSUPPORTED):
            return None  # PyTorch lacks it
        if expected is not None or found is not None:
            if expected is not None and found is None and any(text in str(expected) for text in REFUSED_IN_BACKWARD):
                return None if copying else difference(program, torch, copying=True)  # saved values
            if found is None and (step.kind == "transform" or "invalid gradient at index" in str(expected)):
                return None  # PyTorch lacks it: a rule of vmap, or the derivative of scatter with a smaller index
            if expected is None and any(text in str(found) for text in REFUSED_IN_BACKWARD):
                if calls_one(program, SAVES_MORE):
                    return None  # saved values
            if expected is None and step.args[0] == "take_along_dim" and "out of bounds" in str(found):
                return None  # positions that wrap around
            if found is None and "A view was created in no_grad" in str(expected) and calls_one(program, INTERMEDIATE):
                return None  # views of intermediate values
            of_views = ("Can't detach views", "A view was created in no_grad mode", "a view of a leaf Variable",
                        "modified by an inplace operation", "a second time")  # fmt: skip
            if expected is None and any(text in str(found) for text in of_views) and calls_one(program, PARTS):
                return None  # parts that are views
            if expected is None and "is a view and its base or another view" in str(found):
                return None  # views that may not be asked: PyTorch takes them where no history is needed
            if _builtin(expected) is not _builtin(found):
                if calls_one(program, RULES["value"]) or (not STRIDES and other_layout(program, torch)):
                    return None
                return Difference("error", f"{k}: {step}\n  PyTorch: {_told(expected)}\n  wengert: {_told(found)}")
            if step.kind in BACKWARD:
                return None  # what a backward pass that fails has accumulated by then is not defined
            break
        if step.kind in ("grad", "transform") and any(constant(ours, theirs, name) for name in step.outs):
            return None  # gradients that are constant
    found = _state(ours, theirs)
    if found is not None and found.what == "zeros" and any(step.kind in ("grad", "transform") for step in program):
        return None  # gradients that are constant
    if found is not None and not copying and any(step.kind == "attribute" and "data" in step.args for step in program):
        return difference(program, torch, copying=True)  # saved values: writes to data are not counted
    if found is not None and found.what == "hooks" and calls_one(program, EDGES):
        return None  # order of edges
    if found is not None and calls_one(program, RULES.get(found.what, ())):
        return None  # rules of its own
    if found is not None and found.what in ("writes", "requires_grad", "grad") and calls_one(program, PARTS):
        return None  # parts that are views
    if found is not None and found.what in ("retained", "hooks") and calls_one(program, COPIES):
        return None  # parts with nodes of their own
    if found is not None and found.what in ("value", "grad", "seen") and by_rounding(program, theirs):
        return None  # decided by rounding
    return None if found is not None and not STRIDES and other_layout(program, torch) else found


def by_rounding(program: Program, theirs: World) -> bool:
    """Whether PyTorch gives something else for numbers with other last digits and zeros with another sign."""
    for sign in (1, -1):
        other = World(theirs.lib, nudged=sign)
        for step in program:
            if all(name in other.env for name in names_in((step.args, step.params))):
                other.run(step)
        found = _state(other, theirs)
        if found is not None and found.what in ("value", "grad", "seen"):
            return True
    return False


def constant(ours: World, theirs: World, name: str) -> bool:
    """Whether a variable requires grad in one world only, and its gradients are all zero."""
    found = [world for world in (ours, theirs) if name in world.env and world.env[name].requires_grad]
    if len(found) != 1:
        return False
    (world,), y = found, found[0].env[name]
    leaves = [t for t in world.env.values() if t.requires_grad and field(t, "is_leaf") is True]
    try:
        gradients = world.lib.autograd.grad(y, leaves, cotangent(world, y), retain_graph=True, allow_unused=True)
    except RuntimeError:  # what it needs was written
        return True
    return not any(g.any() for g in gradients if g is not None)


def calls_one(program: Program, names: tuple[str, ...]) -> bool:
    """Whether a program calls one of some operations."""
    return any(step.kind in ("call", "method") and step.args[0].rstrip("_") in names for step in program)


def other_layout(program: Program, torch: Any) -> bool:
    """Whether a variable has other strides, along axes longer than one, after some statement of a program."""
    ours, theirs = World(wengert), World(torch)
    for step in program:
        if all(name in theirs.env and name in ours.env for name in names_in((step.args, step.params))):
            theirs.run(step)
            ours.run(step)
            for name in ours.env.keys() & theirs.env.keys():
                w, t = ours.env[name], theirs.env[name]
                if w.shape == tuple(t.shape) and not t.is_sparse and not w.is_sparse and steps(w) != steps(t):
                    return True
    return False


def steps(t: Any) -> list[tuple[int, int]]:
    return [(n, s) for n, s in zip(t.shape, t.stride(), strict=True) if n > 1] if t.numel() else []


def _builtin(e: Exception | None) -> Any:
    """The class of Python's own that an error is of."""
    if e is None:
        return None
    found = next(c for c in type(e).__mro__ if getattr(builtins, c.__name__, None) is c)
    return RuntimeError if found is NotImplementedError else found


def _told(e: Exception | None) -> str:
    return "no error" if e is None else f"{type(e).__name__}: {str(e)[:300]}"


def _state(ours: World, theirs: World) -> Difference | None:
    """The first difference in what the variables and hooks of a program hold."""
    halves = [d for t in theirs.env.values() if (d := str(t.dtype).rpartition(".")[2]) in ("float16", "bfloat16")]
    least = max([TOLERANCE[d] for d in {*halves, *(["float32"] if _single(theirs) else [])}], default=0.0)
    for name, t in theirs.env.items():
        if name not in ours.env:
            return Difference("result", f"{name} is missing")
        w = ours.env[name]
        if tuple(w.shape) != tuple(t.shape):
            return Difference("shape", f"{name}: {tuple(w.shape)}, PyTorch {tuple(t.shape)}")
        wrong = _unlike(w, t, least)
        if wrong:
            return Difference("value", f"{name}: {wrong}")
        for what in ("requires_grad", "is_leaf", "writes"):
            mine, other = (
                world.writes(name) if what == "writes" else field(x, what) for world, x in ((ours, w), (theirs, t))
            )
            if mine != other and not isinstance(other, type):  # views that may not be asked
                return Difference(what, f"{name}.{what}: {mine}, PyTorch {other}")
        if STRIDES:
            mine, other = steps(w), steps(t)
            if mine != other:
                return Difference("strides", f"{name}: {mine}, PyTorch {other}")
        with warnings.catch_warnings(action="ignore"):
            mine, other = w.grad, t.grad
        if (mine is None) != (other is None):
            what = "grad" if field(t, "is_leaf") is True else "retained"
            what = what if (other if mine is None else mine).any() else "zeros"
            return Difference(what, f"{name}.grad: {mine}, PyTorch {other}")
        wrong = None if other is None else _unlike(mine, other, least)
        if wrong:
            return Difference("grad", f"{name}.grad: {wrong}")
    # without those of hooks without a gradient
    mine, other = ([(n, g) for n, g in world.log if g is not None or n == "grad"] for world in (ours, theirs))
    noted, expected = ([n for n, _ in log] for log in (mine, other))
    if noted != expected:
        return Difference("hooks", f"hooks saw {noted}, PyTorch's {expected}")
    for (name, a), (_, b) in zip(mine, other, strict=True):
        if (a is None) != (b is None):
            return Difference("seen", f"{name}: {a}, PyTorch {b}")
        wrong = None if b is None else _apart(a, b, least)
        if wrong:
            return Difference("seen", f"{name} saw {wrong}")
    return None


def field(t: Any, name: str) -> Any:
    """An attribute of a tensor, or the type of what asking for it raises."""
    try:
        return getattr(t, name)
    except RuntimeError as e:
        return type(e)


def _single(world: World) -> bool:
    return any("32" in str(t.dtype) or "64" in str(t.dtype) and t.is_complex() for t in world.env.values())


def _unlike(w: Any, t: Any, least: float) -> str | None:
    if t.is_sparse or w.is_sparse:
        if t.is_sparse != w.is_sparse:
            return f"sparse: {w.is_sparse}, PyTorch {t.is_sparse}"
        w, t = w.to_dense(), t.to_dense()
    return _apart(calls.array(w), calls.array(t), least)


def _apart(a: Any, b: Any, least: float) -> str | None:
    """How two arrays differ, or None. ``least`` is the tolerance of the coarsest dtype in the program."""
    if str(a.dtype) != str(b.dtype):
        return f"{a.dtype}, PyTorch {b.dtype}"
    if a.shape != b.shape:
        return f"shape {a.shape}, PyTorch {b.shape}"
    wide = complex if a.dtype.kind == "c" else float
    x, y = a.astype(wide), b.astype(wide)
    finite = np.isfinite(y)
    scale = max(1.0, float(np.abs(y[finite]).max(initial=0.0)))
    tolerance = TOLERANCE.get(str(b.dtype), 0.0) and max(TOLERANCE[str(b.dtype)], least) * scale
    same = np.isclose(x, y, rtol=0, atol=tolerance, equal_nan=True)
    return None if same.all() else f"{a.tolist()}, PyTorch {b.tolist()}"


# -- shrinking


def shrunk(program: Program, torch: Any, what: str) -> Program:
    """The smallest program, by taking statements away, that has a difference of the same kind."""
    size = max(1, len(program) // 2)
    while size:
        k = len(program)
        while k > 0:
            smaller = program[: max(0, k - size)] + program[k:]
            found = difference(smaller, torch)
            if found is not None and found.what == what:
                program = smaller
            k -= size
        size //= 2
    live = {name for step in program for name in step.outs}
    return [s for s in program if all(name in live for name in names_in((s.args, s.params)))]


def report(program: Program, found: Difference) -> str:
    """A program and its difference, for people."""
    return "\n".join([*map(str, program), f"-> {found.what}: {found.text}"])
