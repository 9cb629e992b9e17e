"""Random numbers are PyTorch's, for the same seed and the same calls."""

from __future__ import annotations

import copy
import pickle
import random as python_random
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from ml_dtypes import bfloat16

import wengert
from wengert._core.arrays.dtypes import BF16, BOOLEAN, C64, C128, F16, F32, F64, I64
from wengert._core.ops.random import counts, gamma_draws, seeding
from wengert._core.ops.random import generator as random

TOLERANCE = {F16: 2e-3, BF16: 2e-2, F32: 4e-6, F64: 4e-14, C64: 4e-6, C128: 4e-14}  # where log, sin or tan take part
FLOATS = (F16, BF16, F32, F64)
SIZES = (0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 100, 1000)


def test_the_numbers_of_seed_zero() -> None:
    """What PyTorch 2.13 gives in this order of calls."""
    g = random.Generator().manual_seed(0)

    def same(found: Any, *expected: float) -> None:
        assert found.astype(np.float64).tolist() == list(expected)

    same(random.uniform((3,), F32, generator=g), 0.49625658988952637, 0.7682217955589294, 0.08847743272781372)
    same(random.uniform((2,), F64, generator=g), 0.0562441839043476, 0.07262971157225484)
    same(random.uniform((3,), F16, generator=g), 0.896484375, 0.45556640625, 0.63232421875)
    same(random.uniform((3,), BF16, generator=g), 0.349609375, 0.40234375, 0.0223388671875)
    z = random.normal((3,), F64, generator=g)
    assert np.allclose(z, [-0.3353951191618524, 0.4563527811756777, -0.625465829322795], rtol=1e-14)
    z = random.normal((17,), F32, generator=g)[[0, 8, 15, 16]]
    assert np.allclose(z, [-1.5550950765609741, -0.678746223449707, -0.5180748105049133, -0.30670419335365295], 1e-6)
    same(random.randint(0, 10, (6,), generator=g), 1, 0, 3, 6, 6, 7)
    same(random.randint(-(2**40), 2**40, (2,), generator=g), -398631667202, 875043400562)
    same(random.randperm(8, generator=g), 7, 1, 6, 5, 4, 2, 0, 3)
    same(random.bernoulli((8,), 0.3, F32, generator=g), 0, 0, 0, 0, 0, 0, 1, 0)
    chances = np.linspace(0, 1, 6, dtype=np.float32)
    same(random.bernoulli((6,), chances, F32, generator=g), 0, 0, 1, 0, 1, 1)
    same(random.uniform((3,), F32, -1, 2, generator=g), 1.0608667135238647, -0.9846028685569763, -0.47304534912109375)
    assert np.allclose(random.exponential((2,), F32, generator=g), [5.899937152862549, 2.1174683570861816], 1e-6)
    same(random.geometric((3,), F32, 0.2, generator=g), 2, 7, 8)
    weights = np.array([1, 2, 3], np.float32)
    same(random.multinomial(weights, 2, generator=g), 2, 1)
    same(random.multinomial(weights, 5, True, generator=g), 2, 2, 0, 2, 2)
    same(random.uniform((1,), F32, generator=g), 0.25603562593460083)


# -- generators


def test_seeds() -> None:
    g = random.Generator()
    assert g.initial_seed() == 67280421310721 and random.Generator(device=None).device == g.device
    assert g.manual_seed(-1) is g and g.initial_seed() == 2**64 - 1
    assert g.seed() == g.initial_seed()
    with pytest.raises(RuntimeError, match="manual_seed expected a long, but got float"):
        g.manual_seed(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Overflow when unpacking long long"):
        g.manual_seed(2**64)
    assert wengert.manual_seed(3.7) is random.default_generator and wengert.initial_seed() == 3


def test_state_continues_the_stream() -> None:
    g = random.Generator().manual_seed(5)
    random.normal((3,), F64, generator=g)  # the second number of a pair waits
    state, others = g.get_state(), [g.clone_state(), copy.deepcopy(g), pickle.loads(pickle.dumps(g))]
    assert state.dtype == wengert.uint8 and state.shape == (5056,)
    assert isinstance(wengert.random.get_rng_state(), wengert.Tensor)  # as wengert.get_rng_state()
    others.append(random.Generator().set_state(state.numpy()))
    expected = random.normal((2,), F64, generator=g)
    others.append(random.Generator())
    others[-1].set_state(state)
    for other in others:
        assert (random.normal((2,), F64, generator=other) == expected).all()


def test_states_that_are_none() -> None:
    g = random.Generator()
    with pytest.raises(TypeError, match="expected a torch.ByteTensor, but got list"):
        g.set_state([1])
    with pytest.raises(RuntimeError, match="Expected a CPUGeneratorImplState of size 5056 but found .* to be 3"):
        g.set_state(np.zeros(3, np.uint8))
    with pytest.raises(RuntimeError, match="Invalid mt19937 state"):
        g.set_state(np.zeros(5056, np.uint8))


def test_streams_within_streams_go_on_where_they_were() -> None:
    """What one has no more use for another takes over, never what is still drawn from."""

    def draw() -> list[float]:
        return random.uniform((3,), np.dtype("float64")).tolist()

    seeding.manual_seed(1)
    expected = [draw() for _ in range(4)]
    seeding.manual_seed(2)
    inner = [draw() for _ in range(4)]
    seeding.manual_seed(1)
    found, found_inside = [draw()], []
    for _ in range(2):
        with seeding.fork_rng():
            seeding.manual_seed(2)
            found_inside = [draw()]
            with seeding.fork_rng():
                assert draw() == inner[1]
                seeding.manual_seed(3)
                draw()
            found_inside += [draw(), draw()]
            seeding.set_rng_state(seeding.get_rng_state())
            found_inside.append(draw())
        assert found_inside == inner
        found.append(draw())
    with random.drawing_from(seeding.get_rng_state()):
        assert draw() == expected[3]
    assert [*found, draw()] == expected


def test_fork_rng_restores() -> None:
    wengert.manual_seed(1)
    with seeding.fork_rng():
        inside = random.uniform((4,), F32)
    assert (random.uniform((4,), F32) == inside).all()


def test_threads_share_a_generator() -> None:
    """Whatever the order, each draw is a piece of the one stream."""
    g = random.Generator().manual_seed(2)
    with ThreadPoolExecutor(4) as pool:
        pieces = list(pool.map(lambda _: random.uniform((1000,), F32, generator=g), range(20)))
    stream = random.uniform((20, 1000), F32, generator=g.manual_seed(2))
    assert sorted(p.tolist() for p in pieces) == sorted(stream.tolist())


def test_large_draws_are_drawn_in_blocks_of_one_stream() -> None:
    block = 1 << 15  # where nothing is compiled
    n = 2 * block + 5
    g = random.Generator().manual_seed(3)
    whole = random.uniform((n,), F64, generator=g)
    g.manual_seed(3)
    parts = [random.uniform((k,), F64, generator=g) for k in (block - 1, 7, n - block - 6)]
    assert (whole == np.concatenate(parts)).all()


# -- distributions


@pytest.mark.parametrize("dtype", FLOATS)
def test_uniform_never_reaches_its_end(dtype: Any) -> None:
    for low, high in ((0, 1), (100, 101.3), (-3, 0.7), (5, 5)):
        u = random.uniform((20000,), dtype, low, high)
        assert (u >= dtype.type(low)).all() and ((u < dtype.type(high)).all() or low == high)


def test_integers_that_a_float_cannot_count() -> None:
    with pytest.warns(UserWarning, match=r"to - 1 is out of bounds \[-\(2\^11\), 2\^11\]"):
        random.randint(0, 2**12, (3,), F16)


def test_order_of() -> None:
    x = np.zeros((2, 3, 4))
    assert random.order_of(x) is None
    assert random.order_of(x.transpose(2, 0, 1)) == (1, 2, 0)
    assert random.order_of(x[:, :, ::2]) == (0, 1, 2)


def refusals() -> Iterator[tuple[str, type[Exception], Callable[[], Any]]]:
    u, n = random.uniform, random.normal
    w = np.array([0.5, 0.5])
    yield (
        "uniform_ expects to return a [from, to) range, but found from=2 > to=1",
        RuntimeError,
        lambda: u((3,), F32, 2, 1),
    )
    yield "to is out of bounds for float", RuntimeError, lambda: u((3,), F32, 0, np.inf)
    yield "in to-from to exceed the limit", RuntimeError, lambda: u((3,), F32, -3e38, 3e38)
    yield "\"check_uniform_bounds\" not implemented for 'Long'", NotImplementedError, lambda: u((3,), I64)
    yield "normal expects std >= 0.0, but found std -1", RuntimeError, lambda: n((3,), F32, 0, -1)
    yield "\"normal_kernel_cpu\" not implemented for 'Long'", NotImplementedError, lambda: n((3,), I64)
    yield "generator: expected a wengert.Generator", TypeError, lambda: n((3,), F32, generator=5)  # type: ignore[arg-type]
    yield (
        "exponential_ expects lambda > 0.0, but found lambda=0",
        RuntimeError,
        lambda: random.exponential((3,), F32, 0),
    )
    yield "you specified Long", RuntimeError, lambda: random.exponential((3,), I64)
    yield "cauchy_ expects sigma > 0.0, but found sigma=0", RuntimeError, lambda: random.cauchy((3,), F32, 0, 0)
    yield "log_normal_ expects std > 0.0, but found std=0", RuntimeError, lambda: random.log_normal((3,), F32, 0, 0)
    yield "geometric_ expects p to be in (0, 1), but got p=1", RuntimeError, lambda: random.geometric((3,), F32, 1)
    yield "bernoulli_ expects p to be in [0, 1], but got p=1.5", RuntimeError, lambda: random.bernoulli((3,), 1.5, F32)
    yield "Expected p_in >= 0 && p_in <= 1", RuntimeError, lambda: random.bernoulli((2,), w + 1, F32)
    yield "not implemented for 'ComplexFloat'", NotImplementedError, lambda: random.bernoulli((3,), 0.5, C64)
    yield "'from' to be less than 'to', but got from=5 >= to=5", RuntimeError, lambda: random.randint(5, 5, (3,))
    yield (
        "to - 1 is out of bounds for unsigned char",
        RuntimeError,
        lambda: random.randint(0, 300, (3,), np.dtype("u1")),
    )
    yield "from is out of bounds for bool", RuntimeError, lambda: random.randint(-1, 2, (3,), BOOLEAN)
    yield "check_random_bounds handles only", RuntimeError, lambda: random.randint(0, 3, (3,), C64)
    yield "negative dimension -1: [-1]", RuntimeError, lambda: random.randperm(-1)
    yield "cannot be converted to type uint8_t", RuntimeError, lambda: random.randperm(300, np.dtype("u1"))
    yield "n cannot be greater than 2049 for Half type", RuntimeError, lambda: random.randperm(2050, F16)
    yield "prob_dist must be 1 or 2 dim", RuntimeError, lambda: random.multinomial(np.ones((2, 2, 2)), 1)
    yield "cannot sample n_sample <= 0 samples", RuntimeError, lambda: random.multinomial(w, 0)
    yield "samples without replacement", RuntimeError, lambda: random.multinomial(w, 3)
    yield "contains either `inf`, `nan` or element < 0", RuntimeError, lambda: random.multinomial(-w, 1)
    yield "invalid multinomial distribution", RuntimeError, lambda: random.multinomial(0 * w, 1)


@pytest.mark.parametrize(("message", "kind", "call"), list(refusals()))
def test_refusals(message: str, kind: type[Exception], call: Callable[[], Any]) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert message in str(caught.value)


def test_what_cannot_be_made_is_not_drawn() -> None:
    """A call that raises leaves the stream where it was: the next numbers are those of a program without it."""
    given: dict[str, tuple[Any, ...]] = {"normal": (0.0, 1.0, (3,)), "randint": (9, (3,)), "randperm": (3,)}
    makers = {
        name: getattr(wengert, name)
        for name in wengert.__all__
        if {"generator", "device"} <= set(getattr(getattr(wengert, name), "__kwdefaults__", None) or ())
    }
    assert {"rand", "randn", "rand_like", "randn_like", "randint_like", *given} == set(makers)
    leaf = wengert.ones(3, requires_grad=True)
    for name, maker in makers.items():
        like = (leaf.detach(), *((9,) if name == "randint_like" else ())) if name.endswith("like") else ((3,),)
        wrong: list[dict[str, Any]] = [{"device": "meta"}, {"layout": wengert.sparse_coo}, {"pin_memory": True}]
        if not name.endswith("like"):
            wrong.append({"out": leaf})
        for asked in wrong:
            before = wengert.get_rng_state()
            with pytest.raises((RuntimeError, NotImplementedError)):
                maker(*given.get(name, like), **asked)
            assert wengert.equal(before, wengert.get_rng_state()), (name, asked)


def test_vmap_refuses_randomness() -> None:
    with pytest.raises(RuntimeError, match="called random operation while in randomness error mode"):
        wengert.vmap(lambda x: x + wengert.rand(3))(wengert.zeros(2, 3))


# -- against PyTorch


def same_dtype(torch: Any, dtype: Any) -> Any:
    return getattr(torch, str(dtype))


def to_numpy(torch: Any, t: Any) -> Any:
    return t.float().numpy().astype(bfloat16) if t.dtype == torch.bfloat16 else t.numpy()


def draws(torch: Any, r: python_random.Random) -> tuple[Any, Any, float]:
    """One call of PyTorch, the same of ours, and how far the numbers may differ."""
    n = r.choice(SIZES)
    shape = r.choice([(n,), (n, 2), (2, n)])
    dtype, real = r.choice((*FLOATS, C64, C128)), r.choice(FLOATS)
    integer = r.choice([np.dtype(d) for d in ("u1", "i1", "i2", "i4", "i8", "bool")] + list(FLOATS))
    low, span = r.choice([0, -5, 7, -(2**40)]), r.choice([1, 2, 10, 2**27, 2**28 - 1, 2**28, 2**31, 2**33, 2**50])
    at, by, p = r.choice([0, -1, 0.1, -100.3]), r.choice([0, 0.1, 1, 1.7, 1000]), r.choice([0, 0.1, 0.5, 0.999, 1])
    chances = np.random.default_rng(n).random(shape).astype(real)

    def empty(d: Any) -> Any:
        return torch.empty(shape, dtype=same_dtype(torch, d))

    def moved(a: Any) -> Any:
        return torch.tensor(a.astype(np.float64)).to(same_dtype(torch, a.dtype))

    if n > 1 and r.random() < 0.1:
        k, again = r.choice([1, 2]), r.choice([True, False])
        return torch.multinomial(moved(chances), k, again), random.multinomial(chances, k, again), 0
    return r.choice([
        lambda: (torch.rand(shape, dtype=same_dtype(torch, dtype)), random.uniform(shape, dtype), 0),
        lambda: (torch.randn(shape, dtype=same_dtype(torch, dtype)), random.normal(shape, dtype), TOLERANCE[dtype]),
        lambda: (torch.randint(low, low + span, shape), random.randint(low, low + span, shape), 0),
        lambda: (torch.randperm(n), random.randperm(n), 0),
        lambda: (empty(integer).random_(), random.random(shape, integer), 0),
        lambda: (empty(integer).bernoulli_(p), random.bernoulli(shape, p, integer), 0),
        lambda: (torch.bernoulli(moved(chances)), random.bernoulli(shape, chances, real), 0),
        lambda: (empty(dtype).uniform_(at, at + by), random.uniform(shape, dtype, at, at + by), 0),
        lambda: (empty(dtype).normal_(at, by), random.normal(shape, dtype, at, by), TOLERANCE[dtype] * (1 + by - at)),
        lambda: (empty(real).exponential_(1.5), random.exponential(shape, real, 1.5), TOLERANCE[real] * 16),
        lambda: (empty(real).geometric_(0.3), random.geometric(shape, real, 0.3), 0),
        lambda: (empty(real).log_normal_(0.3, 0.5), random.log_normal(shape, real, 0.3, 0.5), TOLERANCE[real] * 16),
    ])()  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("seed", [0, 1, 42, -1, 2**40 + 3, -(2**63), 2**64 - 1])
def test_streams_are_pytorchs(seed: int) -> None:
    torch = pytest.importorskip("torch")
    r = python_random.Random(seed)
    torch.manual_seed(seed)
    seeding.manual_seed(seed)
    for step in range(150):
        expected, found, tolerance = draws(torch, r)
        expected = to_numpy(torch, expected)
        assert found.dtype == expected.dtype and found.shape == expected.shape, step
        wide = np.complex128 if found.dtype.kind == "c" else np.float64
        assert (np.abs(found.astype(wide) - expected.astype(wide)) <= tolerance).all(), (step, found, expected)
        if step % 10 == 0:
            ours, theirs = seeding.rng_bytes(), torch.get_rng_state().numpy()
            waiting = slice(5024, 5032)  # a normal number, equal to rounding
            assert (np.delete(ours, waiting) == np.delete(theirs, waiting)).all()
            seeding.set_rng_state(theirs)
            torch.set_rng_state(torch.from_numpy(ours))


@pytest.mark.oracle
def test_narrow_float_ranges_are_pytorchs() -> None:
    """Bounds beyond what a float dtype counts exactly are narrowed, or refused, in the same places."""
    torch = pytest.importorskip("torch")
    r = python_random.Random(0)
    for seed in range(200):
        dtype = r.choice(FLOATS)
        most = 14 if dtype == F16 else 40
        low = r.randint(-(2 ** r.randint(1, most)), 2 ** r.randint(1, 14))
        high = low + 1 + r.randint(0, 2 ** r.randint(1, most))
        torch.manual_seed(seed)
        seeding.manual_seed(seed)
        outcomes: list[Any] = []
        for ours in (False, True):
            try:
                with warnings.catch_warnings(action="ignore", category=UserWarning):
                    if ours:
                        found = random.randint(low, high, (9,), dtype)
                    else:
                        found = to_numpy(torch, torch.randint(low, high, (9,), dtype=same_dtype(torch, dtype)))
                outcomes.append(found.astype(np.float64).tolist())
            except RuntimeError as e:
                outcomes.append(str(e))
        assert outcomes[0] == outcomes[1], (dtype, low, high)


@pytest.mark.oracle
@pytest.mark.parametrize("dtype", FLOATS)
def test_memory_is_filled_in_pytorchs_order(dtype: Any) -> None:
    torch = pytest.importorskip("torch")
    layouts: list[Callable[[Any], Any]] = [
        lambda x: x,
        lambda x: x.permute(2, 0, 1),
        lambda x: x.permute(1, 2, 0)[::2],
        lambda x: x[:, :, ::2],
    ]
    fills: list[Callable[[Any], Any]] = [
        lambda x: x.uniform_(-1, 2), lambda x: x.normal_(1, 2), lambda x: x.random_(), lambda x: x.random_(5),
        lambda x: x.random_(-3, None), lambda x: x.bernoulli_(0.3), lambda x: x.exponential_(),
        lambda x: x.geometric_(0.2), lambda x: x.log_normal_(0, 0.5),
    ]  # fmt: skip
    for layout in layouts:
        for fill in fills:
            torch.manual_seed(7)
            wengert.manual_seed(7)
            expected = to_numpy(torch, fill(layout(torch.zeros((3, 4, 5), dtype=same_dtype(torch, dtype)))))
            found = fill(layout(wengert.zeros(3, 4, 5, dtype=dtype))).numpy()
            assert np.allclose(
                found.astype(np.float64), expected.astype(np.float64), rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype]
            )
        for name, more in (("rand_like", ()), ("randn_like", ()), ("randint_like", (50,))):
            expected = getattr(torch, name)(layout(torch.zeros((3, 4, 5), dtype=same_dtype(torch, dtype))), *more)
            found = getattr(wengert, name)(layout(wengert.zeros(3, 4, 5, dtype=dtype)), *more)
            assert found.stride() == expected.stride()
            expected = to_numpy(torch, expected).astype(np.float64)
            assert np.allclose(found.numpy().astype(np.float64), expected, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype])


@pytest.mark.oracle
def test_tensor_functions_are_pytorchs() -> None:
    torch = pytest.importorskip("torch")
    calls: list[Callable[[Any], Any]] = [
        lambda t: t.normal(t.zeros(3, 1), t.ones(4)),
        lambda t: t.normal(t.zeros(20), 2.0),
        lambda t: t.normal(1.0, t.arange(20.0)),
        lambda t: t.normal(0, 1, (5,)),
        lambda t: t.normal(t.tensor(1.0), np.float32(2.0), (5,)),
        lambda t: t.normal(mean=0, std=t.tensor(2.0, dtype=t.float64), size=(5,)),
        lambda t: t.normal(t.zeros(20, dtype=t.bfloat16), 2.0).float(),
        lambda t: t.normal(t.zeros(20, dtype=t.float16), t.full((20,), 1.7)),
        lambda t: t.bernoulli(t.linspace(0, 1, 20)),
        lambda t: t.bernoulli(t.zeros(3, 4, dtype=t.int64), 0.4),
        lambda t: t.rand(3, 3).t().bernoulli(),
        lambda t: t.zeros(3, 4).bernoulli_(t.linspace(0, 1, 4)),
        lambda t: t.tensor([0.1, 0.9]).multinomial(7, True),
        lambda t: t.rand((4,), dtype=t.complex64, generator=t.Generator().manual_seed(9)),
        lambda t: t.randperm(5, dtype=t.int32),
        lambda t: t.ones(3, 4).multinomial(2),
        lambda t: t.ones(3, 4).t().multinomial(2),
        lambda t: t.ones(3, 4).t().multinomial(2, True),
        lambda t: t.func.vmap(lambda x: x.multinomial(2), -1, 0, "different")(t.ones(3, 4)),
        lambda t: t.func.vmap(t.nn.functional.gumbel_softmax, -1, 0, "different")(t.ones(3, 4)),
        lambda t: t.nn.functional.gumbel_softmax(t.ones(3, 4).t()),
        lambda t: t.binomial(t.full((3, 4), 5.0).t(), t.full((4, 3), 0.5)),
        lambda t: t.poisson(t.ones(3, 4).t()),
        lambda t: t.distributions.Gamma(t.ones(3, 4).t(), t.ones(3, 4).t()).sample((2,)),
        lambda t: t.distributions.Dirichlet(t.ones(3, 4).t()).sample(),
        lambda t: t.distributions.OneHotCategorical(t.ones(3, 4).t()).sample(),
    ]
    for call in calls:
        torch.manual_seed(3)
        wengert.manual_seed(3)
        expected, found = call(torch), call(wengert)
        assert found.stride() == expected.stride()
        expected, found = expected.numpy(), found.numpy()
        assert found.dtype == expected.dtype and found.shape == expected.shape
        assert np.allclose(found, expected, rtol=2e-3 if found.dtype == F16 else 1e-5, atol=1e-6)


def test_seeding_a_gpu_is_nothing_without_one() -> None:
    before = wengert.get_rng_state()
    wengert.cuda.manual_seed(3)
    wengert.cuda.manual_seed_all(3)
    if not wengert.cuda.is_available():
        assert wengert.equal(wengert.get_rng_state(), before)


IN_MEMORY: dict[str, Callable[[Any], Any]] = {
    "uniform_": lambda x: x.uniform_(-1, 2),
    "normal_": lambda x: x.normal_(),  # fewer than 16: more are drawn in another way if the memory has gaps
    "log_normal_": lambda x: x.log_normal_(),
    "exponential_": lambda x: x.exponential_(),
    "cauchy_": lambda x: x.cauchy_(),
    "geometric_": lambda x: x.geometric_(0.3),
    "bernoulli_": lambda x: x.bernoulli_(0.5),
    "random_": lambda x: x.random_(9),
    "rand_like": lambda x: wengert.rand_like(x),
    "randn_like": lambda x: wengert.randn_like(x),
    "randint_like": lambda x: wengert.randint_like(x, 9),
}


def test_vmap_draws_in_the_order_of_memory() -> None:
    """With different numbers for each example, a vmap fills the memory as one call does, whatever its dimension is."""
    wrong = []
    for name, draw in IN_MEMORY.items():
        wengert.manual_seed(0)
        whole = draw(wengert.zeros(2, 3, 2))
        for axis in (0, 1, 2, -1):
            wengert.manual_seed(0)
            if wengert.vmap(draw, axis, axis, "different")(wengert.zeros(2, 3, 2)).tolist() != whole.tolist():
                wrong.append(f"{name}, in_dims={axis}")
        wengert.manual_seed(0)
        nested = wengert.vmap(wengert.vmap(draw, -1, -1, "different"), 1, 1, "different")(wengert.zeros(2, 3, 2))
        if nested.tolist() != whole.tolist():
            wrong.append(f"{name}, nested")
    assert not wrong, wrong


def test_vmap_draws_like_a_tensor_of_all_examples() -> None:
    turned = wengert.zeros(3, 2).t()
    wengert.manual_seed(0)
    expected = wengert.rand_like(wengert.zeros(4, 3, 2).mT)
    wengert.manual_seed(0)
    found = wengert.vmap(lambda x: wengert.rand_like(turned) + x, randomness="different")(wengert.zeros(4))
    assert found.tolist() == expected.tolist()


def test_every_draw_gives_an_array() -> None:
    """Also without dimensions: a number of NumPy's has no place in memory, and operations take it for a number."""
    half = np.asarray(0.5)
    numbers = {
        "uniform": random.uniform((), F64), "normal": random.normal((), F64),
        "bernoulli": random.bernoulli((), 0.5, F64), "bernoulli of an array": random.bernoulli((), half, F64),
        "exponential": random.exponential((), F64),
        "cauchy": random.cauchy((), F64), "log_normal": random.log_normal((), F64), "random": random.random((), I64),
        "geometric": random.geometric((), F64, 0.5), "randint": random.randint(0, 3, (), I64),
        "poisson": counts.poisson(half), "binomial": counts.binomial(half, half),
    }  # fmt: skip
    assert [name for name, drawn in numbers.items() if type(drawn) is not np.ndarray] == []
    for p in (wengert.tensor(0.5), wengert.tensor(0.5, dtype=wengert.float64)):
        for found in (wengert.bernoulli(p), wengert.poisson(p), wengert.normal(p, p), wengert.binomial(p, p)):
            assert (found.shape, found.dtype) == ((), p.dtype)


LOOPED = {
    "gamma": lambda p: gamma_draws.standard_gamma(p), "poisson": lambda p: wengert.poisson(5 * p),
    "binomial": lambda p: wengert.binomial(wengert.full_like(p, 40.0), p / 60),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOPED)
def test_draws_of_many_numbers_are_those_of_one_after_the_other(name: str) -> None:
    parameters = wengert.tensor([0.3, 2.5, 40.0, 0.07, 1.0, 0.0] * 9, dtype=wengert.float64)
    wengert.manual_seed(0)
    together, state = LOOPED[name](parameters), wengert.get_rng_state()
    wengert.manual_seed(0)
    single = wengert.cat([LOOPED[name](p) for p in parameters.split(1)])
    assert together.equal(single) and state.equal(wengert.get_rng_state())


def test_gamma_draws_in_single_precision_are_pytorchs() -> None:
    wengert.manual_seed(0)
    drawn = gamma_draws.standard_gamma(wengert.tensor([0.3, 2.5, 40.0, 0.07, 1.0] * 3))
    assert drawn.tolist() == [
        5.906951628276147e-06, 0.9421656131744385, 40.68537139892578, 1.3042666751061915e-06, 0.2885397672653198,
        0.045217253267765045, 1.0449961423873901, 42.05418395996094, 3.231628575850465e-10, 2.703186511993408,
        0.07974040508270264, 1.538554072380066, 41.29435729980469, 0.16089460253715515, 0.9012722373008728,
    ]  # fmt: skip


def test_slopes_of_rrelu_are_drawn_in_double_for_all_dtypes() -> None:
    for dtype in (wengert.float32, wengert.float64, wengert.bfloat16):
        wengert.manual_seed(0)
        slopes = -wengert.nn.functional.rrelu(wengert.full((3,), -1.0, dtype=dtype), training=True)
        wengert.testing.assert_close(slopes, wengert.tensor([0.3271, 0.2725, 0.2207], dtype=dtype), rtol=1e-2, atol=0)
