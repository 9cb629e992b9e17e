# cython: boundscheck=False, wraparound=False, cdivision=True
"""The three forms of sampling by loops: see Note [Sampling is one form] in ``grid.py``.

Arrays are (N, C, S), (N, K, P) and (N, C, P). ``tap_loops.py`` leaves them to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.string cimport memset

from ...arrays.c_numpy cimport (
    READABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SIZE, PyArray_SimpleNew, real,
)

cnp.import_array()

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64), I64 = numpy.dtype(numpy.int64)


cdef bint dense(a, object dtype):
    """Whether this is an array of three dimensions, which a loop may read from end to end."""
    if not PyArray_CheckExact(a) or <object>PyArray_DESCR(a) is not dtype or PyArray_NDIM(a) != 3:
        return False
    return (PyArray_FLAGS(a) & READABLE) == READABLE


cdef bint fits(a, b, places):
    """Whether two float arrays of one dtype and the places of taps belong together."""
    if not PyArray_CheckExact(a) or (<object>PyArray_DESCR(a) is not F32 and <object>PyArray_DESCR(a) is not F64):
        return False
    if not dense(a, <object>PyArray_DESCR(a)) or not dense(b, <object>PyArray_DESCR(a)) or not dense(places, I64):
        return False
    return PyArray_DIMS(a)[0] == PyArray_DIMS(b)[0] == PyArray_DIMS(places)[0]


cdef object new(cnp.npy_intp n, cnp.npy_intp m, cnp.npy_intp k, bint single):
    cdef cnp.npy_intp shape[3]
    shape[0], shape[1], shape[2] = n, m, k
    return PyArray_SimpleNew(3, shape, cnp.NPY_FLOAT32 if single else cnp.NPY_FLOAT64)


cdef bint inside(places, cnp.npy_intp size):
    """Whether all taps are in the input, or -1."""
    cdef const cnp.npy_int64* at = <const cnp.npy_int64*>PyArray_BYTES(places)
    cdef cnp.npy_intp i
    cdef bint all_ = True
    for i in range(PyArray_SIZE(places)):
        all_ &= -1 <= at[i] < size
    return all_


cdef inline real entry(const real* x, cnp.npy_intp at) noexcept nogil:
    return x[at] if at >= 0 else 0


cdef void sampled(const real* x, const cnp.npy_int64* places, const real* w, real* out, cnp.npy_intp n, cnp.npy_intp channels,
                  cnp.npy_intp size, cnp.npy_intp taps, cnp.npy_intp length) noexcept nogil:
    """Four channels are sampled at once, so that places and weights are read less often."""
    cdef cnp.npy_intp i, c, k, p, at
    cdef real share
    for i in range(n):
        memset(out, 0, channels * length * sizeof(real))
        c = 0
        while c + 4 <= channels:
            for k in range(taps):
                for p in range(length):
                    at = places[k * length + p]
                    share = w[k * length + p]
                    out[p] += entry(x, at) * share
                    out[p + length] += entry(x + size, at) * share
                    out[p + 2 * length] += entry(x + 2 * size, at) * share
                    out[p + 3 * length] += entry(x + 3 * size, at) * share
            x += 4 * size
            out += 4 * length
            c += 4
        while c < channels:
            for k in range(taps):
                for p in range(length):
                    out[p] += entry(x, places[k * length + p]) * w[k * length + p]
            x += size
            out += length
            c += 1
        places += taps * length
        w += taps * length


cpdef object sample(x, places, w):
    """Weighted entries of ``x``, added up: (N, C, P); None if NumPy has to compute them."""
    cdef cnp.npy_intp n, channels, size, taps, length
    if not fits(x, w, places) or not inside(places, PyArray_DIMS(x)[2]) or not PyArray_DIMS(places)[1]:
        return None
    n, channels, size = PyArray_DIMS(x)[0], PyArray_DIMS(x)[1], PyArray_DIMS(x)[2]
    taps, length = PyArray_DIMS(w)[1], PyArray_DIMS(w)[2]
    if PyArray_DIMS(places)[1] != taps or PyArray_DIMS(places)[2] != length:
        return None
    cdef bint single = <object>PyArray_DESCR(x) is F32
    cdef cnp.ndarray out = new(n, channels, length, single)
    cdef char* a = PyArray_BYTES(x)
    cdef const cnp.npy_int64* at = <const cnp.npy_int64*>PyArray_BYTES(places)
    cdef char* b = PyArray_BYTES(w)
    cdef char* t = PyArray_BYTES(out)
    with nogil:
        if single:
            sampled[float](<float*>a, at, <float*>b, <float*>t, n, channels, size, taps, length)
        else:
            sampled[double](<double*>a, at, <double*>b, <double*>t, n, channels, size, taps, length)
    return out


cdef void spreads(const real* y, const cnp.npy_int64* places, const real* w, real* out, double* plane, cnp.npy_intp n,
                  cnp.npy_intp channels, cnp.npy_intp size, cnp.npy_intp taps, cnp.npy_intp length) noexcept nogil:
    """A plane is added up in float64, since many taps may be at one place."""
    cdef cnp.npy_intp i, c, k, p, at
    for i in range(n):
        for c in range(channels):
            memset(plane, 0, size * sizeof(double))
            for k in range(taps):
                for p in range(length):
                    at = places[k * length + p]
                    if at >= 0:
                        plane[at] += y[p] * w[k * length + p]
            for p in range(size):
                out[p] = <real>plane[p]
            y += length
            out += size
        places += taps * length
        w += taps * length


cpdef object spread(y, places, w, Py_ssize_t size):
    """The transpose of :func:`sample` in ``x``: (N, C, S); None if NumPy has to compute it."""
    cdef cnp.npy_intp n, channels, taps, length
    cdef double* plane
    if not fits(y, w, places) or not inside(places, size):
        return None
    n, channels, length = PyArray_DIMS(y)[0], PyArray_DIMS(y)[1], PyArray_DIMS(y)[2]
    taps = PyArray_DIMS(w)[1]
    if PyArray_DIMS(w)[2] != length or PyArray_DIMS(places)[1] != taps or PyArray_DIMS(places)[2] != length:
        return None
    cdef bint single = <object>PyArray_DESCR(y) is F32
    cdef cnp.ndarray out = new(n, channels, size, single)
    cdef char* a = PyArray_BYTES(y)
    cdef const cnp.npy_int64* at = <const cnp.npy_int64*>PyArray_BYTES(places)
    cdef char* b = PyArray_BYTES(w)
    cdef char* t = PyArray_BYTES(out)
    plane = <double*>PyMem_Malloc((size + 1) * sizeof(double))
    if plane == NULL:
        raise MemoryError
    with nogil:
        if single:
            spreads[float](<float*>a, at, <float*>b, <float*>t, plane, n, channels, size, taps, length)
        else:
            spreads[double](<double*>a, at, <double*>b, <double*>t, plane, n, channels, size, taps, length)
    PyMem_Free(plane)
    return out


cdef void weighed(const real* x, const real* y, const cnp.npy_int64* places, real* out, cnp.npy_intp n,
                  cnp.npy_intp channels, cnp.npy_intp size, cnp.npy_intp taps, cnp.npy_intp length) noexcept nogil:
    cdef cnp.npy_intp i, c, k, p, at
    for i in range(n):
        memset(out, 0, taps * length * sizeof(real))
        for c in range(channels):
            for k in range(taps):
                for p in range(length):
                    at = places[k * length + p]
                    if at >= 0:
                        out[k * length + p] += x[at] * y[p]
            x += size
            y += length
        places += taps * length
        out += taps * length


cpdef object weigh(x, y, places):
    """The transpose of :func:`sample` in the weights: (N, K, P); None if NumPy has to compute it."""
    cdef cnp.npy_intp n, channels, size, taps, length
    if not fits(x, y, places) or not inside(places, PyArray_DIMS(x)[2]):
        return None
    n, channels, size = PyArray_DIMS(x)[0], PyArray_DIMS(x)[1], PyArray_DIMS(x)[2]
    taps, length = PyArray_DIMS(places)[1], PyArray_DIMS(places)[2]
    if PyArray_DIMS(y)[1] != channels or PyArray_DIMS(y)[2] != length:
        return None
    cdef bint single = <object>PyArray_DESCR(x) is F32
    cdef cnp.ndarray out = new(n, taps, length, single)
    cdef char* a = PyArray_BYTES(x)
    cdef char* b = PyArray_BYTES(y)
    cdef const cnp.npy_int64* at = <const cnp.npy_int64*>PyArray_BYTES(places)
    cdef char* t = PyArray_BYTES(out)
    with nogil:
        if single:
            weighed[float](<float*>a, <float*>b, at, <float*>t, n, channels, size, taps, length)
        else:
            weighed[double](<double*>a, <double*>b, at, <double*>t, n, channels, size, taps, length)
    return out


cdef void cross(const real** at, const real** w, const cnp.npy_int64* sizes, cnp.npy_int64* places, real* weights,
                cnp.npy_intp n, cnp.npy_intp taps, cnp.npy_intp length, int dims) noexcept nogil:
    cdef cnp.npy_intp i, k, p, j, count = 1, part, where_
    cdef cnp.npy_int64 place
    cdef cnp.npy_intp which[3]
    cdef real position, weight
    cdef bint kept
    cdef int d
    for d in range(dims):
        count *= taps
    for i in range(n):
        for k in range(count):
            part = k
            for d in range(dims - 1, -1, -1):
                which[d] = (i * taps + part % taps) * length
                part //= taps
            for p in range(length):
                place = 0
                weight = 1
                kept = True
                for d in range(dims):
                    position = at[d][which[d] + p]
                    kept &= 0 <= position < sizes[d]
                    place = place * sizes[d] + <cnp.npy_int64>(position if 0 <= position < sizes[d] else 0)
                    weight = weight * w[d][which[d] + p] if d else w[d][which[d] + p]
                places[p] = place if kept else -1
                weights[p] = weight
            places += length
            weights += length


cpdef object crossed(list at, list w, tuple space):
    """The places and weights of all combinations of taps along each dimension, which are arrays (N, K, P).

    A place is -1 if a tap is outside. None if NumPy has to compute them.
    """
    cdef const float* at32[3]
    cdef const float* w32[3]
    cdef const double* at64[3]
    cdef const double* w64[3]
    cdef cnp.npy_int64 sizes[3]
    cdef cnp.npy_intp n, taps, length
    cdef int d, dims = len(at)
    cdef object dtype
    if not 1 <= dims <= 3 or not PyArray_CheckExact(at[0]):
        return None
    dtype = <object>PyArray_DESCR(at[0])
    if dtype is not F32 and dtype is not F64:
        return None
    for d in range(dims):
        if not dense(at[d], dtype) or not dense(w[d], dtype) or at[d].shape != at[0].shape or w[d].shape != at[0].shape:
            return None
        sizes[d] = space[d]
        at32[d], w32[d] = <float*>PyArray_BYTES(at[d]), <float*>PyArray_BYTES(w[d])
        at64[d], w64[d] = <double*>at32[d], <double*>w32[d]
    n, taps, length = PyArray_DIMS(at[0])[0], PyArray_DIMS(at[0])[1], PyArray_DIMS(at[0])[2]
    cdef cnp.npy_intp shape[3]
    shape[0], shape[1], shape[2] = n, taps ** dims, length
    cdef cnp.ndarray places = PyArray_SimpleNew(3, shape, cnp.NPY_INT64)
    cdef cnp.ndarray weights = new(n, shape[1], length, dtype is F32)
    cdef cnp.npy_int64* t = <cnp.npy_int64*>PyArray_BYTES(places)
    cdef char* u = PyArray_BYTES(weights)
    cdef bint single = dtype is F32
    with nogil:
        if single:
            cross[float](at32, w32, sizes, t, <float*>u, n, taps, length, dims)
        else:
            cross[double](at64, w64, sizes, t, <double*>u, n, taps, length, dims)
    return places, weights
