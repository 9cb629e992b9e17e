"""The error function and its relatives."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import function_loops
from ...arrays.dtypes import F32, F64
from ...arrays.fused import in_one_pass
from ...declare.families import pointwise
from .elementary import exp, log
from .pointwise import _dtype as number_dtype
from .pointwise import elementary, where
from .single import composed, polynomial
from .single import erfinv as _erfinv


def scipy(xp: Any, name: str, *values: Any) -> Any:
    """Call a function that NumPy lacks: our own loop of its name for float32, SciPy's, or CuPy's on a GPU."""
    loop = getattr(function_loops, name, None)
    if loop is not None and composed(xp, values[0]):
        return loop(*values)
    special = _library(xp)
    if special is None:
        raise errors.calls.needs_scipy(name)
    if not hasattr(special, name):
        raise errors.calls.not_in_cupy(name)
    dtypes = [v.dtype for v in values if hasattr(v, "dtype")]
    if len(dtypes) < len(values):  # SciPy takes a number for an array of float64
        values = tuple([v if hasattr(v, "dtype") else dtypes[0].type(v) for v in values])
    return getattr(special, name)(*values)


def _library(xp: Any) -> Any:
    """The module with the special functions of ``xp``; None if SciPy is not installed."""
    if xp is not np:
        return importlib.import_module("cupyx.scipy.special")
    try:
        from scipy import special
    except ImportError:
        return None
    return special


def libm(name: str, scalar: Callable[[float], float]) -> Callable[[Any, Any], Any]:
    """A function that NumPy lacks: from SciPy if installed, else from libm through Python (as exact, but slow)."""

    def kernel(xp: Any, x: Any) -> Any:
        special = _library(xp)
        if special is None:
            out = np.empty_like(x)  # it lies in memory as x does
            out[...] = np.fromiter(map(scalar, x.ravel().tolist()), x.dtype, x.size).reshape(x.shape)
            return out
        return getattr(special, name)(x)

    return kernel


# Note [The error function]
# -------------------------
# In float32 and float64 erf and erfc have loops of their own, in the compiled build. Else they are SciPy's, if SciPy is
# installed. If not, they follow Cody, "Rational Chebyshev approximations for the error function", 1969, accurate to 3
# units in the last place:

# - below SMALL, erf is x times a quotient in x²;
# - from SMALL to 4, erfc is exp(-x²) times a quotient in x;
# - beyond 4, erfc is exp(-x²) / x times a quotient in 1 / x².

# The coefficients begin with the highest power.

FLOATS = (F32, F64)
SMALL = 0.46875
NEAR = (
    (0.185777706184603153, 3.16112374387056560, 113.864154151050156, 377.485237685302021, 3209.37758913846947),
    (1, 23.6012909523441209, 244.024637934444173, 1282.61652607737228, 2844.23683343917062),
)
MIDDLE = (
    (2.15311535474403846e-8, 0.564188496988670089, 8.88314979438837594, 66.1191906371416295, 298.635138197400131,
     881.952221241769090, 1712.04761263407058, 2051.07837782607147, 1230.33935479799725),
    (1, 15.7449261107098347, 117.693950891312499, 537.181101862009858, 1621.38957456669019, 3290.79923573345963,
     4362.61909014324716, 3439.36767414372164, 1230.33935480374942),
)  # fmt: skip
FAR = (
    (0.0163153871373020978, 0.305326634961232344, 0.360344899949804439, 0.125781726111229246, 0.0160837851487422766,
     6.58749161529837803e-4),
    (1, 2.56852019228982242, 1.87295284992346725, 0.527905102951428412, 0.0605183413124413191, 2.33520497626869185e-3),
)  # fmt: skip
ZERO = 30  # from here on erfc is 0 in every dtype


def _quotient(polynomials: Sequence[Sequence[float]], x: Any) -> Any:
    over, under = (polynomial(p, x) for p in polynomials)
    return over / under


def _erf_near(xp: Any, x: Any, size: Any) -> Any:
    return x * _quotient(NEAR, xp.square(xp.minimum(size, SMALL)))


def _erfc_beyond(xp: Any, size: Any) -> Any:
    size = xp.minimum(size, ZERO)
    inverse = 1 / xp.square(xp.maximum(size, 4))
    middle, far = _quotient(MIDDLE, xp.minimum(size, 4)), (math.pi**-0.5 - inverse * _quotient(FAR, inverse)) / size
    start = xp.trunc(size * 16) * 0.0625  # its square is exact, and so is the difference
    slope = xp.exp(-start * start) * xp.exp(-(size - start) * (size + start))
    return slope * xp.where(size <= 4, middle, far)


@in_one_pass
def _erf_formula(xp: Any, x: Any) -> Any:
    size = xp.abs(x)
    return xp.where(size <= SMALL, _erf_near(xp, x, size), xp.copysign(1 - _erfc_beyond(xp, size), x))


@in_one_pass
def _erfc_formula(xp: Any, x: Any) -> Any:
    size = xp.abs(x)
    beyond = _erfc_beyond(xp, size)
    return xp.where(size <= SMALL, 1 - _erf_near(xp, x, size), xp.where(x < 0, 2 - beyond, beyond))


def _erf(xp: Any, x: Any) -> Any:
    if function_loops.erf is not None and xp is np and x.dtype in FLOATS:
        return function_loops.erf(x)
    special = _library(xp)
    return _erf_formula(xp, x) if special is None else special.erf(x)


def _erfc(xp: Any, x: Any) -> Any:
    if function_loops.erfc is not None and xp is np and x.dtype in FLOATS:
        return function_loops.erfc(x)
    special = _library(xp)
    return _erfc_formula(xp, x) if special is None else special.erfc(x)


@pointwise(
    "erf(input, *, out=None)", x=lambda g, x: g * exp(-x * x) * (2 / math.sqrt(math.pi)), promote="float",
    inplace=True, aliases="special.erf",
    real_only="erf",
)  # fmt: skip
def erf(xp, x):
    """The error function: 2 / sqrt(pi) times the integral of exp(-t²) from 0 to ``input``.

    >>> wengert.erf(wengert.tensor([-1.0, 0.0, 1.0]))
    tensor([-0.8427,  0.0000,  0.8427])
    """
    return _erf(xp, x)


@pointwise(
    "erfc(input, *, out=None)", x=lambda g, x: g * exp(-x * x) * (-2 / math.sqrt(math.pi)), promote="float",
    inplace=True, aliases="special.erfc",
    real_only="erfc",
)  # fmt: skip
def erfc(xp, x):
    """The complementary error function, ``1 - erf(input)``. It is accurate where the result is small.

    >>> wengert.erfc(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 0.1573])
    """
    return _erfc(xp, x)


@elementary("erfinv(input, *, out=None)", x=lambda g, x: g * exp(erfinv(x) ** 2) * (math.sqrt(math.pi) / 2),
            aliases="special.erfinv", real_only="erfinv")  # fmt: skip
def erfinv(xp, x):
    """The inverse of the error function. It is infinite at -1 and 1, and NaN beyond.

    >>> wengert.erfinv(wengert.tensor([0.0, 0.5, 1.0]))
    tensor([0.0000, 0.4769,    inf])
    """
    if function_loops.erfinv is not None and xp is np and x.dtype == np.float64:
        return function_loops.erfinv(x)
    return _erfinv(xp, x) if composed(xp, x) else scipy(xp, "erfinv", x)


@pointwise("erfcx(input, *, out=None)", x=lambda g, x, out: g * (2 * x * out - 2 / math.sqrt(math.pi)),
           promote="float", namespace="special", method=False, node="SpecialErfcxBackward0", real_only="special_erfcx")  # fmt: skip
def erfcx(xp, x):
    """The scaled complementary error function, ``exp(input**2) * erfc(input)``, computed without overflow or underflow.

    >>> wengert.special.erfcx(wengert.tensor([0.0, 1.0, 100.0]))
    tensor([1.0000, 0.4276, 0.0056])
    """
    return scipy(xp, "erfcx", x)


@pointwise(
    "ndtr(input, *, out=None)", x=lambda g, x: g * exp(-0.5 * x * x) * (1 / math.sqrt(2 * math.pi)), promote="float",
    namespace="special", method=False, node="SpecialNdtrBackward0",
    real_only="special_ndtr", out="free",
)  # fmt: skip
def ndtr(xp, x):
    """The distribution function of the standard normal: the area under its density below ``input``.

    >>> wengert.special.ndtr(wengert.tensor([-1.0, 0.0, 1.0]))
    tensor([0.1587, 0.5000, 0.8413])
    """
    if function_loops.ndtr is not None and composed(xp, x):
        return function_loops.ndtr(x)
    return 0.5 * _erfc(xp, x * -math.sqrt(0.5))


@pointwise(x=lambda g, x, out: -g * out * (x + out), promote="float")
def _log_ndtr_slope(xp, x):
    """The density of the standard normal divided by :func:`ndtr`. Its own derivative needs no quotient of what is 0."""
    return math.sqrt(2 / math.pi) / scipy(xp, "erfcx", x * -math.sqrt(0.5))


@pointwise(
    "log_ndtr(input, *, out=None)", x=lambda g, x: g * _log_ndtr_slope(x),
    promote="float", namespace="special", method=False, node="SpecialLogNdtrBackward0",
    real_only="special_log_ndtr",
)  # fmt: skip
def log_ndtr(xp, x):
    """The logarithm of :func:`wengert.special.ndtr`, accurate in the tails.

    >>> wengert.special.log_ndtr(wengert.tensor([-20.0, 0.0]))
    tensor([-203.9172,   -0.6931])
    """
    return scipy(xp, "log_ndtr", x)


@pointwise(
    "ndtri(input, *, out=None)", x=lambda g, out: g * exp(out * out / 2) * math.sqrt(2 * math.pi), promote="float",
    namespace="special", method=False, node="SpecialNdtriBackward0",
    real_only="special_ndtri",
)  # fmt: skip
def ndtri(xp, x):
    """The inverse of :func:`wengert.special.ndtr`: the number below which the area under the normal density is
    ``input``.

    >>> wengert.special.ndtri(wengert.tensor([0.5, 0.975]))
    tensor([0.0000, 1.9600])
    """
    return scipy(xp, "ndtri", x)


@pointwise(
    "xlog1py(input, other, *, out=None)", x=lambda g, x, y: where((x == 0) & (y <= -1), 0, xlog1py(g, y)),
    y=lambda g, x, y: g * x / (y + 1), promote="float", namespace="special", method=False,
    node="SpecialXlog1PyBackward0 x=SpecialXlog1PyBackward1 y=SpecialXlog1PyBackward2",
    real_only="xlog1py_cpu",
)  # fmt: skip
def xlog1py(xp, x, y):
    """``input * log(1 + other)``. It is 0 where ``input`` is 0, even if the logarithm is infinite.

    >>> wengert.special.xlog1py(wengert.tensor([0.0, 2.0]), wengert.tensor([-1.0, 1.0]))
    tensor([0.0000, 1.3863])
    """
    dtype = number_dtype(x, y)
    return xp.where((x == 0) & ~xp.isnan(y), dtype.type(0), x * xp.log1p(y, dtype=dtype))


@pointwise(
    "entr(input, *, out=None)", x=lambda g, x: g * (-1 - log(x)), promote="float", namespace="special", method=False,
    node="SpecialEntrBackward0",
    real_only="special_entr",
)  # fmt: skip
def entr(xp, x):
    """The entropy ``-input * log(input)``. It is 0 at 0 and minus infinity for negative numbers.

    >>> wengert.special.entr(wengert.tensor([0.0, 0.5, -1.0]))
    tensor([0.0000, 0.3466,   -inf])
    """
    inside = xp.where(x > 0, x, 1)
    return xp.where(x > 0, -x * xp.log(inside), xp.where(x == 0, 0, xp.where(xp.isnan(x), x, -math.inf))).astype(
        x.dtype
    )
