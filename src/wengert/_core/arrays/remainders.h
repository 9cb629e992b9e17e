/* Remainders and quotients that are rounded down, of floats and integers: Note [Remainders in vectors] of
   pair_loops.pyx. */
#if !defined(LOOPS)

#include "number_bits.h"

EACH double floor_of_d(double x) { const double n = nearest(x); return n > x ? n - 1.0 : n; }
EACH float floor_of_f(float x) { return (float)floor_of_d(x); }

EACH int tame_to_divide_f(float x, float y) {
    return (fabsf(x) < 268435456.0f * fabsf(y)) & (fabsf(y) < INFINITY);
}
EACH float fmod_of_tame_f(float x, float y) {
    const double size = fabsf(x), by = fabsf(y);
    double r = size - nearest(size / by) * by;
    r = size < by ? size : r;
    return signed_f((float)(r < 0.0 ? r + by : r), x);
}
EACH int tame_to_divide_d(double x, double y) {
    return (fabs(x) < 1125899906842624.0 * fabs(y)) & (fabs(x) < 1e290) & (fabs(y) > 1e-240) & (fabs(y) < 1e290);
}
EACH double fmod_of_tame_d(double x, double y) {
    const double size = fabs(x), by = fabs(y);
    double error, r = size - product_of(nearest(size / by), by, &error);
    r = size < by ? size : r - error;
    return signed_d(r < 0.0 ? r + by : r, x);
}

/* Integers, as doubles if these are exact. */
EACH double wide_i(npy_int32 x) { return (double)x; }
EACH npy_int32 narrow_i(double x) { return (npy_int32)(uint32_t)bits_d(x + WHOLE_D); }  /* 2**31 wraps around */
EACH double wide_l(npy_int64 x) { return of_bits_d((uint64_t)x + 0x4338000000000000u) - WHOLE_D; }
EACH npy_int64 narrow_l(double x) { return (npy_int64)(bits_d(x + WHOLE_D) - 0x4338000000000000u); }
EACH int tame_to_divide_i(npy_int32 x, npy_int32 y) { return y != 0; }
EACH int tame_to_divide_l(npy_int64 x, npy_int64 y) {
    return (y != 0) & ((uint64_t)x + 0x4000000000000u < 0x8000000000000u) &
           ((uint64_t)y + 0x4000000000000u < 0x8000000000000u);
}

#define LOOPS "remainders.h"
#define WITH_INTEGERS
#include "each_real.h"
#undef WITH_INTEGERS
#undef LOOPS

#elif !defined(WHOLE_NUMBERS)

EACH REAL FORMULA(fmod_of)(REAL x, REAL y) { return MATH(fmod)(x, y); }

/* Of C's remainder m: the one of the division that rounds down, and its quotient. */
EACH int FORMULA(other)(REAL m, REAL y) { return (m != 0) & ((m < 0) != (y < 0)); }
EACH REAL FORMULA(remainder)(REAL m, REAL y) {
    return y == 0 ? m : m == 0 ? FORMULA(signed)(m, y) : FORMULA(other)(m, y) ? m + y : m;
}
EACH REAL FORMULA(exact_quotient)(REAL x, REAL y, REAL m) {
    const REAL exact = (x - m) / y;
    return FORMULA(other)(m, y) ? exact - 1 : exact;
}
EACH REAL FORMULA(rounded)(REAL x, REAL y, REAL q, REAL low) {
    return q == 0 ? FORMULA(signed)(q, x / y) : q - low > (REAL)0.5 ? low + 1 : low;
}
EACH REAL FORMULA(remainder_of_tame)(REAL x, REAL y) { return FORMULA(remainder)(FORMULA(fmod_of_tame)(x, y), y); }
EACH REAL FORMULA(remainder_of)(REAL x, REAL y) { return FORMULA(remainder)(FORMULA(fmod_of)(x, y), y); }
EACH REAL FORMULA(floor_divide_of_tame)(REAL x, REAL y) {
    const REAL q = FORMULA(exact_quotient)(x, y, FORMULA(fmod_of_tame)(x, y));
    return FORMULA(rounded)(x, y, q, FORMULA(floor_of)(q));
}
EACH REAL FORMULA(floor_divide_of)(REAL x, REAL y) {
    const REAL q = FORMULA(exact_quotient)(x, y, FORMULA(fmod_of)(x, y));
    return y == 0 ? x / y : FORMULA(rounded)(x, y, q, MATH(floor)(q));  /* floor() is exact for large numbers, too */
}

#else

EACH REAL FORMULA(fmod_of_tame)(REAL x, REAL y) {
    const double a = FORMULA(wide)(x), b = FORMULA(wide)(y), r = a - nearest(a / b) * b;
    return FORMULA(narrow)((((r < 0.0) != (a < 0.0)) & (r != 0.0)) ? r + ((b < 0.0) == (r < 0.0) ? -b : b) : r);
}
EACH REAL FORMULA(remainder_of_tame)(REAL x, REAL y) {
    const double a = FORMULA(wide)(x), b = FORMULA(wide)(y), r = a - nearest(a / b) * b;
    return FORMULA(narrow)((((r < 0.0) != (b < 0.0)) & (r != 0.0)) ? r + b : r);
}
EACH REAL FORMULA(floor_divide_of_tame)(REAL x, REAL y) {
    const double a = FORMULA(wide)(x), b = FORMULA(wide)(y), q = nearest(a / b), r = a - q * b;
    return FORMULA(narrow)((((r < 0.0) != (b < 0.0)) & (r != 0.0)) ? q - 1.0 : q);
}
EACH REAL FORMULA(fmod_of)(REAL x, REAL y) { return y == 0 || y == -1 ? 0 : x % y; }
EACH REAL FORMULA(remainder_of)(REAL x, REAL y) {
    const REAL m = FORMULA(fmod_of)(x, y);
    return m != 0 && (m < 0) != (y < 0) ? m + y : m;
}
/* The quotient of the least number by -1 does not exist: it wraps around. */
EACH REAL FORMULA(floor_divide_of)(REAL x, REAL y) {
    if (y == 0) return 0;
    if (y == -1) return (REAL)(0 - (UNSIGNED)x);
    return x / y - (x % y != 0 && (x < 0) != (y < 0));
}

#endif
