"""Operators of tensors that a row stands behind: ``x * y`` is ``mul``. Programs are full of them, so they are compiled.

``api/generated/tensor_methods.py`` says which there are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays import arrays
from ..arrays.batched import Batched
from ..errors.tracebacks import short
from ..tape.tensor import Tensor, TensorBase
from . import override

OPERANDS = (float, int, TensorBase, complex, np.ndarray, np.generic, Batched)


def operand(x: Any) -> bool:
    """Whether an operator can work with ``x`` though it is none of the usual types."""
    return arrays.is_array(x)


def unary(name: str, op: Any, params: Any = None) -> Callable[..., Any]:
    """The operator of one operand that calls ``op`` with these parameters."""
    on = op.on

    def operator(self: Any) -> Any:
        try:
            return on(self, None, params)
        except Exception as e:
            raise short(e)

    return named(operator, name)


def binary(name: str, op: Any, params: Any = None, mirrored: bool = False) -> Callable[..., Any]:
    """The operator of two operands that calls ``op`` with these parameters; if ``mirrored``, with ``other`` first.

    It returns NotImplemented for an operand that it does not know, so that Python asks that one.
    """
    on = op.on
    if params == op.defaults:
        params = op.defaults  # the kernel need not be given them

    def operator(self: Any, other: Any) -> Any:
        if type(other) is not Tensor and not isinstance(other, OPERANDS) and not operand(other):
            return override.operator(name, self, other)
        try:
            return on(other, self, params) if mirrored else on(self, other, params)
        except Exception as e:
            raise short(e)

    return named(operator, name)


def named(operator: Any, name: str) -> Callable[..., Any]:
    """A function with this name."""
    operator.__name__ = operator.__qualname__ = name
    return operator  # type: ignore[no-any-return]
