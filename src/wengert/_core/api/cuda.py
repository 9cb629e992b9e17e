"""Query the GPU and its memory, choose one, and seed its random numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .. import errors
from ..arrays import arrays
from ..arrays.arrays import cuda_available, cupy
from ..errors import tracebacks
from ..ops.random import seeding


def is_available() -> bool:
    """Return whether CuPy is installed and finds a GPU.

    >>> import wengert
    >>> wengert.cuda.is_available() in (True, False)
    True
    """
    return cuda_available()


def device_count() -> int:
    """Return the number of GPUs; 0 without CuPy."""
    return int(cupy().cuda.runtime.getDeviceCount()) if cuda_available() else 0


def current_accelerator(check_available: bool = False) -> arrays.device | None:
    """Return the kind of device that computes beside the CPU: ``device("cuda")`` where CuPy finds a GPU, else None.

    Args:
        check_available: ignored: a device that is not available is not returned.

    >>> import wengert
    >>> wengert.ones(2, device=wengert.accelerator.current_accelerator() or "cpu").sum().item()
    2.0
    """
    return arrays.device("cuda") if cuda_available() else None


def manual_seed(seed: int) -> None:
    """Seed the random numbers drawn for the GPU. They come from the CPU's generator. Without a GPU, do nothing.

    Args:
        seed: an integer.

    >>> import wengert
    >>> wengert.cuda.manual_seed(0)
    """
    if is_available():
        seeding.manual_seed(seed)


manual_seed_all = manual_seed


def seed() -> None:
    """Seed the random numbers drawn for the GPU by a number from the system. Without a GPU, do nothing."""
    if is_available():
        seeding.seed()


seed_all = seed


def initial_seed() -> int:
    """Return the seed of the random numbers drawn for the GPU: the CPU's generator draws them.

    Raises:
        RuntimeError: if there is no GPU, as in the two functions below.
    """
    _gpu(None)
    return seeding.initial_seed()


def get_rng_state(device: Any = "cuda") -> Any:
    """Return the state of the generator that draws for a GPU, as a tensor of bytes: it is the CPU's.

    Args:
        device: a device or its number.
    """
    _gpu(device)
    return seeding.get_rng_state()


def set_rng_state(new_state: Any, device: Any = "cuda") -> None:
    """Set the state of the generator that draws for a GPU, which is the CPU's.

    Args:
        new_state: what :func:`get_rng_state` returned.
        device: a device or its number.
    """
    _gpu(device)
    seeding.set_rng_state(new_state)


def get_rng_state_all() -> list[Any]:
    """Return the states of the generators of all GPUs, each a tensor of bytes; an empty list without a GPU.

    >>> import wengert
    >>> wengert.cuda.set_rng_state_all(wengert.cuda.get_rng_state_all())
    """
    return [seeding.get_rng_state() for _ in range(device_count())]


def set_rng_state_all(new_states: Sequence[Any]) -> None:
    """Set the states of the generators of all GPUs.

    Args:
        new_states: what :func:`get_rng_state_all` returned.
    """
    for i, state in enumerate(new_states):
        set_rng_state(state, i)


def init() -> None:
    """Do nothing where there is a GPU: nothing has to be initialized.

    Raises:
        RuntimeError: if there is no GPU.
    """
    _gpu(None)


def is_initialized() -> bool:
    """Return whether there is a GPU to compute on: nothing else has to be initialized."""
    return cuda_available()


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Return False: CuPy has no bfloat16. Tensors of that dtype are on the CPU.

    Args:
        including_emulation: ignored.
    """
    return False


def is_tf32_supported() -> bool:
    """Return False: products of matrices have the precision of their dtype."""
    return False


def _gpu(device: Any) -> Any:
    """CuPy's object for a GPU; the current one for None."""
    where = arrays.device("cuda" if device is None else device)
    if where.type != "cuda":
        raise errors.calls.expected_gpu(where)
    module = cupy()
    if not cuda_available():
        raise errors.calls.no_gpu()
    return module.cuda.Device(where.index)


def current_device() -> int:
    """Return the number of the GPU on which tensors are made where ``device="cuda"`` has no number.

    Raises:
        RuntimeError: if there is no GPU, as all functions below, but for those of memory, which is 0 then.
    """
    return int(_gpu(None))


def set_device(device: Any) -> None:
    """Choose the GPU on which tensors are made where ``device="cuda"`` has no number.

    Args:
        device: a device or its number. A negative number changes nothing.
    """
    if not (isinstance(device, int) and device < 0):
        _gpu(device).use()


class device:  # noqa: N801  (torch's name)
    """Within the context, another GPU is the current one: see :func:`set_device`.

    Args:
        device: a device or its number. None or a negative number changes nothing.

    >>> import wengert
    >>> with wengert.cuda.device(-1):
    ...     pass
    """

    @tracebacks.public
    def __init__(self, device: Any) -> None:
        none = device is None or (isinstance(device, int) and device < 0)
        if not none and (where := arrays.device(device)).type != "cuda":
            raise errors.calls.expected_gpu(where)
        self._entered = None if none else device
        self._before: Any = None

    def __enter__(self) -> None:
        if self._entered is not None:
            self._before = current_device()
            set_device(self._entered)

    def __exit__(self, *error: object) -> None:
        if self._entered is not None:
            set_device(self._before)


def get_device_name(device: Any = None) -> str:
    """Return the name of a GPU.

    Args:
        device: a device or its number; default: the current one.
    """
    name = cupy().cuda.runtime.getDeviceProperties(int(_gpu(device)))["name"]
    return name.decode() if isinstance(name, bytes) else str(name)


def get_device_capability(device: Any = None) -> tuple[int, int]:
    """Return what a GPU can do, as a number of CUDA's with two parts: ``(9, 0)``.

    Args:
        device: a device or its number; default: the current one.
    """
    found = str(_gpu(device).compute_capability)
    return int(found[:-1]), int(found[-1])


class DeviceProperties(NamedTuple):
    """What :func:`get_device_properties` says of a GPU."""

    name: str
    major: int
    minor: int
    total_memory: int
    multi_processor_count: int


def get_device_properties(device: Any = None) -> DeviceProperties:
    """Return the name of a GPU, the two parts of what it can do, its memory in bytes, and how many processors it has.

    Args:
        device: a device or its number; default: the current one.
    """
    found = cupy().cuda.runtime.getDeviceProperties(int(_gpu(device)))
    numbers = [int(found[key]) for key in ("totalGlobalMem", "multiProcessorCount")]
    return DeviceProperties(get_device_name(device), *get_device_capability(device), *numbers)


def synchronize(device: Any = None) -> None:
    """Wait until a GPU has done all that it was given.

    Args:
        device: a device or its number; default: the current one.
    """
    _gpu(device).synchronize()


def empty_cache() -> None:
    """Give back the memory that CuPy keeps for later. Without a GPU, do nothing.

    >>> import wengert
    >>> wengert.cuda.empty_cache()
    """
    if cuda_available():
        cupy().get_default_memory_pool().free_all_blocks()


def _of_pool(name: str, device: Any) -> int:
    if not cuda_available():
        return 0
    with _gpu(device):
        return int(getattr(cupy().get_default_memory_pool(), name)())


def _peak(name: str) -> int:
    if cuda_available():
        raise errors.calls.no_peak(name)
    return 0


def memory_allocated(device: Any = None) -> int:
    """Return how many bytes of a GPU arrays hold; 0 without a GPU.

    Args:
        device: a device or its number; default: the current one.

    >>> import wengert
    >>> wengert.cuda.memory_allocated() >= 0
    True
    """
    return _of_pool("used_bytes", device)


def memory_reserved(device: Any = None) -> int:
    """Return how many bytes of a GPU arrays hold, and CuPy keeps for later; 0 without a GPU.

    Args:
        device: a device or its number; default: the current one.
    """
    return _of_pool("total_bytes", device)


def mem_get_info(device: Any = None) -> tuple[int, int]:
    """Return how many bytes of a GPU are free, and how many it has.

    Args:
        device: a device or its number; default: the current one.

    Raises:
        RuntimeError: if there is no GPU.
    """
    with _gpu(device):
        free, total = cupy().cuda.runtime.memGetInfo()
    return int(free), int(total)


def max_memory_allocated(device: Any = None) -> int:
    """Return 0 without a GPU: no memory of one was ever held.

    Args:
        device: a device or its number; default: the current one.

    Raises:
        NotImplementedError: with a GPU. CuPy does not count the peak.
    """
    return _peak("max_memory_allocated")


def max_memory_reserved(device: Any = None) -> int:
    """Return 0 without a GPU: no memory of one was ever held.

    Args:
        device: a device or its number; default: the current one.

    Raises:
        NotImplementedError: with a GPU. CuPy does not count the peak.
    """
    return _peak("max_memory_reserved")


def reset_peak_memory_stats(device: Any = None) -> None:
    """Without a GPU, do nothing: no memory of one was ever held.

    Args:
        device: a device or its number; default: the current one.

    Raises:
        NotImplementedError: with a GPU. CuPy does not count the peak.
    """
    _peak("reset_peak_memory_stats")
