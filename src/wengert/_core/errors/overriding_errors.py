"""``__torch_function__``: handlers, modes and subclasses of Tensor."""

from __future__ import annotations

from typing import Any

from .text import warn


def not_overridden(name: str, asked: list[Any], modes: tuple[Any, ...]) -> TypeError:
    """``asked`` are the arguments whose handlers declined; the first may be the innermost of the ``modes``."""
    mode = [f"mode object {m!r}" for m in asked[:1] if m in modes[-1:]]
    types = ", ".join([*mode, *(repr(type(a)) for a in asked[len(mode) :])])
    return TypeError(
        f"Multiple dispatch failed for '{name}'; all __torch_function__ handlers returned NotImplemented: no "
        f"implementation found for '{name}' on types that implement __torch_function__: [{types}]. Handle it there, or "
        "return super().__torch_function__(func, types, args, kwargs)."
    )


def no_handler(func: Any) -> TypeError:
    name = getattr(func, "__name__", func)
    return TypeError(
        f"handle_torch_function: no relevant argument of '{name}' has a __torch_function__. Ask first: "
        "if has_torch_function(relevant_args): return handle_torch_function(...)"
    )


def function_of_torch(func: Any) -> NotImplementedError:
    """Not a TypeError: PyTorch's operators swallow those."""
    space = getattr(func, "__module__", None) or "torch.Tensor"
    space = space.replace("torch._C._nn", "torch.nn.functional").replace("torch._C._", "torch.")
    return NotImplementedError(
        f"{space}.{func.__name__}: PyTorch was given a tensor of wengert, and cannot compute on it. Call wengert's "
        "function of this name; wengert.from_dlpack(x) takes tensors of PyTorch over, torch.from_dlpack(x) ours."
    )


def plain_handler(name: str) -> None:
    warn(
        f"Defining your `{name}` as a plain method is deprecated and will be an error in future, please define it as "
        "a classmethod.",
        DeprecationWarning,
    )


def mode_by_class(name: str) -> RuntimeError:
    return RuntimeError(
        f"Defining your mode's `{name}` as a classmethod is not supported, please make it a plain method."
    )


def mode_without_handler(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"{name}: a function mode defines __torch_function__(self, func, types, args=(), kwargs=None). Define it, or "
        "inherit from BaseTorchFunctionMode, which runs every function as it is."
    )


def dispatch_handler(cls: type) -> None:
    warn(
        f"{cls.__name__}.__torch_dispatch__ is never called: wengert has no second layer below its functions. Define "
        "__torch_function__, which gets every function that users call."
    )


def push() -> None:
    warn("`Mode.push()` is no longer necessary and can be replaced with just `with Mode()`")


def not_a_subclass(cls: Any) -> TypeError:
    return TypeError(
        "Creating a Tensor subclass from a class that does not inherit from Tensor is not possible. Make sure your "
        f"class inherits from Tensor. (Got {cls!r}.)"
    )


def constructor_options(name: str, options: list[str]) -> TypeError:
    return TypeError(
        f"{name}(): takes sizes, a sequence or a tensor, and device=; got {', '.join(options)}. Use wengert.tensor() "
        "for everything else, or define __new__."
    )
