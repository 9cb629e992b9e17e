cimport numpy as cnp

cdef void of_rows(char* a, char* out, cnp.npy_intp rows, cnp.npy_intp n, bint smallest, bint double_) noexcept nogil
cpdef object of(a, axis, bint smallest, bint keepdims)
cpdef object with_places(a, axis, bint smallest, bint keepdims)
