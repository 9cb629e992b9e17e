# cython: boundscheck=False, wraparound=False
"""The parts of the core that go through C: where code is running, new tensors, and loops over elements.

``native.py`` says the same in Python, for the uncompiled build.

Elementwise programs (see fused.py) run NumPy's own inner loops, block by block. NumPy spends most of the time of a call
on a small array on finding the loop, and most of the time of a formula on a large one on carrying intermediate results
to memory and back. A program knows its loops, and keeps what lies between them in the first-level cache. The loops are
the ones NumPy runs, so the results are the same to the last bit.
"""

cimport numpy as cnp
import numpy
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.list cimport PyList_GET_ITEM
from cpython.long cimport PyLong_AsLongLongAndOverflow, PyLong_CheckExact
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport M_PI, cos, log1p, sin, sqrt
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from cpython.object cimport PyObject
from cpython.pycapsule cimport PyCapsule_GetPointer
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.string cimport memcmp, memcpy, memset

cnp.import_array()
cnp.import_ufunc()

from .. import errors

cdef extern from "Python.h":
    unsigned long Py_TPFLAGS_HEAPTYPE
    ctypedef struct PyFrameObject
    ctypedef struct PyCodeObject:
        PyObject* co_filename
    ctypedef struct PyTypeObject:
        PyTypeObject* tp_base
        Py_ssize_t tp_basicsize
        unsigned long tp_flags
        PyObject* (*tp_new)(PyTypeObject*, PyObject*, PyObject*)
    PyFrameObject* PyEval_GetFrame()
    PyCodeObject* PyFrame_GetCode(PyFrameObject*)  # new reference
    PyFrameObject* PyFrame_GetBack(PyFrameObject*)  # new reference
    int PyFrame_GetLasti(PyFrameObject*)
    PyObject* PyDict_GetItem(dict, PyObject*)
    void Py_XINCREF(PyObject*)
    void Py_SET_TYPE(object, PyTypeObject*)
    PyTypeObject* Py_TYPE(object)

cdef extern from "numpy/arrayobject.h":
    int PyArray_CheckExact(object)
    int PyArray_FLAGS(cnp.ndarray)
    int PyArray_NDIM(cnp.ndarray)
    PyObject* PyArray_BASE(cnp.ndarray)
    char* PyArray_BYTES(cnp.ndarray)
    cnp.npy_intp* PyArray_DIMS(cnp.ndarray)
    cnp.npy_intp* PyArray_STRIDES(cnp.ndarray)
    cnp.npy_intp PyArray_SIZE(cnp.ndarray)
    cnp.PyArray_Descr* PyArray_DESCR(cnp.ndarray)
    object PyArray_SimpleNew(int, cnp.npy_intp*, int)
    object PyArray_NewFromDescr(PyTypeObject*, cnp.PyArray_Descr*, int, cnp.npy_intp*, cnp.npy_intp*, void*, int, PyObject*)
    int PyArray_SetBaseObject(cnp.ndarray, object) except -1
    void PyArray_UpdateFlags(cnp.ndarray, int)
    int NPY_ARRAY_UPDATE_ALL
    int NPY_ARRAY_C_CONTIGUOUS
    int NPY_ARRAY_ALIGNED
    int NPY_ARRAY_WRITEABLE

cdef extern from "numpy/random/bitgen.h":
    ctypedef struct bitgen_t:
        void* state
        uint32_t (*next_uint32)(void*) noexcept nogil

cdef enum:
    SLOTS = 64
    BLOCK = 1024  # elements: a few intermediate results together stay in the first-level cache
    STACK = 4096  # bytes of intermediate results that need no allocation
    LONG = 16384  # elements from which other threads may run meanwhile
    AXES = 8  # of arrays that programs take though they have gaps or differ in shape
    ROW = 32  # elements that a row of such an array should have
    ACROSS = 128  # elements of the longest row that NumPy adds up at once
    FEW = 4096  # indices that are looked at sooner than a function of NumPy is called
    MANY = 16  # programs of one function, at which it gets no more for single numbers
    WHOLE = 0  # what an array of a program for rows has: see fused.py
    EACH = 1
    SHARED = 2
    NUMBER = -1
    OTHER = -2
    BRIEF = 16  # elements of a row, below which several are computed at once
    LONGEST = 65536  # elements of a row, above which nothing is won

cdef long long EXACT = 1LL << 53  # integers up to here are exact as doubles
cdef int READABLE = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED
cdef int WRITABLE = READABLE | NPY_ARRAY_WRITEABLE

COMPILED = True
cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)


cdef void select(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* width) noexcept nogil:
    """``where``, which is no ufunc: bits are copied, whatever they mean."""
    cdef cnp.npy_intp i
    if <size_t>width == 4:
        for i in range(n[0]):
            (<uint32_t*>(at[3] + i * by[3]))[0] = (
                (<uint32_t*>(at[1] + i * by[1]))[0] if (<uint8_t*>(at[0] + i * by[0]))[0]
                else (<uint32_t*>(at[2] + i * by[2]))[0]
            )
    else:
        for i in range(n[0]):
            (<uint64_t*>(at[3] + i * by[3]))[0] = (
                (<uint64_t*>(at[1] + i * by[1]))[0] if (<uint8_t*>(at[0] + i * by[0]))[0]
                else (<uint64_t*>(at[2] + i * by[2]))[0]
            )


cdef inline void put(double* cell, double value, int width) noexcept nogil:
    """Write a number as a float32 or float64."""
    cdef float narrow
    if width == 4:
        narrow = <float>value
        memcpy(cell, &narrow, 4)
    else:
        cell[0] = value


cdef inline bint one_number(cnp.ndarray a) noexcept:
    """Whether an array shows one aligned number everywhere, as the gradient of a sum does."""
    cdef int i
    for i in range(PyArray_NDIM(a)):
        if PyArray_STRIDES(a)[i]:
            return False
    return PyArray_FLAGS(a) & NPY_ARRAY_ALIGNED != 0


cdef class Program:
    """A straight line of elementwise steps from inputs of one dtype to one or more results.

    ``steps`` are ``(ufunc, loop, slots)``, the result's slot last; a ufunc of None selects by its first operand. Slots
    count the inputs, then ``constants`` (numbers), then intermediate results and results; ``dtypes`` has the dtype of
    each. ``outputs`` are slots; one that is an input gives the input itself. Bit ``i`` of ``numbers`` says that input
    ``i`` is a Python number, which has to be the one in ``given`` unless that is None; one input at least is an array.
    """

    def __cinit__(self):
        self.steps = NULL

    def __dealloc__(self):
        PyMem_Free(self.steps)

    def __init__(self, dtype, int inputs, int numbers, given, constants, dtypes, steps, outputs):
        cdef int i, k
        cdef cnp.ufunc u
        cdef Step* s
        results = [o for o in outputs if o >= inputs]
        if max(len(dtypes), len(steps)) > SLOTS or len(outputs) > 8 or len(set(results)) < len(results):
            raise ValueError("the program is too long, or gives a result twice")
        self.dtype = dtype
        self.input_count = inputs
        self.numbers = numbers
        self.fixed = given is not None
        if self.fixed:
            for i, value in enumerate(given):
                self.cells[i] = 0 if value is None else value
        self.slot_count = len(dtypes)
        self.output_count = len(outputs)
        self.step_count = len(steps)
        self.steps = <Step*>PyMem_Malloc((self.step_count + 1) * sizeof(Step))
        if self.steps == NULL:
            raise MemoryError
        for i in range(self.slot_count):
            self.width[i] = dtypes[i].itemsize
            self.scratch[i] = -1
        for i, value in enumerate(constants):
            put(&self.cells[inputs + i], value, dtypes[inputs + i].itemsize)
            self.width[inputs + i] = 0
        for k in range(self.output_count):
            self.outputs[k] = outputs[k]
            self.types[k] = dtypes[outputs[k]].num
        self.over = -1
        self.scratch_count = 0
        for i in range(inputs + len(constants), self.slot_count):
            if i not in outputs:
                self.scratch[i] = self.scratch_count
                self.scratch_count += 1
        for i, (function, loop, slots) in enumerate(steps):
            s = &self.steps[i]
            s.operands = len(slots)
            for k in range(s.operands):
                s.at[k] = slots[k]
            if type(function) is str:  # a sum or maximum, of a program for rows
                s.loop = NULL
                s.data = <void*><size_t>(1 if function == "max" else 0)
            elif function is None:
                s.loop = select
                s.data = <void*><size_t>dtypes[slots[3]].itemsize
            else:
                u = function
                s.loop = <Loop><void*>u.functions[<int>loop]
                s.data = u.data[<int>loop] if u.data != NULL else NULL
        if 0 not in outputs and not numbers & 1:
            last = max([i for i, (_, _, slots) in enumerate(steps) if 0 in slots[: len(slots) - 1]], default=0)
            written = [slots[len(slots) - 1] for _, _, slots in steps[last:]]  # when the first input is read no more
            for k in range(self.output_count):
                if outputs[k] in written and dtypes[outputs[k]] == dtype:
                    self.over = k

    cdef void execute(self, char** base, cnp.npy_intp* strides, cnp.npy_intp n, char* memory, cnp.npy_intp block) noexcept nogil:
        cdef cnp.npy_intp start = 0, count
        cdef cnp.npy_intp by[4]
        cdef char* at[4]
        cdef int i, k, slot
        cdef Step* s
        while start < n:
            count = n - start if n - start < block else block
            for i in range(self.step_count):
                s = &self.steps[i]
                for k in range(s.operands):
                    slot = s.at[k]
                    by[k] = strides[slot]
                    if self.scratch[slot] >= 0:
                        at[k] = memory + self.scratch[slot] * block * 8
                    else:
                        at[k] = base[slot] + start * strides[slot]
                s.loop(at, &count, by, s.data)
            start += count

    cpdef object run(self, list values, bint spare=False):
        """The results; None where NumPy has to compute them, NotImplemented where the values are of another kind than
        the program was made for. With ``spare``, one of them may be written over the first input."""
        cdef char* base[SLOTS]
        cdef cnp.npy_intp strides[SLOTS]
        cdef double numbers[SLOTS]
        cdef cnp.ndarray lead = None, first = None, a
        cdef object v
        cdef int i, k, overflow, nd
        cdef long long integer
        cdef double number
        cdef cnp.npy_intp n, block
        cdef char stack[STACK]
        cdef char* memory = stack
        cdef list results
        cdef bint dense = True
        if len(values) != self.input_count:
            return NotImplemented
        for i in range(self.input_count):
            v = <object>PyList_GET_ITEM(values, i)
            if PyArray_CheckExact(v):
                a = v
                if <void*>PyArray_DESCR(a) != <void*>self.dtype or self.numbers & 1 << i:
                    return NotImplemented
                base[i] = PyArray_BYTES(a)
                strides[i] = self.width[i]
                if (PyArray_FLAGS(a) & READABLE) != READABLE:
                    if one_number(a):
                        strides[i] = 0
                    else:
                        dense = False
                if lead is None or PyArray_NDIM(lead) == 0:
                    lead = a
            elif not self.numbers & 1 << i:
                return NotImplemented
            else:
                if PyFloat_CheckExact(v):
                    number = PyFloat_AS_DOUBLE(v)
                elif PyLong_CheckExact(v):
                    integer = PyLong_AsLongLongAndOverflow(v, &overflow)
                    if overflow or integer > EXACT or integer < -EXACT:
                        return None
                    number = <double>integer
                else:
                    return NotImplemented
                if self.fixed and number != self.cells[i]:
                    return NotImplemented
                put(&numbers[i], number, self.width[i])
                base[i] = <char*>&numbers[i]
                strides[i] = 0
        nd = PyArray_NDIM(lead)
        for i in range(self.input_count):
            v = <object>PyList_GET_ITEM(values, i)
            if v is not lead and not self.numbers & 1 << i:
                a = v
                if PyArray_NDIM(a) == 0:
                    strides[i] = 0
                elif PyArray_NDIM(a) != nd or memcmp(PyArray_DIMS(a), PyArray_DIMS(lead), nd * sizeof(cnp.npy_intp)):
                    dense = False
        if not dense:
            return self.by_rows(values, base)
        if self.over >= 0:
            first = <object>PyList_GET_ITEM(values, 0)
        n = PyArray_SIZE(lead)
        for i in range(self.input_count, self.slot_count):
            strides[i] = self.width[i]
            base[i] = <char*>&self.cells[i]
        results = []
        for k in range(self.output_count):
            i = self.outputs[k]
            if i < self.input_count:
                results.append(<object>PyList_GET_ITEM(values, i))
            else:
                if spare and k == self.over and strides[0] and PyArray_NDIM(first) == nd:
                    a = first
                else:
                    a = PyArray_SimpleNew(nd, PyArray_DIMS(lead), self.types[k])
                base[i] = PyArray_BYTES(a)
                results.append(a)
        block = n
        if self.scratch_count:
            block = BLOCK if n > BLOCK else n
            if self.scratch_count * block * 8 > STACK:
                memory = <char*>PyMem_RawMalloc(self.scratch_count * block * 8)
                if memory == NULL:
                    raise MemoryError
        if n < LONG:
            self.execute(base, strides, n, memory, block)
        else:
            with nogil:
                self.execute(base, strides, n, memory, block)
        if memory != stack:
            PyMem_RawFree(memory)
        return results

    cdef object by_rows(self, list values, char** base):
        """:meth:`run` on arrays that have gaps or broadcast, a row at a time.

        None where they do not broadcast, which NumPy says best, or do not all lie row by row, for then NumPy gives a
        result that does not either; and where rows are too many and short to be worth it.
        """
        cdef Grid grid
        cdef cnp.npy_intp shape[AXES]
        cdef cnp.npy_intp strides[SLOTS]
        cdef cnp.npy_intp rows = 1, block
        cdef cnp.ndarray a
        cdef char stack[STACK]
        cdef char* memory = stack
        cdef int i, k, nd
        cdef list results = []
        nd = self.lay(values, shape, &grid)
        for k in range(1, grid.depth):
            rows *= grid.along[k]
        if nd < 0 or grid.depth == 0 or (grid.along[0] < ROW and rows > ROW):
            return None
        for i in range(self.input_count):
            strides[i] = grid.steps[i][0]
        for i in range(self.input_count, self.slot_count):
            strides[i] = self.width[i]
            base[i] = <char*>&self.cells[i]
        for k in range(self.output_count):
            i = self.outputs[k]
            if i < self.input_count:
                results.append(<object>PyList_GET_ITEM(values, i))
            else:
                a = PyArray_SimpleNew(nd, shape, self.types[k])
                base[i] = PyArray_BYTES(a)
                results.append(a)
        block = BLOCK if grid.along[0] > BLOCK else grid.along[0]
        if self.scratch_count * block * 8 > STACK:
            memory = <char*>PyMem_RawMalloc(self.scratch_count * block * 8)
            if memory == NULL:
                raise MemoryError
        if rows * grid.along[0] < LONG:
            self.walk(&grid, base, strides, memory, block)
        else:
            with nogil:
                self.walk(&grid, base, strides, memory, block)
        if memory != stack:
            PyMem_RawFree(memory)
        return results

    cdef int lay(self, list values, cnp.npy_intp* shape, Grid* grid) noexcept:
        """Find the shape that the arrays broadcast to, and how each is walked along it; returns its rank, or -1."""
        cdef cnp.npy_intp by[SLOTS][AXES]
        cdef cnp.npy_intp size, stride, before
        cdef cnp.ndarray a
        cdef int i, k, axis, nd = 0
        cdef bint joined
        grid.depth = 0
        for i in range(self.input_count):
            if not self.numbers & 1 << i:
                a = <object>PyList_GET_ITEM(values, i)
                if PyArray_NDIM(a) > AXES or not PyArray_FLAGS(a) & NPY_ARRAY_ALIGNED:
                    return -1
                nd = max(nd, PyArray_NDIM(a))
        for axis in range(nd):
            shape[axis] = 1
        for i in range(self.input_count):
            for axis in range(nd):
                by[i][axis] = 0
            if self.numbers & 1 << i:
                continue
            a = <object>PyList_GET_ITEM(values, i)
            before = 0
            for k in range(PyArray_NDIM(a) - 1, -1, -1):
                axis = nd - PyArray_NDIM(a) + k
                size = PyArray_DIMS(a)[k]
                stride = PyArray_STRIDES(a)[k]
                if size == 1:
                    continue
                if size == 0 or (shape[axis] != 1 and shape[axis] != size) or (stride and stride < before):
                    return -1
                shape[axis] = size
                by[i][axis] = stride
                before = max(before, stride)
        for axis in range(nd - 1, -1, -1):
            if shape[axis] == 1:
                continue
            joined = grid.depth > 0  # axes that every array walks as if they were one are one
            for i in range(self.input_count):
                if joined and by[i][axis] != grid.steps[i][grid.depth - 1] * grid.along[grid.depth - 1]:
                    joined = False
            if joined:
                grid.along[grid.depth - 1] *= shape[axis]
            else:
                grid.along[grid.depth] = shape[axis]
                for i in range(self.input_count):
                    grid.steps[i][grid.depth] = by[i][axis]
                grid.depth += 1
        return nd

    cdef void walk(self, Grid* grid, char** base, cnp.npy_intp* strides, char* memory, cnp.npy_intp block) noexcept nogil:
        """Run every row of the grid; results lie row after row."""
        cdef cnp.npy_intp at[AXES]
        cdef int i, k, axis = 1
        for k in range(AXES):
            at[k] = 0
        while axis:
            self.execute(base, strides, grid.along[0], memory, block)
            for k in range(self.output_count):
                i = self.outputs[k]
                if i >= self.input_count:
                    base[i] += grid.along[0] * self.width[i]
            for axis in range(1, grid.depth):
                at[axis] += 1
                for i in range(self.input_count):
                    base[i] += grid.steps[i][axis]
                if at[axis] < grid.along[axis]:
                    break
                at[axis] = 0
                for i in range(self.input_count):
                    base[i] -= grid.steps[i][axis] * grid.along[axis]
            else:
                axis = 0


cdef class Programs:
    """The programs of one function, by the kinds of its inputs.

    ``make`` takes the parameters, or None, and gives the function. ``compile`` is called with the function, a dtype, the
    number of inputs, which of them are Python numbers, and these numbers where there is no program for any.
    """

    def __init__(self, make, compile, params=None):
        self.make = make
        self.compile = compile
        self.params = params
        self.known = {}
        self.others = {}

    cpdef list run(self, list values, params=None, bint spare=False):
        """The function's results, a list; None where NumPy has to compute them. With ``spare``, the first of the values
        is of no use to anybody else, and may become a result."""
        cdef object found
        if params is not None:
            return self.with_params(values, params, spare)
        if self.last is not None:
            found = self.last.run(values, spare)
            if found is not NotImplemented:
                return found
        return self.find(values)

    cdef list with_params(self, list values, params, bint spare):
        """:meth:`run`, of the programs for these parameters."""
        cdef Programs other
        cdef object v
        try:
            key = tuple(params.values())
            found = self.others.get(key)
        except TypeError:  # a parameter that cannot be a key is no number
            return None
        if found is None:
            if len(self.others) >= MANY:
                return None
            for v in key:
                if hasattr(v, "requires_grad"):  # a tensor in the place of a number, which it is soon made
                    return None
            found = self.others[key] = Programs(self.make, self.compile, dict(params))
        other = found
        return other.run(values, None, spare)

    cdef list find(self, list values):
        """Run the program for values of this kind, written when they are first met."""
        cdef object dtype = None, v
        cdef Program program
        cdef long numbers = 0
        cdef int i
        for i in range(len(values)):
            v = values[i]
            if PyArray_CheckExact(v):
                if dtype is None:
                    dtype = v.dtype
                elif dtype is not v.dtype:
                    return None
            elif PyFloat_CheckExact(v) or PyLong_CheckExact(v):
                numbers |= 1 << i
            else:
                return None
        if dtype is not F32 and dtype is not F64:
            return None
        key = (dtype is F64, numbers, len(values))
        if key not in self.known:
            self.known[key] = self.compile(self.make(self.params), dtype, len(values), numbers, None)
        program = self.known[key]
        if program is None and numbers and len(self.known) < MANY:
            given = [None if PyArray_CheckExact(v) else v for v in values]
            key = (key, *given)
            if key not in self.known:
                self.known[key] = self.compile(self.make(self.params), dtype, len(values), numbers, given)
            program = self.known[key]
        if program is None:
            return None
        self.last = program
        found = program.run(values)
        return None if found is NotImplemented else found


cdef cnp.ufunc plus = numpy.add
cdef Loop plus32 = <Loop><void*>plus.functions[<int>numpy.add.types.index("ff->f")]
cdef Loop plus64 = <Loop><void*>plus.functions[<int>numpy.add.types.index("dd->d")]


cpdef bint add_into(old, new):
    """``old += new`` for two dense arrays of one shape and dtype, float32 or float64; False if they are not."""
    cdef cnp.ndarray a, b
    cdef cnp.npy_intp n
    cdef cnp.npy_intp by[3]
    cdef char* at[3]
    cdef Loop loop
    if not PyArray_CheckExact(old) or not PyArray_CheckExact(new):
        return False
    a = old
    b = new
    if PyArray_DESCR(a) != PyArray_DESCR(b) or PyArray_NDIM(a) != PyArray_NDIM(b):
        return False
    if <void*>PyArray_DESCR(a) == <void*>F32:
        by[0] = 4
        loop = plus32
    elif <void*>PyArray_DESCR(a) == <void*>F64:
        by[0] = 8
        loop = plus64
    else:
        return False
    if (PyArray_FLAGS(a) & WRITABLE) != WRITABLE or (PyArray_FLAGS(b) & READABLE) != READABLE:
        return False
    if memcmp(PyArray_DIMS(a), PyArray_DIMS(b), PyArray_NDIM(a) * sizeof(cnp.npy_intp)):
        return False
    by[1] = by[2] = by[0]
    at[0] = at[2] = PyArray_BYTES(a)
    at[1] = PyArray_BYTES(b)
    n = PyArray_SIZE(a)
    if n < LONG:
        loop(at, &n, by, NULL)
    else:
        with nogil:
            loop(at, &n, by, NULL)
    return True


ctypedef fused real:
    float
    double


cpdef bint add_rows(out, at, values, Py_ssize_t outer, Py_ssize_t inner):
    """``out[:, at[j]] += values[:, j]`` for one j after the other, of (outer, ..., inner); False if a loop of ours cannot."""
    cdef cnp.ndarray o, p, v
    cdef cnp.npy_intp i, j, n, m
    cdef const cnp.npy_int64* place
    cdef char* old
    cdef char* new
    cdef bint single
    if not (PyArray_CheckExact(out) and PyArray_CheckExact(at) and PyArray_CheckExact(values)):
        return False
    o, p, v = out, at, values
    if PyArray_DESCR(o) != PyArray_DESCR(v) or p.dtype.num != cnp.NPY_INT64 or outer * inner == 0:
        return False
    single = <void*>PyArray_DESCR(o) == <void*>F32
    if not single and <void*>PyArray_DESCR(o) != <void*>F64:
        return False
    if (PyArray_FLAGS(o) & WRITABLE) != WRITABLE or (PyArray_FLAGS(p) & PyArray_FLAGS(v) & READABLE) != READABLE:
        return False
    m, n = PyArray_SIZE(p), PyArray_SIZE(o) // (outer * inner)
    if PyArray_SIZE(v) != outer * m * inner:
        return False
    place = <const cnp.npy_int64*>PyArray_BYTES(p)
    for j in range(m):
        if not 0 <= place[j] < n:
            return False
    old, new = PyArray_BYTES(o), PyArray_BYTES(v)
    with nogil:
        for i in range(outer):
            for j in range(m):
                if single:
                    add_row[float](<float*>old + (i * n + place[j]) * inner, <float*>new + (i * m + j) * inner, inner)
                else:
                    add_row[double](<double*>old + (i * n + place[j]) * inner, <double*>new + (i * m + j) * inner, inner)
    return True


cdef inline void add_row(real* a, const real* b, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp by[3]
    cdef char* at[3]
    cdef cnp.npy_intp i
    if n < ROW:
        for i in range(n):
            a[i] += b[i]
        return
    by[0] = by[1] = by[2] = sizeof(real)
    at[0] = at[2] = <char*>a
    at[1] = <char*>b
    if real is float:
        plus32(at, &n, by, NULL)
    else:
        plus64(at, &n, by, NULL)


cpdef bint along(a, at, b, Py_ssize_t outer, Py_ssize_t inner, bint add):
    """``a[o, at[o, j, i], i] += b[o, j, i]`` one after the other where ``add``, else ``b[...] = a[...]``, of (outer, ...,
    inner) each; False if a loop of ours cannot."""
    cdef cnp.ndarray x, p, y
    cdef cnp.npy_intp i, n, m
    cdef const cnp.npy_int64* place
    cdef char* old
    cdef char* new
    cdef bint single
    if not (PyArray_CheckExact(a) and PyArray_CheckExact(at) and PyArray_CheckExact(b)):
        return False
    x, p, y = a, at, b
    if PyArray_DESCR(x) != PyArray_DESCR(y) or p.dtype.num != cnp.NPY_INT64 or outer * inner == 0:
        return False
    if <void*>PyArray_DESCR(x) != <void*>F32 and <void*>PyArray_DESCR(x) != <void*>F64:
        return False
    if (PyArray_FLAGS(x) & PyArray_FLAGS(p) & PyArray_FLAGS(y) & READABLE) != READABLE:
        return False
    if not PyArray_FLAGS(x if add else y) & NPY_ARRAY_WRITEABLE or PyArray_SIZE(p) != PyArray_SIZE(y):
        return False
    n, m = PyArray_SIZE(x) // (outer * inner), PyArray_SIZE(y) // (outer * inner)
    place = <const cnp.npy_int64*>PyArray_BYTES(p)
    for i in range(PyArray_SIZE(p)):
        if not 0 <= place[i] < n:
            return False
    single, old, new = <void*>PyArray_DESCR(x) == <void*>F32, PyArray_BYTES(x), PyArray_BYTES(y)
    with nogil:
        if single:
            each_along[float](<float*>old, place, <float*>new, outer, n, m, inner, add)
        else:
            each_along[double](<double*>old, place, <double*>new, outer, n, m, inner, add)
    return True


cdef void each_along(real* a, const cnp.npy_int64* at, real* b, cnp.npy_intp outer, cnp.npy_intp n, cnp.npy_intp m,
                     cnp.npy_intp inner, bint add) noexcept nogil:
    cdef cnp.npy_intp o, j, i
    for o in range(outer):
        for j in range(m):
            for i in range(inner):
                if add:
                    a[at[i] * inner + i] += b[i]
                else:
                    b[i] = a[at[i] * inner + i]
            at += inner
            b += inner
        a += n * inner


cpdef object all_below(places, n):
    """Whether there are indices, all of them from 0 to ``n`` exclusive; None where NumPy says it sooner."""
    cdef cnp.ndarray p
    cdef const uint64_t* place
    cdef uint64_t end, most = 0
    cdef cnp.npy_intp i, size
    if not PyArray_CheckExact(places):
        return None
    p = places
    size = PyArray_SIZE(p)
    if p.dtype.num != cnp.NPY_INT64 or (PyArray_FLAGS(p) & READABLE) != READABLE or size > FEW:
        return None
    place = <const uint64_t*>PyArray_BYTES(p)
    end = n
    for i in range(size):  # as unsigned numbers, negative ones are large
        most = place[i] if place[i] > most else most
    return size > 0 and most < end


cpdef object shuffled(cnp.ndarray words):
    """The integers up to the number of words, each changed about with the ``words[i] % (n - i)``-th from it on."""
    cdef cnp.npy_intp n = PyArray_SIZE(words) + 1, i, k
    cdef cnp.ndarray out = PyArray_SimpleNew(1, &n, cnp.NPY_INT64)
    cdef cnp.npy_int64* a = <cnp.npy_int64*>PyArray_BYTES(out)
    cdef uint64_t* w = <uint64_t*>PyArray_BYTES(words)
    with nogil:
        for i in range(n):
            a[i] = i
        for i in range(n - 1):
            k = i + <cnp.npy_intp>(w[i] % <uint64_t>(n - i))
            a[i], a[k] = a[k], a[i]
    return out


cpdef object units(engine, Py_ssize_t n, bint wide):
    """``n`` numbers in [0, 1): float64 with 53 random bits (the first word has the upper), or float32 with 24."""
    cdef bitgen_t* words = <bitgen_t*>PyCapsule_GetPointer(engine.capsule, "BitGenerator")
    cdef cnp.npy_intp size = n, i
    cdef cnp.ndarray out = PyArray_SimpleNew(1, &size, cnp.NPY_FLOAT64 if wide else cnp.NPY_FLOAT32)
    cdef double* a = <double*>PyArray_BYTES(out)
    cdef float* b = <float*>a
    cdef uint64_t upper
    with nogil:
        for i in range(n):
            upper = words.next_uint32(words.state)
            if wide:
                a[i] = <double>((upper << 32 | words.next_uint32(words.state)) & ((1ULL << 53) - 1)) / <double>(1ULL << 53)
            else:
                b[i] = <float>(upper & ((1 << 24) - 1)) / <float>(1 << 24)
    return out


cpdef object pairs(cnp.ndarray u):
    """Pairs of normal numbers in the place of pairs of uniform ones, of float64."""
    cdef double* a = <double*>PyArray_BYTES(u)
    cdef double radius, angle
    cdef cnp.npy_intp i
    for i in range(0, PyArray_SIZE(u), 2):
        radius, angle = sqrt(-2.0 * log1p(-a[i + 1])), 2.0 * M_PI * a[i]
        a[i], a[i + 1] = radius * cos(angle), radius * sin(angle)
    return u


cdef real row_sum(const real* a, cnp.npy_intp n) noexcept nogil:
    """The sum of at most 128 numbers, in the order in which NumPy adds them."""
    cdef real r[8]
    cdef real total = 0
    cdef cnp.npy_intp i = 0, k
    if n >= 8:
        for k in range(8):
            r[k] = a[k]
        i = 8
        while i + 8 <= n:
            for k in range(8):
                r[k] += a[i + k]
            i += 8
        total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
    while i < n:
        total += a[i]
        i += 1
    return total


cdef inline real larger(real x, real y) noexcept nogil:
    return x if x > y else y


cdef real row_maximum(const real* a, cnp.npy_intp n) noexcept nogil:
    """The largest number, or the first that is none. Lane by lane, which the C compiler makes vectors of."""
    cdef real r[8]
    cdef int odd[8]
    cdef real most = a[0]
    cdef int none = 0
    cdef cnp.npy_intp i = 0, k
    if n >= 8:
        for k in range(8):
            r[k] = a[k]
            odd[k] = 0
        while i + 8 <= n:
            for k in range(8):
                odd[k] |= a[i + k] != a[i + k]
            for k in range(8):
                r[k] = larger(r[k], a[i + k])
            i += 8
        for k in range(8):
            most = larger(most, r[k])
            none |= odd[k]
    while i < n:
        most = larger(most, a[i])
        none |= a[i] != a[i]
        i += 1
    if none:
        for i in range(n):
            if a[i] != a[i]:
                return a[i]
    return most


cdef void each_row(const real* a, real* out, cnp.npy_intp rows, cnp.npy_intp n, bint largest) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(rows):
        out[i] = row_maximum(a + i * n, n) if largest else row_sum(a + i * n, n)


cpdef object spread(cnp.ndarray a, tuple shape):
    """A NumPy array broadcast to a shape, which fits: a view that is marked as read-only."""
    cdef cnp.npy_intp sizes[64]
    cdef cnp.npy_intp steps[64]
    cdef int i, nd = len(shape), new = nd - PyArray_NDIM(a)
    cdef cnp.ndarray out
    if nd > 64 or new < 0:
        raise ValueError(f"an array of {PyArray_NDIM(a)} dimensions cannot be broadcast to {nd}")
    for i in range(nd):
        sizes[i] = shape[i]
        steps[i] = 0
        if i >= new:
            if PyArray_DIMS(a)[i - new] == sizes[i]:
                steps[i] = PyArray_STRIDES(a)[i - new]
            elif PyArray_DIMS(a)[i - new] != 1:
                raise ValueError(f"{PyArray_DIMS(a)[i - new]} entries cannot be broadcast to {shape[i]}")
    Py_INCREF(<object>PyArray_DESCR(a))  # which the next call takes
    out = PyArray_NewFromDescr(
        <PyTypeObject*>cnp.ndarray, PyArray_DESCR(a), nd, sizes, steps, PyArray_BYTES(a), 0, NULL
    )
    Py_INCREF(a)  # which the next call takes, too
    PyArray_SetBaseObject(out, a)
    PyArray_UpdateFlags(out, NPY_ARRAY_UPDATE_ALL)
    return out


cdef void fill(char* to, const char* value, cnp.npy_intp n, int width) noexcept nogil:
    """Write a number ``n`` times."""
    cdef cnp.npy_intp i
    if width == 4:
        for i in range(n):
            (<uint32_t*>to)[i] = (<uint32_t*>value)[0]
    elif width == 8:
        for i in range(n):
            (<uint64_t*>to)[i] = (<uint64_t*>value)[0]
    else:
        memset(to, value[0], n)


cdef void reduce_rows(char* a, char* out, cnp.npy_intp rows, cnp.npy_intp n, bint largest, bint double_) noexcept nogil:
    """The sums or maxima of dense rows of any length, in the order in which NumPy adds them."""
    cdef char* at[3]
    cdef cnp.npy_intp by[3]
    cdef cnp.npy_intp i, width = 8 if double_ else 4
    if n > ACROSS and not largest:
        by[0] = by[2] = 0
        by[1] = width
        memset(out, 0, rows * width)
        for i in range(rows):
            at[0] = at[2] = out + i * width
            at[1] = a + i * n * width
            if double_:
                plus64(at, &n, by, NULL)
            else:
                plus32(at, &n, by, NULL)
    elif double_:
        each_row[double](<double*>a, <double*>out, rows, n, largest)
    else:
        each_row[float](<float*>a, <float*>out, rows, n, largest)


cdef class RowProgram(Program):
    """A program whose steps are also sums and maxima of rows; each slot has one of ``kinds``."""

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

    cdef void rows(self, char** base, cnp.npy_intp count, cnp.npy_intp n, char* memory, cnp.npy_intp block) noexcept nogil:
        """Run all steps for ``count`` rows, some at a time."""
        cdef cnp.npy_intp start = 0, some, size, row, each = block // n
        cdef cnp.npy_intp by[4]
        cdef char* at[4]
        cdef char* spread
        cdef int i, k, slot, kind
        cdef bint double_ = <void*>self.dtype == <void*>F64
        cdef Step* s
        while start < count:
            some = count - start if count - start < each else each
            for i in range(self.step_count):
                s = &self.steps[i]
                for k in range(s.operands):
                    slot = s.at[k]
                    kind = self.kinds[slot]
                    by[k] = 0 if kind == NUMBER else self.width[slot]
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
                    for k in range(s.operands - 1):  # write what is not whole as if it were
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
        """The results; None where NumPy has to compute them."""
        cdef char* base[SLOTS]
        cdef double numbers[SLOTS]
        cdef cnp.npy_intp shape[64]
        cdef cnp.npy_intp block
        cdef cnp.ndarray a
        cdef char stack[STACK]
        cdef char* memory = stack
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
        block = n if n > BLOCK else n * (BLOCK // n if count > BLOCK // n else count)
        if (self.scratch_count + 3) * block * 8 > STACK:
            memory = <char*>PyMem_RawMalloc((self.scratch_count + 3) * block * 8)
            if memory == NULL:
                raise MemoryError
        if count * n < LONG:
            self.rows(base, count, n, memory, block)
        else:
            with nogil:
                self.rows(base, count, n, memory, block)
        if memory != stack:
            PyMem_RawFree(memory)
        return results


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
    """The programs for rows of one function, by what its arguments have."""

    def __init__(self, fn, compile):
        self.fn = fn
        self.compile = compile
        self.known = {}

    cpdef list run(self, tuple values, dim):
        """The function's results, a list; None where NumPy has to compute them."""
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
    """What an array has of rows along the last ``tail`` axes of ``lead``; -1 if it fits in no way."""
    cdef int i, head = nd - tail
    cdef cnp.npy_intp* own = PyArray_DIMS(a)
    cdef cnp.npy_intp* rows = PyArray_DIMS(lead)
    if PyArray_NDIM(a) != nd:
        fits = PyArray_NDIM(a) == tail and not memcmp(own, rows + head, tail * sizeof(cnp.npy_intp))
        return SHARED if fits else -1
    if memcmp(own, rows, head * sizeof(cnp.npy_intp)):
        return -1
    if not memcmp(own + head, rows + head, tail * sizeof(cnp.npy_intp)):
        return WHOLE
    for i in range(head, nd):
        if own[i] != 1:
            return -1
    return EACH


cpdef object by_row(a, bint largest):
    """The sums, or the largest, of short rows along the last axis, which NumPy spends most of its time between; None
    where it has to do it. The results are its own, to the last bit; only which of two zeros is the larger one it does not
    say itself."""
    cdef cnp.ndarray x, out
    cdef cnp.npy_intp rows, n
    cdef int nd
    cdef char* source
    cdef char* target
    if not PyArray_CheckExact(a):
        return None
    x = a
    nd = PyArray_NDIM(x)
    if nd < 2 or (PyArray_FLAGS(x) & READABLE) != READABLE:
        return None
    n = PyArray_DIMS(x)[nd - 1]
    if n < 1 or n > ACROSS:
        return None
    rows = PyArray_SIZE(x) // n
    if <void*>PyArray_DESCR(x) == <void*>F32:
        out = PyArray_SimpleNew(nd - 1, PyArray_DIMS(x), cnp.NPY_FLOAT)
        source, target = PyArray_BYTES(x), PyArray_BYTES(out)
        with nogil:
            each_row[float](<float*>source, <float*>target, rows, n, largest)
    elif <void*>PyArray_DESCR(x) == <void*>F64:
        out = PyArray_SimpleNew(nd - 1, PyArray_DIMS(x), cnp.NPY_DOUBLE)
        source, target = PyArray_BYTES(x), PyArray_BYTES(out)
        with nogil:
            each_row[double](<double*>source, <double*>target, rows, n, largest)
    else:
        return None
    return out


cpdef object places_by_row(cnp.ndarray x, cnp.ndarray found):
    """Where each row of ``x`` first has its number of ``found``, which :func:`by_row` found in it."""
    cdef cnp.npy_intp n = PyArray_DIMS(x)[PyArray_NDIM(x) - 1]
    cdef cnp.ndarray out = PyArray_SimpleNew(PyArray_NDIM(found), PyArray_DIMS(found), cnp.NPY_INT64)
    cdef char* source = PyArray_BYTES(x)
    cdef char* target = PyArray_BYTES(found)
    cdef cnp.npy_int64* places = <cnp.npy_int64*>PyArray_BYTES(out)
    cdef bint single = <void*>PyArray_DESCR(x) == <void*>F32
    cdef cnp.npy_intp rows = PyArray_SIZE(out)
    with nogil:
        if single:
            place_in_rows[float](<float*>source, <float*>target, places, rows, n)
        else:
            place_in_rows[double](<double*>source, <double*>target, places, rows, n)
    return out


cdef void place_in_rows(const real* a, const real* found, cnp.npy_int64* out, cnp.npy_intp rows, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp i, k
    for i in range(rows):
        k = 0
        if found[i] == found[i]:
            while k < n - 1 and a[i * n + k] != found[i]:
                k += 1
        else:
            while k < n - 1 and a[i * n + k] == a[i * n + k]:
                k += 1
        out[i] = k


cpdef bint is_like(a, shape, dtype):
    """Whether ``a`` is a NumPy array of this shape and this very dtype."""
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
    """Whether ``a`` is a NumPy array with memory of its own that may be written."""
    if not PyArray_CheckExact(a):
        return False
    cdef cnp.ndarray array = <cnp.ndarray>a
    return PyArray_BASE(array) == NULL and PyArray_FLAGS(array) & NPY_ARRAY_WRITEABLE != 0


cdef dict ours = {}  # file name -> whether its frames are wengert's own
cdef str PACKAGE = errors.text.PACKAGE
cdef tuple NOWHERE = (None, -1)
cdef tuple EMPTY = ()


cpdef tuple site(int skip=2):
    """``(code, instruction)`` of the first frame outside wengert. Never a frame: that would keep its locals alive.

    ``skip`` helps the uncompiled form, which has more frames.
    """
    cdef PyFrameObject* frame = PyEval_GetFrame()
    cdef PyFrameObject* back
    cdef PyCodeObject* code
    cdef PyObject* mine
    cdef object found
    Py_XINCREF(<PyObject*>frame)
    while frame != NULL:
        code = PyFrame_GetCode(frame)
        mine = PyDict_GetItem(ours, code.co_filename)
        if mine == NULL:
            ours[<object>code.co_filename] = (<str>code.co_filename).startswith(PACKAGE)
            mine = PyDict_GetItem(ours, code.co_filename)
        if <object>mine is False:
            found = (<object>code, PyFrame_GetLasti(frame))
            Py_DECREF(<object>code)
            Py_DECREF(<object>frame)
            return found
        Py_DECREF(<object>code)
        back = PyFrame_GetBack(frame)
        Py_DECREF(<object>frame)
        frame = back
    return NOWHERE


cpdef object retype(o, cls):
    """Make ``o`` an instance of a subclass of its class that adds no fields.

    Python does not let ``__class__`` of what C declared be assigned, because classes may lay out memory in ways that it
    cannot compare. These two differ in nothing but that an instance of the new one counts as a reference to it.
    """
    cdef PyTypeObject* old = Py_TYPE(o)
    cdef PyTypeObject* new = <PyTypeObject*>cls
    if new == old:  # another thread was faster
        return
    if new.tp_base != old or new.tp_basicsize != old.tp_basicsize:
        raise TypeError(f"{cls.__name__} adds fields to {(<object>old).__name__}")
    Py_INCREF(cls)
    Py_SET_TYPE(o, new)
    if old.tp_flags & Py_TPFLAGS_HEAPTYPE:
        Py_DECREF(<object>old)


cpdef object new(cls):
    """A tensor, node or the like, without calling anything written in Python."""
    cdef PyTypeObject* base = <PyTypeObject*>cls
    while base.tp_flags & Py_TPFLAGS_HEAPTYPE:  # written in Python: its constructor is public, the fields are its base's
        base = base.tp_base
    cdef object t = <object>base.tp_new(<PyTypeObject*>cls, <PyObject*>EMPTY, NULL)
    Py_DECREF(t)
    return t


cpdef object fields(cls):
    """Declare the fields of a class: here ``.pxd`` files do."""
