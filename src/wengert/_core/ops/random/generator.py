"""Random numbers as payloads: for the same seed and calls, the numbers that PyTorch draws on the CPU.

The words come from the engine in ``twister.pyx``, with PyTorch's seeding. This module knows how many words each
distribution uses, and how. Uniform numbers, integers, permutations and Bernoulli numbers agree with PyTorch bit for bit.
Numbers that need ``log``, ``sin`` or ``tan`` agree up to rounding.

Functions take a shape and a NumPy dtype and return an array. ``order`` is for memory that is not contiguous (see
:func:`order_of`). Numbers for a GPU are drawn here, too, and moved by the caller, so that seeds mean the same there.
"""

from __future__ import annotations

import contextlib
import functools
import math
import operator
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from ml_dtypes import finfo

from ... import errors
from ...arrays import arrays, dtypes, layouts
from ...arrays.batched import Batched, levels_of, physical, promote
from ...arrays.dtypes import BF16, C64, C128, F16, F32, F64, I64
from ...tape import state as modes
from ...tape import watching
from ...tape.tensor import wrap
from . import from_uniform, random_loops
from .twister import Twister

Array = np.ndarray[Any, Any]
Order = tuple[int, ...] | None

DEFAULT_SEED = 67280421310721  # the seed of a new Generator, as in PyTorch
PIECE = 1 << 11  # blocks of 16 numbers that are made at a time: they and what they are made of stay in the cache
DIGITS = {F64: 53, F32: 24, F16: 11, BF16: 8}  # bits of the significand
C_NAMES = {
    "bool": "bool", "uint8": "unsigned char", "int8": "signed char", "int16": "short", "int32": "int", "int64": "long",
    "float16": "c10::Half", "bfloat16": "c10::BFloat16", "float32": "float", "float64": "double",
}  # fmt: skip

# PyTorch's serialized generator state, field by field, so that states can be exchanged. ``left`` and ``next`` both give
# the position in ``key``. ``normal_y`` is the second normal number of a pair whose first number has been used.
STATE = np.dtype([
    ("seed", "<u8"), ("left", "<i4"), ("seeded", "<i4"), ("next", "<u8"), ("key", "<u8", 624), ("normal_x", "<f8"),
    ("normal_y", "<f8"), ("normal_rho", "<f8"), ("normal_valid", "<i4"), ("unused", "V12"),
])  # fmt: skip


class _Stream:
    """The position of a generator in its stream."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.engine: Twister | None = None  # made by the first draw
        self.drawn = 0  # the number of words drawn so far
        self.second: float | None = None


class Generator:
    """A stream of random numbers, with PyTorch's interface. For equal seeds it gives PyTorch's CPU numbers.

    Threads may share it: each tensor is drawn without interruption.

    Args:
        device: the device of the tensors that it fills, the CPU by default. The numbers do not depend on it.

    >>> import wengert
    >>> wengert.rand(2, generator=wengert.Generator().manual_seed(3))
    tensor([0.0043, 0.1056])
    """

    __module__ = "wengert"  # it is also in wengert.random, which is imported before

    @errors.tracebacks.public
    def __init__(self, device: Any = None) -> None:
        self.device = arrays.placed("cpu" if device is None else device)
        self._lock = threading.Lock()
        self._own = _Stream(DEFAULT_SEED)

    @property
    def _stream(self) -> _Stream:
        """The stream of this thread. Inside :func:`fork_rng` it is one that no other thread uses."""
        forks = modes.current().streams
        return self._own if forks is None else forks.get(self, self._own)  # type: ignore[no-any-return]

    @_stream.setter
    def _stream(self, stream: _Stream) -> None:
        forks = modes.current().streams
        if forks is not None and self in forks:
            forks[self] = stream
        else:
            self._own = stream

    def manual_seed(self, seed: int) -> Generator:
        """Start the stream of ``seed`` (any 64-bit integer, signed or not) and return the generator."""
        try:
            seed = operator.index(seed)
        except TypeError:
            raise RuntimeError(f"manual_seed expected a long, but got {type(seed).__name__}") from None
        if not -(2**63) <= seed < 2**64:
            raise ValueError(f"Overflow when unpacking long long: manual_seed takes 64 bits, got {seed}")
        with self._lock:
            self._stream = _Stream(seed % 2**64)
        return self

    def seed(self) -> int:
        """Start a stream with an unpredictable seed and return the seed."""
        seed = int.from_bytes(os.urandom(8))
        self.manual_seed(seed)
        return seed

    def initial_seed(self) -> int:
        """The seed with which the stream was started."""
        return self._stream.seed

    def get_state(self) -> Any:
        """The state as a tensor of bytes, in PyTorch's layout."""
        return wrap(self.state_bytes())

    def state_bytes(self) -> Array:
        """The state as an array of bytes, in PyTorch's layout."""
        with self._lock:
            key, pos = self._engine().state
            stream = self._stream
            fresh = pos == 624 and key[0] == stream.seed & 0xFFFFFFFF
            state = np.zeros((), STATE)
            state["seed"], state["seeded"], state["key"] = stream.seed, 1, key
            state["left"], state["next"] = 625 - pos, 0 if fresh else pos
            if stream.second is not None:
                state["normal_y"], state["normal_valid"] = stream.second, 1
        return np.frombuffer(state.tobytes(), np.uint8).copy()

    def set_state(self, new_state: Any) -> Generator:
        """Continue from a state that :meth:`get_state` returned, in wengert or in PyTorch. Return the generator.

        A NumPy array of these bytes is taken as well.
        """
        data = np.asarray(new_state) if hasattr(new_state, "dtype") else None
        if data is None or data.dtype != np.uint8:
            raise TypeError(f"expected a torch.ByteTensor, but got {type(new_state).__name__}: RNG state must be uint8")
        if data.size != STATE.itemsize:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {STATE.itemsize} but found the input RNG state size to be "
                f"{data.size}"
            )
        state = np.frombuffer(data.tobytes(), STATE)[0]
        if not (state["seeded"] and 1 <= state["left"] <= 624):
            raise RuntimeError("Invalid mt19937 state. Give a state that get_state() returned.")
        with self._lock:
            stream = self._stream = _Stream(int(state["seed"]))
            stream.second = float(state["normal_y"]) if state["normal_valid"] else None
            stream.engine = Twister(0)
            stream.engine.state = state["key"].astype(np.uint32), 625 - int(state["left"])
        return self

    def clone_state(self) -> Generator:
        """A generator that continues this stream independently."""
        new = Generator(self.device)
        new.set_state(self.state_bytes())
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        return Generator, (str(self.device),), self.state_bytes()

    __setstate__ = set_state

    def _engine(self) -> Twister:
        """The engine of the stream. The caller holds the lock."""
        stream = self._stream
        if stream.engine is None:
            stream.engine = Twister(stream.seed & 0xFFFFFFFF)
        return stream.engine

    def _words(self, n: int, wide: bool) -> Array:
        """Draw ``n`` words of 32 or 64 bits, as uint64. The caller holds the lock."""
        out: Array = self._engine().words(n, wide)
        self._stream.drawn += n
        return out

    def _unit(self, n: int, wide: bool) -> Array:
        """:meth:`unit`, where the caller holds the lock."""
        stream = self._stream
        out: Array = random_loops.units(stream.engine or self._engine(), n, wide)
        stream.drawn += n
        return out

    def looped(self, loop: Callable[..., Any], *given: Any) -> Array:
        """What a loop of ``random_loops`` draws: each number takes as many uniform ones as it needs."""
        with self._lock:
            stream, engine = self._stream, self._engine()
            out, stream.second, used = loop(engine, stream.second, *given)
            stream.drawn += used
        return out  # type: ignore[no-any-return]

    def _fill(self, out: Array, draw: Callable[[int], Array]) -> None:
        """:meth:`filled`, in memory that there is, where the caller holds the lock."""
        for start in range(0, len(out), 16 * PIECE):
            part = out[start : start + 16 * PIECE]
            part[...] = draw(len(part))

    def filled(self, n: int, dtype: np.dtype[Any], draw: Callable[[int], Array]) -> Array:
        """``n`` numbers, which ``draw`` makes a few at a time: what is on the way to them takes little memory."""
        with self._lock:
            if 0 < n <= 16 * PIECE:
                return draw(n).astype(dtype, copy=False)
            out: Array = np.empty(n, dtype)
            self._fill(out, draw)
        return out

    def shuffled(self, n: int) -> Array:
        """The integers from 0 to ``n - 1`` in a random order."""
        with self._lock:
            out: Array = random_loops.shuffled(self._engine(), n, n >= (2**32 - 1) // 20)
            self._stream.drawn += max(n - 1, 0)
        return out

    def unit(self, n: int, *, wide: bool) -> Array:
        """``n`` numbers in [0, 1): float64 with 53 random bits where ``wide``, else float32 with 24."""
        with self._lock:
            return self._unit(n, wide)

    def _gauss(self, n: int, mean: float = 0.0, std: float = 1.0) -> Array:
        """``n`` normal numbers in float64. They are made in pairs; an odd one is kept for the next call. The caller holds
        the lock.
        """
        stream = self._stream
        left = stream.second
        fresh = n - (left is not None)
        u = self._unit(fresh + fresh % 2, True)
        if n < 16:  # the common case: for a few numbers a loop is faster than ten passes
            out: Array = random_loops.pairs(u)
        else:
            radius, angle = np.sqrt(-2.0 * np.log1p(-u[1::2])), 2.0 * np.pi * u[0::2]
            out = np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=1).reshape(-1)
            out += 0.0  # no zero is -0.0
        if left is not None:
            stream.second, out = None, np.concatenate(([left], out))
        if fresh % 2:
            stream.second, out = float(out[-1]), out[:-1]
        if std != 1:
            out = out * std
        return out + mean if mean else out


default_generator = Generator()
default_generator.seed()


@contextlib.contextmanager
def drawing_from(new_state: Any) -> Iterator[None]:
    """Within the context, in this thread, the default generator continues from an earlier state."""
    state = modes.current()
    before = state.streams
    try:
        state.streams = {**(before or {}), default_generator: _Stream(0)}
        default_generator.set_state(new_state)
        yield
    finally:
        state.streams = before


# -- layout


def order_of(payload: Any) -> Order:
    """The axes of a payload from the slowest to the fastest in memory; None if it is contiguous.

    A draw that is given this order writes its numbers in the order of memory, as PyTorch does. The axes of vmaps count,
    if each example has memory of its own in every vmap that asks for different numbers.
    """
    if type(payload) is Batched:
        if levels_of(payload) != tuple([level for level, _ in examples()]):
            return None
        payload = physical(payload)
    if not arrays.is_array(payload) or payload.flags.c_contiguous:
        return None
    return layouts.order_in_memory(payload) or tuple(range(payload.ndim))


def _with_examples(order: Order, maps: int, ndim: int) -> Order:
    """The order of ``ndim`` axes, those of vmaps among them. If all examples share an order, they come one by one."""
    if order is None or len(order) == ndim:
        return order
    return (*range(maps), *(axis + maps for axis in order))


def _arrange(flat: Array, shape: Sequence[int], order: Order) -> Array:
    if order is None:
        return flat.reshape(shape)
    return flat.reshape([shape[axis] for axis in order]).transpose(np.argsort(order))


def examples(*given: Any) -> list[tuple[int, int]]:
    """The running vmaps that need different numbers per example, as ``(level, size)``, outermost first.

    Args:
        given: the payloads that the draw depends on.

    Raises:
        RuntimeError: in a vmap with ``randomness="error"``; or with "same" if ``given`` is batched.
    """
    state = modes.current()
    maps = []
    for level in state.vmap:
        size, mode = state.randomness.get(level, (0, "error"))
        if mode == "error":
            raise errors.vmap.random_under_vmap()
        if mode == "different":
            maps.append((level, size))
        elif any(level in levels_of(p) for p in given):
            raise errors.vmap.same_randomness_of_batch()
    return maps


def _watched(draw: Callable[..., Any]) -> Callable[..., Any]:
    """Let the tools that compute operations draw, too."""

    @functools.wraps(draw)
    def watched(*args: Any, **options: Any) -> Any:
        state = modes.local.state
        by = watching.computing(state)
        return draw(*args, **options) if by is None else watching.draw(state, by, draw, args, options)

    return watched


def _per_example(at: int) -> Callable[[Any], Any]:
    """Make a draw give each example of a vmap its own numbers, if the vmap asks for it.

    Args:
        at: the position of the argument that is the shape.
    """

    def decorate(draw: Callable[..., Any]) -> Callable[..., Any]:
        def mapped(*args: Any, **options: Any) -> Any:
            maps = examples() if modes.local.state.vmap else None
            if not maps:
                return draw(*args, **options)
            shape = (*(size for _, size in maps), *args[at])
            options["order"] = _with_examples(options.get("order"), len(maps), len(shape))
            return _as_batched(draw(*args[:at], shape, *args[at + 1 :], **options), maps)

        @functools.wraps(draw)
        def drawn(*args: Any, **options: Any) -> Any:
            state = modes.local.state
            by = watching.computing(state)
            if by is not None:
                return watching.draw(state, by, mapped, args, options)
            return mapped(*args, **options) if state.vmap else draw(*args, **options)

        return drawn

    return decorate


def _as_batched(drawn: Any, maps: list[tuple[int, int]]) -> Any:
    """Convert an array, whose leading axes are those of vmaps, outermost first, to their payload."""
    for level, _ in maps:
        drawn = Batched(drawn, level)
    return drawn


def _whole(payload: Any, maps: list[tuple[int, int]]) -> Array:
    """Convert a payload to an array whose leading axes are those of all ``maps``."""
    array: Array = physical(promote(payload, tuple(level for level, _ in maps), dict(maps)))
    return array


def _claim(generator: Generator | None) -> Generator:
    """The generator to draw from: the given one, or the default."""
    if generator is None:
        return default_generator
    if not isinstance(generator, Generator):
        raise TypeError(f"generator: expected a wengert.Generator, got {type(generator).__name__}")
    return generator


WHOLE = frozenset(np.dtype(name) for name in ("uint8", "int8", "int16", "int32", "int64"))
FLOAT = frozenset(DIGITS)
INEXACT = FLOAT | {C64, C128}
REAL = WHOLE | FLOAT | {dtypes.BOOLEAN}


def _require(dtype: np.dtype[Any], taken: frozenset[Any], kernel: str) -> None:
    if dtype not in taken:
        raise errors.calls.not_implemented(kernel, dtype, "Choose another dtype, such as float32.")


# -- continuous distributions


@_per_example(0)
def uniform(
    shape: Sequence[int],
    dtype: np.dtype[Any],
    low: float = 0.0,
    high: float = 1.0,
    *,
    generator: Generator | None = None,
    order: Order = None,
) -> Array:
    """Random numbers from the uniform distribution on [low, high). For complex dtypes, both parts are drawn."""
    if dtype is F32 and low == 0 and high == 1:  # the common case
        return _arrange(_claim(generator).unit(math.prod(shape), wide=False), shape, order)
    _require(dtype, INEXACT, "check_uniform_bounds")
    real = dtypes.real_of(dtype)
    n = math.prod(shape) * (2 if real != dtype else 1)
    stretched = low != 0 or high != 1
    if stretched:
        _check_bounds(real, low, high)
    g, wide = _claim(generator), real == F64
    if not stretched and not dtypes.is_half(real):
        u = g.unit(n, wide=wide)
    else:
        u = g.filled(
            n, real, lambda k: from_uniform.stretched(g._unit(k, wide), low, high) if stretched else g._unit(k, wide)
        )
        u[u == real.type(high)] = real.type(low)  # rounding can give ``high``, which is excluded
    return _arrange(u.view(dtype), shape, order)


def _check_bounds(real: np.dtype[Any], low: float, high: float) -> None:
    """Raise if the dtype cannot represent the interval."""
    largest = float(finfo(real).max)
    for name, bound in (("from", low), ("to", high)):
        if not -largest <= bound <= largest:
            raise RuntimeError(f"{name} is out of bounds for {C_NAMES[str(real)]}. Choose a bound that the dtype holds, or a wider dtype.")  # fmt: skip
    if low > high:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")
    if high - low > largest:
        raise RuntimeError(
            f"uniform_ expects to-from <= std::numeric_limits<{errors.text.type_name(real)}>::max(), but found "
            f"to={high:g} and from={low:g} which result in to-from to exceed the limit"
        )


@_per_example(0)
def normal(
    shape: Sequence[int],
    dtype: np.dtype[Any],
    mean: float = 0.0,
    std: float = 1.0,
    *,
    generator: Generator | None = None,
    order: Order = None,
) -> Array:
    """Random numbers from a normal distribution. For complex dtypes, ``std`` is that of the modulus."""
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    if dtype is not F32:  # the common case
        _require(dtype, INEXACT, "normal_kernel_cpu")
    n, g = math.prod(shape), _claim(generator)
    if dtype.kind == "c":
        drawn = _normals(g, 2 * n, dtypes.real_of(dtype), mean, std / math.sqrt(2.0), order is not None).view(dtype)
    else:
        drawn = _normals(g, n, dtype, mean, std, order is not None)
    return _arrange(drawn, shape, order)


def _normals(g: Generator, n: int, dtype: np.dtype[Any], mean: float, std: float, one_by_one: bool) -> Array:
    """PyTorch's pairs: one by one in float64 for small or non-contiguous tensors, in blocks of 16 otherwise."""
    if n < 16 or one_by_one:
        return g.filled(n, dtype, lambda k: g._gauss(k, mean, std))
    tail, wide = n % 16, dtype == F64

    def draw(k: int) -> Array:
        return from_uniform.normal(g._unit(k, wide), mean, std)

    if not tail:
        return g.filled(n, dtype, draw)
    # If the size is not a multiple of 16, the last 16 numbers are drawn again.
    before = (n - 16) // (16 * PIECE) * 16 * PIECE
    rest, out = n - before, np.empty(n, dtype)
    even = rest - tail
    with g._lock:
        g._fill(out[:before], draw)
        u = g._unit((even if dtypes.is_half(dtype) else rest) + 16, wide)
    z = from_uniform.normal(np.concatenate((u[:even], u[-16:])), mean, std)
    out[before : n - 16], out[n - 16 :] = z[: rest - 16], z[-16:]
    return out


@_per_example(0)
def exponential(
    shape: Sequence[int],
    dtype: np.dtype[Any],
    rate: float = 1.0,
    *,
    generator: Generator | None = None,
    order: Order = None,
) -> Array:
    """Random numbers from the exponential distribution with mean ``1 / rate``."""
    if not rate > 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={rate:g}")
    _require_continuous("Exponential", dtype, errors.text.type_name)
    g = _claim(generator)
    drawn = g.filled(math.prod(shape), dtype, lambda k: -1.0 / rate * np.log1p(-g._unit(k, True)))
    return _arrange(drawn, shape, order)


@_per_example(0)
def cauchy(
    shape: Sequence[int],
    dtype: np.dtype[Any],
    median: float = 0.0,
    sigma: float = 1.0,
    *,
    generator: Generator | None = None,
    order: Order = None,
) -> Array:
    """Random numbers from a Cauchy distribution."""
    if not sigma > 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma:g}")
    _require_continuous("Cauchy", dtype, lambda dtype: C_NAMES.get(str(dtype), str(dtype)))
    g = _claim(generator)
    drawn = g.filled(math.prod(shape), dtype, lambda k: median + sigma * np.tan(np.pi * (g._unit(k, True) - 0.5)))
    return _arrange(drawn, shape, order)


@_per_example(0)
def log_normal(
    shape: Sequence[int],
    dtype: np.dtype[Any],
    mean: float = 1.0,
    std: float = 2.0,
    *,
    generator: Generator | None = None,
    order: Order = None,
) -> Array:
    """Random numbers whose logarithm is normally distributed with this mean and standard deviation."""
    if not std > 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std:g}")
    _require(dtype, FLOAT, "log_normal_cpu")
    g = _claim(generator)
    return _arrange(g.filled(math.prod(shape), dtype, lambda k: np.exp(g._gauss(k, mean, std))), shape, order)


def _require_continuous(name: str, dtype: np.dtype[Any], shown: Callable[[np.dtype[Any]], str]) -> None:
    if dtypes.category(dtype) != dtypes.FLOAT:
        raise RuntimeError(
            f"{name} distribution is a continuous probability distribution. dtype must be a floating point but you "
            f"specified {shown(dtype)}"
        )


# -- discrete distributions


@_watched
def bernoulli(
    shape: Sequence[int], p: Any, dtype: np.dtype[Any], *, generator: Generator | None = None, order: Order = None
) -> Any:
    """Random numbers that are 1 with probability ``p`` (a number, or a payload that is broadcast), and 0 otherwise."""
    _require(dtype, REAL, "bernoulli_scalar_cpu_")
    maps = examples(p) if modes.current().vmap else []
    if maps:
        shape = (*(size for _, size in maps), *shape)
        order = _with_examples(order, len(maps), len(shape))
        p = _whole(p, maps) if hasattr(p, "dtype") else p
    n, g = math.prod(shape), _claim(generator)
    if not isinstance(p, np.ndarray):
        if not 0 <= p <= 1:
            raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
        return _as_batched(_arrange(g.filled(n, dtype, lambda k: g._unit(k, True) < p), shape, order), maps)
    _require(p.dtype, FLOAT, "bernoulli_tensor_cpu_p_")
    if not (p.size == 0 or (p.min() >= 0 and p.max() <= 1)):
        raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true, but got false. Give probabilities in [0, 1].")
    u = _arrange(g.unit(n, wide=p.dtype == F64), shape, order)
    return _as_batched(np.asarray(u < p.astype(u.dtype, copy=False)).astype(dtype), maps)  # without dimensions, too


@_per_example(0)
def geometric(
    shape: Sequence[int], dtype: np.dtype[Any], p: float, *, generator: Generator | None = None, order: Order = None
) -> Array:
    """Random numbers of trials up to the first success. Each trial succeeds with probability ``p``."""
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")
    _require(dtype, REAL, "geometric_cpu")
    g = _claim(generator)
    with np.errstate(divide="ignore"):
        trials = g.filled(math.prod(shape), dtype, lambda k: np.ceil(np.log(g._unit(k, True)) / math.log1p(-p)))
    return _arrange(trials, shape, order)


@_per_example(2)
def randint(
    low: int,
    high: int | None,
    shape: Sequence[int],
    dtype: np.dtype[Any] = I64,
    *,
    generator: Generator | None = None,
    order: Order = None,
) -> Array:
    """Random integers from ``low`` to ``high``, exclusive. None means the largest integer of the dtype."""
    if dtypes.category(dtype) == dtypes.COMPLEX:
        raise RuntimeError("check_random_bounds handles only integral, floating-point and boolean types. Choose such a dtype.")  # fmt: skip
    _require(dtype, REAL, "random_from_to_kernel_cpu")
    least, most = _integer_range(dtype)
    if high is None:
        high = most + 1
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    for name, bound in (("from", low), ("to - 1", high - 1)):
        if least <= bound <= most:
            continue
        if dtypes.category(dtype) != dtypes.FLOAT or not abs(bound) <= finfo(dtype).max:
            raise RuntimeError(f"{name} is out of bounds for {C_NAMES[str(dtype)]}. Choose a bound that the dtype holds, or a wider dtype.")  # fmt: skip
        digits = DIGITS[dtype]
        errors.text.warn(
            f"{name} is out of bounds [-(2^{digits}), 2^{digits}]. Due to precision limitations {C_NAMES[str(dtype)]} "
            "can support discrete uniform distribution only within this range."
        )
    if dtype in DIGITS:  # PyTorch moves bounds inwards if rounding to the dtype would overstep them
        top, bottom = int(dtype.type(high - 1)), int(dtype.type(low + 1))
        if top >= high:
            high = top - 2 ** ((high - 1).bit_length() - DIGITS[dtype])
        if bottom < low:
            low = bottom + 2 ** ((low + 1).bit_length() - DIGITS[dtype])
        if low >= high:
            raise RuntimeError(
                "random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, but got "
                f"from={low} >= to={high}"
            )
    return _arrange(_integers(generator, math.prod(shape), dtype, low, high, high - low >= 2**28), shape, order)


@_per_example(0)
def random(
    shape: Sequence[int], dtype: np.dtype[Any], *, generator: Generator | None = None, order: Order = None
) -> Array:
    """Random integers from 0 to the largest value of the dtype (for floats, the largest up to which all are exact)."""
    _require(dtype, REAL, "random_kernel_cpu")
    end = _integer_range(dtype)[1] + 1
    return _arrange(_integers(generator, math.prod(shape), dtype, 0, end, dtype.itemsize == 8), shape, order)


@functools.cache
def _integer_range(dtype: np.dtype[Any]) -> tuple[int, int]:
    """The bounds between which a dtype can represent every integer."""
    if dtype in DIGITS:
        return -(2 ** DIGITS[dtype]), 2 ** DIGITS[dtype]
    if dtype.kind == "b":
        return 0, 1
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


def _integers(generator: Generator | None, n: int, dtype: np.dtype[Any], low: int, high: int, wide: bool) -> Array:
    g = _claim(generator)

    def draw(k: int) -> Array:
        words = g._words(k, wide)
        if high - low < 2**64:
            words %= np.uint64(high - low)
        if low:
            words += np.uint64(low % 2**64)  # modulo 2^64, so that adding a negative number works
        return words.view(np.int64)

    return g.filled(n, dtype, draw)


@_watched
def randperm(n: int, dtype: np.dtype[Any] = I64, *, generator: Generator | None = None) -> Any:
    """A random permutation of the integers from 0 to ``n - 1``."""
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    _require(dtype, WHOLE | FLOAT, "randperm")
    if n > _integer_range(dtype)[1] + 1:
        if dtype in DIGITS:
            most = _integer_range(dtype)[1] + 1
            raise RuntimeError(f"n cannot be greater than {most} for {errors.text.type_name(dtype)} type. Choose a smaller n, or a wider dtype.")  # fmt: skip
        raise RuntimeError(f"value cannot be converted to type {dtype}_t without overflow (randperm: n={n}). Choose a wider dtype.")  # fmt: skip
    maps = examples() if modes.current().vmap else []
    sizes = [size for _, size in maps]
    g = _claim(generator)
    if not maps:
        return g.shuffled(n).astype(dtype, copy=False)
    drawn = [g.shuffled(n) for _ in range(math.prod(sizes))]
    return _as_batched(np.array(drawn, dtype).reshape(*sizes, n), maps)


def multinomial(
    weights: Any, num_samples: int, replacement: bool = False, *, generator: Generator | None = None
) -> Any:
    """Random indices, drawn from each row of non-negative weights. The weights need not add up to 1."""
    if weights.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if dtypes.category(weights.dtype) != dtypes.FLOAT:
        shown = errors.text.type_name(weights.dtype)
        raise RuntimeError(f"multinomial only supports floating-point dtypes for input, got: {shown}")
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples. Give num_samples of at least 1.")
    categories = weights.shape[-1]
    if not replacement and num_samples > categories:
        said = "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        raise RuntimeError(f"{said}. Use replacement=True, or fewer samples.")
    maps = examples(weights) if modes.current().vmap else []
    full = _whole(weights, maps) if maps else weights
    if not ((full >= 0) & (full < math.inf)).all():
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0. Give finite weights of at least 0: softmax() of scores has these.")  # fmt: skip
    if not (full > 0).any(axis=-1).all():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0): a row has no weight above 0. Give each row a weight above 0.")  # fmt: skip
    if num_samples == 1 or not replacement:
        # With exponential random numbers e, the index of the largest w / e is an exact draw from the weights w. The k
        # largest are a draw without replacement.
        order = _with_examples(order_of(weights), len(maps), full.ndim)
        u = _arrange(_claim(generator).unit(full.size, wide=True), full.shape, order)
        times = np.maximum((-np.log1p(-u)).astype(full.dtype), finfo(full.dtype).smallest_subnormal)
        with np.errstate(over="ignore"):
            race = full / times
        if num_samples == 1:
            return _as_batched(race.argmax(axis=-1, keepdims=True), maps)
        return _as_batched(np.argsort(-race, axis=-1, kind="stable")[..., :num_samples].copy(), maps)
    rows = full.reshape(-1, categories).astype(F64 if full.dtype == F64 else F32, copy=False)
    u = _claim(generator).unit(len(rows) * num_samples, wide=True).reshape(len(rows), num_samples)
    edges = np.cumsum(rows, axis=1)
    edges /= edges[:, -1:]
    drawn = [e.searchsorted(x) for e, x in zip(edges, u, strict=True)]
    return _as_batched(np.array(drawn, I64).reshape(*full.shape[:-1], num_samples), maps)
