"""A number is a number, wherever it comes from: for every operation, at every number in its samples.

``tests/numbers_given.py`` has the calls, ``tests/facts/`` what PyTorch gives.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests import facts, laws
from tests import numbers_given as given
from tests.calls import PUBLIC
from tests.cases import within
from tests.facts import halves, rounding
from wengert._core.dispatch.kernel import Kernel
from wengert._core.dispatch.registry import REGISTRY

ULP = {"float16": 2.0**-10, "bfloat16": 2.0**-7}
INTERNAL = ("AttributeError", "UnboundLocalError", "KeyError")  # errors that tell a user nothing
TINY = 2.0**-24  # the smallest float16

# Where PyTorch gives other dtypes, and why that is not followed
OTHER_DTYPES = {
    "clamp 1": "beside a number as the other bound, PyTorch takes a tensor without dimensions for a number",
    "clamp 2": "as above",
    "hinge_embedding_loss margin": "PyTorch cuts the loss of integers to integers",
    "nn.functional.triplet_margin_loss eps": "a loss of integers, which is refused",
    "triplet_margin_loss 5": "as above",
}


@pytest.fixture(autouse=True)
def _silent() -> Iterator[None]:
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        yield


def scalars_of_numpy_are_numbers(name: str) -> None:
    for sample, spot in given.samples(name):
        known: dict[str, Any] = {}
        for v in given.forms(spot):
            plain = given.plain(v)
            if repr(plain) not in known:
                known[repr(plain)] = given.outcome(name, sample, spot, plain)
            found = given.outcome(name, sample, spot, v)
            assert found == known[repr(plain)], f"{name}{sample} with {v!r} is not as with {plain!r}"


def tensors_without_dimensions_are_numbers(name: str) -> None:
    for sample, spot in given.samples(name):
        if spot.kinds and "Tensor" not in spot.kinds:
            boxed = wengert.from_numpy(np.array(spot.value))
            found, expected = (given.outcome(name, sample, spot, x) for x in (boxed, spot.value))
            assert found == expected, f"{name}{sample}: {spot.place} as a tensor is not as {spot.value!r}"
            if spot.kinds & {"Number", "float"} and found != "TypeError":
                tracked = wengert.tensor(float(spot.value.real), requires_grad=True)
                refused = given.outcome(name, sample, spot, tracked)
                assert refused == "TypeError", f"{name}{sample}: {spot.place} loses the history of a tensor"


def numbers_are_operands_or_refused(name: str) -> None:
    for sample, spot in given.operands(name):
        for v in (2.0, 2, True):
            expected = given.outcome(name, sample, spot, v)
            if isinstance(REGISTRY.get(name), Kernel) and not isinstance(expected, str):
                found = given.outcome(name, sample, spot, np.array(v)[()])
                assert found in (expected, "TypeError"), (
                    f"{name}{sample}: NumPy's {v!r} at {spot.place} is not as {v!r}"
                )
            for x in (v, np.array(v)[()]):
                found = given.outcome(name, sample, spot, x)
                assert found not in INTERNAL, f"{name}{sample}: {found} of {x!r} at {spot.place}"


def numbers_for_tensors_give_the_dtype_of_tensors_without_dimensions(name: str) -> None:
    for sample, spot in given.operands(name):
        others = [a for i, a in enumerate(sample.args) if i != spot.place and isinstance(a, np.ndarray)]
        for v in (2.0, 2, True) if any(a.dtype.kind == "f" and a.ndim for a in others) else ():
            for dtype in ("float32", "float16"):
                found, boxed = (given.results(wengert, PUBLIC[name], sample, spot, dtype, v, b) for b in (False, True))
                assert None in (found, boxed) or found == boxed, f"{name}{sample}: {found} beside {v!r} at {spot.place}"


@pytest.mark.parametrize("name", sorted(PUBLIC))
@within("law", [
    scalars_of_numpy_are_numbers, tensors_without_dimensions_are_numbers, numbers_are_operands_or_refused,
    numbers_for_tensors_give_the_dtype_of_tensors_without_dimensions,
])  # fmt: skip
def test_numbers(name: str, law: Callable[[str], None]) -> None:
    law(name)


def test_results_do_not_depend_on_what_ran_before() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    found = []
    for order in ("forwards", "backwards"):
        command = [sys.executable, "-m", "tests.numbers_given", order]
        run = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        found.append(json.loads(run.stdout))
    forwards, backwards = found
    assert len(forwards) > 1000 and forwards.keys() == backwards.keys()
    assert not [call for call in forwards if forwards[call] != backwards[call]]


def test_dtypes_of_results_are_pytorchs() -> None:
    known, found = facts.load("numbers"), given.table(wengert)
    assert list(found) == list(known), "`make facts` asks PyTorch"
    wrong, lossy = {}, []
    for label, by_dtype in known.items():
        for dtype, wanted in by_dtype.items():
            for i, (mine, theirs) in enumerate(zip(found[label][dtype], wanted, strict=True)):
                number = given.TRIED[i % len(given.TRIED)]
                if theirs is not None and mine != theirs.replace("complex32", "complex64"):  # there is no complex32
                    wrong[label] = f"{dtype} with {number}: {mine}, PyTorch has {theirs}"
                if theirs is None and type(number) is complex and mine and dtype != "bool" and "complex" not in mine:
                    lossy.append(f"{label}: {dtype} with {number} is {mine}")
    assert {k: v for k, v in wrong.items() if k not in OTHER_DTYPES} == {}
    assert set(OTHER_DTYPES) <= set(wrong), "as in PyTorch by now: take it out"
    assert not lossy, "the imaginary part is lost"


def test_half_types_round_numbers_as_pytorch_does() -> None:
    known = facts.load("halves")
    wrong, seen = [], []
    for name, sample in halves.calls():
        call = halves.text(name, sample)
        seen.append(call)
        assert call in known, f"{call}: no fact. `make facts` asks PyTorch."
        if known[call] is not None and (said := difference(name, sample, known[call])):
            wrong.append(f"{call}: {said}")
    assert len(known) == len(set(seen)) and not wrong, "not as in PyTorch:\n" + "\n".join(wrong)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float32", "float64"])
def test_a_number_is_a_member_where_it_is_equal(dtype: str) -> None:
    for number in (0.3, 0.1, 1 / 3, 100.1, 2.0, -7):
        x = wengert.tensor([number, -number, 0.5], dtype=getattr(wengert, dtype))
        for v in (number, np.float64(number), wengert.tensor(number, dtype=wengert.float64)):
            assert wengert.isin(x, v).tolist() == (x == v).tolist() == [True, False, False]
            assert wengert.isin(x, v, invert=True).tolist() == [False, True, True]
            assert wengert.isin(v, x).item()
            assert wengert.func.vmap(lambda row: wengert.isin(row, v))(x[None])[0].tolist() == [True, False, False]  # noqa: B023  # called at once
            assert wengert.func.vmap(lambda row: wengert.isin(v, row))(x[None]).item()  # noqa: B023  # as above


def test_results_in_half_types_are_as_exact_as_in_pytorch() -> None:
    """Where PyTorch rounds once, so does wengert, or twice; where it rounds more often, wengert may round less."""
    known, found = facts.load("rounding"), rounding.errors(wengert)
    assert list(found) == list(known), "`make facts` asks PyTorch"
    wrong = [
        f"{name}, {dtype}, sample {k}: {mine} units in the last place, {theirs} in PyTorch"
        for name, by_dtype in known.items()
        for dtype, facts_of in by_dtype.items()
        for k, (theirs, mine) in enumerate(zip(facts_of, found[name][dtype], strict=True))
        if theirs is not None and (mine is None or mine > rounding.bound(theirs))
    ]
    assert not wrong, "\n".join(wrong)


def difference(name: str, sample: Any, fact: dict[str, Any]) -> str:
    """How a call differs from the fact by more than a rounding; nothing if it does not."""
    found = halves.outcome(wengert, name, sample)
    if found is None:
        return "refused"
    ulp = max(ULP[str(a.dtype)] for a in laws.arrays_in((sample.args, sample.params)) if str(a.dtype) in ULP)
    for part in ("results", "gradients"):
        for mine, theirs in zip(found[part], fact[part], strict=True):
            a, b = np.array(mine, float), np.array(theirs, float)
            if a.shape != b.shape or not np.allclose(a, b, rtol=2 * ulp, atol=TINY, equal_nan=True):
                return f"the {part} are {mine}, PyTorch has {theirs}"
    return ""


# -- what a dtype does not hold

X, N, U = wengert.ones(2), wengert.ones(2, dtype=wengert.int8), wengert.ones(2, dtype=wengert.uint8)
H, M = wengert.ones(2, dtype=wengert.float16), wengert.ones(2, 2)
FIRST = wengert.tensor([0])
REFUSED = {
    "a bound": [
        lambda: X.clamp(max=1e300), lambda: X.clamp_min(-1e300), lambda: X.clone().clamp_(max=1e300),
        lambda: X.clone().clamp_max_(1e300), lambda: N.clamp(max=1000), lambda: H.clamp(max=1e10),
        lambda: wengert.nn.functional.hardtanh(X, -1e300, 1.0),
    ],
    "a factor": [
        lambda: wengert.lerp(X, X, 2j), lambda: X.clone().lerp_(X, 2j), lambda: X.clamp(2j),
        lambda: wengert.add(X, X, alpha=1e300), lambda: wengert.addmm(M, M, M, beta=1e300),
        lambda: wengert.addmm(M, M, M, alpha=2j), lambda: wengert.addcmul(X, X, X, value=2j),
        lambda: wengert.addcdiv(X, X, X, value=2j), lambda: X.index_add(0, FIRST, X[:1], alpha=2j),
        lambda: wengert.addcmul(N, N, N, value=1000), lambda: wengert.lerp(X, X, 1e300),
        lambda: wengert.nn.functional.leaky_relu(X, 1e300), lambda: wengert.nn.functional.elu(X, 1e300),
    ],
    "a value": [
        lambda: X.clone().__setitem__(0, 2j), lambda: X.clone().__setitem__(FIRST, 2j),
        lambda: X.clone().__setitem__(FIRST, 1e300), lambda: U.clone().__setitem__(FIRST, 300),
        lambda: N.clone().__setitem__(N > 0, 1000), lambda: N.clone().__setitem__(N > 0, wengert.tensor(1000)),
        lambda: N.masked_fill(N > 0, wengert.tensor(1000)), lambda: U.index_fill(0, FIRST, wengert.tensor(300)),
        lambda: wengert.constant_pad_nd(X, (1, 1), 2j), lambda: wengert.where(X > 0, X, 1e300),
    ],
    "an exponent": [lambda: N**1000, lambda: H**1e300],
}  # fmt: skip


def test_a_factor_is_no_wider_than_what_it_scales() -> None:
    """Also where it is one, and is complex or a float by its type only."""
    for scale in (wengert.add, wengert.sub, wengert.rsub):
        for x, alpha in ((X, 1 + 0j), (N, 1.0), (N, 1 + 0j)):
            with pytest.raises(RuntimeError, match="input tensors, argument alpha must not be a"):
                scale(x, x, alpha=alpha)
        assert scale(X, X * 1j, alpha=1 + 0j).dtype is wengert.complex64


def test_a_complex_number_that_is_real_gives_real_results() -> None:
    for found in (wengert.lerp(X, 3 * X, 0.5 + 0j), X.clone().lerp_(3 * X, 0.5 + 0j), X.clamp(2 + 0j)):
        assert found.tolist() == [2, 2] and found.dtype is wengert.float32
    assert wengert.lerp(X, X, wengert.tensor(2j)).dtype is wengert.where(X > 0, X, 2j).dtype is wengert.complex64


@pytest.mark.parametrize("call", [
    lambda v: wengert.linalg.pinv(M, v), lambda v: wengert.linalg.pinv(M, rcond=v),
    lambda v: wengert.linalg.matrix_rank(M, v), lambda v: wengert.quantile(X, v),
])  # fmt: skip
def test_a_tolerance_is_real(call: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match=r"must be Tensor.* float.*, not complex"):
        call(1j)
    with pytest.raises((RuntimeError, TypeError), match=r"complex|dtype"):
        call(wengert.tensor(1j))


def test_what_holds_one_number_is_a_number_elsewhere_too() -> None:
    """An array of NumPy without dimensions. What NumPy counts among numbers and is none is refused."""
    x = wengert.tensor([-1.0])
    assert wengert.nn.functional.leaky_relu(x, np.array(0.5)).tolist() == [-0.5]
    assert wengert.add(x, x, alpha=np.array(2)).tolist() == [-3]
    for v in (np.timedelta64(1, "s"), np.str_("1"), np.array("1")):
        with pytest.raises(TypeError, match="argument 'alpha' must be number, not"):
            wengert.add(x, x, alpha=v)


@pytest.mark.parametrize("what", REFUSED)
def test_numbers_that_the_dtype_does_not_hold_are_refused(what: str) -> None:
    for k, call in enumerate(REFUSED[what]):
        with pytest.raises(RuntimeError, match="value cannot be converted to type"):
            pytest.fail(f"{what} {k} gives {call()}")
    assert X.tolist() == [1, 1] and N.tolist() == [1, 1]


def test_a_factor_of_a_higher_category_is_refused() -> None:
    ints = wengert.ones(2, dtype=wengert.int64)
    for call in (wengert.add, wengert.sub, wengert.rsub):
        with pytest.raises(RuntimeError, match="argument alpha must not be a floating point number"):
            call(ints, ints, alpha=2.5)
        with pytest.raises(RuntimeError, match="Boolean alpha only supported for Boolean results"):
            call(X, X, alpha=True)
    for name in ("alpha", "beta"):
        with pytest.raises(RuntimeError, match=f"argument {name} must not be a floating point number"):
            wengert.addr(ints, ints[:1], ints, **{name: 2.5})
    with pytest.raises(TypeError, match="'eps' must be float, not complex"):
        wengert.nn.functional.layer_norm(M, (2,), eps=2j)


def test_a_complex_tensor_for_a_float_has_to_be_real() -> None:
    """As in PyTorch, which refuses Python's complex numbers by their type."""
    for call in (
        lambda v: wengert.nn.functional.layer_norm(M, (2,), eps=v), lambda v: wengert.isclose(X, X, v),
        lambda v: wengert.logit(X * 0.5, v), lambda v: wengert.ones(2).normal_(0.0, v),
        lambda v: wengert.nn.functional.leaky_relu(X, v),
    ):  # fmt: skip
        call(wengert.tensor(0.25 + 0j))
        with pytest.raises(RuntimeError, match="value cannot be converted to type double without overflow"):
            call(wengert.tensor(0.25 + 1j))
        with pytest.raises(TypeError, match="must be float"):
            call(0.25 + 1j)


def test_negative_factors_wrap_around_in_unsigned_dtypes() -> None:
    assert wengert.add(U, U, alpha=-1).tolist() == [0, 0]
    assert wengert.sub(U, U, alpha=-1).tolist() == [2, 2]
    assert wengert.addcmul(U, U, U, value=-1).tolist() == [0, 0]
    x = U.clone()
    x[x == 1] = -2
    assert x.tolist() == [254, 254]
    with pytest.raises(RuntimeError, match="Integers to negative integer powers"):
        U**-1


def test_integers_to_the_power_of_a_negative_tensor() -> None:
    """Of any shape: 0, or 1 and -1 as they are. A number is refused."""
    x = wengert.tensor([2, 1, -1, 0])
    for exponent in (-1, [-1], [-1] * 4):
        assert (x ** wengert.tensor(exponent)).tolist() == [0, 1, -1, 0]
    assert (2 ** wengert.tensor(-1)).item() == 0 == x[0].pow_(wengert.tensor(-3)).item()


def test_bools_are_not_divided() -> None:
    yes = wengert.tensor([True])
    for call in (wengert.floor_divide, wengert.remainder, wengert.fmod):
        with pytest.raises(NotImplementedError, match="not implemented for 'Bool'"):
            call(yes, True)
    assert (yes**True).dtype == wengert.bool


# -- values for masks, and masks of uint8


@pytest.mark.parametrize("value", [wengert.tensor(5.0), wengert.tensor([5]), wengert.tensor([[5.0]]), np.float32(5), 5])
def test_one_value_for_masks_is_cast(value: Any) -> None:
    x = wengert.zeros(3, dtype=wengert.float64)
    x[wengert.tensor([True, False, True])] = value
    assert x.tolist() == [5, 0, 5]


def test_several_values_are_not_cast() -> None:
    x, mask = wengert.zeros(3, dtype=wengert.float64), wengert.tensor([True, False, True])
    for key, value in ((mask, wengert.tensor([5.0, 6.0])), (FIRST, wengert.tensor([5.0]))):
        with pytest.raises(RuntimeError, match="source and destination dtypes match"):
            x[key] = value
    with pytest.raises(RuntimeError, match="source and destination dtypes match"):
        x.index_put((mask,), wengert.tensor(5.0), accumulate=True)
    assert x.tolist() == [0, 0, 0]


SHAPES = [(), (1,), (3,), (1, 3), (1, 1, 3), (1, 1), (2,), (4,), (0,), (3, 1), (3, 3), (2, 3), (1, 3, 1), (3, 1, 1)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("key", ["whole", "rows", "places", "pairs"])
def test_values_that_do_not_fit_a_selection(key: str, shape: tuple[int, ...], lib: Any) -> None:
    x, first = lib.arange(6.0).reshape(2, 3), lib.tensor([1, 0])
    keys = {"whole": x > 2, "rows": lib.tensor([True, False]), "places": first, "pairs": (first, lib.tensor([2, 0]))}
    values, selected = lib.ones(shape), x[keys[key]].shape
    given = shape[next((i for i, size in enumerate(shape) if size != 1), len(shape)) :]  # leading ones are dropped
    try:
        fits = np.broadcast_shapes(given, selected) == selected
    except ValueError:
        fits = False
    if fits:
        x[keys[key]] = values
        assert (x[keys[key]] == 1).all()
    else:
        with pytest.raises(RuntimeError, match=r"shape mismatch: value tensor of shape .* cannot be broadcast"):
            x[keys[key]] = values


@pytest.mark.parametrize("accumulate", [False, True])
def test_uint8_indices_are_masks(accumulate: bool) -> None:
    x, mask = wengert.zeros(3), wengert.tensor([0, 1, 1], dtype=wengert.uint8)
    assert x.index_put((mask,), wengert.tensor([5.0, 6.0]), accumulate).tolist() == [0, 5, 6]
    assert x.index_put((mask,), wengert.tensor(5.0), accumulate).tolist() == [0, 5, 5]
    assert x.clone().index_put_((mask,), wengert.tensor([5.0, 6.0]), accumulate).tolist() == [0, 5, 6]
    for other in (wengert.int16, wengert.float32):
        with pytest.raises(IndexError, match="tensors used as indices must be long, int, byte or bool"):
            x.index_put((FIRST.to(other),), wengert.tensor(5.0), accumulate)


def test_one_byte_is_a_bool_and_nothing_is_said() -> None:
    x = wengert.arange(6.0).view(2, 3)
    with warnings.catch_warnings(action="error"):
        for byte in (wengert.tensor(1, dtype=wengert.uint8), np.array(1, np.uint8)):
            assert x[byte].shape == (1, 2, 3) and x[0, byte].tolist() == [[0, 1, 2]]
        x[0, wengert.tensor(0, dtype=wengert.uint8)] = 9.0
    assert x.tolist() == [[0, 1, 2], [3, 4, 5]]


def test_one_position_may_be_of_any_integer_dtype() -> None:
    x = wengert.arange(6.0).view(2, 3)
    for dtype in (wengert.int8, wengert.int16, wengert.int32, wengert.int64, wengert.uint16):
        one = wengert.tensor(1, dtype=dtype)
        assert x[one].tolist() == [3, 4, 5] and x[one, one].item() == 4 and x[:, one].tolist() == [1, 4]
    assert x[np.array([1, 0], np.int16)].tolist() == [[3, 4, 5], [0, 1, 2]]


def test_a_number_is_searched_as_the_boundaries_have_it() -> None:
    edges = wengert.tensor([1.0, 2.0, 3.0])
    close = 2.0000000001
    assert wengert.searchsorted(edges, close).item() == 1  # rounded to float32
    assert wengert.searchsorted(edges, wengert.tensor([close], dtype=wengert.float64)).item() == 2
    assert wengert.bucketize(wengert.tensor([2]), edges).item() == 1
    for other in (wengert.tensor([True]), wengert.tensor([1j])):
        with pytest.raises(NotImplementedError, match="not implemented for"):
            wengert.searchsorted(other, other)
