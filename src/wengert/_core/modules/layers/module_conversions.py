"""Conversions of a module's tensors to other dtypes and devices: methods of Module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ... import errors
from ...api.generated import functions
from ...api.grad_mode import no_grad
from ...arrays import arrays, dtypes, layouts
from ...tape.tensor import TensorBase


def _apply(self: Any, fn: Callable[[Any], Any], recurse: bool = True) -> Any:
    """Replace the memory of parameters, gradients and buffers by that of ``fn`` of them."""
    if recurse:
        for child in self.children():
            child._apply(fn)
    for param in self._parameters.values():
        if param is not None:
            with no_grad():
                grad, moved = param.grad, fn(param)
                moved_grad = None if grad is None else fn(grad)
                param.data = moved
                if grad is not None:
                    grad.data = moved_grad
    for name, buffer in self._buffers.items():
        if buffer is not None:
            self._buffers[name] = fn(buffer)
    return self


def _inexact(t: Any) -> bool:
    return bool(t.is_floating_point() or t.is_complex())


def _caster(name: str) -> Callable[[Any], Any]:
    def cast(self: Any) -> Any:
        return self._apply(lambda t: getattr(t, name)() if t.is_floating_point() else t)

    cast.__name__ = cast.__qualname__ = name
    cast.__doc__ = f"Convert the floating point parameters and buffers to {name}, in place, and return the module."
    return cast


float_, double, half, bfloat16 = map(_caster, ("float", "double", "half", "bfloat16"))


def type_(self: Any, dst_type: Any) -> Any:
    """Convert all parameters and buffers, in place, to a dtype or a type of tensors, and return the module."""
    return self._apply(lambda t: t.type(dst_type))


type_.__name__ = type_.__qualname__ = "type"


def cpu(self: Any) -> Any:
    """Move all parameters and buffers to the CPU, and return the module."""
    return self._apply(lambda t: t.cpu())


def cuda(self: Any, device: Any = None) -> Any:
    """Move all parameters and buffers to a GPU, and return the module."""
    return self._apply(lambda t: t.cuda(device))


def _nowhere(name: str) -> Callable[..., NoReturn]:
    def move(self: Any, device: Any = None) -> NoReturn:
        raise errors.layers.no_place(name)

    move.__name__ = move.__qualname__ = name
    move.__doc__ = f"There is no memory of {name}: it raises an error."
    return move


xpu, ipu, mtia = map(_nowhere, ("xpu", "ipu", "mtia"))


def to_empty(self: Any, *, device: Any, recurse: bool = True) -> Any:
    """Give all parameters and buffers new memory on a device, without copying values, and return the module."""
    return self._apply(lambda t: functions.empty_like(t, device=device), recurse=recurse)


def share_memory(self: Any) -> Any:
    """Call ``share_memory_`` of all parameters and buffers."""
    return self._apply(lambda t: t.share_memory_())


def to(self: Any, *args: Any, **kwargs: Any) -> Any:
    """Convert the parameters and buffers, in place, and return the module.

    The calls are ``to(device, dtype, non_blocking)``, ``to(dtype, non_blocking)``, ``to(tensor, non_blocking)`` and
    ``to(memory_format=…)``. A dtype is that of floating point and complex tensors; others keep theirs.

    Raises:
        TypeError: if the dtype is neither floating point nor complex.

    >>> import wengert
    >>> wengert.nn.Linear(2, 1).to(wengert.float64).weight.dtype
    wengert.float64
    """
    device, dtype, memory_format = _target(*args, **kwargs)
    if dtype is not None:
        if not (dtype.is_floating_point or dtype.is_complex):
            raise errors.layers.conversion_dtype(dtype)
        if dtype.is_complex:
            errors.layers.complex_module()

    def convert(t: Any) -> Any:
        wanted = memory_format if memory_format is not None and t.ndim in (4, 5) else None
        return t.to(device=device, dtype=dtype if _inexact(t) else None, memory_format=wanted)

    return self._apply(convert)


def _target(
    *args: Any, device: Any = None, dtype: Any = None, non_blocking: bool = False, copy: bool = False,
    memory_format: Any = None, tensor: Any = None
) -> tuple[Any, Any, Any]:  # fmt: skip
    """The device, dtype and memory format that the arguments of :func:`to` name."""
    for a in (*args, tensor):
        if isinstance(a, TensorBase):
            device, dtype = a.device, a.dtype
        elif isinstance(a, layouts.memory_format):
            memory_format = a
        elif (type(a) is int or isinstance(a, (str, arrays.device))) and a not in dtypes._NAMED:
            device = a
        elif a is not None and not isinstance(a, bool):
            dtype = a
    return device, None if dtype is None else dtypes.of(dtypes.as_numpy(dtype)), memory_format


def parsed(*args: Any, **kwargs: Any) -> tuple[Any, Any, bool, Any]:
    """What the arguments of :func:`to` name, for modules of users that have a ``to`` of their own."""
    device, dtype, memory_format = _target(*args, **kwargs)
    waits_not = bool(kwargs.get("non_blocking")) or any(a is True for a in args)
    return None if device is None else arrays.device(device), dtype, waits_not, memory_format
