"""The gradient of a part of an array, before it is an array.

A loop over ``x[i]`` sends one gradient for each ``i``, which is zero but at ``i``. If each were an array as large as
``x``, the backward pass would take time that grows with the square of their number. So the pass keeps values and
their index, and adds all of them to one array.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import arrays, copies, gradient_buffers, objects
from ..tape.tensor import payload_of
from .primitives import primitives

ndarray = np.ndarray


class PartGradient:
    """``values`` at the index ``key`` of zeros of the given shape.

    The key is basic: integers, slices and None. Or ``add(array, values, *key)`` adds the values, a NumPy array, to one
    in row-major order.
    """

    shape: tuple[int, ...]
    dtype: Any
    key: tuple[Any, ...]
    values: Any  # a payload or, where the pass is recorded, a tensor
    add: Any
    rest: Any  # a list of gradients that are to be added, or None


objects.fields(PartGradient)


def part_gradient(shape: Any, key: Any, values: Any, add: Any = None) -> Any:
    new: PartGradient = objects.blank(PartGradient)
    new.shape = shape
    new.dtype = values.dtype if type(values) is ndarray else payload_of(values).dtype
    new.key = key
    new.values = values
    new.add = add
    new.rest = None
    return new


def full_gradient(d: Any) -> Any:
    """A gradient as an array or a tensor: a :class:`PartGradient` is added up, anything else is returned as it is."""
    if type(d) is not PartGradient:
        return d
    p: PartGradient = d
    if type(p.values) is not ndarray or p.rest is not None:
        return sum_of([p, *(p.rest or ())])
    out = copies.zeros(np, p.shape, p.dtype)
    if p.add is not None:
        return added(out, p)
    copies.put_at(out, p.key, p.values)
    return out


def added(out: Any, p: PartGradient) -> Any:
    """``out``, to which the values are added in place."""
    if p.add is not None:
        p.add(out, p.values, *p.key)
        return out
    part = objects.part(out, p.key)
    if not gradient_buffers.add_into(part, p.values):
        arrays.add(part, p.values, part)
    return out


def sum_of(gradients: list[Any]) -> Any:
    """The sum of gradients of one shape: those of basic indices are put into one array, as one operation."""
    parts, others = [], []
    for g in gradients:
        if type(g) is not PartGradient:
            others.append(g)
        elif g.add is None:
            parts.append(g)
        else:
            g.rest = None
            others.append(full_gradient(g))
    total = None
    if parts:
        shape, keys = parts[0].shape, tuple([p.key for p in parts])
        total = primitives.embed(*[p.values for p in parts], shape=shape, keys=keys)
    for g in others:
        total = g if total is None else primitives.add(total, g)
    return total


def plus_part(a: Any, b: Any, owned: bool) -> Any:
    """The sum of two gradients of one shape, one of which is a :class:`PartGradient`, perhaps another one.

    ``owned``: ``a`` may be overwritten, if it is an array.
    """
    if not _plain(a) or not _plain(b):  # all are added at once, when the sum is needed
        if type(a) is not PartGradient or a.rest is None:
            a, b = (a, b) if type(a) is PartGradient else (b, a)
            a.rest = []
        a.rest.append(b)
        return a
    if type(a) is PartGradient:  # added to zeros, as others will be: a sum has no negative zeros
        a, owned = added(copies.zeros(np, a.shape, a.dtype), a), True
    if type(b) is not PartGradient:
        return a if gradient_buffers.add_into(a, b) else arrays.add(a, b, a)
    if b.add is not None and not a.flags.c_contiguous:
        return arrays.add(a, full_gradient(b))
    return added(a if owned else copies.copied(a), b)


def _plain(g: Any) -> bool:
    """Whether a gradient is a NumPy array, or the values of a part are one."""
    return type(g) is ndarray or type(g) is PartGradient and type(g.values) is ndarray and g.rest is None
