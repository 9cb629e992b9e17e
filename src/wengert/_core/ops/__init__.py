"""The tables of operations, one file per kind.

Importing this package declares the operations that every program needs: the machinery and the methods of tensors call
them, or they have rules for sparse tensors. A public function imports the table of any other operation when it is first
called; :func:`declare_all` imports all of them.
"""

from __future__ import annotations

import importlib

EARLY = [
    "structure",
    "elementwise.complex",
    "elementwise.pointwise",
    "elementwise.clamping",
    "index.filling",
    "elementwise.elementary",
    "elementwise.special",
    "elementwise.gamma",
    "elementwise.compare",
    "shape.shape",
    "shape.arrange",
    "shape.join",
    "shape.strided",
    "index.positions",
    "index.index",
    "index.gather",
    "index.brackets",
    "reduce.reduce",
    "reduce.extreme",
    "reduce.norm",
    "create.create",
    "create.convert",
    "linalg.contract",
    "linalg.matmul",
    "sparse.sparse",
    "nn.activation",
    "sparse.patterns",
    "machinery",
]
LATE = [
    "shape.queries",
    "elementwise.bessel",
    "elementwise.polynomials",
    "index.flat",
    "index.places",
    "reduce.scan",
    "reduce.order",
    "create.ranges",
    "create.buffers",
    "random.draw",
    "create.windows",
    "linalg.solve",
    "linalg.determinants",
    "linalg.chain",
    "linalg.factor",
    "linalg.ldl",
    "linalg.spectral",
    "linalg.matrices",
    "linalg.low_rank",
    "linalg.distances",
    "linalg.statistics",
    "nn.layer",
    "nn.normalization",
    "random.nn_draw",
    "random.gamma_draws",
    "nn.segments",
    "nn.embedding",
    "sparse.compressed",
    "nn.loss",
    "nn.linear_loss",
    "nn.margin",
    "nn.sliding",
    "nn.conv",
    "nn.columns",
    "nn.attention",
    "nn.pool",
    "nn.adaptive_pool",
    "nn.fractional",
    "nn.maxima",
    "nn.sample",
    "nn.grid",
    "nn.sequence",
    "nn.composites",
    "nn.recurrent_scan",
    "nn.recurrent",
    "fft.fourier",
    "fft.frequencies",
    "fft.stft",
    "masked",
]
TABLES = [*EARLY, *LATE]  # each imports only from those before it


def declare_all() -> None:
    """Declare every operation, for what is about all of them."""
    for table in LATE:
        importlib.import_module(f"{__name__}.{table}")


for _table in EARLY:
    importlib.import_module(f"{__name__}.{_table}")
