"""How messages name things: types, values and hooks, and the line of the user's program that they are about.

The foundation of this room: every theme imports from here, and this file imports from no theme.
"""

from __future__ import annotations

import linecache
import os
import re
import sys
import warnings
from collections.abc import Sequence
from types import CodeType
from typing import Any

Site = tuple[Any, int]  # a code object and the offset of an instruction in it

# Frames of files below this folder are wengert's own; all others are the user's.
PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..")) + os.sep
NAMES = {
    "float64": "Double", "float32": "Float", "float16": "Half", "bfloat16": "BFloat16", "complex64": "ComplexFloat",
    "complex128": "ComplexDouble", "int64": "Long", "int32": "Int", "int16": "Short", "int8": "Char", "uint8": "Byte",
    "bool": "Bool",
}  # fmt: skip


_imported_as = "wengert"


def package() -> str:
    """The name under which the program imports wengert. What it prints of tensors, dtypes and shapes has that name."""
    return _imported_as


def size(shape: Sequence[int]) -> str:
    """A shape, as it is printed."""
    return f"{_imported_as}.Size({list(shape)})"


def import_as(name: str) -> None:
    """Say under which name the program imports wengert."""
    global _imported_as
    _imported_as = name


def type_name(dtype: Any) -> str:
    """torch's name for the scalar type of a NumPy dtype: ``Float``."""
    return NAMES.get(str(dtype), str(dtype))


def tensor_type(dtype: Any, device: str, sparse: bool = False) -> str:
    """torch's name for a tensor type: ``torch.FloatTensor``, ``torch.cuda.sparse.FloatTensor``."""
    return f"torch.{'' if device == 'cpu' else 'cuda.'}{'sparse.' if sparse else ''}{type_name(dtype)}Tensor"


COPYING = tuple(os.path.join(os.path.dirname(os.__file__), name) for name in ("copy.py", "pickle.py"))


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn, pointing at the first frame outside wengert, and outside of what copies or pickles its tensors.

    A program that imports wengert as torch reads torch's names: it may ignore PyTorch's warnings by their words.
    """
    if _imported_as != "wengert":
        message = re.sub(r"\bwengert\.(?!hips\b)", f"{_imported_as}.", message)
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith((PACKAGE, *COPYING)):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)


def here() -> Site:
    """The first frame outside wengert, as a site."""
    frame: Any = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back
    return frame.f_code, frame.f_lasti


class OutOfMemoryError(RuntimeError, MemoryError):
    """There is no memory left for a tensor, on the CPU or on a GPU.

    Programs for PyTorch catch a RuntimeError, those for NumPy a MemoryError: it is both.
    """

    __module__ = "wengert"  # the public module: tracebacks show it, and pickles contain it


def describe(value: Any) -> str:
    """Show an argument: ``float32[2, 3]``, or the value itself."""
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        name = getattr(value.dtype, "name", value.dtype)
        return f"{name}{list(value.shape)}"
    return repr(value)


def where(site: Site | None) -> str:
    """Show a site: ``file.py:12 in f`` with the source line."""
    if site is None or site[0] is None:
        return "an unknown place"
    code, lasti = site
    line = line_of(code, lasti)
    text = linecache.getline(code.co_filename, line).strip()
    place = line_shown(code.co_filename, line, code.co_name)
    return f"{place}: `{text}`" if text else place


def line_of(code: CodeType, lasti: int) -> int:
    """The number of the line that an instruction belongs to."""
    line = code.co_firstlineno
    for i, position in enumerate(code.co_positions()):
        if i * 2 >= lasti:
            return position[0] or line
    return line


def line_shown(file: str, line: int, function: str = "") -> str:
    """Name a line: ``file.py:12 in f``, and in a notebook as the notebook does, ``Cell In[2], line 3``."""
    cell = cell_of(file)
    function = "" if cell and function == "<module>" else function
    place = f"{cell}, line {line}" if cell else f"{file}:{line}"
    return f"{place} in {function}" if function else place


def cell_of(file: str) -> str:
    """The cell of a notebook that was compiled as this file: ``Cell In[2]``. Empty if it is none."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    named = getattr(getattr(shell, "compile", None), "format_code_name", None)
    return " ".join(named(file) or ()) if named is not None else ""


def running() -> list[Site]:
    """The calls that are running, the innermost first: no frames, which would keep their locals alive."""
    found, frame = [], sys._getframe(1)
    while frame is not None:
        found.append((frame.f_code, frame.f_lasti))
        frame = frame.f_back  # type: ignore[assignment]
    return found


def of_user(calls: Sequence[Site]) -> list[Site]:
    """Those of :func:`running` that are the user's program, the outermost first.

    Left out are wengert's own, and those of IPython, Jupyter or ``python -m`` which started the program.
    """
    kept = []
    for code, lasti in calls:
        file = code.co_filename
        if code.co_name == "run_code" and f"{os.sep}IPython{os.sep}" in file:
            break
        if not file.startswith((PACKAGE, "<frozen runpy>")):
            kept.append((code, lasti))
    return kept[::-1]


def named(cls: type) -> str:
    """Name a type, with its package where another library has a type of the same name as one of ours."""
    package, name = cls.__module__.partition(".")[0], cls.__name__
    return f"{package}.{name}" if name in NAMESAKES and package not in ("wengert", _imported_as) else name


def package_of(func: Any) -> str:
    """The package that a function or a method comes from."""
    module = getattr(func, "__module__", None) or getattr(getattr(func, "__objclass__", None), "__module__", "")
    return str(module).partition(".")[0]


NAMESAKES = frozenset(("Tensor", "dtype", "device", "Size", "Generator", "Function"))


def hook_name(hook: Any) -> str:
    """Name a hook."""
    return str(getattr(hook, "__name__", type(hook).__name__))


def recorded_and_freed(name: str, made: Site, freed_at: Site | None) -> str:
    """Where a node was recorded, which backward pass freed its saved tensors, and what to do."""
    return (
        f"  {name} was recorded at {where(made)}\n  and freed by the backward pass that began at {where(freed_at)}\n"
        "Call backward there with retain_graph=True, or compute it anew for each backward: detach() what one step "
        "hands to the next."
    )


OF_SCIPY = (
    "For a sparse matrix A of SciPy: A = A.tocsr(), then wengert.sparse_csr_tensor(A.indptr, A.indices, A.data, "
    "A.shape)."
)
TWINS = {  # NumPy's functions that have another name in wengert
    "append": "cat", "around": "round", "array": "tensor", "array_equal": "equal", "array_split": "tensor_split",
    "average": "mean", "broadcast_arrays": "broadcast_tensors", "conjugate": "conj", "copy": "clone",
    "cumulative_prod": "cumprod", "cumulative_sum": "cumsum", "degrees": "rad2deg", "dot": "matmul",
    "expand_dims": "unsqueeze", "fabs": "abs", "identity": "eye",
    "invert": "bitwise_not", "left_shift": "bitwise_left_shift", "mod": "remainder", "pad": "nn.functional.pad",
    "percentile": "quantile", "permute_dims": "permute", "power": "pow", "radians": "deg2rad",
    "repeat": "repeat_interleave", "right_shift": "bitwise_right_shift", "rint": "round",
    "select": "where", "split": "tensor_split", "take_along_axis": "take_along_dim", "unstack": "unbind",
    "vecdot": "linalg.vecdot",
}  # fmt: skip


def unread(what: str, value: int) -> ValueError:
    """The error for a position, a dimension or another integer of too many bits."""
    return ValueError(
        f"Overflow when unpacking long long: {what} is an integer of {value.bit_length()} bits, and 63 and a sign are "
        "read. Give a number that fits 64 bits."
    )


def is_read(value: int) -> bool:
    """Whether a position or a dimension has few enough bits to be read, be there one of this number or not."""
    return -(2**63) <= value < 2**63


def is_held(value: int) -> bool:
    """Whether an integer has few enough bits for a dtype."""
    return -(2**63) <= value < 2**64
