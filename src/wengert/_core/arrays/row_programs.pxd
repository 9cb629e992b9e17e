cimport numpy as cnp

from .programs cimport SLOTS, Program

cdef class RowProgram(Program):
    cdef int kinds[SLOTS]
    cdef bint mixed[SLOTS]

    cdef void rows(self, char** base, cnp.npy_intp start, cnp.npy_intp stop, cnp.npy_intp n, char* memory, cnp.npy_intp block) noexcept nogil
    cdef list run_rows(self, list values, cnp.ndarray lead, int tail, cnp.npy_intp count, cnp.npy_intp n)

cdef class RowPrograms:
    cdef object fn
    cdef object compile
    cdef dict known

    cpdef list run(self, tuple values, dim)
