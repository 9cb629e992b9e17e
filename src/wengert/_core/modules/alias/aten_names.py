"""``torch.ops.aten``: PyTorch's operations by the names that its dispatcher has for them.

Packages name them to say what a type of tensors does with each, and call some. A name stands for the public function
or method of that name, whatever the overload. Other names can be compared, and say so when they are called.
"""

from __future__ import annotations

import functools
from typing import Any

from ... import errors
from ...api.generated import functions
from ...tape.tensor import Tensor


class Operation:
    """An operation, or one of its overloads."""

    def __init__(self, name: str, overload: str = "") -> None:
        self.__name__ = name
        self._overload = overload

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        found = getattr(functions, self.__name__, None) or getattr(Tensor, self.__name__, None)
        if found is None or self.__name__.startswith("__"):
            raise errors.alias.not_by_this_name(str(self))
        return found(*args, **kwargs)

    @functools.cache  # noqa: B019  # there is one object of each name, for dictionaries
    def __getattr__(self, overload: str) -> Operation:
        if self._overload or overload.startswith("_"):
            raise AttributeError(f"'{self}' object has no attribute '{overload}'")
        return Operation(self.__name__, overload)

    def __repr__(self) -> str:
        return ".".join(["aten", self.__name__, *([self._overload] if self._overload else [])])


class Aten:
    """The namespace."""

    @functools.cache  # noqa: B019  # as above
    def __getattr__(self, name: str) -> Operation:
        if name.startswith("__"):
            raise AttributeError(f"'aten' object has no attribute '{name}'")
        return Operation(name)


def load_library(path: Any) -> None:
    """Refuse a library that was compiled for PyTorch, as an operating system refuses a file: packages expect that."""
    raise errors.alias.compiled_for_pytorch(path)


OPS: dict[str, Any] = {"aten": Aten(), "load_library": load_library}
