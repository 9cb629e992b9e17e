cdef class Owned:
    pass

cdef object state_of(places)
