/* The inverse functions of sine, cosine and tangent. */
#ifndef WENGERT_ARCS_H
#define WENGERT_ARCS_H

#include "number_bits.h"

#define HALF_PI 1.57079637f
#define REST_OF_PI 4.37113883e-8f  /* how much too large this half is */

/* The inverse sine of the square root of z, which is at most 1/2, of which r is the square root. */
EACH float arcsin_from(float z, float r) {
    float p = 0.038085023561092654f;
    p = p * z + 0.026554542206161328f;
    p = p * z + 0.04500138006991017f;
    p = p * z + 0.07498855072600821f;
    p = p * z + 0.16666672414795305f;
    return p * z * r + r;
}
/* Beyond 1/2, the angle of x is that of a right triangle less twice that of sqrt((1 - x) / 2). */
EACH float arcsin_of_f(float x) {
    const float size = fabsf(x);
    const int far = size > 0.5f;
    const float z = far ? (1.0f - size) * 0.5f : size * size, angle = arcsin_from(z, far ? sqrtf(z) : size);
    return signed_f(far ? (HALF_PI - 2.0f * angle) - REST_OF_PI : angle, x);
}
EACH float arccos_of_f(float x) {
    const float size = fabsf(x);
    const int far = size > 0.5f;
    const float z = far ? (1.0f - size) * 0.5f : size * size;
    const float angle = signed_f(arcsin_from(z, far ? sqrtf(z) : size), x);
    const float beyond = x < 0.0f ? 2.0f * (HALF_PI + (angle - REST_OF_PI)) : 2.0f * angle;
    return far ? beyond : HALF_PI - (angle + REST_OF_PI);
}
EACH float arctan_of_f(float x) {
    const float size = fabsf(x);
    const int far = size > 1.0f;
    const float t = far ? 1.0f / size : size, s = t * t;
    float p = -0.002386997316724113f;
    p = p * s + 0.013507771427020535f;
    p = p * s - 0.03587153898204336f;
    p = p * s + 0.06250169444749563f;
    p = p * s - 0.08656880430154522f;
    p = p * s + 0.11033764115313455f;
    p = p * s - 0.14278568748210602f;
    p = p * s + 0.1999973932983558f;
    p = p * s - 0.3333333173306352f;
    p = p * s * t + t;
    return signed_f(far ? (HALF_PI - p) - REST_OF_PI : p, x);
}

/* The same in float64. */
EACH double arcsin_from_d(double z, double r) {
    double p = 0.032676843889181934;
    p = p * z - 0.021077221112582506;
    p = p * z + 0.021763451166269487;
    p = p * z + 0.003683060329924478;
    p = p * z + 0.01078652473764182;
    p = p * z + 0.011397776613095104;
    p = p * z + 0.013980961401091093;
    p = p * z + 0.017351600092862067;
    p = p * z + 0.02237221566050078;
    p = p * z + 0.030381942683597136;
    p = p * z + 0.04464285717512161;
    p = p * z + 0.07499999999970261;
    p = p * z + 0.16666666666666763;
    return p * z * r + r;
}
EACH double arcsin_of_d(double x) {
    const double size = fabs(x);
    const int far = size > 0.5;
    const double z = far ? (1.0 - size) * 0.5 : size * size, angle = arcsin_from_d(z, far ? sqrt(z) : size);
    return signed_d(far ? (HALF_PI_D - 2.0 * angle) + MORE_OF_PI_D : angle, x);
}
EACH double arccos_of_d(double x) {
    const double size = fabs(x);
    const int far = size > 0.5;
    const double z = far ? (1.0 - size) * 0.5 : size * size;
    const double angle = signed_d(arcsin_from_d(z, far ? sqrt(z) : size), x);
    const double beyond = x < 0.0 ? 2.0 * (HALF_PI_D + (angle + MORE_OF_PI_D)) : 2.0 * angle;
    return far ? beyond : HALF_PI_D - (angle - MORE_OF_PI_D);
}
/* The angle of x is that of t, from -tan(pi / 8) to tan(pi / 8), and none, one or two eighths of a circle. */
EACH double arctan_of_d(double x) {
    const double size = fabs(x);
    const int some = size > 0.41421356237309503, far = size > 2.414213562373095;
    const double t = (far ? -1.0 : some ? size - 1.0 : size) / (far ? size : some ? size + 1.0 : 1.0), s = t * t;
    const double turned = far ? HALF_PI_D : some ? 0.5 * HALF_PI_D : 0.0;
    double p = 0.015209220309803434;
    p = p * s - 0.033488284780085524;
    p = p * s + 0.04504142425187863;
    p = p * s - 0.052185499945543536;
    p = p * s + 0.058770443823435874;
    p = p * s - 0.06666229060135957;
    p = p * s + 0.07692282914359444;
    p = p * s - 0.09090908151403661;
    p = p * s + 0.1111111108836805;
    p = p * s - 0.14285714285391057;
    p = p * s + 0.19999999999997695;
    p = p * s - 0.33333333333333326;
    return signed_d(turned + (t + (p * s * t + turned * (MORE_OF_PI_D / HALF_PI_D))), x);
}

#endif
