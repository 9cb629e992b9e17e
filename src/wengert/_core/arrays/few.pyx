# cython: boundscheck=False, wraparound=False
"""Reductions of a few elements, over any axes, of short columns, and counts. NumPy would spend most of the time around
them.

What is larger, or of other dtypes, goes to NumPy. ``few.py`` leaves everything to it, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from .c_numpy cimport (
    NPY_ARRAY_ALIGNED, READABLE, Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS,
    PyArray_NDIM, PyArray_SIZE, PyArray_SimpleNew, PyArray_STRIDES, loop_of,
)

cnp.import_array()

cdef enum:
    FEW = 256  # elements
    TERMS = 64  # of a sum, which are added one after the other
    SOME_ROWS = 32768  # elements of rows whose columns are reduced

cdef enum Kind:
    TOTAL
    LARGEST
    SMALLEST
    SOME
    EVERY

ctypedef fused number:
    float
    double
    cnp.npy_int64
    cnp.npy_bool

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)
cdef object I64 = numpy.dtype(numpy.int64), BOOLEAN = numpy.dtype(numpy.bool_)
cdef Loop narrow[3]  # of TOTAL, LARGEST and SMALLEST
cdef Loop wide[3]
for which, ufunc in enumerate((numpy.add, numpy.maximum, numpy.minimum)):
    narrow[<int>which], wide[<int>which] = loop_of(ufunc, "ff->f"), loop_of(ufunc, "dd->d")
cdef object add = numpy.add.reduce, maximum = numpy.maximum.reduce, minimum = numpy.minimum.reduce
cdef object logical_or = numpy.logical_or.reduce, logical_and = numpy.logical_and.reduce


cdef bint marked(axis, int nd, uint64_t* over) except -1:
    """Mark the axes that are reduced; false if they are not given as positions."""
    cdef Py_ssize_t a
    over[0] = 0
    if axis is None:
        over[0] = (<uint64_t>1 << nd) - 1
        return True
    for one in axis if type(axis) is tuple else (axis,):
        if type(one) is not int or not -nd <= one < nd:
            return False
        a = one
        if a < 0:
            a += nd
        if over[0] >> a & 1:
            return False
        over[0] |= <uint64_t>1 << a
    return True


cdef int offsets(cnp.ndarray x, uint64_t axes, cnp.npy_intp* found) noexcept:
    """Where in memory the elements lie that differ in these axes alone: the last axis is the fastest."""
    cdef int axis, count = 1
    cdef cnp.npy_intp n, k
    found[0] = 0
    for axis in range(PyArray_NDIM(x)):
        n = PyArray_DIMS(x)[axis]
        if axes >> axis & 1 and n > 1:
            count *= n
            for k in range(count - 1, -1, -1):
                found[k] = found[k // n] + k % n * PyArray_STRIDES(x)[axis]
    return count


cdef number reduced(char* a, const cnp.npy_intp* at, int n, Kind kind, number zero) noexcept:
    cdef number found = (<number*>(a + at[0]))[0], v
    cdef int k
    if kind == TOTAL:
        for k in range(1, n):
            found += (<number*>(a + at[k]))[0]
        return found + zero  # the sum of negative zeros is 0, as in NumPy
    for k in range(1, n):
        v = (<number*>(a + at[k]))[0]
        if found != found:  # the first NaN
            break
        if v != v or (v > found if kind == LARGEST else v < found):
            found = v
    return found


cdef bint found_true(char* a, const cnp.npy_intp* at, int n, Kind kind, number zero) noexcept:
    cdef int k
    for k in range(n):
        if ((<number*>(a + at[k]))[0] != zero) == (kind == SOME):
            return kind == SOME
    return kind == EVERY


cdef void each(char* a, char* out, const cnp.npy_intp* kept, int m, const cnp.npy_intp* at, int n, Kind kind,
               number zero) noexcept:
    cdef int i
    for i in range(m):
        if kind >= SOME:
            (<cnp.npy_bool*>out)[i] = found_true(a + kept[i], at, n, kind, zero)
        else:
            (<number*>out)[i] = reduced(a + kept[i], at, n, kind, zero)


cdef object down(cnp.ndarray x, uint64_t over, bint keepdims, Kind kind):
    """:func:`reduce` dense numbers over their first axes, one row after the other; None if NumPy has to compute it."""
    cdef cnp.npy_intp sizes[64]
    cdef cnp.npy_intp steps[3]
    cdef char* at[3]
    cdef cnp.npy_intp n = 1, m, width, i
    cdef cnp.ndarray out
    cdef Loop loop
    cdef int axis, left = 0, nd = PyArray_NDIM(x), first = 0
    cdef bint single = <object>PyArray_DESCR(x) is F32
    while over >> first & 1:
        n *= PyArray_DIMS(x)[first]
        first += 1
    if kind >= SOME or not 0 < first < nd or over >> first or (kind == TOTAL and n > TERMS):
        return None
    if not single and <object>PyArray_DESCR(x) is not F64 or (PyArray_FLAGS(x) & READABLE) != READABLE:
        return None
    for axis in range(nd):
        if axis >= first or keepdims:
            sizes[left] = PyArray_DIMS(x)[axis] if axis >= first else 1
            left += 1
    out = PyArray_SimpleNew(left, sizes, cnp.NPY_FLOAT if single else cnp.NPY_DOUBLE)
    loop = narrow[<int>kind] if single else wide[<int>kind]
    m, width = PyArray_SIZE(out), cnp.PyArray_ITEMSIZE(out)
    steps[0] = steps[1] = steps[2] = width
    if kind == TOTAL:
        memset(PyArray_BYTES(out), 0, m * width)
    else:
        memcpy(PyArray_BYTES(out), PyArray_BYTES(x), m * width)
    for i in range(0 if kind == TOTAL else 1, n):
        at[0] = at[2] = PyArray_BYTES(out)
        at[1] = PyArray_BYTES(x) + i * m * width
        loop(at, &m, steps, NULL)
    return out


cdef object reduce(a, axis, bint keepdims, Kind kind):
    """A reduction; None if NumPy has to compute it."""
    cdef cnp.npy_intp sizes[64]
    cdef cnp.npy_intp kept[FEW]
    cdef cnp.npy_intp at[FEW]
    cdef cnp.ndarray x, out
    cdef uint64_t over
    cdef int axis_, nd, left = 0, m, n, what
    if not PyArray_CheckExact(a):
        return None
    x = a
    nd = PyArray_NDIM(x)
    if not 0 < PyArray_SIZE(x) <= SOME_ROWS or nd > 62 or not PyArray_FLAGS(x) & NPY_ARRAY_ALIGNED or not marked(axis, nd, &over):
        return None
    if PyArray_SIZE(x) > FEW:
        return down(x, over, keepdims, kind)
    dtype = <object>PyArray_DESCR(x)
    if dtype is F32:
        what = cnp.NPY_FLOAT
    elif dtype is F64:
        what = cnp.NPY_DOUBLE
    elif dtype is I64:
        what = cnp.NPY_INT64
    elif dtype is BOOLEAN and kind >= SOME:
        what = cnp.NPY_BOOL
    else:
        return None
    n = offsets(x, over, at)
    if kind == TOTAL and n > TERMS:
        return None
    m = offsets(x, ~over, kept)
    for axis_ in range(nd):
        if not over >> axis_ & 1 or keepdims:
            sizes[left] = 1 if over >> axis_ & 1 else PyArray_DIMS(x)[axis_]
            left += 1
    out = PyArray_SimpleNew(left, sizes, cnp.NPY_BOOL if kind >= SOME else what)
    if what == cnp.NPY_FLOAT:
        each[float](PyArray_BYTES(x), PyArray_BYTES(out), kept, m, at, n, kind, 0)
    elif what == cnp.NPY_DOUBLE:
        each[double](PyArray_BYTES(x), PyArray_BYTES(out), kept, m, at, n, kind, 0)
    elif what == cnp.NPY_INT64:
        each[cnp.npy_int64](PyArray_BYTES(x), PyArray_BYTES(out), kept, m, at, n, kind, 0)
    else:
        each[cnp.npy_bool](PyArray_BYTES(x), PyArray_BYTES(out), kept, m, at, n, kind, 0)
    return out


cdef object counted(a, axis, bint keepdims):
    """How many bools are true, over the last axes of a dense array; None if NumPy has to count them."""
    cdef cnp.npy_intp sizes[64]
    cdef cnp.ndarray x, out
    cdef const uint8_t* at
    cdef cnp.npy_int64* found
    cdef uint64_t over
    cdef cnp.npy_intp i, rows, n = 1
    cdef int last, nd, first
    if not PyArray_CheckExact(a):
        return None
    x = a
    nd = first = PyArray_NDIM(x)
    if <object>PyArray_DESCR(x) is not BOOLEAN or (PyArray_FLAGS(x) & READABLE) != READABLE or nd > 62 or not marked(axis, nd, &over):
        return None
    while first and over >> (first - 1) & 1:
        first -= 1
        n *= PyArray_DIMS(x)[first]
    if over & ((<uint64_t>1 << first) - 1):
        return None
    for last in range(nd):
        sizes[last] = 1 if last >= first else PyArray_DIMS(x)[last]
    out = PyArray_SimpleNew(nd if keepdims else first, sizes, cnp.NPY_INT64)
    found, at = <cnp.npy_int64*>PyArray_BYTES(out), <uint8_t*>PyArray_BYTES(x)
    rows = PyArray_SIZE(out)
    with nogil:
        for i in range(rows):
            found[i] = count_of(at + i * n, n)
    return out


cdef cnp.npy_int64 count_of(const uint8_t* at, cnp.npy_intp n) noexcept nogil:
    """How many bytes are not 0. Counts up to 255 fit a byte, so that the compiler makes vectors."""
    cdef cnp.npy_int64 total = 0
    cdef uint8_t lanes[64]
    cdef cnp.npy_intp i = 0, rounds
    cdef int k
    while n - i >= 64:
        memset(lanes, 0, 64)
        rounds = 0
        while n - i >= 64 and rounds < 255:
            for k in range(64):
                lanes[k] += at[i + k] != 0
            i += 64
            rounds += 1
        for k in range(64):
            total += lanes[k]
    while i < n:
        total += at[i] != 0
        i += 1
    return total


def total(x, axis, dtype=None, *, bint keepdims=False):
    found = reduce(x, axis, keepdims, TOTAL) if dtype is None else counted(x, axis, keepdims) if dtype is I64 else None
    return add(x, axis, dtype, keepdims=keepdims) if found is None else found


def largest(x, axis, *, bint keepdims=False):
    found = reduce(x, axis, keepdims, LARGEST)
    return maximum(x, axis, keepdims=keepdims) if found is None else found


def smallest(x, axis, *, bint keepdims=False):
    found = reduce(x, axis, keepdims, SMALLEST)
    return minimum(x, axis, keepdims=keepdims) if found is None else found


def some(x, axis, *, bint keepdims=False):
    found = reduce(x, axis, keepdims, SOME)
    return logical_or(x, axis, keepdims=keepdims) if found is None else found


def every(x, axis, *, bint keepdims=False):
    found = reduce(x, axis, keepdims, EVERY)
    return logical_and(x, axis, keepdims=keepdims) if found is None else found
