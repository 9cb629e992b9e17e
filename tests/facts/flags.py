"""What may be given for a bool, at every bool parameter of every operation.

For each there is a letter for each of the ``values``: ``y`` if it is taken, ``-`` if it is refused. A parameter is left
out whose call fails with both True and False; a call counts before others if it takes both.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests import laws
from tests.calls import PUBLIC, Outcome
from tests.facts import outs
from tests.numbers_given import signatures
from tests.samples import Sample

CRASHES = frozenset(outs.CRASHES)


def values(module: Any) -> dict[str, Any]:
    """What is given, in this library's tensors."""
    return {
        "1": 1,
        "0": 0,
        "0.5": 0.5,
        "2j": 2j,
        "np.True_": np.True_,
        "np.int64(1)": np.int64(1),
        "np.array(True)": np.array(True),
        "None": None,
        "'a'": "a",
        "float": float,
        "object()": object(),
        "[True]": [True],
        "tensor(True)": module.tensor(True),
        "tensor(1)": module.tensor(1),
        "tensor(1.0)": module.tensor(1.0),
    }


def places(public: str, sample: Sample) -> Iterator[tuple[str, int | str]]:
    """The bool parameters of a call: name, and position or name."""
    bare = public.rpartition(".")[2]
    known = signatures().get(public) or signatures().get(f"Tensor.{bare}") or {}
    for i, (name, kinds) in enumerate(known.items()):
        if kinds - {"None", "Literal", "True", "False"} == {"bool"}:
            yield name, i if i < len(sample.args) else name


def calls() -> Iterator[tuple[str, str, int | str, Sample]]:
    """Every bool parameter of every operation, at the samples."""
    for name, public in sorted(PUBLIC.items()):
        for case in laws.cases(name) if public not in CRASHES else ():
            if not case.sample.kink:
                for parameter, place in places(public, case.sample):
                    yield public, parameter, place, case.sample


def takes(module: Any, public: str, place: int | str, sample: Sample, value: Any) -> bool:
    def put(given: Any) -> Any:
        args, params = given
        if isinstance(place, int):
            return (*args[:place], value, *args[place + 1 :]), params
        return args, {**params, place: value}

    return Outcome(module, public, sample, put).error is None


def gathered(module: Any) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    best: dict[tuple[str, str], int] = {}
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        for public, parameter, place, sample in calls():
            known = best.get((public, parameter), 0)
            if known < 2 and (taken := sum(takes(module, public, place, sample, b) for b in (True, False))) > known:
                best[public, parameter] = taken
                letters = ("-y"[takes(module, public, place, sample, v)] for v in values(module).values())
                found.setdefault(public, {})[parameter] = "".join(letters)
    return found
