# cython: boundscheck=False, wraparound=False, cdivision=True
"""Triangular systems by substitution, and the elimination that makes them.

The columns of the right-hand sides are solved for side by side.

``triangular_loops.py`` leaves all of it to LAPACK, in the pure build.
"""

cimport numpy as cnp
import numpy

from ...arrays.c_numpy cimport (
    NPY_ARRAY_ALIGNED, NPY_ARRAY_WRITEABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS,
    PyArray_FLAGS, PyArray_NDIM, PyArray_STRIDES, real, same_sizes,
)
from ...arrays.vectors cimport substitute_d, substitute_f, subtract_fours_d, subtract_fours_f

cnp.import_array()

cdef enum:
    DEPTH = 64  # axes
    LANES = 8  # sums that are added side by side, of which the C compiler makes vectors

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cpdef bint fits(T, X):
    """Whether :func:`substitute` takes these arrays: floats, in batches of one shape. Rows of X are dense."""
    cdef cnp.ndarray t, x
    cdef cnp.npy_intp size
    cdef int i, nd
    if not PyArray_CheckExact(T) or not PyArray_CheckExact(X):
        return False
    t, x = T, X
    nd = PyArray_NDIM(t)
    if PyArray_DESCR(t) != PyArray_DESCR(x):
        return False
    if <void*>PyArray_DESCR(t) != <void*>F32 and <void*>PyArray_DESCR(t) != <void*>F64:
        return False
    if nd < 2 or PyArray_NDIM(x) != nd or not same_sizes(PyArray_DIMS(t), PyArray_DIMS(x), nd - 2):
        return False
    if not PyArray_FLAGS(t) & PyArray_FLAGS(x) & NPY_ARRAY_ALIGNED or not PyArray_FLAGS(x) & NPY_ARRAY_WRITEABLE:
        return False
    size = cnp.PyArray_ITEMSIZE(t)
    for i in range(nd - 2, nd):
        if PyArray_STRIDES(t)[i] % size or PyArray_STRIDES(x)[i] % size:
            return False
    return PyArray_STRIDES(x)[nd - 1] == size


cdef void column(const real* t, cnp.npy_intp down, cnp.npy_intp across, cnp.npy_intp n, real* x, bint upper,
                 bint ones) noexcept nogil:
    """Substitution for one dense column: inner products with rows of T that are dense, or multiples of its columns."""
    cdef cnp.npy_intp turn, i = n - 1 if upper else 0, done, k, l, first, last
    cdef real lane[LANES]
    cdef real total
    cdef const real* row
    turn = -1 if upper else 1
    for done in range(n):
        first = i + 1 if upper else 0  # of what is known
        last = n if upper else i
        row = t + i * down
        if across == 1:
            total, k = 0, first
            if last - first >= LANES:
                for l in range(LANES):
                    lane[l] = 0
                while k + LANES <= last:
                    for l in range(LANES):
                        lane[l] += row[k + l] * x[k + l]
                    k += LANES
                total = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]))
            while k < last:
                total += row[k] * x[k]
                k += 1
            x[i] -= total
        if not ones:
            x[i] /= row[i * across]
        if across != 1:
            first = 0 if upper else i + 1  # of what is left
            last = i if upper else n
            total = x[i]
            row = t + i * across
            if down == 1:
                for k in range(first, last):
                    x[k] -= row[k] * total
            else:
                for k in range(first, last):
                    x[k] -= row[k * down] * total
        i += turn


cpdef object substitute(T, X, bint upper, bint unitriangular):
    """Replace X by ``T**-1 X``. Only the triangle of T is read; without its diagonal, if that is 1."""
    cdef cnp.ndarray t = T, x = X
    cdef int nd = PyArray_NDIM(t), axis
    cdef cnp.npy_intp size = cnp.PyArray_ITEMSIZE(t), n = PyArray_DIMS(x)[nd - 2], m = PyArray_DIMS(x)[nd - 1]
    cdef cnp.npy_intp down = PyArray_STRIDES(t)[nd - 2] // size, across = PyArray_STRIDES(t)[nd - 1] // size
    cdef cnp.npy_intp step = PyArray_STRIDES(x)[nd - 2] // size
    cdef cnp.npy_intp* sizes = PyArray_DIMS(x)
    cdef cnp.npy_intp* by_t = PyArray_STRIDES(t)
    cdef cnp.npy_intp* by_x = PyArray_STRIDES(x)
    cdef cnp.npy_intp at[DEPTH]
    cdef char* a = PyArray_BYTES(t)
    cdef char* b = PyArray_BYTES(x)
    for axis in range(nd):
        if sizes[axis] == 0:
            return None
        at[axis] = 0
    with nogil:
        while True:
            if m == 1 and step == 1:
                if size == 4:
                    column(<float*>a, down, across, n, <float*>b, upper, unitriangular)
                else:
                    column(<double*>a, down, across, n, <double*>b, upper, unitriangular)
            elif size == 4:
                substitute_f(<float*>a, down, across, n, <float*>b, step, m, upper, unitriangular)
            else:
                substitute_d(<double*>a, down, across, n, <double*>b, step, m, upper, unitriangular)
            axis = nd - 3  # the next matrix of the batch
            while axis >= 0:
                at[axis] += 1
                a += by_t[axis]
                b += by_x[axis]
                if at[axis] < sizes[axis]:
                    break
                a -= at[axis] * by_t[axis]
                b -= at[axis] * by_x[axis]
                at[axis] = 0
                axis -= 1
            if axis < 0:
                break


cdef bint eliminated(real* a, cnp.npy_intp n, cnp.npy_intp first, cnp.npy_intp last, cnp.npy_intp* rows) noexcept nogil:
    """:func:`eliminate` on a dense matrix of n columns. Four columns at a time change those after them."""
    cdef cnp.npy_intp i, j, k, l, p, end, start = first
    cdef real largest, size, factor
    cdef real* row
    cdef real* top
    while start < last:
        end = min(start + 4, last)
        for k in range(start, end):
            p, largest = k, 0
            for i in range(k, n):
                size = a[i * n + k]
                size = size if size > 0 else -size
                if size > largest:
                    p, largest = i, size
            if not largest > 0:
                return False
            top = a + k * n
            if p != k:
                row = a + p * n
                for j in range(n):
                    factor = top[j]
                    top[j] = row[j]
                    row[j] = factor
                l = rows[k]
                rows[k] = rows[p]
                rows[p] = l
            for i in range(k + 1, n):
                row = a + i * n
                row[k] /= top[k]
                for j in range(k + 1, end):
                    row[j] -= row[k] * top[j]
        for k in range(start, end):  # the rows of U
            for l in range(start, k):
                factor = a[k * n + l]
                for j in range(end, last):
                    a[k * n + j] -= factor * a[l * n + j]
        if end < last:
            if real is float:
                subtract_fours_f(a + end * n, a + start * n, n, n - end, end, last)
            else:
                subtract_fours_d(a + end * n, a + start * n, n, n - end, end, last)
        start = end
    return True


cpdef bint eliminate(A, rows, cnp.npy_intp first, cnp.npy_intp last):
    """Gaussian elimination with row exchanges in some columns of a dense square matrix, below the row ``first``.

    Whole rows are exchanged, and their numbers in ``rows`` with them. Returns False if a pivot is 0 or NaN.
    """
    cdef cnp.ndarray a = A, r = rows
    cdef cnp.npy_intp n = PyArray_DIMS(a)[0]
    cdef cnp.npy_intp* order = <cnp.npy_intp*>PyArray_BYTES(r)
    cdef char* data = PyArray_BYTES(a)
    cdef bint single = cnp.PyArray_ITEMSIZE(a) == 4, whole
    with nogil:
        if single:
            whole = eliminated(<float*>data, n, first, last, order)
        else:
            whole = eliminated(<double*>data, n, first, last, order)
    return whole
