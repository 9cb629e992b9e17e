# cython: boundscheck=False, wraparound=False, cdivision=True
"""Linear systems: triangular ones by substitution, and the elimination that makes them.

Both go by halves: products of matrices do most of the work, for matrix libraries multiply several times as fast as they
substitute, and loops do the rest. Elimination exchanges rows as LAPACK does, and is as accurate. Matrices are shared
between threads, and so are strips of their right-hand sides, which are cut in the same way on any number of them.

``triangular_loops.py`` leaves all of it to LAPACK, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.math cimport fabs, log
from libc.string cimport memcpy, memset

from ...arrays.c_numpy cimport (
    NPY_ARRAY_ALIGNED, NPY_ARRAY_WRITEABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS,
    PyArray_FLAGS, PyArray_NDIM, PyArray_SIZE, PyArray_STRIDES, PyArray_SimpleNew, real, same_sizes,
)
from ...arrays.matrix_blocks cimport Rooms, multiply, share_blocks
from ...arrays.threads cimport compute
from ...arrays.vectors cimport (
    eliminate_few_d, eliminate_few_f, substitute_d, substitute_f, subtract_fours_d, subtract_fours_f, subtract_rows_d,
    subtract_rows_f,
)

cnp.import_array()

cdef enum:
    DEPTH = 64  # axes
    LANES = 8  # sums that are added side by side, of which the C compiler makes vectors
    FEW = 32  # the rows that a loop solves for
    PANEL = 32  # the columns that a loop eliminates
    STRIP = 64  # the right-hand sides that a thread solves for together, at least
    STRIPS = 8  # of a matrix, at most
    ALONE = 512  # rows, up to which threads of a matrix library save little: docs/design/0007-threads.md

cdef struct Systems:  # T X = B for each matrix of a batch, for the threads that share their strips
    char* t  # or L and U, in one matrix
    char* x
    char* b  # the right-hand sides of eliminated systems, or NULL: then x is the inverse
    cnp.npy_intp* rows  # the order of the rows of each eliminated matrix
    int depth  # axes before the matrices
    cnp.npy_intp along[DEPTH]
    cnp.npy_intp by_t[DEPTH]  # strides in bytes
    cnp.npy_intp by_x[DEPTH]
    cnp.npy_intp n
    cnp.npy_intp m
    cnp.npy_intp down  # strides in numbers
    cnp.npy_intp across
    cnp.npy_intp step
    cnp.npy_intp strip
    bint single
    bint upper
    bint ones
    bint singular  # whether a pivot was 0 or NaN
    Rooms rooms

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cpdef bint fits(T, X):
    """Whether :func:`substitute` takes these arrays: floats, in batches of one shape. Rows of X are dense."""
    cdef cnp.ndarray t, x
    cdef cnp.npy_intp size
    cdef int i, nd
    if not PyArray_CheckExact(T) or not PyArray_CheckExact(X):
        return False
    t, x = T, X
    nd = PyArray_NDIM(t)
    if PyArray_DESCR(t) != PyArray_DESCR(x):
        return False
    if <void*>PyArray_DESCR(t) != <void*>F32 and <void*>PyArray_DESCR(t) != <void*>F64:
        return False
    if nd < 2 or PyArray_NDIM(x) != nd or not same_sizes(PyArray_DIMS(t), PyArray_DIMS(x), nd - 2):
        return False
    if not PyArray_FLAGS(t) & PyArray_FLAGS(x) & NPY_ARRAY_ALIGNED or not PyArray_FLAGS(x) & NPY_ARRAY_WRITEABLE:
        return False
    size = cnp.PyArray_ITEMSIZE(t)
    for i in range(nd - 2, nd):
        if PyArray_STRIDES(t)[i] % size or PyArray_STRIDES(x)[i] % size:
            return False
    return PyArray_STRIDES(x)[nd - 1] == size


cdef void column(const real* t, cnp.npy_intp down, cnp.npy_intp across, cnp.npy_intp n, real* x, bint upper,
                 bint ones) noexcept nogil:
    """Substitution for one dense column: inner products with rows of T that are dense, or multiples of its columns."""
    cdef cnp.npy_intp turn, i = n - 1 if upper else 0, done, k, l, first, last
    cdef real lane[LANES]
    cdef real total
    cdef const real* row
    turn = -1 if upper else 1
    for done in range(n):
        first = i + 1 if upper else 0  # of what is known
        last = n if upper else i
        row = t + i * down
        if across == 1:
            total, k = 0, first
            if last - first >= LANES:
                for l in range(LANES):
                    lane[l] = 0
                while k + LANES <= last:
                    for l in range(LANES):
                        lane[l] += row[k + l] * x[k + l]
                    k += LANES
                total = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]))
            while k < last:
                total += row[k] * x[k]
                k += 1
            x[i] -= total
        if not ones:
            x[i] /= row[i * across]
        if across != 1:
            first = 0 if upper else i + 1  # of what is left
            last = i if upper else n
            total = x[i]
            row = t + i * across
            if down == 1:
                for k in range(first, last):
                    x[k] -= row[k] * total
            else:
                for k in range(first, last):
                    x[k] -= row[k * down] * total
        i += turn


cdef inline void subtract(real* x, cnp.npy_intp step, const real* less, cnp.npy_intp n, cnp.npy_intp m) noexcept nogil:
    if real is float:
        subtract_rows_f(x, step, less, n, m)
    else:
        subtract_rows_d(x, step, less, n, m)


cdef inline cnp.npy_intp half_of(cnp.npy_intp n) noexcept nogil:
    """About a half, so that whole vectors of columns lie before it."""
    return n // 2 // LANES * LANES


cdef void by_halves(const real* t, cnp.npy_intp down, cnp.npy_intp across, cnp.npy_intp n, real* x, cnp.npy_intp step,
                    cnp.npy_intp m, bint upper, bint ones, real* room) noexcept nogil:
    """Replace x by ``t**-1 x``: solve for one half of the rows, then for the other half with the rest. The room is for
    as many numbers as a half of x has."""
    cdef cnp.npy_intp half = half_of(n), first = half if upper else 0, second = 0 if upper else half
    cdef cnp.npy_intp count = n - half if upper else half, size = sizeof(real)  # of the first
    if n <= FEW:
        if real is float:
            substitute_f(t, down, across, n, x, step, m, upper, ones)
        else:
            substitute_d(t, down, across, n, x, step, m, upper, ones)
        return
    by_halves(t + first * (down + across), down, across, count, x + first * step, step, m, upper, ones, room)
    multiply(t + second * down + first * across, down * size, across * size, x + first * step, step * size, size, room,
             n - count, count, m)
    subtract(x + second * step, step, room, n - count, m)
    by_halves(t + second * (down + across), down, across, n - count, x + second * step, step, m, upper, ones, room)


cdef bint eliminated(real* a, cnp.npy_intp n, cnp.npy_intp first, cnp.npy_intp last, cnp.npy_intp* rows,
                     real* room) noexcept nogil:
    """:func:`eliminate` without products. Four columns at a time change those after them."""
    cdef cnp.npy_intp j, k, l, end
    cdef bint whole
    cdef real factor
    while first < last:
        end = min(first + 4, last)
        if real is float:
            whole = eliminate_few_f(a, n, first, end - first, rows, room)
        else:
            whole = eliminate_few_d(a, n, first, end - first, rows, room)
        if not whole:
            return False
        for k in range(first, end):  # the rows of U
            for l in range(first, k):
                factor = a[k * n + l]
                for j in range(end, last):
                    a[k * n + j] -= factor * a[l * n + j]
        if end < last:
            if real is float:
                subtract_fours_f(a + end * n, a + first * n, n, n - end, end, last)
            else:
                subtract_fours_d(a + end * n, a + first * n, n, n - end, end, last)
        first = end
    return True


cdef bint eliminate(real* a, cnp.npy_intp n, cnp.npy_intp first, cnp.npy_intp last, cnp.npy_intp* rows,
                    real* room) noexcept nogil:
    """Gaussian elimination with row exchanges in some columns of a dense square matrix, below the row ``first``.

    Whole rows are exchanged, and their numbers in ``rows`` with them. Returns False if a pivot is 0 or NaN. The room is
    for as many numbers as a half of the matrix has.
    """
    cdef cnp.npy_intp middle = first + half_of(last - first), size = sizeof(real), line = n * sizeof(real)
    cdef real* top = a + first * n + middle
    cdef real* left = a + middle * n + first
    if last - first <= PANEL:
        return eliminated(a, n, first, last, rows, room)
    if not eliminate(a, n, first, middle, rows, room):
        return False
    by_halves(a + first * (n + 1), n, 1, middle - first, top, n, last - middle, False, True, room)
    multiply(left, line, size, top, line, size, room, n - middle, middle - first, last - middle)
    subtract(a + middle * (n + 1), n, room, n - middle, last - middle)
    return eliminate(a, n, middle, last, rows, room)


cdef inline cnp.npy_intp strip_of(cnp.npy_intp m) noexcept:
    """The right-hand sides that a thread solves for together."""
    return max(<cnp.npy_intp>STRIP, ((m - 1) // STRIPS // LANES + 1) * LANES)


cdef void substitute_strip(const Systems* job, const real* t, real* x, cnp.npy_intp m, real* room) noexcept nogil:
    if m == 1 and job.step == 1:
        column(t, job.down, job.across, job.n, x, job.upper, job.ones)
    else:
        by_halves(t, job.down, job.across, job.n, x, job.step, m, job.upper, job.ones, room)


cdef void substitute_part(void* systems, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    """Solve strips of triangular systems."""
    cdef Systems* job = <Systems*>systems
    cdef char* room = job.rooms.first + who * job.rooms.size
    cdef cnp.npy_intp strips = (job.m - 1) // job.strip + 1, first, rest, m
    cdef char* t
    cdef char* x
    cdef int axis
    for start in range(start, stop):
        first, rest = start % strips * job.strip, start // strips
        m = min(job.strip, job.m - first)
        t, x = job.t, job.x
        for axis in range(job.depth - 1, -1, -1):
            t += rest % job.along[axis] * job.by_t[axis]
            x += rest % job.along[axis] * job.by_x[axis]
            rest //= job.along[axis]
        if job.single:
            substitute_strip(job, <float*>t, <float*>x + first, m, <float*>room)
        else:
            substitute_strip(job, <double*>t, <double*>x + first, m, <double*>room)


cpdef object substitute(T, X, bint upper, bint unitriangular):
    """Replace X by ``T**-1 X``. Only the triangle of T is read; without its diagonal, if that is 1."""
    cdef Systems job
    cdef cnp.ndarray t = T, x = X
    cdef int nd = PyArray_NDIM(t), axis
    cdef cnp.npy_intp size = cnp.PyArray_ITEMSIZE(t), items = 1, work, room
    job.n, job.m, job.depth = PyArray_DIMS(x)[nd - 2], PyArray_DIMS(x)[nd - 1], nd - 2
    for axis in range(nd - 2):
        job.along[axis] = PyArray_DIMS(x)[axis]
        job.by_t[axis], job.by_x[axis] = PyArray_STRIDES(t)[axis], PyArray_STRIDES(x)[axis]
        items *= job.along[axis]
    if items * job.n * job.m == 0:
        return None
    job.t, job.x, job.single, job.upper, job.ones = PyArray_BYTES(t), PyArray_BYTES(x), size == 4, upper, unitriangular
    job.down, job.across = PyArray_STRIDES(t)[nd - 2] // size, PyArray_STRIDES(t)[nd - 1] // size
    job.step, job.strip = PyArray_STRIDES(x)[nd - 2] // size, strip_of(job.m)
    items *= (job.m - 1) // job.strip + 1
    work = PyArray_SIZE(x) * job.n // 8
    if job.n <= FEW or job.m == 1 and job.step == 1:  # without products
        job.rooms.first, job.rooms.size = NULL, 0
        compute(substitute_part, &job, items, work)
    else:
        room = (job.n - half_of(job.n)) * job.strip * size
        share_blocks(substitute_part, &job, &job.rooms, items, room, work, job.n <= ALONE)


cdef void eliminate_part(void* systems, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    """Eliminate matrices."""
    cdef Systems* job = <Systems*>systems
    cdef char* room = job.rooms.first + who * job.rooms.size
    cdef cnp.npy_intp* rows
    cdef cnp.npy_intp i, n = job.n
    cdef bint whole
    for start in range(start, stop):
        rows = job.rows + start * n
        for i in range(n):
            rows[i] = i
        if job.single:
            whole = eliminate(<float*>job.t + start * n * n, n, 0, n, rows, <float*>room)
        else:
            whole = eliminate(<double*>job.t + start * n * n, n, 0, n, rows, <double*>room)
        if not whole:
            job.singular = True


cdef tuple factors(Systems* job, A):
    """L and U of square matrices, in one array, and the order of their rows. None where LAPACK has to compute."""
    cdef cnp.ndarray a, rows
    cdef cnp.npy_intp n, size
    cdef int last
    if not PyArray_CheckExact(A) or A.dtype is not F32 and A.dtype is not F64 or not A.size:
        return None
    a, last = A.copy(), PyArray_NDIM(A) - 1
    rows = PyArray_SimpleNew(last, PyArray_DIMS(a), cnp.NPY_INTP)
    n, size = PyArray_DIMS(a)[last], cnp.PyArray_ITEMSIZE(a)
    job.t, job.rows = PyArray_BYTES(a), <cnp.npy_intp*>PyArray_BYTES(rows)
    job.n, job.single, job.singular = n, size == 4, False
    share_blocks(
        eliminate_part, job, &job.rooms, PyArray_SIZE(a) // (n * n), (n - half_of(n)) * n * size,
        PyArray_SIZE(a) * n // 8, n <= ALONE,
    )
    return None if job.singular else (a, rows)


cdef void solve_strip(const Systems* job, cnp.npy_intp item, cnp.npy_intp first, real* room) noexcept nogil:
    """Solve some columns of an eliminated system. Of the inverse, each column begins with zeros, and moves at last."""
    cdef cnp.npy_intp n = job.n, m = min(job.strip, job.m - first), i, j, above = 0
    cdef const real* t = <real*>job.t + item * n * n
    cdef const real* b = <real*>job.b + item * n * job.m + first
    cdef const cnp.npy_intp* rows = job.rows + item * n
    cdef real* x = room
    cdef real* out = <real*>job.x + item * n * job.m
    room += n * m
    if job.b != NULL:
        for i in range(n):
            memcpy(x + i * m, b + rows[i] * job.m, m * sizeof(real))
    else:
        memset(x, 0, n * m * sizeof(real))
        above = first
        for i in range(m):
            x[(first + i) * m + i] = 1
    by_halves(t + above * (n + 1), n, 1, n - above, x + above * m, m, m, False, True, room)
    by_halves(t, n, 1, n, x, m, m, True, False, room)
    for i in range(n):
        if job.b != NULL:
            memcpy(out + i * job.m + first, x + i * m, m * sizeof(real))
        else:
            for j in range(m):
                out[i * n + rows[first + j]] = x[i * m + j]


cdef void solve_part(void* systems, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Systems* job = <Systems*>systems
    cdef char* room = job.rooms.first + who * job.rooms.size
    cdef cnp.npy_intp strips = (job.m - 1) // job.strip + 1
    for start in range(start, stop):
        if job.single:
            solve_strip(job, start // strips, start % strips * job.strip, <float*>room)
        else:
            solve_strip(job, start // strips, start % strips * job.strip, <double*>room)


cpdef object solved(A, B):
    """``A**-1 B``, or the inverse if B is None. None where LAPACK has to compute, as where a matrix is singular.

    The batches of A and B have one shape. For few columns of B, LAPACK is faster.
    """
    cdef Systems job
    cdef cnp.ndarray x
    cdef cnp.npy_intp n
    cdef int last
    cdef tuple found
    if not PyArray_CheckExact(A):
        return None
    last = PyArray_NDIM(A) - 1
    if B is not None and not (PyArray_CheckExact(B) and PyArray_DESCR(A) == PyArray_DESCR(B)):
        return None
    if B is not None and 2 * PyArray_DIMS(B)[last] < PyArray_DIMS(A)[last]:
        return None
    found = factors(&job, A)
    if found is None:
        return None
    n, job.m, job.b = job.n, job.n, NULL
    if B is None:
        x = numpy.empty_like(found[0])
    else:
        B = numpy.ascontiguousarray(B)
        x = numpy.empty_like(B)
        job.b, job.m = PyArray_BYTES(B), PyArray_DIMS(B)[last]
    job.x, job.strip = PyArray_BYTES(x), strip_of(job.m)
    share_blocks(
        solve_part, &job, &job.rooms, PyArray_SIZE(x) // (n * job.m) * ((job.m - 1) // job.strip + 1),
        2 * n * job.strip * cnp.PyArray_ITEMSIZE(x), PyArray_SIZE(x) * n // 4, n <= ALONE,
    )
    return x


cdef inline double log_determinant(const real* u, cnp.npy_intp* rows, cnp.npy_intp n, double* sign) noexcept nogil:
    """The logarithm of the size of a determinant, and its sign. The order of the rows is lost."""
    cdef cnp.npy_intp i, next
    cdef double total = 0
    sign[0] = 1
    for i in range(n):
        total += log(fabs(u[i * (n + 1)]))
        if u[i * (n + 1)] < 0:
            sign[0] = -sign[0]
        while rows[i] != i:  # bring a row to its place
            next = rows[i]
            rows[i] = rows[next]
            rows[next] = next
            sign[0] = -sign[0]
    if total != total:  # of NaN it is 0, as in PyTorch
        sign[0] = 0
    return total


cpdef object log_determinants(A):
    """The signs of determinants and logarithms of their sizes, in double precision. None where LAPACK has to compute,
    as where a matrix is singular."""
    cdef Systems job
    cdef cnp.npy_intp item, n
    cdef tuple found = factors(&job, A)
    cdef double* sign
    cdef double* size
    if found is None:
        return None
    signs, sizes = [PyArray_SimpleNew(PyArray_NDIM(A) - 2, PyArray_DIMS(A), cnp.NPY_DOUBLE) for _ in range(2)]
    sign, size, n = <double*>PyArray_BYTES(signs), <double*>PyArray_BYTES(sizes), job.n
    for item in range(PyArray_SIZE(signs)):
        if job.single:
            size[item] = log_determinant(<float*>job.t + item * n * n, job.rows + item * n, n, sign + item)
        else:
            size[item] = log_determinant(<double*>job.t + item * n * n, job.rows + item * n, n, sign + item)
    return signs, sizes
