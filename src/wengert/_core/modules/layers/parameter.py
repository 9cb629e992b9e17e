"""Parameters and buffers: tensors that a module registers when they are assigned to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from ... import errors
from ...api import copying
from ...api.generated import functions
from ...dispatch.override import NOTHING
from ...tape.tensor import Tensor, TensorBase, without_subclass


class ParameterMeta(type):
    """Makes ``isinstance(t, Parameter)`` True for tensors of other types that ``Parameter(t)`` returned."""

    def __instancecheck__(cls, instance: Any) -> bool:
        if super().__instancecheck__(instance):
            return True
        return cls is Parameter and isinstance(instance, TensorBase) and getattr(instance, "_is_param", False)


class Parameter(Tensor, metaclass=ParameterMeta):
    """A tensor that a module registers among its parameters when it is assigned to one. Results of operations are none.

    Args:
        data: a tensor, whose memory the parameter shares. Default: an empty one.
        requires_grad: whether gradients are accumulated for it.

    >>> import wengert
    >>> wengert.nn.Parameter(wengert.ones(2))
    Parameter containing:
    tensor([1., 1.], requires_grad=True)
    """

    __wengert_function__ = __torch_function__ = NOTHING

    def __new__(cls, data: Any = None, requires_grad: bool = True) -> Self:
        if data is None:
            data = functions.empty(0)
        if not isinstance(data, TensorBase):
            raise errors.layers.parameter_data(cls.__name__, data)
        kind: Any = type(data)
        if kind in (Tensor, Parameter) or isinstance(data, cls):
            return Tensor._make_subclass(cls, data, requires_grad)  # type: ignore[attr-defined, no-any-return]
        return _marked(data, requires_grad)  # type: ignore[no-any-return]

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.detach().clone(), self.requires_grad)
        return memo[id(self)]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        shown = repr(without_subclass(self)) if type(self) is Parameter else f"Parameter({super().__repr__()})"
        return f"Parameter containing:\n{shown}"


def _marked(data: Any, requires_grad: bool) -> Any:
    """A tensor of a type with handlers, marked as a parameter: it keeps its type."""
    kept = data.detach().requires_grad_(requires_grad)
    if type(kept) is not type(data):
        raise errors.layers.parameter_type(type(data), type(kept))
    kept._is_param = True
    return kept


def clear_gradients(params: Iterable[Any], set_to_none: bool) -> None:
    """Drop the gradients of parameters, or fill them with zeros."""
    for p in params:
        grad = p.grad
        if grad is None:
            continue
        if set_to_none:
            p.grad = None
            continue
        if grad.grad_fn is not None:
            grad.detach_()
        else:
            grad.requires_grad_(False)
        grad.zero_()


class BufferMeta(ParameterMeta):
    """Makes ``isinstance(t, Buffer)`` True for what ``Buffer(t)`` returned."""

    def __instancecheck__(cls, instance: Any) -> bool:
        if cls is Buffer:
            return isinstance(instance, TensorBase) and getattr(instance, "_is_buffer", False)
        return type.__instancecheck__(cls, instance)


class Buffer(Tensor, metaclass=BufferMeta):
    """A tensor that a module registers among its buffers when it is assigned to one.

    Args:
        data: a tensor, whose memory the buffer shares. Default: an empty one.
        persistent: whether the buffer is part of the module's ``state_dict``.

    >>> import wengert
    >>> module = wengert.nn.Module()
    >>> module.mean = wengert.nn.Buffer(wengert.zeros(2))
    >>> dict(module.named_buffers())
    {'mean': tensor([0., 0.])}
    """

    __wengert_function__ = __torch_function__ = NOTHING

    def __new__(cls, data: Any = None, *, persistent: bool = True) -> Any:  # type: ignore[misc]
        if data is None:
            data = functions.empty(0)
        if not isinstance(data, TensorBase):
            raise errors.layers.parameter_data(cls.__name__, data)
        kept: Any = data.detach().requires_grad_(data.requires_grad)  # type: ignore[attr-defined]
        kept.persistent = persistent
        kept._is_buffer = True
        return kept


class Uninitialized:
    """What parameters and buffers are whose shape is not known yet (``uninitialized.py``)."""


def is_lazy(param: Any) -> bool:
    """Whether the shape of a parameter or buffer is not known yet.

    >>> import wengert
    >>> wengert.nn.parameter.is_lazy(wengert.nn.UninitializedParameter())
    True
    """
    return isinstance(param, Uninitialized)


copying.NAMES[Parameter] = "Parameter"
