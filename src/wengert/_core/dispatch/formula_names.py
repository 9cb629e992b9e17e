"""What the names in formulas stand for (``docs/design/0001``, "Formulas").

A name stands for a kind of value and for which one: the index of an input or result, or the name of a parameter or
formula. Plans and forward mode say where they find the values of each kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Known = dict[str, tuple[int, Any]]

# A plan has values of the first eight kinds; those of the first four by their index (Plan.environment).
G, SAVED, PARAM, META, GS, GROUP, D, CONST, INPUT, OUTPUT, NEEDS, TANGENT, OUTPUT_META = range(13)


def known_names(op: Any) -> Known:
    """The names that formulas of gradients may have."""
    known: Known = {p: (PARAM, p) for p in op.params}
    if op.outputs == ("*",):
        known["gs"] = GS, None
    else:
        for i, o in enumerate(op.outputs):
            known[o] = OUTPUT, i
            known[f"g_{o}" if op.multi_output else "g"] = G, i
    for i, a in enumerate(op.arrays):
        known[a] = GROUP if a == op.group else INPUT, i
        known[f"{a}_meta"] = META, i
    known.update({f"d_{f}": (D, f) for f in op.formulas})
    known["needs"] = NEEDS, 0 if op.group is None else op.count  # from this argument on
    return known


def forward_names(op: Any) -> Known:
    """The names that formulas may have in forward mode: in a rule, ``g`` is whatever the rule passes on."""
    known: Known = {f"{o}_meta": (OUTPUT_META, i) for i, o in enumerate(op.outputs)}
    known.update({f"t_{a}": (TANGENT, i) for i, a in enumerate(op.arrays)})
    return {**known, "g": (G, 0), **known_names(op)}


def formulas_in(names: Iterable[str]) -> list[str]:
    """The other formulas among the names of a formula."""
    return [n[2:] for n in names if n.startswith("d_")]


def takes_gradient(names: Iterable[str]) -> bool:
    """Whether a formula of these names depends on the gradient of a result."""
    return any(n in ("g", "gs") or n[:2] in ("g_", "d_") for n in names)
