"""Calls with a number beside arrays of a half type, some elements of which are that number as the half type has it.

There it shows whether the number is rounded to the half type: comparisons, differences and the gradients at kinks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests import laws
from tests.calls import PUBLIC
from tests.facts import kinks
from tests.numbers_given import Spot, spots
from tests.samples import Sample
from wengert._core.arrays import dtypes

SHORT = 24  # elements
NUMBERS = (0.3, 0.1, 0.7)  # rounded up and down, in one half type or the other
STRETCHED = (1.1, 1.3)  # the samples' numbers times these: no half type has them, and one or the other is rounded up


# What these accumulate PyTorch rounds to the half type in between, and some only in one of its loops.
ACCUMULATE = frozenset((
    "batch_norm", "instance_norm", "gru", "lstm", "rnn_tanh", "rnn_relu", "renorm", "masked.normalize",
    "nn.functional.batch_norm", "nn.functional.group_norm", "nn.functional.instance_norm", "nn.functional.layer_norm",
    "nn.functional.linear_cross_entropy", "nn.functional.lp_pool1d", "nn.functional.lp_pool2d",
    "nn.functional.scaled_dot_product_attention",
))  # fmt: skip


OPERATORS = """
    eq ne lt le gt ge sub rsub add mul div floor_divide fmod remainder pow clamp clamp_min clamp_max copysign xlogy
    float_power
"""


def calls() -> Iterator[tuple[str, Sample]]:
    """Every call: the public name of an operation, and a sample."""
    for dtype in laws.HALVES:
        for number in NUMBERS:
            for name, sample in _at(number, dtype):
                yield name, sample
    for name, public in PUBLIC.items():
        for case in laws.few(name) if public not in ACCUMULATE else ():
            for spot in spots(public, case.sample):
                if spot.kinds & {"Number", "float"} and type(spot.value) in (float, int) and spot.value:
                    for dtype in laws.HALVES:
                        for factor in STRETCHED:
                            sample = planted(case, spot, dtype, spot.value * factor)
                            if sample is not None:
                                yield public, sample


def _at(number: float, dtype: str) -> Iterator[tuple[str, Sample]]:
    """Calls that compare with the number, subtract it, or have a kink there."""
    x = around(number, dtype)
    zeros, ones = np.zeros_like(x), np.ones_like(x)
    for name in OPERATORS.split():
        yield name, Sample(x, number)
    for name in ("mul", "div", "sub", "add", "eq", "maximum", "minimum", "clamp"):
        for wide in (np.float32, np.float64):
            yield name, Sample(x, np.array(number, wide))
    yield "clamp", Sample(x, max=number)
    yield "clamp", Sample(x, -1.0, number)
    yield "where", Sample(x > 0, x, number)
    yield "lerp", Sample(zeros, ones, number)
    yield "isclose", Sample(x, zeros, 0.0, number)
    for mode in ("floor", "trunc"):
        yield "div", Sample(x, number, rounding_mode=mode)
    yield "hardshrink", Sample(x, number)
    yield "logit", Sample(x, min(number, 0.5))
    for name in ("leaky_relu", "elu", "celu", "softplus"):
        yield f"nn.functional.{name}", Sample(-x, number)
    yield "nn.functional.softplus", Sample(x, 1.0, number)
    yield "nn.functional.threshold", Sample(x, number, 7.0)
    yield "nn.functional.hardtanh", Sample(x, -2.0, number)
    yield "nn.functional.hardtanh", Sample(x, number, 2.0)
    yield "nn.functional.huber_loss", Sample(x, zeros, delta=number, reduction="none")
    yield "nn.functional.smooth_l1_loss", Sample(x, zeros, beta=number, reduction="none")
    yield "nn.functional.hinge_embedding_loss", Sample(x, -ones, margin=number, reduction="none")
    yield "nn.functional.margin_ranking_loss", Sample(x, zeros, ones, margin=number, reduction="none")
    yield "addcmul", Sample(zeros, x, ones)
    yield "addcdiv", Sample(zeros, x, ones, value=number)
    yield "add", Sample(zeros, x, alpha=number)


def around(number: float, dtype: str) -> Any:
    """The number in a half type, its two neighbours, and its negative."""
    half = np.zeros((), dtypes.as_numpy(dtype)).dtype
    at = np.array(number).astype(half)
    near = np.nextafter(at, at * 0).astype(half), np.nextafter(at, at * 2).astype(half)
    return np.array([at, *near, -at])


def planted(case: laws.Case, spot: Spot, dtype: str, value: float) -> Sample | None:
    """The sample with this number, arrays of a half type, and the number among the elements of the first of them."""
    sample = laws.recast(case.sample, dtype)
    leaves = [] if sample is None else list(laws.arrays_in((sample.args, sample.params)))
    if not leaves or str(leaves[0].dtype) != dtype or not 0 < leaves[0].size <= SHORT:
        return None
    first = leaves[0].copy()
    some = around(value, dtype)[: first.size]
    first.reshape(-1)[: len(some)] = some
    args, params = laws.refilled((sample.args, sample.params), iter([first, *leaves[1:]]))
    args, params = spot.put((tuple(args), params), value)
    return Sample(*args, **params)


def text(name: str, sample: Sample) -> str:
    """A call as a reader would write it, with the dtype of its arrays."""
    leaves = list(laws.arrays_in((sample.args, sample.params)))
    wide = [a.astype(np.float64) if str(a.dtype) in laws.HALVES else a for a in leaves]
    args, params = laws.refilled((sample.args, sample.params), iter(wide))
    dtype = next(str(a.dtype) for a in leaves if str(a.dtype) in laws.HALVES)
    return f"{dtype}: {kinks.text(name, Sample(*args, **params))}"


def outcome(module: Any, name: str, sample: Sample) -> dict[str, Any] | None:
    """What a library makes of a call, as :func:`kinks.outcome`."""
    return kinks.outcome(module, name, sample)
