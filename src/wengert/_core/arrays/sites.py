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


def site(skip: int = 2) -> Any:
    """``(code, instruction)`` of the first frame outside wengert. Never a frame: that would keep its locals alive.

    The first ``skip`` frames are known to be wengert's.
    """
    frame: Any = _getframe(skip)
    while frame is not None:
        code = frame.f_code
        if not _ours[code.co_filename]:
            return code, frame.f_lasti
        frame = frame.f_back
    return None, -1
