"""Normal distributions of vectors."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.generated import linalg_functions as linalg
from . import constraints
from .distribution import Distribution
from .location_scale import standard_normal
from .parameters import LOG_TWO_PI, lazy_property

MATRICES = ("covariance_matrix", "precision_matrix", "scale_tril")


def apply_to_vectors(matrix: Any, vectors: Any) -> Any:
    """Multiply each vector with its matrix."""
    return (matrix @ vectors.unsqueeze(-1)).squeeze(-1)


def squared_length(factor: Any, vectors: Any) -> Any:
    """``x @ inverse(L @ L.mT) @ x`` for lower triangular factors L and vectors x, whose batches are broadcast."""
    solved = linalg.solve_triangular(factor, vectors.unsqueeze(-1), upper=False)
    return solved.squeeze(-1).pow(2).sum(-1)


def half_log_determinant(factor: Any) -> Any:
    """The logarithm of the determinant of a triangular matrix."""
    return factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def factor_of_inverse(matrix: Any) -> Any:
    """The Cholesky factor of the inverse of a positive definite matrix.

    With the order of rows and columns reversed, the Cholesky factor of the matrix is upper triangular in the usual
    order. The inverse of its transpose is the factor that is looked for: no inverse is factored.
    """
    upper = linalg.cholesky(matrix.flip((-2, -1))).flip((-2, -1))
    eye = functions.eye(matrix.shape[-1], dtype=matrix.dtype, device=matrix.device)
    return linalg.solve_triangular(upper.mT, eye, upper=False)


class ByCovariance(Distribution):
    """A distribution of which one of three matrices is given. The others are computed when they are first read."""

    _kept = ("_unbroadcasted_scale_tril",)
    _unbroadcasted_scale_tril: Any  # the factor before it takes the shape of the batch

    @lazy_property
    def scale_tril(self) -> Any:
        """The lower triangular factor of the covariance."""
        return self._whole(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self) -> Any:
        """The covariance."""
        return self._whole(self._unbroadcasted_scale_tril @ self._unbroadcasted_scale_tril.mT)

    @lazy_property
    def precision_matrix(self) -> Any:
        """The inverse of the covariance."""
        return self._whole(functions.cholesky_inverse(self._unbroadcasted_scale_tril))

    def _whole(self, matrix: Any) -> Any:
        return matrix.expand((*self._batch_shape, *matrix.shape[-2:]))


class MultivariateNormal(ByCovariance):
    """The normal distribution of vectors. Give one of the three matrices.

    Args:
        loc: the mean: shape (..., n)
        covariance_matrix: positive definite: shape (..., n, n)
        precision_matrix: the inverse of the covariance
        scale_tril: the lower triangular factor of the covariance, with a positive diagonal
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if not exactly one matrix is given, or dimensions are missing.

    >>> import wengert
    >>> normal = wengert.distributions.MultivariateNormal(wengert.zeros(2), wengert.eye(2))
    >>> normal.log_prob(wengert.zeros(2))
    tensor(-1.8379)
    """

    arg_constraints = {  # type: ignore[assignment]
        "loc": constraints.real_vector, "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite, "scale_tril": constraints.lower_cholesky,
    }  # fmt: skip
    support = constraints.real_vector  # type: ignore[assignment]
    has_rsample = True
    _sizes = {"loc": 1, "covariance_matrix": 2, "precision_matrix": 2, "scale_tril": 2}

    def __init__(
        self, loc: Any, covariance_matrix: Any = None, precision_matrix: Any = None, scale_tril: Any = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        if loc.ndim < 1:
            raise errors.distributions.loc_dimensions()
        name, matrix = only_matrix(covariance_matrix, precision_matrix, scale_tril)
        batch_shape = functions.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        self.__dict__[name] = matrix.expand((*batch_shape, *matrix.shape[-2:]))
        self.loc = loc.expand((*batch_shape, loc.shape[-1]))
        super().__init__(batch_shape, loc.shape[-1:], validate_args=validate_args)
        self._unbroadcasted_scale_tril = factored(name, matrix)

    @property
    def mean(self) -> Any:
        """The mean, ``loc``."""
        return self.loc

    @property
    def mode(self) -> Any:
        """The vector with the highest density, ``loc``."""
        return self.loc

    @property
    def variance(self) -> Any:
        """The variance of each number."""
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw vectors: ``loc`` plus ``scale_tril`` times standard normal vectors.

        Args:
            sample_shape: how many; a shape
        """
        drawn = standard_normal(self._extended_shape(sample_shape), self.loc)
        return self.loc + apply_to_vectors(self._unbroadcasted_scale_tril, drawn)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor of vectors
        """
        factor = self._unbroadcasted_scale_tril
        length = squared_length(factor, self._checked(value) - self.loc)
        return -0.5 * (self._event_shape[0] * LOG_TWO_PI + length) - half_log_determinant(factor)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        half = half_log_determinant(self._unbroadcasted_scale_tril)
        return (0.5 * self._event_shape[0] * (1.0 + LOG_TWO_PI) + half).expand(self._batch_shape)


def only_matrix(covariance_matrix: Any, precision_matrix: Any, scale_tril: Any) -> tuple[str, Any]:
    """The one matrix that is given, and its name."""
    given = zip(MATRICES, (covariance_matrix, precision_matrix, scale_tril), strict=True)
    found = [(name, matrix) for name, matrix in given if matrix is not None]
    if len(found) != 1:
        raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
    if found[0][1].ndim < 2:
        raise ValueError(f"{found[0][0]} must be at least two-dimensional, with optional leading batch dimensions")
    return found[0]


def factored(name: str, matrix: Any) -> Any:
    """The lower triangular factor of the covariance, by one of the three matrices."""
    if name == "covariance_matrix":
        return linalg.cholesky(matrix)
    return factor_of_inverse(matrix) if name == "precision_matrix" else matrix


class LowRankMultivariateNormal(Distribution):
    """The normal distribution of vectors whose covariance is ``cov_factor @ cov_factor.mT + diag(cov_diag)``.

    Only a matrix as small as the rank is inverted: by the formulas of Woodbury, and of determinants.

    Args:
        loc: the mean: shape (..., n)
        cov_factor: shape (..., n, rank)
        cov_diag: numbers greater than 0: shape (..., n)
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if dimensions are missing or do not agree.

    >>> import wengert
    >>> d = wengert.distributions
    >>> d.LowRankMultivariateNormal(wengert.zeros(2), wengert.ones(2, 1), wengert.ones(2)).variance
    tensor([2., 2.])
    """

    arg_constraints = {  # type: ignore[assignment]
        "loc": constraints.real_vector, "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }  # fmt: skip
    support = constraints.real_vector  # type: ignore[assignment]
    has_rsample = True
    _sizes = {
        "loc": 1, "cov_factor": 2, "cov_diag": 1, "covariance_matrix": 2, "scale_tril": 2, "precision_matrix": 2,
    }  # fmt: skip
    _kept = ("_unbroadcasted_cov_factor", "_unbroadcasted_cov_diag", "_capacitance_tril")

    def __init__(self, loc: Any, cov_factor: Any, cov_diag: Any, validate_args: bool | None = None) -> None:
        if loc.ndim < 1:
            raise errors.distributions.loc_dimensions()
        n = loc.shape[-1]
        if cov_factor.ndim < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        for name, size in (("cov_factor", cov_factor.shape[-2]), ("cov_diag", cov_diag.shape[-1])):
            if size != n:
                raise errors.distributions.factor_size(name, n)
        shapes = loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1]
        try:
            batch_shape = functions.broadcast_shapes(*shapes)
        except RuntimeError as e:
            raise errors.distributions.shapes_of_low_rank(loc.shape, cov_factor.shape, cov_diag.shape) from e
        self.loc = loc.expand((*batch_shape, n))
        self.cov_factor = cov_factor.expand((*batch_shape, *cov_factor.shape[-2:]))
        self.cov_diag = cov_diag.expand((*batch_shape, n))
        self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag = cov_factor, cov_diag
        self._capacitance_tril = capacitance_factor(cov_factor, cov_diag)
        super().__init__(batch_shape, (n,), validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean, ``loc``."""
        return self.loc

    @property
    def mode(self) -> Any:
        """The vector with the highest density, ``loc``."""
        return self.loc

    @lazy_property
    def variance(self) -> Any:  # type: ignore[override]
        """The variance of each number."""
        found = self._unbroadcasted_cov_factor.pow(2).sum(-1) + self._unbroadcasted_cov_diag
        return found.expand(self._batch_shape + self._event_shape)

    @lazy_property
    def covariance_matrix(self) -> Any:
        """The covariance."""
        factor = self._unbroadcasted_cov_factor
        return self._whole(factor @ factor.mT + functions.diag_embed(self._unbroadcasted_cov_diag))

    @lazy_property
    def scale_tril(self) -> Any:
        """The lower triangular factor of the covariance."""
        return linalg.cholesky(self.covariance_matrix)

    @lazy_property
    def precision_matrix(self) -> Any:
        """The inverse of the covariance."""
        inverse = self._unbroadcasted_cov_diag.reciprocal()
        weighted = self._unbroadcasted_cov_factor.mT * inverse.unsqueeze(-2)
        a = linalg.solve_triangular(self._capacitance_tril, weighted, upper=False)
        return self._whole(functions.diag_embed(inverse) - a.mT @ a)

    def _whole(self, matrix: Any) -> Any:
        return matrix.expand((*self._batch_shape, *self._event_shape, *self._event_shape))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw vectors, by as many normal numbers as the rank, and one more for each element.

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        low = standard_normal((*shape[:-1], self.cov_factor.shape[-1]), self.loc)
        own = standard_normal(shape, self.loc)
        return (
            self.loc + apply_to_vectors(self._unbroadcasted_cov_factor, low) + self._unbroadcasted_cov_diag.sqrt() * own
        )

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor of vectors
        """
        difference = self._checked(value) - self.loc
        factor, diagonal = self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag
        length = low_rank_length(factor, diagonal, difference, self._capacitance_tril)
        return -0.5 * (self._event_shape[0] * LOG_TWO_PI + self._log_determinant() + length)

    def _log_determinant(self) -> Any:
        return 2 * half_log_determinant(self._capacitance_tril) + self._unbroadcasted_cov_diag.log().sum(-1)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        found = 0.5 * (self._event_shape[0] * (1.0 + LOG_TWO_PI) + self._log_determinant())
        return found.expand(self._batch_shape)


def capacitance_factor(factor: Any, diagonal: Any) -> Any:
    """The Cholesky factor of ``1 + W.mT @ inverse(D) @ W``."""
    rank = factor.shape[-1]
    inner = (factor.mT / diagonal.unsqueeze(-2)) @ factor
    return linalg.cholesky(inner + functions.eye(rank, dtype=factor.dtype, device=factor.device))


def low_rank_length(factor: Any, diagonal: Any, vectors: Any, capacitance: Any) -> Any:
    """``x @ inverse(W @ W.mT + D) @ x``, by Woodbury's formula."""
    inner = apply_to_vectors(factor.mT / diagonal.unsqueeze(-2), vectors)
    return (vectors.pow(2) / diagonal).sum(-1) - squared_length(capacitance, inner)
