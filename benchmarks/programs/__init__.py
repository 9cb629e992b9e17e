"""Whole programs, written here from published definitions: the same source on PyTorch and on wengert.

Each file has a program: ``cases(t)`` takes the library and returns what is measured, by name, as functions without
arguments that return what they have computed. The inputs are made once. Nothing is tuned to a library.
"""

import importlib
from functools import cache
from types import ModuleType
from typing import Any

from benchmarks.case import Case

# file, and what it measures; the names of the cases are what the page shows
PROGRAMS = {
    "mixture": ("Gaussian mixture", ("log-likelihood", "with gradient")),
    "bundle": ("bundle adjustment", ("residuals", "with Jacobian")),
    "kmeans": ("k-means", ("cost", "with gradient and Hessian diagonal")),
    "lstm": ("LSTM, parameters per unit", ("loss", "with gradient")),
    "hand": ("articulated hand", ("residuals", "with Jacobian")),
    "ode": ("RK4 through an ODE", ("error", "with gradient")),
    "kalman": ("Kalman filter", ("log-likelihood", "with gradient")),
    "heat": ("heat equation, in place", ("error", "with gradient")),
    "rnn": ("recurrent network", ("loss", "training step")),
    "convnet": ("convolutional network", ("loss", "training step")),
    "digits": ("digits, with modules and Adam", ("loss", "training step")),
    "transformer": ("transformer", ("loss", "training step")),
    "process": ("Gaussian process", ("log-likelihood", "with gradient")),
}
NAMES = tuple(f"{title}: {what}" for title, cases in PROGRAMS.values() for what in cases)


@cache
def program(t: ModuleType, file: str) -> dict[str, Any]:
    return importlib.import_module(f"{__name__}.{file}").cases(t)


def find(library: str, name: str) -> Case | None:
    """Build a case for PyTorch or wengert."""
    if library not in ("torch", "wengert"):
        return None
    title, what = name.split(": ")
    file = next(file for file, (of, _) in PROGRAMS.items() if of == title)
    return Case(program(importlib.import_module(library), file)[what])
