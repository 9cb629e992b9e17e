"""What a node saves and runs: formulas, and the plan made of them once per combination of inputs that need a
gradient."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from . import dtypes, errors
from .batched import aligned, over
from .fused import programs
from .graph import Saved
from .packing import SavedTensor
from .saving import restore
from .tensor import Tensor, payload_of, plain

REGISTRY: dict[str, Any] = {}  # every row by name
COMPOSITES: dict[str, Callable[..., Any]] = {}  # every published plain function by name

G, GS, SAVED, GROUP, PARAM, META, D, CONST = range(8)  # where a name in a formula comes from

F32 = dtypes.F32


class Formula:
    """A formula and the names it needs."""

    def __init__(self, fn: Any) -> None:
        code = fn.__code__
        self.fn = fn
        self.names: tuple[str, ...] = code.co_varnames[: code.co_argcount]
        defaults = fn.__defaults__ or ()
        self.optional = frozenset(self.names[len(self.names) - len(defaults) :])  # may arrive as None


class Plan:
    """What a node of one operation saves and runs, for one combination of inputs that need a gradient.

    ``mask`` has those inputs as bits, of ``count``, and above them the overload (see ``Op.numbers``); ``edges`` has
    them in order. ``half``: one is of a half type, and the formulas compute in float32. ``saves`` are ``(is_output,
    index)``; ``calls`` are ``(fn, places in the environment, slots of the result)``, run in order. The environment is
    built from ``sources``.
    """

    def __init__(self, op: Any, mask: int, count: int, half: bool = False) -> None:
        self.op = op
        self.mask = mask
        self.count = count
        self.half = half
        self.edges = tuple([i for i in range(count) if mask >> i & 1])
        self.numbers = mask >> count  # the arguments, as bits, that are numbers in an overload of torch's
        self.saves: Any = []
        self.metas: Any = []
        self.sources: Any = []
        self.calls: Any = []
        names: dict[Any, int] = {}
        pending: dict[str, int] = {}
        slot_of = {i: slot for slot, i in enumerate(self.edges)}

        def place(name: str, optional: bool) -> int:
            key = (name, optional)
            if key not in names:
                source = op.source_of(self, name, optional, count, pending)
                names[key] = len(self.sources)
                self.sources.append(source)
            return names[key]

        def call(array: str) -> int:
            if array in pending:
                return pending[array]
            formula = op.formulas[array]
            for name in formula.names:
                if name.startswith("d_"):
                    call(name[2:])
            places = tuple(place(n, n in formula.optional) for n in formula.names)
            slots = tuple(slot_of.get(i, -1) for i in op.positions(array, count))
            pending[array] = len(self.calls)
            self.calls.append((formula.fn, places, slots if op.is_group(array) else slots[0], op.is_group(array)))
            return pending[array]

        for array in dict.fromkeys(op.array_at(i) for i in self.edges):
            call(array)
        self.saves = tuple(self.saves)
        self.sources = tuple(self.sources)
        self.calls = tuple(self.calls)
        self.metas = tuple(self.metas)
        # the common shape: one cotangent, then saved values in order, nothing else
        self.single = (
            not op.many
            and len(self.calls) == 1
            and self.calls[0][2] == 0
            and self.calls[0][1] == tuple(range(len(self.sources)))
        )  # one formula that takes the environment as it is
        # a formula per edge, none of which takes another's result
        self.direct = [c[2] for c in self.calls] == list(range(len(self.edges))) and all(
            s[0] != D for s in self.sources
        )
        self.fn: Any = self.calls[0][0] if self.calls else None
        self.plain = not op.many and all(
            s[0] == G if i == 0 else s[0] == SAVED and s[1] == i - 1 for i, s in enumerate(self.sources)
        )
        self.local = op.elementwise and not op.many and all(s[0] in (G, SAVED, PARAM, META) for s in self.sources)
        self.parametric = any(s[0] == PARAM for s in self.sources)
        self.fused: Any = programs(self.function) if self.local else None
        self.pairs: Any = self.paired() if self.local and self.fused is None and not half else None

    def paired(self) -> Any:
        """``(formula, the one saved value it needs)`` per edge, where all formulas are functions of the cotangent and
        at most one such value (-1: none), taken in order."""
        found = []
        last = -1
        for fn, places, _, _ in self.calls:
            kinds = [self.sources[p] for p in places]
            if not self.direct or not kinds or kinds[0][0] != G or len(kinds) > 2:
                return None
            at = -1
            if len(kinds) == 2:
                at = kinds[1][1]
                if kinds[1][0] != SAVED or at <= last:
                    return None
                last = at
            found.append((fn, at))
        return tuple(found)

    def function(self, params: Any) -> Any:
        """The formulas as one function of the cotangent and what is saved, in this order."""

        def call(g: Any, *saved: Any) -> tuple[Any, ...]:
            return tuple(self.results(self.environment([g], saved, params, None, None)))

        return call

    def slot(self, output: bool, index: int) -> int:
        """The place of an input or output among the saved values, taken if new."""
        key = (output, index)
        if key not in self.saves:
            self.saves.append(key)
        return int(self.saves.index(key))

    def meta_slot(self, index: int) -> int:
        if index not in self.metas:
            self.metas.append(index)
        return int(self.metas.index(index))

    def kept(self, node: Any, recording: bool) -> list[Any]:
        """What the node saved: payloads, or tensors when ``recording``."""
        saved = node.saved
        if saved is None and self.saves:
            raise errors.freed(node.name(), (node.code, node.lasti), node.freed)
        values: list[Any] = []
        for s in saved or ():
            if isinstance(s, Saved):
                v = restore(s, node) if recording else s.raw(node)
                if recording and type(v) is not Tensor:
                    v = plain(v)
                values.append(widen(v) if self.half else v)
            else:
                values.append(s)
        return values

    def environment(self, gs: Any, kept: Any, params: Any, metas_in: Any, node: Any) -> list[Any]:
        """The values the formulas name. Without a ``node``, while a program is made, none may ask for shapes."""
        if self.plain:
            return [gs[0], *kept]
        env: list[Any] = []
        for kind, at, more in self.sources:
            if kind == G:
                v = gs[at]
                env.append(node.meta(at).zeros() if v is None and not more else v)
            elif kind == SAVED:
                env.append(kept[at])
            elif kind == PARAM:
                env.append(params[at])
            elif kind == META:
                env.append(None if metas_in is None else metas_in[at])
            elif kind == GROUP:
                env.append(tuple([kept[i] for i in at]))
            elif kind == GS:
                env.append(tuple(gs))
            elif kind == CONST:
                env.append(at)
            else:
                env.append(None)  # filled when the other formula has run
        return env

    def run(self, node: Any, gs: Any, recording: bool, spare: bool = False) -> list[Any]:
        """The gradients for ``edges``, before they are fitted to their targets. With ``spare``, one of them may be
        written over the cotangent."""
        if self.pairs is not None and not recording:
            kept = node.saved
            if kept is None and self.saves:
                raise errors.freed(node.name(), (node.code, node.lasti), node.freed)
            g = gs[0]
            results = []
            for fn, at in self.pairs:
                if at < 0:
                    results.append(fn(g))
                    continue
                s = kept[at]
                if type(s) is Saved:
                    s = s.data if s.storage.version == s.version else s.raw(node)
                results.append(fn(g, s))
            return results
        if self.local and not recording:
            values = self.values(node, gs[0])
            if self.fused is not None:
                params = node.params if self.parametric else None
                found = self.fused.run(values, params, spare)
                if found is None:
                    found = self.batched(values, params)
                if found is not None:
                    return found  # type: ignore[no-any-return]
            if self.half:
                values = [widen(v) for v in values]
            env = values if self.plain else self.environment(values[:1], values[1:], node.params, node.metas_in, node)
        else:
            gs = [widen(g) for g in gs] if self.half else gs
            env = self.environment(gs, self.kept(node, recording), node.params, node.metas_in, node)
        if self.single:
            fn = self.fn
            if len(env) == 2:
                return [fn(env[0], env[1])]
            return [fn(*env)]
        return self.results(env)

    def batched(self, env: list[Any], params: Any) -> Any:
        """The programs' results for payloads of vmaps; None where there are no vmaps, or NumPy has to compute them."""
        found, levels = aligned(env)
        results = None if found is None else self.fused.run(found, params)
        if results is None:
            return None
        given = {id(a): v for a, v in zip(found, env, strict=True)}  # a formula may give what it takes
        return [given.get(id(r)) if id(r) in given else over(r, levels) for r in results]

    def values(self, node: Any, g: Any) -> list[Any]:
        """The cotangent and the payloads of what was saved."""
        values = [g]
        if self.saves:
            kept = node.saved
            if kept is None:
                raise errors.freed(node.name(), (node.code, node.lasti), node.freed)
            for v in kept:
                if isinstance(v, Saved):
                    s = v
                    values.append(s.data if s.storage.version == s.version else s.raw(node))
                else:
                    values.append(v)
        return values

    def results(self, env: list[Any]) -> list[Any]:
        """The formulas, one after the other."""
        results: list[Any] = []
        if self.direct:
            for fn, places, _, _ in self.calls:
                if len(places) == 2:
                    results.append(fn(env[places[0]], env[places[1]]))
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

    def name(self, node: Any) -> str:
        """What torch calls ``node``: each overload has a name of its own.

        It is told by a number in the place of an array, or by a parameter: a sequence, or other than its default.
        """
        op = self.op
        for of, name in op.overloads.items():
            if of in op.arrays:
                other = self.numbers >> op.arrays.index(of) & 1
            elif of in op.defaults:
                other = node.params[of] != op.defaults[of]
            else:
                other = isinstance(node.params[of], (tuple, list))
            if other:
                return str(name)
        return str(op.node_name)

    def places(self, node: Any) -> list[int]:
        """For each differentiable argument its index among the edges of ``node``, -1 where no gradient flows."""
        edges = (0, *[e for e in self.edges if e != 0]) if node.base else self.edges  # the base stands for the view
        every = range(max(self.count, self.op.count))  # what was left out is not given a gradient either
        taking = [i for i in every if (self.op.bit(i) and not self.numbers >> i & 1) or (i == 0 and node.base)]
        return [edges.index(i) if i in edges else -1 for i in taking]

    def attributes(self) -> dict[str, Any]:
        """What nodes of this overload keep, by torch's names: keys of saved values in a list (of a number in a tuple),
        the number of an argument whose shape is kept, or the name of a parameter.
        """
        op = self.op
        whole = Plan(op, op.taking & (1 << self.count) - 1 & ~self.numbers, self.count)
        found: dict[str, Any] = {}
        for key in whole.saves:
            name = op.saved_name(*key, True)
            if not key[0] and self.numbers >> key[1] & 1:
                found[name] = key
            else:
                found.setdefault(name, []).append(key)
        for i in whole.metas:
            found.update(dict.fromkeys(op.names.get(op.array_at(i) + "_meta", "").split(","), i))
        found.update({op.names.get(p, p): p for p in op.params})
        found.pop("", None)  # of what torch does not show
        return found

    def saved_attribute(self, node: Any, name: str) -> Any:
        """``_saved_self``: what a node keeps, under torch's names."""
        raw, _, wanted = name.partition("_saved_")
        at = self.attributes().get(wanted)
        if at is None or (raw and not isinstance(at, list)):
            raise AttributeError(f"{node.name()!r} object has no attribute {name!r}")
        if isinstance(at, str):
            return node.params[at]
        if isinstance(at, int):
            meta = node.metas_in[self.metas.index(at)] if at in self.metas else None
            shape = () if meta is None else tuple(meta.shape)
            return math.prod(shape) if wanted.endswith("_numel") else shape
        if isinstance(at, tuple):
            return self.saved_tensor(node, at).number()
        found = [self.saved_tensor(node, key) for key in at]
        values = found if raw else [s.unpack() for s in found]
        output, index = at[0]
        return tuple(values) if not output and self.op.is_group(self.op.array_at(index)) else values[0]

    def saved_tensor(self, node: Any, key: Any) -> SavedTensor:
        """A saved value as ``_raw_saved_*`` shows it."""
        return SavedTensor.at(node, self.saves.index(key) if key in self.saves else -1)

    def saved_attributes(self) -> list[str]:
        """The names that :meth:`saved_attribute` knows."""
        found = self.attributes()
        raw = ["_raw_saved_" + n for n, at in found.items() if isinstance(at, list)]
        return ["_saved_" + n for n in found] + raw


def widen(v: Any) -> Any:
    """A half-typed value as float32, which is what formulas compute in."""
    dtype = getattr(payload_of(v), "dtype", None)
    if dtype is None or not dtypes.is_half(dtype):
        return v
    return REGISTRY["_to"](v, dtype=F32)
