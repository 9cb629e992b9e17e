"""Rules for elementwise functions of several arguments: what was broadcast is summed in the gradient."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .custom_rules import defjvp, defvjp, primitive

Function = Callable[..., Any]


def unbroadcast(x: Any, target: Any) -> Any:
    """Sum an array over the dimensions in which ``target`` was broadcast to its shape.

    Args:
        x: an array.
        target: an array or a number, whose shape the result has. Where it is real, the result is.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips.numpy.numpy_vjps import unbroadcast
    >>> unbroadcast(np.ones((3, 2)), np.zeros((1, 2)))
    array([[3., 3.]])
    """
    shape = np.shape(target)
    if np.ndim(x) > len(shape):
        x = np.sum(x, axis=tuple(range(np.ndim(x) - len(shape))))
    axes = tuple(d for d, n in enumerate(shape) if n == 1 and np.shape(x)[d] != 1)
    if axes:
        x = np.sum(x, axis=axes, keepdims=True)
    return np.real(x) if np.iscomplexobj(x) and not np.iscomplexobj(target) else x


def unbroadcast_f(target: Any, f: Function) -> Function:
    """Return the function of a cotangent that calls ``f``, and :func:`unbroadcast` on what ``f`` returns.

    Args:
        target: the argument of a primitive.
        f: returns an array of the shape of the result.
    """
    return lambda g: unbroadcast(f(g), target)


def elementwise(function: Function, *partials: Function | None) -> Function:
    """A function of NumPy or SciPy as a primitive.

    Args:
        function: computes each element of its result from the elements of its arguments at the same place.
        partials: by argument, ``(ans, *args)`` -> the partial derivative; None where there is none to be had.
    """
    made = primitive(function)
    known = [(i, partial) for i, partial in enumerate(partials) if partial is not None]

    def vjp(i: int, partial: Function) -> Function:
        return lambda ans, *args, **kwargs: unbroadcast_f(args[i], lambda g: g * partial(ans, *args))

    def jvp(partial: Function) -> Function:
        return lambda g, ans, *args, **kwargs: g * partial(ans, *args) + np.zeros(np.shape(ans))

    argnums = [i for i, _ in known]
    defvjp(made, *[vjp(i, p) for i, p in known], argnums=argnums)
    defjvp(made, *[jvp(p) for _, p in known], argnums=argnums)
    return made
