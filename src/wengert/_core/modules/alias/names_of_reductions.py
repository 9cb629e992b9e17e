"""``torch.nn._reduction``: what losses of packages ask about names of reductions."""

from __future__ import annotations

import warnings
from typing import Any

from ...ops.nn.loss import _reduction


def legacy_get_string(size_average: bool | None, reduce: bool | None, emit_warning: bool = True) -> str:
    """The name of the reduction that the two deprecated arguments ask for."""
    with warnings.catch_warnings():
        if not emit_warning:
            warnings.simplefilter("ignore")
        return _reduction("mean", size_average, reduce)


def get_enum(reduction: str) -> int:
    """The number that a reduction has in PyTorch's compiled functions."""
    return ("none", "mean", "sum").index(_reduction(reduction))


REDUCTIONS: dict[str, Any] = {"get_enum": get_enum, "legacy_get_string": legacy_get_string}
