"""Named tuples that operations return: ``wengert.return_types`` shows them."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from .. import errors
from ..arrays import objects

RESULTS: dict[str, Any] = {}  # by name


def named(name: str, fields: str = "values indices") -> Any:
    """A named tuple under torch's name for it."""
    RESULTS[name] = kind = namedtuple(name, fields, module="wengert.return_types")
    kind.__doc__ = f"What ``{name.replace('linalg_', 'linalg.')}`` returns: ``({', '.join(kind._fields)})``."
    kind.__repr__, kind.__getattr__ = _shown, _refused
    return kind


of_kind: Any = objects.tuple_of  # a named tuple of a kind, of a tuple of results; calling the kind takes much longer


def _shown(self: Any) -> str:
    """As torch shows it: a field on a line."""
    fields = ",\n".join([f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)])
    return f"{errors.text.package()}.return_types.{type(self).__name__}(\n{fields})"


def _refused(self: Any, name: str) -> Any:
    kind, fields = type(self).__name__, " and ".join(self._fields)
    text = f"'wengert.return_types.{kind}' object has no attribute '{name}'. It holds {fields}: take one of them first"
    raise AttributeError(text, name=name, obj=self)
