# cython: boundscheck=False, wraparound=False, cdivision=True
"""Loops that turn the words of a random engine into numbers: uniform, normal, and a permutation.

``random_loops.py`` says the same in Python, for the pure build.
"""

cimport numpy as cnp
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.math cimport INFINITY, M_PI, cos, exp, fabs, floor, lgamma, log, log1p, sin, sqrt
from libc.stdint cimport uint32_t, uint64_t

from ...arrays.c_numpy cimport PyArray_BYTES, PyArray_SIZE, PyArray_SimpleNew
from ...arrays.threads cimport grain_for, share, team_for

cnp.import_array()

cdef enum:
    STEPS = 32  # as many steps of a fused program as a pair of normal numbers costs

cdef extern from "numpy/random/bitgen.h":
    ctypedef struct bitgen_t:
        void* state
        uint32_t (*next_uint32)(void*) noexcept nogil


cpdef object shuffled(cnp.ndarray words):
    """A permutation of n integers, one more than words: entry i is swapped with entry ``i + words[i] % (n - i)``."""
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


cdef inline double unit(bitgen_t* words) noexcept nogil:
    """A uniform number in [0, 1) of 53 random bits, the upper word first."""
    cdef uint64_t upper = words.next_uint32(words.state)
    return <double>((upper << 32 | words.next_uint32(words.state)) & ((1ULL << 53) - 1)) / <double>(1ULL << 53)


cpdef object units(engine, Py_ssize_t n, bint wide):
    """``n`` uniform numbers in [0, 1): float64 of 53 random bits (the upper word first), or float32 of 24."""
    cdef bitgen_t* words = <bitgen_t*>PyCapsule_GetPointer(engine.capsule, "BitGenerator")
    cdef cnp.npy_intp size = n, i
    cdef cnp.ndarray out = PyArray_SimpleNew(1, &size, cnp.NPY_FLOAT64 if wide else cnp.NPY_FLOAT32)
    cdef double* a = <double*>PyArray_BYTES(out)
    cdef float* b = <float*>a
    with nogil:
        for i in range(n):
            if wide:
                a[i] = unit(words)
            else:
                b[i] = <float>(words.next_uint32(words.state) & ((1 << 24) - 1)) / <float>(1 << 24)
    return out


cpdef object pairs(cnp.ndarray u):
    """Replace pairs of uniform float64 numbers by pairs of normal ones, and return the array."""
    cdef double* a = <double*>PyArray_BYTES(u)
    cdef cnp.npy_intp n = (PyArray_SIZE(u) + 1) // 2
    cdef int team = team_for(n * STEPS)
    with nogil:
        share(pairs_part, a, n, grain_for(n, team, 1), team)
    return u


cdef void pairs_part(void* u, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef double* a = <double*>u
    cdef double radius, angle
    cdef cnp.npy_intp i
    for i in range(2 * start, 2 * stop, 2):
        radius, angle = sqrt(-2.0 * log1p(-a[i + 1])), 2.0 * M_PI * a[i]
        a[i], a[i + 1] = radius * cos(angle), radius * sin(angle)


cpdef object poissons(engine, cnp.ndarray rates):
    """A Poisson number for each rate, all float64, and how many uniform numbers they have taken."""
    cdef bitgen_t* words = <bitgen_t*>PyCapsule_GetPointer(engine.capsule, "BitGenerator")
    cdef cnp.npy_intp n = PyArray_SIZE(rates), i, taken = 0
    cdef cnp.ndarray out = PyArray_SimpleNew(1, &n, cnp.NPY_FLOAT64)
    cdef double* a = <double*>PyArray_BYTES(out)
    cdef double* rate = <double*>PyArray_BYTES(rates)
    with nogil:
        for i in range(n):
            if rate[i] >= 10:
                a[i] = large_poisson(rate[i], words, &taken)
            else:
                a[i] = counted_poisson(rate[i], words, &taken) if rate[i] else 0
    return out, taken


cdef double counted_poisson(double rate, bitgen_t* words, cnp.npy_intp* taken) noexcept nogil:
    """Count the exponential waiting times that fit into ``rate``."""
    cdef double least = exp(-rate), product = unit(words), count = 0
    while product > least:
        product *= unit(words)
        count += 1
    taken[0] += <cnp.npy_intp>count + 1
    return count


cdef double large_poisson(double rate, bitgen_t* words, cnp.npy_intp* taken) noexcept nogil:
    """Rejection sampling by Hörmann (1993)."""
    cdef double b = 0.931 + 2.53 * sqrt(rate)
    cdef double a = -0.059 + 0.02483 * b, height = 1.1239 + 1.1328 / (b - 3.4), u, v, side, k
    while rate < INFINITY:
        u = unit(words) - 0.5
        v = unit(words)
        taken[0] += 2
        side = 0.5 - fabs(u)
        k = floor((2 * a / side + b) * u + rate + 0.43) if side else -1
        if side >= 0.07 and v <= 0.9277 - 3.6224 / (b - 2):
            return k
        if k < 0 or (side < 0.013 and v > side):
            continue
        if log(v) + log(height) - log(a / (side * side) + b) <= k * log(rate) - rate - lgamma(k + 1):
            return k
    return rate
