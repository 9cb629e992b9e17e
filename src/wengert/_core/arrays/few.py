"""Reductions of a few elements, in the pure build: NumPy's. See ``few.pyx``."""

from __future__ import annotations

from typing import Any

import numpy as np

# the functions that the methods of arrays call from Python; they do not warn as NumPy's module does
total: Any = np.add.reduce
largest: Any = np.maximum.reduce
smallest: Any = np.minimum.reduce
some: Any = np.logical_or.reduce
every: Any = np.logical_and.reduce
