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

from ...arrays.threads cimport Part, compute
from ...arrays.vectors cimport (
    add_columns_d, add_columns_f, bend_d, bend_f, lane_sums_d, lane_sums_f, normalise_d, normalise_f, two_lane_sums_d, two_lane_sums_f, wide_lane_sums_d,
    wide_lane_sums_f,
)

cnp.import_array()

cdef enum:
    LANES = 16  # sums that are added side by side, of which the C compiler makes vectors
    PIECE = 1024  # elements that are added in the given precision
    TERMS = 32  # rows that are added in the given precision, at most
    LEAST_ROWS = 4  # and at least: with fewer rows there are more parts for threads
    LEAST = 8  # elements of a channel that lie side by side
    NEAR = 2048  # elements of rows that take a step together: they stay in the nearest cache
    TOGETHER = 16  # and at most so many rows

cdef struct Work:  # rows, for the threads that share them
    char* given[6]
    char* made[3]
    cnp.npy_intp rows
    cnp.npy_intp n
    cnp.npy_intp plane
    cnp.npy_intp weights
    cnp.npy_intp block  # rows whose columns are added in the given precision
    double eps
    bint single

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cdef int over_rows(Part part, Work* job, x, int last) except -1:
    """Compute all rows of ``x``. Rows depend on nothing but themselves."""
    job.single = <object>PyArray_DESCR(x) is F32
    job.n = length(x, last)
    job.rows = PyArray_SIZE(x) // job.n
    compute(part, job, job.rows, 2 * PyArray_SIZE(x))
    return 0


cdef inline real folded(const real* lane) noexcept nogil:
    """The sum of the lanes."""
    cdef real half[8]
    cdef int k
    for k in range(8):
        half[k] = lane[k] + lane[k + 8]
    return ((half[0] + half[4]) + (half[1] + half[5])) + ((half[2] + half[6]) + (half[3] + half[7]))


cdef inline double sum_of(const real* x, cnp.npy_intp n) noexcept nogil:
    """The sum of a row. Added in float64: equal elements have themselves as their mean, and no variance."""
    cdef double lane[LANES]
    cdef double total = 0
    cdef cnp.npy_intp i = 0
    if n >= LANES:
        i = n // LANES * LANES
        if real is float:
            wide_lane_sums_f(x, i, lane)
        else:
            wide_lane_sums_d(x, i, lane)
        total = folded(lane)
    while i < n:
        total += x[i]
        i += 1
    return total


cdef inline double squares(const real* x, real mean, cnp.npy_intp n) noexcept nogil:
    """The sum of the squared distances of a row from its mean."""
    cdef real lane[LANES]
    cdef real v, rest = 0
    cdef double total = 0
    cdef cnp.npy_intp i = 0, some
    while i + LANES <= n:
        some = min(PIECE, n - i) // LANES * LANES
        if real is float:
            lane_sums_f(x + i, mean, some, True, lane)
        else:
            lane_sums_d(x + i, mean, some, True, lane)
        i += some
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
    cdef cnp.npy_intp i = 0, some
    plain[0] = product[0] = 0
    while i + LANES <= n:
        some = min(PIECE, n - i) // LANES * LANES
        if real is float:
            two_lane_sums_f(g + i, x + i, weight + i if weighted else NULL, mean, scale, some, one, two)
        else:
            two_lane_sums_d(g + i, x + i, weight + i if weighted else NULL, mean, scale, some, one, two)
        i += some
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


cdef void normalise_part(void* work, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Work* job = <Work*>work
    if job.single:
        normalise[float](job, start, stop, 0)
    else:
        normalise[double](job, start, stop, 0)


cdef inline void normalised_row(const real* x, real mean, real scale, const real* weight, const real* bias, bint each,
                                cnp.npy_intp n, real* out) noexcept nogil:
    if real is float:
        normalise_f(x, mean, scale, weight, bias, each, n, out)
    else:
        normalise_d(x, mean, scale, weight, bias, each, n, out)


cdef inline cnp.npy_intp end_of_few(cnp.npy_intp start, cnp.npy_intp stop, cnp.npy_intp n) noexcept nogil:
    """Where a few rows end that take each step together: an addition waits for the one before it, but not for those of
    other rows."""
    return min(stop, start + min(<cnp.npy_intp>TOGETHER, max(<cnp.npy_intp>1, NEAR // n)))


cdef void normalise(const Work* job, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef const real* x = <real*>job.given[0] + start * job.n
    cdef const real* weight = <real*>job.given[1]
    cdef const real* bias = <real*>job.given[2]
    cdef real* out = <real*>job.made[0] + start * job.n
    cdef real* means = <real*>job.made[1]
    cdef real* variances = <real*>job.made[2]
    cdef cnp.npy_intp i, j, at, end, n = job.n, plane = job.plane, weights = job.weights
    cdef real scale
    while start < stop:
        end = end_of_few(start, stop, n)
        for i in range(start, end):
            means[i] = <real>(sum_of(x + (i - start) * n, n) / n)
        for i in range(start, end):
            variances[i] = <real>(squares(x + (i - start) * n, means[i], n) / n)
        for i in range(start, end):
            scale = 1 / <real>sqrt(variances[i] + <real>job.eps)
            if weights == 0 or plane == 1:
                at = i * n % weights if weights else 0
                normalised_row(x, means[i], scale, weight + at if weights else NULL, bias + at, True, n, out)
            else:
                for j in range(n // plane):
                    at = (i * (n // plane) + j) % weights
                    normalised_row(x + j * plane, means[i], scale, weight + at, bias + at, False, plane, out + j * plane)
            x += n
            out += n
        start = end


cpdef object normalised(x, weight, bias, int last, double eps):
    """The normalized rows along the last dimensions, means and variances; None if NumPy has to compute them."""
    cdef cnp.ndarray a, out, mean, var
    cdef Work job
    cdef object dtype
    if not PyArray_CheckExact(x):
        return None
    a = x
    dtype = <object>PyArray_DESCR(a)
    if (dtype is not F32 and dtype is not F64) or not dense(x, dtype) or length(a, last) < 2:
        return None
    job.plane, job.weights, job.eps, job.given[0] = 1, 0, eps, PyArray_BYTES(a)
    job.given[1] = job.given[2] = NULL
    if weight is not None or bias is not None:
        if weight is None or bias is None or not (dense(weight, dtype) and dense(bias, dtype)):
            return None
        job.plane, job.weights = plane_of(weight, a, last), PyArray_SIZE(weight)
        if job.plane == 0 or plane_of(bias, a, last) != job.plane or PyArray_SIZE(bias) != job.weights:
            return None
        job.given[1], job.given[2] = PyArray_BYTES(weight), PyArray_BYTES(bias)
    out, mean, var = new(a, PyArray_NDIM(a), PyArray_DIMS(a)), one_for_each_row(a, last), one_for_each_row(a, last)
    job.made[0], job.made[1], job.made[2] = PyArray_BYTES(out), PyArray_BYTES(mean), PyArray_BYTES(var)
    over_rows(normalise_part, &job, a, last)
    return out, mean, var


cdef void slope_part(void* work, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Work* job = <Work*>work
    if job.single:
        sloped[float](job, start, stop, 0)
    else:
        sloped[double](job, start, stop, 0)


cdef void sloped(const Work* job, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef cnp.npy_intp end
    while start < stop:
        end = end_of_few(start, stop, job.n)
        if job.weights == 0 or job.plane == 1:
            slopes_of_rows[real](job, start, end, 0)
        else:
            slopes_of_planes[real](job, start, end, 0)
        start = end


cdef void slopes_of_rows(const Work* job, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    """Of a few rows, each step for all of them: see :func:`end_of_few`."""
    cdef const real* g = <real*>job.given[0] + start * job.n
    cdef const real* x = <real*>job.given[1] + start * job.n
    cdef const real* weight = <real*>job.given[2]
    cdef const real* means = <real*>job.given[3] + start
    cdef const real* scales = <real*>job.given[4] + start
    cdef real* out = <real*>job.made[0] + start * job.n
    cdef double plain[TOGETHER]
    cdef double product[TOGETHER]
    cdef cnp.npy_intp i, n = job.n, count = stop - start
    cdef const real* w = NULL
    cdef real shift, bend
    for i in range(count):
        if weight != NULL:
            w = weight + (start + i) * n % job.weights
        two_sums(g + i * n, x + i * n, w, means[i], scales[i], n, plain + i, product + i, weight != NULL)
    for i in range(count):
        if weight != NULL:
            w = weight + (start + i) * n % job.weights
        shift, bend = <real>(plain[i] / n), <real>(product[i] / n) * scales[i]
        if real is float:
            bend_f(g + i * n, x + i * n, w, shift, means[i], bend, scales[i], n, out + i * n)
        else:
            bend_d(g + i * n, x + i * n, w, shift, means[i], bend, scales[i], n, out + i * n)


cdef void slopes_of_planes(const Work* job, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    """Of rows in which neighbours share a weight."""
    cdef const real* g = <real*>job.given[0] + start * job.n
    cdef const real* x = <real*>job.given[1] + start * job.n
    cdef const real* weight = <real*>job.given[2]
    cdef const real* means = <real*>job.given[3]
    cdef const real* scales = <real*>job.given[4]
    cdef real* out = <real*>job.made[0] + start * job.n
    cdef cnp.npy_intp i, j, k, at, n = job.n, plane = job.plane, weights = job.weights
    cdef double plain, product, plains, products
    cdef real mean, scale, shift, bend, w
    for i in range(start, stop):
        mean, scale = means[i], scales[i]
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
    cdef Work job
    if not alike(g, x, mean, scale, last):
        return None
    job.plane, job.weights, job.given[2] = 1, 0, NULL
    if weight is not None:
        if not dense(weight, <object>PyArray_DESCR(x)):
            return None
        job.plane, job.weights = plane_of(weight, x, last), PyArray_SIZE(weight)
        if job.plane == 0:
            return None
        job.given[2] = PyArray_BYTES(weight)
    out = new(x, PyArray_NDIM(x), PyArray_DIMS(x))
    job.given[0], job.given[1], job.made[0] = PyArray_BYTES(g), PyArray_BYTES(x), PyArray_BYTES(out)
    job.given[3], job.given[4] = PyArray_BYTES(mean), PyArray_BYTES(scale)
    over_rows(slope_part, &job, x, last)
    return out


cdef void sums_part(void* work, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Work* job = <Work*>work
    if job.single:
        summed[float](job, start, stop, 0)
    else:
        summed[double](job, start, stop, 0)


cdef void summed(const Work* job, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef const real* g = <real*>job.given[0]
    cdef const real* x = <real*>job.given[1]
    cdef const real* means = <real*>job.given[2]
    cdef const real* scales = <real*>job.given[3]
    cdef real* plains = <real*>job.made[0]
    cdef real* products = <real*>job.made[1]
    cdef cnp.npy_intp i, n = job.n
    cdef double plain, product
    for i in range(start, stop):
        two_sums(g + i * n, x + i * n, <real*>NULL, means[i], scales[i], n, &plain, &product, False)
        plains[i], products[i] = <real>plain, <real>product


cpdef object sums(g, x, mean, scale, int last):
    """The sums of each row of ``g``, and of its products with the normalized ``x``; None if NumPy has to compute them."""
    cdef cnp.ndarray plain, product
    cdef Work job
    if not alike(g, x, mean, scale, last):
        return None
    plain, product = one_for_each_row(x, last), one_for_each_row(x, last)
    job.given[0], job.given[1] = PyArray_BYTES(g), PyArray_BYTES(x)
    job.given[2], job.given[3] = PyArray_BYTES(mean), PyArray_BYTES(scale)
    job.made[0], job.made[1] = PyArray_BYTES(plain), PyArray_BYTES(product)
    over_rows(sums_part, &job, x, last)
    return plain, product


cdef void gradients_part(void* work, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Work* job = <Work*>work
    if job.single:
        blocks_of_rows[float](job, start, stop, 0)
    else:
        blocks_of_rows[double](job, start, stop, 0)


cdef void blocks_of_rows(const Work* job, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    """The gradients of rows, and for each block of them the sums of its columns: those of a weight and a bias."""
    cdef const real* g = <real*>job.given[0]
    cdef const real* x = <real*>job.given[1]
    cdef const real* means = <real*>job.given[3]
    cdef const real* scales = <real*>job.given[4]
    cdef real* products
    cdef real* plains
    cdef cnp.npy_intp i, few, end, block, n = job.n
    for block in range(start, stop):
        products, plains = <real*>job.made[1] + block * n, <real*>job.made[2] + block * n
        memset(products, 0, n * sizeof(real))
        memset(plains, 0, n * sizeof(real))
        i, end = block * job.block, min(job.rows, (block + 1) * job.block)
        while i < end:
            few = end_of_few(i, end, n)
            if job.made[0] != NULL:
                slopes_of_rows[real](job, i, few, 0)
            if real is float:
                add_columns_f(g + i * n, x + i * n, means + i, scales + i, few - i, 0, n, n, products, plains)
            else:
                add_columns_d(g + i * n, x + i * n, means + i, scales + i, few - i, 0, n, n, products, plains)
            i = few


cdef void add_blocks(const real* part, cnp.npy_intp blocks, cnp.npy_intp n, double* total, real* out) noexcept nogil:
    cdef cnp.npy_intp i, k
    memset(total, 0, n * sizeof(double))
    for i in range(blocks):
        for k in range(n):
            total[k] += part[i * n + k]
    for k in range(n):
        out[k] = <real>total[k]


cdef object sum_of_blocks(cnp.ndarray part, cnp.ndarray total, cnp.ndarray weight):
    """The sum of rows, added in float64, of the shape of the weight."""
    cdef cnp.ndarray out = new(weight, PyArray_NDIM(weight), PyArray_DIMS(weight))
    cdef cnp.npy_intp blocks = PyArray_DIMS(part)[0], n = PyArray_DIMS(part)[1]
    if <object>PyArray_DESCR(weight) is F32:
        add_blocks[float](<float*>PyArray_BYTES(part), blocks, n, <double*>PyArray_BYTES(total), <float*>PyArray_BYTES(out))
    else:
        add_blocks[double](
            <double*>PyArray_BYTES(part), blocks, n, <double*>PyArray_BYTES(total), <double*>PyArray_BYTES(out)
        )
    return out


cpdef object gradients(g, x, weight, mean, scale, int last, bint of_x):
    """The gradients of ``x`` (None unless ``of_x``), of the weight and of the bias; None if NumPy has to compute them.

    Weight and bias have one shape, and an entry for each entry of a row. Each row is read once, for all three.
    """
    cdef cnp.ndarray out = None, products, plains, total
    cdef Work job
    cdef cnp.npy_intp shape[2]
    if not alike(g, x, mean, scale, last) or not dense(weight, <object>PyArray_DESCR(x)):
        return None
    job.plane, job.n, job.weights = plane_of(weight, x, last), length(x, last), PyArray_SIZE(weight)
    job.rows = PyArray_SIZE(x) // job.n
    if job.plane != 1 or job.weights != job.n or job.rows < 2:
        return None
    job.block = max(<cnp.npy_intp>LEAST_ROWS, min(<cnp.npy_intp>TERMS, job.rows // 4))
    shape[0], shape[1] = (job.rows + job.block - 1) // job.block, job.n
    products, plains, total = new(x, 2, shape), new(x, 2, shape), numpy.empty(job.n)
    job.single = <object>PyArray_DESCR(x) is F32
    job.given[0], job.given[1], job.given[2] = PyArray_BYTES(g), PyArray_BYTES(x), PyArray_BYTES(weight)
    job.given[3], job.given[4] = PyArray_BYTES(mean), PyArray_BYTES(scale)
    job.made[0], job.made[1], job.made[2] = NULL, PyArray_BYTES(products), PyArray_BYTES(plains)
    if of_x:
        out = new(x, PyArray_NDIM(x), PyArray_DIMS(x))
        job.made[0] = PyArray_BYTES(out)
    compute(gradients_part, &job, shape[0], 4 * PyArray_SIZE(x))
    return out, sum_of_blocks(products, total, weight), sum_of_blocks(plains, total, weight)


cdef cnp.npy_intp channels_in(Work* job, list given, int last) except -1:
    """Describe rows of channels, the dimension before the ``last`` ones: how many there are; 0 if NumPy has to compute.

    ``given`` are two dense arrays of channels, the second perhaps None, and up to three that have one number for each channel or are None.
    """
    cdef cnp.ndarray x
    cdef cnp.npy_intp channels
    cdef int i
    if not PyArray_CheckExact(given[0]):
        return 0
    x = given[0]
    dtype = <object>PyArray_DESCR(x)
    if (dtype is not F32 and dtype is not F64) or last >= PyArray_NDIM(x) or length(x, last) < LEAST:
        return 0
    channels = PyArray_DIMS(x)[PyArray_NDIM(x) - last - 1]
    for i, a in enumerate(given):
        job.given[i] = NULL
        if a is None:
            continue
        if not dense(a, dtype) or PyArray_SIZE(a) != (PyArray_SIZE(x) if i < 2 else channels):
            return 0
        job.given[i] = PyArray_BYTES(a)
    job.n, job.weights, job.single = length(x, last), channels, dtype is F32
    job.rows = PyArray_SIZE(x) // (job.n * channels)
    return channels


cdef object one_for_each_channel(cnp.ndarray x, int last, bint kept):
    """An empty array with one number for each channel; ``kept``: with all dimensions of ``x``."""
    cdef cnp.npy_intp shape[64]
    cdef int i, nd = PyArray_NDIM(x) if kept else last + 1
    for i in range(nd):
        shape[i] = 1
    shape[nd - last - 1] = PyArray_DIMS(x)[PyArray_NDIM(x) - last - 1]
    return new(x, nd, shape)


cdef int over_channels(Part part, Work* job, x) except -1:
    compute(part, job, job.weights, 2 * PyArray_SIZE(x))
    return 0


cdef void channels_part(void* work, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Work* job = <Work*>work
    if job.single:
        normalise_channels[float](job, start, stop, 0)
    else:
        normalise_channels[double](job, start, stop, 0)


cdef void normalise_channels(const Work* job, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef const real* x = <real*>job.given[0]
    cdef cnp.npy_intp c, i, at, n = job.n, step = job.n * job.weights
    cdef real one = 1, zero = 0, mean, var, scale
    cdef const real* weight
    cdef const real* bias
    cdef double total
    for c in range(start, stop):
        weight = <real*>job.given[2] + c if job.given[2] != NULL else &one
        bias = <real*>job.given[3] + c if job.given[3] != NULL else &zero
        total = 0
        for i in range(job.rows):
            total += sum_of(x + c * n + i * step, n)
        mean = <real>(total / (n * job.rows))
        total = 0
        for i in range(job.rows):
            total += squares(x + c * n + i * step, mean, n)
        var = <real>(total / (n * job.rows))
        (<real*>job.made[1])[c], (<real*>job.made[2])[c] = mean, var
        scale = 1 / <real>sqrt(var + <real>job.eps)
        for i in range(job.rows):
            at = c * n + i * step
            normalised_row(x + at, mean, scale, weight, bias, False, n, <real*>job.made[0] + at)


cpdef object channels(x, weight, bias, int last, double eps):
    """The normalized channels, the dimension before the ``last`` ones, means and variances; None if NumPy has to compute
    them."""
    cdef Work job
    if not channels_in(&job, [x, None, weight, bias], last):
        return None
    out, mean = new(x, PyArray_NDIM(x), PyArray_DIMS(x)), one_for_each_channel(x, last, True)
    var = one_for_each_channel(x, last, True)
    job.eps, job.made[0], job.made[1], job.made[2] = eps, PyArray_BYTES(out), PyArray_BYTES(mean), PyArray_BYTES(var)
    over_channels(channels_part, &job, x)
    return out, mean, var


cdef void channel_slopes_part(void* work, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Work* job = <Work*>work
    if job.single:
        slope_channels[float](job, start, stop, 0)
    else:
        slope_channels[double](job, start, stop, 0)


cdef void slope_channels(const Work* job, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef const real* g = <real*>job.given[0]
    cdef const real* x = <real*>job.given[1]
    cdef real* out = <real*>job.made[0]
    cdef cnp.npy_intp c, i, at, n = job.n, step = job.n * job.weights
    cdef double plain, product, plains, products, count = job.n * job.rows
    cdef real mean, scale, shift, bend
    for c in range(start, stop):
        mean, scale = (<real*>job.given[3])[c], (<real*>job.given[4])[c]
        plains = products = 0
        for i in range(job.rows):
            at = c * n + i * step
            two_sums(g + at, x + at, <real*>NULL, mean, scale, n, &plain, &product, False)
            plains += plain
            products += product
        (<real*>job.made[1])[c], (<real*>job.made[2])[c] = <real>products, <real>plains
        shift, bend = <real>(plains / count), <real>(products / count) * scale
        if job.given[2] != NULL:
            scale *= (<real*>job.given[2])[c]
        for i in range(job.rows):
            at = c * n + i * step
            if real is float:
                bend_f(g + at, x + at, NULL, shift, mean, bend, scale, n, out + at)
            else:
                bend_d(g + at, x + at, NULL, shift, mean, bend, scale, n, out + at)


cpdef object channel_slopes(g, x, weight, mean, scale, int last):
    """The gradients of ``x``, weight and bias of :func:`channels`; None if NumPy has to compute them."""
    cdef Work job
    if not channels_in(&job, [g, x, weight, mean, scale], last):
        return None
    if PyArray_NDIM(g) != PyArray_NDIM(x) or not same_sizes(PyArray_DIMS(g), PyArray_DIMS(x), PyArray_NDIM(x)):
        return None
    out = new(x, PyArray_NDIM(x), PyArray_DIMS(x))
    of_weight, of_bias = one_for_each_channel(x, last, False), one_for_each_channel(x, last, False)
    job.made[0], job.made[1], job.made[2] = PyArray_BYTES(out), PyArray_BYTES(of_weight), PyArray_BYTES(of_bias)
    over_channels(channel_slopes_part, &job, x)
    return out, of_weight, of_bias
