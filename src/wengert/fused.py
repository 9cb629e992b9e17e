"""Elementwise formulas as programs: every operation of a formula in one pass over memory.

A formula or kernel is run once on :class:`Symbol`, a payload that writes down the NumPy functions it meets. What
comes out is a straight line of ufunc loops, which ``native`` runs block by block: the numbers are NumPy's to the last
bit, without its cost per call, and intermediate results never leave the cache. What cannot be written down that way
(it looks at shapes or values, or is no ufunc) stays with NumPy, and so does everything in the uncompiled build.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from . import native

BOOL = np.dtype(bool)


class Untraceable(Exception):
    """What a symbol cannot write down."""


class Tape:
    """The steps written down so far."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        self.dtypes: list[Any] = []  # of the symbols, by number
        self.steps: list[Any] = []  # (ufunc or None, loop, operands, number of the result)

    def symbol(self, dtype: Any, number: bool = False) -> Symbol:
        self.dtypes.append(dtype)
        return Symbol(self, len(self.dtypes) - 1, dtype, number)

    def operand(self, v: Any, dtype: Any) -> Any:
        """A symbol's number, or a Python number as it is; what would have to be cast is refused."""
        if type(v) is Symbol and v.tape is self:
            if v.dtype == dtype:
                return v
            if v.dtype == BOOL and dtype == self.dtype:
                return self.select(v, 1, 0)
        elif type(v) in (float, int, dtype.type) and dtype == self.dtype:
            return float(v)
        raise Untraceable

    def call(self, ufunc: Any, inputs: Any, dtype: Any = None) -> Symbol:
        """Write down one ufunc."""
        if ufunc.nout != 1 or ufunc.signature or all(v.is_number for v in inputs if type(v) is Symbol):
            raise Untraceable  # numbers alone are for Python
        kinds = [type(v) if type(v) in (float, int) else v.dtype for v in inputs]
        *taken, given = ufunc.resolve_dtypes((*kinds, None), signature=(None,) * ufunc.nin + (dtype,))
        loop = "".join(d.char for d in taken) + "->" + given.char
        operands = [self.operand(v, d) for v, d in zip(inputs, taken, strict=True)]
        return self.step(ufunc, ufunc.types.index(loop), operands, given)

    def select(self, condition: Any, a: Any, b: Any) -> Symbol:
        """Write down ``where``."""
        operands = [self.operand(condition, BOOL), self.operand(a, self.dtype), self.operand(b, self.dtype)]
        return self.step(None, 0, operands, self.dtype)

    def step(self, ufunc: Any, loop: int, operands: Any, dtype: Any) -> Symbol:
        if dtype not in (self.dtype, BOOL):
            raise Untraceable
        result = self.symbol(dtype)
        self.steps.append((ufunc, loop, operands, result))
        return result


class Symbol(NDArrayOperatorsMixin):
    """A payload that stands for any array of a dtype, or any Python number, and writes down what happens to it."""

    def __init__(self, tape: Tape, place: int, dtype: Any, is_number: bool = False) -> None:
        self.tape = tape
        self.place = place
        self.dtype = dtype
        self.is_number = is_number

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        dtype = kwargs.pop("dtype", None)
        if method != "__call__" or kwargs or ufunc in (np.power, np.float_power):  # what powers cost depends on values
            raise Untraceable
        return self.tape.call(ufunc, inputs, dtype)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if function is not np.where or len(args) != 3 or kwargs:
            raise Untraceable
        return self.tape.select(*args)

    def __pow__(self, other: Any) -> Any:
        if type(other) not in (float, int) or other not in POWERS:
            raise Untraceable
        return POWERS[other](self)

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise Untraceable

    def __bool__(self) -> bool:
        raise Untraceable


POWERS: dict[Any, Any] = {2: np.square, 0.5: np.sqrt, -1: np.reciprocal}  # as NumPy's arrays do them


def programs(make: Callable[[Any], Callable[..., Any]]) -> Any:
    """The programs of the functions, from payloads to a tuple of payloads, that ``make`` gives for parameters (a
    dictionary or None); None in the uncompiled build."""
    return native.Programs(make, write) if native.COMPILED else None


def in_one_pass(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The elementwise part of a kernel, ``kernel(xp, *arrays_and_numbers)``, as a program where there can be one."""
    found = programs(lambda params: lambda *values: (kernel(np, *values),))
    if found is None:
        return kernel

    @functools.wraps(kernel)
    def run(xp: Any, *values: Any) -> Any:
        results = found.run(list(values))
        return kernel(xp, *values) if results is None else results[0]

    return run


def write(fn: Callable[..., Any], dtype: Any, inputs: int, numbers: int, given: Any) -> Any:
    """``fn`` as a program; None if it is not one.

    It is for arrays of ``dtype``, and Python numbers where ``numbers`` has a bit: any, or only those in ``given``,
    which has None in place of the arrays. Any exception means that there is no program: what ``fn`` asks of its
    arguments may be anything.
    """
    tape = Tape(dtype)
    symbols = [tape.symbol(dtype, bool(numbers >> i & 1)) for i in range(inputs)]
    try:
        results = fn(*symbols) if given is None else fn(*[s if v is None else v for s, v in zip(symbols, given)])
        if not all(type(r) is Symbol and r.tape is tape for r in results):
            return None
        return assemble(tape, inputs, numbers, given, results)
    except Exception:
        return None


def assemble(tape: Tape, inputs: int, numbers: int, given: Any, results: Any) -> Any:
    """Number inputs, constants and results anew, and let intermediate results share places."""
    needed = {r.place for r in results}
    steps = []
    for ufunc, loop, operands, result in reversed(tape.steps):
        if result.place in needed:
            needed.update(v.place for v in operands if type(v) is Symbol)
            steps.append((ufunc, loop, operands, result))
    steps.reverse()
    last = {}  # the step that reads a symbol last
    for i, (_, _, operands, _) in enumerate(steps):
        for v in operands:
            if type(v) is Symbol:
                last[v.place] = i
    keep = {r.place for r in results}
    constants = list(dict.fromkeys(repr(v) for _, _, operands, _ in steps for v in operands if type(v) is float))
    at: Any = {i: i for i in range(inputs)}
    dtypes = [tape.dtype] * (inputs + len(constants))
    free: dict[Any, list[int]] = {}
    lines = []
    for i, (ufunc, loop, operands, result) in enumerate(steps):
        slots = [at[v.place] if type(v) is Symbol else inputs + constants.index(repr(v)) for v in operands]
        spare = free.get(result.dtype)
        if spare and result.place not in keep:
            at[result.place] = spare.pop()
        else:
            at[result.place] = len(dtypes)
            dtypes.append(result.dtype)
        lines.append((ufunc, loop, (*slots, at[result.place])))
        for n in {v.place for v in operands if type(v) is Symbol and v.place >= inputs}:
            if last[n] == i and n not in keep:
                free.setdefault(tape.dtypes[n], []).append(at[n])
    outputs = [at[r.place] for r in results]
    return native.Program(tape.dtype, inputs, numbers, given, [float(c) for c in constants], dtypes, lines, outputs)
