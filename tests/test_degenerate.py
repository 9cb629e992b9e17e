"""Degenerate calls give PyTorch's shapes and dtypes, or its type of error, as ``tests/facts/`` has them.

Empty tensors, those without dimensions, sizes of one, dimensions that do not exist: whatever is given, no error of
NumPy's or Python's own gets out, and none of ours quotes one.
"""

from __future__ import annotations

import builtins
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests import facts
from tests.calls import PUBLIC, Outcome
from tests.facts import degenerate, edges
from tests.samples import Sample
from wengert._core.errors import tracebacks
from wengert._core.errors.calls_errors import foreign

FACTS, EDGES = facts.load("degenerate"), facts.load("edges")


def problem(name: str, sample: Sample, fact: str) -> tuple[str, str]:
    """What is wrong with a call: the kind of difference, and what to say; nothing if all is well."""
    with wengert.no_grad():
        call = Outcome(wengert, name, sample)
    found = degenerate.outcome(call)
    error = call.error
    if error is not None:
        said = f"{type(error).__name__}: {error}"
        if foreign(error):
            return "from inside", said
        if fact == degenerate.ACCIDENT:
            return "", ""
        kind = getattr(builtins, fact, None)
        if kind is None:
            return "refused", f"{said}; expected {fact}"
        return ("", "") if isinstance(error, kind) else ("another error", f"{said}; expected {fact}")
    if fact in (degenerate.ACCIDENT, found):
        return "", ""
    return "taken" if hasattr(builtins, fact) else "another result", f"{found}; expected {fact}"


def derivatives(name: str, sample: Sample) -> tuple[str, str]:
    """What is wrong with first and second derivatives of a call that works; nothing if all is well."""
    call = Outcome(wengert, name, sample)
    xs = [x for x in call.leaves if x.requires_grad]
    ys = call.recorded
    if call.error is not None or not ys or not xs:
        return "", ""
    try:
        gs = [wengert.ones_like(y).requires_grad_() for y in ys]
        ds = wengert.autograd.grad(ys, xs, gs, allow_unused=True, create_graph=True)
        for x, d in zip(xs, ds, strict=True):
            if d is not None and d.shape != x.shape:
                return "derivative", f"a gradient of shape {list(d.shape)} for an input of {list(x.shape)}"
        zs = [d for d in ds if d is not None and d.requires_grad]
        if zs:
            wengert.autograd.grad(zs, [*xs, *gs], [wengert.ones_like(z) for z in zs], allow_unused=True)
    except Exception as e:
        return "no derivative", f"{type(e).__name__}: {e}"
    return "", ""


def differences(name: str) -> Iterator[tuple[str, str]]:
    """The kinds of differences of an operation, and what to say of each."""
    public = PUBLIC[name]
    groups = list(degenerate.calls(name, public))
    assert name in FACTS and len(FACTS[name]) == len(groups), f"no facts of {name}: `make facts` asks PyTorch"
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        for (sample, changed), text in zip(groups, FACTS[name], strict=True):
            if text is None:
                continue
            known = degenerate.unpacked(text)
            assert len(known) == len(changed), f"other facts of {name} {sample}: `make facts` asks PyTorch"
            for one, fact in zip(changed, known, strict=True):
                kind, said = problem(public, one, fact)
                if not kind:
                    kind, said = derivatives(public, one)
                if kind:
                    yield kind, f"{public}{one}: {kind}: {said}"


@pytest.fixture(autouse=True)
def all_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors keep the frames that tell where they come from."""
    monkeypatch.setattr(tracebacks, "full", True)


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_degenerate(name: str) -> None:
    found = list(differences(name))
    wrong = [said for kind, said in found if PUBLIC[name] not in degenerate.DIFFERS.get(kind, ())]
    assert not wrong, "not as in PyTorch:\n" + "\n".join(wrong)
    kinds = {kind for kind, _ in found}
    stale = [kind for kind, names in degenerate.DIFFERS.items() if PUBLIC[name] in names and kind not in kinds]
    assert not stale, f"{name} is as in PyTorch: take it out of the lists of what is {', '.join(stale)}"


def test_what_no_sample_reaches() -> None:
    F = wengert.nn.functional
    endless: list[Any] = []
    endless.append(endless)
    x = wengert.ones(3, 2)
    assert wengert.block_diag().shape == (1, 0)
    assert wengert.cat([wengert.ones(0)] * 2, 1).shape == (0,)
    assert wengert.gather(x, 1, wengert.zeros(0, dtype=wengert.int64)).shape == (0,)
    assert wengert.gradient(wengert.ones(4), spacing=None)[0].tolist() == [0.0] * 4
    assert wengert.linalg.vander(wengert.tensor(2.0), N=3).tolist() == [[1.0, 2.0, 4.0]]
    with pytest.warns(UserWarning, match="Argument order of nn.functional.embedding_bag was changed"):
        assert F.embedding_bag(wengert.ones(4, 2), wengert.tensor([[0, 1]])).tolist() == [[1.0, 1.0]]
    assert wengert.heaviside(x, 1.0).dtype == x.dtype
    for kind, call in (
        (RuntimeError, lambda: wengert.heaviside(x * 1j, x * 1j)),
        (RuntimeError, lambda: wengert.heaviside(x * 1j, x)),
        (IndexError, lambda: wengert.cumulative_trapezoid(x, dim=5)),
        (IndexError, lambda: wengert.index_add(wengert.ones(3), 0, wengert.tensor([5]), wengert.ones(1))),
        (TypeError, lambda: wengert.topk(x, 1, True)),
        (TypeError, lambda: wengert.topk(x, True)),
        (TypeError, lambda: x[endless,]),
        (TypeError, lambda: x.__setitem__(0, endless)),
        (ValueError, lambda: x.__setitem__(slice(None), [[1], [1, 2]])),
        (ValueError, lambda: x[[[0], [0, 1]],]),
        (TypeError, lambda: wengert.narrow(x, 0, True, 1)),
        (RuntimeError, lambda: wengert.narrow(x, 0, wengert.tensor([1]), 1)),
        (RuntimeError, lambda: F.unfold(wengert.ones(1, 1, 3, 3), 0)),
        (RuntimeError, lambda: F.cosine_embedding_loss(x, x, wengert.tensor(1))),
        (ValueError, lambda: wengert.unravel_index(wengert.tensor([1]), (-1, 3))),
    ):
        with pytest.raises(kind):
            call()


@pytest.mark.parametrize("group", edges.GROUPS)
def test_at_the_edges(group: str) -> None:
    found = {call: edges.outcome(wengert, call) for call in edges.GROUPS[group]}
    different = [
        f"{call}: {found[call]}, in PyTorch {EDGES[call]}"
        for call in found
        if rounded(found[call]) != rounded(EDGES[call])
    ]
    assert not different, "\n".join(different)


def rounded(value: Any) -> Any:
    """Numbers with 14 digits: the last bits of float64 functions are not PyTorch's. Those of float32 all count."""
    if isinstance(value, list):
        return [rounded(v) for v in value]
    return float(f"{value:.14g}") if isinstance(value, float) else value
