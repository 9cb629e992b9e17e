/* log and log1p. */
#ifndef WENGERT_LOGARITHMS_H
#define WENGERT_LOGARITHMS_H

#include "number_bits.h"

/* The bits of a normal number, less those of the square root of 1/2: above is the exponent, below the fraction. */
EACH uint32_t apart(float x) { return bits_f(x) - 0x3f3504f3u; }
EACH float exponent_of(uint32_t i) { return (float)((int32_t)i >> 23); }
/* The logarithm of the fraction + k * LN2_HIGH + low. */
EACH float log_from(uint32_t i, float k, float low) {
    const float f = of_bits_f((i & 0x7fffffu) + 0x3f3504f3u) - 1.0f, s = f * f, q = s * s;
    const float p = ((0.3333333171f - 0.2500082094f * f) + s * (0.2000122638f - 0.1662335989f * f)) +
                    q * ((0.1420177083f - 0.1316017184f * f) + s * (0.1276148625f - 0.07634412226f * f));
    return (f + ((s * f * p + low) - 0.5f * s)) + k * LN2_HIGH;
}

EACH int tame_for_log_f(float x) { return bits_f(x) - 0x00800000u < 0x7f000000u; }
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

EACH int tame_for_log1p_f(float x) { return (x > -1.0f) & (x < 1e38f); }
EACH float log1p_of_tame_f(float x) {
    const float above = 1.0f + x, lost = x - (above - 1.0f);
    const uint32_t i = apart(above);
    const float k = exponent_of(i);
    return signed_f(log_from(i, k, k * LN2_LOW + lost / above), x);
}
EACH float log1p_of_f(float x) {
    float y = x >= 1e38f ? log_of_f(x) : log1p_of_tame_f(x);
    y = x == -1.0f ? -INFINITY : y;
    y = x < -1.0f ? NAN : y;
    return x != x ? x : y;
}

#endif
