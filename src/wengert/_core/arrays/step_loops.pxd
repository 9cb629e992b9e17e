# cython: boundscheck=False, wraparound=False, cdivision=True
"""Loops of steps of programs for which NumPy has no inner loop, or a slow one. They are called as NumPy's inner loops."""

cimport numpy as cnp
from libc.math cimport copysign, fabs, floor, isinf
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from "math.h":
    float fmodf(float, float) nogil

ctypedef fused bits:
    uint32_t
    uint64_t


cdef inline void select(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* width) noexcept nogil:
    """``where``, which is not a ufunc. It copies bits, whatever they mean."""
    if <size_t>width == 4:
        selected[uint32_t](at[0], at[1], at[2], <uint32_t*>at[3], n[0], by)
    else:
        selected[uint64_t](at[0], at[1], at[2], <uint64_t*>at[3], n[0], by)


cdef inline void selected(const char* which, const char* a, const char* b, bits* out, cnp.npy_intp n,
                          const cnp.npy_intp* by) noexcept nogil:
    cdef cnp.npy_intp i, w = sizeof(bits)
    if by[0] == 1 and by[1] == w and by[2] == w:
        chosen(<uint8_t*>which, <bits*>a, <bits*>b, out, n, 1, 1)
    elif by[0] == 1 and by[1] == w and by[2] == 0:
        chosen(<uint8_t*>which, <bits*>a, <bits*>b, out, n, 1, 0)
    elif by[0] == 1 and by[1] == 0 and by[2] == w:
        chosen(<uint8_t*>which, <bits*>a, <bits*>b, out, n, 0, 1)
    elif by[0] == 1 and by[1] == 0 and by[2] == 0:
        chosen(<uint8_t*>which, <bits*>a, <bits*>b, out, n, 0, 0)
    else:
        for i in range(n):
            chosen(<uint8_t*>which + i * by[0], <bits*>(a + i * by[1]), <bits*>(b + i * by[2]), out + i, 1, 0, 0)


cdef inline void chosen(const uint8_t* which, const bits* a, const bits* b, bits* out, cnp.npy_intp n,
                        const cnp.npy_intp step_a, const cnp.npy_intp step_b) noexcept nogil:
    """``out = where(which, a, b)``, without a branch: of random signs a processor guesses half of the branches wrong."""
    cdef cnp.npy_intp i
    cdef bits x, y
    for i in range(n):
        x = a[i * step_a]
        y = b[i * step_b]
        out[i] = y ^ ((x ^ y) & (0 - <bits>(which[i] != 0)))


cdef inline void copy_signs(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* width) noexcept nogil:
    """``copysign``, of which NumPy's loop is not one of vectors."""
    if <size_t>width == 4:
        signed[uint32_t](at[0], by[0], at[1], by[1], <uint32_t*>at[2], n[0], <uint32_t>1 << 31)
    else:
        signed[uint64_t](at[0], by[0], at[1], by[1], <uint64_t*>at[2], n[0], <uint64_t>1 << 63)


cdef inline void signed(const char* sizes, cnp.npy_intp a, const char* signs, cnp.npy_intp b, bits* out, cnp.npy_intp n,
                        const bits sign) noexcept nogil:
    cdef cnp.npy_intp i
    if a == sizeof(bits) and b == sizeof(bits):
        for i in range(n):
            out[i] = ((<bits*>sizes)[i] & ~sign) | ((<bits*>signs)[i] & sign)
    else:
        for i in range(n):
            out[i] = ((<bits*>(sizes + i * a))[0] & ~sign) | ((<bits*>(signs + i * b))[0] & sign)


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
