# cython: boundscheck=False, wraparound=False, cdivision=True
"""Normalization by loops over rows: each row is read while it is in the cache, and no intermediate result is written.

A row lies along the last dimensions. Sums are added in lanes, a piece at a time, and the pieces in float64.
``norm_loops.py`` leaves all of it to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.math cimport sqrt
from libc.string cimport memset

from ...arrays.c_numpy cimport (
    READABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SIZE, PyArray_SimpleNew, real, same_sizes,
)

cnp.import_array()

cdef enum:
    LANES = 16  # sums that are added side by side, of which the C compiler makes vectors
    PIECE = 1024  # elements that are added in the given precision
    TERMS = 32  # rows that are added in the given precision

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cdef inline real folded(const real* lane) noexcept nogil:
    """The sum of the lanes."""
    cdef real half[8]
    cdef int k
    for k in range(8):
        half[k] = lane[k] + lane[k + 8]
    return ((half[0] + half[4]) + (half[1] + half[5])) + ((half[2] + half[6]) + (half[3] + half[7]))


cdef inline double mean_of(const real* x, cnp.npy_intp n) noexcept nogil:
    """The mean of a row. Added in float64: equal elements have themselves as their mean, and no variance."""
    cdef double lane[LANES]
    cdef double total = 0
    cdef cnp.npy_intp i = 0, k
    for k in range(LANES):
        lane[k] = 0
    while i + LANES <= n:
        for k in range(LANES):
            lane[k] += x[i + k]
        i += LANES
    for k in range(LANES):
        total += lane[k]
    while i < n:
        total += x[i]
        i += 1
    return total / n


cdef inline double squares(const real* x, real mean, cnp.npy_intp n) noexcept nogil:
    """The sum of the squared distances of a row from its mean."""
    cdef real lane[LANES]
    cdef real v, rest = 0
    cdef double total = 0
    cdef cnp.npy_intp i = 0, k, end
    while i + LANES <= n:
        end = i + PIECE if i + PIECE < n else n
        for k in range(LANES):
            lane[k] = 0
        while i + LANES <= end:
            for k in range(LANES):
                v = x[i + k] - mean
                lane[k] += v * v
            i += LANES
        total += folded(lane)
    while i < n:
        v = x[i] - mean
        rest += v * v
        i += 1
    return total + rest


cdef inline void two_sums(const real* g, const real* x, const real* weight, real mean, real scale, cnp.npy_intp n,
                          double* plain, double* product, const bint weighted) noexcept nogil:
    """The sums of ``g * weight``, and of ``g * weight * (x - mean) * scale``."""
    cdef real one[LANES]
    cdef real two[LANES]
    cdef real t, first = 0, second = 0
    cdef cnp.npy_intp i = 0, k, end
    plain[0] = product[0] = 0
    while i + LANES <= n:
        end = i + PIECE if i + PIECE < n else n
        for k in range(LANES):
            one[k] = two[k] = 0
        while i + LANES <= end:
            for k in range(LANES):
                t = g[i + k] * weight[i + k] if weighted else g[i + k]
                one[k] += t
                two[k] += t * ((x[i + k] - mean) * scale)
            i += LANES
        plain[0] += folded(one)
        product[0] += folded(two)
    while i < n:
        t = g[i] * weight[i] if weighted else g[i]
        first += t
        second += t * ((x[i] - mean) * scale)
        i += 1
    plain[0] += first
    product[0] += second


cdef bint dense(a, object dtype):
    """Whether a loop may read this array from end to end."""
    return PyArray_CheckExact(a) and <object>PyArray_DESCR(a) is dtype and (PyArray_FLAGS(a) & READABLE) == READABLE


cdef cnp.npy_intp length(cnp.ndarray x, int last) noexcept:
    """The elements of a row; 0 if there is nothing to compute."""
    cdef cnp.npy_intp n = 1
    cdef int i, nd = PyArray_NDIM(x)
    if last < 1 or last > nd or not PyArray_SIZE(x):
        return 0
    for i in range(nd - last, nd):
        n *= PyArray_DIMS(x)[i]
    return n


cdef cnp.npy_intp plane_of(weight, cnp.ndarray x, int last):
    """How many neighbouring elements of a row share a weight; 0 if weights are not arranged so."""
    cdef cnp.npy_intp* own = PyArray_DIMS(weight)
    cdef cnp.npy_intp* sizes = PyArray_DIMS(x)
    cdef cnp.npy_intp shared = 1
    cdef int nd = PyArray_NDIM(weight), i, offset = PyArray_NDIM(x) - nd
    cdef bint within = False
    if offset < 0:
        return 0
    for i in range(nd - 1, -1, -1):
        if not within and own[i] == 1:
            shared *= sizes[offset + i]
        elif own[i] == sizes[offset + i]:
            within = True
        else:
            return 0
    return shared if nd >= last else 0


cdef object new(cnp.ndarray x, int nd, cnp.npy_intp* shape):
    return PyArray_SimpleNew(nd, shape, cnp.NPY_FLOAT32 if <object>PyArray_DESCR(x) is F32 else cnp.NPY_FLOAT64)


cdef object one_for_each_row(cnp.ndarray x, int last):
    cdef cnp.npy_intp shape[64]
    cdef int i, nd = PyArray_NDIM(x)
    for i in range(nd):
        shape[i] = PyArray_DIMS(x)[i] if i < nd - last else 1
    return new(x, nd, shape)


cdef void normalise(const real* x, const real* weight, const real* bias, real* out, real* means, real* variances,
                    cnp.npy_intp rows, cnp.npy_intp n, cnp.npy_intp plane, cnp.npy_intp weights, double eps) noexcept nogil:
    cdef cnp.npy_intp i, j, k, at
    cdef real mean, scale, w, b
    for i in range(rows):
        mean = <real>mean_of(x, n)
        means[i] = mean
        variances[i] = <real>(squares(x, mean, n) / n)
        scale = 1 / <real>sqrt(variances[i] + <real>eps)
        if weights == 0:
            for k in range(n):
                out[k] = (x[k] - mean) * scale
        elif plane == 1:
            at = i * n % weights
            for k in range(n):
                out[k] = (x[k] - mean) * scale * weight[at + k] + bias[at + k]
        else:
            for j in range(n // plane):
                at = (i * (n // plane) + j) % weights
                w, b = weight[at], bias[at]
                for k in range(j * plane, (j + 1) * plane):
                    out[k] = (x[k] - mean) * scale * w + b
        x += n
        out += n


cpdef object normalised(x, weight, bias, int last, double eps):
    """The normalized rows along the last dimensions, means and variances; None if NumPy has to compute them."""
    cdef cnp.ndarray a, out, mean, var
    cdef cnp.npy_intp n, rows, plane = 1, weights = 0
    cdef object dtype
    cdef char* w = NULL
    cdef char* b = NULL
    if not PyArray_CheckExact(x):
        return None
    a = x
    dtype = <object>PyArray_DESCR(a)
    if (dtype is not F32 and dtype is not F64) or not dense(x, dtype) or length(a, last) < 2:
        return None
    if weight is not None or bias is not None:
        if weight is None or bias is None or not (dense(weight, dtype) and dense(bias, dtype)):
            return None
        plane, weights = plane_of(weight, a, last), PyArray_SIZE(weight)
        if plane == 0 or plane_of(bias, a, last) != plane or PyArray_SIZE(bias) != weights:
            return None
        w, b = PyArray_BYTES(weight), PyArray_BYTES(bias)
    n = length(a, last)
    rows = PyArray_SIZE(a) // n
    out, mean, var = new(a, PyArray_NDIM(a), PyArray_DIMS(a)), one_for_each_row(a, last), one_for_each_row(a, last)
    cdef char* source = PyArray_BYTES(a)
    cdef char* target = PyArray_BYTES(out)
    cdef char* m = PyArray_BYTES(mean)
    cdef char* v = PyArray_BYTES(var)
    cdef bint single = dtype is F32
    with nogil:
        if single:
            normalise[float](<float*>source, <float*>w, <float*>b, <float*>target, <float*>m, <float*>v, rows, n, plane,
                             weights, eps)
        else:
            normalise[double](<double*>source, <double*>w, <double*>b, <double*>target, <double*>m, <double*>v, rows, n,
                              plane, weights, eps)
    return out, mean, var


cdef void sloped(const real* g, const real* x, const real* weight, const real* means, const real* scales, real* out,
                 cnp.npy_intp rows, cnp.npy_intp n, cnp.npy_intp plane, cnp.npy_intp weights) noexcept nogil:
    cdef cnp.npy_intp i, j, k, at
    cdef double plain, product, plains, products
    cdef real mean, scale, shift, bend, w
    for i in range(rows):
        mean, scale = means[i], scales[i]
        if weight == NULL:
            two_sums(g, x, weight, mean, scale, n, &plain, &product, False)
            shift, bend = <real>(plain / n), <real>(product / n) * scale
            for k in range(n):
                out[k] = (g[k] - shift - (x[k] - mean) * bend) * scale
        elif plane == 1:
            at = i * n % weights
            two_sums(g, x, weight + at, mean, scale, n, &plain, &product, True)
            shift, bend = <real>(plain / n), <real>(product / n) * scale
            for k in range(n):
                out[k] = (g[k] * weight[at + k] - shift - (x[k] - mean) * bend) * scale
        else:
            plains = products = 0
            at = i * (n // plane)
            for j in range(n // plane):
                two_sums(g + j * plane, x + j * plane, weight, mean, scale, plane, &plain, &product, False)
                plains += weight[(at + j) % weights] * plain
                products += weight[(at + j) % weights] * product
            shift, bend = <real>(plains / n), <real>(products / n) * scale
            for j in range(n // plane):
                w = weight[(at + j) % weights]
                for k in range(j * plane, (j + 1) * plane):
                    out[k] = (g[k] * w - shift - (x[k] - mean) * bend) * scale
        g += n
        x += n
        out += n


cdef bint alike(g, x, mean, scale, int last):
    """Whether these are dense arrays of one float dtype, with one mean and scale for each row of ``x``."""
    cdef object dtype
    if not (PyArray_CheckExact(x) and PyArray_CheckExact(g)) or PyArray_NDIM(g) != PyArray_NDIM(x):
        return False
    dtype = <object>PyArray_DESCR(x)
    if (dtype is not F32 and dtype is not F64) or not (dense(g, dtype) and dense(x, dtype) and dense(mean, dtype)):
        return False
    if not dense(scale, dtype) or not length(x, last):
        return False
    if not same_sizes(PyArray_DIMS(g), PyArray_DIMS(x), PyArray_NDIM(x)):
        return False
    return PyArray_SIZE(mean) * length(x, last) == PyArray_SIZE(x) == PyArray_SIZE(scale) * length(x, last)


cpdef object slope(g, x, weight, mean, scale, int last):
    """The gradient of ``x``; None if NumPy has to compute it."""
    cdef cnp.ndarray out
    cdef cnp.npy_intp n, plane = 1, weights = 0
    cdef char* w = NULL
    if not alike(g, x, mean, scale, last):
        return None
    n = length(x, last)
    if weight is not None:
        if not dense(weight, <object>PyArray_DESCR(x)):
            return None
        plane, weights = plane_of(weight, x, last), PyArray_SIZE(weight)
        if plane == 0:
            return None
        w = PyArray_BYTES(weight)
    out = new(x, PyArray_NDIM(x), PyArray_DIMS(x))
    cdef cnp.npy_intp rows = PyArray_SIZE(x) // n
    cdef char* a = PyArray_BYTES(g)
    cdef char* b = PyArray_BYTES(x)
    cdef char* m = PyArray_BYTES(mean)
    cdef char* s = PyArray_BYTES(scale)
    cdef char* t = PyArray_BYTES(out)
    cdef bint single = <object>PyArray_DESCR(x) is F32
    with nogil:
        if single:
            sloped[float](<float*>a, <float*>b, <float*>w, <float*>m, <float*>s, <float*>t, rows, n, plane,
                          weights)
        else:
            sloped[double](<double*>a, <double*>b, <double*>w, <double*>m, <double*>s, <double*>t, rows, n, plane,
                           weights)
    return out


cdef void summed(const real* g, const real* x, const real* means, const real* scales, real* plains, real* products,
                 cnp.npy_intp rows, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp i
    cdef double plain, product
    for i in range(rows):
        two_sums(g + i * n, x + i * n, <real*>NULL, means[i], scales[i], n, &plain, &product, False)
        plains[i], products[i] = <real>plain, <real>product


cpdef object sums(g, x, mean, scale, int last):
    """The sums of each row of ``g``, and of its products with the normalized ``x``; None if NumPy has to compute them."""
    cdef cnp.ndarray plain, product
    cdef cnp.npy_intp n, rows
    if not alike(g, x, mean, scale, last):
        return None
    n = length(x, last)
    rows = PyArray_SIZE(x) // n
    plain, product = one_for_each_row(x, last), one_for_each_row(x, last)
    cdef char* a = PyArray_BYTES(g)
    cdef char* b = PyArray_BYTES(x)
    cdef char* m = PyArray_BYTES(mean)
    cdef char* s = PyArray_BYTES(scale)
    cdef char* t = PyArray_BYTES(plain)
    cdef char* u = PyArray_BYTES(product)
    cdef bint single = <object>PyArray_DESCR(x) is F32
    with nogil:
        if single:
            summed[float](<float*>a, <float*>b, <float*>m, <float*>s, <float*>t, <float*>u, rows, n)
        else:
            summed[double](<double*>a, <double*>b, <double*>m, <double*>s, <double*>t, <double*>u, rows, n)
    return plain, product


cdef void down(const real* g, const real* x, const real* means, const real* scales, real* part, double* total,
               cnp.npy_intp rows, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp i = 0, k, end
    cdef real mean, scale
    while i < rows:
        end = i + TERMS if i + TERMS < rows else rows
        memset(part, 0, n * sizeof(real))
        while i < end:
            mean, scale = means[i], scales[i]
            for k in range(n):
                part[k] += g[k] * ((x[k] - mean) * scale)
            g += n
            x += n
            i += 1
        for k in range(n):
            total[k] += part[k]


cpdef object columns(g, x, mean, scale, int last):
    """The sum over rows of ``g`` times the normalized ``x``, of the shape of a row; None if NumPy has to compute it."""
    cdef cnp.ndarray part, total
    cdef cnp.npy_intp n
    cdef int nd
    if not alike(g, x, mean, scale, last):
        return None
    n, nd = length(x, last), PyArray_NDIM(x)
    cdef cnp.npy_intp rows = PyArray_SIZE(x) // n
    part = new(x, last, PyArray_DIMS(x) + nd - last)
    total = numpy.zeros(n)
    cdef char* a = PyArray_BYTES(g)
    cdef char* b = PyArray_BYTES(x)
    cdef char* m = PyArray_BYTES(mean)
    cdef char* s = PyArray_BYTES(scale)
    cdef char* p = PyArray_BYTES(part)
    cdef double* t = <double*>PyArray_BYTES(total)
    cdef bint single = <object>PyArray_DESCR(x) is F32
    cdef cnp.npy_intp k
    with nogil:
        if single:
            down[float](<float*>a, <float*>b, <float*>m, <float*>s, <float*>p, t, rows, n)
            for k in range(n):
                (<float*>p)[k] = <float>t[k]
        else:
            down[double](<double*>a, <double*>b, <double*>m, <double*>s, <double*>p, t, rows, n)
            for k in range(n):
                (<double*>p)[k] = t[k]
    return part


cdef void each_bent(const real* g, const real* x, const real* factor, const real* means, const real* slopes,
                    const real* shifts, real* out, cnp.npy_intp rows, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp i, k
    cdef real f, mean, slope, shift
    for i in range(rows):
        f, mean, slope, shift = factor[i], means[i], slopes[i], shifts[i]
        for k in range(n):
            out[k] = g[k] * f - (x[k] - mean) * slope - shift
        g += n
        x += n
        out += n


cpdef object bent(g, x, factor, mean, slope, shift, int last):
    """``g * factor - (x - mean) * slope - shift``, with numbers for each row; None if NumPy has to compute it."""
    cdef cnp.ndarray out
    cdef cnp.npy_intp n
    cdef list parts = [numpy.ascontiguousarray(numpy.broadcast_to(p, x.shape[:x.ndim - last] + (1,) * last))
                       for p in (factor, mean, slope, shift)]
    if not alike(g, x, parts[0], parts[1], last) or not alike(g, x, parts[2], parts[3], last):
        return None
    n = length(x, last)
    out = new(x, PyArray_NDIM(x), PyArray_DIMS(x))
    cdef cnp.npy_intp rows = PyArray_SIZE(x) // n
    cdef char* a = PyArray_BYTES(g)
    cdef char* b = PyArray_BYTES(x)
    cdef char* f = PyArray_BYTES(parts[0])
    cdef char* m = PyArray_BYTES(parts[1])
    cdef char* s = PyArray_BYTES(parts[2])
    cdef char* h = PyArray_BYTES(parts[3])
    cdef char* t = PyArray_BYTES(out)
    cdef bint single = <object>PyArray_DESCR(x) is F32
    with nogil:
        if single:
            each_bent[float](<float*>a, <float*>b, <float*>f, <float*>m, <float*>s, <float*>h, <float*>t, rows, n)
        else:
            each_bent[double](<double*>a, <double*>b, <double*>f, <double*>m, <double*>s, <double*>h, <double*>t, rows, n)
    return out
