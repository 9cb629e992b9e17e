"""How a declaration becomes an operation."""

from __future__ import annotations

from typing import Any

from .. import errors
from ..dispatch.formula_names import formulas_in, forward_names, known_names
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
    """Check that formulas and ``jvp=`` name only what they may, and that each formula is an input's or is named.

    tools/generate.py asks this of all rows, before they are published: an import would take longer to ask it again.

    Raises:
        TypeError: if it is not so.
    """
    shared = [other for f in op.formulas.values() for other in formulas_in(f.names)]
    for array in op.formulas:
        if array not in op.arrays and array not in shared:
            raise errors.calls.no_option(op.name, [array], f", nor an input with a formula ({', '.join(op.arrays)})")
    stated = [(array, f, known_names(op)) for array, f in op.formulas.items()]
    if "jvp" in op.options:
        stated.append(("jvp", Formula(op.options["jvp"]), forward_names(op)))
    for of, formula, known in stated:
        bad = [n for n in formula.names if n not in known]
        if bad:
            raise errors.calls.formula_names(op.name, of, bad, sorted(known))
