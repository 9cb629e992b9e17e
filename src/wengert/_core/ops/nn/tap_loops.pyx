# cython: boundscheck=False, wraparound=False, cdivision=True
"""The three forms of sampling by loops: see Note [Sampling is one form] in ``grid.py``. Taps along a dimension.

Arrays are (..., C, *S), (..., K, *P) and (..., C, *P), and so are read as (N, C, S), (N, K, P) and (N, C, P).
``tap_loops.py`` leaves them to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.string cimport memset

from ...arrays.c_numpy cimport (
    READABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SIZE, PyArray_SimpleNew, real,
)
from ...arrays.moves cimport copy_bytes
from ...arrays.threads cimport Part, compute, run, team_for

cnp.import_array()

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


cdef void sampled(const Form* f, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef cnp.npy_intp g, i, c
    for g in range(start, stop):
        i, c = g // f.groups, g % f.groups * FOUR
        sample_some(
            <real*>f.x + (i * f.channels + c) * f.size, f.size, min(f.channels - c, <cnp.npy_intp>FOUR),
            f.places + i * f.taps * f.length, <real*>f.w + i * f.taps * f.length, f.taps, f.length, f.length,
            <real*>f.y + (i * f.channels + c) * f.length, f.length,
        )


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
            copy_bytes(out + j * f.inner, x + f.places[j] * f.inner, f.inner * sizeof(real))


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
                copy_bytes(out + f.first * inner, x + f.places[f.first] * inner, (f.last - f.first) * inner * sizeof(real))
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
    if not f.taps or not inside(f.places, f.taps * f.m, f.n, -1 if weights is not None else 0):
        return None
    longest_run(&f)
    f.pairs = f.taps > 1 and inside(f.places, 2 * f.m, f.n, 0)
    shape[axis] = f.m
    out = PyArray_SimpleNew(nd, shape, kind_of(dtype))
    f.source, f.target = PyArray_BYTES(a), PyArray_BYTES(out)
    if PyArray_SIZE(out):
        compute(resample_part, &f, outer, PyArray_SIZE(out) * f.taps)
    return out
