# cython: boundscheck=False, wraparound=False
"""Loops that turn the words of a random engine into numbers: uniform, normal, and a permutation.

``random_loops.py`` says the same in Python, for the pure build.
"""

cimport numpy as cnp
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.math cimport M_PI, cos, log1p, sin, sqrt
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


cpdef object units(engine, Py_ssize_t n, bint wide):
    """``n`` uniform numbers in [0, 1): float64 of 53 random bits (the upper word first), or float32 of 24."""
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
