"""Calls with numbers: where the samples of the operations have them, and in what other forms they can be given.

As a program, ``python -m tests.numbers_given forwards|backwards``, it prints what every call gives, in this order or
the other one: ``tests/test_numbers.py`` compares the two.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import wengert
from tests import facts, laws
from tests.calls import PUBLIC, Outcome, array, tensor
from tests.samples import Sample

LIST = Path(__file__).parent.parent / "docs" / "api.txt"
NUMBERS = (int, float, bool, complex)
INTEGERS = (np.int64, np.int32, np.int16, np.int8, np.uint8)
FLOATS = (np.float64, np.float32, np.float16, wengert.bfloat16.dtype.type)
TRIED = (True, 2, 0.5, 2j)
DTYPES = ("bool", "uint8", "int64", "float16", "float32", "complex64")
SEVERAL = (0.0, -0.0, 0, False, 1, True, 1.0, 0.1, np.float64(0.1), np.float32(0.1), 0.3)  # equal ones, and others


class Spot(NamedTuple):
    """Where a call has a number: the position or the name of an argument, and the kinds it may be of."""

    place: int | str
    value: Any
    kinds: frozenset[str]

    def put(self, given: Any, value: Any) -> Any:
        """The arguments and parameters of a call, with another value here."""
        args, params = given
        if isinstance(self.place, int):
            return (*args[: self.place], value, *args[self.place + 1 :]), params
        return args, {**params, self.place: value}


@cache
def signatures() -> dict[str, dict[str, frozenset[str]]]:
    """The kinds that each parameter of each public name may be of, from the list of all signatures."""
    found: dict[str, dict[str, frozenset[str]]] = {}
    for line in LIST.read_text().splitlines():
        match = re.fullmatch(r"wengert\.([\w.]+)\((.*)\) -> .*", line)
        if match:
            entry = found.setdefault(match[1], {})
            for name, kind in re.findall(r"(\w+): ([^=,]*(?:\[[^\]]*\])?[^=,]*)", match[2]):
                entry[name] = entry.get(name, frozenset()) | frozenset(re.findall(r"\w+", kind))
    return found


def spots(public: str, sample: Sample) -> list[Spot]:
    """The numbers that a call has as arguments."""
    bare = public.rpartition(".")[2]
    known = signatures().get(public) or signatures().get(f"Tensor.{bare}") or {}
    names = list(known)
    places: list[tuple[int | str, Any, str]] = [
        (i, v, names[i] if i < len(names) else "") for i, v in enumerate(sample.args)
    ]
    places += [(k, v, k) for k, v in sample.params.items()]
    return [Spot(place, v, known.get(name, frozenset())) for place, v, name in places if type(v) in NUMBERS]


def forms(spot: Spot) -> Iterator[Any]:
    """NumPy's forms of a number."""
    v = spot.value
    if type(v) is bool:
        yield np.bool_(v)
    elif type(v) is complex:
        yield from (np.complex128(v), np.complex64(v))
    else:
        if type(v) is int:
            yield from (t(v) for t in INTEGERS if np.iinfo(t).min <= v <= np.iinfo(t).max)
        if type(v) is float or spot.kinds & {"Number", "float", "complex"}:
            yield from (t(v) for t in FLOATS)


def plain(v: Any) -> Any:
    """The Python number that a NumPy scalar stands for."""
    return float(v) if type(v) is FLOATS[-1] else v.item()


def samples(name: str) -> Iterator[tuple[Sample, Spot]]:
    """The numbers in a few calls of an operation, on float32 arrays."""
    for case in laws.few(name):
        sample = laws.recast(case.sample, "float32") or case.sample
        for spot in spots(PUBLIC[name], sample):
            yield sample, spot


def operands(name: str) -> Iterator[tuple[Sample, Spot]]:
    """The arrays in a few calls of an operation that has several, as places where a number can be given instead."""
    seen = set()
    for case in laws.few(name):
        sample = laws.recast(case.sample, "float32") or case.sample
        places = [i for i, a in enumerate(sample.args) if isinstance(a, np.ndarray)]
        for i in places if len(places) > 1 else ():
            if i not in seen and not PUBLIC[name].startswith("__"):
                seen.add(i)
                yield sample, Spot(i, 2.0, frozenset({"float"}))


def results(module: Any, public: str, sample: Sample, spot: Spot, dtype: str, number: Any, boxed: bool) -> str | None:
    """The dtypes of the results with this number beside arrays of this dtype; None if the library refuses the call.

    The number is given as it is, or as a tensor without dimensions (``boxed``).
    """
    leaves = [laws.cast(a, dtype) if a.dtype.kind == "f" else a for a in laws.arrays_in((sample.args, sample.params))]
    args, params = laws.refilled((sample.args, sample.params), iter(leaves))
    value = tensor(module, np.array(number)) if boxed else number
    call = Outcome(module, public, Sample(*args, **params), lambda given: spot.put(given, value))
    return None if call.error else facts.dtypes_of(call.results)


def table(module: Any) -> dict[str, dict[str, list[str | None]]]:
    """Per number that an operation takes, and per dtype of its arrays: the dtypes of results for each of ``TRIED``.

    First the numbers are given as they are, then as tensors without dimensions.
    """
    found: dict[str, dict[str, list[str | None]]] = {}
    for name, public in sorted(PUBLIC.items()):
        for case in laws.cases(name):
            if not any(a.dtype.kind == "f" and a.ndim and a.size for a in case.leaves):
                continue
            for spot in spots(public, case.sample):
                label = f"{public} {spot.place}"
                if label not in found and spot.kinds & {"Number", "float", "complex"}:
                    found[label] = {
                        d: [results(module, public, case.sample, spot, d, v, b) for b in (False, True) for v in TRIED]
                        for d in DTYPES
                    }
    return found


def outcome(name: str, sample: Sample, spot: Spot, value: Any) -> Any:
    """What a call gives with this value: dtypes, shapes, bytes of results and gradients; or the kind of the error."""
    wengert.manual_seed(0)
    call = Outcome(wengert, PUBLIC[name], sample, lambda given: spot.put(given, value))
    if call.error is not None:
        return type(call.error).__name__
    try:
        found = call.gradients()
    except Exception as e:
        return type(e).__name__
    return [exact(v) for v in (*call.results, *found)]


def exact(v: Any) -> Any:
    if not hasattr(v, "dtype"):
        return repr(v)
    a = array(v.to_dense() if getattr(v, "is_sparse", False) else v)
    return str(a.dtype), a.shape, np.ascontiguousarray(a).tobytes()


def digests(backwards: bool) -> dict[str, str]:
    """What calls with many numbers give, the later ones of which can find what the earlier ones have left behind."""
    calls = []
    for name in sorted(PUBLIC):
        for k, (sample, spot) in enumerate(samples(name)):
            if spot.kinds & {"Number", "float"}:
                calls += [(f"{name} {k} {v!r}", (name, sample, spot, v)) for v in SEVERAL]
    found = {}
    for label, call in reversed(calls) if backwards else calls:
        found[label] = hashlib.sha256(repr(outcome(*call)).encode()).hexdigest()[:16]
    return found


if __name__ == "__main__":
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        json.dump(digests(sys.argv[1] == "backwards"), sys.stdout)
