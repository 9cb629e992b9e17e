"""Write ``tests/facts/``: what PyTorch gives, for tests that run without it. ``make facts`` runs this with PyTorch."""

from __future__ import annotations

import importlib
import json
import sys
import warnings
from typing import Any

import numpy as np

from tests import facts, laws, numbers_given
from tests.calls import PUBLIC, Outcome
from tests.facts import halves, kinks, signatures


def dtypes() -> dict[str, Any]:
    """Per operation, the dtypes of the results for each kind of call; None where PyTorch refuses one of the kind."""
    torch = importlib.import_module("torch")
    found: dict[str, Any] = {}
    for name in sorted(PUBLIC):
        entry = found[name] = {}
        for case in laws.cases(name):
            for dtype in (None, *laws.INTEGERS):
                sample = case.sample if dtype is None else laws.recast(case.sample, dtype)
                if sample is None:
                    continue
                call = Outcome(torch, PUBLIC[name], sample)
                kind = facts.kind(laws.Case(name, case.number, sample, None))
                fact = None if call.error else facts.dtypes_of(call.results)
                known = entry.setdefault(kind, fact)
                assert None in (known, fact) or known == fact, f"{name}({kind}) gives both {known} and {fact}"
                entry[kind] = known and fact
    return found


def kinked() -> dict[str, Any]:
    """Results and gradients of every call at a kink; None for what PyTorch refuses."""
    torch = importlib.import_module("torch")
    return {kinks.text(*call): kinks.outcome(torch, *call) for call in kinks.calls()}


def rounded() -> dict[str, Any]:
    """As :func:`kinked`, for numbers beside arrays of half types."""
    torch = importlib.import_module("torch")
    return {halves.text(*call): halves.outcome(torch, *call) for call in halves.calls()}


def numbers() -> dict[str, Any]:
    """The dtypes of results for numbers of each kind beside arrays of each dtype."""
    return numbers_given.table(importlib.import_module("torch"))


def signed() -> dict[str, Any]:
    """How PyTorch's functions and methods may be called."""
    return signatures.gathered(importlib.import_module("torch"), importlib.import_module("wengert"))


FILES = {"dtypes": dtypes, "kinks": kinked, "halves": rounded, "numbers": numbers, "signatures": signed}


def gathered(name: str) -> dict[str, Any]:
    """The contents of one file, as PyTorch is now."""
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        return FILES[name]()


if __name__ == "__main__":
    for name in sys.argv[1:] or FILES:
        lines = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in gathered(name).items()]
        (facts.FOLDER / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
