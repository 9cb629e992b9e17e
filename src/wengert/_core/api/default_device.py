"""Where tensors are made without ``device=``: ``set_default_device`` and ``with device(...)``.

While that is a GPU, a function mode adds the device to the calls that make tensors. It is the outermost mode of its
thread, as in PyTorch. While it is the CPU there is no mode, and calls cost what they always do.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

from ..arrays import arrays
from ..errors.tracebacks import public
from ..tape.state import local
from . import subclass
from .generated import fft_functions, functions, signal_windows_functions

MAKERS = """arange as_tensor asarray bartlett_window blackman_window empty empty_permuted empty_strided eye full
    hamming_window hann_window kaiser_window linspace logspace ones rand randint randn randperm range scalar_tensor
    sparse_compressed_tensor sparse_coo_tensor sparse_csc_tensor sparse_csr_tensor tensor tril_indices triu_indices
    zeros"""


class DeviceContext:
    """The function mode that makes tensors on a device."""

    def __init__(self, device: arrays.device) -> None:
        self.device = device

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        place = _makers().get(func)
        if place is not None and kwargs.get("device") is None and (len(args) <= place or args[place] is None):
            args, kwargs = args[:place], {**kwargs, "device": self.device}
        return func(*args, **kwargs)


@functools.cache
def _makers() -> dict[Callable[..., Any], int]:
    """The functions that make tensors, and which argument ``device`` is if it is given by position."""
    found = [getattr(functions, name) for name in MAKERS.split()]
    found += [fft_functions.fftfreq, fft_functions.rfftfreq]
    found += [getattr(signal_windows_functions, name) for name in signal_windows_functions.__all__]
    return {f: f.__code__.co_varnames.index("device") for f in found}


def _context() -> DeviceContext | None:
    first = local.state.functions[:1]
    return first[0] if first and type(first[0]) is DeviceContext else None


def _place(context: DeviceContext | None) -> None:
    """Let a context decide in this thread, or none, which is the CPU."""
    if _context() is not None:
        subclass.leave(outermost=True)
    if context is not None:
        subclass.enter(context, outermost=True)


def _context_of(where: Any) -> DeviceContext | None:
    """The context of a device, which has to be there."""
    target = arrays.placed(where)
    if target is arrays.CPU:
        return None
    arrays.module_for(target)
    return DeviceContext(target)


class _Entered(threading.local):
    """For each ``with device(...)`` that this thread is in: the context that it has replaced."""

    def __init__(self) -> None:
        self.before: list[DeviceContext | None] = []


_entered = _Entered()


@public
def _enter(self: arrays.device) -> arrays.device:
    """Within the ``with`` statement, tensors are made on this device where no other is named.

    Raises:
        RuntimeError: if the device is not there.
    """
    context = _context_of(self)
    _entered.before.append(_context())
    try:
        _place(context)
    except BaseException:  # an interrupt
        _place(_entered.before.pop())
        raise
    return self


def _exit(self: arrays.device, *error: object) -> None:
    """Make tensors where they were made before."""
    _place(_entered.before.pop())


arrays.device.__enter__, arrays.device.__exit__ = _enter, _exit


@public
def set_default_device(device: Any) -> None:
    """Set where tensors are made in this thread without ``device=``. At first, that is the CPU.

    It concerns functions that make tensors of sizes and values, such as ``zeros``, ``tensor``, ``rand`` and ``arange``,
    and so the parameters of modules; not those that have an input to follow, such as ``zeros_like``, and not
    ``from_numpy``. ``with wengert.device("cuda"):`` does the same for a while. With a GPU, every call takes a little
    longer.

    Args:
        device: the device; None means the CPU.

    Raises:
        RuntimeError: if the device is not there.

    >>> import wengert
    >>> wengert.set_default_device("cpu")
    >>> wengert.zeros(2).device
    device(type='cpu')
    """
    _place(None if device is None else _context_of(device))


def get_default_device() -> arrays.device:
    """Return where tensors are made in this thread without ``device=``.

    >>> import wengert
    >>> with wengert.device("cpu"):
    ...     wengert.get_default_device()
    device(type='cpu')
    """
    context = _context()
    if context is None:
        return arrays.CPU
    device: arrays.device = context.device if context.device.index is not None else functions.empty(0).device
    return device
