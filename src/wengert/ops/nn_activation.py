"""Layers of neural networks other than convolutions: activations, softmax, dropout, embedding, linear maps, norms, attention."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from wengert import arrays, dtypes, errors, random
from wengert.batched import batch_dims, batch_pointwise, repeat_first
from wengert.families import composite, constant, general, linear as linear_row, pointwise

from .complex import conj
from .index import gather, index_add, index_select
from .matmul import contract, flat_rows, matmul, mm
from .pointwise import add, clamp_min, clone, exp, isneginf, mul, rsqrt, sigmoid, softplus_of, tanh, true_divide, where
from .reduce import mean as mean_rows, sum as sum_rows, vector_norm
from .shape import expand, mT, reshape, unsqueeze, wrap_dim
