"""The surface of a public module: its names, and an error with advice for names that it does not have."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import NoReturn

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
    for name in [n for n in names["__all__"] if n in names]:  # some are imported later
        if str(getattr(names[name], "__module__", "")).startswith(PRIVATE):
            with contextlib.suppress(AttributeError, TypeError):  # `__module__` of compiled code is read-only
                names[name].__module__ = module
    return errors.absent.looked_up_in(module), lambda: sorted(names["__all__"])
