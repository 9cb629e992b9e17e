cimport numpy as cnp
from libc.stdint cimport uint8_t

cdef cnp.npy_int64 count_of(const uint8_t* at, cnp.npy_intp n) noexcept nogil
