# cython: boundscheck=False, wraparound=False
"""Elementary and special functions of float32 and float64 numbers, as NumPy's universal functions whose loops are here.

``function_loops.py`` leaves them to NumPy, in the pure build. ``function_table.h`` lists the functions, and the headers
with their formulas.

Note [One formula a number]. A function is written once, for one number and without branches, of sums, products, fused
products, quotients and operations on bits, each of which is rounded. The C compiler makes vectors of it, of any size
that the machine has. So the result depends on the number alone: not on the machine, the length or the strides of an
array, or the place in it. Only what has fused products (``fmaf``) is NumPy's on a processor without them.

Note [Tame numbers]. Most functions have a short form for numbers that are neither huge nor tiny, infinite or NaN. It is
used if a whole strip of numbers is tame. For tame numbers both forms give the same bits.
"""

cimport numpy as cnp
import numpy
from cpython.mem cimport PyMem_Malloc

from .c_numpy cimport real

cnp.import_array()
cnp.import_ufunc()

cdef extern from "arrays/number_bits.h":
    void forget_warnings() noexcept nogil

cdef extern from "arrays/function_loops.h":
    ctypedef void (*Dense)(const void*, void*, cnp.npy_intp) noexcept nogil
    ctypedef struct Function:
        const char* name
        Dense f
        Dense d
        bint brisk
    enum:
        FUNCTIONS
    void list_functions(Function*) noexcept nogil

cdef extern from "arrays/between.h":
    ctypedef void (*Ternary)(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
    Ternary between_f
    Ternary between_d

cdef enum:
    SOME = 256  # numbers with gaps that are computed at once


cdef void on_floats(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* dense) noexcept nogil:
    """The loop of a universal function."""
    on_numbers[float](at, n[0], by, <Dense>dense, 0)


cdef void on_doubles(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* dense) noexcept nogil:
    """The loop of a universal function."""
    on_numbers[double](at, n[0], by, <Dense>dense, 0)


cdef void on_numbers(char** at, cnp.npy_intp n, const cnp.npy_intp* by, Dense dense, real unused) noexcept nogil:
    """Compute numbers with any gaps."""
    cdef real some[SOME]
    cdef cnp.npy_intp i = 0, k, count
    if by[0] == sizeof(real) and by[1] == sizeof(real):
        dense(at[0], at[1], n)
    else:
        while i < n:
            count = min(SOME, n - i)
            for k in range(count):
                some[k] = (<real*>(at[0] + (i + k) * by[0]))[0]
            dense(some, some, count)
            for k in range(count):
                (<real*>(at[1] + (i + k) * by[1]))[0] = some[k]
            i += count
    forget_warnings()


cdef void interpolate(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* loop) noexcept nogil:
    """The loop of a universal function."""
    (<Ternary>loop)(at, n, by, NULL)
    forget_warnings()


cdef object function(const Function* one):
    """A universal function of float32 and float64 numbers, as far as there are loops for them. If NumPy has it, too, the
    other dtypes have NumPy's loops; None if nobody has it. It is never freed."""
    cdef cnp.ufunc other = None
    cdef int i, first = one.f == NULL, count = (one.f != NULL) + (one.d != NULL)
    cdef cnp.PyUFuncGenericFunction* loops
    cdef void** data
    cdef char* types
    like = getattr(numpy, one.name.decode(), None)
    if isinstance(like, numpy.ufunc):
        other, count = like, like.ntypes
    elif not count:
        return None
    loops = <cnp.PyUFuncGenericFunction*>PyMem_Malloc(count * sizeof(void*))
    data = <void**>PyMem_Malloc(count * sizeof(void*))
    types = <char*>PyMem_Malloc(2 * count)
    if loops == NULL or data == NULL or types == NULL:
        raise MemoryError
    if other is None:
        for i in range(2 * count):
            types[i] = cnp.NPY_FLOAT if i // 2 + first == 0 else cnp.NPY_DOUBLE
    else:
        for i, pair in enumerate(like.types):  # "d->d" is one
            types[2 * i], types[2 * i + 1] = numpy.dtype(pair[0]).num, numpy.dtype(pair[3]).num
    for i in range(count):
        if types[2 * i] == cnp.NPY_FLOAT and one.f != NULL:
            loops[i], data[i] = <cnp.PyUFuncGenericFunction>on_floats, <void*>one.f
        elif types[2 * i] == cnp.NPY_DOUBLE and one.d != NULL:
            loops[i], data[i] = <cnp.PyUFuncGenericFunction>on_doubles, <void*>one.d
        else:
            loops[i], data[i] = other.functions[i], other.data[i] if other.data != NULL else NULL
    return cnp.PyUFunc_FromFuncAndData(loops, data, types, count, 1, 1, cnp.PyUFunc_None, one.name, NULL, 0)


cdef cnp.PyUFuncGenericFunction between_loops[2]
cdef void* between_data[2]
cdef char between_types[8]
between_loops[0] = between_loops[1] = <cnp.PyUFuncGenericFunction>interpolate
between_data[0], between_data[1] = <void*>between_f, <void*>between_d
for _i in range(8):
    between_types[_i] = cnp.NPY_FLOAT if _i < 4 else cnp.NPY_DOUBLE
between = cnp.PyUFunc_FromFuncAndData(
    between_loops, between_data, between_types, 2, 3, 1, cnp.PyUFunc_None, b"between", NULL, 0
)

cdef Function functions[FUNCTIONS]
list_functions(functions)
_brisk = {between}
for _i in range(FUNCTIONS):
    _function = globals()[functions[_i].name.decode()] = function(&functions[_i])
    if functions[_i].brisk:
        _brisk.add(_function)
BRISK = frozenset(_brisk)
