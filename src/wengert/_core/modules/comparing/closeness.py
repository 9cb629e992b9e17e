"""``assert_close``: compares tensors, numbers and containers, and says how they differ."""

from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping, Sequence
from math import isinf
from typing import Any

import numpy as np

from ... import errors
from ...api.generated import functions
from ...api.grad_mode import no_grad
from ...api.types import sparse_coo, sparse_csc, sparse_csr, strided
from ...arrays import dtypes
from ...errors.tracebacks import public
from ...tape.tensor import TensorBase

HALF, SINGLE, DOUBLE, EXACT = (1e-3, 1e-5), (1.3e-6, 1e-5), (1e-7, 1e-7), (0.0, 0.0)
INDICES = {
    sparse_coo: ("_indices",),
    sparse_csr: ("crow_indices", "col_indices"),
    sparse_csc: ("ccol_indices", "row_indices"),
}
TOLERANCES = {  # of a dtype: relative and absolute
    dtypes.float16: HALF, dtypes.bfloat16: (1.6e-2, 1e-5), dtypes.float32: SINGLE, dtypes.complex64: SINGLE,
    dtypes.float64: DOUBLE, dtypes.complex128: DOUBLE,
}  # fmt: skip
OF_NUMBERS = {int: dtypes.int64, float: dtypes.float64, complex: dtypes.complex128, bool: dtypes.bool_}
BOOLEANS = (bool, np.bool_)
NUMBERS = (int, float, complex, np.number)


@public
def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """Raise an error that says how two values differ, unless they are close.

    Numbers are close if they are equal or ``abs(actual - expected) <= atol + rtol * abs(expected)``. Containers are
    close if they have the same keys or lengths and what they hold is close.

    Args:
        actual: a tensor, an array, a number, or a container of these.
        expected: what it should be.
        allow_subclasses: whether a subclass of Tensor may stand for another.
        rtol: the relative tolerance. Give both or none; the default depends on the dtype: 1.3e-6 for float32, 1e-7 for
            float64, 1e-3 for float16, 1.6e-2 for bfloat16, and 0 for numbers that are whole.
        atol: the absolute tolerance. The default depends on the dtype: 1e-7 for float64, 1e-5 for the others.
        equal_nan: whether NaN equals NaN.
        check_device: whether the devices must be equal.
        check_dtype: whether the dtypes must be equal. If not, tensors are compared in the dtype of their sum.
        check_layout: whether the layouts must be equal. If not, sparse tensors are compared as dense ones.
        check_stride: whether the strides must be equal.
        msg: what the error says, or a function that makes it of what it would say.

    Raises:
        AssertionError: if they are not close.
        TypeError: if there is no way to compare them.
        ValueError: if only one of the tolerances is given.

    >>> import wengert
    >>> from wengert.testing import assert_close
    >>> assert_close(wengert.tensor([1.0, 2.0]).exp().log(), wengert.tensor([1.0, 2.0]))
    >>> assert_close({"a": wengert.tensor([1.0, 2.0])}, {"a": wengert.tensor([1.0, 3.0])})
    Traceback (most recent call last):
        ...
    AssertionError: Tensor-likes are not close!
    <BLANKLINE>
    Mismatched elements: 1 / 2 (50.0%)
    Greatest absolute difference: 1.0 at index (1,) (up to 1e-05 allowed)
    Greatest relative difference: 0.3333333432674408 at index (1,) (up to 1.3e-06 allowed)
    <BLANKLINE>
    The failure occurred for item ['a']
    """
    if (rtol is None) != (atol is None):
        raise errors.comparing.one_tolerance("rtol" if rtol is None else "atol")
    for name, value in (("rtol", rtol), ("atol", atol)):
        if value is not None and value < 0:
            raise RuntimeError(f"assert_close: '{name}' must not be negative, got {value}.")
    checks = {"device": check_device, "dtype": check_dtype, "layout": check_layout, "stride()": check_stride}
    given = None if rtol is None or atol is None else (rtol, atol)
    comparison = Comparison(allow_subclasses, given, equal_nan, checks)
    with no_grad():
        difference = comparison.of(actual, expected, ())
    if difference is not None:
        raise errors.comparing.different(*difference, msg)


Keys = tuple[Any, ...]
Difference = tuple[str, Keys] | None


class Comparison:
    """What is asked of two values. The methods return how they differ first, and at which keys; None if not at all."""

    least = EXACT  # tolerances where those of the dtype are smaller

    def __init__(self, subclasses: bool, tolerances: Any, equal_nan: bool, checks: dict[str, bool]) -> None:
        self.subclasses = subclasses
        self.given = tolerances
        self.equal_nan = equal_nan
        self.checks = checks

    def of(self, actual: Any, expected: Any, keys: Keys) -> Difference:
        """Compare containers, down to what they hold."""
        if isinstance(actual, Mapping) and isinstance(expected, Mapping):
            return self.of_mappings(actual, expected, keys)
        if _is_sequence(actual) and _is_sequence(expected):
            if len(actual) != len(expected):
                return errors.comparing.lengths(len(actual), len(expected)), keys
            pairs = ((i, a, e) for i, (a, e) in enumerate(zip(actual, expected, strict=True)))
            return self.first(pairs, keys)
        found = self.of_leaves(actual, expected, keys)
        return None if found is None else (found, keys)

    def of_mappings(self, actual: Any, expected: Any, keys: Keys) -> Difference:
        missing, more = set(expected) - set(actual), set(actual) - set(expected)
        if missing or more:
            return errors.comparing.keys(_sorted(missing), _sorted(more)), keys
        return self.first(((key, actual[key], expected[key]) for key in _sorted(set(expected))), keys)

    def first(self, pairs: Any, keys: Keys) -> Difference:
        """The first difference. All pairs are looked at, so that one that cannot be compared is always reported."""
        found = [self.of(actual, expected, (*keys, key)) for key, actual, expected in pairs]
        return next((difference for difference in found if difference is not None), None)

    def of_leaves(self, actual: Any, expected: Any, keys: Keys) -> str | None:
        if actual is None or expected is None:
            return None if actual is expected else errors.comparing.none(actual, expected)
        if isinstance(actual, BOOLEANS) and isinstance(expected, BOOLEANS):
            return None if bool(actual) is bool(expected) else errors.comparing.booleans(actual, expected)
        if isinstance(actual, NUMBERS) and isinstance(expected, NUMBERS):
            return self.of_numbers(actual, expected)
        related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
        if not (related if self.subclasses else type(actual) is type(expected)):
            raise errors.comparing.not_comparable(actual, expected, keys)
        if not isinstance(actual, TensorBase):
            if not hasattr(actual, "__array__"):
                raise errors.comparing.not_comparable(actual, expected, keys)
            actual, expected = functions.as_tensor(actual), functions.as_tensor(expected)
        return self.of_tensors(actual, expected)

    def tolerances(self, *of: dtypes.dtype) -> tuple[float, float]:
        if self.given is not None:
            return self.given  # type: ignore[no-any-return]
        found = [self.least, *(TOLERANCES.get(d, EXACT) for d in of)]
        return max(rtol for rtol, _ in found), max(atol for _, atol in found)

    def of_numbers(self, actual: Any, expected: Any) -> str | None:
        actual, expected = (x.item() if isinstance(x, np.number) else x for x in (actual, expected))
        if self.checks["dtype"] and type(actual) is not type(expected):
            return errors.comparing.types(type(actual), type(expected))
        rtol, atol = self.tolerances(OF_NUMBERS[type(actual)], OF_NUMBERS[type(expected)])
        if actual == expected or (self.equal_nan and cmath.isnan(actual) and cmath.isnan(expected)):
            return None
        difference = abs(actual - expected)
        if cmath.isfinite(difference) and difference <= atol + rtol * abs(expected):
            return None
        relative = difference / abs(expected) if expected else float("inf")
        return errors.comparing.scalars(actual, expected, difference, relative, rtol, atol)

    def of_tensors(self, actual: Any, expected: Any) -> str | None:
        if actual.shape != expected.shape:
            return errors.comparing.attribute("shape", actual.shape, expected.shape)
        for name in ("layout", "device", "dtype"):
            mine, its = getattr(actual, name), getattr(expected, name)
            if self.checks[name] and mine != its:
                return errors.comparing.attribute(name, mine, its)
        if self.checks["stride()"] and actual.layout is strided is expected.layout:
            if actual.stride() != expected.stride():
                return errors.comparing.attribute("stride()", actual.stride(), expected.stride())
        tolerances = self.tolerances(actual.dtype, expected.dtype)
        if actual.layout is not expected.layout:
            actual, expected = actual.to_dense(), expected.to_dense()
        actual = actual.to(expected.device)
        if actual.layout is strided:
            return self.of_values(actual, expected, "Tensor-likes", tolerances)
        if actual.is_sparse and not (actual.is_coalesced() and expected.is_coalesced()):
            actual, expected = actual.coalesce(), expected.coalesce()
        kind = f"{actual.layout}".rpartition("_")[2].upper()
        if actual._nnz() != expected._nnz():
            return errors.comparing.specified(kind, actual._nnz(), expected._nnz())
        for name in INDICES[actual.layout]:
            mine, its = getattr(actual, name)(), getattr(expected, name)()
            if found := self.of_values(mine, its, f"Sparse {kind} {name.lstrip('_')}", EXACT):
                return found
        return self.of_values(actual._values(), expected._values(), f"Sparse {kind} values", tolerances)

    def of_values(self, actual: Any, expected: Any, what: str, tolerances: tuple[float, float]) -> str | None:
        """Compare dense tensors of one shape, in their common dtype."""
        if actual.dtype != expected.dtype:
            common = functions.promote_types(actual.dtype, expected.dtype)
            actual, expected = actual.to(common), expected.to(common)
        rtol, atol = tolerances
        whole = not (actual.is_floating_point() or actual.is_complex())
        if whole and actual.dtype != dtypes.uint64:
            actual, expected = actual.to(dtypes.int64), expected.to(dtypes.int64)  # differences do not wrap around
        matches = functions.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=self.equal_nan)
        if bool(matches.all()):
            return None
        if not actual.ndim:
            return self.of_one(actual.item(), expected.item(), rtol, atol)
        difference = functions.abs(actual - expected)
        relative = difference / functions.abs(expected)
        shown = [_greatest(part.masked_fill(matches, 0), actual.shape) for part in (difference, relative)]
        wrong = int((~matches).sum())
        return errors.comparing.elements(what, wrong, actual.numel(), shown[0], shown[1], rtol, atol)

    def of_one(self, actual: Any, expected: Any, rtol: float, atol: float) -> str:
        difference = abs(actual - expected)
        relative = difference / abs(expected) if expected and not isinf(abs(expected)) else float("inf")
        return errors.comparing.scalars(actual, expected, difference, relative, rtol, atol)


def _greatest(x: Any, shape: Any) -> tuple[Any, Any]:
    """The greatest element, and where it is."""
    at = int(functions.argmax(x))
    return x.reshape(-1)[at].item(), tuple(int(i) for i in np.unravel_index(at, tuple(shape)))


def _is_sequence(x: Any) -> bool:
    return isinstance(x, Sequence) and not isinstance(x, (str, bytes))


def _sorted(keys: set[Any]) -> list[Any]:
    try:
        return sorted(keys)
    except TypeError:  # of types that have no order
        return list(keys)
