"""The numbers and bools that public functions are given: Python's, NumPy's, or tensors without dimensions."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from ..arrays import dtypes
from ..arrays.batched import Batched
from ..tape.tensor import Tensor, TensorBase
from .arguments import WrongKind, is_bool, is_int

NUMBERS = (int, float, complex, np.number)
ONLY_NUMBERS = frozenset(dtypes.PYTHON)  # what public functions take for a number as it is
ONLY_FLOATS = ONLY_NUMBERS - {complex}
PLAIN_NUMBERS = ONLY_NUMBERS | {type(None)}  # the same where None may be given, too
PLAIN_FLOATS = ONLY_FLOATS | {type(None)}
PLAIN_INTS = frozenset((int, type(None)))
PLAIN_OPERANDS = PLAIN_NUMBERS | {Tensor}  # the same where a tensor may be given
REAL_OPERANDS = PLAIN_FLOATS | {Tensor}
DEEP = 4  # lists within lists that are read: one may contain itself


def as_number(value: Any, depth: int = 0) -> Any:
    """A NumPy scalar, or a tensor without dimensions, as a number, also within lists and tuples; others unchanged."""
    if (
        isinstance(value, Tensor)
        and value._wg_data.shape == ()
        and type(value._wg_data) is not Batched
        and not value.requires_grad
    ):
        return value._wg_data.item()
    if type(value) in (tuple, list) and depth < DEEP:
        numbers = [as_number(v, depth + 1) for v in value]
        return value if all([a is b for a, b in zip(numbers, value, strict=True)]) else type(value)(numbers)
    return dtypes.number(value)


def given_number(value: Any) -> Any:
    """:func:`as_number` for a parameter. What is no number is refused: float() would make one of a string.

    The history of a tensor that is no number would be lost.
    """
    if value is ...:  # it was not given
        return value
    number = as_number(value)
    if isinstance(number, np.ndarray) and number.shape == ():
        number = dtypes.number(number[()])
    if not isinstance(number, (float, int, complex)):
        raise WrongKind
    return number


def given_int(value: Any) -> Any:
    """What is given for an integer. A bool is none: ``x.triu(True)`` names no diagonal. Nor is 1.0, nor a string."""
    if value is ...:  # it was not given
        return value
    number = as_number(value)
    if not is_int(number):
        raise WrongKind
    if isinstance(number, TensorBase):  # it has dimensions: the operation reads its element, or says more
        return number
    try:
        return index(number)
    except TypeError:  # an array
        raise WrongKind from None


def given_bool(value: Any) -> Any:
    """What is given for a bool. What is merely true is none: ``x.sum(0, float)`` asks for no dimension to be kept."""
    if value is ...:  # it was not given
        return value
    if not is_bool(value):
        raise WrongKind
    return bool(value)


def given_float(value: Any) -> Any:
    """:func:`given_number` for a parameter that is no complex number."""
    return _real(given_number(value), value)


def given_numbers(value: Any) -> Any:
    """What is given for a real number where several, or a word, may be given: :func:`as_number`."""
    number = as_number(value)
    if isinstance(number, (TensorBase, bytes)):
        raise WrongKind
    if isinstance(number, (tuple, list)) and any([isinstance(n, (str, bytes)) for n in number]):
        raise WrongKind
    return _real(number, value)


def given_reals(value: Any) -> Any:
    """:func:`given_numbers` where no word may be given: float() would make a number of ``"1"``."""
    if isinstance(value, str):
        raise WrongKind
    return given_numbers(value)


def given_operand(value: Any) -> Any:
    """What is given for a tensor or a real number."""
    return _real(dtypes.number(value), value)


def _real(number: Any, value: Any) -> Any:
    """A number that is not complex, made from this value. A complex tensor may hold a real one."""
    if type(number) is not complex:
        return number
    if not isinstance(value, TensorBase):
        raise WrongKind
    if number.imag:
        raise RuntimeError(
            f"value cannot be converted to type double without overflow: {number} is not real. Give a real number."
        )
    return number.real
