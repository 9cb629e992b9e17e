"""``wengert.autograd.functional``: Jacobians, Hessians and products with them, as functions of a function and a point.

Everywhere ``inputs`` is a tensor or a tuple of tensors, ``func`` takes them as arguments and returns a tensor or a
tuple of tensors, and results are nested as the two are: a tuple where there was a tuple. A function may return its
inputs or views of them, or ignore them. With ``create_graph`` results can be differentiated; without, they have no
history. With ``strict``, what does not depend on an input raises where otherwise there would be zeros.

:mod:`wengert.func` has the same as functions of functions, which also nest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import errors
from ..batched import Batched
from ..formula import REGISTRY
from ..func.forward import pushed
from ..func.jacobians import hessian as planned_hessian
from ..func.jacobians import jacobian as planned_jacobian
from ..func.reverse import as_input, unit_vectors
from ..func.vmap import mapping
from ..graph import Meta
from ..ops.join import stack
from ..ops.shape import narrow, reshape
from ..pytree import tree_structure
from ..tensor import TensorBase, detach, make
from .backward import grad
from .grad_mode import enable_grad

Fn = Callable[..., Any]
NAME = "wengert.autograd.functional"


# -- what comes in and goes out


def _as_tuple(x: Any, what: str, fn: str) -> tuple[bool, tuple[Any, ...]]:
    """Whether it was a tuple, and the tensors in it."""
    if isinstance(x, TensorBase):
        return False, (x,)
    nested = isinstance(x, tuple)
    found = x if nested else (x,)
    for i, t in enumerate(found):
        if not isinstance(t, TensorBase):
            place = f"the value at index {i}" if nested else f"the given {what}"
            raise TypeError(
                f"The {what} given to {fn} must be either a Tensor or a tuple of Tensors but {place} has type "
                f"{type(t)}."
            )
    if not found:
        raise IndexError(f"The {what} given to {fn} are an empty tuple. Give at least one Tensor.")
    return nested, found


def _prepared(xs: Sequence[Any], create_graph: bool, needed: bool = True) -> tuple[Any, ...]:
    """The caller's tensors at new places on the tape, which belong to this call."""
    out = []
    for x in xs:
        if create_graph and x.requires_grad:
            out.append(as_input(x))
        else:
            out.append(detach(x).requires_grad_(True) if needed else detach(x))
    return tuple(out)


def _finished(tree: Any, create_graph: bool) -> Any:
    """Results as the caller gets them."""
    if type(tree) is tuple:
        return tuple([_finished(t, create_graph) for t in tree])
    return tree if create_graph or not tree.requires_grad else detach(tree)


def _nested(values: Sequence[Any], nested: bool) -> Any:
    return tuple(values) if nested else values[0]


def _check_v(v: Sequence[Any], others: Sequence[Any], nested: bool) -> None:
    """The vector must look like what it multiplies."""
    if len(v) != len(others):
        if nested:
            raise RuntimeError(f"v is a tuple of invalid length: should be {len(others)} but got {len(v)}.")
        raise RuntimeError("The given v should contain a single Tensor.")
    for i, (a, b) in enumerate(zip(v, others, strict=True)):
        if a._data.shape != b._data.shape:
            entry = f"Entry {i} in " if nested else ""
            raise RuntimeError(f"{entry}v has invalid size: should be {b.shape} but got {a.shape}.")


def _vector(v: Any, others: Sequence[Any], nested: bool, fn: str, create_graph: bool, unless: str) -> tuple[Any, ...]:
    """The vector to multiply with; one where it is left out, which only a single element allows."""
    if v is None:
        if len(others) != 1 or others[0]._data.size != 1:
            raise RuntimeError(f"The vector v can only be None if {unless} a single Tensor with a single element.")
        return tuple(make(Meta(o._data).ones()) for o in others)
    _, given = _as_tuple(v, "v", fn)
    given = _prepared(given, create_graph, needed=False)
    _check_v(given, others, nested)
    return given


def _pull(outs: Sequence[Any], xs: Sequence[Any], vs: Sequence[Any], create: bool) -> Sequence[Any]:
    """Gradients of what has a history, None where nothing arrives."""
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


def _check_history(values: Sequence[Any], kind: str, strict: bool) -> None:
    """In strict mode, all of these must depend on the inputs."""
    if strict:
        for i, t in enumerate(values):
            if t is None:
                raise RuntimeError(UNREACHED["back"].format(i=i))
            if not t.requires_grad:
                why = "" if t._lost is None else errors.history.because(t._lost)
                raise RuntimeError(STRICT[kind].format(i=i) + why)


def _filled(found: Sequence[Any], like: Sequence[Any], strict: bool, create_graph: bool, stage: str) -> tuple[Any, ...]:
    """Gradients with zeros where there is none, which strict mode refuses."""
    out = []
    for i, (g, x) in enumerate(zip(found, like, strict=True)):
        if strict and g is None:
            raise RuntimeError(UNREACHED[stage].format(i=i))
        if strict and create_graph and not g.requires_grad:
            what = "hessian" if stage.startswith("double") else "jacobian"
            raise RuntimeError(
                f"The {what} of the user-provided function is independent of input {i}. This is not allowed in strict "
                "mode when create_graph=True."
            )
        out.append(make(Meta(x._data).zeros()) if g is None else g)
    return tuple(out)


# -- products with the Jacobian


def vjp(func: Fn, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Multiply a vector by the Jacobian of ``func`` at ``inputs``.

    Args:
        func: see the module.
        inputs: where to evaluate, floating point or complex.
        v: the vector, of the structure and shapes of the output. May be left out for a single element, where it is one.
        create_graph: make the results differentiable.
        strict: raise where the output does not depend on an input, or (with ``create_graph``) the product does not.

    Returns:
        ``(output, vjp)``; the second has the structure and shapes of ``inputs``.

    Raises:
        TypeError: for what is no tensor or tuple of tensors.
        RuntimeError: if ``v`` does not fit; in strict mode, as above.

    >>> import wengert
    >>> from wengert.autograd.functional import vjp
    >>> vjp(lambda x: x.exp().sum(dim=1), wengert.zeros(2, 2), wengert.tensor([1.0, 5.0]))
    (tensor([2., 2.]), tensor([[1., 1.],
            [5., 5.]]))
    """
    with enable_grad():
        nested, xs = _as_tuple(inputs, "inputs", "vjp")
        xs = _prepared(xs, create_graph)
        nested_out, outs = _as_tuple(func(*xs), "outputs of the user-provided function", "vjp")
        _check_history(outs, "outputs", strict)
        vs = _vector(v, outs, nested_out, "vjp", create_graph, "the user-provided function returns")
        found = _filled(_pull(outs, xs, vs, create_graph), xs, strict, create_graph, "back")
    result = _nested(outs, nested_out), _nested(found, nested)
    return _finished(result, create_graph)  # type: ignore[no-any-return]


def jvp(func: Fn, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Multiply the Jacobian of ``func`` at ``inputs`` by a vector, by walking backwards twice.

    It needs derivatives of the gradient, but no forward mode. Where there is forward mode, :func:`wengert.func.jvp`
    is faster.

    Args:
        func: see the module.
        inputs: where to evaluate, floating point or complex.
        v: the vector, of the structure and shapes of ``inputs``. May be left out for a single element, where it is one.
        create_graph: make the results differentiable.
        strict: raise where the output does not depend on an input, or (with ``create_graph``) the product does not.

    Returns:
        ``(output, jvp)``; both have the structure and shapes of the output.

    Raises:
        TypeError: for what is no tensor or tuple of tensors.
        RuntimeError: if ``v`` does not fit; in strict mode, as above.

    >>> import wengert
    >>> from wengert.autograd.functional import jvp
    >>> jvp(lambda x, y: x * y, (wengert.tensor(2.0), wengert.tensor(3.0)), (wengert.tensor(1.0), wengert.tensor(10.0)))
    (tensor(6.), tensor(23.))
    """
    with enable_grad():
        nested, xs = _as_tuple(inputs, "inputs", "jvp")
        xs = _prepared(xs, create_graph)
        vs = _vector(v, xs, nested, "jvp", create_graph, "the input to the user-provided function is")
        nested_out, outs = _as_tuple(func(*xs), "outputs of the user-provided function", "jvp")
        _check_history(outs, "outputs", strict)
        found = _forward_product(outs, xs, vs, create_graph, strict, "grad_inputs", "back_trick")
    result = _nested(outs, nested_out), _nested(found, nested_out)
    return _finished(result, create_graph)  # type: ignore[no-any-return]


def _forward_product(outs: Sequence[Any], xs: Sequence[Any], vs: Sequence[Any], create: bool, strict: bool, kind: str,
                     stage: str) -> tuple[Any, ...]:  # fmt: skip
    """``J v`` as the derivative of ``J* u``, which is linear, with respect to ``u``."""
    us = [make(Meta(o._data).zeros()) for o in outs]
    for u, o in zip(us, outs, strict=True):
        u._rg = o.requires_grad
    back = _pull(outs, xs, us, True)
    _check_history(back, kind, strict)
    live = [u for u in us if u._rg]
    moved = iter(_pull(back, live, vs, create) if live else ())
    found = [next(moved) if u._rg else None for u in us]
    return _filled(found, outs, strict, create, stage)


# -- products with the Hessian


def _scalar(func: Fn, xs: tuple[Any, ...], fn: str) -> Any:
    """The output of a function that must return a single element."""
    nested, outs = _as_tuple(func(*xs), "outputs of the user-provided function", fn)
    if nested:
        raise RuntimeError(f"The function given to {fn} should return a single Tensor")
    if outs[0]._data.size != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {fn} should contain a single element")
    return outs[0]


def _at(func: Fn, inputs: Any, v: Any, create_graph: bool, fn: str) -> tuple[bool, Any, Any, Any]:
    """Whether the inputs are a tuple, the inputs, the vector, and the single element that the function gives."""
    nested, xs = _as_tuple(inputs, "inputs", fn)
    xs = _prepared(xs, create_graph)
    vs = _vector(v, xs, nested, fn, create_graph, "the input to the user-provided function is")
    return nested, xs, vs, _scalar(func, xs, fn)


def _gradient(out: Any, xs: tuple[Any, ...], strict: bool) -> Sequence[Any]:
    """The gradient of a scalar, recorded."""
    _check_history((out,), "outputs", strict)
    found = _pull((out,), xs, (None,), True)
    _check_history(found, "jacobian", strict)
    return found


def vhp(func: Fn, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Multiply a vector by the Hessian of a scalar function.

    Args:
        func: see the module; returns a single element.
        inputs: where to evaluate, floating point or complex.
        v: the vector, of the structure and shapes of ``inputs``. May be left out for a single element, where it is one.
        create_graph: make the results differentiable.
        strict: raise where the gradient does not depend on an input, or (with ``create_graph``) the product does not.

    Returns:
        ``(output, vhp)``; the second has the structure and shapes of ``inputs``.

    Raises:
        TypeError: for what is no tensor or tuple of tensors.
        RuntimeError: if ``func`` returns more than one element, or ``v`` does not fit; in strict mode, as above.

    >>> import wengert
    >>> from wengert.autograd.functional import vhp
    >>> vhp(lambda x: (x**3).sum(), wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 1.0]))
    (tensor(9.), tensor([ 6., 12.]))
    """
    with enable_grad():
        nested, xs, vs, out = _at(func, inputs, v, create_graph, "vhp")
        jacobian_ = _gradient(out, xs, strict)
        found = _filled(_pull(jacobian_, xs, vs, create_graph), xs, strict, create_graph, "double_back")
    return _finished(out, create_graph), _finished(_nested(found, nested), create_graph)


def hvp(func: Fn, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Multiply the Hessian of a scalar function by a vector.

    Where the function is twice continuously differentiable, the Hessian is symmetric and :func:`vhp` gives the same for
    less.

    Args:
        func: see the module; returns a single element.
        inputs: where to evaluate, floating point or complex.
        v: the vector, of the structure and shapes of ``inputs``. May be left out for a single element, where it is one.
        create_graph: make the results differentiable.
        strict: raise where the gradient does not depend on an input, or (with ``create_graph``) the product does not.

    Returns:
        ``(output, hvp)``; the second has the structure and shapes of ``inputs``.

    Raises:
        TypeError: for what is no tensor or tuple of tensors.
        RuntimeError: if ``func`` returns more than one element, or ``v`` does not fit; in strict mode, as above.

    >>> import wengert
    >>> from wengert.autograd.functional import hvp
    >>> hvp(lambda x: (x**3).sum(), wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 0.0]))
    (tensor(9.), tensor([6., 0.]))
    """
    with enable_grad():
        nested, xs, vs, out = _at(func, inputs, v, create_graph, "hvp")
        gradient = [make(Meta(x._data).zeros()) if g is None else g for g, x in zip(_gradient(out, xs, strict), xs)]
        found = _forward_product(gradient, xs, vs, create_graph, strict, "hessian", "double_back_trick")
    return _finished(out, create_graph), _finished(_nested(found, nested), create_graph)


# -- dense matrices


def jacobian(func: Fn, inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
             strategy: str = "reverse-mode", *, mode: str | None = None,
             max_bytes: int | None = None) -> Any:  # fmt: skip
    """Compute the Jacobian of ``func`` at ``inputs``.

    Args:
        func: see the module.
        inputs: where to evaluate, floating point or complex.
        create_graph: make the result differentiable.
        strict: raise where an output does not depend on an input, or (with ``create_graph``) the Jacobian does not.
        vectorize: compute all rows in one batched walk backwards, not one after another.
        strategy: ``"reverse-mode"``, or ``"forward-mode"`` (with ``vectorize`` only): better if there are more outputs
            than inputs.
        mode: how :func:`wengert.func.jacobian` is to compute it: ``"auto"``, ``"reverse"``, ``"forward"`` or
            ``"mixed"``. None, as PyTorch, goes by ``vectorize`` and ``strategy``, which otherwise do not count.
        max_bytes: with ``mode``, what the values in between may take; see there.

    Returns:
        a tensor of shape ``(*output.shape, *input.shape)``; a tuple over the outputs, if ``func`` returns a tuple, of
        tuples over the inputs, if they are a tuple. For a complex input and a real output, the entries are gradients in
        PyTorch's convention.

    Raises:
        TypeError: for what is no tensor or tuple of tensors.
        RuntimeError: for complex outputs in reverse mode (differentiate their real and imaginary parts); where options
            do not go together; in strict mode, as above.
        NotImplementedError: where PyTorch does not have a combination of options either.

    >>> import wengert
    >>> from wengert.autograd.functional import jacobian
    >>> jacobian(lambda x, y: x * y, (wengert.tensor([1.0, 2.0]), wengert.tensor(3.0)))
    (tensor([[3., 0.],
            [0., 3.]]), tensor([1., 2.]))
    """
    if mode is not None or max_bytes is not None:
        return _planned(func, inputs, create_graph, strict, mode, max_bytes, "jacobian")
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs '
            'than inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".'
        )
    if strategy == "forward-mode":
        if create_graph:
            raise NotImplementedError(
                f'{NAME}.jacobian: `create_graph=True` and `strategy="forward-mode"` are not supported together (yet). '
                'Please either set `create_graph=False` or `strategy="reverse-mode"`.'
            )
        return _forward_jacobian(func, inputs, strict, vectorize)
    with enable_grad():
        nested, xs = _as_tuple(inputs, "inputs", "jacobian")
        xs = _prepared(xs, create_graph)
        nested_out, outs = _as_tuple(func(*xs), "outputs of the user-provided function", "jacobian")
        _check_history(outs, "outputs", strict)
        if strict and vectorize:
            raise RuntimeError(
                f"{NAME}.jacobian: `strict=True` and `vectorized=True` are not supported together. Please either set "
                "`strict=False` or `vectorize=False`."
            )
        rows = []
        for i, out in enumerate(outs):
            if out.requires_grad and out.dtype.is_complex:
                # torch refuses only without ``vectorize``; with it, it conjugates the Jacobian or drops half of it
                raise errors.grad_dtype(out.dtype)
            found = _batched_rows(out, xs, create_graph) if vectorize else _rows(i, out, xs, create_graph, strict)
            rows.append(_nested(found, nested))
    return _finished(_nested(rows, nested_out), create_graph)


def _planned(func: Fn, inputs: Any, create_graph: bool, strict: bool, mode: str | None, max_bytes: int | None,
             fn: str) -> Any:  # fmt: skip
    """The Jacobian or Hessian in the way that a plan says."""
    if strict:
        raise RuntimeError(
            f"{NAME}.{fn}: `strict=True` and `mode={mode!r}` are not supported together. Please leave out one of them."
        )
    nested, xs = _as_tuple(inputs, "inputs", fn)
    options: dict[str, Any] = {"mode": mode or "auto", "max_bytes": max_bytes}
    nested_out = False

    def checked(*new: Any) -> Any:
        nonlocal nested_out
        if fn == "hessian":
            return reshape(_scalar(func, new, fn), ())
        nested_out, outs = _as_tuple(func(*new), "outputs of the user-provided function", fn)
        return outs

    with enable_grad():
        make_function = planned_hessian if fn == "hessian" else planned_jacobian
        found = make_function(checked, tuple(range(len(xs))), **options)(*_prepared(xs, create_graph, create_graph))
    if not nested:
        found = found[0][0] if fn == "hessian" else tuple(row[0] for row in found)
    return _finished(found if fn == "hessian" else _nested(found, nested_out), create_graph)


def _rows(i: int, out: Any, xs: tuple[Any, ...], create: bool, strict: bool) -> list[Any]:
    """The Jacobian of output ``i``, a walk for every element."""
    rows: list[list[Any]] = [[] for _ in xs]
    for j in range(out._data.size):
        found = _pull([out], xs, [make(unit_vectors(out._data, j, 1)[0])], create)
        for k, (g, x) in enumerate(zip(found, xs, strict=True)):
            if strict and g is None:
                raise RuntimeError(
                    f"Output {i} of the user-provided function is independent of input {k}. This is not allowed in "
                    "strict mode."
                )
            if strict and create and not g.requires_grad:
                raise RuntimeError(
                    f"The jacobian of the user-provided function is independent of input {i}. This is not allowed in "
                    "strict mode when create_graph=True."
                )
            rows[k].append(make(Meta(x._data).zeros()) if g is None else g)
    return [_block(stack(*r, dim=0) if r else None, out, x) for r, x in zip(rows, xs, strict=True)]


def _batched_rows(out: Any, xs: tuple[Any, ...], create: bool) -> list[Any]:
    """The Jacobian of one output, by a single walk."""
    found: Sequence[Any] = [None] * len(xs)
    if out._data.size == 1:
        found = _pull([out], xs, [make(Meta(out._data).ones())], create)
    elif out.requires_grad and out._data.size:
        basis = make(unit_vectors(out._data, 0, out._data.size))
        found = grad(out, xs, basis, True, create, allow_unused=True, is_grads_batched=True)
    return [_block(g, out, x) for g, x in zip(found, xs, strict=True)]


def _block(rows: Any, out: Any, x: Any) -> Any:
    """Rows in the shape of the output and the input; zeros where there are none."""
    shape = (*out.shape, *x.shape)
    return make(Meta(x._data).xp.zeros(shape, x._data.dtype)) if rows is None else reshape(rows, shape)


def _forward_jacobian(func: Fn, inputs: Any, strict: bool, vectorize: bool) -> Any:
    """The Jacobian by one batched forward pass."""
    if strict:
        raise RuntimeError(
            f'{NAME}.jacobian: `strict=True` and `strategy="forward-mode"` are not supported together (yet). Please '
            'either set `strict=False` or `strategy="reverse-mode"`.'
        )
    nested, xs = _as_tuple(inputs, "inputs", "jacobian")
    if not vectorize:
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian is only implemented for "
            "`vectorize=True`."
        )
    values, columns, nested_out = _columns(func, xs, 1)
    # torch moves complex inputs along the real axis only, and so loses half of the derivative of a real output
    if any(x.dtype.is_complex for x in xs) and not all(v.dtype.is_complex for v in values):
        turned = _columns(func, xs, 1j)[1]
        for i, v in enumerate(values):
            if not v.dtype.is_complex:
                columns[i] = [
                    a + 1j * b if x.dtype.is_complex else a for a, b, x in zip(columns[i], turned[i], xs, strict=True)
                ]
    return _finished(_nested([_nested(blocks, nested) for blocks in columns], nested_out), False)


def _columns(func: Fn, xs: tuple[Any, ...], unit: complex) -> tuple[list[Any], list[list[Any]], bool]:
    """The outputs, the derivative of each along ``unit`` times every basis vector, and whether they were a tuple."""
    sizes = [x._data.size for x in xs]
    total = sum(sizes)
    nested_out = False

    def checked(new: Any) -> Any:
        nonlocal nested_out
        nested_out, outs = _as_tuple(func(*new), "outputs of the user-provided function", "jacobian")
        return outs

    with mapping(total) as level:
        basis, at = [], 0
        for x, n in zip(xs, sizes, strict=True):
            part = Meta(x._data).xp.zeros((total, *x.shape), x._data.dtype)
            part[at : at + n] = unit_vectors(x._data, 0, n) * (unit if x.dtype.is_complex else 1)
            basis.append(make(Batched(part, level)))
            at += n
        values, tangents, _, _ = pushed(checked, list(xs), tree_structure(xs), basis, False)
    columns = []
    for v, t in zip(values, tangents, strict=True):
        moved = make(Meta(v._data).zeros()) if t is None else t
        left = REGISTRY["_leave"](moved, dim=v.ndim, level=level, size=total)
        blocks, at = [], 0
        for x, n in zip(xs, sizes, strict=True):
            blocks.append(reshape(narrow(left, v.ndim, at, n), (*v.shape, *x.shape)))
            at += n
        columns.append(blocks)
    return values, columns, nested_out


def hessian(func: Fn, inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
            outer_jacobian_strategy: str = "reverse-mode", *, mode: str | None = None,
            max_bytes: int | None = None) -> Any:  # fmt: skip
    """Compute the Hessian of a scalar function at ``inputs``.

    Args:
        func: see the module; returns a single element.
        inputs: where to evaluate, floating point.
        create_graph: make the result differentiable.
        strict: raise where the gradient does not depend on an input, or (with ``create_graph``) the Hessian does not.
        vectorize: compute all rows in one batched walk, not one after another.
        outer_jacobian_strategy: how to differentiate the gradient: ``"reverse-mode"``, or ``"forward-mode"`` (with
            ``vectorize`` only).
        mode: how :func:`wengert.func.hessian` is to compute it: ``"auto"``, ``"reverse"``, ``"forward"`` or
            ``"mixed"``. None, as PyTorch, goes by ``vectorize`` and ``outer_jacobian_strategy``, which otherwise do not
            count.
        max_bytes: with ``mode``, what the values in between may take; see there.

    Returns:
        a tensor of shape ``(*input.shape, *input.shape)``; for a tuple of inputs a tuple of tuples of them.

    Raises:
        TypeError: for what is no tensor or tuple of tensors.
        RuntimeError: if ``func`` returns more than one element; where options do not go together; in strict mode, as
            above.
        NotImplementedError: where PyTorch does not have a combination of options either.

    >>> import wengert
    >>> from wengert.autograd.functional import hessian
    >>> hessian(lambda x: (x**3).sum(), wengert.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    if mode is not None or max_bytes is not None:
        return _planned(func, inputs, create_graph, strict, mode, max_bytes, "hessian")
    if outer_jacobian_strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')
    nested, xs = _as_tuple(inputs, "inputs", "hessian")

    def gradient(*new: Any) -> Any:
        with enable_grad():
            if outer_jacobian_strategy == "forward-mode":
                new = tuple(x if x.requires_grad else x.requires_grad_(True) for x in new)
            fresh = _prepared(new, True)
            out = _scalar(func, fresh, "hessian")
            _check_history((out,), "outputs", strict)
            rows = _batched_rows(out, fresh, True) if vectorize else _rows(0, out, fresh, True, False)
            found = tuple(reshape(r, x.shape) for r, x in zip(rows, fresh, strict=True))
            _check_history(found, "jacobian", strict)
        return found

    found = jacobian(gradient, xs, create_graph, strict, vectorize, outer_jacobian_strategy)
    return found if nested else found[0][0]


__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]
