cimport cython
from ..arrays cimport gradient_buffers, objects

cdef class PartGradient:
    cdef public object shape
    cdef public object dtype
    cdef public tuple key
    cdef public object values
    cdef public object add
    cdef public list rest

@cython.locals(new=PartGradient)
cpdef PartGradient part_gradient(shape, key, values, add=*)
@cython.locals(p=PartGradient)
cpdef full_gradient(d)
cdef added(out, PartGradient p)
cpdef plus_part(a, b, bint owned)
cdef bint _plain(g)
