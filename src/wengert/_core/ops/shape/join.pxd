cimport cython
from ...arrays cimport copies, objects
from ...dispatch.op cimport Op
from ...tape.tensor cimport make, payload_of
from .dims cimport as_int, as_sizes, at_dim, wrap_dim

@cython.locals(shapes=list, sizes=list, first=tuple, shape=tuple, rank=Py_ssize_t, row=Op)
cdef _joined_along(tuple tensors, dim)
cdef bint _fits(tuple shape, tuple first, Py_ssize_t dim)
cdef tuple _tensors(str name, tensors)
