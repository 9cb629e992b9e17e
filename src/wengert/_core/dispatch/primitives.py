"""The operations that the machinery itself calls.

Rooms below the tables cannot import rows. They call them through the names here, which ``ops`` fills when it has
declared every operation.
"""

from __future__ import annotations

from typing import Any


class Primitives:
    """One name for each operation that dispatch, the engine and the declarations call."""

    add: Any
    cast: Any
    clone: Any
    conj: Any
    copy: Any
    embed: Any  # zeros, with values at basic indices
    expand: Any
    in_layout_of: Any  # the result of a sparse rule, in the layout of its arguments
    real: Any
    sparse: Any  # a sparse tensor of values and their indices
    sum_level: Any  # over the examples of a vmap
    sum_to: Any
    to_dense: Any
    view_write: Any

    __slots__ = tuple(__annotations__)

    def fill(self, **operations: Any) -> None:
        """Give every name its operation.

        Raises:
            TypeError: if a name is left empty, or unknown.
        """
        wrong = sorted(operations.keys() ^ set(self.__slots__))
        if wrong:
            raise TypeError(f"primitives: {', '.join(wrong)} empty or unknown. Fill these slots, and no others.")
        for name, operation in operations.items():
            setattr(self, name, operation)


primitives = Primitives()
