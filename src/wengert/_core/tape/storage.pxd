cimport cython
from ..arrays cimport objects

cdef class Storage:
    cdef public long long version
    cdef public bint foreign
    cdef public bint inference
    cdef public bint viewed
    cdef public object code
    cdef public long long lasti
    cdef public object writer
    cdef public object born
    cdef public object aliases
    cdef public object heir
    cdef object __weakref__

    cpdef bump(self, writer, site, payload)

@cython.locals(new=Storage)
cpdef Storage cell()
