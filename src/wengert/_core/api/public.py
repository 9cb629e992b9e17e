"""What a public module shows: its names, and errors that say what to use instead of a name it does not have."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import NoReturn

from .. import errors

PRIVATE = __name__.partition(".api")[0]


def surface(module: str) -> tuple[Callable[[str], NoReturn], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of a public module, which are made when its names are all there.

    Its functions and classes are said to come from the module: in ``help``, in errors and in pickles, which so survive
    a change of the private files. Of several public modules with one object the first to be imported has it.

    Args:
        module: the module's ``__name__``.

    Returns:
        ``__getattr__``, which raises, with the next step where PyTorch has the name, and ``__dir__``.
    """
    names = vars(sys.modules[module])
    for name in [n for n in names["__all__"] if n in names]:  # some are imported later
        if str(getattr(names[name], "__module__", "")).startswith(PRIVATE):
            with contextlib.suppress(AttributeError, TypeError):  # what is compiled in C keeps where it was made
                names[name].__module__ = module
    return errors.absent.looked_up_in(module), lambda: sorted(names["__all__"])
