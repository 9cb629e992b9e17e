"""Single elements: numbers of tensors, indices, buffers, and conversions to NumPy arrays."""

from __future__ import annotations

import functools
import inspect
import os
import re
import sys
from typing import Any, TypeVar

from .text import OF_SCIPY, PACKAGE, describe, is_read, named, tensor_type, unread, warn


def no_buffer() -> ValueError:
    return ValueError(
        "object does not implement Python buffer protocol. Give bytes, a bytearray, a memoryview or an array."
    )


def buffer(size: int, itemsize: int, count: int, offset: int) -> ValueError | None:
    """The error for a buffer that is too small for the requested elements; None if it is large enough."""
    said = None
    if not size or not count:
        said = f"both buffer length ({size}) and count ({count}) must not be 0"
    elif not 0 <= offset < size:
        said = f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({size} bytes) minus 1"
    elif count < 0 and (size - offset) % itemsize:
        said = (
            f"buffer length ({size - offset} bytes) after offset ({offset} bytes) must be a multiple of element size "
        )
        said += f"({itemsize})"
    elif offset + max(count, 0) * itemsize > size:
        said = (
            f"requested buffer length ({count} * {itemsize} bytes) after offset ({offset} bytes) must not be greater "
        )
        said += f"than actual buffer length ({size} bytes)"
    return None if said is None else ValueError(said)


def no_tensor_in_capsule() -> RuntimeError:
    return RuntimeError(
        "from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only once, so you might "
        "have already constructed a tensor from it once. Make another by to_dlpack(x), or give x itself."
    )


def read_only_array() -> None:
    warn(
        "The given NumPy array is not writable: writing to the tensor will raise an error. Copy the array, by "
        "wengert.tensor(array), or make it writable, to hide this warning."
    )


def too_many_dims(value: Any, most: int) -> ValueError:
    return ValueError(
        f"too many dimensions '{type(value).__name__}'. (It contains itself, or is nested deeper than {most} levels.) "
        "Give numbers, or lists of numbers with fewer levels."
    )


def no_array(what: str, value: Any, cause: ValueError | None = None) -> Exception:
    """A sequence makes no array. ``cause`` is NumPy's error."""
    differ = "inhomogeneous" in str(cause)
    why = "the sequences in it differ in length" if differ else "it contains itself, or is nested too deep"
    step = "positions in one list, or several lists in a tuple: x[[0, 1], [2, 3]]"
    error = (ValueError if differ else TypeError)(
        f"{what} is a {type(value).__name__} that makes no tensor: {why}. "
        f"Give {step if what == 'an index' else 'numbers, or rows of one length'}."
    )
    error.__cause__ = cause
    return error


def called_on_variable(name: str) -> RuntimeError:
    return RuntimeError(f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() instead.")


def only_on_cpu(name: str) -> TypeError:
    return TypeError(f"{name} is only implemented on CPU tensors: use x.cpu().{name}()")


def other_type(name: str, wanted: Any, got: Any) -> TypeError:
    found = tensor_type(got, "cpu")
    return TypeError(
        f"{name}: expected {tensor_type(wanted, 'cpu')} for 'other' (got {found}). Cast it with .to(dtype)."
    )


def one_choice(missing: str) -> TypeError:
    return TypeError(
        f"where(): argument '{missing}' must be Tensor or number, not NoneType. Say what is taken where the condition "
        "holds and what where it does not: where(x > 0, x, 0); where(condition) alone gives indices."
    )


# -- numbers


def not_one(what: str, value: Any) -> RuntimeError:
    return RuntimeError(
        f"a Tensor with {value.size} elements cannot be converted to Scalar. ({what} of {describe(value)}: take one "
        "element, x[0], or one value of all, x.sum(); tolist() gives a list.)"
    )


def item_at(index: tuple[Any, ...]) -> TypeError:
    """For the index that ``item`` of NumPy's arrays takes. One integer counts all elements."""
    place = index[0] if isinstance(index[0], tuple) else index
    of, shown = ".flatten()" if len(place) == 1 else "", ", ".join(map(str, place))
    return TypeError(f"item() takes no arguments ({len(index)} given). Write x{of}[{shown}].item()")


def not_a_number(what: str, value: Any) -> ValueError:
    math = "call wengert's function, not one of Python's math; or " if what == "float()" else ""
    return ValueError(
        f"only one element tensors can be converted to Python scalars. ({what} of {describe(value)}: {math}take one "
        "element, x[0].)"
    )


@functools.cache
def number_of_history(what: str) -> None:
    """Warn once for each of ``float()``, ``complex()`` and ``tensor()`` of a list. Programs that do this on purpose
    would be warned at every step.
    """
    lost = (
        "copies the numbers of a list of tensors, without history: no gradient flows through it. stack(list) keeps it"
        if what == "tensor()"
        else "gives a number without history: no gradient flows through functions of Python's math, nor through arrays "
        "that it is written into"
    )
    warn(
        "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior. Consider using "
        f"tensor.detach() first, or item(), which says that it is meant. ({what} {lost}.)"
    )


def no_truth(value: Any) -> RuntimeError:
    if not value.size:
        return RuntimeError(
            f"Boolean value of Tensor with no values is ambiguous. (bool() of {describe(value)}: ask x.numel() > 0.)"
        )
    return _of_one(RuntimeError(
        f"Boolean value of Tensor with more than one value is ambiguous. (bool() of {describe(value)}: x.any() or "
        "x.all() is one value; where(x, a, b) chooses for each element, as maximum(a, b) does where max(a, b) cannot; "
        "`is` compares tensors as objects.)"
    ))  # fmt: skip


def no_index(value: Any) -> TypeError:
    return _of_one(TypeError(
        f"only integer tensors of a single element can be converted to an index. (Got {describe(value)}: "
        + (
            "take one element of it; for a list times a tensor, make a tensor of the list.)"
            if value.ndim
            else "make an index of a floating point number with int().)"
        )
    ))  # fmt: skip


E = TypeVar("E", bound=Exception)


def _of_one(error: E) -> E:
    """The same error, marked: a value of one number was asked of a tensor. :func:`asks_for_one` finds the mark."""
    error._wg_asks_for_one = True  # type: ignore[attr-defined]
    return error


def asks_for_one(error: Exception) -> bool:
    """Whether an error says that a tensor stood where Python needs one number: an argument of a call may be it."""
    return getattr(error, "_wg_asks_for_one", False)


# -- indices


def index_device() -> RuntimeError:
    return RuntimeError(
        "indices should be either on cpu or on the same device as the indexed tensor (cpu). Move them with .cpu()."
    )


def index_dtype(index: Any) -> IndexError:
    return IndexError(
        f"tensors used as indices must be long, int, byte or bool tensors (got {named(type(index))} of {index.dtype}). "
        "x.long() is one of positions, x > 0 a mask."
    )


def beyond(op: str, what: str, least: int, most: int, n: int) -> IndexError:
    """``least`` and ``most`` are the smallest and the largest index."""
    return IndexError(
        f"index out of range in self. ({op}: {least if least < 0 else most} is not one of the {n} {what}, numbered "
        "from 0.)"
    )


def no_index_of(part: Any) -> Exception:
    if isinstance(part, (str, bytes)):  # a TypeError, as in PyTorch
        kind = "str" if isinstance(part, str) else "bytes"
        return TypeError(f"new(): invalid data type '{kind}'. (A tensor has no fields: give a number or a slice.)")
    step = "Make it whole: int(i)" if hasattr(part, "is_integer") else "Give the positions in a list or in a tensor"
    return IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
        f"(got {type(part).__name__}). {step}."
    )


def slice_end(value: Any) -> TypeError:
    step = " Make it whole: int(i)." if hasattr(value, "is_integer") else " Give a number, or leave it out."
    return TypeError(
        f"slice indices must be integers or None or have an __index__ method (got {named(type(value))}).{step}"
    )


def no_step() -> ValueError:
    return ValueError("slice step cannot be zero. Give a step of 1 or more, or of -1 or less to go backwards.")


def no_format(t: Any) -> TypeError:
    return TypeError(
        f"unsupported format string passed to {type(t).__name__}.__format__. ({describe(t)} is not one number: format "
        "one element, x[0], or print x as it is.)"
    )


def no_such_class(target: int, classes: int) -> IndexError:
    return IndexError(
        f"Target {target} is out of bounds. (Input has scores for {classes} classes, which are numbered from 0.) "
        "Give targets in this range."
    )


def no_dimension(what: str) -> TypeError:
    return TypeError(f"{what} a 0-d tensor. (It is one number, x.item(); x.reshape(1) has a dimension.)")


def index_range(error: type[Exception], index: int, dim: int, size: int, least: int) -> Exception:
    if not is_read(index):
        return unread("the index", index)
    more = f"Indices go from {least} to {size - 1}" if size else "There are no elements along it"
    return error(f"index {index} is out of bounds for dimension {dim} with size {size}. ({more}.)")


def ragged(expected: int, dim: int, came: int) -> ValueError:
    return ValueError(
        f"expected sequence of length {expected} at dim {dim} (got {came}). Rows of one tensor are equally long: pad "
        "the shorter ones, or keep a list of tensors."
    )


def text_given(said: str, error: type[Exception]) -> Exception:
    return error(f"{said}. A tensor holds numbers: convert the text first, or number its words.")


# -- arrays


def numpy_requires_grad(function: Any, parameters: str) -> RuntimeError:
    """``parameters`` are those with which ``function`` of NumPy is recorded, if it is."""
    return RuntimeError(
        "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
        f"{_recorded_way(function, parameters) or _asked_by()}"
    )


def _asked_by() -> str:
    """A sentence for what asked for an array, if a gradient can pass there by another way; else nothing.

    NumPy calls ``__array__`` for ``np.array([a, b])``, and for functions of other libraries that take arrays.
    """
    frame: Any = sys._getframe(1)
    converted = False
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        converted |= frame.f_code.co_name == "__array__"
        frame = frame.f_back
    if not converted:
        return ""
    called: list[tuple[str, str, str]] = []  # the functions of other libraries: package, space and name
    written = ""  # the function of NumPy that the user called, with its class
    while frame is not None and (outside := str(frame.f_globals.get("__name__")).split("."))[0] in ("numpy", "scipy"):
        called.append((outside[0], (*outside, "")[1], frame.f_code.co_name))
        written = frame.f_code.co_qualname
        frame = frame.f_back
    if not called:
        if "site-packages" in frame.f_code.co_filename:  # it plots, or keeps a table: values are all that it can take
            return ""
        return (
            " (In np.array([a, b]) of tensors, write wengert.stack([a, b]): it keeps the gradient. Leave out "
            "np.asarray, and write the operator @ for an array's dot.)"
        )
    for package, space, name in reversed(called):
        if package == "scipy" and space == "sparse":
            return f" ({OF_SCIPY})"
        if name.startswith("_"):
            continue
        twin = SCIPY.get(f"{space}.{name}", f"{space}.{name}")
        if package == "scipy" and _found(sys.modules["wengert"], twin.split(".")) is not None:
            return f" (For a gradient through scipy.{space}.{name} call wengert.{twin}.)"
        if package == "scipy" and hasattr(sys.modules.get(f"scipy.{space}"), name):
            return f" (scipy.{space}.{name} {_step_in_scipy(getattr(sys.modules[f'scipy.{space}'], name))})"
    package, space, _ = called[-1]
    if package == "scipy" and space == "stats":
        return (
            " (Distributions of scipy.stats have no gradient: use wengert.distributions, as in "
            "wengert.distributions.Normal(0.0, 1.0).log_prob(x).)"
        )
    return _other_way(written) or (_of_a_list(space, written) if package == "numpy" else "")


def _of_a_list(space: str, name: str) -> str:
    """A sentence for a function of NumPy that does not ask what it is given: a list, or what it makes an array of."""
    if space == "polynomial":
        return " (numpy.polynomial keeps no gradient of coefficients: use np.polyval, np.polyfit and the like.)"
    whole = f"{space}.{name}" if space in ("linalg", "fft") else name
    if name.startswith("_") or not callable(_found(sys.modules["numpy"], whole.split("."))):
        return ""
    return f" (numpy.{whole} of a list of tensors keeps no gradient: give it np.stack([a, b]), which keeps it.)"


# in the documentation of a function: it needs no NumPy, since it runs on GPUs, too
BY_ARRAY_API = re.compile(r"PyTorch +✅ +✅")
CALLED = {"f", "fun", "func"}  # what SciPy calls the parameter that is a function


def _step_in_scipy(function: Any) -> str:
    """How a gradient passes a function of SciPy: as it computes by the array API, if it can and does not."""
    if BY_ARRAY_API.search(function.__doc__ or "") and not os.environ.get("SCIPY_ARRAY_API"):
        return "takes tensors if SCIPY_ARRAY_API=1 is in the environment before SciPy is imported."
    step = "has no gradient: give it one in a wengert.autograd.Function."
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is not None and CALLED & {
        *code.co_varnames[: code.co_argcount]
    }:  # more often the function's result than an argument
        return f"takes values alone: give it x.detach(), and let the function return y.detach(). Its result {step}"
    return step


def _recorded_way(function: Any, parameters: str) -> str:
    """A sentence that says how a gradient passes a function of NumPy, or which arguments do not let it."""
    name = _numpy_name(function)
    said = _other_way(name)
    if not said and parameters:
        return f" (numpy.{name} keeps the gradient for other arguments: its parameters are {parameters}.)"
    return said


def _other_way(name: str) -> str:
    """A sentence that says how else a gradient passes, for a function of NumPy that keeps none."""
    what, step = OF_NUMPY.get(name, ("", ""))
    return f" (numpy.{what or name} keeps no gradient: {step}.)" if step else ""


def tangent_left(what: str, function: Any = None, parameters: str = "") -> RuntimeError:
    return RuntimeError(
        f"{what}: this tensor has a tangent, and a NumPy array has none: the derivative would end here. Use tensor "
        "operations, or tensor.detach().numpy() if the result is meant to be constant."
        f"{_recorded_way(function, parameters)}"
    )


def not_on_cpu() -> TypeError:
    return TypeError(
        "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
    )


def export_requires_grad() -> BufferError:
    return BufferError("Can't export tensors that require gradient, use tensor.detach()")


def export_of(what: str, step: str) -> BufferError:
    return BufferError(f"Can't export {what}, {step}")


def written_by_numpy(function: Any) -> TypeError:
    return TypeError(
        f"numpy.{_numpy_name(function)}: NumPy may not write into a tensor, which would not know of the write. Write "
        "into an array, or use an in-place operation of the tensor."
    )


COUNTS = "counts change in steps: call it on x.detach().numpy()"
OF_NUMPY: dict[str, tuple[str, str]] = {  # what computes values alone: its name for users, and what does instead
    "AxisConcatenator.__getitem__": ("r_", "use np.concatenate, and np.stack for np.c_"),
    "MaskedArray.__new__": ("ma", "use np.where, or wengert.masked"),
    "copyto": ("", "an array has none: copy into a tensor, np.zeros(shape, like=x)"),
    "full": ("", "write np.full(shape, x, like=x)"),
    **dict.fromkeys(("intersect1d", "setdiff1d", "setxor1d"), ("", "choose with a mask, x[np.isin(x, y)]")),
    "histogram": ("", "the edges move with x: give range=(low, high), or the edges"),
    "histogram2d": ("", COUNTS), "histogram_bin_edges": ("", COUNTS), "histogramdd": ("", COUNTS),
    "polyval": (
        "polynomial.polynomial.polyval",
        "use np.polyval, whose first coefficient is that of the highest power",
    ),
    "sort_complex": ("", "take x in the order of its parts, np.lexsort((x.imag, x.real))"),
    "vectorize.__call__": ("vectorize", "write the function for whole arrays, or use wengert.vmap"),
}  # fmt: skip
SCIPY = {  # SciPy's functions that have another name in wengert
    "integrate.cumulative_trapezoid": "cumulative_trapezoid", "integrate.trapezoid": "trapezoid",
    "linalg.block_diag": "block_diag", "linalg.cho_solve": "cholesky_solve", "linalg.expm": "linalg.matrix_exp",
}  # fmt: skip
METHODS = {
    "add.accumulate": "cumsum", "add.reduce": "sum", "logical_and.reduce": "all", "logical_or.reduce": "any",
    "maximum.accumulate": "cummax", "maximum.reduce": "amax", "minimum.accumulate": "cummin", "minimum.reduce": "amin",
    "multiply.accumulate": "cumprod", "multiply.outer": "outer", "multiply.reduce": "prod",
}  # fmt: skip


def no_ufunc(ufunc: Any, twin: str, how: str, options: list[str]) -> TypeError:
    """``twin`` names wengert's function for the same thing, if there is one; ``how`` is the method of the ufunc."""
    name, package = ufunc.__name__.lstrip("_"), "numpy"
    if getattr(sys.modules["numpy"], name, None) is not ufunc and hasattr(sys.modules.get("scipy.special"), name):
        package = "scipy.special"
        if not twin and how == "__call__" and hasattr(sys.modules["wengert"].special, name):
            twin = f"special.{name}"
    if how != "__call__":
        name = f"{name}.{how}"
        twin = METHODS.get(name, "")
    shown = f"{package}.{name}({', '.join(['x', *(f'{k}=...' for k in options)])})"
    if how == "__call__" and "out" in options:
        step = (
            f"An array keeps no history: take what wengert.{twin or name} returns, as in a = a + x for a += x, or make "
            "a tensor, np.zeros(shape, like=x)"
        )
    elif name in ("add.at", "subtract.at"):
        step = "An array keeps no history: add to a tensor, np.zeros(shape, like=x)"
    else:
        step = f"Use wengert.{twin}" if twin else "Write it with what wengert has"
    options_said = " with these options" if options else ""
    return TypeError(
        f"{shown}: no differentiable form for tensors{options_said}. {step}; or call it on x.detach().numpy()."
    )


def _found(value: Any, names: list[str]) -> Any:
    for name in names:
        value = getattr(value, name, None)
    return value


def _numpy_name(function: Any) -> str:
    """The name of a function of NumPy, without ``numpy.``; empty if it is not NumPy's."""
    package, _, name = outside_name(function).partition(".")
    return name if package == "numpy" else ""


def outside_name(function: Any) -> str:
    """The name under which users call a function of NumPy or SciPy."""
    module, name = str(getattr(function, "__module__", "")), str(getattr(function, "__name__", ""))
    package, *space = module.split(".")
    if package == "scipy":
        return f"{module}.{name}"
    return ".".join(
        [package, *[s for s in space[:1] if s in ("linalg", "fft")], name] if package == "numpy" else [name]
    )


def does_not_fit(value: Any, dtype: Any, type_in_c: str) -> RuntimeError:
    return RuntimeError(
        f"value cannot be converted to type {type_in_c} without overflow: {dtype} does not hold {value}. Give a number "
        "that it holds, or a dtype that holds more."
    )


def one_value(ndim: int) -> RuntimeError:
    return RuntimeError(
        f"fill_ only supports 0-dimension value tensor but got tensor with {ndim} dimensions. Use copy_."
    )


def contains(value: Any) -> RuntimeError:
    return RuntimeError(
        f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(value)}. Compare numbers: "
        "(x == value).any()."
    )
