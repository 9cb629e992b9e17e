# cython: boundscheck=False, wraparound=False
"""Running sums and products of floats and complex numbers, in double precision. Large arrays are shared between threads.

``scan_loops.py`` leaves them to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy

from .c_numpy cimport (
    PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM, PyArray_SIZE,
    PyArray_SimpleNew, READABLE, real,
)
from .threads cimport run, team_for

cnp.import_array()

cdef enum:
    STRIP = 512  # columns that are scanned side by side
    NARROW = 64  # and at least so many, if threads share a few

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)
cdef object C64 = numpy.dtype(numpy.complex64), C128 = numpy.dtype(numpy.complex128)


cdef struct Scan:  # arrays of (outer, n, inner), for the threads that share what lies before or behind the axis
    const char* a
    char* out
    int size  # of a number, in bytes
    bint pairs  # whether two neighbours are the parts of a complex number
    cnp.npy_intp n
    cnp.npy_intp inner
    cnp.npy_intp strips  # of each of the outer ones
    cnp.npy_intp width  # columns of a strip
    bint product
    bint backwards


cdef void scan_part(void* scans, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    """Scan some strips of columns."""
    cdef Scan* job = <Scan*>scans
    cdef cnp.npy_intp at, first, width
    while start < stop:
        first = start % job.strips * job.width if job.strips > 1 else 0  # a division takes as long as a short row
        at = (start // job.strips if job.strips > 1 else start) * job.n * job.inner + first
        width = min(job.width, job.inner - first)
        if job.size == 8:
            scan(<const double*>job.a + at, <double*>job.out + at, job, width)
        else:
            scan(<const float*>job.a + at, <float*>job.out + at, job, width)
        start += 1


cdef void scan(const real* a, real* out, const Scan* job, cnp.npy_intp width) noexcept nogil:
    """Scans of some neighbouring columns of (n, inner)."""
    cdef cnp.npy_intp step = -job.inner if job.backwards else job.inner
    if job.backwards:
        a -= (job.n - 1) * step
        out -= (job.n - 1) * step
    if width == 1:
        scan_numbers(a, out, job.n, step, job.product)
    elif width == 2 and job.pairs:
        scan_pairs(a, out, job.n, step, job.product)
    else:
        scan_columns(a, out, job, step, width)


cdef void scan_numbers(const real* a, real* out, cnp.npy_intp n, cnp.npy_intp step, bint product) noexcept nogil:
    """The scan of a column."""
    cdef double one = a[0]
    cdef cnp.npy_intp i, at = 0
    out[0] = a[0]
    for i in range(1, n):
        at += step
        one = one * a[at] if product else one + a[at]
        out[at] = <real>one


cdef inline void multiply(double* x, double* y, double u, double v) noexcept nogil:
    """Multiply a complex number by another one."""
    cdef double real_part = x[0] * u - y[0] * v
    y[0] = x[0] * v + y[0] * u
    x[0] = real_part


cdef void scan_pairs(const real* a, real* out, cnp.npy_intp n, cnp.npy_intp step, bint product) noexcept nogil:
    """The scan of a column of complex numbers."""
    cdef double x = a[0], y = a[1]
    cdef cnp.npy_intp i, at = 0
    out[0], out[1] = a[0], a[1]
    for i in range(1, n):
        at += step
        if product:
            multiply(&x, &y, a[at], a[at + 1])
        else:
            x += a[at]
            y += a[at + 1]
        out[at], out[at + 1] = <real>x, <real>y


cdef void scan_columns(const real* a, real* out, const Scan* job, cnp.npy_intp step, cnp.npy_intp width) noexcept nogil:
    """Scans of neighbouring columns."""
    cdef bint product = job.product
    cdef double so_far[STRIP]
    cdef cnp.npy_intp i, k, at = 0
    for k in range(width):
        so_far[k] = a[k]
        out[k] = a[k]
    for i in range(1, job.n):
        at += step
        if product and job.pairs:
            for k in range(0, width, 2):
                multiply(so_far + k, so_far + k + 1, a[at + k], a[at + k + 1])
        else:
            for k in range(width):
                so_far[k] = so_far[k] * a[at + k] if product else so_far[k] + a[at + k]
        for k in range(width):
            out[at + k] = <real>so_far[k]


cdef bint parts(cnp.ndarray x, int axis, cnp.npy_intp* sizes):
    """Set the sizes before, along and after an axis; False if there is no such axis, or gaps between the elements."""
    cdef int i, nd = PyArray_NDIM(x)
    if (PyArray_FLAGS(x) & READABLE) != READABLE or not -nd <= axis < nd:
        return False
    if axis < 0:
        axis += nd
    sizes[0] = sizes[2] = 1
    sizes[1] = PyArray_DIMS(x)[axis]
    for i in range(axis):
        sizes[0] *= PyArray_DIMS(x)[i]
    for i in range(axis + 1, nd):
        sizes[2] *= PyArray_DIMS(x)[i]
    return True


cpdef object running(a, int axis, bint product, bint backwards):
    """The cumulative sums or products of floats or complex numbers, in double precision; None if NumPy has to compute
    them."""
    cdef cnp.ndarray out
    cdef cnp.npy_intp n[3]
    cdef Scan job
    cdef int team
    if not PyArray_CheckExact(a) or not parts(a, axis, n):
        return None
    dtype = <object>PyArray_DESCR(a)
    job.size = 4 if dtype is F32 or dtype is C64 else 8 if dtype is F64 or dtype is C128 else 0
    if not job.size:
        return None
    job.pairs = dtype is C64 or dtype is C128
    n[2] <<= job.pairs
    out = PyArray_SimpleNew(PyArray_NDIM(a), PyArray_DIMS(a), cnp.PyArray_TYPE(a))
    if not PyArray_SIZE(out):
        return out
    team = team_for(2 * PyArray_SIZE(out))
    job.a, job.out = PyArray_BYTES(a), PyArray_BYTES(out)
    job.n, job.inner, job.product, job.backwards = n[1], n[2], product, backwards
    job.width = STRIP
    while n[0] * ((n[2] + job.width - 1) // job.width) < team and job.width > NARROW:
        job.width //= 2  # each thread has a strip
    job.strips = (n[2] + job.width - 1) // job.width
    run(scan_part, &job, n[0] * job.strips, team, 2 * PyArray_SIZE(out))
    return out
