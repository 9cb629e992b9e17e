"""``torch.utils.weak``: dictionaries whose keys are objects themselves, which go when these do.

``weakref.WeakKeyDictionary`` compares keys with ``==``, which tensors answer element by element.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, MutableMapping
from typing import Any


class WeakIdKeyDictionary(MutableMapping[Any, Any]):
    """A dictionary by the identity of its keys. It keeps none of them alive.

    Args:
        dict: a mapping to begin with.
    """

    def __init__(self, dict: Any = None) -> None:  # noqa: A002  # the name that callers give
        self._entries: Any = {}  # by the id of a key: a reference to it, and the value
        self.update(dict or {})

    def __setitem__(self, key: Any, value: Any) -> None:
        name, entries = id(key), self._entries
        self._entries[name] = weakref.ref(key, lambda gone: entries.pop(name, None)), value

    def __getitem__(self, key: Any) -> Any:
        try:
            return self._entries[id(key)][1]
        except KeyError:
            raise KeyError(key) from None

    def __delitem__(self, key: Any) -> None:
        try:
            del self._entries[id(key)]
        except KeyError:
            raise KeyError(key) from None

    def __contains__(self, key: object) -> bool:
        return id(key) in self._entries

    def __iter__(self) -> Iterator[Any]:
        for reference, _ in [*self._entries.values()]:
            if (key := reference()) is not None:
                yield key

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)}>"


WEAK: dict[str, Any] = {
    "WeakIdKeyDictionary": WeakIdKeyDictionary, "WeakTensorKeyDictionary": WeakIdKeyDictionary,
    "TensorWeakRef": weakref.ref,
}  # fmt: skip
