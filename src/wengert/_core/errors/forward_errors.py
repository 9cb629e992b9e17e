"""Forward mode: levels, dual tensors and tangents."""

from __future__ import annotations

from typing import Any

from .text import type_name


def no_level() -> RuntimeError:
    return RuntimeError(
        "Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first, or "
        "use `with forward_ad.dual_level():`."
    )


def invalid_level(name: str, level: Any, count: int) -> RuntimeError:
    here = f"levels 0 to {count - 1} are active" if count > 1 else "level 0 is active" if count else "none is active"
    return RuntimeError(
        f"Invalid level given to _{name}: {level}. In this thread {here}; use what enter_dual_level() returned, before "
        f"exit_dual_level()."
    )


def no_memory_of_its_own(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"Trying to use forward AD with {name} that does not support it: a tensor here has a tangent, which {name} "
        "would drop without a word. Use copy_, or call it on x.detach()."
    )


def copied_without_tangent(what: str) -> NotImplementedError:
    return NotImplementedError(
        f"Trying to use forward AD with {what} that does not support it: this tensor has a tangent, and the copy would "
        "have none. Use clone(), which carries it, or detach() if the copy is constant."
    )


def nothing_to_exit() -> RuntimeError:
    return RuntimeError("Dual level must be a positive number. No level is active here: there is none to exit.")


def not_the_last_level(level: Any, last: int) -> RuntimeError:
    return RuntimeError(
        "Trying to exit a forward AD level that was not the last one that was created. This is not supported. "
        f"Got level {level}; the last one is {last}. "
        "Leave levels in the reverse order of entering them."
    )


def not_a_tensor(name: str, what: str, value: Any) -> TypeError:
    return TypeError(f"{name}(): argument '{what}' must be Tensor, not {type(value).__name__}")


def not_differentiable(what: str, dtype: Any) -> ValueError:
    return ValueError(f"Expected {what} to be floating point or complex, but got: {dtype}")


def tangent_size(primal: Any, tangent: Any) -> RuntimeError:
    return RuntimeError(
        "Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
        f"supported. Tensor is of size {list(primal)} while the given forward gradient is of size {list(tangent)}. "
        "Give a tangent of the shape of the primal."
    )


def tangent_kind(primal: Any, tangent: Any) -> RuntimeError:
    return RuntimeError(
        f"make_dual: a tangent has the dtype of its primal, or a real one that can be cast to it; expected "
        f"{type_name(primal)}, got {type_name(tangent)}. Use tangent.to(tensor.dtype)."
    )


def tangent_device(primal: Any, tangent: Any) -> RuntimeError:
    return RuntimeError(
        f"make_dual: Expected all tensors to be on the same device, but got the tensor on {primal} and its tangent on "
        f"{tangent}. Use tangent.to(tensor.device)."
    )


def second_tangent(level: int) -> RuntimeError:
    return RuntimeError(
        "Making a dual Tensor based on a Tensor that already has a forward gradient at the same level "
        f"{level} is not supported. Take it off first: unpack_dual(tensor).primal; or enter a level inside this one."
    )


def tangent_of_tangent(level: int) -> RuntimeError:
    return RuntimeError(
        f"Setting a forward grad that itself has a forward gradient at the same level {level} is not supported. Use "
        f"unpack_dual(tangent).primal, or enter a level inside this one for the tangent's tangent."
    )


def no_out(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"Trying to use forward AD with {name}_out that does not support it because it is an out= function. Use what "
        f"{name}() returns, or copy_() it: in-place operations carry tangents."
    )
