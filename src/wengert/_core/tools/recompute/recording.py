"""How every value of a region came about: enough to compute any of them again, from what the region began with."""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from ...arrays import arrays, native
from ...arrays.batched import Batched, levels_of, over, physical
from ...dispatch.registry import REGISTRY
from ...ops.random.generator import drawing_from, get_rng_state
from ...tape.state import local
from ...tape.tensor import INPUT, TensorBase, alias, make
from ...tape.watching import Tool, computed, drawn

# Note [Recipes]
# --------------
# While a region is recorded, it is the tool that computes operations. Every operation becomes a ``Unit``:
# what was called, with which parameters, on which values. A value is ``(unit, output)``; a source, which nothing that
# was seen has made, ``(-1 - number, 0)``. Payloads are known by the arrays in them, as long as those live. Nothing here
# keeps a payload but that of sources.
#
# A value is what an array held at one version. A write makes a new value: of a whole memory the result of the row, of a
# view the base with that result written into a copy (which is what the tape does as well). What was written in a way
# that is not seen, and what NumPy or a factory has made, is a source: kept as it is, with its version. A source that
# the region is about to write is copied first.
#
# A unit whose result shows memory of another value is an alias: it has no size, costs nothing, and is made again
# whenever it is asked for. Planning knows only of the others.

Value = tuple[int, int]
ELEMENTWISE = 1.0  # the cost of moving a byte
FLOP = 0.4  # and of a multiplication or addition in a contraction, compared with it
FUNCTION = 12.0  # of one transcendental function
DRAW = 60.0  # and of a random number
CHEAP = frozenset((
    "add", "sub", "rsub", "mul", "true_divide", "neg", "clone", "abs", "sign", "relu", "clamp", "clamp_min",
    "clamp_max", "maximum", "minimum", "where", "square", "reciprocal", "_to", "eq", "ne", "lt", "le", "gt", "ge",
    "logical_not", "logical_and", "logical_or", "masked_fill", "lerp", "addcmul",
))  # fmt: skip
BY_COLUMNS = frozenset(("mm", "bmm", "mv", "addmm", "baddbmm", "_linear", "addmv"))


class Constant:
    """An argument that is no array."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Weak:
    """A payload that nobody keeps here."""

    def __init__(self, payload: Any) -> None:
        self.array = weakref.ref(physical(payload))
        self.levels = levels_of(payload)

    def get(self) -> Any:
        """The payload, or None if it is gone."""
        payload = self.array()
        return None if payload is None else over(payload, self.levels)


class Known:
    """Which value an array holds, as long as its memory is at this version."""

    def __init__(self, payload: Any, value: Value, cell: Any, gone: Callable[[Any], None]) -> None:
        self.array = weakref.ref(physical(payload), gone)
        self.value = value
        self.cell = cell
        self.version = 0 if cell is None else cell.version


class Unit:
    """One operation that ran: how to run it again, what that costs, and what its results take."""

    def __init__(self, name: str, run: Callable[..., Any], inputs: tuple[Any, ...], outs: tuple[Any, ...]) -> None:
        self.name = name
        self.run = run  # gets the payloads of the inputs; returns a tuple of payloads
        self.inputs = inputs
        self.site = native.site()
        self.weak = [Weak(o) for o in outs]
        self.metas = [(tuple(o.shape), o.dtype) for o in outs]
        self.bytes = [int(arrays.owner(physical(o)).nbytes) for o in outs]
        self.alias = False
        self.cost = 0.0
        self.needed: set[int] = set()  # which results anything asks for


class Source:
    """A value that is kept as it is."""

    def __init__(self, tensor: Any, copied: bool) -> None:
        self.tensor = tensor
        self.cell = tensor._cell()
        self.version = self.cell.version
        self.copied = copied


class Recorder(Tool):
    """Computes the operations of a region, and notes them: Note [Recipes]."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self.sources: list[Source] = []
        self.known: dict[Any, Known] = {}
        self.running: tuple[int, bool] | None = None  # the unit whose tensors are being made; whether they are views
        self.base: Any = None  # of a view that is being written: the value of its base before

    # -- values

    def key(self, payload: Any) -> Any:
        """Under what a payload is known."""
        return (id(physical(payload)), *levels_of(payload))

    def learn(self, payload: Any, value: Value, cell: Any) -> None:
        """A payload holds this value."""
        key, known = self.key(payload), self.known

        def gone(ref: Any) -> None:
            if key in known and known[key].array is ref:
                del known[key]

        known[key] = Known(payload, value, cell, gone)

    def value(self, a: Any, payload: Any) -> Any:
        """Which value an argument is: a tensor or payload, and its payload."""
        if not (arrays.is_array(payload) or type(payload) is Batched):
            return Constant(payload)
        entry = self.known.get(self.key(payload))
        cell = a._storage if isinstance(a, TensorBase) else None
        if entry is not None and entry.array() is physical(payload):
            if entry.cell is None:
                entry.cell = cell
            if all(c is None or c.version == entry.version for c in (entry.cell, cell)):
                return entry.value
        view = a._view if isinstance(a, TensorBase) else None
        if view is not None and view.chain and view.kind < INPUT:
            found = self.value(view.base, view.base._data)
            for op, params, nr in view.chain:
                found = self.noted(op, (found,), params, ())[0], max(nr, 0)
                self.units[found[0]].alias = True
            self.learn(payload, found, cell)
            return found
        return self.source(a if isinstance(a, TensorBase) else make(payload), entry is not None)

    def source(self, t: Any, copied: bool) -> Value:
        """Keep a tensor; a copy of it where the region writes its memory."""
        if copied:
            kept = make(t._data.copy())
        else:
            kept = (
                t if t._requires_grad and t._node is None else alias(t._data, t._cell())
            )  # without history, which may lead here
        self.sources.append(Source(kept, copied))
        value = -len(self.sources), 0
        self.learn(t._data, value, t._cell())
        return value

    def noted(self, op: Any, inputs: tuple[Any, ...], params: Any, outs: tuple[Any, ...]) -> Value:
        """Note an operation on values."""

        def run(*values: Any) -> Any:
            out = op.compute(list(values), params)
            return out if op.multi_output else (out,)

        self.units.append(Unit(op.name, run, inputs, outs))
        return len(self.units) - 1, 0

    # -- what is called

    def compute(self, op: Any, args: Any, values: Any, params: Any, written: bool, outer: tuple[Tool, ...]) -> Any:
        """Compute an operation, and note it."""
        inputs = tuple([self.value(a, v) for a, v in zip(args, values, strict=True)])
        if written:
            self.before_write(args[0])
        out = computed(outer, op, args, values, params, written)
        outs = out if op.multi_output else (out,)
        index, _ = self.noted(op, inputs, params, outs)
        unit = self.units[index]
        unit.cost = cost(op, values, outs)
        owners = [arrays.owner(physical(v)) for v, i in zip(values, inputs, strict=True) if type(i) is tuple]
        unit.alias = not written and any(arrays.owner(physical(o)) is w for o in outs for w in owners)
        first = args[0] if args else None
        cell = first._cell() if unit.alias and isinstance(first, TensorBase) else None
        for i, o in enumerate(outs):
            self.learn(o, (index, i), cell)
        self.running = index, unit.alias
        return out

    def made(self, tensors: Any) -> None:
        """These tensors were made of what was computed last."""
        if self.running is not None:
            index, view = self.running
            for i, t in enumerate(tensors):
                if not view:
                    self.learn(t._data, (index, i), t._cell())
            self.done(index)
        self.running = None

    def done(self, index: int) -> None:
        """A unit has run, and its tensors are there."""

    def before_write(self, x: Any) -> None:
        """The memory of a tensor is about to be written."""
        self.copy_sources(x._cell())
        view = x._view
        self.base = None
        if view is not None and view.chain and view.kind < INPUT:
            self.base = self.value(view.base, view.base._data)
            self.copy_sources(x._cell())  # the base may just have become one

    def copy_sources(self, cell: Any) -> None:
        """Copy the sources in this memory."""
        for s in self.sources:
            if s.cell is cell:
                s.tensor = make(s.tensor._data.copy())
                s.cell, s.version, s.copied = s.tensor._cell(), 0, True

    def wrote(self, x: Any, out: Any) -> None:
        """What was computed last was written into a tensor."""
        running, self.running = self.running, None
        if running is not None:
            value: Value = running[0], 0
            target = x if x._view is None else x._view.base
            if x._view is not None and self.base is None:
                self.known.pop(self.key(x._data), None)  # it cannot be told what its base holds now
            else:
                if self.base is not None:
                    op = REGISTRY["_view_write"]
                    value = self.noted(op, (self.base, value), {"chain": x._view.chain}, (target._data,))
                elif out.dtype != x._data.dtype:
                    value = self.noted(REGISTRY["_to"], (value,), {"dtype": x._data.dtype}, (x._data,))
                unit = self.units[value[0]]
                unit.cost = unit.cost or 2.0 * unit.bytes[0]
                unit.weak[0] = Weak(target._data)
                unit.bytes[0] = int(arrays.owner(physical(target._data)).nbytes)
                self.learn(target._data, value, target._cell())
                self.done(value[0])
        self.base = None

    def drawing(self, draw: Any, args: Any, options: dict[str, Any], outer: tuple[Tool, ...]) -> Any:
        """Draw random numbers, and note how to draw the same again."""
        state = local.state
        plain = options.get("generator") is None and not state.vmap
        plain = plain and not any(arrays.is_array(a) or isinstance(a, TensorBase) for a in (*args, *options.values()))
        before = get_rng_state()
        out = drawn(outer, draw, args, options)
        if plain and isinstance(out, np.ndarray) and out.nbytes > before.nbytes:

            def run() -> Any:
                with drawing_from(before):
                    return (draw(*args, **options),)

            unit = Unit(draw.__name__, run, (), (out,))
            unit.cost = DRAW * out.size
            self.units.append(unit)
            self.learn(out, (len(self.units) - 1, 0), None)
        return out

    # -- what is known of all of it

    def bases(self, value: Value) -> set[int]:
        """The units with memory that a value is made of at no cost."""
        found: set[int] = set()
        stack = [value[0]]
        while stack:
            k = stack.pop()
            if k >= 0:
                if self.units[k].alias:
                    stack += [i[0] for i in self.units[k].inputs if type(i) is tuple]
                else:
                    found.add(k)
        return found

    def needs(self, k: int) -> set[int]:
        """The units with memory that a unit is computed from."""
        return set().union(*[self.bases(i) for i in self.units[k].inputs if type(i) is tuple])

    def used_sources(self, units: set[int], values: list[Value]) -> set[int]:
        """The sources that these units, and these values, are made of."""
        found: set[int] = set()
        stack = [v[0] for v in values] + [i[0] for k in units for i in self.units[k].inputs if type(i) is tuple]
        while stack:
            k = stack.pop()
            if k < 0:
                found.add(-1 - k)
            elif self.units[k].alias:
                stack += [i[0] for i in self.units[k].inputs if type(i) is tuple]
        return found


def cost(op: Any, values: Any, outs: Any) -> float:
    """What it costs to compute an operation, about, in bytes moved."""
    given = [(v.shape, v.dtype.itemsize) for v in values if hasattr(v, "shape")]
    size = sum([math.prod(o.shape) for o in outs])
    moved = float(sum([math.prod(s) * n for s, n in [*given, *((o.shape, o.dtype.itemsize) for o in outs)]]))
    if op.name in BY_COLUMNS and len(given) > 1:
        shape = given[-2 if op.name.startswith(("addm", "badd")) else 0][0]
        return moved + FLOP * 2 * float(size * (shape[-1] if shape else 1))
    if op.name == "_convolution":
        return moved + FLOP * 2 * float(size * math.prod(given[1][0][1:]))
    if op.family == "multilinear" and len(given) > 1:
        return moved + FLOP * 2 * math.sqrt(float(size) * math.prod(given[0][0]) * math.prod(given[1][0]))
    return moved if op.family in ("linear", "constant") or op.name in CHEAP else moved + FUNCTION * size
