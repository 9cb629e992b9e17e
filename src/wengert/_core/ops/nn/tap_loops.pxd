cimport numpy as cnp

from ...arrays.c_numpy cimport real

cdef object F32
cdef object dense(a, object dtype, int dims)
cdef object float_of(a)
cdef cnp.npy_intp entries_of(cnp.ndarray a, int dims) noexcept
cdef int kind_of(object dtype) noexcept

ctypedef fused whole_number:
    cnp.npy_int32
    cnp.npy_int64

cdef enum:
    FOUR = 4  # channels that are sampled at once, so that places and weights are read less often


cdef inline real entry(const real* x, cnp.npy_intp at) noexcept nogil:
    return x[at] if at >= 0 else 0


cdef inline void sample_some(const real* x, cnp.npy_intp size, cnp.npy_intp channels, const whole_number* places,
                             const real* w, cnp.npy_intp taps, cnp.npy_intp step, cnp.npy_intp count, real* out,
                             cnp.npy_intp length) noexcept nogil:
    """At most four channels of an example at ``count`` positions. From one tap of a position to the next it is a step."""
    cdef cnp.npy_intp c, k, p, at
    cdef real weight, a, b, d, e
    if channels == FOUR:
        for p in range(count):
            a = b = d = e = 0
            for k in range(taps):
                at, weight = places[k * step + p], w[k * step + p]
                if at < 0:  # of a zero
                    at, weight = 0, 0 * weight
                    a, b, d, e = a + weight, b + weight, d + weight, e + weight
                else:
                    a += x[at] * weight
                    b += x[at + size] * weight
                    d += x[at + 2 * size] * weight
                    e += x[at + 3 * size] * weight
            out[p], out[p + length], out[p + 2 * length], out[p + 3 * length] = a, b, d, e
        return
    for c in range(channels):
        for p in range(count):
            a = 0
            for k in range(taps):
                a += entry(x, places[k * step + p]) * w[k * step + p]
            out[p] = a
        x += size
        out += length
