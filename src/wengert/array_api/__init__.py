"""The array API standard: a namespace for code that is written for any array library.

SciPy, scikit-learn and other packages ask an array for its namespace, and compute with that alone. What they compute
can be differentiated then. ``x.__array_namespace__()`` returns this module.

>>> import wengert
>>> def softplus(x):
...     xp = x.__array_namespace__()
...     return xp.log1p(xp.exp(x))
>>> wengert.func.grad(softplus)(wengert.tensor(0.0))
tensor(0.5000)
"""

from __future__ import annotations

from math import e, inf, nan, pi
from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.generated.functions import (
    abs, acos, acosh, asin, asinh, atan, atanh, broadcast_shapes, ceil, conj, cos, cosh, empty_like, exp, expm1, floor,
    from_dlpack, full_like, imag, isfinite, isinf, isnan, log, log1p, log2, log10, logical_not, moveaxis, negative,
    ones_like, positive, real, reciprocal, signbit, sin, sinh, sqrt, square, tan, tanh, trunc, zeros_like,
)  # fmt: skip
from .._core.modules.array_api.arrangement import (
    broadcast_arrays, broadcast_to, concat, expand_dims, flip, matrix_transpose, permute_dims, repeat, reshape, roll,
    squeeze, stack, take, take_along_axis, tile, unstack,
)  # fmt: skip
from .._core.modules.array_api.creation import (
    arange, asarray, empty, eye, full, linspace, meshgrid, ones, tril, triu, zeros,
)  # fmt: skip
from .._core.modules.array_api.data_types import (
    VERSIONS, Capabilities, astype, bool_ as bool, can_cast, complex64, complex128, finfo, float32, float64, iinfo,
    int8, int16, int32, int64, isdtype, result_type, uint8, uint16, uint32, uint64,
)  # fmt: skip
from .._core.modules.array_api.elementwise import (
    add, atan2, bitwise_and, bitwise_invert, bitwise_left_shift, bitwise_or, bitwise_right_shift, bitwise_xor, clip,
    copysign, divide, equal, floor_divide, greater, greater_equal, hypot, less, less_equal, logaddexp, logical_and,
    logical_or, logical_xor, maximum, minimum, multiply, nextafter, not_equal, pow, remainder, round, sign, subtract,
    where,
)  # fmt: skip
from .._core.modules.array_api.linalg import matmul, tensordot, vecdot
from .._core.modules.array_api.over_axes import (
    all, any, count_nonzero, cumulative_prod, cumulative_sum, diff, max, mean, min, prod, std, sum, var,
)  # fmt: skip
from .._core.modules.array_api.searching import (
    argmax, argmin, argsort, isin, nonzero, searchsorted, sort, unique_all, unique_counts, unique_inverse,
    unique_values,
)  # fmt: skip
from . import fft, linalg, special

__array_api_version__ = VERSIONS[-1]
__array_namespace_info__ = Capabilities
newaxis = None

__all__ = [
    "__array_api_version__", "__array_namespace_info__", "abs", "acos", "acosh", "add", "all", "any", "arange",
    "argmax", "argmin", "argsort", "asarray", "asin", "asinh", "astype", "atan", "atan2", "atanh", "bitwise_and",
    "bitwise_invert", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "bool",
    "broadcast_arrays", "broadcast_shapes", "broadcast_to", "can_cast", "ceil", "clip", "complex128", "complex64",
    "concat", "conj", "copysign", "cos", "cosh", "count_nonzero", "cumulative_prod", "cumulative_sum", "diff",
    "divide", "e", "empty", "empty_like", "equal", "exp", "expand_dims", "expm1", "eye", "fft", "finfo", "flip",
    "float32", "float64", "floor", "floor_divide", "from_dlpack", "full", "full_like", "greater", "greater_equal",
    "hypot", "iinfo", "imag", "inf", "int16", "int32", "int64", "int8", "isdtype", "isfinite", "isin", "isinf",
    "isnan", "less", "less_equal", "linalg", "linspace", "log", "log10", "log1p", "log2", "logaddexp", "logical_and",
    "logical_not", "logical_or", "logical_xor", "matmul", "matrix_transpose", "max", "maximum", "mean", "meshgrid",
    "min", "minimum", "moveaxis", "multiply", "nan", "negative", "newaxis", "nextafter", "nonzero", "not_equal",
    "ones", "ones_like", "permute_dims", "pi", "positive", "pow", "prod", "real", "reciprocal", "remainder", "repeat",
    "reshape", "result_type", "roll", "round", "searchsorted", "sign", "signbit", "sin", "sinh", "sort", "special",
    "sqrt", "square", "squeeze", "stack", "std", "subtract", "sum", "take", "take_along_axis", "tan", "tanh",
    "tensordot", "tile", "tril", "triu", "trunc", "uint16", "uint32", "uint64", "uint8", "unique_all",
    "unique_counts", "unique_inverse", "unique_values", "unstack", "var", "vecdot", "where", "zeros", "zeros_like",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
