# cython: boundscheck=False, wraparound=False
"""Loops over the elements that indices name, which NumPy's own functions reach more slowly.

``index_loops.py`` leaves them to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.stdint cimport uint64_t

from ...arrays.c_numpy cimport (
    NPY_ARRAY_WRITEABLE, READABLE, ROW, WRITABLE, Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_FLAGS,
    PyArray_SIZE, loop_of, real,
)

cnp.import_array()

cdef enum:
    FEW = 4096  # so many indices are checked here in less time than a call of NumPy takes

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)
cdef Loop plus32 = loop_of(numpy.add, "ff->f"), plus64 = loop_of(numpy.add, "dd->d")


cpdef bint add_rows(out, at, values, Py_ssize_t outer, Py_ssize_t inner):
    """``out[:, at[j]] += values[:, j]`` for each j in turn, of (outer, ..., inner); False if NumPy has to do it."""
    cdef cnp.ndarray o, p, v
    cdef cnp.npy_intp i, j, n, m
    cdef const cnp.npy_int64* place
    cdef char* old
    cdef char* new
    cdef bint single
    if not (PyArray_CheckExact(out) and PyArray_CheckExact(at) and PyArray_CheckExact(values)):
        return False
    o, p, v = out, at, values
    if PyArray_DESCR(o) != PyArray_DESCR(v) or p.dtype.num != cnp.NPY_INT64 or outer * inner == 0:
        return False
    single = <void*>PyArray_DESCR(o) == <void*>F32
    if not single and <void*>PyArray_DESCR(o) != <void*>F64:
        return False
    if (PyArray_FLAGS(o) & WRITABLE) != WRITABLE or (PyArray_FLAGS(p) & PyArray_FLAGS(v) & READABLE) != READABLE:
        return False
    m, n = PyArray_SIZE(p), PyArray_SIZE(o) // (outer * inner)
    if PyArray_SIZE(v) != outer * m * inner:
        return False
    place = <const cnp.npy_int64*>PyArray_BYTES(p)
    for j in range(m):
        if not 0 <= place[j] < n:
            return False
    old, new = PyArray_BYTES(o), PyArray_BYTES(v)
    with nogil:
        for i in range(outer):
            for j in range(m):
                if single:
                    add_row[float](<float*>old + (i * n + place[j]) * inner, <float*>new + (i * m + j) * inner, inner)
                else:
                    add_row[double](<double*>old + (i * n + place[j]) * inner, <double*>new + (i * m + j) * inner, inner)
    return True


cdef inline void add_row(real* a, const real* b, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp by[3]
    cdef char* at[3]
    cdef cnp.npy_intp i
    if n < ROW:
        for i in range(n):
            a[i] += b[i]
        return
    by[0] = by[1] = by[2] = sizeof(real)
    at[0] = at[2] = <char*>a
    at[1] = <char*>b
    if real is float:
        plus32(at, &n, by, NULL)
    else:
        plus64(at, &n, by, NULL)


cpdef bint along(a, at, b, Py_ssize_t outer, Py_ssize_t inner, bint add):
    """With ``add``, ``a[o, at[o, j, i], i] += b[o, j, i]`` in turn; else ``b[o, j, i] = a[o, at[o, j, i], i]``.

    All arrays are (outer, ..., inner). Return False, having done nothing, if NumPy has to do it.
    """
    cdef cnp.ndarray x, p, y
    cdef cnp.npy_intp i, n, m
    cdef const cnp.npy_int64* place
    cdef char* old
    cdef char* new
    cdef bint single
    if not (PyArray_CheckExact(a) and PyArray_CheckExact(at) and PyArray_CheckExact(b)):
        return False
    x, p, y = a, at, b
    if PyArray_DESCR(x) != PyArray_DESCR(y) or p.dtype.num != cnp.NPY_INT64 or outer * inner == 0:
        return False
    if <void*>PyArray_DESCR(x) != <void*>F32 and <void*>PyArray_DESCR(x) != <void*>F64:
        return False
    if (PyArray_FLAGS(x) & PyArray_FLAGS(p) & PyArray_FLAGS(y) & READABLE) != READABLE:
        return False
    if not PyArray_FLAGS(x if add else y) & NPY_ARRAY_WRITEABLE or PyArray_SIZE(p) != PyArray_SIZE(y):
        return False
    n, m = PyArray_SIZE(x) // (outer * inner), PyArray_SIZE(y) // (outer * inner)
    place = <const cnp.npy_int64*>PyArray_BYTES(p)
    for i in range(PyArray_SIZE(p)):
        if not 0 <= place[i] < n:
            return False
    single, old, new = <void*>PyArray_DESCR(x) == <void*>F32, PyArray_BYTES(x), PyArray_BYTES(y)
    with nogil:
        if single:
            each_along[float](<float*>old, place, <float*>new, outer, n, m, inner, add)
        else:
            each_along[double](<double*>old, place, <double*>new, outer, n, m, inner, add)
    return True


cdef void each_along(real* a, const cnp.npy_int64* at, real* b, cnp.npy_intp outer, cnp.npy_intp n, cnp.npy_intp m,
                     cnp.npy_intp inner, bint add) noexcept nogil:
    cdef cnp.npy_intp o, j, i
    for o in range(outer):
        for j in range(m):
            for i in range(inner):
                if add:
                    a[at[i] * inner + i] += b[i]
                else:
                    b[i] = a[at[i] * inner + i]
            at += inner
            b += inner
        a += n * inner


cpdef object all_below(places, n):
    """Whether there is an index at all and all are from 0 to ``n`` exclusive; None where NumPy answers faster."""
    cdef cnp.ndarray p
    cdef const uint64_t* place
    cdef uint64_t end, most = 0
    cdef cnp.npy_intp i, size
    if not PyArray_CheckExact(places):
        return None
    p = places
    size = PyArray_SIZE(p)
    if p.dtype.num != cnp.NPY_INT64 or (PyArray_FLAGS(p) & READABLE) != READABLE or size > FEW:
        return None
    place = <const uint64_t*>PyArray_BYTES(p)
    end = n
    for i in range(size):  # as unsigned numbers, negative ones are large
        most = place[i] if place[i] > most else most
    return size > 0 and most < end
