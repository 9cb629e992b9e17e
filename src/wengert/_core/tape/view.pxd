cimport cython
from ..arrays cimport objects, sites

cdef class View:
    cdef public object base
    cdef public object root
    cdef public object chain
    cdef public long long version
    cdef public object kind
    cdef public object held
    cdef public object code
    cdef public long long lasti

@cython.locals(view=View)
cpdef View viewing(base, root, chain, long long version, kind, held=*, site=*)
