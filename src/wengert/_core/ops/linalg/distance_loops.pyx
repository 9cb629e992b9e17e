# cython: boundscheck=False, wraparound=False, cdivision=True
"""Distances between points, and their gradients, by loops over coordinates: no difference is written to memory.

``distance_loops.py`` leaves them to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.math cimport INFINITY, NAN, fabs, fabsf
from libc.string cimport memset

from ...arrays.c_numpy cimport (
    READABLE, Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SIZE, PyArray_SimpleNew, loop_of, real, same_sizes,
)
from ...arrays.threads cimport compute, grain_for, share, team_for
from ...arrays.vectors cimport distances_d, distances_f
from ...arrays.widths cimport HAS_WIDE, HAS_WIDEST, wide_void, widest_void

cnp.import_array()

cdef enum:
    LANES = 8  # sums that are added side by side, of which the C compiler makes vectors
    WIDEST = 1024  # coordinates of a point: a lane adds at most 128 numbers one after the other
    NEARBY = 1 << 14  # bytes of points that distances to others are computed from at once
    TERMS = 32  # terms of a gradient that are added in the given precision

cdef struct Pairs:  # two lists of points, for the threads that share them
    char* a
    char* turned
    char* out
    cnp.npy_intp n
    cnp.npy_intp m
    cnp.npy_intp d
    cnp.npy_intp each
    bint above
    bint single

cdef Loop root32 = loop_of(numpy.sqrt, "f->f"), root64 = loop_of(numpy.sqrt, "d->d")
cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cdef inline real size_of(real x) noexcept nogil:
    return fabsf(x) if real is float else fabs(x)


cdef inline real distance(const real* a, const real* b, cnp.npy_intp d, const int p) noexcept nogil:
    """The distance of order 1 or infinity (0)."""
    cdef real lane[LANES]
    cdef int odd[LANES]
    cdef real x, total = 0
    cdef int bad = 0
    cdef cnp.npy_intp i = 0, k
    if d >= LANES:
        for k in range(LANES):
            lane[k] = 0
            odd[k] = 0
        while i + LANES <= d:
            for k in range(LANES):
                x = a[i + k] - b[i + k]
                if p == 1:
                    lane[k] += size_of(x)
                else:
                    x = size_of(x)
                    odd[k] |= x != x
                    lane[k] = x if x > lane[k] else lane[k]
            i += LANES
        if p:
            total = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]))
        else:
            for k in range(LANES):
                total = lane[k] if lane[k] > total else total
                bad |= odd[k]
    while i < d:
        x = a[i] - b[i]
        if p == 1:
            total += size_of(x)
        else:
            x = size_of(x)
            bad |= x != x
            total = x if x > total else total
        i += 1
    return <real>NAN if bad else total


cdef inline void each_pair(const real* a, const real* b, real* out, cnp.npy_intp n, cnp.npy_intp m, cnp.npy_intp d,
                           const int p, bint above) noexcept nogil:
    cdef cnp.npy_intp i, j
    for i in range(n):
        for j in range(i + 1 if above else 0, m):
            out[0] = distance(a + i * d, b + j * d, d, p)
            out += 1


cdef void pairs_of(const real* a, const real* b, real* out, cnp.npy_intp n, cnp.npy_intp m, cnp.npy_intp d, int p,
                   bint above) noexcept nogil:
    if p == 1:
        each_pair(a, b, out, n, m, d, 1, above)
    else:
        each_pair(a, b, out, n, m, d, 0, above)


cdef void turned(const real* b, real* out, cnp.npy_intp m, cnp.npy_intp d) noexcept nogil:
    """Write a row for each coordinate: the distances to many points are computed side by side."""
    cdef cnp.npy_intp j, k
    for j in range(m):
        for k in range(d):
            out[k * m + j] = b[j * d + k]


cdef inline void roots(real* x, cnp.npy_intp n) noexcept nogil:
    cdef char* at[2]
    cdef cnp.npy_intp by[2]
    at[0] = at[1] = <char*>x
    by[0] = by[1] = sizeof(real)
    (root32 if real is float else root64)(at, &n, by, NULL)


cdef void lengths(const Pairs* job, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    """Euclidean distances of some points, to as many others at a time as the first-level cache holds."""
    cdef cnp.npy_intp i, first, last, n = job.n, m = job.m, d = job.d, since = 0
    cdef cnp.npy_intp wide = max(<cnp.npy_intp>(NEARBY // (max(d, 1) * sizeof(real))) // 16, 1) * 16
    cdef const real* a
    cdef const real* b
    cdef real* out
    while since < m:
        last = min(since + wide, m)
        for i in range(start, stop):
            a, b = <real*>job.a + i * d, <real*>job.turned + i // n * m * d
            first = max(i % n + 1 if job.above else 0, since)
            if first >= last:
                continue
            out = <real*>job.out + (i // n * job.each + i % n * (2 * m - i % n - 3) // 2 - 1 if job.above else i * m)
            if real is float:
                distances_f(a, b, out, first, last, m, d)
            else:
                distances_d(a, b, out, first, last, m, d)
            roots(out + first, last - first)
        since = last


cdef void lengths_part(void* pairs, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Pairs* job = <Pairs*>pairs
    if job.single:
        lengths[float](job, start, stop, 0)
    else:
        lengths[double](job, start, stop, 0)


cdef int order_of(double p) noexcept:
    """1, 2, or 0 for infinity; -1 for other orders."""
    return 1 if p == 1 else 2 if p == 2 else 0 if p == INFINITY else -1


cdef bint fits(cnp.ndarray a, cnp.ndarray b) noexcept:
    """Whether these are dense points of one dtype, in batches of one shape."""
    cdef int nd = PyArray_NDIM(a)
    if nd < 2 or PyArray_NDIM(b) != nd or PyArray_DESCR(a) != PyArray_DESCR(b):
        return False
    if <void*>PyArray_DESCR(a) != <void*>F32 and <void*>PyArray_DESCR(a) != <void*>F64:
        return False
    if (PyArray_FLAGS(a) & PyArray_FLAGS(b) & READABLE) != READABLE:
        return False
    return (
        same_sizes(PyArray_DIMS(a), PyArray_DIMS(b), nd - 2)
        and PyArray_DIMS(a)[nd - 1] == PyArray_DIMS(b)[nd - 1] <= WIDEST
    )


cpdef object between(a, b, double p, bint above=False):
    """The distance of each row of ``a`` to each row of ``b``; with ``above``, of each row to those after it, in a line.

    None if NumPy has to compute them.
    """
    cdef cnp.ndarray x, y, out, other
    cdef Pairs job
    cdef cnp.npy_intp shape[64]
    cdef cnp.npy_intp n, m, d, i, each, batches = 1
    cdef int nd, team, order = order_of(p)
    cdef bint single
    cdef char* u
    cdef char* v
    cdef char* w
    if order < 0 or not (PyArray_CheckExact(a) and PyArray_CheckExact(b)) or not fits(a, b):
        return None
    x, y = a, b
    nd, single = PyArray_NDIM(x), <void*>PyArray_DESCR(x) == <void*>F32
    n, m, d = PyArray_DIMS(x)[nd - 2], PyArray_DIMS(y)[nd - 2], PyArray_DIMS(x)[nd - 1]
    for i in range(nd - 2):
        shape[i] = PyArray_DIMS(x)[i]
        batches *= shape[i]
    if above:
        each = shape[nd - 2] = n * (n - 1) // 2
    else:
        shape[nd - 2], shape[nd - 1] = n, m
        each = n * m
    out = PyArray_SimpleNew(nd - 1 if above else nd, shape, cnp.NPY_FLOAT32 if single else cnp.NPY_FLOAT64)
    u, v, w = PyArray_BYTES(x), PyArray_BYTES(y), PyArray_BYTES(out)
    if order == 2:
        other = PyArray_SimpleNew(nd, PyArray_DIMS(y), cnp.NPY_FLOAT32 if single else cnp.NPY_FLOAT64)
        job.a, job.turned, job.out, job.single, job.above = u, PyArray_BYTES(other), w, single, above
        job.n, job.m, job.d, job.each = n, m, d, each
        team = team_for(batches * each * d)
        with nogil:
            for i in range(batches):
                if single:
                    turned[float](<float*>v + i * m * d, <float*>job.turned + i * m * d, m, d)
                else:
                    turned[double](<double*>v + i * m * d, <double*>job.turned + i * m * d, m, d)
            share(lengths_part, &job, batches * n, grain_for(batches * n, team, 1), team)
        return out
    with nogil:
        for i in range(batches):
            if single:
                pairs_of[float](<float*>u + i * n * d, <float*>v + i * m * d, <float*>w + i * each, n, m, d, order, above)
            else:
                pairs_of[double](
                    <double*>u + i * n * d, <double*>v + i * m * d, <double*>w + i * each, n, m, d, order, above
                )
    return out


cdef struct Products:  # squared distances, made by products of matrices, for the threads that share them
    char* part
    char* left  # lengths, below whose sum a squared distance has lost digits
    char* right
    char* a
    char* b
    cnp.npy_intp n
    cnp.npy_intp m
    cnp.npy_intp d
    bint single


cdef inline real squared(const real* a, const real* b, cnp.npy_intp d) noexcept nogil:
    """The squared distance of two points."""
    cdef real lane[LANES]
    cdef real x
    cdef cnp.npy_intp i = 0, k
    for k in range(LANES):
        lane[k] = 0
    while i + LANES <= d:
        for k in range(LANES):
            x = a[i + k] - b[i + k]
            lane[k] += x * x
        i += LANES
    for k in range(d - i):
        x = a[i + k] - b[i + k]
        lane[k] += x * x
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]))


cdef inline void mended(const Products* job, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef cnp.npy_intp i, j, m = job.m, d = job.d
    cdef const real* right
    cdef real* out
    cdef real left
    cdef int short_
    for i in range(start, stop):
        left, right, out = (<real*>job.left)[i], <real*>job.right + i // job.n * m, <real*>job.part + i * m
        short_ = 0
        for j in range(m):
            short_ |= not out[j] >= left + right[j]  # of infinite points they are NaN
        if short_:
            for j in range(m):
                if not out[j] >= left + right[j]:
                    out[j] = squared(<real*>job.a + i * d, <real*>job.b + (i // job.n * m + j) * d, d)
        roots(out, m)


cdef inline void mended_rows(const Products* job, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    if job.single:
        mended[float](job, start, stop, 0)
    else:
        mended[double](job, start, stop, 0)


cdef wide_void mended_wide(const Products* job, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    mended_rows(job, start, stop)


cdef widest_void mended_widest(const Products* job, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    mended_rows(job, start, stop)


cdef void mended_part(void* products, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if HAS_WIDEST:
        mended_widest(<Products*>products, start, stop)
    elif HAS_WIDE:
        mended_wide(<Products*>products, start, stop)
    else:
        mended_rows(<Products*>products, start, stop)


cpdef bint mend(part, left, right, a, b):
    """Make distances of squared ones (..., n, m), in place. Those below ``left + right`` are computed from the points.

    ``left`` and ``right`` are (..., n, 1) and (..., 1, m). Return False if NumPy has to do it.
    """
    cdef Products job
    cdef cnp.npy_intp rows
    cdef int nd
    for x in (part, left, right, a, b):
        if not PyArray_CheckExact(x) or (PyArray_FLAGS(x) & READABLE) != READABLE or x.dtype is not part.dtype:
            return False
    if not fits(a, b) or PyArray_NDIM(part) != PyArray_NDIM(a):
        return False
    nd = PyArray_NDIM(a)
    job.n, job.m, job.d = PyArray_DIMS(a)[nd - 2], PyArray_DIMS(b)[nd - 2], PyArray_DIMS(a)[nd - 1]
    if PyArray_DIMS(part)[nd - 2] != job.n or PyArray_DIMS(part)[nd - 1] != job.m:
        return False
    if PyArray_SIZE(left) * job.m != PyArray_SIZE(part) or PyArray_SIZE(right) * job.n != PyArray_SIZE(part):
        return False
    job.part, job.left, job.right = PyArray_BYTES(part), PyArray_BYTES(left), PyArray_BYTES(right)
    job.a, job.b, job.single = PyArray_BYTES(a), PyArray_BYTES(b), <void*>PyArray_DESCR(a) == <void*>F32
    rows = PyArray_SIZE(left)
    compute(mended_part, &job, rows, 2 * PyArray_SIZE(part))
    return True


cdef inline void pulled(const real* g, const real* a, const real* b, const real* out, real* result, cnp.npy_intp n,
                        cnp.npy_intp m, cnp.npy_intp d, const int order) noexcept nogil:
    """The gradients of points: the sum over ``b`` of ``g`` times the direction of the difference.

    For order 2 it is the difference over the distance. Else it is the sign, for order infinity (0) of the largest part.
    """
    cdef real part[WIDEST]
    cdef double total[WIDEST]
    cdef cnp.npy_intp i, j, k, end
    cdef real x, slope, most
    for i in range(n):
        memset(total, 0, d * sizeof(double))
        j = 0
        while j < m:
            end = j + TERMS if j + TERMS < m else m
            memset(part, 0, d * sizeof(real))
            while j < end:
                slope = g[i * m + j]
                most = out[i * m + j]
                if order == 2:
                    slope = 0 if most == 0 else slope / most
                    for k in range(d):
                        part[k] += slope * (a[i * d + k] - b[j * d + k])
                elif order == 1:
                    for k in range(d):
                        x = a[i * d + k] - b[j * d + k]
                        part[k] += slope * <real>((x > 0) - (x < 0))
                else:
                    for k in range(d):
                        x = a[i * d + k] - b[j * d + k]
                        part[k] += slope * <real>(((x > 0) - (x < 0)) * (size_of(x) == most))
                j += 1
            for k in range(d):
                total[k] += part[k]
        for k in range(d):
            result[i * d + k] = <real>total[k]


cpdef object pull(g, a, b, out, double p):
    """The gradient of ``a``, where ``out`` is ``between(a, b, p)``, for orders 1, 2 and infinity.

    None if NumPy has to compute it.
    """
    cdef cnp.ndarray x, y, cotangent, found, result
    cdef cnp.npy_intp n, m, d, i, batches = 1
    cdef int nd, order = order_of(p)
    cdef bint single
    if order < 0 or not (PyArray_CheckExact(a) and PyArray_CheckExact(b)) or not fits(a, b):
        return None
    if not (PyArray_CheckExact(g) and PyArray_CheckExact(out)):
        return None
    g = numpy.ascontiguousarray(g)
    out = numpy.ascontiguousarray(out)
    x, y, cotangent, found = a, b, g, out
    nd, single = PyArray_NDIM(x), <void*>PyArray_DESCR(x) == <void*>F32
    n, m, d = PyArray_DIMS(x)[nd - 2], PyArray_DIMS(y)[nd - 2], PyArray_DIMS(x)[nd - 1]
    if PyArray_DESCR(cotangent) != PyArray_DESCR(x) or PyArray_DESCR(found) != PyArray_DESCR(x):
        return None
    if PyArray_NDIM(cotangent) != nd or not same_sizes(PyArray_DIMS(cotangent), PyArray_DIMS(found), nd):
        return None
    if cotangent.size != found.size or found.size * d != x.size * m:
        return None
    for i in range(nd - 2):
        batches *= PyArray_DIMS(x)[i]
    result = PyArray_SimpleNew(nd, PyArray_DIMS(x), cnp.NPY_FLOAT32 if single else cnp.NPY_FLOAT64)
    cdef char* u = PyArray_BYTES(x)
    cdef char* v = PyArray_BYTES(y)
    cdef char* s = PyArray_BYTES(cotangent)
    cdef char* t = PyArray_BYTES(found)
    cdef char* w = PyArray_BYTES(result)
    with nogil:
        for i in range(batches):
            if single:
                pulled[float](<float*>s + i * n * m, <float*>u + i * n * d, <float*>v + i * m * d, <float*>t + i * n * m,
                              <float*>w + i * n * d, n, m, d, order)
            else:
                pulled[double](<double*>s + i * n * m, <double*>u + i * n * d, <double*>v + i * m * d,
                               <double*>t + i * n * m, <double*>w + i * n * d, n, m, d, order)
    return result
