"""The rule tables, one file a kind. Importing the package declares every operation."""

from __future__ import annotations

import importlib

TABLES = [
    "complex",
    "queries",
    "pointwise",
    "elementary",
    "special",
    "gamma",
    "bessel",
    "polynomials",
    "compare",
    "shape",
    "arrange",
    "strided",
    "join",
    "index",
    "flat",
    "places",
    "reduce",
    "extreme",
    "norm",
    "scan",
    "order",
    "create",
    "draw",
    "windows",
    "structure",
    "matmul",
    "solve",
    "chain",
    "factor",
    "ldl",
    "spectral",
    "matrices",
    "low_rank",
    "sparse",
    "statistics",
    "nn_activation",
    "patterns",
    "nn_layer",
    "nn_loss",
    "nn_margin",
    "nn_conv",
    "nn_pool",
    "nn_sample",
    "nn_sequence",
    "fourier",
    "frequencies",
    "stft",
    "masked",
]

for _table in TABLES:
    importlib.import_module(f"{__name__}.{_table}")
