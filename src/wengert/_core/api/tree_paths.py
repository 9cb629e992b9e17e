"""Paths in pytrees: the steps that lead from a tree to a leaf."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Key:
    """A step of a path. It has one value, which never changes."""

    __slots__: tuple[str, ...] = ()

    def _value(self) -> Any:
        return getattr(self, self.__slots__[0])

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"cannot assign to field {name!r}: make another {type(self).__name__}")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Key) and type(other) is type(self):
            return bool(self._value() == other._value())
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._value(),))

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({self.__slots__[0]}={self._value()!r})"

    def __reduce__(self) -> Any:
        return type(self), (self._value(),)


class SequenceKey(Key):
    """A step of a path: an index of a sequence.

    >>> key_get([1, [2, 3]], (SequenceKey(1), SequenceKey(0)))
    2
    """

    __slots__ = ("idx",)
    idx: int

    def __init__(self, idx: int) -> None:
        object.__setattr__(self, "idx", idx)

    def __str__(self) -> str:
        return f"[{self.idx!r}]"

    def get(self, parent: Any) -> Any:
        """Return the entry at this index."""
        return parent[self.idx]


class MappingKey(Key):
    """A step of a path: a key of a mapping.

    >>> keystr((MappingKey("a"), SequenceKey(1)))
    "['a'][1]"
    """

    __slots__ = ("key",)
    key: Any

    def __init__(self, key: Any) -> None:
        object.__setattr__(self, "key", key)

    def __str__(self) -> str:
        return f"[{self.key!r}]"

    def get(self, parent: Any) -> Any:
        """Return the value of this key."""
        return parent[self.key]


class GetAttrKey(Key):
    """A step of a path: an attribute of an object.

    >>> keystr((GetAttrKey("weight"),))
    '.weight'
    """

    __slots__ = ("name",)
    name: str

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "name", name)

    def __str__(self) -> str:
        return f".{self.name}"

    def get(self, parent: Any) -> Any:
        """Return the attribute of this name."""
        return getattr(parent, self.name)


def keystr(path: Iterable[Any]) -> str:
    """Return a path as text, as Python would write it.

    >>> keystr((SequenceKey(1), MappingKey("a")))
    "[1]['a']"
    """
    return "".join(map(str, path))


def key_get(obj: Any, path: Iterable[Any]) -> Any:
    """Return the value at the end of a path.

    Args:
        obj: a tree.
        path: the steps, as :func:`tree_flatten_with_path` gives them.

    >>> key_get([1, {"a": 2}], (SequenceKey(1), MappingKey("a")))
    2
    """
    for key in path:
        obj = key.get(obj)
    return obj
