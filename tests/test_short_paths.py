"""The short ways that common calls take give what the long ways give: calls of rows, short rows of numbers, writes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core.arrays import dtypes, reductions
from wengert._core.dispatch.op import Op
from wengert._core.dispatch.registry import REGISTRY
from wengert._core.tape.tensor import TensorBase, make

from .cases import collected

ROWS = {n: op for n, op in REGISTRY.items() if isinstance(op, Op) and op.group is None and 1 <= op.count <= 2}
USUAL = {
    "dim": 0, "dims": (1, 0), "shape": (2, 2), "keepdim": False, "dim0": 0, "dim1": 1, "key": (0,), "index": 1,
    "correction": 1, "split_size": 1, "dtype": np.dtype("f8"),
}  # fmt: skip
RANDOM = ("dropout", "bernoulli", "rrelu")  # two calls give two results


def leaves(count: int, kind: str) -> list[Any]:
    """Arguments that require grad, that do not, and whose history was lost; the second has the other of two kinds.

    Those of formulas are arrays; one may come before a tensor.
    """
    made = [wengert.tensor([[0.25, 0.5], [0.75, 0.625]]), wengert.tensor([[0.5, 0.375], [0.25, 0.875]])][:count]
    for i, t in enumerate(made):
        if kind == "arrays" or (kind == "array first" and i == 0):
            made[i] = np.asarray(t)
        elif kind in ("all", "array first") or (kind == "one" and i == 0):
            t.requires_grad_()
        elif kind != "none":
            made[i] = wengert.from_numpy(np.asarray(t))
    return made


def memory(a: Any) -> Any:
    """What there is to see of an array."""
    return (a.tobytes() if a.dtype.kind != "O" else None), a.shape, a.strides, a.dtype


def seen(results: Any) -> list[Any]:
    """What there is to see of results: values, layout, node, saved shapes, why there is no history."""
    found = []
    for t in results if isinstance(results, tuple) else (results,):
        if not isinstance(t, TensorBase):
            found.append(memory(t) if isinstance(t, np.ndarray) else type(t) if hasattr(t, "dtype") else t)
            continue
        node = t._wg_node
        found.append((
            memory(t._wg_data), t.requires_grad, t.output_nr, t._is_view(), t.is_inference(),
            None if t._wg_lost is None else (t._wg_lost.kind, t._wg_lost.operation),
        ))  # fmt: skip
        if node is not None:
            metas = [(m.shape, m.dtype) for m in node.metas_in or ()]
            lost = None if node._wg_lost is None else node._wg_lost.kind
            saved = len(node._wg_saved or ())
            found.append((node.name(), node.next_functions, saved, metas, node.shape, node.dtype, lost))
    return found


def outcome(call: Any) -> Any:
    """What a call gives, or the type of its error."""
    try:
        with np.errstate(all="ignore"):
            return seen(call())
    except Exception as e:
        return type(e)


@pytest.mark.parametrize("kind", ["all", "one", "none", "lost", "arrays", "array first"])
@pytest.mark.filterwarnings("ignore")
def test_a_call_of_a_row_takes_either_way_to_the_same_result(kind: str) -> None:
    def both(name: str) -> None:
        op = ROWS[name]
        given = leaves(op.count, kind)
        params = dict(op.defaults) if op.params else None
        if params is not None and len(params) < len(op.params):
            params |= {p: USUAL.get(p) for p in op.params if p not in params}
        for mode in (wengert.enable_grad, wengert.enable_grad, wengert.no_grad, wengert.inference_mode):
            with mode():  # the plan for the short way is made by the first call
                short = outcome(lambda: op(*given, **(params or {})))
                assert short == outcome(lambda: op.apply(tuple(given), params)), mode.__name__

    with collected(kind) as cases:
        for name in sorted(ROWS):
            if not any(r in name for r in RANDOM):
                with cases(name):
                    both(name)


@pytest.mark.parametrize("dtype", [dtypes.I64, dtypes.BOOLEAN])
@pytest.mark.filterwarnings("ignore")
def test_whole_numbers_take_either_way_to_the_same_result(dtype: np.dtype[Any]) -> None:
    """An array whose dtype is another object, as unpickled ones have it, goes the long way."""
    other = dtype.newbyteorder("=")
    assert other is not dtype
    arrays = [np.array([[1, 0], [3, 2]]).astype(dtype), np.array([[2, 1], [1, 1]]).astype(dtype)]

    def both(op: Op) -> None:
        params = {p: op.defaults.get(p, USUAL.get(p)) for p in op.params}
        short, long = [
            outcome(lambda: op(*[make(a.view(kind)) for a in arrays[: op.count]], **params))  # noqa: B023  (called now)
            for kind in (dtype, other)
        ]
        assert short == long or (isinstance(short, type) and isinstance(long, type))

    with collected(str(dtype)) as cases:
        for name in sorted(ROWS):
            if not any(r in name for r in RANDOM):
                with cases(name):
                    both(ROWS[name])


def as_numpy_has_it(found: Any, right: Any, terms: Any) -> bool:
    """Whether sums are NumPy's to the last bit.

    Uncompiled, the matrix library adds in an order of its own: then they may differ by the roundings of these terms.
    """
    assert found.shape == right.shape and found.dtype == right.dtype
    if wengert.compiled:
        return bool(found.tobytes() == right.tobytes())
    return bool((np.abs(found - right) <= np.finfo(found.dtype).eps * terms).all())


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_short_rows_are_reduced_as_numpy_reduces_them(dtype: str) -> None:
    draw = np.random.default_rng(0)
    for n in (*range(1, 20), 31, 32, 63, 64, 127, 128, 129, 200):
        for shape in {(n,), (1, n), (3, n), (70, n), (n, 1), (2, 3, max(1, n // 6))}:
            x = (draw.standard_normal(shape) * 10.0 ** draw.integers(-3, 4, shape)).astype(dtype)
            for axis in (None, -1, len(shape) - 1):
                count = x.size if axis is None else shape[-1]
                for keep in (False, True):
                    found, right = reductions.total(x, axis, keep), np.asarray(np.add.reduce(x, axis, keepdims=keep))
                    assert as_numpy_has_it(found, right, count * np.abs(x).sum(axis, keepdims=keep)), (shape, axis)
                    found, right = reductions.largest(x, axis, keep), np.asarray(x.max(axis, keepdims=keep))
                    assert found.shape == right.shape and found.tobytes() == right.tobytes(), (shape, axis)
                wide = x.astype("f8")
                mean = np.add.reduce(wide, axis, keepdims=True) / count
                squares = np.add.reduce((wide - mean) ** 2, axis, keepdims=True)
                at, found = reductions.moments(x, axis)
                assert as_numpy_has_it(at, mean, np.abs(wide).sum(axis, keepdims=True)), (shape, axis)
                assert as_numpy_has_it(found, squares, 4 * count * (wide**2).sum(axis, keepdims=True)), (shape, axis)
                if axis is not None:
                    assert (reductions.place(x, axis, False) == x.argmax(axis)).all()


WRITES = {
    "a number": lambda v: v.fill_(3.0),
    "zeros": lambda v: v.zero_(),
    "a tensor": lambda v: v.copy_(wengert.arange(6.0).reshape(3, 2)),
    "a row": lambda v: v.copy_(wengert.tensor([5.0, 7.0])),
    "itself": lambda v: v.copy_(v.flip(0)),
    "integers": lambda v: v.copy_(wengert.arange(6).reshape(3, 2)),
    "halves": lambda v: v.copy_(wengert.ones(3, 2, dtype=wengert.float16)),
    "too many": lambda v: v.copy_(wengert.ones(4)),
}
GAPS = {
    "columns": lambda x: x[:, 1:3],
    "turned": lambda x: x[:2].t()[1:],
    "every second": lambda x: x.reshape(-1)[::2].reshape(3, 2),
    "rows": lambda x: x.reshape(6, 2)[:3],
}


@pytest.mark.parametrize("what", WRITES)
def test_memory_with_gaps_is_written_as_other_memory_is(what: str) -> None:
    for name, part in GAPS.items():
        x = wengert.arange(12.0).reshape(3, 4).clone()
        apart, version = part(x).clone(), x._version
        before = x.clone()
        try:
            WRITES[what](apart)
        except RuntimeError:
            with pytest.raises(RuntimeError):
                WRITES[what](part(x))
            assert (x == before).all() and x._version == version, name
            continue
        WRITES[what](part(x))
        assert (part(x) == apart).all() and x._version == version + 1, name
        others = before.clone()
        part(others)[...] = apart
        assert (x == others).all(), name


# -- results in the place of numbers


def calls(function: Callable[[], Any]) -> int:
    """How many functions a call calls, as far as the interpreter sees them: in the compiled build not all."""
    count = 0

    def seen(frame: Any, event: str, arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        function()
    finally:
        sys.setprofile(before)
    return count


def test_a_result_in_the_place_of_a_number_costs_few_calls_more() -> None:
    """Programs index with results (``x[best]``), and collect them in lists (``tensor(losses)``)."""
    x, place, key = wengert.ones(5, 4), wengert.tensor(3), wengert.tensor([True, False, True, False, True])
    assert calls(lambda: x[place]) <= calls(lambda: x[3,]) + 4
    assert calls(lambda: x[place, 1:]) <= calls(lambda: x[3, 1:]) + 4
    assert calls(lambda: x.__setitem__(key, 1.0)) <= calls(lambda: x.__setitem__(3, 1.0)) + 45
    few, many = ([wengert.tensor(float(k)) for k in range(n)] for n in (10, 110))
    assert calls(lambda: wengert.tensor(many)) - calls(lambda: wengert.tensor(few)) <= 1000


@pytest.mark.parametrize("dtype", [np.dtype(t) for t in (*"?bBhHiIqQefdFD", dtypes.BF16)], ids=str)
def test_a_list_of_results_is_the_list_of_their_numbers(dtype: np.dtype[Any]) -> None:
    results = [wengert.tensor(k).to(dtype).reshape(shape) for k, shape in ((1, ()), (0, (1,)), (1, (1, 1)))]
    made = wengert.tensor(results)
    for long in (wengert.tensor([results, results])[1], wengert.tensor([*results, results[0].numpy()])[:3]):
        assert made.dtype is long.dtype is results[0].dtype and made.equal(long)
    assert made.tolist() == [1, 0, 1]
    wider = wengert.promote_types(made.dtype, wengert.float32)
    assert wengert.tensor([*results, wengert.tensor(2.0)]).dtype is wider
    if dtypes.category(dtype) == dtypes.INT and dtype != dtypes.uint8:  # which are masks
        x = wengert.arange(6.0, requires_grad=True).reshape(3, 2)
        y, z = x[results[0]], x[1]
        assert seen(y) == seen(z) and x[results[0], 1:].equal(x[1, 1:]) and x[..., results[0]].equal(x[:, 1])
