"""What an operation computes, on arrays: promotion, half types, batches, programs of fused loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import compiled, errors
from ..arrays import arrays, copies, dtypes, layouts, objects
from ..arrays.batched import Batched, aligned, alike, batch_pointwise, by_batch_rule, over
from ..arrays.fused import ALONE, BESIDE, Symbol, programs, promoted
from ..arrays.objects import Called
from .override import takes_part

F32, F64, I64, BOOL = dtypes.F32, dtypes.F64, dtypes.I64, dtypes.BOOLEAN
C64, C128 = dtypes.C64, dtypes.C128
INTEGERS = frozenset(map(np.dtype, ("i1", "i2", "i4", "u1", "u2", "u4", "u8")))
FREE, ROWS, COMMON, LAST = layouts.FREE, layouts.ROWS, layouts.COMMON, layouts.LAST  # Note [Layout of results]
ndarray = np.ndarray
MOST = dtypes.LARGEST[F32]
COMPILED: bool = compiled.active
KNOWN = frozenset((Batched, Symbol, float, int, bool, complex))  # what kernels take besides arrays


class Kernel(Called):
    """A function of arrays, and how other payloads are given to it. Its signature names arguments and parameters."""

    kernel: Any
    family: str
    name: str
    arrays: tuple[str, ...]
    group: str | None  # the name of those that any number may be given of
    params: Any
    defaults: dict[str, Any]
    optional: int  # how many arrays may be left out
    count: int  # of arrays, the group apart
    outputs: tuple[str, ...]
    multi_output: bool
    view: bool
    moves: bool
    promote: str | None
    floats: bool  # whether integers and bools are promoted to floats
    promoted_mask: int  # the arguments that are promoted, as bits
    takes_batched: bool
    batch_rule: Any  # vmap: a function of (op, size, args, flags, params)
    elementwise: bool
    real_only: Any  # the name for which complex numbers are refused, or None
    layout: int  # how results lie in memory (Note [Layout of results])
    fused: Any
    unrounded: int  # the arguments for which numbers are not rounded to a half type, as bits
    fits: dict[int, Any]  # how the numbers given for an argument are checked: a function of the number and the dtype
    rounded: tuple[str, ...]  # the parameters that are rounded to a half type
    options: dict[str, Any]

    def __init__(self, kernel: Any, family: str, options: dict[str, Any], batch_rule: Any) -> None:
        code = kernel.__code__
        self.kernel = kernel
        self.family = family
        self.name = options.get("name") or kernel.__name__
        self.arrays = code.co_varnames[1 : code.co_argcount]
        self.count = len(self.arrays)
        self.params = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        self.group = None
        if code.co_flags & 0x04:
            self.group = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
            self.arrays = (*self.arrays, self.group)
        self.defaults = dict(kernel.__kwdefaults__ or {})
        self.optional = len(kernel.__defaults__ or ())
        self.outputs = tuple((options.get("outputs") or "out").split())
        self.multi_output = options.get("outputs") is not None
        self.view = bool(options.get("view"))
        self.moves = bool(options.get("moves")) or self.view
        self.row_major = bool(options.get("row_major"))
        self.promote = options.get("promote")
        self.floats = self.promote == "float"
        self.promoted_mask = -1
        self.takes_batched = bool(options.get("takes_batched"))
        self.batch_rule = batch_rule
        self.unrounded = self.bits(options.get("unrounded"))
        fits = options.get("fits") or {}
        fits = dict.fromkeys(fits.split(), dtypes.fitting) if isinstance(fits, str) else fits
        self.fits = {self.arrays.index(n): check for n, check in fits.items()}
        self.rounded = tuple((options.get("rounded") or "").split())
        self.elementwise = batch_rule is batch_pointwise and not (self.view or self.multi_output or self.takes_batched)
        self.real_only = options.get("real_only")
        self.layout = self.layout_of(options.get("layout"))
        bools = ALONE if self.promote == "match" else BESIDE if self.floats else ALONE | BESIDE
        mapped = self.elementwise and (family == "pointwise" or self.layout != ROWS)  # no products of matrices
        self.fused = programs(self.function, bools) if mapped else None
        self.options = options

    # -- the signature

    def function(self, params: Any) -> Any:
        """The kernel on NumPy arrays, with these parameters, as a function to a tuple. Bools are promoted to floats."""
        mask = 0 if self.promote is None else self.promoted_mask

        def run(*values: Any) -> Any:
            values = tuple([promoted(v) if mask >> i & 1 else v for i, v in enumerate(values)])
            return (self.kernel(np, *values, **(params or {})),)

        return run

    def layout_of(self, stated: str | None) -> int:
        """How the results lie in memory: as the row says, or as its family does (Note [Layout of results])."""
        if stated is not None:
            return layouts.rule_of(stated)
        if self.view or self.takes_batched:
            return layouts.FREE
        if self.batch_rule is not batch_pointwise:
            return layouts.ROWS
        return layouts.COMMON if self.count > 1 else layouts.FREE

    def array_at(self, i: int) -> str:
        return self.arrays[i] if i < self.count else str(self.group)

    def is_group(self, array: str) -> bool:
        """Whether this is the name that any number of arguments bear."""
        return array == self.group

    def positions(self, array: str, count: int) -> tuple[int, ...]:
        """The arguments that bear this array's name, of ``count`` in all."""
        if array == self.group:
            return tuple(range(self.count, count))
        return (self.arrays.index(array),)

    def bits(self, names: str | None) -> int:
        """The arguments of these names, as bits."""
        return sum(1 << self.arrays.index(n) for n in (names or "").split())

    # -- computing

    def compute(self, values: Any, params: Any) -> Any:
        """The kernel on payloads: promoted, dispatched over vmaps, half types widened; arrays, never NumPy scalars."""
        out = self.compute_plain(values, params)
        if out is None:
            out = self.compute_aligned(values, params)
        return self.compute_general(values, params) if out is None else out

    def compute_plain(self, values: Any, params: Any) -> Any:
        """:meth:`compute` on NumPy arrays of one dtype and numbers that leave it as it is; None for anything else.

        The dtype is none that the row promotes or refuses, and no half type, unless the row moves elements. Where
        dtypes are not promoted they may differ, and what is optional may be left out.
        """
        if self.fused is not None:
            found = self.fused.run(values, params)
            if found is not None:
                return self.ruled(found[0], values)
        inexact = integral = None  # the float or complex dtype, and that of integers or bools
        absent = numbers = fractions = half = large = False
        rule, in_rows = self.layout, True
        for v in values:
            t = type(v)
            if t is ndarray:
                if rule > ROWS and not objects.in_rows(v):
                    in_rows = False
                a = v
                d = a.dtype
                if d is inexact or d is integral:
                    continue
                if self.promote is not None and (inexact is not None or integral is not None):
                    return None
                if d is F32 or d is F64:
                    inexact = d
                elif not self.floats and (d is I64 or d is BOOL or d in INTEGERS):
                    integral = d
                elif (d is C128 or d is C64) and self.real_only is None:
                    inexact = d
                elif self.moves and dtypes.is_half(d):
                    inexact = d
                    half = True
                else:
                    return None
            elif v is None:
                absent = True
            elif t is float:
                fractions = True
                if self.fits and not -MOST <= v <= MOST:
                    large = True
            elif t is int:
                numbers = True
            else:
                return None
        if inexact is None:
            if integral is None or fractions or (numbers and integral is BOOL and (self.fits or not self.moves)):
                return None
            if numbers and self.promote != "match":
                values = self.with_integers(values, integral)
        elif (large and (inexact is F32 or inexact is C64)) or (half and (numbers or fractions) and self.fits):
            return None  # numbers have to be refused or rounded
        if absent and not self.may_lack(values):
            return None
        if self.row_major or (COMPILED and not in_rows):
            values = self.ordered(values)
        try:
            if params is not None:
                if COMPILED:
                    out = objects.call(self.kernel, np, values, params, self.params)
                else:  # Python calls it by itself in less time than through a function
                    out = self.kernel(np, *values, **params)
            elif len(values) == 1:
                out = self.kernel(np, values[0])
            elif len(values) == 2:
                out = self.kernel(np, values[0], values[1])
            else:
                out = self.kernel(np, *values)
        except errors.calls.RAISED as e:
            errors.calls.from_kernel(self.name, self.family == "pointwise", values, params, e)
        if type(out) is not ndarray:
            out = self.tidy(out)
        return out if rule == FREE or (in_rows and rule == COMMON) else self.laid(out, values, in_rows)

    def laid(self, out: Any, values: Any, in_rows: bool) -> Any:
        """The results in the layout of the row's rule. ``in_rows``: all values lie row by row."""
        if in_rows:
            if type(out) is ndarray:
                if objects.in_rows(out):
                    return out
            elif type(out) is tuple:
                for o in out:
                    if not objects.in_rows(o):
                        break
                else:
                    return out
        return layouts.laid(self.layout, out, values)

    def ordered(self, values: Any) -> Any:
        """The values in row-major order, if the kernel takes such; else two large arrays in one order."""
        if self.row_major:
            return [copies.in_row_major(v) for v in values]
        if self.layout == COMMON and len(values) == 2 and objects.askew(values[0], values[1]):
            return [values[0], layouts.in_order_of(values[0], values[1])]
        return values

    def ruled(self, out: Any, values: Any) -> Any:
        """A program's result in the layout of the row's rule. Programs order axes as the first value does."""
        if self.layout == FREE or (self.layout != LAST and objects.in_rows(out)):
            return out
        return layouts.laid(self.layout, out, values)

    def with_integers(self, values: Any, dtype: Any) -> Any:
        """The values, with numbers that fit the dtype, and as arrays of it where they are promoted."""
        found: list[Any] = []
        for i in range(len(values)):
            v = values[i]
            if type(v) is int:
                if i in self.fits:
                    v = self.fits[i](v, dtype)
                if self.promote is not None and self.promoted_mask >> i & 1:
                    v = self.integer(v, dtype)
            found.append(v)
        return found

    def integer(self, value: int, dtype: Any) -> Any:
        """An integer as an array of an integer dtype, whose bits it takes where it is too large for it."""
        try:
            return np.array(value, I64) if dtype is I64 else np.array(value).astype(dtype)
        except OverflowError:
            raise errors.calls.too_many_bits(value) from None

    def compute_pair(self, first: Any, second: Any, params: Any) -> Any:
        """:meth:`compute` on NumPy arrays of one plain dtype, or one and a number; ``second`` is None without a second
        array. None if the result is no array of NumPy's: it is sparse, or has entered a vmap."""
        if self.fused is not None:
            out = self.fused.on_pair(first, second, params)
            if out is None:
                out = self.compute([first] if second is None else [first, second], params)
                return out if type(out) is ndarray else None
            if objects.in_rows(out) and self.layout != LAST:
                return out
            return self.ruled(out, [first, second])
        if self.row_major:
            first, second = copies.in_row_major(first), copies.in_row_major(second)
        elif COMPILED and self.layout == COMMON and objects.askew(first, second):
            second = layouts.in_order_of(first, second)
        try:
            kernel = self.kernel
            if params is not None and params is not self.defaults:
                if second is None and not COMPILED:  # as in compute_plain
                    out = kernel(np, first, **params)
                else:
                    out = objects.call(kernel, np, [first] if second is None else [first, second], params, self.params)
            elif second is None:
                out = kernel(np, first)
            else:
                out = kernel(np, first, second)
        except errors.calls.RAISED as e:
            values = [first] if second is None else [first, second]
            errors.calls.from_kernel(self.name, self.family == "pointwise", values, params, e)
        if type(out) is not ndarray:
            out = self.tidy(out)
            if type(out) is not ndarray:
                return None
        r = out
        rule = self.layout
        if rule != FREE and r.ndim > 1:
            in_rows = rule == COMMON or objects.in_rows(out)
            if in_rows and rule != ROWS:
                in_rows = (type(first) is not ndarray or objects.in_rows(first)) and (
                    type(second) is not ndarray or objects.in_rows(second)
                )
            if not in_rows:
                return layouts.laid(rule, out, [first] if second is None else [first, second])
        return out

    def may_lack(self, values: Any) -> bool:
        """Whether what is None among the values may be left out."""
        for i in range(min(len(values), self.count - self.optional)):
            if values[i] is None:
                return False
        return len(values) <= self.count

    def compute_aligned(self, values: Any, params: Any) -> Any:
        """:meth:`compute_plain` on batched payloads whose arrays broadcast; None for anything else."""
        if self.batch_rule is not batch_pointwise or self.multi_output:
            return None
        found, levels = aligned(values)
        out = None if found is None else self.compute_plain(found, params)
        return None if out is None else over(out, levels)

    def compute_general(self, values: Any, params: Any) -> Any:
        """:meth:`compute` where dtypes differ, are half or complex, or payloads are batched or on a GPU."""
        out = self.compute_half(values, params)
        if out is None and self.promote is not None and self.promote != "match" and not self.takes_batched:
            if can_be_cast(values):
                same = self.promoted(values)
                out = self.compute_plain(same, params)
                if out is None:
                    out = self.compute_half(same, params)
        if out is not None:
            return out
        if self.real_only is not None:
            errors.calls.refuse_complex(self.real_only, values)
        values = self.admitted(values)
        kinds = {type(v) for v in values}
        if self.takes_batched or Symbol in kinds:
            return self.kernel(np, *values, **(params or {}))
        uniform = alike(values)
        if self.promote is not None and not uniform:
            values = self.promoted(values)
        half = None
        if not self.moves and not uniform:
            half = only_half(values)
            values = widened(values)
        batched = Batched in kinds
        out = self.tidy(by_batch_rule(self, values, params) if batched else self.run_kernel(values, params))
        if self.layout != FREE and not batched and not dense(out, values):
            out = layouts.laid(self.layout, out, values)
        return out if half is None else self.halved(out, half, params)

    def admitted(self, values: Any) -> Any:
        """The values of a call as kernels take them. Raises an error for what is neither array nor number."""
        found = list(values)
        for i, v in enumerate(values):
            if isinstance(v, ndarray):
                found[i] = dtypes.taken(v)
            elif isinstance(v, np.generic):
                found[i] = dtypes.taken(np.asarray(v))
            elif type(v) in KNOWN:
                continue
            elif (not hasattr(v, "dtype") or takes_part(v)) and (
                v is not None or i < self.count - self.optional or i >= self.count
            ):
                raise errors.calls.not_an_array(self.name, self.array_at(i), v)
        return found

    def run_kernel(self, values: Any, params: Any) -> Any:
        """The kernel, on arrays of one library."""
        xp = arrays.xp_of(*values)
        if xp is not np:  # numbers, and what has no dimensions, may come from the CPU
            values = [xp.asarray(v) if type(v) is ndarray else v for v in values]
        try:
            return self.kernel(xp, *values, **(params or {}))
        except errors.calls.RAISED as e:
            errors.calls.from_kernel(self.name, self.family == "pointwise", values, params, e)

    def compute_half(self, values: Any, params: Any) -> Any:
        """:meth:`compute_general` on NumPy arrays of one half type and numbers: None for anything else."""
        half = None
        if self.moves or self.takes_batched:
            return None
        for v in values:
            t = type(v)
            if t is ndarray:
                a = v
                d = a.dtype
                if d is not half:
                    if half is not None or not dtypes.is_half(d):
                        return None
                    half = d
            elif t is not float and t is not int and v is not None:
                return None
        if half is None:
            return None
        if self.fused is not None and (not params or params.get("dtype") is None):
            found = self.fused.of_halves(values, params)
            if found is not None:
                return found[0]
        out = self.compute_plain(widened(values), params)
        return None if out is None else self.halved(out, half, params)

    def halved(self, out: Any, half: Any, params: Any) -> Any:
        """What has been computed in float32, rounded to a half type, unless the call names a dtype."""
        if params and params.get("dtype") is not None:
            return out
        if isinstance(out, tuple):
            return tuple([layouts.cast(o, half) if o.dtype == F32 else o for o in out])
        return layouts.cast(out, half) if out.dtype == F32 else out

    def settle(self, args: Any, values: Any, params: Any) -> Any:
        """The parameters of a call, whose numbers are made such as the operation takes them; ``values`` are changed.

        NumPy's numbers become Python's. Beside arrays of a half type, numbers are rounded to it, as in PyTorch: ``h ==
        0.3`` is true where ``h`` was made of 0.3. A row names what PyTorch does not round (``unrounded=``), what it
        rounds besides (``rounded=``, parameters), and where it refuses numbers that the dtype does not hold
        (``fits=``).
        A complex number that has to fit makes no complex dtype of the others.
        """
        found = []
        for i, a in enumerate(args):
            if isinstance(a, np.generic):
                values[i] = dtypes.number(a)
            if type(values[i]) in dtypes.PYTHON:
                found.append(i)
        if self.rounded and dtypes.is_half(getattr(values[0], "dtype", F32)):
            params = {k: dtypes.rounded(v, values[0].dtype) if k in self.rounded else v for k, v in params.items()}
        if not found or (self.promote is None and not self.fits) or self.promote == "match":
            return params
        target = dtypes.result_type(
            [
                v.real if type(v) is complex and self.promote is not None and self.fits.get(i) is dtypes.fitting else v
                for i, v in enumerate(values)
                if self.promoted_mask >> i & 1
            ]
        )
        for i in found:
            exact = F32 if dtypes.is_half(target) and self.unrounded >> i & 1 else target
            if i in self.fits:
                values[i] = self.fits[i](values[i], exact)
            if dtypes.is_half(exact) and self.promoted_mask >> i & 1:
                values[i] = dtypes.rounded(values[i], exact)
        return params

    def tidy(self, out: Any) -> Any:
        """NumPy scalars made arrays."""
        if isinstance(out, np.generic):
            return np.asarray(out)
        if type(out) is Batched:
            return out
        if isinstance(out, tuple):
            for o in out:
                if type(o) is not ndarray:
                    break
            else:
                return out
            return tuple([o if hasattr(o, "astype") and not isinstance(o, np.generic) else np.asarray(o) for o in out])
        return out if hasattr(out, "astype") else np.asarray(out)

    def promoted(self, values: Any) -> Any:
        """Cast array arguments to their common dtype, as the row's policy says."""
        which = [i for i, v in enumerate(values) if v is not None and self.promoted_mask >> i & 1]
        taking = [values[i] for i in which]
        if not taking:
            return values
        if self.promote == "match":
            found = [v.dtype for v in taking if hasattr(v, "dtype")]
            for d in found[1:]:
                if d != found[0]:
                    raise errors.calls.different_dtypes(self.name.lstrip("_"), found)
            return values
        target = dtypes.result_type(taking)
        if self.promote == "float" and not dtypes.is_inexact(target):
            target = dtypes.default_float()
        out = list(values)
        inexact = dtypes.is_inexact(target)
        for i in which:
            v = values[i]
            if hasattr(v, "dtype"):
                if v.dtype != target:
                    if self.unrounded >> i & 1 and v.ndim == 0 and type(v) is ndarray and dtypes.is_half(target):
                        out[i] = v.item()  # without dimensions it is like a number
                    else:
                        out[i] = layouts.cast(v, target)
            elif not inexact:
                out[i] = self.integer(v, target)
            elif not isinstance(v, complex):
                out[i] = float(v)
        if not any(hasattr(v, "dtype") for v in out):
            out = [np.asarray(v, target) if i in which else v for i, v in enumerate(out)]
        return out


def can_be_cast(values: Any) -> bool:
    """Whether all values are NumPy arrays and Python's numbers, and there is an array."""
    found = False
    for v in values:
        t = type(v)
        if t is ndarray:
            a = v
            d = a.dtype
            if not (
                d is F32 or d is F64 or d is I64 or d is BOOL or d is C64 or d is C128
                or d in INTEGERS or dtypes.is_half(d)
            ):  # fmt: skip
                return False
            found = True
        elif t is not float and t is not int and t is not bool:
            return False
    return found


def only_half(values: Any) -> Any:
    """The half type of the values, if they have no other floats; the first one, if there are several; else None."""
    found = [v.dtype for v in values if hasattr(v, "dtype") and dtypes.is_inexact(v.dtype)]
    return found[0] if found and all(map(dtypes.is_half, found)) else None


def widened(values: Any) -> Any:
    """The values, with arrays of half types as float32. One that is given twice is cast once."""
    found: list[Any] = []
    for i in range(len(values)):
        v = values[i]
        if i and v is values[0]:
            v = found[0]
        elif hasattr(v, "dtype") and dtypes.is_half(v.dtype):
            v = layouts.cast(v, F32)
        found.append(v)
    return found


def dense(out: Any, values: Any) -> bool:
    """Whether a result and the values that it is computed from are NumPy arrays in row-major order, or numbers."""
    if type(out) is not ndarray or not objects.in_rows(out):
        return False
    for v in values:  # noqa: SIM110  (a generator would take longer)
        if hasattr(v, "dtype") and (type(v) is not ndarray or not objects.in_rows(v)):
            return False
    return True
