"""Where code is running, in the pure build: see ``sites.pyx``."""

from __future__ import annotations

import sys
from typing import Any

from .. import errors


class _Files(dict[str, bool]):
    """Whether the frames of a file, by its name, are wengert's own."""

    def __missing__(self, name: str) -> bool:
        mine = self[name] = name.startswith(errors.text.PACKAGE)
        return mine


_ours = _Files()
_getframe = sys._getframe


def frame(skip: int = 2) -> Any:
    """The first frame outside wengert: its code and the instruction that runs. Nobody keeps it: its locals would live.

    The first ``skip`` frames are known to be wengert's.
    """
    found: Any = _getframe(skip)
    while found is not None:
        if not _ours[found.f_code.co_filename]:
            return found
        found = found.f_back
    return _Nowhere


class _Nowhere:
    """What stands for the frame where all frames are wengert's."""

    f_code = None
    f_lasti = -1


def site(skip: int = 2) -> Any:
    """``(code, instruction)`` of the first frame outside wengert."""
    found = frame(skip + 1)
    return found.f_code, found.f_lasti
