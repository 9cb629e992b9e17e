"""``Variable``, the deprecated name of a tensor, and its access to the engine."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from .. import errors
from ..arrays import dtypes
from ..tape.state import local
from ..tape.tensor import TensorBase, alias, make
from .backward import backward, grad


class ImperativeEngine:
    """Access to the backward pass that runs in this thread."""

    def queue_callback(self, callback: Any) -> None:
        """Call ``callback()`` when the innermost running backward pass of this thread ends without an error.

        Callbacks are called in the order of queuing. A callback may queue more.

        Raises:
            RuntimeError: if no backward pass runs in this thread.

        >>> import wengert
        >>> engine = wengert.autograd.Variable._execution_engine
        >>> x = wengert.tensor(2.0, requires_grad=True)
        >>> y = x * x
        >>> handle = y.register_hook(lambda g: engine.queue_callback(lambda: print("over", x.grad)))
        >>> y.backward()
        over tensor(4.)
        """
        walk = local.state.walk
        if walk is None:
            raise errors.gradients.callback_outside()
        walk.callbacks.append(callback)

    def is_checkpoint_valid(self) -> bool:
        """Return whether the current backward pass reaches all leaves, because it was started without ``inputs``."""
        walk = local.state.walk
        return walk is None or walk.captures is None

    def run_backward(
        self,
        tensors: Any,
        grad_tensors: Any,
        keep_graph: bool = False,
        create_graph: bool = False,
        inputs: Any = None,
        allow_unreachable: bool = False,
        accumulate_grad: bool = False,
    ) -> Any:
        """Call :func:`grad` if ``inputs`` is given without ``accumulate_grad``, else :func:`backward`."""
        if not inputs or accumulate_grad:
            return backward(tensors, grad_tensors, keep_graph, create_graph, inputs=inputs or None)
        return grad(tensors, inputs, grad_tensors, keep_graph, create_graph, allow_unused=allow_unreachable)


class VariableMeta(type):
    """Makes ``isinstance(t, Variable)`` True for tensors: the class of :class:`Variable`."""

    def __instancecheck__(cls, other: Any) -> bool:
        return isinstance(other, TensorBase)


class Variable(metaclass=VariableMeta):
    """Deprecated: use tensors. ``Variable(t)`` and ``Variable(t, requires_grad)`` return tensors.

    The result shares memory with ``t`` and has no history.

    Args:
        data: a tensor. Default: an empty tensor.
        requires_grad: whether the result requires grad.
        volatile: removed. It warns and has no effect. Use :class:`wengert.no_grad`.
        _grad_fn: removed. It must be None.
        name: the ``name`` of the result.

    Raises:
        TypeError: if ``data`` is not a tensor, or if ``_grad_fn`` is given.
        ValueError: if both ``requires_grad`` and ``volatile`` are set.
        RuntimeError: if ``requires_grad`` is set for a dtype that is not floating point or complex.

    >>> import wengert
    >>> v = wengert.autograd.Variable(wengert.ones(2), requires_grad=True)
    >>> v, isinstance(v, wengert.autograd.Variable)
    (tensor([1., 1.], requires_grad=True), True)
    """

    _execution_engine = ImperativeEngine()

    def __new__(
        cls,
        data: Any = None,
        requires_grad: Any = False,
        volatile: Any = False,
        _grad_fn: Any = None,
        name: str | None = None,
    ) -> Any:
        for flag in (requires_grad, volatile):
            if not isinstance(flag, int):
                raise TypeError(
                    f"'{type(flag).__name__}' object cannot be interpreted as an integer. Give True or False."
                )
        if volatile:
            errors.text.warn("volatile was removed and now has no effect. Use `with wengert.no_grad():` instead.")
            if requires_grad:
                raise ValueError(
                    "Variable can't be volatile and require_grad at the same time! "
                    "Leave out volatile, and compute under no_grad() instead."
                )
        if _grad_fn is not None:
            raise TypeError(f"_grad_fn has to be a Function object or None, but got {type(_grad_fn).__name__}")
        if data is None:
            data = make(np.empty(0, dtypes.default_float()))
        if not isinstance(data, TensorBase):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        out = alias(data._wg_data, data._wg_cell())
        if requires_grad:
            out.requires_grad_()
        if name is not None:
            out._name = name  # type: ignore[attr-defined]
        return out


def variable(*args: Any, **kwargs: Any) -> NoReturn:
    """Removed: use :func:`wengert.tensor`. (In the namespace it replaces the module, so it has the module's class.)"""
    raise RuntimeError("wengert.autograd.variable(...) is deprecated, use wengert.tensor(...) instead")


variable.Variable = Variable  # type: ignore[attr-defined]
