"""The rule tables, one file a kind. Importing the package declares every operation."""

from __future__ import annotations

import importlib

TABLES = [
    "complex",
    "pointwise",
    "compare",
    "shape",
    "strided",
    "join",
    "index",
    "places",
    "reduce",
    "scan",
    "create",
    "draw",
    "structure",
    "matmul",
    "nn_activation",
    "nn_layer",
    "nn_loss",
    "nn_conv",
    "nn_pool",
]

for _table in TABLES:
    importlib.import_module(f"{__name__}.{_table}")
