"""Warnings of calls that are deprecated, or that lose numbers."""

from __future__ import annotations

import functools

from .text import warn


def too_many_arguments(op: str, takes: int, came: int, factors: tuple[str, ...]) -> TypeError:
    return TypeError(
        f"{op}() takes {takes} positional arguments but {came} were given. Give {' and '.join(factors)} by name."
    )


@functools.cache
def older_overload(op: str, factors: tuple[str, ...]) -> None:
    """Warn, once for each operation."""
    warn(
        f"This overload of {op} is deprecated: {' and '.join(factors)} among the tensors. Consider using one of the "
        f"following signatures instead: {op}(..., {', '.join(f'{f}=...' for f in factors)})"
    )


@functools.cache
def imaginary_part() -> None:
    """Warn, once."""
    warn("Casting complex values to real discards the imaginary part. Take the real part first: `x.real`.")


@functools.cache
def byte_condition() -> None:
    """Warn, once."""
    warn("where received a uint8 condition tensor. This behavior is deprecated. Use a boolean condition: x.bool().")


@functools.cache
def reduce_of_scatter() -> None:
    """Warn, once."""
    warn(
        "The reduce argument of wengert.scatter with Tensor src is deprecated and will be removed in a future PyTorch "
        "release. Use wengert.scatter_reduce instead for more reduction options."
    )


def other_kind_of_device(own: str, asked: str) -> RuntimeError:
    return RuntimeError(
        f"legacy constructor expects device type: {own} but device type: {asked} was passed. Move what it makes, by "
        f".to({asked!r})."
    )


def older_linalg(old: str, new: str) -> None:
    warn(f"wengert.{old} is deprecated and will be removed in a future release. Use `wengert.linalg.{new}` instead.")


def inclusive_range() -> None:
    warn(
        "wengert.range is deprecated and will be removed in a future release because its behavior is inconsistent with "
        "Python's range builtin. Instead, use wengert.arange, which produces values in [start, end)."
    )


@functools.cache
def typed_storage() -> None:
    """Warn, once."""
    warn(
        "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage "
        "class. To access UntypedStorage directly, use tensor.untyped_storage() instead of tensor.storage()"
    )


@functools.cache
def sparse_types() -> None:
    """Warn, once."""
    warn(
        "Calling a type of sparse tensors is deprecated. Please use wengert.sparse_coo_tensor(indices, values, shape, "
        "dtype=, device=)."
    )
