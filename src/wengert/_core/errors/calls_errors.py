"""A call that an operation cannot serve: wrong arguments, dtypes, devices or dimensions, and what its kernel raised."""

from __future__ import annotations

import dis
import linecache
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, NoReturn

from .text import PACKAGE, OutOfMemoryError, describe, is_held, is_read, named, type_name, unread

RAISE = dis.opmap["RAISE_VARARGS"]
SEVERAL = ("tuple of Tensors", "Tensor")  # the types expected and found if the brackets of a list are missing
NUMPYS_FLOATS = "NumPy's floats are double. Cast one of them: wengert.asarray(x, dtype=wengert.float32)"
Shape = Sequence[int]
DIMS = re.compile(r"maximum supported dimension for an ndarray is currently (\d+), found (\d+)|"
                  r"number of dimensions must be within \[0, (\d+)\], indexing result would have (\d+)")  # fmt: skip
BYTES = ("array is too big", "iterator is too large", "Maximum allowed dimension exceeded", "Maximum allowed size")


def unsupported_dtype(d: Any) -> TypeError:
    known = "float64, float32, float16, bfloat16, complex64, complex128, int64, int32, int16, int8, uint8, bool"
    return TypeError(f"dtype: expected one of {known}, got {d!r}. Convert the array first.")


def size_type(at: int, size: Any) -> TypeError:
    return TypeError(f"wengert.Size() takes an iterable of 'int' (item {at} is '{type(size).__name__}')")


def unsupported_array(d: Any) -> TypeError:
    return TypeError(
        f"can't convert np.ndarray of type numpy.{d.type.__name__}. The only supported types are: float64, float32, "
        "float16, bfloat16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, bool."
    )


def odd_strides(strides: Shape, itemsize: int) -> ValueError:
    return ValueError(
        f"given numpy array strides not a multiple of the element byte size. (Its strides are {list(strides)} "
        f"bytes, its elements have {itemsize}.) Copy the numpy array to reallocate the memory, as wengert.tensor does."
    )


def foreign_byte_order() -> ValueError:
    return ValueError(
        "given numpy array has byte order different from the native byte order. Conversion between byte orders is "
        "currently not supported. Use wengert.tensor, which copies."
    )


def no_cupy() -> RuntimeError:
    return RuntimeError(
        "cuda: device='cuda' needs CuPy, which is not installed. Install it with `pip install wengert[cuda12]` "
        "or `wengert[cuda13]`, or use device='cpu'."
    )


def no_gpu() -> RuntimeError:
    return RuntimeError("cuda: CuPy is installed, but no NVIDIA GPU was found. Use device='cpu'.")


def expected_gpu(d: Any) -> ValueError:
    return ValueError(f"Expected a cuda device, but got: {d}")


def no_peak(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"cuda.{name}: CuPy does not count the peak of its memory. Read memory_allocated() where the peak is expected, "
        "or run under wengert.profiler.profile(profile_memory=True)."
    )


def bad_device(d: Any, known: Sequence[str]) -> RuntimeError:
    return RuntimeError(
        f"Expected one of {', '.join(known)} device type at start of device string: {d}. Use 'cpu' or 'cuda'."
    )


def device_index(d: str, index: int) -> RuntimeError:
    if index < 0:
        return RuntimeError(f"Device index must not be negative, got {index}")
    return RuntimeError(f"type (string) must not include an index because index was passed explicitly: {d}")


def no_device_index(index: Any) -> TypeError:
    return TypeError(
        f"device(): argument 'index' (position 2) must be int, not {named(type(index))}. Give a number, or none."
    )


def alone(op: str, name: str, others: str) -> TypeError:
    return TypeError(
        f"{op}() received an invalid combination of arguments: '{name}' with {others}. Give one or the other."
    )


def not_a_device(d: Any) -> TypeError:
    return TypeError(f"argument 'device' must be wengert.device, not {named(type(d))}. Give 'cpu', 'cuda' or 'cuda:0'.")


def no_such_memory(d: Any) -> NotImplementedError:
    step = "Use 'cpu'."
    if str(d) == "meta":
        step = (
            "Leave it out: func.functional_call does not read a module's own values, and skip_init does not fill them."
        )
    return NotImplementedError(
        f"device='{d}': the memory of a tensor is a NumPy array (device='cpu') or a CuPy array (device='cuda'); there "
        f"are no tensors on '{d}'. {step}"
    )


def two_devices(values: Sequence[Any]) -> RuntimeError:
    found = ", ".join(describe(v) for v in values)
    return RuntimeError(
        "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! "
        f"(arguments: {found}). Move one with .to(device)."
    )


def out_device(asked: Any, has: Any) -> RuntimeError:
    return RuntimeError(f"device type {asked} does not match device type of out parameter ({has}). Leave device out.")


def formula_names(op: str, formula: str, bad: Sequence[str], known: Sequence[str]) -> TypeError:
    return TypeError(
        f"{op}: the formula for {formula} names {', '.join(bad)}; it may name {', '.join(known)}. "
        "Rename the parameters of the formula."
    )


def no_option(op: str, names: Sequence[str], also: str = "") -> TypeError:
    return TypeError(f"{op}: {', '.join(names)}: not an option{also}. Check its spelling.")


def _taken_over(value: Any) -> str:
    """For a list of numbers, an array, and a tensor of another library: how to convert it. Else nothing."""
    if type(value) in (list, tuple):
        return ". wengert.tensor(x) makes one" if value and isinstance(value[0], (int, float, list, tuple)) else ""
    if (type(value).__module__, type(value).__name__) == ("numpy", "ndarray"):
        return ". wengert.from_numpy(x) makes it one"
    theirs = named(type(value)) != "Tensor" and type(value).__name__ == "Tensor" and hasattr(value, "__dlpack__")
    return ". wengert.from_dlpack(x) makes it one" if theirs else ""


def _advice(expected: str, value: Any) -> str:
    """How to make a value of another type what was expected. Nothing, if there is no one way."""
    if "Tensor" in expected:
        return _taken_over(value)
    if expected == "tuple of ints" and type(value) is int:
        return f". Put it in a tuple: ({value},)"
    if "int" in expected and isinstance(value, float):
        return ". Make a whole number of it: int(x)"
    if "int" in expected and (isinstance(value, type) or type(value).__name__ == "dtype"):
        return ". Give a dtype by name: dtype=..."
    if "bool" in expected:
        has_truth = value is not None and hasattr(type(value), "__bool__")
        return ". Make a bool of it: bool(x)" if has_truth else ". Give True or False"
    return ""


def not_an_array(op: str, name: str, value: Any) -> TypeError:
    return TypeError(f"{op}(): argument '{name}' must be Tensor, not {named(type(value))}{_taken_over(value)}")


def wrong_type(
    op: str, name: str, expected: str, value: Any, at: tuple[int, Any] | None = None, advice: str = ""
) -> TypeError:
    """``at`` is the position of the first wrong element of a sequence, and that element; ``advice`` is of this call."""
    if at is None:
        found = f"{named(type(value))}{f'. {advice}' if advice else _advice(expected, value)}"
        several = (expected, found) == SEVERAL
        more = (
            ""
            if not several
            else ". Give one for each result: out=(a, b)"
            if name == "out"
            else f". Put several in a list: {op}([a, b])"
        )
        return TypeError(f"{op}(): argument '{name}' must be {expected}, not {found}{more}")
    return TypeError(
        f"{op}(): argument '{name}' must be {expected}, but found element of type {named(type(at[1]))} at pos {at[0]}"
        f"{_advice(expected, at[1])}"
    )


def refused_bits(error: Exception) -> Exception:
    """What ``~x`` raises where ``bitwise_not`` has raised ``error``: there is an error of its own for floats."""
    if not (isinstance(error, NotImplementedError) and str(error).startswith('"bitwise_not"')):
        return error
    text = "~ (operator.invert) is only implemented on integer and Boolean-type tensors. Compare first: ~(x > 0)"
    told = TypeError(text).with_traceback(error.__traceback__)
    told.__suppress_context__ = True
    return told


def bool_for_int(value: Any) -> TypeError:
    """Public functions explain it further: they know the argument."""
    return TypeError(f"expected an int, got {value} (bool). Write {int(value)}")


def given_twice(op: str, name: str, other: str) -> TypeError:
    return TypeError(
        f"{op}() got an unexpected keyword argument '{name}': it is another name for '{other}', given too. "
        "Give one of the two."
    )


def missing_arguments(op: str, advice: str | None = None, **given: Any) -> TypeError:
    names = [n for n, v in given.items() if v is ...]
    shown = ", ".join(f'"{n}"' for n in names)
    step = advice or "Give them by position or by name."
    return TypeError(f"{op}() missing {len(names)} required positional arguments: {shown}. {step}")


# What PyTorch says of two dtypes in operations that are no products of matrices, by their row. {a} and {b} are the
# names of the dtypes, {c_a} and {c_b} those of C.
TWO_DTYPES = {
    "binary_cross_entropy": "binary_cross_entropy: Found dtype {b} but expected {a}",
    "convolution": "convolution: Input type ({c_a}) and {other} type ({c_b}) should be the same",
    "linear": "linear: mat1 and mat2 must have the same dtype, but got {a} and {b}",
    "linear, bias": "linear: bias and input must have the same dtype, but got {b} and {a}",
    "prelu_kernel": "prelu: Type promoting not supported. Got {a} and {b}",
    "scaled_outer": "self and the product must have the same dtype, but got {a} and {b}",
    "scaled_sum": "self and mat2 must have the same dtype, but got {a} and {b}",
}
CALLED = {  # rows, by what users call
    "contract": "einsum", "convolution_input": "convolution", "convolution_weight": "convolution",
    "cross": "linalg.cross", "follow": "batch_norm", "solve_triangular": "linalg.solve_triangular",
    "sparse_product": "sparse.mm",
}  # fmt: skip
C_NAMES = {
    "float32": "float", "float64": "double", "int64": "long int", "int32": "int", "float16": "c10::Half",
    "bfloat16": "c10::BFloat16", "complex64": "c10::complex<float>", "complex128": "c10::complex<double>",
    "bool": "bool", "uint8": "unsigned char", "int8": "signed char", "int16": "short",
}  # fmt: skip


def different_dtypes(op: str, found: Sequence[Any]) -> RuntimeError:
    """The error for arguments of several dtypes; ``found`` are the dtypes of all arguments, in their order."""
    op = CALLED.get(op, op)
    at = next(i for i, dtype in enumerate(found) if dtype != found[0])
    a, b = found[0], found[at]
    c_a, c_b = (C_NAMES.get(str(dtype), str(dtype)) for dtype in (a, b))
    with_bias = len(found) > 2
    said = TWO_DTYPES.get("linear, bias" if op == "linear" and at == 2 else op)
    if said is None or (op == "linear" and not with_bias):  # PyTorch's linear without a bias is a product
        said = f"{op}: expected m1 and m2 to have the same dtype, but got: {{c_a}} != {{c_b}}"
    other = "bias" if with_bias else "weight"
    said = said.format(a=type_name(a), b=type_name(b), c_a=c_a, c_b=c_b, other=other)
    step = NUMPYS_FLOATS if {c_a, c_b} == {"double", "float"} else "Cast one of them: x.to(y.dtype)."
    return RuntimeError(f"{said}. {step}")


def mixed_dtypes(given: Any, wrong: Any, wanted: Any) -> RuntimeError:
    """The error for a parameter of a normalization whose dtype ``wrong`` does not fit an input of dtype ``given``."""
    rule = "all inputs must share same datatype"
    if wanted != given:
        rule = f"expect parameter to have scalar type of {type_name(wanted)}, or that of the input"
    return RuntimeError(
        f"mixed dtype (CPU): {rule}. The input has {type_name(given)}, a parameter {type_name(wrong)}. Cast the "
        "input, x.to(p.dtype), or the parameter, p.to(x.dtype)."
    )


def broadcast(op: str, a: Shape, b: Shape) -> RuntimeError | None:
    """The error for two shapes that do not broadcast; None if they do."""
    clash = _clash(a, b)
    if clash is None:
        return None
    axis, x, y = clash
    return RuntimeError(
        f"The size of tensor a ({x}) must match the size of tensor b ({y}) at non-singleton dimension {axis}. "
        f"({op.lstrip('_')}: a is {list(a)}, b is {list(b)}; sizes are compared from the last dimension on, and have "
        f"to be equal, or one of them 1{_remedy(list(a), list(b))}.)"
    )


def _clash(a: Shape, b: Shape) -> tuple[int, int, int] | None:
    """The last dimension in which two shapes do not broadcast, and both sizes; None if they broadcast."""
    n = max(len(a), len(b))
    for axis in range(n - 1, -1, -1):
        i, j = axis - n + len(a), axis - n + len(b)
        x, y = a[i] if i >= 0 else 1, b[j] if j >= 0 else 1
        if x != y and 1 not in (x, y):
            return axis, x, y
    return None


def _remedy(a: list[int], b: list[int]) -> str:
    """A step that would make two shapes broadcast, if one of the usual ones does."""
    if len(a) == len(b):
        return ": b.mT would fit" if _clash(a, b[:-2] + b[:-3:-1]) is None else ""
    name, short, long = ("a", a, b) if len(a) < len(b) else ("b", b, a)
    for axis in range(-1, -len(short) - 1, -1):
        at = len(short) + axis + 1
        if _clash(short[:at] + [1] + short[at:], long) is None:
            return f": {name}.unsqueeze({axis}) would fit"
    return ""


# What arrays raise if they cannot compute
RAISED = (ValueError, IndexError, TypeError, OverflowError, MemoryError)


def from_kernel(op: str, pointwise: bool, values: Sequence[Any], params: Any, error: Exception) -> NoReturn:
    """Raise the kernel's own error as it is; translate an error of NumPy into the one that torch's users expect."""
    if raised_by_us(error):
        raise error
    raise _translated(op, pointwise, values, params, error) from error


def _translated(op: str, pointwise: bool, values: Sequence[Any], params: Any, error: Exception) -> Exception:
    sizes = [tuple(v.shape) for v in values if hasattr(v, "shape")]
    if pointwise:
        for i, a in enumerate(sizes):
            for b in sizes[i + 1 :]:
                found = broadcast(op, a, b)
                if found is not None:
                    return found
    if isinstance(error, OverflowError):  # the numbers of dimensions have 32 bits in NumPy
        for name, value in (params or {}).items():
            if name.startswith("dim") and type(value) is int and not -(2**31) <= value < 2**31:
                return dim_range(value, values[0].ndim)
    limit = beyond(op.lstrip("_"), error, {str(i): v for i, v in enumerate(values)} | (params or {}))
    if limit is not None:
        return limit
    text = str(error)
    axis = re.match(r"(?:axis\d: )?axis (-?\d+) is out of bounds for array of dimension (\d+)", text)
    if axis:
        return dim_range(int(axis[1]), int(axis[2]))
    if re.match(r"ufunc '\w+' (not supported for the input types|did not contain a loop)|Wrong type \(", text):
        return not_implemented(op, next(v.dtype for v in values if hasattr(v, "dtype")))
    shown = ", ".join([describe(v) for v in values] + [f"{k}={v!r}" for k, v in (params or {}).items()])
    kind = type(error) if type(error) in (IndexError, TypeError, ValueError) else RuntimeError
    return (RuntimeError if kind is ValueError else kind)(f"{op.lstrip('_')}: {text} (got {shown})")


def beyond(op: str, error: Exception, given: Mapping[str, Any]) -> Exception | None:
    """What to raise for an error of NumPy's or Python's that is about a limit; None if it is about something else.

    ``given`` has the arguments of the call, by name. Numbers beside tensors have no name: their keys are digits.
    """
    text = str(error)
    if (dims := DIMS.search(text)) is not None:
        most, found = [n for n in dims.groups() if n is not None]
        return RuntimeError(f"{_call(op, given)}: arrays have up to {most} dimensions, and this takes {found}.")
    if isinstance(error, MemoryError):
        return OutOfMemoryError(f"{_call(op, given)}: can't allocate memory. {text}".rstrip())
    about_bytes = isinstance(error, ValueError) and text.startswith(BYTES)
    if not about_bytes and not isinstance(error, OverflowError):
        return None
    for name, value, at in _integers(given):
        if not (is_read(value) if "to C " in text else is_held(value)):
            return unpacked(op, name, value, at)
    if about_bytes:
        return RuntimeError(
            f"{_call(op, given)}: Storage size calculation overflowed: the bytes of an array are counted in 64 bits, "
            "without the sizes that are 0. "
            "Give smaller sizes."
        )
    return RuntimeError(
        f"{_call(op, given)}: a number is too large. ({text}). Give a smaller number, or a floating point one."
    )


def unpacked(op: str, name: str, value: int, at: int | None) -> Exception:
    """The error for an integer of too many bits, at a position of a sequence or by itself."""
    if name.isdigit():  # a number beside tensors
        return too_many_bits(value)
    if at is None:
        return unread(f"{op}(): argument '{name}'", value)
    return TypeError(
        f"{op}(): argument '{name}' failed to unpack the object at pos {at + 1} with error \"Overflow when unpacking "
        f'long long": it is an integer of {value.bit_length()} bits, and 63 and a sign are read. '
        "Give a number that fits 64 bits."
    )


def _integers(given: Mapping[str, Any]) -> Iterator[tuple[str, int, int | None]]:
    """The integers among arguments: the name, the value, and the position if they come in a sequence."""
    for name, value in given.items():
        if isinstance(value, int):
            yield name, value, None
        elif isinstance(value, (tuple, list)):
            for at, v in enumerate(value):
                if isinstance(v, int):
                    yield name, v, at


def _call(op: str, given: Mapping[str, Any]) -> str:
    """The call: what was given, shortened."""
    shown = []
    for name, value in given.items():
        if hasattr(value, "shape") and hasattr(value, "dtype"):
            shown.append(f"{getattr(value.dtype, 'name', value.dtype)}{_few(value.shape)}")
        elif isinstance(value, int) and not isinstance(value, bool):
            shown.append(f"{value}" if name.isdigit() else f"{name}={value}")
        elif isinstance(value, (tuple, list)) and value:
            few = ", ".join([_few(v.shape) if hasattr(v, "shape") else repr(v) for v in value[:6]])
            shown.append(f"{name}=({few}{', …' * (len(value) > 6)})")
    return f"{op}({', '.join(shown)})"


def _few(shape: Shape) -> str:
    """The first sizes of a shape."""
    return f"[{', '.join(map(str, shape[:6]))}{', …' * (len(shape) > 6)}]"


def too_many_bits(value: int) -> OverflowError:
    return OverflowError(f"int too big to convert: an integer of {value.bit_length()} bits, and dtypes have up to 64.")


CASTS = {  # what to do with a tensor whose dtype an operation does not take, by the kind of the dtype
    "b": "Cast the tensor to integers or floating point numbers first.",
    "i": "Cast the tensor to floating point numbers first.",
    "c": "Give its real part, its imaginary part or its abs().",
    "f": "Cast the tensor to integers first.",
}


def not_implemented(op: str, dtype: Any, step: str = "") -> NotImplementedError:
    kind = "i" if dtype.kind == "u" else dtype.kind if dtype.kind in CASTS else "f"
    step = step or ("Cast the tensor to float32 first." if kind == "f" and dtype.itemsize < 4 else CASTS[kind])
    return NotImplementedError(f"\"{op}\" not implemented for '{type_name(dtype)}'. {step}")


def scalar_type(expected: Any, found: Any, step: str = "") -> RuntimeError:
    """Two dtypes that are not mixed."""
    more = f". {step}" if step else ""
    return RuntimeError(f"expected scalar type {type_name(expected)} but found {type_name(found)}{more}")


def means_of_integers(op: str, dtype: Any) -> NotImplementedError:
    name = type_name(getattr(dtype, "dtype", dtype))
    return NotImplementedError(f"\"{op}\" not implemented for '{name}': it computes means. Use x.float().")


def refuse_complex(op: str, values: Any) -> None:
    """Raise if one of the arrays or numbers is complex: the operation needs an order, or has no complex form."""
    for v in values:
        dtype = getattr(getattr(v, "_wg_data", v), "dtype", None)
        kind = getattr(dtype, "kind", None)
        if isinstance(v, complex) or kind == "c" or (kind is None and getattr(dtype, "is_complex", False)):
            name = "ComplexDouble" if dtype is None else type_name(getattr(dtype, "dtype", dtype))
            raise NotImplementedError(
                f"\"{op}\" not implemented for '{name}': it takes real numbers. Give it x.real, x.imag or x.abs()."
            )


def raised_by_us(error: Exception) -> bool:
    """Whether the exception comes from a ``raise`` of this package rather than from NumPy."""
    tb = error.__traceback__
    while tb is not None and tb.tb_next is not None:
        tb = tb.tb_next
    if tb is None:
        return False
    code = tb.tb_frame.f_code
    if code.co_filename.startswith(PACKAGE):
        return code.co_code[tb.tb_lasti] == RAISE
    return _raised_in_c(tb)


def _raised_in_c(tb: TracebackType) -> bool:
    """The same of a frame in a compiled module. It has no bytecode, but it knows the line of the source."""
    module = tb.tb_frame.f_globals
    if not str(module.get("__name__")).startswith("wengert."):
        return False
    stem = os.path.join(os.path.dirname(module["__file__"]), module["__name__"].rpartition(".")[2])
    source = stem + (".pyx" if os.path.exists(stem + ".pyx") else ".py")
    return linecache.getline(source, tb.tb_lineno).lstrip().startswith("raise ")


def foreign(error: Exception) -> bool:
    """Whether the words of an exception are NumPy's or Python's, also where a message of ours quotes them."""
    cause = error.__cause__
    if not raised_by_us(error):
        return True
    return isinstance(cause, Exception) and str(cause) in str(error) and not raised_by_us(cause)


def dim_range(dim: int, ndim: int) -> Exception:
    if not is_read(dim):
        return unread("the dimension", dim)
    n = max(ndim, 1)
    return IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})")


def later(what: str, use: str) -> NotImplementedError:
    return NotImplementedError(f"{what} is not there yet. {use}")


def needs_scipy(name: str) -> ImportError:
    return ImportError(
        f"{name}: NumPy has no such function and SciPy, which has it, is not installed. Install wengert[scipy]."
    )


def not_in_cupy(name: str) -> NotImplementedError:
    return NotImplementedError(f"{name}: CuPy has no such function. Compute it on the CPU: x.cpu().")
