cimport numpy as cnp

cdef void reduce_rows(char* a, char* out, cnp.npy_intp rows, cnp.npy_intp n, bint largest, bint double_) noexcept nogil
cpdef object by_row(a, axis, bint largest, bint keepdims, bint squares=*)
cpdef object moments_by_row(a, axis)
cpdef object add_groups(a, Py_ssize_t count, Py_ssize_t group, Py_ssize_t n)
cpdef object places_by_row(cnp.ndarray x, cnp.ndarray found)
cpdef object running(a, int axis, bint product, bint backwards)
cdef bint parts(cnp.ndarray x, int axis, cnp.npy_intp* sizes)
