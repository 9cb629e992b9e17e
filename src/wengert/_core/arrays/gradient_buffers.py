"""Tests and additions on the arrays that hold gradients, for the pure build: see ``gradient_buffers.pyx``."""

from __future__ import annotations

from typing import Any

import numpy as np

ndarray = np.ndarray


def is_like(a: Any, shape: Any, dtype: Any) -> bool:
    """Whether ``a`` is a NumPy array of this shape and dtype (the same object)."""
    return type(a) is ndarray and a.dtype is dtype and a.shape == shape


def owns(a: Any) -> bool:
    """Whether ``a`` is a writable NumPy array that owns its memory."""
    return type(a) is ndarray and a.base is None and a.flags.writeable


def add_into(old: Any, new: Any) -> bool:
    """``old += new`` for arrays of one dtype. Return False for others. NumPy adds arrays of all layouts."""
    if old.dtype != new.dtype:
        return False
    old += new
    return True
