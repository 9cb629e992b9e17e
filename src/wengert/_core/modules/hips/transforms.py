"""Vector-Jacobian and Jacobian-vector products of functions that take and return arrays.

A function is called with boxes in the place of arrays (:mod:`.boxes`). A transform of ``wengert.func`` makes the call,
so that functions nest as there. For complex numbers HIPS autograd leaves out the conjugates that PyTorch's gradients
have: of ``f(x + iy) = u + iv`` it gives ``u_x - i u_y``. The conjugates are put on and taken off here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import errors
from ...api.function import BackwardCFunction
from ...api.generated import functions
from ...api.leaving import behind, stays
from ...api.transforms.forward_mode import jvp
from ...api.transforms.reverse_mode import Recorded, rows_of
from ...api.trees import TreeSpec, tree_flatten, tree_map, tree_unflatten
from ...tape.tensor import wrap
from .boxes import ArrayBox, number

Function = Callable[..., Any]
TOGETHER = 2**20  # rows of a Jacobian times the elements of the larger of value and point: the batch of one pass


def leaf(value: Any) -> Any:
    """A tensor for an argument or result: a float, a complex number, an array of these, or a box."""
    if isinstance(value, ArrayBox):
        return value._tensor
    if isinstance(value, (float, complex, np.ndarray, np.generic)):
        array = np.asarray(value)
        if array.dtype.kind in "fc":
            return wrap(array)
        if array.dtype.kind in "iub" and array.ndim:  # a function of times may be given whole numbers
            return wrap(array.astype(float))
    raise errors.hips.not_differentiable(value)


def result_leaf(value: Any) -> Any:
    """:func:`leaf` of what a program's function returned: a whole number counts, too."""
    return leaf(float(value) if isinstance(value, (int, np.integer, np.bool_)) else value)


def leaves_of(tree: Any) -> tuple[list[Any], TreeSpec]:
    """The tensors of a tree of arrays, and its structure."""
    leaves, spec = tree_flatten(tree)
    return [leaf(v) for v in leaves], spec


def returned(tensor: Any) -> Any:
    """A derivative for the program: a box if an outer function is differentiated too, else an array of its own."""
    if stays(tensor):
        return ArrayBox(tensor)
    array = tensor.numpy(force=True)
    if array.ndim and not all(array.strides):  # a program may write into it
        array = array.copy()
    return number(array)


def given(values: list[Any], spec: TreeSpec) -> Any:
    """The argument of a program's function: boxes in the places of arrays."""
    return tree_unflatten([ArrayBox(t) for t in values], spec)


def conjugated(t: Any) -> Any:
    """The conjugate of a complex tensor; any other as it is."""
    return functions.conj(t).resolve_conj() if t.is_complex() else t


class Outputs:
    """What a function returned: its tensors, its structure, and which of them are constants."""

    def __init__(self, tree: Any) -> None:
        values, self.spec = tree_flatten(tree)
        self.constant = not any(isinstance(v, ArrayBox) for v in values)
        self.tensors = [result_leaf(v) for v in values]

    def warn_of_constants(self) -> None:
        """Warn if the results do not depend on what is differentiated, as HIPS autograd does."""
        if self.constant:
            errors.text.warn(errors.hips.independent())


def make_vjp(fun: Function, x: Any) -> tuple[Function, Any]:
    """Call ``fun(x)``. Return the function that computes vector-Jacobian products there, and the value.

    Args:
        fun: a function of one argument.
        x: the point: an array, a number, or a tuple, list or dict of these.

    >>> from wengert.hips.core import make_vjp
    >>> vjp, value = make_vjp(lambda x: x**2, 3.0)
    >>> float(value), float(vjp(1.0))
    (9.0, 6.0)
    """
    call, spec = recorded(fun, x)
    outs: Outputs = call.out
    value = tree_unflatten([returned(t) for t in call.release(outs.tensors)], outs.spec)

    def vjp(cotangent: Any) -> Any:
        outs.warn_of_constants()
        vectors = [
            conjugated(like(o, g)) for o, g in zip(outs.tensors, leaves_along(outs.spec, cotangent), strict=True)
        ]
        grads = call.pull(outs.tensors, vectors)
        return tree_unflatten([returned(conjugated(g)) for g in grads], spec)

    return vjp, value


def recorded(fun: Function, x: Any) -> tuple[Recorded, TreeSpec]:
    """The call ``fun(x)``, whose result is :class:`Outputs`, and the structure of ``x``."""
    leaves, spec = leaves_of(x)
    return Recorded(lambda new: Outputs(fun(given(new, spec))), leaves), spec


def jacobian(fun: Function, x: Any) -> Any:
    """The derivatives of every element of ``fun(x)``, an array, by every element of ``x``, an array or a number.

    One backward pass computes many rows. Rules that a program defines see one row at a time, as they expect.
    """
    call, _ = recorded(fun, x)
    outs: Outputs = call.out
    if len(outs.tensors) != 1 or len(call.inputs) != 1:
        raise errors.hips.not_of_arrays(len(outs.tensors), len(call.inputs))
    (out,), (place,) = outs.tensors, call.inputs
    outs.warn_of_constants()
    together = max(1, TOGETHER // max(out.numel(), place.numel(), 1))
    (rows,) = rows_of(call, out, 1 if calls_rules(out) else together)
    return returned(conjugated(rows))


def calls_rules(t: Any) -> bool:
    """Whether a backward pass from a tensor calls a rule that a program defines for arrays."""
    return t.requires_grad and any(isinstance(node, BackwardCFunction) for node in behind([t._wg_edge()[0]]))


def leaves_along(spec: TreeSpec, tree: Any) -> list[Any]:
    """The leaves of a tree that has the structure of a result."""
    leaves, structure = tree_flatten(tree)
    if structure != spec:
        raise errors.hips.other_structure(structure, spec)
    return leaves


def like(t: Any, value: Any) -> Any:
    """A cotangent or tangent for a tensor, in its dtype."""
    vector = value._tensor if isinstance(value, ArrayBox) else wrap(np.asarray(value))
    if tuple(vector.shape) != tuple(t.shape):
        raise errors.hips.other_vector(vector, t)
    return vector.to(t.dtype)


def make_jvp(fun: Function, x: Any) -> Function:
    """Return a function of a direction. It computes ``fun(x)`` and the derivative along the direction.

    Args:
        fun: a function of one argument.
        x: the point: an array, a number, or a tuple, list or dict of these.

    >>> from wengert.hips.core import make_jvp
    >>> tuple(map(float, make_jvp(lambda x: x**2, 3.0)(1.0)))
    (9.0, 6.0)
    """
    leaves, spec = leaves_of(x)

    def along(direction: Any) -> tuple[Any, Any]:
        def called(*new: Any) -> Any:
            outs = Outputs(fun(given(list(new), spec)))
            return tree_unflatten(outs.tensors, outs.spec)

        vectors = [like(t, v) for t, v in zip(leaves, leaves_along(spec, direction), strict=True)]
        value, tangent = jvp(called, tuple(leaves), tuple(vectors))
        return tree_map(returned, value), tree_map(returned, tangent)

    return along
