"""Arrays from outside: whatever NumPy array is given, its plain values are taken, or it is refused with a clear error.

The arrays are of all kinds: masked arrays, matrices and other subclasses, of another byte order, not aligned,
read-only, mapped from a file, and of dtypes that no tensor has.
"""

from __future__ import annotations

import operator
import pathlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.calls import PUBLIC, function
from tests.cases import within
from wengert._core.arrays.arrays import is_array
from wengert._core.dispatch.registry import REGISTRY
from wengert._core.tape.tensor import payload_of
from wengert.autograd import forward_ad

Array = np.ndarray[Any, Any]


class Strange(np.ndarray[Any, Any]):
    """An array that computes nothing: who computes on it has not taken its plain values."""

    def __array_ufunc__(self, *args: Any, **options: Any) -> Any:
        raise AssertionError("a ufunc got a subclass")

    def __array_function__(self, *args: Any, **options: Any) -> Any:
        raise AssertionError("a function of NumPy got a subclass")

    def astype(self, *args: Any, **options: Any) -> Any:
        raise AssertionError("astype of a subclass")

    sum = max = min = any = all = copy = astype  # type: ignore[assignment]


def strange(a: Array) -> Array:
    return np.array(a).view(Strange)


def masked(a: Array) -> Array:
    mask = np.zeros(a.shape, bool)
    mask.reshape(-1)[::2] = True
    return np.ma.array(a, mask=mask)  # type: ignore[no-any-return]


def matrix(a: Array) -> Array:
    return np.array(a).view(np.matrix) if a.ndim == 2 else np.array(a)


def swapped(a: Array) -> Array:
    return a.astype(a.dtype.newbyteorder("S"))


def unaligned(a: Array) -> Array:
    memory = np.zeros(a.nbytes + 1, np.uint8)
    out: Array = np.ndarray(a.shape, a.dtype, memory, 1)
    out[...] = a
    return out


def read_only(a: Array) -> Array:
    out = np.array(a)
    out.flags.writeable = False
    return out


KINDS = (strange, masked, matrix, swapped, unaligned, read_only)


# -- arguments of operations


def outcome(case: laws.Case, at: int, kind: Callable[[Array], Array], public: bool) -> Any:
    """Results and gradients, where one array is given as it is and the others as tensors; an exception if it raises."""
    leaves: list[Any] = [wengert.from_numpy(np.array(a)) for a in case.leaves]
    for i in case.active:
        leaves[i].requires_grad_()
    leaves[at] = kind(case.leaves[at])
    others = [x for x in leaves if isinstance(x, wengert.Tensor) and x.requires_grad]
    args, params = laws.refilled((case.args, case.sample.params), iter(leaves))
    call = function(wengert, PUBLIC[case.name]) if public else case.function
    if public and case.op is not None and case.op.group is not None:
        args, params = laws.refilled((case.sample.args, case.sample.params), iter(leaves))
    try:
        result = call(*args, **params)
    except AssertionError:
        raise
    except Exception as e:
        return e
    ys = laws.tensors_in(result)
    gs = laws.gradient(ys, others, [wengert.ones_like(y) for y in ys]) if others else []
    return laws.values_in(result), [payload_of(g) for g in gs if g is not None], [payload_of(y) for y in ys]


def pushed(case: laws.Case, at: int, kind: Callable[[Array], Array]) -> Any:
    """The tangents of the results, of a row whose arrays are given as in :func:`outcome`."""
    with forward_ad.dual_level():
        leaves: list[Any] = [wengert.from_numpy(np.array(a)) for a in case.leaves]
        for i in case.active:
            leaves[i] = forward_ad.make_dual(leaves[i], wengert.ones_like(leaves[i]))
        leaves[at] = kind(case.leaves[at])
        try:
            ys = laws.tensors_in(case(leaves))
        except AssertionError:
            raise
        except Exception as e:
            return e
        found = [forward_ad.unpack_dual(y).tangent for y in ys]
        return [payload_of(t) for t in found if t is not None]


def arguments_are_taken_as_plain_values(name: str) -> None:
    for case in laws.few(name):
        for at in range(len(case.leaves)):
            for public in (*[False] * (case.op is not None), *[True] * (name in PUBLIC)):
                plain = outcome(case, at, np.array, public)
                for kind in KINDS:
                    found = outcome(case, at, kind, public)
                    what = f"{case}, argument {at} {kind.__name__}"
                    if isinstance(plain, Exception) or isinstance(found, Exception):
                        assert type(found) is type(plain), f"{what}: {found!r}, of a plain array {plain!r}"
                        continue
                    for a in found[1] + found[2]:
                        assert not is_array(a) or (type(a) is np.ndarray and a.dtype.isnative), f"{what}: {type(a)}"
                    # loops take aligned memory; NumPy computes on other memory, and may add in another order
                    laws.assert_all_close(found[0], plain[0], 1e-12 if kind is unaligned else 0.0, what)
                    laws.assert_all_close(found[1], plain[1], 1e-12, what)


def arrays_alone_give_tensors(name: str) -> None:
    """A public function returns tensors, or raises what it raises for tensors, where only arrays are given."""
    for case in laws.few(name) if name in PUBLIC and name != "getitem" else ():  # arrays have brackets of their own
        found: list[Any] = []
        for given in (case.leaves, laws.tensors(case.leaves)):
            args, params = laws.refilled((case.sample.args, case.sample.params), iter(given))
            try:
                found.append(function(wengert, PUBLIC[name])(*args, **params))
            except AssertionError:
                raise
            except Exception as e:
                found.append(e)
        alone, usual = found
        if isinstance(usual, Exception):
            assert isinstance(alone, Exception), f"{case}: {alone!r}, of tensors {usual!r}"
        elif not isinstance(alone, Exception):  # it may refuse arrays
            assert type(alone) is type(usual), f"{case}: {type(alone)}, of tensors {type(usual)}"
            assert len(laws.tensors_in(alone)) == len(laws.tensors_in(usual)), f"{case}: {alone!r}"


def tangents_are_those_of_plain_values(name: str) -> None:
    for case in laws.few(name) if name in REGISTRY else ():
        for at in range(len(case.leaves)):
            plain = pushed(case, at, np.array)
            for kind in KINDS:
                found = pushed(case, at, kind)
                what = f"{case}, argument {at} {kind.__name__}"
                if isinstance(plain, Exception) or isinstance(found, Exception):
                    assert type(found) is type(plain), f"{what}: {found!r}, of a plain array {plain!r}"
                else:
                    laws.assert_all_close(found, plain, 1e-12, what)


@pytest.mark.parametrize("name", laws.NAMES)
@within("law", [arguments_are_taken_as_plain_values, arrays_alone_give_tensors, tangents_are_those_of_plain_values])
def test_operations(name: str, law: Callable[[str], None]) -> None:
    law(name)


# -- tensors of arrays

MAKERS: tuple[Callable[[Any], Any], ...] = (
    wengert.tensor, wengert.as_tensor, wengert.asarray, wengert.from_numpy, lambda a: wengert.tensor([a, a])[1],
    lambda a: wengert.tensor([[a]])[0, 0], wengert.ones(1).new_tensor, lambda a: wengert.zeros_like(a, dtype=a.dtype),
)  # fmt: skip


@pytest.mark.filterwarnings("ignore:The given NumPy array is not writable")
@pytest.mark.parametrize("kind", KINDS)
def test_tensors_hold_plain_arrays(kind: Callable[[Array], Array]) -> None:
    for a in (np.arange(6.0).reshape(2, 3), np.arange(3), np.array([True, False]), np.array(2.5), np.zeros((0, 2))):
        given = kind(a)
        for make in MAKERS[:7]:
            if make is wengert.from_numpy and not given.dtype.isnative:
                with pytest.raises(ValueError, match="byte order"):
                    make(given)
                continue
            if not (a.ndim and a.size) and make in MAKERS[4:6]:
                continue  # as elements of a list they are numbers, or none
            t = make(given)
            assert type(t._wg_data) is np.ndarray and t._wg_data.dtype.isnative
            assert t.shape == a.shape and t.tolist() == a.tolist()
            if make in (wengert.as_tensor, wengert.from_numpy) and a.size and given.dtype.isnative:
                assert np.shares_memory(t._wg_data, np.ndarray.view(given, np.ndarray))
            elif make is wengert.tensor:
                assert not np.shares_memory(t._wg_data, np.ndarray.view(given, np.ndarray)) and t._wg_data.flags.aligned


def test_files_mapped_into_memory(tmp_path: pathlib.Path) -> None:
    mapped = np.memmap(tmp_path / "file", dtype=np.float64, shape=(3,), mode="w+")
    t = wengert.from_numpy(mapped)
    t.add_(2)
    assert type(t._wg_data) is np.ndarray and mapped.tolist() == [2.0, 2.0, 2.0]
    assert type((t + mapped)._wg_data) is np.ndarray


def test_strides_are_whole_elements() -> None:
    odd = np.zeros(3, [("a", np.float64), ("b", np.int8)])["a"]
    odd[...] = [1.0, 2.0, 3.0]
    with pytest.raises(ValueError, match="strides not a multiple of the element byte size"):
        wengert.from_numpy(odd)
    for t in (wengert.tensor(odd), wengert.as_tensor(odd), wengert.asarray(odd), wengert.zeros(3).double() + odd):
        assert t.tolist() == [1.0, 2.0, 3.0] and t.stride() == (1,)


def test_memory_that_is_not_aligned_has_views() -> None:
    t = wengert.from_numpy(unaligned(np.arange(4.0)))
    assert wengert.as_strided(t, (2, 2), (1, 1), 1).tolist() == [[1.0, 2.0], [2.0, 3.0]]


# -- operators

BINARY = ("__add__", "__sub__", "__mul__", "__truediv__", "__floordiv__", "__mod__", "__pow__", "__eq__", "__lt__")


@pytest.mark.parametrize("kind", [k for k in KINDS if k is not masked])
@pytest.mark.parametrize("name", BINARY)
def test_operators_of_arrays_and_tensors(name: str, kind: Callable[[Array], Array]) -> None:
    a, b = np.array([[1.5, 2.0], [3.0, 4.0]]), np.array([[2.0, 0.5], [1.0, 4.0]])
    x = wengert.tensor(b, requires_grad=True)
    operate = getattr(operator, name)
    pairs = [(operate(x, kind(a)), operate(b, a))]
    if kind is not strange and (kind is not matrix or name != "__pow__"):  # on the left, these have a say
        pairs.append((operate(kind(a), x), operate(a, b)))
    for found, expected in pairs:
        assert type(found) is wengert.Tensor and type(found._wg_data) is np.ndarray
        np.testing.assert_allclose(found.detach().numpy(), expected)
    assert not name.startswith("__m") or (x * kind(a)).requires_grad


# -- dtypes that no tensor has

UNKNOWN = {
    "objects": np.array([1.0, 2.0], object), "dates": np.array(["2020-01-01", "2020-01-02"], "M8[D]"),
    "durations": np.array([1, 2], "m8[s]"), "text": np.array(["1", "2"]), "bytes": np.array([b"1", b"2"]),
    "records": np.zeros(2, [("a", np.float64)]), "long doubles": np.ones(2, np.longdouble),
}  # fmt: skip


@pytest.mark.parametrize("given", UNKNOWN.values(), ids=UNKNOWN)
def test_other_dtypes_are_refused(given: Array) -> None:
    x, message = wengert.ones(2), "can't convert np.ndarray of type numpy"
    calls: list[Callable[[Any], Any]] = [
        *MAKERS[:4], lambda a: x * a, lambda a: a * x, lambda a: x + a, lambda a: a - x, lambda a: x == a,
        lambda a: wengert.mul(x, a), lambda a: wengert.where(x > 0, x, a), lambda a: wengert.cat([x, a]),
        lambda a: x.copy_(a), lambda a: x.__setitem__(slice(None), a), lambda a: x.mul_(a), wengert.sum,
        lambda a: x[a], lambda a: np.add(x, a), lambda a: wengert.div(x, a), lambda a: wengert.std(a),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(TypeError, match=message):
            call(given)
    assert x.tolist() == [1.0, 1.0]
    one = given[0]
    if isinstance(one, np.generic) and not isinstance(one, np.floating):  # those are numbers
        with pytest.raises(TypeError):
            x * one


# -- lists


def test_lists_that_contain_themselves() -> None:
    one: list[Any] = []
    one.append(one)
    two: list[Any] = []
    two += [two, two]
    deep: Any = 1.0
    for _ in range(70):
        deep = [deep]
    for data in (one, two, deep):
        for make in (wengert.tensor, wengert.as_tensor, wengert.FloatTensor):
            with pytest.raises(ValueError, match="^too many dimensions 'list'"):
                make(data)


# -- memory that NumPy sees, sizes and positions


def test_memory_that_numpy_sees_is_not_moved() -> None:
    array = np.zeros(2)
    shown = wengert.zeros(2)
    shown.numpy()
    buffer = wengert.frombuffer(bytearray(8), dtype=wengert.int32)
    for t in (wengert.from_numpy(array), wengert.as_tensor(array)[:], buffer, shown, shown[:], shown.detach()):
        with pytest.raises(RuntimeError, match="not resizable"):
            t.resize_(5)
        assert t.shape == (2,) and t.resize_(1).shape == (1,)
    assert wengert.tensor(array).resize_(3).tolist() == [0.0, 0.0, 0.0]


def test_sizes_are_ints() -> None:
    for sizes in (wengert.ones(3), [1.0], [1, "2"], "ab", [None], np.ones(2)):
        with pytest.raises(TypeError, match=r"Size\(\) takes an iterable of 'int' \(item \d is '"):
            wengert.Size(sizes)
    found = wengert.Size([np.int64(3), wengert.tensor(2), True])
    assert found == (3, 2, 1) and all(type(n) is int for n in found[:2])
    assert wengert.Size(wengert.ones(2, 3).shape) == wengert.ones(2, 3).shape == wengert.Size((2, 3))


def test_shapes_of_positions() -> None:
    at = wengert.tensor([1, 5])
    for shape in ((2, 3), [2, 3], wengert.Size([2, 3]), (np.int64(2), 3)):
        assert [p.tolist() for p in wengert.unravel_index(at, shape)] == [[0, 1], [1, 2]]
    assert wengert.unravel_index(at, 6)[0].tolist() == [1, 5]
    for shape, kind in (
        ((2.0, 3), TypeError),
        (wengert.tensor([2, 3]), TypeError),
        (2.0, TypeError),
        ((2, -3), ValueError),
    ):
        with pytest.raises(kind):
            wengert.unravel_index(at, shape)


def test_integers_have_no_tangent() -> None:
    seen: list[Any] = []

    class Shift(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, n: Any, other: Any) -> Any:
            return x + n

        @staticmethod
        def jvp(ctx: Any, x: Any, n: Any, other: Any) -> Any:
            seen.append((n, other))
            return x

    wengert.func.jvp(
        lambda x: Shift.apply(x, wengert.tensor(3), wengert.tensor(1.0)), (wengert.ones(()),), (wengert.ones(()),)
    )
    assert seen[0][0] is None and seen[0][1].item() == 0.0
