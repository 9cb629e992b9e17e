cimport numpy as cnp

from .c_numpy cimport Loop, real
from .threads cimport Part

cdef Loop product32, product64

cdef struct Rooms:  # memory for each thread of a job
    char* first
    cnp.npy_intp size  # bytes of each

cdef bint share_alone(Part part, void* job, cnp.npy_intp items, int team) except -1
cdef int share_blocks(
    Part part, void* job, Rooms* rooms, cnp.npy_intp items, cnp.npy_intp room, cnp.npy_intp work, bint alone=*
) except -1


cdef inline void multiply(const real* a, cnp.npy_intp a_down, cnp.npy_intp a_across, const real* b, cnp.npy_intp b_down,
                          cnp.npy_intp b_across, real* c, cnp.npy_intp n, cnp.npy_intp inner,
                          cnp.npy_intp m) noexcept nogil:
    """Write the product of two matrices, whose strides are given in bytes, to a dense one."""
    cdef char* at[3]
    cdef cnp.npy_intp sizes[4]
    cdef cnp.npy_intp steps[9]
    at[0], at[1], at[2] = <char*>a, <char*>b, <char*>c
    sizes[0], sizes[1], sizes[2], sizes[3] = 1, n, inner, m
    steps[0] = steps[1] = steps[2] = 0
    steps[3], steps[4], steps[5], steps[6] = a_down, a_across, b_down, b_across
    steps[7], steps[8] = m * sizeof(real), sizeof(real)
    (product32 if real is float else product64)(at, sizes, steps, NULL)
