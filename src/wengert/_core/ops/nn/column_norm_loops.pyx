# cython: boundscheck=False, wraparound=False, cdivision=True
"""Normalization of columns by loops: ``batch_norm`` of examples that are rows of numbers, one for each channel.

A strip of columns stays in the cache while it is read again, and no intermediate result is written.
``column_norm_loops.py`` leaves all of it to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.math cimport sqrt
from libc.string cimport memset

from ...arrays.c_numpy cimport (
    READABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SIZE, PyArray_SimpleNew, real, same_sizes,
)
from ...arrays.threads cimport run, team_for
from ...arrays.widths cimport HAS_WIDE, HAS_WIDEST, wide_void, widest_void

cnp.import_array()

cdef enum:
    STRIP = 256  # columns that are computed at once, at most
    NARROW = 64  # and at least, where threads share them
    TERMS = 16  # rows that are added in the given precision

cdef struct Columns:  # dense rows, for the threads that share strips of their columns
    char* g
    char* x
    char* weight  # one number for each column, as all that follow, or NULL
    char* bias
    char* mean
    char* scale  # or where variances are put
    char* out
    char* of_weight
    char* of_bias
    cnp.npy_intp rows
    cnp.npy_intp n
    cnp.npy_intp strip  # columns that are computed at once
    double eps
    bint single

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cdef inline void add_row(double* sums, const real* row, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp k
    for k in range(n):
        sums[k] += row[k]


cdef inline void normalise(const Columns* job, cnp.npy_intp first, real unused) noexcept nogil:
    """Normalize a strip of columns. Means are added in float64: equal elements have themselves as their mean."""
    cdef const real* x = <real*>job.x + first
    cdef real* out = <real*>job.out + first
    cdef real* means = <real*>job.mean + first
    cdef real* variances = <real*>job.scale + first
    cdef double sums[STRIP]
    cdef real some[STRIP]
    cdef real scale[STRIP]
    cdef real weight[STRIP]
    cdef real bias[STRIP]
    cdef real mean[STRIP]
    cdef real v
    cdef cnp.npy_intp i, k, n = min(job.n - first, job.strip), step = job.n, rows = job.rows
    memset(sums, 0, sizeof(sums))
    for i in range(rows):
        add_row(sums, x + i * step, n)
    for k in range(n):
        mean[k] = means[k] = <real>(sums[k] / rows)
    memset(sums, 0, sizeof(sums))
    memset(some, 0, sizeof(some))
    for i in range(1, rows + 1):
        for k in range(n):
            v = x[(i - 1) * step + k] - mean[k]
            some[k] += v * v
        if i % TERMS == 0 or i == rows:
            add_row(sums, some, n)
            memset(some, 0, sizeof(some))
    for k in range(n):
        variances[k] = <real>(sums[k] / rows)
        scale[k] = 1 / <real>sqrt(variances[k] + <real>job.eps)
        weight[k] = (<real*>job.weight)[first + k] if job.weight != NULL else <real>1
        bias[k] = (<real*>job.bias)[first + k] if job.bias != NULL else <real>0
    for i in range(rows):
        for k in range(n):
            out[i * step + k] = (x[i * step + k] - mean[k]) * scale[k] * weight[k] + bias[k]


cdef inline void slope(const Columns* job, cnp.npy_intp first, real unused) noexcept nogil:
    """The gradients of a strip of columns, and of their weights and biases."""
    cdef const real* g = <real*>job.g + first
    cdef const real* x = <real*>job.x + first
    cdef real* out = <real*>job.out + first
    cdef double plains[STRIP]
    cdef double products[STRIP]
    cdef real plain[STRIP]
    cdef real product[STRIP]
    cdef real mean[STRIP]
    cdef real scale[STRIP]
    cdef real t
    cdef cnp.npy_intp i, k, n = min(job.n - first, job.strip), step = job.n, rows = job.rows
    for k in range(n):
        mean[k], scale[k] = (<real*>job.mean)[first + k], (<real*>job.scale)[first + k]
    memset(plains, 0, sizeof(plains))
    memset(products, 0, sizeof(products))
    memset(plain, 0, sizeof(plain))
    memset(product, 0, sizeof(product))
    for i in range(1, rows + 1):
        for k in range(n):
            t = g[(i - 1) * step + k]
            plain[k] += t
            product[k] += t * ((x[(i - 1) * step + k] - mean[k]) * scale[k])
        if i % TERMS == 0 or i == rows:
            add_row(plains, plain, n)
            add_row(products, product, n)
            memset(plain, 0, sizeof(plain))
            memset(product, 0, sizeof(product))
    for k in range(n):
        (<real*>job.of_weight)[first + k], (<real*>job.of_bias)[first + k] = <real>products[k], <real>plains[k]
        plain[k], product[k] = <real>(plains[k] / rows), <real>(products[k] / rows) * scale[k]
        if job.weight != NULL:
            scale[k] *= (<real*>job.weight)[first + k]
    for i in range(rows):
        for k in range(n):
            t = g[i * step + k] - plain[k]
            out[i * step + k] = (t - (x[i * step + k] - mean[k]) * product[k]) * scale[k]


cdef inline void compute_strips(const Columns* job, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(start, stop):
        if job.g == NULL:
            if job.single:
                normalise[float](job, i * job.strip, 0)
            else:
                normalise[double](job, i * job.strip, 0)
        elif job.single:
            slope[float](job, i * job.strip, 0)
        else:
            slope[double](job, i * job.strip, 0)


cdef wide_void compute_wide(const Columns* job, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    compute_strips(job, start, stop)


cdef widest_void compute_widest(const Columns* job, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    compute_strips(job, start, stop)


cdef void strips_part(void* columns, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if HAS_WIDEST:
        compute_widest(<Columns*>columns, start, stop)
    elif HAS_WIDE:
        compute_wide(<Columns*>columns, start, stop)
    else:
        compute_strips(<Columns*>columns, start, stop)


cdef int share_strips(Columns* job, cnp.npy_intp work) except -1:
    cdef int team = team_for(work)
    job.strip = STRIP
    while team > 1 and job.n < 4 * team * job.strip and job.strip > NARROW:
        job.strip //= 2
    run(strips_part, job, (job.n + job.strip - 1) // job.strip, team, work)
    return 0


cdef inline cnp.npy_intp last_size(cnp.ndarray x):
    return PyArray_DIMS(x)[PyArray_NDIM(x) - 1] if PyArray_NDIM(x) else 1


cdef bint described(Columns* job, x, list alike) except -1:
    """Set what says where the columns of ``x`` lie. False if it is not dense or empty, or those of ``alike`` that are not
    None are not dense arrays of its dtype with one number for each column."""
    cdef cnp.ndarray a
    if not PyArray_CheckExact(x):
        return False
    a = x
    dtype = <object>PyArray_DESCR(a)
    if (dtype is not F32 and dtype is not F64) or PyArray_NDIM(a) < 2 or PyArray_SIZE(a) == 0:
        return False
    job.n = last_size(a)
    for one in alike:
        if one is not None and not (dense(one, dtype) and PyArray_SIZE(one) == job.n and last_size(one) == job.n):
            return False
    job.x, job.rows, job.single = PyArray_BYTES(a), PyArray_SIZE(a) // job.n, dtype is F32
    return dense(x, dtype)


cdef inline bint dense(a, object dtype):
    return PyArray_CheckExact(a) and <object>PyArray_DESCR(a) is dtype and (PyArray_FLAGS(a) & READABLE) == READABLE


cdef inline char* memory_of(a):
    return NULL if a is None else PyArray_BYTES(a)


cdef cnp.ndarray one_for_each_column(cnp.ndarray x, bint kept):
    """An empty array with one number for each column; ``kept``: with all dimensions of ``x``."""
    cdef cnp.npy_intp shape[64]
    cdef int i, nd = PyArray_NDIM(x) if kept else 1
    for i in range(nd):
        shape[i] = 1
    shape[nd - 1] = last_size(x)
    return PyArray_SimpleNew(nd, shape, cnp.NPY_FLOAT if <object>PyArray_DESCR(x) is F32 else cnp.NPY_DOUBLE)


cdef cnp.ndarray like(cnp.ndarray x):
    return PyArray_SimpleNew(
        PyArray_NDIM(x), PyArray_DIMS(x), cnp.NPY_FLOAT if <object>PyArray_DESCR(x) is F32 else cnp.NPY_DOUBLE
    )


cpdef object normalised(x, weight, bias, double eps):
    """The normalized columns along the last dimension, means and variances; None if NumPy has to compute them."""
    cdef Columns job
    cdef cnp.ndarray out, mean, var
    if not described(&job, x, [weight, bias]):
        return None
    out, mean, var = like(x), one_for_each_column(x, True), one_for_each_column(x, True)
    job.g, job.weight, job.bias, job.eps = NULL, memory_of(weight), memory_of(bias), eps
    job.out, job.mean, job.scale = PyArray_BYTES(out), PyArray_BYTES(mean), PyArray_BYTES(var)
    share_strips(&job, 3 * PyArray_SIZE(x))
    return out, mean, var


cpdef object slopes(g, x, weight, mean, scale):
    """The gradients of ``x``, weight and bias of :func:`normalised`; None if NumPy has to compute them."""
    cdef Columns job
    cdef cnp.ndarray out, of_weight, of_bias
    if mean is None or scale is None or not described(&job, x, [weight, mean, scale]):
        return None
    if not dense(g, <object>PyArray_DESCR(x)) or PyArray_NDIM(g) != PyArray_NDIM(x):
        return None
    if not same_sizes(PyArray_DIMS(g), PyArray_DIMS(x), PyArray_NDIM(x)):
        return None
    out, of_weight, of_bias = like(x), one_for_each_column(x, False), one_for_each_column(x, False)
    job.g, job.weight, job.mean, job.scale = PyArray_BYTES(g), memory_of(weight), memory_of(mean), memory_of(scale)
    job.out, job.of_weight, job.of_bias = PyArray_BYTES(out), PyArray_BYTES(of_weight), PyArray_BYTES(of_bias)
    share_strips(&job, 4 * PyArray_SIZE(x))
    return out, of_weight, of_bias
