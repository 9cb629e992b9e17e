cimport numpy as cnp

cdef void reduce_rows(char* a, char* out, cnp.npy_intp rows, cnp.npy_intp n, bint largest, bint double_) noexcept nogil
cpdef object by_row(a, axis, bint largest, bint keepdims)
cpdef object moments_by_row(a, axis)
cpdef object places_by_row(cnp.ndarray x, cnp.ndarray found)
