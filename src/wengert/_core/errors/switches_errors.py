"""Switches: what they cannot be set to, and what they do not do."""

from __future__ import annotations

from typing import Any

from .text import warn

ATOMIC = (
    "use_deterministic_algorithms: on a GPU, sums of values at equal indices (index_add, the gradients of indexing, of "
    "grid_sample and of sparse products) are added in an order that differs between runs. Compute these on the CPU"
)

_told: set[str] = set()


def once(text: str) -> None:
    """Warn, the first time."""
    if text not in _told:
        _told.add(text)
        warn(text)


def mode(value: Any) -> TypeError:
    return TypeError(f"use_deterministic_algorithms(): argument 'mode' must be bool, not {type(value).__name__}")


def nondeterministic() -> RuntimeError:
    return RuntimeError(f"{ATOMIC}, or pass warn_only=True.")


def debug_name(value: str) -> RuntimeError:
    return RuntimeError(f"invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got {value}")


def no_device_of_a_module(value: Any) -> RuntimeError:
    return RuntimeError(f"Invalid value of device '{value}', expect torch.device, str, or None. Give its name: 'cpu'.")


def no_device_module(kind: str, known: tuple[str, ...]) -> RuntimeError:
    return RuntimeError(
        f"Device '{kind}' does not have a corresponding module registered as 'torch.{kind}'. Give one of "
        f"{', '.join(known)}."
    )


def precision(value: Any) -> str:
    return f"set_float32_matmul_precision: {value!r} is not one of 'highest', 'high', 'medium'. Nothing is set."


def flush(value: Any) -> RuntimeError:
    return RuntimeError(f"flush_denormal expects a bool, but got {type(value).__name__}")


def count(name: str) -> RuntimeError:
    return RuntimeError(f"{name} expects a positive integer")


def no_threads(number: int) -> str:
    return (
        f"set_num_threads({number}) does not change products of matrices: NumPy's matrix library is none of OpenBLAS, "
        "MKL and BLIS, which take a number of threads. Set the variable that it reads before the program starts."
    )


def no_interop() -> str:
    return (
        "set_num_interop_threads has no effect: operations run one after the other, each in the thread that calls it."
    )


def as_it_is(name: str) -> str:
    return f"{name} has no effect: functions and modules run as they are."


def flag(name: str, owner: str) -> AttributeError:
    return AttributeError(f"Unknown attribute {name} of {owner}. There is nothing to set: leave the line out.")


def stance(value: Any) -> RuntimeError:
    return RuntimeError(f"invalid torch.compile stance: {value!r}. Nothing is compiled: leave the line out.")


# -- autocast


def autocast_device(given: str) -> RuntimeError:
    return RuntimeError(
        f"User specified an unsupported autocast device_type '{given}': expected 'cpu', 'cuda', or another of PyTorch's"
    )


def autocast_cuda() -> RuntimeError:
    return RuntimeError(
        "autocast: tensors on a GPU are not cast. Call .to(dtype) where a half type is meant, or give enabled=False."
    )


def autocast_without_cuda() -> None:
    warn("User provided device_type of 'cuda', but CUDA is not available. Disabling autocast.")


def autocast_dtype() -> None:
    warn(
        "In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
        "CPU Autocast only supports dtypes of wengert.bfloat16, wengert.float16 currently."
    )


def old_autocast(place: str, device: str, what: str = "autocast") -> None:
    warn(
        f"`wengert.{place}.amp.{what}(args...)` is deprecated. Please use `wengert.amp.{what}('{device}', args...)` "
        "instead.",
        FutureWarning,
    )


# -- kernels of attention


def older_choice_of_kernels() -> None:
    warn(
        "`wengert.backends.cuda.sdp_kernel()` is deprecated. In the future, this context manager will be removed. "
        "Please see `wengert.nn.attention.sdpa_kernel()` for the new context manager, with updated signature.",
        FutureWarning,
    )


# -- gradient scaling


def scaler_without_cuda() -> None:
    warn("wengert.amp.GradScaler is enabled, but CUDA is not available.  Disabling.")
