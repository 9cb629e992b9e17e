"""Record how every value of a region was computed, so that any value can be recomputed from the region's inputs."""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from ...arrays import arrays, sites
from ...arrays.batched import Batched, levels_of, over, physical
from ...ops.elementwise.pointwise import _to
from ...ops.random.generator import drawing_from
from ...ops.random.seeding import rng_bytes
from ...ops.structure import _view_write
from ...tape.state import local
from ...tape.tensor import TensorBase, alias, make
from ...tape.view import INPUT
from ...tape.watching import Tool, compute_with, draw_with

# Note [Recipes]
# --------------
# While a region is recorded, it is the tool that computes operations. Every operation becomes a ``Unit``: the function,
# its parameters and its input values. A value is ``(unit, output)``. A source is a value that no observed operation has
# computed: ``(-1 - number, 0)``. Payloads are recognised by their arrays while these are alive. Only the payloads of
# sources are kept here.
#
# A value is the content of an array at one version. A write creates a new value. For a whole memory, it is the result
# of the row. For a view, it is a copy of the base with that result written into it (as on the tape). Contents written
# by unobserved means, by NumPy or by a factory, are sources: they are kept as they are, with their versions. A source
# that the region is about to write is copied first.
#
# A unit whose result shares memory with another value is an alias: it has no size and no cost, and is computed again
# whenever it is needed. Planning considers only the other units.

Value = tuple[int, int]
FLOP = 0.4  # the cost of a multiplication or addition in a contraction, where moving a byte costs 1
FUNCTION = 12.0  # the cost of a transcendental function
DRAW = 60.0  # the cost of a random number
CHEAP = frozenset((
    "add", "sub", "rsub", "mul", "true_divide", "neg", "clone", "abs", "sign", "relu", "clamp", "clamp_min",
    "clamp_max", "maximum", "minimum", "where", "square", "reciprocal", "_to", "eq", "ne", "lt", "le", "gt", "ge",
    "logical_not", "logical_and", "logical_or", "masked_fill", "lerp", "addcmul",
))  # fmt: skip
BY_COLUMNS = frozenset(("mm", "bmm", "mv", "addmm", "baddbmm", "_linear", "addmv"))


class Constant:
    """An argument that is not an array."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Weak:
    """A weak reference to a payload."""

    def __init__(self, payload: Any) -> None:
        self.array = weakref.ref(physical(payload))
        self.levels = levels_of(payload)

    def get(self) -> Any:
        """The payload, or None if it no longer exists."""
        payload = self.array()
        return None if payload is None else over(payload, self.levels)


class Known:
    """The value that an array holds, as long as its memory has this version."""

    def __init__(self, payload: Any, value: Value, cell: Any, gone: Callable[[Any], None]) -> None:
        self.array = weakref.ref(physical(payload), gone)
        self.value = value
        self.cell = cell
        self.version = 0 if cell is None else cell.version


class Unit:
    """One recorded operation: how to run it again, its cost, and the size of its results."""

    def __init__(self, name: str, run: Callable[..., Any], inputs: tuple[Any, ...], outs: tuple[Any, ...]) -> None:
        self.name = name
        self.run = run  # takes the payloads of the inputs; returns a tuple of payloads
        self.inputs = inputs
        self.site = sites.site()
        self.weak = [Weak(o) for o in outs]
        self.metas = [(tuple(o.shape), o.dtype) for o in outs]
        self.bytes = [int(arrays.owner(physical(o)).nbytes) for o in outs]
        self.alias = False
        self.cost = 0.0
        self.needed: set[int] = set()  # the results that are needed


class Source:
    """A value that is kept as it is."""

    def __init__(self, tensor: Any, copied: bool) -> None:
        self.tensor = tensor
        self.cell = tensor._wg_cell()
        self.version = self.cell.version
        self.copied = copied


class Recorder(Tool):
    """Computes and records the operations of a region: Note [Recipes]."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self.sources: list[Source] = []
        self.known: dict[Any, Known] = {}
        self.running: tuple[int, bool] | None = None  # the unit whose tensors are being made, and if they are views
        self.base: Any = None  # while a view is written: the previous value of its base

    # -- values

    def key(self, payload: Any) -> Any:
        """The key of a payload in ``known``."""
        return (id(physical(payload)), *levels_of(payload))

    def learn(self, payload: Any, value: Value, cell: Any) -> None:
        """Record that a payload holds this value."""
        key, known = self.key(payload), self.known

        def gone(ref: Any) -> None:
            if key in known and known[key].array is ref:
                del known[key]

        known[key] = Known(payload, value, cell, gone)

    def value(self, a: Any, payload: Any) -> Any:
        """The value of an argument, given as a tensor or payload together with its payload."""
        if not (arrays.is_array(payload) or type(payload) is Batched):
            return Constant(payload)
        entry = self.known.get(self.key(payload))
        cell = a._wg_storage if isinstance(a, TensorBase) else None
        if entry is not None and entry.array() is physical(payload):
            if entry.cell is None:
                entry.cell = cell
            if all(c is None or c.version == entry.version for c in (entry.cell, cell)):
                return entry.value
        view = a._wg_view if isinstance(a, TensorBase) else None
        if view is not None and view.chain and view.kind < INPUT:
            result = self.value(view.base, view.base._wg_data)
            for op, params, nr in view.chain:
                result = self.noted(op, (result,), params, ())[0], max(nr, 0)
                self.units[result[0]].alias = True
            self.learn(payload, result, cell)
            return result
        return self.source(a if isinstance(a, TensorBase) else make(payload), entry is not None)

    def source(self, t: Any, copied: bool) -> Value:
        """Keep a tensor as a source; or a copy of it, if the region writes its memory."""
        if copied:
            kept = make(t._wg_data.copy())
        else:
            kept = (
                t if t._wg_requires_grad and t._wg_node is None else alias(t._wg_data, t._wg_cell())
            )  # without history, which may lead here
        self.sources.append(Source(kept, copied))
        value = -len(self.sources), 0
        self.learn(t._wg_data, value, t._wg_cell())
        return value

    def noted(self, op: Any, inputs: tuple[Any, ...], params: Any, outs: tuple[Any, ...]) -> Value:
        """Record an operation on values."""

        def run(*values: Any) -> Any:
            out = op.compute(list(values), params)
            return out if op.multi_output else (out,)

        self.units.append(Unit(op.name, run, inputs, outs))
        return len(self.units) - 1, 0

    # -- callbacks

    def compute(self, op: Any, args: Any, values: Any, params: Any, written: bool, outer: tuple[Tool, ...]) -> Any:
        """Compute and record an operation."""
        inputs = tuple([self.value(a, v) for a, v in zip(args, values, strict=True)])
        if written:
            self.before_write(args[0])
        out = compute_with(outer, op, args, values, params, written)
        outs = out if op.multi_output else (out,)
        index, _ = self.noted(op, inputs, params, outs)
        unit = self.units[index]
        unit.cost = cost(op, values, outs)
        owners = [arrays.owner(physical(v)) for v, i in zip(values, inputs, strict=True) if type(i) is tuple]
        unit.alias = not written and any(arrays.owner(physical(o)) is w for o in outs for w in owners)
        first = args[0] if args else None
        cell = first._wg_cell() if unit.alias and isinstance(first, TensorBase) else None
        for i, o in enumerate(outs):
            self.learn(o, (index, i), cell)
        self.running = index, unit.alias
        return out

    def made(self, tensors: Any) -> None:
        """Called with the tensors made from the last results."""
        if self.running is not None:
            index, view = self.running
            for i, t in enumerate(tensors):
                if not view:
                    self.learn(t._wg_data, (index, i), t._wg_cell())
            self.done(index)
        self.running = None

    def done(self, index: int) -> None:
        """Called when a unit has run and its tensors exist."""

    def before_write(self, x: Any) -> None:
        """Called before the memory of a tensor is written."""
        self.copy_sources(x._wg_cell())
        view = x._wg_view
        self.base = None
        if view is not None and view.chain and view.kind < INPUT:
            self.base = self.value(view.base, view.base._wg_data)
            self.copy_sources(x._wg_cell())  # the base may just have become a source

    def copy_sources(self, cell: Any) -> None:
        """Copy the sources with this memory."""
        for s in self.sources:
            if s.cell is cell:
                s.tensor = make(s.tensor._wg_data.copy())
                s.cell, s.version, s.copied = s.tensor._wg_cell(), 0, True

    def wrote(self, x: Any, out: Any) -> None:
        """Called when the last result has been written into a tensor."""
        running, self.running = self.running, None
        if running is not None:
            value: Value = running[0], 0
            target = x if x._wg_view is None else x._wg_view.base
            if x._wg_view is not None and self.base is None:
                self.known.pop(self.key(x._wg_data), None)  # the base's new value is unknown
            else:
                if self.base is not None:
                    op = _view_write
                    value = self.noted(op, (self.base, value), {"chain": x._wg_view.chain}, (target._wg_data,))
                elif out.dtype != x._wg_data.dtype:
                    value = self.noted(_to, (value,), {"dtype": x._wg_data.dtype}, (x._wg_data,))
                unit = self.units[value[0]]
                unit.cost = unit.cost or 2.0 * unit.bytes[0]
                unit.weak[0] = Weak(target._wg_data)
                unit.bytes[0] = int(arrays.owner(physical(target._wg_data)).nbytes)
                self.learn(target._wg_data, value, target._wg_cell())
                self.done(value[0])
        self.base = None

    def drawing(self, draw: Any, args: Any, options: dict[str, Any], outer: tuple[Tool, ...]) -> Any:
        """Draw random numbers, and record how to draw them again."""
        state = local.state
        plain = options.get("generator") is None and not state.vmap
        plain = plain and not any(arrays.is_array(a) or isinstance(a, TensorBase) for a in (*args, *options.values()))
        before = rng_bytes()
        out = draw_with(outer, draw, args, options)
        if plain and isinstance(out, np.ndarray) and out.nbytes > before.nbytes:

            def run() -> Any:
                with drawing_from(before):
                    return (draw(*args, **options),)

            unit = Unit(draw.__name__, run, (), (out,))
            unit.cost = DRAW * out.size
            self.units.append(unit)
            self.learn(out, (len(self.units) - 1, 0), None)
        return out

    # -- dependences

    def bases(self, value: Value) -> set[int]:
        """The units with memory from which a value is obtained without cost."""
        units: set[int] = set()
        stack = [value[0]]
        while stack:
            k = stack.pop()
            if k >= 0:
                if self.units[k].alias:
                    stack += [i[0] for i in self.units[k].inputs if type(i) is tuple]
                else:
                    units.add(k)
        return units

    def needs(self, k: int) -> set[int]:
        """The units with memory that a unit is computed from."""
        return set().union(*[self.bases(i) for i in self.units[k].inputs if type(i) is tuple])

    def used_sources(self, units: set[int], values: list[Value]) -> set[int]:
        """The sources that these units and these values are computed from."""
        sources: set[int] = set()
        stack = [v[0] for v in values] + [i[0] for k in units for i in self.units[k].inputs if type(i) is tuple]
        while stack:
            k = stack.pop()
            if k < 0:
                sources.add(-1 - k)
            elif self.units[k].alias:
                stack += [i[0] for i in self.units[k].inputs if type(i) is tuple]
        return sources


def cost(op: Any, values: Any, outs: Any) -> float:
    """The estimated cost of computing an operation, in bytes moved."""
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
