"""What a failed ``gradcheck`` tells: the entries, worst first, why they differ, and what to do."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert.autograd import Function, gradcheck, gradgradcheck
from wengert.autograd.gradcheck import Entry, GradcheckError

CDOUBLE = wengert.complex128


def leaf(*values: Any, dtype: Any = wengert.float64) -> wengert.Tensor:
    return wengert.tensor(values, dtype=dtype, requires_grad=True)


def failure(function: Callable[..., Any], *inputs: Any, check: Any = gradcheck, **options: Any) -> GradcheckError:
    with pytest.raises(GradcheckError) as told:
        check(function, inputs, **options)
    return told.value


def times(slope: Any, right: Any = 2.0) -> Any:
    """``x * right``, with a backward and a jvp that multiply by ``slope``."""

    class Times(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * right

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * slope

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            return t * slope

    return Times.apply


@pytest.mark.parametrize("options", [{}, {"fast_mode": True}, {"check_forward_ad": True, "check_backward_ad": False}])
def test_entries_come_worst_first(options: Any) -> None:
    slope = wengert.tensor([[2.0, 2.1], [5.0, 2.0]], dtype=wengert.float64)
    x = leaf([0.1, 0.2], [0.3, 0.4])
    y = leaf([0.5, 0.6], [0.7, 0.8])
    error = failure(lambda n, x, y: (y * n, times(slope)(x) + times(2.2)(y)), 3.0, x, y, **options)
    assert error.failing == len(error.entries) == 6
    first = error.entries[0]
    assert (first.output, first.input, first.output_index, first.input_index) == (1, 1, (1, 0), (1, 0))
    assert first.analytical == 5.0 and abs(first.numerical - 2.0) < 1e-6
    assert first.absolute == pytest.approx(3.0) and first.relative == pytest.approx(1.5)
    sizes = [e.excess for e in error.entries]
    assert sizes == sorted(sizes, reverse=True)
    others = {(1, (0, 1)), *[(2, (i, j)) for i in (0, 1) for j in (0, 1)]}
    assert {(e.input, e.input_index) for e in error.entries[1:]} == others
    assert error.kind == "wrong formula" and {e.kind for e in error.entries[:5]} == {"wrong formula"}
    assert error.check == ("forward" if "check_forward_ad" in options else "backward")


def test_the_whole_text() -> None:
    text = str(failure(times(3.0), leaf(0.5, 1.0)))
    *lines, last = text.split("\n")
    assert lines[:3] == [
        "Jacobian mismatch for output 0 with respect to input 0,",
        "numerical:tensor([[2.0000, 0.0000],",
        "        [0.0000, 2.0000]], dtype=wengert.float64)",
    ]
    assert lines[5] == "2 of 4 elements differ by more than 1e-05 + 0.001 * |numerical|, the worst first:"
    assert lines[6].startswith("  output 0 at index (") and lines[6].endswith(
        "analytical 3, absolute error 1, relative error 0.5 (wrong formula)"
    )
    assert lines[8] == "At other steps the differences settle at 2: the derivative is something else."
    assert lines[9].startswith("The first wrong rule: TimesBackward, recorded operation 1 of 1, at ")
    assert lines[10].startswith("  d(its result at [") and len(lines) == 11
    assert last.startswith("Correct Times.backward (")


def test_many_entries_are_counted_and_few_are_shown() -> None:
    error = failure(times(3.0), wengert.ones(150, dtype=wengert.float64, requires_grad=True))
    assert error.failing == 150 and len(error.entries) == 100
    assert "150 of 22500 elements differ by more than 1e-05 + 0.001 * |numerical|; the worst 5:" in str(error)
    assert str(error).count("(wrong formula)") == 5 and error.entries[5].kind is None


def test_nan_is_worst() -> None:
    slope = wengert.tensor([9.0, np.nan, 2.0], dtype=wengert.float64)
    error = failure(times(slope), leaf(1.0, 1.0, 1.0))
    assert error.entries[0].input_index == (1,) and np.isnan(error.entries[0].analytical)
    assert error.kind == "wrong formula"


def test_unit_vectors_do_not_spread_nan() -> None:
    error = failure(lambda x: x.sqrt(), leaf(0.0, 1.0))
    assert [e.input_index for e in error.entries] == [(0,), (0,)]  # 1 / 0 and 0 / 0; the second input is right


@pytest.mark.parametrize("part", ["real", "imaginary"])
@pytest.mark.parametrize("mode", [{}, {"fast_mode": True}])
def test_complex_entries(part: str, mode: Any) -> None:
    """A slope whose error is purely real (or imaginary) is seen in one of the passes."""
    slope = 2.5 if part == "real" else 2.0 + 0.5j
    z = leaf(0.3 + 1j, 2.0 - 1j, dtype=CDOUBLE)
    error = failure(lambda z: times(slope)(z), z, **mode)
    first = error.entries[0]
    assert first.part in ("real", "imaginary") and isinstance(first.analytical, complex)
    assert first.absolute == pytest.approx(0.5) and first.input_index == first.output_index
    assert str(error).startswith("While considering the imaginary part of complex outputs only, Jacobian mismatch")
    error = failure(lambda z: times(slope)(z), z, check_forward_ad=True, check_backward_ad=False, **mode)
    assert str(error).startswith("While considering the imaginary part of complex inputs only, Jacobian computed with")
    error = failure(lambda z: times(slope)(z).real, z, **mode)
    assert str(error).startswith("Jacobian mismatch for output 0 with respect to input 0,\n")
    assert error.entries[0].part is None


class Beyond(Function):
    """The absolute value, with a slope that neither side has."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x.abs()

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 3.0


KINDS: list[tuple[str, Callable[..., Any], tuple[float, ...], str, dict[str, Any]]] = [
    ("relu at its kink", lambda x: x.relu(), (0.0, 1.0), "kink", {}),
    ("relu, nearer to its kink than eps", lambda x: x.relu(), (1e-8, 1.0), "kink", {}),
    ("relu, within eps", lambda x: x.relu(), (-5e-7,), "kink", {}),
    ("the largest of two", lambda x: x.max(), (1.0, 1.0 + 1e-7), "kink", {}),
    ("a jump", lambda x: x.floor(), (2.0,), "kink", {}),
    ("a jump to both sides", lambda x: x.sign(), (0.0, 1.0), "kink", {}),
    ("an edge of the domain", lambda x: x.sqrt(), (0.0, 1.0), "kink", {}),
    ("an infinite slope", lambda x: x.abs() ** (1 / 3) * x.sign(), (0.0, 1.0), "kink", {}),
    ("a cast to single precision", lambda x: x.float().exp(), (0.5, 1.0), "precision", {}),
    ("a step that is too large", lambda x: (1000 * x).sin(), (0.1, 1.0), "precision", {"eps": 1e-2}),
    ("a step that is too small", lambda x: x.exp() + 1e3, (0.1, 1.0), "precision", {"eps": 1e-13}),
    ("large numbers", lambda x: x + 1e14, (1.0,), "precision", {}),
    ("half as much", lambda x: x * x.detach(), (0.3, 0.7), "wrong formula", {}),
    ("a sign", times(-2.0), (0.3, 0.7), "wrong formula", {}),
    ("one percent", times(2.02), (0.3, 0.7), "wrong formula", {}),
    ("beyond both sides of a kink", lambda x: Beyond.apply(x), (0.0,), "wrong formula", {}),
    ("zero for small", times(0.0, 1e-3), (1.0,), "wrong formula", {}),
    ("steep", lambda x: times(1.01e6, 1e6)(x), (1.0,), "wrong formula", {}),
    ("near a kink, but not at it", lambda x: times(2.5)(x.relu()), (1e-4,), "wrong formula", {}),
    ("at a point of no slope", lambda x: x * x + times(0.5, 0.0)(x), (0.0,), "wrong formula", {}),
]


@pytest.mark.parametrize("case", KINDS, ids=lambda case: case[0])
@pytest.mark.parametrize("mode", [{}, {"fast_mode": True}])
def test_kinds(case: Any, mode: Any) -> None:
    _, function, at, kind, options = case
    error = failure(function, leaf(*at), **options, **mode)
    assert error.kind == kind, str(error)
    last = str(error).rsplit("\n", 1)[1]
    assert last.startswith({"kink": "Check at another point", "precision": "C", "wrong formula": "Co"}[kind])


def test_single_precision_is_the_first_thing_to_change() -> None:
    x = leaf(0.5, 1.0, dtype=wengert.float32)
    with pytest.warns(UserWarning, match="not a double precision"):
        error = failure(lambda x: x.exp(), x)
    assert error.kind == "precision"
    assert str(error).endswith("\nCall gradcheck with inputs of dtype float64 (or complex128).")


def test_a_better_step_is_named_and_works() -> None:
    function, x = (lambda x: (1000 * x).sin()), leaf(0.1, 1.0)
    error = failure(function, x, eps=1e-2)
    step = float(str(error).rsplit("eps=", 1)[1].rstrip("."))
    assert gradcheck(function, x, eps=step)


def test_fast_mode_that_fails_where_slow_mode_passes() -> None:
    """Every element is within the relative tolerance; the projection cancels the elements, but not their errors."""
    u = np.random.default_rng(0).uniform(size=2)  # what gradcheck draws for its first input
    slope = np.array([u[1], -u[0]])
    wrong = slope + 0.9e-3 * np.abs(slope) * np.sign(u)
    function = times(wengert.from_numpy(wrong), wengert.from_numpy(slope))
    error = failure(lambda x: function(x).sum(), leaf(0.0, 0.0), fast_mode=True, rtol=1e-3, atol=0.0)
    assert "element-wise differences are small: the projection added up their errors." in str(error)
    assert str(error).rpartition("\n")[2] == "Call gradcheck with fast_mode=False."
    assert error.entries == [] and error.kind is None
    assert gradcheck(lambda x: function(x).sum(), leaf(0.0, 0.0), rtol=1e-3, atol=0.0)


def test_which_order_failed() -> None:
    error = failure(lambda x: x**2 * x.detach(), leaf(0.3, 0.7), check=gradgradcheck)
    assert error.order == 1 and "The first derivative is wrong already; gradcheck says of it:\nJacobian" in str(error)

    class Cube(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return g * 3.0 * x.detach() * x

    error = failure(Cube.apply, leaf(0.3, 0.7), check=gradgradcheck)
    assert error.order == 2 and "The first derivative is right, the second is not" in str(error)
    assert "gradgradcheck: inputs 0 to 0 are those of the function" in str(error)
    assert error.entries[0].input == 0


def test_an_error_survives_pickling() -> None:
    error = failure(times(3.0), leaf(0.5))
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.kind == "wrong formula" and isinstance(again.entries[0], Entry)
    assert type(error).__module__ == "wengert.autograd.gradcheck" and isinstance(error, RuntimeError)


@pytest.mark.parametrize(
    ("check", "wrong"),
    [
        ("constant", lambda x: x.detach() * 2),
        ("undefined", lambda x: x),
    ],
)
def test_other_checks_are_named(check: str, wrong: Any) -> None:
    if check == "undefined":

        class Inventing(Function):
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                ctx.set_materialize_grads(False)
                return x * 2

            @staticmethod
            def backward(ctx: Any, g: Any) -> Any:
                return wengert.ones(1, dtype=wengert.float64) if g is None else g * 2

        wrong = Inventing.apply
    error = failure(wrong, leaf(1.0))
    assert error.check == check and error.entries == [] and error.kind is None


def test_nothing_is_looked_into_where_nobody_asks() -> None:
    calls = []

    def function(x: Any) -> Any:
        calls.append(1)
        return times(3.0)(x)

    assert not gradcheck(function, leaf(1.0), raise_exception=False)
    assert len(calls) == 3


def test_a_function_that_refuses_other_values_is_still_reported() -> None:
    def function(x: Any) -> Any:
        if abs(x[0].item() - 1.0) > 1e-3:
            raise ValueError("too far")
        return times(3.0)(x)

    assert failure(function, leaf(1.0)).kind == "wrong formula"
