"""Elementary and special functions, which the pure build leaves to NumPy: see ``function_loops.pyx``."""

from __future__ import annotations

from typing import Any

import numpy as np

exp: Any = np.exp
exp2: Any = np.exp2
expm1: Any = np.expm1
log: Any = np.log
log1p: Any = np.log1p
log2: Any = np.log2
log10: Any = np.log10
sin: Any = np.sin
cos: Any = np.cos
sinh: Any = np.sinh
cosh: Any = np.cosh
tanh: Any = np.tanh
arctanh: Any = np.arctanh
sigmoid: Any = None  # NumPy lacks them
arcsin: Any = None  # its own functions take as long as a call for each number
arccos: Any = None
tan: Any = None
arctan: Any = None
erf: Any = None
erfc: Any = None
erfinv: Any = None
ndtr: Any = None  # the normal distribution function, accurate where it is small; normal_cdf takes half the time
i0: Any = None
i0e: Any = None
i1: Any = None
i1e: Any = None
digamma: Any = None
trigamma: Any = None
normal_cdf: Any = None
gelu: Any = None
lgamma: Any = None
between: Any = None  # x + w * (end - x), of x, end and w
