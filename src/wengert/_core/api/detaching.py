"""The functions ``detach`` and ``detach_``, which call the methods of Tensor."""

from __future__ import annotations

from typing import Any

from .. import errors
from ..dispatch import override
from ..errors.tracebacks import public
from ..tape.tensor import Tensor, TensorBase
from . import set_data  # noqa: F401  (it adds methods to Tensor)


@public
def detach(input: Any) -> Tensor:
    """Return a tensor with the memory of ``input``, but without history and tangents.

    The two share a version counter, so a write through one is detected by the version checks of the other. Also
    available as ``Tensor.detach``.

    Args:
        input: the tensor, of any shape and dtype.

    >>> import wengert
    >>> x = wengert.ones(2, requires_grad=True)
    >>> wengert.detach(x).requires_grad
    False
    """
    return _called(detach, input)  # type: ignore[no-any-return]


@public
def detach_(input: Any) -> Tensor:
    """Remove the history of a tensor, in place, and return it. Also available as ``Tensor.detach_``.

    Args:
        input: the tensor, of any shape and dtype.

    Raises:
        RuntimeError: if the tensor is a view, because it shares its base's history.

    >>> import wengert
    >>> y = wengert.ones(2, requires_grad=True) * 2
    >>> wengert.detach_(y).requires_grad, y.grad_fn
    (False, None)
    """
    return _called(detach_, input)  # type: ignore[no-any-return]


def _called(function: Any, input: Any) -> Any:
    if override.on and (overriding := override.find(input)):
        return override.call(overriding, function, (input,), {})
    if not isinstance(input, TensorBase):
        raise errors.calls.not_an_array(function.__name__, "input", input)
    return getattr(input, function.__name__)()
