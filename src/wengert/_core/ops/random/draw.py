"""Random tensors, and operations that fill tensors with random numbers.

If the parameters are tensors, a row computes the result, so that it is recorded (with zero gradients). Under vmap,
:mod:`wengert.random` returns numbers with a batch dimension where the vmap asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ... import errors
from ...arrays import arrays, dtypes, layouts
from ...arrays.arrays import broadcast_shape
from ...arrays.batched import Batched, physical
from ...arrays.coo import COO
from ...arrays.dtypes import I64
from ...declare.families import composite, pointwise
from ...dispatch.given_numbers import as_number
from ...dispatch.inplace import refill
from ...dispatch.outs import store
from ...tape.tensor import payload_of, wrap
from ..create.create import LEAF, LIKE, _count, _dtype, _leaf, _payload, _shape, _together, check_leaf
from ..elementwise.pointwise import _to, add, mul
from ..index.filling import _fill_onto, _filled
from ..shape.arrange import expand
from ..shape.dims import as_int
from . import counts, seeding
from . import generator as random


def _drawn(
    name: str, draw: Callable[..., Any], *, default: Any = None, dtype: Any = None, out: Any = None, generator: Any = None,
    **leaf: Any,
) -> Any:  # fmt: skip
    """A leaf with the result of ``draw(dtype, generator=...)``."""
    dtype = _dtype(dtype, out, default)
    if leaf or out is not None:
        check_leaf(name, out=out, **leaf)
    return _leaf(name, draw(dtype, generator=generator), out=out, **leaf)


@composite(f"rand(size, *more, *, generator=None, out=None, dtype=None, {LEAF})", method=False)
def rand(size: Any, *more: Any, **options: Any) -> Any:
    """Random numbers from the uniform distribution on [0, 1).

    >>> _ = wengert.manual_seed(0)
    >>> wengert.rand(3)
    tensor([0.4963, 0.7682, 0.0885])
    """
    return _drawn("rand", partial(random.uniform, _shape("rand", _together(size, more))), **options)


@composite(f"randn(size, *more, *, generator=None, out=None, dtype=None, {LEAF})", method=False)
def randn(size: Any, *more: Any, **options: Any) -> Any:
    """Random numbers from the standard normal distribution.

    >>> _ = wengert.manual_seed(0)
    >>> wengert.randn(16)[:3]
    tensor([-1.1258, -1.1524, -0.2506])
    """
    return _drawn("randn", partial(random.normal, _shape("randn", _together(size, more))), **options)


@composite(f"randint(low=None, high=None, size=None, *, generator=None, out=None, dtype=None, {LEAF})", method=False)
def randint(low: Any = None, high: Any = None, size: Any = None, **options: Any) -> Any:
    """Random integers from ``low`` (default 0) to ``high``, exclusive.

    It is called as ``randint(high, size)`` or ``randint(low, high, size)``.

    >>> _ = wengert.manual_seed(0)
    >>> wengert.randint(10, (5,))
    tensor([4, 9, 3, 0, 3])
    """
    if size is None:
        low, high, size = None, low, high
    if size is None:
        raise TypeError("randint() missing 1 required argument: 'size'. Call randint(high, size).")
    low, high = _limits("randint", low, high)
    draw = partial(random.randint, low, high, _shape("randint", size))
    return _drawn("randint", draw, default=I64, **options)


@composite(f"randperm(n, *, generator=None, out=None, dtype=None, {LEAF})", method=False)
def randperm(n: Any, **options: Any) -> Any:
    """A random permutation of the integers from 0 to ``n - 1``.

    Args:
        n: the number of integers

    >>> _ = wengert.manual_seed(0)
    >>> wengert.randperm(5)
    tensor([4, 0, 1, 3, 2])
    """
    return _drawn("randperm", partial(random.randperm, _count("randperm", "n", n)), default=I64, **options)


def _drawn_like(name: str, draw: Callable[..., Any], input: Any, *, memory_format: Any = None, device: Any = None,
                **options: Any) -> Any:  # fmt: skip
    """Random numbers in the shape of a tensor, drawn in the order of its memory."""
    x = _payload(name, input)
    if type(x) is COO and options.get("layout") is None:
        raise errors.sparse.no_rule(name, (x,))
    kept = layouts.order_in_memory(x) if arrays.is_array(x) else None
    order = layouts.format_order(name, memory_format, x.ndim, kept)
    if type(x) is Batched and memory_format in (None, layouts.preserve_format):
        order = random.order_of(x)
    where = arrays.device_of(x) if device is None else device
    return _drawn(name, partial(draw, x.shape, order=order), default=x.dtype, device=where, **options)


@composite(f"rand_like(input, *, generator=None, {LIKE})", method=False)
def rand_like(input: Any, **options: Any) -> Any:
    """Random numbers from the uniform distribution on [0, 1), in the shape of ``input``.

    >>> _ = wengert.manual_seed(0)
    >>> wengert.rand_like(wengert.zeros(2))
    tensor([0.4963, 0.7682])
    """
    return _drawn_like("rand_like", random.uniform, input, **options)


@composite(f"randn_like(input, *, generator=None, {LIKE})", method=False)
def randn_like(input: Any, **options: Any) -> Any:
    """Random numbers from the standard normal distribution, in the shape of ``input``.

    >>> wengert.randn_like(wengert.zeros(2, 3)).shape
    wengert.Size([2, 3])
    """
    return _drawn_like("randn_like", random.normal, input, **options)


@composite(f"randint_like(input, low=None, high=None, *, generator=None, {LIKE})", method=False)
def randint_like(input: Any, low: Any = None, high: Any = None, **options: Any) -> Any:
    """Random integers from ``low`` (default 0) to ``high``, exclusive, in the shape and dtype of ``input``.

    It is called as ``randint_like(x, high)`` or ``randint_like(x, low, high)``.

    >>> _ = wengert.manual_seed(0)
    >>> wengert.randint_like(wengert.zeros(3), 10)
    tensor([4., 9., 3.])
    """
    low, high = _limits("randint_like", low, high)
    return _drawn_like("randint_like", partial(random.randint, low, high), input, **options)


def _limits(name: str, low: Any, high: Any) -> tuple[int, int]:
    """The limits of random integers: ``high`` alone may stand in the place of ``low``, which is 0 then."""
    if high is None:
        low, high = None, low
    return _count(name, "low", 0 if low is None else low), _count(name, "high", high)


def _spread(xp: Any, drawn: Any, *given: Any) -> Any:
    """Broadcast random numbers to all examples of the tensors that they were drawn for."""
    if all(v.shape == drawn.shape for v in given if hasattr(v, "shape")):
        return drawn.copy()
    return xp.broadcast_to(drawn, broadcast_shape(*[v.shape for v in (drawn, *given) if hasattr(v, "shape")])).copy()


@pointwise(
    mean=lambda mean_meta: mean_meta.zeros(), std=lambda std_meta: std_meta.zeros(), promote=None, moves=True,
    layout="rows", node="NormalBackward3",
)  # fmt: skip
def _normal(xp, mean, std, drawn):
    return _spread(xp, drawn, mean, std)


def _real(value: Any) -> Any:
    """A tensor without dimensions as a real number. One with an imaginary part is refused, as in PyTorch."""
    number = as_number(value)
    return float(value) if type(number) is complex and payload_of(value) is not value else number


@composite(f"normal(mean, std=1.0, size=None, *, generator=None, out=None, dtype=None, {LEAF})", method=False)
def normal(mean: Any, std: Any = 1.0, size: Any = None, *, generator: Any = None, **options: Any) -> Any:
    """Random numbers from normal distributions with the given mean and standard deviation.

    Each of the two is a number or a tensor. If both are numbers, ``size`` is required.

    Args:
        mean: the mean: a number, or a tensor with one mean per element
        std: the standard deviation: a number, or a tensor with one per element

    >>> wengert.normal(0.0, 1.0, (2, 3)).shape
    wengert.Size([2, 3])
    """
    if size is not None:
        mean, std = _real(mean), _real(std)
    tensors = [v for v in (mean, std) if hasattr(v, "dtype")]
    if bool(tensors) == (size is not None):
        raise TypeError("normal() takes mean or std as a tensor, or else two numbers and a size")
    out = options.get("out")
    if tensors and any([v for k, v in options.items() if k != "out"]):
        raise TypeError("normal() takes dtype, device and the like with a size only: else the tensors decide")
    if size is not None:
        draw = partial(random.normal, _shape("normal", size), mean=mean, std=std)
        return _drawn("normal", draw, generator=generator, **options)
    shape, given = broadcast_shape(*(v.shape for v in tensors)), (mean, std)
    mean, std = (expand(v, shape=shape) if hasattr(v, "dtype") else v for v in (mean, std))
    spread = physical(payload_of(std))
    if getattr(spread, "dtype", dtypes.F32).kind == "c":
        raise RuntimeError("normal expects standard deviation to be non-complex")
    if hasattr(spread, "dtype") and not (spread >= 0).all():
        raise RuntimeError("normal expects all elements of std >= 0.0")
    if not hasattr(spread, "dtype") and not spread >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {spread:g}")
    random.examples(payload_of(mean), payload_of(std))
    like = payload_of(mean if hasattr(mean, "dtype") else std)
    z = random.normal(shape, like.dtype, generator=generator)
    moved = arrays.move(z, arrays.device_of(like))
    drawn = _normal(mean, std, _to(add(mul(moved, payload_of(std)), payload_of(mean)), dtype=like.dtype))
    return drawn if out is None else store("normal", out, drawn, "cast over", given)


@pointwise(
    input=lambda input_meta: input_meta.zeros(), promote=None, moves=True, layout="rows", node="BernoulliBackward0",
)  # fmt: skip
def _bernoulli(xp, input, drawn):
    return _spread(xp, drawn, input)


@composite("bernoulli(input, p=None, *, generator=None, out=None)", out="any over")
def bernoulli(input: Any, p: float | None = None, *, generator: Any = None) -> Any:
    """Random numbers that are 1 with the probabilities in ``input`` (or with probability ``p``), and 0 otherwise.

    Args:
        input: the probabilities, between 0 and 1
        p: the probability for all elements

    >>> _ = wengert.manual_seed(0)
    >>> wengert.bernoulli(wengert.tensor([0.0, 1.0]))
    tensor([0., 1.])
    """
    if hasattr(p, "dtype"):
        raise TypeError("bernoulli(): p must be a number; give the tensor of probabilities as the first argument")
    x = _payload("bernoulli", input)
    chance = arrays.move(x, "cpu") if p is None else p
    drawn = random.bernoulli(x.shape, chance, x.dtype, generator=generator)
    return _bernoulli(input, arrays.move(drawn, arrays.device_of(x)))


@pointwise(
    input=lambda input_meta: input_meta.zeros(), promote=None, moves=True, layout="rows", node="PoissonBackward0",
)  # fmt: skip
def _poisson(xp, input, drawn):
    return _spread(xp, drawn, input)


@composite("poisson(input, generator=None)", method=False)
def poisson(input: Any, generator: Any = None) -> Any:
    """Random numbers from Poisson distributions with the given rates.

    Args:
        input: the rates, not negative

    Raises:
        RuntimeError: if a rate is negative or NaN.

    >>> wengert.poisson(wengert.zeros(3))
    tensor([0., 0., 0.])
    """
    x = _payload("poisson", input)
    if not (physical(x) >= 0).all():
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    drawn = counts.poisson(arrays.move(x, "cpu"), generator=generator)
    return _poisson(input, arrays.move(drawn, arrays.device_of(x)))


@pointwise(
    count=lambda count_meta: count_meta.zeros(), prob=lambda prob_meta: prob_meta.zeros(), promote=None, moves=True,
    layout="rows",
)  # fmt: skip
def _binomial(xp, count, prob, drawn):
    return _spread(xp, drawn, count, prob)


@composite("binomial(count, prob, generator=None)", method=False)
def binomial(count: Any, prob: Any, generator: Any = None) -> Any:
    """Random numbers from binomial distributions: the number of successes in ``count`` trials with probability
    ``prob``.

    Args:
        count: the number of trials: float32 or float64
        prob: the probability of success, of the same dtype; broadcast with ``count``

    >>> wengert.binomial(wengert.tensor([3.0, 4.0]), wengert.tensor([0.0, 1.0]))
    tensor([0., 4.])
    """
    n, p = _payload("binomial", count), _payload("binomial", prob)
    drawn = counts.binomial(arrays.move(n, "cpu"), arrays.move(p, "cpu"), generator=generator)
    return _binomial(count, prob, arrays.move(drawn, arrays.device_of(n)))


@composite("multinomial(input, num_samples, replacement=False, *, generator=None, out=None)")
def multinomial(input: Any, num_samples: int, replacement: bool = False, *, generator: Any = None) -> Any:
    """Random indices, drawn from each row of non-negative weights.

    Args:
        input: the weights: shape (n,) or (m, n)

    >>> wengert.multinomial(wengert.tensor([0.0, 1.0, 0.0]), 1)
    tensor([1])
    """
    x = _payload("multinomial", input)
    drawn = random.multinomial(arrays.move(x, "cpu"), num_samples, replacement, generator=generator)
    return wrap(arrays.move(drawn, arrays.device_of(x)))


# -- filling a tensor


# the operations that fill a tensor, with PyTorch's names of their nodes
FILLS = {
    node: pointwise(name=f"_fill_{node}", x=lambda x_meta: x_meta.zeros(), promote=None, moves=True, node=node,
                    onto=_fill_onto)(_filled)
    for node in (
        "UniformBackward0", "NormalBackward0", "LogNormalBackward0", "ExponentialBackward0", "CauchyBackward0",
        "GeometricBackward0", "BernoulliBackward2", "RandomBackward0", "RandomBackward1", "RandomBackward2",
    )
}  # fmt: skip


@pointwise(x=lambda x_meta: x_meta.zeros(), p=lambda p_meta: p_meta.zeros(), promote=None, moves=True,
           node="BernoulliBackward1", onto=lambda xp, x, p, drawn: _fill_onto(xp, x, drawn))  # fmt: skip
def _fill_by_chances(xp, x, p, drawn):
    return _spread(xp, _filled(xp, x, drawn), p)


def _refill(name: str, input: Any, draw: Callable[..., Any], generator: Any, row: Any, *by: Any) -> Any:
    """Overwrite a tensor by a row, with the result of ``draw(shape, dtype, ...)``, drawn in the order of its memory."""
    x = payload_of(input)
    if type(x) is COO:
        raise errors.sparse.no_rule(name, (x,))
    order = random.order_of(x)

    def drawn() -> tuple[Any, ...]:
        return (*by, wrap(arrays.move(draw(x.shape, x.dtype, generator=generator, order=order), arrays.device_of(x))))

    return refill(row, name, input, drawn)


@composite("uniform_(input, from_=0.0, to=1.0, *, generator=None)")
def uniform_(input: Any, from_: float = 0.0, to: float = 1.0, *, generator: Any = None) -> Any:
    """Fills the tensor with random numbers from the uniform distribution on [from_, to).

    >>> _ = wengert.manual_seed(0)
    >>> wengert.zeros(3).uniform_(0, 10)
    tensor([4.9626, 7.6822, 0.8848])
    """
    return _refill("uniform_", input, partial(random.uniform, low=from_, high=to), generator, FILLS["UniformBackward0"])


@composite("normal_(input, mean=0.0, std=1.0, *, generator=None)")
def normal_(input: Any, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Any:
    """Fills the tensor with random numbers from a normal distribution.

    >>> wengert.zeros(2, 3).normal_(mean=5.0).shape
    wengert.Size([2, 3])
    """
    return _refill("normal_", input, partial(random.normal, mean=mean, std=std), generator, FILLS["NormalBackward0"])


@composite("log_normal_(input, mean=1.0, std=2.0, *, generator=None)")
def log_normal_(input: Any, mean: float = 1.0, std: float = 2.0, *, generator: Any = None) -> Any:
    """Fills the tensor with random numbers whose logarithm is normally distributed.

    Args:
        mean: the mean of the logarithm
        std: the standard deviation of the logarithm

    >>> bool((wengert.zeros(3).log_normal_() > 0).all())
    True
    """
    return _refill(
        "log_normal_", input, partial(random.log_normal, mean=mean, std=std), generator, FILLS["LogNormalBackward0"]
    )


@composite("exponential_(input, lambd=1.0, *, generator=None)")
def exponential_(input: Any, lambd: float = 1.0, *, generator: Any = None) -> Any:
    """Fills the tensor with random numbers from the exponential distribution with mean ``1 / lambd``.

    Args:
        lambd: the rate, greater than 0

    >>> bool((wengert.zeros(3).exponential_() > 0).all())
    True
    """
    return _refill(
        "exponential_", input, partial(random.exponential, rate=lambd), generator, FILLS["ExponentialBackward0"]
    )


@composite("cauchy_(input, median=0.0, sigma=1.0, *, generator=None)")
def cauchy_(input: Any, median: float = 0.0, sigma: float = 1.0, *, generator: Any = None) -> Any:
    """Fills the tensor with random numbers from a Cauchy distribution.

    >>> wengert.zeros(3).cauchy_().shape
    wengert.Size([3])
    """
    return _refill(
        "cauchy_", input, partial(random.cauchy, median=median, sigma=sigma), generator, FILLS["CauchyBackward0"]
    )


@composite("geometric_(input, p, *, generator=None)")
def geometric_(input: Any, p: float, *, generator: Any = None) -> Any:
    """Fills the tensor with random numbers of trials up to the first success, which has probability ``p``.

    Args:
        p: the probability of success, between 0 and 1

    >>> bool((wengert.zeros(3).geometric_(0.5) >= 1).all())
    True
    """
    return _refill("geometric_", input, partial(random.geometric, p=p), generator, FILLS["GeometricBackward0"])


@composite("bernoulli_(input, p=0.5, *, generator=None)")
def bernoulli_(input: Any, p: Any = 0.5, *, generator: Any = None) -> Any:
    """Fills the tensor with random numbers that are 1 with probability ``p``, and 0 otherwise.

    Args:
        p: the probability: a number, or a tensor that is broadcast

    >>> wengert.zeros(3).bernoulli_(1.0)
    tensor([1., 1., 1.])
    """
    row, by = FILLS["BernoulliBackward2"], []
    if hasattr(p, "dtype"):
        p = expand(p, shape=payload_of(input).shape)
        row, by = _fill_by_chances, [p]
        p = arrays.move(payload_of(p), "cpu")

    def draw(shape: Any, dtype: Any, **options: Any) -> Any:
        return random.bernoulli(shape, p, dtype, **options)

    return _refill("bernoulli_", input, draw, generator, row, *by)


@composite("random_(input, from_=..., to=..., *, generator=None)")
def random_(input: Any, from_: Any = ..., to: Any = ..., *, generator: Any = None) -> Any:
    """Fills the tensor with random integers.

    ``random_()`` uses all integers of the dtype from 0 on, ``random_(to)`` those below ``to``, and ``random_(from_,
    to)`` those from ``from_`` on, too.

    ``to=None`` means the largest number of the dtype.

    >>> _ = wengert.manual_seed(0)
    >>> wengert.zeros(3).random_(10)
    tensor([4., 9., 3.])
    """
    if from_ is ... and to is ...:
        return _refill("random_", input, random.random, generator, FILLS["RandomBackward2"])
    low, high = (0, from_) if to is ... else (0 if from_ is ... else from_, to)
    low, high = as_int(low), None if to is None else as_int(high)
    row = FILLS["RandomBackward1" if to is ... else "RandomBackward0"]
    return _refill("random_", input, partial(random.randint, low, high), generator, row)


# -- the default generator


@composite("get_rng_state()", method=False)
def get_rng_state() -> Any:
    """The state of the default generator, as a tensor of bytes.

    >>> state = wengert.get_rng_state()
    >>> state.dtype
    wengert.uint8
    """
    return seeding.get_rng_state()


@composite("set_rng_state(new_state)", method=False)
def set_rng_state(new_state: Any) -> None:
    """Sets the state of the default generator to one that :func:`get_rng_state` returned.

    >>> state = wengert.get_rng_state()
    >>> first = wengert.rand(2)
    >>> wengert.set_rng_state(state)
    >>> wengert.equal(wengert.rand(2), first)
    True
    """
    seeding.set_rng_state(new_state)
