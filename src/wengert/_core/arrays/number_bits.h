/* The bits of numbers, what is exact, and the flags of the processor. */
#ifndef WENGERT_NUMBER_BITS_H
#define WENGERT_NUMBER_BITS_H

#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "widths.h"

EACH float of_bits_f(uint32_t i) { float x; memcpy(&x, &i, 4); return x; }
EACH uint32_t bits_f(float x) { uint32_t i; memcpy(&i, &x, 4); return i; }
EACH double of_bits_d(uint64_t i) { double x; memcpy(&x, &i, 8); return x; }
EACH uint64_t bits_d(double x) { uint64_t i; memcpy(&i, &x, 8); return i; }
EACH float signed_f(float x, float sign) { return of_bits_f((bits_f(x) & INT32_MAX) | (bits_f(sign) & ~INT32_MAX)); }
EACH double signed_d(double x, double sign) { return of_bits_d((bits_d(x) & INT64_MAX) | (bits_d(sign) & ~INT64_MAX)); }

/* Negative if the size of x is below that of the positive number limit: so vectors need no comparison. */
EACH int32_t below_f(float x, float limit) { return (int32_t)((bits_f(x) & INT32_MAX) - bits_f(limit)); }
EACH int64_t below_d(double x, double limit) { return (int64_t)((bits_d(x) & INT64_MAX) - bits_d(limit)); }

/* What is added to one of these is rounded to an integer, which the last bits then have. */
#define WHOLE_F 12582912.0f
#define WHOLE_D 6755399441055744.0
EACH double nearest(double x) { return (x + WHOLE_D) - WHOLE_D; }

/* The logarithm of e to base 2. */
#define LOG2_E 1.44269504f
#define LOG2_E_D 1.4426950408889634

/* The logarithm of 2, and in two parts. The first has few bits: its products with exponents are exact. */
#define LN2 0.693147182f
#define LN2_D 0.6931471805599453
#define LN2_HIGH 0.693145752f
#define LN2_LOW 1.42860677e-6f
#define LN2_HIGH_D 0.6931471803691238
#define LN2_LOW_D 1.9082149292705877e-10

/* Half of pi, and how much too small it is. */
#define HALF_PI_D 1.5707963267948966
#define MORE_OF_PI_D 6.123233995736766e-17

/* product + error is x * y. */
EACH double product_of(double x, double y, double* error) {
    const double p = x * y, u = x * 134217729.0, v = y * 134217729.0;
    const double high = u - (u - x), top = v - (v - y), low = x - high, rest = y - top;
    *error = low * rest - (((p - high * top) - low * top) - high * rest);
    return p;
}

/* NumPy warns of these flags. A vector raises them for lanes that are not used, too. */
static inline void forget_warnings(void) {
    const int flags = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW;
    if (fetestexcept(flags)) feclearexcept(flags);
}

#endif
