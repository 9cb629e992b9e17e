"""Leaving for NumPy: tensors as arrays, and what NumPy's functions compute of tensors.

A NumPy array has no history, no tangent and no batch. So a tensor becomes an array only where none of them is lost. A
function of NumPy that has the meaning of an operation is that operation, and is recorded. Functions are told apart as
objects, never by their names: ``scipy.special.kl_div`` is not ``nn.functional.kl_div``. Any other function gets arrays.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import math
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import errors, late
from ..arrays import arrays, capsules, dtypes
from ..arrays.batched import Batched
from ..arrays.conjugates import image_of
from ..arrays.coo import COO
from ..dispatch.operators import OPERANDS, operand
from ..errors.tracebacks import short
from ..tape.history import Kind
from ..tape.state import local
from ..tape.tensor import TensorBase, detach, make, payload_of, wrap
from .generated import functions
from .leaving import live_tangents, stays
from .methods import method
from .numpy_reductions import Otherwise, of_methods

if TYPE_CHECKING:
    from .generated import linalg_functions as linalg
    from .generated import special_functions as special
else:
    late.modules(globals(), __package__, linalg="generated.linalg_functions", special="generated.special_functions")

Arguments = tuple[Any, ...]
ROWS = "wengert._core.api.numpy_"  # of modules that are imported when they are needed: importing wengert stays fast


def left(t: Any, what: str, function: Any = None, parameters: str = "") -> np.ndarray[Any, Any]:
    """The memory of a tensor as an array for ``what``; ``function`` of NumPy wants it, if that is known.

    ``parameters`` are those with which that function is recorded, if it is.
    """
    data = t._wg_data
    if type(data) is COO:
        raise errors.sparse.no_numpy(data.layout)
    if t.requires_grad and local.state.grad_enabled:
        raise errors.elements.numpy_requires_grad(function, parameters)
    if type(data) is Batched:
        raise errors.vmap.escaped(what)
    if live_tangents(t):
        raise errors.elements.tangent_left(what, function, parameters)
    if not isinstance(data, np.ndarray):
        raise errors.elements.not_on_cpu()
    if image_of(data) is not None:  # writes would not reach the tensor whose conjugates these are
        data = data.view()
        data.flags.writeable = False
    return data


@method
def numpy(self: Any, *, force: bool = False) -> np.ndarray[Any, Any]:
    """Return the CPU memory of the tensor as a NumPy array. The array shares the memory.

    That of a conjugated view is read-only (:func:`~wengert.conj`); ``resolve_conj().numpy()`` can be written.

    Under :class:`no_grad`, and inside the ``forward`` of a :class:`~wengert.autograd.Function`, a tensor may require
    grad.

    Args:
        force: whether to leave behind what an array cannot have: the history and the tangents of the tensor are
            dropped, and memory of a GPU is copied to the CPU.

    Raises:
        RuntimeError: if the tensor requires grad or has a tangent, without ``force``; or if it is batched.
        TypeError: if the tensor is sparse, or, without ``force``, on a GPU.
    """
    if force is not True:
        try:
            if type(force) is not bool:
                raise errors.calls.wrong_type("numpy", "force", "bool", force)
            found = left(self, "numpy()")
        except Exception as e:
            raise short(e)
        self._wg_cell().foreign = True
        return found
    if type(self._wg_data) is COO:
        raise errors.sparse.no_numpy(self._wg_data.layout)
    if type(self._wg_data) is Batched:
        raise errors.vmap.escaped("numpy()")
    copied: np.ndarray[Any, Any] = arrays.move(self._wg_data, "cpu")
    return copied if image_of(copied) is None else copied.copy()


@method
def __array__(self: Any, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:  # noqa: A002
    """Support ``numpy.asarray``, as :func:`numpy` does. A tensor that requires grad raises an error."""
    try:
        return np.array(self.numpy(), dtype=dtype, copy=copy)
    except Exception as e:
        raise short(e)


# -- DLPack


EXPORTS_VERSIONS = np.lib.NumpyVersion(np.__version__) >= "2.1.0"  # NumPy 2.0 takes no version of a capsule


@method
def __dlpack__(self: Any, **options: Any) -> Any:
    """Export the memory, so that another library can share it.

    Raises:
        BufferError: if the tensor requires grad, has a tangent, is batched or sparse, or has a dtype that NumPy cannot
            export.
    """
    if self.requires_grad:
        raise errors.elements.export_requires_grad()
    data = _exported(self)
    if isinstance(data, np.ndarray) and not EXPORTS_VERSIONS:
        options.pop("max_version", None)  # a capsule of the first kind is what every reader takes
    if data.dtype != dtypes.BF16:
        return data.__dlpack__(**options)
    capsule = data.view(np.uint16).__dlpack__(**options)
    capsules.restated(capsule, capsules.UINT16, capsules.BFLOAT16)
    return capsule


@method
def __dlpack_device__(self: Any) -> Any:
    """Return the kind and number of the device, in DLPack's numbering."""
    return _exported(self).__dlpack_device__()


# -- the array API


@method
def __array_namespace__(self: Any, *, api_version: str | None = None) -> Any:
    """Return :mod:`wengert.array_api`, whose functions have the names and arguments of the array API standard.

    Raises:
        ValueError: if ``api_version`` is not a version of the standard.
    """
    namespace = sys.modules["wengert"].array_api  # what users see: it is imported when it is first asked for
    if api_version is not None and api_version not in namespace.VERSIONS:
        raise ValueError(
            f"__array_namespace__: expected a version of the array API standard, got {api_version!r}. "
            f"Take one of {', '.join(namespace.VERSIONS)}, or leave it out."
        )
    return namespace


@method
def to_device(self: Any, device: Any, *, stream: Any = None) -> Any:
    """Return the tensor on a device: the array API's name for ``to(device)``.

    Args:
        device: the device
        stream: a stream of that device to copy on; only None is supported
    """
    if stream is not None:
        raise ValueError(f"to_device: expected no stream, got {stream!r}. Leave it out: copies wait for the device.")
    try:
        return self.to(device)
    except Exception as e:
        raise short(e)


def _exported(t: Any) -> Any:
    if not arrays.is_array(t._wg_data):
        raise (
            errors.elements.export_of("a sparse tensor", "use tensor.to_dense()")
            if type(t._wg_data) is COO
            else errors.elements.export_of("a tensor inside vmap", "return it first")
        )
    if image_of(t._wg_data) is not None:
        raise BufferError("Can't export tensors with the conjugate or negative bit set, use tensor.resolve_conj()")
    if live_tangents(t):
        raise errors.elements.export_of("a tensor that has a tangent", "use tensor.detach()")
    return t._wg_data


# -- ufuncs

SAME = (  # ufuncs that are the operation of the same name
    "absolute", "add", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh", "bitwise_and",
    "bitwise_or", "bitwise_xor", "ceil", "copysign", "cos", "cosh", "deg2rad", "divide", "exp", "exp2", "expm1",
    "float_power", "floor", "floor_divide", "fmax", "fmin", "fmod", "frexp", "gcd", "greater", "greater_equal",
    "hypot", "isfinite", "isinf", "isnan", "lcm", "ldexp", "less", "less_equal", "log", "log10", "log1p",
    "log2", "logaddexp", "logaddexp2", "logical_and", "logical_not", "logical_or", "logical_xor", "maximum", "minimum",
    "multiply", "negative", "nextafter", "not_equal", "positive", "rad2deg", "reciprocal", "remainder",
    "signbit", "sin", "sinh", "sqrt", "square", "subtract", "tan", "tanh", "trunc",
)  # fmt: skip
OTHERS = {  # ufuncs that are an operation of another name
    "degrees": "rad2deg", "equal": "eq", "fabs": "abs", "invert": "bitwise_not",
    "left_shift": "bitwise_left_shift", "power": "pow", "radians": "deg2rad", "right_shift": "bitwise_right_shift",
    "rint": "round", "vecdot": "linalg.vecdot",
}  # fmt: skip
OF_SCIPY = {  # those of scipy.special
    "digamma": "digamma", "entr": "special.entr", "erf": "erf", "erfc": "erfc", "erfcx": "special.erfcx",
    "erfinv": "erfinv", "exp2": "exp2", "expit": "sigmoid", "expm1": "expm1", "gammainc": "special.gammainc",
    "gammaincc": "special.gammaincc", "gammaln": "lgamma", "i0": "i0", "i0e": "special.i0e", "i1": "special.i1",
    "i1e": "special.i1e", "j0": "special.bessel_j0", "j1": "special.bessel_j1", "k0": "special.modified_bessel_k0",
    "k0e": "special.scaled_modified_bessel_k0", "k1": "special.modified_bessel_k1",
    "k1e": "special.scaled_modified_bessel_k1", "log1p": "log1p", "log_ndtr": "special.log_ndtr", "logit": "logit",
    "ndtr": "special.ndtr", "ndtri": "special.ndtri", "psi": "digamma", "round": "round", "xlog1py": "special.xlog1py",
    "xlogy": "xlogy", "y0": "special.bessel_y0", "y1": "special.bessel_y1",
}  # fmt: skip


def _operation(name: str) -> Callable[..., Any]:
    """The public function of a dotted name."""
    space, _, bare = name.rpartition(".")
    spaces = {"": functions, "linalg": linalg, "special": special}
    found: Callable[..., Any] = getattr(spaces[space], bare)
    return found


def sign(x: Any) -> Any:
    """NumPy's ``sign``, which is NaN of NaN."""
    return functions.where(functions.isnan(x), x, functions.sgn(x))


def heaviside(x: Any, values: Any) -> Any:
    """NumPy's ``heaviside``, which is NaN of NaN."""
    return functions.where(functions.isnan(x), x, functions.heaviside(x, values))


def cbrt(x: Any) -> Any:
    """NumPy's ``cbrt``."""
    return functions.sgn(x) * functions.abs(x) ** (1 / 3)


def conjugate(x: Any) -> Any:
    """NumPy's ``conjugate``, which has memory of its own."""
    return functions.conj_physical(x) if x.is_complex() else functions.clone(x)


def _divmod(x: Any, y: Any) -> Any:
    """NumPy's ``divmod``."""
    return functions.floor_divide(x, y), functions.remainder(x, y)


def modf(x: Any) -> Any:
    """NumPy's ``modf``: the fraction and the whole."""
    whole = functions.trunc(x)
    return functions.where(functions.isinf(x), functions.copysign(functions.zeros_like(x), x), x - whole), whole


def spacing(x: Any) -> Any:
    """NumPy's ``spacing``: the step to the next number, away from zero."""
    return functions.nextafter(x, functions.copysign(functions.full_like(x, np.inf), x)) - x


def matmul(x: Any, y: Any) -> Any:
    """NumPy's ``matmul``, which takes matrices of different dtypes."""
    if not (isinstance(x, TensorBase) and isinstance(y, TensorBase) and x.dtype is y.dtype):
        x, y = rows("rows").common(x, y)
    return functions.matmul(x, y)


def matvec(matrix: Any, x: Any) -> Any:
    """NumPy's ``matvec``."""
    return matmul(_matrix(matrix), x[..., None])[..., 0]


def vecmat(x: Any, matrix: Any) -> Any:
    """NumPy's ``vecmat``."""
    return matmul(functions.conj(x)[..., None, :], _matrix(matrix))[..., 0, :]


def _matrix(x: Any) -> Any:
    if x.ndim < 2:
        raise RuntimeError(
            f"matvec, vecmat: expected a matrix, but got {x.ndim} dimensions. Use np.vecdot for vectors."
        )
    return x


OWN: dict[str, Callable[..., Any]] = {  # ufuncs that are several operations
    "cbrt": cbrt, "conjugate": conjugate, "divmod": _divmod, "heaviside": heaviside, "matmul": matmul, "matvec": matvec,
    "modf": modf, "sign": sign, "spacing": spacing, "vecmat": vecmat,
}  # fmt: skip


def gamma(x: Any) -> Any:
    """SciPy's ``gamma``."""
    whole = functions.floor(x)
    signed = functions.where((x < 0) & (functions.remainder(whole, 2) == 1), -1, 1) * functions.exp(functions.lgamma(x))
    return functions.where((x < 0) & (whole == x), np.nan, signed)


@functools.cache
def _of_numpy() -> dict[Any, Callable[..., Any]]:
    """By ufunc of NumPy: the operation of the same meaning."""
    named = {**{n: n for n in SAME}, **OTHERS}
    found = {getattr(np, n): _operation(operation) for n, operation in named.items() if hasattr(np, n)}
    return {**found, **{getattr(np, n): operation for n, operation in OWN.items() if hasattr(np, n)}}


def meaning(ufunc: Any) -> Callable[..., Any] | None:
    """The operation that a ufunc is; None if it is none."""
    found = _of_numpy().get(ufunc)
    if found is None and (special := sys.modules.get("scipy.special")) is not None:
        name = ufunc.__name__
        if getattr(special, name, None) is ufunc:
            return gamma if name == "gamma" else _operation(OF_SCIPY[name]) if name in OF_SCIPY else None
    return found


@method
def __array_ufunc__(self: Any, ufunc: Any, how: str, *inputs: Any, **kwargs: Any) -> Any:
    """Call the operation that a ufunc of NumPy or SciPy means, so that it is recorded.

    For a ufunc that is no operation, and for options, NumPy computes with arrays, if no history is lost by that. Like
    any result of a ufunc, that is a tensor.
    """
    if how != "at":
        inputs = tuple([_listed(x) if isinstance(x, (list, tuple)) else x for x in inputs])
    if how in ("__call__", "outer") and not all([isinstance(x, OPERANDS) or operand(x) for x in inputs]):
        return NotImplemented
    op = meaning(ufunc)
    try:
        if op is not None and how == "__call__" and not kwargs and _meant(ufunc, inputs):
            return op(*[make(dtypes.taken(x)) if isinstance(x, np.ndarray) else x for x in inputs])
        given = (*inputs, *kwargs.values(), *kwargs.get("out", ()))
        if (
            op is not None
            and any([isinstance(x, TensorBase) for x in _written(how, inputs, kwargs)])
            or any(map(stays, tensors_in(given)))
        ):
            with contextlib.suppress(Otherwise):
                return rows("ufuncs").recorded(ufunc, op, how, inputs, dict(kwargs))
        return _computed_by(ufunc, op, how, inputs, kwargs)
    except Exception as e:
        short(e)
        raise


def _listed(value: Any) -> Any:
    """A list beside a tensor: an array, or a tensor if there are tensors in it."""
    return np.asarray(value) if next(tensors_in(value), None) is None else rows("rows").tensor(value)


@functools.cache
def rows(name: str) -> Any:
    return importlib.import_module(ROWS + name)


def _written(how: str, inputs: Arguments, kwargs: dict[str, Any]) -> list[Any]:
    """What a call of a ufunc writes into."""
    outs = kwargs.get("out", ())
    return [*(outs if isinstance(outs, tuple) else (outs,)), *inputs[: how == "at"]]


def _meant(ufunc: Any, inputs: Arguments) -> bool:
    """Whether an operation means the same as its ufunc for these numbers.

    NumPy refuses to raise an integer to a negative power. A scalar on the left of an operator is a number: its dtype
    has no say.
    """
    if ufunc in (np.reciprocal, np.fabs, np.modf, np.spacing):
        return all([kind == dtypes.FLOAT for kind in map(_category, inputs)])
    if ufunc is not np.power or isinstance(inputs[0], np.generic):
        return True
    return any([kind >= dtypes.FLOAT for kind in map(_category, inputs)])


def _category(x: Any) -> int:
    """BOOL, INT, FLOAT or COMPLEX."""
    payload = payload_of(x)
    return dtypes.category(payload.dtype if hasattr(payload, "dtype") else dtypes.of_number(type(x)))


def _computed_by(ufunc: Any, op: Any, how: str, inputs: Arguments, kwargs: dict[str, Any]) -> Any:
    """What NumPy computes of arrays, as tensors."""
    written = _written(how, inputs, kwargs)
    if any([isinstance(x, TensorBase) for x in written]) or any(map(stays, tensors_in((inputs, kwargs)))):
        twin = "" if op is None else op.__name__
        raise errors.elements.no_ufunc(ufunc, twin, how, sorted(kwargs))
    taken = [_array(x, ufunc) for x in inputs]
    found = getattr(ufunc, how)(*taken, **{k: _array(v, ufunc) for k, v in kwargs.items()})
    if "out" in kwargs:
        return found
    return tuple(map(as_tensor, found)) if isinstance(found, tuple) else as_tensor(found)


def as_tensor(value: Any) -> Any:
    """A result of NumPy as a tensor, if a tensor can have its dtype."""
    if not isinstance(value, (np.ndarray, np.generic)) or value.dtype not in dtypes._OF:
        return value
    t = wrap(value)
    t._wg_lose(Kind.FROM_NUMPY, "taken from NumPy")
    return t


# -- other functions of NumPy

WRITEABLE = 0x400  # among the flags of an array: `flags.writeable` of what broadcast_arrays() returns warns when read
OF_ARRAYS = np.ndarray.__array_function__  # the protocol of arrays that do not take part in it
_signature = functools.cache(inspect.signature)
WRITERS = frozenset((np.copyto, np.fill_diagonal, np.place, np.put, np.put_along_axis, np.putmask))
MAKERS: frozenset[Any] = frozenset((  # functions that ask a tensor which is given as `like=`, and do not pass it on
    np.arange, np.array, np.asanyarray, np.asarray, np.ascontiguousarray, np.asfortranarray, np.empty, np.eye, np.full,
    np.identity, np.ones, np.tri, np.zeros,
))  # fmt: skip


@method
def __array_function__(self: Any, func: Any, types: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call what a function of NumPy means, so that it is recorded; if that is no operation, call it on arrays."""
    if not all([issubclass(t, TensorBase) or t.__array_function__ is OF_ARRAYS for t in types]):
        return NotImplemented
    try:
        if func in MAKERS:
            return rows("writers").made(self, func, args, kwargs)
        kwargs = {k: v for k, v in kwargs.items() if not _is_default(func, k, v)}
        out = kwargs.get("out")
        lost = isinstance(out, TensorBase) or any(map(stays, tensors_in((args, kwargs))))
        same = _row(func, args, lost)
        if same is not None:
            with contextlib.suppress(Otherwise):
                if not isinstance(out, TensorBase):
                    _check_arguments(same, args, kwargs)
                    return same(*args, **kwargs)
                named = {k: v for k, v in kwargs.items() if k != "out"}
                _check_arguments(same, args, named)
                values = rows("ufuncs").apart(args, out)
                return rows("ufuncs").written(out, same(*values, **named))
        if lost and func in rows("functions").constant():
            args, kwargs = detached(args), detached(kwargs)
        return called_on_arrays(func, args, kwargs, "" if same is None else ", ".join(_signature(same).parameters))
    except Exception as e:
        short(e)
        raise


def _row(func: Any, args: Arguments, lost: bool) -> Any:
    """What a function of NumPy is in operations, if it is to be recorded."""
    found = None
    if args and isinstance(args[0], TensorBase):
        found = rows("writers").WRITERS[func] if func in WRITERS else of_methods().get(func)
    return rows("functions").recorded().get(func) if found is None and lost else found


@functools.cache
def _defaults(function: Any) -> dict[str, Any]:
    """The arguments that a function of NumPy takes for granted: packages hand them on by name."""
    try:
        return {name: p.default for name, p in _signature(function).parameters.items()}
    except ValueError:  # written in C
        return {}


def _is_default(function: Any, name: str, value: Any) -> bool:
    default = _defaults(function).get(name, inspect.Parameter.empty)
    return value is default or (
        isinstance(value, (str, bool, int)) and type(value) is type(default) and value == default
    )


def _check_arguments(function: Any, args: Arguments, kwargs: dict[str, Any]) -> None:
    """Raise :class:`Otherwise` unless a function has parameters for all arguments."""
    required, most = _counts(function)
    if not kwargs and required <= len(args) <= most:
        return
    try:
        _signature(function).bind(*args, **kwargs)
    except TypeError:
        raise Otherwise from None


@functools.cache
def _counts(function: Any) -> tuple[float, float]:
    """How many arguments a function needs and takes by position; none at all if it needs one by name."""
    parameters = _signature(function).parameters.values()
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    required = [p for p in parameters if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    most = math.inf if any([p.kind is p.VAR_POSITIONAL for p in parameters]) else len(positional)
    return (math.inf, most) if any([p.kind is p.KEYWORD_ONLY for p in required]) else (len(required), most)


def tensors_in(value: Any) -> Iterator[Any]:
    """The tensors in an argument, within lists, tuples and dicts, too."""
    if isinstance(value, TensorBase):
        yield value
    elif isinstance(value, (list, tuple, dict)):
        for v in value.values() if isinstance(value, dict) else value:
            yield from tensors_in(v)


def detached(value: Any) -> Any:
    """An argument with detached tensors."""
    if isinstance(value, TensorBase):
        return detach(value)
    if isinstance(value, (list, tuple)):
        return type(value)(map(detached, value))
    return {k: detached(v) for k, v in value.items()} if isinstance(value, dict) else value


def called_on_arrays(func: Any, args: Arguments, kwargs: dict[str, Any], parameters: str) -> Any:
    """What a function of NumPy computes of arrays."""
    outs = kwargs.get("out", ())
    written = [*(outs if isinstance(outs, tuple) else (outs,)), *args[: func in WRITERS]]
    if any([isinstance(x, TensorBase) for x in written]) or (func in WRITERS and not args):
        raise errors.elements.written_by_numpy(func)
    taken = [_array(a, func, parameters) for a in args]
    named = {k: _array(v, func, parameters) for k, v in kwargs.items()}
    before = (*args, *kwargs.values())
    if all([a is b for a, b in zip((*taken, *named.values()), before, strict=True)]):
        return NotImplemented  # the tensor is inside of something that is not looked into
    return _opened(func(*taken, **named))


def _opened(found: Any) -> Any:
    """Arrays that a function returned. A view of a tensor may be written again, like what ``numpy()`` returns."""
    if isinstance(found, (tuple, list)):
        for part in found:
            _opened(part)
    elif isinstance(found, np.ndarray) and found.base is not None and not found.flags.num & WRITEABLE:
        if not any([n > 1 and step == 0 for n, step in zip(found.shape, found.strides, strict=True)]):
            with contextlib.suppress(ValueError):  # the memory of the tensor is read-only
                found.flags.writeable = True
    return found


def _array(value: Any, function: Any, parameters: str = "") -> Any:
    """An argument with arrays in place of tensors, within lists, tuples and dicts, too.

    They are read-only, because some functions write into their arguments, and the tensor would not know.
    """
    if isinstance(value, TensorBase):
        array = left(value, errors.elements.outside_name(function), function, parameters).view()
        array.flags.writeable = False
        return array
    if isinstance(value, (list, tuple)):
        found = [_array(v, function, parameters) for v in value]
        if all([a is b for a, b in zip(found, value, strict=True)]):
            return value
        return found if isinstance(value, list) else tuple(found)
    if isinstance(value, dict):
        return {k: _array(v, function, parameters) for k, v in value.items()}
    return value
