"""``torch.testing.assert_allclose``, which PyTorch keeps for older tests: other tolerances, and dtypes may differ."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api.generated import functions
from ...arrays import dtypes
from ...errors.tracebacks import public
from ...tape.tensor import TensorBase
from .closeness import assert_close

TOLERANCES = {dtypes.float16: (1e-3, 1e-3), dtypes.float32: (1e-4, 1e-5), dtypes.float64: (1e-5, 1e-8)}
EXACT = (0.0, 0.0)  # of other dtypes


@public
def assert_allclose(
    actual: Any,
    expected: Any,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = True,
    msg: str = "",
) -> None:
    """Raise an error unless two tensors are close: see ``assert_close``. Without tolerances, those of either dtype."""
    errors.alias.warn_of_assert_allclose()
    if not isinstance(actual, TensorBase):
        actual = functions.tensor(actual)
    if not isinstance(expected, TensorBase):
        expected = functions.tensor(expected, dtype=actual.dtype)
    if rtol is None and atol is None:
        rtol, atol = map(max, zip(*[TOLERANCES.get(t.dtype, EXACT) for t in (actual, expected)], strict=True))
    assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, msg=msg or None)


TESTING: dict[str, Any] = {"assert_allclose": assert_allclose}
