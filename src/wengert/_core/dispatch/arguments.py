"""Explains wrong arguments. Arguments are checked only after a call has failed, so a correct call pays nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import errors
from ..arrays.dtypes import as_numpy, dtype
from ..errors.tracebacks import short
from ..tape.tensor import TensorBase


class WrongKind(TypeError):
    """An argument is of no kind that the signature allows, as a tensor for a number. It is explained."""


def explained(error: Exception, op: str, given: dict[str, Any], kinds: dict[str, str]) -> Exception:
    """A ``TypeError`` that names the first argument of a wrong kind, or the error for a size that no array can have.

    If all are right, or if ``error`` says that such arguments are not supported, ``error`` itself. Frames that tell a
    user nothing are removed from its traceback (Note [Short tracebacks]).

    ``given`` has the locals of the function. ``kinds`` has the types of the published signature, as stubs spell them.
    A star marks the name of a group of arguments.
    """
    foreign = errors.calls.foreign(error) or errors.elements.asks_for_one(error)
    given.pop("e", None)  # the error: its traceback holds the frame and, in old Pythons, this dictionary, a cycle
    if isinstance(error, errors.shapes.Unsupported) or "is not a valid value for reduction" in str(error):
        return short(error)  # as PyTorch says of values of all types
    before = ""
    for name, text in kinds.items():
        kind = ast.parse(text, mode="eval").body
        bare = name.lstrip("*")
        shown = before if name == "*more" else bare  # further integers of the argument before them
        before = bare
        for value in given[bare] if bare != name else (given[bare],):
            if value is ...:  # it was not given
                continue
            refused = type(error) is WrongKind and (isinstance(value, TensorBase) or _several(value))
            misplaced = refused or (foreign and _several(value))
            if (misplaced and not {"Tensor", "Any"} & set(re.findall(r"\w+", text))) or not fits(value, kind):
                advice = errors.numpy.misplaced(op, shown, value)
                wrong = errors.calls.wrong_type(op, shown, spoken(kind), value, position(value, kind), advice)
                wrong.__cause__ = error
                return short(wrong)
    ours = errors.calls.raised_by_us(error)
    if not ours and isinstance(error, AttributeError):
        for name, value in numbers_for_tensors(given, kinds):
            wrong = errors.calls.wrong_type(op, name, "Tensor", value)
            wrong.__cause__ = error
            return short(wrong)
    limit = None if ours else errors.calls.beyond(op, error, given)
    if limit is not None:
        limit.__cause__ = error
        return short(limit)
    return short(error)


def numbers_for_tensors(given: dict[str, Any], kinds: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """The numbers, NumPy's scalars too, that were given where a tensor may stand: a kernel may not take them."""
    for name, text in kinds.items():
        bare = name.lstrip("*")
        for value in (given[bare] if bare != name else (given[bare],)) if "Tensor" in text else ():
            if isinstance(value, (int, float, complex, np.generic)):
                yield bare, value


def either(op: str, name: str, value: Any, other: str, instead: Any, default: Any) -> Any:
    """The value of an argument given under NumPy's ``name``. Raises if it was given under the ``other`` name too."""
    if instead is not default:
        raise errors.calls.given_twice(op, name, other)
    return value


def missing(op: str, **given: Any) -> TypeError:
    """The error for arguments that were left out: those whose value is ``...``."""
    return errors.calls.missing_arguments(op, errors.numpy.missing(op, given.values()), **given)


# -- kinds


def _is_array(value: Any) -> bool:
    return hasattr(value, "shape") and isinstance(getattr(value, "dtype", None), (dtype, np.dtype))


def _several(value: Any) -> bool:
    """Whether a value has several numbers, and is no list: some calls take one where they expect a number or a list."""
    return isinstance(value, range) or (_is_array(value) and value.shape != ())


def _is_number(value: Any, *types: type) -> bool:
    """Tensors count as numbers: if one with dimensions is wrong, the error of the call explains more.

    NumPy counts spans of time among its integers.
    """
    if isinstance(getattr(value, "dtype", None), np.dtype) and value.dtype.kind in "mMSU":
        return False
    return isinstance(value, types) or _is_array(value)


def is_int(value: Any) -> bool:
    """Whether this is an integer. A bool is none: ``x.topk(1, True)`` is not the largest along dimension 1."""
    if _is_array(value):
        return as_numpy(value.dtype).kind in "iu"
    return not isinstance(value, bool) and (isinstance(value, int) or hasattr(type(value), "__index__"))


def is_bool(value: Any) -> bool:
    """Whether this is a bool. A number is none: ``x.sum(0, 1)`` sums over one dimension, and looks as if over two.

    PyTorch takes Python's bools only. Here NumPy's and tensors without dimensions count as well, as among numbers.
    """
    if isinstance(value, (bool, np.bool_)):
        return True
    return _is_array(value) and value.shape == () and as_numpy(value.dtype).kind == "b"


KINDS: dict[str, Callable[[Any], bool]] = {
    "Tensor": _is_array,
    "int": lambda v: is_int(v) or _several(v),  # as in ``_is_number``
    "float": lambda v: _is_number(v, int, float, np.integer, np.floating),
    "complex": lambda v: _is_number(v, int, float, complex, np.number),
    "Number": lambda v: _is_number(v, int, float, complex, np.number),
    "bool": is_bool,
    "str": lambda v: isinstance(v, str),
    "Dtype": lambda v: isinstance(v, (dtype, np.dtype, type, str)),
}
SPOKEN = {"Number": "number", "Dtype": "dtype"}


def alternatives(kind: ast.expr) -> list[ast.expr]:
    """The kinds that ``A | B`` joins."""
    if isinstance(kind, ast.BinOp):
        return alternatives(kind.left) + alternatives(kind.right)
    return [kind]


def _parts(kind: ast.expr) -> tuple[str, list[ast.expr]]:
    """The name and the parameters of a kind such as ``Sequence[int]``; an empty name if it has no parameters."""
    if isinstance(kind, ast.Subscript) and isinstance(kind.value, ast.Name):
        inner = kind.slice
        return kind.value.id, inner.elts if isinstance(inner, ast.Tuple) else [inner]
    return "", []


def fits(value: Any, kind: ast.expr) -> bool:
    """Whether a value may be of a kind. An unknown kind fits all values."""
    if isinstance(kind, ast.BinOp):
        return any(fits(value, k) for k in alternatives(kind))
    if isinstance(kind, ast.Constant):
        return bool(value is kind.value)
    if isinstance(kind, ast.Name):
        return KINDS.get(kind.id, lambda v: True)(value)
    outer, inner = _parts(kind)
    if outer == "Sequence":
        return isinstance(value, (list, tuple, range)) and all(fits(v, inner[0]) for v in value)
    return True


def position(value: Any, kind: ast.expr) -> tuple[int, Any] | None:
    """The index and value of the first wrong element, if ``value`` is a sequence and ``kind`` allows one."""
    for k in alternatives(kind):
        outer, inner = _parts(k)
        if outer == "Sequence" and isinstance(value, (list, tuple, range)):
            return next(((i, v) for i, v in enumerate(value) if not fits(v, inner[0])), None)
    return None


def spoken(kind: ast.expr) -> str:
    """A kind in words: ``int, tuple of ints or None``."""
    words = [_word(k) for k in alternatives(kind)]
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _word(kind: ast.expr) -> str:
    if isinstance(kind, ast.Constant):
        return str(kind.value)
    if isinstance(kind, ast.Name):
        return SPOKEN.get(kind.id, kind.id)
    outer, inner = _parts(kind)
    if outer == "Sequence":
        return f"tuple of {' or '.join(_plural(k) for k in alternatives(inner[0]) if not isinstance(k, ast.Constant))}"
    return outer.lower() or ast.unparse(kind)


def _plural(kind: ast.expr) -> str:
    """A kind of which there are several, in words: ``tuples of ints``."""
    word = _word(kind)
    return word.replace("tuple", "tuples", 1) if word.startswith("tuple of ") else f"{word}s"
