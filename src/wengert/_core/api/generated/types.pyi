"""What signatures name: kinds of arguments, and the named tuples returned. Written by tools/generate.py: do not edit."""

from collections.abc import Sequence
import numpy as np
from types import EllipsisType
from typing import Any, NamedTuple, TypeAlias
from ...arrays.arrays import device
from ...arrays.dtypes import dtype
from ...tape.tensor import Tensor

Number: TypeAlias = int | float | complex
Dtype: TypeAlias = dtype | np.dtype[Any] | type[Any] | str
Device: TypeAlias = device | str | int
_Place: TypeAlias = int | slice | EllipsisType | Tensor | np.ndarray[Any, Any] | Sequence[Any] | None
Index: TypeAlias = _Place | tuple[_Place, ...]

class Aminmax(NamedTuple):
    min: Tensor
    max: Tensor

class Cummax(NamedTuple):
    values: Tensor
    indices: Tensor

class Cummin(NamedTuple):
    values: Tensor
    indices: Tensor

class Frexp(NamedTuple):
    mantissa: Tensor
    exponent: Tensor

class Histogram(NamedTuple):
    hist: Tensor
    bin_edges: Tensor

class Histogramdd(NamedTuple):
    hist: Tensor
    bin_edges: tuple[Tensor, ...]

class Kthvalue(NamedTuple):
    values: Tensor
    indices: Tensor

class Linalg_cholesky_ex(NamedTuple):
    L: Tensor
    info: Tensor

class Linalg_eig(NamedTuple):
    eigenvalues: Tensor
    eigenvectors: Tensor

class Linalg_eigh(NamedTuple):
    eigenvalues: Tensor
    eigenvectors: Tensor

class Linalg_inv_ex(NamedTuple):
    inverse: Tensor
    info: Tensor

class Linalg_ldl_factor(NamedTuple):
    LD: Tensor
    pivots: Tensor

class Linalg_ldl_factor_ex(NamedTuple):
    LD: Tensor
    pivots: Tensor
    info: Tensor

class Linalg_lstsq(NamedTuple):
    solution: Tensor
    residuals: Tensor
    rank: Tensor
    singular_values: Tensor

class Linalg_lu(NamedTuple):
    P: Tensor
    L: Tensor
    U: Tensor

class Linalg_lu_factor(NamedTuple):
    LU: Tensor
    pivots: Tensor

class Linalg_lu_factor_ex(NamedTuple):
    LU: Tensor
    pivots: Tensor
    info: Tensor

class Linalg_qr(NamedTuple):
    Q: Tensor
    R: Tensor

class Linalg_slogdet(NamedTuple):
    sign: Tensor
    logabsdet: Tensor

class Linalg_solve_ex(NamedTuple):
    result: Tensor
    info: Tensor

class Linalg_svd(NamedTuple):
    U: Tensor
    S: Tensor
    Vh: Tensor

class Lu_unpack(NamedTuple):
    P: Tensor
    L: Tensor
    U: Tensor

class Max(NamedTuple):
    values: Tensor
    indices: Tensor

class Median(NamedTuple):
    values: Tensor
    indices: Tensor

class Min(NamedTuple):
    values: Tensor
    indices: Tensor

class Mode(NamedTuple):
    values: Tensor
    indices: Tensor

class Nanmedian(NamedTuple):
    values: Tensor
    indices: Tensor

class Qr(NamedTuple):
    Q: Tensor
    R: Tensor

class Sort(NamedTuple):
    values: Tensor
    indices: Tensor

class Svd(NamedTuple):
    U: Tensor
    S: Tensor
    V: Tensor

class Topk(NamedTuple):
    values: Tensor
    indices: Tensor

class Triangular_solve(NamedTuple):
    solution: Tensor
    cloned_coefficient: Tensor
