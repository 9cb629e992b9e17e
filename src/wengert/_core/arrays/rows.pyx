# cython: boundscheck=False, wraparound=False
"""Sums and maxima of rows, added in NumPy's order.

``rows.py`` leaves them to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.string cimport memset

from .c_numpy cimport (
    READABLE, Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SIZE, PyArray_SimpleNew, loop_of, real,
)

cnp.import_array()

cdef enum:
    ACROSS = 128  # elements of the longest row that NumPy does not halve before it adds

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)
cdef Loop plus32 = loop_of(numpy.add, "ff->f"), plus64 = loop_of(numpy.add, "dd->d")


cdef real row_sum(const real* a, cnp.npy_intp n) noexcept nogil:
    """The sum of at most 128 numbers, in the order in which NumPy adds them."""
    cdef real r[8]
    cdef real total = 0
    cdef cnp.npy_intp i = 0, k
    if n >= 8:
        for k in range(8):
            r[k] = a[k]
        i = 8
        while i + 8 <= n:
            for k in range(8):
                r[k] += a[i + k]
            i += 8
        total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
    while i < n:
        total += a[i]
        i += 1
    return total


cdef inline real larger(real x, real y) noexcept nogil:
    return x if x > y else y


cdef real row_maximum(const real* a, cnp.npy_intp n) noexcept nogil:
    """The largest number, or the first NaN. There are eight lanes, of which the C compiler makes vectors."""
    cdef real r[8]
    cdef int odd[8]
    cdef real most = a[0]
    cdef int none = 0
    cdef cnp.npy_intp i = 0, k
    if n >= 8:
        for k in range(8):
            r[k] = a[k]
            odd[k] = 0
        while i + 8 <= n:
            for k in range(8):
                odd[k] |= a[i + k] != a[i + k]
            for k in range(8):
                r[k] = larger(r[k], a[i + k])
            i += 8
        for k in range(8):
            most = larger(most, r[k])
            none |= odd[k]
    while i < n:
        most = larger(most, a[i])
        none |= a[i] != a[i]
        i += 1
    if none:
        for i in range(n):
            if a[i] != a[i]:
                return a[i]
    return most


cdef void each_row(const real* a, real* out, cnp.npy_intp rows, cnp.npy_intp n, bint largest) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(rows):
        out[i] = row_maximum(a + i * n, n) if largest else row_sum(a + i * n, n)


cdef void reduce_rows(char* a, char* out, cnp.npy_intp rows, cnp.npy_intp n, bint largest, bint double_) noexcept nogil:
    """The sums or maxima of dense rows of any length, in the order in which NumPy adds them."""
    cdef char* at[3]
    cdef cnp.npy_intp by[3]
    cdef cnp.npy_intp i, width = 8 if double_ else 4
    if n > ACROSS and not largest:
        by[0] = by[2] = 0
        by[1] = width
        memset(out, 0, rows * width)
        for i in range(rows):
            at[0] = at[2] = out + i * width
            at[1] = a + i * n * width
            if double_:
                plus64(at, &n, by, NULL)
            else:
                plus32(at, &n, by, NULL)
    elif double_:
        each_row[double](<double*>a, <double*>out, rows, n, largest)
    else:
        each_row[float](<float*>a, <float*>out, rows, n, largest)


cdef cnp.npy_intp row_length(cnp.ndarray x, axis) noexcept:
    """The length of the rows that a reduction over ``axis`` adds up, if they are short and dense; else 0.

    The last axis has such rows. An array of which all axes are reduced is one row.
    """
    cdef int nd = PyArray_NDIM(x)
    cdef cnp.npy_intp n = 0
    if type(axis) is tuple and len(<tuple>axis) == 1:
        axis = (<tuple>axis)[0]
    if nd == 0 or (PyArray_FLAGS(x) & READABLE) != READABLE:
        return 0
    if axis is None:
        n = PyArray_SIZE(x)
    elif type(axis) is int and (axis == -1 or axis == nd - 1):
        n = PyArray_DIMS(x)[nd - 1]
    return n if n <= ACROSS and PyArray_SIZE(x) else 0


cdef cnp.ndarray reduced(cnp.ndarray x, axis, bint keepdims, int kind):
    """An empty array of the shape that a reduction over the last axis, or over all, gives."""
    cdef cnp.npy_intp sizes[64]
    cdef int i, nd = PyArray_NDIM(x)
    for i in range(nd):
        sizes[i] = 1 if axis is None or i == nd - 1 else PyArray_DIMS(x)[i]
    return PyArray_SimpleNew(nd if keepdims else 0 if axis is None else nd - 1, sizes, kind)


cpdef object by_row(a, axis, bint largest, bint keepdims):
    """The sums or maxima of short rows: along the last axis, or all of a small array; None if NumPy computes them.

    NumPy would spend most of the time around the rows. The results are NumPy's to the last bit, but for the sign of a
    zero: of 0.0 and -0.0 either may be the maximum, as in NumPy.
    """
    cdef cnp.ndarray x, out
    cdef cnp.npy_intp rows, n
    cdef char* source
    cdef char* target
    if not PyArray_CheckExact(a):
        return None
    x = a
    n = row_length(x, axis)
    if n == 0:
        return None
    rows = PyArray_SIZE(x) // n
    if <void*>PyArray_DESCR(x) == <void*>F32:
        out = reduced(x, axis, keepdims, cnp.NPY_FLOAT)
        source, target = PyArray_BYTES(x), PyArray_BYTES(out)
        with nogil:
            each_row[float](<float*>source, <float*>target, rows, n, largest)
    elif <void*>PyArray_DESCR(x) == <void*>F64:
        out = reduced(x, axis, keepdims, cnp.NPY_DOUBLE)
        source, target = PyArray_BYTES(x), PyArray_BYTES(out)
        with nogil:
            each_row[double](<double*>source, <double*>target, rows, n, largest)
    else:
        return None
    return out


cdef void row_moments(const real* a, double* mean, double* squares, cnp.npy_intp rows, cnp.npy_intp n) noexcept nogil:
    cdef double wide[ACROSS]
    cdef cnp.npy_intp i, k
    for i in range(rows):
        for k in range(n):
            wide[k] = a[i * n + k]
        mean[i] = row_sum[double](wide, n) / n
        for k in range(n):
            wide[k] -= mean[i]
        for k in range(n):
            wide[k] *= wide[k]
        squares[i] = row_sum[double](wide, n)


cpdef object moments_by_row(a, axis):
    """The means of short rows and the sums of the squared distances from them, in float64, dimensions kept; or None."""
    cdef cnp.ndarray x, mean, squares
    cdef cnp.npy_intp rows, n
    cdef char* source
    cdef double* first
    cdef double* second
    if not PyArray_CheckExact(a):
        return None
    x = a
    n = row_length(x, axis)
    if n == 0 or (<void*>PyArray_DESCR(x) != <void*>F32 and <void*>PyArray_DESCR(x) != <void*>F64):
        return None
    rows = PyArray_SIZE(x) // n
    mean = reduced(x, axis, True, cnp.NPY_DOUBLE)
    squares = reduced(x, axis, True, cnp.NPY_DOUBLE)
    source, first, second = PyArray_BYTES(x), <double*>PyArray_BYTES(mean), <double*>PyArray_BYTES(squares)
    if <void*>PyArray_DESCR(x) == <void*>F32:
        with nogil:
            row_moments[float](<float*>source, first, second, rows, n)
    else:
        with nogil:
            row_moments[double](<double*>source, first, second, rows, n)
    return mean, squares


cpdef object places_by_row(cnp.ndarray x, cnp.ndarray found):
    """The index in each row of ``x`` where its maximum first occurs. :func:`by_row` gave the maxima ``found``."""
    cdef cnp.npy_intp rows = PyArray_SIZE(found)
    cdef cnp.npy_intp n = PyArray_SIZE(x) // rows
    cdef cnp.ndarray out = PyArray_SimpleNew(PyArray_NDIM(found), PyArray_DIMS(found), cnp.NPY_INT64)
    cdef char* source = PyArray_BYTES(x)
    cdef char* target = PyArray_BYTES(found)
    cdef cnp.npy_int64* places = <cnp.npy_int64*>PyArray_BYTES(out)
    cdef bint single = <void*>PyArray_DESCR(x) == <void*>F32
    with nogil:
        if single:
            place_in_rows[float](<float*>source, <float*>target, places, rows, n)
        else:
            place_in_rows[double](<double*>source, <double*>target, places, rows, n)
    return out


cdef void place_in_rows(const real* a, const real* found, cnp.npy_int64* out, cnp.npy_intp rows, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp i, k
    for i in range(rows):
        k = 0
        if found[i] == found[i]:
            while k < n - 1 and a[i * n + k] != found[i]:
                k += 1
        else:
            while k < n - 1 and a[i * n + k] == a[i * n + k]:
                k += 1
        out[i] = k
