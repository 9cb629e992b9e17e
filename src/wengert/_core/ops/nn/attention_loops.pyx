# cython: boundscheck=False, wraparound=False, cdivision=True
"""Attention of a few queries to a few keys, by loops, and its gradients: products of small matrices cost more to call.
``attention_blocks.pyx`` is for more.

``attention_loops.py`` leaves all of it to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.math cimport INFINITY, exp, expf
from libc.string cimport memset

from ...arrays.c_numpy cimport (
    PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_NDIM, PyArray_SIZE, PyArray_SimpleNew, real,
)

cnp.import_array()

cdef enum:
    MOST = 128  # keys
    FEW = 16384  # products: with more, products of matrices are faster

cdef struct Sizes:
    cnp.npy_intp lead  # the product of all dimensions but the last two
    cnp.npy_intp queries
    cnp.npy_intp keys
    cnp.npy_intp width  # of a query and a key
    cnp.npy_intp depth  # of a value

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cdef bint alike(cnp.ndarray a, cnp.ndarray query, cnp.npy_intp rows, cnp.npy_intp columns):
    """Whether an array has the dtype of the queries, and as many matrices, of this size."""
    cdef int i, nd = PyArray_NDIM(query)
    if <void*>PyArray_DESCR(a) != <void*>PyArray_DESCR(query) or PyArray_NDIM(a) != nd:
        return False
    for i in range(nd - 2):
        if PyArray_DIMS(a)[i] != PyArray_DIMS(query)[i]:
            return False
    return PyArray_DIMS(a)[nd - 2] == rows and PyArray_DIMS(a)[nd - 1] == columns


cdef bint measured(list given, Sizes* s):
    """Set the sizes for queries, keys, and values, results and a gradient of these, and make all dense.

    What is not needed is None. False if NumPy has to compute.
    """
    cdef cnp.ndarray q, k, beside
    cdef int i, nd
    for a in given:
        if a is not None and (not PyArray_CheckExact(a) or PyArray_NDIM(a) < 2):
            return False
    q, k, beside = given[0], given[1], given[2] if given[4] is None else given[4]
    nd = PyArray_NDIM(q)
    if <void*>PyArray_DESCR(q) != <void*>F32 and <void*>PyArray_DESCR(q) != <void*>F64:
        return False
    s.lead, s.queries, s.width = 1, PyArray_DIMS(q)[nd - 2], PyArray_DIMS(q)[nd - 1]
    s.keys, s.depth = PyArray_DIMS(k)[PyArray_NDIM(k) - 2], PyArray_DIMS(beside)[PyArray_NDIM(beside) - 1]
    for i in range(nd - 2):
        s.lead *= PyArray_DIMS(q)[i]
    if not 0 < s.keys <= MOST or s.lead * s.queries * s.keys * (s.width + s.depth) > FEW:
        return False
    if not alike(k, q, s.keys, s.width):
        return False
    for i in range(2, 5):
        if given[i] is not None and not alike(given[i], q, s.keys if i == 2 else s.queries, s.depth):
            return False
    for i in range(5):
        if given[i] is not None:
            given[i] = cnp.PyArray_GETCONTIGUOUS(given[i])
    return True


cdef inline real dot(const real* a, const real* b, cnp.npy_intp n) noexcept nogil:
    cdef real total = 0
    cdef cnp.npy_intp i
    for i in range(n):
        total += a[i] * b[i]
    return total


cdef inline void add(real* to, const real* a, real factor, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(n):
        to[i] += a[i] * factor


cdef void weigh(const real* query, const real* keys, real* weights, const Sizes* s, real scale) noexcept nogil:
    """The softmax of the scaled products of one query with all keys."""
    cdef real most = -INFINITY, total = 0
    cdef cnp.npy_intp j
    for j in range(s.keys):
        weights[j] = dot(query, keys + j * s.width, s.width) * scale
        if weights[j] > most or weights[j] != weights[j]:
            most = weights[j]
    for j in range(s.keys):
        weights[j] = expf(weights[j] - most) if real is float else exp(weights[j] - most)
        total += weights[j]
    for j in range(s.keys):
        weights[j] /= total


cdef void attend(const real* q, const real* k, const real* v, real* out, const Sizes* s, real scale) noexcept nogil:
    cdef real weights[MOST]
    cdef cnp.npy_intp n, i, j
    for n in range(s.lead):
        for i in range(s.queries):
            weigh(q, k, weights, s, scale)
            for j in range(s.keys):
                add(out, v + j * s.depth, weights[j], s.depth)
            q += s.width
            out += s.depth
        k += s.keys * s.width
        v += s.keys * s.depth


cpdef object attended(query, key, value, double scale):
    """The values, weighted by the softmax of the scaled products of queries and keys; None if NumPy has to compute."""
    cdef Sizes s
    cdef list given = [query, key, value, None, None]
    cdef cnp.ndarray q, k, v, out
    if not measured(given, &s):
        return None
    q, k, v = given[:3]
    out = zeros(q, s.depth)
    if <void*>PyArray_DESCR(q) == <void*>F32:
        attend[float](<float*>PyArray_BYTES(q), <float*>PyArray_BYTES(k), <float*>PyArray_BYTES(v),
                      <float*>PyArray_BYTES(out), &s, <float>scale)
    else:
        attend[double](<double*>PyArray_BYTES(q), <double*>PyArray_BYTES(k), <double*>PyArray_BYTES(v),
                       <double*>PyArray_BYTES(out), &s, scale)
    return out


cdef cnp.ndarray zeros(cnp.ndarray like, cnp.npy_intp last):
    """Zeros of the shape of an array, but for its last dimension."""
    cdef cnp.npy_intp shape[64]
    cdef int i, nd = PyArray_NDIM(like)
    cdef cnp.ndarray out
    for i in range(nd - 1):
        shape[i] = PyArray_DIMS(like)[i]
    shape[nd - 1] = last
    out = PyArray_SimpleNew(nd, shape, cnp.NPY_FLOAT32 if <void*>PyArray_DESCR(like) == <void*>F32 else cnp.NPY_FLOAT64)
    memset(PyArray_BYTES(out), 0, PyArray_SIZE(out) * cnp.PyArray_ITEMSIZE(out))
    return out


cdef void pull(const real* q, const real* k, const real* v, const real* g, const real* out, real* of_query,
               real* of_key, real* of_value, const Sizes* s, real scale) noexcept nogil:
    """Add to the gradients of queries, keys and values; NULL for one that is not needed."""
    cdef real weights[MOST]
    cdef real change, mean
    cdef cnp.npy_intp n, i, j
    for n in range(s.lead):
        for i in range(s.queries):
            weigh(q, k, weights, s, scale)
            if of_value != NULL:
                for j in range(s.keys):
                    add(of_value + j * s.depth, g, weights[j], s.depth)
            if of_query != NULL or of_key != NULL:
                mean = dot(g, out, s.depth)
                for j in range(s.keys):
                    change = weights[j] * (dot(g, v + j * s.depth, s.depth) - mean) * scale
                    if of_query != NULL:
                        add(of_query, k + j * s.width, change, s.width)
                    if of_key != NULL:
                        add(of_key + j * s.width, q, change, s.width)
            q += s.width
            g += s.depth
            out += s.depth
            if of_query != NULL:
                of_query += s.width
        k += s.keys * s.width
        v += s.keys * s.depth
        if of_key != NULL:
            of_key += s.keys * s.width
        if of_value != NULL:
            of_value += s.keys * s.depth


def slopes(g, query, key, value, result, double scale, needs):
    """The gradients for queries, keys and values, given that of :func:`attended`; None where ``needs`` says so.

    None alone if NumPy has to compute them.
    """
    cdef Sizes s
    cdef list given = [query, key, value, result, g]
    if not measured(given, &s):
        return None
    found = (
        zeros(given[0], s.width) if needs[0] else None, zeros(given[1], s.width) if needs[1] else None,
        zeros(given[1], s.depth) if needs[2] else None,
    )
    if <void*>PyArray_DESCR(given[0]) == <void*>F32:
        pull[float](<float*>bytes_of(given[0]), <float*>bytes_of(given[1]), <float*>bytes_of(given[2]),
                    <float*>bytes_of(given[4]), <float*>bytes_of(given[3]), <float*>bytes_of(found[0]),
                    <float*>bytes_of(found[1]), <float*>bytes_of(found[2]), &s, <float>scale)
    else:
        pull[double](<double*>bytes_of(given[0]), <double*>bytes_of(given[1]), <double*>bytes_of(given[2]),
                     <double*>bytes_of(given[4]), <double*>bytes_of(given[3]), <double*>bytes_of(found[0]),
                     <double*>bytes_of(found[1]), <double*>bytes_of(found[2]), &s, scale)
    return found


cdef inline char* bytes_of(a) noexcept:
    return NULL if a is None else PyArray_BYTES(a)
