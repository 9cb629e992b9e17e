"""Trees of arrays: as flat vectors and as vector spaces; tests of types that see what is in a box."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...api.trees import tree_flatten, tree_leaves, tree_map, tree_unflatten
from .boxes import ArrayBox, getval, number

Function = Callable[..., Any]


# -- flat vectors


def flatten(value: Any) -> tuple[Any, Function]:
    """Return the numbers of a tree of arrays as one vector, and the function that makes such a tree of a vector.

    Args:
        value: arrays and numbers in tuples, lists and dicts, nested in any way. The keys of dicts are sorted.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips.misc import flatten
    >>> vector, unflatten = flatten({"w": np.ones((2, 2)), "b": 0.5})
    >>> vector
    array([0.5, 1. , 1. , 1. , 1. ])
    >>> float(unflatten(2 * vector)["b"])
    1.0
    """
    leaves, spec = tree_flatten(_in_order(value))
    shapes = [np.shape(v) for v in leaves]
    sizes = [int(np.prod(s)) for s in shapes]

    def unflatten(vector: Any) -> Any:
        ends = np.cumsum(sizes)
        parts = [np.reshape(vector[end - n : end], s) for end, n, s in zip(ends, sizes, shapes, strict=True)]
        return tree_unflatten([p if builtins.isinstance(p, ArrayBox) else number(p) for p in parts], spec)

    return np.concatenate([np.ravel(v) for v in leaves]) if leaves else np.zeros(0), unflatten


def _in_order(value: Any) -> Any:
    """A tree whose dicts have their keys in order."""
    kind = builtins.type(value)
    if kind is dict:
        return {k: _in_order(value[k]) for k in sorted(value)}
    return kind(map(_in_order, value)) if kind in (list, tuple) else value


def flatten_func(func: Function, example: Any) -> tuple[Function, Function, Any]:
    """Return ``func`` as a function of vectors, the function that makes trees of vectors, and ``example`` as a vector.

    Args:
        func: takes a tree of arrays like ``example``, and further arguments; returns a tree of arrays.
        example: a tree of arrays.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips.misc import flatten_func
    >>> double, unflatten, vector = flatten_func(lambda p: {"w": 2 * p["w"]}, {"w": np.ones(2)})
    >>> double(vector)
    array([2., 2.])
    """
    vector, unflatten = flatten(example)
    return lambda x, *args: flatten(func(unflatten(x), *args))[0], unflatten, vector


for _f in (flatten, flatten_func):  # the module wengert.hips.misc.flatten is hidden by the function
    _f.__module__ = "wengert.hips.misc"


# -- vector spaces


class VSpace:
    """The vector space of the values that have the structure and shapes of a given one: see :func:`vspace`."""

    def __init__(self, value: Any) -> None:
        self.leaves, self.spec = tree_flatten(tree_map(getval, value))
        self.shape = np.shape(self.leaves[0]) if len(self.leaves) == 1 else None
        self.dtype = np.result_type(*self.leaves) if self.leaves else np.dtype(float)
        self.size = sum(int(np.size(v)) * (2 if np.iscomplexobj(v) else 1) for v in self.leaves)
        self.iscomplex = any(map(np.iscomplexobj, self.leaves))

    @property
    def ndim(self) -> int:
        return len(self.shape or ())

    def _map(self, function: Function, *trees: Any) -> Any:
        parts = zip(*[tree_leaves(t) for t in trees], strict=True) if trees else [() for _ in self.leaves]
        return tree_unflatten([function(v, *p) for v, p in zip(self.leaves, parts, strict=True)], self.spec)

    def zeros(self) -> Any:
        """The zero of the space."""
        return self._map(lambda v: np.zeros(np.shape(v), np.asarray(v).dtype))

    def ones(self) -> Any:
        """A value with all elements one; complex elements are ``1 + 1j``."""
        return self._map(lambda v: np.full(np.shape(v), 1 + 1j if np.iscomplexobj(v) else 1, np.asarray(v).dtype))

    def randn(self) -> Any:
        """A normally distributed value."""
        return self._map(_normal)

    def standard_basis(self) -> Iterator[Any]:
        """The unit vectors of the space over the real numbers."""
        for i, v in enumerate(self.leaves):
            for index in np.ndindex(np.shape(v)):
                for unit in (1, 1j) if np.iscomplexobj(v) else (1,):
                    zeros = [np.zeros(np.shape(w), np.asarray(w).dtype) for w in self.leaves]
                    zeros[i][index] = unit
                    yield tree_unflatten(zeros, self.spec)

    def add(self, x: Any, y: Any) -> Any:
        """The sum of two values; None is zero."""
        return y if x is None else self._map(lambda _, a, b: a + b, x, y)

    mut_add = add

    def scalar_mul(self, x: Any, a: Any) -> Any:
        """A value times a number."""
        return self._map(lambda _, v: v * a, x)

    def inner_prod(self, x: Any, y: Any) -> Any:
        """The inner product of two values over the real numbers."""
        pairs = zip(tree_leaves(x), tree_leaves(y), strict=True)
        return sum(np.real(np.sum(np.conj(a) * b)) for a, b in pairs)

    def covector(self, x: Any) -> Any:
        """The value as what a vector-Jacobian product takes: its conjugate."""
        return self._map(lambda _, v: np.conj(v), x)

    def __eq__(self, other: object) -> bool:
        return builtins.isinstance(other, VSpace) and self._form() == other._form()

    def _form(self) -> Any:
        return self.spec, [(np.shape(v), np.asarray(v).dtype) for v in self.leaves]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"VSpace({self.spec}, {self._form()[1]})"


def _normal(v: Any) -> Any:
    shape = np.shape(v)
    if np.iscomplexobj(v):
        return np.random.randn(*shape) + 1j * np.random.randn(*shape)
    return np.asarray(np.random.randn(*shape), np.asarray(v).dtype)[()]


def vspace(value: Any) -> VSpace:
    """Return the vector space that a value belongs to.

    Args:
        value: a number, an array, or a tuple, list or dict of them.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips.extend import vspace
    >>> space = vspace((np.ones((2, 2)), 0.5))
    >>> space.size, space.zeros()[0].shape
    (5, (2, 2))
    """
    return VSpace(value)


# -- tests of types


def isinstance(x: Any, cls: Any) -> bool:  # noqa: A001
    """Python's ``isinstance``, to which a box is what is in it.

    Args:
        x: any value.
        cls: a class, or a tuple of classes.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import grad
    >>> from wengert.hips.builtins import isinstance
    >>> grad(lambda x: x.sum() if isinstance(x, np.ndarray) else x)(np.ones(2))
    array([1., 1.])
    """
    return builtins.isinstance(getval(x), cls) or builtins.isinstance(x, cls)


def type(x: Any) -> Any:  # noqa: A001
    """Python's ``type``, to which a box is what is in it.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips.builtins import type
    >>> type(np.ones(2)).__name__
    'ndarray'
    """
    return builtins.type(getval(x))
