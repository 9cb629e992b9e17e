"""Results and gradients at kinks, ties, corners and poles are PyTorch's, as ``tests/facts/`` has them.

The dtypes of results are facts too; the laws ``reference`` and ``dtypes`` compare those.
"""

from __future__ import annotations

import importlib
from collections import defaultdict

import numpy as np
import pytest

import wengert
from tests import facts, laws
from tests.calls import PUBLIC
from tests.facts import kinks
from tests.samples import Sample

FACTS = facts.load("kinks")
CALLS: dict[str, list[Sample]] = defaultdict(list)
for _name, _sample in kinks.calls():
    CALLS[_name].append(_sample)


def differences(name: str, sample: Sample) -> str:
    """How a call differs from the fact; nothing if it does not."""
    fact, found = FACTS[kinks.text(name, sample)], kinks.outcome(wengert, name, sample)
    if fact is None:
        return ""
    if found is None:
        return "refused"
    zeros = [np.zeros_like(np.array(x)) for x in fact["gradients"]]
    for part in ("results", "gradients", "masked"):
        try:
            laws.assert_all_close(
                [np.array(x) for x in found.get(part, zeros)],
                [np.array(x) for x in fact.get(part, zeros)],
                laws.TOLERANCE["float64"],
                part,
            )
        except AssertionError as e:
            return str(e)
    return ""


@pytest.mark.parametrize("name", sorted(CALLS))
def test_kinks(name: str) -> None:
    wrong = []
    for sample in CALLS[name]:
        call = kinks.text(name, sample)
        assert call in FACTS, f"{call}: no fact. `make facts` asks PyTorch."
        said = differences(name, sample)
        if said and call not in kinks.DIFFERS:
            wrong.append(f"{call}: {said}")
        assert said or call not in kinks.DIFFERS, f"{call} is as in PyTorch: take it out of DIFFERS"
    assert not wrong, "not as in PyTorch:\n" + "\n".join(wrong)


def test_all_public_operations_have_facts_of_dtypes() -> None:
    assert sorted(laws.DTYPES) == sorted(PUBLIC), "`make facts` asks PyTorch"


def test_every_exception_is_a_call() -> None:
    assert set(kinks.DIFFERS) <= set(FACTS)


@pytest.mark.oracle
def test_pytorch_has_every_public_operation(monkeypatch: pytest.MonkeyPatch) -> None:
    from tools import facts as tool

    torch = importlib.import_module("torch")
    assert tool.lacking(torch) == []
    monkeypatch.setitem(PUBLIC, "mul_twice", "nn.functional.mul_twice")
    assert tool.lacking(torch) == ["nn.functional.mul_twice"]


@pytest.mark.oracle
@pytest.mark.parametrize("name", sorted(path.stem for path in facts.FOLDER.glob("*.json")))
def test_the_facts_are_what_pytorch_gives(name: str) -> None:
    from tools import facts as tool

    found, written = tool.gathered(name), facts.load(name)
    assert list(found) == list(written), "`make facts` writes them again"
    stale = [k for k in found if found[k] != written[k]]
    assert not stale, f"`make facts` writes again what PyTorch gives for {stale}"


def test_a_fact_stays_where_another_machine_gives_one_like_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from tools import facts as tool

    checked_in = {"sum": 3.0, "mean": 0.1, "var": 9.0, "std": 1.0}
    monkeypatch.setattr(facts, "load", lambda name: checked_in)
    assert tool.kept("accuracy", {"sum": 4.2, "mean": 1.9, "var": 1.5, "std": 80.0, "prod": 1.0}) == {
        "sum": 3.0, "mean": 0.1, "var": 1.5, "std": 1.0, "prod": 1.0,
    }  # fmt: skip
    assert tool.kept("peaks", {"sum": 9.2, "mean": 3.1, "var": 4.0}) == {"sum": 3.0, "mean": 0.1, "var": 4.0}
    assert tool.kept("kinks", {"sum": 3 + 1e-12, "mean": 0.1 + 1e-6}) == {"sum": 3.0, "mean": 0.1 + 1e-6}
    monkeypatch.setattr(facts, "load", lambda name: {"SGD() float32": [1.0], "SGD() float64": [1.0]})
    found = {"SGD() float32": [1 + 1e-7], "SGD() float64": [1 + 1e-7]}
    assert tool.kept("optimizers", found) == {"SGD() float32": [1.0], "SGD() float64": [1 + 1e-7]}
