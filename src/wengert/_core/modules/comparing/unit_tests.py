"""What PyTorch's own unit tests are made with. Packages take it from ``torch.testing._internal.common_utils``."""

from __future__ import annotations

import random
import unittest
from typing import Any

import numpy as np

from ...api.generated import functions
from ...api.grad_mode import no_grad
from ...errors.tracebacks import public
from ...ops.random import seeding
from ...tape.tensor import TensorBase
from .closeness import BOOLEANS, NUMBERS, Comparison, Difference, Keys
from .making import make_tensor

SEED = 1234


class AnyValues(Comparison):
    """Compares whatever tests compare: a tensor with an array, a number or a list, and other objects by ``==``."""

    def of(self, actual: Any, expected: Any, keys: Keys) -> Difference:
        if isinstance(actual, TensorBase) and not isinstance(expected, TensorBase):
            return super().of(actual, _like(expected, actual), keys)
        if isinstance(expected, TensorBase) and not isinstance(actual, TensorBase):
            return super().of(_like(actual, expected), expected, keys)
        return super().of(actual, expected, keys)

    def of_leaves(self, actual: Any, expected: Any, keys: Keys) -> str | None:
        if _has_numbers(actual) and _has_numbers(expected):
            return super().of_leaves(actual, expected, keys)
        if isinstance(actual, np.ndarray) and isinstance(expected, np.ndarray):  # of words, or of objects
            return None if np.array_equal(actual, expected) else f"Arrays are not equal: {actual!r} != {expected!r}"
        return None if actual == expected else f"Objects are not equal: {actual!r} != {expected!r}"

    def of_numbers(self, actual: Any, expected: Any) -> str | None:
        relaxed = Comparison(self.subclasses, self.given, self.equal_nan, {**self.checks, "dtype": False})
        relaxed.least = self.least
        return relaxed.of_numbers(actual, expected)


def _has_numbers(value: Any) -> bool:
    """Whether a value is a tensor, a number, or an array of numbers."""
    return isinstance(value, (TensorBase, *BOOLEANS, *NUMBERS)) or (
        isinstance(value, np.ndarray) and value.dtype.kind not in "OSU"
    )


def _like(value: Any, tensor: Any) -> Any:
    """A value that stands where another one is a tensor: arrays have a dtype of their own."""
    if value is None or isinstance(value, str):
        return value
    return functions.as_tensor(value, dtype=None if isinstance(value, np.ndarray) else tensor.dtype)


class TestCase(unittest.TestCase):
    """A test case whose ``assertEqual`` takes tensors: they are equal if they are close, as in ``assert_close``.

    Random numbers start from the same seed in each test. ``precision`` and ``rel_tol`` are the least tolerances.
    """

    precision = rel_tol = 0.0

    def setUp(self) -> None:
        random.seed(SEED)
        np.random.seed(SEED)
        seeding.manual_seed(SEED)

    @public
    def assertEqual(  # type: ignore[override]
        self,
        x: Any,
        y: Any,
        msg: Any = None,
        *,
        atol: float | None = None,
        rtol: float | None = None,
        equal_nan: bool = True,
        exact_dtype: bool = True,
        exact_device: bool = False,
        exact_layout: bool = False,
        exact_stride: bool = False,
    ) -> None:
        """Fail unless two values are close, down to what containers hold."""
        checks = {"device": exact_device, "dtype": exact_dtype, "layout": exact_layout, "stride()": exact_stride}
        given = None if atol is None or rtol is None else (rtol, atol)
        comparison = AnyValues(True, given, equal_nan, checks)
        comparison.least = (self.rel_tol, self.precision)
        with no_grad():
            difference = comparison.of(x, y, ())
        if difference is not None:
            text, keys = difference
            where = f"\n\nThe failure occurred for item {''.join(f'[{key!r}]' for key in keys)}" if keys else ""
            said = text + where
            raise self.failureException(msg(said) if callable(msg) else f"{said}\n{msg}" if msg else said)

    @public
    def assertNotEqual(self, x: Any, y: Any, msg: Any = None, **options: Any) -> None:  # type: ignore[override]
        """Fail if two values are close."""
        try:
            self.assertEqual(x, y, **options)
        except AssertionError:
            return
        raise self.failureException(msg or f"Values are equal: {x!r}")


COMMON: dict[str, Any] = {"TestCase": TestCase, "make_tensor": make_tensor, "run_tests": unittest.main}
