"""Tensor types by their old names, limits of dtypes, layouts, and old constructors."""

from __future__ import annotations

import functools
import operator
import re
from math import floor, log2, log10
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from .. import errors
from ..arrays import arrays, dtypes, layouts
from ..arrays.batched import Batched
from ..arrays.conjugates import unconjugated
from ..arrays.coo import COO, COORDINATES, ROWS, layout_of
from ..errors.tracebacks import public
from ..ops.structure import _alias
from ..tape.tensor import Size, Tensor, TensorBase
from .generated import functions
from .methods import attribute, method
from .typed_storage import TypedStorage
from .untyped_storage import UntypedStorage

# -- dtypes without tensors, and limits of dtypes


class NoDtype:
    """A dtype of PyTorch's in which no tensor can be: programs compare dtypes with it, and ask for its limits."""

    is_signed = True

    def __init__(self, name: str, itemsize: int, limits: Any = None, *, is_complex: bool = False) -> None:
        self.name, self.itemsize, self.limits = name, itemsize, limits
        self.is_complex, self.is_floating_point = is_complex, name.startswith("float")

    def __repr__(self) -> str:
        return f"{errors.text.package()}.{self.name}"


FLOATS_OF_8_BITS = "float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu"
NO_DTYPES = {
    "complex32": NoDtype("complex32", 4, np.float16, is_complex=True),
    "float4_e2m1fn_x2": NoDtype("float4_e2m1fn_x2", 1),
    **{name: NoDtype(name, 1, getattr(ml_dtypes, name, None)) for name in FLOATS_OF_8_BITS.split()},
    **{
        name: NoDtype(name, size)
        for name, size in (("qint8", 1), ("quint8", 1), ("qint32", 4), ("quint4x2", 1), ("quint2x4", 1))
    },
}
NO_DTYPES["float8_e8m0fnu"].is_signed = False


class _FloatLimits(NamedTuple):
    resolution: float
    min: float
    max: float
    eps: float
    smallest_normal: float
    tiny: float
    dtype: str

    @property
    def bits(self) -> int:
        return np.dtype(self.dtype).itemsize * 8

    def __repr__(self) -> str:
        numbers = ", ".join(f"{name}={value:g}" for name, value in zip(self._fields[:-1], self[:-1], strict=True))
        return f"finfo({numbers}, dtype={self.dtype})"

    def __reduce__(self) -> Any:
        return finfo, (self.dtype,)


class _IntegerLimits(NamedTuple):
    min: int
    max: int
    dtype: str

    @property
    def bits(self) -> int:
        return dtypes.as_numpy(self.dtype).itemsize * 8

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"

    def __reduce__(self) -> Any:
        return iinfo, (self.dtype,)


for _kind, _name in ((_FloatLimits, "finfo"), (_IntegerLimits, "iinfo")):  # PyTorch's classes
    _kind.__module__, _kind.__name__, _kind.__qualname__ = "wengert", _name, _name


def finfo(type: Any = None) -> _FloatLimits:  # noqa: A002
    """Return the limits of a floating point dtype: ``eps``, ``max``, ``min``, ``tiny``, ``resolution``, ``bits``.

    Args:
        type: a floating point or complex dtype; for a complex one, the limits of its parts. Default: the default dtype.

    Raises:
        TypeError: for any other dtype.

    >>> import wengert
    >>> wengert.finfo(wengert.float16).max
    65504.0
    """
    foreign = NO_DTYPES.get(str(getattr(type, "name", type)))
    if foreign is not None and foreign.limits is not None:
        real = np.dtype(foreign.limits)
    else:
        given = np.dtype(dtypes.default_float()) if type is None else dtypes.as_numpy(type)
        if not dtypes.is_inexact(given):
            raise TypeError(
                f"wengert.finfo() requires a floating point input type. Use wengert.iinfo to handle 'wengert.{given}'"
            )
        real = dtypes.real_of(given)
    limits = ml_dtypes.finfo(real)
    eps, tiny = float(limits.eps), float(limits.smallest_normal)
    digits = floor(-log2(eps) * log10(2))  # decimal ones that every number of so many keeps
    return _FloatLimits(float(f"1e-{digits}"), float(limits.min), float(limits.max), eps, tiny, tiny, str(real))


@public
def iinfo(type: Any) -> _IntegerLimits:  # noqa: A002
    """Return the limits of an integer dtype: ``min``, ``max``, ``bits``.

    Args:
        type: an integer dtype.

    Raises:
        TypeError: for any other dtype.

    >>> import wengert
    >>> wengert.iinfo(wengert.int8)
    iinfo(min=-128, max=127, dtype=int8)
    """
    given = dtypes.as_numpy(type)
    if given == np.bool_:
        raise TypeError("wengert.bool is not supported by wengert.iinfo. Give an integer dtype. A bool is 0 or 1.")
    if dtypes.is_inexact(given):
        raise TypeError(
            f"wengert.iinfo() requires an integer input type. Use wengert.finfo to handle 'wengert.{given}'"
        )
    limits = np.iinfo(given)
    return _IntegerLimits(int(limits.min), int(limits.max), str(given))


# -- the layout


class layout:  # noqa: N801  (torch's name)
    """How a tensor stores its elements. ``wengert.strided`` stores all, at fixed strides. ``wengert.sparse_coo`` stores
    some, with their coordinates; ``wengert.sparse_csr`` and ``wengert.sparse_csc`` store them row by row, and column by
    column.

    >>> import wengert
    >>> wengert.ones(2).layout
    wengert.strided
    >>> wengert.ones(2).to_sparse().layout
    wengert.sparse_coo
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"{errors.text.package()}.{self.name}"

    def __reduce__(self) -> str:
        return self.name


strided = layout("strided")
sparse_coo = layout("sparse_coo")
sparse_csr = layout("sparse_csr")
sparse_csc = layout("sparse_csc")
LAYOUTS = {kind.name: kind for kind in (strided, sparse_coo, sparse_csr, sparse_csc)}
# Layouts that no tensor has: programs ask whether it is one of these.
NO_LAYOUTS = {name: layout(name) for name in ("sparse_bsc", "sparse_bsr")}


@attribute
def is_sparse(self: Any) -> bool:
    """Whether the tensor stores some elements, with their coordinates. Compressed layouts have a word of their own."""
    return layout_of(self._wg_data) == COORDINATES


@attribute
def is_sparse_csr(self: Any) -> bool:
    """Whether the tensor is sparse, by rows: it stores some elements, with their columns and where each row begins."""
    return layout_of(self._wg_data) == ROWS


setattr(  # noqa: B010  # a module's name
    Tensor, "layout", property(lambda self: LAYOUTS[layout_of(self._wg_data)], doc="How the elements are kept.")
)


def _never(what: str) -> property:
    return property(lambda self: False, doc=f"Whether the tensor is {what}: never.")


for _name, _what in (
    ("is_quantized", "quantized"),
    ("is_meta", "without values"), ("is_nested", "a list of tensors"), ("is_mps", "on an Apple GPU"),
    ("is_xpu", "on an Intel GPU"), ("is_mtia", "on an accelerator of Meta"), ("is_maia", "on one of Microsoft"),
    ("is_ipu", "on one of Graphcore"), ("is_xla", "on what XLA compiles for"), ("is_vulkan", "kept by Vulkan"),
    ("is_mkldnn", "kept by oneDNN"),
):  # fmt: skip
    setattr(Tensor, _name, _never(_what))


@attribute
def is_cpu(self: Any) -> bool:
    """Whether the tensor is on the CPU."""
    return bool(self.device.type == "cpu")


@method
def get_device(self: Any) -> int:
    """Return the number of the tensor's GPU, or -1 on the CPU."""
    return -1 if self.device.type == "cpu" else int(self.device.index or 0)


@method
def data_ptr(self: Any) -> int:
    """Return the address of the first element."""
    x = self._wg_data
    if type(x) is Batched:
        raise errors.vmap.escaped("data_ptr()")
    if type(x) is COO:
        raise errors.sparse.no_memory()
    return arrays.address(unconjugated(x))


@method
def storage_offset(self: Any) -> int:
    """Return the position of the first element in the memory shared with views, in elements."""
    x = self._wg_data
    if type(x) is Batched:
        raise errors.vmap.escaped("storage_offset()")
    if type(x) is COO:
        return 0
    return layouts.memory(unconjugated(x))[1]


# -- types with their old names


class _TypeOfTensor(type):
    dtype: dtypes.dtype
    place: str
    is_sparse: bool

    def __instancecheck__(cls, x: object) -> bool:
        fits = isinstance(x, TensorBase) and x.dtype is cls.dtype and x.device.type == cls.place
        return fits and layout_of(x._wg_data) == (COORDINATES if cls.is_sparse else "strided")  # type: ignore[attr-defined]

    def __repr__(cls) -> str:
        return f"<class '{errors.text.tensor_type(cls.dtype.dtype, cls.place, cls.is_sparse)}'>"


def _type_name(x: Any) -> str:
    kind = layout_of(x._wg_data)
    if kind not in ("strided", COORDINATES):
        raise errors.sparse.no_type(kind)
    return errors.text.tensor_type(x._wg_data.dtype, x.device.type, kind == COORDINATES)


def _sizes(data: tuple[Any, ...]) -> Size | None:
    """Arguments that are sizes: integers, also NumPy's and those of arrays and tensors without dimensions."""
    if any(type(one) is bool or getattr(one, "shape", ()) != () for one in data):
        return None
    try:
        return Size(map(operator.index, data or (0,)))
    except TypeError:
        return None


def constructed(dtype: Any, place: Any, data: tuple[Any, ...]) -> Any:
    """A tensor of a fixed dtype from sizes, a sequence, or a tensor or memory of that dtype, as in old programs."""
    given: Any = data[0] if len(data) == 1 else None
    if isinstance(given, (TypedStorage, UntypedStorage)):
        return functions.empty(0, dtype=dtype).set_(given)
    if isinstance(given, TensorBase):
        if given.dtype is not dtypes.of(dtype):
            raise TypeError(
                f"new(): expected a tensor of dtype {dtypes.of(dtype)}, got {given.dtype} of shape "
                f"{list(given.shape)}. Use .to({dtypes.of(dtype)})."
            )
        return _alias(given)
    sizes = given if isinstance(given, Size) else _sizes(data)
    if sizes is None and len(data) > 1:
        if any(isinstance(one, TensorBase) for one in data):
            raise errors.sparse.needs_a_sparse_type()
        sizes = Size(data)  # says which is no integer
    if sizes is not None:
        return functions.empty(sizes, dtype=dtype, device=place)
    if not hasattr(given, "__len__"):
        raise TypeError(f"new(): data must be a sequence (got {type(given).__name__})")
    return functions.tensor(given, dtype=dtype, device=place)


def constructed_sparse(dtype: Any, place: Any, data: tuple[Any, ...]) -> Any:
    """A sparse tensor from indices, values and sizes, of the values' dtype, or an empty one from sizes."""
    if len(data) > 1 and isinstance(data[0], TensorBase):
        return functions.sparse_coo_tensor(*data, device=place)
    size = data[0] if len(data) == 1 and isinstance(data[0], Size) else _sizes(data)
    if size is None and len(data) == 1:
        raise errors.sparse.only_sizes()
    return functions.sparse_coo_tensor(size=Size(data) if size is None else size, dtype=dtype, device=place)


def by_position(name: str, data: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
    """What an old constructor is given, of which the only argument may have a name."""
    if not named:
        return data
    word, value = next(iter(named.items()))
    if data or len(named) > 1 or word not in ("data", "other", "size", "storage"):
        raise errors.overriding.constructor_options(name, list(named))
    if word == "storage" and not isinstance(value, (TypedStorage, UntypedStorage)):
        raise errors.calls.wrong_type(name, "storage", "UntypedStorage", value)
    if word != "size":
        return (value,)
    if not isinstance(value, (tuple, list)):
        raise errors.calls.wrong_type(name, "size", "tuple of ints", value)
    return (Size(value),)


def _at(place: Any, asked: Any) -> Any:
    """Where an old constructor makes a tensor: at its own place, or at one of that kind that is asked for."""
    if asked is None:
        return place
    own, asked = arrays.device(place), arrays.device(asked)
    if own.type != asked.type:
        raise errors.deprecated.other_kind_of_device(own.type, asked.type)
    return asked


def _typed(name: str, dtype: dtypes.dtype, place: str) -> Any:
    @public
    def new(cls: Any, *data: Any, device: Any = None, **named: Any) -> Any:
        return constructed(dtype.dtype, _at(place, device), by_position(name, data, named))

    doc = f"Makes tensors of ``{dtype}``, as old programs do."
    return _TypeOfTensor(name, (), {"__new__": new, "dtype": dtype, "place": place, "is_sparse": False, "__doc__": doc})


def _typed_sparse(name: str, dtype: dtypes.dtype, place: str) -> Any:
    @public
    def new(cls: Any, *data: Any, device: Any = None, **named: Any) -> Any:
        errors.deprecated.sparse_types()
        return constructed_sparse(dtype.dtype, _at(place, device), by_position(name, data, named))

    doc = f"Makes sparse tensors of ``{dtype}`` from indices, values and sizes, as old programs do."
    return _TypeOfTensor(name, (), {"__new__": new, "dtype": dtype, "place": place, "is_sparse": True, "__doc__": doc})


FloatTensor = _typed("FloatTensor", dtypes.float32, "cpu")
DoubleTensor = _typed("DoubleTensor", dtypes.float64, "cpu")
HalfTensor = _typed("HalfTensor", dtypes.float16, "cpu")
BFloat16Tensor = _typed("BFloat16Tensor", dtypes.bfloat16, "cpu")
ByteTensor = _typed("ByteTensor", dtypes.uint8, "cpu")
CharTensor = _typed("CharTensor", dtypes.int8, "cpu")
ShortTensor = _typed("ShortTensor", dtypes.int16, "cpu")
IntTensor = _typed("IntTensor", dtypes.int32, "cpu")
LongTensor = _typed("LongTensor", dtypes.int64, "cpu")
BoolTensor = _typed("BoolTensor", dtypes.bool_, "cpu")

TYPES = {
    kind.__name__: kind
    for kind in (
        FloatTensor, DoubleTensor, HalfTensor, BFloat16Tensor, ByteTensor, CharTensor, ShortTensor, IntTensor,
        LongTensor, BoolTensor,
    )
}  # fmt: skip
SPARSE_TYPES = {name: _typed_sparse(name, cls.dtype, "cpu") for name, cls in TYPES.items() if name != "BoolTensor"}
CUDA_TYPES = {name: _typed(name, cls.dtype, "cuda") for name, cls in TYPES.items()}
SPELLED = re.compile(r"(?:torch|wengert)\.(cuda\.)?(sparse\.)?(\w+)Tensor")
DTYPES = {word: dtypes._NAMED[name] for name, word in errors.text.NAMES.items()}


@functools.cache
def _of_name(name: str) -> Any:
    """The tensor class for a name that ``type()`` returns."""
    named = SPELLED.fullmatch(name)
    if named is None or named[3] not in DTYPES:
        raise ValueError(f"invalid type: '{name}'. Give a name as type() returns it: 'torch.FloatTensor'.")
    make = _typed_sparse if named[2] else _typed
    return make(f"{named[3]}Tensor", DTYPES[named[3]], "cuda" if named[1] else "cpu")


def _type(self: Any, dtype: Any = None, non_blocking: bool = False) -> Any:
    """Return the name of this tensor's type, or the tensor converted to another type.

    Args:
        dtype: a dtype, a name such as ``"torch.DoubleTensor"``, or the class with that name. ``Tensor`` itself stands
            for the default dtype on the CPU.
        non_blocking: accepted and ignored.

    Returns:
        the name that PyTorch uses, because programs compare it; with ``dtype``, a tensor, as from :meth:`to`.

    >>> import wengert
    >>> wengert.ones(2).type()
    'torch.FloatTensor'
    >>> wengert.ones(2).type(wengert.int64)
    tensor([1, 1])
    """
    if type(non_blocking) is not bool:
        raise errors.calls.wrong_type("type", "non_blocking", "bool", non_blocking)
    if dtype is None:
        return _type_name(self)
    if dtype is Tensor:
        return self.to(device="cpu", dtype=dtypes.default_float())
    kind = _of_name(dtype) if isinstance(dtype, str) else dtype
    if isinstance(kind, _TypeOfTensor):
        found = self.to(device=kind.place, dtype=kind.dtype)
        return found.to_sparse() if kind.is_sparse and not found.is_sparse else found
    if not isinstance(kind, (dtypes.dtype, np.dtype, type)):
        raise TypeError("dtype must be a type, str, or dtype object")
    return self.to(kind)


_type.__name__ = _type.__qualname__ = "type"
Tensor.type = public(_type)  # type: ignore[attr-defined, method-assign]


@method
@public
def new(self: Any, *data: Any, device: Any = None, **named: Any) -> Any:
    """Return a tensor with this one's dtype and device, from sizes or a sequence. For old programs.

    Args:
        data: sizes, a sequence, a tensor of this dtype, or a storage, whose memory is shared; of a sparse tensor
            sizes, or indices, values and sizes.
        device: another device of this tensor's kind.
        named: the one argument by its name: ``size``, ``data``, ``other`` or ``storage``.

    >>> import wengert
    >>> wengert.ones(2).new([3, 4])
    tensor([3., 4.])
    """
    make = constructed_sparse if type(self._wg_data) is COO else constructed
    return make(self._wg_data.dtype, _at(self.device, device), by_position("new", data, named))


def typename(obj: Any) -> str:
    """Return the name of a tensor's type, or of the type of any other object.

    >>> import wengert
    >>> wengert.typename(wengert.ones(2)), wengert.typename(3)
    ('torch.FloatTensor', 'int')
    """
    if isinstance(obj, TensorBase):
        return _type_name(obj)
    kind = obj if hasattr(obj, "__qualname__") else obj.__class__
    home = kind.__module__
    return str(kind.__qualname__) if home in ("builtins", None) else f"{home}.{kind.__qualname__}"


def set_default_tensor_type(t: Any) -> None:
    """Deprecated. Set the default floating point type. Use :func:`wengert.set_default_dtype`.

    Args:
        t: a tensor class such as ``wengert.DoubleTensor``, or its name.

    Raises:
        TypeError: if it is not a floating point type.
    """
    kind = _of_name(t) if isinstance(t, str) else t
    if not isinstance(kind, _TypeOfTensor):
        raise TypeError("invalid type object: only floating-point types are supported as the default type")
    if not kind.dtype.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    if kind.is_sparse:
        raise TypeError("only dense types are supported as the default type")
    if kind.place != "cpu":
        raise errors.calls.later("set_default_tensor_type on a GPU", 'Give device="cuda" where tensors are made.')
    errors.text.warn("wengert.set_default_tensor_type() is deprecated, please use wengert.set_default_dtype() instead.")
    dtypes.set_default_dtype(kind.dtype)


@attribute
def volatile(self: Any) -> bool:
    """Removed: reading it warns, and returns False."""
    errors.text.warn("volatile was removed (Variable.volatile is always False)")
    return False


@attribute
def name(self: Any) -> str | None:
    """The name given by ``Variable(..., name=...)``, or None."""
    given: str | None = vars(self).get("_name")
    return given
