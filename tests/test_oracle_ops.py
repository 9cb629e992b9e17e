"""Every public operation is PyTorch's: the same call gives the same value, dtype, gradients and errors."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.calls import PUBLIC, Outcome, array
from tests.cases import within

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.oracle

TOLERANCE = {"float64": 1e-9, "complex128": 1e-9, "float32": 1e-4, "complex64": 1e-4, "float16": 1e-2, "bfloat16": 5e-2}

# Where PyTorch is wrong, as the finite differences of the laws tell.
MISTAKEN = {
    "matrix_exp": "in half precision the result is not finite",
    **dict.fromkeys(("cholesky_solve", "cholesky_inverse"), "the triangle that is not read gets a gradient"),
    "bessel_j0": "near 5 and below, only six to eight digits are right",
    "as_strided_scatter": "the gradient of an element that was overwritten is not zero if it is the only one",
    **dict.fromkeys(
        ("nn.functional.ctc_loss", "ctc_loss"), "exp(log_probs) is added to the gradient, which log_softmax takes off"
    ),
    "nn.functional.hardsigmoid": "the slope is 1/6 in single precision, whatever the dtype",
}
# What has to save more than PyTorch to be right
SAVES_MORE = {"polar": "the gradient of an absolute value of 0 needs the angle, which the result forgets"}
# Vectors whose signs are those of the LAPACK that is installed
UNSIGNED = {"linalg.eigh", "linalg.svd", "svd"}
# What has a derivative here and none in PyTorch
BEYOND = {name for name in PUBLIC.values() if re.match(r"special\..*(bessel|airy|polynomial)", name)}
# What gives NaN at NaN, in every element: PyTorch's vectors of several elements do otherwise than their remainders
AT_NAN = {
    "hardshrink",
    *(f"nn.functional.{f}" for f in ("celu", "elu", "hardswish", "hardtanh", "relu6", "softshrink")),
}  # fmt: skip
each = pytest.mark.parametrize("name", sorted(PUBLIC))


def _compare(ours: Outcome, theirs: Outcome, cond: float) -> None:
    """The two libraries raised alike, or gave equal results with equal gradients."""
    if theirs.error is not None or ours.error is not None:
        kind = type(theirs.error)
        assert isinstance(ours.error, kind) if theirs.error else False, (
            f"PyTorch: {_told(theirs.error)}; wengert: {_told(ours.error)}"
        )
        return
    least = max((TOLERANCE.get(str(array(x).dtype), 0.0) for x in ours.leaves), default=0.0)
    if ours.name in UNSIGNED:  # tests/test_linalg.py compares what does not depend on signs, gradients as well
        ours.results, theirs.results = ([abs(y) for y in side.results] for side in (ours, theirs))
    _equal(ours.results, theirs.results, cond, "result", least)
    if ours.name in UNSIGNED:
        return
    if any(type(y.grad_fn).__name__ == "NotImplemented" for y in theirs.recorded) or ours.name in BEYOND:
        return  # PyTorch has no derivative
    history = [[getattr(y, "requires_grad", None) for y in side.results] for side in (ours, theirs)]
    assert history[0] == history[1], f"requires_grad of the results: {history[0]}, PyTorch {history[1]}"
    aliases = [side.aliases() for side in (ours, theirs)]
    assert aliases[0] == aliases[1], f"(result, input) that share memory: {aliases[0]}, PyTorch {aliases[1]}"
    try:
        expected = theirs.gradients()
    except RuntimeError:
        return  # PyTorch fails in its own derivative: of scatter with an index smaller than the source, for one
    found = ours.gradients()
    for k, (f, e) in enumerate(zip(found, expected, strict=True)):
        assert (f is None) == (e is None), f"gradient {k}: {f}, PyTorch {e}"
        if f is not None:
            _equal([f], [e], cond, f"gradient {k}", least)


def _equal(found: Sequence[Any], expected: Sequence[Any], cond: float, what: str, least: float) -> None:
    assert len(found) == len(expected), f"{what}: {len(found)} values, PyTorch has {len(expected)}"
    for k, (f, e) in enumerate(zip(found, expected, strict=True)):
        f, e = array(f), array(e)
        assert str(f.dtype) == str(e.dtype), f"{what} [{k}] is {f.dtype}, PyTorch's {e.dtype}"
        tolerance = TOLERANCE.get(str(e.dtype), 0.0) and max(TOLERANCE[str(e.dtype)], least) * cond
        wide = e.astype(np.complex128)
        scale = max(1.0, float(np.abs(wide[np.isfinite(wide)]).max(initial=0.0)))
        laws.assert_close(f.astype(np.complex128), wide, tolerance, f"{what} [{k}]", scale)


def _told(e: Exception | None) -> str:
    return "no error" if e is None else f"{type(e).__name__} ({str(e).splitlines()[0] if str(e) else ''})"


def _unsupported(e: Exception | None) -> bool:
    """PyTorch lacks the kernel; that wengert has it is no fault."""
    known = (
        "not implemented for",
        "not supported",
        "does not support automatic",
        "is not differentiable with respect to",
    )
    return e is not None and any(text in str(e) for text in known)


def _check(name: str, law: Callable[[str, Any], None]) -> None:
    broken = []
    for case in [] if name in MISTAKEN else laws.cases(name):
        if PUBLIC[name] in AT_NAN and any(np.isnan(a).any() for a in case.leaves if laws.is_inexact(a)):
            continue
        with warnings.catch_warnings(action="ignore"):
            try:
                law(PUBLIC[name], case.sample)
            except AssertionError as e:
                broken.append(f"sample {case.number} {case.sample}: {e}")
    assert not broken, f"{name} differs from PyTorch:\n" + "\n".join(broken)


@each
def test_value_and_gradient(name: str) -> None:
    def law(public: str, sample: Any) -> None:
        ours, theirs = Outcome(wengert, public, sample), Outcome(torch, public, sample)
        if not isinstance(theirs.error, TypeError) and not _unsupported(theirs.error):  # wengert may take more
            _compare(ours, theirs, sample.cond)

    _check(name, law)


@each
@within("dtype", ["float32", "float16", "bfloat16", "int32", "uint8", "bool"])
def test_other_dtypes(name: str, dtype: str) -> None:
    def law(public: str, sample: Any) -> None:
        other = laws.recast(sample, dtype)
        if other is None or (dtype in laws.HALVES and sample.kink):  # rounding moves the point
            return
        theirs = Outcome(torch, public, other)
        if theirs.error is not None:
            takes_less = dtype in laws.HALVES or isinstance(theirs.error, TypeError) or _unsupported(theirs.error)
        else:
            takes_less = False
        if not takes_less and all(getattr(y, "dtype", None) != torch.complex32 for y in theirs.results):
            _compare(Outcome(wengert, public, other), theirs, sample.cond)

    _check(name, law)


@each
def test_exceptions(name: str) -> None:
    def law(public: str, sample: Any) -> None:
        if Outcome(torch, public, sample).error is not None:
            return
        for what, change, exact in _mistakes(sample):
            ours, theirs = (Outcome(module, public, sample, change).error for module in (wengert, torch))
            if type(theirs) is IndexError and what == "an argument too few":
                exact = False  # it looks for a dimension that what came in the place of a matrix lacks
            alike = isinstance(ours, type(theirs)) if exact or theirs is None else ours is not None
            assert alike or _unsupported(theirs), f"{what}: PyTorch: {_told(theirs)}; wengert: {_told(ours)}"

    _check(name, law)


def _mistakes(sample: Any) -> Iterator[tuple[str, Callable[[Any], Any], bool]]:
    """Wrong calls made from a right one, and whether the type of exception matters: not for what nobody writes."""

    def put(i: int, value: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda both: ((*both[0][:i], value(both[0][i]), *both[0][i + 1 :]), both[1])

    for i, a in enumerate(sample.args):
        if isinstance(a, np.ndarray):
            yield f"argument {i} is a string", put(i, lambda t: "nonsense"), False
            yield f"argument {i} is None", put(i, lambda t: None), False
            if a.ndim:
                yield f"argument {i} has another shape", put(i, lambda t: t.new_zeros((5, 7, 11))), True
    for name, value in sample.params.items():
        if name.startswith("dim") and isinstance(value, int):
            yield f"{name}=7", lambda both, name=name: (both[0], {**both[1], name: 7}), True
            yield f"{name}='x'", lambda both, name=name: (both[0], {**both[1], name: "x"}), False
    yield "a parameter too much", lambda both: (both[0], {**both[1], "nonsense": 1}), True
    if all(isinstance(a, np.ndarray) for a in sample.args):
        yield "an argument too few", lambda both: (both[0][1:], both[1]), True


@each
def test_saved_values(name: str) -> None:
    """What may be overwritten in PyTorch, between the call and its backward, may be here: no row saves more.

    Of what PyTorch composes of several nodes, it is chance which of them copies.
    """

    if name in SAVES_MORE:
        return

    def law(public: str, sample: Any) -> None:
        call = Outcome(torch, public, sample)
        if any(_sole_node(y) is None for y in call.recorded):
            return
        for k in range(len(call.leaves) + len(call.results)):
            if _backward_after_write(Outcome(torch, public, sample), k) == "passes":
                found = _backward_after_write(Outcome(wengert, public, sample), k)
                what = f"input {k}" if k < len(call.leaves) else f"result {k - len(call.leaves)}"
                assert found == "passes", f"backward after {what} was overwritten {found}, in PyTorch it passes"

    _check(name, law)


def _backward_after_write(call: Outcome, k: int) -> str:
    """Whether backward ``raises`` or ``passes`` once the ``k``-th of inputs and results was overwritten."""
    target = [*call.leaves, *call.results][k]
    if not call.recorded or not hasattr(target, "copy_"):
        return "has nothing to do"
    try:
        with call.module.no_grad():
            target.copy_(target.clone())
    except RuntimeError as e:
        return f"refuses the write: {e}"
    try:
        call.gradients()
    except RuntimeError as e:
        return "raises" if "modified by an inplace operation" in str(e) else f"fails: {e}"
    return "passes"


def _sole_node(y: Any) -> str | None:
    """The name of the one node between a result and the leaves, without the number that PyTorch gives overloads."""
    node = getattr(y, "grad_fn", None)
    if node is None or any(
        n is not None and n.name().rpartition("::")[2] != "AccumulateGrad" for n, _ in node.next_functions
    ):
        return None
    name = type(node).__name__ if isinstance(y, torch.Tensor) else node.name()
    return None if name == "NotImplemented" else name.rstrip("0123456789")
