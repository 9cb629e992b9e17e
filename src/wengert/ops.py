"""``wengert.ops``: operations that :func:`wengert.library.custom_op` made, by namespace and name."""

from __future__ import annotations

from ._core.api import custom_ops

__all__: list[str] = []


def __getattr__(name: str) -> custom_ops.Namespace:
    if name.startswith("__"):
        raise AttributeError(f"module 'wengert.ops' has no attribute '{name}'")
    return custom_ops.Namespace(name)


def __dir__() -> list[str]:
    return sorted({name.partition("::")[0] for name in custom_ops.OPERATIONS})
