# cython: boundscheck=False, wraparound=False, cdivision=True
"""Loops that turn the words of a random engine into numbers: uniform, normal, and a permutation.

``random_loops.py`` says the same in Python, for the pure build.
"""

cimport numpy as cnp
from libc.math cimport INFINITY, M_PI, NAN, ceil, cos, exp, fabs, floor, isnan, lgamma, log, log1p, pow, sin, sqrt
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy

from ...arrays.c_numpy cimport PyArray_BYTES, PyArray_SIZE, PyArray_SimpleNew, real
from ...arrays.threads cimport compute
from .twister cimport BLOCK, Twister, Words, refill, word

cnp.import_array()

cdef enum:
    STEPS = 32  # as many steps of a fused program as a pair of normal numbers costs


cpdef object shuffled(Twister engine, Py_ssize_t n, bint wide):
    """A permutation of n integers: entry i is swapped with entry ``i + word % (n - i)``, but for the last one."""
    cdef Words* words = &engine.source
    cdef cnp.npy_intp size = n, i, k
    cdef cnp.ndarray out = PyArray_SimpleNew(1, &size, cnp.NPY_INT64)
    cdef cnp.npy_int64* a = <cnp.npy_int64*>PyArray_BYTES(out)
    with nogil:
        for i in range(n):
            a[i] = i
        for i in range(n - 1):
            k = i + <cnp.npy_intp>(word(words, wide) % <uint64_t>(n - i))
            a[i], a[k] = a[k], a[i]
    return out


cdef inline double unit_of(Words* words) noexcept nogil:
    return <double>(word(words, True) & ((1ULL << 53) - 1)) / <double>(1ULL << 53)


cpdef object units(Twister engine, Py_ssize_t n, bint wide):
    """``n`` uniform numbers in [0, 1): float64 of 53 random bits (the upper word first), or float32 of 24."""
    cdef Words* words = &engine.source
    cdef cnp.npy_intp size = n, i
    cdef cnp.ndarray out = PyArray_SimpleNew(1, &size, cnp.NPY_FLOAT64 if wide else cnp.NPY_FLOAT32)
    cdef double* a = <double*>PyArray_BYTES(out)
    with nogil:
        if wide:
            for i in range(n):
                a[i] = unit_of(words)
        else:
            narrow_units(words, <float*>a, n)
    return out


cdef void narrow_units(Words* words, float* out, cnp.npy_intp n) noexcept nogil:
    """Uniform numbers of 24 bits. A loop takes what is left of a block of words, so that the compiler makes vectors."""
    cdef const uint32_t* block
    cdef cnp.npy_intp start = 0, size, i
    while start < n:
        if words.at == BLOCK:
            refill(words)
        block, size = words.block + words.at, min(BLOCK - words.at, n - start)
        for i in range(size):
            out[start + i] = <float><int32_t>(block[i] & ((1 << 24) - 1)) / <float>(1 << 24)
        words.at += <int>size
        start += size


cpdef object pairs(cnp.ndarray u):
    """Replace pairs of uniform float64 numbers by pairs of normal ones, of which none is -0.0. Return the array."""
    cdef double* a = <double*>PyArray_BYTES(u)
    cdef cnp.npy_intp n = (PyArray_SIZE(u) + 1) // 2
    compute(pairs_part, a, n, n * STEPS)
    return u


cdef void pairs_part(void* u, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef double* a = <double*>u
    cdef double radius, angle
    cdef cnp.npy_intp i
    for i in range(2 * start, 2 * stop, 2):
        radius, angle = sqrt(-2.0 * log1p(-a[i + 1])), 2.0 * M_PI * a[i]
        a[i], a[i + 1] = radius * cos(angle) + 0.0, radius * sin(angle) + 0.0


cpdef tuple apart(cnp.ndarray u):
    """Of each 16 numbers the first 8, and the last 8."""
    cdef cnp.npy_intp n = PyArray_SIZE(u) // 2
    cdef cnp.ndarray first = PyArray_SimpleNew(1, &n, u.descr.type_num), last = PyArray_SimpleNew(1, &n, u.descr.type_num)
    if u.itemsize == 8:
        deal[cnp.float64_t](PyArray_BYTES(u), PyArray_BYTES(first), PyArray_BYTES(last), n // 8, False, 0)
    else:
        deal[cnp.float32_t](PyArray_BYTES(u), PyArray_BYTES(first), PyArray_BYTES(last), n // 8, False, 0)
    return first, last


cpdef object together(cnp.ndarray first, cnp.ndarray last, cnp.ndarray u):
    """What :func:`apart` takes apart, into ``u``."""
    cdef cnp.npy_intp n = PyArray_SIZE(u) // 2
    if u.itemsize == 8:
        deal[cnp.float64_t](PyArray_BYTES(u), PyArray_BYTES(first), PyArray_BYTES(last), n // 8, True, 0)
    else:
        deal[cnp.float32_t](PyArray_BYTES(u), PyArray_BYTES(first), PyArray_BYTES(last), n // 8, True, 0)
    return u


cdef inline void deal(char* pair, char* first, char* last, cnp.npy_intp n, bint back, real unused) noexcept nogil:
    """Copy eights of numbers in turn to two arrays, or back. Their size is known to the compiler."""
    cdef cnp.npy_intp i
    for i in range(n):
        if back:
            memcpy(pair, first, 8 * sizeof(real))
            memcpy(pair + 8 * sizeof(real), last, 8 * sizeof(real))
        else:
            memcpy(first, pair, 8 * sizeof(real))
            memcpy(last, pair + 8 * sizeof(real), 8 * sizeof(real))
        pair, first, last = pair + 16 * sizeof(real), first + 8 * sizeof(real), last + 8 * sizeof(real)


# Loops whose numbers take as many uniform ones as they need: one after the other, on one core.

cdef double SQUEEZE = <float>0.0331  # as PyTorch has it


cdef struct Source:
    Words* words
    double second  # a normal number that is left
    bint kept  # whether there is one
    Py_ssize_t used


cdef Source source_of(Twister engine, second) except *:
    cdef Source source
    source.words = &engine.source
    source.second, source.kept, source.used = 0 if second is None else second, second is not None, 0
    return source


cdef inline double unit(Source* source) noexcept nogil:
    source.used += 1
    return unit_of(source.words)


cdef inline double gauss(Source* source) noexcept nogil:
    cdef double angle, radius
    if source.kept:
        source.kept = False
        return source.second
    angle = 2.0 * M_PI * unit(source)
    radius = sqrt(-2.0 * log1p(-unit(source)))
    source.second, source.kept = radius * sin(angle), True
    return radius * cos(angle)


cdef enum Kind:
    GAMMA, POISSON, BINOMIAL


cdef tuple drawn(Kind kind, Twister engine, second, cnp.ndarray first, cnp.ndarray other, cnp.ndarray last):
    cdef Source source = source_of(engine, second)
    cdef cnp.npy_intp n = PyArray_SIZE(first), i
    cdef cnp.ndarray out = PyArray_SimpleNew(1, &n, cnp.NPY_FLOAT64)
    cdef double* values = <double*>PyArray_BYTES(out)
    cdef double* a = <double*>PyArray_BYTES(first)
    cdef double* b = <double*>PyArray_BYTES(other)
    cdef double* c = <double*>PyArray_BYTES(last)
    with nogil:
        for i in range(n):
            if kind == GAMMA:
                values[i] = gamma(a[i], b[i], c[i], &source)
            elif kind == POISSON:
                values[i] = poisson(a[i], &source)
            else:
                values[i] = binomial(a[i], b[i], &source)
    return out, source.second if source.kept else None, source.used


cpdef tuple gammas(Twister engine, second, cnp.ndarray a, cnp.ndarray power, cnp.ndarray d):
    """Gamma numbers of these shapes and rate 1; the normal number that is left; and how many uniform ones were used.

    ``power`` is 1 / a for shapes below 1, for which numbers of shape a + 1 are drawn, else 0. ``d`` is a third less
    than the shape of what is drawn.
    """
    return drawn(GAMMA, engine, second, a, power, d)


cpdef tuple poissons(Twister engine, second, cnp.ndarray rate):
    """Poisson numbers of these rates, and as ``gammas``."""
    return drawn(POISSON, engine, second, rate, rate, rate)


cpdef tuple binomials(Twister engine, second, cnp.ndarray count, cnp.ndarray p):
    """Binomial numbers of these counts and probabilities, and as ``gammas``."""
    return drawn(BINOMIAL, engine, second, count, p, p)


cdef double gamma(double a, double power, double d, Source* source) noexcept nogil:
    cdef double scale, c, u, v, x, y, square
    if a == 0:
        return 0.0
    scale = pow(1 - unit(source), power) if a < 1 else 1.0
    c = 1 / sqrt(9 * d) if d > 0 else NAN
    if not c > 0:
        return NAN
    while True:
        y = -1.0
        while y <= 0:
            x = gauss(source)
            y = 1 + c * x
        v, u, square = y * y * y, 1 - unit(source), x * x
        if u < 1 - SQUEEZE * square * square or log(u) < 0.5 * square + d * (1 - v + log(v)):
            return scale * d * v


cdef double counted_poisson(double rate, Source* source) noexcept nogil:
    """Count the exponential waiting times that fit into ``rate``."""
    cdef double least = exp(-rate), product = unit(source), count = 0
    while product > least:
        product *= unit(source)
        count += 1
    return count


cdef double large_poisson(double rate, Source* source) noexcept nogil:
    cdef double b = 0.931 + 2.53 * sqrt(rate)
    cdef double a = -0.059 + 0.02483 * b
    cdef double height = 1.1239 + 1.1328 / (b - 3.4)
    cdef double u, v, side, k
    while True:
        u = unit(source) - 0.5
        v = unit(source)
        side = 0.5 - fabs(u)
        k = floor((2 * a / side + b) * u + rate + 0.43) if side else -1
        if side >= 0.07 and v <= 0.9277 - 3.6224 / (b - 2):
            return k
        if k < 0 or (side < 0.013 and v > side):
            continue
        if log(v) + log(height) - log(a / (side * side) + b) <= k * log(rate) - rate - lgamma(k + 1):
            return k


cdef double poisson(double rate, Source* source) noexcept nogil:
    if not rate or rate == INFINITY:
        return rate
    return large_poisson(rate, source) if rate >= 10 else counted_poisson(rate, source)


cdef double counted_binomial(double count, double p, Source* source) noexcept nogil:
    """Count the successes, by the numbers of trials from each success to the next."""
    cdef double trials = 0.0, successes = 0, u
    while True:
        u = unit(source)
        trials += ceil(log(u) / log1p(-p)) if u else INFINITY
        if trials > count:
            return successes
        successes += 1


cdef double tail(double k) noexcept nogil:
    """The error of Stirling's approximation of ``log(k!)``."""
    cdef double square = (k + 1) * (k + 1)
    if k <= 9:
        return lgamma(k + 1) - (0.5 * log(2 * M_PI) + (k + 0.5) * log(k + 1) - (k + 1))
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1)


cdef double large_binomial(double count, double p, Source* source) noexcept nogil:
    cdef double spread = sqrt(count * p * (1 - p))
    cdef double b = 1.15 + 2.53 * spread
    cdef double a = -0.0873 + 0.0248 * b + 0.01 * p
    cdef double odds = p / (1 - p), top = floor((count + 1) * p), alpha = (2.83 + 5.1 / b) * spread
    cdef double u, v, side, k, bound
    while True:
        u = unit(source) - 0.5
        v = unit(source)
        side = 0.5 - fabs(u)
        k = floor((2 * a / side + b) * u + count * p + 0.5) if side else -1
        if side >= 0.07 and v <= 0.92 - 4.2 / b:
            return k
        if k < 0 or k > count:
            continue
        bound = (
            (top + 0.5) * log((top + 1) / (odds * (count - top + 1)))
            + (count + 1) * log((count - top + 1) / (count - k + 1))
            + (k + 0.5) * log(odds * (count - k + 1) / (k + 1))
            + tail(top) + tail(count - top) - tail(k) - tail(count - k)
        )
        if log(v * alpha / (a / (side * side) + b)) <= bound:
            return k


cdef double binomial(double count, double p, Source* source) noexcept nogil:
    if isnan(count) or isnan(p):  # PyTorch loops forever here
        return NAN
    if count <= 0 or p <= 0:
        return 0.0
    if p >= 1:
        return count
    if p > 0.5:
        return count - binomial(count, 1 - p, source)
    return large_binomial(count, p, source) if count * p >= 10 else counted_binomial(count, p, source)
