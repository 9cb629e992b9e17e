"""The text of a tensor: the same as PyTorch's ``repr``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .. import errors
from ..arrays import dtypes
from ..arrays.coo import COLUMNS, COO, COORDINATES

Array = np.ndarray[Any, Any]


class Options(NamedTuple):
    """The settings of :func:`set_printoptions`."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


PROFILES = {"default": Options(), "short": Options(precision=2, edgeitems=2), "full": Options(threshold=math.inf)}
options = Options()


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Set how tensors are printed.

    Args:
        precision: the number of digits after the decimal point (initially 4).
        threshold: larger tensors are abbreviated to their edges (initially 1000 elements).
        edgeitems: the number of elements shown at each end of an abbreviated dimension (initially 3).
        linewidth: the number of characters in a line (initially 80).
        profile: ``"default"``, ``"short"`` or ``"full"``: set all options to these defaults first.
        sci_mode: True forces scientific notation, False forbids it, and None chooses it by the values.

    >>> import wengert
    >>> set_printoptions(precision=2)
    >>> wengert.tensor([3.14159])
    tensor([3.14])
    >>> set_printoptions(profile="default")
    """
    global options
    if profile is not None and profile not in PROFILES:
        raise ValueError(f"set_printoptions: profile is one of {', '.join(PROFILES)}, got {profile!r}")
    if not (sci_mode is None or isinstance(sci_mode, bool)):
        raise errors.calls.wrong_type("set_printoptions", "sci_mode", "bool or None", sci_mode)
    given: dict[str, Any] = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    for name, value in given.items():
        count = name != "threshold"
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int if count else (int, float)):
            raise errors.calls.wrong_type("set_printoptions", name, "int" if count else "number", value)
        if not value >= 0:
            usual = getattr(PROFILES["default"], name)
            raise ValueError(
                f"set_printoptions: {name} is not negative, got {value}. The default is {usual}. "
                "Give a number of at least 0."
            )
    base = PROFILES[profile] if profile is not None else options
    options = base._replace(sci_mode=sci_mode, **{name: value for name, value in given.items() if value is not None})


def format_tensor(
    array: Any,
    *,
    dtype_name: str | None = None,
    device: str | None = None,
    requires_grad: bool = False,
    grad_fn_name: str | None = None,
    tangents: Mapping[str, str] | None = None,
    kind: str = "tensor",
) -> str:
    """Return the text of a tensor.

    Args:
        array: its payload, on either device.
        dtype_name: the dtype's text, if it must be shown. Default: as in ``wengert.float16``.
        device: the device to show, if any.
        requires_grad: whether a leaf requires grad.
        grad_fn_name: the name of the node that computed it.
        tangents: the texts of its forward-mode tangents, by label.
        kind: the name before the parenthesis; for a subclass, its name.

    >>> import numpy as np
    >>> format_tensor(np.arange(3.0), grad_fn_name="MulBackward0")
    'tensor([0., 1., 2.], dtype=wengert.float64, grad_fn=<MulBackward0>)'
    """
    start = kind + "("
    host: Array
    if type(array) is COO:
        shown, notes, host = _coordinates(array, len(start))
        evident, shape_shown = _usual(), True
    else:
        host, notes = array if isinstance(array, np.ndarray) else array.get(), []
        shown = _values(host, len(start))
        evident, shape_shown = _evident(host)
    if device is not None:
        notes.insert(0, f"device='{device}'")
    if not shape_shown:
        notes.append(f"size={host.shape}")
    if host.dtype not in evident:
        notes.append(f"dtype={dtype_name or dtypes.of(host.dtype)}")
    if type(array) is COO:
        notes.append(f"layout={errors.text.package()}.{array.layout}")
    if grad_fn_name is not None:
        notes.append(f"grad_fn=<{grad_fn_name}>")
    elif requires_grad:
        notes.append("requires_grad=True")
    notes += [f"{name}={text}" for name, text in (tangents or {}).items()]
    return _append(start + shown, notes, len(start)) + ")"


def _evident(host: Array) -> tuple[set[Any], bool]:
    """The dtypes that need not be shown, and whether the shape need not be shown."""
    if host.size:
        return _usual(), options.edgeitems > 0
    return {dtypes.default_float()}, host.ndim == 1


def _usual() -> set[Any]:
    """The dtypes that can be recognised from the printed values."""
    return {dtypes.default_float(), dtypes.default_complex(), dtypes.I64, dtypes.BOOLEAN}


def _coordinates(array: COO, indent: int) -> tuple[str, list[str], Array]:
    """The parts of a sparse tensor: its indices and values as text, the notes that follow them, and the values."""
    parts, hosts = [], []
    compressed = array.layout != COORDINATES
    c, p = ("ccol", "row") if array.layout == COLUMNS else ("crow", "col")
    indices = (
        [(f"{c}_indices", array.pointers), (f"{p}_indices", array.plain_indices)]
        if compressed
        else [("indices", array.indices)]
    )
    for name, part in (*indices, ("values", array.values)):
        host = part if isinstance(part, np.ndarray) else part.get()
        start = f"{name}=tensor("
        empty = "" if host.size else f", size={host.shape}"
        parts.append(start + _values(host, indent + len(start)) + empty + ")")
        hosts.append(host)
    text, size, nnz = (",\n" + " " * indent).join(parts), f"size={array.shape}", f"nnz={array.nnz}"
    return (text, [size, nnz], host) if compressed else (f"{text},\n" + " " * indent + size, [nnz], host)


def _append(text: str, notes: Sequence[str], indent: int) -> str:
    """Append the notes after commas, on the same line if they fit."""
    used = len(text) - text.rfind("\n") + 1
    for note in notes:
        if used + len(note) + 2 > options.linewidth:
            text += ",\n" + " " * indent + note
            used = indent + len(note)
        else:
            text += ", " + note
            used += len(note) + 2
    return text


def _values(array: Array, indent: int) -> str:
    if not array.size:
        return "[]"
    edge = options.edgeitems
    cut = tuple(array.size > options.threshold and n > 2 * edge for n in array.shape)
    if any(cut):
        kept = [np.r_[:edge, n - edge : n] if c else np.r_[:n] for n, c in zip(array.shape, cut, strict=True)]
        array = array[np.ix_(*kept)]
    write, width = _writer(array)
    per_line = max(1, (options.linewidth - indent - array.ndim + 1) // (width + 2)) if array.ndim else 1
    return _nest(array.tolist(), cut, write, per_line, indent)


def _nest(values: Any, cut: tuple[bool, ...], write: Callable[[Any], str], per_line: int, indent: int) -> str:
    """The text of one dimension: numbers wrapped into lines, or the text of the next dimensions, in brackets."""
    if not cut:
        return write(values)
    edge = options.edgeitems
    if len(cut) > 1:
        parts = [_nest(v, cut[1:], write, per_line, indent + 1) for v in values]
        between = "," + "\n" * (len(cut) - 1) + " " * (indent + 1)
        return "[" + between.join([*parts[:edge], "...", *parts[edge:]] if cut[0] else parts) + "]"
    numbers = [write(v) for v in values]
    if cut[0]:
        numbers.insert(edge, " ..." if edge else "...")
    lines = [", ".join(numbers[i : i + per_line]) for i in range(0, len(numbers), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _writer(array: Array) -> tuple[Callable[[Any], str], int]:
    """A function that formats each number of an array, and the width used to fill lines."""
    category = dtypes.category(array.dtype)
    if category == dtypes.COMPLEX:
        real, real_width = _float_writer(array.real)
        imag, imag_width = _float_writer(array.imag)

        def pair(value: complex) -> str:
            part = imag(value.imag).lstrip()
            return real(value.real) + ("" if part[0] == "-" else "+") + part + "j"

        return pair, real_width + imag_width + 1
    if category == dtypes.FLOAT:
        return _float_writer(array)
    width = max((len(str(v)) for v in array.ravel().tolist()), default=1)
    return lambda value: f"{value!s:>{width}}", width


def _float_writer(array: Array) -> tuple[Callable[[float], str], int]:
    """Choose decimal or scientific notation, or whole numbers, from the values that are finite and not zero."""
    values = array.astype(np.float64).ravel()
    values = values[np.isfinite(values) & (values != 0)]
    size = np.abs(values)
    scientific = options.sci_mode
    if scientific is None or not values.size:
        scientific = bool(values.size) and bool(
            size.max() / size.min() > 1000.0 or size.max() > 1.0e8 or size.min() < 1.0e-4
        )
    whole = not scientific and bool((values == np.ceil(values)).all())
    spec = f".{options.precision}e" if scientific else ".0f" if whole else f".{options.precision}f"
    width = max((len(f"{v:{spec}}") + whole for v in values.tolist()), default=1)

    def write(value: float) -> str:
        point = "." if whole and math.isfinite(value) else ""
        return f"{float(value):{spec}}{point}".rjust(width)

    return write, width
