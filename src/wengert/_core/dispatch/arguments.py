"""What is said of wrong arguments. Looked into only once a call has failed: a right one pays nothing for it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import errors
from ..arrays.dtypes import dtype
from ..errors.tracebacks import short


def explained(error: Exception, op: str, given: dict[str, Any], kinds: dict[str, str]) -> Exception:
    """The ``TypeError`` that names the first argument which is not of its kind; the ``error`` itself if all are, or if
    it says that such arguments are not supported. Without frames that tell a user nothing (Note [Short tracebacks]).

    ``given`` are the locals of the function, and ``kinds`` the types of the published signature, as stubs spell them; a
    group of arguments is marked with a star.
    """
    given.pop("e", None)  # which is the error, whose traceback holds the function and, in old Pythons, these: a cycle
    if isinstance(error, errors.shapes.Unsupported):
        return short(error)
    for name, text in kinds.items():
        kind = ast.parse(text, mode="eval").body
        bare = name.lstrip("*")
        for value in given[bare] if bare != name else (given[bare],):
            if value is not ... and not fits(value, kind):  # which stands for what was not given
                wrong = errors.calls.wrong_type(op, bare, spoken(kind), value, position(value, kind))
                wrong.__cause__ = error
                return short(wrong)
    return short(error)


def either(op: str, name: str, value: Any, other: str, instead: Any, default: Any) -> Any:
    """What is meant by an argument given by NumPy's name; by both, it is refused."""
    if instead is not default:
        raise errors.calls.given_twice(op, name, other)
    return value


# -- kinds


def _is_array(value: Any) -> bool:
    return hasattr(value, "shape") and isinstance(getattr(value, "dtype", None), (dtype, np.dtype))


def _is_number(value: Any, *types: type) -> bool:
    """Tensors count as numbers: of one that has dimensions, what failed says more."""
    return isinstance(value, types) or _is_array(value)


KINDS: dict[str, Callable[[Any], bool]] = {
    "Tensor": _is_array,
    "int": lambda v: _is_number(v, int, np.integer),
    "float": lambda v: _is_number(v, int, float, np.integer, np.floating),
    "complex": lambda v: _is_number(v, int, float, complex, np.number),
    "Number": lambda v: _is_number(v, int, float, complex, np.number),
    "bool": lambda v: _is_number(v, int, np.bool_),
    "str": lambda v: isinstance(v, str),
    "Dtype": lambda v: isinstance(v, (dtype, np.dtype, type, str)),
}
SPOKEN = {"Number": "number", "Dtype": "dtype"}


def alternatives(kind: ast.expr) -> list[ast.expr]:
    """``A | B`` taken apart."""
    if isinstance(kind, ast.BinOp):
        return alternatives(kind.left) + alternatives(kind.right)
    return [kind]


def _parts(kind: ast.expr) -> tuple[str, list[ast.expr]]:
    """``Sequence[int]`` as its name and what stands in brackets; no name for what has none."""
    if isinstance(kind, ast.Subscript) and isinstance(kind.value, ast.Name):
        inner = kind.slice
        return kind.value.id, inner.elts if isinstance(inner, ast.Tuple) else [inner]
    return "", []


def fits(value: Any, kind: ast.expr) -> bool:
    """Whether a value may be of a kind; of a kind that is not known here it may."""
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
    """Where a sequence, that may be one, has its first wrong element, and what stands there."""
    for k in alternatives(kind):
        outer, inner = _parts(k)
        if outer == "Sequence" and isinstance(value, (list, tuple, range)):
            return next((i, v) for i, v in enumerate(value) if not fits(v, inner[0]))
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
        return (
            f"tuple of {' or '.join(_word(k) + 's' for k in alternatives(inner[0]) if not isinstance(k, ast.Constant))}"
        )
    return outer.lower() or ast.unparse(kind)
