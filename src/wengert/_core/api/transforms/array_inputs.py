"""What transforms take as tensors: tensors, and NumPy's and CuPy's arrays, as operations do."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays.arrays import is_array
from ...tape.tensor import TensorBase, wrap
from ..trees import TreeSpec, tree_flatten


def as_tensor(x: Any) -> Any:
    """A tensor around an array or a scalar of NumPy's, which shares its memory; anything else as it is."""
    if isinstance(x, TensorBase) or not (is_array(x) or isinstance(x, np.generic)):
        return x
    return wrap(x)


def flattened(tree: Any) -> tuple[list[Any], TreeSpec]:
    """The leaves of a tree and its structure. Arrays among the leaves are tensors."""
    leaves, spec = tree_flatten(tree)
    return [as_tensor(x) for x in leaves], spec
