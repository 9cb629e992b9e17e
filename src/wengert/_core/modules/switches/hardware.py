"""Libraries and devices that PyTorch computes with, and wengert does not: none is available, and flags do nothing."""

from __future__ import annotations

import contextlib
import enum
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from typing import Any

from ... import errors
from ...arrays import arrays

MODULES_OF_DEVICES = ("cpu", "cuda", "mps", "xpu")


def never_available() -> bool:
    """Return False: wengert does not compute with this library or device."""
    return False


def no_devices() -> int:
    """Return 0: wengert does not compute on devices of this kind."""
    return 0


def no_generator(seed: int) -> None:
    """Do nothing: there is no device of this kind to draw random numbers for.

    Args:
        seed: an integer.
    """


def no_version() -> None:
    """Return None: wengert does not compute with this library."""


def is_acceptable(tensor: Any) -> bool:
    """Return False: wengert does not compute with this library.

    Args:
        tensor: a tensor.
    """
    return False


def cuda_is_built() -> bool:
    """Return whether CuPy is installed; :func:`wengert.cuda.is_available` tells whether there is a GPU, too."""
    return importlib.util.find_spec("cupy") is not None


def cuda_version() -> str | None:
    """The version of CUDA that CuPy runs on, as ``"12.4"``; None without a GPU."""
    if not arrays.cuda_available():
        return None
    number = int(arrays.cupy().cuda.runtime.runtimeGetVersion())
    return f"{number // 1000}.{number % 1000 // 10}"


def get_device_module(device: Any = None) -> Any:
    """Return the module that is about devices of a kind: ``wengert.cuda`` for "cuda".

    Args:
        device: a device or its name; the default is the GPU if there is one, else the CPU.

    Raises:
        RuntimeError: if there is no such module.

    >>> import wengert
    >>> wengert.get_device_module("cpu").is_available()
    True
    """
    if device is None:
        device = "cuda" if arrays.cuda_available() else "cpu"
    elif not isinstance(device, (str, arrays.device)):
        raise errors.switches.no_device_of_a_module(device)
    kind = arrays.device(device).type
    if kind not in MODULES_OF_DEVICES:
        raise errors.switches.no_device_module(kind, MODULES_OF_DEVICES)
    return importlib.import_module(f"{__name__.partition('.')[0]}.{kind}")


class Matmul:
    """How products of matrices on a GPU may be rounded. They have the precision of their dtype, whatever is set."""

    def __init__(self) -> None:
        self.__dict__.update(
            allow_tf32=False,
            allow_fp16_reduced_precision_reduction=True,
            allow_bf16_reduced_precision_reduction=True,
            allow_fp16_accumulation=False,
            fp32_precision="none",
        )

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.__dict__:
            raise errors.switches.flag(name, "backends.cuda.matmul")
        self.__dict__[name] = value


def attention_flag(kernel: str) -> tuple[Callable[[bool], None], Callable[[], bool]]:
    """A function that enables a kernel of attention, and one that says whether it is enabled. It has no effect.

    Args:
        kernel: PyTorch's name of the kernel.
    """
    now = True

    def enable(enabled: bool) -> None:
        """Set a flag without effect: there is one kernel of attention.

        Args:
            enabled: whether PyTorch may choose this kernel.
        """
        nonlocal now
        now = bool(enabled)

    def is_enabled() -> bool:
        """Return what was set. It has no effect: there is one kernel of attention."""
        return now

    enable.__name__ = enable.__qualname__ = f"enable_{kernel}_sdp"
    is_enabled.__name__ = is_enabled.__qualname__ = f"{kernel}_sdp_enabled"
    return enable, is_enabled


class SDPBackend(enum.Enum):
    """PyTorch's kernels of attention. wengert has one kernel, so that a choice among these changes nothing."""

    ERROR, MATH, FLASH_ATTENTION, EFFICIENT_ATTENTION, CUDNN_ATTENTION, OVERRIDEABLE = range(-1, 5)


@contextlib.contextmanager
def sdpa_kernel(backends: list[SDPBackend] | SDPBackend, set_priority: bool = False) -> Iterator[None]:
    """Within the context, PyTorch chooses among these kernels of attention. Here there is one: nothing changes.

    Args:
        backends: a kernel, or several.
        set_priority: ignored.

    Raises:
        AssertionError: if something else than kernels is given.

    >>> import wengert
    >>> from wengert.nn.attention import SDPBackend, sdpa_kernel
    >>> q = wengert.ones(1, 2, 4)
    >>> with sdpa_kernel(SDPBackend.MATH):
    ...     wengert.nn.functional.scaled_dot_product_attention(q, q, q).shape
    wengert.Size([1, 2, 4])
    """
    given = backends if isinstance(backends, list) else [backends]
    if not all(isinstance(one, SDPBackend) for one in given):
        raise AssertionError("Backend must be an instance of SDPBackend or a list of SDPBackend instances")
    yield


def sdp_kernel(
    enable_flash: bool = True, enable_math: bool = True, enable_mem_efficient: bool = True, enable_cudnn: bool = True
) -> contextlib.AbstractContextManager[None]:
    """The older form of ``wengert.nn.attention.sdpa_kernel``, with a warning that says so: nothing changes within it.

    Args:
        enable_flash: whether PyTorch may choose the kernel ``FLASH_ATTENTION``.
        enable_math: the same of ``MATH``.
        enable_mem_efficient: the same of ``EFFICIENT_ATTENTION``.
        enable_cudnn: the same of ``CUDNN_ATTENTION``.
    """
    errors.switches.older_choice_of_kernels()
    return sdpa_kernel([])


def flags_of(module: str, usual: dict[str, Any]) -> Callable[..., Any]:
    """The ``flags`` of a module: a context manager that sets the flags of the module, and restores them.

    Args:
        module: the name of the module, which has the flags as its variables.
        usual: what the context sets where nothing else is given.
    """

    @contextlib.contextmanager
    def flags(**given: Any) -> Iterator[None]:
        """Within the context, the flags of the module are others. They have no effect.

        Args:
            given: the flags by their names.
        """
        values = vars(sys.modules[module])
        unknown = given.keys() - usual.keys()
        if unknown:
            raise errors.switches.flag(min(unknown), module)
        before = {name: values[name] for name in usual}
        values.update(usual | given)
        try:
            yield
        finally:
            values.update(before)

    return flags


# -- the CPU


def cpu_is_available() -> bool:
    """Return True: there is a CPU."""
    return True


def cpu_count() -> int:
    """Return 1: the CPU is one device."""
    return 1


def cpu_synchronize(device: Any = None) -> None:
    """Return at once: operations on the CPU are done when they return.

    Args:
        device: ignored.
    """
