"""Optimisers of functions of trees of arrays, and fixed points."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .array_trees import flatten, vspace
from .custom_rules import defvjp, primitive
from .transforms import make_vjp

Function = Callable[..., Any]


def unflatten_optimizer(optimize: Function) -> Function:
    """Make an optimiser of vectors one of trees of arrays.

    Args:
        optimize: ``(grad, x0, callback, ...)``, with a vector ``x0``. See :func:`adam`.
    """

    @functools.wraps(optimize)
    def of_trees(grad: Function, x0: Any, callback: Function | None = None, *args: Any, **kwargs: Any) -> Any:
        start, unflatten = flatten(x0)

        def told(x: Any, i: int, g: Any) -> None:
            if callback is not None:
                callback(unflatten(x), i, unflatten(g))

        return unflatten(optimize(lambda x, i: flatten(grad(unflatten(x), i))[0], start, told, *args, **kwargs))

    return of_trees


def _minimised(grad: Function, x: Any, callback: Function | None, num_iters: int, state: Any, steps: Function) -> Any:
    """Where an optimiser ends: ``steps`` computes the next state and step of a state, a gradient and its number."""
    vector, unflatten = flatten(x)
    for i in range(num_iters):
        g = flatten(grad(unflatten(vector), i))[0]
        if callback is not None:
            callback(unflatten(vector), i, unflatten(g))
        state, step = steps(state, g, i)
        vector = vector + step
    return unflatten(vector)


def sgd(grad: Function, x: Any, callback: Function | None = None, num_iters: int = 200, step_size: float = 0.1,
        mass: float = 0.9) -> Any:  # fmt: skip
    """Minimise by stochastic gradient descent with momentum.

    Args:
        grad: ``(x, i) -> gradient``, where ``i`` counts the steps.
        x: where to start: an array, or a tree of arrays.
        callback: is called as ``callback(x, i, gradient)`` before each step, if there is one.
        num_iters: the number of steps.
        step_size: the length of a step.
        mass: how much of the last step goes on.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import grad
    >>> from wengert.hips.misc.optimizers import sgd
    >>> step = grad(lambda x, i: np.sum((x - 3.0) ** 2))
    >>> sgd(step, np.zeros(2), num_iters=2000, step_size=0.01).round(2)
    array([3., 3.])
    """

    def steps(velocity: Any, g: Any, i: int) -> Any:
        velocity = mass * velocity - (1 - mass) * g
        return velocity, step_size * velocity

    return _minimised(grad, x, callback, num_iters, 0.0, steps)


def rmsprop(grad: Function, x: Any, callback: Function | None = None, num_iters: int = 100, step_size: float = 0.1,
            gamma: float = 0.9, eps: float = 1e-8) -> Any:  # fmt: skip
    """Minimise with steps divided by the running root mean square of the gradient (Hinton's lecture 6e).

    Args:
        grad: ``(x, i) -> gradient``, where ``i`` counts the steps.
        x: where to start: an array, or a tree of arrays.
        callback: is called as ``callback(x, i, gradient)`` before each step, if there is one.
        num_iters: the number of steps.
        step_size: the length of a step.
        gamma: how much of the mean square goes on.
        eps: is added to the root.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import grad
    >>> from wengert.hips.misc.optimizers import rmsprop
    >>> step = grad(lambda x, i: np.sum((x - 3.0) ** 2))
    >>> rmsprop(step, np.zeros(2), num_iters=2000, step_size=0.01).round(2)
    array([3., 3.])
    """

    def steps(square: Any, g: Any, i: int) -> Any:
        square = gamma * square + (1 - gamma) * g**2
        return square, -step_size * g / (np.sqrt(square) + eps)

    return _minimised(grad, x, callback, num_iters, 1.0, steps)


def adam(grad: Function, x: Any, callback: Function | None = None, num_iters: int = 100, step_size: float = 0.001,
         b1: float = 0.9, b2: float = 0.999, eps: float = 1e-8) -> Any:  # fmt: skip
    """Minimise by Adam (Kingma and Ba, 2015).

    Args:
        grad: ``(x, i) -> gradient``, where ``i`` counts the steps.
        x: where to start: an array, or a tree of arrays.
        callback: is called as ``callback(x, i, gradient)`` before each step, if there is one.
        num_iters: the number of steps.
        step_size: the length of a step.
        b1: how much of the mean of the gradient goes on.
        b2: how much of its mean square goes on.
        eps: is added to the root.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import grad
    >>> from wengert.hips.misc.optimizers import adam
    >>> step = grad(lambda x, i: np.sum((x - 3.0) ** 2))
    >>> adam(step, np.zeros(2), num_iters=2000, step_size=0.01).round(2)
    array([3., 3.])
    """

    def steps(state: Any, g: Any, i: int) -> Any:
        mean = b1 * state[0] + (1 - b1) * g
        square = b2 * state[1] + (1 - b2) * g**2
        root = np.sqrt(square / (1 - b2 ** (i + 1)))
        return (mean, square), -step_size * mean / (1 - b1 ** (i + 1)) / (root + eps)

    return _minimised(grad, x, callback, num_iters, (0.0, 0.0), steps)


def fixed_point(f: Function, a: Any, x0: Any, distance: Function, tol: float) -> Any:
    """Iterate ``x = f(a)(x)`` until two values are closer than ``tol``. The result is differentiable in ``a``.

    Args:
        f: ``a -> (x -> x)``.
        a: the parameters: an array, or a tree of arrays.
        x0: where to start.
        distance: ``(x, y) -> number``.
        tol: the distance at which to stop.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import grad
    >>> from wengert.hips.misc.fixed_points import fixed_point
    >>> def newton(a):
    ...     return lambda x: 0.5 * (x + a / x)
    >>> root = lambda a: fixed_point(newton, a, 1.0, lambda x, y: abs(x - y), 1e-8)
    >>> float(root(4.0)), float(grad(root)(4.0))
    (2.0, 0.25)
    """
    return _iterated(f, a, x0, distance, tol)


@primitive
def _iterated(f: Function, a: Any, x0: Any, distance: Function, tol: float) -> Any:
    step = f(a)
    x, before = step(x0), x0
    while distance(x, before) > tol:
        x, before = step(x), x
    return x


def _of_fixed_point(ans: Any, f: Function, a: Any, x0: Any, distance: Function, tol: float) -> Function:
    """By the implicit function theorem: ``v = g + v df/dx`` is a fixed point, too, and ``v df/da`` the gradient."""

    def pull(g: Any) -> Any:
        def adjoint(known: Any) -> Function:
            a, x, g = known
            back = make_vjp(f(a), x)[0]
            return lambda v: vspace(x).add(back(v), g)

        v = fixed_point(adjoint, (a, ans, g), vspace(ans).zeros(), distance, tol)
        return make_vjp(lambda a: f(a)(ans), a)[0](v)

    return pull


defvjp(_iterated, None, _of_fixed_point, None)
