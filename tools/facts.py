"""Write ``tests/facts/``: what PyTorch gives, for tests that run without it. ``make facts`` runs this with PyTorch.

mpmath gives the exact values of special functions.
"""

from __future__ import annotations

import faulthandler
import importlib
import json
import multiprocessing
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests import facts, laws, numbers_given
from tests.calls import PUBLIC, Outcome, function
from tests.facts import (
    accuracy,
    autocast,
    bases,
    bools,
    casts,
    comparing,
    complexes,
    degenerate,
    distributions,
    edges,
    files,
    flags,
    halves,
    handlers,
    kinks,
    layouts,
    loading,
    mixed,
    modules,
    optimizers,
    outs,
    peaks,
    refused,
    rounding,
    signatures,
    tails,
)
from tests.samples import Sample


def lacking(torch: Any) -> list[str]:
    """The public operations that PyTorch lacks. Their facts would say that PyTorch refuses them."""
    found = []
    for name in sorted(PUBLIC.values()):
        try:
            function(torch, name)
        except AttributeError:
            found.append(name)
    return found


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


def degenerates() -> dict[str, Any]:
    """Per operation and sample, what comes of each degenerate call; None for a sample that PyTorch refuses."""
    torch = importlib.import_module("torch")
    found: dict[str, Any] = {}
    for name, public in sorted(PUBLIC.items()):
        groups = [[sample, *changed] for sample, changed in degenerate.calls(name, public)]
        outcomes = iter(surviving(torch, public, [sample for group in groups for sample in group]))
        entry = found[name] = []
        for group in groups:
            first, *others = (next(outcomes) for _ in group)
            entry.append(degenerate.packed(others) if "[" in first else None)
    return found


def surviving(torch: Any, name: str, samples: list[Sample]) -> list[str]:
    """The outcomes of calls of PyTorch. Some end the process, so they run in processes of their own."""
    forked = multiprocessing.get_context("fork")
    found: list[str] = []
    while len(found) < len(samples):
        here, there = forked.Pipe(duplex=False)
        process = forked.Process(target=answer, args=(torch, name, samples[len(found) :], there))
        process.start()
        there.close()
        found.extend(received(here))
        process.join()
        if len(found) < len(samples):
            found.append(degenerate.ACCIDENT)
    return found


def answer(torch: Any, name: str, samples: list[Sample], there: Any) -> None:
    """Send the outcome of each call."""
    faulthandler.disable()  # a crash is an outcome
    torch.set_num_threads(1)
    with torch.no_grad():
        for sample in samples:
            there.send(degenerate.outcome(Outcome(torch, name, sample)))


def received(here: Any) -> Iterator[str]:
    """What a process sends until it ends."""
    try:
        while True:
            yield here.recv()
    except EOFError:
        return


def rounded() -> dict[str, Any]:
    """As :func:`kinked`, for numbers beside arrays of half types."""
    torch = importlib.import_module("torch")
    return {halves.text(*call): halves.outcome(torch, *call) for call in halves.calls()}


def errors_of_halves() -> dict[str, Any]:
    """How far results in half types are from exact ones."""
    importlib.import_module("torch.masked")
    return rounding.errors(importlib.import_module("torch"))


def numbers() -> dict[str, Any]:
    """The dtypes of results for numbers of each kind beside arrays of each dtype."""
    return numbers_given.table(importlib.import_module("torch"))


def signed() -> dict[str, Any]:
    """How PyTorch's functions and methods may be called."""
    return signatures.gathered(importlib.import_module("torch"), importlib.import_module("wengert"))


def handled() -> dict[str, Any]:
    """Which function a handler gets (``handlers.py``)."""
    return handlers.names(importlib.import_module("torch"))


def cast() -> dict[str, Any]:
    """The dtypes of results where autocast changes them (``autocast.py``)."""
    return autocast.changed(importlib.import_module("torch"))


def refusals() -> dict[str, Any]:
    """Per operation, for each kind of call with complex numbers, the type of PyTorch's error (``complexes.py``)."""
    torch = importlib.import_module("torch")
    found: dict[str, Any] = {}
    for name in sorted(PUBLIC):
        entry: dict[str, Any] = {}
        for case in laws.cases(name):
            for version, _ in complexes.versions(case):
                kind, fact = facts.kind(version), complexes.refusal(torch, PUBLIC[name], version)
                entry[kind] = fact if entry.setdefault(kind, fact) == fact else None
        entry = {kind: fact for kind, fact in entry.items() if fact != ""}  # what it takes is the rest
        if entry:
            found[name] = entry
    return found


def laid_out() -> dict[str, Any]:
    """Per operation and sample, the layout of the results for each layout of the arrays; one code if all are equal."""
    torch = importlib.import_module("torch")
    found: dict[str, Any] = {}
    for name in sorted(PUBLIC):
        entry = found[name] = {}
        for text, case in zip(layouts.texts(name), layouts.cases(name), strict=True):
            codes = [layouts.outcome(torch, case, layout, grad=True) for layout in layouts.LAYOUTS]
            entry[text] = codes if len(set(codes)) > 1 else codes[0]
    return found


def into() -> dict[str, Any]:
    """Per operation and sample, what comes of the ways to give ``out=``."""
    torch = importlib.import_module("torch")
    found = {name: outs.gathered(torch, name, samples) for name, samples in outs.calls().items()}
    return {name: by_sample for name, by_sample in found.items() if by_sample}


def other_dtypes() -> dict[str, Any]:
    """What comes of other dtypes of the result, by ``dtype=`` and by ``out=``."""
    importlib.import_module("torch.masked")
    return casts.gathered(importlib.import_module("torch"), importlib.import_module("wengert"))


def bools_for_integers() -> dict[str, Any]:
    """Where a bool is taken for an integer."""
    importlib.import_module("torch.masked")
    return bools.gathered(importlib.import_module("torch"))


def for_bools() -> dict[str, Any]:
    """What is taken for a bool."""
    importlib.import_module("torch.masked")
    return flags.gathered(importlib.import_module("torch"))


def formats() -> dict[str, Any]:
    """What calls with a memory format give."""
    return layouts.formats(importlib.import_module("torch"))


def views() -> dict[str, Any]:
    """Which views the strides of a tensor allow."""
    return layouts.views(importlib.import_module("torch"))


def based() -> dict[str, Any]:
    """Which results are views, and of what."""
    return bases.facts(importlib.import_module("torch"))


def inaccurate() -> dict[str, Any]:
    """The error of every call that adds up many numbers, in units in the last place."""
    torch = importlib.import_module("torch")
    importlib.import_module("torch.masked")
    return {text: float(f"{error(torch):.3g}") for text, error in accuracy.calls()}


def remembered() -> dict[str, Any]:
    """The peak of every call with large intermediate results, in MiB."""
    return {case: round(peaks.measured("torch", case) / 2**20, 1) for case in peaks.CASES}


def tailed() -> dict[str, Any]:
    """Exact values of special functions, and the errors of PyTorch's."""
    torch = importlib.import_module("torch")
    values = {name: tails.exact(name) for name in tails.FUNCTIONS}
    return {name: {"values": exact, "errors": tails.errors(torch, name, exact)} for name, exact in values.items()}


def compared() -> dict[str, Any]:
    """What ``assert_close`` says and ``make_tensor`` makes."""
    return comparing.table(importlib.import_module("torch"))


def mixed_dtypes() -> dict[str, Any]:
    return mixed.table(importlib.import_module("torch"))


def loaded() -> dict[str, Any]:
    """What datasets, samplers and loaders give for a seed."""
    return loading.table(importlib.import_module("torch"))


def steps() -> dict[str, Any]:
    """Ten steps of every optimiser, and the learning rates of every schedule."""
    torch = importlib.import_module("torch")
    return {call: optimizers.outcome(torch, call) for call in optimizers.calls()}


def distributed() -> dict[str, Any]:
    """What distributions say of themselves, draw and refuse."""
    torch = importlib.import_module("torch")
    for name in ("relaxed_bernoulli", "relaxed_categorical"):
        importlib.import_module(f"torch.distributions.{name}")
    return {text: distributions.outcome(torch, text) for text in distributions.calls()}


def built() -> dict[str, Any]:
    """What modules hold, print, draw and compute."""
    torch = importlib.import_module("torch")
    return {modules.text(*call): modules.outcome(torch, *call) for call in modules.calls()}


def at_edges() -> dict[str, Any]:
    """What comes of calls that no sample reaches."""
    torch = importlib.import_module("torch")
    return {call: edges.outcome(torch, call) for calls in edges.GROUPS.values() for call in calls}


def refused_by_modules() -> dict[str, Any]:
    """The errors of modules, optimisers, schedules and data sets."""
    return refused.table(importlib.import_module("torch"))


FILES = {
    "edges": at_edges,
    "loading": loaded,
    "refused": refused_by_modules,
    "comparing": compared,
    "mixed": mixed_dtypes,
    "dtypes": dtypes,
    "kinks": kinked,
    "halves": rounded,
    "rounding": errors_of_halves,
    "numbers": numbers,
    "signatures": signed,
    "degenerate": degenerates,
    "complexes": refusals,
    "layouts": laid_out,
    "outs": into,
    "bools": bools_for_integers,
    "flags": for_bools,
    "casts": other_dtypes,
    "formats": formats,
    "views": views,
    "bases": based,
    "accuracy": inaccurate,
    "peaks": remembered,
    "tails": tailed,
    "optimizers": steps,
    "distributions": distributed,
    "modules": built,
    "autocast": cast,
    "handlers": handled,
}


# Note [What depends on the machine]
# ----------------------------------
# The last digits of results, the error of a sum and the peak of memory are others on other machines: a matrix library
# adds in an order that depends on the processor, and the system decides how memory is handed out. So a fact that is
# checked in stays as it is while PyTorch gives one that is *alike*; the laws that compare wengert with it are as wide.

ALIKE: dict[str, Callable[[str, Any, Any], bool]] = {
    "accuracy": lambda call, a, b: accuracy.alike(a, b),
    "rounding": lambda call, a, b: rounding.alike(a, b),
    "peaks": lambda call, a, b: peaks.alike(a, b),
    "optimizers": lambda call, a, b: facts.alike(a, b, optimizers.tolerance(call)),
}


def kept(name: str, found: dict[str, Any]) -> dict[str, Any]:
    """Facts, where those that are checked in are not alike: Note [What depends on the machine]."""
    written = facts.load(name) if (facts.FOLDER / f"{name}.json").exists() else {}
    alike = ALIKE.get(name, lambda call, a, b: facts.alike(a, b))
    return {k: written[k] if k in written and alike(k, new, written[k]) else new for k, new in found.items()}


def gathered(name: str) -> dict[str, Any]:
    """The contents of one file, as PyTorch is now."""
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        return kept(name, json.loads(json.dumps(FILES[name]())))


if __name__ == "__main__":
    if lacked := lacking(importlib.import_module("torch")):
        raise SystemExit(
            f"PyTorch has no {', '.join(lacked)}. See what CONTRIBUTING.md says of operations that PyTorch lacks."
        )
    for name in sys.argv[1:] or (*FILES, "files"):
        if name == "files":
            files.write(importlib.import_module("torch"))
            continue
        lines = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in gathered(name).items()]
        (facts.FOLDER / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
