/* sin, cos and tan, of fused products. */
#ifndef WENGERT_SINES_H
#define WENGERT_SINES_H

#include "number_bits.h"

/* x less q times a half of pi, of which there are three parts. The first difference is exact, and so is one that cancels:
   next to a multiple, what is left has all its digits. All parts are positive: so -0.0 keeps its sign. */
#define OF_HALF_PI 0.636619772f
EACH float less_half_pis(float x, float q) {
    return fmaf(q, -5.39030295e-15f, fmaf(q, -7.54978942e-08f, fmaf(q, -1.57079625f, x)));
}

/* Beyond this, q has too many digits, and C's library computes one number at a time. */
EACH int32_t tame_for_sin_f(float x) { return below_f(x, 100000.0f); }
EACH int32_t tame_for_cos_f(float x) { return below_f(x, 100000.0f); }
EACH int32_t tame_for_tan_f(float x) { return below_f(x, 100000.0f); }

/* The sine of x + quarters * pi / 2. The coefficients make the largest relative errors as small as possible. */
EACH float sine_from(float x, uint32_t quarters) {
    const float t = fmaf(x, OF_HALF_PI, WHOLE_F), r = less_half_pis(x, t - WHOLE_F), s = r * r;
    const uint32_t i = bits_f(t) + quarters;
    float sine = fmaf(-0.000195149463f, s, 0.00833215844f), cosine = fmaf(2.44364346e-05f, s, -0.00138873502f);
    sine = fmaf(sine, s, -0.166666552f);
    sine = fmaf(sine * s, r, r);
    sine = of_bits_f(bits_f(sine) | (bits_f(r) & 0x80000000u));  /* -0.0 */
    cosine = fmaf(cosine, s, 0.0416666456f);
    cosine = fmaf(cosine, s, -0.5f);
    cosine = fmaf(cosine, s, 1.0f);
    return of_bits_f(bits_f(i & 1 ? cosine : sine) ^ (i << 30 & 0x80000000u));
}
EACH float sin_of_tame_f(float x) { return sine_from(x, 0); }
EACH float sin_of_f(float x) { return tame_for_sin_f(x) < 0 ? sin_of_tame_f(x) : (float)sin(x); }
EACH float cos_of_tame_f(float x) { return sine_from(x, 1); }
EACH float cos_of_f(float x) { return tame_for_cos_f(x) < 0 ? cos_of_tame_f(x) : (float)cos(x); }

EACH float tan_of_tame_f(float x) {
    const float t = fmaf(x, OF_HALF_PI, WHOLE_F), r = less_half_pis(x, t - WHOLE_F), s = r * r;
    const int odd = bits_f(t) & 1;
    float whole, lost, turned, p = fmaf(0.00438276958f, s, 7.67623715e-05f);
    p = fmaf(p, s, 0.0108456388f);
    p = fmaf(p, s, 0.021278454f);
    p = fmaf(p, s, 0.0540606417f);
    p = fmaf(p, s, 0.13332656f);
    p = fmaf(p, s, 0.333333492f);
    p = p * s * r;
    whole = r + p, lost = (r - whole) + p, turned = -1.0f / whole;
    return odd ? fmaf(turned * turned, lost, turned) : whole;
}
EACH float tan_of_f(float x) { return tame_for_tan_f(x) < 0 ? tan_of_tame_f(x) : (float)tan(x); }

#endif
