# cython: boundscheck=False, wraparound=False
"""Maxima and minima along neighbouring axes of dense arrays, and where they are. Large arrays are shared between threads.

``extremes.py`` leaves most of them to NumPy, in the pure build.

Note [Blocks of rows]. A dense array is (outer, n, inner) here, and the axis of n is reduced. If inner is 1, the numbers to
compare lie next to each other; else they are columns, and vectors hold neighbouring ones. Columns are compared in blocks
of rows, which threads share. A few narrow rows count as one wide row. The results are compared in the end.
"""

cimport numpy as cnp
import numpy
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.string cimport memcpy

from .c_numpy cimport (
    PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM, PyArray_SIZE,
    PyArray_SimpleNew, READABLE, real,
)
from .moves cimport copy_bytes
from .rows cimport reduced, run_of_axes
from .threads cimport compute, run, team_for
from .vectors cimport (
    ACROSS, largest_d, largest_f, largest_rows_d, largest_rows_f, places_d, places_f, smallest_d, smallest_f,
    smallest_rows_d, smallest_rows_f,
)

cnp.import_array()

cdef enum:
    PIECE = 32768  # elements of a block, and of a part of a long row
    STRIP = 4096  # columns of a block, at most
    WIDE = 256  # elements of a row that is made of narrow ones, about
    ENOUGH = 64  # blocks for threads to share
    SOME = 4096  # elements from which on columns are compared here
    MANY = 16  # columns whose places are found side by side, at least
    BESIDE = 256  # and at most

cdef struct Extremes:  # for the threads that share them
    char* source
    char* target
    cnp.npy_intp outer
    cnp.npy_intp n
    cnp.npy_intp inner
    cnp.npy_intp wide  # elements of a row of a block
    cnp.npy_intp each  # rows of a block
    cnp.npy_intp blocks  # of each of the outer ones
    cnp.npy_intp strips  # of each block
    char* memory  # what the blocks give: the target if each is alone
    cnp.npy_int64* places
    bint smallest
    bint double_
    bint refused  # whether there is a NaN in a column

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cdef real of_row(const real* a, cnp.npy_intp n, bint smallest) noexcept nogil:
    """The largest or smallest number, or the first NaN."""
    cdef real most = a[0]
    cdef bint none = most != most
    cdef cnp.npy_intp i
    if n < 32:
        for i in range(1, n):
            most = a[i] if (a[i] < most if smallest else a[i] > most) else most
            none |= a[i] != a[i]
    elif real is float:
        none = smallest_f(a, n, &most) if smallest else largest_f(a, n, &most)
    else:
        none = smallest_d(a, n, &most) if smallest else largest_d(a, n, &most)
    if none:
        for i in range(n):
            if a[i] != a[i]:
                return a[i]
    return most


cdef void of_rows(char* a, char* out, cnp.npy_intp rows, cnp.npy_intp n, bint smallest, bint double_) noexcept nogil:
    """The maxima or minima of dense rows."""
    cdef cnp.npy_intp i
    for i in range(rows):
        if double_:
            (<double*>out)[i] = of_row(<double*>a + i * n, n, smallest)
        else:
            (<float*>out)[i] = of_row(<float*>a + i * n, n, smallest)


cdef bint join_rows(const real* a, cnp.npy_intp rows, cnp.npy_intp step, cnp.npy_intp n, bint smallest, real* out) noexcept nogil:
    """Compare rows with ``out``. Returns whether a number is NaN."""
    if real is float:
        return (smallest_rows_f if smallest else largest_rows_f)(a, rows, step, n, out)
    return (smallest_rows_d if smallest else largest_rows_d)(a, rows, step, n, out)


cdef void row_part(void* extremes, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    """Parts of rows."""
    cdef Extremes* job = <Extremes*>extremes
    cdef cnp.npy_intp at, n
    while start < stop:
        at = start % job.blocks * job.each
        n = min(job.each, job.n - at)
        at += start // job.blocks * job.n
        if job.double_:
            (<double*>job.memory)[start] = of_row(<double*>job.source + at, n, job.smallest)
        else:
            (<float*>job.memory)[start] = of_row(<float*>job.source + at, n, job.smallest)
        start += 1


cdef bint of_block(const real* source, real* target, cnp.npy_intp which, const Extremes* job) noexcept nogil:
    """One strip of a block of columns. Returns whether a number is NaN."""
    cdef cnp.npy_intp first = which % job.strips * STRIP, at = which // job.strips
    cdef cnp.npy_intp row = at % job.blocks * job.each, rows = job.n * job.inner // job.wide
    target += at * job.wide + first
    source += at // job.blocks * job.n * job.inner + row * job.wide + first
    rows, first = min(job.each, rows - row), min(<cnp.npy_intp>STRIP, job.wide - first)
    memcpy(target, source, first * sizeof(real))
    return join_rows(source, rows, job.wide, first, job.smallest, target)


cdef void column_part(void* extremes, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Extremes* job = <Extremes*>extremes
    cdef bint odd = False
    while start < stop:
        if job.double_:
            odd |= of_block(<double*>job.source, <double*>job.memory, start, job)
        else:
            odd |= of_block(<float*>job.source, <float*>job.memory, start, job)
        start += 1
    if odd:
        job.refused = True


cdef void join_blocks(real* given, const real* source, real* out, Extremes* job) noexcept nogil:
    """Compare what the blocks gave, which is overwritten, and the rows behind the last block."""
    cdef cnp.npy_intp i, side = job.wide // job.inner, rest = job.n % side
    for i in range(job.outer):
        join_rows(given + job.wide, job.blocks - 1, job.wide, job.wide, job.smallest, given)
        copy_bytes(out, given, job.inner * sizeof(real))
        join_rows(given + job.inner, side - 1, job.inner, job.inner, job.smallest, out)
        source += job.n * job.inner
        job.refused |= join_rows(source - rest * job.inner, rest, job.inner, job.inner, job.smallest, out)
        given += job.blocks * job.wide
        out += job.inner


cdef bint see(Extremes* job, a, axis) except -1:
    """See a dense array as (outer, n, inner). Returns False if NumPy has to compare it."""
    cdef cnp.ndarray x
    cdef int i, count, nd, first = 0
    if not PyArray_CheckExact(a):
        return False
    x = a
    nd = PyArray_NDIM(x)
    job.double_ = <void*>PyArray_DESCR(x) == <void*>F64
    if not (job.double_ or <void*>PyArray_DESCR(x) == <void*>F32) or (PyArray_FLAGS(x) & READABLE) != READABLE:
        return False
    count = run_of_axes(axis, nd, &first)
    job.outer = job.n = job.inner = 1
    for i in range(nd):
        if i < first:
            job.outer *= PyArray_DIMS(x)[i]
        elif i < first + count:
            job.n *= PyArray_DIMS(x)[i]
        else:
            job.inner *= PyArray_DIMS(x)[i]
    job.source, job.blocks, job.refused = PyArray_BYTES(x), 1, False
    return count > 0 and PyArray_SIZE(x) > 0 and (job.inner == 1 or PyArray_SIZE(x) >= SOME)


cdef void divide(Extremes* job) noexcept nogil:
    """Choose blocks, by the shape alone: Note [Blocks of rows]."""
    cdef cnp.npy_intp rows = job.n
    job.wide, job.strips = job.inner, 1
    if job.inner == 1:
        job.each = PIECE if job.n >= 2 * PIECE else job.n
    else:
        job.wide *= max(1, min(job.n, WIDE // job.inner))
        job.strips = (job.wide - 1) // STRIP + 1
        rows = job.n * job.inner // job.wide
        job.each = rows if job.outer * job.strips >= ENOUGH else max(4, PIECE // min(job.wide, <cnp.npy_intp>STRIP))
    job.blocks = (rows - 1) // job.each + 1


cpdef object of(a, axis, bint smallest, bint keepdims):
    """The maxima or minima along neighbouring axes, or of all elements; None if NumPy has to compute them.

    The results are NumPy's to the last bit, but for the sign of a zero: of 0.0 and -0.0 either may be the maximum, as in
    NumPy. Columns with NaN are left to NumPy.
    """
    cdef Extremes job
    return compared(&job, a, axis, smallest, keepdims) if see(&job, a, axis) else None


cdef object compared(Extremes* job, cnp.ndarray x, axis, bint smallest, bint keepdims):
    """:func:`of` what is seen already."""
    cdef cnp.ndarray out = reduced(x, axis, keepdims, cnp.NPY_DOUBLE if job.double_ else cnp.NPY_FLOAT)
    cdef cnp.npy_intp size = 8 if job.double_ else 4
    cdef int team = team_for(PyArray_SIZE(x))
    cdef bint joined
    divide(job)
    job.smallest, job.target = smallest, PyArray_BYTES(out)
    joined = job.blocks > 1 or job.wide != job.inner
    job.memory = <char*>PyMem_RawMalloc(job.outer * job.blocks * job.wide * size) if joined else job.target
    if job.memory == NULL:
        raise MemoryError
    run(row_part if job.inner == 1 else column_part, job, job.outer * job.blocks * job.strips, team, PyArray_SIZE(x))
    if joined:
        with nogil:
            if job.inner == 1:
                of_rows(job.memory, job.target, job.outer, job.blocks, smallest, job.double_)
            elif job.double_:
                join_blocks(<double*>job.memory, <double*>job.source, <double*>job.target, job)
            else:
                join_blocks(<float*>job.memory, <float*>job.source, <float*>job.target, job)
        PyMem_RawFree(job.memory)
    return None if job.refused else out


cdef void place_in_rows(const real* a, const real* found, cnp.npy_int64* out, cnp.npy_intp rows, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp i, k
    for i in range(rows):
        k = 0
        if found[i] == found[i]:
            while k < n - 1 and a[i * n + k] != found[i]:
                k += 1
        else:
            while k < n - 1 and a[i * n + k] == a[i * n + k]:
                k += 1
        out[i] = k


cdef void place_in_columns(const real* a, const real* found, cnp.npy_int64* out, cnp.npy_intp which, const Extremes* job) noexcept nogil:
    """Of some neighbouring columns."""
    cdef cnp.npy_intp first = which % job.strips * BESIDE, at = which // job.strips
    cdef cnp.npy_intp count = min(<cnp.npy_intp>BESIDE, job.inner - first), i = at * job.inner + first
    a += at * job.n * job.inner + first
    if real is float:
        places_f(a, job.n, job.inner, count, found + i, out + i)
    else:
        places_d(a, job.n, job.inner, count, found + i, out + i)


cdef void place_part(void* extremes, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Extremes* job = <Extremes*>extremes
    cdef cnp.npy_intp at = start * job.n, i
    if job.inner > 1:
        for i in range(start, stop):
            if job.double_:
                place_in_columns(<double*>job.source, <double*>job.target, job.places, i, job)
            else:
                place_in_columns(<float*>job.source, <float*>job.target, job.places, i, job)
    elif job.double_:
        place_in_rows(<double*>job.source + at, <double*>job.target + start, job.places + start, stop - start, job.n)
    else:
        place_in_rows(<float*>job.source + at, <float*>job.target + start, job.places + start, stop - start, job.n)


cpdef object with_places(a, axis, bint smallest, bint keepdims):
    """The maxima or minima along one axis or of all elements, and the indices where they first occur, of short rows and of
    columns; None if NumPy has to find them."""
    cdef Extremes job
    cdef cnp.ndarray found, out
    if not see(&job, a, axis) or (job.n > ACROSS if job.inner == 1 else job.inner < MANY):
        return None
    result = compared(&job, a, axis, smallest, keepdims)
    if result is None:
        return None
    found = result
    out = PyArray_SimpleNew(PyArray_NDIM(found), PyArray_DIMS(found), cnp.NPY_INT64)
    job.target, job.places = PyArray_BYTES(found), <cnp.npy_int64*>PyArray_BYTES(out)
    job.strips = (job.inner - 1) // BESIDE + 1
    compute(place_part, &job, job.outer * job.strips, PyArray_SIZE(<cnp.ndarray>a))
    return found, out
