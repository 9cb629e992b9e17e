"""``wengert.autograd.functional``: Jacobians and Hessians at a point. Products with them are in ``products.py``.

In all functions, ``inputs`` is a tensor or a tuple of tensors. ``func`` takes them as arguments, and returns a tensor
or a tuple of tensors. Results are nested accordingly: a tuple in the argument gives a tuple in the result. ``func`` may
ignore its inputs, and may return them or views of them. With ``create_graph``, results can be differentiated; without
it, they have no history. With ``strict``, an output that does not depend on an input is an error; otherwise the result
is zero there.

:mod:`wengert.func` has the same as functions that transform functions. Those can also be nested.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import errors, late
from ..errors.tracebacks import public
from ..ops.shape.shape import reshape
from ..tape.node import Meta
from ..tape.tensor import make
from ..tools.progress import progress
from .backward import grad
from .generated import functions
from .grad_mode import enable_grad
from .products import Fn, as_given, as_tuple, check_history, finished, prepared, pull, scalar, zeros
from .transforms.forward_mode import pushed_along_all
from .transforms.reverse_mode import fitting, unit_vectors
from .trees import tree_structure

if TYPE_CHECKING:
    from .transforms import jacobians
else:
    late.modules(globals(), __package__, jacobians="transforms.jacobians")

NAME = "wengert.autograd.functional"


@public
def jacobian(func: Fn, inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
             strategy: str = "reverse-mode", *, mode: str | None = None,
             max_bytes: int | None = None) -> Any:  # fmt: skip
    """Compute the Jacobian of ``func`` at ``inputs``.

    Args:
        func: a function of tensors, as described for the module.
        inputs: the point, floating point or complex.
        create_graph: make the result differentiable.
        strict: raise if an output does not depend on an input, or (with ``create_graph``) if the Jacobian does not.
        vectorize: compute all rows in one batched pass, instead of one pass per row.
        strategy: ``"reverse-mode"``; or, with ``vectorize``, ``"forward-mode"``, which is faster if there are more
            outputs than inputs.
        mode: choose the algorithm of :func:`wengert.func.jacobian`: ``"auto"``, ``"reverse"``, ``"forward"`` or
            ``"mixed"``. It replaces ``vectorize`` and ``strategy``. With None, these two decide, as in PyTorch.
        max_bytes: with ``mode``, the memory for intermediate values: see :func:`wengert.func.jacobian`.

    Returns:
        a tensor of shape ``(*output.shape, *input.shape)``. If ``func`` returns a tuple, a tuple over the outputs; if
        ``inputs`` is a tuple, a tuple over the inputs inside it. For a complex input and a real output, the entries
        are gradients in PyTorch's convention.

    Raises:
        TypeError: if an input or output is neither a tensor nor a tuple of tensors.
        RuntimeError: for complex outputs in reverse mode (differentiate their real and imaginary parts instead); for
            options that cannot be combined; in strict mode, as above.
        NotImplementedError: for combinations of options that PyTorch does not support either.

    >>> import wengert
    >>> from wengert.autograd.functional import jacobian
    >>> jacobian(lambda x, y: x * y, (wengert.tensor([1.0, 2.0]), wengert.tensor(3.0)))
    (tensor([[3., 0.],
            [0., 3.]]), tensor([1., 2.]))
    """
    if mode is not None or max_bytes is not None:
        return _planned(func, inputs, create_graph, strict, mode, max_bytes, "jacobian")
    return _jacobian(func, inputs, create_graph, strict, vectorize, strategy, "jacobian")


def _jacobian(func: Fn, inputs: Any, create_graph: bool, strict: bool, vectorize: bool, strategy: str,
              fn: str) -> Any:  # fmt: skip
    """Compute the Jacobian of ``func``, which for the public function ``fn`` may be a gradient."""
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
        return _forward_jacobian(func, inputs, strict, vectorize, fn)
    with enable_grad():
        nested, xs = as_tuple(inputs, "inputs", "jacobian")
        xs = prepared(fn, xs, create_graph)
        nested_out, outs = as_tuple(func(*xs), "outputs of the user-provided function", "jacobian")
        check_history(outs, "outputs", strict)
        if strict and vectorize:
            raise RuntimeError(
                f"{NAME}.jacobian: `strict=True` and `vectorized=True` are not supported together. Please either set "
                "`strict=False` or `vectorize=False`."
            )
        rows = []
        with fitting(f"functional.{fn}", outs, xs):
            for i, out in enumerate(outs):
                if out.requires_grad and out.dtype.is_complex:
                    # torch refuses only without ``vectorize``; with it, it conjugates the Jacobian or drops half of it
                    raise errors.jacobian.complex_rows(i, out.dtype)
                blocks = _batched_rows(out, xs, create_graph) if vectorize else _rows(i, out, xs, create_graph, strict)
                rows.append(as_given(blocks, nested))
    return finished(as_given(rows, nested_out), create_graph)


def _planned(func: Fn, inputs: Any, create_graph: bool, strict: bool, mode: str | None, max_bytes: int | None,
             fn: str) -> Any:  # fmt: skip
    """Compute the Jacobian or Hessian with the algorithm that ``mode`` chooses."""
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
        make_function = jacobians.hessian if fn == "hessian" else jacobians.jacobian
        result = make_function(checked, tuple(range(len(xs))), **options)(*prepared(fn, xs, create_graph, create_graph))
    if not nested:
        result = result[0][0] if fn == "hessian" else tuple(row[0] for row in result)
    return finished(result if fn == "hessian" else as_given(result, nested_out), create_graph)


def _rows(i: int, out: Any, xs: tuple[Any, ...], create: bool, strict: bool) -> list[Any]:
    """The Jacobian of output ``i``, with one backward pass per element."""
    rows: list[list[Any]] = [[] for _ in xs]
    for j in progress(range(out._wg_data.size), "rows of a Jacobian", out._wg_data.size):
        grads = pull([out], xs, [make(unit_vectors(out._wg_data, j, 1)[0])], create)
        for k, (g, x) in enumerate(zip(grads, xs, strict=True)):
            if strict and g is None:
                raise RuntimeError(
                    f"Output {i} of the user-provided function is independent of input {k}. This is not allowed in "
                    "strict mode. "
                    "Use the input in the function, or leave out strict=True to get zeros."
                )
            if strict and create and not g.requires_grad:
                raise RuntimeError(
                    f"The jacobian of the user-provided function is independent of input {i}. This is not allowed in "
                    "strict mode when create_graph=True. "
                    "Use the input in the function, or leave out strict=True to get zeros."
                )
            rows[k].append(zeros(x, x.shape) if g is None else g)
    return [_block(functions.stack(r) if r else None, out, x) for r, x in zip(rows, xs, strict=True)]


def _batched_rows(out: Any, xs: tuple[Any, ...], create: bool) -> list[Any]:
    """The Jacobian of one output, with one backward pass."""
    grads: Sequence[Any] = [None] * len(xs)
    if out._wg_data.size == 1:
        grads = pull([out], xs, [make(Meta(out._wg_data).ones())], create)
    elif out.requires_grad and out._wg_data.size:
        basis = make(unit_vectors(out._wg_data, 0, out._wg_data.size))
        grads = grad(out, xs, basis, True, create, allow_unused=True, is_grads_batched=True)
    return [_block(g, out, x) for g, x in zip(grads, xs, strict=True)]


def _block(rows: Any, out: Any, x: Any) -> Any:
    """The rows, reshaped to the output's and the input's shape; zeros if there are none."""
    shape = (*out.shape, *x.shape)
    return zeros(x, shape) if rows is None else functions.reshape(rows, shape)


def _forward_jacobian(func: Fn, inputs: Any, strict: bool, vectorize: bool, fn: str) -> Any:
    """Compute the Jacobian with one batched forward pass."""
    if strict:
        raise RuntimeError(
            f'{NAME}.jacobian: `strict=True` and `strategy="forward-mode"` are not supported together (yet). Please '
            'either set `strict=False` or `strategy="reverse-mode"`.'
        )
    nested, xs = as_tuple(inputs, "inputs", "jacobian")
    if not vectorize:
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian is only implemented for "
            "`vectorize=True`. "
            "Pass `vectorize=True`."
        )
    values, columns, nested_out = _columns(func, xs, 1, fn)
    # torch moves complex inputs along the real axis only, which loses half of the derivative of a real output
    if any(x.dtype.is_complex for x in xs) and not all(v.dtype.is_complex for v in values):
        turned = _columns(func, xs, 1j, fn)[1]
        for i, v in enumerate(values):
            if not v.dtype.is_complex:
                columns[i] = [
                    a + 1j * b if x.dtype.is_complex else a for a, b, x in zip(columns[i], turned[i], xs, strict=True)
                ]
    return finished(as_given([as_given(blocks, nested) for blocks in columns], nested_out), False)


def _columns(func: Fn, xs: tuple[Any, ...], unit: complex, fn: str) -> tuple[list[Any], list[list[Any]], bool]:
    """The outputs, their derivatives along ``unit`` times every basis vector, and whether they were a tuple."""
    nested_out = False

    def checked(new: Any) -> Any:
        nonlocal nested_out
        nested_out, outs = as_tuple(func(*new), "outputs of the user-provided function", "jacobian")
        return outs

    values, columns, _, _ = pushed_along_all(checked, list(xs), tree_structure(xs), f"functional.{fn}", unit=unit)
    return values, columns, nested_out


@public
def hessian(func: Fn, inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
            outer_jacobian_strategy: str = "reverse-mode", *, mode: str | None = None,
            max_bytes: int | None = None) -> Any:  # fmt: skip
    """Compute the Hessian of a scalar function at ``inputs``.

    Args:
        func: a function of tensors that returns a single element.
        inputs: the point, floating point.
        create_graph: make the result differentiable.
        strict: raise if the gradient does not depend on an input, or (with ``create_graph``) if the Hessian does not.
        vectorize: compute all rows in one batched pass, instead of one pass per row.
        outer_jacobian_strategy: how to differentiate the gradient: ``"reverse-mode"``; or, with ``vectorize``,
            ``"forward-mode"``.
        mode: choose the algorithm of :func:`wengert.func.hessian`: ``"auto"``, ``"reverse"``, ``"forward"`` or
            ``"mixed"``. It replaces ``vectorize`` and ``outer_jacobian_strategy``. With None, these two decide, as in
            PyTorch.
        max_bytes: with ``mode``, the memory for intermediate values: see :func:`wengert.func.hessian`.

    Returns:
        a tensor of shape ``(*input.shape, *input.shape)``; for a tuple of inputs, a tuple of tuples of such tensors.

    Raises:
        TypeError: if an input or output is neither a tensor nor a tuple of tensors.
        RuntimeError: if ``func`` returns more than one element; for options that cannot be combined; in strict mode, as
            above.
        NotImplementedError: for combinations of options that PyTorch does not support either.

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
            fresh = prepared("hessian", new, True)
            out = scalar(func, fresh, "hessian")
            check_history((out,), "outputs", strict)
            rows = _batched_rows(out, fresh, True) if vectorize else _rows(0, out, fresh, True, False)
            result = tuple(reshape(r, x.shape) for r, x in zip(rows, fresh, strict=True))
            check_history(result, "jacobian", strict)
        return result

    result = _jacobian(gradient, xs, create_graph, strict, vectorize, outer_jacobian_strategy, "hessian")
    return result if nested else result[0][0]
