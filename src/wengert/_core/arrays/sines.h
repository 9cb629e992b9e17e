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

/* The same in float64. What is left of x is a number and the rest of it, of which the cosine and the sine are corrected. */
EACH int64_t tame_for_sin_d(double x) { return below_d(x, 1e9); }
EACH int64_t tame_for_cos_d(double x) { return below_d(x, 1e9); }
EACH uint64_t sine_and_cosine(double x, double* sine, double* cosine) {
    const double t = fma(x, 0.6366197723675814, WHOLE_D), q = t - WHOLE_D;
    const double exact = fma(q, -HALF_PI_D, x), part = q * MORE_OF_PI_D, r = exact - part;
    const double lost = fma(q, -1.4973849048591698e-33, fma(q, MORE_OF_PI_D, -part));
    const double low = ((exact - r) - part) - lost;
    const double s = r * r, half = 0.5 * s, most = 1.0 - half;
    double a = fma(1.5896416862545152e-10, s, -2.5050751793897463e-08);
    double b = fma(-1.135938805081818e-11, s, 2.0875718427825756e-09);
    a = fma(a, s, 2.755731365300192e-06);
    b = fma(b, s, -2.755731431802799e-07);
    a = fma(a, s, -0.00019841269829700163);
    b = fma(b, s, 2.480158728936841e-05);
    a = fma(a, s, 0.008333333333322285);
    b = fma(b, s, -0.0013888888888873951);
    a = fma(a, s, -0.16666666666666632);
    b = fma(b, s, 0.0416666666666666);
    a = r + fma(a * s, r, fma(-half, low, low));
    *sine = of_bits_d(bits_d(a) | (bits_d(r) & 0x8000000000000000u));  /* -0.0 */
    *cosine = most + (((1.0 - most) - half) + fma(s * s, b, -r * low));
    return bits_d(t);  /* whose last bits count the quarters that were taken off */
}
EACH double sine_from_d(double x, uint64_t quarters) {
    double sine, cosine;
    const uint64_t i = sine_and_cosine(x, &sine, &cosine) + quarters;
    return of_bits_d(bits_d(i & 1 ? cosine : sine) ^ (i << 62 & 0x8000000000000000u));
}
EACH double sin_of_tame_d(double x) { return sine_from_d(x, 0); }
EACH double sin_of_d(double x) { return tame_for_sin_d(x) < 0 ? sin_of_tame_d(x) : sin(x); }
EACH double cos_of_tame_d(double x) { return sine_from_d(x, 1); }
EACH double cos_of_d(double x) { return tame_for_cos_d(x) < 0 ? cos_of_tame_d(x) : cos(x); }

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

EACH int64_t tame_for_tan_d(double x) { return below_d(x, 1e9); }
EACH double tan_of_tame_d(double x) {
    double sine, cosine;
    const uint64_t odd = sine_and_cosine(x, &sine, &cosine) & 1;
    return (odd ? -cosine : sine) / (odd ? sine : cosine);
}
EACH double tan_of_d(double x) { return tame_for_tan_d(x) < 0 ? tan_of_tame_d(x) : tan(x); }

#endif
