"""The rule tables, one file a kind. Importing the package declares every operation."""

from __future__ import annotations

import importlib

TABLES = [
    "complex",
    "queries",
    "pointwise",
    "special",
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
    "windows",
    "structure",
    "matmul",
    "statistics",
    "nn_activation",
    "nn_layer",
    "nn_loss",
    "nn_conv",
    "nn_pool",
]

for _table in TABLES:
    importlib.import_module(f"{__name__}.{_table}")
