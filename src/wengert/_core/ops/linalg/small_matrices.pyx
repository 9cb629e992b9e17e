# cython: boundscheck=False, wraparound=False, cdivision=True
"""Batches of small matrices of floats, which threads share: ``elimination.h`` has the loops.

LAPACK takes longer to begin with a small matrix than to compute. ``small_matrices.py`` leaves all of it to LAPACK and
NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy

from ...arrays.c_numpy cimport (
    PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_NDIM, PyArray_SIZE, PyArray_STRIDES,
    PyArray_SimpleNew, same_sizes,
)
from ...arrays.matrix_batches cimport is_real
from ...arrays.threads cimport compute

cnp.import_array()

cdef extern from "ops/linalg/elimination.h":
    const int LARGEST
    ctypedef struct matrix:
        char* data
        cnp.npy_intp down
        cnp.npy_intp across
        bint single
    double determinant(const matrix*, int) noexcept nogil
    double log_determinant(const matrix*, int, double*) noexcept nogil
    int solution(const matrix*, const matrix*, const matrix*, int, int) noexcept nogil
    int factor(const matrix*, const matrix*, int) noexcept nogil
    void factors_of "lu_factors"(const matrix*, const matrix*, cnp.npy_int32*, int) noexcept nogil
    void cofactors_of "mixed_cofactors"(const matrix*, const matrix*, const matrix*) noexcept nogil

cdef enum:
    AXES = 16  # of a batch
    AROUND = 16  # steps for a matrix before and after its loop

cdef struct Batch
ctypedef void (*Step)(const Batch* job, const matrix* x, const matrix* y, cnp.npy_intp item) noexcept nogil

cdef struct Batch:
    Step step
    int depth  # axes before the matrices
    int n
    int m
    cnp.npy_intp along[AXES]
    cnp.npy_intp by_x[AXES]
    cnp.npy_intp by_y[AXES]
    matrix x
    matrix y
    matrix out
    cnp.npy_intp each  # bytes of a result
    char* codes  # a second result of each matrix

cdef object F32 = numpy.dtype(numpy.float32)


cdef bint begun(Batch* job, x, Step step) except -1:
    """Begin a job for square matrices. False if LAPACK has to compute it."""
    cdef cnp.ndarray a
    cdef int i, nd
    if not PyArray_CheckExact(x):
        return False
    a = x
    nd = PyArray_NDIM(a)
    if not is_real(a) or not 2 <= nd <= AXES + 2 or PyArray_SIZE(a) == 0:
        return False
    job.step, job.depth, job.n, job.m = step, nd - 2, <int>min(PyArray_DIMS(a)[nd - 1], <cnp.npy_intp>LARGEST + 1), 0
    if PyArray_DIMS(a)[nd - 2] != PyArray_DIMS(a)[nd - 1] or job.n > LARGEST:
        return False
    for i in range(job.depth):
        job.along[i], job.by_x[i], job.by_y[i] = PyArray_DIMS(a)[i], PyArray_STRIDES(a)[i], 0
    job.x, job.y.data, job.codes = matrix_of(a), NULL, NULL
    return True


cdef inline matrix matrix_of(cnp.ndarray a) noexcept:
    """The first matrix of a batch."""
    cdef matrix found
    cdef int nd = PyArray_NDIM(a)
    found.data, found.single = PyArray_BYTES(a), <void*>PyArray_DESCR(a) == <void*>F32
    found.down, found.across = PyArray_STRIDES(a)[nd - 2], PyArray_STRIDES(a)[nd - 1]
    return found


cdef bint joined(Batch* job, cnp.ndarray a, y) noexcept:
    """Let a job have matrices of the same batch and dtype beside ``a``. False if LAPACK has to compute it."""
    cdef cnp.ndarray b
    cdef int i, nd = PyArray_NDIM(a)
    if not PyArray_CheckExact(y):
        return False
    b = y
    if PyArray_DESCR(b) != PyArray_DESCR(a) or not is_real(b) or PyArray_NDIM(b) != nd:
        return False
    if not same_sizes(PyArray_DIMS(a), PyArray_DIMS(b), nd - 1) or not 0 < PyArray_DIMS(b)[nd - 1] <= LARGEST:
        return False
    for i in range(job.depth):
        job.by_y[i] = PyArray_STRIDES(b)[i]
    job.y, job.m = matrix_of(b), <int>PyArray_DIMS(b)[nd - 1]
    return True


cdef cnp.ndarray computed(Batch* job, cnp.ndarray a, int columns, bint turned=False):
    """The results of a job: a number of each matrix, or matrices of so many columns. ``turned``: rows are columns."""
    cdef cnp.npy_intp shape[AXES + 2]
    cdef cnp.npy_intp items = 1
    cdef cnp.ndarray out
    cdef int i
    for i in range(job.depth):
        shape[i] = job.along[i]
        items *= job.along[i]
    shape[job.depth], shape[job.depth + 1] = job.n, columns
    out = PyArray_SimpleNew(job.depth + (2 if columns else 0), shape, cnp.PyArray_TYPE(a))
    job.out.data, job.out.single = PyArray_BYTES(out), job.x.single
    job.out.across = cnp.PyArray_ITEMSIZE(a)
    job.out.down = job.out.across * columns
    job.each = job.out.down * job.n if columns else job.out.across
    if turned:
        job.out.down, job.out.across = job.out.across, job.out.down
    compute(part, job, items, items * (AROUND + job.n * job.n * (job.n + columns)))
    return out


cdef object with_codes(Batch* job, cnp.ndarray a, int columns, bint turned=False):
    cdef cnp.ndarray info = PyArray_SimpleNew(job.depth, job.along, cnp.NPY_INT32)
    job.codes = PyArray_BYTES(info)
    return computed(job, a, columns, turned), info


cdef void part(void* batch, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef const Batch* job = <const Batch*>batch
    cdef cnp.npy_intp at[AXES]
    cdef cnp.npy_intp rest = start
    cdef matrix x = job.x, y = job.y
    cdef int i
    for i in range(job.depth - 1, -1, -1):
        at[i] = rest % job.along[i]
        rest //= job.along[i]
        x.data += at[i] * job.by_x[i]
        y.data += at[i] * job.by_y[i]
    while True:
        job.step(job, &x, &y, start)
        start += 1
        if start >= stop:
            return
        i = job.depth - 1  # the next matrix of the batch
        while True:
            at[i] += 1
            x.data += job.by_x[i]
            y.data += job.by_y[i]
            if at[i] < job.along[i]:
                break
            x.data -= at[i] * job.by_x[i]
            y.data -= at[i] * job.by_y[i]
            at[i] = 0
            i -= 1


cdef inline matrix result(const Batch* job, cnp.npy_intp item) noexcept nogil:
    cdef matrix out = job.out
    out.data += item * job.each
    return out


cdef inline void write(char* at, double x, bint single) noexcept nogil:
    if single:
        (<float*>at)[0] = <float>x
    else:
        (<double*>at)[0] = x


# -- what each job does with a matrix


cdef void to_determinant(const Batch* job, const matrix* x, const matrix* y, cnp.npy_intp item) noexcept nogil:
    write(result(job, item).data, determinant(x, job.n), x.single)


cdef void to_logarithm(const Batch* job, const matrix* x, const matrix* y, cnp.npy_intp item) noexcept nogil:
    cdef double sign
    write(result(job, item).data, log_determinant(x, job.n, &sign), x.single)
    write(job.codes + item * job.each, sign, x.single)


cdef void to_solution(const Batch* job, const matrix* x, const matrix* y, cnp.npy_intp item) noexcept nogil:
    cdef matrix out = result(job, item)
    (<cnp.npy_int32*>job.codes)[item] = solution(x, y, &out, job.n, job.m)


cdef void to_factor(const Batch* job, const matrix* x, const matrix* y, cnp.npy_intp item) noexcept nogil:
    cdef matrix out = result(job, item)
    (<cnp.npy_int32*>job.codes)[item] = factor(x, &out, job.n)


cdef void to_lu(const Batch* job, const matrix* x, const matrix* y, cnp.npy_intp item) noexcept nogil:
    cdef matrix out = result(job, item)
    factors_of(x, &out, <cnp.npy_int32*>job.codes + item * job.n, job.n)


cdef void to_cofactors(const Batch* job, const matrix* x, const matrix* y, cnp.npy_intp item) noexcept nogil:
    cdef matrix out = result(job, item)
    cofactors_of(x, y, &out)


# -- what Python calls


cpdef object determinants(x):
    """``linalg.det(x)``; None if LAPACK has to compute it."""
    cdef Batch job
    return computed(&job, x, 0) if begun(&job, x, to_determinant) else None


cpdef object log_determinants(x):
    """``linalg.slogdet(x)``; None if LAPACK has to compute it."""
    cdef Batch job
    cdef cnp.ndarray signs
    if not begun(&job, x, to_logarithm):
        return None
    signs = PyArray_SimpleNew(job.depth, job.along, cnp.PyArray_TYPE(<cnp.ndarray>x))
    job.codes = PyArray_BYTES(signs)
    return signs, computed(&job, x, 0)


cpdef object solved(A, B=None):
    """``A**-1 B``, or the inverses, and for each matrix 0 or the position (from 1) of a pivot that is 0; or None.

    The batches have one shape.
    """
    cdef Batch job
    if not begun(&job, A, to_solution) or B is not None and not joined(&job, A, B):
        return None
    if B is None:
        job.m = job.n
    return with_codes(&job, A, job.m)


cpdef object factors(x, bint upper):
    """Cholesky factors, and for each matrix 0 or the order of the first minor that is not positive; or None."""
    cdef Batch job
    if not begun(&job, x, to_factor):
        return None
    if not upper:  # the loop computes the upper one: of the matrix read by columns
        job.x.down, job.x.across = job.x.across, job.x.down
    return with_codes(&job, x, job.n, not upper)


cpdef object lu_factors(x):
    """L and U in one matrix, and the row exchanges, as LAPACK gives them; None if LAPACK has to compute them."""
    cdef Batch job
    if not begun(&job, x, to_lu):
        return None
    pivots = numpy.empty(x.shape[:-1], numpy.int32)
    job.codes = PyArray_BYTES(pivots)
    return computed(&job, x, job.n), pivots


cpdef object mixed_cofactors(x, y):
    """The form of pairs of matrices of 3 × 3 of the same shape and dtype; None if NumPy has to compute it."""
    cdef Batch job
    if not begun(&job, x, to_cofactors) or not joined(&job, x, y) or job.n != 3 or job.m != 3:
        return None
    return computed(&job, x, job.n)
