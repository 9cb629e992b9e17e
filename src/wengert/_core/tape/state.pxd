from .per_thread cimport Owned

cdef class State(Owned):
    cdef public bint grad_enabled
    cdef public bint inference
    cdef public bint asked
    cdef public object unrecorded

    cdef public tuple transforms
    cdef public tuple vmap
    cdef public tuple counted

    cdef public object randomness
    cdef public object streams

    cdef public bint forward
    cdef public object dual
    cdef public object linearized
    cdef public object covered

    cdef public object walk
    cdef public bint multithreading
    cdef public bint keeps_layout
    cdef public object passing
    cdef public object disabled

    cdef public object tools
    cdef public tuple attached
    cdef public Py_ssize_t busy

    cdef public bint overriding
    cdef public object functions
    cdef public int skipping

    cdef object __weakref__
