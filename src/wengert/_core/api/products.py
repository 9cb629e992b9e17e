"""Products with Jacobians and Hessians, and the helpers that they share with :mod:`wengert.autograd.functional`.

The conventions are described in :mod:`wengert.autograd.functional`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import errors
from ..errors.tracebacks import public
from ..tape.node import Meta
from ..tape.state import local
from ..tape.tensor import TensorBase, make
from .backward import check_flags, grad
from .function_inputs import cut_of_type, linked_of_type, of_type, type_of
from .grad_mode import enable_grad

Fn = Callable[..., Any]


# -- arguments and results


def as_tuple(x: Any, what: str, fn: str) -> tuple[bool, tuple[Any, ...]]:
    """Whether ``x`` is a tuple, and its tensors as a tuple."""
    if isinstance(x, TensorBase):
        return False, (x,)
    nested = isinstance(x, tuple)
    tensors = x if nested else (x,)
    for i, t in enumerate(tensors):
        if not isinstance(t, TensorBase):
            place = f"the value at index {i}" if nested else f"the given {what}"
            more = errors.gradients.forgotten_return(t) if what.startswith("outputs") else ""
            raise TypeError(
                f"The {what} given to {fn} must be either a Tensor or a tuple of Tensors but {place} has type "
                f"{type(t)}.{more}"
            )
    if not tensors:
        raise IndexError(f"The {what} given to {fn} are an empty tuple. Give at least one Tensor.")
    return nested, tensors


def prepared(fn: str, xs: Sequence[Any], create_graph: bool, needed: bool = True) -> tuple[Any, ...]:
    """Copies of the caller's tensors with a history of their own, which belongs to this call of ``fn``."""
    if type(create_graph) is not bool:
        check_flags(fn, create_graph=create_graph)
    if not create_graph and local.state.transforms and local.state.grad_enabled:
        raise errors.gradients.constant_in_transform()
    out = []
    for x in xs:
        if create_graph and x.requires_grad:
            out.append(linked_of_type(x))
            continue
        t = cut_of_type(x)
        out.append(t.requires_grad_(True) if needed else t)
    return tuple(out)


def finished(tree: Any, create_graph: bool) -> Any:
    """Results for the caller; without ``create_graph``, they have no history, but keep their tangents."""
    if type(tree) is tuple:
        return tuple([finished(t, create_graph) for t in tree])
    if create_graph or not tree.requires_grad:
        return tree
    return cut_of_type(tree)


def as_given(values: Sequence[Any], nested: bool) -> Any:
    return tuple(values) if nested else values[0]


def _check_v(v: Sequence[Any], others: Sequence[Any], nested: bool) -> None:
    """Check that the vector has the shapes of its counterpart."""
    if len(v) != len(others):
        if nested:
            raise RuntimeError(f"v is a tuple of invalid length: should be {len(others)} but got {len(v)}.")
        raise RuntimeError("The given v should contain a single Tensor.")
    for i, (a, b) in enumerate(zip(v, others, strict=True)):
        if a._wg_data.shape != b._wg_data.shape:
            entry = f"Entry {i} in " if nested else ""
            raise RuntimeError(f"{entry}v has invalid size: should be {b.shape} but got {a.shape}.")


def _vector(v: Any, others: Sequence[Any], nested: bool, fn: str, create_graph: bool, unless: str) -> tuple[Any, ...]:
    """The vector of the product. The default is a one, which is allowed only for a single element."""
    if v is None:
        if len(others) != 1 or others[0]._wg_data.size != 1:
            raise RuntimeError(f"The vector v can only be None if {unless} a single Tensor with a single element.")
        return tuple([make(Meta(o._wg_data).ones()) for o in others])
    _, given = as_tuple(v, "v", fn)
    given = prepared(fn, given, create_graph, needed=False)
    _check_v(given, others, nested)
    return given


def pull(outs: Sequence[Any], xs: Sequence[Any], vs: Sequence[Any], create: bool) -> Sequence[Any]:
    """Gradients of the outputs that have a history; None for inputs that receive none."""
    live = [i for i, o in enumerate(outs) if o is not None and o.requires_grad]
    if not live:
        return [None] * len(xs)
    if len(live) < len(outs):
        outs, vs = [outs[i] for i in live], [vs[i] for i in live]
    return grad(outs, xs, vs, True, create, allow_unused=True)  # type: ignore[no-any-return]


# -- strict mode

STRICT = {
    "outputs": "Output {i} of the user-provided function does not require gradients. The outputs must be computed in a "
    "differentiable manner from the input when running in strict mode.",
    "grad_inputs": "The gradient with respect to input {i} is independent of the inputs of the user-provided function. "
    "This is not allowed in strict mode.",
    "jacobian": "While computing the hessian, found that the jacobian of the user-provided function with respect to "
    "input {i} is independent of the input. This is not allowed in strict mode. You should ensure that your function "
    "is twice differentiable and that the jacobian depends on the inputs (this would be violated by a linear function "
    "for example).",
    "hessian": "The hessian of the user-provided function with respect to input {i} is independent of the input. This "
    "is not allowed in strict mode. You should ensure that your function is thrice differentiable and that the hessian "
    "depends on the inputs.",
}
UNREACHED = {
    "back": "The output of the user-provided function is independent of input {i}. This is not allowed in strict mode.",
    "back_trick": "The gradient with respect to the input is independent of entry {i} in the grad_outputs when using "
    "the double backward trick to compute forward mode gradients. This is not allowed in strict mode.",
    "double_back": "The jacobian of the user-provided function is independent of input {i}. This is not allowed in "
    "strict mode.",
    "double_back_trick": "The hessian of the user-provided function is independent of entry {i} in the grad_jacobian. "
    "This is not allowed in strict mode as it prevents from using the double backward trick to replace forward mode "
    "AD.",
}


def check_history(values: Sequence[Any], kind: str, strict: bool) -> None:
    """In strict mode, raise an error unless all values depend on the inputs."""
    if strict:
        for i, t in enumerate(values):
            if t is None:
                raise RuntimeError(UNREACHED["back"].format(i=i))
            if not t.requires_grad:
                why = "" if t._wg_lost is None else errors.history.because(t._wg_lost)
                raise RuntimeError(STRICT[kind].format(i=i) + why)


def _filled(grads: Sequence[Any], like: Sequence[Any], strict: bool, create_graph: bool, stage: str) -> tuple[Any, ...]:
    """The gradients, with zeros in place of None. Strict mode raises an error for None."""
    out = []
    for i, (g, x) in enumerate(zip(grads, like, strict=True)):
        if strict and g is None:
            raise RuntimeError(UNREACHED[stage].format(i=i))
        if strict and create_graph and not g.requires_grad:
            what = "hessian" if stage.startswith("double") else "jacobian"
            raise RuntimeError(
                f"The {what} of the user-provided function is independent of input {i}. This is not allowed in strict "
                "mode when create_graph=True. "
                "Use the input in the function, or leave out strict=True to get zeros."
            )
        out.append(zeros(x, x.shape) if g is None else g)
    return tuple(out)


def zeros(x: Any, shape: tuple[int, ...]) -> Any:
    """Zeros in place of a derivative that there is not, of the type of the input or result ``x``."""
    return of_type(make(Meta(x._wg_data).xp.zeros(shape, x._wg_data.dtype)), type_of(x))


# -- products with the Jacobian


@public
def vjp(func: Fn, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Compute the product of a vector and the Jacobian of ``func`` at ``inputs``.

    Args:
        func: a function of tensors, as described in :mod:`wengert.autograd.functional`.
        inputs: the point, floating point or complex.
        v: the vector, with the structure and shapes of the output. If the output has one element, the default is one.
        create_graph: make the results differentiable.
        strict: raise if the output does not depend on an input, or (with ``create_graph``) if the product does not.

    Returns:
        ``(output, vjp)``. The product has the structure and shapes of ``inputs``.

    Raises:
        TypeError: if an input or output is neither a tensor nor a tuple of tensors.
        RuntimeError: if ``v`` has the wrong structure or shape; in strict mode, as above.

    >>> import wengert
    >>> from wengert.autograd.functional import vjp
    >>> vjp(lambda x: x.exp().sum(dim=1), wengert.zeros(2, 2), wengert.tensor([1.0, 5.0]))
    (tensor([2., 2.]), tensor([[1., 1.],
            [5., 5.]]))
    """
    with enable_grad():
        nested, xs = as_tuple(inputs, "inputs", "vjp")
        xs = prepared("vjp", xs, create_graph)
        nested_out, outs = as_tuple(func(*xs), "outputs of the user-provided function", "vjp")
        check_history(outs, "outputs", strict)
        vs = _vector(v, outs, nested_out, "vjp", create_graph, "the user-provided function returns")
        product = _filled(pull(outs, xs, vs, create_graph), xs, strict, create_graph, "back")
    result = as_given(outs, nested_out), as_given(product, nested)
    return finished(result, create_graph)  # type: ignore[no-any-return]


@public
def jvp(func: Fn, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Compute the product of the Jacobian of ``func`` at ``inputs`` and a vector, by two backward passes.

    It differentiates the gradient, and needs no forward mode. :func:`wengert.func.jvp` uses forward mode, and is
    faster.

    Args:
        func: a function of tensors, as described in :mod:`wengert.autograd.functional`.
        inputs: the point, floating point or complex.
        v: the vector, with the structure and shapes of ``inputs``. If the input has one element, the default is one.
        create_graph: make the results differentiable.
        strict: raise if the output does not depend on an input, or (with ``create_graph``) if the product does not.

    Returns:
        ``(output, jvp)``. Both have the structure and shapes of the output.

    Raises:
        TypeError: if an input or output is neither a tensor nor a tuple of tensors.
        RuntimeError: if ``v`` has the wrong structure or shape; in strict mode, as above.

    >>> import wengert
    >>> from wengert.autograd.functional import jvp
    >>> jvp(lambda x, y: x * y, (wengert.tensor(2.0), wengert.tensor(3.0)), (wengert.tensor(1.0), wengert.tensor(10.0)))
    (tensor(6.), tensor(23.))
    """
    with enable_grad():
        nested, xs = as_tuple(inputs, "inputs", "jvp")
        xs = prepared("jvp", xs, create_graph)
        vs = _vector(v, xs, nested, "jvp", create_graph, "the input to the user-provided function is")
        nested_out, outs = as_tuple(func(*xs), "outputs of the user-provided function", "jvp")
        check_history(outs, "outputs", strict)
        product = _forward_product(outs, xs, vs, create_graph, strict, "grad_inputs", "back_trick")
    result = as_given(outs, nested_out), as_given(product, nested_out)
    return finished(result, create_graph)  # type: ignore[no-any-return]


def _forward_product(outs: Sequence[Any], xs: Sequence[Any], vs: Sequence[Any], create: bool, strict: bool, kind: str,
                     stage: str) -> tuple[Any, ...]:  # fmt: skip
    """``J v``, as the derivative with respect to ``u`` of ``J* u``, which is linear in ``u``."""
    us = [make(Meta(o._wg_data).zeros()) for o in outs]
    for u, o in zip(us, outs, strict=True):
        u._wg_requires_grad = o.requires_grad
    back = pull(outs, xs, us, True)
    check_history(back, kind, strict)
    live = [u for u in us if u._wg_requires_grad]
    moved = iter(pull(back, live, vs, create) if live else ())
    products = [next(moved) if u._wg_requires_grad else None for u in us]
    return _filled(products, outs, strict, create, stage)


# -- products with the Hessian


def scalar(func: Fn, xs: tuple[Any, ...], fn: str) -> Any:
    """The output of a function that must return a single element."""
    nested, outs = as_tuple(func(*xs), "outputs of the user-provided function", fn)
    if nested:
        raise RuntimeError(f"The function given to {fn} should return a single Tensor")
    if outs[0]._wg_data.size != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {fn} should contain a single element")
    return outs[0]


def _at(func: Fn, inputs: Any, v: Any, create_graph: bool, fn: str) -> tuple[bool, Any, Any, Any]:
    """Whether the inputs are a tuple, the inputs, the vector, and the function's single output element."""
    nested, xs = as_tuple(inputs, "inputs", fn)
    xs = prepared(fn, xs, create_graph)
    vs = _vector(v, xs, nested, fn, create_graph, "the input to the user-provided function is")
    return nested, xs, vs, scalar(func, xs, fn)


def _gradient(out: Any, xs: tuple[Any, ...], strict: bool) -> Sequence[Any]:
    """The recorded gradient of a scalar."""
    check_history((out,), "outputs", strict)
    grads = pull((out,), xs, (None,), True)
    check_history(grads, "jacobian", strict)
    return grads


@public
def vhp(func: Fn, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Compute the product of a vector and the Hessian of a scalar function.

    Args:
        func: a function of tensors that returns a single element.
        inputs: the point, floating point or complex.
        v: the vector, with the structure and shapes of ``inputs``. If the input has one element, the default is one.
        create_graph: make the results differentiable.
        strict: raise if the gradient does not depend on an input, or (with ``create_graph``) if the product does not.

    Returns:
        ``(output, vhp)``. The product has the structure and shapes of ``inputs``.

    Raises:
        TypeError: if an input or output is neither a tensor nor a tuple of tensors.
        RuntimeError: if ``func`` returns more than one element; if ``v`` has the wrong structure or shape; in strict
            mode, as above.

    >>> import wengert
    >>> from wengert.autograd.functional import vhp
    >>> vhp(lambda x: (x**3).sum(), wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 1.0]))
    (tensor(9.), tensor([ 6., 12.]))
    """
    with enable_grad():
        nested, xs, vs, out = _at(func, inputs, v, create_graph, "vhp")
        jacobian_ = _gradient(out, xs, strict)
        product = _filled(pull(jacobian_, xs, vs, create_graph), xs, strict, create_graph, "double_back")
    return finished(out, create_graph), finished(as_given(product, nested), create_graph)


@public
def hvp(func: Fn, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Compute the product of the Hessian of a scalar function and a vector.

    If the function is twice continuously differentiable, its Hessian is symmetric. Then :func:`vhp` gives the same
    result and is faster.

    Args:
        func: a function of tensors that returns a single element.
        inputs: the point, floating point or complex.
        v: the vector, with the structure and shapes of ``inputs``. If the input has one element, the default is one.
        create_graph: make the results differentiable.
        strict: raise if the gradient does not depend on an input, or (with ``create_graph``) if the product does not.

    Returns:
        ``(output, hvp)``. The product has the structure and shapes of ``inputs``.

    Raises:
        TypeError: if an input or output is neither a tensor nor a tuple of tensors.
        RuntimeError: if ``func`` returns more than one element; if ``v`` has the wrong structure or shape; in strict
            mode, as above.

    >>> import wengert
    >>> from wengert.autograd.functional import hvp
    >>> hvp(lambda x: (x**3).sum(), wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 0.0]))
    (tensor(9.), tensor([6., 0.]))
    """
    with enable_grad():
        nested, xs, vs, out = _at(func, inputs, v, create_graph, "hvp")
        gradient = [zeros(x, x.shape) if g is None else g for g, x in zip(_gradient(out, xs, strict), xs)]
        product = _forward_product(gradient, xs, vs, create_graph, strict, "hessian", "double_back_trick")
    return finished(out, create_graph), finished(as_given(product, nested), create_graph)
