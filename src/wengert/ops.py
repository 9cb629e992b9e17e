"""``wengert.ops``: operations that :func:`wengert.library.custom_op` made, by namespace and name."""

from __future__ import annotations

from ._core.api.custom_ops import Namespace

__all__: list[str] = []


def __getattr__(name: str) -> Namespace:
    if name.startswith("__"):
        raise AttributeError(f"module 'wengert.ops' has no attribute '{name}'")
    return Namespace(name)


def __dir__() -> list[str]:
    return []
