"""Making objects without their constructors, in the pure build: see ``objects.pyx``."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

in_rows: Any = operator.attrgetter("flags.c_contiguous")  # whether an array is in row-major order, without gaps
descends = in_rows  # whether its memory is certainly in the order of its axes
writable_rows: Any = operator.attrgetter("flags.carray")  # whether it is so, and may be written
may_overlap: Any = np.may_share_memory  # whether two NumPy arrays may share memory
shape_of: Any = operator.attrgetter("shape")
new = object.__new__  # a tensor, whose class has a constructor in Python, made without calling it
tuple_of: Any = tuple.__new__  # a named tuple of given values, made without calling its constructor
blank: Any = operator.call  # a node or the like, whose class has no constructor: Python makes it in less time


def askew(a: Any, b: Any) -> bool:
    """Whether two arrays should be brought into one order first. The pure build does not ask: NumPy's copies jump."""
    return False


def say_where(kind: Any, module: str) -> None:
    """Say that a class comes from a module."""
    kind.__module__ = module


class Slotted(type):
    """Gives the instances of subclasses slots for the fields that these declare.

    Python finds fields and methods fast where instances share a layout. Without slots, that ends at 30 fields.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if bases:
            body["__slots__"] = tuple(body.get("__annotations__", ()))
        return type.__new__(cls, name, bases, body)


class Called(metaclass=Slotted):
    """What is called as a function. Subclasses define ``called``, which gets arguments and None or those by name."""

    def __call__(self, *args: Any, **params: Any) -> Any:
        return self.called(args, params or None)

    def called(self, args: Any, params: Any) -> Any:
        raise NotImplementedError


def call(kernel: Any, xp: Any, values: Any, params: Any, names: Any) -> Any:
    """``kernel(xp, *values, **params)``, where ``params`` has just the parameters ``names``."""
    return kernel(xp, *values, **params)


def retype(o: Any, cls: Any) -> None:
    """Make ``o`` an instance of a subclass of its class that adds no fields."""
    o.__class__ = cls


def fields(cls: Any) -> None:
    """Give a class defaults for the fields that it declares: None, zero or false, as fields in C have them.

    One instance gets all fields at once. Python derives the layout of instances from the first few; later ones with
    more fields would each need a dictionary of their own.
    """
    first = new(cls)
    for base in reversed(cls.__mro__):
        for name, kind in getattr(base, "__annotations__", {}).items():
            nothing = {"int": 0, "bool": False}.get(kind)
            if not hasattr(cls, name):
                setattr(cls, name, nothing)
            setattr(first, name, nothing)


def spread(a: Any, shape: tuple[int, ...]) -> Any:
    """A view of a NumPy array, broadcast to a shape that fits. It is read-only where elements are repeated."""
    if a.ndim or a.dtype.kind != "f":
        return a.reshape(shape) if math.prod(shape) == a.size else np.broadcast_to(a, shape)
    # the gradient of every sum passes here; this takes a tenth of the time of NumPy's function
    out: Any = np.ndarray(shape, a.dtype, a, 0, (0,) * len(shape))
    out.flags.writeable = out.size == 1 and a.flags.writeable
    return out


class _Place:
    """A place in the memory of an array, as NumPy reads it. It keeps that array alive."""

    __slots__ = ("__array_interface__", "base")

    def __init__(self, base: Any, interface: dict[str, Any]) -> None:
        self.base = base
        self.__array_interface__ = interface


def address(a: Any) -> int:
    """Where the first element of a NumPy array lies."""
    return int(a.__array_interface__["data"][0])


def placed(whole: Any, at: int, dtype: Any, shape: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    """The array at an address in the memory of a NumPy array, which may be written if that may."""
    data = at, not whole.flags.writeable
    out = np.asarray(_Place(whole, {"data": data, "typestr": dtype.str, "shape": shape, "strides": strides,
                                    "version": 3}))  # fmt: skip
    return out if out.dtype == dtype else out.view(dtype)  # NumPy reads bfloat16 as bytes


def reshaped(a: Any, shape: tuple[int, ...]) -> Any:
    """The view of an array in row-major order in another shape, which may have one size of -1; else None."""
    if type(a) is np.ndarray and a.flags.c_contiguous and a.size and (not shape or min(shape) >= -1):
        try:
            return a.reshape(shape)
        except ValueError:
            pass
    return None


def permuted(a: Any, dims: tuple[int, ...]) -> Any:
    """The view of an array with its axes in another order; None if these are no permutation."""
    try:
        return a.transpose(dims) if a.ndim == len(dims) else None
    except ValueError:
        return None


def unsqueezed(a: Any, dim: int) -> Any:
    """The view of an array with a new axis of size 1 at a position."""
    return a[..., None] if dim == a.ndim else a.reshape(*a.shape[:dim], 1, *a.shape[dim:])


def entry(a: Any, dim: int, index: int) -> Any:
    """The view of one entry of an axis; None where it has to be looked for."""
    if dim:
        return None
    try:
        return a[index, ...]
    except IndexError:
        return None


def part(a: Any, key: tuple[Any, ...]) -> Any:
    """``a[(*key, ...)]``."""
    return a[(*key, ...)]


def diagonal(a: Any, offset: int, axis: int, other: int) -> Any:
    """The view of the diagonals of two axes; None, since NumPy has to make it."""
    return None


def parts(a: Any, axis: int, sizes: Any) -> Any:
    """The views of an array that divide an axis into these sizes; None where they are to be sliced."""
    if sizes is None and axis == 0 and type(a) is np.ndarray:
        return tuple(a) if a.ndim > 1 else tuple([a[i, ...] for i in range(len(a))])
    return None


def order_of(a: Any) -> tuple[int, ...] | None:
    """The axes of an array from the slowest to the fastest; (), since Python has to find them."""
    return ()


def lies_as(out: Any, a: Any) -> bool:
    """Whether ``out`` is certainly an array of NumPy's without gaps, with the shape and the order of axes of ``a``."""
    same = type(out) is type(a) is np.ndarray and out.shape == a.shape and out.strides == a.strides
    return same and out.flags.forc and 0 not in out.strides


def repeats(a: Any) -> bool:
    """Whether elements of an array certainly share memory: a longer dimension without a stride."""
    if 0 not in a.strides or not a.size:
        return False
    return any(n > 1 and s == 0 for n, s in zip(a.shape, a.strides, strict=True))
