"""NumPy and CuPy arrays behind one interface: which module computes, where memory lies, devices.

A payload is what a tensor holds: a NumPy array, a CuPy array, or a ``Batched`` or ``COO`` that consists of them.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from itertools import combinations
from types import ModuleType
from typing import Any

import numpy as np

from .. import errors
from ..errors.tracebacks import short
from . import copies, dtypes, objects

F32, F64 = np.dtype(np.float32), np.dtype(np.float64)
FEW = 64  # numbers of a half type that NumPy adds in less time
ROUNDED = 512  # bytes: CuPy rounds allocations up to multiples of this
KEPT = 1 << 24  # bytes of an array whose memory the C library keeps for the next one

# glibc maps an array of 128 kB or more anew, and gives its pages back when it is freed, until the program has freed a
# larger array: mallopt(3) describes these limits. Each first touch of a page is a fault, so that on arrays of a few
# hundred kB operations take twice as long. One array is freed here, of which no page was ever touched.
np.empty(KEPT, np.uint8)

WRAPPED = ("Batched", "COO")  # payload classes that hold another payload in ``.data``


def cupy() -> ModuleType:
    """Import CuPy, or raise an error that names the missing extra."""
    try:
        import cupy as module
    except ImportError as e:
        raise errors.calls.no_cupy() from e
    found: ModuleType = module
    return found


def cuda_available() -> bool:
    """Whether CuPy is installed and sees a GPU."""
    try:
        return bool(cupy().cuda.runtime.getDeviceCount())
    except Exception:
        return False


# Note [Silent kernels]. PyTorch computes inf and NaN silently; NumPy warns of them. Importing wengert sets a warning
# filter for warnings that wengert's own modules raise. The filter costs nothing until NumPy meets an inf or NaN, and it
# does not affect other modules. np.errstate around every kernel would cost 0.7 us per call, most of the time of a small
# compiled operation. From this follow three rules:
# - A kernel calls NumPy's ufuncs. NumPy also has functions in Python that call ufuncs (ndarray.sum is one), and would
#   warn in the name of its own module. If a kernel needs such a function, it calls it through `silently`.
# - Later filters take precedence over ours. pytest sets some for every test: docs/diagnosis.md has the line that keeps
#   kernels silent there. A user who turns all warnings into errors gets errors from kernels too.
# - np.errstate belongs to the user. With all="raise", kernels that call NumPy raise FloatingPointError; wengert's own
#   loops do not check the flags. To find NaN, use anomaly mode.


def silently(function: Any, *args: Any, **options: Any) -> Any:
    """Call a function of NumPy that would warn of inf and NaN as NumPy's module (Note [Silent kernels])."""
    with np.errstate(all="ignore"):
        return function(*args, **options)


# NumPy's warnings name the module of the last Python frame. Compiled callers have none, so they call the next two.


def cast(a: Any, dtype: Any, order: Any = "K") -> Any:
    """A copy in another dtype. Numbers that are too large for it become infinite."""
    return a.astype(dtype, order=order)


def add(a: Any, b: Any, out: Any = None) -> Any:
    """The sum, for the backward pass."""
    if type(a) is np.ndarray is type(b) and a.size > FEW and a.dtype == b.dtype and dtypes.is_half(a.dtype):
        wide = np.empty((2, *broadcast_shape(a.shape, b.shape)), F32)  # NumPy adds halves one by one
        copies.put(wide[0], a)
        copies.put(wide[1], b)
        np.add(wide[0], wide[1], wide[0])
        out = np.empty(wide.shape[1:], a.dtype) if out is None else out
        copies.put(out, wide[0])
        return out
    xp = np if type(a) is np.ndarray else xp_of(a)
    return xp.asarray(xp.add(a, b)) if out is None else xp.add(a, b, out)


def are_numpy(*values: Any) -> bool:
    """Whether these are NumPy arrays, so that a formula may compute in pieces. What is None is left out."""
    return all([type(v) is np.ndarray for v in values if v is not None])


def is_array(x: Any) -> bool:
    """Whether ``x`` is a NumPy or a CuPy array (a CuPy array cannot exist before CuPy is imported)."""
    if isinstance(x, np.ndarray):
        return True
    module = sys.modules.get("cupy")
    return module is not None and isinstance(x, module.ndarray)


def broadcast_shape(*shapes: Sequence[int]) -> tuple[int, ...]:
    """The shape to which arrays of these shapes are broadcast. NumPy's function stops at 32 dimensions.

    Raises:
        RuntimeError: if they do not broadcast.
    """
    if shapes and shapes.count(shapes[0]) == len(shapes):
        return tuple(shapes[0])
    found = [1] * max(map(len, shapes), default=0)
    for shape in shapes:
        for axis, n in enumerate(shape, len(found) - len(shape)):
            if n != 1 and found[axis] not in (1, n):
                raise next(e for a, b in combinations(shapes, 2) if (e := errors.calls.broadcast("broadcasting", a, b)))
            if n != 1:
                found[axis] = n
    return tuple(found)


def address(x: Any) -> int:
    """Where the first element of a NumPy or CuPy array lies."""
    return objects.address(x) if isinstance(x, np.ndarray) else int(x.data.ptr)


def owner(a: Any) -> Any:
    """The array that owns the memory of ``a``: itself, or the array at the end of its chain of views."""
    found, base = a, a
    while (base := getattr(base, "base", None)) is not None:
        if is_array(base):
            found = base
    if not isinstance(a, np.ndarray):  # as_strided of CuPy sets no base, but a pointer knows its allocation
        whole = a.data.mem
        if found.data.ptr != whole.ptr or not 0 <= whole.size - found.nbytes < ROUNDED:
            return type(a)((whole.size // a.itemsize,), a.dtype, a.data + (whole.ptr - a.data.ptr))
    return found


def overlap(a: Any, b: Any) -> bool:
    """Whether the memory that two arrays span overlaps."""
    return bool(xp_of(a).may_share_memory(a, b))


def xp_of(*values: Any) -> ModuleType:
    """The module, ``numpy`` or ``cupy``, that computes on these payloads.

    Raises:
        RuntimeError: if arrays with dimensions lie on different devices.
    """
    module = sys.modules.get("cupy")
    if module is None:
        return np
    found: ModuleType = np
    host = None
    for v in values:
        while type(v).__name__ in WRAPPED:
            v = v.data
        if isinstance(v, module.ndarray):
            found = module
        elif isinstance(v, np.ndarray) and v.ndim:
            host = v
    if found is not np and host is not None:
        raise errors.calls.two_devices(values)
    return found


def refuse(xp: ModuleType, op: str, kind: str, *values: Any) -> None:
    """Raise for dtypes of a kind that NumPy and torch do not support in this operation. CuPy would compute them."""
    if xp is not np:
        for v in values:
            if getattr(v, "dtype", F64).kind == kind:
                raise errors.calls.not_implemented(op, v.dtype)


# Note [Combining on a GPU]
# -------------------------
# CuPy's ``add.at`` has atomic additions for some dtypes only, its ``maximum.at`` drops NaN, and it has no
# ``multiply.at``. For all other cases the values are sorted by index. Then values at one index are combined in rounds,
# and each round doubles how many are combined. The order is the same in every run, and so is the rounding.

ATOMIC = "fdiIlLqQ"


def combine_at(ufunc: Any, flat: Any, at: Any, values: Any) -> None:
    """``ufunc.at`` on a 1-d array at 1-d indices, none of them negative."""
    xp = xp_of(flat)
    if xp is np or (ufunc is xp.add and flat.dtype.char in ATOMIC):
        ufunc.at(flat, at, values)
        return
    if not at.size:
        return
    order = xp.argsort(at)
    at, values = at[order], values[order].astype(flat.dtype)
    step = 1
    while step < at.size:
        met = ufunc(values[:-step], values[step:])
        values[step:] = xp.where(at[:-step] == at[step:], met, values[step:])
        step *= 2
    last = xp.ones(at.shape, bool)
    last[:-1] = at[:-1] != at[1:]
    places = at[last]
    flat[places] = ufunc(flat[places], values[last])


def repeated(views: list[Any], lead: tuple[int, ...]) -> list[Any]:
    """Copy the memory of some views for each index of ``lead``; return the views (*lead, *shape) of the copies."""
    old = owner(views[0])
    xp = xp_of(old)
    if not old.size or 0 in lead:
        return [xp.empty((*lead, *a.shape), a.dtype) for a in views]
    low = address(old) + sum((n - 1) * s for n, s in zip(old.shape, old.strides, strict=True) if s < 0)
    span = sum((n - 1) * abs(s) for n, s in zip(old.shape, old.strides, strict=True)) + old.itemsize
    block = xp.empty((*lead, -(-span // 16) * 16), np.uint8)  # a multiple of 16 keeps every copy aligned

    def on_block(a: Any) -> Any:
        shape, offset, strides = (*lead, *a.shape), address(a) - low, (*block.strides[:-1], *a.strides)
        if xp is np:
            return np.ndarray(shape, a.dtype, block, offset, strides)
        return xp.ndarray(shape, a.dtype, memptr=block.data + offset, strides=strides)

    on_block(old)[...] = old
    found = [on_block(a) if a.size else xp.empty((*lead, *a.shape), a.dtype) for a in views]
    for a, b in zip(views, found, strict=True):
        if xp is np and not a.flags.writeable:
            b.flags.writeable = False
    return found


# PyTorch's names of devices. Memory is on a "cpu" or on a "cuda"; the others are names only.
KINDS = (
    "cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia", "xla", "lazy",
    "vulkan", "mps", "meta", "hpu", "mtia", "privateuseone",
)  # fmt: skip


class device:  # noqa: N801  (torch's name)
    """Where a tensor's memory is: ``device("cpu")`` or ``device("cuda", 0)``.

    There is one CPU: ``"cpu:0"`` names it, too, and what is made there is on ``device("cpu")``. Other names of PyTorch,
    such as ``"meta"``, can be compared; no tensor is there.

    >>> import wengert
    >>> wengert.device("cuda:1").index
    1
    """

    __slots__ = ("index", "type")
    type: str
    index: int | None

    def __init__(self, type: Any = None, index: int | None = None, *, device: Any = None) -> None:  # noqa: A002
        try:
            self.type, self.index = _parts_of_device(type if device is None else _alone(device, type, index), index)
        except Exception as e:
            short(e)
            raise

    def __repr__(self) -> str:
        return f"device(type={self.type!r}" + (f", index={self.index})" if self.index is not None else ")")

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: object) -> bool:
        if other is self:
            return True
        if isinstance(other, str):
            return other.partition(":")[0] in KINDS and self == device(other)
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __reduce__(self) -> tuple[Any, ...]:
        return device, (self.type, self.index)

    __enter__: Any  # api/default_device.py sets them
    __exit__: Any


def _alone(given: Any, type: Any, index: Any) -> Any:  # noqa: A002
    """A device that is given by the name ``device``: nothing else is given then."""
    if type is not None or index is not None:
        raise errors.calls.alone("device", "device", "'type' or 'index'")
    return given


def _parts_of_device(given: Any, index: int | None) -> tuple[str, int | None]:
    """The kind of a device and its number, which may stand behind the kind or be given by itself."""
    if index is not None and (not isinstance(index, (int, np.integer)) or isinstance(index, bool)):
        raise errors.calls.no_device_index(index)
    if isinstance(given, device):
        given, index = given.type, given.index if index is None else index
    elif isinstance(given, (int, np.integer)) and not isinstance(given, bool):
        given, index = "cuda", int(given)
    elif not isinstance(given, str):
        raise errors.calls.not_a_device(given)
    kind, colon, number = given.partition(":")
    if colon and not (number.isascii() and number.isdigit()):
        raise RuntimeError(f"Invalid device string: '{given}'. Give a name, or a name and a number, like 'cuda:0'.")
    if kind not in KINDS:
        raise errors.calls.bad_device(given, KINDS)
    if index is not None and (colon or index < 0):
        raise errors.calls.device_index(given, index)
    return kind, int(number) if colon else index


CPU = device("cpu")


def placed(where: Any) -> device:
    """The device that tensors made on ``where`` have: the CPU has no number.

    Raises:
        NotImplementedError: if no tensor can be there.
    """
    if where is CPU or (type(where) is str and where == "cpu"):  # in less time than it takes to make a device
        return CPU
    target = device(where)
    if target.type == "cpu":
        return CPU
    if target.type != "cuda":
        raise errors.calls.no_such_memory(target)
    return target


def is_at(have: device, asked: device) -> bool:
    """Whether what is on ``have`` is where ``asked`` says. A device without a number means any of its type."""
    return asked.type == have.type and asked.index in (None, have.index)


def gpu(where: Any) -> device:
    """The GPU that ``cuda(where)`` means.

    Raises:
        RuntimeError: if it is not a GPU.
    """
    target = device("cuda" if where is None else where)
    if target.type != "cuda":
        raise RuntimeError(f"Invalid device, must be cuda device: cuda() got '{target}'. Use .to(device='{target}').")
    return target


def device_of(payload: Any) -> device:
    """The device of a payload."""
    if type(payload) is np.ndarray:
        return CPU
    while type(payload).__name__ in WRAPPED:
        payload = payload.data
    if isinstance(payload, (np.ndarray, np.generic)):
        return CPU
    return device("cuda", payload.device.id)


def module_for(where: Any) -> ModuleType:
    """The array module for a device given as torch gives it (None means the CPU).

    Raises:
        RuntimeError: if it is a CUDA device and CuPy or a GPU is missing, or another device.
    """
    if where is None or placed(where) is CPU:
        return np
    module = cupy()
    if not cuda_available():
        raise errors.calls.no_gpu()
    return module


def move(payload: Any, where: Any) -> Any:
    """Copy a payload to a device; return the same payload if it is there already."""
    if type(payload) is np.ndarray and (where is CPU or where == "cpu"):
        return payload
    target = placed(where)
    here = device_of(payload)
    if target.type == here.type and target.index in (None, here.index):
        return payload
    if type(payload).__name__ == "COO":
        return payload.of(move(payload.indices, where), move(payload.values, where))
    if target.type == "cpu":
        return payload.get()
    module = module_for(target)
    with module.cuda.Device(target.index or 0):
        return module.asarray(payload)


def pinned_copy(payload: Any) -> Any:
    """A copy on the CPU, in page-locked memory where there is a GPU to copy from it."""
    if not cuda_available():
        return payload.copy()
    out = importlib.import_module("cupyx").empty_pinned(payload.shape, payload.dtype)
    if isinstance(payload, np.ndarray):
        out[...] = payload
    else:
        payload.get(out=out)
    return out


def place(view: Any, root: Any) -> tuple[Any, ...]:
    """The position of an array in the memory of ``root``: dtype, byte offset, shape, strides."""
    return view.dtype, address(view) - address(root), view.shape, view.strides


def carve(root: Any, dtype: Any, offset: int, shape: Any, strides: Any) -> Any:
    """The array at a :func:`place` in the memory of a contiguous ``root``."""
    if not isinstance(root, np.ndarray):
        return type(root)(shape, dtype, memptr=root.data + offset, strides=strides)
    out: Any = np.ndarray(shape, dtype, root.ravel(order="K").view(np.uint8), offset, strides)
    if any(n > 1 and step == 0 for n, step in zip(shape, strides, strict=True)):
        out.flags.writeable = False
    return out
