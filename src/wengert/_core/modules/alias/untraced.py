"""``torch.fx`` and the tracer of ``torch.jit``: names that packages import. Python's code is not traced."""

from __future__ import annotations

import typing
from types import UnionType
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


def of_type(obj: Any, target_type: Any) -> bool:
    """Whether a value is of a type, and what a container has in it of the types that are given for it."""
    if isinstance(target_type, tuple):
        return any(of_type(obj, one) for one in target_type)
    kind, parts = typing.get_origin(target_type), typing.get_args(target_type)
    if target_type in CONTAINERS:
        raise errors.alias.without_contained_type((kind or target_type).__name__)
    if kind in (typing.Union, UnionType):
        return any(of_type(obj, one) for one in parts)
    if kind is list:
        return isinstance(obj, list) and all(of_type(x, parts[0]) for x in obj)
    if kind is dict:
        return isinstance(obj, dict) and all(of_type(k, parts[0]) and of_type(v, parts[1]) for k, v in obj.items())
    if kind is tuple:
        return isinstance(obj, tuple) and len(obj) == len(parts) and all(map(of_type, obj, parts))
    return obj is None if target_type is None else isinstance(obj, target_type)


CONTAINERS = (list, dict, tuple, typing.List, typing.Dict, typing.Tuple)  # noqa: UP006  (without what is in them)
JIT: dict[str, Any] = {**functions("_get_trace_graph", errors.alias.not_traced_by_jit), "isinstance": of_type}
