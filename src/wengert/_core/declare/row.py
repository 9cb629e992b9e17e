"""What the declaration of an operation says, for those who ask seldom: its plans, and the names that torch shows."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from typing import Any

from .. import errors
from ..arrays.batched import batch_pointwise
from ..arrays.fused import programs
from ..dispatch.inplace import Row
from ..dispatch.plan import Formula, Plan
from ..tape.saved_hooks import SavedTensor
from .plan_maker import plan_of

NAMES = {  # in torch's ``_saved_*``, where it shows them
    "x": "self", "y": "other", "out": "result", "kernel": "kernel_size", "dtype": "", "key": "", "memory_format": "",
    "shape": "", "sizes": "",
}  # fmt: skip


class Declared(Row):
    """A row of the table, read from a kernel, its formulas and its options."""

    def __init__(self, kernel: Any, family: str, formulas: dict[str, Formula], options: dict[str, Any],
                 forward_rule: Any, batch_rule: Any) -> None:  # fmt: skip
        code = kernel.__code__
        self.kernel = kernel
        self.family = family
        self.name = options.get("name") or kernel.__name__
        self.__name__ = self.__qualname__ = self.name
        self.__module__ = kernel.__module__
        self.__doc__ = kernel.__doc__
        self.arrays = code.co_varnames[1 : code.co_argcount]
        keyword = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        self.group = None
        if code.co_flags & 0x04:
            self.group = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
            self.arrays = (*self.arrays, self.group)
        self.params = keyword
        self.defaults = dict(kernel.__kwdefaults__ or {})
        self.optional = len(kernel.__defaults__ or ())
        self.outputs = tuple((options.get("outputs") or "out").split())
        self.multi_output = options.get("outputs") is not None
        self.nondiff = frozenset((options.get("nondiff") or "").split())
        self.view = bool(options.get("view"))
        self.moves = bool(options.get("moves")) or self.view
        self.promote = options.get("promote")
        self.takes_batched = bool(options.get("takes_batched"))
        self.sparse = options.get("sparse")
        self.onto = options.get("onto")
        self.forward_rule = forward_rule
        self.batch_rule = batch_rule
        self.options = options
        self.formulas = formulas
        self.count = len(self.arrays) - (self.group is not None)
        self.differentiable_mask = sum(1 << i for i, n in enumerate(self.arrays) if n in formulas and n != self.group)
        if self.group in formulas:
            self.differentiable_mask |= -1 << self.count
        self.differentiable = bool(formulas)
        self.flat = not any(n in ("g", "gs") or n[:2] in ("g_", "d_") for f in self.formulas.values() for n in f.names)
        nodes: list[str] = (options.get("node") or node_name(self.name)).split()
        self.node_name = nodes[0]
        self.overloads = dict(n.split("=") for n in nodes[1:])
        self.scalars = tuple(i for i, n in enumerate(self.arrays) if n in self.overloads)
        self.elementwise = self.batch_rule is batch_pointwise and not (
            self.view or self.multi_output or self.takes_batched
        )
        self.fused = programs(self.function) if self.elementwise else None
        self.plans = {}
        self.last_plan = None
        self.fast_plans = [None] * 4
        self.inplace_name = self.name.lstrip("_") + "_"
        names = dict(p.split("=") for p in (options.get("saved") or "").split())
        self.names = {**NAMES, "x_meta": "" if self.elementwise else "self_sym_sizes", **names}
        self.check()

    def check(self) -> None:
        """Every name in every formula must be something a formula may name."""
        known = {"needs", *self.arrays, *self.params, *self.outputs}
        known |= {n + "_meta" for n in self.arrays} | {"d_" + n for n in self.formulas}
        known |= {"gs"} if self.outputs == ("*",) else {"g_" + n for n in self.outputs} if self.multi_output else {"g"}
        for array, formula in self.formulas.items():
            if array not in self.arrays:
                raise errors.calls.formula_names(self.name, array, [array], self.arrays)
            bad = [n for n in formula.names if n not in known]
            if bad:
                raise errors.calls.formula_names(self.name, array, bad, sorted(known))

    def is_group(self, array: str) -> bool:
        return array == self.group

    def positions(self, array: str, count: int) -> tuple[int, ...]:
        """The arguments that bear this array's name, of ``count`` in all."""
        if array == self.group:
            return tuple(range(self.count, count))
        return (self.arrays.index(array),)

    def planned(self, mask: int, count: int, half: bool) -> Plan:
        return plan_of(self, mask, count, half)

    @contextlib.contextmanager
    def replaced(self, array: str, scale: float) -> Iterator[None]:
        """Scale one formula for a while: how the tests test themselves."""
        formula, plans = self.formulas[array], (self.plans, self.last_plan, self.fast_plans)
        fn = formula.fn

        def scaled(*args: Any) -> Any:
            r = fn(*args)
            if isinstance(r, tuple):
                return tuple(None if one is None else one * scale for one in r)
            return None if r is None else r * scale

        self.plans, self.last_plan, self.fast_plans = {}, None, [None] * 4
        formula.fn = scaled
        try:
            yield
        finally:
            formula.fn = fn
            self.plans, self.last_plan, self.fast_plans = plans

    # -- the names of nodes and of what they keep

    def name_of(self, node: Any) -> str:
        """What torch calls ``node``: each overload has a name of its own.

        It is told by a number in the place of an array, or by a parameter: a sequence, or other than its default.
        """
        for of, name in self.overloads.items():
            if of in self.arrays:
                other = node.plan.numbers >> self.arrays.index(of) & 1
            elif of in self.defaults:
                other = node.params[of] != self.defaults[of]
            else:
                other = isinstance(node.params[of], (tuple, list))
            if other:
                return str(name)
        return str(self.node_name)

    def saved_name(self, output: bool, index: int, shown: bool = False) -> str:
        """What torch calls a saved value; if it does not show it, nothing where that counts, else our own name."""
        name = (self.outputs[index] if self.outputs[0] != "*" else "result") if output else self.array_at(index)
        return self.names.get(name, name) or ("" if shown else name)

    def keeps(self, plan: Plan) -> dict[str, Any]:
        """What nodes of this overload keep, by torch's names: keys of saved values in a list (of a number in a tuple),
        the number of an argument whose shape is kept, or the name of a parameter.
        """
        whole = self.planned(self.differentiable_mask & (1 << plan.count) - 1 & ~plan.numbers, plan.count, False)
        found: dict[str, Any] = {}
        for key in whole.saves:
            name = self.saved_name(key[0], key[1], True)
            if not key[0] and plan.numbers >> key[1] & 1:
                found[name] = key
            else:
                found.setdefault(name, []).append(key)
        for i in whole.metas:
            found.update(dict.fromkeys(self.names.get(self.array_at(i) + "_meta", "").split(","), i))
        found.update({self.names.get(p, p): p for p in self.params})
        found.pop("", None)  # of what torch does not show
        return found

    def saved_attribute(self, node: Any, name: str) -> Any:
        """``_saved_self``: what a node keeps, under torch's names."""
        raw, _, wanted = name.partition("_saved_")
        plan = node.plan
        at = self.keeps(plan).get(wanted)
        if at is None or (raw and not isinstance(at, list)):
            raise AttributeError(f"{node.name()!r} object has no attribute {name!r}")
        if isinstance(at, str):
            return node.params[at]
        if isinstance(at, int):
            meta = node.metas_in[plan.metas.index(at)] if at in plan.metas else None
            shape = () if meta is None else tuple(meta.shape)
            return math.prod(shape) if wanted.endswith("_numel") else shape
        if isinstance(at, tuple):
            return _raw(node, at).number()
        found = [_raw(node, key) for key in at]
        values = found if raw else [s.unpack() for s in found]
        output, index = at[0]
        return tuple(values) if not output and self.is_group(self.array_at(index)) else values[0]

    def saved_attributes(self, node: Any) -> list[str]:
        """The names that :meth:`saved_attribute` knows."""
        found = self.keeps(node.plan)
        raw = ["_raw_saved_" + n for n, at in found.items() if isinstance(at, list)]
        return ["_saved_" + n for n in found] + raw


def _raw(node: Any, key: Any) -> SavedTensor:
    """A saved value as ``_raw_saved_*`` shows it."""
    saves = node.plan.saves
    return SavedTensor.at(node, saves.index(key) if key in saves else -1)


def node_name(name: str) -> str:
    """``index_select`` → ``IndexSelectBackward0``."""
    return "".join(p[:1].upper() + p[1:] for p in name.strip("_").split("_")) + "Backward0"
