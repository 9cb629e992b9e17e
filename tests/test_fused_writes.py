"""Programs of fused elementwise loops write where the first input lies what NumPy writes there, and nowhere else."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core.arrays import fused, objects
from wengert._core.arrays.program_cache import Programs

pytestmark = pytest.mark.skipif(not wengert.compiled, reason="the uncompiled build has no loops of its own")


def programs(fn: Callable[..., Any]) -> Any:
    return Programs(lambda params: fn, fused.write)


def targets(r: np.random.Generator, dtype: type) -> Iterator[Any]:
    """Arrays to write into: dense, with gaps, in other orders, with short rows and long ones, beside what is read."""
    for shape in ((7,), (5, 3), (90, 8), (4, 30, 8), (3, 50, 40), (200, 300)):
        axes = range(len(shape))
        for order in itertools.permutations(axes):
            for parts in (1, 2):  # two arrays lie in the gaps of one another
                whole = r.normal(size=[shape[axis] for axis in order[:-1]] + [parts, shape[order[-1]]]).astype(dtype)
                back = [order.index(axis) for axis in axes]
                yield whole, [whole[..., k, :].transpose(back) for k in range(parts)]


def written(program: Any, step: Callable[..., Any], whole: Any, x: Any, y: Any) -> bool:
    """Compare what a program writes with what NumPy writes, and hold all that lies between to be as it was. Return
    whether it was written."""
    expected = whole.copy()
    place = np.lib.stride_tricks.as_strided(
        expected.reshape(-1)[(objects.address(x) - objects.address(whole)) // x.itemsize :], x.shape, x.strides
    )
    place[...] = step(x, y)[0]
    if not (program.fits([x, y]) and program.write([x, y])):
        return False
    assert whole.tobytes() == expected.tobytes(), (x.shape, x.strides, getattr(y, "strides", y))
    return True


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("step", [lambda a, b: (a * b,), lambda a, b: (a - b * (a + b),)], ids=["one", "three"])
def test_a_result_may_take_the_place_of_the_first_input_however_it_lies(step: Callable[..., Any], dtype: type) -> None:
    program, r, taken, asked = programs(step), np.random.default_rng(0), 0, 0
    for whole, parts in targets(r, dtype):
        x = parts[0]
        like = r.normal(size=x.shape).astype(dtype)
        beside = parts[1:]
        for y in (*beside, like, like[:1], like[..., :1], like[-1:], np.asfortranarray(like), 0.5):
            asked += 1
            taken += written(program, step, whole, x, y)
    assert taken > (0.9 if step(2, 3) == (6,) else 0.6) * asked  # short rows with gaps are worth a step, not three


def test_what_shares_memory_is_not_overwritten_step_by_step() -> None:
    program = programs(lambda a, b: (a * b,))
    x = np.random.default_rng(0).normal(size=(20, 20))
    assert not program.fits([x[1:], x[:-1]]) and not program.fits([x, x.T]) and not program.fits([x, x])
    assert program.fits([x[:, ::2], x[:, 1::2]]) and program.fits([x[:10], x[10:]])
    assert not program.fits([x[:1], x[1:3]])  # the result would be larger
    assert not program.fits([x, x.astype(np.float32)]) and not program.fits([x, None])
    x.flags.writeable = False
    assert not program.fits([x, 2.0])
