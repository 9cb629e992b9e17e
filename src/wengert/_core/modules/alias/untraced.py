"""``torch.fx``: names that packages import. Python's code is not traced, so nothing is of these types."""

from __future__ import annotations

from typing import Any

from ... import errors
from ..layers.module import Module
from .refusals import functions, types


def wrap(fn_or_name: Any) -> Any:
    """Return a function as it is: what is not traced needs no mark."""
    return fn_or_name


NODE = types("Node", errors.alias.not_traced)
FX: dict[str, Any] = {
    **NODE,
    **types("Graph Interpreter Proxy Tracer Transformer", errors.alias.not_traced),
    **types("GraphModule", errors.alias.not_traced, Module),
    **functions("symbolic_trace", errors.alias.not_traced),
    "wrap": wrap,
}
