cdef class State:
    cdef public bint grad_enabled
    cdef public bint inference
    cdef public bint asked
    cdef public bint overriding
    cdef public object functions
    cdef public int skipping
    cdef public object vmap
    cdef public object counted
    cdef public object transforms
    cdef public object dual
    cdef public bint forward
    cdef public object watch
    cdef public object observer
    cdef public object observers
    cdef public object disabled
    cdef public object walk
    cdef public object randomness
    cdef public object streams
    cdef public object passing
    cdef public object computing
    cdef public bint multithreading
    cdef public object unrecorded
    cdef object __weakref__
