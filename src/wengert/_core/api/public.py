"""The surface of a public module: its names, and an error with advice for names that it does not have."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from .. import errors

PRIVATE = __name__.partition(".api")[0]


def surface(module: str) -> tuple[Callable[[str], NoReturn], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a public module. It is called when the module's names are defined.

    The ``__module__`` of its functions and classes becomes the public module. ``help``, errors and pickles show that
    name, so that private files can change. An object in several public modules gets the first that is imported.

    Args:
        module: the module's ``__name__``.

    Returns:
        ``__getattr__``, which raises an error, with advice if PyTorch has the name; and ``__dir__``.
    """
    names = vars(sys.modules[module])
    shown = [names[n] for n in names["__all__"] if n in names]  # some are imported later
    found = [value for value in shown if _publish(value, module)]
    for kind in [value for value in found if isinstance(value, type)]:  # after the functions: some are methods, too
        for name, member in vars(kind).items():
            function = getattr(member, "__func__", member)  # of a class method or a static one
            if hasattr(function, "__qualname__") and _publish(function, module):
                function.__qualname__ = f"{kind.__qualname__}.{name}"
    return errors.absent.looked_up_in(module), lambda: sorted(names["__all__"])


def _publish(value: Any, module: str) -> bool:
    """Say that a function or class comes from a module, if it is said to be private; whether it was."""
    if not str(getattr(value, "__module__", "")).startswith(PRIVATE):
        return False
    with contextlib.suppress(AttributeError, TypeError):  # what is compiled in C keeps where it was made
        value.__module__ = module
        return True
    return False
