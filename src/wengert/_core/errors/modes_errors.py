"""Grad modes and inference mode: their arguments, and what inference tensors cannot do."""

from __future__ import annotations

from typing import Any

from .text import describe, named, warn


def not_decorable(name: str, value: Any) -> TypeError:
    return TypeError(
        f"{name}: expected a function to decorate, got {describe(value)}. As a context manager, call it with "
        f"{'True or False' if name in ('inference_mode', 'set_grad_enabled') else 'no arguments'}."
    )


def mode_not_bool(name: str, value: Any) -> TypeError:
    return TypeError(f"{name}(): argument 'enabled' (position 1) must be bool, not {type(value).__name__}")


def decorated_class() -> None:
    warn(
        "Decorating classes is deprecated and will be disabled in future versions. You should only decorate functions "
        "or methods. What it gives is a function that calls the class in this mode; to have just that and keep the "
        "class, decorate its `__init__` method.",
        FutureWarning,
    )


def inference_write(op: str) -> RuntimeError:
    return RuntimeError(
        "Inplace update to inference tensor outside InferenceMode is not allowed. "
        f"({op.lstrip('_')}: write to a clone() of it, which is a normal tensor, or write inside inference_mode().)"
    )


def inference_saved() -> RuntimeError:
    return RuntimeError(
        "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
        "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it "
        "in autograd, or use no_grad() instead of inference_mode()."
    )


def inference_version() -> RuntimeError:
    return RuntimeError(
        "Inference tensors do not track version counter. (Nothing is saved of them: use a clone(), which is a normal "
        "tensor.)"
    )


def requires_grad_type(value: Any) -> RuntimeError:
    return RuntimeError(f"requires_grad must be a bool, not {named(type(value))}. Give True or False.")


def inference_requires_grad() -> RuntimeError:
    return RuntimeError(
        "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed. "
        "(Set it on a clone(), which is a normal tensor.)"
    )
