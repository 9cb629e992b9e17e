"""Functions of ``autograd.scipy`` for matrices, signals and differential equations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy.integrate
import scipy.linalg

from ...api.generated import linalg_functions as linalg
from ...api.numpy_rows import tensor
from .array_trees import flatten
from .boxes import boxed, holds_box, isbox, opened
from .custom_rules import defjvp, defvjp, defvjp_argnums, primitive
from .numpy_names import MATRICES
from .transforms import make_vjp

Function = Callable[..., Any]


# -- matrices


def transposed(a: Any) -> Any:
    return np.swapaxes(a, -1, -2)


solve_sylvester = primitive(scipy.linalg.solve_sylvester)  # x of a x + x b = q


def _of_sylvester(ans: Any, a: Any, b: Any, q: Any) -> tuple[Function, Function, Function]:
    def of_q(g: Any) -> Any:
        return solve_sylvester(transposed(a), transposed(b), g)

    return (
        lambda g: -np.dot(of_q(g), transposed(ans)),
        lambda g: -np.dot(transposed(ans), of_q(g)),
        of_q,
    )


defvjp(solve_sylvester, *[lambda ans, a, b, q, _i=i: _of_sylvester(ans, a, b, q)[_i] for i in range(3)])
defjvp(
    solve_sylvester,
    lambda g, ans, a, b, q: -solve_sylvester(a, b, np.dot(g, ans)),
    lambda g, ans, a, b, q: -solve_sylvester(a, b, np.dot(ans, g)),
    lambda g, ans, a, b, q: solve_sylvester(a, b, g),
)

sqrtm = primitive(scipy.linalg.sqrtm)
defvjp(sqrtm, lambda ans, a, *_, **__: lambda g: solve_sylvester(transposed(ans), transposed(ans), g))
defjvp(sqrtm, lambda g, ans, a, *_, **__: solve_sylvester(ans, ans, g))


solve_banded = primitive(scipy.linalg.solve_banded)  # row u + i - j, column j of ab is the element (i, j)


def _band(l_and_u: Any, ab: Any) -> tuple[Any, Any, Any]:
    """The rows of the matrix that the elements of ``ab`` are in, whether they are in the matrix, and their columns."""
    upper, size = l_and_u[1], np.shape(ab)[1]
    columns = np.arange(size) + np.zeros(np.shape(ab), int)
    rows = columns + np.arange(np.shape(ab)[0])[:, None] - upper
    return np.clip(rows, 0, size - 1), (rows >= 0) & (rows < size), columns


def _of_banded(l_and_u: Any, ab: Any, g: Any) -> Any:
    """The gradient of the right side: the solution with the transposed matrix."""
    lower, upper = l_and_u
    rows, inside, _ = _band((upper, lower), ab)
    flipped = np.where(inside, ab[np.arange(lower + upper, -1, -1)[:, None], rows], 0.0)
    return solve_banded((upper, lower), flipped, g)


def _of_band(ans: Any, l_and_u: Any, ab: Any, g: Any) -> Any:
    """The gradient of the elements of the matrix."""
    rows, inside, columns = _band(l_and_u, ab)
    products = _of_banded(l_and_u, ab, g)[rows] * ans[columns]
    return -np.where(inside, products if np.ndim(ans) == 1 else np.sum(products, axis=-1), 0.0)


defvjp(
    solve_banded,
    lambda ans, l_and_u, ab, b, **_: lambda g: _of_band(ans, l_and_u, ab, g),
    lambda ans, l_and_u, ab, b, **_: lambda g: _of_banded(l_and_u, ab, g),
    argnums=(1, 2),
)


def solve_triangular(
    a: Any, b: Any, trans: Any = 0, lower: bool = False, unit_diagonal: bool = False, **kwargs: Any
) -> Any:
    """``scipy.linalg.solve_triangular``: the solution of a triangular system.

    Args:
        a: a triangular matrix; the other triangle is not read.
        b: a vector, or a matrix of columns.
        trans: 0 or ``"N"`` for the matrix, 1 or ``"T"`` for its transpose, 2 or ``"C"`` for the conjugate of that.
        lower: whether ``a`` is a lower triangle.
        unit_diagonal: whether the diagonal counts as ones.
        kwargs: options that change no result.
    """
    if not holds_box((a, b)):
        return scipy.linalg.solve_triangular(a, b, trans, lower, unit_diagonal, **kwargs)
    if trans not in (0, "N"):
        a, lower = transposed(a), not lower
        a = np.conj(a) if trans in (2, "C") else a
    matrix, columns = map(tensor, opened((a, b)))
    one = columns.ndim == 1
    found = linalg.solve_triangular(
        matrix, columns[:, None] if one else columns, upper=not lower, unitriangular=unit_diagonal
    )
    return boxed(found[:, 0] if one else found)


def expm(a: Any) -> Any:
    """``scipy.linalg.expm``: the exponential of a matrix.

    Args:
        a: a square matrix, or several along leading dimensions.
    """
    return boxed(linalg.matrix_exp(opened(a))) if holds_box((a,)) else scipy.linalg.expm(a)


def cholesky(a: Any, lower: bool = False, **kwargs: Any) -> Any:
    """``scipy.linalg.cholesky``: the Cholesky factor, by default the upper one.

    Args:
        a: a positive definite matrix.
        lower: whether to return the lower factor.
        kwargs: options that change no result.
    """
    if not holds_box((a,)):
        return scipy.linalg.cholesky(a, lower, **kwargs)
    return np.linalg.cholesky(a) if lower else transposed(np.conj(np.linalg.cholesky(a)))


OF_SCIPY = {
    **MATRICES, "cholesky": cholesky, "expm": expm, "solve_banded": solve_banded,
    "solve_sylvester": solve_sylvester, "solve_triangular": solve_triangular, "sqrtm": sqrtm,
}  # fmt: skip


# -- signals


def convolve(A: Any, B: Any, axes: Any = None, dot_axes: Any = ((), ()), mode: str = "full") -> Any:  # noqa: N803
    """The convolution of two arrays along some of their dimensions.

    Args:
        A: an array.
        B: an array.
        axes: the dimensions of A, and those of B, along which to convolve. Default: all.
        dot_axes: the dimensions of A, and those of B, over which to sum products.
        mode: ``"full"``; ``"valid"``, only where one array covers the other; or ``"same"``, with the sizes of A.

    Returns:
        an array with the other dimensions of A, the other dimensions of B, and those of the convolution.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips.scipy.signal import convolve
    >>> convolve(np.array([1.0, 2.0, 3.0]), np.array([1.0, 1.0]), mode="valid")
    array([3., 5.])
    """
    if mode not in ("full", "valid", "same"):
        raise ValueError(f"convolve: expected mode 'full', 'valid' or 'same', but got {mode!r}. Choose one of them.")
    if axes is None:
        axes = (range(np.ndim(A)), range(np.ndim(A)))
    along, dots = [list(part) for part in axes], [list(part) for part in dot_axes]
    a, b = map(tensor, opened((A, B)))
    swapped = mode == "valid" and any(a.shape[i] < b.shape[j] for i, j in zip(*along, strict=True))
    if swapped:
        a, b, along, dots = b, a, along[::-1], dots[::-1]
        if any(a.shape[i] < b.shape[j] for i, j in zip(*along, strict=True)):
            raise ValueError(
                "convolve: expected one array to be as large as the other along each dimension of the convolution, got "
                f"shapes {np.shape(A)} and {np.shape(B)}. Use the mode 'full'."
            )
    labels_a, labels_b = list(range(a.ndim)), list(range(a.ndim, a.ndim + b.ndim))
    for i, j in zip(*dots, strict=True):
        labels_b[j] = labels_a[i]
    for i, j in zip(*along, strict=True):
        size = b.shape[j]
        after = (size - 1) // 2 if mode == "same" else 0 if mode == "valid" else size - 1
        before = size - 1 - after if mode == "same" else after
        a = tensor(np.pad(a, [(before, after) if d == i else (0, 0) for d in range(a.ndim)])).unfold(i, size, 1)
        b = tensor(np.flip(b, j))
        labels_a.append(labels_b[j])  # the elements of a window
    kept = [
        [labels[d] for d in range(ndim) if d not in along[k] and d not in dots[k]]
        for k, (labels, ndim) in enumerate(((labels_a, len(labels_a) - len(along[0])), (labels_b, b.ndim)))
    ]
    result = [*kept[swapped], *kept[not swapped], *[labels_a[i] for i in along[0]]]
    return boxed(np.einsum(a, labels_a, b, labels_b, result))


# -- differential equations


def odeint(func: Function, y0: Any, t: Any, args: tuple[Any, ...] = (), **kwargs: Any) -> Any:
    """``scipy.integrate.odeint``: the solution of ordinary differential equations.

    It has vector-Jacobian products with respect to ``y0``, ``t`` and ``args``, by the adjoint equation.

    Args:
        func: ``(y, t, *args)`` -> the derivative of ``y``.
        y0: the values at the first time.
        t: the times of the result, of shape (n,).
        args: further arguments of ``func``: arrays, and tuples, lists and dicts of them.
        kwargs: options of SciPy's function.

    Returns:
        an array of shape (n, len(y0)).

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import grad
    >>> from wengert.hips.scipy.integrate import odeint
    >>> t = np.linspace(0.0, 1.0, 3)
    >>> end = lambda rate: odeint(lambda y, t, rate: -rate * y, np.ones(1), t, (rate,))[-1, 0]
    >>> grad(end)(2.0).round(4), (-np.exp(-2.0)).round(4)
    (np.float64(-0.1353), np.float64(-0.1353))
    """
    return _solved(func, y0, t, args, **kwargs)


_solved = primitive(scipy.integrate.odeint)


def _of_odeint(argnums: Sequence[int], yt: Any, args: Any, kwargs: Any) -> Function:
    """By the adjoint equation, backwards in time: see Froehlich, Loos and Hasenauer, 2017, section 2.4.2."""
    func, _, t, known = args
    parameters, unflatten = flatten(known)
    size = np.shape(yt)[1]

    def slope(state: Any) -> Any:
        y, time, parameters = state
        return func(y, time, *unflatten(parameters))

    def augmented(state: Any, time: Any, parameters: Any) -> Any:
        y, of_y = state[:size], state[size : 2 * size]
        pull, moved = make_vjp(slope, (y, time if isbox(time) else np.float64(time), parameters))
        along = pull(-of_y)
        return np.hstack([moved, along[0], np.reshape(along[1], (1,)), along[2]])

    def pull(g: Any) -> list[Any]:
        of_y, of_start, of_parameters = g[-1], 0.0, np.zeros(np.shape(parameters))
        of_times = []
        for i in range(np.shape(yt)[0] - 1, 0, -1):
            of_time = np.dot(func(yt[i], t[i], *known), g[i])
            of_times.append(of_time)
            start = np.hstack([yt[i], of_y, np.reshape(of_start - of_time, (1,)), of_parameters])
            ends = np.stack([t[i], t[i - 1]])
            state = odeint(augmented, start, ends, (parameters,), **kwargs)[1]
            of_y, of_start = state[size : 2 * size] + g[i - 1], state[2 * size]
            of_parameters = state[2 * size + 1 :]
        found = {1: of_y, 2: np.stack([of_start, *of_times[::-1]]), 3: unflatten(of_parameters)}
        return [found[i] for i in argnums]

    return pull


defvjp_argnums(_solved, _of_odeint)
