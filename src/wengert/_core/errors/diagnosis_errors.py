"""Anomaly mode: which operation failed, where it was recorded, what caused it and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .text import Site, hook_name, line_shown, tensor_type, where

ENABLED = (
    "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for debugging."
)


def mode_type(name: str, position: int, value: Any) -> TypeError:
    return TypeError(
        f"set_anomaly_enabled(): argument '{name}' (position {position}) must be bool, not {type(value).__name__}"
    )


def nan(name: str, output: int, reasons: Sequence[str]) -> RuntimeError:
    """``reasons`` are lines: where the operation was recorded, the cause as far as it is known, and the fix."""
    return RuntimeError("\n".join([f"Function '{name}' returned nan values in its {output}th output.", *reasons]))


def hook_nan(hook: Any, shape: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"{hook_shown(hook)} returned nan values for a leaf of shape {list(shape)}, whose gradient had none. "
        "Look at what this hook computes, and keep it from dividing by 0."
    )


def hook_shown(hook: Any) -> str:
    """Name a hook and the line that defines it."""
    return f"hook '{hook_name(hook)}' ({hook_place(hook)})"


def hook_place(hook: Any) -> str:
    """The line that defines a hook."""
    while not hasattr(hook, "__code__"):
        inner = getattr(hook, "__func__", None) or getattr(hook, "func", None) or getattr(hook, "__wrapped__", None)
        if inner is None:
            return f"of type {type(hook).__qualname__}"
        hook = inner
    return line_shown(hook.__code__.co_filename, hook.__code__.co_firstlineno)


def detected(name: str, trace: str | None, site: Site | None, induced: bool) -> str:
    """In torch's words, the forward call of the node that failed, or (``induced``) of a node whose backward made it."""
    if induced:
        head, cause = f"\n\nPrevious calculation was induced by {name}. ", "induced the previous calculation"
    else:
        head, cause = f"Error detected in {name}. ", "caused the error"
    if trace is not None:
        return f"{head}Traceback of forward call that {cause}:\n{trace}"
    if site is None:
        return f"{head}No forward pass information available: the tensor is a leaf."
    return (
        f"{head}No forward pass information available. Enable detect anomaly during forward pass for more information."
        f"\n  {name} was recorded at {where(site)}"
    )


def written_unseen(shape: Any, dtype: Any, device: str, name: str, what: str, made: Site) -> RuntimeError:
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{tensor_type(dtype, device)} {list(shape)}], {what} of {name}, has other values than when it was saved, at "
        f"the same version.\n  saved by {name} at {where(made)}\n"
        "  overwritten where versions cannot see it: through a NumPy array on the same memory, or through .data\n"
        "Write to a copy of the array, write through the tensor (under no_grad()), or call "
        "autograd.graph.increment_version(tensor) after writing."
    )
