"""Elementwise formulas as programs: every operation of a formula in one pass over memory.

A formula or kernel is traced: it runs once on instances of :class:`Symbol`, which record the NumPy functions that are
called on them. The result is a straight line of ufunc loops, which ``Program`` runs block by block. The numbers are
those of the single calls to the last bit, NumPy's cost per call is gone, and intermediate results stay in the cache.
NumPy computes what cannot be traced: functions that look at shapes or values, or that call anything but ufuncs. In the
pure build it computes everything.

Note [Steps]. What is traced are ufuncs, each with the number of its loop; "sum" and "max" of rows; and None, which is
``where``. Then several of them become one step, which computes what they would, in registers: a polynomial, whose
function is the tuple of its numbers; a choice by a comparison (None, with the comparison in place of a loop); and an
expression of arithmetic that was compiled with the package. Its function is its number among those, and it may have
several results.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from itertools import takewhile
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from .. import compiled
from . import planning, reductions
from .program_cache import Programs
from .programs import EXPRESSIONS, Program
from .row_programs import RowProgram, RowPrograms
from .update_programs import UpdateProgram

BOOL = np.dtype(bool)
ALONE, BESIDE = 1, 2  # where a function takes arrays of bools: without floats, and with them
WHOLE, EACH, SHARED = range(3)  # kinds: whole rows, one number for each row, one row that all rows share


class Untraceable(Exception):
    """Raised where a function does what a symbol cannot record."""


class Tape:
    """The steps recorded so far."""

    def __init__(self, dtype: Any, in_rows: bool = False) -> None:
        self.dtype = dtype
        self.in_rows = in_rows
        self.dtypes: list[Any] = []  # by the number of the symbol
        self.known: dict[Any, Symbol] = {}  # result of each step, so that none is recorded twice
        self.steps: list[Any] = []  # (function, loop, operands, result): Note [Steps]

    def symbol(self, dtype: Any, number: bool = False, kind: int = WHOLE) -> Symbol:
        self.dtypes.append(dtype)
        return Symbol(self, len(self.dtypes) - 1, dtype, number, kind)

    def operand(self, v: Any, dtype: Any) -> Any:
        """A symbol or a Python number as an operand of this dtype. Nothing is cast, except a Boolean to numbers."""
        if type(v) is Symbol and v.tape is self:
            if v.dtype == dtype:
                return v
            if v.dtype == BOOL and dtype == self.dtype:
                return self.select(v, 1, 0)
        elif dtype != BOOL and type(v) in (float, int, dtype.type) and dtype == self.dtype:
            return float(v)
        raise Untraceable

    def call(self, ufunc: Any, inputs: Any, dtype: Any = None) -> Symbol:
        """Record a ufunc."""
        if ufunc.nout != 1 or ufunc.signature or all(v.is_number for v in inputs if type(v) is Symbol):
            raise Untraceable  # Python computes with numbers alone
        kinds = [type(v) if type(v) in (float, int) else v.dtype for v in inputs]
        *taken, given = ufunc.resolve_dtypes((*kinds, None), signature=(None,) * ufunc.nin + (dtype,))
        loop = "".join(d.char for d in taken) + "->" + given.char
        operands = [self.operand(v, d) for v, d in zip(inputs, taken, strict=True)]
        return self.step(ufunc, ufunc.types.index(loop), operands, given)

    def select(self, condition: Any, a: Any, b: Any) -> Symbol:
        """Record ``where``, of floats."""
        if self.dtype == BOOL:
            raise Untraceable
        operands = [self.operand(condition, BOOL), self.operand(a, self.dtype), self.operand(b, self.dtype)]
        return self.step(None, 0, operands, self.dtype)

    def step(self, ufunc: Any, loop: int, operands: Any, dtype: Any) -> Symbol:
        if dtype not in (self.dtype, BOOL):
            raise Untraceable
        kinds = {v.kind for v in operands if type(v) is Symbol and not v.is_number}
        if kinds == {SHARED}:
            raise Untraceable  # it would be computed again for each row
        return self.written(ufunc, loop, operands, dtype, EACH if kinds == {EACH} else WHOLE)

    def reduced(self, name: str, x: Symbol, axis: Any, keepdims: bool) -> Symbol:
        """Record a sum or maximum of each row."""
        if not (self.in_rows and keepdims and axis in (0, -1, (0,), (-1,))) or x.kind != WHOLE or x.dtype != self.dtype:
            raise Untraceable
        return self.written(name, 0, [x], self.dtype, EACH)

    def written(self, function: Any, loop: int, operands: Any, dtype: Any, kind: int) -> Symbol:
        """The result of a step. An equal step is not recorded again."""
        key = (function, loop, *[v.place if type(v) is Symbol else repr(v) for v in operands])
        if key not in self.known:
            self.known[key] = self.symbol(dtype, kind=kind)
            self.steps.append((function, loop, operands, self.known[key]))
        return self.known[key]


class Symbol(NDArrayOperatorsMixin):
    """A payload that stands for any array of a dtype, or any Python number, and records the calls on it."""

    def __init__(self, tape: Tape, place: int, dtype: Any, is_number: bool, kind: int) -> None:
        self.tape = tape
        self.place = place
        self.dtype = dtype
        self.is_number = is_number
        self.kind = kind
        if tape.in_rows:
            self.ndim = 1

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        dtype = kwargs.pop("dtype", None)
        if method != "__call__" or kwargs or ufunc in (np.power, np.float_power):  # a number decides what it costs
            raise Untraceable
        return self.tape.call(ufunc, inputs, dtype)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if function is not np.where or len(args) != 3 or kwargs:
            raise Untraceable
        return self.tape.select(*args)

    def __pow__(self, other: Any) -> Any:
        if type(other) is Symbol and not (self.is_number or other.is_number):  # elements are powers of elements
            return self.tape.call(np.power, (self, other), None)
        if type(other) not in (float, int) or other not in POWERS:
            raise Untraceable
        return POWERS[other](self)

    def sum(self, *, axis: Any, keepdims: bool) -> Any:
        return self.tape.reduced("sum", self, axis, keepdims)

    def max(self, *, axis: Any, keepdims: bool) -> Any:
        return self.tape.reduced("max", self, axis, keepdims)

    @property
    def real(self) -> Symbol:
        return self

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise Untraceable

    def __bool__(self) -> bool:
        raise Untraceable


MIRRORED: dict[Any, Any] = {  # the comparisons, and those of exchanged operands
    np.less: np.greater, np.less_equal: np.greater_equal, np.greater: np.less, np.greater_equal: np.less_equal,
    np.equal: np.equal, np.not_equal: np.not_equal,
}  # fmt: skip
ARITHMETIC = {  # what expressions are made of
    np.add, np.subtract, np.multiply, np.divide, np.reciprocal, np.square, np.sqrt, np.absolute, np.negative,
    np.maximum, np.minimum,
}  # fmt: skip
POWERS: dict[Any, Any] = {2: np.square, 0.5: np.sqrt, -1: np.reciprocal}  # as NumPy's arrays compute them


def programs(make: Callable[[Any], Callable[..., Any]], bools: int = ALONE | BESIDE) -> Any:
    """The programs of a function; None in the pure build.

    ``make`` takes parameters (a dictionary or None), and returns the function from payloads to a tuple of payloads.
    ``bools`` says where it takes arrays of bools.
    """
    return Programs(make, write, bools) if compiled.active else None


def promoted(v: Any) -> Any:
    """A symbol of bools as one of floats, where the program is of floats. Anything else as it is."""
    return v.tape.operand(v, v.tape.dtype) if type(v) is Symbol and not v.is_number else v


def in_one_pass(kernel: Callable[..., Any]) -> Any:
    """Run the elementwise part of a kernel, ``kernel(xp, *arrays_and_numbers)``, as a program if it can be traced.

    What is returned also has a method ``total``: the sum of the results, which are not written to memory.
    """
    found = programs(lambda params: lambda *values: (kernel(np, *values),))

    @functools.wraps(kernel)
    def traced(xp: Any, *values: Any) -> Any:
        results = found.run(list(values))
        return kernel(xp, *values) if results is None else results[0]

    def total(xp: Any, *values: Any) -> Any:
        result = None if found is None else found.total(list(values))
        return reductions.total(run(xp, *values), None) if result is None else result

    run: Any = kernel if found is None else traced
    run.total = total
    return run


def formula(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Run a formula, of arrays and numbers, as a program if it can be traced. Of anything else it computes as it is."""
    found = programs(lambda params: lambda *values: (fn(*values),))
    if found is None:
        return fn

    @functools.wraps(fn)
    def run(*values: Any) -> Any:
        results = found.run(list(values))
        return fn(*values) if results is None else results[0]

    return run


def in_rows(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Run a kernel or a formula as a program for rows, if it can be traced.

    A kernel is called as ``fn(xp, *arrays_and_numbers, dim=dim)``, a formula without ``xp``. All steps run on one row
    while it is in the cache, then on the next. A step is elementwise, or a sum or maximum along ``dim`` by
    ``reductions``, with the dimension kept. The first array has the rows, along its last dimensions or one before
    these. Another array has the same shape, or one number for each row (dimensions of length 1), or one row that all
    rows share. A result has whole rows or one number for each row.
    """
    return RowPrograms(fn, write_for_rows) if compiled.active else fn


def updater(formula: Callable[..., Any]) -> Callable[..., bool]:
    """Run a formula as a program whose results overwrite its first arguments: an optimiser's step.

    The formula is called as ``formula(xp, *values, **flags)``. It returns as many results as it overwrites values. What
    is returned takes the values, arrays of one shape and dtype and then floats, and the flags, and says whether it has
    overwritten anything. If not, the caller computes the formula itself.
    """
    known: dict[Any, Any] = {}

    def update(values: list[Any], flags: dict[str, Any]) -> bool:
        if not compiled.active:
            return False
        dtype = values[0].dtype
        key = (dtype, *flags.values())
        if key not in known:
            known[key] = write_update(formula, dtype, values, flags)
        program = known[key]
        return program is not None and program.update(values)

    return update


def write_update(formula: Callable[..., Any], dtype: Any, values: list[Any], flags: dict[str, Any]) -> Any:
    """Write a program that overwrites its first inputs by the results of a formula; None if there is none."""
    if dtype not in (np.float32, np.float64):
        return None
    numbers = sum(1 << i for i, v in enumerate(values) if type(v) is float)
    return write(lambda *symbols: formula(np, *symbols, **flags), dtype, len(values), numbers, 0, None, UpdateProgram)


def write_for_rows(fn: Callable[..., Any], dtype: Any, given: Any, kinds: Any) -> Any:
    """Write a program for rows that computes ``fn``; None if there is none.

    ``given`` are the arguments, with None in place of arrays and numbers. ``kinds`` has the kind of each array, -1 for
    a number, and -2 for an argument that is passed on as it is.
    """
    planning.note("program for rows")
    tape = Tape(dtype, in_rows=True)
    symbols = [v if k == -2 else tape.symbol(dtype, k == -1, max(k, 0)) for v, k in zip(given, kinds, strict=True)]
    try:
        results = fn(*symbols, dim=-1)
        results = results if type(results) is tuple else (results,)
        if not all(type(r) is Symbol and r.tape is tape and not r.is_number for r in results):
            return None
        numbers = sum(1 << s.place for s in symbols if type(s) is Symbol and s.is_number)
        return assemble(tape, sum(k != -2 for k in kinds), numbers, None, results, RowProgram)
    except Exception:
        return None


def write(
    fn: Callable[..., Any], dtype: Any, inputs: int, numbers: int, bools: int, given: Any, kind: Any = Program
) -> Any:
    """Write a program that computes ``fn``; None if there is none. ``kind`` is its class.

    The program takes arrays of ``dtype``, of bools where ``bools`` has a bit, and Python numbers where ``numbers`` has
    one. If ``given`` is None, they may be any numbers; else only those in ``given``, which has None in place of the
    arrays. Any exception means that there is no program, for ``fn`` may do anything with its arguments.
    """
    planning.note("program")
    tape = Tape(dtype)
    symbols = [tape.symbol(BOOL if bools >> i & 1 else dtype, bool(numbers >> i & 1)) for i in range(inputs)]
    try:
        results = fn(*symbols) if given is None else fn(*[s if v is None else v for s, v in zip(symbols, given)])
        if not all(type(r) is Symbol and r.tape is tape for r in results):
            return None
        return assemble(tape, inputs, numbers, given, results, kind)
    except Exception:
        return None


def with_polynomials(steps: list[Any], kept: set[int]) -> list[Any]:
    """Make one step of ``((a * x + b) * x + c) * x + ...``, with numbers ``b``, ``c``, ...

    The results in ``kept`` stay. Such a step computes and rounds what the single ones would, in registers.
    """
    reads: dict[int, int] = {}
    for _, _, operands, _ in steps:
        for v in operands:
            if type(v) is Symbol:
                reads[v.place] = reads.get(v.place, 0) + 1
    products: dict[int, Any] = {}  # by their result: the factors of products that are read once
    chains: dict[int, Any] = {}  # by their result: x, start, numbers, and the results of their steps
    for ufunc, _, operands, result in steps:
        if ufunc is np.multiply:
            products[result.place] = operands
        if ufunc not in (np.add, np.subtract):
            continue
        term, number = reversed(operands) if ufunc is np.add and type(operands[0]) is float else operands
        if type(number) is not float or type(term) is not Symbol or term.place not in products:
            continue
        if reads[term.place] > 1 or term.place in kept:
            continue
        number = -number if ufunc is np.subtract else number
        for start, x in (products[term.place], products[term.place][::-1]):
            before = chains.get(start.place) if type(start) is Symbol else None
            if before is not None and before[0] is x and reads[start.place] == 1 and start.place not in kept:
                _, first, numbers, inner = before
                chains[result.place] = (x, first, (*numbers, number), {*inner, term.place, start.place})
                break
        else:
            start, x = products[term.place]
            if type(x) is float or x.is_number:
                start, x = x, start
            chains[result.place] = (x, start, (number,), {term.place})
    long = {place: chain for place, chain in chains.items() if len(chain[2]) > 1}
    inner = {place for chain in long.values() for place in chain[3]}
    found = []
    for step in steps:
        result = step[3]
        if result.place in inner:
            continue
        if result.place in long:
            x, start, numbers, _ = long[result.place]
            step = (numbers, 0, [start, x], result)
        found.append(step)
    return found


def with_choices(steps: list[Any], kept: set[int], dtype: Any) -> list[Any]:
    """Make one step of a comparison of floats and a ``where`` that chooses by it.

    A comparison that is read in other ways, or whose result is in ``kept``, stays.
    """
    compared: dict[int, Any] = {}  # by their result: comparisons, with a number behind what is compared with it
    for ufunc, _, operands, result in steps:
        if ufunc in MIRRORED and all(type(v) is float or v.dtype == dtype for v in operands):
            turned = type(operands[0]) is float or operands[0].is_number
            compared[result.place] = (MIRRORED[ufunc], operands[::-1]) if turned else (ufunc, operands)
    for ufunc, _, operands, _ in steps:
        for v in operands[1:] if ufunc is None else operands:
            if type(v) is Symbol:
                compared.pop(v.place, None)
    found = []
    for step in steps:
        ufunc, _, operands, result = step
        if result.place in compared and result.place not in kept:
            continue
        if ufunc is None and operands[0].place in compared and operands[0].place not in kept:
            comparison, pair = compared[operands[0].place]
            step = (None, comparison, [*pair, *operands[1:]], result)
        found.append(step)
    return found


# the names of the steps of each expression: what has others need not be written as text
STEPS_OF = {tuple(step.partition("=")[2].partition("(")[0] for step in text.split()) for text in EXPRESSIONS}
LONGEST = max(map(len, STEPS_OF), default=0)


def name_of(step: Any) -> str:
    """The name of a step in the text of an expression."""
    function, choice = step[:2]
    return str(function.__name__) if function is not None else f"if_{choice.__name__}"


def with_expressions(steps: list[Any], kept: set[int], dtype: Any) -> list[Any]:
    """Make one step of neighbouring steps that are a compiled expression: the longest ones that there are."""
    readers: dict[int, list[int]] = {}  # by what they read: the numbers of steps
    for i, (_, _, operands, _) in enumerate(steps):
        for v in operands:
            if type(v) is Symbol:
                readers.setdefault(v.place, []).append(i)

    def is_arithmetic(step: Any) -> bool:
        function, _, operands, result = step
        known = function in ARITHMETIC or function is None and len(operands) == 4  # a choice by a comparison
        return known and result.kind == WHOLE and all(type(v) is float or v.dtype == dtype for v in (*operands, result))

    found, i = [], 0
    while i < len(steps):
        names = tuple(map(name_of, takewhile(is_arithmetic, steps[i : i + LONGEST])))
        for count in range(len(names), 1, -1):
            if names[:count] not in STEPS_OF:
                continue
            end = i + count
            results = [
                step[3] for step in steps[i:end]
                if step[3].place in kept or any(not i <= k < end for k in readers.get(step[3].place, ()))
            ]  # fmt: skip
            text, inputs = expression_of(steps[i:end], {r.place for r in results})
            if text in EXPRESSIONS:
                found.append((EXPRESSIONS[text], 0, inputs, results))
                i = end
                break
        else:
            found.append(steps[i])
            i += 1
    return found


def expression_of(steps: list[Any], needed: set[int]) -> tuple[str, list[Any]]:
    """The text of an expression, and what it reads: a for an array, n for a number, r for a result that is needed."""
    names: dict[Any, str] = {}
    inputs: list[Any] = []
    parts = []
    for i, step in enumerate(steps):
        operands, result = step[2:]
        read = []
        for v in operands:
            key = v.place if type(v) is Symbol else repr(v)
            if key not in names:
                names[key] = ("n" if type(v) is float or v.is_number else "a") + str(len(inputs))
                inputs.append(v)
            read.append(names[key])
        names[result.place] = ("r" if result.place in needed else "t") + str(i)
        parts.append(f"{names[result.place]}={name_of(step)}({','.join(read)})")
    return " ".join(parts), inputs


def assemble(tape: Tape, inputs: int, numbers: int, given: Any, results: Any, kind: Any) -> Any:
    """Give inputs, constants and results their slots, for a program of this class. Intermediate results share slots."""
    needed = {r.place for r in results}
    steps = []
    for ufunc, loop, operands, result in reversed(tape.steps):
        if result.place in needed:
            needed.update(v.place for v in operands if type(v) is Symbol)
            steps.append((ufunc, loop, operands, result))
    steps.reverse()
    keep = {r.place for r in results}
    if not tape.in_rows:
        steps = with_choices(with_polynomials(steps, keep), keep, tape.dtype)
    if tape.dtype != BOOL:
        steps = with_expressions(steps, keep, tape.dtype)
    last = {}  # the last step that reads a symbol
    for i, (_, _, operands, _) in enumerate(steps):
        for v in operands:
            if type(v) is Symbol:
                last[v.place] = i
    constants = list(dict.fromkeys(repr(v) for _, _, operands, _ in steps for v in operands if type(v) is float))
    at: Any = {i: i for i in range(inputs)}
    dtypes = [*tape.dtypes[:inputs], *[tape.dtype] * len(constants)]
    free: dict[Any, list[int]] = {}
    lines = []
    for i, (ufunc, loop, operands, result) in enumerate(steps):
        slots = [at[v.place] if type(v) is Symbol else inputs + constants.index(repr(v)) for v in operands]
        for r in result if type(result) is list else [result]:
            spare = free.get((r.dtype, r.kind))
            if spare and r.place not in keep:
                at[r.place] = spare.pop()
            else:
                at[r.place] = len(dtypes)
                dtypes.append(r.dtype)
            slots.append(at[r.place])
        lines.append((ufunc, loop, tuple(slots)))
        for n, v in {v.place: v for v in operands if type(v) is Symbol and v.place >= inputs}.items():
            if last[n] == i and n not in keep:
                free.setdefault((v.dtype, v.kind), []).append(at[n])
    outputs = [at[r.place] for r in results]
    program = (tape.dtype, inputs, numbers, given, [float(c) for c in constants], dtypes, lines, outputs)
    if not tape.in_rows:
        return kind(*program)
    kinds = dict.fromkeys(range(len(dtypes)), WHOLE)
    kinds.update({i: -1 for i in range(inputs, inputs + len(constants))})
    for _, _, operands, result in steps:
        symbols = [*operands, *(result if type(result) is list else [result])]
        kinds.update({at[v.place]: -1 if v.is_number else v.kind for v in symbols if type(v) is Symbol})
    return kind(*program, list(kinds.values()))
