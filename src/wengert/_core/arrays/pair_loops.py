"""Functions of two numbers, which the pure build leaves to NumPy: see ``pair_loops.pyx``."""

from __future__ import annotations

from typing import Any

import numpy as np

fmod: Any = np.fmod
remainder: Any = np.remainder
floor_divide: Any = np.floor_divide
arctan2: Any = None  # NumPy's own takes as long as a call for each pair
hypot: Any = np.hypot
nextafter: Any = np.nextafter
