"""How a declaration becomes an operation."""

from __future__ import annotations

from typing import Any

from .. import errors
from ..dispatch.op import Op
from ..dispatch.plan import Formula
from .plan_maker import plan_of
from .torch_names import TorchNames


def declared(kernel: Any, family: str, formulas: dict[str, Formula], options: dict[str, Any], forward_rule: Any,
             batch_rule: Any) -> Op:  # fmt: skip
    """The operation that a row of the tables declares, read from its kernel, its formulas and its options."""
    op = Op(kernel, family, formulas, options, forward_rule, batch_rule)
    op.make_plan = plan_of
    op.torch_names = names = TorchNames(op)
    if "node" in options:  # only stated names tell overloads apart
        op.scalars = tuple([i for i, n in enumerate(op.arrays) if n in names.overloads])
    op.scalar_mask = sum([1 << i for i in op.scalars])
    return op


def check(op: Op) -> None:
    """Every name in every formula must be something a formula may name, and every formula an input's or named so.

    tools/generate.py asks this of all rows, before they are published: an import would take longer to ask it again.

    Raises:
        TypeError: if it is not.
    """
    known = {"needs", *op.arrays, *op.params, *op.outputs}
    known |= {n + "_meta" for n in op.arrays} | {"d_" + n for n in op.formulas}
    known |= {"gs"} if op.outputs == ("*",) else {"g_" + n for n in op.outputs} if op.multi_output else {"g"}
    shared = {n[2:] for f in op.formulas.values() for n in f.names if n.startswith("d_")}
    for array, formula in op.formulas.items():
        if array not in op.arrays and array not in shared:
            raise errors.calls.formula_names(op.name, array, [array], op.arrays)
        bad = [n for n in formula.names if n not in known]
        if bad:
            raise errors.calls.formula_names(op.name, array, bad, sorted(known))
