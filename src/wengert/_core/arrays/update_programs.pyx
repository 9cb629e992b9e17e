# cython: boundscheck=False, wraparound=False
"""Fused programs whose results overwrite their inputs: the step of an optimiser in one pass over memory.

See fused.py, and programs.pyx for programs with results of their own.
"""

cimport numpy as cnp
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.list cimport PyList_GET_ITEM

from .c_numpy cimport (
    READABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SIZE, same_sizes,
)
from .grids cimport SLOTS
from .programs cimport Program, put

cnp.import_array()


cdef class UpdateProgram(Program):
    """A program whose results overwrite its first inputs, in order.

    A result is written while a later step may still read another input, but never the one that it overwrites.
    """

    def __init__(self, dtype, int inputs, int numbers, given, constants, dtypes, steps, outputs):
        Program.__init__(self, dtype, inputs, numbers, given, constants, dtypes, steps, outputs)
        for k, result in enumerate(outputs):
            written = [i for i, step in enumerate(steps) if result in self.split(step)[1]]
            read = [i for i, step in enumerate(steps) if k in self.split(step)[0]]
            if not written or dtypes[result] != dtype or max(read, default=0) > written[0]:
                raise ValueError("a result is an input, or overwrites what is read later")

    cpdef bint update(self, list values) except -1:
        """Overwrite the first inputs by the results. Return whether that was done: it is for arrays without gaps."""
        cdef char* base[SLOTS]
        cdef cnp.npy_intp strides[SLOTS]
        cdef double numbers[SLOTS]
        cdef cnp.ndarray lead = None, a
        cdef object v
        cdef int i, k
        cdef cnp.npy_intp n, size
        if len(values) != self.input_count:
            return False
        for i in range(self.input_count):
            v = <object>PyList_GET_ITEM(values, i)
            if self.numbers & 1 << i:
                if not PyFloat_CheckExact(v):
                    return False
                put(&numbers[i], PyFloat_AS_DOUBLE(v), self.width[i])
                base[i] = <char*>&numbers[i]
                strides[i] = 0
                continue
            if not PyArray_CheckExact(v):
                return False
            a = v
            if <void*>PyArray_DESCR(a) != <void*>self.dtype or (PyArray_FLAGS(a) & READABLE) != READABLE:
                return False
            if lead is None:
                lead = a
            elif PyArray_NDIM(a) != PyArray_NDIM(lead):
                return False
            elif not same_sizes(PyArray_DIMS(a), PyArray_DIMS(lead), PyArray_NDIM(lead)):
                return False
            if i < self.output_count and not PyArray_FLAGS(a) & cnp.NPY_ARRAY_WRITEABLE:
                return False
            base[i] = PyArray_BYTES(a)
            strides[i] = self.width[i]
        n = PyArray_SIZE(lead)
        size = n * self.width[0]
        for k in range(self.output_count):  # what is overwritten shares no memory with anything
            for i in range(self.input_count):
                if i != k and strides[i] and base[i] < base[k] + size and base[k] < base[i] + size:
                    return False
        for i in range(self.input_count, self.slot_count):
            strides[i] = self.width[i]
            base[i] = <char*>&self.cells[i]
        for k in range(self.output_count):
            base[self.outputs[k]] = base[k]
        self.on_dense(base, strides, n)
        return True
