# cython: boundscheck=False, wraparound=False, cdivision=True
"""The taps of the points of a grid by loops, and images sampled at points: see ``grid.py``.

``grid_loops.py`` leaves them to NumPy, in the pure build.
"""

cimport numpy as cnp
from libc.limits cimport INT_MAX
from libc.math cimport fabs, fmod, isfinite
from libc.string cimport memcpy, memset

from ...arrays.c_numpy cimport PyArray_BYTES, PyArray_DESCR, PyArray_DIMS, PyArray_NDIM, PyArray_SIZE, PyArray_SimpleNew, real
from ...arrays.threads cimport compute
from ...arrays.widths cimport HAS_WIDE, HAS_WIDEST, wide_void, widest_void
from .tap_loops cimport F32, FOUR, dense, entries_of, float_of, kind_of, sample_some, whole_number

cnp.import_array()

cdef enum:
    NEAREST = 1  # the taps of a mode along each dimension
    LINEAR = 2
    CUBIC = 4
    ZEROS = 0
    BORDER = 1
    REFLECTION = 2
    BLOCK = 64  # points whose taps are found at a time: every step is a loop over them that becomes vectors
    ALONG = 4 * BLOCK  # their taps along a dimension, one row for each
    MOST = 16  # taps of a point

cdef struct Grid:  # points in a space, for the threads that share them
    char* points
    char* weights
    char* moved  # the image, or the gradient of the points
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


cdef inline real whole(real x) noexcept nogil:
    """``rint(x)``, which takes long on processors without an instruction for it: a sum of this size has no fraction."""
    cdef real size = x if x >= 0 else -x, unit = 8388608 if real is float else <real>4503599627370496
    cdef real found = (size + unit) - unit
    return x if not size < unit else found if x >= 0 else -found


cdef inline real down(real x) noexcept nogil:
    """``floor(x)``."""
    cdef real found = whole(x)
    return found - <real>1 if found > x else found


cdef inline real reflected(real c, real low, real span) noexcept nogil:
    """``_reflected`` in ``grid.py``."""
    cdef real way = <real>fabs(c - low)
    if not way < 2 * span:
        way = <real>fmod(way, 2 * span)
    return (way if way <= span else 2 * span - way) + low


cdef inline void fold(real* c, const Grid* g, real n) noexcept nogil:
    """``_folded`` in ``grid.py``."""
    cdef real low = 0 if g.aligned else <real>-0.5, span = n - 1 if g.aligned else n, last = n - 1, zero = 0
    cdef int p
    if g.padding == ZEROS:
        return
    if g.padding == REFLECTION and span > 0:
        for p in range(BLOCK):
            c[p] = reflected(c[p], low, span)
    for p in range(BLOCK):
        c[p] = zero if c[p] < zero else last if c[p] > last else c[p]


cdef inline real turned(real c, real kept, const Grid* g, real n) noexcept nogil:
    """``_turn`` in ``grid.py``, of a position that :func:`fold` has moved to ``kept``."""
    cdef real inner = 1 if 0 < kept < n - 1 else 0, way
    if g.padding == BORDER or n == 1:
        return inner
    way = down((c - (0 if g.aligned else <real>-0.5)) / (n - 1 if g.aligned else n))
    return inner * (1 - 2 * (way - 2 * down(way / 2)))


cdef inline real near(real d) noexcept nogil:
    return (<real>1.25 * d - <real>2.25) * d * d + <real>1


cdef inline real far(real d) noexcept nogil:
    return (((d - <real>5) * d + <real>8) * d - <real>4) * <real>-0.75


cdef inline real slope_near(real d) noexcept nogil:
    return (<real>3.75 * d - <real>4.5) * d


cdef inline real slope_far(real d) noexcept nogil:
    return ((<real>3 * d - <real>10) * d + <real>8) * <real>-0.75


cdef inline void find_positions(const real* points, cnp.npy_intp count, const Grid* g, int dim,
                                real* position) noexcept nogil:
    """The positions of points along a dimension, in the steps in which ``grid.py`` computes them."""
    cdef real n = <real>g.sizes[dim], one = 1, half = (n - one) / 2
    cdef cnp.npy_intp p, step = g.dims
    cdef bint aligned = g.aligned
    points += 2 - dim  # a point's coordinates are in reverse order
    for p in range(count):
        position[p] = points[p * step]
    for p in range(count, <cnp.npy_intp>BLOCK):
        position[p] = 0
    for p in range(BLOCK):
        position[p] = (-one if position[p] != position[p] else position[p]) + one  # Note [Nowhere]
        position[p] = position[p] * half if aligned else (position[p] * n - one) * <real>0.5


cdef inline void find_units(const real* position, const real* c, const Grid* g, real n, real* unit) noexcept nogil:
    """How far positions move, after padding, with the coordinates of their points."""
    cdef int p
    for p in range(BLOCK):
        unit[p] = (n - 1) / 2 if g.aligned else n / 2
    if g.taps == CUBIC or g.padding == ZEROS:
        return
    for p in range(BLOCK):
        unit[p] = turned(position[p], c[p], g, n) * unit[p]
        if g.dims == 3 and not isfinite(position[p]):
            unit[p] = 0


cdef inline void keep_places(const real* at, cnp.npy_intp size, cnp.npy_intp step,
                             cnp.npy_int32* places) noexcept nogil:
    """Whole numbers as places along a dimension, in steps of its entries: -1 outside. Those that are no integers of 32
    bits lie outside, too."""
    cdef real least = -4, most = <real>size + 4, one
    cdef cnp.npy_int32 place, end = <cnp.npy_int32>size, by = <cnp.npy_int32>step
    cdef int p
    for p in range(BLOCK):
        one = at[p]
        one = (one if one <= most else most) if one >= least else least
        place = <cnp.npy_int32>one
        places[p] = place * by if 0 <= place < end else -1


cdef inline void taps_along(const real* points, cnp.npy_intp count, const Grid* g, int dim, cnp.npy_int32* places,
                            real* weights, real* slopes) noexcept nogil:
    """The taps of points along a dimension, and the derivatives of their weights, if asked for: rows of ``BLOCK``."""
    cdef real position[BLOCK]
    cdef real kept[BLOCK]  # the positions, moved into the image
    cdef real first[BLOCK]
    cdef real c[BLOCK]  # their distances from the entries before them
    cdef real unit[BLOCK]
    cdef real at[BLOCK]
    cdef real n = <real>g.sizes[dim], one = 1, away, t
    cdef cnp.npy_intp step = 1
    cdef int p, k
    for k in range(dim + 1, 3):
        step *= g.sizes[k]
    find_positions(points, count, g, dim, position)
    memcpy(kept, position, BLOCK * sizeof(real))
    if g.taps != CUBIC:  # whose taps are moved into the image, not the point
        fold(kept, g, n)
    away = -2 if g.padding == ZEROS else n - 1
    for p in range(BLOCK):
        t = kept[p]
        if g.dims == 3:
            t = t if t - t == 0 else away
        first[p] = whole(t) if g.taps == NEAREST else down(t)
        c[p] = t - first[p]
    for k in range(g.taps):
        for p in range(BLOCK):
            at[p] = first[p] + (k - (1 if g.taps == CUBIC else 0))
        if g.taps == CUBIC:
            fold(at, g, n)
        keep_places(at, g.sizes[dim], step, places + k * BLOCK)
    if g.taps == NEAREST:
        for p in range(BLOCK):
            weights[p] = 1
    elif g.taps == LINEAR:
        for p in range(BLOCK):
            weights[p], weights[BLOCK + p] = one - c[p], c[p]
    else:
        for p in range(BLOCK):
            t = c[p]
            weights[p], weights[BLOCK + p] = far(t + one), near(t)
            weights[2 * BLOCK + p], weights[3 * BLOCK + p] = near(one - t), far(2 * one - t)
    if slopes == NULL:
        return
    find_units(position, kept, g, n, unit)
    if g.taps == NEAREST:
        for p in range(BLOCK):
            slopes[p] = 0 * unit[p]
    elif g.taps == LINEAR:
        for p in range(BLOCK):
            slopes[p], slopes[BLOCK + p] = -unit[p], unit[p]
    else:
        for p in range(BLOCK):
            t = c[p]
            slopes[p], slopes[BLOCK + p] = slope_far(t + one) * unit[p], slope_near(t) * unit[p]
            slopes[2 * BLOCK + p] = -slope_near(one - t) * unit[p]
            slopes[3 * BLOCK + p] = -slope_far(2 * one - t) * unit[p]


cdef inline void all_taps(const real* points, cnp.npy_intp count, const Grid* g, cnp.npy_int32* places, real* weights,
                          real* slopes) noexcept nogil:
    """The taps of points along each of three dimensions. Those that are not there have one tap, of weight 1."""
    cdef int d, p
    for d in range(3):
        if d >= 3 - g.dims:
            taps_along(points, count, g, d, places + d * ALONG, weights + d * ALONG,
                       slopes + d * ALONG if slopes != NULL else NULL)
            continue
        for p in range(BLOCK):
            places[d * ALONG + p], weights[d * ALONG + p] = 0, 1
            if slopes != NULL:
                slopes[d * ALONG + p] = 0


cdef inline void cross(const real* points, cnp.npy_intp count, const Grid* g, whole_number* places, real* weights,
                       cnp.npy_intp step) noexcept nogil:
    """All combinations of the taps of points along each dimension. From one to the next it is a step."""
    cdef cnp.npy_int32 at[3 * ALONG]
    cdef real weight[3 * ALONG]
    cdef const cnp.npy_int32* i
    cdef const cnp.npy_int32* j
    cdef const cnp.npy_int32* k
    cdef const real* x
    cdef const real* y
    cdef const real* z
    cdef int a, b, c, p
    all_taps(points, count, g, at, weight, <real*>NULL)
    for a in range(g.counts[0]):
        for b in range(g.counts[1]):
            for c in range(g.counts[2]):
                i, j, k = at + a * BLOCK, at + ALONG + b * BLOCK, at + 2 * ALONG + c * BLOCK
                x, y, z = weight + a * BLOCK, weight + ALONG + b * BLOCK, weight + 2 * ALONG + c * BLOCK
                for p in range(count):
                    places[p] = -1 if (i[p] | j[p] | k[p]) < 0 else i[p] + j[p] + k[p]
                    weights[p] = x[p] * y[p] * z[p]
                places += step
                weights += step


cdef inline void crossed(const Grid* g, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    """The taps of positions ``start`` to ``stop``."""
    cdef cnp.npy_intp at, p, count, combined = g.counts[0] * g.counts[1] * g.counts[2]
    while start < stop:
        p = start % g.length
        count, at = min(min(<cnp.npy_intp>BLOCK, stop - start), g.length - p), (start - p) * combined + p
        cross(<real*>g.points + start * g.dims, count, g, g.places + at, <real*>g.weights + at, g.length)
        start += count


cdef inline void sampled(const Grid* g, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    """An image at the points of positions ``start`` to ``stop``."""
    cdef cnp.npy_int32 places[MOST * BLOCK]
    cdef real weights[MOST * BLOCK]
    cdef cnp.npy_intp c, n, p, count, taps = g.counts[0] * g.counts[1] * g.counts[2]
    while start < stop:
        n, p = start // g.length, start % g.length
        count = min(min(<cnp.npy_intp>BLOCK, stop - start), g.length - p)
        cross(<real*>g.points + start * g.dims, count, g, places, weights, BLOCK)
        for c in range(n * g.channels, (n + 1) * g.channels, 4):
            sample_some(
                <real*>g.image + c * g.size, g.size, min((n + 1) * g.channels - c, <cnp.npy_intp>FOUR), places, weights,
                taps, BLOCK, count, <real*>g.moved + c * g.length + p, g.length,
            )
        start += count


cdef inline void pulls(const Grid* g, cnp.npy_intp start, cnp.npy_intp stop, real unused) noexcept nogil:
    cdef cnp.npy_int32 unused_places[3 * ALONG]
    cdef real weight[3 * ALONG]
    cdef real slope[3 * ALONG]
    cdef real total[BLOCK]
    cdef const real* share = weight
    cdef const real* change = slope
    cdef const real* weights
    cdef const real* x
    cdef const real* y
    cdef const real* z
    cdef const real* points
    cdef cnp.npy_intp p, i, count, combined = g.counts[0] * g.counts[1] * g.counts[2]
    cdef int along, a, b, c
    while start < stop:
        p = start % g.length
        count = min(min(<cnp.npy_intp>BLOCK, stop - start), g.length - p)
        points = <real*>g.points + start * g.dims
        all_taps(points, count, g, unused_places, weight, slope)
        for along in range(3 - g.dims, 3):
            weights = <real*>g.weights + (start - p) * combined + p
            memset(total, 0, BLOCK * sizeof(real))
            for a in range(g.counts[0]):
                for b in range(g.counts[1]):
                    for c in range(g.counts[2]):
                        x = (change if along == 0 else share) + a * BLOCK
                        y = (change if along == 1 else share) + ALONG + b * BLOCK
                        z = (change if along == 2 else share) + 2 * ALONG + c * BLOCK
                        for i in range(count):
                            total[i] += weights[i] * (x[i] * y[i] * z[i])
                        weights += g.length
            for i in range(count):
                (<real*>g.moved)[(start + i) * g.dims + 2 - along] = (
                    0 if points[i * g.dims + 2 - along] != points[i * g.dims + 2 - along] else total[i]
                )
        start += count


cdef inline void computed(const Grid* g, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    """What the grid has memory for: an image at its points, their gradient, or their taps."""
    if g.image != NULL:
        if g.single:
            sampled[float](g, start, stop, 0)
        else:
            sampled[double](g, start, stop, 0)
    elif g.moved != NULL:
        if g.single:
            pulls[float](g, start, stop, 0)
        else:
            pulls[double](g, start, stop, 0)
    elif g.single:
        crossed[float](g, start, stop, 0)
    else:
        crossed[double](g, start, stop, 0)


cdef wide_void computed_wide(const Grid* g, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    computed(g, start, stop)


cdef widest_void computed_widest(const Grid* g, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    computed(g, start, stop)


cdef void compute_part(void* grid, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if HAS_WIDEST:
        computed_widest(<Grid*>grid, start, stop)
    elif HAS_WIDE:
        computed_wide(<Grid*>grid, start, stop)
    else:
        computed(<Grid*>grid, start, stop)


cdef bint gridded(Grid* g, cnp.ndarray points, tuple space, str mode, str padding, bint aligned) except -1:
    """Set what says which taps points have. Whether loops are made for it."""
    cdef int i, nd = PyArray_NDIM(points)
    cdef cnp.npy_intp size = 1
    g.dims, g.aligned, g.length, g.image, g.moved = len(space), aligned, 1, NULL, NULL
    if not 1 <= g.dims <= 3 or nd < g.dims + 1 or PyArray_DIMS(points)[nd - 1] != g.dims:
        return False
    g.taps = NEAREST if mode == "nearest" else CUBIC if mode == "bicubic" else LINEAR
    for i in range(3):
        g.sizes[i], g.counts[i] = 1, 1
        if i >= 3 - g.dims:
            g.sizes[i], g.counts[i] = space[i - 3 + g.dims], g.taps
            g.length *= PyArray_DIMS(points)[nd - 4 + i]
            size *= max(g.sizes[i], <cnp.npy_intp>1)
    g.padding = ZEROS if padding == "zeros" else BORDER if padding == "border" else REFLECTION
    g.points, g.single = PyArray_BYTES(points), <object>PyArray_DESCR(points) is F32
    return size <= INT_MAX and g.counts[0] * g.counts[1] * g.counts[2] <= MOST


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
    compute(compute_part, &g, PyArray_SIZE(points) // g.dims, 4 * PyArray_SIZE(places))
    return places, weights


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
    compute(compute_part, &g, PyArray_SIZE(points) // dims, 4 * PyArray_SIZE(out))
    return out


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
    compute(compute_part, &g, PyArray_SIZE(points) // g.dims, 8 * PyArray_SIZE(g_weights))
    return out
