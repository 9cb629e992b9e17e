cimport numpy as cnp

cdef bint is_real(cnp.ndarray a) noexcept
