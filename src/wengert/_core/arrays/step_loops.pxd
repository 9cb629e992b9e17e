# cython: boundscheck=False, wraparound=False, cdivision=True
"""Loops of steps of programs for which NumPy has no inner loop, or a slow one. They are called as NumPy's inner loops."""

cimport numpy as cnp
import numpy
from libc.math cimport copysign, fabs, floor, isinf
from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from .c_numpy cimport Loop
from .vectors cimport polynomial_d, polynomial_f

cdef extern from "math.h":
    float fmodf(float, float) nogil

cdef extern from "arrays/step_loops.h":
    int ADD_STEP, SUBTRACT_STEP, MULTIPLY_STEP, DIVIDE_STEP, MAXIMUM_STEP, MINIMUM_STEP, COPYSIGN_STEP
    int SQRT_STEP, ABSOLUTE_STEP, RECIPROCAL_STEP, WHERE_STEP
    int LESS_STEP, LESS_EQUAL_STEP, GREATER_STEP, GREATER_EQUAL_STEP, EQUAL_STEP, NOT_EQUAL_STEP
    Loop loop_of_step_f(int) nogil
    Loop loop_of_step_d(int) nogil

    ctypedef struct StepRows:
        cnp.npy_intp count
        cnp.npy_intp by[3]


# Divisions of float32, for which NumPy calls the C library. They take its steps, without branches that depend on signs:
# of random numbers a processor guesses half of them wrong.


cdef inline float rest(float x, float y) noexcept nogil:
    """``fmod(x, y)``, which is exact. While the quotient is small, so is each step in float64."""
    cdef double a = x, b = y, quotient = a / b
    if not fabs(quotient) < 1 << 24 or isinf(b):  # or it is NaN
        return fmodf(x, y)
    return <float>copysign(a - <double><int>quotient * b, a)


cdef inline bint turned(float found, float y) noexcept nogil:
    """Whether a rest has another sign than the divisor."""
    return (found != 0) & ((found < 0) != (y < 0))


cdef inline void rests(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* data) noexcept nogil:
    """``fmod``."""
    cdef cnp.npy_intp i
    for i in range(n[0]):
        (<float*>at[2])[i] = rest((<float*>(at[0] + i * by[0]))[0], (<float*>(at[1] + i * by[1]))[0])


cdef inline void remainders(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* data) noexcept nogil:
    """``remainder``: the rest, with the sign of the divisor."""
    cdef cnp.npy_intp i
    cdef float y, found, more
    cdef uint32_t kept
    for i in range(n[0]):
        y = (<float*>(at[1] + i * by[1]))[0]
        found = rest((<float*>(at[0] + i * by[0]))[0], y)
        memcpy(&kept, &y, 4)
        kept &= 0 - <uint32_t>turned(found, y)
        memcpy(&more, &kept, 4)
        (<float*>at[2])[i] = found + more if found != 0 else <float>copysign(0, y)


cdef inline void floors(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* data) noexcept nogil:
    """``floor_divide``: the quotient of what the rest leaves."""
    cdef cnp.npy_intp i
    cdef float x, y, found, quotient, whole, ratio
    for i in range(n[0]):
        x, y = (<float*>(at[0] + i * by[0]))[0], (<float*>(at[1] + i * by[1]))[0]
        ratio = x / y
        if y == 0:
            (<float*>at[2])[i] = ratio
            continue
        found = rest(x, y)
        quotient = (x - found) / y - <float>turned(found, y)
        if fabs(quotient) < 1 << 24:
            whole = <float><int>quotient
            whole -= <float>(whole > quotient)
        else:
            whole = <float>floor(quotient)
        whole += <float>(quotient - whole > <float>0.5)
        (<float*>at[2])[i] = <float>copysign(whole, ratio)


cdef inline Loop loop_of_step(int step, int size) noexcept:
    """The loop of a step of ``size`` bytes."""
    return loop_of_step_d(step) if size == 8 else loop_of_step_f(step)


cdef inline Loop loop_on_floats(function, bint wide):
    """The loop of a function of floats: of float64 if ``wide``, else of float32. NULL if it is NumPy's."""
    if function is numpy.fmod and not wide:
        return rests
    if function is numpy.remainder and not wide:
        return remainders
    if function is numpy.floor_divide and not wide:
        return floors
    return loop_of_step(step_of(function), 8 if wide else 4)


cdef inline int step_of(function):
    """The step that a function of floats is; -1 if it is none."""
    return (
        ADD_STEP if function is numpy.add
        else SUBTRACT_STEP if function is numpy.subtract
        else MULTIPLY_STEP if function is numpy.multiply
        else DIVIDE_STEP if function is numpy.divide
        else SQRT_STEP if function is numpy.sqrt
        else RECIPROCAL_STEP if function is numpy.reciprocal
        else ABSOLUTE_STEP if function is numpy.absolute
        else MAXIMUM_STEP if function is numpy.maximum
        else MINIMUM_STEP if function is numpy.minimum
        else COPYSIGN_STEP if function is numpy.copysign
        else -1
    )


cdef inline Loop loop_of_choice(comparison, bint wide):
    """The loop of ``where`` by a comparison of floats."""
    return loop_of_step(
        LESS_STEP if comparison is numpy.less
        else LESS_EQUAL_STEP if comparison is numpy.less_equal
        else GREATER_STEP if comparison is numpy.greater
        else GREATER_EQUAL_STEP if comparison is numpy.greater_equal
        else EQUAL_STEP if comparison is numpy.equal
        else NOT_EQUAL_STEP,
        8 if wide else 4,
    )


cdef inline void polynomial32(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* data) noexcept nogil:
    """``(... (at[0] * at[1] + a) * at[1] + b) ...``"""
    cdef cnp.npy_intp* count = <cnp.npy_intp*>data
    cdef cnp.npy_intp i
    if by[1] == sizeof(float) and (by[0] == 0 or by[0] == sizeof(float)):
        polynomial_f(<float*>at[0], <float*>at[1], <float*>at[2], n[0], by[0] // 4, <float*>(count + 1), count[0])
        return
    for i in range(n[0]):
        polynomial_f(<float*>(at[0] + i * by[0]), <float*>(at[1] + i * by[1]), <float*>at[2] + i, 1, 0,
                     <float*>(count + 1), count[0])


cdef inline void polynomial64(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* data) noexcept nogil:
    """``(... (at[0] * at[1] + a) * at[1] + b) ...``"""
    cdef cnp.npy_intp* count = <cnp.npy_intp*>data
    cdef cnp.npy_intp i
    if by[1] == sizeof(double) and (by[0] == 0 or by[0] == sizeof(double)):
        polynomial_d(<double*>at[0], <double*>at[1], <double*>at[2], n[0], by[0] // 8, <double*>(count + 1), count[0])
        return
    for i in range(n[0]):
        polynomial_d(<double*>(at[0] + i * by[0]), <double*>(at[1] + i * by[1]), <double*>at[2] + i, 1, 0,
                     <double*>(count + 1), count[0])
