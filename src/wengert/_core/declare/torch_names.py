"""What torch calls nodes, and the values that they save: ``MulBackward0``, ``_saved_self``."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

from ..dispatch.op import Op
from ..dispatch.plan import Plan
from ..tape.saved_hooks import SavedTensor

NAMES = {  # in torch's ``_saved_*``, where it shows them
    "x": "self", "y": "other", "out": "result", "kernel": "kernel_size", "dtype": "", "key": "", "memory_format": "",
    "shape": "", "sizes": "",
}  # fmt: skip


OVERLOADS = 16  # how many overloads of an operation are remembered


class TorchNames:
    """The names of one operation, for which nodes ask ``op.torch_names``. Each is found when first asked for."""

    def __init__(self, op: Op) -> None:
        self.op = op
        self.kept: dict[Any, dict[str, Any]] = {}  # by overload and number of arguments: what :meth:`keeps` returns

    @cached_property
    def nodes(self) -> list[str]:
        """What the row says of nodes: their name, and ``parameter=name`` for each overload."""
        stated: str = self.op.options.get("node") or node_name(self.op.name)
        return stated.split()

    @cached_property
    def node(self) -> str:
        return self.nodes[0]

    @cached_property
    def overloads(self) -> dict[str, str]:
        return dict(n.split("=") for n in self.nodes[1:])

    @cached_property
    def saved(self) -> dict[str, str]:
        """What torch calls saved values, by our names."""
        stated = dict(p.split("=") for p in (self.op.options.get("saved") or "").split())
        return {**NAMES, "x_meta": "" if self.op.elementwise else "self_sym_sizes", **stated}

    def name_of(self, node: Any) -> str:
        """What torch calls ``node``: each overload has a name of its own.

        It is told by a number in the place of an array, by an array that is not there (``-bias``), or by a parameter: a
        sequence, or other than its default.
        """
        for of, name in self.overloads.items():
            if of.startswith("-"):
                other = node._wg_plan.count <= self.op.arrays.index(of[1:])
            elif of in self.op.arrays:
                other = node._wg_plan.numbers >> self.op.arrays.index(of) & 1
            elif of in self.op.defaults:
                other = node._wg_params[of] != self.op.defaults[of]
            else:
                other = isinstance(node._wg_params[of], (tuple, list))
            if other:
                return str(name)
        return str(self.node)

    def saved_name(self, output: bool, index: int, shown: bool = False) -> str:
        """What torch calls a saved value; if it does not show it, nothing where that counts, else our own name."""
        name = (
            (self.op.outputs[index] if self.op.outputs[0] != "*" else "result") if output else self.op.array_at(index)
        )
        return self.saved.get(name, name) or ("" if shown else name)

    def keeps(self, plan: Plan) -> dict[str, Any]:
        """What nodes of this overload keep, by torch's names: keys of saved values in a list (of a number in a tuple),
        the number of an argument whose shape is kept, or the name of a parameter.
        """
        key = plan.count, plan.numbers
        if key not in self.kept:
            if len(self.kept) >= OVERLOADS:
                self.kept.clear()  # the lengths of lists: there may be any number
            self.kept[key] = self.names_of(plan)
        return self.kept[key]

    def names_of(self, plan: Plan) -> dict[str, Any]:
        """Work out :meth:`keeps`."""
        op = self.op
        whole = op.make_plan(op, op.differentiable_mask & (1 << plan.count) - 1 & ~plan.numbers, plan.count, False)
        found: dict[str, Any] = {}
        for key in whole.saves:
            name = self.saved_name(key[0], key[1], True)
            if not key[0] and plan.numbers >> key[1] & 1:
                found[name] = key
            else:
                found.setdefault(name, []).append(key)
        for i in whole.metas:
            found.update(dict.fromkeys(self.saved.get(self.op.array_at(i) + "_meta", "").split(","), i))
        found.update({self.saved.get(p, p): p for p in self.op.params})
        found.pop("", None)  # of what torch does not show
        return found

    def saved_attribute(self, node: Any, name: str) -> Any:
        """``_saved_self``: what a node keeps, under torch's names."""
        raw, _, wanted = name.partition("_saved_")
        plan = node._wg_plan
        at = self.keeps(plan).get(wanted)
        if at is None or (raw and not isinstance(at, list)):
            raise AttributeError(f"{node._wg_name()!r} object has no attribute {name!r}")
        if isinstance(at, str):
            return node._wg_params[at]
        if isinstance(at, int):
            meta = node.metas_in[plan.metas.index(at)] if at in plan.metas else None
            shape = () if meta is None else tuple(meta.shape)
            return math.prod(shape) if wanted.endswith("_numel") else shape
        if isinstance(at, tuple):
            return _raw(node, at).number()
        found = [_raw(node, key) for key in at]
        values = found if raw else [s.unpack() for s in found]
        output, index = at[0]
        return tuple(values) if not output and self.op.is_group(self.op.array_at(index)) else values[0]

    def saved_attributes(self, node: Any) -> list[str]:
        """The names that :meth:`saved_attribute` knows."""
        found = self.keeps(node._wg_plan)
        raw = ["_raw_saved_" + n for n, at in found.items() if isinstance(at, list)]
        return ["_saved_" + n for n in found] + raw


def _raw(node: Any, key: Any) -> SavedTensor:
    """A saved value as ``_raw_saved_*`` shows it."""
    saves = node._wg_plan.saves
    return SavedTensor.at(node, saves.index(key) if key in saves else -1)


def node_name(name: str) -> str:
    """``index_select`` → ``IndexSelectBackward0``."""
    return "".join(p[:1].upper() + p[1:] for p in name.strip("_").split("_")) + "Backward0"
