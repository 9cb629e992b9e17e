"""Memory and storages: what cannot be shared, pinned, resized or sliced."""

from __future__ import annotations

from typing import Any


def not_shared(nbytes: int, dtype: Any) -> RuntimeError:
    return RuntimeError(
        "share_memory_: the memory of arrays cannot move to where processes share it. Make the tensor there, for "
        f"processes that are forked: wengert.frombuffer(mmap.mmap(-1, {nbytes}), dtype=wengert.{dtype})."
    )


def nothing_to_pin_for() -> RuntimeError:
    return RuntimeError(
        "Cannot access accelerator device when none is available: pin_memory() is for transfers to a GPU, and none was "
        "found. Leave it out."
    )


def fixed_size(have: int, wanted: int) -> RuntimeError:
    return RuntimeError(
        f"resize_: the memory of an array cannot be resized, from {have} to {wanted} bytes. Resize the "
        "tensor instead, by its resize_(), or empty it: x.set_()."
    )


def other_layout(came: Any, have: Any) -> RuntimeError:
    return RuntimeError(
        "Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible tensor type: "
        f"{have} and {came}. Use to_dense() or to_sparse()."
    )


def other_size(have: int, came: int) -> RuntimeError:
    return RuntimeError(f"size does not match, self was {have} bytes but src was {came} bytes. Copy as many bytes.")


def negative(size: int) -> RuntimeError:
    return RuntimeError(f"UntypedStorage: expected a number of bytes, got {size}. Give 0 or more.")


def short_file(path: Any, size: int, asked: int) -> RuntimeError:
    return RuntimeError(
        f"UntypedStorage.from_file: {path} has {size} bytes, fewer than the {asked} that were asked for. Ask for "
        "as many as it has, or give shared=True, which makes it longer."
    )


def no_sequence(size: Any, sequence: Any) -> TypeError:
    given = f"got {type(sequence).__name__}" if not size else "and the size is its length"
    return TypeError(f"UntypedStorage(): Expected a sequence type, {given}. Give a number of bytes, or their values.")


def no_size(came: Any) -> RuntimeError:
    return RuntimeError(
        f"UntypedStorage(): Expected a sequence type, but got {type(came).__name__}. Give the number of bytes as an "
        "int, or a sequence of bytes."
    )


def no_byte(row: Any, item: Any) -> RuntimeError:
    return RuntimeError(
        f"UntypedStorage(): tried to construct a storage from a sequence ({type(row).__name__}), but one of the items "
        f"was of type {type(item).__name__} instead of int. Give numbers from 0 to 255."
    )


def stepped(step: Any) -> RuntimeError:
    return RuntimeError(f"Trying to slice with a step of {step}, but only a step of 1 is supported. Slice tolist().")


def no_slices() -> RuntimeError:
    return RuntimeError(
        "slices are only supported in UntypedStorage.__getitem__: slice tolist(), or make a tensor, by "
        "wengert.empty(0, dtype=...).set_(storage.untyped()), and slice that."
    )


def no_place_of_element(key: Any) -> RuntimeError:
    return RuntimeError(f"can't index a wengert.TypedStorage with {type(key).__name__}. Give an int.")


def other_elements(have: Any, wanted: Any) -> RuntimeError:
    return RuntimeError(
        f"set_: Expected a Storage of type {wanted} or an UntypedStorage, but got type {have} for argument 1 "
        "'storage'. storage.untyped() has the bytes, of any type."
    )


def one_argument(name: str, came: int) -> RuntimeError:
    return RuntimeError(
        f"{name}(): Too many positional arguments ({came} given, 0 or 1 expected). Give a number or a list."
    )


def given_with_memory() -> RuntimeError:
    return RuntimeError(
        "TypedStorage(): positional arguments and 'device' cannot be specified when 'wrap_storage' is specified: they "
        "are for new memory."
    )


def part_of_an_element(nbytes: int, dtype: Any) -> RuntimeError:
    return RuntimeError(
        f"TypedStorage(): {nbytes} bytes are not a whole number of elements of {dtype}, which have {dtype.itemsize} "
        "bytes each. "
        "Give a multiple of this size."
    )


def past_the_end(key: Any, size: int) -> IndexError:
    return IndexError(f"index {key} out of range for storage of size {size}. Give -{size} to {size - 1}.")


def unaligned(offset: int, dtype: Any) -> RuntimeError:
    return RuntimeError(
        f"set_: {dtype} needs bytes that begin at a multiple of {dtype.itemsize}, but this storage begins {offset} "
        "after one. Copy the bytes: storage.clone()."
    )


def no_place(source: Any) -> TypeError:
    return TypeError(
        f"set_() received an invalid combination of arguments - got ({type(source).__name__}, ...). Give a tensor or a "
        "storage alone, or with it a storage_offset, a size and perhaps a stride."
    )


def not_resizable() -> RuntimeError:
    return RuntimeError(
        "Trying to resize storage that is not resizable. (It is shared with NumPy or a buffer, which would keep the "
        "old memory. Use clone() first.)"
    )
