/* exp, exp2, expm1, the sigmoid function and those of hyperbolas; and a short exp in double precision, for functions of float32 numbers. */
#ifndef WENGERT_EXPONENTIALS_H
#define WENGERT_EXPONENTIALS_H

#include "number_bits.h"

/* The coefficients make the largest relative error as small as possible. */

/* x is halvings * log(2) + the rest, of which the result is exp(rest) - 1. */
EACH float grown(float x, float halvings) {
    const float r = (x - halvings * LN2_HIGH) - halvings * LN2_LOW, s = r * r;
    return r + s * ((0.5000000095f + 0.166665186f * r) +
                    s * ((0.0416662054f + 0.008368917652f * r) + s * 0.001395052398f));
}

EACH int32_t tame_for_exp_f(float x) { return below_f(x, 87.0f); }
EACH int32_t tame_for_expm1_f(float x) { return tame_for_exp_f(x); }
EACH int32_t tame_for_sigmoid_f(float x) { return tame_for_exp_f(x); }
EACH float exp_of_tame_f(float x) {
    const float t = x * LOG2_E + WHOLE_F;
    return of_bits_f(bits_f(1.0f + grown(x, t - WHOLE_F)) + (bits_f(t) << 23));
}
EACH float exp_of_f(float x) {
    float t;
    int32_t k, half;
    x = x > 89.0f ? 89.0f : x;
    x = x < -104.0f ? -104.0f : x;
    t = x * LOG2_E + WHOLE_F;
    k = (int32_t)(bits_f(t) - bits_f(WHOLE_F)), half = k >> 1;  /* in two steps: 2 ** k may leave the range */
    return (1.0f + grown(x, t - WHOLE_F)) * of_bits_f((uint32_t)(half + 127) << 23) *
           of_bits_f((uint32_t)(k - half + 127) << 23);
}

EACH float expm1_of_tame_f(float x) {
    const float t = x * LOG2_E + WHOLE_F, scale = of_bits_f((bits_f(t) + 127) << 23);
    return signed_f(scale * grown(x, t - WHOLE_F) + (scale - 1.0f), x);
}
EACH float expm1_of_f(float x) {
    const float low = x < -30.0f ? -30.0f : x;  /* beyond both, 1 is nothing, or exp is */
    return x > 87.0f ? exp_of_f(x) : expm1_of_tame_f(low);
}

EACH float sigmoid_of_tame_f(float x) { return 1.0f / (1.0f + exp_of_tame_f(-x)); }
EACH float sigmoid_of_f(float x) { return 1.0f / (1.0f + exp_of_f(-x)); }

/* Of an integer the rest is 0, and the result exact. */
EACH int32_t tame_for_exp2_f(float x) { return below_f(x, 126.0f); }
EACH float exp2_of_tame_f(float x) {
    const float t = x + WHOLE_F;
    return of_bits_f(bits_f(1.0f + grown((x - (t - WHOLE_F)) * LN2, 0.0f)) + (bits_f(t) << 23));
}
EACH float exp2_of_f(float x) {
    float t;
    int32_t k, half;
    x = x > 129.0f ? 129.0f : x;
    x = x < -151.0f ? -151.0f : x;
    t = x + WHOLE_F;
    k = (int32_t)(bits_f(t) - bits_f(WHOLE_F)), half = k >> 1;
    return (1.0f + grown((x - (t - WHOLE_F)) * LN2, 0.0f)) * of_bits_f((uint32_t)(half + 127) << 23) *
           of_bits_f((uint32_t)(k - half + 127) << 23);
}

/* The same in float64. */
EACH double grown_by_d(double r) {
    double p = 2.0924471768269062e-09;
    p = p * r + 2.510907511392383e-08;
    p = p * r + 2.755724266796478e-07;
    p = p * r + 2.755724410222062e-06;
    p = p * r + 2.4801587360662053e-05;
    p = p * r + 0.00019841269886230136;
    p = p * r + 0.0013888888888866787;
    p = p * r + 0.008333333333321591;
    p = p * r + 0.0416666666666667;
    p = p * r + 0.16666666666666677;
    p = p * r + 0.5;
    return r + r * r * p;
}
EACH double grown_d(double x, double halvings) { return grown_by_d((x - halvings * LN2_HIGH_D) - halvings * LN2_LOW_D); }

EACH int64_t tame_for_exp_d(double x) { return below_d(x, 708.0); }
EACH int64_t tame_for_expm1_d(double x) { return tame_for_exp_d(x); }
EACH int64_t tame_for_sigmoid_d(double x) { return tame_for_exp_d(x); }
EACH double exp_of_tame_d(double x) {
    const double t = x * LOG2_E_D + WHOLE_D;
    return of_bits_d(bits_d(1.0 + grown_d(x, t - WHOLE_D)) + (bits_d(t) << 52));
}
EACH double power_of_two(double k) { return of_bits_d((bits_d(k + WHOLE_D) + 1023) << 52); }
EACH double exp_of_d(double x) {
    double t, k, half;
    x = x > 710.0 ? 710.0 : x;
    x = x < -746.0 ? -746.0 : x;
    t = x * LOG2_E_D + WHOLE_D, k = t - WHOLE_D, half = nearest(k * 0.5);  /* in two steps, as exp_of_f */
    return (1.0 + grown_d(x, k)) * power_of_two(half) * power_of_two(k - half);
}

EACH double expm1_of_tame_d(double x) {
    const double t = x * LOG2_E_D + WHOLE_D, scale = of_bits_d((bits_d(t) + 1023) << 52);
    return signed_d(scale * grown_d(x, t - WHOLE_D) + (scale - 1.0), x);
}
EACH double expm1_of_d(double x) {
    const double low = x < -50.0 ? -50.0 : x;
    return x > 708.0 ? exp_of_d(x) : expm1_of_tame_d(low);
}

EACH int64_t tame_for_exp2_d(double x) { return below_d(x, 1022.0); }
EACH double exp2_of_tame_d(double x) {
    const double t = x + WHOLE_D;
    return of_bits_d(bits_d(1.0 + grown_by_d((x - (t - WHOLE_D)) * LN2_D)) + (bits_d(t) << 52));
}
EACH double exp2_of_d(double x) {
    double k, half;
    x = x > 1025.0 ? 1025.0 : x;
    x = x < -1080.0 ? -1080.0 : x;
    k = nearest(x), half = nearest(k * 0.5);
    return (1.0 + grown_by_d((x - k) * LN2_D)) * power_of_two(half) * power_of_two(k - half);
}

EACH double sigmoid_of_tame_d(double x) { return 1.0 / (1.0 + exp_of_tame_d(-x)); }
EACH double sigmoid_of_d(double x) { return 1.0 / (1.0 + exp_of_d(-x)); }

/* From the exponential of twice the size. Beyond 20 the result is 1. */
EACH double tanh_of_d(double x) {
    const double size = fabs(x), e = expm1_of_tame_d(size > 20.0 ? 40.0 : size + size);
    return signed_d(e / (e + 2.0), x);
}

EACH int64_t tame_for_sinh_d(double x) { return tame_for_exp_d(x); }
EACH int64_t tame_for_cosh_d(double x) { return tame_for_exp_d(x); }
EACH double sinh_of_tame_d(double x) {
    const double e = expm1_of_tame_d(fabs(x));
    return signed_d(0.5 * (e + e / (e + 1.0)), x);
}
EACH double cosh_of_tame_d(double x) {
    const double e = exp_of_tame_d(fabs(x));
    return 0.5 * e + 0.5 / e;
}
/* Far from 0 these are half an exponential, which may be finite where the whole one is not. */
EACH double sinh_of_d(double x) {
    const double size = fabs(x), half = exp_of_d(0.5 * size);
    return size > 700.0 ? signed_d(half * (0.5 * half), x) : sinh_of_tame_d(x);
}
EACH double cosh_of_d(double x) {
    const double size = fabs(x), half = exp_of_d(0.5 * size);
    return size > 700.0 ? half * (0.5 * half) : cosh_of_tame_d(x);
}

/* exp(x), for x from -700 to 700. Its error is a few times 1e-9. */
EACH double exp_in_double(double x) {
    const double t = x * LOG2_E_D + WHOLE_D, r = x - (t - WHOLE_D) * LN2_D;
    double p = 0.0013836835767012164;
    p = p * r + 0.0083748220807617;
    p = p * r + 0.0416682260848252;
    p = p * r + 0.16666420095492324;
    p = p * r + 0.4999999207602374;
    p = p * r + 1.0000000363395605;
    p = p * r + 1.0000000005545133;
    return of_bits_d(bits_d(p) + (bits_d(t) << 52));
}

#endif
