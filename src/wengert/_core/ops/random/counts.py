"""Random numbers that take an uncertain number of uniform ones each. For equal seeds they are PyTorch's on the CPU.

For small rates and counts, events are counted one by one. For large ones, rejection sampling is used: Hörmann, "The
transformed rejection method for generating Poisson random variables" and "The generation of binomial random variates"
(both 1993).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import errors
from ...arrays import dtypes
from ...arrays.dtypes import F32, F64
from ...tape import state as modes
from . import random_loops
from .generator import Generator, _as_batched, _claim, _watched, _whole, examples


def each(loop: Callable[..., Any], generator: Generator | None, dtype: Any, *given: Any) -> Any:
    """Draw by a loop of ``random_loops``, for each element of the parameters and each example of a vmap of one of them.

    The parameters are broadcast.
    """
    maps = examples(*given) if modes.current().vmap else []
    arrays = np.broadcast_arrays(*[_whole(v, maps) if maps else v for v in given])
    values = _claim(generator).looped(loop, *[np.ascontiguousarray(v, F64).reshape(-1) for v in arrays])
    return _as_batched(values.astype(dtype).reshape(arrays[0].shape), maps)


@_watched
def poisson(rate: Any, *, generator: Generator | None = None) -> Any:
    """Poisson random numbers with the given rates, as a payload."""
    if dtypes.category(rate.dtype) != dtypes.FLOAT:
        raise errors.calls.not_implemented("poisson_cpu", rate.dtype)
    return each(random_loops.poissons, generator, rate.dtype, rate)


@_watched
def binomial(count: Any, p: Any, *, generator: Generator | None = None) -> Any:
    """Binomial random numbers for the given counts and probabilities, which are payloads and are broadcast."""
    for name, v in (("count", count), ("prob", p)):
        if dtypes.category(v.dtype) != dtypes.FLOAT:
            raise ValueError(
                f"binomial only supports floating-point dtypes for {name}, got: {errors.text.type_name(v.dtype)}"
            )
    if count.dtype != p.dtype:
        found, expected = errors.text.type_name(p.dtype), errors.text.type_name(count.dtype)
        raise RuntimeError(f"Found dtype {found} but expected {expected}")
    if count.dtype not in (F32, F64):
        raise errors.calls.not_implemented("binomial_cpu", count.dtype)
    return each(random_loops.binomials, generator, count.dtype, count, p)
