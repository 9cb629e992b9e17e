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
    """``values`` at the basic index ``key`` of an array of zeros. The key has integers, slices and None."""

    shape: tuple[int, ...]  # of the whole array
    dtype: Any
    key: tuple[Any, ...]
    values: Any  # a NumPy array


objects.fields(Placed)


def placed(shape: Any, key: Any, values: Any) -> Any:
    new: Placed = objects.blank(Placed)
    new.shape = shape
    new.dtype = values.dtype
    new.key = key
    new.values = values
    return new


def whole(d: Any) -> Any:
    """A gradient, as an array if it is a :class:`Placed`."""
    if type(d) is not Placed:
        return d
    p: Placed = d
    out = copies.zeros(np, p.shape, p.dtype)
    copies.put_at(out, p.key, p.values)
    return out
