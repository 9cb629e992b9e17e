"""Where code is running, in the pure build: see ``sites.pyx``."""

from __future__ import annotations

import sys
from typing import Any

from .. import errors

_ours: dict[str, bool] = {}  # file name -> whether its frames are wengert's own
_getframe = sys._getframe


def site(skip: int = 2) -> Any:
    """``(code, instruction)`` of the first frame outside wengert. Never a frame: that would keep its locals alive.

    The first ``skip`` frames are known to be wengert's.
    """
    frame: Any = _getframe(skip)
    while frame is not None:
        code = frame.f_code
        mine = _ours.get(code.co_filename)
        if mine is None:
            mine = _ours[code.co_filename] = code.co_filename.startswith(errors.text.PACKAGE)
        if not mine:
            return code, frame.f_lasti
        frame = frame.f_back
    return None, -1
