"""Gradients of parameters: their norm, and how it is limited."""

from __future__ import annotations

from types import GeneratorType
from typing import Any

from ... import errors
from ...api.generated import functions, linalg_functions
from ...api.grad_mode import no_grad
from ...errors.tracebacks import public
from ...tape.tensor import TensorBase


def _listed(tensors: Any) -> list[Any]:
    return [tensors] if isinstance(tensors, TensorBase) else list(tensors)


def _gradients(parameters: Any) -> list[Any]:
    return [p.grad for p in _listed(parameters) if p.grad is not None]


@public
def get_total_norm(
    tensors: Any, norm_type: float = 2.0, error_if_nonfinite: bool = False, foreach: bool | None = None
) -> Any:
    """Return the norm of tensors, as if all their elements were in one vector.

    Args:
        tensors: a tensor, or several.
        norm_type: the order of the norm.
        error_if_nonfinite: whether an infinite norm, or NaN, is an error.
        foreach: accepted and ignored.

    >>> import wengert
    >>> wengert.nn.utils.get_total_norm([wengert.tensor([3.0]), wengert.tensor([4.0])])
    tensor(5.)
    """
    each, order = _listed(tensors), float(norm_type)
    if not each:
        return functions.tensor(0.0)
    with no_grad():
        norms = [linalg_functions.vector_norm(t, order).to(each[0].device) for t in each]
        total = linalg_functions.vector_norm(functions.stack(norms), order)
        if error_if_nonfinite and not bool(total.isfinite()):
            raise errors.parametrizing.norm_not_finite(order)
    return total


@public
def clip_grads_with_norm_(parameters: Any, max_norm: float, total_norm: Any, foreach: bool | None = None) -> None:
    """Multiply the gradients of parameters by what brings their norm down to a limit, in place.

    Args:
        parameters: a tensor, or several.
        max_norm: the limit.
        total_norm: the norm of the gradients, as :func:`get_total_norm` returns it.
        foreach: accepted and ignored.

    >>> import wengert
    >>> x = wengert.nn.Parameter(wengert.zeros(2))
    >>> x.grad = wengert.tensor([3.0, 4.0])
    >>> wengert.nn.utils.clip_grads_with_norm_(x, max_norm=1.0, total_norm=wengert.tensor(5.0))
    >>> x.grad
    tensor([0.6000, 0.8000])
    """
    gradients = _gradients(parameters)
    if not gradients:
        return
    with no_grad():
        factor = functions.clamp(float(max_norm) / (total_norm + 1e-6), max=1.0)
        for gradient in gradients:
            gradient.mul_(factor.to(gradient.device))


@public
def clip_grad_norm_(
    parameters: Any,
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Any:
    """Bring the norm of the gradients of parameters, as of one vector, down to a limit, in place.

    Args:
        parameters: a tensor, or several.
        max_norm: the limit.
        norm_type: the order of the norm.
        error_if_nonfinite: whether an infinite norm, or NaN, is an error.
        foreach: accepted and ignored.

    Returns:
        the norm as it was

    >>> import wengert
    >>> x = wengert.tensor([3.0, 4.0], requires_grad=True)
    >>> (x * x / 2).sum().backward()
    >>> wengert.nn.utils.clip_grad_norm_(x, 1.0), x.grad
    (tensor(5.), tensor([0.6000, 0.8000]))
    """
    if isinstance(parameters, GeneratorType):
        parameters = list(parameters)
        if not parameters:
            errors.parametrizing.nothing_clipped()
    parameters = _listed(parameters)
    total = get_total_norm(_gradients(parameters), norm_type, error_if_nonfinite, foreach)
    clip_grads_with_norm_(parameters, max_norm, total, foreach)
    return total


@public
def clip_grad_norm(
    parameters: Any,
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Any:
    """Deprecated: use :func:`clip_grad_norm_`."""
    errors.parametrizing.old_clip()
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


def clip_grad_value_(parameters: Any, clip_value: float, foreach: bool | None = None) -> None:
    """Cut the gradients of parameters off at a value and its negative, in place.

    Args:
        parameters: a tensor, or several.
        clip_value: the value.
        foreach: accepted and ignored.

    >>> import wengert
    >>> x = wengert.tensor([3.0, 0.5], requires_grad=True)
    >>> (x * x / 2).sum().backward()
    >>> wengert.nn.utils.clip_grad_value_(x, 1.0)
    >>> x.grad
    tensor([1.0000, 0.5000])
    """
    limit = float(clip_value)
    with no_grad():
        for gradient in _gradients(parameters):
            gradient.clamp_(min=-limit, max=limit)
