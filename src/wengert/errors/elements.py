"""The messages of what takes elements out of memory, or computes them one by one."""

from __future__ import annotations

from typing import Any

from . import tensor_type


def no_buffer() -> ValueError:
    return ValueError("object does not implement Python buffer protocol.")


def buffer(size: int, itemsize: int, count: int, offset: int) -> ValueError | None:
    """What is wrong with taking elements out of a buffer; None if nothing is."""
    said = None
    if not size or not count:
        said = f"both buffer length ({size}) and count ({count}) must not be 0"
    elif not 0 <= offset < size:
        said = f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({size} bytes) minus 1"
    elif count < 0 and (size - offset) % itemsize:
        said = (
            f"buffer length ({size - offset} bytes) after offset ({offset} bytes) must be a multiple of element size "
        )
        said += f"({itemsize})"
    elif offset + max(count, 0) * itemsize > size:
        said = (
            f"requested buffer length ({count} * {itemsize} bytes) after offset ({offset} bytes) must not be greater "
        )
        said += f"than actual buffer length ({size} bytes)"
    return None if said is None else ValueError(said)


def called_on_variable(name: str) -> RuntimeError:
    return RuntimeError(f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() instead.")


def only_on_cpu(name: str) -> TypeError:
    return TypeError(f"{name} is only implemented on CPU tensors: use x.cpu().{name}()")


def other_type(name: str, wanted: Any, got: Any) -> TypeError:
    found = tensor_type(got, "cpu")
    return TypeError(
        f"{name}: expected {tensor_type(wanted, 'cpu')} for 'other' (got {found}). Cast it with .to(dtype)."
    )
