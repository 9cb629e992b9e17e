"""Ranges of numbers, by step or evenly spaced."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, copies, dtypes
from ...arrays.dtypes import COMPLEX, FLOAT, I64, INT
from ...declare.families import composite
from ...tape.tensor import wrap
from .create import LEAF, _count, _dtype, _leaf, _number

WHOLE = (int, np.integer)
EXACT = 2**53


def _check(name: str, start: Any, end: Any, step: Any, target: Any) -> None:
    """Raise if the range is invalid."""
    if target is not I64 and dtypes.category(target) not in (INT, FLOAT):
        raise errors.calls.not_implemented(f"{name}_cpu", target, "Choose a real dtype.")
    if type(start) is type(end) is type(step) is int and step and -EXACT <= start <= end <= EXACT and 0 < step <= EXACT:
        return
    for v in (start, end, step):
        if type(v) is int and -EXACT <= v <= EXACT:  # it fits every dtype that ranges are counted in
            continue
        if isinstance(v, complex):
            raise RuntimeError(
                f"value cannot be converted to type double without overflow: {name} counts real numbers. "
                "Give real ends."
            )
        if isinstance(v, int) or (target == I64 and math.isfinite(v)):
            dtypes.fitting(v, I64 if target == I64 else dtypes.F64)
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start} -> {end}. Give ends that are finite numbers.")
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end < start) == (step > 0) and end != start:
        raise RuntimeError(
            "upper bound and lower bound inconsistent with step sign. Swap the bounds, or give a step of the other sign."
        )


def _counted(n: int, start: Any, step: Any, target: Any, device: Any) -> Any:
    """The ``n`` numbers ``start``, ``start + step``, ``start + 2 * step``, …"""
    if n >= 2**60:
        raise RuntimeError(
            f"invalid size, possible overflow? Asked for {n} numbers. Give a larger step, or a nearer end."
        )
    whole = target is I64 or dtypes.category(target) == INT
    if whole and not (type(start) is type(step) is int):
        start, step = int(start), int(step)
    xp = arrays.module_for(device)
    values = copies.counted(xp, n, start, step, target)
    if values is not None:
        return values
    values = xp.arange(n, dtype=I64 if whole else dtypes.F64)
    if step != 1:
        values *= step
    if start or step < 0:  # 0 * step is -0.0
        values += start
    return values if target is I64 else values.astype(target, copy=False)


def _numbers(name: str, values: Any, out: Any, leaf: dict[str, Any]) -> Any:
    """Finish a line of numbers. An ``out`` with as many elements keeps its shape."""
    if out is None:
        return _leaf(name, values, **leaf) if leaf else wrap(values)
    count = math.prod(out.shape)
    if count == values.size:
        values = values.reshape(out.shape)
    elif count and name == "arange":
        errors.text.warn(errors.writes.out_recounted(out.shape, values.size))
    return _leaf(name, values, out=out, **leaf)


@composite(f"arange(start=None, end=None, step=1, *, out=None, dtype=None, {LEAF})", method=False)
def arange(
    start: Any = None, end: Any = None, step: Any = 1, *, dtype: Any = None, out: Any = None, **leaf: Any
) -> Any:
    """The numbers from ``start`` (default 0) up to but without ``end``, in steps of ``step``.

    They are integers if all three arguments are.

    Args:
        start: the first number; the end, if it is the only argument
        end: the end of the range, not included
        step: the difference between neighbours

    >>> wengert.arange(3)
    tensor([0, 1, 2])
    >>> wengert.arange(1, 2, 0.25)
    tensor([1.0000, 1.2500, 1.5000, 1.7500])
    """
    if end is None:
        start, end = None, start
    if end is None:
        raise TypeError("arange(): argument 'end' is missing; give arange(end) or arange(start, end)")
    start = 0 if start is None else start
    integers = type(start) is type(end) is type(step) is int
    if not integers:
        start, end, step = _number(start), _number(end), _number(step)
        integers = all([isinstance(v, WHOLE) for v in (start, end, step)])
    target = _dtype(dtype, out, I64 if integers else None)
    _check("arange", start, end, step, target)
    whole = target is I64 or target == I64
    if whole and not integers:
        start, end, step = int(start), int(end), int(step)
        if step == 0:
            raise ValueError("step must be nonzero")
    n = -((start - end) // step) if integers or whole else math.ceil((end - start) / step)
    return _numbers("arange", _counted(n, start, step, target, leaf.get("device")), out, leaf)


@composite(f"range(start=0, end=..., step=1, *, out=None, dtype=None, {LEAF})", name="range", method=False)
def inclusive(start: Any = 0, end: Any = ..., step: Any = 1, *, dtype: Any = None, out: Any = None, **leaf: Any) -> Any:
    """The numbers from ``start`` to ``end`` inclusive, in the default dtype. Deprecated: use :func:`arange`.

    Args:
        start: the first number
        end: the end of the range; it is the last number if the steps reach it
        step: the difference between neighbours

    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.range(1, 4)
    tensor([1., 2., 3., 4.])
    """
    if end is ...:
        raise errors.calls.missing_arguments("range", end=end)
    errors.deprecated.inclusive_range()
    start, end, step = _number(start), _number(end), _number(step)
    target = _dtype(dtype, out)
    if dtypes.category(target) == INT and not any([isinstance(v, complex) for v in (start, end, step)]):
        start, end, step = [int(v) if math.isfinite(v) else v for v in (start, end, step)]
    _check("range", start, end, step, target)
    n = math.floor((end - start) / step) + 1
    return _numbers("range", _counted(n, start, step, target, leaf.get("device")), out, leaf)


def _held(end: Any, target: np.dtype[Any]) -> Any:
    """An end of a line of numbers, as its dtype holds it."""
    if target.kind == "b":
        return end
    return dtypes.fitting(end if target.kind in "iu" else end * 1.0, target)


def evenly(name: str, start: Any, end: Any, steps: Any, target: np.dtype[Any], xp: Any) -> Any:
    """``steps`` numbers from one to another. Like PyTorch, it counts from both ends, so that both are exact.

    The numbers of a ``linspace`` in float32 have PyTorch's bits: the step is rounded to float32, and each number once.
    """
    n = _count(name, "steps", steps)
    if n < 0:
        raise RuntimeError("number of steps must be non-negative")
    if dtypes.category(target) != COMPLEX and (isinstance(start, complex) or isinstance(end, complex)):
        raise RuntimeError(
            f"torch.{name}(): inferred dtype {errors.text.type_name(dtypes.default_complex())} can't be safely cast to passed dtype "
            f"{errors.text.type_name(target)}. "
            "Choose a complex dtype."
        )
    start, end = (_held(v, target) if k < n else v for k, v in enumerate((start, end)))
    if n < 2:
        return xp.full(n, start)
    if target == dtypes.F32 and name == "linspace":
        first, last = np.float32(start), np.float32(end)
        start, end, step = float(first), float(last), float((last - first) / np.float32(n - 1))
    else:
        step = (end - start) / (n - 1)
    steps, half = step * xp.arange(n), n // 2
    steps[half:] = end - steps[n - 1 - half :: -1]
    steps[:half] += start
    return steps


def _ends(name: str, start: Any, end: Any, dtype: Any, out: Any) -> tuple[Any, Any, np.dtype[Any]]:
    for which, v in (("start", start), ("end", end)):
        if v is None or isinstance(v, (str, bytes)):
            raise errors.calls.wrong_type(name, which, "Tensor or number", v)
        if getattr(v, "ndim", 0):
            raise RuntimeError(
                f"{name} only supports 0-dimensional start and end tensors, but got {which} with {v.ndim} dimension(s)."
            )
    start, end = _number(start), _number(end)
    is_complex = isinstance(start, complex) or isinstance(end, complex)
    return start, end, _dtype(dtype, out, dtypes.default_complex() if is_complex else None)


@composite(f"linspace(start, end, steps, *, out=None, dtype=None, {LEAF})", method=False)
def linspace(start: Any, end: Any, steps: Any, *, dtype: Any = None, out: Any = None, **leaf: Any) -> Any:
    """``steps`` evenly spaced numbers from ``start`` to ``end`` inclusive.

    Args:
        start: the first number
        end: the last number

    >>> wengert.linspace(0, 1, 5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """
    start, end, target = _ends("linspace", start, end, dtype, out)
    values = evenly("linspace", start, end, steps, target, arrays.module_for(leaf.get("device")))
    return _numbers("linspace", values.astype(target), out, leaf)


@composite(f"logspace(start, end, steps, base=10.0, *, out=None, dtype=None, {LEAF})", method=False)
def logspace(
    start: Any, end: Any, steps: Any, base: Any = 10.0, *, dtype: Any = None, out: Any = None, **leaf: Any
) -> Any:
    """``steps`` numbers from ``base ** start`` to ``base ** end``, evenly spaced on a logarithmic scale.

    Args:
        start: the first exponent
        end: the last exponent

    >>> wengert.logspace(0, 3, 4)
    tensor([   1.,   10.,  100., 1000.])
    """
    start, end, target = _ends("logspace", start, end, dtype, out)
    xp = arrays.module_for(leaf.get("device"))
    powers = evenly("logspace", start, end, steps, target, xp)
    if base is None:
        raise errors.calls.wrong_type("logspace", "base", "number", base)
    with np.errstate(invalid="ignore"):
        values = xp.power(xp.asarray(base, powers.dtype if powers.dtype.kind == "c" else dtypes.F64), powers)
    return _numbers("logspace", values.astype(target), out, leaf)
