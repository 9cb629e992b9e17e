"""A stand-in for CuPy, computed by NumPy and as strict as CuPy: what runs on it can be expected to run on a GPU.

Its arrays are a class of their own that no NumPy function takes by accident; its functions have the names and
parameters of CuPy's and its ufuncs the dtypes (``tests/cupy_surface.json``, which ``tools/cupy_surface.py`` writes from
CuPy itself), and NumPy's arrays are refused wherever CuPy refuses them. Where CuPy gives arrays of no dimensions, so
does this, never scalars. What CuPy does without a word is done here too: places out of bounds wrap, and what is
broadcast can be written.

What it cannot show: rounding, the order of atomic additions, streams, and whether CuPy's kernels compile.
"""

from __future__ import annotations

import json
import math
import operator
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tests.standin_memory import Memory, Pointer, UnownedMemory

SURFACE: dict[str, Any] = json.loads((Path(__file__).parent / "cupy_surface.json").read_text())
Host = np.ndarray[Any, np.dtype[Any]]

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
ATOMIC = {"add": "iIlLqQefd", "maximum": "iIlLqQfd", "minimum": "iIlLqQfd", "subtract": "iI"}  # what ``ufunc.at`` takes


PLAIN = frozenset({bool, int, float, complex, str, type(None), slice, type(Ellipsis)})


def dtype_of(char: str) -> np.dtype[Any]:
    return BFLOAT16 if char == "E" else np.dtype(char)


@cache
def dtypes_of(loop: str) -> list[list[np.dtype[Any]]]:
    """The dtypes of a loop's arguments, and those of its results."""
    return [[dtype_of(c) for c in part] for part in loop.split("->")]


def unsupported(x: Any) -> TypeError:
    return TypeError(f"Unsupported type {type(x)}")


# -- between the two sides


def held(x: Any) -> Any:
    """What NumPy computes on in the place of arguments; NumPy's own arrays are refused."""
    if isinstance(x, ndarray):
        return x._held
    if type(x) in PLAIN:
        return x
    if isinstance(x, np.ndarray) or type(x).__module__ == "ml_dtypes":
        raise unsupported(x)
    if isinstance(x, (list, tuple)):
        return type(x)([held(v) for v in x])
    return x


def arrays_in(x: Sequence[Any]) -> list[ndarray]:
    found = []
    for v in x:
        if isinstance(v, ndarray):
            found.append(v)
        elif isinstance(v, (list, tuple)):
            found += arrays_in(v)
    return found


def given(found: Any, sources: Sequence[ndarray] = ()) -> Any:
    """Results of NumPy as results of CuPy: arrays always, which know whose memory they show."""
    if isinstance(found, (tuple, list)):
        return [given(v, sources) for v in found] if type(found) is list else tuple(given(v, sources) for v in found)
    if not isinstance(found, (np.ndarray, np.generic)):
        return found
    for s in sources:
        if found is s._held:
            return s
    found = np.asarray(found)
    if not found.flags.writeable:  # CuPy has no memory that cannot be written
        place = Memory(found)
        offset = found.__array_interface__["data"][0] - place.ptr
        found = np.ndarray(found.shape, found.dtype, place.row, offset, found.strides)
    for s in sources:
        if found.size and np.may_share_memory(found, s._held):
            return made(found, s if s.base is None else s.base)
    return made(found if found.base is None else found.copy(order="K") if not sources else found)


def made(array: Host, base: ndarray | None = None) -> ndarray:
    out = object.__new__(ndarray)
    out._held, out._base = array, base
    return out


def computed(function: Callable[..., Any], args: Any, options: dict[str, Any]) -> Any:
    """A call of NumPy with the arrays taken out; a GPU does not warn."""
    sources = arrays_in((*args, *options.values()))
    with np.errstate(all="ignore"):
        found = function(*held(tuple(args)), **{k: held(v) for k, v in options.items()})
    return given(found, sources)


# -- signatures


def signature(parameters: str) -> Callable[..., None]:
    """A function that takes what a line of the table says, and does nothing. ``name=``: it need not be given."""
    return eval(f"lambda {parameters.replace('=', '=None')}: None")  # type: ignore[no-any-return]


def accept(name: str, takes: Callable[..., None], args: Any, options: dict[str, Any]) -> None:
    """Raise an error for arguments that a function of this name does not take."""
    try:
        takes(*args, **options)
    except TypeError as e:
        raise TypeError(str(e).replace("<lambda>", name)) from None


# how CuPy calls what it asks for attributes, and the functions that take numbers there too
TAKEN = frozenset({"a", "x", "m", "ar", "ary", "array", "arr", "condition", "element"})
ANYTHING = frozenset({
    "array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "ndim", "shape", "size", "nan_to_num",
    "copy", "tril", "triu", "diag", "diagflat", "iscomplexobj", "isrealobj", "isscalar", "broadcast_to",
    "may_share_memory", "result_type", "meshgrid",
})  # fmt: skip
FROM_HOST = frozenset(["array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray"])
NOT_NUMPYS = frozenset({"blocking"})


def function(name: str, numpys: Callable[..., Any], parameters: str) -> Callable[..., Any]:
    """A function of CuPy: the parameters of its own, the values of NumPy's."""
    takes = signature(parameters)
    first = (*takes.__code__.co_varnames, "")[0]

    def call(*args: Any, **options: Any) -> Any:
        accept(name, takes, args, options)
        options = {k: v for k, v in options.items() if k not in NOT_NUMPYS}
        if args and first in TAKEN and name not in ANYTHING and not isinstance(args[0], ndarray):
            if isinstance(args[0], np.ndarray):
                raise unsupported(args[0])
            raise AttributeError(f"cupy.{name}: {type(args[0]).__name__!r} object is no array")
        if name in FROM_HOST:
            return transferred(numpys, args, options)
        return computed(numpys, args, options)

    call.__name__ = call.__qualname__ = name
    return call


def transferred(numpys: Callable[..., Any], args: Any, options: dict[str, Any]) -> Any:
    """The functions that copy from the host."""
    x, *rest = args
    if isinstance(x, ndarray) or arrays_in([x]):
        return computed(numpys, args, options)
    if isinstance(x, np.ndarray) and x.dtype.kind in "OUSMm":
        raise ValueError(f"Unsupported dtype {x.dtype}")
    return made(np.array(numpys(x, *rest, **options), copy=True, order="K"))


# -- ufuncs


class ufunc:  # noqa: N801  (CuPy's name)
    """A ufunc of CuPy: it has the dtypes of the table and no others."""

    def __init__(self, name: str, entry: dict[str, Any], numpys: Callable[..., Any]) -> None:
        self.__name__ = self.name = name
        self.types: list[str] = entry["types"]
        self.scatters = entry.get("at")
        self.numpys = numpys
        self.nin, self.nout = (len(part) for part in self.types[0].split("->"))

    def __call__(self, *args: Any, out: Any = None, dtype: Any = None, casting: str = "same_kind",
                 **options: Any) -> Any:  # fmt: skip
        if options:
            raise TypeError(f"Wrong arguments {options}")
        if len(args) > self.nin:
            args, out = args[: self.nin], args[self.nin] if self.nout == 1 else args[self.nin :]
        if len(args) != self.nin:
            raise TypeError(f"{self.name}() takes {self.nin} arguments, {len(args)} given")
        for a in args:
            if isinstance(a, ndarray) or type(a) in KINDS:
                continue
            if not isinstance(a, (bool, int, float, complex, np.generic)) or type(a).__module__ == "ml_dtypes":
                raise unsupported(a)
        loop = self.loop(tuple([_required(a, args) for a in args]), tuple(map(type, args)), dtype)
        if loop is None:
            kinds = ", ".join(str(getattr(a, "dtype", type(a).__name__)) for a in args)
            raise TypeError(f"Wrong type ({kinds}) of arguments for cupy_{self.name}")
        ins, outs = dtypes_of(loop)
        values = [
            np.asarray(held(a)).astype(np.float32 if d is BFLOAT16 else d, copy=False)
            for a, d in zip(args, ins, strict=True)
        ]
        with np.errstate(all="ignore"):
            try:
                found = self.numpys(*values)
            except TypeError:  # what NumPy has not: that it is computed matters here, not what it gives
                if self.name in ("subtract", "negative", "positive"):
                    raise
                found = self.numpys(*[v.real.astype(np.int8) if v.dtype == bool else v.real for v in values])
        results = [
            np.asarray(f).astype(d, copy=False) for f, d in zip(found if self.nout > 1 else [found], outs, strict=True)
        ]
        if out is not None:
            targets = out if isinstance(out, tuple) else (out,)
            for target, result in zip(targets, results, strict=True):
                if not isinstance(target, ndarray):
                    raise TypeError("Output arguments type must be cupy.ndarray")
                if not np.can_cast(result.dtype, target.dtype, casting):
                    raise TypeError(f"Cannot cast {result.dtype} to {target.dtype} with casting rule {casting}")
                if target.shape != np.broadcast_shapes(target.shape, result.shape):
                    raise ValueError(f"Out shape is mismatched: {target.shape}, {result.shape}")
                target._held[...] = result
            return out[0] if isinstance(out, tuple) and self.nout == 1 else out
        return made(results[0]) if self.nout == 1 else tuple(map(made, results))

    @cache  # noqa: B019  (the ufuncs of the stand-in live as long as it does)
    def loop(self, wanted: tuple[np.dtype[Any] | None, ...], types: tuple[type, ...], dtype: Any) -> str | None:
        """The first loop that takes arguments of these dtypes and types without loss, if there is one."""
        for loop in self.types:
            ins, outs = loop.split("->")
            if "V" in ins or (dtype is not None and any(dtype_of(c) != np.dtype(dtype) for c in outs)):
                continue
            fits = (
                KINDS[t] <= _kind(dtype_of(c)) if w is None else np.can_cast(w, dtype_of(c))
                for t, w, c in zip(types, wanted, ins, strict=True)
            )
            if dtype is not None or all(fits):
                return loop
        return None

    def at(self, a: Any, indices: Any, b: Any = None) -> None:
        if self.scatters is None:
            raise NotImplementedError(f"`{self.name}.at` is not supported yet")
        a.scattered(self.numpys, indices, b)

    def reduce(self, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        method = {"add": "sum", "multiply": "prod"}.get(self.name)
        if method is None:
            raise NotImplementedError(f"`{self.name}.reduce` is not supported yet")
        return getattr(array, method)(axis, dtype, out, keepdims)

    def accumulate(self, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None) -> Any:
        method = {"add": "cumsum", "multiply": "cumprod"}.get(self.name)
        if method is None:
            raise NotImplementedError(f"`{self.name}.accumulate` is not supported yet")
        return getattr(array, method)(axis, dtype, out)

    def outer(self, a: Any, b: Any, **options: Any) -> Any:
        return self(a.reshape(a.shape + (1,) * b.ndim), b, **options)


KINDS = {bool: 0, int: 1, float: 2, complex: 3}
DEFAULTS = {bool: np.dtype(bool), int: np.dtype("l"), float: np.dtype("d"), complex: np.dtype("D")}


def _kind(d: np.dtype[Any]) -> int:
    return 2 if d == BFLOAT16 else {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}[d.kind]


def _required(a: Any, args: Sequence[Any]) -> np.dtype[Any] | None:
    """The dtype that an argument counts as; None for a Python number that follows the arrays beside it."""
    if isinstance(a, ndarray):
        return a._held.dtype
    if type(a) not in KINDS:
        return np.dtype(a.dtype)
    return None if any(type(b) not in KINDS for b in args) else DEFAULTS[type(a)]


# -- arrays


class Flags:
    """All that the flags of a CuPy array have."""

    def __init__(self, array: ndarray) -> None:
        self.c_contiguous = array._held.flags.c_contiguous
        self.f_contiguous = array._held.flags.f_contiguous
        self.owndata = array.base is None
        self.fnc = self.f_contiguous and not self.c_contiguous
        self.forc = self.f_contiguous or self.c_contiguous


class ndarray:  # noqa: N801  (CuPy's name)
    """An array that NumPy does not know: its methods are CuPy's."""

    __slots__ = ("__weakref__", "_base", "_held")
    __array_priority__ = 100
    __hash__ = None  # type: ignore[assignment]
    _held: Host
    _base: ndarray | None

    def __init__(
        self, shape: Any, dtype: Any = float, memptr: Any = None, strides: Any = None, order: str = "C"
    ) -> None:
        self._base = None
        if memptr is None:
            self._held = np.empty(shape, dtype, order)
        else:
            strides = np.empty(shape, dtype).strides if strides is None else strides
            offset = memptr.ptr - memptr.mem.ptr
            if any(step < 0 for step in strides):
                raise ValueError("ndarray() with strides currently does not allow negative strides")
            reach = sum((n - 1) * step for n, step in zip(shape, strides, strict=True)) + np.dtype(dtype).itemsize
            if 0 not in shape and offset + reach > memptr.mem.size:
                raise ValueError("ndarray() with strides must stay within a contiguous size of memory")
            self._held = np.ndarray(shape, dtype, memptr.mem.row, offset, strides)

    @property
    def base(self) -> ndarray | None:
        return self._base

    @property
    def flags(self) -> Flags:
        return Flags(self)

    @property
    def device(self) -> Any:
        return Device(0)

    @property
    def data(self) -> Pointer:
        mem = Memory(self._held)
        return Pointer(mem, self._held.__array_interface__["data"][0] - mem.ptr)

    @property
    def real(self) -> Any:
        return given(self._held.real, [self]) if self._held.dtype.kind == "c" else self

    @real.setter
    def real(self, value: Any) -> None:
        self._held.real[...] = held(value)

    @property
    def imag(self) -> Any:
        if self._held.dtype.kind == "c":
            return given(self._held.imag, [self])
        return made(np.zeros_like(self._held))

    @imag.setter
    def imag(self, value: Any) -> None:
        self._held.imag[...] = held(value)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a NumPy "
                        "array explicitly.")  # fmt: skip

    def get(self, stream: Any = None, order: str = "C", out: Any = None, blocking: bool = True) -> Any:
        if out is not None:
            if not isinstance(out, np.ndarray) or out.dtype != self._held.dtype or out.shape != self._held.shape:
                raise TypeError("Only numpy.ndarray of the same shape and dtype can be obtained")
            out[...] = self._held
            return out
        return np.array(self._held, order=order, copy=True)  # type: ignore[call-overload]

    def set(self, arr: Any, stream: Any = None) -> None:
        if not isinstance(arr, np.ndarray):
            raise TypeError("Only numpy.ndarray can be set to cupy.ndarray")
        self._held[...] = arr

    def item(self) -> Any:
        if self._held.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self._held.item()

    def __getitem__(self, key: Any) -> Any:
        return given(self._held[self.wrapped(key)], [self])

    def __setitem__(self, key: Any, value: Any) -> None:
        if not isinstance(value, (ndarray, bool, int, float, complex, np.generic)):
            raise unsupported(value)
        self._held[self.wrapped(key)] = held(value)

    def wrapped(self, key: Any) -> Any:
        """A key for NumPy: CuPy takes indices out of bounds modulo the size."""
        parts = list(key) if isinstance(key, tuple) else [key]
        parts = [np.asarray(p) if isinstance(p, list) else held(p) for p in parts]
        used = sum(0 if p is None or p is Ellipsis else p.ndim if _is_mask(p) else 1 for p in parts)
        dim = 0
        for k, p in enumerate(parts):
            if p is Ellipsis:
                dim += self._held.ndim - used
            elif _is_mask(p):
                if p.shape != self._held.shape[dim : dim + p.ndim]:
                    raise IndexError(f"boolean index did not match indexed array along dimension {dim}")
                dim += p.ndim
            elif p is not None:
                if isinstance(p, np.ndarray):
                    if p.dtype.kind not in "iu":
                        raise IndexError("arrays used as indices must be of integer (or boolean) type")
                    n = self._held.shape[dim]
                    parts[k] = np.asarray(p % n) if n else p
                dim += 1
        return tuple(parts)

    def take(self, indices: Any, axis: Any = None, out: Any = None) -> Any:
        return _take(self, indices, axis, out)

    def scattered(self, combine: Any, slices: Any, value: Any) -> None:
        """``combine.at``, for the dtypes that a GPU has atomic operations for."""
        if self._held.dtype.char not in ATOMIC.get(combine.__name__, "iIlLqQ"):
            raise TypeError(f"cupy.{combine.__name__}.at does not support {self._held.dtype} as data type")
        if not isinstance(value, (ndarray, bool, int, float, complex, np.generic)):
            raise unsupported(value)
        combine.at(self._held, self.wrapped(slices), held(value))

    def scatter_add(self, slices: Any, value: Any) -> None:
        self.scattered(np.add, slices, value)

    def scatter_max(self, slices: Any, value: Any) -> None:
        self.scattered(np.maximum, slices, value)

    def scatter_min(self, slices: Any, value: Any) -> None:
        self.scattered(np.minimum, slices, value)

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[Any]:
        if not self._held.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self._held)))

    def __bool__(self) -> bool:
        return bool(self._held)

    def __int__(self) -> int:
        return int(self._held.item())

    def __float__(self) -> float:
        return float(self._held.item())

    def __complex__(self) -> complex:
        return complex(self._held.item())

    def __repr__(self) -> str:
        return repr(self._held)

    def __format__(self, spec: str) -> str:
        return format(self._held.item() if not self._held.ndim else self._held, spec)

    def __reduce__(self) -> Any:
        return _unpickled, (self._held.copy(),)

    def __copy__(self) -> Any:
        return self.copy()  # type: ignore[attr-defined]

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()  # type: ignore[attr-defined]

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if any(hasattr(x, "__array_ufunc__") and not isinstance(x, (ndarray, np.ndarray, np.generic)) for x in inputs):
            return NotImplemented
        found = getattr(sys.modules["cupy"], ufunc.__name__, None)
        if method != "__call__" or ufunc.signature is not None or found is None:
            return NotImplemented
        return found(*inputs, **options)

    def __array_function__(self, func: Any, types: Any, args: Any, options: Any) -> Any:
        found: Any = sys.modules["cupy"]
        for name in (*func.__module__.split(".")[1:], func.__name__):
            found = getattr(found, name, None)
        if found is None or any(t not in (ndarray, np.ndarray) for t in types):
            return NotImplemented
        return found(*args, **options)


def _unpickled(array: Host) -> ndarray:
    return made(array.copy())


def _is_mask(p: Any) -> bool:
    return isinstance(p, np.ndarray) and p.dtype == bool


def _binary(name: str, ufunc_name: str, swapped: bool = False) -> Callable[..., Any]:
    def call(self: Any, other: Any) -> Any:
        if getattr(other, "__array_priority__", 0) > 100 or getattr(other, "__array_ufunc__", 0) is None:
            return NotImplemented
        if not isinstance(other, (ndarray, np.ndarray, np.generic, bool, int, float, complex)):
            return NotImplemented
        return getattr(sys.modules["cupy"], ufunc_name)(*((other, self) if swapped else (self, other)))

    call.__name__ = name
    return call


def _written(name: str, ufunc_name: str) -> Callable[..., Any]:
    def call(self: Any, other: Any) -> Any:
        return getattr(sys.modules["cupy"], ufunc_name)(self, other, out=self)

    call.__name__ = name
    return call


def _method(name: str, parameters: str) -> Callable[..., Any]:
    takes = signature(parameters)

    def call(self: Any, *args: Any, **options: Any) -> Any:
        accept(name, takes, (self, *args), options)
        if name == "astype":
            options = {k: v for k, v in options.items() if v is not None}
        return computed(getattr(np.ndarray, name), (self, *args), options)

    call.__name__ = name
    return call


def _attribute(name: str) -> property:
    if name in ("dtype", "itemsize", "nbytes", "ndim", "size", "strides"):  # these are no arrays
        return property(operator.attrgetter(f"_held.{name}"))

    def read(self: Any) -> Any:
        found = getattr(self._held, name)
        return given(found, [self]) if isinstance(found, (np.ndarray, np.generic)) else found

    def write(self: Any, value: Any) -> None:
        setattr(self._held, name, value)

    return property(operator.attrgetter("_held.shape"), write) if name == "shape" else property(read)


BINARY = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "floordiv": "floor_divide",
    "mod": "remainder", "pow": "power", "lshift": "left_shift", "rshift": "right_shift", "and": "bitwise_and",
    "or": "bitwise_or", "xor": "bitwise_xor", "matmul": "matmul",
}  # fmt: skip
COMPARED = {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}
UNARY = {"neg": "negative", "pos": "positive", "abs": "absolute", "invert": "invert"}


def _dress() -> None:
    """Give the array what the table lists of it."""
    table = SURFACE["ndarray"]
    for short, long in {**BINARY, **COMPARED}.items():
        if f"__{short}__" in table:
            setattr(ndarray, f"__{short}__", _binary(f"__{short}__", long))
        if f"__r{short}__" in table:
            setattr(ndarray, f"__r{short}__", _binary(f"__r{short}__", long, swapped=True))
        if f"__i{short}__" in table:
            setattr(ndarray, f"__i{short}__", _written(f"__i{short}__", long))
    for short, long in UNARY.items():
        setattr(ndarray, f"__{short}__", lambda self, long=long: getattr(sys.modules["cupy"], long)(self))
    for name, entry in table.items():
        if name.startswith("_") or name in vars(ndarray) or not hasattr(np.ndarray, name):
            continue
        setattr(ndarray, name, _attribute(name) if entry == "attribute" else _method(name, entry["parameters"]))


# -- modules


class CUDARuntimeError(RuntimeError):
    """What CuPy raises where CUDA fails."""


class Device:
    """A GPU; there is one."""

    current = 0

    def __init__(self, number: int | None = None) -> None:
        self.id = 0 if number is None else int(number)

    def __enter__(self) -> Device:
        if self.id >= 1:
            raise CUDARuntimeError("cudaErrorInvalidDevice: invalid device ordinal")
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def __int__(self) -> int:
        return self.id

    def use(self) -> None:
        self.__enter__()

    @property
    def compute_capability(self) -> str:
        return "90"

    def synchronize(self) -> None:
        pass


class Event:
    """A mark in the stream, with the time at which that came there."""

    def __init__(self, block: bool = False, disable_timing: bool = False, interprocess: bool = False) -> None:
        self.time: int | None = None
        self.waited = False

    def record(self, stream: Any = None) -> None:
        self.time, self.waited = time.perf_counter_ns(), False

    def synchronize(self) -> None:
        self.waited = True


def get_elapsed_time(start_event: Event, end_event: Event) -> float:
    """Milliseconds between two events, of which the later one has to be over."""
    if start_event.time is None or end_event.time is None or not end_event.waited:
        raise CUDARuntimeError("cudaErrorNotReady: device not ready")
    return (end_event.time - start_event.time) / 1e6


def _take(a: Any, indices: Any, axis: Any = None, out: Any = None) -> Any:
    if axis is None:
        a, axis = a.reshape(-1), 0
    axis %= a.ndim
    if out is not None:
        raise NotImplementedError("take: the stand-in has no out")
    found = a[(*(slice(None),) * axis, indices if isinstance(indices, ndarray) else made(np.asarray(indices)))]
    return found.copy() if found.base is not None else found


def _take_along_axis(a: Any, indices: Any, axis: Any) -> Any:
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if axis is None:
        a, axis = a.ravel(), 0
    if a.ndim != indices.ndim:
        raise ValueError("`indices` and `a` must have the same number of dimensions")
    axis %= a.ndim
    places = [np.arange(n).reshape((1,) * d + (-1,) + (1,) * (a.ndim - d - 1)) for d, n in enumerate(a.shape)]
    return a[tuple(indices if d == axis else made(p) for d, p in enumerate(places))]


def _nonzero(a: Any) -> Any:
    if not a.ndim:
        raise ValueError("Calling nonzero on 0d arrays is not allowed.")
    return computed(np.nonzero, (a,), {})


def _sorting(name: str) -> Callable[..., Any]:
    by_numpy = function(name, getattr(np, name), SURFACE["cupy"][name]["parameters"])

    def call(a: Any, *args: Any, **options: Any) -> Any:
        if not a.ndim:
            raise np.exceptions.AxisError("Sorting arrays with the rank of zero is not supported")
        return by_numpy(a, *args, **options)

    return call


def _broadcast_to(array: Any, shape: Any) -> Any:
    return computed(np.broadcast_to, (array, shape), {})


def _broadcast_arrays(*args: Any) -> list[Any]:  # NumPy's warn when they are written
    return [_broadcast_to(a, np.broadcast_shapes(*(b.shape for b in args))) for a in args]


def _as_strided(x: Any, shape: Any = None, strides: Any = None) -> Any:
    """CuPy's result forgets its base."""
    shape = x.shape if shape is None else tuple(shape)
    return ndarray(shape, x.dtype, x.data, x.strides if strides is None else tuple(strides))


def _bincount(x: Any, weights: Any = None, minlength: Any = None) -> Any:
    if x.dtype.kind == "f":
        raise TypeError("x must be int array")
    return computed(np.bincount, (x,), {"weights": weights, "minlength": minlength or 0})


def _einsum(*operands: Any, **options: Any) -> Any:
    if set(options) - {"dtype", "casting", "optimize"}:
        raise TypeError(f"Did not understand the following kwargs: {sorted(options)}")
    return computed(np.einsum, operands, options)


def _copyto(dst: Any, src: Any, casting: str = "same_kind", where: Any = None) -> None:
    computed(np.copyto, (dst, src), {"casting": casting, **({} if where is None else {"where": where})})


def _asnumpy(a: Any, stream: Any = None, order: str = "C", out: Any = None, *, blocking: bool = True) -> Any:
    return a.get(stream, order, out) if isinstance(a, ndarray) else np.asarray(a)


def _special(name: str) -> Callable[..., Any]:
    special = pytest.importorskip("scipy.special")
    return getattr(special, name)  # type: ignore[no-any-return]


OWN: dict[str, Any] = {
    "broadcast_to": _broadcast_to,
    "broadcast_arrays": _broadcast_arrays,
    "bincount": _bincount,
    "nonzero": _nonzero,
    "take": _take,
    "take_along_axis": _take_along_axis,
    **{name: _sorting(name) for name in ("sort", "argsort", "partition", "argpartition")},
    "einsum": _einsum,
    "copyto": _copyto,
    "asnumpy": _asnumpy,
    "as_strided": _as_strided,
    "ndarray": ndarray,
    "ufunc": ufunc,
    "get_array_module": lambda *xs: sys.modules["cupy"] if any(isinstance(x, ndarray) for x in xs) else np,
    "broadcast": lambda *xs: SimpleNamespace(shape=np.broadcast_shapes(*(getattr(x, "shape", ()) for x in xs))),
    "scatter_add": lambda a, slices, value: a.scatter_add(slices, value),
    "scatter_max": lambda a, slices, value: a.scatter_max(slices, value),
    "scatter_min": lambda a, slices, value: a.scatter_min(slices, value),
    "empty_pinned": lambda shape, dtype=float, order="C": np.empty(shape, dtype, order),
    "errstate": lambda **options: np.errstate(),
}


def _filled(module: ModuleType, table: dict[str, Any], numpys: Any) -> ModuleType:
    """A module with what the table lists and NumPy can compute."""
    for name, entry in table.items():
        theirs = numpys(name)
        if name in OWN:
            value = OWN[name]
        elif theirs is None or entry == "module":
            continue
        elif isinstance(entry, dict) and "types" in entry:
            value = ufunc(name, entry, theirs)
        elif isinstance(entry, dict):
            value = function(name, theirs, entry["parameters"])
        else:
            value = theirs
        setattr(module, name, value)
    return module


def modules() -> dict[str, ModuleType]:
    """All that ``sys.modules`` has where CuPy is imported."""
    found = {}
    for path in ("cupy", "cupy.linalg", "cupy.fft", "cupy.lib.stride_tricks"):
        theirs = operator.attrgetter(path.replace("cupy", "np", 1))(SimpleNamespace(np=np))
        found[path] = _filled(ModuleType(path), SURFACE[path], lambda name, theirs=theirs: getattr(theirs, name, None))
    cupy, cupyx = found["cupy"], _filled(ModuleType("cupyx"), SURFACE["cupyx"], lambda name: None)
    cupy.linalg, cupy.fft = found["cupy.linalg"], found["cupy.fft"]  # type: ignore[attr-defined]
    cupy.lib = SimpleNamespace(stride_tricks=found.pop("cupy.lib.stride_tricks"))  # type: ignore[attr-defined]
    runtime = SimpleNamespace(
        getDeviceCount=lambda: 1, CUDARuntimeError=CUDARuntimeError,
        getDeviceProperties=lambda n: {"name": b"stand-in", "totalGlobalMem": 4096, "multiProcessorCount": 2},
        memGetInfo=lambda: (3072, 4096),
    )  # fmt: skip
    pool = SimpleNamespace(used_bytes=lambda: 512, total_bytes=lambda: 1024, free_all_blocks=lambda: None)
    cupy.get_default_memory_pool = lambda: pool  # type: ignore[attr-defined]
    cupy.cuda = SimpleNamespace(  # type: ignore[attr-defined]
        runtime=runtime, Device=Device, MemoryPointer=lambda mem, offset: Pointer(mem, offset), Event=Event,
        get_elapsed_time=get_elapsed_time, UnownedMemory=UnownedMemory,
    )  # fmt: skip
    scipy, special = ModuleType("cupyx.scipy"), ModuleType("cupyx.scipy.special")
    special.__getattr__ = _special_of  # type: ignore[method-assign]
    scipy.special, cupyx.scipy = special, scipy  # type: ignore[attr-defined]
    scipy.linalg = linalg = ModuleType("cupyx.scipy.linalg")  # type: ignore[attr-defined]
    linalg.lu_factor = _lu_factor  # type: ignore[attr-defined]  # the module imports with CUDA only: not in the table
    mine = {"cupyx": cupyx, "cupyx.scipy": scipy, "cupyx.scipy.special": special, "cupyx.scipy.linalg": linalg}
    return {**found, **mine}


def _lu_factor(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """As CuPy's, of matrices that are not square too."""
    lapack = pytest.importorskip("scipy.linalg.lapack")
    if not isinstance(a, ndarray):
        raise unsupported(a)
    (getrf,) = lapack.get_lapack_funcs(("getrf",), (a._held,))
    return given(getrf(a._held)[:2])


@cache
def _special_of(name: str) -> Any:
    entry = SURFACE["cupyx.scipy.special"].get(name)
    if entry is None:
        raise AttributeError(f"module 'cupyx.scipy.special' has no attribute {name!r}")
    if name in ("erf", "erfc"):
        return ufunc(name, entry, np.vectorize(getattr(math, name), otypes="d"))
    return (
        ufunc(name, entry, _special(name)) if "types" in entry else function(name, _special(name), entry["parameters"])
    )


_dress()


def install(patch: pytest.MonkeyPatch) -> ModuleType:
    """Put the stand-in in the place of CuPy until the patch is undone."""
    found = modules()
    for name, module in found.items():
        patch.setitem(sys.modules, name, module)
    return found["cupy"]
