"""Functions for Jacobians that PyTorch exposed by accident and keeps for compatibility."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import errors
from ...ops.create.convert import from_numpy
from ...tape.tensor import Tensor
from ..backward import grad
from .numerical import Array, as_tuple, is_checked, like, moved, outputs_of, place, reals, reals_or_zeros, size_of


def get_numerical_jacobian(
    fn: Callable[..., Any], inputs: Any, target: Any = None, eps: float = 1e-3, grad_out: float = 1.0
) -> tuple[Tensor, ...]:
    """Compute the Jacobians of the first output of ``fn`` by central differences. Deprecated: use :func:`gradcheck`.

    Args:
        fn: takes ``inputs``, as one tuple, and returns a Tensor or a sequence of Tensors, all real.
        inputs: the argument of ``fn``.
        target: the tensors to differentiate with respect to; they need not be among ``inputs``. Default: ``inputs``.
        eps: the step of the finite differences.
        grad_out: must be 1.0.

    Returns:
        a tensor of shape ``(target elements, output elements)`` for every target that requires grad.

    Raises:
        ValueError: if ``grad_out`` is not 1.0, or if an output is complex.

    >>> import warnings, wengert
    >>> from wengert.autograd.gradcheck import get_numerical_jacobian
    >>> x = wengert.tensor([1.0, 2.0], dtype=wengert.float64, requires_grad=True)
    >>> with warnings.catch_warnings(action="ignore"):
    ...     get_numerical_jacobian(lambda xs: xs[0] * 3, (x,))
    (tensor([[3.0000, 0.0000],
            [0.0000, 3.0000]], dtype=wengert.float64),)
    """
    _deprecated("get_numerical_jacobian", grad_out)
    args = as_tuple(inputs)
    outputs = outputs_of(fn(args))
    if any(y.is_complex() for y in outputs):
        raise errors.gradcheck.complex_output("get_numerical_jacobian")
    targets = args if target is None else as_tuple(target)
    return tuple(_columns(lambda: fn(args), x, outputs, eps)[0] for x in targets if is_checked(x))


def get_numerical_jacobian_wrt_specific_input(
    fn: Callable[..., Any], input_idx: int, inputs: Any, outputs: Any, eps: float, input: Any = None,  # noqa: A002
    is_forward_ad: bool = False,
) -> tuple[Tensor, ...]:  # fmt: skip
    """Compute the Jacobians of all outputs of ``fn`` with respect to one input by central differences.

    Args:
        fn: takes ``*inputs`` and returns a Tensor or a sequence of Tensors.
        input_idx: the index of the input.
        inputs: the arguments of ``fn``.
        outputs: the result of ``fn``.
        eps: the step of the finite differences.
        input: the tensor to differentiate with respect to, if it is not ``inputs[input_idx]``.
        is_forward_ad: accept complex outputs.

    Returns:
        a tensor of shape ``(input elements, output elements)`` for every output; for a complex input, the conjugate
        Wirtinger derivative.

    Raises:
        AssertionError: if the input does not require grad, or an output is complex.

    >>> import wengert
    >>> from wengert.autograd.gradcheck import get_numerical_jacobian_wrt_specific_input
    >>> x = wengert.tensor([1.0, 2.0], dtype=wengert.float64, requires_grad=True)
    >>> get_numerical_jacobian_wrt_specific_input(lambda x: x * 3, 0, (x,), (x * 3,), 1e-6)
    (tensor([[3.0000, 0.0000],
            [0.0000, 3.0000]], dtype=wengert.float64),)
    """
    args = as_tuple(inputs)
    x = args[input_idx] if input is None else input
    assert is_checked(x), "Expected input to have requires_grad=True"
    ys = as_tuple(outputs)
    assert is_forward_ad or not any(y.is_complex() for y in ys), "Expected ds_dx to be real-valued, not complex."
    return tuple(_columns(lambda: fn(*args), x, ys, eps))


def get_analytical_jacobian(
    inputs: Any, output: Tensor, nondet_tol: float = 0.0, grad_out: float = 1.0
) -> tuple[tuple[Tensor, ...], bool, bool, bool]:
    """Compute the Jacobians of ``output`` by reverse mode. Deprecated: use :func:`gradcheck`.

    Args:
        inputs: the tensors that ``output`` was computed from.
        output: a real tensor.
        nondet_tol: how much two backward passes may differ.
        grad_out: must be 1.0.

    Returns:
        a tuple of tensors of shape ``(input elements, output elements)``, one for every input that requires grad; then
        whether two backward passes agree, whether the gradients have the inputs' sizes, and whether they have the
        inputs' dtypes.

    Raises:
        ValueError: if ``grad_out`` is not 1.0, or if the output is complex.

    >>> import warnings, wengert
    >>> from wengert.autograd.gradcheck import get_analytical_jacobian
    >>> x = wengert.tensor([1.0, 2.0], dtype=wengert.float64, requires_grad=True)
    >>> with warnings.catch_warnings(action="ignore"):
    ...     get_analytical_jacobian((x,), x * 3)
    ((tensor([[3., 0.],
            [0., 3.]], dtype=wengert.float64),), True, True, True)
    """
    _deprecated("get_analytical_jacobian", grad_out)
    if output.is_complex():
        raise errors.gradcheck.complex_output("get_analytical_jacobian")
    checked = [x for x in as_tuple(inputs) if is_checked(x)]
    once, sizes, types = _rows(checked, output)
    again, _, _ = _rows(checked, output)
    apart = [np.max(np.abs(a - b), initial=0.0) for a, b in zip(once, again, strict=True)]
    blocks = tuple(_tensor(x, block) for x, block in zip(checked, once, strict=True))
    return blocks, all(d <= nondet_tol for d in apart), sizes, types  # PyTorch returns the last two in the wrong order


def _deprecated(name: str, grad_out: float) -> None:
    errors.text.warn(
        f"`{name}` was part of PyTorch's private API and not meant to be exposed. It is deprecated here as there; use "
        "gradcheck(), or func.jacrev().",
        FutureWarning,
    )
    if grad_out != 1.0:
        raise ValueError(f"Expected grad_out to be 1.0. {name} no longer supports values of grad_out != 1.0.")


def _columns(fn: Callable[[], Any], x: Tensor, outputs: tuple[Tensor, ...], eps: float) -> list[Tensor]:
    """The Jacobian of each output with respect to ``x``."""
    n = size_of(x)
    blocks = [np.zeros((n, size_of(y))) for y in outputs]
    for k in range(n):
        step = np.zeros(n)
        step[k] = eps
        shifted = []
        for by in (step, -step):
            with moved(x, by):
                shifted.append(outputs_of(fn()))
        for y, a, b in zip(outputs, *shifted, strict=True):
            if not y.shape == a.shape == b.shape:
                at = f"on index {place(k, x)} "
                raise errors.gradcheck.other_output("shape", at, eps, a.shape, b.shape)
        for block, a, b in zip(blocks, *shifted, strict=True):
            block[k] = (reals(a) - reals(b)) / (2 * eps)
    return [_combined(x, y, block) for y, block in zip(outputs, blocks, strict=True)]


def _combined(x: Tensor, y: Tensor, block: Array) -> Tensor:
    """A Jacobian with real and imaginary rows and columns combined into complex numbers."""
    if y.is_complex():
        block = block[:, 0::2] + 1j * block[:, 1::2]
    if x.is_complex():
        block = block[0::2] + 1j * block[1::2]
    tensor: Tensor = from_numpy(np.ascontiguousarray(block)).to(x.device)
    return tensor


def _rows(wanted: list[Tensor], output: Tensor) -> tuple[list[Array], bool, bool]:
    """The Jacobians by one backward pass per element, and whether all gradients have the right size and dtype."""
    n = size_of(output)
    blocks = [np.zeros((size_of(x), n)) for x in wanted]
    sizes = types = True
    for j in range(n):
        grads = grad(output, wanted, like(output, np.eye(n)[j]), retain_graph=True, allow_unused=True)
        for x, block, d in zip(wanted, blocks, grads, strict=True):
            if d is not None and d.shape != x.shape:
                sizes = False
                continue
            types = types and (d is None or d.dtype == x.dtype)
            block[:, j] = reals_or_zeros(d, x)
    return blocks, sizes, types


def _tensor(x: Tensor, block: Array) -> Tensor:
    """A Jacobian as a tensor with the dtype of ``x``."""
    if x.is_complex():
        block = block[0::2] + 1j * block[1::2]
    tensor: Tensor = from_numpy(np.ascontiguousarray(block)).to(device=x.device, dtype=x.dtype)
    return tensor
