# cython: boundscheck=False, wraparound=False, cdivision=True
"""Sorts, searches, the first few elements and those of a rank, running extremes and recurrences, by loops of rows.

``order_loops.py`` leaves them to NumPy.

Elements are compared by keys: unsigned integers in the order of the numbers, in which both zeros are equal and NaN is
the largest. Equal elements are in the order of their indices, as in a stable sort.
"""

cimport numpy as cnp
import numpy
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from ...arrays.c_numpy cimport (
    NPY_ARRAY_ALIGNED, READABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS,
    PyArray_NDIM, PyArray_SIZE, PyArray_STRIDES, PyArray_SimpleNew, real,
)
from ...arrays.scan_loops cimport parts
from ...arrays.threads cimport compute, run, team_for

cnp.import_array()

cdef enum:
    MOST = 32  # the first few elements are at most so many
    SMALL = 12  # so few keys are sorted
    MIDDLE = -1  # the rank of the lower median; of the first NaN, if there is one
    SORTED = 128  # elements of the shortest row that is sorted by bytes
    BESIDE = 8  # rows whose recurrences run beside one another: each step of one waits for the one before it
    STRIP = 512  # or columns
    MIDDLE_NUMBER = -2  # the rank of the lower median of all but NaN

cdef enum Kind:
    FLOATS
    DOUBLES
    INTEGERS
    LONG_INTEGERS

cdef struct Ranking:  # rows, for the threads that share them
    char* x
    char* values
    cnp.npy_int64* found
    char* memory
    cnp.npy_intp n
    cnp.npy_intp k
    cnp.npy_intp rank
    Kind kind
    bint largest

cdef struct Recurrence:  # arrays of (outer, n, inner), for the threads that share rows, or strips of columns
    const char* links  # which are one fewer along the axis, and ``step`` apart along the outer ones
    const char* b
    char* out
    cnp.npy_intp outer
    cnp.npy_intp n
    cnp.npy_intp inner
    cnp.npy_intp step
    cnp.npy_intp strips
    bint single
    bint wide  # whether the links are float64
    bint reverse

cdef struct Search:  # rows of values, for the threads that share them
    char* edges
    char* values
    cnp.npy_int64* found
    cnp.npy_intp n  # edges of a row
    cnp.npy_intp count  # values that are searched in a row
    int width
    bint right

ctypedef fused word:  # keys of single numbers, and of double ones
    uint32_t
    uint64_t

ctypedef fused element:
    float
    double
    int32_t
    int64_t

ctypedef fused number:
    float
    double
    int64_t

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64), I64 = numpy.dtype(numpy.int64)
cdef tuple KINDS = (F32, F64, numpy.dtype(numpy.int32), I64)  # in the order of Kind


cdef inline uint64_t key_of(element x) noexcept nogil:
    """The key of a number. Adding 0 makes 0 of -0.0."""
    cdef uint32_t narrow
    cdef uint64_t wide
    if element is int32_t:
        return <uint32_t>x ^ <uint32_t>1 << 31
    if element is int64_t:
        return <uint64_t>x ^ <uint64_t>1 << 63
    x = x + 0
    if x != x:
        return <uint64_t>-1
    if element is float:
        memcpy(&narrow, &x, 4)
        return ~narrow if narrow >> 31 else narrow | <uint32_t>1 << 31
    memcpy(&wide, &x, 8)
    return ~wide if wide >> 63 else wide | <uint64_t>1 << 63


cdef tuple results_for(x, cnp.npy_intp k, Ranking* job):
    """Empty arrays for so many elements of each row of dense numbers and their indices; None if NumPy has to compute."""
    cdef cnp.npy_intp shape[64]
    cdef cnp.ndarray a, values, found
    cdef int i, nd
    if not PyArray_CheckExact(x):
        return None
    a = x
    for i in range(4):
        if <void*>PyArray_DESCR(a) == <void*>KINDS[i]:
            job.kind = <Kind>i
            break
    else:
        return None
    if (PyArray_FLAGS(a) & READABLE) != READABLE or not PyArray_NDIM(a) or not PyArray_SIZE(a):
        return None
    nd = PyArray_NDIM(a)
    for i in range(nd):
        shape[i] = PyArray_DIMS(a)[i]
    job.n, job.k, shape[nd - 1] = shape[nd - 1], k, k
    values = PyArray_SimpleNew(nd, shape, cnp.PyArray_TYPE(a))
    found = PyArray_SimpleNew(nd, shape, cnp.NPY_INT64)
    job.x, job.values, job.found = PyArray_BYTES(a), PyArray_BYTES(values), <cnp.npy_int64*>PyArray_BYTES(found)
    return values, found


cdef void few_part(void* ranking, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Ranking* job = <Ranking*>ranking
    if job.kind == FLOATS:
        few_of_rows(job, <float*>job.x, <float*>job.values, start, stop)
    elif job.kind == DOUBLES:
        few_of_rows(job, <double*>job.x, <double*>job.values, start, stop)
    elif job.kind == INTEGERS:
        few_of_rows(job, <int32_t*>job.x, <int32_t*>job.values, start, stop)
    else:
        few_of_rows(job, <int64_t*>job.x, <int64_t*>job.values, start, stop)


cdef void few_of_rows(const Ranking* job, const element* x, element* values, cnp.npy_intp start,
                      cnp.npy_intp stop) noexcept nogil:
    cdef cnp.npy_intp i, j
    cdef cnp.npy_int64* found
    for i in range(start, stop):
        found = job.found + i * job.k
        few_of_row(x + i * job.n, found, job.n, <int>job.k, job.largest)
        for j in range(job.k):
            values[i * job.k + j] = x[i * job.n + found[j]]


cdef void few_of_row(const element* x, cnp.npy_int64* found, cnp.npy_intp n, int k, bint largest) noexcept nogil:
    """Keep the first few in order, and insert what comes before the last of them."""
    cdef uint64_t keys[MOST]
    cdef uint64_t key
    cdef cnp.npy_intp i
    cdef int at, filled = 0
    cdef element last = 0
    for i in range(n):
        if filled == k and (x[i] <= last if largest else x[i] >= last):  # most elements; NaN compares as false
            continue
        key = key_of(x[i])
        if largest:
            key = ~key
        if filled < k:
            filled += 1
        elif key >= keys[k - 1]:
            continue
        at = filled - 1
        while at > 0 and keys[at - 1] > key:
            keys[at], found[at] = keys[at - 1], found[at - 1]
            at -= 1
        keys[at], found[at] = key, i
        last = x[found[filled - 1]]


cpdef object first_few(x, Py_ssize_t k, bint largest):
    """The ``k`` largest or smallest elements of each row and their indices, in order; None if NumPy has to find them."""
    cdef Ranking job
    cdef tuple out
    cdef cnp.npy_intp rows
    if not 0 < k <= MOST:
        return None
    out = results_for(x, k, &job)
    if out is None or k > job.n:
        return None
    job.largest = largest
    rows = PyArray_SIZE(x) // job.n
    compute(few_part, &job, rows, PyArray_SIZE(x))
    return out


cdef word selected(const word* keys, word* one, word* two, cnp.npy_intp n, cnp.npy_intp k) noexcept nogil:
    """The key of rank ``k``. Each round keeps the keys on the side of the pivot that has it, in one of two memories."""
    cdef const word* source = keys
    cdef word pivot, a, b, c, key
    cdef cnp.npy_intp i, below
    while n > SMALL:
        a, b, c = source[n // 8], source[n // 2], source[n - 1 - n // 8]
        pivot = max(min(a, b), min(max(a, b), c))
        below = 0
        for i in range(n):  # without a branch: what is below the pivot comes first, in the memory that may be read
            key = source[i]
            one[below] = key
            two[i - below] = key
            below += key < pivot
        if below == 0:  # the pivot is the least: drop all that are equal to it
            for i in range(n):
                key = two[i]
                one[below] = key
                below += key != pivot
            if k < n - below:
                return pivot
            source, n, k = one, below, k - (n - below)
        elif k < below:
            source, n = one, below
        else:
            source, n, k = two, n - below, k - below
            one, two = two, one
    for i in range(n):
        key = source[i]
        below = i
        while below > 0 and one[below - 1] > key:
            one[below] = one[below - 1]
            below -= 1
        one[below] = key
    return one[k]


cdef void rank_part(void* ranking, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Ranking* job = <Ranking*>ranking
    cdef char* keys = job.memory + who * 3 * job.n * sizeof(uint64_t)
    if job.kind == FLOATS:
        rank_of_rows(job, <float*>job.x, <float*>job.values, <uint32_t*>keys, start, stop)
    elif job.kind == DOUBLES:
        rank_of_rows(job, <double*>job.x, <double*>job.values, <uint64_t*>keys, start, stop)
    elif job.kind == INTEGERS:
        rank_of_rows(job, <int32_t*>job.x, <int32_t*>job.values, <uint32_t*>keys, start, stop)
    else:
        rank_of_rows(job, <int64_t*>job.x, <int64_t*>job.values, <uint64_t*>keys, start, stop)


cdef void rank_of_rows(const Ranking* job, const element* x, element* values, word* keys, cnp.npy_intp start,
                       cnp.npy_intp stop) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(start, stop):
        job.found[i] = rank_of_row(x + i * job.n, keys, job.n, job.rank)
        values[i] = x[i * job.n + job.found[i]]


cdef cnp.npy_intp rank_of_row(const element* x, word* keys, cnp.npy_intp n, cnp.npy_intp k) noexcept nogil:
    cdef word key
    cdef cnp.npy_intp i, numbers = 0
    for i in range(n):
        keys[i] = <word>key_of(x[i])
        numbers += x[i] == x[i]
    if k == MIDDLE:
        k = numbers if numbers < n else (n - 1) // 2
    elif k == MIDDLE_NUMBER:
        k = (numbers - 1) // 2 if numbers else 0
    key = selected(keys, keys + n, keys + 2 * n, n, k)
    for i in range(n):
        k -= keys[i] < key
    for i in range(n):
        if keys[i] == key:
            if k == 0:
                return i
            k -= 1
    return 0


cpdef object of_rank(x, Py_ssize_t rank):
    """The element of a rank, counted from 0, in each row and its index; None if NumPy has to find it.

    -1 stands for the lower median, or the first NaN if there is one, and -2 for the lower median of the others.
    """
    cdef Ranking job
    cdef tuple out = results_for(x, 1, &job)
    cdef cnp.npy_intp rows
    cdef int team
    if out is None or not MIDDLE_NUMBER <= rank < job.n:
        return None
    job.rank = rank
    rows = PyArray_SIZE(x) // job.n
    team = team_for(4 * PyArray_SIZE(x)) if rows > 1 else 1
    job.memory = <char*>PyMem_RawMalloc(team * 3 * job.n * sizeof(uint64_t))
    if job.memory == NULL:
        raise MemoryError
    run(rank_part, &job, rows, team, 4 * PyArray_SIZE(x))
    PyMem_RawFree(job.memory)
    return out


cdef void sort_part(void* ranking, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Ranking* job = <Ranking*>ranking
    cdef uint64_t* memory = <uint64_t*>job.memory + who * 4 * job.n
    cdef cnp.npy_intp i
    for i in range(start, stop):
        if job.kind == FLOATS:
            sort_row(<float*>job.x + i * job.n, job.found + i * job.n, memory, job.n, job.largest)
        elif job.kind == DOUBLES:
            sort_row(<double*>job.x + i * job.n, job.found + i * job.n, memory, job.n, job.largest)
        elif job.kind == INTEGERS:
            sort_row(<int32_t*>job.x + i * job.n, job.found + i * job.n, memory, job.n, job.largest)
        else:
            sort_row(<int64_t*>job.x + i * job.n, job.found + i * job.n, memory, job.n, job.largest)


cdef void sort_row(const element* x, cnp.npy_int64* found, uint64_t* memory, cnp.npy_intp n, bint largest) noexcept nogil:
    """Order a row by one byte of its keys after the other, the least one first. Each such step is stable."""
    cdef cnp.npy_intp counts[2048]  # of each value of each byte
    cdef uint64_t* keys = memory
    cdef uint64_t* others = memory + n
    cdef uint64_t* places = memory + 2 * n
    cdef uint64_t* moved = memory + 3 * n
    cdef cnp.npy_intp* count
    cdef uint64_t key, last = 0
    cdef cnp.npy_intp i, at, before
    cdef int byte
    cdef bint ordered = True
    memset(counts, 0, sizeof(element) * 256 * sizeof(cnp.npy_intp))
    for i in range(n):
        key = key_of(x[i])
        if largest:
            key = ~key
        keys[i], places[i] = key, i
        ordered &= key >= last
        last = key
        for byte in range(<int>sizeof(element)):
            counts[byte * 256 + (key >> 8 * byte & 255)] += 1
    if ordered:
        memcpy(found, places, n * sizeof(uint64_t))
        return
    for byte in range(<int>sizeof(element)):
        count = counts + byte * 256
        if count[keys[0] >> 8 * byte & 255] == n:  # all have the same byte
            continue
        before = 0
        for i in range(256):
            at = count[i]
            count[i] = before
            before += at
        for i in range(n):
            at = count[keys[i] >> 8 * byte & 255]
            count[keys[i] >> 8 * byte & 255] = at + 1
            others[at], moved[at] = keys[i], places[i]
        keys, others = others, keys
        places, moved = moved, places
    memcpy(found, places, n * sizeof(uint64_t))


cpdef object argsorted(x, bint descending):
    """The indices that sort each row stably; None if NumPy has to find them."""
    cdef cnp.ndarray out
    cdef Ranking job
    cdef tuple results
    cdef cnp.npy_intp rows
    cdef int team
    if not PyArray_CheckExact(x) or not PyArray_NDIM(<cnp.ndarray>x):
        return None
    if PyArray_DIMS(x)[PyArray_NDIM(x) - 1] < SORTED:
        return None
    results = results_for(x, PyArray_DIMS(x)[PyArray_NDIM(x) - 1], &job)
    if results is None:
        return None
    out, job.largest = results[1], descending
    rows = PyArray_SIZE(x) // job.n
    team = team_for(16 * PyArray_SIZE(x)) if rows > 1 else 1
    job.memory = <char*>PyMem_RawMalloc(team * 4 * job.n * sizeof(uint64_t))
    if job.memory == NULL:
        raise MemoryError
    run(sort_part, &job, rows, team, 16 * PyArray_SIZE(x))
    PyMem_RawFree(job.memory)
    return out


cdef inline cnp.npy_intp place_of(const number* edges, cnp.npy_intp n, const number value, const bint right,
                                  const bint absent) noexcept nogil:
    """How many edges are below a value, or not above it if ``right``; how many are numbers if the value is absent: NaN.

    There is no branch but for the loop: of random values a processor guesses half of the branches wrong. Where the edges
    are not sorted, the result is PyTorch's, which looks at the same edges.
    """
    cdef cnp.npy_intp first = 0, half
    cdef bint below
    while n > 0:
        half = n >> 1
        if absent:
            below = edges[first + half] == edges[first + half]
        elif right:
            below = edges[first + half] <= value
        else:
            below = edges[first + half] < value
        first += (half + 1) & -<cnp.npy_intp>below
        n = half ^ ((half ^ (n - half - 1)) & -<cnp.npy_intp>below)
    return first


cdef inline void places_in_row(const number* edges, cnp.npy_intp n, const number* values, cnp.npy_int64* found,
                               cnp.npy_intp count, const bint right) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(count):
        if values[i] == values[i]:
            found[i] = place_of(edges, n, values[i], right, False)
        else:
            found[i] = n if right else place_of(edges, n, values[i], False, True)


cdef void places_in_rows(const Search* job, const number* edges, const number* values, cnp.npy_intp start,
                         cnp.npy_intp stop) noexcept nogil:
    cdef cnp.npy_intp row, end
    while start < stop:
        row = start // job.count
        end = min(stop, (row + 1) * job.count)
        if job.right:
            places_in_row(edges + row * job.n, job.n, values + start, job.found + start, end - start, True)
        else:
            places_in_row(edges + row * job.n, job.n, values + start, job.found + start, end - start, False)
        start = end


cdef void search_part(void* search, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Search* job = <Search*>search
    if job.width == 4:
        places_in_rows[float](job, <float*>job.edges, <float*>job.values, start, stop)
    elif job.width == 8:
        places_in_rows[double](job, <double*>job.edges, <double*>job.values, start, stop)
    else:
        places_in_rows[int64_t](job, <int64_t*>job.edges, <int64_t*>job.values, start, stop)


cpdef object searched(edges, values, bint right):
    """The places of values in their rows of sorted edges, or all in one row; None if NumPy has to search."""
    cdef cnp.ndarray e, v, out
    cdef Search job
    cdef cnp.npy_intp size
    cdef int i
    if not PyArray_CheckExact(edges) or not PyArray_CheckExact(values) or not edges.ndim:
        return None
    if edges.dtype is not values.dtype or (values.dtype is not F32 and values.dtype is not F64 and values.dtype is not I64):
        return None
    e, v = cnp.PyArray_GETCONTIGUOUS(edges), cnp.PyArray_GETCONTIGUOUS(values)
    job.width = 0 if <object>PyArray_DESCR(v) is I64 else <int>cnp.PyArray_ITEMSIZE(v)
    size, job.n, job.right = PyArray_SIZE(v), PyArray_DIMS(e)[PyArray_NDIM(e) - 1], right
    job.count = size
    for i in range(PyArray_NDIM(e) - 1):
        if PyArray_DIMS(e)[i]:
            job.count //= PyArray_DIMS(e)[i]
    out = PyArray_SimpleNew(PyArray_NDIM(v), PyArray_DIMS(v), cnp.NPY_INT64)
    job.edges, job.values, job.found = PyArray_BYTES(e), PyArray_BYTES(v), <cnp.npy_int64*>PyArray_BYTES(out)
    if size:
        compute(search_part, &job, size, 16 * size)
    return out


ctypedef fused link:
    float
    double


cdef inline void recur(const link* links, const real* b, real* out, cnp.npy_intp n, cnp.npy_intp along,
                       cnp.npy_intp links_apart, cnp.npy_intp apart, cnp.npy_intp width, bint reverse) noexcept nogil:
    """Some recurrences beside one another, which begin ``apart``. Steps of one are ``along`` apart."""
    cdef double last[STRIP]
    cdef cnp.npy_intp i, j, k, at = (n - 1) * along if reverse else 0
    for k in range(width):
        last[k] = b[at + k * apart] + 0.0
        out[at + k * apart] = <real>last[k]
    for j in range(n - 1):
        i = n - 2 - j if reverse else j
        at = (i if reverse else i + 1) * along
        for k in range(width):
            last[k] = b[at + k * apart] + links[i * along + k * links_apart] * last[k]
            out[at + k * apart] = <real>last[k]


cdef void recur_some(const Recurrence* job, const link* links, const real* b, real* out, cnp.npy_intp start,
                     cnp.npy_intp stop) noexcept nogil:
    cdef cnp.npy_intp first, width, at, n = job.n
    while start < stop:
        if job.inner == 1:
            first = start * BESIDE
            width = min(job.outer - first, <cnp.npy_intp>BESIDE)
            if width == BESIDE:
                recur(links + first * job.step, b + first * n, out + first * n, n, 1, job.step, n, BESIDE, job.reverse)
            else:
                recur(links + first * job.step, b + first * n, out + first * n, n, 1, job.step, n, width, job.reverse)
        else:
            first = start % job.strips * STRIP
            width = min(job.inner - first, <cnp.npy_intp>STRIP)
            at = start // job.strips * n * job.inner + first
            recur(links + start // job.strips * job.step + first, b + at, out + at, n, job.inner, 1, 1, width,
                  job.reverse)
        start += 1


cdef void recur_part(void* recurrence_, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Recurrence* job = <Recurrence*>recurrence_
    if not job.single:
        recur_some(job, <const double*>job.links, <const double*>job.b, <double*>job.out, start, stop)
    elif job.wide:
        recur_some(job, <const double*>job.links, <const float*>job.b, <float*>job.out, start, stop)
    else:
        recur_some(job, <const float*>job.links, <const float*>job.b, <float*>job.out, start, stop)


cdef cnp.npy_intp outer_step(cnp.ndarray a, int axis) noexcept:
    """How many elements the outer entries of an array lie apart, if all behind the axis is dense; else 0."""
    cdef cnp.npy_intp size = cnp.PyArray_ITEMSIZE(a), expected = size, step = 0
    cdef int d
    if not PyArray_FLAGS(a) & NPY_ARRAY_ALIGNED:
        return 0
    for d in range(PyArray_NDIM(a) - 1, -1, -1):
        if PyArray_DIMS(a)[d] == 1:
            continue
        if d < axis and step == 0:
            step = expected = PyArray_STRIDES(a)[d]
        if PyArray_STRIDES(a)[d] != expected or expected <= 0:
            return 0
        expected *= PyArray_DIMS(a)[d]
    step = step if step else expected
    return step // size if step % size == 0 else 0


cpdef object recurrence(links, b, int axis, bint reverse):
    """``r[k] = b[k] + links[k - 1] * r[k - 1]`` along an axis, or from its end, in float64; None if NumPy has to do
    it."""
    cdef Recurrence job
    cdef cnp.ndarray a, x, out
    cdef cnp.npy_intp n[3]
    cdef cnp.npy_intp items
    if not PyArray_CheckExact(b) or not PyArray_CheckExact(links) or links.dtype.kind != "f":
        return None
    b = x = cnp.PyArray_GETCONTIGUOUS(b)
    job.single = x.dtype is F32
    if not job.single and x.dtype is not F64 or not parts(x, axis, n) or not n[1]:
        return None
    if links.shape != (*b.shape[:axis], n[1] - 1, *b.shape[axis + 1 :]):
        return None
    out = PyArray_SimpleNew(PyArray_NDIM(x), PyArray_DIMS(x), cnp.NPY_FLOAT if job.single else cnp.NPY_DOUBLE)
    if not PyArray_SIZE(x):
        return out
    a = links
    job.wide = a.dtype is F64
    job.step = outer_step(a, axis) if job.wide or (job.single and a.dtype is F32) else 0
    if job.step == 0:
        a = numpy.ascontiguousarray(a, numpy.float64)
        job.wide, job.step = True, (n[1] - 1) * n[2]
    job.links, job.b, job.out, job.reverse = PyArray_BYTES(a), PyArray_BYTES(x), PyArray_BYTES(out), reverse
    job.outer, job.n, job.inner = n[0], n[1], n[2]
    job.strips = (n[2] - 1) // STRIP + 1
    items = n[0] * job.strips if n[2] > 1 else (n[0] - 1) // BESIDE + 1
    compute(recur_part, &job, items, 2 * PyArray_SIZE(x))
    return out


cdef void scan_records(const real* a, real* values, cnp.npy_int64* places, cnp.npy_intp outer, cnp.npy_intp n,
                       cnp.npy_intp inner, bint largest) noexcept nogil:
    cdef cnp.npy_intp o, i, k
    cdef real x
    for o in range(outer):
        for k in range(inner):
            values[k] = a[k]
            places[k] = 0
        for i in range(1, n):
            for k in range(i * inner, (i + 1) * inner):
                x = a[k]
                if (x >= values[k - inner] if largest else x <= values[k - inner]) or x != x:
                    values[k] = x
                    places[k] = i
                else:
                    values[k] = values[k - inner]
                    places[k] = places[k - inner]
        a += n * inner
        values += n * inner
        places += n * inner


cpdef object records(a, int axis, bint largest):
    """The extreme of every prefix and its last index; None if NumPy has to compute them.

    From the first NaN on, it is the last NaN.
    """
    cdef cnp.ndarray values, places
    cdef cnp.npy_intp n[3]
    if not PyArray_CheckExact(a):
        return None
    cdef bint single = <object>PyArray_DESCR(a) is F32
    if (not single and <object>PyArray_DESCR(a) is not F64) or not parts(a, axis, n):
        return None
    values = PyArray_SimpleNew(PyArray_NDIM(a), PyArray_DIMS(a), cnp.NPY_FLOAT if single else cnp.NPY_DOUBLE)
    places = PyArray_SimpleNew(PyArray_NDIM(a), PyArray_DIMS(a), cnp.NPY_INT64)
    cdef char* source = PyArray_BYTES(a)
    cdef char* target = PyArray_BYTES(values)
    cdef cnp.npy_int64* index = <cnp.npy_int64*>PyArray_BYTES(places)
    if n[1]:
        with nogil:
            if single:
                scan_records[float](<float*>source, <float*>target, index, n[0], n[1], n[2], largest)
            else:
                scan_records[double](<double*>source, <double*>target, index, n[0], n[1], n[2], largest)
    return values, places
