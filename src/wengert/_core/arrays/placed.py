"""``Placed``: the gradient of a part of an array, before it is an array.

A loop over ``x[i]`` sends one gradient for each ``i``, which is zero but at ``i``. If each were an array as large as
``x``, the backward pass would take time that grows with the square of their number. So the pass adds them to one array,
each at its place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import copies, objects


class Placed:
    """``values``, a NumPy array, at the index ``key`` of zeros of the given shape.

    The key is basic: integers, slices and None. Or ``add(array, values, *key)`` adds the values to a NumPy array in
    row-major order.
    """

    shape: tuple[int, ...]
    dtype: Any
    key: tuple[Any, ...]
    values: Any
    add: Any


objects.fields(Placed)


def placed(shape: Any, key: Any, values: Any, add: Any = None) -> Any:
    new: Placed = objects.blank(Placed)
    new.shape = shape
    new.dtype = values.dtype
    new.key = key
    new.values = values
    new.add = add
    return new


def whole(d: Any) -> Any:
    """A gradient, as an array if it is a :class:`Placed`."""
    if type(d) is not Placed:
        return d
    p: Placed = d
    out = copies.zeros(np, p.shape, p.dtype)
    if p.add is None:
        copies.put_at(out, p.key, p.values)
    else:
        p.add(out, p.values, *p.key)
    return out
