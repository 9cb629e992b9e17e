"""A bool is no integer: where PyTorch refuses one, as a dimension, a size or a number of anything, so does wengert."""

from __future__ import annotations

import pytest

import wengert
from tests import facts
from tests.facts import bools

FACTS = facts.load("bools")


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, str]]:
    return bools.gathered(wengert)


def named(table: dict[str, str], public: str) -> set[str]:
    """The entries of a table that name an operation, or its module."""
    return {n for names in table.values() for n in names.split() if n == public or public.startswith(n + ".")}


def test_a_bool_is_no_integer(found: dict[str, dict[str, str]]) -> None:
    wrong, stale = [], {n for table in (bools.TAKEN, bools.REFUSED) for names in table.values() for n in names.split()}
    for public, by_place in FACTS.items():
        for place, fact in by_place.items():
            for text, theirs, ours in zip(("True", "False"), fact, found[public][place], strict=True):
                if (theirs == "y") != (ours == "y"):
                    excepted = named(bools.REFUSED if theirs == "y" else bools.TAKEN, public)
                    stale -= excepted
                    if not excepted:
                        wrong.append(f"{public}({place}={text}): {ours}, and in PyTorch {theirs}")
    assert not wrong, "\n".join(wrong)
    assert not stale, f"as in PyTorch: {stale}"


def test_all_calls_have_facts(found: dict[str, dict[str, str]]) -> None:
    known = [(public, place) for public, by_place in FACTS.items() for place in by_place]
    assert [(p, k) for p, by_place in found.items() for k in by_place] == known, "`make facts` asks PyTorch"
