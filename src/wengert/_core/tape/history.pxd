cdef class History:
    cdef public object kind
    cdef public object operation
    cdef public object site
    cdef public object detail
