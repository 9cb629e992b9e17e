"""Names of dtypes, the default float, and torch's type promotion, over NumPy dtypes."""

from __future__ import annotations

from math import inf
from typing import Any

import ml_dtypes
import numpy as np

from .. import errors
from ..errors.tracebacks import public

BOOL, INT, FLOAT, COMPLEX = range(4)


class dtype:  # noqa: N801  (torch's name)
    """A dtype as users see it: ``wengert.float32``.

    It compares equal to the NumPy dtype it stands for and is accepted wherever NumPy takes a dtype.

    >>> import numpy as np, wengert
    >>> wengert.float32 == np.float32, np.zeros(2, dtype=wengert.float32).dtype
    (True, dtype('float32'))
    """

    __slots__ = ("__weakref__", "category", "dtype", "name")

    def __init__(self, name: str, numpy: np.dtype[Any], category: int) -> None:
        self.name = name
        self.dtype = numpy
        self.category = category

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def type(self) -> type[Any]:
        """The class of NumPy's scalars of this dtype, which SciPy makes of what a function returns."""
        return self.dtype.type

    @property
    def is_floating_point(self) -> bool:
        return self.category == FLOAT

    @property
    def is_complex(self) -> bool:
        return self.category == COMPLEX

    @property
    def is_signed(self) -> bool:
        return self.category >= FLOAT or self.dtype.kind == "i"

    def to_real(self) -> dtype:
        """The dtype of the real part."""
        return of(real_of(self.dtype))

    def to_complex(self) -> dtype:
        """The complex dtype of this precision."""
        return of(complex_of(self.dtype))

    def __repr__(self) -> str:
        return f"{errors.text.package()}.{self.name}"

    def __reduce__(self) -> str:
        return self.name  # a pickle names the attribute of the public module

    def __eq__(self, other: object) -> bool:
        if isinstance(other, dtype):
            return self is other
        if other is None:  # NumPy takes it for float64
            return False
        try:
            return bool(self.dtype == other)
        except TypeError:
            return False

    def __hash__(self) -> int:
        return hash(self.dtype)


_OF: dict[np.dtype[Any], dtype] = {}
_NAMED: dict[str, dtype] = {}


def _declare(name: str, numpy: Any, category: int, *aliases: str) -> dtype:
    d = dtype(name, np.dtype(numpy), category)
    _OF[d.dtype] = d
    for n in (name, *aliases):
        _NAMED[n] = d
    return d


float64 = double = _declare("float64", np.float64, FLOAT, "double")
float32 = _declare("float32", np.float32, FLOAT, "float")
float16 = half = _declare("float16", np.float16, FLOAT, "half")
bfloat16 = _declare("bfloat16", ml_dtypes.bfloat16, FLOAT)
complex64 = cfloat = _declare("complex64", np.complex64, COMPLEX, "cfloat")
complex128 = cdouble = _declare("complex128", np.complex128, COMPLEX, "cdouble")
int8 = _declare("int8", np.int8, INT)
int16 = short = _declare("int16", np.int16, INT, "short")
int32 = _declare("int32", np.int32, INT, "int")
int64 = long = _declare("int64", np.int64, INT, "long")
uint8 = _declare("uint8", np.uint8, INT)
uint16 = _declare("uint16", np.uint16, INT)
uint32 = _declare("uint32", np.uint32, INT)
uint64 = _declare("uint64", np.uint64, INT)
bool_ = _declare("bool", np.bool_, BOOL)

F32, F64, C64, C128 = float32.dtype, float64.dtype, complex64.dtype, complex128.dtype
F16, BF16, I64, BOOLEAN = float16.dtype, bfloat16.dtype, int64.dtype, bool_.dtype
PYTHON = {float: float64, int: int64, bool: bool_, complex: complex128}

_default = F32


def settled(array: Any) -> Any:
    """A view of the array with the one dtype object that ``is`` can compare.

    NumPy has one object per dtype, but makes others when it unpickles arrays or changes byte order. Results computed
    from such arrays have the other objects too.
    """
    mine = _OF.get(array.dtype)
    return array if mine is None or mine.dtype is array.dtype else array.view(mine.dtype)


def taken(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A NumPy array from outside as a payload: a plain ndarray in native byte order, of a dtype that a tensor can have.

    Kernels call methods and operators of arrays, to which masked arrays, matrices and other subclasses give other
    meanings. So a payload is never of a subclass: its values are taken, without a mask. Another byte order is copied.

    Raises:
        TypeError: for another dtype: objects, dates, text, records.
    """
    if type(array) is not np.ndarray:
        array = np.ndarray.view(array, np.ndarray)
    dtype = array.dtype
    if dtype is F32 or dtype is F64 or dtype is I64 or dtype is BOOLEAN:
        return array
    mine = _OF.get(dtype)
    if mine is None:
        mine = _OF.get(dtype.newbyteorder("="))
        if mine is None:
            raise errors.calls.unsupported_array(dtype)
        return array.astype(mine.dtype)
    return array if mine.dtype is dtype else array.view(mine.dtype)


def default_float() -> np.dtype[Any]:
    """The NumPy dtype that Python floats become (float32 unless :func:`set_default_dtype` said otherwise)."""
    return _default


def default_complex() -> np.dtype[Any]:
    """The NumPy dtype that Python complex numbers become."""
    return complex_of(_default)


def get_default_dtype() -> dtype:
    """Return the current default floating point dtype.

    >>> import wengert
    >>> wengert.get_default_dtype()
    wengert.float32
    """
    return of(_default)


@public
def set_default_dtype(d: Any) -> None:
    """Set the dtype that Python floats become.

    Args:
        d: a floating point dtype.

    Raises:
        TypeError: if ``d`` is not a floating point dtype.

    >>> import wengert
    >>> wengert.set_default_dtype(wengert.float64)
    >>> wengert.tensor(0.5).dtype
    wengert.float64
    >>> wengert.set_default_dtype(wengert.float32)
    """
    global _default
    n = as_numpy(d)
    if category(n) != FLOAT:
        raise TypeError("only floating-point types are supported as the default type")
    _default = n


def of(numpy: np.dtype[Any]) -> dtype:
    """The wengert dtype for a NumPy dtype."""
    found = _OF.get(numpy)
    if found is None:
        raise errors.calls.unsupported_dtype(numpy)
    return found


def as_numpy(d: Any) -> np.dtype[Any]:
    """The NumPy dtype for a wengert dtype, a NumPy dtype or scalar type, a Python type or a name."""
    if isinstance(d, dtype):
        return d.dtype
    if isinstance(d, str) and d in _NAMED:
        return _NAMED[d].dtype
    if isinstance(d, type) and d in PYTHON:
        return PYTHON[d].dtype
    try:
        found = _OF.get(np.dtype(d))
    except (TypeError, ValueError):
        found = None
    if found is None:
        raise errors.calls.unsupported_dtype(d)
    return found.dtype


def is_integer(x: Any) -> bool:
    """Whether an argument is a single integer (of Python, NumPy or a 0-d tensor) and not a sequence.

    Raises:
        TypeError: for bytes, which are neither. Python reads integers off them. The public function says more.
    """
    if isinstance(x, (bytes, bytearray)):
        raise TypeError(f"expected an int or a sequence of ints, got {type(x).__name__}. Write int(x)")
    return isinstance(x, int) or (getattr(x, "shape", None) == () and not isinstance(x, np.inexact))


def category(n: np.dtype[Any]) -> int:
    """BOOL, INT, FLOAT or COMPLEX (bfloat16 has NumPy kind ``V``, so the kind alone is not enough)."""
    k = n.kind
    if k == "f" or n == BF16:
        return FLOAT
    if k == "c":
        return COMPLEX
    return BOOL if k == "b" else INT


def is_inexact(n: np.dtype[Any]) -> bool:
    """Whether values of this dtype can carry a derivative."""
    return n.kind in "fc" or n == BF16


def is_half(n: np.dtype[Any]) -> bool:
    """Whether arithmetic in this dtype is done in float32 and rounded once."""
    return n.itemsize == 2 and n.kind in "fV"


def real_of(n: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype of the real part of values of dtype ``n``."""
    return F64 if n == C128 else F32 if n == C64 else n


def complex_of(n: np.dtype[Any]) -> np.dtype[Any]:
    """The complex dtype of the precision of ``n`` (half types have none and give complex64)."""
    return C128 if n in (F64, C128) else C64


def promote_types(a: np.dtype[Any], b: np.dtype[Any]) -> np.dtype[Any]:
    """torch's promotion of two dtypes: the category wins over the width."""
    if a is b or a == b:
        return a
    ca, cb = category(a), category(b)
    if ca < cb:
        a, b, ca, cb = b, a, cb, ca
    if ca == COMPLEX and cb == FLOAT:
        return C128 if F64 in (b, real_of(a)) else C64
    if ca != cb:
        return a
    if ca == INT:
        return np.promote_types(a, b)
    if a.itemsize == b.itemsize:  # half and bfloat16
        return F32
    return a if a.itemsize > b.itemsize else b


def of_number(kind: type) -> np.dtype[Any]:
    """The dtype of Python numbers of a type."""
    return _default if kind is float else default_complex() if kind is complex else as_numpy(kind)


def _combine(higher: np.dtype[Any] | None, lower: np.dtype[Any] | None) -> np.dtype[Any] | None:
    if higher is None or lower is None:
        return higher if lower is None else lower
    ch, cl = category(higher), category(lower)
    if ch == COMPLEX:
        return higher
    if ch == FLOAT:
        return complex_of(higher) if cl == COMPLEX else higher
    if ch == BOOL or cl >= FLOAT:
        return promote_types(higher, lower)
    return higher


def result_type(values: Any) -> np.dtype[Any]:
    """torch's common dtype of arrays and Python numbers: dimensions count before 0-d, 0-d before numbers.

    ``values`` are payloads (anything with ``dtype`` and ``ndim``) or Python numbers.
    """
    dims: np.dtype[Any] | None = None
    zero: np.dtype[Any] | None = None
    number: np.dtype[Any] | None = None
    for v in values:
        if v is None:
            continue
        if hasattr(v, "dtype"):
            if v.ndim:
                dims = v.dtype if dims is None else promote_types(dims, v.dtype)
            else:
                zero = v.dtype if zero is None else promote_types(zero, v.dtype)
        else:
            n = of_number(float if isinstance(v, float) else complex if isinstance(v, complex) else type(v))
            number = n if number is None else promote_types(number, n)
    out = _combine(dims, _combine(zero, number))
    assert out is not None
    return out


# -- single numbers


def number(value: Any) -> Any:
    """A NumPy scalar as the Python number that it holds, which has no dtype. Anything else as it is."""
    if not isinstance(value, np.generic) or not (value.dtype.kind in "biufc" or value.dtype in _OF):
        return value
    plain = value.item()
    return float(plain) if isinstance(plain, np.generic) else plain


def rounded(value: Any, dtype: np.dtype[Any]) -> Any:
    """A Python number with the precision of a half type; within a tuple, too."""
    if type(value) is tuple:
        return tuple([rounded(v, dtype) for v in value])
    if type(value) not in (float, int):
        return value
    value = float(value)
    if -256 <= value <= 256 and value.is_integer():
        return value  # both half types hold these
    with np.errstate(over="ignore"):
        return float(np.asarray(value).astype(dtype))


C_NAMES = {
    F32: "float", F64: "double", F16: "c10::Half", BF16: "c10::BFloat16", C64: "c10::complex<float>",
    int32.dtype: "int", **{t.dtype: f"{t.dtype}_t" for t in (int8, int16, int64, uint8, uint16, uint32, uint64)},
}  # fmt: skip
LARGEST = {t: float(ml_dtypes.finfo(t).max) for t in (F16, BF16, F32)}  # of floats with a smaller range than Python's
LARGEST[C64] = LARGEST[F32]
RANGES = {t: (int(np.iinfo(t).min), int(np.iinfo(t).max)) for t in C_NAMES if t.kind in "iu"}  # np.iinfo takes a while


def fitting(value: Any, dtype: np.dtype[Any]) -> Any:
    """Convert a Python number to one that a dtype holds. Negative integers wrap around in unsigned dtypes.

    Raises:
        RuntimeError: if it is outside the range of the dtype.
        OverflowError: if it is an integer of more than 64 bits.
    """
    if type(value) is int and dtype is I64 and -(2**63) <= value < 2**63:
        return value
    most = LARGEST.get(dtype)
    if type(value) is float and most is not None:
        if -most <= value <= most or value in (inf, -inf) or value != value:
            return value
        raise errors.elements.does_not_fit(value, dtype, C_NAMES[dtype])
    if isinstance(value, int) and not errors.text.is_held(value):
        raise errors.calls.too_many_bits(value)
    kind = category(dtype)
    if kind == BOOL:
        return bool(value)
    if isinstance(value, complex):
        if kind == COMPLEX:
            if most is not None:
                fitting(value.real, dtype), fitting(value.imag, dtype)
            return value
        if value.imag:
            raise errors.elements.does_not_fit(value, dtype, C_NAMES[dtype])
        value = value.real
    if kind != INT:
        return fitting(float(value), dtype) if most is not None else value
    least, last = RANGES.get(dtype) or RANGES[dtype.newbyteorder("=")]
    whole = int(value) if value - value == 0 else last + 1
    bounds = (least, last) if isinstance(value, float) else (least or -last, last)
    if not bounds[0] <= value <= bounds[1]:
        raise errors.elements.does_not_fit(value, dtype, C_NAMES[dtype])
    return whole + last + 1 if whole < least else whole
