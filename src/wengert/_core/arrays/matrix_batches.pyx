# cython: boundscheck=False, wraparound=False
"""Products of two matrices, and of many, which threads share.

NumPy's ``dot`` fills the result with zeros before the matrix library overwrites them. Its loop for ``matmul`` does not,
and is called here at once.

A matrix library shares each product between threads of its own. For a small product they wait for one another longer
than they compute, and afterwards they wait for the next one without sleeping, where threads of ours could compute. Here
threads of ours compute whole products, or parts of large ones, and the library uses one thread meanwhile. For small
matrices it needs longer to begin than to multiply: loops of ours do so (``small_products.h``). For a few tiny products
NumPy needs longer to find its loop than to compute: here its loop is called at once. ``matrix_batches.py`` leaves it to
NumPy, in the pure build.

Note [Thin products]. A matrix library brings a large matrix into another order before it multiplies. For few rows that
takes longer than the products, and they are computed here, from the matrix as it lies (``thin_products.h``). Rows of
``y`` are multiplied by numbers of ``x``. Where columns of ``y`` lie dense, as in ``x @ w.T``, blocks of them are
transposed in a buffer; or, for few and long sums, the lanes of vectors are added up last. Each number is one sum, in an
order that its length and the rows fix. Products are fused, so these loops are for processors that have such an
instruction. ``is_thin`` and ``by_lanes`` have the sizes at which they were faster than OpenBLAS.
"""

cimport numpy as cnp
import numpy
from libc.string cimport memcpy

from .c_numpy cimport (
    LONG, NPY_ARRAY_ALIGNED, READABLE, WRITABLE, Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS,
    PyArray_FLAGS, PyArray_NDIM, PyArray_SIZE, PyArray_STRIDES, PyArray_SimpleNew,
)
from .copies cimport copied
from .matrix_blocks cimport product32, product64, share_alone
from .threads cimport SHARED, compute, count, team_for
from .vectors cimport dots_d, dots_f, sums_d, sums_f
from .widths cimport HAS_WIDE, HAS_WIDEST

cnp.import_array()

cdef extern from "arrays/small_products.h":
    enum:
        SMALL
        LITTLE
    void small_products_f(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
    void small_products_d(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
    void outer_products_f(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
    void outer_products_d(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
    void cross_products_f(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
    void cross_products_d(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil

cdef enum:
    AXES = 16
    LARGE = 524288  # products of numbers, from about which on the library would use threads of its own
    TINY = 4096  # products of numbers in all, for which NumPy's loop is called by one thread
    LONGEST = 2147483647  # what sizes and strides are smaller than, with which NumPy's loop calls the library
    NARROW = 32  # columns, and products of numbers, from which on a thin product of two or three rows is computed here
    THIN = 1048576
    CACHE = 2097152  # bytes that are near a processor
    STRIP = 48  # columns that a thread takes together: they are in registers at the widest vectors of floats
    LEAST = 64  # rows or columns in a part of a product
    EVEN = 16  # and a divisor of their number

cdef struct Batch:
    Loop loop
    void* data
    char* x
    char* y
    char* out
    int depth  # axes before the matrices
    cnp.npy_intp along[AXES]
    cnp.npy_intp by_x[AXES]
    cnp.npy_intp by_y[AXES]
    cnp.npy_intp by_out[AXES]
    cnp.npy_intp sizes[4]  # a product's, from 1 on
    cnp.npy_intp steps[9]  # from 0 on along the last axis of the batch
    cnp.npy_intp cut[2]  # into so many parts of its rows and columns

cdef struct Thin:
    char* x
    char* y
    char* bias
    char* out
    cnp.npy_intp rows
    cnp.npy_intp inner
    cnp.npy_intp columns
    cnp.npy_intp down  # from a row of x to the next, in numbers
    cnp.npy_intp across
    cnp.npy_intp y_step
    cnp.npy_intp below  # from a row of the result to the next
    bint turned  # columns of y lie dense
    bint by_lanes  # else by rows of y
    bint is_double

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cdef inline bint by_library(cnp.ndarray a, cnp.npy_intp* sizes, cnp.npy_intp* steps) noexcept:
    """Whether a matrix library takes a matrix as it lies in memory, by rows or by columns. Set its strides."""
    cdef cnp.npy_intp width = cnp.PyArray_ITEMSIZE(a)
    cdef int i
    steps[0], steps[1] = PyArray_STRIDES(a)[0], PyArray_STRIDES(a)[1]
    for i in range(2):
        if steps[1 - i] == width and steps[i] % width == 0 and width * sizes[1 - i] <= steps[i] < LONGEST * width:
            return True
    return False


cdef inline bint few_rows(cnp.npy_intp* sizes, cnp.npy_intp* steps) noexcept:
    """Whether these are few rows of float32 times the transpose of a large matrix, ``x @ w.T``.

    OpenBLAS brings the large matrix into another order before it multiplies. For ``w @ x.T`` it does so in less time. That
    and a copy of the transpose take 0.4 to 0.8 of the time for 4 to 32 rows, and about as long for 128.
    """
    cdef cnp.npy_intp rows = sizes[1], inner = sizes[2], columns = sizes[3]
    if steps[4] != 4 or steps[5] != 4 or steps[6] == 4:
        return False
    return rows >= 4 and rows * columns > 1024 and columns >= 2 * rows and inner * columns >= rows << 10


cdef inline bint by_lanes(cnp.npy_intp* sizes, cnp.npy_intp* steps, cnp.npy_intp width) noexcept:
    """Whether each number of a thin product is a sum in lanes: for few rows and long ones."""
    if steps[6] == width or steps[4] != width or sizes[1] > 12 or sizes[2] > 65536:
        return False
    return sizes[2] > sizes[1] * (16 if HAS_WIDEST else 40)


cdef inline bint is_thin(cnp.npy_intp* sizes, cnp.npy_intp* steps, cnp.npy_intp width) noexcept:
    """Whether a product is computed here: Note [Thin products]."""
    cdef cnp.npy_intp rows = sizes[1], work = rows * sizes[2] * sizes[3], least = THIN
    cdef bint turned = steps[6] != width
    if turned and rows >= 4:
        least = THIN // 8
    elif not turned and rows >= 8:
        least = THIN // 2
    if not HAS_WIDE or sizes[3] < NARROW or work < least:
        return False
    if width == 8 or not HAS_WIDEST:
        return rows <= 8 and (not turned or width == 4 or by_lanes(sizes, steps, width))
    if turned:
        return rows <= 128 and (rows <= 12 or rows >= 28 or sizes[2] <= 128)
    return rows <= 8 or rows <= 32 and sizes[2] * sizes[3] * width <= CACHE


cdef int thin_product(
    cnp.npy_intp* sizes, cnp.npy_intp* steps, char** at, cnp.ndarray bias, cnp.npy_intp width
) except -1:
    cdef Thin job
    job.x, job.y, job.out = at[0], at[1], at[2]
    job.bias = NULL if bias is None else PyArray_BYTES(bias)
    job.rows, job.inner, job.columns = sizes[1], sizes[2], sizes[3]
    job.down, job.across, job.below = steps[3] // width, steps[4] // width, steps[7] // width
    job.turned, job.is_double, job.by_lanes = steps[6] != width, width == 8, by_lanes(sizes, steps, width)
    job.y_step = steps[6 if job.turned else 5] // width
    compute(thin_part, &job, (job.columns - 1) // STRIP + 1, job.rows * job.inner * job.columns // 16)
    return 0


cdef void thin_part(void* thin, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Thin* p = <Thin*>thin
    cdef cnp.npy_intp a = start * STRIP, b = min(stop * STRIP, p.columns)
    if p.by_lanes and p.is_double:
        dots_d(<double*>p.x, p.down, <double*>p.y, p.y_step, p.rows, p.inner, a, b, <double*>p.bias, <double*>p.out,
               p.below)
    elif p.by_lanes:
        dots_f(<float*>p.x, p.down, <float*>p.y, p.y_step, p.rows, p.inner, a, b, <float*>p.bias, <float*>p.out,
               p.below)
    elif p.is_double:
        sums_d(<double*>p.x, p.down, p.across, <double*>p.y, p.y_step, p.turned, p.rows, p.inner, a, b, <double*>p.bias,
               <double*>p.out, p.below)
    else:
        sums_f(<float*>p.x, p.down, p.across, <float*>p.y, p.y_step, p.turned, p.rows, p.inner, a, b, <float*>p.bias,
               <float*>p.out, p.below)


cdef inline bint fits(bias, cnp.ndarray c):
    """Whether a bias has a number for each column, one after the other."""
    if not PyArray_CheckExact(bias):
        return False
    return (
        PyArray_NDIM(bias) == 1 and PyArray_DIMS(bias)[0] == PyArray_DIMS(c)[1]
        and PyArray_DESCR(bias) == PyArray_DESCR(c) and (PyArray_FLAGS(bias) & READABLE) == READABLE
    )


cpdef object product(x, y, bias=None):
    """``x.dot(y)``, of two matrices, plus a vector that is added to each row."""
    cdef cnp.ndarray a, b
    cdef cnp.npy_intp sizes[4]
    cdef cnp.npy_intp steps[9]
    cdef bint added = False
    out = None
    if PyArray_CheckExact(x) and PyArray_CheckExact(y):
        a, b = x, y
        if measured(a, b, sizes, steps):
            out = by_loop(a, b, bias, sizes, steps, &added)
    if out is None:
        out = x.dot(y)
    if bias is not None and not added:
        out += bias
    return out


cdef bint measured(cnp.ndarray a, cnp.ndarray b, cnp.npy_intp* sizes, cnp.npy_intp* steps) noexcept:
    """Set the sizes and strides of a product; False if NumPy has to compute it."""
    cdef int i
    if PyArray_NDIM(a) != 2 or PyArray_NDIM(b) != 2 or PyArray_DESCR(a) != PyArray_DESCR(b):
        return False
    if not is_real(a) or not is_real(b):
        return False
    sizes[0], sizes[1], sizes[2], sizes[3] = 1, PyArray_DIMS(a)[0], PyArray_DIMS(a)[1], PyArray_DIMS(b)[1]
    for i in range(1, 4):
        if not 1 < sizes[i] < LONGEST:  # a product with a vector is left to NumPy, too
            return False
    if PyArray_DIMS(b)[0] != sizes[2]:
        return False
    return by_library(a, &sizes[1], &steps[3]) and by_library(b, &sizes[2], &steps[5])


cdef object by_loop(cnp.ndarray a, cnp.ndarray b, bias, cnp.npy_intp* sizes, cnp.npy_intp* steps, bint* added):
    """The product, by a loop of ours or NumPy's. Sets whether the bias was added."""
    cdef cnp.ndarray c
    cdef cnp.npy_intp shape[2]
    cdef char* at[3]
    cdef Batch job
    cdef cnp.npy_intp width = cnp.PyArray_ITEMSIZE(a)
    cdef Loop loop = product32 if width == 4 else product64
    cdef bint thin = is_thin(sizes, steps, width)
    if not thin and few_rows(sizes, steps):
        return copied(product(b.T, a.T).T)
    shape[0], shape[1] = sizes[1], sizes[3]
    c = PyArray_SimpleNew(2, shape, cnp.PyArray_TYPE(a))
    steps[0] = steps[1] = steps[2] = 0
    steps[7], steps[8] = PyArray_STRIDES(c)[0], PyArray_STRIDES(c)[1]
    at[0], at[1], at[2] = PyArray_BYTES(a), PyArray_BYTES(b), PyArray_BYTES(c)
    if thin:
        added[0] = bias is not None and fits(bias, c)
        thin_product(sizes, steps, at, bias if added[0] else None, width)
    elif sizes[1] * sizes[2] * sizes[3] < LONG:
        loop(at, sizes, steps, NULL)
    else:
        job.depth, job.loop, job.data, job.x, job.y, job.out = 0, loop, NULL, at[0], at[1], at[2]
        memcpy(job.sizes, sizes, sizeof(job.sizes))
        memcpy(job.steps, steps, sizeof(job.steps))
        if not in_parts(&job, 1):
            with nogil:
                loop(at, sizes, steps, NULL)
    return c


cdef bint in_parts(Batch* job, cnp.npy_intp items) except -1:
    """Let threads of ours compute all products. False if there are too few, or the library uses threads regardless."""
    cdef cnp.npy_intp work = items * job.sizes[1] * job.sizes[2] * job.sizes[3]
    cdef int team = team_for(work // 8)  # a library multiplies and adds many numbers in one step
    if (team < 2 or items < team) and (work < LARGE or count() < 2):
        return False
    step_along_last(job)
    while items * job.cut[0] * job.cut[1] < team:
        if max(job.sizes[1] // job.cut[0], job.sizes[3] // job.cut[1]) < 2 * LEAST:
            break
        job.cut[0 if job.sizes[1] // job.cut[0] >= job.sizes[3] // job.cut[1] else 1] *= 2
    return share_alone(products_part, job, items * job.cut[0] * job.cut[1], team)


cpdef object matmul(xp, x, y, out=None):
    """``xp.matmul(x, y)``."""
    if out is None and PyArray_CheckExact(x) and PyArray_CheckExact(y) and PyArray_NDIM(x) == PyArray_NDIM(y) == 2:
        return product(x, y)
    found = shared(x, y, out) if xp is numpy else None
    if found is not None:
        return found
    if out is None and x.shape[x.ndim - 1] == 1 == y.shape[y.ndim - 2]:
        return x * y  # there is no sum
    return xp.matmul(x, y) if out is None else xp.matmul(x, y, out=out)


cpdef object cross_products(x, y, int dim):
    """The cross products of vectors of three numbers along ``dim``; None if NumPy has to compute them."""
    cdef cnp.ndarray a, b, c
    cdef cnp.npy_intp items = 1, size
    cdef Batch job
    cdef int i, nd
    if not PyArray_CheckExact(x) or not PyArray_CheckExact(y):
        return None
    a, b = x, y
    nd = PyArray_NDIM(a)
    if PyArray_NDIM(b) != nd or nd > AXES or PyArray_DESCR(a) != PyArray_DESCR(b) or not is_real(a) or not is_real(b):
        return None
    for i in range(nd):
        if PyArray_DIMS(a)[i] != PyArray_DIMS(b)[i]:
            return None
    c = PyArray_SimpleNew(nd, PyArray_DIMS(a), cnp.PyArray_TYPE(a))
    job.depth = 0
    for i in range(nd):
        size = PyArray_DIMS(a)[i]
        if i == dim or size == 1:
            continue
        items *= size
        job.along[job.depth], job.by_out[job.depth] = size, PyArray_STRIDES(c)[i]
        job.by_x[job.depth], job.by_y[job.depth] = PyArray_STRIDES(a)[i], PyArray_STRIDES(b)[i]
        job.depth += 1
    for i in range(1, 4):
        job.sizes[i] = 1
    job.steps[3], job.steps[4], job.steps[5] = PyArray_STRIDES(a)[dim], PyArray_STRIDES(b)[dim], PyArray_STRIDES(c)[dim]
    job.loop, job.data = cross_products_f if <void*>PyArray_DESCR(a) == <void*>F32 else cross_products_d, NULL
    job.x, job.y, job.out = PyArray_BYTES(a), PyArray_BYTES(b), PyArray_BYTES(c)
    in_runs(&job, items, 9 * items)
    return c


cdef int in_runs(Batch* job, cnp.npy_intp items, cnp.npy_intp work) except -1:
    """Let a loop compute all, as many at a time as there are along the last axis of the batch."""
    step_along_last(job)
    return compute(products_part, job, items, work)


cdef inline void step_along_last(Batch* job) noexcept:
    """Set the steps of a loop that computes several products: along the last axis of the batch, none of them cut."""
    cdef int last = job.depth - 1
    job.cut[0] = job.cut[1] = 1
    job.steps[0] = job.steps[1] = job.steps[2] = 0
    if job.depth:
        job.steps[0], job.steps[1], job.steps[2] = job.by_x[last], job.by_y[last], job.by_out[last]


cdef bint is_real(cnp.ndarray a) noexcept:
    """Whether these are floats or doubles where a loop may read them."""
    if <void*>PyArray_DESCR(a) != <void*>F32 and <void*>PyArray_DESCR(a) != <void*>F64:
        return False
    return PyArray_FLAGS(a) & NPY_ARRAY_ALIGNED != 0


cdef inline Loop small_loop(cnp.npy_intp* sizes, bint single) noexcept:
    """Our own loop for products of small matrices, or of columns with rows; NULL for others."""
    if sizes[2] == 1:
        return outer_products_f if single else outer_products_d
    if sizes[1] > SMALL or sizes[2] > SMALL or sizes[3] > SMALL or sizes[1] * sizes[2] * sizes[3] > LITTLE:
        return NULL
    return small_products_f if single else small_products_d


cdef object shared(x, y, out):
    """The products of a batch; None if NumPy has to compute them."""
    cdef cnp.ndarray a, b, c
    cdef cnp.npy_intp shape[AXES]
    cdef cnp.npy_intp items = 1, each
    cdef Batch job
    cdef int i, nd
    cdef bint tiny, single
    cdef Loop small
    if not PyArray_CheckExact(x) or not PyArray_CheckExact(y):
        return None
    a, b = x, y
    nd = max(PyArray_NDIM(a), PyArray_NDIM(b))
    if min(PyArray_NDIM(a), PyArray_NDIM(b)) < 2 or not 3 <= nd <= AXES or PyArray_DESCR(a) != PyArray_DESCR(b):
        return None
    if not is_real(a) or not is_real(b):
        return None
    job.depth = nd - 2
    for i in range(job.depth):
        job.by_x[i] = stride_of(a, i, nd, shape)
        if not joined(b, i, nd, shape, &job.by_y[i]) or not shape[i]:
            return None
        items *= shape[i]
    job.sizes[0], job.sizes[1], job.sizes[2], job.sizes[3] = (
        1, PyArray_DIMS(a)[PyArray_NDIM(a) - 2], PyArray_DIMS(a)[PyArray_NDIM(a) - 1],
        PyArray_DIMS(b)[PyArray_NDIM(b) - 1],
    )
    each = job.sizes[1] * job.sizes[2] * job.sizes[3]
    if PyArray_DIMS(b)[PyArray_NDIM(b) - 2] != job.sizes[2] or not each:
        return None
    tiny = items * each <= TINY
    single = <void*>PyArray_DESCR(a) == <void*>F32
    small = small_loop(job.sizes, single)
    if small == NULL and not tiny and items * each // 8 < SHARED:
        return None
    shape[nd - 2], shape[nd - 1] = job.sizes[1], job.sizes[3]
    if out is None:
        c = PyArray_SimpleNew(nd, shape, cnp.PyArray_TYPE(a))
    else:
        c = out
        if (PyArray_FLAGS(c) & WRITABLE) != WRITABLE or PyArray_DESCR(c) != PyArray_DESCR(a):
            return None
        if PyArray_NDIM(c) != nd or PyArray_SIZE(c) != items * job.sizes[1] * job.sizes[3]:
            return None
    for i in range(job.depth):
        job.along[i], job.by_out[i] = shape[i], PyArray_STRIDES(c)[i]
    for i in range(2):
        job.steps[3 + i] = PyArray_STRIDES(a)[PyArray_NDIM(a) - 2 + i]
        job.steps[5 + i] = PyArray_STRIDES(b)[PyArray_NDIM(b) - 2 + i]
        job.steps[7 + i] = PyArray_STRIDES(c)[nd - 2 + i]
    job.loop, job.data = small if small != NULL else product32 if single else product64, NULL
    job.x, job.y, job.out = PyArray_BYTES(a), PyArray_BYTES(b), PyArray_BYTES(c)
    if tiny or small != NULL:
        in_runs(&job, items, items * each)
        return c
    return c if in_parts(&job, items) else numpy.matmul(a, b, out=c)


cdef inline cnp.npy_intp size_of(cnp.ndarray a, int axis, int nd) noexcept:
    """The size along an axis of the batch; 1 if the array lacks it."""
    cdef int at = axis - nd + PyArray_NDIM(a)
    return PyArray_DIMS(a)[at] if at >= 0 else 1


cdef inline cnp.npy_intp stride_of(cnp.ndarray a, int axis, int nd, cnp.npy_intp* shape) noexcept:
    """Set the size along an axis of the batch, and return the stride."""
    cdef int at = axis - nd + PyArray_NDIM(a)
    shape[axis] = size_of(a, axis, nd)
    return PyArray_STRIDES(a)[at] if shape[axis] != 1 else 0


cdef inline bint joined(cnp.ndarray b, int axis, int nd, cnp.npy_intp* shape, cnp.npy_intp* stride) noexcept:
    """Broadcast the size along an axis with that of ``b``, and set its stride; False if they do not fit."""
    cdef cnp.npy_intp size = size_of(b, axis, nd)
    stride[0] = 0
    if size == 1:
        return True
    if shape[axis] != 1 and shape[axis] != size:
        return False
    shape[axis] = size
    stride[0] = PyArray_STRIDES(b)[axis - nd + PyArray_NDIM(b)]
    return True


cdef inline cnp.npy_intp part_of(cnp.npy_intp size, cnp.npy_intp cut) noexcept nogil:
    """The rows or columns in a part."""
    return size if cut == 1 else ((size - 1) // (cut * EVEN) + 1) * EVEN


cdef void products_part(void* batch, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Batch* job = <Batch*>batch
    cdef cnp.npy_intp rest, place, first, left, last = job.along[job.depth - 1] if job.depth else 1
    cdef bint whole = job.cut[0] * job.cut[1] == 1
    cdef cnp.npy_intp rows = part_of(job.sizes[1], job.cut[0]), columns = part_of(job.sizes[3], job.cut[1])
    cdef cnp.npy_intp sizes[4]
    cdef char* at[3]
    cdef int i
    while start < stop:
        at[0], at[1], at[2] = job.x, job.y, job.out
        rest = start // job.cut[1]
        first, left = rest % job.cut[0] * rows, start % job.cut[1] * columns
        rest //= job.cut[0]
        sizes[0] = min(stop - start, last - rest % last) if whole else 1  # products along the last axis
        sizes[1], sizes[2], sizes[3] = min(rows, job.sizes[1] - first), job.sizes[2], min(columns, job.sizes[3] - left)
        start += sizes[0]
        if sizes[1] <= 0 or sizes[3] <= 0:
            continue
        for i in range(job.depth - 1, -1, -1):
            place = rest % job.along[i]
            rest //= job.along[i]
            at[0] += place * job.by_x[i]
            at[1] += place * job.by_y[i]
            at[2] += place * job.by_out[i]
        at[0] += first * job.steps[3]
        at[1] += left * job.steps[6]
        at[2] += first * job.steps[7] + left * job.steps[8]
        job.loop(at, sizes, job.steps, job.data)
