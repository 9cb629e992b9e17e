cimport numpy as cnp

from cpython.object cimport PyObject

from .grids cimport SLOTS
from .objects cimport Called
from .programs cimport Job, Program

cdef class RowProgram(Program):
    cdef int kinds[SLOTS]
    cdef bint mixed[SLOTS]
    cdef int most_read  # operands of a step, at most

    cdef void rows(self, char** base, cnp.npy_intp start, cnp.npy_intp stop, cnp.npy_intp n, char* memory, cnp.npy_intp block) noexcept nogil
    cdef void columns(self, Job* job, cnp.npy_intp start, cnp.npy_intp stop, char* memory) noexcept nogil
    cdef list run_rows(self, PyObject** values, cnp.ndarray lead, int axis, int end, cnp.npy_intp* sizes)

cdef class RowPrograms(Called):
    cdef object fn
    cdef object compile
    cdef dict known

    cpdef list run(self, tuple values, dim)
