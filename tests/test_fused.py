"""Programs of fused elementwise loops give what single calls give, to the last bit, for every formula that has one."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import Cases
from wengert._core.arrays import extremes, fused, gradient_buffers, layouts, reductions, rows
from wengert._core.arrays.program_cache import Programs
from wengert._core.arrays.row_programs import RowPrograms
from wengert._core.dispatch.registry import REGISTRY
from wengert._core.ops.index import index_loops
from wengert._core.ops.nn import activation as nn_activation
from wengert._core.ops.nn import loss as nn_loss
from wengert._core.ops.nn import normalization
from wengert._core.ops.reduce import norm

pytestmark = pytest.mark.skipif(not wengert.compiled, reason="the uncompiled build has no loops of its own")

SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, np.inf, -np.inf, np.nan, 1e30, 1e-30)
SHAPES = ((), (0,), (10,), (3, 4), (3000,), (5, 4001))  # one number, none, a block and several
PARTS = (slice(None), slice(1, None), slice(None, None, 2), slice(1, 2), None)  # None: shown everywhere
ELEMENTWISE = sorted(
    name for name, op in REGISTRY.items() if op.elementwise and op.name == name and op.fused is not None
)


def values(count: int, shape: tuple[int, ...], dtype: type) -> list[np.ndarray]:
    """Return arrays of ordinary and special numbers."""
    rng = np.random.default_rng(len(shape) + 10 * count)
    found = []
    for _ in range(count):
        x = rng.normal(size=shape).astype(dtype)
        x = np.where(rng.random(shape) < 0.2, rng.choice(SPECIAL, shape), x).astype(dtype)
        found.append(x)
    return found


def programs(fn: Callable[..., Any]) -> Any:
    return Programs(lambda params: fn, fused.write)


def same(fn: Callable[..., Any], inputs: list[Any]) -> bool:
    """Compare a function's program with the function; return whether there is one."""
    found = programs(fn).run(inputs)
    if found is None:
        return False
    with np.errstate(all="ignore"):
        expected = fn(*inputs)
    for mine, its in zip(found, expected, strict=True):
        its = np.asarray(its)
        assert mine.shape == its.shape and mine.dtype == its.dtype
        assert mine.flags.c_contiguous == its.flags.c_contiguous
        nan = np.isnan(its) if its.dtype.kind == "f" else np.zeros(its.shape, bool)
        assert np.array_equal(np.isnan(mine) if nan.any() else nan, nan)
        assert mine[~nan].tobytes() == its[~nan].tobytes()  # so that -0.0 is not 0.0
    return True


def kernel_of(op: Any) -> Callable[..., Any]:
    return lambda *xs: (op.kernel(np, *xs, **op.defaults),)


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_kernels(name: str) -> None:
    op = REGISTRY[name]
    if set(op.params) - set(op.defaults) or op.group:
        pytest.skip("has parameters that must be given")
    for dtype in (np.float32, np.float64):
        for shape in SHAPES:
            same(kernel_of(op), values(op.count, shape, dtype))


@pytest.mark.parametrize("name", [n for n in ELEMENTWISE if REGISTRY[n].promote in ("same", "float")])
def test_bools_beside_floats_are_promoted(name: str) -> None:
    op = REGISTRY[name]
    if op.count < 2 or set(op.params) - set(op.defaults) or op.group:
        pytest.skip("takes no two arrays, or has parameters that must be given")
    cases = Cases(name)
    for dtype in (np.float32, np.float64):
        for shape, at in itertools.product(((), (10,), (30, 40)), range(op.count)):
            with cases(dtype.__name__, shape, at), np.errstate(all="ignore"):
                given: list[Any] = values(op.count, shape, dtype)
                given[at] = given[at] > 0
                found = op.fused.run(given, op.defaults)
                if found is None or not op.promoted_mask >> at & 1:
                    continue
                given[at] = given[at].astype(dtype)
                expected = np.asarray(op.kernel(np, *given, **op.defaults))
                assert found[0].dtype == expected.dtype
                np.testing.assert_array_equal(found[0], expected)
    cases.report()


def test_floats_times_bools_have_a_program() -> None:
    x, mask = values(2, (300, 20), np.float32)
    assert REGISTRY["mul"].fused.run([x[:, :1], mask > 0]) is not None
    assert REGISTRY["true_divide"].fused.run([x, mask > 0]) is not None
    assert REGISTRY["true_divide"].fused.run([mask > 0, mask > 0]) is None  # bools are floats there


@pytest.mark.parametrize("name", [n for n in ELEMENTWISE if REGISTRY[n].formulas])
def test_formulas(name: str) -> None:
    op = REGISTRY[name]
    for mask in range(1, 1 << op.count):
        plan = op.make_plan(op, mask, op.count, False) if mask & op.differentiable_mask == mask else None
        if plan is None or plan.fused is None:
            continue
        if plan.parametric and set(op.params) - set(op.defaults):
            continue
        fn = plan.function(op.defaults)
        for dtype in (np.float32, np.float64):
            for shape in SHAPES:
                same(fn, values(1 + len(plan.saves), shape, dtype))


def test_most_have_a_program() -> None:
    kernels, formulas = set(), set()
    for name in ELEMENTWISE:
        op = REGISTRY[name]
        if set(op.params) - set(op.defaults) or op.group:
            continue
        x = [np.linspace(0.1, 0.9, 10, dtype=np.float32) for _ in range(8)]
        if op.fused.run(x[: op.count], op.defaults) is not None:
            kernels.add(name)
        if op.formulas:
            plan = op.make_plan(op, op.differentiable_mask, op.count, False)
            if plan.fused is not None and plan.fused.run(x[: 1 + len(plan.saves)], op.defaults) is not None:
                formulas.add(name)
    assert {"add", "mul", "true_divide", "exp", "tanh", "sigmoid", "maximum", "gt", "sign"} <= kernels
    assert {"add", "mul", "true_divide", "exp", "log", "tanh", "sigmoid", "abs", "sin", "sqrt"} <= formulas
    assert {"relu", "maximum", "minimum", "logaddexp"} <= formulas  # which choose between two values
    assert len(kernels) >= 80 and len(formulas) >= 60


@pytest.mark.parametrize("function", [np.add, np.subtract, np.multiply, np.divide])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_arithmetic(function: Any, dtype: type) -> None:
    x, y = values(2, (2999,), dtype)
    gaps = values(1, (2, 2997), dtype)[0][:, ::3]
    for a, b in ((x, y), (x[1:], y[:-1]), (x, y[:1]), (x[:1], y), (x, 0.3), (0.3, y), (gaps, x[:999]), (y[:999], gaps)):
        assert same(lambda a, b: (function(a, b),), [a, b])
    if function in (np.add, np.multiply):  # of masks it is another function
        assert same(lambda a, b: (np.where(function(a > 0, b > 0), a, b),), [x, y])


def test_powers_have_programs_for_their_exponents() -> None:
    x = values(1, (10,), np.float32)[0]
    op = REGISTRY["pow"]
    plan = op.make_plan(op, 1, 2, False)
    kernels = Programs(op.function, fused.write)
    for exponent in (2, 3.0, 2.5, -1, 0.5, 2):
        kernel = kernels.run([x, exponent])
        assert (kernel is not None) == (exponent != 2.5)  # NumPy's power itself is left to NumPy
        if kernel is not None:
            with np.errstate(all="ignore"):
                expected = x * x * x if exponent == 3.0 else x**exponent
                assert np.array_equal(kernel[0], expected, equal_nan=True)
    found = plan.fused.run([x, x, 2])
    assert np.array_equal(found[0], x * (2 * x), equal_nan=True)


@pytest.mark.parametrize("number", [2.5, 3, -0.0, 1e300, 2**60, True])
def test_python_numbers(number: Any) -> None:
    x = values(1, (10,), np.float32)[0]
    for fn in (lambda a, b: (a * b,), lambda a, b: (b - a, a > b), lambda a, b: (a * (a > b),)):
        with np.errstate(all="ignore"):
            same(fn, [x, number])


def test_kinds_of_values_may_alternate() -> None:
    """Arrays, numbers and what has no dimensions: tensors compute as NumPy does, whichever came before."""
    x, y = (wengert.tensor(v) for v in values(2, (3, 5), np.float32))
    for a, b in itertools.permutations([x, y, x[:, 1:], y[0, 0], y.double(), 2, 0.5, x], 2):
        if isinstance(a, wengert.Tensor) or isinstance(b, wengert.Tensor):
            if {getattr(a, "shape", ()), getattr(b, "shape", ())} != {(3, 5), (3, 4)}:
                found = (a * b - b).numpy()
                m, n = (v.numpy() if isinstance(v, wengert.Tensor) else v for v in (a, b))
                assert found.tobytes() == np.asarray(m * n - n, found.dtype).tobytes()


def laid(x: np.ndarray, by: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Return a part of ``x`` that broadcasts to ``shape``, cut as ``by`` says of each axis."""
    parts = [slice(0, 1) if p is None else p for p in by]
    return x[tuple(parts)][tuple(slice(0, n) for n in shape)]


@pytest.mark.parametrize("name", [n for n in ELEMENTWISE if REGISTRY[n].count > 1])
def test_arrays_with_gaps_and_arrays_that_broadcast(name: str) -> None:
    op, r, taken = REGISTRY[name], np.random.default_rng(0), 0
    if set(op.params) - set(op.defaults) or op.group:
        pytest.skip("has parameters that must be given")
    for _ in range(40):
        whole = tuple(int(n) for n in r.choice((2, 5, 40, 1100), size=int(r.integers(1, 4)), p=(0.4, 0.4, 0.15, 0.05)))
        inputs = []
        for x in values(op.count, tuple(2 * n + 1 for n in whole), np.float32):
            cuts = [PARTS[int(r.integers(len(PARTS)))] for _ in whole]
            part = laid(x, cuts, whole)
            inputs.append(part[(0,) * int(r.integers(len(whole)))] if r.random() < 0.2 else part)
        taken += same(kernel_of(op), inputs)
    assert taken >= 20 or op.fused.run([np.ones(3, np.float32)] * op.count, op.defaults) is None


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(600, 3), (2000, 2), (137, 8, 5), (50, 31, 31), (40, 2, 3, 9), (9, 1, 200, 7)])
def test_many_short_rows_are_gathered(shape: tuple[int, ...], dtype: type) -> None:
    """Of every width: masks have a byte for each element."""
    several = programs(lambda a, b, c, mask: (a * b, (a - 2.5 * b) / c, b * (a > c), np.where(mask, a, b)))
    x, y, z = values(3, tuple(2 * n for n in shape), dtype)
    x = np.ascontiguousarray(x[tuple(slice(n) for n in shape)])
    for expanded in itertools.product((False, True), repeat=len(shape)):
        for step in (1, 2):  # with gaps
            part = tuple(slice(1) if one else slice(0, step * n, step) for one, n in zip(expanded, shape, strict=True))
            b, mask = y[part], (z > 0)[part]
            c = z[tuple(slice(n if one else 1) for one, n in zip(expanded, shape, strict=True))]
            found = several.run([x, b, c, mask])
            assert found is not None
            with np.errstate(all="ignore"):
                expected = x * b, (x - dtype(2.5) * b) / c, b * (x > c), np.where(mask, x, b)
                for mine, its in zip(found, expected, strict=True):
                    assert mine.shape == its.shape and mine.dtype == its.dtype
                    assert np.array_equal(mine, its, equal_nan=True), (expanded, step)


@pytest.mark.parametrize("shape", [(3, 40, 5), (40, 30, 20), (2, 3, 4, 64), (5, 1, 70, 3)])
def test_arrays_in_another_order_of_axes(shape: tuple[int, ...]) -> None:
    """Results lie in memory as those of elementwise operations do, also where the inputs lie in two orders."""
    product, r, axes, taken = programs(lambda a, b: (a * b,)), np.random.default_rng(0), range(len(shape)), 0
    for order, step in itertools.product(itertools.permutations(axes), (1, 2)):
        whole = [step * shape[axis] for axis in order]
        back = [order.index(axis) for axis in axes]
        x, y = (r.normal(size=whole)[(slice(None, None, step),) * len(shape)].transpose(back) for _ in range(2))
        for a, b in ((x, y), (x, y[:1]), (y[..., :1], x), (x, np.ascontiguousarray(y))):
            found, expected = product.run([a, b]), a * b
            if found is not None:
                taken += 1
                assert np.array_equal(found[0], expected, equal_nan=True)
                whole = np.broadcast_arrays(a, b)
                order = layouts.common_order(expected.shape, [z.strides for z in whole])
                assert layouts.lies_in(found[0], order) and found[0].flags.owndata
    assert taken >= 5 * len(shape)


def test_results_of_arrays_by_rows_are_their_own_and_the_inputs_as_they_were() -> None:
    x, y = values(2, (40, 41), np.float64)
    before = x.copy()
    found = programs(lambda a, b: (a * b, b, (a + b) * a)).run([x[:, 1:], y[0, 1:]])
    assert [f.flags.owndata and f.flags.c_contiguous for f in found] == [True, False, True]
    assert not np.shares_memory(found[0], x) and np.array_equal(x, before, equal_nan=True)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_sum_of_results_is_that_of_the_results_in_memory(dtype: type) -> None:
    rng = np.random.default_rng(0)
    short = fused.in_one_pass(lambda xp, x, y: x * y)
    long = fused.in_one_pass(lambda xp, x, y: (xp.maximum(x, 0.5) - y * 3) * (x * x + y * y) / (1 + xp.abs(y)))
    before = wengert.get_num_threads()
    try:
        for n in (1, 7, 128, 129, 1000, 2047, 2048, 2049, 4100, 65535, 65536, 200003):
            x, y = (rng.normal(size=n).astype(dtype) for _ in range(2))
            for kernel in (short, long):
                expected = reductions.total(kernel(np, x, y), None)
                for threads in (1, 3):
                    wengert.set_num_threads(threads)
                    assert kernel.total(np, x, y).tobytes() == expected.tobytes(), (n, threads)
                    assert kernel.total(np, x[None], y[:, None][:3]).dtype == dtype  # not dense: in two passes
    finally:
        wengert.set_num_threads(before)
    assert str(short.total(np, -np.zeros(3, dtype), np.ones(3, dtype))) == "0.0"
    assert short.total(np, np.ones(0, dtype), np.ones(0, dtype)) == 0


def test_divisions_of_float32_have_numpys_bits() -> None:
    special = [
        0,
        -0.0,
        1,
        -1,
        0.5,
        3,
        -3,
        7,
        0.1,
        np.inf,
        -np.inf,
        np.nan,
        3e38,
        -3e38,
        1e-45,
        -1e-45,
        1e-38,
        2**24,
        2**24 + 2,
    ]
    r = np.random.default_rng(0)
    columns = [np.repeat(special, len(special)), np.tile(special, len(special))]
    for scale in (1.0, 1e6, 1e30):
        columns = [
            np.append(c, np.round(r.normal(size=3000) * s, 1)) for c, s in zip(columns, (9 * scale, 2), strict=True)
        ]
    x, y = (c.astype(np.float32) for c in columns)
    for function in (np.remainder, np.fmod, np.floor_divide):
        found = programs(lambda a, b, function=function: (function(a, b),))
        with np.errstate(all="ignore"):
            for other in (y, *y[:: len(y) // 9].tolist()):
                (mine,), its = found.run([x, other]), function(x, np.float32(other))
                same = (mine.view(np.int32) == its.view(np.int32)) | (np.isnan(mine) & np.isnan(its))
                assert same.all(), (function, x[~same][:3], other)


def test_what_is_left_to_numpy() -> None:
    found = programs(lambda a, b: (a * b,))
    x, y = values(2, (40, 40), np.float64)
    assert found.run([x, y]) is not None and found.run([x, y[0]]) is not None
    for other in (y[::-1], y[:, ::-1], y.astype(np.float32), y.astype(">f8"), y[:0], y[:, :3]):
        assert found.run([x, other]) is None
    assert programs(lambda a, b: (a**b,)).run([x[:, :3], y[:1, :3]]) is None  # some short rows, and a slow step
    for two in (np.array(2.0), np.broadcast_to(2.0, (40, 40)), np.broadcast_to(2.0, (40, 1))):
        assert np.array_equal(found.run([x, two])[0], x * 2, equal_nan=True)
        assert np.array_equal(found.run([two, x])[0], x * 2, equal_nan=True)
        assert np.array_equal(found.run([two, two])[0], two * two)


def test_a_result_may_be_an_input() -> None:
    x, y = values(2, (10,), np.float64)
    found = programs(lambda a, b: (a, a * b)).run([x, y])
    assert found[0] is x and np.array_equal(found[1], x * y, equal_nan=True)


@pytest.mark.parametrize(
    "fn",
    [
        lambda a, b: (a.sum(),),
        lambda a, b: (a if a.shape else b,),
        lambda a, b: (np.add.reduce(a),),
        lambda a, b: (a * b if a else a,),
        lambda a, b: (np.concatenate([a, b]),),
        lambda a, b: (a + np.ones(10),),
        lambda a, b: (a + 1j,),
        lambda a, b: (2.0,),
    ],
)
def test_what_is_no_program(fn: Callable[..., Any]) -> None:
    assert programs(fn).run(values(2, (10,), np.float64)) is None


def test_add_into() -> None:
    for dtype in (np.float32, np.float64):
        for shape in SHAPES:
            x, y = values(2, shape, dtype)
            with np.errstate(all="ignore"):
                expected = x + y
            assert gradient_buffers.add_into(x, y)
            assert np.array_equal(x, expected, equal_nan=True)
            x, y = np.atleast_1d(x), np.atleast_1d(y)
            strided = ((x[..., ::2], y[..., 1::2]), (x.T, y.T.copy()), (x[1:], y[:-1]), (x[None], y[None]))
            for out, other in strided:
                if out.shape == other.shape:
                    with np.errstate(all="ignore"):
                        expected = out + other
                    assert gradient_buffers.add_into(out, other)
                    assert np.array_equal(out, expected, equal_nan=True)
    x = np.zeros((3, 3))
    frozen = np.zeros((3, 3))
    frozen.flags.writeable = False
    for a, b in ((x, x.T[:2]), (x.T, x), (x, np.zeros(3)), (x, x.astype(np.float32)), (frozen, x), (x, 1.0)):
        assert not gradient_buffers.add_into(a, b)


def test_a_result_may_be_written_over_what_came() -> None:
    x, y = values(2, (3000,), np.float64)
    for fn in (lambda g, a: (g * (1 - a * a),), lambda g, a: (g * a, a), lambda g, a: (a * 2, g * a + g)):
        with np.errstate(all="ignore"):
            expected = fn(x, y)
        found, g, kept = programs(fn), x.copy(), y.copy()
        assert not any(np.shares_memory(r, g) for r in found.run([g, y]))
        mine = found.run([g, y], None, True)
        assert any(r is g for r in mine)
        assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(mine, expected, strict=True))
        assert np.array_equal(y, kept, equal_nan=True)
    for fn in (lambda g, a: (g, g * a), lambda g, a: (g > a,)):  # it is a result itself, no number
        g = x.copy()
        mine = programs(fn).run([g, y], None, True)
        assert np.array_equal(g, x, equal_nan=True) and not np.shares_memory(mine[-1], g)
    g = x.copy()
    assert not np.shares_memory(programs(lambda g, a: (a * 2 + 1, g - a)).run([g, y], None, True)[0], g)


def test_programs_are_for_a_number_of_inputs() -> None:
    found = Programs(lambda params: lambda x, y=0.5: (x * y,), fused.write)
    x, y = values(2, (10,), np.float64)
    with np.errstate(all="ignore"):
        for given in ([x], [x, y], [x], [x, 2.0], [x, y]):
            assert np.array_equal(found.run(given)[0], given[0] * (given[1] if len(given) > 1 else 0.5), equal_nan=True)


def test_cotangents_of_the_walk_only_are_written_over() -> None:
    x = wengert.linspace(-1, 1, 50, requires_grad=True)
    seed = wengert.ones(50)
    for retain in (True, False):
        for _ in range(2):
            middle = x.sin()
            middle.retain_grad()
            out = (middle * middle).tanh() + middle.exp()
            out.backward(seed, retain_graph=retain)
            inner = middle.detach().requires_grad_()
            ((inner * inner).tanh() + inner.exp()).backward(seed)
            assert np.array_equal(middle.grad.numpy(), inner.grad.numpy())
            assert np.allclose(x.grad.numpy(), (inner.grad * x.detach().cos()).numpy()) and (seed == 1).all()
            if retain:
                again = wengert.autograd.grad(out, [x, middle], seed)
                assert np.allclose(again[0].numpy(), x.grad.numpy())
                assert np.array_equal(again[1].numpy(), inner.grad.numpy())
            x.grad = None


def momentum(xp: Any, p: Any, v: Any, g: Any, rate: Any, *, up: bool) -> Any:
    v = v * 0.9 + xp.where(g > 0, g, -g if up else g)
    return p - xp.sqrt(xp.abs(v)) * rate, v


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_updates_are_numpys_to_the_last_bit(dtype: type) -> None:
    for shape in SHAPES:
        for up in (False, True):
            p, v, g = values(3, shape, dtype)
            with np.errstate(all="ignore"):
                expected = momentum(np, p, v, g, dtype(0.3), up=up)
            before = g.copy()
            assert fused.updater(momentum)([p, v, g, 0.3], {"up": up})
            for found, wanted in zip((p, v, g), (*expected, before), strict=True):
                np.testing.assert_array_equal(found, wanted)
                signs = np.signbit(found) == np.signbit(wanted)
                assert (signs | np.isnan(wanted)).all()  # NaN has no sign


def test_updates_that_are_left_to_the_caller() -> None:
    p, v, g = values(3, (2, 6), np.float64)
    wide, closed = np.zeros((3, 8)), p.copy()
    closed.flags.writeable = False
    update = fused.updater(momentum)
    for given in (
        [p.astype(np.float16), v.astype(np.float16), g.astype(np.float16), 0.3],
        [p.astype(complex), v.astype(complex), g.astype(complex), 0.3],
        [p, v, g.astype(np.float32), 0.3], [p, v, g[:1], 0.3], [p, v, g.T, 0.3], [p.T, v.T, g.T, 0.3],
        [p, v[:, ::-1], g, 0.3], [p, p, g, 0.3], [p, v, v, 0.3], [wide[:2], wide[1:], v, 0.3], [closed, v, g, 0.3],
        [p, v, g, 3], [p, v, g],
    ):  # fmt: skip
        before = [np.copy(a) for a in given]
        assert not update(given, {"up": False})
        assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(given, before, strict=True))
    assert update([p, v, g, 0.3], {"up": False}), "a program is found after calls that had none"


def test_an_update_does_not_read_what_it_has_overwritten() -> None:
    p, q = np.ones(3), np.full(3, 2.0)
    for formula in (
        lambda xp, p, q: (p * 2, p + q),  # reads p after it was written
        lambda xp, p, q: (p + q, p),  # a result is an input
        lambda xp, p, q: (p * 2, p * 2),  # two results are one
        lambda xp, p, q: (p * 2, p > q),  # no numbers
    ):
        assert not fused.updater(formula)([p, q], {})
    assert fused.updater(lambda xp, p, q: (p + q, p * 2)[::-1])([q, p], {}), "p is read before it is written"
    assert (p.tolist(), q.tolist()) == ([3.0] * 3, [4.0] * 3)


def test_parts_of_kernels() -> None:
    made = [f for f in vars(nn_loss).values() if hasattr(f, "__wrapped__") and hasattr(f, "__code__")]
    parts = [f for f in made if f.__code__.co_varnames[0] == "xp"]
    assert len(parts) >= 6
    for part in parts:
        required = part.__wrapped__.__code__.co_argcount - 1 - len(part.__wrapped__.__defaults__ or ())
        names = part.__wrapped__.__code__.co_varnames[1 : 1 + required]
        for dtype in (np.float32, np.float64):
            for shape in SHAPES:
                xs = values(required, shape, dtype)
                xs = [0.75 if name in ("beta", "delta") else x for name, x in zip(names, xs, strict=True)]
                assert same(lambda *given, part=part: (part.__wrapped__(np, *given),), xs)
                with np.errstate(all="ignore"):
                    assert np.array_equal(part(np, *xs), part.__wrapped__(np, *xs), equal_nan=True)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("n", [1, 2, 7, 8, 9, 16, 31, 64, 100, 127, 128])
def test_short_rows(n: int, dtype: type) -> None:
    for x in (*values(3, (50, n), dtype), *values(1, (4, 3, n), dtype), *values(1, (n,), dtype)):
        with np.errstate(all="ignore"):
            sums, expected = rows.by_row(x, -1, False), x.sum(axis=-1)
        assert sums.dtype == dtype and np.array_equal(sums, expected, equal_nan=True)
        most = extremes.of(x, -1, False, False)
        assert np.array_equal(most, x.max(axis=-1), equal_nan=True)
        assert np.array_equal(reductions.smallest(x, -1), x.min(axis=-1), equal_nan=True)
        _, places = extremes.with_places(x, -1, False, False)
        assert places.dtype == np.int64 and np.array_equal(places, x.argmax(axis=-1))
    x = values(1, (3, 9), dtype)[0]
    assert np.array_equal(rows.by_row(x[:, ::2], -1, False), rows.by_row(x[:, ::2].copy(), -1, False), equal_nan=True)
    for other in (x[:, :0].copy(), x[:0], np.ones((3, 9), int), [[1.0]]):
        assert rows.by_row(other, -1, False) is None  # NumPy's


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "shape",
    [(7, 1000), (1000, 7), (4099, 3), (5, 4100), (3, 90, 41), (70, 3, 40), (2, 5000, 2), (40000, 5), (6, 9, 10, 11)],
)
def test_maxima_along_any_axes(shape: tuple[int, ...], dtype: type) -> None:
    """Of dense arrays in both orders, with and without NaN, with their places: NumPy's, in row-major order."""
    cases, rng = Cases("maxima"), np.random.default_rng(0)
    plain = rng.integers(-50, 50, shape).astype(dtype)  # many are equal
    odd = plain.copy()
    odd.flat[rng.integers(0, odd.size, 3)] = np.nan
    axes = [None, *range(len(shape)), *itertools.combinations(range(len(shape)), 2)]
    for x, axis, keepdims in itertools.product((plain, odd, plain.T, -np.inf + 0 * plain), axes, (False, True)):
        with cases(axis, keepdims):
            for mine, its in ((reductions.largest, np.max), (reductions.smallest, np.min)):
                found, expected = mine(x, axis, keepdims), its(x, axis, keepdims=keepdims)
                assert found.dtype == dtype and found.flags.c_contiguous
                assert np.array_equal(found, expected, equal_nan=True)
            if not isinstance(axis, tuple):
                for smallest, its in ((False, x.argmax), (True, x.argmin)):
                    found = reductions.place(x, axis, smallest, keepdims)
                    assert found.dtype == np.int64 and np.array_equal(found, its(axis, keepdims=keepdims))
    cases.report()


@pytest.mark.parametrize("shape", [(), (0,), (1,), (300,), (63, 64), (3, 70000), (40, 0), (5, 7, 20), (2, 3, 4, 65)])
def test_counts_of_bools(shape: tuple[int, ...]) -> None:
    """Counts are NumPy's over any dimensions, of dense arrays and others."""
    rng, cases = np.random.default_rng(0), Cases("counts")
    for share in (0.0, 0.5, 1.0):
        x = rng.random(shape) < share
        others = {"dense": x, "transposed": x.T, "of other bytes": (3 * x.astype(np.uint8)).view(bool)}
        for (name, a), count in itertools.product(others.items(), range(x.ndim + 1)):
            for axis in (None, *itertools.combinations(range(x.ndim), count)):
                for keepdims in (False, True):
                    with cases(name, share, axis, keepdims):
                        found = reductions.total(a, axis, keepdims, np.dtype(np.int64))
                        expected = (a != 0).sum(axis, np.int64, keepdims=keepdims)
                        assert found.dtype == np.int64 and np.array_equal(found, expected)
    cases.report()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_of_any_length(dtype: type) -> None:
    """Eight rows, and eight branches of a row, are added side by side: NumPy's bits at each length, and its zeros."""
    cases = Cases("rows")
    rng = np.random.default_rng(0)
    for n in (*range(1, 40), *range(120, 140), *range(248, 270), 383, 385, *range(505, 600), 1000, 1024, 4099, 70001):
        for count in (1, 3, 7, 8, 9) if n < 70000 else (2,):
            with cases(n, count):
                x = rng.normal(size=(count, n)).astype(dtype)
                assert rows.by_row(x, -1, False).tobytes() == x.sum(-1).tobytes()
                assert rows.by_row(x, None, False).tobytes() == x.sum().tobytes()
                assert rows.by_row(x, -1, False, True).tobytes() == (x * x).sum(-1).tobytes()
                alone = [rows.product_by_row(x[i : i + 1], -1, False) for i in range(count)]  # else two at a time
                assert rows.product_by_row(x, -1, False).tobytes() == np.concatenate(alone).tobytes()
                assert extremes.of(x, -1, False, True).tobytes() == x.max(-1, keepdims=True).tobytes()
                assert not np.signbit(rows.by_row(np.full_like(x, -0.0), -1, False)).any()
                both = (x + 1j * rng.normal(size=x.shape)).astype(np.dtype(f"c{2 * x.itemsize}"))
                assert rows.by_row(both, -1, False).tobytes() == both.sum(-1).tobytes()
                assert rows.by_row(both, None, True).tobytes() == both.sum(keepdims=True).tobytes()
                no = rows.by_row(np.full_like(both, complex(-0.0, -0.0)), -1, False)
                assert not np.signbit(no.real).any() and not np.signbit(no.imag).any()
    cases.report()


def test_polynomials() -> None:
    """A chain of products and sums is one step, with the bits of the single ones."""
    chains: dict[str, tuple[Callable[..., Any], int]] = {  # and how many steps are left
        "from a number": (lambda x, y: (((2.0 * x + 3) * x - 0.1) * x + 5,), 1),
        "from an array": (lambda x, y: ((x * (y * x + 1.5) - 2.5) * x + 0.3,), 1),
        "from another chain": (lambda x, y: (((y * y + 1.0) * y + 2) * x + 3) * x - 1, 2),
        "two": (lambda x, y: (((x + 2) * x + 1) / ((3.0 * x + 1) * x + 1),), 5),
        "one link": (lambda x, y: (x * y + 1,), 2),
        "a link that is read twice": (lambda x, y: ((z := x * y + 1) * x + 2 + z,), 5),
        "a link that is a result": (lambda x, y: (z := x * y + 1, (z * x + 2) * x + 3), 3),
        "a product that is a result": (lambda x, y: (z := y * x, (z + 1) * x + 2), 4),
    }
    for name, (fn, steps) in chains.items():

        def chain(*xs: Any, fn: Any = fn) -> Any:
            return found if type(found := fn(*xs)) is tuple else (found,)

        for dtype in (np.float32, np.float64):
            for shape in SHAPES:
                xs = values(2, shape, dtype)
                assert same(chain, xs), name
            x, y = values(2, (40, 81), dtype)
            for xs in ([x[:, ::2], y[:, 1::2]], [x, y[:1]], [x, y[:, :1]]):
                same(chain, xs)
        tape = fused.Tape(np.dtype("f4"))
        results = chain(tape.symbol(tape.dtype), tape.symbol(tape.dtype))
        assert len(fused.with_polynomials(tape.steps, {r.place for r in results})) == steps, name


def test_choices() -> None:
    """A comparison and what it chooses are one step, with the bits of the single ones."""
    choices: dict[str, tuple[Callable[..., Any], int]] = {  # and how many steps are left
        "arrays": (lambda x, y: (np.where(x < y, y, x),), 1),
        "an array, a number": (lambda x, y: (np.where(x <= 0.5, y, 2.0),), 1),
        "a number, an array": (lambda x, y: (np.where(x > -0.5, 1.0, y),), 1),
        "numbers": (lambda x, y: (np.where(x >= 0.25, 1.0, y.dtype.type(-0.0)) * y,), 2),
        "by a number first": (lambda x, y: (np.where(np.less(0.5, x), y, x),), 1),
        "equal": (lambda x, y: (np.where(np.rint(x) == np.rint(y), y, x),), 3),
        "not equal": (lambda x, y: (np.where(np.rint(x) != 0, y, x),), 2),
        "two": (lambda x, y: (np.where(near := x < 0.5, x, y) + np.where(near, 1.0, y),), 3),
        "a comparison that is a result": (lambda x, y: (z := x < y, np.where(z, x, 0)), 2),
        "a comparison that is read": (lambda x, y: (np.where((z := x < y) & (x > 0), x, np.where(z, y, 0)),), 5),
    }
    for name, (fn, steps) in choices.items():
        for dtype in (np.float32, np.float64):
            for shape in SHAPES:
                assert same(fn, values(2, shape, dtype)), name
            x, y = values(2, (40, 81), dtype)
            x[:, ::7], y[:, ::5], x[:, 1::9] = np.nan, np.nan, -0.0
            for xs in ([x, y], [x[:, ::2], y[:, 1::2]], [x, y[:1]], [x, y[:, :1]], [x[:, :1], y], [x, y[0, 0]]):
                same(fn, [np.asarray(v) for v in xs])
        tape = fused.Tape(np.dtype("f4"))
        results = fn(tape.symbol(tape.dtype), tape.symbol(tape.dtype))
        assert len(fused.with_choices(tape.steps, {r.place for r in results}, tape.dtype)) == steps, name


def everything(xp: Any, x: Any, each: Any, shared: Any, factor: float, dim: Any) -> Any:
    """What is whole, per row or shared by rows, with each other and with numbers."""
    peak = reductions.largest(x, dim, True)
    scaled = (x - peak) * shared
    scaled = scaled if each is None else scaled + each * each
    mean = reductions.total(scaled, dim, True) / factor
    return (
        xp.where(x > mean, scaled - mean, shared) * (shared + mean),
        mean,
        xp.sqrt(reductions.total(x * x, dim, True)),
    )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    ("shape", "tail"),
    [((5, 2), 1), ((1000, 3), 1), ((3, 4, 7), 1), ((200, 40), 1), ((9,), 1), ((3, 4, 7), 2), ((4, 2, 3, 5), 3),
     ((40, 300), 1), ((2, 5000), 1), ((2, 3, 4), 3), ((30, 129), 1)],
)  # fmt: skip
def test_rows(shape: tuple[int, ...], tail: int, dtype: type) -> None:
    run = fused.in_rows(everything)
    head, row = shape[: len(shape) - tail], shape[len(shape) - tail :]
    x, each, shared = (values(1, s, dtype)[0] for s in (shape, (*head, *(1 for _ in row)), row))
    dims = [tuple(range(-tail, 0)), tuple(range(len(shape) - tail, len(shape)))]
    for dim in (*dims, -1, len(shape) - 1) if tail == 1 else dims:
        for per_row in (each, None):
            before = [v.copy() for v in (x, each, shared)]
            found = RowPrograms(everything, fused.write_for_rows).run((np, x, per_row, shared, 3), dim)
            with np.errstate(all="ignore"):
                expected = everything(np, x, per_row, shared, 3, dim)
                again = run(np, x, per_row, shared, 3, dim=dim)
            for mine, same, its in zip(found, again, expected, strict=True):
                assert mine.shape == its.shape and mine.dtype == dtype and mine.flags.owndata
                assert np.array_equal(mine, its, equal_nan=True) and np.array_equal(same, its, equal_nan=True)
            assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(before, (x, each, shared), strict=True))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(3, 5), (2, 1, 4), (3, 64, 7), (2, 7, 3, 5), (1, 3, 5000), (4, 60, 1)])
def test_rows_along_an_axis_before_the_last(shape: tuple[int, ...], dtype: type) -> None:
    """They have NumPy's bits, too, and the zeros of its sums."""
    run = fused.in_rows(everything)
    for axis in range(len(shape) - 1):
        if shape[axis] > 64:
            continue
        x, each = (values(1, s, dtype)[0] for s in (shape, (*shape[:axis], 1, *shape[axis + 1 :])))
        for dim in (axis, axis - len(shape), (axis,)):
            for per_row in (each, None):
                found = RowPrograms(everything, fused.write_for_rows).run((np, x, per_row, 0.5, 3), dim)
                with np.errstate(all="ignore"):
                    expected = everything(np, x, per_row, 0.5, 3, dim)
                    again = run(np, x, per_row, 0.5, 3, dim=dim)
                for mine, same, its in zip(found, again, expected, strict=True):
                    assert mine.shape == its.shape and mine.dtype == dtype and mine.flags.owndata
                    assert np.array_equal(mine, its, equal_nan=True) and np.array_equal(same, its, equal_nan=True)
    total = RowPrograms(lambda xp, x, dim: x.sum(axis=dim, keepdims=True), fused.write_for_rows)
    assert not np.signbit(total.run((np, np.full((3, 4), -0.0, dtype)), 0)[0]).any()


def test_rows_that_are_left_to_numpy() -> None:
    found = RowPrograms(lambda xp, x, y, dim: x * y, fused.write_for_rows)
    x = values(1, (4, 6), np.float32)[0]
    assert found.run((np, x, 2.0), -1) is not None
    assert np.array_equal(found.run((np, np.broadcast_to(np.float32(3), (4, 6)), x), -1)[0], 3 * x, equal_nan=True)
    assert found.run((np, x, x[:1]), -1) is None  # a row for all, but not without its dimensions
    assert found.run((np, x, x[:, :5].copy()), -1) is None
    assert found.run((np, x, x.astype(np.float64)), -1) is None
    assert found.run((np, np.ones((4, 6), np.float16), 2.0), -1) is None
    assert found.run((np, x.T, 2.0), -1) is None
    assert found.run((np, np.ones((65, 6)), 2.0), 0) is None  # NumPy adds more terms with more care
    assert found.run((np, x, x[0].copy()), 0) is None
    assert found.run((np, x[None], 2.0), (0, 1)) is None
    assert found.run((np, x, 2.0), None) is None
    assert found.run((np, x[:, :1].copy(), 2.0), -1) is None
    assert found.run((np, x[:0], 2.0), -1) is None
    assert found.run((np, x, wengert.ones(4, 6)), -1) is None
    assert found.run((np, x, True), -1) is None
    by_value = RowPrograms(lambda xp, x, dim: x if x[0, 0] > 0 else -x, fused.write_for_rows)
    assert by_value.run((np, x), -1) is None
    not_kept = RowPrograms(lambda xp, x, dim: x.sum(axis=dim, keepdims=False), fused.write_for_rows)
    assert not_kept.run((np, x), -1) is None


@pytest.mark.parametrize("shape", [(1000, 3), (40, 64), (3, 300)])
def test_layers_have_programs_for_rows(shape: tuple[int, ...]) -> None:
    x, g = (np.random.default_rng(0).normal(size=(2, *shape))).astype(np.float32)
    out, each, row, n = np.exp(x), x[:, :1].copy(), x[0].copy(), shape[-1]
    given: dict[Any, Any] = {
        nn_activation._exponentials: (np, x), nn_activation._safe_exponentials: (np, x),
        nn_activation._logarithms: (np, x), nn_activation._softmax_slope: (g, out),
        nn_activation._log_softmax_gradient: (g, x), nn_activation._log_softmax_tangent: (g, x),
        norm._log_of_sum: (np, x), norm._weighted: (x, each, g[:, :1].copy()),
        normalization._slope_of_rows: (g, x, row, each, each * each, n, 1e-5),
        normalization._weight_of_rows: (g, x, each, each * each, 1e-5), normalization._without_moments: (g, x, each, n),
    }  # fmt: skip
    for fn, inputs in given.items():
        found = RowPrograms(fn.__wrapped__, fused.write_for_rows).run(inputs, -1)
        assert found is not None, fn.__name__
        expected = fn.__wrapped__(*inputs, dim=(-1,))
        for mine, its in zip(found, expected if type(expected) is tuple else (expected,), strict=True):
            assert np.array_equal(mine, its), fn.__name__


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("sizes", [(1, 5, 1), (1, 5, 3), (1, 5, 64), (3, 5, 40), (2, 1, 7)])
def test_rows_added_at_places(sizes: tuple[int, int, int], dtype: type) -> None:
    outer, n, inner = sizes
    r = np.random.default_rng(0)
    at = r.integers(0, n, 30)
    out, rows = r.normal(size=sizes).astype(dtype), r.normal(size=(outer, 30, inner)).astype(dtype)
    expected = out.copy()
    for j, place in enumerate(at):
        expected[:, place] += rows[:, j]
    for wrong in (at - n, at + n, at.astype(np.int32)):
        assert not index_loops.add_rows(out, wrong, rows, outer, inner)
    assert not index_loops.add_rows(out, at, rows[:, ::-1], outer, inner)
    assert not index_loops.add_rows(out, at, rows.astype(np.float16), outer, inner)
    assert not index_loops.add_rows(out, at, rows[:, 1:].copy(), outer, inner)
    assert index_loops.add_rows(out, at, rows, outer, inner)
    assert np.array_equal(out, expected)


def test_indices_below() -> None:
    for at, expected in (([0, 4, 2], True), ([0, 5], False), ([-1, 3], False), ([], False)):
        for shape in ((-1,), (1, -1)):
            assert index_loops.all_below(np.array(at, np.int64).reshape(shape), 5) is expected
    many = np.full(300001, 4)
    assert index_loops.all_below(many, 5)
    for at in (0, 1, 150001, 300000):
        many[at] = -1
        assert not index_loops.all_below(many, 5)
        many[at] = 4
    for other in (np.array([0], np.int32), np.zeros(9, np.int64)[::2], [0]):
        assert index_loops.all_below(other, 5) is None


def test_powers_of_elements_are_programs() -> None:
    """They are shared between threads. Powers with one exponent are left to NumPy, which has short ways for some."""
    found = fused.programs(lambda params: lambda x, y: (x**y,))
    if found is None:
        pytest.skip("the uncompiled build has no programs")
    for dtype in (np.float32, np.float64):
        x, y = np.linspace(-2, 2, 20, dtype=dtype).reshape(4, 5), np.arange(-2, 3, dtype=dtype)
        with np.errstate(all="ignore"):
            (result,) = found.run([x, y])
            assert result.tobytes() == (x**y).tobytes()
        assert found.run([x, 3.0]) is None and found.run([3.0, x]) is None


@pytest.mark.parametrize("count", [30, 31, 33, 60])
def test_a_program_has_no_more_inputs_than_bits_say_which_are_numbers(count: int) -> None:
    found = fused.programs(lambda params: lambda *values: (sum(values[1:], values[0]),))
    if found is None:
        pytest.skip("the uncompiled build has no programs")
    for number in (None, 0, count - 1):
        results = found.run([float(i) if i == number else np.full(3, float(i)) for i in range(count)])
        assert (results is None) == (count > 30)
        assert results is None or np.array_equal(results[0], np.full(3, count * (count - 1) / 2))
