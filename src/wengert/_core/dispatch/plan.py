"""Formulas, and the plan that they make: what a node saves and runs.

An operation has one plan for each combination of inputs that need a gradient.
"""

from __future__ import annotations

from typing import Any

from .. import errors
from ..arrays import dtypes
from ..arrays.batched import aligned, over
from ..tape.node import Saved
from ..tape.saving import restore
from ..tape.tensor import Tensor, payload_of, without_subclass
from .formula_names import CONST, GROUP, GS, META, PARAM, SAVED, D, G
from .part_gradients import full_gradient
from .primitives import primitives

F32 = dtypes.F32
PARTS = 16  # a pass mostly asks for the same edges of a node as the pass before it


class Formula:
    """A formula and the names it needs: those of its parameters, unless ``names`` says otherwise."""

    def __init__(self, fn: Any, names: Any = None, optional: Any = None) -> None:
        code = fn.__code__
        self.fn = fn
        self.names: tuple[str, ...] = code.co_varnames[: code.co_argcount] if names is None else tuple(names)
        if optional is None:
            optional = self.names[len(self.names) - len(fn.__defaults__ or ()) :]
        self.optional = frozenset(optional)  # these may be None
        self.sources: Any = None  # for calls outside nodes: where the values of its names are (tangents.py)


class Plan:
    """What a node of one operation saves and runs, for one combination of inputs that need a gradient.

    Made by ``declare/plan_maker.py``. ``mask`` has these inputs as bits, out of ``count``. The bits above them are the
    overload (see ``Op.numbers``). ``edges`` lists the inputs in order. ``half`` means that one of them has a half type,
    so that the formulas compute in float32. ``saves`` are ``(is_output, index)``. ``sources`` say where the values of
    the environment come from, and ``calls`` are the formulas in order: the fields of ``Source`` and ``Call`` there.
    """

    op: Any
    mask: int
    count: int
    half: bool
    edges: tuple[int, ...]
    numbers: int  # as bits, the arguments that are numbers in one of torch's overloads
    saves: Any
    keeps: tuple[int, ...]  # ``saves`` where there is one result: -1 for it, else the argument
    crossed: bool  # whether these are both arguments, the second one first, and both have edges: what products keep
    metas: Any
    sources: Any
    calls: Any
    single: bool  # the common case: one formula, whose arguments are the environment
    direct: bool  # one formula per edge, and no formula uses the result of another
    fn: Any  # the first formula
    in_order: bool  # the environment is one cotangent and then the saved values, in order
    indexed: bool  # one cotangent, and every source is an index into a pool: cotangents, values, parameters or shapes
    local: bool  # indexed, of an elementwise operation
    parametric: bool
    fused: Any
    pairs: Any  # short formulas, by edge: ``(formula, kind and index of its second value)``
    parts: Any  # plans for some of the edges, by these as bits: see :meth:`part`

    def function(self, params: Any) -> Any:
        """The formulas as one function of the cotangent and the saved values, in this order."""

        def call(g: Any, *saved: Any) -> tuple[Any, ...]:
            return tuple(self.results(self.environment([g], [g, *saved], params, None, None)))

        return call

    def values(self, node: Any, g: Any, recording: bool, picks: Any = None) -> list[Any]:
        """The cotangent, then the values that the node saved: payloads, or tensors when ``recording``. With ``picks``,
        those at these places alone."""
        values: list[Any] = [g]
        if not self.saves:
            return values
        kept = node._wg_saved
        if kept is None:
            raise errors.gradients.freed(node._wg_name(), (node._wg_code, node._wg_lasti), node._wg_freed)
        if picks is not None:
            kept = tuple([kept[i] for i in picks])
        for v in kept:
            if type(v) is not Saved:
                values.append(v)
            elif recording:
                t = restore(v, node)
                values.append(t if type(t) is Tensor else without_subclass(t))
            else:
                s = v
                values.append(s.data if s.storage.version == s.version else s.raw(node))
        return values

    def widened(self, kept: list[Any], node: Any) -> list[Any]:
        """Saved values of half types as float32, in which formulas compute.

        What has no dimensions is rounded to a half type if the result has one, except where a row says otherwise.
        (Numbers were rounded when they were saved.)
        """
        out = []
        for (output, i), v in zip(self.saves, kept, strict=True):
            exact = output or self.op.promote is None or self.op.unrounded >> i & 1
            out.append(widen(v, None if exact else node.dtype))
        return out

    def environment(self, gs: Any, values: Any, params: Any, metas_in: Any, node: Any) -> list[Any]:
        """The values that the formulas name. While a program is made there is no ``node``, and no shapes."""
        env: list[Any] = []
        if self.indexed and node is not None and gs[0] is not None:
            pools = (gs, values, params, metas_in)  # in the order of their kinds
            for kind, at, _ in self.sources:
                env.append(pools[kind][at])
            return env
        for kind, at, more in self.sources:
            if kind == G:
                v = gs[at]
                env.append(node._wg_meta(at).zeros() if v is None and not more else v)
            elif kind == SAVED:
                env.append(values[at])
            elif kind == PARAM:
                env.append(params[at])
            elif kind == META:
                env.append(None if metas_in is None else metas_in[at])
            elif kind == GROUP:
                env.append(tuple([values[i] for i in at]))
            elif kind == GS:
                env.append(tuple(gs))
            elif kind == CONST:
                env.append(at)
            else:
                env.append(None)  # set after the other formula has run
        return env

    def run(self, node: Any, gs: Any, recording: bool, spare: bool = False) -> list[Any]:
        """The gradients for ``edges``, before they are validated. With ``spare``, one may overwrite the cotangent.

        That of a part of an array may be a ``PartGradient``.
        """
        metas_in = node.metas_in if self.metas else None
        return self.gradients(node, gs, self.values(node, gs[0], recording), metas_in, recording, spare)

    def run_full(self, node: Any, gs: Any, recording: bool) -> list[Any]:
        """:meth:`run` for callers that read the gradients: none of them is a ``PartGradient``."""
        return [full_gradient(d) for d in self.run(node, gs, recording)]

    def run_part(self, node: Any, gs: Any, recording: bool, wanted: Any, spare: bool = False) -> list[Any]:
        """:meth:`run` for some of the edges: ``wanted`` has them as bits. For the others, the result has None."""
        part = self.parts.get(wanted)
        if part is None:
            part = self.part(wanted)
        plan, edges, saves, metas = part
        values = self.values(node, gs[0], recording, saves)
        metas_in = None if node.metas_in is None else tuple([node.metas_in[i] for i in metas])
        results = [None] * len(self.edges)
        for i, d in zip(edges, plan.gradients(node, gs, values, metas_in, recording, spare), strict=True):
            results[i] = d
        return results

    def part(self, wanted: Any) -> Any:
        """The plan for some of the edges, and their places among the edges, saved values and shapes of this one."""
        edges = tuple([i for i in range(len(self.edges)) if wanted >> i & 1])
        mask = 0
        for i in edges:
            mask |= 1 << self.edges[i]
        plan = self.op.plan(mask | self.numbers << self.count, self.count, self.half)
        saves = tuple([self.saves.index(s) for s in plan.saves])
        metas = tuple([self.metas.index(m) for m in plan.metas])
        if len(self.parts) == PARTS:
            self.parts.clear()
        part = self.parts[wanted] = (plan, edges, saves, metas)
        return part

    def gradients(self, node: Any, gs: Any, values: Any, metas_in: Any, recording: bool, spare: bool) -> list[Any]:
        """:meth:`run`, given what the node saved."""
        if not recording:
            if self.pairs is not None and gs[0] is not None:
                g = values[0]
                pools: Any = (None, values, node._wg_params, metas_in)  # in the order of their kinds
                results = []
                for fn, kind, at in self.pairs:
                    results.append(fn(g) if kind == G else fn(g, pools[kind][at]))
                return results
            if self.fused is not None:
                params = node._wg_params if self.parametric else None
                found = self.fused.of_halves(values, params) if self.half else self.fused.run(values, params, spare)
                if found is None:
                    found = self.batched(values, params)
                if found is not None:
                    return found  # type: ignore[no-any-return]
        if self.half:
            gs = [widen(g) for g in gs]
            values = [gs[0], *self.widened(values[1:], node)]
        env = values if self.in_order else self.environment(gs, values, node._wg_params, metas_in, node)
        if self.single:
            fn = self.fn
            if len(env) == 2:
                return [fn(env[0], env[1])]
            return [fn(*env)]
        return self.results(env)

    def batched(self, env: list[Any], params: Any) -> Any:
        """The fused programs' results for batched payloads. None if none is batched, or NumPy has to compute them."""
        arrays, levels = aligned(env)
        results = None if arrays is None else self.fused.run(arrays, params)
        if results is None:
            return None
        given = {id(a): v for a, v in zip(arrays, env, strict=True)}  # a formula may return one of its arguments
        return [given.get(id(r)) if id(r) in given else over(r, levels) for r in results]

    def results(self, env: list[Any]) -> list[Any]:
        """Run the formulas one after the other."""
        results: list[Any] = []
        if self.direct:
            for fn, places, _, _ in self.calls:
                n = len(places)
                if n == 2:
                    results.append(fn(env[places[0]], env[places[1]]))
                elif n == 3:
                    results.append(fn(env[places[0]], env[places[1]], env[places[2]]))
                else:
                    results.append(fn(*[env[p] for p in places]))
            return results
        results = [None] * len(self.edges)
        done: list[Any] = []
        for fn, places, slot, group in self.calls:
            args = [env[p] for p in places]
            if done:
                for j, p in enumerate(places):
                    source = self.sources[p]
                    if source[0] == D:
                        args[j] = done[source[1]]
            r = fn(*args)
            done.append(r)
            if group:
                for k, one in zip(slot, r, strict=True):
                    if k >= 0:
                        results[k] = one
            elif slot >= 0:
                results[slot] = r
        return results

    def places(self, node: Any) -> list[int]:
        """For each differentiable argument, its index among the edges of ``node``; -1 where no gradient flows."""
        edges = (0, *[e for e in self.edges if e != 0]) if node._wg_base else self.edges  # the base replaces the view
        every = range(max(self.count, self.op.count))  # arguments that were left out are listed too, with -1
        inputs = [i for i in every if (self.op.bit(i) and not self.numbers >> i & 1) or (i == 0 and node._wg_base)]
        return [edges.index(i) if i in edges else -1 for i in inputs]


def widen(v: Any, half: Any = None) -> Any:
    """A value of a half type as float32. With ``half``, what has no dimensions is first rounded to it, if it is one."""
    dtype = getattr(payload_of(v), "dtype", None)
    if dtype is None:
        return v
    if not dtypes.is_half(dtype):
        if half is None or v.ndim or not dtypes.is_half(half) or not dtypes.is_inexact(dtype):
            return v
        v = primitives.cast(v, dtype=half)
    return primitives.cast(v, dtype=F32)
