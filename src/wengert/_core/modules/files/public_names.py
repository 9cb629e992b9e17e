"""What wengert has under a public name, PyTorch's or its own."""

from __future__ import annotations

import importlib
from typing import Any

HERE, THERE = "wengert", "torch"
PRIVATE = f"{HERE}._core"


def public(module: str, name: str) -> Any:
    """What wengert has under a name of PyTorch's or its own; None if it has nothing.

    PyTorch's classes say that they come from the file that they are in, ``torch.nn.modules.linear.Linear``; here it may
    be public in a package around that.
    """
    package, _, below = module.partition(".")
    if package not in (HERE, THERE) or module.startswith(PRIVATE):
        return None
    parts = below.split(".") if below else []
    for end in range(len(parts), -1, -1):
        try:
            found: Any = importlib.import_module(".".join([HERE, *parts[:end]]))
            for part in name.split("."):
                found = getattr(found, part)
        except (ImportError, AttributeError):
            continue
        return found
    return None


def parameter_type() -> Any:
    """The class of parameters; None if there is none."""
    return public("torch.nn.parameter", "Parameter")
