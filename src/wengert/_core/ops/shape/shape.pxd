from ...arrays cimport objects
from .dims cimport (
    as_int, as_sizes, at_dim, entry, inverse_permutation, permutation, refuse_scalar, resolve_shape, wrap_dim, wrap_dims,
)
