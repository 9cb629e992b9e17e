"""Products of matrices that threads share, and attention, which is made of them."""

from __future__ import annotations

import os
import platform
from functools import partial

import numpy as np
import pytest

import wengert
from tests.cases import Cases
from tests.test_shared_loops import COUNTS, compiled, same_at_each_count, threads_of, values
from wengert._core.arrays import matrix_batches, matrix_library, threads
from wengert._core.ops.nn import attention_blocks, recurrent_loops

FEATURES = getattr(np._core._multiarray_umath, "__cpu_features__", {})
fused = pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64") or os.name == "nt" or not FEATURES.get("FMA3"),
    reason="the matrix library has these products",
)


@compiled
def test_products_of_many_matrices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is computed by one thread of the matrix library, on any number of threads of ours."""
    shared, use = [], matrix_library.use_one_thread

    def counted() -> bool:
        shared.append(True)
        return use()

    monkeypatch.setattr(matrix_library, "use_one_thread", counted)
    before = wengert.get_num_threads()
    for number, shapes in enumerate((
        ((12, 90, 80), (12, 80, 70)), ((3, 4, 90, 80), (4, 80, 70)), ((12, 90, 80), (80, 70)),
        ((1, 90, 80), (12, 80, 70)),
        ((40, 1, 800), (40, 800, 70)), ((2, 1, 90, 80), (1, 6, 80, 70)),
    )):  # fmt: skip
        x, y = (values(1, shape, (np.float32, np.float64)[number % 2])[0] for shape in shapes)
        given = [(x, y), (x.swapaxes(-1, -2).copy().swapaxes(-1, -2), y[..., ::2])]
        for a, b in given:
            try:
                found = []
                for count in COUNTS:
                    wengert.set_num_threads(count)
                    found.append(matrix_batches.matmul(np, a, b))
            finally:
                wengert.set_num_threads(before)
            assert len({f.tobytes() for f in found}) == 1 and found[0].shape == np.matmul(a, b).shape
            np.testing.assert_allclose(found[0], np.matmul(a, b), rtol=1e-4, atol=1e-3)
    before = len(shared)
    assert before >= 12
    with threads_of(3):
        for a, b in ((x, y[..., :0]), (x, y.astype("f8" if x.dtype == "f4" else "f4")), (x[:, :, :0], y)):
            assert np.array_equal(matrix_batches.matmul(np, a, b), np.matmul(a, b))
        with pytest.raises(ValueError, match="mismatch"):
            matrix_batches.matmul(np, x, y[..., :3, :])
    assert len(shared) == before


@compiled
@pytest.mark.parametrize("lead", [(3, 4), (7,)])
@pytest.mark.parametrize("is_causal", [False, True])
def test_attention_by_blocks(lead: tuple[int, ...], is_causal: bool) -> None:
    """A thread takes some queries of a head, or all of them for gradients; the matrix library uses one thread."""
    query, key, value, g = (
        values(1, (*lead, *size), np.float32)[0] for size in ((150, 16), (140, 16), (140, 9), (150, 9))
    )
    spread = [np.broadcast_to(value[..., :1], value.shape), np.broadcast_to(g[:1], g.shape)]

    def compute(v: np.ndarray, g: np.ndarray) -> list[np.ndarray]:
        out = attention_blocks.attended(query, key, v, None, 0.3, is_causal)
        return [out, *attention_blocks.slopes(g, query, key, v, out, None, 0.3, is_causal, (True, True, True))]

    for given, cotangent in ((value, g), spread):
        found = same_at_each_count(partial(compute, given, cotangent))
        for mine, expected in zip(found, compute(given.copy(), cotangent.copy()), strict=True):
            assert mine.tobytes() == expected.tobytes()


@compiled
@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("size", [16, 5])
@pytest.mark.parametrize("sizes", [(20,) * 30, (90,) * 30, (90, 70, 70, 33, 32, 31, 1), (33, 1)], ids=str)
def test_recurrent_layers(sizes: tuple[int, ...], size: int, dtype: str) -> None:
    """A thread takes some sequences through all times, however the gates and gradients lie in memory."""
    rows = sizes[0]
    gates, g, g_cells = (values(1, (n, sum(sizes)), dtype)[0].T / 9 for n in (64, size, 16))
    h, c, w, g_h, g_c, w_hr = (
        values(1, shape, dtype)[0] / 9
        for shape in ((rows, size), (rows, 16), (64, size), (rows, size), (rows, 16), (size, 16))
    )
    projection = w_hr if size < 16 else None

    def compute(backwards: bool, *g: np.ndarray | None) -> list[np.ndarray]:
        found = recurrent_loops.scan("lstm", gates.copy(), h, c, w, None, projection, sizes, backwards)
        states, _, *kept = found[0], found[1], found[2], found[4]
        given = g[0], g_h, g[1], g_c, h, c, w, projection, states, *kept, sizes, backwards
        return [*found, *[x for x in recurrent_loops.gradients("lstm", *given) if x is not None]]

    for given in ((False, g, g_cells), (True, g, None), (True, None, g_cells)):
        found = same_at_each_count(partial(compute, *given))
        dense = [None if x is None else np.ascontiguousarray(x) for x in given[1:]]
        for mine, expected in zip(found, compute(given[0], *dense), strict=True):
            assert mine.tobytes() == expected.tobytes()


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_products_of_two_matrices(dtype: str) -> None:
    """In whatever order, with whatever gaps and in whatever kinds the matrices lie, large ones and thin ones."""
    cases = Cases("products")
    for n, m, p in ((2, 3, 4), (1, 5, 2), (3, 1, 3), (6, 2, 1), (2, 0, 3), (40, 30, 50), (64, 64, 64)):
        x, y = values(1, (n, m), dtype)[0], values(1, (m, p), dtype)[0]
        for what, a, b in (
            ("dense", x, y), ("turned", x, y.T.copy().T), ("both turned", x.T.copy().T, y.T.copy().T),
            ("columns apart", np.repeat(x, 2, 1)[:, ::2], y), ("rows apart", np.repeat(x, 2, 0)[::2], y),
            ("backwards", x[::-1], y[:, ::-1]), ("spread", np.broadcast_to(x[:1], x.shape), y), ("with itself", x, x.T),
            ("two kinds", x.astype("f8"), y.astype("f4")), ("not aligned", askew(x), y), ("integers", x.astype(int), y),
        ):  # fmt: skip
            with cases(what, n, m, p):
                found, expected = matrix_batches.product(a, b), a.dot(b)
                assert found.dtype == expected.dtype and found.shape == expected.shape and found.flags.c_contiguous
                np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-4)
    with cases("wrong sizes"), pytest.raises(ValueError, match="not aligned"):
        matrix_batches.product(x, y[1:])
    cases.report()


def askew(x: np.ndarray) -> np.ndarray:
    """The same matrix a byte further in memory than its elements may lie."""
    memory = np.zeros(x.nbytes + 1, np.uint8)
    memory[1:] = np.frombuffer(x.tobytes(), np.uint8)
    return memory[1:].view(x.dtype).reshape(x.shape)


def layouts_of(x: np.ndarray) -> dict[str, np.ndarray]:
    """The same matrix by rows, by columns, and both with gaps."""
    wide, high = np.repeat(x, 2, 0), np.repeat(x.T, 3, 0)
    wide[1::2], high[1::3], high[2::3] = np.nan, np.nan, np.nan
    return {"rows": x, "columns": x.T.copy().T, "rows apart": wide[::2], "columns apart": high[::3].T}


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_products_of_few_rows(dtype: str) -> None:
    """Of every number of rows: of any layout, with and without a bias, in guarded memory.

    Up to eight rows are computed by loops of ours everywhere: on any number of threads they have the same bits.
    """
    cases = Cases("products")
    close = {"rtol": 1e-11, "atol": 1e-11} if dtype == "f8" else {"rtol": 1e-4, "atol": 1e-4}
    for m in range(1, 41):
        for k, n in ((301 - m, 517), (37, 35 + 97 * (m % 3)), (3, 5)):
            x, y, bias = (values(1, size, dtype)[0] for size in ((m, k), (k, n), (n,)))
            expected = x.astype("f8") @ y.astype("f8")
            for how, a in layouts_of(x).items():
                for laid, b in layouts_of(y).items():
                    with cases(m, k, n, how, laid):
                        compute = partial(twice, a, b, bias)
                        found = same_at_each_count(compute, (1, 3)) if m <= 8 else compute()
                        np.testing.assert_allclose(found[0], expected, **close)
                        np.testing.assert_array_equal(found[1], found[0] + bias)
    cases.report()


def twice(x: np.ndarray, y: np.ndarray, bias: np.ndarray) -> list[np.ndarray]:
    return [matrix_batches.product(x, y), matrix_batches.product(x, y, bias)]


@compiled
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_large_products_are_cut_into_parts(dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library uses one thread, so that none of its threads waits for work where threads of ours compute."""
    used, use = [], matrix_library.use_one_thread

    def counted() -> bool:
        used.append(True)
        return use()

    monkeypatch.setattr(matrix_library, "use_one_thread", counted)
    cases = Cases("products")
    for n, m, p in ((512, 128, 257), (130, 700, 1030), (1030, 70, 130), (150, 300, 150), (130, 9000, 63)):
        x, y = values(1, (n, m), dtype)[0], values(1, (m, p), dtype)[0]
        expected = x.astype("f8") @ y.astype("f8")
        for how, a in layouts_of(x).items():
            for laid, b in layouts_of(y).items():
                for count in (2, 3, 7):
                    with cases(n, m, p, how, laid, count), threads_of(count):
                        before = len(used)
                        for found in (matrix_batches.product(a, b), matrix_batches.matmul(np, a[None], b)[0]):
                            np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-2)
                        assert len(used) == before + 2
    cases.report()


@compiled
@fused
def test_large_products_of_few_rows_are_shared() -> None:
    for m in (4, 8):
        x, y, bias = (values(1, size)[0] for size in ((m, 700), (700, 3500), (3500,)))
        for b in (y, y.T.copy().T):
            same_at_each_count(partial(twice, x, b, bias))
            with threads_of(3):
                before = threads.taken()
                for _ in range(100):  # a thread that sleeps may wake too late to take a part
                    matrix_batches.product(x, b)
                assert threads.taken() > before


@compiled
@fused
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_products_of_few_rows_are_added_in_blocks(dtype: str) -> None:
    """By loops of ours: 1 is lost where it is added to so large a number, and a sum of ones is not."""
    large = 2.0 ** (24 if dtype == "f4" else 53)
    for m in (4, 8):
        x, y, bias = np.ones((m, 512), dtype), np.ones((512, 600), dtype), np.ones(600, dtype)
        x[:, 0] = large
        lanes = 64 // np.dtype(dtype).itemsize
        for b, ones in ((y, 512 - 128), (y.T.copy().T, 512 - 512 // lanes)):
            for a in (x, x.T.copy().T) if b is y else (x,):
                assert (matrix_batches.product(a, b) == large + ones).all()
                assert (matrix_batches.product(a, b, 4 * bias) == large + ones + 4).all()


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_products_of_few_rows_that_are_not_finite(dtype: str) -> None:
    """Zero times infinity is NaN; nothing else becomes NaN, not at the ends of vectors either."""
    for m, k, n in ((2, 3, 5), (4, 270, 519), (9, 133, 451), (5, 399, 1021)):
        x, y = values(1, (m, k), dtype)[0], values(1, (k, n), dtype)[0]
        x[0, 0], x[1, -1], y[0, -1], y[-1, 0] = np.inf, np.nan, np.inf, 0
        if m > 2:
            x[2], x[3, 0] = 0, -np.inf
        for b in layouts_of(y).values():
            found = matrix_batches.product(x, b)
            np.testing.assert_array_equal(np.isnan(found[1]), np.ones(n, bool))
            with np.errstate(invalid="ignore"):
                expected = np.stack([(row[:, None] * y).sum(0) for row in x])
            np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
            np.testing.assert_array_equal(np.isinf(found), np.isinf(expected))


def test_layers_of_few_rows() -> None:
    """A bias that fits is added in the same pass; another one as NumPy does it."""
    F = wengert.nn.functional
    x, w = (wengert.tensor(values(1, size)[0]) for size in ((6, 40), (30, 40)))
    product = F.linear(x, w)
    assert np.allclose(product, x.numpy() @ w.numpy().T, atol=1e-5)
    for bias in (wengert.rand(30), wengert.rand(60)[::2], wengert.rand(1), wengert.rand(6, 30)):
        assert F.linear(x, w, bias).equal(product + bias)
    with pytest.raises(RuntimeError, match="must match|expanded|broadcast"):
        F.linear(x, w, wengert.rand(29))


BATCHES = ((3,), (3,)), ((2, 1), (3,)), ((), (4,)), ((1, 2), ()), ((0,), (1,)), ((2,), (2,))


def lying(x: np.ndarray, y: np.ndarray) -> tuple[tuple[str, np.ndarray, np.ndarray], ...]:
    """Batches of matrices in whatever order and with whatever gaps."""
    turned = [np.swapaxes(np.swapaxes(a, -1, -2).copy(), -1, -2) for a in (x, y)]
    return (
        ("dense", x, y), ("turned", x, turned[1]), ("both turned", *turned), ("gaps", np.repeat(x, 2, -1)[..., ::2], y),
        ("backwards", x[..., ::-1, :], y[..., ::-1]), ("rows apart", x, np.repeat(y, 3, -2)[..., ::3, :]),
    )  # fmt: skip


@compiled
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_tiny_products_are_numpys_to_the_last_bit(dtype: str) -> None:
    """Of matrices that are too large for loops of ours, in whatever layout, and where batches broadcast."""
    cases = Cases("products")
    for lead, other in BATCHES:
        for n, m, p in ((17, 3, 4), (2, 18, 5), (3, 2, 19), (10, 12, 6), (17, 2, 1), (2, 0, 3)):
            x, y = values(1, (*lead, n, m), dtype)[0], values(1, (*other, m, p), dtype)[0]
            for what, a, b in lying(x, y):
                with cases(what, lead, other, n, m, p):
                    found, expected = matrix_batches.matmul(np, a, b), np.matmul(a, b)
                    assert found.dtype == expected.dtype and found.shape == expected.shape
                    assert found.tobytes() == expected.tobytes()
    cases.report()


@compiled
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_small_products_are_sums_in_order(dtype: str) -> None:
    """To the last bit, in whatever layout, on any number of threads; and so are outer products of any size."""
    cases = Cases("products")
    sizes = [
        *((n, n, n) for n in range(1, 9)),
        *((n, m, p) for n in (1, 3) for m in (2, 5, 16) for p in (1, 2, 3, 4, 8, 10, 16)),
        (16, 2, 16), (5, 1, 7), (40, 1, 1), (1, 1, 50), (33, 1, 21),
    ]  # fmt: skip
    sizes = [(n, m, p) for n, m, p in sizes if m == 1 or n * m * p <= 512]
    for lead, other in (*BATCHES, ((4000,), (1,)), ((30, 1), (70,))):
        for n, m, p in sizes:
            x, y = values(1, (*lead, n, m), dtype)[0], values(1, (*other, m, p), dtype)[0]
            for what, a, b in lying(x, y)[: 2 if max((*lead, *other, 0)) > 9 else None]:
                with cases(what, lead, other, n, m, p):
                    expected = a[..., :1] * b[..., :1, :]
                    for k in range(1, m):
                        expected += a[..., k : k + 1] * b[..., k : k + 1, :]
                    (found,) = same_at_each_count(partial(matrix_batches.matmul, np, a, b), (1, 3))
                    assert found.dtype == expected.dtype and found.shape == expected.shape
                    assert found.tobytes() == expected.tobytes()
    cases.report()


@compiled
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_cross_products(dtype: str) -> None:
    """Along any dimension, in any layout, on any number of threads: the bits of NumPy's products and differences."""
    cases = Cases("products")
    shapes = ((3,), (5, 3), (3, 5), (1, 3, 4), (7, 3, 1), (2, 3, 4, 5), (0, 3), (20_000, 3), (3, 20_000))
    for shape in shapes:
        dim = shape.index(3)
        x, y = values(2, shape, dtype)
        for what, a, b in (
            lying(x, y) if len(shape) > 1 else [("dense", x, y), ("spread", x, np.broadcast_to(y[:1], 3))]
        ):
            with cases(what, shape):
                x1, x2, x3 = np.moveaxis(a, dim, 0)
                y1, y2, y3 = np.moveaxis(b, dim, 0)
                expected = np.stack([x2 * y3 - x3 * y2, x3 * y1 - x1 * y3, x1 * y2 - x2 * y1], dim)
                (found,) = same_at_each_count(partial(matrix_batches.cross_products, a, b, dim), (1, 3))
                assert found.flags.c_contiguous and found.dtype == expected.dtype and found.shape == expected.shape
                assert found.tobytes() == expected.tobytes()
    assert matrix_batches.cross_products(x.astype(int), y.astype(int), dim) is None
    cases.report()
