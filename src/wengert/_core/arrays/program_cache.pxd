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
    cdef object answer(self, list values, bint spare, bint summed)
    cdef object on_pair(self, a, b, params)
    cdef list with_params(self, list values, params, bint spare)
    cdef Program find(self, list values)
