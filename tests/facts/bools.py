"""A bool in the place of an integer, a size or a dimension: for every one that an operation takes.

For each operation and parameter there are two letters, for True and False: ``y`` if the bool is taken, ``-`` if it is
refused, ``.`` if the number is refused, too. Of a sequence the first number counts: PyTorch does not look at others.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tests import laws
from tests.calls import PUBLIC, Outcome
from tests.facts import outs
from tests.numbers_given import signatures
from tests.samples import Sample

CRASHES = frozenset(outs.CRASHES)
MORE = "more"  # the later numbers of a sequence, as separate arguments


class Place(NamedTuple):
    """A parameter that is an integer, or one integer of a sequence: ``at`` is its index there."""

    name: str
    key: int | str
    at: int | None

    def put(self, sample: Sample, value: Any) -> Sample:
        args, params = list(sample.args), dict(sample.params)
        target: Any = args if isinstance(self.key, int) else params
        if self.at is None:
            target[self.key] = value
        else:
            old = target[self.key]
            target[self.key] = type(old)([*old[: self.at], value, *old[self.at + 1 :]])
        return Sample(*args, cond=sample.cond, **params)


def is_whole(v: Any) -> bool:
    return type(v) is int


def places(public: str, sample: Sample) -> Iterator[Place]:
    """The integers of a call, and the integer parameters that it leaves at their defaults."""
    bare = public.rpartition(".")[2]
    known = signatures().get(public) or signatures().get(f"Tensor.{bare}") or {}
    names = [*known]
    given = [(names[i] if i < len(names) else f"*{i}", i, v) for i, v in enumerate(sample.args)]
    given += [(k, k, v) for k, v in sample.params.items()]
    for name, key, v in given:
        if name == MORE or name.startswith("*"):
            continue
        if is_whole(v):
            yield Place(name, key, None)
        elif isinstance(v, (list, tuple)) and v and all(map(is_whole, v)):
            yield Place(f"{name}[0]", key, 0)
            yield Place(name, key, None)
    taken = {name for name, *_ in given}
    for name, kinds in known.items():
        if name not in {*taken, MORE} and "int" in kinds and len(sample.args) <= names.index(name):
            yield Place(name, name, None)


def calls() -> Iterator[tuple[str, Place, Sample]]:
    """Every place of every operation, once."""
    for name, public in sorted(PUBLIC.items()):
        seen = set()
        for case in laws.cases(name) if public not in CRASHES else ():
            for place in places(public, case.sample):
                if place.name not in seen and not case.sample.kink:
                    seen.add(place.name)
                    yield public, place, case.sample


def takes(module: Any, public: str, sample: Sample) -> bool:
    return Outcome(module, public, sample).error is None


def outcome(module: Any, public: str, place: Place, sample: Sample) -> str:
    """Which bools a call takes."""
    numbers = [takes(module, public, place.put(sample, n)) for n in (1, 0)]
    bools = [takes(module, public, place.put(sample, b)) for b in (True, False)]
    return "".join("y" if b else "-" if n else "." for n, b in zip(numbers, bools, strict=True))


def gathered(module: Any) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        for public, place, sample in calls():
            found.setdefault(public, {})[place.name] = outcome(module, public, place, sample)
    return found


# -- where wengert differs, and why

TAKEN = {  # here, not in PyTorch
    "an older form has a bool as its second argument, ``x.std(False)``, and a name does not tell": "std std_mean var "
    "var_mean nuclear_norm",
    "a bool in a difference counts as 0 or 1": "sub",
}
REFUSED = {  # here, not in PyTorch
    "PyTorch's function is written in Python, and does not look": "masked nn.functional.softmax nn.functional.softmin "
    "nn.functional.log_softmax nn.functional.max_unpool1d nn.functional.max_unpool2d "
    "nn.functional.multi_head_attention_forward unravel_index",
}
