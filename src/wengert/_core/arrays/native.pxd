cimport numpy as cnp

ctypedef void (*Loop)(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil

cdef struct Step:
    Loop loop
    void* data
    int operands
    int at[4]

cdef struct Grid:  # rows, and how each input is walked from one to the next
    int depth
    cnp.npy_intp along[8]  # innermost first
    cnp.npy_intp steps[64][8]

cdef class Program:
    cdef Step* steps
    cdef int step_count
    cdef int input_count
    cdef int slot_count
    cdef int scratch_count
    cdef int output_count
    cdef int width[64]
    cdef int scratch[64]
    cdef double cells[64]
    cdef int outputs[8]
    cdef int types[8]
    cdef object dtype
    cdef int numbers
    cdef bint fixed
    cdef int over

    cdef void execute(self, char** base, cnp.npy_intp* strides, cnp.npy_intp n, char* memory, cnp.npy_intp block) noexcept nogil
    cpdef object run(self, list values, bint spare=*)
    cdef object by_rows(self, list values, char** base)
    cdef int lay(self, list values, cnp.npy_intp* shape, Grid* grid) noexcept
    cdef void walk(self, Grid* grid, char** base, cnp.npy_intp* strides, char* memory, cnp.npy_intp block) noexcept nogil

cdef class Programs:
    cdef object make
    cdef object compile
    cdef object params
    cdef dict others
    cdef dict known
    cdef Program last

    cpdef list run(self, list values, params=*, bint spare=*)
    cdef list with_params(self, list values, params, bint spare)
    cdef list find(self, list values)

cdef class RowProgram(Program):
    cdef int kinds[64]
    cdef bint mixed[64]

    cdef void rows(self, char** base, cnp.npy_intp count, cnp.npy_intp n, char* memory, cnp.npy_intp block) noexcept nogil
    cdef list run_rows(self, list values, cnp.ndarray lead, int tail, cnp.npy_intp count, cnp.npy_intp n)

cdef class RowPrograms:
    cdef object fn
    cdef object compile
    cdef dict known

    cpdef list run(self, tuple values, dim)

cpdef bint add_into(old, new)
cpdef bint add_rows(out, at, values, Py_ssize_t outer, Py_ssize_t inner)
cpdef bint along(a, at, b, Py_ssize_t outer, Py_ssize_t inner, bint add)
cpdef object all_below(places, n)
cpdef object shuffled(cnp.ndarray words)
cpdef object units(engine, Py_ssize_t n, bint wide)
cpdef object pairs(cnp.ndarray u)
cpdef object spread(cnp.ndarray a, tuple shape)
cpdef object by_row(a, bint largest)
cpdef object places_by_row(cnp.ndarray x, cnp.ndarray found)
cpdef bint is_like(a, shape, dtype)
cpdef bint owns(a)
cpdef tuple site(int skip=*)
cpdef object retype(o, cls)
cpdef object new(cls)
