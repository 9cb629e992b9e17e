cimport numpy as cnp


cpdef object running(a, int axis, bint product, bint backwards)
cdef bint parts(cnp.ndarray x, int axis, cnp.npy_intp* sizes)
