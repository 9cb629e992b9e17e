"""What autocast makes of a call: the dtypes of its results inside the region, where they are others than outside."""

from __future__ import annotations

from typing import Any

from tests import laws
from tests.calls import PUBLIC, Outcome

GIVEN = ("float32", "bfloat16")
BY_PROCESSOR = {"lstm": ["bfloat16", "bfloat16", "float32"]}  # PyTorch's last state, of float32 arguments: or bfloat16


def outcomes(module: Any, name: str, given: str) -> tuple[list[str] | None, list[str]] | None:
    """The dtypes of the results of the first sample that works inside, outside (None: an error) and inside."""
    for case in laws.few(name):
        sample = laws.recast(case.sample, given)
        if sample is None:
            continue
        found: list[list[str] | None] = []
        for enabled in (False, True):
            with module.autocast("cpu", dtype=module.bfloat16, enabled=enabled):
                call = Outcome(module, PUBLIC[name], sample)
            kinds = [str(t.dtype).rpartition(".")[2] for t in call.results if hasattr(t, "dtype")]
            found.append(kinds if call.error is None else None)
        outside, inside = found
        if inside is not None:
            return outside, inside
    return None


def changed(module: Any) -> dict[str, Any]:
    """By public name and the dtype of the arguments."""
    table: dict[str, Any] = {}
    for name in sorted(PUBLIC):
        for given in GIVEN:
            found = outcomes(module, name, given)
            if PUBLIC[name] in BY_PROCESSOR and given == "float32":
                table[PUBLIC[name]] = {given: BY_PROCESSOR[PUBLIC[name]]}
            elif found is not None and found[0] != found[1]:
                table.setdefault(PUBLIC[name], {})[given] = found[1]
    return table
