# cython: boundscheck=False, wraparound=False, cdivision=True
"""The three forms of sampling by loops, and the taps of a grid: see Note [Sampling is one form] in ``grid.py``. Taps along
a dimension.

Arrays are (..., C, *S), (..., K, *P) and (..., C, *P), and so are read as (N, C, S), (N, K, P) and (N, C, P).
``tap_loops.py`` leaves them to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport fabs, floor, fmod, isfinite, rint
from libc.string cimport memcpy, memset

from ...arrays.c_numpy cimport (
    READABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SIZE, PyArray_SimpleNew, real,
)
from ...arrays.threads cimport Part, compute, run, team_for

cnp.import_array()

cdef enum:
    FOUR = 4  # channels that are sampled at once, so that places and weights are read less often

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64), I64 = numpy.dtype(numpy.int64)

cdef struct Form:  # the trilinear form, for the threads that share it
    char* x
    char* y
    char* w
    const cnp.npy_int64* places
    double* planes  # one for each thread
    cnp.npy_intp examples
    cnp.npy_intp channels
    cnp.npy_intp size
    cnp.npy_intp taps
    cnp.npy_intp length
    cnp.npy_intp groups  # of channels
    bint single


cdef object dense(a, object dtype, int dims):
    """An array with at least two more dimensions than a space, which a loop may read from end to end; else None."""
    cdef cnp.ndarray found
    if not PyArray_CheckExact(a) or <object>PyArray_DESCR(a) is not dtype or PyArray_NDIM(a) < dims + 2:
        return None
    found = a if (PyArray_FLAGS(a) & READABLE) == READABLE else cnp.PyArray_GETCONTIGUOUS(a)
    return found if (PyArray_FLAGS(found) & READABLE) == READABLE else None


cdef object float_of(a):
    """The dtype of an array, if loops are made for it."""
    if not PyArray_CheckExact(a):
        return None
    return <object>PyArray_DESCR(a) if <object>PyArray_DESCR(a) is F32 or <object>PyArray_DESCR(a) is F64 else None


cdef cnp.npy_intp examples_of(cnp.ndarray a, int dims) noexcept:
    cdef cnp.npy_intp n = 1
    cdef int i
    for i in range(PyArray_NDIM(a) - dims - 1):
        n *= PyArray_DIMS(a)[i]
    return n


cdef cnp.npy_intp channels_of(cnp.ndarray a, int dims) noexcept:
    return PyArray_DIMS(a)[PyArray_NDIM(a) - dims - 1]


cdef cnp.npy_intp entries_of(cnp.ndarray a, int dims) noexcept:
    cdef cnp.npy_intp n = 1
    cdef int i
    for i in range(PyArray_NDIM(a) - dims, PyArray_NDIM(a)):
        n *= PyArray_DIMS(a)[i]
    return n


cdef object new(cnp.ndarray like, int dims, cnp.npy_intp channels, space, int kind):
    """An array with the leading dimensions of ``like``, so many channels, and a space."""
    cdef cnp.npy_intp shape[64]
    cdef int i, lead = PyArray_NDIM(like) - dims - 1
    for i in range(lead):
        shape[i] = PyArray_DIMS(like)[i]
    shape[lead] = channels
    for i in range(dims):
        shape[lead + 1 + i] = space[i]
    return PyArray_SimpleNew(lead + 1 + dims, shape, kind)


cdef int kind_of(object dtype) noexcept:
    return cnp.NPY_FLOAT32 if dtype is F32 else cnp.NPY_FLOAT64


cdef bint inside(const cnp.npy_int64* at, cnp.npy_intp count, cnp.npy_intp size, cnp.npy_int64 least=-1) noexcept nogil:
    """Whether all taps are in the input, or ``least``: -1 is no tap."""
    cdef cnp.npy_intp i
    cdef bint all_ = True
    for i in range(count):
        all_ &= least <= at[i] < size
    return all_


cdef int over(Part part, Form* form, cnp.npy_intp items, cnp.npy_intp work) except -1:
    """Compute groups of channels, or examples. They depend on nothing but themselves."""
    cdef int team = team_for(work)
    if form.size and not inside(form.places, form.examples * form.taps * form.length, form.size):
        return 0
    if form.planes == NULL and part is spread_part:
        form.planes = <double*>PyMem_RawMalloc((team * form.size + 1) * sizeof(double))
        if form.planes == NULL:
            raise MemoryError
    run(part, form, items, team, work)
    PyMem_RawFree(form.planes)
    return 1


cdef inline real entry(const real* x, cnp.npy_intp at) noexcept nogil:
    return x[at] if at >= 0 else 0


cdef void sampled(const Form* f, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef cnp.npy_intp g, i, c
    for g in range(start, stop):
        i, c = g // f.groups, g % f.groups * FOUR
        sample_some(
            <real*>f.x + (i * f.channels + c) * f.size, f.size, min(f.channels - c, <cnp.npy_intp>FOUR),
            f.places + i * f.taps * f.length, <real*>f.w + i * f.taps * f.length, f.taps, f.length, f.length,
            <real*>f.y + (i * f.channels + c) * f.length, f.length,
        )


cdef void sample_some(const real* x, cnp.npy_intp size, cnp.npy_intp channels, const cnp.npy_int64* places, const real* w,
                      cnp.npy_intp taps, cnp.npy_intp step, cnp.npy_intp count, real* out, cnp.npy_intp length) noexcept nogil:
    """At most four channels of an example at ``count`` positions. From one tap of a position to the next it is a step."""
    cdef cnp.npy_intp c, k, p, at
    cdef real weight, a, b, d, e
    if channels == FOUR:
        for p in range(count):
            a = b = d = e = 0
            for k in range(taps):
                at, weight = places[k * step + p], w[k * step + p]
                if at < 0:  # of a zero
                    at, weight = 0, 0 * weight
                    a, b, d, e = a + weight, b + weight, d + weight, e + weight
                else:
                    a += x[at] * weight
                    b += x[at + size] * weight
                    d += x[at + 2 * size] * weight
                    e += x[at + 3 * size] * weight
            out[p], out[p + length], out[p + 2 * length], out[p + 3 * length] = a, b, d, e
        return
    for c in range(channels):
        for p in range(count):
            a = 0
            for k in range(taps):
                a += entry(x, places[k * step + p]) * w[k * step + p]
            out[p] = a
        x += size
        out += length


cdef void sample_part(void* form, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if (<Form*>form).single:
        sampled[float](<Form*>form, start, stop, 0)
    else:
        sampled[double](<Form*>form, start, stop, 0)


cdef bint formed(Form* f, cnp.ndarray one, cnp.ndarray places, int dims, object dtype) except -1:
    """Set what two of the arrays say: examples, taps and positions. Whether they belong together."""
    f.examples, f.channels = examples_of(one, dims), channels_of(one, dims)
    f.taps, f.length = channels_of(places, dims), entries_of(places, dims)
    f.places, f.planes, f.single = <cnp.npy_int64*>PyArray_BYTES(places), NULL, dtype is F32
    f.groups = (f.channels + FOUR - 1) // FOUR
    return examples_of(places, dims) == f.examples and f.taps > 0 and f.size > 0


cpdef object sample(x, places, w, tuple space):
    """Weighted entries of ``x``, added up: (..., C, *P); None if NumPy has to compute them."""
    cdef Form f
    cdef cnp.ndarray out
    cdef int dims = len(space)
    cdef object dtype = float_of(x)
    x, w, places = dense(x, dtype, dims), dense(w, dtype, dims), dense(places, I64, dims)
    if dtype is None or x is None or w is None or places is None or PyArray_SIZE(w) != PyArray_SIZE(places):
        return None
    f.size = entries_of(x, dims)
    if not formed(&f, x, places, dims, dtype) or channels_of(w, dims) != f.taps:
        return None
    out = new(x, dims, f.channels, space, kind_of(dtype))
    f.x, f.w, f.y = PyArray_BYTES(x), PyArray_BYTES(w), PyArray_BYTES(out)
    return out if over(sample_part, &f, f.examples * f.groups, PyArray_SIZE(out) * f.taps) else None


cdef void spreads(const Form* f, cnp.npy_intp start, cnp.npy_intp stop, double* plane, real unused) noexcept nogil:
    """A plane is added up in float64, since many taps may be at one place."""
    cdef cnp.npy_intp i, k, p, at, length = f.length
    cdef const cnp.npy_int64* places
    cdef const real* w
    cdef const real* y
    cdef real* x
    for i in range(start, stop):
        places = f.places + i // f.channels * f.taps * length
        w = <real*>f.w + i // f.channels * f.taps * length
        y, x = <real*>f.y + i * length, <real*>f.x + i * f.size
        memset(plane, 0, f.size * sizeof(double))
        for k in range(f.taps):
            for p in range(length):
                at = places[k * length + p]
                if at >= 0:
                    plane[at] += y[p] * w[k * length + p]
        for p in range(f.size):
            x[p] = <real>plane[p]


cdef void spread_part(void* form, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Form* f = <Form*>form
    if f.single:
        spreads[float](f, start, stop, f.planes + who * f.size, 0)
    else:
        spreads[double](f, start, stop, f.planes + who * f.size, 0)


cpdef object spread(y, places, w, tuple space, Py_ssize_t size):
    """The transpose of :func:`sample` in ``x``: (..., C, *S); None if NumPy has to compute it."""
    cdef Form f
    cdef cnp.ndarray out
    cdef int dims = len(space)
    cdef object dtype = float_of(y)
    y, w, places = dense(y, dtype, dims), dense(w, dtype, dims), dense(places, I64, dims)
    if dtype is None or y is None or w is None or places is None or PyArray_SIZE(w) != PyArray_SIZE(places):
        return None
    f.size = size
    if not formed(&f, y, places, dims, dtype) or channels_of(w, dims) != f.taps or entries_of(y, dims) != f.length:
        return None
    out = new(y, dims, f.channels, space, kind_of(dtype))
    f.y, f.w, f.x = PyArray_BYTES(y), PyArray_BYTES(w), PyArray_BYTES(out)
    return out if over(spread_part, &f, f.examples * f.channels, PyArray_SIZE(y) * f.taps) else None


cdef void weighed(const Form* f, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef cnp.npy_intp i, c, k, q, p, at, left, size = f.size, length = f.length
    cdef const cnp.npy_int64* places
    cdef const real* x
    cdef const real* y
    cdef real* w
    cdef real a
    for i in range(start, stop):
        places, w = f.places + i * f.taps * length, <real*>f.w + i * f.taps * length
        x, y = <real*>f.x + i * f.channels * size, <real*>f.y + i * f.channels * length
        memset(w, 0, f.taps * length * sizeof(real))
        for c in range(f.groups):
            left, p = f.channels - c * FOUR, -1
            for q in range(f.taps * length):
                at = places[q]
                p = p + 1 if p + 1 < length else 0
                if at < 0:
                    continue
                if left >= FOUR:
                    w[q] = (
                        w[q] + x[at] * y[p] + x[at + size] * y[p + length] + x[at + 2 * size] * y[p + 2 * length]
                        + x[at + 3 * size] * y[p + 3 * length]
                    )
                else:
                    a = w[q]
                    for k in range(left):
                        a += x[at + k * size] * y[p + k * length]
                    w[q] = a
            x += FOUR * size
            y += FOUR * length


cdef void weigh_part(void* form, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if (<Form*>form).single:
        weighed[float](<Form*>form, start, stop, 0)
    else:
        weighed[double](<Form*>form, start, stop, 0)


cpdef object weigh(x, y, places, tuple space):
    """The transpose of :func:`sample` in the weights: (..., K, *P); None if NumPy has to compute it."""
    cdef Form f
    cdef cnp.ndarray out
    cdef int dims = len(space)
    cdef object dtype = float_of(x)
    x, y, places = dense(x, dtype, dims), dense(y, dtype, dims), dense(places, I64, dims)
    if dtype is None or x is None or y is None or places is None:
        return None
    f.size = entries_of(x, dims)
    if not formed(&f, x, places, dims, dtype) or entries_of(y, dims) != f.length or channels_of(y, dims) != f.channels:
        return None
    out = new(places, dims, f.taps, space, kind_of(dtype))
    f.x, f.y, f.w = PyArray_BYTES(x), PyArray_BYTES(y), PyArray_BYTES(out)
    return out if over(weigh_part, &f, f.examples, PyArray_SIZE(y) * f.taps) else None


# -- Taps along a dimension --------------------------------------------------------------------------------------------

cdef struct Line:  # arrays (outer, n, inner) and (outer, m, inner), for the threads that share them
    char* source
    char* target
    const cnp.npy_int64* places
    char* weights  # or NULL, if there is one tap, of weight 1
    cnp.npy_intp n
    cnp.npy_intp m
    cnp.npy_intp inner
    cnp.npy_intp taps
    cnp.npy_intp first  # of the entries that are copied at once
    cnp.npy_intp last
    bint pairs  # whether the first two taps are always in the input
    bint single


cdef inline void copied(const Line* f, const real* x, real* out, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    cdef cnp.npy_intp j
    for j in range(start, stop):
        if f.inner == 1:
            out[j] = x[f.places[j]]
        else:
            memcpy(out + j * f.inner, x + f.places[j] * f.inner, f.inner * sizeof(real))


cdef void longest_run(Line* f) noexcept:
    """Find the most places in a row that follow one another."""
    cdef cnp.npy_intp j, start = 0
    f.first = f.last = 0
    for j in range(1, f.m + 1):
        if j == f.m or f.places[j] != f.places[j - 1] + 1:
            if j - start > f.last - f.first:
                f.first, f.last = start, j
            start = j


cdef void resampled(const Line* f, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    """Some of the ``outer`` parts. The first tap is written, or the first two, and the others are added."""
    cdef cnp.npy_intp o, i, j, k, at, inner = f.inner, m = f.m
    cdef const real* x
    cdef const real* w
    cdef real* out
    cdef real weight, total
    for o in range(start, stop):
        out = <real*>f.target + o * m * inner
        x = <real*>f.source + o * f.n * inner
        if f.weights == NULL:
            copied(f, x, out, 0, f.first)
            if f.last > f.first:
                memcpy(out + f.first * inner, x + f.places[f.first] * inner, (f.last - f.first) * inner * sizeof(real))
            copied(f, x, out, f.last, m)
            continue
        for j in range(m):
            w = <real*>f.weights + j
            k = 2 if f.pairs else 1
            if inner == 1:
                if k == 2:
                    total = x[f.places[j]] * w[0] + x[f.places[m + j]] * w[m]
                else:
                    total = entry(x, f.places[j]) * w[0]
                for k in range(k, f.taps):
                    total += entry(x, f.places[k * m + j]) * w[k * m]
                out[0] = total
            else:
                if k == 2:
                    add_pair(x + f.places[j] * inner, x + f.places[m + j] * inner, w[0], w[m], out, inner)
                elif f.places[j] >= 0:
                    for i in range(inner):
                        out[i] = x[f.places[j] * inner + i] * w[0]
                else:
                    memset(out, 0, inner * sizeof(real))
                for k in range(k, f.taps):
                    at, weight = f.places[k * m + j], w[k * m]
                    if at >= 0:
                        for i in range(inner):
                            out[i] += x[at * inner + i] * weight
            out += inner


cdef inline void add_pair(const real* x, const real* y, real first, real second, real* out, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(n):
        out[i] = x[i] * first + y[i] * second


cdef void resample_part(void* line, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if (<Line*>line).single:
        resampled[float](<Line*>line, start, stop, 0)
    else:
        resampled[double](<Line*>line, start, stop, 0)


cpdef object along(x, places, weights, int axis):
    """Weighted entries along an axis, added up; None if NumPy has to compute them.

    Places and weights are (K, M), the place -1 where there is no tap. The weights are None if there is one tap
    everywhere, of weight 1.
    """
    cdef Line f
    cdef cnp.ndarray a, out
    cdef cnp.npy_intp shape[64]
    cdef cnp.npy_intp outer = 1
    cdef object dtype = float_of(x)
    cdef int i, nd
    if dtype is None or (PyArray_FLAGS(x) & READABLE) != READABLE or not 0 <= axis < PyArray_NDIM(x):
        return None
    if dense(places, I64, 0) is not places or (weights is not None and dense(weights, dtype, 0) is not weights):
        return None
    a, nd = x, PyArray_NDIM(x)
    f.inner = 1
    for i in range(nd):
        shape[i] = PyArray_DIMS(a)[i]
        if i < axis:
            outer *= shape[i]
        elif i > axis:
            f.inner *= shape[i]
    f.n, f.taps, f.m, f.single = shape[axis], PyArray_DIMS(places)[0], PyArray_DIMS(places)[1], dtype is F32
    f.places, f.weights = <cnp.npy_int64*>PyArray_BYTES(places), NULL
    if weights is not None:
        f.weights = PyArray_BYTES(weights)
        if PyArray_SIZE(weights) != PyArray_SIZE(places):
            return None
    elif f.taps != 1:
        return None
    if not f.taps or not inside(f.places, f.taps * f.m, f.n):
        return None
    longest_run(&f)
    f.pairs = f.taps > 1 and inside(f.places, 2 * f.m, f.n, 0)
    shape[axis] = f.m
    out = PyArray_SimpleNew(nd, shape, kind_of(dtype))
    f.source, f.target = PyArray_BYTES(a), PyArray_BYTES(out)
    if PyArray_SIZE(out):
        compute(resample_part, &f, outer, PyArray_SIZE(out) * f.taps)
    return out


# -- The taps of a grid ------------------------------------------------------------------------------------------------

cdef enum:
    NEAREST = 1  # the taps of a mode along each dimension
    LINEAR = 2
    CUBIC = 4
    ZEROS = 0
    BORDER = 1
    REFLECTION = 2
    BLOCK = 16  # positions that are sampled at a time
    MOST = 64  # taps of a position

cdef struct Grid:  # points in a space, for the threads that share them
    char* points
    char* weights
    char* moved
    char* image  # and its size and channels, where it is sampled
    cnp.npy_intp size
    cnp.npy_intp channels
    cnp.npy_int64* places
    cnp.npy_intp length  # positions of an example
    cnp.npy_intp sizes[3]  # the last ones are those of the space, the others 1
    int counts[3]  # of taps along each dimension
    int dims
    int taps
    int padding
    bint aligned
    bint single

cdef struct Taps:  # those of a point, along each dimension: float64 holds what float32 has been rounded to
    double at[12]
    double weight[12]
    double slope[12]


cdef inline real down(real x) noexcept nogil:
    """``floor(x)``, which takes long on processors without an instruction for it."""
    cdef real whole
    if not -1e9 < x < 1e9:
        return <real>floor(x)
    whole = <real><int>x
    return whole - 1 if whole > x else whole


cdef inline real folded(real c, const Grid* g, real n) noexcept nogil:
    """``_folded`` in ``grid.py``."""
    cdef real low = 0 if g.aligned else <real>-0.5, span = n - 1 if g.aligned else n, way
    if g.padding == ZEROS:
        return c
    if g.padding == REFLECTION and span > 0:
        way = <real>fabs(c - low)
        if not way < 2 * span:
            way = <real>fmod(way, 2 * span)
        c = (way if way <= span else 2 * span - way) + low
    return 0 if c < 0 else n - 1 if c > n - 1 else c


cdef inline real turned(real c, const Grid* g, real n) noexcept nogil:
    """``_turn`` in ``grid.py``."""
    cdef real kept = folded(c, g, n), inner = 1 if 0 < kept < n - 1 else 0, way
    if g.padding == BORDER or n == 1:
        return inner
    way = down((c - (0 if g.aligned else <real>-0.5)) / (n - 1 if g.aligned else n))
    return inner * (1 - 2 * (way - 2 * down(way / 2)))


cdef inline real near(real d) noexcept nogil:
    return (<real>1.25 * d - <real>2.25) * d * d + 1


cdef inline real far(real d) noexcept nogil:
    return (((d - 5) * d + 8) * d - 4) * <real>-0.75


cdef inline real slope_near(real d) noexcept nogil:
    return (<real>3.75 * d - <real>4.5) * d


cdef inline real slope_far(real d) noexcept nogil:
    return ((3 * d - 10) * d + 8) * <real>-0.75


cdef inline real position_of(real point, const Grid* g, real n) noexcept nogil:
    """The position of a coordinate in a space, in the steps in which ``grid.py`` computes it."""
    cdef real position = (-1 if point != point else point) + 1  # Note [Nowhere]
    return position * ((n - 1) / 2) if g.aligned else (position * n - 1) * <real>0.5


cdef inline void taps_of(real point, const Grid* g, int dim, Taps* found, real unused) noexcept nogil:
    """The taps of a coordinate, in the steps in which ``grid.py`` computes them."""
    cdef real n = <real>g.sizes[dim], position = position_of(point, g, n), c, t, first, unit
    cdef int k, i = 4 * dim
    unit = (n - 1) / 2 if g.aligned else n / 2
    c = position
    if g.taps != CUBIC:
        c = folded(c, g, n)
        if g.padding != ZEROS:
            unit = turned(position, g, n) * unit
    if g.dims == 3:
        if not isfinite(c):
            c = -2 if g.padding == ZEROS else n - 1
        if g.padding != ZEROS and not isfinite(position):
            unit = 0
    first = <real>rint(c) if g.taps == NEAREST else down(c)
    t = c - first
    if g.taps == NEAREST:
        found.at[i], found.weight[i], found.slope[i] = first, 1, 0 * unit
    elif g.taps == LINEAR:
        found.at[i], found.weight[i], found.slope[i] = first, 1 - t, -1 * unit
        found.at[i + 1], found.weight[i + 1], found.slope[i + 1] = first + 1, t, unit
    else:
        for k in range(4):
            found.at[i + k] = folded(first + (k - 1), g, n)
        found.weight[i], found.weight[i + 1] = far(t + 1), near(t)
        found.weight[i + 2], found.weight[i + 3] = near(1 - t), far(2 - t)
        found.slope[i], found.slope[i + 1] = slope_far(t + 1) * unit, slope_near(t) * unit
        found.slope[i + 2], found.slope[i + 3] = -slope_near(1 - t) * unit, -slope_far(2 - t) * unit


cdef inline void all_taps(const real* point, const Grid* g, Taps* found) noexcept nogil:
    """The taps of a point along each of three dimensions. Those that are not there have one tap, of weight 1."""
    cdef int d
    for d in range(3):
        if d < 3 - g.dims:
            found.at[4 * d], found.weight[4 * d], found.slope[4 * d] = 0, 1, 0
        else:
            taps_of(point[2 - d], g, d, found, 0)


cdef inline bint within(double at, cnp.npy_intp size) noexcept nogil:
    return 0 <= at < size


cdef inline void cross_plane(const real* point, const Grid* g, cnp.npy_int64* places, real* weights,
                             cnp.npy_intp step) noexcept nogil:
    """:func:`cross_point` for the four pixels around a point."""
    cdef real rows = <real>g.sizes[1], columns = <real>g.sizes[2], row, column, y, x
    cdef bint upper, lower, left, right
    cdef cnp.npy_int64 at = 0
    y, x = folded(position_of(point[1], g, rows), g, rows), folded(position_of(point[0], g, columns), g, columns)
    row, column = down(y), down(x)
    y, x = y - row, x - column
    upper, lower = 0 <= row < rows, 0 <= row + 1 < rows
    left, right = 0 <= column < columns, 0 <= column + 1 < columns
    if (upper or lower) and (left or right):
        at = <cnp.npy_int64>row * g.sizes[2] + <cnp.npy_int64>column
    places[0] = at if upper and left else -1
    places[step] = at + 1 if upper and right else -1
    places[2 * step] = at + g.sizes[2] if lower and left else -1
    places[3 * step] = at + g.sizes[2] + 1 if lower and right else -1
    weights[0], weights[step] = (1 - y) * (1 - x), (1 - y) * x
    weights[2 * step], weights[3 * step] = y * (1 - x), y * x


cdef void cross_point(const real* point, const Grid* g, cnp.npy_int64* places, real* weights,
                      cnp.npy_intp step) noexcept nogil:
    """All combinations of the taps of a point along each dimension. From one to the next it is a step."""
    cdef cnp.npy_int64 place
    cdef real one, two
    cdef Taps t
    cdef bint kept, both
    cdef int a, b, c
    if g.dims == 2 and g.taps == LINEAR:
        cross_plane(point, g, places, weights, step)
        return
    all_taps(point, g, &t)
    for a in range(g.counts[0]):
        kept, one = within(t.at[a], g.sizes[0]), <real>t.weight[a]
        for b in range(4, 4 + g.counts[1]):
            both, two = kept and within(t.at[b], g.sizes[1]), one * <real>t.weight[b]
            place = (<cnp.npy_int64>t.at[a] * g.sizes[1] + <cnp.npy_int64>t.at[b]) * g.sizes[2] if both else 0
            for c in range(8, 8 + g.counts[2]):
                places[0] = place + <cnp.npy_int64>t.at[c] if both and within(t.at[c], g.sizes[2]) else -1
                weights[0] = two * <real>t.weight[c]
                places += step
                weights += step


cdef void cross(const Grid* g, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    """The taps of positions ``start`` to ``stop``."""
    cdef cnp.npy_intp i, at, count = g.counts[0] * g.counts[1] * g.counts[2], p = start % max(g.length, <cnp.npy_intp>1)
    for i in range(start, stop):
        at = (i - p) * count + p
        cross_point(<real*>g.points + i * g.dims, g, g.places + at, <real*>g.weights + at, g.length)
        p = p + 1 if p + 1 < g.length else 0


cdef void cross_part(void* grid, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if (<Grid*>grid).single:
        cross[float](<Grid*>grid, start, stop, 0)
    else:
        cross[double](<Grid*>grid, start, stop, 0)


cdef bint gridded(Grid* g, cnp.ndarray points, tuple space, str mode, str padding, bint aligned) except -1:
    """Set what says which taps points have. Whether loops are made for it."""
    cdef int i, nd = PyArray_NDIM(points)
    g.dims, g.aligned, g.length = len(space), aligned, 1
    if not 1 <= g.dims <= 3 or nd < g.dims + 1 or PyArray_DIMS(points)[nd - 1] != g.dims:
        return False
    g.taps = NEAREST if mode == "nearest" else CUBIC if mode == "bicubic" else LINEAR
    for i in range(3):
        g.sizes[i], g.counts[i] = 1, 1
        if i >= 3 - g.dims:
            g.sizes[i], g.counts[i] = space[i - 3 + g.dims], g.taps
            g.length *= PyArray_DIMS(points)[nd - 4 + i]
    g.padding = ZEROS if padding == "zeros" else BORDER if padding == "border" else REFLECTION
    g.points, g.single = PyArray_BYTES(points), <object>PyArray_DESCR(points) is F32
    return True


cdef int over_points(Part part, Grid* grid, cnp.npy_intp points, cnp.npy_intp work) except -1:
    compute(part, grid, points, work)
    return 0


cpdef object taps(points, tuple space, str mode, str padding, bint align_corners):
    """The places of the taps of points (..., *P, D), -1 for those outside, and their weights: (..., K, *P).

    None if NumPy has to compute them.
    """
    cdef Grid g
    cdef cnp.npy_intp shape[64]
    cdef cnp.ndarray places, weights
    cdef object dtype = float_of(points)
    cdef int i, nd, lead, count
    points = dense(points, dtype, 0)
    if dtype is None or points is None or not gridded(&g, points, space, mode, padding, align_corners):
        return None
    nd = PyArray_NDIM(points)
    lead, count = nd - 1 - g.dims, g.counts[0] * g.counts[1] * g.counts[2]
    for i in range(nd):
        shape[i] = PyArray_DIMS(points)[i] if i < lead else count if i == lead else PyArray_DIMS(points)[i - 1]
    places = PyArray_SimpleNew(nd, shape, cnp.NPY_INT64)
    weights = PyArray_SimpleNew(nd, shape, kind_of(dtype))
    g.places, g.weights = <cnp.npy_int64*>PyArray_BYTES(places), PyArray_BYTES(weights)
    over_points(cross_part, &g, PyArray_SIZE(points) // g.dims, 4 * PyArray_SIZE(places))
    return places, weights


cdef void grid_sampled(const Grid* g, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef cnp.npy_int64 places[MOST * BLOCK]
    cdef real weights[MOST * BLOCK]
    cdef cnp.npy_intp i, c, n, p, count, taps = g.counts[0] * g.counts[1] * g.counts[2]
    while start < stop:
        n, p = start // g.length, start % g.length
        count = min(min(<cnp.npy_intp>BLOCK, stop - start), g.length - p)
        for i in range(count):
            cross_point(<real*>g.points + (start + i) * g.dims, g, &places[i], &weights[i], BLOCK)
        for c in range(0, g.channels, 4):
            sample_some(
                <real*>g.image + (n * g.channels + c) * g.size, g.size, min(g.channels - c, <cnp.npy_intp>FOUR), places,
                weights, taps, BLOCK, count, <real*>g.moved + (n * g.channels + c) * g.length + p, g.length,
            )
        start += count


cdef void grid_sampled_part(void* grid, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if (<Grid*>grid).single:
        grid_sampled[float](<Grid*>grid, start, stop, 0)
    else:
        grid_sampled[double](<Grid*>grid, start, stop, 0)


cpdef object sample_grid(x, points, tuple space, str mode, str padding, bint align_corners):
    """``x`` (..., C, *S) sampled at points (..., *P, D): (..., C, *P). None if NumPy has to compute it."""
    cdef Grid g
    cdef cnp.npy_intp shape[64]
    cdef cnp.ndarray out
    cdef object dtype = float_of(x)
    cdef int i, nd, dims = len(space)
    if dtype is None or float_of(points) is not dtype:
        return None
    x, points = dense(x, dtype, dims), dense(points, dtype, 0)
    if x is None or points is None or not gridded(&g, points, space, mode, padding, align_corners):
        return None
    nd = PyArray_NDIM(x)
    if PyArray_NDIM(points) != nd or entries_of(x, dims) != g.sizes[0] * g.sizes[1] * g.sizes[2]:
        return None
    for i in range(nd):
        if i < nd - 1 - dims and PyArray_DIMS(x)[i] != PyArray_DIMS(points)[i]:
            return None
        shape[i] = PyArray_DIMS(x)[i] if i < nd - dims else PyArray_DIMS(points)[i - 1]
    out = PyArray_SimpleNew(nd, shape, kind_of(dtype))
    g.image, g.moved, g.size, g.channels = PyArray_BYTES(x), PyArray_BYTES(out), entries_of(x, dims), shape[nd - 1 - dims]
    over_points(grid_sampled_part, &g, PyArray_SIZE(points) // dims, 4 * PyArray_SIZE(out))
    return out


cdef void pulls(const Grid* g, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef cnp.npy_intp i, count = g.counts[0] * g.counts[1] * g.counts[2], p = start % max(g.length, <cnp.npy_intp>1)
    cdef const real* point
    cdef const real* weights
    cdef real one, two, total
    cdef Taps t
    cdef int along, a, b, c
    for i in range(start, stop):
        point = <real*>g.points + i * g.dims
        all_taps(point, g, &t)
        for along in range(3 - g.dims, 3):
            weights = <real*>g.weights + (i - p) * count + p
            total = 0
            for a in range(g.counts[0]):
                one = <real>(t.slope[a] if along == 0 else t.weight[a])
                for b in range(4, 4 + g.counts[1]):
                    two = one * <real>(t.slope[b] if along == 1 else t.weight[b])
                    for c in range(8, 8 + g.counts[2]):
                        total += weights[0] * (two * <real>(t.slope[c] if along == 2 else t.weight[c]))
                        weights += g.length
            (<real*>g.moved)[i * g.dims + 2 - along] = 0 if point[2 - along] != point[2 - along] else total
        p = p + 1 if p + 1 < g.length else 0


cdef void pull_part(void* grid, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if (<Grid*>grid).single:
        pulls[float](<Grid*>grid, start, stop, 0)
    else:
        pulls[double](<Grid*>grid, start, stop, 0)


cpdef object pull(g_weights, points, tuple space, str mode, str padding, bint align_corners):
    """The gradient of points from that of the weights of their taps; None if NumPy has to compute it."""
    cdef Grid g
    cdef cnp.ndarray out
    cdef object dtype = float_of(points)
    points, g_weights = dense(points, dtype, 0), dense(g_weights, dtype, 0)
    if dtype is None or points is None or g_weights is None:
        return None
    if not gridded(&g, points, space, mode, padding, align_corners):
        return None
    if PyArray_SIZE(g_weights) * g.dims != PyArray_SIZE(points) * g.counts[0] * g.counts[1] * g.counts[2]:
        return None
    out = PyArray_SimpleNew(PyArray_NDIM(points), PyArray_DIMS(points), kind_of(dtype))
    g.weights, g.moved = PyArray_BYTES(g_weights), PyArray_BYTES(out)
    over_points(pull_part, &g, PyArray_SIZE(points) // g.dims, 8 * PyArray_SIZE(g_weights))
    return out
