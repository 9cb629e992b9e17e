"""The stand-in refuses what CuPy refuses, and what it offers is what CuPy offers."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests import standin
from tools import cupy_surface

HAS_CUPY = importlib.util.find_spec("cupy") is not None


@pytest.fixture
def cupy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    yield standin.install(monkeypatch)


@pytest.mark.skipif(not HAS_CUPY, reason="needs CuPy (but no GPU)")
def test_the_table_is_of_the_cupy_that_is_installed() -> None:
    assert cupy_surface.surface() == standin.SURFACE


@pytest.mark.skipif(not HAS_CUPY, reason="needs CuPy (but no GPU)")
def test_ufuncs_choose_the_loops_that_cupy_chooses() -> None:
    """CuPy tells without a GPU which loop a ufunc would take."""
    real = importlib.import_module("cupy")
    checked = 0
    for name, entry in standin.SURFACE["cupy"].items():
        mine = getattr(standin.modules()["cupy"], name, None)
        if not isinstance(mine, standin.ufunc) or "V" in entry["types"][-1]:
            continue
        for chars in itertools.product("?bBhilefdFD", repeat=mine.nin):
            args = [standin.made(np.ones(2, c)) for c in chars]
            loop = getattr(real, name)._ops._guess_routine_from_in_types(tuple(np.dtype(c).type for c in chars))
            if loop is None:
                with pytest.raises(TypeError, match="Wrong type"):
                    mine.loop(args, None)
                continue
            ins, outs = mine.loop(args, None).split("->")
            assert [standin.dtype_of(c) for c in ins] == list(loop.in_types), (name, chars)
            assert [standin.dtype_of(c) for c in outs] == list(loop.out_types), (name, chars)
            checked += 1
    assert checked > 1000
    for (char, number), name in itertools.product(
        itertools.product("?bhilefdFD", (1, 1.5, 1j)), ("add", "true_divide")
    ):
        types, weak = (np.dtype(char).type, type(number)), (False, type(number))
        loop = getattr(real, name)._ops._guess_routine_from_in_types(types, weak)
        mine = getattr(standin.modules()["cupy"], name)
        ins = mine.loop([standin.made(np.ones(2, char)), number], None).split("->")[0]
        assert [standin.dtype_of(c) for c in ins] == list(loop.in_types), (name, char, number)


def test_nothing_becomes_a_numpy_array_by_itself(cupy: Any) -> None:
    x = cupy.asarray(np.arange(3.0))
    with pytest.raises(TypeError, match="Implicit conversion"):
        np.asarray(x)
    assert isinstance(x.get(), np.ndarray)
    assert not isinstance(x, np.ndarray)
    assert np.shares_memory(x._held, x[1:]._held) and x[1:].base is x
    assert not np.shares_memory(x.get(), x._held)


@pytest.mark.parametrize(
    "call",
    [
        lambda cp, x: cp.add(x, np.ones(3)),
        lambda cp, x: x + np.ones(3),
        lambda cp, x: np.ones(3) + x,
        lambda cp, x: cp.where(x > 1, np.ones(3), x),
        lambda cp, x: cp.concatenate([x, np.ones(3)]),
        lambda cp, x: cp.sum(np.ones(3)),
        lambda cp, x: x.__setitem__(0, np.ones(1)),
        lambda cp, x: x[np.array([0])],
        lambda cp, x: cp.add(x, np.array(1.0)),
    ],
)
def test_numpy_arrays_are_refused(call: Any, cupy: Any) -> None:
    with pytest.raises(TypeError, match="Unsupported type <class 'numpy.ndarray'>"):
        call(cupy, cupy.asarray(np.arange(3.0)))


def test_unknown_names_and_keywords_are_refused(cupy: Any) -> None:
    x = cupy.asarray(np.arange(3.0))
    for name in ("block", "errstate_", "nditer", "longdouble", "frompyfunc"):
        assert not hasattr(cupy, name)
    for name in ("writeable", "aligned", "__getitem__"):
        assert not hasattr(x.flags, name)
    for name in ("ctypes", "setflags", "__array_interface__", "__index__", "resize"):
        assert not hasattr(x, name)
    for call in (
        lambda: cupy.max(x, initial=0),
        lambda: x.max(initial=0),
        lambda: cupy.add(x, x, where=x > 0),
        lambda: cupy.sort(x, axis=0, stable=True),
        lambda: cupy.clip(x, min=0),
        lambda: cupy.lib.stride_tricks.as_strided(x, (2,), (8,), writeable=False),
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(NotImplementedError):
        cupy.multiply.at(x, x, x)
    with pytest.raises(NotImplementedError):
        cupy.maximum.accumulate(x)


def test_results_are_arrays(cupy: Any) -> None:
    x = cupy.asarray(np.arange(3.0))
    for found in (x[0], x.sum(), cupy.max(x), x @ x, x[0] + 1, cupy.vdot(x, x), next(iter(x))):
        assert type(found) is cupy.ndarray and found.shape == ()
    assert float(x.sum()) == 3.0 and int(x[2]) == 2 and bool(x[1])


def test_what_cupy_does_silently_is_done(cupy: Any) -> None:
    x = cupy.asarray(np.arange(3.0))
    assert x[cupy.asarray(np.array([4]))].get().tolist() == [1.0]  # places wrap
    assert x.take(cupy.asarray(np.array([4]))).get().tolist() == [1.0]
    wide = cupy.broadcast_to(x[:1], (3,))
    wide[1] = 7.0
    assert wide.get().tolist() == [7.0, 7.0, 7.0] and x.get().tolist() == [7.0, 1.0, 2.0]
    assert cupy.lib.stride_tricks.as_strided(x, (2,), (8,)).base is None


def test_strides_are_bounded(cupy: Any) -> None:
    x = cupy.asarray(np.arange(3.0))
    for shape, strides in (((2,), (-8,)), ((4,), (8,))):
        with pytest.raises(ValueError, match="strides"):
            cupy.lib.stride_tricks.as_strided(x, shape, strides)


def test_atomic_additions_have_few_dtypes(cupy: Any) -> None:
    at = cupy.asarray(np.array([0, 0]))
    x = cupy.asarray(np.zeros(2))
    cupy.add.at(x, at, 1.0)
    assert x.get().tolist() == [2.0, 0.0]
    for dtype in ("complex128", "int8", "bool"):
        with pytest.raises(TypeError, match="does not support"):
            cupy.add.at(cupy.zeros(2, dtype), at, 1)
