"""Derivatives of functions of arrays, under the names and with the results of HIPS autograd.

A name with an underscore, as ``_grad``, is of a function of one argument and a point. The public name takes a function
of any arguments, and the number of the one to differentiate.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import errors
from ...api.checkpoint.checkpoint import checkpoint as recomputing
from ...api.trees import tree_map
from . import transforms
from .boxes import getval

Function = Callable[..., Any]
Argnum = int | tuple[int, ...] | list[int]


def unary_to_nary(unary_operator: Function) -> Callable[..., Function]:
    """Make an operator for functions of several arguments of one for functions of one argument.

    Args:
        unary_operator: takes a function of one argument, the argument, and further arguments.

    Returns:
        an operator ``op(fun, argnum=0, *further)``, which returns a function of the arguments of ``fun``. ``argnum`` is
        the number of the argument, or a tuple or list of numbers.

    >>> from wengert.hips import grad
    >>> from wengert.hips.wrap_util import unary_to_nary
    >>> scaled = unary_to_nary(lambda fun, x, factor: factor * grad(fun)(x))
    >>> float(scaled(lambda a, b: a * b, 1, 10)(2.0, 3.0))
    20.0
    """

    @functools.wraps(unary_operator)
    def nary_operator(fun: Function, argnum: Argnum = 0, *args: Any, **kwargs: Any) -> Function:
        return _at_argument(unary_operator, fun, argnum, *args, **kwargs)

    return nary_operator


def _at_argument(operator: Function, fun: Function, argnum: Argnum, *further: Any, **options: Any) -> Function:
    """The function of the arguments of ``fun`` that applies an operator to ``fun`` as a function of one of them."""
    if not (type(argnum) is int or (type(argnum) in (tuple, list) and argnum)):
        raise errors.hips.wrong_argnum(argnum)
    name = getattr(fun, "__name__", "function")

    @functools.wraps(fun, assigned=("__doc__",))
    def of_arguments(*args: Any, **kwargs: Any) -> Any:
        def of_one(x: Any) -> Any:
            return fun(*_replaced(args, argnum, x), **kwargs)

        of_one.__name__ = name
        x = args[argnum] if isinstance(argnum, int) else tuple([args[i] for i in argnum])
        return operator(of_one, x, *further, **options)

    of_arguments.__name__ = f"{operator.__name__.lstrip('_')}_of_{name}_wrt_argnum_{argnum}"
    return of_arguments


def _replaced(args: Sequence[Any], argnum: Argnum, x: Any) -> list[Any]:
    """Arguments with others in the places to differentiate."""
    new = list(args)
    for i, value in [(argnum, x)] if isinstance(argnum, int) else zip(argnum, x, strict=True):
        new[i] = value
    return new


# -- products with Jacobians


def make_vjp(fun: Function, argnum: Argnum = 0) -> Function:
    """Return a function that computes ``(vjp, value)`` of ``fun``.

    Args:
        fun: a function of arrays, and of tuples, lists and dicts of arrays.
        argnum: the number of the argument to differentiate, or a tuple or list of numbers.

    Returns:
        a function of the arguments of ``fun``. ``vjp(g)`` is the product of ``g`` and the Jacobian of ``fun``.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import make_vjp
    >>> vjp, value = make_vjp(lambda x: x**2)(np.array([1.0, 2.0]))
    >>> vjp(np.array([1.0, 10.0]))
    array([ 2., 40.])
    """
    return _at_argument(transforms.make_vjp, fun, argnum)


def make_jvp(fun: Function, argnum: Argnum = 0) -> Function:
    """Return a function of a point that returns a function of a direction.

    Args:
        fun: a function of arrays, and of tuples, lists and dicts of arrays.
        argnum: the number of the argument to differentiate, or a tuple or list of numbers.

    Returns:
        a function of the arguments of ``fun``. It returns a function of a direction ``v`` that computes
        ``(value, jvp)``, where ``jvp`` is the product of the Jacobian and ``v``.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import make_jvp
    >>> make_jvp(lambda x: x**2)(np.array([1.0, 2.0]))(np.array([0.0, 1.0]))
    (array([1., 4.]), array([0., 4.]))
    """
    return _at_argument(transforms.make_jvp, fun, argnum)


def _make_jvp_reversemode(fun: Function, x: Any) -> Function:
    vjp, value = transforms.make_vjp(fun, x)
    return transforms.make_vjp(vjp, tree_map(lambda y: np.ones(np.shape(y)), value))[0]


def make_jvp_reversemode(fun: Function, argnum: Argnum = 0) -> Function:
    """Return a function of a point that returns a function of a direction ``v``: the Jacobian of ``fun`` times ``v``.

    It takes two passes in reverse mode: a vector-Jacobian product is linear in its vector, and the gradient of that is
    the product with the Jacobian. So it needs no rules of forward mode, as :func:`make_jvp` does.

    Args:
        fun: a function of arrays, and of tuples, lists and dicts of arrays.
        argnum: the number of the argument to differentiate, or a tuple or list of numbers.
    """
    return _at_argument(_make_jvp_reversemode, fun, argnum)


# -- gradients


def _gradient(what: str, fun: Function, x: Any) -> tuple[Any, Any]:
    """The gradient of a function that returns one real number, and the number."""
    vjp, value = transforms.make_vjp(fun, x)
    if np.size(value) != 1 or isinstance(value, (list, tuple, dict)):
        raise errors.hips.not_scalar(what, value)
    if np.iscomplexobj(value):
        raise errors.hips.not_real(what)
    return vjp(np.ones(np.shape(value))), value


def _grad(fun: Function, x: Any) -> Any:
    return _gradient("Grad", fun, x)[0]


def grad(fun: Function, argnum: Argnum = 0) -> Function:
    """Return a function that computes the gradient of ``fun``, which returns a number.

    Args:
        fun: a function of arrays, and of tuples, lists and dicts of arrays.
        argnum: the number of the argument to differentiate, or a tuple or list of numbers.

    Returns:
        a function of the arguments of ``fun``. The gradient has the structure of the argument. Of a complex argument
        ``x + iy`` and a result ``u`` it is ``u_x - i u_y``.

    Raises:
        TypeError: if ``fun`` does not return one real number, or an argument is not of floating point numbers.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import grad
    >>> grad(lambda x: np.sum(x**2) + x.max())(np.array([1.0, 2.0]))
    array([2., 5.])
    """
    return _at_argument(_grad, fun, argnum)


def _value_and_grad(fun: Function, x: Any) -> tuple[Any, Any]:
    return _gradient("value_and_grad", fun, x)[::-1]


def value_and_grad(fun: Function, argnum: Argnum = 0) -> Function:
    """Return a function that computes ``(value, gradient)`` of ``fun``, which returns a number.

    Args:
        fun: a function of arrays.
        argnum: the number of the argument to differentiate, or a tuple or list of numbers.

    >>> from wengert.hips import value_and_grad
    >>> tuple(map(float, value_and_grad(lambda x: x**2)(3.0)))
    (9.0, 6.0)
    """
    return _at_argument(_value_and_grad, fun, argnum)


def _grad_and_aux(fun: Function, x: Any) -> tuple[Any, Any]:
    aux: list[Any] = []

    def first(x: Any) -> Any:
        value, other = fun(x)
        aux.append(other)
        return value

    gradient = _gradient("grad_and_aux", first, x)[0]
    return gradient, tree_map(getval, aux[0])


def grad_and_aux(fun: Function, argnum: Argnum = 0) -> Function:
    """Return a function that computes ``(gradient, aux)`` of ``fun``, which returns ``(number, aux)``.

    Args:
        fun: a function of arrays that returns a number and something else, of which no derivative is asked for.
        argnum: the number of the argument to differentiate, or a tuple or list of numbers.

    >>> from wengert.hips import grad_and_aux
    >>> gradient, names = grad_and_aux(lambda x: (x**2, "square"))(3.0)
    >>> float(gradient), names
    (6.0, 'square')
    """
    return _at_argument(_grad_and_aux, fun, argnum)


def _elementwise_grad(fun: Function, x: Any) -> Any:
    vjp, value = transforms.make_vjp(fun, x)
    if np.iscomplexobj(value):
        raise errors.hips.not_real("elementwise_grad")
    return vjp(np.ones(np.shape(value)))


def elementwise_grad(fun: Function, argnum: Argnum = 0) -> Function:
    """Return a function that computes the derivative of ``fun`` by elements: the sum of each column of its Jacobian.

    Args:
        fun: a function of arrays, each element of whose result depends on one element of the argument.
        argnum: the number of the argument to differentiate, or a tuple or list of numbers.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import elementwise_grad
    >>> elementwise_grad(np.tanh)(np.array([0.0, 1.0])).round(2)
    array([1.  , 0.42])
    """
    return _at_argument(_elementwise_grad, fun, argnum)


def _holomorphic_grad(fun: Function, x: Any) -> Any:
    if not np.iscomplexobj(getval(x)):
        errors.text.warn(errors.hips.real_argument())
    return _gradient("holomorphic_grad", lambda x: np.real(fun(x)), x)[0]


def holomorphic_grad(fun: Function, argnum: Argnum = 0) -> Function:
    """Return a function that computes the derivative of a holomorphic function of complex numbers.

    Args:
        fun: a holomorphic function, which returns a number.
        argnum: the number of the argument to differentiate, or a tuple or list of numbers.

    >>> from wengert.hips import holomorphic_grad
    >>> complex(holomorphic_grad(lambda z: z**2)(1.0 + 2.0j))
    (2+4j)
    """
    return _at_argument(_holomorphic_grad, fun, argnum)


def _deriv(fun: Function, x: Any) -> Any:
    return transforms.make_jvp(fun, x)(np.ones(np.shape(x)))[1]


def deriv(fun: Function, argnum: Argnum = 0) -> Function:
    """Return a function that computes the derivative of ``fun`` of a number, by forward mode.

    Args:
        fun: a function of a number, which returns an array.
        argnum: the number of the argument to differentiate, or a tuple or list of numbers.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import deriv
    >>> deriv(lambda t: np.array([t, t**2]))(3.0)
    array([1., 6.])
    """
    return _at_argument(_deriv, fun, argnum)


def grad_named(fun: Function, argname: str) -> Function:
    """:func:`grad` with respect to an argument that is given by its name.

    Args:
        fun: a function of arrays, which returns a number.
        argname: the name of a parameter of ``fun``.
    """
    return grad(fun, list(inspect.signature(fun).parameters).index(argname))


def multigrad_dict(fun: Function) -> Function:
    """Return a function that computes the gradients of ``fun`` with respect to all its arguments, in a dict by name.

    Args:
        fun: a function of arrays, which returns a number.

    >>> from wengert.hips import multigrad_dict
    >>> found = multigrad_dict(lambda a, b: a * b)(2.0, b=3.0)
    >>> {name: float(gradient) for name, gradient in found.items()}
    {'a': 3.0, 'b': 2.0}
    """
    signature = inspect.signature(fun)

    def gradients(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()

        def of_dict(named: dict[str, Any]) -> Any:
            call = inspect.BoundArguments(signature, named)  # type: ignore[arg-type]  # it takes any mapping
            return fun(*call.args, **call.kwargs)

        return grad(of_dict)(dict(bound.arguments))

    return gradients


# -- Jacobians and Hessians


def jacobian(fun: Function, argnum: int = 0) -> Function:
    """Return a function that computes the Jacobian of ``fun``: its shape is that of the value, then that of the point.

    Args:
        fun: a function of arrays that returns an array.
        argnum: the number of the argument to differentiate.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import jacobian
    >>> jacobian(lambda x: x**2)(np.array([1.0, 2.0]))
    array([[2., 0.],
           [0., 4.]])
    """
    return _at_argument(transforms.jacobian, fun, argnum)


def hessian(fun: Function, argnum: int = 0) -> Function:
    """Return a function that computes the Hessian of ``fun``, which returns a number.

    Args:
        fun: a function of arrays.
        argnum: the number of the argument to differentiate.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import hessian
    >>> hessian(lambda x: x[0] ** 2 * x[1])(np.array([1.0, 2.0]))
    array([[4., 2.],
           [2., 0.]])
    """
    return jacobian(jacobian(fun, argnum), argnum)


def _make_hvp(fun: Function, x: Any) -> Any:
    return transforms.make_vjp(grad(fun), x)


def make_hvp(fun: Function, argnum: Argnum = 0) -> Function:
    """Return a function of a point that computes ``(hvp, gradient)``; ``hvp(v)`` is the Hessian of ``fun`` times ``v``.

    Args:
        fun: a function of arrays, which returns a number.
        argnum: the number of the argument to differentiate, or a tuple or list of numbers.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import make_hvp
    >>> hvp, gradient = make_hvp(lambda x: x[0] ** 2 * x[1])(np.array([1.0, 2.0]))
    >>> hvp(np.array([1.0, 0.0]))
    array([4., 2.])
    """
    return _at_argument(_make_hvp, fun, argnum)


def hessian_tensor_product(fun: Function, argnum: int = 0) -> Function:
    """Return a function of the arguments of ``fun`` and of an array, with which it contracts the Hessian.

    Args:
        fun: a function of arrays, which returns a number.
        argnum: the number of the argument to differentiate.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import hessian_vector_product
    >>> hessian_vector_product(lambda x: x[0] ** 2 * x[1])(np.array([1.0, 2.0]), np.array([1.0, 0.0]))
    array([4., 2.])
    """
    gradient = grad(fun, argnum)

    def product(*args: Any, **kwargs: Any) -> Any:
        return np.tensordot(gradient(*args[:-1], **kwargs), args[-1], np.ndim(args[-1]))

    return grad(product, argnum)


hessian_vector_product = hessian_tensor_product


def tensor_jacobian_product(fun: Function, argnum: int = 0) -> Function:
    """Return a function of the arguments of ``fun`` and of an array, with which it contracts the Jacobian.

    Args:
        fun: a function of arrays.
        argnum: the number of the argument to differentiate.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import tensor_jacobian_product
    >>> tensor_jacobian_product(lambda x: x**2)(np.array([1.0, 2.0]), np.array([1.0, 10.0]))
    array([ 2., 40.])
    """

    def product(*args: Any, **kwargs: Any) -> Any:
        return np.tensordot(args[-1], fun(*args[:-1], **kwargs), np.ndim(args[-1]))

    return jacobian(product, argnum)


vector_jacobian_product = tensor_jacobian_product


def _half_square(y: Any) -> Any:
    return 0.5 * np.sum(y**2, axis=-1)


def make_ggnvp(f: Function, g: Function = _half_square, f_argnum: Argnum = 0) -> Function:
    """Return a function of a point that returns a product with the generalised Gauss-Newton matrix of ``g(f(x))``.

    That is ``J^T H J``, with the Jacobian ``J`` of ``f`` and the Hessian ``H`` of ``g``.

    Args:
        f: a function of arrays.
        g: a function of the result of ``f``, which returns a number. Default: half the sum of squares.
        f_argnum: the number of the argument of ``f`` to differentiate, or a tuple or list of numbers.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import make_ggnvp
    >>> make_ggnvp(lambda x: x**2)(np.array([1.0, 2.0]))(np.array([1.0, 1.0]))
    array([ 4., 16.])
    """

    def ggnvp_maker(f: Function, x: Any) -> Function:
        vjp, value = transforms.make_vjp(f, x)
        hvp = transforms.make_vjp(grad(g), value)[0]
        push = transforms.make_jvp(f, x)
        return lambda v: vjp(hvp(push(v)[1]))

    return _at_argument(ggnvp_maker, f, f_argnum)


def checkpoint(fun: Function) -> Function:
    """Return a function that computes what ``fun`` does, and saves less for the backward pass.

    What ``fun`` would save is computed a second time when a backward pass needs it.

    Args:
        fun: a function of arrays. It computes the same when it is called again.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import checkpoint, grad
    >>> float(grad(checkpoint(lambda x: np.sin(x) ** 2))(0.5).round(4))
    0.8415
    """

    @functools.wraps(fun)
    def checkpointed(*args: Any, **kwargs: Any) -> Any:
        return recomputing(fun, *args, use_reentrant=False, **kwargs)

    return checkpointed
