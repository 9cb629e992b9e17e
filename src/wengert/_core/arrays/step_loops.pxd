# cython: boundscheck=False, wraparound=False, cdivision=True
"""Loops of steps of programs for which NumPy has no inner loop, or a slow one. They are called as NumPy's inner loops."""

cimport numpy as cnp
import numpy
from libc.math cimport copysign, fabs, floor, isinf
from libc.stdint cimport uint32_t
from libc.string cimport memcpy

cimport wengert._core.arrays.vectors  # its C code says which vectors there are
from .c_numpy cimport Loop
from .vectors cimport polynomial_d, polynomial_f

cdef extern from "math.h":
    float fmodf(float, float) nogil

cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>

    /* The loops read what any distances lie between, and write dense results. */

    #define ARITHMETIC(name, code, real, op)                                                                          \
        static code void name(char** at, const npy_intp* n, const npy_intp* by, void* data) {                         \
            const real *a = (const real*)at[0], *b = (const real*)at[1];                                              \
            const npy_intp each = sizeof(real);                                                                       \
            real* out = (real*)at[2];                                                                                 \
            npy_intp i;                                                                                               \
            if (by[0] == each && by[1] == each) {                                                                     \
                ALONE for (i = 0; i < *n; i++) out[i] = a[i] op b[i];                                                 \
            } else if (by[0] == each && !by[1]) {                                                                     \
                const real y = *b;                                                                                    \
                ALONE for (i = 0; i < *n; i++) out[i] = a[i] op y;                                                    \
            } else if (by[1] == each && !by[0]) {                                                                     \
                const real x = *a;                                                                                    \
                ALONE for (i = 0; i < *n; i++) out[i] = x op b[i];                                                    \
            } else {                                                                                                  \
                for (i = 0; i < *n; i++)                                                                              \
                    out[i] = *(const real*)(at[0] + i * by[0]) op *(const real*)(at[1] + i * by[1]);                  \
            }                                                                                                         \
        }

    #define OF_ONE(name, code, real, op)                                                                            \
        static code void name(char** at, const npy_intp* n, const npy_intp* by, void* data) {                         \
            const real* a = (const real*)at[0];                                                                       \
            real* out = (real*)at[1];                                                                                 \
            npy_intp i;                                                                                               \
            if (by[0] == sizeof(real)) {                                                                              \
                ALONE for (i = 0; i < *n; i++) out[i] = op(a[i]);                                                     \
            } else {                                                                                                  \
                for (i = 0; i < *n; i++) out[i] = op(*(const real*)(at[0] + i * by[0]));                              \
            }                                                                                                         \
        }
    #define ONE_OVER(x) (1 / (x))

    /* where, of bits, whatever they mean. It has no branch: of random signs a processor guesses half of them wrong. */
    #define SELECT(name, code, bits, unused)                                                                          \
        static code void name(char** at, const npy_intp* n, const npy_intp* by, void* data) {                         \
            const unsigned char* which = (const unsigned char*)at[0];                                                 \
            const bits *a = (const bits*)at[1], *b = (const bits*)at[2];                                              \
            const npy_intp each = sizeof(bits);                                                                       \
            bits* out = (bits*)at[3];                                                                                 \
            npy_intp i;                                                                                               \
            if (by[0] == 1 && by[1] == each && by[2] == each) {                                                       \
                ALONE for (i = 0; i < *n; i++) { const bits x = a[i], y = b[i]; out[i] = which[i] ? x : y; }          \
            } else if (by[0] == 1 && by[1] == each && !by[2]) {                                                       \
                const bits y = *b;                                                                                    \
                ALONE for (i = 0; i < *n; i++) { const bits x = a[i]; out[i] = which[i] ? x : y; }                    \
            } else if (by[0] == 1 && !by[1] && by[2] == each) {                                                       \
                const bits x = *a;                                                                                    \
                ALONE for (i = 0; i < *n; i++) { const bits y = b[i]; out[i] = which[i] ? x : y; }                    \
            } else {                                                                                                  \
                for (i = 0; i < *n; i++) {                                                                            \
                    const bits x = *(const bits*)(at[1] + i * by[1]), y = *(const bits*)(at[2] + i * by[2]);          \
                    out[i] = which[i * by[0]] ? x : y;                                                                \
                }                                                                                                     \
            }                                                                                                         \
        }

    /* where(a op b, x, y): a comparison and what it chooses */
    #define CHOOSE(name, code, real, op)                                                                              \
        static code void name(char** at, const npy_intp* n, const npy_intp* by, void* data) {                         \
            const real *a = (const real*)at[0], *b = (const real*)at[1], *x = (const real*)at[2], *y = (const real*)at[3];\
            const npy_intp each = sizeof(real);                                                                       \
            real* out = (real*)at[4];                                                                                 \
            npy_intp i;                                                                                               \
            if (by[0] == each && by[1] == each && by[2] == each && by[3] == each) {                                   \
                CHOICES(real, a[i] op b[i], x[i], y[i])                                                               \
            } else if (by[0] == each && !by[1] && (by[2] == each || !by[2]) && (by[3] == each || !by[3])) {           \
                const real limit = *b, p = *x, q = *y;                                                                \
                if (by[2] && by[3]) CHOICES(real, a[i] op limit, x[i], y[i])                                          \
                else if (by[2]) CHOICES(real, a[i] op limit, x[i], q)                                                 \
                else if (by[3]) CHOICES(real, a[i] op limit, p, y[i])                                                 \
                else CHOICES(real, a[i] op limit, p, q)                                                               \
            } else {                                                                                                  \
                for (i = 0; i < *n; i++) {                                                                            \
                    const real u = *(const real*)(at[2] + i * by[2]), v = *(const real*)(at[3] + i * by[3]);          \
                    out[i] = *(const real*)(at[0] + i * by[0]) op *(const real*)(at[1] + i * by[1]) ? u : v;          \
                }                                                                                                     \
            }                                                                                                         \
        }
    #define CHOICES(real, holds, u, v)                                                                                \
        {                                                                                                             \
            ALONE for (i = 0; i < *n; i++) {                                                                          \
                const real first = u, second = v;                                                                     \
                out[i] = holds ? first : second;                                                                      \
            }                                                                                                         \
        }

    /* maximum and minimum: NaN, or as vector instructions choose of two zeros, and NumPy with them. */
    #define BOUND(name, code, real, op)                                                                               \
        static code void name(char** at, const npy_intp* n, const npy_intp* by, void* data) {                         \
            const real *a = (const real*)at[0], *b = (const real*)at[1];                                              \
            const npy_intp each = sizeof(real);                                                                       \
            real* out = (real*)at[2];                                                                                 \
            npy_intp i;                                                                                               \
            if (by[0] == each && by[1] == each) {                                                                     \
                ALONE for (i = 0; i < *n; i++) out[i] = BOUNDED(a[i], b[i], op);                                      \
            } else if (by[0] == each && !by[1]) {                                                                     \
                const real y = *b;                                                                                    \
                ALONE for (i = 0; i < *n; i++) out[i] = BOUNDED(a[i], y, op);                                         \
            } else {                                                                                                  \
                for (i = 0; i < *n; i++) {                                                                            \
                    const real x = *(const real*)(at[0] + i * by[0]), y = *(const real*)(at[1] + i * by[1]);          \
                    out[i] = BOUNDED(x, y, op);                                                                       \
                }                                                                                                     \
            }                                                                                                         \
        }
    #define BOUNDED(x, y, op) ((x) != (x) ? (x) : (x) op (y) ? (x) : (y))

    /* copysign: bits of sizes, and a bit of signs. */
    #define SIGNS(name, code, bits, sign)                                                                             \
        static code void name(char** at, const npy_intp* n, const npy_intp* by, void* data) {                         \
            const bits *a = (const bits*)at[0], *b = (const bits*)at[1];                                              \
            const npy_intp each = sizeof(bits);                                                                       \
            bits* out = (bits*)at[2];                                                                                 \
            npy_intp i;                                                                                               \
            if (by[0] == each && by[1] == each) {                                                                     \
                ALONE for (i = 0; i < *n; i++) out[i] = (a[i] & ~(sign)) | (b[i] & (sign));                           \
            } else {                                                                                                  \
                for (i = 0; i < *n; i++)                                                                              \
                    out[i] = (*(const bits*)(at[0] + i * by[0]) & ~(sign)) | (*(const bits*)(at[1] + i * by[1]) & (sign));\
            }                                                                                                         \
        }

    typedef void (*Inner)(char**, const npy_intp*, const npy_intp*, void*);
    #if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    #define STEP(name, loop, type, op)                                                                                \
        loop(name##_16, NARROW_CODE, type, op)                                                                        \
        loop(name##_32, WIDE_CODE, type, op)                                                                          \
        loop(name##_64, WIDEST_CODE, type, op)                                                                        \
        static Inner name(void) { return HAS_WIDEST ? name##_64 : HAS_WIDE ? name##_32 : name##_16; }
    STEP(most_f, BOUND, float, >)
    STEP(most_d, BOUND, double, >)
    STEP(least_f, BOUND, float, <)
    STEP(least_d, BOUND, double, <)
    #else
    #define STEP(name, loop, type, op)                                                                                \
        loop(name##_16, NARROW_CODE, type, op)                                                                        \
        static Inner name(void) { return name##_16; }
    static Inner most_f(void) { return 0; }  /* other processors choose another zero */
    #define most_d most_f
    #define least_f most_f
    #define least_d most_f
    #endif
    STEP(plus_f, ARITHMETIC, float, +)
    STEP(plus_d, ARITHMETIC, double, +)
    STEP(minus_f, ARITHMETIC, float, -)
    STEP(minus_d, ARITHMETIC, double, -)
    STEP(times_f, ARITHMETIC, float, *)
    STEP(times_d, ARITHMETIC, double, *)
    STEP(over_f, ARITHMETIC, float, /)
    STEP(over_d, ARITHMETIC, double, /)
    STEP(root_f, OF_ONE, float, sqrtf)
    STEP(root_d, OF_ONE, double, sqrt)
    STEP(size_f, OF_ONE, float, fabsf)
    STEP(size_d, OF_ONE, double, fabs)
    STEP(one_over_f, OF_ONE, float, ONE_OVER)
    STEP(one_over_d, OF_ONE, double, ONE_OVER)
    STEP(select_4, SELECT, uint32_t, 0)
    STEP(select_8, SELECT, uint64_t, 0)
    STEP(if_below_f, CHOOSE, float, <)
    STEP(if_below_d, CHOOSE, double, <)
    STEP(if_up_to_f, CHOOSE, float, <=)
    STEP(if_up_to_d, CHOOSE, double, <=)
    STEP(if_above_f, CHOOSE, float, >)
    STEP(if_above_d, CHOOSE, double, >)
    STEP(if_not_below_f, CHOOSE, float, >=)
    STEP(if_not_below_d, CHOOSE, double, >=)
    STEP(if_equal_f, CHOOSE, float, ==)
    STEP(if_equal_d, CHOOSE, double, ==)
    STEP(if_other_f, CHOOSE, float, !=)
    STEP(if_other_d, CHOOSE, double, !=)
    STEP(signs_4, SIGNS, uint32_t, (uint32_t)1 << 31)
    STEP(signs_8, SIGNS, uint64_t, (uint64_t)1 << 63)
    """
    Loop plus_f() nogil
    Loop plus_d() nogil
    Loop minus_f() nogil
    Loop minus_d() nogil
    Loop times_f() nogil
    Loop times_d() nogil
    Loop over_f() nogil
    Loop over_d() nogil
    Loop root_f() nogil
    Loop root_d() nogil
    Loop most_f() nogil
    Loop most_d() nogil
    Loop least_f() nogil
    Loop least_d() nogil
    Loop size_f() nogil
    Loop size_d() nogil
    Loop one_over_f() nogil
    Loop one_over_d() nogil
    Loop select_4() nogil
    Loop select_8() nogil
    Loop if_below_f() nogil
    Loop if_below_d() nogil
    Loop if_up_to_f() nogil
    Loop if_up_to_d() nogil
    Loop if_above_f() nogil
    Loop if_above_d() nogil
    Loop if_not_below_f() nogil
    Loop if_not_below_d() nogil
    Loop if_equal_f() nogil
    Loop if_equal_d() nogil
    Loop if_other_f() nogil
    Loop if_other_d() nogil
    Loop signs_4() nogil
    Loop signs_8() nogil


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


cdef inline Loop loop_on_floats(function, bint wide):
    """The loop of a function of floats: of float64 if ``wide``, else of float32. NULL if it is NumPy's."""
    if function is numpy.add:
        return plus_d() if wide else plus_f()
    if function is numpy.subtract:
        return minus_d() if wide else minus_f()
    if function is numpy.multiply:
        return times_d() if wide else times_f()
    if function is numpy.divide:
        return over_d() if wide else over_f()
    if function is numpy.sqrt:
        return root_d() if wide else root_f()
    if function is numpy.reciprocal:
        return one_over_d() if wide else one_over_f()
    if function is numpy.absolute:
        return size_d() if wide else size_f()
    if function is numpy.maximum:
        return most_d() if wide else most_f()
    if function is numpy.minimum:
        return least_d() if wide else least_f()
    if function is numpy.copysign:
        return signs_8() if wide else signs_4()
    if function is numpy.fmod and not wide:
        return rests
    if function is numpy.remainder and not wide:
        return remainders
    if function is numpy.floor_divide and not wide:
        return floors
    return NULL


cdef inline Loop loop_of_choice(comparison, bint wide):
    """The loop of ``where`` by a comparison of floats."""
    if comparison is numpy.less:
        return if_below_d() if wide else if_below_f()
    if comparison is numpy.less_equal:
        return if_up_to_d() if wide else if_up_to_f()
    if comparison is numpy.greater:
        return if_above_d() if wide else if_above_f()
    if comparison is numpy.greater_equal:
        return if_not_below_d() if wide else if_not_below_f()
    if comparison is numpy.equal:
        return if_equal_d() if wide else if_equal_f()
    return if_other_d() if wide else if_other_f()


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
