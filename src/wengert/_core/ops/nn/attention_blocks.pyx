# cython: boundscheck=False, wraparound=False, cdivision=True
"""Attention of many queries to many keys, and its gradients.

Note [Blocks of queries]
------------------------
There is a weight for every pair of a query and a key, which is much more than all inputs together. So weights are never
all in memory. A thread computes those of a block of queries in memory of its own, which fits its cache, and uses them at
once. It calls NumPy's loop for products, whose matrix library uses one thread meanwhile: the threads share blocks. For
gradients a thread takes all blocks of a head, since each adds to the gradients of the same keys and values.

``attention_blocks.py`` leaves all of it to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.math cimport INFINITY
from libc.string cimport memset

from ...arrays.c_numpy cimport (
    NPY_ARRAY_ALIGNED, Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS,
    PyArray_NDIM, PyArray_SIZE, PyArray_SimpleNew, PyArray_STRIDES, data_of, loop_of, real,
)
from ...arrays.function_loops import exp as exp_of
from ...arrays.matrix_blocks cimport Rooms, multiply, share_blocks
from ...arrays.threads cimport Part
from ...arrays.vectors cimport (
    largest_d, largest_f, shift_d, shift_f, stretch_d, stretch_f, wide_lane_sums_d, wide_lane_sums_f,
)

cnp.import_array()

cdef enum:
    AXES = 16
    LANES = 16  # sums that are added side by side
    WEIGHTS = 131072  # of a block, about: they stay in the cache of a processor
    ROWS = 128  # queries of a block, at most
    LEAST = 32  # and at least: for fewer, the library would bring keys into its order more often than it uses them

cdef struct Rows:  # matrices in an array: their rows are dense
    char* at
    cnp.npy_intp by[AXES]  # steps from one to the next along each dimension
    cnp.npy_intp down  # from row to row

cdef struct Attention:  # for the threads that share it
    Rows q
    Rows k
    Rows v
    Rows mask
    Rows g  # the gradient of the results
    Rows out
    Rows of_q  # gradients; NULL for one that is not needed
    Rows of_k
    Rows of_v
    int axes  # before the matrices
    cnp.npy_intp along[AXES]
    cnp.npy_intp heads  # the product of them
    cnp.npy_intp queries
    cnp.npy_intp keys
    cnp.npy_intp width  # of a query and a key
    cnp.npy_intp depth  # of a value
    cnp.npy_intp rows  # queries of a block
    cnp.npy_intp blocks  # of a head
    double scale
    bint causal  # a query sees the keys up to its own place
    bint forbids  # the mask is of bool: it says where the keys are that a query sees
    bint single
    Rooms rooms

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64), BOOLEAN = numpy.dtype(bool)
cdef Loop exp32 = loop_of(exp_of, "f->f"), exp64 = loop_of(exp_of, "d->d")
cdef void* data32 = data_of(exp_of, "f->f")
cdef void* data64 = data_of(exp_of, "d->d")


# -- Steps on rows -----------------------------------------------------------------------------------------------------


cdef inline void shift(real* row, real by, cnp.npy_intp n) noexcept nogil:
    if real is float:
        shift_f(row, by, n)
    else:
        shift_d(row, by, n)


cdef inline void stretch(real* row, real by, cnp.npy_intp n) noexcept nogil:
    if real is float:
        stretch_f(row, by, n)
    else:
        stretch_d(row, by, n)


cdef inline void lane_sums(const real* row, cnp.npy_intp n, double* lanes) noexcept nogil:
    if real is float:
        wide_lane_sums_f(row, n, lanes)
    else:
        wide_lane_sums_d(row, n, lanes)


cdef inline bint largest(const real* row, cnp.npy_intp n, real* most) noexcept nogil:
    """Set the largest number of a row, and return whether there is a NaN."""
    cdef bint any_nan = False
    cdef cnp.npy_intp i
    if n >= 2 * LANES:
        return largest_f(row, n, most) if real is float else largest_d(row, n, most)
    for i in range(n):
        any_nan |= row[i] != row[i]
        most[0] = row[i] if row[i] > most[0] else most[0]
    return any_nan


cdef inline void exponentials(real* row, cnp.npy_intp n) noexcept nogil:
    cdef char* at[2]
    cdef cnp.npy_intp by[2]
    at[0] = at[1] = <char*>row
    by[0] = by[1] = sizeof(real)
    if real is float:
        exp32(at, &n, by, data32)
    else:
        exp64(at, &n, by, data64)


cdef inline void lower(real* row, cnp.npy_intp n, bint masked) noexcept nogil:
    """Subtract the largest score of a row from all; not where all are minus infinity, as a mask may make them."""
    cdef real most = row[0]
    cdef bint any_nan = largest(row, n, &most)
    if any_nan or not masked or most != -INFINITY:
        shift(row, most, n)


cdef inline void share_out(real* row, cnp.npy_intp n) noexcept nogil:
    """Divide a row of weights by its sum, where there is one."""
    cdef double lanes[LANES]
    cdef double total = 0
    cdef cnp.npy_intp i, end = n // LANES * LANES
    lane_sums(row, end, lanes)
    for i in range(LANES // 2):
        lanes[i] += lanes[i + LANES // 2]
    for i in range(LANES // 4):
        total += lanes[i] + lanes[i + LANES // 4]
    for i in range(end, n):
        total += row[i]
    if total != 0:
        stretch(row, <real>(1 / total), n)


cdef inline double dot(const real* a, const real* b, cnp.npy_intp n) noexcept nogil:
    cdef double total = 0
    cdef cnp.npy_intp i
    for i in range(n):
        total += <double>a[i] * b[i]
    return total


cdef inline void add(real* to, const real* a, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(n):
        to[i] += a[i]


cdef inline void pull_through(real* g, const real* weights, real mean, cnp.npy_intp n) noexcept nogil:
    """The gradient of a row of scores in the place of that of their weights, whose weighted mean is given."""
    cdef cnp.npy_intp i
    for i in range(n):
        g[i] = weights[i] * (g[i] - mean)


# -- Blocks ------------------------------------------------------------------------------------------------------------


cdef inline char* head_of(const Rows* rows, const Attention* job, cnp.npy_intp head, cnp.npy_intp first) noexcept nogil:
    """The first of some rows of a head."""
    cdef char* at = rows.at + first * rows.down
    cdef int i
    for i in range(job.axes - 1, -1, -1):
        at += head % job.along[i] * rows.by[i]
        head //= job.along[i]
    return at


cdef inline void weigh(const Attention* job, cnp.npy_intp head, cnp.npy_intp first, cnp.npy_intp count,
                       cnp.npy_intp seen, real* scaled, real* weights) noexcept nogil:
    """The scaled queries of a block, and the weights of the keys that some of them see."""
    cdef const real* query
    cdef real* row
    cdef char* q = head_of(&job.q, job, head, first)
    cdef char* mask = head_of(&job.mask, job, head, first) if job.mask.at != NULL else NULL
    cdef cnp.npy_intp i, j
    cdef real scale = <real>job.scale
    for i in range(count):
        query = <real*>(q + i * job.q.down)
        for j in range(job.width):
            scaled[i * job.width + j] = query[j] * scale
    multiply(scaled, job.width * <cnp.npy_intp>sizeof(real), sizeof(real), <real*>head_of(&job.k, job, head, 0),
             sizeof(real), job.k.down, weights, count, job.width, seen)
    for i in range(count):
        row = weights + i * seen
        for j in range(first + i + 1 if job.causal else seen, seen):
            row[j] = -INFINITY
        if mask != NULL and job.forbids:
            for j in range(seen):
                row[j] = row[j] if mask[i * job.mask.down + j] else <real>-INFINITY
        elif mask != NULL:
            add(row, <real*>(mask + i * job.mask.down), seen)
        lower(row, seen, job.causal or mask != NULL)
    exponentials(weights, count * seen)
    for i in range(count):
        share_out(weights + i * seen, seen)


cdef inline cnp.npy_intp seen_by(const Attention* job, cnp.npy_intp stop) noexcept nogil:
    """The keys that the queries before ``stop`` see."""
    return min(stop, job.keys) if job.causal else job.keys


cdef inline void attend(const Attention* job, cnp.npy_intp item, real* memory) noexcept nogil:
    """The results of a block."""
    cdef cnp.npy_intp head = item // job.blocks, first = item % job.blocks * job.rows
    cdef cnp.npy_intp count = min(job.rows, job.queries - first), seen = seen_by(job, first + count)
    cdef real* weights = memory + job.rows * job.width
    weigh(job, head, first, count, seen, memory, weights)
    multiply(weights, seen * <cnp.npy_intp>sizeof(real), sizeof(real), <real*>head_of(&job.v, job, head, 0), job.v.down,
             sizeof(real), <real*>head_of(&job.out, job, head, first), count, seen, job.depth)


cdef inline void add_product(const real* weights, const real* b, cnp.npy_intp down, real* to, real* memory,
                             cnp.npy_intp count, cnp.npy_intp seen, cnp.npy_intp width, bint is_first) noexcept nogil:
    """Add the product of the transposed weights of a block and its rows to a gradient; write it, if it is the first."""
    multiply(weights, sizeof(real), seen * <cnp.npy_intp>sizeof(real), b, down, sizeof(real),
             to if is_first else memory, seen, count, width)
    if not is_first:
        add(to, memory, seen * width)


cdef inline void pull(const Attention* job, cnp.npy_intp head, real* memory) noexcept nogil:
    """The gradients of a head. Its last block sees most keys: it comes first, and what others find is added."""
    cdef cnp.npy_intp block, first, count, seen, i, width = sizeof(real)
    cdef real* weights = memory + job.rows * job.width
    cdef real* change = weights + job.rows * job.keys
    cdef real* product = change + job.rows * job.keys
    cdef real* of_q = NULL
    cdef real* of_k = <real*>head_of(&job.of_k, job, head, 0) if job.of_k.at != NULL else NULL
    cdef real* of_v = <real*>head_of(&job.of_v, job, head, 0) if job.of_v.at != NULL else NULL
    cdef const real* k = <real*>head_of(&job.k, job, head, 0)
    cdef const real* v = <real*>head_of(&job.v, job, head, 0)
    cdef char* g
    cdef char* out
    cdef bint is_last
    seen = seen_by(job, job.queries)
    if of_k != NULL:
        memset(of_k + seen * job.width, 0, (job.keys - seen) * job.width * width)
    if of_v != NULL:
        memset(of_v + seen * job.depth, 0, (job.keys - seen) * job.depth * width)
    for block in range(job.blocks - 1, -1, -1):
        first, is_last = block * job.rows, block == job.blocks - 1
        count = min(job.rows, job.queries - first)
        seen = seen_by(job, first + count)
        g = head_of(&job.g, job, head, first)
        weigh(job, head, first, count, seen, memory, weights)
        if of_v != NULL:
            add_product(weights, <real*>g, job.g.down, of_v, product, count, seen, job.depth, is_last)
        if job.of_q.at != NULL or of_k != NULL:
            multiply(<real*>g, job.g.down, width, v, width, job.v.down, change, count, job.depth, seen)
            out = head_of(&job.out, job, head, first)
            for i in range(count):
                pull_through(
                    change + i * seen, weights + i * seen,
                    <real>dot(<real*>(g + i * job.g.down), <real*>(out + i * job.out.down), job.depth), seen,
                )
        if job.of_q.at != NULL:
            of_q = <real*>head_of(&job.of_q, job, head, first)
            multiply(change, seen * width, width, k, job.k.down, width, of_q, count, seen, job.width)
            stretch(of_q, <real>job.scale, count * job.width)
        if of_k != NULL:
            add_product(change, memory, job.width * width, of_k, product, count, seen, job.width, is_last)


cdef void attend_part(void* attention, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Attention* job = <Attention*>attention
    cdef char* memory = job.rooms.first + who * job.rooms.size
    cdef cnp.npy_intp item
    for item in range(start, stop):
        if job.single:
            attend(job, item, <float*>memory)
        else:
            attend(job, item, <double*>memory)


cdef void pull_part(void* attention, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Attention* job = <Attention*>attention
    cdef char* memory = job.rooms.first + who * job.rooms.size
    cdef cnp.npy_intp head
    for head in range(start, stop):
        if job.single:
            pull(job, head, <float*>memory)
        else:
            pull(job, head, <double*>memory)


# -- Calls -------------------------------------------------------------------------------------------------------------


cdef object rows_of(a, cnp.ndarray query, object dtype, cnp.npy_intp count, cnp.npy_intp width, bint spreads, Rows* rows):
    """Describe matrices of a dtype and a size, as many as there are queries; of sizes of 1 too, if the array ``spreads``.

    Returns the array, or a dense copy; None if NumPy has to compute.
    """
    cdef cnp.ndarray x
    cdef int i, nd = PyArray_NDIM(query)
    cdef cnp.npy_intp size, item, found
    if not PyArray_CheckExact(a):
        return None
    x = a
    if <object>PyArray_DESCR(x) is not dtype or PyArray_NDIM(x) != nd or PyArray_DIMS(x)[nd - 1] != width:
        return None
    item = cnp.PyArray_ITEMSIZE(x)
    if not PyArray_FLAGS(x) & NPY_ARRAY_ALIGNED or PyArray_STRIDES(x)[nd - 1] != item or (
        PyArray_STRIDES(x)[nd - 2] < width * item and PyArray_DIMS(x)[nd - 2] > 1
    ):
        x = cnp.PyArray_GETCONTIGUOUS(x)
    for i in range(nd - 1):
        size, found = PyArray_DIMS(query)[i] if i < nd - 2 else count, PyArray_DIMS(x)[i]
        if found != size and not (spreads and found == 1):
            return None
        rows.by[i] = PyArray_STRIDES(x)[i] if found != 1 else 0
    rows.at, rows.down = PyArray_BYTES(x), rows.by[nd - 2]
    if not spreads and rows.down == 0:
        rows.down = width * item
    return x


cdef cnp.ndarray made(Attention* job, cnp.npy_intp count, cnp.npy_intp width, Rows* rows):
    """A new dense array for matrices of a size, which it describes."""
    cdef cnp.npy_intp shape[AXES + 2]
    cdef cnp.ndarray a
    cdef int i
    for i in range(job.axes):
        shape[i] = job.along[i]
    shape[job.axes], shape[job.axes + 1] = count, width
    a = PyArray_SimpleNew(job.axes + 2, shape, cnp.NPY_FLOAT32 if job.single else cnp.NPY_FLOAT64)
    for i in range(job.axes):
        rows.by[i] = PyArray_STRIDES(a)[i]
    rows.at, rows.down = PyArray_BYTES(a), PyArray_STRIDES(a)[job.axes]
    return a


cdef list described(Attention* job, query, key, value, mask, double scale, bint causal):
    """Set what inputs say, and return the arrays that are read; an empty list if NumPy has to compute."""
    cdef cnp.ndarray q, k, v
    cdef list held = []
    cdef int i, nd
    if not PyArray_CheckExact(query) or not PyArray_CheckExact(key) or not PyArray_CheckExact(value):
        return held
    q, k, v = query, key, value
    nd = PyArray_NDIM(q)
    dtype = <object>PyArray_DESCR(q)
    if (dtype is not F32 and dtype is not F64) or not 2 <= nd <= AXES or min(PyArray_NDIM(k), PyArray_NDIM(v)) != nd:
        return held
    job.axes, job.heads, job.single = nd - 2, 1, dtype is F32
    for i in range(job.axes):
        job.along[i] = PyArray_DIMS(q)[i]
        job.heads *= job.along[i]
    job.queries, job.width = PyArray_DIMS(q)[nd - 2], PyArray_DIMS(q)[nd - 1]
    job.keys, job.depth = PyArray_DIMS(k)[nd - 2], PyArray_DIMS(v)[nd - 1]
    if not job.heads * job.queries * job.keys * job.width * job.depth:
        return held
    job.mask.at, job.scale, job.causal, job.forbids = NULL, scale, causal, False
    held = [
        rows_of(q, q, dtype, job.queries, job.width, False, &job.q), rows_of(k, q, dtype, job.keys, job.width, False, &job.k),
        rows_of(v, q, dtype, job.keys, job.depth, False, &job.v),
    ]
    if mask is not None:
        job.forbids = mask.dtype is BOOLEAN
        held.append(rows_of(mask, q, BOOLEAN if job.forbids else dtype, job.queries, job.keys, True, &job.mask))
    for a in held:
        if a is None:
            return []
    job.rows = min(job.queries, max(<cnp.npy_intp>LEAST, min(<cnp.npy_intp>ROWS, WEIGHTS // job.keys)))
    job.blocks = (job.queries - 1) // job.rows + 1
    return held


cdef int shared(Attention* job, Part part, cnp.npy_intp items, cnp.npy_intp numbers, cnp.npy_intp products) except -1:
    """Compute all items. A thread has memory for so many numbers; a pair of a query and a key takes so many products."""
    cdef cnp.npy_intp work = job.heads * job.queries * job.keys * (products * (job.width + job.depth) // 16 + 4)
    return share_blocks(part, job, &job.rooms, items, numbers * (sizeof(float) if job.single else sizeof(double)), work)


cpdef object attended(query, key, value, mask, double scale, bint is_causal):
    """The values, weighted by the softmax of the scaled products of queries and keys; None if NumPy has to compute.

    ``mask``: None, where a query sees a key, or what is added to the products. ``is_causal``: a query sees the keys up to
    its own place.
    """
    cdef Attention job
    cdef list held = described(&job, query, key, value, mask, scale, is_causal)
    if not held:
        return None
    out = made(&job, job.queries, job.depth, &job.out)
    shared(&job, attend_part, job.heads * job.blocks, job.rows * (job.width + job.keys), 2)
    return out


def slopes(g, query, key, value, result, mask, double scale, bint is_causal, needs):
    """The gradients for queries, keys and values, given that of :func:`attended`; None where ``needs`` says so.

    None alone if NumPy has to compute them.
    """
    cdef Attention job
    cdef list held = described(&job, query, key, value, mask, scale, is_causal)
    if not held:
        return None
    dtype = F32 if job.single else F64
    g = rows_of(g, query, dtype, job.queries, job.depth, False, &job.g)
    result = rows_of(result, query, dtype, job.queries, job.depth, False, &job.out)
    if g is None or result is None:
        return None
    job.of_q.at = job.of_k.at = job.of_v.at = NULL
    found = (
        made(&job, job.queries, job.width, &job.of_q) if needs[0] else None,
        made(&job, job.keys, job.width, &job.of_k) if needs[1] else None,
        made(&job, job.keys, job.depth, &job.of_v) if needs[2] else None,
    )
    shared(
        &job, pull_part, job.heads,
        job.rows * (job.width + 2 * job.keys) + job.keys * max(job.width, job.depth), 7,
    )
    return found
