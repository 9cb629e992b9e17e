"""Sizes and numbers beyond all limits: whatever is asked for, the error is wengert's own, and says what was asked.

NumPy's arrays have up to 64 dimensions, and their bytes are counted in 64 bits, without the sizes that are 0.
"""

from __future__ import annotations

import operator
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.calls import PUBLIC, Outcome
from tests.factories import factories
from tests.samples import Sample
from wengert._core.dispatch.registry import REGISTRY
from wengert._core.errors import tracebacks
from wengert._core.errors.calls_errors import raised_by_us

FAR = (2**62, 2**63 - 1, -(2**62), 2**70, -(2**70))
COUNTING = {  # which take as many steps as the number says, in PyTorch too
    "mvlgamma", "special.multigammaln", "tensor_split", "diff",
    *(name for name in PUBLIC if "polynomial" in name),
}  # fmt: skip


def beyond(value: Any) -> Iterator[Any]:
    """What is given for an argument in its place."""
    if isinstance(value, bool):
        return
    if isinstance(value, (int, np.integer)):
        yield from FAR
    elif isinstance(value, (list, tuple)):
        if value and all(type(v) is int for v in value):
            yield type(value)([1] * 65)
            yield type(value)([0] * 65)
        for i, part in enumerate(value):
            for other in beyond(part):
                yield type(value)((*value[:i], other, *value[i + 1 :]))
    elif isinstance(value, np.ndarray) and value.size == 1:
        yield value.reshape((1,) * 64)


def changed(sample: Sample) -> Iterator[Sample]:
    for i, value in enumerate(sample.args):
        for other in beyond(value):
            yield Sample(*sample.args[:i], other, *sample.args[i + 1 :], **sample.params)
    for key, value in sample.params.items():
        for other in beyond(value):
            yield Sample(*sample.args, **{**sample.params, key: other})


@pytest.fixture(autouse=True)
def silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(tracebacks, "full", True)  # to see where errors come from
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        yield


def said(error: Exception | None) -> str:
    """The error, if it does not come from wengert."""
    return "" if error is None or raised_by_us(error) else f"{type(error).__name__}: {error}"


def test_operations() -> None:
    wrong = set()
    for name in sorted(set(PUBLIC) - COUNTING):
        for case in laws.few(name):
            for sample in changed(case.sample):
                with wengert.no_grad():
                    error = said(Outcome(wengert, PUBLIC[name], sample).error)
                if error:
                    wrong.add(f"{PUBLIC[name]}{str(sample)[:100]}: {error[:100]}")
    assert not wrong, "\n".join(sorted(wrong))


def huge(value: Any) -> Any:
    """An argument with each tensor in the shape of 2**50 elements; they share the memory of one."""
    if isinstance(value, wengert.Tensor) and value.numel():
        return value.detach().flatten()[0].expand(2**50)
    if isinstance(value, (list, tuple)):
        return type(value)([huge(v) for v in value])
    return {key: huge(v) for key, v in value.items()} if isinstance(value, dict) else value


def test_memory_that_cannot_be_allocated() -> None:
    """Programs catch PyTorch's RuntimeError, NumPy's MemoryError, or ``OutOfMemoryError``: it is all three."""
    assert issubclass(wengert.OutOfMemoryError, RuntimeError) and issubclass(wengert.OutOfMemoryError, MemoryError)
    assert wengert.cuda.OutOfMemoryError is wengert.OutOfMemoryError
    wrong = {}
    for name in sorted(PUBLIC):
        if name in REGISTRY and REGISTRY[name].family == "pointwise":  # others may look at all elements first
            found = Outcome(wengert, PUBLIC[name], next(iter(laws.few(name))).sample, huge)
            if not isinstance(found.error, wengert.OutOfMemoryError):
                wrong[PUBLIC[name]] = repr(found.error)
    assert not wrong


@pytest.mark.parametrize("apply", [operator.neg, abs, operator.invert], ids=lambda apply: apply.__name__)
def test_memory_that_cannot_be_allocated_for_an_operator(apply: Any) -> None:
    with pytest.raises(wengert.OutOfMemoryError, match="can't allocate memory. Unable to allocate"):
        apply(huge(wengert.tensor([1])))


@pytest.mark.parametrize(
    "apply", [operator.add, operator.mul, operator.truediv, operator.pow, operator.lt, operator.eq]
)
@pytest.mark.parametrize("other", ["number", "tensor"])
def test_memory_that_cannot_be_allocated_for_two_operands(apply: Any, other: str) -> None:
    x = huge(wengert.tensor([2.0]))
    for first, second in (
        ((x, x), (x, 3), (3, x)) if other == "number" else ((x, wengert.ones(1)), (wengert.ones(1), x))
    ):
        with pytest.raises(wengert.OutOfMemoryError, match="can't allocate memory. Unable to allocate"):
            apply(first, second)


def test_an_error_of_memory_of_the_user_stays_it() -> None:
    mine = MemoryError("mine")

    class Own(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            raise mine

    x = wengert.ones(1, requires_grad=True)
    y = x * 2

    def fails(g: Any) -> Any:
        raise mine

    y.register_hook(fails)
    for call in (lambda: Own.apply(x), lambda: wengert.func.vmap(lambda x: fails(x))(x), y.backward):
        with pytest.raises(MemoryError) as caught:
            call()
        assert caught.value is mine


def test_factories() -> None:
    wrong = set()
    for name, (function, given) in factories().items():
        for key, value in given.items():
            for other in beyond(value):
                try:
                    function(**{**given, key: other})
                except Exception as e:
                    if error := said(e):
                        wrong.add(f"{name}({key}={str(other)[:50]}): {error[:100]}")
    assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: wengert.zeros(2**62), RuntimeError, "Storage size calculation overflowed"),
        (lambda: wengert.zeros(2**62, 0), RuntimeError, "zeros.*without the sizes that are 0"),
        (lambda: wengert.zeros(2**45), RuntimeError, r"zeros\(size=35184372088832\).*can't allocate memory"),
        (lambda: wengert.ones(1).expand(2**50).clone(), RuntimeError, "can't allocate memory"),
        (lambda: wengert.zeros(*[1] * 65), RuntimeError, "zeros.*up to 64 dimensions, and this takes 65"),
        (lambda: wengert.ones(*[1] * 64)[None], RuntimeError, "up to 64 dimensions, and this takes 65"),
        (lambda: wengert.ones(1).view(*[1] * 65), RuntimeError, "view.*up to 64 dimensions, and this takes 65"),
        (lambda: wengert.stack([wengert.ones(*[1] * 64)] * 2), RuntimeError, "up to 64 dimensions, and this takes 65"),
        (lambda: wengert.zeros(2**64, 0), TypeError, "'size' failed to unpack the object at pos 1.*65 bits"),
        (lambda: wengert.ones(2).repeat(2**70, 1), TypeError, "'repeats' failed to unpack the object at pos 1"),
        (lambda: wengert.eye(2**64), ValueError, "Overflow when unpacking long long.*argument 'n' is an integer of 65"),
        (lambda: wengert.tensor([1]) & 2**70, OverflowError, "int too big to convert"),
        (lambda: wengert.ones(2, 3).transpose(2**62, -1), IndexError, "Dimension out of range"),
    ],
)
def test_what_is_said(call: Any, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words) as e:
        call()
    assert len(str(e.value)) < 300


def test_far_numbers_that_mean_something() -> None:
    x = wengert.ones(2, 3)
    assert wengert.diag(x, 2**62).shape == wengert.diagonal(x, -(2**62)).shape == x.diagonal(-(2**31)).shape == (0,)
    assert wengert.diagonal_scatter(x, wengert.ones(0), 2**62).tolist() == x.tolist()
    assert wengert.round(x, decimals=2**62).isnan().all() and wengert.round(x, decimals=-(2**62)).isnan().all()
    assert x.unfold(1, 2, 2**62).tolist() == [[[1.0, 1.0]], [[1.0, 1.0]]]
    assert wengert.stft(x, 2, hop_length=2**62, center=False, return_complex=True).shape == (2, 2, 1)
    assert wengert.broadcast_shapes([1] * 65, [2]) == (*[1] * 64, 2)
    assert wengert.ones(0, 3).tile(2**40, 1).shape == (0, 3)
