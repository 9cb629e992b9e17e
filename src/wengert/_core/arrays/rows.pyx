# cython: boundscheck=False, wraparound=False
"""Sums, moments and products of rows and columns, added in NumPy's order. Large arrays are shared between threads.

``rows.py`` leaves them to NumPy, in the pure build.

Note [One order]. NumPy adds a long row pairwise: it halves the row, at a multiple of 8, until 128 elements or fewer are
left. So a row of any length is a tree, whose shape depends on the length alone. Threads compute its branches, and what
these give is added as the tree says. The sum has NumPy's bits on any number of threads.

Note [Rows with gaps]. An array with gaps whose axes are in the order of memory is added as a dense copy of it would be. The
elements that a loop is about to read are copied to a buffer of the thread, unless they lie next to each other.
"""

cimport cython
cimport numpy as cnp
import numpy
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.float cimport DBL_MAX, DBL_MIN
from libc.math cimport fabs, sqrt
from libc.stdint cimport uint64_t
from libc.string cimport memset

from .c_numpy cimport (
    READABLE, Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SIZE, PyArray_SimpleNew, loop_of, real,
)
from .grids cimport Grid, elements, falling
from .moves cimport copy_bytes
from .threads cimport SHARED, Part, grain_for, run, share, team_for
from .vectors cimport (
    add_pairs_d, add_pairs_f, add_rows_d, add_rows_f, add_squares_d, add_squares_f, add_up_d, add_up_f,
    before_each_d, before_each_f, half_of, multiply_lanes_d, multiply_lanes_f, multiply_rows_d, multiply_rows_f,
    widen_d, widen_f, without_each_d, without_each_f,
)

cnp.import_array()

cdef enum:
    SOME = 256  # elements from which on columns are added here
    GATHER = 2048  # elements with gaps that are copied at once
    PIECE = 32768  # elements of which moments are computed at once, and of a buffer
    CHUNK = 1024  # elements that are widened at once
    NARROW = 64  # and at least so many, if threads share a few
    FEW = 64  # as in reductions.py, of which these are part of the order
    BLOCK = 16
    WIDE = 2048

cdef struct Rows:  # dense rows, for the threads that share them
    char* source
    char* target
    char* mean  # of each row, or NULL
    cnp.npy_intp n
    cnp.npy_intp width  # bytes of an element
    cnp.npy_intp group  # pieces of a row
    int depth  # how often a row is halved
    bint squares
    bint pairs  # whether the numbers are the parts of complex ones, of which the real and the imaginary are added
    Grid grid  # of an array with gaps
    cnp.npy_intp room  # elements of the buffer of each thread; 0 if the array is dense
    char* memory  # of each thread
    bint refused  # whether a row has no result

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)
cdef object C64 = numpy.dtype(numpy.complex64), C128 = numpy.dtype(numpy.complex128)
cdef Loop plus32 = loop_of(numpy.add, "ff->f"), plus64 = loop_of(numpy.add, "dd->d")
cdef Loop complex_plus32 = loop_of(numpy.add, "FF->F"), complex_plus64 = loop_of(numpy.add, "DD->D")


cdef void sums_of_rows(const real* a, real* out, cnp.npy_intp rows, cnp.npy_intp n, bint squares) noexcept nogil:
    """The sums of dense rows, or of their squares. The sum of negative zeros is 0, as in NumPy."""
    if real is float:
        (add_squares_f if squares else add_up_f)(a, out, rows, n)
    else:
        (add_squares_d if squares else add_up_d)(a, out, rows, n)


cdef void add_rows(const char* a, char* out, cnp.npy_intp rows, cnp.npy_intp n, bint squares, bint double_) noexcept nogil:
    """The sums of dense rows of any length, or of their squares, in the order in which NumPy adds them."""
    if double_:
        sums_of_rows(<const double*>a, <double*>out, rows, n, squares)
    else:
        sums_of_rows(<const float*>a, <float*>out, rows, n, squares)


cdef inline void add_dense(const Rows* job, const char* a, char* out, cnp.npy_intp rows, cnp.npy_intp n) noexcept nogil:
    """The sums of dense rows of a job, or of branches of them."""
    if not job.pairs:
        add_rows(a, out, rows, n, job.squares, job.width == 8)
    elif job.width == 8:
        add_pairs_d(<const double*>a, <double*>out, rows, n)
    else:
        add_pairs_f(<const float*>a, <float*>out, rows, n)


cdef inline int result_of(const Rows* job) noexcept nogil:
    """The bytes of a sum."""
    return <int>job.width << job.pairs


cdef inline const char* numbers(const Rows* job, cnp.npy_intp start, cnp.npy_intp n, int who) noexcept nogil:
    """So many elements from one on: Note [Rows with gaps]."""
    if job.room == 0:
        return job.source + start * job.width
    return elements(job.source, &job.grid, start, n, job.width, job.memory + who * job.room * job.width)


cdef inline cnp.npy_intp rows_at_once(const Rows* job, cnp.npy_intp rows) noexcept nogil:
    """How many of so many short rows are read at once."""
    return min(rows, max(job.room // job.n, <cnp.npy_intp>1)) if job.room else rows


cdef int run_rows(Part part, Rows* job, cnp.npy_intp items, cnp.npy_intp work) except -1:
    """Run a job on the threads that share so many steps, each with its buffer."""
    cdef int team = team_for(work)
    job.memory = NULL
    if job.room:
        job.memory = <char*>PyMem_RawMalloc(team * job.room * job.width)
        if job.memory == NULL:
            raise MemoryError
    run(part, job, items, team, work)
    PyMem_RawFree(job.memory)
    return 0


cdef void short_part(void* rows, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    """Sums of rows."""
    cdef Rows* job = <Rows*>rows
    cdef cnp.npy_intp count
    while start < stop:
        count = rows_at_once(job, stop - start)
        if job.room and job.n > GATHER:
            add_branch(job, start * job.n, job.n, job.target + start * job.width, who)
        else:
            add_dense(job, numbers(job, start * job.n, count * job.n, who), job.target + start * result_of(job), count,
                      job.n)
        start += count


cdef void add_branch(const Rows* job, cnp.npy_intp start, cnp.npy_intp n, char* out, int who) noexcept nogil:
    """The sum of a branch of a row: Note [One order]. One with gaps is halved until its elements fit the buffer."""
    cdef cnp.npy_intp half = half_of(n)
    cdef double parts[2]
    cdef float short_parts[2]
    if job.room == 0 or n <= GATHER:
        add_dense(job, numbers(job, start, n, who), out, 1, n)
    elif job.width == 8:
        add_branch(job, start, half, <char*>parts, who)
        add_branch(job, start + half, n - half, <char*>(parts + 1), who)
        (<double*>out)[0] = parts[0] + parts[1]
    else:
        add_branch(job, start, half, <char*>short_parts, who)
        add_branch(job, start + half, n - half, <char*>(short_parts + 1), who)
        (<float*>out)[0] = short_parts[0] + short_parts[1]


cdef void long_part(void* rows, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    """Sums of branches of long rows."""
    cdef Rows* job = <Rows*>rows
    cdef cnp.npy_intp n, first
    while start < stop:
        n = branch_of(job.n, job.depth, start, &first)
        add_branch(job, (start >> job.depth) * job.n + first, n, job.target + start * result_of(job), who)
        start += 1


cdef void join_branches(char* parts, char* out, cnp.npy_intp rows, int depth, Loop loop, int width) noexcept nogil:
    """Make sums of rows from those of their branches, which are overwritten."""
    cdef cnp.npy_intp count = rows << depth
    cdef cnp.npy_intp by[3]
    cdef char* at[3]
    by[0], by[1], by[2] = 2 * width, 2 * width, width
    while depth:
        depth -= 1
        count //= 2
        at[0], at[1], at[2] = parts, parts + width, parts if depth else out
        loop(at, &count, by, NULL)


cdef int in_branches(Rows* job, cnp.npy_intp rows) except -1:
    """Sums of long rows, by Note [One order]."""
    cdef cnp.npy_intp count
    cdef char* target = job.target
    cdef Loop plus = plus64 if job.width == 8 else plus32
    if job.pairs:
        plus = complex_plus64 if job.width == 8 else complex_plus32
    job.depth = depth_of(job.n)
    count = rows << job.depth
    job.target = <char*>PyMem_RawMalloc(count * result_of(job))
    if job.target == NULL:
        raise MemoryError
    try:
        run_rows(long_part, job, count, rows * job.n)
        join_branches(job.target, target, rows, job.depth, plus, result_of(job))
    finally:
        PyMem_RawFree(job.target)
    return 0


cdef int run_of_axes(axis, int nd, int* first) except -1:
    """How many neighbouring axes a reduction is over, and the first of them; 0 if it is over others, too."""
    cdef uint64_t over = 0
    cdef int a, count = 0
    first[0] = 0
    if axis is None or nd > 63:
        return nd if axis is None else 0
    for one in axis if type(axis) is tuple else (axis,):
        if type(one) is not int or not -nd <= one < nd:
            return 0
        a = one
        over |= <uint64_t>1 << (a if a >= 0 else a + nd)
        count += 1
    if over == 0:
        return 0
    while not over & 1:
        over >>= 1
        first[0] += 1
    return count if over == (<uint64_t>1 << count) - 1 else 0


cdef int last_axes(axis, int nd) except -1:
    """How many of the last axes a reduction is over; 0 if it is over others, too."""
    cdef int first, count = run_of_axes(axis, nd, &first)
    return count if first + count == nd else 0


cdef cnp.ndarray reduced(cnp.ndarray x, axis, bint keepdims, int kind):
    """An empty array of the shape that a reduction over neighbouring axes gives."""
    cdef cnp.npy_intp sizes[64]
    cdef int i, k = 0, nd = PyArray_NDIM(x), first = 0, count = run_of_axes(axis, nd, &first)
    for i in range(nd):
        if keepdims or not first <= i < first + count:
            sizes[k] = 1 if first <= i < first + count else PyArray_DIMS(x)[i]
            k += 1
    return PyArray_SimpleNew(k, sizes, kind)


cdef cnp.npy_intp rows_of(Rows* job, a, axis, bint pairs=False) except -1:
    """Describe the rows that a reduction of floats over ``axis`` adds up, and return how many there are; 0 if NumPy has
    to compute it. With ``pairs``, dense complex numbers have such rows, too: rows of their parts.

    The last axes have such rows. An array of which all axes are reduced is one row.
    """
    cdef cnp.ndarray x
    cdef int i, nd, count
    if not PyArray_CheckExact(a):
        return 0
    x = a
    nd = PyArray_NDIM(x)
    job.width = 4 if <void*>PyArray_DESCR(x) == <void*>F32 else 8 if <void*>PyArray_DESCR(x) == <void*>F64 else 0
    job.pairs = False
    if pairs and job.width == 0:
        job.width = 4 if <void*>PyArray_DESCR(x) == <void*>C64 else 8 if <void*>PyArray_DESCR(x) == <void*>C128 else 0
        job.pairs = True
    if job.width == 0 or nd == 0 or PyArray_SIZE(x) == 0:
        return 0
    count = last_axes(axis, nd)
    if count == 0:
        return 0
    job.n = 1 + job.pairs
    for i in range(nd - count, nd):
        job.n *= PyArray_DIMS(x)[i]
    job.source, job.depth, job.squares, job.room = PyArray_BYTES(x), 0, False, 0
    if (PyArray_FLAGS(x) & READABLE) != READABLE:
        if job.pairs or not falling(x, &job.grid):
            return 0
        job.room = GATHER
    return (PyArray_SIZE(x) << job.pairs) // job.n


cpdef object by_row(a, axis, bint keepdims, bint squares=False):
    """The sums of rows, along the last axes or of all elements; None if NumPy has to compute them. With ``squares``, the
    sums are of squares.

    NumPy would spend most of the time around short rows. The results are NumPy's to the last bit.
    """
    cdef Rows job
    cdef cnp.ndarray out
    cdef cnp.npy_intp rows = rows_of(&job, a, axis, not squares)
    if rows == 0:
        return None
    out = reduced(a, axis, keepdims, cnp.PyArray_TYPE(a))
    job.target, job.squares = PyArray_BYTES(out), squares
    if job.n >= 2 * BRANCH:
        in_branches(&job, rows)
    else:
        run_rows(short_part, &job, rows, rows * job.n)
    return out


cdef struct Columns:  # groups of dense rows, for the threads that share strips of their columns
    const char* source
    char* target
    Grid grid  # of an array with gaps
    bint gaps
    cnp.npy_intp start  # the element that is the first
    cnp.npy_intp apart  # elements from a group to the next
    cnp.npy_intp rows  # of a group
    cnp.npy_intp n  # columns
    cnp.npy_intp step  # elements from a row to the next; 0 if they have to be copied: Note [Rows with gaps]
    cnp.npy_intp strip  # columns that are added at once
    bint product  # whether they are multiplied instead
    int width  # bytes of an element
    int target_width
    int levels  # sums that a strip keeps: of blocks of rows, of blocks of those, and so on
    double* memory  # of each thread


cdef void put_sums(const Columns* job, cnp.npy_intp at, const double* sums, cnp.npy_intp n) noexcept nogil:
    """Write n results."""
    cdef cnp.npy_intp i
    for i in range(n):
        if job.target_width == 8:
            (<double*>job.target)[at + i] = sums[i]
        else:
            (<float*>job.target)[at + i] = <float>sums[i]


cdef void column_part(void* columns, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    """Sums or products of strips of columns."""
    cdef Columns* job = <Columns*>columns
    cdef cnp.npy_intp strips = (job.n - 1) // job.strip + 1, first, group, n, at, i
    cdef double* sums = job.memory + who * room_of(job)
    cdef char* buffer = <char*>(sums + job.levels * job.strip)
    while start < stop:
        group, first = start // strips, start % strips * job.strip
        n = min(job.strip, job.n - first)
        at = job.start + group * job.apart + first
        if job.product:
            for i in range(n):
                sums[i] = 1
            i = 0
            while i < job.rows:
                take_rows(job, at + i * job.n, sums, min(<cnp.npy_intp>BLOCK, job.rows - i), n, buffer)
                i += BLOCK
        else:
            memset(sums, 0, job.levels * job.strip * sizeof(double))
            add_strip(job, at, sums, n, buffer)
        put_sums(job, group * job.n + first, sums, n)
        start += 1


cdef inline cnp.npy_intp room_of(const Columns* job) noexcept nogil:
    """The numbers that a thread keeps: sums, and the rows that it copies."""
    cdef cnp.npy_intp rows = job.rows if job.rows <= FEW else BLOCK
    return (job.levels + (0 if job.step else rows)) * job.strip


cdef void add_strip(const Columns* job, cnp.npy_intp at, double* sums, cnp.npy_intp n, char* buffer) noexcept nogil:
    """The sums of n columns, in the order of ``_columns`` in ``reductions.py``."""
    cdef cnp.npy_intp i, block, count, rest = job.rows
    cdef double* level
    cdef double* lowest = sums + (job.levels - 1) * job.strip
    if rest > FEW:
        for block in range(1, job.rows // BLOCK + 1):
            take_rows(job, at, lowest, BLOCK, n, buffer)
            at += BLOCK * job.n
            level, count = lowest, block
            while level != sums and count % BLOCK == 0:
                add_and_clear(level - job.strip, level, n)
                level, count = level - job.strip, count // BLOCK
        level = sums
        while level != lowest:
            level += job.strip
            add_and_clear(sums, level, n)
        rest = job.rows % BLOCK
    take_rows(job, at, sums, rest, n, buffer)


cdef inline void add_and_clear(double* sums, double* more, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(n):
        sums[i] += more[i]
        more[i] = 0


cdef void take_rows(const Columns* job, cnp.npy_intp at, double* sums, cnp.npy_intp rows, cnp.npy_intp n,
                    char* buffer) noexcept nogil:
    """Add rows one after the other, in their precision, and what they give to ``sums``; or multiply those by rows."""
    cdef const char* a = job.source + at * job.width
    cdef const char* row
    cdef cnp.npy_intp k, step = job.step
    if step and job.gaps:
        a = elements(job.source, &job.grid, at, n, job.width, NULL)
    elif step == 0 and n == job.n:
        a, step = elements(job.source, &job.grid, at, rows * n, job.width, buffer), n
    elif step == 0:
        for k in range(rows):
            row = elements(job.source, &job.grid, at + k * job.n, n, job.width, buffer + k * n * job.width)
            if row != buffer + k * n * job.width:
                copy_bytes(buffer + k * n * job.width, row, n * job.width)
        a, step = buffer, n
    if job.width == 4:
        (multiply_rows_f if job.product else add_rows_f)(<const float*>a, sums, rows, n, step)
    else:
        (multiply_rows_d if job.product else add_rows_d)(<const double*>a, sums, rows, n, step)


cdef cnp.npy_intp step_of(const Columns* job) noexcept:
    """The elements from a row to the next, where all rows of a group lie so; else 0."""
    cdef const Grid* grid = &job.grid
    if not job.gaps:
        return job.n
    if grid.steps[0][0] != job.width:
        return 0
    if grid.along[0] % job.apart == 0:
        return job.n
    if grid.depth < 2 or grid.along[0] != job.n or grid.along[1] % (job.apart // job.n) or grid.steps[0][1] % job.width:
        return 0
    return grid.steps[0][1] // job.width


cdef int add_columns(Columns* job, cnp.npy_intp groups) except -1:
    """The sums of the columns of groups of rows."""
    cdef cnp.npy_intp size = groups * job.rows * job.n, side = 1, count
    cdef int team = team_for(size)
    if job.rows > FEW and not job.product:
        side = min(WIDE // job.n, job.rows // BLOCK)
    if side > 1:
        return add_narrow_columns(job, groups, side)
    job.strip = WIDE
    while team > 1 and groups * ((job.n - 1) // job.strip + 1) < 4 * team and job.strip > NARROW:
        job.strip //= 2  # each thread has some strips
    job.strip, job.levels, count = min(job.strip, job.n), 1, 0 if job.product else job.rows // BLOCK
    while count > FEW:
        count //= BLOCK
        job.levels += 1
    job.step = step_of(job)
    job.memory = <double*>PyMem_RawMalloc(team * room_of(job) * sizeof(double))
    if job.memory == NULL:
        raise MemoryError
    run(column_part, job, groups * ((job.n - 1) // job.strip + 1), team, size)
    PyMem_RawFree(job.memory)
    return 0


cdef int add_narrow_columns(const Columns* job, cnp.npy_intp groups, cnp.npy_intp side) except -1:
    """The sums of the columns of groups of short rows: ``side`` of them are added as one row first."""
    cdef Columns part = job[0]
    cdef cnp.npy_intp i, n = job.n, rest = job.rows % side
    cdef double* folded = <double*>PyMem_RawMalloc(groups * (side + 2) * n * sizeof(double))
    cdef double* sums = folded + groups * side * n
    cdef double* more = sums + groups * n
    if folded == NULL:
        raise MemoryError
    try:
        part.rows, part.n, part.target, part.target_width = job.rows // side, side * n, <char*>folded, 8
        add_columns(&part, groups)
        part.source, part.width, part.apart, part.rows, part.n, part.target = part.target, 8, part.n, side, n, <char*>sums
        part.gaps, part.start = False, 0
        add_columns(&part, groups)
        if rest:
            part = job[0]
            part.start, part.rows = job.start + (job.rows - rest) * n, rest
            part.target, part.target_width = <char*>more, 8
            add_columns(&part, groups)
            for i in range(groups * n):
                sums[i] += more[i]
        put_sums(job, 0, sums, groups * n)
    finally:
        PyMem_RawFree(folded)
    return 0


cpdef object by_column(a, axis, bint keepdims, bint wide=False, bint product=False):
    """The sums of columns: over neighbouring axes before the last, of an array of some size. They are in the dtype of the
    array, or ``wide`` in float64. With ``product``, they are multiplied in float64 and rounded once. None if NumPy has to
    compute them."""
    cdef cnp.ndarray x, out
    cdef Columns job
    cdef cnp.npy_intp groups = 1
    cdef int i, first, count, nd
    if not PyArray_CheckExact(a) or PyArray_SIZE(a) == 0:
        return None
    x = a
    job.width = 4 if <void*>PyArray_DESCR(x) == <void*>F32 else 8 if <void*>PyArray_DESCR(x) == <void*>F64 else 0
    nd = PyArray_NDIM(x)
    count = run_of_axes(axis, nd, &first)
    if job.width == 0 or count == 0 or first + count == nd:
        return None
    job.gaps = (PyArray_FLAGS(x) & READABLE) != READABLE
    if job.gaps and not falling(x, &job.grid):
        return None
    job.rows = job.n = 1
    for i in range(nd):
        if i < first:
            groups *= PyArray_DIMS(x)[i]
        elif i < first + count:
            job.rows *= PyArray_DIMS(x)[i]
        else:
            job.n *= PyArray_DIMS(x)[i]
    if job.n == 1 or job.rows < 4 and PyArray_SIZE(x) < SHARED or job.rows <= FEW and PyArray_SIZE(x) < SOME:
        return None  # NumPy, or few.pyx, is fast
    job.start, job.apart, job.product = 0, job.rows * job.n, product
    job.target_width = 8 if wide else <int>job.width
    out = reduced(x, axis, keepdims, cnp.NPY_DOUBLE if job.target_width == 8 else cnp.NPY_FLOAT)
    job.source, job.target = PyArray_BYTES(x), PyArray_BYTES(out)
    add_columns(&job, groups)
    return out


cdef double widened(const real* a, cnp.npy_intp n, const double* mean) noexcept nogil:
    """The sum of a row, or of the squared distances from a mean, in float64: the tree of Note [One order]."""
    cdef double wide[CHUNK]
    cdef double total
    cdef cnp.npy_intp half
    if n > CHUNK:
        half = half_of(n)
        return widened(a, half, mean) + widened(a + half, n - half, mean)
    if real is float:
        widen_f(a, n, 0 if mean == NULL else mean[0], wide)
    else:
        widen_d(a, n, 0 if mean == NULL else mean[0], wide)
    sums_of_rows[double](wide, &total, 1, n, mean != NULL)
    return total


cdef void moments_part(void* rows, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    """Sums of pieces of rows. A row has ``group`` pieces."""
    cdef Rows* job = <Rows*>rows
    cdef cnp.npy_intp at, size
    cdef const double* mean
    cdef const char* a
    while start < stop:
        at = start % job.group * PIECE
        size = min(job.n - at, PIECE)
        at += start // job.group * job.n
        mean = <double*>job.mean + start // job.group if job.mean != NULL else NULL
        a = numbers(job, at, size, who)
        if job.width == 8:
            (<double*>job.target)[start] = widened[double](<const double*>a, size, mean)
        else:
            (<double*>job.target)[start] = widened[float](<const float*>a, size, mean)
        start += 1


cdef int in_pieces(Rows* job, double* out, cnp.npy_intp rows) except -1:
    """The sums of rows, or of squared distances from means, in float64. Pieces are added one after the other."""
    cdef cnp.npy_intp i, k
    cdef double* parts = out
    if job.group > 1:
        parts = <double*>PyMem_RawMalloc(rows * job.group * sizeof(double))
        if parts == NULL:
            raise MemoryError
    job.target = <char*>parts
    if job.room:
        job.room = PIECE
    run_rows(moments_part, job, rows * job.group, 2 * rows * job.n)
    for i in range(rows):
        if job.group > 1:
            out[i] = 0
            for k in range(job.group):
                out[i] += parts[i * job.group + k]
        else:
            out[i] += 0
    if parts != out:
        PyMem_RawFree(parts)
    return 0


cpdef object moments_by_row(a, axis):
    """The means of rows and the sums of the squared distances from them, in float64, dimensions kept; or None."""
    cdef Rows job
    cdef cnp.ndarray mean, squares
    cdef cnp.npy_intp i, rows = rows_of(&job, a, axis)
    cdef double* first
    if rows == 0:
        return None
    mean = reduced(a, axis, True, cnp.NPY_DOUBLE)
    squares = reduced(a, axis, True, cnp.NPY_DOUBLE)
    first = <double*>PyArray_BYTES(mean)
    job.group, job.mean = (job.n + PIECE - 1) // PIECE, NULL
    in_pieces(&job, first, rows)
    for i in range(rows):
        first[i] /= job.n
    job.mean = <char*>first
    in_pieces(&job, <double*>PyArray_BYTES(squares), rows)
    return mean, squares


@cython.cdivision(True)
cpdef object variances_by_row(a, axis, double divisor, bint keepdims, bint roots):
    """The sums of :func:`moments_by_row` over a divisor, or their square roots, in the dtype of the rows, and the
    means; or None."""
    cdef tuple found = moments_by_row(a, axis)
    cdef cnp.ndarray out
    cdef double* squares
    cdef double one
    cdef cnp.npy_intp i
    if found is None:
        return None
    squares = <double*>PyArray_BYTES(found[1])
    out = reduced(a, axis, keepdims, cnp.NPY_FLOAT if <void*>PyArray_DESCR(a) == <void*>F32 else cnp.NPY_DOUBLE)
    for i in range(PyArray_SIZE(out)):
        one = squares[i] / divisor
        if roots:
            one = sqrt(one)
        if <void*>PyArray_DESCR(a) == <void*>F32:
            (<float*>PyArray_BYTES(out))[i] = <float>one
        else:
            (<double*>PyArray_BYTES(out))[i] = one
    return out, found[0]


cdef double end_of_product(double* lanes, const real* a, cnp.npy_intp n, int half) noexcept nogil:
    """Multiply twice ``half`` products by the rest of a row, and halve them until one is left."""
    cdef double found = 1
    cdef int k, rest = n % (2 * half)
    if n < 2 * half:
        for k in range(rest):
            found *= a[k]
        return found
    a += n - rest
    for k in range(rest):
        lanes[k] *= a[k]
    while half:
        for k in range(half):
            lanes[k] *= lanes[k + half]
        half //= 2
    return lanes[0]


cdef void products_of_rows(const real* a, real* out, cnp.npy_intp rows, cnp.npy_intp n) noexcept nogil:
    """The products of dense rows, in float64: 32 side by side of a long row; else sixteen, and two rows at a time."""
    cdef double lanes[32]
    cdef cnp.npy_intp i = 0
    cdef const real* b
    while i < rows and n >= 256:
        if real is float:
            multiply_lanes_f(a + i * n, a + i * n + 16, n, 32, lanes)
        else:
            multiply_lanes_d(a + i * n, a + i * n + 16, n, 32, lanes)
        out[i] = <real>end_of_product(lanes, a + i * n, n, 16)
        i += 1
    while i < rows:
        b = a + i * n + (n if i + 1 < rows else 0)
        if n >= 16:
            if real is float:
                multiply_lanes_f(a + i * n, b, n, 16, lanes)
            else:
                multiply_lanes_d(a + i * n, b, n, 16, lanes)
        out[i] = <real>end_of_product(lanes, a + i * n, n, 8)
        if i + 1 < rows:
            out[i + 1] = <real>end_of_product(lanes + 16, b, n, 8)
        i += 2


cdef void product_part(void* rows, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Rows* job = <Rows*>rows
    cdef cnp.npy_intp count
    cdef const char* a
    while start < stop:
        count = rows_at_once(job, stop - start)
        a = numbers(job, start * job.n, count * job.n, who)
        if job.width == 8:
            products_of_rows(<const double*>a, <double*>job.target + start, count, job.n)
        else:
            products_of_rows(<const float*>a, <float*>job.target + start, count, job.n)
        start += count


cpdef object product_by_row(a, axis, bint keepdims):
    """The products of rows, along the last axes or of all elements, rounded once; None if NumPy has to compute them."""
    cdef Rows job
    cdef cnp.ndarray out
    cdef cnp.npy_intp rows = rows_of(&job, a, axis)
    if rows == 0:
        return None
    out = reduced(a, axis, keepdims, cnp.NPY_DOUBLE if job.width == 8 else cnp.NPY_FLOAT)
    job.target = PyArray_BYTES(out)
    if job.room:
        job.room = max(job.room, job.n)
    run_rows(product_part, &job, rows, rows * job.n)
    return out


cdef bint others_of_rows(const real* a, real* out, cnp.npy_intp rows, cnp.npy_intp n, double* before) noexcept nogil:
    """For each number of dense rows, the product of all others in its row. False if one may leave the range on the way,
    and matter: then the product of a lane is far from 1, or in float64 that of the other lanes leaves the range."""
    cdef double lane[16]
    cdef double rest[16]
    cdef double below, above
    cdef cnp.npy_intp i
    cdef int k
    for i in range(rows):
        if real is float:
            before_each_f(a + i * n, n, before, lane)
        else:
            before_each_d(a + i * n, n, before, lane)
        below = above = 1
        for k in range(16):
            rest[k] = below
            below *= lane[k]
        for k in range(15, -1, -1):
            rest[k] *= above
            above *= lane[k]
            if not 1e-120 <= fabs(lane[k]) <= 1e120 or real is double and not DBL_MIN <= fabs(rest[k]) <= DBL_MAX:
                return False
        if real is float:
            without_each_f(a + i * n, n, before, rest, out + i * n)
        else:
            without_each_d(a + i * n, n, before, rest, out + i * n)
    return True


cdef void others_part(void* rows, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Rows* job = <Rows*>rows
    cdef cnp.npy_intp at = start * job.n, count = stop - start
    cdef double* before = <double*>job.memory + who * job.n
    if job.width == 8:
        if not others_of_rows(<double*>job.source + at, <double*>job.target + at, count, job.n, before):
            job.refused = True
    elif not others_of_rows(<float*>job.source + at, <float*>job.target + at, count, job.n, before):
        job.refused = True


cpdef object others_by_row(a, axis):
    """For each number, the product of all others of its row, in float64 and rounded once. None if NumPy has to compute
    it, for instance since a number is 0."""
    cdef Rows job
    cdef cnp.ndarray out
    cdef cnp.npy_intp rows = rows_of(&job, a, axis)
    cdef int team
    if rows == 0 or job.room:
        return None
    out = PyArray_SimpleNew(PyArray_NDIM(a), PyArray_DIMS(a), cnp.NPY_DOUBLE if job.width == 8 else cnp.NPY_FLOAT)
    team = team_for(2 * rows * job.n)
    job.target, job.refused = PyArray_BYTES(out), False
    job.memory = <char*>PyMem_RawMalloc(team * job.n * sizeof(double))
    if job.memory == NULL:
        raise MemoryError
    run(others_part, &job, rows, team, 2 * rows * job.n)
    PyMem_RawFree(job.memory)
    return None if job.refused else out
