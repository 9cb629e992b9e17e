"""Queries about tensors and dtypes. They return plain Python values."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import dtypes
from ...declare.families import composite
from ...tape.tensor import payload_of


@composite("is_floating_point(input)", method=False)
def is_floating_point(input: Any) -> bool:
    """True if ``input`` has a floating point dtype.

    >>> wengert.is_floating_point(wengert.tensor(1.0)), wengert.is_floating_point(wengert.tensor(1))
    (True, False)
    """
    return dtypes.category(dtypes.as_numpy(input.dtype)) == dtypes.FLOAT


@composite("is_signed(input)")
def is_signed(input: Any) -> bool:
    """True if the dtype of ``input`` can hold negative values.

    >>> wengert.is_signed(wengert.tensor([1]))
    True
    """
    return dtypes.as_numpy(input.dtype).kind not in "bu"


@composite("is_nonzero(input)")
def is_nonzero(input: Any) -> bool:
    """True if the single element of ``input`` is nonzero.

    Raises:
        RuntimeError: if ``input`` does not have exactly one element.

    >>> wengert.is_nonzero(wengert.tensor([0.5]))
    True
    """
    return bool(input)


@composite("is_same_size(input, other)")
def is_same_size(input: Any, other: Any) -> bool:
    """True if two tensors have the same shape.

    >>> wengert.is_same_size(wengert.zeros(2, 3), wengert.ones(3, 2))
    False
    """
    return tuple(input.shape) == tuple(other.shape)


@composite("numel(input)", method=False)
def numel(input: Any) -> int:
    """The number of elements of ``input``.

    >>> wengert.numel(wengert.zeros(2, 3))
    6
    """
    return math.prod(input.shape)


@composite("promote_types(type1, type2)", method=False)
def promote_types(type1: Any, type2: Any) -> dtypes.dtype:
    """The smallest dtype to which both dtypes can be promoted.

    >>> wengert.promote_types(wengert.int64, wengert.float16)
    wengert.float16
    """
    return dtypes.of(dtypes.promote_types(dtypes.as_numpy(type1), dtypes.as_numpy(type2)))


@composite("result_type(tensor1, tensor2)", method=False)
def result_type(tensor1: Any, tensor2: Any) -> dtypes.dtype:
    """The dtype of the result of arithmetic between two tensors or numbers.

    Tensors with dimensions take precedence over 0-d tensors, and these over Python numbers.

    Args:
        tensor1: the first tensor or number
        tensor2: the second tensor or number

    >>> wengert.result_type(wengert.tensor([1, 2]), 1.5)
    wengert.float32
    """
    return dtypes.of(dtypes.result_type((payload_of(tensor1), payload_of(tensor2))))


@composite("can_cast(from_, to)", method=False)
def can_cast(from_: Any, to: Any) -> bool:
    """True if values of dtype ``from_`` may be stored as dtype ``to`` under the rules of type promotion.

    Args:
        from_: the dtype of the values
        to: the dtype in which they are stored

    >>> wengert.can_cast(wengert.float64, wengert.int32)
    False
    """
    given, wanted = (dtypes.category(dtypes.as_numpy(d)) for d in (from_, to))
    return given <= wanted
