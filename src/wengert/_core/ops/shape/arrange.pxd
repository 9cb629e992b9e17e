from ...arrays cimport objects
from .dims cimport as_sizes, expanded, wrap_dim, wrap_dims
