"""``wengert.autograd.functional``: Jacobians, Hessians and products with them, as functions of a function and a point.

Everywhere ``inputs`` is a tensor or a tuple of tensors, ``func`` takes them as arguments and returns a tensor or a
tuple of tensors, and results are nested as the two are: a tuple where there was a tuple. A function may return its
inputs or views of them, or ignore them. With ``create_graph`` results can be differentiated; without, they have no
history. With ``strict``, what does not depend on an input raises where otherwise there would be zeros.

:mod:`wengert.func` has the same as functions of functions, which also nest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import errors
from ..arrays.batched import Batched
from ..ops.shape.join import stack
from ..ops.shape.shape import narrow, reshape
from ..ops.structure import _leave
from ..tape.node import Meta
from ..tape.tensor import make
from .backward import grad
from .grad_mode import enable_grad
from .products import Fn, as_given, as_tuple, check_history, finished, hvp, jvp, prepared, pull, scalar, vhp, vjp
from .transforms.forward_mode import pushed
from .transforms.jacobians import hessian as planned_hessian
from .transforms.jacobians import jacobian as planned_jacobian
from .transforms.reverse_mode import unit_vectors
from .transforms.vmap import mapping
from .trees import tree_structure

NAME = "wengert.autograd.functional"


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
        nested, xs = as_tuple(inputs, "inputs", "jacobian")
        xs = prepared(xs, create_graph)
        nested_out, outs = as_tuple(func(*xs), "outputs of the user-provided function", "jacobian")
        check_history(outs, "outputs", strict)
        if strict and vectorize:
            raise RuntimeError(
                f"{NAME}.jacobian: `strict=True` and `vectorized=True` are not supported together. Please either set "
                "`strict=False` or `vectorize=False`."
            )
        rows = []
        for i, out in enumerate(outs):
            if out.requires_grad and out.dtype.is_complex:
                # torch refuses only without ``vectorize``; with it, it conjugates the Jacobian or drops half of it
                raise errors.gradients.grad_dtype(out.dtype)
            found = _batched_rows(out, xs, create_graph) if vectorize else _rows(i, out, xs, create_graph, strict)
            rows.append(as_given(found, nested))
    return finished(as_given(rows, nested_out), create_graph)


def _planned(func: Fn, inputs: Any, create_graph: bool, strict: bool, mode: str | None, max_bytes: int | None,
             fn: str) -> Any:  # fmt: skip
    """The Jacobian or Hessian in the way that a plan says."""
    if strict:
        raise RuntimeError(
            f"{NAME}.{fn}: `strict=True` and `mode={mode!r}` are not supported together. Please leave out one of them."
        )
    nested, xs = as_tuple(inputs, "inputs", fn)
    options: dict[str, Any] = {"mode": mode or "auto", "max_bytes": max_bytes}
    nested_out = False

    def checked(*new: Any) -> Any:
        nonlocal nested_out
        if fn == "hessian":
            return reshape(scalar(func, new, fn), ())
        nested_out, outs = as_tuple(func(*new), "outputs of the user-provided function", fn)
        return outs

    with enable_grad():
        make_function = planned_hessian if fn == "hessian" else planned_jacobian
        found = make_function(checked, tuple(range(len(xs))), **options)(*prepared(xs, create_graph, create_graph))
    if not nested:
        found = found[0][0] if fn == "hessian" else tuple(row[0] for row in found)
    return finished(found if fn == "hessian" else as_given(found, nested_out), create_graph)


def _rows(i: int, out: Any, xs: tuple[Any, ...], create: bool, strict: bool) -> list[Any]:
    """The Jacobian of output ``i``, a walk for every element."""
    rows: list[list[Any]] = [[] for _ in xs]
    for j in range(out._data.size):
        found = pull([out], xs, [make(unit_vectors(out._data, j, 1)[0])], create)
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
        found = pull([out], xs, [make(Meta(out._data).ones())], create)
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
    nested, xs = as_tuple(inputs, "inputs", "jacobian")
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
    return finished(as_given([as_given(blocks, nested) for blocks in columns], nested_out), False)


def _columns(func: Fn, xs: tuple[Any, ...], unit: complex) -> tuple[list[Any], list[list[Any]], bool]:
    """The outputs, the derivative of each along ``unit`` times every basis vector, and whether they were a tuple."""
    sizes = [x._data.size for x in xs]
    total = sum(sizes)
    nested_out = False

    def checked(new: Any) -> Any:
        nonlocal nested_out
        nested_out, outs = as_tuple(func(*new), "outputs of the user-provided function", "jacobian")
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
        left = _leave(moved, dim=v.ndim, level=level, size=total)
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
    nested, xs = as_tuple(inputs, "inputs", "hessian")

    def gradient(*new: Any) -> Any:
        with enable_grad():
            if outer_jacobian_strategy == "forward-mode":
                new = tuple(x if x.requires_grad else x.requires_grad_(True) for x in new)
            fresh = prepared(new, True)
            out = scalar(func, fresh, "hessian")
            check_history((out,), "outputs", strict)
            rows = _batched_rows(out, fresh, True) if vectorize else _rows(0, out, fresh, True, False)
            found = tuple(reshape(r, x.shape) for r, x in zip(rows, fresh, strict=True))
            check_history(found, "jacobian", strict)
        return found

    found = jacobian(gradient, xs, create_graph, strict, vectorize, outer_jacobian_strategy)
    return found if nested else found[0][0]


__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]
