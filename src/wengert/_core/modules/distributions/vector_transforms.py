"""Transforms to the simplex, to triangular and to positive definite matrices."""

from __future__ import annotations

import math
from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.generated import linalg_functions as linalg
from ...api.generated import nn_functions as nn
from ...api.types import finfo
from ...tape.tensor import Size
from . import constraints
from .invertible import Transform, at_least
from .parameters import tril_matrix_to_vec, vec_to_tril_matrix


class SoftmaxTransform(Transform):
    """``y = softmax(x)``, in the last dimension. It is no bijection; its "inverse" is the logarithm.

    Args:
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.SoftmaxTransform()(wengert.zeros(2))
    tensor([0.5000, 0.5000])
    """

    domain, codomain = constraints.real_vector, constraints.simplex

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SoftmaxTransform)

    __hash__ = Transform.__hash__

    def _call(self, x: Any) -> Any:
        return functions.softmax(x, -1)

    def _inverse(self, y: Any) -> Any:
        return y.log()

    def forward_shape(self, shape: Any) -> Any:
        """The shape, which must have a dimension."""
        return at_least(shape, 1)

    inverse_shape = forward_shape


class StickBreakingTransform(Transform):
    """From vectors of n - 1 numbers to the simplex in n dimensions, by breaking pieces off a stick.

    It is a bijection. Each number is the log odds of how much of the rest is broken off; a vector of zeros gives equal
    pieces.

    Args:
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.StickBreakingTransform()(wengert.zeros(2))
    tensor([0.3333, 0.3333, 0.3333])
    """

    domain, codomain, bijective = constraints.real_vector, constraints.simplex, True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StickBreakingTransform)

    __hash__ = Transform.__hash__

    def _shift(self, x: Any) -> Any:
        """The numbers, shifted so that zeros give equal pieces."""
        n = x.shape[-1]
        return x - functions.arange(n, 0, -1, dtype=x.dtype, device=x.device).log()

    def _call(self, x: Any) -> Any:
        odds = self._shift(x)
        rest = nn.pad(functions.sigmoid(-odds).cumprod(-1), (1, 0), value=1.0)
        return nn.pad(functions.sigmoid(odds), (0, 1), value=1.0) * rest

    def _inverse(self, y: Any) -> Any:
        pieces = y[..., :-1]
        n = pieces.shape[-1]
        rest = functions.clamp(1 - pieces.cumsum(-1), min=finfo(y.dtype).tiny)
        return pieces.log() - rest.log() + functions.arange(n, 0, -1, dtype=y.dtype, device=y.device).log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The sum of the logarithms of the slopes: the Jacobian of all pieces but the last is triangular."""
        odds = self._shift(x)
        return (nn.logsigmoid(-odds) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape: Any) -> Any:
        """The shape, with one number more."""
        shape = at_least(shape, 1)
        return Size((*shape[:-1], shape[-1] + 1))

    def inverse_shape(self, shape: Any) -> Any:
        """The shape, with one number less."""
        shape = at_least(shape, 1)
        return Size((*shape[:-1], shape[-1] - 1))


class LowerCholeskyTransform(Transform):
    """From square matrices to lower triangular ones with a positive diagonal, which is the exponential of theirs.

    What is above the diagonal has no effect.

    Args:
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.LowerCholeskyTransform()(wengert.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.lower_cholesky

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LowerCholeskyTransform)

    __hash__ = Transform.__hash__

    def _call(self, x: Any) -> Any:
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y: Any) -> Any:
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(Transform):
    """From square matrices to positive definite ones: ``L @ L.mT``, where L is what LowerCholeskyTransform makes.

    Args:
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.PositiveDefiniteTransform()(wengert.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.positive_definite

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PositiveDefiniteTransform)

    __hash__ = Transform.__hash__

    def _call(self, x: Any) -> Any:
        factor = LowerCholeskyTransform()(x)
        return factor @ factor.mT

    def _inverse(self, y: Any) -> Any:
        return LowerCholeskyTransform().inv(linalg.cholesky(y))


class CorrCholeskyTransform(Transform):
    """From vectors of n (n - 1) / 2 numbers to the Cholesky factors of correlation matrices of size n.

    The hyperbolic tangents of the numbers are partial correlations. A row of the factor is broken off a stick of length
    one, as in :class:`StickBreakingTransform`, by their squares.

    Args:
        cache_size: how many values are cached: 0 or 1

    >>> import wengert
    >>> wengert.distributions.CorrCholeskyTransform()(wengert.zeros(1))
    tensor([[1., 0.],
            [0., 1.]])
    """

    domain, codomain, bijective = constraints.real_vector, constraints.corr_cholesky, True

    def _call(self, x: Any) -> Any:
        eps = finfo(x.dtype).eps
        partial = vec_to_tril_matrix(functions.clamp(x.tanh(), -1 + eps, 1 - eps), diag=-1)
        rest = (1 - partial**2).sqrt().cumprod(-1)
        rows = partial + functions.eye(partial.shape[-1], dtype=x.dtype, device=x.device)
        return rows * nn.pad(rest[..., :-1], (1, 0), value=1.0)

    def _inverse(self, y: Any) -> Any:
        rest = nn.pad((1 - (y * y).cumsum(-1))[..., :-1], (1, 0), value=1.0)
        partial = tril_matrix_to_vec(y, diag=-1) / tril_matrix_to_vec(rest, diag=-1).sqrt()
        return (partial.log1p() - (-partial).log1p()) / 2

    def log_abs_det_jacobian(self, x: Any, y: Any, intermediates: Any = None) -> Any:
        """The logarithm of the determinant: of the tangents, and of breaking the sticks. The third is unused."""
        left = tril_matrix_to_vec(1 - (y * y).cumsum(-1), diag=-2)
        sticks = 0.5 * left.log().sum(-1)
        return sticks - 2 * (x + nn.softplus(-2 * x) - math.log(2.0)).sum(-1)

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the matrices."""
        shape = at_least(shape, 1)
        n = (1 + math.isqrt(1 + 8 * shape[-1])) // 2
        if n * (n - 1) // 2 != shape[-1]:
            raise errors.distributions.cholesky_length(shape[-1])
        return Size((*shape[:-1], n, n))

    def inverse_shape(self, shape: Any) -> Any:
        """The shape of the vectors."""
        shape = at_least(shape, 2)
        if shape[-2] != shape[-1]:
            raise errors.distributions.not_square(shape)
        return Size((*shape[:-2], shape[-1] * (shape[-1] - 1) // 2))
