cdef class Owned:
    pass
