# cython: boundscheck=False, wraparound=False
"""Functions of two numbers, as NumPy's universal functions whose loops are here: remainders, quotients that are rounded
down, and what C's library computes one number at a time.

``pair_loops.py`` leaves them to NumPy, in the pure build. ``pair_table.h`` lists the functions, and the headers with their
formulas. The remainders and quotients have NumPy's bits.

Note [Remainders in vectors]. A quotient is rounded to the nearest integer, and its product with the divisor is
subtracted. That is exact: in twice the precision, or as a product of halves (Dekker, "A floating-point technique for
extending the available precision", 1971). What is left has the right size, and perhaps the wrong sign: then the divisor
is added once. This holds for tame numbers: the quotient is below the integers that the precision has, and nothing
overflows. Other numbers are computed one at a time.
"""

cimport numpy as cnp

from .c_numpy cimport real

cnp.import_array()
cnp.import_ufunc()

cdef extern from "arrays/number_bits.h":
    void forget_warnings() noexcept nogil

cdef extern from "arrays/pair_loops.h":
    ctypedef void (*Pairs)(const void*, const void*, void*, cnp.npy_intp) noexcept nogil
    ctypedef struct PairFunction:
        const char* name
        Pairs f
        Pairs d
        Pairs i
        Pairs l
    enum:
        PAIR_FUNCTIONS
    void list_pair_functions(PairFunction*) noexcept nogil

cdef enum:
    SOME = 256  # pairs with gaps that are computed at once
    KINDS = 4  # float32, float64, int32, int64


cdef void on_floats(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* dense) noexcept nogil:
    """The loop of a universal function, on elements of 4 bytes."""
    on_numbers[float](at, n[0], by, <Pairs>dense, 0)


cdef void on_doubles(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* dense) noexcept nogil:
    """The loop of a universal function, on elements of 8 bytes."""
    on_numbers[double](at, n[0], by, <Pairs>dense, 0)


cdef void on_numbers(char** at, cnp.npy_intp n, const cnp.npy_intp* by, Pairs dense, real unused) noexcept nogil:
    """Compute pairs of elements with any gaps. Elements are only copied, so that integers go as floats of their size."""
    cdef real first[SOME]
    cdef real second[SOME]
    cdef real found[SOME]
    cdef cnp.npy_intp i = 0, k, count, some = SOME if by[2] else 1  # without a step, results are the next arguments
    cdef const char *x
    cdef const char *y
    cdef char* out
    while i < n:
        count = min(some, n - i)
        x, y, out = at[0] + i * by[0], at[1] + i * by[1], at[2] + i * by[2]
        if by[0] != sizeof(real):
            copy(x, by[0], <char*>first, sizeof(real), count, unused)
            x = <char*>first
        if by[1] != sizeof(real):
            if by[1] or not i:  # one number is copied once
                copy(y, by[1], <char*>second, sizeof(real), some if not by[1] else count, unused)
            y = <char*>second
        if by[2] == sizeof(real):
            dense(x, y, out, count)
        else:
            dense(x, y, found, count)
            copy(<char*>found, sizeof(real), out, by[2], count, unused)
        i += count
    forget_warnings()


cdef inline void copy(const char* x, cnp.npy_intp by, char* out, cnp.npy_intp to, cnp.npy_intp n, real unused) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(n):
        (<real*>(out + i * to))[0] = (<real*>(x + i * by))[0]


cdef cnp.PyUFuncGenericFunction loops[KINDS]
cdef void* data[PAIR_FUNCTIONS][KINDS]
cdef char types[3 * KINDS]
loops[0] = loops[2] = <cnp.PyUFuncGenericFunction>on_floats
loops[1] = loops[3] = <cnp.PyUFuncGenericFunction>on_doubles
for _i in range(3):
    types[_i], types[3 + _i] = cnp.NPY_FLOAT, cnp.NPY_DOUBLE
    types[6 + _i], types[9 + _i] = cnp.NPY_INT32, cnp.NPY_INT64


cdef object function(const PairFunction* one, void** loops_of_kinds):
    """A universal function of floats, and of integers if there are loops for them. It is never freed."""
    loops_of_kinds[0], loops_of_kinds[1] = <void*>one.f, <void*>one.d
    loops_of_kinds[2], loops_of_kinds[3] = <void*>one.i, <void*>one.l
    return cnp.PyUFunc_FromFuncAndData(
        loops, loops_of_kinds, types, 2 if one.i == NULL else 4, 2, 1, cnp.PyUFunc_None, one.name, NULL, 0
    )


cdef PairFunction functions[PAIR_FUNCTIONS]
list_pair_functions(functions)
for _i in range(PAIR_FUNCTIONS):
    globals()[functions[_i].name.decode()] = function(&functions[_i], data[_i])
