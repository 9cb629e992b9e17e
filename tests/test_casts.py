"""Other dtypes of a result, by ``dtype=`` and ``out=``, are taken where PyTorch takes them, and give the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import wengert
from tests import facts
from tests.facts import casts
from wengert._core import errors

FACTS = facts.load("casts")


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, str]]:
    return casts.gathered(wengert, wengert)


def differences(fact: str, ours: str) -> Iterator[str]:
    """How the answers for one dtype of arrays differ: wengert takes ``more``, or ``less``, or gives something else."""
    for theirs, mine in zip(fact, ours, strict=True):
        if mine != theirs:
            yield "more" if theirs == "-" else "less" if mine == "-" else "other"


def pairs(fact: str, ours: str) -> Iterator[tuple[str, str]]:
    """The texts of each sample; one stands for all."""
    both = [text.split(" ") for text in (fact, ours)]
    most = max(map(len, both))
    return zip(*[texts * most if len(texts) == 1 else texts for texts in both], strict=True)


def test_other_dtypes_of_the_result(found: dict[str, dict[str, str]]) -> None:
    named = {"more": casts.MORE, "less": casts.LESS, "other": {}}
    reasons = {(kind, name): 0 for kind, table in named.items() for names in table.values() for name in names.split()}
    wrong = []
    for call, by_dtype in FACTS.items():
        for dtype, texts in by_dtype.items():
            for k, (fact, ours) in enumerate(pairs(texts, found[call][dtype])):
                for kind in differences(fact, ours) if fact and ours else ():
                    reason = kind, call.partition(" ")[0]
                    if reason in reasons:
                        reasons[reason] += 1
                    else:
                        wrong.append(f"{call} of {dtype}, sample {k}: {ours}, and in PyTorch {fact}")
    assert not wrong, "\n".join(wrong)
    assert all(reasons.values()), f"as in PyTorch: {[name for name, n in reasons.items() if not n]}"


def test_all_calls_have_facts(found: dict[str, dict[str, str]]) -> None:
    assert list(found) == list(FACTS), "`make facts` asks PyTorch"


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_what_has_no_fractions_is_refused(name: str) -> None:
    with pytest.raises(NotImplementedError, match="not implemented for 'Long'"):
        getattr(wengert, name)(wengert.ones(2), 0, dtype=wengert.int64)


@pytest.mark.parametrize("name", ["sum", "mean", "prod", "cumsum", "cumprod"])
def test_an_imaginary_part_is_dropped_with_a_warning(name: str) -> None:
    function, z = getattr(wengert, name), wengert.tensor([1 + 2j, 3 + 4j])
    for given in ({"dtype": wengert.float32}, {"out": wengert.zeros(function(z, 0).shape)}):
        errors.deprecated.imaginary_part.cache_clear()  # it is said once
        with pytest.warns(UserWarning, match="discards the imaginary part") as caught:
            found = function(z, 0, **given)
        assert len(caught) == 1 and found.tolist() == function(z.real, 0).tolist()
    with pytest.raises(RuntimeError, match="could not infer output dtype"):
        wengert.mean(z, 0, out=wengert.zeros((), dtype=wengert.int64))


def test_the_gradient_of_a_dropped_imaginary_part() -> None:
    z = wengert.tensor([1 + 2j, 3 - 1j, 0.5 + 1j], dtype=wengert.complex128, requires_grad=True)
    y = wengert.cumprod(z, 0, dtype=wengert.float64)
    assert wengert.autograd.grad(y, z, wengert.tensor([1.0, 2.0, 3.0]).double())[0].tolist() == [11.5, 3.5, 9]
