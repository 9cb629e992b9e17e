# cython: boundscheck=False, wraparound=False, cdivision=True
"""Arrays that broadcast or have gaps, as rows: their strides, and rows that are copied one behind the other."""

cimport numpy as cnp
from cpython.object cimport PyObject
from libc.string cimport memset

from .c_numpy cimport NPY_ARRAY_ALIGNED, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM, PyArray_STRIDES
from .moves cimport copy_bytes

cdef extern from *:
    """
    /* Numbers that are moved as they are: a compiler takes it for granted that nobody reads a float as an integer. */
    #if defined(__GNUC__)
    typedef npy_uint32 __attribute__((may_alias)) moved_32;
    typedef npy_uint64 __attribute__((may_alias)) moved_64;
    #else
    typedef npy_uint32 moved_32;
    typedef npy_uint64 moved_64;
    #endif
    """
    ctypedef cnp.npy_uint32 moved_32
    ctypedef cnp.npy_uint64 moved_64

ctypedef fused moved:
    moved_32
    moved_64

cdef enum:
    SLOTS = 64  # values of a program, at most
    AXES = 8  # the most dimensions of arrays that are not dense or that broadcast

cdef struct Grid:  # rows, and the strides of each input from one row to the next
    int depth
    cnp.npy_intp along[AXES]  # innermost first
    cnp.npy_intp steps[SLOTS][AXES]


cdef inline void fill(char* to, const char* value, cnp.npy_intp n, int width) noexcept nogil:
    """Write a number ``n`` times."""
    cdef cnp.npy_intp i
    cdef moved_32 half
    cdef moved_64 whole
    if width == 4:
        half = (<moved_32*>value)[0]  # read once: the memory that is written could be that of the number
        for i in range(n):
            (<moved_32*>to)[i] = half
    elif width == 8:
        whole = (<moved_64*>value)[0]
        for i in range(n):
            (<moved_64*>to)[i] = whole
    else:
        memset(to, value[0], n)


cdef inline void sort_axes(cnp.npy_intp by[SLOTS][AXES], int count, int nd, cnp.npy_intp* shape, int* order) noexcept:
    """Order axes as those of a result, innermost first: as ``common_order`` of layouts.py does."""
    cdef int i, k, at, inside, axis, other
    cdef bint before
    for k in range(1, nd):
        at = k
        for inside in range(k - 1, -1, -1):
            axis, other = order[at], order[inside]
            for i in range(count):
                if by[i][axis] and by[i][other] and (by[i][axis] != by[i][other] or shape[other] > shape[axis]):
                    before = by[i][axis] <= by[i][other]
                    break
            else:
                continue
            if not before:
                break
            order[at], order[inside], at = other, axis, inside


cdef inline int lay(PyObject** values, int count, int numbers, cnp.npy_intp* shape, int* order, Grid* grid) noexcept:
    """Find the shape that arrays broadcast to, the order of the result's axes in memory, innermost first, and the
    strides of each array along them. Return the rank; -1 if shapes do not fit, or a stride is negative.

    Bit ``i`` of ``numbers`` says that value ``i`` is no array.
    """
    cdef cnp.npy_intp by[SLOTS][AXES]
    cdef cnp.npy_intp size, stride, before
    cdef cnp.ndarray a
    cdef int i, k, axis, nd = 0
    cdef bint joined, sorted = True
    grid.depth = 0
    for i in range(count):
        if not numbers & 1 << i:
            a = <object>values[i]
            if PyArray_NDIM(a) > AXES or not PyArray_FLAGS(a) & NPY_ARRAY_ALIGNED:
                return -1
            nd = max(nd, PyArray_NDIM(a))
    for axis in range(nd):
        shape[axis], order[axis] = 1, nd - 1 - axis
    for i in range(count):
        for axis in range(nd):
            by[i][axis] = 0
        if numbers & 1 << i:
            continue
        a = <object>values[i]
        before = 0
        for k in range(PyArray_NDIM(a) - 1, -1, -1):
            axis = nd - PyArray_NDIM(a) + k
            size = PyArray_DIMS(a)[k]
            stride = PyArray_STRIDES(a)[k]
            if size == 1:
                continue
            if size == 0 or (shape[axis] != 1 and shape[axis] != size) or stride < 0:
                return -1
            if stride and stride < before:
                sorted = False
            shape[axis] = size
            by[i][axis] = stride
            before = max(before, stride)
    if not sorted:
        sort_axes(by, count, nd, shape, order)
    for k in range(nd):
        axis = order[k]
        if shape[axis] == 1:
            continue
        joined = grid.depth > 0  # merge neighbouring axes where the strides of every array allow it
        for i in range(count):
            if joined and by[i][axis] != grid.steps[i][grid.depth - 1] * grid.along[grid.depth - 1]:
                joined = False
        if joined:
            grid.along[grid.depth - 1] *= shape[axis]
        else:
            grid.along[grid.depth] = shape[axis]
            for i in range(count):
                grid.steps[i][grid.depth] = by[i][axis]
            grid.depth += 1
    return nd


cdef inline void step_by(Grid* grid, int which, cnp.npy_intp width) noexcept nogil:
    """Let rows lie one behind the other."""
    cdef int axis
    for axis in range(grid.depth):
        grid.steps[which][axis] = width
        width *= grid.along[axis]


cdef inline void copy_row(char* to, const char* row, cnp.npy_intp n, cnp.npy_intp step, int width) noexcept nogil:
    """Copy a row with gaps, or a repeated element, to one without."""
    cdef cnp.npy_intp k
    if step == 0:
        fill(to, row, n, width)
    elif step == width:
        copy_bytes(to, row, n * width)
    elif width == 4:
        copy_spread[moved_32](<moved_32*>to, row, n, step)
    elif width == 8:
        copy_spread[moved_64](<moved_64*>to, row, n, step)
    else:
        for k in range(n):
            to[k] = row[k * step]


cdef inline void copy_spread(moved* to, const char* row, cnp.npy_intp n, cnp.npy_intp step) noexcept nogil:
    """Copy a row with gaps: four numbers are read before they are written, so that the processor waits for none."""
    cdef cnp.npy_intp k = 0
    cdef moved a, b, c, d
    while k + 4 <= n:
        a, b = (<moved*>row)[0], (<moved*>(row + step))[0]
        c, d = (<moved*>(row + 2 * step))[0], (<moved*>(row + 3 * step))[0]
        to[k], to[k + 1] = a, b
        to[k + 2], to[k + 3] = c, d
        row += 4 * step
        k += 4
    while k < n:
        to[k] = (<moved*>row)[0]
        row += step
        k += 1


cdef inline void gather(char* to, const char* row, Grid* grid, int which, cnp.npy_intp start, cnp.npy_intp rows, int width) noexcept nogil:
    """Write so many rows of an input, from row ``start`` on, one behind the other."""
    cdef cnp.npy_intp at[AXES]
    cdef cnp.npy_intp n = grid.along[0], step = grid.steps[which][0], rest = start
    cdef int axis
    for axis in range(1, grid.depth):
        at[axis] = rest % grid.along[axis]
        rest //= grid.along[axis]
        row += at[axis] * grid.steps[which][axis]
    while rows:
        copy_row(to, row, n, step, width)
        to += n * width
        rows -= 1
        for axis in range(1, grid.depth):
            at[axis] += 1
            row += grid.steps[which][axis]
            if at[axis] < grid.along[axis]:
                break
            row -= at[axis] * grid.steps[which][axis]
            at[axis] = 0


cdef inline bint falling(cnp.ndarray x, Grid* grid) noexcept:
    """Describe an array that may have gaps; False if its axes are not in the order of memory, the last one the fastest."""
    cdef int axis, k
    cdef cnp.npy_intp size, step, before = 0
    grid.depth = 0
    if PyArray_NDIM(x) > AXES or not PyArray_FLAGS(x) & NPY_ARRAY_ALIGNED:
        return False
    for axis in range(PyArray_NDIM(x) - 1, -1, -1):
        size, step, k = PyArray_DIMS(x)[axis], PyArray_STRIDES(x)[axis], grid.depth - 1
        if size == 1:
            continue
        if (-step if step < 0 else step) < before:
            return False
        before = -step if step < 0 else step
        if k >= 0 and step == grid.steps[0][k] * grid.along[k]:
            grid.along[k] *= size
        else:
            grid.along[k + 1], grid.steps[0][k + 1] = size, step
            grid.depth += 1
    return grid.depth > 0


cdef inline const char* elements(const char* base, const Grid* grid, cnp.npy_intp start, cnp.npy_intp n, int width,
                                 char* buffer) noexcept nogil:
    """So many elements of an array that is :func:`falling`, row by row from element ``start`` on: where they lie, or in the
    buffer if there are gaps between them."""
    cdef cnp.npy_intp at[AXES]
    cdef cnp.npy_intp rest = start, some, done = 0
    cdef int axis
    for axis in range(grid.depth):
        at[axis] = rest % grid.along[axis]
        rest //= grid.along[axis]
        base += at[axis] * grid.steps[0][axis]
    if grid.steps[0][0] == width and n <= grid.along[0] - at[0]:
        return base
    while True:
        some = min(n - done, grid.along[0] - at[0])
        copy_row(buffer + done * width, base, some, grid.steps[0][0], width)
        done += some
        if done == n:
            return buffer
        base -= at[0] * grid.steps[0][0]
        at[0] = 0
        for axis in range(1, grid.depth):
            at[axis] += 1
            base += grid.steps[0][axis]
            if at[axis] < grid.along[axis]:
                break
            base -= at[axis] * grid.steps[0][axis]
            at[axis] = 0


cdef inline cnp.npy_intp period(Grid* grid, int which) noexcept nogil:
    """The elements after which an input repeats: rows that are expanded."""
    cdef cnp.npy_intp size = 1, found = 1
    cdef int axis
    for axis in range(grid.depth):
        size *= grid.along[axis]
        if grid.steps[which][axis]:
            found = size
    return found


cdef inline bint dense(Grid* grid, int which, int width) noexcept nogil:
    """Whether the rows of an input lie one behind the other."""
    cdef cnp.npy_intp step = width
    cdef int axis
    for axis in range(grid.depth):
        if grid.steps[which][axis] != step:
            return False
        step *= grid.along[axis]
    return True
