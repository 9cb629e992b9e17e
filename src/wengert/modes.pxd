cdef class State:
    cdef public bint grad_enabled
    cdef public object vmap
    cdef public object counted
    cdef public object transforms
    cdef public object dual
    cdef public object randomness
