cimport cython
from ...arrays cimport objects
from ...dispatch.part_gradients cimport part_gradient
from ...dispatch.op cimport Op
from ...tape.tensor cimport payload_of
from .dims cimport (
    as_int, as_sizes, at_dim, entry, inverse_permutation, permutation, refuse_scalar, resolve_shape, wrap_dim, wrap_dims,
)

@cython.locals(row=Op)
cdef _reshaped(input, tuple shape)
@cython.locals(shape=tuple, start=Py_ssize_t, end=Py_ssize_t, n=Py_ssize_t, merged=Py_ssize_t)
cdef _flattened(input, start_dim, end_dim)
