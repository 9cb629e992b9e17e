cimport numpy as cnp
from cpython.object cimport PyObject
from libc.string cimport memcpy

from .c_numpy cimport NPY_ARRAY_ALIGNED, Loop, PyArray_FLAGS, PyArray_NDIM, PyArray_STRIDES
from .grids cimport SLOTS, Grid, dense, gather, period
from .threads cimport Part

cdef enum:
    OPERANDS = 16  # of a step, at most, with its results: MOST_OPERANDS of expressions.h
    BLOCK = 1024  # elements of a block, at most
    CACHE = 24576  # bytes of all values of a block, so that they stay in the first-level cache
    STACK = 4096  # bytes of intermediate results that need no allocation
    LINE = 64  # bytes of memory that a processor reads or writes at once

ctypedef void (*Line)(char*, cnp.npy_intp, const char*, cnp.npy_intp, cnp.npy_intp) noexcept nogil

cdef long long EXACT  # integers up to here are exact as doubles

cdef struct Step:
    Loop loop
    void* data
    int operands
    int at[OPERANDS]

cdef struct Job:  # one call of a program, for the threads that share it
    void* program
    char** base
    cnp.npy_intp* strides
    Grid* grid
    cnp.npy_intp block  # elements that a step computes before the next step runs
    cnp.npy_intp row
    cnp.npy_intp inner  # elements from one entry of a row to the next
    cnp.npy_intp width  # rows beside one another that are computed at once, if that is not 1
    cnp.npy_intp room  # bytes of intermediate results that a thread has at a time
    char* memory
    char* sums  # of the branches of a sum
    Line widen  # casts the arrays of a half type to float32
    Line narrow  # and results to that type
    int depth  # how often it is halved: Note [One order] of rows.pyx

cdef class Program:
    cdef Step* steps
    cdef int step_count
    cdef cnp.npy_intp block  # elements of long rows that a step computes before the next step runs
    cdef int weight  # of all steps, for an element: one for an addition
    cdef int input_count
    cdef int slot_count
    cdef int scratch_count
    cdef int output_count
    cdef int width[SLOTS]
    cdef int scratch[SLOTS]
    cdef int filled[SLOTS]  # the numbers that steps read as arrays
    cdef int filled_count
    cdef double cells[SLOTS]
    cdef int outputs[8]
    cdef int types[8]
    cdef object dtype
    cdef list held  # the numbers of polynomials
    cdef int numbers
    cdef int bools  # the inputs that are arrays of bools beside floats, as bits
    cdef bint fixed
    cdef bint brief  # whether it is one step, whose loop computes several rows
    cdef bint plain  # whether it takes arrays alone, and has one result, which is new
    cdef int over

    cdef bint takes(self, int i, cnp.ndarray a) noexcept
    cdef void fill_numbers(self, char** base, char* memory, cnp.npy_intp block, cnp.npy_intp n) noexcept nogil
    cdef void execute(self, char** base, cnp.npy_intp* strides, cnp.npy_intp start, cnp.npy_intp stop, char* memory, cnp.npy_intp block) noexcept nogil
    cdef void strides_of_numbers(self, cnp.npy_intp* strides) noexcept nogil
    cdef int compute(self, Part part, Job* job, cnp.npy_intp items, cnp.npy_intp size, cnp.npy_intp multiple) except -1
    cdef int on_dense(self, char** base, cnp.npy_intp* strides, cnp.npy_intp n) except -1
    cdef int bind_number(self, int i, v, double* number) except -1
    cdef object of_halves(self, list values)
    cdef void run_halves(self, Job* job, cnp.npy_intp start, cnp.npy_intp stop, char* memory) noexcept nogil
    cdef int bind(self, PyObject** values, char** base, cnp.npy_intp* strides, double* numbers, PyObject** lead) except -1
    cdef void sum_branches(self, Job* job, cnp.npy_intp start, cnp.npy_intp stop, char* memory) noexcept nogil
    cdef void sum_branch(self, Job* job, char* values, cnp.npy_intp start, cnp.npy_intp n, char* out, char* memory) noexcept nogil
    cpdef object total(self, list values)
    cpdef object run(self, list values, bint spare=*)
    cdef object results_of(self, PyObject** values, bint spare, bint alone)
    cdef object on_pair(self, PyObject** values, int count)
    cdef object on_arrays(self, PyObject** values, int count)
    cdef object write(self, list values)
    cdef list by_rows(self, PyObject** values, char** base, cnp.ndarray target)
    cdef bint may_fill(self, cnp.ndarray target, int nd, cnp.npy_intp* shape, Grid* grid, bint gathered) noexcept
    cdef void walk(self, Grid* grid, char** first, cnp.npy_intp* strides, cnp.npy_intp start, cnp.npy_intp stop, char* memory, cnp.npy_intp block) noexcept nogil

cdef inline void put(double* cell, double value, int width) noexcept nogil:
    """Write a number as a float32 or float64."""
    cdef float narrow
    if width == 4:
        narrow = <float>value
        memcpy(cell, &narrow, 4)
    else:
        cell[0] = value


cdef inline void walk_gathered(Program program, Job* j, cnp.npy_intp start, cnp.npy_intp stop, char* memory) noexcept nogil:
    """``Program.walk`` by blocks of rows: those that are not dense are copied first."""
    cdef char* base[SLOTS]
    cdef cnp.npy_intp first = start, count
    cdef int i, k
    program.fill_numbers(j.base, memory, j.block, j.block)
    memcpy(base, j.base, program.slot_count * sizeof(char*))
    while start < stop:
        count = min(j.row, j.width - start * j.row)
        for i in range(program.input_count):
            if dense(j.grid, i, program.width[i]):
                base[i] = j.base[i] + start * j.block * program.width[i]
            elif not program.numbers & 1 << i:
                base[i] = memory + (program.scratch_count + i) * j.block * 8
                if start == first or j.block % period(j.grid, i):
                    gather(base[i], j.base[i], j.grid, i, start * j.row, count, program.width[i])
        for k in range(program.output_count):
            i = program.outputs[k]
            if i >= program.input_count:
                base[i] = j.base[i] + start * j.block * program.width[i]
        program.execute(base, j.strides, 0, count * j.grid.along[0], memory, j.block)
        start += 1


cdef inline bint one_number(cnp.ndarray a) noexcept:
    """Whether an array is one aligned number, expanded, as the gradient of a sum is."""
    cdef int i
    for i in range(PyArray_NDIM(a)):
        if PyArray_STRIDES(a)[i]:
            return False
    return PyArray_FLAGS(a) & NPY_ARRAY_ALIGNED != 0
