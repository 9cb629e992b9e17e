"""Names in pickles: those of PyTorch, so that files can be exchanged, and what they stand for here.

A file that PyTorch wrote names its functions and classes, and what is written here names them, too: ``torch.Size``,
``torch._utils._rebuild_tensor_v2``. Public names are the same on both sides, with another package in front. The private
ones that files have are in ``OURS``.
"""

from __future__ import annotations

import _compat_pickle  # what pickle itself reads: names that Python 2 had
import collections
from types import TracebackType
from typing import Any

from ... import errors
from ...arrays import dtypes
from ...arrays.arrays import device
from ...tape.tensor import Size, Tensor
from . import rebuilding
from .public_names import HERE, PRIVATE, THERE, parameter_type, public
from .stored import TYPES, UNTYPED

OURS: dict[str, Any] = {  # what a file may name, whoever wrote it
    "torch._utils._rebuild_tensor": rebuilding.rebuild_tensor,
    "torch._utils._rebuild_tensor_v2": rebuilding.rebuild_tensor_v2,
    "torch._utils._rebuild_tensor_v3": rebuilding.rebuild_tensor_v3,
    "torch._utils._rebuild_sparse_tensor": rebuilding.rebuild_sparse_tensor,
    "torch._utils._rebuild_parameter": rebuilding.rebuild_parameter,
    "torch._utils._rebuild_parameter_with_state": rebuilding.rebuild_parameter_with_state,
    "torch._tensor._rebuild_from_type_v2": rebuilding.rebuild_from_type_v2,
    "torch.serialization._get_layout": rebuilding.layout_of,
    "torch.Size": Size,
    "torch.Tensor": Tensor,
    "torch.device": device,
    "torch.storage.UntypedStorage": UNTYPED,
    **{f"torch.{kind.name}": kind for kind in TYPES},
    **{f"torch.cuda.{kind.name}": kind for kind in TYPES},
    **{f"torch.{d.name}": d for d in dict.fromkeys(dtypes._NAMED.values())},
}
PARAMETERS = ("torch.nn.parameter.Parameter", "torch.nn.Parameter")
NAME_OF = {id(value): name for name, value in OURS.items() if not name.startswith("torch.cuda.")}
OURS["torch.UntypedStorage"] = UNTYPED
HARMLESS: dict[str, Any] = {
    **OURS,
    "_codecs.encode": rebuilding.latin,
    "builtins.bytearray": bytearray,
    "builtins.complex": complex,
    "builtins.set": set,
    "collections.Counter": collections.Counter,
    "collections.OrderedDict": collections.OrderedDict,
}


def written(value: Any) -> str | None:
    """The name of PyTorch's that a file gets for a function, a class or a dtype; None for what is not wengert's."""
    known = NAME_OF.get(id(value))
    if known is not None or not isinstance(value, (type, *_FUNCTIONS)):
        return known
    module = getattr(value, "__module__", None) or ""
    if module.partition(".")[0] != HERE or module.startswith(PRIVATE):
        return None
    return f"{THERE}{module.removeprefix(HERE)}.{value.__qualname__}"


_FUNCTIONS = (type(written), type(len))


def now(module: str, name: str, protocol: int) -> tuple[str, str]:
    """A name as Python 3 has it. The first three protocols write names that Python 2 knew."""
    if protocol < 3:
        if (module, name) in _compat_pickle.NAME_MAPPING:
            return _compat_pickle.NAME_MAPPING[module, name]
        module = _compat_pickle.IMPORT_MAPPING.get(module, module)
    return module, name


def read(module: str, name: str) -> Any:
    """What a name in a pickle that is trusted stands for here; None if it is neither PyTorch's nor wengert's.

    Raises:
        UnpicklingError: if PyTorch has it and wengert does not.
    """
    full = f"{module}.{name}"
    found = OURS.get(full)
    if found is None:
        found = public(module, name)
    if found is None and module.partition(".")[0] == THERE:
        raise errors.files.absent_global(full)
    return found


# -- what else is harmless, by the word of the user

Named = tuple[Any, str]
_safe: dict[str, Any] = {}


def _with_name(given: Any) -> tuple[str, Any]:
    if isinstance(given, tuple):
        if len(given) != 2 or not isinstance(given[1], str):
            raise ValueError(
                f"add_safe_globals expects functions, classes, and pairs of one and its name, got {given!r}"
            )
        return given[1], given[0]
    return f"{given.__module__}.{given.__qualname__}", given


def add_safe_globals(safe_globals: list[Any]) -> None:
    """Let :func:`load` with ``weights_only=True`` call these functions and make objects of these classes.

    Args:
        safe_globals: functions and classes; or pairs of one and the name that the file has for it.

    Raises:
        ValueError: for a pair that is none of those.

    >>> import fractions, wengert
    >>> wengert.serialization.add_safe_globals([fractions.Fraction])
    >>> wengert.serialization.get_safe_globals()
    [<class 'fractions.Fraction'>]
    >>> wengert.serialization.clear_safe_globals()
    """
    _safe.update([_with_name(given) for given in safe_globals])


def get_safe_globals() -> list[Any]:
    """Return what :func:`add_safe_globals` has added.

    >>> import wengert
    >>> wengert.serialization.get_safe_globals()
    []
    """
    return [v if name == _with_name(v)[0] else (v, name) for name, v in _safe.items()]


def clear_safe_globals() -> None:
    """Forget what :func:`add_safe_globals` has added.

    >>> import wengert
    >>> wengert.serialization.clear_safe_globals()
    """
    _safe.clear()


class safe_globals:  # noqa: N801  (torch's name)
    """Within the context, :func:`load` with ``weights_only=True`` takes these functions and classes, too.

    Args:
        safe_globals: as for :func:`add_safe_globals`.

    >>> import fractions, io, wengert
    >>> file = io.BytesIO()
    >>> wengert.save(fractions.Fraction(1, 3), file)
    >>> _ = file.seek(0)
    >>> with wengert.serialization.safe_globals([fractions.Fraction]):
    ...     wengert.load(file)
    Fraction(1, 3)
    """

    def __init__(self, safe_globals: list[Any]) -> None:
        self.given = safe_globals

    def __enter__(self) -> None:
        self.before = dict(_safe)
        add_safe_globals(self.given)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        _safe.clear()
        _safe.update(self.before)


def allowed(module: str, name: str) -> Any:
    """What a name in a pickle that is not trusted stands for.

    Raises:
        UnpicklingError: if it may not be named.
    """
    full = f"{module}.{name}"
    for known in (HARMLESS, _safe):
        if full in known:
            return known[full]
    if full in PARAMETERS and parameter_type() is not None:
        return parameter_type()
    if module.partition(".")[0] in (HERE, THERE):
        found = public(module, name)
        if found is None and module.partition(".")[0] == THERE:
            raise errors.files.absent_global(full)
        if found is not None and any(value is found for value in _safe.values()):
            return found
    raise errors.files.unsupported_global(full.removeprefix("builtins."))


def is_allowed(value: Any) -> bool:
    """Whether a pickle that is not trusted may call this, or make objects of it."""
    return any(value is known for known in (*HARMLESS.values(), *_safe.values(), parameter_type() or Tensor))
