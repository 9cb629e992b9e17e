# cython: boundscheck=False, wraparound=False, cdivision=True
"""Pooling, the windows of convolutions, and small convolutions, by loops over windows.

For pooling, ``windows`` has an array (4, n) of int64 for each of the last one to three dimensions: where each window starts, where
it ends, the step from one entry to the next, and what sums are divided by. No window is empty.
``window_loops.py`` leaves all of it to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.limits cimport INT_MAX
from libc.string cimport memcpy, memset

from ...arrays.c_numpy cimport (
    READABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SIZE, PyArray_STRIDES, PyArray_SimpleNew, real,
)
from ...arrays.grids cimport fill as repeat_number
from ...arrays.programs cimport put as put_number
from ...arrays.threads cimport Part, compute
from ...arrays.widths cimport HAS_WIDE, wide_void

cnp.import_array()

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64), I64 = numpy.dtype(numpy.int64)
cdef object ONE = numpy.array([[0], [1], [1], [1]])  # the windows of a dimension that is not there

cdef enum:
    BESIDE = 64  # channels whose maxima are found together: they stay in the first-level cache

cdef struct Line:  # the windows along a dimension
    cnp.npy_int64* start
    cnp.npy_int64* end
    cnp.npy_int64* step
    cnp.npy_int64* divisor
    cnp.npy_intp count
    cnp.npy_intp size  # of the dimension


cdef struct Frame:  # kernels in a space of three dimensions
    cnp.npy_intp kernel[3]
    cnp.npy_intp size[3]  # the number of windows
    cnp.npy_intp stride[3]
    cnp.npy_intp dilation[3]
    cnp.npy_intp space[3]

cdef struct Planes:  # planes (or volumes), for the threads that share them
    char* source
    char* target
    cnp.npy_int64* places
    Line lines[3]
    Frame frame
    cnp.npy_intp read  # elements of a plane of the source
    cnp.npy_intp written
    cnp.npy_intp inner  # channels that lie beside each other
    bint single


cdef int over_planes(Part part, Planes* job, cnp.ndarray source, cnp.ndarray target) except -1:
    """Compute all planes. They depend on nothing but themselves."""
    cdef cnp.npy_intp planes = PyArray_SIZE(source) // job.read
    cdef cnp.npy_intp most = max(PyArray_SIZE(source), PyArray_SIZE(target))
    job.source, job.target = PyArray_BYTES(source), PyArray_BYTES(target)
    job.single = <object>PyArray_DESCR(source) is F32
    job.written = PyArray_SIZE(target) // planes
    compute(part, job, planes, most)
    return 0


cdef int lines_of(x, windows, Line* lines, cnp.npy_intp* space) except -1:
    """Set the windows along three dimensions. Return how many there are of ``x``; 0 if NumPy has to compute."""
    cdef int i, given = len(windows)
    cdef cnp.ndarray w
    if not PyArray_CheckExact(x) or (<object>PyArray_DESCR(x) is not F32 and <object>PyArray_DESCR(x) is not F64):
        return 0
    if (PyArray_FLAGS(x) & READABLE) != READABLE or not PyArray_SIZE(x) or not 1 <= given <= 3 or PyArray_NDIM(x) < given:
        return 0
    for i in range(3):
        w = ONE if i < 3 - given else windows[i - 3 + given]
        if <object>PyArray_DESCR(w) is not I64 or not PyArray_FLAGS(w) & cnp.NPY_ARRAY_C_CONTIGUOUS:
            return 0  # a divisor that is no integer: NumPy divides by it
        lines[i].count = PyArray_DIMS(w)[1]
        lines[i].start = <cnp.npy_int64*>PyArray_BYTES(w)
        lines[i].end = lines[i].start + lines[i].count
        lines[i].step = lines[i].end + lines[i].count
        lines[i].divisor = lines[i].step + lines[i].count
        lines[i].size = 1 if i < 3 - given else space[i - 3 + given]
        if not lines[i].count:
            return 0
    return given


cdef object new(x, int given, cnp.npy_intp* sizes, bint places, int behind=0):
    """An array whose dimensions of space, ``behind`` which are some others, have these sizes; the others are those of
    ``x``."""
    cdef cnp.npy_intp shape[64]
    cdef int i, nd = PyArray_NDIM(x), end = nd - behind
    for i in range(nd):
        shape[i] = PyArray_DIMS(x)[i] if i < end - given or i >= end else sizes[i - end + given]
    return PyArray_SimpleNew(
        nd, shape, cnp.NPY_INT64 if places else cnp.NPY_FLOAT32 if <object>PyArray_DESCR(x) is F32 else cnp.NPY_FLOAT64
    )


cdef inline bint choose_larger(const real* x, cnp.npy_intp i, cnp.npy_intp to, cnp.npy_intp step, real* most,
                               cnp.npy_intp* best) noexcept nogil:
    """Without branches: which entry is larger is not to be predicted. Returns whether there is a NaN."""
    cdef cnp.npy_intp place = best[0]
    cdef real larger = most[0], v
    cdef bint nan = False
    while i < to:
        v = x[i]
        nan |= v != v
        place ^= (place ^ i) & -<cnp.npy_intp>(v > larger)
        larger = v if v > larger else larger
        i += step
    most[0], best[0] = larger, place
    return nan


cdef void last_nan(const real* x, const Line* lines, cnp.npy_intp a, cnp.npy_intp b, cnp.npy_intp c,
                   cnp.npy_intp* best) noexcept nogil:
    cdef cnp.npy_intp i = lines[0].start[a], j, k, at
    while i < lines[0].end[a]:
        j = lines[1].start[b]
        while j < lines[1].end[b]:
            k = lines[2].start[c]
            at = (i * lines[1].size + j) * lines[2].size
            while k < lines[2].end[c]:
                if x[at + k] != x[at + k]:
                    best[0] = at + k
                k += lines[2].step[c]
            j += lines[1].step[b]
        i += lines[0].step[a]


cdef void maxima(const real* x, real* out, cnp.npy_int64* places, const Line* lines, cnp.npy_intp planes) noexcept nogil:
    cdef cnp.npy_intp p, a, b, c, i, j, at, best, from_, to, step, row = lines[2].size, plane = lines[1].size * lines[2].size
    cdef cnp.npy_intp i0, i1, i2, j0, j1, j2
    cdef real most
    cdef int nan
    for p in range(planes):
        for a in range(lines[0].count):
            i0, i1, i2 = lines[0].start[a] * plane, lines[0].end[a] * plane, lines[0].step[a] * plane
            for b in range(lines[1].count):
                j0, j1, j2 = lines[1].start[b] * row, lines[1].end[b] * row, lines[1].step[b] * row
                for c in range(lines[2].count):
                    from_, to, step = lines[2].start[c], lines[2].end[c], lines[2].step[c]
                    best = i0 + j0 + from_
                    most, nan, i = x[best], False, i0
                    while i < i1:
                        j = i + j0
                        while j < i + j1:
                            nan |= choose_larger(x, j + from_, j + to, step, &most, &best)
                            j += j2
                        i += i2
                    if nan:
                        last_nan(x, lines, a, b, c, &best)
                        most = x[best]
                    out[0] = most
                    places[0] = best
                    out += 1
                    places += 1
        x += plane * lines[0].size


cdef inline void largest_beside(const real* x, const Line* lines, cnp.npy_intp a, cnp.npy_intp b, cnp.npy_intp c,
                                cnp.npy_intp inner, cnp.npy_intp n, real* out, cnp.npy_int64* places) noexcept nogil:
    """The largest entries of a window, of some channels that lie beside each other."""
    cdef real most[BESIDE]
    cdef int best[BESIDE]
    cdef real v
    cdef bint better
    cdef int q, at, count = <int>n
    cdef cnp.npy_intp i = lines[0].start[a], j, k
    cdef const real* row
    at = <int>((i * lines[1].size + lines[1].start[b]) * lines[2].size + lines[2].start[c])
    for q in range(count):
        most[q], best[q] = x[at * inner + q], at
    while i < lines[0].end[a]:
        j = lines[1].start[b]
        while j < lines[1].end[b]:
            k = lines[2].start[c]
            while k < lines[2].end[c]:
                at = <int>((i * lines[1].size + j) * lines[2].size + k)
                row = x + at * inner
                for q in range(count):
                    v = row[q]
                    better = (v > most[q]) | (v != v)
                    best[q] = at if better else best[q]
                    most[q] = v if better else most[q]
                k += lines[2].step[c]
            j += lines[1].step[b]
        i += lines[0].step[a]
    for q in range(count):
        out[q], places[q] = most[q], best[q]


cdef inline void maxima_beside(const Planes* job, cnp.npy_intp p, real unused) noexcept nogil:
    """The maxima of a plane whose channels lie beside each other."""
    cdef cnp.npy_intp a, b, c, q, inner = job.inner, at = p * job.written
    for a in range(job.lines[0].count):
        for b in range(job.lines[1].count):
            for c in range(job.lines[2].count):
                q = 0
                while q < inner:
                    largest_beside(
                        <real*>job.source + p * job.read + q, job.lines, a, b, c, inner, min(inner - q, <cnp.npy_intp>BESIDE),
                        <real*>job.target + at + q, job.places + at + q,
                    )
                    q += BESIDE
                at += inner


cdef inline void all_beside(const Planes* job, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    cdef cnp.npy_intp p
    for p in range(start, stop):
        if job.single:
            maxima_beside[float](job, p, 0)
        else:
            maxima_beside[double](job, p, 0)


cdef wide_void all_beside_wide(const Planes* job, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    all_beside(job, start, stop)


cdef void maxima_part(void* planes, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Planes* job = <Planes*>planes
    cdef cnp.npy_intp a = start * job.read, b = start * job.written
    if job.inner > 1:
        if HAS_WIDE:
            all_beside_wide(job, start, stop)
        else:
            all_beside(job, start, stop)
    elif job.single:
        maxima[float](<float*>job.source + a, <float*>job.target + b, job.places + b, job.lines, stop - start)
    else:
        maxima[double](<double*>job.source + a, <double*>job.target + b, job.places + b, job.lines, stop - start)


cdef cnp.npy_intp volume(const Line* lines) noexcept nogil:
    return lines[0].size * lines[1].size * lines[2].size


cpdef object largest(x, windows, bint beside=False):
    """The largest entry of each window, and its position in the flattened space; None if NumPy has to compute them.

    The first of equal entries wins, and the last NaN. ``beside``: the channels are the last dimension of ``x``.
    """
    cdef Planes job
    cdef Line* lines = job.lines
    cdef cnp.npy_intp sizes[3]
    cdef cnp.ndarray out, places
    cdef int i, given, end
    if not PyArray_CheckExact(x) or PyArray_NDIM(x) < len(windows) + beside:
        return None
    end = PyArray_NDIM(x) - beside
    given = lines_of(x, windows, lines, PyArray_DIMS(x) + end - len(windows))
    if not given or volume(lines) > INT_MAX:
        return None
    for i in range(given):
        sizes[i] = lines[3 - given + i].count
    job.inner = PyArray_DIMS(x)[end] if beside else 1
    out, places = new(x, given, sizes, False, beside), new(x, given, sizes, True, beside)
    job.places, job.read = <cnp.npy_int64*>PyArray_BYTES(places), volume(lines) * job.inner
    over_planes(maxima_part, &job, x, out)
    return out, places


cdef void averages(const real* x, real* out, Line* lines, cnp.npy_intp planes) noexcept nogil:
    cdef cnp.npy_intp p, a, b, c, i, j, k, row = lines[2].size, plane = lines[1].size * lines[2].size
    cdef const real* at
    cdef double total
    for p in range(planes):
        for a in range(lines[0].count):
            for b in range(lines[1].count):
                for c in range(lines[2].count):
                    total = 0
                    for i in range(lines[0].start[a], lines[0].end[a]):
                        for j in range(lines[1].start[b], lines[1].end[b]):
                            at = x + i * plane + j * row
                            for k in range(lines[2].start[c], lines[2].end[c]):
                                total += at[k]
                    out[0] = <real>(total / (lines[0].divisor[a] * lines[1].divisor[b] * lines[2].divisor[c]))
                    out += 1
        x += plane * lines[0].size


cdef void average_part(void* planes, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Planes* job = <Planes*>planes
    cdef cnp.npy_intp a = start * job.read, b = start * job.written
    if job.single:
        averages[float](<float*>job.source + a, <float*>job.target + b, job.lines, stop - start)
    else:
        averages[double](<double*>job.source + a, <double*>job.target + b, job.lines, stop - start)


cpdef object average(x, windows):
    """The sum of each window over its divisor; None if NumPy has to compute it."""
    cdef Planes job
    cdef Line* lines = job.lines
    cdef cnp.npy_intp sizes[3]
    cdef cnp.ndarray out
    cdef int i, given
    if not PyArray_CheckExact(x) or PyArray_NDIM(x) < len(windows):
        return None
    given = lines_of(x, windows, lines, PyArray_DIMS(x) + PyArray_NDIM(x) - len(windows))
    if not given:
        return None
    for i in range(given):
        sizes[i] = lines[3 - given + i].count
    out = new(x, given, sizes, False)
    job.read = volume(lines)
    over_planes(average_part, &job, x, out)
    return out


cdef void spreads(const real* y, real* out, Line* lines, cnp.npy_intp planes) noexcept nogil:
    cdef cnp.npy_intp p, a, b, c, i, j, k, row = lines[2].size, plane = lines[1].size * lines[2].size
    cdef real* at
    cdef real v
    for p in range(planes):
        for i in range(plane * lines[0].size):
            out[i] = 0
        for a in range(lines[0].count):
            for b in range(lines[1].count):
                for c in range(lines[2].count):
                    v = y[0] / (lines[0].divisor[a] * lines[1].divisor[b] * lines[2].divisor[c])
                    y += 1
                    for i in range(lines[0].start[a], lines[0].end[a]):
                        for j in range(lines[1].start[b], lines[1].end[b]):
                            at = out + i * plane + j * row
                            for k in range(lines[2].start[c], lines[2].end[c]):
                                at[k] += v
        out += plane * lines[0].size


cdef void spread_part(void* planes, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Planes* job = <Planes*>planes
    cdef cnp.npy_intp a = start * job.read, b = start * job.written
    if job.single:
        spreads[float](<float*>job.source + a, <float*>job.target + b, job.lines, stop - start)
    else:
        spreads[double](<double*>job.source + a, <double*>job.target + b, job.lines, stop - start)


cpdef object spread(y, windows, space):
    """The transpose of :func:`average`, of something that has ``space``; None if NumPy has to compute it."""
    cdef Planes job
    cdef Line* lines = job.lines
    cdef cnp.npy_intp sizes[3]
    cdef cnp.ndarray out
    cdef int i, given
    for i in range(len(space)):
        sizes[i] = space[i]
    given = lines_of(y, windows, lines, sizes)
    if not given or not volume(lines):
        return None
    for i in range(given):
        if PyArray_DIMS(y)[PyArray_NDIM(y) - given + i] != lines[3 - given + i].count:
            return None
    out = new(y, given, sizes, False)
    job.read = job.lines[0].count * job.lines[1].count * job.lines[2].count
    over_planes(spread_part, &job, y, out)
    return out


cdef bint framed(Frame* f, tuple kernel, tuple size, tuple stride, tuple dilation, tuple space):
    """Set a frame of at most three dimensions. False if there are more, or no entries, or windows end outside."""
    cdef int i, k, count = len(kernel)
    if not 1 <= count <= 3:
        return False
    for i in range(3):
        k = i - 3 + count
        f.kernel[i] = kernel[k] if k >= 0 else 1
        f.size[i] = size[k] if k >= 0 else 1
        f.stride[i] = stride[k] if k >= 0 else 1
        f.dilation[i] = dilation[k] if k >= 0 else 1
        f.space[i] = space[k] if k >= 0 else 1
        if f.size[i] < 1 or f.kernel[i] < 1 or f.stride[i] < 1 or f.dilation[i] < 1:
            return False
        if (f.size[i] - 1) * f.stride[i] + (f.kernel[i] - 1) * f.dilation[i] >= f.space[i]:
            return False
    return True


cdef void copy_windows(const real* x, real* out, const Frame* f, cnp.npy_intp planes) noexcept nogil:
    cdef cnp.npy_intp p, a, b, c, i, j, k, n = f.size[2], s = f.stride[2], plane = f.space[1] * f.space[2]
    cdef const real* at
    for p in range(planes):
        for a in range(f.kernel[0]):
            for b in range(f.kernel[1]):
                for c in range(f.kernel[2]):
                    for i in range(f.size[0]):
                        for j in range(f.size[1]):
                            at = (
                                x + (i * f.stride[0] + a * f.dilation[0]) * plane
                                + (j * f.stride[1] + b * f.dilation[1]) * f.space[2] + c * f.dilation[2]
                            )
                            if s == 1:
                                memcpy(out, at, n * sizeof(real))
                            else:
                                for k in range(n):
                                    out[k] = at[k * s]
                            out += n
        x += plane * f.space[0]


cdef void columns_part(void* planes, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Planes* job = <Planes*>planes
    cdef cnp.npy_intp a = start * job.read, b = start * job.written
    if job.single:
        copy_windows[float](<float*>job.source + a, <float*>job.target + b, &job.frame, stop - start)
    else:
        copy_windows[double](<double*>job.source + a, <double*>job.target + b, &job.frame, stop - start)


cpdef object columns(x, tuple kernel, tuple size, tuple stride, tuple dilation):
    """The windows of ``x`` (N, C, *space), as a dense array (N, C, *kernel, *size); None if NumPy has to copy them."""
    cdef Planes job
    cdef Frame* f = &job.frame
    cdef cnp.npy_intp shape[8]
    cdef cnp.ndarray out
    cdef int i, count = len(kernel)
    if not PyArray_CheckExact(x) or PyArray_NDIM(x) != count + 2 or (PyArray_FLAGS(x) & READABLE) != READABLE:
        return None
    cdef bint single = <object>PyArray_DESCR(x) is F32
    if (not single and <object>PyArray_DESCR(x) is not F64) or not framed(f, kernel, size, stride, dilation, x.shape[2:]):
        return None
    shape[0], shape[1] = PyArray_DIMS(x)[0], PyArray_DIMS(x)[1]
    for i in range(count):
        shape[2 + i], shape[2 + count + i] = kernel[i], size[i]
    out = PyArray_SimpleNew(2 + 2 * count, shape, cnp.NPY_FLOAT32 if single else cnp.NPY_FLOAT64)
    job.read = f.space[0] * f.space[1] * f.space[2]
    if PyArray_SIZE(out):
        over_planes(columns_part, &job, x, out)
    return out


cdef void add_windows(const real* windows, real* out, const Frame* f, cnp.npy_intp planes) noexcept nogil:
    cdef cnp.npy_intp p, a, b, c, i, j, k, n = f.size[2], s = f.stride[2], plane = f.space[1] * f.space[2]
    cdef real* at
    for p in range(planes):
        memset(out, 0, plane * f.space[0] * sizeof(real))
        for a in range(f.kernel[0]):
            for b in range(f.kernel[1]):
                for c in range(f.kernel[2]):
                    for i in range(f.size[0]):
                        for j in range(f.size[1]):
                            at = (
                                out + (i * f.stride[0] + a * f.dilation[0]) * plane
                                + (j * f.stride[1] + b * f.dilation[1]) * f.space[2] + c * f.dilation[2]
                            )
                            if s == 1:
                                for k in range(n):
                                    at[k] += windows[k]
                            else:
                                for k in range(n):
                                    at[k * s] += windows[k]
                            windows += n
        out += plane * f.space[0]


cdef void overlap_part(void* planes, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Planes* job = <Planes*>planes
    cdef cnp.npy_intp a = start * job.read, b = start * job.written
    if job.single:
        add_windows[float](<float*>job.source + a, <float*>job.target + b, &job.frame, stop - start)
    else:
        add_windows[double](<double*>job.source + a, <double*>job.target + b, &job.frame, stop - start)


cpdef object overlap(windows, tuple space, tuple stride, tuple dilation):
    """The transpose of :func:`columns`: add up the windows where they overlap; None if NumPy has to do it."""
    cdef Planes job
    cdef Frame* f = &job.frame
    cdef cnp.npy_intp shape[5]
    cdef cnp.ndarray out
    cdef int i, count = len(space)
    if not PyArray_CheckExact(windows) or PyArray_NDIM(windows) != 2 * count + 2:
        return None
    cdef bint single = <object>PyArray_DESCR(windows) is F32
    if (not single and <object>PyArray_DESCR(windows) is not F64) or (PyArray_FLAGS(windows) & READABLE) != READABLE:
        return None
    if not framed(f, windows.shape[2:2 + count], windows.shape[2 + count:], stride, dilation, space):
        return None
    shape[0], shape[1] = PyArray_DIMS(windows)[0], PyArray_DIMS(windows)[1]
    for i in range(count):
        shape[2 + i] = space[i]
    out = PyArray_SimpleNew(2 + count, shape, cnp.NPY_FLOAT32 if single else cnp.NPY_FLOAT64)
    job.read = f.kernel[0] * f.kernel[1] * f.kernel[2] * f.size[0] * f.size[1] * f.size[2]
    if PyArray_SIZE(out):
        over_planes(overlap_part, &job, windows, out)
    return out


cdef extern from "numpy/arrayobject.h":
    object PyArray_ZEROS(int, cnp.npy_intp*, int, int)

cdef struct Form:  # the form of Note [One form, three rows]
    cnp.npy_intp examples
    cnp.npy_intp groups
    cnp.npy_intp given  # channels of x in a group
    cnp.npy_intp made  # channels of y in a group
    cnp.npy_intp kernel[3]
    cnp.npy_intp size[3]  # of y
    cnp.npy_intp stride[3]
    cnp.npy_intp padding[3]
    cnp.npy_intp dilation[3]
    cnp.npy_intp space[3]  # of x

cdef enum:
    FEW = 16384  # products: with more, a product of matrices is faster


cdef void meeting(const Form* f, int d, cnp.npy_intp tap, cnp.npy_intp* start, cnp.npy_intp* low, cnp.npy_intp* high) noexcept nogil:
    """In one dimension: where the first window has this tap, and the range of windows that have it inside."""
    cdef cnp.npy_intp s = f.stride[d], last
    start[0] = tap * f.dilation[d] - f.padding[d]
    last = f.space[d] - 1 - start[0]
    low[0] = 0 if start[0] >= 0 else (s - 1 - start[0]) // s
    high[0] = 0 if last < 0 else min(f.size[d], last // s + 1)


cdef void contract(real* x, real* w, real* y, const Form* f, int wanted) noexcept nogil:
    """Add to one of the three what the form gives for it."""
    cdef cnp.npy_intp n, g, o, c, a, b, t, i, j, k, each, s = f.stride[2]
    cdef cnp.npy_intp first[3]
    cdef cnp.npy_intp low[3]
    cdef cnp.npy_intp high[3]
    cdef cnp.npy_intp row = f.space[2], plane = f.space[1] * row, line = f.size[2], sheet = f.size[1] * line
    cdef cnp.npy_intp taps = f.kernel[0] * f.kernel[1] * f.kernel[2]
    cdef real* at
    cdef real* to
    cdef real* tap
    cdef real total
    for n in range(f.examples):
        for g in range(f.groups):
            for o in range(f.made):
                for c in range(f.given):
                    tap = w + ((g * f.made + o) * f.given + c) * taps
                    each = (n * f.groups + g) * f.given + c
                    for a in range(f.kernel[0]):
                        meeting(f, 0, a, &first[0], &low[0], &high[0])
                        for b in range(f.kernel[1]):
                            meeting(f, 1, b, &first[1], &low[1], &high[1])
                            for t in range(f.kernel[2]):
                                meeting(f, 2, t, &first[2], &low[2], &high[2])
                                total = 0
                                for i in range(low[0], high[0]):
                                    for j in range(low[1], high[1]):
                                        at = (
                                            x + (each * f.space[0] + i * f.stride[0] + first[0]) * plane
                                            + (j * f.stride[1] + first[1]) * row + first[2]
                                        )
                                        to = y + (((n * f.groups + g) * f.made + o) * f.size[0] + i) * sheet + j * line
                                        if wanted == 2:
                                            for k in range(low[2], high[2]):
                                                to[k] += tap[0] * at[k * s]
                                        elif wanted == 0:
                                            for k in range(low[2], high[2]):
                                                at[k * s] += tap[0] * to[k]
                                        else:
                                            for k in range(low[2], high[2]):
                                                total += at[k * s] * to[k]
                                if wanted == 1:
                                    tap[0] += total
                                tap += 1


cdef bint started(cnp.ndarray out, bias) except -1:
    """Add a number to each channel of zeros; False if NumPy has to."""
    cdef cnp.npy_intp example, i, n
    cdef char* at = PyArray_BYTES(out)
    cdef char* given
    cdef double number, cell
    cdef cnp.ndarray b
    cdef int width = <int>cnp.PyArray_ITEMSIZE(out)
    if not PyArray_CheckExact(bias):
        return False
    b = bias
    if PyArray_DESCR(b) != PyArray_DESCR(out) or PyArray_NDIM(b) != 1 or PyArray_DIMS(b)[0] != PyArray_DIMS(out)[1]:
        return False
    n = PyArray_SIZE(out) // (PyArray_DIMS(out)[0] * PyArray_DIMS(out)[1])
    for example in range(PyArray_DIMS(out)[0]):
        for i in range(PyArray_DIMS(out)[1]):
            given = PyArray_BYTES(b) + i * PyArray_STRIDES(b)[0]
            number = (<float*>given)[0] if width == 4 else (<double*>given)[0]
            put_number(&cell, 0 + number, width)  # the sum of -0.0 and 0 is 0
            repeat_number(at, <char*>&cell, n, width)
            at += n * width
    return True


cpdef object contracted(x, w, y, bias, size, tuple stride, tuple padding, tuple dilation, Py_ssize_t groups):
    """What Note [One form, three rows] gives for the one of ``x``, ``w`` and ``y`` that is None.

    It has ``size`` in space; None stands for all windows of ``x``. ``bias`` is added to each channel, unless it is
    None. Returns None if a product of matrices is faster, or NumPy has to compute.
    """
    cdef Form f
    cdef list given = [x, w, y]
    cdef int wanted = 0 if x is None else 1 if w is None else 2, count = len(stride), i, k
    cdef cnp.npy_intp* sizes[3]
    cdef cnp.npy_intp shape[5]
    cdef cnp.npy_intp ahead[6]
    cdef cnp.npy_intp products = groups
    cdef cnp.ndarray out, p, q, r
    cdef object like = y if x is None else x
    cdef bint single = PyArray_CheckExact(like) and <object>PyArray_DESCR(like) is F32
    if not 1 <= count <= 3 or groups < 1:
        return None
    for i in range(3):
        if i != wanted:
            if not PyArray_CheckExact(given[i]) or PyArray_NDIM(given[i]) != count + 2 or PyArray_SIZE(given[i]) > FEW:
                return None
            if <object>PyArray_DESCR(given[i]) is not (F32 if single else F64):
                return None
            sizes[i] = PyArray_DIMS(given[i])
            given[i] = cnp.PyArray_GETCONTIGUOUS(given[i])
    f.examples, f.groups = sizes[2][0] if wanted == 0 else sizes[0][0], groups
    f.given = sizes[0][1] // groups if wanted == 1 else sizes[1][1]
    f.made = (sizes[2][1] if wanted == 1 else sizes[1][0]) // groups
    for i in range(count):  # of larger numbers, sums could leave their 64 bits
        if not (0 < stride[i] <= FEW and 0 <= padding[i] <= FEW and 0 < dilation[i] <= FEW):
            return None
    for i in range(3):
        k = i - 3 + count
        f.stride[i] = stride[k] if k >= 0 else 1
        f.padding[i] = padding[k] if k >= 0 else 0
        f.dilation[i] = dilation[k] if k >= 0 else 1
        f.kernel[i] = 1 if k < 0 else size[k] if wanted == 1 else sizes[1][2 + k]
        f.space[i] = 1 if k < 0 else size[k] if wanted == 0 else sizes[0][2 + k]
        if k < 0 or wanted != 2:
            f.size[i] = 1 if k < 0 else sizes[2][2 + k]
        elif size is None:
            f.size[i] = (f.space[i] + 2 * f.padding[i] - f.dilation[i] * (f.kernel[i] - 1) - 1) // f.stride[i] + 1
        else:
            f.size[i] = size[k]
        products *= f.kernel[i] * f.size[i]
        if k >= 0:
            shape[2 + k] = f.space[i] if wanted == 0 else f.kernel[i] if wanted == 1 else f.size[i]
        if products <= 0 or products > FEW:
            return None
    products *= f.examples * f.given * f.made
    if products <= 0 or products > FEW:
        return None
    ahead[0], ahead[1], ahead[2], ahead[3] = f.examples, groups * f.given, groups * f.made, f.given
    ahead[4], ahead[5] = f.examples, groups * f.made
    for i in range(3):
        if i != wanted and (sizes[i][0] != ahead[2 * i] or sizes[i][1] != ahead[2 * i + 1]):
            return None
    shape[0], shape[1] = ahead[2 * wanted], ahead[2 * wanted + 1]
    out = PyArray_ZEROS(2 + count, shape, cnp.NPY_FLOAT32 if single else cnp.NPY_FLOAT64, 0)
    if bias is not None and not started(out, bias):
        out += bias.reshape(-1, *(1,) * count)
    given[wanted] = out
    p, q, r = given
    if single:
        contract[float](<float*>PyArray_BYTES(p), <float*>PyArray_BYTES(q), <float*>PyArray_BYTES(r), &f, wanted)
    else:
        contract[double](<double*>PyArray_BYTES(p), <double*>PyArray_BYTES(q), <double*>PyArray_BYTES(r), &f, wanted)
    return out
