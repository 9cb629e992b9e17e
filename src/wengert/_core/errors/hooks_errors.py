"""Hooks: what they return, what they may be registered on, and what saved-tensor hooks may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .text import Site, hook_name, recorded_and_freed, tensor_type


def hook_result(value: Any) -> TypeError:
    return TypeError(
        f"expected Variable, but hook returned '{type(value).__name__}'. Return the tensor that is to take the "
        "gradient's place, or None to leave it."
    )


def post_accumulate_result(value: Any, is_tensor: bool) -> Exception:
    if not is_tensor:
        return TypeError(f"expected Variable, but hook returned '{type(value).__name__}'. Return None.")
    return RuntimeError(
        "Tensor post accumulate grad hooks should return None. This one returned a tensor, which replaces nothing: set "
        ".grad in the hook."
    )


def hook_no_tuple(value: Any) -> TypeError:
    return TypeError(
        f"expected tuple, but hook returned '{type(value).__name__}'. Return as many gradients as it was given, or "
        "None to leave them."
    )


def hook_count(hook: Any, got: int, expected: int) -> RuntimeError:
    return RuntimeError(
        f"hook '{hook_name(hook)}' has returned an incorrect number of values (got {got}, but expected {expected})"
    )


def hook_fills() -> RuntimeError:
    return RuntimeError("can't replace a None gradient with a non-None value. Return None where the gradient is None.")


def hook_size(hook: Any, was: Sequence[int], got: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"hook '{hook_name(hook)}' has changed the size of value (was {list(was)} got {list(got)}). Return a gradient "
        "of the same shape."
    )


def hook_type(hook: Any, was: Any, was_on: str, got: Any, got_on: str) -> RuntimeError:
    return RuntimeError(
        f"hook '{hook_name(hook)}' has changed the type of value "
        f"(was {tensor_type(was, was_on)} got {tensor_type(got, got_on)}). Return a gradient of the same dtype, on "
        "the same device."
    )


def hook_on_non_leaf() -> RuntimeError:
    return RuntimeError(
        "post accumulate grad hooks cannot be registered on non-leaf tensors. This one is the result of an operation: "
        "use register_hook(), which sees its gradient."
    )


def hook_pair(where: str, pack: Any, unpack: Any) -> TypeError:
    return TypeError(
        f"{where}: incompatible function arguments: expected pack_hook and unpack_hook, which can be called, got "
        f"{pack!r} and {unpack!r}."
    )


def hooks_on_packed() -> RuntimeError:
    return RuntimeError(
        "Calling register_hooks on a saved tensor whose hooks have already been set. Hint: only one pair of hooks is "
        "allowed at a time."
    )


def hooks_on_none() -> RuntimeError:
    return RuntimeError(
        "Calling register_hooks on a saved tensor with value None is forbidden. "
        "Save a tensor, or check for None before you register hooks."
    )


def hooks_on_freed(name: str, made: Site, freed_at: Site | None) -> RuntimeError:
    return RuntimeError(
        "Calling register_hooks on a saved tensor after it has been freed. Saved intermediate values of the graph are "
        "freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through "
        "the graph a second time or if you need to access saved variables after calling backward."
        f"\n{recorded_and_freed(name, made, freed_at)}"
    )


def pack_wrote() -> RuntimeError:
    return RuntimeError(
        "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot be "
        "modified by in-place operations as this can lead to unexpected side-effects. Write to a clone() of it."
    )


def unpacked(value: Any) -> TypeError:
    return TypeError(
        f"Output of saved tensor unpack_hook expected to be a Tensor but got result of type {type(value).__name__}"
    )
