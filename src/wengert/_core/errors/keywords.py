"""A keyword that a function does not take: the error proposes the one that was meant.

Python finds such a keyword before the function runs, so only a caller of ours can say more: the wrapper of
:func:`~tracebacks.public`. Other functions are called by the user's line itself, and to catch their keywords would cost
every call. Some that NumPy names otherwise do (``numpy_errors.py``). From 3.13 on, Python proposes names that look
alike by itself.
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable
from typing import Any

UNEXPECTED = re.compile(r"got an unexpected keyword argument '(\w+)'$")
ANOTHER = {  # what other libraries call it
    "axes": "dim", "axis": "dim", "batch": "batch_size", "beta1": "betas", "decay": "weight_decay", "dims": "dim",
    "dropout_rate": "p", "epsilon": "eps", "filters": "out_channels", "in_axes": "in_dims", "inputs": "in_features",
    "keepdims": "keepdim", "kernel": "kernel_size", "l2": "weight_decay", "learning_rate": "lr", "mean": "loc",
    "mu": "loc", "n_jobs": "num_workers", "out_axes": "out_dims", "outputs": "out_features", "parameters": "params",
    "prob": "p", "rate": "p", "sigma": "scale", "slope": "negative_slope", "std": "scale", "stddev": "scale",
    "units": "out_features", "use_bias": "bias", "wd": "weight_decay", "workers": "num_workers",
}  # fmt: skip


def explain(error: TypeError, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Add the proposal to an error that Python raised because the arguments do not fit ``function``.

    A constructor is called by the name of the public class: many share the one of a private base.
    """
    text = str(error)
    if function.__name__ == "__init__" and args:
        names = [c.__name__ for c in type(args[0]).__mro__ if c.__module__.startswith("wengert.")]
        public = [n for n in names if not n.startswith("_")]
        text = re.sub(r"^[\w.]+\.__init__\(\)", f"{public[0]}.__init__()", text) if public else text
    if (unexpected := UNEXPECTED.search(text)) is not None:
        name = unexpected[1]
        takes = [p.name for p in inspect.signature(function).parameters.values() if p.kind in (1, 3)]
        takes = [n for n in takes if not n.startswith("_") and n != "self"]
        meant = [ANOTHER[name]] if ANOTHER.get(name) in takes else difflib.get_close_matches(name, takes, 1)
        if meant:
            text += f". Did you mean '{meant[0]}'?"
        elif takes:
            text += f". It takes {', '.join(takes)}."
    error.args = (text,)
