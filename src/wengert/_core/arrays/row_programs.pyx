# cython: boundscheck=False, wraparound=False
"""Fused programs for rows: elementwise steps, and sums and maxima of each row, while the row is in the cache.

Rows lie along the last axes, or along one axis before the last: then some neighbouring ones are computed at once, and
are added as NumPy adds them, entry by entry. See fused.py, and programs.pyx for programs without rows.
"""

cimport numpy as cnp
import numpy
from cpython.float cimport PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact
from cpython.object cimport PyObject
from libc.string cimport memcpy, memset

from .c_numpy cimport (
    READABLE, Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SimpleNew, loop_of, same_sizes,
)
from .grids cimport SLOTS, fill
from .objects cimport Called
from .programs cimport BLOCK, EXACT, OPERANDS, Job, Program, Step, one_number, put
from .extremes cimport of_rows
from .rows cimport add_rows

cnp.import_array()

cdef enum:
    WHOLE = 0  # the kinds of values in a program for rows: see fused.py
    EACH = 1
    SHARED = 2
    NUMBER = -1
    OTHER = -2
    BRIEF = 16  # rows with fewer elements are computed several at once
    LONGEST = 65536  # rows with more elements gain nothing
    DEEP = 64  # entries of the longest rows that are added one after the other: FEW in reductions.py
    NARROW = 16  # neighbouring rows that are computed at once, at least
    STRIPS = 8192  # elements of those rows, about
    FEW = 16  # arguments, at most

cdef Loop plus32 = loop_of(numpy.add, "ff->f"), plus64 = loop_of(numpy.add, "dd->d")
cdef Loop most32 = loop_of(numpy.maximum, "ff->f"), most64 = loop_of(numpy.maximum, "dd->d")

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cdef class RowProgram(Program):
    """A program whose steps may also be sums and maxima of rows. ``kinds`` has the kind of each slot."""

    cdef int kinds[SLOTS]
    cdef bint mixed[SLOTS]
    cdef int most_read  # operands of a step, at most

    def __init__(self, dtype, int inputs, int numbers, given, constants, dtypes, steps, outputs, kinds):
        cdef int i, k
        cdef Step* s
        Program.__init__(self, dtype, inputs, numbers, given, constants, dtypes, steps, outputs)
        self.most_read = max([len(slots) for _, _, slots in steps], default=1) - 1
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
        cdef cnp.npy_intp by[OPERANDS]
        cdef char* at[OPERANDS]
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
                    if s.data != NULL:
                        of_rows(at[0], at[1], some, n, False, double_)
                    else:
                        add_rows(at[0], at[1], some, n, False, double_)
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

    cdef void columns(self, Job* job, cnp.npy_intp start, cnp.npy_intp stop, char* memory) noexcept nogil:
        """Run all steps for neighbouring rows, which are parallel columns of memory: a strip of columns at a time."""
        cdef cnp.npy_intp n = job.row, inner = job.inner, pieces = (inner + job.width - 1) // job.width
        cdef cnp.npy_intp item, outer, first, wide, size, r
        cdef cnp.npy_intp by[OPERANDS]
        cdef cnp.npy_intp steps[3]
        cdef cnp.npy_intp down[OPERANDS]  # bytes from one entry of the rows to the next
        cdef char* at[OPERANDS]
        cdef char* fold[3]
        cdef int i, k, last, slot, kind
        cdef bint double_ = <void*>self.dtype == <void*>F64, whole
        cdef Loop loop
        cdef Step* s
        self.fill_numbers(job.base, memory, job.block, job.block)
        for item in range(start, stop):
            outer, first = item // pieces, item % pieces * job.width
            wide = min(job.width, inner - first)
            for i in range(self.step_count):
                s = &self.steps[i]
                last, whole = s.operands - 1, True
                for k in range(s.operands):
                    slot = s.at[k]
                    kind, size = self.kinds[slot], self.width[slot]
                    by[k] = 0 if kind == NUMBER and self.scratch[slot] < 0 else size
                    down[k] = 0
                    if self.scratch[slot] >= 0:
                        at[k] = memory + self.scratch[slot] * job.block * 8
                        if kind == WHOLE:
                            down[k] = wide * size
                    elif kind == WHOLE:
                        at[k] = job.base[slot] + (outer * n * inner + first) * size
                        down[k] = inner * size
                    elif kind == EACH:
                        at[k] = job.base[slot] + (outer * inner + first) * size
                    else:
                        at[k] = job.base[slot]
                    if kind != NUMBER and down[k] != wide * size:
                        whole = False  # not one dense piece of memory
                if s.loop == NULL:
                    steps[0] = steps[1] = steps[2] = by[1]
                    if s.data != NULL:
                        loop = most64 if double_ else most32
                        memcpy(at[1], at[0], wide * by[1])
                    else:
                        loop = plus64 if double_ else plus32
                        memset(at[1], 0, wide * by[1])
                    fold[0] = fold[2] = at[1]
                    for r in range(1 if s.data != NULL else 0, n):
                        fold[1] = at[0] + r * down[0]
                        loop(fold, &wide, steps, NULL)
                elif self.kinds[s.at[last]] == EACH:
                    s.loop(at, &wide, by, s.data)
                elif whole:
                    size = n * wide
                    s.loop(at, &size, by, s.data)
                else:
                    for r in range(n):
                        s.loop(at, &wide, by, s.data)
                        for k in range(s.operands):
                            at[k] += down[k]

    cdef list run_rows(self, PyObject** values, cnp.ndarray lead, int axis, int end, cnp.npy_intp* sizes):
        """Return the results, for arrays of the kinds that the program is for. Rows lie along the axes from ``axis`` to
        ``end``; the sizes are those before, along and after them."""
        cdef char* base[SLOTS]
        cdef double numbers[SLOTS]
        cdef cnp.npy_intp shape[64]
        cdef cnp.npy_intp n = sizes[1], count = sizes[0]
        cdef cnp.ndarray a
        cdef Job job
        cdef int i, k, nd = PyArray_NDIM(lead)
        cdef object v
        cdef list results = []
        for i in range(self.input_count):
            v = <object>values[i]
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
                results.append(<object>values[i])
                continue
            for d in range(nd):
                shape[d] = 1 if self.kinds[i] != WHOLE and axis <= d < end else PyArray_DIMS(lead)[d]
            a = PyArray_SimpleNew(nd, shape, self.types[k])
            base[i] = PyArray_BYTES(a)
            results.append(a)
        job.base, job.row, job.inner = base, n, sizes[2]
        if end < nd:
            job.width = min(sizes[2], max(NARROW, STRIPS // n))
            job.block = n * job.width
            job.room = self.scratch_count * job.block * 8
            self.compute(columns_part, &job, count * ((sizes[2] + job.width - 1) // job.width), job.block, 1)
            return results
        job.block = n if n > BLOCK else n * (BLOCK // n if count > BLOCK // n else count)
        job.room = (self.scratch_count + self.most_read) * job.block * 8
        self.compute(rows_part, &job, count, n, job.block // n)
        return results


cdef void rows_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Job* j = <Job*>job
    (<RowProgram>j.program).rows(j.base, start, stop, j.row, j.memory + who * j.room, j.block)


cdef void columns_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Job* j = <Job*>job
    (<RowProgram>j.program).columns(j, start, stop, j.memory + who * j.room)


cdef int axes_of(dim, int nd, int* axis) except -1:
    """Set the first axis of rows and return the end of their axes: the last ones, or one before them. 0 if ``dim`` names
    other axes."""
    cdef int i, k
    if type(dim) is int:
        k = dim
        axis[0] = k + nd if k < 0 else k
        return axis[0] + 1 if 0 <= axis[0] < nd else 0
    if type(dim) is not tuple or not len(dim) or len(dim) > nd:
        return 0
    if len(dim) == 1:
        return axes_of(dim[0], nd, axis)
    axis[0] = nd - len(dim)
    for i in range(len(dim)):
        k = dim[i]
        if (k + nd if k < 0 else k) != axis[0] + i:
            return 0
    return nd


cdef class RowPrograms(Called):
    """The programs for rows of one function, by the kinds of its arguments.

    They are called as the function is, which computes where there is no program.
    """

    cdef object fn
    cdef object compile
    cdef dict known

    def __init__(self, fn, compile):
        self.fn = fn
        self.compile = compile
        self.known = {}

    @property
    def __wrapped__(self):
        return self.fn

    cdef object called(self, tuple args, dict params):
        cdef list found = self.run(args, params["dim"])
        if found is None:
            return self.fn(*args, **params)
        return found[0] if len(found) == 1 else tuple(found)

    cpdef list run(self, tuple values, dim):
        """Return a list of the function's results, or None if NumPy has to compute them."""
        cdef cnp.ndarray lead = None, a
        cdef cnp.npy_intp sizes[3]
        cdef PyObject* taken[SLOTS]
        cdef int kinds[SLOTS]
        cdef object dtype = None, v
        cdef int i, count = 0, nd = 0, axis = 0, end = 0
        cdef Py_ssize_t at, key = 1
        cdef list held = None
        cdef RowProgram program
        if len(values) > FEW:
            return None
        sizes[0] = sizes[1] = sizes[2] = 1
        for at in range(len(values)):
            v = values[at]
            if PyArray_CheckExact(v):
                a = v
                if lead is None:
                    lead = a
                    nd = PyArray_NDIM(a)
                    end = axes_of(dim, nd, &axis)
                    dtype = <object>PyArray_DESCR(a)
                    if not end or (dtype is not F32 and dtype is not F64):
                        return None
                    for i in range(nd):
                        sizes[0 if i < axis else 1 if i < end else 2] *= PyArray_DIMS(a)[i]
                    if not sizes[0] or not sizes[2]:
                        return None
                    if not 2 <= sizes[1] <= LONGEST if end == nd else not 1 <= sizes[1] <= DEEP:
                        return None
                elif <void*>PyArray_DESCR(a) != <void*>dtype:
                    return None
                if (PyArray_FLAGS(a) & READABLE) != READABLE:
                    if not one_number(a):
                        return None
                    a = numpy.ascontiguousarray(a)
                    held = [a, held]
                kinds[at] = kind_of(a, lead, nd, axis, end)
                if kinds[at] < 0:
                    return None
                taken[count] = <PyObject*>a
            elif PyFloat_CheckExact(v) or (PyLong_CheckExact(v) and -EXACT <= v <= EXACT):
                kinds[at] = NUMBER
                taken[count] = <PyObject*>v
            elif v is None or v is numpy:
                kinds[at] = OTHER
                count -= 1
            else:
                return None
            count += 1
            key = key * 8 + kinds[at] - OTHER
        found = self.known.get(key if dtype is F32 else ~key, False)
        if found is False:
            found = self.known[key if dtype is F32 else ~key] = self.compile(
                self.fn, dtype, [v if kinds[at] == OTHER else None for at, v in enumerate(values)],
                [kinds[at] for at in range(len(values))],
            )
        if found is None:
            return None
        program = found
        return program.run_rows(taken, lead, axis, end, sizes)


cdef int kind_of(cnp.ndarray a, cnp.ndarray lead, int nd, int axis, int end) noexcept:
    """The kind of an array where rows lie along the axes of ``lead`` from ``axis`` to ``end``; -1 if its shape does not
    fit."""
    cdef int i, tail = nd - axis
    cdef cnp.npy_intp* own = PyArray_DIMS(a)
    cdef cnp.npy_intp* rows = PyArray_DIMS(lead)
    if PyArray_NDIM(a) != nd:
        fits = end == nd and PyArray_NDIM(a) == tail and same_sizes(own, rows + axis, tail)
        return SHARED if fits else -1
    if not same_sizes(own, rows, axis) or not same_sizes(own + end, rows + end, nd - end):
        return -1
    if same_sizes(own + axis, rows + axis, end - axis):
        return WHOLE
    for i in range(axis, end):
        if own[i] != 1:
            return -1
    return EACH
