from cpython.object cimport PyObject

cdef class Hidden:
    cdef PyObject* before
    cdef PyObject* after
    cdef bint listed

cdef class Part:
    pass

cpdef untrack(o)
cpdef track(o)
cpdef enlist(Hidden node)
cpdef show(bint always=*)
cpdef expect_cycles()
