"""Dtypes: which there are, which of them a result has, and what a device can do."""

from __future__ import annotations

import functools
from typing import Any

from ...api.cuda import device_count
from ...api.generated import functions
from ...api.types import finfo as limits_of_floats
from ...api.types import iinfo as limits_of_integers
from ...arrays import dtypes
from ...arrays.arrays import device as device_type
from ...tape.tensor import Tensor

bool_, int8, int16, int32, int64 = dtypes.bool_, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64
uint8, uint16, uint32, uint64 = dtypes.uint8, dtypes.uint16, dtypes.uint32, dtypes.uint64
float32, float64, complex64, complex128 = dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128

KINDS: dict[str, tuple[Any, ...]] = {
    "bool": (bool_,),
    "signed integer": (int8, int16, int32, int64),
    "unsigned integer": (uint8, uint16, uint32, uint64),
    "real floating": (float32, float64, dtypes.float16, dtypes.bfloat16),
    "complex floating": (complex64, complex128),
}
KINDS["integral"] = KINDS["signed integer"] + KINDS["unsigned integer"]
KINDS["numeric"] = KINDS["integral"] + KINDS["real floating"] + KINDS["complex floating"]
NAMES = {  # those of the standard
    "bool": bool_, "int8": int8, "int16": int16, "int32": int32, "int64": int64, "uint8": uint8, "uint16": uint16,
    "uint32": uint32, "uint64": uint64, "float32": float32, "float64": float64, "complex64": complex64,
    "complex128": complex128,
}  # fmt: skip
VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12")


def isdtype(dtype: Any, kind: Any) -> bool:
    """True if a dtype is of a kind.

    Args:
        dtype: the dtype
        kind: a dtype, the name of a kind ("bool", "signed integer", "unsigned integer", "integral", "real floating",
            "complex floating", "numeric"), or a tuple of such

    >>> import wengert
    >>> wengert.array_api.isdtype(wengert.float32, ("integral", "real floating"))
    True
    """
    if isinstance(kind, tuple):
        return any(isdtype(dtype, one) for one in kind)
    if not isinstance(kind, str):
        return bool(dtype == kind)
    if kind not in KINDS:
        raise ValueError(
            f"isdtype: expected the name of a kind, or a dtype, got {kind!r}. "
            f"Take one of {', '.join(map(repr, KINDS))}."
        )
    return dtype in KINDS[kind]


def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Any:
    """An array cast to a dtype. Gradients pass, between dtypes that have gradients.

    Args:
        x: the array
        dtype: the dtype of the result
        copy: whether to copy where nothing has to be cast
        device: where the result lies; the device of ``x`` by default

    >>> import wengert
    >>> wengert.array_api.astype(wengert.tensor([1, 2]), wengert.float64)
    tensor([1., 2.], dtype=wengert.float64)
    """
    return x.to(device=device, dtype=dtype, copy=copy)


def result_type(*arrays_and_dtypes: Any) -> Any:
    """The dtype that the arguments have together. An array without dimensions counts as others do.

    Args:
        arrays_and_dtypes: arrays, dtypes and numbers. A number has no dtype of its own: it only makes bool an integer,
            an integer the default dtype, or a real dtype complex

    >>> import wengert
    >>> wengert.array_api.result_type(wengert.tensor(1.0, dtype=wengert.float64), wengert.ones(3), 2)
    wengert.float64
    """
    numbers = [one for one in arrays_and_dtypes if isinstance(one, (bool, int, float, complex))]
    kinds = [
        getattr(one, "dtype", one) for one in arrays_and_dtypes if not isinstance(one, (bool, int, float, complex))
    ]
    if not kinds:
        raise ValueError("result_type: expected an array or a dtype, got none. Give one beside the numbers.")
    found = functools.reduce(functions.promote_types, kinds)
    for number in numbers:
        if isinstance(number, complex):
            found = found if found.is_complex else functions.promote_types(found, complex64)
        elif isinstance(number, float):
            whole = not (found.is_floating_point or found.is_complex)
            found = dtypes.get_default_dtype() if whole else found
        elif isinstance(number, int) and not isinstance(number, bool):
            found = int64 if found == bool_ else found
    return found


def can_cast(from_: Any, to: Any, /) -> bool:
    """True if an array or a dtype can be cast to another dtype without loss.

    Args:
        from_: the array, or the dtype
        to: the other dtype

    >>> import wengert
    >>> wengert.array_api.can_cast(wengert.int8, wengert.int32), wengert.array_api.can_cast(wengert.int32, wengert.int8)
    (True, False)
    """
    given = getattr(from_, "dtype", from_)
    return bool(functions.promote_types(given, to) == to)


def finfo(type: Any, /) -> Any:
    """The limits of a floating-point dtype, given it or an array of it.

    >>> import wengert
    >>> wengert.array_api.finfo(wengert.ones(2)).bits
    32
    """
    return limits_of_floats(type.dtype if isinstance(type, Tensor) else type)


def iinfo(type: Any, /) -> Any:
    """The limits of an integer dtype, given it or an array of it.

    >>> import wengert
    >>> wengert.array_api.iinfo(wengert.uint8).max
    255
    """
    return limits_of_integers(type.dtype if isinstance(type, Tensor) else type)


class Capabilities:
    """What the namespace has: its limits, devices and dtypes. ``__array_namespace_info__`` makes one.

    >>> import wengert
    >>> wengert.array_api.__array_namespace_info__().default_dtypes()["real floating"]
    wengert.float32
    """

    def capabilities(self) -> dict[str, Any]:
        """What is optional in the standard: all of it is here; and how many dimensions an array may have."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> Any:
        """The device of what is made without ``device``."""
        return functions.empty(0).device

    def devices(self) -> list[Any]:
        """The devices that arrays can lie on."""
        return [device_type("cpu"), *[device_type("cuda", i) for i in range(device_count())]]

    def default_dtypes(self, *, device: Any = None) -> dict[str, Any]:
        """The dtypes of what is made from numbers without ``dtype``, by kind."""
        real = dtypes.get_default_dtype()
        return {
            "real floating": real,
            "complex floating": functions.promote_types(real, complex64),
            "integral": int64,
            "indexing": int64,
        }

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, Any]:
        """The dtypes of the standard, by name; of a kind, or of a tuple of kinds, if one is given."""
        return {name: dtype for name, dtype in NAMES.items() if kind is None or isdtype(dtype, kind)}
