# cython: boundscheck=False, wraparound=False
"""Tests and additions on the arrays that hold gradients.

``gradient_buffers.py`` does the same in Python, for the pure build.
"""

cimport numpy as cnp
import numpy
from cpython.object cimport PyObject
from libc.string cimport memset

from .c_numpy cimport (
    LONG, NPY_ARRAY_ALIGNED, NPY_ARRAY_WRITEABLE, READABLE, WRITABLE, Loop, PyArray_BASE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR,
    PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM, PyArray_SIZE, PyArray_STRIDES, loop_of, same_sizes,
)
from .objects cimport may_overlap
from .threads cimport grain_for, share, team_for

cnp.import_array()

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)
cdef Loop plus32 = loop_of(numpy.add, "ff->f"), plus64 = loop_of(numpy.add, "dd->d")


cdef struct Sum:  # for the threads that share it
    char* into
    char* new
    cnp.npy_intp width
    Loop loop


cpdef bint is_like(a, shape, dtype):
    """Whether ``a`` is a NumPy array of this shape and dtype (the same object)."""
    if not PyArray_CheckExact(a) or type(shape) is not tuple:
        return False
    cdef cnp.ndarray array = <cnp.ndarray>a
    cdef tuple sizes = <tuple>shape
    cdef int k, nd = PyArray_NDIM(array)
    if <PyObject*>PyArray_DESCR(array) != <PyObject*>dtype or len(sizes) != nd:
        return False
    for k in range(nd):
        if PyArray_DIMS(array)[k] != <cnp.npy_intp>sizes[k]:
            return False
    return True


cpdef bint owns(a):
    """Whether ``a`` is a writable NumPy array that owns its memory."""
    if not PyArray_CheckExact(a):
        return False
    cdef cnp.ndarray array = <cnp.ndarray>a
    return PyArray_BASE(array) == NULL and PyArray_FLAGS(array) & NPY_ARRAY_WRITEABLE != 0


cdef void add_part(void* sum_, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Sum* job = <Sum*>sum_
    cdef cnp.npy_intp n = stop - start
    cdef cnp.npy_intp by[3]
    cdef char* at[3]
    by[0] = by[1] = by[2] = job.width
    at[0] = at[2] = job.into + start * job.width
    at[1] = job.new + start * job.width
    job.loop(at, &n, by, NULL)


cdef bint add_rows(cnp.ndarray a, cnp.ndarray b, Sum* job) noexcept:
    """:func:`add_into` for arrays with other strides, which do not overlap: a row at a time."""
    cdef cnp.npy_intp at_row[64]
    cdef cnp.npy_intp by[3]
    cdef char* at[3]
    cdef int k, last = PyArray_NDIM(a) - 1
    cdef cnp.npy_intp n
    if last < 0 or not PyArray_FLAGS(a) & NPY_ARRAY_WRITEABLE:
        return False
    if not PyArray_FLAGS(a) & PyArray_FLAGS(b) & NPY_ARRAY_ALIGNED or may_overlap(a, b):
        return False
    if PyArray_SIZE(a) == 0:
        return True
    memset(at_row, 0, sizeof(at_row))
    n, by[1], by[0] = PyArray_DIMS(a)[last], PyArray_STRIDES(b)[last], PyArray_STRIDES(a)[last]
    at[0], at[1], by[2] = PyArray_BYTES(a), PyArray_BYTES(b), by[0]
    while True:
        at[2] = at[0]
        job.loop(at, &n, by, NULL)
        k = last - 1
        while k >= 0:
            at_row[k] += 1
            at[0] += PyArray_STRIDES(a)[k]
            at[1] += PyArray_STRIDES(b)[k]
            if at_row[k] < PyArray_DIMS(a)[k]:
                break
            at[0] -= at_row[k] * PyArray_STRIDES(a)[k]
            at[1] -= at_row[k] * PyArray_STRIDES(b)[k]
            at_row[k] = 0
            k -= 1
        if k < 0:
            return True


cpdef bint add_into(old, new):
    """``old += new`` for arrays of one shape and dtype, float32 or float64, that do not overlap. Return False for all
    others."""
    cdef cnp.ndarray a, b
    cdef cnp.npy_intp n
    cdef int team
    cdef Sum job
    if not PyArray_CheckExact(old) or not PyArray_CheckExact(new):
        return False
    a = old
    b = new
    if PyArray_DESCR(a) != PyArray_DESCR(b) or PyArray_NDIM(a) != PyArray_NDIM(b):
        return False
    if <void*>PyArray_DESCR(a) == <void*>F32:
        job.width, job.loop = 4, plus32
    elif <void*>PyArray_DESCR(a) == <void*>F64:
        job.width, job.loop = 8, plus64
    else:
        return False
    if not same_sizes(PyArray_DIMS(a), PyArray_DIMS(b), PyArray_NDIM(a)):
        return False
    if (PyArray_FLAGS(a) & WRITABLE) != WRITABLE or (PyArray_FLAGS(b) & READABLE) != READABLE:
        return add_rows(a, b, &job)
    job.into, job.new = PyArray_BYTES(a), PyArray_BYTES(b)
    n = PyArray_SIZE(a)
    team = team_for(n)
    if n < LONG:
        add_part(&job, 0, n, 0)
    else:
        with nogil:
            share(add_part, &job, n, grain_for(n, team, 1), team)
    return True
