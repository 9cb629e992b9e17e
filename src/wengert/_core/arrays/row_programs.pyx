# cython: boundscheck=False, wraparound=False
"""Fused programs for rows: elementwise steps, and sums and maxima of each row, while the row is in the cache.

See fused.py, and programs.pyx for programs without rows.
"""

cimport numpy as cnp
import numpy
from cpython.float cimport PyFloat_CheckExact
from cpython.list cimport PyList_GET_ITEM
from cpython.long cimport PyLong_CheckExact
from libc.string cimport memcpy

from .c_numpy cimport (
    READABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SimpleNew, same_sizes,
)
from .programs cimport BLOCK, EXACT, SLOTS, Job, Program, Step, fill, one_number, put
from .rows cimport reduce_rows

cnp.import_array()

cdef enum:
    WHOLE = 0  # the kinds of values in a program for rows: see fused.py
    EACH = 1
    SHARED = 2
    NUMBER = -1
    OTHER = -2
    BRIEF = 16  # rows with fewer elements are computed several at once
    LONGEST = 65536  # rows with more elements gain nothing

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cdef class RowProgram(Program):
    """A program whose steps may also be sums and maxima of rows. ``kinds`` has the kind of each slot."""

    def __init__(self, dtype, int inputs, int numbers, given, constants, dtypes, steps, outputs, kinds):
        cdef int i, k
        cdef Step* s
        Program.__init__(self, dtype, inputs, numbers, given, constants, dtypes, steps, outputs)
        for i in range(self.slot_count):
            self.kinds[i] = kinds[i]
        for i in range(self.step_count):
            s = &self.steps[i]
            k = self.kinds[s.at[s.operands - 1]]
            self.mixed[i] = False
            for slot in range(s.operands - 1):
                if s.loop != NULL and self.kinds[s.at[slot]] != NUMBER and self.kinds[s.at[slot]] != k:
                    self.mixed[i] = True

    cdef void rows(self, char** base, cnp.npy_intp start, cnp.npy_intp stop, cnp.npy_intp n, char* memory, cnp.npy_intp block) noexcept nogil:
        """Run all steps for the rows from ``start`` to ``stop``, a few rows at a time."""
        cdef cnp.npy_intp some, size, row, each = block // n
        cdef cnp.npy_intp by[4]
        cdef char* at[4]
        cdef char* spread
        cdef int i, k, slot, kind
        cdef bint double_ = <void*>self.dtype == <void*>F64
        cdef Step* s
        self.fill_numbers(base, memory, block, block)
        while start < stop:
            some = stop - start if stop - start < each else each
            for i in range(self.step_count):
                s = &self.steps[i]
                for k in range(s.operands):
                    slot = s.at[k]
                    kind = self.kinds[slot]
                    by[k] = 0 if kind == NUMBER and self.scratch[slot] < 0 else self.width[slot]
                    if self.scratch[slot] >= 0:
                        at[k] = memory + self.scratch[slot] * block * 8
                    elif kind == WHOLE:
                        at[k] = base[slot] + start * n * by[k]
                    elif kind == EACH:
                        at[k] = base[slot] + start * by[k]
                    else:
                        at[k] = base[slot]
                if s.loop == NULL:
                    reduce_rows(at[0], at[1], some, n, s.data != NULL, double_)
                elif not self.mixed[i]:
                    size = some if self.kinds[s.at[s.operands - 1]] == EACH else some * n
                    s.loop(at, &size, by, s.data)
                elif some == 1 or n >= BRIEF:
                    for k in range(s.operands):
                        if self.kinds[s.at[k]] == EACH:
                            by[k] = 0
                    for row in range(some):
                        s.loop(at, &n, by, s.data)
                        for k in range(s.operands):
                            kind = self.kinds[s.at[k]]
                            if kind == WHOLE:
                                at[k] += n * by[k]
                            elif kind == EACH:
                                at[k] += self.width[s.at[k]]
                else:
                    for k in range(s.operands - 1):  # expand the operands that are not whole
                        kind = self.kinds[s.at[k]]
                        if kind == EACH or kind == SHARED:
                            spread = memory + (self.scratch_count + k) * block * 8
                            for row in range(some):
                                if kind == EACH:
                                    fill(spread + row * n * by[k], at[k] + row * by[k], n, <int>by[k])
                                else:
                                    memcpy(spread + row * n * by[k], at[k], n * by[k])
                            at[k] = spread
                    size = some * n
                    s.loop(at, &size, by, s.data)
            start += some

    cdef list run_rows(self, list values, cnp.ndarray lead, int tail, cnp.npy_intp count, cnp.npy_intp n):
        """Return the results, for arrays of the kinds that the program is for."""
        cdef char* base[SLOTS]
        cdef double numbers[SLOTS]
        cdef cnp.npy_intp shape[64]
        cdef cnp.ndarray a
        cdef Job job
        cdef int i, k, nd = PyArray_NDIM(lead)
        cdef object v
        cdef list results = []
        for i in range(self.input_count):
            v = <object>PyList_GET_ITEM(values, i)
            if self.numbers & 1 << i:
                put(&numbers[i], v, self.width[i])
                base[i] = <char*>&numbers[i]
            else:
                base[i] = PyArray_BYTES(v)
        for i in range(self.input_count, self.slot_count):
            base[i] = <char*>&self.cells[i]
        for k in range(self.output_count):
            i = self.outputs[k]
            if i < self.input_count:
                results.append(<object>PyList_GET_ITEM(values, i))
                continue
            for axis in range(nd):
                shape[axis] = PyArray_DIMS(lead)[axis] if self.kinds[i] == WHOLE or axis < nd - tail else 1
            a = PyArray_SimpleNew(nd, shape, self.types[k])
            base[i] = PyArray_BYTES(a)
            results.append(a)
        job.base, job.row = base, n
        job.block = n if n > BLOCK else n * (BLOCK // n if count > BLOCK // n else count)
        job.room = (self.scratch_count + 3) * job.block * 8
        self.compute(rows_part, &job, count, n, job.block // n)
        return results


cdef void rows_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Job* j = <Job*>job
    (<RowProgram>j.program).rows(j.base, start, stop, j.row, j.memory + who * j.room, j.block)


cdef int tail_of(dim, int nd) except -1:
    """How many axes ``dim`` names, if they are the last ones; else 0."""
    cdef int i, k
    if type(dim) is int:
        k = dim
        return 1 if nd and (k == -1 or k == nd - 1) else 0
    if type(dim) is not tuple or len(dim) > nd:
        return 0
    for i in range(len(dim)):
        k = dim[i]
        if (k + nd if k < 0 else k) != nd - len(dim) + i:
            return 0
    return len(dim)


cdef class RowPrograms:
    """The programs for rows of one function, by the kinds of its arguments."""

    def __init__(self, fn, compile):
        self.fn = fn
        self.compile = compile
        self.known = {}

    cpdef list run(self, tuple values, dim):
        """Return a list of the function's results, or None if NumPy has to compute them."""
        cdef cnp.ndarray lead = None, a
        cdef cnp.npy_intp count = 1, n = 1
        cdef object dtype = None, v
        cdef int i, nd = 0, tail = 0, kind
        cdef list taken = []
        cdef list kinds = []
        cdef list given = []
        cdef RowProgram program
        for v in values:
            if PyArray_CheckExact(v):
                a = v
                if lead is None:
                    lead = a
                    nd = PyArray_NDIM(a)
                    tail = tail_of(dim, nd)
                    dtype = <object>PyArray_DESCR(a)
                    if not tail or (dtype is not F32 and dtype is not F64):
                        return None
                    for i in range(nd):
                        if i < nd - tail:
                            count *= PyArray_DIMS(a)[i]
                        else:
                            n *= PyArray_DIMS(a)[i]
                    if n < 2 or n > LONGEST or not count:
                        return None
                elif <void*>PyArray_DESCR(a) != <void*>dtype:
                    return None
                if (PyArray_FLAGS(a) & READABLE) != READABLE:
                    if not one_number(a):
                        return None
                    a = numpy.ascontiguousarray(a)
                kind = kind_of(a, lead, nd, tail)
                if kind < 0:
                    return None
                kinds.append(kind)
                taken.append(a)
                given.append(None)
            elif PyFloat_CheckExact(v) or (PyLong_CheckExact(v) and -EXACT <= v <= EXACT):
                kinds.append(NUMBER)
                taken.append(v)
                given.append(None)
            elif v is None or v is numpy:
                kinds.append(OTHER)
                given.append(v)
            else:
                return None
        key = (dtype is F64, *kinds)
        found = self.known.get(key, False)
        if found is False:
            found = self.known[key] = self.compile(self.fn, dtype, given, kinds)
        if found is None:
            return None
        program = found
        return program.run_rows(taken, lead, tail, count, n)


cdef int kind_of(cnp.ndarray a, cnp.ndarray lead, int nd, int tail) noexcept:
    """The kind of an array where rows lie along the last ``tail`` axes of ``lead``; -1 if its shape does not fit."""
    cdef int i, head = nd - tail
    cdef cnp.npy_intp* own = PyArray_DIMS(a)
    cdef cnp.npy_intp* rows = PyArray_DIMS(lead)
    if PyArray_NDIM(a) != nd:
        fits = PyArray_NDIM(a) == tail and same_sizes(own, rows + head, tail)
        return SHARED if fits else -1
    if not same_sizes(own, rows, head):
        return -1
    if same_sizes(own + head, rows + head, tail):
        return WHOLE
    for i in range(head, nd):
        if own[i] != 1:
            return -1
    return EACH
