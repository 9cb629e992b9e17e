"""Distributions of matrices: correlations and covariances."""

from __future__ import annotations

import math
from typing import Any

from ...api.generated import functions
from ...api.generated import linalg_functions as linalg
from ...api.grad_mode import no_grad
from ...api.types import finfo
from . import constraints
from .distribution import Distribution, ExponentialFamily
from .gamma_family import Beta, Chi2
from .location_scale import standard_normal
from .multivariate import ByCovariance, factored, half_log_determinant, only_matrix
from .parameters import broadcast_all, is_tensor, vec_to_tril_matrix


class LKJCholesky(Distribution):
    """Cholesky factors of correlation matrices: the determinant of a matrix has the power ``concentration - 1``.

    With ``concentration=1``, all correlation matrices are as likely (Lewandowski, Kurowicka and Joe, "Generating random
    correlation matrices based on vines and extended onion method", 2009).

    Args:
        dim: the size of the matrices, at least 2
        concentration: how near to the identity the matrices are, greater than 0
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if ``dim`` is below 2.

    >>> import wengert
    >>> wengert.distributions.LKJCholesky(3, 0.5).sample().shape
    wengert.Size([3, 3])
    """

    arg_constraints = {"concentration": constraints.positive}  # type: ignore[assignment]
    support = constraints.corr_cholesky  # type: ignore[assignment]
    _sizes = {"concentration": 0}
    _kept = ("dim",)

    def __init__(self, dim: int, concentration: Any = 1.0, validate_args: bool | None = None) -> None:
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        super().__init__(self.concentration.shape, (dim, dim), validate_args)
        # The squared length of what is left of the diagonal, in each row, has a beta distribution.
        self._beta = self._lengths()

    def _lengths(self) -> Any:
        like = self.concentration
        offset = functions.arange(self.dim - 1, dtype=like.dtype, device=like.device)
        offset = functions.cat([offset.new_zeros((1,)), offset])
        first = offset + 0.5
        second = like.unsqueeze(-1) + 0.5 * (self.dim - 2) - 0.5 * offset
        return Beta(first, second, validate_args=False)

    def _expanded(self, source: Any, batch_shape: Any) -> Any:
        found = super()._expanded(source, batch_shape)
        self._beta = self._lengths()
        return found

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw factors, by the onion method: a length and a direction for each row.

        Args:
            sample_shape: how many; a shape
        """
        with no_grad():
            squares = self._beta.sample(sample_shape).unsqueeze(-1)
            normal = functions.randn(
                self._extended_shape(sample_shape), dtype=squares.dtype, device=squares.device
            ).tril(-1)
            directions = normal / normal.norm(dim=-1, keepdim=True)
            directions[..., 0, :].fill_(0.0)
            rows = functions.sqrt(squares) * directions
            diagonal = functions.clamp(1 - (rows**2).sum(-1), min=finfo(rows.dtype).tiny).sqrt()
            return rows + functions.diag_embed(diagonal)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor of factors
        """
        diagonal = self._checked(value).diagonal(dim1=-1, dim2=-2)[..., 1:]
        order = functions.arange(2, self.dim + 1, device=self.concentration.device)
        power = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - order
        density = (power * diagonal.log()).sum(-1)
        n = self.dim - 1
        alpha = self.concentration + 0.5 * n
        total = 0.5 * n * math.log(math.pi) + functions.mvlgamma(alpha - 0.5, n)
        return density - total + functions.lgamma(alpha) * n


class Wishart(ByCovariance, ExponentialFamily):
    """The Wishart distribution, of ``X.mT @ X`` for ``df`` normal vectors in the rows of X. Give one of the matrices.

    Args:
        df: the degrees of freedom, greater than n - 1
        covariance_matrix: the covariance of the vectors: shape (..., n, n)
        precision_matrix: its inverse
        scale_tril: the lower triangular factor of the covariance, with a positive diagonal
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if not exactly one matrix is given, or ``df`` is too small.

    >>> import wengert
    >>> wengert.distributions.Wishart(wengert.tensor(3.0), wengert.eye(2)).mean
    tensor([[3., 0.],
            [0., 3.]])
    """

    support = constraints.positive_definite  # type: ignore[assignment]
    has_rsample = True
    _sizes = {"df": 0, "covariance_matrix": 2, "precision_matrix": 2, "scale_tril": 2}

    def __init__(
        self, df: Any, covariance_matrix: Any = None, precision_matrix: Any = None, scale_tril: Any = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        name, matrix = only_matrix(covariance_matrix, precision_matrix, scale_tril)
        event_shape = matrix.shape[-2:]
        df = df if is_tensor(df) else functions.tensor(df, dtype=matrix.dtype, device=matrix.device)
        batch_shape = functions.broadcast_shapes(matrix.shape[:-2], df.shape)
        if (df <= event_shape[-1] - 1).any():
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {event_shape[-1] - 1}.")
        self.df = df.expand(batch_shape)
        self.__dict__[name] = matrix.expand((*batch_shape, *event_shape))
        super().__init__(batch_shape, event_shape, validate_args=validate_args)
        self._unbroadcasted_scale_tril = factored(name, matrix)

    @property
    def arg_constraints(self) -> Any:
        """The degrees of freedom are above n - 1; the matrices are positive definite."""
        return {
            "covariance_matrix": constraints.positive_definite, "precision_matrix": constraints.positive_definite,
            "scale_tril": constraints.lower_cholesky, "df": constraints.greater_than(self._event_shape[-1] - 1),
        }  # fmt: skip

    @property
    def _wide_df(self) -> Any:
        return self.df[..., None, None]

    @property
    def mean(self) -> Any:
        """The mean."""
        return self._wide_df * self.covariance_matrix

    @property
    def mode(self) -> Any:
        """The matrix with the highest density: NaN where ``df`` is below n + 1."""
        factor = self._wide_df - self._event_shape[-1] - 1
        return functions.where(factor > 0, factor, math.nan) * self.covariance_matrix

    @property
    def variance(self) -> Any:
        """The variance of each number."""
        v = self.covariance_matrix
        diagonal = v.diagonal(dim1=-2, dim2=-1)
        return self._wide_df * (v.pow(2) + diagonal.unsqueeze(-1) * diagonal.unsqueeze(-2))

    def rsample(self, sample_shape: Any = (), max_try_correction: int | None = None) -> Any:
        """Draw matrices, by their Cholesky factors (Bartlett, "On the theory of statistical regression", 1933).

        Args:
            sample_shape: how many; a shape
            max_try_correction: how often those that rounding made singular are drawn again; None means never
        """
        drawn = self._drawn(sample_shape)
        for _ in range(max_try_correction or 0):
            singular = ~self.support.check(drawn)
            if not singular.any():
                break
            drawn = functions.where(singular[..., None, None], self._drawn(sample_shape), drawn)
        return drawn

    def _drawn(self, sample_shape: Any) -> Any:
        n, shape = self._event_shape[-1], self._extended_shape(sample_shape)
        count = n * (n - 1) // 2
        freedom = self.df.unsqueeze(-1) - functions.arange(n, dtype=self.df.dtype, device=self.df.device)
        diagonal = Chi2(freedom, validate_args=False).rsample(sample_shape).sqrt()
        below = vec_to_tril_matrix(standard_normal((*shape[:-2], count), self.df), diag=-1)
        factor = self._unbroadcasted_scale_tril @ (below + diagonal.diag_embed())
        return factor @ factor.mT

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor of positive definite matrices
        """
        value, n, nu = self._checked(value), self._event_shape[-1], self.df
        solved = functions.cholesky_solve(value, self._unbroadcasted_scale_tril)
        density = 0.5 * (nu - n - 1) * linalg.slogdet(value).logabsdet
        return density - 0.5 * solved.diagonal(dim1=-2, dim2=-1).sum(-1) - self._log_total()

    def _log_total(self) -> Any:
        n, nu = self._event_shape[-1], self.df
        scale = half_log_determinant(self._unbroadcasted_scale_tril)
        return nu * (scale + 0.5 * n * math.log(2)) + functions.mvlgamma(nu / 2, n)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        n, nu = self._event_shape[-1], self.df
        half = 0.5 * (nu.unsqueeze(-1) - functions.arange(n, dtype=nu.dtype, device=nu.device))
        log_det = functions.digamma(half).sum(-1) + n * math.log(2)
        log_det = log_det + 2 * half_log_determinant(self._unbroadcasted_scale_tril)
        return self._log_total() - 0.5 * (nu - n - 1) * log_det + 0.5 * n * nu

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return 0.5 * self.df, -0.5 * self.precision_matrix

    def _log_normalizer(self, x: Any, y: Any) -> Any:  # type: ignore[override]
        n = y.shape[-1]
        return x * (-linalg.slogdet(-2 * y).logabsdet + n * math.log(2)) + functions.mvlgamma(x, n)
