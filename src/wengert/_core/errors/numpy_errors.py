"""Arguments as NumPy takes them, given to functions whose own have other names or places: what to write instead.

Note [Arguments of NumPy's]. Python finds an argument that does not fit before the function runs, and its error says no
more. So the functions that ``ADVICE`` names, and no others, take whatever comes: the generator gives them ``*_surplus``
and ``**_named``, and required arguments the default ``...``. Their signatures do not show it. To take whatever comes
costs every call a dict, so ``ADVICE`` leaves out what is called most and mistaken least: operations on elements, and
sums and means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

SURPLUS, MISSING = "*", ""  # in ADVICE: arguments beyond the last, and arguments that are not given
LEAVE = "Leave it out"
ORDERS = ("C", "F", "A", "K")  # in which the elements of an array may lie
ROW_MAJOR = f"{LEAVE}: elements are in the order of 'C'"
COLUMN_MAJOR = f"{ROW_MAJOR}; for that of 'F' permute the dimensions before"
SUBCLASSES = f"{LEAVE}: a subclass decides by __torch_function__ what it becomes"
TENSORS = f"{LEAVE}: the result is a tensor"
CONVERT = "Convert the tensor before: x.to({})"
IN_COLUMNS = "For variables in columns transpose before: wengert.{}(x.mT)"
IN_ONE = "Put both in one tensor: wengert.{}(wengert.stack([x, y]))"
IN_RANGE = f"{LEAVE}: an index out of range raises an IndexError"
SHAPES = {"shape": "Write size={}", "order": ROW_MAJOR, "like": TENSORS}
LIKE = {"shape": "Write wengert.zeros({}), or ones, empty, full", "order": ROW_MAJOR, "subok": SUBCLASSES}
AXES = {"axes": "Write dim={}"}
BANDS = {"k": "Write diagonal={}"}
TRIANGLES = {"n": "Write row={}", "m": "Write col={}", "k": "Write offset={}"}
SORTS = {"kind": "Write stable=True, or leave it out", "order": f"{LEAVE}: elements have no fields"}
SPREADS = {
    "ddof": "Write correction={}", "dtype": CONVERT, "mean": f"{LEAVE}: it is computed",
    "where": "Choose elements before, with a mask",
}  # fmt: skip
QUANTILES = {
    "method": "Write interpolation={}", "overwrite_input": f"{LEAVE}: the tensor stays as it is",
    "weights": "Repeat elements before, with repeat_interleave",
}  # fmt: skip
RANGES = {
    "stop": "Write end={}", "num": "Write steps={}", "endpoint": "Make one step more, and leave out the last: [:-1]",
    "retstep": "Compute it: (end - start) / (steps - 1)", "axis": "Move the dimension, with movedim",
    MISSING: "Write steps=50, which is NumPy's default",
}  # fmt: skip
ADVICE: dict[str, dict[str, str]] = {  # of a function, an argument of NumPy's: what to write instead; {} is its value
    "angle": {"deg": "Convert the result: x.angle().rad2deg()"},
    "arange": {"stop": "Write end={}", "like": TENSORS},
    "argsort": SORTS,
    "asarray": {"order": ROW_MAJOR, "like": TENSORS},
    "broadcast_to": {"shape": "Write size={}", "subok": SUBCLASSES},
    "clamp": {"a_min": "Write min={}", "a_max": "Write max={}"},
    "corrcoef": {"rowvar": IN_COLUMNS.format("corrcoef"), "y": IN_ONE.format("corrcoef"), "dtype": CONVERT},
    "count_nonzero": {"keepdims": "Sum booleans: (x != 0).sum(dim, keepdim={})"},
    "cov": {
        "ddof": "Write correction={}", "bias": "Write correction=0 for bias=True",
        "rowvar": IN_COLUMNS.format("cov"), "y": IN_ONE.format("cov"), "dtype": CONVERT,
    },
    "diag": BANDS,
    "diagflat": {"k": "Write offset={}"},
    "diagonal": {"axis1": "Write dim1={}", "axis2": "Write dim2={}"},
    "einsum": {"optimize": f"{LEAVE}: the order of the products is chosen"},
    "empty": SHAPES, "full": SHAPES, "ones": SHAPES, "zeros": SHAPES,
    "empty_like": LIKE, "full_like": LIKE, "ones_like": LIKE, "zeros_like": LIKE,
    "eye": {
        "N": "Write n={}", "M": "Write m={}", "k": "Call wengert.diag for ones beside the main diagonal",
        "order": ROW_MAJOR, "like": TENSORS,
    },
    "fft2": AXES, "ifft2": AXES, "rfft2": AXES, "irfft2": AXES, "fftshift": AXES,
    "fftn": AXES, "ifftn": AXES, "rfftn": AXES, "irfftn": AXES, "ifftshift": AXES,
    "flatten": {"order": COLUMN_MAJOR}, "ravel": {"order": COLUMN_MAJOR, SURPLUS: COLUMN_MAJOR},
    "flip": {"axis": "Write dims={}", MISSING: "To flip all dimensions, write x.flip(*range(x.ndim))"},
    "gradient": {SURPLUS: "Write spacing={}"},
    "histogram": {"weights": "Write weight={}"}, "histogramdd": {"weights": "Write weight={}"},
    "linspace": RANGES, "logspace": RANGES,
    "meshgrid": {"sparse": "Write x[:, None] and y[None, :]", "copy": f"{LEAVE}: clone what it returns"},
    "nan_to_num": {"copy": "Write x.nan_to_num_() for copy=False"},
    "put": {"ind": "Write index={}", "v": "Write source={}", "mode": IN_RANGE},
    "quantile": QUANTILES, "nanquantile": QUANTILES,
    "repeat": {"axis": "Call repeat_interleave with dim={}: repeat() does what numpy.tile does"},
    "reshape": {
        "newshape": "Write shape={}", "order": f"{COLUMN_MAJOR} and after", "copy": "Clone the result for copy=True",
    },
    "roll": {"shift": "Write shifts={}", "axis": "Write dims={}"},
    "rot90": {"axes": "Write dims={}"},
    "round": {SURPLUS: "Write decimals={}"},
    "searchsorted": {"a": "Write sorted_sequence={}", "v": "Write input={}"},
    "sort": SORTS,
    "split": {"indices_or_sections": "Write wengert.tensor_split(x, {}): split() takes the size of a part"},
    "std": SPREADS, "var": SPREADS,
    "svd": {"compute_uv": "Write wengert.linalg.svdvals(x)", "hermitian": "Write wengert.linalg.eigh(x)"},
    "swapaxes": {"axis2": "Write axis0= for NumPy's axis1, and axis1= for its axis2"},
    "take": {
        "indices": "Write index={}", "axis": "Call index_select with dim={}: take() reads of all dimensions",
        "mode": IN_RANGE, "out": "Copy the result into it, with copy_",
    },
    "tensordot": {"axes": "Write dims={}"}, "tensorsolve": {"axes": "Write dims={}"},
    "tile": {"reps": "Write dims={}"},
    "trace": {
        "offset": "Write x.diagonal({}).sum()", "axis1": "Call diagonal with dim1={}, and sum the last dimension",
        "axis2": "Call diagonal with dim2={}, and sum the last dimension", "dtype": CONVERT,
        "out": "Copy the result into it, with copy_",
    },
    "transpose": {
        "axes": "Write x.permute({})", SURPLUS: "It swaps two dimensions: for an order of all write x.permute({})",
        MISSING: "It swaps two dimensions: to reverse all write x.permute(*range(x.ndim)[::-1])",
    },
    "tril": BANDS, "triu": BANDS, "tril_indices": TRIANGLES, "triu_indices": TRIANGLES,
    "unique": {
        "return_index": "Write numpy.unique(x.detach().numpy(), return_index=True)",
        "equal_nan": f"{LEAVE}: a NaN equals no other",
    },
    "unravel_index": {"order": ROW_MAJOR},
}  # fmt: skip
JOINED = "Join the dimensions before, and give dim=0: x.movedim({}, {}).flatten(0, {})"
SEVERAL = {  # functions that take one dimension, where NumPy's take several: what to write
    "max": "Write x.amax({})", "min": "Write x.amin({})",
    **dict.fromkeys(("prod", "median", "nanmedian", "quantile", "nanquantile"), JOINED),
}  # fmt: skip


def unfit(function: Callable[..., Any], given: Mapping[str, Any], name: str) -> TypeError | None:
    """The error for arguments that ``function``, one of ``ADVICE``, got and does not have; ``given`` are its locals.

    ``name`` is that under which it was called. None, if the arguments are not NumPy's.
    """
    advice = ADVICE[function.__name__.removesuffix("_")]
    surplus, named = given.get("_surplus", ()), given.get("_named", {})
    for key, value in named.items():
        if key in advice:
            asked = MISSING if value is None and MISSING in advice else key  # None is as if it was not given
            told = advice[asked].format(_shown(value, key))
            return TypeError(f"{name}() got an unexpected keyword argument '{key}'. {told}")
    if named:
        return None
    code = function.__code__
    count, least = code.co_argcount, code.co_argcount - len(function.__defaults__ or ())
    takes = f"{count}" if count == least else f"from {least} to {count}"
    values = [*[given[n] for n in code.co_varnames[1:count]], *surplus]
    told = advice[SURPLUS].format(", ".join([_shown(value, "...") for value in values]))
    return TypeError(
        f"{name}() takes {takes} positional argument{'s'[: count > 1]} but {count + len(surplus)} were given. {told}"
    )


def missing(name: str, given: Iterable[Any]) -> str | None:
    """What to write where a required argument is missing, if it is more than its name. A sequence may stand for all."""
    advice = ADVICE.get(name, {})
    for value in given:
        if SURPLUS in advice and isinstance(value, (tuple, list)):
            return advice[SURPLUS].format(", ".join([_shown(v, "...") for v in value]))
    return advice.get(MISSING)


def misplaced(name: str, argument: str, value: Any) -> str:
    """What to write for a value that NumPy's function of this name takes at this place; nothing if it is not so."""
    if name in ("gather", "index_select") and argument == "index" and type(value) is int:
        return f"The dimension comes first: write x.{name}({value}, index)"
    if argument == "keepdim" and name in ("sum", "prod", "mean") and _is_dtype(value):
        return "Give a dtype by name: dtype=..."
    if argument == "dim" and name in SEVERAL and isinstance(value, (tuple, list)):
        return SEVERAL[name].format(tuple(value), tuple(range(len(value))), len(value) - 1)
    return ADVICE.get(name, {}).get("order", "") if isinstance(value, str) and value in ORDERS else ""


def _is_dtype(value: Any) -> bool:
    return isinstance(value, type) or type(value).__name__.lower().endswith("dtype")


def _shown(value: Any, name: str) -> str:
    """A value as a program may write it: numbers, words, dtypes, sequences of integers. Else the argument's name."""
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, (tuple, list)):
        plain = all([isinstance(v, int) for v in value])
    else:
        plain = value is None or isinstance(value, (int, float, str)) or type(value).__name__ == "dtype"
    return repr(value) if plain else name
