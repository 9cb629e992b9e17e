"""Derivatives compared with finite differences, under the names of HIPS autograd."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from .array_trees import vspace
from .derivatives import Argnum, unary_to_nary
from .transforms import make_jvp, make_vjp

Function = Callable[..., Any]
TOL = 1e-6
RTOL = 1e-6
EPS = 1e-6


def scalar_close(a: Any, b: Any) -> bool:
    """Whether two numbers differ by less than 1e-6, or by less than 1e-6 of their sum: see :func:`check_equivalent`.

    Args:
        a: a number.
        b: a number.
    """
    return bool(abs(a - b) < TOL or abs(a - b) / abs(a + b) < RTOL)


def _numerical_jvp(f: Function, x: Any) -> Function:
    """The derivative along a direction by central differences."""
    space, out = vspace(x), vspace(f(x))

    def along(v: Any) -> Any:
        up, down = (f(space.add(x, space.scalar_mul(v, step))) for step in (EPS / 2, -EPS / 2))
        return out.scalar_mul(out.add(up, out.scalar_mul(down, -1.0)), 1.0 / EPS)

    return along


def check_equivalent(x: Any, y: Any) -> None:
    """Raise an AssertionError unless two values have one structure and the same product with a random vector.

    Args:
        x: an array, a number, or a tuple, list or dict of these.
        y: the value to compare with.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips.test_util import check_equivalent
    >>> check_equivalent(np.ones(3), np.ones(3) + 1e-12)
    """
    space, other = vspace(x), vspace(y)
    assert space == other, f"VSpace mismatch:\nx: {space}\ny: {other}"
    v = space.randn()
    assert scalar_close(space.inner_prod(x, v), space.inner_prod(y, v)), f"Value mismatch:\nx: {x}\ny: {y}"


def _check_vjp(f: Function, x: Any) -> None:
    name = getattr(f, "__name__", "function")
    vjp, y = make_vjp(f, x)
    space, out = vspace(x), vspace(y)
    along, v = space.randn(), out.randn()
    numerical = out.inner_prod(v, _numerical_jvp(f, x)(along))
    found = space.covector(vjp(out.covector(v)))
    assert vspace(found) == space, f"Derivative (VJP) has structure {vspace(found)}, the argument {space}"
    given = space.inner_prod(along, found)
    assert scalar_close(given, numerical), (
        f"Derivative (VJP) check of {name} failed with arg {x}:\nanalytic: {given}\nnumeric: {numerical}"
    )


def _check_jvp(f: Function, x: Any) -> None:
    v = vspace(x).randn()
    check_equivalent(make_jvp(f, x)(v)[1], _numerical_jvp(f, x)(v))


def _check(f: Function, x: Any, modes: Sequence[str], order: int) -> None:
    """Compare the derivatives of a function of one argument, up to an order, with finite differences."""
    assert order > 0
    if "fwd" in modes:
        _check_jvp(f, x)
        if order > 1:

            def jvp(both: Any) -> Any:
                return make_jvp(f, both[0])(both[1])[1]

            jvp.__name__ = f"jvp_{getattr(f, '__name__', 'function')}"
            _check(jvp, (x, vspace(x).randn()), modes, order - 1)
    if "rev" in modes:
        _check_vjp(f, x)
        if order > 1:
            v = vspace(f(x)).randn()

            def vjp(both: Any) -> Any:
                return make_vjp(f, both[0])[0](both[1])

            vjp.__name__ = f"vjp_{getattr(f, '__name__', 'function')}"
            _check(vjp, (x, v), modes, order - 1)


def check_grads(f: Function, argnum: Argnum = 0, modes: Sequence[str] = ("fwd", "rev"), order: int = 2) -> Function:
    """Return a function of a point that raises an AssertionError unless derivatives agree with finite differences.

    Args:
        f: a function of arrays in double precision.
        argnum: the number of the argument to differentiate, or a tuple or list of numbers.
        modes: forward mode ``"fwd"``, reverse mode ``"rev"``, or both.
        order: up to which derivative.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips.test_util import check_grads
    >>> check_grads(np.sinh)(1.0)
    """
    return unary_to_nary(_check)(f, argnum, modes, order)


def combo_check(fun: Function, *args: Any, **kwargs: Any) -> Function:
    """Return a function that calls :func:`check_grads` with every combination of the arguments in its lists.

    Args:
        fun: a function of arrays.
        args: further arguments of :func:`check_grads`.
        kwargs: further arguments of :func:`check_grads`.
    """

    def check(*choices: Any, **named: Any) -> None:
        for values in itertools.product(*choices):
            for options in itertools.product(*named.values()):
                given = dict(zip(named, options, strict=True))
                check_grads(lambda *x, _given=given: fun(*x, **_given), *args, **kwargs)(*values)

    return check
