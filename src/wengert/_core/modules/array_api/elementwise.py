"""Functions of the elements of one array or two. Most of those of one array are wengert's own.

Two arrays are cast to one dtype first: in the standard, an array without dimensions counts as others do.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

from ...api.generated import functions, special_functions
from ...tape.tensor import Tensor
from .data_types import result_type


def alike(*given: Any) -> list[Any]:
    """Arrays and numbers as arrays of one dtype."""
    dtype = result_type(*given)
    device = next(x.device for x in given if isinstance(x, Tensor))
    return [
        x if isinstance(x, Tensor) and x.dtype == dtype else functions.as_tensor(x, dtype=dtype, device=device)
        for x in given
    ]


def _of_two(name: str, compute: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def function(x1: Any, x2: Any, /) -> Any:
        if not (isinstance(x1, Tensor) and isinstance(x2, Tensor) and x1.dtype == x2.dtype):
            x1, x2 = alike(x1, x2)
        return compute(x1, x2)

    known = f"{compute.__module__}.{compute.__qualname__}"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""``{name}`` of two arrays, which are cast to one dtype first: see :func:`{known}`.

    Args:
        x1: an array, or a number
        x2: an array, or a number; one of the two is an array
    """
    each = [Parameter(p, Parameter.POSITIONAL_ONLY, annotation=Any) for p in ("x1", "x2")]
    function.__signature__ = Signature(each, return_annotation=Any)  # type: ignore[attr-defined]
    return function


add = _of_two("add", functions.add)
atan2 = _of_two("atan2", functions.atan2)
bitwise_and = _of_two("bitwise_and", functions.bitwise_and)
bitwise_left_shift = _of_two("bitwise_left_shift", functions.bitwise_left_shift)
bitwise_or = _of_two("bitwise_or", functions.bitwise_or)
bitwise_right_shift = _of_two("bitwise_right_shift", functions.bitwise_right_shift)
bitwise_xor = _of_two("bitwise_xor", functions.bitwise_xor)
copysign = _of_two("copysign", functions.copysign)
divide = _of_two("divide", functions.true_divide)
equal = _of_two("equal", functions.eq)
floor_divide = _of_two("floor_divide", functions.floor_divide)
greater = _of_two("greater", functions.gt)
greater_equal = _of_two("greater_equal", functions.ge)
hypot = _of_two("hypot", functions.hypot)
less = _of_two("less", functions.lt)
less_equal = _of_two("less_equal", functions.le)
logaddexp = _of_two("logaddexp", functions.logaddexp)
logical_and = _of_two("logical_and", functions.logical_and)
logical_or = _of_two("logical_or", functions.logical_or)
logical_xor = _of_two("logical_xor", functions.logical_xor)
maximum = _of_two("maximum", functions.maximum)
minimum = _of_two("minimum", functions.minimum)
multiply = _of_two("multiply", functions.mul)
nextafter = _of_two("nextafter", functions.nextafter)
not_equal = _of_two("not_equal", functions.ne)
pow = _of_two("pow", functions.pow)
remainder = _of_two("remainder", functions.remainder)
subtract = _of_two("subtract", functions.sub)

# SciPy's, which the standard does not have
gammainc = _of_two("gammainc", special_functions.gammainc)
gammaincc = _of_two("gammaincc", special_functions.gammaincc)
xlog1py = _of_two("xlog1py", special_functions.xlog1py)
xlogy = _of_two("xlogy", special_functions.xlogy)
zeta = _of_two("zeta", special_functions.zeta)


def bitwise_invert(x: Any, /) -> Any:
    """The bits of integers inverted; of truth values, not.

    >>> import wengert
    >>> wengert.array_api.bitwise_invert(wengert.tensor([0, 5]))
    tensor([-1, -6])
    """
    return functions.bitwise_not(x)


def sign(x: Any, /) -> Any:
    """-1, 0 or 1 by the sign of a number; of a complex number, the number of absolute value 1 with its angle.

    >>> import wengert
    >>> wengert.array_api.sign(wengert.tensor([-2.0, 0.0, 3.0]))
    tensor([-1.,  0.,  1.])
    """
    return functions.sgn(x)


def round(x: Any, /) -> Any:
    """The nearest integers. Halves are rounded to even ones. Of a complex number both parts are rounded.

    >>> import wengert
    >>> wengert.array_api.round(wengert.tensor([0.5, 1.5, 2.6]))
    tensor([0., 2., 3.])
    """
    if x.dtype.is_complex:
        return functions.complex(functions.round(x.real), functions.round(x.imag))
    return functions.round(x)


def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:
    """An array of which the elements below ``min`` and above ``max`` are replaced. It has the dtype of ``x``.

    Args:
        x: the array
        min: the least, or None: a number, or an array that broadcasts to ``x``
        max: the largest, or None, as ``min``

    >>> import wengert
    >>> wengert.array_api.clip(wengert.tensor([-2.0, 0.5, 3.0]), 0.0, 1.0)
    tensor([0.0000, 0.5000, 1.0000])
    """
    if min is None and max is None:
        return x.clone()
    low, high = (b if b is None else functions.as_tensor(b, dtype=x.dtype, device=x.device) for b in (min, max))
    return functions.clip(x, low, high)


def where(condition: Any, x1: Any, x2: Any, /) -> Any:
    """The elements of ``x1`` where a condition holds, else those of ``x2``.

    Args:
        condition: an array of bool
        x1: an array, or a number
        x2: an array, or a number; one of the two is an array

    >>> import wengert
    >>> wengert.array_api.where(wengert.tensor([True, False]), wengert.tensor([1.0, 2.0]), 0.0)
    tensor([1., 0.])
    """
    return functions.where(condition, *alike(x1, x2))
