cimport cython

from .programs cimport Program

@cython.final
cdef class Programs:
    cdef int bools
    cdef object make
    cdef object compile
    cdef object params
    cdef tuple key
    cdef dict others
    cdef dict known
    cdef list last  # the program that ran last, by kinds_of
    cdef Programs recent  # those with the parameters that were given last

    cpdef list run(self, list values, params=*, bint spare=*)
    cpdef object total(self, list values)
    cpdef object of_halves(self, list values, params=*)
    cpdef bint fits(self, list values)
    cpdef bint write(self, list values, params=*) except -1
    cdef object answer(self, list values, int wanted)
    cdef object on_pair(self, a, b, params)
    cdef object with_params(self, list values, params, int wanted)
    cdef Program find(self, list values, bint halves)
