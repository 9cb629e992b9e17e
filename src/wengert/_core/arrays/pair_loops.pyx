# cython: boundscheck=False, wraparound=False
"""Functions of two numbers, as NumPy's universal functions whose loops are here: remainders, quotients that are rounded
down, and what C's library computes one number at a time.

``pair_loops.py`` leaves them to NumPy, in the pure build. The remainders and quotients have NumPy's bits.

Note [Remainders in vectors]. A quotient is rounded to the nearest integer, and its product with the divisor is
subtracted. That is exact: in twice the precision, or as a product of halves (Dekker, "A floating-point technique for
extending the available precision", 1971). What is left has the right size, and perhaps the wrong sign: then the divisor
is added once. This holds for tame numbers: the quotient is below the integers that the precision has, and nothing
overflows. Other numbers are computed one at a time.
"""

cimport numpy as cnp

cimport wengert._core.arrays.widths  # its C code says which vectors there are
from .c_numpy cimport real

cnp.import_array()
cnp.import_ufunc()

cdef extern from *:
    """
    #include <fenv.h>
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

    #define WARNED (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW)  /* of which NumPy warns */
    #define STRIP 64  /* pairs that are tame or not together */
    #define WHOLE 6755399441055744.0  /* what is added to this is rounded to an integer, which the last bits then have */

    EACH float of_bits_f(int32_t i) { float x; memcpy(&x, &i, 4); return x; }
    EACH int32_t bits_f(float x) { int32_t i; memcpy(&i, &x, 4); return i; }
    EACH double of_bits_d(int64_t i) { double x; memcpy(&x, &i, 8); return x; }
    EACH int64_t bits_d(double x) { int64_t i; memcpy(&i, &x, 8); return i; }
    EACH float signed_f(float x, float sign) {
        return of_bits_f((bits_f(x) & INT32_MAX) | (bits_f(sign) & INT32_MIN));
    }
    EACH double signed_d(double x, double sign) {
        return of_bits_d((bits_d(x) & INT64_MAX) | (bits_d(sign) & INT64_MIN));
    }
    EACH double nearest(double x) { return (x + WHOLE) - WHOLE; }
    EACH double below_d(double x) { const double n = nearest(x); return n > x ? n - 1.0 : n; }
    EACH float below_f(float x) { return (float)below_d(x); }

    /* product + error is x * y. */
    EACH double product_of(double x, double y, double* error) {
        const double p = x * y, u = x * 134217729.0, v = y * 134217729.0;
        const double high = u - (u - x), top = v - (v - y), low = x - high, rest = y - top;
        *error = low * rest - (((p - high * top) - low * top) - high * rest);
        return p;
    }

    EACH int tame_f(float x, float y) {
        return (fabsf(x) < 268435456.0f * fabsf(y)) & (fabsf(y) < INFINITY);
    }
    EACH float fmod_tame_f(float x, float y) {
        const double size = fabsf(x), by = fabsf(y);
        double r = size - nearest(size / by) * by;
        r = size < by ? size : r;
        return signed_f((float)(r < 0.0 ? r + by : r), x);
    }
    EACH int tame_d(double x, double y) {
        return (fabs(x) < 1125899906842624.0 * fabs(y)) & (fabs(x) < 1e290) & (fabs(y) > 1e-240) & (fabs(y) < 1e290);
    }
    EACH double fmod_tame_d(double x, double y) {
        const double size = fabs(x), by = fabs(y);
        double error, r = size - product_of(nearest(size / by), by, &error);
        r = size < by ? size : r - error;
        return signed_d(r < 0.0 ? r + by : r, x);
    }

    /* Of C's remainder m: the one of the division that rounds down, and its quotient. */
    #define FLOORED(real, s)                                                                                          \
        EACH real remainder_##s(real m, real y) {                                                                     \
            const int other = (m != 0) & ((m < 0) != (y < 0));                                                        \
            return y == 0 ? m : m == 0 ? signed_##s(m, y) : other ? m + y : m;                                        \
        }                                                                                                             \
        EACH real quotient_##s(real x, real y, real m) {                                                              \
            const int other = (m != 0) & ((m < 0) != (y < 0));                                                        \
            const real exact = (x - m) / y, q = other ? exact - 1 : exact, low = below_##s(q);                        \
            return q == 0 ? signed_##s(q, x / y) : q - low > (real)0.5 ? low + 1 : low;                               \
        }                                                                                                             \
        EACH real remainder_tame_##s(real x, real y) { return remainder_##s(fmod_tame_##s(x, y), y); }                \
        EACH real quotient_tame_##s(real x, real y) { return quotient_##s(x, y, fmod_tame_##s(x, y)); }
    FLOORED(float, f)
    FLOORED(double, d)
    EACH float fmod_any_f(float x, float y) { return fmodf(x, y); }
    EACH double fmod_any_d(double x, double y) { return fmod(x, y); }
    EACH float remainder_any_f(float x, float y) { return remainder_f(fmodf(x, y), y); }
    EACH double remainder_any_d(double x, double y) { return remainder_d(fmod(x, y), y); }
    /* floor() is exact for numbers that WHOLE would not round, too. */
    #define ANY_QUOTIENT(real, s, mod, floor)                                                                         \
        EACH real quotient_any_##s(real x, real y) {                                                                  \
            const real m = mod(x, y);                                                                                 \
            const int other = (m != 0) & ((m < 0) != (y < 0));                                                        \
            const real exact = (x - m) / y, q = other ? exact - 1 : exact, low = floor(q);                            \
            return y == 0 ? x / y : q == 0 ? signed_##s(q, x / y) : q - low > (real)0.5 ? low + 1 : low;              \
        }
    ANY_QUOTIENT(float, f, fmodf, floorf)
    ANY_QUOTIENT(double, d, fmod, floor)

    /* Integers, as doubles if these are exact. */
    EACH double wide_i(int32_t x) { return (double)x; }
    EACH int32_t narrow_i(double x) { return (int32_t)x; }
    EACH double wide_l(int64_t x) { return of_bits_d(x + 0x4338000000000000) - WHOLE; }
    EACH int64_t narrow_l(double x) { return bits_d(x + WHOLE) - 0x4338000000000000; }
    EACH int tame_i(int32_t x, int32_t y) { return y != 0; }
    EACH int tame_l(int64_t x, int64_t y) {
        return (y != 0) & ((uint64_t)x + 0x4000000000000u < 0x8000000000000u) &
               ((uint64_t)y + 0x4000000000000u < 0x8000000000000u);
    }
    #define INTEGERS(whole, s)                                                                                        \
        EACH whole fmod_tame_##s(whole x, whole y) {                                                                  \
            const double a = wide_##s(x), b = wide_##s(y), r = a - nearest(a / b) * b;                                \
            return narrow_##s(((r < 0.0) != (a < 0.0)) & (r != 0.0) ? r + ((b < 0.0) == (r < 0.0) ? -b : b) : r);       \
        }                                                                                                             \
        EACH whole remainder_tame_##s(whole x, whole y) {                                                             \
            const double a = wide_##s(x), b = wide_##s(y), r = a - nearest(a / b) * b;                                \
            return narrow_##s(((r < 0.0) != (b < 0.0)) & (r != 0.0) ? r + b : r);                                       \
        }                                                                                                             \
        EACH whole quotient_tame_##s(whole x, whole y) {                                                              \
            const double a = wide_##s(x), b = wide_##s(y), q = nearest(a / b), r = a - q * b;                         \
            return narrow_##s(((r < 0.0) != (b < 0.0)) & (r != 0.0) ? q - 1.0 : q);                                     \
        }                                                                                                             \
        EACH whole fmod_any_##s(whole x, whole y) { return y == 0 || y == -1 ? 0 : x % y; }                           \
        EACH whole remainder_any_##s(whole x, whole y) {                                                              \
            const whole m = fmod_any_##s(x, y);                                                                       \
            return m != 0 && (m < 0) != (y < 0) ? m + y : m;                                                          \
        }
    INTEGERS(int32_t, i)
    INTEGERS(int64_t, l)
    /* The quotient of the least number by -1 does not exist: it wraps around. */
    #define ANY_WHOLE_QUOTIENT(whole, unsigned, s)                                                                    \
        EACH whole quotient_any_##s(whole x, whole y) {                                                               \
            if (y == 0) return 0;                                                                                     \
            if (y == -1) return (whole)(0 - (unsigned)x);                                                             \
            return x / y - (x % y != 0 && (x < 0) != (y < 0));                                                        \
        }
    ANY_WHOLE_QUOTIENT(int32_t, uint32_t, i)
    ANY_WHOLE_QUOTIENT(int64_t, uint64_t, l)

    /* The root is corrected by what its square leaves (Borges, "An improved algorithm for hypot(a,b)", 2019). */
    EACH int always_f(float x, float y) { return 1; }
    EACH int always_d(double x, double y) { return 1; }
    EACH float hypot_f(float x, float y) {
        const double a = x, b = y;
        const float h = (float)sqrt(a * a + b * b);
        return (fabsf(x) == INFINITY) | (fabsf(y) == INFINITY) ? INFINITY : h;
    }
    EACH int tame_hypot_d(double x, double y) {
        const double a = fabs(x), b = fabs(y), top = a > b ? a : b;
        return (x == x) & (y == y) & (top < 1e150) & (top > 1e-140);
    }
    EACH double hypot_tame_d(double x, double y) {
        const double a = fabs(x), b = fabs(y), top = a > b ? a : b, low = a > b ? b : a;
        double e, f, g, h, p, q, s;
        p = product_of(top, top, &e), q = product_of(low, low, &f);
        h = sqrt(p + q);
        s = product_of(h, h, &g);
        return h + ((((p - s) + q) + (e - g)) + f) / (2.0 * h);
    }
    EACH double hypot_any_d(double x, double y) { return tame_hypot_d(x, y) ? hypot_tame_d(x, y) : hypot(x, y); }

    #define NEXT(real, whole, s)                                                                                      \
        EACH real next_##s(real x, real y) {                                                                          \
            const real away = of_bits_##s(bits_##s(x) + ((x < y) == (x > 0) ? 1 : -1));                               \
            const real first = signed_##s(of_bits_##s(1), y);                                                         \
            return (x != x) | (y != y) ? x + y : x == y ? y : x == 0 ? first : away;                                  \
        }
    NEXT(float, int32_t, f)
    NEXT(double, int64_t, d)

    typedef void (*Pairs)(const void*, const void*, void*, npy_intp);
    #define PAIRS(name, code, real, tame, of_tame, of)                                                                \
        static code void name(const void* first, const void* second, void* found, npy_intp n) {                       \
            const real *x = (const real*)first, *y = (const real*)second;                                             \
            real* out = (real*)found;                                                                                 \
            npy_intp i = 0;                                                                                           \
            int k;                                                                                                    \
            for (; i + STRIP <= n; i += STRIP) {                                                                      \
                int all = 1;                                                                                          \
                for (k = 0; k < STRIP; k++) all &= tame(x[i + k], y[i + k]);                                          \
                if (all) {                                                                                            \
                    ALONE for (k = 0; k < STRIP; k++) out[i + k] = of_tame(x[i + k], y[i + k]);                       \
                } else {                                                                                              \
                    for (k = 0; k < STRIP; k++) out[i + k] = of(x[i + k], y[i + k]);                                  \
                }                                                                                                     \
            }                                                                                                         \
            for (; i < n; i++) out[i] = of(x[i], y[i]);                                                               \
        }
    #if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    #define LOOPS(name, real, tame, of_tame, of)                                                                      \
        PAIRS(name##_16, NARROW_CODE, real, tame, of_tame, of)                                                        \
        PAIRS(name##_32, WIDE_CODE, real, tame, of_tame, of)                                                          \
        static Pairs name(void) { return HAS_WIDE ? name##_32 : name##_16; }
    #else
    #define LOOPS(name, real, tame, of_tame, of)                                                                      \
        PAIRS(name##_16, NARROW_CODE, real, tame, of_tame, of)                                                        \
        static Pairs name(void) { return name##_16; }
    #endif
    #define DIVISIONS(real, s)                                                                                        \
        LOOPS(fmod_loop_##s, real, tame_##s, fmod_tame_##s, fmod_any_##s)                                             \
        LOOPS(remainder_loop_##s, real, tame_##s, remainder_tame_##s, remainder_any_##s)                              \
        LOOPS(quotient_loop_##s, real, tame_##s, quotient_tame_##s, quotient_any_##s)
    DIVISIONS(float, f)
    DIVISIONS(double, d)
    DIVISIONS(int32_t, i)
    DIVISIONS(int64_t, l)
    LOOPS(hypot_loop_f, float, always_f, hypot_f, hypot_f)
    LOOPS(hypot_loop_d, double, tame_hypot_d, hypot_tame_d, hypot_any_d)
    LOOPS(next_loop_f, float, always_f, next_f, next_f)
    LOOPS(next_loop_d, double, always_d, next_d, next_d)
    """
    ctypedef void (*Pairs)(const void*, const void*, void*, cnp.npy_intp) noexcept nogil
    Pairs fmod_loop_f() nogil
    Pairs fmod_loop_d() nogil
    Pairs fmod_loop_i() nogil
    Pairs fmod_loop_l() nogil
    Pairs remainder_loop_f() nogil
    Pairs remainder_loop_d() nogil
    Pairs remainder_loop_i() nogil
    Pairs remainder_loop_l() nogil
    Pairs quotient_loop_f() nogil
    Pairs quotient_loop_d() nogil
    Pairs quotient_loop_i() nogil
    Pairs quotient_loop_l() nogil
    Pairs hypot_loop_f() nogil
    Pairs hypot_loop_d() nogil
    Pairs next_loop_f() nogil
    Pairs next_loop_d() nogil
    int fetestexcept(int) nogil
    int feclearexcept(int) nogil
    int WARNED

cdef enum:
    SOME = 256  # pairs with gaps that are computed at once
    FUNCTIONS = 5
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
    if fetestexcept(WARNED):
        feclearexcept(WARNED)  # the flags of a processor are those of vectors, too


cdef inline void copy(const char* x, cnp.npy_intp by, char* out, cnp.npy_intp to, cnp.npy_intp n, real unused) noexcept nogil:
    cdef cnp.npy_intp i
    for i in range(n):
        (<real*>(out + i * to))[0] = (<real*>(x + i * by))[0]


cdef cnp.PyUFuncGenericFunction loops[KINDS]
cdef void* data[FUNCTIONS][KINDS]
cdef char types[3 * KINDS]
loops[0] = loops[2] = <cnp.PyUFuncGenericFunction>on_floats
loops[1] = loops[3] = <cnp.PyUFuncGenericFunction>on_doubles
for _i in range(3):
    types[_i], types[3 + _i] = cnp.NPY_FLOAT, cnp.NPY_DOUBLE
    types[6 + _i], types[9 + _i] = cnp.NPY_INT32, cnp.NPY_INT64


cdef object function(int at, const char* name, Pairs f, Pairs d, Pairs i=NULL, Pairs l=NULL):
    """A universal function of floats, and of integers if there are loops for them. It is never freed."""
    data[at][0], data[at][1], data[at][2], data[at][3] = <void*>f, <void*>d, <void*>i, <void*>l
    return cnp.PyUFunc_FromFuncAndData(
        loops, data[at], types, 2 if i == NULL else 4, 2, 1, cnp.PyUFunc_None, name, NULL, 0
    )


fmod = function(0, b"fmod", fmod_loop_f(), fmod_loop_d(), fmod_loop_i(), fmod_loop_l())
remainder = function(1, b"remainder", remainder_loop_f(), remainder_loop_d(), remainder_loop_i(), remainder_loop_l())
floor_divide = function(
    2, b"floor_divide", quotient_loop_f(), quotient_loop_d(), quotient_loop_i(), quotient_loop_l()
)
hypot = function(3, b"hypot", hypot_loop_f(), hypot_loop_d())
nextafter = function(4, b"nextafter", next_loop_f(), next_loop_d())
