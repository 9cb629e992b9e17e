# cython: boundscheck=False, wraparound=False, cdivision=True
"""Fused programs: a line of elementwise steps, run block by block.

A program (see fused.py) calls the inner loops of universal functions. NumPy spends most of a call on a small array on
finding the loop. In a formula on large arrays it spends most of the time on moving intermediate results to memory and
back. A program knows its loops, and keeps intermediate results in the first-level cache. It calls the loops that single
calls would, or has ones for sums, products and quotients, which are rounded as theirs: the results are the same to the last bit.

Note [Numbers as arrays]. Some of NumPy's loops are several times slower for an array and one number than for two
arrays. A program gives them arrays that hold the number, one block long.
"""

cimport numpy as cnp
import ml_dtypes
import numpy
from cpython.bytes cimport PyBytes_AS_STRING
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.long cimport PyLong_AsLongLongAndOverflow, PyLong_CheckExact
from cpython.object cimport PyObject
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport fabs, isinf, signbit
from libc.string cimport memcpy

from .c_numpy cimport (
    LONG, READABLE, ROW, Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS,
    PyArray_NDIM, PyArray_SIZE, PyArray_SimpleNew, loop_of, same_sizes,
)
from .expressions cimport EXPRESSION_COUNT, HAS_EXPRESSIONS, expression_d, expression_f, expressions
from .function_loops import BRISK
from .grids cimport AXES, SLOTS, Grid, dense, fill, lay, step_by
from .rows cimport add_rows, branch_of, depth_of, join_branches
from .step_loops cimport (
    WHERE_STEP, StepRows, loop_of_choice, loop_of_step, loop_on_floats, polynomial32, polynomial64, step_of,
)
from .threads cimport Part, run, team_for
from .vectors cimport half_of

cdef extern from "Python.h":
    PyObject** PySequence_Fast_ITEMS(list)

cdef extern from "numpy/arrayobject.h":
    object PyArray_New(void*, int, cnp.npy_intp*, int, cnp.npy_intp*, void*, int, int, PyObject*)

cdef extern from "arrays/half_casts.h":
    Line half_cast(bint, bint) noexcept nogil

cnp.import_array()

cdef enum:
    HEAVY = 4  # additions that take as long as a function of NumPy's, or less
    OWN = 2  # and as an exponential, which has a loop of our own
    ADDED = 2 * BLOCK  # results that are added at once
    DENSE = 0  # what bind finds
    SPREAD = 1
    OTHER_KINDS = 2
    FOR_NUMPY = 3

cdef Loop plus32 = loop_of(numpy.add, "ff->f"), plus64 = loop_of(numpy.add, "dd->d")
EXACT = 1LL << 53
cdef double MOST = numpy.finfo(numpy.float32).max
cdef frozenset BOUNDS = frozenset({numpy.maximum, numpy.minimum, numpy.fmax, numpy.fmin})
cdef frozenset AS_ARRAYS = frozenset([f for f in BOUNDS if loop_on_floats(f, False) == NULL])
cdef frozenset LIGHT = BOUNDS | {
    numpy.add, numpy.subtract, numpy.multiply, numpy.divide, numpy.square, numpy.sqrt, numpy.reciprocal, numpy.negative,
    numpy.positive, numpy.absolute, numpy.sign, numpy.copysign, numpy.rint, numpy.floor, numpy.ceil, numpy.trunc,
    numpy.less, numpy.less_equal, numpy.greater, numpy.greater_equal, numpy.equal, numpy.not_equal, numpy.logical_and,
    numpy.logical_or, numpy.logical_not, numpy.logical_xor, numpy.bitwise_and, numpy.bitwise_or, numpy.invert,
    numpy.isnan, numpy.isinf, numpy.isfinite, numpy.signbit, numpy.conjugate,
}  # ufuncs that take about as long as an addition
cdef int BFLOAT16 = numpy.dtype(ml_dtypes.bfloat16).num
cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64), BOOL = numpy.dtype(bool)

EXPRESSIONS = {  # the numbers of the expressions that are compiled, by their texts
    expressions[i].text.decode(): i for i in range(EXPRESSION_COUNT if HAS_EXPRESSIONS else 0)
    if loop_on_floats(numpy.maximum, False) != NULL or b"imum" not in expressions[i].text  # another zero: see step_loops.h
}


cdef int results_of(function) except -1:
    """How many results a step has. They are its last slots."""
    return expressions[<int>function].results if type(function) is int else 1


cdef int weight_of(function):
    """How long a step takes, in additions."""
    if type(function) is tuple:
        return (len(<tuple>function) + 1) // 2
    if type(function) is int:
        return (expressions[<int>function].text.count(b"=") + 1) // 2
    if type(function) is not numpy.ufunc or function in LIGHT:
        return 1
    return OWN if function in BRISK else HEAVY


cdef cnp.ndarray in_order(int nd, cnp.npy_intp* shape, int* order, int type, int width):
    """A new array without gaps, whose axes are in this order in memory, innermost first."""
    cdef cnp.npy_intp strides[AXES]
    cdef cnp.npy_intp step = width
    cdef int k
    for k in range(nd):
        strides[order[k]] = step
        step *= shape[order[k]]
    return PyArray_New(<void*>cnp.ndarray, nd, shape, type, strides, NULL, 0, 0, NULL)


cdef bytes numbers_of(tuple numbers, dtype):
    """The numbers of a polynomial, as its loops read them: how many there are, and the numbers."""
    return numpy.array([len(numbers)], numpy.intp).tobytes() + numpy.array(numbers, dtype).tobytes()


cdef class Program:
    """A straight line of elementwise steps, from inputs of one dtype, or bools beside it, to one or more results.

    Every value has a slot: first the inputs, then ``constants`` (numbers), then intermediate results and results.
    ``dtypes`` has the dtype of each slot. ``steps`` are ``(ufunc, loop, slots)``; the last of the slots is the
    result's. A ufunc of None stands for ``where``. If that chooses by a comparison, the comparison is in place of the
    loop. A tuple of numbers stands for a polynomial. ``outputs`` are the slots of the results; for an input's slot the
    result is the input itself. Bit ``i`` of ``numbers`` says that input ``i`` is a Python number. Unless ``given`` is
    None, it must be the number that ``given`` has. At least one input is an array.
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
        self.bools = sum([1 << i for i in range(inputs) if dtypes[i] is BOOL and dtype is not BOOL])
        self.fixed = given is not None
        if self.fixed:
            for i, value in enumerate(given):
                self.cells[i] = 0 if value is None else value
        self.slot_count = len(dtypes)
        self.output_count = len(outputs)
        self.step_count = len(steps)
        self.held = []
        self.weight = 0
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
        self.plain = not numbers and self.output_count == 1 and outputs[0] >= inputs
        self.over = -1
        self.scratch_count = 0
        for i in range(inputs + len(constants), self.slot_count):
            if i not in outputs:
                self.scratch[i] = self.scratch_count
                self.scratch_count += 1
        for i, (function, loop, slots) in enumerate(steps):
            s = &self.steps[i]
            s.operands = len(slots)
            self.weight += weight_of(function)
            for k in range(s.operands):
                s.at[k] = slots[k]
            if type(function) is str:  # a sum or maximum, in a program for rows
                s.loop = NULL
                s.data = <void*><size_t>(1 if function == "max" else 0)
            elif type(function) is tuple:
                self.held.append(numbers_of(function, dtype))
                s.loop = polynomial32 if dtype is F32 else polynomial64
                s.data = PyBytes_AS_STRING(self.held[len(self.held) - 1])
            elif type(function) is int:
                s.loop = expression_d if dtype is F64 else expression_f
                s.data = <void*>&expressions[<int>function]
            elif function is None and type(loop) is not int:
                s.loop = loop_of_choice(loop, dtype is F64)
                s.data = NULL
            elif function is None:
                s.loop = loop_of_step(WHERE_STEP, dtypes[slots[3]].itemsize)
                s.data = NULL
            else:
                u = function
                s.loop = NULL
                if dtype is not BOOL and all([dtypes[k] == dtype for k in slots]):
                    s.loop = loop_on_floats(function, dtype is F64)
                s.data = NULL
                self.brief = s.loop != NULL and self.step_count == 1 and step_of(function) >= 0
                if s.loop == NULL:
                    s.loop = <Loop><void*>u.functions[<int>loop]
                    s.data = u.data[<int>loop] if u.data != NULL else NULL
        self.fill_for(steps, inputs + len(constants))
        self.block = BLOCK
        while self.block > ROW and self.block * sum([self.width[i] for i in range(self.slot_count)]) > CACHE:
            self.block //= 2
        if 0 not in outputs and not (numbers | self.bools) & 1:
            last = max([i for i, step in enumerate(steps) if 0 in self.split(step)[0]], default=0)
            written = [slot for step in steps[last:] for slot in self.split(step)[1]]  # not before the first input is last read
            for k in range(self.output_count):
                if outputs[k] in written and dtypes[outputs[k]] == dtype:
                    self.over = k

    @staticmethod
    def split(step):
        """The slots that a step reads, and those that it writes."""
        function, _, slots = step
        count = len(slots) - results_of(function)
        return slots[:count], slots[count:]

    def fill_for(self, steps, int numbers):
        """Find the numbers that are read as arrays, among the first slots: Note [Numbers as arrays]."""
        cdef int slot
        self.filled_count = 0
        for step in steps:
            function = step[0]
            for slot in self.split(step)[0]:
                given = slot >= self.input_count or self.numbers & 1 << slot
                if function in AS_ARRAYS and slot < numbers and given and self.scratch[slot] < 0:
                    self.width[slot] = self.dtype.itemsize
                    self.scratch[slot] = self.scratch_count
                    self.scratch_count += 1
                    self.filled[self.filled_count] = slot
                    self.filled_count += 1

    cdef bint takes(self, int i, cnp.ndarray a) noexcept:
        """Whether an array has the dtype of this input."""
        return <void*>PyArray_DESCR(a) == (<void*>BOOL if self.bools & 1 << i else <void*>self.dtype)

    cdef void fill_numbers(self, char** base, char* memory, cnp.npy_intp block, cnp.npy_intp n) noexcept nogil:
        """Write the numbers that are read as arrays, ``n`` times each."""
        cdef int k, slot
        for k in range(self.filled_count):
            slot = self.filled[k]
            fill(memory + self.scratch[slot] * block * 8, base[slot], n, self.width[slot])

    cdef void execute(self, char** base, cnp.npy_intp* strides, cnp.npy_intp start, cnp.npy_intp stop, char* memory, cnp.npy_intp block) noexcept nogil:
        """Run the steps on the elements from ``start`` to ``stop``, a block at a time."""
        cdef cnp.npy_intp count
        cdef cnp.npy_intp by[OPERANDS]
        cdef char* at[OPERANDS]
        cdef char* now[SLOTS]
        cdef int i, k, slot
        cdef Step* s
        for i in range(self.slot_count):
            now[i] = memory + self.scratch[i] * block * 8 if self.scratch[i] >= 0 else base[i] + start * strides[i]
        while start < stop:
            count = stop - start if stop - start < block else block
            for i in range(self.step_count):
                s = &self.steps[i]
                for k in range(s.operands):
                    slot = s.at[k]
                    by[k], at[k] = strides[slot], now[slot]
                s.loop(at, &count, by, s.data)
            start += count
            for i in range(self.slot_count):
                if self.scratch[i] < 0:
                    now[i] += count * strides[i]

    cdef void strides_of_numbers(self, cnp.npy_intp* strides) noexcept nogil:
        """Set the strides of the numbers that are read as arrays."""
        cdef int k
        for k in range(self.filled_count):
            strides[self.filled[k]] = self.width[self.filled[k]]

    cdef int compute(self, Part part, Job* job, cnp.npy_intp items, cnp.npy_intp size, cnp.npy_intp multiple) except -1:
        """Compute a job of so many items of ``size`` elements. Large ones are shared between threads, in parts of
        ``multiple`` items or a multiple of that."""
        cdef char stack[STACK]
        cdef int team = team_for(items * size * self.weight)
        job.program = <void*>self
        cdef char* memory = stack
        if job.room * team > STACK - LINE:
            memory = <char*>PyMem_RawMalloc(job.room * team + LINE)
            if memory == NULL:
                raise MemoryError
        job.memory = <char*>((<size_t>memory + LINE - 1) // LINE * LINE)  # vectors that lie in one line are faster
        run(part, job, items, team, items * size, multiple)
        if memory != stack:
            PyMem_RawFree(memory)
        return 0

    cdef int on_dense(self, char** base, cnp.npy_intp* strides, cnp.npy_intp n) except -1:
        """Run the steps on ``n`` elements, which each value has at equal distances."""
        cdef Job job
        job.base, job.strides = base, strides
        job.block = n
        self.strides_of_numbers(strides)
        if self.step_count > 1 or self.filled_count:  # what one step writes is in the cache when the next one reads it
            job.block = min(self.block, n)
        job.room = self.scratch_count * job.block * 8
        return self.compute(dense_part, &job, n, 1, BLOCK)

    cpdef object run(self, list values, bint spare=False):
        """Return the results; None if NumPy has to compute them, NotImplemented if the program is for other kinds of
        values. With ``spare``, a result may overwrite the first input."""
        if len(values) != self.input_count:
            return NotImplemented
        return self.results_of(PySequence_Fast_ITEMS(values), spare, False)

    cdef object results_of(self, PyObject** values, bint spare, bint alone):
        """:meth:`run` on as many values as it takes. ``alone``: the first result, without a list."""
        cdef char* base[SLOTS]
        cdef cnp.npy_intp strides[SLOTS]
        cdef double numbers[SLOTS]
        cdef PyObject* found
        cdef cnp.ndarray lead, first = None, a
        cdef object v
        cdef int i, k, nd, bound = self.bind(values, base, strides, numbers, &found)
        cdef list results = None
        if bound == OTHER_KINDS:
            return NotImplemented
        if bound == FOR_NUMPY:
            return None
        if bound == SPREAD:
            results = self.by_rows(values, base, None)
            return results[0] if alone and results is not None else results
        lead = <object>found
        nd = PyArray_NDIM(lead)
        if self.over >= 0:
            first = <object>values[0]
        if not alone:
            results = []
        for k in range(1 if alone else self.output_count):
            i = self.outputs[k]
            if i < self.input_count:
                v = <object>values[i]
            else:
                if spare and k == self.over and strides[0] and PyArray_NDIM(first) == nd:
                    a = first
                else:
                    a = PyArray_SimpleNew(nd, PyArray_DIMS(lead), self.types[k])
                base[i] = PyArray_BYTES(a)
                v = a
            if not alone:
                results.append(v)
        self.on_dense(base, strides, PyArray_SIZE(lead))
        return v if alone else results

    cdef int bind(self, PyObject** values, char** base, cnp.npy_intp* strides, double* numbers, PyObject** lead) except -1:
        """Find where the values of a call are, in memory, and return whether they are dense arrays of one shape."""
        cdef cnp.ndarray a
        cdef object v
        cdef int i, nd, bound
        cdef bint dense = True
        lead[0] = NULL
        for i in range(self.input_count):
            v = <object>values[i]
            if PyArray_CheckExact(v):
                a = v
                if self.numbers & 1 << i or not self.takes(i, a):
                    return OTHER_KINDS
                base[i] = PyArray_BYTES(a)
                strides[i] = self.width[i]
                if (PyArray_FLAGS(a) & READABLE) != READABLE:
                    if one_number(a):
                        strides[i] = 0
                    else:
                        dense = False
                if lead[0] == NULL or PyArray_NDIM(<object>lead[0]) == 0:
                    lead[0] = values[i]
            else:
                bound = self.bind_number(i, v, &numbers[i])
                if bound != DENSE:
                    return bound
                base[i] = <char*>&numbers[i]
                strides[i] = 0
        nd = PyArray_NDIM(<object>lead[0])
        for i in range(self.input_count):
            if values[i] != lead[0] and not self.numbers & 1 << i:
                a = <object>values[i]
                if PyArray_NDIM(a) == 0:
                    strides[i] = 0
                elif PyArray_NDIM(a) != nd or not same_sizes(PyArray_DIMS(a), PyArray_DIMS(<object>lead[0]), nd):
                    dense = False
        if not dense:
            return SPREAD
        for i in range(self.input_count, self.slot_count):
            strides[i] = self.width[i]
            base[i] = <char*>&self.cells[i]
        return DENSE

    cdef int bind_number(self, int i, v, double* cell) except -1:
        """Write a number as its steps read it. Return ``DENSE``, or why the program does not take it."""
        cdef long long integer
        cdef double number
        cdef int overflow
        if not self.numbers & 1 << i:
            return OTHER_KINDS
        if PyFloat_CheckExact(v):
            number = PyFloat_AS_DOUBLE(v)
        elif PyLong_CheckExact(v):
            integer = PyLong_AsLongLongAndOverflow(v, &overflow)
            if overflow or integer > EXACT or integer < -EXACT:
                return FOR_NUMPY
            number = <double>integer
        else:
            return OTHER_KINDS
        if self.fixed and (number != self.cells[i] or signbit(number) != signbit(self.cells[i])):
            return OTHER_KINDS
        if self.width[i] == 4 and fabs(number) > MOST and not isinf(number):
            return FOR_NUMPY  # a kernel may refuse what float32 does not hold
        put(cell, number, self.width[i])
        return DENSE

    cdef object of_halves(self, list values):
        """The results of :meth:`run` on dense arrays of one half type and one shape, and numbers: they are computed in
        float32, a block at a time, and rounded once. None and NotImplemented are as there."""
        cdef char* base[SLOTS]
        cdef cnp.npy_intp strides[SLOTS]
        cdef double numbers[SLOTS]
        cdef cnp.ndarray lead = None, a
        cdef Job job
        cdef int i, k, bound
        cdef list results = []
        if len(values) != self.input_count or self.dtype is not F32:
            return NotImplemented
        for i in range(self.input_count):
            if PyArray_CheckExact(values[i]):
                a = values[i]
                if (self.numbers | self.bools) & 1 << i:
                    return NotImplemented
                lead = a if lead is None else lead
                if PyArray_DESCR(a) != PyArray_DESCR(lead) or (PyArray_FLAGS(a) & READABLE) != READABLE:
                    return None
                if PyArray_NDIM(a) != PyArray_NDIM(lead) or not same_sizes(PyArray_DIMS(a), PyArray_DIMS(lead), PyArray_NDIM(a)):
                    return None
                base[i], strides[i] = PyArray_BYTES(a), self.width[i]
            else:
                bound = self.bind_number(i, values[i], &numbers[i])
                if bound != DENSE:
                    return NotImplemented if bound == OTHER_KINDS else None
                base[i], strides[i] = <char*>&numbers[i], 0
        job.widen = half_cast(False, cnp.PyArray_TYPE(lead) == BFLOAT16)
        job.narrow = half_cast(True, cnp.PyArray_TYPE(lead) == BFLOAT16)
        if job.widen == NULL or PyArray_SIZE(lead) == 0:
            return None
        if cnp.PyArray_TYPE(lead) != BFLOAT16 and cnp.PyArray_TYPE(lead) != cnp.NPY_FLOAT16:
            return None
        for i in range(self.input_count, self.slot_count):
            base[i], strides[i] = <char*>&self.cells[i], self.width[i]
        for k in range(self.output_count):
            i = self.outputs[k]
            if i >= self.input_count:
                bound = cnp.PyArray_TYPE(lead) if self.types[k] == cnp.NPY_FLOAT32 else self.types[k]
                a = PyArray_SimpleNew(PyArray_NDIM(lead), PyArray_DIMS(lead), bound)
                base[i] = PyArray_BYTES(a)
                results.append(a)
            else:
                results.append(values[i])
        self.strides_of_numbers(strides)
        job.base, job.strides, job.block = base, strides, min(self.block, PyArray_SIZE(lead))
        job.room = (self.scratch_count + self.input_count + self.output_count) * job.block * 8
        self.compute(halves_part, &job, PyArray_SIZE(lead), 1, BLOCK)
        return results

    cdef void run_halves(self, Job* job, cnp.npy_intp start, cnp.npy_intp stop, char* memory) noexcept nogil:
        """Run the steps on the elements from ``start`` to ``stop``, which are cast on the way."""
        cdef char* base[SLOTS]
        cdef char* room
        cdef cnp.npy_intp count
        cdef int i, k
        memcpy(base, job.base, self.slot_count * sizeof(char*))
        self.fill_numbers(base, memory, job.block, job.block)
        while start < stop:
            count = min(job.block, stop - start)
            room = memory + self.scratch_count * job.block * 8
            for i in range(self.input_count):
                if not self.numbers & 1 << i:
                    base[i] = room
                    job.widen(room, 4, job.base[i] + 2 * start, 2, count)
                room += job.block * 8
            for k in range(self.output_count):
                i = self.outputs[k]
                if i >= self.input_count:
                    base[i] = room if self.types[k] == cnp.NPY_FLOAT32 else job.base[i] + start
                room += job.block * 8
            self.execute(base, job.strides, 0, count, memory, job.block)
            for k in range(self.output_count):
                i = self.outputs[k]
                if i >= self.input_count and self.types[k] == cnp.NPY_FLOAT32:
                    job.narrow(job.base[i] + 2 * start, 2, base[i], 4, count)
            start += count

    cpdef object total(self, list values):
        """Return the sum of the elements of the one result of :meth:`run`, which is never whole in memory. It is added
        as :func:`by_row` of rows.pyx adds. None and NotImplemented are as there."""
        cdef char* base[SLOTS]
        cdef cnp.npy_intp strides[SLOTS]
        cdef double numbers[SLOTS]
        cdef PyObject* lead
        cdef cnp.ndarray out
        cdef cnp.npy_intp n, count
        cdef Job job
        cdef int bound
        if len(values) != self.input_count:
            return NotImplemented
        bound = self.bind(PySequence_Fast_ITEMS(values), base, strides, numbers, &lead)
        if bound == OTHER_KINDS:
            return NotImplemented
        n = PyArray_SIZE(<object>lead) if bound == DENSE else 0
        if n == 0 or self.output_count > 1 or self.outputs[0] < self.input_count:
            return None
        if self.types[0] != self.dtype.num or self.dtype is BOOL:
            return None
        out = PyArray_SimpleNew(0, NULL, self.types[0])
        job.depth = depth_of(n)
        count = <cnp.npy_intp>1 << job.depth
        job.base, job.strides, job.row = base, strides, n
        job.block = min(self.block, n)
        job.room = (self.scratch_count * job.block + min(ADDED, n)) * 8
        job.sums = PyArray_BYTES(out)
        if job.depth:
            job.sums = <char*>PyMem_RawMalloc(count * self.width[self.outputs[0]])
            if job.sums == NULL:
                raise MemoryError
        self.strides_of_numbers(strides)
        try:
            self.compute(summing_part, &job, count, n >> job.depth, 1)
            join_branches(job.sums, PyArray_BYTES(out), 1, job.depth, plus64 if self.dtype is F64 else plus32, self.width[self.outputs[0]])
        finally:
            if job.depth:
                PyMem_RawFree(job.sums)
        return out

    cdef void sum_branches(self, Job* job, cnp.npy_intp start, cnp.npy_intp stop, char* memory) noexcept nogil:
        """The sums of the results in some branches."""
        cdef char* values = memory + self.scratch_count * job.block * 8
        cdef cnp.npy_intp n, first
        self.fill_numbers(job.base, memory, job.block, job.block)
        while start < stop:
            n = branch_of(job.row, job.depth, start, &first)
            self.sum_branch(job, values, first, n, job.sums + start * self.width[self.outputs[0]], memory)
            start += 1

    cdef void sum_branch(self, Job* job, char* values, cnp.npy_intp start, cnp.npy_intp n, char* out, char* memory) noexcept nogil:
        """The sum of the results for ``n`` elements, by Note [One order] of rows.pyx. At ``values`` is room."""
        cdef char* base[SLOTS]
        cdef double more
        cdef float narrow
        cdef cnp.npy_intp half
        cdef int slot = self.outputs[0]
        if n <= ADDED:
            memcpy(base, job.base, self.slot_count * sizeof(char*))
            base[slot] = values - start * self.width[slot]
            self.execute(base, job.strides, start, start + n, memory, job.block)
            add_rows(values, out, 1, n, False, self.width[slot] == 8)
            return
        half = half_of(n)
        self.sum_branch(job, values, start, half, out, memory)
        self.sum_branch(job, values, start + half, n - half, <char*>&more, memory)
        if self.width[slot] == 8:
            (<double*>out)[0] += more
        else:
            memcpy(&narrow, &more, 4)
            (<float*>out)[0] += narrow

    cdef object on_pair(self, PyObject** values, int count):
        """The one result of :meth:`run` on one or two values, without lists. None if there is another number of
        results, or NumPy has to compute it."""
        cdef object out
        if self.output_count != 1 or self.input_count != count:
            return None
        if self.plain:
            out = self.on_arrays(values, count)
            if out is not None:
                return out
        out = self.results_of(values, False, True)
        return None if out is NotImplemented else out

    cdef object on_arrays(self, PyObject** values, int count):
        """:meth:`on_pair` on dense arrays of one shape, by a program that takes arrays alone. None for other values."""
        cdef char* base[SLOTS]
        cdef cnp.npy_intp strides[SLOTS]
        cdef cnp.npy_intp n
        cdef cnp.ndarray a, b, out
        cdef int i, nd
        if not PyArray_CheckExact(<object>values[0]):
            return None
        a = <object>values[0]
        nd = PyArray_NDIM(a)
        if not self.takes(0, a) or (PyArray_FLAGS(a) & READABLE) != READABLE:
            return None
        base[0], strides[0] = PyArray_BYTES(a), self.width[0]
        if count == 2:
            if not PyArray_CheckExact(<object>values[1]):
                return None
            b = <object>values[1]
            if not self.takes(1, b) or (PyArray_FLAGS(b) & READABLE) != READABLE:
                return None
            if PyArray_NDIM(b) != nd or not same_sizes(PyArray_DIMS(a), PyArray_DIMS(b), nd):
                return None
            base[1], strides[1] = PyArray_BYTES(b), self.width[1]
        for i in range(self.input_count, self.slot_count):
            base[i], strides[i] = <char*>&self.cells[i], self.width[i]
        out = PyArray_SimpleNew(nd, PyArray_DIMS(a), self.types[0])
        base[self.outputs[0]] = PyArray_BYTES(out)
        n = PyArray_SIZE(a)
        if n < LONG and self.scratch_count == 0:
            self.execute(base, strides, 0, n, NULL, n)
        else:
            self.on_dense(base, strides, n)
        return out

    cdef object write(self, list values):
        """Overwrite the first input by the one result, and return True. None and NotImplemented are as in :meth:`run`.

        The caller has made sure that it may be written, and shares no memory with other inputs.
        """
        cdef char* base[SLOTS]
        cdef cnp.npy_intp strides[SLOTS]
        cdef double numbers[SLOTS]
        cdef PyObject* lead
        cdef cnp.ndarray first
        cdef int bound
        if len(values) != self.input_count:
            return NotImplemented
        bound = self.bind(PySequence_Fast_ITEMS(values), base, strides, numbers, &lead)
        if bound == OTHER_KINDS:
            return NotImplemented
        if bound == FOR_NUMPY or self.over != 0 or self.output_count > 1:
            return None
        first = values[0]
        if bound == SPREAD:
            return None if self.by_rows(PySequence_Fast_ITEMS(values), base, first) is None else True
        if strides[0] == 0 or PyArray_NDIM(first) != PyArray_NDIM(<object>lead):
            return None
        base[self.outputs[0]] = base[0]
        self.on_dense(base, strides, PyArray_SIZE(first))
        return True

    cdef list by_rows(self, PyObject** values, char** base, cnp.ndarray target):
        """:meth:`run` on arrays that are not dense or that broadcast, one row at a time.

        Short rows are gathered, many at a time, if that is worth it. Return None if NumPy has to compute them, as where
        shapes do not broadcast, for which it raises the error. Results have the order that elementwise operations give
        them; the one result is written into ``target``, the first input, unless that is None.
        """
        cdef Grid grid
        cdef cnp.npy_intp shape[AXES]
        cdef int order[AXES]
        cdef cnp.npy_intp strides[SLOTS]
        cdef cnp.npy_intp rows = 1, together = 1
        cdef cnp.ndarray a
        cdef Job job
        cdef int i, k, nd
        cdef bint short
        cdef list results = []
        nd = lay(values, self.input_count, self.numbers, shape, order, &grid)
        for k in range(1, grid.depth):
            rows *= grid.along[k]
        if nd < 0 or grid.depth == 0:
            return None
        short = grid.along[0] < ROW and rows > ROW and not self.brief
        if short and rows * grid.along[0] < BLOCK:
            return None
        if target is not None and not self.may_fill(target, nd, shape, &grid, short):
            return None
        for i in range(self.input_count):
            strides[i] = grid.steps[i][0]
        for i in range(self.input_count, self.slot_count):
            strides[i] = self.width[i]
            base[i] = <char*>&self.cells[i]
            for k in range(grid.depth):
                grid.steps[i][k] = 0
        for k in range(self.output_count):
            i = self.outputs[k]
            if i < self.input_count:
                results.append(<object>values[i])
                continue
            a = in_order(nd, shape, order, self.types[k], self.width[i]) if target is None else target
            base[i] = PyArray_BYTES(a)
            results.append(a)
            step_by(&grid, i, self.width[i])
            if target is not None:
                memcpy(grid.steps[i], grid.steps[0], sizeof(grid.steps[0]))
                strides[i] = grid.steps[0][0]
        if rows == 1:
            self.on_dense(base, strides, grid.along[0])
            return results
        self.strides_of_numbers(strides)
        job.base, job.strides, job.grid = base, strides, &grid
        if short:
            for i in range(self.input_count):
                if not self.numbers & 1 << i:
                    strides[i] = self.width[i]
            for k in range(1, grid.depth):  # a block has whole periods of inputs that are expanded
                if together * grid.along[k] * grid.along[0] > BLOCK:
                    break
                together *= grid.along[k]
            job.row, job.width = together * (BLOCK // (together * grid.along[0])), rows
            job.block = job.row * grid.along[0]
            job.room = (self.scratch_count + self.input_count) * job.block * 8
            self.compute(gathering_part, &job, (rows + job.row - 1) // job.row, job.block, 1)
            return results
        job.block = min(self.block, grid.along[0])
        job.room = self.scratch_count * job.block * 8
        self.compute(grid_part, &job, rows, grid.along[0], 1)
        return results

    cdef bint may_fill(self, cnp.ndarray target, int nd, cnp.npy_intp* shape, Grid* grid, bint gathered) noexcept:
        """Whether the result fits into ``target``, the first input, and loops may write it there: most write dense
        rows, and where short rows are gathered, all of the result has to be dense."""
        cdef int k
        if PyArray_NDIM(target) != nd or not same_sizes(PyArray_DIMS(target), shape, nd):
            return False
        for k in range(grid.depth):
            if grid.steps[0][k] == 0:
                return False  # expanded
        return dense(grid, 0, self.width[0]) if gathered else self.brief or grid.steps[0][0] == self.width[0]

    cdef void walk(self, Grid* grid, char** first, cnp.npy_intp* strides, cnp.npy_intp start, cnp.npy_intp stop, char* memory, cnp.npy_intp block) noexcept nogil:
        """Run the program on the rows of the grid from ``start`` to ``stop``."""
        cdef char* base[SLOTS]
        cdef char* row[OPERANDS]
        cdef char* now[OPERANDS]
        cdef cnp.npy_intp by[OPERANDS]
        cdef cnp.npy_intp over[OPERANDS]
        cdef cnp.npy_intp at[AXES]
        cdef cnp.npy_intp rest = start, count
        cdef StepRows rows
        cdef Step* s = NULL
        cdef int i, k, axis
        memcpy(base, first, self.slot_count * sizeof(char*))
        for axis in range(1, grid.depth):
            at[axis] = rest % grid.along[axis]
            rest //= grid.along[axis]
            for i in range(self.slot_count):
                base[i] += at[axis] * grid.steps[i][axis]
        if self.step_count == 1 and not self.filled_count:  # nothing lies between inputs and result
            s = &self.steps[0]
            for k in range(s.operands):
                by[k], over[k] = strides[s.at[k]], grid.steps[s.at[k]][1]
            rows.by[0], rows.by[1], rows.by[2] = over[0], over[1], over[s.operands - 1]
        while start < stop:
            count = min(stop - start, grid.along[1] - at[1])
            start += count
            at[1] += count
            if s != NULL:
                for k in range(s.operands):
                    row[k] = now[k] = base[s.at[k]]
                if self.brief:
                    rows.count = count
                    s.loop(row, &grid.along[0], by, &rows)
                else:
                    for rest in range(count):
                        for k in range(s.operands):  # a loop may change its pointers
                            row[k] = now[k]
                            now[k] += over[k]
                        s.loop(row, &grid.along[0], by, s.data)
                for i in range(self.slot_count):
                    base[i] += count * grid.steps[i][1]
            else:
                for rest in range(count):
                    self.execute(base, strides, 0, grid.along[0], memory, block)
                    for i in range(self.slot_count):
                        base[i] += grid.steps[i][1]
            for axis in range(1, grid.depth):
                if at[axis] < grid.along[axis]:
                    break
                at[axis] = 0
                for i in range(self.slot_count):
                    base[i] -= grid.steps[i][axis] * grid.along[axis]
                if axis + 1 < grid.depth:
                    at[axis + 1] += 1
                    for i in range(self.slot_count):
                        base[i] += grid.steps[i][axis + 1]


cdef void summing_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Job* j = <Job*>job
    (<Program>j.program).sum_branches(j, start, stop, j.memory + who * j.room)


cdef void gathering_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Job* j = <Job*>job
    walk_gathered(<Program>j.program, j, start, stop, j.memory + who * j.room)


cdef void halves_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Job* j = <Job*>job
    (<Program>j.program).run_halves(j, start, stop, j.memory + who * j.room)


cdef void dense_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Job* j = <Job*>job
    (<Program>j.program).fill_numbers(j.base, j.memory + who * j.room, j.block, min(j.block, stop - start))
    (<Program>j.program).execute(j.base, j.strides, start, stop, j.memory + who * j.room, j.block)


cdef void grid_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Job* j = <Job*>job
    (<Program>j.program).fill_numbers(j.base, j.memory + who * j.room, j.block, j.block)
    (<Program>j.program).walk(j.grid, j.base, j.strides, start, stop, j.memory + who * j.room, j.block)
