cimport cython
from ..arrays cimport objects, sites

cdef class View:
    cdef public object base
    cdef public object root
    cdef public object chain
    cdef public long version
    cdef public object kind
    cdef public object held
    cdef public object code
    cdef public long lasti

@cython.locals(view=View)
cpdef View viewing(base, root, chain, long version, kind, held=*, site=*)
