"""``torch.fx``: names that packages import. Python's code is not traced, so nothing is of these types."""

from __future__ import annotations

from typing import Any, NoReturn

from ... import errors
from ..layers.module import Module


class Untraced:
    """A type of ``torch.fx`` for graphs of Python's code. None can be made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise errors.alias.not_traced(type(self).__name__)


class Node(Untraced):
    """A call in a graph of Python's code. None can be made."""


class GraphModule(Module):
    """A module that was traced. None can be made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise errors.alias.not_traced(type(self).__name__)


def symbolic_trace(root: Any, concrete_args: Any = None) -> NoReturn:
    """Refused: Python's code is not traced."""
    raise errors.alias.not_traced("symbolic_trace")


def wrap(fn_or_name: Any) -> Any:
    """Return a function as it is: what is not traced needs no mark."""
    return fn_or_name


TYPES = ("Graph", "Interpreter", "Proxy", "Tracer", "Transformer")
FX: dict[str, Any] = {
    **{name: type(name, (Untraced,), {"__doc__": Untraced.__doc__}) for name in TYPES},
    "Node": Node, "GraphModule": GraphModule, "symbolic_trace": symbolic_trace, "wrap": wrap,
}  # fmt: skip
