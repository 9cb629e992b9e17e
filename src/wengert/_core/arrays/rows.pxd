cimport numpy as cnp

from .c_numpy cimport Loop
from .vectors cimport half_of

cdef enum:
    BRANCH = 32768  # elements from which on a branch of the sum of a long row is halved: Note [One order]


cdef inline int depth_of(cnp.npy_intp n) noexcept nogil:
    """How often a row is halved before its branches are shared between threads."""
    cdef int depth = 0
    while n >= 2 * BRANCH:
        n //= 2
        depth += 1
    return depth


cdef inline cnp.npy_intp branch_of(cnp.npy_intp n, int depth, cnp.npy_intp which, cnp.npy_intp* start) noexcept nogil:
    """The length of a branch of a row that is halved ``depth`` times, and where it starts."""
    cdef cnp.npy_intp half
    start[0] = 0
    while depth:
        depth -= 1
        half = half_of(n)
        if which >> depth & 1:
            start[0] += half
            n -= half
        else:
            n = half
    return n


cdef void join_branches(char* parts, char* out, cnp.npy_intp rows, int depth, Loop loop, int width) noexcept nogil
cdef void add_rows(const char* a, char* out, cnp.npy_intp rows, cnp.npy_intp n, bint squares, bint double_) noexcept nogil
cdef int run_of_axes(axis, int nd, int* first) except -1
cdef cnp.ndarray reduced(cnp.ndarray x, axis, bint keepdims, int kind)
cpdef object by_row(a, axis, bint keepdims, bint squares=*)
cpdef object moments_by_row(a, axis)
cpdef object by_column(a, axis, bint keepdims, bint wide=*, bint product=*)
