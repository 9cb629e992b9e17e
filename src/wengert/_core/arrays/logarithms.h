/* log and log1p, for float32 of fused products. */
#ifndef WENGERT_LOGARITHMS_H
#define WENGERT_LOGARITHMS_H

#include "number_bits.h"

/* The bits of a normal number, less those of the square root of 1/2: above is the exponent, below the fraction. */
EACH uint32_t apart(float x) { return bits_f(x) - 0x3f3504f3u; }
EACH float exponent_of(uint32_t i) { return (float)((int32_t)i >> 23); }
/* The logarithm of the fraction + k * LN2_HIGH + low. The coefficients make the largest relative error as small as
   possible. */
EACH float log_from(uint32_t i, float k, float low) {
    const float f = of_bits_f((i & 0x7fffffu) + 0x3f3504f3u) - 1.0f, s = f * f;
    const float high = fmaf(fmaf(-0.07638367f, f, 0.12764308f), s, fmaf(-0.1316007f, f, 0.14201397f));
    float p = fmaf(fmaf(-0.16623335f, f, 0.2000124f), s, fmaf(-0.25000823f, f, 0.3333333f));
    p = fmaf(fmaf(high, s * s, p), f, -0.5f);
    return fmaf(k, LN2_HIGH, f + fmaf(s, p, low));
}

EACH int32_t tame_for_log_f(float x) { return (int32_t)((bits_f(x) - 0x00800000u) >> 1) - 0x3f800000; }
EACH float log_of_tame_f(float x) {
    const uint32_t i = apart(x);
    const float k = exponent_of(i);
    return log_from(i, k, k * LN2_LOW);
}
EACH float log_of_f(float x) {
    const int tiny = x < 1.17549435e-38f;
    const uint32_t i = apart(tiny ? x * 8388608.0f : x);
    const float k = exponent_of(i) - (tiny ? 23.0f : 0.0f);
    float y = log_from(i, k, k * LN2_LOW);
    y = x == INFINITY ? x : y;
    y = x == 0.0f ? -INFINITY : y;
    y = x < 0.0f ? NAN : y;
    return x != x ? x : y;
}

EACH int32_t tame_for_log1p_f(float x) { return -((x > -1.0f) & (x < 1e38f)); }
EACH float log1p_of_tame_f(float x) {
    const float above = 1.0f + x, lost = x - (above - 1.0f);
    const uint32_t i = apart(above);
    const float k = exponent_of(i);
    return signed_f(log_from(i, k, fmaf(k, LN2_LOW, lost / above)), x);
}
EACH float log1p_of_f(float x) {
    float y = x >= 1e38f ? log_of_f(x) : log1p_of_tame_f(x);
    y = x == -1.0f ? -INFINITY : y;
    y = x < -1.0f ? NAN : y;
    return x != x ? x : y;
}

/* The rest of the series of log((1 + s) / (1 - s)), which is 2 * s + 2 * s * u * rest(u) for u = s * s up to 1/9. */
EACH double log_rest(double u) {
    double p = 0.07815288900461426;
    p = p * u + 0.03746071897775383;
    p = p * u + 0.05422589197440007;
    p = p * u + 0.05867139530651599;
    p = p * u + 0.06667589315724629;
    p = p * u + 0.07692271982430275;
    p = p * u + 0.09090909948981357;
    p = p * u + 0.11111111099118386;
    p = p * u + 0.1428571428580005;
    p = p * u + 0.19999999999999762;
    return p * u + 0.3333333333333333;
}
/* f - log(1 + f), for f from -1/2 to 1/2. */
EACH double below_log1p(double f) {
    const double s = f / (2.0 + f), u = s * s;
    return s * (f - 2.0 * u * log_rest(u));
}
/* The exponent of a normal number and its fraction, from sqrt(1/2) to sqrt(2): the number is fraction * 2 ** exponent. */
#define ROOT_OF_HALF 0x3fe6a09e667f3bcdu
EACH double exponent_of_d(double x) {
    const uint64_t i = bits_d(x) - ROOT_OF_HALF + 0x3ff0000000000000u;
    return of_bits_d(i >> 52 | 0x4330000000000000u) - 4503599627371519.0;
}
EACH double fraction_of_d(double x) {
    return of_bits_d(((bits_d(x) - ROOT_OF_HALF) & 0xfffffffffffffu) + ROOT_OF_HALF);
}
/* log(x) + low, of a normal number. */
EACH double log_from_d(double x, double low) {
    const double k = exponent_of_d(x), f = fraction_of_d(x) - 1.0;
    return k * LN2_HIGH_D + (f - (below_log1p(f) - (k * LN2_LOW_D + low)));
}
/* The logarithm of a positive number, in double precision. */
EACH double log_in_double(double x) {
    const int tiny = x < 2.2250738585072014e-308;
    return log_from_d(tiny ? x * 18014398509481984.0 : x, 0.0) - (tiny ? 37.42994775023705 : 0.0);
}

EACH int64_t tame_for_log_d(double x) {
    return (int64_t)((bits_d(x) - 0x0010000000000000u) >> 1) - 0x3ff0000000000000;
}
EACH double log_of_tame_d(double x) { return log_from_d(x, 0.0); }
EACH double log_of_d(double x) {
    double y = log_in_double(x);
    y = x == INFINITY ? x : y;
    y = x == 0.0 ? -INFINITY : y;
    y = x < 0.0 ? NAN : y;
    return x != x ? x : y;
}

EACH int64_t tame_for_log1p_d(double x) { return -(int64_t)((x > -1.0) & (x < 1e307)); }
EACH double log1p_of_tame_d(double x) {
    const double above = 1.0 + x, lost = x - (above - 1.0);
    return signed_d(log_from_d(above, lost / above), x);
}
EACH double log1p_of_d(double x) {
    double y = x >= 1e307 ? log_of_d(x) : log1p_of_tame_d(x);
    y = x == -1.0 ? -INFINITY : y;
    y = x < -1.0 ? NAN : y;
    return x != x ? x : y;
}

/* Logarithms to another base, of float32 numbers in double precision: those of powers of two, or of ten, are whole. */
EACH float to_base(float x, double of_two, double of_e) {
    const double k = exponent_of_d(x), f = fraction_of_d(x) - 1.0;
    float y = (float)(k * of_two + (f - below_log1p(f)) * of_e);
    y = x == INFINITY ? x : y;
    y = x == 0.0f ? -INFINITY : y;
    y = x < 0.0f ? NAN : y;
    return x != x ? x : y;
}
EACH float log2_of_f(float x) { return to_base(x, 1.0, LOG2_E_D); }
EACH float log10_of_f(float x) { return to_base(x, 0.3010299956639812, 0.4342944819032518); }

/* Half the logarithm of (1 + x) / (1 - x), which is 1 + 2 * x / (1 - x). */
EACH float arctanh_of_f(float x) {
    const float size = fabsf(x), twice = size + size, rest = 1.0f - size;
    return signed_f(0.5f * log1p_of_f(size < 0.5f ? twice + twice * size / rest : twice / rest), x);
}
EACH double arctanh_of_d(double x) {
    const double size = fabs(x), twice = size + size, rest = 1.0 - size;
    return signed_d(0.5 * log1p_of_d(size < 0.5 ? twice + twice * size / rest : twice / rest), x);
}

#endif
