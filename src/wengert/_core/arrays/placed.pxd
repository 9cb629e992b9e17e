cimport cython

cdef class Placed:
    cdef public object shape
    cdef public object dtype
    cdef public tuple key
    cdef public object values
    cdef public object add

@cython.locals(new=Placed)
cpdef Placed placed(shape, key, values, add=*)
@cython.locals(p=Placed)
cpdef whole(d)
