# cython: boundscheck=False, wraparound=False, cdivision=True
"""Sums over paths by loops: see Note [Sums over paths] in ``sequence.py``.

``path_loops.py`` leaves them to NumPy, in the pure build.
"""

cimport numpy as cnp
from libc.math cimport exp, log

from ...arrays.c_numpy cimport (
    READABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM, PyArray_SIZE,
    PyArray_SimpleNew, real,
)
from ...arrays.threads cimport compute
from .tap_loops cimport F32, dense, float_of, kind_of

cnp.import_array()

cdef extern from "math.h":
    float expf(float) nogil
    float logf(float) nogil

cdef double NOTHING = -1e30, DEAD = -1e29  # as in sequence.py

cdef struct Paths:  # examples of paths, for the threads that share them: (T, N, S)
    char* e
    char* out
    char* g
    char* made
    cnp.npy_bool* leap
    cnp.npy_intp times
    cnp.npy_intp count
    cnp.npy_intp states
    bint single


cdef inline real exponential(real x) noexcept nogil:
    return expf(x) if real is float else exp(x)


cdef inline real logarithm(real x) noexcept nogil:
    return logf(x) if real is float else log(x)


cdef inline real before(const real* earlier, cnp.npy_intp s, int way, const cnp.npy_bool* leap) noexcept nogil:
    """The sum at the origin of a way to state ``s``."""
    return <real>NOTHING if s < way or (way == 2 and not leap[s]) else earlier[s - way]


cdef void path_sums_of(const Paths* job, cnp.npy_intp n, real unused) noexcept nogil:
    cdef cnp.npy_intp t, s, row = job.count * job.states, S = job.states
    cdef const real* e = <real*>job.e + n * S
    cdef const cnp.npy_bool* leap = job.leap + n * S
    cdef real* out = <real*>job.made + n * S
    cdef real a, b, c, most, total
    for t in range(job.times):
        for s in range(S):
            if t == 0:
                total = e[s] if s < 2 else <real>NOTHING
            else:
                a, b, c = before(out - row, s, 0, leap), before(out - row, s, 1, leap), before(out - row, s, 2, leap)
                most = max(a, max(b, c))
                total = 0
                total += 1 if a == most else exponential(a - most)
                total += 1 if b == most else exponential(b - most) if b > most - 200 or b != b else 0
                total += 1 if c == most else exponential(c - most) if c > most - 200 or c != c else 0
                total = logarithm(total) + most + e[s]
            out[s] = <real>NOTHING if total < NOTHING else total
        e += row
        out += row


cdef void path_gradient_of(const Paths* job, cnp.npy_intp n, real unused) noexcept nogil:
    cdef cnp.npy_intp t, s, row = job.count * job.states, S = job.states, start = (job.times - 1) * row + n * S
    cdef const real* e = <real*>job.e + start
    cdef const real* out = <real*>job.out + start
    cdef const real* g = <real*>job.g + start
    cdef const cnp.npy_bool* leap = job.leap + n * S
    cdef real* made = <real*>job.made + start
    cdef real share
    cdef int way
    for s in range(S):
        made[s] = 0
    for t in range(job.times - 1, -1, -1):
        if t:
            for s in range(S):
                made[s - row] = 0
        for s in range(S):
            made[s] += g[s] * 0 if out[s] < DEAD else g[s]
            if t == 0:
                continue
            for way in range(3 if s > 1 else <int>s + 1):
                share = 0
                if not out[s] < DEAD:
                    share = exponential(before(out - row, s, way, leap) + e[s] - out[s])
                made[s - way - row] += share * made[s]
        e -= row
        out -= row
        g -= row
        made -= row


cdef void path_part(void* paths, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Paths* job = <Paths*>paths
    cdef cnp.npy_intp n
    for n in range(start, stop):
        if job.g == NULL:
            if job.single:
                path_sums_of[float](job, n, 0)
            else:
                path_sums_of[double](job, n, 0)
        elif job.single:
            path_gradient_of[float](job, n, 0)
        else:
            path_gradient_of[double](job, n, 0)


cpdef object paths(g, e, out, leap):
    """The logarithms of the sums over paths, of one batch (T, N, S), or their gradient by ``e`` if ``g`` is given.

    None if NumPy has to compute them.
    """
    cdef Paths job
    cdef cnp.ndarray made, marks
    cdef object dtype = float_of(e)
    e = dense(e, dtype, 1)
    if dtype is None or e is None or PyArray_NDIM(e) != 3 or not PyArray_CheckExact(leap) or not PyArray_SIZE(e):
        return None
    marks = leap
    if marks.dtype.num != cnp.NPY_BOOL or (PyArray_FLAGS(marks) & READABLE) != READABLE:
        return None
    job.times, job.count, job.states = PyArray_DIMS(e)[0], PyArray_DIMS(e)[1], PyArray_DIMS(e)[2]
    if PyArray_SIZE(marks) != job.count * job.states:
        return None
    job.g = NULL
    if g is not None:
        g, out = dense(g, dtype, 1), dense(out, dtype, 1)
        if g is None or out is None or PyArray_SIZE(g) != PyArray_SIZE(e) or PyArray_SIZE(out) != PyArray_SIZE(e):
            return None
        job.g, job.out = PyArray_BYTES(g), PyArray_BYTES(out)
    made = PyArray_SimpleNew(3, PyArray_DIMS(e), kind_of(dtype))
    job.e, job.made, job.leap = PyArray_BYTES(e), PyArray_BYTES(made), <cnp.npy_bool*>PyArray_BYTES(marks)
    job.single = dtype is F32
    compute(path_part, &job, job.count, 20 * PyArray_SIZE(e))
    return made
