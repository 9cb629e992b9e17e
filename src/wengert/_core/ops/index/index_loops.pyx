# cython: boundscheck=False, wraparound=False, cdivision=True
"""Loops over the elements that indices name, which NumPy's own functions reach more slowly.

``index_loops.py`` leaves them to NumPy, in the pure build.

Note [Who adds where]. Threads share a loop that adds to what indices name, or writes there, so that no two have one
place: each has outer dimensions of its own, or else places, and looks at all indices for those; or columns of the inner
dimensions, where each element has an index. Whoever adds at a place adds in the order of the indices, so the sums have
the same bits on any number of threads, and the last of the values that are written to one place stays.

Note [Expanded indices]. An index of rows is often a vector, expanded to the shape of the rows: messages between the
nodes of a graph are gathered and added so. Then it is read once for a row, which is copied or added as a whole.
"""

cimport numpy as cnp
import numpy
from cpython.long cimport PyLong_AsLongLongAndOverflow, PyLong_CheckExact
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from ...arrays.c_numpy cimport (
    NPY_ARRAY_WRITEABLE, READABLE, WRITABLE, Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_FLAGS,
    PyArray_DIMS, PyArray_NDIM, PyArray_SIZE, PyArray_STRIDES, PyArray_SimpleNew, loop_of, real,
)
from ...arrays.few cimport count_of
from ...arrays.moves cimport copy_bytes
from ...arrays.objects cimport may_overlap
from ...arrays.threads cimport SHARED, TEAM, Part, compute, run, share, team_for

cnp.import_array()

cdef enum:
    BY_OUTER = 0
    BY_COLUMN = 1
    BY_PLACE = 2
    WIDE = 64  # columns of a part, at least
    CHUNK = 8192  # elements of a mask
    LINE = 256  # and of it, those that are written together
    LONG = 256  # elements of a row from which on NumPy's loop adds faster
    WORTH = 8  # elements of a row from which on it is worth a call that copies it

ctypedef fused element:
    float
    double
    uint8_t  # what is only moved: any type of this width
    uint16_t
    uint32_t
    uint64_t

cdef enum How:  # what becomes of an element that an index names, given a value for it
    ADD, PUT, MULTIPLY, LARGER, SMALLER

cdef struct Indexed:  # arrays of (outer, n, inner) and (outer, m, inner), for the threads that share them
    char* a
    const cnp.npy_int64* at
    char* b
    cnp.npy_intp outer
    cnp.npy_intp n
    cnp.npy_intp m
    cnp.npy_intp inner
    int width  # of an element, in bytes
    bint rows  # whether an index names a row of ``inner`` elements: Note [Expanded indices]
    cnp.npy_intp step  # how many indices an outer dimension has; 0 if all share theirs
    int cut  # what a part has of its own: Note [Who adds where]
    How how

cdef struct Product:  # rows of a sparse matrix times a dense one, for the threads that share them
    char* out
    const cnp.npy_int64* rows
    const cnp.npy_int64* columns
    const char* values
    const char* dense
    cnp.npy_intp count
    cnp.npy_intp width
    bint single

cdef struct Range:
    const uint64_t* at
    uint64_t most[TEAM]

cdef struct Marked:  # a mask, in chunks for the threads that share it
    const unsigned char* mask
    const char* source  # the elements to choose from, or what is written or added, or NULL
    char* out
    cnp.npy_intp* before  # how many are True before each chunk
    cnp.npy_intp* sizes
    cnp.npy_intp size
    int nd
    bint single
    bint adds

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)
cdef dict HOW = {numpy.add: ADD, None: PUT, numpy.multiply: MULTIPLY, numpy.maximum: LARGER, numpy.minimum: SMALLER}
cdef Loop plus32 = loop_of(numpy.add, "ff->f"), plus64 = loop_of(numpy.add, "dd->d")


cpdef bint add_rows(out, at, values, Py_ssize_t outer, Py_ssize_t inner):
    """``out[:, at[j]] += values[:, j]`` for each j in turn, of (outer, ..., inner); False if NumPy has to do it."""
    cdef cnp.ndarray o, p, v
    cdef Indexed job
    if not (PyArray_CheckExact(out) and PyArray_CheckExact(at) and PyArray_CheckExact(values)):
        return False
    o, p, v = out, at, values
    if PyArray_DESCR(o) != PyArray_DESCR(v) or p.dtype.num != cnp.NPY_INT64 or outer * inner == 0:
        return False
    if <void*>PyArray_DESCR(o) != <void*>F32 and <void*>PyArray_DESCR(o) != <void*>F64:
        return False
    if (PyArray_FLAGS(o) & WRITABLE) != WRITABLE or (PyArray_FLAGS(p) & PyArray_FLAGS(v) & READABLE) != READABLE:
        return False
    job.m, job.n, job.inner, job.outer = PyArray_SIZE(p), PyArray_SIZE(o) // (outer * inner), inner, outer
    job.a, job.b, job.width = PyArray_BYTES(o), PyArray_BYTES(v), cnp.PyArray_ITEMSIZE(o)
    job.at, job.rows, job.step, job.how = <const cnp.npy_int64*>PyArray_BYTES(p), True, 0, ADD
    if PyArray_SIZE(v) != outer * job.m * inner or not within(job.at, job.m, job.n):
        return False
    write(&job)
    return True


cdef int write(Indexed* job) except -1:
    """Compute a job that writes, by Note [Who adds where]."""
    cdef cnp.npy_intp items = job.outer, work = job.outer * job.m * job.inner
    cdef int team = team_for(work)
    job.cut = BY_OUTER
    if job.outer < team:
        job.cut = BY_COLUMN if job.inner >= WIDE * team and not job.rows else BY_PLACE
        items = job.inner if job.cut == BY_COLUMN else job.n
    in_few_parts(write_part, job, items, team, work)
    return 0


cdef void in_few_parts(Part part, void* job, cnp.npy_intp items, int team, cnp.npy_intp work) noexcept:
    """Compute a job in one part for each thread: each looks at all indices."""
    if team == 1:
        run(part, job, items, team, work)
    else:
        with nogil:
            share(part, job, items, (items + team - 1) // team, team)


cpdef object take_rows(x, at, Py_ssize_t outer, Py_ssize_t inner):
    """``x[:, at]`` of (outer, n, inner), as (outer, m, inner); None if NumPy has to do it, or an index is out of bounds.

    Negative indices are for NumPy, too.
    """
    cdef cnp.ndarray a, p, out
    cdef Indexed job
    if not PyArray_CheckExact(x) or not PyArray_CheckExact(at):
        return None
    a, p = x, at
    if PyArray_SIZE(p) * outer * inner < SHARED or p.dtype.num != cnp.NPY_INT64 or a.dtype.hasobject:
        return None
    if (PyArray_FLAGS(a) & PyArray_FLAGS(p) & READABLE) != READABLE or not PyArray_SIZE(a):
        return None
    job.m, job.n, job.outer, job.step = PyArray_SIZE(p), PyArray_SIZE(a) // (outer * inner), outer, 0
    job.inner = inner * cnp.PyArray_ITEMSIZE(a)
    job.at = <const cnp.npy_int64*>PyArray_BYTES(p)
    if inner < WORTH or not within(job.at, job.m, job.n):
        return None
    out = numpy.empty((outer, job.m, inner), a.dtype)
    job.a, job.b = PyArray_BYTES(a), PyArray_BYTES(out)
    compute(take_rows_part, &job, outer * job.m, PyArray_SIZE(out))
    return out


cdef void take_rows_part(void* indexed, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    """Copy some rows, of ``inner`` bytes each."""
    cdef Indexed* job = <Indexed*>indexed
    cdef cnp.npy_intp j, k, o
    for j in range(start, stop):
        o = j // job.m
        k = job.at[o * job.step + j - o * job.m]
        copy_bytes(job.b + j * job.inner, job.a + (o * job.n + k) * job.inner, job.inner)


cdef bint count_marked(Marked* job, cnp.ndarray mask) except -1:
    """Describe a dense mask, and count what is True before each chunk. False if it is none, or small."""
    cdef cnp.npy_intp size = PyArray_SIZE(mask), k, count, before = 0
    cdef cnp.npy_intp chunks = (size - 1) // CHUNK + 1
    cdef int team
    if size < CHUNK or mask.dtype.num != cnp.NPY_BOOL or (PyArray_FLAGS(mask) & READABLE) != READABLE:
        return False
    job.mask, job.size, job.source = <const unsigned char*>PyArray_BYTES(mask), size, NULL
    job.sizes, job.nd = PyArray_DIMS(mask), PyArray_NDIM(mask)
    job.before = <cnp.npy_intp*>PyMem_RawMalloc((chunks + 1) * sizeof(cnp.npy_intp))
    if job.before == NULL:
        raise MemoryError
    team = team_for(size)
    with nogil:
        share(count_part, job, chunks, 1, team)
        for k in range(chunks):
            count = job.before[k]
            job.before[k] = before
            before += count
    job.before[chunks] = before
    return True


cdef void count_part(void* marked_, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Marked* job = <Marked*>marked_
    cdef cnp.npy_intp k
    for k in range(start, stop):
        job.before[k] = count_of(job.mask + k * CHUNK, min(CHUNK, job.size - k * CHUNK))


cdef int write_marked(Part part, Marked* job, cnp.ndarray out) except -1:
    cdef cnp.npy_intp chunks = (job.size - 1) // CHUNK + 1
    cdef int team = team_for(2 * job.size)
    job.out = PyArray_BYTES(out)
    with nogil:
        share(part, job, chunks, 1, team)
    return 0


cpdef object marked(mask):
    """The indices of the True elements, a row for each dimension; None if NumPy has to find them."""
    cdef Marked job
    cdef cnp.npy_intp shape[2]
    if not PyArray_CheckExact(mask) or not count_marked(&job, mask):
        return None
    try:
        shape[0], shape[1] = job.nd, job.before[(job.size - 1) // CHUNK + 1]
        out = PyArray_SimpleNew(2, shape, cnp.NPY_INT64)
        write_marked(marked_part, &job, out)
    finally:
        PyMem_RawFree(job.before)
    return out


cpdef object chosen(a, mask):
    """The elements where a mask of the same shape is True, in order; None if NumPy has to find them."""
    cdef Marked job
    cdef cnp.ndarray x
    if not PyArray_CheckExact(a) or not PyArray_CheckExact(mask) or a.shape != mask.shape:
        return None
    x = a
    if (PyArray_FLAGS(x) & READABLE) != READABLE or x.dtype.hasobject or cnp.PyArray_ITEMSIZE(x) not in (4, 8):
        return None
    if not count_marked(&job, mask):
        return None
    job.source, job.single = PyArray_BYTES(x), cnp.PyArray_ITEMSIZE(x) == 4
    try:
        out = numpy.empty(job.before[(job.size - 1) // CHUNK + 1], x.dtype)
        write_marked(chosen_part, &job, out)
    finally:
        PyMem_RawFree(job.before)
    return out


cpdef bint put_chosen(out, mask, values, bint adds) except -1:
    """``out[mask] = values`` for a mask of the shape of ``out``; False if NumPy has to do it. ``adds``: ``+=``."""
    cdef Marked job
    cdef cnp.ndarray o, v
    if not PyArray_CheckExact(out) or not PyArray_CheckExact(mask) or not PyArray_CheckExact(values):
        return False
    o, v = out, values
    dtype = <object>PyArray_DESCR(o)
    if (dtype is not F32 and dtype is not F64) or <object>PyArray_DESCR(v) is not dtype or out.shape != mask.shape:
        return False
    if (PyArray_FLAGS(o) & WRITABLE) != WRITABLE or (PyArray_FLAGS(v) & READABLE) != READABLE or may_overlap(o, v):
        return False
    if not count_marked(&job, mask):
        return False
    try:
        if PyArray_NDIM(v) != 1 or not PyArray_SIZE(v) or PyArray_SIZE(v) != job.before[(job.size - 1) // CHUNK + 1]:
            return False
        job.source, job.single, job.adds = PyArray_BYTES(v), dtype is F32, adds
        write_marked(put_chosen_part, &job, o)
    finally:
        PyMem_RawFree(job.before)
    return True


cdef void put_chosen_part(void* marked_, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Marked* job = <Marked*>marked_
    cdef cnp.npy_intp k, last = job.before[(job.size - 1) // CHUNK + 1] - 1
    for k in range(start, stop):
        if job.single:
            put_chunk(<float*>job.out, <const float*>job.source, last, job, k)
        else:
            put_chunk(<double*>job.out, <const double*>job.source, last, job, k)


cdef inline void put_chunk(real* out, const real* values, cnp.npy_intp last, const Marked* job, cnp.npy_intp k) noexcept nogil:
    """Each element is given the next value, whether it is for this element or not, and takes it if it is."""
    cdef real given[LINE]
    cdef cnp.npy_intp at = job.before[k], i = k * CHUNK, end = min(job.size, (k + 1) * CHUNK), j, n
    cdef const unsigned char* mask
    cdef bint adds = job.adds
    while i < end:
        n, mask = min(<cnp.npy_intp>LINE, end - i), job.mask + i
        for j in range(n):
            given[j] = values[min(at, last)]
            at += mask[j] != 0
        for j in range(n):
            given[j] = out[i + j] + given[j] if adds else given[j]
            out[i + j] = given[j] if mask[j] else out[i + j]
        i += n


cdef void chosen_part(void* marked_, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    """Each element is written where the next one belongs, whether it belongs there or not: no branch is guessed."""
    cdef Marked* job = <Marked*>marked_
    cdef cnp.npy_intp at, end, i, k
    for k in range(start, stop):
        at, end, i = job.before[k], job.before[k + 1], k * CHUNK
        while at < end:
            if job.single:
                (<uint32_t*>job.out)[at] = (<const uint32_t*>job.source)[i]
            else:
                (<uint64_t*>job.out)[at] = (<const uint64_t*>job.source)[i]
            at += job.mask[i] != 0
            i += 1


cdef void marked_part(void* marked_, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Marked* job = <Marked*>marked_
    cdef cnp.npy_intp inner = job.sizes[job.nd - 1], count = job.before[(job.size - 1) // CHUNK + 1]
    cdef cnp.npy_int64* out = <cnp.npy_int64*>job.out
    cdef cnp.npy_int64* last = out + (job.nd - 1) * count
    cdef cnp.npy_intp at, end, first, i, j, k, row, one, place
    cdef int axis
    for k in range(start, stop):
        at, end = job.before[k], job.before[k + 1]
        row, j = k * CHUNK // inner, k * CHUNK % inner
        while at < end:
            first, i = at, row * inner
            while at < end and j < inner:
                last[at] = j
                at += job.mask[i + j] != 0
                j += 1
            one = row
            for axis in range(job.nd - 2, -1, -1):
                place = one % job.sizes[axis]
                for i in range(axis * count + first, axis * count + at):
                    out[i] = place
                one //= job.sizes[axis]
            row += 1
            j = 0


cdef bint within(const cnp.npy_int64* at, cnp.npy_intp size, cnp.npy_intp n) except -1:
    """Whether all indices are from 0 to ``n`` exclusive."""
    cdef Range job
    cdef uint64_t most = 0
    cdef int i, team = team_for(size)
    job.at = <const uint64_t*>at
    memset(job.most, 0, team * sizeof(uint64_t))
    run(range_part, &job, size, team, size)
    for i in range(team):
        most = max(most, job.most[i])
    return size == 0 or most < <uint64_t>n


cdef void range_part(void* range_, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    """The largest index. As unsigned numbers, negative ones are large."""
    cdef Range* job = <Range*>range_
    cdef uint64_t most = job.most[who]
    cdef uint64_t other = most
    cdef cnp.npy_intp i = start
    while i + 2 <= stop:  # two at a time: neither waits for the other
        most = job.at[i] if job.at[i] > most else most
        other = job.at[i + 1] if job.at[i + 1] > other else other
        i += 2
    if i < stop:
        most = job.at[i] if job.at[i] > most else most
    job.most[who] = max(most, other)


cdef object matched(a, at, int dim, bint moves, Indexed* job):
    """Set a job on an array and indices along one of its dimensions. Return the indices as the job reads them, or None
    if NumPy has to do it. ``moves``: elements are not added or compared."""
    cdef cnp.ndarray x, p
    cdef int i
    if not (PyArray_CheckExact(a) and PyArray_CheckExact(at)):
        return None
    x, p = a, at
    if dim < 0:
        dim += PyArray_NDIM(x)
    if p.dtype.num != cnp.NPY_INT64 or PyArray_NDIM(x) != PyArray_NDIM(p) or not 0 <= dim < PyArray_NDIM(x):
        return None
    job.width = cnp.PyArray_ITEMSIZE(x)
    if moves:
        if job.width not in (1, 2, 4, 8) or x.dtype.hasobject:
            return None
    elif <void*>PyArray_DESCR(x) != <void*>F32 and <void*>PyArray_DESCR(x) != <void*>F64:
        return None
    job.outer = job.inner = 1
    for i in range(PyArray_NDIM(x)):
        if i != dim and PyArray_DIMS(x)[i] != PyArray_DIMS(p)[i]:
            return None
        if i < dim:
            job.outer *= PyArray_DIMS(x)[i]
        elif i > dim:
            job.inner *= PyArray_DIMS(x)[i]
    job.n, job.m = PyArray_DIMS(x)[dim], PyArray_DIMS(p)[dim]
    job.rows = job.inner > 1 and job.m > 0 and expanded(p, dim)
    job.step = job.m if job.rows else job.m * job.inner
    if job.rows:
        p = numpy.ascontiguousarray(p[(..., *(0,) * (PyArray_NDIM(p) - dim - 1))])
    if (PyArray_FLAGS(x) & PyArray_FLAGS(p) & READABLE) != READABLE:
        return None
    job.a = PyArray_BYTES(x)
    job.at = <const cnp.npy_int64*>PyArray_BYTES(p)
    return p if job.outer * job.inner != 0 and within(job.at, PyArray_SIZE(p), job.n) else None


cdef bint expanded(cnp.ndarray at, int dim) noexcept:
    """Whether the indices are the same along all dimensions behind ``dim``."""
    cdef int i
    for i in range(dim + 1, PyArray_NDIM(at)):
        if PyArray_DIMS(at)[i] > 1 and PyArray_STRIDES(at)[i] != 0:
            return False
    return True


cpdef object taken(a, at, int dim):
    """The elements of ``a`` that indices along a dimension name; None if NumPy has to find them."""
    cdef Indexed job
    cdef cnp.ndarray out
    places = matched(a, at, dim, True, &job)  # it has to live as long as the job
    if places is None:
        return None
    out = PyArray_SimpleNew(PyArray_NDIM(at), PyArray_DIMS(at), cnp.PyArray_TYPE(a))
    job.b = PyArray_BYTES(out)
    if job.rows:
        job.inner *= job.width
        compute(take_rows_part, &job, job.outer * job.m, PyArray_SIZE(out))
    else:
        compute(take_part, &job, job.outer * job.m, PyArray_SIZE(out))
    return out


cpdef bint along(a, at, b, int dim, ufunc) except -1:
    """Combine ``b``, of the shape of ``at``, with what indices along a dimension name, in turn.

    ``ufunc`` says how; None puts it there. Return False, having done nothing, if NumPy has to do it.
    """
    cdef Indexed job
    cdef int i
    if ufunc not in HOW or not PyArray_CheckExact(b):
        return False
    places = matched(a, at, dim, ufunc is None, &job)
    if places is None or not PyArray_FLAGS(a) & NPY_ARRAY_WRITEABLE:
        return False
    if PyArray_DESCR(a) != PyArray_DESCR(b) or (PyArray_FLAGS(b) & READABLE) != READABLE:
        return False
    if PyArray_NDIM(b) != PyArray_NDIM(at):
        return False
    for i in range(PyArray_NDIM(b)):
        if PyArray_DIMS(b)[i] != PyArray_DIMS(at)[i]:
            return False
    job.b, job.how = PyArray_BYTES(b), HOW[ufunc]
    write(&job)
    return True


cdef void take_part(void* indexed, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Indexed* job = <Indexed*>indexed
    if job.width == 8:
        take_along[uint64_t](job, <uint64_t*>job.a, <uint64_t*>job.b, start, stop)
    elif job.width == 4:
        take_along[uint32_t](job, <uint32_t*>job.a, <uint32_t*>job.b, start, stop)
    elif job.width == 2:
        take_along[uint16_t](job, <uint16_t*>job.a, <uint16_t*>job.b, start, stop)
    else:
        take_along[uint8_t](job, <uint8_t*>job.a, <uint8_t*>job.b, start, stop)


cdef void take_along(const Indexed* job, const element* a, element* b, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    cdef cnp.npy_intp inner = job.inner, j, i, some
    cdef const cnp.npy_int64* at = job.at + start * inner
    if start >= stop:
        return  # there may be no indices at all
    j = start % job.m
    a += start // job.m * job.n * inner
    b += start * inner
    while inner == 1 and start < stop:  # a row after the other
        some = min(job.m - j, stop - start)
        for i in range(some):
            b[i] = a[at[i]]
        at += some
        b += some
        start += some
        j = 0
        a += job.n
    while start < stop:
        for i in range(inner):
            b[i] = a[at[i] * inner + i]
        at += inner
        b += inner
        start += 1
        j += 1
        if j == job.m:
            j = 0
            a += job.n * inner


cdef void write_part(void* indexed, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Indexed* job = <Indexed*>indexed
    if job.how != PUT:
        if job.width == 4:
            write_as[float](job, <float*>job.a, <float*>job.b, start, stop)
        else:
            write_as[double](job, <double*>job.a, <double*>job.b, start, stop)
    elif job.width == 8:
        write_along[uint64_t](job, <uint64_t*>job.a, <uint64_t*>job.b, start, stop, PUT)
    elif job.width == 4:
        write_along[uint32_t](job, <uint32_t*>job.a, <uint32_t*>job.b, start, stop, PUT)
    elif job.width == 2:
        write_along[uint16_t](job, <uint16_t*>job.a, <uint16_t*>job.b, start, stop, PUT)
    else:
        write_along[uint8_t](job, <uint8_t*>job.a, <uint8_t*>job.b, start, stop, PUT)


cdef void write_as(const Indexed* job, real* a, const real* b, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    """Write with a loop that has been compiled for what it does."""
    if job.how == ADD:
        write_along(job, a, b, start, stop, ADD)
    elif job.how == MULTIPLY:
        write_along(job, a, b, start, stop, MULTIPLY)
    elif job.how == LARGER:
        write_along(job, a, b, start, stop, LARGER)
    else:
        write_along(job, a, b, start, stop, SMALLER)


cdef inline void write_along(const Indexed* job, element* a, const element* b, cnp.npy_intp start, cnp.npy_intp stop,
                             const How how) noexcept nogil:
    cdef cnp.npy_intp m = job.m, inner = job.inner, o, j, i, k
    cdef cnp.npy_intp first = start if job.cut == BY_OUTER else 0, last = stop if job.cut == BY_OUTER else job.outer
    cdef cnp.npy_intp low = start if job.cut == BY_PLACE else 0, high = stop if job.cut == BY_PLACE else job.n
    cdef cnp.npy_intp left = start if job.cut == BY_COLUMN else 0, right = stop if job.cut == BY_COLUMN else inner
    cdef const cnp.npy_int64* at = job.at + first * job.step
    a += first * job.n * inner
    b += first * job.m * inner
    for o in range(first, last):
        if job.rows:
            for j in range(m):
                if low <= at[j] < high:
                    combine(a + at[j] * inner, b + j * inner, inner, how)
        else:
            for j in range(m):
                for i in range(left, right):
                    k = at[j * inner + i]
                    if low <= k < high:
                        a[k * inner + i] = combined(a[k * inner + i], b[j * inner + i], how)
        at += job.step
        a += job.n * inner
        b += m * inner


cdef inline void combine(element* row, const element* b, cnp.npy_intp n, const How how) noexcept nogil:
    cdef cnp.npy_intp by[3]
    cdef char* at[3]
    cdef cnp.npy_intp i
    if how != ADD or n < LONG:
        for i in range(n):
            row[i] = combined(row[i], b[i], how)
        return
    by[0] = by[1] = by[2] = sizeof(element)
    at[0] = at[2] = <char*>row
    at[1] = <char*>b
    if element is float:
        plus32(at, &n, by, NULL)
    else:
        plus64(at, &n, by, NULL)


cdef inline element combined(element old, element new, const How how) noexcept nogil:
    """What becomes of an element. The larger and the smaller of it and NaN are NaN, as in NumPy."""
    if how == ADD:
        return old + new
    if how == PUT:
        return new
    if how == MULTIPLY:
        return old * new
    if how == LARGER:
        return old if (old >= new) | (old != old) else new  # "|": compilers make no vectors of "or"
    return old if (old <= new) | (old != old) else new


cpdef bint add_products(out, rows, columns, values, dense) except -1:
    """``out[rows[j]] += values[j] * dense[columns[j]]`` for each j in turn; False if NumPy has to do it."""
    cdef cnp.ndarray o = out, r = rows, c = columns, v = values, d = dense
    cdef Product job
    if PyArray_NDIM(v) != 1 or PyArray_NDIM(d) != 2 or PyArray_SIZE(v) != PyArray_SIZE(r):
        return False
    if PyArray_DESCR(o) != PyArray_DESCR(v) or PyArray_DESCR(o) != PyArray_DESCR(d):
        return False
    job.single = <void*>PyArray_DESCR(o) == <void*>F32
    if not job.single and <void*>PyArray_DESCR(o) != <void*>F64:
        return False
    if r.dtype.num != cnp.NPY_INT64 or c.dtype.num != cnp.NPY_INT64 or PyArray_SIZE(r) != PyArray_SIZE(c):
        return False
    if (PyArray_FLAGS(r) & PyArray_FLAGS(c) & PyArray_FLAGS(v) & PyArray_FLAGS(d) & READABLE) != READABLE:
        return False
    job.out, job.values, job.dense = PyArray_BYTES(o), PyArray_BYTES(v), PyArray_BYTES(d)
    job.rows, job.columns = <const cnp.npy_int64*>PyArray_BYTES(r), <const cnp.npy_int64*>PyArray_BYTES(c)
    job.count, job.width = PyArray_SIZE(v), PyArray_DIMS(d)[1]
    if not within(job.rows, job.count, PyArray_DIMS(o)[0]) or not within(job.columns, job.count, PyArray_DIMS(d)[0]):
        return False
    in_few_parts(products_part, &job, PyArray_DIMS(o)[0], team_for(job.count * job.width), job.count * job.width)
    return True


cdef void products_part(void* product, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Product* job = <Product*>product
    if job.single:
        products_of[float](job, <float*>job.out, <const float*>job.values, <const float*>job.dense, start, stop)
    else:
        products_of[double](job, <double*>job.out, <const double*>job.values, <const double*>job.dense, start, stop)


cdef void products_of(const Product* job, real* out, const real* values, const real* dense, cnp.npy_intp start,
                      cnp.npy_intp stop) noexcept nogil:
    """The rows from ``start`` to ``stop``: Note [Who adds where]."""
    cdef cnp.npy_intp j, i, width = job.width
    cdef real* row
    cdef const real* other
    for j in range(job.count):
        if start <= job.rows[j] < stop:
            row, other = out + job.rows[j] * width, dense + job.columns[j] * width
            for i in range(width):
                row[i] += values[j] * other[i]


cpdef object all_below(places, n):
    """Whether there is an index at all and all are from 0 to ``n`` exclusive; None if NumPy has to answer."""
    cdef cnp.ndarray p
    cdef cnp.npy_intp size
    if not PyArray_CheckExact(places):
        return None
    p = places
    size = PyArray_SIZE(p)
    if p.dtype.num != cnp.NPY_INT64 or (PyArray_FLAGS(p) & READABLE) != READABLE:
        return None
    return size > 0 and within(<const cnp.npy_int64*>PyArray_BYTES(p), size, n)


cdef struct Classes:  # targets of (outer, inner), each the place of an element of (outer, n, inner)
    cnp.npy_int64* at
    cnp.npy_intp outer
    cnp.npy_intp n
    cnp.npy_intp inner
    long long ignored
    const char* weight  # a number for each class, or NULL: each is 1


cdef bint describe(Classes* job, x, tuple shape, target, weight, ignore_index, int axis) except -1:
    """Describe classes along ``axis`` of a shape. False unless ``x`` is dense, of floats, and the others fit."""
    cdef int i, overflow = 0
    if not (PyArray_CheckExact(x) and PyArray_CheckExact(target) and PyLong_CheckExact(ignore_index)):
        return False
    job.ignored = PyLong_AsLongLongAndOverflow(ignore_index, &overflow)
    if overflow or not 0 <= axis < len(shape):
        return False
    if <void*>PyArray_DESCR(x) != <void*>F32 and <void*>PyArray_DESCR(x) != <void*>F64:
        return False
    if target.dtype.num != cnp.NPY_INT64 or (PyArray_FLAGS(x) & PyArray_FLAGS(target) & READABLE) != READABLE:
        return False
    job.at, job.outer, job.n, job.inner = <cnp.npy_int64*>PyArray_BYTES(target), 1, shape[axis], 1
    for i in range(axis):
        job.outer *= shape[i]
    for i in range(axis + 1, len(shape)):
        job.inner *= shape[i]
    job.weight = NULL
    if weight is not None:
        if not PyArray_CheckExact(weight) or PyArray_DESCR(weight) != PyArray_DESCR(x) or PyArray_SIZE(weight) != job.n:
            return False
        if (PyArray_FLAGS(weight) & READABLE) != READABLE:
            return False
        job.weight = PyArray_BYTES(weight)
    return PyArray_SIZE(target) == job.outer * job.inner


cpdef object class_losses(x, target, weight, ignore_index, int axis, int reduction):
    """Minus the entry along ``axis`` of each class of ``target``: a loss for each, their sum (1) or mean (2).

    ``weight``: a factor for each class, or None. The class ``ignore_index`` does not count. Sums are added in float64. None if NumPy has to compute them, or a class is
    not there.
    """
    cdef cnp.ndarray out
    cdef Classes job
    cdef bint done
    if not PyArray_CheckExact(x) or not describe(&job, x, x.shape, target, weight, ignore_index, axis):
        return None
    cdef bint single = <void*>PyArray_DESCR(x) == <void*>F32
    out = PyArray_SimpleNew(
        0 if reduction else PyArray_NDIM(target), PyArray_DIMS(target), cnp.NPY_FLOAT32 if single else cnp.NPY_FLOAT64
    )
    cdef char* source = PyArray_BYTES(x)
    cdef char* to = PyArray_BYTES(out)
    with nogil:
        if single:
            done = losses_of[float](<float*>source, &job, <float*>to, reduction)
        else:
            done = losses_of[double](<double*>source, &job, <double*>to, reduction)
    return out if done else None


cpdef object class_slopes(u, target, weight, tuple shape, ignore_index, int axis, int reduction):
    """The gradient of what :func:`class_losses` takes, given that of what it gives; None if NumPy has to compute it."""
    cdef Classes job
    cdef bint done
    if not describe(&job, u, shape, target, weight, ignore_index, axis):
        return None
    if PyArray_SIZE(u) != (1 if reduction else PyArray_SIZE(target)):
        return None
    out = numpy.zeros(shape, <object>PyArray_DESCR(u))
    cdef char* source = PyArray_BYTES(u)
    cdef char* to = PyArray_BYTES(out)
    cdef bint single = <void*>PyArray_DESCR(u) == <void*>F32
    with nogil:
        if single:
            done = slopes_of[float](<float*>source, &job, <float*>to, reduction)
        else:
            done = slopes_of[double](<double*>source, &job, <double*>to, reduction)
    return out if done else None


cdef inline real share_of(const Classes* job, cnp.npy_int64 place, real one) noexcept nogil:
    """The weight of a class; ``one`` where all have the same."""
    return (<const real*>job.weight)[place] if job.weight != NULL else one


cdef bint slopes_of(const real* u, const Classes* job, real* out, int reduction) noexcept nogil:
    cdef const cnp.npy_int64* at = job.at
    cdef cnp.npy_intp i, k
    cdef double count = 0
    cdef real step = 0, one = 1
    for i in range(job.outer * job.inner):
        if at[i] != job.ignored:
            if not 0 <= at[i] < job.n:
                return False
            count += share_of(job, at[i], one)
    if reduction:
        step = u[0] / <real>(count if count != 0 else 1) if reduction == 2 else u[0]
    for i in range(job.outer):
        for k in range(job.inner):
            if at[k] != job.ignored:
                out[at[k] * job.inner + k] = -share_of(job, at[k], one) * (step if reduction else u[k])
        out += job.n * job.inner
        at += job.inner
        if not reduction:
            u += job.inner
    return True


cdef bint losses_of(const real* x, const Classes* job, real* out, int reduction) noexcept nogil:
    cdef const cnp.npy_int64* at = job.at
    cdef cnp.npy_intp i, k
    cdef double total = 0, count = 0
    cdef real loss, share, one = 1
    for i in range(job.outer):
        for k in range(job.inner):
            loss = 0
            if at[k] != job.ignored:
                if not 0 <= at[k] < job.n:
                    return False
                share = share_of(job, at[k], one)
                loss = -x[at[k] * job.inner + k] * share
                count += share
            if reduction:
                total += loss
            else:
                out[k] = loss
        x += job.n * job.inner
        at += job.inner
        if not reduction:
            out += job.inner
    if reduction:
        out[0] = <real>(total / count if reduction == 2 else total)
    return True
