/* exp, expm1 and the sigmoid function; and an exp in double precision, for functions of float32 numbers. */
#ifndef WENGERT_EXPONENTIALS_H
#define WENGERT_EXPONENTIALS_H

#include "number_bits.h"

/* The coefficients make the largest relative error as small as possible. */

#define LOG2_E 1.44269504f

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

/* exp(x), for x from -700 to 700. Its error is a few times 1e-9. */
EACH double exp_in_double(double x) {
    const double t = x * 1.4426950408889634 + WHOLE_D, r = x - (t - WHOLE_D) * 0.6931471805599453;
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
